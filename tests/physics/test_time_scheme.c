// The time schemes of the two-level solver: with BDF2 swings keep their height, and periods are of second order; what lands
// gains no energy; and the accelerations that it keeps belong to the state.
#include "support/equal_bits.h"
#include "gel/snapshot.h"
#include "world/world.h"

#include <unistd.h>

enum { substepsPerSecond = 600 };

static gelWorld* openWorld(const gelWorldDef* like, gelTimeScheme scheme)
{
    gelWorldDef def = *like;
    gelWorld* world;
    def.timeScheme = scheme;
    def.solver = gel_twoLevelSolver;
    def.contact = false;
    REQUIRE(gelCreateWorld(&def, &world));
    return world;
}

static gelWorldDef onReference(int substeps)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    def.substepCount = substeps;
    return def;
}

// A beam of 2 m that is held at one end, and swings under its weight.
static gelBodyId addBeam(gelWorld* world, float young)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    def.material.youngModulus = young;
    def.material.poissonRatio = 0.3f;
    REQUIRE(gelCreateBoxMesh((gelVec3){2.0f, 0.2f, 0.2f}, 16, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){-1.01f, -1, -1}, (gelVec3){-0.99f, 1, 1}, NULL));
    gelDestroyTetMesh(&mesh);
    return id;
}

// Returns the depth of the sixth swing over that of the first, about the middle of the first.
static double heightAfterSixPeriods(gelTimeScheme scheme)
{
    enum { depthCount = 7 };
    gelWorldDef def = onReference(1);
    gelWorld* world = openWorld(&def, scheme);
    gelBodyId id = addBeam(world, 1e9f);
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    float* x = malloc(3 * sizeof *x * (size_t)mesh->vertexCount);
    double depths[depthCount] = {0}, before = 0.0, middle = 0.0;
    int last = mesh->vertexCount - 1, count = 0;
    for (int i = 0; i < 2 * substepsPerSecond && count < depthCount; i++) {
        REQUIRE(gelWorld_Step(world, 1.0f / substepsPerSecond));
        REQUIRE(gelBody_ReadPositions(world, id, x, mesh->vertexCount));
        double depth = (double)mesh->positions[3 * last + 1] - (double)x[3 * last + 1];
        depths[count] = depth > depths[count] ? depth : depths[count];
        if (count == 0)
            middle = 0.5 * depths[0];
        count += before > middle && depth <= middle;
        before = depth;
    }
    CHECK_INT(count, depthCount);
    free(x);
    gelDestroyWorld(world);
    return (depths[depthCount - 1] - middle) / middle;
}

// 10 substeps in 1/60 s. Implicit Euler's factor for a mode is (1 + w^2 h^2)^(-1/2) per substep.
static void swings_keep_their_height_with_bdf2(void)
{
    double kept = heightAfterSixPeriods(gel_bdf2), damped = heightAfterSixPeriods(gel_implicitEuler);
    CHECK_CLOSE(kept, 1.0, 0.02, "of third order: 2 pi (w h)^3 / 4 per period");
    CHECK(damped < 0.4, "implicit Euler leaves %g of the height", damped);
}

