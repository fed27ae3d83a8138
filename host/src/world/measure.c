// Energies and constraint residuals.
#include "gel/measures.h"
#include "gel/body.h"
#define GEL_DIALECT_DOUBLE
#include "constraints.h"
#include "mesh/mesh.h"
#include "plan/kinds.h"
#include "plan/pressure.h"
#include "world/skin.h"
#include "world/stored_energy.h"
#include "world/world.h"

#include <math.h>

typedef struct Sums {
    double energy;  // of C^2 / (2 alpha)
    double squares; // of relative residuals
    int count;
} Sums;

// The measured part: the vertices and bodies of a world, or of one body.
typedef struct Part {
    int firstVertex, endVertex;
    int firstBody, endBody;
} Part;

static vec3 placeOf(const gelVertexState* vertex)
{
    return (vec3){vertex->position[0], vertex->position[1], vertex->position[2]};
}

// Evaluates the formula of the kind in double precision. `vertices` are indices into `states`.
static Measure measure(int kind, const gelVertexState* states, const int* vertices, const double* values)
{
    vec3 x[max_vertices];
    for (int k = 0; k < gelKinds[kind].arity; k++)
        x[k] = placeOf(&states[vertices[k]]);
    switch (kind) {
#define ROW(name, arity, valueCount)                                                                         \
    case constraint_##name:                                                                                  \
        return measure_##name(x, values);
        CONSTRAINT_LIST(ROW)
#undef ROW
    }
    return (Measure){0.0, 0.0, 1.0};
}

static void addConstraint(const gelWorld* world, const gelPlanConstraints* list, int slot, Sums* sums)
{
    int vertices[max_vertices];
    double values[max_values];
    for (int k = 0; k < gelKinds[list->kind].arity; k++)
        vertices[k] = list->vertices[k][slot];
    for (int k = 0; k < gelKinds[list->kind].valueCount; k++)
        values[k] = (double)list->values[k][slot];
    Measure found = measure(list->kind, world->vertices, vertices, values);
    double residual = measure_residual(found);
    sums->energy += measure_energy(found, values[1]);
    sums->squares += residual * residual;
    sums->count++;
}

static Sums sumConstraints(const gelWorld* world, int kind, const Part* part)
{
    const gelPlanConstraints* list = &world->plan.constraints[kind];
    Sums sums = {0};
    for (int colour = 0; colour < list->colourCount; colour++)
        for (int i = 0; i < list->colours[colour].count; i++) {
            int slot = list->colours[colour].first + i, vertex = list->vertices[0][slot];
            if (vertex >= part->firstVertex && vertex < part->endVertex)
                addConstraint(world, list, slot, &sums);
        }
    return sums;
}

static double strainOf(const gelBody* body, const gelVertexState* states, const int tet[4])
{
    double sum = 0.0;
    for (int e = 0; e < 6; e++) {
        double vector[3];
        int edge[2] = {tet[gelTetEdges[e][0]], tet[gelTetEdges[e][1]]};
        double rest = body->scale * gelMeasureEdge(gelRestMesh(body).positions, edge[0], edge[1], vector);
        double change = measure_residual(measure(constraint_distance, states, edge, &rest));
        sum += change * change;
    }
    return sqrt(sum / 6.0);
}

static Measure measureTet(const gelBody* body, const gelVertexState* states, int tet)
{
    double rest = gelRestVolume(body, tet);
    return measure(constraint_volume, states, body->shape->mesh.tets + 4 * (size_t)tet, &rest);
}

static gelStatus pullBody(gelWorld* world, gelBodyId id, const gelBody** body)
{
    *body = gelFindBody(world, id);
    return *body == NULL ? gel_invalidHandle : gelWorldPull(world);
}

