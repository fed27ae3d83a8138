// The known-answer test of goals, tethers and attachments: vertices of no body, which only these stages move.
#include "opencl/self_test/self_test.h"

#include <string.h>

enum {
    vertexCount = 72,
    goalCount = 40,
    kinematicCount = 16,
    attachmentCount = 12,
    curveCount = 4,
    tetherCount = 50,
    substepCount = 3,
    stageCount = 5
};

typedef struct Scene {
    gelPlan plan; // without bodies
    gelVertexState start[vertexCount], answers[2][vertexCount];
    int goalVertices[goalCount];
    float from[goalCount][4], to[goalCount][4];
    gelColourRange colours[2];
    int numbers[attachmentCount], vertices[gel_attachedVertices * attachmentCount];
    float coefficients[gel_attachedVertices * attachmentCount], terms[attachmentCount][3];
    int curve[attachmentCount];
    float curves[curveCount][gel_forcePoints][4];
    int tethered[tetherCount], pins[tetherCount];
    float lengths[tetherCount];
    gelGoalList goals;
    gelTetherList tethers;
    gelAttachmentList attachments;
} Scene;

// Some number of so many bits, below 1.
static float numberOf(int seed)
{
    uint32_t mixed = (uint32_t)(seed + 1) * 2654435761u;
    return (float)(mixed >> 12) / 1048576.0f;
}

static void placeVertices(Scene* scene)
{
    for (int i = 0; i < vertexCount; i++) {
        gelVertexState* vertex = &scene->start[i];
        *vertex = (gelVertexState){
            .inverseMass = i < kinematicCount || i % 9 == 0 ? 0.0 : (double)(1.0f + 8.0f * numberOf(i)),
            .damping = i % 3 == 0 ? -1.0 : 0.5};
        for (int k = 0; k < 3; k++) {
            vertex->position[k] = vertex->predicted[k] = (double)numberOf(100 + 3 * i + k);
            vertex->velocity[k] = (double)(numberOf(500 + 3 * i + k) - 0.5f);
        }
    }
    for (int i = 0; i < goalCount; i++) {
        scene->goalVertices[i] = i;
        for (int k = 0; k < 4; k++) {
            scene->from[i][k] = (k < 3 ? 1.0f : 4000.0f) * numberOf(1000 + 4 * i + k);
            scene->to[i][k] = (k < 3 ? 1.0f : 60.0f) * numberOf(2000 + 4 * i + k);
        }
    }
    scene->goals = (gelGoalList){goalCount, kinematicCount, scene->goalVertices, scene->from, scene->to};
}

// To those that are led, some of them slack, and some of vertices that are pinned, too.
static void tetherVertices(Scene* scene)
{
    for (int i = 0; i < tetherCount; i++) {
        scene->tethered[i] = kinematicCount + i;
        scene->pins[i] = i % kinematicCount;
        scene->lengths[i] = numberOf(3000 + i);
    }
    scene->tethers = (gelTetherList){tetherCount, scene->tethered, scene->pins, scene->lengths, NULL};
}

// Some rise from the first point on, others hold to a point or have a push.
static void bendCurves(Scene* scene)
{
    for (int i = 0; i < curveCount; i++)
        for (int k = 0; k < gel_forcePoints; k++) {
            float* point = scene->curves[i][k];
            point[0] = -0.2f + 0.1f * (float)k;
            point[1] = (float)(k * k) * (50.0f + 1000.0f * numberOf(4000 + i)) - (i == 1 ? 30.0f : 0.0f);
            point[2] = (k + 1 < gel_forcePoints ? (float)(2 * k + 1) : 0.0f) * 10.0f *
                       (50.0f + 1000.0f * numberOf(4000 + i));
            point[3] = 0.0f;
        }
}

// Six of each colour; of the first have the ends four vertices, of the second one.
static void attachVertices(Scene* scene)
{
    for (int i = 0; i < attachmentCount; i++) {
        bool isFirst = i < attachmentCount / 2;
        int of = i % (attachmentCount / 2);
        for (int k = 0; k < gel_attachedVertices; k++) {
            int slot = k * attachmentCount + i;
            float share = k % 4 == 0 ? 0.25f : k % 4 == 1 ? 0.5f : k % 4 == 2 ? 0.125f : 0.125f;
            bool isUsed = isFirst || k % 4 == 0;
            scene->vertices[slot] = kinematicCount + 8 * of + (isUsed ? k : 0);
            scene->coefficients[slot] = (k < 4 ? 1.0f : -1.0f) * (isFirst ? share : isUsed ? 1.0f : 0.0f);
        }
        scene->numbers[i] = i;
        scene->terms[i][0] = i % 2 == 0 ? 0.0f : 0.0001f * numberOf(i);
        scene->terms[i][1] = i % 3 == 0 ? 0.25f : 0.0f;
        scene->terms[i][2] = i % 4 == 3 ? 1e-6f : INFINITY; // some break in the first substep
        scene->curve[i] = i % 3 == 1 ? i / 3 : -1;
    }
    scene->colours[0] = (gelColourRange){0, attachmentCount / 2};
    scene->colours[1] = (gelColourRange){attachmentCount / 2, attachmentCount / 2};
    scene->attachments = (gelAttachmentList){attachmentCount, 2,
                                             scene->colours,  scene->numbers,
                                             scene->vertices, scene->coefficients,
                                             scene->terms,    scene->curve,
                                             curveCount,      scene->curves};
}

