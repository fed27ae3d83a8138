// The start of a substep: where the elements of each candidate touch, and whether it may become active
// (the narrow phase). Plain C and OpenCL C.
#ifndef GEL_CONTACT_PLANES_H
#define GEL_CONTACT_PLANES_H

#include "contact_lists.h"

// The candidates of the lanes.
typedef struct CandidateLanes {
    int slot; // of the first; the others follow
    real kind, inner_sides, thickness, reach, awake_gap, impact_speed;
} CandidateLanes;

static inline void load_candidates(const ContactSet* set, int slot, CandidateLanes* candidates)
{
    candidates->slot = slot;
    candidates->kind = load_real(set->kinds, slot);
    candidates->inner_sides = load_real(set->inner_sides, slot);
    candidates->thickness = load_real(set->thicknesses, slot);
    candidates->reach = load_real(set->reaches, slot);
    candidates->awake_gap = load_real(set->awake_gaps, slot);
    candidates->impact_speed = load_real(set->impact_speeds, slot);
}

static inline real is_of_kind(const CandidateLanes* candidates, int kind)
{
    return candidates->kind == (real)kind ? (real)1.0f : (real)0.0f;
}

// A member of the states of the four points of a list's items: position, velocity or normal.
static inline void load_states(const ContactSet* set, MEMORY const int* list, int slot,
                               MEMORY const ContactRecord* member, vec3 states[4])
{
    for (int j = 0; j < 4; j++) {
        int point[GEL_LANES];
        ContactLanes state;
        load_points(set, list, slot, j, point);
        load_records(member, state_records, point, &state);
        states[j] = state.xyz;
    }
}

// Whether the gap is wider than the points can close in a substep. They may move twice as far as they
// would on their own, since others push them, then as far as an impact drives them, and by a thickness.
// A slow point may be slow only because a contact holds it against elasticity: without that contact it
// would shoot out in the next substep, and heaps would never come to rest. So near contacts stay awake.
static inline real is_out_of_reach(const ContactSet* set, const CandidateLanes* candidates,
                                   const ContactPlane* plane, const StepParameters* step)
{
    const vec3 still = {0.0f, 0.0f, 0.0f};
    real ground = is_of_kind(candidates, contact_ground), thickness = candidates->thickness;
    vec3 v[4];
    load_states(set, set->candidate_slots, candidates->slot, &set->point_states->v, v);
    for (int j = 1; j < 4; j++)
        v[j] = vec3_select(ground, still, v[j]);
    real speed =
        candidates->kind == (real)contact_edges ? largest_difference(v, 2) : largest_difference(v, 1);
    real displacement = step->h * (speed + candidates->impact_speed);
    real gap = vec3_dot(plane->normal, plane->offset) - plane->target;
    real near = candidates->awake_gap, reach = thickness + (displacement + displacement);
    return gap > (reach > near ? reach : near) ? (real)1.0f : (real)0.0f;
}

// Whether contacts with `touches` > 0 cannot become active in this substep. No two points part faster
// than at twice the greatest speed. What that does not decide, with room for rounding, is measured.
static inline real skip_contact(const ContactSet* set, const CandidateLanes* candidates,
                                const ContactPlane* plane, real touches, const StepParameters* step)
{
    real gap = vec3_dot(plane->normal, plane->offset) - plane->target, thickness = candidates->thickness;
    if (!keeps_speeds)
        return touches * is_out_of_reach(set, candidates, plane, step);
    real greatest = 0.0f; // squared
    for (int j = 0; j < 4; j++) {
        int point[GEL_LANES];
        load_points(set, set->candidate_slots, candidates->slot, j, point);
        real squared = gather_reals(set->squared_speeds, point);
        greatest = squared > greatest ? squared : greatest;
    }
    real displacement = step->h * (2.01f * real_sqrt(greatest) + candidates->impact_speed);
    real near = candidates->awake_gap, reach = 1.01f * (thickness + (displacement + displacement));
    real far = gap > near ? touches : (real)0.0f;
    real undecided = reach < near ? (real)0.0f : far;
    return is_any(undecided) ? touches * is_out_of_reach(set, candidates, plane, step) : far;
}

static inline void select_touch(ContactTouch* touch, real which, const ContactTouch* other)
{
    touch->normal = vec3_select(which, other->normal, touch->normal);
    touch->offset = vec3_select(which, other->offset, touch->offset);
    for (int k = 0; k < 4; k++)
        touch->weights[k] = which > 0.0f ? other->weights[k] : touch->weights[k];
}

