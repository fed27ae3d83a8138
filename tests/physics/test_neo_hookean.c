// Neo-Hookean tets: the block, forces and energies, moduli, bodies that have them.
#define GEL_DIALECT_DOUBLE
#include "solve.h"

#include "plan/kinds.h"
#include "support/fixtures.h"
#include "world/world.h"

static const float frame = 1.0f / 60.0f;

// -- One tet.

// Deformation gradients: at rest, stretched and sheared, mirrored, flattened.
static const double deformations[][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{1.2, 0.3, -0.1}, {0.2, 0.8, 0.15}, {-0.25, 0.1, 1.1}},
    {{-1.1, 0.2, 0.1}, {0.1, 0.9, 0}, {0.3, 0, 1.2}},
    {{1.3, 0, 0.2}, {0, 0, 0}, {0.1, 0, 0.9}},
};
static const double restEdges[3][3] = {{0.11, 0.01, 0}, {0.02, 0.13, -0.01}, {0.03, 0.02, 0.09}};
static const double masses[4] = {0.7, 1.3, 0.4, 2.1}, shear = 4e4, ratio = 0.3, inverseH2 = 360000.0;

static double determinantOf(const double m[3][3])
{
    double sum = 0.0;
    for (int k = 0; k < 3; k++)
        sum += m[0][k] * (m[1][(k + 1) % 3] * m[2][(k + 2) % 3] - m[1][(k + 2) % 3] * m[2][(k + 1) % 3]);
    return sum;
}

// det(m) times the transposed inverse.
static void cofactorOf(const double m[3][3], double cofactor[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
            cofactor[i][j] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
        }
}

