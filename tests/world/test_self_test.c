// The self-test refuses a device that does not compute the reference's bits. Wrong kernels simulate wrong
// devices.
#define _XOPEN_SOURCE 700 // setenv
#define TEST_SUBJECT "self_test"
#include "support/eventful_scene.h"
#include "support/fixtures.h"
#include "support/patched_kernels.h"
#include "support/points.h"

static const char quickBuild[] =
    "-cl-opt-disable"; // in two thirds of the time, for kernels that are used once

// Kernels with one edit, built quickly: they are used once.
static void plant(const char* name, const char* from, const char* to)
{
    patchKernels(name, from, to);
    setenv("GEL_KERNEL_OPTIONS", quickBuild, 0);
}

static void restoreKernels(void)
{
    unsetenv("GEL_KERNEL_DIR");
    unsetenv("GEL_KERNEL_OPTIONS");
}

static void a_right_device_passes(void)
{
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelDeviceInfo info;
    restoreKernels();
    REQUIRE(gelTestDevice(0, &info)); // builds and caches the kernels
    REQUIRE(gelTestDevice(0, &info));
    CHECK(info.tested && info.exact, "%s: %s", info.name, info.reason);
    CHECK(info.reason[0] == '\0', "%s", info.reason);
    printf("  self-test of %s: %.1f ms\n", info.name, info.testMilliseconds);
}

static uint64_t playEventful(const gelWorldDef* backend, const char* path)
{
    gelScene* scene;
    gelWorld* world;
    gelPlayer* player;
    REQUIRE(gelLoadScene(path, &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = backend->backend;
    def.device = backend->device;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    REQUIRE(gelCreatePlayer(scene, world, &player));
    for (int i = 0; i < 8; i++) {
        REQUIRE(gelPlayer_BeginFrame(player));
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    }
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyPlayer(player);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
    return hash;
}

// Builds and caches what the self-test does not need, for the tests that follow.
static void a_right_device_passes_with_all_programs(void)
{
    Backends backends = listBackends();
    const char* path = GEL_SCRATCH "/self_test.json";
    writeText(path, steadyScene);
    if (backends.count > 1)
        CHECK_HEX(playEventful(&backends.defs[1], path), playEventful(&backends.defs[0], path));
}

static void kernels_read_from_a_folder_are_as_good_as_those_of_the_library(void)
{
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelDeviceInfo info;
    patchKernels(NULL, NULL, NULL);
    REQUIRE(gelTestDevice(0, &info));
    CHECK(info.exact, "%s: %s", info.name, info.reason);
}

// An edit of a file, and what the self-test says of it.
typedef struct Fault {
    const char *what, *file, *from, *to, *reason;
} Fault;

static const Fault faults[] = {
    {"a contraction", "physics/dialect.h", "#pragma OPENCL FP_CONTRACT OFF\n", "", "a * b"},
    {"a division by a reciprocal", "self_test.cl", "a / b)", "a * (1.0f / b))", "a / b"},
    {"another square root", "physics/dialect.h", "real_sqrt(a) sqrt(a)", "real_sqrt(a) sqrt((a)*1.0000002f)",
     "sqrt(a)"},
    {"another order of a sum", "physics/vector.h", "(a.x * b.x + a.y * b.y) + a.z * b.z",
     "a.x * b.x + (a.y * b.y + a.z * b.z)", "a box thrown"},
    {"padded records", "self_test.cl", "(int)sizeof(float4)", "32", "sizeof(float4)"},
    {"a forgotten colour", "per_colour.cl", "2 * colour;", "0 * colour;", "a box thrown"},
    {"a stage that does nothing", "per_colour.cl", "function(&a, &step);",
     "if (stage_##name != stage_Ground) function(&a, &step);", "a box thrown"},
};

static void a_wrong_device_is_refused_by_name_and_reason(void)
{
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelDeviceInfo info;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        gelWorld* world;
        gelWorldDef def = gelDefaultWorldDef();
        def.device = 0;
        plant(faults[i].file, faults[i].from, faults[i].to);
        if (i == 0) { // asks for all lanes, which takes seconds to build
            CHECK_STATUS(gelTestDevice(0, &info), gel_success);
            CHECK(!info.exact, "%s passed", faults[i].what);
            CHECK_TEXT(info.reason, faults[i].reason);
        }
        def.lanes = 1;
        CHECK(gelCreateWorld(&def, &world) == gel_inexactDevice, "%s passed", faults[i].what);
        CHECK_TEXT(gelLastError(), info.name);
        CHECK_TEXT(gelLastError(), faults[i].reason);
        def.allowInexact = true;
        CHECK_STATUS(gelCreateWorld(&def, &world), gel_success);
        gelDestroyWorld(world);
        restoreKernels();
    }
}

static void a_device_that_is_not_tested_counts_as_not_exact(void)
{
    gelDeviceInfo info;
    gelWorld* world;
    gelWorldDef def = gelDefaultWorldDef();
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    def.device = 0;
    setenv("GEL_SELF_TEST", "off", 1);
    REQUIRE(gelTestDevice(0, &info));
    CHECK(!info.exact && !info.tested, "%s passed", info.name);
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_inexactDevice);
    CHECK_TEXT(gelLastError(), "it was not tested, as GEL_SELF_TEST is off");
    def.allowInexact = true;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_success);
    gelDestroyWorld(world);
    unsetenv("GEL_SELF_TEST");
}

