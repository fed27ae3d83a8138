// Whether a triangle touches a tet of the lattice, by separating axes.
#include "mesher_internal.h"
#include "vector3.h"

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

bool gelShadowMeets(const gelMesherShadow* shadow, const double place[3], int corners[4][3])
{
    for (int d = 0; d < gel_directionCount; d++) {
        const double* direction = shadow->directions[d];
        const double from = gelDot3(direction, place);
        int below = 0, above = 0;
        for (int i = 0; i < 4; i++) {
            const double at = from + ((direction[0] * corners[i][0] + direction[1] * corners[i][1]) +
                                      direction[2] * corners[i][2]);
            below += at < shadow->lower[d];
            above += at > shadow->upper[d];
        }
        if (below == 4 || above == 4)
            return false;
    }
    return true;
}

void gelTouchFine(const gelMesherTables* tables, const gelMesherShadow* shadow, int type,
                  const double place[3], gelFineTouch* touch)
{
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
        touch->tets |= (uint64_t)1 << alive[i];
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
}
