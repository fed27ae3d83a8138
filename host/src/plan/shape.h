// What follows from a mesh alone, whatever the placement and material: edges, colours, rest measures. Bodies
// with equal meshes share one shape.
#pragma once

#include "base/core.h"
#include "gel/mesh.h"

// One kind of constraint: its vertices, and the order in which colours walk it.
typedef struct gelConstraintSet {
    int arity; // 2: edges, 4: tets
    int count;
    int* vertices;    // [count][arity], in mesh order; the tets are the mesh's own array
    double* measures; // [count]: length in m or volume in m^3 at rest
    int colourCount;
    int* colourStarts; // [colourCount + 1] into `order`
    int* order;        // [count]: constraints sorted by colour, then by the first of their places
} gelConstraintSet;

typedef struct gelShape {
    gelTetMesh mesh;
    gelConstraintSet edges, tets;
    double* edgeSprings;   // [edges.count]: stiffness times squared length, for a shear modulus of 1: m^3
    double* vertexVolumes; // [vertexCount]: a quarter of the filled volume of the tets at each vertex
    // [vertexCount]: where devices keep each vertex, so that neighbours are near; the host keeps the mesh's order
    int* places;
    uint64_t meshHash;
    int useCount;
} gelShape;

// Copies the mesh. *shape has a useCount of 1.
gelStatus gelCreateShape(const gelTetMesh* mesh, gelShape** shape);

// True if the shape was made from an equal mesh. `meshHash` is gelHashMesh(mesh).
bool gelShapeIsOf(const gelShape* shape, const gelTetMesh* mesh, uint64_t meshHash);
uint64_t gelHashMesh(const gelTetMesh* mesh);

// Counts one use less and destroys the shape after the last. NULL is allowed.
void gelReleaseShape(gelShape* shape);
