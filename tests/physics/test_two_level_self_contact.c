// A stiff body that rests on itself, in the system of the two-level solver: its arm lies on the other one alike at any number
// of substeps, presses alike, and has the same bits everywhere.
#include "support/standing.h"

static const gelVec3 size = {0.4f, 0.15f, 0.1f}; // m, before the slot is made narrow
static const float slot = 0.01f, modulus = 2e6f; // m, Pa
enum { columns = 8, layers = 5, rows = 2, vertexCount = (columns + 1) * (layers + 1) * (rows + 1) };

// Makes a box with a slot that is open at the right end.
static void makeHairpin(gelTetMesh* mesh)
{
    gelTetMesh box;
    const float half = 0.5f * size.y / (float)layers;
    int* tets;
    int count = 0;
    REQUIRE(gelCreateBoxMesh(size, columns, layers, rows, &box));
    tets = malloc((size_t)box.tetCount * 4 * sizeof *tets);
    for (int t = 0; t < box.tetCount; t++) {
        float x = 0.0f, y = 0.0f;
        for (int k = 0; k < 4; k++) {
            x += 0.25f * box.positions[3 * box.tets[4 * t + k]];
            y += 0.25f * box.positions[3 * box.tets[4 * t + k] + 1];
        }
        if (x < size.x / (float)columns - 0.5f * size.x || fabsf(y) > half)
            memcpy(tets + 4 * count++, box.tets + 4 * t, 4 * sizeof *tets);
    }
    for (int i = 0; i < box.vertexCount; i++)
        box.positions[3 * i + 1] += box.positions[3 * i + 1] < 0.0f ? half - 0.5f * slot : 0.5f * slot - half;
    REQUIRE(gelCreateTetMesh(box.positions, box.vertexCount, tets, count, NULL, mesh, NULL));
    free(tets);
    gelDestroyTetMesh(&box);
}

typedef struct Hairpin {
    gelWorld* world;
    gelBodyId id;
} Hairpin;

static Hairpin hairpinOf(const gelWorldDef* like)
{
    Hairpin hairpin;
    gelTetMesh mesh;
    gelWorldDef def = *like;
    def.contact = def.ground.enabled = true;
    REQUIRE(gelCreateWorld(&def, &hairpin.world));
    makeHairpin(&mesh);
    gelBodyDef body = gelDefaultBodyDef();
    body.solver = gel_twoLevelSolver;
    body.selfContact = true;
    body.material.youngModulus = modulus;
    body.material.poissonRatio = 0.3f;
    body.material.density = cubeDensity;
    body.material.damping = 8.0f;
    body.position.y = 0.5f * (size.y * (float)(layers - 1) / (float)layers + slot);
    REQUIRE(gelCreateBody(hairpin.world, &body, &mesh, &hairpin.id));
    gelDestroyTetMesh(&mesh);
    return hairpin;
}

// Returns how far apart the ends of both arms are, m.
static double gapOf(const Hairpin* hairpin)
{
    const float* rest = gelBody_GetMesh(hairpin->world, hairpin->id)->positions;
    float x[3 * vertexCount];
    double sum = 0.0;
    int count = 0;
    REQUIRE(gelBody_ReadPositions(hairpin->world, hairpin->id, x, vertexCount));
    for (int i = 0; i < vertexCount; i++) {
        const bool isAtEnd = rest[3 * i] > 0.49f * size.x && fabsf(rest[3 * i + 1]) < slot;
        sum += !isAtEnd ? 0.0 : rest[3 * i + 1] > 0.0f ? (double)x[3 * i + 1] : -(double)x[3 * i + 1];
        count += isAtEnd;
    }
    return 2.0 * sum / count;
}

// Returns what the upper arm presses on the lower one with, N.
static double pressOf(const Hairpin* hairpin)
{
    const float* rest = gelBody_GetMesh(hairpin->world, hairpin->id)->positions;
    double sum = 0.0;
    for (int i = 0; i < hairpin->world->contactRows.count; i++) {
        const gelContactRow* row = &hairpin->world->contactRows.all[i];
        sum += rest[3 * row->vertices[0] + 1] > 0.0f ? row->push[1] : -row->push[1];
    }
    return sum;
}

static void an_arm_lies_on_the_other_one_alike_at_any_number_of_substeps(void)
{
    const int substeps[] = {40, 10, 4};
    double gap = 0.0, press = 0.0;
    for (int i = 0; i < 3; i++) {
        gelWorldDef def = onReference(substeps[i]);
        Hairpin hairpin = hairpinOf(&def);
        stepFrames(hairpin.world, 150);
        const double found = gapOf(&hairpin), pressed = pressOf(&hairpin);
        const int count = countContactRows(hairpin.world);
        gap = i == 0 ? found : gap;
        press = i == 0 ? pressed : press;
        printf("  %2d substeps: %.4f mm apart, kept %.4f mm apart, %.3f N; %d rows\n", substeps[i],
               1e3 * found, count > 0 ? 1e3 * (double)hairpin.world->contactRows.all[0].thickness : 0.0,
               pressed, count);
        CHECK(count > 0, "no contact is a row");
        CHECK_CLOSE(found, gap, 3e-5, "friction holds the arms where they came to lie");
        CHECK_CLOSE(pressed / press, 1.0, 0.05, "friction holds the arms where they came to lie");
        gelDestroyWorld(hairpin.world);
    }
}

static void a_body_that_rests_on_itself_goes_on_alike_after_a_snapshot_and_a_clone(void)
{
    gelWorldDef def = onReference(4);
    Hairpin hairpin = hairpinOf(&def);
    stepFrames(hairpin.world, 40);
    CHECK(countContactRows(hairpin.world) > 0, "no contact is a row");
    checkGoesOnAlike(hairpin.world, "a hairpin");
    gelDestroyWorld(hairpin.world);
}

static uint64_t hashOfHairpin(const gelWorldDef* like)
{
    gelWorldDef def = *like;
    def.substepCount = 4;
    Hairpin hairpin = hairpinOf(&def);
    stepFrames(hairpin.world, 40);
    CHECK(countContactRows(hairpin.world) > 0, "no contact is a row");
    const uint64_t hash = gelWorld_Hash(hairpin.world);
    gelDestroyWorld(hairpin.world);
    return hash;
}

static void a_body_that_rests_on_itself_has_the_same_bits_on_every_device_and_with_ranks(void)
{
    Backends backends = listBackends();
    const uint64_t expected = hashOfHairpin(&backends.defs[0]);
    gelWorldDef ranks = backends.defs[0];
    ranks.rankCount = 3;
    const uint64_t ofRanks = hashOfHairpin(&ranks);
    printf("  3 ranks: %016llx\n", (unsigned long long)ofRanks);
    CHECK(ofRanks == expected, "expected %016llx", (unsigned long long)expected);
    for (int b = 1; b < backends.count; b++)
        for (int i = 0; i < 3; i++) {
            const int lanes[] = {1, 8, 16};
            gelWorldDef def = backends.defs[b];
            if (!setLanes(&def, lanes[i]))
                continue;
            const uint64_t found = hashOfHairpin(&def);
            printf("  %s, %d lanes: %016llx\n", backends.names[b], lanes[i], (unsigned long long)found);
            CHECK(found == expected, "expected %016llx", (unsigned long long)expected);
        }
}

TESTS(TEST(an_arm_lies_on_the_other_one_alike_at_any_number_of_substeps),
      TEST(a_body_that_rests_on_itself_goes_on_alike_after_a_snapshot_and_a_clone),
      TEST(a_body_that_rests_on_itself_has_the_same_bits_on_every_device_and_with_ranks))
