#include "surface/contact_surface.h"

#include "base/parallel.h"
#include "base/pool.h"
#include "base/triangle.h"
#include "base/tuple_set.h"
#include "base/vector3.h"
#include "mesh/clusters.h"
#include "mesh/mesh.h"
#include "surface/open_parts.h"
#include "surface/tree.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// The distance from a triangle at which a hit still lies on it, in diagonals of the body's box.
static const double touching = 1e-6;

// The points of gelFindExits are this part of the way from a tet's centroid to its corners.
static const double towardsCorner = 0.6;

enum { trianglesPerBlock = 256 };

// The data from which triangles and tets are measured.
typedef struct Measuring {
    const float* positions; // [pointCount][3]: of the points
    gelContactSurface* surface;
    double diagonal; // of the box round the mesh, m
} Measuring;

// The vertices of the triangles become points, ascending; the triangles then consist of points.
static gelStatus findPoints(const gelTetMesh* mesh, gelContactSurface* surface)
{
    size_t vertexCount = (size_t)mesh->vertexCount, cornerCount = 3 * (size_t)surface->triangleCount;
    int *corners = (int*)surface->triangles, *numbers = gelAllocate(vertexCount, sizeof *numbers);
    if (numbers == NULL)
        return gelFailMemory(vertexCount, sizeof *numbers);
    for (size_t i = 0; i < cornerCount; i++)
        numbers[corners[i]] = 1;
    for (size_t v = 0; v < vertexCount; v++)
        numbers[v] = numbers[v] != 0 ? surface->pointCount++ : -1;
    surface->points = gelAllocate((size_t)surface->pointCount, sizeof *surface->points);
    for (int v = 0; v < mesh->vertexCount && surface->points != NULL; v++)
        if (numbers[v] >= 0)
            surface->points[numbers[v]] = (gelContactPoint){{v, v, v, v}, {1.0f, 0.0f, 0.0f, 0.0f}};
    for (size_t i = 0; i < cornerCount; i++)
        corners[i] = numbers[corners[i]];
    gelFree(numbers);
    return surface->points != NULL ? gel_success
                                   : gelFailMemory((size_t)surface->pointCount, sizeof *surface->points);
}

static void placePoints(const gelTetMesh* mesh, const gelContactSurface* surface, float* positions)
{
    for (size_t p = 0; p < (size_t)surface->pointCount; p++)
        for (size_t axis = 0; axis < 3; axis++) {
            double sum = 0.0;
            for (int k = 0; k < 4; k++)
                sum += (double)surface->points[p].weights[k] *
                       (double)mesh->positions[3 * (size_t)surface->points[p].vertices[k] + axis];
            positions[3 * p + axis] = (float)sum;
        }
}

// Numbers the points by clusters. `positions` is scratch memory.
static gelStatus orderPoints(const gelTetMesh* mesh, gelContactSurface* surface, float* positions)
{
    size_t count = (size_t)surface->pointCount;
    int *order = gelAllocate(count, sizeof *order), *places = gelAllocate(count, sizeof *places);
    gelContactPoint* sorted = gelAllocate(count, sizeof *sorted);
    gelStatus status = order != NULL && places != NULL && sorted != NULL
                           ? gel_success
                           : gelFailMemory(count, sizeof *sorted + 2 * sizeof *order);
    placePoints(mesh, surface, positions);
    if (status == gel_success)
        status = gelSortIntoClusters(positions, surface->pointCount, gel_clusterSize, order);
    if (status == gel_success) {
        int* corners = (int*)surface->triangles;
        for (int i = 0; i < surface->pointCount; i++) {
            sorted[i] = surface->points[order[i]];
            places[order[i]] = i;
        }
        for (size_t i = 0; i < 3 * (size_t)surface->triangleCount; i++)
            corners[i] = places[corners[i]];
        memcpy(surface->points, sorted, count * sizeof *sorted);
    }
    gelFree(order);
    gelFree(places);
    gelFree(sorted);
    return status;
}