// The time of `count` periods of a single tet, of which one corner is free and swings towards the others, s. The solver is
// exact there.
static double periodsOfTet(int substeps, int count)
{
    gelWorldDef def = onReference(1);
    gelBodyDef body = gelDefaultBodyDef();
    float positions[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, h = 1.0f / (float)substeps;
    int tet[4] = {0, 1, 2, 3};
    gelTetMesh mesh = {.positions = positions, .vertexCount = 4, .tets = tet, .tetCount = 1};
    gelBodyId id;
    double before = 0.0, first = -1.0, last = -1.0;
    def.backend = gel_referenceDouble;
    def.gravity = (gelVec3){0};
    gelWorld* world = openWorld(&def, gel_bdf2);
    body.material.youngModulus = 1e6f;
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    REQUIRE(gelBody_SetPinned(world, id, tet, 3, true));
    positions[11] = 1.0001f;
    REQUIRE(gelBody_WritePositions(world, id, positions, 4));
    for (int i = 0, passes = 0; passes <= count && i < 40 * substeps; i++) {
        double place[12];
        REQUIRE(gelWorld_Step(world, h));
        REQUIRE(gelBody_ReadPositionsDouble(world, id, place, 4));
        double stretch = place[11] - 1.0;
        if (before > 0.0 && stretch <= 0.0) {
            last = (i + before / (before - stretch)) / substeps;
            first = passes++ == 0 ? last : first;
        }
        before = stretch;
    }
    gelDestroyWorld(world);
    return last - first;
}

static void periods_of_bdf2_are_of_second_order(void)
{
    double coarse = periodsOfTet(600, 4), middle = periodsOfTet(1200, 4), fine = periodsOfTet(2400, 4);
    CHECK_CLOSE((coarse - middle) / (middle - fine), 4.0, 0.2, "the next order");
}

// The free corner of that tet moves by {q, q, z}: two numbers, whose forces are -(stiffness x +
// drag u). A goal pulls the corner with m (pull x + slow v), too.
typedef struct Corner {
    double mass, stiffness[2][2], drag[2][2], pull, slow;
    double x[2], v[2], history[2][2];
} Corner;

enum { dampedRate = 600 };
static const float springDamping = 0.002f;

static gelWorld* openDampedTet(gelTimeScheme scheme, Corner* corner)
{
    gelWorldDef def = onReference(1);
    gelBodyDef body = gelDefaultBodyDef();
    float positions[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, weights[4] = {0, 0, 0, 0.5f};
    int tet[4] = {0, 1, 2, 3};
    gelTetMesh mesh = {.positions = positions, .vertexCount = 4, .tets = tet, .tetCount = 1};
    gelGoalSet goals = gelDefaultGoalSet();
    gelConstraint edges[6], volume;
    gelBodyId id;
    double along = 0.0, across = 0.0;
    def.backend = gel_referenceDouble;
    def.gravity = (gelVec3){0};
    def.springDamping = springDamping;
    gelWorld* world = openWorld(&def, scheme);
    body.material.youngModulus = 1e6f;
    body.material.damping = 0.0f;
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    REQUIRE(gelBody_SetPinned(world, id, tet, 3, true));
    goals.weights = weights;
    goals.spring = 2000.0f;
    goals.damping = 5.0f;
    REQUIRE(gelBody_SetGoals(world, id, &goals));
    positions[11] = 1.0001f;
    REQUIRE(gelBody_WritePositions(world, id, positions, 4));
    REQUIRE(gelWorld_GetConstraints(world, gel_distanceConstraint, edges, 6));
    REQUIRE(gelWorld_GetConstraints(world, gel_volumeConstraint, &volume, 1));
    for (int i = 0; i < 6; i++) {
        const int *ends = edges[i].vertices, other = ends[0] == 3 ? ends[1] : ends[0];
        double k = 1.0 / (double)edges[i].values[1];
        along = ends[0] + ends[1] == 3 && other == 0 ? k : along;
        across = (ends[0] == 3 || ends[1] == 3) && other == 1 ? k : across;
    }
    *corner = (Corner){.mass = 1.0 / world->vertices[3].inverseMass,
                       .stiffness = {{across / 2, -across / 2}, {-across, along + across}},
                       .pull = 2000.0,
                       .slow = 5.0,
                       .x = {0.0, (double)positions[11] - 1.0}};
    for (int i = 0; i < 4; i++)
        corner->drag[i / 2][i % 2] = (double)springDamping * corner->stiffness[i / 2][i % 2];
    corner->stiffness[1][1] += 1.0 / (double)volume.values[1] / 36.0;
    return world;
}

// With u = v + slope d / h of springs, and v + d / h of goals, at the end of the substep.
static void stepCorner(Corner* a, double h, bool isBdf2)
{
    double slope = isBdf2 ? 1.5 : 1.0, carried[2], force[2], matrix[2][2], held = a->pull + a->slow / h;
    for (int i = 0; i < 2; i++)
        carried[i] = isBdf2 ? h * h * (6.0 * a->history[0][i] - a->history[1][i]) / 9.0 : 0.0;
    for (int i = 0; i < 2; i++) {
        force[i] = -a->mass * (a->pull * (a->x[i] + h * a->v[i]) + a->slow * a->v[i] + held * carried[i]);
        for (int j = 0; j < 2; j++) {
            force[i] -= a->stiffness[i][j] * (a->x[j] + h * a->v[j] + carried[j]) +
                        a->drag[i][j] * (a->v[j] + slope * carried[j] / h);
            matrix[i][j] = a->stiffness[i][j] + slope / h * a->drag[i][j] +
                           (i == j ? a->mass * (slope * slope / h / h + held) : 0.0);
        }
    }
    double determinant = matrix[0][0] * matrix[1][1] - matrix[0][1] * matrix[1][0];
    for (int i = 0; i < 2; i++) {
        double d =
            carried[i] + (matrix[1 - i][1 - i] * force[i] - matrix[i][1 - i] * force[1 - i]) / determinant;
        a->v[i] += d / h;
        a->x[i] += h * a->v[i];
        a->history[1][i] = a->history[0][i];
        a->history[0][i] = d / h / h;
    }
}

static void springs_goals_and_their_damping_act_as_the_scheme_says(void)
{
    for (int isBdf2 = 0; isBdf2 < 2; isBdf2++) {
        Corner corner;
        double found[12], greatest = 0.0;
        gelWorld* world = openDampedTet(isBdf2 ? gel_bdf2 : gel_implicitEuler, &corner);
        for (int i = 0; i < dampedRate / 10; i++) {
            REQUIRE(gelWorld_Step(world, 1.0f / dampedRate));
            REQUIRE(gelBody_ReadPositionsDouble(world, gelWorld_GetBody(world, 0), found, 4));
            stepCorner(&corner, (double)(1.0f / dampedRate), isBdf2);
            greatest =
                fmax(greatest, fmax(fabs(found[9] - corner.x[0]), fabs(found[11] - 1.0 - corner.x[1])));
        }
        printf("  %s: {%g, %g} m, by recursion {%g, %g} m\n", isBdf2 ? "BDF2" : "implicit Euler", found[9],
               found[11] - 1.0, corner.x[0], corner.x[1]);
        CHECK(greatest < 1e-7, "the corner is off by %g m", greatest);
        gelDestroyWorld(world);
    }
}

// Without the elastic energy: where the ground has just pushed a stiff body out of itself, that is large.
static double energyOfMotion(gelWorld* world)
{
    gelMeasures measures;
    REQUIRE(gelWorld_Measure(world, &measures));
    return measures.kineticEnergy + measures.gravityEnergy;
}

static gelWorld* drop(float young, int substeps, gelTimeScheme scheme)
{
    gelWorldDef def = onReference(substeps);
    gelBodyDef body = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    def.ground.enabled = true;
    gelWorld* world = openWorld(&def, scheme);
    body.material.youngModulus = young;
    body.position = (gelVec3){0.0f, 0.8f, 0.0f};
    body.rotation = (gelQuat){0.2f, 0.1f, 0.3f, 1.0f};
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.25f, 0.25f}, 4, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return world;
}

// The ground changes velocities after the solve. Were that an acceleration, it would be taken for a trend.
static void what_lands_gains_no_energy(void)
{
    const float moduli[] = {1e5f, 1e7f, 1e9f};
    const int substeps[] = {1, 4, 10};
    for (int i = 0; i < 9; i++) {
        gelWorld* world = drop(moduli[i / 3], substeps[i % 3], gel_bdf2);
        double start = energyOfMotion(world), most = start;
        for (int f = 0; f < 120; f++) {
            stepFrames(world, 1);
            double now = energyOfMotion(world);
            most = now > most ? now : most;
        }
        CHECK(most <= start * (1.0 + 1e-6), "%g Pa, %d substeps: %g J of %g J", (double)moduli[i / 3],
              substeps[i % 3], most, start);
        gelDestroyWorld(world);
    }
}

// A block that begins at rest, with one end on springs to where it is. All else that has energy is
// these and its own springs, which have none at first.
static gelWorld* hangOnSprings(float young, float spring, int substeps)
{
    gelWorldDef def = onReference(substeps);
    gelBodyDef body = gelDefaultBodyDef();
    gelGoalSet goals = gelDefaultGoalSet();
    gelTetMesh mesh;
    gelBodyId id;
    gelWorld* world = openWorld(&def, gel_bdf2);
    body.material.youngModulus = young;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.25f, 0.25f}, 4, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    float* weights = calloc((size_t)mesh.vertexCount, sizeof *weights);
    for (int i = 0; i < mesh.vertexCount; i++)
        weights[i] = mesh.positions[3 * i] < -0.2f ? 0.5f : 0.0f;
    goals.weights = weights;
    goals.spring = spring;
    REQUIRE(gelBody_SetGoals(world, id, &goals));
    free(weights);
    gelDestroyTetMesh(&mesh);
    return world;
}

