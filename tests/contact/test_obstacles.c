// Obstacles: surfaces that bodies rest on, are pushed by and held in; how they move, and what is refused.
#include "contact/obstacle_fixtures.h"
#include "support/files.h"

static void a_block_rests_on_a_box(void)
{
    gelWorld* world = newReference();
    gelBodyId box = addBox(world, (gelVec3){2.0f, 0.5f, 2.0f}, (gelVec3){0.0f, -0.25f, 0.0f});
    gelBodyId block = addBlock(world, 3, (gelVec3){0.1f, 0.15f, 0.05f});
    step(world, 90);
    State state = look(world, block), still = look(world, box);
    CHECK_CLOSE(state.lowest[1], 0.002, 0.002, "0.02 of an edge of 0.08 m above, pressed flat");
    CHECK_CLOSE(state.mean[1], 0.1, 0.005, "it sags under its weight");
    CHECK_CLOSE(state.mean[0], 0.1, 0.002, "friction holds it");
    CHECK_CLOSE(state.fastest, 0.0, 0.02, "at rest");
    CHECK(still.lowest[1] == -0.5 && still.highest[1] == 0.0 && still.fastest == 0.0, "the box has moved");
    gelDestroyWorld(world);
}

// The lower half of a sphere, open above.
static void makeBowl(float radius, gelSurfaceMesh* bowl)
{
    gelSurfaceMesh sphere;
    REQUIRE(gelCreateSphereSurface(radius, 3, &sphere));
    int kept = 0;
    for (int t = 0; t < sphere.triangleCount; t++) {
        const int* corners = sphere.triangles + 3 * t;
        float height = 0.0f;
        for (int k = 0; k < 3; k++)
            height += sphere.positions[3 * corners[k] + 1];
        if (height < 0.0f)
            memmove(sphere.triangles + 3 * kept++, corners, 3 * sizeof(int));
    }
    REQUIRE(gelCreateSurfaceMesh(sphere.positions, sphere.vertexCount, sphere.triangles, kept, bowl, NULL));
    gelDestroySurfaceMesh(&sphere);
}

static void a_block_dropped_into_a_bowl_stays_there(void)
{
    gelWorld* world = newReference();
    gelSurfaceMesh bowl;
    makeBowl(0.5f, &bowl);
    gelBodyId obstacle = addObstacle(world, &bowl, (gelVec3){0});
    gelBodyId block = addBlock(world, 3, (gelVec3){0.15f, 0.2f, 0.1f});
    step(world, 480);
    State state = look(world, block);
    CHECK(state.lowest[1] > -0.5 && state.mean[1] < -0.3, "its lowest vertex is at %g m, its middle at %g m",
          state.lowest[1], state.mean[1]);
    CHECK_CLOSE(state.fastest, 0.0, 0.05, "at rest, or nearly");
    CHECK_CLOSE(look(world, obstacle).fastest, 0.0, 0.0, "the bowl stands");
    gelDestroyWorld(world);
}

static void a_sheet_stops_bodies_on_both_sides(void)
{
    for (int side = -1; side <= 1; side += 2) {
        gelWorld* world = newReference();
        gelSurfaceMesh sheet;
        REQUIRE(gelCreateSheetSurface(2.0f, 2.0f, 4, 4, &sheet));
        REQUIRE(gelWorld_SetGravity(world, (gelVec3){0.0f, -9.81f * (float)side, 0.0f}));
        addObstacle(world, &sheet, (gelVec3){0});
        gelBodyId block = addBlock(world, 3, (gelVec3){0.03f, 0.3f * (float)side, 0.07f});
        step(world, 60);
        State state = look(world, block);
        CHECK_CLOSE(state.mean[1], 0.1 * side, 0.005, "it lies on the sheet, whichever way is down");
        gelDestroyWorld(world);
    }
}

