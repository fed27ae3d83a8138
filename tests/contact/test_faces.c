// Obstacles whose flat faces have many triangles slide and turn under bodies that lie on them.
// Without friction the bodies stay where they are.
#include "contact/faces.h"
#include "world/world.h"

#include "contact/obstacle_fixtures.h"
#include "support/motion.h"

#define GEL_DIALECT_FLOAT
#include "physics/contact.h"

enum { sectors = 32 };

// A disc of 1 m by 0.2 m, whose top is in the plane y = 0: its triangles meet in the middle.
static gelSurfaceMesh makeDisc(void)
{
    float positions[2 * (sectors + 1)][3];
    int triangles[4 * sectors][3], count = 0;
    gelSurfaceMesh disc;
    for (int i = 0; i < 2 * (sectors + 1); i++) {
        int k = i % (sectors + 1);
        double angle = 6.283185307179586 * k / sectors, radius = k < sectors ? 1.0 : 0.0;
        positions[i][0] = (float)(radius * cos(angle));
        positions[i][1] = i > sectors ? -0.2f : 0.0f;
        positions[i][2] = (float)(radius * sin(angle));
    }
    for (int a = 0; a < sectors; a++) {
        int b = (a + 1) % sectors, under = sectors + 1;
        const int own[4][3] = {{sectors, b, a},
                               {under + sectors, under + a, under + b},
                               {a, under + b, under + a},
                               {a, b, under + b}};
        memcpy(triangles[count], own, sizeof own);
        count += 4;
    }
    REQUIRE(gelCreateSurfaceMesh(positions[0], 2 * (sectors + 1), triangles[0], count, &disc, NULL));
    return disc;
}

static gelBodyId addSmooth(gelWorld* world, bool turns)
{
    gelObstacleDef def = gelDefaultObstacleDef();
    gelSurfaceMesh surface;
    gelBodyId id;
    def.friction = 0.0f;
    if (turns)
        surface = makeDisc();
    else
        REQUIRE(gelCreateSheetSurface(3.0f, 3.0f, 23, 23, &surface));
    REQUIRE(gelCreateObstacle(world, &def, &surface, &id));
    gelDestroySurfaceMesh(&surface);
    return id;
}

enum { box, ball, cloth, rope, kinds };
static const char* const names[] = {"a box", "a ball", "cloth", "a rope"};

static gelBodyId addKind(gelWorld* world, int kind)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh tets = {0};
    gelSurfaceMesh sheet = {0};
    gelLineMesh line = {0};
    gelBodyId id;
    def.material.friction = 0.0f;
    def.material.damping = 1.0f;
    def.material.thickness = 0.02f;
    def.rotation = (gelQuat){0.0f, 0.149438132f, 0.0f, 0.988771078f};
    def.position = (gelVec3){0.05f, kind == box ? 0.102f : kind == ball ? 0.202f : 0.02f, 0.03f};
    if (kind == cloth) {
        REQUIRE(gelCreateSheetSurface(0.4f, 0.4f, 3, 3, &sheet));
        REQUIRE(gelCreateSheet(world, &def, &sheet, &id));
    } else if (kind == rope) {
        REQUIRE(gelCreateStraightLine(0.4f, 6, &line));
        REQUIRE(gelCreateRope(world, &def, &line, &id));
    } else {
        if (kind == box)
            REQUIRE(gelCreateBoxMesh((gelVec3){0.4f, 0.2f, 0.4f}, 3, 2, 3, &tets));
        else
            REQUIRE(gelCreateSphereMesh(0.2f, 3, &tets));
        REQUIRE(gelCreateBody(world, &def, &tets, &id));
    }
    gelDestroyTetMesh(&tets);
    gelDestroySurfaceMesh(&sheet);
    gelDestroyLineMesh(&line);
    return id;
}

