// The physics against closed forms, on the reference and on every OpenCL device.
#include "support/fixtures.h"

#include "world/world.h"

static const float frame = 1.0f / 60.0f;

// ---- Ropes, walked on a back end without a world ----

enum { maximumPoints = 32 };

// A rope of springs along y, as a plan has it.
typedef struct Chain {
    gelBody body;
    gelBody* bodies[1];
    gelPlan plan;
    gelVertexState vertices[maximumPoints];
} Chain;

// `stretch`: of its lengths, at first.
static void hangChain(Chain* chain, int edgeCount, float rest, float stretch, float compliance,
                      double damping)
{
    gelLineMesh lines;
    REQUIRE(gelCreateStraightLine(rest * (float)edgeCount, edgeCount, &lines));
    const gelShapeSource source = {.kind = gel_ropeBody, .lines = &lines};
    *chain = (Chain){.body = {.material = gelDefaultMaterial(), .scale = 1.0, .id = {.index1 = 1}}};
    chain->body.material.stiffness = gel_compliances;
    chain->body.material.edgeCompliance = compliance;
    chain->bodies[0] = &chain->body;
    REQUIRE(gelCreateShapeOf(&source, 2048, &chain->body.shape));
    gelDestroyLineMesh(&lines);
    REQUIRE(gelFindConstraints(chain->body.shape, &chain->body.material));
    REQUIRE(gelBuildPlan(chain->bodies, 1, gel_colourOrder, &chain->plan));
    for (int i = 0; i <= edgeCount; i++) {
        const double y = -(double)(rest * stretch) * i;
        chain->vertices[i] = (gelVertexState){
            .position = {0.0, y, 0.0}, .predicted = {0.0, y, 0.0}, .inverseMass = 1.0, .damping = damping};
    }
}

static void dropChain(Chain* chain)
{
    gelClearPlan(&chain->plan);
    gelReleaseShape(chain->body.shape);
}

static void createBackend(const gelWorldDef* def, gelBackend** backend)
{
    if (def->backend == gel_opencl)
        REQUIRE(gelCreateOpenclBackend(def, backend));
    else
        REQUIRE(gelCreateReferenceFloat(backend));
}

static void runSubsteps(gelBackend* backend, Chain* chain, double h, double gravity, int count)
{
    gelStepParameters parameters = {
        .h = (double)(float)h, .inverse_h = 1.0 / h, .inverse_h2 = 1.0 / (h * h), .gravity_y = gravity};
    gelStageList list = {0};
    REQUIRE(gelListStages(&chain->plan, &parameters, (gelStepContents){0}, &list));
    for (int i = 0; i < count * list.count; i++)
        REQUIRE(backend->functions->runStage(backend, &parameters, list.stages[i % list.count]));
    gelClearStageList(&list);
    REQUIRE(backend->functions->readState(backend, chain->vertices));
}

// XPBD with one iteration is implicit Euler for a linear spring: u_n = Re(A z^n), z = 1 / (1 - i h w), w^2 =
// (w0 + w1) / alpha. Its period is 2 pi h / atan(h w), its amplitude falls by (1 + h^2 w^2)^(-1/2) a step
// (XPBD 2016, figure 2).
static void two_particles_on_a_spring_oscillate_as_implicit_euler_does(gelWorldDef def)
{
    Chain chain;
    hangChain(&chain, 1, 1.0f, 1.5f, 0.001f, 0.0);
    gelBackend* backend;
    createBackend(&def, &backend);
    REQUIRE(backend->functions->setPlan(backend, &chain.plan));
    REQUIRE(backend->functions->writeState(backend, chain.vertices));
    double h = 0.0078125, w = sqrt(2.0 / 0.001); // a power of two, so that h and 1 / h^2 are exact
    double decay = 1.0 / sqrt(1.0 + h * h * w * w), angle = atan(h * w);
    for (int n = 1; n <= 200; n++) {
        runSubsteps(backend, &chain, h, 0.0, 1);
        double sine =
            (0.5 - 0.5 * cos(angle) / decay) / (-sin(angle) / decay); // at rest before: u_(-1) = u_0
        double expected = pow(decay, n) * (0.5 * cos(n * angle) + sine * sin(n * angle));
        double stretch = chain.vertices[0].position[1] - chain.vertices[1].position[1] - 1.0;
        CHECK_CLOSE(stretch, expected, 2e-6, "rounding of 200 steps of single precision around 1 m");
    }
    double centre = 0.5 * (chain.vertices[0].position[1] + chain.vertices[1].position[1]);
    CHECK_CLOSE(centre, -0.75, 1e-4, "each of 400 additions is rounded by up to 1e-7 m");
    backend->functions->destroy(backend);
    dropChain(&chain);
}

