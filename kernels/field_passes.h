// Fields act on velocities, at the start of a substep: first each body finds its mean velocity and
// its mean depth in liquids, then each outer triangle the forces on its corners, then each vertex
// adds up what acts on it: those forces, in the order of the triangles, by its weights in the points
// of a skin, the fields in their order, and gravity; then drag slows it, and gravity is taken away
// again, since integrate.h adds it. So the speeds at which drag balances gravity are exact. Plain C
// and OpenCL C.
#ifndef GEL_FIELD_PASSES_H
#define GEL_FIELD_PASSES_H

#include "field_tables.h"
#include "memory.h"
#include "physics/field.h"
#include "physics/parameters.h"
#include "points.h"

typedef struct FieldSet {
    FIELD_BUFFERS(BUFFER_MEMBER)
    FieldCounts counts;
} FieldSet;

#define TAKE_THREE(a)                                                                                        \
    {                                                                                                        \
        (real)(a)[0], (real)(a)[1], (real)(a)[2]                                                             \
    }

static inline real field_weight(const FieldSet* set, int body, int index)
{
    return (real)set->weights[body * (1 + set->counts.fields) + index];
}

static inline int field_reaches(MEMORY const FieldRecord* field, vec3 x)
{
    vec3 centre = TAKE_THREE(field->bound_centre), edge = TAKE_THREE(field->bound_half);
    vec3 d = vec3_subtract(x, centre);
    real radius = (real)field->bound_radius;
    if (field->bound == field_ball)
        return vec3_dot(d, d) <= radius * radius;
    if (field->bound == field_box)
        return d.x >= -edge.x && d.x <= edge.x && d.y >= -edge.y && d.y <= edge.y && d.z >= -edge.z &&
               d.z <= edge.z;
    return 1;
}

// How far below the surface of the liquid, m. What is as good as at the surface is there: products
// of three depths stay above the smallest normal number.
#define least_depth 1e-9f

static inline real field_depth(MEMORY const FieldRecord* field, vec3 x)
{
    vec3 at = TAKE_THREE(field->position), up = TAKE_THREE(field->direction);
    real depth = vec3_dot(vec3_subtract(at, x), up);
    return depth > least_depth || depth < -least_depth ? depth : (real)0.0f;
}

// The force of a liquid on a vertex of a torn solid, of the volume size^3. The surface is no longer
// closed, so each vertex floats on its own: pressures would drive the pieces apart, ever faster as
// gaps widen. It is as wet as a cube of that volume with the vertex in its middle.
static inline vec3 floating_force(MEMORY const FieldRecord* field, vec3 x, real size,
                                  const StepParameters* step)
{
    vec3 up = TAKE_THREE(field->direction), none = {(real)0.0f, (real)0.0f, (real)0.0f},
         gravity = {(real)step->gravity_x, (real)step->gravity_y, (real)step->gravity_z};
    real pressure = ((real)field->density * (real)field->strength) * vec3_dot(gravity, up);
    real reach = (real)0.5f * size, depth = field_depth(field, x);
    real wet = depth < reach ? reach + depth : size;
    return wet > 0.0f ? vec3_scale(up, (real)0.0f - pressure * ((size * size) * wet)) : none;
}

// The acceleration by a field of another kind than those of the passes below.
static inline vec3 field_acceleration(MEMORY const FieldRecord* field, vec3 x)
{
    vec3 at = TAKE_THREE(field->position), axis = TAKE_THREE(field->direction),
         drift = TAKE_THREE(field->drift);
    vec3 none = {(real)0.0f, (real)0.0f, (real)0.0f}, way = vec3_subtract(x, at);
    real strength = (real)field->strength;
    if (field->kind == field_uniform)
        return vec3_scale(axis, strength);
    if (field->kind == field_turbulence) {
        real size = (real)field->size;
        vec3 cells = {x.x / size - drift.x, x.y / size - drift.y, x.z / size - drift.z};
        return vec3_scale(vector_noise(cells, field->seed), strength);
    }
    if (field->kind > field_turbulence)
        return none;
    if (field->kind != field_point)
        way = vec3_subtract(way, vec3_scale(axis, vec3_dot(way, axis)));
    real share =
        field_share(real_sqrt(vec3_dot(way, way)), (real)field->inner, (real)field->outer, field->power);
    if (field->kind == field_vortex)
        way = vec3_cross(axis, way);
    return vec3_scale(way, strength * share);
}

