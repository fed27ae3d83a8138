#include "opencl/stage/candidate_cache.h"
#include "contact/depth.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/parameters.h"
#include "opencl/runtime/wait.h"
#include "cache_passes.h"

#include <float.h>
#include <math.h>
#include <string.h>

// The margin of cached lists, in mean edges of the finest body.
static const float cacheMarginInEdges = 0.2f;
// The maximum number of searches without a margin after lists that have not served a second frame.
enum { longestPause = 31 };

void gelClearCandidateCache(gelCandidateCache* cache)
{
#define RELEASE(member, type, count, content) gelReleaseBuffer(&cache->member);
    CACHE_BUFFERS(RELEASE)
#undef RELEASE
    *cache = (gelCandidateCache){0};
}

float gelChooseCacheMargin(gelDeviceSearch* search)
{
    gelCandidateCache* cache = &search->cache;
    const gelSurfaceTables* tables = &search->tables;
    if (cache->pause > 0) {
        cache->pause--;
        return 0.0f;
    }
    return tables->finest < FLT_MAX ? cacheMarginInEdges * tables->finest : 0.0f;
}

gelStatus gelLaunchCandidateCheck(gelDeviceSearch* search, const gelSearchContext* context)
{
    gelCandidateCache* cache = &search->cache;
    size_t size = (size_t)search->candidateCount * sizeof(int);
    gelStatus status =
        gelReserveBuffer(context->opencl, size, context->bytes, &search->lists[candidate_buffer_near]);
    if (status != gel_success)
        return status;
    const gelArgument numbers[] = {GEL_ARGUMENT(search->candidateCount), GEL_ARGUMENT(cache->searchNumber)};
    return gelLaunchCandidates(search, context, gel_kernelCheckCandidates, NULL, 0, numbers, 2,
                               search->candidateCount);
}

static gelStatus readFlags(const gelDeviceSearch* search, const gelSearchContext* context,
                           bool found[cache_flags])
{
    int flags[cache_flags] = {0};
    cl_int error =
        gelReadBuffer(context->opencl, search->lists[candidate_buffer_flags].buffer, sizeof flags, flags);
    for (int i = 0; i < cache_flags; i++)
        found[i] = flags[i] == search->cache.searchNumber;
    return error == CL_SUCCESS ? gel_success : gelFailCl("reading whether bodies have moved", error);
}

static int64_t sumRevisions(const gelDeviceSearch* search)
{
    int64_t sum = 0;
    for (int b = 0; b < search->tables.bodyCount; b++)
        sum += search->tables.plan->bodies[b]->contactRevision;
    return sum;
}

// Whether all is as it was that contacts depend on, besides positions.
static bool hasSameTerms(const gelDeviceSearch* search)
{
    const gelContactGround *then = &search->cache.ground, *now = &search->ground;
    return memcmp(&then->plane, &now->plane, sizeof then->plane) == 0 && then->friction == now->friction &&
           then->isThere == now->isThere && search->cache.revisions == sumRevisions(search) &&
           search->cache.torn == gelHashTornEdges(search->tables.plan);
}

void gelDropCandidateCache(gelCandidateCache* cache)
{
    cache->isCached = cache->isListed = cache->hasInside = false;
    cache->frames = 0;
}

void gelForgetCandidates(gelCandidateCache* cache)
{
    gelDropCandidateCache(cache);
    cache->pause = cache->nextPause = 0;
}

void gelEndCandidateCache(gelCandidateCache* cache)
{
    bool lasted = cache->frames > 0;
    cache->nextPause = lasted ? 0 : cache->nextPause < longestPause ? 2 * cache->nextPause + 1 : longestPause;
    cache->pause = cache->nextPause;
    gelDropCandidateCache(cache);
}

gelStatus gelCheckCandidateCache(gelDeviceSearch* search, const gelSearchContext* context, bool* serves)
{
    gelCandidateCache* cache = &search->cache;
    bool found[cache_flags] = {false};
    *serves = false;
    cache->searchNumber++;
    if (!cache->isCached || !hasSameTerms(search) ||
        gelRestitutionHasImpacts(&search->tables, &search->pairs)) {
        gelDropCandidateCache(cache);
        return gel_success;
    }
#define ARGUMENT(member, type, count, content) [cache_buffer_##member] = cache->member,
    const cl_mem buffers[cache_buffer_count] = {CACHE_BUFFERS(ARGUMENT)};
#undef ARGUMENT
    const gelArgument numbers[] = {GEL_ARGUMENT(search->tables.tetPlaceCount),
                                   GEL_ARGUMENT(cache->searchNumber)};
    gelStatus status =
        gelLaunchCandidates(search, context, gel_kernelCheckMotion, buffers, cache_buffer_count, numbers, 2,
                            search->tables.counts[surface_points] + search->tables.tetPlaceCount);
    if (status == gel_success)
        status = gelLaunchCandidateCheck(search, context);
    if (status == gel_success)
        status = readFlags(search, context, found);
    *serves = status == gel_success && !found[cache_moved];
    cache->hasInside = found[cache_inside];
    if (*serves)
        cache->frames++;
    else
        gelEndCandidateCache(cache);
    return status;
}

