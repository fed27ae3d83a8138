// Sets the rest shapes of bodies.
#include "world/rest_positions.h"
#include "gel/body.h"
#include "world/contact_readout.h"
#include "world/sleep.h"
#include "world/rest_shape.h"

#include <math.h>
#include <string.h>

static gelStatus checkEdges(const gelBody* body, const float* xyz)
{
    const gelConstraintSet* edges = &body->shape->constraints[constraint_distance];
    for (int e = 0; e < edges->count; e++) {
        const int* ends = edges->vertices + 2 * (size_t)e;
        double vector[3];
        if (!(gelMeasureEdge(xyz, ends[0], ends[1], vector) > 0.0) && edges->rests[e] > 0.0)
            return gelFail(gel_invalidArgument,
                           "rest positions: the edge from vertex %d to %d would have no length", ends[0],
                           ends[1]);
    }
    return gel_success;
}

gelStatus gelCheckRestShape(const gelBody* body, const float* xyz, int vertexCount)
{
    const double largest = 1e9; // as of gelPlaceVertex
    gelStatus status = gelCheckVertexValues(body, "rest positions", xyz, vertexCount);
    for (int i = 0; i < 3 * vertexCount && status == gel_success; i++)
        if (!(fabs((double)xyz[i] * body->scale) <= largest))
            status = gelFail(gel_invalidArgument,
                             "rest positions: vertex %d has the component %g m, expected "
                             "-1e9 to 1e9 once it is scaled",
                             i / 3, (double)xyz[i] * body->scale);
    if (status == gel_success)
        status = gelCheckRestTets(&body->shape->mesh, xyz);
    return status == gel_success ? checkEdges(body, xyz) : status;
}

static size_t sizeOf(const gelBody* body)
{
    return 3 * (size_t)body->shape->mesh.vertexCount * sizeof *body->restPositions;
}

static gelStatus checkBody(const gelBody* body, const float* xyz, int vertexCount)
{
    if (gelIsObstacle(body))
        return gelRefuseObstacle(body, "only soft bodies have a rest shape; gel/obstacle.h moves obstacles");
    gelStatus status = gelCheckRestMaterial(&body->material);
    if (status == gel_success && body->restLengths != NULL)
        return gelFail(gel_invalidArgument,
                       "rest positions: body {%d, %u} has flowed or torn, so its rest lengths cannot be set",
                       (int)body->id.index1, (unsigned)body->id.generation);
    return status == gel_success && xyz != NULL ? gelCheckRestShape(body, xyz, vertexCount) : status;
}

// From the mesh's to its own, or back: the plan is another one.
static gelStatus replan(gelWorld* world)
{
    gelStatus status = gelWorldKeepContacts(world);
    if (status == gel_success)
        status = gelWorldPull(world);
    if (status == gel_success)
        world->dirty |= gel_dirtyPlan;
    return status;
}

gelStatus gelBody_SetRestPositions(gelWorld* world, gelBodyId id, const float* xyz, int vertexCount)
{
    gelBody* body = gelFindBody(world, id);
    gelStatus status = body == NULL ? gel_invalidHandle : checkBody(body, xyz, vertexCount);
    if (status != gel_success || (xyz == NULL && body->restPositions == NULL))
        return status;
    bool isFirst = body->restPositions == NULL;
    float* own = isFirst ? gelAllocate(sizeOf(body), 1) : body->restPositions;
    if (own == NULL)
        return gelFailMemory(sizeOf(body), 1);
    status = gelWorldFinishStep(world);
    if (status == gel_success && (isFirst || xyz == NULL))
        status = replan(world);
    if (status != gel_success) {
        gelFree(isFirst ? own : NULL);
        return status;
    }
    if (xyz != NULL)
        memcpy(own, xyz, sizeOf(body));
    else
        gelFree(own);
    body->restPositions = xyz != NULL ? own : NULL;
    world->dirty |= gel_dirtyRestShapes;
    gelWakeBody(body);
    return gel_success;
}

gelStatus gelBody_ReadRestPositions(const gelWorld* world, gelBodyId id, float* xyz, int vertexCapacity)
{
    const gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    if (vertexCapacity < body->shape->mesh.vertexCount)
        return gelFail(gel_invalidArgument, "room for %d vertices, but the body has %d", vertexCapacity,
                       body->shape->mesh.vertexCount);
    memcpy(xyz, gelRestMesh(body).positions, sizeOf(body));
    return gel_success;
}