static void a_moving_wall_pushes_at_its_speed(void)
{
    gelWorld* world = newReference();
    REQUIRE(gelWorld_SetGravity(world, (gelVec3){0}));
    gelBodyId wall = addBox(world, (gelVec3){0.1f, 1.0f, 1.0f}, (gelVec3){-0.2f, 0.0f, 0.0f});
    gelBodyId block = addBlock(world, 3, (gelVec3){0.0f, 0.02f, 0.01f});
    for (int i = 1; i <= 60; i++) {
        gelVec3 position = {-0.2f + 1.0f * (float)i * frame, 0.0f, 0.0f};
        REQUIRE(gelObstacle_SetPose(world, wall, position, unturned));
        step(world, 1);
    }
    State pushed = look(world, block), moved = look(world, wall);
    CHECK_CLOSE(moved.mean[0], 0.8, 1e-5, "20 substeps, each rounded");
    CHECK_CLOSE(moved.velocity[0], 1.0, 1e-4, "its speed in the last step");
    CHECK(pushed.lowest[0] > 0.85, "the wall's face is at 0.85 m, the block's at %g m", pushed.lowest[0]);
    CHECK(pushed.velocity[0] > 0.95 && pushed.velocity[0] < 2.1,
          "%g m/s: as fast as the wall, or bounced off", pushed.velocity[0]);
    step(world, 1);
    moved = look(world, wall);
    CHECK(moved.velocity[0] == 0.0 && moved.mean[0] == (double)0.8f, "it stands at %.9g m, at %g m/s",
          moved.mean[0], moved.velocity[0]);
    gelDestroyWorld(world);
}

static void what_lies_on_a_moving_table_goes_with_it(void)
{
    gelWorld* world = newReference();
    gelBodyId table = addBox(world, (gelVec3){2.0f, 0.2f, 2.0f}, (gelVec3){0.0f, -0.1f, 0.0f});
    gelBodyId block = addBlock(world, 3, (gelVec3){0.0f, 0.11f, 0.0f});
    step(world, 30);
    for (int i = 1; i <= 120; i++) { // up to 0.5 m/s within a second, at an eighth of what friction holds
        float t = (float)i * frame, x = t < 1.0f ? 0.25f * t * t : 0.25f + 0.5f * (t - 1.0f);
        REQUIRE(gelObstacle_SetPose(world, table, (gelVec3){x, -0.1f, 0.0f}, unturned));
        step(world, 1);
    }
    State state = look(world, block);
    CHECK_CLOSE(state.mean[0], 0.75, 0.02, "friction carries it");
    CHECK_CLOSE(state.velocity[0], 0.5, 0.03, "friction carries it");
    gelDestroyWorld(world);
}

// Both bodies of the pair come first once: the block, then the belt.
static void a_conveyor_carries_what_lies_on_it(void)
{
    for (int first = 0; first < 2; first++) {
        gelWorld* world = newReference();
        gelBodyId block = first == 0 ? addBlock(world, 3, (gelVec3){0.0f, 0.102f, 0.0f}) : (gelBodyId){0};
        gelBodyId belt = addBox(world, (gelVec3){2.0f, 0.2f, 6.0f}, (gelVec3){0.0f, -0.1f, 0.0f});
        block = first == 0 ? block : addBlock(world, 3, (gelVec3){0.0f, 0.102f, 0.0f});
        // Turned by a right angle about y, the belt's own x is the world's -z.
        gelQuat turned = {0.0f, 0.70710678f, 0.0f, 0.70710678f};
        REQUIRE(gelObstacle_Teleport(world, belt, (gelVec3){0.0f, -0.1f, 0.0f}, turned));
        REQUIRE(gelObstacle_SetSurfaceVelocity(world, belt, (gelVec3){0.5f, 0.0f, 0.0f}));
        step(world, 60);
        State carried = look(world, block);
        CHECK_CLOSE(carried.velocity[2], -0.5, 0.02, "after a tenth of a second as fast as the belt");
        CHECK_CLOSE(carried.mean[2], -0.475, 0.03, "0.5 m/s for a second, less v^2 / (2 mu g)");
        CHECK_CLOSE(carried.mean[0], 0.0, 0.01, "straight on");
        CHECK(look(world, belt).fastest == 0.0, "the belt itself stands");
        REQUIRE(gelObstacle_SetSurfaceVelocity(world, belt, (gelVec3){0}));
        step(world, 30);
        CHECK_CLOSE(look(world, block).velocity[2], 0.0, 0.02, "the belt stops it");
        CHECK_STATUS(gelObstacle_SetSurfaceVelocity(world, belt, (gelVec3){0.0f, NAN, 0.0f}),
                     gel_invalidArgument);
        gelDestroyWorld(world);
    }
}