// A medium slows or takes along; nothing would be stable if one drove what moves in it. Of a weight times a strength.
static inline real medium_weight(real weight)
{
    return weight > 0.0f ? weight : (real)0.0f;
}

// Returns the velocity of a vertex after the drag of a medium. A liquid drags only below its
// surface.
static inline vec3 field_slowed(MEMORY const FieldRecord* field, vec3 x, vec3 v, real weight, real h)
{
    vec3 medium = TAKE_THREE(field->velocity);
    int is_drag = field->kind == field_drag && field->per_area == 0;
    int is_wet = field->kind == field_liquid && field_depth(field, x) > 0.0f;
    if (!is_drag && !is_wet)
        return v;
    real strength = medium_weight(weight * (real)field->strength);
    return drag_along(v, medium, strength * (real)field->linear, strength * (real)field->quadratic, h);
}

typedef struct FieldTriangle {
    vec3 corners[3];       // m
    vec3 middle, velocity; // m, m/s
    vec3 normal;
    real area, splits; // splits: the corners' inverse masses times their triangles
    real displacement; // of OuterTriangle
    int samples;       // of OuterTriangle; -1 too if it displaces nothing
} FieldTriangle;

// The push of all media on a triangle: a pressure, and forces on its corners that do not depend on
// its velocity.
typedef struct FieldPush {
    vec3 pressure;
    real rate; // the pressure per speed, of all together; of a wind only where it meets the triangle
    vec3 forces[3];
} FieldPush;

// Where the velocity of a vertex takes it in the substep. A liquid presses there, as the constraints act there: where the
// vertex is, the pressure would turn what the body's own stress holds against it.
static inline vec3 foreseen(const FieldSet* set, int vertex, const StepParameters* step)
{
    Point place = set->position[vertex], moving = set->velocity[vertex];
    vec3 x = TAKE_POINT(place), v = TAKE_POINT(moving);
    return vec3_add(x, vec3_scale(v, (real)step->h));
}

// The buoyancy of a liquid of density rho under gravity g: the pressure -rho (g . up) depth,
// against the normal. On both sides of an open surface: none.
static inline void add_liquid(FieldPush* push, const FieldSet* set, int index, const FieldTriangle* triangle,
                              real weight, const StepParameters* step)
{
    MEMORY const FieldRecord* field = set->fields + set->counts.first_field + index;
    vec3 up = TAKE_THREE(field->direction),
         gravity = {(real)step->gravity_x, (real)step->gravity_y, (real)step->gravity_z};
    vec3 depths = {(real)0.0f, (real)0.0f, (real)0.0f};
    real a = field_depth(field, triangle->corners[0]), b = field_depth(field, triangle->corners[1]),
         c = field_depth(field, triangle->corners[2]);
    int is_wet = (a > 0.0f || b > 0.0f || c > 0.0f) && field_reaches(field, triangle->middle);
    if (is_wet == 0 && triangle->samples < 0)
        return;
    if (is_wet != 0)
        depths = corner_depths(a, b, c);
    if (triangle->samples >= 0) {
        real inside = set->depths[maximum_fields * triangle->samples + index] / (real)3.0f;
        vec3 even = {inside, inside, inside};
        depths = vec3_subtract(depths, even);
    }
    real pressure = ((real)field->density * (real)field->strength) * vec3_dot(gravity, up);
    real scale = ((pressure * weight) * triangle->area) * triangle->displacement;
    vec3 force = vec3_scale(triangle->normal, scale);
    push->forces[0] = vec3_add(push->forces[0], vec3_scale(force, depths.x));
    push->forces[1] = vec3_add(push->forces[1], vec3_scale(force, depths.y));
    push->forces[2] = vec3_add(push->forces[2], vec3_scale(force, depths.z));
}

