// Applies events to a world: the hand that grabs and pulls, bodies created and removed, settings.
#include "replay/player.h"
#include "scene/attachment.h"
#include "scene/goals.h"
#include "scene/obstacle.h"
#include "scene/rest_shape.h"
#include "gel/body.h"
#include "gel/field.h"
#include "gel/goals.h"
#include "gel/snapshot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A hand grabs everything within this fraction of a body's size (the cube root of its volume).
static const double reachOfHand = 0.2;
// Damping of the hand's spring, in 1 / sqrt(stiffness): 2 would be critical; with less a body still swings a
// little.
static const float dampingOfHand = 1.2f;

gelStatus gelCreatePlayer(const gelScene* scene, gelWorld* world, gelPlayer** player)
{
    size_t count = (size_t)scene->eventCount;
    *player = gelAllocate(1, sizeof **player);
    if (*player == NULL)
        return gelFailMemory(1, sizeof **player);
    (*player)->places = gelAllocate(count, sizeof *(*player)->places);
    if ((*player)->places == NULL) {
        gelFree(*player);
        *player = NULL;
        return gelFailMemory(count, sizeof(int));
    }
    (*player)->scene = scene;
    (*player)->world = world;
    (*player)->clock.timeStep = scene->timeStep;
    return gel_success;
}

gelStatus gelClonePlayer(const gelPlayer* player, gelWorld* world, gelPlayer** clone)
{
    gelStatus status = gelCreatePlayer(player->scene, world, clone);
    if (status != gel_success)
        return status;
    int* places = (*clone)->places;
    **clone = *player;
    (*clone)->places = places;
    for (int i = 0; i < player->taken; i++) // negative if it was played before
        places[i] = player->places[i] - player->position;
    int count = player->recordCount - player->position; // still to be repeated
    (*clone)->world = world;
    (*clone)->record = gelAllocate((size_t)count, sizeof *player->record);
    (*clone)->recordCount = (*clone)->recordCapacity = count;
    (*clone)->position = (*clone)->sealed = 0;
    (*clone)->journal = NULL;
    (*clone)->fileHashes = NULL;
    if ((*clone)->record == NULL) {
        gelDestroyPlayer(*clone);
        *clone = NULL;
        return gelFailMemory((size_t)count, sizeof *player->record);
    }
    if (count > 0)
        memcpy((*clone)->record, player->record + player->position, (size_t)count * sizeof *player->record);
    return gel_success;
}

void gelDestroyPlayer(gelPlayer* player)
{
    if (player == NULL)
        return;
    if (player->journal != NULL)
        player->closeJournal(player, true);
    gelFree(player->record);
    gelFree(player->places);
    gelFree(player->fileHashes);
    gelFree(player);
}

int64_t gelPlayer_GetFrame(const gelPlayer* player)
{
    return player->frame;
}

static double timeOf(const gelPlayer* player, int64_t frame)
{
    const gelPlayerClock* clock = &player->clock;
    return clock->start + (double)(frame - clock->startFrame) * (double)clock->timeStep;
}

double gelPlayer_GetTime(const gelPlayer* player)
{
    return timeOf(player, player->frame);
}

gelStatus gelPlayer_SetTimeStep(gelPlayer* player, float timeStep)
{
    gelStatus status = gelCheckTimeStep(timeStep);
    if (status == gel_success && timeStep != player->clock.timeStep)
        player->clock = (gelPlayerClock){timeStep, gelPlayer_GetTime(player), player->frame};
    return status;
}

int64_t gelPlayer_GetBodyChanges(const gelPlayer* player)
{
    return player->bodyChanges;
}

void gelPlayer_SetWorld(gelPlayer* player, gelWorld* world)
{
    player->world = world;
}

