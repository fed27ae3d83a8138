#include "opencl/stage/kept_hits.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/parameters.h"
#include "opencl/runtime/wait.h"
#include "kept_passes.h"

#include <float.h>
#include <math.h>
#include <string.h>

// The slack, in mean edges of the finest body.
static const float slackInEdges = 0.2f;
// Searches without slack after lists that have not served a second frame: at most so many.
enum { longestPause = 31 };

void gelClearKeptHits(gelKeptHits* kept)
{
    gelReleaseBuffer(&kept->places);
    gelReleaseBuffer(&kept->position);
    gelReleaseBuffer(&kept->flags);
    gelReleaseGrown(&kept->near);
    *kept = (gelKeptHits){0};
}

float gelChooseSlack(gelDeviceSearch* search)
{
    gelKeptHits* kept = &search->kept;
    const gelSurfaceTables* tables = &search->tables;
    if (kept->pause > 0) {
        kept->pause--;
        return 0.0f;
    }
    return tables->finest < FLT_MAX ? slackInEdges * tables->finest : 0.0f;
}

gelStatus gelLaunchHitCheck(gelDeviceSearch* search, const gelSearchContext* context)
{
    gelKeptHits* kept = &search->kept;
    size_t size = (size_t)search->hitCount * sizeof(int);
    gelStatus status = gelReserveBuffer(context->opencl, size, context->bytes, &kept->near);
    if (status != gel_success)
        return status;
    cl_mem buffers[] = {search->pairsThere.buffer, search->hitsThere.buffer, kept->near.buffer, kept->flags};
    const gelArgument numbers[] = {GEL_ARGUMENT(search->hitCount), GEL_ARGUMENT(kept->searchNumber)};
    return gelLaunchSearch(search, context, gel_kernelCheckHits, buffers, 4, numbers, 2, search->hitCount);
}

static gelStatus readFlags(const gelDeviceSearch* search, const gelSearchContext* context,
                           bool found[kept_flags])
{
    int flags[kept_flags] = {0};
    cl_int error = gelReadBuffer(context->opencl, search->kept.flags, sizeof flags, flags);
    for (int i = 0; i < kept_flags; i++)
        found[i] = flags[i] == search->kept.searchNumber;
    return error == CL_SUCCESS ? gel_success : gelFailCl("reading whether bodies have moved", error);
}

static int64_t sumRevisions(const gelDeviceSearch* search)
{
    int64_t sum = 0;
    for (int b = 0; b < search->tables.bodyCount; b++)
        sum += search->tables.plan->bodies[b]->contactRevision;
    return sum;
}

// What contacts depend on besides places.
static bool hasSameTerms(const gelDeviceSearch* search)
{
    const gelGroundTerms *then = &search->kept.ground, *now = &search->ground;
    return memcmp(&then->plane, &now->plane, sizeof then->plane) == 0 && then->friction == now->friction &&
           then->isThere == now->isThere && search->kept.revisions == sumRevisions(search) &&
           search->kept.torn == gelHashTornEdges(search->tables.plan);
}

void gelDropKeptHits(gelKeptHits* kept)
{
    kept->isKept = false;
    kept->frames = 0;
}

static void endList(gelKeptHits* kept)
{
    bool lasted = kept->frames > 0;
    kept->nextPause = lasted ? 0 : kept->nextPause < longestPause ? 2 * kept->nextPause + 1 : longestPause;
    kept->pause = kept->nextPause;
    gelDropKeptHits(kept);
}

gelStatus gelCheckKeptHits(gelDeviceSearch* search, const gelSearchContext* context, bool* serves)
{
    gelKeptHits* kept = &search->kept;
    bool found[kept_flags] = {false};
    *serves = false;
    kept->searchNumber++;
    if (!kept->isKept || !hasSameTerms(search) || gelBouncesStrike(&search->tables, &search->pairs)) {
        gelDropKeptHits(kept);
        return gel_success;
    }
    cl_mem buffers[] = {kept->places, kept->position, kept->flags};
    const gelArgument numbers[] = {GEL_ARGUMENT(search->tables.tetPlaceCount),
                                   GEL_ARGUMENT(kept->searchNumber)};
    gelStatus status = gelLaunchSearch(search, context, gel_kernelCheckMotion, buffers, 3, numbers, 2,
                                       search->tables.counts[surface_points] + search->tables.tetPlaceCount);
    if (status == gel_success)
        status = gelLaunchHitCheck(search, context);
    if (status == gel_success)
        status = readFlags(search, context, found);
    *serves = status == gel_success && !found[kept_moved] && !found[kept_inside];
    if (*serves)
        kept->frames++;
    else
        endList(kept);
    return status;
}

// Coordinates must be fine enough for a tenth of the slack to cover what is rounded.
static bool isFineEnough(const gelDeviceSearch* search)
{
    float largest = 0.0f;
    for (int b = 0; b < search->tables.bodyCount; b++)
        for (int k = 0; k < 3; k++)
            largest =
                fmaxf(largest, fmaxf(fabsf(search->boxes[b].lower[k]), fabsf(search->boxes[b].upper[k])));
    return largest * 1e-5f <= search->tables.slack;
}

gelStatus gelKeepHits(gelDeviceSearch* search, const gelSearchContext* context)
{
    gelKeptHits* kept = &search->kept;
    const gelSurfaceTables* tables = &search->tables;
    cl_command_queue queue = context->opencl->queue;
    bool found[kept_flags] = {false};
    gelStatus status = search->hitCount > 0 ? readFlags(search, context, found) : gel_success;
    bool needsPlaces = found[kept_inside] || search->pairs.mayStrike;
    for (int i = 0; i < search->hitCount && !needsPlaces; i++)
        needsPlaces = !gelIsInside(&search->hits[i]) && gelNeedsPlaces(search->pairs.pairs, &search->hits[i]);
    if (status != gel_success || needsPlaces || !isFineEnough(search)) {
        endList(kept);
        return status;
    }
    kept->revisions = sumRevisions(search);
    kept->torn = gelHashTornEdges(tables->plan);
    kept->ground = search->ground;
    cl_int error = GEL_CL(clEnqueueCopyBuffer, queue, gelSearchPlaces(search), kept->places, 0, 0,
                          2 * (size_t)tables->counts[surface_points] * sizeof(vec3), 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = GEL_CL(clEnqueueCopyBuffer, queue, context->state->position, kept->position, 0, 0,
                       (size_t)tables->plan->vertexCapacity * sizeof(SearchRecord), 0, NULL, NULL);
    kept->isKept = error == CL_SUCCESS;
    return error == CL_SUCCESS ? gel_success : gelFailCl("keeping the places of bodies", error);
}
