// Finds the lattice tets that the surface touches and those it encloses.
#include "mesher/cover.h"
#include "mesher/raster.h"
#include "base/parallel.h"
#include "base/vector3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { margin = 3, maxCells = 1 << 25 };

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

// Visits all tets connected to one, through tets that are neither visited nor touched.
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

// Leaves out the outermost cells, so that every tet visited has neighbours.
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
    gelStatus status =
        ok ? gelTetSet_Number(&cover->enclosed, &cover->lattice) : gelFailMemory(stack.capacity, sizeof(int));
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
    if (cover->surface->tangled)
        return 0;
    for (int axis = 0; axis < 3; axis++)
        point[axis] = cover->lattice.origin[axis] + cover->lattice.unit * place[axis];
    return gelSurfaceTree_Winding(&cover->surface->tree, point);
}

typedef struct Windings {
    const gelMesherCover* cover;
    bool (*needed)[2];  // [cell count]
    float (*values)[2]; // [cell count]: at the corner with the lowest coordinates and at the centre
} Windings;

// The cell whose centre or lowest corner a tet's corner is.
static int cellOfCorner(const gelMesherCover* cover, int tet, int corner)
{
    int cell[3], at[3];
    gelFindCell(&cover->lattice, tet, cell);
    for (int axis = 0; axis < 3; axis++)
        at[axis] = (gel_cellUnits * cell[axis] + gel_cellUnits / 2 +
                    cover->tables->corners[tet % gel_typeCount][corner][axis]) /
                   gel_cellUnits;
    return gelCellIndex(&cover->lattice, at);
}

static void findWindings(void* context, int first, int end, int worker)
{
    Windings* windings = context;
    const gelMesherLattice* lattice = &windings->cover->lattice;
    (void)worker;
    for (int index = first; index < end; index++) {
        int cell[3];
        double place[3];
        bool within = true; // the surface's box: outside it the winding number is at most one half
        gelFindCell(lattice, index * gel_typeCount, cell);
        for (int axis = 0; axis < 3; axis++)
            within = within && cell[axis] >= margin && cell[axis] < lattice->cells[axis] - margin;
        for (int kind = 0; kind < 2 && within; kind++) {
            if (!windings->needed[index][kind])
                continue;
            for (int axis = 0; axis < 3; axis++)
                place[axis] = gel_cellUnits * (cell[axis] + 0.5 * kind);
            windings->values[index][kind] = (float)gelMesherWinding(windings->cover, place);
        }
    }
}

static bool isOutside(const gelMesherCover* cover, int tet)
{
    return !gelTetSet_Has(&cover->touched, tet) && !gelTetSet_Has(&cover->enclosed, tet);
}

static void needWindings(Windings* windings, int tet)
{
    for (int i = 0; i < 4; i++)
        windings->needed[cellOfCorner(windings->cover, tet, i)][i < 2] = true;
}

static void decideOutside(gelMesherCover* cover, const Windings* windings, int tet)
{
    float sum = 0;
    for (int i = 0; i < 4; i++)
        sum += windings->values[cellOfCorner(cover, tet, i)][i < 2];
    if (fabsf(0.25f * sum) > 0.5f)
        gelTetSet_Add(&cover->inner, tet);
}

// Marks what is inside by winding number although it can be reached from outside through holes.
static gelStatus findInnerOutside(gelMesherCover* cover)
{
    const gelMesherLattice* lattice = &cover->lattice;
    const int count = lattice->cells[0] * lattice->cells[1] * lattice->cells[2];
    Windings windings = {.cover = cover,
                         .needed = gelAllocate((size_t)count, sizeof *windings.needed),
                         .values = gelAllocate((size_t)count, sizeof *windings.values)};
    const bool ok = windings.needed != NULL && windings.values != NULL;
    for (int pass = 0; pass < 2 && ok; pass++) {
        int cell[3];
        if (pass == 1)
            gelParallelFor(count, 64, cover->threads, findWindings, &windings);
        for (cell[2] = 1; cell[2] < lattice->cells[2] - 1; cell[2]++)
            for (cell[1] = 1; cell[1] < lattice->cells[1] - 1; cell[1]++)
                for (cell[0] = 1; cell[0] < lattice->cells[0] - 1; cell[0]++)
                    for (int type = 0; type < gel_typeCount; type++) {
                        const int tet = gelCellIndex(lattice, cell) * gel_typeCount + type;
                        if (isOutside(cover, tet) && pass == 0)
                            needWindings(&windings, tet);
                        else if (isOutside(cover, tet))
                            decideOutside(cover, &windings, tet);
                    }
    }
    gelFree(windings.needed);
    gelFree(windings.values);
    return ok ? gel_success : gelFailMemory((size_t)count, sizeof *windings.values);
}

// A surface without holes is right about what it encloses. One with holes is trusted where its winding number
// says inside, and closed where the lattice cannot pass through the holes.
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
            gelTetSet_Add(&cover->inner, tet);
    }
    gelFree(known);
    gelStatus status = cover->surface->closed ? gel_success : findInnerOutside(cover);
    return status == gel_success ? gelTetSet_Number(&cover->inner, &cover->lattice) : status;
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
        if (!(product <= maxCells))
            return gelFail(
                gel_invalidArgument,
                "mesher: cells of %g m are too small: expected at most %d of them in the surface's "
                "bounding box of %g x %g x %g m; increase the size or request fewer tets",
                cellSize, (int)maxCells, surface->upper[0] - surface->lower[0],
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
                             const double shift[3], bool hollow, bool counting, int threads,
                             gelMesherCover* cover)
{
    *cover = (gelMesherCover){.surface = surface, .tables = tables, .hollow = hollow, .threads = threads};
    gelStatus status = makeLattice(cover, cellSize, shift);
    if (status == gel_success)
        status = gelRasterise(cover, counting);
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
