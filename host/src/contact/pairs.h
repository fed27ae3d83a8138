// Which bodies may touch.
#pragma once

#include "base/core.h"
#include "contact/tables.h"

// A body's box, from where it is to where it moves in the frame, with the layout of Bounds.
typedef struct gelSweptBox {
    float lower[3], upper[3];
} gelSweptBox;

// How far others may drive a body in the frame, m: the farthest, and the farthest of the other bodies.
typedef struct gelImpact {
    double farthest, second;
    int other; // who drives it farthest; -1: the ground
} gelImpact;

// A body along the axis of the sweep.
typedef struct gelInterval {
    double lower, upper;
    int body;
} gelInterval;

struct gelRestitutionStates;

typedef struct gelPairs {
    SearchPair* pairs; // in ascending order
    int count, capacity;
    gelInterval* intervals; // scratch
    gelImpact* impacts;     // of each body
    int intervalCapacity, impactCapacity;
    const struct gelRestitutionStates* restitution; // that last from the step before; NULL: none
    bool hasImpacts; // whether some bodies are hit, or would be if all were a little faster
    bool hasWarned;  // of too many
} gelPairs;

// Whether two bodies may collide by their kinds and filters, wherever they are. Obstacles pass
// through each other.
bool gelWantToMeet(const gelBody* a, const gelBody* b);
// Returns the maximum distance that a body falls from rest in a frame, m.
double gelFallInFrame(const float gravity[3], float frameTime);
// Whether a body that bounces may hit another when it parts.
bool gelRestitutionHasImpacts(const gelSurfaceTables* tables, const gelPairs* pairs);
// Whether there may be pairs at all, wherever the bodies are.
bool gelMayPair(const gelSurfaceTables* tables, bool hasGround);
// Whether gelFindPairs would find two bodies in these boxes, with the impacts of the last time.
bool gelMayTouch(const gelSurfaceTables* tables, const gelPairs* pairs, const gelSweptBox* boxes, int a,
                 int b);
// Finds the bodies whose boxes come nearer than their thicknesses and margins, those that meet themselves, and
// those that meet the ground (NULL: there is none) with their surfaces. `boxes`: of the bodies, and then of the displacements
// of their points. Keeps what it allocates for the next time.
gelStatus gelFindPairs(const gelSurfaceTables* tables, const gelSweptBox* boxes, const SearchGround* ground,
                       gelPairs* pairs);
void gelClearPairs(gelPairs* pairs);
