// Locates points in a tet mesh: the tet that contains each, found through a box tree, and its weights.
#include "base/box_tree.h"
#include "mesh/mesh.h"
#include "base/triangle.h"
#include "base/vector3.h"

#include "gel/skin.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// w1 to w3 of a point p are rows . (p - origin).
typedef struct Frame {
    double origin[3], rows[3][3];
} Frame;

typedef struct Tree {
    const gelTetMesh* mesh;
    Frame* frames; // [tetCount]
    gelBoxTree boxes;
    double slack; // m^2: distances that differ by less count as equal
} Tree;

typedef struct Query {
    const Tree* tree;
    double point[3];
    bool choosing; // find the best tet within the bound; otherwise lower the bound to the nearest tet
    int tet;       // -1: none yet
    double weights[4], smallest;
} Query;

static void getVertex(const gelTetMesh* mesh, int tet, int corner, double vertex[3])
{
    const float* p = mesh->positions + 3 * (size_t)mesh->tets[4 * (size_t)tet + (size_t)corner];
    for (int k = 0; k < 3; k++)
        vertex[k] = (double)p[k];
}

static Frame frameOf(const gelTetMesh* mesh, int tet)
{
    Frame frame;
    double edges[3][3];
    getVertex(mesh, tet, 0, frame.origin);
    for (int i = 0; i < 3; i++) {
        getVertex(mesh, tet, i + 1, edges[i]);
        gelSubtract3(edges[i], frame.origin, edges[i]);
    }
    double determinant = gelTripleProduct(edges[0], edges[1], edges[2]);
    for (int i = 0; i < 3; i++) {
        gelCross3(edges[(i + 1) % 3], edges[(i + 2) % 3], frame.rows[i]);
        for (int k = 0; k < 3; k++)
            frame.rows[i][k] /= determinant;
    }
    return frame;
}

// Returns the smallest weight.
static double weigh(const Frame* frame, const double point[3], double weights[4])
{
    double from[3];
    gelSubtract3(point, frame->origin, from);
    for (int i = 0; i < 3; i++)
        weights[i + 1] = gelDot3(frame->rows[i], from);
    weights[0] = 1.0 - ((weights[1] + weights[2]) + weights[3]);
    return fmin(fmin(weights[0], weights[1]), fmin(weights[2], weights[3]));
}

static void clearTree(Tree* tree)
{
    gelFree(tree->frames);
    gelDestroyBoxTree(&tree->boxes);
}

static gelStatus makeTree(const gelTetMesh* mesh, Tree* tree)
{
    size_t count = (size_t)mesh->tetCount;
    gelBox* boxes = gelAllocate(count, sizeof *boxes);
    *tree = (Tree){.mesh = mesh, .frames = gelAllocate(count, sizeof *tree->frames)};
    if (boxes == NULL || tree->frames == NULL) {
        gelFree(boxes);
        clearTree(tree);
        return gelFailMemory(count, sizeof *tree->frames + sizeof *boxes);
    }
    for (int t = 0; t < mesh->tetCount; t++) {
        tree->frames[t] = frameOf(mesh, t);
        boxes[t] = gelEmptyBox();
        for (int i = 0; i < 4; i++) {
            double vertex[3];
            getVertex(mesh, t, i, vertex);
            gelBox_Widen(&boxes[t], vertex, vertex);
        }
    }
    gelStatus status = gelCreateBoxTree(boxes, mesh->tetCount, &tree->boxes);
    if (status != gel_success) {
        clearTree(tree);
        return status;
    }
    double size[3];
    gelSubtract3(tree->boxes.nodes[0].box.upper, tree->boxes.nodes[0].box.lower, size);
    tree->slack = 1e-18 * gelDot3(size, size); // a billionth of the mesh
    return gel_success;
}

// Squared distance to a tet that does not contain the point, and the nearest point of it: only faces turned
// towards the point count.
static double distanceToTet(const gelTetMesh* mesh, int tet, const double weights[4], const double point[3],
                            double nearest[3])
{
    double min = INFINITY;
    for (int opposite = 0; opposite < 4; opposite++) {
        if (weights[opposite] >= 0.0)
            continue;
        double corners[3][3], place[3];
        for (int i = 0; i < 3; i++)
            getVertex(mesh, tet, (opposite + 1 + i) % 4, corners[i]);
        double distance = gelNearestOnTriangle((const double(*)[3])corners, point, place);
        if (distance >= min)
            continue;
        min = distance;
        memcpy(nearest, place, sizeof place);
    }
    return min;
}