static vec3 transform(const double m[3][3], const double* v)
{
    double r[3];
    for (int i = 0; i < 3; i++)
        r[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
    return (vec3){r[0], r[1], r[2]};
}

// The inverse of the rest matrix, whose columns are the edges: its rows.
static double invertRest(double rows[3][3])
{
    double determinant = determinantOf(restEdges), cofactor[3][3];
    cofactorOf(restEdges, cofactor);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            rows[i][j] = cofactor[i][j] / determinant;
    return determinant / 6.0;
}

static void makeTet(const double f[3][3], vec3 x[4], double values[9])
{
    static const int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    double rows[3][3], volume = invertRest(rows);
    x[0] = (vec3){0.5, -0.2, 0.3};
    for (int k = 0; k < 3; k++)
        x[k + 1] = vec3_add(x[0], transform(f, restEdges[k]));
    values[0] = volume;
    values[1] = 1.0 / (shear * volume);
    values[2] = ratio;
    for (int k = 0; k < 6; k++)
        values[3 + k] = rows[pairs[k][0]][0] * rows[pairs[k][1]][0] +
                        rows[pairs[k][0]][1] * rows[pairs[k][1]][1] +
                        rows[pairs[k][0]][2] * rows[pairs[k][1]][2];
}

// The paper's forces: F, and both energies' gradients.
static void pullAsPaper(const double f[3][3], vec3 forces[4], vec3 c[4])
{
    double rows[3][3], cofactor[3][3], volume = invertRest(rows);
    cofactorOf(f, cofactor);
    double lambda = shear / ratio, push = lambda * (determinantOf(f) - (1.0 + ratio));
    forces[0] = c[0] = (vec3){0};
    for (int k = 0; k < 3; k++) {
        c[k + 1] = transform((const double(*)[3])cofactor, rows[k]);
        forces[k + 1] = vec3_scale(
            vec3_add(vec3_scale(transform(f, rows[k]), shear), vec3_scale(c[k + 1], push)), -volume);
        c[0] = vec3_subtract(c[0], c[k + 1]);
        forces[0] = vec3_subtract(forces[0], forces[k + 1]);
    }
}

static void solveTet(const vec3* x, const double* w, const double* values, vec3 moves[4])
{
    vec3 gradients[4];
    double multiplier = lambda_neo_hookean(x, w, values, inverseH2, gradients);
    for (int k = 0; k < 4; k++)
        moves[k] = constraint_move(gradients[k], multiplier, w[k]);
}

static double lengthOf(vec3 a)
{
    return sqrt(vec3_dot(a, a));
}

// dx (1 / (w h^2) + mu V t / w) + lambda V c (c . dx) is the force.
static void moves_solve_the_block_of_forces_and_stiffness(void)
{
    for (int i = 0; i < 4; i++) {
        vec3 x[4], moves[4], forces[4], c[4];
        double values[9], rows[3][3], volume = invertRest(rows), first[3] = {0}, trace = 0.0, growth = 0.0;
        makeTet(deformations[i], x, values);
        solveTet(x, masses, values, moves);
        pullAsPaper(deformations[i], forces, c);
        for (int k = 0; k < 9; k++) {
            first[k % 3] += rows[k / 3][k % 3];
            trace += masses[k / 3 + 1] * rows[k / 3][k % 3] * rows[k / 3][k % 3];
        }
        trace += masses[0] * (first[0] * first[0] + first[1] * first[1] + first[2] * first[2]);
        for (int k = 0; k < 4; k++)
            growth += vec3_dot(c[k], moves[k]);
        for (int k = 0; k < 4; k++) {
            double held = (inverseH2 + shear * volume * trace) / masses[k];
            vec3 found =
                vec3_add(vec3_scale(moves[k], held), vec3_scale(c[k], shear / ratio * volume * growth));
            CHECK_CLOSE(lengthOf(vec3_subtract(found, forces[k])), 0.0, 1e-11 * lengthOf(forces[k]) + 1e-11,
                        "rounding of stresses of 1e5 Pa");
        }
    }
}

// Weights are masses, or of a Jacobi pass several times as much: neither moves a tet at rest.
static void a_tet_at_rest_stays_where_it_is_whatever_the_weights(void)
{
    for (int times = 1; times < 100; times *= 7) {
        vec3 x[4], found[4];
        double values[9], w[4];
        makeTet(deformations[0], x, values);
        for (int k = 0; k < 4; k++)
            w[k] = masses[k] * times * (k + 1);
        solveTet(x, w, values, found);
        for (int k = 0; k < 4; k++)
            CHECK_CLOSE(lengthOf(found[k]), 0.0, 1e-16, "rounding of edges of 0.1 m");
    }
}

static void a_solved_tet_keeps_momentum(void)
{
    for (int i = 1; i < 4; i++) {
        vec3 x[4], moves[4], sum = {0}, turn = {0};
        double values[9], size = 0.0;
        makeTet(deformations[i], x, values);
        solveTet(x, masses, values, moves);
        for (int k = 0; k < 4; k++) {
            vec3 push = vec3_scale(moves[k], 1.0 / masses[k]);
            sum = vec3_add(sum, push);
            turn = vec3_add(turn, vec3_cross(x[k], push));
            size += lengthOf(push);
        }
        CHECK_CLOSE(lengthOf(sum) / size, 0.0, 1e-14, "rounding");
        CHECK_CLOSE(lengthOf(turn) / size, 0.0, 1e-14, "rounding");
    }
}

static double energyAt(const double f[3][3])
{
    vec3 x[4];
    double values[9];
    makeTet(f, x, values);
    return measure_energy(measure_neo_hookean(x, values), values[1]) / values[0];
}

// Energies per volume of small strains: those of linear elasticity. The third order in the strain is left out
// by the mean over both signs.
static void small_strains_store_what_young_and_poisson_say(void)
{
    const double e = 1e-3, poisson = 0.5 * (1.0 - ratio), young = 2.0 * shear * (1.0 + poisson);
    double stretch = 0.0, turned = 0.0, pressed = 0.0;
    for (double s = -e; s < 1.5 * e; s += 2.0 * e) {
        const double along[3][3] = {{1 + s, 0, 0}, {0, 1 - poisson * s, 0}, {0, 0, 1 - poisson * s}};
        const double sheared[3][3] = {{1, s, 0}, {0, 1, 0}, {0, 0, 1}};
        const double grown[3][3] = {{1 + s, 0, 0}, {0, 1 + s, 0}, {0, 0, 1 + s}};
        stretch += energyAt(along) / (e * e);
        turned += energyAt(sheared) / (e * e);
        pressed += energyAt(grown) / (9.0 * e * e);
    }
    CHECK_CLOSE(stretch / young, 1.0, 1e-5, "the fourth order: e^2");
    CHECK_CLOSE(turned / shear, 1.0, 1e-5, "the fourth order: e^2");
    CHECK_CLOSE(pressed / (young / (3.0 * (1.0 - 2.0 * poisson))), 1.0, 1e-5, "the fourth order: e^2");
}

// The move of a vertex with a mass so large that nothing yields is h^2 w times the force, minus the slope of the
// energy; also where mu fades, on either side of the bound.
static void forces_are_the_slope_of_the_energy(void)
{
    static const double sizes[] = {1.0, 0.65, 0.63, 0.2};
    for (int s = 0; s < 4; s++)
        for (int k = 0; k < 4; k++) {
            const double step = 1e-6, w[4] = {1e-9, 1e-9, 1e-9, 1e-9};
            double values[9], f[3][3], slope[3], energy[2];
            vec3 x[4], moves[4];
            for (int i = 0; i < 9; i++)
                f[i / 3][i % 3] =
                    sizes[s] * deformations[s == 0 ? 1 : 0][i / 3][i % 3] + (i == 1 ? 0.02 : 0.0);
            makeTet((const double(*)[3])f, x, values);
            solveTet(x, w, values, moves);
            for (int axis = 0; axis < 3; axis++) {
                for (int side = 0; side < 2; side++) {
                    vec3 y[4];
                    memcpy(y, x, sizeof y);
                    double* at = axis == 0 ? &y[k].x : axis == 1 ? &y[k].y : &y[k].z;
                    *at += side == 0 ? -step : step;
                    energy[side] = measure_energy(measure_neo_hookean(y, values), values[1]);
                }
                slope[axis] = (energy[1] - energy[0]) / (2.0 * step);
            }
            vec3 force = vec3_scale(moves[k], inverseH2 / w[k]), expected = {-slope[0], -slope[1], -slope[2]};
            CHECK_CLOSE(lengthOf(vec3_subtract(force, expected)) / (lengthOf(expected) + 1.0), 0.0, 1e-5,
                        "steps of 1e-6 of 0.1 m");
        }
}

static void tets_in_any_state_stay_finite(void)
{
    static const double sizes[] = {0.0, 1e-30, 1e-8, 1e4, 1e9, 1e15};
    for (int s = 0; s < 6; s++)
        for (int i = 0; i < 4; i++) {
            vec3 x[4], moves[4];
            double values[9], f[3][3];
            for (int n = 0; n < 9; n++)
                f[n / 3][n % 3] = sizes[s] * deformations[i][n / 3][n % 3];
            makeTet((const double(*)[3])f, x, values);
            solveTet(x, masses, values, moves);
            for (int k = 0; k < 4; k++)
                CHECK(isfinite(lengthOf(moves[k])), "%g times case %d: vertex %d", sizes[s], i, k);
        }
}

// -- Bodies.

static gelWorld* makeBar(const gelWorldDef* def, gelMaterialModel model, gelStrategy strategy, gelBodyId* id)
{
    gelTetMesh mesh;
    gelWorld* world;
    gelWorldDef worldDef = *def;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    worldDef.strategy = strategy;
    worldDef.tileSize = 64;
    worldDef.ground.enabled = true;
    bodyDef.material.model = model;
    bodyDef.position = (gelVec3){0.0f, 0.3f, 0.0f};
    bodyDef.velocity.y = -3.0f;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.3f, 0.2f}, 10, 3, 2, &mesh));
    REQUIRE(gelCreateWorld(&worldDef, &world));
    REQUIRE(gelCreateBody(world, &bodyDef, &mesh, id));
    REQUIRE(gelBody_PinBox(world, *id, (gelVec3){-0.51f, 0.0f, -1.0f}, (gelVec3){-0.49f, 3.0f, 1.0f}, NULL));
    gelDestroyTetMesh(&mesh);
    return world;
}

