// Bodies at rest under stress stay at rest: the order of their constraints neither turns nor moves them. Momentum and
// angular momentum, per second, are compared with the scale of the stress.
#include "support/equal_bits.h"
#include "gel/rope.h"
#include "gel/sheet.h"
#include "gel/skin.h"
#include "gel/values.h"

#include <math.h>

// The orders of XPBD, and the other solver.
typedef struct Method {
    const char* text;
    gelConstraintOrder order;
    gelSolver solver;
} Method;
enum { methodCount = 4 };
static const Method methods[methodCount] = {{"colour", gel_colourOrder, gel_xpbdSolver},
                                            {"mesh", gel_meshOrder, gel_xpbdSolver},
                                            {"jacobi", gel_jacobiOrder, gel_xpbdSolver},
                                            {"twoLevel", gel_colourOrder, gel_twoLevelSolver}};
static gelSolver solver; // of the bodies that are made next

static gelWorldDef weightless(const Method* method)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    def.gravity = (gelVec3){0};
    def.substepCount = method->solver == gel_twoLevelSolver ? 4 : 20; // each costs more
    def.contact = false;
    def.order = method->order;
    solver = method->solver;
    return def;
}

static gelBodyDef soft(float youngModulus)
{
    gelBodyDef def = gelDefaultBodyDef();
    def.material.youngModulus = youngModulus;
    def.material.density = 1000.0f;
    def.material.damping = 6.0f;
    def.solver = solver;
    return def;
}

static gelBodyId addBeam(gelWorld* world, gelVec3 position)
{
    gelTetMesh mesh;
    gelBodyId id;
    gelBodyDef def = soft(1e6f);
    def.position = position;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.06f, 0.1f}, 12, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

static gelBodyPoint pointAt(gelWorld* world, gelBodyId body, float x, float y, float z)
{
    gelBodyPoint point;
    REQUIRE(gelBody_FindPoint(world, body, (gelVec3){x, y, z}, &point));
    return point;
}

static void pull(gelWorld* world, gelBodyPoint a, gelBodyPoint b, float length)
{
    gelAttachmentDef def = gelDefaultAttachmentDef();
    gelAttachmentId id;
    def.a = a;
    def.b = b;
    def.length = length;
    REQUIRE(gelCreateAttachment(world, &def, &id));
}

// Scenes. Each returns a world, and stores the stress's scale, in N m and N.
typedef gelWorld* MakeStressed(const gelWorldDef* def, double scale[2]);

static gelWorld* makeBow(const gelWorldDef* def, double scale[2])
{
    gelWorld* world;
    REQUIRE(gelCreateWorld(def, &world));
    gelBodyId bow = addBeam(world, (gelVec3){0});
    pull(world, pointAt(world, bow, -0.5f, 0.03f, 0.0f), pointAt(world, bow, 0.5f, 0.03f, 0.0f), 0.6f);
    scale[1] = 10.0; // a column of EI = 1.8 N m^2 buckles at 18 N
    scale[0] = scale[1] * 0.5;
    return world;
}

static gelWorld* makePair(const gelWorldDef* def, double scale[2])
{
    gelWorld* world;
    REQUIRE(gelCreateWorld(def, &world));
    gelBodyId a = addBeam(world, (gelVec3){0}), b = addBeam(world, (gelVec3){0.1f, 0.2f, 0.05f});
    pull(world, pointAt(world, a, -0.5f, 0.0f, 0.0f), pointAt(world, b, -0.4f, 0.2f, 0.05f), 0.1f);
    pull(world, pointAt(world, a, 0.0f, 0.0f, 0.0f), pointAt(world, b, 0.1f, 0.2f, 0.05f), 0.4f);
    pull(world, pointAt(world, a, 0.5f, 0.0f, 0.0f), pointAt(world, b, 0.6f, 0.2f, 0.05f), 0.1f);
    scale[1] = 10.0;
    scale[0] = scale[1] * 0.5;
    return world;
}

