// Fields, liquids, gas, goals and attachments bend, inflate and bear bodies of the two-level solver
// as in equilibrium, at any number of substeps.
#include "support/equal_bits.h"
#include "support/points.h"
#include "gel/attachment.h"
#include "gel/rope.h"
#include "gel/sheet.h"
#include "world/forces.h"
#include "world/world.h"

static const int substeps[] = {1, 4, 16};

// The load of a beam that is clamped at one end.
typedef enum Load {
    weight,
    uniformField,
    halfWeight,
    pointFarAway,
    weightAndField,
    sameAsWeight, // so many
    underWater = sameAsWeight
} Load;
static const char* const loadTexts[sameAsWeight] = {"its weight", "a field", "half of twice its weight",
                                                    "a point far away", "weight and a field"};

static gelWorld* hang(Load load, int substepCount, gelBodyId* id)
{
    const float g = 9.81f;
    gelBodyDef def = gelDefaultBodyDef();
    gelField field = gelDefaultField(load == pointFarAway ? gel_fieldPoint
                                     : load == underWater ? gel_fieldLiquid
                                                          : gel_fieldUniform);
    gelTetMesh mesh;
    float down = load == weight || load == underWater ? g
                 : load == halfWeight                 ? 2.0f * g
                 : load == weightAndField             ? 3.0f * g
                                                      : 0.0f;
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0.0f, -down, 0.0f}, substepCount);
    def.solver = gel_twoLevelSolver;
    def.material.youngModulus = 1e8f;
    def.material.density = 2000.0f;
    def.material.damping = 12.0f;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.125f, 0.125f}, 8, 1, 1, &mesh));
    REQUIRE(gelCreateBody(world, &def, &mesh, id));
    REQUIRE(gelBody_PinBox(world, *id, (gelVec3){-0.51f, -1.0f, -1.0f}, (gelVec3){-0.49f, 1.0f, 1.0f}, NULL));
    field.strength = load == uniformField || load == pointFarAway ? -g
                     : load == weightAndField                     ? 2.0f * g
                                                                  : 1.0f;
    field.position = (gelVec3){0.0f, load == underWater ? 0.5f : -1e4f, 0.0f};
    field.innerRadius = 1e4f;
    if (load != weight && load != halfWeight)
        REQUIRE(gelWorld_SetFields(world, &field, 1));
    if (load == halfWeight)
        REQUIRE(gelBody_SetGravityWeight(world, *id, 0.5f));
    gelDestroyTetMesh(&mesh);
    return world;
}

static double sagOf(gelWorld* world, gelBodyId id)
{
    enum { maxVertices = 200 };
    float x[3 * maxVertices];
    double sag = 0.0;
    int count = gelBody_GetMesh(world, id)->vertexCount;
    REQUIRE(gelBody_ReadPositions(world, id, x, maxVertices));
    for (int i = 0; i < count; i++)
        sag = fmax(sag, (double)gelBody_GetMesh(world, id)->positions[3 * i + 1] - (double)x[3 * i + 1]);
    return sag;
}

static double settledSag(Load load, int substepCount)
{
    gelBodyId id;
    gelWorld* world = hang(load, substepCount, &id);
    stepFrames(world, 90);
    double sag = sagOf(world, id);
    gelDestroyWorld(world);
    return sag;
}

static void fields_bend_as_the_same_weight_does_at_any_number_of_substeps(void)
{
    double expected = settledSag(weight, 1);
    for (int load = 0; load < sameAsWeight; load++)
        for (int i = 0; i < (load == uniformField ? 3 : 1); i++) {
            double found = settledSag((Load)load, substeps[i]);
            printf("  %-26s %2d substeps: %.6f m\n", loadTexts[load], substeps[i], found);
            CHECK_CLOSE(found / expected, 1.0, 1e-3, loadTexts[load]);
        }
}

