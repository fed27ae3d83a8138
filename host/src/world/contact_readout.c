// Reading contacts, and calling whom they concern.
#include "gel/body.h"
#include "world/contact_readout.h"
#include "world/contact_row_vertices.h"

#include "contact_tables.h"

#include <math.h>

_Static_assert((int)gel_contactPointTriangle == contact_point_triangle &&
                   (int)gel_contactExit == contact_exit && (int)gel_contactGround == contact_ground &&
                   (int)gel_contactEdges == contact_edges,
               "the kinds of contacts differ from those of the kernels");

const char* gelContactKindText(gelContactKind kind)
{
    static const char* const texts[] = {"point-triangle", "exit", "ground", "edge-edge"};
    return (unsigned)kind < (unsigned)gel_contactKindCount ? texts[kind] : "unknown kind";
}

void gelWorldForgetContacts(gelWorld* world)
{
    gelReadout* readout = &world->readout;
    readout->isUnread = readout->isPlaced = false;
    readout->pushed.count = 0;
}

// Adds the rows of the two-level solver that push.
static gelStatus listPushedRows(const gelWorld* world, gelPushedList* pushed)
{
    const double perNewton = (double)world->cursor.timeStep * world->cursor.parameters.h;
    gelStatus status = gel_success;
    for (int i = 0; i < world->contactRows.count && status == gel_success; i++) {
        const gelContactRow* row = &world->contactRows.all[i];
        const double along =
            row->push[0] * row->normal[0] + row->push[1] * row->normal[1] + row->push[2] * row->normal[2];
        if (!row->isHeld || along <= 0.0 || gelRowSleeps(world, row))
            continue;
        status = gelReserve(&pushed->pushed, &pushed->capacity, pushed->count + 1, sizeof *pushed->pushed);
        if (status != gel_success)
            return status;
        gelPushed* to = &pushed->pushed[pushed->count++];
        *to = (gelPushed){
            .kind = row->kind, .isRow = true, .share = row->share, .normalSum = along * perNewton};
        for (int k = 0; k < 2; k++) {
            to->bodies[k] = row->bodies[k];
            to->elements[k] = row->elements[k];
        }
        for (int k = 0; k < 3; k++) {
            to->sum[k] = row->push[k] * perNewton;
            to->normal[k] = row->normal[k];
        }
    }
    return status;
}

gelStatus gelWorldReadPushed(gelWorld* world)
{
    gelReadout* readout = &world->readout;
    if (!readout->isUnread)
        return gel_success;
    gelStatus status = world->backend->functions->readContacts(world->backend, &readout->pushed);
    if (status != gel_success) {
        readout->pushed.count = 0;
        return status;
    }
    readout->isUnread = readout->isPlaced = false;
    return listPushedRows(world, &readout->pushed);
}

// Adds a point of a body's contact surface, weighted.
static void addPoint(const gelWorld* world, const gelBody* body, int point, double weight, double sum[3])
{
    const gelContactPoint* source = &gelSurfaceOf(body)->points[point];
    for (int i = 0; i < 4; i++) {
        const double* x = world->vertices[body->firstVertex + source->vertices[i]].position;
        for (int k = 0; k < 3; k++)
            sum[k] += weight * (double)source->weights[i] * x[k];
    }
}

static gelVec3 placeOf(const gelWorld* world, const gelPushed* pushed)
{
    const gelBody* body = gelFindBody(world, pushed->bodies[0]);
    double place[3] = {0.0, 0.0, 0.0};
    if (pushed->kind == contact_edges) {
        const int* ends = gelSurfaceOf(body)->edges[pushed->elements[0]];
        addPoint(world, body, ends[0], 1.0 - pushed->share, place);
        addPoint(world, body, ends[1], pushed->share, place);
    } else {
        addPoint(world, body, pushed->elements[0], 1.0, place);
    }
    return (gelVec3){(float)place[0], (float)place[1], (float)place[2]};
}

static gelVec3 scaled(const double v[3], double factor)
{
    return (gelVec3){(float)(v[0] * factor), (float)(v[1] * factor), (float)(v[2] * factor)};
}

static gelContact describe(const gelWorld* world, const gelPushed* pushed)
{
    double perStep = world->cursor.parameters.inverse_h, perSecond = perStep / (double)world->cursor.timeStep;
    return (gelContact){.first = pushed->bodies[0],
                        .second = pushed->bodies[1],
                        .kind = (gelContactKind)pushed->kind,
                        .firstElement = pushed->elements[0],
                        .secondElement = pushed->elements[1],
                        .place = placeOf(world, pushed),
                        .normal = scaled(pushed->normal, 1.0),
                        .impulse = scaled(pushed->sum, perStep),
                        .normalImpulse = (float)(fmax(pushed->normalSum, 0.0) * perStep),
                        .force = scaled(pushed->sum, perSecond)};
}

