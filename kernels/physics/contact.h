// Contact of two surfaces: a point against a triangle, or an edge against an edge. Both are one constraint of
// four points,
//
//     C = n . sum(b_k x_k) - d >= 0
//
// with a normal n and weights b (of sum 0) from the start of the substep, when nothing has crossed yet: that
// is what stops fast bodies. d is how far apart the surfaces are kept.
//
// All contacts of a substep are solved at once (Jacobi), several times. Each vertex is split among its active
// contacts, so that the sum of their corrections neither overshoots nor depends on an order:
//
//     S_v = sum of |c_v| over the active contacts of vertex v;   K = sum_v w_v |c_v| S_v
//     lambda = -C / K,   dx_v = w_v sum(c_v lambda n)
//
// c_v: the share of vertex v in the contact. Tonge, Benevolenski, Voroshilov: Mass Splitting for Jitter-Free
// Parallel Rigid Body Simulation, 2012; nearest points: Ericson, Real-Time Collision Detection, 2005, 5.1.
//
// An overlap at the start, `depth`, is pushed out slowly. That part of the motion is kept out of the velocity, as on
// the ground (push_out in physics/ground.h).
#ifndef GEL_PHYSICS_CONTACT_H
#define GEL_PHYSICS_CONTACT_H

#include "physics/ground.h"

// Points nearer than this, m, have no direction between them.
#define min_distance 1e-7f
// Edges whose squared sine is below this are parallel: where they cross is not defined.
#define least_sine 1e-4f
// Elements nearer than this part of their thickness begin in one place, to rounding.
#define coincident_part 1e-3f
// The reach of two elements without thickness if the second is above, where they begin in one place.
#define second_is_above (-2.0f)

// A contact at the start of a substep.
typedef struct ContactPlane {
    vec3 normal; // from the second element to the first; 0: these elements do not touch here
    real weights[4];
    vec3 offset; // sum(b_k x_k) at the start
    real target; // the least n . sum(b_k x_k) at the end of the substep, m
    real depenetration;
} ContactPlane;

static inline real absolute(real a)
{
    return a < 0.0f ? (real)0.0f - a : a;
}

static inline vec3 combine4(const vec3 x[4], const real weights[4])
{
    vec3 first = vec3_add(vec3_scale(x[0], weights[0]), vec3_scale(x[1], weights[1]));
    vec3 second = vec3_add(vec3_scale(x[2], weights[2]), vec3_scale(x[3], weights[3]));
    return vec3_add(first, second);
}

static inline real ratio(real a, real b)
{
    return b > 0.0f ? a / b : (real)0.0f;
}

// The weights of the corners in the point of the triangle x[1..3] nearest to x[0]; returns 1 if it is inside
// the triangle, 0 if it is on its rim. The rim's parts come after the inside, most important last.
static inline real nearest_on_triangle(const vec3 x[4], real weights[3])
{
    vec3 ab = vec3_subtract(x[2], x[1]), ac = vec3_subtract(x[3], x[1]);
    vec3 ap = vec3_subtract(x[0], x[1]), bp = vec3_subtract(x[0], x[2]), cp = vec3_subtract(x[0], x[3]);
    real d1 = vec3_dot(ab, ap), d2 = vec3_dot(ac, ap), d3 = vec3_dot(ab, bp), d4 = vec3_dot(ac, bp);
    real d5 = vec3_dot(ab, cp), d6 = vec3_dot(ac, cp);
    real va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    real total = (va + vb) + vc, inside = 1.0f;
    real b = ratio(vb, total), c = ratio(vc, total);

    real along_bc = ratio(d4 - d3, (d4 - d3) + (d5 - d6)), along_ac = ratio(d2, d2 - d6);
    real along_ab = ratio(d1, d1 - d3);
    inside = ((va <= 0.0f) & (d4 >= d3) & (d5 >= d6)) ? (real)0.0f : inside;
    b = ((va <= 0.0f) & (d4 >= d3) & (d5 >= d6)) ? 1.0f - along_bc : b;
    c = ((va <= 0.0f) & (d4 >= d3) & (d5 >= d6)) ? along_bc : c;
    inside = ((vb <= 0.0f) & (d2 >= 0.0f) & (d6 <= 0.0f)) ? (real)0.0f : inside;
    b = ((vb <= 0.0f) & (d2 >= 0.0f) & (d6 <= 0.0f)) ? (real)0.0f : b;
    c = ((vb <= 0.0f) & (d2 >= 0.0f) & (d6 <= 0.0f)) ? along_ac : c;
    inside = ((d6 >= 0.0f) & (d5 <= d6)) ? (real)0.0f : inside;
    b = ((d6 >= 0.0f) & (d5 <= d6)) ? (real)0.0f : b;
    c = ((d6 >= 0.0f) & (d5 <= d6)) ? (real)1.0f : c;
    inside = ((vc <= 0.0f) & (d1 >= 0.0f) & (d3 <= 0.0f)) ? (real)0.0f : inside;
    b = ((vc <= 0.0f) & (d1 >= 0.0f) & (d3 <= 0.0f)) ? along_ab : b;
    c = ((vc <= 0.0f) & (d1 >= 0.0f) & (d3 <= 0.0f)) ? (real)0.0f : c;
    inside = ((d3 >= 0.0f) & (d4 <= d3)) ? (real)0.0f : inside;
    b = ((d3 >= 0.0f) & (d4 <= d3)) ? (real)1.0f : b;
    c = ((d3 >= 0.0f) & (d4 <= d3)) ? (real)0.0f : c;
    inside = ((d1 <= 0.0f) & (d2 <= 0.0f)) ? (real)0.0f : inside;
    b = ((d1 <= 0.0f) & (d2 <= 0.0f)) ? (real)0.0f : b;
    c = ((d1 <= 0.0f) & (d2 <= 0.0f)) ? (real)0.0f : c;
    weights[0] = (1.0f - b) - c;
    weights[1] = b;
    weights[2] = c;
    return total > 0.0f ? inside : (real)0.0f;
}

