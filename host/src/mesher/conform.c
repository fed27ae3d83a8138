// Pulls the boundary of a mesh to the surface. Vertices deep inside (none of their edges crosses the surface
// in its first quarter) form the core: the tets around them. Other tets are removed if the core nearly
// reaches everything they hold and their removal keeps the topology, so that every remaining tet has an inner
// vertex and can be pulled into shape (Molino et al. 2003). Then boundary vertices move to the surface and
// their neighbours towards the mean of their own neighbours, as far as the angles of the surrounding tets
// allow. All in a fixed order: the same bytes on any number of threads.
#include "mesher/conform.h"
#include "mesher/refill.h"
#include "mesh/mesh.h"
#include "base/triangle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Limits of a tet's six dihedral angles; the header promises a little less.
static const double largestCotangent = 4.7, lowestCotangent = -3.08; // of 12 and 162 degrees
// A tet may be removed if the core's tets, extended by this weight, reach everything it holds.
static const double reachOfCore = 0.4;
// The boundary is pushed outwards while this fraction of the volume is missing, by at most this many cells.
static const double smallestLoss = 0.005, furthestPush = 0.06;
enum { sweepCount = 10, maxPushes = 4, maxHalvings = 4, layerCount = 2 };

static gelStatus linkTets(gelConform* conform)
{
    gelMesherAssembly* assembly = conform->assembly;
    const size_t tets = (size_t)assembly->tetCount, vertices = (size_t)assembly->vertexCount;
    conform->firstCopies = gelAllocate(tets, sizeof(int));
    conform->touched = gelAllocate((size_t)assembly->copyCount, sizeof(int));
    conform->firstTets = gelAllocate(vertices + 2, sizeof(int));
    conform->vertexTets = gelAllocate(tets, 4 * sizeof(int));
    conform->alive = gelAllocate(tets, 1);
    conform->core = gelAllocate(tets, 1);
    conform->deep = gelAllocate(vertices, 1);
    conform->boundary = gelAllocate(vertices, 1);
    conform->pinned = gelAllocate(vertices, 1);
    conform->moved = gelAllocate(vertices, 1);
    conform->layers = gelAllocate(vertices, 1);
    if (conform->firstCopies == NULL || conform->touched == NULL || conform->firstTets == NULL ||
        conform->vertexTets == NULL || conform->alive == NULL || conform->core == NULL ||
        conform->deep == NULL || conform->boundary == NULL || conform->pinned == NULL ||
        conform->moved == NULL || conform->layers == NULL)
        return gelFailMemory(tets + vertices, 32);
    for (int copy = assembly->copyCount - 1; copy >= 0; copy--) {
        conform->firstCopies[assembly->numbers[copy]] = copy;
        conform->touched[copy] = -1;
    }
    for (int t = 0; t < assembly->pieces->cover->touched.count; t++)
        for (int piece = 0; piece < assembly->pieces->tets[t].pieceCount; piece++)
            conform->touched[assembly->touchedCopies[t] + piece] = t;
    for (size_t i = 0; i < 4 * tets; i++)
        conform->firstTets[assembly->tets[i] + 2]++;
    for (size_t v = 2; v < vertices + 2; v++)
        conform->firstTets[v] += conform->firstTets[v - 1];
    for (size_t i = 0; i < 4 * tets; i++)
        conform->vertexTets[conform->firstTets[assembly->tets[i] + 1]++] = (int)(i / 4);
    return gel_success;
}