// Sorts items[count][arity] of points by clusters of their centres.
static gelStatus orderItems(const float* positions, int* items, int arity, int count)
{
    size_t size = (size_t)arity;
    float* centres = gelAllocate((size_t)count, 3 * sizeof *centres);
    int *order = gelAllocate((size_t)count, sizeof *order),
        *sorted = gelAllocate((size_t)count, size * sizeof *sorted);
    gelStatus status = centres != NULL && order != NULL && sorted != NULL
                           ? gel_success
                           : gelFailMemory((size_t)count, 3 * sizeof *centres + (1 + size) * sizeof *order);
    for (size_t i = 0; i < 3 * (size_t)count && status == gel_success; i++) {
        double sum = 0.0;
        for (size_t k = 0; k < size; k++)
            sum += (double)positions[3 * (size_t)items[i / 3 * size + k] + i % 3];
        centres[i] = (float)(sum / arity);
    }
    if (status == gel_success)
        status = gelSortIntoClusters(centres, count, gel_clusterSize, order);
    if (status == gel_success) {
        for (size_t i = 0; i < (size_t)count; i++)
            memcpy(sorted + i * size, items + (size_t)order[i] * size, size * sizeof *items);
        memcpy(items, sorted, (size_t)count * size * sizeof *items);
    }
    gelFree(centres);
    gelFree(order);
    gelFree(sorted);
    return status;
}

static gelStatus findEdges(gelContactSurface* surface)
{
    gelTupleSet set;
    // A closed surface has three edges for every two triangles.
    gelStatus status = gelCreateTupleSet(&set, 2, surface->triangleCount + surface->triangleCount / 2);
    if (status != gel_success)
        return status;
    for (int i = 0; i < surface->triangleCount && status == gel_success; i++)
        for (int k = 0; k < 3 && status == gel_success; k++) {
            int a = surface->triangles[i][k], b = surface->triangles[i][(k + 1) % 3], index;
            int edge[2] = {a < b ? a : b, a < b ? b : a};
            bool added;
            if (a != b) // of a rope
                status = gelTupleSet_Insert(&set, edge, &index, &added);
        }
    if (status == gel_success) {
        surface->edgeCount = set.count;
        surface->edges = (int(*)[2])set.tuples;
        set.tuples = NULL;
    }
    gelDestroyTupleSet(&set);
    return status;
}

static gelStatus gatherTriangles(gelContactSurface* surface)
{
    size_t pointCount = (size_t)surface->pointCount, cornerCount = 3 * (size_t)surface->triangleCount;
    const int* corners = (const int*)surface->triangles;
    int* next = gelAllocate(pointCount, sizeof *next);
    surface->triangleStarts = gelAllocate(pointCount + 1, sizeof *surface->triangleStarts);
    surface->pointTriangles = gelAllocate(cornerCount, sizeof *surface->pointTriangles);
    bool ok = next != NULL && surface->triangleStarts != NULL && surface->pointTriangles != NULL;
    if (ok) {
        int* starts = surface->triangleStarts;
        for (size_t i = 0; i < cornerCount; i++)
            starts[corners[i] + 1]++;
        for (size_t p = 0; p < pointCount; p++) {
            starts[p + 1] += starts[p];
            next[p] = starts[p];
        }
        for (size_t i = 0; i < cornerCount; i++)
            surface->pointTriangles[next[corners[i]]++] = (int)(i / 3);
    }
    gelFree(next);
    return ok ? gel_success : gelFailMemory(pointCount + cornerCount, 2 * sizeof *next);
}

// Finds the triangles beside each edge: those round its first point that have its second one, too.
static gelStatus findEdgeTriangles(gelContactSurface* surface)
{
    surface->edgeTriangles = gelAllocate((size_t)surface->edgeCount, sizeof *surface->edgeTriangles);
    if (surface->edgeTriangles == NULL)
        return gelFailMemory((size_t)surface->edgeCount, sizeof *surface->edgeTriangles);
    for (int e = 0; e < surface->edgeCount; e++) {
        int a = surface->edges[e][0], b = surface->edges[e][1], found = 0;
        for (int i = surface->triangleStarts[a]; i < surface->triangleStarts[a + 1]; i++) {
            int t = surface->pointTriangles[i];
            const int* corners = surface->triangles[t];
            if (corners[0] != b && corners[1] != b && corners[2] != b)
                continue;
            surface->edgeTriangles[e][found > 0] = t;
            surface->edgeTriangles[e][1] = t;
            found++;
        }
    }
    return gel_success;
}

