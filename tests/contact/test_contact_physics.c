// Contact against closed forms: bars that collide, towers that buckle, Hertz's ball, friction on a slope, and
// plates that must be thicker than the way of a substep.
#include "support/motion.h"

static const float frame = 1.0f / 60.0f;
static const double gravity = 9.81;

static gelWorld* newWorld(const gelWorldDef* base, int substepCount, gelVec3 acceleration)
{
    gelWorldDef def = *base;
    gelWorld* world;
    def.contact = true;
    def.substepCount = substepCount;
    def.gravity = acceleration;
    REQUIRE(gelCreateWorld(&def, &world));
    return world;
}

static gelBodyId addBody(gelWorld* world, const gelTetMesh* mesh, gelMaterial material, gelVec3 position)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId id;
    def.material = material;
    def.position = position;
    REQUIRE(gelCreateBody(world, &def, mesh, &id));
    return id;
}

// A box whose upper side is in the plane y = 0.
static void addFloor(gelWorld* world, gelVec3 size, float friction)
{
    gelObstacleDef def = gelDefaultObstacleDef();
    gelSurfaceMesh surface;
    gelBodyId id;
    def.position.y = -0.5f * size.y;
    def.friction = friction;
    REQUIRE(gelCreateBoxSurface(size, &surface));
    REQUIRE(gelCreateObstacle(world, &def, &surface, &id));
    gelDestroySurfaceMesh(&surface);
}

static void addVelocity(gelWorld* world, gelBodyId id, gelVec3 velocity)
{
    int count = gelBody_GetMesh(world, id)->vertexCount;
    float* v = malloc((size_t)count * 12);
    REQUIRE(gelBody_ReadVelocities(world, id, v, count));
    for (int i = 0; i < count; i++) {
        v[3 * i] += velocity.x;
        v[3 * i + 1] += velocity.y;
        v[3 * i + 2] += velocity.z;
    }
    REQUIRE(gelBody_WriteVelocities(world, id, v, count));
    free(v);
}

static void step(gelWorld* world, int frames)
{
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(world, frame));
}

static void onEveryBackend(void (*check)(const gelWorldDef* def))
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        int before = failureCount;
        check(&backends.defs[b]);
        if (failureCount > before)
            printf("  on %s\n", backends.names[b]);
    }
}

// --- Bars

typedef struct Collision {
    double duration; // s, in which the momentum of a bar changes
    double restitution;
    double lost; // of the momentum of a bar, by both together
} Collision;

enum { stepsPerFrame = 10 };

// Two bars of 0.5 m and 100 kPa, end on at 0.5 m/s each. Frames are cut to see when contact ends.
static Collision collideBars(const gelWorldDef* base, int substepCount)
{
    gelWorld* world = newWorld(base, substepCount / stepsPerFrame, (gelVec3){0});
    gelMaterial material = gelDefaultMaterial();
    gelTetMesh mesh;
    gelBodyId bars[2];
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.1f, 0.1f}, 10, 2, 2, &mesh));
    material.poissonRatio = 0.25f;
    material.friction = 0.0f;
    for (int i = 0; i < 2; i++) {
        float side = i == 0 ? -1.0f : 1.0f;
        bars[i] = addBody(world, &mesh, material, (gelVec3){0.255f * side, 0.0f, 0.0f});
        addVelocity(world, bars[i], (gelVec3){-0.5f * side, 0.0f, 0.0f});
    }
    double start = measure(world, bars, 1).momentum[0], last = start;
    int first = -1, end = 0;
    for (int i = 0; i < 20 * stepsPerFrame; i++) {
        REQUIRE(gelWorld_Step(world, frame / (float)stepsPerFrame));
        double now = measure(world, bars, 1).momentum[0];
        if (fabs(now - last) > 1e-3 * start) {
            first = first < 0 ? i : first;
            end = i + 1;
        }
        last = now;
    }
    Collision collision = {(double)frame / stepsPerFrame * (end - first), -last / start,
                           measure(world, bars, 2).momentum[0] / start};
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return collision;
}