// Marks vertices for which the adjacent quarter of every surrounding tet is inside, and the tets at them.
static void findCore(gelConform* conform)
{
    const gelMesherAssembly* assembly = conform->assembly;
    const gelMesherTables* tables = assembly->pieces->cover->tables;
    memset(conform->deep, 1, (size_t)assembly->vertexCount);
    for (int copy = 0; copy < assembly->copyCount; copy++) {
        if (conform->touched[copy] < 0)
            continue;
        const gelMesherTet* tet = &assembly->pieces->tets[conform->touched[copy]];
        for (int fine = 0; fine < gel_fineTetCount; fine++)
            for (int i = 0; i < 4; i++) {
                const int* v = tables->fineTets[fine];
                bool at = false, inside = tet->pieces[fine] == gelPieceOf(conform, copy);
                for (int j = 0; j < 4; j++) {
                    at = at || v[j] == tables->cornerVertices[i];
                    inside = inside && (tet->inside >> v[j] & 1) != 0;
                }
                if (at && !inside)
                    conform->deep[assembly->tets[4 * (size_t)assembly->numbers[copy] + (size_t)i]] = false;
            }
    }
    for (int tet = 0; tet < assembly->tetCount; tet++) {
        conform->alive[tet] = true;
        for (int i = 0; i < 4; i++)
            conform->core[tet] =
                conform->core[tet] || conform->deep[assembly->tets[4 * (size_t)tet + (size_t)i]];
    }
}

// Whether core tets at the tet's vertices reach the point.
static bool coreReaches(const gelConform* conform, int tet, const double point[3], int* last)
{
    double weights[4];
    if (*last >= 0 && gelBarycentricWeights(conform, *last, point, weights) >= -reachOfCore)
        return true;
    for (int i = 0; i < 4; i++) {
        const int vertex = conform->assembly->tets[4 * (size_t)tet + (size_t)i];
        for (int j = conform->firstTets[vertex]; j < conform->firstTets[vertex + 1]; j++)
            if (conform->core[conform->vertexTets[j]] &&
                gelBarycentricWeights(conform, conform->vertexTets[j], point, weights) >= -reachOfCore) {
                *last = conform->vertexTets[j];
                return true;
            }
    }
    return false;
}

static bool mayGo(const gelConform* conform, int tet)
{
    const gelMesherAssembly* assembly = conform->assembly;
    const gelMesherTables* tables = assembly->pieces->cover->tables;
    double corners[4][3];
    int last = -1;
    if (conform->core[tet])
        return false;
    gelCornersOfTet(conform, tet, corners);
    for (int copy = conform->firstCopies[tet]; copy >= 0; copy = gelNextCopy(conform, copy)) {
        if (conform->touched[copy] < 0)
            return false;
        const gelMesherTet* touched = &assembly->pieces->tets[conform->touched[copy]];
        if (assembly->pieces->areas[touched->firstPiece + gelPieceOf(conform, copy)] > 0)
            return false;
        const uint64_t held = gelFineTetsOf(conform, copy);
        for (int fine = 0; fine < gel_fineTetCount; fine++) {
            double centre[3] = {0};
            for (int i = 0; i < 16 && (held >> fine & 1) != 0; i++)
                for (int axis = 0; axis < 3; axis++)
                    centre[axis] += corners[i % 4][axis] *
                                    tables->fineVertices[tables->fineTets[fine][i / 4]][i % 4] /
                                    (4.0 * gel_fineSide);
            if ((held >> fine & 1) != 0 && !coreReaches(conform, tet, centre, &last))
                return false;
        }
    }
    return true;
}

// Bit mask of the corners of a tet that another shares.
static int sharedCorners(const int a[4], const int b[4])
{
    int bits = 0;
    for (int i = 0; i < 16; i++)
        bits |= (a[i / 4] == b[i % 4]) << i / 4;
    return bits;
}

