// Warnings of bodies that are softer than their material, and of limits that do not hold, before they surprise.
#include "plan/kinds.h"
#include "world/softness.h"
#include "world/statics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { maxBodies = 1000 };
static const double suspected = 1.25, warnedOf = 1.35, worse = 1.5, // than what was suspected before
    costsOfStep = 2.5e7; // multiplications: 6 ms, and as much for limits

static void warn(const gelWorld* world, int body, gelSoftness softness, double timeStep)
{
    bool isRounded =
        softness.substepCount > 0 && gelWorldLosesMotion(world, timeStep / softness.substepCount);
    char enough[160];
    snprintf(enough, sizeof enough, "even %d are too few: a coarser mesh is stiffer", GEL_MAXIMUM_SUBSTEPS);
    if (softness.substepCount > 0)
        snprintf(enough, sizeof enough, "about %d substeps bring it within 10 %%%s", softness.substepCount,
                 isRounded ? ", in double precision" : "");
    gelLog(
        gel_logWarning,
        "body %d (counted from 1) will be about %.3g times softer than its material: %d substep%s too few for "
        "so stiff a material on so fine a mesh; %s%s",
        body + 1, softness.ratio, world->def.substepCount, world->def.substepCount == 1 ? " is" : "s are",
        enough, softness.suitsTwoLevel ? "; with the solver twoLevel it is as stiff as its material" : "");
}

// A limit is one more solve of its spring in a sweep: it takes half of what the spring is beyond it. So it holds where the
// springs alone, as soft as the substeps make them, stay within it.
static void warnOfLimit(const gelWorld* world, int index, double timeStep)
{
    const double slack = 1.2; // a tenth of the limit beyond it, after that half
    const gelBody* body = world->bodies[index];
    gelStatics* statics = NULL;
    double h = timeStep / world->def.substepCount, limit = (double)body->material.stretchLimit, strain = 0.0;
    if (!(limit > 0.0) || gelIsRigid(body) || body->material.filling != gel_notFilled ||
        gelCreateStatics(world, body, h, costsOfStep / world->bodyCount, &statics) != gel_success)
        return;
    if (statics != NULL)
        strain = gelFindUnlimitedStrain(statics, h);
    if (strain > slack * limit)
        gelLog(
            gel_logWarning,
            "body %d (counted from 1) will stretch by about %.2g %%, beyond its stretchLimit of %.2g %%: a sweep does "
            "not reach far enough; about %.0f substeps hold the limit, or tethers do",
            index + 1, 50.0 * (strain + limit), 100.0 * limit,
            ceil(world->def.substepCount * sqrt(strain / limit)));
    gelDestroyStatics(statics);
}

// Finds the softest body by a quick estimate: -1 if there is none.
static int findSoftest(const gelWorld* world, double timeStep, gelSoftness* max)
{
    int softest = -1, estimates = 0;
    *max = (gelSoftness){0};
    for (int b = 0; b < world->bodyCount && estimates < maxBodies; b++) {
        const gelBody* body = world->bodies[b];
        gelSoftness softness;
        if (gelIsObstacle(body) || (b > 0 && gelSagAlike(world, body, world->bodies[b - 1])))
            continue;
        estimates++;
        if (gelEstimateSoftness(world, body, timeStep, costsOfStep, &softness) == gel_success &&
            isfinite(softness.ratio) && softness.ratio > max->ratio) {
            *max = softness;
            softest = b;
        }
    }
    return softest;
}

static void warnOfLimits(const gelWorld* world, double timeStep)
{
    int estimates = 0;
    for (int b = 0; b < world->bodyCount && estimates < maxBodies; b++)
        if (!gelIsObstacle(world->bodies[b]) &&
            (b == 0 || !gelSagAlike(world, world->bodies[b], world->bodies[b - 1]))) {
            warnOfLimit(world, b, timeStep);
            estimates++;
        }
}

void gelWarnOfSoftness(gelWorld* world, float timeStep)
{
    gelSoftness max;
    if (world->softnessIsSeen || gelIsJacobi(world->def.order) || world->def.integrator != gel_xpbd)
        return;
    world->softnessIsSeen = true;
    warnOfLimits(world, (double)timeStep);
    int softest = findSoftest(world, (double)timeStep, &max);
    if (max.ratio < suspected || max.ratio < worse * world->suspectedSoftness)
        return;
    world->suspectedSoftness = max.ratio;
    // The suspect alone is estimated as for a caller: reports say the same.
    if (gelEstimateSoftness(world, world->bodies[softest], (double)timeStep, gel_costsOfSoftness, &max) ==
            gel_success &&
        max.ratio >= warnedOf)
        warn(world, softest, max, (double)timeStep);
}