// Fills readout->contacts with the contacts as users see them; reads the state for their places.
static gelStatus placeContacts(gelWorld* world)
{
    gelReadout* readout = &world->readout;
    gelStatus status = gelWorldReadPushed(world);
    if (status != gel_success || readout->isPlaced)
        return status;
    if (readout->pushed.count > 0)
        status = gelWorldPull(world);
    if (status == gel_success)
        status = gelReserve(&readout->contacts, &readout->contactCapacity, readout->pushed.count,
                            sizeof *readout->contacts);
    if (status != gel_success)
        return status;
    for (int i = 0; i < readout->pushed.count; i++)
        readout->contacts[i] = describe(world, &readout->pushed.pushed[i]);
    readout->isPlaced = true;
    return gel_success;
}

gelStatus gelWorldKeepContacts(gelWorld* world)
{
    return world->readout.isUnread || world->readout.pushed.count > 0 ? placeContacts(world) : gel_success;
}

static bool isStillThere(const gelWorld* world, gelBodyId id)
{
    bool isGround = id.index1 == 0;
    return isGround || (gelBody_IsValid(world, id) && gelIsStill(world->slots[id.index1 - 1].body));
}

static bool bothSleep(const void* context, const gelTouch* touch)
{
    const gelWorld* world = context;
    return isStillThere(world, touch->bodies[0]) && isStillThere(world, touch->bodies[1]);
}

gelStatus gelWorldRecordContacts(gelWorld* world)
{
    gelReadout* readout = &world->readout;
    readout->pushed.count = 0;
    readout->eventCount = 0;
    readout->isPlaced = false;
    readout->isUnread = world->stages.contents.contacts && world->vertexCount > 0;
    if (!gelFindsEvents(readout))
        return gel_success;
    gelStatus status = readout->function != NULL ? placeContacts(world) : gelWorldReadPushed(world);
    return status == gel_success // last, as it changes what the next step is compared with
               ? gelFindEvents(readout, world->cursor.parameters.inverse_h, bothSleep, world)
               : status;
}

gelStatus gelWorldReportContacts(gelWorld* world)
{
    gelReadout* readout = &world->readout;
    if (readout->function == NULL)
        return gel_success;
    gelStatus status = placeContacts(world);
    if (status != gel_success || (readout->pushed.count == 0 && readout->eventCount == 0))
        return status;
    gelContactReport report = {.contacts = readout->contacts,
                               .contactCount = readout->pushed.count,
                               .events = readout->events,
                               .eventCount = readout->eventCount};
    readout->isReporting = true;
    readout->function(world, &report, readout->functionData);
    readout->isReporting = false;
    return gel_success;
}

gelStatus gelWorld_GetContacts(gelWorld* world, gelContact* contacts, int capacity, int* count)
{
    *count = 0;
    gelStatus status = placeContacts(world);
    if (status != gel_success)
        return status;
    *count = world->readout.pushed.count;
    for (int i = 0; i < *count && i < capacity; i++)
        contacts[i] = world->readout.contacts[i];
    return gel_success;
}

static bool isSame(gelBodyId a, gelBodyId b)
{
    return a.index1 == b.index1 && a.generation == b.generation;
}

static gelStatus sumForces(gelWorld* world, gelBodyId id, gelVec3* force)
{
    double sum[3] = {0.0, 0.0, 0.0};
    gelStatus status = gelWorldReadPushed(world);
    const gelPushedList* list = &world->readout.pushed;
    *force = (gelVec3){0};
    if (status != gel_success || list->count == 0)
        return status;
    for (int i = 0; i < list->count; i++) {
        const gelPushed* pushed = &list->pushed[i];
        double sign = (double)isSame(pushed->bodies[0], id) - (double)isSame(pushed->bodies[1], id);
        for (int k = 0; k < 3; k++)
            sum[k] += sign * pushed->sum[k];
    }
    *force = scaled(sum, world->cursor.parameters.inverse_h / (double)world->cursor.timeStep);
    return gel_success;
}

gelStatus gelBody_GetContactForce(gelWorld* world, gelBodyId id, gelVec3* force)
{
    *force = (gelVec3){0};
    return gelFindBody(world, id) != NULL ? sumForces(world, id, force) : gel_invalidHandle;
}

gelStatus gelWorld_GetGroundContactForce(gelWorld* world, gelVec3* force)
{
    return sumForces(world, (gelBodyId){0}, force);
}

void gelWorld_SetContactEvents(gelWorld* world, bool enabled)
{
    world->readout.wantsEvents = enabled;
    gelStopEvents(&world->readout);
}

void gelWorld_SetContactCallback(gelWorld* world, gelContactFunction* function, void* userData)
{
    world->readout.function = function;
    world->readout.functionData = userData;
    gelStopEvents(&world->readout);
}

int gelWorld_GetContactEvents(const gelWorld* world, gelContactEvent* events, int capacity)
{
    const gelReadout* readout = &world->readout;
    for (int i = 0; i < readout->eventCount && i < capacity; i++)
        events[i] = readout->events[i];
    return readout->eventCount;
}
