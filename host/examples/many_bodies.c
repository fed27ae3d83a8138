// A hundred equal balls, one per lane of the device, a whole step in one launch. Where does the time go?
#include <gel/gel.h>
#include <stdio.h>

int main(void)
{
    gelTetMesh mesh = {0};
    gelWorld* world = NULL;
    gelLaunchTime* times;
    int count;
    gelWorldDef worldDef = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    worldDef.ground.enabled = true;
    worldDef.contact = false; // these never meet: the search for contacts would be most of the launches
    worldDef.strategy = gel_strategyEnsemble; // gel_strategyAuto may choose another; the bits are the same
    if (gelCreateSphereMesh(0.2f, 6, &mesh) != gel_success ||
        gelCreateWorld(&worldDef, &world) != gel_success) {
        puts(gelLastError());
        return 1;
    }
    for (int i = 0; i < 100; i++) { // equal meshes share derived data
        gelBodyId body;
        bodyDef.position = (gelVec3){0.5f * (float)(i % 10), (float)(0.5 + 0.01 * i), 0.5f * (float)(i / 10)};
        gelCreateBody(world, &bodyDef, &mesh, &body);
    }
    for (int frame = 0; frame < 30; frame++)
        gelWorld_Step(world, 1.0f / 60.0f);
    // Record times for one more step; taking them waits for the device.
    if (gelWorld_SetTiming(world, true) != gel_success || gelWorld_Step(world, 1.0f / 60.0f) != gel_success ||
        gelWorld_TakeLaunchTimes(world, &times, &count) != gel_success) {
        puts(gelLastError());
        return 1;
    }
    fputs(gelWorld_ExplainPlan(world), stdout);
    printf("%d bodies of %d tets, launches per step: %d, state %016llx\n", gelWorld_GetBodyCount(world),
           mesh.tetCount, gelWorld_GetProfile(world).launchesPerStep,
           (unsigned long long)gelWorld_Hash(world));
    for (int i = 0; i < count; i++)
        printf("  %s: %.3f ms\n", times[i].name, times[i].end - times[i].start);
    gelFree(times);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return 0;
}