// A beam twice as dense as the water that it is in bends as in the air without half of its weight.
static void water_bears_what_it_displaces_at_any_number_of_substeps(void)
{
    double expected = settledSag(weight, 1);
    for (int i = 0; i < 3; i++) {
        double found = settledSag(underWater, substeps[i]);
        printf("  %2d substeps: %.6f m\n", substeps[i], found);
        CHECK_CLOSE(found / (0.5 * expected), 1.0, 2e-3, "the pressure makes the beam thinner");
    }
}

typedef struct Filled {
    const char* text;
    bool isBox; // else a ball of cloth
    gelContents contents;
    float pressure, ambient, youngModulus, volume;
} Filled;

static void fill(const Filled* filled, int substepCount, double* pressure, double* share)
{
    gelBodyDef body = gelDefaultBodyDef();
    gelBodyId id;
    double volume = 0.0, rest = 1.0;
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0}, substepCount);
    body.solver = gel_twoLevelSolver;
    body.material.filling = filled->contents;
    body.material.pressure = filled->pressure;
    body.material.ambientPressure = filled->ambient;
    body.material.fillingVolume = filled->volume;
    body.material.thickness = 0.0005f;
    body.material.youngModulus = filled->youngModulus;
    body.material.damping = 5.0f;
    if (filled->isBox) {
        gelTetMesh mesh;
        REQUIRE(gelCreateBoxMesh((gelVec3){0.4f, 0.3f, 0.3f}, 4, 3, 3, &mesh));
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
        gelDestroyTetMesh(&mesh);
    } else {
        gelSurfaceMesh ball;
        REQUIRE(gelCreateSphereSurface(0.3f, 2, &ball));
        REQUIRE(gelCreateSheet(world, &body, &ball, &id));
        gelDestroySurfaceMesh(&ball);
    }
    stepFrames(world, substepCount == 1 ? 120 : 60);
    REQUIRE(gelBody_GetPressure(world, id, pressure));
    REQUIRE(gelBody_GetVolume(world, id, &volume));
    REQUIRE(gelBody_GetRestVolume(world, id, &rest));
    *share = volume / rest;
    gelDestroyWorld(world);
}

// Gas has p V = n, liquid its volume; and the skin bears the same pressure at the same size.
static void fillings_reach_their_equilibrium_at_any_number_of_substeps(void)
{
    static const Filled all[] = {{"a balloon", false, gel_filledWithGas, 500.0f, 0.0f, 1e6f, 1.0f},
                                 {"a tyre", false, gel_filledWithGas, 20000.0f, 101325.0f, 1e6f, 1.0f},
                                 {"a skin of water", false, gel_filledWithLiquid, 0.0f, 0.0f, 1e6f, 1.2f},
                                 {"a box of gas", true, gel_filledWithGas, 20000.0f, 101325.0f, 1e6f, 1.0f},
                                 {"a box of water", true, gel_filledWithLiquid, 0.0f, 0.0f, 3e4f, 1.05f}};
    for (int k = 0; k < (int)(sizeof all / sizeof *all); k++) {
        double pressures[3], shares[3];
        for (int i = 0; i < 3; i++) {
            fill(&all[k], substeps[i], &pressures[i], &shares[i]);
            printf("  %-16s %2d substeps: %.2f Pa, %.5f of the volume\n", all[k].text, substeps[i],
                   pressures[i], shares[i]);
            double whole = (double)all[k].pressure + (double)all[k].ambient;
            if (all[k].contents == gel_filledWithGas)
                CHECK_CLOSE((pressures[i] + (double)all[k].ambient) * shares[i] / whole, 1.0, 1e-4,
                            all[k].text);
            else
                CHECK_CLOSE(shares[i], (double)all[k].volume, 1e-4, all[k].text);
        }
        for (int i = 0; i < 2; i++) {
            CHECK_CLOSE(shares[i] / shares[2], 1.0, 1e-4, all[k].text);
            CHECK_CLOSE(pressures[i] / pressures[2], 1.0, 1e-3, all[k].text);
        }
    }
}

