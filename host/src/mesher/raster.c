// Finds the lattice tets that each triangle touches. Triangles are first cut into layers and rows of cells,
// so that a large one tests only the cells it crosses.
#include "mesher/raster.h"
#include "mesher/touch.h"
#include "base/parallel.h"
#include "base/vector3.h"

#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { trianglesPerBlock = 64 };

typedef struct Touch {
    int tet, triangle;
} Touch;

typedef struct TouchList {
    Touch* items;
    size_t count, capacity;
} TouchList;

typedef struct Raster {
    const gelMesherCover* cover;
    TouchList* lists;   // [block], NULL to find only the set
    atomic_ushort* set; // [cell count]: else a bit per touched tet of a cell
    atomic_bool failed;
} Raster;

static bool addTouch(TouchList* list, int tet, int triangle)
{
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity == 0 ? 256 : 2 * list->capacity;
        Touch* items = gelResize(list->items, capacity, sizeof *items);
        if (items == NULL)
            return false;
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = (Touch){tet, triangle};
    return true;
}

// A convex polygon, cut by planes across one axis.
typedef struct Polygon {
    double corners[10][3];
    int count;
} Polygon;

static void cutPolygon(const Polygon* from, int axis, double plane, double side, Polygon* to)
{
    to->count = 0;
    for (int i = 0; i < from->count; i++) {
        const double *a = from->corners[i], *b = from->corners[(i + 1) % from->count];
        const double p = side * (a[axis] - plane), q = side * (b[axis] - plane);
        if (p >= 0)
            memcpy(to->corners[to->count++], a, 3 * sizeof *a);
        if ((p >= 0) == (q >= 0))
            continue;
        const double t = p / (p - q);
        for (int k = 0; k < 3; k++)
            to->corners[to->count][k] = a[k] + t * (b[k] - a[k]);
        to->corners[to->count++][axis] = plane;
    }
}

static void cellRange(const Polygon* polygon, int axis, int cells, int range[2])
{
    double lower = HUGE_VAL, upper = -HUGE_VAL;
    for (int i = 0; i < polygon->count; i++) {
        lower = fmin(lower, polygon->corners[i][axis]);
        upper = fmax(upper, polygon->corners[i][axis]);
    }
    range[0] = polygon->count == 0 ? 1 : (int)fmax(floor((lower - 1e-5) / gel_cellUnits), 1);
    range[1] = polygon->count == 0 ? 0 : (int)fmin(floor((upper + 1e-5) / gel_cellUnits), cells - 2);
}

static void keepSlab(const Polygon* from, int axis, int cell, Polygon* to)
{
    Polygon half;
    cutPolygon(from, axis, gel_cellUnits * cell - 1e-5, 1, &half);
    cutPolygon(&half, axis, gel_cellUnits * (cell + 1) + 1e-5, -1, to);
}

static void previousCell(const int cell[3], int axis, int previous[3])
{
    memcpy(previous, cell, 3 * sizeof *cell);
    previous[axis]--;
}

// Bit mask of the tets that overlap a cell and are not yet in the set.
static uint32_t missingFrom(const Raster* raster, const int cell[3])
{
    const gelMesherLattice* lattice = &raster->cover->lattice;
    uint32_t known = atomic_load_explicit(&raster->set[gelCellIndex(lattice, cell)], memory_order_relaxed);
    for (int axis = 0; axis < 3; axis++) {
        int owner[3];
        previousCell(cell, axis, owner);
        const uint32_t bits =
            atomic_load_explicit(&raster->set[gelCellIndex(lattice, owner)], memory_order_relaxed);
        known |= (bits & 0xfu << 4 * axis) << gel_typeCount;
    }
    return ~known & ((1u << 2 * gel_typeCount) - 1);
}

