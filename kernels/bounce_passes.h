// The passes of restitution, at the end of each substep: each is a loop over bodies, pairs or vertices, whose
// turns are independent. Plain C and OpenCL C: the reference and kernels/contact.cl hold the loops.
//
// Elasticity gives back a part of the speed at which two bodies meet. When their push ends, all vertices of each
// get the same velocity on top, such that the centres of mass part at `restitution` of that speed, along the mean
// direction of the push:
//
//     J = (e v_in - v_out) / (1 / M_A + 1 / M_B)
//
// Momentum is kept. Two bodies between others that move, as in Newton's cradle, do not part as two alone. How hard
// they pushed tells: alone they would have given each other (1 + e) v_in / (1 / M_A + 1 / M_B). So J is at most what
// is missing from that, too; and 0 if the two disagree. (Not so of two of which one stands on the ground: what that
// and weight add to the push takes nothing from what they owe each other.) Nor do bodies that spin or shake after
// they met: J adds no more energy than the push has cost.
//
// As on the ground (physics/ground.h), a slow approach does not bounce. A push is one until a step has passed
// without it: stiff bodies chatter, and each time that they part what they have had too much is taken back.
#ifndef GEL_BOUNCE_PASSES_H
#define GEL_BOUNCE_PASSES_H

#include "bounce_tables.h"
#include "contact_passes.h"

// What lasts of a pair, in reals (host/src/contact/bounces.h). Velocities are those of the first body, seen from
// the second.
typedef struct BounceState {
    vec3 approach; // when the push began, m/s; 0: that is spent
    vec3 earlier;  // sum of the pushes of earlier steps along their normals, kg m
    vec3 pushed;   // the same of this step
    vec3 surface;  // of an obstacle where it last pushed, m/s, negative if it is the first
    vec3 velocity; // of the centres of mass after the last substep, obstacles taken as still, m/s
    vec3 kick;     // in this substep, of the relative velocity, m/s
    real touches;  // 1: the push lasts; else 0, and only `velocity` counts
    real pushes;   // 1: in the last substep
    real has_bounced, has_turned;
    real slow_substeps; // in a row
    real is_kicked;     // 1: in this substep
    real met_with;      // when the push began: twice the energy of both, seen from their centre of mass, J
    real inner;         // after the last substep: the same, but for that of their centres of mass
} BounceState;

// A body that stays slow for so many substeps has come to rest.
#define max_slow_substeps 6.0f

typedef struct BounceSet {
    MEMORY const BouncePair* pairs;
    MEMORY const BounceBody* bodies;
    MEMORY const BounceVertex* vertices;
    MEMORY const BounceContact* contacts; // of each pair
    MEMORY BounceState* states;           // of each pair
    MEMORY ContactRecord* momenta;        // of each body, bounce_lanes sums; w: twice the energy
    MEMORY vec3* changes;                 // of each body's velocity
    int pair_count;
} BounceSet;

static inline vec3 no_vector(void)
{
    vec3 none = {0.0f, 0.0f, 0.0f};
    return none;
}

// The first pass, over the partial sums of all bodies. (A mask, not %: lane_of in search_boxes.h tells why.)
static inline void sum_momentum(const ContactSet* set, const BounceSet* bounces, int i)
{
    MEMORY const BounceBody* body = bounces->bodies + i / bounce_lanes;
    vec3 sum = no_vector();
    real energy = 0.0f;
    for (int k = i & (bounce_lanes - 1); k < body->vertex_count; k += bounce_lanes) {
        int place = bounces->vertices[body->first_vertex + k].place;
        vec3 v = {set->velocity[place].x, set->velocity[place].y, set->velocity[place].z};
        real mass = ratio(1.0f, set->position[place].w);
        sum = vec3_add(sum, vec3_scale(v, mass));
        energy = energy + mass * vec3_dot(v, v);
    }
    bounces->momenta[i].x = sum.x;
    bounces->momenta[i].y = sum.y;
    bounces->momenta[i].z = sum.z;
    bounces->momenta[i].w = energy;
}

// The velocity of a body's centre of mass, and twice the energy of its motion round that.
static inline void body_motion(const BounceSet* bounces, int body, vec3* velocity, real* inner)
{
    vec3 sums[bounce_lanes];
    real energies[bounce_lanes];
    *velocity = no_vector();
    *inner = 0.0f;
    if (body < 0)
        return;
    for (int k = 0; k < bounce_lanes; k++) {
        MEMORY const ContactRecord* part = bounces->momenta + bounce_lanes * body + k;
        vec3 sum = {part->x, part->y, part->z};
        sums[k] = sum;
        energies[k] = part->w;
    }
    for (int span = bounce_lanes / 2; span > 0; span /= 2)
        for (int k = 0; k < span; k++) {
            sums[k] = vec3_add(sums[k], sums[k + span]);
            energies[k] = energies[k] + energies[k + span];
        }
    *velocity = vec3_scale(sums[0], bounces->bodies[body].inverse_mass);
    *inner = energies[0] - vec3_dot(sums[0], *velocity);
}

