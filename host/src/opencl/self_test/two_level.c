// The known-answer test of the two-level solver: bodies of each kind of constraint, some with pins, stretched and sheared.
#include "opencl/self_test/self_test.h"
#include "opencl/runtime/wait.h"
#include "opencl/runtime/program.h"
#include "plan/kinds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { bodyCount = 6, touching = 5, cycles = 2 }; // the last body touches itself

typedef struct Scene {
    gelBody bodies[bodyCount];
    gelBody* list[bodyCount];
    int count; // of bodies in the list
    gelPlan plan;
    gelTwoLevelList level;
    gelVertexState *start, *loaded, *answers[2]; // `loaded`: with what fields add to velocities
    int wrongTets[2][bodyCount];
    uint64_t histories[2];                // their hashes
    double touches[2][4 * level_columns]; // of contacts: one, and what its list is filled up with
    cl_float4* staging;
} Scene;

static void clearScene(Scene* scene)
{
    for (int b = 0; b < bodyCount; b++) {
        gelReleaseShape(scene->bodies[b].shape);
        gelFree(scene->bodies[b].history);
    }
    gelClearPlan(&scene->plan);
    gelClearTwoLevelList(&scene->level);
    gelFree(scene->start);
    gelFree(scene->loaded);
    gelFree(scene->answers[0]);
    gelFree(scene->answers[1]);
    gelFree(scene->staging);
}

// Boxes of both models, cloth with either bending, of which one only pulls, and a rope that bends.
static void setMaterials(gelBody* bodies)
{
    for (int b = 0; b < bodyCount; b++) {
        bodies[b] = (gelBody){.material = gelDefaultMaterial(), .scale = 1.0, .cycles = b % cycles + 1};
        bodies[b].id.index1 = b + 1;
        bodies[b].solver = bodies[b].steppedBy = gel_twoLevelSolver;
        bodies[b].material.youngModulus = 1e6f;
        bodies[b].material.thickness = 0.0625f;
    }
    bodies[0].ruinedTime = 0.75f; // guarded
    bodies[1].material.model = gel_neoHookean;
    bodies[2].material.springs = gel_pullOnly;
    bodies[2].material.bendingStiffness = 4.0f;
    bodies[3].material.bendingStiffness = 4.0f;
    bodies[3].material.bendingModel = gel_isometricBending;
    bodies[4].material.bending = gel_bendingOfPlate;
}

static gelStatus makeShapes(gelBody* bodies)
{
    gelTetMesh box = {0};
    gelSurfaceMesh sheet = {0};
    gelLineMesh rope = {0};
    gelStatus status = gelCreateBoxMesh((gelVec3){1.0f, 0.8f, 1.2f}, 3, 2, 4, &box);
    if (status == gel_success)
        status = gelCreateSheetSurface(1.0f, 0.8f, 6, 5, &sheet);
    if (status == gel_success)
        status = gelCreateStraightLine(1.0f, 33, &rope);
    for (int b = 0; b < bodyCount && status == gel_success; b++) {
        const bool isSolid = b < 2 || b == touching;
        const gelShapeSource source = {.kind = isSolid ? gel_solidBody
                                               : b < 4 ? gel_sheetBody
                                                       : gel_ropeBody,
                                       .mesh = isSolid ? &box : NULL,
                                       .surface = b == 2 || b == 3 ? &sheet : NULL,
                                       .lines = b == 4 ? &rope : NULL};
        status = gelCreateShapeOf(&source, 2048, &bodies[b].shape);
        if (status == gel_success)
            status = gelFindConstraints(bodies[b].shape, &bodies[b].material);
        if (status == gel_success && (b == 1 || b == touching)) { // they have BDF2
            bodies[b].history = gelAllocate(gel_historyNumbers * (size_t)bodies[b].shape->mesh.vertexCount,
                                            sizeof *bodies[b].history);
            status = bodies[b].history != NULL ? gel_success
                                               : gelFailMemory(gel_historyNumbers, sizeof *bodies[b].history);
        }
    }
    gelDestroyTetMesh(&box);
    gelDestroySurfaceMesh(&sheet);
    gelDestroyLineMesh(&rope);
    return status;
}

// The ground has rows of the body with a history: some vertices do not touch it, others have no row
// yet.
static void fillHistories(Scene* scene)
{
    static const double arrivals[] = {0.0, arrival_slow, arrival_held, arrival_held};
    for (int b = 0; b < scene->count; b++)
        for (int i = 0; scene->list[b]->history != NULL &&
                        i < gel_historyNumbers * scene->list[b]->shape->mesh.vertexCount;
             i++)
            scene->list[b]->history[i] = i % gel_historyNumbers == gel_historyArrival
                                             ? arrivals[i / gel_historyNumbers % 4]
                                             : 0.5 * (double)(i % 11) - 2.0;
}

