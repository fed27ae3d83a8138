// Bodies part at their coefficient of restitution times the speed at which they met, whatever their elasticity
// gives back.
#include "world/world.h"

#include "contact/obstacle_fixtures.h"
#include "support/motion.h"

#include <inttypes.h>

static const float radius = 0.2f;

static gelBodyId addBall(gelWorld* world, float youngModulus, float restitution, gelVec3 position)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    REQUIRE(gelCreateSphereMesh(radius, 4, &mesh));
    def.material.youngModulus = youngModulus;
    def.material.restitution = restitution;
    def.position = position;
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

static void addFloor(gelWorld* world, float restitution)
{
    gelObstacleDef def = gelDefaultObstacleDef();
    gelSurfaceMesh surface;
    gelBodyId id;
    def.position.y = -0.1f;
    def.restitution = restitution;
    REQUIRE(gelCreateBoxSurface((gelVec3){20.0f, 0.2f, 20.0f}, &surface));
    REQUIRE(gelCreateObstacle(world, &def, &surface, &id));
    gelDestroySurfaceMesh(&surface);
}

static gelWorld* newWeightless(const gelWorldDef* base)
{
    gelWorld* world = newWorld(base, 20);
    REQUIRE(gelWorld_SetGravity(world, (gelVec3){0}));
    return world;
}

// How high the ball rises after it first came down.
static double reboundOf(gelWorld* world, gelBodyId ball)
{
    double highest = 0.0, last = -1.0;
    bool rises = false;
    for (int i = 0; i < 150; i++) {
        step(world, 1);
        State state = look(world, ball);
        rises = rises || state.velocity[1] > 0.0;
        if (rises && state.velocity[1] < 0.0 && last < 0.0 && state.lowest[1] > 0.01)
            break;
        highest = rises ? fmax(highest, state.mean[1] - (double)radius) : 0.0;
        last = state.velocity[1];
    }
    return highest;
}

// Upwards, of the centre of mass.
static double massSpeed(gelWorld* world, gelBodyId id)
{
    Motion motion = measure(world, &id, 1);
    return motion.momentum[1] / motion.mass;
}

static double dropBall(float youngModulus, int substepCount, float restitution, float ofFloor)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = newWorld(&def, substepCount);
    addFloor(world, ofFloor);
    double height =
        reboundOf(world, addBall(world, youngModulus, restitution, (gelVec3){0.0f, 1.0f + radius, 0.0f}));
    gelDestroyWorld(world);
    return height;
}

static void a_stiff_ball_bounces_to_the_square_of_its_restitution(void)
{
    static const float moduli[] = {1e6f, 1e7f}, restitutions[] = {0.5f, 0.8f, 1.0f};
    for (int m = 0; m < 2; m++)
        for (int substepCount = 20; substepCount <= 40; substepCount += 20)
            for (int r = 0; r < 3; r++) {
                double e = (double)restitutions[r];
                double height = dropBall(moduli[m], substepCount, restitutions[r], 0.0f);
                CHECK(fabs(height - e * e) < 0.05 * e * e,
                      "%g Pa, %d substeps, restitution %g: it rises to %g of 1 m, expected %g",
                      (double)moduli[m], substepCount, e, height, e * e);
            }
}

static void a_dead_ball_hardly_bounces(void)
{
    double elastic = dropBall(1e7f, 20, 0.0f, 0.0f), dead = dropBall(1e7f, 20, 0.1f, 0.0f);
    CHECK(elastic > 0.5, "with 0, elasticity lifts it to %g of 1 m: expected more than half", elastic);
    CHECK(dead < 0.02, "with 0.1 it rises to %g of 1 m, expected 0.01", dead);
}

// A body with a skin meets the ground as it meets other bodies.
static void a_ball_with_a_skin_bounces_on_the_ground(void)
{
    for (int ofGround = 0; ofGround < 2; ofGround++) {
        gelWorldDef def = gelDefaultWorldDef();
        gelSurfaceMesh surface;
        def.backend = gel_referenceFloat;
        def.ground.enabled = true;
        def.ground.restitution = ofGround ? 0.8f : 0.0f;
        gelWorld* world = newWorld(&def, 20);
        gelBodyId ball = addBall(world, 1e6f, ofGround ? 0.0f : 0.8f, (gelVec3){0.0f, 1.0f + radius, 0.0f});
        REQUIRE(gelCreateSphereSurface(radius, 2, &surface));
        REQUIRE(gelBody_SetSkin(world, ball, &surface, NULL));
        CHECK_CLOSE(reboundOf(world, ball), 0.64, 0.04, ofGround ? "that of the ground" : "that of the ball");
        gelDestroySurfaceMesh(&surface);
        gelDestroyWorld(world);
    }
}