// A box on the ground; none of the faults is in what it meets, but they are in the kernels that it asks for.
static gelStatus stepBox(gelWorldDef def, bool contact)
{
    gelTetMesh mesh;
    gelWorld* world;
    gelBodyId body;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    def.device = 0;
    def.contact = contact;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 1, 1, 1, &mesh));
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &body));
    bodyDef.position.x = 1.0f; // one body alone has nothing to touch
    REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &body));
    gelStatus status = gelWorld_Step(world, 1.0f / 60.0f);
    CHECK_STATUS(gelWorld_Step(world, 1.0f / 60.0f), status);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return status;
}

static const Fault contactFaults[] = {
    {"a lost push", "contact.cl", "solve_contacts_of(&set, run);",
     "if (run < 0) solve_contacts_of(&set, run);", "(a launch per pass)"},
    {"less friction", "physics/contact.h", "limit = friction * (", "limit = 0.75f * friction * (",
     "(in one launch)"},
    {"edges that do not meet", "contact_planes.h", "if (is_any(edges)) {",
     "if (is_any(edges) && candidates->slot < 0) {", "(in one launch)"},
    {"a momentum that is lost", "restitution_passes.h", "bool starts_step, const StepParameters* step)\n{",
     "bool starts_step, const StepParameters* step)\n{\n    if (i > 0) return;", "bounce differently"},
};

static void wrong_contacts_are_refused_where_bodies_may_touch(void)
{
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    for (size_t i = 0; i < sizeof contactFaults / sizeof *contactFaults; i++) {
        const Fault* fault = &contactFaults[i];
        gelDeviceInfo info;
        gelWorldDef def = gelDefaultWorldDef();
        plant(fault->file, fault->from, fault->to);
        if (i == 0) { // asks for all lanes, which takes seconds to build
            CHECK_STATUS(gelTestDevice(0, &info), gel_success);
            CHECK(!info.exact, "%s passed", fault->what);
            CHECK_TEXT(info.reason, "boxes that collide");
            CHECK_TEXT(info.reason, fault->reason);
        }
        def.lanes = 1;
        CHECK_STATUS(stepBox(def, false), gel_success);
        CHECK_STATUS(stepBox(def, true), gel_inexactDevice);
        CHECK_TEXT(gelLastError(), "bits for contact");
        CHECK_TEXT(gelLastError(), fault->reason);
        def.allowInexact = true;
        CHECK_STATUS(stepBox(def, true), gel_success);
        restoreKernels();
    }
}

// A box with goals, or held by an attachment.
static gelStatus stepBound(gelWorldDef def, bool attached)
{
    gelTetMesh mesh;
    gelWorld* world;
    gelBodyId body;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    gelGoalSet set = gelDefaultGoalSet();
    gelAttachmentDef attachment = gelDefaultAttachmentDef();
    gelAttachmentId id;
    def.device = 0;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 1, 1, 1, &mesh));
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &body));
    attachment.a = (gelBodyPoint){.body = body, .vertexCount = 1, .weights = {1.0f}};
    attachment.b = vertexOf(body, 7);
    if (attached)
        REQUIRE(gelCreateAttachment(world, &attachment, &id));
    else
        REQUIRE(gelBody_SetGoals(world, body, &set));
    gelStatus status = gelWorld_Step(world, 1.0f / 60.0f);
    CHECK_STATUS(gelWorld_Step(world, 1.0f / 60.0f), status);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return status;
}

