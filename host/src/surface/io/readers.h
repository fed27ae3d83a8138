// Readers of surface files. Each fills a raw surface (see gelMakeSurfaceMesh) for the caller to destroy, on failure too.
#pragma once

#include "surface/surface.h"
#include "base/text_reader.h"

// What a file holds beside triangles: neither of use to a surface nor to be passed over in silence.
typedef struct gelSurfaceExtras {
    int lines;
    int points;
} gelSurfaceExtras;

// Of our own: assimp gives each corner of an OBJ file a vertex of its own, in an order of its own.
gelStatus gelReadSurfaceObj(gelTextReader* reader, gelSurfaceMesh* raw, gelSurfaceExtras* extras);

// Of our own: assimp takes each line for an element, though white space is free, and passes over what is missing or out of range.
gelStatus gelReadSurfaceOff(gelTextReader* reader, gelSurfaceMesh* raw, gelSurfaceExtras* extras);

// With assimp, in a process of its own, which may break down (gel_formatError) without harm; gel_unsupported where the library
// was built without it. Cost: some milliseconds over gelImportSurface.
gelStatus gelReadSurfaceAssimp(const char* path, size_t fileSize, gelSurfaceMesh* raw,
                               gelSurfaceExtras* extras);
gelStatus gelImportSurface(const char* path, gelSurfaceMesh* raw, gelSurfaceExtras* extras);
bool gelCanImport(const char* ending); // with its dot

// Whether a PLY file is as long as its header says. Errors: gel_formatError.
gelStatus gelCheckPly(const char* path);

// Cuts a polygon, planar or nearly so, into cornerCount - 2 triangles that face the way it does, by clipping ears; a convex one
// into a fan about its first corner. triangles has room for [cornerCount - 2][3] corners, 0 to cornerCount - 1; next is
// work space of [cornerCount]. Cost: the square of the corners that bend inwards.
#define GEL_MOST_POLYGON_CORNERS 8192
void gelCutPolygon(const float* positions, const int* vertices, int cornerCount, int* next, int* triangles);
