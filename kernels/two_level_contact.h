// Contacts between bodies in the system of the two-level solver. As on the ground (two_level_planes.h), the stage of
// contact alone would leave stiff bodies squeezed. So contacts of bodies that rest on each other are rows of the system
// that these bodies form: an augmented Lagrangian, with the gap C of physics/contact.h.
//
//     push = p - K C(x),   p = max(0, p - K C / 4) for the next substep
//     t = p_t - K s,       s the slide in this substep;   p_t likewise, at most mu p
//
// K is 4 M / h^2 over the number of contacts, M the mass of the system: with more, contacts of one vertex would switch each
// other on and off. A contact whose elements overlap stays a row, and may pull.
//
// n is that of the face of a triangle, or of two edges. A point that is nearest to the rim of its triangle has the direction
// to that place: the rims of convex bodies are round then, with the radius that surfaces are kept apart.
//
// A row has the normal n and the weights b at y, where the velocities of before lead. As a spring of row.h it is
//
//     s = sqrt(K - K_a) (C - p / K),   g_i = sqrt(K - K_a) b_i n
//     V = sqrt(K_a) ((C - p / K) n + slide - p_t / K),   a_i = sqrt(K_a) b_i
//
// with K_a the part of K that friction has. The b_i add up to 0: the momentum stays. What is to be a row, the world
// decides between steps (host/src/world/contact_rows.c).
#ifndef GEL_TWO_LEVEL_CONTACT_H
#define GEL_TWO_LEVEL_CONTACT_H

#include "physics/contact.h"
#include "two_level_set.h"

// The part of K C that p grows by. The smoother counts a row of n corners n times, so a vertex resists as if K were up to n
// times as great. With x of effective mass m, p_{k+1} = p_k - c K x and the push p - K x, it is stable if K h^2 / m > c.
#define contact_carried 0.25f
#define contact_parted 1e3f // m: C of elements that are no longer above each other

typedef struct ContactRow {
    vec3 normal;
    vec3 slide; // across n, from the start of the substep to y, m
    vec3 push;  // of the last substep, N
    real weights[contact_corners];
    real apart, gap;       // C at y, and C that the push takes: m
    real stiffness, share; // K, N/m, 0: it is open; of friction, what its limit leaves
} ContactRow;

// Finds n and b of a point and the nearest place of its triangle. Returns 1 if they are apart.
static inline real find_rim_normal(const vec3 x[contact_corners], ContactRow* row)
{
    vec3 offset;
    offset_from_triangle(x, row->weights, &offset);
    row->normal = unit_vector(offset);
    return vec3_dot(offset, offset) > min_distance * min_distance ? (real)1.0f : (real)0.0f;
}

// Whether two edges p and q cross, or would where they end: straight ones go on there.
static inline real edges_cross(vec3 p, vec3 q, vec3 across, real s, real t)
{
    real inside = ((s > -contact_beyond) & (s < 1.0f + contact_beyond) & (t > -contact_beyond) &
                   (t < 1.0f + contact_beyond))
                      ? (real)1.0f
                      : (real)0.0f;
    return vec3_dot(across, across) > least_sine * (vec3_dot(p, p) * vec3_dot(q, q)) ? inside : (real)0.0f;
}

// Finds n and b where the elements are. Returns 1 if they are above each other.
static inline real find_contact_normal(const vec3 x[contact_corners], const real* value, ContactRow* row)
{
    ContactTouch touch;
    vec3 face = triangle_area(x), p = vec3_subtract(x[1], x[0]), q = vec3_subtract(x[3], x[2]),
         across = vec3_cross(p, q);
    real s, t, of_edges = value[contact_of_edges], isAbove = 1.0f;
    nearest_on_lines(x, &s, &t);
    touch.weights[0] = 1.0f;
    touch.weights[1] = touch.weights[2] = touch.weights[3] = 0.0f;
    touch.offset = face;
    leave_by_plane(&touch, x, face, (real)1.0f);
    for (int k = 1; k < contact_corners; k++)
        isAbove = ((touch.weights[k] > contact_beyond) | (touch.weights[k] < -1.0f - contact_beyond))
                      ? (real)0.0f
                      : isAbove;
    row->weights[0] = of_edges > 0.0f ? 1.0f - s : touch.weights[0];
    row->weights[1] = of_edges > 0.0f ? s : touch.weights[1];
    row->weights[2] = of_edges > 0.0f ? t - 1.0f : touch.weights[2];
    row->weights[3] = of_edges > 0.0f ? (real)0.0f - t : touch.weights[3];
    row->normal = unit_vector(vec3_select(of_edges, vec3_scale(across, value[contact_side]), face));
    ContactRow rim;
    real onRim = value[contact_on_rim], isApart = find_rim_normal(x, &rim);
    for (int k = 0; k < contact_corners; k++)
        row->weights[k] = onRim > 0.0f ? rim.weights[k] : row->weights[k];
    row->normal = vec3_select(onRim, rim.normal, row->normal);
    return onRim > 0.0f ? isApart : of_edges > 0.0f ? edges_cross(p, q, across, s, t) : isAbove;
}

