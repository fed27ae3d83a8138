// Kernels are reloaded while a world runs: the new ones take effect, all of them or none, and the state stays.
#define _XOPEN_SOURCE 700 // setenv
#define TEST_SUBJECT "reload"
#include "support/fixtures.h"
#include "support/patched_kernels.h"

// Kernels with one edit, built quickly.
static void plant(const char* name, const char* from, const char* to)
{
    patchKernels(name, from, to);
    setenv("GEL_KERNEL_OPTIONS", "-cl-opt-disable", 0);
}

static void restoreKernels(void)
{
    unsetenv("GEL_KERNEL_DIR");
    unsetenv("GEL_KERNEL_OPTIONS");
}

// A box that falls, on the reference and on the device; the kernels are those of the library.
static gelWorld* makeFallingBox(gelBackendKind backend)
{
    gelTetMesh mesh;
    gelWorld* world;
    gelBodyId body;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    restoreKernels();
    def.backend = backend;
    def.device = 0;
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 1}, 2, 2, 2, &mesh));
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &body));
    gelDestroyTetMesh(&mesh);
    return world;
}

// How high vertex 0 is.
static double heightOf(gelWorld* world)
{
    gelBodyId body;
    float positions[81];
    gelWorld_GetBodies(world, &body, 1);
    REQUIRE(gelBody_ReadPositions(world, body, positions, 27));
    return (double)positions[1];
}

static void stepFrames(gelWorld* world, int count)
{
    for (int i = 0; i < count; i++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
}

static void reloaded_kernels_move_the_same_state_on(void)
{
    bool exact = true;
    gelDeviceInfo info;
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelWorld *world = makeFallingBox(gel_opencl), *reference = makeFallingBox(gel_referenceFloat);
    stepFrames(world, 3);
    stepFrames(reference, 3);
    for (int i = 0; i < 5; i++) // in the middle of a step
        REQUIRE(gelWorld_StepStage(world, 1.0f / 60.0f, NULL));
    REQUIRE(gelWorld_ReloadKernels(world, &exact));
    CHECK(exact, "%s", gelWorld_GetBackendText(world));
    stepFrames(world, 1);
    stepFrames(reference, 1);
    CHECK_HEX(gelWorld_Hash(world), gelWorld_Hash(reference));

    double before = heightOf(world);
    plant("physics/integrate.h", "velocity->y + step->h", "velocity->y - step->h");
    REQUIRE(gelWorld_ReloadKernels(world, &exact));
    CHECK(!exact, "other physics passed as exact");
    CHECK_TEXT(gelWorld_GetBackendText(world), "INEXACT");
    CHECK(gelWorld_GetDevice(world, &info) && !info.exact, "the device still passes as exact");
    CHECK(info.reason[0] != '\0', "no reason why it is not exact");
    CHECK_CLOSE(heightOf(world), before, 0.0, "the state stays");
    stepFrames(world, 30);
    CHECK(heightOf(world) > before, "it falls up, but is at %g, from %g", heightOf(world), before);

    restoreKernels();
    REQUIRE(gelWorld_ReloadKernels(world, &exact));
    CHECK(exact && strstr(gelWorld_GetBackendText(world), "INEXACT") == NULL, "the mark stays: %s",
          gelWorld_GetBackendText(world));
    CHECK(gelWorld_GetDevice(world, &info) && info.exact, "the reason stays: %s", info.reason);
    gelDestroyWorld(world);
    gelDestroyWorld(reference);
}

// Kernels that were tested with the buffers of another back end get those of the world.
static void reloaded_kernels_of_the_two_level_solver_move_the_same_state_on(void)
{
    static const gelBackendKind backends[] = {gel_referenceFloat, gel_opencl};
    uint64_t hashes[2];
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    for (int i = 0; i < 2; i++) {
        gelBodyId body;
        gelWorld* world = makeFallingBox(backends[i]);
        gelWorld_GetBodies(world, &body, 1);
        REQUIRE(gelBody_SetSolver(world, body, gel_twoLevelSolver, 1, 2));
        REQUIRE(gelBody_PinBelow(world, body, -0.4f, NULL));
        stepFrames(world, 2);
        if (backends[i] == gel_opencl)
            REQUIRE(gelWorld_ReloadKernels(world, NULL));
        stepFrames(world, 2);
        hashes[i] = gelWorld_Hash(world);
        gelDestroyWorld(world);
    }
    CHECK_HEX(hashes[1], hashes[0]);
}

// A box with gas in it that flows, in the wind, whose vertices follow goals half way.
static gelWorld* makeBusyBox(gelBackendKind backend)
{
    static const float weights[27] = {0.5f, 0.5f, 0.5f};
    gelBodyId body;
    gelMaterial material;
    gelWorld* world = makeFallingBox(backend);
    gelField wind = gelDefaultField(gel_fieldUniform);
    gelGoalSet goals = gelDefaultGoalSet();
    gelWorld_GetBodies(world, &body, 1);
    REQUIRE(gelBody_GetMaterial(world, body, &material));
    material.filling = gel_filledWithGas;
    material.creep = 1.0f;
    goals.weights = weights;
    REQUIRE(gelBody_SetMaterial(world, body, &material));
    REQUIRE(gelBody_SetGoals(world, body, &goals));
    REQUIRE(gelWorld_SetFields(world, &wind, 1));
    return world;
}

static void every_program_is_reloaded_and_tested(void)
{
    static const struct {
        const char *file, *from, *to, *reason;
    } all[] = {
        {"field_passes.h", "set->starts[index]; k <", "set->starts[index] + 1; k <", "a box in fields"},
        {"physics/balance.h", "b[row] - factor * b[p]", "b[row] + factor * b[p]", "boxes"},
        {"physics/pressure.h", "(real)4.0f * (give * n)", "(real)4.1f * (give * n)", "a box of gas"},
        {"physics/link.h", "slow = damping * step->h", "slow = damping * (0.5f * step->h)",
         "has the position"},
        {"physics/plasticity.h", "length * terms[1]", "length + terms[1]", "rest length of edge"},
    };
    bool exact = false;
    gelDeviceInfo info;
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelWorld *world = makeBusyBox(gel_opencl), *reference = makeBusyBox(gel_referenceFloat);
    stepFrames(world, 2);
    stepFrames(reference, 2);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        plant(all[i].file, all[i].from, all[i].to);
        REQUIRE(gelWorld_ReloadKernels(world, &exact));
        CHECK(!exact && gelWorld_GetDevice(world, &info), "%s: another formula passed as exact", all[i].file);
        CHECK_TEXT(info.reason, all[i].reason);
        restoreKernels();
        REQUIRE(gelWorld_ReloadKernels(world, &exact));
        CHECK(exact, "%s: %s", all[i].file, gelWorld_GetBackendText(world));
        stepFrames(world, 1);
        stepFrames(reference, 1);
        CHECK_HEX(gelWorld_Hash(world), gelWorld_Hash(reference));
    }
    gelDestroyWorld(world);
    gelDestroyWorld(reference);
}

