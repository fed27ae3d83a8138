// The contacts of a frame, shared by host and device. Plain C and OpenCL C. The host finds them once a frame
// (host/src/contact); each substep then sees which of them touch.
#ifndef GEL_CONTACT_TABLES_H
#define GEL_CONTACT_TABLES_H

enum {
    contact_point_triangle, // points[0] against the triangle of the others
    contact_exit,           // points[0], inside the body, against the triangle by which it leaves
    contact_ground,         // points[0] against the ground; the others are the same point
    contact_edges,          // the edge points[0..1] against the edge points[2..3]
    contact_iterations = 4, // of a substep
    // So many contacts, a chunk, make a list of those of them that are awake; for each, its number and those of its
    // points.
    contact_chunk = 128,
    list_rows = 5,
    // Vertices in contact of a work-item that has lanes.
    vertex_run_of_lanes = 64
};

typedef struct Contact {
    int points[4];      // among the contact points
    float thickness;    // how far apart the surfaces are kept, m
    float reach;        // how deep below the other surface a point is still led out, m
    float friction;     // Coulomb's coefficient
    float impact_speed; // how fast others may drive the two at each other, m/s
    float drift[3];     // how fast the second surface runs along itself, seen from the first, m/s
    float kind;         // contact_edges and so on; a float, since lanes load it as one
    int candidate; // its number in a list that serves several frames (cache_passes.h); -1: in one of this frame
} Contact;

typedef struct ContactCounts {
    int contacts, points, vertices, patches;
    int slots;     // of all chunks
    int has_skins; // whether some points are not vertices; otherwise points and vertices have the same numbers
} ContactCounts;

// Contacts that move no vertex that contacts of another patch move, so that each patch is solved by itself. It has
// whole chunks of slots, and points and vertices of its own: those of obstacles, which nothing moves, are copies.
typedef struct ContactPatch {
    int first_slot, end_slot, first_point, end_point, first_vertex, end_vertex;
} ContactPatch;

// A point of a surface: a vertex, or somewhere in a tet.
typedef struct ContactPoint {
    float weights[4];  // of its vertices, of sum 1
    int vertices[4];   // among the contact vertices
    int places[4];     // of their records in the state
    int vertex_count;  // 1 or 4
    int surface_point; // its number: search_tables.h
} ContactPoint;

// A vertex that contacts move.
typedef struct ContactVertex {
    int place; // of its record in the state
    int first_corner, corner_count;
} ContactVertex;

// A vertex takes part in a corner of a contact; those of a vertex are in ascending order.
typedef struct ContactCorner {
    int corner;   // 4 * contact + k
    int vertex;   // its number
    float weight; // its share in the point there
} ContactCorner;

// A body that is led out of another: all its vertices move so, without a change of velocity.
typedef struct ContactSeparation {
    int first_vertex, vertex_count; // of the world
    float velocity[3];              // m/s
} ContactSeparation;

#endif