static const Fault bindingFaults[] = {
    {"a lost velocity", "links.cl", "store_record(velocity, i, a.v);", ";", "has the velocity"},
    {"another damping", "physics/link.h", "slow = damping * step->h", "slow = damping * (0.5f * step->h)",
     "has the position"},
    {"a forgotten length", "physics/link.h", "1.0f - length / distance", "1.0f - 0.0f * length",
     "has the position"},
    {"a tether that pulls the wrong way", "physics/link.h", "length / distance - 1.0f",
     "1.0f - length / distance", "has the position"},
    {"lost pulls of goals", "links.cl", "    store_first(pulls, slot, pull);\n}", "}", "pull vertex"},
    {"lost pulls of attachments", "links.cl", "        store_first(pulls, slot, pull);\n", "", "pull vertex"},
};

static void wrong_links_are_refused_where_there_are_any(void)
{
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    for (size_t i = 0; i < sizeof bindingFaults / sizeof *bindingFaults; i++) {
        const Fault* fault = &bindingFaults[i];
        gelWorldDef def = gelDefaultWorldDef();
        def.lanes = 1;
        plant(fault->file, fault->from, fault->to);
        CHECK_STATUS(stepBox(def, false), gel_success);
        for (int attached = 0; attached < 2; attached++) {
            def.allowInexact = false;
            CHECK_STATUS(stepBound(def, attached == 1), gel_inexactDevice);
            CHECK_TEXT(gelLastError(),
                       "does not compute the reference's bits for goals, tethers and attachments");
            CHECK_TEXT(gelLastError(), fault->reason);
            def.allowInexact = true;
            CHECK_STATUS(stepBound(def, attached == 1), gel_success);
        }
        restoreKernels();
    }
}

// Two boxes with the two-level solver, on each other: their contacts are rows after the first step.
static gelStatus stepStiff(bool allowInexact)
{
    gelTetMesh mesh;
    gelWorld* world;
    gelBodyId id;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelStatus status = gel_success;
    def.device = 0;
    def.lanes = 1;
    def.contact = def.ground.enabled = true;
    def.substepCount = 1;
    def.allowInexact = allowInexact;
    body.solver = gel_twoLevelSolver;
    body.material.youngModulus = 1e7f;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 1, 1, 1, &mesh));
    REQUIRE(gelCreateWorld(&def, &world));
    for (int i = 0; i < 2; i++) {
        body.position = (gelVec3){0.02f * (float)i, 0.5f + 1.025f * (float)i, 0.0f};
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    }
    for (int i = 0; i < 6 && status == gel_success; i++)
        status = gelWorld_Step(world, 0.04f);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return status;
}

static void wrong_rows_of_the_two_level_solver_are_refused_where_there_are_any(void)
{
    static const Fault inRows[] = {
        {"a push that is carried over whole", "two_level_contact.h", "row.stiffness * contact_carried",
         "row.stiffness", "a contact pushes with"},
        {"friction without a limit", "two_level_contact.h", "across = vec3_scale(across, share_of_friction",
         "across = vec3_scale(across, 1.0f + 0.0f * share_of_friction", "a contact pushes with"},
    };
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    for (size_t i = 0; i < sizeof inRows / sizeof *inRows; i++) {
        const Fault* fault = &inRows[i];
        plant(fault->file, fault->from, fault->to);
        CHECK(stepStiff(false) == gel_inexactDevice, "%s passed", fault->what);
        CHECK_TEXT(gelLastError(), "the reference's bits for the solver twoLevel");
        CHECK_TEXT(gelLastError(), fault->reason);
        CHECK_STATUS(stepStiff(true), gel_success);
        restoreKernels();
    }
}

// A stiff box on an obstacle, which bears it by rows.
static gelStatus stepOnObstacle(bool allowInexact)
{
    gelTetMesh mesh;
    gelSurfaceMesh surface;
    gelWorld* world;
    gelBodyId id;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelObstacleDef obstacle = gelDefaultObstacleDef();
    def.device = 0;
    def.lanes = 1;
    def.contact = true;
    def.allowInexact = allowInexact;
    body.solver = gel_twoLevelSolver;
    body.position.y = 0.52f;
    obstacle.position.y = -0.1f;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 1, 1, 1, &mesh));
    REQUIRE(gelCreateBoxSurface((gelVec3){2.0f, 0.2f, 2.0f}, &surface));
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateObstacle(world, &obstacle, &surface, &id));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    const gelStatus status = gelWorld_Step(world, 1.0f / 60.0f);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    gelDestroySurfaceMesh(&surface);
    return status;
}

