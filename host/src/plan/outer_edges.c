// Which edges an outer triangle hangs from, so that it is known to have torn.
#include "plan/body.h"
#include "plan/outer.h"

#include <stdlib.h>

typedef struct Edge {
    int ends[2]; // ascending
    int index;   // among the plan's plastic edges
} Edge;

static Edge makeEdge(int a, int b, int index)
{
    return (Edge){{a < b ? a : b, a < b ? b : a}, index};
}

static int compareEdges(const void* a, const void* b)
{
    const Edge *first = a, *second = b;
    for (int k = 0; k < 2; k++)
        if (first->ends[k] != second->ends[k])
            return first->ends[k] < second->ends[k] ? -1 : 1;
    return 0;
}

static void listEdges(const gelPlan* plan, const int* places, Edge* edges)
{
    const int* starts = plan->plastic.starts;
    for (int b = 0; b < plan->bodyCount; b++) {
        const gelBody* body = plan->bodies[b];
        const int* ends = body->shape->constraints[constraint_distance].vertices;
        for (int e = starts[b]; e < starts[b + 1]; e++, ends += 2) {
            int a = body->firstVertex + ends[0], c = body->firstVertex + ends[1];
            edges[e] = places != NULL ? makeEdge(places[a], places[c], e) : makeEdge(a, c, e);
        }
    }
    qsort(edges, (size_t)plan->plastic.count, sizeof *edges, compareEdges);
}

// The tet that has all three edges; -1 if there is none that may tear.
static int findTet(const gelTearingTets* tets, const int edges[3])
{
    for (int i = tets->edgeStarts[edges[0]]; i < tets->edgeStarts[edges[0] + 1]; i++) {
        int shared = 0, tet = tets->edgeTets[i];
        for (int k = 0; k < 6; k++)
            shared += tets->edges[6 * tet + k] == edges[1] || tets->edges[6 * tet + k] == edges[2];
        if (shared == 2)
            return tet;
    }
    return -1;
}

// The edge between two vertices; -1 if there is none.
static int findEdge(const gelPlan* plan, const Edge* edges, int a, int b)
{
    Edge key = makeEdge(a, b, 0);
    const Edge* edge = bsearch(&key, edges, (size_t)plan->plastic.count, sizeof *edges, compareEdges);
    return edge != NULL ? edge->index : -1;
}

static void listPointEdges(const gelPlan* plan, const Edge* edges, OuterPoint* point)
{
    int count = 0;
    for (int i = 1; i < 4; i++)
        for (int j = 0; j < i; j++)
            point->edges[count++] = findEdge(plan, edges, point->vertices[i], point->vertices[j]);
}

// Its own three, or all six of a tet that may tear.
static void listTriangleEdges(const gelPlan* plan, const Edge* edges, const OuterTriangle* triangle,
                              int found[6])
{
    for (int k = 0; k < 3; k++) {
        found[k] = findEdge(plan, edges, triangle->corners[k], triangle->corners[(k + 1) % 3]);
        found[k + 3] = -1;
    }
    bool hasAll = found[0] >= 0 && found[1] >= 0 && found[2] >= 0;
    int tet = plan->tearing.count > 0 && hasAll ? findTet(&plan->tearing, found) : -1;
    for (int k = 0; k < 6 && tet >= 0; k++)
        found[k] = plan->tearing.edges[6 * tet + k];
}

gelStatus gelFindOuterEdges(const gelPlan* plan, const int* places, gelOuterSurface* outer)
{
    size_t triangles = (size_t)outer->triangleCount, count = (size_t)plan->plastic.count;
    if (count == 0 || triangles == 0)
        return gel_success;
    Edge* edges = gelAllocate(count, sizeof *edges);
    outer->edges = gelAllocate(triangles, 6 * sizeof *outer->edges);
    gelStatus status = gel_success;
    if (edges != NULL && outer->edges != NULL) {
        listEdges(plan, places, edges);
        for (size_t i = 0; i < triangles; i++)
            if (!outer->triangles[i].has_points)
                listTriangleEdges(plan, edges, &outer->triangles[i], outer->edges + 6 * i);
        for (int i = 0; i < outer->pointCount; i++)
            listPointEdges(plan, edges, &outer->points[i]);
    } else {
        status = edges == NULL ? gelFailMemory(count, sizeof *edges)
                               : gelFailMemory(triangles, 6 * sizeof *outer->edges);
    }
    gelFree(edges);
    return status;
}
