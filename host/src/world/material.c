// What bodies are made of: checked, and changed while they move.
#include "gel/body.h"
#include "world/world.h"

#include <math.h>

gelMaterial gelDefaultMaterial(void)
{
    return (gelMaterial){
        .density = 1000.0f, .stiffness = gel_elasticModuli, .youngModulus = 1e5f, .poissonRatio = 0.4f};
}

gelStatus gelCheckNumber(const char* field, float value, bool ok, const char* expected)
{
    if (ok && isfinite(value))
        return gel_success;
    return gelFail(gel_invalidArgument, "%s: expected %s, found %g", field, expected, (double)value);
}

gelStatus gelCheckMaterial(const gelMaterial* m)
{
    gelStatus status =
        gelCheckNumber("material.density", m->density, m->density > 0.0f, "a number > 0 (kg/m^3)");
    if (status == gel_success)
        status = gelCheckNumber("material.damping", m->damping, m->damping >= 0.0f, "a number >= 0 (1/s)");
    if (status == gel_success && m->stiffness != gel_elasticModuli && m->stiffness != gel_compliances)
        status = gelFail(gel_invalidArgument, "material.stiffness: %d is neither moduli nor compliances",
                         (int)m->stiffness);
    if (status == gel_success && m->stiffness == gel_elasticModuli) {
        status = gelCheckNumber("material.youngModulus", m->youngModulus, m->youngModulus > 0.0f,
                                "a number > 0 (Pa)");
        if (status == gel_success)
            status = gelCheckNumber("material.poissonRatio", m->poissonRatio,
                                    m->poissonRatio >= 0.0f && m->poissonRatio < 0.5f,
                                    "a number from 0 to below 0.5");
    } else if (status == gel_success) {
        status = gelCheckNumber("material.edgeCompliance", m->edgeCompliance, m->edgeCompliance >= 0.0f,
                                "a number >= 0 (m/N)");
        if (status == gel_success)
            status = gelCheckNumber("material.volumeCompliance", m->volumeCompliance,
                                    m->volumeCompliance >= 0.0f, "a number >= 0 (m^3/Pa)");
    }
    return status;
}

double gelFreeInverseMass(const gelBody* body, int vertex)
{
    double volume = body->shape->vertexVolumes[vertex] * body->scale * body->scale * body->scale;
    return (double)(float)(1.0 / ((double)body->material.density * volume));
}

gelStatus gelBody_GetMaterial(const gelWorld* world, gelBodyId id, gelMaterial* material)
{
    const gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    *material = body->material;
    return gel_success;
}

static gelStatus checkMasses(const gelBody* body)
{
    for (int i = 0; i < body->shape->mesh.vertexCount; i++) {
        double inverseMass = gelFreeInverseMass(body, i);
        if (!(inverseMass > 0.0) || !isfinite(inverseMass))
            return gelFail(gel_invalidArgument,
                           "vertex %d would have the inverse mass %g /kg: check density and scale", i,
                           inverseMass);
    }
    return gel_success;
}

gelStatus gelBody_SetMaterial(gelWorld* world, gelBodyId id, const gelMaterial* material)
{
    gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    gelBody changed = *body;
    changed.material = *material;
    gelStatus status = gelCheckMaterial(material);
    if (status == gel_success)
        status = checkMasses(&changed);
    if (status == gel_success)
        status = gelWorldFinishStep(world);
    if (status == gel_success)
        status = gelWorldPull(world);
    if (status != gel_success)
        return status;
    body->material = *material;
    gelVertexState* vertices = world->vertices + body->firstVertex;
    for (int i = 0; i < body->shape->mesh.vertexCount; i++) {
        bool pinned = vertices[i].inverseMass == 0.0;
        vertices[i].inverseMass = pinned ? 0.0 : gelFreeInverseMass(body, i);
        vertices[i].damping = (double)material->damping;
    }
    world->hostIsNewer = true;
    world->planIsStale = true;
    return gel_success;
}
