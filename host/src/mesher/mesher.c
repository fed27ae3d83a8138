// The mesher's entry point: checks the definition, finds the cell size, and runs the steps in order:
//   surface.c   normalises the surface: order and orientation of its triangles
//   lattice.c   the lattice, its tets, and the 64 small tets in each
//   cover.c     the lattice tets that the surface touches (raster.c, touch.c), and those it encloses
//   pieces.c    the touched tets, each divided into 64: which parts of them are connected
//   volume.c    how much of a tet is inside
//   assemble.c  the mesh, and the embedding of the surface's vertices
//   cage.c      in place of all that follow surface.c: a lattice over the surface's box, on request
//   conform.c   pulls the boundary to the surface, on request (refill.c: what it holds then)
#include "mesher/assemble.h"
#include "mesher/cage.h"
#include "mesher/cover.h"
#include "mesher/lattice.h"
#include "mesher/pieces.h"
#include "mesher/surface.h"
#include "mesh/mesh.h"
#include "surface/surface.h"
#include "base/pool.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { mesherCookie = 0x6d657368, fewestTets = 50, maxTets = 10000000, maxCageCells = 100 };

typedef struct Mesher {
    const gelMesherDef* def;
    int threads;
    gelMesherSurface surface;
    gelMesherTables tables;
} Mesher;

// A trial lattice, and the number of tets it needs, not counting duplicates.
typedef struct Trial {
    double cellSize, shift[3];
    int tetCount;
} Trial;

gelMesherDef gelDefaultMesherDef(void)
{
    return (gelMesherDef){.tetCount = 20000, .cookie = mesherCookie};
}

static void showProgress(const Mesher* mesher, double done)
{
    if (mesher->def->progress != NULL)
        mesher->def->progress(mesher->def->progressContext, (float)done);
}

static bool isCage(const gelMesherDef* def)
{
    return def->cage[0] != 0 || def->cage[1] != 0 || def->cage[2] != 0;
}

static gelStatus checkDef(const gelMesherDef* def)
{
    if (def == NULL || def->cookie != mesherCookie)
        return gelFail(gel_invalidArgument,
                       "mesher definition: expected one initialised with gelDefaultMesherDef()");
    if (def->cellSize == 0 && (def->tetCount < fewestTets || def->tetCount > maxTets))
        return gelFail(gel_invalidArgument, "mesher definition: tetCount is %d, expected %d to %d",
                       def->tetCount, (int)fewestTets, (int)maxTets);
    if (!(def->cellSize >= 0 && def->cellSize <= 1e15f))
        return gelFail(gel_invalidArgument,
                       "mesher definition: cellSize is %g m, expected 0 or a length up to 1e15",
                       (double)def->cellSize);
    if (!(def->sheetThickness >= 0 && def->sheetThickness <= 1e15f))
        return gelFail(gel_invalidArgument, "mesher definition: sheetThickness is %g m, expected 0 to 1e15",
                       (double)def->sheetThickness);
    for (int k = 0; k < 3 && isCage(def); k++)
        if (def->cage[k] < 1 || def->cage[k] > maxCageCells)
            return gelFail(gel_invalidArgument,
                           "mesher definition: cage has %d cells along %c, expected 1 to %d", def->cage[k],
                           "xyz"[k], (int)maxCageCells);
    if (def->threads < 0)
        return gelFail(gel_invalidArgument,
                       "mesher definition: threads is %d, expected 0 (all processors) or more", def->threads);
    return gel_success;
}

static gelStatus countTets(const Mesher* mesher, Trial* trial)
{
    gelMesherCover cover;
    gelStatus status = gelMakeMesherCover(&mesher->surface, &mesher->tables, trial->cellSize, trial->shift,
                                          mesher->def->hollow, true, mesher->threads, &cover);
    if (status != gel_success)
        return status;
    trial->tetCount = cover.touched.count + cover.inner.count;
    gelClearMesherCover(&cover);
    return gel_success;
}

static double diagonalOf(const gelMesherSurface* surface)
{
    double square = 0;
    for (int axis = 0; axis < 3; axis++) {
        const double length = surface->upper[axis] - surface->lower[axis];
        square += length * length;
    }
    return sqrt(square);
}

