// Recomputes what a conforming mesh holds: the fill fractions of its tets and the embedding of the surface's
// vertices.
#include "mesher/refill.h"
#include "base/parallel.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

void gelCornersOfTet(const gelConform* conform, int tet, double corners[4][3])
{
    const gelMesherAssembly* assembly = conform->assembly;
    for (size_t i = 0; i < 12; i++)
        corners[i / 3][i % 3] =
            (double)assembly->positions[3 * (size_t)assembly->tets[4 * (size_t)tet + i / 3] + i % 3];
}

double gelBarycentricWeights(const gelConform* conform, int tet, const double point[3], double weights[4])
{
    double corners[4][3], rows[3][3], from[3];
    gelCornersOfTet(conform, tet, corners);
    gelMakeFrame(corners, rows);
    gelSubtract3(point, corners[0], from);
    for (int i = 0; i < 3; i++)
        weights[i + 1] = gelDot3(rows[i], from);
    weights[0] = 1 - weights[1] - weights[2] - weights[3];
    return fmin(fmin(weights[0], weights[1]), fmin(weights[2], weights[3]));
}

static const double lowestFill = 0.05;
enum { tetsPerBlock = 32 };

typedef struct Refill {
    gelConform* conform;
    atomic_bool failed;
} Refill;

// Triangles around a tet, each once.
typedef struct Gathered {
    int* triangles;
    uint64_t* masks;
    size_t count, capacity;
    bool overlapping; // the surface goes around something twice
} Gathered;

static int compareInts(const void* a, const void* b)
{
    const int x = *(const int*)a, y = *(const int*)b;
    return (x > y) - (x < y);
}

static bool addTriangles(Gathered* gathered, const gelTouchList* touches)
{
    const size_t needed = gathered->count + (size_t)touches->count;
    if (needed > gathered->capacity) {
        const size_t capacity = 2 * needed;
        int* triangles = gelResize(gathered->triangles, capacity, sizeof *triangles);
        if (triangles == NULL)
            return false;
        gathered->triangles = triangles;
        gathered->capacity = capacity;
    }
    for (int i = 0; i < touches->count; i++)
        if ((touches->masks[i] & touches->wanted) != 0)
            gathered->triangles[gathered->count++] = touches->triangles[i];
    return true;
}

// The triangles that touch the pieces at the tet's vertices: all that can be in it wherever these moved.
static bool gather(const gelConform* conform, int tet, Gathered* gathered)
{
    const gelMesherAssembly* assembly = conform->assembly;
    gathered->count = 0;
    gathered->overlapping = false;
    for (int i = 0; i < 4; i++) {
        const int vertex = assembly->tets[4 * (size_t)tet + (size_t)i];
        for (int j = conform->firstTets[vertex]; j < conform->firstTets[vertex + 1]; j++)
            for (int copy = conform->firstCopies[conform->vertexTets[j]]; copy >= 0;
                 copy = gelNextCopy(conform, copy)) {
                const int t = conform->touched[copy];
                if (t < 0)
                    continue;
                const gelTouchList touches = gelTouchesOf(assembly->pieces, t, gelFineTetsOf(conform, copy));
                if (!addTriangles(gathered, &touches))
                    return false;
                for (int v = 0; v < gel_fineVertexCount; v++)
                    gathered->overlapping =
                        gathered->overlapping || abs(assembly->pieces->tets[t].windings[v]) > 1;
            }
    }
    if (gathered->count > 0) // qsort must not be given NULL
        qsort(gathered->triangles, gathered->count, sizeof *gathered->triangles, compareInts);
    size_t count = 0;
    for (size_t i = 0; i < gathered->count; i++)
        if (count == 0 || gathered->triangles[count - 1] != gathered->triangles[i])
            gathered->triangles[count++] = gathered->triangles[i];
    gathered->count = count;
    gelFree(gathered->masks);
    gathered->masks = gelAllocate(count, sizeof *gathered->masks);
    for (size_t i = 0; i < count && gathered->masks != NULL; i++)
        gathered->masks[i] = 1;
    return gathered->masks != NULL || count == 0;
}

static void placesOf(const gelConform* conform, int tet, double places[4][3])
{
    const gelMesherAssembly* assembly = conform->assembly;
    const gelMesherLattice* lattice = &assembly->pieces->cover->lattice;
    for (size_t i = 0; i < 12; i++)
        places[i / 3][i % 3] =
            ((double)assembly->positions[3 * (size_t)assembly->tets[4 * (size_t)tet + i / 3] + i % 3] -
             lattice->origin[i % 3]) /
            lattice->unit;
}

