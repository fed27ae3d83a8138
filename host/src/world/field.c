// Setting fields and weights.
#include "gel/body.h"
#include "settings/settings.h"
#include "world/sleep.h"
#include "world/world.h"

#include <string.h>

static const double maxTime = 1e9;

gelStatus gelWorld_SetFields(gelWorld* world, const gelField* fields, int count)
{
    if (count < 0 || count > GEL_MAXIMUM_FIELDS)
        return gelFail(gel_invalidArgument, "%d fields: expected 0 to %d", count, GEL_MAXIMUM_FIELDS);
    for (int i = 0; i < count; i++) {
        gelStatus status = gelCheckField(&fields[i]);
        if (status != gel_success)
            return gelFail(status, "field %d: %s", i, gelLastError());
    }
    gelStatus status = gelWorldFinishStep(world);
    if (status != gel_success)
        return status;
    if (count > 0)
        memmove(world->fields.list, fields, (size_t)count * sizeof *fields);
    world->fields.count = count;
    gelWorldWakeAll(world);
    return gel_success;
}

int gelWorld_GetFields(const gelWorld* world, gelField* fields, int capacity)
{
    int count = world->fields.count;
    if (capacity > 0 && count > 0)
        memcpy(fields, world->fields.list, (size_t)(count < capacity ? count : capacity) * sizeof *fields);
    return count;
}

static gelStatus setWeight(gelWorld* world, gelBodyId id, int index, float weight)
{
    gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    if (gelIsObstacle(body))
        return gelRefuseObstacle(body, "fields move only soft bodies");
    if (!(weight >= -1e6f && weight <= 1e6f))
        return gelFail(gel_invalidArgument, "weight: expected -1e6 to 1e6, found %g", (double)weight);
    gelStatus status = gelWorldFinishStep(world);
    if (status != gel_success)
        return status;
    body->fieldWeights[index] = weight;
    gelWakeBody(body);
    return gel_success;
}

static float getWeight(const gelWorld* world, gelBodyId id, int index)
{
    return gelBody_IsValid(world, id) ? gelFindBody(world, id)->fieldWeights[index] : 0.0f;
}

gelStatus gelBody_SetGravityWeight(gelWorld* world, gelBodyId id, float weight)
{
    return setWeight(world, id, 0, weight);
}

gelStatus gelBody_SetFieldWeight(gelWorld* world, gelBodyId id, int field, float weight)
{
    if (field < 0 || field >= GEL_MAXIMUM_FIELDS)
        return gelFail(gel_invalidArgument, "field: expected 0 to %d, found %d", GEL_MAXIMUM_FIELDS - 1,
                       field);
    return setWeight(world, id, 1 + field, weight);
}

float gelBody_GetGravityWeight(const gelWorld* world, gelBodyId id)
{
    return getWeight(world, id, 0);
}

float gelBody_GetFieldWeight(const gelWorld* world, gelBodyId id, int field)
{
    return field >= 0 && field < GEL_MAXIMUM_FIELDS ? getWeight(world, id, 1 + field) : 0.0f;
}

gelStatus gelWorld_SetFieldTime(gelWorld* world, double seconds)
{
    if (!(seconds >= -maxTime && seconds <= maxTime))
        return gelFail(gel_invalidArgument, "seconds: expected -1e9 to 1e9, found %g", seconds);
    gelStatus status = gelWorldFinishStep(world);
    if (status == gel_success)
        world->fields.time = seconds;
    return status;
}

double gelWorld_GetFieldTime(const gelWorld* world)
{
    return world->fields.time;
}
