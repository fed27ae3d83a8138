// Which bodies may touch.
#pragma once

#include "base/core.h"
#include "contact/tables.h"

// A body's box, from where it is to where it moves in the frame, with the layout of Bounds.
typedef struct gelSweptBox {
    float lower[3], upper[3];
} gelSweptBox;

// By whom a body may be struck in the frame, and how far that carries it, m: the hardest, and the hardest of others.
typedef struct gelStrike {
    double max, second;
    int striker; // the hardest; -1: the ground
} gelStrike;

// A body along the axis of the sweep.
typedef struct gelInterval {
    double lower, upper;
    int body;
} gelInterval;

struct gelBounceStates;

typedef struct gelPairs {
    SearchPair* pairs; // in ascending order
    int count, capacity;
    gelInterval* intervals; // scratch
    gelStrike* strikes;     // of each body
    int intervalCapacity, strikeCapacity;
    const struct gelBounceStates* bounces; // that last from the step before; NULL: none
    bool mayStrike;                        // whether some are struck, or would be if all were a little faster
    bool hasWarned;                        // of too many
} gelPairs;

// What they are and were told decides, wherever they are. Obstacles pass through each other.
bool gelWantToMeet(const gelBody* a, const gelBody* b);
// How far what is at rest falls in a frame if nothing holds it, m.
double gelFallInFrame(const float gravity[3], float frameTime);
// Whether what bounces may strike a body when it parts.
bool gelBouncesStrike(const gelSurfaceTables* tables, const gelPairs* pairs);
// Whether there may be pairs at all, wherever the bodies are.
bool gelMayPair(const gelSurfaceTables* tables, bool hasGround);
// Finds the bodies whose boxes come nearer than their thicknesses and margins, those that meet themselves, and
// those that meet the ground (NULL: there is none) with their surfaces. `boxes`: of the bodies, and then of the ways
// of their points. Keeps what it allocates for the next time.
gelStatus gelFindPairs(const gelSurfaceTables* tables, const gelSweptBox* boxes, const SearchGround* ground,
                       gelPairs* pairs);
void gelClearPairs(gelPairs* pairs);