// The area vector of the triangle x[1..3], twice its area long.
static inline vec3 triangle_area(const vec3 x[4])
{
    return vec3_cross(vec3_subtract(x[2], x[1]), vec3_subtract(x[3], x[1]));
}

// The way from the triangle x[1..3] to x[0], and the weights whose sum it is; returns as nearest_on_triangle.
static inline real offset_from_triangle(const vec3 x[4], real weights[4], vec3* offset)
{
    real corners[3];
    real inside = nearest_on_triangle(x, corners);
    weights[0] = 1.0f;
    for (int k = 0; k < 3; k++)
        weights[k + 1] = (real)0.0f - corners[k];
    *offset = combine4(x, weights);
    return inside;
}

// Where the lines through the edges x[0] x[1] and x[2] x[3] are nearest: the shares of their second ends.
// Returns 1 if that is inside both edges, and they are not parallel.
static inline real nearest_on_lines(const vec3 x[4], real* s, real* t)
{
    vec3 p = vec3_subtract(x[1], x[0]), q = vec3_subtract(x[3], x[2]), r = vec3_subtract(x[0], x[2]);
    real a = vec3_dot(p, p), e = vec3_dot(q, q), f = vec3_dot(q, r), c = vec3_dot(p, r), b = vec3_dot(p, q);
    real sine = a * e - b * b; // squared, times a e
    *s = ratio(b * f - c * e, sine);
    *t = ratio(a * f - b * c, sine);
    real inside = ((*s > 0.0f) & (*s < 1.0f) & (*t > 0.0f) & (*t < 1.0f)) ? (real)1.0f : (real)0.0f;
    return sine > least_sine * (a * e) ? inside : (real)0.0f;
}

// How much the points of two elements differ at most in their motion: `split` of the four are of the first.
static inline real largest_difference(const vec3 motion[4], int split)
{
    real most = 0.0f;
    for (int i = 0; i < split; i++)
        for (int k = split; k < 4; k++) {
            vec3 d = vec3_subtract(motion[i], motion[k]);
            real square = vec3_dot(d, d);
            most = square > most ? square : most;
        }
    return real_sqrt(most);
}

// Two elements at the start of a substep, where they are nearest.
typedef struct ContactTouch {
    vec3 normal; // of any length; 0: they do not touch here
    vec3 offset;
    real weights[4];
} ContactTouch;

// Completes a contact; the thickness is how far apart its surfaces are kept.
static inline void set_contact_plane(ContactPlane* plane, const ContactTouch* touch, real thickness,
                                     const StepParameters* step)
{
    real length = real_sqrt(vec3_dot(touch->normal, touch->normal));
    plane->normal = vec3_scale(touch->normal, length > 0.0f ? 1.0f / length : (real)0.0f);
    plane->offset = touch->offset;
    real depth = thickness - vec3_dot(plane->normal, touch->offset);
    depth = depth > 0.0f ? depth : (real)0.0f;
    plane->depenetration = push_out(depth, step);
    plane->target = thickness - (depth - plane->depenetration);
    for (int k = 0; k < 4; k++)
        plane->weights[k] = touch->weights[k];
}

