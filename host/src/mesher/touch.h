// Which tets a triangle touches.
#pragma once

#include "mesher/lattice.h"

// A triangle seen along 28 directions: its own normal, those of all faces of lattice tets (large and small alike), and those
// that stand on one of its sides and one of their edges. It misses a tet or a face of the lattice exactly if they are apart in
// one of them (separating axes). A hair is added, so that a touch is never missed.
enum { gel_directionCount = 28 };
typedef struct gelMesherShadow {
    double directions[gel_directionCount][3], lower[gel_directionCount], upper[gel_directionCount];
} gelMesherShadow;

void gelCastShadow(double corners[3][3], gelMesherShadow* shadow); // lattice units

// A shadow together with how far the corners of lattice tets are from their cell's centre, along each direction.
enum { gel_cornerKindCount = 12 };
typedef struct gelMesherProbe {
    gelMesherShadow shadow;
    double corners[gel_directionCount][gel_cornerKindCount];
} gelMesherProbe;

void gelMakeMesherProbe(double corners[3][3], gelMesherProbe* probe);

// Which of the tets in `wanted`, a bit for each of the 2 * gel_typeCount that share space with the cell whose centre is at
// `centre`, the triangle touches: its own, then those of the cells before it.
uint32_t gelProbeCell(const gelMesherTables* tables, const gelMesherProbe* probe, const double centre[3],
                      uint32_t wanted);

// Which of the small tets and faces of a tet, whose cell's centre is at `place`, the triangle touches: a bit each. Adds to what
// is set; returns the bits of the small tets that this triangle touches.
typedef struct gelFineTouch {
    uint64_t tets, faces[3];
} gelFineTouch;
uint64_t gelTouchFine(const gelMesherTables* tables, const gelMesherShadow* shadow, int type,
                      const double place[3], gelFineTouch* touch);