static void step(gelWorld* world, int count)
{
    for (int i = 0; i < count; i++)
        REQUIRE(gelWorld_Step(world, frame));
}

static void bodies_of_the_model_have_tets_in_place_of_edges_and_volumes(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelBodyId id;
    gelCounters counters;
    gelMeasures measures;
    gelWorld* world = makeBar(&def, gel_neoHookean, gel_strategyAuto, &id);
    REQUIRE(gelWorld_GetCounters(world, &counters));
    CHECK_INT(counters.constraintCounts[gel_distanceConstraint], 0);
    CHECK_INT(counters.constraintCounts[gel_volumeConstraint], 0);
    CHECK_INT(counters.constraintCounts[gel_neoHookeanConstraint], counters.tetCount);
    REQUIRE(gelWorld_Measure(world, &measures));
    CHECK_CLOSE(measures.elasticEnergy / (1e5 * measures.restVolume), 0.0, 1e-6, "single precision of I1");
    CHECK_CLOSE(measures.residuals[gel_neoHookeanConstraint], 0.0, 2e-3, "the root of that");
    gelDestroyWorld(world);
}

// Lanes of 0: what the device has. Others, too, are simulated by tests/stacks/kernel_races.sh.
static void every_device_and_strategy_gives_the_reference_its_bits(void)
{
    static const struct {
        gelStrategy strategy;
        int lanes;
    } cases[] = {{gel_strategyPerColour, 0},
                 {gel_strategyBody, 0},
                 {gel_strategyEnsemble, 0},
                 {gel_strategyTiles, 0},
                 {gel_strategyTiles, 1}};
    Backends backends = listBackends();
    if (backends.count == 1)
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelBodyId id;
    gelWorld* reference = makeBar(&backends.defs[0], gel_neoHookean, gel_strategyAuto, &id);
    step(reference, 10);
    for (int b = 1; b < backends.count; b++)
        for (int i = 0; i < 5; i++) {
            gelWorldDef def = backends.defs[b];
            if (!setLanes(&def, cases[i].lanes))
                continue;
            gelWorld* world = makeBar(&def, gel_neoHookean, cases[i].strategy, &id);
            step(world, 10);
            CHECK(gelWorld_Hash(world) == gelWorld_Hash(reference), "%s, %s, %d lanes: %016llx, not %016llx",
                  backends.names[b], gelStrategyText(cases[i].strategy), def.lanes,
                  (unsigned long long)gelWorld_Hash(world), (unsigned long long)gelWorld_Hash(reference));
            gelDestroyWorld(world);
        }
    gelDestroyWorld(reference);
}

