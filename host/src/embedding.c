// Points in a tet mesh: which tet holds each, found through a tree of boxes, and by what weights.
#include "mesh_internal.h"
#include "vector3.h"

#include "gel/skin.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { leafSize = 4, deepest = 64 };

typedef struct Box {
    double lower[3], upper[3];
} Box;

typedef struct Node {
    Box box;
    int first, count; // tets of a leaf, in `order`
    int right;        // second child of an inner node, 0 in a leaf; the first child follows its parent
} Node;

// w1 to w3 of a point p are rows . (p - origin).
typedef struct Frame {
    double origin[3], rows[3][3];
} Frame;

typedef struct Tree {
    const gelTetMesh* mesh;
    Frame* frames; // [tetCount]
    Box* boxes;    // [tetCount]
    int* order;    // [tetCount]
    Node* nodes;   // [2 tetCount]
    int nodeCount;
    double slack; // m^2: what is nearer than this to the nearest is as near
} Tree;

typedef struct Query {
    double point[3];
    double bound;  // m^2: what is further does not count
    bool choosing; // the best tet within the bound; else the bound is brought down to the nearest tet
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

static Box emptyBox(void)
{
    return (Box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

static void widen(Box* box, const double lower[3], const double upper[3])
{
    for (int k = 0; k < 3; k++) {
        box->lower[k] = fmin(box->lower[k], lower[k]);
        box->upper[k] = fmax(box->upper[k], upper[k]);
    }
}

static double distanceToBox(const Box* box, const double point[3])
{
    double off[3];
    for (int k = 0; k < 3; k++)
        off[k] = fmax(fmax(box->lower[k] - point[k], point[k] - box->upper[k]), 0.0);
    return gelDot3(off, off);
}

static double middleOf(const Box* box, int axis)
{
    return 0.5 * (box->lower[axis] + box->upper[axis]);
}

// Parts the tets of a node at the middle of their centres, along the axis on which they are furthest apart; returns how
// many come first. Where that parts nothing, or too often, they are halved by number.
static int part(const Tree* tree, int first, int count, int depth)
{
    Box centres = emptyBox();
    for (int i = first; i < first + count; i++) {
        const Box* box = &tree->boxes[tree->order[i]];
        double centre[3] = {middleOf(box, 0), middleOf(box, 1), middleOf(box, 2)};
        widen(&centres, centre, centre);
    }
    int axis = 0;
    for (int k = 1; k < 3; k++)
        if (centres.upper[k] - centres.lower[k] > centres.upper[axis] - centres.lower[axis])
            axis = k;
    double middle = middleOf(&centres, axis);
    int left = 0;
    for (int i = 0; i < count && depth < deepest / 2; i++) {
        int tet = tree->order[first + i];
        if (middleOf(&tree->boxes[tet], axis) > middle)
            continue;
        tree->order[first + i] = tree->order[first + left];
        tree->order[first + left++] = tet;
    }
    return left == 0 || left == count ? count / 2 : left;
}

static int addNode(Tree* tree, int first, int count, int depth)
{
    int index = tree->nodeCount++;
    Node* node = &tree->nodes[index];
    *node = (Node){.box = emptyBox(), .first = first, .count = count};
    for (int i = first; i < first + count; i++) {
        const Box* box = &tree->boxes[tree->order[i]];
        widen(&node->box, box->lower, box->upper);
    }
    if (count > leafSize) {
        int left = part(tree, first, count, depth);
        addNode(tree, first, left, depth + 1);
        node->right = addNode(tree, first + left, count - left, depth + 1);
    }
    return index;
}

static void clearTree(Tree* tree)
{
    gelFree(tree->frames);
    gelFree(tree->boxes);
    gelFree(tree->order);
    gelFree(tree->nodes);
}

static gelStatus makeTree(const gelTetMesh* mesh, Tree* tree)
{
    size_t count = (size_t)mesh->tetCount;
    *tree = (Tree){.mesh = mesh,
                   .frames = gelAllocate(count, sizeof *tree->frames),
                   .boxes = gelAllocate(count, sizeof *tree->boxes),
                   .order = gelAllocate(count, sizeof *tree->order),
                   .nodes = gelAllocate(2 * count, sizeof *tree->nodes)};
    if (tree->frames == NULL || tree->boxes == NULL || tree->order == NULL || tree->nodes == NULL) {
        clearTree(tree);
        return gelFailMemory(count, sizeof *tree->frames + sizeof *tree->boxes + 2 * sizeof *tree->nodes);
    }
    for (int t = 0; t < mesh->tetCount; t++) {
        tree->frames[t] = frameOf(mesh, t);
        tree->boxes[t] = emptyBox();
        tree->order[t] = t;
        for (int i = 0; i < 4; i++) {
            double vertex[3];
            getVertex(mesh, t, i, vertex);
            widen(&tree->boxes[t], vertex, vertex);
        }
    }
    addNode(tree, 0, mesh->tetCount, 0);
    double size[3];
    gelSubtract3(tree->nodes[0].box.upper, tree->nodes[0].box.lower, size);
    tree->slack = 1e-18 * gelDot3(size, size); // a billionth of the mesh
    return gel_success;
}

// Squared distance to the segment from a to b.
static double distanceToEdge(const double a[3], const double b[3], const double point[3])
{
    double along[3], from[3];
    gelSubtract3(b, a, along);
    gelSubtract3(point, a, from);
    double t = fmin(fmax(gelDot3(from, along) / gelDot3(along, along), 0.0), 1.0);
    for (int k = 0; k < 3; k++)
        from[k] -= t * along[k];
    return gelDot3(from, from);
}

// Squared distance to a triangle: to its plane above its inside, else to its nearest edge.
static double distanceToTriangle(const double corners[3][3], const double point[3])
{
    double normal[3], sides[3][3], nearest = INFINITY;
    gelSubtract3(corners[1], corners[0], sides[0]);
    gelSubtract3(corners[2], corners[1], sides[1]);
    gelSubtract3(corners[0], corners[2], sides[2]);
    gelCross3(sides[0], sides[1], normal);
    bool above = true;
    for (int i = 0; i < 3; i++) {
        double from[3];
        gelSubtract3(point, corners[i], from);
        above = above && gelTripleProduct(normal, sides[i], from) >= 0.0;
        nearest = fmin(nearest, distanceToEdge(corners[i], corners[(i + 1) % 3], point));
    }
    double from[3];
    gelSubtract3(point, corners[0], from);
    double height = gelDot3(from, normal);
    return above && gelDot3(normal, normal) > 0.0 ? height * height / gelDot3(normal, normal) : nearest;
}

// Squared distance to a tet of which the point is outside: only faces that it sees count.
static double distanceToTet(const gelTetMesh* mesh, int tet, const double weights[4], const double point[3])
{
    double nearest = INFINITY;
    for (int opposite = 0; opposite < 4; opposite++) {
        if (weights[opposite] >= 0.0)
            continue;
        double corners[3][3];
        for (int i = 0; i < 3; i++)
            getVertex(mesh, tet, (opposite + 1 + i) % 4, corners[i]);
        nearest = fmin(nearest, distanceToTriangle((const double(*)[3])corners, point));
    }
    return nearest;
}

static void tryTet(const Tree* tree, int tet, Query* query)
{
    double weights[4];
    double smallest = weigh(&tree->frames[tet], query->point, weights);
    if (smallest < 0.0 && query->bound == 0.0)
        return;
    double distance = smallest >= 0.0 ? 0.0 : distanceToTet(tree->mesh, tet, weights, query->point);
    if (distance > query->bound)
        return;
    if (!query->choosing) {
        query->bound = distance;
        return;
    }
    if (query->tet >= 0 && (smallest < query->smallest || (smallest == query->smallest && tet > query->tet)))
        return;
    query->tet = tet;
    query->smallest = smallest;
    memcpy(query->weights, weights, sizeof weights);
}

static void visit(const Tree* tree, int index, Query* query)
{
    const Node* node = &tree->nodes[index];
    if (node->right == 0) {
        for (int i = node->first; i < node->first + node->count; i++)
            if (distanceToBox(&tree->boxes[tree->order[i]], query->point) <= query->bound)
                tryTet(tree, tree->order[i], query);
        return;
    }
    int children[2] = {index + 1, node->right};
    double distances[2];
    for (int i = 0; i < 2; i++)
        distances[i] = distanceToBox(&tree->nodes[children[i]].box, query->point);
    int nearer = distances[1] < distances[0];
    if (distances[nearer] <= query->bound)
        visit(tree, children[nearer], query);
    if (distances[1 - nearer] <= query->bound)
        visit(tree, children[1 - nearer], query);
}

static void embed(const Tree* tree, const float* point, int* tet, float* weights)
{
    Query query = {
        .point = {(double)point[0], (double)point[1], (double)point[2]}, .choosing = true, .tet = -1};
    visit(tree, 0, &query);
    if (query.tet < 0) { // in no tet: how far is the nearest, then the best of those as near
        query.bound = INFINITY;
        query.choosing = false;
        visit(tree, 0, &query);
        query.bound = query.bound * (1.0 + 1e-9) + tree->slack;
        query.choosing = true;
        visit(tree, 0, &query);
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