// Where the elements touch. Each lane has a kind; kinds that no lane has are not computed.
static inline void touch_elements(const ContactSet* set, const CandidateLanes* candidates,
                                  ContactTouch* touch, const StepParameters* step)
{
    const ContactTouch none = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 0.0f}};
    real edges = is_of_kind(candidates, contact_edges), ground = is_of_kind(candidates, contact_ground);
    real exits = is_of_kind(candidates, contact_exit);
    real triangles = candidates->kind == (real)contact_point_triangle ? (real)1.0f : exits;
    vec3 x[4], normals[4];
    ContactTouch other;
    load_states(set, set->candidate_slots, candidates->slot, &set->point_states->x, x);
    load_states(set, set->candidate_slots, candidates->slot, &set->point_states->normal, normals);
    *touch = none;
    if (is_any(triangles)) {
        touch_triangle(&other, x, normals, candidates->reach, candidates->thickness, exits);
        if (is_any(candidates->inner_sides))
            leave_to_next(&other, x, candidates->inner_sides, candidates->thickness);
        real open_reach = exits > 0.0f ? (real)-1.0f : candidates->reach;
        touch_coincident(&other, x, normals[0], open_reach, candidates->thickness, step);
        select_touch(touch, triangles, &other);
    }
    if (is_any(edges)) {
        touch_edges(&other, x, normals, candidates->reach, candidates->thickness, step);
        select_touch(touch, edges, &other);
    }
    if (is_any(ground)) {
        touch_ground(&other, x, step);
        select_touch(touch, ground, &other);
    }
}

// How far the second surfaces run along themselves in a substep, seen from the first. Seldom any does, and a
// contact's own record is far from what else a substep reads.
static inline void load_drift(const ContactSet* set, int slot, const StepParameters* step, vec3* drift)
{
    scalar x[GEL_LANES], y[GEL_LANES], z[GEL_LANES];
    FOR_LANES
    {
        MEMORY const float* velocity = set->contacts[set->candidate_slots[slot + k]].drift;
        x[k] = velocity[0];
        y[k] = velocity[1];
        z[k] = velocity[2];
    }
    drift->x = join_lanes(x);
    drift->y = join_lanes(y);
    drift->z = join_lanes(z);
    *drift = vec3_scale(*drift, step->h);
}

// Over candidates, at the start of a substep. Most are there because they are near; few of them touch.
static inline void begin_contact(const ContactSet* set, int slot, const StepParameters* step)
{
    int candidate[GEL_LANES];
    CandidateLanes candidates;
    ContactTouch touch;
    ContactPlane plane;
    vec3 drift;
    number_lanes(slot, candidate);
    load_candidates(set, slot, &candidates);
    touch_elements(set, &candidates, &touch, step);
    real distance =
        candidates.kind == (real)contact_ground ? (real)step->ground_offset : candidates.thickness;
    set_contact_plane(&plane, &touch, distance, step);
    real touches = vec3_dot(plane.normal, plane.normal) > 0.0f ? (real)1.0f : (real)0.0f;
    real is_awake = touches - skip_contact(set, &candidates, &plane, touches, step);
    ContactLanes weights = {{plane.weights[0], plane.weights[1], plane.weights[2]}, plane.weights[3]};
    store_real(set->is_awake, slot, is_awake);
    // Weights are also needed of contacts that are skipped: they may have pushed in this step.
    store_records(&set->candidate_planes->weights, plane_records, candidate, &weights);
    if (!is_any(is_awake))
        return;
    ContactLanes normal = {plane.normal, plane.target};
    ContactLanes offset = {plane.offset, plane.depenetration}; // friction counts from here
    if (set->counts.has_drift != 0) {
        load_drift(set, slot, step, &drift);
        offset.xyz = vec3_add(plane.offset, drift);
    }
    store_records(&set->candidate_planes->normal, plane_records, candidate, &normal);
    store_records(&set->candidate_planes->offset, plane_records, candidate, &offset);
}

// The planes of awake contacts, but for their offsets.
static inline void load_planes(const ContactSet* set, const int awake[GEL_LANES], ContactPlane* plane)
{
    ContactLanes weights, normal;
    load_records(&set->planes->weights, plane_records, awake, &weights);
    load_records(&set->planes->normal, plane_records, awake, &normal);
    plane->normal = normal.xyz;
    plane->target = normal.w;
    plane->weights[0] = weights.xyz.x;
    plane->weights[1] = weights.xyz.y;
    plane->weights[2] = weights.xyz.z;
    plane->weights[3] = weights.w;
}

#endif