static void wrong_planes_of_obstacles_are_refused_where_stiff_bodies_may_stand_on_them(void)
{
    static const Fault inTouches[] = {
        {"offers without friction", "contact_touches.h", "motion.w = contact->friction;", "motion.w = 0.0f;",
         "has the"},
        {"half of what rows push", "contact_touches.h", "push->sum.w + held.w * share",
         "push->sum.w + held.w * (0.5f * share)", "pushes by"},
    };
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    for (size_t i = 0; i < sizeof inTouches / sizeof *inTouches; i++) {
        const Fault* fault = &inTouches[i];
        plant(fault->file, fault->from, fault->to);
        CHECK(stepOnObstacle(false) == gel_inexactDevice, "%s passed", fault->what);
        CHECK_TEXT(gelLastError(), "for obstacles under the solver twoLevel: a box on an obstacle");
        CHECK_TEXT(gelLastError(), fault->reason);
        CHECK_STATUS(stepOnObstacle(true), gel_success);
        restoreKernels();
    }
}

static void wrong_plasticity_is_refused_where_something_flows(void)
{
    static const Fault inPlasticity[] = {
        {"another yield", "physics/plasticity.h", "length * terms[1]", "length + terms[1]",
         "rest length of edge"},
        {"five edges of a tet", "tearing_passes.h", "k < 6", "k < 5", "rest "},
        {"an edge on one tet", "tearing_passes.h", "whole |= ", "whole = ", "rest length of edge"},
    };
    gelTetMesh mesh;
    gelWorld* world;
    gelBodyId id;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    def.device = 0;
    def.lanes = 1;
    for (size_t i = 0; i < sizeof inPlasticity / sizeof *inPlasticity; i++) {
        const Fault* fault = &inPlasticity[i];
        plant(fault->file, fault->from, fault->to);
        REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 1, 1, 1, &mesh));
        REQUIRE(gelCreateWorld(&def, &world));
        body.material.creep = 0.0f;
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
        CHECK_STATUS(gelWorld_Step(world, 1.0f / 60.0f), gel_success);
        body.material.creep = 1.0f;
        REQUIRE(gelBody_SetMaterial(world, id, &body.material));
        CHECK_STATUS(gelWorld_Step(world, 1.0f / 60.0f), gel_inexactDevice);
        CHECK_TEXT(gelLastError(), "the reference's bits for plasticity");
        CHECK_TEXT(gelLastError(), fault->reason);
        gelDestroyWorld(world);
        gelDestroyTetMesh(&mesh);
        restoreKernels();
    }
}

static void wrong_fields_are_refused_where_there_are_any(void)
{
    static const Fault inFields[] = {
        {"wind from the lee", "physics/field.h", "vec3_dot(u, normal) < 0.0f", "vec3_dot(u, normal) > 0.0f",
         ""},
        {"another noise", "physics/noise.h", "0x85ebca6bu", "0x85ebca6du", ""},
        {"a lost triangle", "field_passes.h", "set->starts[index]; k <", "set->starts[index] + 1; k <", ""},
    };
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    for (size_t i = 0; i < sizeof inFields / sizeof *inFields; i++) {
        gelTetMesh mesh;
        gelWorld* world;
        gelBodyId id;
        gelWorldDef def = gelDefaultWorldDef();
        gelBodyDef body = gelDefaultBodyDef();
        gelField field = gelDefaultField(gel_fieldUniform);
        def.device = 0;
        def.lanes = 1;
        plant(inFields[i].file, inFields[i].from, inFields[i].to);
        REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 1, 1, 1, &mesh));
        REQUIRE(gelCreateWorld(&def, &world));
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
        CHECK_STATUS(gelWorld_Step(world, 1.0f / 60.0f), gel_success);
        REQUIRE(gelWorld_SetFields(world, &field, 1));
        CHECK(gelWorld_Step(world, 1.0f / 60.0f) == gel_inexactDevice, "%s passed", inFields[i].what);
        CHECK_TEXT(gelLastError(), "a box in fields");
        gelDestroyWorld(world);
        gelDestroyTetMesh(&mesh);
        restoreKernels();
    }
}

