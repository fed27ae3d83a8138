// A list of candidate pairs that serves several frames (a Verlet list). Plain C and OpenCL C.
//
// Where little moves, the search looks farther than the frame needs, by a margin. Its list is cached until
// something has moved so far that a candidate might be missing. In each frame every candidate is put to
// the test that a search would put it to. So the contacts are those that a search of that frame would
// find, in the same order: caching saves time and changes no bit.
#ifndef GEL_CACHE_PASSES_H
#define GEL_CACHE_PASSES_H

#include "search_passes.h"

// The part of the margin that points may move. It covers by how much the bound of are_near can change if
// the positions of two elements and their displacements change so far, which also counts as acceleration:
// 0.12 (2 + 2 + 2) < 1. The rest is for rounding.
#define cache_share 0.12f

typedef struct CachedSurfaces {
    CACHE_BUFFERS(BUFFER_MEMBER)
} CachedSurfaces;

static inline bool is_far(const SurfaceSet* set, vec3 now, vec3 then)
{
    float limit = cache_share * set->cache_margin;
    vec3 moved = vec3_subtract(now, then);
    return !(vec3_dot(moved, moved) <= limit * limit);
}

// Over points.
static inline bool has_point_moved(const SurfaceSet* set, const CachedSurfaces* cache, int i)
{
    return is_far(set, set->x[i], cache->cached_x[i]) ||
           is_far(set, set->displacement[i], cache->cached_displacement[i]);
}

// Over the vertices of clusters of tets.
static inline bool has_vertex_moved(const SurfaceSet* set, const CachedSurfaces* cache, int i)
{
    int place = set->tet_places[i];
    SearchRecord record = cache->cached_position[place];
    vec3 now, then = {record.x, record.y, record.z};
    read_vertex(set, place, &now);
    return is_far(set, now, then);
}

// Whether a search of this frame, without the margin, would find the candidate.
static inline bool is_found(const SurfaceSet* set, MEMORY const SearchPair* pairs, CandidatePair candidate)
{
    bool edges = candidate.kind == search_edges;
    if (candidate.kind == search_ground)
        return is_near_ground(set, pairs + candidate.pair, candidate.first);
    if (candidate.kind == search_points_tets || candidate.kind == search_tets_points)
        return find_boxes_around(set, candidate.first, candidate.second, 1) != 0 &&
               is_in_tet(set, candidate.first, candidate.second);
    Bounds first, second;
    SearchReach reach;
    find_reach(set, pairs + candidate.pair, &reach);
    box_element(set, edges ? surface_edges : surface_points, candidate.first, &first);
    box_element(set, edges ? surface_edges : surface_triangles, candidate.second, &second);
    return boxes_meet(first, second, box_distance(&reach)) && is_candidate(set, &candidate, &reach, false);
}

#endif
