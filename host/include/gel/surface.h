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

// No two vertices coincide, each belongs to a triangle, no triangle repeats a vertex. The surface may be
// open, and may contain duplicate triangles. Only the functions below create one; it owns all arrays.
typedef struct gelSurfaceMesh {
    int vertexCount;
    int triangleCount;
    float* positions; // [vertexCount][3], metres
    int* triangles;   // [triangleCount][3], vertex indices, anticlockwise seen from outside

    // For each vertex of the file (or array), in order, the vertex it became; -1 if it was dropped.
    // gelLoadSurfaceMesh defines the order.
    int originalCount;
    int* originals; // [originalCount]

    // The objects of the file: OBJ's objects and groups, the nodes of a scene. A part may have lost all its
    // triangles.
    int partCount; // at least 1
    int* parts;    // [triangleCount], 0 to partCount - 1
    // As in the file (.3mf: as numbered by assimp); "" if unnamed; names may repeat.
    char** partNames; // [partCount]

    // The file's attributes of triangle corners, for display; NULL if it has none.
    float* cornerNormals; // [triangleCount][3][3], unit length; 0, 0, 0 if a corner has none
    float* cornerUvs;     // [triangleCount][3][2], V upwards; 0, 0 if a corner has none

    struct gelSurfaceAppearance*
        look; // base colours, textures, colours of vertices: surface_look.h; NULL if it has none
} gelSurfaceMesh;

// Repairs made while creating a surface. All counts are 0 for a clean one.
typedef struct gelSurfaceRepair {
    int weldedVertices;      // merged with an earlier vertex in the same place
    int unusedVertices;      // dropped: belong to no remaining triangle
    int degenerateTriangles; // dropped: coincident corners
    int turnedTriangles;     // all, if the surface enclosed a negative volume and was reversed
    int invalidCorners;      // normal or UV that is not a finite number: set to 0
    int otherElements;       // ignored: points and lines of the file
} gelSurfaceRepair;

// Reads a surface; its extension determines the format: .obj, and through assimp .ply, .stl, .off, .gltf,
// .glb, .fbx, .dae, .3mf and more. Coordinates are taken as metres, with Y up, whatever the file says.
//   Parts: objects of an OBJ file (or its groups if it has no objects), each mesh of each node of a scene. All
//     are merged into one surface, each placed by the file's nodes.
//   Polygons are triangulated; points and lines are dropped and counted. Skeletons and morph targets are ignored.
//   Originals: the order of the vertices in .obj, .ply and .off files, as modelling programs number them. In
//     formats with nodes (.gltf, .glb, .3mf) part by part, each in the order of its vertices. In .stl and the
//     others the corners of the triangles, as read by assimp: there is no other order.
//   Normals are those of the file, rotated with its nodes; not those of an .stl, which only repeat the
//     triangles'. The first of several UV sets is used.
//   Looks: base colours and base colour textures, of materials that set one, and colours of vertices. Textures and
//     .mtl files are read if they lie below the surface's folder (GEL_MESH_REFERENCES=anywhere: wherever they
//     are). One that is missing or damaged is logged as a warning, and the colour remains.
// `repair` may be NULL. Formats other than .obj and .off are read in a child process, limited to 3 s + 1 s
// per MB of processor time and 1 GiB + 200 times the file's size of memory, so that no damaged file can stop
// the program. Errors: gel_fileError, gel_formatError (message with the line or assimp's reason; no
// triangles; a face that refers to no vertex; a coordinate that is not finite or beyond 1e15),
// gel_unsupported (names the format, or says that the library was built without assimp; a face of more than
// 8192 corners), gel_outOfMemory. On failure *surface is empty and need not be destroyed. Cost: 0.2 s for
// 100,000 triangles, and a few milliseconds for the child process.
GEL_API gelStatus gelLoadSurfaceMesh(const char* path, gelSurfaceMesh* surface, gelSurfaceRepair* repair);

// Creates a surface of one part from arrays in memory, which are copied. Coincident vertices are merged, in
// order of first appearance; triangles that then repeat a vertex, and unused vertices, are dropped; a surface
// that encloses a negative volume is reversed. `repair` may be NULL. Errors: gel_invalidArgument (index out
// of range, a coordinate that is not finite or beyond 1e15, no triangles left), gel_outOfMemory. Cost: 0.02 s
// for 100,000 triangles.
GEL_API gelStatus gelCreateSurfaceMesh(const float* positions, int vertexCount, const int* triangles,
                                       int triangleCount, gelSurfaceMesh* surface, gelSurfaceRepair* repair);

// Releases the arrays and empties *mesh. A mesh that is all zero is allowed.
GEL_API void gelDestroySurfaceMesh(gelSurfaceMesh* surface);

// Simple shapes, centred on the origin, for obstacles; with vertices on the curved surface, triangles inside
// it. Lengths are in m, > 0 to 1e6. Errors: gel_invalidArgument (a value out of its range), gel_outOfMemory.
GEL_API gelStatus gelCreateBoxSurface(gelVec3 size, gelSurfaceMesh* surface);
// 20 * 4^subdivisions triangles of nearly equal size; 0 to 7 subdivisions.
GEL_API gelStatus gelCreateSphereSurface(float radius, int subdivisions, gelSurfaceMesh* surface);
// Along Y; `length` is that of the straight part; 4 to 1024 segments around.
GEL_API gelStatus gelCreateCylinderSurface(float radius, float length, int segments, gelSurfaceMesh* surface);
GEL_API gelStatus gelCreateCapsuleSurface(float radius, float length, int segments, gelSurfaceMesh* surface);
// A sheet in the plane of X and Z, facing up, and open: as an obstacle it has two sides. 1 to 1000 cells.
GEL_API gelStatus gelCreateSheetSurface(float sizeX, float sizeZ, int cellsX, int cellsZ,
                                        gelSurfaceMesh* surface);
