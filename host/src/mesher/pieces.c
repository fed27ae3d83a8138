// Finds what is connected within a lattice tet that the surface touches. A tet that holds two fingers, or two
// plates with air between them, becomes two tets in one place (virtual nodes: Teran et al. 2005; by voxels of
// a finer lattice: Nesme et al. 2009), so that close things do not stick together. The tet is divided into
// 64; small tets that the surface touches or that are inside are kept, and are connected if the surface
// crosses the face between them or if that face is inside. The two sides of a thin plate are thus one piece,
// and two plates are two, unless they come closer than a quarter of a cell.
//
// Inside or outside is decided per region: small vertices joined by a face that the surface does not cross
// are on the same side of it, whichever tet they are in.
#include "mesher/pieces.h"
#include "mesher/raster.h"
#include "base/parallel.h"
#include "base/vector3.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { tetsPerBlock = 32, unknown = INT_MIN };

typedef struct Query {
    int region, tet, vertex;
} Query;

typedef struct Regions {
    gelMesherPieces* pieces;
    int count;       // 0: outside, then the labels of the cover, then those of each tet
    int* parents;    // union-find; the root is the lowest
    int* windings;   // of roots, or unknown
    bool* untouched; // of roots: contains a tet, large or small, that the surface does not touch
    Query* queries;  // regions whose winding number must be computed, and where
    int queryCount;
} Regions;

static int findRoot(int* parents, int node)
{
    while (parents[node] != node) {
        parents[node] = parents[parents[node]];
        node = parents[node];
    }
    return node;
}

static void unite(int* parents, int a, int b)
{
    a = findRoot(parents, a);
    b = findRoot(parents, b);
    if (a < b)
        parents[b] = a;
    else
        parents[a] = b;
}

static bool crosses(const gelMesherTet* tet, int face)
{
    return (tet->touch.faces[face >> 6] >> (face & 63) & 1) != 0;
}

static uint64_t bitOf(int index)
{
    return (uint64_t)1 << index;
}

static void centreOf(const gelMesherCover* cover, int tet, double centre[3])
{
    int cell[3];
    gelFindCell(&cover->lattice, tet, cell);
    for (int axis = 0; axis < 3; axis++)
        centre[axis] = gel_cellUnits * (cell[axis] + 0.5);
}

static void placeOf(const gelMesherCover* cover, int tet, int vertex, double place[3])
{
    centreOf(cover, tet, place);
    for (int axis = 0; axis < 3; axis++)
        place[axis] += cover->tables->finePlaces[tet % gel_typeCount][vertex][axis];
}

// Whether all small faces are crossed and all small tets touched: further triangles change nothing.
static bool isFull(const gelFineTouch* touch)
{
    return ~touch->tets == 0 && ~touch->faces[0] == 0 && ~touch->faces[1] == 0 &&
           touch->faces[2] == bitOf(gel_fineFaceCount - 128) - 1;
}

static void touchTets(void* context, int first, int end, int worker)
{
    gelMesherPieces* pieces = context;
    const gelMesherCover* cover = pieces->cover;
    (void)worker;
    for (int t = first; t < end; t++) {
        const int tet = cover->touched.tets[t];
        double centre[3];
        centreOf(cover, tet, centre);
        for (int i = cover->firstTouching[t]; i < cover->firstTouching[t + 1]; i++) {
            double corners[3][3];
            gelMesherShadow shadow;
            pieces->touchMasks[i] = ~(uint64_t)0;
            if (isFull(&pieces->tets[t].touch))
                continue;
            gelTriangleCorners(cover, cover->touching[i], corners);
            gelCastShadow(corners, &shadow);
            pieces->touchMasks[i] =
                gelTouchFine(cover->tables, &shadow, tet % gel_typeCount, centre, &pieces->tets[t].touch);
        }
    }
}

static void setCrossed(const gelMesherTables* tables, gelMesherTet* tet, int face)
{
    tet->touch.faces[face >> 6] |= bitOf(face & 63);
    tet->touch.tets |= bitOf(tables->fineFaceTets[face][0]);
}

// Rounding may make two tets disagree about a shared face.
static void agreeOnFaces(gelMesherPieces* pieces)
{
    const gelMesherCover* cover = pieces->cover;
    for (int t = 0; t < cover->touched.count; t++) {
        const int tet = cover->touched.tets[t];
        for (int side = 0; side < 4; side++) {
            const int to = gelNeighbourTet(&cover->lattice, cover->tables, tet, side);
            const int other = gelTetSet_Find(&cover->touched, to);
            if (other < t)
                continue;
            const gelMesherNeighbour* neighbour = &cover->tables->neighbours[tet % gel_typeCount][side];
            for (int i = 0; i < gel_sideFaceCount; i++) {
                const int mine = cover->tables->sideFaces[side][i], its = neighbour->faces[i];
                if (crosses(&pieces->tets[t], mine) == crosses(&pieces->tets[other], its))
                    continue;
                setCrossed(cover->tables, &pieces->tets[t], mine);
                setCrossed(cover->tables, &pieces->tets[other], its);
            }
        }
    }
}