// Computes the volume that a skin encloses, m^3. `states`: of the body's vertices; NULL: in the rest shape.
static gelStatus findSkinVolume(const gelBody* body, const gelOuterSkin* skin, const gelVertexState* states,
                                double* volume)
{
    const float* rests = gelRestMesh(body).positions;
    double(*points)[3] = gelAllocate((size_t)skin->pointCount, sizeof *points);
    if (points == NULL)
        return gelFailMemory((size_t)skin->pointCount, sizeof *points);
    for (int i = 0; i < skin->pointCount; i++)
        for (int c = 0; c < 4; c++)
            for (int k = 0; k < 3; k++) {
                int vertex = skin->points[i].vertices[c];
                points[i][k] +=
                    (double)skin->points[i].weights[c] *
                    (states != NULL ? states[vertex].position[k]
                                    : body->scale * (double)rests[3 * (size_t)vertex + (size_t)k]);
            }
    for (int t = 0; t < skin->triangleCount; t++) {
        const double* corners[3];
        double d[3][3];
        for (int c = 0; c < 3; c++)
            corners[c] = points[skin->triangles[t][c]];
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < 3; k++)
                d[c][k] = corners[c][k] - points[0][k]; // of places far away, little would be left
        *volume += (double)skin->displacements[t] / 6.0 *
                   (d[0][0] * (d[1][1] * d[2][2] - d[1][2] * d[2][1]) +
                    d[0][1] * (d[1][2] * d[2][0] - d[1][0] * d[2][2]) +
                    d[0][2] * (d[1][0] * d[2][1] - d[1][1] * d[2][0]));
    }
    gelFree(points);
    return gel_success;
}

// Computes the volume of a body, m^3: of its filling, of its skin as fields see it, or of its tets.
// `states` are the world's; NULL: in the rest shape.
static gelStatus findVolume(const gelBody* body, const gelVertexState* states, double* volume)
{
    const gelOuterSkin* skin = NULL;
    const gelTetMesh* mesh = &body->shape->mesh;
    gelStatus status = gel_success;
    *volume = 0.0;
    if (gelIsFilled(body)) {
        *volume = states == NULL ? gelInsideVolume(body) : 0.0;
        return states != NULL ? gelMeasureInsideNow(body, states, volume) : gel_success;
    }
    if (body->skin != NULL)
        status = gelFindOuterSkin(body->skin, body->shape, &skin);
    if (skin != NULL)
        return findSkinVolume(body, skin, states != NULL ? states + body->firstVertex : NULL, volume);
    for (int t = 0; t < mesh->tetCount && status == gel_success; t++)
        *volume +=
            states != NULL ? measureTet(body, states + body->firstVertex, t).value : gelRestVolume(body, t);
    return status;
}

gelStatus gelBody_GetVolume(gelWorld* world, gelBodyId id, double* volume)
{
    const gelBody* body;
    gelStatus status = pullBody(world, id, &body);
    *volume = 0.0;
    return status == gel_success ? findVolume(body, world->vertices, volume) : status;
}

gelStatus gelBody_GetRestVolume(const gelWorld* world, gelBodyId id, double* volume)
{
    const gelBody* body = gelFindBody(world, id);
    *volume = 0.0;
    return body != NULL ? findVolume(body, NULL, volume) : gel_invalidHandle;
}

gelStatus gelBody_GetPressure(const gelWorld* world, gelBodyId id, double* pressure)
{
    const gelBody* body = gelFindBody(world, id);
    *pressure = body != NULL ? (double)body->pressure : 0.0;
    return body != NULL ? gel_success : gel_invalidHandle;
}

gelStatus gelBody_ReadStrains(gelWorld* world, gelBodyId id, float* strains, float* volumeErrors,
                              int tetCapacity)
{
    const gelBody* body;
    gelStatus status = pullBody(world, id, &body);
    if (status != gel_success)
        return status;
    const gelTetMesh* mesh = &body->shape->mesh;
    if (tetCapacity < mesh->tetCount)
        return gelFail(gel_invalidArgument, "there is room for %d tets, but the body has %d", tetCapacity,
                       mesh->tetCount);
    const gelVertexState* states = world->vertices + body->firstVertex;
    for (int t = 0; t < mesh->tetCount; t++) {
        if (strains != NULL)
            strains[t] = (float)strainOf(body, states, mesh->tets + 4 * (size_t)t);
        if (volumeErrors != NULL)
            volumeErrors[t] = (float)measure_residual(measureTet(body, states, t));
    }
    return gel_success;
}

