// Partly filled tets: their share of mass and stiffness.
#include "support/fixtures.h"

#include <string.h>

static const float frame = 1.0f / 60.0f;
static const float twoTetPositions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1};

static void attributes_follow_the_tets_that_are_kept(void)
{
    // The first is flat, the third inverted, the fourth a duplicate.
    static const int tets[] = {0, 1, 2, 2, 0, 1, 2, 3, 0, 1, 2, 4, 3, 2, 1, 0};
    static const float fill[] = {0.1f, 0.2f, 0.3f, 0.4f};
    static const int parts[] = {1, 2, 3, 4};
    gelTetMesh mesh;
    REQUIRE(gelCreateTetMesh(twoTetPositions, 5, tets, 4, &(gelTetAttributes){fill, parts}, &mesh, NULL));
    CHECK_INT(mesh.tetCount, 2);
    for (int t = 0; t < 2; t++) {
        CHECK(mesh.fillFractions[t] == fill[t + 1], "%g is not %g", (double)mesh.fillFractions[t],
              (double)fill[t + 1]);
        CHECK_INT(mesh.parts[t], parts[t + 1]);
    }
    gelDestroyTetMesh(&mesh);
    CHECK(mesh.fillFractions == NULL && mesh.parts == NULL, "a destroyed mesh is empty");
}

static void a_fill_fraction_out_of_range_is_refused_by_name(void)
{
    static const int tets[] = {0, 1, 2, 3, 0, 2, 1, 4};
    const float wrong[] = {0.0f, -0.5f, 4.001f, NAN, INFINITY};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        gelTetMesh mesh;
        const float fill[] = {1.0f, wrong[i]};
        CHECK_STATUS(
            gelCreateTetMesh(twoTetPositions, 5, tets, 2, &(gelTetAttributes){fill, NULL}, &mesh, NULL),
            gel_invalidArgument);
        CHECK(strstr(gelLastError(), "tet 1: expected a fill fraction above 0, at most 4") != NULL,
              "found \"%s\"", gelLastError());
        CHECK(mesh.tets == NULL, "a mesh that failed is empty");
    }
}

// A beam, with a fill fraction for the tets below y = 0 and one for the others; 0 stands for none given.
static gelTetMesh makeBar(float below, float above)
{
    gelTetMesh plain, filled;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.25f, 1.0f, 0.25f}, 3, 12, 3, &plain));
    float* fill = calloc((size_t)plain.tetCount, sizeof *fill);
    for (int t = 0; t < plain.tetCount; t++) {
        float y = 0.0f;
        for (int k = 0; k < 4; k++)
            y += plain.positions[3 * plain.tets[4 * t + k] + 1];
        fill[t] = y < 0.0f ? below : above;
    }
    gelTetAttributes attributes = {.fillFractions = below > 0.0f ? fill : NULL};
    REQUIRE(gelCreateTetMesh(plain.positions, plain.vertexCount, plain.tets, plain.tetCount, &attributes,
                             &filled, NULL));
    gelDestroyTetMesh(&plain);
    free(fill);
    return filled;
}

// Hangs from its upper end; returns the positions after `frames`.
static void hang(const gelWorldDef* def, const gelTetMesh* mesh, int frames, float* xyz, double* kinetic)
{
    gelWorld* world;
    gelBodyId id;
    gelMeasures measures;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    bodyDef.material.youngModulus = 3e5f;
    bodyDef.material.poissonRatio = 0.3f;
    bodyDef.material.damping = 6.0f;
    REQUIRE(gelCreateWorld(def, &world));
    REQUIRE(gelCreateBody(world, &bodyDef, mesh, &id));
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){-1.0f, 0.499f, -1.0f}, (gelVec3){1.0f, 1.0f, 1.0f}, NULL));
    for (int n = 0; n < frames; n++)
        REQUIRE(gelWorld_Step(world, frame));
    REQUIRE(gelBody_ReadPositions(world, id, xyz, mesh->vertexCount));
    REQUIRE(gelWorld_Measure(world, &measures));
    *kinetic = measures.kineticEnergy;
    gelDestroyWorld(world);
}

