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

// A surface. No two vertices coincide, each belongs to a triangle, and no triangle repeats a
// vertex. It may be open and may contain duplicate triangles. Only functions of Gel create one. The
// surface owns its arrays.
typedef struct gelSurfaceMesh {
    int vertexCount;
    int triangleCount;
    float* positions; // [vertexCount][3], metres
    int* triangles;   // [triangleCount][3], vertex indices, anticlockwise seen from outside

    // For each vertex of the file (or array), in order, the number of its vertex here; -1 if it was
    // dropped. gelLoadSurfaceMesh defines the order.
    int originalCount;
    int* originals; // [originalCount]

    // Number of parts, at least 1: the objects or groups of an OBJ file, the nodes of a scene. A
    // part may have lost all its triangles.
    int partCount;
    int* parts; // [triangleCount], 0 to partCount - 1
    // Names, [partCount], as in the file (.3mf: as numbered by assimp); "" if unnamed; names may
    // repeat.
    char** partNames;

    // Attributes of triangle corners in the file, for display; NULL if it has none. Normals are
    // [triangleCount][3][3] of unit length, 0, 0, 0 if a corner has none.
    float* cornerNormals;
    float* cornerUvs; // [triangleCount][3][2], V upwards; 0, 0 if a corner has none

    // Base colours, textures and vertex colours: gel/surface_appearance.h; NULL if the file has
    // none.
    struct gelSurfaceAppearance* look;
} gelSurfaceMesh;

// Repairs made while creating a surface. All counts are 0 for a clean surface.
typedef struct gelSurfaceRepair {
    int weldedVertices;      // merged with an earlier vertex in the same place
    int unusedVertices;      // dropped: belong to no remaining triangle
    int degenerateTriangles; // dropped: coincident corners
    int turnedTriangles;     // all, if the surface enclosed a negative volume: reversed
    int invalidCorners;      // normal or UV was NaN or infinite: set to 0
    int otherElements;       // ignored: points and lines of the file
} gelSurfaceRepair;

// Reads a surface. The extension determines the format: .obj, and through assimp .ply, .stl, .off,
// .gltf, .glb, .fbx, .dae, .3mf and more. Coordinates are taken as metres, with Y up, whatever the
// file says.
// - Parts: the objects of an OBJ file (or its groups if it has no objects), or each mesh of each
//   node of a scene. All are merged into one surface, placed by the file's nodes.
// - Polygons are triangulated. Points and lines are dropped and counted. Skeletons and morph
//   targets are ignored.
// - Original vertices of .obj, .ply and .off are in the order of the file, as modelling programs
//   number them. In formats with nodes (.gltf, .glb, .3mf) they go part by part. In .stl and the
//   others they are the corners of the triangles, as assimp reads them.
// - Normals are those of the file, rotated with its nodes. Normals of .stl are ignored, since they
//   only repeat the triangles'. The first of several UV sets is used.
// - Appearance: base colours and base colour textures of materials that set one, and colours of
//   vertices. Textures and .mtl files are read if they lie below the surface's folder. With
//   GEL_MESH_REFERENCES=anywhere they may lie elsewhere. If one is missing or damaged, Gel logs a
//   warning and keeps the colour.
//
// `repair` may be NULL. On failure *surface is empty and need not be destroyed. Formats other than
// .obj and .off are read in a child process, so that no damaged file can stop the program. Its
// limits are 3 s + 1 s per MB of processor time, and 1 GiB + 200 times the file's size of memory.
// Errors:
// - gel_fileError: the file cannot be read
// - gel_formatError: no triangles, a face without vertices, a coordinate that is not finite or
//   beyond 1e15, or another defect; the message has the line or assimp's reason
// - gel_unsupported: an unknown format, a library built without assimp, or a face of more than 8192
//   corners
// - gel_outOfMemory
// Cost: 0.2 s for 100,000 triangles, and a few milliseconds for the child process.
GEL_API gelStatus gelLoadSurfaceMesh(const char* path, gelSurfaceMesh* surface, gelSurfaceRepair* repair);

