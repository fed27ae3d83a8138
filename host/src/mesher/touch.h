// Tests which tets a triangle touches.
#pragma once

#include "mesher/lattice.h"

// A triangle projected on 28 directions: its own normal, those of all faces of lattice tets (large and small
// alike), and the cross products of its sides with their edges. It misses a tet or a face of the lattice
// exactly if one of them separates the two (separating axes). A small margin ensures that no touch is missed.
enum { gel_directionCount = 28 };
typedef struct gelMesherShadow {
    double directions[gel_directionCount][3], lower[gel_directionCount], upper[gel_directionCount];
} gelMesherShadow;

void gelCastShadow(double corners[3][3], gelMesherShadow* shadow); // lattice units

// A shadow, with the extent of the corners of lattice tets about their cell's centre along each direction.
enum { gel_cornerKindCount = 12 };
typedef struct gelMesherProbe {
    gelMesherShadow shadow;
    double corners[gel_directionCount][gel_cornerKindCount];
} gelMesherProbe;

void gelMakeMesherProbe(double corners[3][3], gelMesherProbe* probe);

// Which of the tets in `wanted` the triangle touches, as a bit mask of the 2 * gel_typeCount tets that
// overlap the cell centred at `centre`: its own, then those of the preceding cells.
uint32_t gelProbeCell(const gelMesherTables* tables, const gelMesherProbe* probe, const double centre[3],
                      uint32_t wanted);

// Which of the small tets and faces of a tet, whose cell is centred at `place`, the triangle touches, as bit
// masks. Adds to the masks; returns the small tets that this triangle touches.
typedef struct gelFineTouch {
    uint64_t tets, faces[3];
} gelFineTouch;
uint64_t gelTouchFine(const gelMesherTables* tables, const gelMesherShadow* shadow, int type,
                      const double place[3], gelFineTouch* touch);