static gelPlanStage stageOf(int index, int substep)
{
    static const gelStage stages[stageCount] = {gel_stageKinematicGoals, gel_stageGoalSprings,
                                                gel_stageTether, gel_stageAttach, gel_stageAttach};
    return (gelPlanStage){.stage = stages[index],
                          .colour = index == stageCount - 1 ? 1 : 0,
                          .substep = substep,
                          .progress = (double)(substep + 1) / substepCount,
                          .inverseTime = gelSelfTestStep.inverse_h / substepCount};
}

static gelStatus answerReference(Scene* scene)
{
    gelBackend* reference;
    gelStatus status = gelStartReference(&scene->plan, scene->start, &reference);
    if (status != gel_success)
        return status;
    const gelBackendFunctions* functions = reference->functions;
    status = functions->setBodyGoals(reference, &scene->goals);
    if (status == gel_success)
        status = functions->setTethers(reference, &scene->tethers);
    if (status == gel_success)
        status = functions->setAttachments(reference, &scene->attachments);
    for (int i = 0; i < stageCount * substepCount && status == gel_success; i++)
        status = functions->runStage(reference, &gelSelfTestStep, stageOf(i % stageCount, i / stageCount));
    if (status == gel_success)
        status = functions->readState(reference, scene->answers[0]);
    functions->destroy(reference);
    return status;
}

static gelStatus answerDevice(Scene* scene, const gelDeviceLinks* links, const gelOpencl* opencl)
{
    int places[vertexCount], launches = 0;
    uint64_t bytes = 0;
    cl_float4 staging[3 * (vertexCount + 1)];
    gelDeviceState state = {0};
    gelDeviceLinks own = {.program = links->program}; // with other goals and attachments
    memcpy(own.kernels, links->kernels, sizeof own.kernels);
    for (int i = 0; i < vertexCount; i++)
        places[i] = i;
    state.places = places;
    gelStatus status = gelStartDeviceState(opencl, &scene->plan, scene->start, staging, &state);
    if (status == gel_success)
        status = gelWriteGoalList(&own, opencl, &state, &scene->goals, &bytes);
    if (status == gel_success)
        status = gelWriteTethers(&own, opencl, &state, &scene->tethers, &bytes);
    if (status == gel_success)
        status = gelWriteAttachments(&own, opencl, &state, &scene->attachments, &bytes);
    for (int i = 0; i < stageCount * substepCount && status == gel_success; i++)
        status = gelRunLinks(&own, opencl, &state, &gelSelfTestStep, stageOf(i % stageCount, i / stageCount),
                             &launches);
    if (status == gel_success)
        status = gelReadDeviceState(opencl, &state, &scene->plan, scene->answers[1], staging);
    gelClearDeviceLinks(&own);
    gelReleaseBuffer(&state.position);
    gelReleaseBuffer(&state.predicted);
    gelReleaseBuffer(&state.velocity);
    return status;
}

gelStatus gelSelfTestLinks(gelDeviceLinks* links, const gelOpencl* opencl, char reason[256])
{
    reason[0] = '\0';
    Scene* scene = gelAllocate(1, sizeof *scene);
    if (scene == NULL)
        return gelFailMemory(1, sizeof *scene);
    placeVertices(scene);
    tetherVertices(scene);
    bendCurves(scene);
    attachVertices(scene);
    memcpy(scene->answers[0], scene->start, sizeof scene->start);
    memcpy(scene->answers[1], scene->start, sizeof scene->start);
    gelStatus status = gelBuildPlan(NULL, 0, gel_colourOrder, &scene->plan);
    scene->plan.vertexCount = vertexCount;
    scene->plan.vertexCapacity = vertexCount + 1;
    if (status == gel_success)
        status = gelRequireLinkProgram(links, opencl);
    if (status == gel_success)
        status = answerReference(scene);
    if (status == gel_success)
        status = answerDevice(scene, links, opencl);
    if (status == gel_success)
        gelJudgeStates(scene->answers[0], scene->answers[1], vertexCount, "goals, tethers and attachments",
                       "vertices of no body", reason);
    gelClearPlan(&scene->plan);
    gelFree(scene);
    return status;
}
