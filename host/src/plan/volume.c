// The volume constraints of a body of tets.
//
// The edges provide the bulk modulus 5 G / 3 (distance.c). The volume constraints, alpha = V / K_V, provide
// the rest: K_V = K - 5 G / 3, at least K / 10, so that tets resist inversion. A tet with fill fraction f has
// f of the stiffness: alpha = V / (f K_V).
#include "mesh/mesh.h"
#include "plan/kinds.h"

gelStatus gelFind_volume(const gelShape* shape, gelConstraintSet* set)
{
    const gelTetMesh* mesh = &shape->mesh;
    set->count = mesh->tetCount;
    set->vertices = mesh->tets;
    set->rests = gelAllocate((size_t)set->count, sizeof *set->rests);
    if (set->rests == NULL)
        return gelFailMemory((size_t)set->count, sizeof *set->rests);
    for (int t = 0; t < mesh->tetCount; t++)
        set->rests[t] = gelTetDeterminant(mesh->positions, mesh->tets + 4 * (size_t)t) / 6.0;
    return gel_success;
}

static double compliance(const gelBody* body, int tet, double fill)
{
    const gelMaterial* material = &body->material;
    if (material->stiffness == gel_compliances)
        return (double)material->volumeCompliance;
    double young = (double)material->youngModulus, poisson = (double)material->poissonRatio;
    double shear = young / (2.0 * (1.0 + poisson)), bulk = young / (3.0 * (1.0 - 2.0 * poisson));
    double missing = bulk - 5.0 * shear / 3.0;
    double rest = body->shape->constraints[constraint_volume].rests[tet];
    double volume = rest * body->scale * body->scale * body->scale; // as made
    return volume / (fill * (missing > bulk / 10.0 ? missing : bulk / 10.0));
}

bool gelWants_volume(const gelMaterial* material)
{
    return material->model == gel_edgesAndVolumes;
}

void gelSetValues_volume(const gelBody* body, int index, float* values)
{
    double rest = gelRestVolume(body, index);
    values[0] = (float)rest;
    values[1] = (float)compliance(body, index, gelFillFraction(&body->shape->mesh, index));
}
