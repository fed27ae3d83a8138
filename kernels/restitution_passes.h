// Restitution between bodies, at the end of each substep. Each pass is a loop over bodies, pairs or
// vertices, whose turns are independent. Plain C and OpenCL C: the reference and kernels/restitution.cl
// hold the loops.
//
// Newton's cradle: the first ball hits the row, a push runs through it, and the last ball leaves.
//
//      before                     push                       after
//     O->   OOOO                 OOOOO                       OOOO   O->
//     v_in                       contacts push               v_out = e v_in
//
//     state of a pair:  approach (v_in) -- touches, pushes -- push ends: kick -- parted
//
// Contacts alone take the whole approach away. When the push between two bodies ends, all vertices of each
// get the same velocity on top, so that the centres of mass part at e (`restitution`) times the approach,
// along the mean direction of the push:
//
//     J = (e v_in - v_out) / (1 / M_A + 1 / M_B)
//
// Momentum is kept. The line of J passes beside centres of mass that do not face each other, so both bodies also turn
// alike, by the rotation that keeps their angular momentum:
//
//     (I_A + I_B) w = -(c_A - c_B) x J n
//
// J is limited in two ways:
//
//   - Two bodies between others that move, as in the cradle, do not part like two alone. Alone they would
//     have given each other (1 + e) v_in / (1 / M_A + 1 / M_B). J is at most what the push lacks of that,
//     too, and 0 if the two disagree in sign. This does not hold for a body that stands on the ground: the
//     ground and its weight add to the push.
//   - J and w add no more energy than the push has cost: bodies may spin or shake after they met, and be pressed.
//
// A slow approach does not bounce, as on the ground (physics/ground.h). A push lasts until a step
// has passed without it: stiff bodies chatter, and each time that they part, J takes back what was
// too much.
//
//     pass              over        reads                     writes
//     sum_momentum      bodies      position, velocity        momenta (partial sums)
//     restitute_pair    pairs       momenta, pushes           states
//     sum_kicks         bodies      states, momenta           kicks
//     kick_vertex       vertices    kicks                     velocity
#ifndef GEL_RESTITUTION_PASSES_H
#define GEL_RESTITUTION_PASSES_H

#include "restitution_tables.h"
#include "contact_passes.h"
#include "physics/balance.h"

// The state of a pair, which lasts between steps, in reals (host/src/contact/restitution.h). Velocities are
// those of the first body, seen from the second.
typedef struct RestitutionState {
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
    real worked;        // by gravity since the push began: twice that, J
    real peak;          // of the energy as in met_with, less `worked`, since the pair turned
} RestitutionState;

// A body that stays slow for so many substeps has come to rest.
#define max_slow_substeps 6.0f

// Partial sums of a body: those of balance.h with d = v, relative to its first vertex; and twice the energy.
typedef struct RestitutionMomenta {
    real sums[balance_sums], energy;
} RestitutionMomenta;

// The velocity that a body gains in this substep, and the spin about its centre of mass.
typedef struct RestitutionKick {
    vec3 velocity, spin, centre;
} RestitutionKick;

typedef struct RestitutionSet {
    RESTITUTION_BUFFERS(BUFFER_MEMBER)
    int pair_count;
} RestitutionSet;

static inline vec3 no_vector(void)
{
    vec3 none = {0.0f, 0.0f, 0.0f};
    return none;
}

static inline vec3 place_of(const ContactSet* set, int place)
{
    vec3 x = {set->position[place].x, set->position[place].y, set->position[place].z};
    return x;
}

// Where the moments of a body are taken.
static inline vec3 origin_of(const ContactSet* set, const RestitutionSet* restitution, int body)
{
    return place_of(set, restitution->body_vertices[restitution->bodies[body].first_vertex].place);
}

// Over the partial sums of all bodies. (A mask, not %: lane_of in search_boxes.h tells why.)
static inline void sum_momentum(const ContactSet* set, const RestitutionSet* restitution, int i)
{
    MEMORY const RestitutionBody* body = restitution->bodies + i / momentum_lanes;
    RestitutionMomenta total = {.energy = 0.0f};
    for (int k = 0; k < balance_sums; k++)
        total.sums[k] = 0.0f;
    for (int k = i & (momentum_lanes - 1); k < body->vertex_count; k += momentum_lanes) {
        int place = restitution->body_vertices[body->first_vertex + k].place;
        vec3 v = {set->velocity[place].x, set->velocity[place].y, set->velocity[place].z};
        vec3 r = vec3_subtract(place_of(set, place), origin_of(set, restitution, i / momentum_lanes));
        real w = set->position[place].w;
        add_moments(total.sums, r, v, w, 1.0f);
        total.energy = total.energy + ratio(1.0f, w) * vec3_dot(v, v);
    }
    restitution->momenta[i] = total;
}

