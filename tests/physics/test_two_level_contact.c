// Contacts between stiff bodies in the system of the two-level solver: they stand on each other as in theory, at any number
// of substeps, keep their momenta, and have the same bits everywhere.
#include "support/standing.h"
#include "support/motion.h"
#include "support/points.h"
#include "gel/attachment.h"
#include "gel/contacts.h"
#include "gel/rope.h"
#include "gel/sheet.h"
#include "gel/skin.h"
#include "gel/solver.h"

enum { most = 6 };

// Cubes on each other with a friction of 0.5, and a gap for their thickness.
typedef struct Stack {
    gelWorld* world;
    Cube cubes[most];
    int count;
} Stack;

static Stack stackOf(const gelWorldDef* like, int count, double slope, float damping)
{
    Stack stack = {.count = count};
    gelWorldDef def = *like;
    def.contact = def.ground.enabled = true;
    def.ground.friction = slope > 0.0 ? 2.0f : 0.0f;
    def.gravity = (gelVec3){(float)(g * sin(slope)), (float)(-g * cos(slope)), 0.0f};
    REQUIRE(gelCreateWorld(&def, &stack.world));
    for (int i = 0; i < count; i++) {
        Cube* cube = &stack.cubes[i];
        cube->world = stack.world;
        cube->id = addBox(stack.world, (gelVec3){cubeSide, cubeSide, cubeSide}, 3, 0.0,
                          (0.5 + i) * (double)cubeSide + 3e-3 * i, damping);
    }
    return stack;
}

// A column of height H under the weight of another one is compressed by density g H (H / 2 + H) / E.
static void two_cubes_are_compressed_by_their_weight_at_any_number_of_substeps(void)
{
    double column =
        (double)cubeDensity * g * (double)cubeSide * (double)cubeSide / (2.0 * (double)cubeModulus);
    for (int i = 0; i < 3; i++) {
        const int substeps[] = {4, 10, 40};
        gelWorldDef def = onReference(substeps[i]);
        Stack stack = stackOf(&def, 2, 0.0, 4.0f);
        stepFrames(stack.world, 90);
        double lower = compressionOf(&stack.cubes[0]), upper = compressionOf(&stack.cubes[1]);
        printf("  %2d substeps: %.4f and %.4f mm, columns %.4f and %.4f mm; %d rows\n", substeps[i],
               1e3 * lower, 1e3 * upper, 3e3 * column, 1e3 * column, countContactRows(stack.world));
        CHECK(countContactRows(stack.world) > 0, "no contact is a row");
        CHECK_CLOSE(lower / (3.0 * column), 1.0, 0.08, "the flat sides");
        CHECK_CLOSE(upper / column, 1.0, 0.12, "the flat sides");
        gelDestroyWorld(stack.world);
    }
}

static void six_stiff_cubes_stand_on_each_other_at_ten_substeps(void)
{
    gelWorldDef def = onReference(10);
    Stack stack = stackOf(&def, most, 0.0, 4.0f);
    stepFrames(stack.world, 120);
    for (int i = 0; i < most; i++) {
        double y = meanAbove(&stack.cubes[i], 1, -1.0, 1.0), expected = (0.5 + i) * (double)cubeSide;
        printf("  cube %d: %.4f m, without thickness and weight %.4f m\n", i, y, expected);
        CHECK_CLOSE(y, expected, 0.02, "how far surfaces are kept apart");
    }
    CHECK_CLOSE(kineticEnergyOf(&stack.cubes[0]), 0.0, 1e-3, "it stands still");
    gelDestroyWorld(stack.world);
}

