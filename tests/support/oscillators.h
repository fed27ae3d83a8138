// Bodies whose motion shows what an integrator is worth.
#pragma once

#include "support/fixtures.h"

typedef enum Swing {
    linearSwing, // the tip of a tet on the spring that its volume is: exactly linear
    edgeSwing,   // the tip of a tet on its three edges, damped along them
    chainSwing,  // a bar of tets hung up at one end, swinging in air
    solidSwing,  // the same of neo-Hookean tets
    swingCount
} Swing;

static const char* const swingTexts[swingCount] = {"a mass on a spring", "a mass on three damped springs",
                                                   "a swinging chain",
                                                   "a swinging chain of neo-Hookean tets"};

static inline void makeTet(const gelBodyDef* body, gelWorld* world, gelBodyId* id)
{
    static const float positions[] = {0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0};
    static const int tet[] = {0, 1, 2, 3}, base[] = {0, 1, 2};
    gelTetMesh mesh;
    REQUIRE(gelCreateTetMesh(positions, 4, tet, 1, NULL, &mesh, NULL));
    REQUIRE(gelCreateBody(world, body, &mesh, id));
    REQUIRE(gelBody_SetPinned(world, *id, base, 3, true));
    gelDestroyTetMesh(&mesh);
}

static inline void makeChain(const gelBodyDef* body, gelWorld* world, gelBodyId* id)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.2f, 0.2f, 0.2f}, 6, 1, 1, &mesh));
    REQUIRE(gelCreateBody(world, body, &mesh, id));
    REQUIRE(gelBody_PinBox(world, *id, (gelVec3){-9, -9, -9}, (gelVec3){-0.59f, 9, 9}, NULL));
    gelDestroyTetMesh(&mesh);
}

// `base` has the back end, the integrator and the substeps.
static inline gelWorld* makeSwing(const gelWorldDef* base, Swing swing, gelBodyId* id)
{
    gelWorld* world;
    gelWorldDef def = *base;
    gelBodyDef body = gelDefaultBodyDef();
    gelMaterial* material = &body.material;
    material->density = 24.0f;
    material->damping = 0.0f;
    if (swing == linearSwing || swing == edgeSwing) {
        material->stiffness = gel_compliances;
        material->edgeCompliance = swing == linearSwing ? 1e6f : 0.01f;
        material->volumeCompliance = swing == linearSwing ? 1e-4f : 1e6f;
    } else {
        material->model = swing == solidSwing ? gel_neoHookean : gel_edgesAndVolumes;
        material->youngModulus = 2e3f;
        material->density = 100.0f;
    }
    if (swing == edgeSwing)
        def.springDamping = 0.001f;
    if (swing == chainSwing) {
        material->damping = 0.25f;
        def.dragCoefficient = 0.125f;
    }
    REQUIRE(gelCreateWorld(&def, &world));
    if (swing == linearSwing || swing == edgeSwing)
        makeTet(&body, world, id);
    else
        makeChain(&body, world, id);
    return world;
}

static const float swingFrame = 1.0f / 64.0f; // its halves are exact

// Where the vertices are after 16 frames in double precision; to be freed.
static inline double* placesOfSwing(gelIntegrator integrator, Swing swing, int substeps, int* count)
{
    gelBodyId id;
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceDouble;
    def.integrator = integrator;
    def.substepCount = substeps;
    gelWorld* world = makeSwing(&def, swing, &id);
    *count = 3 * gelBody_GetMesh(world, id)->vertexCount;
    double* xyz = calloc((size_t)*count, sizeof *xyz);
    for (int i = 0; i < 16; i++)
        REQUIRE(gelWorld_Step(world, swingFrame));
    REQUIRE(gelBody_ReadPositionsDouble(world, id, xyz, *count / 3));
    gelDestroyWorld(world);
    return xyz;
}

static inline double distanceOf(const double* a, const double* b, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

// Richardson's ratio: steps of h, h / 2 and h / 4 lead to places that are 2^order times as far apart as the next two.
static inline double measuredOrder(gelIntegrator integrator, Swing swing)
{
    int count, substeps = integrator == gel_rungeKutta4 ? 16 : integrator == gel_heun ? 64 : 200;
    double* places[3];
    for (int i = 0; i < 3; i++)
        places[i] = placesOfSwing(integrator, swing, substeps << i, &count);
    double ratio = distanceOf(places[0], places[1], count) / distanceOf(places[1], places[2], count);
    for (int i = 0; i < 3; i++)
        free(places[i]);
    return log2(ratio);
}