// Returns a sum of a body: the k-th of balance.h, or twice the energy.
static inline real sum_of_body(const RestitutionSet* restitution, int body, int k)
{
    real parts[momentum_lanes];
    for (int i = 0; i < momentum_lanes; i++) {
        MEMORY const RestitutionMomenta* part = restitution->momenta + momentum_lanes * body + i;
        parts[i] = k < balance_sums ? part->sums[k] : part->energy;
    }
    for (int span = momentum_lanes / 2; span > 0; span /= 2)
        for (int i = 0; i < span; i++)
            parts[i] = parts[i] + parts[i + span];
    return parts[0];
}

// The velocity of a body's centre of mass, and twice the energy of its motion round that.
static inline void body_motion(const RestitutionSet* restitution, int body, vec3* velocity, real* inner)
{
    *velocity = no_vector();
    *inner = 0.0f;
    if (body < 0)
        return;
    vec3 momentum = {sum_of_body(restitution, body, 4), sum_of_body(restitution, body, 5),
                     sum_of_body(restitution, body, 6)};
    *velocity = vec3_scale(momentum, restitution->bodies[body].inverse_mass);
    *inner = sum_of_body(restitution, body, balance_sums) - vec3_dot(momentum, *velocity);
}

// Adds the inertia of a body and its angular momentum about its centre of mass; returns that centre.
static inline vec3 add_spin(const ContactSet* set, const RestitutionSet* restitution, int body,
                            real inertia[3][3], vec3* spin)
{
    real sums[balance_sums], c[3], own[3][3], torque[3];
    for (int k = 0; k < balance_sums; k++)
        sums[k] = sum_of_body(restitution, body, k);
    for (int k = 0; k < 3; k++)
        c[k] = ratio(sums[1 + k], sums[0]);
    find_inertia(sums, c, own, torque);
    for (int i = 0; i < 9; i++)
        inertia[i / 3][i % 3] = inertia[i / 3][i % 3] + own[i / 3][i % 3];
    vec3 turned = {torque[0], torque[1], torque[2]}, centre = {c[0], c[1], c[2]};
    *spin = vec3_subtract(*spin, turned);
    return vec3_add(origin_of(set, restitution, body), centre);
}

// How two bodies turn with a kick that moves them apart at a velocity.
typedef struct KickSpin {
    vec3 spin, centres[2]; // rad/s, m
    real gain;             // of twice the energy, J, if the bodies turn by this spin in all; linear in it
    real energy;           // the same, quadratic in it
} KickSpin;

// Where one of the two does not move, nothing need be kept.
static inline KickSpin find_kick_spin(const ContactSet* set, const RestitutionSet* restitution,
                                      MEMORY const RestitutionPair* pair, vec3 kick, real inverse_mass)
{
    KickSpin found = {no_vector(), {no_vector(), no_vector()}, 0.0f, 0.0f};
    real inertia[3][3] = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}}, spin[3];
    vec3 before = no_vector();
    for (int side = 0; side < 2; side++) {
        int body = pair->bodies[side];
        if (body < 0 || !(restitution->bodies[body].inverse_mass > 0.0f))
            return found;
    }
    for (int side = 0; side < 2; side++)
        found.centres[side] = add_spin(set, restitution, pair->bodies[side], inertia, &before);
    vec3 impulse = vec3_scale(kick, ratio(1.0f, inverse_mass));
    vec3 missing = vec3_cross(impulse, vec3_subtract(found.centres[0], found.centres[1]));
    real torque[3] = {missing.x, missing.y, missing.z};
    solve_inertia(inertia, torque, spin);
    found.spin.x = spin[0];
    found.spin.y = spin[1];
    found.spin.z = spin[2];
    found.gain = 2.0f * vec3_dot(found.spin, before);
    found.energy = vec3_dot(found.spin, missing);
    return found;
}

