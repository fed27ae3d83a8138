// Known-answer tests that a device must pass with the reference's bits before it is trusted.
#include "opencl/self_test/self_test.h"
#include "opencl/runtime/parameters.h"
#include "tables.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/wait.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { questionCount = 7, itemCount = 4096, sceneSubsteps = 6, sizeCount = 7, tileSize = 16 };

static const char* const questions[questionCount] = {
    "a + b", "a - b", "a * b", "a / b", "sqrt(a)", "a * b + a", "(a * b + b * b) - a * a"};

typedef struct Arithmetic {
    float a[itemCount], b[itemCount];
    float expected[questionCount][itemCount], found[questionCount][itemCount];
} Arithmetic;

// Positive numbers with random mantissas; exponents -20 to 20 avoid overflow and denormals, exponents below
// -126 are denormals.
static float randomNumber(uint32_t* state, int lowestExponent, int exponentCount)
{
    *state = *state * 1664525u + 1013904223u;
    float number = ldexpf(1.0f + (float)(*state >> 9) / 8388608.0f,
                          lowestExponent + (int)((*state >> 3) % (uint32_t)exponentCount));
    return number;
}

static void computeExpected(Arithmetic* arithmetic, int lowestExponent, int exponentCount)
{
    uint32_t state = 20221;
    for (int i = 0; i < itemCount; i++) {
        float a = arithmetic->a[i] = randomNumber(&state, lowestExponent, exponentCount);
        float b = arithmetic->b[i] = randomNumber(&state, lowestExponent, exponentCount);
        arithmetic->expected[0][i] = a + b;
        arithmetic->expected[1][i] = a - b;
        arithmetic->expected[2][i] = a * b;
        arithmetic->expected[3][i] = a / b;
        arithmetic->expected[4][i] = sqrtf(a);
        arithmetic->expected[5][i] = a * b + a;
        arithmetic->expected[6][i] = (a * b + b * b) - a * a;
    }
}

typedef struct Input {
    void* content;
    size_t size;
} Input;
enum { maxInputs = 2 };

