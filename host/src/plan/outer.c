#include "plan/outer.h"
#include "plan/body.h"
#include "plan/pressure.h"

#include <limits.h>
#include <math.h>
#include <string.h>

gelStatus gelFindOuterTriangles(const gelShape* shape, int** triangles, int* count)
{
    *triangles = NULL;
    *count = 0;
    if (shape->kind == gel_obstacleBody)
        return gel_success;
    if (shape->surface == NULL)
        return gelExtractSurface(&shape->mesh, triangles, count);
    size_t indices = 3 * (size_t)shape->surface->triangleCount;
    *triangles = gelAllocate(indices, sizeof **triangles);
    if (*triangles == NULL)
        return gelFailMemory(indices, sizeof **triangles);
    memcpy(*triangles, shape->surface->triangles, indices * sizeof **triangles);
    *count = shape->surface->triangleCount;
    return gel_success;
}

void gelClearOutside(gelOutside* outside)
{
    gelFree(outside->triangles);
    gelFree(outside->displacements);
    gelFree(outside->pieces);
    gelFree(outside->samples);
    *outside = (gelOutside){0};
}

// The volume whose mass a body of the mesh has, over that of its tets.
static double fillOf(const gelShape* shape)
{
    double filled = 0.0, whole = 0.0;
    for (int v = 0; v < shape->mesh.vertexCount; v++)
        filled += shape->vertexSizes[v];
    for (int t = 0; t < shape->mesh.tetCount; t++)
        whole += gelTetDeterminant(shape->mesh.positions, shape->mesh.tets + 4 * (size_t)t) / 6.0;
    return shape->mesh.fillFractions != NULL ? filled / whole : 1.0;
}

static gelStatus takePieces(const gelShape* shape, gelOuterPieces* pieces, gelOutside* outside)
{
    size_t count = (size_t)pieces->triangleCount, samples = (size_t)pieces->pieceCount;
    *outside = (gelOutside){.triangles = pieces->triangles,
                            .displacements = gelAllocate(count, sizeof *outside->displacements),
                            .pieces = gelAllocate(count, sizeof *outside->pieces),
                            .samples = gelAllocate(samples, sizeof *outside->samples),
                            .count = pieces->triangleCount,
                            .sampleCount = pieces->pieceCount};
    pieces->triangles = NULL;
    if (outside->displacements == NULL || outside->pieces == NULL || outside->samples == NULL)
        return gelFailMemory(count + samples, sizeof *outside->samples);
    for (int t = 0; t < outside->count; t++) {
        outside->displacements[t] = pieces->isClosed[t] ? 1.0f : 0.0f;
        outside->pieces[t] = pieces->owners[outside->triangles[t][0]];
    }
    return gelSamplePieces(shape, pieces, outside->samples);
}

// Closed parts of a sheet are seen from outside only.
static gelStatus findSheet(const gelShape* shape, gelOutside* outside)
{
    gelOuterPieces pieces;
    gelStatus status = gelFindOuterPieces(shape->mesh.positions, shape->mesh.vertexCount,
                                          shape->surface->triangles, shape->surface->triangleCount, &pieces);
    if (status == gel_success)
        status = takePieces(shape, &pieces, outside);
    gelClearOuterPieces(&pieces);
    return status;
}

gelStatus gelFindOutside(const gelShape* shape, gelOutside* outside)
{
    *outside = (gelOutside){0};
    if (shape->kind == gel_sheetBody)
        return findSheet(shape, outside);
    int* triangles;
    gelStatus status = gelFindOuterTriangles(shape, &triangles, &outside->count);
    outside->triangles = (int(*)[3])triangles;
    if (status != gel_success || outside->count == 0)
        return status;
    outside->displacements = gelAllocate((size_t)outside->count, sizeof *outside->displacements);
    if (outside->displacements == NULL)
        return gelFailMemory((size_t)outside->count, sizeof *outside->displacements);
    float fill = (float)fillOf(shape);
    for (int t = 0; t < outside->count; t++)
        outside->displacements[t] = fill;
    return gel_success;
}

static int placeOf(const gelBody* body, const int* places, int vertex)
{
    return places != NULL ? places[body->firstVertex + vertex] : body->firstVertex + vertex;
}

static gelStatus addPoints(const gelBody* body, const int* places, gelOuterSurface* outer)
{
    const gelOuterSkin* skin = body->outerSkin;
    size_t total = (size_t)(outer->pointCount + skin->pointCount);
    OuterPoint* grown = gelResize(outer->points, total, sizeof *grown);
    if (grown == NULL)
        return gelFailMemory(total, sizeof *grown);
    outer->points = grown;
    for (int i = 0; i < skin->pointCount; i++) {
        OuterPoint* point = &grown[outer->pointCount++];
        *point = (OuterPoint){.edges = {-1, -1, -1, -1, -1, -1}};
        for (int k = 0; k < 4; k++) {
            point->vertices[k] = placeOf(body, places, skin->points[i].vertices[k]);
            point->weights[k] = skin->points[i].weights[k];
        }
    }
    return gel_success;
}

