#include "opencl/stage/search.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/parameters.h"
#include "opencl/stage/candidate_cache.h"
#include "opencl/runtime/wait.h"
#include "cache_passes.h"

#include <limits.h>
#include <string.h>

// Each live turn of the search keeps up to so many candidates until there is a place for them, if all take no more than
// so many bytes.
enum { usualPerTurn = 128, maxFoundBytes = 64 << 20 };

_Static_assert(sizeof(Bounds) == sizeof(gelSweptBox), "a box of a body is not what the sweep takes");

// Sets the flags of the candidate cache to 0: whatever the memory held before could look like the
// number of a search.
static gelStatus lowerFlags(const gelOpencl* opencl, cl_mem flags)
{
    const int zeros[cache_flags] = {0};
    cl_int error = gelWriteBuffer(opencl, flags, sizeof zeros, zeros);
    return error == CL_SUCCESS ? gel_success : gelFailCl("writing the flags of the candidate cache", error);
}

// The lists of candidates begin small, since kernels take all of them.
static gelStatus createBuffers(const gelOpencl* opencl, uint64_t* bytes, gelDeviceSearch* search)
{
    const gelSurfaceTables* tables = &search->tables;
    gelStatus status = gel_success;
#define CREATE(member, type, count, content)                                                                 \
    if (status == gel_success)                                                                               \
        status = gelCreateBuffer(opencl, (size_t)(count) * sizeof(type), content, bytes,                     \
                                 &search->surfaces[surface_buffer_##member]);
    SURFACE_TABLE_BUFFERS(CREATE)
    SURFACE_WORK_BUFFERS(CREATE)
#undef CREATE
#define CREATE(member, type, count, content)                                                                 \
    if (status == gel_success)                                                                               \
        status =                                                                                             \
            gelCreateBuffer(opencl, (size_t)(count) * sizeof(type), content, bytes, &search->cache.member);
    CACHE_BUFFERS(CREATE)
#undef CREATE
#define RESERVE(member, type, count, content)                                                                \
    if (status == gel_success)                                                                               \
        status = gelReserveBuffer(opencl, (size_t)((count) > 0 ? (count) : 1) * sizeof(type), bytes,         \
                                  &search->lists[candidate_buffer_##member]);
    CANDIDATE_BUFFERS(RESERVE)
#undef RESERVE
    return status == gel_success ? lowerFlags(opencl, search->lists[candidate_buffer_flags].buffer) : status;
}

// Vertices become their places on the device.
static void placeTables(gelSurfaceTables* tables, const int* places)
{
    tables->places = places;
    for (int i = 0; i < tables->counts[surface_points]; i++)
        for (int k = 0; k < tables->points[i].vertex_count; k++)
            tables->points[i].places[k] = places[tables->points[i].places[k]];
    for (int i = 0; i < tables->tetCount; i++)
        for (int k = 0; k < 4; k++)
            tables->tets[i].places[k] = places[tables->tets[i].places[k]];
    for (int i = 0; i < tables->tetPlaceCount; i++)
        tables->tetPlaces[i] = places[tables->tetPlaces[i]];
}

gelStatus gelPlanSearch(const gelOpencl* opencl, const gelDeviceState* state, const gelPlan* plan,
                        uint64_t* bytes, gelDeviceSearch* search)
{
    *search = (gelDeviceSearch){.maxPerTurn = usualPerTurn};
    gelStatus status = gelCreateSurfaceTables(plan, &search->tables);
    if (status != gel_success)
        return status;
    placeTables(&search->tables, state->places);
    size_t points = (size_t)search->tables.counts[surface_points];
    search->boxes = gelAllocate(2 * (size_t)plan->bodyCount, sizeof *search->boxes);
    search->x = gelAllocate(points, sizeof *search->x);
    search->normals = gelAllocate(points, sizeof *search->normals);
    status = search->boxes != NULL && search->x != NULL && search->normals != NULL
                 ? createBuffers(opencl, bytes, search)
                 : gelFailMemory(points, 2 * sizeof *search->x);
    if (status != gel_success)
        gelClearSearch(search);
    return status;
}

void gelClearSearch(gelDeviceSearch* search)
{
#define RELEASE(member, type, count, content) gelReleaseBuffer(&search->surfaces[surface_buffer_##member]);
    SURFACE_TABLE_BUFFERS(RELEASE)
    SURFACE_WORK_BUFFERS(RELEASE)
#undef RELEASE
    for (int i = 0; i < candidate_buffer_count; i++)
        gelReleaseGrown(&search->lists[i]);
    gelClearCandidateCache(&search->cache);
    gelClearPairs(&search->pairs);
    gelClearSurfaceTables(&search->tables);
    gelFree(search->boxes);
    gelFree(search->x);
    gelFree(search->normals);
    gelFree(search->turns);
    gelFree(search->candidates);
    gelFree(search->nearCandidates);
    gelFree(search->areNear);
    *search = (gelDeviceSearch){0};
}

static gelStatus placePoints(gelDeviceSearch* search, const gelSearchContext* context,
                             const StepParameters* step, int substepCount)
{
    float frameTime = step->h * (float)substepCount;
    search->surfaces[surface_buffer_position] = context->state->position;
    search->surfaces[surface_buffer_velocity] = context->state->velocity;
    search->tables.frameTime = frameTime;
    search->tables.fall =
        gelFallInFrame((float[]){step->gravity_x, step->gravity_y, step->gravity_z}, frameTime);
    const gelArgument numbers[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(frameTime)};
    return gelLaunchSearch(search, context, gel_kernelPlacePoints, NULL, 0, numbers, 2,
                           search->tables.counts[surface_points]);
}

// Computes the boxes of the clusters from `first` up to `end`, numbered through all sorts of
// elements.
static gelStatus boxClusters(gelDeviceSearch* search, const gelSearchContext* context, int first, int end)
{
    const gelArgument numbers[] = {GEL_ARGUMENT(first), GEL_ARGUMENT(end)};
    return gelLaunchSearch(search, context, gel_kernelBoxClusters, NULL, 0, numbers, 2, end - first);
}

// Bodies are boxed by their points: if none is near another, nothing else needs a box.
static gelStatus boxBodies(gelDeviceSearch* search, const gelSearchContext* context)
{
    const gelSurfaceTables* tables = &search->tables;
    gelStatus status = boxClusters(search, context, 0, tables->clusterCounts[surface_points]);
    if (status == gel_success)
        status = gelLaunchSearch(search, context, gel_kernelBoxBodies, NULL, 0, NULL, 0, tables->bodyCount);
    if (status != gel_success)
        return status;
    cl_int error = gelReadBuffer(context->opencl, search->surfaces[surface_buffer_body_boxes],
                                 2 * (size_t)tables->bodyCount * sizeof *search->boxes, search->boxes);
    return error == CL_SUCCESS ? gel_success : gelFailCl("reading the boxes of bodies", error);
}

static gelStatus addTurns(gelDeviceSearch* search, int pair, int kind, int clusters)
{
    const int rows = count_clusters(clusters), max = INT_MAX / 2 / cluster_size;
    if (rows > max - search->turnsCount)
        return gelFail(gel_unsupported, "%d pairs of bodies may touch, which is too many: move bodies apart",
                       search->pairs.count);
    gelStatus status =
        gelReserve(&search->turns, &search->turnsCapacity, search->turnsCount + rows, sizeof *search->turns);
    for (int row = 0; row < rows && status == gel_success; row++)
        search->turns[search->turnsCount++] = (SearchTurns){pair, kind, row * cluster_size};
    return status;
}

// The turns of the search: clusters of the first body of each pair, kind by kind.
static gelStatus listTurns(gelDeviceSearch* search)
{
    gelStatus status = gel_success;
    search->turnsCount = 0;
    for (int i = 0; i < search->pairs.count; i++)
        for (int kind = 0; kind < search_kinds && status == gel_success; kind++)
            status = addTurns(search, i, kind,
                              count_first_clusters(search->tables.bodies, search->pairs.pairs[i], kind));
    return status;
}

static gelStatus reserveCounts(gelDeviceSearch* search, const gelSearchContext* context, int count)
{
    size_t bytes = (size_t)count * sizeof(int);
    gelStatus status = gelReserveBuffer(context->opencl, bytes, context->bytes,
                                        &search->lists[candidate_buffer_candidate_counts]);
    return status == gel_success
               ? gelReserveBuffer(context->opencl, bytes / turn_block + sizeof(int), context->bytes,
                                  &search->lists[candidate_buffer_block_sums])
               : status;
}

static gelStatus writeTurns(gelDeviceSearch* search, const gelSearchContext* context)
{
    const gelOpencl* opencl = context->opencl;
    size_t pairs = (size_t)search->pairs.count * sizeof *search->pairs.pairs,
           turns = (size_t)search->turnsCount * sizeof *search->turns;
    gelStatus status =
        gelReserveBuffer(opencl, pairs, context->bytes, &search->lists[candidate_buffer_pairs]);
    if (status == gel_success)
        status = gelReserveBuffer(opencl, turns, context->bytes, &search->lists[candidate_buffer_turns]);
    if (status == gel_success)
        status = gelReserveBuffer(opencl, (size_t)search->turnsCount * sizeof(int), context->bytes,
                                  &search->lists[candidate_buffer_live_clusters]);
    if (status == gel_success)
        status = reserveCounts(search, context, search->turnsCount);
    if (status != gel_success)
        return status;
    // The host leaves both as they are until it has read how many candidates there are.
    cl_int error = GEL_CL(clEnqueueWriteBuffer, opencl->queue, search->lists[candidate_buffer_pairs].buffer,
                          CL_FALSE, 0, pairs, search->pairs.pairs, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = GEL_CL(clEnqueueWriteBuffer, opencl->queue, search->lists[candidate_buffer_turns].buffer,
                       CL_FALSE, 0, turns, search->turns, 0, NULL, NULL);
    return error == CL_SUCCESS ? gel_success : gelFailCl("writing pairs of bodies", error);
}

// Replaces the counts of turns by their sums so far, and reads the total.
static gelStatus sumCounts(gelDeviceSearch* search, const gelSearchContext* context, int turnCount,
                           int* total)
{
    const gelArgument number = GEL_ARGUMENT(turnCount);
    int blockCount = (turnCount + turn_block - 1) / turn_block;
    gelStatus status = gelLaunchTurns(search, context, gel_kernelSumCounts, &number, 1, blockCount);
    if (status == gel_success)
        status = gelLaunchTurns(search, context, gel_kernelStartCandidates, &number, 1, blockCount);
    if (status != gel_success)
        return status;
    cl_int error =
        gelReadBuffer(context->opencl, search->lists[candidate_buffer_total].buffer, sizeof *total, total);
    return error == CL_SUCCESS ? gel_success : gelFailCl("reading the number of contacts", error);
}

static gelStatus reserveLiveTurns(gelDeviceSearch* search, const gelSearchContext* context)
{
    size_t count = (size_t)search->liveCount, most = maxFoundBytes / sizeof(CandidatePair) / count;
    search->roomPerTurn = most < (size_t)search->maxPerTurn ? (int)most : search->maxPerTurn;
    gelStatus status = gelReserveBuffer(context->opencl, count * sizeof(int), context->bytes,
                                        &search->lists[candidate_buffer_live_turns]);
    return status == gel_success
               ? gelReserveBuffer(context->opencl,
                                  count * (size_t)search->roomPerTurn * sizeof(CandidatePair), context->bytes,
                                  &search->lists[candidate_buffer_found])
               : status;
}

// Returns where the turns of a rank start, of `count`: of this one, or `next` ranks on.
static int startOfShare(const gelAllGather* gather, int count, int next)
{
    return gather == NULL ? next * count : (int)((int64_t)count * (gather->rank + next) / gather->rankCount);
}

// Lists the turns whose clusters come near the second body: a few of a hundred. Each rank takes a share of them.
static gelStatus listLiveTurns(gelDeviceSearch* search, const gelSearchContext* context)
{
    int all = 0, first, end;
    const gelArgument numbers[] = {GEL_ARGUMENT(search->turnsCount), GEL_ARGUMENT(first), GEL_ARGUMENT(end)};
    gelStatus status = gelLaunchCandidates(search, context, gel_kernelCountLiveTurns, NULL, 0, numbers, 1,
                                           search->turnsCount);
    if (status == gel_success)
        status = sumCounts(search, context, search->turnsCount, &all);
    first = startOfShare(context->gather, all, 0);
    end = startOfShare(context->gather, all, 1);
    search->liveCount = end - first;
    if (status != gel_success || search->liveCount == 0)
        return status;
    status = reserveLiveTurns(search, context);
    if (status == gel_success)
        status = gelLaunchTurns(search, context, gel_kernelListLiveTurns, numbers, 3, search->turnsCount);
    return status == gel_success ? reserveCounts(search, context, search->liveCount) : status;
}

// Lists all turns: where they are few, to compare them costs less than to find the live ones.
static gelStatus listAllTurns(gelDeviceSearch* search, const gelSearchContext* context)
{
    search->liveCount = 0;
    for (int i = 0; i < search->turnsCount; i++) {
        const SearchTurns* row = &search->turns[i];
        int end = count_first_clusters(search->tables.bodies, search->pairs.pairs[row->pair], row->kind);
        for (int k = 0; k < smaller(end - row->first_cluster, cluster_size); k++)
            search->fewTurns[search->liveCount++] = i * cluster_size + k;
    }
    if (search->liveCount == 0)
        return gel_success;
    gelStatus status = reserveLiveTurns(search, context);
    if (status == gel_success)
        status = reserveCounts(search, context, search->liveCount);
    if (status != gel_success)
        return status;
    // The host leaves them as they are, as it does the turns.
    cl_int error = GEL_CL(clEnqueueWriteBuffer, context->opencl->queue,
                          search->lists[candidate_buffer_live_turns].buffer, CL_FALSE, 0,
                          (size_t)search->liveCount * sizeof(int), search->fewTurns, 0, NULL, NULL);
    return error == CL_SUCCESS ? gel_success : gelFailCl("writing the turns of the search", error);
}

static gelStatus countCandidates(gelDeviceSearch* search, const gelSearchContext* context)
{
    const gelArgument numbers[] = {GEL_ARGUMENT(search->liveCount), GEL_ARGUMENT(search->roomPerTurn)};
    gelStatus status = gelLaunchCandidates(search, context, gel_kernelCountCandidates, NULL, 0, numbers, 2,
                                           search->liveCount);
    if (status == gel_success)
        status = sumCounts(search, context, search->liveCount, &search->candidateCount);
    if (status != gel_success)
        return status;
    return search->candidateCount >= 0 && search->candidateCount < INT_MAX / 2
               ? gel_success
               : gelFail(gel_unsupported, "the bodies have more than 2^30 contacts: move them apart, or "
                                          "use coarser meshes");
}

// Buffers grow before anything is filled in, so no candidate is left out.
static gelStatus reserveCandidates(gelDeviceSearch* search, const gelSearchContext* context)
{
    int count = search->candidateCount;
    if (count > search->candidateCapacity) {
        int capacity = count + count / 2 + 64;
        CandidatePair* candidates = gelResize(search->candidates, (size_t)capacity, sizeof *candidates);
        if (candidates == NULL)
            return gelFailMemory((size_t)capacity, sizeof *candidates);
        search->candidates = candidates;
        search->candidateCapacity = capacity;
    }
    return gelReserveBuffer(context->opencl, (size_t)count * sizeof *search->candidates, context->bytes,
                            &search->lists[candidate_buffer_candidates]);
}

// The candidates of all ranks: their turns follow each other, so the list is that of one process.
static gelStatus gatherCandidates(gelDeviceSearch* search, const gelSearchContext* context)
{
    const size_t size = sizeof *search->candidates;
    const void* all;
    gelStatus status = context->gather->run(context->gather->context, search->candidates,
                                            &search->candidateCount, size, &all);
    const size_t bytes = (size_t)search->candidateCount * size;
    if (status == gel_success && bytes > 0)
        status = reserveCandidates(search, context);
    if (status != gel_success || bytes == 0)
        return status;
    memcpy(search->candidates, all, bytes);
    if (search->tables.cacheMargin == 0.0f)
        return gel_success;
    cl_int error = gelWriteBuffer(context->opencl, search->lists[candidate_buffer_candidates].buffer, bytes,
                                  search->candidates);
    return error == CL_SUCCESS ? gelLaunchCandidateCheck(search, context)
                               : gelFailCl("writing the contacts", error);
}

// `isPart`: others have the rest of the list.
static gelStatus fillCandidates(gelDeviceSearch* search, const gelSearchContext* context, bool isPart)
{
    const gelArgument numbers[] = {GEL_ARGUMENT(search->liveCount), GEL_ARGUMENT(search->roomPerTurn),
                                   GEL_ARGUMENT(search->candidateCount)};
    gelStatus status = reserveCandidates(search, context);
    if (status != gel_success)
        return status;
    status = gelLaunchCandidates(search, context, gel_kernelFillCandidates, NULL, 0, numbers, 3,
                                 search->liveCount);
    if (status == gel_success && search->tables.cacheMargin > 0.0f && !isPart)
        status = gelLaunchCandidateCheck(search, context);
    if (status != gel_success)
        return status;
    cl_int error =
        gelReadBuffer(context->opencl, search->lists[candidate_buffer_candidates].buffer,
                      (size_t)search->candidateCount * sizeof *search->candidates, search->candidates);
    return error == CL_SUCCESS ? gel_success : gelFailCl("reading the contacts", error);
}

// Where the surfaces are, for the way out of tets and the volume of bodies that meet themselves.
static gelStatus readSurfaces(gelDeviceSearch* search, const gelSearchContext* context,
                              const gelSurfaceIssues* findings)
{
    size_t size = (size_t)search->tables.counts[surface_points] * sizeof *search->x;
    bool needed = false;
    for (int i = 0; i < findings->candidateCount && !needed && !findings->isCached; i++)
        needed = gelNeedsPlaces(findings->pairs, &findings->candidates[i]);
    if (!needed)
        return gel_success;
    cl_int error = gelReadBuffer(context->opencl, search->surfaces[surface_buffer_x], size, search->x);
    if (error == CL_SUCCESS)
        error =
            gelReadBuffer(context->opencl, search->surfaces[surface_buffer_normal], size, search->normals);
    return error == CL_SUCCESS ? gel_success : gelFailCl("reading the surfaces", error);
}

static gelStatus comparePairs(gelDeviceSearch* search, const gelSearchContext* context)
{
    gelStatus status = listTurns(search);
    if (status == gel_success)
        status = writeTurns(search, context);
    const int* clusters = search->tables.clusterCounts;
    if (status == gel_success)
        status =
            boxClusters(search, context, clusters[surface_points],
                        clusters[surface_points] + clusters[surface_triangles] + clusters[surface_edges]);
    if (status == gel_success)
        status = gelLaunchSearch(search, context, gel_kernelBoxTets, NULL, 0, NULL, 0,
                                 search->tables.tetClusterCount);
    const bool isShared = context->gather != NULL && search->turnsCount > fewRows;
    if (status == gel_success)
        status =
            search->turnsCount <= fewRows ? listAllTurns(search, context) : listLiveTurns(search, context);
    if (status == gel_success && search->liveCount > 0)
        status = countCandidates(search, context);
    if (status == gel_success && search->candidateCount > 0)
        status = fillCandidates(search, context, isShared);
    return status == gel_success && isShared ? gatherCandidates(search, context) : status;
}

// Searches with the slack of the tables; the points have been placed.
static gelStatus search(gelDeviceSearch* itself, const gelSearchContext* context)
{
    const SearchGround* ground = itself->ground.isThere ? &itself->ground.plane : NULL;
    itself->candidateCount = itself->pairs.count = 0;
    gelStatus status = boxBodies(itself, context);
    if (status == gel_success)
        status = gelFindPairs(&itself->tables, itself->boxes, ground, &itself->pairs);
    if (status == gel_success && itself->tables.cacheMargin > 0.0f && !gelCanCache(itself)) {
        gelEndCandidateCache(&itself->cache);
        itself->tables.cacheMargin = 0.0f;
        status = gelFindPairs(&itself->tables, itself->boxes, ground, &itself->pairs);
    }
    if (status == gel_success && itself->pairs.count > 0)
        status = comparePairs(itself, context);
    return status;
}

// The list of an earlier frame if it still serves, or a new one.
static gelStatus findCandidates(gelDeviceSearch* itself, const gelSearchContext* context)
{
    bool serves = false;
    gelStatus status = gelCheckCandidateCache(itself, context, &serves);
    if (status == gel_success && serves && itself->cache.hasInside)
        status = boxBodies(itself, context);
    if (status != gel_success || serves)
        return status;
    itself->tables.cacheMargin = gelChooseCacheMargin(itself);
    status = search(itself, context);
    if (status == gel_success && itself->tables.cacheMargin > 0.0f)
        status = gelCacheCandidates(itself, context);
    if (status != gel_success || itself->cache.isCached || itself->tables.cacheMargin == 0.0f)
        return status;
    itself->tables.cacheMargin = 0.0f;
    return search(itself, context);
}

// Stores the candidates of this frame: all of a cached list, if contacts can be skipped by gelSearchNear,
// or the near ones.
static gelStatus listFindings(gelDeviceSearch* search, const gelSearchContext* context,
                              gelSurfaceIssues* findings)
{
    bool isCached = search->cache.isCached, isPicked = isCached && search->cache.hasInside;
    gelStatus status = isPicked ? gelPickNear(search, context) : gel_success;
    *findings = (gelSurfaceIssues){.pairs = search->pairs.pairs,
                                   .pairCount = search->pairs.count,
                                   .candidates = isPicked ? search->nearCandidates : search->candidates,
                                   .candidateCount = isPicked ? search->nearCount : search->candidateCount,
                                   .isCached = isCached && !isPicked,
                                   .groundFriction = search->ground.friction,
                                   .x = (const float(*)[3])search->x,
                                   .normals = (const float(*)[3])search->normals};
    return status;
}

gelStatus gelSearchCandidates(gelDeviceSearch* search, const gelSearchContext* context,
                              const gelStepParameters* parameters, int substepCount,
                              gelSurfaceIssues* findings, bool* isNew)
{
    StepParameters step = gelRoundStep(parameters);
    gelStatus status = gel_success;
    search->ground = gelFindContactGround(parameters);
    if (gelMayPair(&search->tables, search->ground.isThere)) {
        status = placePoints(search, context, &step, substepCount);
        if (status == gel_success)
            status = findCandidates(search, context);
    } else {
        gelDropCandidateCache(&search->cache);
        search->candidateCount = search->pairs.count = 0;
    }
    if (status == gel_success)
        status = listFindings(search, context, findings);
    *isNew = status == gel_success && !(findings->isCached && search->cache.isListed);
    if (status != gel_success || !*isNew)
        return status;
    if (findings->candidateCount > 0)
        status = gelLaunchSearch(search, context, gel_kernelFindNormals, NULL, 0, NULL, 0,
                                 search->tables.counts[surface_points]);
    return status == gel_success ? readSurfaces(search, context, findings) : status;
}

cl_mem gelSearchNormals(const gelDeviceSearch* search)
{
    return search->surfaces[surface_buffer_normal];
}

cl_mem gelSearchNear(const gelDeviceSearch* search)
{
    return search->lists[candidate_buffer_near].buffer;
}