// At rest edge i of a chain of n points of mass m carries the weight of the n - i points below it: it is
// longer by alpha m g (n - i). The sum is the discrete form of rho g L^2 / (2 E). One sweep a substep leaves
// an error of the order of n g h^2, the way the points fall before the edges pull them back.
static void a_hanging_chain_sags_by_the_weight_it_carries(void)
{
    Backends backends = listBackends();
    enum { pointCount = 4 };
    double alpha = 1e-3, g = 9.81, rest = 0.1, h = 0.0009765625;
    for (int b = 0; b < backends.count; b++) {
        Chain chain;
        hangChain(&chain, pointCount, (float)rest, 1.0f, (float)alpha, 20.0);
        chain.vertices[0].inverseMass = 0.0;
        gelBackend* backend;
        createBackend(&backends.defs[b], &backend);
        REQUIRE(backend->functions->setPlan(backend, &chain.plan));
        REQUIRE(backend->functions->writeState(backend, chain.vertices));
        runSubsteps(backend, &chain, h, -g, 2500);
        double y = 0.0;
        for (int i = 1; i <= pointCount; i++) {
            y -= rest + alpha * g * (pointCount - i + 1);
            CHECK_CLOSE(chain.vertices[i].position[1], y, pointCount * g * h * h, "n g h^2");
        }
        backend->functions->destroy(backend);
        dropChain(&chain);
    }
}

// ---- Bodies ----

static gelWorld* createWorld(const gelWorldDef* def, const gelTetMesh* mesh, const gelBodyDef* bodyDef,
                             gelBodyId* id)
{
    gelWorld* world;
    REQUIRE(gelCreateWorld(def, &world));
    REQUIRE(gelCreateBody(world, bodyDef, mesh, id));
    return world;
}

static gelTetMesh makeTet(void)
{
    static const float positions[] = {0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0};
    static const int tets[] = {0, 1, 2, 3};
    gelTetMesh mesh;
    REQUIRE(gelCreateTetMesh(positions, 4, tets, 1, NULL, &mesh, NULL));
    return mesh;
}

static gelTetMesh makeBox(float x, float y, float z, int cellsX, int cellsY, int cellsZ)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){x, y, z}, cellsX, cellsY, cellsZ, &mesh));
    return mesh;
}

