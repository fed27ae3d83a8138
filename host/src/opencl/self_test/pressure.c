// The known-answer test of what fills bodies: sheared boxes of gas and of liquid, whose vertices move. A surface of more
// vertices than are added up in one go.
#define GEL_DIALECT_FLOAT
#include "opencl/runtime/error.h"
#include "opencl/runtime/parameters.h"
#include "opencl/self_test/self_test.h"
#include "opencl/runtime/wait.h"
#include "plan/pressure.h"
#include "pressure_passes.h"

#include <string.h>

enum { bodyCount = 2 };

typedef struct Scene {
    gelShape* shape;
    gelBody bodies[bodyCount];
    gelBody* list[bodyCount];
    gelPlan plan;
    gelFilledSurface surface;
    PressureRecord records[bodyCount];  // the answer in the end
    Point *position, *velocity, *found; // velocity: the answer in the end
    Point *gradients, *terms, *sums;
} Scene;

static void clearScene(Scene* scene)
{
    gelReleaseShape(scene->shape);
    gelClearPlan(&scene->plan);
    gelClearFilledSurface(&scene->surface);
    gelFree(scene->position);
    gelFree(scene->velocity);
    gelFree(scene->found);
    gelFree(scene->gradients);
    gelFree(scene->terms);
    gelFree(scene->sums);
}

static void placeVertices(Scene* scene)
{
    int each = scene->shape->mesh.vertexCount;
    for (int i = 0; i < scene->plan.vertexCount; i++) {
        const float* x = scene->shape->mesh.positions + 3 * (size_t)(i % each);
        float turned = (float)(i % 5), mass = i == 3 ? 0.0f : 0.5f + turned, away = (float)(i / each);
        scene->position[i] =
            (Point){x[0] + 0.25f * x[1] + away, x[1] - 0.125f * x[2], x[2] + 0.5f * x[0], mass};
        scene->velocity[i] = (Point){turned - 1.5f, 0.75f * turned, 0.3f - turned, 0.5f};
    }
}

static gelStatus makeShape(Scene* scene)
{
    gelTetMesh mesh;
    gelMaterial material = gelDefaultMaterial();
    gelStatus status = gelCreateBoxMesh((gelVec3){1.0f, 0.8f, 1.2f}, 3, 2, 4, &mesh);
    if (status != gel_success)
        return status;
    status = gelCreateShape(&mesh, 64, &scene->shape);
    gelDestroyTetMesh(&mesh);
    for (int i = 0; i < bodyCount && status == gel_success; i++) {
        material.filling = i == 0 ? gel_filledWithGas : gel_filledWithLiquid;
        scene->bodies[i] = (gelBody){.shape = scene->shape, .material = material, .scale = 1.0};
        scene->bodies[i].firstVertex = i * scene->shape->mesh.vertexCount;
        scene->list[i] = &scene->bodies[i];
        scene->records[i] = (PressureRecord){.filling = (int)material.filling,
                                             .rest = 1.1f,
                                             .excess = 300.0f,
                                             .ambient = 1e5f,
                                             .compliance = 1e-5f,
                                             .expected = i == 0 ? 0.95f : 0.0f};
    }
    return status;
}

static gelStatus createScene(Scene* scene)
{
    gelStatus status = makeShape(scene);
    if (status == gel_success)
        status = gelBuildPlan(scene->list, bodyCount, gel_colourOrder, &scene->plan);
    if (status == gel_success)
        status = gelFindFilledSurface(&scene->plan, NULL, &scene->surface);
    if (status != gel_success)
        return status;
    size_t count = (size_t)scene->plan.vertexCount;
    Point** arrays[] = {&scene->position,  &scene->velocity, &scene->found,
                        &scene->gradients, &scene->terms,    &scene->sums};
    bool ok = true;
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        *arrays[i] = gelAllocate(count, sizeof **arrays[i]);
        ok = ok && *arrays[i] != NULL;
    }
    if (!ok)
        return gelFailMemory(count, 6 * sizeof(Point));
    placeVertices(scene);
    return gel_success;
}

