// The passes of the search for contacts, once a frame. The turns of each are independent. Plain C and
// OpenCL C, in single precision: the reference and kernels/search.cl hold the loops.
//
// The list of hits is defined by the boxes and numbers of elements alone: pair by pair, kind by kind, cluster
// by cluster, element by element. Clusters only save comparisons.
#ifndef GEL_SEARCH_PASSES_H
#define GEL_SEARCH_PASSES_H

#include "memory.h"
#include "physics/bounds.h"
#include "physics/contact.h"
#include "search_tables.h"

typedef struct SearchRecord {
    float x, y, z, w;
} SearchRecord;

typedef struct SurfaceSet {
    SearchGround ground;
    float slack; // how much farther is searched than this frame needs: kept_passes.h; m
    MEMORY const SearchRecord* position; // of the world's vertices
    MEMORY const SearchRecord* velocity;
    MEMORY const SurfaceBody* bodies;
    MEMORY const SurfacePoint* points;
    MEMORY const SurfaceTriangle* triangles;
    MEMORY const SurfaceEdge* edges;
    MEMORY const int* triangle_starts; // [points + 1] into point_triangles
    MEMORY const int* point_triangles; // the triangles round a point
    MEMORY const SurfaceTet* tets;
    MEMORY const int* tet_starts;        // [clusters of tets + 1] into tet_places
    MEMORY const int* tet_places;        // of the vertices of a cluster of tets, each once
    MEMORY vec3* x;                      // of each point: where it is,
    MEMORY vec3* way;                    // how far it moves in the frame if nothing stops it, less `still`,
    MEMORY vec3* normal;                 // and the sum of the area vectors round it
    MEMORY Bounds* boxes[surface_sorts]; // of elements, from where they are to where they move
    MEMORY Bounds* clusters[surface_sorts];
    MEMORY Bounds* tet_clusters; // where they are
    MEMORY Bounds* body_boxes;   // of their points
} SurfaceSet;

static inline void add_share(vec3* sum, SearchRecord record, float weight)
{
    sum->x = sum->x + record.x * weight;
    sum->y = sum->y + record.y * weight;
    sum->z = sum->z + record.z * weight;
}

// Shortens every way by `still`, so that what is slow does not move at all: its list can be kept. The margin
// covers the rest.
static inline vec3 shorten(vec3 way, float still)
{
    float length = real_sqrt(vec3_dot(way, way));
    return vec3_scale(way, length > still ? 1.0f - still / length : 0.0f);
}

// Over points.
static inline void place_point(const SurfaceSet* set, int i, vec3 gravity, float frame_time)
{
    MEMORY const SurfacePoint* point = set->points + i;
    vec3 x = {0.0f, 0.0f, 0.0f}, v = x, fall = vec3_scale(gravity, frame_time);
    for (int k = 0; k < point->vertex_count; k++) {
        SearchRecord vertex = set->position[point->places[k]];
        float falling = vertex.w > 0.0f ? point->weights[k] : 0.0f;
        add_share(&x, vertex, point->weights[k]);
        add_share(&v, set->velocity[point->places[k]], point->weights[k]);
        v = vec3_add(v, vec3_scale(fall, falling));
    }
    set->x[i] = x;
    set->way[i] = shorten(vec3_scale(v, frame_time), point->still);
}

// The area vector of a triangle, twice its area long.
static inline void measure_area(const SurfaceSet* set, int triangle, vec3* area)
{
    MEMORY const int* corners = set->triangles[triangle].points;
    vec3 a = set->x[corners[0]], b = set->x[corners[1]], c = set->x[corners[2]];
    *area = vec3_cross(vec3_subtract(b, a), vec3_subtract(c, a));
}

// Over points, when all have been placed.
static inline void find_normal(const SurfaceSet* set, int i)
{
    vec3 sum = {0.0f, 0.0f, 0.0f}, area;
    for (int k = set->triangle_starts[i]; k < set->triangle_starts[i + 1]; k++) {
        measure_area(set, set->point_triangles[k], &area);
        sum = vec3_add(sum, area);
    }
    set->normal[i] = sum;
}

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

