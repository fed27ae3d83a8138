// Bending of triangles that share an edge: the formula, what it stores, and bodies that have it.
#define GEL_DIALECT_DOUBLE
#include "solve.h"

#include "support/fixtures.h"

static const float frame = 1.0f / 60.0f;
static const double noValues[max_values] = {0};

// Two triangles of height 1 at an edge of length 2, folded by an angle; positive is a valley seen along the
// normals.
static void fold(double angle, vec3 x[4])
{
    x[0] = (vec3){-1.0, 0.0, 0.0};
    x[1] = (vec3){1.0, 0.0, 0.0};
    x[2] = (vec3){0.3, cos(angle), sin(angle)};
    x[3] = (vec3){-0.2, -1.0, 0.0};
}

static void the_value_is_twice_the_sine_of_half_the_fold(void)
{
    const double angles[] = {0.0, 1e-6, -1e-6, 0.5, -0.5, 2.0, -2.0, 3.1};
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        vec3 x[4];
        fold(angles[i], x);
        double found = measure_bending(x, noValues).value, expected = 2.0 * sin(0.5 * angles[i]);
        CHECK_CLOSE(found, expected, 1e-12 + 1e-9 * fabs(expected),
                    "rounding, near pi of a division by 0.04");
    }
}

static void solveFold(vec3* x, const double* w, const double* values)
{
    vec3 gradients[4];
    double multiplier = lambda_bending(x, w, values, 1e4, gradients);
    for (int k = 0; k < 4; k++)
        x[k] = vec3_add(x[k], constraint_move(gradients[k], multiplier, w[k]));
}

// A step along the gradients changes C by what was asked for, up to the square of it, and neither pushes nor
// turns the four.
static void a_solved_fold_has_its_rest_value_and_keeps_momentum(void)
{
    const double w[4] = {1.0, 0.5, 2.0, 0.25}, asked = 1e-4;
    vec3 x[4], before[4];
    double sum[3] = {0}, turn[3] = {0};
    fold(0.7, x);
    memcpy(before, x, sizeof x);
    double values[2] = {measure_bending(x, noValues).value + asked, 0.0};
    solveFold(x, w, values);
    CHECK_CLOSE(measure_bending(x, values).value, values[0], asked * asked, "the square of the change");
    for (int k = 0; k < 4; k++) {
        vec3 moved = vec3_scale(vec3_subtract(x[k], before[k]), 1.0 / w[k]),
             turned = vec3_cross(before[k], moved);
        const double parts[2][3] = {{moved.x, moved.y, moved.z}, {turned.x, turned.y, turned.z}};
        for (int axis = 0; axis < 3; axis++) {
            sum[axis] += parts[0][axis];
            turn[axis] += parts[1][axis];
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        CHECK_CLOSE(sum[axis], 0.0, 1e-15, "rounding of coordinates of 1 m");
        CHECK_CLOSE(turn[axis], 0.0, 1e-15, "rounding of coordinates of 1 m");
    }
}

static void folds_without_area_or_folded_flat_are_left_alone(void)
{
    const double w[4] = {1.0, 1.0, 1.0, 1.0}, values[2] = {0.5, 0.0};
    const vec3 cases[3][4] = {
        {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, -1.0, 0.0}}, // no edge
        {{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.5, 0.0, 0.0}, {0.2, 0.0, 0.0}}, // no area
        {{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 1.0, 0.0}}, // one triangle on the other
    };
    for (int i = 0; i < 3; i++) {
        vec3 x[4];
        memcpy(x, cases[i], sizeof x);
        solveFold(x, w, values);
        CHECK(memcmp(x, cases[i], sizeof x) == 0, "case %d moved", i);
    }
}

// Weights of the same two triangles: the heights are 1, and meet the edge at 0.65 and 0.4 of it.
static const double weights[max_values] = {0.0, 0.0, -1.05, 1.0, 1.0};

static void weights_measure_the_fold_of_triangles_that_keep_their_lengths(void)
{
    const double angles[] = {0.0, 1e-6, -1e-6, 0.5, -0.5, 2.0, -2.0, 3.1};
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        vec3 x[4];
        fold(angles[i], x);
        CHECK_CLOSE(measure_isometric(x, weights).value, fabs(2.0 * sin(0.5 * angles[i])), 1e-15, "rounding");
    }
}