static void moveFace(gelWorld* world, gelBodyId id, bool turns, int frame_)
{
    double time = (double)frame_ / 60.0;
    gelQuat turned = {0.0f, (float)sin(time), 0.0f, (float)cos(time)};
    gelVec3 slid = {(float)(0.3 * time), 0.0f, (float)(0.17 * time)};
    REQUIRE(gelObstacle_SetPose(world, id, turns ? (gelVec3){0} : slid, turns ? turned : unturned));
    step(world, 1);
}

enum { maxContacts = 4096 };
static gelContact contacts[maxContacts];

// Counts the contacts of the last step of a kind, and checks that all kinds are public ones.
static int countContacts(gelWorld* world, gelContactKind kind)
{
    int count, found = 0;
    REQUIRE(gelWorld_GetContacts(world, contacts, maxContacts, &count));
    for (int i = 0; i < count; i++) {
        CHECK((int)contacts[i].kind >= 0 && contacts[i].kind < gel_contactKindCount,
              "contact %d of %d has the kind %d", i, count, (int)contacts[i].kind);
        found += contacts[i].kind == kind;
    }
    return found;
}

// Momentum and angular momentum are compared with those of a body that moves at 1 m/s, or at 1
// rad/s.
static void a_smooth_face_that_moves_carries_nothing_along(void)
{
    for (int turns = 0; turns < 2; turns++)
        for (int kind = 0; kind < kinds; kind++) {
            gelMeasures measures;
            double fastest = 0.0, spin = 0.0;
            gelWorld* world = newReference();
            gelBodyId face = addSmooth(world, turns == 1);
            int touches = 0;
            addKind(world, kind);
            for (int i = 1; i <= 60; i++) {
                moveFace(world, face, turns == 1, i);
                touches += countContacts(world, gel_contactPointTriangle);
                REQUIRE(gelWorld_Measure(world, &measures));
                fastest = fmax(fastest, hypot(measures.momentum[0], measures.momentum[2]) / measures.mass);
                spin = fmax(spin, fabs(measures.angularMomentum[1]) / (0.02 * measures.mass));
            }
            printf("  %s on a face that %s: %g m/s, %g rad/s\n", names[kind], turns ? "turns" : "slides",
                   fastest, spin);
            CHECK(fastest < 1e-3 && spin < 1e-3, "%s on a face that %s gets %g m/s and %g rad/s", names[kind],
                  turns ? "turns" : "slides", fastest, spin);
            CHECK(touches > 0, "%s never touched the face that %s", names[kind], turns ? "turns" : "slides");
            gelDestroyWorld(world);
        }
}

// Lifts the vertices of a sheet in waves.
static void bend(gelWorld* world, gelBodyId face, float height)
{
    const gelSurfaceMesh* surface = gelObstacle_GetSurface(world, face);
    int count = surface->vertexCount;
    float* x = malloc((size_t)count * 12);
    memcpy(x, surface->positions, (size_t)count * 12);
    for (int v = 0; v < count; v++)
        x[3 * v + 1] = height * (float)(v % 3);
    REQUIRE(gelObstacle_SetVertices(world, face, x, count));
    free(x);
}

// The face is bent after ten frames, so that its edges begin to count. Returns the hash.
static uint64_t runBent(const gelWorldDef* def, const char* name)
{
    gelWorld* world = newWorld(def, 10);
    gelBodyId face = addSmooth(world, false);
    int triangles = 0, edges[2] = {0};
    addKind(world, box);
    for (int i = 1; i <= 20; i++) {
        bool isBent = i > 10;
        bend(world, face, isBent ? 0.0005f * (float)(i - 10) : 0.0f);
        step(world, 1);
        triangles += isBent ? 0 : countContacts(world, gel_contactPointTriangle);
        edges[isBent] += countContacts(world, gel_contactEdges);
    }
    CHECK(triangles > 0 && edges[0] == 0 && edges[1] > 0,
          "%s: %d contacts with triangles and %d with edges while flat, %d with edges once bent", name,
          triangles, edges[0], edges[1]);
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return hash;
}

