// Contact points: where they are and how they move, from the vertices that carry them. Plain C and
// OpenCL C.
#ifndef GEL_CONTACT_POINTS_H
#define GEL_CONTACT_POINTS_H

#include "contact_set.h"
#include "physics/contact.h"

// Squared speeds spare a close look at most contacts (skip_contact). Kernels without lanes always look
// closely: oclgrind, which runs them in tests, crashes at the code that compilers make of the sum of squares.
#if defined(GEL_DIALECT_OPENCL) && GEL_LANES == 1
enum { keeps_speeds = 0 };
#else
enum { keeps_speeds = 1 };
#endif

static inline scalar squared_speed(ContactRecord v)
{
    return (v.x * v.x + v.y * v.y) + v.z * v.z;
}

// The points of the lanes. Lanes beyond the last point repeat it: they compute and store the same.
static inline void number_points(const ContactSet* set, int first, int point[GEL_LANES])
{
    FOR_LANES
    point[k] = first + k < set->counts.points ? first + k : set->counts.points - 1;
}

static inline real count_vertices(const ContactSet* set, const int point[GEL_LANES])
{
    scalar counts[GEL_LANES];
    FOR_LANES
    counts[k] = (scalar)set->points[point[k]].vertex_count;
    return join_lanes(counts);
}

// The weight of vertex j in the points.
static inline real vertex_weight(const ContactSet* set, const int point[GEL_LANES], int j)
{
    scalar weights[GEL_LANES];
    FOR_LANES
    weights[k] = set->points[point[k]].weights[j];
    return join_lanes(weights);
}

// Combines the records of the points' vertices: positions or velocities.
static inline void combine_vertices(const ContactSet* set, MEMORY const ContactRecord* records,
                                    const int point[GEL_LANES], ContactLanes* sum)
{
    ContactLanes vertex;
    vec3 vertices[4];
    real weights[4], count = count_vertices(set, point);
    for (int j = 0; j < 4 && (j == 0 || is_any(count - 1.0f)); j++) {
        int place[GEL_LANES];
        FOR_LANES
        place[k] = set->points[point[k]].places[j];
        load_records(records, 1, place, &vertex);
        vertices[j] = vertex.xyz;
        weights[j] = vertex_weight(set, point, j);
    }
    sum->w = 0.0f;
    sum->xyz = vertices[0];
    if (is_any(count - 1.0f)) {
        vec3 combined = combine4(vertices, weights);
        sum->xyz = vec3_select(count - 1.0f, combined, vertices[0]);
    }
}

// Without skins, a point is its vertex.
static inline void copy_vertices(const ContactSet* set, int first)
{
    for (int i = first; i < first + GEL_LANES && i < set->counts.points; i++) {
        int place = set->vertices[i].place;
        ContactRecord x = set->position[place], v = set->velocity[place];
        set->squared_speeds[i] = squared_speed(v);
        set->point_states[i].x = x;
        set->point_states[i].v = v;
    }
}

// Over points, whenever vertices have moved.
static inline void update_point(const ContactSet* set, int first)
{
    int point[GEL_LANES];
    ContactLanes x, v;
    if (keeps_speeds && set->counts.has_skins == 0) {
        copy_vertices(set, first);
        return;
    }
    number_points(set, first, point);
    combine_vertices(set, set->position, point, &x);
    combine_vertices(set, set->velocity, point, &v);
    store_records(&set->point_states->x, state_records, point, &x);
    store_records(&set->point_states->v, state_records, point, &v);
    if (keeps_speeds)
        scatter_reals(set->squared_speeds, point, vec3_dot(v.xyz, v.xyz));
}

static inline real normal_component(const ContactSet* set, const int point[GEL_LANES], int axis)
{
    scalar components[GEL_LANES];
    FOR_LANES
    components[k] = set->surface_normals[3 * set->points[point[k]].surface_point + axis];
    return join_lanes(components);
}

// Over points, at the start of a step.
static inline void update_normal(const ContactSet* set, int first)
{
    int point[GEL_LANES];
    ContactLanes normal;
    number_points(set, first, point);
    normal.xyz.x = normal_component(set, point, 0);
    normal.xyz.y = normal_component(set, point, 1);
    normal.xyz.z = normal_component(set, point, 2);
    normal.w = 0.0f;
    store_records(&set->point_states->normal, state_records, point, &normal);
}

#endif
