// Energies, and how far the constraints are from being met.
#include "gel/measures.h"
#include "mesh/mesh.h"
#include "world/world.h"

#include <math.h>

static double distance(const double a[3], const double b[3])
{
    double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return sqrt(x * x + y * y + z * z);
}

static double volume(const double a[3], const double b[3], const double c[3], const double d[3])
{
    double p[3], q[3], r[3];
    for (int k = 0; k < 3; k++) {
        p[k] = b[k] - a[k];
        q[k] = c[k] - a[k];
        r[k] = d[k] - a[k];
    }
    return gelTripleProduct(p, q, r) / 6.0;
}

static double relativeChange(double value, double rest)
{
    return (value - rest) / rest;
}

typedef struct Sums {
    double energy;        // of C^2 / (2 alpha)
    double squares;       // of (C / rest)^2
    double values, rests; // lengths or volumes
} Sums;

// Over all edges or all tets.
static Sums sumConstraints(const gelWorld* world, const gelPlanConstraints* constraints)
{
    const gelVertexState* x = world->vertices;
    Sums sums = {0};
    for (int colour = 0; colour < constraints->colourCount; colour++) {
        gelColourRange range = constraints->colours[colour];
        for (int i = range.first; i < range.first + range.count; i++) {
            int v[4] = {0};
            for (int k = 0; k < constraints->arity; k++)
                v[k] = constraints->vertices[k][i];
            double rest = (double)constraints->rests[i], compliance = (double)constraints->compliances[i];
            double value = constraints->arity == 2 ? distance(x[v[0]].position, x[v[1]].position)
                                                   : volume(x[v[0]].position, x[v[1]].position,
                                                            x[v[2]].position, x[v[3]].position);
            double off = value - rest;
            sums.energy += compliance > 0.0 ? 0.5 * off * off / compliance : 0.0;
            double change = relativeChange(value, rest);
            sums.squares += change * change;
            sums.values += value;
            sums.rests += rest;
        }
    }
    return sums;
}

static double strainOf(const gelBody* body, const gelVertexState* states, const int tet[4])
{
    double sum = 0.0;
    for (int e = 0; e < 6; e++) {
        double vector[3];
        int a = tet[gelTetEdges[e][0]], b = tet[gelTetEdges[e][1]];
        double rest = body->scale * gelMeasureEdge(body->shape->mesh.positions, a, b, vector);
        double change = relativeChange(distance(states[a].position, states[b].position), rest);
        sum += change * change;
    }
    return sqrt(sum / 6.0);
}

static double volumeErrorOf(const gelBody* body, const gelVertexState* x, int index)
{
    const int* tet = body->shape->mesh.tets + 4 * (size_t)index;
    double rest = body->shape->tets.measures[index] * body->scale * body->scale * body->scale;
    return relativeChange(
        volume(x[tet[0]].position, x[tet[1]].position, x[tet[2]].position, x[tet[3]].position), rest);
}

gelStatus gelBody_ReadStrains(gelWorld* world, gelBodyId id, float* strains, float* volumeErrors,
                              int tetCapacity)
{
    const gelBody* body = gelFindBody(world, id);
    gelStatus status = body == NULL ? gel_invalidHandle : gelWorldPull(world);
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
            volumeErrors[t] = (float)volumeErrorOf(body, states, t);
    }
    return gel_success;
}

gelStatus gelWorld_Measure(gelWorld* world, gelMeasures* measures)
{
    *measures = (gelMeasures){0};
    gelStatus status = gelWorldPush(world); // the plan
    if (status == gel_success)
        status = gelWorldPull(world);
    if (status != gel_success)
        return status;
    const gelVec3 gravity = world->def.gravity;
    const double g[3] = {(double)gravity.x, (double)gravity.y, (double)gravity.z};
    for (int i = 0; i < world->vertexCount; i++) {
        const gelVertexState* vertex = &world->vertices[i];
        const double *x = vertex->position, *v = vertex->velocity;
        double mass = vertex->inverseMass > 0.0 ? 1.0 / vertex->inverseMass : 0.0;
        measures->kineticEnergy += 0.5 * mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        measures->gravityEnergy -= mass * (g[0] * x[0] + g[1] * x[1] + g[2] * x[2]);
    }
    Sums edges = sumConstraints(world, &world->plan.edges), tets = sumConstraints(world, &world->plan.tets);
    measures->elasticEnergy = edges.energy + tets.energy;
    measures->edgeResidual = sqrt(edges.squares / fmax(1.0, world->plan.edges.count));
    measures->volumeResidual = sqrt(tets.squares / fmax(1.0, world->plan.tets.count));
    measures->volume = tets.values;
    measures->restVolume = tets.rests;
    return gel_success;
}
