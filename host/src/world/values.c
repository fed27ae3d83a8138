// Factors of the material and weights of goals, vertex by vertex.
#include "gel/values.h"
#include "plan/links.h"
#include "world/world.h"

static const struct {
    const char* name;
    float min, max;
} kinds[gel_vertexValueCount] = {
    [gel_densityFactor] = {"density", 1e-6f, 1e6f},  [gel_stiffnessFactor] = {"stiffness", 0.0f, 1e6f},
    [gel_bendingFactor] = {"bending", 0.0f, 1e6f},   [gel_dampingFactor] = {"damping", 0.0f, 1e6f},
    [gel_frictionFactor] = {"friction", 0.0f, 1e6f}, [gel_tearingFactor] = {"tearing", 0.0f, 1e6f},
    [gel_goalWeight] = {"goals", 0.0f, 1.0f},
};

const char* gelVertexValueText(gelVertexValue kind)
{
    return (unsigned)kind < gel_vertexValueCount ? kinds[kind].name : "";
}

// The body; NULL on failure.
static gelBody* findSoftBody(const gelWorld* world, gelBodyId id, gelVertexValue kind, gelStatus* status)
{
    gelBody* body = gelFindBody(world, id);
    *status = body == NULL ? gel_invalidHandle : gel_success;
    if (body != NULL && gelIsObstacle(body))
        *status = gelRefuseObstacle(body, "it has no material");
    else if (body != NULL && (unsigned)kind >= gel_vertexValueCount)
        *status = gelFail(gel_invalidArgument, "values: expected a kind from 0 to %d, found %d",
                          gel_vertexValueCount - 1, (int)kind);
    return *status == gel_success ? body : NULL;
}

gelStatus gelCheckFactors(const gelBody* body, gelVertexValue kind, const float* values, int count)
{
    float min = kinds[kind].min, max = kinds[kind].max;
    if (count != body->shape->mesh.vertexCount)
        return gelFail(gel_invalidArgument, "values: %s: expected those of %d vertices, found %d",
                       kinds[kind].name, body->shape->mesh.vertexCount, count);
    for (int i = 0; i < count; i++)
        if (!(values[i] >= min && values[i] <= max))
            return gelFail(gel_invalidArgument, "values: vertex %d has the %s %s %g, expected %g to %g", i,
                           kinds[kind].name, kind == gel_goalWeight ? "weight" : "factor", (double)values[i],
                           (double)min, (double)max);
    return gel_success;
}

static gelStatus checkMassesWith(const gelBody* body, gelVertexFactors* densities)
{
    gelBody changed = *body;
    changed.factors[gel_densityFactor] = densities;
    return gelCheckMasses(&changed);
}

// Its goals as they are, with other weights.
static gelStatus setGoalWeights(gelWorld* world, const gelBody* body, const float* weights)
{
    gelStatus status = gelBody_ReadGoals(world, body->id, NULL, NULL, body->shape->mesh.vertexCount);
    if (status != gel_success)
        return status;
    gelGoalSet set = gelDefaultGoalSet();
    set.weight = 0.0f;
    set.weights = weights;
    set.spring = body->goals->spring;
    set.damping = body->goals->damping;
    return gelBody_SetGoals(world, body->id, &set);
}

gelStatus gelBody_SetVertexValues(gelWorld* world, gelBodyId id, gelVertexValue kind, const float* values,
                                  int vertexCount)
{
    gelStatus status;
    gelBody* body = findSoftBody(world, id, kind, &status);
    if (body != NULL && values != NULL)
        status = gelCheckFactors(body, kind, values, vertexCount);
    if (status == gel_success && kind == gel_goalWeight)
        return setGoalWeights(world, body, values);
    if (status == gel_success)
        status = gelWorldBeginChange(world);
    if (status != gel_success)
        return status;
    gelVertexFactors* factors = values != NULL ? gelMakeFactors(values, vertexCount) : NULL;
    if (values != NULL && factors == NULL)
        return gelFailMemory((size_t)vertexCount, sizeof *values);
    if (kind == gel_densityFactor && (status = checkMassesWith(body, factors)) != gel_success) {
        gelReleaseFactors(factors);
        return status;
    }
    gelReleaseFactors(body->factors[kind]);
    body->factors[kind] = factors;
    gelBodyChanged(world, body);
    return gel_success;
}

gelStatus gelBody_GetVertexValues(const gelWorld* world, gelBodyId id, gelVertexValue kind, float* values,
                                  int vertexCapacity)
{
    gelStatus status;
    const gelBody* body = findSoftBody(world, id, kind, &status);
    if (body == NULL)
        return status;
    if (kind == gel_goalWeight)
        return gelBody_ReadGoals(world, id, values, NULL, vertexCapacity);
    if (vertexCapacity < body->shape->mesh.vertexCount)
        return gelFail(gel_invalidArgument, "room for %d vertices, but the body has %d", vertexCapacity,
                       body->shape->mesh.vertexCount);
    for (int i = 0; i < body->shape->mesh.vertexCount; i++)
        values[i] = (float)gelVertexFactor(body, kind, i);
    return gel_success;
}