// The same with the heights [countZ][countX] of its points, m, -1e6 to 1e6, along Y; counts are 2 to 1001.
GEL_API gelStatus gelCreateHeightfieldSurface(float sizeX, float sizeZ, const float* heights, int countX,
                                              int countZ, gelSurfaceMesh* surface);

// The same of a grey PNG picture of 2 to 1001 pixels each way and up to 16 bits: black is `lowest`, white
// `highest`, m; seen from above, the picture's right is X and its lower side towards Z. Errors: gel_fileError,
// gel_formatError (no PNG, damaged, too large, or in colour), gel_unsupported (built without stb_image), and as of
// gelCreateHeightfieldSurface.
GEL_API gelStatus gelLoadHeightfieldSurface(const char* path, float sizeX, float sizeZ, float lowest,
                                            float highest, gelSurfaceMesh* surface);
// The surface where a field of distances is 0, for obstacles: [countZ][countY][countX] values at the points of a
// grid, m, negative inside; `lower` is the first point, `spacing` m lie between neighbours. Only where the sign
// changes does their size matter. Closed: what reaches the rim of the grid ends there. Its vertices are up to a
// fifth of the spacing from where they would be exactly, less where the surface is flat. Errors:
// gel_invalidArgument (fewer than 2 points along an axis, more than 2^24 in all, a value that is not a number,
// none below 0, a spacing that is not 1e-6 to 1e6 m, a lower corner beyond 1e6 m), gel_outOfMemory. Cost: 1 s for 256^3 points.
GEL_API gelStatus gelCreateDistanceFieldSurface(const float* distances, const int counts[3], gelVec3 lower,
                                                float spacing, gelSurfaceMesh* surface);
// The same of an .sdf file in text: the three counts, `lower`, `spacing`, and the values, along X first. Errors:
// gel_fileError, gel_formatError, gel_outOfMemory.
GEL_API gelStatus gelLoadDistanceFieldSurface(const char* path, gelSurfaceMesh* surface);

// The convex hull of points [count][3], closed; its vertices are those of the points that are corners of it, and
// `originals` tells which. They are rounded to 2^-26 of the longest side of the points' box, which single
// precision seldom resolves. For obstacles it is the cheapest stand-in for a mesh, and leads out what starts
// inside. Errors: gel_invalidArgument (fewer than 4 points; a coordinate that is not a number, or beyond 1e9 m;
// all points within 1e-6 m, or within a millionth of their extent of one line or plane), gel_outOfMemory.
// Cost: 0.03 s for 100,000 points in a ball, 0.12 s for as many on a sphere.
GEL_API gelStatus gelCreateHullSurface(const float* points, int count, gelSurfaceMesh* surface);

// Corners of triangles that share a normal, which is the area-weighted mean of the triangles around: so it
// follows the deformation, and sharp edges stay sharp.
typedef struct gelCornerGroups {
    int groupCount, triangleCount;
    int* vertices; // [groupCount], of the surface
    int* groupsOf; // [triangleCount][3], groups
    int* firsts;   // [groupCount + 1], into `around`
    int* around;   // [3 triangleCount]: the triangles of each group
} gelCornerGroups;

// Corners at a vertex form one group if the file gives them the same normal (to half a degree); if it gives
// one of them none, if their triangles share an edge with an angle below 60 degrees. Reads only the counts,
// positions, triangles and cornerNormals of `surface`. A vertex without triangles has no group; one with more
// than 256 triangles may have additional ones. Errors: gel_outOfMemory. Cost: 0.02 s for 100,000 triangles.
GEL_API gelStatus gelGroupCorners(const gelSurfaceMesh* surface, gelCornerGroups* groups);
// Releases the arrays and empties *groups.
GEL_API void gelDestroyCornerGroups(gelCornerGroups* groups);

// Lines between points, for ropes (gel/rope.h). Only the functions below create one; it owns its arrays.
typedef struct gelLineMesh {
    int vertexCount, lineCount;
    float* positions; // [vertexCount][3], metres
    int* lines;       // [lineCount][2]: vertices, different ones; no line is there twice
    int originalCount;
    int*
        originals; // [originalCount]: for each vertex given, the one that it became; -1: it belonged to no line
} gelLineMesh;

// Creates lines from arrays, which are copied. Lines of a vertex with itself, lines that are there already, and
// vertices of no line are dropped; vertices in one place stay two. Errors: gel_invalidArgument (index out of range, a
// coordinate that is not finite or beyond 1e9 m, a line without length, no line left), gel_outOfMemory.
GEL_API gelStatus gelCreateLineMesh(const float* positions, int vertexCount, const int* lines, int lineCount,
                                    gelLineMesh* mesh);
// A straight row of 1 to 100,000 lines along X, centred on the origin, of a length of > 0 to 1e6 m.
GEL_API gelStatus gelCreateStraightLine(float length, int segments, gelLineMesh* mesh);
// Those of the `l` elements of an .obj file; its faces are left out. Errors: gel_fileError, gel_formatError,
// gel_unsupported (another format), and as of gelCreateLineMesh.
GEL_API gelStatus gelLoadLineMesh(const char* path, gelLineMesh* mesh);
// Releases the arrays and empties *mesh.
GEL_API void gelDestroyLineMesh(gelLineMesh* mesh);

// Whether a file is a surface, by its extension: .obj, .ply, .stl, .off, .gltf, .glb, .fbx, .dae or .3mf.
GEL_API bool gelIsSurfacePath(const char* path);
