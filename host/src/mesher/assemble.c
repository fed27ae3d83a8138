// Turns lattice tets into a mesh: every piece of a tet starts with its own four vertices, which are merged
// with those of its neighbours where the pieces are connected.
#include "mesh/mesh.h"
#include "mesher/assemble.h"
#include "mesher/conform.h"
#include "base/parallel.h"
#include "base/vector3.h"

#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

static int findRoot(int* parents, int node)
{
    while (parents[node] != node) {
        parents[node] = parents[parents[node]];
        node = parents[node];
    }
    return node;
}

static void uniteCopies(gelMesherAssembly* assembly, int a, int b, const gelMesherNeighbour* neighbour)
{
    for (int i = 0; i < 4; i++) {
        if (neighbour->corners[i] < 0)
            continue;
        const int p = findRoot(assembly->parents, 4 * a + i);
        const int q = findRoot(assembly->parents, 4 * b + neighbour->corners[i]);
        assembly->parents[p < q ? q : p] = p < q ? p : q;
    }
}

static gelStatus makeCopies(gelMesherAssembly* assembly)
{
    const gelMesherPieces* pieces = assembly->pieces;
    const gelTetSet *touched = &pieces->cover->touched, *inner = &pieces->cover->inner;
    assembly->copyCount = pieces->pieceCount + inner->count;
    const size_t count = (size_t)assembly->copyCount;
    assembly->copyTets = gelAllocate(count, sizeof(int));
    assembly->touchedCopies = gelAllocate((size_t)touched->count, sizeof(int));
    assembly->innerCopies = gelAllocate((size_t)inner->count, sizeof(int));
    assembly->parents = gelAllocate(count, 4 * sizeof(int));
    assembly->numbers = gelAllocate(count, sizeof(int));
    assembly->fills = gelAllocate(count, sizeof(double));
    assembly->copyParts = gelAllocate(count, sizeof(int));
    assembly->parts = gelAllocate(count, sizeof(int));
    assembly->positions = gelAllocate(count, 12 * sizeof(float));
    assembly->tets = gelAllocate(count, 4 * sizeof(int));
    assembly->fillFractions = gelAllocate(count, sizeof(float));
    if (assembly->copyTets == NULL || assembly->touchedCopies == NULL || assembly->innerCopies == NULL ||
        assembly->parents == NULL || assembly->numbers == NULL || assembly->fills == NULL ||
        assembly->copyParts == NULL || assembly->parts == NULL || assembly->positions == NULL ||
        assembly->tets == NULL || assembly->fillFractions == NULL)
        return gelFailMemory(count, 100);
    int copy = 0;
    for (int t = 0, i = 0; t < touched->count || i < inner->count;) {
        if (i == inner->count || (t < touched->count && touched->tets[t] < inner->tets[i])) {
            assembly->touchedCopies[t] = copy;
            for (int piece = 0; piece < pieces->tets[t].pieceCount; piece++)
                assembly->copyTets[copy++] = touched->tets[t];
            t++;
        } else {
            assembly->innerCopies[i] = copy;
            assembly->copyTets[copy++] = inner->tets[i++];
        }
    }
    for (int node = 0; node < 4 * assembly->copyCount; node++)
        assembly->parents[node] = node;
    return gel_success;
}

