// The tables of a body's constraints, shared by host and device. Plain C and OpenCL C.
#ifndef GEL_TABLES_H
#define GEL_TABLES_H

#include "constraints.h"

// Where the constraints of one kind are stored in the arrays `indices` and `numbers`.
typedef struct ConstraintTable {
    int colour_count;
    int slot_count;   // with the padding of each colour
    int first_colour; // in `indices`: {first slot, constraints} of each colour
    int first_vertex; // in `indices`: [arity][slot_count], record offsets
    int first_number; // in `numbers`: [values][slot_count]
} ConstraintTable;

// Bodies of equal mesh, scale and material share their constraints.
typedef struct BodyClass {
    int vertex_count;
    ConstraintTable constraints[constraint_kinds];
} BodyClass;

// A body of the body strategy.
typedef struct BodyEntry {
    int body_class;
    int first_vertex; // in the world
} BodyEntry;

// The bodies of a work-item of the ensemble strategy: one, or one per lane. Surplus lanes repeat the last
// body: they compute and store the same.
typedef struct EnsembleEntry {
    int body_class;
    int first_real; // of its part of the scratch memory, in units of a `real`
    int stride;     // between two components there, in the same units
} EnsembleEntry;

// A patch: a part of a body. Bodies of equal mesh, scale and material share theirs.
typedef struct Patch {
    int vertex_count; // with padding: groups begin at multiples of list_padding
    int group_count;
    int first_group; // in `groups`
    ConstraintTable constraints[constraint_kinds];
} Patch;

// Vertices of a patch with the same number of copies, contiguous in the patch.
typedef struct PatchGroup {
    int first_vertex, vertex_count; // of the patch
    int copy_count;
    int owned; // whether these are the first of the copies
    // In `indices`: vertices of the body; then, if there are several, each vertex's copies of the body.
    int first_list;
} PatchGroup;

// A patch of a body in the world.
typedef struct PatchEntry {
    int patch;
    int body_first_vertex; // in the world
    int body_first_copy, first_copy;
} PatchEntry;

// The tasks of a launch over patches, in this order.
enum {
    patch_from_world = 1, // read the world's vertices; otherwise the mean of the copies
    patch_end = 2,        // a substep
    patch_begin = 4,      // a substep
    patch_sweep = 8,      // over the constraints
    patch_to_world = 16   // write the world's vertices
};

enum {
    list_padding = 16,     // lists and groups are padded to this many
    motion_components = 7, // of a copy: predicted xyz, velocity xyz, damping
    // Of a vertex of an ensemble: {x, y, z, inverse mass}, predicted xyz, velocity xyz, damping.
    ensemble_components = 11
};

#endif
