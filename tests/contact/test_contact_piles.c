// Bodies that meet each other in earnest: bears that collide and pile up, rings that stay linked, beams that fold, a
// house of cards.
#include "support/motion.h"

#include <inttypes.h>

static const float frame = 1.0f / 60.0f;

// A run is compared with the others after its first frames.
enum { comparedFrames = 30 };
static int frameCount;
static uint64_t comparedHash;

static void step(gelWorld* world, int frames)
{
    for (int i = 0; i < frames; i++) {
        REQUIRE(gelWorld_Step(world, frame));
        if (++frameCount == comparedFrames)
            comparedHash = gelWorld_Hash(world);
    }
}

static double length(const double a[3], const double b[3])
{
    double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sqrt(gelDot3(d, d));
}

// The soft bodies of a world.
typedef struct Watch {
    gelBodyId ids[32];
    int count;
} Watch;

static Watch watch(const gelWorld* world)
{
    Watch bodies = {.count = 0};
    for (int i = 0; i < gelWorld_GetBodyCount(world); i++) {
        gelBodyId id = gelWorld_GetBody(world, i);
        if (!gelBody_IsObstacle(world, id))
            bodies.ids[bodies.count++] = id;
    }
    return bodies;
}

static int countAllInside(gelWorld* world, const Watch* bodies)
{
    int count = 0;
    for (int a = 0; a < bodies->count; a++)
        for (int b = 0; b < bodies->count; b++)
            count += a != b ? countInside(world, bodies->ids[a], bodies->ids[b]) : 0;
    return count;
}

typedef gelWorld* MakeWorld(const gelWorldDef* base);
typedef void CheckWorld(gelWorld* world, const Watch* bodies);

// Checks the world of one back end. The bits of the others are the same: a device does it, as plain C takes longer.
static void runEverywhere(MakeWorld* make, CheckWorld* check)
{
    Backends backends = listBackends();
    uint64_t reference = 0;
    for (int b = 0; b < backends.count; b++) {
        gelWorld* world = make(&backends.defs[b]);
        Watch bodies = watch(world);
        frameCount = 0;
        if (b == backends.count - 1)
            check(world, &bodies);
        else
            step(world, comparedFrames);
        reference = b == 0 ? comparedHash : reference;
        CHECK(comparedHash == reference, "%s: %016" PRIx64 ", not the reference's %016" PRIx64,
              backends.names[b], comparedHash, reference);
        gelDestroyWorld(world);
    }
}

