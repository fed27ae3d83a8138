#include "app/divergence_guard.h"
#include "app/memory.h"

#include "common/clock.h"

#include "gel/stage.h"

#include <stdlib.h>
#include <string.h>

bool gelFiniteWatch_IsDue(const gelDivergenceGuard* watch)
{
    return gelWithinBudget(watch->lookedAt, watch->lookTime);
}

gelStatus gelDivergenceGuard_Check(gelDivergenceGuard* watch, gelWorld* world)
{
    gelStatus status = gelWorld_Finish(world); // which would count as looking
    double start = gelMilliseconds();
    if (status == gel_success)
        status = gelWorld_FindBadVertex(world, &watch->bad);
    watch->lookedAt = gelMilliseconds();
    watch->lookTime = watch->lookedAt - start;
    return status;
}

int gelCountQuarantined(const gelWorld* world)
{
    int count = 0;
    for (int i = 0; i < gelWorld_GetBodyCount(world); i++)
        count += gelBody_IsQuarantined(world, gelWorld_GetBody(world, i));
    return count;
}

void gelAddQuarantined(cJSON* object, const gelWorld* world)
{
    if (gelCountQuarantined(world) == 0)
        return;
    cJSON* list = cJSON_AddArrayToObject(object, "quarantined");
    for (int i = 0; i < gelWorld_GetBodyCount(world); i++)
        if (gelBody_IsQuarantined(world, gelWorld_GetBody(world, i)))
            cJSON_AddItemToArray(list, cJSON_CreateNumber(i + 1));
}

// From the kept state to the frame, or to the first in which something is not finite.
static gelStatus stepWhileFinite(gelKeptState* kept, int frame, gelBadVertex* bad, int* reached)
{
    gelStatus status = gelKeptState_GoTo(kept, kept->frame);
    *bad = (gelBadVertex){.found = false};
    *reached = kept->frame;
    while (status == gel_success && *reached < frame && !bad->found) {
        status = gelKeptState_Step(kept);
        ++*reached;
        if (status == gel_success)
            status = gelWorld_FindBadVertex(kept->world, bad);
    }
    return status;
}

// Keeps the state of a frame up to which all is finite.
static gelStatus keepFrame(gelKeptState* kept, int frame)
{
    gelStatus status = gelKeptState_GoTo(kept, frame);
    return status == gel_success && frame > kept->frame ? gelKeptState_Keep(kept, frame, false) : status;
}

// The bodies that are the first in a frame to be not finite, and the stage that made them so.
typedef struct BadBodies {
    gelBadVertex* vertices; // one of each
    int count;
    gelStageInfo stage;
} BadBodies;

// Steps a frame, which has begun, stage by stage until some body is not finite, and lists those that are: by the end of the
// frame contact may have spread it. `bad` has room for all bodies.
static gelStatus findFirstBodies(const gelKeptState* kept, BadBodies* bad)
{
    gelStatus status = gel_success;
    while (status == gel_success && bad->count == 0 && !bad->stage.lastOfStep) {
        status = gelWorld_StepStage(kept->world, (float)kept->timeStep, &bad->stage);
        for (int i = 0; i < gelWorld_GetBodyCount(kept->world) && status == gel_success; i++) {
            gelBadVertex* vertex = &bad->vertices[bad->count];
            status = gelBody_FindBadVertex(kept->world, gelWorld_GetBody(kept->world, i), vertex);
            bad->count += vertex->found;
        }
    }
    return status;
}

static bool areThere(const gelWorld* world, const BadBodies* bad)
{
    bool are = true;
    for (int i = 0; i < bad->count && are; i++)
        are = gelBody_IsValid(world, bad->vertices[i].body);
    return are;
}

// Not if one is out already.
static bool canTakeOut(const gelWorld* world, const BadBodies* bad)
{
    bool can = bad->count > 0 && areThere(world, bad);
    for (int i = 0; i < bad->count && can; i++)
        can = !gelBody_IsQuarantined(world, bad->vertices[i].body);
    return can;
}