// Whether a normal points along a direction; one at a right angle does if its first component that is not 0 is
// positive. So of two opposite normals exactly one does.
static inline real points_along(vec3 normal, vec3 direction)
{
    real along = vec3_dot(normal, direction), zero = 0.0f;
    along = along == zero ? normal.x : along;
    along = along == zero ? normal.y : along;
    along = along == zero ? normal.z : along;
    return along > 0.0f ? (real)1.0f : zero;
}

// The direction against gravity.
static inline vec3 upwards(const StepParameters* step)
{
    vec3 up = {(real)0.0f - step->gravity_x, (real)0.0f - step->gravity_y, (real)0.0f - step->gravity_z};
    return up;
}

// A point x[0] on a triangle with two sides, of reach 0: which one it is on, no offset says. The body of the point is
// on the other side of its surface; if that has two sides, too, it lies on top. Ropes have lines as triangles.
static inline void touch_coincident(ContactTouch* touch, const vec3 x[4], vec3 normal, real reach,
                                    real thickness, const StepParameters* step)
{
    vec3 face = triangle_area(x), opposite = vec3_scale(normal, (real)-1.0f);
    real nearest = coincident_part * thickness;
    nearest = nearest > min_distance ? nearest : (real)min_distance;
    real coincides = vec3_dot(touch->offset, touch->offset) <= nearest * nearest ? (real)1.0f : (real)0.0f;
    coincides = reach == 0.0f ? coincides : (real)0.0f;
    if (!is_any(coincides))
        return;
    vec3 away = vec3_select(vec3_dot(normal, normal), opposite, upwards(step));
    vec3 chosen = vec3_scale(face, points_along(face, away));
    vec3 line = vec3_subtract(x[2], x[1]);
    real part = ratio(vec3_dot(away, line), vec3_dot(line, line));
    chosen = vec3_select(vec3_dot(face, face), chosen, vec3_subtract(away, vec3_scale(line, part)));
    touch->normal = vec3_select(coincides, chosen, touch->normal);
}

// Returns a vector of length 1, or 0.
static inline vec3 unit_vector(vec3 a)
{
    return vec3_scale(a, ratio((real)1.0f, real_sqrt(vec3_dot(a, a))));
}

// Whether a surface with the normal `own` faces as a triangle does, to 75 degrees. Surfaces that
// meet face each other: such a point has come in by another side.
static inline real faces_alike(vec3 face, vec3 own)
{
    return vec3_dot(unit_vector(face), unit_vector(own)) > 0.25f ? (real)1.0f : (real)0.0f;
}

// Sets the weights of a point inside a body: it leaves by the foot of its perpendicular on the plane of
// the triangle. So the two pushes are along one line, even where the foot is beyond the rim.
static inline void leave_by_plane(ContactTouch* touch, const vec3 x[4], vec3 face, real exits)
{
    vec3 ab = vec3_subtract(x[2], x[1]), ac = vec3_subtract(x[3], x[1]), ap = vec3_subtract(x[0], x[1]);
    real square = vec3_dot(face, face);
    real b = ratio(vec3_dot(vec3_cross(ap, ac), face), square);
    real c = ratio(vec3_dot(vec3_cross(ab, ap), face), square);
    touch->weights[1] = exits > 0.0f ? (b + c) - 1.0f : touch->weights[1];
    touch->weights[2] = exits > 0.0f ? (real)0.0f - b : touch->weights[2];
    touch->weights[3] = exits > 0.0f ? (real)0.0f - c : touch->weights[3];
    touch->offset = vec3_select(exits, combine4(x, touch->weights), touch->offset);
}

