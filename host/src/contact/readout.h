// The contacts that pushed in a step, as read from a back end.
#pragma once

#include "contact/list.h"

// A contact that pushed in the step.
typedef struct gelPushed {
    gelBodyId bodies[2]; // of the first and the second element; null: the ground
    int kind;            // contact_point_triangle, ...
    int elements[2];     // of the bodies' surfaces; -1 of the ground
    float thickness, friction;
    bool isRow;                                 // of the two-level solver: the stage of contact leaves it out
    double sum[3], normalSum, normal[3], share; // a ContactPush: kernels/contact_set.h
} gelPushed;

typedef struct gelPushedList {
    gelPushed* pushed; // in the order of the contacts
    int count, capacity;
} gelPushedList;

enum { gel_pushReals = 8 }; // of a ContactPush

// Replaces the list. `pushes`: a ContactPush of each contact, in single or double precision. The bodies of the
// plan must exist.
gelStatus gelCollectPushes(const gelSurfaceTables* tables, const gelContactList* list, const void* pushes,
                           bool doublePrecision, gelPushedList* pushed);