// Whether removing the tet keeps the topology: what the others share of it is in one piece without holes.
static bool isLoose(const gelConform* conform, int tet)
{
    const int* corners = conform->assembly->tets + 4 * (size_t)tet;
    bool shared[16] = {false};
    for (int i = 0; i < 4; i++)
        for (int j = conform->firstTets[corners[i]]; j < conform->firstTets[corners[i] + 1]; j++) {
            const int other = conform->vertexTets[j];
            if (other == tet || !conform->alive[other])
                continue;
            const int bits = sharedCorners(corners, conform->assembly->tets + 4 * (size_t)other);
            for (int part = 1; part < 16; part++)
                shared[part] = shared[part] || (part & bits) == part;
        }
    int euler = 0, reached = 0, vertices = 0;
    for (int part = 1; part < 15; part++) {
        const int count = (part & 1) + (part >> 1 & 1) + (part >> 2 & 1) + (part >> 3 & 1);
        euler += shared[part] ? (count == 2 ? -1 : 1) : 0;
        vertices |= shared[part] ? part : 0;
    }
    reached = vertices & -vertices;
    for (int pass = 0; pass < 3; pass++)
        for (int part = 1; part < 15; part++)
            if (shared[part] && (part & reached) != 0)
                reached |= part;
    return vertices != 0 && reached == vertices && euler == 1;
}

static gelStatus dropTets(gelConform* conform)
{
    const int count = conform->assembly->tetCount;
    for (int tet = 0; tet < count; tet++) // which may be removed; from here on `alive` decides
        conform->alive[tet] = true;
    bool* candidates = gelAllocate((size_t)count, 1);
    if (candidates == NULL)
        return gelFailMemory((size_t)count, 1);
    for (int tet = 0; tet < count; tet++)
        candidates[tet] = mayGo(conform, tet);
    for (int pass = 0, dropped = 1; pass < 20 && dropped > 0; pass++) {
        dropped = 0;
        for (int tet = 0; tet < count; tet++)
            if (candidates[tet] && conform->alive[tet] && isLoose(conform, tet)) {
                conform->alive[tet] = false;
                dropped++;
            }
    }
    gelFree(candidates);
    return gel_success;
}

static bool hasNeighbour(const gelConform* conform, int tet, int side)
{
    const int* corners = conform->assembly->tets + 4 * (size_t)tet;
    const int vertex = corners[(side + 1) % 4], face = 15 ^ 1 << side;
    for (int j = conform->firstTets[vertex]; j < conform->firstTets[vertex + 1]; j++) {
        const int other = conform->vertexTets[j];
        if (other != tet && conform->alive[other] &&
            sharedCorners(corners, conform->assembly->tets + 4 * (size_t)other) == face)
            return true;
    }
    return false;
}

static void findBoundary(gelConform* conform)
{
    const gelMesherAssembly* assembly = conform->assembly;
    memset(conform->layers, layerCount + 1, (size_t)assembly->vertexCount);
    for (int tet = 0; tet < assembly->tetCount; tet++) {
        if (!conform->alive[tet])
            continue;
        const int* corners = assembly->tets + 4 * (size_t)tet;
        for (int i = 0; i < 16; i++)
            if (i % 4 != i / 4 && !conform->boundary[corners[i % 4]] && !hasNeighbour(conform, tet, i / 4))
                conform->boundary[corners[i % 4]] = true;
        for (int copy = conform->firstCopies[tet]; copy >= 0; copy = gelNextCopy(conform, copy))
            for (int i = 0; i < 4 && conform->touched[copy] >= 0; i++)
                if (assembly->pieces->areas[assembly->pieces->tets[conform->touched[copy]].firstPiece +
                                            gelPieceOf(conform, copy)] > 0 &&
                    !conform->core[tet])
                    conform->pinned[corners[i]] = true;
    }
    for (int v = 0; v < assembly->vertexCount; v++)
        if (conform->boundary[v])
            conform->layers[v] = 0;
    for (int layer = 1; layer <= layerCount; layer++)
        for (int i = 0; i < 16 * assembly->tetCount; i++) {
            const int* corners = assembly->tets + i / 16 * 4;
            const int from = corners[i / 4 % 4], to = corners[i % 4];
            if (conform->alive[i / 16] && conform->layers[from] == layer - 1 && conform->layers[to] > layer)
                conform->layers[to] = (unsigned char)layer;
        }
}