// The belt rises and sidles at 0.3 m/s, and what lies on it goes with both.
static void a_conveyor_that_moves_carries_along_twice(void)
{
    gelWorld* world = newReference();
    gelBodyId belt = addBox(world, (gelVec3){4.0f, 0.2f, 4.0f}, (gelVec3){0.0f, -0.1f, 0.0f});
    gelBodyId block = addBlock(world, 3, (gelVec3){0.0f, 0.102f, 0.0f});
    REQUIRE(gelObstacle_SetSurfaceVelocity(world, belt, (gelVec3){0.5f, 0.0f, 0.0f}));
    for (int i = 1; i <= 60; i++) {
        float way = 0.3f * (float)i * frame;
        REQUIRE(gelObstacle_SetPose(world, belt, (gelVec3){0.0f, -0.1f + 0.1f * way, way}, unturned));
        step(world, 1);
    }
    State carried = look(world, block);
    CHECK_CLOSE(carried.velocity[0], 0.5, 0.02, "the belt runs");
    CHECK_CLOSE(carried.velocity[2], 0.3, 0.02, "the obstacle sidles");
    CHECK_CLOSE(carried.mean[1], 0.13, 0.01, "the obstacle rises");
    gelDestroyWorld(world);
}

static void a_ball_between_the_vertices_of_a_face_is_met(void)
{
    gelWorld* world = newReference();
    gelSurfaceMesh ball;
    REQUIRE(gelCreateSphereSurface(0.02f, 2, &ball));
    addObstacle(world, &ball, (gelVec3){0.03f, 0.0f, 0.02f});
    gelBodyId block = addBlock(world, 1, (gelVec3){0.0f, 0.13f, 0.0f});
    step(world, 6);
    double lowest = look(world, block).lowest[1];
    CHECK(lowest > 0.0, "the face of 0.2 m without a vertex inside is at %g m, the ball reaches up to 0.02 m",
          lowest);
    gelDestroyWorld(world);
}

static gelBodyId addStruck(gelWorld* world, const gelTetMesh* mesh, gelMaterial material, float x,
                           float speed)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId id;
    def.material = material;
    def.position = speed > 0.0f ? (gelVec3){x, 0.013f, 0.01f} : (gelVec3){x, 0.0f, 0.0f};
    def.velocity.x = speed;
    REQUIRE(gelCreateBody(world, &def, mesh, &id));
    return id;
}

// A body of 0.2 m at rest before a plate of 5 mm is hit by another at 10 m/s, `way` later than a frame begins.
// Returns how far either has got beyond the front of the plate in the end.
static double strikeAtPlate(const gelTetMesh* mesh, gelMaterial material, float gap, float way)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = newWorld(&def, 10);
    REQUIRE(gelWorld_SetGravity(world, (gelVec3){0}));
    addBox(world, (gelVec3){0.005f, 1.0f, 1.0f}, (gelVec3){0.0025f, 0.0f, 0.0f});
    gelBodyId struck = addStruck(world, mesh, material, -0.1f - gap, 0.0f);
    gelBodyId striker = addStruck(world, mesh, material, -0.305f - gap - way, 10.0f);
    step(world, 30);
    double beyond = fmax(look(world, struck).highest[0], look(world, striker).highest[0]);
    gelDestroyWorld(world);
    return beyond;
}

