// Numbers below 1.2e-38, which some devices take for 0, change no bit: velocities never become so small. PoCL is told to be
// such a device.
#define _POSIX_C_SOURCE 200809L // setenv
#include "support/fixtures.h"

enum { frames = 320 };

// A box whose motion is damped by a thirtieth in each substep: from 1 m/s it would come to 1e-38 in frame 255.
static gelWorld* openBox(const gelWorldDef* base, gelStrategy strategy)
{
    gelWorld* world;
    gelTetMesh mesh;
    gelBodyId id;
    gelWorldDef def = *base;
    gelBodyDef body = gelDefaultBodyDef();
    def.strategy = strategy;
    def.gravity = (gelVec3){0};
    def.tileSize = 16;
    body.velocity = (gelVec3){1.0f, -0.5f, 0.25f};
    body.material.damping = 20.0f;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.3f, 0.3f, 0.3f}, 2, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return world;
}

// Whether the device takes denormals for 0.
static bool compare(const gelWorldDef* device, gelStrategy strategy)
{
    gelDeviceInfo info;
    gelWorldDef host = gelDefaultWorldDef();
    host.backend = gel_referenceFloat;
    gelWorld *a = openBox(&host, strategy), *b = openBox(device, strategy);
    int different = 0;
    for (int frame = 1; frame <= frames && different == 0; frame++) {
        REQUIRE(gelWorld_Step(a, 1.0f / 60.0f));
        REQUIRE(gelWorld_Step(b, 1.0f / 60.0f));
        if (gelWorld_Hash(a) != gelWorld_Hash(b))
            different = frame;
    }
    CHECK(different == 0, "%s: other bits than the reference in frame %d", gelStrategyText(strategy),
          different);
    gelWorld_GetDevice(b, &info);
    gelDestroyWorld(a);
    gelDestroyWorld(b);
    return !info.denormals;
}

static void a_device_that_takes_denormals_for_0_has_the_same_bits(void)
{
    setenv("GEL_KERNEL_OPTIONS", "-cl-denorms-are-zero", 1);
    Backends backends = listBackends();
    int flushing = 0;
    for (int i = 1; i < backends.count; i++) {
        for (gelStrategy strategy = gel_strategyPerColour; strategy < gel_strategyCount; strategy++)
            flushing += compare(&backends.defs[i], strategy);
    }
    unsetenv("GEL_KERNEL_OPTIONS");
    if (flushing == 0)
        SKIP_EVEN_IN_CI("no device takes denormals for 0, though it may");
}

TESTS(TEST(a_device_that_takes_denormals_for_0_has_the_same_bits))