// The nearest point of the surface, considering only the parts that touch the pieces around a vertex: never
// those of another finger.
static bool findTarget(const gelConform* conform, int vertex, const double from[3], double target[3])
{
    const gelMesherAssembly* assembly = conform->assembly;
    const gelMesherSurface* surface = assembly->pieces->cover->surface;
    double best = HUGE_VAL;
    for (int j = conform->firstTets[vertex]; j < conform->firstTets[vertex + 1]; j++)
        for (int copy = conform->firstCopies[conform->vertexTets[j]]; copy >= 0;
             copy = gelNextCopy(conform, copy)) {
            if (conform->touched[copy] < 0)
                continue;
            const gelTouchList touches =
                gelTouchesOf(assembly->pieces, conform->touched[copy], gelFineTetsOf(conform, copy));
            for (int i = 0; i < touches.count; i++) {
                double corners[3][3], place[3];
                if ((touches.masks[i] & touches.wanted) == 0)
                    continue;
                for (int k = 0; k < 3; k++)
                    memcpy(corners[k],
                           surface->positions +
                               3 * (size_t)surface->triangles[3 * (size_t)touches.triangles[i] + (size_t)k],
                           sizeof corners[k]);
                const double distance = gelNearestOnTriangle((const double(*)[3])corners, from, place);
                if (distance < best) {
                    best = distance;
                    memcpy(target, place, sizeof place);
                }
            }
        }
    return best < HUGE_VAL;
}

// The badness of the worst tet at a vertex: 1 at the limits of the angles.
static double badness(const gelConform* conform, int vertex)
{
    const gelMesherAssembly* assembly = conform->assembly;
    double worst = 0;
    for (int j = conform->firstTets[vertex]; j < conform->firstTets[vertex + 1]; j++) {
        if (!conform->alive[conform->vertexTets[j]])
            continue;
        const int* tet = assembly->tets + 4 * (size_t)conform->vertexTets[j];
        const double determinant = gelTetDeterminant(assembly->positions, tet);
        double cotangents[6];
        if (!(determinant > 0))
            return HUGE_VAL;
        gelMeasureDihedrals(assembly->positions, tet, determinant, cotangents);
        for (int i = 0; i < 6; i++)
            worst = fmax(worst, fmax(cotangents[i] / largestCotangent, cotangents[i] / lowestCotangent));
    }
    return worst;
}

static bool meanOfNeighbours(const gelConform* conform, int vertex, bool ofBoundary, double mean[3])
{
    const gelMesherAssembly* assembly = conform->assembly;
    int count = 0;
    memset(mean, 0, 3 * sizeof *mean);
    for (int j = conform->firstTets[vertex]; j < conform->firstTets[vertex + 1]; j++)
        for (int i = 0; i < 4; i++) {
            const int other = assembly->tets[4 * (size_t)conform->vertexTets[j] + (size_t)i];
            if (!conform->alive[conform->vertexTets[j]] || other == vertex ||
                (ofBoundary && !conform->boundary[other]))
                continue;
            for (int axis = 0; axis < 3; axis++)
                mean[axis] += (double)assembly->positions[3 * (size_t)other + (size_t)axis];
            count++;
        }
    for (int axis = 0; axis < 3 && count > 0; axis++)
        mean[axis] /= count;
    return count > 0;
}

// Moves as far towards a place as possible without making any tet worse than `limit`.
static void moveVertex(gelConform* conform, int vertex, const double to[3], double limit)
{
    float* at = conform->assembly->positions + 3 * (size_t)vertex;
    float from[3];
    memcpy(from, at, sizeof from);
    double share = 1;
    for (int halving = 0; halving <= maxHalvings; halving++, share *= 0.5) {
        for (int axis = 0; axis < 3; axis++)
            at[axis] = (float)((double)from[axis] + share * (to[axis] - (double)from[axis]));
        if (badness(conform, vertex) <= limit) {
            conform->moved[vertex] = true;
            return;
        }
    }
    memcpy(at, from, sizeof from);
}

