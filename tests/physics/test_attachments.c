// Attachments: they hold, they weigh nothing, they break where they should, and all back ends agree.
#include "support/fixtures.h"
#include "support/points.h"
#include "world/sync.h"

static const float frame = 1.0f / 60.0f;
enum { maxVertices = 64 };

static gelBodyId addBox(gelWorld* world, gelVec3 position, gelVec3 velocity, float damping)
{
    gelTetMesh mesh;
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId id;
    def.position = position;
    def.velocity = velocity;
    def.material.damping = damping;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 2, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

static gelBodyId addTable(gelWorld* world, gelVec3 position)
{
    gelSurfaceMesh surface;
    gelObstacleDef def = gelDefaultObstacleDef();
    gelBodyId id;
    def.position = position;
    REQUIRE(gelCreateBoxSurface((gelVec3){1.0f, 0.1f, 1.0f}, &surface));
    REQUIRE(gelCreateObstacle(world, &def, &surface, &id));
    gelDestroySurfaceMesh(&surface);
    return id;
}

static gelWorld* makeWorld(const gelWorldDef* def)
{
    gelWorld* world;
    gelWorldDef apart = *def;
    apart.contact = false; // bodies that are joined would push each other where they are
    REQUIRE(gelCreateWorld(&apart, &world));
    return world;
}

static gelAttachmentId attach(gelWorld* world, gelBodyPoint a, gelBodyPoint b, float compliance)
{
    gelAttachmentDef def = gelDefaultAttachmentDef();
    gelAttachmentId id;
    def.a = a;
    def.b = b;
    def.compliance = compliance;
    REQUIRE(gelCreateAttachment(world, &def, &id));
    return id;
}

static void placeOf(gelWorld* world, const gelBodyPoint* anchor, double place[3])
{
    float xyz[3 * maxVertices];
    REQUIRE(gelBody_ReadPositions(world, anchor->body, xyz, maxVertices));
    for (int k = 0; k < 3; k++) {
        place[k] = 0.0;
        for (int i = 0; i < anchor->vertexCount; i++)
            place[k] += (double)anchor->weights[i] * (double)xyz[3 * anchor->vertices[i] + k];
    }
}

static double gapOf(gelWorld* world, gelAttachmentId id)
{
    gelAttachmentDef def;
    double a[3], b[3];
    REQUIRE(gelAttachment_GetDef(world, id, &def));
    placeOf(world, &def.a, a);
    placeOf(world, &def.b, b);
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

static void steps(gelWorld* world, int count)
{
    for (int i = 0; i < count; i++)
        REQUIRE(gelWorld_Step(world, frame));
}

static double massOf(gelWorld* world, gelBodyId id)
{
    gelMeasures measures;
    REQUIRE(gelBody_Measure(world, id, &measures));
    return measures.mass;
}

static void an_anchor_of_a_rope_is_a_point_of_a_line(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceDouble;
    gelWorld* world = makeWorld(&def);
    gelBodyDef body = gelDefaultBodyDef();
    gelLineMesh line;
    gelBodyId rope;
    REQUIRE(gelCreateStraightLine(1.0f, 4, &line)); // along x, about 0
    REQUIRE(gelCreateRope(world, &body, &line, &rope));
    for (float x = -0.6f; x < 0.7f; x += 0.1f) {
        double found[3];
        gelBodyPoint anchor = pointOf(world, rope, (gelVec3){x, 0.2f, -0.1f});
        CHECK_INT(anchor.vertexCount, 2);
        placeOf(world, &anchor, found);
        CHECK_CLOSE(found[0], fmax(-0.5, fmin(0.5, (double)x)), 1e-6, "single precision");
    }
    gelDestroyLineMesh(&line);
    gelDestroyWorld(world);
}

static void an_anchor_is_the_nearest_point_of_a_body(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceDouble;
    gelWorld* world = makeWorld(&def);
    gelBodyId box = addBox(world, (gelVec3){0, 0, 0}, (gelVec3){0, 0, 0}, 0.0f);
    gelBodyId table = addTable(world, (gelVec3){0, -1, 0});
    static const gelVec3 places[][2] = {
        {{0.03f, 0.05f, -0.02f}, {0.03f, 0.05f, -0.02f}}, // in a tet
        {{0.03f, 0.4f, -0.02f}, {0.03f, 0.1f, -0.02f}},   // above the box
        {{5.0f, 5.0f, 5.0f}, {0.1f, 0.1f, 0.1f}},         // a corner
        {{0.2f, -0.5f, 0.3f}, {0.2f, -0.95f, 0.3f}},      // on the table
    };
    for (int i = 0; i < 4; i++) {
        gelBodyPoint anchor = pointOf(world, i < 3 ? box : table, places[i][0]);
        double place[3];
        CHECK_INT(anchor.vertexCount, i == 0 ? 4 : 3);
        placeOf(world, &anchor, place);
        CHECK_CLOSE(place[0], (double)places[i][1].x, 1e-7, "rounding of weights");
        CHECK_CLOSE(place[1], (double)places[i][1].y, 1e-7, "rounding of weights");
        CHECK_CLOSE(place[2], (double)places[i][1].z, 1e-7, "rounding of weights");
    }
    gelDestroyWorld(world);
}

// Rigid and soft, at vertices and inside of tets, while both tumble.
static void attachments_keep_the_momentum(void)
{
    Backends backends = listBackends();
    for (int b = 0; b <= backends.count; b++) {
        bool isDouble = b == backends.count;
        gelWorldDef def = isDouble ? gelDefaultWorldDef() : backends.defs[b];
        def.backend = isDouble ? gel_referenceDouble : def.backend;
        def.gravity = (gelVec3){0, 0, 0};
        gelWorld* world = makeWorld(&def);
        gelBodyId first = addBox(world, (gelVec3){0, 0, 0}, (gelVec3){0.5f, 0.2f, 0}, 0.0f),
                  second = addBox(world, (gelVec3){0, 0.2f, 0}, (gelVec3){-0.3f, 0, 0.4f}, 0.0f);
        attach(world, pointOf(world, first, (gelVec3){0.05f, 0.08f, 0.03f}),
               pointOf(world, second, (gelVec3){0.05f, 0.13f, 0.03f}), 0.0f);
        attach(world, vertexOf(first, 3), vertexOf(second, 5), 1e-2f);
        attach(world, vertexOf(first, 3), pointOf(world, second, (gelVec3){-0.05f, 0.14f, -0.06f}), 1e-3f);
        gelMeasures before, after;
        REQUIRE(gelWorld_Measure(world, &before));
        steps(world, 60);
        REQUIRE(gelWorld_Measure(world, &after));
        double size = 0.0;
        const double *p = before.momentum, *q = after.momentum;
        for (int k = 0; k < 3; k++)
            size += fabs(p[k]);
        for (int k = 0; k < 3; k++)
            CHECK_CLOSE(q[k] / size, p[k] / size, isDouble ? 1e-5 : 5e-4,
                        "rounding of positions, which bodies without attachments have, too");
        CHECK(fabs(before.momentum[0]) > 0.1, "%g", before.momentum[0]);
        gelDestroyWorld(world);
    }
}

// The attachments carry the weight of what hangs from them.
static void two_cubes_hang_as_one(gelWorldDef backend)
{
    gelWorld* world = makeWorld(&backend);
    gelBodyId upper = addBox(world, (gelVec3){0, 0.2f, 0}, (gelVec3){0, 0, 0}, 8.0f),
              lower = addBox(world, (gelVec3){0, 0, 0}, (gelVec3){0, 0, 0}, 8.0f);
    gelAttachmentId ids[4];
    REQUIRE(gelBody_PinBox(world, upper, (gelVec3){-1, 0.29f, -1}, (gelVec3){1, 1, 1}, NULL));
    for (int i = 0; i < 4; i++) {
        gelVec3 corner = {i % 2 == 0 ? -0.1f : 0.1f, 0.1f, i < 2 ? -0.1f : 0.1f};
        ids[i] = attach(world, pointOf(world, lower, corner), pointOf(world, upper, corner), 0.0f);
    }
    steps(world, 180);
    double force = 0.0, gap = 0.0;
    for (int i = 0; i < 4; i++) {
        gelVec3 pull;
        REQUIRE(gelAttachment_GetForce(world, ids[i], &pull));
        force += (double)pull.y;
        gap = fmax(gap, gapOf(world, ids[i]));
    }
    CHECK_CLOSE(gap, 0.0, 1e-5, "rounding: no two attachments share a vertex");
    CHECK_CLOSE(force / (9.81 * massOf(world, lower)), 1.0, 1e-2, "rounding, and the end of the motion");
    gelDestroyWorld(world);
}

// m g / stiffness below its hook, whatever the substep.
static void a_soft_attachment_stretches_as_a_spring(gelWorldDef backend)
{
    for (int substeps = 10; substeps <= 20; substeps += 10) {
        gelWorldDef def = backend;
        def.substepCount = substeps;
        gelWorld* world = makeWorld(&def);
        gelBodyId box = addBox(world, (gelVec3){0, 0, 0}, (gelVec3){0, 0, 0}, 10.0f),
                  table = addTable(world, (gelVec3){0, 0.35f, 0});
        gelAttachmentDef attachment = gelDefaultAttachmentDef();
        gelAttachmentId id;
        attachment.a = pointOf(world, box, (gelVec3){0.01f, 0.04f, 0.02f});
        attachment.b = pointOf(world, table, (gelVec3){0.01f, 0.3f, 0.02f});
        attachment.length = 0.2f;
        attachment.compliance = 1e-3f;
        REQUIRE(gelCreateAttachment(world, &attachment, &id));
        steps(world, 240);
        double stretch = gapOf(world, id) - 0.2, weight = 9.81 * massOf(world, box);
        gelVec3 force;
        REQUIRE(gelAttachment_GetForce(world, id, &force));
        CHECK_CLOSE(stretch / (weight * 1e-3), 1.0, 2e-3, "the end of the motion");
        CHECK_CLOSE((double)force.y / weight, 1.0, 2e-3, "the end of the motion");
        gelDestroyWorld(world);
    }
}

// Where the force of the curve is the weight, on each of its three segments.
static void an_attachment_with_a_curve_stretches_to_where_its_force_is_the_weight(void)
{
    static const gelForcePoint curve[] = {{0.0f, 0.0f}, {0.01f, 40.0f}, {0.04f, 60.0f}, {0.05f, 200.0f}};
    static const double weights[] = {20.0, 50.0, 100.0}, stretches[] = {0.005, 0.025, 0.03 / 0.7};
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++)
        for (int i = 0; i < 3; i++) {
            gelWorld* world = makeWorld(&backends.defs[b]);
            gelBodyId box = addBox(world, (gelVec3){0, 0, 0}, (gelVec3){0, 0, 0}, 10.0f),
                      table = addTable(world, (gelVec3){0, 0.35f, 0});
            REQUIRE(gelWorld_SetGravity(world, (gelVec3){0, -(float)(weights[i] / massOf(world, box)), 0}));
            gelAttachmentDef attachment = gelDefaultAttachmentDef();
            gelAttachmentId id;
            attachment.a = pointOf(world, box, (gelVec3){0.01f, 0.04f, 0.02f});
            attachment.b = pointOf(world, table, (gelVec3){0.01f, 0.3f, 0.02f});
            attachment.length = 0.2f;
            attachment.curvePointCount = 4;
            memcpy(attachment.curve, curve, sizeof curve);
            REQUIRE(gelCreateAttachment(world, &attachment, &id));
            steps(world, 240);
            gelVec3 force;
            REQUIRE(gelAttachment_GetForce(world, id, &force));
            CHECK_CLOSE((gapOf(world, id) - 0.2) / stretches[i], 1.0, 1e-3, "the end of the motion");
            CHECK_CLOSE((double)force.y / weights[i], 1.0, 1e-3, "the end of the motion");
            gelDestroyWorld(world);
        }
}

// It pulls with 100 N at once, and the weight is less: the points stay together, and do not pass through each other.
static void a_curve_that_begins_with_a_force_holds_up_to_it(gelWorldDef backend)
{
    gelWorld* world = makeWorld(&backend);
    gelBodyId box = addBox(world, (gelVec3){0, 0, 0}, (gelVec3){0, 0, 0}, 10.0f),
              table = addTable(world, (gelVec3){0, 0.15f, 0});
    gelAttachmentDef attachment = gelDefaultAttachmentDef();
    gelAttachmentId id;
    gelVec3 force;
    attachment.a = pointOf(world, box, (gelVec3){0.01f, 0.1f, 0.02f});
    attachment.b = pointOf(world, table, (gelVec3){0.01f, 0.1f, 0.02f});
    attachment.curve[0].force = 100.0f;
    attachment.curve[1] = (gelForcePoint){0.1f, 100.0f};
    attachment.curvePointCount = 2;
    REQUIRE(gelCreateAttachment(world, &attachment, &id));
    steps(world, 120);
    REQUIRE(gelAttachment_GetForce(world, id, &force));
    CHECK_CLOSE(gapOf(world, id), 0.0, 1e-6, "rounding");
    CHECK_CLOSE((double)force.y / (9.81 * massOf(world, box)), 1.0, 1e-2,
                "rounding, and the end of the motion");
    gelDestroyWorld(world);
}

// Gravity grows slowly; the attachment of a box at `height` lets go at the weight that it was to break at.
static void checkBreaking(gelWorldDef def, float height, float length)
{
    def.gravity = (gelVec3){0, 0, 0};
    gelWorld* world = makeWorld(&def);
    gelBodyId box = addBox(world, (gelVec3){0, height, 0}, (gelVec3){0, 0, 0}, 10.0f),
              table = addTable(world, (gelVec3){0, height + 0.15f + length, 0});
    gelAttachmentDef attachment = gelDefaultAttachmentDef();
    gelAttachmentId id;
    double mass = massOf(world, box), gravity = 0.0;
    attachment.a = pointOf(world, box, (gelVec3){0.0f, height + 0.1f, 0.0f});
    attachment.b = pointOf(world, table, (gelVec3){0.0f, height + 0.1f + length, 0.0f});
    attachment.length = length;
    attachment.breakForce = (float)(mass * 5.0);
    REQUIRE(gelCreateAttachment(world, &attachment, &id));
    while (gelAttachment_IsValid(world, id) && gravity < 10.0) {
        gravity += 0.02;
        REQUIRE(gelWorld_SetGravity(world, (gelVec3){0, -(float)gravity, 0}));
        steps(world, 1);
    }
    CHECK_CLOSE(gravity, 5.0, 0.1, "it swings a little");
    CHECK_STATUS(gelDestroyAttachment(world, id), gel_invalidHandle);
    float before[3 * maxVertices], after[3 * maxVertices];
    REQUIRE(gelBody_ReadPositions(world, box, before, maxVertices));
    steps(world, 12);
    REQUIRE(gelBody_ReadPositions(world, box, after, maxVertices));
    CHECK(after[1] < before[1] - 0.02f, "from %g to %g m: it falls", (double)before[1], (double)after[1]);
    gelDestroyWorld(world);
}

static void an_attachment_breaks_at_its_force(gelWorldDef def)
{
    checkBreaking(def, 0.0f, 0.05f);
}

static void a_rigid_attachment_of_a_two_level_body_breaks_at_its_force(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    def.solver = gel_twoLevelSolver;
    checkBreaking(def, 5.0f, 0.0f);
}

static void forces_outlast_new_rest_shapes(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = makeWorld(&def);
    gelBodyId box = addBox(world, (gelVec3){0, 0, 0}, (gelVec3){0, 0, 0}, 10.0f);
    gelBodyPoint fixed = vertexOf(addTable(world, (gelVec3){0, 0.15f, 0}), 0);
    gelAttachmentId id = attach(world, vertexOf(box, 0), fixed, 1e-4f);
    gelVec3 forces[2];
    for (int i = 0; i < 2; i++) { // the first rest shape makes a new plan
        REQUIRE(gelBody_SetRestPositions(world, box, gelBody_GetMesh(world, box)->positions, 27));
        steps(world, i == 0 ? 10 : 0);
        REQUIRE(gelWorldPush(world));
        REQUIRE(gelAttachment_GetForce(world, id, &forces[i]));
    }
    CHECK(forces[0].y != 0.0f && forces[1].y == forces[0].y, "%g N", (double)forces[1].y);
    gelDestroyWorld(world);
}

static void what_is_attached_to_an_obstacle_goes_with_it(gelWorldDef backend)
{
    gelWorld* world = makeWorld(&backend);
    gelBodyId box = addBox(world, (gelVec3){0, 0, 0}, (gelVec3){0, 0, 0}, 1.0f),
              table = addTable(world, (gelVec3){0, 0.15f, 0});
    gelAttachmentId ids[8];
    for (int i = 0; i < 8; i++) // on the same two triangles
        ids[i] = attach(world, vertexOf(box, i),
                        pointOf(world, table, (gelVec3){0.02f * (float)i, 0.1f, 0.05f}), 0.0f);
    for (int n = 1; n <= 30; n++) {
        double t = n / 60.0;
        REQUIRE(gelObstacle_SetPose(world, table, (gelVec3){(float)t, 0.15f + 0.1f * (float)sin(8.0 * t), 0},
                                    (gelQuat){0, 0, 0, 1}));
        steps(world, 1);
    }
    for (int i = 0; i < 8; i++)
        CHECK_CLOSE(gapOf(world, ids[i]), 0.0, 1e-6, "rounding of places near 1 m");
    gelDestroyWorld(world);
}

static gelWorldDef setupOf(const gelWorldDef* base, int setup)
{
    gelWorldDef def = *base;
    def.substepCount = 3;
    def.tileSize = 16;
    def.allowInexact = true;
    def.order = setup == 1 ? gel_jacobiOrder : gel_colourOrder;
    def.integrator = setup == 3 ? gel_rungeKutta4 : gel_xpbd;
    def.substepCount = setup == 3 ? 20 : 3;
    def.contact = setup == 2;
    def.ground.enabled = true;
    return def;
}

// A chain of cubes, from an obstacle to one with goals, with attachments that share vertices, and one that breaks.
static uint64_t hashOfChain(const gelWorldDef* def, gelStrategy strategy)
{
    gelWorldDef own = *def;
    own.strategy = strategy;
    gelWorld* world;
    REQUIRE(gelCreateWorld(&own, &world));
    gelBodyId table = addTable(world, (gelVec3){0, 1.0f, 0}), last = table;
    for (int i = 0; i < 5; i++) {
        gelBodyId next =
            addBox(world, (gelVec3){0.22f * (float)i, 0.5f, 0}, (gelVec3){0, 0, 0.3f * (float)i}, 0.0f);
        gelAttachmentDef attachment = gelDefaultAttachmentDef();
        gelAttachmentId id;
        float x = 0.22f * (float)i - 0.1f;
        attachment.breakForce = i == 2 ? 20.0f : INFINITY;
        attachment.length = i == 1 ? 0.05f : 0.0f;
        for (int k = 0; k < 3; k++) {
            attachment.a = k == 1 ? vertexOf(next, 0) : pointOf(world, next, (gelVec3){x, 0.5f, 0.05f});
            attachment.b = pointOf(world, last, (gelVec3){x, 0.5f, 0.03f * (float)k});
            attachment.compliance = i == 3 ? 0.0f : 1e-4f * (float)k;
            attachment.curvePointCount = i == 3 ? 2 + 3 * k : 0;
            for (int p = 0; p < attachment.curvePointCount; p++) // from slack to a steep end
                attachment.curve[p] = (gelForcePoint){0.01f * (float)(p - k), 5.0f * (float)(p * p * k)};
            REQUIRE(gelCreateAttachment(world, &attachment, &id));
        }
        last = next;
    }
    gelGoalSet set = gelDefaultGoalSet();
    REQUIRE(gelBody_SetGoals(world, last, &set));
    steps(world, 8);
    uint64_t hash = gelWorld_Hash(world);
    int left = gelWorld_GetAttachments(world, NULL, 0);
    CHECK(left < 15 && left > 9, "%d are left", left);
    gelDestroyWorld(world);
    return hash;
}

static void bits_are_equal_on_all_back_ends_and_strategies(void)
{
    Backends backends = listBackends();
    for (int setup = 0; setup < 4; setup++) {
        gelWorldDef reference = setupOf(&backends.defs[0], setup);
        uint64_t expected = hashOfChain(&reference, gel_strategyAuto);
        for (int b = 1; b < backends.count; b++)
            for (int lanes = 1; lanes <= 16; lanes = lanes == 1 ? 8 : 2 * lanes)
                for (int s = 0; s < gel_strategyCount; s++) {
                    bool tries = setup == 0 ? lanes != 16 || s < 2 : lanes == 8 && s < (setup == 2 ? 2 : 1);
                    gelWorldDef def = setupOf(&backends.defs[b], setup);
                    if (!tries || !setLanes(&def, lanes))
                        continue;
                    uint64_t hash = hashOfChain(&def, (gelStrategy)s);
                    CHECK(hash == expected, "%s, %d lanes, strategy %s, setup %d: %016llx, not %016llx",
                          backends.names[b], lanes, gelStrategyText((gelStrategy)s), setup,
                          (unsigned long long)hash, (unsigned long long)expected);
                }
    }
}

// Two cubes that hang from a beam, and one with goals, until all sleep; then the lower one is woken.
static uint64_t hashOfSleepers(const gelWorldDef* def, gelStrategy strategy, int* firstAsleep)
{
    gelWorldDef own = *def;
    own.strategy = strategy;
    own.sleep = true;
    gelWorld* world = makeWorld(&own);
    gelBodyId table = addTable(world, (gelVec3){0, 0.37f, 0}), bodies[3];
    for (int i = 0; i < 3; i++)
        bodies[i] = addBox(world, (gelVec3){i < 2 ? 0.0f : 1.0f, 0.2f - 0.21f * (float)i, 0},
                           (gelVec3){0, 0, 0}, 20.0f);
    for (int i = 0; i < 4; i++) {
        gelVec3 corner = {i % 2 == 0 ? -0.1f : 0.1f, 0.31f, i < 2 ? -0.1f : 0.1f};
        attach(world, pointOf(world, bodies[0], corner), pointOf(world, table, corner), 1e-4f);
        corner.y = 0.1f;
        attach(world, pointOf(world, bodies[1], corner), pointOf(world, bodies[0], corner), 1e-4f);
    }
    gelGoalSet set = gelDefaultGoalSet();
    set.minimum = 0.5f;
    set.damping = 20.0f;
    REQUIRE(gelBody_SetGoals(world, bodies[2], &set));
    *firstAsleep = 0;
    for (int n = 1; n <= 150; n++) {
        steps(world, 1);
        bool upper = gelBody_IsAwake(world, bodies[0]), lower = gelBody_IsAwake(world, bodies[1]);
        CHECK(upper == lower, "frame %d: one of two that are attached sleeps", n);
        *firstAsleep = !upper && *firstAsleep == 0 ? n : *firstAsleep;
    }
    CHECK(!gelBody_IsAwake(world, bodies[2]), "what has goals does not sleep");
    REQUIRE(gelBody_Wake(world, bodies[1]));
    steps(world, 1);
    CHECK(gelBody_IsAwake(world, bodies[0]), "the upper one sleeps on");
    CHECK(!gelBody_IsAwake(world, bodies[2]), "who has nothing to do with them wakes");
    float goals[3 * maxVertices];
    REQUIRE(gelBody_ReadGoals(world, bodies[2], NULL, goals, maxVertices));
    goals[1] += 0.1f;
    REQUIRE(gelBody_MoveGoals(world, bodies[2], goals, gelBody_GetMesh(world, bodies[2])->vertexCount));
    steps(world, 3);
    CHECK(gelBody_IsAwake(world, bodies[2]), "it sleeps while its goals move");
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return hash;
}

static void what_is_attached_sleeps_and_wakes_together(void)
{
    static const gelStrategy strategies[] = {gel_strategyAuto, gel_strategyBody, gel_strategyPerColour};
    Backends backends = listBackends();
    int frames[2];
    uint64_t expected = hashOfSleepers(&backends.defs[0], gel_strategyAuto, &frames[0]);
    CHECK(frames[0] > 10 && frames[0] < 150, "asleep in frame %d", frames[0]);
    for (int b = 1; b < backends.count; b++)
        for (int s = 0; s < 3; s++) {
            uint64_t hash = hashOfSleepers(&backends.defs[b], strategies[s], &frames[1]);
            CHECK(hash == expected && frames[1] == frames[0], "%s, %s: %016llx, asleep in frame %d",
                  backends.names[b], gelStrategyText(strategies[s]), (unsigned long long)hash, frames[1]);
        }
}

static void a_state_brings_back_what_was_released(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld *world = makeWorld(&def), *clone;
    gelBodyId box = addBox(world, (gelVec3){0, 0, 0}, (gelVec3){0, 0, 0}, 0.0f),
              table = addTable(world, (gelVec3){0, 0.15f, 0});
    gelAttachmentId id =
        attach(world, vertexOf(box, 0), pointOf(world, table, (gelVec3){-0.1f, 0.1f, 0}), 1e-4f);
    gelSnapshot* state;
    steps(world, 3);
    REQUIRE(gelTakeSnapshot(world, NULL, &state));
    REQUIRE(gelCloneWorld(world, &def, &clone));
    steps(world, 3);
    uint64_t hash = gelWorld_Hash(world);
    REQUIRE(gelDestroyAttachment(world, id));
    CHECK(!gelAttachment_IsValid(world, id), "it is still there");
    steps(world, 2);
    REQUIRE(gelRestoreSnapshot(world, NULL, state));
    CHECK(gelAttachment_IsValid(world, id), "it did not come back");
    steps(world, 3);
    steps(clone, 3);
    CHECK_HEX(gelWorld_Hash(world), hash);
    CHECK_HEX(gelWorld_Hash(clone), hash);
    REQUIRE(gelDestroyBody(world, table));
    CHECK_INT(gelWorld_GetAttachments(world, NULL, 0), 0);
    steps(world, 1);
    gelDestroySnapshot(state);
    gelDestroyWorld(clone);
    gelDestroyWorld(world);
}

static void bad_attachments_are_named(void)
{
    gelWorldDef worldDef = gelDefaultWorldDef();
    worldDef.backend = gel_referenceFloat;
    gelWorld* world = makeWorld(&worldDef);
    gelBodyId box = addBox(world, (gelVec3){0, 0, 0}, (gelVec3){0, 0, 0}, 0.0f),
              other = addBox(world, (gelVec3){1, 0, 0}, (gelVec3){0, 0, 0}, 0.0f),
              table = addTable(world, (gelVec3){0, -1, 0});
    gelAttachmentDef good = gelDefaultAttachmentDef();
    good.a = vertexOf(box, 0);
    good.b = vertexOf(other, 1);
    enum { count = 16 };
    gelAttachmentDef defs[count];
    for (int i = 0; i < count; i++) {
        defs[i] = good;
        defs[i].curvePointCount = i < 9 ? 0 : 3;
        for (int p = 0; p < 3; p++)
            defs[i].curve[p] = (gelForcePoint){0.1f * (float)p, (float)p};
    }
    defs[0].a.vertices[0] = 27;
    defs[1].b.weights[0] = NAN;
    defs[2].b.weights[0] = 0.5f;
    defs[3].compliance = -1.0f;
    defs[4].length = INFINITY;
    defs[5].breakForce = 0.0f;
    defs[6].b = vertexOf(box, 0);
    defs[7].a = vertexOf(table, 0);
    defs[7].b = vertexOf(table, 1);
    defs[8].a.vertexCount = 5;
    defs[9].curve[1].force = NAN;
    defs[10].curve[2].stretch = 0.1f;
    defs[11].curve[2].force = 0.5f;
    defs[12].curvePointCount = 1;
    defs[13].curvePointCount = 9;
    defs[14].compliance = 1e-3f;
    defs[15] = good;
    defs[15].a = (gelBodyPoint){box, 2, {0, 1}, {10.005f, -9.005f}};
    static const char* const texts[] = {
        "a: expected vertices from 0 to 26, found 27",
        "b: expected weights from -10 to 10, found nan",
        "b: expected weights that add up to 1, found 0.5",
        "compliance: expected 0 to 1e6 m/N, found -1",
        "length: expected 0 to 1e6 m, found inf",
        "breakForce: expected more than 0 N, found 0",
        "without a vertex in common, found vertex 0 in both",
        "found two obstacles",
        "a: expected 1 to 4 vertices, found 5",
        "curve: point 1: expected -1e6 to 1e6 m and -1e9 to 1e9 N, found 0.1 m",
        "curve: point 2: expected a stretch at least 1e-6 m above that before",
        "found 0.2 m and 0.5 N after 0.1 m and 1 N",
        "curve: expected 2 to 8 points, found 1",
        "curve: expected 2 to 8 points, found 9",
        "curve: expected a curve or a stiffness, found both",
        "a: expected weights from -10 to 10, found 10.005"};
    for (int i = 0; i < count; i++) {
        gelAttachmentId id;
        CHECK_STATUS(gelCreateAttachment(world, &defs[i], &id), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), texts[i]);
    }
    CHECK_INT(gelWorld_GetAttachments(world, NULL, 0), 0);
    gelDestroyWorld(world);
}

TESTS(TEST(an_anchor_is_the_nearest_point_of_a_body), TEST(an_anchor_of_a_rope_is_a_point_of_a_line),
      TEST(attachments_keep_the_momentum), TEST_ON_EACH_BACKEND(two_cubes_hang_as_one),
      TEST_ON_EACH_BACKEND(a_soft_attachment_stretches_as_a_spring),
      TEST(an_attachment_with_a_curve_stretches_to_where_its_force_is_the_weight),
      TEST_ON_EACH_BACKEND(a_curve_that_begins_with_a_force_holds_up_to_it),
      TEST_ON_EACH_BACKEND(an_attachment_breaks_at_its_force),
      TEST(a_rigid_attachment_of_a_two_level_body_breaks_at_its_force), TEST(forces_outlast_new_rest_shapes),
      TEST_ON_EACH_BACKEND(what_is_attached_to_an_obstacle_goes_with_it),
      TEST(bits_are_equal_on_all_back_ends_and_strategies), TEST(what_is_attached_sleeps_and_wakes_together),
      TEST(a_state_brings_back_what_was_released), TEST(bad_attachments_are_named))
