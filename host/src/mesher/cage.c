#include "mesher/cage.h"
#include "mesh/mesh.h"

#include <math.h>

static const double thinnest = 0.1; // of the longest side: what is flat gets a cage that is not
static const double minFill = 0.05;

// The box of the surface; shifts the lattice, whose middle is the origin, to its middle.
static gelStatus placeLattice(const gelMesherSurface* surface, const int cells[3], gelTetMesh* lattice)
{
    double size[3], longest = 0.0;
    for (int k = 0; k < 3; k++)
        longest = fmax(longest, surface->upper[k] - surface->lower[k]);
    for (int k = 0; k < 3; k++)
        size[k] = fmax(surface->upper[k] - surface->lower[k], thinnest * longest);
    gelStatus status = gelCreateBoxMesh((gelVec3){(float)size[0], (float)size[1], (float)size[2]}, cells[0],
                                        cells[1], cells[2], lattice);
    for (int i = 0; status == gel_success && i < 3 * lattice->vertexCount; i++)
        lattice->positions[i] =
            (float)((double)lattice->positions[i] + 0.5 * (surface->lower[i % 3] + surface->upper[i % 3]));
    return status;
}

// Gives every cell the same fill fraction: the part of the lattice's volume that the surface
// encloses.
static gelStatus fillLattice(const gelMesherSurface* surface, const gelTetMesh* lattice, gelTetMesh* mesh)
{
    double volume = 0.0;
    float* fills = gelAllocate((size_t)lattice->tetCount, sizeof *fills);
    if (fills == NULL)
        return gelFailMemory((size_t)lattice->tetCount, sizeof *fills);
    for (int t = 0; t < lattice->tetCount; t++)
        volume += gelFilledVolume(lattice, t);
    double fill = surface->closed ? fmin(fmax(surface->volume / volume, minFill), 1.0) : 1.0;
    for (int t = 0; t < lattice->tetCount; t++)
        fills[t] = (float)fill;
    gelStatus status =
        gelCreateTetMesh(lattice->positions, lattice->vertexCount, lattice->tets, lattice->tetCount,
                         &(gelTetAttributes){.fillFractions = fills}, mesh, NULL);
    gelFree(fills);
    if (status != gel_success || mesh->tetCount == lattice->tetCount)
        return status;
    gelDestroyTetMesh(mesh);
    *mesh = (gelTetMesh){0};
    return gelFail(gel_invalidArgument, "cage: its cells are too small for float coordinates so far from "
                                        "the origin: centre the surface, or use fewer cells");
}

gelStatus gelMakeCage(const gelSurfaceMesh* source, const gelMesherSurface* surface, const int cells[3],
                      gelTetMesh* mesh, gelEmbedding* embedding)
{
    gelTetMesh lattice = {0};
    gelStatus status = placeLattice(surface, cells, &lattice);
    if (status != gel_success)
        return status;
    status = fillLattice(surface, &lattice, mesh);
    gelDestroyTetMesh(&lattice);
    if (status != gel_success || embedding == NULL)
        return status;
    status = gelCreateEmbedding(mesh, source->positions, source->vertexCount, embedding);
    if (status != gel_success) {
        gelDestroyTetMesh(mesh);
        *mesh = (gelTetMesh){0};
    }
    return status;
}
