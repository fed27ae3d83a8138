// Drops a box of jelly and prints its height.
#include <gel/gel.h>
#include <stdio.h>

int main(void)
{
    gelTetMesh mesh = {0};
    gelWorld* world = NULL;
    gelBodyId body;
    gelWorldDef worldDef = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    worldDef.ground.enabled = true;
    bodyDef.position.y = 1.0f;
    if (gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 1, 1, 1, &mesh) != gel_success ||
        gelCreateWorld(&worldDef, &world) != gel_success ||
        gelCreateBody(world, &bodyDef, &mesh, &body) != gel_success) {
        puts(gelLastError());
        return 1;
    }
    for (int frame = 1; frame <= 60; frame++) {
        float corners[8][3];
        gelWorld_Step(world, 1.0f / 60.0f);
        gelBody_ReadPositions(world, body, corners[0], 8);
        if (frame % 15 == 0)
            printf("%.2f s: %.3f m\n", frame / 60.0, (double)corners[0][1]);
    }
    printf("state %016llx\n", (unsigned long long)gelWorld_Hash(world));
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return 0;
}
