// The bar on which orders of constraints are compared: clamped at one end, sagging under its own weight.
#pragma once

#include "support/fixtures.h"

// Mean sag of its free end after three seconds, m. Double precision, so that rounding plays no part.
static inline double sagOfBar(gelConstraintOrder order, gelIntegrator integrator, int substeps)
{
    const float frame = 1.0f / 60.0f;
    gelTetMesh mesh;
    gelWorld* world;
    gelBodyId id;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    def.backend = gel_referenceDouble;
    def.order = order;
    def.integrator = integrator;
    def.substepCount = substeps;
    body.material.youngModulus = 4e6f;
    body.material.damping = 8.0f;
    REQUIRE(gelCreateBoxMesh((gelVec3){2.0f, 0.4f, 0.4f}, 20, 4, 4, &mesh));
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){-9, -9, -9}, (gelVec3){-0.99f, 9, 9}, NULL));
    for (int i = 0; i < 180; i++)
        REQUIRE(gelWorld_Step(world, frame));
    double* xyz = calloc((size_t)mesh.vertexCount * 3, sizeof *xyz);
    REQUIRE(gelBody_ReadPositionsDouble(world, id, xyz, mesh.vertexCount));
    double sum = 0.0;
    int count = 0;
    for (int v = 0; v < mesh.vertexCount; v++)
        if (mesh.positions[3 * v] > 0.999f) {
            sum += (double)mesh.positions[3 * v + 1] - xyz[3 * v + 1];
            count++;
        }
    free(xyz);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return sum / count;
}

static inline double barSag(gelConstraintOrder order, int substeps)
{
    return sagOfBar(order, gel_xpbd, substeps);
}

// To which colour order converges.
static const double convergedBarSag = 0.32185;