// --- Energy

typedef struct Dropped {
    float youngModulus;
    bool isSheet, isRope;
} Dropped;

static gelBodyId addDropped(gelWorld* world, Dropped kind, gelVec3 position, gelQuat rotation)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelSurfaceMesh sheet = {0};
    gelLineMesh line = {0};
    gelTetMesh box = {0};
    gelBodyId id;
    def.material.youngModulus = kind.youngModulus;
    def.material.restitution = 1.0f;
    def.material.friction = 0.0f;
    def.material.thickness = kind.isRope ? 0.02f : 0.002f;
    def.position = position;
    def.rotation = rotation;
    if (kind.isSheet) {
        REQUIRE(gelCreateSheetSurface(0.2f, 0.2f, 4, 4, &sheet));
        REQUIRE(gelCreateSheet(world, &def, &sheet, &id));
    } else if (kind.isRope) {
        REQUIRE(gelCreateStraightLine(0.2f, 6, &line));
        REQUIRE(gelCreateRope(world, &def, &line, &id));
    } else {
        REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 3, 3, 3, &box));
        REQUIRE(gelCreateBody(world, &def, &box, &id));
    }
    gelDestroySurfaceMesh(&sheet);
    gelDestroyLineMesh(&line);
    gelDestroyTetMesh(&box);
    return id;
}

static void setRestitution(gelWorld* world, gelBodyId id, float restitution)
{
    gelMaterial material;
    REQUIRE(gelBody_GetMaterial(world, id, &material));
    material.restitution = restitution;
    REQUIRE(gelBody_SetMaterial(world, id, &material));
}

// Throws a body that turns about the mean of its vertices.
static void spin(gelWorld* world, gelBodyId id, gelVec3 velocity, gelVec3 turn)
{
    const double w[3] = {(double)turn.x, (double)turn.y, (double)turn.z},
                 u[3] = {(double)velocity.x, (double)velocity.y, (double)velocity.z};
    int count = gelBody_GetMesh(world, id)->vertexCount;
    float *x = malloc((size_t)count * 12), *v = malloc((size_t)count * 12);
    State state = look(world, id);
    REQUIRE(gelBody_ReadPositions(world, id, x, count));
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            v[3 * i + k] = (float)(u[k] + w[a] * ((double)x[3 * i + b] - state.mean[b]) -
                                   w[b] * ((double)x[3 * i + a] - state.mean[a]));
        }
    REQUIRE(gelBody_WriteVelocities(world, id, v, count));
    free(x);
    free(v);
}

// Returns the energy that a body has gained at most, over that of its fall: of its motion and weight, and with what is
// elastic in it.
static void dropAndMeasure(Dropped kind, gelQuat rotation, float height, int substepCount, double gains[2])
{
    gelWorldDef def = gelDefaultWorldDef();
    gelMeasures first, measures;
    double fastest = 0.0;
    def.backend = gel_referenceFloat;
    gelWorld* world = newWorld(&def, substepCount);
    addFloor(world, 1.0f);
    gelBodyId id = addDropped(world, kind, (gelVec3){0.0f, 1.0f, 0.0f}, rotation);
    State state = look(world, id);
    gelDestroyWorld(world);
    world = newWorld(&def, substepCount);
    addFloor(world, 1.0f);
    addDropped(world, kind,
               (gelVec3){0.0f, 1.0f - (float)state.lowest[1] + height + (kind.isRope ? 0.01f : 0.0f), 0.0f},
               rotation);
    REQUIRE(gelWorld_Measure(world, &first));
    gains[0] = gains[1] = 0.0;
    for (int i = 0; i < 45; i++) {
        step(world, 1);
        REQUIRE(gelWorld_Measure(world, &measures));
        double gain = measures.kineticEnergy + measures.gravityEnergy - first.gravityEnergy;
        fastest = fmax(fastest, measures.kineticEnergy);
        gains[0] = fmax(gains[0], gain);
        gains[1] = fmax(gains[1], gain + measures.elasticEnergy);
    }
    gains[0] /= fastest;
    gains[1] /= fastest;
    gelDestroyWorld(world);
}