// The number of tets grows as volume / size^3 plus area / size^2, for the thinnest things as length / size.
static double modelCount(const Mesher* mesher, double cellSize)
{
    const gelMesherSurface* surface = &mesher->surface;
    const double volume = fabs(surface->volume) / (cellSize * cellSize * cellSize);
    const double area = surface->area / (cellSize * cellSize);
    return 12 * (volume + 0.9 * area + 1.2 * diagonalOf(surface) / cellSize);
}

static double modelSize(const Mesher* mesher, double count)
{
    double low = 0, high = 1e-9 * diagonalOf(&mesher->surface);
    while (modelCount(mesher, high) > count)
        high *= 2;
    low = 0.5 * high;
    for (int step = 0; step < 30; step++) {
        const double middle = 0.5 * (low + high);
        *(modelCount(mesher, middle) > count ? &low : &high) = middle;
    }
    return 0.5 * (low + high);
}

// Smaller cells would take the search too long, and be mostly empty: those of a wire across its box.
static double smallestSize(const gelMesherSurface* surface)
{
    static const double maxCells = 1 << 22;
    double size = 1e-6 * diagonalOf(surface), cells = HUGE_VAL;
    while (cells > maxCells) {
        size *= 1.05;
        cells = 1;
        for (int axis = 0; axis < 3; axis++)
            cells *= (surface->upper[axis] - surface->lower[axis]) / size + 10;
    }
    return size;
}

static double offBy(const Trial* trial, double target)
{
    return fabs(trial->tetCount - target) / target;
}

// Searches for the cell size that gives `target` tets. When a flat side of the surface crosses a layer of the
// lattice the count jumps; then the lattice is shifted, so that not all sides do so at once.
static gelStatus findSize(const Mesher* mesher, double target, Trial* best)
{
    static const double shifts[4][3] = {
        {0, 0, 0}, {0.37, 0.21, 0.11}, {0.13, 0.43, 0.29}, {0.47, 0.07, 0.33}};
    static const double closeEnough = 0.02;
    const double smallest = smallestSize(&mesher->surface);
    *best = (Trial){.tetCount = -1};
    for (int i = 0; i < 4 && (best->tetCount < 0 || offBy(best, target) > closeEnough); i++) {
        double asked = target, low = 0, high = HUGE_VAL; // sizes known to be too small, too large
        Trial trial = {.shift = {shifts[i][0], shifts[i][1], shifts[i][2]}};
        for (int step = 0; step < 10; step++) {
            trial.cellSize = modelSize(mesher, asked);
            if (!(trial.cellSize > low && trial.cellSize < high) || step > 4)
                trial.cellSize = low > 0 && high < HUGE_VAL ? sqrt(low * high) : trial.cellSize;
            trial.cellSize = fmax(trial.cellSize, smallest);
            gelStatus status = countTets(mesher, &trial);
            if (status != gel_success)
                return status;
            if (best->tetCount < 0 || offBy(&trial, target) < offBy(best, target))
                *best = trial;
            showProgress(mesher, 0.1 + 0.01 * (10 * i + step));
            if (offBy(&trial, target) <= closeEnough)
                break;
            if (trial.tetCount < target && trial.cellSize <= smallest)
                return gel_success; // as many as possible
            *(trial.tetCount > target ? &low : &high) = trial.cellSize;
            asked = modelCount(mesher, trial.cellSize) * target / trial.tetCount;
        }
    }
    return gel_success;
}

static gelStatus makeMesh(const Mesher* mesher, const Trial* trial, gelTetMesh* mesh, gelEmbedding* embedding,
                          gelMesherReport* report)
{
    gelMesherCover cover;
    gelMesherPieces pieces;
    const double thickness =
        mesher->def->sheetThickness > 0 ? (double)mesher->def->sheetThickness : 0.1 * trial->cellSize;
    gelStatus status = gelMakeMesherCover(&mesher->surface, &mesher->tables, trial->cellSize, trial->shift,
                                          mesher->def->hollow, false, mesher->threads, &cover);
    if (status != gel_success)
        return status;
    showProgress(mesher, 0.6);
    status = gelMakeMesherPieces(&cover, &pieces);
    if (status == gel_success) {
        showProgress(mesher, 0.9);
        status = gelAssembleMesh(&pieces, thickness, mesher->def->conform, mesh, embedding, report);
        gelClearMesherPieces(&pieces);
    }
    gelClearMesherCover(&cover);
    return status;
}

typedef struct Made {
    gelTetMesh mesh;
    gelEmbedding embedding; // if the caller wants it
    gelMesherReport report;
} Made;

