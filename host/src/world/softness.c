// How much softer than its material a body is, since a substep solves each constraint only once.
//
// A sweep acts as if each constraint were more compliant by half the square of the substep, divided by the mass that its
// vertices have for it (statics.h). Bodies that are small enough are hung up with both compliances. Larger ones are taken
// for strained, or bent, alike everywhere: they are sum e / sum (e / r) times as soft, e the energy of a constraint and
// r = 1 + h^2 D / (2 alpha). For edges of a beam, in cells of size d, this is about 1 + (c h / d)^2, with c =
// sqrt(E / density): how many cells a wave crosses in a substep.
#define GEL_DIALECT_DOUBLE
#include "gel/measures.h"
#include "plan/bends.h"
#include "plan/kinds.h"
#include "world/softness.h"
#include "world/statics.h"
#include "world/two_level_step.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

static const double invisible = 1e-5, // sag, in lengths of the body
    noPart = 1e-3;                    // of a substep: with so short ones nothing is softer

enum {
    maxSamples = 4096, // constraints of a kind that are looked at
    maxTries = 3
};

// The share of a constraint: its energy, with the strain or curvature of all, and D / alpha, 1/s^2.
typedef struct Share {
    double energy, stiffness;
} Share;

static Share shareOf(const gelBody* body, int kind, int index)
{
    const int* vertices =
        gelBodyConstraints(body, kind)->vertices + (size_t)index * (size_t)gelKinds[kind].arity;
    double weights[max_vertices] = {1.0, 1.0}, sum = 0.0;
    float values[max_values];
    gelGetConstraintValues(body, kind, index, values);
    double compliance = (double)values[1], energy = 1.0;
    if (gelIsSpring(kind))
        energy = (double)gelMadeLength(body, index) * (double)gelMadeLength(body, index) / compliance;
    else if (kind == constraint_rod) {
        energy = compliance;
        weights[0] = (double)values[2];
        weights[2] = (double)values[3];
        weights[1] = weights[0] + weights[2];
    } else {
        gelFindFoldWeights(body, vertices, weights);
    }
    for (int k = 0; k < gelKinds[kind].arity; k++)
        sum += gelFreeInverseMass(body, vertices[k]) * weights[k] * weights[k];
    return (Share){energy, sum / compliance};
}

static double meanRatio(const gelBody* body, int kind, double h)
{
    int count = gelBodyConstraints(body, kind)->count, stride = count / maxSamples + 1;
    double sum = 0.0, softened = 0.0;
    for (int i = 0; i < count; i += stride) {
        Share share = shareOf(body, kind, i);
        sum += share.energy;
        softened += share.energy / (1.0 + 0.5 * h * h * share.stiffness);
    }
    return softened > 0.0 ? sum / softened : 1.0;
}

// The ratio of a body that is too large to be hung up, or filled: the largest of its springs and its bends.
static double ratioOfMeans(const gelBody* body, double h)
{
    double ratio = 1.0;
    for (int i = 0; i < gelSpringKindCount; i++)
        ratio = fmax(ratio, meanRatio(body, gelSpringKinds[i], h));
    if (body->shape->kind != gel_solidBody)
        for (int i = 0; i < gelBendKindCount; i++)
            ratio = fmax(ratio, meanRatio(body, gelBendKinds[i], h));
    return ratio;
}

typedef struct Hanging {
    gelStatics* statics; // NULL: the body is too large
    double sag;          // of the material, m
} Hanging;

static double ratioWith(const gelBody* body, const Hanging* hanging, double h)
{
    double sag = hanging->statics != NULL ? gelFindSag(hanging->statics, h) : -1.0;
    if (!(sag >= 0.0))
        return ratioOfMeans(body, h);
    return hanging->sag > 0.0 && sag > invisible * gelSizeOfStatics(hanging->statics)
               ? fmax(1.0, sag / hanging->sag)
               : 1.0;
}

bool gelIsRigid(const gelBody* body)
{
    return body->material.stiffness == gel_compliances && !(body->material.edgeCompliance > 0.0f) &&
           gelBodyConstraints(body, constraint_distance)->count +
                   gelBodyConstraints(body, constraint_tension)->count >
               0;
}

bool gelSagAlike(const gelWorld* world, const gelBody* a, const gelBody* b)
{
    if (!gelSameConstraints(a, b) || a->material.density != b->material.density ||
        a->material.filling != b->material.filling ||
        memcmp(&a->rotation, &b->rotation, sizeof a->rotation) != 0 ||
        !gelSameVertexValues(a, b, gel_densityFactor) || world->attachments.count > 0)
        return false;
    for (int i = 0; i < a->shape->mesh.vertexCount; i++)
        if (world->vertices[a->firstVertex + i].inverseMass !=
            world->vertices[b->firstVertex + i].inverseMass)
            return false;
    return true;
}

// How many substeps it takes. The excess falls with their square, or more slowly where a body cannot sag further.
static int findSubsteps(const gelWorld* world, const gelBody* body, const Hanging* hanging, double timeStep,
                        double ratio)
{
    const double nearly = 1.0001 * gel_softnessWanted;
    double count = world->def.substepCount;
    for (int i = 0; i < maxTries && ratio > nearly; i++) {
        double next = ceil(count * sqrt((ratio - 1.0) / (gel_softnessWanted - 1.0)));
        if (next > GEL_MAXIMUM_SUBSTEPS)
            return 0;
        count = next;
        ratio = ratioWith(body, hanging, timeStep / count);
    }
    return (int)count;
}

gelStatus gelEstimateSoftness(const gelWorld* world, const gelBody* body, double timeStep, double costs,
                              gelSoftness* softness)
{
    Hanging hanging = {NULL, -1.0};
    double h = timeStep / world->def.substepCount;
    gelStatus status = gel_success;
    *softness =
        (gelSoftness){.ratio = 1.0, .substepCount = 1, .suitsTwoLevel = gelMayChooseTwoLevel(world, body)};
    if (gelIsObstacle(body) || gelIsTwoLevel(body))
        return gel_success;
    if (gelIsRigid(body)) {
        softness->ratio = INFINITY;
        softness->substepCount = 0;
        return gel_success;
    }
    // A filling bears what is not among the constraints.
    if (body->material.filling == gel_notFilled)
        status = gelCreateStatics(world, body, h, costs / world->bodyCount, &hanging.statics);
    if (status != gel_success)
        return status;
    if (hanging.statics != NULL)
        hanging.sag = gelFindSag(hanging.statics, noPart * h);
    if (!(hanging.sag >= 0.0)) {
        gelDestroyStatics(hanging.statics);
        hanging.statics = NULL;
    }
    softness->ratio = ratioWith(body, &hanging, h);
    softness->substepCount =
        softness->ratio <= gel_softnessWanted
            ? (int)fmax(1.0, ceil(world->def.substepCount *
                                  sqrt((softness->ratio - 1.0) / (gel_softnessWanted - 1.0))))
            : findSubsteps(world, body, &hanging, timeStep, softness->ratio);
    gelDestroyStatics(hanging.statics);
    return gel_success;
}

bool gelNeedsTwoLevel(const gelSoftness* softness)
{
    return softness->suitsTwoLevel && isfinite(softness->ratio) && softness->ratio > gel_softnessWanted;
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
        status = gelEstimateSoftness(world, body, (double)timeStep, gel_costsOfSoftness, softness);
    if (status == gel_success && body->steppedBy == gel_autoSolver && gelNeedsTwoLevel(softness)) {
        softness->ratio = 1.0;
        softness->substepCount = 1;
    }
    return status;
}
