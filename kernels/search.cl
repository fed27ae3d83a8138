// The search for contacts. Every kernel takes the surfaces first; a work-item takes a point, a cluster, a body,
// or a cluster of a pair.
#include "search_passes.h"

// `places`: where points are, and then how far they move.
#define SURFACES                                                                                             \
    __global const SearchRecord *position, __global const SearchRecord *velocity,                            \
        __global const SurfaceBody *bodies, __global const SurfacePoint *points,                             \
        __global const SurfaceTriangle *triangles, __global const SurfaceEdge *edges,                        \
        __global const int *triangle_starts, __global const int *point_triangles,                            \
        __global const SurfaceTet *tets, __global const int *tet_starts, __global const int *tet_places,     \
        __global vec3 *places, __global vec3 *normals, __global Bounds *boxes, __global Bounds *body_boxes,  \
        const SurfaceCounts counts, const SearchGround ground, const float slack

#define SURFACE_SET(set)                                                                                     \
    SurfaceSet set = {.ground = ground,                                                                      \
                      .slack = slack,                                                                        \
                      .position = position,                                                                  \
                      .velocity = velocity,                                                                  \
                      .bodies = bodies,                                                                      \
                      .points = points,                                                                      \
                      .triangles = triangles,                                                                \
                      .edges = edges,                                                                        \
                      .triangle_starts = triangle_starts,                                                    \
                      .point_triangles = point_triangles,                                                    \
                      .tets = tets,                                                                          \
                      .tet_starts = tet_starts,                                                              \
                      .tet_places = tet_places,                                                              \
                      .x = places,                                                                           \
                      .way = places + counts.elements[surface_points],                                       \
                      .normal = normals,                                                                     \
                      .body_boxes = body_boxes};                                                             \
    for (int sort_ = 0, first_ = 0; sort_ < surface_sorts; first_ += counts.elements[sort_++])               \
        set.boxes[sort_] = boxes + first_;                                                                   \
    set.clusters[0] = set.boxes[surface_sorts - 1] + counts.elements[surface_sorts - 1];                     \
    for (int sort_ = 1; sort_ < surface_sorts; sort_++)                                                      \
        set.clusters[sort_] = set.clusters[sort_ - 1] + counts.clusters[sort_ - 1];                          \
    set.tet_clusters = set.clusters[surface_sorts - 1] + counts.clusters[surface_sorts - 1]

__kernel void place_points(SURFACES, const StepParameters step, const float frame_time)
{
    int i = (int)get_global_id(0);
    vec3 gravity = {step.gravity_x, step.gravity_y, step.gravity_z};
    SURFACE_SET(set);
    if (i < counts.elements[surface_points])
        place_point(&set, i, gravity, frame_time);
}

__kernel void find_normals(SURFACES)
{
    int i = (int)get_global_id(0);
    SURFACE_SET(set);
    if (i < counts.elements[surface_points])
        find_normal(&set, i);
}

__kernel void box_clusters_of_tets(SURFACES)
{
    int cluster = (int)get_global_id(0);
    SURFACE_SET(set);
    if (cluster < counts.tet_clusters)
        box_tets(&set, cluster);
}

// Over the clusters of all bodies, sort by sort, from the first up to the end.
__kernel void box_clusters(SURFACES, const int body_count, const int first_cluster, const int end_cluster)
{
    int cluster = first_cluster + (int)get_global_id(0);
    int second = counts.clusters[surface_points], third = second + counts.clusters[surface_triangles];
    int sort = cluster < second ? surface_points : cluster < third ? surface_triangles : surface_edges;
    SURFACE_SET(set);
    if (cluster >= end_cluster)
        return;
    cluster -= cluster < second ? 0 : cluster < third ? second : third;
    int body = 0;
    for (int end = body_count; end - body > 1;) {
        int middle = body + (end - body) / 2;
        if (bodies[middle].first_cluster[sort] <= cluster)
            body = middle;
        else
            end = middle;
    }
    box_cluster(&set, body, sort, cluster - bodies[body].first_cluster[sort]);
}

__kernel void box_bodies(SURFACES, const int body_count)
{
    int body = (int)get_global_id(0);
    SURFACE_SET(set);
    if (body < body_count)
        box_body(&set, body);
}

// The turns of find_hits, numbered through: those of each pair and kind start at `starts`. (A remainder by %
// becomes an instruction, freeze, that oclgrind does not know.)
static inline int find_list(__global const int* starts, int list_count, int turn)
{
    int list = 0;
    for (int end = list_count; end - list > 1;) {
        int middle = list + (end - list) / 2;
        if (starts[middle] <= turn)
            list = middle;
        else
            end = middle;
    }
    return list;
}

__kernel void count_hits(SURFACES, __global const SearchPair* pairs, __global const int* starts,
                         __global int* hit_counts, const int list_count, const int turn_count)
{
    int turn = (int)get_global_id(0);
    SURFACE_SET(set);
    if (turn >= turn_count)
        return;
    int list = find_list(starts, list_count, turn), pair = list / search_kinds;
    hit_counts[turn] =
        find_hits(&set, pairs, pair, list - search_kinds * pair, turn - starts[list], (__global SearchHit*)0);
}

// Over blocks of turns: how many hits each block has. Sums stay at the largest int instead of passing it: the
// host then says that there are too many.
__kernel void sum_counts(__global const int* hit_counts, __global int* block_sums, const int turn_count)
{
    int block = (int)get_global_id(0), first = block * turn_block, sum = 0;
    if (block * turn_block >= turn_count)
        return;
    for (int i = first; i < smaller(first + turn_block, turn_count); i++)
        sum = add_sat(sum, hit_counts[i]);
    block_sums[block] = sum;
}

// Replaces the numbers of hits by where they start in the list; the last block stores how many there are.
__kernel void start_hits(__global int* hit_counts, __global const int* block_sums, __global int* total,
                         const int turn_count)
{
    int block = (int)get_global_id(0), first = block * turn_block, sum = 0;
    if (first >= turn_count)
        return;
    for (int i = 0; i < block; i++)
        sum = add_sat(sum, block_sums[i]);
    for (int i = first; i < smaller(first + turn_block, turn_count); i++) {
        int count = hit_counts[i];
        hit_counts[i] = sum;
        sum = add_sat(sum, count);
    }
    if (first + turn_block >= turn_count)
        *total = sum;
}

__kernel void fill_hits(SURFACES, __global const SearchPair* pairs, __global const int* starts,
                        __global const int* hit_starts, __global SearchHit* hits, const int list_count,
                        const int turn_count, const int hit_count)
{
    int turn = (int)get_global_id(0);
    SURFACE_SET(set);
    if (turn >= turn_count)
        return;
    int end = turn + 1 < turn_count ? hit_starts[turn + 1] : hit_count;
    if (hit_starts[turn] == end)
        return;
    int list = find_list(starts, list_count, turn), pair = list / search_kinds;
    find_hits(&set, pairs, pair, list - search_kinds * pair, turn - starts[list], hits + hit_starts[turn]);
}
