#include "surface/outer_skin.h"

#include "mesh/mesh.h"
#include "surface/outer_pieces.h"

#include <math.h>
#include <string.h>

// So many triangles are always taken, or so many times those of the tets' boundary: each costs.
enum { fewTriangles = 65536, boundaryTimes = 8 };
// A surface that encloses less of a body's volume says little about where it floats.
static const double leastShare = 0.02;

static gelStatus reserve(int points, int triangles, gelOuterSkin* outer)
{
    *outer = (gelOuterSkin){.points = gelAllocate((size_t)points, sizeof *outer->points),
                            .triangles = gelAllocate((size_t)triangles, sizeof *outer->triangles),
                            .displacements = gelAllocate((size_t)triangles, sizeof *outer->displacements)};
    if (outer->points != NULL && outer->triangles != NULL && outer->displacements != NULL)
        return gel_success;
    gelClearOuterSkin(outer);
    return gelFailMemory((size_t)points + (size_t)triangles, sizeof *outer->points);
}

// Pieces within others count as full, or as hollow and full by turns, whichever the volume suggests.
static double displacementOf(const gelOuterPieces* pieces, double volume)
{
    double full = pieces->volume, solid = pieces->solid;
    bool isHollow = solid > leastShare * volume && fabs(solid - volume) < fabs(full - volume);
    return volume / (isHollow ? solid : full);
}

static gelStatus copyPieces(const gelTetMesh* mesh, const gelSkin* skin, const gelOuterPieces* pieces,
                            double volume, gelOuterSkin* outer)
{
    const gelEmbedding* embedding = &skin->embedding;
    gelStatus status = reserve(skin->surface.vertexCount, pieces->triangleCount, outer);
    if (status != gel_success)
        return status;
    outer->pointCount = skin->surface.vertexCount;
    outer->triangleCount = pieces->triangleCount;
    for (size_t i = 0; i < (size_t)outer->pointCount; i++) {
        gelContactPoint* point = &outer->points[i];
        memcpy(point->vertices, mesh->tets + 4 * (size_t)embedding->tets[i], sizeof point->vertices);
        memcpy(point->weights, embedding->weights + 4 * i, sizeof point->weights);
    }
    memcpy(outer->triangles, pieces->triangles, (size_t)pieces->triangleCount * sizeof *outer->triangles);
    for (int t = 0; t < pieces->triangleCount; t++)
        outer->displacements[t] = pieces->isClosed[t] ? (float)displacementOf(pieces, volume) : 0.0f;
    return gel_success;
}

static bool isFit(const gelOuterPieces* pieces, double volume)
{
    return pieces->closedArea > pieces->openArea && pieces->volume > leastShare * volume;
}

gelStatus gelTakeSkin(const gelTetMesh* mesh, const gelSkin* skin, double volume, gelOuterSkin* outer)
{
    const gelSurfaceMesh* surface = &skin->surface;
    int *boundary, count;
    gelOuterPieces pieces = {0};
    *outer = (gelOuterSkin){0};
    gelStatus status = gelExtractSurface(mesh, &boundary, &count);
    if (status != gel_success)
        return status;
    gelFree(boundary);
    if (surface->triangleCount > fewTriangles && surface->triangleCount / boundaryTimes > count)
        return gel_success;
    float* positions = gelAllocate(3 * (size_t)surface->vertexCount, sizeof *positions);
    if (positions == NULL)
        return gelFailMemory(3 * (size_t)surface->vertexCount, sizeof *positions);
    gelEvaluateEmbedding(&skin->embedding, mesh, mesh->positions, positions);
    status = gelFindOuterPieces(positions, surface->vertexCount, surface->triangles, surface->triangleCount,
                                &pieces);
    if (status == gel_success && isFit(&pieces, volume))
        status = copyPieces(mesh, skin, &pieces, volume, outer);
    gelClearOuterPieces(&pieces);
    gelFree(positions);
    return status;
}

// Where a point is at rest, about the mesh's first vertex.
static void placePoint(const gelTetMesh* mesh, const gelContactPoint* point, double place[3])
{
    for (size_t axis = 0; axis < 3; axis++) {
        place[axis] = 0.0;
        for (int k = 0; k < 4; k++)
            place[axis] +=
                (double)point->weights[k] * ((double)mesh->positions[3 * (size_t)point->vertices[k] + axis] -
                                             (double)mesh->positions[axis]);
    }
}

static double measureVolume(const gelTetMesh* mesh, const gelContactSurface* surface)
{
    double volume = 0.0, corners[3][3];
    for (int t = 0; t < surface->triangleCount; t++) {
        for (int k = 0; k < 3; k++)
            placePoint(mesh, &surface->points[surface->triangles[t][k]], corners[k]);
        volume += gelTripleProduct(corners[0], corners[1], corners[2]) / 6.0;
    }
    return volume;
}

gelStatus gelTakeContactSurface(const gelTetMesh* mesh, const gelContactSurface* contact, double volume,
                                gelOuterSkin* outer)
{
    double enclosed = measureVolume(mesh, contact);
    *outer = (gelOuterSkin){0};
    if (!(enclosed > leastShare * volume))
        return gel_success;
    gelStatus status = reserve(contact->pointCount, contact->triangleCount, outer);
    if (status != gel_success)
        return status;
    outer->pointCount = contact->pointCount;
    outer->triangleCount = contact->triangleCount;
    memcpy(outer->points, contact->points, (size_t)contact->pointCount * sizeof *outer->points);
    memcpy(outer->triangles, contact->triangles, (size_t)contact->triangleCount * sizeof *outer->triangles);
    for (int t = 0; t < contact->triangleCount; t++)
        outer->displacements[t] = (float)(volume / enclosed);
    return gel_success;
}

void gelClearOuterSkin(gelOuterSkin* outer)
{
    gelFree(outer->points);
    gelFree(outer->triangles);
    gelFree(outer->displacements);
    *outer = (gelOuterSkin){0};
}
