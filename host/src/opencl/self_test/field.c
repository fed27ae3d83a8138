// The known-answer test of fields: a sheared box, torn at an edge, and one with a skin, at which
// fields of all kinds push, with and without bounds.
#define GEL_DIALECT_FLOAT
#include "field_passes.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/parameters.h"
#include "opencl/self_test/self_test.h"
#include "opencl/runtime/wait.h"
#include "plan/body.h"
#include "plan/outer.h"
#include "physics/plasticity.h"
#include "plan/plasticity.h"

#include <string.h>

enum { kindCount = 8, fieldCount = 2 * kindCount };

typedef struct Scene {
    gelShape* shape;
    gelBody body, carrier; // the other one has a skin
    gelBody* bodies[2];
    gelPlan plan;
    gelOuterSurface outer;
    Point *position, *velocity, *forces, *found; // velocity: the answer in the end
    float* lengths;                              // at rest, of all edges: the body's
    FieldRecord records[fieldCount];
    float weights[2 * (1 + fieldCount)];
    FieldBody states[2];
    Point means[2];
    real depths[2 * maximum_fields];
    gelContactPoint points[4];
    gelOuterSkin skin;
} Scene;

static void clearScene(Scene* scene)
{
    gelReleaseShape(scene->shape);
    gelClearPlan(&scene->plan);
    gelClearOuterSurface(&scene->outer);
    gelFree(scene->lengths);
    gelFree(scene->position);
    gelFree(scene->velocity);
    gelFree(scene->forces);
    gelFree(scene->found);
}

static void placeVertices(Scene* scene)
{
    for (int i = 0; i < scene->plan.vertexCount; i++) {
        const float* x = scene->shape->mesh.positions + 3 * (size_t)(i % scene->shape->mesh.vertexCount);
        float turned = (float)(i % 5), mass = i == 3 ? 0.0f : 0.5f + turned;
        scene->position[i] = (Point){x[0] + 0.25f * x[1], x[1] - 0.125f * x[2], x[2] + 0.5f * x[0], mass};
        scene->velocity[i] = (Point){turned - 1.5f, 0.75f * turned, 0.3f - turned, 0.5f};
    }
}

static void describeFields(Scene* scene)
{
    scene->states[0] = (FieldBody){.acts = acts_ahead_of_body, .is_loose = 1};
    scene->states[1].acts = acts_ahead;
    for (int i = 0; i < 2 * (1 + fieldCount); i++)
        scene->weights[i] = 0.5f + 0.125f * (float)i;
    for (int i = 0; i < fieldCount; i++)
        scene->records[i] = (FieldRecord){.kind = i % kindCount,
                                          .bound = i / kindCount * (1 + i % 2),
                                          .per_area = i / kindCount,
                                          .power = i % 4,
                                          .seed = i,
                                          .strength = 1.5f,
                                          .inner = 0.3f,
                                          .outer = 0.9f,
                                          .linear = 0.7f,
                                          .quadratic = 0.3f,
                                          .density = 3.0f,
                                          .drag = 1.1f,
                                          .lift = 0.6f,
                                          .size = 0.21f,
                                          .bound_radius = 0.5f,
                                          .position = {0.1f, 0.05f, -0.1f},
                                          .direction = {0.36f, 0.8f, 0.48f},
                                          .velocity = {3.0f, 1.0f, -2.0f},
                                          .drift = {0.3f, 700.1f, 0.7f},
                                          .bound_centre = {0.1f, 0.2f, 0.3f},
                                          .bound_half = {0.4f, 0.5f, 0.6f}};
}

// Tears an edge of the first tet, and with it the tet's outer triangles, whether they contain the
// edge or not.
static gelStatus tearEdge(Scene* scene)
{
    gelStatus status = gelMakeRestLengths(&scene->body);
    scene->lengths = scene->body.restLengths;
    if (status == gel_success)
        scene->lengths[0] = TORN_LENGTH;
    return status;
}

// The skin of the second box has the corners of a tet, open at one side.
static void addCarrier(Scene* scene)
{
    static const int triangles[3][3] = {{0, 1, 2}, {0, 3, 1}, {3, 2, 1}};
    static const float displacements[3] = {1.25f, 1.25f, 0.0f};
    for (int i = 0; i < 16; i++) {
        scene->points[i / 4].vertices[i % 4] = scene->shape->mesh.tets[i % 4 + 4 * (i / 8)];
        scene->points[i / 4].weights[i % 4] = i / 4 == i % 4 ? 1.5f : -0.125f * (float)(i % 4);
    }
    scene->skin = (gelOuterSkin){4, 3, scene->points, (int(*)[3])triangles, (float*)displacements};
    scene->carrier = (gelBody){.shape = scene->shape,
                               .material = gelDefaultMaterial(),
                               .scale = 1.0,
                               .firstVertex = scene->shape->mesh.vertexCount,
                               .outerSkin = &scene->skin};
    scene->bodies[1] = &scene->carrier;
}

