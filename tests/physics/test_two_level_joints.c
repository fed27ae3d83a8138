// Attachments between bodies of the two-level solver, and within one, are part of what it solves: what they join is as stiff
// as one body, keeps its momenta, and has the same bits everywhere.
#include "support/equal_bits.h"
#include "support/motion.h"
#include "support/points.h"
#include "gel/attachment.h"
#include "gel/rope.h"
#include "gel/sheet.h"
#include "gel/snapshot.h"

enum { maxVertices = 200 };

static gelWorld* openWorld(const gelWorldDef* like, float gravity, int substepCount)
{
    gelWorldDef def = *like;
    gelWorld* world;
    def.gravity = (gelVec3){0.0f, -gravity, 0.0f};
    def.substepCount = substepCount;
    def.ground.enabled = def.contact = false;
    def.solver = gel_twoLevelSolver;
    REQUIRE(gelCreateWorld(&def, &world));
    return world;
}

static gelBodyId addBox(gelWorld* world, float youngModulus, float damping, gelVec3 centre, gelVec3 size,
                        int cells)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    def.material.youngModulus = youngModulus;
    def.material.damping = damping;
    def.position = centre;
    REQUIRE(gelCreateBoxMesh(size, cells, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

static gelAttachmentId attachAt(gelWorld* world, gelBodyPoint a, gelBodyPoint b, float length)
{
    gelAttachmentDef def = gelDefaultAttachmentDef();
    gelAttachmentId id;
    def.a = a;
    def.b = b;
    def.length = length;
    REQUIRE(gelCreateAttachment(world, &def, &id));
    return id;
}

static gelAttachmentId attach(gelWorld* world, gelBodyPoint a, gelBodyPoint b)
{
    return attachAt(world, a, b, 0.0f);
}

// Returns the vertex of a body that is nearest to a place.
static gelBodyPoint pointAt(gelWorld* world, gelBodyId id, gelVec3 place)
{
    float x[3 * maxVertices], least = INFINITY;
    const int count = gelBody_GetMesh(world, id)->vertexCount;
    int nearest = 0;
    REQUIRE(gelBody_ReadPositions(world, id, x, maxVertices));
    for (int i = 0; i < count; i++) {
        const float apart =
            fabsf(x[3 * i] - place.x) + fabsf(x[3 * i + 1] - place.y) + fabsf(x[3 * i + 2] - place.z);
        nearest = apart < least ? i : nearest;
        least = fminf(apart, least);
    }
    return vertexOf(id, nearest);
}

// Attaches the vertices of two bodies that begin at the same places.
static int attachWhereTheyMeet(gelWorld* world, gelBodyId a, gelBodyId b)
{
    float x[3 * maxVertices], y[3 * maxVertices];
    const int count = gelBody_GetMesh(world, a)->vertexCount, other = gelBody_GetMesh(world, b)->vertexCount;
    int attached = 0;
    REQUIRE(gelBody_ReadPositions(world, a, x, maxVertices));
    REQUIRE(gelBody_ReadPositions(world, b, y, maxVertices));
    for (int i = 0; i < count; i++)
        for (int k = 0; k < other; k++)
            if (fabsf(x[3 * i] - y[3 * k]) + fabsf(x[3 * i + 1] - y[3 * k + 1]) +
                    fabsf(x[3 * i + 2] - y[3 * k + 2]) <
                1e-5f) {
                attach(world, vertexOf(a, i), vertexOf(b, k));
                attached++;
            }
    return attached;
}

static double lowestOf(gelWorld* world, gelBodyId id)
{
    float x[3 * maxVertices];
    double lowest = INFINITY;
    const int count = gelBody_GetMesh(world, id)->vertexCount;
    REQUIRE(gelBody_ReadPositions(world, id, x, maxVertices));
    for (int i = 0; i < count; i++)
        lowest = fmin(lowest, (double)x[3 * i + 1]);
    return lowest;
}

// A clamped beam of 2 m, in one part or two.
static double sagOf(int parts, float youngModulus, int substepCount)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = openWorld(&def, 9.81f, substepCount);
    const float length = 2.0f / (float)parts, side = 0.25f;
    gelBodyId ids[2];
    for (int i = 0; i < parts; i++)
        ids[i] = addBox(world, youngModulus, 12.0f, (gelVec3){((float)i + 0.5f) * length, 0.0f, 0.0f},
                        (gelVec3){length, side, side}, 16 / parts);
    if (parts == 2)
        CHECK_INT(attachWhereTheyMeet(world, ids[0], ids[1]), 9);
    REQUIRE(
        gelBody_PinBox(world, ids[0], (gelVec3){-0.01f, -1.0f, -1.0f}, (gelVec3){0.01f, 1.0f, 1.0f}, NULL));
    stepFrames(world, 75);
    double sag = -0.5 * (double)side - lowestOf(world, ids[parts - 1]);
    gelDestroyWorld(world);
    return sag;
}

static void two_beams_that_are_attached_sag_as_one(void)
{
    static const struct {
        float youngModulus;
        int substeps;
    } cases[] = {{1e9f, 1}, {1e9f, 8}, {1e7f, 4}};
    for (int i = 0; i < 3; i++) {
        double found = sagOf(2, cases[i].youngModulus, cases[i].substeps),
               expected = sagOf(1, cases[i].youngModulus, cases[i].substeps);
        printf("  %.0e Pa, %d substeps: %.6f m, one beam %.6f m\n", (double)cases[i].youngModulus,
               cases[i].substeps, found, expected);
        CHECK_CLOSE(found / expected, 1.0, 0.001, "what rigid attachments give way");
    }
}

// Two blocks that turn about each other, attached along an edge like a hinge or over the whole face.
static void attached_bodies_keep_their_momenta(void)
{
    for (int isHinge = 0; isHinge < 2; isHinge++) {
        gelWorldDef def = gelDefaultWorldDef();
        def.backend = gel_referenceFloat;
        gelWorld* world = openWorld(&def, 0.0f, 4);
        gelBodyId ids[2];
        Motion before = {0}, after = {0};
        for (int i = 0; i < 2; i++) {
            float v[3 * maxVertices], x[3 * maxVertices];
            ids[i] = addBox(world, 1e8f, 0.0f, (gelVec3){(float)i - 0.5f, 0.0f, 0.0f},
                            (gelVec3){1.0f, 0.5f, 0.25f}, 4);
            const int count = gelBody_GetMesh(world, ids[i])->vertexCount;
            REQUIRE(gelBody_ReadPositions(world, ids[i], x, maxVertices));
            for (int k = 0; k < count; k++) {
                v[3 * k] = -3.0f * x[3 * k + 1] + (i == 0 ? 0.5f : 0.0f);
                v[3 * k + 1] = 3.0f * x[3 * k] - (float)i * x[3 * k + 2];
                v[3 * k + 2] = (float)i * x[3 * k + 1];
            }
            REQUIRE(gelBody_WriteVelocities(world, ids[i], v, count));
            addMotion(world, ids[i], 1000.0, &before);
        }
        if (isHinge) {
            attach(world, vertexOf(ids[0], 4), vertexOf(ids[1], 0));
        } else
            attachWhereTheyMeet(world, ids[0], ids[1]);
        stepFrames(world, 30);
        for (int i = 0; i < 2; i++)
            addMotion(world, ids[i], 1000.0, &after);
        for (int k = 0; k < 3; k++) {
            printf("  %s: %.6f N s of %.6f, %.5f N m s of %.5f\n", isHinge ? "by a vertex" : "by faces",
                   after.momentum[k], before.momentum[k], after.angular[k], before.angular[k]);
            CHECK_CLOSE(after.momentum[k], before.momentum[k], 1e-3, "rounding");
            CHECK_CLOSE(after.angular[k], before.angular[k], 2e-3, "rounding");
        }
        gelDestroyWorld(world);
    }
}

// Boxes that hang on one another by the middles of their faces.
static void hangBoxes(gelWorld* world, int count, float length, gelBodyId* boxes, gelAttachmentId* links)
{
    const gelVec3 size = {0.25f, 0.25f, 0.25f};
    for (int i = 0; i < count; i++) {
        const float top = -(float)i * (size.y + length);
        boxes[i] = addBox(world, 1e6f, 6.0f, (gelVec3){0.0f, top - 0.5f * size.y, 0.0f}, size, 2);
        if (i > 0)
            links[i - 1] = attachAt(world, pointAt(world, boxes[i - 1], (gelVec3){0.0f, top + length, 0.0f}),
                                    pointAt(world, boxes[i], (gelVec3){0.0f, top, 0.0f}), length);
    }
}

static void pinTop(gelWorld* world, gelBodyId box)
{
    REQUIRE(gelBody_PinBox(world, box, (gelVec3){-1.0f, -0.01f, -1.0f}, (gelVec3){1.0f, 0.01f, 1.0f}, NULL));
}

static void an_attachment_bears_what_hangs_on_it(void)
{
    const double weight = 9.81 * 1000.0 * 0.25 * 0.25 * 0.25;
    for (int i = 0; i < 2; i++) {
        gelWorldDef def = gelDefaultWorldDef();
        def.backend = gel_referenceFloat;
        gelWorld* world = openWorld(&def, 9.81f, 2);
        gelBodyId boxes[3];
        gelAttachmentId links[2];
        hangBoxes(world, 3, i == 0 ? 0.0f : 0.3f, boxes, links);
        pinTop(world, boxes[0]);
        stepFrames(world, 150);
        for (int k = 0; k < 2; k++) {
            const double expected = (2 - k) * weight;
            gelVec3 force;
            REQUIRE(gelAttachment_GetForce(world, links[k], &force));
            printf("  length %d/10 m: (%.3f, %.3f, %.3f) N, weight %.3f N\n", 3 * i, (double)force.x,
                   (double)force.y, (double)force.z, expected);
            CHECK_CLOSE(fabs((double)force.y), expected, 0.005 * expected,
                        "single precision, and what swings");
            CHECK_CLOSE(hypot((double)force.x, (double)force.z), 0.0, 0.005 * expected, "likewise");
        }
        gelDestroyWorld(world);
    }
}

// The bodies of a system sleep and wake together, and hang as before.
static void what_is_attached_sleeps_and_wakes_together(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    def.sleep = true;
    gelWorld* world = openWorld(&def, 9.81f, 2);
    gelBodyId boxes[2];
    gelAttachmentId link;
    hangBoxes(world, 2, 0.0f, boxes, &link);
    pinTop(world, boxes[0]);
    stepFrames(world, 150);
    const double lowest = lowestOf(world, boxes[1]);
    CHECK(!gelBody_IsAwake(world, boxes[0]) && !gelBody_IsAwake(world, boxes[1]), "expected both asleep");
    REQUIRE(gelBody_Wake(world, boxes[1]));
    stepFrames(world, 5);
    CHECK(gelBody_IsAwake(world, boxes[0]) && gelBody_IsAwake(world, boxes[1]), "expected both awake");
    CHECK_CLOSE(lowestOf(world, boxes[1]), lowest, 1e-4, "m: what a start from rest moves");
    gelDestroyWorld(world);
}

// A body that is quarantined is like a pin to the others: no part of their system.
static void a_quarantined_body_leaves_the_system(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* worlds[2];
    gelBodyId boxes[3];
    gelAttachmentId links[2];
    for (int i = 0; i < 2; i++) {
        worlds[i] = openWorld(&def, 9.81f, 2);
        hangBoxes(worlds[i], 3, 0.0f, boxes, links);
        if (i == 1)
            REQUIRE(gelBody_SetSolver(worlds[i], boxes[1], gel_xpbdSolver, 1, 0));
        REQUIRE(gelBody_Quarantine(worlds[i], boxes[1]));
    }
    // Nothing steps the quarantined body, so its solver is the same to the one that hangs on it.
    float lowest[2];
    for (int i = 0; i < 2; i++) {
        stepFrames(worlds[i], 40);
        lowest[i] = (float)lowestOf(worlds[i], boxes[2]);
        gelDestroyWorld(worlds[i]);
    }
    printf("  the lowest box: %.9g m and %.9g m\n", (double)lowest[0], (double)lowest[1]);
    CHECK(lowest[0] == lowest[1], "a box feels how a quarantined one would be solved");
    CHECK_CLOSE((double)lowest[0], -0.75, 0.005, "m: it hangs on, as stiff as at a pin");
}

// Two boxes that three attachments join, a box of XPBD that hangs on one of them by a length, a sheet with a rope at a corner, another
// rope whose ends are attached to each other, and a soft box, which falls on its own. Half-way an attachment goes.
static gelWorld* openScene(const gelWorldDef* like, gelAttachmentId* ending)
{
    gelWorld* world = openWorld(like, 9.81f, 2);
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId boxes[3], swept, sheet, ropes[2];
    gelLineMesh line;
    gelSurfaceMesh surface;
    for (int i = 0; i < 3; i++)
        boxes[i] = addBox(world, 1e7f, 0.5f, (gelVec3){0.6f * (float)(i / 2) - 0.4f, 0.3f * (float)i, 0.0f},
                          (gelVec3){0.5f, 0.2f, 0.2f}, 5);
    def.material.youngModulus = 1e6f;
    def.material.thickness = 0.01f;
    REQUIRE(gelCreateSheetSurface(0.5f, 0.5f, 6, 6, &surface));
    REQUIRE(gelCreateSheet(world, &def, &surface, &sheet));
    REQUIRE(gelCreateStraightLine(1.0f, 20, &line));
    for (int i = 0; i < 2; i++)
        REQUIRE(gelCreateRope(world, &def, &line, &ropes[i]));
    gelBodyPoint middle = {boxes[2], 4, {0, 9, 14, 30}, {0.25f, 0.25f, 0.25f, 0.25f}};
    swept = addBox(world, 1e5f, 0.5f, (gelVec3){0.0f, -0.6f, 0.0f}, (gelVec3){0.2f, 0.2f, 0.2f}, 2);
    REQUIRE(gelBody_SetSolver(world, swept, gel_xpbdSolver, 1, 0));
    attachAt(world, vertexOf(boxes[0], 20), vertexOf(swept, 4), 0.3f);
    attachAt(world, middle, vertexOf(boxes[0], 7), 0.2f);
    *ending = attach(world, vertexOf(boxes[2], 3), vertexOf(boxes[0], 40));
    attach(world, vertexOf(boxes[2], 53), vertexOf(boxes[0], 22));
    attach(world, vertexOf(sheet, 0), vertexOf(ropes[0], 20));
    attach(world, vertexOf(ropes[1], 0), vertexOf(ropes[1], 20));
    REQUIRE(gelBody_SetPinned(world, sheet, (const int[]){48}, 1, true));
    gelDestroyLineMesh(&line);
    gelDestroySurfaceMesh(&surface);
    return world;
}

static uint64_t hashOfScene(const gelWorldDef* like)
{
    gelAttachmentId ending;
    gelWorld* world = openScene(like, &ending);
    stepFrames(world, framesToRun(6) / 2);
    REQUIRE(gelDestroyAttachment(world, ending));
    stepFrames(world, framesToRun(6) / 2);
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return hash;
}

// A clone, and a world that goes back to before an attachment went, repeat the bits.
static void attached_bodies_go_on_alike_after_a_snapshot_and_a_clone(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelAttachmentId ending;
    gelSnapshot* snapshot;
    gelWorld *world = openScene(&def, &ending), *clone;
    const uint64_t expected = hashOfScene(&def);
    stepFrames(world, framesToRun(6) / 2);
    REQUIRE(gelTakeSnapshot(world, NULL, &snapshot));
    REQUIRE(gelCloneWorld(world, &def, &clone));
    gelWorld* worlds[] = {world, world, clone};
    for (int i = 0; i < 3; i++) {
        if (i == 1)
            REQUIRE(gelRestoreSnapshot(world, NULL, snapshot));
        REQUIRE(gelDestroyAttachment(worlds[i], ending));
        stepFrames(worlds[i], framesToRun(6) / 2);
        CHECK(gelWorld_Hash(worlds[i]) == expected, "run %d: %016llx, expected %016llx", i,
              (unsigned long long)gelWorld_Hash(worlds[i]), (unsigned long long)expected);
    }
    gelDestroySnapshot(snapshot);
    gelDestroyWorld(world);
    gelDestroyWorld(clone);
}

// `lanes`: 0: the back end's own number.
static void checkBitsWith(int lanes)
{
    Backends backends = listBackends();
    const uint64_t expected = hashOfScene(&backends.defs[0]);
    for (int b = 1; b < backends.count; b++) {
        gelWorldDef def = backends.defs[b];
        if (lanes != 0 && !setLanes(&def, lanes))
            continue;
        const uint64_t found = hashOfScene(&def);
        printf("  %s, %d lanes: %016llx\n", backends.names[b], lanes, (unsigned long long)found);
        CHECK(found == expected, "expected %016llx", (unsigned long long)expected);
    }
}

static void attached_bodies_have_the_same_bits_on_every_device(void)
{
    checkBitsWith(0);
}

static void attached_bodies_have_the_same_bits_with_every_number_of_lanes(void)
{
    for (int lanes = 1; lanes <= 16; lanes = lanes == 1 ? 8 : 2 * lanes)
        checkBitsWith(lanes);
}

TESTS(TEST(two_beams_that_are_attached_sag_as_one), TEST(attached_bodies_keep_their_momenta),
      TEST(an_attachment_bears_what_hangs_on_it), TEST(what_is_attached_sleeps_and_wakes_together),
      TEST(a_quarantined_body_leaves_the_system),
      TEST(attached_bodies_go_on_alike_after_a_snapshot_and_a_clone),
      TEST(attached_bodies_have_the_same_bits_on_every_device),
      TEST(attached_bodies_have_the_same_bits_with_every_number_of_lanes))
