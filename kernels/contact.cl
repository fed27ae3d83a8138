// The program of contact that takes GEL_LANES: the passes of a substep, contact_passes.h.
#define GEL_DIALECT_OPENCL

#include "contact_in_order.h"
#include "contact_touches.h"

// Over the partial sums of the bodies that are separated from others.
__kernel void sum_separations(CONTACTS, const int sum_count)
{
    int i = (int)get_global_id(0);
    CONTACT_SET(set);
    if (i < sum_count)
        sum_separation(&set, i);
}

// Over the vertices of one of them.
__kernel void separate_vertices(CONTACTS, const StepParameters step, const int separation)
{
    int i = (int)get_global_id(0);
    CONTACT_SET(set);
    if (i < separations[separation].vertex_count)
        separate_vertex(&set, separation, i, &step);
}

// Over slots of the two-level solver.
__kernel void offer_planes(CONTACTS, __global float4* offers, const int slot_count)
{
    int slot = (int)get_global_id(0);
    CONTACT_SET(set);
    if (slot < slot_count)
        offer_plane(&set, offers, slot_count, slot);
}

__kernel void record_holds(CONTACTS, __global const float4* offers, __global const float4* history,
                           const int slot_count, const StepParameters step)
{
    int slot = (int)get_global_id(0);
    CONTACT_SET(set);
    if (slot < slot_count)
        record_hold(&set, offers, history, slot_count, slot, &step);
}

// At the start of a step, over points, over contacts, and over chunks.
__kernel void prepare_contacts(CONTACTS)
{
    int i = (int)get_global_id(0), point = i * GEL_LANES;
    CONTACT_SET(set);
    if (point < counts.points) {
        update_normal(&set, point);
        update_point(&set, point);
    }
    if (i < counts.contacts)
        clear_push(&set, i);
    if (i < counts.slots / contact_chunk)
        list_candidates(&set, i);
}

// Over the slots of a list.
#define IS_LISTED(list, slot) ((slot) < counts.slots && (list)[slot] >= 0)

__kernel void begin_contacts(CONTACTS, const StepParameters step)
{
    int slot = (int)get_global_id(0) * GEL_LANES;
    CONTACT_SET(set);
    if (IS_LISTED(candidate_slots, slot))
        begin_contact(&set, slot, &step);
}

// Before the iterations, over points and over chunks.
__kernel void gather_awake(CONTACTS)
{
    int i = (int)get_global_id(0);
    CONTACT_SET(set);
    if (i * GEL_LANES < counts.points)
        update_point(&set, i * GEL_LANES);
    if (i < counts.slots / contact_chunk)
        list_awake(&set, i);
}

__kernel void measure_gaps(CONTACTS)
{
    int slot = (int)get_global_id(0) * GEL_LANES;
    CONTACT_SET(set);
    if (IS_LISTED(awake_slots, slot))
        measure_gap(&set, slot);
}

__kernel void split_masses(CONTACTS, const int iteration)
{
    int run = (int)get_global_id(0) * vertex_run;
    CONTACT_SET(set);
    if (run >= counts.vertices)
        return;
    if (iteration == 0)
        list_awake_corners(&set, run);
    split_masses_of(&set, run);
}

// With skins.
__kernel void split_points(CONTACTS)
{
    int point = (int)get_global_id(0) * GEL_LANES;
    CONTACT_SET(set);
    if (point < counts.points)
        split_point(&set, point);
}

__kernel void solve_contacts(CONTACTS)
{
    int run = (int)get_global_id(0) * contact_run;
    CONTACT_SET(set);
    if (run < counts.slots)
        solve_contacts_of(&set, run);
}

__kernel void apply_corrections(CONTACTS, const StepParameters step)
{
    int run = (int)get_global_id(0) * vertex_run;
    CONTACT_SET(set);
    if (run < counts.vertices)
        apply_corrections_of(&set, run, &step);
}

// With skins, when vertices have moved.
__kernel void update_points(CONTACTS)
{
    int point = (int)get_global_id(0) * GEL_LANES;
    CONTACT_SET(set);
    if (point < counts.points)
        update_point(&set, point);
}

#define WAIT_FOR_PASS() barrier(CLK_GLOBAL_MEM_FENCE)

// Loop over the items of a range that are this work-item's.
#define FOR_MY_ITEMS(i, first, end)                                                                          \
    for (int i = (first) + (int)get_local_id(0); i < (end); i += (int)get_local_size(0))
#define FOR_MY_TURNS(slot, list)                                                                             \
    FOR_MY_ITEMS (slot, patch.first_slot, patch.end_slot)                                                    \
        if ((list)[slot] >= 0)

// All of the above, by a work-group for each patch. Without lanes each run is of one. `begins`: with the start of the next
// substep; else begin_contacts follows.
__kernel void solve_patches(CONTACTS, const StepParameters step, const int begins)
{
    const int number = (int)get_group_id(0);
    CONTACT_SET(set);
    const ContactPatch patch = {patches[number].first_slot,   patches[number].end_slot,
                                patches[number].first_point,  patches[number].end_point,
                                patches[number].first_vertex, patches[number].end_vertex};
    set.counts.points = patch.end_point; // lanes beyond the last must leave those of other patches alone
    set.counts.vertices = patch.end_vertex;
#if GEL_LANES > 1 // a work-group is one work-item
    solve_patch(&set, &patch, number, &step);
    if (begins != 0)
        begin_contacts_of(&set, &patch, &step);
#else
    FOR_MY_ITEMS (point, patch.first_point, patch.end_point)
        update_point(&set, point);
    FOR_MY_ITEMS (chunk, patch.first_slot / contact_chunk, patch.end_slot / contact_chunk)
        list_awake(&set, chunk);
    WAIT_FOR_PASS();
    for (int iteration = 0; iteration < contact_iterations; iteration++) {
        FOR_MY_TURNS(slot, awake_slots)
        measure_gap(&set, slot);
        if (iteration == 0) {
            FOR_MY_ITEMS (run, patch.first_vertex, patch.end_vertex)
                list_awake_corners(&set, run);
        }
        WAIT_FOR_PASS();
        FOR_MY_ITEMS (run, patch.first_vertex, patch.end_vertex)
            split_masses_of(&set, run);
        WAIT_FOR_PASS();
        if (counts.has_skins != 0) {
            FOR_MY_ITEMS (point, patch.first_point, patch.end_point)
                split_point(&set, point);
            WAIT_FOR_PASS();
        }
        FOR_MY_ITEMS (run, patch.first_slot, patch.end_slot)
            solve_contacts_of(&set, run);
        WAIT_FOR_PASS();
        FOR_MY_ITEMS (run, patch.first_vertex, patch.end_vertex)
            apply_corrections_of(&set, run, &step);
        WAIT_FOR_PASS();
        if (counts.has_skins != 0) {
            FOR_MY_ITEMS (point, patch.first_point, patch.end_point)
                update_point(&set, point);
            WAIT_FOR_PASS();
        }
    }
    if (begins != 0) {
        FOR_MY_TURNS(slot, candidate_slots)
        begin_contact(&set, slot, &step);
    }
#endif
}
