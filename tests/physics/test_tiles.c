// Bodies cut into tiles: another order, which every strategy follows to the bit, and the same material.
#include "support/fixtures.h"

#include <inttypes.h>

static const float frame = 1.0f / 60.0f;

static const gelStrategy strategies[] = {gel_strategyPerColour, gel_strategyBody, gel_strategyEnsemble,
                                         gel_strategyTiles};

// Creates a ball of 387 vertices.
static gelTetMesh makeBall(void)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateSphereMesh(0.5f, 6, &mesh));
    return mesh;
}

// A ball thrown to the ground. `bending` in N m.
static gelWorld* makeWorld(const gelWorldDef* base, const gelTetMesh* mesh, int tileSize, float bending)
{
    gelWorldDef def = *base;
    gelBodyDef body = gelDefaultBodyDef();
    gelWorld* world;
    gelBodyId id;
    def.ground.enabled = true;
    def.tileSize = tileSize;
    body.position = (gelVec3){0.1f, 0.6f, 0.2f};
    body.rotation = (gelQuat){0.1f, 0.2f, 0.3f, 0.9f};
    body.velocity = (gelVec3){1.0f, -2.0f, 0.5f};
    body.material.bendingStiffness = bending;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBody(world, &body, mesh, &id));
    return world;
}

static void step(gelWorld* world, int frames)
{
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(world, frame));
}

static uint64_t hashAfter(gelWorld* world, int frames)
{
    step(world, frames);
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return hash;
}

static gelWorldDef referenceDef(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    return def;
}

static uint64_t referenceHash(const gelTetMesh* mesh, int tileSize)
{
    gelWorldDef def = referenceDef();
    return hashAfter(makeWorld(&def, mesh, tileSize, 0.0f), 20);
}

// The hash is that of the order before there were tiles.
static void a_body_of_one_tile_has_the_same_bits_whatever_the_tile_size(void)
{
    const uint64_t golden = UINT64_C(0xe8b87f6ad64a4dcb);
    gelTetMesh mesh = makeBall();
    const int tileSizes[] = {mesh.vertexCount, mesh.vertexCount + 1, 2048, 65536};
    for (int i = 0; i < 4; i++)
        CHECK_HEX(referenceHash(&mesh, tileSizes[i]), golden);
    gelDestroyTetMesh(&mesh);
}

static void two_tiles_have_other_bits_than_one(void)
{
    gelTetMesh mesh = makeBall();
    uint64_t one = referenceHash(&mesh, mesh.vertexCount), two = referenceHash(&mesh, mesh.vertexCount - 1);
    CHECK(one != two, "both are %016" PRIx64, one);
    gelDestroyTetMesh(&mesh);
}

// The tiles decide the bits: no compiler and no library may change them.
static void the_reference_gives_the_golden_hash_of_small_tiles(void)
{
    gelTetMesh mesh = makeBall();
    CHECK_HEX(referenceHash(&mesh, 64), UINT64_C(0x6ea998c9f50ccbbb));
    gelDestroyTetMesh(&mesh);
}

static void checkStrategies(float bending)
{
    static const int tileSizes[] = {16, 64, 386};
    Backends backends = listBackends();
    if (backends.count == 1)
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelTetMesh mesh = makeBall();
    for (int t = 0; t < 3; t++) {
        uint64_t expected = hashAfter(makeWorld(&backends.defs[0], &mesh, tileSizes[t], bending), 20);
        for (int i = 0; i < 4 * (backends.count - 1); i++) {
            gelWorldDef def = backends.defs[1 + i / 4];
            def.strategy = strategies[i % 4];
            uint64_t found = hashAfter(makeWorld(&def, &mesh, tileSizes[t], bending), 20);
            CHECK(found == expected, "%s, %s, tiles of %d: %016" PRIx64 ", the reference's is %016" PRIx64,
                  backends.names[1 + i / 4], gelStrategyText(def.strategy), tileSizes[t], found, expected);
        }
    }
    gelDestroyTetMesh(&mesh);
}

static void every_strategy_gives_the_bits_of_the_reference(void)
{
    checkStrategies(0.0f);
}

// Its folds have tiles and phases of their own.
static void every_strategy_gives_the_bits_of_the_reference_with_bending(void)
{
    checkStrategies(20.0f);
}

