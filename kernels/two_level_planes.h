// The ground, and obstacles, in the system of the two-level solver: of each vertex the plane that is nearer
// (contact_touches.h). The stage of the ground pushes vertices after the solve
// (physics/ground.h). It alone would leave a stiff body off by g h^2 times its mass over that of the vertices that touch.
// So a vertex that touches, with the gap C, also has a row in the system, of an augmented Lagrangian:
//
//     push = p - K C(x),   p = max(0, push) for the next substep
//
// K is 2 M / h^2 per vertex, M the mass of the system. Rigid motions need M / h^2 in all, or p would overshoot more and
// more. Across n the push is that of friction: a spring that was let go at the start of the substep.
//
//     t = p_t - K s,   s the slide in this substep;   p_t = t min(1, mu p / |t|)
//
// In the solve the share of friction is what it would be with the old velocity; the momenta take it as it is afterwards.
//
// A body that stands has rows on all its vertices that touch. Until it has come to rest along n, the stage alone pushes
// it, so that it bounces. A mixture of rows and pushes of the stage would rock. Nor may a vertex lie deep: to rows,
// pushing out is a velocity, and the body would fly. A vertex that comes faster than blow_speed has no row, and ends all.
//
// While a body touches, implicit Euler steps it: BDF2 would need 3 times K, and friction excites it.
#ifndef GEL_TWO_LEVEL_PLANES_H
#define GEL_TWO_LEVEL_PLANES_H

#include "physics/ground.h"
#include "two_level_set.h"

// The plane that a slot may touch: two records of `planes`.
typedef struct TouchPlane {
    vec3 normal;
    real offset;   // n . x of its points, as the substep starts
    vec3 velocity; // of its surface, m/s
    real friction;
} TouchPlane;

// How its plane holds a slot, per mass: a record of `holds`.
typedef struct PlaneHold {
    real along, across; // K along n and across it, 1/s^2; 0: the slot has no row
    real share;         // of friction, that its limit leaves
} PlaneHold;

// A record of `history`: the push of the last substep per mass, m/s^2, and how the vertex arrived (two_level_tables.h).
typedef struct PlaneTouch {
    vec3 push;
    real arrival;
} PlaneTouch;

// The push of its plane on a slot in a substep, per mass, m/s^2.
typedef struct PlanePush {
    real along;  // below 0 it would pull
    vec3 across; // before the limit of friction
} PlanePush;

// A plane in the momenta, per mass: as a spring in all directions, and one along n alone.
typedef struct PlanePull {
    vec3 push;
    real stiffness, along_only; // 1/s^2
} PlanePull;

static inline TouchPlane plane_of_slot(const TwoLevelSet* set, int slot)
{
    Record place = load_contiguous(set->planes, slot, set->slot_count),
           motion = load_contiguous(set->planes, set->slot_count + slot, 2 * set->slot_count);
    TouchPlane plane = {place.xyz, place.w, motion.xyz, motion.w};
    return plane;
}

static inline void store_plane(const TwoLevelSet* set, int slot, TouchPlane plane)
{
    Record place = {plane.normal, plane.offset}, motion = {plane.velocity, plane.friction};
    store_contiguous(set->planes, slot, set->slot_count, place);
    store_contiguous(set->planes, set->slot_count + slot, 2 * set->slot_count, motion);
}

// Without a ground, its plane is out of reach.
static inline TouchPlane ground_plane(const StepParameters* step)
{
    bool isThere = step->has_ground > 0.0f;
    scalar x = isThere ? step->ground_x : (scalar)0.0f, y = isThere ? step->ground_y : (scalar)0.0f,
           z = isThere ? step->ground_z : (scalar)0.0f,
           offset = isThere ? step->ground_offset : (scalar)-1.0f;
    TouchPlane plane = {{(real)x, (real)y, (real)z},
                        (real)offset,
                        {(real)0.0f, (real)0.0f, (real)0.0f},
                        (real)step->friction};
    return plane;
}

static inline real gap_before(const TouchPlane* plane, vec3 x)
{
    return vec3_dot(plane->normal, x) - plane->offset;
}

