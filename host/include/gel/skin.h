// Skins: fine surfaces that follow coarse tet meshes. Each vertex of a skin is attached to one tet
// by four weights. So the simulation can be coarse while the visible surface stays fine.
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

// Points attached to a tet mesh. In a tet with vertices x0 to x3 the point is at x0 + w1 (x1 - x0)
// + w2 (x2 - x0) + w3 (x3 - x0).
typedef struct gelEmbedding {
    int pointCount;
    int* tets; // [pointCount]
    // Weights w0 to w3, [pointCount][4], dimensionless. Their sum is 1 up to rounding; they are
    // negative outside of the tet.
    float* weights;
} gelEmbedding;

// Finds for each of points[pointCount][3] (m, in the mesh's frame) the tet that contains it, or the
// nearest tet. Among several tets it chooses the one whose smallest weight is largest, then the one
// with the lowest index. The result depends only on the arguments.
// Errors: gel_outOfMemory.
// Cost: about t log t for t tets and log t per point inside, several times more outside. 100,000
// points in 20,000 tets take 0.05 s.
GEL_API gelStatus gelCreateEmbedding(const gelTetMesh* mesh, const float* points, int pointCount,
                                     gelEmbedding* embedding);

// Moves points outside of their tet to the nearest point of that tet, so that no weight is
// negative. Clamped points do not swing further than the tet; parts far outside are flattened onto
// the mesh. Other points are unchanged. `mesh` must be the mesh of the embedding.
GEL_API void gelClampEmbedding(const gelTetMesh* mesh, gelEmbedding* embedding);
// Releases the arrays of an embedding and empties it.
GEL_API void gelDestroyEmbedding(gelEmbedding* embedding);

// Computes the points, [pointCount][3], for mesh vertices at `positions`, [mesh->vertexCount][3],
// m. Computes in double precision.
GEL_API void gelEvaluateEmbedding(const gelEmbedding* embedding, const gelTetMesh* mesh,
                                  const float* positions, float* points);

// A surface embedded in the tets of a body.
typedef struct gelSkin {
    gelSurfaceMesh surface; // in the frame of the body's mesh
    gelEmbedding embedding; // the surface's vertices in the body's mesh
} gelSkin;

// Gives a body a skin, which is copied, or replaces it; NULL removes it. The skin is placed and
// scaled with the mesh. It affects the motion in two ways: it is the contact surface, and wind,
// liquids and drag by area act on it (docs/fields.md). `embedding` attaches its vertices to the
// body's mesh (gelCreateMeshFromSurface); with NULL Gel uses gelCreateEmbedding, not clamped.
// Bodies with equal meshes and equal skins share one. A step under way is completed first.
// Errors: gel_invalidHandle, gel_invalidArgument (a rope, a sheet or an obstacle), gel_outOfMemory.
GEL_API gelStatus gelBody_SetSkin(gelWorld* world, gelBodyId id, const gelSurfaceMesh* surface,
                                  const gelEmbedding* embedding);

// Copies the positions of a skin's vertices, [vertexCount][3] in m, in the order of its surface.
// Blocks until the device is done.
// Errors: gel_invalidHandle, gel_invalidArgument (no skin, or `vertexCapacity`, in vertices, is too
// small), gel_outOfMemory.
GEL_API gelStatus gelBody_ReadSkin(gelWorld* world, gelBodyId id, float* xyz, int vertexCapacity);

// Returns the skin of a body; NULL without one or if the id is invalid. Belongs to the world, and
// is valid until the body is destroyed or its skin is replaced.
GEL_API const gelSkin* gelBody_GetSkin(const gelWorld* world, gelBodyId id);