// The floor takes energy or keeps it, whether a body lands flat, on an edge, on a corner or turned. Elastic energy is
// measured by the stiffness of the material: with few substeps, bodies are softer.
static void a_bounce_gains_no_energy(void)
{
    static const Dropped kinds[] = {{1e4f, false, false},
                                    {1e5f, false, false},
                                    {1e6f, false, false},
                                    {1e5f, true, false},
                                    {1e6f, false, true}};
    static const gelQuat rotations[] = {{0, 0, 0, 1},
                                        {0, 0, 0.38268343f, 0.92387953f},
                                        {0.2798481f, 0.1159169f, 0.3647052f, 0.8804762f},
                                        {0.1f, 0.2f, 0.3f, 0.92736185f}};
    static const float heights[] = {0.005f, 0.05f, 0.3f};
    static const int substeps[] = {5, 10, 20, 40};
    double worst[2] = {0.0, 0.0};
    for (int i = 0; i < 5 * 4 * 3 * 4; i++) {
        Dropped kind = kinds[i % 5];
        int count = substeps[i / 60];
        double gains[2];
        if (i / 60 % 2 == 0 && i / 5 % 4 > 1)
            continue;
        dropAndMeasure(kind, rotations[i / 5 % 4], heights[i / 20 % 3], count, gains);
        worst[0] = fmax(worst[0], gains[0]);
        CHECK(gains[0] < 0.05, "kind %d, rotation %d, %g m, %d substeps: motion and weight gain %g", i % 5,
              i / 5 % 4, (double)heights[i / 20 % 3], count, gains[0]);
        if (kind.youngModulus > 1e5f || count < 20)
            continue;
        worst[1] = fmax(worst[1], gains[1]);
        CHECK(gains[1] < 0.1, "kind %d, rotation %d, %g m, %d substeps: energy gains %g", i % 5, i / 5 % 4,
              (double)heights[i / 20 % 3], count, gains[1]);
    }
    printf("  gains at most %.3f of the energy of the fall, %.3f with what is elastic\n", worst[0], worst[1]);
}

// --- A soft box

// A box of 1 m by 0.5 m stands on a floor, and a ball has been put 1 m above it. Pinned: what is low is held.
static gelWorld* putBallOverBox(float youngModulus, bool isPinned, int substepCount, gelBodyId ids[2])
{
    gelWorldDef base = gelDefaultWorldDef();
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    base.backend = gel_referenceFloat;
    gelWorld* world = newWorld(&base, substepCount);
    addFloor(world, 0.0f);
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.5f, 1.0f}, 8, 4, 8, &mesh));
    def.material.youngModulus = youngModulus;
    def.position.y = 0.251f;
    REQUIRE(gelCreateBody(world, &def, &mesh, &ids[0]));
    gelDestroyTetMesh(&mesh);
    if (isPinned)
        REQUIRE(gelBody_PinBelow(world, ids[0], 0.1f, NULL));
    ids[1] = addBall(world, 1e6f, 0.8f, (gelVec3){0.0f, 1.501f + radius, 0.0f});
    return world;
}

// The weight that a soft box carries while it is pressed takes nothing from the bounce.
static void a_ball_bounces_on_a_soft_box_that_is_held_as_on_a_floor(void)
{
    for (int stiff = 0; stiff < 2; stiff++) {
        gelBodyId ids[2];
        gelWorld* world = putBallOverBox(stiff ? 1e6f : 1e5f, true, 20, ids);
        CHECK_CLOSE(reboundOf(world, ids[1]) - 0.501, 0.64, 0.04,
                    "the square of 0.8, from where the box was");
        gelDestroyWorld(world);
    }
}