// The last level takes the momenta as implicit Euler does, and the others do as BDF2.
static void what_swings_on_springs_gains_no_energy(void)
{
    const float moduli[] = {1e5f, 1e7f, 1e9f}, springs[] = {1e2f, 1e4f, 1e6f, 1e8f};
    const int substeps[] = {1, 4, 10};
    for (int i = 0; i < 36; i++) {
        float young = moduli[i / 12], spring = springs[i / 3 % 4];
        gelWorld* world = hangOnSprings(young, spring, substeps[i % 3]);
        double start = energyOfMotion(world), most = start;
        for (int f = 0; f < 60; f++) {
            stepFrames(world, 1);
            most = fmax(most, energyOfMotion(world));
        }
        CHECK(most <= start + 1e-6 * fabs(start) + 1e-6, "%g Pa, %g / s^2, %d substeps: %g J of %g J",
              (double)young, (double)spring, substeps[i % 3], most, start);
        gelDestroyWorld(world);
    }
}

static gelWorld* swinging(const gelWorldDef* like)
{
    gelWorldDef def = *like;
    def.substepCount = 4;
    gelWorld* world = openWorld(&def, gel_bdf2);
    addBeam(world, 1e8f);
    stepFrames(world, 5);
    return world;
}

static void copies_go_on_alike(gelWorldDef backend)
{
    const char* path = GEL_SCRATCH "/time_scheme.state";
    gelWorld *world = swinging(&backend), *other = swinging(&backend), *clone;
    gelSnapshot* snapshot;
    gelWorldDef def = gelWorld_GetDef(world);
    REQUIRE(gelTakeSnapshot(world, NULL, &snapshot));
    REQUIRE(gelWriteSnapshot(path, world, NULL, NULL, 0));
    REQUIRE(gelCloneWorld(world, &def, &clone));
    stepFrames(other, 3);
    REQUIRE(gelReadSnapshot(path, other, NULL, NULL, NULL));
    CHECK_HEX(gelWorld_Hash(other), gelWorld_Hash(world));
    gelWorld* const worlds[] = {world, other, clone};
    for (int i = 0; i < 3; i++)
        stepFrames(worlds[i], 4);
    uint64_t hash = gelWorld_Hash(world);
    CHECK_HEX(gelWorld_Hash(other), hash);
    CHECK_HEX(gelWorld_Hash(clone), hash);
    REQUIRE(gelRestoreSnapshot(world, NULL, snapshot));
    stepFrames(world, 4);
    CHECK_HEX(gelWorld_Hash(world), hash);
    unlink(path);
    gelDestroySnapshot(snapshot);
    for (int i = 0; i < 3; i++)
        gelDestroyWorld(worlds[i]);
}