static void every_device_sees_the_same_faces(void)
{
    Backends backends = listBackends();
    uint64_t expected = runBent(&backends.defs[0], backends.names[0]);
    for (int b = 1; b < backends.count; b++)
        CHECK(runBent(&backends.defs[b], backends.names[b]) == expected, "%s has another hash",
              backends.names[b]);
}

static void lanes_change_no_bit_on_flat_faces(void)
{
    static const int lanes[] = {1, 8, 16};
    Backends backends = listBackends();
    uint64_t expected = runBent(&backends.defs[0], backends.names[0]);
    for (int b = 1; b < backends.count; b++)
        for (int i = 0; i < 3; i++) {
            gelWorldDef def = backends.defs[b];
            if (!setLanes(&def, lanes[i]))
                continue;
            CHECK(runBent(&def, backends.names[b]) == expected, "%s with %d lanes has another hash",
                  backends.names[b], lanes[i]);
        }
}

static int countEdgesInFaces(const gelSurfaceTables* tables)
{
    int count = 0;
    for (int e = 0; e < tables->counts[surface_edges]; e++)
        count += tables->edgesInFaces[e];
    return count;
}

// Cells of 1 cm, tilted, 1 km away: rounding to 6e-5 m tilts the triangles too much for a flat
// face.
static void only_setting_vertices_makes_the_faces_be_found_again(void)
{
    gelWorld* world = newReference();
    gelSurfaceMesh surface;
    gelSurfaceTables tables;
    gelQuat tilted = {0.2f, 0.1f, 0.3f, 0.9f};
    REQUIRE(gelCreateSheetSurface(0.2f, 0.2f, 20, 20, &surface));
    gelBodyId face = addObstacle(world, &surface, (gelVec3){0});
    addKind(world, box);
    step(world, 1); // which makes the plan
    REQUIRE(gelCreateSurfaceTables(&world->plan, &tables));
    CHECK(gelFindFaces(&tables), "no face was found");
    int all = countEdgesInFaces(&tables), inside = 20 * 20 + 2 * 20 * 19;
    CHECK_INT(all, inside);
    REQUIRE(gelObstacle_SetPose(world, face, (gelVec3){1000.0f, 1000.0f, 1000.0f}, tilted));
    memset(tables.edgesInFaces, 0, (size_t)all); // seen below if faces are found again
    CHECK(!gelFindFaces(&tables) && countEdgesInFaces(&tables) < all, "a pose made the faces be found again");
    bend(world, face, 0.01f);
    CHECK(gelFindFaces(&tables), "bending changed no face");
    int bent = countEdgesInFaces(&tables);
    CHECK(bent < all, "%d of %d edges are inside a face that is bent", bent, all);
    CHECK(!gelFindFaces(&tables), "the faces were found twice");
    REQUIRE(gelObstacle_SetPose(world, face, (gelVec3){1000.0f, 1000.0f, 1000.0f}, tilted));
    CHECK(gelFindFaces(&tables), "a pose did not straighten the face");
    CHECK_INT(countEdgesInFaces(&tables), all);
    gelClearSurfaceTables(&tables);
    gelDestroyWorld(world);
}

static uint64_t continueFor(gelWorld* world, int frames)
{
    step(world, frames);
    return gelWorld_Hash(world);
}