// The box is pressed against the floor, and springs back: restitution is that of the two centres of mass.
static void a_ball_leaves_a_soft_box_on_a_floor_at_its_restitution(void)
{
    for (int stiff = 0; stiff < 2; stiff++) {
        gelBodyId ids[2];
        gelWorld* world = putBallOverBox(stiff ? 1e6f : 1e5f, false, 2, ids);
        double in = 0.0, out = 0.0;
        for (int i = 0; i < 420; i++) {
            REQUIRE(gelWorld_Step(world, 0.1f * frame));
            double speed = massSpeed(world, ids[1]) - massSpeed(world, ids[0]);
            in = fmin(in, speed);
            out = fmax(out, speed);
        }
        CHECK_CLOSE(-out / in, 0.8, 0.02, "restitution");
        gelDestroyWorld(world);
    }
}

static void the_larger_restitution_counts(void)
{
    double ofFloor = dropBall(1e6f, 20, 0.3f, 0.8f), ofBall = dropBall(1e6f, 20, 0.8f, 0.3f);
    CHECK_CLOSE(ofFloor, 0.64, 0.03, "that of the floor");
    CHECK(ofFloor == ofBall, "whose it is changes the height: %.9g and %.9g", ofFloor, ofBall);
}

// --- Two balls

typedef struct Balls {
    gelWorld* world;
    gelBodyId balls[2];
} Balls;

// The first flies at 2 m/s at the second, that is at rest, `aside` of its middle.
static Balls aim(const gelWorldDef* base, float restitution, float aside)
{
    Balls balls = {.world = newWeightless(base)};
    for (int i = 0; i < 2; i++)
        balls.balls[i] =
            addBall(balls.world, 1e6f, restitution, (gelVec3){0.45f * (float)i, i == 0 ? aside : 0.0f, 0.0f});
    int count = gelBody_GetMesh(balls.world, balls.balls[0])->vertexCount;
    float* v = calloc((size_t)count, 3 * sizeof *v);
    for (int i = 0; i < count; i++)
        v[3 * i] = 2.0f;
    REQUIRE(gelBody_WriteVelocities(balls.world, balls.balls[0], v, count));
    free(v);
    return balls;
}

// Measures the speeds of the centres of mass, and the kinetic energy of all vertices.
static void measureBalls(const Balls* balls, double speeds[2], double* energy)
{
    *energy = 0.0;
    REQUIRE(gelWorldPull(balls->world));
    for (int i = 0; i < 2; i++) {
        const gelBody* body = gelFindBody(balls->world, balls->balls[i]);
        double mass = 0.0, momentum = 0.0;
        for (int v = 0; v < body->shape->mesh.vertexCount; v++) {
            const gelVertexState* vertex = &balls->world->vertices[body->firstVertex + v];
            double m = 1.0 / vertex->inverseMass;
            mass += m;
            momentum += m * vertex->velocity[0];
            for (int k = 0; k < 3; k++)
                *energy += 0.5 * m * vertex->velocity[k] * vertex->velocity[k];
        }
        speeds[i] = momentum / mass;
    }
}

static void balls_part_at_their_restitution_and_keep_momentum(void)
{
    static const float restitutions[] = {0.3f, 0.6f, 1.0f};
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    for (int r = 0; r < 3; r++) {
        Balls balls = aim(&def, restitutions[r], 0.0f);
        double speeds[2], energy, before;
        measureBalls(&balls, speeds, &before);
        step(balls.world, 30);
        measureBalls(&balls, speeds, &energy);
        CHECK_CLOSE(speeds[1] - speeds[0], 2.0 * (double)restitutions[r], 0.06, "restitution times 2 m/s");
        CHECK_CLOSE(speeds[0] + speeds[1], 2.0, 2e-3, "their masses are equal");
        CHECK(energy < 1.005 * before, "restitution %g: %g J became %g J", (double)restitutions[r], before,
              energy);
        gelDestroyWorld(balls.world);
    }
}

static void grazing_balls_gain_no_energy(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    for (int i = 0; i < 3; i++) {
        Balls balls = aim(&def, 1.0f, 0.2f + 0.09f * (float)i);
        double speeds[2], before, energy;
        measureBalls(&balls, speeds, &before);
        step(balls.world, 30);
        measureBalls(&balls, speeds, &energy);
        CHECK(energy < 1.005 * before, "%g m aside: %g J became %g J", 0.2 + 0.09 * i, before, energy);
        gelDestroyWorld(balls.world);
    }
}

// --- Spin

