#include "surface/cover.h"

#include "base/tuple_set.h"
#include "mesh/mesh.h"
#include "surface/contact_surface.h"
#include "surface/open_parts.h"

#include <math.h>
#include <string.h>

// The surface is made coarser step by step: vertices move to one of those near them, and tets fill what is
// between the finer surface and the coarser one. Both are sums of oriented triangles without a rim, and so is
// their difference, the rim of the tets (the prism operator of simplicial homology): how often a point is inside
// the finer surface is how often it is inside the coarser one and, counted with their signs, in how many of the
// tets between. So a point inside is in a positive tet, or inside the coarser surface. The last one is filled
// from one vertex of each part. Large tets are few, and near the surface all are small.

enum { candidates = 8, coarsest = 2 }; // vertices tried as apex; cells along a part's longest side
// The minimum of six times the volume of a tet, in cubes of its longest edge.
static const double flattest = 1e-6;

// Triangles with ascending corners, and how often each is counted; negative: the other way round.
typedef struct Chain {
    gelTupleSet triangles;
    int *counts, countCapacity;
} Chain;

// A connected part of the surface.
typedef struct Part {
    double lower[3], side; // m: its box's lower corner and longest side
    int vertexCount, apex, candidate;
    double covered, min; // six times the volume of the tets from the candidate and from the apex, m^3
} Part;

typedef struct Cover {
    const float* positions;
    int vertexCount;
    int* parts; // [vertexCount]: the part of each; -1: it belongs to no triangle with an area
    int* moved; // [vertexCount]: where each vertex of the current chain moves
    bool* used; // [vertexCount]: is of the current chain
    Part* list;
    int partCount;
    int *tets, *levels;
    int tetCount, tetCapacity, levelCapacity, level;
} Cover;

static void destroyChain(Chain* chain)
{
    gelDestroyTupleSet(&chain->triangles);
    gelFree(chain->counts);
    *chain = (Chain){0};
}

// Brings corners into ascending order; returns the sign of that, 0 if two are the same.
static int sort3(int corners[3])
{
    int sign = 1;
    for (int pass = 0; pass < 3; pass++) {
        int k = pass % 2;
        if (corners[k] <= corners[k + 1])
            continue;
        int other = corners[k];
        corners[k] = corners[k + 1];
        corners[k + 1] = other;
        sign = -sign;
    }
    return corners[0] == corners[1] || corners[1] == corners[2] ? 0 : sign;
}

static gelStatus addTriangle(Chain* chain, int a, int b, int c, int count)
{
    int corners[3] = {a, b, c}, sign = sort3(corners), index;
    bool added;
    if (sign == 0)
        return gel_success;
    gelStatus status = gelTupleSet_Insert(&chain->triangles, corners, &index, &added);
    if (status == gel_success)
        status = gelReserve(&chain->counts, &chain->countCapacity, index + 1, sizeof *chain->counts);
    if (status == gel_success)
        chain->counts[index] = (added ? 0 : chain->counts[index]) + sign * count;
    return status;
}

// Six times the volume, 0 if it is flat or has a corner that is none of the surface.
static double measureTet(const Cover* cover, const int tet[4])
{
    double sides[3][3], other[3], longest = 0.0;
    for (int k = 0; k < 4; k++) {
        if (cover->parts[tet[k]] < 0)
            return 0.0;
        for (int m = k + 1; m < 4; m++)
            longest = fmax(longest,
                           gelMeasureEdge(cover->positions, tet[k], tet[m], k == 0 ? sides[m - 1] : other));
    }
    double volume = gelTripleProduct(sides[0], sides[1], sides[2]);
    return fabs(volume) > flattest * longest * longest * longest ? volume : 0.0;
}

// Keeps a tet that counts as positive.
static gelStatus addTet(Cover* cover, int a, int b, int c, int d, int count)
{
    int tet[4] = {a, b, c, d};
    double volume = count != 0 ? measureTet(cover, tet) : 0.0;
    if (!(volume * count > 0.0))
        return gel_success;
    gelStatus status =
        gelReserve(&cover->tets, &cover->tetCapacity, cover->tetCount + 1, 4 * sizeof *cover->tets);
    if (status == gel_success)
        status =
            gelReserve(&cover->levels, &cover->levelCapacity, cover->tetCount + 1, sizeof *cover->levels);
    if (status != gel_success)
        return status;
    if (volume < 0.0) {
        tet[2] = d;
        tet[3] = c;
    }
    memcpy(cover->tets + 4 * (size_t)cover->tetCount, tet, sizeof tet);
    cover->levels[cover->tetCount++] = cover->level;
    return gel_success;
}

