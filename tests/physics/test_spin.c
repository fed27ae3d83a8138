// A constant angular acceleration about the y axis.
#include "support/fixtures.h"

// After t = 0.1 s a vertex at the distance r from the axis moves at alpha r t, on every back end and with the same bits.
static void a_body_is_spun_about_the_y_axis(void)
{
    Backends backends = listBackends();
    uint64_t hash = 0;
    for (int b = 0; b < backends.count; b++)
        for (int strategy = 0; strategy < (b == 0 ? 1 : 2); strategy++) {
            gelTetMesh mesh;
            gelWorld* world;
            gelBodyId id;
            float xyz[3 * 27], velocities[3 * 27];
            gelWorldDef def = backends.defs[b];
            gelBodyDef body = gelDefaultBodyDef();
            def.gravity = (gelVec3){0.0f, 0.0f, 0.0f};
            def.strategy = strategy == 0 ? gel_strategyPerColour : gel_strategyBody;
            REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 2, 2, 2, &mesh));
            REQUIRE(gelCreateWorld(&def, &world));
            REQUIRE(gelCreateBody(world, &body, &mesh, &id));
            for (int i = 0; i < 6; i++)
                REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
            REQUIRE(gelBody_ReadPositions(world, id, xyz, 27));
            REQUIRE(gelBody_ReadVelocities(world, id, velocities, 27));
            double spin = (double)(velocities[0] * xyz[2] - velocities[2] * xyz[0]) /
                          (double)(xyz[0] * xyz[0] + xyz[2] * xyz[2]);
            CHECK_CLOSE(spin, 1.0, 0.05, "the box is stretched by its spin");
            hash = b == 0 ? gelWorld_Hash(world) : hash;
            CHECK_HEX(gelWorld_Hash(world), hash);
            gelDestroyWorld(world);
            gelDestroyTetMesh(&mesh);
        }
}

TESTS(TEST(a_body_is_spun_about_the_y_axis))