// From the first vertex: the body may have turned as it changed.
static double distanceOf(const float* x, int i)
{
    double square = 0.0;
    for (int k = 0; k < 3; k++)
        square += ((double)x[3 * i + k] - (double)x[k]) * ((double)x[3 * i + k] - (double)x[k]);
    return sqrt(square);
}

// A rest shape that is set, and set again while the body moves: the body takes it.
static void bodies_take_rest_shapes_at_any_number_of_substeps(void)
{
    enum { maxVertices = 100 };
    for (int i = 0; i < 3; i++) {
        gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0}, substeps[i]);
        gelBodyDef def = gelDefaultBodyDef();
        gelTetMesh mesh;
        gelBodyId id;
        float x[3 * maxVertices], rest[3 * maxVertices];
        def.solver = gel_twoLevelSolver;
        def.material.youngModulus = 1e6f;
        def.material.damping = 12.0f;
        REQUIRE(gelCreateBoxMesh((gelVec3){0.4f, 0.3f, 0.2f}, 4, 3, 2, &mesh));
        REQUIRE(gelCreateBody(world, &def, &mesh, &id));
        for (int round = 0; round < 2; round++) {
            const float scales[2][3] = {{1.25f, 1.0f, 1.0f}, {0.75f, 1.25f, 1.5f}};
            for (int k = 0; k < 3 * mesh.vertexCount; k++)
                rest[k] = scales[round][k % 3] * mesh.positions[k];
            REQUIRE(gelBody_SetRestPositions(world, id, rest, mesh.vertexCount));
            stepFrames(world, round == 0 ? 10 : 100);
        }
        REQUIRE(gelBody_ReadPositions(world, id, x, mesh.vertexCount));
        double worst = 0.0;
        for (int k = 1; k < mesh.vertexCount; k++)
            worst = fmax(worst, fabs(distanceOf(x, k) - distanceOf(rest, k)));
        printf("  %2d substeps: within %.1e m\n", substeps[i], worst);
        CHECK_CLOSE(worst, 0.0, 1e-4, "what is left of its swings");
        gelDestroyTetMesh(&mesh);
        gelDestroyWorld(world);
    }
}

// A rope that is held stretched flows until only its yield strains it: plasticity.h.
static void bodies_flow_and_tear_at_any_number_of_substeps(void)
{
    for (int i = 0; i < 3; i++)
        for (int tears = 0; tears < 2; tears++) {
            gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0}, substeps[i]);
            gelBodyDef def = gelDefaultBodyDef();
            gelLineMesh line;
            gelBodyId id;
            float x[3 * 9];
            def.solver = gel_twoLevelSolver;
            def.material.youngModulus = 1e7f;
            def.material.thickness = 0.02f;
            def.material.damping = 6.0f;
            def.material.creep = tears == 1 ? 0.0f : 20.0f;
            def.material.yieldStrain = 0.05f;
            def.material.tearStrain = tears == 1 ? 0.1f : 0.0f;
            REQUIRE(gelCreateStraightLine(1.0f, 8, &line));
            REQUIRE(gelCreateRope(world, &def, &line, &id));
            for (int k = 0; k < 3 * 9; k++)
                x[k] = (k % 3 == 0 ? 1.2f : 1.0f) * line.positions[k];
            REQUIRE(gelBody_WritePositions(world, id, x, 9));
            REQUIRE(gelBody_SetPinned(world, id, (const int[]){0, 8}, 2, true));
            stepFrames(world, 60);
            REQUIRE(gelBody_SetPinned(world, id, (const int[]){8}, 1, false));
            stepFrames(world, 180);
            REQUIRE(gelBody_ReadPositions(world, id, x, 9));
            double length = (double)x[3 * 8] - (double)x[0], expected = 1.2 / 1.05;
            printf("  %2d substeps: %s %.5f m\n", substeps[i], tears == 1 ? "torn," : "flown, it is", length);
            if (tears == 1)
                CHECK_CLOSE(length, 1.2, 1e-3, "nothing pulls");
            else
                CHECK_CLOSE(length, expected, 2e-3, "plasticity.h");
            gelDestroyLineMesh(&line);
            gelDestroyWorld(world);
        }
}