// Runs one kernel over buffers of the inputs and of the answer, and reads the answer.
static gelStatus ask(const gelOpencl* opencl, const char* name, const Input* inputs, int inputCount,
                     int count, void* answer, size_t size)
{
    cl_int error;
    cl_mem buffers[maxInputs + 1] = {NULL};
    size_t global = ((size_t)count + (size_t)opencl->lanes - 1) / (size_t)opencl->lanes;
    cl_kernel kernel = gelCl.clCreateKernel(opencl->program, name, &error);
    gelRecordCall("clCreateKernel", error);
    for (int i = 0; i <= inputCount && error == CL_SUCCESS; i++) {
        cl_mem_flags flags = i < inputCount ? CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR : CL_MEM_WRITE_ONLY;
        buffers[i] = gelCl.clCreateBuffer(opencl->context, flags, i < inputCount ? inputs[i].size : size,
                                          i < inputCount ? inputs[i].content : NULL, &error);
        gelRecordCall("clCreateBuffer", error);
        if (error == CL_SUCCESS)
            error = GEL_CL(clSetKernelArg, kernel, (cl_uint)i, sizeof buffers[i], &buffers[i]);
    }
    if (error == CL_SUCCESS && count > 1)
        error = GEL_CL(clSetKernelArg, kernel, (cl_uint)inputCount + 1, sizeof count, &count);
    if (error == CL_SUCCESS)
        error = GEL_CL(clEnqueueNDRangeKernel, opencl->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = gelReadBuffer(opencl, buffers[inputCount], size, answer);
    for (int i = 0; i <= inputCount; i++)
        if (buffers[i] != NULL)
            gelCl.clReleaseMemObject(buffers[i]);
    if (kernel != NULL)
        gelCl.clReleaseKernel(kernel);
    return error == CL_SUCCESS ? gel_success : gelFailCl("the self-test", error);
}

static gelStatus testSizes(const gelOpencl* opencl, char reason[256])
{
    const struct {
        const char* name;
        size_t size;
    } types[sizeCount] = {{"int", sizeof(cl_int)},
                          {"float", sizeof(cl_float)},
                          {"float4", sizeof(cl_float4)},
                          {"real", sizeof(cl_float) * (size_t)opencl->lanes},
                          {"StepParameters", sizeof(StepParameters)},
                          {"BodyClass", sizeof(BodyClass)},
                          {"Tile", sizeof(Tile)}};
    int found[sizeCount] = {0};
    gelStatus status = ask(opencl, "answer_sizes", NULL, 0, 1, found, sizeof found);
    for (int i = 0; status == gel_success && i < sizeCount && reason[0] == '\0'; i++)
        if (found[i] != (int)types[i].size)
            snprintf(reason, 256, "sizeof(%s) is %d bytes, not %d", types[i].name, found[i],
                     (int)types[i].size);
    return status;
}

// Whether a loop of so many iterations runs to its end.
static gelStatus askTurns(const gelOpencl* opencl, int turns, bool* ended)
{
    uint32_t question[5] = {(uint32_t)turns, 20221, 1664525, 1013904223, 1013904225}, answer = 0;
    uint32_t expected = question[1];
    for (int i = 0; i < turns; i++)
        expected = expected * question[2] + question[3 + (expected >> 31)];
    const Input input = {question, sizeof question};
    gelStatus status = ask(opencl, "answer_turns", &input, 1, 1, &answer, sizeof answer);
    *ended = answer == expected;
    return status;
}

// Mesa's llvmpipe silently leaves a work-item's loops after 65,535 iterations in total: the planner stays
// below.
static gelStatus testTurns(gelOpencl* opencl, char reason[256])
{
    const int many = 70000, fewer = 60000;
    bool ended;
    opencl->maxTurns = INT_MAX;
    gelStatus status = askTurns(opencl, many, &ended);
    if (status != gel_success || ended)
        return status;
    opencl->maxTurns = fewer;
    status = askTurns(opencl, fewer, &ended);
    if (status == gel_success && !ended)
        snprintf(reason, 256, "a loop of %d iterations ends too early", fewer);
    return status;
}

// Tests numbers of the given exponents. Stores the first wrong answer in `reason`.
static gelStatus testArithmetic(const gelOpencl* opencl, int lowestExponent, int exponentCount,
                                char reason[256])
{
    Arithmetic* arithmetic = gelAllocate(1, sizeof *arithmetic);
    if (arithmetic == NULL)
        return gelFailMemory(1, sizeof *arithmetic);
    computeExpected(arithmetic, lowestExponent, exponentCount);
    const Input inputs[] = {{arithmetic->a, sizeof arithmetic->a}, {arithmetic->b, sizeof arithmetic->b}};
    gelStatus status =
        ask(opencl, "answer_arithmetic", inputs, 2, itemCount, arithmetic->found, sizeof arithmetic->found);
    for (int q = 0; status == gel_success && q < questionCount; q++)
        for (int i = 0; i < itemCount && reason[0] == '\0'; i++)
            if (memcmp(&arithmetic->found[q][i], &arithmetic->expected[q][i], sizeof(float)) != 0)
                snprintf(reason, 256, "%s is %a, not %a, for a = %a, b = %a", questions[q],
                         (double)arithmetic->found[q][i], (double)arithmetic->expected[q][i],
                         (double)arithmetic->a[i], (double)arithmetic->b[i]);
    gelFree(arithmetic);
    return status;
}

// A small sheared box, thrown onto rough ground and held by a corner: every kind of constraint of the
// program takes part, and each stage but those with tests of their own. Few substeps, since a launch takes up to half a millisecond.
typedef struct Scene {
    bool bends, hasLimits; // the program has bending of the model, and edges with a longest length
    gelBendingModel bendingModel;
    gelConstraintOrder order;
    gelIntegrator integrator;
    gelMaterialModel model;
    gelShape* shape;
    gelBody body;
    gelBody* bodies[1];
    gelPlan plan;
    gelVertexState* start;   // [vertexCount]
    gelVertexState* answers; // [2][vertexCount]: the reference's, the device's
} Scene;

static const float bendingStiffness = 50.0f; // N m
static const float stretchLimit = 0.0625f;   // which some edges exceed at the start

static void clearScene(Scene* scene)
{
    gelReleaseShape(scene->shape);
    gelClearPlan(&scene->plan);
    gelFree(scene->start);
    gelFree(scene->answers);
}

static void placeVertices(Scene* scene)
{
    for (int i = 0; i < scene->plan.vertexCount; i++) {
        const float* x = scene->shape->mesh.positions + 3 * (size_t)i;
        gelVertexState* vertex = &scene->start[i];
        *vertex = (gelVertexState){.inverseMass = i == 7 ? 0.0 : (double)(0.01f * (float)(1 + i % 5)),
                                   .velocity = {1.0, -4.0, 0.5},
                                   .damping = 0.5};
        float placed[3] = {x[0] + 0.25f * x[1], x[1] + 0.125f * x[2] + 0.5f, x[2] - 0.5f * x[0]};
        for (int k = 0; k < 3; k++)
            vertex->position[k] = vertex->predicted[k] = (double)placed[k];
    }
}

static gelStatus createScene(Scene* scene)
{
    gelTetMesh mesh;
    gelStatus status = gelCreateBoxMesh((gelVec3){0.8f, 1.0f, 1.2f}, 2, 2, 3, &mesh);
    if (status != gel_success)
        return status;
    status = gelCreateShape(&mesh, tileSize, &scene->shape);
    gelDestroyTetMesh(&mesh);
    if (status != gel_success)
        return status;
    scene->body = (gelBody){.shape = scene->shape, .material = gelDefaultMaterial(), .scale = 1.0};
    scene->body.material.bendingStiffness = scene->bends ? bendingStiffness : 0.0f;
    scene->body.material.bendingModel = scene->bendingModel;
    scene->body.material.model = scene->model;
    scene->body.material.stretchLimit = scene->hasLimits ? stretchLimit : 0.0f;
    scene->bodies[0] = &scene->body;
    status = gelFindConstraints(scene->shape, &scene->body.material);
    if (status == gel_success)
        status = gelBuildPlan(scene->bodies, 1, scene->order, &scene->plan);
    scene->plan.integrator = scene->integrator;
    scene->plan.damps = gelIsJacobi(scene->order); // by the same kernels
    size_t count = (size_t)scene->plan.vertexCount;
    scene->start = gelAllocate(count, sizeof *scene->start);
    scene->answers = gelAllocate(2 * count, sizeof *scene->answers);
    if (status == gel_success && (scene->start == NULL || scene->answers == NULL))
        status = gelFailMemory(3 * count, sizeof *scene->start);
    if (status == gel_success)
        placeVertices(scene);
    return status;
}

static gelStatus runStages(gelBackend* backend, const gelStepParameters* parameters,
                           const gelStageList* stages)
{
    gelStatus status = gel_success;
    for (int i = 0; i < sceneSubsteps * stages->count && status == gel_success; i++)
        status = backend->functions->runStage(backend, parameters, stages->stages[i % stages->count]);
    return status;
}

const gelStepParameters gelSelfTestStep = {.h = 0.00390625,
                                           .inverse_h = 256.0,
                                           .inverse_h2 = 65536.0,
                                           .h2 = 0.0000152587890625,
                                           .goal_damping = 0.0625,
                                           .spring_damping = 0.000244140625,
                                           .drag = 0.125,
                                           .gravity_y = -9.75,
                                           .gravity_z = 0.25,
                                           .has_ground = 1.0,
                                           .ground_y = 1.0,
                                           .friction = 0.5,
                                           .restitution = 0.5,
                                           .slowest_bounce = 0.0625};

// `whole`: a whole step at once if the back end can; otherwise stage by stage.
static gelStatus runScene(Scene* scene, gelBackend* backend, gelStrategy strategy, bool whole, int steps,
                          gelVertexState* answer)
{
    static const gelVertexGoal goal = {3, {0.5f, 1.5f, 0.0f}, 1e4f};
    const gelStepContents contents = {.goals = true, .springDamping = gelPlanDamps(&scene->plan)};
    gelStageList stages = {0};
    bool byStages = !whole || backend->functions->runStep == NULL;
    scene->body.strategy = strategy;
    gelStatus status = backend->functions->setPlan(backend, &scene->plan);
    if (status == gel_success)
        status = backend->functions->writeState(backend, scene->start);
    if (status == gel_success)
        status = backend->functions->setGoals(backend, &goal, 1);
    if (status == gel_success)
        status = gelListStages(&scene->plan, &gelSelfTestStep, contents, &stages);
    gelProfile profile = {0};
    for (int i = 0; i < steps && status == gel_success; i++)
        status = byStages ? runStages(backend, &gelSelfTestStep, &stages)
                          : backend->functions->runStep(backend, &gelSelfTestStep, &stages, sceneSubsteps,
                                                        &profile);
    gelClearStageList(&stages);
    memcpy(answer, scene->start, (size_t)scene->plan.vertexCount * sizeof *answer);
    return status == gel_success ? backend->functions->readState(backend, answer) : status;
}

gelStatus gelStartReference(gelPlan* plan, const gelVertexState* start, gelBackend** reference)
{
    gelStatus status = gelCreateReferenceFloat(reference);
    if (status != gel_success)
        return status;
    status = (*reference)->functions->setPlan(*reference, plan);
    if (status == gel_success)
        status = (*reference)->functions->writeState(*reference, start);
    if (status != gel_success)
        (*reference)->functions->destroy(*reference);
    return status;
}

gelStatus gelStartDeviceState(const gelOpencl* opencl, const gelPlan* plan, const gelVertexState* start,
                              cl_float4* staging, gelDeviceState* state)
{
    uint64_t bytes = 0; // not the world's
    size_t size = (size_t)plan->vertexCapacity * sizeof(cl_float4);
    gelStatus status = gelCreateBuffer(opencl, size, NULL, &bytes, &state->position);
    if (status == gel_success)
        status = gelCreateBuffer(opencl, size, NULL, &bytes, &state->predicted);
    if (status == gel_success)
        status = gelCreateBuffer(opencl, size, NULL, &bytes, &state->velocity);
    return status == gel_success ? gelWriteDeviceState(opencl, state, plan, start, staging) : status;
}

void gelJudgeStates(const gelVertexState* expected, const gelVertexState* found, int count, const char* scene,
                    const char* how, char reason[256])
{
    for (int i = 0; i < count && reason[0] == '\0'; i++) {
        bool moved = memcmp(found[i].position, expected[i].position, sizeof found[i].position) != 0;
        bool sped = memcmp(found[i].velocity, expected[i].velocity, sizeof found[i].velocity) != 0;
        const double* x = moved ? found[i].position : found[i].velocity;
        const double* y = moved ? expected[i].position : expected[i].velocity;
        if (moved || sped)
            snprintf(reason, 256, "%s (%s): vertex %d has the %s {%a, %a, %a}, not {%a, %a, %a}", scene, how,
                     i, moved ? "position" : "velocity", x[0], x[1], x[2], y[0], y[1], y[2]);
    }
}

static void judgeScene(const Scene* scene, const char* how, char reason[256])
{
    int count = scene->plan.vertexCount;
    gelJudgeStates(scene->answers, scene->answers + count, count, "a box thrown to the ground", how, reason);
}

// The first step is launched, the second recorded, the third replayed. A driver that gets this wrong is used
// without command buffers.
static gelStatus testCommandBuffer(Scene* scene, gelBackend* reference, const gelTestSubject* subject)
{
    enum { steps = 3 };
    gelCommandBuffer* buffer = subject->commandBuffer;
    char reason[256] = "";
    if (!buffer->used)
        return gel_success;
    gelStatus status = runScene(scene, reference, gel_strategyPerColour, false, steps, scene->answers);
    if (status == gel_success)
        status = runScene(scene, subject->backend, gel_strategyPerColour, true, steps,
                          scene->answers + scene->plan.vertexCount);
    if (status == gel_success)
        judgeScene(scene, "recorded", reason);
    if (reason[0] != '\0')
        gelRefuseCommandBuffer(subject->opencl, buffer, "recorded steps give different bits");
    return status;
}

static bool hasKind(const gelTestSubject* subject, int kind)
{
    return (subject->opencl->kinds >> kind & 1u) != 0;
}

static const char* howIsStepped(const Scene* scene, gelStrategy strategy)
{
    return scene->integrator != gel_xpbd     ? gelIntegratorText(scene->integrator)
           : scene->order != gel_colourOrder ? gelConstraintOrderText(scene->order)
                                             : gelStrategyText(strategy);
}

static gelStatus testScene(const gelTestSubject* subject, gelConstraintOrder order, gelIntegrator integrator,
                           gelMaterialModel model, gelBendingModel bendingModel, char reason[256])
{
    int bends = bendingModel == gel_isometricBending ? constraint_isometric : constraint_bending;
    Scene scene = {.bends = hasKind(subject, bends) && integrator == gel_xpbd,
                   .hasLimits = hasKind(subject, constraint_tension) && integrator == gel_xpbd,
                   .bendingModel = bendingModel,
                   .order = order,
                   .integrator = integrator,
                   .model = model};
    gelBackend* reference = NULL;
    gelStatus status = createScene(&scene);
    if (status == gel_success)
        status = gelCreateReferenceFloat(&reference);
    if (status == gel_success)
        status = runScene(&scene, reference, gel_strategyPerColour, false, 1, scene.answers);
    int strategies = order == gel_colourOrder ? gel_strategyCount : gel_strategyPerColour + 1;
    for (int s = gel_strategyPerColour; s < strategies && status == gel_success && reason[0] == '\0'; s++) {
        // Individual launches of perColour: this covers single stages too.
        status = runScene(&scene, subject->backend, (gelStrategy)s, s != gel_strategyPerColour, 1,
                          scene.answers + scene.plan.vertexCount);
        if (status == gel_success)
            judgeScene(&scene, howIsStepped(&scene, (gelStrategy)s), reason);
    }
    if (status == gel_success && reason[0] == '\0' && order == gel_colourOrder)
        status = testCommandBuffer(&scene, reference, subject);
    if (reference != NULL)
        reference->functions->destroy(reference);
    clearScene(&scene);
    *subject->plan = NULL; // it was the scene's
    return status;
}

// Denormals are optional in OpenCL. A device that flushes them gives different bits only for values below
// 1e-38, so this is reported, not refused.
static gelStatus testDenormals(const gelOpencl* opencl, gelDeviceInfo* info)
{
    char difference[256] = "";
    gelStatus status = testArithmetic(opencl, -140, 20, difference);
    info->denormals = difference[0] == '\0';
    return status;
}

// Tests each material model and order that the program has kernels for.
static gelStatus testScenes(const gelTestSubject* subject, char reason[256])
{
    unsigned kinds = subject->opencl->kinds;
    const struct {
        gelMaterialModel model;
        gelBendingModel bendingModel;
        unsigned needs;
    } models[] = {{gel_edgesAndVolumes, gel_dihedralBending, 0},
                  {gel_neoHookean, gel_dihedralBending, 1u << constraint_neo_hookean},
                  {gel_edgesAndVolumes, gel_isometricBending, 1u << constraint_isometric}};
    const struct {
        gelConstraintOrder order;
        gelIntegrator integrator;
        unsigned needs;
    } rows[] = {{gel_colourOrder, gel_xpbd, 0},
                {gel_jacobiOrder, gel_xpbd, gelJacobiKernels},
                {gel_meshOrder, gel_rungeKutta4, gelIntegratorKernels}};
    int modelCount = (int)(sizeof models / sizeof models[0]), rowCount = (int)(sizeof rows / sizeof rows[0]);
    gelStatus status = gel_success;
    for (int m = 0; m < modelCount; m++)
        for (int r = 0; r < rowCount && status == gel_success && reason[0] == '\0'; r++) {
            unsigned needs = models[m].needs | rows[r].needs;
            if ((kinds & needs) == needs)
                status = testScene(subject, rows[r].order, rows[r].integrator, models[m].model,
                                   models[m].bendingModel, reason);
        }
    return status;
}

// For simulators, in which the tests take longer than all else.
static bool isOff(void)
{
    const char* setting = getenv("GEL_SELF_TEST");
    return setting != NULL && strcmp(setting, "off") == 0;
}

gelStatus gelSelfTest(const gelTestSubject* subject, gelDeviceInfo* info)
{
    gelOpencl* opencl = subject->opencl;
    double start = gelMilliseconds();
    *info = opencl->info;
    info->lanes = opencl->lanes;
    info->reason[0] = '\0'; // from an earlier test, with other kernels
    info->tested = info->exact = false;
    if (isOff()) {
        snprintf(info->reason, sizeof info->reason, "it was not tested, as GEL_SELF_TEST is off");
        return gel_success;
    }
    gelStatus status = testSizes(opencl, info->reason);
    if (status == gel_success && info->reason[0] == '\0')
        status = testArithmetic(opencl, -20, 41, info->reason);
    if (status == gel_success && info->reason[0] == '\0')
        status = testTurns(opencl, info->reason);
    if (status == gel_success)
        status = testScenes(subject, info->reason);
    if (status == gel_success)
        status = testDenormals(opencl, info);
    info->testMilliseconds = gelMilliseconds() - start;
    info->tested = status == gel_success;
    info->exact = info->tested && info->reason[0] == '\0';
    return status;
}
