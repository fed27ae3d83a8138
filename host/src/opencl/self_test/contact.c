// The known-answer test of contact: three boxes that collide, with friction and restitution.
#include "opencl/self_test/self_test.h"

#include <stdio.h>
#include <string.h>

enum { boxCount = 3, stepCount = 2, substepCount = 4, tileSize = 64 };

typedef struct Scene {
    gelShape* shape;
    gelBody boxes[boxCount];
    gelBody* bodies[boxCount];
    double masses[boxCount]; // kg
    gelPlan plan;
    gelVertexState* start;   // [vertexCount]
    gelVertexState* answers; // [2][vertexCount]: the reference's, the device's
} Scene;

static void clearScene(Scene* scene)
{
    gelReleaseShape(scene->shape);
    gelClearPlan(&scene->plan);
    gelFree(scene->start);
    gelFree(scene->answers);
}

// The first box stands a little in the ground. The second is sheared and comes down on it aslant, with a corner inside
// that is led out; the third candidates its side.
static void placeVertices(Scene* scene)
{
    static const float moved[boxCount][3] = {
        {0.0f, 0.234375f, 0.0f}, {0.3125f, 0.734375f, 0.1875f}, {-0.50390625f, 0.265625f, 0.03125f}};
    static const float sheared[boxCount][2] = {{0.0f, 0.0f}, {0.25f, 0.125f}, {0.0f, 0.0f}};
    static const double velocities[boxCount][3] = {{0.0, 0.0, 0.0}, {1.0, -2.0, 0.0}, {2.0, 0.0, 0.25}};
    for (int b = 0; b < boxCount; b++)
        for (int i = 0; i < scene->shape->mesh.vertexCount; i++) {
            const float* x = scene->shape->mesh.positions + 3 * (size_t)i;
            gelVertexState* vertex = &scene->start[scene->boxes[b].firstVertex + i];
            *vertex = (gelVertexState){.inverseMass = (double)(4.0f * (float)(1 + i % 3)), .damping = 0.5};
            float placed[3] = {x[0] + sheared[b][0] * x[1], x[1] + sheared[b][1] * x[0], x[2]};
            for (int k = 0; k < 3; k++) {
                vertex->position[k] = vertex->predicted[k] = (double)(placed[k] + moved[b][k]);
                vertex->velocity[k] = velocities[b][k];
            }
            scene->masses[b] += 1.0 / vertex->inverseMass;
        }
}

static gelStatus createScene(Scene* scene)
{
    gelTetMesh mesh;
    gelStatus status = gelCreateBoxMesh((gelVec3){0.5f, 0.5f, 0.5f}, 2, 2, 2, &mesh);
    if (status != gel_success)
        return status;
    status = gelCreateShape(&mesh, tileSize, &scene->shape);
    gelDestroyTetMesh(&mesh);
    for (int b = 0; b < boxCount && status == gel_success; b++) {
        scene->boxes[b] = (gelBody){.shape = scene->shape,
                                    .material = gelDefaultMaterial(),
                                    .scale = 1.0,
                                    .filter = gelDefaultFilter(),
                                    .strategy = gel_strategyBody,
                                    .id = {.index1 = b + 1},
                                    .firstVertex = b * scene->shape->mesh.vertexCount};
        scene->boxes[b].material.youngModulus = 1e7f;
        scene->boxes[b].material.restitution = b == 0 ? 0.0f : 0.75f;
        scene->bodies[b] = &scene->boxes[b];
    }
    if (status == gel_success)
        status = gelFindConstraints(scene->shape, &scene->boxes[0].material);
    if (status == gel_success)
        status = gelBuildPlan(scene->bodies, boxCount, gel_colourOrder, &scene->plan);
    size_t count = (size_t)scene->plan.vertexCount;
    scene->start = gelAllocate(count, sizeof *scene->start);
    scene->answers = gelAllocate(2 * count, sizeof *scene->answers);
    if (status == gel_success && (scene->start == NULL || scene->answers == NULL))
        status = gelFailMemory(3 * count, sizeof *scene->start);
    if (status == gel_success)
        placeVertices(scene);
    return status;
}