static float measureMeanEdge(const gelContactSurface* surface, const float* positions)
{
    double sum = 0.0, edge[3];
    for (int e = 0; e < surface->edgeCount; e++)
        sum += gelMeasureEdge(positions, surface->edges[e][0], surface->edges[e][1], edge);
    return surface->edgeCount > 0 ? (float)(sum / surface->edgeCount) : 0.0f;
}

static void getCorners(const Measuring* measuring, int triangle, double corners[3][3])
{
    const int* points = measuring->surface->triangles[triangle];
    for (int i = 0; i < 9; i++)
        corners[i / 3][i % 3] = (double)measuring->positions[3 * (size_t)points[i / 3] + (size_t)(i % 3)];
}

static double measureThickness(const Measuring* measuring, int triangle)
{
    double corners[3][3], sides[2][3], inward[3], centroid[3];
    getCorners(measuring, triangle, corners);
    gelSubtract3(corners[1], corners[0], sides[0]);
    gelSubtract3(corners[2], corners[0], sides[1]);
    gelCross3(sides[1], sides[0], inward);
    double length = sqrt(gelDot3(inward, inward));
    if (!(length > 0.0))
        return measuring->diagonal;
    for (int k = 0; k < 3; k++) {
        inward[k] /= length;
        centroid[k] = ((corners[0][k] + corners[1][k]) + corners[2][k]) / 3.0;
    }
    double met =
        gelSurfaceTree_CastRay(&measuring->surface->tree, centroid, inward, touching * measuring->diagonal);
    return met < measuring->diagonal ? met : measuring->diagonal;
}

static void measureThicknesses(void* context, int first, int end, int worker)
{
    Measuring* measuring = context;
    (void)worker;
    for (int t = first; t < end; t++)
        measuring->surface->thicknesses[t] = (float)measureThickness(measuring, t);
}

void gelFindExits(const gelContactSurface* surface, const gelTetMesh* mesh, int tet, int exits[gel_exitCount])
{
    const float* corners[4];
    double centroid[3], point[3];
    for (int i = 0; i < 4; i++)
        corners[i] = mesh->positions + 3 * (size_t)mesh->tets[4 * (size_t)tet + (size_t)i];
    for (int k = 0; k < 3; k++)
        centroid[k] = 0.25 * (((double)corners[0][k] + (double)corners[1][k]) +
                              ((double)corners[2][k] + (double)corners[3][k]));
    for (int i = 0; i < gel_exitCount; i++) {
        for (int k = 0; k < 3; k++)
            point[k] = i == 0 ? centroid[k]
                              : centroid[k] + towardsCorner * ((double)corners[i - 1][k] - centroid[k]);
        exits[i] = surface->triangleCount > 0 ? gelSurfaceTree_Nearest(&surface->tree, point).triangle : -1;
    }
}

static gelStatus measure(const gelTetMesh* mesh, float* positions, gelContactSurface* surface)
{
    Measuring measuring = {.positions = positions, .surface = surface};
    gelVec3 lowest, highest;
    surface->meanEdge = measureMeanEdge(surface, positions);
    surface->thicknesses = gelAllocate((size_t)surface->triangleCount, sizeof *surface->thicknesses);
    if (surface->thicknesses == NULL)
        return gelFailMemory((size_t)surface->triangleCount, sizeof *surface->thicknesses);
    if (surface->triangleCount == 0)
        return gel_success;
    gelStatus status = gelCreateSurfaceTree(&(gelSurfaceMesh){.vertexCount = surface->pointCount,
                                                              .triangleCount = surface->triangleCount,
                                                              .positions = positions,
                                                              .triangles = (int*)surface->triangles},
                                            &surface->tree);
    if (status != gel_success)
        return status;
    gelMeasureBox(mesh, &lowest, &highest);
    const double size[3] = {(double)highest.x - (double)lowest.x, (double)highest.y - (double)lowest.y,
                            (double)highest.z - (double)lowest.z};
    measuring.diagonal = sqrt(gelDot3(size, size));
    int threads = gelThreadCount(0);
    gelParallelFor(surface->triangleCount, trianglesPerBlock, threads, measureThicknesses, &measuring);
    return gel_success;
}