// How fast the obstacle's side of a contact moves: side 0 is the first element's.
static inline vec3 side_velocity(const ContactSet* set, int contact, int side)
{
    vec3 sum = no_vector();
    int split = set->contacts[contact].kind == (float)contact_edges ? 2 : 1;
    for (int k = side == 0 ? 0 : split; k < (side == 0 ? split : 4); k++) {
        MEMORY const ContactRecord* v = &set->point_states[set->contacts[contact].points[k]].v;
        real weight = component(&set->candidate_planes[set->candidate_slot_of[contact]].weights, k);
        vec3 motion = {v->x, v->y, v->z};
        sum = vec3_add(sum, vec3_scale(motion, absolute(weight)));
    }
    return sum;
}

// Sums the pushes of a pair's contacts in the step along their normals, and averages an obstacle's
// velocity there.
static inline void sum_pushes(const ContactSet* set, const RestitutionSet* restitution,
                              MEMORY const RestitutionPair* pair, vec3* pushed, vec3* surface)
{
    real total = 0.0f;
    *pushed = *surface = no_vector();
    for (int k = pair->first_contact; k < pair->first_contact + pair->contact_count; k++) {
        int contact = restitution->pair_contacts[k].contact_and_turn >> 1;
        int is_turned = restitution->pair_contacts[k].contact_and_turn & 1;
        MEMORY const ContactPush* noted = set->pushes + contact;
        vec3 normal = {noted->normal.x, noted->normal.y, noted->normal.z};
        real push = noted->sum.w;
        if (!(push > 0.0f))
            continue;
        *pushed = vec3_add(*pushed, vec3_scale(normal, is_turned != 0 ? (real)0.0f - push : push));
        total = total + push;
        if (pair->obstacle >= 0)
            *surface =
                vec3_add(*surface, vec3_scale(side_velocity(set, contact, pair->obstacle ^ is_turned), push));
    }
    real share = ratio(1.0f, total);
    *surface = vec3_scale(*surface, pair->obstacle == 0 ? (real)0.0f - share : share);
}

static inline bool same_vector(vec3 a, vec3 b)
{
    return (a.x == b.x) & (a.y == b.y) & (a.z == b.z);
}

static inline real inverse_mass_of(const RestitutionSet* restitution, int body)
{
    return body < 0 ? (real)0.0f : (real)restitution->bodies[body].inverse_mass;
}

// A pair as it is after a substep.
typedef struct PairMotion {
    vec3 velocity; // of the first body's centre of mass, seen from the second's; obstacles taken as still
    vec3 pushed;   // in the whole step
    vec3 surface;
    real inner;        // twice the energy of both, but for that of their centres of mass
    real inverse_mass; // 1 / M_A + 1 / M_B
} PairMotion;

// Twice the energy of a pair before this substep, seen from its centre of mass, or from an obstacle's surface.
static inline real energy_before(const RestitutionState* state, vec3 surface, real inverse_mass)
{
    vec3 velocity = vec3_subtract(state->velocity, surface);
    return state->inner + ratio(vec3_dot(velocity, velocity), inverse_mass);
}

// Records that the pair pushed in this substep.
static inline void record_pair_push(RestitutionState* state, const PairMotion* motion,
                                    const StepParameters* step)
{
    vec3 before = vec3_subtract(state->velocity, motion->surface);
    vec3 normal = vec3_add(state->earlier, motion->pushed);
    bool again = (state->has_bounced > 0.0f) & (state->pushes == 0.0f) & (vec3_dot(before, normal) < 0.0f);
    if ((state->touches == 0.0f) | again) {
        state->approach = before;
        state->met_with = energy_before(state, motion->surface, motion->inverse_mass);
        state->earlier = vec3_scale(state->pushed, -1.0f);
        state->touches = 1.0f;
        state->has_bounced = state->has_turned = state->slow_substeps = 0.0f;
        state->peak = state->worked = 0.0f;
        normal = vec3_subtract(motion->pushed, state->pushed);
    }
    real speed = vec3_dot(vec3_subtract(motion->velocity, motion->surface), normal);
    real slow = step->slowest_bounce * real_sqrt(vec3_dot(normal, normal));
    state->slow_substeps = absolute(speed) < slow ? (real)(state->slow_substeps + 1.0f) : (real)0.0f;
    if ((state->has_turned > 0.0f) & (speed < 0.0f))
        state->approach = no_vector();
    state->has_turned = speed > slow ? (real)1.0f : state->has_turned;
    state->surface = motion->surface;
    state->pushed = motion->pushed;
    state->pushes = 1.0f;
}