static inline void add_medium(FieldPush* push, vec3 pressure, real rate, real weight)
{
    push->pressure = vec3_add(push->pressure, vec3_scale(pressure, medium_weight(weight)));
    push->rate = push->rate + rate * medium_weight(weight);
}

static inline void add_field(FieldPush* push, const FieldSet* set, int index, const FieldTriangle* triangle,
                             real weight, const StepParameters* step)
{
    MEMORY const FieldRecord* field = set->fields + set->counts.first_field + index;
    if (field->kind == field_liquid) {
        add_liquid(push, set, index, triangle, weight, step);
        return;
    }
    if (!field_reaches(field, triangle->middle))
        return;
    vec3 medium = TAKE_THREE(field->velocity);
    vec3 u = vec3_subtract(medium, triangle->velocity);
    real speed = real_sqrt(vec3_dot(u, u));
    int is_closed = triangle->displacement > 0.0f;
    if (field->kind == field_wind) {
        real density = (real)field->density, drag = (real)field->drag, lift = (real)field->lift;
        vec3 pressure = wind_pressure(u, triangle->normal, density, drag, lift, is_closed);
        int is_met = wind_meets(u, triangle->normal, is_closed);
        real rate = ((real)0.5f * density) * ((drag + lift) * speed);
        add_medium(push, pressure, is_met != 0 ? rate : (real)0.0f, weight);
    }
    if (field->kind == field_drag && field->per_area != 0) {
        real rate = (real)field->linear + (real)field->quadratic * speed;
        add_medium(push, vec3_scale(u, rate), rate, weight * (real)field->strength);
    }
}

// The force of all pressures, with an implicit share, so that no medium is too strong for the
// length of the substep, nor are several together; each vertex gives each of its triangles a part
// of its mass.
static inline vec3 pushing_force(const FieldPush* push, const FieldTriangle* triangle, real h)
{
    real share =
        (real)1.0f / ((real)1.0f + ((h * push->rate) * triangle->area) * triangle->splits / (real)9.0f);
    return vec3_scale(push->pressure, triangle->area * share);
}

static inline int edges_are_torn(const FieldSet* set, MEMORY const int* edges)
{
    int torn = 0;
    for (int k = 0; k < 6; k++)
        torn |= edges[k] >= 0 && set->lengths[edges[k]] < 0.0f;
    return torn;
}

// Whether an edge has torn that the triangle hangs from: its own, or one of its tets'.
static inline int triangle_is_torn(const FieldSet* set, int index)
{
    MEMORY const OuterTriangle* triangle = set->triangles + index;
    int torn = 0;
    if (set->counts.may_tear == 0)
        return 0;
    if (triangle->has_points == 0)
        return edges_are_torn(set, set->edges + 6 * index);
    for (int k = 0; k < 3; k++)
        torn |= edges_are_torn(set, set->points[triangle->corners[k]].edges);
    return torn;
}

// Places corner k: a vertex, or a point that its vertices carry.
static inline void place_corner(const FieldSet* set, MEMORY const OuterTriangle* triangle, int k,
                                const StepParameters* step, FieldTriangle* placed)
{
    int index = triangle->corners[k];
    vec3 x = {(real)0.0f, (real)0.0f, (real)0.0f}, v = x;
    if (triangle->has_points == 0) {
        Point place = set->position[index], moving = set->velocity[index];
        vec3 along = TAKE_POINT(moving);
        placed->splits = placed->splits + place.w * (real)triangle->shares[k];
        x = foreseen(set, index, step);
        v = along;
    } else {
        MEMORY const OuterPoint* point = set->points + index;
        for (int i = 0; i < 4; i++) {
            Point place = set->position[point->vertices[i]], moving = set->velocity[point->vertices[i]];
            vec3 at = foreseen(set, point->vertices[i], step), along = TAKE_POINT(moving);
            real weight = (real)point->weights[i], part = weight < 0.0f ? -weight : weight;
            placed->splits = placed->splits + (place.w * part) * (real)point->shares[i];
            x = vec3_add(x, vec3_scale(at, weight));
            v = vec3_add(v, vec3_scale(along, weight));
        }
    }
    placed->corners[k] = x;
    placed->velocity = k == 0 ? v : vec3_add(placed->velocity, v);
}

