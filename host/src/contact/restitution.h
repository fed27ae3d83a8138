// The pairs of a frame that bounce: those with contacts whose materials have restitution.
#pragma once

#include "restitution_tables.h"
#include "contact/list.h"

enum { gel_restitutionReals = 28 }; // of a RestitutionState in kernels/restitution_passes.h

// A push that may last into the next step. The world keeps it between steps; clones take it along.
typedef struct gelRestitutionState {
    gelBodyId bodies[2]; // null: the ground
    double reals[gel_restitutionReals];
} gelRestitutionState;

typedef struct gelRestitutionStates {
    gelRestitutionState* pairs;
    int count, capacity;
} gelRestitutionStates;

// Returns the speed at which the two bodies met, m/s: they part no faster.
double gelRestitutionSpeed(const gelRestitutionState* bounce);

// Valid for one list of contacts.
typedef struct gelRestitutionList {
    RestitutionPair* pairs;
    RestitutionBody* bodies;
    RestitutionVertex* vertices; // their places are the world's vertices
    RestitutionContact* contacts;
    gelRestitutionStates states; // of each pair; 0 of those that do not last
    int pairCount, bodyCount, vertexCount, contactCount;
    int pairCapacity, bodyCapacity, vertexCapacity, contactCapacity;
    int* slots1; // [bodies of the plan]: 1 + their number here, or 0
    int slotCount;
} gelRestitutionList;

// Whether any material has restitution. `groundRestitution`: 0 without a ground.
bool gelMayBounce(const gelPlan* plan, double groundRestitution);
// Replaces the list. `lasting`: what the step before left. `masses` as for gelBackendFunctions.findContacts.
// Almost nothing to do where no material has restitution.
gelStatus gelListRestitution(const gelSurfaceTables* tables, const gelContactList* contacts,
                             const double* masses, double groundRestitution,
                             const gelRestitutionStates* lasting, gelRestitutionList* list);
// Replaces *lasting by the pairs that push on. `states`: of each pair, in single or double precision.
gelStatus gelKeepRestitution(const gelRestitutionList* list, const void* states, bool doublePrecision,
                             gelRestitutionStates* lasting);
void gelClearRestitutionList(gelRestitutionList* list);
