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
    int partCount; // at least 1
    int* parts;    // [triangleCount], 0 to partCount - 1
    // As the file has them (.3mf: as assimp numbers them); "" where it has none; one may be there twice.
    char** partNames; // [partCount]

    // What the file says about the corners of triangles, to be shown; NULL where it says nothing.
    float* cornerNormals; // [triangleCount][3][3], of length 1; 0, 0, 0 where a corner has none
    float* cornerUvs;     // [triangleCount][3][2], V upwards; 0, 0 where a corner has none
} gelSurfaceMesh;

// What was mended while a surface was made. All counts are 0 for a clean one.
typedef struct gelSurfaceRepair {
    int weldedVertices;      // made one with an earlier vertex at the same place
    int unusedVertices;      // dropped: belong to no remaining triangle
    int degenerateTriangles; // dropped: two corners at the same place
    int turnedTriangles; // all of them, if the surface enclosed a negative volume and was turned inside out
    int invalidCorners;  // normal or UV that is not a finite number: set to 0
    int otherElements;   // ignored: points and lines of the file
} gelSurfaceRepair;

// Reads a surface; the name's ending tells the format: .obj, and through assimp .ply, .stl, .off, .gltf, .glb, .fbx, .dae, .3mf
// and more. Coordinates are taken as metres, Y as up, whatever else the file says.
//   Parts: objects of an OBJ file (its groups where it has no objects), each mesh of each node of a scene. All become one
//     surface, each where the file's nodes put it.
//   Polygons are cut into triangles; points and lines are dropped and counted. Skeletons and morph targets are not read.
//   Originals: the order of the vertices in .obj, .ply and .off files, which is how modellers number them. In formats with
//     nodes (.gltf, .glb, .3mf) part by part, in each the order of its vertices. In .stl and the others the corners of the
//     triangles, as assimp reads them: there is no other order.
//   Normals are those of the file, turned with its nodes; not those of an .stl, which only say again how its triangles lie.
//     Of several sets of UVs the first is taken.
// `repair` may be NULL.
// Formats other than .obj and .off are read in a child process, for at most 3 s + 1 s per MB of processor time and 1 GiB + 200 times the
// file's size of memory, so that no damaged file can stop the program.
// Errors: gel_fileError, gel_formatError (message with the line or assimp's reason; no triangles; a face that refers to no
// vertex; a coordinate that is not finite or beyond 1e15), gel_unsupported (names the format or says that the library was
// built without assimp; a face of more than 8192 corners), gel_outOfMemory. On failure *surface is empty and needs no
// destroying. Cost: 0.2 s for 100 000 triangles, a few milliseconds for the child process.
GEL_API gelStatus gelLoadSurfaceMesh(const char* path, gelSurfaceMesh* surface, gelSurfaceRepair* repair);

// Makes a surface of one part from arrays in memory, which are copied. Vertices at the same place become one, in order of
// first appearance; triangles that thereby have a vertex twice, and vertices of no triangle, are dropped; a surface that
// encloses a negative volume is turned inside out. `repair` may be NULL. Errors: gel_invalidArgument (index out of range,
// a coordinate that is not finite or beyond 1e15, no triangles left), gel_outOfMemory. Cost: 0.02 s for 100 000 triangles.
GEL_API gelStatus gelCreateSurfaceMesh(const float* positions, int vertexCount, const int* triangles,
                                       int triangleCount, gelSurfaceMesh* surface, gelSurfaceRepair* repair);

GEL_API void gelDestroySurfaceMesh(gelSurfaceMesh* surface);

// The corners of triangles that are shown with one normal, which is that of the triangles around it, each counting by its
// area: so it follows what is deformed, and an edge that was seen stays one.
typedef struct gelCornerGroups {
    int groupCount, triangleCount;
    int* vertices; // [groupCount], of the surface
    int* groupsOf; // [triangleCount][3], groups
    int* firsts;   // [groupCount + 1], into `around`
    int* around;   // [3 triangleCount]: the triangles of each group
} gelCornerGroups;

// Corners at a vertex are one group where the file gives them one normal (to half a degree); where it gives one of them
// none, if their triangles share an edge across which they turn by less than 60 degrees. Of `surface` only the counts,
// positions, triangles and cornerNormals are read. A vertex without triangles has no group; one with more than 256 triangles
// has some more than that. Errors: gel_outOfMemory. Cost: 0.02 s for 100 000 triangles.
GEL_API gelStatus gelGroupCorners(const gelSurfaceMesh* surface, gelCornerGroups* groups);
GEL_API void gelDestroyCornerGroups(gelCornerGroups* groups);

// Whether a file is a surface by its name's ending: .obj, .ply, .stl, .off, .gltf, .glb, .fbx, .dae or .3mf.
GEL_API bool gelIsSurfacePath(const char* path);