static void destroyMade(Made* made)
{
    gelDestroyTetMesh(&made->mesh);
    gelDestroyEmbedding(&made->embedding);
}

// How many tets are known only at the end, if some are duplicates or left out; then the target is corrected.
// Keeps the mesh that comes nearest.
static gelStatus makeMeshOfCount(const Mesher* mesher, gelTetMesh* mesh, gelEmbedding* embedding,
                                 gelMesherReport* report)
{
    enum { maxAttempts = 3, maxSmallAttempts = 6, smallCount = 5000 };
    const double wanted = mesher->def->tetCount;
    const int attempts = wanted <= smallCount ? maxSmallAttempts : maxAttempts;
    double target = wanted, nearest = HUGE_VAL;
    Made best = {0};
    for (int attempt = 0; attempt < attempts && nearest > 0.04; attempt++) {
        Trial trial;
        Made made = {0};
        gelStatus status = findSize(mesher, target, &trial);
        if (status == gel_success)
            status = makeMesh(mesher, &trial, &made.mesh, embedding != NULL ? &made.embedding : NULL,
                              &made.report);
        if (status != gel_success) {
            destroyMade(&best);
            return status;
        }
        const bool isExact = made.report.splitTets == 0 && !mesher->def->conform;
        const double count = made.mesh.tetCount, off = fabs(count - wanted) / wanted;
        if (off < nearest) {
            const Made former = best;
            best = made;
            made = former;
            nearest = off;
        }
        destroyMade(&made);
        if (isExact)
            break;
        target *= wanted / count;
    }
    *mesh = best.mesh;
    *report = best.report;
    if (embedding != NULL)
        *embedding = best.embedding;
    return gel_success;
}

static gelStatus makeCage(const Mesher* mesher, const gelSurfaceMesh* source, gelTetMesh* mesh,
                          gelEmbedding* embedding, gelMesherReport* report)
{
    gelStatus status = gelMakeCage(source, &mesher->surface, mesher->def->cage, mesh, embedding);
    for (int t = 0; t < mesh->tetCount; t++)
        report->filledVolume += gelFilledVolume(mesh, t);
    return status;
}

// gelReportSurface calls it unfit for the same reason.
static gelStatus checkSize(const gelMesherSurface* surface)
{
    double side, reach;
    gelMeasureExtent(surface->lower, surface->upper, &side, &reach);
    if (side >= gelSmallestSurface && reach <= gelLargestSurface)
        return gel_success;
    return gelFail(
        gel_invalidArgument,
        "expected a surface of at least %g m within %g m of the origin, found one of %g m within %g m: scale "
        "it, as coordinates are metres",
        gelSmallestSurface, gelLargestSurface, side, reach);
}

gelStatus gelCreateMeshFromSurface(const gelSurfaceMesh* surface, const gelMesherDef* def, gelTetMesh* mesh,
                                   gelEmbedding* embedding, gelMesherReport* report)
{
    assert(surface != NULL && mesh != NULL);
    *mesh = (gelTetMesh){0};
    if (embedding != NULL)
        *embedding = (gelEmbedding){0};
    gelStatus status = checkDef(def);
    if (status != gel_success)
        return status;
    Mesher mesher = {.def = def, .threads = gelThreadCount(def->threads)};
    gelMesherReport ignored;
    report = report != NULL ? report : &ignored;
    *report = (gelMesherReport){0};
    showProgress(&mesher, 0);
    status = gelMakeMesherSurface(surface, def->hollow, &mesher.surface);
    if (status != gel_success)
        return status;
    status = checkSize(&mesher.surface);
    if (status != gel_success) {
        gelClearMesherSurface(&mesher.surface);
        return status;
    }
    gelMakeMesherTables(&mesher.tables);
    if (isCage(def))
        status = makeCage(&mesher, surface, mesh, embedding, report);
    else if (def->cellSize >
             0) // slightly larger: a side that lies in a layer of the lattice must not touch the next one
        status = makeMesh(&mesher, &(Trial){.cellSize = (double)def->cellSize * (1 + 1.0 / 256)}, mesh,
                          embedding, report);
    else
        status = makeMeshOfCount(&mesher, mesh, embedding, report);
    report->closed = mesher.surface.closed;
    report->surfaceArea = mesher.surface.area;
    report->surfaceVolume = mesher.surface.volume;
    gelClearMesherSurface(&mesher.surface);
    showProgress(&mesher, 1);
    return status;
}