static gelStatus runStages(gelBackend* backend, const gelStageList* stages)
{
    const gelBackendFunctions* functions = backend->functions;
    gelProfile profile = {0};
    if (functions->runStep != NULL)
        return functions->runStep(backend, &gelSelfTestStep, stages, substepCount, &profile);
    gelStatus status = gel_success;
    for (int i = 0; i < substepCount * stages->count && status == gel_success; i++)
        status = functions->runStage(backend, &gelSelfTestStep, stages->stages[i % stages->count]);
    return status;
}

static gelStatus runStep(const Scene* scene, gelBackend* backend, const gelRestitutionStates* restitution)
{
    gelStageList stages = {0};
    int launches = 0;
    gelStatus status = backend->functions->findContacts(backend, &gelSelfTestStep, substepCount,
                                                        scene->masses, restitution, &launches);
    if (status == gel_success)
        status = gelListStages(&scene->plan, &gelSelfTestStep, (gelStepContents){.contacts = true}, &stages);
    if (status == gel_success)
        status = runStages(backend, &stages);
    gelClearStageList(&stages);
    return status;
}

static gelStatus runScene(Scene* scene, gelBackend* backend, gelRestitutionStates* restitution,
                          gelVertexState* answer)
{
    restitution->count = 0;
    gelStatus status = backend->functions->setPlan(backend, &scene->plan);
    if (status == gel_success)
        status = backend->functions->writeState(backend, scene->start);
    if (status == gel_success)
        status = backend->functions->setGoals(backend, NULL, 0);
    for (int i = 0; i < stepCount && status == gel_success; i++) {
        status = runStep(scene, backend, restitution);
        if (status == gel_success)
            status = backend->functions->readRestitution(backend, restitution);
    }
    memcpy(answer, scene->start, (size_t)scene->plan.vertexCount * sizeof *answer);
    return status == gel_success ? backend->functions->readState(backend, answer) : status;
}

static bool sameRestitution(const gelRestitutionStates* a, const gelRestitutionStates* b)
{
    bool same = a->count == b->count;
    for (int i = 0; i < a->count && same; i++)
        same = memcmp(a->pairs[i].reals, b->pairs[i].reals, sizeof a->pairs[i].reals) == 0;
    return same;
}

static gelStatus compare(Scene* scene, gelBackend* reference, const gelTestSubject* subject,
                         gelRestitutionStates restitution[2], char reason[256])
{
    int together = subject->contacts->maxTogether, count = scene->plan.vertexCount;
    gelStatus status = runScene(scene, reference, &restitution[0], scene->answers);
    for (int apart = 0; apart < 2 && status == gel_success && reason[0] == '\0'; apart++) {
        const char* how = apart ? "a launch per pass" : "in one launch";
        subject->contacts->maxTogether = apart ? 0 : together;
        status = runScene(scene, subject->backend, &restitution[1], scene->answers + count);
        if (status != gel_success)
            break;
        gelJudgeStates(scene->answers, scene->answers + count, count, "boxes that collide", how, reason);
        if (reason[0] == '\0' && !sameRestitution(&restitution[0], &restitution[1]))
            snprintf(reason, 256, "boxes that collide (%s): they bounce differently", how);
    }
    subject->contacts->maxTogether = together;
    return status;
}

gelStatus gelSelfTestContacts(const gelTestSubject* subject, char reason[256])
{
    Scene scene = {0};
    gelRestitutionStates restitution[2] = {{0}};
    gelBackend* reference = NULL;
    reason[0] = '\0';
    gelStatus status = createScene(&scene);
    if (status == gel_success)
        status = gelCreateReferenceFloat(&reference);
    if (status == gel_success)
        status = compare(&scene, reference, subject, restitution, reason);
    if (reference != NULL)
        reference->functions->destroy(reference);
    gelFree(restitution[0].pairs);
    gelFree(restitution[1].pairs);
    clearScene(&scene);
    *subject->plan = NULL; // it was the scene's
    return status;
}
