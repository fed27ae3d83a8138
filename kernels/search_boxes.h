// The surfaces of a frame: where their points are and move to, and the boxes of their elements and clusters, before
// they are compared. Plain C and OpenCL C, in single precision.
#ifndef GEL_SEARCH_BOXES_H
#define GEL_SEARCH_BOXES_H

#include "memory.h"
#include "physics/bounds.h"
#include "search_buffers.h"
#include "search_tables.h"

typedef struct SearchRecord {
    float x, y, z, w;
} SearchRecord;

// The boxes of sixteen elements or clusters that follow one another, so that one box is compared with all of them
// at once. Those that are missing are empty.
typedef struct BoundsRow {
    float lower[3][cluster_size], upper[3][cluster_size];
} BoundsRow;

typedef struct SurfaceSet {
    SURFACE_BUFFERS(BUFFER_MEMBER)
    SurfaceCounts counts;
    SearchGround ground;
    float cache_margin; // how much farther is searched than this frame needs: cache_passes.h; m
} SurfaceSet;

// The rows of a sort of elements, and of its clusters.
static inline MEMORY BoundsRow* boxes_of(const SurfaceSet* set, int sort)
{
    return sort == surface_points      ? set->point_boxes
           : sort == surface_triangles ? set->triangle_boxes
                                       : set->edge_boxes;
}

static inline MEMORY BoundsRow* clusters_of(const SurfaceSet* set, int sort)
{
    return sort == surface_points      ? set->point_clusters
           : sort == surface_triangles ? set->triangle_clusters
                                       : set->edge_clusters;
}

static inline void add_share(vec3* sum, SearchRecord record, float weight)
{
    sum->x = sum->x + record.x * weight;
    sum->y = sum->y + record.y * weight;
    sum->z = sum->z + record.z * weight;
}

// Shortens a displacement by `still`, so that slow points do not move at all: their list can be cached.
// The margin covers the rest.
static inline vec3 shorten(vec3 displacement, float still)
{
    float length = real_sqrt(vec3_dot(displacement, displacement));
    return vec3_scale(displacement, length > still ? 1.0f - still / length : 0.0f);
}