static gelWorld* makeFilled(const gelWorldDef* def, double scale[2], gelContents filling, float pressure)
{
    gelWorld* world;
    gelSurfaceMesh ball;
    gelBodyId id;
    gelBodyDef body = soft(2e6f);
    body.material.thickness = 0.001f;
    body.material.filling = filling;
    body.material.pressure = pressure;
    body.material.ambientPressure = 0.0f;
    body.material.fillingVolume = 1.2f;
    REQUIRE(gelCreateSphereSurface(0.25f, 2, &ball));
    REQUIRE(gelCreateWorld(def, &world));
    REQUIRE(gelCreateSheet(world, &body, &ball, &id));
    gelDestroySurfaceMesh(&ball);
    scale[1] = (double)pressure * 0.25 * 0.25;
    scale[0] = scale[1] * 0.25;
    return world;
}

static gelWorld* makeBalloon(const gelWorldDef* def, double scale[2])
{
    return makeFilled(def, scale, gel_filledWithGas, 3000.0f);
}

static gelWorld* makeWaterBomb(const gelWorldDef* def, double scale[2])
{
    return makeFilled(def, scale, gel_filledWithLiquid, 500.0f);
}

static gelWorld* makeGasBox(const gelWorldDef* def, double scale[2])
{
    gelWorld* world;
    gelTetMesh mesh;
    gelBodyId id;
    gelBodyDef body = soft(1e6f);
    body.material.filling = gel_filledWithGas;
    body.material.pressure = 20000.0f;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.3f, 0.2f, 0.4f}, 3, 2, 4, &mesh));
    REQUIRE(gelCreateWorld(def, &world));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    scale[1] = 20000.0 * 0.15 * 0.15;
    scale[0] = scale[1] * 0.15;
    return world;
}

// Two boxes that attachments press together.
static gelWorld* makePressedBoxes(const gelWorldDef* def, double scale[2])
{
    gelWorld* world;
    gelTetMesh mesh;
    gelBodyId ids[2];
    gelWorldDef touching = *def;
    touching.contact = true;
    REQUIRE(gelCreateWorld(&touching, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.3f, 0.2f, 0.3f}, 3, 2, 3, &mesh));
    for (int i = 0; i < 2; i++) {
        gelBodyDef body = soft(1e5f);
        body.material.friction = 0.0f;
        body.position.y = 0.2f * (float)i;
        REQUIRE(gelCreateBody(world, &body, &mesh, &ids[i]));
    }
    gelDestroyTetMesh(&mesh);
    pull(world, pointAt(world, ids[0], 0.0f, -0.1f, 0.0f), pointAt(world, ids[1], 0.0f, 0.3f, 0.0f), 0.36f);
    scale[1] = 1e5 * 0.1 * 0.09;
    scale[0] = scale[1] * 0.2;
    return world;
}

// Stops all bodies where they are, and their damping, which would hide what turns them.
static void stop(gelWorld* world)
{
    enum { maxVertices = 400 };
    static const float still[3 * maxVertices] = {0};
    for (int i = 0; i < gelWorld_GetBodyCount(world); i++) {
        gelBodyId id = gelWorld_GetBody(world, i);
        gelMaterial material;
        REQUIRE(gelBody_GetMaterial(world, id, &material));
        material.damping = 0.0f;
        REQUIRE(gelBody_SetMaterial(world, id, &material));
        REQUIRE(gelBody_WriteVelocities(world, id, still, gelBody_GetMesh(world, id)->vertexCount));
    }
}

// A rope whose ends are drawn together.
static gelWorld* makeRope(const gelWorldDef* def, double scale[2])
{
    gelWorld* world;
    gelLineMesh line;
    gelBodyId id;
    gelBodyDef body = soft(1e6f);
    body.material.thickness = 0.02f;
    body.material.bendingStiffness = 0.01f;
    REQUIRE(gelCreateStraightLine(1.0f, 10, &line));
    line.positions[3 * 5 + 1] = 0.02f; // so that it knows where to bend
    line.positions[3 * 3 + 2] = 0.01f;
    REQUIRE(gelCreateWorld(def, &world));
    REQUIRE(gelCreateRope(world, &body, &line, &id));
    gelDestroyLineMesh(&line);
    pull(world, (gelBodyPoint){id, 1, {0}, {1.0f}}, (gelBodyPoint){id, 1, {10}, {1.0f}}, 0.7f);
    scale[1] = 0.1; // it buckles at pi^2 B / L^2
    scale[0] = scale[1] * 0.5;
    return world;
}

