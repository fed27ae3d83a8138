// The choice of a solver: the world's, a body's, and Gel's own by the estimate of softness.
#include "support/equal_bits.h"

#include <unistd.h>

static const float frame = 1.0f / 60.0f;

static gelBodyId addBox(gelWorld* world, gelSolver solver, float youngModulus, float x)
{
    gelTetMesh mesh;
    gelBodyId id;
    gelBodyDef def = gelDefaultBodyDef();
    def.solver = solver;
    def.material.youngModulus = youngModulus;
    def.position.x = x;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.25f, 0.25f}, 8, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    for (int i = 0; i < mesh.vertexCount; i++)
        if (mesh.positions[3 * i] < -0.499f)
            REQUIRE(gelBody_SetPinned(world, id, &i, 1, true));
    gelDestroyTetMesh(&mesh);
    return id;
}

static gelWorld* makeWorld(gelSolver solver)
{
    gelWorld* world;
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    def.solver = solver;
    def.contact = false;
    REQUIRE(gelCreateWorld(&def, &world));
    return world;
}

static void checkSolver(const gelWorld* world, gelBodyId id, gelSolver expected)
{
    CHECK_TEXT(gelSolverText(gelBody_GetSolver(world, id)), gelSolverText(expected));
}

static void bodies_that_request_no_solver_get_the_worlds(void)
{
    gelWorld* world = makeWorld(gel_twoLevelSolver);
    gelBodyDef def;
    gelBodyId own = addBox(world, gel_worldSolver, 1e8f, 0.0f),
              other = addBox(world, gel_xpbdSolver, 1e8f, 3.0f);
    checkSolver(world, own, gel_twoLevelSolver);
    checkSolver(world, other, gel_xpbdSolver);
    REQUIRE(gelBody_GetDef(world, own, &def));
    CHECK_TEXT(gelSolverText(def.solver), "twoLevel");
    gelDestroyWorld(world);
}

static void auto_takes_the_two_level_solver_where_xpbd_is_too_soft(void)
{
    gelWorld* world = makeWorld(gel_autoSolver);
    gelSoftness foretold;
    gelBodyId stiff = addBox(world, gel_worldSolver, 1e9f, 0.0f),
              alike = addBox(world, gel_worldSolver, 1e9f, 3.0f),
              soft = addBox(world, gel_worldSolver, 1e4f, 6.0f),
              bound = addBox(world, gel_xpbdSolver, 1e9f, 9.0f);
    checkSolver(world, stiff, gel_autoSolver);
    REQUIRE(gelBody_EstimateSoftness(world, stiff, frame, &foretold));
    CHECK(foretold.ratio == 1.0, "%g times softer", foretold.ratio);
    stepFrames(world, 1);
    checkSolver(world, stiff, gel_twoLevelSolver);
    checkSolver(world, alike, gel_twoLevelSolver);
    checkSolver(world, soft, gel_xpbdSolver);
    checkSolver(world, bound, gel_xpbdSolver);
    REQUIRE(gelBody_EstimateSoftness(world, bound, frame, &foretold));
    CHECK(foretold.suitsTwoLevel && foretold.ratio > 10.0, "%g times softer", foretold.ratio);
    gelMaterial material;
    REQUIRE(gelBody_GetMaterial(world, stiff, &material));
    material.youngModulus = 1e4f;
    REQUIRE(gelBody_SetMaterial(world, stiff, &material));
    stepFrames(world, 1);
    checkSolver(world, stiff, gel_xpbdSolver);
    checkSolver(world, alike, gel_twoLevelSolver);
    REQUIRE(gelWorld_SetSubstepCount(world, 1000));
    stepFrames(world, 1);
    checkSolver(world, alike, gel_xpbdSolver);
    gelDestroyWorld(world);
}

static void auto_stays_with_xpbd_where_the_two_level_solver_lacks_something(void)
{
    gelWorld* world;
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    def.solver = gel_autoSolver;
    def.order = gel_meshOrder;
    REQUIRE(gelCreateWorld(&def, &world));
    gelBodyId id = addBox(world, gel_worldSolver, 1e9f, 0.0f);
    stepFrames(world, 1);
    checkSolver(world, id, gel_xpbdSolver);
    gelDestroyWorld(world);
}

// Without its pins a beam would be stiff enough.
static void unpin(gelWorld* world, gelBodyId id)
{
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){-1.0f, -9.0f, -9.0f}, (gelVec3){9.0f, 9.0f, 9.0f}, NULL));
}

// A body like the one before may tear.
static void auto_gives_to_xpbd_only_the_bodies_that_need_it(void)
{
    gelWorld* world = makeWorld(gel_autoSolver);
    gelBodyId lasting = addBox(world, gel_worldSolver, 1e9f, 0.0f),
              tearing = addBox(world, gel_worldSolver, 1e9f, 3.0f);
    gelMaterial material;
    REQUIRE(gelBody_GetMaterial(world, tearing, &material));
    material.tearStrain = 1.0f;
    REQUIRE(gelBody_SetMaterial(world, tearing, &material));
    gelSoftness foretold;
    REQUIRE(gelBody_EstimateSoftness(world, tearing, frame, &foretold));
    CHECK(!foretold.suitsTwoLevel && foretold.ratio > 10.0, "%g times softer", foretold.ratio);
    stepFrames(world, 1);
    checkSolver(world, lasting, gel_twoLevelSolver);
    checkSolver(world, tearing, gel_xpbdSolver);
    gelDestroyWorld(world);
}