// The sheet is bent when the state is kept, and straight again when it is restored.
static void bent_faces_are_those_of_the_state(void)
{
    const char* path = GEL_SCRATCH "/bent.state";
    gelWorld *world = newReference(), *clone, *other = newReference();
    gelWorldDef def = gelWorld_GetDef(world);
    gelSnapshot* snapshot;
    gelBodyId face = addSmooth(world, false);
    addSmooth(other, false);
    addKind(world, box);
    addKind(other, box);
    step(other, 1);
    bend(world, face, 0.005f);
    step(world, 5);
    REQUIRE(gelTakeSnapshot(world, NULL, &snapshot));
    REQUIRE(gelWriteSnapshot(path, world, NULL, NULL, 0));
    REQUIRE(gelCloneWorld(world, &def, &clone));
    uint64_t expected = continueFor(world, 10);
    CHECK(countContacts(world, gel_contactEdges) > 0, "no edge of the bent sheet was touched");
    CHECK_HEX(continueFor(clone, 10), expected);
    REQUIRE(gelObstacle_SetPose(world, face, (gelVec3){0}, unturned));
    step(world, 2);
    REQUIRE(gelRestoreSnapshot(world, NULL, snapshot));
    CHECK_HEX(continueFor(world, 10), expected);
    REQUIRE(gelReadSnapshot(path, other, NULL, NULL, NULL));
    CHECK_HEX(continueFor(other, 10), expected);
    gelDestroySnapshot(snapshot);
    gelDestroyWorld(other);
    gelDestroyWorld(clone);
    gelDestroyWorld(world);
}

// Where single precision has steps of 6e-5 m.
static const gelVec3 far = {1000.0f, 0.0f, 1000.0f};

static gelBodyId addSmall(gelWorld* world, bool isBall, gelVec3 position, gelVec3 velocity)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    if (isBall)
        REQUIRE(gelCreateSphereMesh(0.1f, 3, &mesh));
    else
        REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 2, 2, 2, &mesh));
    def.material.friction = 0.0f;
    def.material.youngModulus = 1e6f;
    def.position = (gelVec3){far.x + position.x, far.y + position.y, far.z + position.z};
    def.velocity = velocity;
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

// The vertices of the block are above the floor's edges; both are drawn across others.
static void far_from_the_origin_nothing_sinks_into_a_floor(void)
{
    for (int isBall = 0; isBall < 2; isBall++) {
        gelWorld* world = newReference();
        gelSurfaceMesh floor_;
        double lowest = 1.0;
        REQUIRE(gelCreateSheetSurface(1.6f, 1.6f, 16, 16, &floor_));
        addObstacle(world, &floor_, far);
        gelBodyId id =
            addSmall(world, isBall == 1, (gelVec3){0.0f, 0.105f, 0.0f}, (gelVec3){0.1f, 0.0f, 0.0f});
        for (int i = 0; i < 60; i++) {
            step(world, 1);
            lowest = fmin(lowest, look(world, id).lowest[1]);
        }
        printf("  %s: lowest %g m\n", isBall ? "a ball" : "a block", lowest);
        CHECK(lowest > 0.0, "%s is %g m below the floor", isBall ? "a ball" : "a block", -lowest);
        gelDestroyWorld(world);
    }
}

// How deep the vertices of a body are below the top of a disc or box, whose rim is 1 m from its
// middle.
static double depthWithin(gelWorld* world, gelBodyId id, bool isDisc)
{
    int count = gelBody_GetMesh(world, id)->vertexCount;
    double deepest = 0.0;
    float* x = malloc((size_t)count * 12);
    REQUIRE(gelBody_ReadPositions(world, id, x, count));
    for (int v = 0; v < count; v++) {
        double own[2] = {(double)(x[3 * v] - far.x), (double)(x[3 * v + 2] - far.z)};
        double radius = isDisc ? hypot(own[0], own[1]) : fabs(own[0]);
        double depth = radius < 0.99 ? (double)-x[3 * v + 1] : 0.0;
        deepest = depth < 0.2 ? fmax(deepest, depth) : deepest;
    }
    free(x);
    return deepest;
}

// Returns how deep the body gets in so many frames.
static double stepAndFindDepth(gelWorld* world, gelBodyId id, bool isDisc, int frames)
{
    double deepest = 0.0;
    for (int i = 0; i < frames; i++) {
        step(world, 1);
        deepest = fmax(deepest, depthWithin(world, id, isDisc));
    }
    return deepest;
}