static void uniteTouched(gelMesherAssembly* assembly, int t)
{
    const gelMesherPieces* pieces = assembly->pieces;
    const gelMesherCover* cover = pieces->cover;
    const gelMesherTet* tet = &pieces->tets[t];
    const int id = cover->touched.tets[t];
    for (int side = 0; side < 4; side++) {
        const gelMesherNeighbour* neighbour = &cover->tables->neighbours[id % gel_typeCount][side];
        const int to = gelNeighbourTet(&cover->lattice, cover->tables, id, side);
        const int inner = gelTetSet_Find(&cover->inner, to), other = gelTetSet_Find(&cover->touched, to);
        if (inner < 0 && other < t)
            continue;
        for (int i = 0; i < gel_sideFaceCount; i++) {
            const int mine = cover->tables->sideFaces[side][i], its = neighbour->faces[i];
            const int piece = tet->pieces[cover->tables->fineFaceTets[mine][0]];
            if (piece < 0)
                continue;
            const int copy = assembly->touchedCopies[t] + piece;
            if (inner >= 0) {
                uniteCopies(assembly, copy, assembly->innerCopies[inner], neighbour);
                continue;
            }
            const gelMesherTet* otherTet = &pieces->tets[other];
            const int otherPiece = otherTet->pieces[cover->tables->fineFaceTets[its][0]];
            if (otherPiece >= 0 && (gelHoldsTogether(cover->tables, tet, mine) ||
                                    gelHoldsTogether(cover->tables, otherTet, its)))
                uniteCopies(assembly, copy, assembly->touchedCopies[other] + otherPiece, neighbour);
        }
    }
}

static void uniteAll(gelMesherAssembly* assembly)
{
    const gelMesherCover* cover = assembly->pieces->cover;
    for (int t = 0; t < cover->touched.count; t++)
        uniteTouched(assembly, t);
    for (int i = 0; i < cover->inner.count; i++)
        for (int side = 0; side < 4; side++) {
            const int tet = cover->inner.tets[i];
            const int other =
                gelTetSet_Find(&cover->inner, gelNeighbourTet(&cover->lattice, cover->tables, tet, side));
            if (other > i)
                uniteCopies(assembly, assembly->innerCopies[i], assembly->innerCopies[other],
                            &cover->tables->neighbours[tet % gel_typeCount][side]);
        }
}

// The fractions that are inside; for sheets, those that follow from their thickness.
static void findFills(gelMesherAssembly* assembly, double thickness)
{
    const gelMesherPieces* pieces = assembly->pieces;
    const double unit = pieces->cover->lattice.unit;
    const double volume =
        gel_cellUnits * gel_cellUnits * gel_cellUnits / 12.0; // volume of a tet, cubic lattice units
    for (int copy = 0; copy < assembly->copyCount; copy++)
        assembly->fills[copy] = 1;
    for (int t = 0; t < pieces->cover->touched.count; t++)
        for (int piece = 0; piece < pieces->tets[t].pieceCount; piece++) {
            const int index = pieces->tets[t].firstPiece + piece;
            assembly->fills[assembly->touchedCopies[t] + piece] =
                fmin(fmax(pieces->fills[index], pieces->areas[index] * (thickness / unit) / volume), 1);
        }
}

// An inner tet belongs to the part of the nearest tet at the surface, counted in steps from tet to tet; among
// several, the lowest.
static int partOfNeighbours(const gelMesherAssembly* assembly, int i, const int* steps, int step)
{
    const gelMesherPieces* pieces = assembly->pieces;
    const gelMesherCover* cover = pieces->cover;
    const int tet = cover->inner.tets[i];
    int lowest = INT_MAX;
    for (int side = 0; side < 4; side++) {
        const int to = gelNeighbourTet(&cover->lattice, cover->tables, tet, side);
        const int inner = gelTetSet_Find(&cover->inner, to), touched = gelTetSet_Find(&cover->touched, to);
        int part = INT_MAX;
        if (inner >= 0 && steps[inner] > 0 && steps[inner] < step)
            part = assembly->copyParts[assembly->innerCopies[inner]];
        if (touched >= 0) {
            const int face = cover->tables->neighbours[tet % gel_typeCount][side].faces[0];
            const int piece = pieces->tets[touched].pieces[cover->tables->fineFaceTets[face][0]];
            part = pieces->parts[pieces->tets[touched].firstPiece + (piece > 0 ? piece : 0)];
        }
        lowest = part < lowest ? part : lowest;
    }
    return lowest;
}