// A block hangs by one vertex, which has a 300th of its mass.
typedef enum Hanger { hand, goal, handAndGoal, attachment, softAttachment, hangerCount } Hanger;
static const char* const hangerTexts[hangerCount] = {"a hand", "a goal", "a hand and a goal, half as stiff",
                                                     "an attachment", "a soft attachment"};

// Attaches a point to the corner of an obstacle that is at `place`.
static void attach(gelWorld* world, float compliance, const gelBodyPoint* point, gelVec3 place)
{
    gelObstacleDef wall = gelDefaultObstacleDef();
    gelAttachmentDef def = gelDefaultAttachmentDef();
    gelAttachmentId attachmentId;
    gelSurfaceMesh box;
    REQUIRE(gelCreateBoxSurface((gelVec3){1.0f, 1.0f, 1.0f}, &box));
    wall.position.x = place.x - box.positions[0];
    wall.position.y = place.y - box.positions[1];
    wall.position.z = place.z - box.positions[2];
    def.a = *point;
    def.compliance = compliance;
    REQUIRE(gelCreateObstacle(world, &wall, &box, &def.b.body));
    def.b.vertexCount = 1;
    def.b.vertices[0] = 0;
    def.b.weights[0] = 1.0f;
    REQUIRE(gelCreateAttachment(world, &def, &attachmentId));
    gelDestroySurfaceMesh(&box);
}

static int topOf(const gelTetMesh* mesh)
{
    for (int i = 0; i < mesh->vertexCount; i++)
        if (mesh->positions[3 * i] == 0.0f && mesh->positions[3 * i + 1] == 0.5f &&
            mesh->positions[3 * i + 2] == 0.0f)
            return i;
    return -1;
}

static gelWorld* hangBy(Hanger hanger, int substepCount, double drop, gelBodyId* id)
{
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0.0f, -9.81f, 0.0f}, substepCount);
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    float weights[200] = {0.0f};
    gelWorldDef settings = gelWorld_GetDef(world);
    settings.contact = false;
    REQUIRE(gelWorld_SetSettings(world, &settings));
    def.solver = gel_twoLevelSolver;
    def.material.youngModulus = 1e9f;
    def.material.damping = 8.0f;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.25f, 1.0f, 0.25f}, 2, 8, 2, &mesh));
    REQUIRE(gelCreateBody(world, &def, &mesh, id));
    int top = topOf(&mesh);
    double mass = 0.0, w = world->vertices[top].inverseMass;
    for (int i = 0; i < mesh.vertexCount; i++)
        mass += 1.0 / world->vertices[i].inverseMass;
    float stiffness = (float)(9.81 * mass * w / drop);
    stiffness = hanger == handAndGoal ? 0.5f * stiffness : stiffness;
    if (hanger == hand || hanger == handAndGoal) {
        gelGoal pull = {.body = *id, .vertex = top, .stiffness = stiffness};
        pull.position = (gelVec3){0.0f, 0.5f, 0.0f};
        REQUIRE(gelWorld_SetGoals(world, &pull, 1));
    }
    if (hanger == goal || hanger == handAndGoal) {
        gelGoalSet set = gelDefaultGoalSet();
        weights[top] = 0.5f;
        set.weights = weights;
        set.spring = stiffness;
        REQUIRE(gelBody_SetGoals(world, *id, &set));
    }
    if (hanger == attachment || hanger == softAttachment) {
        gelBodyPoint point = vertexOf(*id, top);
        attach(world, hanger == attachment ? 0.0f : (float)(drop / (9.81 * mass)), &point,
               (gelVec3){0.0f, 0.5f, 0.0f});
    }
    gelDestroyTetMesh(&mesh);
    return world;
}