// Kernels are built when the first such body joins; a body may change its model while it moves.
static void bodies_of_both_models_share_a_world(void)
{
    Backends backends = listBackends();
    uint64_t expected = 0;
    for (int b = 0; b < backends.count; b++) {
        gelBodyId bar, id;
        gelTetMesh mesh;
        gelBodyDef bodyDef = gelDefaultBodyDef();
        gelWorld* world = makeBar(&backends.defs[b], gel_edgesAndVolumes, gel_strategyAuto, &bar);
        REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.5f, 0.5f}, 2, 2, 2, &mesh));
        for (int i = 0; i < 3; i++) {
            bodyDef.material.model = i == 1 ? gel_edgesAndVolumes : gel_neoHookean;
            bodyDef.position.x = 2.0f * (float)(i + 1);
            step(world, 5);
            REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &id));
        }
        for (int i = 0; i < 2; i++) {
            bodyDef.material.model = i == 0 ? gel_neoHookean : gel_edgesAndVolumes;
            REQUIRE(gelBody_SetMaterial(world, bar, &bodyDef.material));
            step(world, 5);
        }
        expected = b == 0 ? gelWorld_Hash(world) : expected;
        CHECK_HEX(gelWorld_Hash(world), expected);
        CHECK(gelWorld_IsExact(world), "%s", gelWorld_GetBackendText(world));
        gelDestroyTetMesh(&mesh);
        gelDestroyWorld(world);
    }
}

// Flattened, mirrored, scrambled, and shrunk to a thousandth, which the paper's energy does not survive.
static void damage(int how, float* xyz, int count)
{
    unsigned state = 1;
    for (int i = 0; i < 3 * count; i++) {
        state = state * 1664525u + 1013904223u;
        float chance = (float)(state >> 8) / 16777216.0f - 0.5f;
        xyz[i] = how == 0   ? (i % 3 == 1 ? 1.0f : xyz[i])
                 : how == 1 ? (i % 3 == 0 ? -xyz[i] : xyz[i])
                            : (i % 3 == 1 ? 1.0f : 0.0f) + (how == 2 ? 1.0f : 1e-3f) * chance;
    }
}

static int countInverted(gelWorld* world, gelBodyId id, int tetCount)
{
    float* errors = malloc((size_t)tetCount * sizeof *errors);
    int count = 0;
    REQUIRE(gelBody_ReadStrains(world, id, NULL, errors, tetCount));
    for (int t = 0; t < tetCount; t++)
        count += !(errors[t] > -1.0f);
    free(errors);
    return count;
}

