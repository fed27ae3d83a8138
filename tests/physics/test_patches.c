// Bodies cut into patches: nothing is lost or duplicated, the bits are fixed, and the material keeps its
// stiffness.
#include "support/fixtures.h"
#include "plan/patch_partition.h"

#include <inttypes.h>
#include <string.h>

static const float frame = 1.0f / 60.0f;

static gelTetMesh makeBall(void)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateSphereMesh(0.5f, 6, &mesh));
    return mesh;
}

static gelWorld* makeWorld(gelBackendKind backend, const gelTetMesh* mesh, int patchSize, gelBodyId* id)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelWorld* world;
    def.backend = backend;
    def.ground.enabled = true;
    def.strategy = patchSize > 0 ? gel_strategyPatch : gel_strategyAuto;
    def.patchSize = patchSize > 0 ? patchSize : def.patchSize;
    body.position = (gelVec3){0.1f, 0.6f, 0.2f};
    body.rotation = (gelQuat){0.1f, 0.2f, 0.3f, 0.9f};
    body.velocity = (gelVec3){1.0f, -2.0f, 0.5f};
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBody(world, &body, mesh, id));
    return world;
}

static void patches_are_full_and_no_larger_than_asked_for(void)
{
    static const int sizes[] = {40, 100, 333, 5000};
    gelTetMesh meshes[2] = {makeBall()};
    REQUIRE(gelCreateBoxMesh((gelVec3){3.0f, 1.0f, 1.0f}, 12, 4, 4, &meshes[1]));
    for (int m = 0; m < 2; m++)
        for (int s = 0; s < 4; s++) {
            int *patchOf, patchCount, counts[256] = {0}, most = 0, least = INT32_MAX;
            REQUIRE(gelPartitionTets(&meshes[m], sizes[s], &patchOf, &patchCount));
            int wanted = (meshes[m].tetCount + sizes[s] - 1) / sizes[s];
            CHECK(patchCount >= wanted && patchCount <= wanted + wanted / 4 && patchCount <= 256,
                  "%d patches of at most %d tets for %d", patchCount, sizes[s], meshes[m].tetCount);
            for (int t = 0; t < meshes[m].tetCount; t++)
                counts[patchOf[t]]++;
            for (int p = 0; p < patchCount; p++) {
                most = counts[p] > most ? counts[p] : most;
                least = counts[p] < least ? counts[p] : least;
            }
            CHECK(most <= sizes[s] && least * 4 >= most, "from %d to %d tets, at most %d asked for", least,
                  most, sizes[s]);
            gelFree(patchOf);
        }
    gelDestroyTetMesh(&meshes[0]);
    gelDestroyTetMesh(&meshes[1]);
}

static int compareConstraints(const void* a, const void* b)
{
    const gelConstraint *p = a, *q = b;
    return memcmp(p->vertices, q->vertices, sizeof p->vertices);
}

// All constraints of a kind, sorted by their vertices.
static gelConstraint* listConstraints(gelWorld* world, gelConstraintKind kind, int count)
{
    gelConstraint* constraints = malloc((size_t)count * sizeof *constraints);
    REQUIRE(gelWorld_GetConstraints(world, kind, constraints, count));
    qsort(constraints, (size_t)count, sizeof *constraints, compareConstraints);
    return constraints;
}

static void every_constraint_is_in_exactly_one_patch(void)
{
    gelTetMesh mesh = makeBall();
    gelBodyId id;
    gelWorld *whole = makeWorld(gel_referenceFloat, &mesh, 0, &id),
             *cut = makeWorld(gel_referenceFloat, &mesh, 64, &id);
    gelCounters expected, found;
    REQUIRE(gelWorld_GetCounters(whole, &expected));
    REQUIRE(gelWorld_GetCounters(cut, &found));
    CHECK_INT(expected.patchCount, 0);
    CHECK(found.patchCount >= expected.tetCount / 64, "%d patches of %d tets", found.patchCount,
          expected.tetCount);
    for (int kind = 0; kind < gel_constraintKindCount; kind++) {
        int count = expected.constraintCounts[kind], differing = 0;
        CHECK_INT(found.constraintCounts[kind], count);
        CHECK(count == 0 || expected.colourCounts[kind] > 0, "a whole body has no colours of %s",
              gelConstraintKindText((gelConstraintKind)kind));
        CHECK_INT(found.colourCounts[kind], 0);
        gelConstraint *a = listConstraints(whole, (gelConstraintKind)kind, count),
                      *b = listConstraints(cut, (gelConstraintKind)kind, count);
        for (int i = 0; i < count; i++)
            differing += memcmp(a[i].vertices, b[i].vertices, sizeof a[i].vertices) != 0 ||
                         memcmp(a[i].values, b[i].values, sizeof a[i].values) != 0;
        CHECK_INT(differing, 0);
        free(a);
        free(b);
    }
    gelDestroyWorld(whole);
    gelDestroyWorld(cut);
    gelDestroyTetMesh(&mesh);
}

static uint64_t hashAfter(gelWorld* world, int frames)
{
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(world, frame));
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return hash;
}

static void a_body_that_is_one_patch_has_the_bits_of_the_grid(void)
{
    gelTetMesh mesh = makeBall();
    gelBodyId id;
    uint64_t whole = hashAfter(makeWorld(gel_referenceFloat, &mesh, 0, &id), 20);
    CHECK_HEX(hashAfter(makeWorld(gel_referenceFloat, &mesh, mesh.tetCount, &id), 20), whole);
    CHECK(hashAfter(makeWorld(gel_referenceFloat, &mesh, mesh.tetCount - 1, &id), 20) != whole,
          "two patches have a different order");
    gelDestroyTetMesh(&mesh);
}

