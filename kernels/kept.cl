// The kernels of kept_passes.h. They come before a frame's contacts begin.
#include "kept_passes.h"

// Whoever finds something raises one of `flags`, of kept_flags, to the number of the search.

// Over points, and then over the vertices of clusters of tets.
__kernel void check_motion(SURFACES, __global const vec3* kept_places,
                           __global const SearchRecord* kept_position, __global int* flags,
                           const int vertex_count, const int number)
{
    int i = (int)get_global_id(0), point_count = counts.elements[surface_points];
    SURFACE_SET(set);
    KeptSet kept = {kept_places, kept_places + point_count, kept_position};
    if (i < point_count ? has_point_moved(&set, &kept, i)
                        : i < point_count + vertex_count && has_vertex_moved(&set, &kept, i - point_count))
        flags[kept_moved] = number;
}

// Over hits. What is near is needed by contacts; what is inside, by the host.
__kernel void check_hits(SURFACES, __global const SearchPair* pairs, __global const SearchHit* hits,
                         __global int* near, __global int* flags, const int hit_count, const int number)
{
    int i = (int)get_global_id(0);
    SURFACE_SET(set);
    if (i >= hit_count)
        return;
    SearchHit hit = {hits[i].pair, hits[i].kind, hits[i].first, hits[i].second};
    set.slack = 0.0f; // as a search of this frame alone
    near[i] = is_found(&set, pairs, hit) ? 1 : 0;
    if (near[i] != 0 && (hit.kind == search_points_tets || hit.kind == search_tets_points))
        flags[kept_inside] = number;
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
