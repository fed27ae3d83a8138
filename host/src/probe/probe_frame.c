// Reads probes in a frame: places, strains, measures and forces. Probes share what is read.
#include "probe/probe_frame.h"
#include "gel/body.h"

#include <math.h>

void gelFindProbeMean(const gelWorld* world, const gelBody* body, const gelProbe* probe, bool ofVelocity,
                      double mean[3])
{
    mean[0] = mean[1] = mean[2] = 0.0;
    for (int i = 0; i < probe->vertexCount; i++) {
        const gelVertexState* vertex = &world->vertices[body->firstVertex + probe->vertices[i]];
        const double* v = ofVelocity ? vertex->velocity : vertex->position;
        for (int k = 0; k < 3; k++)
            mean[k] += probe->weights[i] * v[k];
    }
}

static double componentOf(const double v[3], int component)
{
    return component < gel_componentLength ? v[component] : sqrt((v[0] * v[0] + v[1] * v[1]) + v[2] * v[2]);
}

// Reads the strain of the tets of a body that have a corner in the set.
static gelStatus readStrain(gelProbes* probes, gelWorld* world, const gelProbe* probe, double* value)
{
    const gelBody* body = gelFindBody(world, probe->body);
    const gelTetMesh* mesh = &body->shape->mesh;
    bool* isMember = gelAllocate((size_t)mesh->vertexCount, sizeof *isMember);
    if (isMember == NULL)
        return gelFailMemory((size_t)mesh->vertexCount, sizeof *isMember);
    gelStatus status =
        gelReserve(&probes->strains, &probes->strainCapacity, mesh->tetCount, sizeof *probes->strains);
    if (status == gel_success)
        status = gelBody_ReadStrains(world, probe->body, probes->strains, NULL, mesh->tetCount);
    for (int i = 0; i < probe->vertexCount; i++)
        isMember[probe->vertices[i]] = true;
    double squares = 0.0, largest = 0.0;
    int count = 0;
    for (int t = 0; t < mesh->tetCount && status == gel_success; t++) {
        const int* tet = mesh->tets + 4 * (size_t)t;
        if (!isMember[tet[0]] && !isMember[tet[1]] && !isMember[tet[2]] && !isMember[tet[3]])
            continue;
        double strain = (double)probes->strains[t];
        squares += strain * strain;
        largest = fmax(largest, strain);
        count++;
    }
    gelFree(isMember);
    *value = probe->measure->component == 0 ? sqrt(squares / fmax(1.0, count)) : largest;
    return status;
}

static double valueOf(const gelMeasures* measures, const gelProbeMeasure* measure)
{
    switch (measure->kind) {
        case gel_measureVolume:
            return measure->component == 0 ? measures->volume : measures->volume / measures->restVolume;
        case gel_measurePressure:
            return measures->pressure;
        case gel_measureKineticEnergy:
            return measures->kineticEnergy;
        case gel_measureGravityEnergy:
            return measures->gravityEnergy;
        case gel_measureElasticEnergy:
            return measures->elasticEnergy;
        case gel_measureTotalEnergy:
            return measures->kineticEnergy + measures->gravityEnergy + measures->elasticEnergy;
        case gel_measureMomentum:
            return componentOf(measures->momentum, measure->component);
        case gel_measureAngularMomentum:
            return componentOf(measures->angularMomentum, measure->component);
        default:
            return NAN;
    }
}

static gelStatus readMeasures(gelProbeFrame* frame, gelBodyId body)
{
    if (frame->hasMeasures && frame->measured.index1 == body.index1)
        return gel_success;
    frame->measured = body;
    frame->hasMeasures = true;
    return body.index1 == 0 ? gelWorld_Measure(frame->world, &frame->measures)
                            : gelBody_Measure(frame->world, body, &frame->measures);
}

static gelStatus readPlace(const gelProbeFrame* frame, const gelProbe* probe, double* value)
{
    double mean[3];
    gelMeasureKind kind = probe->measure->kind;
    gelFindProbeMean(frame->world, gelFindBody(frame->world, probe->body), probe, kind == gel_measureVelocity,
                     mean);
    for (int k = 0; k < 3 && kind == gel_measureDisplacement; k++)
        mean[k] -= probe->start[k];
    *value = componentOf(mean, probe->measure->component);
    return gel_success;
}

static gelStatus readForces(gelProbeFrame* frame)
{
    gelProbes* probes = frame->probes;
    if (frame->hasForces)
        return gel_success;
    frame->hasForces = true;
    gelStatus status = gelReserve(&probes->forces, &probes->forceCapacity, frame->world->vertexCount,
                                  sizeof *probes->forces);
    return status == gel_success ? gelWorldFindForces(frame->world, probes->scene->timeStep, probes->forces)
                                 : status;
}

static gelStatus readContacts(gelProbeFrame* frame)
{
    gelProbes* probes = frame->probes;
    int* count = &frame->contactCount;
    if (frame->hasContacts)
        return gel_success;
    frame->hasContacts = true;
    gelStatus status = gelWorld_GetContacts(frame->world, probes->contacts, probes->contactCapacity, count);
    if (status != gel_success || *count <= probes->contactCapacity)
        return status;
    status = gelReserve(&probes->contacts, &probes->contactCapacity, *count, sizeof *probes->contacts);
    return status == gel_success
               ? gelWorld_GetContacts(frame->world, probes->contacts, probes->contactCapacity, count)
               : status;
}