static inline void include_point(const SurfaceSet* set, Bounds* box, int point)
{
    bounds_include(box, set->x[point]);
    bounds_include(box, vec3_add(set->x[point], set->way[point]));
}

// From where an element is to where it moves.
static inline void box_element(const SurfaceSet* set, int sort, int i, Bounds* box)
{
    *box = bounds_empty();
    if (sort == surface_points)
        include_point(set, box, i);
    for (int k = 0; k < 3 && sort == surface_triangles; k++)
        include_point(set, box, set->triangles[i].points[k]);
    for (int k = 0; k < 2 && sort == surface_edges; k++)
        include_point(set, box, set->edges[i].points[k]);
}

// Over the clusters of a sort of a body: the boxes of the elements, and the one around them.
static inline void box_cluster(const SurfaceSet* set, int body, int sort, int cluster)
{
    MEMORY const SurfaceBody* owner = set->bodies + body;
    int first = owner->first[sort] + cluster * cluster_size, end = owner->first[sort] + owner->count[sort];
    Bounds all = bounds_empty();
    for (int i = first; i < first + cluster_size && i < end; i++) {
        Bounds box;
        box_element(set, sort, i, &box);
        set->boxes[sort][i] = box;
        bounds_include(&all, box.lower);
        bounds_include(&all, box.upper);
    }
    set->clusters[sort][owner->first_cluster[sort] + cluster] = all;
}

static inline void read_vertex(const SurfaceSet* set, int place, vec3* x)
{
    x->x = set->position[place].x;
    x->y = set->position[place].y;
    x->z = set->position[place].z;
}

// Over the clusters of all tets.
static inline void box_tets(const SurfaceSet* set, int cluster)
{
    Bounds all = bounds_empty();
    vec3 x;
    for (int i = set->tet_starts[cluster]; i < set->tet_starts[cluster + 1]; i++) {
        read_vertex(set, set->tet_places[i], &x);
        bounds_include(&all, x);
    }
    set->tet_clusters[cluster] = all;
}

static inline int count_clusters(int elements)
{
    return (elements + cluster_size - 1) / cluster_size;
}

// Over bodies.
static inline void box_body(const SurfaceSet* set, int body)
{
    MEMORY const SurfaceBody* owner = set->bodies + body;
    MEMORY const Bounds* clusters = set->clusters[surface_points] + owner->first_cluster[surface_points];
    Bounds all = bounds_empty();
    for (int i = 0; i < count_clusters(owner->count[surface_points]); i++) {
        bounds_include(&all, clusters[i].lower);
        bounds_include(&all, clusters[i].upper);
    }
    set->body_boxes[body] = all;
}

static inline bool boxes_meet(Bounds a, Bounds b, float distance)
{
    return (a.lower.x - distance <= b.upper.x) & (b.lower.x - distance <= a.upper.x) &
           (a.lower.y - distance <= b.upper.y) & (b.lower.y - distance <= a.upper.y) &
           (a.lower.z - distance <= b.upper.z) & (b.lower.z - distance <= a.upper.z);
}

static inline float clamp_share(float a)
{
    return a < 0.0f ? 0.0f : a > 1.0f ? 1.0f : a;
}

// The distance of the edges x[0] x[1] and x[2] x[3]: Ericson, Real-Time Collision Detection, 5.1.9.
static inline float edge_distance(const vec3 x[4])
{
    vec3 p = vec3_subtract(x[1], x[0]), q = vec3_subtract(x[3], x[2]), r = vec3_subtract(x[0], x[2]);
    float a = vec3_dot(p, p), e = vec3_dot(q, q), f = vec3_dot(q, r), c = vec3_dot(p, r), b = vec3_dot(p, q);
    float s = clamp_share(ratio(b * f - c * e, a * e - b * b));
    float t = ratio(b * s + f, e);
    s = t < 0.0f ? clamp_share(ratio(-c, a)) : t > 1.0f ? clamp_share(ratio(b - c, a)) : s;
    t = clamp_share(t);
    vec3 apart = vec3_subtract(vec3_add(r, vec3_scale(p, s)), vec3_scale(q, t));
    return real_sqrt(vec3_dot(apart, apart));
}

