// The surface of a body that wears a skin. It has the triangles of the body's boundary, whose size is that of
// the tets, but their corners lie on the skin: each vertex of the boundary is moved to the nearest place of the
// skin, and attached to the tet there. So contact sees what the eye sees, as finely as the body can bend.
#include "mesh/mesh.h"
#include "surface/contact_surface.h"

#include <math.h>
#include <string.h>

// Of the diagonal of the body's box: a vertex that lies so close to the skin stays a vertex.
static const double close = 1e-6;
// The least weight with which a place still counts as inside a tet.
static const double leastWeight = -1e-4;

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
    double best = leastWeight;
    const gelTetMesh* mesh = rings->mesh;
    bool found = false;
    for (int i = rings->starts[vertex]; i < rings->starts[vertex + 1]; i++)
        for (int k = 0; k < 4; k++) {
            int other = mesh->tets[4 * (size_t)rings->tets[i] + (size_t)k];
            for (int j = rings->starts[other]; j < rings->starts[other + 1]; j++) {
                double weights[4], least = weigh(mesh, rings->tets[j], place, weights);
                if (!(least > best))
                    continue;
                best = least;
                found = true;
                for (int n = 0; n < 4; n++) {
                    point->vertices[n] = mesh->tets[4 * (size_t)rings->tets[j] + (size_t)n];
                    point->weights[n] = (float)fmax(weights[n], 0.0);
                }
            }
        }
    return found;
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

static void wrapPoints(const Rings* rings, const gelSurfaceTree* tree, double slack,
                       gelContactSurface* surface, Distant* distant)
{
    for (int i = 0; i < surface->pointCount; i++) {
        gelContactPoint* point = &surface->points[i];
        int vertex = point->vertices[0];
        const float* from = rings->mesh->positions + 3 * (size_t)vertex;
        gelSurfacePlace place =
            gelSurfaceTree_Nearest(tree, (double[]){(double)from[0], (double)from[1], (double)from[2]});
        if (place.distance <= slack || attachNearby(rings, vertex, place.point, point))
            continue;
        for (int k = 0; k < 3; k++)
            distant->places[3 * distant->count + k] = (float)place.point[k];
        distant->points[distant->count++] = i;
    }
}

gelStatus gelWrapPoints(const gelTetMesh* mesh, const gelSurfaceMesh* skin, gelContactSurface* surface)
{
    gelVec3 lowest, highest;
    gelMeasureBox(mesh, &lowest, &highest);
    const double size[3] = {(double)highest.x - (double)lowest.x, (double)highest.y - (double)lowest.y,
                            (double)highest.z - (double)lowest.z};
    size_t count = (size_t)surface->pointCount;
    Distant distant = {gelAllocate(count, sizeof(int)), gelAllocate(count, 3 * sizeof(float)), 0};
    Rings rings;
    gelSurfaceTree tree = {0};
    gelStatus status = findRings(mesh, &rings);
    if (status == gel_success && (distant.points == NULL || distant.places == NULL))
        status = gelFailMemory(count, 4 * sizeof(float));
    if (status == gel_success)
        status = gelCreateSurfaceTree(skin, &tree);
    if (status == gel_success) {
        wrapPoints(&rings, &tree, close * sqrt(gelDot3(size, size)), surface, &distant);
        status = attachDistant(mesh, &distant, surface);
        gelDestroySurfaceTree(&tree);
    }
    gelFree(distant.points);
    gelFree(distant.places);
    clearRings(&rings);
    return status;
}
