// Contact: the search of a frame, and the passes of a substep. A work-item takes a contact or a vertex; what it
// does is in contact_passes.h. This is a program of its own, always with one lane.
#define GEL_DIALECT_OPENCL

#include "bounce_passes.h"
#include "search.cl"

#include "kept.cl"
#include "rest.cl"

#define CONTACTS                                                                                             \
    __global const Contact *contacts, __global const int *near, __global const ContactPoint *points,         \
        __global const ContactVertex *vertices, __global const ContactCorner *corners,                       \
        __global const float *normals, __global ContactWork *work, __global ContactPush *pushes,             \
        __global real *gaps, __global real *split, __global int *awake, __global int *awake_counts,          \
        __global ContactRecord *position, __global ContactRecord *velocity

#define CONTACT_SET(set)                                                                                     \
    ContactSet set = {contacts, near, points, vertices, corners,      normals,  work,                        \
                      pushes,   gaps, split,  awake,    awake_counts, position, velocity}

// Over the vertices of a body that is led out.
__kernel void lead_vertices(__global ContactRecord* position, __global const ContactLead* leads,
                            const StepParameters step, const int lead)
{
    int i = (int)get_global_id(0);
    if (i < leads[lead].vertex_count)
        lead_vertex(position, leads + lead, i, &step);
}

__kernel void begin_contacts(CONTACTS, const StepParameters step, const int contact_count,
                             const int starts_step)
{
    int i = (int)get_global_id(0);
    CONTACT_SET(set);
    if (i < contact_count && starts_step)
        forget_push(&set, i);
    if (i < contact_count)
        begin_contact(&set, i, &step);
}

__kernel void measure_gaps(CONTACTS, const int contact_count)
{
    int i = (int)get_global_id(0);
    CONTACT_SET(set);
    if (i < contact_count)
        measure_gap(&set, i);
}

__kernel void list_awake_corners(CONTACTS, const int vertex_count)
{
    int i = (int)get_global_id(0);
    CONTACT_SET(set);
    if (i < vertex_count)
        list_awake(&set, i);
}

__kernel void split_vertices(CONTACTS, const int vertex_count)
{
    int i = (int)get_global_id(0);
    CONTACT_SET(set);
    if (i < vertex_count)
        split_vertex(&set, i);
}

__kernel void push_contacts(CONTACTS, const int contact_count)
{
    int i = (int)get_global_id(0);
    CONTACT_SET(set);
    if (i < contact_count)
        push_apart(&set, i);
}

__kernel void move_vertices(CONTACTS, const StepParameters step, const int vertex_count)
{
    int i = (int)get_global_id(0);
    CONTACT_SET(set);
    if (i < vertex_count)
        move_vertex(&set, i, &step);
}

#ifdef GEL_FAULT_RACE // GEL_FAULT_...: what tests must find, see docs/testing.md
#define WAIT_FOR_PASS()
#else
#define WAIT_FOR_PASS() barrier(CLK_GLOBAL_MEM_FENCE)
#endif

#define FOR_MY_TURNS(i, count) for (int i = (int)get_local_id(0); i < (count); i += (int)get_local_size(0))

// One work-group does all of the above, for short lists.
__kernel void solve_contacts_together(CONTACTS, const StepParameters step, const int contact_count,
                                      const int vertex_count)
{
    CONTACT_SET(set);
    FOR_MY_TURNS(i, vertex_count)
    list_awake(&set, i);
    WAIT_FOR_PASS();
    for (int iteration = 0; iteration < contact_iterations; iteration++) {
        FOR_MY_TURNS(i, contact_count)
        measure_gap(&set, i);
        WAIT_FOR_PASS();
        FOR_MY_TURNS(i, vertex_count)
        split_vertex(&set, i);
        WAIT_FOR_PASS();
        FOR_MY_TURNS(i, contact_count)
        push_apart(&set, i);
        WAIT_FOR_PASS();
        FOR_MY_TURNS(i, vertex_count)
        move_vertex(&set, i, &step);
        WAIT_FOR_PASS();
    }
    FOR_MY_TURNS(i, contact_count)
    begin_contact(&set, i, &step);
}

// Restitution: bounce_passes.h.
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