// Creates a surface of one part from arrays in memory, which are copied. Coincident vertices are
// merged, in order of first appearance. Triangles that then repeat a vertex, and unused vertices,
// are dropped. A surface that encloses a negative volume is reversed. `repair` may be NULL.
// Errors:
// - gel_invalidArgument: an index is out of range, a coordinate is not finite or beyond 1e15, or no
//   triangles are left
// - gel_outOfMemory
// Cost: 0.02 s for 100,000 triangles.
GEL_API gelStatus gelCreateSurfaceMesh(const float* positions, int vertexCount, const int* triangles,
                                       int triangleCount, gelSurfaceMesh* surface, gelSurfaceRepair* repair);

// Releases the arrays of a surface and empties it. A surface that is all zero is allowed.
GEL_API void gelDestroySurfaceMesh(gelSurfaceMesh* surface);

// Creates a box centred on the origin, for obstacles. Sizes in m, > 0 to 1e6.
// Errors: gel_invalidArgument (out of range), gel_outOfMemory.
GEL_API gelStatus gelCreateBoxSurface(gelVec3 size, gelSurfaceMesh* surface);
// Creates a sphere centred on the origin: 20 * 4^subdivisions triangles of nearly equal size. 0 to
// 7 subdivisions; radius in m, > 0 to 1e6. Vertices lie on the sphere, triangles inside it.
// Errors: gel_invalidArgument (out of range), gel_outOfMemory.
GEL_API gelStatus gelCreateSphereSurface(float radius, int subdivisions, gelSurfaceMesh* surface);
// Creates a cylinder along Y, centred on the origin. 4 to 1024 segments around; radius and length
// in m, > 0 to 1e6.
// Errors: gel_invalidArgument (out of range), gel_outOfMemory.
GEL_API gelStatus gelCreateCylinderSurface(float radius, float length, int segments, gelSurfaceMesh* surface);
// Creates a capsule along Y, centred on the origin. `length` is that of the straight part; 4 to
// 1024 segments around; radius and length in m, > 0 to 1e6.
// Errors: gel_invalidArgument (out of range), gel_outOfMemory.
GEL_API gelStatus gelCreateCapsuleSurface(float radius, float length, int segments, gelSurfaceMesh* surface);
// Creates an open sheet in the plane of X and Z that faces up, centred on the origin. An obstacle
// made of it has two sides. 1 to 1000 cells along each axis; sizes in m, > 0 to 1e6.
// Errors: gel_invalidArgument (out of range), gel_outOfMemory.
GEL_API gelStatus gelCreateSheetSurface(float sizeX, float sizeZ, int cellsX, int cellsZ,
                                        gelSurfaceMesh* surface);
// Creates an open sheet with heights along Y, centred on the origin. Heights are [countZ][countX]
// in m, -1e6 to 1e6; counts are 2 to 1001.
// Errors: gel_invalidArgument (out of range), gel_outOfMemory.
GEL_API gelStatus gelCreateHeightfieldSurface(float sizeX, float sizeZ, const float* heights, int countX,
                                              int countZ, gelSurfaceMesh* surface);

// Reads a height field from a grey PNG image of 2 to 1001 pixels along each axis and up to 16 bits.
// Black is `lowest`, white `highest`, m. Seen from above, the image's right is X and its lower side
// points towards Z.
// Errors:
// - gel_fileError: the file cannot be read
// - gel_formatError: not a PNG, damaged, too large, or in colour
// - gel_unsupported: built without stb_image
// - gel_invalidArgument: a size or height is out of range
// - gel_outOfMemory
GEL_API gelStatus gelLoadHeightfieldSurface(const char* path, float sizeX, float sizeZ, float lowest,
                                            float highest, gelSurfaceMesh* surface);
// Creates the surface on which a distance field is 0, for obstacles. Values are
// [countZ][countY][countX] at the points of a grid, m, negative inside. `lower` is the first point;
// neighbours are `spacing` m apart. The magnitude of values matters only where the sign changes.
// The surface is closed: shapes that reach the rim of the grid end there. Vertices are up to a
// fifth of the spacing from their exact place, less where the surface is flat.
// Errors:
// - gel_invalidArgument: fewer than 2 points along an axis, more than 2^24 in all, NaN, or no
//   negative value
// - gel_invalidArgument: the spacing is not 1e-6 to 1e6 m, or the lower corner is beyond 1e6 m
// - gel_outOfMemory
// Cost: 1 s for 256^3 points.
GEL_API gelStatus gelCreateDistanceFieldSurface(const float* distances, const int counts[3], gelVec3 lower,
                                                float spacing, gelSurfaceMesh* surface);