bool gelPlayer_GetHold(const gelPlayer* player, gelBodyId* body, int* vertex, gelVec3* target)
{
    if (!gelBody_IsValid(player->world, player->held) || player->holdCount == 0)
        return false;
    *body = player->held;
    *vertex = player->goals[0].vertex; // the nearest to the hand
    *target = player->goals[0].position;
    return true;
}

static gelStatus release(gelPlayer* player)
{
    player->holdCount = 0;
    return gelWorld_SetGoals(player->world, NULL, 0);
}

typedef struct Nearby {
    double square; // of the distance to the hand, m^2
    int vertex;
} Nearby;

static int compareNearby(const void* a, const void* b)
{
    const Nearby *p = a, *q = b;
    if (p->square != q->square)
        return p->square < q->square ? -1 : 1;
    return p->vertex - q->vertex;
}

// The movable vertices around a place, nearest first; `nearby` has room for all.
static int findNearby(const gelWorld* world, const gelBody* body, const double place[3], double reach,
                      Nearby* nearby)
{
    const gelVertexState* vertices = world->vertices + body->firstVertex;
    int count = 0, free = 0;
    for (int i = 0; i < body->shape->mesh.vertexCount; i++) {
        double square = 0.0;
        for (int k = 0; k < 3; k++)
            square += (vertices[i].position[k] - place[k]) * (vertices[i].position[k] - place[k]);
        if (vertices[i].inverseMass > 0.0)
            nearby[free++] = (Nearby){square, i};
    }
    qsort(nearby, (size_t)free, sizeof *nearby, compareNearby);
    while (count < free && nearby[count].square <= reach * reach)
        count++;
    return count == 0 && free > 0 ? 1 : count;
}

// The mass that can move, and the rest volume, of a body.
static void weigh(const gelWorld* world, const gelBody* body, double* mass, double* volume)
{
    const gelVertexState* vertices = world->vertices + body->firstVertex;
    *mass = *volume = 0.0;
    for (int i = 0; i < body->shape->mesh.vertexCount; i++) {
        *mass += vertices[i].inverseMass > 0.0 ? 1.0 / vertices[i].inverseMass : 0.0;
        *volume += gelVertexVolume(body, i);
    }
}

// The body that a hand grabs, where it grabs it, and where the hand is.
typedef struct Grip {
    const gelBody* body;
    double place[3], hand[3]; // m
    double distance;          // of the hand, along its ray, m
} Grip;

// Each grabbed vertex is pulled with its share of what moves the whole body: k_i = k M / m, with m the mass
// that is grabbed. So a body follows in the same way, however fine its mesh is.
static void takeHold(gelPlayer* player, const Grip* grip, const gelEvent* grab, Nearby* nearby)
{
    const gelWorld* world = player->world;
    const gelBody* body = grip->body;
    const gelVertexState* vertices = world->vertices + body->firstVertex;
    const double* hand = grip->hand;
    double mass, volume, heldMass = 0.0;
    weigh(world, body, &mass, &volume);
    int found = findNearby(world, body, grip->place, reachOfHand * cbrt(volume), nearby);
    int count = found < GEL_MAXIMUM_GOALS ? found : GEL_MAXIMUM_GOALS;
    for (int i = 0; i < count; i++) {
        int vertex = nearby[(int64_t)i * found / count].vertex;
        const double* x = vertices[vertex].position;
        player->goals[i] = (gelGoal){
            .body = body->id, .vertex = vertex, .position = {(float)x[0], (float)x[1], (float)x[2]}};
        player->offsets[i] =
            (gelVec3){(float)(x[0] - hand[0]), (float)(x[1] - hand[1]), (float)(x[2] - hand[2])};
        heldMass += 1.0 / vertices[vertex].inverseMass;
    }
    for (int i = 0; i < count; i++)
        player->goals[i].stiffness = (float)fmin((double)grab->stiffness * (mass / heldMass), 1e9);
    player->held = body->id;
    player->distance = grip->distance;
    player->holdCount = count;
}