// Moves all vertices in a cell of a part to the first of them.
static gelStatus moveVertices(Cover* cover, int cellsAlong)
{
    gelTupleSet cells;
    gelStatus status = gelCreateTupleSet(&cells, 4, cover->vertexCount / 4);
    if (status != gel_success)
        return status;
    int *stays = NULL, capacity = 0;
    for (int v = 0; v < cover->vertexCount && status == gel_success; v++) {
        int index, cell[4] = {cover->parts[v]};
        bool added;
        if (!cover->used[v])
            continue;
        const Part* part = &cover->list[cell[0]];
        for (int k = 0; k < 3; k++)
            cell[k + 1] = (int)(((double)cover->positions[3 * (size_t)v + (size_t)k] - part->lower[k]) /
                                part->side * cellsAlong);
        status = gelTupleSet_Insert(&cells, cell, &index, &added);
        if (status == gel_success)
            status = gelReserve(&stays, &capacity, index + 1, sizeof *stays);
        if (status != gel_success)
            break;
        stays[index] = added ? v : stays[index];
        cover->moved[v] = stays[index];
        cover->used[v] = added;
    }
    gelDestroyTupleSet(&cells);
    gelFree(stays);
    return status;
}

// Replaces the chain by the coarser one, and fills what is between both.
static gelStatus coarsen(Cover* cover, int cellsAlong, Chain* chain)
{
    Chain coarse = {0};
    gelStatus status = moveVertices(cover, cellsAlong);
    if (status == gel_success)
        status = gelCreateTupleSet(&coarse.triangles, 3, chain->triangles.count / 4);
    for (int t = 0; t < chain->triangles.count && status == gel_success; t++) {
        const int *v = chain->triangles.tuples + 3 * (size_t)t, count = chain->counts[t];
        const int w[3] = {cover->moved[v[0]], cover->moved[v[1]], cover->moved[v[2]]};
        status = addTet(cover, w[0], v[0], v[1], v[2], count);
        if (status == gel_success)
            status = addTet(cover, w[0], w[1], v[1], v[2], -count);
        if (status == gel_success)
            status = addTet(cover, w[0], w[1], w[2], v[2], count);
        if (status == gel_success && count != 0)
            status = addTriangle(&coarse, w[0], w[1], w[2], count);
    }
    destroyChain(chain);
    *chain = coarse;
    cover->level++;
    return status;
}

// Chooses the apex of each part: of a few of its vertices, the one whose tets stick out least.
static void chooseApexes(Cover* cover, const Chain* chain, int* ranks)
{
    for (int p = 0; p < cover->partCount; p++)
        cover->list[p].vertexCount = 0;
    for (int v = 0; v < cover->vertexCount; v++)
        if (cover->used[v])
            ranks[v] = cover->list[cover->parts[v]].vertexCount++;
    for (int round = 0; round < candidates; round++) {
        for (int v = 0; v < cover->vertexCount; v++)
            if (cover->used[v]) {
                Part* part = &cover->list[cover->parts[v]];
                if (ranks[v] == (int)((int64_t)part->vertexCount * round / candidates))
                    part->candidate = v;
                part->covered = 0.0;
            }
        for (int t = 0; t < chain->triangles.count; t++) {
            const int* v = chain->triangles.tuples + 3 * (size_t)t;
            Part* part = cover->parts[v[0]] >= 0 ? &cover->list[cover->parts[v[0]]] : NULL;
            if (part != NULL)
                part->covered += fmax(0.0, chain->counts[t] *
                                               measureTet(cover, (int[]){part->candidate, v[0], v[1], v[2]}));
        }
        for (int p = 0; p < cover->partCount; p++) {
            Part* part = &cover->list[p];
            if (round == 0 || part->covered < 0.99999 * part->min) {
                part->apex = part->candidate;
                part->min = part->covered;
            }
        }
    }
}

static gelStatus fill(Cover* cover, const Chain* chain)
{
    gelStatus status = gel_success;
    chooseApexes(cover, chain, cover->moved);
    for (int t = 0; t < chain->triangles.count && status == gel_success; t++) {
        const int* v = chain->triangles.tuples + 3 * (size_t)t;
        if (cover->parts[v[0]] >= 0)
            status = addTet(cover, cover->list[cover->parts[v[0]]].apex, v[0], v[1], v[2], chain->counts[t]);
    }
    return status;
}

