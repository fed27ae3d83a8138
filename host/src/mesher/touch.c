// Tests whether a triangle touches a lattice tet, by separating axes.
#include "mesher/touch.h"
#include "base/vector3.h"

#include <math.h>
#include <string.h>

static const double faceNormals[6][3] = {{1, 1, 0}, {1, -1, 0}, {0, 1, 1}, {0, 1, -1}, {1, 0, 1}, {-1, 0, 1}};
static const double edgeDirections[7][3] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1}, {1, 1, 1},
                                            {-1, 1, 1}, {1, -1, 1}, {1, 1, -1}};

// Lattice units; far above rounding, far below anything that matters.
static const double hair = 1e-6;

void gelCastShadow(double corners[3][3], gelMesherShadow* shadow)
{
    double sides[3][3];
    for (int i = 0; i < 3; i++)
        gelSubtract3(corners[(i + 1) % 3], corners[i], sides[i]);
    memcpy(shadow->directions, faceNormals, sizeof faceNormals);
    gelCross3(sides[0], sides[1], shadow->directions[6]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 7; j++)
            gelCross3(sides[i], edgeDirections[j], shadow->directions[7 + 7 * i + j]);
    for (int d = 0; d < gel_directionCount; d++) {
        const double* direction = shadow->directions[d];
        const double a = gelDot3(direction, corners[0]), b = gelDot3(direction, corners[1]),
                     c = gelDot3(direction, corners[2]);
        const double slack = hair * (fabs(direction[0]) + fabs(direction[1]) + fabs(direction[2]));
        shadow->lower[d] = fmin(a, fmin(b, c)) - slack;
        shadow->upper[d] = fmax(a, fmax(b, c)) + slack;
    }
}

void gelMakeMesherProbe(double corners[3][3], gelMesherProbe* probe)
{
    gelCastShadow(corners, &probe->shadow);
    for (int d = 0; d < gel_directionCount; d++) {
        const double* direction = probe->shadow.directions[d];
        double* at = probe->corners[d];
        for (int kind = 0; kind < 8; kind++)
            at[kind] = gel_cellUnits / 2 *
                       ((direction[0] * ((kind & 1) - 0.5) + direction[1] * ((kind >> 1 & 1) - 0.5)) +
                        direction[2] * ((kind >> 2 & 1) - 0.5)) *
                       2;
        for (int axis = 0; axis < 3; axis++)
            at[8 + axis] = gel_cellUnits * direction[axis];
    }
}

// Whether some direction separates the tet from the triangle.
static bool isApart(const gelMesherProbe* probe, const double from[gel_directionCount], int owner,
                    const int kinds[4])
{
    for (int d = 0; d < gel_directionCount; d++) {
        const double* at = probe->corners[d];
        const double start = owner < 0 ? from[d] : from[d] - at[owner];
        const double lower = probe->shadow.lower[d] - start, upper = probe->shadow.upper[d] - start;
        const double a = at[kinds[1]], b = at[kinds[2]], c = at[kinds[3]]; // corner 0 is the centre: 0
        if ((0 < lower && a < lower && b < lower && c < lower) ||
            (0 > upper && a > upper && b > upper && c > upper))
            return true;
    }
    return false;
}

uint32_t gelProbeCell(const gelMesherTables* tables, const gelMesherProbe* probe, const double centre[3],
                      uint32_t wanted)
{
    double from[gel_directionCount];
    uint32_t touched = 0;
    for (int d = 0; d < gel_directionCount; d++)
        from[d] = gelDot3(probe->shadow.directions[d], centre);
    for (int i = 0; i < 2 * gel_typeCount; i++) {
        const int type = i % gel_typeCount, owner = i < gel_typeCount ? -1 : 8 + type / 4;
        if ((wanted >> i & 1) != 0 && !isApart(probe, from, owner, tables->cornerKinds[type]))
            touched |= (uint32_t)1 << i;
    }
    return touched;
}

uint64_t gelTouchFine(const gelMesherTables* tables, const gelMesherShadow* shadow, int type,
                      const double place[3], gelFineTouch* touch)
{
    uint64_t found = 0;
    uint64_t below[gel_directionCount], above[gel_directionCount], tetMasks[gel_fineTetCount];
    int alive[gel_fineTetCount], aliveCount = gel_fineTetCount;
    uint64_t needed = ((uint64_t)1 << gel_fineVertexCount) - 1;
    for (int i = 0; i < gel_fineTetCount; i++) {
        const int* tet = tables->fineTets[i];
        alive[i] = i;
        tetMasks[i] =
            (uint64_t)1 << tet[0] | (uint64_t)1 << tet[1] | (uint64_t)1 << tet[2] | (uint64_t)1 << tet[3];
    }
    for (int d = 0; d < gel_directionCount && aliveCount > 0; d++) {
        const double* direction = shadow->directions[d];
        const double from = gelDot3(direction, place);
        below[d] = above[d] = 0;
        for (int vertex = 0; vertex < gel_fineVertexCount; vertex++) {
            if ((needed >> vertex & 1) == 0)
                continue;
            const int* at = tables->finePlaces[type][vertex];
            const double value =
                from + ((direction[0] * at[0] + direction[1] * at[1]) + direction[2] * at[2]);
            below[d] |= (uint64_t)(value < shadow->lower[d]) << vertex;
            above[d] |= (uint64_t)(value > shadow->upper[d]) << vertex;
        }
        int left = 0;
        needed = 0;
        for (int i = 0; i < aliveCount; i++) {
            const uint64_t mask = tetMasks[alive[i]];
            if ((mask & ~below[d]) == 0 || (mask & ~above[d]) == 0)
                continue;
            needed |= mask;
            alive[left++] = alive[i];
        }
        aliveCount = left;
    }
    for (int i = 0; i < aliveCount; i++) {
        found |= (uint64_t)1 << alive[i];
        for (int side = 0; side < 4; side++) {
            const int face = tables->fineTetFaces[alive[i]][side];
            if (touch->faces[face >> 6] >> (face & 63) & 1)
                continue;
            const int* corners = tables->fineFaces[face];
            const uint64_t mask =
                (uint64_t)1 << corners[0] | (uint64_t)1 << corners[1] | (uint64_t)1 << corners[2];
            bool apart = false;
            for (int d = 0; d < gel_directionCount && !apart; d++)
                apart = (mask & ~below[d]) == 0 || (mask & ~above[d]) == 0;
            if (!apart)
                touch->faces[face >> 6] |= (uint64_t)1 << (face & 63);
        }
    }
    touch->tets |= found;
    return found;
}