// A point x[0] and a triangle x[1..3]. `normals` are those of the surfaces in the four points: where the
// nearest point is on the rim, they say which side is outside. A point up to `reach` below the inside of
// the triangle is led out; one farther below has come from another side. A point on the triangle, to
// rounding, has no direction to it; if it is on the rim, the normal is between those of the two surfaces.
// With `exits` > 0 the point is inside the body, and this is the triangle by which it leaves.
static inline void touch_triangle(ContactTouch* touch, const vec3 x[4], const vec3 normals[4], real reach,
                                  real thickness, real exits)
{
    vec3 offset, face = triangle_area(x);
    real inside = offset_from_triangle(x, touch->weights, &offset);
    real a = (real)0.0f - touch->weights[1], b = (real)0.0f - touch->weights[2];
    real c = (real)0.0f - touch->weights[3];
    vec3 rim =
        vec3_add(vec3_add(vec3_scale(normals[1], a), vec3_scale(normals[2], b)), vec3_scale(normals[3], c));
    real distance = real_sqrt(vec3_dot(offset, offset));
    real along_face = vec3_dot(offset, face);
    real side = inside > 0.0f ? along_face : vec3_dot(offset, rim);
    real apart = distance > min_distance ? side : (real)-1.0f;
    apart = exits > 0.0f ? (real)-1.0f : apart;
    real coincides = distance <= coincident_part * thickness ? (real)1.0f - exits : (real)0.0f;
    coincides = reach > 0.0f ? coincides : (real)0.0f;
    real below = distance <= reach ? inside : (real)0.0f;
    below = ((apart < 0.0f) | (coincides > 0.0f)) ? below : (real)0.0f;
    if (is_any(below))
        below = faces_alike(face, normals[0]) > 0.0f ? (real)0.0f : below;
    real behind = along_face < 0.0f ? (real)1.0f : (real)0.0f;
    below = exits > 0.0f ? behind : below;
    touch->normal.x = apart >= 0.0f ? offset.x : below > 0.0f ? face.x : (real)0.0f;
    touch->normal.y = apart >= 0.0f ? offset.y : below > 0.0f ? face.y : (real)0.0f;
    touch->normal.z = apart >= 0.0f ? offset.z : below > 0.0f ? face.z : (real)0.0f;
    touch->offset = offset;
    if (is_any(coincides)) {
        vec3 between = vec3_subtract(unit_vector(rim), unit_vector(normals[0]));
        vec3 chosen = vec3_select(inside, vec3_scale(face, below), between);
        touch->normal = vec3_select(coincides, chosen, touch->normal);
    }
    if (is_any(exits))
        leave_by_plane(touch, x, face, exits);
}

// A bound of the error of the offset between points at these places, m.
static inline real offset_error(const vec3 x[4])
{
    real farthest = 0.0f; // squared
    for (int j = 0; j < 4; j++) {
        real square = vec3_dot(x[j], x[j]);
        farthest = square > farthest ? square : farthest;
    }
    return 1e-6f * real_sqrt(farthest);
}

// Whether a touch is straight above a triangle, to a hundredth of its height, or to rounding. A normal that
// touch_triangle chose between those of two surfaces may be along the face, at its rim: it must be within 60
// degrees of the face's normal, whose squared cosine is 0.25. Other normals of touches so near are rounding.
static inline real is_straight_above(const ContactTouch* touch, const vec3 x[4], vec3 face, real thickness)
{
    real along = vec3_dot(touch->normal, face), square = vec3_dot(face, face);
    real parallel = vec3_dot(touch->normal, touch->normal) * square;
    real height = ratio(vec3_dot(touch->offset, face), square);
    vec3 sideways = vec3_subtract(touch->offset, vec3_scale(face, height));
    real nearest = coincident_part * thickness, error = offset_error(x);
    real most = nearest > error ? nearest : error;
    real near = vec3_dot(sideways, sideways) <= most * most ? (real)1.0f : (real)0.0f;
    near = along * along >= 0.9999f * parallel ? (real)1.0f : near;
    real is_chosen = vec3_dot(touch->offset, touch->offset) <= nearest * nearest ? (real)1.0f : (real)0.0f;
    real least = is_chosen > 0.0f ? 0.25f * parallel : (real)0.0f; // of the squared cosine
    return ((parallel > 0.0f) & (along >= 0.0f) & (along * along >= least)) ? near : (real)0.0f;
}

// Takes the push from a triangle whose nearest point is on a side inside a flat face: the next
// triangle has it. Straight above the side both have it, along the normal of the face: rounding may
// place the point beyond the side of each.
static inline void leave_to_next(ContactTouch* touch, const vec3 x[4], real sides, real thickness)
{
    vec3 face = triangle_area(x);
    real beyond = 0.0f, outer = 0.0f;
    for (int k = 3; k > 0; k--) {
        real bit = k == 3 ? (real)4.0f : k == 2 ? (real)2.0f : (real)1.0f;
        real within = sides >= bit ? (real)1.0f : (real)0.0f;
        real on_side = absolute(touch->weights[k]) < 1e-6f ? (real)1.0f : (real)0.0f;
        sides = sides - within * bit;
        beyond = on_side * within > 0.0f ? (real)1.0f : beyond;
        outer = on_side > within ? (real)1.0f : outer;
    }
    beyond = beyond > outer ? (real)1.0f : (real)0.0f;
    real above = beyond * is_straight_above(touch, x, face, thickness);
    vec3 none = vec3_scale(face, (real)0.0f);
    touch->normal = vec3_select(beyond, none, touch->normal);
    touch->normal = vec3_select(above, face, touch->normal);
    leave_by_plane(touch, x, face, above);
}

