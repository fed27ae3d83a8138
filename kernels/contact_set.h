// What the passes of contact keep, and where: of points, contacts, slots of lists and vertices. Plain C and OpenCL C.
#ifndef GEL_CONTACT_SET_H
#define GEL_CONTACT_SET_H

#include "contact_lanes.h"
#include "contact_tables.h"

// A point in contact within a substep.
typedef struct ContactSpot {
    ContactRecord x;      // where it is
    ContactRecord v;      // how fast, at the end of the last substep
    ContactRecord normal; // of the surface, at the start of the frame, of any length
} ContactSpot;

// A contact from the start of a substep on.
typedef struct ContactWork {
    ContactRecord weights; // b_k
    ContactRecord plane;   // if it is awake: its normal and its target
    ContactRecord start;   // sum(b_k x_k) at the start, and way_out
} ContactWork;

// What a contact that is awake does to its vertices: see push_contact.
typedef struct ContactMove {
    ContactRecord push, kept;
} ContactMove;

// A vertex in a corner of a contact that is awake.
typedef struct AwakeCorner {
    int slot, vertex;
    scalar share, load; // the weight of the vertex in the point, times b_k and |b_k|
} AwakeCorner;

// What a contact has done in the step, for who asks afterwards: eight reals (host/src/contact/readout.h).
typedef struct ContactPush {
    // Of what became velocity, kg m: times 1 / h an impulse on the first element; w: its part along the normals.
    ContactRecord sum;
    // When it last pushed; of length 0 if it has not. w: the share of points[1] then, where on an edge.
    ContactRecord normal;
} ContactPush;

typedef struct ContactSet {
    MEMORY const int* near;      // by Contact.hit: whether it may touch in this frame
    MEMORY const float* normals; // of the surfaces' points, at the start of the frame
    MEMORY ContactRecord* position;
    MEMORY ContactRecord* velocity;
    MEMORY const Contact* contacts;
    MEMORY const ContactPoint* points;
    MEMORY const ContactVertex* vertices;
    MEMORY const ContactCorner* corners;
    MEMORY const ContactPatch* patches;
    MEMORY const int* order;   // of each slot: the contact that has it, or -1 behind the last of a patch
    MEMORY ContactSpot* spots; // of each point
    MEMORY scalar* speeds;     // of each point, squared
    MEMORY ContactPush* pushes;
    MEMORY int* near_slots;    // of each contact: where it is in `listed`,
    MEMORY int* slots;         // and in `awake`, or -1
    MEMORY int* listed;        // contacts that may touch in this frame, and their points: see list_contact
    MEMORY float* thicknesses; // of each slot of `listed`, as in Contact
    MEMORY float* reaches;     //
    MEMORY float* kinds;       //
    MEMORY float* strucks;     //
    MEMORY ContactWork* work;  // of each slot of `listed`
    MEMORY scalar* wakes;      // of each slot of `listed`: 1, or 0: it cannot become active in this substep
    MEMORY int* sorted;        // of each chunk: its slots of `listed` in ascending order of contacts, and -1
    MEMORY int* awake;         // those of them that are awake, by their slots of `listed`, and their points
    MEMORY ContactRecord* offsets;     // of each slot: sum(b_k x_k) now, and the gap
    MEMORY scalar* gaps;               // of each slot: negative if it is active
    MEMORY ContactMove* moves;         // of each slot that is active
    MEMORY AwakeCorner* awake_corners; // of each run of vertices, from its first corner on
    MEMORY int* active_corners;        // of each run: those of them that are active, by their numbers there
    MEMORY int* awake_counts;          // of each run, by its first vertex: how many corners are awake,
    MEMORY int* active_counts;         // and how many are active
    MEMORY scalar* inverse_masses;     // of each vertex: w_v
    MEMORY scalar* splits;             // of each vertex: w_v S_v
    MEMORY scalar* shares;    // of each point: that of its vertices, weighted; without skins, `splits`
    MEMORY int* active;       // for contact_in_order.h: slots of `awake` that are active,
    MEMORY int* touched;      // the vertices that they push,
    MEMORY ContactMove* sums; // and the pushes of each vertex
    ContactCounts counts;
} ContactSet;

#endif
