// The contacts of a frame, shared by host and device. Plain C and OpenCL C. The host lists them once per
// frame (host/src/contact); each substep finds out which of them touch.
#ifndef GEL_CONTACT_TABLES_H
#define GEL_CONTACT_TABLES_H

enum {
    contact_point_triangle, // points[0] against the triangle of the others
    contact_exit,           // points[0], inside the body, against the triangle by which it leaves
    contact_ground,         // points[0] against the ground; the others are the same point
    contact_edges,          // the edge points[0..1] against the edge points[2..3]
    contact_iterations = 4, // of a substep
    // Contacts in a chunk. Each chunk has its own list of awake contacts, with list_rows numbers per contact: its own
    // and those of its four points.
    contact_chunk = 128,
    list_rows = 5,
    separation_lanes = 16, // partial sums of a body that is separated
    // Vertices in a run, on a device with lanes: contact_passes.h.
    vertex_run_of_lanes = 64
};

typedef struct Contact {
    int points[4];      // among the contact points
    float thickness;    // how far apart the surfaces are kept, m
    float reach;        // how deep below the other surface a point is still pushed out, m
    float awake_gap;    // the gap below which the contact is never skipped, m
    float friction;     // Coulomb's coefficient
    float impact_speed; // how fast others may drive the two at each other, m/s
    float drift[3];     // how fast the second surface runs along itself, seen from the first, m/s
    float kind;         // contact_edges and so on; a float, since lanes load it as one
    // The sum of 1, 2 and 4 for the sides of the triangle, opposite the first corner and so on, that
    // lie inside a flat face of an obstacle. A point beyond one touches the next triangle.
    float inner_sides;
    int candidate; // its number in a list that serves several frames (cache_passes.h); -1: in one of this frame
} Contact;

typedef struct ContactCounts {
    int contacts, points, vertices, patches;
    int slots;     // of all chunks
    int has_skins; // whether some points are not vertices; otherwise points and vertices have the same numbers
    int has_drift; // whether some surfaces of the world run along themselves
} ContactCounts;

// A group of contacts that shares no movable vertex with another patch, so that each patch is solved on its own. A patch
// has whole chunks of slots, and its own points and vertices: it has copies of those of obstacles, which never move.
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
    int place;                      // of its record in the state
    int is_fixed;                   // an obstacle's: nothing moves it
    int first_corner, corner_count; // 0 where a patch is solved in order, which needs no corners
} ContactVertex;

// A corner: one vertex in one point of a contact. The corners of a vertex are in ascending order.
typedef struct ContactCorner {
    int corner;   // 4 * contact + k
    int vertex;   // its number
    float weight; // its share in the point there
} ContactCorner;

// A body that is separated from others as a whole: all its vertices move at `velocity`, which is not added to theirs.
// Their own velocities lose what brings the body nearer to one of its partners.
typedef struct ContactSeparation {
    int first_vertex, vertex_count; // among separated_places, in the order of the mesh
    float velocity[3];              // m/s
    int is_held;                    // whether its mass is infinite: it moves as its pins do
    int first_partner, partner_count;
} ContactSeparation;

typedef struct ContactPartner {
    int separation; // of the other body
    float way[3];   // of length 1, away from it
    float share;    // of the speed at which the two approach, which the body loses
} ContactPartner;

#endif