static void sweep(gelConform* conform, int number)
{
    const gelMesherAssembly* assembly = conform->assembly;
    const double limit = fmin(0.5 + 0.1 * number, 1);
    for (int vertex = 0; vertex < assembly->vertexCount; vertex++) {
        double mean[3], target[3], from[3];
        if (conform->pinned[vertex] || conform->layers[vertex] > layerCount ||
            !meanOfNeighbours(conform, vertex, conform->boundary[vertex], mean))
            continue;
        for (int axis = 0; axis < 3; axis++) {
            const double at = (double)assembly->positions[3 * (size_t)vertex + (size_t)axis];
            from[axis] = number == 0 || number == sweepCount - 1 ? at : 0.5 * (at + mean[axis]);
        }
        if (!conform->boundary[vertex])
            moveVertex(conform, vertex, mean, fmax(badness(conform, vertex), 0.3));
        else if (findTarget(conform, vertex, from, target))
            moveVertex(conform, vertex, target, limit);
    }
}

static double filledVolume(const gelConform* conform)
{
    const gelMesherAssembly* assembly = conform->assembly;
    double sum = 0;
    for (int tet = 0; tet < assembly->tetCount; tet++)
        if (conform->alive[tet])
            sum += fmin((double)assembly->fillFractions[tet], 1) *
                   gelTetDeterminant(assembly->positions, assembly->tets + 4 * (size_t)tet) / 6;
    return sum;
}

// Sums the outward area vectors of the boundary faces at each vertex; returns the boundary's area.
static double sumNormals(const gelConform* conform, double* normals)
{
    static const int faces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}; // opposite to each corner
    const gelMesherAssembly* assembly = conform->assembly;
    double area = 0;
    memset(normals, 0, 3 * (size_t)assembly->vertexCount * sizeof *normals);
    for (int i = 0; i < 4 * assembly->tetCount; i++) {
        const int *corners = assembly->tets + i / 4 * 4, *face = faces[i % 4];
        double normal[3];
        bool all = conform->alive[i / 4];
        for (int j = 0; j < 3; j++)
            all = all && conform->boundary[corners[face[j]]];
        if (!all || hasNeighbour(conform, i / 4, i % 4))
            continue;
        area += gelMeasureTriangle(assembly->positions, corners[face[0]], corners[face[1]], corners[face[2]],
                                   normal);
        for (int j = 0; j < 9; j++)
            normals[3 * (size_t)corners[face[j / 3]] + (size_t)(j % 3)] += 0.5 * normal[j % 3];
    }
    return area;
}

// Flat faces cut off bulges between their vertices. Pushes the boundary outwards until little of the volume
// is missing.
static gelStatus pushOut(gelConform* conform, double volume)
{
    const gelMesherAssembly* assembly = conform->assembly;
    const gelMesherLattice* lattice = &assembly->pieces->cover->lattice;
    const double furthest = furthestPush * lattice->unit * gel_cellUnits;
    double pushed = 0;
    double* normals = gelAllocate((size_t)assembly->vertexCount, 3 * sizeof *normals);
    if (normals == NULL)
        return gelFailMemory((size_t)assembly->vertexCount, 3 * sizeof *normals);
    gelStatus status = gelRefill(conform);
    for (int push = 0; push < maxPushes && status == gel_success && pushed < furthest; push++) {
        const double missing = volume - filledVolume(conform), area = sumNormals(conform, normals);
        if (missing < smallestLoss * volume || !(area > 0))
            break;
        const double step = fmin(missing / area, furthest - pushed);
        pushed += step;
        for (int v = 0; v < assembly->vertexCount; v++) {
            const double* normal = normals + 3 * (size_t)v;
            const double length = sqrt(gelDot3(normal, normal));
            double to[3];
            for (int axis = 0; axis < 3 && length > 0; axis++)
                to[axis] =
                    (double)assembly->positions[3 * (size_t)v + (size_t)axis] + step * normal[axis] / length;
            if (conform->boundary[v] && !conform->pinned[v] && length > 0)
                moveVertex(conform, v, to, 1);
        }
        status = gelRefill(conform);
    }
    gelFree(normals);
    return status;
}

