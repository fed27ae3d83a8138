// The sag of a beam clamped at one end, relative to its converged sag: the effect of substeps and tiles. In
// double precision, so that rounding plays no part.
#include "gel/gel.h"

#include <stdio.h>
#include <stdlib.h>

static const float frame = 1.0f / 60.0f;

static void require(gelStatus status)
{
    if (status == gel_success)
        return;
    fprintf(stderr, "%s\n", gelLastError());
    exit(1);
}

// Downward displacement of the free end's lowest corner at rest, m.
static double sag(const gelTetMesh* mesh, float young, int substeps, int tileSize)
{
    gelWorld* world;
    gelBodyId id;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    def.backend = gel_referenceDouble;
    def.substepCount = substeps;
    def.tileSize = tileSize;
    body.material.youngModulus = young;
    body.material.damping = 8.0f;
    double* xyz = malloc((size_t)mesh->vertexCount * 3 * sizeof *xyz);
    require(gelCreateWorld(&def, &world));
    require(gelCreateBody(world, &body, mesh, &id));
    require(gelBody_PinBox(world, id, (gelVec3){-9, -9, -9}, (gelVec3){-1.99f, 9, 9}, NULL));
    for (int i = 0; i < 150; i++)
        require(gelWorld_Step(world, frame));
    require(gelBody_ReadPositionsDouble(world, id, xyz, mesh->vertexCount));
    int tip = 0;
    for (int v = 1; v < mesh->vertexCount; v++)
        if (mesh->positions[3 * v] > mesh->positions[3 * tip] + 1e-6f)
            tip = v;
    double result = (double)mesh->positions[3 * tip + 1] - xyz[3 * tip + 1];
    free(xyz);
    gelDestroyWorld(world);
    return result;
}

int main(int argumentCount, char** arguments)
{
    static const int substeps[] = {5, 10, 20, 40, 80}, tileSizes[] = {65536, 512, 256, 128, 64, 16};
    float young = argumentCount > 1 ? (float)atof(arguments[1]) : 2e6f;
    gelTetMesh mesh;
    require(gelCreateBoxMesh((gelVec3){4.0f, 1.0f, 1.0f}, 24, 6, 6, &mesh));
    double converged = sag(&mesh, young, 400, tileSizes[0]);
    printf(
        "beam of %d tets and %d vertices, %.3g Pa, converged sag %.4f m; ratio to it by substeps a frame:\n",
        mesh.tetCount, mesh.vertexCount, (double)young, converged);
    printf("%-12s", "tile size");
    for (int n = 0; n < 5; n++)
        printf(" %7d", substeps[n]);
    printf("\n");
    for (int t = 0; t < 6; t++) {
        printf("%-12d", tileSizes[t]);
        for (int n = 0; n < 5; n++) {
            printf(" %7.4f", sag(&mesh, young, substeps[n], tileSizes[t]) / converged);
            fflush(stdout);
        }
        printf("\n");
    }
    gelDestroyTetMesh(&mesh);
    return 0;
}