// Returns how far the middle of the bottom has come down.
static double bottomDrop(gelWorld* world, gelBodyId id)
{
    enum { maxVertices = 200 };
    float x[3 * maxVertices];
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    double drop = 0.0;
    REQUIRE(gelBody_ReadPositions(world, id, x, maxVertices));
    for (int i = 0; i < mesh->vertexCount; i++)
        if (mesh->positions[3 * i] == 0.0f && mesh->positions[3 * i + 1] == -0.5f &&
            mesh->positions[3 * i + 2] == 0.0f)
            drop = -0.5 - (double)x[3 * i + 1];
    return drop;
}

// A spring that acts after the substep moves its vertex alone, by the mass of that: so the rest of
// the block hung lower.
static void blocks_hang_by_one_vertex_as_its_spring_says_at_any_number_of_substeps(void)
{
    for (int hanger = 0; hanger < hangerCount; hanger++)
        for (int i = 0; i < 3; i++) {
            double drop = hanger == softAttachment ? 0.02 : 0.01;
            gelBodyId id;
            gelWorld* world = hangBy((Hanger)hanger, substeps[i], drop, &id);
            stepFrames(world, 180);
            double found = bottomDrop(world, id);
            gelDestroyWorld(world);
            printf("  %s, %2d substeps: %.6f m\n", hangerTexts[hanger], substeps[i], found);
            CHECK_CLOSE(found, hanger == attachment ? 3e-5 : drop, 5e-5,
                        "its own strain, and what a rigid attachment gives way");
        }
}

// Returns how far the free end of a beam of 1e9 Pa has sunk, whose other end is pinned or attached.
static double sagOfBeam(bool isAttached, int substepCount)
{
    enum { maxVertices = 200 };
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0.0f, -9.81f, 0.0f}, substepCount);
    gelWorldDef settings = gelWorld_GetDef(world);
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    float x[3 * maxVertices];
    double sag = 0.0;
    settings.contact = false;
    REQUIRE(gelWorld_SetSettings(world, &settings));
    def.solver = gel_twoLevelSolver;
    def.material.youngModulus = 1e9f;
    def.material.damping = 30.0f;
    REQUIRE(gelCreateBoxMesh((gelVec3){2.0f, 0.25f, 0.25f}, 16, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    for (int i = 0; i < mesh.vertexCount; i++) {
        const float* at = &mesh.positions[3 * i];
        gelBodyPoint point = vertexOf(id, i);
        if (at[0] == -1.0f && isAttached)
            attach(world, 0.0f, &point, (gelVec3){at[0], at[1], at[2]});
    }
    if (!isAttached)
        REQUIRE(
            gelBody_PinBox(world, id, (gelVec3){-1.01f, -1.0f, -1.0f}, (gelVec3){-0.99f, 1.0f, 1.0f}, NULL));
    stepFrames(world, 120);
    REQUIRE(gelBody_ReadPositions(world, id, x, maxVertices));
    for (int i = 0; i < mesh.vertexCount; i++)
        sag = fmax(sag, (double)mesh.positions[3 * i + 1] - (double)x[3 * i + 1]);
    gelDestroyTetMesh(&mesh);
    gelDestroyWorld(world);
    return sag;
}

static void beams_that_are_attached_rigidly_sag_as_pinned_ones_do(void)
{
    for (int i = 0; i < 3; i++) {
        double found = sagOfBeam(true, substeps[i]), expected = sagOfBeam(false, substeps[i]);
        printf("  %2d substeps: %.6f m attached, %.6f m pinned\n", substeps[i], found, expected);
        CHECK_CLOSE(found / expected, 1.0, 0.02, "what rigid attachments give way");
    }
}

// All vertices have the same goal spring, so the block swings as one vertex does. Its momentum is
// that of implicit Euler with either scheme.
static void goals_swing_blocks_as_implicit_euler_says(void)
{
    enum { maxVertices = 200 };
    const double k = 400.0, c = 3.0;
    for (int i = 0; i < 6; i++) {
        gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0}, substeps[i % 3]);
        gelWorldDef settings = gelWorld_GetDef(world);
        gelBodyDef def = gelDefaultBodyDef();
        gelGoalSet goals = gelDefaultGoalSet();
        gelTetMesh mesh;
        gelBodyId id;
        float x[3 * maxVertices];
        double h = 1.0 / 60.0 / substeps[i % 3], away = 0.125, v = 0.0;
        settings.timeScheme = i < 3 ? gel_bdf2 : gel_implicitEuler;
        REQUIRE(gelWorld_SetSettings(world, &settings));
        def.solver = gel_twoLevelSolver;
        def.material.youngModulus = 1e7f;
        def.material.damping = 0.0f;
        REQUIRE(gelCreateBoxMesh((gelVec3){0.25f, 1.0f, 0.25f}, 2, 8, 2, &mesh));
        REQUIRE(gelCreateBody(world, &def, &mesh, &id));
        goals.weight = 0.5f;
        goals.spring = (float)k;
        goals.damping = (float)c;
        REQUIRE(gelBody_SetGoals(world, id, &goals));
        for (int n = 0; n < 3 * mesh.vertexCount; n++)
            x[n] = mesh.positions[n] + (n % 3 == 0 ? (float)away : 0.0f);
        REQUIRE(gelBody_WritePositions(world, id, x, mesh.vertexCount));
        stepFrames(world, 20);
        for (int n = 0; n < 20 * substeps[i % 3]; n++) {
            v -= h * (k * (away + h * v) + c * v) / (1.0 + h * h * (k + c / h));
            away += h * v;
        }
        REQUIRE(gelBody_ReadPositions(world, id, x, mesh.vertexCount));
        double found = 0.0;
        for (int n = 0; n < mesh.vertexCount; n++)
            found += ((double)x[3 * n] - (double)mesh.positions[3 * n]) / mesh.vertexCount;
        printf("  %s, %2d substeps: %.6f m, expected %.6f m\n", i < 3 ? "BDF2" : "implicit Euler",
               substeps[i % 3], found, away);
        CHECK_CLOSE(found, away, 2e-5, "rounding");
        gelDestroyTetMesh(&mesh);
        gelDestroyWorld(world);
    }
}

