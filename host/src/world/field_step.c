#define GEL_DIALECT_DOUBLE
#include "world/field_step.h"
#include "physics/noise.h"
#include "plan/body.h"
#include "plan/tearing.h"
#include "world/skin.h"
#include "world/contact.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

_Static_assert((int)maximum_fields == (int)GEL_MAXIMUM_FIELDS,
               "kernels have room for another number of fields");
_Static_assert((int)field_liquid == (int)gel_fieldLiquid && (int)field_box == (int)gel_fieldBox,
               "kernels have other kinds of fields");

static const float airDensity = 1.2f, waterDensity = 1000.0f; // kg/m^3

static bool drifts(const gelField* field)
{
    return field->kind == gel_fieldTurbulence &&
           (field->velocity.x != 0.0f || field->velocity.y != 0.0f || field->velocity.z != 0.0f);
}

static bool varies(const gelField* field)
{
    return field->keyCount > 1 || field->gust > 0.0f || drifts(field);
}

static bool anyIs(const gelWorldFields* fields, bool (*is)(const gelField* field))
{
    bool found = false;
    for (int i = 0; i < fields->count && !found; i++)
        found = is(&fields->list[i]);
    return found;
}

bool gelFieldsVary(const gelWorldFields* fields)
{
    return anyIs(fields, varies);
}

static double shareOfKeys(const gelField* field, double time)
{
    const gelFieldKey *keys = field->keys, *last = keys + field->keyCount - 1;
    int next = 0;
    if (field->keyCount == 0)
        return 1.0;
    while (next < field->keyCount && (double)keys[next].time <= time)
        next++;
    if (next == 0 || next == field->keyCount)
        return (double)(next == 0 ? keys : last)->share;
    const gelFieldKey *a = &keys[next - 1], *b = &keys[next];
    double passed = (time - (double)a->time) / ((double)b->time - (double)a->time);
    return (double)a->share + passed * ((double)b->share - (double)a->share);
}

// Never less than 0, however strong the gust.
static double shareOfGusts(const gelField* field, double time)
{
    if (field->gust == 0.0f)
        return 1.0;
    vec3 place = {time * (double)field->gustRate, 0.5, 0.5};
    double share = 1.0 + (double)field->gust * gradient_noise(place, field->seed);
    return share > 0.0 ? share : 0.0;
}

float gelDensityOfField(const gelField* field)
{
    float usual = field->kind == gel_fieldWind ? airDensity : waterDensity;
    return field->density > 0.0f ? field->density : usual;
}

static void copyVector(float to[3], gelVec3 from, double scale)
{
    to[0] = (float)((double)from.x * scale);
    to[1] = (float)((double)from.y * scale);
    to[2] = (float)((double)from.z * scale);
}

static FieldRecord recordOf(const gelField* field, double time)
{
    double share = shareOfKeys(field, time) * shareOfGusts(field, time), size = (double)field->size;
    double strength = (double)field->strength * share;
    FieldRecord record = {.kind = (int)field->kind,
                          .bound = (int)field->bound,
                          .per_area = field->perArea,
                          .power = field->falloff,
                          .seed = field->seed,
                          .strength = (float)strength,
                          .inner = field->innerRadius,
                          .outer = field->outerRadius,
                          .linear = field->linearDrag,
                          .quadratic = field->quadraticDrag,
                          .density = gelDensityOfField(field),
                          .drag = field->dragCoefficient,
                          .lift = field->liftCoefficient,
                          .size = field->size,
                          .bound_radius = field->boundRadius};
    copyVector(record.position, field->position, 1.0);
    copyVector(record.direction, field->direction, 1.0 / gelVec3Length(field->direction));
    copyVector(record.velocity, field->velocity, field->kind == gel_fieldWind ? strength : 1.0);
    copyVector(record.bound_centre, field->boundCentre, 1.0);
    copyVector(record.bound_half, field->boundSize, 0.5);
    record.drift[0] = (float)noise_wrap(time * (double)field->velocity.x / size);
    record.drift[1] = (float)noise_wrap(time * (double)field->velocity.y / size);
    record.drift[2] = (float)noise_wrap(time * (double)field->velocity.z / size);
    return record;
}

static bool actsOnTriangles(const gelField* field)
{
    return field->kind == gel_fieldWind || field->kind == gel_fieldLiquid ||
           (field->kind == gel_fieldDrag && field->perArea);
}

