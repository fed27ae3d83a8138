// One world that is stepped very often.
#include "soak/soak.h"
#include "support/fixtures.h"

// The first tenth is for drivers, which keep what they need again.
int stepOften(long count)
{
    gelTetMesh mesh;
    gelWorld* world;
    gelBodyId body;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef box = gelDefaultBodyDef();
    def.device = 0;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 1, 1, 1, &mesh));
    REQUIRE(gelCreateWorld(&def, &world));
    for (int i = 0; i < 2; i++) {
        box.position.y = 0.21f * (float)i;
        REQUIRE(gelCreateBody(world, &box, &mesh, &body));
    }
    int blocks = 0;
    double memory = 0.0;
    for (long i = 0; i < count; i++) {
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
        if (i % 1000 == 0)
            REQUIRE(gelWorld_Finish(world));
        if (i == count / 10) {
            memory = residentMemory();
            blocks = countBlocks();
        }
    }
    double grown = residentMemory() - memory;
    printf("%ld steps: %d blocks, %d more than after a tenth; %.2f MiB, %.2f more\n", count, countBlocks(),
           countBlocks() - blocks, memory + grown, grown);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return countBlocks() != 0 || grown > 1.0;
}