// Goals follow the last phase, and are solved by the first of the next substep: a pulled vertex may be any
// tile's.
static void goals_pull_vertices_of_any_tile(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh = makeBall();
    uint64_t expected = 0;
    for (int b = 0; b < backends.count; b++) {
        gelWorldDef def = backends.defs[b];
        def.strategy = gel_strategyTiles;
        gelWorld* world = makeWorld(&def, &mesh, 64, 0.0f);
        gelGoal goals[GEL_MAXIMUM_GOALS];
        gelBodyId id;
        gelWorld_GetBodies(world, &id, 1);
        for (int i = 0; i < GEL_MAXIMUM_GOALS; i++) // far apart in the mesh, and so in its tiles
            goals[i] = (gelGoal){id,
                                 i * (mesh.vertexCount - 1) / GEL_MAXIMUM_GOALS,
                                 {0.2f * (float)i, 1.0f, -0.3f},
                                 200.0f * (float)(i + 1)};
        REQUIRE(gelWorld_SetGoals(world, goals, GEL_MAXIMUM_GOALS));
        REQUIRE(gelWorld_SetGoalDamping(world, 0.02f));
        uint64_t found = hashAfter(world, 20);
        expected = b == 0 ? found : expected;
        CHECK(found == expected, "%s: %016" PRIx64 ", the reference's is %016" PRIx64, backends.names[b],
              found, expected);
    }
    gelDestroyTetMesh(&mesh);
}

// The mean sag of the free end of a beam held at the other, m; in double precision, so that rounding plays no
// part.
static double sagOfBeam(int substeps, int tileSize)
{
    gelTetMesh mesh;
    gelBodyId id;
    gelWorld* world;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    double xyz[3 * 256], sum = 0.0;
    int count = 0;
    REQUIRE(gelCreateBoxMesh((gelVec3){2.0f, 0.5f, 0.5f}, 12, 3, 3, &mesh)); // 208 vertices
    def.backend = gel_referenceDouble;
    def.substepCount = substeps;
    def.tileSize = tileSize;
    body.material.youngModulus = 1e6f;
    body.material.damping = 10.0f;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){-2.0f, -1.0f, -1.0f}, (gelVec3){-0.99f, 1.0f, 1.0f}, NULL));
    step(world, 120);
    REQUIRE(gelBody_ReadPositionsDouble(world, id, xyz, 256));
    for (int v = 0; v < mesh.vertexCount; v++)
        if (mesh.positions[3 * v] > 0.99f) {
            sum += (double)mesh.positions[3 * v + 1] - xyz[3 * v + 1];
            count++;
        }
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return sum / count;
}

// Found: 1.0% apart with 5 substeps, 0.03% with 20, where the error of both is 22% and 1.5%.
static void tiles_hardly_change_how_far_a_beam_sags_and_nothing_of_where_it_ends(void)
{
    static const int tileSizes[] = {32, 64, 128, 256}; // 11 tiles to 1
    static const struct {
        int substeps;
        double tolerance;
    } rows[] = {{5, 0.02}, {20, 0.001}, {80, 0.0001}};
    double converged = sagOfBeam(320, 65536);
    for (int n = 0; n < 3; n++) {
        double whole = sagOfBeam(rows[n].substeps, 65536), min = whole, max = whole;
        for (int t = 0; t < 4; t++) {
            double cut = sagOfBeam(rows[n].substeps, tileSizes[t]);
            CHECK_CLOSE(cut, whole, rows[n].tolerance * whole, "another order of the same sweep");
            min = fmin(cut, min);
            max = fmax(cut, max);
        }
        CHECK_CLOSE(max, min, rows[n].tolerance * min, "whatever the size of the tiles");
        if (rows[n].substeps == 80)
            CHECK_CLOSE(max, converged, 0.002 * converged, "second order in the substep");
    }
}

static void a_tile_size_out_of_range_is_refused(void)
{
    static const int wrong[] = {-1, 0, 15, 65537};
    gelWorldDef def = referenceDef();
    gelWorld* world;
    for (int i = 0; i < 4; i++) {
        char text[120];
        def.tileSize = wrong[i];
        CHECK_STATUS(gelCreateWorld(&def, &world), gel_invalidArgument);
        snprintf(text, sizeof text, "tileSize: expected a whole number from 16 to 65536 (vertices), found %d",
                 wrong[i]);
        CHECK_TEXT(gelLastError(), text);
    }
    for (int tileSize = 16; tileSize <= 65536; tileSize += 65520) {
        def.tileSize = tileSize;
        CHECK_STATUS(gelCreateWorld(&def, &world), gel_success);
        gelDestroyWorld(world);
    }
}

static void a_clone_made_in_the_middle_of_a_run_has_the_same_tiles_and_bits(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh = makeBall();
    for (int from = 0; from < backends.count; from++)
        for (int to = 0; to < backends.count; to++) {
            gelWorld *world = makeWorld(&backends.defs[from], &mesh, 64, 10.0f), *clone;
            step(world, 7);
            REQUIRE(gelCloneWorld(world, &backends.defs[to], &clone)); // whose tileSize is 2048
            CHECK_INT(gelWorld_GetDef(clone).tileSize, 64);
            step(world, 8);
            uint64_t found = hashAfter(clone, 8), expected = gelWorld_Hash(world);
            CHECK(found == expected, "%s to %s: %016" PRIx64 ", not %016" PRIx64, backends.names[from],
                  backends.names[to], found, expected);
            gelDestroyWorld(world);
        }
    gelDestroyTetMesh(&mesh);
}