// Adds a cloth of 0.4 m by 0.3 m with two vertices drawn together across it.
static gelBodyId addCloth(gelWorld* world, gelTethers tethers, double scale[2])
{
    gelSurfaceMesh sheet;
    gelBodyId id;
    gelBodyDef body = soft(1e6f);
    body.material.thickness = 0.001f;
    body.material.bendingStiffness = 0.001f;
    body.material.tethers = tethers;
    REQUIRE(gelCreateSheetSurface(0.4f, 0.3f, 8, 6, &sheet));
    sheet.positions[3 * 31 + 1] = 0.01f;
    REQUIRE(gelCreateSheet(world, &body, &sheet, &id));
    pull(world, (gelBodyPoint){id, 1, {0}, {1.0f}}, (gelBodyPoint){id, 1, {sheet.vertexCount - 1}, {1.0f}},
         0.4f);
    gelDestroySurfaceMesh(&sheet);
    scale[1] = 0.5; // stretched by 1e-3 along the rim
    scale[0] = scale[1] * 0.2;
    return id;
}

static gelWorld* makeCloth(const gelWorldDef* def, double scale[2])
{
    gelWorld* world;
    REQUIRE(gelCreateWorld(def, &world));
    addCloth(world, gel_noTethers, scale);
    return world;
}

static gelWorld* makeTethered(const gelWorldDef* def, double scale[2])
{
    gelWorld* world;
    REQUIRE(gelCreateWorld(def, &world));
    gelBodyId id = addCloth(world, gel_tetheredToNearestPin, scale);
    REQUIRE(gelBody_SetPinned(world, id, (const int[]){31}, 1, true));
    return world;
}

static gelWorld* makePinnedBow(const gelWorldDef* def, double scale[2])
{
    gelWorld* world = makeBow(def, scale);
    REQUIRE(gelBody_PinBox(world, gelWorld_GetBody(world, 0), (gelVec3){-0.01f, -0.01f, -0.01f},
                           (gelVec3){0.01f, 0.01f, 0.01f}, NULL));
    return world;
}

// A bow with a skin, which the beam carries.
static gelWorld* makeSkinnedBow(const gelWorldDef* def, double scale[2])
{
    gelSurfaceMesh skin;
    gelWorld* world = makeBow(def, scale);
    REQUIRE(gelCreateBoxSurface((gelVec3){0.9f, 0.05f, 0.08f}, &skin));
    REQUIRE(gelBody_SetSkin(world, gelWorld_GetBody(world, 0), &skin, NULL));
    gelDestroySurfaceMesh(&skin);
    return world;
}

static const struct {
    const char* name;
    MakeStressed* make;
    double tolerance, forceTolerance; // what is pinned may swing a little yet: its momentum is not kept
    bool isFilled;                    // the two-level solver is tried with these alone
} scenes[] = {{"a bow", makeBow, 1e-6, 1e-6, false},
              {"two bodies, tied", makePair, 1e-6, 1e-6, false},
              {"a balloon", makeBalloon, 1e-6, 1e-6, true},
              {"a balloon of water", makeWaterBomb, 1e-6, 1e-6, true},
              {"a box of gas", makeGasBox, 1e-6, 1e-6, true},
              {"two boxes, pressed together", makePressedBoxes, 1e-6, 1e-6, false},
              {"a rope", makeRope, 1e-6, 1e-6, false},
              {"open cloth", makeCloth, 1e-6, 1e-6, false},
              {"cloth with tethers", makeTethered, 1e-6, 1e-3, false},
              {"a bow with a pin", makePinnedBow, 1e-6, 1e-3, false},
              {"a bow with a skin", makeSkinnedBow, 1e-6, 1e-6, false}};

