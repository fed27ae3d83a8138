// A body that bends or folds onto itself touches itself if it is told to, and otherwise moves as without.
#include "contact/folding.h"

#include "base/vector3.h"

#include <inttypes.h>

static double volumeOf(const float* x, const int tet[4])
{
    double edges[3][3], product[3];
    for (int i = 0; i < 9; i++)
        edges[i / 3][i % 3] = (double)x[3 * tet[i / 3 + 1] + i % 3] - (double)x[3 * tet[0] + i % 3];
    gelCross3(edges[0], edges[1], product);
    return gelDot3(product, edges[2]);
}

static bool isInside(const float* x, const int tet[4], int vertex)
{
    bool inside = volumeOf(x, tet) > 0.0;
    for (int k = 0; k < 4 && inside; k++) {
        int other[4] = {tet[0], tet[1], tet[2], tet[3]};
        other[k] = vertex;
        inside = tet[k] != vertex && volumeOf(x, other) > 0.0;
    }
    return inside;
}

// The vertices of a body that are in tets of which they are no corner.
static int countInside(gelWorld* world, gelBodyId id)
{
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    float* x = positionsOf(world, id);
    int count = 0;
    for (int i = 0; i < mesh->vertexCount; i++)
        for (int t = 0; t < mesh->tetCount; t++)
            if (isInside(x, mesh->tets + 4 * t, i)) {
                count++;
                break;
            }
    free(x);
    return count;
}

// --- A bar held in the middle, whose halves fall and meet below

// How far the ends have passed each other: the highest x of the left end, less the lowest of the right one.
static double passed(gelWorld* world, gelBodyId id)
{
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    float* x = positionsOf(world, id);
    double left = -1e9, right = 1e9;
    for (int i = 0; i < mesh->vertexCount; i++) {
        if (mesh->positions[3 * i] < -0.3f)
            left = fmax(left, (double)x[3 * i]);
        if (mesh->positions[3 * i] > 0.3f)
            right = fmin(right, (double)x[3 * i]);
    }
    free(x);
    return left - right;
}

static void halves_of_a_bar_do_not_pass_through_each_other(void)
{
    for (int selfContact = 0; selfContact < 2; selfContact++) {
        gelWorldDef def = referenceDef();
        gelWorld* world = newWorld(&def);
        gelBodyId id = addBar(world, selfContact == 1);
        double max = -1e9;
        int inside = 0;
        for (int i = 0; i < 90; i++) {
            step(world, 1);
            max = fmax(max, passed(world, id));
            int now = countInside(world, id);
            inside = now > inside ? now : inside;
        }
        CHECK((max > 0.02) == (selfContact == 0), "self-contact %d: the halves pass each other by %g m",
              selfContact, max);
        CHECK((inside > 4) == (selfContact == 0), "self-contact %d: %d vertices are inside", selfContact,
              inside);
        gelDestroyWorld(world);
    }
}

// --- A hairpin, whose legs are thrown at each other

typedef struct Motion {
    double mass, momentum[3], angular[3];
} Motion;

static Motion measure(gelWorld* world, gelBodyId id)
{
    Motion motion = {.mass = 0.0};
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    float *x = positionsOf(world, id), *v = malloc((size_t)mesh->vertexCount * 12);
    REQUIRE(gelBody_ReadVelocities(world, id, v, mesh->vertexCount));
    for (int t = 0; t < mesh->tetCount; t++)
        for (int corner = 0; corner < 4; corner++) {
            int i = mesh->tets[4 * t + corner];
            double mass = 1000.0 * volumeOf(mesh->positions, mesh->tets + 4 * t) / 24.0;
            double at[3] = {(double)x[3 * i], (double)x[3 * i + 1], (double)x[3 * i + 2]};
            double speed[3] = {(double)v[3 * i], (double)v[3 * i + 1], (double)v[3 * i + 2]}, turn[3];
            gelCross3(at, speed, turn);
            motion.mass += mass;
            for (int k = 0; k < 3; k++) {
                motion.momentum[k] += mass * speed[k];
                motion.angular[k] += mass * turn[k];
            }
        }
    free(x);
    free(v);
    return motion;
}