// Returns the plane that a slot may touch: of the ground, or that of an obstacle which contact offers.
static inline TouchPlane find_plane(const TwoLevelSet* set, int slot, vec3 x, bool hasOffers,
                                    const StepParameters* step)
{
    TouchPlane plane = ground_plane(step);
    if (!hasOffers)
        return plane;
    Record place = load_contiguous(set->offers, slot, set->slot_count),
           motion = load_contiguous(set->offers, set->slot_count + slot, 2 * set->slot_count);
    real isThere = vec3_dot(place.xyz, place.xyz);
    real nearer = vec3_dot(place.xyz, x) - place.w < gap_before(&plane, x) ? isThere : (real)0.0f;
    plane.normal = vec3_select(nearer, place.xyz, plane.normal);
    plane.offset = nearer > 0.0f ? place.w : plane.offset;
    plane.velocity = vec3_select(nearer, motion.xyz, plane.velocity);
    plane.friction = nearer > 0.0f ? motion.w : plane.friction;
    return plane;
}

static inline PlaneHold hold_of_slot(const TwoLevelSet* set, int slot)
{
    Record record = load_contiguous(set->holds, slot, set->slot_count);
    PlaneHold hold = {record.xyz.x, record.xyz.y, record.xyz.z};
    return hold;
}

static inline void store_hold(const TwoLevelSet* set, int slot, PlaneHold hold)
{
    Record record = {{hold.along, hold.across, hold.share}, (real)0.0f};
    store_contiguous(set->holds, slot, set->slot_count, record);
}

static inline PlaneTouch touch_of_slot(const TwoLevelSet* set, int slot)
{
    Record record = load_contiguous(set->history, 2 * set->slot_count + slot, 3 * set->slot_count);
    PlaneTouch touch = {record.xyz, record.w};
    return touch;
}

static inline void store_touch(const TwoLevelSet* set, int slot, PlaneTouch touch)
{
    Record record = {touch.push, touch.arrival};
    store_contiguous(set->history, 2 * set->slot_count + slot, 3 * set->slot_count, record);
}

// `standing` has two numbers of a system: how it stands in this substep, and in the next.
static inline MEMORY int* next_standing(const TwoLevelSet* set, int body)
{
    return set->standing + 2 * body + 1;
}

static inline bool touches_planes(const TwoLevelSet* set, int body)
{
    return set->standing[2 * body] != stands_not;
}

static inline bool has_plane_rows(const TwoLevelSet* set, int body)
{
    return set->standing[2 * body] == stands_on_rows;
}

// Whether the bodies of a system touch what has rows: then implicit Euler steps them.
static inline bool has_touches(const TwoLevelSet* set, int body)
{
    return touches_planes(set, body) || set->systems[body].contact_mass > 0.0f;
}

// Returns how many times m / h^2 counts.
static inline scalar inertia_of_body(const TwoLevelSet* set, int body)
{
    return has_touches(set, body) ? (scalar)1.0f : (scalar)set->systems[body].inertia;
}

static inline bool may_stand(const TwoLevelSet* set, int body, const StepParameters* step)
{
    return step->has_ground + step->has_obstacles > 0.0f && set->systems[body].inertia == bdf2_inertia;
}

// Returns how a body stands in this substep. Its first slot keeps that for the later passes.
static inline int begin_standing(const TwoLevelSet* set, int slot, int body, const StepParameters* step)
{
    int standing = may_stand(set, body, step) ? *next_standing(set, body) : stands_not;
    if (slot == set->aggregates[set->systems[body].first_aggregate].first_slot)
        set->standing[2 * body] = standing;
    return standing;
}

// Returns a way as the surface sees it.
static inline vec3 way_along(const TouchPlane* plane, vec3 way, const StepParameters* step)
{
    return vec3_subtract(way, vec3_scale(plane->velocity, (real)step->h));
}

// Returns C after a way from x.
static inline real gap_after(const TouchPlane* plane, vec3 x, vec3 way, const StepParameters* step)
{
    return gap_of_rows(gap_before(plane, x), step) + vec3_dot(plane->normal, way_along(plane, way, step));
}

// Returns the way of a slot in a substep, with h^2 a.
static inline vec3 way_of_slot(const TwoLevelSet* set, int slot, vec3 move, const StepParameters* step)
{
    Record v = load_contiguous(set->kept, slot, set->slot_count);
    return vec3_add(vec3_scale(v.xyz, (real)step->h), move);
}

