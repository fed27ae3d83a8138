// The known-answer test of goals, tethers and attachments: vertices of no body, which only these
// stages move. Some of the goals and attachments pull for the two-level solver, whose slots here
// are the vertices.
#define GEL_DIALECT_FLOAT
#include "backend/round_step.h"
#include "opencl/self_test/self_test.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/wait.h"
#include "physics/vector.h"

#include <stdio.h>
#include <string.h>

typedef struct Record {
    vec3 xyz;
    real w;
} Record;

#include "links.h"

enum {
    vertexCount = 72,
    goalCount = 40,
    kinematicCount = 16,
    pulledCount = 12,
    worldCount = 5,
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
    int curve[attachmentCount], slots[gel_attachedVertices * attachmentCount];
    float curves[curveCount][gel_forcePoints][4];
    int tethered[tetherCount], pins[tetherCount];
    float lengths[tetherCount];
    gelGoalList goals;
    gelTetherList tethers;
    gelAttachmentList attachments;
    Record pulls[2][vertexCount];
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
    scene->goals = (gelGoalList){.count = goalCount,
                                 .kinematicCount = kinematicCount,
                                 .pulledCount = pulledCount,
                                 .worldCount = worldCount,
                                 .vertices = scene->goalVertices,
                                 .from = scene->from,
                                 .to = scene->to,
                                 .slots = scene->goalVertices};
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

// Six of each colour; of the first have the ends four vertices, of the second one. Those without
// length and curve hang on their second end.
static void attachVertices(Scene* scene)
{
    int slotCount = 0;
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
        for (int k = 0; k < gel_attachedVertices; k++) {
            int slot = k * attachmentCount + i;
            bool hangs = i % 3 == 2 && k < gel_attachedVertices / 2 && scene->coefficients[slot] != 0.0f;
            scene->slots[slot] = hangs ? scene->vertices[slot] : -1;
            slotCount += hangs;
        }
    }
    scene->colours[0] = (gelColourRange){0, attachmentCount / 2};
    scene->colours[1] = (gelColourRange){attachmentCount / 2, attachmentCount / 2};
    scene->attachments = (gelAttachmentList){.count = attachmentCount,
                                             .slotCount = slotCount,
                                             .colourCount = 2,
                                             .colours = scene->colours,
                                             .numbers = scene->numbers,
                                             .vertices = scene->vertices,
                                             .coefficients = scene->coefficients,
                                             .terms = scene->terms,
                                             .curve = scene->curve,
                                             .slots = scene->slots,
                                             .curveCount = curveCount,
                                             .curves = scene->curves};
}

static gelPlanStage stageOf(int index, int substep)
{
    static const gelStage order[stageCount] = {gel_stageKinematicGoals, gel_stageGoalSprings, gel_stageTether,
                                               gel_stageAttach, gel_stageAttach};
    return (gelPlanStage){.stage = order[index],
                          .colour = index == stageCount - 1 ? 1 : 0,
                          .substep = substep,
                          .progress = (double)(substep + 1) / substepCount,
                          .inverseTime = gelSelfTestStep.inverse_h / substepCount};
}

static Record toRecord(const double xyz[3], double w)
{
    return (Record){{(float)xyz[0], (float)xyz[1], (float)xyz[2]}, (float)w};
}

static Vertex answeredVertex(const Scene* scene, int i)
{
    const gelVertexState* state = &scene->answers[0][i];
    Record x = toRecord(state->position, state->inverseMass);
    return (Vertex){x, x, toRecord(state->velocity, state->damping)};
}