// Finds where the ray hits a body first. The grip has no body if it hits none.
static gelStatus gripRay(gelPlayer* player, const gelEvent* event, Grip* grip)
{
    gelRayHit hit;
    gelStatus status = gelWorld_CastRay(player->world, event->origin, event->direction, &hit);
    if (status != gel_success || !hit.met)
        return status;
    *grip = (Grip){.body = gelFindBody(player->world, hit.body),
                   .place = {(double)hit.position.x, (double)hit.position.y, (double)hit.position.z},
                   .distance = (double)hit.distance};
    memcpy(grip->hand, grip->place, sizeof grip->hand);
    return gel_success;
}

// A vertex, wherever it is: the hand is on the ray, as far away, and the body keeps its distance from it.
static gelStatus gripVertex(gelPlayer* player, const gelEvent* event, Grip* grip)
{
    const gelWorld* world = player->world;
    const double from[3] = {(double)event->origin.x, (double)event->origin.y, (double)event->origin.z};
    const double along[3] = {(double)event->direction.x, (double)event->direction.y,
                             (double)event->direction.z};
    double length = gelVec3Length(event->direction), distance = 0.0;
    if (event->body < 0 || event->body >= world->bodyCount)
        return gelFail(gel_invalidArgument, "there is no body %d: the world holds %d, counted from 0",
                       event->body, world->bodyCount);
    const gelBody* body = world->bodies[event->body];
    int count = body->shape->mesh.vertexCount;
    if (event->vertex1 > count || gelIsObstacle(body))
        return gelFail(gel_invalidArgument,
                       "grab: body %d has no vertex %d to grab, expected one of %d below %d", event->body,
                       event->vertex1 - 1, gelIsObstacle(body) ? 0 : count, count);
    if (!(length > 1e-12) || !isfinite(length) || !(gelVec3Length(event->origin) <= 1e10))
        return gelFail(gel_invalidArgument, "grab: expected a place and a direction of the ray");
    gelStatus status = gelWorldPull(player->world);
    if (status != gel_success)
        return status;
    grip->body = body;
    for (int k = 0; k < 3; k++) {
        grip->place[k] = world->vertices[body->firstVertex + event->vertex1 - 1].position[k];
        distance += (grip->place[k] - from[k]) * along[k] / length;
    }
    if (!isfinite(distance))
        return gelFail(gel_invalidArgument, "grab: vertex %d of body %d is not at a finite place",
                       event->vertex1 - 1, event->body);
    grip->distance = distance;
    for (int k = 0; k < 3; k++)
        grip->hand[k] = from[k] + distance * along[k] / length;
    return gel_success;
}

// A grab that fails leaves the hand as it was.
static gelStatus grab(gelPlayer* player, const gelEvent* event)
{
    Grip grip = {0};
    if (!(event->stiffness > 0.0f && event->stiffness <= 1e6f))
        return gelFail(gel_invalidArgument, "grab: expected a stiffness above 0 and up to 1e6 /s^2, found %g",
                       (double)event->stiffness);
    gelStatus status = gelWorldFinishStep(player->world);
    if (status == gel_success)
        status = event->vertex1 > 0 ? gripVertex(player, event, &grip) : gripRay(player, event, &grip);
    if (status != gel_success)
        return status;
    if (grip.body == NULL)
        return release(player);
    size_t count = (size_t)grip.body->shape->mesh.vertexCount;
    Nearby* nearby = gelAllocate(count, sizeof *nearby);
    if (nearby == NULL)
        return gelFailMemory(count, sizeof *nearby);
    const gelPlayer before = *player;
    takeHold(player, &grip, event, nearby);
    gelFree(nearby);
    status = gelWorld_SetGoals(player->world, player->goals, player->holdCount);
    if (status != gel_success) {
        *player = before; // a body that has blown up is nowhere
        return status;
    }
    return gelWorld_SetGoalDamping(player->world, fminf(dampingOfHand / sqrtf(event->stiffness), 1e6f));
}