static gelStatus createScene(Scene* scene)
{
    gelTetMesh mesh;
    gelStatus status = gelCreateBoxMesh((gelVec3){1.0f, 0.8f, 1.2f}, 2, 2, 3, &mesh);
    if (status != gel_success)
        return status;
    status = gelCreateShape(&mesh, 64, &scene->shape);
    gelDestroyTetMesh(&mesh);
    scene->body = (gelBody){.shape = scene->shape, .material = gelDefaultMaterial(), .scale = 1.0};
    scene->bodies[0] = &scene->body;
    scene->body.material.tearStrain = 0.5f;
    if (status == gel_success)
        status = tearEdge(scene);
    if (status == gel_success)
        addCarrier(scene);
    if (status == gel_success)
        status = gelBuildPlan(scene->bodies, 2, gel_colourOrder, &scene->plan);
    if (status == gel_success)
        status = gelFindOuterSurface(&scene->plan, NULL, &scene->outer);
    size_t count = (size_t)scene->plan.vertexCount;
    scene->position = gelAllocate(count, sizeof *scene->position);
    scene->velocity = gelAllocate(count, sizeof *scene->velocity);
    scene->forces = gelAllocate(3 * (size_t)scene->outer.triangleCount, sizeof *scene->forces);
    scene->found = gelAllocate(count, sizeof *scene->found);
    bool ok =
        scene->position != NULL && scene->velocity != NULL && scene->forces != NULL && scene->found != NULL;
    if (status == gel_success && !ok)
        status = gelFailMemory(count, 4 * sizeof *scene->position);
    if (status == gel_success) {
        placeVertices(scene);
        describeFields(scene);
    }
    return status;
}

static void answer(Scene* scene)
{
    const StepParameters step = gelRoundStep(&gelSelfTestStep);
    const FieldSet set = {.fields = scene->records,
                          .weights = scene->weights,
                          .states = scene->states,
                          .samples = scene->outer.samples,
                          .means = scene->means,
                          .depths = scene->depths,
                          .bodies = scene->outer.bodies,
                          .sizes = scene->outer.sizes,
                          .triangles = scene->outer.triangles,
                          .starts = scene->outer.starts,
                          .corners = scene->outer.corners,
                          .points = scene->outer.points,
                          .edges = scene->outer.edges,
                          .lengths = scene->lengths,
                          .position = scene->position,
                          .velocity = scene->velocity,
                          .forces = scene->forces,
                          .counts = {.fields = fieldCount,
                                     .triangles = scene->outer.triangleCount,
                                     .vertices = scene->plan.vertexCount,
                                     .bodies = 2,
                                     .samples = scene->outer.sampleCount,
                                     .has_forces = 1,
                                     .may_tear = 1}};
    for (int i = 0; i < set.counts.bodies; i++)
        average_velocity(&set, i);
    for (int i = 0; i < set.counts.samples; i++)
        average_depths(&set, i, &step);
    for (int i = 0; i < set.counts.triangles; i++)
        push_triangle(&set, i, &step);
    for (int i = 0; i < set.counts.vertices; i++)
        push_vertex(&set, i, &step);
}

static gelStatus run(gelDeviceFields* fields, const gelOpencl* opencl, Scene* scene)
{
    const gelFieldTable table = {.records = scene->records,
                                 .weights = scene->weights,
                                 .states = scene->states,
                                 .count = fieldCount,
                                 .substepCount = 1,
                                 .hasForces = true,
                                 .hasLiquid = true,
                                 .isAhead = true};
    size_t size = (size_t)scene->plan.vertexCount * sizeof *scene->position,
           lengths = (size_t)scene->plan.plastic.count * sizeof *scene->lengths;
    cl_mem restLengths = NULL;
    gelDeviceState state = {0}; // vertices are stored as on the host
    uint64_t bytes = 0;
    int launches = 0;
    gelStatus status = gelCreateBuffer(opencl, size, scene->position, &bytes, &state.position);
    if (status == gel_success)
        status = gelCreateBuffer(opencl, size, NULL, &bytes, &state.velocity);
    if (status == gel_success)
        status = gelCreateBuffer(opencl, lengths, scene->lengths, &bytes, &restLengths);
    cl_int error = CL_SUCCESS;
    if (status == gel_success)
        error = gelWriteBuffer(opencl, state.velocity, size, scene->velocity);
    if (status == gel_success && error == CL_SUCCESS)
        status = gelSetDeviceFields(fields, opencl, &state, &scene->plan, &table, &bytes);
    if (status == gel_success && error == CL_SUCCESS)
        status = gelRunDeviceFields(fields, opencl, &state, restLengths, &gelSelfTestStep, 0, &launches);
    if (status == gel_success && error == CL_SUCCESS)
        error = gelReadBuffer(opencl, state.velocity, size, scene->found);
    gelReleaseBuffer(&state.position);
    gelReleaseBuffer(&state.velocity);
    gelReleaseBuffer(&restLengths);
    return status == gel_success && error != CL_SUCCESS ? gelFailCl("testing the fields", error) : status;
}

gelStatus gelSelfTestFields(gelDeviceFields* fields, const gelOpencl* opencl, char reason[256])
{
    Scene scene = {0};
    reason[0] = '\0';
    gelStatus status = gelOpenDeviceFields(fields, opencl);
    if (status == gel_success)
        status = createScene(&scene);
    if (status == gel_success)
        status = run(fields, opencl, &scene);
    if (status == gel_success)
        answer(&scene);
    for (int i = 0; i < scene.plan.vertexCount && status == gel_success && reason[0] == '\0'; i++) {
        const Point *a = &scene.velocity[i], *b = &scene.found[i];
        if (memcmp(a, b, sizeof *a) != 0)
            gelAppend(
                reason, 256,
                "a box in fields: velocity of vertex %d is (%.9g, %.9g, %.9g), expected (%.9g, %.9g, %.9g)",
                i, (double)b->x, (double)b->y, (double)b->z, (double)a->x, (double)a->y, (double)a->z);
    }
    gelClearFieldsPlan(fields);
    clearScene(&scene);
    return status;
}