static uint64_t hashHistories(const Scene* scene)
{
    uint64_t hash = GEL_HASH_START;
    for (int b = 0; b < scene->count; b++)
        if (scene->list[b]->history != NULL)
            hash = gelHashBytes(hash, scene->list[b]->history,
                                gel_historyNumbers * (size_t)scene->list[b]->shape->mesh.vertexCount *
                                    sizeof(double));
    return hash;
}

static void placeVertices(Scene* scene)
{
    for (int i = 0; i < scene->plan.vertexCount; i++) {
        const gelBody* body = scene->list[gelFindPlanBody(&scene->plan, i)];
        int v = i - body->firstVertex;
        const float* x = body->shape->mesh.positions + 3 * (size_t)v;
        double turned = (double)(i % 5);
        scene->start[i] =
            (gelVertexState){.inverseMass = v == 3 && body != scene->list[0] ? 0.0 : 0.5 + turned,
                             .damping = 0.25,
                             .velocity = {turned - 1.5, 0.75 * turned, 0.5 - turned}};
        for (int k = 0; k < 3; k++)
            scene->start[i].position[k] = scene->start[i].predicted[k] =
                (double)(1.125f * x[k] + 0.25f * x[(k + 1) % 3] + 0.0078125f * (float)((i + k) % 7));
    }
}

// Lists the bodies that have no other kinds.
static void listBodies(Scene* scene, unsigned kinds)
{
    int vertexCount = 0;
    for (int b = 0; b < bodyCount; b++) {
        unsigned needed = 0;
        for (int kind = 0; kind < constraint_kinds; kind++)
            needed |= gelBodyConstraints(&scene->bodies[b], kind)->count > 0 ? 1u << kind : 0;
        if ((needed & ~kinds) != 0)
            continue;
        scene->bodies[b].firstVertex = vertexCount;
        vertexCount += scene->bodies[b].shape->mesh.vertexCount;
        scene->list[scene->count++] = &scene->bodies[b];
    }
}

// Attaches a point in the box of BDF2 to another vertex of it, and points of the sheets and the rope to each other.
static void attachBodies(const Scene* scene, gelAttachment* all, gelAttachments* attachments)
{
    static const int ends[][2] = {{1, 1}, {2, 3}, {3, 4}};
    attachments->all = all;
    for (int i = 0; i < 3; i++) {
        const gelBodyPoint a = {.body = scene->bodies[ends[i][0]].id,
                                .vertexCount = 3,
                                .vertices = {i, 9, 20},
                                .weights = {0.25f, 0.25f, 0.5f}},
                           b = {.body = scene->bodies[ends[i][1]].id,
                                .vertexCount = 1,
                                .vertices = {30},
                                .weights = {1.0f}};
        bool isThere = gelIndexOfBody(scene->list, scene->count, a.body) >= 0 &&
                       gelIndexOfBody(scene->list, scene->count, b.body) >= 0;
        if (isThere)
            all[attachments->count++] = (gelAttachment){.def = {.a = a,
                                                                .b = b,
                                                                .compliance = i == 1 ? 1e-4f : 0.0f,
                                                                .length = i == 0 ? 0.25f : 0.0f,
                                                                .breakForce = INFINITY}};
    }
}

// A vertex of the last box is nearer to the opposite side than surfaces are kept apart, and rubs.
static gelContactRow touchBox(const Scene* scene)
{
    const gelBodyId id = scene->bodies[touching].id;
    return (gelContactRow){.bodies = {id, id},
                           .vertices = {17, 0, 48, 3},
                           .thickness = 0.5f,
                           .friction = 0.5f,
                           .push = {8.0, 32.0, 4.0}};
}