static gelStatus pull(gelPlayer* player, const gelEvent* event)
{
    double length = gelVec3Length(event->direction);
    if (!(length > 1e-12) || !isfinite(length) || !(gelVec3Length(event->origin) <= 1e10))
        return gelFail(gel_invalidArgument,
                       "pull: expected a place and a direction, found {%g, %g, %g} and {%g, %g, %g}",
                       (double)event->origin.x, (double)event->origin.y, (double)event->origin.z,
                       (double)event->direction.x, (double)event->direction.y, (double)event->direction.z);
    if (!gelBody_IsValid(player->world, player->held))
        player->holdCount = 0;
    double along = player->distance / length;
    double target[3] = {(double)event->origin.x + along * (double)event->direction.x,
                        (double)event->origin.y + along * (double)event->direction.y,
                        (double)event->origin.z + along * (double)event->direction.z};
    for (int i = 0; i < player->holdCount; i++) {
        gelVec3 offset = player->offsets[i];
        player->goals[i].position =
            (gelVec3){(float)(target[0] + (double)offset.x), (float)(target[1] + (double)offset.y),
                      (float)(target[2] + (double)offset.z)};
    }
    return player->holdCount > 0 ? gelWorld_SetGoals(player->world, player->goals, player->holdCount)
                                 : gel_success;
}

static gelStatus findBody(const gelPlayer* player, const gelEvent* event, gelBodyId* id)
{
    const gelWorld* world = player->world;
    if (event->body < 0 || event->body >= world->bodyCount)
        return gelFail(gel_invalidArgument, "there is no body %d: the world holds %d, counted from 0",
                       event->body, world->bodyCount);
    *id = world->bodies[event->body]->id;
    return gel_success;
}

static gelStatus removeBody(gelPlayer* player, const gelEvent* event)
{
    gelBodyId id;
    gelStatus status = findBody(player, event, &id);
    if (status == gel_success)
        status = gelDestroyBody(player->world, id);
    if (status == gel_success && !gelBody_IsValid(player->world, player->held))
        player->holdCount = 0;
    return status;
}

static gelStatus paint(gelWorld* world, gelBodyId id, const gelEvent* event)
{
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    float* values = gelAllocate((size_t)mesh->vertexCount, sizeof *values);
    if (values == NULL)
        return gelFailMemory((size_t)mesh->vertexCount, sizeof *values);
    gelStatus status = gelBody_GetVertexValues(world, id, event->factor, values, mesh->vertexCount);
    if (status == gel_success)
        status = gelBody_BrushValues(world, id, &event->brush, values, mesh->vertexCount);
    if (status == gel_success)
        status = gelBody_SetVertexValues(world, id, event->factor, values, mesh->vertexCount);
    gelFree(values);
    return status;
}

// Other goals of the world stay.
static gelStatus hold(gelWorld* world, gelBodyId body, const gelEvent* event)
{
    gelGoal goals[GEL_MAXIMUM_GOALS + 1]; // one more is refused when it is set
    int count = gelWorld_GetGoals(world, goals, GEL_MAXIMUM_GOALS), place = 0;
    const gelGoal held = {body, event->vertex1 - 1, event->position, event->stiffness};
    while (place < count && !(gelFindBody(world, goals[place].body) == gelFindBody(world, body) &&
                              goals[place].vertex == held.vertex))
        place++;
    gelStatus status = gelCheckGoals(world, &held, 1); // one that ends, too, as it is recorded
    if (status != gel_success)
        return status;
    const bool isThere = place < count;
    if (held.stiffness != 0.0f) {
        goals[place] = held;
        count += !isThere;
    } else if (isThere) {
        count--;
        memmove(goals + place, goals + place + 1, (size_t)(count - place) * sizeof *goals);
    }
    return gelWorld_SetGoals(world, goals, count);
}

