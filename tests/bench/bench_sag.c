// The sag of a beam clamped at one end, relative to its converged sag: the effect of substeps. In double
// precision, so that rounding plays no part.
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
static double sag(const gelTetMesh* mesh, float young, int substeps)
{
    gelWorld* world;
    gelBodyId id;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    def.backend = gel_referenceDouble;
    def.substepCount = substeps;
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
    static const int substeps[] = {5, 10, 20, 40, 80};
    float young = argumentCount > 1 ? (float)atof(arguments[1]) : 2e6f;
    gelTetMesh mesh;
    require(gelCreateBoxMesh((gelVec3){4.0f, 1.0f, 1.0f}, 24, 6, 6, &mesh));
    double converged = sag(&mesh, young, 400);
    printf("beam of %d tets, %.3g Pa, converged sag %.4f m; ratio to it by substeps a frame:\n%-12s",
           mesh.tetCount, (double)young, converged, "");
    for (int n = 0; n < 5; n++)
        printf(" %7d", substeps[n]);
    printf("\n%-12s", "");
    for (int n = 0; n < 5; n++) {
        printf(" %7.4f", sag(&mesh, young, substeps[n]) / converged);
        fflush(stdout);
    }
    printf("\n");
    gelDestroyTetMesh(&mesh);
    return 0;
}