static void addBits(Raster* raster, const int cell[3], uint32_t touched)
{
    const gelMesherLattice* lattice = &raster->cover->lattice;
    const uint32_t own = touched & ((1u << gel_typeCount) - 1), others = touched >> gel_typeCount;
    if (own != 0)
        atomic_fetch_or_explicit(&raster->set[gelCellIndex(lattice, cell)], (unsigned short)own,
                                 memory_order_relaxed);
    for (int axis = 0; axis < 3; axis++) {
        const uint32_t bits = others & 0xfu << 4 * axis;
        int owner[3];
        previousCell(cell, axis, owner);
        if (bits != 0)
            atomic_fetch_or_explicit(&raster->set[gelCellIndex(lattice, owner)], (unsigned short)bits,
                                     memory_order_relaxed);
    }
}

// The tets that overlap a cell are its own twelve and those of the preceding cells.
static bool touchCell(Raster* raster, const gelMesherProbe* probe, const int cell[3], int triangle,
                      TouchList* list)
{
    const gelMesherLattice* lattice = &raster->cover->lattice;
    const double centre[3] = {gel_cellUnits * (cell[0] + 0.5), gel_cellUnits * (cell[1] + 0.5),
                              gel_cellUnits * (cell[2] + 0.5)};
    const double* normal = probe->shadow.directions[6];
    const double at = gelDot3(normal, centre);
    const double reach = (0.5 * gel_cellUnits + 1e-5) * (fabs(normal[0]) + fabs(normal[1]) + fabs(normal[2]));
    if (at + reach < probe->shadow.lower[6] || at - reach > probe->shadow.upper[6])
        return true;
    const uint32_t wanted = list != NULL ? ~0u : missingFrom(raster, cell);
    const uint32_t touched = wanted != 0 ? gelProbeCell(raster->cover->tables, probe, centre, wanted) : 0;
    if (list == NULL) {
        addBits(raster, cell, touched);
        return true;
    }
    for (int i = 0; i < 2 * gel_typeCount; i++) {
        const int type = i % gel_typeCount;
        int owner[3] = {cell[0], cell[1], cell[2]};
        if (i >= gel_typeCount)
            owner[type / 4]--;
        if ((touched >> i & 1) != 0 &&
            !addTouch(list, gelCellIndex(lattice, owner) * gel_typeCount + type, triangle))
            return false;
    }
    return true;
}

static int compareTouches(const void* a, const void* b)
{
    const Touch *first = a, *second = b;
    return (first->tet > second->tet) - (first->tet < second->tet);
}

void gelTriangleCorners(const gelMesherCover* cover, int triangle, double corners[3][3])
{
    for (int i = 0; i < 3; i++)
        memcpy(corners[i], cover->points + 3 * (size_t)cover->surface->triangles[3 * triangle + i],
               sizeof corners[i]);
}

static bool rasteriseTriangle(Raster* raster, int triangle, TouchList* list)
{
    const gelMesherCover* cover = raster->cover;
    Polygon whole = {.count = 3}, layer, row;
    gelMesherProbe probe;
    int z[2], y[2], x[2], cell[3];
    const size_t before = list != NULL ? list->count : 0;
    gelTriangleCorners(cover, triangle, whole.corners);
    gelMakeMesherProbe(whole.corners, &probe);
    cellRange(&whole, 2, cover->lattice.cells[2], z);
    for (cell[2] = z[0]; cell[2] <= z[1]; cell[2]++) {
        keepSlab(&whole, 2, cell[2], &layer);
        cellRange(&layer, 1, cover->lattice.cells[1], y);
        for (cell[1] = y[0]; cell[1] <= y[1]; cell[1]++) {
            keepSlab(&layer, 1, cell[1], &row);
            cellRange(&row, 0, cover->lattice.cells[0], x);
            for (cell[0] = x[0]; cell[0] <= x[1]; cell[0]++)
                if (!touchCell(raster, &probe, cell, triangle, list))
                    return false;
        }
    }
    if (list == NULL)
        return true;
    // Most tets were found from both of the cells they overlap.
    qsort(list->items + before, list->count - before, sizeof *list->items, compareTouches);
    size_t count = before;
    for (size_t i = before; i < list->count; i++)
        if (count == before || list->items[count - 1].tet != list->items[i].tet)
            list->items[count++] = list->items[i];
    list->count = count;
    return true;
}