static void wrong_pressures_are_refused_where_something_is_filled(void)
{
    static const Fault inPressures[] = {
        {"more gas", "physics/pressure.h", "(real)4.0f * (give * n)", "(real)4.1f * (give * n)", ""},
        {"less liquid", "physics/pressure.h", "(rest - foreseen) / sum", "(rest - foreseen) * 0.9f / sum",
         ""},
        {"a lost triangle", "pressure_passes.h", "set->starts[index]; k <", "set->starts[index] + 1; k <",
         ""},
    };
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    for (size_t i = 0; i < sizeof inPressures / sizeof *inPressures; i++) {
        gelTetMesh mesh;
        gelWorld* world;
        gelBodyId id;
        gelWorldDef def = gelDefaultWorldDef();
        gelBodyDef body = gelDefaultBodyDef();
        def.device = 0;
        def.lanes = 1;
        plant(inPressures[i].file, inPressures[i].from, inPressures[i].to);
        REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 1, 1, 1, &mesh));
        REQUIRE(gelCreateWorld(&def, &world));
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
        CHECK_STATUS(gelWorld_Step(world, 1.0f / 60.0f), gel_success);
        body.material.filling = gel_filledWithGas;
        REQUIRE(gelBody_SetMaterial(world, id, &body.material));
        CHECK(gelWorld_Step(world, 1.0f / 60.0f) == gel_inexactDevice, "%s passed", inPressures[i].what);
        CHECK_TEXT(gelLastError(), i == 1 ? "a box of liquid" : "a box of gas");
        gelDestroyWorld(world);
        gelDestroyTetMesh(&mesh);
        restoreKernels();
    }
}

static void options_that_are_too_long_are_refused(void)
{
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelDeviceInfo info;
    static char longOption[2000];
    memset(longOption, 'x', sizeof longOption - 1);
    setenv("GEL_KERNEL_OPTIONS", longOption, 1);
    CHECK_STATUS(gelTestDevice(0, &info), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "GEL_KERNEL_OPTIONS");
    restoreKernels();
}

static char lastLog[1024];

static void keepLog(void* context, gelLogLevel level, const char* text)
{
    (void)context;
    (void)level;
    snprintf(lastLog, sizeof lastLog, "%s", text);
}

static void wrong_vectors_are_told_and_replaced_by_scalars(void)
{
    gelDeviceInfo info;
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    restoreKernels();
    REQUIRE(gelTestDevice(0, &info));
    if (info.lanes == 1)
        SKIP("%s runs with scalars", info.name);
    plant("lanes.h", "*c = pair_low(AB, CD)", "*c = pair_low(CD, AB)");
    gelSetLogFunction(keepLog, NULL);
    REQUIRE(gelTestDevice(0, &info));
    gelSetLogFunction(NULL, NULL);
    CHECK(info.exact, "scalars are wrong as well: %s", info.reason);
    CHECK_INT(info.lanes, 1);
    CHECK_TEXT(lastLog, "runs with scalars");
    restoreKernels();
}

static void a_kernel_that_does_not_build_shows_the_log(void)
{
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelWorld* world;
    gelWorldDef def = gelDefaultWorldDef();
    def.device = 0;
    plant("physics/volume.h", "vec3 d1 =", "vec3 d1 = no_such_function() +");
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_deviceError);
    CHECK_TEXT(gelLastError(), "no_such_function");
    CHECK_TEXT(gelLastError(), "physics/volume.h");
    CHECK(world == NULL, "a world was made");
    def.device = -1;
    gelSetLogFunction(keepLog, NULL);
    REQUIRE(gelCreateWorld(&def, &world));
    gelSetLogFunction(NULL, NULL);
    CHECK_INT(gelWorld_GetDef(world).backend, gel_referenceFloat);
    CHECK_TEXT(lastLog, "plain C");
    gelDestroyWorld(world);
    setenv("GEL_KERNEL_DIR", "/no such folder", 1);
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_fileError);
    CHECK_TEXT(gelLastError(), "GEL_KERNEL_DIR");
    restoreKernels();
}

TESTS(TEST(a_right_device_passes), TEST(a_right_device_passes_with_all_programs),
      TEST(kernels_read_from_a_folder_are_as_good_as_those_of_the_library),
      TEST(a_wrong_device_is_refused_by_name_and_reason),
      TEST(a_device_that_is_not_tested_counts_as_not_exact),
      TEST(wrong_contacts_are_refused_where_bodies_may_touch),
      TEST(wrong_links_are_refused_where_there_are_any), TEST(wrong_fields_are_refused_where_there_are_any),
      TEST(wrong_pressures_are_refused_where_something_is_filled),
      TEST(wrong_rows_of_the_two_level_solver_are_refused_where_there_are_any),
      TEST(wrong_planes_of_obstacles_are_refused_where_stiff_bodies_may_stand_on_them),
      TEST(wrong_plasticity_is_refused_where_something_flows), TEST(options_that_are_too_long_are_refused),
      TEST(wrong_vectors_are_told_and_replaced_by_scalars), TEST(a_kernel_that_does_not_build_shows_the_log))