static gelStatus addPieces(const gelBody* body, const int* places, const gelOutside* outside,
                           gelOuterSurface* outer)
{
    size_t total = (size_t)(outer->sampleCount + outside->sampleCount);
    VertexSamples* grown = gelResize(outer->samples, total, sizeof *grown);
    if (grown == NULL)
        return gelFailMemory(total, sizeof *grown);
    outer->samples = grown;
    for (int i = 0; i < outside->sampleCount; i++) {
        VertexSamples* samples = &grown[outer->sampleCount++];
        *samples = outside->samples[i];
        for (int k = 0; k < vertex_samples; k++)
            samples->vertices[k] = placeOf(body, places, samples->vertices[k]);
    }
    return gel_success;
}

// The cube root: the fixed point of s = (volume s)^(1/4). Square roots round alike everywhere.
static float edgeOf(double volume)
{
    double edge = volume;
    for (int i = 0; i < 20; i++) // each leaves a quarter of the error of the logarithm
        edge = sqrt(sqrt(volume * edge));
    return (float)edge;
}

static void addVertices(const gelBody* body, int index, const int* places, gelOuterSurface* outer)
{
    for (int i = 0; i < body->shape->mesh.vertexCount; i++) {
        int place = placeOf(body, places, i);
        outer->bodies[place] = index;
        outer->sizes[place] = body->shape->kind == gel_solidBody ? edgeOf(gelVertexVolume(body, i)) : 0.0f;
    }
}

// `outside`: of the body's shape, unless it has an outer skin.
static gelStatus addBody(const gelPlan* plan, int index, const int* places, const gelOutside* outside,
                         gelOuterSurface* outer)
{
    const gelBody* body = plan->bodies[index];
    const gelOuterSkin* skin = body->outerSkin;
    const int(*triangles)[3] = (const int(*)[3])(skin != NULL ? skin->triangles : outside->triangles);
    const float* displacements = skin != NULL ? skin->displacements : outside->displacements;
    int count = skin != NULL ? skin->triangleCount : outside->count;
    const int* pieces = skin != NULL ? NULL : outside->pieces; // of cloth; a solid is one
    int firstPoint = outer->pointCount, firstPiece = outer->sampleCount;
    size_t total = (size_t)(outer->triangleCount + count);
    gelStatus status = skin != NULL ? addPoints(body, places, outer) : gel_success;
    if (status == gel_success && pieces != NULL && !gelIsFilled(body))
        status = addPieces(body, places, outside, outer);
    if (status != gel_success)
        return status;
    OuterTriangle* grown = gelResize(outer->triangles, total, sizeof *grown);
    if (grown == NULL)
        return gelFailMemory(total, sizeof *grown);
    outer->triangles = grown;
    for (int i = 0; i < count; i++) {
        OuterTriangle* triangle = &grown[outer->triangleCount++];
        *triangle = (OuterTriangle){.body = index,
                                    .has_points = skin != NULL,
                                    .displacement = displacements[i],
                                    .samples = gelIsFilled(body) ? -1
                                               : pieces == NULL  ? index
                                                                 : firstPiece + pieces[i]};
        for (int k = 0; k < 3; k++)
            triangle->corners[k] =
                skin != NULL ? firstPoint + triangles[i][k] : placeOf(body, places, triangles[i][k]);
    }
    addVertices(body, index, places, outer);
    return gel_success;
}

// Bodies of one shape often follow one another: its triangles and samples are found once.
static gelStatus addBodies(const gelPlan* plan, const int* places, gelOuterSurface* outer)
{
    gelOutside outside = {0};
    const gelShape *found = NULL, *sampled = NULL;
    VertexSamples samples = {0};
    gelStatus status = gel_success;
    for (int b = 0; b < plan->bodyCount && status == gel_success; b++) {
        const gelBody* body = plan->bodies[b];
        if (body->outerSkin == NULL && body->shape != found) {
            gelClearOutside(&outside);
            status = gelFindOutside(body->shape, &outside);
            found = body->shape;
        }
        if (status == gel_success && body->shape != sampled)
            status = gelSampleShape(body->shape, &samples);
        sampled = body->shape;
        outer->samples[b] = samples;
        for (int k = 0; k < vertex_samples; k++)
            outer->samples[b].vertices[k] = placeOf(body, places, samples.vertices[k]);
        if (status == gel_success)
            status = addBody(plan, b, places, &outside, outer);
    }
    gelClearOutside(&outside);
    return status;
}