// A change of the material makes the solver list the same bodies again.
static void a_new_plan_keeps_the_accelerations(gelWorldDef backend)
{
    gelWorld *world = swinging(&backend), *other = swinging(&backend);
    gelBodyId id = gelWorld_GetBody(world, 0);
    gelMaterial material;
    REQUIRE(gelBody_GetMaterial(world, id, &material));
    REQUIRE(gelBody_SetMaterial(world, id, &material));
    stepFrames(world, 4);
    stepFrames(other, 4);
    CHECK_HEX(gelWorld_Hash(world), gelWorld_Hash(other));
    gelDestroyWorld(world);
    gelDestroyWorld(other);
}

static const gelBackendFunctions* workingFunctions;
static int callsUntilFailure;

static gelStatus failOnce(gelBackend* backend, const gelStepParameters* parameters, gelPlanStage stage)
{
    return callsUntilFailure-- == 0 ? gelFail(gel_deviceError, "planted")
                                    : workingFunctions->runStage(backend, parameters, stage);
}

static void a_step_that_fails_gives_the_accelerations_back(gelWorldDef backend)
{
    gelWorld *world = swinging(&backend), *other = swinging(&backend);
    uint64_t before = gelWorld_Hash(world);
    workingFunctions = world->backend->functions;
    gelBackendFunctions failing = *workingFunctions;
    failing.runStage = failOnce;
    failing.runStep = NULL;
    world->backend->functions = &failing;
    callsUntilFailure = 9; // in the second substep
    CHECK_STATUS(gelWorld_Step(world, 1.0f / 60.0f), gel_deviceError);
    CHECK_HEX(gelWorld_Hash(world), before);
    world->backend->functions = workingFunctions;
    stepFrames(world, 4);
    stepFrames(other, 4);
    CHECK_HEX(gelWorld_Hash(world), gelWorld_Hash(other));
    gelDestroyWorld(world);
    gelDestroyWorld(other);
}

