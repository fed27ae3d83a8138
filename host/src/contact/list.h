// The contacts of a frame, from the candidates of the search.
#pragma once

#include "contact/depth.h"
#include "contact/patches.h"
#include "contact/share.h"
#include "contact/torn.h"

typedef struct gelContactList {
    Contact* contacts;         // in the order of the candidates
    gelContactSource* sources; // of each contact
    ContactPoint* points;
    ContactVertex* vertices; // their places are the world's vertices
    ContactCorner* corners;
    ContactSeparation* separations; // in ascending order of bodies
    ContactPartner* partners;
    int* separatedPlaces;
    int *touchStarts, *touchContacts; // of slots of the two-level solver: touches.h
    gelContactPatches patches;
    gelContactShare share;
    int* blockStarts; // of blocks of candidates: the number of their first contact
    int contactCount, pointCount, vertexCount, cornerCount, separationCount, partnerCount, separatedCount;
    int contactCapacity, sourceCapacity, pointCapacity, vertexCapacity, cornerCapacity, separationCapacity,
        partnerCapacity, separatedCapacity, blockCapacity, touchStartCount, touchContactCount,
        touchStartCapacity, touchContactCapacity;
    int threads;   // that list contacts
    bool hasSkins; // whether some points are not vertices
    bool hasDrift; // whether some surfaces of the world run along themselves
    gelDepth depth;
    gelTornElements torn; // which touch nothing
    int* separated;       // [bodies]: the number of deep pairs of each, and then its separation
    int* pointSlots1;     // [points of the tables]: 1 + their number here, or 0
    int* vertexSlots1;    // [vertices of the plan]
} gelContactList;

// Creates an empty list for the surfaces of `tables`, in a world with so many vertices. More threads than one are those
// of the pool, which stays open as long as the list.
gelStatus gelCreateContactList(const gelSurfaceTables* tables, int vertexCount, int threads,
                               gelContactList* list);
// Replaces the contacts; they have no corners yet. Keeps what it allocates for the next time.
gelStatus gelFillContactList(const gelSurfaceTables* tables, const gelSurfaceIssues* findings,
                             gelContactList* list);
// Lists the corners of each vertex that contacts may move, in ascending order: for passes over vertices.
gelStatus gelListCorners(const gelSurfaceTables* tables, gelContactList* list);
ContactCounts gelCountContacts(const gelContactList* list);
// Whether there is anything to do in the substeps of the frame.
bool gelHasContacts(const gelContactList* list);
void gelClearContactList(gelContactList* list);
