// The search for contacts. Every kernel takes the surfaces first; a work-item takes a point, a cluster, a body,
// or a cluster of a pair.
#include "search_passes.h"

// `places`: where points are, and then how far they move. `boxes`: of bodies, of their ways, and of points.
#define SURFACES                                                                                             \
    __global const SearchRecord *position, __global const SearchRecord *velocity,                            \
        __global const SurfaceBody *bodies, __global const SurfacePoint *points,                             \
        __global const SurfaceTriangle *triangles, __global const SurfaceEdge *edges,                        \
        __global const int *triangle_starts, __global const int *point_triangles,                            \
        __global const SurfaceTet *tets, __global const int *tet_starts, __global const int *tet_places,     \
        __global vec3 *places, __global vec3 *normals, __global BoundsRow *rows, __global Bounds *boxes,     \
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
                      .body_boxes = boxes,                                                                   \
                      .body_ways = boxes + counts.bodies,                                                    \
                      .swept = boxes + 2 * counts.bodies};                                                   \
    set.boxes[surface_points] = rows;                                                                        \
    set.boxes[surface_triangles] = set.boxes[surface_points] + counts.clusters[surface_points];              \
    set.boxes[surface_edges] = set.boxes[surface_triangles] + counts.clusters[surface_triangles];            \
    set.clusters[surface_points] = set.boxes[surface_edges] + counts.clusters[surface_edges];                \
    set.clusters[surface_triangles] = set.clusters[surface_points] + counts.rows[surface_points];            \
    set.clusters[surface_edges] = set.clusters[surface_triangles] + counts.rows[surface_triangles];          \
    set.tet_clusters = set.clusters[surface_edges] + counts.rows[surface_edges];                             \
    set.way_clusters = set.tet_clusters + counts.tet_rows

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

// The body that a cluster is of; `sort`: surface_sorts are tets.
static inline int find_owner(__global const SurfaceBody* bodies, int body_count, int sort, int cluster)
{
    int body = 0;
    for (int end = body_count; end - body > 1;) {
        int middle = body + (end - body) / 2;
        int first =
            sort == surface_sorts ? bodies[middle].first_tet_cluster : bodies[middle].first_cluster[sort];
        body = first <= cluster ? middle : body;
        end = first <= cluster ? end : middle;
    }
    return body;
}

__kernel void box_clusters_of_tets(SURFACES)
{
    int cluster = (int)get_global_id(0);
    SURFACE_SET(set);
    if (cluster >= counts.tet_clusters)
        return;
    int body = find_owner(bodies, counts.bodies, surface_sorts, cluster);
    box_tets(&set, body, cluster - bodies[body].first_tet_cluster);
}

// Over the clusters of all bodies, sort by sort, from the first up to the end.
__kernel void box_clusters(SURFACES, const int first_cluster, const int end_cluster)
{
    int cluster = first_cluster + (int)get_global_id(0);
    int second = counts.clusters[surface_points], third = second + counts.clusters[surface_triangles];
    int sort = cluster < second ? surface_points : cluster < third ? surface_triangles : surface_edges;
    SURFACE_SET(set);
    if (cluster >= end_cluster)
        return;
    cluster -= cluster < second ? 0 : cluster < third ? second : third;
    int body = find_owner(bodies, counts.bodies, sort, cluster);
    box_cluster(&set, body, sort, cluster - bodies[body].first_cluster[sort]);
}

__kernel void box_bodies(SURFACES)
{
    int body = (int)get_global_id(0);
    SURFACE_SET(set);
    if (body < counts.bodies)
        box_body(&set, body);
}

static inline void copy_hits(FoundHits* to, __global const SearchHit* from)
{
    for (int i = 0; i < to->room; i++) {
        SearchHit hit = {from[i].pair, from[i].kind, from[i].first, from[i].second};
        add_hit(to, hit);
    }
}

// Leaves the first hits of each turn, up to `room`, in `found`.
__kernel void count_hits(SURFACES, __global const SearchPair* pairs, __global const SearchTurns* turns,
                         __global SearchHit* found, __global int* hit_counts, const int turn_count,
                         const int room)
{
    int turn = (int)get_global_id(0);
    SURFACE_SET(set);
    if (turn >= turn_count)
        return;
    FoundHits hits = {found + (size_t)turn * (size_t)room, room, 0};
    take_turn(&set, pairs, turns, turn, &hits);
    hit_counts[turn] = hits.count;
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

// Turns that have found more than they could keep are taken again.
__kernel void fill_hits(SURFACES, __global const SearchPair* pairs, __global const SearchTurns* turns,
                        __global const SearchHit* found, __global const int* hit_starts,
                        __global SearchHit* hits, const int turn_count, const int room, const int hit_count)
{
    int turn = (int)get_global_id(0);
    SURFACE_SET(set);
    if (turn >= turn_count)
        return;
    int end = turn + 1 < turn_count ? hit_starts[turn + 1] : hit_count;
    FoundHits again = {hits + hit_starts[turn], end - hit_starts[turn], 0};
    if (again.room > room)
        take_turn(&set, pairs, turns, turn, &again);
    else
        copy_hits(&again, found + (size_t)turn * (size_t)room);
}
