// Writes what scenes of contact are made of:
//
//     generate_contact OUT.node     a ball that hangs on two threads, each a long tet with a corner of its own:
//                                   vertices 0 and 1, to be pinned
//     generate_contact OUT.obj      a bowl, the lower half of a sphere, open above
#include "gel/gel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const float ballRadius = 0.15f, bowlRadius = 0.9f;
static const float hangers[2][3] = {{0.0f, 1.2f, -0.35f}, {0.0f, 1.2f, 0.35f}};

// The triangle of the surface that looks most towards a point: three times the distance of its middle along the
// way there.
static const int* facing(const gelTetMesh* mesh, const int* triangles, int count, const float point[3])
{
    const int* best = triangles;
    float max = 0.0f;
    for (int t = 0; t < count; t++) {
        float along = 0.0f;
        for (int i = 0; i < 9; i++)
            along += mesh->positions[3 * triangles[3 * t + i / 3] + i % 3] * point[i % 3];
        best = along > max ? triangles + 3 * t : best;
        max = along > max ? along : max;
    }
    return best;
}

static gelStatus hang(const gelTetMesh* ball, const char* path)
{
    int vertexCount = ball->vertexCount + 2, tetCount = ball->tetCount + 2, *triangles = NULL, count;
    float* positions = malloc((size_t)vertexCount * 12);
    int* tets = malloc((size_t)tetCount * 16);
    gelTetMesh mesh;
    gelStatus status =
        positions == NULL || tets == NULL ? gel_outOfMemory : gelExtractSurface(ball, &triangles, &count);
    if (status == gel_success) {
        memcpy(positions, hangers, sizeof hangers);
        memcpy(positions + 6, ball->positions, (size_t)ball->vertexCount * 12);
        for (int i = 0; i < 4 * ball->tetCount; i++)
            tets[i] = ball->tets[i] + 2;
        for (int i = 0; i < 2; i++) {
            const int* base = facing(ball, triangles, count, hangers[i]);
            memcpy(tets + 4 * (ball->tetCount + i), (int[]){base[0] + 2, base[1] + 2, base[2] + 2, i}, 16);
        }
        status = gelCreateTetMesh(positions, vertexCount, tets, tetCount, NULL, &mesh, NULL);
    }
    if (status == gel_success) {
        status = gelSaveTetMesh(&mesh, path, NULL);
        gelDestroyTetMesh(&mesh);
    }
    gelFree(triangles);
    free(tets);
    free(positions);
    return status;
}

// A tenth of a millimetre is precise enough.
static gelStatus writeSurface(const gelSurfaceMesh* surface, const char* path)
{
    FILE* file = fopen(path, "w");
    if (file == NULL)
        return gel_fileError;
    int failed = 0;
    for (int i = 0; i < surface->vertexCount; i++) {
        const float* p = surface->positions + 3 * i;
        failed |= fprintf(file, "v %.4f %.4f %.4f\n", (double)p[0], (double)p[1], (double)p[2]) < 0;
    }
    for (int t = 0; t < surface->triangleCount; t++) {
        const int* corners = surface->triangles + 3 * t;
        failed |= fprintf(file, "f %d %d %d\n", corners[0] + 1, corners[1] + 1, corners[2] + 1) < 0;
    }
    failed |= fclose(file) != 0;
    return failed ? gel_fileError : gel_success;
}

// Keeps the lower half of the sphere's triangles.
static gelStatus makeBowl(gelSurfaceMesh* sphere, const char* path)
{
    gelSurfaceMesh bowl;
    int kept = 0;
    for (int t = 0; t < sphere->triangleCount; t++) {
        const int* corners = sphere->triangles + 3 * t;
        float height = 0.0f;
        for (int k = 0; k < 3; k++)
            height += sphere->positions[3 * corners[k] + 1];
        if (height < 0.0f)
            memmove(sphere->triangles + 3 * kept++, corners, 3 * sizeof(int));
    }
    gelStatus status =
        gelCreateSurfaceMesh(sphere->positions, sphere->vertexCount, sphere->triangles, kept, &bowl, NULL);
    if (status == gel_success) {
        status = writeSurface(&bowl, path);
        gelDestroySurfaceMesh(&bowl);
    }
    return status;
}

int main(int argumentCount, char** arguments)
{
    const char* ending = argumentCount == 2 ? strrchr(arguments[1], '.') : NULL;
    if (ending == NULL || (strcmp(ending, ".node") != 0 && strcmp(ending, ".obj") != 0)) {
        fprintf(stderr, "usage: generate_contact OUT.node|OUT.obj\n");
        return 2;
    }
    gelTetMesh ball;
    gelSurfaceMesh sphere;
    gelStatus status = gelCreateSphereMesh(ballRadius, 6, &ball);
    if (status == gel_success) {
        status = gelCreateSphereSurface(bowlRadius, 3, &sphere);
        if (status == gel_success) {
            status =
                strcmp(ending, ".node") == 0 ? hang(&ball, arguments[1]) : makeBowl(&sphere, arguments[1]);
            gelDestroySurfaceMesh(&sphere);
        }
        gelDestroyTetMesh(&ball);
    }
    if (status != gel_success)
        fprintf(stderr, "generate_contact: %s: %s\n", arguments[1], gelStatusText(status));
    return status != gel_success;
}
