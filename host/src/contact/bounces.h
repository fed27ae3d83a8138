// The pairs of a frame that bounce: those with contacts whose materials have restitution.
#pragma once

#include "bounce_tables.h"
#include "contact/list.h"

enum { gel_bounceReals = 26 }; // of a BounceState in kernels/bounce_passes.h

// A push that may last into the next step. The world keeps it between steps; clones take it along.
typedef struct gelBounce {
    gelBodyId bodies[2]; // null: the ground
    double reals[gel_bounceReals];
} gelBounce;

typedef struct gelBounceStates {
    gelBounce* bounces;
    int count, capacity;
} gelBounceStates;

// At which speed the two bodies met, m/s: they part no faster.
double gelBounceSpeed(const gelBounce* bounce);

// Valid for one list of contacts.
typedef struct gelBounceList {
    BouncePair* pairs;
    BounceBody* bodies;
    BounceVertex* vertices; // their places are the world's vertices
    BounceContact* contacts;
    gelBounceStates states; // of each pair; 0 of those that do not last
    int pairCount, bodyCount, vertexCount, contactCount;
    int pairCapacity, bodyCapacity, vertexCapacity, contactCapacity;
    int* slots1; // [bodies of the plan]: 1 + their number here, or 0
    int slotCount;
} gelBounceList;

// Replaces the list. `lasting`: what the step before left. `masses` as for gelBackendFunctions.findContacts.
// Almost nothing to do where no material has restitution.
gelStatus gelListBounces(const gelSurfaceTables* tables, const gelContactList* contacts, const double* masses,
                         double groundRestitution, const gelBounceStates* lasting, gelBounceList* list);
// Replaces *lasting by the pairs that push on. `states`: of each pair, in single or double precision.
gelStatus gelKeepBounces(const gelBounceList* list, const void* states, bool doublePrecision,
                         gelBounceStates* lasting);
void gelClearBounceList(gelBounceList* list);
