// The contact surface of a body with a skin. A skin about as fine as the tets is the surface
// itself. Otherwise the surface has the triangles of the body's boundary, which are as large as
// the tets, with their corners moved onto the skin: each vertex of the boundary is moved to the
// nearest place of the skin, and attached to the tet there. So contact sees what the eye sees, as
// finely as the body can bend.
//
// Where parts of a body are nearer to each other than the size of a tet, the tets of one reach into
// the other. The nearest place may then be on the other part, where the skin faces the other way.
// In this case the skin that the tets round the vertex carry is searched first.
#include "base/triangle.h"
#include "mesh/mesh.h"
#include "surface/contact_surface.h"
#include "surface/open_parts.h"

#include <math.h>
#include <string.h>

// The maximum distance from the skin at which a vertex stays a vertex, in diagonals of the body's
// box.
static const double close = 1e-6;
// The minimum weight with which a place still counts as inside a tet.
static const double minWeight = -1e-4;

// A skin is the surface itself if it has at most maxTriangles times the triangles of the boundary,
// as each costs, and no edge longer than longestEdge times the boundary's mean edge, as it follows
// the body at its corners alone.
static const int maxTriangles = 8;
static const double longestEdge = 2.0;

// The tets round each vertex.
typedef struct Rings {
    const gelTetMesh* mesh;
    int* starts; // [vertexCount + 1] into tets
    int* tets;
} Rings;

static void clearRings(Rings* rings)
{
    gelFree(rings->starts);
    gelFree(rings->tets);
}

static gelStatus findRings(const gelTetMesh* mesh, Rings* rings)
{
    size_t vertexCount = (size_t)mesh->vertexCount, cornerCount = 4 * (size_t)mesh->tetCount;
    int* next = gelAllocate(vertexCount, sizeof *next);
    *rings = (Rings){mesh, gelAllocate(vertexCount + 1, sizeof(int)), gelAllocate(cornerCount, sizeof(int))};
    bool ok = next != NULL && rings->starts != NULL && rings->tets != NULL;
    for (size_t i = 0; i < cornerCount && ok; i++)
        rings->starts[mesh->tets[i] + 1]++;
    for (size_t v = 0; v < vertexCount && ok; v++) {
        rings->starts[v + 1] += rings->starts[v];
        next[v] = rings->starts[v];
    }
    for (size_t i = 0; i < cornerCount && ok; i++)
        rings->tets[next[mesh->tets[i]]++] = (int)(i / 4);
    gelFree(next);
    return ok ? gel_success : gelFailMemory(cornerCount, sizeof(int));
}

// The weights of a place in a tet; returns the smallest.
static double weigh(const gelTetMesh* mesh, int tet, const double place[3], double weights[4])
{
    double corners[4][3], edges[3][3], from[3];
    for (int i = 0; i < 12; i++)
        corners[i / 3][i % 3] =
            (double)
                mesh->positions[3 * (size_t)mesh->tets[4 * (size_t)tet + (size_t)(i / 3)] + (size_t)(i % 3)];
    for (int i = 0; i < 3; i++)
        gelSubtract3(corners[i + 1], corners[0], edges[i]);
    gelSubtract3(place, corners[0], from);
    double volume = gelTripleProduct(edges[0], edges[1], edges[2]);
    weights[1] = gelTripleProduct(from, edges[1], edges[2]) / volume;
    weights[2] = gelTripleProduct(edges[0], from, edges[2]) / volume;
    weights[3] = gelTripleProduct(edges[0], edges[1], from) / volume;
    weights[0] = 1.0 - ((weights[1] + weights[2]) + weights[3]);
    return fmin(fmin(weights[0], weights[1]), fmin(weights[2], weights[3]));
}

// Looks for the tet of a place among those within two rings of the vertex: where parts of the body are nearer
// to each other than a tet, others may be in the same place.
static bool attachNearby(const Rings* rings, int vertex, const double place[3], gelContactPoint* point)
{
    double best = minWeight;
    const gelTetMesh* mesh = rings->mesh;
    bool found = false;
    for (int i = rings->starts[vertex]; i < rings->starts[vertex + 1]; i++)
        for (int k = 0; k < 4; k++) {
            int other = mesh->tets[4 * (size_t)rings->tets[i] + (size_t)k];
            for (int j = rings->starts[other]; j < rings->starts[other + 1]; j++) {
                double weights[4], min = weigh(mesh, rings->tets[j], place, weights);
                if (!(min > best))
                    continue;
                best = min;
                found = true;
                for (int n = 0; n < 4; n++) {
                    point->vertices[n] = mesh->tets[4 * (size_t)rings->tets[j] + (size_t)n];
                    point->weights[n] = (float)fmax(weights[n], 0.0);
                }
            }
        }
    return found;
}

