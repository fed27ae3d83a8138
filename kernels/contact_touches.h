// The planes of obstacles that bodies of the two-level solver stand on: two_level_planes.h. Plain C and OpenCL C.
//
//     offer_plane     slots     as loads are kept: the plane of the nearest contact with an obstacle
//     record_hold     slots     after the contacts: what rows push counts as the push of this contact
#ifndef GEL_CONTACT_TOUCHES_H
#define GEL_CONTACT_TOUCHES_H

#include "contact_passes.h"
#include "two_level_tables.h"

// Whether a contact has a plane in this substep.
static inline bool has_plane(const ContactSet* set, int contact)
{
    int candidate = set->contacts[contact].candidate;
    return (candidate < 0 || set->near_candidates[candidate] != 0) &&
           set->is_awake[set->candidate_slot_of[contact]] > 0.0f;
}

static inline scalar dot_records(ContactRecord a, ContactRecord b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

// Stores the plane through a triangle of an obstacle as two records: TouchPlane.
static inline void store_offer(const ContactSet* set, MEMORY ContactRecord* offers, int slot_count, int slot,
                               int number, scalar gap)
{
    MEMORY const Contact* contact = set->contacts + number;
    MEMORY const ContactPlaneState* from = set->candidate_planes + set->candidate_slot_of[number];
    ContactRecord n = from->normal, motion, x = set->position[set->points[contact->points[0]].places[0]];
    const scalar weights[3] = {from->weights.y, from->weights.z, from->weights.w};
    motion.x = contact->drift[0];
    motion.y = contact->drift[1];
    motion.z = contact->drift[2];
    for (int k = 0; k < 3; k++) {
        ContactRecord v = set->velocity[set->points[contact->points[k + 1]].places[0]];
        motion.x = motion.x - weights[k] * v.x;
        motion.y = motion.y - weights[k] * v.y;
        motion.z = motion.z - weights[k] * v.z;
    }
    motion.w = contact->friction;
    n.w = dot_records(n, x) - gap;
    offers[slot] = n;
    offers[slot_count + slot] = motion;
}

// The first of contacts that are as near is chosen.
static inline void offer_plane(const ContactSet* set, MEMORY ContactRecord* offers, int slot_count, int slot)
{
    const ContactRecord none = {0.0f, 0.0f, 0.0f, 0.0f};
    int chosen = -1;
    scalar least = 0.0f;
    for (int i = set->touch_starts[slot]; i < set->touch_starts[slot + 1]; i++) {
        int contact = set->touch_contacts[i];
        if (!has_plane(set, contact))
            continue;
        MEMORY const ContactPlaneState* plane = set->candidate_planes + set->candidate_slot_of[contact];
        scalar gap = dot_records(plane->normal, plane->offset) - set->contacts[contact].thickness;
        if (chosen < 0 || gap < least) {
            chosen = contact;
            least = gap;
        }
    }
    set->chosen_contacts[slot] = chosen;
    if (chosen >= 0)
        store_offer(set, offers, slot_count, slot, chosen, least);
    else
        offers[slot] = none;
}

// `history`: of the two-level solver, which has finished the substep.
static inline void record_hold(const ContactSet* set, MEMORY const ContactRecord* offers,
                               MEMORY const ContactRecord* history, int slot_count, int slot,
                               const StepParameters* step)
{
    int contact = set->chosen_contacts[slot];
    if (contact < 0 || history[2 * slot_count + slot].w != arrival_held)
        return;
    MEMORY ContactPush* push = set->pushes + contact;
    ContactRecord n = offers[slot], held = history[2 * slot_count + slot], last = n;
    scalar w = set->position[set->points[set->contacts[contact].points[0]].places[0]].w;
    scalar mass = w > 0.0f ? 1.0f / w : (scalar)0.0f, share = mass * step->h2;
    last.w = 0.0f;
    held.w = dot_records(n, held);
    push->sum.x = push->sum.x + held.x * share;
    push->sum.y = push->sum.y + held.y * share;
    push->sum.z = push->sum.z + held.z * share;
    push->sum.w = push->sum.w + held.w * share;
    push->normal = last;
}

#endif