static gelStatus changeBody(gelPlayer* player, const gelEvent* event)
{
    gelBodyId id;
    gelStatus status = findBody(player, event, &id);
    if (status != gel_success)
        return status;
    if (event->kind == gel_eventMaterial)
        return gelBody_SetMaterial(player->world, id, &event->material);
    if (event->kind == gel_eventMove)
        return gelMoveWall(player->world, id, event->position);
    if (event->kind == gel_eventPaint)
        return paint(player->world, id, event);
    if (event->kind == gel_eventHold)
        return hold(player->world, id, event);
    return event->kind == gel_eventFlatten ? gelFlattenBody(player->world, id, event->height)
                                           : gelScrambleBody(player->world, id, event->seed);
}

static gelStatus changeField(gelWorld* world, const gelEvent* event)
{
    gelField fields[GEL_MAXIMUM_FIELDS];
    int count = gelWorld_GetFields(world, fields, GEL_MAXIMUM_FIELDS);
    if (event->field < 0 || event->field >= count)
        return gelFail(gel_invalidArgument, "there is no field %d: the world has %d", event->field, count);
    if (event->kind == gel_eventReplace)
        fields[event->field] = event->replacement;
    else
        fields[event->field].strength = event->strength;
    return gelWorld_SetFields(world, fields, count);
}

static gelStatus perform(gelPlayer* player, const gelEvent* event)
{
    gelBodyId dropped;
    switch (event->kind) {
        case gel_eventGrab:
            return grab(player, event);
        case gel_eventPull:
            return pull(player, event);
        case gel_eventRelease:
            return release(player);
        case gel_eventDrop:
            return gelDropSceneBody(player->scene, event->body, event->position, player->world, &dropped);
        case gel_eventRemove:
            return removeBody(player, event);
        case gel_eventSettings:
            return gelWorld_SetSettings(player->world, &event->settings);
        case gel_eventMaterial:
        case gel_eventFlatten:
        case gel_eventScramble:
        case gel_eventMove:
        case gel_eventPaint:
        case gel_eventHold:
            return changeBody(player, event);
        case gel_eventDetach:
            return gelDetachSceneAttachment(player->scene, player->world, event->attachment);
        case gel_eventWall:
            return gelCreateWall(player->world, event);
        case gel_eventField:
        case gel_eventReplace:
            return changeField(player->world, event);
        case gel_eventHash:
            return gel_success;
        case gel_eventKindCount:
            break;
    }
    return gelFail(gel_invalidArgument, "%d is not a kind of event", (int)event->kind);
}

// Makes room for one more event, so that recording cannot fail later.
static gelStatus reserve(gelPlayer* player)
{
    if (player->recordCount < player->recordCapacity)
        return gel_success;
    int capacity = 2 * player->recordCapacity + 64;
    gelEvent* record = gelResize(player->record, (size_t)capacity, sizeof *record);
    if (record == NULL)
        return gelFailMemory((size_t)capacity, sizeof *record);
    player->record = record;
    player->recordCapacity = capacity;
    return gel_success;
}

static gelStatus performAndCount(gelPlayer* player, const gelEvent* event)
{
    gelStatus status = perform(player, event);
    bool changes =
        event->kind == gel_eventDrop || event->kind == gel_eventRemove || event->kind == gel_eventWall;
    if (status == gel_success && changes)
        player->bodyChanges = ++player->lastBodyChange;
    return status;
}

// Performs an event and adds it at the end of the record, or replaces the last event that it
// supersedes.
static gelStatus apply(gelPlayer* player, const gelEvent* event)
{
    gelStatus status = reserve(player);
    if (status == gel_success)
        status = performAndCount(player, event);
    if (status != gel_success)
        return status;
    const gelEvent* last =
        player->recordCount > player->sealed ? &player->record[player->recordCount - 1] : NULL;
    bool replaces = last != NULL && event->kind == last->kind && last->frame == player->frame &&
                    (event->kind == gel_eventPull || event->kind == gel_eventSettings ||
                     (event->kind == gel_eventMove && event->body == last->body) ||
                     (event->kind == gel_eventField && event->field == last->field));
    gelEvent* noted = &player->record[replaces ? player->recordCount - 1 : player->recordCount++];
    *noted = *event;
    noted->frame = player->frame;
    player->position = player->recordCount;
    return gel_success;
}

