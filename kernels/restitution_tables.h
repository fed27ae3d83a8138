// Pairs of bodies that bounce: those that are near each other and whose materials say so. Shared by host and
// device; plain C and OpenCL C. The host lists them once a frame (host/src/contact/restitution.c).
#ifndef GEL_RESTITUTION_TABLES_H
#define GEL_RESTITUTION_TABLES_H

#include "balance_tables.h"

enum { momentum_lanes = 16 }; // partial sums of a body

typedef struct RestitutionVertex {
    int place; // of its record in the state
    int body;  // among those that bounce
} RestitutionVertex;

// The vertices of a body follow one another in the order of its mesh, so that sums have the same bits everywhere.
typedef struct RestitutionBody {
    int first_vertex, vertex_count; // among those of bodies that bounce
    float inverse_mass;             // 1/kg; 0: an obstacle, or a vertex is pinned
} RestitutionBody;

typedef struct RestitutionPair {
    int bodies[2]; // among those that bounce; -1: the ground
    int obstacle;  // which of the two is one, or -1
    int first_contact, contact_count;
    float restitution;
    int is_among_others; // 1: both move, and one of them is near a third that does
} RestitutionPair;

// A contact of a pair: 2 * its number, and 1 if its first element is of the second body.
typedef struct RestitutionContact {
    int contact_and_turn;
} RestitutionContact;

// The buffers of restitution: buffers.h. The host writes the tables of its `list` (gelRestitutionList) in
// each frame, and the states that last from the frame before.
// clang-format off
#define RESTITUTION_TABLE_BUFFERS(ROW)                                                                  \
    ROW(pairs,         const RestitutionPair,    list->pairCount, list->pairs)                          \
    ROW(bodies,        const RestitutionBody,    list->bodyCount, list->bodies)                         \
    ROW(body_vertices, const RestitutionVertex,  list->vertexCount, list->vertices)                     \
    ROW(pair_contacts, const RestitutionContact, list->contactCount, list->contacts)
#define RESTITUTION_WORK_BUFFERS(ROW)                                                                   \
    ROW(states,        RestitutionState,         list->pairCount, NULL) /* of each pair */              \
    ROW(momenta,       RestitutionMomenta,       momentum_lanes * list->bodyCount, NULL)                \
    ROW(kicks,         RestitutionKick,          list->bodyCount, NULL)
#define RESTITUTION_BUFFERS(ROW)                                                                        \
    RESTITUTION_TABLE_BUFFERS(ROW)                                                                      \
    RESTITUTION_WORK_BUFFERS(ROW)
// clang-format on
#define RESTITUTION_BUFFER_NUMBER(member, type, count, content) restitution_buffer_##member,

enum { RESTITUTION_BUFFERS(RESTITUTION_BUFFER_NUMBER) restitution_buffer_count };

#endif