static inline float triangle_distance(const vec3 x[4])
{
    float weights[4];
    vec3 apart;
    offset_from_triangle(x, weights, &apart);
    return real_sqrt(vec3_dot(apart, apart));
}

// How far apart two bodies are kept, and how much farther is searched, m.
typedef struct SearchReach {
    float thickness, margin, still, slack;
} SearchReach;

static inline void find_reach(const SurfaceSet* set, MEMORY const SurfaceBody* a, MEMORY const SurfaceBody* b,
                              SearchReach* reach)
{
    reach->thickness = a->thickness + b->thickness;
    reach->margin = a->margin + b->margin;
    reach->still = a->still + b->still;
    reach->slack = set->slack;
}

static inline float box_distance(const SearchReach* reach)
{
    return (reach->thickness + reach->margin) + reach->slack;
}

static inline float element_distance(bool edges, const vec3 x[4])
{
    return edges ? edge_distance(x) : triangle_distance(x);
}

// Of two elements, a point and a triangle or two edges, the point k of 4.
static inline int point_of(const SurfaceSet* set, bool edges, int first, int second, int k)
{
    return edges ? (k < 2 ? set->edges[first].points[k] : set->edges[second].points[k - 2])
                 : (k < 1 ? first : set->triangles[second].points[k - 1]);
}

// Whether two elements of one body have a point in common.
static inline bool are_joined(const SurfaceSet* set, bool edges, int first, int second)
{
    int split = edges ? 2 : 1;
    bool joined = false;
    for (int i = 0; i < split; i++)
        for (int k = split; k < 4; k++)
            joined =
                joined || point_of(set, edges, first, second, i) == point_of(set, edges, first, second, k);
    return joined;
}

// How far apart two elements of one body are at rest.
static inline float rest_distance(const SurfaceSet* set, bool edges, int first, int second)
{
    vec3 x[4];
    for (int k = 0; k < 4; k++) {
        MEMORY const float* rest = set->points[point_of(set, edges, first, second, k)].rest;
        x[k].x = rest[0];
        x[k].y = rest[1];
        x[k].z = rest[2];
    }
    return element_distance(edges, x);
}

// Whether two elements may touch within the frame: a point and a triangle, or two edges. They may turn, and get
// faster: by as much as they are already, within limits.
static inline bool are_near(const SurfaceSet* set, bool edges, int first, int second,
                            const SearchReach* reach)
{
    vec3 x[4], way[4];
    for (int k = 0; k < 4; k++) {
        int point = point_of(set, edges, first, second, k);
        x[k] = set->x[point];
        way[k] = set->way[point];
    }
    float moves = largest_difference(way, edges ? 2 : 1), least = reach->still + 0.2f * reach->margin;
    float more = moves < reach->margin ? moves : reach->margin;
    more = (more > least ? more : least) + (reach->thickness + reach->slack);
    return element_distance(edges, x) <= more + moves;
}

// Whether two elements whose boxes meet are a hit. Of `itself`, one body whose surface may fold, those that are
// joined always touch, and what is near at rest may; two edges are taken once. What is flat now may be sharp when
// a list that is kept is used again.
static inline bool is_hit(const SurfaceSet* set, const SearchHit* hit, const SearchReach* reach, bool itself)
{
    bool edges = hit->kind == search_edges;
    if (itself && ((edges && hit->second <= hit->first) || are_joined(set, edges, hit->first, hit->second)))
        return false;
    return are_near(set, edges, hit->first, hit->second, reach) &&
           (!edges || reach->slack > 0.0f || is_sharp(set, hit->first) || is_sharp(set, hit->second)) &&
           (!itself ||
            rest_distance(set, edges, hit->first, hit->second) >= reach->thickness + reach->margin);
}

