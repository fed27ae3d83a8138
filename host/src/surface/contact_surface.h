// The surface of a shape as contact sees it. All of it follows from the mesh alone, at rest and unscaled.
//
// Points, triangles and edges are each numbered so that gel_clusterSize consecutive ones lie close together and
// have a small box in common.
#pragma once

#include "gel/mesh.h"
#include "surface/tree.h"

enum { gel_clusterSize = 16, gel_exitCount = 5 };

// A point of the surface, fixed in the tets: a vertex or, for a skin, four of them with weights.
typedef struct gelContactPoint {
    int vertices[4];  // of the mesh; for a vertex all four are the vertex itself
    float weights[4]; // their sum is 1; {1, 0, 0, 0} for a vertex
} gelContactPoint;

typedef struct gelContactSurface {
    int pointCount, triangleCount, edgeCount;
    gelContactPoint* points; // [pointCount]
    int (*triangles)[3];     // [triangleCount]: points, anticlockwise seen from outside
    int (*edges)[2];         // [edgeCount]: points, smaller first; each edge once
    int (*edgeTriangles)[2]; // [edgeCount]: the first and the last triangle beside it
    int* triangleStarts;     // [pointCount + 1] into pointTriangles
    int* pointTriangles;     // [3 triangleCount]: the triangles round each point, ascending
    float meanEdge;          // mean length of the edges, m
    // [triangleCount], m: how thick the body is under a triangle. The distance from its centroid along the
    // inward normal to where the surface is met next; the diagonal of the body's box if nothing is met or the
    // triangle has no area. What is met within a millionth of the diagonal lies on the triangle (a part that
    // touches this one), and doesn't count.
    float* thicknesses;
    gelSurfaceTree tree; // of the triangles at rest; empty if there are none
    // The tets in clusters as well.
    int* tets;            // [tetCount of the mesh]: their numbers
    int* clusterStarts;   // [clusters + 1] into clusterVertices
    int* clusterVertices; // the vertices of the tets of a cluster, each once
    int (*tetPoints)[4];  // [tetCount], in the order of `tets`: the points at their corners; NULL of solids
} gelContactSurface;

// Creates the boundary of the tets, as gelExtractSurface does: the faces that belong to exactly
// one tet. Faces of two or more tets are inside, also where three tets of a bad mesh share one.
// The result depends on nothing but the mesh.
//
// With a skin (or NULL), which must have triangles, corners are moved to the nearest places of the
// skin that face the same way. Release the surface with gelClearContactSurface; on failure
// *surface is empty. Errors: gel_outOfMemory.
gelStatus gelCreateContactSurface(const gelTetMesh* mesh, const gelSkin* skin, gelContactSurface* surface);
// Creates the surface of triangles over the vertices of a mesh: for obstacles, with the tets that
// cover their inside, and for sheets, without tets. Parts that are open, or whose triangles
// disagree on what is outside, are two-sided; with `isTwoSided` all are. There each triangle is
// followed by one of the opposite orientation, both without thickness. Triangles without area take
// no part; there must be others.
gelStatus gelCreateSurfaceOfTriangles(const gelTetMesh* mesh, const int* triangles, int triangleCount,
                                      bool isTwoSided, gelContactSurface* surface);
// Creates the surface of lines, for ropes: each becomes a triangle of its first and twice its
// second vertex, without area or thickness.
gelStatus gelCreateSurfaceOfLines(const gelTetMesh* mesh, const int* lines, int lineCount,
                                  gelContactSurface* surface);
// Whether a triangle has an area: collinear corners have none.
bool gelTriangleHasArea(const float* positions, const int triangle[3]);
void gelClearContactSurface(gelContactSurface* surface);

// Takes the skin itself as the surface, in place of the boundary that `surface` holds, if it is closed, about as fine as
// that, and inside the tets; called by gelCreateContactSurface.
gelStatus gelAdoptSkin(const gelTetMesh* mesh, const gelSkin* skin, gelContactSurface* surface,
                       bool* isTaken);
// Moves the points from the vertices of the boundary to the skin; called by gelCreateContactSurface.
gelStatus gelWrapPoints(const gelTetMesh* mesh, const gelSkin* skin, gelContactSurface* surface);
// Orders the tets; called by gelCreateContactSurface.
gelStatus gelClusterTets(const gelTetMesh* mesh, bool byPart, gelContactSurface* surface);

// The triangles that lead out of a tet: those nearest at rest to its centroid and to four points 60 % of the
// way from it to the corners; -1 if the surface has none (tets that fold over each other may hide all of them).
void gelFindExits(const gelContactSurface* surface, const gelTetMesh* mesh, int tet,
                  int exits[gel_exitCount]);