// The skin that the points are moved to, with the lists that the search needs.
typedef struct Wrapping {
    const gelSkin* skin;
    gelSurfaceTree tree; // of the skin
    Rings rings;
    int* starts;          // [tetCount + 1] into triangles
    int* triangles;       // those of the skin with a corner in each tet
    double (*normals)[3]; // of the tets' boundary, for each point of the surface: of any length
} Wrapping;

static void clearWrapping(Wrapping* wrapping)
{
    gelDestroySurfaceTree(&wrapping->tree);
    clearRings(&wrapping->rings);
    gelFree(wrapping->starts);
    gelFree(wrapping->triangles);
    gelFree(wrapping->normals);
}

// Counts, then fills in.
static void gatherCarried(Wrapping* wrapping, int tetCount)
{
    const gelSkin* skin = wrapping->skin;
    int cornerCount = 3 * skin->surface.triangleCount, *starts = wrapping->starts;
    for (int i = 0; i < cornerCount; i++)
        starts[skin->embedding.tets[skin->surface.triangles[i]]]++;
    for (int t = 0, sum = 0; t <= tetCount; t++) {
        sum += starts[t];
        starts[t] = sum; // the end, which becomes the start
    }
    for (int i = cornerCount - 1; i >= 0; i--)
        wrapping->triangles[--starts[skin->embedding.tets[skin->surface.triangles[i]]]] = i / 3;
}

static void findArea(const float* positions, const int triangle[3], double area[3])
{
    double x[3][3], sides[2][3];
    for (int i = 0; i < 9; i++)
        x[i / 3][i % 3] = (double)positions[3 * (size_t)triangle[i / 3] + (size_t)(i % 3)];
    gelSubtract3(x[1], x[0], sides[0]);
    gelSubtract3(x[2], x[0], sides[1]);
    gelCross3(sides[0], sides[1], area);
}

static void addUpNormals(const gelTetMesh* mesh, const gelContactSurface* surface, double (*normals)[3])
{
    for (int t = 0; t < surface->triangleCount; t++) {
        int vertices[3];
        double area[3];
        for (int c = 0; c < 3; c++)
            vertices[c] = surface->points[surface->triangles[t][c]].vertices[0];
        findArea(mesh->positions, vertices, area);
        for (int i = 0; i < 9; i++)
            normals[surface->triangles[t][i / 3]][i % 3] += area[i % 3];
    }
}

static gelStatus prepareWrapping(const gelTetMesh* mesh, const gelSkin* skin,
                                 const gelContactSurface* surface, Wrapping* wrapping)
{
    size_t tetCount = (size_t)mesh->tetCount, cornerCount = 3 * (size_t)skin->surface.triangleCount;
    *wrapping = (Wrapping){.skin = skin,
                           .starts = gelAllocate(tetCount + 1, sizeof(int)),
                           .triangles = gelAllocate(cornerCount, sizeof(int)),
                           .normals = gelAllocate((size_t)surface->pointCount, sizeof *wrapping->normals)};
    gelStatus status = findRings(mesh, &wrapping->rings);
    if (status == gel_success &&
        (wrapping->starts == NULL || wrapping->triangles == NULL || wrapping->normals == NULL))
        status = gelFailMemory(tetCount + cornerCount, sizeof(int));
    if (status == gel_success)
        status = gelCreateSurfaceTree(&skin->surface, &wrapping->tree);
    if (status != gel_success)
        return status;
    gatherCarried(wrapping, mesh->tetCount);
    addUpNormals(mesh, surface, wrapping->normals);
    return gel_success;
}

static bool looksAlong(const Wrapping* wrapping, int triangle, const double way[3])
{
    double area[3];
    findArea(wrapping->skin->surface.positions, wrapping->skin->surface.triangles + 3 * (size_t)triangle,
             area);
    return gelDot3(area, way) > 0.0;
}

