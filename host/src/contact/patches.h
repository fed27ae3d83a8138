// The contacts of a frame in patches that are solved apart: see ContactPatch in kernels/contact_tables.h.
#pragma once

#include "contact/tables.h"
#include "contact_tables.h"

// The bodies and elements of a contact, first and second: see gelContact in gel/contacts.h.
typedef struct gelContactSource {
    int bodies[2];   // of the plan; -1: the ground
    int elements[2]; // of the tables; -1 of the ground
} gelContactSource;

// A vertex in the disjoint-set forest of the vertices that contacts join. The other numbers are those of a root.
typedef struct gelPatchNode {
    int parent1; // 1 + another vertex, or itself at a root; 0: in no contact
    int count;   // of contacts
    int patch1;  // 1 + their patch
} gelPatchNode;

// A patch while its place among the others is chosen.
typedef struct gelPatchSize {
    int number; // before
    int contactCount;
} gelPatchSize;

typedef struct gelContactPatches {
    ContactPatch* patches;
    int* order;                    // of each slot: the contact that has it, or -1
    int count, slotCount, largest; // `largest`: the slots of the largest patch
    int* patchOf;                  // of each contact, or -1: another rank solves it
    int vertexCount;               // of the plan
    gelPatchNode* nodes;           // [vertices of the plan]
    gelPatchSize* sizes;           // of each patch, the largest first
    int* placeOf;                  // of each patch, by the number that it had before
    int capacity, orderCapacity, patchOfCapacity, sizeCapacity, placeCapacity;
} gelContactPatches;

gelStatus gelCreateContactPatches(int vertexCount, gelContactPatches* patches);
void gelClearContactPatches(gelContactPatches* patches);

// Whether contacts may move point k of one: the ground has no points, and nothing moves those of obstacles.
static inline bool gelMovesPoint(const gelSurfaceTables* tables, const Contact* contact,
                                 const gelContactSource* source, int k)
{
    int body = source->bodies[k < (contact->kind == (float)contact_edges ? 2 : 1) ? 0 : 1];
    return body >= 0 && tables->bodies[body].is_fixed == 0;
}

// The body runs once per vertex of each movable point.
#define GEL_FOR_MOVABLE_VERTICES(vertex, tables, contact, source)                                            \
    for (int corner_ = 0; corner_ < 4; corner_++)                                                            \
        if (gelMovesPoint(tables, contact, source, corner_))                                                 \
            for (const int *vertex = (tables)->points[(contact)->points[corner_]].places,                    \
                           *end_ = vertex + (tables)->points[(contact)->points[corner_]].vertex_count;       \
                 vertex < end_; vertex++)

// Finds the patches of contacts whose points are numbers in the tables, and sets their slots. `isMine`: whether to solve
// each; NULL: all.
gelStatus gelFindPatches(const gelSurfaceTables* tables, const Contact* contacts,
                         const gelContactSource* sources, int contactCount, const bool* isMine,
                         gelContactPatches* patches);