static gelStatus findParts(gelMesherAssembly* assembly)
{
    const gelMesherPieces* pieces = assembly->pieces;
    const gelTetSet* inner = &pieces->cover->inner;
    if (pieces->cover->surface->partCount <= 1)
        return gel_success;
    for (int t = 0; t < pieces->cover->touched.count; t++)
        for (int piece = 0; piece < pieces->tets[t].pieceCount; piece++)
            assembly->copyParts[assembly->touchedCopies[t] + piece] =
                pieces->parts[pieces->tets[t].firstPiece + piece];
    int* steps = gelAllocate((size_t)inner->count, sizeof *steps); // 0: not yet
    if (steps == NULL)
        return gelFailMemory((size_t)inner->count, sizeof *steps);
    for (int step = 1, found = 1; found > 0; step++) {
        found = 0;
        for (int i = 0; i < inner->count; i++) {
            const int part = steps[i] == 0 ? partOfNeighbours(assembly, i, steps, step) : INT_MAX;
            if (part == INT_MAX)
                continue;
            steps[i] = step;
            assembly->copyParts[assembly->innerCopies[i]] = part;
            found++;
        }
    }
    gelFree(steps);
    return gel_success;
}

// Pieces of a tet whose four vertices were all merged are one piece after all. Numbers the remaining copies.
static void numberCopies(gelMesherAssembly* assembly)
{
    for (int copy = 0; copy < assembly->copyCount; copy++) {
        assembly->numbers[copy] = -1;
        for (int earlier = copy - 1; earlier >= 0 && assembly->copyTets[earlier] == assembly->copyTets[copy];
             earlier--) {
            bool same = true;
            for (int i = 0; i < 4; i++)
                same = same && findRoot(assembly->parents, 4 * earlier + i) ==
                                   findRoot(assembly->parents, 4 * copy + i);
            if (!same)
                continue;
            assembly->numbers[copy] = assembly->numbers[earlier];
            assembly->fillFractions[assembly->numbers[earlier]] += (float)assembly->fills[copy];
            break;
        }
        if (assembly->numbers[copy] >= 0)
            continue;
        assembly->numbers[copy] = assembly->tetCount;
        assembly->parts[assembly->tetCount] = assembly->copyParts[copy];
        assembly->fillFractions[assembly->tetCount++] = (float)assembly->fills[copy];
    }
}

// A nearly empty tet would make its vertices too light to simulate. Whatever the lightest tets gain is taken
// from the others at the surface, so that the total mass is kept.
static void raiseLowFills(gelMesherAssembly* assembly)
{
    static const double lowest = 0.05, lowestOfAll = 1e-3;
    double total = 0, above = 0;
    int count = 0;
    for (int tet = 0; tet < assembly->tetCount; tet++) {
        assembly->fillFractions[tet] = fminf(assembly->fillFractions[tet], 1);
        total += assembly->fillFractions[tet] < 1 ? (double)assembly->fillFractions[tet] : 0;
        count += assembly->fillFractions[tet] < 1;
    }
    if (count == 0)
        return;
    const double floorValue = fmax(fmin(lowest, 0.5 * total / count), lowestOfAll);
    for (int tet = 0; tet < assembly->tetCount; tet++)
        if (assembly->fillFractions[tet] < 1)
            above += fmax((double)assembly->fillFractions[tet] - floorValue, 0);
    const double scale = above > 0 ? fmax((total - count * floorValue) / above, 0) : 0;
    for (int tet = 0; tet < assembly->tetCount; tet++) {
        float* fill = &assembly->fillFractions[tet];
        if (*fill < 1)
            *fill = (float)(floorValue + scale * fmax((double)*fill - floorValue, 0));
    }
}