// Returns p - K C along n, and p_t - K s, after a way from x.
static inline PlanePush find_push(const TouchPlane* plane, vec3 last, real k, vec3 x, vec3 way,
                                  const StepParameters* step)
{
    vec3 n = plane->normal, slide = part_across(way_along(plane, way, step), n);
    PlanePush push;
    push.along = vec3_dot(n, last) - k * gap_after(plane, x, way, step);
    push.across = vec3_subtract(part_across(last, n), vec3_scale(slide, k));
    return push;
}

static inline PlanePush push_of_slot(const TwoLevelSet* set, int slot, const TouchPlane* plane, real k,
                                     vec3 move, const StepParameters* step)
{
    Record x = load_vertex(set, position, slot);
    vec3 way = way_of_slot(set, slot, move, step);
    return find_push(plane, touch_of_slot(set, slot).push, k, x.xyz, way, step);
}

// Returns the speed at which a vertex comes as a blow, m/s. Gravity alone must not make one.
static inline scalar speed_of_blow(bool hasRows, const StepParameters* step)
{
    scalar least = hasRows ? blow_speed : slow_speed;
    return step->slowest_bounce > least ? step->slowest_bounce : least;
}

// Decides which plane a slot may touch, whether it has a row, and how stiff that is. Rows must not find a body squeezed by
// the stage: it would jump. So they begin where the body would have the vertex.
static inline void begin_hold(const TwoLevelSet* set, int slot, int body, bool hasRows, bool hasOffers,
                              Record* x, Record v, const StepParameters* step)
{
    PlaneHold hold = {(real)0.0f, (real)0.0f, (real)0.0f};
    TouchPlane plane = find_plane(set, slot, x->xyz, hasOffers, step);
    store_plane(set, slot, plane);
    if (hasRows) {
        PlaneTouch touch = touch_of_slot(set, slot);
        vec3 n = plane.normal;
        real p = vec3_dot(n, touch.push), mass = mass_on_ground(x->w, v.w);
        real squeezed = touch.arrival == arrival_slow ? p * step->h2 : (real)0.0f;
        x->xyz = vec3_subtract(x->xyz, vec3_scale(n, mass > 0.0f ? squeezed : (real)0.0f));
        store_position(set, slot, x->w, *x);
        real k = mass * (2.0f * set->systems[body].mass * step->inverse_h2);
        PlanePush push = find_push(&plane, touch.push, k, x->xyz, vec3_scale(v.xyz, (real)step->h), step);
        real gap = gap_before(&plane, x->xyz),
             came = (real)0.0f - vec3_dot(vec3_subtract(v.xyz, plane.velocity), n);
        k = ((touch.arrival > 0.0f) & (gap <= rounding_depth) & (push.along > 0.0f) &
             (came <= speed_of_blow(true, step)))
                ? k
                : (real)0.0f;
        hold.share = share_of_friction(push.across, plane.friction * p);
        hold.along = k;
        hold.across = k * hold.share;
    }
    store_hold(set, slot, hold);
}

// The row of a slot along n, without what inertia_of has.
static inline Derivative plane_row(const TwoLevelSet* set, int slot, real inverse_mass)
{
    PlaneHold hold = hold_of_slot(set, slot);
    Derivative row;
    row.gradient = vec3_scale(plane_of_slot(set, slot).normal,
                              real_sqrt(mass_of(inverse_mass) * (hold.along - hold.across)));
    row.weight = (real)0.0f;
    return row;
}

// Returns the push in the system on a slot that makes this move, per mass: linear in the move.
static inline vec3 foreseen_push(const TwoLevelSet* set, int slot, vec3 move, const StepParameters* step)
{
    PlaneHold hold = hold_of_slot(set, slot);
    TouchPlane plane = plane_of_slot(set, slot);
    PlanePush push = push_of_slot(set, slot, &plane, hold.along, move, step);
    vec3 none = {(real)0.0f, (real)0.0f, (real)0.0f},
         sum = vec3_add(vec3_scale(plane.normal, push.along), vec3_scale(push.across, hold.share));
    return vec3_select(hold.along, sum, none);
}