// Reads a distance field from an .sdf text file and creates its surface, for obstacles. The file
// has the three counts, `lower`, `spacing`, and the values, along X first.
// Errors: gel_fileError, gel_formatError, gel_outOfMemory.
GEL_API gelStatus gelLoadDistanceFieldSurface(const char* path, gelSurfaceMesh* surface);

// Creates the convex hull of points [count][3], closed. Its vertices are the points at corners;
// `originals` maps the points to them. Points are rounded to 2^-26 of the longest side of their
// box, which single precision seldom resolves. For obstacles a hull is the cheapest substitute of a
// mesh, and pushes out bodies that start inside.
// Errors:
// - gel_invalidArgument: fewer than 4 points, or a coordinate that is NaN or beyond 1e9 m
// - gel_invalidArgument: all points lie within 1e-6 m, or within a millionth of their extent of a
//   line or plane
// - gel_outOfMemory
// Cost: 0.03 s for 100,000 points in a ball, 0.12 s for as many on a sphere.
GEL_API gelStatus gelCreateHullSurface(const float* points, int count, gelSurfaceMesh* surface);

// Groups of triangle corners that share a normal: the area-weighted mean of the triangles around.
// So normals follow the deformation, and sharp edges stay sharp.
typedef struct gelCornerGroups {
    int groupCount, triangleCount;
    int* vertices; // [groupCount], vertex of each group
    int* groupsOf; // [triangleCount][3], group of each corner
    int* firsts;   // [groupCount + 1], into `around`
    int* around;   // [3 triangleCount], triangles of each group
} gelCornerGroups;

// Groups the corners at each vertex. Two corners are in one group if the file gives them equal
// normals (to half a degree). If one of them has no normal, their triangles must share an edge with
// an angle below 60 degrees. Reads only the counts, positions, triangles and cornerNormals of
// `surface`. A vertex without triangles has no group; a vertex with more than 256 triangles may
// have additional ones.
// Errors: gel_outOfMemory.
// Cost: 0.02 s for 100,000 triangles.
GEL_API gelStatus gelGroupCorners(const gelSurfaceMesh* surface, gelCornerGroups* groups);
// Releases the arrays of corner groups and empties them.
GEL_API void gelDestroyCornerGroups(gelCornerGroups* groups);

// Lines between points, for ropes (gel/rope.h). Only functions of Gel create one. The mesh owns its
// arrays.
typedef struct gelLineMesh {
    int vertexCount, lineCount;
    float* positions; // [vertexCount][3], metres
    int* lines;       // [lineCount][2], different vertices; no line occurs twice
    // For each given vertex, [originalCount], the number of its vertex here; -1 if it belonged to
    // no line.
    int originalCount;
    int* originals;
} gelLineMesh;

// Creates lines from arrays, which are copied. Lines from a vertex to itself, duplicate lines, and
// unused vertices are dropped. Coincident vertices of lines are merged.
// Errors:
// - gel_invalidArgument: an index is out of range, a coordinate is not finite or beyond 1e9 m, a
//   line has no length, or no line is left
// - gel_outOfMemory
GEL_API gelStatus gelCreateLineMesh(const float* positions, int vertexCount, const int* lines, int lineCount,
                                    gelLineMesh* mesh);
// Creates a straight row of 1 to 100,000 lines along X, centred on the origin. Its length is > 0 to
// 1e6 m.
// Errors: gel_invalidArgument (out of range), gel_outOfMemory.
GEL_API gelStatus gelCreateStraightLine(float length, int segments, gelLineMesh* mesh);
// Reads the `l` elements of an .obj file as lines; faces are ignored. Logs a warning if lines end
// close to another vertex, but not in its place.
// Errors:
// - gel_fileError: the file cannot be read
// - gel_formatError: the content is wrong
// - gel_unsupported: another format
// - gel_invalidArgument: no line is left; see gelCreateLineMesh
// - gel_outOfMemory
GEL_API gelStatus gelLoadLineMesh(const char* path, gelLineMesh* mesh);
// Releases the arrays of a line mesh and empties it.
GEL_API void gelDestroyLineMesh(gelLineMesh* mesh);

// Returns whether a file is a surface, by its extension: .obj, .ply, .stl, .off, .gltf, .glb, .fbx,
// .dae or .3mf.
GEL_API bool gelIsSurfacePath(const char* path);