// However far it is off, since the weights are linear; and neither pushes nor turns the four.
static void a_fold_solved_by_weights_has_its_rest_value_and_keeps_momentum(void)
{
    const double w[4] = {1.0, 0.5, 2.0, 0.25};
    vec3 x[4], gradients[4], sum = {0.0, 0.0, 0.0}, turn = {0.0, 0.0, 0.0};
    for (int i = 0; i < 2; i++) {
        double values[max_values];
        memcpy(values, weights, sizeof values);
        values[0] = 0.9 * i;
        fold(1.7, x);
        double multiplier = lambda_isometric(x, w, values, 1e4, gradients);
        for (int k = 0; k < 4; k++) {
            vec3 push = vec3_scale(gradients[k], multiplier);
            sum = vec3_add(sum, push);
            turn = vec3_add(turn, vec3_cross(x[k], push));
        }
        for (int k = 0; k < 4; k++)
            x[k] = vec3_add(x[k], constraint_move(gradients[k], multiplier, w[k]));
        CHECK_CLOSE(measure_isometric(x, values).value, values[0], 1e-15, "rounding");
        CHECK_CLOSE(sqrt(vec3_dot(sum, sum)), 0.0, 1e-15, "rounding of coordinates of 1 m");
        CHECK_CLOSE(sqrt(vec3_dot(turn, turn)), 0.0, 1e-15, "rounding of coordinates of 1 m");
    }
    fold(0.0, x);
    CHECK_CLOSE(lambda_isometric(x, w, weights, 1e4, gradients), 0.0, 0.0, "a flat fold at rest");
}

// A sheet of equilateral triangles rolled onto a cylinder of radius R stores D / 2 per area over R^2. Each
// vertex of the lattice stands for three edges and two triangles.
static void a_rolled_sheet_stores_what_a_plate_stores(void)
{
    enum { count = 20 };
    const double side = 0.02, tall = side * sqrt(3.0) / 2.0, areaOfTwo = side * tall;
    const double radius = 3.0, stiffness = 5.0,
                 values[max_values] = {0.0, areaOfTwo / (stiffness * side * side), -1.0 / tall, 1.0 / tall,
                                       1.0 / tall};
    // The other end of each edge and the two corners beside it, from the vertex, in sides and heights of a
    // triangle.
    const double ways[3][3][2] = {
        {{1, 0}, {0.5, 1}, {0.5, -1}}, {{0.5, 1}, {1, 0}, {-0.5, 1}}, {{-0.5, 1}, {0.5, 1}, {-1, 0}}};
    double energy = 0.0, isometric = 0.0;
    for (int vertex = 0; vertex < count * count; vertex++)
        for (int edge = 0; edge < 3; edge++) {
            vec3 x[4];
            for (int k = 0; k < 4; k++) {
                const double here[2] = {vertex % count + 0.5 * (vertex / count), vertex / count};
                double angle = side * (here[0] + (k > 0 ? ways[edge][k - 1][0] : 0.0)) / radius;
                double height = tall * (here[1] + (k > 0 ? ways[edge][k - 1][1] : 0.0));
                x[k] = (vec3){radius * sin(angle), height, radius * (1.0 - cos(angle))};
            }
            energy += measure_energy(measure_bending(x, values), values[1]);
            isometric += measure_energy(measure_isometric(x, values), values[1]);
        }
    double expected = 0.5 * stiffness * (count * count * areaOfTwo) / (radius * radius);
    CHECK_CLOSE(energy / expected, 1.0, 1e-4, "chords in place of arcs: (side / radius)^2");
    CHECK_CLOSE(isometric / expected, 1.0, 1e-4, "the same");
}

static gelWorld* makeBar(const gelWorldDef* def, float bendingStiffness, gelStrategy strategy, gelBodyId* id)
{
    gelTetMesh mesh;
    gelWorld* world;
    gelWorldDef worldDef = *def;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    worldDef.strategy = strategy;
    bodyDef.material.bendingStiffness = bendingStiffness;
    bodyDef.material.damping = 3.0f;
    bodyDef.position = (gelVec3){0.0f, 2.0f, 0.0f};
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.1f, 0.2f}, 10, 1, 2, &mesh));
    REQUIRE(gelCreateWorld(&worldDef, &world));
    REQUIRE(gelCreateBody(world, &bodyDef, &mesh, id));
    REQUIRE(gelBody_PinBox(world, *id, (gelVec3){-0.51f, 0.0f, -1.0f}, (gelVec3){-0.49f, 3.0f, 1.0f}, NULL));
    gelDestroyTetMesh(&mesh);
    return world;
}

