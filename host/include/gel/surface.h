// Surfaces: triangles in space, from files or arrays.
//
//     gelSurfaceMesh surface;
//     gelSurfaceRepair repair;
//     if (gelLoadSurfaceMesh("bear.obj", &surface, &repair) != gel_success)
//         puts(gelLastError());
//     ...
//     gelDestroySurfaceMesh(&surface);
#pragma once

#include "gel/base.h"

// No two vertices have the same place, each belongs to a triangle, no triangle has a vertex twice. The surface may be open,
// and may have a triangle twice. Only the functions below make one; all arrays belong to it.
typedef struct gelSurfaceMesh {
    int vertexCount;
    int triangleCount;
    float* positions; // [vertexCount][3], metres
    int* triangles;   // [triangleCount][3], vertex indices, anticlockwise seen from outside

    // For each vertex of the file (or array), in its order, the vertex it became; -1 where it was dropped. What the order
    // is, gelLoadSurfaceMesh tells.
    int originalCount;
    int* originals; // [originalCount]

    // The objects of the file: OBJ's objects and groups, the nodes of a scene. A part may have lost all its triangles.
    int partCount;    // at least 1
    int* parts;       // [triangleCount], 0 to partCount - 1
    char** partNames; // [partCount], as the file has them; "" where it has none; may be there twice

    // What the file says about the corners of triangles, to be shown; NULL where it says nothing.
    float* cornerNormals; // [triangleCount][3][3], of length 1, pointing outwards; 0, 0, 0 where a corner has none
    float* cornerUvs;     // [triangleCount][3][2], V upwards; 0, 0 where a corner has none
} gelSurfaceMesh;

// What was mended while a surface was made. All counts are 0 for a clean one.
typedef struct gelSurfaceRepair {
    int weldedVertices;      // made one with an earlier vertex at the same place
    int unusedVertices;      // dropped: belong to no remaining triangle
    int degenerateTriangles; // dropped: two corners at the same place
    int turnedTriangles;     // all of them, if the surface enclosed a negative volume and was turned inside out
    int invalidCorners;      // normal or UV that is not a finite number: set to 0
    int otherElements;       // ignored: points and lines of the file
} gelSurfaceRepair;

// Reads a surface with assimp, which knows the format by the name's ending and the content: .obj, .ply, .stl, .gltf, .glb,
// .off and more. All parts of the file become one surface, each where the file's nodes put it; polygons are cut into
// triangles, points and lines dropped. Coordinates are taken as metres, Y as up, whatever else the file says. `repair` may
// be NULL.
// Errors: gel_fileError, gel_formatError (assimp's reason; no triangles), gel_unsupported (the library was built without
// assimp), gel_outOfMemory. On failure *surface is empty and needs no destroying. Cost: assimp's reading, 0.1 to 1 s
// for 100 000 triangles.
GEL_API gelStatus gelLoadSurfaceMesh(const char* path, gelSurfaceMesh* surface, gelSurfaceRepair* repair);

// Makes a surface of one part from arrays in memory, which are copied. Vertices at the same place become one, in order of
// first appearance; triangles that thereby have a vertex twice, and vertices of no triangle, are dropped; a surface that
// encloses a negative volume is turned inside out. `repair` may be NULL. Errors: gel_invalidArgument (index out of range,
// a coordinate that is not finite or beyond 1e15, no triangles left), gel_outOfMemory. Cost: 0.02 s for 100 000 triangles.
GEL_API gelStatus gelCreateSurfaceMesh(const float* positions, int vertexCount, const int* triangles,
                                       int triangleCount, gelSurfaceMesh* surface, gelSurfaceRepair* repair);

GEL_API void gelDestroySurfaceMesh(gelSurfaceMesh* surface);