bool gelFieldsPush(const gelWorldFields* fields)
{
    return anyIs(fields, actsOnTriangles);
}

bool gelFieldsTakePart(const gelWorldFields* fields, gelBody* const* bodies, int bodyCount)
{
    bool takePart = fields->count > 0;
    for (int b = 0; b < bodyCount && !takePart; b++)
        takePart = !gelIsObstacle(bodies[b]) && bodies[b]->fieldWeights[0] != 1.0f;
    return takePart;
}

// Whether an acceleration differs from place to place.
static bool differs(const gelField* field)
{
    return field->kind > gel_fieldUniform && field->kind < gel_fieldDrag;
}

static bool isLiquid(const gelField* field)
{
    return field->kind == gel_fieldLiquid;
}

// A body in pieces has no motion of its own that all of them share. One with a pin, whose mass is infinite, is held there.
static int placeOfAction(const gelBody* body, double mass)
{
    if (!body->shape->isOnePiece || gelHasTorn(body))
        return acts_here;
    return isinf(mass) ? acts_ahead : acts_ahead_of_body;
}

// At the middle of each substep. One record is there even without a field, as devices have no empty buffers.
static void fillTable(gelWorld* world, float timeStep, gelFieldTable* table)
{
    gelWorldFields* fields = &world->fields;
    const gelPlan* plan = &world->plan;
    int count = fields->count;
    double h = (double)timeStep / table->substepCount;
    if (count == 0)
        fields->records[0] = (FieldRecord){0};
    for (int s = 0; s < table->substepCount; s++)
        for (int i = 0; i < count; i++)
            fields->records[s * count + i] = recordOf(&fields->list[i], fields->time + ((double)s + 0.5) * h);
    for (int b = 0; b < plan->bodyCount; b++)
        memcpy(fields->weights + b * (1 + count), plan->bodies[b]->fieldWeights,
               (size_t)(1 + count) * sizeof *fields->weights);
    table->isAhead = anyIs(fields, differs) && !gelPlanIntegrates(plan);
    for (int b = 0; b < plan->bodyCount; b++) {
        const gelBody* body = plan->bodies[b];
        fields->states[b] =
            (FieldBody){.torn = body->shape->kind == gel_sheetBody && gelHasTorn(body),
                        .is_loose = body->shape->kind == gel_solidBody && gelHasTorn(body),
                        .acts = table->isAhead ? placeOfAction(body, world->masses[b]) : acts_here};
    }
    table->hasForces = gelFieldsPush(fields);
    table->hasLiquid = anyIs(fields, isLiquid);
    table->records = fields->records;
    table->weights = fields->weights;
    table->states = fields->states;
}

gelStatus gelPushFields(gelWorld* world, float timeStep, gelBackend* backend)
{
    gelWorldFields* fields = &world->fields;
    const gelPlan* plan = &world->plan;
    gelFieldTable table = {.count = fields->count, .substepCount = world->def.substepCount};
    int records = table.count * table.substepCount, weights = plan->bodyCount * (1 + table.count);
    if (plan->vertexCount == 0 || !gelFieldsTakePart(fields, plan->bodies, plan->bodyCount))
        return gel_success;
    gelStatus status = gelReserve(&fields->records, &fields->recordCapacity, records > 0 ? records : 1,
                                  sizeof *fields->records);
    if (status == gel_success)
        status = gelReserve(&fields->weights, &fields->weightCapacity, weights, sizeof *fields->weights);
    if (status == gel_success)
        status = gelReserve(&fields->states, &fields->stateCapacity, plan->bodyCount, sizeof *fields->states);
    if (status == gel_success)
        status = gelMeasureMasses(world);
    if (status != gel_success)
        return status;
    fillTable(world, timeStep, &table);
    return backend->functions->setFields(backend, &table);
}

gelStatus gelAttachOuterSkins(gelWorld* world)
{
    bool push = gelFieldsPush(&world->fields);
    gelStatus status = gel_success;
    for (int b = 0; b < world->bodyCount && status == gel_success; b++) {
        gelBody* body = world->bodies[b];
        const gelOuterSkin* skin = NULL;
        if (push && body->skin != NULL)
            status = gelFindOuterSkin(body->skin, body->shape, &skin);
        if (status != gel_success || skin == body->outerSkin)
            continue;
        body->outerSkin = skin;
        world->dirty |= gel_dirtyPlan;
    }
    return status;
}
