// How many substeps a body takes that is much lighter than the liquid around it.
//
// A liquid presses where velocities lead, as the substep begins. What it pushes is a spring of stiffness rho g A on a
// layer of cells of the mass m: with k = h^2 rho g A / m
//
//     y' = y - k (x + y), x' = x + y'        y = h v
//
// which is stable below k = 4/3. Above it the layer trembles, and from about 4 on the body leaps.
#include "plan/outer_layer.h"
#include "world/field_step.h"
#include "world/skin.h"
#include "world/world.h"

#include <math.h>
#include <stdio.h>

static const double stable = 4.0 / 3.0;

// The increase of the pressure with depth of the liquid that presses hardest on a body, N/m^3.
static double hardestPressure(const gelWorld* world, const gelBody* body)
{
    double hardest = 0.0;
    for (int i = 0; i < world->fields.count; i++) {
        const gelField* field = &world->fields.list[i];
        gelVec3 g = world->def.gravity, up = field->direction;
        if (field->kind != gel_fieldLiquid)
            continue;
        double along =
            ((double)g.x * (double)up.x + (double)g.y * (double)up.y + (double)g.z * (double)up.z) /
            gelVec3Length(up);
        hardest = fmax(hardest, fabs(along * (double)gelDensityOfField(field) * (double)field->strength *
                                     (double)body->fieldWeights[1 + i]));
    }
    return hardest;
}

static gelStatus findLightness(const gelBody* body, double* lightness)
{
    const gelOuterSkin* skin = NULL;
    gelStatus status = gel_success;
    *lightness = 0.0;
    if (body->skin != NULL)
        status = gelFindOuterSkin(body->skin, body->shape, &skin);
    return status == gel_success ? gelFindLightness(body, skin, lightness) : status;
}

// Returns 0 if a world does not take so many.
static int countSubsteps(double pressure, double lightness, double timeStep)
{
    double enough = timeStep * sqrt(pressure * lightness / stable);
    return enough <= GEL_MAXIMUM_SUBSTEPS ? (int)fmax(1.0, ceil(enough)) : 0;
}

gelStatus gelBody_CountLiquidSubsteps(const gelWorld* world, gelBodyId id, float timeStep, int* substepCount)
{
    const gelBody* body = gelFindBody(world, id);
    double lightness = 0.0;
    *substepCount = 0;
    if (body == NULL)
        return gel_invalidHandle;
    double pressure = gelIsObstacle(body) ? 0.0 : hardestPressure(world, body);
    gelStatus status = gelCheckTimeStep(timeStep);
    if (body->lightnessIsKnown)
        lightness = body->lightness;
    else if (status == gel_success && pressure > 0.0)
        status = findLightness(body, &lightness);
    if (status == gel_success)
        *substepCount = countSubsteps(pressure, lightness, (double)timeStep);
    return status;
}

static void warn(int body, int now, int count)
{
    char enough[96];
    if (count > 0)
        snprintf(enough, sizeof enough, "%d are enough", count);
    else
        snprintf(enough, sizeof enough, "even %d are too few: use larger cells or a shorter time step",
                 GEL_MAXIMUM_SUBSTEPS);
    gelLog(gel_logWarning,
           "body %d (counted from 1) is so much lighter than the liquid that it will tremble or leap: "
           "%d substep%s too few; %s",
           body + 1, now, now == 1 ? " is" : "s are", enough);
}

static bool isAsLight(const gelBody* a, const gelBody* b)
{
    return b->lightnessIsKnown && a->shape == b->shape && a->scale == b->scale && a->skin == b->skin &&
           a->material.density == b->material.density && a->material.thickness == b->material.thickness &&
           gelSameVertexValues(a, b, gel_densityFactor);
}

// Measures a body once after each change; one like the body before it is not measured.
static gelStatus knowLightness(gelBody* body, const gelBody* before)
{
    gelStatus status = gel_success;
    if (body->lightnessIsKnown)
        return gel_success;
    if (before != NULL && isAsLight(body, before))
        body->lightness = before->lightness;
    else
        status = findLightness(body, &body->lightness);
    body->lightnessIsKnown = status == gel_success;
    return status;
}

gelStatus gelWarnOfLiquids(gelWorld* world, float timeStep)
{
    int now = world->def.substepCount;
    gelStatus status = gel_success;
    for (int b = 0; b < world->bodyCount && !world->warnedOfLiquid && status == gel_success; b++) {
        gelBody* body = world->bodies[b];
        double pressure = gelIsObstacle(body) ? 0.0 : hardestPressure(world, body);
        if (!(pressure > 0.0))
            continue;
        status = knowLightness(body, b > 0 ? world->bodies[b - 1] : NULL);
        int count = countSubsteps(pressure, body->lightness, (double)timeStep);
        if (status != gel_success || (count > 0 && count <= now))
            continue;
        world->warnedOfLiquid = true;
        warn(b, now, count);
    }
    return status;
}