static void makeVertices(gelMesherAssembly* assembly)
{
    const gelMesherCover* cover = assembly->pieces->cover;
    const gelMesherLattice* lattice = &cover->lattice;
    int next = 0;
    for (int copy = 0; copy < assembly->copyCount; copy++) {
        if (assembly->numbers[copy] != next)
            continue;
        next++;
        int cell[3];
        gelFindCell(lattice, assembly->copyTets[copy], cell);
        for (int i = 0; i < 4; i++) {
            const int root = findRoot(assembly->parents, 4 * copy + i);
            int* vertex = &assembly->tets[4 * (size_t)assembly->numbers[copy] + (size_t)i];
            *vertex = root == 4 * copy + i
                          ? assembly->vertexCount++
                          : assembly->tets[4 * (size_t)assembly->numbers[root / 4] + (size_t)(root % 4)];
            for (int axis = 0; axis < 3; axis++) {
                const int at = gel_cellUnits * cell[axis] + gel_cellUnits / 2 +
                               cover->tables->corners[assembly->copyTets[copy] % gel_typeCount][i][axis];
                assembly->positions[3 * (size_t)*vertex + (size_t)axis] =
                    (float)(lattice->origin[axis] + lattice->unit * at);
            }
        }
    }
}

static double smallestOf(const double weights[4])
{
    return fmin(fmin(weights[0], weights[1]), fmin(weights[2], weights[3]));
}

static void weigh(double rows[3][3], const double from[3], double weights[4])
{
    for (int i = 0; i < 3; i++)
        weights[i + 1] = gelDot3(rows[i], from);
    weights[0] = 1 - weights[1] - weights[2] - weights[3];
}

// The touched tet that contains a place.
static int locate(const gelMesherCover* cover, const double place[3], double weights[4])
{
    int best = -1;
    double smallest = -HUGE_VAL;
    for (int i = 0; i < 2 * gel_typeCount; i++) {
        const int type = i % gel_typeCount;
        int cell[3];
        double from[3], found[4];
        for (int axis = 0; axis < 3; axis++) {
            cell[axis] = (int)floor(place[axis] / gel_cellUnits) - (i >= gel_typeCount && type / 4 == axis);
            from[axis] = place[axis] - gel_cellUnits * (cell[axis] + 0.5);
        }
        weigh((double(*)[3])cover->tables->frames[type], from, found);
        if (smallestOf(found) <= smallest)
            continue;
        const int t =
            gelTetSet_Find(&cover->touched, gelCellIndex(&cover->lattice, cell) * gel_typeCount + type);
        if (t < 0)
            continue;
        smallest = smallestOf(found);
        best = t;
        memcpy(weights, found, sizeof found);
    }
    return best;
}

// The piece of a tet in which the surface passes through a place.
static int locatePiece(const gelMesherTables* tables, const gelMesherTet* tet, const double weights[4])
{
    int best = 0;
    double smallest = -HUGE_VAL;
    for (int fine = 0; fine < gel_fineTetCount; fine++) {
        if ((tet->touch.tets >> fine & 1) == 0)
            continue;
        const int* corner = tables->fineVertices[tables->fineTets[fine][0]];
        double from[3], found[4];
        for (int i = 0; i < 3; i++)
            from[i] = weights[i + 1] - (double)corner[i + 1] / gel_fineSide;
        weigh((double(*)[3])tables->fineFrames[fine], from, found);
        if (smallestOf(found) <= smallest)
            continue;
        smallest = smallestOf(found);
        best = tet->pieces[fine];
    }
    return best;
}

static void embedVertices(void* context, int first, int end, int worker)
{
    gelMesherAssembly* assembly = context;
    const gelMesherPieces* pieces = assembly->pieces;
    const gelMesherCover* cover = pieces->cover;
    (void)worker;
    for (int v = first; v < end; v++) {
        double weights[4] = {1, 0, 0, 0}, sum = 0;
        const int t = locate(cover, cover->points + 3 * (size_t)v, weights);
        const int piece = locatePiece(cover->tables, &pieces->tets[t], weights);
        const size_t source = (size_t)cover->surface->sources[v];
        assembly->embedding->tets[source] = assembly->numbers[assembly->touchedCopies[t] + piece];
        for (int i = 0; i < 4; i++) {
            weights[i] = fmax(weights[i], 0); // they are, apart from rounding
            sum += weights[i];
        }
        for (size_t i = 0; i < 4; i++)
            assembly->embedding->weights[4 * source + i] = (float)(weights[i] / sum);
    }
}

