// The search for contacts in plain loops: the oracle of those on devices. In single precision, whatever the
// precision of the reference.
#pragma once

#include "backend/contact_ground.h"
#include "contact/list.h"

typedef struct gelReferenceSearch gelReferenceSearch;

// Positions and velocities of the world's vertices: four floats each, as records of the state.
typedef struct gelSearchState {
    const float (*positions)[4];
    const float (*velocities)[4];
    const double* masses; // of the bodies, kg; infinite if a vertex is pinned
    gelContactGround ground;
    float gravity[3], frameTime;
    const int* slots; // of vertices, of the two-level solver; NULL: none
    int slotCount;
    const struct gelRestitutionStates* restitution; // that last from the step before; NULL: none
} gelSearchState;

gelStatus gelCreateReferenceSearch(const gelPlan* plan, gelReferenceSearch** search);
// NULL is allowed.
void gelDestroyReferenceSearch(gelReferenceSearch* search);

// Finds the contacts of a frame. The list is valid until the next call.
gelStatus gelSearchContacts(gelReferenceSearch* search, const gelSearchState* state);
const gelContactList* gelGetContacts(const gelReferenceSearch* search);
const gelSurfaceTables* gelGetTables(const gelReferenceSearch* search);
const CandidatePair* gelGetCandidates(const gelReferenceSearch* search, int* count); // that they were made of
// The normals of the surfaces' points, three floats each.
const float* gelGetSurfaceNormals(const gelReferenceSearch* search);