static double lowest(gelWorld* world, gelBodyId id)
{
    float xyz[11 * 2 * 3][3];
    double y = 1e9;
    REQUIRE(gelBody_ReadPositions(world, id, xyz[0], 66));
    for (int i = 0; i < 66; i++)
        y = fmin(y, (double)xyz[i][1]);
    return y;
}

static void only_bodies_with_a_bending_stiffness_have_folds(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelBodyId id;
    gelCounters without, with;
    gelWorld *plain = makeBar(&def, 0.0f, gel_strategyAuto, &id),
             *stiff = makeBar(&def, 100.0f, gel_strategyAuto, &id);
    REQUIRE(gelWorld_GetCounters(plain, &without));
    REQUIRE(gelWorld_GetCounters(stiff, &with));
    CHECK_INT(without.constraintCounts[gel_bendingConstraint], 0);
    CHECK_INT(without.colourCounts[gel_bendingConstraint], 0);
    // 2 (10 x 1 + 10 x 2 + 1 x 2) squares, two triangles each, three edges for two triangles.
    CHECK_INT(with.constraintCounts[gel_bendingConstraint], 2 * 32 * 2 * 3 / 2);
    for (int i = 0; i < 180; i++) {
        REQUIRE(gelWorld_Step(plain, frame));
        REQUIRE(gelWorld_Step(stiff, frame));
    }
    double loose = lowest(plain, id), held = lowest(stiff, id);
    CHECK(held > loose + 0.01, "the stiff bar hangs to %g m, the other to %g m", held, loose);
    gelDestroyWorld(plain);
    gelDestroyWorld(stiff);
}

// A disc of thousands of tets round one edge, whose ends have twice as many folds: more than there are
// colours.
static gelTetMesh makeFan(void)
{
    enum { count = 3000 };
    static float positions[count + 2][3] = {{0.0f, 0.0f, -1.0f}, {0.0f, 0.0f, 1.0f}};
    static int tets[count][4];
    for (int i = 0; i < count; i++) {
        double angle = 2.0 * 3.14159265358979 * i / count;
        positions[i + 2][0] = (float)(100.0 * cos(angle));
        positions[i + 2][1] = (float)(100.0 * sin(angle));
        tets[i][1] = 1;
        tets[i][2] = 2 + i;
        tets[i][3] = 2 + (i + 1) % count;
    }
    gelTetMesh mesh;
    REQUIRE(gelCreateTetMesh(positions[0], count + 2, tets[0], count, NULL, &mesh, NULL));
    return mesh;
}