static void friction_holds_a_stiff_cube_on_another_and_lets_it_slide(void)
{
    for (int i = 0; i < 2; i++) {
        const double slope = i == 0 ? 20.0 * degree : 35.0 * degree, time = 0.4,
                     slide = 0.5 * g * (sin(slope) - 0.5 * cos(slope)) * time * time;
        gelWorldDef def = onReference(10);
        Stack stack = stackOf(&def, 2, slope, 0.0f);
        stepFrames(stack.world, 24);
        double found = meanAbove(&stack.cubes[1], 0, -1.0, 1.0) - meanAbove(&stack.cubes[0], 0, -1.0, 1.0);
        printf("  %.0f degrees: it slid %.4f m, expected %.4f m\n", slope / degree, found, fmax(slide, 0.0));
        CHECK_CLOSE(found, fmax(slide, 0.0), i == 0 ? 4e-3 : 0.1 * slide, "it falls by the gap first");
        gelDestroyWorld(stack.world);
    }
}

// Springs press two cubes together beside their centres, so that they turn and slide.
static void bodies_whose_contacts_are_rows_keep_their_momenta(void)
{
    gelWorldDef def = onReference(10);
    def.contact = true;
    def.ground.enabled = false;
    def.gravity = (gelVec3){0};
    gelWorld* world;
    REQUIRE(gelCreateWorld(&def, &world));
    gelBodyId ids[2] = {addBox(world, (gelVec3){cubeSide, cubeSide, cubeSide}, 3, 0.0, 0.0, 0.0f),
                        addBox(world, (gelVec3){cubeSide, cubeSide, cubeSide}, 3, 0.08, 0.254, 0.0f)};
    for (int corner = 0; corner < 64; corner += 21) {
        gelAttachmentDef spring = gelDefaultAttachmentDef();
        gelAttachmentId id;
        spring.a = vertexOf(ids[0], corner);
        spring.b = vertexOf(ids[1], corner);
        spring.length = 0.2f;
        spring.compliance = 1e-3f;
        spring.breakForce = 1e9f; // else a row
        REQUIRE(gelCreateAttachment(world, &spring, &id));
    }
    stepFrames(world, 10); // the stage of contact has pushed, which adds angular momentum
    const Motion before = measure(world, ids, 2);
    const int rows = countContactRows(world);
    stepFrames(world, 50);
    const Motion after = measure(world, ids, 2);
    for (int k = 0; k < 3; k++) {
        printf("  momentum %9.5f and %9.5f N s; angular %9.6f and %9.6f N m s; %d rows\n", before.momentum[k],
               after.momentum[k], before.angular[k], after.angular[k], rows);
        CHECK_CLOSE(after.momentum[k], before.momentum[k], 2e-4, "rounding");
        CHECK_CLOSE(after.angular[k], before.angular[k], 2e-3, "the springs, which act after the solve");
    }
    CHECK(rows > 0, "no contact is a row");
    gelDestroyWorld(world);
}

static void a_cube_that_stands_on_rows_reports_its_weight_as_contact_force(void)
{
    gelWorldDef def = onReference(10);
    Stack stack = stackOf(&def, 2, 0.0, 4.0f);
    gelVec3 force;
    stepFrames(stack.world, 90);
    REQUIRE(gelBody_GetContactForce(stack.world, stack.cubes[1].id, &force));
    const double weight = g * (double)cubeDensity * (double)cubeSide * (double)cubeSide * (double)cubeSide;
    printf("  %.3f N on the upper cube, which weighs %.3f N; %d rows\n", (double)force.y, weight,
           countContactRows(stack.world));
    CHECK_CLOSE((double)force.y / weight, 1.0, 0.01, "what still moves");
    gelDestroyWorld(stack.world);
}

static void stacked_bodies_go_on_alike_after_a_snapshot_and_a_clone(void)
{
    gelWorldDef def = onReference(4);
    Stack stack = stackOf(&def, 2, 0.0, 4.0f);
    stepFrames(stack.world, 20);
    CHECK(countContactRows(stack.world) > 0, "no contact is a row");
    checkGoesOnAlike(stack.world, "a stack");
    gelDestroyWorld(stack.world);
}

enum { onXpbd, onSkin, onCloth, onRope, otherCount };
static const char* const others[otherCount] = {"XPBD", "a skin", "cloth", "a rope"};