// Numbers the parts; `parts` holds 0 for the vertices of triangles with an area, else -1.
static gelStatus listParts(Cover* cover, int* roots, int* numbers)
{
    for (int v = 0; v < cover->vertexCount; v++)
        numbers[v] = -1;
    for (int v = 0; v < cover->vertexCount; v++)
        if (cover->parts[v] == 0 && numbers[gelFindRoot(roots, v)] < 0)
            numbers[gelFindRoot(roots, v)] = cover->partCount++;
    cover->list = gelAllocate((size_t)cover->partCount, sizeof *cover->list);
    if (cover->list == NULL)
        return gelFailMemory((size_t)cover->partCount, sizeof *cover->list);
    for (int p = 0; p < cover->partCount; p++)
        for (int k = 0; k < 3; k++)
            cover->list[p].lower[k] = INFINITY;
    for (int v = 0; v < cover->vertexCount; v++) {
        cover->used[v] = cover->parts[v] == 0;
        cover->parts[v] = cover->used[v] ? numbers[gelFindRoot(roots, v)] : -1;
        for (int k = 0; k < 3 && cover->used[v]; k++) {
            double* lower = &cover->list[cover->parts[v]].lower[k];
            *lower = fmin(*lower, (double)cover->positions[3 * (size_t)v + (size_t)k]);
        }
    }
    for (int v = 0; v < cover->vertexCount; v++)
        for (int k = 0; k < 3 && cover->used[v]; k++) {
            Part* part = &cover->list[cover->parts[v]];
            part->side =
                fmax(part->side, (double)cover->positions[3 * (size_t)v + (size_t)k] - part->lower[k]);
        }
    return gel_success;
}

static gelStatus findParts(Cover* cover, const int* triangles, int triangleCount)
{
    int *roots = gelAllocate((size_t)cover->vertexCount, sizeof *roots), *numbers = cover->moved;
    if (roots == NULL)
        return gelFailMemory((size_t)cover->vertexCount, sizeof *roots);
    for (int v = 0; v < cover->vertexCount; v++) {
        roots[v] = v;
        cover->parts[v] = -1;
    }
    for (int t = 0; t < triangleCount; t++) {
        const int* corners = triangles + 3 * (size_t)t;
        for (int k = 1; k < 3; k++)
            roots[gelFindRoot(roots, corners[k])] = gelFindRoot(roots, corners[0]);
        for (int k = 0; k < 3 && gelTriangleHasArea(cover->positions, corners); k++)
            cover->parts[corners[k]] = 0;
    }
    gelStatus status = listParts(cover, roots, numbers);
    gelFree(roots);
    return status;
}

static gelStatus coverClosed(Cover* cover, const int* triangles, int triangleCount)
{
    Chain chain = {0};
    gelStatus status = findParts(cover, triangles, triangleCount);
    if (status == gel_success)
        status = gelCreateTupleSet(&chain.triangles, 3, triangleCount);
    for (int t = 0; t < triangleCount && status == gel_success; t++) {
        const int* v = triangles + 3 * (size_t)t;
        status = addTriangle(&chain, v[0], v[1], v[2], 1);
    }
    for (int v = 0; v < cover->vertexCount; v++)
        cover->moved[v] = v; // unless it is used
    // On the finest level a cell holds some ten triangles; a part has about six sides.
    int cellsAlong = coarsest;
    while (6.0 * 10.0 * 9.0 * cellsAlong * cellsAlong <= triangleCount)
        cellsAlong *= 3;
    for (; 6.0 * 10.0 * cellsAlong * cellsAlong <= triangleCount && cellsAlong >= coarsest &&
           status == gel_success;
         cellsAlong /= 3)
        status = coarsen(cover, cellsAlong, &chain);
    if (status == gel_success)
        status = fill(cover, &chain);
    destroyChain(&chain);
    return status;
}

gelStatus gelCoverInside(const float* positions, int vertexCount, const int* triangles, int triangleCount,
                         int** tets, int** levels, int* tetCount)
{
    size_t count = (size_t)vertexCount;
    bool* isOpen;
    bool closed = true;
    Cover cover = {.positions = positions, .vertexCount = vertexCount};
    *tets = *levels = NULL;
    *tetCount = 0;
    gelStatus status = gelFindOpenVertices(vertexCount, triangles, triangleCount, &isOpen);
    if (status != gel_success)
        return status;
    for (int v = 0; v < vertexCount; v++)
        closed = closed && !isOpen[v];
    gelFree(isOpen);
    if (!closed)
        return gel_success;
    cover.parts = gelAllocate(count, sizeof *cover.parts);
    cover.moved = gelAllocate(count, sizeof *cover.moved);
    cover.used = gelAllocate(count, sizeof *cover.used);
    status = cover.parts != NULL && cover.moved != NULL && cover.used != NULL
                 ? coverClosed(&cover, triangles, triangleCount)
                 : gelFailMemory(count, 2 * sizeof(int) + sizeof(bool));
    gelFree(cover.parts);
    gelFree(cover.moved);
    gelFree(cover.used);
    gelFree(cover.list);
    if (status != gel_success) {
        gelFree(cover.tets);
        gelFree(cover.levels);
        return status;
    }
    *tets = cover.tets;
    *levels = cover.levels;
    *tetCount = cover.tetCount;
    return gel_success;
}