static void divideTets(void* context, int first, int end, int worker)
{
    gelMesherPieces* pieces = context;
    const gelMesherTables* tables = pieces->cover->tables;
    (void)worker;
    for (int t = first; t < end; t++) {
        gelMesherTet* tet = &pieces->tets[t];
        int parents[gel_fineVertexCount];
        for (int vertex = 0; vertex < gel_fineVertexCount; vertex++)
            parents[vertex] = vertex;
        for (int face = 0; face < gel_fineFaceCount; face++) {
            if (crosses(tet, face))
                continue;
            const int* corners = tables->fineFaces[face];
            unite(parents, corners[0], corners[1]);
            unite(parents, corners[1], corners[2]);
            tet->clear |= bitOf(corners[0]) | bitOf(corners[1]) | bitOf(corners[2]);
        }
        int count = 0;
        for (int vertex = 0; vertex < gel_fineVertexCount; vertex++) {
            const int root = findRoot(parents, vertex);
            tet->regions[vertex] = (signed char)(root == vertex ? count++ : tet->regions[root]);
        }
        tet->firstRegion = count; // for now
    }
}

static int regionOf(const gelMesherTet* tet, int vertex)
{
    return tet->firstRegion + tet->regions[vertex];
}

static gelStatus numberRegions(Regions* regions)
{
    gelMesherPieces* pieces = regions->pieces;
    const gelMesherCover* cover = pieces->cover;
    regions->count = 1 + cover->labelCount;
    for (int t = 0; t < cover->touched.count; t++) {
        const int count = pieces->tets[t].firstRegion;
        pieces->tets[t].firstRegion = regions->count;
        regions->count += count;
    }
    const size_t count = (size_t)regions->count;
    regions->parents = gelAllocate(count, sizeof *regions->parents);
    regions->windings = gelAllocate(count, sizeof *regions->windings);
    regions->untouched = gelAllocate(count, sizeof *regions->untouched);
    regions->queries = gelAllocate(count, sizeof *regions->queries);
    if (regions->parents == NULL || regions->windings == NULL || regions->untouched == NULL ||
        regions->queries == NULL)
        return gelFailMemory(count, sizeof *regions->queries);
    for (int i = 0; i < regions->count; i++) {
        regions->parents[i] = i;
        regions->windings[i] = unknown;
    }
    return gel_success;
}

// Vertices on a side shared by two tets are identical.
static void uniteRegions(Regions* regions)
{
    gelMesherPieces* pieces = regions->pieces;
    const gelMesherCover* cover = pieces->cover;
    for (int t = 0; t < cover->touched.count; t++) {
        const gelMesherTet* tet = &pieces->tets[t];
        const int id = cover->touched.tets[t];
        for (int side = 0; side < 4; side++) {
            const int to = gelNeighbourTet(&cover->lattice, cover->tables, id, side);
            const int other = gelTetSet_Find(&cover->touched, to);
            if (other >= 0 && other < t)
                continue;
            const int enclosed = gelTetSet_Find(&cover->enclosed, to);
            const gelMesherNeighbour* neighbour = &cover->tables->neighbours[id % gel_typeCount][side];
            for (int i = 0; i < gel_sideVertexCount; i++) {
                const int mine = regionOf(tet, cover->tables->sideVertices[side][i]);
                const int its = other >= 0      ? regionOf(&pieces->tets[other], neighbour->vertices[i])
                                : enclosed >= 0 ? 1 + cover->labels[enclosed]
                                                : 0;
                unite(regions->parents, mine, its);
            }
        }
    }
    for (int i = 0; i <= cover->labelCount; i++)
        regions->untouched[findRoot(regions->parents, i)] = true;
    for (int t = 0; t < cover->touched.count; t++)
        for (int fine = 0; fine < gel_fineTetCount; fine++)
            if ((pieces->tets[t].touch.tets >> fine & 1) == 0)
                regions->untouched[findRoot(
                    regions->parents, regionOf(&pieces->tets[t], cover->tables->fineTets[fine][0]))] = true;
}

