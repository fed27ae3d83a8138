// Whether a state that was read from a file holds what a world can have been brought to. Places, velocities and
// what follows from them may be anything: a body that has blown up is one, too.
#include "plan/bindings.h"
#include "world/state.h"
#include "world/world.h"

#include <math.h>

static const int64_t mostSteps = INT64_MAX / 2;

static bool areFinite(const float* values, size_t count)
{
    for (size_t i = 0; values != NULL && i < count; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

static gelStatus refuse(int index, const char* what)
{
    return gelFail(gel_formatError, "body %d: expected finite numbers, found others: %s", index, what);
}

static gelStatus checkGoals(const gelBodyGoals* goals, int index)
{
    const float* weights = gelGoalWeights(goals);
    for (int i = 0; i < goals->vertexCount; i++)
        if (!(weights[i] >= 0.0f && weights[i] <= 1.0f))
            return gelFail(gel_formatError, "body %d: goals: vertex %d has the weight %g, expected 0 to 1",
                           index, i, (double)weights[i]);
    if (!(goals->spring >= 0.0f && goals->spring <= 1e9f && goals->damping >= 0.0f && goals->damping <= 1e6f))
        return gelFail(
            gel_formatError,
            "body %d: goals: expected a spring of 0 to 1e9 and a damping of 0 to 1e6, found %g and %g", index,
            (double)goals->spring, (double)goals->damping);
    return gel_success; // they may lead to where a body that has blown up was
}

static gelStatus checkBody(const gelBody* body, int index)
{
    const size_t count = (size_t)body->shape->mesh.vertexCount;
    const float own[] = {body->position.x, body->position.y, body->position.z, body->velocity.x,
                         body->velocity.y, body->velocity.z, body->rotation.x, body->rotation.y,
                         body->rotation.z, body->rotation.w, body->brokenTime},
                surface[] = {body->surfaceVelocity.x, body->surfaceVelocity.y, body->surfaceVelocity.z};
    if (!(body->scale > 0.0 && isfinite(body->scale)) || !areFinite(own, sizeof own / sizeof own[0]))
        return refuse(index, "how it was made");
    if (!areFinite(surface, 3) || !areFinite(body->drift, 3) || !areFinite(body->targets, 3 * count))
        return refuse(index, "how it moves");
    if (!areFinite(body->fieldWeights, 1 + GEL_MAXIMUM_FIELDS))
        return refuse(index, "its weights of fields");
    gelStatus status = gel_success;
    for (int kind = 0; kind < gel_vertexFactorCount && status == gel_success; kind++)
        if (body->factors[kind] != NULL)
            status = gelCheckFactors(body, (gelVertexValue)kind, body->factors[kind]->values, (int)count);
    if (status == gel_success && !gelIsObstacle(body))
        status = gelCheckMasses(body);
    return status == gel_success && body->goals != NULL ? checkGoals(body->goals, index) : status;
}

static gelStatus checkClock(const gelWorldState* state)
{
    bool isGood = isfinite(state->fieldTime) && isfinite(state->restElapsed) && state->reach >= 0.0 &&
                  state->stepCount >= 0 && state->stepCount <= mostSteps;
    for (int i = 0; i < state->bodyCount && isGood; i++)
        isGood = !isnan(state->rest[i].restTime);
    return isGood
               ? gel_success
               : gelFail(gel_formatError, "expected times and a number of steps, found %g s, %g s and %lld",
                         state->fieldTime, (double)state->restElapsed, (long long)state->stepCount);
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
    if (status == gel_invalidArgument || status == gel_invalidHandle)
        status = gelFail(gel_formatError, "%s", gelLastError());
    return status;
}