static void what_rests_under_stress_stays_at_rest(void)
{
    for (int i = 0; i < (int)(sizeof scenes / sizeof *scenes); i++)
        for (int o = 0; o < methodCount; o++) {
            gelWorldDef def = weightless(&methods[o]);
            gelMeasures measures;
            double scale[2], torque = 0.0, force = 0.0, seconds = 1.0;
            if (methods[o].solver == gel_twoLevelSolver && !scenes[i].isFilled)
                continue;
            gelWorld* world = scenes[i].make(&def, scale);
            stepFrames(world, 180);
            stop(world);
            stepFrames(world, (int)(seconds * 60.0));
            REQUIRE(gelWorld_Measure(world, &measures));
            for (int k = 0; k < 3; k++) {
                torque = fmax(torque, fabs(measures.angularMomentum[k]) / seconds / scale[0]);
                force = fmax(force, fabs(measures.momentum[k]) / seconds / scale[1]);
            }
            printf("  %-28s %-8s torque %8.1e, force %8.1e of the stress\n", scenes[i].name, methods[o].text,
                   torque, force);
            CHECK(torque < scenes[i].tolerance, "%s, %s: torque %g of the stress's scale, not %g",
                  scenes[i].name, methods[o].text, torque, scenes[i].tolerance);
            CHECK(force < scenes[i].forceTolerance, "%s, %s: force %g of the stress's scale, not %g",
                  scenes[i].name, methods[o].text, force, scenes[i].forceTolerance);
            gelDestroyWorld(world);
        }
}

// Elasticity alone, which is implicit Euler, takes w^2 h per second; so it does with gas, however high its pressure.
static void gasDoesNotBrake(const Method* method, double expected)
{
    enum { maxVertices = 200 };
    gelWorldDef def = weightless(method);
    double scale[2];
    gelWorld* world = makeBalloon(&def, scale);
    gelBodyId id = {1, 0};
    gelMeasures before, after;
    float x[3 * maxVertices], v[3 * maxVertices];
    gelMaterial material;
    REQUIRE(gelBody_GetMaterial(world, id, &material));
    material.damping = 0.0f;
    stepFrames(world, 120);
    REQUIRE(gelBody_SetMaterial(world, id, &material));
    int count = gelBody_GetMesh(world, id)->vertexCount;
    REQUIRE(gelBody_ReadPositions(world, id, x, maxVertices));
    for (int i = 0; i < count; i++) {
        v[3 * i] = 2.0f * x[3 * i + 2];
        v[3 * i + 1] = 0.0f;
        v[3 * i + 2] = -2.0f * x[3 * i];
    }
    REQUIRE(gelBody_WriteVelocities(world, id, v, count));
    REQUIRE(gelWorld_Measure(world, &before));
    stepFrames(world, 300);
    REQUIRE(gelWorld_Measure(world, &after));
    double kept = after.angularMomentum[1] / before.angularMomentum[1];
    printf("  %-8s keeps %.4f of its angular momentum, expected %.4f\n", method->text, kept, expected);
    CHECK_CLOSE(kept, expected, 0.003, "the implicit Euler of its elasticity");
    gelDestroyWorld(world);
}

static void a_gas_does_not_brake_what_spins(void)
{
    gasDoesNotBrake(&methods[0], exp(-4.0 / 1200.0 * 5.0));
    gasDoesNotBrake(&methods[3], 1.0); // it gives back what elasticity takes
}

// A box as dense as the water that presses it. Forces that acted a substep before the stress that bears them turned it the
// faster, the deeper it was: 4 kg m^2/s after 5 s.
static void what_hovers_under_water_does_not_turn(void)
{
    for (int o = 0; o < methodCount; o++) {
        gelWorldDef def = weightless(&methods[o]);
        gelBodyDef body = gelDefaultBodyDef();
        gelField water = gelDefaultField(gel_fieldLiquid);
        gelMeasures measures;
        gelTetMesh mesh;
        gelWorld* world;
        gelBodyId id;
        def.gravity.y = -9.81f;
        def.substepCount = 10;
        body.material.density = 1000.0f;
        body.material.youngModulus = 1e6f;
        body.solver = solver;
        water.position.y = 1.0f;
        REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 2, 2, 2, &mesh));
        REQUIRE(gelCreateWorld(&def, &world));
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
        REQUIRE(gelWorld_SetFields(world, &water, 1));
        stepFrames(world, 300);
        REQUIRE(gelWorld_Measure(world, &measures));
        double largest = 0.0;
        for (int k = 0; k < 3; k++)
            largest = fmax(largest, fabs(measures.angularMomentum[k]));
        printf("  %-8s turns with %g kg m^2/s\n", methods[o].text, largest);
        CHECK(largest < 0.01, "%s turns with %g kg m^2/s, expected less than 0.01", methods[o].text, largest);
        gelDestroyTetMesh(&mesh);
        gelDestroyWorld(world);
    }
}