// A body that is hit, or kicked by its restitution, moves within the frame, though it was at rest
// when contacts were searched. The plate is thinner than such a body moves in a substep (docs/contact.md): one in 70 of such
// hits goes through, none of these.
static void what_is_struck_does_not_enter_the_plate_behind_it(void)
{
    static const float gaps[] = {0.001f, 0.003f, 0.006f, 0.01f, 0.02f, 0.04f, 0.08f, 0.15f};
    gelTetMesh meshes[2];
    REQUIRE(gelCreateSphereMesh(0.1f, 4, &meshes[0]));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 3, 3, 3, &meshes[1]));
    for (int restitution = 0; restitution < 2; restitution++)
        for (int shape = 0; shape < 2; shape++)
            for (int i = 0; i < 24; i++) {
                gelMaterial material = gelDefaultMaterial();
                material.youngModulus = restitution ? 1e5f : 1e6f;
                material.restitution = restitution ? 1.0f : 0.0f;
                float gap = gaps[i / 3], way = 0.05f * (float)(i % 3);
                double beyond = strikeAtPlate(&meshes[shape], material, gap, way);
                CHECK(beyond < 5e-4,
                      "%s, restitution %g, %g m before the plate, %g m away: %g m beyond its front",
                      shape ? "box" : "ball", (double)material.restitution, (double)gap, (double)way, beyond);
            }
    gelDestroyTetMesh(&meshes[0]);
    gelDestroyTetMesh(&meshes[1]);
}

static void teleported_obstacles_throw_nothing(void)
{
    gelWorld* world = newReference();
    REQUIRE(gelWorld_SetGravity(world, (gelVec3){0}));
    gelSurfaceMesh ball;
    REQUIRE(gelCreateSphereSurface(0.15f, 2, &ball));
    gelBodyId obstacle = addObstacle(world, &ball, (gelVec3){-5.0f, 0.0f, 0.0f});
    gelBodyId block = addBlock(world, 4, (gelVec3){0});
    step(world, 2);
    REQUIRE(gelObstacle_Teleport(world, obstacle, (gelVec3){0.12f, 0.03f, 0.0f}, unturned));
    CHECK_CLOSE(look(world, obstacle).mean[0], 0.12, 0.01, "it is there at once");
    double fastest = 0.0;
    for (int i = 0; i < 60; i++) {
        step(world, 1);
        fastest = fmax(fastest, look(world, block).fastest);
    }
    CHECK(fastest < 3.0, "a vertex got %g m/s: what overlaps is led out at 1 m/s", fastest);
    State out = look(world, block);
    CHECK(out.highest[0] < 0.0 && out.velocity[0] > -1.5, "up to %g m, it leaves at %g m/s: not at 1 m/s",
          out.highest[0], out.velocity[0]);
    REQUIRE(gelObstacle_Teleport(world, obstacle, (gelVec3){-5.0f, 0.0f, 0.0f}, unturned));
    step(world, 2);
    CHECK_CLOSE(look(world, block).velocity[0], out.velocity[0], 0.01, "it was not swept along");
    gelDestroyWorld(world);
}

static void what_starts_inside_a_convex_obstacle_is_led_out(void)
{
    for (int shape = 0; shape < 4; shape++) {
        gelWorld* world = newReference();
        REQUIRE(gelWorld_SetGravity(world, (gelVec3){0}));
        gelSurfaceMesh surface;
        if (shape == 0)
            REQUIRE(gelCreateBoxSurface((gelVec3){0.8f, 0.8f, 0.8f}, &surface));
        else if (shape == 1)
            REQUIRE(gelCreateSphereSurface(0.4f, 3, &surface));
        else if (shape == 2)
            REQUIRE(gelCreateCylinderSurface(0.4f, 0.8f, 32, &surface));
        else
            REQUIRE(gelCreateCapsuleSurface(0.3f, 0.4f, 32, &surface));
        addObstacle(world, &surface, (gelVec3){0});
        gelBodyId block = addBlock(world, 3, (gelVec3){0.1f, 0.05f, 0.02f});
        double fastest = 0.0, wildest = 0.0;
        for (int i = 0; i < 90; i++) {
            step(world, 1);
            State now = look(world, block);
            double square = 0.0;
            for (int k = 0; k < 3; k++)
                square += now.velocity[k] * now.velocity[k];
            fastest = fmax(fastest, sqrt(square));
            wildest = fmax(wildest, now.fastest);
        }
        State state = look(world, block);
        double away = sqrt(state.mean[0] * state.mean[0] + state.mean[1] * state.mean[1] +
                           state.mean[2] * state.mean[2]);
        CHECK(away > 0.39, "shape %d: after 1.5 s it is %g m from the centre, at {%g, %g, %g}", shape, away,
              state.mean[0], state.mean[1], state.mean[2]);
        CHECK(fastest < 1.5, "shape %d: it got %g m/s, expected about 1 m/s", shape, fastest);
        // Single vertices that come out of a sphere last get 0.3 to 5.4 m/s, by where the block begins.
        CHECK(wildest < 8.0, "shape %d: a vertex got %g m/s", shape, wildest);
        gelDestroyWorld(world);
    }
}