// Adds what lies on a cube: a body that has the solver, but for the first.
static void addOther(gelWorld* world, int other)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId id;
    gelSurfaceMesh surface;
    gelLineMesh line;
    const float height = cubeSide + 2e-3f;
    def.solver = gel_twoLevelSolver;
    def.material.thickness = 2e-3f;
    def.position.y = height;
    if (other == onCloth) {
        REQUIRE(gelCreateSheetSurface(0.2f, 0.2f, 4, 4, &surface));
        REQUIRE(gelCreateSheet(world, &def, &surface, &id));
        gelDestroySurfaceMesh(&surface);
    } else if (other == onRope) {
        REQUIRE(gelCreateStraightLine(0.2f, 6, &line));
        REQUIRE(gelCreateRope(world, &def, &line, &id));
        gelDestroyLineMesh(&line);
    } else {
        const gelVec3 size = {cubeSide, cubeSide, cubeSide};
        id = addBox(world, size, 3, 0.0, (double)(height + 0.5f * cubeSide), 4.0f);
        REQUIRE(gelCreateBoxSurface(size, &surface));
        if (other == onSkin)
            REQUIRE(gelBody_SetSkin(world, id, &surface, NULL));
        else
            REQUIRE(gelBody_SetSolver(world, id, gel_xpbdSolver, 1, 0));
        gelDestroySurfaceMesh(&surface);
    }
}

static void contacts_with_bodies_that_cannot_have_rows_act_after_the_solve(void)
{
    for (int other = 0; other < otherCount; other++) {
        gelWorldDef def = onReference(10);
        Stack stack = stackOf(&def, 1, 0.0, 4.0f);
        gelContact contacts[64];
        int count;
        addOther(stack.world, other);
        stepFrames(stack.world, 30);
        REQUIRE(gelWorld_GetContacts(stack.world, contacts, 64, &count));
        printf("  %s: %d contacts, %d rows\n", others[other], count, countContactRows(stack.world));
        CHECK(count > 0, "%s touches nothing", others[other]);
        CHECK(countContactRows(stack.world) == 0, "%s has rows", others[other]);
        gelDestroyWorld(stack.world);
    }
}

static uint64_t hashOfStack(const gelWorldDef* like)
{
    gelWorldDef def = *like;
    def.substepCount = 10;
    Stack stack = stackOf(&def, 3, 0.0, 4.0f);
    stepFrames(stack.world, 12);
    CHECK(countContactRows(stack.world) > 0, "no contact is a row");
    const uint64_t hash = gelWorld_Hash(stack.world);
    gelDestroyWorld(stack.world);
    return hash;
}

static void stacked_bodies_have_the_same_bits_on_every_device(void)
{
    Backends backends = listBackends();
    const uint64_t expected = hashOfStack(&backends.defs[0]);
    for (int b = 1; b < backends.count; b++)
        for (int lanes = 0; lanes <= 16; lanes += 8) {
            gelWorldDef def = backends.defs[b];
            if (lanes != 0 && !setLanes(&def, lanes))
                continue;
            const uint64_t found = hashOfStack(&def);
            printf("  %s, %d lanes: %016llx\n", backends.names[b], lanes, (unsigned long long)found);
            CHECK(found == expected, "expected %016llx", (unsigned long long)expected);
        }
}

TESTS(TEST(two_cubes_are_compressed_by_their_weight_at_any_number_of_substeps),
      TEST(six_stiff_cubes_stand_on_each_other_at_ten_substeps),
      TEST(friction_holds_a_stiff_cube_on_another_and_lets_it_slide),
      TEST(bodies_whose_contacts_are_rows_keep_their_momenta),
      TEST(a_cube_that_stands_on_rows_reports_its_weight_as_contact_force),
      TEST(contacts_with_bodies_that_cannot_have_rows_act_after_the_solve),
      TEST(stacked_bodies_go_on_alike_after_a_snapshot_and_a_clone),
      TEST(stacked_bodies_have_the_same_bits_on_every_device))