// Symplectic Euler: x_n = x_0 + n h v_0 + g h^2 n (n + 1) / 2.
static void a_body_in_free_fall_follows_the_discrete_parabola(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh = makeTet();
    for (int b = 0; b < backends.count; b++) {
        gelBodyId id;
        gelBodyDef bodyDef = gelDefaultBodyDef();
        bodyDef.position = (gelVec3){0.0f, 2.0f, 0.0f};
        bodyDef.velocity = (gelVec3){1.0f, 3.0f, 0.0f};
        gelWorld* world = createWorld(&backends.defs[b], &mesh, &bodyDef, &id);
        for (int n = 1; n <= 60; n++)
            REQUIRE(gelWorld_Step(world, frame));
        float xyz[12];
        double h = (double)frame / 10.0, n = 600.0;
        REQUIRE(gelBody_ReadPositions(world, id, xyz, 4));
        CHECK_CLOSE((double)xyz[0], n * h, 1e-4, "rounding of 600 substeps");
        CHECK_CLOSE((double)xyz[1], 2.0 + 3.0 * n * h - 9.81 * h * h * n * (n + 1.0) / 2.0, 1e-4,
                    "rounding of 600 substeps");
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

// One tet with a free vertex over a pinned base of area A: C = A (y - y0) / 3 is linear in its height y, so
// the volume constraint is a spring with w^2 = (A / 3)^2 / (m alpha), stepped by implicit Euler as above.
static void a_tet_over_a_pinned_base_oscillates_with_its_volume_compliance(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh = makeTet();
    for (int b = 0; b < backends.count; b++) {
        gelBodyId id;
        gelWorldDef def = backends.defs[b];
        gelBodyDef bodyDef = gelDefaultBodyDef();
        static const int base[3] = {0, 1, 2};
        double alpha = 1e-4, area = 0.5, mass = 1.0, h = 0.0078125;
        def.gravity = (gelVec3){0.0f, 0.0f, 0.0f};
        def.substepCount = 1;
        bodyDef.material.density = 24.0f; // times a quarter of the volume 1/6: 1 kg
        bodyDef.material.stiffness = gel_compliances;
        bodyDef.material.edgeCompliance = 1e20f;
        bodyDef.material.volumeCompliance = (float)alpha;
        gelWorld* world = createWorld(&def, &mesh, &bodyDef, &id);
        REQUIRE(gelBody_SetPinned(world, id, base, 3, true));
        float xyz[12];
        REQUIRE(gelBody_ReadPositions(world, id, xyz, 4));
        xyz[10] = 1.25f;
        REQUIRE(gelBody_WritePositions(world, id, xyz, 4));
        double w = area / 3.0 / sqrt(mass * alpha), decay = 1.0 / sqrt(1.0 + h * h * w * w),
               angle = atan(h * w);
        for (int n = 1; n <= 100; n++) {
            REQUIRE(gelWorld_Step(world, (float)h));
            double sine =
                (0.25 - 0.25 * cos(angle) / decay) / (-sin(angle) / decay); // at rest before: u_(-1) = u_0
            double expected = pow(decay, n) * (0.25 * cos(n * angle) + sine * sin(n * angle));
            REQUIRE(gelBody_ReadPositions(world, id, xyz, 4));
            CHECK_CLOSE((double)xyz[10] - 1.0, expected, 3e-6,
                        "rounding of 100 steps of single precision around 1 m");
        }
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

// Below twice the speed that gravity gives in a substep nothing bounces, or a body at rest would jitter for
// ever.
static void a_bouncy_body_comes_to_rest(void)
{
    gelTetMesh mesh = makeBox(1.0f, 0.5f, 1.0f, 2, 1, 2);
    gelBodyId id;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    def.backend = gel_referenceFloat;
    def.ground.enabled = true;
    def.ground.restitution = 0.9f;
    bodyDef.position.y = 0.25f;
    bodyDef.material.damping = 2.0f;
    gelWorld* world = createWorld(&def, &mesh, &bodyDef, &id);
    for (int n = 0; n < 240; n++)
        REQUIRE(gelWorld_Step(world, frame));
    REQUIRE(gelWorldPull(world));
    double fastest = 0.0;
    for (int i = 0; i < world->vertexCount; i++)
        for (int k = 0; k < 3; k++)
            fastest = fmax(fastest, fabs(world->vertices[i].velocity[k]));
    CHECK_CLOSE(fastest, 0.0, 0.001, "a sixteenth of what gravity adds in a substep");
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

typedef struct Momentum {
    double linear[3], angular[3], size;
} Momentum;

static Momentum momentumOf(gelWorld* world)
{
    Momentum sum = {{0}, {0}, 0.0};
    REQUIRE(gelWorldPull(world));
    for (int i = 0; i < world->vertexCount; i++) {
        const gelVertexState* vertex = &world->vertices[i];
        const double *x = vertex->position, *v = vertex->velocity;
        double m = 1.0 / vertex->inverseMass;
        for (int k = 0; k < 3; k++) {
            int l = (k + 1) % 3, n = (k + 2) % 3;
            sum.linear[k] += m * v[k];
            sum.angular[k] += m * (x[l] * v[n] - x[n] * v[l]);
            sum.size += m * fabs(v[k]);
        }
    }
    return sum;
}

// A box whose vertices start with speeds at random, without gravity: momentum before, and after a second.
static void runWithoutForces(const gelWorldDef* base, int substeps, Momentum* before, Momentum* after)
{
    gelTetMesh mesh = makeBox(1.0f, 1.0f, 1.0f, 3, 3, 3);
    gelBodyId id;
    gelWorldDef def = *base;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    float velocities[64 * 3];
    uint32_t random = 7;
    def.gravity = (gelVec3){0.0f, 0.0f, 0.0f};
    def.substepCount = substeps;
    gelWorld* world = createWorld(&def, &mesh, &bodyDef, &id);
    for (int i = 0; i < mesh.vertexCount * 3; i++) {
        random = random * 1664525u + 1013904223u;
        velocities[i] = (float)(random >> 8) / 8388608.0f - 0.8f;
    }
    REQUIRE(gelBody_WriteVelocities(world, id, velocities, mesh.vertexCount));
    *before = momentumOf(world);
    for (int n = 0; n < 60; n++)
        REQUIRE(gelWorld_Step(world, frame));
    *after = momentumOf(world);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

// The corrections of each constraint sum to zero. In double precision hardly anything is rounded, so any
// asymmetry of a formula shows.
static void linear_momentum_is_kept_without_outside_forces(void)
{
    Backends backends = listBackends();
    Momentum before, after;
    gelWorldDef twice = gelDefaultWorldDef();
    twice.backend = gel_referenceDouble;
    runWithoutForces(&twice, 10, &before, &after);
    for (int k = 0; k < 3; k++)
        CHECK_CLOSE(after.linear[k], before.linear[k], 1e-9 * before.size, "rounding in double precision");
    for (int b = 0; b < backends.count; b++) {
        runWithoutForces(&backends.defs[b], 10, &before, &after);
        for (int k = 0; k < 3; k++)
            CHECK_CLOSE(after.linear[k], before.linear[k], 3e-4 * before.size,
                        "corrections are rounded to 6e-8 m and divided by h");
    }
}

// Corrections act along lines between vertices, so they cause no rotation either; only prediction and
// correction happen at positions h v apart, an error of order h.
static void angular_momentum_is_kept_as_substeps_get_smaller(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceDouble;
    double errors[2];
    for (int i = 0; i < 2; i++) {
        Momentum before, after;
        double square = 0.0;
        runWithoutForces(&def, i == 0 ? 10 : 80, &before, &after);
        for (int k = 0; k < 3; k++)
            square += (after.angular[k] - before.angular[k]) * (after.angular[k] - before.angular[k]);
        errors[i] = sqrt(square) / before.size;
    }
    CHECK_CLOSE(errors[0], 0.0, 0.02, "of the order of h");
    CHECK(errors[1] < errors[0] / 2.0, "error %g with 80 substeps, %g with 10", errors[1], errors[0]);
}

// v' = -k v stepped implicitly: v_n = v_0 / (1 + h k)^n.
static void damping_slows_a_body_at_its_rate(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh = makeTet();
    for (int b = 0; b < backends.count; b++) {
        gelBodyId id;
        gelWorldDef def = backends.defs[b];
        gelBodyDef bodyDef = gelDefaultBodyDef();
        def.gravity = (gelVec3){0.0f, 0.0f, 0.0f};
        bodyDef.velocity.x = 2.0f;
        bodyDef.material.damping = 1.5f;
        gelWorld* world = createWorld(&def, &mesh, &bodyDef, &id);
        for (int n = 0; n < 60; n++)
            REQUIRE(gelWorld_Step(world, frame));
        float velocities[12];
        REQUIRE(gelBody_ReadVelocities(world, id, velocities, 4));
        CHECK_CLOSE((double)velocities[0], 2.0 * pow(1.0 + (double)frame / 10.0 * 1.5, -600.0), 3e-5,
                    "600 roundings of 6e-8 of 2 m/s");
        CHECK_CLOSE((double)velocities[0], 2.0 * exp(-1.5), 2e-3, "h k / 2 of the exponential");
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

// A stiff flat box thrown over level ground stops after v^2 / (2 mu g).
static void a_sliding_box_stops_where_coulomb_friction_stops_it(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh = makeBox(1.0f, 0.1f, 1.0f, 4, 1, 4);
    for (int b = 0; b < backends.count; b++) {
        gelBodyId id;
        gelWorldDef def = backends.defs[b];
        gelBodyDef bodyDef = gelDefaultBodyDef();
        def.ground.enabled = true;
        def.ground.friction = 0.3f;
        bodyDef.position.y = 0.05f;
        bodyDef.velocity.x = 2.0f;
        bodyDef.material.stiffness = gel_compliances;
        gelWorld* world = createWorld(&def, &mesh, &bodyDef, &id);
        for (int n = 0; n < 90; n++)
            REQUIRE(gelWorld_Step(world, frame));
        float* xyz = malloc((size_t)mesh.vertexCount * 3 * sizeof *xyz);
        REQUIRE(gelBody_ReadPositions(world, id, xyz, mesh.vertexCount));
        double x = 0.0;
        for (int i = 0; i < mesh.vertexCount; i++)
            x += (double)xyz[3 * i] / mesh.vertexCount;
        CHECK_CLOSE(x, 2.0 * 2.0 / (2.0 * 0.3 * 9.81), 0.02,
                    "the box gives a little, vertices touch down by turns");
        free(xyz);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

// On a slope a body holds iff tan(angle) < mu.
static void a_box_on_a_slope_slips_only_beyond_the_friction_angle(void)
{
    gelTetMesh mesh = makeBox(1.0f, 0.1f, 1.0f, 4, 1, 4);
    for (int steep = 0; steep < 2; steep++) {
        gelBodyId id;
        gelWorldDef def = gelDefaultWorldDef();
        gelBodyDef bodyDef = gelDefaultBodyDef();
        def.backend = gel_referenceFloat;
        def.ground.enabled = true;
        def.ground.friction = 0.5f;
        float slope = steep ? 0.6f : 0.4f; // tangent of the angle, by turning gravity
        float length = sqrtf(1.0f + slope * slope);
        def.gravity = (gelVec3){9.81f * slope / length, -9.81f / length, 0.0f};
        bodyDef.position.y = 0.05f;
        bodyDef.material.stiffness = gel_compliances;
        gelWorld* world = createWorld(&def, &mesh, &bodyDef, &id);
        for (int n = 0; n < 60; n++)
            REQUIRE(gelWorld_Step(world, frame));
        REQUIRE(gelWorldPull(world));
        double x = 0.0;
        for (int i = 0; i < world->vertexCount; i++)
            x += (world->vertices[i].position[0] - (double)mesh.positions[3 * i]) / world->vertexCount;
        double slide = 0.5 * 9.81 * (double)((slope - 0.5f) / length);
        CHECK_CLOSE(x, steep ? slide : 0.0, steep ? 0.1 * slide : 0.01, "the box sways while it settles");
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

static void a_bounce_gives_back_the_restitution_of_the_speed(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh = makeTet();
    for (int b = 0; b < backends.count; b++) {
        gelBodyId id;
        gelWorldDef def = backends.defs[b];
        gelBodyDef bodyDef = gelDefaultBodyDef();
        def.ground.enabled = true;
        def.ground.friction = 0.0f;
        def.ground.restitution = 0.6f;
        def.gravity = (gelVec3){0.0f, 0.0f, 0.0f};
        // The ground is the wall x = 0, and the vertices are put side by side, so that all four meet it at
        // once.
        def.ground.normal = (gelVec3){1.0f, 0.0f, 0.0f};
        bodyDef.material.stiffness = gel_compliances;
        bodyDef.material.edgeCompliance = 1e20f;
        bodyDef.material.volumeCompliance = 1e20f;
        bodyDef.velocity.x = -3.0f;
        gelWorld* world = createWorld(&def, &mesh, &bodyDef, &id);
        static const float flat[12] = {0.1f, 0, 0, 0.1f, 1, 0, 0.1f, 0, 1, 0.1f, 1, 1};
        REQUIRE(gelBody_WritePositions(world, id, flat, 4));
        for (int n = 0; n < 6; n++)
            REQUIRE(gelWorld_Step(world, frame));
        float velocities[12];
        REQUIRE(gelBody_ReadVelocities(world, id, velocities, 4));
        for (int i = 0; i < 4; i++)
            CHECK_CLOSE((double)velocities[3 * i], 0.6 * 3.0, 1e-4, "rounding of positions, divided by h");
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

// A body placed inside the ground is led out and comes to rest: it is not shot out.
static void a_body_that_starts_in_the_ground_comes_out_and_rests(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh = makeBox(1.0f, 1.0f, 1.0f, 3, 3, 3);
    for (int b = 0; b < backends.count; b++) {
        gelBodyId id;
        gelWorldDef def = backends.defs[b];
        gelBodyDef bodyDef = gelDefaultBodyDef();
        def.ground.enabled = true;
        bodyDef.position.y = -0.3f;
        bodyDef.material.damping = 1.0f;
        gelWorld* world = createWorld(&def, &mesh, &bodyDef, &id);
        float highest = 0.0f, lowest = 0.0f;
        for (int n = 0; n < 180; n++) {
            float xyz[64 * 3];
            REQUIRE(gelWorld_Step(world, frame));
            REQUIRE(gelBody_ReadPositions(world, id, xyz, 64));
            lowest = xyz[1];
            for (int i = 0; i < 64; i++) {
                highest = fmaxf(highest, xyz[3 * i + 1]);
                lowest = fminf(lowest, xyz[3 * i + 1]);
            }
        }
        CHECK(highest < 1.2f, "%s: it rose to %g m", backends.names[b], (double)highest);
        CHECK_CLOSE((double)lowest, 0.0, 1e-6, "rounding: the ground is at 0");
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

// A bar that hangs from its upper end gets longer by rho g L^2 / (2 E).
static double sagOfBar(const gelWorldDef* base, float young, float poisson, int substeps, double* thinning)
{
    gelTetMesh mesh = makeBox(0.25f, 1.0f, 0.25f, 3, 12, 3);
    gelBodyId id;
    gelWorldDef def = *base;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    def.substepCount = substeps;
    bodyDef.material.youngModulus = young;
    bodyDef.material.poissonRatio = poisson;
    bodyDef.material.damping = 6.0f;
    gelWorld* world = createWorld(&def, &mesh, &bodyDef, &id);
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){-1.0f, 0.499f, -1.0f}, (gelVec3){1.0f, 1.0f, 1.0f}, NULL));
    for (int n = 0; n < 150; n++)
        REQUIRE(gelWorld_Step(world, frame));
    REQUIRE(gelWorldPull(world));
    double lowest = 0.0;
    int count = 0;
    for (int i = 0; i < world->vertexCount; i++)
        if (mesh.positions[3 * i + 1] < -0.499f) {
            lowest += world->vertices[i].position[1];
            count++;
        }
    if (thinning != NULL) {
        double width = 0.0, rest = 0.0;
        for (int i = 0; i < world->vertexCount; i++)
            if (fabsf(mesh.positions[3 * i + 1]) < 0.01f) {
                width += fabs(world->vertices[i].position[0]);
                rest += fabs((double)mesh.positions[3 * i]);
            }
        *thinning = 1.0 - width / rest;
    }
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return -0.5 - lowest / count;
}

static void a_hanging_bar_sags_as_its_young_modulus_says(gelWorldDef backend)
{
    double expected = 1000.0 * 9.81 / (2.0 * 3e5);
    double sag = sagOfBar(&backend, 3e5f, 0.3f, 20, NULL);
    CHECK_CLOSE(sag, expected, 0.06 * expected,
                "springs stand for a continuum only on average over directions");
}

static void a_hanging_bar_gets_thinner_as_its_poisson_ratio_says(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    double strain = 1000.0 * 9.81 * 0.5 / 3e5; // in the middle of the bar
    for (int i = 0; i < 2; i++) {
        double poisson = i == 0 ? 0.3 : 0.4, thinning;
        sagOfBar(&def, 3e5f, (float)poisson, 20, &thinning);
        CHECK_CLOSE(thinning / strain, poisson, 0.06,
                    "springs stand for a continuum only on average over directions");
    }
}

TESTS(TEST_ON_EACH_BACKEND(two_particles_on_a_spring_oscillate_as_implicit_euler_does),
      TEST(a_hanging_chain_sags_by_the_weight_it_carries),
      TEST(a_body_in_free_fall_follows_the_discrete_parabola),
      TEST(linear_momentum_is_kept_without_outside_forces),
      TEST(angular_momentum_is_kept_as_substeps_get_smaller),
      TEST(a_tet_over_a_pinned_base_oscillates_with_its_volume_compliance), TEST(a_bouncy_body_comes_to_rest),
      TEST(damping_slows_a_body_at_its_rate), TEST(a_sliding_box_stops_where_coulomb_friction_stops_it),
      TEST(a_box_on_a_slope_slips_only_beyond_the_friction_angle),

      TEST(a_bounce_gives_back_the_restitution_of_the_speed),
      TEST(a_body_that_starts_in_the_ground_comes_out_and_rests),
      TEST_ON_EACH_BACKEND(a_hanging_bar_sags_as_its_young_modulus_says),
      TEST(a_hanging_bar_gets_thinner_as_its_poisson_ratio_says))
