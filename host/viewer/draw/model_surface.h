// A surface as drawn: triangles of corners, corners at points. Points are the world's vertices, or are
// embedded in tets.
#pragma once

#include "draw/model_corners.h"
#include "draw/model_look.h"
#include "draw/opengl.h"

#include "gel/skin.h"

typedef struct gelDrawnSurface {
    int cornerCount, triangleCount;
    int flatCornerCount, flatTriangleCount; // without the thickness of sheets, which follows
    float thickness;                        // of the thickest sheet, m; 0: sheets are drawn flat
    int pointCount;                         // 0: points are the world's vertices
    gelBufferTexture corners;               // two ivec4: gelDrawnCorner
    gelBufferTexture triangles;             // int [triangleCount][3]: corners
    gelBufferTexture around;                // ivec4: the points of a triangle, or as the corner's shape says
    gelBufferTexture pointTets;             // ivec4: the tet vertices that carry a point
    gelBufferTexture pointWeights;          // vec4: as in gelEmbedding
    gelDrawnAppearance look;
} gelDrawnSurface;

// The sources of a corner's normal, as in corners.vert.
enum {
    gel_cornerOfTriangles, // those around it
    gel_cornerOfRim,       // of a sheet: `around` has the ends of the edge
    gel_cornerOfRing       // of a rope, and so on up to gel_ropeSides: the vertices before, at and behind it
};

typedef struct gelDrawnCorner {
    int point;
    int first, end; // in `around`
    int body;       // or -1 - body of a sheet or rope
    float shift; // m, along the normal or, of sheets, that of the triangles from `shiftFirst` to `shiftEnd`
    int shiftFirst, shiftEnd;
    int shape;
} gelDrawnCorner;

// A sheet in a draft.
typedef struct gelDrawnSheet {
    gelSurfaceMesh surface; // its arrays are not its own
    int firstPoint, firstCorner, cornerCount, firstTriangle;
    float half; // of its thickness, m
} gelDrawnSheet;

// A surface under construction, on the host; it grows body by body. Initialise with {.drawn = ..., .store =
// ...}.
typedef struct gelSurfaceDraft {
    gelDrawnSurface* drawn;
    gelCornerStore* store;
    gelDrawnCorner* corners;
    int *triangles, *around, *tets;
    float* weights;
    gelPaintedPart* painted; // [paintedCount]
    gelDrawnSheet* sheets;   // [sheetCount]
    int aroundCount, paintedCount, sheetCount;
} gelSurfaceDraft;

// The shape that is drawn of a body: its own surface or lines or, if these are NULL, the surface of
// its mesh.
typedef struct gelDrawnBody {
    int owner; // the body's number; of a sheet or a rope, which are drawn as cloth, -1 - number
    const gelTetMesh* mesh;
    const gelSurfaceMesh* surface;
    const gelLineMesh* lines;
    float radius; // of lines, and half the thickness of a sheet, m
} gelDrawnBody;

// Adds a body, whose vertices begin at `first`. False if out of memory.
bool gelSurfaceDraft_AddMesh(gelSurfaceDraft* draft, int first, const gelDrawnBody* body);

// Adds the body's skin or, if NULL, the body, both with their own points.
bool gelSurfaceDraft_AddSkin(gelSurfaceDraft* draft, int first, const gelDrawnBody* body,
                             const gelSkin* skin);

// surface_draft.c: make room for so many more, or add one. False if out of memory.
bool gelSurfaceDraft_Reserve(gelSurfaceDraft* draft, int corners, int triangles, int around);
bool gelSurfaceDraft_ReservePoints(gelSurfaceDraft* draft, int count);
bool gelSurfaceDraft_AddSheet(gelSurfaceDraft* draft, gelDrawnSheet sheet);
// Takes over `corners`, also on failure, which is for want of memory.
bool gelSurfaceDraft_SetAppearance(gelSurfaceDraft* draft, gelPaintedPart painted);
bool gelSurfaceDraft_Upload(gelSurfaceDraft* draft, gelOutput* output); // false if out of memory
void gelClearSurfaceDraft(gelSurfaceDraft* draft);                      // keeps what was uploaded
gelDrawnSurface gelDrawnSurface_Flat(const gelDrawnSurface* drawn); // the same, of sheets without thickness
void gelDestroyDrawnSurface(gelDrawnSurface* drawn);