static void clones_continue_alike(void)
{
    gelWorld *world = newReference(), *clone;
    gelBodyId wall = addBox(world, (gelVec3){0.1f, 1.0f, 1.0f}, (gelVec3){-0.2f, 0.0f, 0.0f});
    addBox(world, (gelVec3){2.0f, 0.2f, 2.0f}, (gelVec3){0.0f, -0.21f, 0.0f});
    addBlock(world, 2, (gelVec3){0.0f, 0.02f, 0.01f});
    REQUIRE(gelObstacle_SetPose(world, wall, (gelVec3){-0.15f, 0.0f, 0.0f}, unturned));
    step(world, 1);
    REQUIRE(gelObstacle_SetPose(world, wall, (gelVec3){-0.1f, 0.0f, 0.0f}, (gelQuat){0.1f, 0, 0, 1}));
    gelWorldDef def = gelWorld_GetDef(world);
    REQUIRE(gelCloneWorld(world, &def, &clone));
    CHECK(gelBody_IsObstacle(clone, wall), "the clone has no wall");
    for (int i = 0; i < 20; i++) {
        step(world, 1);
        step(clone, 1);
        CHECK_HEX(gelWorld_Hash(clone), gelWorld_Hash(world));
    }
    gelVec3 position;
    gelQuat rotation;
    REQUIRE(gelObstacle_GetPose(clone, wall, &position, &rotation));
    CHECK(position.x == -0.1f && rotation.x == 0.1f, "%g, %g", (double)position.x, (double)rotation.x);
    gelDestroyWorld(clone);
    gelDestroyWorld(world);
}

static void every_device_moves_obstacles_alike(void)
{
    Backends backends = listBackends();
    uint64_t reference = 0;
    for (int b = 0; b < backends.count; b++) {
        gelWorld* world = newWorld(&backends.defs[b], 10);
        gelWorldDef settings = gelWorld_GetDef(world);
        settings.dragCoefficient = 0.3f;
        settings.ground.enabled = true;
        REQUIRE(gelWorld_SetSettings(world, &settings));
        gelSurfaceMesh ball, sheet;
        REQUIRE(gelCreateSphereSurface(0.3f, 4, &ball));
        REQUIRE(gelCreateSheetSurface(4.0f, 1.0f, 8, 2, &sheet));
        gelBodyId obstacle = addObstacle(world, &ball, (gelVec3){0});
        gelBodyId belt = addObstacle(world, &sheet, (gelVec3){0.0f, 0.15f, 0.0f});
        REQUIRE(gelObstacle_SetSurfaceVelocity(world, belt, (gelVec3){0.4f, 0.0f, 0.3f}));
        for (int i = 0; i < 3; i++)
            addBlock(world, 2, (gelVec3){0.5f * (float)i, 0.45f, 0.1f});
        for (int i = 1; i <= 20; i++) {
            gelVec3 position = {0.05f * (float)i, 0.0f, 0.0f};
            REQUIRE(gelObstacle_SetPose(world, obstacle, position, (gelQuat){0, 0.1f * (float)i, 0, 1}));
            step(world, 1);
        }
        CHECK_CLOSE(look(world, obstacle).mean[0], 1.0, 1e-5, "neither drag nor ground stops it");
        step(world, 10);
        reference = b == 0 ? gelWorld_Hash(world) : reference;
        CHECK(gelWorld_Hash(world) == reference, "%s: another hash", backends.names[b]);
        gelDestroyWorld(world);
    }
}

