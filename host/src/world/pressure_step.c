#include "world/pressure_step.h"
#include "plan/tearing.h"

_Static_assert((int)filled_with_gas == (int)gel_filledWithGas &&
                   (int)filled_with_liquid == (int)gel_filledWithLiquid,
               "kernels have other fillings");

// A gas is taken for no denser than this, whatever a surface that is turned inside out seems to hold. The two-level solver
// lets a stiff skin undo, in one substep, a push that would widen it many times: there the foreseen volume is far below 0.
static float leastVolume(const gelBody* body)
{
    return gelIsTwoLevel(body) ? -1e30f : 0.001f;
}

static PressureRecord describe(const gelBody* body)
{
    const gelMaterial* material = &body->material;
    if (gelHasTorn(body)) // p V = 0: what filled it has left
        return (PressureRecord){.filling = (int)gel_filledWithGas,
                                .rest = (float)gelInsideVolume(body),
                                .least = 0.001f,
                                .expected = body->expectedVolume};
    double volume = gelInsideVolume(body);
    double rest =
        material->filling == gel_filledWithLiquid ? (double)material->fillingVolume * volume : volume;
    return (PressureRecord){.filling = (int)material->filling,
                            .rest = (float)rest,
                            .excess = (float)((double)material->pressure * volume),
                            .ambient = material->ambientPressure,
                            .least = leastVolume(body),
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