// Everything but the points and triangles, and the order of these.
static gelStatus complete(const gelTetMesh* mesh, gelContactSurface* surface)
{
    float* positions = gelAllocate((size_t)surface->pointCount, 3 * sizeof *positions);
    if (positions == NULL)
        return gelFailMemory((size_t)surface->pointCount, 3 * sizeof *positions);
    gelStatus status = orderPoints(mesh, surface, positions);
    placePoints(mesh, surface, positions);
    if (status == gel_success)
        status = orderItems(positions, (int*)surface->triangles, 3, surface->triangleCount);
    if (status == gel_success)
        status = findEdges(surface);
    if (status == gel_success)
        status = orderItems(positions, (int*)surface->edges, 2, surface->edgeCount);
    if (status == gel_success)
        status = gatherTriangles(surface);
    if (status == gel_success)
        status = findEdgeTriangles(surface);
    if (status == gel_success)
        status = measure(mesh, positions, surface);
    gelFree(positions);
    return status;
}

// Gives the triangles of open parts a second one right behind each: the normals of their points, sums in this
// order, then are exactly 0, and so belong to neither side.
static gelStatus doubleOpenTriangles(const bool* isOpen, gelContactSurface* surface)
{
    size_t count = (size_t)surface->triangleCount;
    int(*triangles)[3] = gelAllocate(2 * count, sizeof *triangles), kept = 0;
    float* thicknesses = gelAllocate(2 * count, sizeof *thicknesses);
    int* places = gelAllocate(count, sizeof *places);
    bool ok = triangles != NULL && thicknesses != NULL && places != NULL;
    for (size_t t = 0; t < count && ok; t++) {
        const int* from = surface->triangles[t];
        bool open = isOpen[surface->points[from[0]].vertices[0]];
        places[t] = kept;
        thicknesses[kept] = open ? 0.0f : surface->thicknesses[t];
        memcpy(triangles[kept++], from, 3 * sizeof *from);
        if (open)
            memcpy(triangles[kept++], (int[]){from[0], from[2], from[1]}, 3 * sizeof *from);
    }
    for (int i = 0; i < 2 * surface->edgeCount && ok; i++)
        surface->edgeTriangles[i / 2][i % 2] = places[surface->edgeTriangles[i / 2][i % 2]];
    gelFree(places);
    if (!ok) {
        gelFree(triangles);
        gelFree(thicknesses);
        return gelFailMemory(2 * count, sizeof *triangles);
    }
    gelFree(surface->triangles);
    gelFree(surface->thicknesses);
    gelFree(surface->triangleStarts);
    gelFree(surface->pointTriangles);
    surface->triangles = triangles;
    surface->thicknesses = thicknesses;
    surface->triangleCount = kept;
    return gatherTriangles(surface);
}

gelStatus gelCreateContactSurface(const gelTetMesh* mesh, const gelSkin* skin, gelContactSurface* surface)
{
    assert(mesh != NULL && mesh->tetCount > 0 && surface != NULL);
    *surface = (gelContactSurface){0};
    int* triangles;
    gelStatus status = gelExtractSurface(mesh, &triangles, &surface->triangleCount);
    surface->triangles = (int(*)[3])triangles;
    if (status == gel_success)
        status = findPoints(mesh, surface);
    bool isTaken = skin == NULL || surface->pointCount == 0;
    if (status == gel_success && !isTaken)
        status = gelAdoptSkin(mesh, skin, surface, &isTaken);
    if (status == gel_success && !isTaken)
        status = gelWrapPoints(mesh, skin, surface);
    if (status == gel_success)
        status = complete(mesh, surface);
    if (status == gel_success)
        status = gelClusterTets(mesh, false, surface);
    if (status != gel_success)
        gelClearContactSurface(surface);
    return status;
}