static void a_body_that_is_put_elsewhere_begins_anew(gelWorldDef backend)
{
    gelWorld *world = swinging(&backend), *fresh;
    gelBodyId id = gelWorld_GetBody(world, 0);
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    float* none = calloc(3 * (size_t)mesh->vertexCount, sizeof *none);
    gelWorldDef def = gelWorld_GetDef(world);
    REQUIRE(gelBody_WritePositions(world, id, mesh->positions, mesh->vertexCount));
    REQUIRE(gelBody_WriteVelocities(world, id, none, mesh->vertexCount));
    fresh = openWorld(&def, gel_bdf2);
    addBeam(fresh, 1e8f);
    stepFrames(world, 3);
    stepFrames(fresh, 3);
    CHECK_HEX(gelWorld_Hash(world), gelWorld_Hash(fresh));
    free(none);
    gelDestroyWorld(world);
    gelDestroyWorld(fresh);
}

static void the_scheme_can_change_between_steps(gelWorldDef backend)
{
    gelWorld *world = swinging(&backend), *clone;
    gelWorldDef def = gelWorld_GetDef(world);
    def.timeScheme = gel_implicitEuler;
    REQUIRE(gelWorld_SetSettings(world, &def));
    REQUIRE(gelCloneWorld(world, &def, &clone));
    uint64_t before = gelWorld_Hash(world);
    stepFrames(world, 2);
    stepFrames(clone, 2);
    CHECK_HEX(gelWorld_Hash(world), gelWorld_Hash(clone));
    CHECK(gelWorld_Hash(world) != before, "it stands still");
    CHECK(world->bodies[0]->history == NULL, "implicit Euler keeps accelerations");
    def.timeScheme = gel_bdf2;
    REQUIRE(gelWorld_SetSettings(world, &def));
    stepFrames(world, 1);
    CHECK(world->bodies[0]->history != NULL, "BDF2 keeps none");
    gelDestroyWorld(world);
    gelDestroyWorld(clone);
}

// Until the next step it is open what steps a body of `auto`.
static void measuring_changes_nothing(gelWorldDef backend)
{
    gelWorld *world = swinging(&backend), *other = swinging(&backend);
    gelMeasures measures;
    gelWorld* const worlds[] = {world, other};
    for (int i = 0; i < 2; i++)
        REQUIRE(gelBody_SetSolver(worlds[i], gelWorld_GetBody(worlds[i], 0), gel_autoSolver, 1, 0));
    REQUIRE(gelWorld_Measure(world, &measures));
    CHECK_HEX(gelWorld_Hash(world), gelWorld_Hash(other));
    for (int i = 0; i < 2; i++) {
        stepFrames(worlds[i], 4);
        CHECK(worlds[i]->bodies[0]->history != NULL, "auto has not chosen the two-level solver");
    }
    CHECK_HEX(gelWorld_Hash(world), gelWorld_Hash(other));
    gelDestroyWorld(world);
    gelDestroyWorld(other);
}

// A difference that a float could not hold counts in double precision.
static void the_hash_counts_accelerations_in_the_precision_of_the_back_end(void)
{
    for (int precision = gel_referenceFloat; precision <= gel_referenceDouble; precision++) {
        gelWorldDef def = onReference(4);
        def.backend = (gelBackendKind)precision;
        gelWorld* world = swinging(&def);
        int last = world->bodies[0]->shape->mesh.vertexCount - 1; // vertex 0 is pinned
        double* number = &world->bodies[0]->history[gel_historyNumbers * last + 1];
        uint64_t before = gelWorld_Hash(world);
        bool isDouble = precision == (int)gel_referenceDouble;
        *number *= isDouble ? 1.0 + 1e-12 : 1.0 + 1e-6;
        CHECK(gelWorld_Hash(world) != before, "in %s precision an acceleration has changed unseen",
              isDouble ? "double" : "single");
        gelDestroyWorld(world);
    }
}

