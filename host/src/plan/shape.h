// Everything derived from a mesh alone, independent of placement and material: constraints, colours, rest
// values. Bodies with equal meshes share one shape.
#pragma once

#include "base/core.h"
#include "constraints.h"
#include "gel/body.h"
#include "gel/material.h"
#include "gel/mesh.h"
#include "gel/surface.h"
#include "mesh/tiling.h"
#include "surface/contact_surface.h"

// The constraints of one kind: their vertices, and the order in which they are solved.
typedef struct gelConstraintSet {
    bool isFound; // or no body has asked for the kind yet, and the rest is 0
    int count;
    const int* vertices; // [count][arity of the kind], in mesh order
    int* ownVertices;    // the same, if owned by the set; NULL if they are the mesh's
    double* rests;       // [count]: rest value, such as a length in m or a volume in m^3
    double* factors;     // [count]: further data for the kind's values; NULL if not needed
    gelTiling ownTiles;  // of constraints that span the shape's tiles in every phase: further phases
    int* tileStarts;     // [tiles of the shape, then own, + 1] into colourStarts: the colours of each tile
    int* colourStarts;   // [tileStarts[last] + 1] into `order`
    int* order;          // [count]: constraints sorted by tile, colour, and the first of their places
} gelConstraintSet;

// The geometry a body is made of: the mesh of a solid, the surface of a sheet or an obstacle, the
// lines of a rope.
typedef struct gelShapeSource {
    gelBodyKind kind;
    const gelTetMesh* mesh;
    const gelSurfaceMesh* surface;
    const gelLineMesh* lines;
} gelShapeSource;

typedef struct gelShape {
    gelBodyKind kind;
    gelTetMesh mesh;
    gelSurfaceMesh* surface; // of an obstacle or a sheet, whose mesh has its vertices and no tets; or NULL
    gelLineMesh* lines;      // of a rope, the same; or NULL
    gelTetMesh inside;       // of a closed obstacle: surface/cover.h, with levels as parts; else without tets
    gelConstraintSet constraints[constraint_kinds];
    bool isOnePiece; // edges lead from each vertex to every other
    int tileSize;    // vertices
    gelTiling tiles;
    // [vertexCount]: a quarter of the filled volume of each vertex's tets, m^3; of a sheet a third of the area of its
    // triangles, m^2; of a rope half the length of its lines, m.
    double* vertexSizes;
    // [vertexCount]: where devices store each vertex, tile by tile; the host keeps the mesh's order
    int* places;
    int* tetEdges;                     // [tetCount][6]: its distance constraints; NULL until gelFindTetEdges
    double insideVolume;               // that its surface encloses, m^3; 0 until gelCheckFilling
    gelContactSurface* contactSurface; // NULL until gelFindContactSurface
    uint64_t meshHash;
    int useCount;
} gelShape;

// Copies the mesh. *shape has a useCount of 1, tiles of at most `tileSize` vertices, and the constraints of
// the default material.
gelStatus gelCreateShape(const gelTetMesh* mesh, int tileSize, gelShape** shape);
// Creates a shape from any source, like gelCreateShape. Obstacles have no constraints.
gelStatus gelCreateShapeOf(const gelShapeSource* source, int tileSize, gelShape** shape);
// Adds the constraints that only this material needs, unless they are there.
gelStatus gelFindConstraints(gelShape* shape, const gelMaterial* material);

// Finds the edges of each tet, unless they are there.
gelStatus gelFindTetEdges(gelShape* shape);

// Creates the contact surface, unless it is there.
gelStatus gelFindContactSurface(gelShape* shape);

// True if the shape was made from an equal mesh, surface or lines. `meshHash` is gelHashSource(source).
bool gelShapeIsOf(const gelShape* shape, const gelShapeSource* source, uint64_t meshHash);
uint64_t gelHashSource(const gelShapeSource* source);
int gelCountSourceVertices(const gelShapeSource* source);
gelShapeSource gelSourceOf(const gelShape* shape);

// The tets that points of other bodies may be in.
static inline const gelTetMesh* gelInsideOf(const gelShape* shape)
{
    return shape->kind == gel_obstacleBody ? &shape->inside : &shape->mesh;
}

// Drops one reference and destroys the shape after the last. NULL is allowed.
void gelReleaseShape(gelShape* shape);