static void momentum_is_kept_when_legs_clap_together(void)
{
    gelWorldDef def = referenceDef();
    def.gravity = (gelVec3){0};
    gelWorld *world = newWorld(&def), *without = newWorld(&def);
    gelBodyId id = addHairpin(world, true), other = addHairpin(without, false);
    Motion before = measure(world, id);
    int inside = 0, insideWithout = 0;
    for (int i = 0; i < 40; i++) {
        step(world, 1);
        step(without, 1);
        inside += countInside(world, id);
        insideWithout += countInside(without, other);
    }
    Motion after = measure(world, id);
    double carried = before.mass * 1.0; // each leg comes with about 1 m/s
    for (int k = 0; k < 3; k++) {
        CHECK_CLOSE(after.momentum[k], before.momentum[k], 1e-3 * carried,
                    "the pushes of a contact add up to nothing, but 400 substeps round");
        CHECK_CLOSE(after.angular[k], before.angular[k], carried * 4.0 / 600.0,
                    "normals are from the start of a substep, in which the legs slide past each other");
    }
    CHECK(inside <= 4 && insideWithout > 40, "in 40 frames %d vertices were inside, without self-contact %d",
          inside, insideWithout);
    gelDestroyWorld(world);
    gelDestroyWorld(without);
}

// --- Bodies that do not fold

// A bar that is bent sharply at rest: 10 degrees between its halves.
static void makeWedge(gelTetMesh* mesh)
{
    gelTetMesh bar;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.05f, 0.2f}, 20, 1, 4, &bar));
    for (int i = 0; i < bar.vertexCount; i++) {
        double along = fabs((double)bar.positions[3 * i]), below = (double)bar.positions[3 * i + 1] - 0.025;
        double turn = along < 1e-6 ? 0.0 : 85.0 * 3.14159265358979 / 180.0;
        double side = (double)bar.positions[3 * i] < 0.0 ? -1.0 : 1.0;
        bar.positions[3 * i] = (float)(side * (along * cos(turn) - below * sin(turn)));
        bar.positions[3 * i + 1] = (float)(along * sin(turn) + below * cos(turn));
    }
    REQUIRE(gelCreateTetMesh(bar.positions, bar.vertexCount, bar.tets, bar.tetCount, NULL, mesh, NULL));
    gelDestroyTetMesh(&bar);
}

enum { ball, cube, plate, ring, wedge, bear, dressedBear, shapeCount };
static const char* const shapeNames[] = {"ball", "cube", "plate", "ring", "wedge", "bear", "dressed bear"};

static gelBodyId addShape(gelWorld* world, int shape, bool selfContact)
{
    gelTetMesh mesh;
    gelSurfaceMesh skin = {0};
    gelBodyDef def = gelDefaultBodyDef();
    gelMesherDef mesher = gelDefaultMesherDef();
    gelBodyId id;
    mesher.tetCount = 1000;
    if (shape == ball)
        REQUIRE(gelCreateSphereMesh(0.2f, 5, &mesh));
    else if (shape == cube)
        REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 2, 2, 2, &mesh));
    else if (shape == plate)
        REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.005f, 0.5f}, 10, 1, 10, &mesh));
    else if (shape == ring)
        REQUIRE(gelCreateTorusMesh(0.2f, 0.08f, 3, &mesh));
    else if (shape == wedge)
        makeWedge(&mesh);
    else if (shape == bear)
        REQUIRE(gelLoadTetMesh(GEL_ASSETS "/meshes/bear_small.node", &mesh, NULL));
    else {
        REQUIRE(gelLoadSurfaceMesh(GEL_ASSETS "/meshes/bear_skin.obj", &skin, NULL));
        REQUIRE(gelCreateMeshFromSurface(&skin, &mesher, &mesh, NULL, NULL));
    }
    def.material.youngModulus = 1e6f;
    def.selfContact = selfContact;
    def.scale = 1.5f;
    def.position = (gelVec3){0.1f, 1.0f, 0.3f};
    def.rotation = (gelQuat){0.1f, 0.2f, 0.3f, 1.0f};
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    if (shape == dressedBear)
        REQUIRE(gelBody_SetSkin(world, id, &skin, NULL));
    gelDestroySurfaceMesh(&skin);
    gelDestroyTetMesh(&mesh);
    return id;
}