// A pin holds against the constraints, and bears the vertex itself.
static void addPins(const gelProbeFrame* frame, const gelProbe* probe, double sum[3])
{
    const gelWorld* world = frame->world;
    const gelBody* body = gelFindBody(world, probe->body);
    const double gravity[3] = {(double)world->def.gravity.x, (double)world->def.gravity.y,
                               (double)world->def.gravity.z};
    for (int i = 0; i < probe->vertexCount; i++) {
        int vertex = probe->vertices[i], index = body->firstVertex + vertex;
        double mass = 1.0 / gelFreeInverseMass(body, vertex);
        for (int k = 0; k < 3 && world->vertices[index].inverseMass == 0.0; k++)
            sum[k] -= frame->probes->forces[index].constraints[k] + frame->probes->forces[index].loads[k] +
                      mass * gravity[k];
    }
}

// Adds the forces of goals or of the ground on the vertices of a body, or of all bodies.
static void addVertexForces(const gelProbeFrame* frame, const gelProbe* probe, bool ofGoals, double sum[3])
{
    const gelBody* body = probe->body.index1 != 0 ? gelFindBody(frame->world, probe->body) : NULL;
    int first = body != NULL ? body->firstVertex : 0;
    int end = body != NULL ? first + body->shape->mesh.vertexCount : frame->world->vertexCount;
    for (int i = first; i < end; i++) {
        const gelVertexForces* forces = &frame->probes->forces[i];
        for (int k = 0; k < 3; k++)
            sum[k] += ofGoals ? forces->goals[k] : forces->ground[k];
    }
}

// Adds the contact forces of the ground, or of all else, on a body; a null body stands for all.
static void addContacts(const gelProbeFrame* frame, gelBodyId body, bool ofGround, double sum[3])
{
    for (int i = 0; i < frame->contactCount; i++) {
        const gelContact* contact = &frame->probes->contacts[i];
        double sign = (double)(body.index1 == 0 || contact->first.index1 == body.index1) -
                      (double)(body.index1 != 0 && contact->second.index1 == body.index1);
        if ((contact->second.index1 == 0) != ofGround)
            continue;
        sum[0] += sign * (double)contact->force.x;
        sum[1] += sign * (double)contact->force.y;
        sum[2] += sign * (double)contact->force.z;
    }
}

static gelStatus readForce(gelProbeFrame* frame, const gelProbe* probe, double* value)
{
    gelMeasureKind kind = probe->measure->kind;
    bool ofContacts = kind == gel_measureContactForce, ofGround = kind == gel_measureGroundForce;
    double sum[3] = {0.0, 0.0, 0.0};
    gelStatus status = ofContacts ? gel_success : readForces(frame);
    if (status == gel_success && (ofContacts || ofGround))
        status = readContacts(frame);
    if (status != gel_success)
        return status;
    if (kind == gel_measurePinForce)
        addPins(frame, probe, sum);
    else if (!ofContacts)
        addVertexForces(frame, probe, !ofGround, sum);
    if (ofContacts || ofGround)
        addContacts(frame, probe->body, ofGround, sum);
    *value = componentOf(sum, probe->measure->component);
    return gel_success;
}

// Whether what a probe measures is simulated: a body that has been taken out only lies where it was made.
static bool isSimulated(const gelWorld* world, const gelProbe* probe)
{
    if (probe->body.index1 != 0)
        return gelBody_IsValid(world, probe->body) && !gelBody_IsQuarantined(world, probe->body);
    for (int i = 0; i < world->bodyCount; i++)
        if (world->bodies[i]->isQuarantined)
            return false;
    return true;
}

gelStatus gelReadProbe(gelProbeFrame* frame, gelProbe* probe, double* value)
{
    *value = NAN;
    probe->isPlaced = false;
    if (probe->measure == NULL || !isSimulated(frame->world, probe))
        return gel_success;
    gelStatus status = gel_success;
    bool isWhole = probe->source->set.kind == gel_setOfAll && probe->measure->of == gel_ofTets;
    probe->isPlaced = probe->vertexCount > 0 && !isWhole;
    if (probe->isPlaced)
        gelFindProbeMean(frame->world, gelFindBody(frame->world, probe->body), probe, false, probe->place);
    switch (probe->measure->kind) {
        case gel_measurePosition:
        case gel_measureDisplacement:
        case gel_measureVelocity:
            return readPlace(frame, probe, value);
        case gel_measureStrain:
            return readStrain(frame->probes, frame->world, probe, value);
        case gel_measurePinForce:
        case gel_measureGoalForce:
        case gel_measureGroundForce:
        case gel_measureContactForce:
            return readForce(frame, probe, value);
        default:
            status = readMeasures(frame, probe->body);
            *value = status == gel_success ? valueOf(&frame->measures, probe->measure) : NAN;
            return status;
    }
}
