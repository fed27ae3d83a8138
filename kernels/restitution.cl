// The kernels of restitution_passes.h.
#include "restitution_passes.h"

#define RESTITUTION RESTITUTION_BUFFERS(BUFFER_PARAMETER) const int pair_count
#define RESTITUTION_SET(set) RestitutionSet set = {RESTITUTION_BUFFERS(BUFFER_VALUE).pair_count = pair_count}

__kernel void sum_momenta(CONTACTS, RESTITUTION, const int sum_count)
{
    int i = (int)get_global_id(0);
    CONTACT_SET(set);
    RESTITUTION_SET(restitution);
    if (i < sum_count)
        sum_momentum(&set, &restitution, i);
}

__kernel void restitute_pairs(CONTACTS, RESTITUTION, const StepParameters step, const int starts_step)
{
    int i = (int)get_global_id(0);
    CONTACT_SET(set);
    RESTITUTION_SET(restitution);
    if (i < pair_count)
        restitute_pair(&set, &restitution, i, starts_step != 0, &step);
}

__kernel void sum_kicks_of_bodies(CONTACTS, RESTITUTION, const int body_count)
{
    int i = (int)get_global_id(0);
    CONTACT_SET(set);
    RESTITUTION_SET(restitution);
    if (i < body_count)
        sum_kicks(&set, &restitution, i);
}

__kernel void kick_vertices(CONTACTS, RESTITUTION, const int vertex_count)
{
    int i = (int)get_global_id(0);
    CONTACT_SET(set);
    RESTITUTION_SET(restitution);
    if (i < vertex_count)
        kick_vertex(&set, &restitution, i);
}