static gelStatus embed(gelMesherAssembly* assembly)
{
    const gelMesherCover* cover = assembly->pieces->cover;
    const size_t count = (size_t)cover->surface->vertexCount;
    *assembly->embedding = (gelEmbedding){.pointCount = cover->surface->vertexCount,
                                          .tets = gelAllocate(count, sizeof(int)),
                                          .weights = gelAllocate(count, 4 * sizeof(float))};
    if (assembly->embedding->tets == NULL || assembly->embedding->weights == NULL) {
        gelDestroyEmbedding(assembly->embedding);
        return gelFailMemory(count, 5 * sizeof(float));
    }
    gelParallelFor(cover->surface->vertexCount, 256, cover->threads, embedVertices, assembly);
    return gel_success;
}

static gelStatus makeMesh(gelMesherAssembly* assembly, gelTetMesh* mesh)
{
    const bool hasParts = assembly->pieces->cover->surface->partCount > 1;
    const gelTetAttributes attributes = {.fillFractions = assembly->fillFractions,
                                         .parts = hasParts ? assembly->parts : NULL};
    gelMeshRepair repair;
    gelStatus status = gelCreateTetMesh(assembly->positions, assembly->vertexCount, assembly->tets,
                                        assembly->tetCount, &attributes, mesh, &repair);
    if (status != gel_success || (mesh->tetCount == assembly->tetCount && repair.turnedTets == 0))
        return status;
    gelDestroyTetMesh(mesh);
    return gelFail(
        gel_invalidArgument,
        "mesher: cells of %g m are too small for float coordinates; move the surface to the origin or "
        "increase the size",
        assembly->pieces->cover->lattice.unit * gel_cellUnits);
}

static void fillReport(const gelMesherAssembly* assembly, const gelTetMesh* mesh, int tetCount,
                       gelMesherReport* report)
{
    const gelMesherCover* cover = assembly->pieces->cover;
    report->cellSize = (float)(cover->lattice.unit * gel_cellUnits);
    report->innerTets = cover->inner.count;
    report->splitTets = tetCount - cover->inner.count - cover->touched.count;
    report->filledVolume = 0;
    for (int tet = 0; tet < mesh->tetCount; tet++)
        report->filledVolume +=
            gelFillFraction(mesh, tet) * gelTetDeterminant(mesh->positions, mesh->tets + 4 * (size_t)tet) / 6;
}

gelStatus gelAssembleMesh(const gelMesherPieces* pieces, double thickness, bool conform, gelTetMesh* mesh,
                          gelEmbedding* embedding, gelMesherReport* report)
{
    gelMesherAssembly assembly = {.pieces = pieces, .embedding = embedding};
    gelStatus status = makeCopies(&assembly);
    if (status == gel_success)
        status = findParts(&assembly);
    if (status == gel_success) {
        uniteAll(&assembly);
        findFills(&assembly, thickness);
        numberCopies(&assembly);
        makeVertices(&assembly);
        if (!conform)
            raiseLowFills(&assembly);
    }
    const int tetCount = assembly.tetCount;
    if (status == gel_success && embedding != NULL)
        status = embed(&assembly);
    if (status == gel_success && conform)
        status = gelConformMesh(&assembly);
    if (status == gel_success)
        status = makeMesh(&assembly, mesh);
    if (status == gel_success)
        fillReport(&assembly, mesh, tetCount, report);
    else if (embedding != NULL)
        gelDestroyEmbedding(embedding);
    gelFree(assembly.copyTets);
    gelFree(assembly.touchedCopies);
    gelFree(assembly.innerCopies);
    gelFree(assembly.parents);
    gelFree(assembly.numbers);
    gelFree(assembly.fills);
    gelFree(assembly.copyParts);
    gelFree(assembly.parts);
    gelFree(assembly.positions);
    gelFree(assembly.tets);
    gelFree(assembly.fillFractions);
    return status;
}