// A wave runs along both bars and back: 2 L / sqrt(E / rho) is 0.1 s. All momentum changes sides.
static void checkBars(const gelWorldDef* def)
{
    for (int substepCount = 20; substepCount <= 40; substepCount += 20) {
        Collision collision = collideBars(def, substepCount);
        CHECK_CLOSE(collision.duration, 0.1, 0.01, "a tenth");
        CHECK_CLOSE(collision.lost, 0.0, 0.01, "what one loses the other gains");
        CHECK(collision.restitution > 0.8 && collision.restitution < 1.0,
              "%d substeps: they part at %g of their speed", substepCount, collision.restitution);
    }
}

static void bars_touch_for_as_long_as_a_wave_runs_to_and_fro(void)
{
    onEveryBackend(checkBars);
}

// --- Towers

// How high above the ground the top one of some boxes of 0.2 m is after 4 s, standing on the ones below.
static double standTower(const gelWorldDef* base, int boxCount)
{
    gelWorldDef def = *base;
    gelTetMesh mesh;
    gelBodyId top = {0};
    def.ground.enabled = true;
    gelWorld* world = newWorld(&def, 20, def.gravity);
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 4, 4, 4, &mesh));
    for (int i = 0; i < boxCount; i++) {
        gelVec3 position = {i % 2 == 0 ? -0.001f : 0.001f, 0.101f + 0.201f * (float)i, 0.0005f * (float)i};
        top = addBody(world, &mesh, gelDefaultMaterial(), position);
    }
    step(world, 240);
    double height = measure(world, &top, 1).centre[1];
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return height;
}

// Greenhill, 1881: a column of density rho and side a buckles under its weight from (7.84 E I / (rho g a^2))^(1/3)
// on, I = a^4 / 12. Here that is 0.64 m. Boxes laid 4 mm off and turned buckle a little earlier, three of them too.
static void checkTowers(const gelWorldDef* def)
{
    double three = standTower(def, 3), four = standTower(def, 4);
    CHECK_CLOSE(three, 0.49, 0.02, "pressed by a 30th of its height on the way");
    CHECK(four < 0.6, "the top of four boxes is at %g m, three of 0.2 m below it", four);
}

static void boxes_stand_up_to_the_height_at_which_a_column_buckles(void)
{
    onEveryBackend(checkTowers);
}

// --- Hertz

// The load that Hertz finds for how far a ball of 1 m and 100 kPa is pressed by its weight, over that weight.
static double loadBall(const gelWorldDef* base, float acceleration, const gelTetMesh* mesh)
{
    const double pi = 3.14159265358979, stiffness = 4.0 / 3.0 * 1e5 / (1.0 - 0.4 * 0.4);
    double load = 4.0 / 3.0 * pi * 1000.0 * (double)acceleration, expected = pow(load / stiffness, 2.0 / 3.0);
    double rate = sqrt(1.5 * (double)acceleration / expected); // of its bouncing, 1/s
    gelWorld* world = newWorld(base, 10, (gelVec3){0.0f, -acceleration, 0.0f});
    gelMaterial material = gelDefaultMaterial();
    material.friction = 0.0f;
    material.damping = (float)rate;
    addFloor(world, (gelVec3){4.0f, 1.0f, 4.0f}, 0.0f);
    gelBodyId ball = addBody(world, mesh, material, (gelVec3){0.0f, 1.0f, 0.0f});
    step(world, (int)(10.0 / (rate * (double)frame)));
    Motion motion = measure(world, &ball, 1);
    double approach = 1.0 + motion.lowest[1] - motion.centre[1]; // lowest: the gap that is kept
    gelDestroyWorld(world);
    return stiffness * pow(approach, 1.5) / load;
}

