// The search for candidate pairs, once a frame (the broad phase): pairs of elements that may touch before the
// next. Plain C and OpenCL C, in single precision: the reference and kernels/search.cl hold the loops.
//
//   bodies      boxes of bodies overlap                  host: sort and sweep     -> SearchPair
//     |
//   clusters    boxes of 16 elements overlap             find_live_clusters, find_candidates
//     |
//   elements    boxes of elements overlap, and           compare_clusters
//               they are near enough (are_near)          is_candidate             -> CandidatePair
//
// A pair of bodies has six kinds of candidates: a point of one and a triangle of the other, in both
// directions; two edges; a point in a tet of the other, in both directions; a point near the ground.
//
// The order of the list is defined by the numbers of the elements alone: pair by pair, kind by kind, cluster
// by cluster, element by element. Clusters only save comparisons.
#ifndef GEL_SEARCH_PASSES_H
#define GEL_SEARCH_PASSES_H

#include "physics/contact.h"
#include "search_boxes.h"

// Two edges that are both flatter than 2 degrees are left to the points and triangles beside them: they enter
// each other by less than a thickness. A flat edge and a sharp one are not: a ridge would sink into a face.
static inline bool is_sharp(const SurfaceSet* set, int edge)
{
    MEMORY const int* triangles = set->edges[edge].triangles;
    vec3 a, b;
    measure_area(set, triangles[0], &a);
    measure_area(set, triangles[1], &b);
    float cosine = vec3_dot(a, b);
    return triangles[0] == triangles[1] || !(cosine > 0.0f) ||
           cosine * cosine <= 0.9988f * (vec3_dot(a, a) * vec3_dot(b, b));
}

static inline bool is_either_sharp(const SurfaceSet* set, int first, int second)
{
    bool sharp = false;
    for (int k = 0; k < 2 && !sharp; k++)
        sharp = is_sharp(set, k == 0 ? first : second);
    return sharp;
}

static inline float clamp_share(float a)
{
    return a < 0.0f ? 0.0f : a > 1.0f ? 1.0f : a;
}

// The offset from the edge x[2] x[3] to x[0] x[1]: Ericson, Real-Time Collision Detection, 5.1.9.
static inline void offset_from_edge(const vec3 x[4], vec3* offset)
{
    vec3 p = vec3_subtract(x[1], x[0]), q = vec3_subtract(x[3], x[2]), r = vec3_subtract(x[0], x[2]);
    float a = vec3_dot(p, p), e = vec3_dot(q, q), f = vec3_dot(q, r), c = vec3_dot(p, r), b = vec3_dot(p, q);
    float s = clamp_share(ratio(b * f - c * e, a * e - b * b));
    float t = ratio(b * s + f, e);
    s = t < 0.0f ? clamp_share(ratio(-c, a)) : t > 1.0f ? clamp_share(ratio(b - c, a)) : s;
    t = clamp_share(t);
    *offset = vec3_subtract(vec3_add(r, vec3_scale(p, s)), vec3_scale(q, t));
}

// The distance at which two bodies are kept apart, and how much farther is searched, m.
typedef struct SearchReach {
    float thickness, margin, still, cache_margin, impact_margin;
} SearchReach;

static inline void find_reach(const SurfaceSet* set, MEMORY const SearchPair* pair, SearchReach* reach)
{
    MEMORY const SurfaceBody *a = set->bodies + pair->bodies[0], *b = set->bodies + pair->bodies[1];

    reach->thickness = a->thickness + b->thickness;
    reach->margin = a->margin + b->margin;
    reach->still = a->still + b->still;
    reach->cache_margin = set->cache_margin;
    reach->impact_margin = pair->impact_margin;
}

static inline float box_distance(const SearchReach* reach)
{
    return ((reach->thickness + reach->margin) + reach->cache_margin) + reach->impact_margin;
}

// The shortest offset from the second of two elements to the first.
static inline float element_offset(bool edges, const vec3 x[4], vec3* offset)
{
    float weights[4];
    if (edges)
        offset_from_edge(x, offset);
    else
        offset_from_triangle(x, weights, offset);
    return real_sqrt(vec3_dot(*offset, *offset));
}

static inline float element_distance(bool edges, const vec3 x[4])
{
    vec3 offset;
    return element_offset(edges, x, &offset);
}

