// Any text as a scene: it is refused with a message, or can be played. The files it may name lie beside it;
// others are out of its reach.
#include "input_file.h"

#include "gel/gel.h"

#include <stdlib.h>
#include <string.h>

enum { largestBlock = 4 << 20, maxTets = 500, frames = 3 };

// Scenes may request much work; a fuzzer has no time for it.
static void* resizeSmall(void* block, size_t size)
{
    return size <= largestBlock ? realloc(block, size) : NULL;
}

static void judge(const gelScene* scene, const gelProbes* probes)
{
    for (int i = 0; i < gelScene_GetExpectationCount(scene); i++) {
        gelVerdict verdict;
        if (gelProbes_Judge(probes, i, &verdict) != gel_success)
            abort();
    }
}

static void play(const gelScene* scene)
{
    gelWorldDef def = gelScene_GetWorldDef(scene);
    gelWorld* world;
    gelPlayer* player = NULL;
    gelProbes* probes = NULL;
    def.backend = gel_referenceFloat;
    def.substepCount = 1;
    if (gelCreateWorld(&def, &world) != gel_success)
        return;
    gelStatus status = gelScene_CreateBodies(scene, world);
    if (status == gel_success)
        status = gelCreateProbes(scene, world, &probes);
    if (status == gel_success)
        status = gelCreatePlayer(scene, world, &player);
    for (int frame = 0; frame < frames && status == gel_success; frame++) {
        status = gelPlayer_BeginFrame(player);
        if (status == gel_success)
            status = gelWorld_Step(world, gelScene_GetTimeStep(scene));
        if (status == gel_success)
            status = gelProbes_AddFrame(probes, world, frame);
    }
    if (status == gel_success)
        judge(scene, probes);
    if (status != gel_success && gelLastError()[0] == '\0')
        abort();
    gelDestroyProbes(probes);
    gelDestroyPlayer(player);
    gelDestroyWorld(world);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    gelScene* scene;
    if (memchr(data, '/', size) != NULL || memchr(data, '\\', size) != NULL)
        return -1;
    gelSetAllocator(resizeSmall, free);
    if (gelLoadScene(gelWriteInput("json", data, size), &scene) != gel_success) {
        if (gelLastError()[0] == '\0' || scene != NULL)
            abort();
        return 0;
    }
    if (gelScene_GetTetCount(scene) <= maxTets)
        play(scene);
    gelDestroyScene(scene);
    return 0;
}
