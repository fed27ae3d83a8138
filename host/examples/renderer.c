// A renderer needs a buffer of positions, which Gel writes every frame, and constant triangles.
// Here the buffer is plain memory; with an OpenGL buffer instead (gel/share.h), a GPU writes it
// without a copy.
#include <gel/gel.h>
#include <stdio.h>

enum { capacity = GEL_SHARED_CAPACITY(200) };     // vertices; whole groups of 16 are written
static _Alignas(16) float positions[capacity][4]; // x, y, z, 1: the vertex buffer
static _Alignas(16) float speeds[capacity];       // m/s: to colour by

int main(void)
{
    gelTetMesh mesh = {0};
    gelWorld* world = NULL;
    gelBodyId body;
    gelSharedVertices* shared = NULL;
    gelBounds box; // around all vertices: for the camera and culling
    int *triangles, triangleCount;
    gelWorldDef worldDef = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    gelSharedVerticesDef sharedDef = {.positions = positions[0], .speeds = speeds, .capacity = capacity};
    worldDef.ground.enabled = true;
    bodyDef.position.y = 1.0f;
    if (gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 4, 4, 4, &mesh) != gel_success ||
        gelExtractSurface(&mesh, &triangles, &triangleCount) != gel_success ||
        gelCreateWorld(&worldDef, &world) != gel_success ||
        gelCreateBody(world, &bodyDef, &mesh, &body) != gel_success ||
        gelCreateSharedVertices(world, &sharedDef, &shared) != gel_success) {
        puts(gelLastError());
        return 1;
    }
    int first = gelBody_GetFirstVertex(world, body); // this body's first vertex in the buffer
    printf("index buffer: %d triangles, first vertex %d\n", triangleCount, first);
    for (int frame = 0; frame <= 60; frame++) {
        gelSharedVertices_Update(shared, true, &box); // returns once everything is written; draw now
        const float* corner = positions[first + triangles[0]];
        if (frame % 20 == 0)
            printf("frame %2d: height %.3f to %.3f m, a corner at {%.3f, %.3f, %.3f} with %.2f m/s\n", frame,
                   (double)box.lower.y, (double)box.upper.y, (double)corner[0], (double)corner[1],
                   (double)corner[2], (double)speeds[first + triangles[0]]);
        gelWorld_Step(world, 1.0f / 60.0f);
    }
    gelDestroySharedVertices(shared);
    gelDestroyWorld(world);
    gelFree(triangles);
    gelDestroyTetMesh(&mesh);
    return 0;
}
