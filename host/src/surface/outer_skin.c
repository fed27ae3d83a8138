#include "surface/outer_skin.h"

#include "base/tuple_set.h"
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

// A skin at rest. The forces on a triangle act at its corners, so the triangles of a skin that is
// coarser than the tets are cut to fours until they are about as many as the boundary's.
typedef struct FineSkin {
    float* positions;
    int* triangles;
    int vertexCount, triangleCount;
    gelEmbedding added; // of the vertices after those of the skin
} FineSkin;

static void clearFineSkin(FineSkin* fine)
{
    gelFree(fine->positions);
    gelFree(fine->triangles);
    gelDestroyEmbedding(&fine->added);
}

static gelStatus copySkin(const gelTetMesh* mesh, const gelSkin* skin, FineSkin* fine)
{
    const gelSurfaceMesh* surface = &skin->surface;
    size_t vertices = (size_t)surface->vertexCount, triangles = (size_t)surface->triangleCount;
    *fine = (FineSkin){.positions = gelAllocate(3 * vertices, sizeof *fine->positions),
                       .triangles = gelAllocate(3 * triangles, sizeof *fine->triangles),
                       .vertexCount = surface->vertexCount,
                       .triangleCount = surface->triangleCount};
    if (fine->positions == NULL || fine->triangles == NULL)
        return gelFailMemory(3 * (vertices + triangles), sizeof *fine->positions);
    gelEvaluateEmbedding(&skin->embedding, mesh, mesh->positions, fine->positions);
    memcpy(fine->triangles, surface->triangles, 3 * triangles * sizeof *fine->triangles);
    return gel_success;
}

static gelStatus insertMiddle(gelTupleSet* edges, int a, int b, int* index)
{
    bool added;
    const int edge[2] = {a < b ? a : b, a < b ? b : a};
    return gelTupleSet_Insert(edges, edge, index, &added);
}

// Stores the triangles that each becomes, [4 * triangleCount][3]: three corners, then the middle.
static gelStatus cutTriangles(const FineSkin* fine, gelTupleSet* edges, int* cut)
{
    gelStatus status = gel_success;
    for (int t = 0; t < fine->triangleCount && status == gel_success; t++) {
        const int* corners = fine->triangles + 3 * (size_t)t;
        int middles[3] = {0}; // after each corner
        for (int k = 0; k < 3 && status == gel_success; k++) {
            status = insertMiddle(edges, corners[k], corners[(k + 1) % 3], &middles[k]);
            middles[k] += fine->vertexCount;
        }
        for (int k = 0; k < 3; k++) {
            const int corner[3] = {corners[k], middles[k], middles[(k + 2) % 3]};
            memcpy(cut + 12 * (size_t)t + 3 * k, corner, sizeof corner);
        }
        memcpy(cut + 12 * (size_t)t + 9, middles, sizeof middles);
    }
    return status;
}

static gelStatus addMiddles(FineSkin* fine, const gelTupleSet* edges)
{
    size_t count = 3 * ((size_t)fine->vertexCount + (size_t)edges->count);
    float* positions = gelResize(fine->positions, count, sizeof *positions);
    if (positions == NULL)
        return gelFailMemory(count, sizeof *positions);
    fine->positions = positions;
    for (int e = 0; e < edges->count; e++, fine->vertexCount++)
        for (int k = 0; k < 3; k++)
            positions[3 * fine->vertexCount + k] = 0.5f * (positions[3 * edges->tuples[2 * e] + k] +
                                                           positions[3 * edges->tuples[2 * e + 1] + k]);
    return gel_success;
}

static gelStatus cutToFours(FineSkin* fine)
{
    gelTupleSet edges;
    int* cut = gelAllocate(12 * (size_t)fine->triangleCount, sizeof *cut);
    if (cut == NULL)
        return gelFailMemory(12 * (size_t)fine->triangleCount, sizeof *cut);
    gelStatus status = gelCreateTupleSet(&edges, 2, 3 * fine->triangleCount / 2);
    if (status != gel_success) {
        gelFree(cut);
        return status;
    }
    status = cutTriangles(fine, &edges, cut);
    if (status == gel_success)
        status = addMiddles(fine, &edges);
    gelDestroyTupleSet(&edges);
    gelFree(status == gel_success ? fine->triangles : cut);
    fine->triangles = status == gel_success ? cut : fine->triangles;
    fine->triangleCount *= status == gel_success ? 4 : 1;
    return status;
}

// `boundary`: triangles of the tets' boundary.
static gelStatus refineSkin(const gelTetMesh* mesh, const gelSkin* skin, int boundary, FineSkin* fine)
{
    int known = skin->surface.vertexCount;
    gelStatus status = copySkin(mesh, skin, fine);
    while (status == gel_success && fine->triangleCount > 0 && fine->triangleCount <= boundary / 2)
        status = cutToFours(fine);
    if (status == gel_success && fine->vertexCount > known)
        status = gelCreateEmbedding(mesh, fine->positions + 3 * (size_t)known, fine->vertexCount - known,
                                    &fine->added);
    return status;
}

static gelStatus copyPieces(const gelTetMesh* mesh, const gelSkin* skin, const FineSkin* fine,
                            const gelOuterPieces* pieces, double volume, gelOuterSkin* outer)
{
    gelStatus status = reserve(fine->vertexCount, pieces->triangleCount, outer);
    if (status != gel_success)
        return status;
    outer->pointCount = fine->vertexCount;
    outer->triangleCount = pieces->triangleCount;
    for (int i = 0; i < outer->pointCount; i++) {
        gelContactPoint* point = &outer->points[i];
        bool isAdded = i >= skin->surface.vertexCount;
        const gelEmbedding* embedding = isAdded ? &fine->added : &skin->embedding;
        size_t at = (size_t)(isAdded ? i - skin->surface.vertexCount : i);
        memcpy(point->vertices, mesh->tets + 4 * (size_t)embedding->tets[at], sizeof point->vertices);
        memcpy(point->weights, embedding->weights + 4 * at, sizeof point->weights);
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
    FineSkin fine;
    status = refineSkin(mesh, skin, count, &fine);
    if (status == gel_success)
        status =
            gelFindOuterPieces(fine.positions, fine.vertexCount, fine.triangles, fine.triangleCount, &pieces);
    if (status == gel_success && isFit(&pieces, volume))
        status = copyPieces(mesh, skin, &fine, &pieces, volume, outer);
    gelClearOuterPieces(&pieces);
    clearFineSkin(&fine);
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