static void a_tile_with_too_many_folds_is_refused_only_where_they_are_wanted(void)
{
    gelTetMesh mesh = makeFan();
    gelWorld* world;
    gelWorldDef worldDef = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    gelBodyId id, refused;
    worldDef.backend = gel_referenceFloat;
    worldDef.tileSize = 65536;
    REQUIRE(gelCreateWorld(&worldDef, &world));
    CHECK_STATUS(gelCreateBody(world, &bodyDef, &mesh, &id), gel_success);
    bodyDef.material.bendingStiffness = 1.0f;
    CHECK_STATUS(gelCreateBody(world, &bodyDef, &mesh, &refused), gel_unsupported);
    CHECK_STATUS(gelBody_SetMaterial(world, id, &bodyDef.material), gel_unsupported);
    CHECK_STATUS(gelWorld_Step(world, frame), gel_success);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

// Each phase has a part of the folds, and a tile's colours are its own.
static void a_mesh_with_as_many_folds_in_several_tiles_bends(void)
{
    gelTetMesh mesh = makeFan();
    gelWorld* world;
    gelWorldDef worldDef = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    gelBodyId id;
    gelCounters counters;
    worldDef.backend = gel_referenceFloat;
    bodyDef.material.bendingStiffness = 1.0f;
    REQUIRE(gelCreateWorld(&worldDef, &world));
    CHECK_STATUS(gelCreateBody(world, &bodyDef, &mesh, &id), gel_success);
    REQUIRE(gelWorld_GetCounters(world, &counters));
    CHECK_INT(counters.constraintCounts[gel_bendingConstraint], 3 * mesh.tetCount);
    CHECK_STATUS(gelWorld_Step(world, frame), gel_success);
    float* xyz = malloc((size_t)mesh.vertexCount * 3 * sizeof *xyz);
    int bad = 0;
    REQUIRE(gelBody_ReadPositions(world, id, xyz, mesh.vertexCount));
    for (int i = 0; i < 3 * mesh.vertexCount; i++)
        bad += !isfinite(xyz[i]);
    CHECK_INT(bad, 0);
    free(xyz);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

static void every_device_and_strategy_gives_the_reference_its_bits(void)
{
    static const gelStrategy strategies[] = {gel_strategyPerColour, gel_strategyBody, gel_strategyEnsemble,
                                             gel_strategyTiles};
    Backends backends = listBackends();
    if (backends.count == 1)
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelBodyId id;
    gelWorld* reference = makeBar(&backends.defs[0], 100.0f, gel_strategyAuto, &id);
    for (int i = 0; i < 20; i++)
        REQUIRE(gelWorld_Step(reference, frame));
    for (int b = 1; b < backends.count; b++)
        for (int s = 0; s < 4; s++) {
            gelWorld* world = makeBar(&backends.defs[b], 100.0f, strategies[s], &id);
            for (int i = 0; i < 20; i++)
                REQUIRE(gelWorld_Step(world, frame));
            CHECK(gelWorld_Hash(world) == gelWorld_Hash(reference), "%s, %s: %016llx, not %016llx",
                  backends.names[b], gelStrategyText(strategies[s]), (unsigned long long)gelWorld_Hash(world),
                  (unsigned long long)gelWorld_Hash(reference));
            gelDestroyWorld(world);
        }
    gelDestroyWorld(reference);
}

// Kernels for bending are built when the first body asks for it; the others go on as they were.
static void a_body_that_bends_may_join_bodies_that_do_not(void)
{
    Backends backends = listBackends();
    uint64_t expected = 0;
    for (int b = 0; b < backends.count; b++) {
        gelBodyId id;
        gelTetMesh mesh;
        gelBodyDef bodyDef = gelDefaultBodyDef();
        gelWorld* world = makeBar(&backends.defs[b], 0.0f, gel_strategyAuto, &id);
        REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.5f, 0.5f}, 2, 2, 2, &mesh));
        for (int i = 0; i < 3; i++) {
            bodyDef.material.bendingStiffness = 20.0f * (float)i;
            bodyDef.material.bendingModel = i == 2 ? gel_isometricBending : gel_dihedralBending;
            bodyDef.position.x = 2.0f * (float)(i + 1);
            for (int n = 0; n < 5; n++)
                REQUIRE(gelWorld_Step(world, frame));
            REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &id));
        }
        for (int n = 0; n < 5; n++)
            REQUIRE(gelWorld_Step(world, frame));
        expected = b == 0 ? gelWorld_Hash(world) : expected;
        CHECK_HEX(gelWorld_Hash(world), expected);
        CHECK(gelWorld_IsExact(world), "%s", gelWorld_GetBackendText(world));
        gelDestroyTetMesh(&mesh);
        gelDestroyWorld(world);
    }
}

TESTS(TEST(the_value_is_twice_the_sine_of_half_the_fold),
      TEST(a_solved_fold_has_its_rest_value_and_keeps_momentum),
      TEST(folds_without_area_or_folded_flat_are_left_alone), TEST(a_rolled_sheet_stores_what_a_plate_stores),
      TEST(weights_measure_the_fold_of_triangles_that_keep_their_lengths),
      TEST(a_fold_solved_by_weights_has_its_rest_value_and_keeps_momentum),
      TEST(only_bodies_with_a_bending_stiffness_have_folds),
      TEST(a_tile_with_too_many_folds_is_refused_only_where_they_are_wanted),
      TEST(a_mesh_with_as_many_folds_in_several_tiles_bends),
      TEST(every_device_and_strategy_gives_the_reference_its_bits),
      TEST(a_body_that_bends_may_join_bodies_that_do_not))