// The points of two elements, a point and a triangle or two edges.
static inline void find_points(const SurfaceSet* set, bool edges, int first, int second, int points[4])
{
    for (int k = 0; k < 2 && edges; k++) {
        points[k] = set->edges[first].points[k];
        points[k + 2] = set->edges[second].points[k];
    }
    for (int k = 0; k < 3 && !edges; k++) {
        points[0] = first;
        points[k + 1] = set->triangles[second].points[k];
    }
}

// Whether two elements of one body have a point in common.
static inline bool are_joined(const SurfaceSet* set, bool edges, int first, int second)
{
    int points[4];
    find_points(set, edges, first, second, points);
    bool joined =
        points[0] == points[2] || points[0] == points[3] || points[1] == points[2] || points[1] == points[3];
    return edges ? joined : points[0] == points[1] || points[0] == points[2] || points[0] == points[3];
}

// How far apart two elements of one body are at rest.
static inline float rest_distance(const SurfaceSet* set, bool edges, int first, int second)
{
    vec3 x[4];
    int points[4];
    find_points(set, edges, first, second, points);
    for (int k = 0; k < 4; k++) {
        MEMORY const float* rest = set->points[points[k]].rest;
        x[k].x = rest[0];
        x[k].y = rest[1];
        x[k].z = rest[2];
    }
    return element_distance(edges, x);
}

static inline bool is_facing(const SurfaceSet* set, int triangle, vec3 direction)
{
    vec3 area;
    measure_area(set, triangle, &area);
    return vec3_dot(area, direction) > 0.0f;
}

// Whether a triangle of the surface at an element of a sort faces a direction.
static inline bool faces_direction(const SurfaceSet* set, int sort, int i, vec3 direction)
{
    bool is_facing_it = sort == surface_triangles && is_facing(set, i, direction);
    for (int k = 0; k < 2 && sort == surface_edges && !is_facing_it; k++)
        is_facing_it = is_facing(set, set->edges[i].triangles[k], direction);
    int start = sort == surface_points ? set->triangle_starts[i] : 0;
    int end = sort == surface_points ? set->triangle_starts[i + 1] : 0;
    for (int k = start; k < end && !is_facing_it; k++)
        is_facing_it = is_facing(set, set->point_triangles[k], direction);
    return is_facing_it;
}

// Far apart, only surfaces that face each other may touch: the back of a body is behind its front.
static inline bool face_each_other(const SurfaceSet* set, bool edges, int first, int second, vec3 offset)
{
    vec3 back = vec3_scale(offset, -1.0f);
    return faces_direction(set, edges ? surface_edges : surface_points, first, back) &&
           faces_direction(set, edges ? surface_edges : surface_triangles, second, offset);
}

// Whether two elements may touch within the frame: a point and a triangle, or two edges. They may turn, and
// move farther than foreseen: as far again, within limits, or as far as an impact drives them.
static inline bool are_near(const SurfaceSet* set, bool edges, int first, int second,
                            const SearchReach* reach)
{
    vec3 x[4], displacement[4];
    int points[4];
    find_points(set, edges, first, second, points);
    for (int k = 0; k < 4; k++) {
        x[k] = set->x[points[k]];
        displacement[k] = set->displacement[points[k]];
    }
    float moves = edges ? largest_difference(displacement, 2) : largest_difference(displacement, 1),
          least = reach->still + 0.2f * reach->margin;
    float more = moves < reach->margin ? moves : reach->margin;
    more = (more > least ? more : least) + (reach->thickness + reach->cache_margin);
    vec3 offset;
    float distance = element_offset(edges, x, &offset), bound = more + moves;
    return distance <= bound ||
           (distance <= bound + reach->impact_margin && face_each_other(set, edges, first, second, offset));
}

// Whether two elements whose boxes meet are a candidate. Of `itself`, one body whose surface may fold, joined
// elements always touch, and elements that are near at rest may: neither is a candidate. Two edges of it are
// taken once. An edge that is flat now may be sharp when a cached list is used again.
static inline bool is_candidate(const SurfaceSet* set, const CandidatePair* candidate,
                                const SearchReach* reach, bool itself)
{
    bool edges = candidate->kind == search_edges;
    if (itself && ((edges && candidate->second <= candidate->first) ||
                   are_joined(set, edges, candidate->first, candidate->second)))
        return false;
    return are_near(set, edges, candidate->first, candidate->second, reach) &&
           (!edges || reach->cache_margin > 0.0f ||
            is_either_sharp(set, candidate->first, candidate->second)) &&
           (!itself || rest_distance(set, edges, candidate->first, candidate->second) >=
                           reach->thickness + reach->margin);
}