// Whether the winding number of a root holds for the whole region: it is not behind holes.
static bool isWhole(const Regions* regions, int root)
{
    const gelMesherCover* cover = regions->pieces->cover;
    return cover->surface->closed || (root > 0 && regions->untouched[root] && !cover->hollow);
}

static int windingOf(Regions* regions, int region)
{
    const int root = findRoot(regions->parents, region);
    return regions->windings[isWhole(regions, root) ? root : region];
}

// Sets the winding numbers that are known already.
static void findKnown(Regions* regions)
{
    const gelMesherCover* cover = regions->pieces->cover;
    if (cover->surface->closed)
        regions->windings[0] = 0;
    for (int label = 0; label < cover->labelCount; label++) {
        const int root = findRoot(regions->parents, 1 + label);
        if (regions->windings[root] == unknown && isWhole(regions, root))
            regions->windings[root] = cover->labelWindings[label];
    }
    for (int root = 1; root < regions->count && !cover->surface->closed; root++)
        if (regions->windings[root] == unknown && isWhole(regions, root))
            regions->windings[root] = 1; // enclosed: the lattice sees no way in
}

// One query per region without holes; for the others, one in each tet.
static void listQueries(Regions* regions)
{
    const gelMesherCover* cover = regions->pieces->cover;
    for (int t = 0; t < cover->touched.count; t++) {
        const gelMesherTet* tet = &regions->pieces->tets[t];
        for (int vertex = 0; vertex < gel_fineVertexCount; vertex++) {
            const int region = regionOf(tet, vertex), root = findRoot(regions->parents, region);
            const int target = isWhole(regions, root) ? root : region;
            if ((tet->clear >> vertex & 1) == 0 || regions->windings[target] != unknown)
                continue;
            regions->windings[target] = 0; // filled in later
            regions->queries[regions->queryCount++] = (Query){target, t, vertex};
        }
    }
}

static void answerQueries(void* context, int first, int end, int worker)
{
    Regions* regions = context;
    const gelMesherCover* cover = regions->pieces->cover;
    (void)worker;
    for (int i = first; i < end; i++) {
        const Query query = regions->queries[i];
        double place[3];
        placeOf(cover, cover->touched.tets[query.tet], query.vertex, place);
        const double winding = gelMesherWinding(cover, place);
        regions->windings[query.region] = (int)lround(fmin(fmax(winding, -100), 100));
    }
}

static gelStatus decideRegions(gelMesherPieces* pieces)
{
    const gelMesherCover* cover = pieces->cover;
    Regions regions = {.pieces = pieces};
    gelStatus status = numberRegions(&regions);
    if (status == gel_success) {
        uniteRegions(&regions);
        findKnown(&regions);
        listQueries(&regions);
        gelParallelFor(regions.queryCount, 8, cover->threads, answerQueries, &regions);
    }
    for (int t = 0; t < cover->touched.count && status == gel_success; t++) {
        gelMesherTet* tet = &pieces->tets[t];
        for (int vertex = 0; vertex < gel_fineVertexCount; vertex++) {
            if ((tet->clear >> vertex & 1) == 0)
                continue;
            const int winding = windingOf(&regions, regionOf(tet, vertex));
            tet->windings[vertex] = (signed char)winding;
            if (winding != 0)
                tet->inside |= bitOf(vertex);
        }
    }
    gelFree(regions.parents);
    gelFree(regions.windings);
    gelFree(regions.untouched);
    gelFree(regions.queries);
    return status;
}

bool gelHoldsTogether(const gelMesherTables* tables, const gelMesherTet* tet, int face)
{
    return crosses(tet, face) || (tet->inside >> tables->fineFaces[face][0] & 1) != 0;
}

static void findPieces(void* context, int first, int end, int worker)
{
    gelMesherPieces* pieces = context;
    const gelMesherTables* tables = pieces->cover->tables;
    (void)worker;
    for (int t = first; t < end; t++) {
        gelMesherTet* tet = &pieces->tets[t];
        int parents[gel_fineTetCount];
        tet->kept = tet->touch.tets;
        for (int fine = 0; fine < gel_fineTetCount; fine++) {
            parents[fine] = fine;
            if (tet->inside >> tables->fineTets[fine][0] & 1)
                tet->kept |= bitOf(fine);
        }
        for (int face = 0; face < gel_fineFaceCount; face++) {
            const int a = tables->fineFaceTets[face][0], b = tables->fineFaceTets[face][1];
            if (b >= 0 && (tet->kept >> a & 1) && (tet->kept >> b & 1) && gelHoldsTogether(tables, tet, face))
                unite(parents, a, b);
        }
        for (int fine = 0; fine < gel_fineTetCount; fine++) {
            const int root = findRoot(parents, fine);
            tet->pieces[fine] = (tet->kept >> fine & 1) == 0 ? -1
                                : root == fine               ? tet->pieceCount++
                                                             : tet->pieces[root];
        }
    }
}

