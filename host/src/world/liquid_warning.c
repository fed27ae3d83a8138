// How many substeps a body takes that is much lighter than the liquid around it.
//
// A liquid presses where velocities lead, as the substep begins. What it pushes is a spring of stiffness rho g A on a layer of
// cells of the mass m: with k = h^2 rho g A / m
//
//     y' = y - k (x + y), x' = x + y'        y = h v
//
// which is stable below k = 4/3. Above it the layer trembles, and from about 4 on the body leaps.
#include "plan/outer_layer.h"
#include "world/field_step.h"
#include "world/world.h"

#include <math.h>
#include <stdio.h>

static const double stable = 4.0 / 3.0;
enum { maxSubsteps = 1000 }; // that a world takes

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

static gelStatus countSubsteps(const gelWorld* world, const gelBody* body, double timeStep, int* count)
{
    gelOuterLayer layer = {0};
    double pressure = gelIsObstacle(body) ? 0.0 : hardestPressure(world, body);
    gelStatus status = pressure > 0.0 ? gelFindOuterLayer(body, &layer) : gel_success;
    double enough = layer.mass > 0.0 ? timeStep * sqrt(pressure * layer.area / layer.mass / stable) : 0.0;
    *count = enough <= maxSubsteps ? (int)fmax(1.0, ceil(enough)) : 0;
    return status;
}

gelStatus gelBody_CountLiquidSubsteps(const gelWorld* world, gelBodyId id, float timeStep, int* count)
{
    const gelBody* body = gelFindBody(world, id);
    *count = 0;
    if (body == NULL)
        return gel_invalidHandle;
    gelStatus status = gelCheckTimeStep(timeStep);
    return status == gel_success ? countSubsteps(world, body, (double)timeStep, count) : status;
}

static void warn(int body, int now, int count)
{
    char enough[96] = "no number of substeps is enough; use larger cells or a shorter time step";
    if (count > 0)
        snprintf(enough, sizeof enough, "%d are enough", count);
    gelLog(
        gel_logWarning,
        "body %d (counted from 1) is so much lighter than the liquid that it will tremble or leap: %d substep%s too "
        "few; %s",
        body + 1, now, now == 1 ? " is" : "s are", enough);
}

static bool isAlike(const gelBody* a, const gelBody* b)
{
    return a->shape == b->shape && a->scale == b->scale && a->material.density == b->material.density &&
           a->material.thickness == b->material.thickness;
}

void gelWarnOfLiquids(gelWorld* world, float timeStep)
{
    double hardest = 0.0;
    for (int b = 0; b < world->bodyCount && !world->warnedOfLiquid; b++)
        hardest = fmax(hardest, hardestPressure(world, world->bodies[b]));
    if (hardest <= world->seenPressure)
        return;
    world->seenPressure = hardest;
    for (int b = 0; b < world->bodyCount && !world->warnedOfLiquid; b++) {
        int count, now = world->def.substepCount;
        if (b > 0 && isAlike(world->bodies[b], world->bodies[b - 1]))
            continue;
        if (countSubsteps(world, world->bodies[b], (double)timeStep, &count) != gel_success ||
            (count > 0 && count <= now))
            continue;
        world->warnedOfLiquid = true;
        warn(b, now, count);
    }
}