// Keeps the place of a triangle that looks along a way, if it is nearer than `square`.
static void tryTriangle(const Wrapping* wrapping, int triangle, const double from[3], const double way[3],
                        double* square, gelSurfacePlace* place)
{
    const gelSurfaceMesh* skin = &wrapping->skin->surface;
    double corners[3][3], nearest[3];
    for (int k = 0; k < 9; k++)
        corners[k / 3][k % 3] =
            (double)skin->positions[3 * (size_t)skin->triangles[3 * (size_t)triangle + (size_t)(k / 3)] +
                                    (size_t)(k % 3)];
    double found = gelNearestOnTriangle((const double(*)[3])corners, from, nearest);
    if (!(found < *square) || !looksAlong(wrapping, triangle, way))
        return;
    *square = found;
    place->triangle = triangle;
    place->distance = sqrt(found);
    memcpy(place->point, nearest, sizeof nearest);
}

static void searchCarried(const Wrapping* wrapping, int tet, const double from[3], const double way[3],
                          double* square, gelSurfacePlace* place)
{
    for (int i = wrapping->starts[tet]; i < wrapping->starts[tet + 1]; i++)
        tryTriangle(wrapping, wrapping->triangles[i], from, way, square, place);
}

// Finds where a point of the surface, at a vertex, belongs on the skin.
static gelSurfacePlace findPlace(const Wrapping* wrapping, int point, int vertex)
{
    const Rings* rings = &wrapping->rings;
    const float* position = rings->mesh->positions + 3 * (size_t)vertex;
    const double from[3] = {(double)position[0], (double)position[1], (double)position[2]};
    const double* way = wrapping->normals[point];
    gelSurfacePlace place = gelSurfaceTree_Nearest(&wrapping->tree, from);
    if (looksAlong(wrapping, place.triangle, way))
        return place;
    double square = INFINITY;
    for (int i = rings->starts[vertex]; i < rings->starts[vertex + 1]; i++)
        searchCarried(wrapping, rings->tets[i], from, way, &square, &place);
    for (int i = rings->starts[vertex]; i < rings->starts[vertex + 1] && square == INFINITY; i++)
        for (int k = 0; k < 4; k++) {
            int other = rings->mesh->tets[4 * (size_t)rings->tets[i] + (size_t)k];
            for (int j = rings->starts[other]; j < rings->starts[other + 1]; j++)
                searchCarried(wrapping, rings->tets[j], from, way, &square, &place);
        }
    // Triangles larger than tets have their corners elsewhere.
    if (square == INFINITY)
        for (int t = 0; t < wrapping->skin->surface.triangleCount; t++)
            tryTriangle(wrapping, t, from, way, &square, &place);
    return place;
}

// Points whose places are further away.
typedef struct Distant {
    int* points;   // of the surface
    float* places; // [count][3]
    int count;
} Distant;

// Attaches them to whichever tets are there.
static gelStatus attachDistant(const gelTetMesh* mesh, const Distant* distant, gelContactSurface* surface)
{
    gelEmbedding embedding;
    if (distant->count == 0)
        return gel_success;
    gelStatus status = gelCreateEmbedding(mesh, distant->places, distant->count, &embedding);
    if (status != gel_success)
        return status;
    gelClampEmbedding(mesh, &embedding);
    for (int i = 0; i < distant->count; i++) {
        gelContactPoint* point = &surface->points[distant->points[i]];
        memcpy(point->vertices, mesh->tets + 4 * (size_t)embedding.tets[i], sizeof point->vertices);
        memcpy(point->weights, embedding.weights + 4 * (size_t)i, sizeof point->weights);
    }
    gelDestroyEmbedding(&embedding);
    return gel_success;
}

static void wrapPoints(const Wrapping* wrapping, double slack, gelContactSurface* surface, Distant* distant)
{
    for (int i = 0; i < surface->pointCount; i++) {
        gelContactPoint* point = &surface->points[i];
        int vertex = point->vertices[0];
        gelSurfacePlace place = findPlace(wrapping, i, vertex);
        if (place.distance <= slack || attachNearby(&wrapping->rings, vertex, place.point, point))
            continue;
        for (int k = 0; k < 3; k++)
            distant->places[3 * distant->count + k] = (float)place.point[k];
        distant->points[distant->count++] = i;
    }
}