// Compares two clusters, the second in the box `around`, `itself` as of is_hit. Writes the hits to `hits`, unless
// it is NULL; returns their number.
static inline int compare_clusters(const SurfaceSet* set, const SearchHit* like, const int sorts[2],
                                   const int first[2], const int end[2], Bounds around,
                                   const SearchReach* reach, bool itself, MEMORY SearchHit* hits)
{
    int count = 0;
    float distance = box_distance(reach);
    for (int i = first[0]; i < end[0]; i++) {
        Bounds own = set->boxes[sorts[0]][i];
        if (!boxes_meet(own, around, distance))
            continue;
        for (int k = first[1]; k < end[1]; k++) {
            SearchHit hit = *like;
            hit.first = hit.kind == search_triangles_points ? k : i;
            hit.second = hit.kind == search_triangles_points ? i : k;
            if (!boxes_meet(own, set->boxes[sorts[1]][k], distance) || !is_hit(set, &hit, reach, itself))
                continue;
            if (hits)
                hits[count] = hit;
            count++;
        }
    }
    return count;
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

// Whether a point is in a tet, or may get there while the list is kept.
static inline bool is_near_tet(const SurfaceSet* set, int point, int tet)
{
    Bounds box = bounds_empty();
    vec3 x;
    if (!(set->slack > 0.0f))
        return is_in_tet(set, point, tet);
    for (int k = 0; k < 4; k++) {
        read_vertex(set, set->tets[tet].places[k], &x);
        bounds_include(&box, x);
    }
    return is_in_box(set->x[point], box, set->slack);
}

// The points of a cluster that are in tets of another.
static inline int compare_with_tets(const SurfaceSet* set, const SearchHit* like, int first_point,
                                    int end_point, int first_tet, int end_tet, Bounds tets,
                                    MEMORY SearchHit* hits)
{
    int count = 0;
    for (int point = first_point; point < end_point; point++) {
        if (!is_in_box(set->x[point], tets, set->slack))
            continue;
        for (int tet = first_tet; tet < end_tet; tet++) {
            SearchHit hit = {like->pair, like->kind, point, tet};
            if (!is_near_tet(set, point, tet))
                continue;
            if (hits)
                hits[count] = hit;
            count++;
        }
    }
    return count;
}

// As find_hits, for points in tets: `cluster` is of the first body's points or tets.
static inline int find_inside(const SurfaceSet* set, MEMORY const SearchPair* pairs, int pair, int kind,
                              int cluster, MEMORY SearchHit* hits)
{
    bool points_first = kind == search_points_tets;
    MEMORY const SurfaceBody* a = set->bodies + pairs[pair].bodies[points_first ? 0 : 1]; // has the points
    MEMORY const SurfaceBody* b = set->bodies + pairs[pair].bodies[points_first ? 1 : 0];
    SearchHit like = {pair, kind, 0, 0};
    int count = 0, others = count_clusters(points_first ? b->tet_count : a->count[surface_points]);
    int end_point = a->first[surface_points] + a->count[surface_points],
        end_tet = b->first_tet + b->tet_count;
    for (int other = 0; other < others; other++) {
        int points = points_first ? cluster : other, tets = points_first ? other : cluster;
        Bounds box = set->tet_clusters[b->first_tet_cluster + tets];
        if (!boxes_meet(set->clusters[surface_points][a->first_cluster[surface_points] + points], box,
                        set->slack))
            continue;
        int first_point = a->first[surface_points] + points * cluster_size;
        int first_tet = b->first_tet + tets * cluster_size;
        count += compare_with_tets(set, &like, first_point, smaller(first_point + cluster_size, end_point),
                                   first_tet, smaller(first_tet + cluster_size, end_tet), box,
                                   hits ? hits + count : hits);
    }
    return count;
}

static inline bool is_near_ground(const SurfaceSet* set, MEMORY const SurfaceBody* body, int point)
{
    vec3 normal = {set->ground.normal[0], set->ground.normal[1], set->ground.normal[2]};
    float rise = vec3_dot(normal, set->way[point]);
    float least = set->ground.offset + ((body->thickness + body->margin) + set->slack);
    return vec3_dot(normal, set->x[point]) + (rise < 0.0f ? rise : 0.0f) <= least;
}

// The points of a cluster that may touch the ground within the frame.
static inline int find_on_ground(const SurfaceSet* set, MEMORY const SurfaceBody* body, int pair, int cluster,
                                 MEMORY SearchHit* hits)
{
    int first = body->first[surface_points] + cluster * cluster_size, count = 0;
    int end = smaller(first + cluster_size, body->first[surface_points] + body->count[surface_points]);
    for (int point = first; point < end; point++) {
        SearchHit hit = {pair, search_ground, point, point};
        if (!is_near_ground(set, body, point))
            continue;
        if (hits)
            hits[count] = hit;
        count++;
    }
    return count;
}

// Points are in tets of their own body anyway, and triangles and points are the same as points and triangles.
static inline bool compares(SearchPair pair, int kind)
{
    bool own = kind == search_points_triangles || kind == search_edges;
    return pair.bodies[1] < 0 ? kind == search_ground
                              : kind != search_ground && (pair.bodies[0] != pair.bodies[1] || own);
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

// Over the pairs, the kinds, and the clusters of the first body: its hits with the second body. As
// compare_clusters.
static inline int find_hits(const SurfaceSet* set, MEMORY const SearchPair* pairs, int pair, int kind,
                            int cluster, MEMORY SearchHit* hits)
{
    MEMORY const SurfaceBody* a = set->bodies + pairs[pair].bodies[0];
    if (kind == search_ground)
        return find_on_ground(set, a, pair, cluster, hits);
    MEMORY const SurfaceBody* b = set->bodies + pairs[pair].bodies[1];
    SearchHit like = {pair, kind, 0, 0};
    if (kind == search_points_tets || kind == search_tets_points)
        return find_inside(set, pairs, pair, kind, cluster, hits);
    int sorts[2] = {kind == search_points_triangles   ? surface_points
                    : kind == search_triangles_points ? surface_triangles
                                                      : surface_edges,
                    kind == search_points_triangles   ? surface_triangles
                    : kind == search_triangles_points ? surface_points
                                                      : surface_edges};
    SearchReach reach;
    find_reach(set, a, b, &reach);
    float distance = box_distance(&reach);
    bool itself = pairs[pair].bodies[0] == pairs[pair].bodies[1];
    Bounds own = set->clusters[sorts[0]][a->first_cluster[sorts[0]] + cluster];
    int count = 0,
        ends[2] = {a->first[sorts[0]] + a->count[sorts[0]], b->first[sorts[1]] + b->count[sorts[1]]};
    if (!boxes_meet(own, set->body_boxes[pairs[pair].bodies[1]], distance))
        return 0;
    for (int other = itself && kind == search_edges ? cluster : 0; other < count_clusters(b->count[sorts[1]]);
         other++) {
        Bounds around = set->clusters[sorts[1]][b->first_cluster[sorts[1]] + other];
        if (!boxes_meet(own, around, distance))
            continue;
        int first[2] = {a->first[sorts[0]] + cluster * cluster_size,
                        b->first[sorts[1]] + other * cluster_size};
        int end[2] = {smaller(first[0] + cluster_size, ends[0]), smaller(first[1] + cluster_size, ends[1])};
        count += compare_clusters(set, &like, sorts, first, end, around, &reach, itself,
                                  hits ? hits + count : hits);
    }
    return count;
}

#endif
