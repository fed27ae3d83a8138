// The known-answer test of balance: two boxes that constraints seem to have sheared, of more vertices than a block has.
// One is free, the other has a pin.
#include "opencl/self_test/self_test.h"
#include "opencl/runtime/wait.h"

#include <string.h>

enum { bodyCount = 2 };

typedef struct Scene {
    gelShape* shape;
    gelBody bodies[bodyCount];
    gelBody* list[bodyCount];
    gelPlan plan;
    gelBalanceList balance;
    gelVertexState *start, *answers[2];
    cl_float4* staging;
} Scene;

static void clearScene(Scene* scene)
{
    gelReleaseShape(scene->shape);
    gelClearPlan(&scene->plan);
    gelClearBalanceList(&scene->balance);
    gelFree(scene->start);
    gelFree(scene->answers[0]);
    gelFree(scene->answers[1]);
    gelFree(scene->staging);
}

static void placeVertices(Scene* scene)
{
    int each = scene->shape->mesh.vertexCount;
    for (int i = 0; i < scene->plan.vertexCount; i++) {
        const float* x = scene->shape->mesh.positions + 3 * (size_t)(i % each);
        double turned = (double)(i % 5), away = (double)(i / each);
        scene->start[i] = (gelVertexState){.inverseMass = i == each + 7 ? 0.0 : 0.5 + turned,
                                           .damping = 0.25,
                                           .velocity = {turned - 1.5, 0.75 * turned, 0.5 - turned}};
        for (int k = 0; k < 3; k++) {
            float q = x[k] + 0.25f * x[(k + 1) % 3];
            scene->start[i].predicted[k] = (double)q + away;
            scene->start[i].position[k] =
                (double)((float)(scene->start[i].predicted[k]) + 0.0078125f * (float)((i + k) % 7));
        }
    }
}

static gelStatus makeShape(Scene* scene)
{
    gelTetMesh mesh;
    gelStatus status = gelCreateBoxMesh((gelVec3){1.0f, 0.8f, 1.2f}, 10, 9, 10, &mesh);
    if (status != gel_success)
        return status;
    status = gelCreateShape(&mesh, 2048, &scene->shape);
    gelDestroyTetMesh(&mesh);
    for (int i = 0; i < bodyCount && status == gel_success; i++) {
        scene->bodies[i] = (gelBody){.shape = scene->shape, .material = gelDefaultMaterial(), .scale = 1.0};
        scene->bodies[i].firstVertex = i * scene->shape->mesh.vertexCount;
        scene->list[i] = &scene->bodies[i];
    }
    return status;
}

static gelStatus createScene(Scene* scene)
{
    const bool takesPart[bodyCount] = {true, true};
    gelStatus status = makeShape(scene);
    if (status == gel_success)
        status = gelBuildPlan(scene->list, bodyCount, gel_colourOrder, &scene->plan);
    if (status == gel_success)
        status = gelListBalance(&scene->plan, takesPart, (float)gelSelfTestStep.h, &scene->balance);
    if (status != gel_success)
        return status;
    size_t count = (size_t)scene->plan.vertexCapacity;
    scene->start = gelAllocate(count, sizeof *scene->start);
    scene->answers[0] = gelAllocate(count, sizeof *scene->start);
    scene->answers[1] = gelAllocate(count, sizeof *scene->start);
    scene->staging = gelAllocate(3 * count, sizeof *scene->staging);
    if (scene->start == NULL || scene->answers[0] == NULL || scene->answers[1] == NULL ||
        scene->staging == NULL)
        return gelFailMemory(count, 3 * sizeof *scene->start);
    placeVertices(scene);
    memcpy(scene->answers[0], scene->start, count * sizeof *scene->start);
    memcpy(scene->answers[1], scene->start, count * sizeof *scene->start);
    return gel_success;
}

static gelStatus answerReference(Scene* scene)
{
    gelBackend* reference;
    gelStatus status = gelStartReference(&scene->plan, scene->start, &reference);
    if (status != gel_success)
        return status;
    const gelBackendFunctions* functions = reference->functions;
    status = functions->setBalance(reference, &scene->balance);
    if (status == gel_success)
        status = functions->runStage(reference, &gelSelfTestStep, (gelPlanStage){.stage = gel_stageBalance});
    if (status == gel_success)
        status = functions->readState(reference, scene->answers[0]);
    functions->destroy(reference);
    return status;
}

static gelStatus answerDevice(Scene* scene, gelDeviceBalance* balance, const gelOpencl* opencl)
{
    uint64_t bytes = 0; // not the world's
    int launches = 0;
    gelDeviceState state = {0};
    gelStatus status = gelPlaceBodies(opencl, &scene->plan, &bytes, &state);
    if (status == gel_success)
        status = gelStartDeviceState(opencl, &scene->plan, scene->start, scene->staging, &state);
    if (status == gel_success)
        status = gelSetDeviceBalance(balance, opencl, &scene->balance, &bytes);
    if (status == gel_success)
        status = gelRunDeviceBalance(balance, opencl, &state, &gelSelfTestStep, &launches);
    if (status == gel_success)
        status = gelReadDeviceState(opencl, &state, &scene->plan, scene->answers[1], scene->staging);
    gelClearDeviceState(&state);
    gelClearBalancePlan(balance);
    return status;
}

gelStatus gelSelfTestBalance(gelDeviceBalance* balance, const gelOpencl* opencl, char reason[256])
{
    Scene scene = {0};
    reason[0] = '\0';
    gelStatus status = gelOpenDeviceBalance(balance, opencl);
    if (status == gel_success)
        status = createScene(&scene);
    if (status == gel_success)
        status = answerReference(&scene);
    if (status == gel_success)
        status = answerDevice(&scene, balance, opencl);
    if (status == gel_success)
        gelJudgeStates(scene.answers[0], scene.answers[1], scene.plan.vertexCount, "balance", "boxes",
                       reason);
    clearScene(&scene);
    return status;
}