// The candidates that have been found: the list has as many as there is room for, the count has all.
typedef struct CandidateList {
    MEMORY CandidatePair* candidates;
    int room, count;
} CandidateList;

static inline void add_candidate(CandidateList* found, CandidatePair candidate)
{
    if (found->count < found->room)
        found->candidates[found->count] = candidate;
    found->count++;
}

// Compares two clusters, numbered through their sorts, whose elements start at `first`; the second is in the box
// `around`, `itself` as of is_candidate.
static inline void compare_clusters(const SurfaceSet* set, const CandidatePair* like, const int sorts[2],
                                    const int clusters[2], const int first[2], Bounds around,
                                    const SearchReach* reach, bool itself, CandidateList* found)
{
    MEMORY const BoundsRow *own = boxes_of(set, sorts[0]) + clusters[0],
                           *others = boxes_of(set, sorts[1]) + clusters[1];
    float distance = box_distance(reach);
    int met = find_meeting(own, around, distance);
    for (int i = 0; met >> i != 0; i++) {
        Bounds box;
        read_box(own, i, &box);
        int near = (met >> i & 1) != 0 ? find_meeting(others, box, distance) : 0;
        for (int k = 0; near >> k != 0; k++) {
            bool turned = like->kind == search_triangles_points;
            CandidatePair candidate = *like;
            candidate.first = turned ? first[1] + k : first[0] + i;
            candidate.second = turned ? first[0] + i : first[1] + k;
            if ((near >> k & 1) != 0 && is_candidate(set, &candidate, reach, itself))
                add_candidate(found, candidate);
        }
    }
}

static inline int smaller(int a, int b)
{
    return a < b ? a : b;
}

// Six times the volume of a tet.
static inline float tet_volume(vec3 a, vec3 b, vec3 c, vec3 d)
{
    return vec3_dot(vec3_cross(vec3_subtract(b, a), vec3_subtract(c, a)), vec3_subtract(d, a));
}

static inline bool is_in_tet(const SurfaceSet* set, int point, int tet)
{
    MEMORY const int* places = set->tets[tet].places;
    vec3 a, b, c, d, x = set->x[point];
    read_vertex(set, places[0], &a);
    read_vertex(set, places[1], &b);
    read_vertex(set, places[2], &c);
    read_vertex(set, places[3], &d);
    return tet_volume(a, b, c, d) > 0.0f && tet_volume(x, b, c, d) >= 0.0f &&
           tet_volume(a, x, c, d) >= 0.0f && tet_volume(a, b, x, d) >= 0.0f && tet_volume(a, b, c, x) >= 0.0f;
}

static inline bool is_in_box(vec3 x, Bounds box, float distance)
{
    Bounds at = {x, x};
    return boxes_meet(at, box, distance);
}

// Whether neither all four are below `lower` nor all above `upper`.
static inline int reach_into(float a, float b, float c, float d, float lower, float upper)
{
    return ((a <= upper) | (b <= upper) | (c <= upper) | (d <= upper)) &
           ((a >= lower) | (b >= lower) | (c >= lower) | (d >= lower));
}

// The tets from one on in whose boxes a point is: a bit for each.
static inline int find_boxes_around(const SurfaceSet* set, int point, int first_tet, int count)
{
    MEMORY const SurfaceTet* tets = set->tets + first_tet;
    vec3 x = set->x[point];
    float cache_margin = set->cache_margin;
    int found = 0;
    for (int k = 0; k < count; k++) {
        SearchRecord a = set->position[tets[k].places[0]], b = set->position[tets[k].places[1]],
                     c = set->position[tets[k].places[2]], d = set->position[tets[k].places[3]];
        int is_inside = reach_into(a.x, b.x, c.x, d.x, x.x - cache_margin, x.x + cache_margin) &
                        reach_into(a.y, b.y, c.y, d.y, x.y - cache_margin, x.y + cache_margin) &
                        reach_into(a.z, b.z, c.z, d.z, x.z - cache_margin, x.z + cache_margin);
        found |= is_inside << k;
    }
    return found;
}