static void rasteriseBlock(void* context, int first, int end, int worker)
{
    Raster* raster = context;
    (void)worker;
    TouchList* list = raster->lists != NULL ? &raster->lists[first / trianglesPerBlock] : NULL;
    for (int t = first; t < end; t++)
        if (!rasteriseTriangle(raster, t, list))
            atomic_store(&raster->failed, true);
}

// Sorts the touches by tet, keeping the order of triangles within each tet.
static gelStatus groupTouches(gelMesherCover* cover, const TouchList* lists, int blocks)
{
    size_t total = 0;
    for (int block = 0; block < blocks; block++) {
        for (size_t i = 0; i < lists[block].count; i++)
            gelTetSet_Add(&cover->touched, lists[block].items[i].tet);
        total += lists[block].count;
    }
    if (total > INT_MAX)
        return gelFail(gel_outOfMemory, "mesher: %zu touches of triangles and tets, expected at most %d",
                       total, INT_MAX);
    gelStatus status = gelTetSet_Number(&cover->touched, &cover->lattice);
    if (status != gel_success)
        return status;
    const size_t count = (size_t)cover->touched.count;
    cover->firstTouching = gelAllocate(count + 2, sizeof *cover->firstTouching);
    cover->touching = gelAllocate(total, sizeof *cover->touching);
    if (cover->firstTouching == NULL || cover->touching == NULL)
        return gelFailMemory(count + total, sizeof *cover->touching);
    for (int block = 0; block < blocks; block++)
        for (size_t i = 0; i < lists[block].count; i++)
            cover->firstTouching[gelTetSet_Find(&cover->touched, lists[block].items[i].tet) + 2]++;
    for (size_t i = 2; i < count + 2; i++)
        cover->firstTouching[i] += cover->firstTouching[i - 1];
    for (int block = 0; block < blocks; block++)
        for (size_t i = 0; i < lists[block].count; i++) {
            const Touch touch = lists[block].items[i];
            cover->touching[cover->firstTouching[gelTetSet_Find(&cover->touched, touch.tet) + 1]++] =
                touch.triangle;
        }
    return gel_success;
}

static gelStatus rasteriseLists(gelMesherCover* cover)
{
    const int count = cover->surface->triangleCount;
    const int blocks = (count + trianglesPerBlock - 1) / trianglesPerBlock;
    Raster raster = {.cover = cover, .lists = gelAllocate((size_t)blocks, sizeof *raster.lists)};
    if (raster.lists == NULL)
        return gelFailMemory((size_t)blocks, sizeof *raster.lists);
    atomic_init(&raster.failed, false);
    gelParallelFor(count, trianglesPerBlock, cover->threads, rasteriseBlock, &raster);
    gelStatus status = atomic_load(&raster.failed) ? gelFailMemory((size_t)count, sizeof(Touch))
                                                   : groupTouches(cover, raster.lists, blocks);
    for (int block = 0; block < blocks; block++)
        gelFree(raster.lists[block].items);
    gelFree(raster.lists);
    return status;
}

// Finds only the set: a tet touched by one triangle need not be tested against others, so many large ones
// cost little.
static gelStatus rasteriseSet(gelMesherCover* cover)
{
    const gelMesherLattice* lattice = &cover->lattice;
    const size_t cells = (size_t)lattice->cells[0] * (size_t)lattice->cells[1] * (size_t)lattice->cells[2];
    Raster raster = {.cover = cover, .set = gelAllocate(cells, sizeof *raster.set)};
    if (raster.set == NULL)
        return gelFailMemory(cells, sizeof *raster.set);
    for (size_t cell = 0; cell < cells; cell++)
        atomic_init(&raster.set[cell], 0);
    gelParallelFor(cover->surface->triangleCount, trianglesPerBlock, cover->threads, rasteriseBlock, &raster);
    for (size_t cell = 0; cell < cells; cell++)
        cover->touched.bits[cell] = atomic_load_explicit(&raster.set[cell], memory_order_relaxed);
    gelFree(raster.set);
    return gelTetSet_Number(&cover->touched, &cover->lattice);
}

gelStatus gelRasterise(gelMesherCover* cover, bool counting)
{
    return counting ? rasteriseSet(cover) : rasteriseLists(cover);
}