// The contacts of a body with itself, where it is.
static int countContacts(gelWorld* world)
{
    Still still = searchStill(world);
    int count = gelGetContacts(still.search)->contactCount;
    clearStill(&still);
    return count;
}

static void a_body_at_rest_does_not_touch_itself(void)
{
    gelWorldDef def = referenceDef();
    def.gravity = (gelVec3){0};
    for (int shape = 0; shape < shapeCount; shape++) {
        gelWorld* world = newWorld(&def);
        addShape(world, shape, true);
        step(world, 1);
        CHECK(countContacts(world) == 0, "%s: %d contacts", shapeNames[shape], countContacts(world));
        gelDestroyWorld(world);
    }
}

static void a_body_that_does_not_fold_moves_as_without_self_contact(void)
{
    gelWorldDef def = referenceDef();
    def.ground.enabled = true;
    def.gravity.y = -2.0f; // harder falls press the bear's arms to its belly
    for (int shape = 0; shape < shapeCount; shape++) {
        uint64_t hashes[2] = {0};
        for (int selfContact = 0; selfContact < 2 && shape != wedge; selfContact++) { // which closes
            gelWorld* world = newWorld(&def);
            addShape(world, shape, selfContact == 1);
            step(world, 60);
            hashes[selfContact] = gelWorld_Hash(world);
            gelDestroyWorld(world);
        }
        CHECK(hashes[0] == hashes[1], "%s: %016" PRIx64 " with self-contact, %016" PRIx64 " without",
              shapeNames[shape], hashes[1], hashes[0]);
    }
}

// --- How it is set

static void self_contact_is_set_at_creation_or_with_the_next_step(void)
{
    Backends backends = listBackends();
    CHECK(!gelDefaultBodyDef().selfContact, "it is on from the start");
    for (int b = 0; b < backends.count; b++) {
        gelWorldDef def = backends.defs[b];
        gelBodyDef body;
        def.contact = true;
        gelWorld* world = newWorld(&def);
        gelBodyId bar = addBar(world, false); // alone: nothing else may touch
        CHECK(!gelBody_HasSelfContact(world, bar), "it is on");
        step(world, 20);
        REQUIRE(gelBody_SetSelfContact(world, bar, true));
        REQUIRE(gelBody_GetDef(world, bar, &body));
        CHECK(body.selfContact && gelBody_HasSelfContact(world, bar), "it is not on");
        step(world, 20);
        CHECK(passed(world, bar) < 0.02, "%s: the halves pass each other by %g", backends.names[b],
              passed(world, bar));
        gelDestroyWorld(world);
    }
}

static void obstacles_have_no_self_contact(void)
{
    gelWorldDef def = referenceDef();
    gelWorld* world = newWorld(&def);
    gelObstacleDef obstacle = gelDefaultObstacleDef();
    gelSurfaceMesh box;
    gelBodyId id, none = {0};
    REQUIRE(gelCreateBoxSurface((gelVec3){1.0f, 1.0f, 1.0f}, &box));
    REQUIRE(gelCreateObstacle(world, &obstacle, &box, &id));
    CHECK_STATUS(gelBody_SetSelfContact(world, id, true), gel_invalidArgument);
    CHECK_STATUS(gelBody_SetSelfContact(world, none, true), gel_invalidHandle);
    CHECK(!gelBody_HasSelfContact(world, none) && !gelBody_HasSelfContact(world, id), "obstacles have it");
    gelDestroySurfaceMesh(&box);
    gelDestroyWorld(world);
}

static void filters_do_not_part_a_body_from_itself(void)
{
    gelWorldDef def = referenceDef();
    gelWorld* world = newWorld(&def);
    gelBodyId bar = addBar(world, true);
    REQUIRE(gelBody_SetFilter(world, bar, (gelFilter){0, 0}));
    step(world, 40);
    CHECK(passed(world, bar) < 0.02, "the halves pass each other by %g", passed(world, bar));
    gelDestroyWorld(world);
}

// --- A sheet of 5 mm, laid double, whose upper half falls on the lower one

