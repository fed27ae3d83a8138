// Measures of a state: energies, volume, and constraint residuals.
#include "support/fixtures.h"

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

static void a_falling_box_turns_height_into_speed(gelWorldDef backend)
{
    gelBodyId body;
    gelMeasures start, end;
    gelWorld* world = makeBoxWorld(&backend, 0.0f, 0.0f, &body);
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
    CHECK_CLOSE(end.residuals[gel_distanceConstraint], 0.0, 1e-6, "single precision of a length");
    CHECK_CLOSE(end.volume, 1.0, 1e-5, "single precision of the coordinates");
    CHECK_CLOSE(end.restVolume, 1.0, 1e-6, "single precision of 40 volumes");
    CHECK_CLOSE(end.elasticEnergy, 0.0, 0.0, "rigid constraints store none");
    gelDestroyWorld(world);
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
    int edgeCount = counters.constraintCounts[gel_distanceConstraint],
        tetCount = counters.constraintCounts[gel_volumeConstraint];
    gelConstraint* all = malloc(sizeof *all * (size_t)(edgeCount + tetCount));
    REQUIRE(gelWorld_GetConstraints(world, gel_distanceConstraint, all, edgeCount));
    REQUIRE(gelWorld_GetConstraints(world, gel_volumeConstraint, all + edgeCount, tetCount));
    double expected = 0.0, grown = stretch * stretch * stretch - 1.0;
    for (int i = 0; i < edgeCount + tetCount; i++) {
        double off = (double)all[i].values[0] * (i < edgeCount ? stretch - 1.0 : grown);
        expected += 0.5 * off * off / (double)all[i].values[1];
    }
    free(all);
    REQUIRE(gelWorld_Measure(world, &found));
    CHECK_CLOSE(found.elasticEnergy, expected, 1e-5 * expected, "single precision of the rest lengths");
    CHECK_CLOSE(found.residuals[gel_distanceConstraint], stretch - 1.0, 1e-6,
                "single precision of the rest lengths");
    CHECK_CLOSE(found.residuals[gel_volumeConstraint], grown, 1e-5, "single precision of the rest volumes");
    CHECK_CLOSE(found.volume, 1.0 + grown, 1e-5, "single precision of the coordinates");
    gelDestroyWorld(world);
}

// A scaled body with displaced vertices: the values per tet add up to those of the world.
static void the_strains_of_tets_agree_with_the_measures_of_the_world(void)
{
    enum { tetCount = 40 };
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyId body;
    gelMeasures found;
    float positions[3 * vertexCount], strains[tetCount], errors[tetCount];
    def.backend = gel_referenceFloat;
    gelWorld* world = makeBoxWorld(&def, 0.0f, 0.0f, &body);
    CHECK_INT(gelBody_GetMesh(world, body)->tetCount, tetCount);
    REQUIRE(gelBody_ReadPositions(world, body, positions, vertexCount));
    for (int i = 0; i < 3 * vertexCount; i++)
        positions[i] += 0.03f * (float)(i * 7 % 11);
    REQUIRE(gelBody_WritePositions(world, body, positions, vertexCount));
    REQUIRE(gelBody_ReadStrains(world, body, strains, errors, tetCount));
    REQUIRE(gelWorld_Measure(world, &found));
    double squares = 0.0;
    for (int t = 0; t < tetCount; t++)
        squares += (double)errors[t] * (double)errors[t];
    CHECK(found.residuals[gel_volumeConstraint] > 0.1, "hardly deformed: %g",
          found.residuals[gel_volumeConstraint]);
    CHECK_CLOSE(sqrt(squares / tetCount), found.residuals[gel_volumeConstraint], 1e-5,
                "single precision of the rest volumes and of what was read");
    CHECK_INT(gelBody_ReadStrains(world, body, strains, NULL, tetCount - 1), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "room for 39 tets, but the body has 40");
    gelDestroyWorld(world);
}

static void a_tet_of_another_size_has_the_strain_of_its_stretch(void)
{
    static const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
    static const int tet[4] = {0, 1, 2, 3};
    gelTetMesh mesh;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    gelWorld* world;
    gelBodyId body;
    gelMeasures found;
    float positions[12], strain, error;
    def.backend = gel_referenceFloat;
    bodyDef.scale = 0.5f;
    REQUIRE(gelCreateTetMesh(corners[0], 4, tet, 1, NULL, &mesh, NULL));
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &body));
    REQUIRE(gelBody_ReadStrains(world, body, &strain, &error, 1));
    CHECK(strain == 0.0f && error == 0.0f, "%g and %g at rest", (double)strain, (double)error);
    REQUIRE(gelBody_ReadPositions(world, body, positions, 4));
    for (int i = 0; i < 12; i++)
        positions[i] *= 1.25f;
    positions[3] *= 1.2f; // one edge longer by half, two others somewhat
    REQUIRE(gelBody_WritePositions(world, body, positions, 4));
    REQUIRE(gelBody_ReadStrains(world, body, &strain, &error, 1));
    REQUIRE(gelWorld_Measure(world, &found));
    CHECK_CLOSE((double)strain, found.residuals[gel_distanceConstraint], 1e-6,
                "single precision; a world of six edges");
    CHECK_CLOSE((double)error, 1.25 * 1.25 * 1.5 - 1.0, 1e-6, "single precision");
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

static void a_world_without_bodies_measures_nothing(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* world;
    gelMeasures found;
    def.backend = gel_referenceFloat;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelWorld_Measure(world, &found));
    CHECK_CLOSE(found.kineticEnergy + found.volume + found.residuals[gel_distanceConstraint] +
                    found.residuals[gel_volumeConstraint],
                0.0, 0.0, "empty");
    gelDestroyWorld(world);
}

TESTS(TEST(the_strains_of_tets_agree_with_the_measures_of_the_world),
      TEST(a_tet_of_another_size_has_the_strain_of_its_stretch),
      TEST_ON_EACH_BACKEND(a_falling_box_turns_height_into_speed),
      TEST(a_stretched_box_stores_what_its_compliances_say), TEST(a_world_without_bodies_measures_nothing))