gelStatus gelWrapPoints(const gelTetMesh* mesh, const gelSkin* skin, gelContactSurface* surface)
{
    gelVec3 lowest, highest;
    gelMeasureBox(mesh, &lowest, &highest);
    const double size[3] = {(double)highest.x - (double)lowest.x, (double)highest.y - (double)lowest.y,
                            (double)highest.z - (double)lowest.z};
    size_t count = (size_t)surface->pointCount;
    Distant distant = {gelAllocate(count, sizeof(int)), gelAllocate(count, 3 * sizeof(float)), 0};
    Wrapping wrapping;
    gelStatus status = prepareWrapping(mesh, skin, surface, &wrapping);
    if (status == gel_success && (distant.points == NULL || distant.places == NULL))
        status = gelFailMemory(count, 4 * sizeof(float));
    if (status == gel_success) {
        wrapPoints(&wrapping, close * sqrt(gelDot3(size, size)), surface, &distant);
        status = attachDistant(mesh, &distant, surface);
    }
    gelFree(distant.points);
    gelFree(distant.places);
    clearWrapping(&wrapping);
    return status;
}

// In the mean.
static double measureEdges(const gelTetMesh* mesh, const gelContactSurface* surface)
{
    double sum = 0.0, edge[3];
    for (int i = 0; i < 3 * surface->triangleCount; i++) {
        const int* corners = surface->triangles[i / 3];
        sum += gelMeasureEdge(mesh->positions, surface->points[corners[i % 3]].vertices[0],
                              surface->points[corners[(i + 1) % 3]].vertices[0], edge);
    }
    return sum / (3.0 * surface->triangleCount);
}

static bool isFineEnough(const gelSurfaceMesh* skin, double maxLength)
{
    double edge[3];
    bool isFine = true;
    for (int t = 0; t < skin->triangleCount && isFine; t++) {
        const int* corners = skin->triangles + 3 * (size_t)t;
        isFine = gelTriangleHasArea(skin->positions, corners);
        for (int k = 0; k < 3 && isFine; k++)
            isFine = gelMeasureEdge(skin->positions, corners[k], corners[(k + 1) % 3], edge) <= maxLength;
    }
    return isFine;
}

static bool isInside(const gelSkin* skin)
{
    bool inside = true;
    for (int i = 0; i < 4 * skin->surface.vertexCount && inside; i++)
        inside = (double)skin->embedding.weights[i] >= minWeight;
    return inside;
}

// Vertices of no triangle are left out.
static gelStatus copySkin(const gelTetMesh* mesh, const gelSkin* skin, gelContactSurface* surface)
{
    const gelSurfaceMesh* from = &skin->surface;
    size_t cornerCount = 3 * (size_t)from->triangleCount;
    int* numbers = gelAllocate((size_t)from->vertexCount, sizeof *numbers);
    int(*triangles)[3] = gelAllocate((size_t)from->triangleCount, sizeof *triangles);
    gelContactPoint* points = gelAllocate((size_t)from->vertexCount, sizeof *points);
    if (numbers == NULL || triangles == NULL || points == NULL) {
        gelFree(numbers);
        gelFree(triangles);
        gelFree(points);
        return gelFailMemory(cornerCount, sizeof(int));
    }
    int count = 0;
    for (size_t i = 0; i < cornerCount; i++)
        numbers[from->triangles[i]] = 1;
    for (int v = 0; v < from->vertexCount; v++) {
        if (numbers[v] == 0)
            continue;
        gelContactPoint* point = &points[count];
        memcpy(point->vertices, mesh->tets + 4 * (size_t)skin->embedding.tets[v], sizeof point->vertices);
        for (int k = 0; k < 4; k++)
            point->weights[k] = fmaxf(skin->embedding.weights[4 * (size_t)v + (size_t)k], 0.0f);
        numbers[v] = count++;
    }
    for (size_t i = 0; i < cornerCount; i++)
        triangles[i / 3][i % 3] = numbers[from->triangles[i]];
    gelFree(numbers);
    gelFree(surface->triangles);
    gelFree(surface->points);
    surface->triangles = triangles;
    surface->points = points;
    surface->triangleCount = from->triangleCount;
    surface->pointCount = count;
    return gel_success;
}

gelStatus gelAdoptSkin(const gelTetMesh* mesh, const gelSkin* skin, gelContactSurface* surface, bool* isTaken)
{
    int open, turned;
    *isTaken = false;
    if (skin->surface.triangleCount > maxTriangles * surface->triangleCount || !isInside(skin) ||
        !isFineEnough(&skin->surface, longestEdge * measureEdges(mesh, surface)))
        return gel_success;
    gelStatus status =
        gelCountOpenEdges(skin->surface.triangles, skin->surface.triangleCount, &open, &turned);
    if (status == gel_success && open + turned == 0) {
        status = copySkin(mesh, skin, surface);
        *isTaken = status == gel_success;
    }
    return status;
}