// Adds volume that no tet has room for to the tets at the boundary, which get fractions above 1.
static void overfill(gelConform* conform, double missing)
{
    const gelMesherAssembly* assembly = conform->assembly;
    double size = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int tet = 0; tet < assembly->tetCount; tet++) {
            const int* corners = assembly->tets + 4 * (size_t)tet;
            bool isOuter = false;
            for (int i = 0; i < 4; i++)
                isOuter = isOuter || conform->boundary[corners[i]];
            if (!conform->alive[tet] || !isOuter)
                continue;
            float* fill = &assembly->fillFractions[tet];
            if (pass == 0)
                size += gelTetDeterminant(assembly->positions, corners) / 6;
            else
                *fill = (float)fmin((double)*fill + missing / size, gelLargestFill);
        }
}

// Volume that still lies outside the mesh is distributed over partly filled tets, in proportion to the room
// in them; a surplus is removed in proportion to what they hold.
static void keepVolume(gelConform* conform, double volume)
{
    const gelMesherAssembly* assembly = conform->assembly;
    const double missing = volume - filledVolume(conform);
    double room = 0, held = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int tet = 0; tet < assembly->tetCount; tet++) {
            const double fill = (double)assembly->fillFractions[tet];
            if (!conform->alive[tet] || fill >= 1)
                continue;
            if (pass == 1) {
                const double changed = missing > 0 ? fill + (1 - fill) * fmin(missing / room, 1)
                                                   : fmax(fill * (1 + missing / held), fmin(fill, 0.05));
                assembly->fillFractions[tet] = (float)fmin(changed, 1);
                continue;
            }
            const double size = gelTetDeterminant(assembly->positions, assembly->tets + 4 * (size_t)tet) / 6;
            room += (1 - fill) * size;
            held += fill * size;
        }
    if (missing > room)
        overfill(conform, missing - room);
}

// Compacts the mesh and updates the embedding.
static void compact(gelConform* conform)
{
    gelMesherAssembly* assembly = conform->assembly;
    int* numbers = conform->firstCopies; // no longer needed
    int count = 0;
    for (int tet = 0; tet < assembly->tetCount; tet++) {
        if (!conform->alive[tet])
            continue;
        memmove(assembly->tets + 4 * (size_t)count, assembly->tets + 4 * (size_t)tet, 4 * sizeof(int));
        assembly->fillFractions[count] = assembly->fillFractions[tet];
        assembly->parts[count] = assembly->parts[tet];
        numbers[tet] = count++;
    }
    for (int i = 0; assembly->embedding != NULL && i < assembly->embedding->pointCount; i++)
        assembly->embedding->tets[i] = numbers[assembly->embedding->tets[i]];
    assembly->tetCount = count;
}

// Moves the boundary, once the tets are linked.
static gelStatus moveBoundary(gelConform* conform)
{
    findCore(conform);
    const double volume = filledVolume(conform);
    gelStatus status = dropTets(conform);
    if (status != gel_success)
        return status;
    findBoundary(conform);
    for (int number = 0; number < sweepCount; number++)
        sweep(conform, number);
    status = pushOut(conform, volume);
    keepVolume(conform, volume);
    return status;
}

gelStatus gelConformMesh(gelMesherAssembly* assembly)
{
    gelConform conform = {.assembly = assembly};
    gelStatus status = linkTets(&conform);
    if (status == gel_success)
        status = moveBoundary(&conform);
    if (status == gel_success) {
        if (assembly->embedding != NULL)
            gelReembedSurface(&conform);
        compact(&conform);
    }
    gelFree(conform.firstCopies);
    gelFree(conform.touched);
    gelFree(conform.firstTets);
    gelFree(conform.vertexTets);
    gelFree(conform.alive);
    gelFree(conform.core);
    gelFree(conform.deep);
    gelFree(conform.boundary);
    gelFree(conform.pinned);
    gelFree(conform.moved);
    gelFree(conform.layers);
    return status;
}
