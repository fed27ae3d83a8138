// Readers of surface files. Each fills a raw surface (see gelMakeSurfaceMesh), which the caller must destroy,
// even on failure.
#pragma once

#include "surface/surface.h"
#include "base/text_reader.h"
#include "base/vertex_array.h"

// The lines and points of a file: they are of no use to a surface, but reported.
typedef struct gelSurfaceExtras {
    int lines;
    int points;
} gelSurfaceExtras;

// The lines of a file between two vertices each; release `ends`.
typedef struct gelObjLines {
    int* ends; // [count][2]
    int count, capacity;
} gelObjLines;

// Our own reader: assimp gives each corner of an OBJ file a separate vertex, in a different order.
gelStatus gelReadSurfaceObj(gelTextReader* reader, gelSurfaceMesh* raw, gelSurfaceExtras* extras);
// Reads the vertices into `raw`, and the lines; passes over faces and materials.
gelStatus gelReadObjLines(gelTextReader* reader, gelSurfaceMesh* raw, gelObjLines* lines);

// Our own reader: assimp takes every line for an element, though white space is free, and ignores what is
// missing or out of range.
gelStatus gelReadSurfaceOff(gelTextReader* reader, gelSurfaceMesh* raw, gelSurfaceExtras* extras);

// Uses assimp in a separate process, which may crash (gel_formatError) without harm; gel_unsupported if the
// library was built without it. Cost: some milliseconds more than gelImportSurface.
gelStatus gelReadSurfaceAssimp(const char* path, size_t fileSize, gelSurfaceMesh* raw,
                               gelSurfaceExtras* extras);
gelStatus gelImportSurface(const char* path, gelSurfaceMesh* raw, gelSurfaceExtras* extras);
bool gelCanImport(const char* ending); // with its dot

// The arrays of gelLoadVertexArray.
gelStatus gelReadObjGroup(gelTextReader* reader, gelVertexArray* array);
gelStatus gelReadPlyArray(gelTextReader* reader, gelVertexArray* array);

// Joins lines that a backslash continues: before the line's end, before blanks or a comment there, or at the end of
// the file. One in a comment, which may end in a folder name, continues nothing. Later lines keep their numbers.
void gelJoinObjLines(gelTextReader* text);

// In bytes; 0 of an unknown type.
int gelSizeOfPlyType(gelWord type);
// Checks that a PLY file is as long as its header says. Errors: gel_formatError.
gelStatus gelCheckPly(const char* path);

// Triangulates a polygon, planar or nearly so, into cornerCount - 2 triangles of the same orientation by ear
// clipping; a convex one becomes a fan about its first corner. triangles has room for [cornerCount - 2][3]
// corners, 0 to cornerCount - 1; next is scratch space of [cornerCount]. Cost: quadratic in the reflex
// corners.
#define GEL_MOST_POLYGON_CORNERS 8192
void gelCutPolygon(const float* positions, const int* vertices, int cornerCount, int* next, int* triangles);
