// A list of hits that serves several frames. Plain C and OpenCL C.
//
// Where little moves, the search looks farther than the frame needs, by a slack, and its list is kept until
// something has moved so far that a hit might be missing. In each frame every hit of the list is put to the
// test that a search would put it to, so what touches is what a search of that frame would find, in the same
// order: to keep a list saves time and changes no bit.
#ifndef GEL_KEPT_PASSES_H
#define GEL_KEPT_PASSES_H

#include "search_passes.h"

// What a frame may find out about the list.
enum { kept_moved, kept_inside, kept_flags };

// Of the slack. It covers what the bound of are_near can change if the places of two elements and their ways
// change by so much, which also counts as what makes them faster: 0.12 (2 + 2 + 2) < 1; the rest is for rounding.
#define kept_share 0.12f

typedef struct KeptSet {
    MEMORY const vec3* x; // of the surfaces' points, when the list was made
    MEMORY const vec3* way;
    MEMORY const SearchRecord* position; // of the world's vertices
} KeptSet;

static inline bool is_far(const SurfaceSet* set, vec3 now, vec3 then)
{
    float limit = kept_share * set->slack;
    vec3 moved = vec3_subtract(now, then);
    return !(vec3_dot(moved, moved) <= limit * limit);
}

// Over points.
static inline bool has_point_moved(const SurfaceSet* set, const KeptSet* kept, int i)
{
    return is_far(set, set->x[i], kept->x[i]) || is_far(set, set->way[i], kept->way[i]);
}

// Over the vertices of clusters of tets.
static inline bool has_vertex_moved(const SurfaceSet* set, const KeptSet* kept, int i)
{
    int place = set->tet_places[i];
    SearchRecord record = kept->position[place];
    vec3 now, then = {record.x, record.y, record.z};
    read_vertex(set, place, &now);
    return is_far(set, now, then);
}

// Whether a search of this frame, without slack, would find the hit.
static inline bool is_found(const SurfaceSet* set, MEMORY const SearchPair* pairs, SearchHit hit)
{
    bool edges = hit.kind == search_edges;
    if (hit.kind == search_ground)
        return is_near_ground(set, pairs + hit.pair, hit.first);
    if (hit.kind == search_points_tets || hit.kind == search_tets_points)
        return find_boxes_around(set, hit.first, hit.second, 1) != 0 && is_in_tet(set, hit.first, hit.second);
    Bounds first, second;
    SearchReach reach;
    find_reach(set, pairs + hit.pair, &reach);
    box_element(set, edges ? surface_edges : surface_points, hit.first, &first);
    box_element(set, edges ? surface_edges : surface_triangles, hit.second, &second);
    return boxes_meet(first, second, box_distance(&reach)) && is_hit(set, &hit, &reach, false);
}

#endif
