// Fields and outer triangles, shared by host and device. Plain C and OpenCL C.
#ifndef GEL_FIELD_TABLES_H
#define GEL_FIELD_TABLES_H

// As gelFieldKind and gelFieldBound.
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

// Of the surface of a body.
typedef struct OuterTriangle {
    int vertices[3]; // counter-clockwise, seen from outside
    int body;
    int is_closed;   // 0: both sides are outside
    float shares[3]; // how many triangles each vertex has
} OuterTriangle;

typedef struct FieldCounts {
    int fields, triangles, vertices;
    int first_field; // of the substep
    int has_forces;  // whether a field acts on triangles
    int may_tear;    // whether triangles hang from edges that may tear
} FieldCounts;

#endif
