// Which bodies may touch.
#pragma once

#include "base/core.h"
#include "contact/tables.h"

// A body's box, from where it is to where it moves in the frame, with the layout of Bounds.
typedef struct gelSweptBox {
    float lower[3], upper[3];
} gelSweptBox;

// A body along the axis of the sweep.
typedef struct gelInterval {
    double lower, upper;
    int body;
} gelInterval;

typedef struct gelPairs {
    SearchPair* pairs; // in ascending order
    int count, capacity;
    gelInterval* intervals; // scratch
    int intervalCapacity;
    bool hasWarned; // of too many
} gelPairs;

// What they are and were told decides, wherever they are. Obstacles pass through each other.
bool gelWantToMeet(const gelBody* a, const gelBody* b);
// Whether there may be pairs at all, wherever the bodies are.
bool gelMayPair(const gelSurfaceTables* tables, bool hasGround);
// Finds the bodies whose boxes come nearer than their thicknesses and margins, those that meet themselves, and
// those that meet the ground (NULL: there is none) with their surfaces. Keeps what it allocates for the next time.
gelStatus gelFindPairs(const gelSurfaceTables* tables, const gelSweptBox* boxes, const SearchGround* ground,
                       gelPairs* pairs);
void gelClearPairs(gelPairs* pairs);
