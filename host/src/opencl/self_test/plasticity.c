// The known-answer test of plasticity: edges of no body, stretched and squeezed, of which some yield, some have reached
// their limit, some cannot move, and some tear or are torn; and tets of six of them each, whatever their place.
#define GEL_DIALECT_FLOAT
#include "tearing_passes.h"
#include "opencl/runtime/error.h"
#include "opencl/stage/plasticity.h"
#include "opencl/self_test/self_test.h"
#include "opencl/runtime/wait.h"

#include <string.h>

enum { edgeCount = 96, vertexCount = 2 * edgeCount, tetCount = 40, tetsAtEdge = 2 };

typedef struct Scene {
    cl_float4 positions[vertexCount];
    int vertices[2 * edgeCount], places[vertexCount];
    float terms[edgeCount][5], lengths[edgeCount], found[edgeCount];
    int edges[6 * tetCount], starts[edgeCount + 1], tets[tetsAtEdge * edgeCount];
    float made[tetCount], volumes[tetCount], foundVolumes[tetCount];
} Scene;

// Some number of so many bits, below 1.
static float numberOf(int seed)
{
    uint32_t mixed = (uint32_t)(seed + 1) * 2654435761u;
    return (float)(mixed >> 12) / 1048576.0f;
}

static void placeEdges(Scene* scene)
{
    for (int i = 0; i < vertexCount; i++) {
        scene->places[i] = scene->vertices[i] = i;
        for (int k = 0; k < 3; k++)
            scene->positions[i].s[k] = numberOf(3 * i + k);
        scene->positions[i].s[3] = i / 2 % 7 == 0 ? 0.0f : 1.0f;
    }
    for (int e = 0; e < edgeCount; e++) {
        const float terms[5] = {0.2f + numberOf(1000 + e), 1.0f + 0.2f * numberOf(2000 + e),
                                100.0f * numberOf(3000 + e), 1.0f + numberOf(4000 + e),
                                e % 3 == 0 ? 1.0f + numberOf(6000 + e) : 0.0f};
        memcpy(scene->terms[e], terms, sizeof terms);
        scene->lengths[e] = terms[0] * (0.8f + 0.4f * numberOf(5000 + e));
        if (e % 16 == 5)
            scene->lengths[e] = TORN_LENGTH;
    }
}

// Gives each tet six edges, and most edges two tets. They form no mesh: the kernels only need
// valid numbers.
static void placeTets(Scene* scene)
{
    for (int i = 0; i < 6 * tetCount; i++)
        scene->edges[i] = (i / 6 * 17 + i % 6 * 5) % edgeCount;
    for (int t = 0; t < tetCount; t++)
        scene->made[t] = 0.1f + numberOf(7000 + t);
    for (int e = 0; e < edgeCount; e++)
        scene->starts[e + 1] = scene->starts[e] + (e % 8 == 0 ? 0 : tetsAtEdge);
    for (int i = 0; i < tetsAtEdge * edgeCount; i++)
        scene->tets[i] = (i / tetsAtEdge * 7 + i % tetsAtEdge * 3) % tetCount;
}

static gelTearingTets tetsOf(Scene* scene)
{
    return (gelTearingTets){.count = tetCount,
                            .edges = scene->edges,
                            .volumes = scene->made,
                            .edgeStarts = scene->starts,
                            .edgeTets = scene->tets};
}

// Tears as the device does when it gets the tets, and again at the end of a substep.
static void tear(Scene* scene)
{
    const TearingSet set = {scene->lengths, scene->volumes, scene->made,
                            scene->edges,   scene->starts,  scene->tets};
    for (int t = 0; t < tetCount; t++)
        tear_tet(&set, t);
    for (int e = 0; e < edgeCount; e++)
        tear_bare_edge(&set, e);
}

static void answer(Scene* scene)
{
    tear(scene);
    for (int e = 0; e < edgeCount; e++) {
        const cl_float4 *a = &scene->positions[2 * e], *b = a + 1;
        const vec3 edge = {b->s[0] - a->s[0], b->s[1] - a->s[1], b->s[2] - a->s[2]};
        scene->lengths[e] = yielded_length(edge, a->s[3] + b->s[3], scene->lengths[e], scene->terms[e],
                                           (float)gelSelfTestStep.h);
    }
    tear(scene);
}

static gelStatus readLengths(const gelDevicePlasticity* plasticity, const gelOpencl* opencl, Scene* scene)
{
    cl_int error = gelReadBuffer(opencl, plasticity->lengths, sizeof scene->found, scene->found);
    if (error == CL_SUCCESS)
        error = gelReadBuffer(opencl, plasticity->volumes, sizeof scene->foundVolumes, scene->foundVolumes);
    return error == CL_SUCCESS ? gel_success : gelFailCl("testing plasticity", error);
}

static gelStatus run(gelDevicePlasticity* plasticity, const gelOpencl* opencl, Scene* scene)
{
    gelDeviceState state = {0};
    uint64_t bytes = 0; // not the world's
    int launches = 0;
    gelStatus status =
        gelCreateBuffer(opencl, sizeof scene->positions, scene->positions, &bytes, &state.position);
    if (status == gel_success)
        status = gelWritePlasticEdges(plasticity, opencl, scene->places, edgeCount, scene->vertices,
                                      scene->terms, scene->lengths, &bytes);
    const gelTearingTets tets = tetsOf(scene);
    if (status == gel_success)
        status = gelWriteTearingTets(plasticity, opencl, &tets, &bytes);
    if (status == gel_success)
        status = gelYieldEdges(plasticity, opencl, &state, &gelSelfTestStep, &launches);
    if (status == gel_success)
        status = readLengths(plasticity, opencl, scene);
    gelReleaseBuffer(&state.position);
    return status;
}

gelStatus gelSelfTestPlasticity(gelDevicePlasticity* plasticity, const gelOpencl* opencl, char reason[256])
{
    reason[0] = '\0';
    gelStatus status = gelRequirePlasticityProgram(plasticity, opencl);
    Scene* scene = gelAllocate(1, sizeof *scene);
    if (status == gel_success && scene == NULL)
        status = gelFailMemory(1, sizeof *scene);
    if (status == gel_success) {
        gelDevicePlasticity own = {.program = plasticity->program};
        memcpy(own.kernels, plasticity->kernels, sizeof own.kernels);
        placeEdges(scene);
        placeTets(scene);
        status = run(&own, opencl, scene);
        gelClearPlasticity(&own);
        answer(scene);
    }
    for (int e = 0; e < edgeCount && status == gel_success && reason[0] == '\0'; e++)
        if (memcmp(&scene->lengths[e], &scene->found[e], sizeof(float)) != 0)
            gelAppend(reason, 256, "plasticity: rest length of edge %d is %.9g, expected %.9g", e,
                      (double)scene->found[e], (double)scene->lengths[e]);
    for (int t = 0; t < tetCount && status == gel_success && reason[0] == '\0'; t++)
        if (memcmp(&scene->volumes[t], &scene->foundVolumes[t], sizeof(float)) != 0)
            gelAppend(reason, 256, "plasticity: rest volume of tet %d is %.9g, expected %.9g", t,
                      (double)scene->foundVolumes[t], (double)scene->volumes[t]);
    gelFree(scene);
    return status;
}