static void measureMotion(const gelWorld* world, const gelBody* body, gelMeasures* measures)
{
    gelVec3 gravity = world->def.gravity;
    const double g[3] = {(double)gravity.x, (double)gravity.y, (double)gravity.z};
    double height = 0.0;
    for (int i = 0; i < body->shape->mesh.vertexCount; i++) {
        const gelVertexState* vertex = &world->vertices[body->firstVertex + i];
        const double *x = vertex->position, *v = vertex->velocity;
        double mass = vertex->inverseMass > 0.0 ? 1.0 / vertex->inverseMass : 0.0;
        measures->mass += mass;
        measures->kineticEnergy += 0.5 * mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        height -= mass * (g[0] * x[0] + g[1] * x[1] + g[2] * x[2]);
        for (int k = 0; k < 3; k++) {
            int l = (k + 1) % 3, m = (k + 2) % 3;
            measures->momentum[k] += mass * v[k];
            measures->angularMomentum[k] += mass * (x[l] * v[m] - x[m] * v[l]);
        }
    }
    measures->gravityEnergy += (double)body->fieldWeights[0] * height;
}

// Bodies share the energy of an attachment in equal parts; an obstacle has none.
static void measureAttachments(const gelWorld* world, const Part* part, gelMeasures* measures)
{
    for (int i = 0; i < world->attachments.count; i++) {
        const gelAttachmentDef* def = &world->attachments.all[i].def;
        const gelBody* ends[2] = {gelFindBody(world, def->a.body), gelFindBody(world, def->b.body)};
        int owners = 0, mine = 0;
        for (int e = 0; e < 2; e++) {
            bool isSoft = !gelIsObstacle(ends[e]);
            owners += isSoft;
            mine +=
                isSoft && ends[e]->firstVertex >= part->firstVertex && ends[e]->firstVertex < part->endVertex;
        }
        measures->elasticEnergy += mine > 0 ? gelAttachmentEnergy(world, def) * mine / owners : 0.0;
    }
}

static gelStatus measureVolumes(const gelWorld* world, const Part* part, gelMeasures* measures)
{
    double filled = 0.0, volume, rest, energy;
    gelStatus status = gel_success;
    for (int b = part->firstBody; b < part->endBody && status == gel_success; b++) {
        const gelBody* body = world->bodies[b];
        double inside = gelIsFilled(body) ? gelInsideVolume(body) : 0.0;
        status = findVolume(body, world->vertices, &volume);
        if (status == gel_success)
            status = findVolume(body, NULL, &rest);
        if (status == gel_success)
            status = gelFindFillingEnergy(world, body, &energy);
        if (status != gel_success)
            return status;
        measures->elasticEnergy += energy;
        measures->volume += volume;
        measures->restVolume += rest;
        measures->pressure += inside * (double)body->pressure;
        filled += inside;
    }
    measures->pressure = filled > 0.0 ? measures->pressure / filled : 0.0;
    return status;
}

static gelStatus measurePart(gelWorld* world, const Part* part, gelMeasures* measures)
{
    gelStatus status = gelWorldPush(world); // the plan
    if (status == gel_success)
        status = gelListConstraints(&world->plan);
    if (status == gel_success)
        status = gelWorldPull(world);
    if (status != gel_success)
        return status;
    gelListPlanRestLengths(&world->restLengths, &world->plan);
    for (int kind = 0; kind < constraint_kinds; kind++) {
        Sums sums = sumConstraints(world, kind, part);
        measures->elasticEnergy += sums.energy;
        measures->residuals[kind] = sqrt(sums.squares / fmax(1.0, sums.count));
    }
    for (int b = part->firstBody; b < part->endBody; b++)
        measureMotion(world, world->bodies[b], measures);
    measureAttachments(world, part, measures);
    return measureVolumes(world, part, measures);
}

gelStatus gelWorld_Measure(gelWorld* world, gelMeasures* measures)
{
    *measures = (gelMeasures){0};
    return measurePart(world, &(Part){0, world->vertexCount, 0, world->bodyCount}, measures);
}

gelStatus gelBody_Measure(gelWorld* world, gelBodyId id, gelMeasures* measures)
{
    *measures = (gelMeasures){0};
    const gelBody* body = gelFindBody(world, id);
    int index = gelBody_GetIndex(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    return measurePart(
        world,
        &(Part){body->firstVertex, body->firstVertex + body->shape->mesh.vertexCount, index, index + 1},
        measures);
}
