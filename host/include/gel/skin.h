// Skins: a fine surface that follows a coarse tet mesh. Each of its vertices is attached to one tet by four
// weights, so the simulation may be coarse while what is seen stays fine.
//
//     gelSurfaceMesh surface;
//     if (gelLoadSurfaceMesh("bear.obj", &surface, NULL) != gel_success ||
//         gelBody_SetSkin(world, body, &surface, NULL) != gel_success)
//         puts(gelLastError());
//     gelDestroySurfaceMesh(&surface);
#pragma once

#include "gel/id.h"
#include "gel/mesh.h"
#include "gel/surface.h"

// The attachment of points to a tet mesh. With the tet's vertices at x0 to x3 the point is at x0 + w1 (x1 -
// x0) + w2 (x2 - x0) + w3 (x3 - x0).
typedef struct gelEmbedding {
    int pointCount;
    int* tets; // [pointCount]
    // [pointCount][4]: w0 to w3, no unit; their sum is 1 up to rounding; negative outside the tet.
    float* weights;
} gelEmbedding;

// Finds for each of points[pointCount][3] (metres, in the mesh's frame) the tet that contains it; outside all
// tets, the nearest one. Among several, the one whose smallest weight is largest, then the one of lowest
// index. The result depends only on the arguments. Errors: gel_outOfMemory. Cost: about t log t for t tets
// and log t per point inside, several times more outside: 100,000 points in 20,000 tets take 0.05 s.
GEL_API gelStatus gelCreateEmbedding(const gelTetMesh* mesh, const float* points, int pointCount,
                                     gelEmbedding* embedding);

// Moves points outside their tet to its nearest point, so that no weight is negative and none of them swings
// further than the tet; whatever lies far outside is flattened onto the mesh. The others are unchanged.
// `mesh` must be the one that the embedding was made with.
GEL_API void gelClampEmbedding(const gelTetMesh* mesh, gelEmbedding* embedding);
// Releases the arrays and empties *embedding.
GEL_API void gelDestroyEmbedding(gelEmbedding* embedding);

// Evaluates the points for the vertices of the mesh at `positions` [mesh->vertexCount][3], metres; in double
// precision. points has room for [pointCount][3].
GEL_API void gelEvaluateEmbedding(const gelEmbedding* embedding, const gelTetMesh* mesh,
                                  const float* positions, float* points);

// A surface embedded in the tets of a body.
typedef struct gelSkin {
    gelSurfaceMesh surface; // in the frame of the body's mesh
    gelEmbedding embedding; // of the surface's vertices in the body's mesh
} gelSkin;

// Gives a body a skin, which is copied and replaces an earlier one; NULL removes it. It is placed and scaled
// with the mesh. It affects the motion only in a world with contact, where it is what touches. `embedding`
// attaches its vertices to the body's mesh, as from gelCreateMeshFromSurface; NULL: as found by
// gelCreateEmbedding, not clamped. Bodies with equal meshes and equal skins share one. A step under way is
// completed first. Errors: as of gelCreateEmbedding.
GEL_API gelStatus gelBody_SetSkin(gelWorld* world, gelBodyId id, const gelSurfaceMesh* surface,
                                  const gelEmbedding* embedding);

// Belongs to the world; valid until the body is destroyed or gets another skin. NULL without one, or if the
// id is invalid.
GEL_API const gelSkin* gelBody_GetSkin(const gelWorld* world, gelBodyId id);