// Limits by how much the speed of parting grows: the energy before the push is all there is. What has moved since the pair
// turned is elastic by now, not lost. Of what moves within, half is taken to be elastic, too: what swings is so in turn, what
// turns is not. `spin`: of a kick of 1 m/s.
static inline real limit_gain(const RestitutionState* state, const KickSpin* spin, real change, real parting,
                              real inverse_mass)
{
    real moving = energy_before(state, state->surface, inverse_mass) - state->worked;
    real now = moving + (real)0.5f * state->inner;
    real lost = state->met_with - (now > state->peak ? now : state->peak);
    lost = lost > 0.0f ? lost : (real)0.0f;
    real speed = parting + (real)0.5f * spin->gain * inverse_mass, share = 1.0f + spin->energy * inverse_mass;
    real root = real_sqrt(speed * speed + (lost * inverse_mass) * share);
    real most = (root - speed) / share, least = ((real)0.0f - root - speed) / share;
    return change > most ? most : change < least ? least : change;
}

// Whether bodies part, or have at least met for good: what lands flat stops at once, to rounding or to what
// its weight adds in a substep.
static inline bool has_stopped(real parting, real approach, const StepParameters* step)
{
    return (parting > (real)0.0f - step->slowest_bounce) | (parting > approach * (real)-0.001f);
}

// Returns by how much the speed of a pair along its push is to grow, when the push has ended.
static inline real restitute(const RestitutionState* state, MEMORY const RestitutionPair* pair,
                             real inverse_mass, real push, vec3 normal, const KickSpin* spin,
                             const StepParameters* step)
{
    real restitution = pair->restitution;
    real approach = (real)0.0f - vec3_dot(state->approach, normal);
    real parting = vec3_dot(vec3_subtract(state->velocity, state->surface), normal);
    real missing = restitution * approach - parting;
    real unpushed = (1.0f + restitution) * approach - push * inverse_mass * step->inverse_h;
    real less = absolute(unpushed) < absolute(missing) ? unpushed : missing;
    less = missing * unpushed > 0.0f ? less : (real)0.0f;
    bool counts =
        (approach > step->slowest_bounce) & has_stopped(parting, approach, step) & (inverse_mass > 0.0f);
    real change = !counts ? (real)0.0f : pair->is_among_others != 0 ? less : missing;
    return limit_gain(state, spin, change, parting, inverse_mass);
}

static inline void end_push(const ContactSet* set, const RestitutionSet* restitution,
                            MEMORY const RestitutionPair* pair, RestitutionState* state, real inverse_mass,
                            const StepParameters* step)
{
    vec3 sum = vec3_add(state->earlier, state->pushed);
    real push = real_sqrt(vec3_dot(sum, sum));
    vec3 normal = vec3_scale(sum, ratio(1.0f, push));
    KickSpin spin = find_kick_spin(set, restitution, pair, normal, inverse_mass);
    real change = restitute(state, pair, inverse_mass, push, normal, &spin, step);
    state->pushes = 0.0f;
    if (change == 0.0f)
        return;
    state->kick = vec3_scale(normal, change);
    state->is_kicked = state->has_bounced = 1.0f;
    state->earlier = vec3_add(state->earlier, vec3_scale(state->kick, step->h / inverse_mass));
}

// A pair that has come to rest against each other has spent its approach. If it has not bounced yet, it does
// now: what is flat and lies on its contact, such as cloth or a rope, does not spring back by itself, and its
// weight goes on pushing.
static inline void end_rest(const ContactSet* set, const RestitutionSet* restitution,
                            MEMORY const RestitutionPair* pair, RestitutionState* state, real inverse_mass,
                            const StepParameters* step)
{
    if (state->slow_substeps < max_slow_substeps)
        return;
    if ((state->has_bounced == 0.0f) & (state->has_turned == 0.0f))
        end_push(set, restitution, pair, state, inverse_mass, step);
    if (state->is_kicked == 0.0f)
        state->approach = no_vector();
}

// Two bodies fall alike, so gravity works on a pair only where one of it is an obstacle.
static inline void add_fall(RestitutionState* state, real inverse_mass, const StepParameters* step)
{
    vec3 gravity = {(real)step->gravity_x, (real)step->gravity_y, (real)step->gravity_z};
    real fall = step->h * vec3_dot(gravity, vec3_subtract(state->velocity, state->surface));
    state->worked = state->worked + ratio((real)2.0f * fall, inverse_mass);
}

