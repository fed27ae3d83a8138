// What a state amounts to: energies, volume, and how far the constraints are from being met.
#include "fixtures.h"

enum { vertexCount = 27 };

// A box of 1 m and 1000 kg without ground; its constraints have these compliances.
static gelWorld* makeBoxWorld(const gelWorldDef* base, float edgeCompliance, float volumeCompliance,
                              gelBodyId* body)
{
    gelTetMesh mesh;
    gelWorld* world;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    bodyDef.material.stiffness = gel_compliances;
    bodyDef.material.edgeCompliance = edgeCompliance;
    bodyDef.material.volumeCompliance = volumeCompliance;
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 1}, 2, 2, 2, &mesh));
    REQUIRE(gelCreateWorld(base, &world));
    REQUIRE(gelCreateBody(world, &bodyDef, &mesh, body));
    gelDestroyTetMesh(&mesh);
    return world;
}

static void a_falling_box_turns_height_into_speed(void)
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelBodyId body;
        gelMeasures start, end;
        gelWorld* world = makeBoxWorld(&backends.defs[b], 0.0f, 0.0f, &body);
        REQUIRE(gelWorld_Measure(world, &start));
        CHECK_CLOSE(start.kineticEnergy, 0.0, 0.0, "it rests");
        for (int i = 0; i < 30; i++)
            REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
        REQUIRE(gelWorld_Measure(world, &end));
        CHECK_CLOSE(end.kineticEnergy, 0.5 * 1000.0 * (9.81 * 0.5) * (9.81 * 0.5), 25.0,
                    "a substep rounds v by up to 6e-8 m / h, 4e-5 m/s: 300 of them may take 0.01 of 4.9 m/s");
        double fallen = 0.5 * 9.81 * 0.5 * (0.5 + 1.0 / 600.0); // of symplectic Euler
        CHECK_CLOSE(start.gravityEnergy - end.gravityEnergy, 1000.0 * 9.81 * fallen, 25.0,
                    "a substep rounds v by up to 6e-8 m / h, 4e-5 m/s: 300 of them may take 0.01 of 4.9 m/s");
        CHECK_CLOSE(end.edgeResidual, 0.0, 1e-6, "single precision of a length");
        CHECK_CLOSE(end.volume, 1.0, 1e-5, "single precision of the coordinates");
        CHECK_CLOSE(end.restVolume, 1.0, 1e-6, "single precision of 40 volumes");
        CHECK_CLOSE(end.elasticEnergy, 0.0, 0.0, "rigid constraints store none");
        gelDestroyWorld(world);
    }
}

static void a_stretched_box_stores_what_its_compliances_say(void)
{
    static const double stretch = 1.25; // exact in single precision
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyId body;
    gelMeasures found;
    float positions[3 * vertexCount];
    gelCounters counters;
    def.backend = gel_referenceFloat;
    gelWorld* world = makeBoxWorld(&def, 1e-4f, 1e-6f, &body);
    REQUIRE(gelBody_ReadPositions(world, body, positions, vertexCount));
    for (int i = 0; i < 3 * vertexCount; i++)
        positions[i] *= (float)stretch;
    REQUIRE(gelBody_WritePositions(world, body, positions, vertexCount));
    REQUIRE(gelWorld_GetCounters(world, &counters));
    gelConstraint* all = malloc(sizeof *all * (size_t)(counters.edgeCount + counters.tetCount));
    REQUIRE(gelWorld_GetConstraints(world, gel_edgeConstraint, all, counters.edgeCount));
    REQUIRE(gelWorld_GetConstraints(world, gel_tetConstraint, all + counters.edgeCount, counters.tetCount));
    double expected = 0.0, grown = stretch * stretch * stretch - 1.0;
    for (int i = 0; i < counters.edgeCount + counters.tetCount; i++) {
        double off = (double)all[i].rest * (i < counters.edgeCount ? stretch - 1.0 : grown);
        expected += 0.5 * off * off / (double)all[i].compliance;
    }
    free(all);
    REQUIRE(gelWorld_Measure(world, &found));
    CHECK_CLOSE(found.elasticEnergy, expected, 1e-5 * expected, "single precision of the rest lengths");
    CHECK_CLOSE(found.edgeResidual, stretch - 1.0, 1e-6, "single precision of the rest lengths");
    CHECK_CLOSE(found.volumeResidual, grown, 1e-5, "single precision of the rest volumes");
    CHECK_CLOSE(found.volume, 1.0 + grown, 1e-5, "single precision of the coordinates");
    gelDestroyWorld(world);
}

static void a_world_without_bodies_measures_nothing(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* world;
    gelMeasures found;
    def.backend = gel_referenceFloat;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelWorld_Measure(world, &found));
    CHECK_CLOSE(found.kineticEnergy + found.volume + found.edgeResidual + found.volumeResidual, 0.0, 0.0,
                "empty");
    gelDestroyWorld(world);
}

TESTS(TEST(a_falling_box_turns_height_into_speed), TEST(a_stretched_box_stores_what_its_compliances_say),
      TEST(a_world_without_bodies_measures_nothing))