// F = 4/3 E/(1 - nu^2) sqrt(R) delta^1.5. With 12 cells across the ball its flat part, of 0.2 to 0.3 m, has one and
// a half to two in its radius: a finer mesh would allow less. The weight acts on the whole ball, not from afar.
static void checkHertz(const gelWorldDef* def)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateSphereMesh(1.0f, 12, &mesh));
    CHECK_CLOSE(loadBall(def, 0.3f, &mesh), 1.0, 0.1, "a tenth: pressed by 4 cm");
    CHECK_CLOSE(loadBall(def, 1.0f, &mesh), 1.0, 0.1, "a tenth: pressed by 9 cm");
    gelDestroyTetMesh(&mesh);
}

static void a_ball_is_pressed_as_far_as_hertz_says(void)
{
    onEveryBackend(checkHertz);
}

// --- Slopes

// A block of 0.1 m on a slope of `share` of the friction's tangent, 0.5, on jelly or on an obstacle: how far it
// slides within a second, `frames` after the slope has been tilted and the block got `speed`.
static double slide(const gelWorldDef* base, bool onJelly, double share, float speed, int frames)
{
    double angle = atan(0.5 * share);
    gelVec3 along = {(float)(gravity * sin(angle)), (float)(-gravity * cos(angle)), 0.0f};
    gelMaterial material = gelDefaultMaterial();
    gelTetMesh slab, mesh;
    gelWorld* world = newWorld(base, 20, (gelVec3){0.0f, along.y, 0.0f});
    material.youngModulus = 1e6f;
    material.damping = 5.0f;
    REQUIRE(gelCreateBoxMesh((gelVec3){2.0f, 0.05f, 0.2f}, 20, 1, 2, &slab));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.1f, 0.05f, 0.1f}, 4, 2, 4, &mesh));
    if (onJelly) {
        gelBodyId id = addBody(world, &slab, material, (gelVec3){0.0f, -0.025f, 0.0f});
        REQUIRE(gelBody_PinBelow(world, id, -0.04f, NULL));
    } else
        addFloor(world, (gelVec3){4.0f, 1.0f, 2.0f}, 0.5f);
    gelBodyId block = addBody(world, &mesh, material, (gelVec3){-0.713f, 0.027f, 0.011f});
    step(world, 30); // comes to rest
    material.damping = 0.0f;
    REQUIRE(gelBody_SetMaterial(world, block, &material));
    REQUIRE(gelWorld_SetGravity(world, along));
    addVelocity(world, block, (gelVec3){speed, 0.0f, 0.0f});
    step(world, frames);
    double before = measure(world, &block, 1).centre[0];
    step(world, 60);
    double after = measure(world, &block, 1).centre[0];
    gelDestroyWorld(world);
    gelDestroyTetMesh(&slab);
    gelDestroyTetMesh(&mesh);
    return after - before;
}

// Jelly is uneven where it gives way from vertex to vertex: what slides on it loses more.
static void checkSlopes(const gelWorldDef* def)
{
    double far = 0.5 * gravity * 0.05 * cos(atan(0.55)), stop = 1.0 / (2.0 * 0.5 * gravity); // m
    CHECK_CLOSE(slide(def, false, 0.9, 0.0f, 60), 0.0, 1e-5, "it sticks");
    CHECK_CLOSE(slide(def, true, 0.9, 0.0f, 60), 0.0, 1e-4, "it has leaned over, and sticks");
    CHECK_CLOSE(slide(def, false, 1.1, 0.0f, 0), far, 0.05 * far, "a twentieth: half a percent of friction");
    CHECK_CLOSE(slide(def, true, 1.1, 0.0f, 0), far, 0.25 * far, "a quarter: a fortieth of friction");
    CHECK_CLOSE(slide(def, false, 0.0, 1.0f, 0), stop, 0.02 * stop, "v^2 / (2 mu g)");
    CHECK_CLOSE(slide(def, true, 0.0, 1.0f, 0), stop, 0.1 * stop, "v^2 / (2 mu g)");
}

static void blocks_rest_slide_and_stop_as_coulomb_says(void)
{
    onEveryBackend(checkSlopes);
}

// --- Plates

typedef enum Outcome { held, hooked, passed } Outcome;

