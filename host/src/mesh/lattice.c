// Boxes: a cubic lattice with five tets per cell.
#include "base/core.h"
#include "gel/mesh.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

enum { maxCellsPerAxis = 1000, tetsPerCell = 5 };

// Corners of a cell: bit 0 is x, bit 1 is y, bit 2 is z. The tets of odd cells mirror those of even ones.
// Either way every face diagonal joins lattice vertices with an even coordinate sum, so neighbouring faces
// match.
static const int cellTets[2][tetsPerCell][4] = {
    {{0, 3, 6, 5}, {1, 3, 0, 5}, {2, 0, 3, 6}, {4, 6, 5, 0}, {7, 5, 6, 3}},
    {{1, 2, 4, 7}, {0, 1, 2, 4}, {3, 2, 1, 7}, {5, 1, 4, 7}, {6, 4, 2, 7}},
};

static void placeVertices(const double size[3], const int cells[3], float* position)
{
    for (int z = 0; z <= cells[2]; z++) {
        for (int y = 0; y <= cells[1]; y++) {
            for (int x = 0; x <= cells[0]; x++) {
                const int at[3] = {x, y, z};
                for (int axis = 0; axis < 3;
                     axis++) // 2 at - cells is an integer: mirrored vertices have mirrored bits
                    *position++ = (float)(size[axis] * (2 * at[axis] - cells[axis]) / (2.0 * cells[axis]));
            }
        }
    }
}

static void fillCells(const int cells[3], int* tet)
{
    const int strideY = cells[0] + 1, strideZ = strideY * (cells[1] + 1);
    for (int z = 0; z < cells[2]; z++) {
        for (int y = 0; y < cells[1]; y++) {
            for (int x = 0; x < cells[0]; x++) {
                const int first = x + y * strideY + z * strideZ;
                const int* corner = cellTets[(x + y + z) & 1][0];
                for (int i = 0; i < tetsPerCell * 4; i++, corner++)
                    *tet++ = first + (*corner & 1) + (*corner >> 1 & 1) * strideY + (*corner >> 2) * strideZ;
            }
        }
    }
}

static gelStatus createFromCells(const double size[3], const int cells[3], int vertexCount, int tetCount,
                                 gelTetMesh* mesh)
{
    float* positions = gelAllocate((size_t)vertexCount, 3 * sizeof *positions);
    int* tets = gelAllocate((size_t)tetCount, 4 * sizeof *tets);
    gelStatus status;
    if (positions == NULL || tets == NULL) {
        status = gelFailMemory((size_t)tetCount, 4 * sizeof *tets);
    } else {
        placeVertices(size, cells, positions);
        fillCells(cells, tets);
        status = gelCreateTetMesh(positions, vertexCount, tets, tetCount, NULL, mesh, NULL);
    }
    gelFree(tets);
    gelFree(positions);
    return status;
}

gelStatus gelCreateBoxMesh(gelVec3 size, int cellsX, int cellsY, int cellsZ, gelTetMesh* mesh)
{
    assert(mesh != NULL);
    memset(mesh, 0, sizeof *mesh);
    const double extent[3] = {size.x, size.y, size.z};
    const int cells[3] = {cellsX, cellsY, cellsZ};
    for (int axis = 0; axis < 3; axis++) {
        if (!(extent[axis] > 0) || !isfinite(extent[axis]))
            return gelFail(gel_invalidArgument, "box: size along %c is %g, expected a finite length above 0",
                           "xyz"[axis], extent[axis]);
        if (cells[axis] < 1 || cells[axis] > maxCellsPerAxis)
            return gelFail(gel_invalidArgument, "box: %d cells along %c, expected 1 to %d", cells[axis],
                           "xyz"[axis], maxCellsPerAxis);
    }
    const int64_t cellCount = (int64_t)cellsX * cellsY * cellsZ;
    const int64_t maxCells = INT_MAX / (tetsPerCell * 6); // an int counts 6 edges per tet
    if (cellCount > maxCells)
        return gelFail(gel_invalidArgument,
                       "box: %d x %d x %d cells are too many, expected at most %lld in all", cellsX, cellsY,
                       cellsZ, (long long)maxCells);
    const int tetCount = (int)cellCount * tetsPerCell;
    gelStatus status =
        createFromCells(extent, cells, (cellsX + 1) * (cellsY + 1) * (cellsZ + 1), tetCount, mesh);
    if (status == gel_success && mesh->tetCount != tetCount) {
        gelDestroyTetMesh(mesh);
        memset(mesh, 0, sizeof *mesh);
        return gelFail(gel_invalidArgument,
                       "box: cells of %g x %g x %g m are too flat or too small for tets of positive volume; "
                       "choose cells that are closer to cubes",
                       extent[0] / cellsX, extent[1] / cellsY, extent[2] / cellsZ);
    }
    return status;
}