// The vertices that bear a corner of a triangle, with their weights; returns their number.
static int bearersOf(const gelOuterSurface* outer, int corner, const int** vertices, const float** weights)
{
    static const float whole = 1.0f;
    const OuterTriangle* triangle = &outer->triangles[corner / 3];
    int index = triangle->corners[corner % 3];
    *vertices = triangle->has_points ? outer->points[index].vertices : &triangle->corners[corner % 3];
    *weights = triangle->has_points ? outer->points[index].weights : &whole;
    return triangle->has_points ? 4 : 1;
}

// By the weights, of whatever sign.
static gelStatus findShares(const gelPlan* plan, gelOuterSurface* outer)
{
    const int* vertices;
    const float* weights;
    double* sums = gelAllocate((size_t)plan->vertexCount, sizeof *sums);
    if (sums == NULL)
        return gelFailMemory((size_t)plan->vertexCount, sizeof *sums);
    for (int i = 0; i < 3 * outer->triangleCount; i++)
        for (int k = bearersOf(outer, i, &vertices, &weights) - 1; k >= 0; k--)
            sums[vertices[k]] += fabs((double)weights[k]);
    for (int i = 0; i < 3 * outer->triangleCount; i++)
        if (!outer->triangles[i / 3].has_points)
            outer->triangles[i / 3].shares[i % 3] = (float)sums[outer->triangles[i / 3].corners[i % 3]];
    for (int i = 0; i < 4 * outer->pointCount; i++)
        outer->points[i / 4].shares[i % 4] = (float)sums[outer->points[i / 4].vertices[i % 4]];
    gelFree(sums);
    return gel_success;
}

// By counting: each vertex has its corners in the order of their triangles.
static gelStatus listCorners(const gelPlan* plan, gelOuterSurface* outer)
{
    const int* vertices;
    const float* weights;
    int* starts = outer->starts;
    int64_t total = 0;
    for (int i = 0; i < 3 * outer->triangleCount; i++) {
        int count = bearersOf(outer, i, &vertices, &weights);
        for (int k = 0; k < count; k++)
            starts[vertices[k] + 1]++;
        total += count;
    }
    if (total > INT_MAX)
        return gelFail(gel_unsupported, "the surfaces that fields act on have more than 2^31 corners");
    outer->corners = gelAllocate((size_t)total, sizeof *outer->corners);
    if (outer->corners == NULL)
        return gelFailMemory((size_t)total, sizeof *outer->corners);
    for (int v = 0; v < plan->vertexCount; v++)
        starts[v + 1] += starts[v];
    for (int i = 0; i < 3 * outer->triangleCount; i++) {
        int count = bearersOf(outer, i, &vertices, &weights);
        for (int k = 0; k < count; k++)
            outer->corners[starts[vertices[k]]++] = (OuterCorner){i, weights[k]};
    }
    for (int v = plan->vertexCount; v > 0; v--) // each start has become the next one's
        starts[v] = starts[v - 1];
    starts[0] = 0;
    return gel_success;
}

gelStatus gelFindOuterSurface(const gelPlan* plan, const int* places, gelOuterSurface* outer)
{
    size_t count = (size_t)plan->vertexCount;
    *outer = (gelOuterSurface){0};
    outer->bodies = gelAllocate(count, sizeof *outer->bodies);
    outer->sizes = gelAllocate(count, sizeof *outer->sizes);
    outer->starts = gelAllocate(count + 1, sizeof *outer->starts);
    outer->samples = gelAllocate((size_t)plan->bodyCount, sizeof *outer->samples);
    outer->sampleCount = plan->bodyCount;
    bool ok =
        outer->bodies != NULL && outer->sizes != NULL && outer->starts != NULL && outer->samples != NULL;
    gelStatus status = ok ? gel_success : gelFailMemory(count, 3 * sizeof(int));
    if (status == gel_success)
        status = addBodies(plan, places, outer);
    if (status == gel_success)
        status = gelFindOuterEdges(plan, places, outer);
    if (status == gel_success)
        status = findShares(plan, outer);
    if (status == gel_success)
        status = listCorners(plan, outer);
    if (status != gel_success)
        gelClearOuterSurface(outer);
    return status;
}

void gelClearOuterSurface(gelOuterSurface* outer)
{
    gelFree(outer->triangles);
    gelFree(outer->points);
    gelFree(outer->samples);
    gelFree(outer->starts);
    gelFree(outer->corners);
    gelFree(outer->bodies);
    gelFree(outer->sizes);
    gelFree(outer->edges);
    *outer = (gelOuterSurface){0};
}
