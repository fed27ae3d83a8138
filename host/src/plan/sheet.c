// The springs of a sheet act like an isotropic membrane of Poisson's ratio 1/3 if each triangle gives its edges
// k_e L_e^2 = mu A s_e (spring_fit.h), with mu = 3/8 E t; this is independent of the mesh's size.
//
// Triangles of a grid have three directions, too few: they come in pairs, so two that share what is the longest edge
// of both are taken for a quad, whose other diagonal gets a spring as well. Then a grid of squares is isotropic.
#include "plan/springs.h"
#include "base/tuple_set.h"
#include "mesh/mesh.h"
#include "plan/spring_fit.h"

#include <math.h>

// By how much the longest edge of a triangle must be longer than the others.
static const double longer = 1.01;

// The triangles that have an edge as their longest one.
typedef struct Longest {
    int triangles[2], count;
} Longest;

typedef struct Draft {
    const gelSurfaceMesh* surface;
    gelTupleSet edges;
    Longest* longest; // by edge
    double* factors;  // by edge, those of diagonals included
    bool* isPaired;   // by triangle
} Draft;

static double areaOf(const gelSurfaceMesh* surface, int triangle)
{
    const int* corners = surface->triangles + 3 * (size_t)triangle;
    double normal[3];
    return gelMeasureTriangle(surface->positions, corners[0], corners[1], corners[2], normal);
}

void gelMeasureSheet(const gelSurfaceMesh* surface, double* sizes)
{
    for (int i = 0; i < 3 * surface->triangleCount; i++)
        sizes[surface->triangles[i]] += areaOf(surface, i / 3) / 3.0;
}

static gelStatus findEdge(Draft* draft, int a, int b, int* edge)
{
    bool added;
    return gelTupleSet_Insert(&draft->edges, (int[]){a < b ? a : b, a < b ? b : a}, edge, &added);
}

// Which of a triangle's edges, from corner k to the next, is clearly the longest; -1: none.
static int longestOf(const gelSurfaceMesh* surface, int triangle)
{
    const int* corners = surface->triangles + 3 * (size_t)triangle;
    double lengths[3], vector[3];
    for (int k = 0; k < 3; k++)
        lengths[k] = gelMeasureEdge(surface->positions, corners[k], corners[(k + 1) % 3], vector);
    for (int k = 0; k < 3; k++)
        if (lengths[k] > longer * fmax(lengths[(k + 1) % 3], lengths[(k + 2) % 3]))
            return k;
    return -1;
}

static gelStatus listEdges(Draft* draft)
{
    const gelSurfaceMesh* surface = draft->surface;
    gelStatus status = gel_success;
    for (int t = 0; t < surface->triangleCount && status == gel_success; t++) {
        const int* corners = surface->triangles + 3 * (size_t)t;
        int longest = longestOf(surface, t);
        for (int k = 0; k < 3 && status == gel_success; k++) {
            int edge;
            status = findEdge(draft, corners[k], corners[(k + 1) % 3], &edge);
            if (status != gel_success || k != longest)
                continue;
            Longest* found = &draft->longest[edge];
            if (found->count < 2)
                found->triangles[found->count] = t;
            found->count++;
        }
    }
    return status;
}

// Adds the springs of a piece with these corners: three, or four of which the first two are the ends of the diagonal.
static gelStatus addPiece(Draft* draft, const int* corners, int cornerCount, double area)
{
    double vectors[6][3], shares[6];
    int edges[6], count = 0;
    gelStatus status = gel_success;
    for (int a = 0; a < cornerCount; a++)
        for (int b = a + 1; b < cornerCount && status == gel_success; b++) {
            gelMeasureEdge(draft->surface->positions, corners[a], corners[b], vectors[count]);
            status = findEdge(draft, corners[a], corners[b], &edges[count++]);
        }
    if (status != gel_success)
        return status;
    gelFitMembrane((const double(*)[3])vectors, count, shares);
    for (int e = 0; e < count; e++)
        draft->factors[edges[e]] += area * shares[e];
    return gel_success;
}

static int oppositeOf(const gelSurfaceMesh* surface, int triangle, const int* edge)
{
    const int* corners = surface->triangles + 3 * (size_t)triangle;
    int k = 0;
    while (corners[k] == edge[0] || corners[k] == edge[1])
        k++;
    return corners[k];
}

static gelStatus addQuads(Draft* draft)
{
    gelStatus status = gel_success;
    for (int e = 0, count = draft->edges.count; e < count && status == gel_success; e++) {
        const Longest* pair = &draft->longest[e];
        const int ends[2] = {draft->edges.tuples[2 * e], draft->edges.tuples[2 * e + 1]};
        if (pair->count != 2)
            continue;
        int a = pair->triangles[0], b = pair->triangles[1];
        int corners[4] = {ends[0], ends[1], oppositeOf(draft->surface, a, ends),
                          oppositeOf(draft->surface, b, ends)};
        if (corners[2] == corners[3])
            continue;
        draft->isPaired[a] = draft->isPaired[b] = true;
        status = addPiece(draft, corners, 4, areaOf(draft->surface, a) + areaOf(draft->surface, b));
    }
    for (int t = 0; t < draft->surface->triangleCount && status == gel_success; t++)
        if (!draft->isPaired[t])
            status = addPiece(draft, draft->surface->triangles + 3 * (size_t)t, 3, areaOf(draft->surface, t));
    return status;
}

// Takes over the edges and factors.
static gelStatus fillSprings(Draft* draft, gelSprings* springs)
{
    springs->count = draft->edges.count;
    springs->rests = gelAllocate((size_t)springs->count, sizeof *springs->rests);
    if (springs->rests == NULL)
        return gelFailMemory((size_t)springs->count, sizeof *springs->rests);
    springs->vertices = draft->edges.tuples;
    springs->factors = draft->factors;
    draft->edges.tuples = NULL;
    draft->factors = NULL;
    for (int e = 0; e < springs->count; e++) {
        double vector[3];
        springs->rests[e] = gelMeasureEdge(draft->surface->positions, springs->vertices[2 * e],
                                           springs->vertices[2 * e + 1], vector);
    }
    return gel_success;
}

gelStatus gelFindSheetSprings(const gelSurfaceMesh* surface, gelSprings* springs)
{
    Draft draft = {.surface = surface};
    size_t triangles = (size_t)surface->triangleCount,
           max = 4 * triangles; // edges, and a diagonal for two
    gelStatus status = gelCreateTupleSet(&draft.edges, 2, 2 * surface->triangleCount);
    draft.longest = gelAllocate(max, sizeof *draft.longest);
    draft.factors = gelAllocate(max, sizeof *draft.factors);
    draft.isPaired = gelAllocate(triangles, sizeof *draft.isPaired);
    bool ok = draft.longest != NULL && draft.factors != NULL && draft.isPaired != NULL;
    if (status == gel_success && !ok)
        status = gelFailMemory(max, sizeof *draft.longest);
    if (status == gel_success)
        status = listEdges(&draft);
    if (status == gel_success)
        status = addQuads(&draft);
    if (status == gel_success)
        status = fillSprings(&draft, springs);
    if (status == gel_success)
        status = gelStiffenSprings(surface, springs);
    gelDestroyTupleSet(&draft.edges);
    gelFree(draft.longest);
    gelFree(draft.factors);
    gelFree(draft.isPaired);
    return status;
}
