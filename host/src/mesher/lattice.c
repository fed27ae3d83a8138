// The tables of the body-centred cubic lattice: a cell's twelve tets, their neighbours, and the 64 small tets
// in each of them, which belong to the same kind of lattice with a quarter of the cell size.
#include "mesher/lattice.h"
#include "base/vector3.h"

#include <assert.h>
#include <string.h>

// The square around an axis, in rotational order.
static const int around[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

static void makeCorners(gelMesherTables* tables)
{
    const int half = gel_cellUnits / 2;
    for (int type = 0; type < gel_typeCount; type++) {
        const int axis = type / 4, b = (axis + 1) % 3, c = (axis + 2) % 3;
        int(*corners)[3] = tables->corners[type];
        memset(corners, 0, sizeof tables->corners[type]);
        corners[1][axis] = gel_cellUnits;
        for (int i = 0; i < 2; i++) {
            corners[2 + i][axis] = half;
            corners[2 + i][b] = half * around[(type + i) % 4][0];
            corners[2 + i][c] = half * around[(type + i) % 4][1];
        }
        tables->cornerKinds[type][1] = 8 + axis;
        for (int i = 2; i < 4; i++)
            tables->cornerKinds[type][i] =
                (corners[i][0] > 0) | (corners[i][1] > 0) << 1 | (corners[i][2] > 0) << 2;
    }
}

// The tet that shares the three corners of a side: found by searching the surrounding cells.
static void findNeighbour(const gelMesherTables* tables, int type, int side, gelMesherNeighbour* neighbour)
{
    for (int candidate = 0; candidate < 27 * gel_typeCount; candidate++) {
        const int cell[3] = {candidate / gel_typeCount % 3 - 1, candidate / gel_typeCount / 3 % 3 - 1,
                             candidate / gel_typeCount / 9 - 1};
        int shared = 0, other = 6;
        for (int i = 0; i < 4; i++) {
            neighbour->corners[i] = -1;
            for (int j = 0; j < 4; j++) {
                bool same = true;
                for (int axis = 0; axis < 3; axis++)
                    same = same && tables->corners[type][i][axis] ==
                                       tables->corners[candidate % gel_typeCount][j][axis] +
                                           gel_cellUnits * cell[axis];
                if (same) {
                    neighbour->corners[i] = j;
                    other -= j;
                    shared++;
                }
            }
        }
        if (shared == 3 && neighbour->corners[side] < 0) {
            memcpy(neighbour->cell, cell, sizeof cell);
            neighbour->type = candidate % gel_typeCount;
            neighbour->side = other;
            return;
        }
    }
    assert(false && "every side of a lattice tet has a neighbour");
}

static int findFineVertex(const gelMesherTables* tables, const int weights[4])
{
    int vertex = 0;
    while (memcmp(tables->fineVertices[vertex], weights, sizeof tables->fineVertices[vertex]) != 0)
        vertex++;
    return vertex;
}

static void addFineTet(gelMesherTables* tables, int* count, int offsets[4][4], const int base[4])
{
    for (int i = 0; i < 4; i++) {
        int weights[4];
        for (int j = 0; j < 4; j++)
            weights[j] = base[j] + offsets[i][j];
        tables->fineTets[*count][i] = findFineVertex(tables, weights);
    }
    // Positive: the weights of corners 1 to 3 are coordinates of the tet's own frame.
    double sides[3][3];
    const int* tet = tables->fineTets[*count];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            sides[i][j] = tables->fineVertices[tet[i + 1]][j + 1] - tables->fineVertices[tet[0]][j + 1];
    const double volume = sides[0][0] * (sides[1][1] * sides[2][2] - sides[1][2] * sides[2][1]) -
                          sides[0][1] * (sides[1][0] * sides[2][2] - sides[1][2] * sides[2][0]) +
                          sides[0][2] * (sides[1][0] * sides[2][1] - sides[1][1] * sides[2][0]);
    if (volume < 0) {
        const int kept = tables->fineTets[*count][2];
        tables->fineTets[*count][2] = tables->fineTets[*count][3];
        tables->fineTets[*count][3] = kept;
    }
    ++*count;
}

// Upright tets, octahedra cut in four around their shortest diagonal, and inverted tets.
static void makeFineTets(gelMesherTables* tables)
{
    static int upright[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    static int inverted[4][4] = {{0, 1, 1, 1}, {1, 0, 1, 1}, {1, 1, 0, 1}, {1, 1, 1, 0}};
    static int quarters[4][4][4] = {{{1, 1, 0, 0}, {0, 0, 1, 1}, {1, 0, 1, 0}, {0, 1, 1, 0}},
                                    {{1, 1, 0, 0}, {0, 0, 1, 1}, {0, 1, 1, 0}, {0, 1, 0, 1}},
                                    {{1, 1, 0, 0}, {0, 0, 1, 1}, {0, 1, 0, 1}, {1, 0, 0, 1}},
                                    {{1, 1, 0, 0}, {0, 0, 1, 1}, {1, 0, 0, 1}, {1, 0, 1, 0}}};
    int vertices = 0, tets = 0;
    for (int pass = 0; pass < 2; pass++) // all vertices before the first tet
        for (int a = 0; a <= gel_fineSide; a++)
            for (int b = 0; a + b <= gel_fineSide; b++)
                for (int c = 0; a + b + c <= gel_fineSide; c++) {
                    const int rest = gel_fineSide - a - b - c, weights[4] = {a, b, c, rest};
                    if (pass == 0) {
                        memcpy(tables->fineVertices[vertices++], weights, sizeof weights);
                        continue;
                    }
                    for (int level = 1; level <= 3; level++) { // the room left for a tet that starts here
                        if (rest < level)
                            break;
                        const int base[4] = {a, b, c, rest - level};
                        if (level == 1)
                            addFineTet(tables, &tets, upright, base);
                        else if (level == 3)
                            addFineTet(tables, &tets, inverted, base);
                        else
                            for (int i = 0; i < 4; i++)
                                addFineTet(tables, &tets, quarters[i], base);
                    }
                }
    assert(vertices == gel_fineVertexCount && tets == gel_fineTetCount);
}

static int findFineFace(const gelMesherTables* tables, int count, const int corners[3])
{
    int sorted[3] = {corners[0], corners[1], corners[2]};
    for (int i = 0; i < 3; i++) {
        int *a = &sorted[i & 1], *b = a + 1;
        if (*a > *b) {
            const int kept = *a;
            *a = *b;
            *b = kept;
        }
    }
    for (int face = 0; face < count; face++)
        if (memcmp(tables->fineFaces[face], sorted, sizeof sorted) == 0)
            return face;
    return -1;
}

static void makeFineFaces(gelMesherTables* tables)
{
    int count = 0;
    for (int tet = 0; tet < gel_fineTetCount; tet++)
        for (int side = 0; side < 4; side++) {
            int sorted[3], filled = 0;
            for (int vertex = 0; vertex < gel_fineVertexCount; vertex++)
                for (int i = 0; i < 4; i++)
                    if (i != side && tables->fineTets[tet][i] == vertex)
                        sorted[filled++] = vertex;
            int face = findFineFace(tables, count, sorted);
            if (face < 0) {
                face = count++;
                memcpy(tables->fineFaces[face], sorted, sizeof sorted);
                tables->fineFaceTets[face][0] = tet;
                tables->fineFaceTets[face][1] = -1;
            } else {
                tables->fineFaceTets[face][1] = tet;
            }
            tables->fineTetFaces[tet][side] = face;
        }
    assert(count == gel_fineFaceCount);
    for (int side = 0; side < 4; side++) {
        int faces = 0, vertices = 0;
        for (int vertex = 0; vertex < gel_fineVertexCount; vertex++)
            if (tables->fineVertices[vertex][side] == 0)
                tables->sideVertices[side][vertices++] = vertex;
        for (int face = 0; face < gel_fineFaceCount; face++) {
            bool on = true;
            for (int i = 0; i < 3; i++)
                on = on && tables->fineVertices[tables->fineFaces[face][i]][side] == 0;
            if (on)
                tables->sideFaces[side][faces++] = face;
        }
        assert(faces == gel_sideFaceCount && vertices == gel_sideVertexCount);
    }
}

// The vertex of the neighbour that coincides with one of this tet's on the shared side.
static int matchVertex(const gelMesherTables* tables, const gelMesherNeighbour* neighbour, int vertex)
{
    int weights[4] = {0};
    for (int i = 0; i < 4; i++)
        if (neighbour->corners[i] >= 0)
            weights[neighbour->corners[i]] = tables->fineVertices[vertex][i];
    return findFineVertex(tables, weights);
}

static void matchFine(const gelMesherTables* tables, int side, gelMesherNeighbour* neighbour)
{
    for (int i = 0; i < gel_sideVertexCount; i++)
        neighbour->vertices[i] = matchVertex(tables, neighbour, tables->sideVertices[side][i]);
    for (int i = 0; i < gel_sideFaceCount; i++) {
        int corners[3];
        for (int j = 0; j < 3; j++)
            corners[j] = matchVertex(tables, neighbour, tables->fineFaces[tables->sideFaces[side][i]][j]);
        neighbour->faces[i] = findFineFace(tables, gel_fineFaceCount, corners);
        assert(neighbour->faces[i] >= 0);
    }
}

void gelMakeFrame(double corners[4][3], double rows[3][3])
{
    double sides[3][3];
    for (int i = 0; i < 3; i++)
        gelSubtract3(corners[i + 1], corners[0], sides[i]);
    for (int i = 0; i < 3; i++)
        gelCross3(sides[(i + 1) % 3], sides[(i + 2) % 3], rows[i]);
    const double volume = gelDot3(sides[0], rows[0]);
    for (int i = 0; i < 9; i++)
        rows[i / 3][i % 3] /= volume;
}

static void makeFrames(gelMesherTables* tables)
{
    double corners[4][3];
    for (int type = 0; type < gel_typeCount; type++) {
        for (int i = 0; i < 12; i++)
            corners[i / 3][i % 3] = tables->corners[type][i / 3][i % 3];
        gelMakeFrame(corners, tables->frames[type]);
    }
    for (int fine = 0; fine < gel_fineTetCount; fine++) {
        for (int i = 0; i < 12; i++)
            corners[i / 3][i % 3] =
                (double)tables->fineVertices[tables->fineTets[fine][i / 3]][1 + i % 3] / gel_fineSide;
        gelMakeFrame(corners, tables->fineFrames[fine]);
    }
}

void gelMakeMesherTables(gelMesherTables* tables)
{
    makeCorners(tables);
    makeFineTets(tables);
    makeFineFaces(tables);
    makeFrames(tables);
    for (int i = 0; i < 4; i++) {
        int weights[4] = {0};
        weights[i] = gel_fineSide;
        tables->cornerVertices[i] = findFineVertex(tables, weights);
    }
    for (int type = 0; type < gel_typeCount; type++) {
        for (int side = 0; side < 4; side++) {
            findNeighbour(tables, type, side, &tables->neighbours[type][side]);
            matchFine(tables, side, &tables->neighbours[type][side]);
        }
        for (int vertex = 0; vertex < gel_fineVertexCount; vertex++)
            for (int axis = 0; axis < 3; axis++) {
                int sum = 0;
                for (int i = 0; i < 4; i++)
                    sum += tables->fineVertices[vertex][i] * tables->corners[type][i][axis];
                tables->finePlaces[type][vertex][axis] = sum / gel_fineSide;
            }
    }
}