// Finds a contact at y = x[]: its elements come from x - ways. `w`: inverse masses.
static inline void find_contact(const TwoLevelSet* set, int body, int item, const vec3* x, const vec3* ways,
                                const real* w, const real* value, const StepParameters* step, ContactRow* row)
{
    const int count = set->kinds[constraint_contact].count;
    Record touch = load_contiguous(set->touches, item, count);
    real isAbove = find_contact_normal(x, value, row), K = set->systems[body].contact_mass * step->inverse_h2;
    vec3 n = row->normal, way = combine4(ways, row->weights);
    row->push = touch.xyz;
    row->apart = isAbove > 0.0f ? vec3_dot(n, combine4(x, row->weights)) - value[contact_thickness]
                                : (real)contact_parted;
    real before = row->apart - vec3_dot(n, way);
    row->gap = gap_of_rows(before, step) + vec3_dot(n, way);
    row->slide = part_across(way, n);
    real p = vec3_dot(n, touch.xyz), mass = (w[0] + w[1]) + (w[2] + w[3]);
    vec3 across = vec3_subtract(part_across(touch.xyz, n), vec3_scale(row->slide, K));
    row->share = share_of_friction(across, value[contact_friction] * p);
    real reaches = before < 0.0f ? (real)1.0f : p - K * before;
    row->stiffness = ((mass > 0.0f) & (isAbove > 0.0f) & (reaches > 0.0f)) ? K : (real)0.0f;
}

// Loads h v of the vertices.
static inline void load_ways(const TwoLevelSet* set, MEMORY const int* ends, const StepParameters* step,
                             vec3* ways)
{
    for (int k = 0; k < contact_corners; k++) {
        Record v = load_record(set->kept, ends + k * set->kinds[constraint_contact].count);
        ways[k] = vec3_scale(v.xyz, (real)step->h);
    }
}

// Does what row_NAME of other kinds does.
static inline void row_of_contact(const TwoLevelSet* set, int body, int item, const vec3* x, const real* w,
                                  const real* value, const StepParameters* step, Residual* residual,
                                  Derivative* derivatives)
{
    vec3 ways[contact_corners];
    ContactRow row;
    load_ways(set, set->ends + set->kinds[constraint_contact].first_slot + item, step, ways);
    find_contact(set, body, item, x, ways, w, value, step, &row);
    vec3 n = row.normal;
    real K = row.stiffness, inverse = K > 0.0f ? 1.0f / K : (real)0.0f,
         along = real_sqrt(K * (1.0f - row.share)), across = real_sqrt(K * row.share),
         gap = row.gap - vec3_dot(n, row.push) * inverse;
    vec3 slide = vec3_subtract(row.slide, vec3_scale(part_across(row.push, n), inverse));
    residual->number = along * gap;
    residual->vector = vec3_scale(vec3_add(vec3_scale(n, gap), slide), across);
    for (int k = 0; k < contact_corners; k++) {
        derivatives[k].gradient = vec3_scale(n, along * row.weights[k]);
        derivatives[k].weight = across * row.weights[k];
    }
}

// Keeps the push of a contact for the next substep, and C.
static inline void keep_contact(const TwoLevelSet* set, int item, const StepParameters* step)
{
    const LevelKind kind = set->kinds[constraint_contact];
    MEMORY const int* ends = set->ends + kind.first_slot + item;
    MEMORY const float* values = set->values + kind.first_number + item;
    const int body = body_of_slot(set, set->ends[kind.first_slot + item / level_columns * level_columns] / 4);
    vec3 x[contact_corners], ways[contact_corners], z[contact_corners];
    real w[contact_corners], value[contact_values];
    ContactRow row;
    for (int k = 0; k < contact_corners; k++) {
        Record place = load_record(set->places, ends + k * kind.count),
               move = load_record(set->steps, ends + k * kind.count);
        x[k] = place.xyz;
        w[k] = place.w;
        z[k] = move.xyz;
    }
    for (int k = 0; k < contact_values; k++)
        value[k] = load_real(values, k * kind.count);
    load_ways(set, ends, step, ways);
    find_contact(set, body, item, x, ways, w, value, step, &row);
    vec3 n = row.normal, moved = combine4(z, row.weights), none = {(real)0.0f, (real)0.0f, (real)0.0f};
    real K = row.stiffness * contact_carried, rises = vec3_dot(n, moved),
         along = vec3_dot(n, row.push) - K * (row.gap + rises);
    vec3 slide = vec3_add(row.slide, part_across(moved, n)),
         across = vec3_subtract(part_across(row.push, n), vec3_scale(slide, K));
    across = vec3_scale(across, share_of_friction(across, value[contact_friction] * along));
    real pushes = ((along > 0.0f) | (row.apart + rises < 0.0f)) ? K : (real)0.0f;
    Record touch = {vec3_select(pushes, vec3_add(vec3_scale(n, along), across), none), row.apart + rises};
    store_contiguous(set->touches, item, kind.count, touch);
}

#endif
