#include "plan/tearing.h"
#include "plan/kinds.h"

#include <limits.h>

bool gelHasTorn(const gelBody* body)
{
    bool torn = false;
    for (int e = 0; body->restLengths != NULL && e < body->shape->constraints[constraint_distance].count; e++)
        torn = torn || body->restLengths[e] < 0.0f;
    return torn;
}

bool gelMayHaveTorn(const gelBody* body)
{
    return gelMaterial_Tears(&body->material) || gelHasTorn(body);
}

bool gelTetsTear(const gelBody* body)
{
    return body->shape->kind == gel_solidBody && body->restLengths != NULL &&
           body->material.model == gel_edgesAndVolumes && gelMayHaveTorn(body);
}

bool gelTetIsTorn(const gelBody* body, int tet)
{
    const int* edges = body->shape->tetEdges + 6 * (size_t)tet;
    bool torn = false;
    for (int k = 0; k < 6; k++)
        torn = torn || body->restLengths[edges[k]] < 0.0f;
    return torn;
}

float gelHeldVolume(const gelPlan* plan, int tet, const float* lengths)
{
    const int* edges = plan->tearing.edges + 6 * (size_t)tet;
    bool torn = false;
    for (int k = 0; k < 6; k++)
        torn = torn || lengths[edges[k]] < 0.0f;
    return torn ? -1.0f : plan->tearing.volumes[tet];
}

static gelStatus countTets(gelPlan* plan)
{
    gelTearingTets* tets = &plan->tearing;
    int64_t sum = 0;
    for (int b = 0; b < plan->bodyCount; b++)
        sum += gelTetsTear(plan->bodies[b]) ? plan->bodies[b]->shape->mesh.tetCount : 0;
    if (sum > INT_MAX / 6)
        return gelFail(gel_unsupported, "bodies that tear have more than 2^31 edges of tets");
    tets->count = (int)sum;
    if (sum == 0)
        return gel_success;
    size_t count = (size_t)sum, edgeCount = (size_t)plan->plastic.count;
    tets->starts = gelAllocate((size_t)plan->bodyCount + 1, sizeof *tets->starts);
    tets->edges = gelAllocate(count, 6 * sizeof *tets->edges);
    tets->volumes = gelAllocate(count, sizeof *tets->volumes);
    tets->edgeStarts = gelAllocate(edgeCount + 1, sizeof *tets->edgeStarts);
    tets->edgeTets = gelAllocate(count, 6 * sizeof *tets->edgeTets);
    return tets->starts != NULL && tets->edges != NULL && tets->volumes != NULL && tets->edgeStarts != NULL &&
                   tets->edgeTets != NULL
               ? gel_success
               : gelFailMemory(count + edgeCount, 14 * sizeof(int));
}

static gelStatus listTets(gelPlan* plan, int b)
{
    gelTearingTets* tets = &plan->tearing;
    const gelBody* body = plan->bodies[b];
    int first = tets->starts[b], count = gelTetsTear(body) ? body->shape->mesh.tetCount : 0;
    tets->starts[b + 1] = first + count;
    gelStatus status = count > 0 ? gelFindTetEdges(body->shape) : gel_success;
    for (int t = 0; t < count && status == gel_success; t++) {
        tets->volumes[first + t] = (float)gelRestVolume(body, t);
        for (int k = 0; k < 6; k++)
            tets->edges[6 * (first + t) + k] = plan->plastic.starts[b] + body->shape->tetEdges[6 * t + k];
    }
    return status;
}

// The tets of each edge.
static void listTetsOfEdges(gelPlan* plan)
{
    gelTearingTets* tets = &plan->tearing;
    int* starts = tets->edgeStarts;
    for (int i = 0; i < 6 * tets->count; i++)
        starts[tets->edges[i] + 1]++;
    for (int e = 0; e < plan->plastic.count; e++)
        starts[e + 1] += starts[e];
    for (int i = 6 * tets->count - 1; i >= 0; i--) // backwards: what follows serves as the end
        tets->edgeTets[--starts[tets->edges[i] + 1]] = i / 6;
    for (int e = 0; e < plan->plastic.count; e++) // each is now the first of the edge before
        starts[e] = starts[e + 1];
    starts[plan->plastic.count] = 6 * tets->count;
}

gelStatus gelListTearingTets(gelPlan* plan)
{
    gelStatus status = countTets(plan);
    for (int b = 0; b < plan->bodyCount && plan->tearing.count > 0 && status == gel_success; b++)
        status = listTets(plan, b);
    if (plan->tearing.count > 0 && status == gel_success)
        listTetsOfEdges(plan);
    return status;
}

void gelClearTearingTets(gelTearingTets* tets)
{
    gelFree(tets->starts);
    gelFree(tets->edges);
    gelFree(tets->volumes);
    gelFree(tets->edgeStarts);
    gelFree(tets->edgeTets);
    *tets = (gelTearingTets){0};
}
