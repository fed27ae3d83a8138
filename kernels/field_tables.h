// Fields and outer triangles, shared by host and device. Plain C and OpenCL C.
#ifndef GEL_FIELD_TABLES_H
#define GEL_FIELD_TABLES_H

#include "buffers.h"

// The kinds and bounds of fields, in the order of gelFieldKind and gelFieldBound.
enum {
    field_uniform,
    field_point,
    field_line,
    field_vortex,
    field_turbulence,
    field_drag,
    field_wind,
    field_liquid
};
enum { field_unbounded, field_ball, field_box };

// A field as it is in a substep. docs/fields.md has the meaning of its numbers for each kind.
typedef struct FieldRecord {
    int kind, bound;
    int per_area; // of drag: 1 or 0
    int power;    // of the falloff
    int seed;
    float strength; // with what its keys and gusts make of it
    float inner, outer;
    float linear, quadratic;
    float density, drag, lift;
    float size; // of a cell of noise, m
    float bound_radius;
    float position[3];
    float direction[3]; // a unit vector
    float velocity[3];  // of the medium, m/s, with keys and gusts
    float drift[3];     // of the noise, in cells
    float bound_centre[3];
    float bound_half[3]; // half of the box
} FieldRecord;

// A triangle of the surface of a body.
typedef struct OuterTriangle {
    int corners[3]; // vertices, counter-clockwise, seen from outside; of a skin, points
    int body;
    int has_points; // whether they are points
    // The volume that the body displaces over the volume that its surface encloses; 0: the surface
    // is open, and both sides are outside.
    float displacement;
    int samples;     // those of a closed surface without a filling; or -1
    float shares[3]; // how many triangles each vertex has
} OuterTriangle;

// A point of a skin.
typedef struct OuterPoint {
    int vertices[4];
    float weights[4];
    float shares[4]; // how many triangles each vertex has, by absolute weight
    int edges[6];    // between the vertices, where they may tear; -1: none
} OuterPoint;

// Vertices all over a body, or a piece of cloth, with the shares of its volume or area that are nearest to each.
enum { vertex_samples = 16 };

enum { maximum_fields = 16 }; // of a world

typedef struct VertexSamples {
    int vertices[vertex_samples];
    float shares[vertex_samples];
} VertexSamples;

// Where fields of acceleration that differ from place to place act on the vertices of a body: docs/fields.md.
enum {
    acts_here,          // where they are
    acts_ahead,         // where their velocities take them
    acts_ahead_of_body, // where their velocities take them, relative to the body's mean velocity
};

typedef struct FieldBody {
    int torn; // 1 of cloth that has torn, whose surfaces are all open
    int acts;
    int is_loose; // 1 of a solid that has torn, whose vertices float on their own
} FieldBody;

// The share that a vertex bears of the force on a corner of a triangle.
typedef struct OuterCorner {
    int force; // 3 x triangle + corner
    float weight;
} OuterCorner;

typedef struct FieldCounts {
    int fields, triangles, vertices, bodies, samples;
    int first_field; // of the substep
    int has_forces;  // whether a field acts on triangles
    int may_tear;    // whether triangles hang from edges that may tear
} FieldCounts;

// The buffers of fields: buffers.h. The host writes those of `table` in each step, those of `plan` and
// `outer` with each plan; the others belong to the state and to plasticity.
// clang-format off
#define FIELD_TABLE_BUFFERS(ROW)                                                                    \
    /* of each substep; one that nobody reads if there are none */                                  \
    ROW(fields,    const FieldRecord,   table->count ? table->count * table->substepCount : 1,      \
        table->records)                                                                             \
    /* [body][1 + fields]: of gravity, then of each field */                                        \
    ROW(weights,   const float,         plan->bodyCount * (1 + table->count), table->weights)       \
    ROW(states,    const FieldBody,     plan->bodyCount, table->states) /* of each body */
#define FIELD_SURFACE_BUFFERS(ROW)                                                                  \
    ROW(bodies,    const int,           plan->vertexCount, outer->bodies) /* of each vertex */      \
    /* the edge of a cube of the vertex's volume, m; 0 of cloth and ropes */                        \
    ROW(sizes,     const float,         plan->vertexCount, outer->sizes)                            \
    ROW(triangles, const OuterTriangle, outer->triangleCount, outer->triangles)                     \
    ROW(starts,    const int,           plan->vertexCount + 1, outer->starts) /* into corners */    \
    /* those of each vertex, ascending */                                                           \
    ROW(corners,   const OuterCorner,   outer->starts[plan->vertexCount], outer->corners)           \
    ROW(points,    const OuterPoint,    outer->pointCount, outer->points) /* of skins */            \
    /* of each body, then of each piece of cloth */                                                 \
    ROW(samples,   const VertexSamples, outer->sampleCount, outer->samples)                         \
    ROW(means,     Point,               plan->bodyCount, NULL) /* velocities of bodies, m/s */      \
    /* [samples][maximum_fields]: the mean depth in each liquid, m */                               \
    ROW(depths,    real,                maximum_fields * outer->sampleCount, NULL)                  \
    /* [triangles][6]: the edges from which each hangs, or -1 */                                    \
    ROW(edges,     const int,           outer->edges ? 6 * outer->triangleCount : 0, outer->edges)  \
    ROW(forces,    Point,               3 * outer->triangleCount, NULL) /* on each corner, N */
#define FIELD_STATE_BUFFERS(ROW)                                                                    \
    ROW(lengths,   const float,         0, NULL) /* of plastic edges, m; negative if torn */        \
    ROW(position,  const Point,         0, NULL)                                                    \
    ROW(velocity,  Point,               0, NULL)
#define FIELD_BUFFERS(ROW)                                                                          \
    FIELD_TABLE_BUFFERS(ROW)                                                                        \
    FIELD_SURFACE_BUFFERS(ROW)                                                                      \
    FIELD_STATE_BUFFERS(ROW)
// clang-format on
#define FIELD_BUFFER_NUMBER(member, type, count, content) field_buffer_##member,

enum { FIELD_BUFFERS(FIELD_BUFFER_NUMBER) field_buffer_count };

#endif
