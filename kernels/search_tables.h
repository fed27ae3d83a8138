// The surfaces of all bodies, among which contacts are searched once a frame. Plain C and OpenCL C.
#ifndef GEL_SEARCH_TABLES_H
#define GEL_SEARCH_TABLES_H

// The elements of surfaces are numbered through all bodies; those of a body follow one another, and
// 16 successive ones form a cluster.
enum { surface_points, surface_triangles, surface_edges, surface_sorts, cluster_size = 16 };

// A vertex, or a point in a tet.
typedef struct SurfacePoint {
    int vertex_count; // 1 or 4
    int places[4];    // of their records in the state
    float weights[4];
    float still;   // of its body
    float rest[3]; // where it is in the body at rest, m
} SurfacePoint;

typedef struct SurfaceTriangle {
    int points[3];   // counter-clockwise, seen from outside
    float thickness; // of the body below it, m
} SurfaceTriangle;

typedef struct SurfaceEdge {
    int points[2];
    int triangles[2]; // beside it
} SurfaceEdge;

// In clusters of 16 as well.
typedef struct SurfaceTet {
    int places[4];
} SurfaceTet;

typedef struct SurfaceBody {
    int first[surface_sorts], count[surface_sorts];
    int first_cluster[surface_sorts], first_row[surface_sorts]; // rows: of sixteen clusters
    int first_tet, tet_count, first_tet_cluster, first_tet_row;
    float thickness; // its half of the distance at which it is kept from others, m
    float margin;    // its half of the distance that is searched beyond that, m
    float still;     // of what a point moves in a frame, so much is left to the margin, m
    float edge;      // mean length of its edges, m
    float friction;  // Coulomb's coefficient
    int has_skin;    // whether it meets the ground with this surface, and not with its vertices
    int is_fixed;    // an obstacle
} SurfaceBody;

// All points with normal . x = offset; none below.
typedef struct SearchGround {
    float normal[3], offset;
} SearchGround;

// On a device the boxes of all elements are in one array, sort by sort, then those of all clusters, and of the
// clusters of tets: all in rows of sixteen.
typedef struct SurfaceCounts {
    int elements[surface_sorts], clusters[surface_sorts], rows[surface_sorts];
    int bodies, tet_clusters, tet_rows;
} SurfaceCounts;

// Bodies whose boxes overlap, the smaller number first; a body and the ground, -1; or a body and itself.
typedef struct SearchPair {
    int bodies[2];
    float impact_margin; // how far impacts may drive them at each other in the frame, m: contact/pairs.c
} SearchPair;

// The kinds of comparison. The elements of the first body of a pair come first in the name.
enum {
    search_points_triangles,
    search_triangles_points,
    search_edges,
    search_points_tets, // points inside the other body
    search_tets_points,
    search_ground, // points near the ground
    search_kinds
};

// The comparisons of a cluster of the first body of a pair with the second body are a turn; up to sixteen clusters
// in a row, of one pair and kind.
typedef struct SearchTurns {
    int pair, kind, first_cluster;
} SearchTurns;

// Work-items that count candidates, whose sum is taken at once.
enum { turn_block = 256 };

// Two elements near each other. A point comes before a triangle or tet; of edges, that of the first body.
typedef struct CandidatePair {
    int pair, kind;
    int first, second;
} CandidatePair;

#endif