// Whether the centre of a block is below a plate, and not beside it.
static bool isBelow(gelWorld* world, const gelBodyId* block, const gelBodyId* plate)
{
    Motion thrown = measure(world, block, 1), still = measure(world, plate, 1);
    const double *x = thrown.centre, *low = still.lowest, *high = still.highest;
    return x[1] < low[1] && x[0] > low[0] && x[0] < high[0] && x[2] > low[2] && x[2] < high[2];
}

// Throws a block of 0.1 m at a plate with 10 substeps, and returns the outcome. Passed: it has been below
// the plate. Hooked: a vertex of one is in the other after a second.
static Outcome impale(const gelWorldDef* base, float speed, float thickness, int turn)
{
    gelWorld* world = newWorld(base, 10, (gelVec3){0});
    gelTetMesh plateMesh, blockMesh;
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId block;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, thickness, 0.5f}, 10, 1, 10, &plateMesh));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.1f, 0.1f, 0.1f}, 2, 2, 2, &blockMesh));
    gelBodyId plate = addBody(world, &plateMesh, gelDefaultMaterial(), (gelVec3){0});
    for (int i = 0; i < plateMesh.vertexCount; i++)
        if (fabsf(plateMesh.positions[3 * i]) > 0.24f || fabsf(plateMesh.positions[3 * i + 2]) > 0.24f)
            REQUIRE(gelBody_SetPinned(world, plate, &i, 1, true));
    def.position = (gelVec3){0.013f * (float)turn, 0.2f, 0.02f};
    def.velocity = (gelVec3){0.0f, -speed, 0.0f};
    def.rotation = (gelQuat){0.2f * (float)turn, 0.0f, 0.1f, 1.0f};
    REQUIRE(gelCreateBody(world, &def, &blockMesh, &block));
    bool hasPassed = false;
    for (int i = 0; i < 60; i++) {
        step(world, 1);
        hasPassed = hasPassed || isBelow(world, &block, &plate);
    }
    int inside = countInside(world, block, plate) + countInside(world, plate, block);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&plateMesh);
    gelDestroyTetMesh(&blockMesh);
    return hasPassed ? passed : inside > 0 ? hooked : held;
}

static void checkPlates(const gelWorldDef* def)
{
    static const float speeds[3] = {2.5f, 5.0f, 10.0f}; // of plates of 5, 10 and 20 mm
    int counts[3] = {0};
    for (int i = 0; i < 24; i++)
        counts[impale(def, speeds[i % 3], 1.2f * speeds[i % 3] * frame / 10.0f, i / 3)]++;
    CHECK_INT(counts[passed], 0);
    CHECK(counts[hooked] <= 1, "%d of 24 stay hooked on their plate: a vertex in 5 mm is one at most",
          counts[hooked]);
}

static void none_of_24_blocks_passes_a_plate_thicker_than_its_way_in_a_substep(void)
{
    onEveryBackend(checkPlates);
}

// The block moves 17 mm in a substep.
static void checkThinPlates(const gelWorldDef* def)
{
    int counts[3] = {0};
    for (int turn = 0; turn < 8; turn++)
        counts[impale(def, 10.0f, 0.005f, turn)]++;
    CHECK(counts[held] == 8, "of 8 blocks %d are held, %d hooked, %d passed", counts[held], counts[hooked],
          counts[passed]);
}

static void plates_of_5_mm_stop_blocks_of_10_metres_per_second(void)
{
    onEveryBackend(checkThinPlates);
}

// --- Edges

