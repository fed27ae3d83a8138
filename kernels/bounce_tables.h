// Pairs of bodies that bounce: those that are near each other and whose materials say so. Shared by host and
// device; plain C and OpenCL C. The host lists them once a frame (host/src/contact/bounces.c).
#ifndef GEL_BOUNCE_TABLES_H
#define GEL_BOUNCE_TABLES_H

enum { bounce_lanes = 16 }; // partial sums of a body

typedef struct BounceVertex {
    int place; // of its record in the state
    int body;  // among those that bounce
} BounceVertex;

// The vertices of a body follow one another in the order of its mesh, so that sums have the same bits everywhere.
typedef struct BounceBody {
    int first_vertex, vertex_count; // among those of bodies that bounce
    float inverse_mass;             // 1/kg; 0: an obstacle, or a vertex is pinned
} BounceBody;

typedef struct BouncePair {
    int bodies[2]; // among those that bounce; -1: the ground
    int obstacle;  // which of the two is one, or -1
    int first_contact, contact_count;
    float restitution;
    int is_among_others; // 1: both move, and one of them is near a third that does
} BouncePair;

// A contact of a pair: 2 * its number, and 1 if its first element is of the second body.
typedef struct BounceContact {
    int contact_and_turn;
} BounceContact;

#endif