// How fast the obstacle's side of a contact moves: side 0 is the first element's.
static inline vec3 side_velocity(const ContactSet* set, int contact, int side)
{
    vec3 sum = no_vector();
    int split = set->contacts[contact].kind == (float)contact_edges ? 2 : 1;
    for (int k = side == 0 ? 0 : split; k < (side == 0 ? split : 4); k++) {
        MEMORY const ContactRecord* v = &set->point_states[set->contacts[contact].points[k]].v;
        real weight = component(&set->planes[set->candidate_slot_of[contact]].weights, k);
        vec3 motion = {v->x, v->y, v->z};
        sum = vec3_add(sum, vec3_scale(motion, absolute(weight)));
    }
    return sum;
}

// What a pair's contacts have done in the step, and how fast an obstacle moves there.
static inline void sum_pushes(const ContactSet* set, const BounceSet* bounces, MEMORY const BouncePair* pair,
                              vec3* pushed, vec3* surface)
{
    real total = 0.0f;
    *pushed = *surface = no_vector();
    for (int k = pair->first_contact; k < pair->first_contact + pair->contact_count; k++) {
        int contact = bounces->contacts[k].contact_and_turn >> 1;
        int turn = bounces->contacts[k].contact_and_turn & 1;
        MEMORY const ContactPush* noted = set->pushes + contact;
        vec3 normal = {noted->normal.x, noted->normal.y, noted->normal.z};
        real push = noted->sum.w;
        if (!(push > 0.0f))
            continue;
        *pushed = vec3_add(*pushed, vec3_scale(normal, turn != 0 ? (real)0.0f - push : push));
        total = total + push;
        if (pair->obstacle >= 0)
            *surface =
                vec3_add(*surface, vec3_scale(side_velocity(set, contact, pair->obstacle ^ turn), push));
    }
    real share = ratio(1.0f, total);
    *surface = vec3_scale(*surface, pair->obstacle == 0 ? (real)0.0f - share : share);
}

static inline bool same_vector(vec3 a, vec3 b)
{
    return (a.x == b.x) & (a.y == b.y) & (a.z == b.z);
}

static inline real inverse_mass_of(const BounceSet* bounces, int body)
{
    return body < 0 ? (real)0.0f : (real)bounces->bodies[body].inverse_mass;
}

// A pair as it is after a substep.
typedef struct BounceMotion {
    vec3 velocity; // of the first body's centre of mass, seen from the second's; obstacles taken as still
    vec3 pushed;   // in the whole step
    vec3 surface;
    real inner;  // twice the energy of both, but for that of their centres of mass
    real splits; // 1 / M_A + 1 / M_B
} BounceMotion;

// Twice the energy of a pair before this substep, seen from its centre of mass, or from an obstacle's surface.
static inline real energy_before(const BounceState* state, vec3 surface, real splits)
{
    vec3 velocity = vec3_subtract(state->velocity, surface);
    return state->inner + ratio(vec3_dot(velocity, velocity), splits);
}

// The pair pushed in this substep.
static inline void note_bounce_push(BounceState* state, const BounceMotion* motion,
                                    const StepParameters* step)
{
    vec3 before = vec3_subtract(state->velocity, motion->surface);
    vec3 normal = vec3_add(state->earlier, motion->pushed);
    bool again = (state->has_bounced > 0.0f) & (state->pushes == 0.0f) & (vec3_dot(before, normal) < 0.0f);
    if ((state->touches == 0.0f) | again) {
        state->approach = before;
        state->met_with = energy_before(state, motion->surface, motion->splits);
        state->earlier = vec3_scale(state->pushed, -1.0f);
        state->touches = 1.0f;
        state->has_bounced = state->has_turned = state->slow_substeps = 0.0f;
        normal = vec3_subtract(motion->pushed, state->pushed);
    }
    real speed = vec3_dot(vec3_subtract(motion->velocity, motion->surface), normal);
    real slow = step->slowest_bounce * real_sqrt(vec3_dot(normal, normal));
    state->slow_substeps = absolute(speed) < slow ? (real)(state->slow_substeps + 1.0f) : (real)0.0f;
    bool rests = (state->slow_substeps >= max_slow_substeps) | ((state->has_turned > 0.0f) & (speed < 0.0f));
    if (rests)
        state->approach = no_vector();
    state->has_turned = speed > 0.0f ? (real)1.0f : state->has_turned;
    state->surface = motion->surface;
    state->pushed = motion->pushed;
    state->pushes = 1.0f;
}

// By how much the speed at which the pair parts may grow: the energy with which they met is all there is.
static inline real max_gain(const BounceState* state, real parting, real splits)
{
    real lost = state->met_with - energy_before(state, state->surface, splits);
    lost = lost > 0.0f ? lost : (real)0.0f;
    return real_sqrt(parting * parting + lost * splits) - parting;
}