static inline void place_triangle(const FieldSet* set, MEMORY const OuterTriangle* triangle,
                                  const StepParameters* step, FieldTriangle* placed)
{
    const real third = (real)1.0f / (real)3.0f;
    placed->splits = (real)0.0f;
    for (int k = 0; k < 3; k++)
        place_corner(set, triangle, k, step, placed);
    vec3 a = placed->corners[0], b = placed->corners[1], c = placed->corners[2], area = outer_area(a, b, c);
    placed->middle = vec3_scale(vec3_add(vec3_add(a, b), c), third);
    placed->velocity = vec3_scale(placed->velocity, third);
    placed->area = real_sqrt(vec3_dot(area, area));
    placed->displacement = set->states[triangle->body].torn != 0 ? (real)0.0f : (real)triangle->displacement;
    placed->samples = placed->displacement > 0.0f ? triangle->samples : -1;
    placed->normal = vec3_scale(area, placed->area > 0.0f ? (real)1.0f / placed->area : (real)0.0f);
}

// The forces on the corners of a triangle. For wind and drag one that has torn is not there.
static inline void push_triangle(const FieldSet* set, int index, const StepParameters* step)
{
    MEMORY const OuterTriangle* corners = set->triangles + index;
    vec3 none = {(real)0.0f, (real)0.0f, (real)0.0f};
    FieldPush push = {none, (real)0.0f, {none, none, none}};
    FieldTriangle triangle;
    place_triangle(set, corners, step, &triangle);
    int is_torn = triangle_is_torn(set, index);
    for (int i = 0; i < set->counts.fields; i++) {
        MEMORY const FieldRecord* field = set->fields + set->counts.first_field + i;
        if ((field->kind == field_liquid && set->states[corners->body].is_loose == 0) ||
            (field->kind >= field_drag && field->kind != field_liquid && is_torn == 0))
            add_field(&push, set, i, &triangle, field_weight(set, corners->body, 1 + i), step);
    }
    vec3 third = vec3_scale(pushing_force(&push, &triangle, step->h), (real)1.0f / (real)3.0f);
    for (int k = 0; k < 3; k++) {
        vec3 sum = vec3_add(third, push.forces[k]);
        set->forces[3 * index + k].x = sum.x;
        set->forces[3 * index + k].y = sum.y;
        set->forces[3 * index + k].z = sum.z;
        set->forces[3 * index + k].w = (real)0.0f;
    }
}

// Over bodies, where fields act ahead of them.
static inline void average_velocity(const FieldSet* set, int body)
{
    MEMORY const VertexSamples* samples = set->samples + body;
    vec3 sum = {(real)0.0f, (real)0.0f, (real)0.0f};
    for (int i = 0; i < vertex_samples && set->states[body].acts == acts_ahead_of_body; i++) {
        Point moving = set->velocity[samples->vertices[i]];
        vec3 v = TAKE_POINT(moving);
        sum = vec3_add(sum, vec3_scale(v, (real)samples->shares[i]));
    }
    set->means[body].x = sum.x;
    set->means[body].y = sum.y;
    set->means[body].z = sum.z;
    set->means[body].w = (real)0.0f;
}

