// How much softer than its material a body is, since a substep solves each constraint only once.
//
// One sweep moves a vertex about as far as a spring of stiffness 1 / (w h^2) would: constraints of compliance
// alpha act as if they had alpha + beta (w0 + w1) h^2. So a body is 1 + beta h^2 <(w0 + w1) / alpha> times as
// soft, the mean over its edges; neo-Hookean tets are as stiff as edges of their moduli. beta was measured on
// clamped beams and bears, moduli 1e5 to 1e8 Pa, Poisson's ratio 0 to 0.49, 1 to 4 cells across, 5 to 40 substeps:
// 0.28 to 0.65 with edges, 0.47 to 0.77 with neo-Hookean tets, by shape and Poisson's ratio. Per cell of size d of
// a beam of edges this is 1 + 0.8 (c h / d)^2, with c = sqrt(E / density): how many cells a wave crosses in a
// substep.
#include "gel/measures.h"
#include "plan/kinds.h"
#include "world/world.h"

#include <math.h>
#include <stdio.h>

static const double betas[] = {[gel_edgesAndVolumes] = 0.43, [gel_neoHookean] = 0.6}, wanted = 1.1,
                    warnedOf = 2.0, worse = 1.5; // than what was warned of before

enum {
    maxEdges = 512, // of a body that are looked at
    maxBodies = 1000,
    maxSubsteps = 1000 // that a world takes
};

// The mean of (w0 + w1) / alpha over the edges, 1/s^2; infinite if one is rigid, 0 without edges.
static double meanStiffness(const gelBody* body)
{
    const gelConstraintSet* edges = &body->shape->constraints[constraint_distance];
    int count = edges->count, stride = count / maxEdges + 1, seen = 0;
    double sum = 0.0;
    for (int e = 0; e < count; e += stride, seen++) {
        float values[max_values];
        const int* ends = edges->vertices + 2 * (size_t)e;
        gelGetConstraintValues(body, constraint_distance, e, values);
        sum += (gelFreeInverseMass(body, ends[0]) + gelFreeInverseMass(body, ends[1])) / (double)values[1];
    }
    return seen > 0 ? sum / seen : 0.0;
}

static gelSoftness estimate(const gelBody* body, int substepCount, double timeStep)
{
    double h = timeStep / substepCount, stiffness = meanStiffness(body), beta = betas[body->material.model];
    double needed = ceil(timeStep * sqrt(beta * stiffness / (wanted - 1.0)));
    return (gelSoftness){.ratio = 1.0 + beta * h * h * stiffness,
                         .substepCount = needed < 1.0            ? 1
                                         : needed <= maxSubsteps ? (int)needed
                                                                 : 0};
}

gelStatus gelBody_EstimateSoftness(const gelWorld* world, gelBodyId id, float timeStep, gelSoftness* softness)
{
    const gelBody* body = gelFindBody(world, id);
    *softness = (gelSoftness){0};
    if (body == NULL)
        return gel_invalidHandle;
    if (gelIsJacobi(world->def.order))
        return gelFail(gel_unsupported,
                       "softness can be estimated for the orders colour and mesh, not for "
                       "%s",
                       gelConstraintOrderText(world->def.order));
    if (world->def.integrator != gel_xpbd)
        return gelFail(gel_unsupported, "softness can be estimated for the integrator xpbd, not for %s",
                       gelIntegratorText(world->def.integrator));
    gelStatus status = gelCheckTimeStep(timeStep);
    if (status == gel_success)
        *softness = estimate(body, world->def.substepCount, (double)timeStep);
    return status;
}

// Bodies of one mesh and material are alike.
static bool isLike(const gelBody* a, const gelBody* b)
{
    return gelSameConstraints(a, b) && a->material.density == b->material.density &&
           gelSameVertexValues(a, b, gel_densityFactor);
}

static void warn(const gelWorld* world, int body, gelSoftness softness)
{
    char enough[96] = "no number of substeps is enough; a coarser mesh is stiffer";
    if (softness.substepCount > 0)
        snprintf(enough, sizeof enough, "about %d substeps bring it within 10 %%", softness.substepCount);
    gelLog(gel_logWarning,
           "body %d (counted from 1) will be about %.3g times softer than its material: the material is too "
           "stiff and the mesh too fine for %d substep%s; %s",
           body + 1, softness.ratio, world->def.substepCount, world->def.substepCount == 1 ? "" : "s",
           enough);
}

void gelWarnOfSoftness(gelWorld* world, float timeStep)
{
    int softest = -1, estimates = 0;
    gelSoftness max = {0};
    if (world->softnessIsSeen || gelIsJacobi(world->def.order) || world->def.integrator != gel_xpbd)
        return;
    world->softnessIsSeen = true;
    for (int b = 0; b < world->bodyCount && estimates < maxBodies; b++) {
        const gelBody* body = world->bodies[b];
        if (gelIsObstacle(body) || (b > 0 && isLike(body, world->bodies[b - 1])))
            continue;
        gelSoftness softness = estimate(body, world->def.substepCount, (double)timeStep);
        estimates++;
        if (isfinite(softness.ratio) && softness.ratio > max.ratio) {
            max = softness;
            softest = b;
        }
    }
    if (max.ratio < warnedOf || max.ratio < worse * world->warnedSoftness)
        return;
    world->warnedSoftness = max.ratio;
    warn(world, softest, max);
}
