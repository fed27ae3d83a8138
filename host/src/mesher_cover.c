// Which tets of the lattice the surface touches, and which it encloses.
#include "mesher_internal.h"
#include "parallel.h"
#include "vector3.h"

#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { margin = 3, mostCells = 1 << 25, trianglesPerBlock = 64 };

typedef struct Touch {
    int tet, triangle;
} Touch;

typedef struct TouchList {
    Touch* items;
    size_t count, capacity;
} TouchList;

typedef struct Raster {
    const gelMesherCover* cover;
    TouchList* lists; // [block]
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

// The tets that share space with a cell are its own twelve, and those of the cells before it.
static bool touchCell(const gelMesherCover* cover, const gelMesherShadow* shadow, const int cell[3],
                      int triangle, TouchList* list)
{
    const gelMesherLattice* lattice = &cover->lattice;
    const double centre[3] = {gel_cellUnits * (cell[0] + 0.5), gel_cellUnits * (cell[1] + 0.5),
                              gel_cellUnits * (cell[2] + 0.5)};
    const double* normal = shadow->directions[6];
    const double at = gelDot3(normal, centre);
    const double reach = (0.5 * gel_cellUnits + 1e-5) * (fabs(normal[0]) + fabs(normal[1]) + fabs(normal[2]));
    if (at + reach < shadow->lower[6] || at - reach > shadow->upper[6])
        return true;
    for (int i = 0; i < 2 * gel_typeCount; i++) {
        const int type = i % gel_typeCount;
        int owner[3] = {cell[0], cell[1], cell[2]};
        double place[3] = {centre[0], centre[1], centre[2]};
        if (i >= gel_typeCount) {
            owner[type / 4]--;
            place[type / 4] -= gel_cellUnits;
        }
        if (gelShadowMeets(shadow, place, (int(*)[3])cover->tables->corners[type]) &&
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

static bool rasteriseTriangle(const gelMesherCover* cover, int triangle, TouchList* list)
{
    Polygon whole = {.count = 3}, layer, row;
    gelMesherShadow shadow;
    int z[2], y[2], x[2], cell[3];
    const size_t before = list->count;
    gelTriangleCorners(cover, triangle, whole.corners);
    gelCastShadow(whole.corners, &shadow);
    cellRange(&whole, 2, cover->lattice.cells[2], z);
    for (cell[2] = z[0]; cell[2] <= z[1]; cell[2]++) {
        keepSlab(&whole, 2, cell[2], &layer);
        cellRange(&layer, 1, cover->lattice.cells[1], y);
        for (cell[1] = y[0]; cell[1] <= y[1]; cell[1]++) {
            keepSlab(&layer, 1, cell[1], &row);
            cellRange(&row, 0, cover->lattice.cells[0], x);
            for (cell[0] = x[0]; cell[0] <= x[1]; cell[0]++)
                if (!touchCell(cover, &shadow, cell, triangle, list))
                    return false;
        }
    }
    // Most tets were met in both of the cells that they share space with.
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
    for (int t = first; t < end; t++)
        if (!rasteriseTriangle(raster->cover, t, &raster->lists[first / trianglesPerBlock]))
            atomic_store(&raster->failed, true);
}

static gelStatus numberSet(const gelMesherCover* cover, gelTetSet* set)
{
    const int cells = cover->lattice.cells[0] * cover->lattice.cells[1] * cover->lattice.cells[2];
    gelFree(set->tets);
    set->tets = NULL;
    for (int pass = 0; pass < 2; pass++) {
        set->count = 0;
        for (int cell = 0; cell < cells; cell++) {
            set->before[cell] = set->count;
            for (int type = 0; type < gel_typeCount && set->bits[cell] != 0; type++)
                if (set->bits[cell] >> type & 1) {
                    if (pass == 1)
                        set->tets[set->count] = cell * gel_typeCount + type;
                    set->count++;
                }
        }
        if (pass == 0)
            set->tets = gelAllocate((size_t)set->count, sizeof *set->tets);
        if (set->tets == NULL)
            return gelFailMemory((size_t)set->count, sizeof *set->tets);
    }
    return gel_success;
}

static void addToSet(gelTetSet* set, int tet)
{
    set->bits[tet / gel_typeCount] |= (uint16_t)(1u << tet % gel_typeCount);
}

// Sorts the touches by tet; those of each tet keep the order of triangles.
static gelStatus groupTouches(gelMesherCover* cover, const TouchList* lists, int blocks)
{
    size_t total = 0;
    for (int block = 0; block < blocks; block++) {
        for (size_t i = 0; i < lists[block].count; i++)
            addToSet(&cover->touched, lists[block].items[i].tet);
        total += lists[block].count;
    }
    if (total > INT_MAX)
        return gelFail(gel_outOfMemory, "mesher: %zu touches of triangles and tets, expected at most %d",
                       total, INT_MAX);
    gelStatus status = numberSet(cover, &cover->touched);
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

static gelStatus rasterise(gelMesherCover* cover)
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

typedef struct Stack {
    int* items;
    size_t count, capacity;
} Stack;

static bool push(Stack* stack, int item)
{
    if (stack->count == stack->capacity) {
        const size_t capacity = stack->capacity == 0 ? 4096 : 2 * stack->capacity;
        int* items = gelResize(stack->items, capacity, sizeof *items);
        if (items == NULL)
            return false;
        stack->items = items;
        stack->capacity = capacity;
    }
    stack->items[stack->count++] = item;
    return true;
}

// Reaches all tets that hang together with one, through tets that have not been reached and are not touched.
static bool flood(const gelMesherCover* cover, uint16_t* blocked, int start, Stack* stack, int* labels,
                  int label)
{
    blocked[start / gel_typeCount] |= (uint16_t)(1u << start % gel_typeCount);
    if (!push(stack, start))
        return false;
    while (stack->count > 0) {
        const int tet = stack->items[--stack->count];
        if (labels != NULL)
            labels[gelTetSet_Find(&cover->enclosed, tet)] = label;
        for (int side = 0; side < 4; side++) {
            const int next = gelNeighbourTet(&cover->lattice, cover->tables, tet, side);
            uint16_t* bits = &blocked[next / gel_typeCount];
            const uint16_t bit = (uint16_t)(1u << next % gel_typeCount);
            if (*bits & bit)
                continue;
            *bits |= bit;
            if (!push(stack, next))
                return false;
        }
    }
    return true;
}

// The outermost cells are left out, so that no tet that is visited lacks a neighbour.
static void blockBorder(const gelMesherLattice* lattice, uint16_t* blocked)
{
    int cell[3];
    for (cell[2] = 0; cell[2] < lattice->cells[2]; cell[2]++)
        for (cell[1] = 0; cell[1] < lattice->cells[1]; cell[1]++) {
            const bool all = cell[1] == 0 || cell[2] == 0 || cell[1] == lattice->cells[1] - 1 ||
                             cell[2] == lattice->cells[2] - 1;
            const int step = all ? 1 : lattice->cells[0] - 1;
            for (cell[0] = 0; cell[0] < lattice->cells[0]; cell[0] += step)
                blocked[gelCellIndex(lattice, cell)] = (1u << gel_typeCount) - 1;
        }
}

static gelStatus findEnclosed(gelMesherCover* cover)
{
    const gelMesherLattice* lattice = &cover->lattice;
    const size_t cells = (size_t)lattice->cells[0] * (size_t)lattice->cells[1] * (size_t)lattice->cells[2];
    uint16_t* blocked = gelAllocate(cells, sizeof *blocked);
    if (blocked == NULL)
        return gelFailMemory(cells, sizeof *blocked);
    memcpy(blocked, cover->touched.bits, cells * sizeof *blocked);
    blockBorder(lattice, blocked);
    Stack stack = {0};
    bool ok =
        flood(cover, blocked, gelCellIndex(lattice, (int[3]){1, 1, 1}) * gel_typeCount, &stack, NULL, 0);
    for (size_t cell = 0; cell < cells; cell++)
        cover->enclosed.bits[cell] = (uint16_t)(~blocked[cell] & ((1u << gel_typeCount) - 1));
    gelStatus status = ok ? numberSet(cover, &cover->enclosed) : gelFailMemory(stack.capacity, sizeof(int));
    if (status == gel_success) {
        cover->labels = gelAllocate((size_t)cover->enclosed.count, sizeof *cover->labels);
        if (cover->labels == NULL)
            status = gelFailMemory((size_t)cover->enclosed.count, sizeof *cover->labels);
    }
    for (int i = 0; i < cover->enclosed.count && status == gel_success; i++) {
        const int tet = cover->enclosed.tets[i];
        if (blocked[tet / gel_typeCount] >> tet % gel_typeCount & 1)
            continue;
        if (!flood(cover, blocked, tet, &stack, cover->labels, cover->labelCount++))
            status = gelFailMemory(stack.capacity, sizeof(int));
    }
    gelFree(stack.items);
    gelFree(blocked);
    return status;
}

double gelMesherWinding(const gelMesherCover* cover, const double place[3])
{
    double point[3];
    for (int axis = 0; axis < 3; axis++)
        point[axis] = cover->lattice.origin[axis] + cover->lattice.unit * place[axis];
    return gelSurfaceTree_Winding(&cover->surface->tree, point);
}

typedef struct Windings {
    const gelMesherCover* cover;
    float (*values)[2]; // [cell count]: at the corner with the lowest coordinates and at the centre
} Windings;

static void findWindings(void* context, int first, int end, int worker)
{
    Windings* windings = context;
    const gelMesherLattice* lattice = &windings->cover->lattice;
    (void)worker;
    for (int index = first; index < end; index++) {
        int cell[3];
        double place[3];
        bool within = true; // the surface's box: from outside one sees at most one side of it
        gelFindCell(lattice, index * gel_typeCount, cell);
        for (int axis = 0; axis < 3; axis++)
            within = within && cell[axis] >= margin && cell[axis] < lattice->cells[axis] - margin;
        for (int kind = 0; kind < 2 && within; kind++) {
            for (int axis = 0; axis < 3; axis++)
                place[axis] = gel_cellUnits * (cell[axis] + 0.5 * kind);
            windings->values[index][kind] = (float)gelMesherWinding(windings->cover, place);
        }
    }
}

static float meanWinding(const Windings* windings, int tet)
{
    const gelMesherLattice* lattice = &windings->cover->lattice;
    float sum = 0;
    int cell[3], at[3];
    gelFindCell(lattice, tet, cell);
    for (int i = 0; i < 4; i++) {
        const int* corner = windings->cover->tables->corners[tet % gel_typeCount][i];
        for (int axis = 0; axis < 3; axis++)
            at[axis] = (gel_cellUnits * cell[axis] + gel_cellUnits / 2 + corner[axis]) / gel_cellUnits;
        sum += windings->values[gelCellIndex(lattice, at)][i < 2];
    }
    return 0.25f * sum;
}

// What winding numbers say to be inside though it can be reached from outside, through holes.
static gelStatus findInnerOutside(gelMesherCover* cover)
{
    const gelMesherLattice* lattice = &cover->lattice;
    const int count = lattice->cells[0] * lattice->cells[1] * lattice->cells[2];
    Windings windings = {.cover = cover, .values = gelAllocate((size_t)count, sizeof *windings.values)};
    if (windings.values == NULL)
        return gelFailMemory((size_t)count, sizeof *windings.values);
    gelParallelFor(count, 64, cover->threads, findWindings, &windings);
    int cell[3];
    for (cell[2] = 1; cell[2] < lattice->cells[2] - 1; cell[2]++)
        for (cell[1] = 1; cell[1] < lattice->cells[1] - 1; cell[1]++)
            for (cell[0] = 1; cell[0] < lattice->cells[0] - 1; cell[0]++)
                for (int type = 0; type < gel_typeCount; type++) {
                    const int tet = gelCellIndex(lattice, cell) * gel_typeCount + type;
                    if (fabsf(meanWinding(&windings, tet)) > 0.5f && !gelTetSet_Has(&cover->touched, tet) &&
                        !gelTetSet_Has(&cover->enclosed, tet))
                        addToSet(&cover->inner, tet);
                }
    gelFree(windings.values);
    return gel_success;
}

// A surface without holes is right about what it goes round. One with holes is believed where it says inside, and closed where
// the lattice cannot pass the holes.
static gelStatus findInner(gelMesherCover* cover)
{
    cover->labelWindings = gelAllocate((size_t)cover->labelCount, sizeof *cover->labelWindings);
    bool* known = gelAllocate((size_t)cover->labelCount, sizeof *known);
    if (cover->labelWindings == NULL || known == NULL) {
        gelFree(known);
        return gelFailMemory((size_t)cover->labelCount, sizeof *cover->labelWindings);
    }
    for (int i = 0; i < cover->enclosed.count; i++) {
        const int tet = cover->enclosed.tets[i], label = cover->labels[i];
        if (!known[label]) {
            known[label] = true;
            int cell[3];
            gelFindCell(&cover->lattice, tet, cell);
            const double centre[3] = {gel_cellUnits * (cell[0] + 0.5), gel_cellUnits * (cell[1] + 0.5),
                                      gel_cellUnits * (cell[2] + 0.5)};
            const int winding = (int)lround(gelMesherWinding(cover, centre));
            const bool fill = winding == 0 && !cover->surface->closed && !cover->hollow;
            cover->labelWindings[label] = fill ? 1 : winding;
        }
        if (cover->labelWindings[label] != 0)
            addToSet(&cover->inner, tet);
    }
    gelFree(known);
    gelStatus status = cover->surface->closed ? gel_success : findInnerOutside(cover);
    return status == gel_success ? numberSet(cover, &cover->inner) : status;
}

static gelStatus makeLattice(gelMesherCover* cover, double cellSize, const double shift[3])
{
    const gelMesherSurface* surface = cover->surface;
    gelMesherLattice* lattice = &cover->lattice;
    double product = 1;
    lattice->unit = cellSize / gel_cellUnits;
    for (int axis = 0; axis < 3; axis++) {
        const double half = ceil(0.5 * (surface->upper[axis] - surface->lower[axis]) / cellSize) + margin + 1;
        product *= 2 * half;
        if (!(product <= mostCells))
            return gelFail(
                gel_invalidArgument,
                "mesher: cells of %g m are too small: expected at most %d of them in the surface's box of %g x "
                "%g x %g m; raise the size or ask for fewer tets",
                cellSize, (int)mostCells, surface->upper[0] - surface->lower[0],
                surface->upper[1] - surface->lower[1], surface->upper[2] - surface->lower[2]);
        lattice->cells[axis] = 2 * (int)half;
        lattice->origin[axis] =
            0.5 * (surface->lower[axis] + surface->upper[axis]) - (half + shift[axis]) * cellSize;
    }
    const size_t points = 3 * (size_t)surface->vertexCount, cells = (size_t)product;
    cover->points = gelAllocate(points, sizeof *cover->points);
    if (cover->points == NULL)
        return gelFailMemory(points, sizeof *cover->points);
    for (size_t i = 0; i < points; i++)
        cover->points[i] = (surface->positions[i] - lattice->origin[i % 3]) / lattice->unit;
    gelTetSet* const sets[3] = {&cover->touched, &cover->enclosed, &cover->inner};
    for (int i = 0; i < 3; i++) {
        sets[i]->bits = gelAllocate(cells, sizeof *sets[i]->bits);
        sets[i]->before = gelAllocate(cells, sizeof *sets[i]->before);
        if (sets[i]->bits == NULL || sets[i]->before == NULL)
            return gelFailMemory(cells, 18);
    }
    return gel_success;
}

gelStatus gelMakeMesherCover(const gelMesherSurface* surface, const gelMesherTables* tables, double cellSize,
                             const double shift[3], bool hollow, int threads, gelMesherCover* cover)
{
    *cover = (gelMesherCover){.surface = surface, .tables = tables, .hollow = hollow, .threads = threads};
    gelStatus status = makeLattice(cover, cellSize, shift);
    if (status == gel_success)
        status = rasterise(cover);
    if (status == gel_success)
        status = findEnclosed(cover);
    if (status == gel_success)
        status = findInner(cover);
    if (status != gel_success)
        gelClearMesherCover(cover);
    return status;
}

static void clearSet(gelTetSet* set)
{
    gelFree(set->bits);
    gelFree(set->before);
    gelFree(set->tets);
}

void gelClearMesherCover(gelMesherCover* cover)
{
    gelFree(cover->points);
    clearSet(&cover->touched);
    clearSet(&cover->enclosed);
    clearSet(&cover->inner);
    gelFree(cover->firstTouching);
    gelFree(cover->touching);
    gelFree(cover->labels);
    gelFree(cover->labelWindings);
    *cover = (gelMesherCover){0};
}