// Without a closed form for the volume inside: the fraction of 35 points that are inside.
static double sampleShare(const gelMesherCover* cover, double places[4][3])
{
    double inside = 0;
    for (int v = 0; v < gel_fineVertexCount; v++) {
        double at[3] = {0};
        for (int i = 0; i < 4; i++) // slightly inside, as the sides lie on the surface
            for (int axis = 0; axis < 3; axis++)
                at[axis] += places[i][axis] * (cover->tables->fineVertices[v][i] + 0.25) / (gel_fineSide + 1);
        inside += fabs(gelMesherWinding(cover, at)) > 0.5;
    }
    return inside / gel_fineVertexCount;
}

static double shareOf(const gelConform* conform, int tet, const Gathered* gathered)
{
    const gelMesherCover* cover = conform->assembly->pieces->cover;
    const int* corners = conform->assembly->tets + 4 * (size_t)tet;
    double places[4][3];
    int known = -1;
    placesOf(conform, tet, places);
    for (int i = 0; i < 4; i++)
        if (conform->deep[corners[i]])
            known = i;
    if (gathered->count == 0 && known >= 0)
        return 1;
    if (!cover->surface->closed || known < 0 || gathered->overlapping)
        return sampleShare(cover, places);
    const gelTouchList touches = {(int)gathered->count, gathered->triangles, gathered->masks, 1};
    const int winding = (int)lround(gelMesherWinding(cover, places[known]));
    return fabs(gelShareInside(cover, places, &touches, known, winding));
}

static bool hasMoved(const gelConform* conform, int tet)
{
    bool moved = false;
    for (int i = 0; i < 4; i++)
        moved = moved || conform->moved[conform->assembly->tets[4 * (size_t)tet + (size_t)i]];
    return moved;
}

static void refillTets(void* context, int first, int end, int worker)
{
    Refill* refill = context;
    Gathered gathered = {0};
    (void)worker;
    for (int tet = first; tet < end; tet++) {
        float* fill = &refill->conform->assembly->fillFractions[tet];
        double share = (double)*fill;
        if (!refill->conform->alive[tet])
            continue;
        if (hasMoved(refill->conform, tet)) {
            if (gather(refill->conform, tet, &gathered))
                share = shareOf(refill->conform, tet, &gathered);
            else
                atomic_store(&refill->failed, true);
        }
        *fill = (float)fmin(fmax(share, lowestFill), 1);
    }
    gelFree(gathered.triangles);
    gelFree(gathered.masks);
}

gelStatus gelRefill(gelConform* conform)
{
    Refill refill = {.conform = conform};
    atomic_init(&refill.failed, false);
    gelParallelFor(conform->assembly->tetCount, tetsPerBlock, conform->assembly->pieces->cover->threads,
                   refillTets, &refill);
    return atomic_load(&refill.failed) ? gelFailMemory((size_t)conform->assembly->tetCount, sizeof(int))
                                       : gel_success;
}

// Among the tets at the vertices of one, the tet that contains the point most deeply.
static int bestAround(const gelConform* conform, int tet, const double point[3], double* min)
{
    int best = tet;
    double weights[4];
    *min = conform->alive[tet] ? gelBarycentricWeights(conform, tet, point, weights) : -HUGE_VAL;
    for (int i = 0; i < 4; i++) {
        const int vertex = conform->assembly->tets[4 * (size_t)tet + (size_t)i];
        for (int j = conform->firstTets[vertex]; j < conform->firstTets[vertex + 1] && *min < 0; j++) {
            const int other = conform->vertexTets[j];
            const double found =
                conform->alive[other] ? gelBarycentricWeights(conform, other, point, weights) : -HUGE_VAL;
            if (found > *min) {
                *min = found;
                best = other;
            }
        }
    }
    return best;
}

static void hangVertices(void* context, int first, int end, int worker)
{
    gelConform* conform = context;
    const gelMesherSurface* surface = conform->assembly->pieces->cover->surface;
    gelEmbedding* embedding = conform->assembly->embedding;
    (void)worker;
    for (int v = first; v < end; v++) {
        const double* point = surface->positions + 3 * (size_t)v;
        const size_t source = (size_t)surface->sources[v];
        double min, weights[4];
        int tet = -1, next = embedding->tets[source];
        while (next != tet) {
            tet = next;
            next = bestAround(conform, tet, point, &min);
        }
        gelBarycentricWeights(conform, tet, point, weights);
        embedding->tets[source] = tet;
        for (size_t i = 0; i < 4; i++)
            embedding->weights[4 * source + i] = (float)weights[i];
    }
}

void gelReembedSurface(gelConform* conform)
{
    gelParallelFor(conform->assembly->embedding->pointCount, 256, conform->assembly->pieces->cover->threads,
                   hangVertices, conform);
}