// A point x[0] and the ground, which is not thick: set_contact_plane takes its offset.
static inline void touch_ground(ContactTouch* touch, const vec3 x[4], const StepParameters* step)
{
    touch->normal.x = step->ground_x;
    touch->normal.y = step->ground_y;
    touch->normal.z = step->ground_z;
    touch->offset = x[0];
    touch->weights[0] = 1.0f;
    for (int k = 1; k < 4; k++)
        touch->weights[k] = 0.0f;
}

// Edges x[0] x[1] and x[2] x[3], with the normals of their surfaces in the four ends: the first edge must be
// outside the second surface, and the second outside the first; if both are inside, not farther than `reach`,
// they are led out. Where two edges cross in one place, each is pushed to its outside. Of surfaces with
// two sides the first is above at a reach of 0, the second at second_is_above.
static inline void touch_edges(ContactTouch* touch, const vec3 x[4], const vec3 normals[4], real reach,
                               real thickness, const StepParameters* step)
{
    real s, t;
    real inside = nearest_on_lines(x, &s, &t);
    touch->weights[0] = 1.0f - s;
    touch->weights[1] = s;
    touch->weights[2] = t - 1.0f;
    touch->weights[3] = (real)0.0f - t;
    vec3 first = vec3_add(vec3_scale(normals[0], 1.0f - s), vec3_scale(normals[1], s));
    vec3 second = vec3_add(vec3_scale(normals[2], 1.0f - t), vec3_scale(normals[3], t));
    vec3 offset = combine4(x, touch->weights);
    real distance = real_sqrt(vec3_dot(offset, offset));
    real outside_first = (real)0.0f - vec3_dot(offset, first), outside_second = vec3_dot(offset, second);
    real sign = ((outside_first >= 0.0f) & (outside_second >= 0.0f)) ? (real)1.0f : (real)0.0f;
    sign = ((outside_first < 0.0f) & (outside_second < 0.0f) & (distance <= reach)) ? (real)-1.0f : sign;
    sign = ((inside > 0.0f) & (distance > min_distance)) ? sign : (real)0.0f;
    touch->normal = vec3_scale(offset, sign);
    touch->offset = offset;
    real sides = vec3_dot(first, first) + vec3_dot(second, second);
    real is_above = reach == 0.0f ? (real)1.0f : reach == second_is_above ? (real)-1.0f : (real)0.0f;
    real outward = reach > 0.0f ? (real)1.0f : (real)0.0f,
         is_chosen = sides == 0.0f ? absolute(is_above) : outward;
    real crosses = ((inside > 0.0f) & (distance <= coincident_part * thickness)) ? is_chosen : (real)0.0f;
    if (!is_any(crosses))
        return;
    vec3 across = vec3_cross(vec3_subtract(x[1], x[0]), vec3_subtract(x[3], x[2]));
    vec3 between = vec3_subtract(unit_vector(second), unit_vector(first));
    vec3 direction = vec3_select(sides, between, upwards(step));
    is_above = sides > 0.0f ? (real)1.0f : is_above;
    real turn = points_along(across, direction) > 0.0f ? is_above : (real)0.0f - is_above;
    touch->normal = vec3_select(crosses, vec3_scale(across, turn), touch->normal);
}

// Returns C, which is negative if the contact must push. `offset` is the current sum(b_k x_k).
static inline real measure_contact(const ContactPlane* plane, vec3 offset)
{
    return vec3_dot(plane->normal, offset) - plane->target;
}

// The push of an active contact, in kg m: dx_v = w_v c_v `push`. `velocity_push` is the part of it that becomes
// velocity. Coulomb's friction opposes the slide since the start of the substep. What only pushes out of an
// overlap bears no load, so it causes no friction.
static inline void solve_contact(const ContactPlane* plane, vec3 offset, real gap, real split, real friction,
                                 vec3* push, vec3* velocity_push)
{
    real lambda = ratio((real)0.0f - gap, split);
    real out = ratio(plane->depenetration, split);
    out = out < lambda ? out : lambda;
    vec3 slide = vec3_subtract(offset, plane->offset);
    slide = vec3_subtract(slide, vec3_scale(plane->normal, vec3_dot(slide, plane->normal)));
    real length = real_sqrt(vec3_dot(slide, slide)), limit = friction * (lambda - out);
    real sticking = ratio(length, split);
    real held = ratio(sticking < limit ? sticking : limit, length);
    *push = vec3_subtract(vec3_scale(plane->normal, lambda), vec3_scale(slide, held));
    *velocity_push = vec3_subtract(*push, vec3_scale(plane->normal, out));
}

#endif
