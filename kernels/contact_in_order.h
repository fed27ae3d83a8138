// A patch of contacts that one work-item solves, as in kernels with lanes; the reference takes all
// contacts as one patch. Active contacts come one by one and add to their vertices, so a vertex sums up in
// the order of the list: the bits are those of contact_passes.h, where a work-item has vertices and looks
// for their contacts. That costs more here, since most awake contacts do not push. Plain C and OpenCL C.
#ifndef GEL_CONTACT_IN_ORDER_H
#define GEL_CONTACT_IN_ORDER_H

#include "contact_passes.h"

// In `splits`, of a vertex of no active contact.
#define untouched (-1.0f)

// Lists the awake contacts of a patch in ascending order; returns the end of their slots.
static inline int list_awake_in_order(const ContactSet* set, const ContactPatch* patch)
{
    int end = patch->first_slot;
    for (int first = patch->first_slot; first < patch->end_slot; first += contact_chunk) {
        int awake[contact_chunk], count = 0;
        for (int i = first; i < first + contact_chunk && set->ascending_slots[i] >= 0; i++) {
            awake[count] = set->ascending_slots[i];
            count += set->is_awake[awake[count]] > 0.0f ? 1 : 0;
        }
        for (int k = 0; k < count; k++, end++)
            list_awake_contact(set, end, awake[k]);
    }
    end_awake(set, end, end);
    return end;
}

// Measures the gaps of the awake contacts up to `end`, lists the active ones, and returns their number.
static inline int count_active(const ContactSet* set, MEMORY int* active, int first, int end)
{
    int count = 0;
    for (int slot = first; slot < end; slot += GEL_LANES) {
        measure_gap(set, slot);
        int last = slot + GEL_LANES < end ? slot + GEL_LANES : end;
        for (int i = slot; i < last; i++) {
            active[count] = i;
            count += set->gaps[i] < 0.0f ? 1 : 0;
        }
    }
    return count;
}

// Vertex c of a point, of vertices_of, and c_v for the point's weight b. Without skins points are vertices.
static inline int vertices_of(const ContactSet* set, int point)
{
    return set->counts.has_skins != 0 ? set->points[point].vertex_count : 1;
}

static inline int vertex_of(const ContactSet* set, int point, int c)
{
    return set->counts.has_skins != 0 ? set->points[point].vertices[c] : point;
}

static inline scalar weight_of(const ContactSet* set, int point, int c, scalar b)
{
    return set->counts.has_skins != 0 ? b * set->points[point].weights[c] : b;
}

static inline int point_of(const ContactSet* set, int slot, int k)
{
    return set->awake_slots[(k + 1) * set->counts.slots + slot];
}

// Splits the masses of the vertices of active contacts: lists the vertices, and returns their number.
static inline int split_touched(const ContactSet* set, MEMORY const int* active, int active_count,
                                MEMORY int* touched)
{
    const ContactCorrection none = {{0.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 0.0f}};
    int count = 0;
    for (int i = 0; i < active_count; i++) {
        MEMORY const ContactRecord* weights = &set->planes[active[i]].weights;
        for (int k = 0; k < 4; k++) {
            int point = point_of(set, active[i], k), vertices = vertices_of(set, point);
            scalar b = absolute_scalar(component(weights, k));
            for (int c = 0; c < vertices; c++) {
                int vertex = vertex_of(set, point, c);
                scalar split = set->splits[vertex];
                touched[count] = vertex;
                count += split < 0.0f ? 1 : 0;
                set->splits[vertex] = (split < 0.0f ? (scalar)0.0f : split) + weight_of(set, point, c, b);
            }
        }
    }
    for (int i = 0; i < count; i++) {
        int vertex = touched[i];
        set->splits[vertex] = set->position[set->vertices[vertex].place].w * set->splits[vertex];
        set->vertex_corrections[vertex] = none;
    }
    return count;
}

// Adds the correction of an active contact to its vertices.
static inline void add_correction(const ContactSet* set, int slot)
{
    ContactCorrection correction = {set->corrections[slot].push, set->corrections[slot].velocity_push};
    MEMORY const ContactRecord* weights = &set->planes[slot].weights;
    for (int k = 0; k < 4; k++) {
        int point = point_of(set, slot, k), vertices = vertices_of(set, point);
        scalar b = component(weights, k);
        for (int c = 0; c < vertices; c++) {
            scalar weight = weight_of(set, point, c, b);
            MEMORY ContactCorrection* sum = &set->vertex_corrections[vertex_of(set, point, c)];
            ContactCorrection now = {sum->push, sum->velocity_push};
            add_scaled(&now.push, correction.push, weight);
            add_scaled(&now.velocity_push, correction.velocity_push, weight);
            sum->push = now.push;
            sum->velocity_push = now.velocity_push;
        }
    }
}

static inline void solve_all_active(const ContactSet* set, MEMORY const int* active, int active_count)
{
    for (int first = 0; first < active_count; first += GEL_LANES) {
        int lanes[GEL_LANES];
        for (int k = 0; k < GEL_LANES; k++)
            lanes[k] = active[first + k < active_count ? first + k : active_count - 1];
        solve_active(set, lanes);
        for (int i = first; i < first + GEL_LANES && i < active_count; i++)
            add_correction(set, active[i]);
    }
}

static inline void correct_touched(const ContactSet* set, MEMORY const int* touched, int count,
                                   const StepParameters* step)
{
    for (int i = 0; i < count; i++) {
        int vertex = touched[i];
        ContactCorrection sum = {set->vertex_corrections[vertex].push,
                                 set->vertex_corrections[vertex].velocity_push};
        if (set->vertices[vertex].is_fixed == 0)
            correct_vertex(set, vertex, &sum, step);
        set->splits[vertex] = untouched;
    }
}

static inline void update_points_of(const ContactSet* set, const ContactPatch* patch)
{
    for (int point = patch->first_point; point < patch->end_point; point += GEL_LANES)
        update_point(set, point);
}

static inline void begin_contacts_of(const ContactSet* set, const ContactPatch* patch,
                                     const StepParameters* step)
{
    for (int slot = patch->first_slot; slot < patch->end_slot; slot += GEL_LANES)
        if (set->candidate_slots[slot] >= 0)
            begin_contact(set, slot, step);
}

// The end of a substep.
static inline void solve_patch(const ContactSet* set, const ContactPatch* patch, int number,
                               const StepParameters* step)
{
    MEMORY int* active = set->active_slots + patch->first_slot;
    MEMORY int* touched = set->touched + patch->first_vertex + number; // one more than vertices
    update_points_of(set, patch);
    for (int i = patch->first_vertex; i < patch->end_vertex; i++)
        set->splits[i] = untouched;
    int end = list_awake_in_order(set, patch), count = 1;
    for (int iteration = 0; iteration < contact_iterations && count > 0; iteration++) {
        count = count_active(set, active, patch->first_slot, end);
        int touched_count = split_touched(set, active, count, touched);
        if (set->counts.has_skins != 0)
            for (int point = patch->first_point; point < patch->end_point; point += GEL_LANES)
                split_point(set, point);
        solve_all_active(set, active, count);
        correct_touched(set, touched, touched_count, step);
        if (set->counts.has_skins != 0)
            update_points_of(set, patch);
    }
}

#endif
