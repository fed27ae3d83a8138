// The kernels of cache_passes.h. They run before the contacts of a frame begin.
#include "cache_passes.h"

// A flag is raised by storing the number of the search: flags need not be cleared.

// Over points, and then over the vertices of clusters of tets.
__kernel void check_motion(SURFACES, CANDIDATES CACHE_BUFFERS(BUFFER_PARAMETER) const int vertex_count,
                           const int number)
{
    int i = (int)get_global_id(0), point_count = counts.elements[surface_points];
    SURFACE_SET(set);
    CANDIDATE_SET(lists);
    CachedSurfaces cache = {CACHE_BUFFERS(BUFFER_VALUE)};
    if (i < point_count ? has_point_moved(&set, &cache, i)
                        : i < point_count + vertex_count && has_vertex_moved(&set, &cache, i - point_count))
        lists.flags[cache_moved] = number;
}

// Over candidates. Contacts need those that are near, the host needs to know of points inside bodies.
__kernel void check_candidates(SURFACES, CANDIDATES const int candidate_count, const int number)
{
    int i = (int)get_global_id(0);
    SURFACE_SET(set);
    CANDIDATE_SET(lists);
    if (i >= candidate_count)
        return;
    CandidatePair candidate = {lists.candidates[i].pair, lists.candidates[i].kind, lists.candidates[i].first,
                               lists.candidates[i].second};
    set.cache_margin = 0.0f; // as a search of this frame alone
    lists.near[i] = is_found(&set, lists.pairs, candidate) ? 1 : 0;
    if (lists.near[i] != 0 && (candidate.kind == search_points_tets || candidate.kind == search_tets_points))
        lists.flags[cache_inside] = number;
}

// Over the points in contact: the normals of their surfaces.
__kernel void find_contact_normals(SURFACES, __global const ContactPoint* contact_points,
                                   const int contact_point_count)
{
    int i = (int)get_global_id(0);
    SURFACE_SET(set);
    if (i < contact_point_count)
        find_normal(&set, contact_points[i].surface_point);
}