// Found, frames: 20, 32, 21, 38.
static void bodies_recover_from_plane_mirror_scramble_and_nearly_a_point(void)
{
    static const char* const names[] = {"flattened", "mirrored", "scrambled", "shrunk"};
    gelTetMesh mesh;
    REQUIRE(gelCreateSphereMesh(0.5f, 8, &mesh));
    float* xyz = malloc((size_t)mesh.vertexCount * 3 * sizeof *xyz);
    for (int how = 0; how < 4; how++) {
        gelWorldDef def = gelDefaultWorldDef();
        gelBodyDef bodyDef = gelDefaultBodyDef();
        gelWorld* world;
        gelBodyId id;
        double volume, rest;
        def.backend = gel_referenceFloat;
        def.gravity = (gelVec3){0};
        bodyDef.position.y = 1.0f;
        bodyDef.material.model = gel_neoHookean;
        REQUIRE(gelCreateWorld(&def, &world));
        REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &id));
        REQUIRE(gelBody_ReadPositions(world, id, xyz, mesh.vertexCount));
        damage(how, xyz, mesh.vertexCount);
        REQUIRE(gelBody_WritePositions(world, id, xyz, mesh.vertexCount));
        step(world, 90);
        REQUIRE(gelBody_GetVolume(world, id, &volume));
        REQUIRE(gelBody_GetRestVolume(world, id, &rest));
        CHECK_INT(countInverted(world, id, mesh.tetCount), 0);
        CHECK(fabs(volume / rest - 1.0) < 0.02, "%s: %g of its volume", names[how], volume / rest);
        gelDestroyWorld(world);
    }
    free(xyz);
    gelDestroyTetMesh(&mesh);
}

// Sound crosses a tet in a substep, and the paper's block would shake it for ever. What is left turns as a whole.
static void stiff_bodies_come_to_rest_in_few_substeps(void)
{
    const float young = 1e8f;
    gelTetMesh mesh;
    gelWorld* world;
    gelBodyId id;
    gelMeasures measures;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    def.backend = gel_referenceFloat;
    def.gravity = (gelVec3){0};
    bodyDef.material.model = gel_neoHookean;
    bodyDef.material.youngModulus = young;
    REQUIRE(gelCreateSphereMesh(0.5f, 6, &mesh));
    float* xyz = malloc((size_t)mesh.vertexCount * 3 * sizeof *xyz);
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &id));
    REQUIRE(gelBody_ReadPositions(world, id, xyz, mesh.vertexCount));
    for (int i = 0; i < mesh.vertexCount; i++)
        xyz[3 * i + 1] *= 0.8f;
    REQUIRE(gelBody_WritePositions(world, id, xyz, mesh.vertexCount));
    step(world, 60);
    REQUIRE(gelWorld_Measure(world, &measures));
    CHECK_CLOSE(measures.elasticEnergy / ((double)young * measures.restVolume), 0.0, 1e-7,
                "single precision of I1; it was 1e-2");
    free(xyz);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

static void what_is_of_edges_is_refused(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyId id, other;
    gelTetMesh mesh;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = makeBar(&def, gel_neoHookean, gel_strategyAuto, &id);
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 1}, 1, 1, 1, &mesh));
    bodyDef.material.model = gel_neoHookean;
    bodyDef.material.stiffness = gel_compliances;
    CHECK_STATUS(gelCreateBody(world, &bodyDef, &mesh, &other), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "neoHookean needs youngModulus and poissonRatio, found compliances");
    CHECK_STATUS(gelBody_SetMaterial(world, id, &bodyDef.material), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "neoHookean needs youngModulus and poissonRatio, found compliances");
    bodyDef.material.stiffness = gel_elasticModuli;
    bodyDef.material.stretchLimit = 0.5f;
    CHECK_STATUS(gelBody_SetMaterial(world, id, &bodyDef.material), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "stretchLimit: expected 0 with the model neoHookean, found 0.5");
    bodyDef.material.stretchLimit = 0.0f;
    bodyDef.material.springs = gel_pullOnly;
    CHECK_STATUS(gelBody_SetMaterial(world, id, &bodyDef.material), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "springs: expected pushAndPull with the model neoHookean, found pullOnly");
    gelDestroyTetMesh(&mesh);
    gelDestroyWorld(world);
}

TESTS(TEST(moves_solve_the_block_of_forces_and_stiffness),
      TEST(a_tet_at_rest_stays_where_it_is_whatever_the_weights), TEST(a_solved_tet_keeps_momentum),
      TEST(small_strains_store_what_young_and_poisson_say), TEST(forces_are_the_slope_of_the_energy),
      TEST(tets_in_any_state_stay_finite), TEST(bodies_of_the_model_have_tets_in_place_of_edges_and_volumes),
      TEST(every_device_and_strategy_gives_the_reference_its_bits), TEST(bodies_of_both_models_share_a_world),
      TEST(bodies_recover_from_plane_mirror_scramble_and_nearly_a_point),
      TEST(stiff_bodies_come_to_rest_in_few_substeps), TEST(what_is_of_edges_is_refused))