// Throws a body that spins at a block, beside its middle, and returns by how much the angular momentum changes, as a part of
// what the impulse has about the middle.
static double changeOfSpin(Dropped kind, float restitution)
{
    const gelQuat turned = {0.1f, 0.3f, 0.2f, 0.92736185f};
    gelWorldDef def = gelDefaultWorldDef();
    gelMeasures before, after;
    double momentum = 0.0, size = 0.0;
    def.backend = gel_referenceDouble;
    gelWorld* world = newWeightless(&def);
    REQUIRE(gelWorld_SetSubstepCount(world, 40));
    gelBodyId block = addDropped(world, (Dropped){1e6f, false, false}, (gelVec3){0}, unturned),
              thrown = addDropped(world, kind, (gelVec3){0.06f, 0.25f, 0.03f}, turned);
    setRestitution(world, block, restitution);
    setRestitution(world, thrown, restitution);
    spin(world, thrown, (gelVec3){0.0f, -2.0f, 0.0f}, (gelVec3){1.0f, 3.0f, 5.0f});
    REQUIRE(gelWorld_Measure(world, &before));
    step(world, 20);
    REQUIRE(gelWorld_Measure(world, &after));
    momentum = fabs(measure(world, &block, 1).momentum[1]);
    for (int k = 0; k < 3; k++)
        size += pow(after.angularMomentum[k] - before.angularMomentum[k], 2.0);
    gelDestroyWorld(world);
    return sqrt(size) / (0.06 * momentum);
}

// Restitution pushes along a line beside the centres of mass. Contacts alone change the angular momentum a little, as their
// pushes are where a substep begins.
static void a_bounce_keeps_angular_momentum(void)
{
    static const Dropped kinds[] = {
        {1e6f, false, false}, {1e5f, false, false}, {1e5f, true, false}, {1e6f, false, true}};
    for (int i = 0; i < 4; i++) {
        double dead = changeOfSpin(kinds[i], 0.0f), bouncing = changeOfSpin(kinds[i], 1.0f);
        printf("  kind %d: %g, without restitution %g\n", i, bouncing, dead);
        CHECK(bouncing < 2.0 * dead + 1e-5 && bouncing < 0.01,
              "kind %d: the angular momentum changes by %g of the impulse's", i, bouncing);
    }
}

// --- Rest

// Blocks that rest on each other and on the floor.
static gelWorld* makeStack(float restitution)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = newWorld(&def, 20);
    addFloor(world, restitution);
    for (int i = 0; i < 3; i++)
        addBlock(world, 3, (gelVec3){0.02f * (float)i, 0.102f + 0.203f * (float)i, 0.0f});
    return world;
}

static void what_rests_stays_at_rest(void)
{
    gelWorld *bouncy = makeStack(1.0f), *plain = makeStack(0.0f);
    gelMeasures measures, expected;
    step(bouncy, 180);
    step(plain, 180);
    REQUIRE(gelWorld_Measure(bouncy, &measures));
    REQUIRE(gelWorld_Measure(plain, &expected));
    CHECK(measures.kineticEnergy < 2.0 * expected.kineticEnergy + 1e-3,
          "it shakes with %g J, without with %g J", measures.kineticEnergy, expected.kineticEnergy);
    gelDestroyWorld(bouncy);
    gelDestroyWorld(plain);
}

// Blocks of perfect restitution fall in a heap: the energy never grows beyond what they began with, and is lost
// in the end since blocks spin and shake.
static void a_heap_of_perfect_restitution_comes_to_rest(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = newWorld(&def, 20);
    gelMeasures measures;
    gelBodyId id = {0};
    addFloor(world, 1.0f);
    for (int i = 0; i < 12; i++)
        id = addBlock(world, 3,
                      (gelVec3){0.22f * (float)(i % 2) + 0.03f * (float)(i / 4),
                                0.15f + 0.3f * (float)(i / 4), 0.22f * (float)(i / 2 % 2)});
    gelMaterial material;
    REQUIRE(gelBody_GetMaterial(world, id, &material));
    material.restitution = 1.0f;
    for (int i = 0; i < 12; i++)
        REQUIRE(gelBody_SetMaterial(world, (gelBodyId){i + 2, id.generation}, &material));
    REQUIRE(gelWorld_Measure(world, &measures));
    double max = measures.kineticEnergy + measures.gravityEnergy, highest = 0.0;
    for (int i = 0; i < 480; i++) {
        step(world, 1);
        REQUIRE(gelWorld_Measure(world, &measures));
        highest = fmax(highest, measures.kineticEnergy + measures.gravityEnergy);
    }
    CHECK(highest < 1.05 * max, "the heap had %g J and comes to %g J", max, highest);
    CHECK(measures.kineticEnergy < 0.1, "after 8 s it moves with %g J", measures.kineticEnergy);
    gelDestroyWorld(world);
}