// All corners of these tets are points of the surface.
static gelStatus findTetPoints(const gelTetMesh* mesh, gelContactSurface* surface)
{
    int* numbers = gelAllocate((size_t)mesh->vertexCount, sizeof *numbers);
    surface->tetPoints = gelAllocate((size_t)mesh->tetCount, sizeof *surface->tetPoints);
    bool ok = numbers != NULL && surface->tetPoints != NULL;
    for (int p = 0; p < surface->pointCount && ok; p++)
        numbers[surface->points[p].vertices[0]] = p;
    for (int i = 0; i < 4 * mesh->tetCount && ok; i++)
        surface->tetPoints[i / 4][i % 4] =
            numbers[mesh->tets[4 * (size_t)surface->tets[i / 4] + (size_t)(i % 4)]];
    gelFree(numbers);
    return ok ? gel_success : gelFailMemory((size_t)mesh->vertexCount, sizeof *numbers);
}

gelStatus gelCreateSurfaceOfTriangles(const gelTetMesh* mesh, const int* triangles, int triangleCount,
                                      bool isTwoSided, gelContactSurface* surface)
{
    bool* isOpen;
    *surface = (gelContactSurface){0};
    gelStatus status = gelFindOpenVertices(mesh->vertexCount, triangles, triangleCount, &isOpen);
    if (status != gel_success)
        return status;
    for (int v = 0; v < mesh->vertexCount; v++)
        isOpen[v] = isOpen[v] || isTwoSided;
    surface->triangles = gelAllocate((size_t)triangleCount, sizeof *surface->triangles);
    if (surface->triangles == NULL)
        status = gelFailMemory((size_t)triangleCount, sizeof *surface->triangles);
    for (int t = 0; t < triangleCount && status == gel_success; t++)
        if (gelTriangleHasArea(mesh->positions, triangles + 3 * (size_t)t))
            memcpy(surface->triangles[surface->triangleCount++], triangles + 3 * (size_t)t, 3 * sizeof(int));
    if (status == gel_success)
        status = findPoints(mesh, surface);
    if (status == gel_success)
        status = complete(mesh, surface);
    if (status == gel_success)
        status = doubleOpenTriangles(isOpen, surface);
    if (status == gel_success)
        status = gelClusterTets(mesh, mesh->parts != NULL, surface);
    if (status == gel_success)
        status = findTetPoints(mesh, surface);
    if (status != gel_success)
        gelClearContactSurface(surface);
    gelFree(isOpen);
    return status;
}

gelStatus gelCreateSurfaceOfLines(const gelTetMesh* mesh, const int* lines, int lineCount,
                                  gelContactSurface* surface)
{
    *surface = (gelContactSurface){.triangleCount = lineCount};
    surface->triangles = gelAllocate((size_t)lineCount, sizeof *surface->triangles);
    gelStatus status = surface->triangles != NULL
                           ? gel_success
                           : gelFailMemory((size_t)lineCount, sizeof *surface->triangles);
    for (int i = 0; i < lineCount && status == gel_success; i++)
        memcpy(surface->triangles[i], (int[]){lines[2 * i], lines[2 * i + 1], lines[2 * i + 1]},
               3 * sizeof(int));
    if (status == gel_success)
        status = findPoints(mesh, surface);
    if (status == gel_success)
        status = complete(mesh, surface);
    if (status == gel_success)
        memset(surface->thicknesses, 0, (size_t)lineCount * sizeof *surface->thicknesses);
    if (status == gel_success)
        status = gelClusterTets(mesh, false, surface);
    if (status == gel_success)
        status = findTetPoints(mesh, surface);
    if (status != gel_success)
        gelClearContactSurface(surface);
    return status;
}

void gelClearContactSurface(gelContactSurface* surface)
{
    gelFree(surface->points);
    gelFree(surface->triangles);
    gelFree(surface->edges);
    gelFree(surface->edgeTriangles);
    gelFree(surface->triangleStarts);
    gelFree(surface->pointTriangles);
    gelFree(surface->thicknesses);
    gelFree(surface->tets);
    gelFree(surface->clusterStarts);
    gelFree(surface->clusterVertices);
    gelFree(surface->tetPoints);
    if (surface->tree.triangleCount > 0)
        gelDestroySurfaceTree(&surface->tree);
    *surface = (gelContactSurface){0};
}