// Coordinates must be fine enough for a tenth of the margin to cover rounding.
static bool isFineEnough(const gelDeviceSearch* search)
{
    float largest = 0.0f;
    for (int b = 0; b < search->tables.bodyCount; b++)
        for (int k = 0; k < 3; k++)
            largest =
                fmaxf(largest, fmaxf(fabsf(search->boxes[b].lower[k]), fabsf(search->boxes[b].upper[k])));
    return largest * 1e-5f <= search->tables.cacheMargin;
}

bool gelCanCache(const gelDeviceSearch* search)
{
    return !search->pairs.hasImpacts && isFineEnough(search);
}

static bool hasSelfContact(const gelDeviceSearch* search)
{
    for (int i = 0; i < search->candidateCount; i++) {
        const int* bodies = search->pairs.pairs[search->candidates[i].pair].bodies;
        if (bodies[0] == bodies[1])
            return true;
    }
    return false;
}

gelStatus gelCacheCandidates(gelDeviceSearch* search, const gelSearchContext* context)
{
    gelCandidateCache* cache = &search->cache;
    const gelSurfaceTables* tables = &search->tables;
    cl_command_queue queue = context->opencl->queue;
    bool found[cache_flags] = {false};
    gelStatus status = search->candidateCount > 0 ? readFlags(search, context, found) : gel_success;
    if (status != gel_success || hasSelfContact(search)) {
        gelEndCandidateCache(cache);
        return status;
    }
    cache->hasInside = found[cache_inside];
    cache->revisions = sumRevisions(search);
    cache->torn = gelHashTornEdges(tables->plan);
    cache->ground = search->ground;
    const size_t places = (size_t)tables->counts[surface_points] * sizeof(vec3);
    const struct {
        cl_mem from, to;
        size_t size;
    } copies[] = {
        {search->surfaces[surface_buffer_x], cache->cached_x, places},
        {search->surfaces[surface_buffer_displacement], cache->cached_displacement, places},
        {search->surfaces[surface_buffer_position], cache->cached_position,
         (size_t)tables->plan->vertexCapacity * sizeof(SearchRecord)},
    };
    cl_int error = CL_SUCCESS;
    for (size_t i = 0; i < sizeof copies / sizeof copies[0] && error == CL_SUCCESS; i++)
        error = GEL_CL(clEnqueueCopyBuffer, queue, copies[i].from, copies[i].to, 0, 0, copies[i].size, 0,
                       NULL, NULL);
    cache->isCached = error == CL_SUCCESS;
    return error == CL_SUCCESS ? gel_success : gelFailCl("saving the positions of bodies", error);
}

// Whether a search finds the pair of bodies. It compares the boxes of surfaces, which have all that surfaces are near to,
// but tets may reach out of them.
static bool isInReach(const gelDeviceSearch* search, const gelSurfaceTables* tables,
                      const CandidatePair* candidate)
{
    const int* bodies = search->pairs.pairs[candidate->pair].bodies;
    return !gelIsInside(candidate) ||
           gelMayTouch(tables, &search->pairs, search->boxes, bodies[0], bodies[1]);
}

gelStatus gelPickNear(gelDeviceSearch* search, const gelSearchContext* context)
{
    gelSurfaceTables now = search->tables;
    now.cacheMargin = 0.0f;
    const int count = search->candidateCount;
    gelStatus status = gelReserve(&search->areNear, &search->areNearCapacity, count, sizeof(int));
    if (status == gel_success)
        status =
            gelReserve(&search->nearCandidates, &search->nearCapacity, count, sizeof *search->nearCandidates);
    if (status != gel_success)
        return status;
    cl_int error = gelReadBuffer(context->opencl, search->lists[candidate_buffer_near].buffer,
                                 (size_t)count * sizeof(int), search->areNear);
    if (error != CL_SUCCESS)
        return gelFailCl("reading which candidates are near", error);
    search->nearCount = 0;
    for (int i = 0; i < count; i++)
        if (search->areNear[i] != 0 && isInReach(search, &now, &search->candidates[i]))
            search->nearCandidates[search->nearCount++] = search->candidates[i];
    return gel_success;
}