// A bar, edge down, is pressed 4 cm into a block of jelly, across its cells: which are flat where the bar begins, and
// have no vertex near its edge.
static void checkEdge(const gelWorldDef* def)
{
    enum { samples = 200 };
    const gelQuat edgeDown = {0.38268343f, 0.0f, 0.0f, 0.92387953f};
    gelWorld* world = newWorld(def, 20, (gelVec3){0});
    gelObstacleDef bar = gelDefaultObstacleDef();
    gelSurfaceMesh surface;
    gelTetMesh mesh;
    gelBodyId id;
    float points[samples][3];
    REQUIRE(gelCreateBoxMesh((gelVec3){0.4f, 0.2f, 0.4f}, 5, 3, 5, &mesh));
    gelBodyId block = addBody(world, &mesh, gelDefaultMaterial(), (gelVec3){0.0f, -0.1f, 0.0f});
    REQUIRE(gelBody_PinBelow(world, block, -0.15f, NULL));
    REQUIRE(gelCreateBoxSurface((gelVec3){1.0f, 0.2f, 0.2f}, &surface));
    float height = 0.1f * 1.41421356f;
    bar.position = (gelVec3){0.0f, height + 0.01f, 0.013f};
    bar.rotation = edgeDown;
    REQUIRE(gelCreateObstacle(world, &bar, &surface, &id));
    for (int i = 1; i <= 30; i++) {
        gelVec3 position = {0.0f, height + 0.01f - 0.05f * (float)i / 30.0f, 0.013f};
        REQUIRE(gelObstacle_SetPose(world, id, position, edgeDown));
        step(world, 1);
    }
    for (int i = 0; i < samples; i++) {
        points[i][0] = 0.4f * ((float)i / samples - 0.5f);
        points[i][1] = -0.04f;
        points[i][2] = 0.013f;
    }
    CHECK_INT(countPointsInside(world, points[0], samples, block), 0);
    gelDestroyWorld(world);
    gelDestroySurfaceMesh(&surface);
    gelDestroyTetMesh(&mesh);
}

static void a_sharp_edge_does_not_sink_between_the_vertices_of_a_flat_face(void)
{
    onEveryBackend(checkEdge);
}

// --- Rest

// Damping comes before contact: what a push brings back to where it was must not keep a part of the push as velocity.
static void checkHeavyBlock(const gelWorldDef* def)
{
    gelWorld* world = newWorld(def, 20, (gelVec3){0.0f, -300.0f, 0.0f});
    gelMaterial material = gelDefaultMaterial();
    gelTetMesh mesh;
    material.youngModulus = 1e6f;
    material.damping = 20.0f;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.1f, 0.1f, 0.1f}, 4, 4, 4, &mesh));
    addFloor(world, (gelVec3){1.0f, 1.0f, 1.0f}, 0.5f);
    gelBodyId block = addBody(world, &mesh, material, (gelVec3){0.0f, 0.052f, 0.0f});
    step(world, 90);
    float fastest = 0.0f, *v = malloc((size_t)mesh.vertexCount * 12);
    REQUIRE(gelBody_ReadVelocities(world, block, v, mesh.vertexCount));
    for (int i = 0; i < 3 * mesh.vertexCount; i++)
        fastest = fmaxf(fastest, fabsf(v[i]));
    CHECK(fastest < 0.005f, "a vertex of a block at rest has %g m/s", (double)fastest);
    free(v);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

static void what_rests_under_damping_has_no_velocity(void)
{
    onEveryBackend(checkHeavyBlock);
}

// --- Momenta

// A cube of 1 m in 2 x 2 x 2 cells at a height, turned and thrown along `velocity`.
static gelBodyId addCube(gelWorld* world, float friction, float height, gelQuat rotation, gelVec3 velocity)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    def.material.friction = friction;
    def.position.y = height;
    def.rotation = rotation;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 2, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    addVelocity(world, id, velocity);
    return id;
}

static gelWorld* newExactWorld(int substepCount, float gravityAlongY)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceDouble;
    return newWorld(&def, substepCount, (gelVec3){0.0f, gravityAlongY, 0.0f});
}

