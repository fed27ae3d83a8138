#include "surface/outer_pieces.h"

#include "base/triangle.h"
#include "mesh/mesh.h"
#include "surface/open_parts.h"
#include "surface/tree.h"

#include <math.h>
#include <string.h>

typedef struct Piece {
    int first; // its first vertex
    double volume, area;
    float lower[3], upper[3];
    int depth; // how many others it lies within
    bool isOpen;
    bool isTurned; // inside out
} Piece;

typedef struct Sorting {
    const float* positions;
    const int* triangles;
    int vertexCount, triangleCount;
    bool* isOpen; // of each vertex
    int* owners;  // [vertexCount]: the piece of each vertex that has triangles
    Piece* pieces;
    int pieceCount;
} Sorting;

static void cornersOf(const Sorting* sorting, int triangle, double corners[3][3])
{
    for (int i = 0; i < 9; i++)
        corners[i / 3][i % 3] =
            (double)
                sorting->positions[3 * (size_t)sorting->triangles[3 * triangle + i / 3] + (size_t)(i % 3)];
}

// Numbers the pieces in the order of their first triangles.
static void numberPieces(Sorting* sorting, int* roots)
{
    int* owners = sorting->owners;
    for (int v = 0; v < sorting->vertexCount; v++) {
        roots[v] = v;
        owners[v] = -1;
    }
    for (int i = 0; i < 3 * sorting->triangleCount; i++) {
        const int* corners = sorting->triangles + i / 3 * 3;
        roots[gelFindRoot(roots, corners[i % 3])] = gelFindRoot(roots, corners[(i + 1) % 3]);
    }
    for (int i = 0; i < 3 * sorting->triangleCount; i++) {
        int vertex = sorting->triangles[i], root = gelFindRoot(roots, vertex);
        if (owners[root] < 0) {
            owners[root] = sorting->pieceCount++;
            sorting->pieces[owners[root]] = (Piece){.first = vertex,
                                                    .lower = {INFINITY, INFINITY, INFINITY},
                                                    .upper = {-INFINITY, -INFINITY, -INFINITY},
                                                    .isOpen = sorting->isOpen[vertex]};
        }
        owners[vertex] = owners[root];
    }
}

// Volumes about a vertex of the piece, so that rounding does not grow with the distance from the
// origin.
static void measurePieces(Sorting* sorting)
{
    for (int t = 0; t < sorting->triangleCount; t++) {
        double corners[3][3], sides[2][3], area[3], from[3];
        Piece* piece = &sorting->pieces[sorting->owners[sorting->triangles[3 * t]]];
        cornersOf(sorting, t, corners);
        gelSubtract3(corners[1], corners[0], sides[0]);
        gelSubtract3(corners[2], corners[0], sides[1]);
        gelCross3(sides[0], sides[1], area);
        for (int k = 0; k < 3; k++)
            from[k] = corners[0][k] - (double)sorting->positions[3 * (size_t)piece->first + (size_t)k];
        piece->volume += gelDot3(area, from) / 6.0;
        piece->area += 0.5 * sqrt(gelDot3(area, area));
        for (int i = 0; i < 9; i++) {
            piece->lower[i % 3] = fminf(piece->lower[i % 3], (float)corners[i / 3][i % 3]);
            piece->upper[i % 3] = fmaxf(piece->upper[i % 3], (float)corners[i / 3][i % 3]);
        }
    }
    for (int p = 0; p < sorting->pieceCount; p++)
        sorting->pieces[p].isTurned = !sorting->pieces[p].isOpen && sorting->pieces[p].volume < 0.0;
}

// Whether piece a may lie within piece b.
static bool mayBeWithin(const Sorting* sorting, int a, int b)
{
    const Piece *inner = &sorting->pieces[a], *outer = &sorting->pieces[b];
    bool may = a != b && !inner->isOpen;
    for (int k = 0; k < 3 && may; k++)
        may = inner->lower[k] > outer->lower[k] && inner->upper[k] < outer->upper[k];
    return may;
}

// A tree of one piece.
static gelStatus makeTree(const Sorting* sorting, int piece, gelSurfaceTree* tree)
{
    size_t count = (size_t)sorting->triangleCount;
    int kept = 0, *triangles = gelAllocate(3 * count, sizeof *triangles);
    if (triangles == NULL)
        return gelFailMemory(3 * count, sizeof *triangles);
    for (int t = 0; t < sorting->triangleCount; t++)
        if (sorting->owners[sorting->triangles[3 * t]] == piece)
            memcpy(triangles + 3 * kept++, sorting->triangles + 3 * t, 3 * sizeof *triangles);
    gelStatus status = gelCreateSurfaceTree(&(gelSurfaceMesh){.vertexCount = sorting->vertexCount,
                                                              .triangleCount = kept,
                                                              .positions = (float*)sorting->positions,
                                                              .triangles = triangles},
                                            tree);
    gelFree(triangles);
    return status;
}

