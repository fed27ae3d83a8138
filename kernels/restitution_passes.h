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
// Momentum is kept. J is limited in two ways:
//
//   - Two bodies between others that move, as in the cradle, do not part like two alone. Alone they would
//     have given each other (1 + e) v_in / (1 / M_A + 1 / M_B). J is at most what the push lacks of that,
//     too, and 0 if the two disagree in sign. This does not hold for a body that stands on the ground: the
//     ground and its weight add to the push.
//   - J adds no more energy than the push has cost: bodies may spin or shake after they met, and be pressed.
//
// A slow approach does not bounce, as on the ground (physics/ground.h). A push lasts until a step
// has passed without it: stiff bodies chatter, and each time that they part, J takes back what was
// too much.
//
//     pass              over        reads                     writes
//     sum_momentum      bodies      velocity                  momenta (partial sums)
//     restitute_pair    pairs       momenta, pushes           states
//     sum_kicks         bodies      states                    kicks
//     kick_vertex       vertices    kicks                     velocity
#ifndef GEL_RESTITUTION_PASSES_H
#define GEL_RESTITUTION_PASSES_H

#include "restitution_tables.h"
#include "contact_passes.h"

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

typedef struct RestitutionSet {
    RESTITUTION_BUFFERS(BUFFER_MEMBER)
    int pair_count;
} RestitutionSet;

static inline vec3 no_vector(void)
{
    vec3 none = {0.0f, 0.0f, 0.0f};
    return none;
}

// Over the partial sums of all bodies. (A mask, not %: lane_of in search_boxes.h tells why.)
static inline void sum_momentum(const ContactSet* set, const RestitutionSet* restitution, int i)
{
    MEMORY const RestitutionBody* body = restitution->bodies + i / momentum_lanes;
    vec3 sum = no_vector();
    real energy = 0.0f;
    for (int k = i & (momentum_lanes - 1); k < body->vertex_count; k += momentum_lanes) {
        int place = restitution->body_vertices[body->first_vertex + k].place;
        vec3 v = {set->velocity[place].x, set->velocity[place].y, set->velocity[place].z};
        real mass = ratio(1.0f, set->position[place].w);
        sum = vec3_add(sum, vec3_scale(v, mass));
        energy = energy + mass * vec3_dot(v, v);
    }
    restitution->momenta[i].x = sum.x;
    restitution->momenta[i].y = sum.y;
    restitution->momenta[i].z = sum.z;
    restitution->momenta[i].w = energy;
}

// The velocity of a body's centre of mass, and twice the energy of its motion round that.
static inline void body_motion(const RestitutionSet* restitution, int body, vec3* velocity, real* inner)
{
    vec3 sums[momentum_lanes];
    real energies[momentum_lanes];
    *velocity = no_vector();
    *inner = 0.0f;
    if (body < 0)
        return;
    for (int k = 0; k < momentum_lanes; k++) {
        MEMORY const ContactRecord* part = restitution->momenta + momentum_lanes * body + k;
        vec3 sum = {part->x, part->y, part->z};
        sums[k] = sum;
        energies[k] = part->w;
    }
    for (int span = momentum_lanes / 2; span > 0; span /= 2)
        for (int k = 0; k < span; k++) {
            sums[k] = vec3_add(sums[k], sums[k + span]);
            energies[k] = energies[k] + energies[k + span];
        }
    *velocity = vec3_scale(sums[0], restitution->bodies[body].inverse_mass);
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

// Returns by how much the speed of parting may grow at most: the energy before the push is all there is. What has moved
// since the pair turned is elastic by now, not lost. Of what moves within, half is taken to be elastic, too: what swings is
// so in turn, what turns is not.
static inline real max_gain(const RestitutionState* state, real parting, real inverse_mass)
{
    real moving = energy_before(state, state->surface, inverse_mass) - state->worked;
    real now = moving + (real)0.5f * state->inner;
    real lost = state->met_with - (now > state->peak ? now : state->peak);
    lost = lost > 0.0f ? lost : (real)0.0f;
    return real_sqrt(parting * parting + lost * inverse_mass) - parting;
}

// Whether bodies part, or have at least met for good: what lands flat stops at once, to rounding or to what
// its weight adds in a substep.
static inline bool has_stopped(real parting, real approach, const StepParameters* step)
{
    return (parting > (real)0.0f - step->slowest_bounce) | (parting > approach * (real)-0.001f);
}

// Returns by how much the speed of a pair along its push is to grow, when the push has ended.
static inline real restitute(const RestitutionState* state, MEMORY const RestitutionPair* pair,
                             real inverse_mass, real push, vec3 normal, const StepParameters* step)
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
    real greatest = max_gain(state, parting, inverse_mass);
    return change < greatest ? change : greatest;
}

static inline void end_push(MEMORY const RestitutionPair* pair, RestitutionState* state, real inverse_mass,
                            const StepParameters* step)
{
    vec3 sum = vec3_add(state->earlier, state->pushed);
    real push = real_sqrt(vec3_dot(sum, sum));
    vec3 normal = vec3_scale(sum, ratio(1.0f, push));
    real change = restitute(state, pair, inverse_mass, push, normal, step);
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
static inline void end_rest(MEMORY const RestitutionPair* pair, RestitutionState* state, real inverse_mass,
                            const StepParameters* step)
{
    if (state->slow_substeps < max_slow_substeps)
        return;
    if ((state->has_bounced == 0.0f) & (state->has_turned == 0.0f))
        end_push(pair, state, inverse_mass, step);
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
            end_rest(pair, &state, motion.inverse_mass, step);
        } else if (state.pushes > 0.0f)
            end_push(pair, &state, motion.inverse_mass, step);
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
static inline void sum_kicks(const RestitutionSet* restitution, int i)
{
    vec3 change = no_vector();
    for (int k = 0; k < restitution->pair_count; k++) {
        MEMORY const RestitutionPair* pair = restitution->pairs + k;
        if (restitution->states[k].is_kicked == 0.0f || (pair->bodies[0] != i && pair->bodies[1] != i))
            continue;
        real inverse_mass =
            inverse_mass_of(restitution, pair->bodies[0]) + inverse_mass_of(restitution, pair->bodies[1]);
        real share = ratio(restitution->bodies[i].inverse_mass, inverse_mass);
        change = vec3_add(change, vec3_scale(restitution->states[k].kick,
                                             pair->bodies[0] == i ? share : (real)0.0f - share));
    }
    restitution->kicks[i] = change;
}

// Over the vertices of all bodies that bounce.
static inline void kick_vertex(const ContactSet* set, const RestitutionSet* restitution, int i)
{
    RestitutionVertex vertex = restitution->body_vertices[i];
    vec3 change = restitution->kicks[vertex.body];
    MEMORY ContactRecord* v = set->velocity + vertex.place;
    if (!(set->position[vertex.place].w > 0.0f) || same_vector(change, no_vector()))
        return;
    v->x = v->x + change.x;
    v->y = v->y + change.y;
    v->z = v->z + change.z;
}

#endif
