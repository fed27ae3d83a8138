// Integrators: the orders as measured, the substeps that a bar needs, and what they cost against XPBD. The tables of
// docs/integrators.md and docs/figures.md.
#define _POSIX_C_SOURCE 200809L
#include "support/clamped_bar.h"
#include "support/oscillators.h"

#include <time.h>

static void printOrders(void)
{
    printf("order of convergence\n");
    for (int integrator = gel_explicitEuler; integrator < (int)gel_integratorCount; integrator++) {
        printf("%-16s", gelIntegratorText((gelIntegrator)integrator));
        for (int swing = 0; swing < (int)swingCount; swing++)
            printf(" %8.4f", measuredOrder((gelIntegrator)integrator, (Swing)swing));
        printf("\n");
    }
}

// A bar of 2 m, clamped at one end.
static gelWorld* makeBar(const gelWorldDef* def, float youngModulus, float damping, int cells, gelBodyId* id)
{
    gelTetMesh mesh;
    gelWorld* world;
    gelBodyDef body = gelDefaultBodyDef();
    body.material.youngModulus = youngModulus;
    body.material.damping = damping;
    REQUIRE(gelCreateBoxMesh((gelVec3){2.0f, 0.4f, 0.4f}, 5 * cells, cells, cells, &mesh));
    REQUIRE(gelCreateWorld(def, &world));
    REQUIRE(gelCreateBody(world, &body, &mesh, id));
    REQUIRE(gelBody_PinBox(world, *id, (gelVec3){-9, -9, -9}, (gelVec3){-0.99f, 9, 9}, NULL));
    gelDestroyTetMesh(&mesh);
    return world;
}

static bool survives(gelIntegrator integrator, int substeps, float youngModulus, float damping,
                     float springDamping)
{
    gelBodyId id;
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceDouble;
    def.integrator = integrator;
    def.substepCount = substeps;
    def.springDamping = springDamping;
    gelWorld* world = makeBar(&def, youngModulus, damping, 2, &id);
    int count = gelBody_GetMesh(world, id)->vertexCount * 3;
    double* xyz = calloc((size_t)count, sizeof *xyz);
    bool within = true;
    for (int frame = 0; frame < 120 && within; frame++) {
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
        REQUIRE(gelBody_ReadPositionsDouble(world, id, xyz, count / 3));
        for (int i = 0; i < count; i++)
            within = within && fabs(xyz[i]) < 10.0;
    }
    free(xyz);
    gelDestroyWorld(world);
    return within;
}

// 0: more than a world takes.
static int minSubsteps(gelIntegrator integrator, float youngModulus, float damping, float springDamping)
{
    int fails = 0, holds = 1;
    while (holds <= 1000 && !survives(integrator, holds, youngModulus, damping, springDamping)) {
        fails = holds;
        holds *= 2;
    }
    if (holds > 1000)
        return 0;
    while (holds - fails > 1) {
        int middle = (holds + fails) / 2;
        if (survives(integrator, middle, youngModulus, damping, springDamping))
            holds = middle;
        else
            fails = middle;
    }
    return holds;
}

static void printSubsteps(void)
{
    static const float moduli[] = {1e5f, 1e6f, 1e7f};
    printf(
        "least substeps of 1/60 s that a bar survives for two seconds (E 1e5, 1e6, 1e7; without damping, with a "
        "damping of 8 1/s, with springDamping 1e-4 s)\n");
    for (int integrator = gel_xpbd; integrator < (int)gel_integratorCount; integrator++) {
        printf("%-16s", gelIntegratorText((gelIntegrator)integrator));
        for (int damped = 0; damped < 3; damped++)
            for (int m = 0; m < 3; m++) {
                printf(" %5d", minSubsteps((gelIntegrator)integrator, moduli[m], damped == 1 ? 8.0f : 0.0f,
                                           damped == 2 ? 1e-4f : 0.0f));
                fflush(stdout);
            }
        printf("\n");
    }
}

static void printSags(void)
{
    static const int substeps[] = {10, 16, 20, 40, 80};
    printf("sag of a bar of 4e6 Pa over the converged one, by substeps: 10, 16, 20, 40, 80\n");
    for (int integrator = gel_xpbd; integrator < (int)gel_integratorCount; integrator++) {
        printf("%-16s", gelIntegratorText((gelIntegrator)integrator));
        for (int i = 0; i < 5; i++) {
            printf(" %8.4f",
                   sagOfBar(gel_colourOrder, (gelIntegrator)integrator, substeps[i]) / convergedBarSag);
            fflush(stdout);
        }
        printf("\n");
    }
}

static double processorTime(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

// ns of processor time of a constraint in a substep, the least of some frames.
static double costOf(const gelWorldDef* base, gelIntegrator integrator, int cells, int* launches)
{
    enum { substeps = 10 };
    gelBodyId id;
    gelCounters counters;
    gelWorldDef def = *base;
    def.integrator = integrator;
    def.substepCount = substeps;
    double min = 1e300;
    gelWorld* world = makeBar(&def, 1e4f, 8.0f, cells, &id);
    REQUIRE(gelWorld_GetCounters(world, &counters));
    int constraints =
        counters.constraintCounts[gel_distanceConstraint] + counters.constraintCounts[gel_volumeConstraint];
    for (int frame = 0; frame < 24; frame++) {
        double start = processorTime();
        REQUIRE(gelWorld_Step(world, 1.0f / 240.0f));
        REQUIRE(gelWorld_Finish(world));
        min = fmin(min, (processorTime() - start) / substeps / constraints);
    }
    *launches = gelWorld_GetProfile(world).launchesPerStep;
    gelDestroyWorld(world);
    return min;
}

static void printCosts(void)
{
    static const int cells[] = {4, 18};
    Backends backends = listBackends();
    for (int b = 0; b < backends.count && b < 2; b++) {
        printf("ns of processor time of a constraint in a substep, launches a frame: %s\n",
               backends.names[b]);
        for (int integrator = gel_xpbd; integrator < (int)gel_integratorCount; integrator++) {
            printf("%-16s", gelIntegratorText((gelIntegrator)integrator));
            for (int c = 0; c < 2; c++) {
                int launches;
                double cost = costOf(&backends.defs[b], (gelIntegrator)integrator, cells[c], &launches);
                printf(" %8.1f %6d", cost, launches);
                fflush(stdout);
            }
            printf("\n");
        }
    }
}

int main(void)
{
    printOrders();
    printSubsteps();
    printSags();
    printCosts();
    return 0;
}