// Adds up what the goals and attachments that have slots give the vertices when the stages have
// run. An attachment that has broken gives nothing.
static void pullVertices(Scene* scene, double (*multipliers)[4])
{
    const StepParameters step = gelRoundStep(&gelSelfTestStep);
    const gelPlanStage stage = stageOf(0, 1);
    for (int i = kinematicCount; i < kinematicCount + pulledCount; i++) {
        const Vertex vertex = answeredVertex(scene, i);
        const Record from = {{scene->from[i][0], scene->from[i][1], scene->from[i][2]}, scene->from[i][3]},
                     to = {{scene->to[i][0], scene->to[i][1], scene->to[i][2]}, scene->to[i][3]};
        add_goal_pull(&vertex, &from, &to, (float)stage.progress, (float)stage.inverseTime, &step,
                      &scene->pulls[0][i]);
    }
    for (int i = 0; i < attachmentCount; i++) {
        Vertex a[attached_vertices];
        real c[attached_vertices];
        vec3 force;
        for (int k = 0; k < attached_vertices; k++) {
            a[k] = answeredVertex(scene, scene->vertices[k * attachmentCount + i]);
            c[k] = scene->coefficients[k * attachmentCount + i];
        }
        real stiffness = find_anchor_force(a, c, scene->terms[i][0], step.h, &force);
        for (int k = 0; k < attached_vertices && (float)multipliers[i][3] <= scene->terms[i][2]; k++)
            if (scene->slots[k * attachmentCount + i] >= 0)
                add_anchor_pull(&a[k], c[k], force, stiffness,
                                &scene->pulls[0][scene->slots[k * attachmentCount + i]]);
    }
}

static gelStatus answerReference(Scene* scene)
{
    double multipliers[attachmentCount][4];
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
    if (status == gel_success)
        status = functions->readMultipliers(reference, multipliers);
    if (status == gel_success)
        pullVertices(scene, multipliers);
    functions->destroy(reference);
    return status;
}

static gelStatus pullOnDevice(Scene* scene, gelDeviceLinks* links, const gelOpencl* opencl,
                              const gelDeviceState* state)
{
    uint64_t bytes = 0; // not the world's
    int launches = 0;
    cl_mem pulls = NULL;
    gelStatus status = gelCreateBuffer(opencl, sizeof scene->pulls[1], NULL, &bytes, &pulls);
    if (status == gel_success) {
        cl_int error = gelWriteBuffer(opencl, pulls, sizeof scene->pulls[1], scene->pulls[1]); // zeros
        status = error == CL_SUCCESS ? gel_success : gelFailCl("writing the pulls of goals", error);
    }
    if (status == gel_success)
        status = gelPullSlots(links, opencl, state, pulls, &gelSelfTestStep, stageOf(0, 1), &launches);
    if (status == gel_success) {
        cl_int error = gelReadBuffer(opencl, pulls, sizeof scene->pulls[1], scene->pulls[1]);
        status = error == CL_SUCCESS ? gel_success : gelFailCl("reading the pulls of goals", error);
    }
    gelReleaseBuffer(&pulls);
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
    if (status == gel_success)
        status = pullOnDevice(scene, &own, opencl, &state);
    gelClearDeviceLinks(&own);
    gelReleaseBuffer(&state.position);
    gelReleaseBuffer(&state.predicted);
    gelReleaseBuffer(&state.velocity);
    return status;
}

static void judgePulls(const Scene* scene, char reason[256])
{
    for (int i = 0; i < vertexCount && reason[0] == '\0'; i++) {
        const Record *expected = &scene->pulls[0][i], *found = &scene->pulls[1][i];
        if (memcmp(expected, found, sizeof *found) != 0)
            snprintf(reason, 256,
                     "goals and attachments pull vertex %d by {%a, %a, %a, %a}, not {%a, %a, %a, %a}", i,
                     (double)found->xyz.x, (double)found->xyz.y, (double)found->xyz.z, (double)found->w,
                     (double)expected->xyz.x, (double)expected->xyz.y, (double)expected->xyz.z,
                     (double)expected->w);
    }
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
    if (status == gel_success)
        judgePulls(scene, reason);
    gelClearPlan(&scene->plan);
    gelFree(scene);
    return status;
}
