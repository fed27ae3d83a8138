// Attachments between bodies of the two-level solver, and within one, are part of what it solves: what they join is as stiff
// as one body, keeps its momenta, and has the same bits everywhere.
#include "support/equal_bits.h"
#include "support/motion.h"
#include "gel/attachment.h"
#include "gel/rope.h"
#include "gel/sheet.h"

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

static gelBodyPoint vertexOf(gelBodyId body, int vertex)
{
    return (gelBodyPoint){.body = body, .vertexCount = 1, .vertices = {vertex}, .weights = {1.0f}};
}

static gelAttachmentId attach(gelWorld* world, gelBodyPoint a, gelBodyPoint b)
{
    gelAttachmentDef def = gelDefaultAttachmentDef();
    gelAttachmentId id;
    def.a = a;
    def.b = b;
    REQUIRE(gelCreateAttachment(world, &def, &id));
    return id;
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
        CHECK_CLOSE(found / expected, 1.0, 0.002, "what rigid attachments give way");
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

// Two boxes that three attachments join, a sheet with a rope at a corner, another rope whose ends are attached to each other,
// and a soft box, which falls on its own.
static uint64_t hashOfScene(const gelWorldDef* like)
{
    gelWorld* world = openWorld(like, 9.81f, 2);
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId boxes[3], sheet, ropes[2];
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
    attach(world, middle, vertexOf(boxes[0], 7));
    attach(world, vertexOf(boxes[2], 3), vertexOf(boxes[0], 40));
    attach(world, vertexOf(boxes[2], 53), vertexOf(boxes[0], 22));
    attach(world, vertexOf(sheet, 0), vertexOf(ropes[0], 20));
    attach(world, vertexOf(ropes[1], 0), vertexOf(ropes[1], 20));
    REQUIRE(gelBody_SetPinned(world, sheet, (const int[]){48}, 1, true));
    stepFrames(world, framesToRun(6));
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyLineMesh(&line);
    gelDestroySurfaceMesh(&surface);
    gelDestroyWorld(world);
    return hash;
}

static void attached_bodies_have_the_same_bits_on_every_device(void)
{
    Backends backends = listBackends();
    uint64_t expected = hashOfScene(&backends.defs[0]);
    for (int b = 1; b < backends.count; b++)
        for (int lanes = 1; lanes <= 16; lanes = lanes == 1 ? 8 : 2 * lanes) {
            gelWorldDef def = backends.defs[b];
            if (!setLanes(&def, lanes))
                continue;
            uint64_t found = hashOfScene(&def);
            printf("  %s, %d lanes: %016llx\n", backends.names[b], lanes, (unsigned long long)found);
            CHECK(found == expected, "expected %016llx", (unsigned long long)expected);
        }
}

TESTS(TEST(two_beams_that_are_attached_sag_as_one), TEST(attached_bodies_keep_their_momenta),
      TEST(attached_bodies_have_the_same_bits_on_every_device))