static gelStatus createScene(Scene* scene, unsigned kinds)
{
    setMaterials(scene->bodies);
    gelStatus status = makeShapes(scene->bodies);
    if (status == gel_success)
        listBodies(scene, kinds);
    if (status == gel_success)
        status = gelBuildSweptPlan(scene->list, scene->count, gel_colourOrder, &scene->plan);
    if (status != gel_success)
        return status;
    size_t count = (size_t)scene->plan.vertexCapacity;
    scene->start = gelAllocate(count, sizeof *scene->start);
    scene->loaded = gelAllocate(count, sizeof *scene->start);
    scene->answers[0] = gelAllocate(count, sizeof *scene->start);
    scene->answers[1] = gelAllocate(count, sizeof *scene->start);
    scene->staging = gelAllocate(3 * count, sizeof *scene->staging);
    if (scene->start == NULL || scene->loaded == NULL || scene->answers[0] == NULL ||
        scene->answers[1] == NULL || scene->staging == NULL)
        return gelFailMemory(count, 4 * sizeof *scene->start);
    placeVertices(scene);
    gelAttachment all[3];
    gelAttachments attachments = {0};
    gelContactRow contact = touchBox(scene);
    gelContactRows contacts = {.all = &contact, .count = (kinds & gelAttachmentRows) != 0};
    if ((kinds & gelAttachmentRows) != 0)
        attachBodies(scene, all, &attachments);
    status = gelListTwoLevel(&scene->plan, &attachments, &contacts, scene->start, &scene->level);
    if (status != gel_success)
        return status;
    memcpy(scene->loaded, scene->start, count * sizeof *scene->start);
    for (int i = 0; i < scene->plan.vertexCount; i++)
        scene->loaded[i].velocity[i % 3] += scene->loaded[i].inverseMass > 0.0 ? 0.125 : 0.0;
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
    fillHistories(scene);
    status = functions->setTwoLevel(reference, &scene->level);
    if (status == gel_success)
        status = functions->runStage(reference, &gelSelfTestStep, (gelPlanStage){.stage = gel_stageLoads});
    if (status == gel_success)
        status = functions->readState(reference, scene->answers[0]); // the histories
    if (status == gel_success)
        status = functions->writeState(reference, scene->loaded);
    if (status == gel_success)
        status = functions->runStage(reference, &gelSelfTestStep, (gelPlanStage){.stage = gel_stageTwoLevel});
    if (status == gel_success)
        status = functions->readState(reference, scene->answers[0]);
    if (status == gel_success)
        status = functions->countWrongTets(reference, scene->wrongTets[0]);
    if (status == gel_success && scene->level.kinds[constraint_contact].count > 0)
        status = functions->readTouches(reference, scene->touches[0]);
    scene->histories[0] = hashHistories(scene);
    functions->destroy(reference);
    return status;
}

static gelStatus answerDevice(Scene* scene, gelDeviceTwoLevel* level, const gelOpencl* opencl)
{
    uint64_t bytes = 0; // not the world's
    int launches = 0;
    gelDeviceState state = {0};
    gelStatus status = gelPlaceBodies(opencl, &scene->plan, &bytes, &state);
    fillHistories(scene);
    if (status == gel_success)
        status = gelStartDeviceState(opencl, &scene->plan, scene->start, scene->staging, &state);
    if (status == gel_success)
        status = gelSetDeviceTwoLevel(level, opencl, &state, &scene->level, &bytes);
    if (status == gel_success)
        status =
            gelRunDeviceTwoLevel(level, opencl, &state, &gelSelfTestStep, gel_stageLoads, false, &launches);
    if (status == gel_success)
        status = gelWriteDeviceState(opencl, &state, &scene->plan, scene->loaded, scene->staging);
    if (status == gel_success)
        status = gelRunDeviceTwoLevel(level, opencl, &state, &gelSelfTestStep, gel_stageTwoLevel, false,
                                      &launches);
    if (status == gel_success)
        status = gelReadDeviceState(opencl, &state, &scene->plan, scene->answers[1], scene->staging);
    if (status == gel_success)
        status = gelCountDeviceRuins(level, opencl, &state, scene->wrongTets[1]);
    if (status == gel_success && scene->level.kinds[constraint_contact].count > 0)
        status = gelReadDeviceTouches(level, opencl, scene->touches[1]);
    if (status == gel_success)
        status = gelReadDeviceHistory(level, opencl, false);
    scene->histories[1] = hashHistories(scene);
    gelClearDeviceState(&state);
    gelClearTwoLevelPlan(level);
    return status;
}

gelStatus gelSelfTestTwoLevel(gelDeviceTwoLevel* level, const gelOpencl* opencl, unsigned kinds,
                              char reason[256])
{
    Scene scene = {0};
    reason[0] = '\0';
    gelStatus status = gelOpenDeviceTwoLevel(level, opencl, kinds);
    if (status == gel_success)
        status = createScene(&scene, level->kinds);
    if (status == gel_success)
        status = answerReference(&scene);
    // The buffers of the level, if it has any, are those of a world.
    gelDeviceTwoLevel own = {.program = level->program, .kinds = level->kinds};
    memcpy(own.kernels, level->kernels, sizeof own.kernels);
    if (status == gel_success)
        status = answerDevice(&scene, &own, opencl);
    if (status == gel_success)
        gelJudgeStates(scene.answers[0], scene.answers[1], scene.plan.vertexCount, "two-level", "bodies",
                       reason);
    if (status == gel_success && reason[0] == '\0' &&
        memcmp(scene.wrongTets[0], scene.wrongTets[1], sizeof scene.wrongTets[0]) != 0)
        snprintf(reason, 256, "two-level: it finds %d wrong tets in a box, not %d", scene.wrongTets[1][0],
                 scene.wrongTets[0][0]);
    if (status == gel_success && reason[0] == '\0' && scene.histories[0] != scene.histories[1])
        snprintf(reason, 256, "two-level: it keeps other accelerations than the reference");
    if (status == gel_success && reason[0] == '\0' &&
        memcmp(scene.touches[0], scene.touches[1], sizeof scene.touches[0]) != 0)
        snprintf(reason, 256, "two-level: a contact pushes with %g N, not %g N", scene.touches[1][1],
                 scene.touches[0][1]);
    clearScene(&scene);
    return status;
}