// Contacts push where a substep begins, and elasticity answers where it ends. Friction would act at two places, a gap apart.
static void the_spin_that_bodies_gain_when_they_meet_vanishes_with_the_substep(void)
{
    const gelQuat turned = {0.0f, 0.3f, 0.0f, 0.953939201f};
    double before = 0.0;
    for (int substepCount = 10; substepCount <= 40; substepCount *= 2) {
        gelWorld* world = newExactWorld(substepCount, 0.0f);
        gelMeasures measures;
        addCube(world, 0.0f, 0.0f, turned, (gelVec3){0.0f, 1.0f, 0.0f});
        addCube(world, 0.0f, 1.13f, turned, (gelVec3){0.0f, -1.0f, 0.0f});
        step(world, 30);
        REQUIRE(gelWorld_Measure(world, &measures));
        const double* l = measures.angularMomentum;
        double size = sqrt(l[0] * l[0] + l[1] * l[1] + l[2] * l[2]);
        printf("  %d substeps: %g kg m^2/s\n", substepCount, size);
        CHECK(substepCount == 10 || size < 0.6 * before, "%d substeps: %g kg m^2/s, before %g", substepCount,
              size, before);
        before = size;
        gelDestroyWorld(world);
    }
}

// Surfaces that begin closer than they are kept apart, d, are pushed out slowly. If they were at once, both cubes would part
// with the energy of two springs that each give way by half of the overlap.
static void cubes_that_begin_too_close_part_gently(void)
{
    const double d = 0.02 * (48.0 * 0.5 + 24.0 * 0.70710678) / 72.0; // m: of the mean edge
    static const float gaps[] = {0.0f, 0.001f, -0.001f, -0.01f};
    for (int i = 0; i < 4; i++) {
        gelWorld* world = newExactWorld(i % 2 == 0 ? 10 : 20, 0.0f);
        double overlap = d - (double)gaps[i], springs = 1e5 * overlap * overlap / 4.0;
        gelMeasures measures;
        addCube(world, 0.0f, 0.0f, (gelQuat){0.0f, 0.0f, 0.0f, 1.0f}, (gelVec3){0});
        addCube(world, 0.0f, 1.0f + gaps[i], (gelQuat){0.0f, 0.0f, 0.0f, 1.0f}, (gelVec3){0});
        step(world, 60);
        REQUIRE(gelWorld_Measure(world, &measures));
        printf("  a gap of %g m: they part with %g J, springs have %g J\n", (double)gaps[i],
               measures.kineticEnergy, springs);
        CHECK(measures.kineticEnergy < 0.5 * springs, "a gap of %g m: they part with %g J, springs have %g J",
              (double)gaps[i], measures.kineticEnergy, springs);
        gelDestroyWorld(world);
    }
}

// Throws a cube that begins 2 cm deep in the ground, or in an obstacle, along it. What pushes it out bears no load, so it
// must not brake.
static void checkBrake(bool isGround)
{
    gelWorld* world = newExactWorld(10, -9.81f);
    gelMeasures before, after;
    const gelGround ground = {.enabled = isGround, .normal = {0.0f, 1.0f, 0.0f}, .friction = 0.25f};
    REQUIRE(gelWorld_SetGround(world, ground));
    if (!isGround)
        addFloor(world, (gelVec3){9.0f, 9.0f, 9.0f}, 0.25f);
    addCube(world, 0.25f, 0.48f, (gelQuat){0.0f, 0.0f, 0.0f, 1.0f}, (gelVec3){3.0f, 0.0f, 0.0f});
    REQUIRE(gelWorld_Measure(world, &before));
    step(world, 6);
    REQUIRE(gelWorld_Measure(world, &after));
    double given = after.momentum[1] - before.momentum[1] + 9.81 * after.mass * 0.1;
    double taken = before.momentum[0] - after.momentum[0];
    printf("  the %s took %g N s, expected %g\n", isGround ? "ground" : "obstacle", taken, 0.25 * given);
    CHECK_CLOSE(taken, 0.25 * given, 0.02 * given, "vertices that roll or lift within a substep");
    gelDestroyWorld(world);
}

static void friction_does_not_brake_by_what_pushes_a_body_out(void)
{
    checkBrake(true);
    checkBrake(false);
}

enum { cubeVertices = 27 };

// The places of two cubes where a substep begins, and their velocities.
typedef struct Cubes {
    float x[2][3 * cubeVertices], v[2][3 * cubeVertices];
} Cubes;

