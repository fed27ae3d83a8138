#include "world/pressure_step.h"
#include "plan/tearing.h"

_Static_assert((int)filled_with_gas == (int)gel_filledWithGas &&
                   (int)filled_with_liquid == (int)gel_filledWithLiquid,
               "kernels have other fillings");

static PressureRecord describe(const gelBody* body)
{
    const gelMaterial* material = &body->material;
    if (gelHasTorn(body)) // what filled it has left
        return (PressureRecord){.filling = (int)filled_with_nothing,
                                .rest = (float)gelInsideVolume(body),
                                .expected = body->expectedVolume};
    double volume = gelInsideVolume(body);
    double rest =
        material->filling == gel_filledWithLiquid ? (double)material->fillingVolume * volume : volume;
    return (PressureRecord){.filling = (int)material->filling,
                            .rest = (float)rest,
                            .excess = (float)((double)material->pressure * volume),
                            .ambient = material->ambientPressure,
                            .compliance = material->fillingCompliance,
                            .expected = body->expectedVolume,
                            .pressure = body->pressure};
}

gelStatus gelListPressures(gelWorld* world)
{
    gelWorldPressures* pressures = &world->pressures;
    gelStatus status = gel_success;
    int count = 0;
    for (int b = 0; b < world->plan.bodyCount; b++)
        count += gelIsFilled(world->plan.bodies[b]);
    pressures->count = 0;
    if (count > 0)
        status = gelReserve(&pressures->records, &pressures->capacity, count, sizeof *pressures->records);
    for (int b = 0; b < world->plan.bodyCount && status == gel_success; b++)
        if (gelIsFilled(world->plan.bodies[b]))
            pressures->records[pressures->count++] = describe(world->plan.bodies[b]);
    return status;
}

gelStatus gelPushPressures(gelWorld* world)
{
    const gelWorldPressures* pressures = &world->pressures;
    gelStatus status = gelListPressures(world);
    return status == gel_success && pressures->count > 0
               ? world->backend->functions->setPressures(world->backend, pressures->records, pressures->count)
               : status;
}

gelStatus gelReadPressures(gelWorld* world)
{
    const gelWorldPressures* pressures = &world->pressures;
    return pressures->count > 0 ? world->backend->functions->readPressures(world->backend, pressures->records,
                                                                           pressures->count)
                                : gel_success;
}

void gelRecordPressures(gelWorld* world)
{
    int next = 0;
    for (int b = 0; b < world->plan.bodyCount && next < world->pressures.count; b++) {
        gelBody* body = world->plan.bodies[b];
        if (!gelIsFilled(body))
            continue;
        body->expectedVolume = world->pressures.records[next].expected;
        body->pressure = world->pressures.records[next++].pressure;
    }
}

void gelForgetFilling(gelBody* body)
{
    body->expectedVolume = body->pressure = 0.0f;
}