// The partition decides the bits: no compiler and no library may change it.
static void the_reference_gives_the_golden_hash(void)
{
    gelTetMesh mesh = makeBall();
    gelBodyId id;
    CHECK_HEX(hashAfter(makeWorld(gel_referenceFloat, &mesh, 64, &id), 20), UINT64_C(0xb16df4ee51f5c4f5));
    gelDestroyTetMesh(&mesh);
}

// The sag of the free end of a beam held at the other, m; in double precision. patchSize 0: grid.
static double sagOfBeam(int substeps, int patchSize)
{
    gelTetMesh mesh;
    gelBodyId id;
    gelWorld* world;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    double xyz[3 * 256];
    REQUIRE(gelCreateBoxMesh((gelVec3){2.0f, 0.5f, 0.5f}, 12, 3, 3, &mesh));
    def.backend = gel_referenceDouble;
    def.substepCount = substeps;
    def.strategy = patchSize > 0 ? gel_strategyPatch : gel_strategyAuto;
    def.patchSize = patchSize > 0 ? patchSize : def.patchSize;
    body.material.youngModulus = 1e6f;
    body.material.damping = 10.0f;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){-2.0f, -1.0f, -1.0f}, (gelVec3){-0.99f, 1.0f, 1.0f}, NULL));
    for (int i = 0; i < 120; i++)
        REQUIRE(gelWorld_Step(world, frame));
    REQUIRE(gelBody_ReadPositionsDouble(world, id, xyz, 256));
    double sum = 0.0;
    int count = 0;
    for (int v = 0; v < mesh.vertexCount; v++)
        if (mesh.positions[3 * v] > 0.99f) {
            sum += (double)mesh.positions[3 * v + 1] - xyz[3 * v + 1];
            count++;
        }
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return sum / count;
}

static void patches_need_at_most_twice_the_substeps_of_the_grid(void)
{
    static const int sizes[] = {32, 64, 128, 256};
    double converged = sagOfBeam(320, 0);
    for (int substeps = 5; substeps <= 20; substeps *= 2) {
        double error = fabs(sagOfBeam(substeps, 0) / converged - 1.0);
        for (int s = 0; s < 4; s++) {
            double found = fabs(sagOfBeam(2 * substeps, sizes[s]) / converged - 1.0);
            CHECK(found <= error, "%d substeps with patches of %d tets: error %.4f, grid with %d: %.4f",
                  2 * substeps, sizes[s], found, substeps, error);
        }
    }
}

// Averaged without splitting the mass, an interface would be softer however many substeps there are.
static void the_sag_does_not_depend_on_the_number_of_patches(void)
{
    static const int sizes[] = {32, 64, 128, 256};
    double converged = sagOfBeam(320, 0), first = sagOfBeam(40, sizes[0]);
    for (int s = 0; s < 4; s++) {
        CHECK_CLOSE(sagOfBeam(40, sizes[s]), first, 0.02 * first, "a promise");
        CHECK_CLOSE(sagOfBeam(160, sizes[s]), converged, 0.005 * converged, "first order in the substep");
    }
}

static void patches_that_cannot_be_are_refused(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* world;
    def.backend = gel_referenceFloat;
    def.patchSize = 15;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "patchSize: expected a whole number from 16 to 16384 (tets), found 15");
    def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    def.order = gel_meshOrder;
    def.strategy = gel_strategyPatch;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "mesh order");
    def.strategy = gel_strategyAuto;
    REQUIRE(gelCreateWorld(&def, &world));
    gelTetMesh mesh = makeBall();
    gelBodyDef body = gelDefaultBodyDef();
    gelBodyId id;
    body.strategy = gel_strategyPatch;
    CHECK_STATUS(gelCreateBody(world, &body, &mesh, &id), gel_invalidArgument);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

static void bending_is_refused_at_once_and_the_world_goes_on(void)
{
    gelTetMesh mesh = makeBall();
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* world;
    gelBodyDef plain = gelDefaultBodyDef(), stiff = gelDefaultBodyDef();
    gelBodyId id, refused;
    def.backend = gel_referenceFloat;
    def.strategy = gel_strategyPatch;
    stiff.material.bendingStiffness = 10.0f;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBody(world, &plain, &mesh, &id));
    CHECK_STATUS(gelCreateBody(world, &stiff, &mesh, &refused), gel_unsupported);
    CHECK_TEXT(gelLastError(), "bending");
    CHECK_STATUS(gelBody_SetMaterial(world, id, &stiff.material), gel_unsupported);
    CHECK_INT(gelWorld_GetBodyCount(world), 1);
    CHECK_STATUS(gelWorld_Step(world, 1.0f / 60.0f), gel_success);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

TESTS(TEST(patches_are_full_and_no_larger_than_asked_for), TEST(every_constraint_is_in_exactly_one_patch),
      TEST(a_body_that_is_one_patch_has_the_bits_of_the_grid), TEST(the_reference_gives_the_golden_hash),
      TEST(patches_need_at_most_twice_the_substeps_of_the_grid),
      TEST(the_sag_does_not_depend_on_the_number_of_patches), TEST(patches_that_cannot_be_are_refused),
      TEST(bending_is_refused_at_once_and_the_world_goes_on))