static void a_new_pin_moves_no_more(gelWorldDef backend)
{
    gelWorld* worlds[] = {swinging(&backend), swinging(&backend)};
    int last = gelBody_GetMesh(worlds[0], gelWorld_GetBody(worlds[0], 0))->vertexCount - 1;
    for (int i = 0; i < 2; i++)
        REQUIRE(gelBody_SetPinned(worlds[i], gelWorld_GetBody(worlds[i], 0), &last, 1, true));
    double* history = worlds[0]->bodies[0]->history + gel_historyNumbers * (size_t)last;
    CHECK(history[1] != 0.0, "it had no acceleration");
    memset(worlds[1]->bodies[0]->history + gel_historyNumbers * (size_t)last, 0, 6 * sizeof *history);
    for (int i = 0; i < 2; i++)
        stepFrames(worlds[i], 1);
    CHECK_HEX(gelWorld_Hash(worlds[0]), gelWorld_Hash(worlds[1]));
    for (int i = 0; i < 2; i++)
        gelDestroyWorld(worlds[i]);
}

static void stepStageUntil(gelWorld* world, gelStage stage)
{
    gelStageInfo info = {0};
    while (info.stage != stage)
        REQUIRE(gelWorld_StepStage(world, 1.0f / 60.0f, &info));
}

// A body beside it goes on as if nothing were pinned.
static void pins_between_two_stages_disturb_no_other_body(gelWorldDef backend)
{
    gelWorld* worlds[] = {swinging(&backend), swinging(&backend)};
    const gelVertexState* states[2];
    gelBodyId first = gelWorld_GetBody(worlds[0], 0);
    int vertexCount = gelBody_GetMesh(worlds[0], first)->vertexCount, last = vertexCount - 1;
    for (int i = 0; i < 2; i++) {
        addBeam(worlds[i], 1e8f);
        stepFrames(worlds[i], 1);
        stepStageUntil(worlds[i], gel_stageLoads);
        if (i == 0)
            REQUIRE(gelBody_SetPinned(worlds[i], first, &last, 1, true));
        stepStageUntil(worlds[i], gel_stageVelocity);
        stepFrames(worlds[i], 3);
        REQUIRE(gelWorldPull(worlds[i]));
        states[i] = worlds[i]->vertices;
    }
    for (int k = 0; k < 3; k++)
        CHECK_CLOSE(states[0][vertexCount + last].velocity[k], states[1][vertexCount + last].velocity[k], 0.0,
                    "the same bits");
    CHECK(states[0][last].position[1] != states[1][last].position[1], "it was not pinned");
    CHECK(worlds[0]->twoLevel.pinned[last], "the solver takes it for free");
    for (int i = 0; i < 2; i++)
        gelDestroyWorld(worlds[i]);
}

TESTS(TEST(swings_keep_their_height_with_bdf2), TEST(periods_of_bdf2_are_of_second_order),
      TEST(springs_goals_and_their_damping_act_as_the_scheme_says), TEST(what_lands_gains_no_energy),
      TEST(what_swings_on_springs_gains_no_energy), TEST_ON_EACH_BACKEND(copies_go_on_alike),
      TEST_ON_EACH_BACKEND(a_new_plan_keeps_the_accelerations),
      TEST_ON_EACH_BACKEND(a_step_that_fails_gives_the_accelerations_back),
      TEST_ON_EACH_BACKEND(a_body_that_is_put_elsewhere_begins_anew),
      TEST_ON_EACH_BACKEND(the_scheme_can_change_between_steps),
      TEST_ON_EACH_BACKEND(measuring_changes_nothing),
      TEST(the_hash_counts_accelerations_in_the_precision_of_the_back_end),
      TEST_ON_EACH_BACKEND(a_new_pin_moves_no_more),
      TEST_ON_EACH_BACKEND(pins_between_two_stages_disturb_no_other_body))
