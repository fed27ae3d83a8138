// The buffers of the search for contacts: a row each, as buffers.h explains. Plain C and OpenCL C.
#ifndef GEL_SEARCH_BUFFERS_H
#define GEL_SEARCH_BUFFERS_H

#include "buffers.h"

// The surfaces. The host writes those of `tables` (gelSurfaceTables) with each plan; kernels fill the
// work arrays in each frame.
// clang-format off
#define SURFACE_TABLE_BUFFERS(ROW)                                                                          \
    ROW(bodies,          const SurfaceBody,     tables->bodyCount, tables->bodies)                          \
    ROW(points,          const SurfacePoint,    tables->counts[surface_points], tables->points)             \
    ROW(triangles,       const SurfaceTriangle, tables->counts[surface_triangles], tables->triangles)       \
    ROW(edges,           const SurfaceEdge,     tables->counts[surface_edges], tables->edges)               \
    /* of each point: its first triangle in point_triangles, and one more */                                \
    ROW(triangle_starts, const int,             tables->counts[surface_points] + 1, tables->triangleStarts) \
    ROW(point_triangles, const int,             tables->cornerCount, tables->pointTriangles)                \
    ROW(tets,            const SurfaceTet,      tables->tetCount, tables->tets)                             \
    /* of each cluster of tets: the first of its vertices in tet_places, and one more */                    \
    ROW(tet_starts,      const int,             tables->tetClusterCount + 1, tables->tetStarts)             \
    ROW(tet_places,      const int,             tables->tetPlaceCount, tables->tetPlaces)

#define SURFACE_WORK_BUFFERS(ROW)                                                                           \
    /* of each point: its position, how far it moves in the frame if nothing stops it, less `still`, */     \
    /* the sum of the area vectors round it, and the box from where it is to where it moves */              \
    ROW(x,               vec3,                  tables->counts[surface_points], NULL)                       \
    ROW(displacement,    vec3,                  tables->counts[surface_points], NULL)                       \
    ROW(normal,          vec3,                  tables->counts[surface_points], NULL)                       \
    ROW(swept,           Bounds,                tables->counts[surface_points], NULL)                       \
    /* swept boxes of elements, in rows of the elements of a cluster */                                     \
    ROW(point_boxes,     BoundsRow,             tables->clusterCounts[surface_points], NULL)                \
    ROW(triangle_boxes,  BoundsRow,             tables->clusterCounts[surface_triangles], NULL)             \
    ROW(edge_boxes,      BoundsRow,             tables->clusterCounts[surface_edges], NULL)                 \
    /* swept boxes of clusters, in rows of sixteen of a body */                                             \
    ROW(point_clusters,    BoundsRow,           tables->rowCounts[surface_points], NULL)                    \
    ROW(triangle_clusters, BoundsRow,           tables->rowCounts[surface_triangles], NULL)                 \
    ROW(edge_clusters,     BoundsRow,           tables->rowCounts[surface_edges], NULL)                     \
    ROW(tet_clusters,      BoundsRow,           tables->tetRowCount, NULL) /* not swept */                  \
    /* of the displacements of a cluster's points */                                                        \
    ROW(displacement_clusters, BoundsRow,       tables->rowCounts[surface_points], NULL)                    \
    /* of the points of each body, then of their displacements */                                           \
    ROW(body_boxes,      Bounds,                2 * tables->bodyCount, NULL)

#define SURFACE_STATE_BUFFERS(ROW)                                                                          \
    ROW(position,        const SearchRecord,    0, NULL)                                                    \
    ROW(velocity,        const SearchRecord,    0, NULL)

#define SURFACE_BUFFERS(ROW)                                                                                \
    SURFACE_TABLE_BUFFERS(ROW)                                                                              \
    SURFACE_WORK_BUFFERS(ROW)                                                                               \
    SURFACE_STATE_BUFFERS(ROW)

// The list of candidate pairs, on devices. The host reserves what it needs before it launches.
#define CANDIDATE_BUFFERS(ROW)                                                                              \
    ROW(pairs,            const SearchPair,     0, NULL) /* of bodies */                                    \
    ROW(turns,            const SearchTurns,    0, NULL)                                                    \
    ROW(live_clusters,    int,                  0, NULL) /* of each of `turns`: find_live_clusters */       \
    ROW(live_turns,       int,                  0, NULL) /* those that may find candidates */               \
    ROW(found,            CandidatePair,        0, NULL) /* the first ones of each live turn */             \
    ROW(candidate_counts, int,                  0, NULL) /* of each row or live turn; then where it starts */ \
    ROW(block_sums,       int,                  0, NULL) /* of the counts of turn_block turns */            \
    ROW(total,            int,                  1, NULL)                                                    \
    ROW(candidates,       CandidatePair,        0, NULL) /* all, in order */                                \
    ROW(near,             int,                  0, NULL) /* of each: may it touch in this frame? */         \
    ROW(flags,            int,                  cache_flags, NULL) /* the last search that raised it */

// The surfaces as they were when the list was made: cache_passes.h.
#define CACHE_BUFFERS(ROW)                                                                                  \
    ROW(cached_x,            vec3,              tables->counts[surface_points], NULL)                       \
    ROW(cached_displacement, vec3,              tables->counts[surface_points], NULL)                       \
    ROW(cached_position,     SearchRecord,      tables->plan->vertexCapacity, NULL)
// clang-format on
#define SURFACE_BUFFER_NUMBER(member, type, count, content) surface_buffer_##member,
#define CANDIDATE_BUFFER_NUMBER(member, type, count, content) candidate_buffer_##member,
#define CACHE_BUFFER_NUMBER(member, type, count, content) cache_buffer_##member,

enum { SURFACE_BUFFERS(SURFACE_BUFFER_NUMBER) surface_buffer_count };
enum { CANDIDATE_BUFFERS(CANDIDATE_BUFFER_NUMBER) candidate_buffer_count };
enum { CACHE_BUFFERS(CACHE_BUFFER_NUMBER) cache_buffer_count };

// The flags that forbid using a cached list in a frame, or caching a new one.
enum { cache_moved, cache_inside, cache_flags };

#endif