// --- Bits

// Balls of all sorts fall on the floor and on each other.
static gelWorld* makeRain(const gelWorldDef* base)
{
    gelWorld* world = newWorld(base, 10);
    addFloor(world, 0.5f);
    for (int i = 0; i < 5; i++)
        addBall(world, i % 2 == 0 ? 1e6f : 1e5f, 0.25f * (float)i,
                (gelVec3){0.15f * (float)(i % 2), 0.25f + 0.5f * (float)i, 0.1f * (float)(i % 3)});
    return world;
}

static void every_back_end_bounces_with_equal_bits(void)
{
    Backends backends = listBackends();
    uint64_t expected[60];
    for (int b = 0; b < backends.count; b++) {
        gelWorld* world = makeRain(&backends.defs[b]);
        for (int i = 0; i < 60; i++) {
            step(world, 1);
            uint64_t hash = gelWorld_Hash(world);
            expected[i] = b == 0 ? hash : expected[i];
            CHECK(hash == expected[i], "%s: frame %d has %016" PRIx64 ", not %016" PRIx64, backends.names[b],
                  i, hash, expected[i]);
            if (hash != expected[i])
                break;
        }
        gelDestroyWorld(world);
    }
}

// Whenever it is made, also while bodies push each other.
static void a_clone_bounces_on_with_equal_bits(void)
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelWorld* world = makeRain(&backends.defs[b]);
        for (int i = 0; i < 40; i++) {
            gelWorldDef other = backends.defs[(b + 1) % backends.count];
            gelWorld* clone;
            REQUIRE(gelCloneWorld(world, i % 8 == 0 ? &other : &backends.defs[0], &clone));
            step(world, 1);
            step(clone, 1);
            step(clone, 1);
            uint64_t ahead = gelWorld_Hash(clone);
            gelDestroyWorld(clone);
            REQUIRE(gelCloneWorld(world, &backends.defs[0], &clone));
            step(clone, 1);
            CHECK(gelWorld_Hash(clone) == ahead, "%s: clones of frames %d and %d differ", backends.names[b],
                  i, i + 1);
            gelDestroyWorld(clone);
        }
        gelDestroyWorld(world);
    }
}

static void without_restitution_no_kernel_of_it_is_launched(void)
{
    Backends backends = listBackends();
    for (int b = 1; b < backends.count; b++) {
        int launches[2];
        for (int restitution = 0; restitution < 2; restitution++) {
            gelWorld* world = newWorld(&backends.defs[b], 10);
            addFloor(world, restitution ? 0.5f : 0.0f);
            addBall(world, 1e6f, 0.0f, (gelVec3){0.0f, radius + 0.001f, 0.0f});
            step(world, 1);
            launches[restitution] = gelWorld_GetProfile(world).launchesPerStep;
            gelDestroyWorld(world);
        }
        CHECK_INT(launches[1] - launches[0], 2 + 10 * 4);
    }
}

TESTS(TEST(a_bounce_gains_no_energy), TEST(a_stiff_ball_bounces_to_the_square_of_its_restitution),
      TEST(a_dead_ball_hardly_bounces), TEST(a_ball_with_a_skin_bounces_on_the_ground),
      TEST(a_ball_bounces_on_a_soft_box_that_is_held_as_on_a_floor),
      TEST(a_ball_leaves_a_soft_box_on_a_floor_at_its_restitution), TEST(the_larger_restitution_counts),
      TEST(balls_part_at_their_restitution_and_keep_momentum), TEST(grazing_balls_gain_no_energy),
      TEST(a_bounce_keeps_angular_momentum), TEST(what_rests_stays_at_rest),
      TEST(a_heap_of_perfect_restitution_comes_to_rest), TEST(every_back_end_bounces_with_equal_bits),
      TEST(a_clone_bounces_on_with_equal_bits), TEST(without_restitution_no_kernel_of_it_is_launched))