static bool isWithin(const Sorting* sorting, int piece, const gelSurfaceTree* tree)
{
    bool within = true;
    for (int v = 0; v < sorting->vertexCount && within; v++) {
        const float* x = sorting->positions + 3 * (size_t)v;
        const double point[3] = {(double)x[0], (double)x[1], (double)x[2]};
        within = sorting->owners[v] != piece || fabs(gelSurfaceTree_Winding(tree, point)) > 0.5;
    }
    return within;
}

// Trees are made where a box lies within another's.
static gelStatus findInnerPieces(Sorting* sorting)
{
    gelStatus status = gel_success;
    for (int b = 0; b < sorting->pieceCount && status == gel_success; b++) {
        gelSurfaceTree tree;
        bool isMade = false;
        if (sorting->pieces[b].isOpen)
            continue;
        for (int a = 0; a < sorting->pieceCount && status == gel_success; a++) {
            if (!mayBeWithin(sorting, a, b))
                continue;
            status = isMade ? gel_success : makeTree(sorting, b, &tree);
            isMade = status == gel_success;
            if (isMade && isWithin(sorting, a, &tree))
                sorting->pieces[a].depth++;
        }
        if (isMade)
            gelDestroySurfaceTree(&tree);
    }
    return status;
}

static gelStatus keepOuter(const Sorting* sorting, gelOuterPieces* found)
{
    size_t count = (size_t)sorting->triangleCount;
    found->triangles = gelAllocate(count, sizeof *found->triangles);
    found->isClosed = gelAllocate(count, sizeof *found->isClosed);
    if (found->triangles == NULL || found->isClosed == NULL)
        return gelFailMemory(count, sizeof *found->triangles + 1);
    for (int t = 0; t < sorting->triangleCount; t++) {
        const int* corners = sorting->triangles + 3 * t;
        const Piece* piece = &sorting->pieces[sorting->owners[corners[0]]];
        if (piece->depth > 0)
            continue;
        int *kept = found->triangles[found->triangleCount], last = piece->isTurned ? 1 : 2;
        kept[0] = corners[0];
        kept[1] = corners[3 - last];
        kept[2] = corners[last];
        found->isClosed[found->triangleCount++] = !piece->isOpen;
    }
    for (int p = 0; p < sorting->pieceCount; p++) {
        const Piece* piece = &sorting->pieces[p];
        double* area = piece->isOpen ? &found->openArea : &found->closedArea;
        double volume = piece->isOpen ? 0.0 : fabs(piece->volume);
        *area += piece->depth > 0 ? 0.0 : piece->area;
        found->volume += piece->depth > 0 ? 0.0 : volume;
        found->solid += piece->depth % 2 == 0 ? volume : -volume;
    }
    return gel_success;
}

gelStatus gelFindOuterPieces(const float* positions, int vertexCount, const int* triangles, int triangleCount,
                             gelOuterPieces* pieces)
{
    size_t count = (size_t)vertexCount;
    Sorting sorting = {.positions = positions,
                       .triangles = triangles,
                       .vertexCount = vertexCount,
                       .triangleCount = triangleCount,
                       .owners = gelAllocate(count, sizeof *sorting.owners),
                       .pieces = gelAllocate(count, sizeof *sorting.pieces)};
    int* roots = gelAllocate(count, sizeof *roots);
    *pieces = (gelOuterPieces){0};
    bool ok = roots != NULL && sorting.owners != NULL && sorting.pieces != NULL;
    gelStatus status = ok ? gelFindOpenVertices(vertexCount, triangles, triangleCount, &sorting.isOpen)
                          : gelFailMemory(count, sizeof *sorting.pieces);
    if (status == gel_success) {
        numberPieces(&sorting, roots);
        measurePieces(&sorting);
        status = findInnerPieces(&sorting);
    }
    if (status == gel_success)
        status = keepOuter(&sorting, pieces);
    pieces->owners = sorting.owners;
    pieces->pieceCount = sorting.pieceCount;
    if (status != gel_success)
        gelClearOuterPieces(pieces);
    gelFree(sorting.isOpen);
    gelFree(sorting.pieces);
    gelFree(roots);
    return status;
}

void gelClearOuterPieces(gelOuterPieces* pieces)
{
    gelFree(pieces->triangles);
    gelFree(pieces->isClosed);
    gelFree(pieces->owners);
    *pieces = (gelOuterPieces){0};
}