static gelWorld* openScene(const char* name, const gelWorldDef* base)
{
    char path[512];
    gelScene* scene;
    gelWorld* world;
    snprintf(path, sizeof path, "%s/scenes/%s", GEL_ASSETS, name);
    REQUIRE(gelLoadScene(path, &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = base->backend;
    def.device = base->device;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    gelDestroyScene(scene);
    return world;
}

// --- Bears

static gelBodyId addBear(gelWorld* world, float scale, gelVec3 position, gelVec3 velocity, gelQuat rotation)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    REQUIRE(gelLoadTetMesh(GEL_ASSETS "/meshes/bear_small.node", &mesh, NULL));
    def.scale = scale;
    def.position = position;
    def.velocity = velocity;
    def.rotation = rotation;
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

// Creates two bears of 3.7 kg that meet at 2 m/s each.
static gelWorld* makeCollision(const gelWorldDef* base)
{
    const gelQuat turned = {0.3f, 0.5f, 0.2f, 1.0f};
    gelWorldDef def = *base;
    gelWorld* world;
    def.contact = true;
    def.gravity = (gelVec3){0};
    REQUIRE(gelCreateWorld(&def, &world));
    addBear(world, 0.3f, (gelVec3){-0.25f, -0.2f, 0.0f}, (gelVec3){2.0f, 0.0f, 0.0f}, (gelQuat){0, 0, 0, 1});
    addBear(world, 0.3f, (gelVec3){0.25f, -0.15f, 0.03f}, (gelVec3){-2.0f, 0.0f, 0.0f}, turned);
    return world;
}

// Returns how much momentum two bears may gain in a second by rounding, kg m/s. Each substep of h
// rounds coordinates of up to 0.5 m by up to `halfUnit`, a velocity of halfUnit / h. Roundings have
// either sign: 1 or 2 % of their sum was measured, and a sixteenth is allowed.
static double allowRounding(double mass, double halfUnit, int substepCount)
{
    double substeps = 60.0 * substepCount;
    return mass * halfUnit * substeps * substeps / 16.0;
}

// Without the rounding of floats nothing is left that could change the momentum.
static void checkInDouble(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelMeasures before, after;
    def.backend = gel_referenceDouble;
    gelWorld* world = makeCollision(&def);
    REQUIRE(gelWorld_Measure(world, &before));
    step(world, 60);
    REQUIRE(gelWorld_Measure(world, &after));
    CHECK_CLOSE(length(before.momentum, after.momentum), 0.0, allowRounding(after.mass, 0x1p-55, 10),
                "the rounding of doubles");
    gelDestroyWorld(world);
}

// A spinning bear alone loses 8 % of its angular momentum in a second with 10 substeps, and 2 % with 40: elasticity
// is implicit. Without contact or with it, what is lost is of the order of a substep.
static void checkCollision(gelWorld* world, const Watch* bodies)
{
    const double none[3] = {0};
    double lost[2];
    gelWorld* finer;
    gelWorldDef def = gelWorld_GetDef(world);
    Motion before = measure(world, bodies->ids, 2), alone = measure(world, bodies->ids, 1);
    REQUIRE(gelCloneWorld(world, &def, &finer));
    REQUIRE(gelWorld_SetSubstepCount(finer, 40));
    for (int i = 0; i < 2; i++) {
        gelWorld* own = i == 0 ? world : finer;
        step(own, 60);
        Motion after = measure(own, bodies->ids, 2), left = measure(own, bodies->ids, 1);
        lost[i] = length(before.angular, after.angular) / length(before.angular, none);
        double allowed = allowRounding(before.mass, 0x1p-26, i == 0 ? 10 : 40);
        CHECK_CLOSE(length(before.momentum, after.momentum), 0.0, allowed, "the rounding of floats");
        CHECK(left.momentum[0] < 0.2 * alone.momentum[0], "the left bear moves on with %g of %g kg m/s",
              left.momentum[0], alone.momentum[0]);
    }
    CHECK(lost[0] < 0.2 && lost[1] < 0.5 * lost[0],
          "%g of the angular momentum is lost, and with 40 substeps %g", lost[0], lost[1]);
    gelDestroyWorld(finer);
}

// The stages apart: what contact itself adds to the angular momentum, and what all others do. Frictionless pushes act
// along the line between the points that touch; friction acts on both sides of the gap, which is a small couple.
static void contact_itself_keeps_angular_momentum(void)
{
    const double none[3] = {0};
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = makeCollision(&def);
    Watch bodies = watch(world);
    Motion start = measure(world, bodies.ids, 2), last = start;
    double byContact[3] = {0}, byOthers[3] = {0};
    for (int i = 0; i < 60 * def.substepCount;) {
        gelStageInfo done;
        REQUIRE(gelWorld_StepStage(world, frame, &done));
        bool isContact = done.stage == gel_stageContact;
        if (!isContact && done.stage != gel_stageVelocity)
            continue;
        Motion now = measure(world, bodies.ids, 2);
        for (int k = 0; k < 3; k++)
            (isContact ? byContact : byOthers)[k] += now.angular[k] - last.angular[k];
        last = now;
        i += isContact;
    }
    double all = length(start.angular, none), own = length(byContact, none), others = length(byOthers, none);
    CHECK(own < 0.01 * all, "of %g kg m2/s contact changes %g, all else %g", all, own, others);
    gelDestroyWorld(world);
}

static void bears_that_collide_keep_momentum(void)
{
    runEverywhere(makeCollision, checkCollision);
    checkInDouble();
}

// 27 bears of 1 m that are thrown upon each other at up to 8 m/s; 45 of their vertices begin inside another.
static gelWorld* makePile(const gelWorldDef* base)
{
    gelWorldDef def = *base;
    gelWorld* world;
    def.contact = true;
    def.ground.enabled = true;
    REQUIRE(gelCreateWorld(&def, &world));
    for (int i = 0; i < 27; i++) {
        float x = (float)(i % 3), z = (float)(i / 3 % 3), y = (float)(i / 9), k = (float)i;
        gelVec3 position = {0.72f * x + 0.1f * y, 0.4f + 1.25f * y, 0.75f * z - 0.05f * y};
        gelQuat rotation = {0.1f * sinf(k), 0.5f * sinf(2.0f * k), 0.1f * cosf(k), 1.0f};
        addBear(world, 1.0f, position, (gelVec3){-0.7f * (x - 1.0f), -4.0f * y, -0.7f * (z - 1.0f)},
                rotation);
    }
    return world;
}

static void checkPile(gelWorld* world, const Watch* bodies)
{
    step(world, 180);
    CHECK_INT(countAllInside(world, bodies), 0);
}

static void of_27_bears_in_a_pile_none_is_in_another_after_3_seconds(void)
{
    runEverywhere(makePile, checkPile);
}

// --- Rings

enum { sectors = 48 };

// The middle of a ring: the means of its vertices by their angle at rest about the ring's axis, Y.
static void findMiddle(gelWorld* world, gelBodyId id, double middle[sectors][3])
{
    const double pi = 3.14159265358979;
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    float* x = malloc((size_t)mesh->vertexCount * 12);
    int counts[sectors] = {0};
    memset(middle, 0, sizeof(double[sectors][3]));
    REQUIRE(gelBody_ReadPositions(world, id, x, mesh->vertexCount));
    for (int i = 0; i < mesh->vertexCount; i++) {
        double angle = atan2((double)mesh->positions[3 * i + 2], (double)mesh->positions[3 * i]) + pi;
        int sector = (int)(angle / (2.0 * pi) * sectors) % sectors;
        counts[sector]++;
        for (int k = 0; k < 3; k++)
            middle[sector][k] += (double)x[3 * i + k];
    }
    for (int i = 0; i < sectors; i++)
        for (int k = 0; k < 3; k++)
            middle[i][k] /= counts[i];
    free(x);
}

// Gauss's integral: how often two closed curves wind around each other.
static double linkingNumber(gelWorld* world, const gelBodyId ids[2])
{
    double a[sectors][3], b[sectors][3], sum = 0.0;
    findMiddle(world, ids[0], a);
    findMiddle(world, ids[1], b);
    for (int i = 0; i < sectors; i++)
        for (int j = 0; j < sectors; j++) {
            double p[3], q[3], between[3], product[3];
            for (int k = 0; k < 3; k++) {
                p[k] = a[(i + 1) % sectors][k] - a[i][k];
                q[k] = b[(j + 1) % sectors][k] - b[j][k];
                between[k] = a[i][k] + 0.5 * p[k] - b[j][k] - 0.5 * q[k];
            }
            gelCross3(p, q, product);
            sum += gelDot3(between, product) / pow(gelDot3(between, between), 1.5);
        }
    return sum / (4.0 * 3.14159265358979);
}

static gelWorld* makeRings(const gelWorldDef* base)
{
    return openScene("linked_rings.json", base);
}

static void checkRings(gelWorld* world, const Watch* bodies)
{
    double before = linkingNumber(world, bodies->ids);
    CHECK_CLOSE(fabs(before), 1.0, 0.05, "straight pieces in place of circles");
    step(world, 120);
    CHECK_CLOSE(linkingNumber(world, bodies->ids), before, 0.05, "still linked");
    CHECK_INT(countAllInside(world, bodies), 0);
}

static void linked_rings_that_pull_at_each_other_stay_linked(void)
{
    runEverywhere(makeRings, checkRings);
}

// --- Beams, cards

static gelWorld* makeBeams(const gelWorldDef* base)
{
    return openScene("crossed_beams.json", base);
}

static void checkBeams(gelWorld* world, const Watch* bodies)
{
    for (int i = 0; i < 8; i++) {
        step(world, 15);
        CHECK_INT(countAllInside(world, bodies), 0);
    }
    Motion lower = measure(world, &bodies->ids[0], 1);
    double width = lower.highest[0] - lower.lowest[0];
    CHECK(width < 1.2 && lower.centre[1] > 0.6,
          "2.4 m long, it is %g m wide, its middle at %g m: not folded over a ball", width, lower.centre[1]);
}

static void beams_fold_over_a_ball_and_each_other(void)
{
    runEverywhere(makeBeams, checkBeams);
}

static gelWorld* makeCards(const gelWorldDef* base)
{
    return openScene("card_house.json", base);
}

static void checkCards(gelWorld* world, const Watch* bodies)
{
    double before[16];
    for (int i = 0; i < bodies->count; i++)
        before[i] = measure(world, &bodies->ids[i], 1).centre[1];
    step(world, 180);
    for (int i = 0; i < bodies->count; i++)
        CHECK_CLOSE(measure(world, &bodies->ids[i], 1).centre[1], before[i], 0.02,
                    "it stands, and sags a little");
    CHECK_INT(countAllInside(world, bodies), 0);
}

static void a_house_of_seven_cards_stands_for_3_seconds(void)
{
    runEverywhere(makeCards, checkCards);
}

TESTS(TEST(bears_that_collide_keep_momentum), TEST(contact_itself_keeps_angular_momentum),
      TEST(of_27_bears_in_a_pile_none_is_in_another_after_3_seconds),
      TEST(linked_rings_that_pull_at_each_other_stay_linked), TEST(beams_fold_over_a_ball_and_each_other),
      TEST(a_house_of_seven_cards_stands_for_3_seconds))