static gelBodyId firstBody(gelWorld* world)
{
    gelBodyId id;
    CHECK_INT(gelWorld_GetBodies(world, &id, 1), 1);
    return id;
}

static void the_phases_of_a_body_hold_all_of_its_constraints(void)
{
    enum { capacity = 32 };
    gelTetMesh mesh = makeBall();
    gelWorldDef def = referenceDef();
    gelWorld* world = makeWorld(&def, &mesh, 64, 10.0f);
    gelPhaseInfo phases[capacity];
    gelCounters counters;
    int count, sums[gel_constraintKindCount] = {0}, colours[gel_constraintKindCount] = {0};
    REQUIRE(gelBody_GetPhases(world, firstBody(world), phases, capacity, &count));
    REQUIRE(gelWorld_GetCounters(world, &counters));
    CHECK(count > 2 && count <= capacity, "%d phases", count);
    CHECK_INT(phases[0].vertexCount, mesh.vertexCount);
    CHECK_INT(phases[0].tileCount, (mesh.vertexCount + 63) / 64);
    for (int i = 0; i < count && i < capacity; i++) {
        CHECK(phases[i].largestTile > 0 && phases[i].largestTile <= 64, "phase %d: a tile of %d", i,
              phases[i].largestTile);
        CHECK(i == 0 || phases[i].vertexCount < mesh.vertexCount, "phase %d: %d vertices", i,
              phases[i].vertexCount);
        for (int kind = 0; kind < gel_constraintKindCount; kind++) {
            sums[kind] += phases[i].constraintCounts[kind];
            colours[kind] += phases[i].colourCounts[kind];
        }
    }
    for (int kind = 0; kind < gel_constraintKindCount; kind++) {
        CHECK_INT(sums[kind], counters.constraintCounts[kind]);
        CHECK_INT(colours[kind], counters.colourCounts[kind]);
    }
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

// The number before a text in an explanation; -1 if that is not there.
static int numberBefore(const char* explanation, const char* text)
{
    const char* end = strstr(explanation, text);
    if (end == NULL)
        return -1;
    while (end > explanation && end[-1] >= '0' && end[-1] <= '9')
        end--;
    return atoi(end);
}

static void checkLaunches(const gelWorldDef* base, const char* name, const gelTetMesh* mesh, int tileSize)
{
    gelWorldDef def = *base;
    gelStrategy strategy;
    int phases;
    def.strategy = gel_strategyTiles;
    gelWorld* world = makeWorld(&def, mesh, tileSize, 0.0f);
    REQUIRE(gelBody_GetPhases(world, firstBody(world), NULL, 0, &phases));
    REQUIRE(gelBody_GetStrategy(world, firstBody(world), &strategy));
    CHECK_INT(strategy, gel_strategyTiles);
    const char* plan = gelWorld_ExplainPlan(world);
    int launches = numberBefore(plan, " launch");
    CHECK(launches > 0 && launches <= phases, "%s: %d phases, but\n%s", name, phases, plan);
    CHECK(tileSize >= mesh->vertexCount || numberBefore(plan, " phases") == phases, "%s: %d phases, but\n%s",
          name, phases, plan);
    REQUIRE(gelWorld_Step(world, frame));
    int found = gelWorld_GetProfile(world).launchesPerStep, substeps = gelWorld_GetDef(world).substepCount;
    CHECK(found == substeps * launches + 1, "%s, tiles of %d: %d launches, not %d times %d and 1", name,
          tileSize, found, substeps, launches);
    gelDestroyWorld(world);
}

// One ends the last substep.
static void a_step_has_at_most_one_launch_per_phase_and_substep_and_one_more(void)
{
    Backends backends = listBackends();
    if (backends.count == 1)
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelTetMesh mesh = makeBall();
    for (int b = 1; b < backends.count; b++) {
        checkLaunches(&backends.defs[b], backends.names[b], &mesh, 16);
        checkLaunches(&backends.defs[b], backends.names[b], &mesh, 64);
        checkLaunches(&backends.defs[b], backends.names[b], &mesh, 2048);
    }
    gelDestroyTetMesh(&mesh);
}

TESTS(TEST(a_body_of_one_tile_has_the_same_bits_whatever_the_tile_size),
      TEST(two_tiles_have_other_bits_than_one), TEST(the_reference_gives_the_golden_hash_of_small_tiles),
      TEST(every_strategy_gives_the_bits_of_the_reference),
      TEST(every_strategy_gives_the_bits_of_the_reference_with_bending),
      TEST(goals_pull_vertices_of_any_tile),
      TEST(tiles_hardly_change_how_far_a_beam_sags_and_nothing_of_where_it_ends),
      TEST(a_tile_size_out_of_range_is_refused),
      TEST(a_clone_made_in_the_middle_of_a_run_has_the_same_tiles_and_bits),
      TEST(the_phases_of_a_body_hold_all_of_its_constraints),
      TEST(a_step_has_at_most_one_launch_per_phase_and_substep_and_one_more))