static void shapes_are_closed_and_have_their_size(void)
{
    static const float heights[6] = {0.0f, 0.1f, 0.0f, 0.2f, 0.3f, 0.2f};
    const double pi = 3.14159265358979;
    struct {
        gelSurfaceMesh surface;
        double volume, tolerance;
    } shapes[6] = {{.volume = 0.06, .tolerance = 1e-7},
                   {.volume = pi / 6.0, .tolerance = 0.02},
                   {.volume = pi / 2.0, .tolerance = 0.02},
                   {.volume = pi / 2.0 + 4.0 / 3.0 * pi / 8.0, .tolerance = 0.05}};
    REQUIRE(gelCreateBoxSurface((gelVec3){0.2f, 0.3f, 1.0f}, &shapes[0].surface));
    REQUIRE(gelCreateSphereSurface(0.5f, 3, &shapes[1].surface));
    REQUIRE(gelCreateCylinderSurface(0.5f, 2.0f, 32, &shapes[2].surface));
    REQUIRE(gelCreateCapsuleSurface(0.5f, 2.0f, 32, &shapes[3].surface));
    REQUIRE(gelCreateSheetSurface(1.0f, 2.0f, 3, 4, &shapes[4].surface));
    REQUIRE(gelCreateHeightfieldSurface(1.0f, 2.0f, heights, 3, 2, &shapes[5].surface));
    for (int i = 0; i < 6; i++) {
        gelSurfaceReport report;
        REQUIRE(gelReportSurface(&shapes[i].surface, &report));
        CHECK(report.closed == (i < 4), "shape %d", i);
        CHECK_INT(report.counts[gel_findingTurnedEdges], 0);
        CHECK_INT(report.counts[gel_findingIntersecting], 0);
        if (i < 4)
            CHECK_CLOSE(report.volume, shapes[i].volume, shapes[i].tolerance, "polyhedra are smaller");
        gelDestroySurfaceMesh(&shapes[i].surface);
    }
    gelSurfaceMesh none;
    CHECK_STATUS(gelCreateBoxSurface((gelVec3){1.0f, 0.0f, 1.0f}, &none), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "size of the box: expected more than 0");
    CHECK_STATUS(gelCreateSphereSurface(1.0f, 8, &none), gel_invalidArgument);
    CHECK_STATUS(gelCreateCapsuleSurface(1.0f, NAN, 8, &none), gel_invalidArgument);
}

static char lastLog[300];
static void keepLog(void* context, gelLogLevel level, const char* text)
{
    (void)context;
    (void)level;
    snprintf(lastLog, sizeof lastLog, "%s", text);
}

static void bad_surfaces_are_refused_in_clear_words(void)
{
    static const float flat[9] = {0, 0, 0, 1, 0, 0, 3, 0, 0}, nan3[9] = {0, 0, 0, 1, 0, 0, 0, NAN, 0};
    static const float mixed[15] = {0, 0, 0, 1, 0, 0, 3, 0, 0, 0, 0, 1, 1, 0, 1};
    static const int one[3] = {0, 1, 2}, two[6] = {0, 1, 2, 0, 3, 1};
    gelWorld* world = newReference();
    gelObstacleDef def = gelDefaultObstacleDef();
    gelSurfaceMesh surface;
    gelBodyId id;
    CHECK_STATUS(gelCreateSurfaceMesh(nan3, 3, one, 1, &surface, NULL), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "vertex 2: expected coordinates");
    surface = (gelSurfaceMesh){0};
    CHECK_STATUS(gelCreateObstacle(world, &def, &surface, &id), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "at least one triangle, found 0 vertices and 0 triangles");
    REQUIRE(gelCreateSurfaceMesh(flat, 3, one, 1, &surface, NULL));
    CHECK_STATUS(gelCreateObstacle(world, &def, &surface, &id), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "none of the surface's 1 triangles has an area");
    gelDestroySurfaceMesh(&surface);
    REQUIRE(gelCreateSurfaceMesh(mixed, 5, two, 2, &surface, NULL));
    gelSetLogFunction(keepLog, NULL);
    REQUIRE(gelCreateObstacle(world, &def, &surface, &id));
    gelSetLogFunction(NULL, NULL);
    CHECK_TEXT(lastLog, "1 of 2 triangles has no area, and is skipped");
    def.scale = 1e9f;
    CHECK_STATUS(gelCreateObstacle(world, &def, &surface, &id), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "vertex 2 would be at {3e+09, 0, 0}");
    def.scale = -1.0f;
    CHECK_STATUS(gelCreateObstacle(world, &def, &surface, &id), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "scale");
    gelDestroySurfaceMesh(&surface);
    addBlock(world, 1, (gelVec3){0.0f, 0.5f, 0.0f});
    step(world, 2);
    CHECK_INT(gelWorld_GetBodyCount(world), 2);
    gelDestroyWorld(world);
}