// All masses halve and all compliances double: powers of two, so not a bit of the motion changes.
static void half_filled_everywhere_moves_alike_with_half_the_mass(void)
{
    Backends backends = listBackends();
    gelTetMesh whole = makeBar(0.0f, 0.0f), half = makeBar(0.5f, 0.5f);
    CHECK_INT(half.vertexCount, whole.vertexCount);
    size_t size = (size_t)whole.vertexCount * 3 * sizeof(float);
    float *a = malloc(size), *b = malloc(size);
    for (int i = 0; i < backends.count; i++) {
        double wholeEnergy, halfEnergy;
        hang(&backends.defs[i], &whole, 6, a, &wholeEnergy);
        hang(&backends.defs[i], &half, 6, b, &halfEnergy);
        CHECK(memcmp(a, b, size) == 0, "%s: positions differ", backends.names[i]);
        CHECK_CLOSE(halfEnergy, 0.5 * wholeEnergy, 1e-12 * wholeEnergy, "a power of two is exact");
    }
    free(a);
    free(b);
    gelDestroyTetMesh(&whole);
    gelDestroyTetMesh(&half);
}

// rho g L^2 / E times 1/8 for the lower half by its own weight, whose fill cancels, 1/8 for the upper half by
// its own, f / 4 for the upper half by the weight of the lower.
static void a_bar_with_a_light_lower_half_sags_less(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    def.substepCount = 20;
    double fill = 0.25, kinetic, lowest = 0.0;
    gelTetMesh mesh = makeBar((float)fill, 1.0f);
    float* xyz = malloc((size_t)mesh.vertexCount * 3 * sizeof *xyz);
    hang(&def, &mesh, 150, xyz, &kinetic);
    int count = 0;
    for (int i = 0; i < mesh.vertexCount; i++)
        if (mesh.positions[3 * i + 1] < -0.499f) {
            lowest += (double)xyz[3 * i + 1];
            count++;
        }
    double expected = 1000.0 * 9.81 / 3e5 * (0.25 + fill / 4.0);
    CHECK_CLOSE(-0.5 - lowest / count, expected, 0.06 * expected,
                "springs stand for a continuum only on average over directions");
    free(xyz);
    gelDestroyTetMesh(&mesh);
}

// Equal meshes share tables; a different fill makes them unequal.
static void bodies_of_unlike_fill_share_nothing(void)
{
    gelTetMesh meshes[2] = {makeBar(1.0f, 1.0f), makeBar(0.5f, 1.0f)};
    gelMaterial material = gelDefaultMaterial();
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* world;
    gelMeasures both, one[2];
    for (int pass = 0; pass < 3; pass++) {
        REQUIRE(gelCreateWorld(&def, &world));
        for (int i = 0; i < 2; i++) {
            gelBodyDef bodyDef = gelDefaultBodyDef();
            gelBodyId id;
            bodyDef.material = material;
            bodyDef.position.x = (float)i;
            bodyDef.velocity.x = 1.0f;
            if (pass == i || pass == 2)
                REQUIRE(gelCreateBody(world, &bodyDef, &meshes[i], &id));
        }
        REQUIRE(gelWorld_Measure(world, pass == 2 ? &both : &one[pass]));
        gelDestroyWorld(world);
    }
    CHECK_CLOSE(one[0].kineticEnergy, 0.5 * 1000.0 * 0.0625, 1e-5, "vertices' masses are single precision");
    CHECK_CLOSE(one[1].kineticEnergy, 0.75 * one[0].kineticEnergy, 1e-5,
                "vertices' masses are single precision");
    CHECK_CLOSE(both.kineticEnergy, one[0].kineticEnergy + one[1].kineticEnergy, 1e-9,
                "summed in another order");
    gelDestroyTetMesh(&meshes[0]);
    gelDestroyTetMesh(&meshes[1]);
}

TESTS(TEST(attributes_follow_the_tets_that_are_kept), TEST(a_fill_fraction_out_of_range_is_refused_by_name),
      TEST(half_filled_everywhere_moves_alike_with_half_the_mass),
      TEST(a_bar_with_a_light_lower_half_sags_less), TEST(bodies_of_unlike_fill_share_nothing))
