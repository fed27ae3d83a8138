// A patch of contacts that one work-item solves, as in kernels with lanes; the reference takes all contacts for one. Plain
// C and OpenCL C. What pushes comes contact by contact and adds to its vertices, so a vertex sums up in the order of the
// list: the bits are those of contact_passes.h, where work-items take vertices at once, and each looks for its contacts.
// That costs more, since most contacts that are awake do not push.
#ifndef GEL_CONTACT_IN_ORDER_H
#define GEL_CONTACT_IN_ORDER_H

#include "contact_passes.h"

// In `splits`, of a vertex that nothing pushes.
#define untouched (-1.0f)

// Lists the contacts of a patch that are awake, in ascending order; returns the end of their slots.
static inline int list_patch(const ContactSet* set, const ContactPatch* patch)
{
    int slots = set->counts.slots, end = patch->first_slot;
    for (int first = patch->first_slot; first < patch->end_slot; first += contact_chunk) {
        int chosen[contact_chunk], count = 0;
        for (int i = first; i < first + contact_chunk && set->sorted[i] >= 0; i++) {
            chosen[count] = set->sorted[i];
            count += set->wakes[chosen[count]] > 0.0f ? 1 : 0;
        }
        for (int k = 0; k < count; k++, end++)
            list_contact(set->awake, end, slots, chosen[k], set->listed + slots + chosen[k], slots);
    }
    end_list(set->awake, end, slots, end);
    return end;
}

// Which of the slots up to `end` are active? Lists them, and returns how many.
static inline int list_active(const ContactSet* set, MEMORY int* active, int first, int end)
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

// Vertex c of a point, of `vertex_count`; without skins points are vertices.
#define FOR_CORNERS(set, slot)                                                                               \
    for (int k = 0; k < 4; k++)                                                                              \
        for (int point = (set)->awake[(k + 1) * (set)->counts.slots + (slot)], c = 0,                        \
                 corners = (set)->counts.has_skins != 0 ? (set)->points[point].vertex_count : 1;             \
             c < corners; c++)
#define CORNER_VERTEX(set) ((set)->counts.has_skins != 0 ? (set)->points[point].vertices[c] : point)
#define CORNER_SHARE(set, weight)                                                                            \
    ((set)->counts.has_skins != 0 ? (weight) * (set)->points[point].weights[c] : (weight))

// Among how many is each vertex split? Lists those that are touched, and returns how many.
static inline int split_touched(const ContactSet* set, MEMORY const int* active, int activeCount,
                                MEMORY int* touched)
{
    const ContactMove none = {{0.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 0.0f}};
    int count = 0;
    for (int i = 0; i < activeCount; i++) {
        MEMORY const ContactRecord* weights = &set->work[set->awake[active[i]]].weights;
        FOR_CORNERS(set, active[i])
        {
            int vertex = CORNER_VERTEX(set);
            scalar weight = COMPONENT(weights, k), split = set->splits[vertex];
            scalar load = CORNER_SHARE(set, weight < 0.0f ? (scalar)0.0f - weight : weight);
            touched[count] = vertex;
            count += split < 0.0f ? 1 : 0;
            set->splits[vertex] = (split < 0.0f ? (scalar)0.0f : split) + load;
        }
    }
    for (int i = 0; i < count; i++) {
        int vertex = touched[i];
        set->splits[vertex] = set->position[set->vertices[vertex].place].w * set->splits[vertex];
        set->sums[vertex] = none;
    }
    return count;
}

// Pushes with those that are active, and sums up their pushes.
static inline void push_active(const ContactSet* set, MEMORY const int* active, int activeCount)
{
    for (int first = 0; first < activeCount; first += GEL_LANES) {
        int lanes[GEL_LANES];
        for (int k = 0; k < GEL_LANES; k++)
            lanes[k] = active[first + k < activeCount ? first + k : activeCount - 1];
        push_apart(set, lanes);
        for (int i = first; i < first + GEL_LANES && i < activeCount; i++) {
            ContactMove move = {set->moves[active[i]].push, set->moves[active[i]].kept};
            MEMORY const ContactRecord* weights = &set->work[set->awake[active[i]]].weights;
            FOR_CORNERS(set, active[i])
            {
                scalar share = CORNER_SHARE(set, COMPONENT(weights, k));
                MEMORY ContactMove* sum = &set->sums[CORNER_VERTEX(set)];
                ContactMove now = {sum->push, sum->kept};
                add_scaled(&now.push, move.push, share);
                add_scaled(&now.kept, move.kept, share);
                sum->push = now.push;
                sum->kept = now.kept;
            }
        }
    }
}

// Of what is touched, obstacles stay.
static inline void move_touched(const ContactSet* set, MEMORY const int* touched, int count,
                                const StepParameters* step)
{
    for (int i = 0; i < count; i++) {
        int vertex = touched[i];
        ContactMove sum = {set->sums[vertex].push, set->sums[vertex].kept};
        if (set->vertices[vertex].corner_count > 0)
            move_vertex(set, vertex, &sum, step);
        set->splits[vertex] = untouched;
    }
}

#define FOR_POINTS(patch, point)                                                                             \
    for (int point = (patch)->first_point; point < (patch)->end_point; point += GEL_LANES)

static inline void begin_patch(const ContactSet* set, int first, int end, const StepParameters* step)
{
    for (int slot = first; slot < end; slot += GEL_LANES)
        if (set->listed[slot] >= 0)
            begin_contact(set, slot, step);
}

// The end of a substep, and the start of the next.
static inline void solve_patch(const ContactSet* set, const ContactPatch* patch, int number,
                               const StepParameters* step)
{
    MEMORY int* active = set->active + patch->first_slot;
    MEMORY int* touched = set->touched + patch->first_vertex + number; // one more than vertices
    FOR_POINTS(patch, point)
    find_point(set, point);
    for (int i = patch->first_vertex; i < patch->end_vertex; i++)
        set->splits[i] = untouched;
    int end = list_patch(set, patch), count = 1;
    for (int iteration = 0; iteration < contact_iterations && count > 0; iteration++) {
        count = list_active(set, active, patch->first_slot, end);
        int touchedCount = split_touched(set, active, count, touched);
        if (set->counts.has_skins != 0) {
            FOR_POINTS(patch, point)
            share_split(set, point);
        }
        push_active(set, active, count);
        move_touched(set, touched, touchedCount, step);
        if (set->counts.has_skins != 0) {
            FOR_POINTS(patch, point)
            find_point(set, point);
        }
    }
    begin_patch(set, patch->first_slot, patch->end_slot, step);
}

#endif