static inline void measure_pair(const RestitutionSet* restitution, MEMORY const RestitutionPair* pair,
                                PairMotion* motion)
{
    vec3 first, second;
    real inner_first, inner_second;
    body_motion(restitution, pair->bodies[0], &first, &inner_first);
    body_motion(restitution, pair->bodies[1], &second, &inner_second);
    motion->velocity = vec3_subtract(first, second);
    motion->inner = inner_first + inner_second;
    motion->inverse_mass =
        inverse_mass_of(restitution, pair->bodies[0]) + inverse_mass_of(restitution, pair->bodies[1]);
}

// Over pairs. At the start of a step it only records the motion, and forgets pushes that have ended.
static inline void restitute_pair(const ContactSet* set, const RestitutionSet* restitution, int i,
                                  bool starts_step, const StepParameters* step)
{
    MEMORY const RestitutionPair* pair = restitution->pairs + i;
    RestitutionState state = restitution->states[i];
    PairMotion motion;
    measure_pair(restitution, pair, &motion);
    state.is_kicked = 0.0f;
    state.kick = no_vector();
    if (starts_step) {
        state.touches = same_vector(state.pushed, no_vector()) ? (real)0.0f : state.touches;
        state.earlier = vec3_add(state.earlier, state.pushed);
        state.pushed = no_vector();
    } else {
        sum_pushes(set, restitution, pair, &motion.pushed, &motion.surface);
        if (!same_vector(motion.pushed, state.pushed)) {
            record_pair_push(&state, &motion, step);
            end_rest(set, restitution, pair, &state, motion.inverse_mass, step);
        } else if (state.pushes > 0.0f)
            end_push(set, restitution, pair, &state, motion.inverse_mass, step);
    }
    if (!starts_step && pair->obstacle >= 0)
        add_fall(&state, motion.inverse_mass, step);
    state.velocity = vec3_add(motion.velocity, state.kick);
    state.inner = motion.inner;
    real moving = energy_before(&state, state.surface, motion.inverse_mass) - state.worked;
    state.peak = ((state.has_turned > 0.0f) & (moving > state.peak)) ? moving : state.peak;
    restitution->states[i] = state;
}

// Over bodies.
static inline void sum_kicks(const ContactSet* set, const RestitutionSet* restitution, int i)
{
    RestitutionKick sum = {no_vector(), no_vector(), no_vector()};
    for (int k = 0; k < restitution->pair_count; k++) {
        MEMORY const RestitutionPair* pair = restitution->pairs + k;
        if (restitution->states[k].is_kicked == 0.0f || (pair->bodies[0] != i && pair->bodies[1] != i))
            continue;
        real inverse_mass =
            inverse_mass_of(restitution, pair->bodies[0]) + inverse_mass_of(restitution, pair->bodies[1]);
        real share = ratio(restitution->bodies[i].inverse_mass, inverse_mass);
        vec3 kick = restitution->states[k].kick;
        KickSpin turn = find_kick_spin(set, restitution, pair, kick, inverse_mass);
        sum.velocity =
            vec3_add(sum.velocity, vec3_scale(kick, pair->bodies[0] == i ? share : (real)0.0f - share));
        sum.spin = vec3_add(sum.spin, turn.spin);
        if (!same_vector(turn.spin, no_vector()))
            sum.centre = turn.centres[pair->bodies[0] == i ? 0 : 1];
    }
    restitution->kicks[i] = sum;
}

// Over the vertices of all bodies that bounce.
static inline void kick_vertex(const ContactSet* set, const RestitutionSet* restitution, int i)
{
    RestitutionVertex vertex = restitution->body_vertices[i];
    RestitutionKick kick = restitution->kicks[vertex.body];
    MEMORY ContactRecord* v = set->velocity + vertex.place;
    vec3 arm = vec3_subtract(place_of(set, vertex.place), kick.centre);
    vec3 change = vec3_add(kick.velocity, vec3_cross(kick.spin, arm));
    if (!(set->position[vertex.place].w > 0.0f) || same_vector(change, no_vector()))
        return;
    v->x = v->x + change.x;
    v->y = v->y + change.y;
    v->z = v->z + change.z;
}

#endif
