// Stiff bodies that rest on each other by edges and corners, where no face has the normal of their contact. In the system of
// the two-level solver they are compressed alike at any number of substeps, press with their weight, and have the same bits
// everywhere.
#include "support/standing.h"
#include "support/motion.h"
#include "gel/contacts.h"

static const gelVec3 blockSize = {0.25f, 0.125f, 0.25f}; // m
enum { cells = 4, vertexCount = (cells + 1) * (cells + 1) * 3 };

// How two blocks meet: the lower one has ridges along x, or peaks; the upper one has ridges along z.
typedef struct Scene {
    const char* name;
    bool hasPeaks;
    float x, z;      // of the upper block, m
    int feature;     // that the rows must have
    int substeps[3]; // 0: no more
} Scene;

// Peaks slip along the edges at fewer substeps, or after a fall, before they have rows: docs/solvers.md.
static const Scene scenes[] = {{"edges on edges", false, 0.02f, 0.023f, gel_edgeFeature, {40, 10, 4}},
                               {"corners on edges", false, 0.02f, 0.0f, gel_edgeFeature, {20, 10, 4}},
                               {"edges on corners", false, 0.0f, 0.02f, gel_edgeFeature, {20, 10, 4}},
                               {"corners on corners", false, 0.0f, 0.0f, gel_edgeFeature, {20, 10, 4}},
                               {"edges on peaks", true, 0.0f, 0.02f, gel_rimFeature, {40, 30}}};
enum { sceneCount = sizeof scenes / sizeof *scenes };

// Adds a block whose upper or lower side is drawn in, but for ridges or peaks.
static gelBodyId addBlock(gelWorld* world, const Scene* scene, bool isUpper)
{
    const float side = isUpper ? -1.0f : 1.0f, cell = blockSize.x / (float)cells;
    float x[3 * vertexCount];
    gelTetMesh box, mesh;
    gelBodyId id;
    REQUIRE(gelCreateBoxMesh(blockSize, cells, 2, cells, &box));
    for (int i = 0; i < vertexCount; i++) {
        memcpy(x + 3 * i, box.positions + 3 * i, 3 * sizeof *x);
        const bool isOddX = lroundf(x[3 * i] / cell) % 2 != 0, isOddZ = lroundf(x[3 * i + 2] / cell) % 2 != 0,
                   isHigh = isUpper ? isOddX : isOddZ && (isOddX || !scene->hasPeaks);
        if (side * x[3 * i + 1] > 0.49f * blockSize.y && !isHigh)
            x[3 * i + 1] -= 0.03f * side;
    }
    REQUIRE(gelCreateTetMesh(x, vertexCount, box.tets, box.tetCount, NULL, &mesh, NULL));
    gelBodyDef body = gelDefaultBodyDef();
    body.solver = gel_twoLevelSolver;
    body.material.youngModulus = cubeModulus;
    body.material.poissonRatio = 0.3f;
    body.material.density = cubeDensity;
    body.material.damping = 4.0f;
    body.position.y = 0.5f * blockSize.y;
    if (isUpper) // with a gap for the thickness
        body.position = (gelVec3){scene->x, 1.5f * blockSize.y + 1.5e-3f, scene->z};
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    gelDestroyTetMesh(&box);
    gelDestroyTetMesh(&mesh);
    return id;
}

typedef struct Blocks {
    gelWorld* world;
    gelBodyId lower, upper;
} Blocks;

static Blocks blocksOf(const gelWorldDef* like, const Scene* scene)
{
    Blocks blocks;
    gelWorldDef def = *like;
    def.contact = def.ground.enabled = true;
    REQUIRE(gelCreateWorld(&def, &blocks.world));
    blocks.lower = addBlock(blocks.world, scene, false);
    blocks.upper = addBlock(blocks.world, scene, true);
    return blocks;
}

// Returns the mean height of the flat side of a block, m.
static double heightOf(const Blocks* blocks, bool isUpper)
{
    const gelBodyId id = isUpper ? blocks->upper : blocks->lower;
    const float* rest = gelBody_GetMesh(blocks->world, id)->positions;
    float x[3 * vertexCount];
    double sum = 0.0;
    int count = 0;
    REQUIRE(gelBody_ReadPositions(blocks->world, id, x, vertexCount));
    for (int i = 0; i < vertexCount; i++) {
        const bool isFlat = (isUpper ? rest[3 * i + 1] : -rest[3 * i + 1]) > 0.49f * blockSize.y;
        sum += isFlat ? (double)x[3 * i + 1] : 0.0;
        count += isFlat;
    }
    return sum / count;
}

