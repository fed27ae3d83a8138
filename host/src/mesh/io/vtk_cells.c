#include "mesh/io/vtk_cells.h"

#include <limits.h>

gelStatus gelMakeVtkCells(gelVtkCells* cells, const gelMeshDraft* draft, int64_t cellCount,
                          int64_t pointCount)
{
    cells->cellCount = (int)cellCount;
    cells->firstTet = draft->tetCount;
    cells->offsets = gelAllocate((size_t)cellCount + 1, sizeof *cells->offsets);
    cells->connectivity = gelAllocate((size_t)pointCount, sizeof *cells->connectivity);
    cells->types = gelAllocate((size_t)cellCount, sizeof *cells->types);
    if (cells->offsets == NULL || cells->connectivity == NULL || cells->types == NULL)
        return gelFailMemory((size_t)(cellCount + pointCount), sizeof *cells->offsets);
    return gel_success;
}

void gelDestroyVtkCells(gelVtkCells* cells)
{
    gelFree(cells->offsets);
    gelFree(cells->connectivity);
    gelFree(cells->types);
    *cells = (gelVtkCells){0};
}

static bool isTet(int64_t type)
{
    return type == 10 || type == 24 || type == 71; // linear, quadratic, Lagrange: the corners come first
}

// The number of points in a cell, 0 if it varies.
static int pointsOfType(int64_t type)
{
    static const unsigned char linear[15] = {0, 1, 0, 2, 0, 3, 0, 0, 4, 4, 4, 8, 8, 6, 5};
    return type == 24 ? 10 : type >= 0 && type < 15 ? linear[type] : 0;
}

gelStatus gelVtkCells_SetType(gelVtkCells* cells, const gelTextReader* reader, gelMeshDraft* draft, int cell,
                              int64_t type)
{
    int points = cells->offsets[cell + 1] - cells->offsets[cell];
    int expected = pointsOfType(type);
    if ((expected != 0 && points != expected) || (isTet(type) && points < 4))
        return gelFailHere(reader, gel_formatError,
                           "expected a type that fits the %d points of cell %d, found type %lld", points,
                           cell, (long long)type);
    cells->types[cell] = (unsigned char)type;
    if (isTet(type))
        return gelDraft_AddTet(draft, cells->connectivity + cells->offsets[cell]);
    draft->otherCells++;
    return gel_success;
}

gelStatus gelVtkCells_ReadValues(const gelVtkCells* cells, gelTextReader* reader, gelMeshDraft* draft,
                                 gelWord name, const gelVtkType* type)
{
    gelStatus status = gel_success;
    int tet = cells->firstTet;
    for (int cell = 0; cell < cells->cellCount && status == gel_success; cell++) {
        double real = 0;
        int64_t whole = 0;
        if (type->real)
            status = gelReadRealValue(reader, "a cell's value", type->bytes, &real);
        else
            status = gelReadIntegerValue(reader, "a cell's value", type->bytes, INT_MIN, INT_MAX, &whole);
        if (status == gel_success && isTet(cells->types[cell]))
            status = gelDraft_SetValue(draft, reader, name, tet++, type->real ? real : (double)whole);
    }
    return status;
}