// For a surface with holes the volume inside is undefined; its corners decide.
static double shareOfCorners(const gelMesherTet* tet, const int vertices[4])
{
    double share = 0;
    for (int i = 0; i < 4; i++)
        share += (tet->clear >> vertices[i] & 1) == 0 ? 0.125 : tet->inside >> vertices[i] & 1 ? 0.25 : 0;
    return share;
}

// The positions of the corners of the tet, or of a small one.
static void placeCorners(const gelMesherCover* cover, int t, const int vertices[4], double places[4][3])
{
    for (int i = 0; i < 4; i++)
        placeOf(cover, cover->touched.tets[t], vertices[i], places[i]);
}

// The fraction of a tet that is inside; below 0 if no corner is clear of the surface.
static double measureShare(const gelMesherPieces* pieces, int t, const int vertices[4], double places[4][3],
                           const gelTouchList* touches)
{
    const gelMesherTet* tet = &pieces->tets[t];
    for (int i = 0; i < 4; i++)
        if (tet->clear >> vertices[i] & 1) {
            const double share =
                gelShareInside(pieces->cover, places, touches, i, tet->windings[vertices[i]]);
            return fmin(fabs(share), 1);
        }
    return -1;
}

gelTouchList gelTouchesOf(const gelMesherPieces* pieces, int t, uint64_t wanted)
{
    const gelMesherCover* cover = pieces->cover;
    const int first = cover->firstTouching[t];
    return (gelTouchList){.count = cover->firstTouching[t + 1] - first,
                          .triangles = cover->touching + first,
                          .masks = pieces->touchMasks + first,
                          .wanted = wanted};
}

// Adds the part of a touched tet, large or small, that is inside.
static void addShare(gelMesherPieces* pieces, int t, const int vertices[4], int piece, double part,
                     uint64_t wanted)
{
    double places[4][3], share = -1;
    const gelTouchList touches = gelTouchesOf(pieces, t, wanted);
    placeCorners(pieces->cover, t, vertices, places);
    if (pieces->cover->surface->closed)
        share = measureShare(pieces, t, vertices, places, &touches);
    if (share < 0)
        share = shareOfCorners(&pieces->tets[t], vertices);
    pieces->fills[pieces->tets[t].firstPiece + piece] += part * share;
}

static void addArea(gelMesherPieces* pieces, int t, const int vertices[4], int piece, uint64_t wanted)
{
    double places[4][3];
    const gelTouchList touches = gelTouchesOf(pieces, t, wanted);
    placeCorners(pieces->cover, t, vertices, places);
    pieces->areas[pieces->tets[t].firstPiece + piece] += gelSheetArea(pieces->cover, places, &touches);
}

// Whether the surface goes around the inside once and keeps clear of a corner: then the tet can be measured
// as a whole.
static bool isSimple(const gelMesherTables* tables, const gelMesherTet* tet)
{
    bool clear = false;
    for (int i = 0; i < 4; i++)
        clear = clear || (tet->clear >> tables->cornerVertices[i] & 1) != 0;
    for (int vertex = 0; vertex < gel_fineVertexCount; vertex++)
        clear = clear && abs(tet->windings[vertex]) <= 1;
    return clear;
}

// Bit mask of the small tets that a part of the surface touches.
static uint64_t touchedByPart(const gelMesherPieces* pieces, int t, int part)
{
    const gelMesherCover* cover = pieces->cover;
    uint64_t touched = 0;
    for (int i = cover->firstTouching[t]; i < cover->firstTouching[t + 1]; i++)
        if (cover->surface->parts[cover->touching[i]] == part)
            touched |= pieces->touchMasks[i];
    return touched;
}

// The lowest part above `part` among the triangles that touch a tet; INT_MAX: none.
static int nextPart(const gelMesherCover* cover, int t, int part)
{
    int next = INT_MAX;
    for (int i = cover->firstTouching[t]; i < cover->firstTouching[t + 1]; i++) {
        const int other = cover->surface->parts[cover->touching[i]];
        next = other > part && other < next ? other : next;
    }
    return next;
}

