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

// For the Jacobi orders: where the corrections of one kind of constraint are added up. Vertices come in groups
// of gather_width; the last group repeats its last vertex.
enum { gather_width = 16 };
typedef struct GatherTable {
    int first_part;    // in `numbers`: [arity][slot_count], p_i of jacobi.h
    int vertex_count;  // those with constraints of the kind
    int first_vertex;  // in `indices`: record offsets
    int first_divisor; // in `numbers`: d_i
    // In `indices`: {first, rows} of each group. From `first` on there are the record offsets of its
    // corrections, [rows][gather_width]; short columns end in zeros, the offset of a correction of 0.
    int first_group;
} GatherTable;

// A set of vertices, and the constraints that a phase solves in it without looking beyond it. Constraints
// refer to vertices by their numbers in the body; with the strategy tiles on scalars, which copies them to
// local memory, they are numbered from 0.
typedef struct Tile {
    int first_vertex, vertex_count; // in the first phase, its vertices follow one another in the body
    int first_list;                 // in `indices`, where they are numbered from 0: their numbers in the body
    ConstraintTable constraints[constraint_kinds];
} Tile;

// Bodies of equal mesh, scale and material share their tiles, which come phase by phase.
typedef struct BodyClass {
    int vertex_count;
    int first_tile, tile_count;
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

// A tile of a body in the world, for the strategy tiles.
typedef struct TileEntry {
    int tile;
    int body_first_vertex; // in the world
} TileEntry;

enum {
    // A vertex of an ensemble: {x, y, z, inverse mass}, predicted xyz, velocity xyz, damping.
    ensemble_components = 11
};

#endif
