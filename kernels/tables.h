// What host and device both know of a body's constraints. Plain C and OpenCL C.
#ifndef GEL_TABLES_H
#define GEL_TABLES_H

// Where the edges or tets of a class of bodies lie in the arrays `indices` and `numbers`.
typedef struct ConstraintTable {
    int colour_count;
    int slot_count;   // with the padding of each colour
    int first_colour; // in `indices`: {first slot, constraints} of each colour
    int first_vertex; // in `indices`: [2 or 4][slot_count], record offsets within the body
    int first_number; // in `numbers`: rest[slot_count], then compliance[slot_count]
} ConstraintTable;

// Bodies of equal mesh, scale and material share their constraints.
typedef struct BodyClass {
    int vertex_count;
    ConstraintTable edges, tets;
} BodyClass;

// A body of the body strategy.
typedef struct BodyEntry {
    int body_class;
    int first_vertex; // in the world
} BodyEntry;

// The bodies of a work-item of the ensemble strategy: one, or one for each lane. Lanes that are left over take
// the last body again: they compute and store the same.
typedef struct EnsembleEntry {
    int body_class;
    int first_real; // of its part of the scratch memory, in units of a `real`
    int stride;     // between two components there, in the same units
} EnsembleEntry;

enum {
    ensemble_components = 11
}; // of a vertex: {x, y, z, inverse mass}, predicted xyz, velocity xyz, damping

#endif