static void readCubes(gelWorld* world, const gelBodyId ids[2], float x[2][3 * cubeVertices],
                      float v[2][3 * cubeVertices])
{
    for (int i = 0; i < 2; i++) {
        if (x != NULL)
            REQUIRE(gelBody_ReadPositions(world, ids[i], x[i], cubeVertices));
        REQUIRE(gelBody_ReadVelocities(world, ids[i], v[i], cubeVertices));
    }
}

// Steps two cubes for some frames. Returns the greatest moment of the impulses of a substep about the places where it began,
// per impulse, m.
static double findMoment(gelWorld* world, const gelBodyId ids[2])
{
    static Cubes start, end;
    double masses[cubeVertices], worst = 0.0;
    gelStageInfo done;
    measureMasses(gelBody_GetMesh(world, ids[0]), 1000.0, masses);
    readCubes(world, ids, start.x, start.v);
    for (int substep = 0; substep < 60;) {
        REQUIRE(gelWorld_StepStage(world, frame, &done));
        if (done.stage == gel_stageContact) {
            double moment[3] = {0}, impulse = 0.0;
            readCubes(world, ids, end.x, end.v);
            for (int i = 0; i < 2 * 3 * cubeVertices; i++) {
                int body = i / (3 * cubeVertices), k = i % 3, j = i % (3 * cubeVertices) - k;
                int a = (k + 1) % 3, b = (k + 2) % 3;
                const float *x = &start.x[body][j], *v = &start.v[body][j], *w = &end.v[body][j];
                double mass = masses[j / 3];
                moment[k] += mass * ((double)x[a] * ((double)w[b] - (double)v[b]) -
                                     (double)x[b] * ((double)w[a] - (double)v[a]));
                impulse += mass * fabs((double)w[k] - (double)v[k]);
            }
            double size = sqrt(moment[0] * moment[0] + moment[1] * moment[1] + moment[2] * moment[2]);
            worst = impulse > 1.0 ? fmax(worst, size / impulse) : worst;
            memcpy(start.x, end.x, sizeof start.x);
            substep++;
        }
        readCubes(world, ids, NULL, start.v);
    }
    return worst;
}

// The pushes on two bodies are along one line, where a point of one has entered the other, too.
static void pushes_of_two_bodies_have_no_moment(void)
{
    for (int i = 0; i < 8; i++) {
        const gelQuat turned = {0.1f * (float)i, 0.3f, 0.2f, 1.0f};
        gelWorld* world = newExactWorld(10, 0.0f);
        gelBodyId ids[2] = {
            addCube(world, 0.0f, 0.0f, (gelQuat){0.0f, 0.0f, 0.0f, 1.0f}, (gelVec3){0.0f, 1.0f, 0.0f}),
            addCube(world, 0.0f, 0.95f + 0.03f * (float)i, turned, (gelVec3){0.0f, -1.0f, 0.0f})};
        double moment = findMoment(world, ids);
        printf("  cubes %d: %g m\n", i, moment);
        CHECK(moment < 1e-5, "cubes %d: the moment of the pushes is %g m times their impulse", i, moment);
        gelDestroyWorld(world);
    }
}

TESTS(TEST(what_rests_under_damping_has_no_velocity),
      TEST(the_spin_that_bodies_gain_when_they_meet_vanishes_with_the_substep),
      TEST(cubes_that_begin_too_close_part_gently), TEST(pushes_of_two_bodies_have_no_moment),
      TEST(friction_does_not_brake_by_what_pushes_a_body_out),
      TEST(bars_touch_for_as_long_as_a_wave_runs_to_and_fro),
      TEST(boxes_stand_up_to_the_height_at_which_a_column_buckles),
      TEST(a_ball_is_pressed_as_far_as_hertz_says), TEST(blocks_rest_slide_and_stop_as_coulomb_says),
      TEST(none_of_24_blocks_passes_a_plate_thicker_than_its_way_in_a_substep),
      TEST(plates_of_5_mm_stop_blocks_of_10_metres_per_second),
      TEST(a_sharp_edge_does_not_sink_between_the_vertices_of_a_flat_face))