static void a_thin_sheet_folds_onto_itself(void)
{
    enum { columns = 32, rows = 8 };
    for (int selfContact = 0; selfContact < 2; selfContact++) {
        gelWorldDef def = referenceDef();
        gelBodyDef body = gelDefaultBodyDef();
        gelTetMesh mesh;
        gelBodyId id;
        def.ground.enabled = true;
        def.substepCount = 20;
        gelWorld* world = newWorld(&def);
        REQUIRE(gelCreateBoxMesh((gelVec3){0.8f, 0.005f, 0.2f}, columns, 1, rows, &mesh));
        body.material.youngModulus = 1e4f;
        body.material.damping = 1.0f;
        body.selfContact = selfContact == 1;
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
        float* x = malloc((size_t)mesh.vertexCount * 12);
        const double radius = 0.04, arc = 3.14159265358979 * radius;
        for (int i = 0; i < mesh.vertexCount; i++) {
            double along = (double)mesh.positions[3 * i], in = radius - (double)mesh.positions[3 * i + 1];
            double angle = fmax(-arc / 2, fmin(along, arc / 2)) / radius, leg = fabs(along) - arc / 2;
            x[3 * i] = (float)(in * cos(angle) - fmax(leg, 0.0));
            x[3 * i + 1] = (float)(0.05 + in * sin(angle));
            x[3 * i + 2] = mesh.positions[3 * i + 2];
        }
        REQUIRE(gelBody_WritePositions(world, id, x, mesh.vertexCount));
        free(x);
        step(world, 90);
        x = positionsOf(world, id);
        double lower = 0.0, upper = 0.0, count = 0.0;
        for (int i = 0; i < mesh.vertexCount; i++) {
            double along = (double)mesh.positions[3 * i];
            lower += along < -0.2 ? (double)x[3 * i + 1] : 0.0;
            upper += along > 0.2 ? (double)x[3 * i + 1] : 0.0;
            count += along > 0.2;
        }
        int inside = countInside(world, id);
        CHECK_CLOSE((upper - lower) / count, selfContact == 1 ? 0.0055 : 0.0, 3e-4,
                    "5 mm, and a fiftieth of the mean edge of some 24 mm");
        CHECK((inside > 50) == (selfContact == 0), "self-contact %d: %d vertices are inside", selfContact,
              inside);
        free(x);
        gelDestroyTetMesh(&mesh);
        gelDestroyWorld(world);
    }
}

// Flattened, its surface is all over itself, and goes through itself as it swells.
static void a_body_that_starts_flat_recovers(void)
{
    Backends backends = listBackends();
    uint64_t reference = 0;
    for (int b = 0; b < backends.count; b++) {
        gelWorldDef def = backends.defs[b];
        def.contact = def.ground.enabled = true;
        def.substepCount = 20;
        gelWorld* world = newWorld(&def);
        gelBodyId id = addShape(world, bear, true);
        int count = gelBody_GetMesh(world, id)->vertexCount;
        double volume, rest;
        float* x = positionsOf(world, id);
        for (int i = 0; i < count; i++)
            x[3 * i + 1] = 0.5f;
        REQUIRE(gelBody_WritePositions(world, id, x, count));
        free(x);
        step(world, 60);
        REQUIRE(gelBody_GetVolume(world, id, &volume));
        REQUIRE(gelBody_GetRestVolume(world, id, &rest));
        CHECK_CLOSE(volume / rest, 1.0, 0.05, "it still swings, but is whole");
        CHECK(countInside(world, id) == 0, "%d vertices are still inside", countInside(world, id));
        reference = b == 0 ? gelWorld_Hash(world) : reference;
        CHECK_HEX(gelWorld_Hash(world), reference);
        gelDestroyWorld(world);
    }
}

TESTS(TEST(halves_of_a_bar_do_not_pass_through_each_other), TEST(momentum_is_kept_when_legs_clap_together),
      TEST(a_body_at_rest_does_not_touch_itself),
      TEST(a_body_that_does_not_fold_moves_as_without_self_contact),
      TEST(self_contact_is_set_at_creation_or_with_the_next_step), TEST(obstacles_have_no_self_contact),
      TEST(filters_do_not_part_a_body_from_itself), TEST(a_thin_sheet_folds_onto_itself),
      TEST(a_body_that_starts_flat_recovers))