// The depth whose pressure a closed surface without a filling has inside: the mean over it. So the
// air in cloth is neither crushed nor does it inflate it. A solid bears this pressure as one that
// hardly compresses. Its model is softer: the whole pressure would turn its cells inside out.
static inline real average_depth(const FieldSet* set, MEMORY const FieldRecord* field, int index,
                                 const StepParameters* step)
{
    MEMORY const VertexSamples* samples = set->samples + index;
    real sum = (real)0.0f;
    for (int i = 0; i < vertex_samples; i++) {
        vec3 x = foreseen(set, samples->vertices[i], step);
        real depth = field_depth(field, x);
        if (depth > 0.0f && field_reaches(field, x))
            sum = sum + depth * (real)samples->shares[i];
    }
    return sum;
}

// Over samples, where there are liquids.
static inline void average_depths(const FieldSet* set, int index, const StepParameters* step)
{
    for (int i = 0; i < set->counts.fields; i++) {
        MEMORY const FieldRecord* field = set->fields + set->counts.first_field + i;
        if (field->kind == field_liquid)
            set->depths[maximum_fields * index + i] = average_depth(set, field, index, step);
    }
}

// Where accelerations that differ from place to place act. A body's constraints hold against them where its velocities lead
// (balance.h), so there they have no torque together: where the vertices are, a point that attracts would turn a body around
// it ever faster. The constraints have no force together, so the body's own way is not foreseen, which would brake an orbit.
static inline vec3 place_of_action(const FieldSet* set, int body, vec3 x, vec3 v, const StepParameters* step)
{
    if (set->states[body].acts == acts_here)
        return x;
    Point mean = set->means[body];
    vec3 along = TAKE_POINT(mean);
    return vec3_add(x, vec3_scale(vec3_subtract(v, along), (real)step->h));
}

// Vertices of inverse mass 0 keep their velocity.
static inline void push_vertex(const FieldSet* set, int index, const StepParameters* step)
{
    Point place = set->position[index], moving = set->velocity[index];
    vec3 x = TAKE_POINT(place), v = TAKE_POINT(moving);
    vec3 gravity = {(real)step->gravity_x, (real)step->gravity_y, (real)step->gravity_z};
    vec3 force = {(real)0.0f, (real)0.0f, (real)0.0f};
    real h = (real)step->h;
    int body = set->bodies[index];
    if (!(place.w > 0.0f))
        return;
    vec3 action = place_of_action(set, body, x, v, step);
    for (int k = set->starts[index]; k < set->starts[index + 1] && set->counts.has_forces != 0; k++) {
        Point part = set->forces[set->corners[k].force];
        vec3 added = TAKE_POINT(part);
        force = vec3_add(force, vec3_scale(added, (real)set->corners[k].weight));
    }
    for (int i = 0; i < set->counts.fields && set->states[body].is_loose != 0; i++) {
        MEMORY const FieldRecord* field = set->fields + set->counts.first_field + i;
        if (field->kind == field_liquid && field_reaches(field, x))
            force = vec3_add(force, vec3_scale(floating_force(field, x, (real)set->sizes[index], step),
                                               field_weight(set, body, 1 + i)));
    }
    vec3 sum = vec3_add(vec3_scale(force, place.w), vec3_scale(gravity, field_weight(set, body, 0)));
    for (int i = 0; i < set->counts.fields; i++) {
        MEMORY const FieldRecord* field = set->fields + set->counts.first_field + i;
        vec3 at = field->kind == field_uniform ? x : action;
        if (field->kind < field_drag && field_reaches(field, at))
            sum = vec3_add(sum, vec3_scale(field_acceleration(field, at), field_weight(set, body, 1 + i)));
    }
    v = vec3_add(v, vec3_scale(sum, h));
    for (int i = 0; i < set->counts.fields; i++) {
        MEMORY const FieldRecord* field = set->fields + set->counts.first_field + i;
        if (field->kind >= field_drag && field_reaches(field, x))
            v = field_slowed(field, x, v, field_weight(set, body, 1 + i), h);
    }
    v = vec3_subtract(v, vec3_scale(gravity, h));
    set->velocity[index].x = v.x;
    set->velocity[index].y = v.y;
    set->velocity[index].z = v.z;
}

#endif