gelStatus gelPlayer_Apply(gelPlayer* player, const gelEvent* event)
{
    gelPlayer_Forget(player);
    return apply(player, event);
}

void gelPlayer_Forget(gelPlayer* player)
{
    player->recordCount = player->position;
    player->journaled = player->journaled < player->position ? player->journaled : player->position;
    player->reach = player->frame;
    player->keyed = player->keyed < player->frame ? player->keyed : player->frame;
    while (player->taken > 0 && player->places[player->taken - 1] >= player->position)
        player->taken--;
}

// Repeats the events that were recorded in this frame before the player went back.
static gelStatus repeat(gelPlayer* player)
{
    gelStatus status = gel_success;
    while (status == gel_success && player->position < player->recordCount &&
           player->record[player->position].frame <= player->frame) {
        status = performAndCount(player, &player->record[player->position]);
        player->position += status == gel_success;
    }
    return status;
}

static gelStatus playRecorded(gelPlayer* player)
{
    const gelScene* scene = player->scene;
    while (player->next < scene->eventCount && scene->events[player->next].frame <= player->frame) {
        bool isTaken = player->next < player->taken; // then the record has repeated it
        gelStatus status = isTaken ? gel_success : apply(player, &scene->events[player->next]);
        if (!isTaken && status == gel_success) {
            player->taken = player->next + 1;
            player->places[player->next] = player->recordCount - 1;
        }
        if (status != gel_success)
            return gelFail(status == gel_invalidArgument ? gel_formatError : status,
                           "%s: $.input[%d] (frame %lld): %s", scene->eventFile, player->next,
                           (long long)player->frame, gelLastError());
        player->next++;
    }
    return gel_success;
}

gelStatus gelPlayer_BeginFrame(gelPlayer* player)
{
    gelStatus status = repeat(player);
    if (status == gel_success)
        status = playRecorded(player);
    if (status == gel_success)
        status = gelReleaseSceneAttachments(player->scene, player->world, timeOf(player, player->frame));
    if (status == gel_success)
        status = gelWorld_SetFieldTime(player->world, gelPlayer_GetTime(player));
    if (status == gel_success)
        status = gelMoveSceneObstacles(player->scene, player->world, timeOf(player, player->frame + 1));
    if (status == gel_success)
        status = gelMoveSceneGoals(player->scene, player->world, timeOf(player, player->frame + 1));
    if (status == gel_success)
        status = gelSetSceneRests(player->scene, player->world, timeOf(player, player->frame + 1));
    player->frame += status == gel_success;
    player->reach = player->frame > player->reach ? player->frame : player->reach;
    return status;
}

gelStatus gelPlayer_CatchUp(gelPlayer* player)
{
    return player->frame == player->reach ? repeat(player) : gel_success;
}

gelStatus gelPlayer_EndRecording(gelPlayer* player)
{
    if (player->frame != player->scene->recordedFrames)
        return gel_success;
    gelStatus status = repeat(player);
    return status == gel_success ? playRecorded(player) : status;
}

gelStatus gelPlayer_Reset(gelPlayer* player)
{
    player->frame = 0;
    player->next = 0;
    player->clock = (gelPlayerClock){.timeStep = player->clock.timeStep};
    player->recordCount = player->position = player->sealed = player->journaled = player->taken = 0;
    player->reach = player->keyed = 0;
    player->hasOtherIds = !gelWorldHasFirstIds(player->world);
    player->wasInexact = false;
    return release(player);
}