static void a_choice_that_was_made_stays_in_snapshots_and_clones(void)
{
    const char* path = GEL_SCRATCH "/solver.state";
    gelWorld *world = makeWorld(gel_autoSolver), *other = makeWorld(gel_autoSolver), *clone;
    gelBodyId id = addBox(world, gel_worldSolver, 1e9f, 0.0f);
    addBox(other, gel_worldSolver, 1e9f, 0.0f);
    gelSnapshot* snapshot;
    stepFrames(world, 2);
    unpin(world, id);
    checkSolver(world, id, gel_twoLevelSolver);
    REQUIRE(gelTakeSnapshot(world, NULL, &snapshot));
    REQUIRE(gelWriteSnapshot(path, world, NULL, NULL, 0));
    gelWorldDef def = gelWorld_GetDef(world);
    REQUIRE(gelCloneWorld(world, &def, &clone));
    REQUIRE(gelReadSnapshot(path, other, NULL, NULL, NULL));
    stepFrames(world, 3);
    uint64_t hash = gelWorld_Hash(world);
    gelWorld* const copies[] = {clone, other};
    for (int i = 0; i < 2; i++) {
        checkSolver(copies[i], id, gel_twoLevelSolver);
        stepFrames(copies[i], 3);
        CHECK_HEX(gelWorld_Hash(copies[i]), hash);
    }
    REQUIRE(gelBody_SetSolver(world, id, gel_xpbdSolver, 1, 0));
    REQUIRE(gelRestoreSnapshot(world, NULL, snapshot));
    stepFrames(world, 3);
    CHECK_HEX(gelWorld_Hash(world), hash);
    unlink(path);
    gelDestroySnapshot(snapshot);
    gelDestroyWorld(clone);
    gelDestroyWorld(other);
    gelDestroyWorld(world);
}

static void a_snapshot_restores_the_solver_that_stepped(void)
{
    const struct {
        gelSolver solver;
        int cycles, aggregates;
    } others[] = {{gel_xpbdSolver, 1, 0}, {gel_twoLevelSolver, 3, 0}, {gel_twoLevelSolver, 1, 2}};
    for (int i = 0; i < 3; i++) {
        gelWorld* world = makeWorld(gel_autoSolver);
        gelBodyId id = addBox(world, gel_worldSolver, 1e9f, 0.0f);
        gelSnapshot* snapshot;
        stepFrames(world, 2);
        REQUIRE(gelTakeSnapshot(world, NULL, &snapshot));
        stepFrames(world, 3);
        uint64_t hash = gelWorld_Hash(world);
        REQUIRE(gelBody_SetSolver(world, id, others[i].solver, others[i].cycles, others[i].aggregates));
        stepFrames(world, 1);
        REQUIRE(gelRestoreSnapshot(world, NULL, snapshot));
        stepFrames(world, 3);
        CHECK_HEX(gelWorld_Hash(world), hash);
        gelDestroySnapshot(snapshot);
        gelDestroyWorld(world);
    }
}

static void a_solver_can_change_while_bodies_move(void)
{
    gelWorld *world = makeWorld(gel_xpbdSolver), *clone;
    gelBodyId id = addBox(world, gel_worldSolver, 1e8f, 0.0f);
    stepFrames(world, 3);
    gelWorldDef def = gelWorld_GetDef(world);
    def.solver = gel_twoLevelSolver;
    REQUIRE(gelConvertWorld(world, &def, &clone));
    checkSolver(clone, id, gel_twoLevelSolver);
    REQUIRE(gelBody_SetSolver(world, id, gel_twoLevelSolver, 1, 0));
    stepFrames(world, 3);
    stepFrames(clone, 3);
    CHECK_HEX(gelWorld_Hash(world), gelWorld_Hash(clone));
    gelDestroyWorld(clone);
    gelDestroyWorld(world);
}

static void solvers_that_make_no_sense_are_refused(void)
{
    gelWorld* world = makeWorld(gel_xpbdSolver);
    gelBodyId id = addBox(world, gel_worldSolver, 1e8f, 0.0f), wall;
    gelObstacleDef obstacle = gelDefaultObstacleDef();
    gelSurfaceMesh surface;
    REQUIRE(gelCreateSphereSurface(0.1f, 0, &surface));
    REQUIRE(gelCreateObstacle(world, &obstacle, &surface, &wall));
    gelDestroySurfaceMesh(&surface);
    CHECK_STATUS(gelBody_SetSolver(world, wall, gel_twoLevelSolver, 1, 0), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "no solver");
    CHECK_STATUS(gelBody_SetSolver(world, (gelBodyId){0}, gel_twoLevelSolver, 1, 0), gel_invalidHandle);
    CHECK_STATUS(gelBody_SetSolver(world, id, gel_solverCount, 1, 0), gel_invalidArgument);
    CHECK_STATUS(gelBody_SetSolver(world, id, gel_twoLevelSolver, 17, 0), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "cycles");
    CHECK_STATUS(gelBody_SetSolver(world, id, gel_twoLevelSolver, 1, 33), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "aggregates");
    checkSolver(world, id, gel_xpbdSolver);
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* none;
    def.solver = gel_worldSolver;
    CHECK_STATUS(gelCreateWorld(&def, &none), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "solver");
    gelDestroyWorld(world);
}

TESTS(TEST(bodies_that_request_no_solver_get_the_worlds),
      TEST(auto_takes_the_two_level_solver_where_xpbd_is_too_soft),
      TEST(auto_stays_with_xpbd_where_the_two_level_solver_lacks_something),
      TEST(auto_gives_to_xpbd_only_the_bodies_that_need_it),
      TEST(a_choice_that_was_made_stays_in_snapshots_and_clones),
      TEST(a_snapshot_restores_the_solver_that_stepped), TEST(a_solver_can_change_while_bodies_move),
      TEST(solvers_that_make_no_sense_are_refused))