static void what_suits_soft_bodies_alone_is_refused(void)
{
    gelWorld* world = newReference();
    gelBodyId box = addBox(world, (gelVec3){1.0f, 1.0f, 1.0f}, (gelVec3){0});
    gelBodyId block = addBlock(world, 1, (gelVec3){0.0f, 2.0f, 0.0f});
    gelMaterial material = gelDefaultMaterial();
    const gelSurfaceMesh* surface = gelObstacle_GetSurface(world, box);
    static const int first = 0;
    float xyz[24] = {0};
    CHECK(surface != NULL && surface->triangleCount == 12, "a box has 12 triangles");
    CHECK(gelObstacle_GetSurface(world, block) == NULL, "a soft body is no obstacle");
    CHECK_INT(gelBody_GetMesh(world, box)->tetCount, 0);
    gelObstacleDef def;
    REQUIRE(gelObstacle_GetDef(world, box, &def));
    CHECK(def.friction == 0.5f && def.scale == 1.0f && def.position.x == 0.0f, "not the box' definition");
    CHECK_STATUS(gelObstacle_GetDef(world, block, &def), gel_invalidArgument);
    CHECK_STATUS(gelBody_SetMaterial(world, box, &material), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "is an obstacle: it has no material");
    CHECK_STATUS(gelBody_SetPinned(world, box, &first, 1, false), gel_invalidArgument);
    CHECK_STATUS(gelBody_SetPinned(world, box, &first, 1, true), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "is an obstacle: only soft bodies have pins");
    CHECK_STATUS(gelBody_SetSkin(world, box, surface, NULL), gel_invalidArgument);
    CHECK_STATUS(gelBody_WritePositions(world, box, xyz, 8), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "gel/obstacle.h moves it");
    CHECK_STATUS(gelObstacle_SetPose(world, block, (gelVec3){0}, unturned), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "is soft: expected an obstacle");
    CHECK_STATUS(gelObstacle_SetPose(world, box, (gelVec3){NAN, 0, 0}, unturned), gel_invalidArgument);
    CHECK_STATUS(gelObstacle_SetPose(world, box, (gelVec3){0}, (gelQuat){0}), gel_invalidArgument);
    CHECK_STATUS(gelObstacle_SetVertices(world, box, xyz, 7), gel_invalidArgument);
    gelRayHit hit;
    REQUIRE(gelWorld_CastRay(world, (gelVec3){0.01f, -3.0f, 0.02f}, (gelVec3){0.0f, 1.0f, 0.0f}, &hit));
    CHECK(hit.met && hit.body.index1 == block.index1, "rays pass through obstacles");
    gelMeasures measures;
    REQUIRE(gelWorld_Measure(world, &measures));
    CHECK_CLOSE(measures.volume, 0.008, 1e-6, "the block's alone");
    REQUIRE(gelDestroyBody(world, box));
    step(world, 1);
    CHECK_STATUS(gelObstacle_SetPose(world, box, (gelVec3){0}, unturned), gel_invalidHandle);
    gelDestroyWorld(world);
}

