// The known-answer test of planes: a box of the two-level solver, held by rows, slides on an obstacle.
#include "opencl/self_test/self_test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { obstacle, box, bodyCount };

static const float side = 0.5f, gap = 0.00390625f; // m; `gap`: nearer than surfaces are kept apart

typedef struct Scene {
    gelBody bodies[bodyCount];
    gelBody* list[bodyCount];
    gelPlan plan;
    gelTwoLevelList level;
    gelVertexState *start, *answers[2]; // of the reference, and of the device
    gelPushedList pushed[2];
} Scene;

static void clearScene(Scene* scene)
{
    for (int b = 0; b < bodyCount; b++)
        gelReleaseShape(scene->bodies[b].shape);
    gelFree(scene->bodies[box].history);
    gelClearPlan(&scene->plan);
    gelClearTwoLevelList(&scene->level);
    gelFree(scene->start);
    for (int i = 0; i < 2; i++) {
        gelFree(scene->answers[i]);
        gelFree(scene->pushed[i].pushed);
    }
}

static gelStatus makeShapes(gelBody* bodies)
{
    gelTetMesh mesh = {0};
    gelSurfaceMesh surface = {0};
    gelStatus status = gelCreateBoxMesh((gelVec3){side, side, side}, 2, 2, 2, &mesh);
    if (status == gel_success)
        status = gelCreateBoxSurface((gelVec3){1.0f, side, 1.0f}, &surface);
    const gelShapeSource sources[] = {[obstacle] = {.kind = gel_obstacleBody, .surface = &surface},
                                      [box] = {.kind = gel_solidBody, .mesh = &mesh}};
    for (int b = 0; b < bodyCount && status == gel_success; b++)
        status = gelCreateShapeOf(&sources[b], 2048, &bodies[b].shape);
    gelDestroyTetMesh(&mesh);
    gelDestroySurfaceMesh(&surface);
    return status == gel_success ? gelFindConstraints(bodies[box].shape, &bodies[box].material) : status;
}

static gelStatus createBodies(Scene* scene)
{
    for (int b = 0; b < bodyCount; b++) {
        scene->bodies[b] = (gelBody){.material = gelDefaultMaterial(),
                                     .scale = 1.0,
                                     .filter = gelDefaultFilter(),
                                     .cycles = 1,
                                     .aggregates = 2,
                                     .id = {.index1 = b + 1}};
        scene->bodies[b].material.youngModulus = 1e6f;
        scene->list[b] = &scene->bodies[b];
    }
    gelBody* body = &scene->bodies[box];
    gelStatus status = makeShapes(scene->bodies);
    if (status != gel_success)
        return status;
    body->solver = body->steppedBy = gel_twoLevelSolver;
    body->firstVertex = scene->bodies[obstacle].shape->mesh.vertexCount;
    body->history = gelAllocate(gel_historyNumbers * (size_t)body->shape->mesh.vertexCount, sizeof(double));
    return body->history != NULL ? gel_success
                                 : gelFailMemory((size_t)body->shape->mesh.vertexCount, sizeof(double));
}

// The box is a little sheared, and its corners are not equally deep.
static void placeVertices(Scene* scene)
{
    for (int i = 0; i < scene->plan.vertexCount; i++) {
        const bool isFixed = i < scene->bodies[box].firstVertex;
        const gelBody* body = &scene->bodies[isFixed ? obstacle : box];
        const float* x = body->shape->mesh.positions + 3 * (size_t)(i - body->firstVertex);
        const float up = isFixed ? side : 2.0f * side + gap + 0.0009765625f * (float)(i % 3);
        scene->start[i] = (gelVertexState){.inverseMass = isFixed ? 0.0 : 1.0 + (double)(i % 3),
                                           .position = {(double)(x[0] + (isFixed ? 0.0f : 0.0625f * x[1])),
                                                        (double)(x[1] + up), (double)x[2]},
                                           .velocity = {isFixed ? 0.0 : 0.25, 0.0, 0.0}};
        memcpy(scene->start[i].predicted, scene->start[i].position, sizeof scene->start[i].position);
    }
}

