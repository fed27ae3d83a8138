// The search for contacts. Every kernel takes the surfaces first; a work-item takes a point, a cluster, a body,
// or a cluster of a pair.
#include "search_passes.h"

#define SURFACES                                                                                             \
    SURFACE_BUFFERS(BUFFER_PARAMETER)                                                                        \
    const SurfaceCounts counts, const SearchGround ground, const float cache_margin
#define SURFACE_SET(set)                                                                                     \
    SurfaceSet set = {SURFACE_BUFFERS(BUFFER_VALUE).counts = counts, .ground = ground,                       \
                      .cache_margin = cache_margin}

typedef struct CandidateSet {
    CANDIDATE_BUFFERS(BUFFER_MEMBER)
} CandidateSet;

#define CANDIDATES CANDIDATE_BUFFERS(BUFFER_PARAMETER)
#define CANDIDATE_SET(name) const CandidateSet name = {CANDIDATE_BUFFERS(BUFFER_VALUE)}

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

static inline void copy_candidates_to(CandidateList* to, __global const CandidatePair* from)
{
    for (int i = 0; i < to->room; i++) {
        CandidatePair candidate = {from[i].pair, from[i].kind, from[i].first, from[i].second};
        add_candidate(to, candidate);
    }
}

// Over `turns`: counts those of sixteen that may find candidates. Most bodies of a pair touch with a few clusters.
__kernel void count_live_turns(SURFACES, CANDIDATES const int count)
{
    int i = (int)get_global_id(0);
    SURFACE_SET(set);
    CANDIDATE_SET(lists);
    if (i >= count)
        return;
    __global const SearchTurns* row = lists.turns + i;
    int live = find_live_clusters(&set, lists.pairs, row->pair, row->kind, row->first_cluster);
    lists.live_clusters[i] = live;
    lists.candidate_counts[i] = popcount(live);
}

// Over `turns`, when it is known where the live ones of each start: lists those from `first` up to `end`.
__kernel void list_live_turns(CANDIDATES const int count, const int first, const int end)
{
    int i = (int)get_global_id(0);
    CANDIDATE_SET(lists);
    if (i >= count)
        return;
    int live = lists.live_clusters[i], next = lists.candidate_counts[i];
    for (int k = 0; live >> k != 0; k++)
        if ((live >> k & 1) != 0) {
            if (next >= first && next < end)
                lists.live_turns[next - first] = i * cluster_size + k;
            next++;
        }
}

// Over live turns: stores the first candidates of each, up to `room`, in `found`.
__kernel void count_candidates(SURFACES, CANDIDATES const int turn_count, const int room)
{
    int i = (int)get_global_id(0);
    SURFACE_SET(set);
    CANDIDATE_SET(lists);
    if (i >= turn_count)
        return;
    CandidateList list = {lists.found + (size_t)i * (size_t)room, room, 0};
    take_turn(&set, lists.pairs, lists.turns, lists.live_turns[i], &list);
    lists.candidate_counts[i] = list.count;
}

// Over blocks of turns: adds up the counts of each block. Sums stay at the largest int instead of
// passing it: the host then reports that there are too many.
__kernel void sum_counts(CANDIDATES const int turn_count)
{
    int block = (int)get_global_id(0), first = block * turn_block, sum = 0;
    CANDIDATE_SET(lists);
    if (block * turn_block >= turn_count)
        return;
    for (int i = first; i < smaller(first + turn_block, turn_count); i++)
        sum = add_sat(sum, lists.candidate_counts[i]);
    lists.block_sums[block] = sum;
}

// Replaces the counts by where what was counted starts in the list. The last block stores the total.
__kernel void start_candidates(CANDIDATES const int turn_count)
{
    int block = (int)get_global_id(0), first = block * turn_block, sum = 0;
    CANDIDATE_SET(lists);
    if (first >= turn_count)
        return;
    for (int i = 0; i < block; i++)
        sum = add_sat(sum, lists.block_sums[i]);
    for (int i = first; i < smaller(first + turn_block, turn_count); i++) {
        int count = lists.candidate_counts[i];
        lists.candidate_counts[i] = sum;
        sum = add_sat(sum, count);
    }
    if (first + turn_block >= turn_count)
        *lists.total = sum;
}

// Over live turns. Those that have found more than they had room for are taken again.
__kernel void fill_candidates(SURFACES, CANDIDATES const int turn_count, const int room,
                              const int candidate_count)
{
    int i = (int)get_global_id(0);
    SURFACE_SET(set);
    CANDIDATE_SET(lists);
    if (i >= turn_count)
        return;
    int start = lists.candidate_counts[i];
    int end = i + 1 < turn_count ? lists.candidate_counts[i + 1] : candidate_count;
    CandidateList again = {lists.candidates + start, end - start, 0};
    if (again.room > room)
        take_turn(&set, lists.pairs, lists.turns, lists.live_turns[i], &again);
    else
        copy_candidates_to(&again, lists.found + (size_t)i * (size_t)room);
}