static inline void include_point(const SurfaceSet* set, Bounds* box, int point)
{
    bounds_include(box, set->x[point]);
    bounds_include(box, vec3_add(set->x[point], set->displacement[point]));
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
    set->displacement[i] = shorten(vec3_scale(v, frame_time), point->still);
    Bounds swept = bounds_empty();
    include_point(set, &swept, i);
    set->swept[i] = swept;
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

static inline void join_box(Bounds* all, Bounds box)
{
    all->lower.x = box.lower.x < all->lower.x ? box.lower.x : all->lower.x;
    all->lower.y = box.lower.y < all->lower.y ? box.lower.y : all->lower.y;
    all->lower.z = box.lower.z < all->lower.z ? box.lower.z : all->lower.z;
    all->upper.x = box.upper.x > all->upper.x ? box.upper.x : all->upper.x;
    all->upper.y = box.upper.y > all->upper.y ? box.upper.y : all->upper.y;
    all->upper.z = box.upper.z > all->upper.z ? box.upper.z : all->upper.z;
}

// From where an element is to where it moves.
static inline void box_element(const SurfaceSet* set, int sort, int i, Bounds* box)
{
    *box = bounds_empty();
    if (sort == surface_points)
        join_box(box, set->swept[i]);
    for (int k = 0; k < 3 && sort == surface_triangles; k++)
        join_box(box, set->swept[set->triangles[i].points[k]]);
    for (int k = 0; k < 2 && sort == surface_edges; k++)
        join_box(box, set->swept[set->edges[i].points[k]]);
}

static inline int count_clusters(int elements)
{
    return (elements + cluster_size - 1) / cluster_size;
}

// Where box i of some rows is in its row. (Next to a division, a remainder by % becomes an instruction, freeze,
// that oclgrind does not know.)
static inline int lane_of(int i)
{
    return i & (cluster_size - 1);
}

static inline void store_box(MEMORY BoundsRow* rows, int i, Bounds box)
{
    MEMORY BoundsRow* row = rows + i / cluster_size;
    int lane = lane_of(i);
    row->lower[0][lane] = box.lower.x;
    row->lower[1][lane] = box.lower.y;
    row->lower[2][lane] = box.lower.z;
    row->upper[0][lane] = box.upper.x;
    row->upper[1][lane] = box.upper.y;
    row->upper[2][lane] = box.upper.z;
}

static inline void read_box(MEMORY const BoundsRow* rows, int i, Bounds* box)
{
    MEMORY const BoundsRow* row = rows + i / cluster_size;
    int lane = lane_of(i);
    box->lower.x = row->lower[0][lane];
    box->lower.y = row->lower[1][lane];
    box->lower.z = row->lower[2][lane];
    box->upper.x = row->upper[0][lane];
    box->upper.y = row->upper[1][lane];
    box->upper.z = row->upper[2][lane];
}

// The cluster's box into the rows of its body; the last fills what is left of its row.
static inline void store_cluster(MEMORY BoundsRow* rows, int cluster, int cluster_count, Bounds box)
{
    store_box(rows, cluster, box);
    for (int i = cluster + 1; cluster == cluster_count - 1 && lane_of(i) != 0; i++)
        store_box(rows, i, bounds_empty());
}

static inline void box_displacements(const SurfaceSet* set, MEMORY const SurfaceBody* owner, int cluster)
{
    int first = owner->first[surface_points] + cluster * cluster_size,
        end = owner->first[surface_points] + owner->count[surface_points];
    Bounds all = bounds_empty();
    for (int i = first; i < first + cluster_size && i < end; i++)
        bounds_include(&all, set->displacement[i]);
    store_cluster(set->displacement_clusters + owner->first_row[surface_points], cluster,
                  count_clusters(owner->count[surface_points]), all);
}

// Over the clusters of a sort of a body: the boxes of the elements, and the one around them.
static inline void box_cluster(const SurfaceSet* set, int body, int sort, int cluster)
{
    MEMORY const SurfaceBody* owner = set->bodies + body;
    MEMORY BoundsRow* row = boxes_of(set, sort) + owner->first_cluster[sort] + cluster;
    int first = owner->first[sort] + cluster * cluster_size, end = owner->first[sort] + owner->count[sort];
    Bounds all = bounds_empty();
    for (int k = 0; k < cluster_size; k++) {
        Bounds box = bounds_empty();
        if (first + k < end)
            box_element(set, sort, first + k, &box);
        store_box(row, k, box);
        join_box(&all, box);
    }
    store_cluster(clusters_of(set, sort) + owner->first_row[sort], cluster,
                  count_clusters(owner->count[sort]), all);
    if (sort == surface_points)
        box_displacements(set, owner, cluster);
}

static inline void read_vertex(const SurfaceSet* set, int place, vec3* x)
{
    x->x = set->position[place].x;
    x->y = set->position[place].y;
    x->z = set->position[place].z;
}

// Over the clusters of a body's tets.
static inline void box_tets(const SurfaceSet* set, int body, int cluster)
{
    MEMORY const SurfaceBody* owner = set->bodies + body;
    MEMORY const int* starts = set->tet_starts + owner->first_tet_cluster + cluster;
    Bounds all = bounds_empty();
    vec3 x;
    for (int i = starts[0]; i < starts[1]; i++) {
        read_vertex(set, set->tet_places[i], &x);
        bounds_include(&all, x);
    }
    store_cluster(set->tet_clusters + owner->first_tet_row, cluster, count_clusters(owner->tet_count), all);
}

// Over bodies.
static inline void box_body(const SurfaceSet* set, int body)
{
    MEMORY const SurfaceBody* owner = set->bodies + body;
    MEMORY const BoundsRow* rows = set->point_clusters + owner->first_row[surface_points];
    MEMORY const BoundsRow* displacement_rows = set->displacement_clusters + owner->first_row[surface_points];
    Bounds all = bounds_empty(), displacements = bounds_empty(), box;
    for (int i = 0; i < count_clusters(owner->count[surface_points]); i++) {
        read_box(rows, i, &box);
        join_box(&all, box);
        read_box(displacement_rows, i, &box);
        join_box(&displacements, box);
    }
    set->body_boxes[body] = all;
    set->body_boxes[set->counts.bodies + body] = displacements;
}

static inline bool boxes_meet(Bounds a, Bounds b, float distance)
{
    return (a.lower.x - distance <= b.upper.x) & (b.lower.x - distance <= a.upper.x) &
           (a.lower.y - distance <= b.upper.y) & (b.lower.y - distance <= a.upper.y) &
           (a.lower.z - distance <= b.upper.z) & (b.lower.z - distance <= a.upper.z);
}

// The boxes of a row that meet a box: a bit for each.
static inline int find_meeting(MEMORY const BoundsRow* row, Bounds box, float distance)
{
    Bounds grown = box;
    int met = 0;
    grown.lower.x = box.lower.x - distance;
    grown.lower.y = box.lower.y - distance;
    grown.lower.z = box.lower.z - distance;
    for (int k = 0; k < cluster_size; k++) {
        int meets = (grown.lower.x <= row->upper[0][k]) & (row->lower[0][k] - distance <= box.upper.x) &
                    (grown.lower.y <= row->upper[1][k]) & (row->lower[1][k] - distance <= box.upper.y) &
                    (grown.lower.z <= row->upper[2][k]) & (row->lower[2][k] - distance <= box.upper.z);
        met |= meets << k;
    }
    return met;
}

#endif