// The mass counts for nothing beside such a spring: its damping k t alone says how fast the vertex
// comes.
static void the_stiffest_hands_lead_as_fast_as_their_damping_says(void)
{
    const double t = 0.125;
    for (int i = 0; i < 3; i++) {
        gelBodyId id;
        gelWorld* world = hangBy(hand, substeps[i], 0.01, &id);
        int top = topOf(gelBody_GetMesh(world, id));
        gelGoal pull = {.body = id, .vertex = top, .position = {0.5f, 0.5f, 0.0f}, .stiffness = 1e12f};
        double away = 0.5;
        float x[600];
        REQUIRE(gelWorld_SetGravity(world, (gelVec3){0}));
        REQUIRE(gelWorld_SetGoalDamping(world, (float)t));
        REQUIRE(gelWorld_SetGoals(world, &pull, 1));
        stepFrames(world, 15);
        for (int n = 0; n < 15 * substeps[i]; n++)
            away /= 1.0 + 1.0 / 60.0 / substeps[i] / t;
        REQUIRE(gelBody_ReadPositions(world, id, x, 200));
        double found = 0.5 - (double)x[3 * top];
        printf("  %2d substeps: %.6f m away, expected %.6f m\n", substeps[i], found, away);
        CHECK_CLOSE(found, away, 1e-3, "what the block's mass takes");
        gelDestroyWorld(world);
    }
}