// A wall that goes 1 m along x and back, again and again; a table that turns once by a right angle.
static void scenes_move_obstacles_by_keys(void)
{
    writeText(
        GEL_SCRATCH "/obstacles.json",
        "{\"contact\": true, \"timeStep\": 0.125, \"bodies\": [{\"shape\": {\"type\": \"box\", \"size\": "
        "[0.2, 0.2, 0.2], \"cells\": [2, 2, 2]}, \"position\": [0, 0.5, 0]}], \"obstacles\": ["
        "{\"shape\": {\"type\": \"box\", \"size\": [0.1, 1, 1]}, \"position\": [3, 0, 0], \"loop\": true, "
        "\"keys\": [{\"time\": 0.5, \"position\": [4, 0, 0]}, {\"time\": 1, \"position\": [3, 0, 0]}]},"
        "{\"shape\": {\"type\": \"sheet\", \"sizeX\": 4, \"sizeZ\": 2}, \"friction\": 0.8, \"keys\": "
        "[{\"time\": 0}, {\"time\": 1, \"rotation\": {\"axis\": [0, 1, 0], \"degrees\": 90}}]}]}");
    gelScene* scene;
    gelPlayer* player;
    REQUIRE(gelLoadScene(GEL_SCRATCH "/obstacles.json", &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = gel_referenceFloat;
    gelWorld* world;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    REQUIRE(gelCreatePlayer(scene, world, &player));
    static const double places[10] = {3.25, 3.5, 3.75, 4.0, 3.75, 3.5, 3.25, 3.0, 3.25, 3.5};
    gelBodyId wall = gelWorld_GetBody(world, 1), table = gelWorld_GetBody(world, 2);
    for (int i = 0; i < 10; i++) {
        REQUIRE(gelPlayer_BeginFrame(player));
        REQUIRE(gelWorld_Step(world, gelScene_GetTimeStep(scene)));
        CHECK_CLOSE(look(world, wall).mean[0], places[i], 1e-5, "10 substeps, each rounded");
    }
    State turned = look(world, table);
    CHECK_CLOSE(turned.highest[0], 1.0, 1e-6, "its shorter side lies along x now");
    CHECK(turned.fastest == 0.0, "it moves after its last key, at %g m/s", turned.fastest);
    CHECK(look(world, gelWorld_GetBody(world, 0)).lowest[1] > -0.01, "the box has fallen through the table");
    gelDestroyPlayer(player);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

static void bad_obstacles_in_scenes_are_named(void)
{
    static const char* const cases[][2] = {
        {"{}", "$.obstacles[0]: expected exactly one of mesh and shape"},
        {"{\"shape\": {\"type\": \"cone\"}}", "expected one of box, sphere, cylinder, capsule, sheet"},
        {"{\"mesh\": \"none.obj\"}", "none.obj"},
        {"{\"shape\": {\"type\": \"sheet\", \"sizeX\": 1, \"sizeZ\": 1}, \"loop\": true}",
         "expected \"keys\""},
        {"{\"shape\": {\"type\": \"sheet\", \"sizeX\": 1, \"sizeZ\": 1}, \"keys\": [{\"time\": 1}, {\"time\": 1}]}",
         "$.obstacles[0].keys[1]: time: expected more than that of the key before, 1 s, found 1 s"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[600];
        gelScene* scene;
        snprintf(text, sizeof text,
                 "{\"bodies\": [{\"shape\": {\"type\": \"sphere\", \"radius\": 1, \"cells\": 2}}], "
                 "\"obstacles\": [%s]}",
                 cases[i][0]);
        writeText(GEL_SCRATCH "/obstacles_bad.json", text);
        CHECK(gelLoadScene(GEL_SCRATCH "/obstacles_bad.json", &scene) != gel_success, "%s", cases[i][0]);
        CHECK_TEXT(gelLastError(), cases[i][1]);
    }
}

TESTS(TEST(a_block_rests_on_a_box), TEST(a_block_dropped_into_a_bowl_stays_there),
      TEST(a_sheet_stops_bodies_on_both_sides), TEST(a_moving_wall_pushes_at_its_speed),
      TEST(what_lies_on_a_moving_table_goes_with_it), TEST(a_conveyor_carries_what_lies_on_it),
      TEST(a_conveyor_that_moves_carries_along_twice), TEST(a_ball_between_the_vertices_of_a_face_is_met),
      TEST(what_is_struck_does_not_enter_the_plate_behind_it), TEST(teleported_obstacles_throw_nothing),
      TEST(what_starts_inside_a_convex_obstacle_is_led_out), TEST(clones_continue_alike),
      TEST(every_device_moves_obstacles_alike), TEST(shapes_are_closed_and_have_their_size),
      TEST(bad_surfaces_are_refused_in_clear_words), TEST(what_suits_soft_bodies_alone_is_refused),
      TEST(scenes_move_obstacles_by_keys), TEST(bad_obstacles_in_scenes_are_named))