// All vertices of the box have rows, if they touch.
static void fillHistory(const gelBody* body)
{
    for (int v = 0; v < body->shape->mesh.vertexCount; v++) {
        double* history = body->history + gel_historyNumbers * (size_t)v;
        const bool touches = body->shape->mesh.positions[3 * v + 1] < -0.49f * side;
        memset(history, 0, gel_historyNumbers * sizeof *history);
        history[gel_accelerationNumbers + 1] = touches ? 32.0 : 0.0;
        history[gel_historyArrival] = touches ? (double)arrival_held : 0.0;
    }
}

static gelStatus createScene(Scene* scene)
{
    gelAttachments attachments = {0};
    gelContactRows contacts = {0};
    gelStatus status = createBodies(scene);
    if (status == gel_success)
        status = gelBuildSweptPlan(scene->list, bodyCount, gel_colourOrder, &scene->plan);
    if (status != gel_success)
        return status;
    const size_t count = (size_t)scene->plan.vertexCapacity;
    scene->start = gelAllocate(count, sizeof *scene->start);
    scene->answers[0] = gelAllocate(count, sizeof *scene->start);
    scene->answers[1] = gelAllocate(count, sizeof *scene->start);
    if (scene->start == NULL || scene->answers[0] == NULL || scene->answers[1] == NULL)
        return gelFailMemory(count, 3 * sizeof *scene->start);
    placeVertices(scene);
    return gelListTwoLevel(&scene->plan, &attachments, &contacts, scene->start, &scene->level);
}

static gelStatus answer(Scene* scene, gelBackend* backend, int which)
{
    static const gelStage stages[] = {gel_stageLoads, gel_stageTwoLevel, gel_stageContact};
    const double masses[] = {[obstacle] = INFINITY, [box] = 16.0};
    const gelRestitutionStates restitution = {0};
    const gelBackendFunctions* functions = backend->functions;
    gelStepParameters step = gelSelfTestStep;
    int launches = 0;
    step.has_obstacles = 1.0;
    fillHistory(&scene->bodies[box]);
    gelStatus status = functions->setPlan(backend, &scene->plan);
    if (status == gel_success)
        status = functions->writeState(backend, scene->start);
    if (status == gel_success)
        status = functions->setTwoLevel(backend, &scene->level);
    if (status == gel_success)
        status = functions->findContacts(backend, &step, 1, masses, &restitution, &launches);
    for (int i = 0; i < 3 && status == gel_success; i++)
        status = functions->runStage(backend, &step, (gelPlanStage){.stage = stages[i]});
    if (status == gel_success)
        status = functions->readContacts(backend, &scene->pushed[which]);
    memcpy(scene->answers[which], scene->start, (size_t)scene->plan.vertexCount * sizeof *scene->start);
    return status == gel_success ? functions->readState(backend, scene->answers[which]) : status;
}

static void judgePushes(const gelPushedList* expected, const gelPushedList* found, char reason[256])
{
    if (reason[0] == '\0' && found->count != expected->count)
        snprintf(reason, 256, "a box on an obstacle: %d contacts push, not %d", found->count,
                 expected->count);
    for (int i = 0; i < expected->count && reason[0] == '\0'; i++) {
        const gelPushed *a = &expected->pushed[i], *b = &found->pushed[i];
        if (memcmp(a->sum, b->sum, sizeof a->sum) != 0 || a->normalSum != b->normalSum ||
            memcmp(a->normal, b->normal, sizeof a->normal) != 0)
            snprintf(reason, 256, "a box on an obstacle: contact %d pushes by %a, not %a", i, b->normalSum,
                     a->normalSum);
    }
}

gelStatus gelSelfTestPlanes(const gelTestSubject* subject, char reason[256])
{
    Scene scene = {0};
    gelBackend* reference = NULL;
    reason[0] = '\0';
    gelStatus status = createScene(&scene);
    if (status == gel_success)
        status = gelCreateReferenceFloat(&reference);
    if (status == gel_success)
        status = answer(&scene, reference, 0);
    if (status == gel_success)
        status = answer(&scene, subject->backend, 1);
    if (status == gel_success)
        gelJudgeStates(scene.answers[0], scene.answers[1], scene.plan.vertexCount, "a box on an obstacle",
                       "by rows", reason);
    if (status == gel_success)
        judgePushes(&scene.pushed[0], &scene.pushed[1], reason);
    if (reference != NULL)
        reference->functions->destroy(reference);
    clearScene(&scene);
    *subject->plan = NULL; // it was the scene's
    return status;
}