// A rope of one spring swings along itself: as implicit Euler with the damping k t has it, by
// recursion.
static void springs_are_damped_as_implicit_euler_says(void)
{
    for (int i = 0; i < 3; i++) {
        const double t = 0.004;
        gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0}, 16 * substeps[i]);
        gelWorldDef settings = gelWorld_GetDef(world);
        gelBodyDef def = gelDefaultBodyDef();
        gelLineMesh line;
        gelBodyId id;
        gelConstraint spring;
        settings.springDamping = (float)t;
        REQUIRE(gelWorld_SetSettings(world, &settings));
        def.solver = gel_twoLevelSolver;
        def.material.youngModulus = 1e5f;
        def.material.thickness = 0.05f;
        REQUIRE(gelCreateStraightLine(1.0f, 1, &line));
        REQUIRE(gelCreateRope(world, &def, &line, &id));
        float x[6];
        memcpy(x, line.positions, sizeof x);
        x[3] += 0.2f;
        REQUIRE(gelBody_WritePositions(world, id, x, 2));
        REQUIRE(gelBody_SetPinned(world, id, (const int[]){0}, 1, true));
        REQUIRE(gelWorld_GetConstraints(world, gel_distanceConstraint, &spring, 1));
        double square = world->vertices[1].inverseMass / (double)spring.values[1],
               h = 1.0 / 960.0 / substeps[i], stretch = 0.2, v = 0.0;
        for (int k = 0; k < 32 * substeps[i]; k++) {
            v = (v - h * square * stretch) / (1.0 + h * square * t + h * h * square);
            stretch += h * v;
        }
        stepFrames(world, 2);
        REQUIRE(gelBody_ReadPositions(world, id, x, 2));
        double found = (double)x[3] - (double)x[0] - 1.0;
        printf("  %d substeps: stretched by %.6f m, expected %.6f m\n", 16 * substeps[i], found, stretch);
        CHECK_CLOSE(found, stretch, 1e-5, "rounding");
        gelDestroyLineMesh(&line);
        gelDestroyWorld(world);
    }
}

// Pins bear the weight of what hangs on them, and a hand bears that of a block.
static void forces_of_bodies_at_rest_bear_their_weight(void)
{
    for (int i = 0; i < 6; i++) {
        bool isHeld = i >= 3;
        gelBodyId id;
        gelWorld* world =
            isHeld ? hangBy(hand, substeps[i % 3], 0.01, &id) : hang(weight, substeps[i % 3], &id);
        double sum = 0.0, expected = 0.0;
        stepFrames(world, 180);
        gelVertexForces* forces = calloc((size_t)world->vertexCount, sizeof *forces);
        REQUIRE(gelWorldFindForces(world, 1.0f / 60.0f, forces));
        for (int v = 0; v < world->vertexCount; v++) {
            double w = world->vertices[v].inverseMass;
            expected += w > 0.0 ? 9.81 / w : 0.0;
            sum += isHeld ? forces[v].goals[1] : w == 0.0 ? -forces[v].constraints[1] : 0.0;
        }
        printf("  %s: %.4f N, weight %.4f N\n", isHeld ? "a hand" : "pins", sum, expected);
        CHECK_CLOSE(sum / expected, 1.0, 1e-3, "what still swings");
        free(forces);
        gelDestroyWorld(world);
    }
}

TESTS(TEST(fields_bend_as_the_same_weight_does_at_any_number_of_substeps),
      TEST(water_bears_what_it_displaces_at_any_number_of_substeps),
      TEST(fillings_reach_their_equilibrium_at_any_number_of_substeps),
      TEST(bodies_take_rest_shapes_at_any_number_of_substeps),
      TEST(bodies_flow_and_tear_at_any_number_of_substeps),
      TEST(blocks_hang_by_one_vertex_as_its_spring_says_at_any_number_of_substeps),
      TEST(beams_that_are_attached_rigidly_sag_as_pinned_ones_do),
      TEST(goals_swing_blocks_as_implicit_euler_says),
      TEST(the_stiffest_hands_lead_as_fast_as_their_damping_says),
      TEST(springs_are_damped_as_implicit_euler_says), TEST(forces_of_bodies_at_rest_bear_their_weight))
