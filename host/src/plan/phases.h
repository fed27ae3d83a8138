// The phases of a body: those of its mesh, then those that single kinds of constraint have to themselves.
#pragma once

#include "plan/body.h"

typedef struct gelPhase {
    const gelTiling* tiling;
    int firstTile, tileCount; // in the tiling
    int firstInSets;          // the number of the first tile in gelConstraintSet.tileStarts
    int onlyKind;             // -1: all kinds
} gelPhase;

int gelCountPhases(const gelBody* body);
gelPhase gelGetPhase(const gelBody* body, int index);

// The constraints of a kind in a tile of a phase: colours first to end - 1 of gelConstraintSet.colourStarts.
typedef struct gelTileColours {
    const gelConstraintSet* set;
    int first, end;
} gelTileColours;
gelTileColours gelGetTileColours(const gelBody* body, const gelPhase* phase, int tile, int kind);

// The constraints of one of the colours, from 0; none beyond the last.
typedef struct gelSlice {
    const int* items; // numbers in the set
    int count;
} gelSlice;
gelSlice gelGetColour(const gelTileColours* colours, int colour);

int64_t gelCountTileConstraints(const gelBody* body, const gelPhase* phase, int tile, int kind);

// Returns the launches that the constraints of a kind need in a phase: the maximum number of
// colours of a tile.
int gelCountPhaseColours(const gelBody* body, const gelPhase* phase, int kind);
// Returns the launches that all kinds need in all phases.
int gelCountBodyColours(const gelBody* body);