static void answer(Scene* scene)
{
    const StepParameters step = gelRoundStep(&gelSelfTestStep);
    const PressureSet set = {.records = scene->records,
                             .vertices = scene->surface.vertices,
                             .owners = scene->surface.owners,
                             .starts = scene->surface.starts,
                             .rings = scene->surface.rings,
                             .sum_starts = scene->surface.sumStarts,
                             .position = scene->position,
                             .velocity = scene->velocity,
                             .gradients = scene->gradients,
                             .terms = scene->terms,
                             .sums = scene->sums};
    gelPlacePressures(&scene->surface, scene->records);
    for (int i = 0; i < scene->surface.listed; i++)
        measure_vertex(&set, i, &step);
    for (int i = 0; i < scene->surface.sumCount; i++)
        add_terms(&set, i);
    for (int i = 0; i < bodyCount; i++)
        find_pressure(&set, i, &step);
    for (int i = 0; i < scene->surface.listed; i++)
        inflate_vertex(&set, i, &step);
}

static gelStatus run(gelDevicePressures* pressures, const gelOpencl* opencl, Scene* scene,
                     PressureRecord* records)
{
    size_t size = (size_t)scene->plan.vertexCount * sizeof *scene->position;
    gelDeviceState state = {0}; // vertices are stored as on the host
    uint64_t bytes = 0;
    int launches = 0;
    cl_int error = CL_SUCCESS;
    gelStatus status = gelCreateBuffer(opencl, size, scene->position, &bytes, &state.position);
    if (status == gel_success)
        status = gelCreateBuffer(opencl, size, NULL, &bytes, &state.velocity);
    if (status == gel_success)
        error = gelWriteBuffer(opencl, state.velocity, size, scene->velocity);
    if (status == gel_success && error == CL_SUCCESS)
        status =
            gelSetDevicePressures(pressures, opencl, &state, &scene->plan, scene->records, bodyCount, &bytes);
    for (int i = 0; i < 2 && status == gel_success && error == CL_SUCCESS; i++)
        status = gelRunDevicePressures(pressures, opencl, &state, &gelSelfTestStep,
                                       i == 0 ? gel_stageVolume : gel_stagePressure, &launches);
    if (status == gel_success && error == CL_SUCCESS)
        status = gelReadDevicePressures(pressures, opencl, records, bodyCount);
    if (status == gel_success && error == CL_SUCCESS)
        error = gelReadBuffer(opencl, state.velocity, size, scene->found);
    gelReleaseBuffer(&state.position);
    gelReleaseBuffer(&state.velocity);
    return status == gel_success && error != CL_SUCCESS ? gelFailCl("testing gas and liquid in bodies", error)
                                                        : status;
}

static void judge(const Scene* scene, const PressureRecord* records, char reason[256])
{
    for (int b = 0; b < bodyCount && reason[0] == '\0'; b++) {
        const PressureRecord *a = &scene->records[b], *found = &records[b];
        if (memcmp(a, found, sizeof *a) != 0)
            gelAppend(reason, 256,
                      "a box of %s: %.9g Pa in %.9g m^3 is %.9g Pa in %.9g m^3, to become %.9g m^3, not %.9g",
                      b == 0 ? "gas" : "liquid", (double)a->pressure, (double)a->volume,
                      (double)found->pressure, (double)found->volume, (double)a->expected,
                      (double)found->expected);
    }
    for (int i = 0; i < scene->plan.vertexCount && reason[0] == '\0'; i++) {
        const Point *a = &scene->velocity[i], *b = &scene->found[i];
        if (memcmp(a, b, sizeof *a) != 0)
            gelAppend(reason, 256,
                      "filled boxes: velocity of vertex %d is (%.9g, %.9g, %.9g), expected (%.9g, %.9g, "
                      "%.9g)",
                      i, (double)b->x, (double)b->y, (double)b->z, (double)a->x, (double)a->y, (double)a->z);
    }
}

gelStatus gelSelfTestPressures(gelDevicePressures* pressures, const gelOpencl* opencl, char reason[256])
{
    Scene scene = {0};
    PressureRecord records[bodyCount];
    reason[0] = '\0';
    gelStatus status = gelOpenDevicePressures(pressures, opencl);
    if (status == gel_success)
        status = createScene(&scene);
    if (status == gel_success)
        status = run(pressures, opencl, &scene, records);
    if (status == gel_success) {
        answer(&scene);
        judge(&scene, records, reason);
    }
    gelClearPressuresPlan(pressures);
    clearScene(&scene);
    return status;
}
