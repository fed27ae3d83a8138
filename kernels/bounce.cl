// Restitution: bounce_passes.h.
#include "bounce_passes.h"

#define BOUNCES                                                                                              \
    __global const BouncePair *bounce_pairs, __global const BounceBody *bounce_bodies,                       \
        __global const BounceVertex *bounce_vertices, __global const BounceContact *bounce_contacts,         \
        __global BounceState *bounce_states, __global ContactRecord *momenta, __global vec3 *changes,        \
        const int pair_count

#define BOUNCE_SET(bounces)                                                                                  \
    BounceSet bounces = {bounce_pairs,  bounce_bodies, bounce_vertices, bounce_contacts,                     \
                         bounce_states, momenta,       changes,         pair_count}

__kernel void sum_momenta(CONTACTS, BOUNCES, const int sum_count)
{
    int i = (int)get_global_id(0);
    CONTACT_SET(set);
    BOUNCE_SET(bounces);
    if (i < sum_count)
        sum_momentum(&set, &bounces, i);
}

__kernel void bounce_pairs_apart(CONTACTS, BOUNCES, const StepParameters step, const int starts_step)
{
    int i = (int)get_global_id(0);
    CONTACT_SET(set);
    BOUNCE_SET(bounces);
    if (i < pair_count)
        bounce_pair(&set, &bounces, i, starts_step != 0, &step);
}

__kernel void sum_kicks_of_bodies(CONTACTS, BOUNCES, const int body_count)
{
    int i = (int)get_global_id(0);
    CONTACT_SET(set);
    BOUNCE_SET(bounces);
    (void)set.contacts; // taken as by the others, and not needed
    if (i < body_count)
        sum_kicks(&bounces, i);
}

__kernel void kick_vertices(CONTACTS, BOUNCES, const int vertex_count)
{
    int i = (int)get_global_id(0);
    CONTACT_SET(set);
    BOUNCE_SET(bounces);
    if (i < vertex_count)
        kick_vertex(&set, &bounces, i);
}