static void tryTet(void* context, int tet, double* bound)
{
    Query* query = context;
    const Tree* tree = query->tree;
    double weights[4], nearest[3];
    double smallest = weigh(&tree->frames[tet], query->point, weights);
    if (smallest < 0.0 && *bound == 0.0)
        return;
    double distance = smallest >= 0.0 ? 0.0 : distanceToTet(tree->mesh, tet, weights, query->point, nearest);
    if (distance > *bound)
        return;
    if (!query->choosing) {
        *bound = distance;
        return;
    }
    if (query->tet >= 0 && (smallest < query->smallest || (smallest == query->smallest && tet > query->tet)))
        return;
    query->tet = tet;
    query->smallest = smallest;
    memcpy(query->weights, weights, sizeof weights);
}

static void search(Query* query, double* bound)
{
    gelBoxTree_VisitNear(&query->tree->boxes, query->point, bound, tryTet, query);
}

static void embed(const Tree* tree, const float* point, int* tet, float* weights)
{
    Query query = {.tree = tree,
                   .point = {(double)point[0], (double)point[1], (double)point[2]},
                   .choosing = true,
                   .tet = -1};
    double bound = 0.0; // m^2: ignore what is further away
    search(&query, &bound);
    if (query.tet < 0) { // in no tet: find the nearest distance, then the best of the tets at that distance
        bound = INFINITY;
        query.choosing = false;
        search(&query, &bound);
        bound = bound * (1.0 + 1e-9) + tree->slack;
        query.choosing = true;
        search(&query, &bound);
    }
    *tet = query.tet;
    for (int i = 0; i < 4; i++)
        weights[i] = (float)query.weights[i];
}

gelStatus gelCreateEmbedding(const gelTetMesh* mesh, const float* points, int pointCount,
                             gelEmbedding* embedding)
{
    assert(mesh != NULL && mesh->tetCount > 0 && pointCount >= 0 && embedding != NULL);
    *embedding = (gelEmbedding){.pointCount = pointCount,
                                .tets = gelAllocate((size_t)pointCount, sizeof(int)),
                                .weights = gelAllocate((size_t)pointCount, 4 * sizeof(float))};
    Tree tree = {0};
    gelStatus status = embedding->tets != NULL && embedding->weights != NULL
                           ? makeTree(mesh, &tree)
                           : gelFailMemory((size_t)pointCount, sizeof(int) + 4 * sizeof(float));
    if (status != gel_success) {
        gelDestroyEmbedding(embedding);
        return status;
    }
    for (size_t i = 0; i < (size_t)pointCount; i++)
        embed(&tree, points + 3 * i, &embedding->tets[i], embedding->weights + 4 * i);
    clearTree(&tree);
    return gel_success;
}

static void clampPoint(const gelTetMesh* mesh, int tet, float* weights)
{
    Frame frame = frameOf(mesh, tet);
    double given[4], clamped[4], point[3], nearest[3], sum = 0.0;
    memcpy(point, frame.origin, sizeof point);
    for (int i = 0; i < 4; i++) {
        double vertex[3];
        given[i] = (double)weights[i];
        getVertex(mesh, tet, i, vertex);
        for (int k = 0; k < 3; k++)
            point[k] += given[i] * (vertex[k] - frame.origin[k]);
    }
    distanceToTet(mesh, tet, given, point, nearest);
    weigh(&frame, nearest, clamped);
    for (int i = 0; i < 4; i++)
        sum += clamped[i] = fmax(clamped[i], 0.0);
    for (int i = 0; i < 4; i++)
        weights[i] = (float)(clamped[i] / sum);
}

void gelClampEmbedding(const gelTetMesh* mesh, gelEmbedding* embedding)
{
    assert(mesh != NULL && embedding != NULL);
    for (size_t i = 0; i < (size_t)embedding->pointCount; i++) {
        float* w = embedding->weights + 4 * i;
        if (w[0] < 0.0f || w[1] < 0.0f || w[2] < 0.0f || w[3] < 0.0f)
            clampPoint(mesh, embedding->tets[i], w);
    }
}

void gelDestroyEmbedding(gelEmbedding* embedding)
{
    gelFree(embedding->tets);
    gelFree(embedding->weights);
    *embedding = (gelEmbedding){0};
}

void gelEvaluateEmbedding(const gelEmbedding* embedding, const gelTetMesh* mesh, const float* positions,
                          float* points)
{
    for (size_t i = 0; i < (size_t)embedding->pointCount; i++) {
        const int* tet = mesh->tets + 4 * (size_t)embedding->tets[i];
        const float *weights = embedding->weights + 4 * i, *origin = positions + 3 * (size_t)tet[0];
        for (size_t k = 0; k < 3; k++) {
            double x0 = (double)origin[k], x = x0;
            for (int j = 1; j < 4; j++)
                x += (double)weights[j] * ((double)positions[3 * (size_t)tet[j] + k] - x0);
            points[3 * i + k] = (float)x;
        }
    }
}
