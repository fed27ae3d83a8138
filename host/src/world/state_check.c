// Whether a state that was read from a file holds what a world can have been brought to. Places, velocities and
// what follows from them may be anything: a body that has blown up is one, too.
#include "contact_tables.h"
#include "plan/links.h"
#include "world/contact_row_vertices.h"
#include "world/state.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

static const int64_t maxSteps = INT64_MAX / 2;

static bool areFinite(const float* values, size_t count)
{
    for (size_t i = 0; values != NULL && i < count; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

static gelStatus refuse(int index, const char* what)
{
    return gelFail(gel_formatError, "body %d: %s is not finite", index, what);
}

// Places of goals may be those of a body that has blown up. So may rest lengths, volumes and pressures, which follow from
// places, and stay when such a body is put back in shape.
static gelStatus checkNumbers(const gelBody* body, int index)
{
    const size_t count = (size_t)body->shape->mesh.vertexCount;
    const float made[] = {body->position.x, body->position.y, body->position.z, body->velocity.x,
                          body->velocity.y, body->velocity.z, body->rotation.x, body->rotation.y,
                          body->rotation.z, body->rotation.w},
                surface[] = {body->surfaceVelocity.x, body->surfaceVelocity.y, body->surfaceVelocity.z};
    if (!areFinite(made, sizeof made / sizeof made[0]))
        return refuse(index, "its position, velocity or rotation");
    if (!isfinite(body->brokenTime) || !isfinite(body->ruinedTime))
        return refuse(index, "the time for which it has been broken");
    if (!areFinite(surface, 3))
        return refuse(index, "the velocity of its surface");
    if (!areFinite(body->drift, 3))
        return refuse(index, "its drift");
    if (!areFinite(body->targets, 3 * count))
        return refuse(index, "a place that it moves to");
    if (!areFinite(body->fieldWeights, 1 + GEL_MAXIMUM_FIELDS))
        return refuse(index, "its weight in a field");
    return gel_success;
}

static gelStatus checkBody(const gelBody* body, int index)
{
    const int count = body->shape->mesh.vertexCount;
    const gelBodyGoals* goals = body->goals;
    gelStatus status = checkNumbers(body, index);
    for (int kind = 0; kind < gel_vertexFactorCount && status == gel_success; kind++)
        if (body->factors[kind] != NULL)
            status = gelCheckFactors(body, (gelVertexValue)kind, body->factors[kind]->values, count);
    if (status == gel_success && !gelIsObstacle(body))
        status = gelCheckMasses(body);
    if (status != gel_success || goals == NULL)
        return status;
    status = gelCheckGoalNumbers(goals->spring, goals->damping, gelGoalWeights(goals), count);
    return status == gel_success ? status : gelFail(status, "body %d: %s", index, gelLastError());
}

static gelStatus checkClock(const gelWorldState* state)
{
    if (!isfinite(state->fieldTime))
        return gelFail(gel_formatError, "the time of its fields is not finite");
    if (!isfinite(state->restElapsed))
        return gelFail(gel_formatError, "the time since it last saw which bodies rest is not finite");
    if (!(state->reach >= 0.0))
        return gelFail(gel_formatError, "expected a largest coordinate of 0 m or more, found %g",
                       state->reach);
    if (state->stepCount < 0 || state->stepCount > maxSteps)
        return gelFail(gel_formatError, "expected 0 to %lld steps, found %lld", (long long)maxSteps,
                       (long long)state->stepCount);
    for (int i = 0; i < state->bodyCount; i++)
        if (isnan(state->rest[i].sleepTimer))
            return gelFail(gel_formatError, "body %d: the time for which it has rested is not a number", i);
    return gel_success;
}

static gelStatus checkContactRow(const gelWorldState* state, const gelContactRow* row)
{
    const gelBody* bodies[2] = {NULL, NULL};
    gelContactRow found = *row;
    gelStatus status = gel_success;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < state->bodyCount; i++)
            if (memcmp(&state->bodies[i]->id, &row->bodies[k], sizeof row->bodies[k]) == 0)
                bodies[k] = state->bodies[i];
    bool isRight = bodies[0] != NULL && bodies[1] != NULL && !isnan(row->time) &&
                   (row->kind == contact_point_triangle || row->kind == contact_edges) && row->feature >= 0 &&
                   row->feature < gel_contactFeatureCount &&
                   (row->kind != contact_edges || row->feature == gel_edgeFeature);
    for (int k = 0; k < 2 && isRight && status == gel_success; k++)
        status = gelFindContactSurface(bodies[k]->shape);
    isRight = isRight && status == gel_success && gelFindContactVertices(bodies, &found) &&
              memcmp(found.vertices, row->vertices, sizeof found.vertices) == 0;
    if (status != gel_success || isRight)
        return status;
    return gelFail(gel_formatError, "a contact between bodies has elements that are not there");
}

gelStatus gelCheckReadState(const gelWorld* world, const gelWorldState* state)
{
    gelStatus status = checkClock(state);
    for (int i = 0; i < state->bodyCount && status == gel_success; i++)
        status = checkBody(state->bodies[i], i);
    if (status == gel_success)
        status = gelCheckGoals(world, state->goals, state->goalCount);
    for (int i = 0; i < state->attachments.count && status == gel_success; i++)
        status = gelCheckAttachment(world, &state->attachments.all[i].def,
                                    10.01f); // they add up to 1 more exactly now
    for (int i = 0; i < state->contactRows.count && status == gel_success; i++)
        status = checkContactRow(state, &state->contactRows.all[i]);
    for (int i = 0; i < state->waitingRows.count && status == gel_success; i++)
        status = checkContactRow(state, &state->waitingRows.all[i]);
    if (status == gel_invalidArgument || status == gel_invalidHandle)
        status = gelFail(gel_formatError, "%s", gelLastError());
    return status;
}