static int countRows(const gelWorld* world, int feature)
{
    int count = 0;
    for (int i = 0; i < world->contactRows.count; i++)
        count += world->contactRows.all[i].isHeld && world->contactRows.all[i].feature == feature;
    return count;
}

// Returns by how much both blocks together are compressed, m.
static double compressionOfBlocks(const Scene* scene, int substepCount)
{
    gelWorldDef def = onReference(substepCount);
    Blocks blocks = blocksOf(&def, scene);
    gelVec3 force;
    stepFrames(blocks.world, 90);
    const int rows = countRows(blocks.world, scene->feature);
    CHECK(rows > 0, "%s: no contact is a row", scene->name);
    const double thickness = rows > 0 ? (double)blocks.world->contactRows.all[0].thickness : 0.0,
                 height = heightOf(&blocks, true) - heightOf(&blocks, false),
                 compression = 2.0 * (double)blockSize.y + thickness - height,
                 weight = g * measure(blocks.world, &blocks.upper, 1).mass;
    REQUIRE(gelBody_GetContactForce(blocks.world, blocks.upper, &force));
    printf("  %s, %2d substeps: %.4f mm; %.3f N, weight %.3f N; %d rows\n", scene->name, substepCount,
           1e3 * compression, (double)force.y, weight, rows);
    CHECK_CLOSE((double)force.y / weight, 1.0, 0.01, "what still moves");
    gelDestroyWorld(blocks.world);
    return compression;
}

// With the stage alone they would be millimetres.
static void bodies_on_edges_and_corners_are_compressed_alike_at_any_number_of_substeps(void)
{
    for (int i = 0; i < sceneCount; i++) {
        const double expected = compressionOfBlocks(&scenes[i], scenes[i].substeps[0]);
        CHECK(expected > 0.03e-3 && expected < 0.1e-3, "unlike its material: %g m", expected);
        for (int k = 1; k < 3 && scenes[i].substeps[k] > 0; k++)
            CHECK_CLOSE(compressionOfBlocks(&scenes[i], scenes[i].substeps[k]), expected, 3e-6,
                        "where they touch");
    }
}

static void bodies_on_edges_and_peaks_go_on_alike_after_a_snapshot_and_a_clone(void)
{
    for (int i = 0; i < sceneCount; i += sceneCount - 1) {
        gelWorldDef def = onReference(4);
        Blocks blocks = blocksOf(&def, &scenes[i]);
        stepFrames(blocks.world, 20);
        CHECK(countRows(blocks.world, scenes[i].feature) > 0, "%s: no contact is a row", scenes[i].name);
        checkGoesOnAlike(blocks.world, scenes[i].name);
        gelDestroyWorld(blocks.world);
    }
}

static uint64_t hashOfBlocks(const gelWorldDef* like, const Scene* scene)
{
    gelWorldDef def = *like;
    def.substepCount = scene->substeps[1];
    Blocks blocks = blocksOf(&def, scene);
    stepFrames(blocks.world, 15);
    CHECK(countRows(blocks.world, scene->feature) > 0, "%s: no contact is a row", scene->name);
    const uint64_t hash = gelWorld_Hash(blocks.world);
    gelDestroyWorld(blocks.world);
    return hash;
}

static void checkBitsOf(const gelWorldDef* def, const Scene* scene, const char* name, int lanes,
                        uint64_t expected)
{
    const uint64_t found = hashOfBlocks(def, scene);
    printf("  %s, %s, %d lanes, %d ranks: %016llx\n", scene->name, name, lanes, def->rankCount,
           (unsigned long long)found);
    CHECK(found == expected, "expected %016llx", (unsigned long long)expected);
}

static void bodies_on_edges_and_peaks_have_the_same_bits_on_every_device_and_with_ranks(void)
{
    Backends backends = listBackends();
    for (int i = 0; i < sceneCount; i += sceneCount - 1) {
        const uint64_t expected = hashOfBlocks(&backends.defs[0], &scenes[i]);
        for (int b = 1; b < backends.count; b++)
            for (int lanes = 0; lanes <= 16; lanes += 8) {
                gelWorldDef def = backends.defs[b];
                if (lanes == 0 || setLanes(&def, lanes))
                    checkBitsOf(&def, &scenes[i], backends.names[b], lanes, expected);
            }
        gelWorldDef def = backends.defs[0];
        def.rankCount = 3;
        checkBitsOf(&def, &scenes[i], "reference", 0, expected);
    }
}

TESTS(TEST(bodies_on_edges_and_corners_are_compressed_alike_at_any_number_of_substeps),
      TEST(bodies_on_edges_and_peaks_go_on_alike_after_a_snapshot_and_a_clone),
      TEST(bodies_on_edges_and_peaks_have_the_same_bits_on_every_device_and_with_ranks))
