#include "plan/outer.h"
#include "plan/body.h"

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

static gelStatus addBody(const gelPlan* plan, int index, const int* places, const int* triangles, int count,
                         gelOuterSurface* outer)
{
    const gelBody* body = plan->bodies[index];
    size_t total = (size_t)(outer->triangleCount + count);
    OuterTriangle* grown = gelResize(outer->triangles, total, sizeof *grown);
    if (grown == NULL)
        return gelFailMemory(total, sizeof *grown);
    outer->triangles = grown;
    for (int i = 0; i < count; i++) {
        OuterTriangle* triangle = &grown[outer->triangleCount++];
        *triangle = (OuterTriangle){.body = index, .is_closed = body->shape->surface == NULL};
        for (int k = 0; k < 3; k++) {
            int vertex = body->firstVertex + triangles[3 * i + k];
            triangle->vertices[k] = places != NULL ? places[vertex] : vertex;
        }
    }
    for (int i = 0; i < body->shape->mesh.vertexCount; i++)
        outer->bodies[body->firstVertex + i] = index; // the places of a body's vertices are among the same
    return gel_success;
}

// Bodies of one shape often follow one another: its triangles are found once.
static gelStatus addBodies(const gelPlan* plan, const int* places, gelOuterSurface* outer)
{
    int *triangles = NULL, count = 0;
    gelStatus status = gel_success;
    for (int b = 0; b < plan->bodyCount && status == gel_success; b++) {
        if (b == 0 || plan->bodies[b]->shape != plan->bodies[b - 1]->shape) {
            gelFree(triangles);
            status = gelFindOuterTriangles(plan->bodies[b]->shape, &triangles, &count);
        }
        if (status == gel_success)
            status = addBody(plan, b, places, triangles, count, outer);
    }
    gelFree(triangles);
    return status;
}

// By counting: each vertex has its corners in the order of their triangles.
static void listCorners(const gelPlan* plan, gelOuterSurface* outer)
{
    int* starts = outer->starts;
    for (int i = 0; i < 3 * outer->triangleCount; i++)
        starts[outer->triangles[i / 3].vertices[i % 3] + 1]++;
    for (int i = 0; i < 3 * outer->triangleCount; i++) {
        OuterTriangle* triangle = &outer->triangles[i / 3];
        triangle->shares[i % 3] = (float)starts[triangle->vertices[i % 3] + 1];
    }
    for (int v = 0; v < plan->vertexCount; v++)
        starts[v + 1] += starts[v];
    for (int i = 0; i < 3 * outer->triangleCount; i++)
        outer->corners[starts[outer->triangles[i / 3].vertices[i % 3]]++] = i;
    for (int v = plan->vertexCount; v > 0; v--) // each start has become the next one's
        starts[v] = starts[v - 1];
    starts[0] = 0;
}

gelStatus gelFindOuterSurface(const gelPlan* plan, const int* places, gelOuterSurface* outer)
{
    size_t count = (size_t)plan->vertexCount;
    *outer = (gelOuterSurface){0};
    outer->bodies = gelAllocate(count, sizeof *outer->bodies);
    outer->starts = gelAllocate(count + 1, sizeof *outer->starts);
    gelStatus status =
        outer->bodies != NULL && outer->starts != NULL ? gel_success : gelFailMemory(count, 2 * sizeof(int));
    if (status == gel_success)
        status = addBodies(plan, places, outer);
    if (status == gel_success) {
        outer->corners = gelAllocate(3 * (size_t)outer->triangleCount, sizeof *outer->corners);
        if (outer->corners == NULL)
            status = gelFailMemory(3 * (size_t)outer->triangleCount, sizeof *outer->corners);
    }
    if (status == gel_success)
        status = gelFindOuterEdges(plan, places, outer);
    if (status == gel_success)
        listCorners(plan, outer);
    else
        gelClearOuterSurface(outer);
    return status;
}

void gelClearOuterSurface(gelOuterSurface* outer)
{
    gelFree(outer->triangles);
    gelFree(outer->starts);
    gelFree(outer->corners);
    gelFree(outer->bodies);
    gelFree(outer->edges);
    *outer = (gelOuterSurface){0};
}