// The points of a cluster, in the boxes `points`, that are in tets of another, in the box `tets`; or may get there
// while the list is cached.
static inline void compare_with_tets(const SurfaceSet* set, const CandidatePair* like,
                                     MEMORY const BoundsRow* points, int first_point, int first_tet,
                                     int tet_count, Bounds tets, CandidateList* found)
{
    int met = find_meeting(points, tets, set->cache_margin);
    for (int i = 0; met >> i != 0; i++) {
        int point = first_point + i;
        if ((met >> i & 1) == 0 || !is_in_box(set->x[point], tets, set->cache_margin))
            continue;
        int near = find_boxes_around(set, point, first_tet, tet_count);
        for (int k = 0; near >> k != 0; k++) {
            CandidatePair candidate = {like->pair, like->kind, point, first_tet + k};
            if ((near >> k & 1) != 0 && (set->cache_margin > 0.0f || is_in_tet(set, point, first_tet + k)))
                add_candidate(found, candidate);
        }
    }
}

// Adds the candidates of points in tets, as find_candidates does for surfaces. `cluster` is one of
// the first body's points or tets.
static inline void find_inside(const SurfaceSet* set, MEMORY const SearchPair* pairs, int pair, int kind,
                               int cluster, CandidateList* found)
{
    bool points_first = kind == search_points_tets;
    MEMORY const SurfaceBody* a = set->bodies + pairs[pair].bodies[points_first ? 0 : 1]; // has the points
    MEMORY const SurfaceBody* b = set->bodies + pairs[pair].bodies[points_first ? 1 : 0];
    MEMORY const BoundsRow* points = set->point_clusters + a->first_row[surface_points];
    MEMORY const BoundsRow* tets = set->tet_clusters + b->first_tet_row;
    MEMORY const BoundsRow *own = points_first ? points : tets, *others = points_first ? tets : points;
    CandidatePair like = {pair, kind, 0, 0};
    int other_count = count_clusters(points_first ? b->tet_count : a->count[surface_points]);
    Bounds box, around;
    read_box(own, cluster, &box);
    for (int row = 0; row < count_clusters(other_count); row++) {
        int met = find_meeting(others + row, box, set->cache_margin);
        for (int k = 0; met >> k != 0; k++) {
            int point_cluster = points_first ? cluster : row * cluster_size + k;
            int tet_cluster = points_first ? row * cluster_size + k : cluster;
            if ((met >> k & 1) == 0)
                continue;
            read_box(tets, tet_cluster, &around);
            compare_with_tets(set, &like, set->point_boxes + a->first_cluster[surface_points] + point_cluster,
                              a->first[surface_points] + point_cluster * cluster_size,
                              b->first_tet + tet_cluster * cluster_size,
                              smaller(cluster_size, b->tet_count - tet_cluster * cluster_size), around,
                              found);
        }
    }
}

static inline bool is_near_ground(const SurfaceSet* set, MEMORY const SearchPair* pair, int point)
{
    MEMORY const SurfaceBody* body = set->bodies + pair->bodies[0];
    vec3 normal = {set->ground.normal[0], set->ground.normal[1], set->ground.normal[2]};
    float rise = vec3_dot(normal, set->displacement[point]);
    float least =
        set->ground.offset + (((body->thickness + body->margin) + set->cache_margin) + pair->impact_margin);
    return vec3_dot(normal, set->x[point]) + (rise < 0.0f ? rise : 0.0f) <= least;
}

// The points of a cluster that may touch the ground within the frame.
static inline void find_on_ground(const SurfaceSet* set, MEMORY const SearchPair* pairs, int pair,
                                  int cluster, CandidateList* found)
{
    MEMORY const SurfaceBody* body = set->bodies + pairs[pair].bodies[0];
    int first = body->first[surface_points] + cluster * cluster_size;
    int end = smaller(first + cluster_size, body->first[surface_points] + body->count[surface_points]);
    for (int point = first; point < end; point++) {
        CandidatePair candidate = {pair, search_ground, point, point};
        if (is_near_ground(set, pairs + pair, point))
            add_candidate(found, candidate);
    }
}

// Points are in tets of their own body anyway, and triangles and points are the same as points and triangles.
static inline bool compares(SearchPair pair, int kind)
{
    bool own = kind == search_points_triangles || kind == search_edges;
    return pair.bodies[1] < 0 ? kind == search_ground
                              : kind != search_ground && (pair.bodies[0] != pair.bodies[1] || own);
}

// The elements in the clusters of the first body of a pair, for kinds that compare elements of surfaces.
static inline int first_sort(int kind)
{
    return kind == search_points_triangles   ? surface_points
           : kind == search_triangles_points ? surface_triangles
                                             : surface_edges;
}