// Returns the push on a slot that has made this move, as the momenta take it. It pulls at nothing, and obeys the limit of
// friction.
static inline PlanePull plane_pull(const TwoLevelSet* set, int slot, vec3 move, const StepParameters* step)
{
    PlanePull pull = {{(real)0.0f, (real)0.0f, (real)0.0f}, (real)0.0f, (real)0.0f};
    if (!has_plane_rows(set, body_of_slot(set, slot)))
        return pull;
    real k = hold_of_slot(set, slot).along;
    TouchPlane plane = plane_of_slot(set, slot);
    PlanePush push = push_of_slot(set, slot, &plane, k, move, step);
    k = push.along > 0.0f ? k : (real)0.0f;
    real share = share_of_friction(push.across, plane.friction * push.along);
    vec3 sum = vec3_add(vec3_scale(plane.normal, push.along), vec3_scale(push.across, share));
    pull.push = vec3_select(k, sum, pull.push);
    pull.stiffness = share < 1.0f ? (real)0.0f : k;
    pull.along_only = k - pull.stiffness;
    return pull;
}

// Returns how a slot with this move touches its plane afterwards: 0 if it does not.
static inline real find_arrival(const TwoLevelSet* set, int slot, vec3 move, const StepParameters* step)
{
    const bool hasRows = has_plane_rows(set, body_of_slot(set, slot));
    const scalar blow = speed_of_blow(hasRows, step);
    Record x = load_vertex(set, position, slot), v = load_contiguous(set->kept, slot, set->slot_count);
    TouchPlane plane = plane_of_slot(set, slot);
    vec3 way = way_of_slot(set, slot, move, step);
    real last = touch_of_slot(set, slot).arrival,
         speed = vec3_dot(vec3_subtract(v.xyz, plane.velocity), plane.normal),
         depth = plane.offset - vec3_dot(plane.normal, x.xyz);
    real came =
             (real)0.0f - speed > blow ? (real)arrival_fast : (real)(hasRows ? arrival_held : arrival_slow),
         moves = (real)0.0f;
    if (!hasRows) {
        real aged = last + step->h * (1.0f / blow_time);
        aged = aged > arrival_slow ? (real)arrival_slow : aged;
        came = last > 0.0f ? aged : came;
        came = depth * depenetration_rate > least_depenetration_speed ? (real)arrival_fast : came;
        moves = speed * speed > blow * blow ? (real)arrival_moving : (real)0.0f;
    }
    real arrival = gap_after(&plane, x.xyz, way, step) <= rounding_depth ? came : moves;
    return mass_on_ground(x.w, v.w) > 0.0f ? arrival : (real)0.0f;
}

// Counts how the vertices of a body touch, for standing_of_sums.
static inline void count_touch(const TwoLevelSet* set, int slot, vec3 move, real present,
                               const StepParameters* step, real* sum)
{
    real arrival = find_arrival(set, slot, move, step);
    sum[touching_sum] = sum[touching_sum] + (is_touching(arrival) ? present : (real)0.0f);
    sum[fast_sum] = sum[fast_sum] + (is_unsettled(arrival) ? present : (real)0.0f);
}

static inline int standing_of_sums(const scalar* sum)
{
    return standing_of(sum[touching_sum] != 0.0f, sum[fast_sum] != 0.0f);
}

// Keeps how a slot touches, and its push: without a row that of the stage. `move`: with the rigid motion of its body.
static inline void keep_touch(const TwoLevelSet* set, int slot, int body, vec3 move,
                              const StepParameters* step)
{
    PlaneTouch touch = {{(real)0.0f, (real)0.0f, (real)0.0f}, (real)0.0f};
    if (*next_standing(set, body) != stands_not) {
        Record counted = load_contiguous(set->moves, slot, set->slot_count),
               x = load_vertex(set, position, slot);
        TouchPlane plane = plane_of_slot(set, slot);
        real gap = gap_after(&plane, x.xyz, way_of_slot(set, slot, move, step), step);
        vec3 pushed =
            vec3_scale(plane.normal, (gap < 0.0f ? (real)0.0f - gap : (real)0.0f) * step->inverse_h2);
        pushed = vec3_select(hold_of_slot(set, slot).along, plane_pull(set, slot, move, step).push, pushed);
        touch.arrival = find_arrival(set, slot, counted.xyz, step);
        touch.push = vec3_select(touch.arrival, pushed, touch.push);
    }
    store_touch(set, slot, touch);
}

#endif