// The pair has ceased to push: by how much its speed along the push is to grow.
static inline real restitute(const BounceState* state, MEMORY const BouncePair* pair, real splits, real push,
                             vec3 normal, const StepParameters* step)
{
    real restitution = pair->restitution;
    real approach = (real)0.0f - vec3_dot(state->approach, normal);
    real parting = vec3_dot(vec3_subtract(state->velocity, state->surface), normal);
    real missing = restitution * approach - parting;
    real unpushed = (1.0f + restitution) * approach - push * splits * step->inverse_h;
    real less = absolute(unpushed) < absolute(missing) ? unpushed : missing;
    less = missing * unpushed > 0.0f ? less : (real)0.0f;
    bool counts = (approach > step->slowest_bounce) & (parting > 0.0f) & (splits > 0.0f);
    real change = !counts ? (real)0.0f : pair->is_among_others != 0 ? less : missing;
    real most = max_gain(state, parting, splits);
    return change < most ? change : most;
}

static inline void part_bounce(MEMORY const BouncePair* pair, BounceState* state, real splits,
                               const StepParameters* step)
{
    vec3 sum = vec3_add(state->earlier, state->pushed);
    real push = real_sqrt(vec3_dot(sum, sum));
    vec3 normal = vec3_scale(sum, ratio(1.0f, push));
    real change = restitute(state, pair, splits, push, normal, step);
    state->pushes = 0.0f;
    if (change == 0.0f)
        return;
    state->kick = vec3_scale(normal, change);
    state->is_kicked = state->has_bounced = 1.0f;
    state->earlier = vec3_add(state->earlier, vec3_scale(state->kick, step->h / splits));
}

static inline void measure_pair(const BounceSet* bounces, MEMORY const BouncePair* pair, BounceMotion* motion)
{
    vec3 first, second;
    real inner_first, inner_second;
    body_motion(bounces, pair->bodies[0], &first, &inner_first);
    body_motion(bounces, pair->bodies[1], &second, &inner_second);
    motion->velocity = vec3_subtract(first, second);
    motion->inner = inner_first + inner_second;
    motion->splits = inverse_mass_of(bounces, pair->bodies[0]) + inverse_mass_of(bounces, pair->bodies[1]);
}

// The second, over pairs. At the start of a step only motion is noted, and pushes that have ended forgotten.
static inline void bounce_pair(const ContactSet* set, const BounceSet* bounces, int i, bool starts_step,
                               const StepParameters* step)
{
    MEMORY const BouncePair* pair = bounces->pairs + i;
    BounceState state = bounces->states[i];
    BounceMotion motion;
    measure_pair(bounces, pair, &motion);
    state.is_kicked = 0.0f;
    state.kick = no_vector();
    if (starts_step) {
        state.touches = same_vector(state.pushed, no_vector()) ? (real)0.0f : state.touches;
        state.earlier = vec3_add(state.earlier, state.pushed);
        state.pushed = no_vector();
    } else {
        sum_pushes(set, bounces, pair, &motion.pushed, &motion.surface);
        if (!same_vector(motion.pushed, state.pushed))
            note_bounce_push(&state, &motion, step);
        else if (state.pushes > 0.0f)
            part_bounce(pair, &state, motion.splits, step);
    }
    state.velocity = vec3_add(motion.velocity, state.kick);
    state.inner = motion.inner;
    bounces->states[i] = state;
}

// The third, over bodies.
static inline void sum_kicks(const BounceSet* bounces, int i)
{
    vec3 change = no_vector();
    for (int k = 0; k < bounces->pair_count; k++) {
        MEMORY const BouncePair* pair = bounces->pairs + k;
        if (bounces->states[k].is_kicked == 0.0f || (pair->bodies[0] != i && pair->bodies[1] != i))
            continue;
        real splits = inverse_mass_of(bounces, pair->bodies[0]) + inverse_mass_of(bounces, pair->bodies[1]);
        real share = ratio(bounces->bodies[i].inverse_mass, splits);
        change = vec3_add(
            change, vec3_scale(bounces->states[k].kick, pair->bodies[0] == i ? share : (real)0.0f - share));
    }
    bounces->changes[i] = change;
}

// The fourth, over the vertices of all bodies that bounce.
static inline void kick_vertex(const ContactSet* set, const BounceSet* bounces, int i)
{
    BounceVertex vertex = bounces->vertices[i];
    vec3 change = bounces->changes[vertex.body];
    MEMORY ContactRecord* v = set->velocity + vertex.place;
    if (!(set->position[vertex.place].w > 0.0f) || same_vector(change, no_vector()))
        return;
    v->x = v->x + change.x;
    v->y = v->y + change.y;
    v->z = v->z + change.z;
}

#endif