// The block tips slowly over the rim.
static void far_from_the_origin_a_block_slides_over_a_rim_and_falls(void)
{
    gelWorld* world = newReference();
    gelSurfaceMesh disc = makeDisc();
    addObstacle(world, &disc, far);
    gelBodyId id = addSmall(world, false, (gelVec3){0.87f, 0.105f, 0.03f}, (gelVec3){0.5f, 0.0f, 0.0f});
    double deepest = stepAndFindDepth(world, id, true, 60);
    State state = look(world, id);
    printf("  deepest %g m, highest vertex at %g m\n", deepest, state.highest[1]);
    CHECK(deepest < 2e-3, "the block was %g m inside the disc", deepest);
    CHECK(state.highest[1] < -0.2, "the block hangs on the rim, at %g m", state.highest[1]);
    gelDestroyWorld(world);
}

static void far_from_the_origin_a_block_hangs_half_over_an_edge(void)
{
    gelWorld* world = newReference();
    addBox(world, (gelVec3){2.0f, 0.2f, 2.0f}, (gelVec3){far.x, -0.1f, far.z});
    gelBodyId id = addSmall(world, false, (gelVec3){0.98f, 0.105f, 0.02f}, (gelVec3){0});
    double deepest = stepAndFindDepth(world, id, false, 30);
    State state = look(world, id);
    printf("  deepest %g m, middle at %g m\n", deepest, state.mean[1]);
    CHECK(deepest < 2e-3, "the block was %g m inside the box", deepest);
    CHECK(state.mean[1] > 0.09, "the middle of the block is at %g m", state.mean[1]);
    gelDestroyWorld(world);
}

// Returns how many of `count` points above the diagonal of a square floor get no push from either triangle. Far
// from the middle, rounding makes the offset from the diagonal point sideways.
static int countUnpushed(float size, float height, int count)
{
    const float half = 0.5f * size, thickness = 0.002f, reach = 0.01f, sides[] = {2.0f, 4.0f};
    const vec3 up = {0.0f, 1.0f, 0.0f}, normals[] = {{0.5f, -1.0f, 0.5f}, up, up, up};
    const vec3 a = {-half, 0.0f, -half}, b = {half, 0.0f, -half}, c = {half, 0.0f, half},
               d = {-half, 0.0f, half};
    int unpushed = 0;
    for (int i = 0; i < count; i++) {
        const float along = half * (2.0f * (float)i / (float)count - 1.0f);
        const vec3 point = {along, height, along}, triangles[2][4] = {{point, a, d, c}, {point, a, c, b}};
        bool isPushed = false;
        for (int k = 0; k < 2; k++) {
            ContactTouch touch;
            touch_triangle(&touch, triangles[k], normals, reach, thickness, 0.0f);
            leave_to_next(&touch, triangles[k], sides[k], thickness);
            isPushed = isPushed || touch.normal.y > 0.0f;
        }
        unpushed += !isPushed;
    }
    return unpushed;
}

static void the_diagonal_of_a_large_floor_pushes_what_lies_on_it(void)
{
    static const float sizes[] = {1.0f, 10.0f, 30.0f, 100.0f}, heights[] = {0.0f, 1e-7f, 1e-6f, 3e-6f, 1e-5f};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 5; k++) {
            int unpushed = countUnpushed(sizes[i], heights[k], 1000);
            CHECK(unpushed == 0, "a floor of %g m: %d of 1000 points %g m above its diagonal are not pushed",
                  (double)sizes[i], unpushed, (double)heights[k]);
        }
}

TESTS(TEST(the_diagonal_of_a_large_floor_pushes_what_lies_on_it),
      TEST(a_smooth_face_that_moves_carries_nothing_along), TEST(every_device_sees_the_same_faces),
      TEST(lanes_change_no_bit_on_flat_faces), TEST(only_setting_vertices_makes_the_faces_be_found_again),
      TEST(bent_faces_are_those_of_the_state), TEST(far_from_the_origin_nothing_sinks_into_a_floor),
      TEST(far_from_the_origin_a_block_slides_over_a_rim_and_falls),
      TEST(far_from_the_origin_a_block_hangs_half_over_an_edge))