static void tell(gelDivergenceGuard* watch, gelOutput* output, const gelKeptState* kept,
                 const gelBadVertex* bad, const gelStageInfo* stage)
{
    char message[sizeof watch->message];
    snprintf(
        message, sizeof message,
        "diverged at frame %s: vertex %s of body %s is NaN or infinite, first in the stage %s of substep "
        "%d of %d; the body was returned to its initial position and taken out, and all others went on; use "
        "more substeps or a softer material",
        GEL_GROUPED(kept->frame + 1), GEL_GROUPED(bad->vertex), GEL_GROUPED(bad->bodyIndex + 1),
        gelStageText(stage->stage, stage->kind), stage->substep + 1,
        gelWorld_GetDef(kept->world).substepCount);
    gelPrintWarning(output, "%s", message);
    if (watch->outCount++ > 0)
        return;
    memcpy(watch->message, message, sizeof message);
    watch->firstFrame = kept->frame + 1;
}

static gelStatus quarantine(gelDivergenceGuard* watch, gelOutput* output, gelKeptState* kept,
                            const BadBodies* bad, bool hasInput)
{
    gelStatus status = gel_success;
    for (int i = 0; i < bad->count && status == gel_success; i++) {
        status = gelBody_Quarantine(kept->world, bad->vertices[i].body);
        if (status == gel_success)
            tell(watch, output, kept, &bad->vertices[i], &bad->stage);
    }
    return status == gel_success ? gelKeptState_Keep(kept, kept->frame, hasInput) : status;
}

// Takes out the bodies that are the first to be not finite in the frame after the kept one, if it can: before its input is
// applied, or after, if one of them comes into the world with that.
static gelStatus takeOut(gelDivergenceGuard* watch, gelOutput* output, gelKeptState* kept, bool* can)
{
    BadBodies bad = {0};
    bool hasInput = kept->stateHasInput;
    gelStatus status = gelKeptState_Begin(kept); // bodies may come with it
    bad.vertices = gelNew((size_t)gelWorld_GetBodyCount(kept->world) + 1, sizeof *bad.vertices);
    if (status == gel_success)
        status = bad.vertices != NULL ? findFirstBodies(kept, &bad) : gel_outOfMemory;
    if (status == gel_success)
        status = gelKeptState_GoTo(kept, kept->frame);
    if (status == gel_success && !areThere(kept->world, &bad)) {
        status = gelKeptState_Begin(kept);
        hasInput = true;
    }
    *can = status == gel_success && canTakeOut(kept->world, &bad);
    if (*can)
        status = quarantine(watch, output, kept, &bad, hasInput);
    free(bad.vertices);
    return status;
}

static int reportBad(const gelDivergenceGuard* watch, gelOutput* output, int frame)
{
    return gelReportError(
        output, gel_exitInternal,
        "diverged at frame %s: vertex %s of body %s is NaN or infinite; use more substeps or a softer "
        "material",
        GEL_GROUPED(frame), GEL_GROUPED(watch->bad.vertex), GEL_GROUPED(watch->bad.bodyIndex + 1));
}

gelStatus gelDivergenceGuard_Isolate(gelDivergenceGuard* watch, gelOutput* output, gelKeptState* kept,
                                     int frame, int* reached)
{
    gelStatus status = gel_success;
    bool can = kept->snapshot != NULL;
    *reached = frame;
    while (watch->bad.found && can && status == gel_success) {
        status = stepWhileFinite(kept, frame, &watch->bad, reached);
        if (status == gel_success && watch->bad.found)
            status = keepFrame(kept, *reached - 1);
        if (status == gel_success && watch->bad.found)
            status = takeOut(watch, output, kept, &can);
    }
    return status;
}

int gelFiniteWatch_Check(gelDivergenceGuard* watch, gelOutput* output, gelKeptState* kept, int frame)
{
    int reached;
    gelStatus status = gelDivergenceGuard_Isolate(watch, output, kept, frame, &reached);
    while (status == gel_deviceError && kept->snapshot != NULL) { // its device was lost on the way
        int code = gelKeptState_Recover(kept, output, kept->frame);
        if (code != gel_exitDone)
            return code;
        watch->bad.found = true; // in some frame after the kept one
        status = gelDivergenceGuard_Isolate(watch, output, kept, frame, &reached);
    }
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activitySimulation);
    return watch->bad.found ? reportBad(watch, output, reached) : gel_exitDone;
}