// Nothing holds what turns on smooth ground, on a smooth obstacle, or if it is smooth itself. The moment is compared with the
// weight times half the size.
static void what_rests_without_friction_does_not_turn(void)
{
    enum { ground, obstacle, body, values, count };
    static const char* const names[] = {"the ground", "the obstacle", "the body", "the body by its values"};
    static const float none[27] = {0};
    for (int smooth = ground; smooth < count; smooth++) {
        gelWorldDef def = weightless(&methods[0]);
        gelBodyDef box = gelDefaultBodyDef();
        gelObstacleDef slab = gelDefaultObstacleDef();
        gelSurfaceMesh surface;
        gelMeasures measures;
        gelTetMesh mesh;
        gelWorld* world;
        gelBodyId id;
        def.gravity.y = -9.81f;
        def.contact = true;
        def.substepCount = 4;
        def.ground.enabled = smooth == ground;
        def.ground.friction = 0.0f;
        box.position.y = 0.5f;
        box.rotation = (gelQuat){0.0f, 0.3f, 0.0f, 0.953939201f};
        box.material.damping = 1.0f;
        box.material.friction = smooth == body ? 0.0f : 0.5f;
        slab.position.y = -0.515f; // as far as surfaces are kept apart
        slab.friction = smooth == obstacle ? 0.0f : 0.5f;
        REQUIRE(gelCreateWorld(&def, &world));
        REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 2, 2, 2, &mesh));
        REQUIRE(gelCreateBody(world, &box, &mesh, &id));
        REQUIRE(gelCreateBoxSurface((gelVec3){4.0f, 1.0f, 4.0f}, &surface));
        if (smooth == values)
            REQUIRE(gelBody_SetVertexValues(world, id, gel_frictionFactor, none, mesh.vertexCount));
        if (smooth != ground)
            REQUIRE(gelCreateObstacle(world, &slab, &surface, &id));
        stepFrames(world, 300);
        REQUIRE(gelWorld_Measure(world, &measures));
        double torque = fabs(measures.angularMomentum[1]) / (5.0 * 1000.0 * 9.81 * 0.5);
        printf("  %s is smooth: torque %.1e of the weight's\n", names[smooth], torque);
        CHECK(torque < 1e-6, "%s is smooth: torque %g of the weight's, expected less than 1e-6",
              names[smooth], torque);
        gelDestroySurfaceMesh(&surface);
        gelDestroyTetMesh(&mesh);
        gelDestroyWorld(world);
    }
}

// A post, which a line along it holds upright.
static gelBodyId addPost(gelWorld* world)
{
    gelBodyDef body = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    body.material.density = 1000.0f;
    body.material.youngModulus = 1e6f;
    body.solver = solver;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.3f, 0.2f}, 2, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

// A field that pulls towards its middle has no moment about it. Where its accelerations acted a substep before the stress
// that bears them, what spun spun up: by e in 0.6 s with 1000 1/s^2 and 10 substeps. Free, or pinned at the
// middle.
static void what_a_point_or_a_line_squeezes_does_not_spin_up(void)
{
    static const gelFieldKind kinds[] = {gel_fieldPoint, gel_fieldLine};
    for (int i = 0; i < 2 * 2 * methodCount; i++) {
        enum { maxVertices = 27 };
        gelWorldDef def = weightless(&methods[i / 4]);
        gelField field = gelDefaultField(kinds[i % 2]);
        gelMeasures before, after;
        gelWorld* world;
        float x[3 * maxVertices], v[3 * maxVertices] = {0};
        def.substepCount = 10;
        field.strength = -100.0f;
        field.innerRadius = 0.1f;
        field.falloff = 1;
        field.direction = (gelVec3){0.0f, 1.0f, 0.0f};
        REQUIRE(gelCreateWorld(&def, &world));
        gelBodyId id = addPost(world);
        REQUIRE(gelWorld_SetFields(world, &field, 1));
        REQUIRE(gelBody_ReadPositions(world, id, x, maxVertices));
        for (int k = 0; k < maxVertices; k++) {
            v[3 * k] = 0.1f * x[3 * k + 2];
            v[3 * k + 2] = -0.1f * x[3 * k];
        }
        REQUIRE(gelBody_WriteVelocities(world, id, v, maxVertices));
        if (i / 2 % 2 == 1)
            REQUIRE(gelBody_PinBox(world, id, (gelVec3){-0.01f, -0.01f, -0.01f},
                                   (gelVec3){0.01f, 0.01f, 0.01f}, NULL));
        REQUIRE(gelWorld_Measure(world, &before));
        stepFrames(world, 300);
        REQUIRE(gelWorld_Measure(world, &after));
        double kept = after.angularMomentum[1] / before.angularMomentum[1];
        printf("  %s, %s, %s: keeps %.5f of its angular momentum\n", methods[i / 4].text,
               i % 2 == 0 ? "point" : "line", i / 2 % 2 == 0 ? "free" : "pinned", kept);
        CHECK_CLOSE(kept, 1.0, 0.02,
                    "of its spin, which the implicit Euler of its elasticity takes at w^2 h");
        gelDestroyWorld(world);
    }
}