static void findParts(gelMesherPieces* pieces, int t)
{
    const gelMesherTet* tet = &pieces->tets[t];
    int *parts = pieces->parts + tet->firstPiece, max[gel_fineTetCount] = {0};
    const int first = nextPart(pieces->cover, t, -1);
    const bool alone = nextPart(pieces->cover, t, first) == INT_MAX;
    for (int piece = 0; piece < tet->pieceCount; piece++)
        parts[piece] = first;
    for (int part = first; part != INT_MAX; part = nextPart(pieces->cover, t, part)) {
        const uint64_t touched = alone ? ~(uint64_t)0 : touchedByPart(pieces, t, part);
        int counts[gel_fineTetCount] = {0};
        for (int fine = 0; fine < gel_fineTetCount; fine++)
            if (tet->pieces[fine] >= 0)
                counts[tet->pieces[fine]] += (int)(touched >> fine & 1);
        for (int piece = 0; piece < tet->pieceCount; piece++)
            if (counts[piece] > max[piece]) {
                max[piece] = counts[piece];
                parts[piece] = part;
            }
    }
}

static void measureTet(gelMesherPieces* pieces, int t)
{
    const gelMesherTables* tables = pieces->cover->tables;
    const gelMesherTet* tet = &pieces->tets[t];
    const bool closed = pieces->cover->surface->closed, one = tet->pieceCount == 1;
    if (one && closed && isSimple(tables, tet)) {
        addShare(pieces, t, tables->cornerVertices, 0, 1, ~(uint64_t)0);
        return;
    }
    if (one && !closed)
        addArea(pieces, t, tables->cornerVertices, 0, ~(uint64_t)0);
    for (int fine = 0; fine < gel_fineTetCount; fine++) {
        const int* vertices = tables->fineTets[fine];
        const int piece = tet->pieces[fine];
        if (piece < 0)
            continue;
        if (tet->touch.tets >> fine & 1)
            addShare(pieces, t, vertices, piece, 1.0 / gel_fineTetCount, bitOf(fine));
        else
            pieces->fills[tet->firstPiece + piece] += 1.0 / gel_fineTetCount;
        if (!one && !closed)
            addArea(pieces, t, vertices, piece, bitOf(fine));
    }
}

static void measureTets(void* context, int first, int end, int worker)
{
    gelMesherPieces* pieces = context;
    (void)worker;
    for (int t = first; t < end; t++) {
        if (pieces->cover->surface->partCount > 1)
            findParts(pieces, t);
        measureTet(pieces, t);
    }
}

gelStatus gelMakeMesherPieces(const gelMesherCover* cover, gelMesherPieces* pieces)
{
    const size_t count = (size_t)cover->touched.count;
    const size_t touches = (size_t)cover->firstTouching[count];
    *pieces = (gelMesherPieces){.cover = cover,
                                .tets = gelAllocate(count, sizeof *pieces->tets),
                                .touchMasks = gelAllocate(touches, sizeof *pieces->touchMasks)};
    if (pieces->tets == NULL || pieces->touchMasks == NULL) {
        gelClearMesherPieces(pieces);
        return gelFailMemory(count + touches, sizeof *pieces->tets);
    }
    gelParallelFor(cover->touched.count, tetsPerBlock, cover->threads, touchTets, pieces);
    agreeOnFaces(pieces);
    gelParallelFor(cover->touched.count, tetsPerBlock, cover->threads, divideTets, pieces);
    gelStatus status = decideRegions(pieces);
    if (status == gel_success) {
        gelParallelFor(cover->touched.count, tetsPerBlock, cover->threads, findPieces, pieces);
        for (int t = 0; t < cover->touched.count; t++) {
            pieces->tets[t].firstPiece = pieces->pieceCount;
            pieces->pieceCount += pieces->tets[t].pieceCount;
        }
        pieces->fills = gelAllocate((size_t)pieces->pieceCount, sizeof *pieces->fills);
        pieces->areas = gelAllocate((size_t)pieces->pieceCount, sizeof *pieces->areas);
        pieces->parts = gelAllocate((size_t)pieces->pieceCount, sizeof *pieces->parts);
        if (pieces->fills == NULL || pieces->areas == NULL || pieces->parts == NULL)
            status = gelFailMemory((size_t)pieces->pieceCount, 2 * sizeof *pieces->fills);
    }
    if (status == gel_success)
        gelParallelFor(cover->touched.count, tetsPerBlock, cover->threads, measureTets, pieces);
    else
        gelClearMesherPieces(pieces);
    return status;
}

void gelClearMesherPieces(gelMesherPieces* pieces)
{
    gelFree(pieces->tets);
    gelFree(pieces->touchMasks);
    gelFree(pieces->fills);
    gelFree(pieces->areas);
    gelFree(pieces->parts);
    *pieces = (gelMesherPieces){0};
}