static void kernels_that_cannot_be_reloaded_leave_the_old_ones(void)
{
    static const struct {
        const char *file, *from, *to, *message;
        gelStatus status;
    } all[] = {
        {"physics/volume.h", "vec3 d1 =", "vec3 d1 = no_such_function() +",
         "physics/volume.h:", gel_deviceError},
        {"per_colour.cl", "void per_colour_##name", "void other_##name", "creating a kernel",
         gel_deviceError},
        {"fields.cl", "push_triangle(", "no_such_function(", "fields.cl:", gel_deviceError},
        {"pressures.cl", "void measure_vertices", "void other_vertices", "creating a kernel",
         gel_deviceError},
        {"links.cl", "const StepParameters step", "const NoSuchType step", "links.cl:", gel_deviceError},
        {"plasticity.cl", "const StepParameters step", "const NoSuchType step",
         "plasticity.cl:", gel_deviceError},
        {"gel.cl", "#include \"per_colour.cl\"", "#include \"missing.cl\"", "missing.cl", gel_fileError},
    };
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelWorld *world = makeBusyBox(gel_opencl), *reference = makeBusyBox(gel_referenceFloat);
    stepFrames(world, 2);
    stepFrames(reference, 2);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        plant(all[i].file, all[i].from, all[i].to);
        CHECK_STATUS(gelWorld_ReloadKernels(world, NULL), all[i].status);
        CHECK_TEXT(gelLastError(), all[i].message);
        stepFrames(world, 1);
        stepFrames(reference, 1);
        CHECK_HEX(gelWorld_Hash(world), gelWorld_Hash(reference));
    }
    CHECK_STATUS(gelWorld_ReloadKernels(reference, NULL), gel_unsupported);
    gelDestroyWorld(world);
    gelDestroyWorld(reference);
    restoreKernels();
}

TESTS(TEST(reloaded_kernels_move_the_same_state_on),
      TEST(reloaded_kernels_of_the_two_level_solver_move_the_same_state_on),
      TEST(every_program_is_reloaded_and_tested), TEST(kernels_that_cannot_be_reloaded_leave_the_old_ones))