// One body: a beam that is bent to a bow, and 1 m beside it another at rest.
static void a_piece_at_rest_stays_while_another_of_its_body_is_stressed(void)
{
    enum { maxVertices = 400 };
    static float places[3 * 2 * maxVertices], moved[3 * 2 * maxVertices];
    gelWorldDef def = weightless(&methods[0]);
    gelTetMesh beam, both;
    gelWorld* world;
    gelBodyId id;
    gelBodyDef body = soft(1e6f);
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.06f, 0.1f}, 12, 2, 2, &beam));
    int count = beam.vertexCount, tetCount = beam.tetCount;
    int* tets = calloc((size_t)tetCount * 8, sizeof *tets);
    for (int i = 0; i < 3 * count; i++) {
        places[i] = beam.positions[i];
        places[3 * count + i] = beam.positions[i] + (i % 3 == 2 ? 1.0f : 0.0f);
    }
    for (int i = 0; i < 4 * tetCount; i++) {
        tets[i] = beam.tets[i];
        tets[4 * tetCount + i] = beam.tets[i] + count;
    }
    REQUIRE(gelCreateTetMesh(places, 2 * count, tets, 2 * tetCount, NULL, &both, NULL));
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBody(world, &body, &both, &id));
    pull(world, pointAt(world, id, -0.5f, 0.03f, 0.0f), pointAt(world, id, 0.5f, 0.03f, 0.0f), 0.6f);
    REQUIRE(gelBody_ReadPositions(world, id, places, 2 * count));
    stepFrames(world, 60);
    REQUIRE(gelBody_ReadPositions(world, id, moved, 2 * count));
    double bent = 0.0, still = 0.0;
    for (int i = 0; i < 3 * count; i++) {
        bent = fmax(bent, fabs((double)moved[i] - (double)places[i]));
        still = fmax(still, fabs((double)moved[3 * count + i] - (double)places[3 * count + i]));
    }
    printf("  the bent beam has moved by %g m, the other by %g m\n", bent, still);
    CHECK(bent > 0.05, "the bent beam has moved by %g m only", bent);
    CHECK(still < 1e-5, "the beam at rest has moved by %g m", still);
    free(tets);
    gelDestroyTetMesh(&beam);
    gelDestroyTetMesh(&both);
    gelDestroyWorld(world);
}

static gelWorld* makeExact(const gelWorldDef* like, gelStrategy strategy, bool contact)
{
    gelWorldDef def = *like;
    double scale[2];
    def.strategy = strategy;
    def.ground.enabled = true;
    def.ground.offset = -0.05f;
    gelWorld* world = (contact ? makePressedBoxes : makePair)(&def, scale);
    const gelGoal goal = {.body = {1, 0}, .vertex = 3, .position = {0.1f, 0.2f, 0.3f}, .stiffness = 500.0f};
    REQUIRE(gelWorld_SetGoals(world, &goal, 1));
    return world;
}

static void every_device_and_strategy_balances_alike(void)
{
    checkEveryDeviceAndStrategy(makeExact);
}

TESTS(TEST(what_rests_under_stress_stays_at_rest), TEST(a_gas_does_not_brake_what_spins),
      TEST(what_hovers_under_water_does_not_turn), TEST(what_rests_without_friction_does_not_turn),
      TEST(what_a_point_or_a_line_squeezes_does_not_spin_up),
      TEST(a_piece_at_rest_stays_while_another_of_its_body_is_stressed),
      TEST(every_device_and_strategy_balances_alike))