// The clusters of the first body of a pair that a kind goes over.
static inline int count_first_clusters(MEMORY const SurfaceBody* bodies, SearchPair pair, int kind)
{
    MEMORY const SurfaceBody* first = bodies + pair.bodies[0];
    int count = kind == search_tets_points        ? first->tet_count
                : kind == search_triangles_points ? first->count[surface_triangles]
                : kind == search_edges            ? first->count[surface_edges]
                                                  : first->count[surface_points];
    return compares(pair, kind) ? count_clusters(count) : 0;
}

// The clusters of the first body of a pair, of sixteen from `first` on, that may have candidates with the second: a bit
// for each. Tets may reach out of the box of their body, which is that of its surface.
static inline int find_live_clusters(const SurfaceSet* set, MEMORY const SearchPair* pairs, int pair,
                                     int kind, int first)
{
    SearchPair bodies = {{pairs[pair].bodies[0], pairs[pair].bodies[1]}, pairs[pair].impact_margin};
    int count = smaller(count_first_clusters(set->bodies, bodies, kind) - first, cluster_size);
    int all = (1 << count) - 1, row = first / cluster_size;
    if (kind == search_ground || kind == search_points_tets)
        return all;
    MEMORY const SurfaceBody* body = set->bodies + bodies.bodies[0];
    SearchReach reach;
    find_reach(set, pairs + pair, &reach);
    int sort = first_sort(kind);
    bool tets = kind == search_tets_points;
    MEMORY const BoundsRow* clusters =
        tets ? set->tet_clusters + body->first_tet_row : clusters_of(set, sort) + body->first_row[sort];
    return all & find_meeting(clusters + row, set->body_boxes[bodies.bodies[1]],
                              tets ? set->cache_margin : box_distance(&reach));
}

// Over the pairs, the kinds, and the live clusters of the first body: its candidates with the second body.
static inline void find_candidates(const SurfaceSet* set, MEMORY const SearchPair* pairs, int pair, int kind,
                                   int cluster, CandidateList* found)
{
    MEMORY const SurfaceBody* a = set->bodies + pairs[pair].bodies[0];
    if (kind == search_ground) {
        find_on_ground(set, pairs, pair, cluster, found);
        return;
    }
    MEMORY const SurfaceBody* b = set->bodies + pairs[pair].bodies[1];
    CandidatePair like = {pair, kind, 0, 0};
    if (kind == search_points_tets || kind == search_tets_points) {
        find_inside(set, pairs, pair, kind, cluster, found);
        return;
    }
    int sorts[2] = {first_sort(kind), kind == search_points_triangles   ? surface_triangles
                                      : kind == search_triangles_points ? surface_points
                                                                        : surface_edges};
    SearchReach reach;
    find_reach(set, pairs + pair, &reach);
    float distance = box_distance(&reach);
    bool itself = pairs[pair].bodies[0] == pairs[pair].bodies[1];
    MEMORY const BoundsRow *own = clusters_of(set, sorts[0]) + a->first_row[sorts[0]],
                           *others = clusters_of(set, sorts[1]) + b->first_row[sorts[1]];
    Bounds box, around;
    read_box(own, cluster, &box);
    for (int row = 0; row < count_clusters(count_clusters(b->count[sorts[1]])); row++) {
        int met = find_meeting(others + row, box, distance);
        for (int k = 0; met >> k != 0; k++) {
            int other = row * cluster_size + k;
            if ((met >> k & 1) == 0 || (itself && kind == search_edges && other < cluster))
                continue;
            int clusters[2] = {a->first_cluster[sorts[0]] + cluster, b->first_cluster[sorts[1]] + other};
            int first[2] = {a->first[sorts[0]] + cluster * cluster_size,
                            b->first[sorts[1]] + other * cluster_size};
            read_box(others, other, &around);
            compare_clusters(set, &like, sorts, clusters, first, around, &reach, itself, found);
        }
    }
}

// Over the live turns, of sixteen for each of `turns`.
static inline void take_turn(const SurfaceSet* set, MEMORY const SearchPair* pairs,
                             MEMORY const SearchTurns* turns, int turn, CandidateList* found)
{
    MEMORY const SearchTurns* of = turns + turn / cluster_size;
    find_candidates(set, pairs, of->pair, of->kind, of->first_cluster + lane_of(turn), found);
}

#endif
