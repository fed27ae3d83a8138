// Known-answer questions that a device has to answer with the reference's bits before it is trusted, and the choice of a
// device by the answers.
#include "opencl.h"
#include "world.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { questionCount = 7, itemCount = 4096, sceneSubsteps = 6, sizeCount = 4 };

static const char* const questions[questionCount] = {"a + b",   "a - b",     "a * b", "a / b",
                                                     "sqrt(a)", "a * b + a", "(a * b + b * b) - a * a"};

typedef struct Arithmetic {
    float a[itemCount], b[itemCount];
    float expected[questionCount][itemCount], found[questionCount][itemCount];
} Arithmetic;

// Positive numbers with random mantissas and exponents -20 to 20: away from overflow and from denormals.
static float randomNumber(uint32_t* state)
{
    *state = *state * 1664525u + 1013904223u;
    uint32_t bits = (*state >> 9) | ((uint32_t)(127 - 20 + (int)((*state >> 3) % 41u)) << 23);
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static void computeExpected(Arithmetic* arithmetic)
{
    uint32_t state = 20221;
    for (int i = 0; i < itemCount; i++) {
        float a = arithmetic->a[i] = randomNumber(&state);
        float b = arithmetic->b[i] = randomNumber(&state);
        arithmetic->expected[0][i] = a + b;
        arithmetic->expected[1][i] = a - b;
        arithmetic->expected[2][i] = a * b;
        arithmetic->expected[3][i] = a / b;
        arithmetic->expected[4][i] = sqrtf(a);
        arithmetic->expected[5][i] = a * b + a;
        arithmetic->expected[6][i] = (a * b + b * b) - a * a;
    }
}

// Runs one kernel over buffers and reads the last of them back. Buffers are released in any case.
static gelStatus ask(const gelOpencl* opencl, const char* name, cl_mem* buffers, int bufferCount, int count, void* answer,
                     size_t size)
{
    cl_int error;
    size_t global = (size_t)count;
    cl_kernel kernel = clCreateKernel(opencl->program, name, &error);
    for (int i = 0; i < bufferCount && error == CL_SUCCESS; i++)
        error = buffers[i] != NULL ? clSetKernelArg(kernel, (cl_uint)i, sizeof buffers[i], &buffers[i])
                                   : CL_MEM_OBJECT_ALLOCATION_FAILURE;
    if (error == CL_SUCCESS && count > 1)
        error = clSetKernelArg(kernel, (cl_uint)bufferCount, sizeof count, &count);
    if (error == CL_SUCCESS)
        error = clEnqueueNDRangeKernel(opencl->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = clEnqueueReadBuffer(opencl->queue, buffers[bufferCount - 1], CL_TRUE, 0, size, answer, 0, NULL, NULL);
    for (int i = 0; i < bufferCount; i++)
        if (buffers[i] != NULL)
            clReleaseMemObject(buffers[i]);
    if (kernel != NULL)
        clReleaseKernel(kernel);
    return error == CL_SUCCESS ? gel_success : gelFailCl("the self-test", error);
}

static gelStatus testSizes(const gelOpencl* opencl, char reason[256])
{
    static const char* const names[sizeCount] = {"int", "float", "float4", "real"};
    int expected[sizeCount] = {4, 4, 16, 4 * opencl->lanes}, found[sizeCount] = {0};
    cl_mem buffer = clCreateBuffer(opencl->context, CL_MEM_WRITE_ONLY, sizeof found, NULL, NULL);
    gelStatus status = ask(opencl, "answer_sizes", &buffer, 1, 1, found, sizeof found);
    for (int i = 0; status == gel_success && i < sizeCount && reason[0] == '\0'; i++)
        if (found[i] != expected[i])
            snprintf(reason, 256, "sizeof(%s) is %d bytes, not %d", names[i], found[i], expected[i]);
    return status;
}

static gelStatus testArithmetic(const gelOpencl* opencl, char reason[256])
{
    Arithmetic* arithmetic = gelAllocate(1, sizeof *arithmetic);
    if (arithmetic == NULL)
        return gelFailMemory(1, sizeof *arithmetic);
    computeExpected(arithmetic);
    cl_mem_flags input = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    cl_mem buffers[3] = {
        clCreateBuffer(opencl->context, input, sizeof arithmetic->a, arithmetic->a, NULL),
        clCreateBuffer(opencl->context, input, sizeof arithmetic->b, arithmetic->b, NULL),
        clCreateBuffer(opencl->context, CL_MEM_WRITE_ONLY, sizeof arithmetic->found, NULL, NULL),
    };
    gelStatus status =
        ask(opencl, "answer_arithmetic", buffers, 3, itemCount, arithmetic->found, sizeof arithmetic->found);
    for (int q = 0; status == gel_success && q < questionCount; q++)
        for (int i = 0; i < itemCount && reason[0] == '\0'; i++)
            if (memcmp(&arithmetic->found[q][i], &arithmetic->expected[q][i], sizeof(float)) != 0)
                snprintf(reason, 256, "%s is %a, not %a, for a = %a, b = %a", questions[q],
                         (double)arithmetic->found[q][i], (double)arithmetic->expected[q][i], (double)arithmetic->a[i],
                         (double)arithmetic->b[i]);
    gelFree(arithmetic);
    return status;
}

// A small box that is thrown, turned, onto rough ground and held by a corner: every stage and both kinds of constraint take part. Few substeps,
// since a launch takes up to half a millisecond.
static gelStatus createScene(gelWorld** world)
{
    gelTetMesh mesh;
    gelBodyId id;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    def.backend = gel_referenceFloat;
    def.substepCount = sceneSubsteps;
    def.ground.enabled = true;
    def.ground.restitution = 0.5f;
    bodyDef.position.y = 0.6f;
    bodyDef.rotation = (gelQuat){0.3f, 0.1f, 0.2f, 0.9f};
    bodyDef.velocity = (gelVec3){1.0f, -4.0f, 0.5f};
    bodyDef.material.damping = 0.5f;
    gelStatus status = gelCreateBoxMesh((gelVec3){0.8f, 1.0f, 1.2f}, 2, 2, 3, &mesh);
    if (status != gel_success)
        return status;
    status = gelCreateWorld(&def, world);
    if (status == gel_success)
        status = gelCreateBody(*world, &bodyDef, &mesh, &id);
    gelGoal goal = {id, 3, {0.5f, 1.5f, 0.0f}, 1e4f};
    if (status == gel_success)
        status = gelWorld_SetGoals(*world, &goal, 1);
    if (status == gel_success)
        status = gelWorldPush(*world);
    gelDestroyTetMesh(&mesh);
    return status;
}

// Walks the reference's step on the device, stage by stage.
static gelStatus runOnDevice(gelBackend* backend, const gelWorld* world, gelVertexState* vertices)
{
    const gelPlan* plan = &world->plan;
    gelStatus status = backend->functions->setPlan(backend, plan);
    if (status == gel_success)
        status = backend->functions->writeState(backend, vertices);
    if (status == gel_success)
        status = backend->functions->setGoals(backend, world->vertexGoals, world->goalCount);
    const gelOptionalStages optional = world->cursor.optional;
    int stageCount = gelPlanStageCount(plan, optional), total = sceneSubsteps * stageCount;
    for (int i = 0; i < total && status == gel_success; i++) {
        int colour;
        gelStage stage = gelPlanStage(plan, optional, i % stageCount, &colour);
        status = backend->functions->runStage(backend, &world->cursor.parameters, stage, colour);
    }
    return status == gel_success ? backend->functions->readState(backend, vertices) : status;
}

static gelStatus testScene(gelBackend* backend, char reason[256])
{
    gelWorld* world = NULL;
    gelStatus status = createScene(&world);
    size_t count = status == gel_success ? (size_t)world->vertexCount : 0;
    gelVertexState* vertices = gelAllocate(count, sizeof *vertices);
    if (status == gel_success && vertices == NULL)
        status = gelFailMemory(count, sizeof *vertices);
    if (status == gel_success)
        memcpy(vertices, world->vertices, count * sizeof *vertices);
    if (status == gel_success)
        status = gelWorld_Step(world, 1.0f / 60.0f);
    if (status == gel_success)
        status = runOnDevice(backend, world, vertices);
    if (status == gel_success)
        status = gelWorldPull(world);
    for (size_t i = 0; i < count && status == gel_success && reason[0] == '\0'; i++)
        if (memcmp(vertices[i].position, world->vertices[i].position, sizeof vertices[i].position) != 0)
            snprintf(reason, 256, "a box thrown to the ground: vertex %zu is at {%a, %a, %a}, not {%a, %a, %a}", i,
                     vertices[i].position[0], vertices[i].position[1], vertices[i].position[2],
                     world->vertices[i].position[0], world->vertices[i].position[1], world->vertices[i].position[2]);
    gelFree(vertices);
    gelDestroyWorld(world);
    return status;
}

gelStatus gelSelfTest(gelBackend* backend, gelDeviceInfo* info)
{
    const gelOpencl* opencl = gelGridBackendDevice(backend);
    double start = gelMilliseconds();
    *info = opencl->info;
    info->lanes = opencl->lanes;
    gelStatus status = testSizes(opencl, info->reason);
    if (status == gel_success && info->reason[0] == '\0')
        status = testArithmetic(opencl, info->reason);
    if (status == gel_success && info->reason[0] == '\0')
        status = testScene(backend, info->reason);
    info->testMilliseconds = gelMilliseconds() - start;
    info->tested = status == gel_success;
    info->exact = info->tested && info->reason[0] == '\0';
    return status;
}

// Opens a device and tests it. One that answers otherwise with vectors gets a second chance with scalars, unless the caller
// asked for a number of lanes: drivers are tested least with wide vectors.
static gelStatus openAndTest(int index, int lanes, int workGroupSize, gelBackend** backend, gelDeviceInfo* info)
{
    gelStatus status = gelCreateGridBackend(index, lanes, workGroupSize, backend);
    if (status != gel_success)
        return status;
    status = gelSelfTest(*backend, info);
    bool again = status == gel_success && !info->exact && lanes == 0 && info->lanes > 1;
    if (status == gel_success && !again)
        return status;
    (*backend)->functions->destroy(*backend);
    *backend = NULL;
    return again ? openAndTest(index, 1, workGroupSize, backend, info) : status;
}

gelStatus gelTestDevice(int index, gelDeviceInfo* info)
{
    gelBackend* backend;
    cl_device_id device;
    gelStatus status = gelFindDevice(index, &device, info);
    if (status == gel_success)
        status = openAndTest(index, 0, 0, &backend, info);
    if (status == gel_success)
        backend->functions->destroy(backend);
    return status;
}

// Opens one device and refuses it if it is not exact, unless that is allowed.
static gelStatus openTrusted(const gelWorldDef* def, int index, gelBackend** backend)
{
    gelDeviceInfo info;
    gelStatus status = openAndTest(index, def->lanes, def->workGroupSize, backend, &info);
    if (status != gel_success || info.exact)
        return status;
    if (def->allowInexact) {
        gelLog(gel_logWarning, "opencl:%d (%s) is not exact: %s", index, info.name, info.reason);
        return gel_success;
    }
    (*backend)->functions->destroy(*backend);
    *backend = NULL;
    return gelFail(gel_inexactDevice,
                   "opencl:%d (%s) does not compute the reference's bits: %s; allowInexact (--allow-inexact) uses it all "
                   "the same",
                   index, info.name, info.reason);
}

gelStatus gelCreateOpenclBackend(const gelWorldDef* def, gelBackend** backend)
{
    static const gelDeviceKind preference[] = {gel_deviceGpu, gel_deviceOther, gel_deviceCpu};
    gelDeviceInfo infos[64];
    int count;
    *backend = NULL;
    if (def->device >= 0)
        return openTrusted(def, def->device, backend);
    gelStatus status = gelGetDevices(infos, 64, &count);
    if (status == gel_success && count == 0) {
        cl_device_id device;
        return gelFindDevice(0, &device, &infos[0]); // says that there is none, and what to do
    }
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < count && i < 64; i++) {
            if (infos[i].kind != preference[k])
                continue;
            status = openTrusted(def, i, backend);
            if (status == gel_success)
                return status;
            gelLog(gel_logWarning, "passed over: %s", gelLastError());
        }
    return status;
}
