#include "world/rest_shape.h"

#include <string.h>

static size_t sizeOf(const gelBody* body)
{
    return 3 * (size_t)body->shape->mesh.vertexCount * sizeof *body->restPositions;
}

gelStatus gelCheckRestTets(const gelTetMesh* mesh, const float* xyz)
{
    for (int t = 0; t < mesh->tetCount; t++) {
        double volume = gelTetDeterminant(xyz, mesh->tets + 4 * (size_t)t) / 6.0;
        if (!(volume > 0.0))
            return gelFail(gel_invalidArgument,
                           "rest positions: tet %d would have the volume %g m^3: expected none that is "
                           "inverted or flat",
                           t, volume);
    }
    return gel_success;
}

gelStatus gelCheckRestMaterial(const gelMaterial* material)
{
    const char* what = material->creep > 0.0f               ? "creep: expected 0"
                       : material->tearStrain > 0.0f        ? "tearStrain: expected 0"
                       : material->tearForce > 0.0f         ? "tearForce: expected 0"
                       : material->tethers != gel_noTethers ? "tethers: expected none"
                                                            : NULL;
    if (what == NULL)
        return gel_success;
    return gelFail(
        gel_invalidArgument,
        "material.%s for a body whose rest shape is set: flow, tearing and tethers need rest lengths of "
        "their own",
        what);
}

gelStatus gelPushRestShapes(gelPlan* plan, gelBackend* backend)
{
    for (int kind = 0; kind < constraint_kinds && plan->isListed; kind++)
        gelListRestShapes(plan, &plan->constraints[kind]);
    return backend->functions->writeRestShapes != NULL ? backend->functions->writeRestShapes(backend)
                                                       : gel_success;
}

uint64_t gelHashRestShape(uint64_t hash, const gelBody* body)
{
    size_t size = sizeOf(body);
    if (body->restPositions == NULL || memcmp(body->restPositions, body->shape->mesh.positions, size) == 0)
        return hash;
    return gelHashFloats(hash, body->restPositions, size / sizeof *body->restPositions);
}

bool gelHasSameRestShape(const gelBody* a, const gelBody* b)
{
    if (a->restPositions == NULL || b->restPositions == NULL)
        return a->restPositions == b->restPositions;
    return memcmp(a->restPositions, b->restPositions, sizeOf(a)) == 0;
}
