// The lists of contacts: candidates of a frame, and those of them that are awake in a substep. Plain C
// and OpenCL C.
//
// A list has `slots` slots in each of list_rows rows:
//
//     row 0        the item: a contact, or a slot of another list
//     rows 1..4    its four points, so that passes load them without looking at the contact
//
// Each chunk of contact_chunk slots is listed on its own; a pass takes GEL_LANES slots at a time. The
// last item of a chunk is repeated up to a whole number of lanes; where all lanes are empty, the first
// has -1.
#ifndef GEL_CONTACT_LISTS_H
#define GEL_CONTACT_LISTS_H

#include "contact_points.h"

static inline void list_item(MEMORY int* list, int slot, int slots, int item, MEMORY const int* points,
                             int stride)
{
    list[slot] = item;
    for (int j = 0; j < 4; j++)
        list[(j + 1) * slots + slot] = points[j * stride];
}

static inline void end_list(MEMORY int* list, int slot, int slots, int end)
{
    for (; (slot & (GEL_LANES - 1)) != 0; slot++)
        for (int row = 0; row < list_rows; row++)
            list[row * slots + slot] = list[row * slots + slot - 1];
    for (; slot < end; slot += GEL_LANES)
        list[slot] = -1;
}

// The items of the lanes, from a slot on.
static inline void load_items(MEMORY const int* list, int slot, int item[GEL_LANES])
{
    FOR_LANES
    item[k] = list[slot + k];
}

// Point j of the lanes' items.
static inline void load_points(const ContactSet* set, MEMORY const int* list, int slot, int j,
                               int point[GEL_LANES])
{
    load_items(list + (j + 1) * set->counts.slots, slot, point);
}

// Over contacts, at the start of a step.
static inline void clear_push(const ContactSet* set, int contact)
{
    ContactRecord none = {0.0f, 0.0f, 0.0f, 0.0f};
    set->pushes[contact].sum = none;
    set->pushes[contact].normal = none;
    set->awake_slot_of[contact] = -1;
}

// Copies numbers of the candidates of a chunk, which passes load as lanes.
static inline void copy_candidates(const ContactSet* set, int first)
{
    for (int i = first; i < first + contact_chunk && set->candidate_slots[i & -GEL_LANES] >= 0; i++) {
        MEMORY const Contact* contact = set->contacts + set->candidate_slots[i];
        set->candidate_slot_of[set->candidate_slots[i]] = i; // of repeated ones the last: all are equal
        set->kinds[i] = contact->kind;
        set->inner_sides[i] = contact->inner_sides;
        set->thicknesses[i] = contact->thickness;
        set->reaches[i] = contact->reach;
        set->awake_gaps[i] = contact->awake_gap;
        set->impact_speeds[i] = contact->impact_speed;
        set->frictions[i] = contact->friction;
    }
}

// Over chunks, at the start of a step: lists the contacts that may touch in it. Those of edges come
// last, since lanes of one kind cost less.
static inline void list_candidates(const ContactSet* set, int chunk)
{
    int slots = set->counts.slots, first = chunk * contact_chunk, slot = first;
    for (int i = first; i < first + contact_chunk; i++)
        set->ascending_slots[i] = -1;
    for (int edges = 0; edges < 2; edges++)
        for (int i = first, rank = first; i < first + contact_chunk && set->slot_contacts[i] >= 0; i++) {
            MEMORY const Contact* contact = set->contacts + set->slot_contacts[i];
            bool is_near = contact->candidate < 0 || set->near_candidates[contact->candidate] != 0;
            if (is_near && (contact->kind == (float)contact_edges) == (edges != 0)) {
                list_item(set->candidate_slots, slot, slots, set->slot_contacts[i], contact->points, 1);
                set->ascending_slots[rank] = slot++;
            }
            rank += is_near ? 1 : 0;
        }
    end_list(set->candidate_slots, slot, slots, first + contact_chunk);
    copy_candidates(set, first);
}

static inline void copy_plane(MEMORY ContactPlaneState* to, MEMORY const ContactPlaneState* from)
{
    to->weights = from->weights;
    to->normal = from->normal;
    to->offset = from->offset;
}

// Lists a candidate as awake. Its plane goes next to those of the others: iterations read it several times, and
// seven of eight candidates between are not awake.
static inline void list_awake_contact(const ContactSet* set, int slot, int candidate)
{
    int slots = set->counts.slots;
    list_item(set->awake_slots, slot, slots, candidate, set->candidate_slots + slots + candidate, slots);
    copy_plane(set->planes + slot, set->candidate_planes + candidate);
}

static inline void end_awake(const ContactSet* set, int slot, int end)
{
    for (int i = slot; (i & (GEL_LANES - 1)) != 0; i++)
        copy_plane(set->planes + i, set->planes + i - 1);
    end_list(set->awake_slots, slot, set->counts.slots, end);
}

// Over chunks, before the iterations: lists the candidates that may touch in this substep.
static inline void list_awake(const ContactSet* set, int chunk)
{
    int first = chunk * contact_chunk, slot = first;
    for (int i = first; i < first + contact_chunk; i++) {
        int contact = set->candidate_slots[i];
        if (contact < 0 || (i > first && contact == set->candidate_slots[i - 1]))
            break;
        bool is_awake = set->is_awake[i] > 0.0f;
        if (is_awake)
            list_awake_contact(set, slot, i);
        set->awake_slot_of[contact] = is_awake ? slot : -1;
        slot += is_awake ? 1 : 0;
    }
    end_awake(set, slot, first + contact_chunk);
}

#endif
