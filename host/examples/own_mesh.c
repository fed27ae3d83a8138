// A mesh of your own, from arrays, hung up by three pins: how far does it sag?
#include <gel/gel.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    // Two tets that share the face 0, 1, 3. The second is inverted: Gel repairs it.
    const float corners[5][3] = {{0, 1, 0}, {1, 1, 0}, {0.5f, 1, 1}, {0.5f, 0.2f, 0.3f}, {0.5f, 0, -0.7f}};
    const int tets[2][4] = {{0, 1, 2, 3}, {1, 0, 3, 4}}, pins[3] = {0, 1, 2};
    float before[5][3], after[5][3];
    gelTetMesh mesh = {0};
    gelMeshRepair repair;
    gelWorld* world = NULL;
    gelBodyId body;
    gelWorldDef worldDef = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    bodyDef.material.damping = 3.0f; // 1/s: it comes to rest
    if (gelCreateTetMesh(corners[0], 5, tets[0], 2, NULL, &mesh, &repair) != gel_success ||
        gelCreateWorld(&worldDef, &world) != gel_success ||
        gelCreateBody(world, &bodyDef, &mesh, &body) != gel_success ||
        gelBody_SetPinned(world, body, pins, 3, true) != gel_success) {
        puts(gelLastError());
        return 1;
    }
    gelBody_ReadPositions(world, body, before[0], 5);
    for (int frame = 0; frame < 300; frame++)
        gelWorld_Step(world, 1.0f / 60.0f);
    gelBody_ReadPositions(world, body, after[0], 5);
    printf("%d tets, of which %d turned\n", mesh.tetCount, repair.turnedTets);
    printf("pins %s\n", memcmp(before, after, sizeof before[0] * 3) == 0 ? "held" : "slipped");
    printf("the free corner sank by %.3f m\n", (double)(before[4][1] - after[4][1]));
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return 0;
}
