#include "opencl/stage/search.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/parameters.h"
#include "opencl/stage/kept_hits.h"
#include "opencl/runtime/wait.h"
#include "kept_passes.h"

#include <limits.h>
#include <string.h>

enum {
    positionBuffer,
    velocityBuffer,
    bodyBuffer,
    pointBuffer,
    triangleBuffer,
    edgeBuffer,
    startBuffer,
    cornerBuffer,
    tetBuffer,
    tetStartBuffer,
    tetPlaceBuffer,
    placeBuffer,
    normalBuffer,
    rowBuffer,
    boxBuffer,
    firstArgument = gel_surfaceBuffers + 3
};

// Each turn of the search keeps up to so many hits until there is a place for them, if that takes no more than so
// many bytes.
enum { maxPerTurn = 8, maxFoundBytes = 64 << 20 };

static const char* const launchName = "search";

_Static_assert(boxBuffer + 1 == gel_surfaceBuffers, "the surfaces have another number of buffers");
_Static_assert(sizeof(Bounds) == sizeof(gelSweptBox), "a box of a body is not what the sweep takes");

static SurfaceCounts countSurfaces(const gelSurfaceTables* tables)
{
    SurfaceCounts counts = {.bodies = tables->bodyCount,
                            .tet_clusters = tables->tetClusterCount,
                            .tet_rows = tables->tetRowCount};
    memcpy(counts.elements, tables->counts, sizeof counts.elements);
    memcpy(counts.rows, tables->rowCounts, sizeof counts.rows);
    memcpy(counts.clusters, tables->clusterCounts, sizeof counts.clusters);
    return counts;
}

// What the memory held before could be taken for the number of a search.
static gelStatus lowerFlags(const gelOpencl* opencl, cl_mem flags)
{
    const int zeros[kept_flags] = {0};
    cl_int error = gelWriteBuffer(opencl, flags, sizeof zeros, zeros);
    return error == CL_SUCCESS ? gel_success : gelFailCl("writing the flags of kept lists", error);
}

static gelStatus createBuffers(const gelOpencl* opencl, uint64_t* bytes, gelDeviceSearch* search)
{
    const gelSurfaceTables* tables = &search->tables;
    const int* counts = tables->counts;
    size_t points = (size_t)counts[surface_points], bodies = (size_t)tables->bodyCount;
    size_t rows = (size_t)tables->tetRowCount + (size_t)tables->rowCounts[surface_points];
    for (int sort = 0; sort < surface_sorts; sort++)
        rows += (size_t)tables->clusterCounts[sort] + (size_t)tables->rowCounts[sort];
    const struct {
        cl_mem* buffer;
        const void* content;
        size_t size;
    } buffers[] = {
        {&search->surfaces[bodyBuffer], tables->bodies, bodies * sizeof *tables->bodies},
        {&search->surfaces[pointBuffer], tables->points, points * sizeof *tables->points},
        {&search->surfaces[triangleBuffer], tables->triangles,
         (size_t)counts[surface_triangles] * sizeof *tables->triangles},
        {&search->surfaces[edgeBuffer], tables->edges, (size_t)counts[surface_edges] * sizeof *tables->edges},
        {&search->surfaces[startBuffer], tables->triangleStarts, (points + 1) * sizeof(int)},
        {&search->surfaces[cornerBuffer], tables->pointTriangles, (size_t)tables->cornerCount * sizeof(int)},
        {&search->surfaces[tetBuffer], tables->tets, (size_t)tables->tetCount * sizeof *tables->tets},
        {&search->surfaces[tetStartBuffer], tables->tetStarts,
         ((size_t)tables->tetClusterCount + 1) * sizeof(int)},
        {&search->surfaces[tetPlaceBuffer], tables->tetPlaces, (size_t)tables->tetPlaceCount * sizeof(int)},
        {&search->surfaces[placeBuffer], NULL, 2 * points * sizeof(vec3)},
        {&search->surfaces[normalBuffer], NULL, points * sizeof(vec3)},
        {&search->surfaces[rowBuffer], NULL, rows * sizeof(BoundsRow)},
        {&search->surfaces[boxBuffer], NULL, (2 * bodies + points) * sizeof(Bounds)},
        {&search->total, NULL, sizeof(int)},
        {&search->kept.places, NULL, 2 * points * sizeof(vec3)},
        {&search->kept.position, NULL, (size_t)search->tables.plan->vertexCapacity * sizeof(SearchRecord)},
        {&search->kept.flags, NULL, kept_flags * sizeof(int)},
    };
    gelStatus status = gel_success;
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0] && status == gel_success; i++)
        status = gelCreateBuffer(opencl, buffers[i].size, buffers[i].content, bytes, buffers[i].buffer);
    if (status == gel_success)
        status = lowerFlags(opencl, search->kept.flags);
    return status == gel_success ? gelReserveBuffer(opencl, sizeof(int), bytes, &search->kept.near) : status;
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
    *search = (gelDeviceSearch){0};
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
    for (int i = bodyBuffer; i < gel_surfaceBuffers; i++)
        gelReleaseBuffer(&search->surfaces[i]);
    gelReleaseBuffer(&search->total);
    gelClearKeptHits(&search->kept);
    gelReleaseGrown(&search->pairsThere);
    gelReleaseGrown(&search->turnsThere);
    gelReleaseGrown(&search->found);
    gelReleaseGrown(&search->counts);
    gelReleaseGrown(&search->sums);
    gelReleaseGrown(&search->hitsThere);
    gelClearPairs(&search->pairs);
    gelClearSurfaceTables(&search->tables);
    gelFree(search->boxes);
    gelFree(search->x);
    gelFree(search->normals);
    gelFree(search->turns);
    gelFree(search->hits);
    *search = (gelDeviceSearch){0};
}

static gelStatus failArguments(cl_int error)
{
    return gelFailCl("setting kernel arguments", error);
}

gelStatus gelLaunchSearch(const gelDeviceSearch* search, const gelSearchContext* context,
                          gelContactKernel kernel, const cl_mem* buffers, int bufferCount,
                          const gelArgument* numbers, int numberCount, int itemCount)
{
    cl_kernel itself = context->program->kernels[kernel].kernel;
    SurfaceCounts counts = countSurfaces(&search->tables);
    float slack = search->tables.slack;
    cl_int error = gelSetBuffers(itself, search->surfaces, gel_surfaceBuffers, 0);
    if (error == CL_SUCCESS)
        error = GEL_CL(clSetKernelArg, itself, gel_surfaceBuffers, sizeof counts, &counts);
    if (error == CL_SUCCESS)
        error = GEL_CL(clSetKernelArg, itself, gel_surfaceBuffers + 1, sizeof search->ground.plane,
                       &search->ground.plane);
    if (error == CL_SUCCESS)
        error = GEL_CL(clSetKernelArg, itself, gel_surfaceBuffers + 2, sizeof slack, &slack);
    if (error == CL_SUCCESS)
        error = gelSetBuffers(itself, buffers, bufferCount, firstArgument);
    return error == CL_SUCCESS
               ? gelLaunchContact(context->opencl, context->program, kernel, launchName, numbers, numberCount,
                                  firstArgument + bufferCount, itemCount, context->launches)
               : failArguments(error);
}

static gelStatus placePoints(gelDeviceSearch* search, const gelSearchContext* context,
                             const StepParameters* step, int substepCount)
{
    float frameTime = step->h * (float)substepCount;
    search->surfaces[positionBuffer] = context->state->position;
    search->surfaces[velocityBuffer] = context->state->velocity;
    search->tables.frameTime = frameTime;
    search->tables.fall =
        gelFallInFrame((float[]){step->gravity_x, step->gravity_y, step->gravity_z}, frameTime);
    const gelArgument numbers[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(frameTime)};
    return gelLaunchSearch(search, context, gel_kernelPlacePoints, NULL, 0, numbers, 2,
                           search->tables.counts[surface_points]);
}

// Of all sorts of elements, from the first cluster up to the end.
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
    cl_int error = gelReadBuffer(context->opencl, search->surfaces[boxBuffer],
                                 2 * (size_t)tables->bodyCount * sizeof *search->boxes, search->boxes);
    return error == CL_SUCCESS ? gel_success : gelFailCl("reading the boxes of bodies", error);
}

static gelStatus addTurns(gelDeviceSearch* search, int pair, int kind, int clusters)
{
    const int rows = count_clusters(clusters), max = INT_MAX / 2 / cluster_size;
    if (rows > max - search->turnsCount)
        return gelFail(gel_unsupported, "%d pairs of bodies may touch: too many to compare",
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

static gelStatus writeTurns(gelDeviceSearch* search, const gelSearchContext* context)
{
    const gelOpencl* opencl = context->opencl;
    size_t pairs = (size_t)search->pairs.count * sizeof *search->pairs.pairs,
           turns = (size_t)search->turnsCount * sizeof *search->turns,
           turnCount = (size_t)search->turnsCount * cluster_size, counts = turnCount * sizeof(int);
    bool fits = turnCount <= maxFoundBytes / sizeof(SearchHit) / maxPerTurn;
    search->roomPerTurn = fits ? maxPerTurn : (int)(maxFoundBytes / sizeof(SearchHit) / turnCount);
    size_t found = (size_t)search->roomPerTurn * turnCount * sizeof(SearchHit);
    gelStatus status = gelReserveBuffer(opencl, pairs, context->bytes, &search->pairsThere);
    if (status == gel_success)
        status = gelReserveBuffer(opencl, turns, context->bytes, &search->turnsThere);
    if (status == gel_success)
        status = gelReserveBuffer(opencl, found, context->bytes, &search->found);
    if (status == gel_success)
        status = gelReserveBuffer(opencl, counts, context->bytes, &search->counts);
    if (status == gel_success)
        status = gelReserveBuffer(opencl, counts / turn_block + sizeof(int), context->bytes, &search->sums);
    if (status != gel_success)
        return status;
    // The host leaves both as they are until it has read how many hits there are.
    cl_int error = GEL_CL(clEnqueueWriteBuffer, opencl->queue, search->pairsThere.buffer, CL_FALSE, 0, pairs,
                          search->pairs.pairs, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = GEL_CL(clEnqueueWriteBuffer, opencl->queue, search->turnsThere.buffer, CL_FALSE, 0, turns,
                       search->turns, 0, NULL, NULL);
    return error == CL_SUCCESS ? gel_success : gelFailCl("writing pairs of bodies", error);
}

static gelStatus countHits(gelDeviceSearch* search, const gelSearchContext* context)
{
    const gelOpencl* opencl = context->opencl;
    const gelContactProgram* program = context->program;
    int turnCount = search->turnsCount * cluster_size, blockCount = (turnCount + turn_block - 1) / turn_block;
    cl_mem buffers[] = {search->pairsThere.buffer, search->turnsThere.buffer, search->found.buffer,
                        search->counts.buffer};
    cl_mem sums[] = {search->counts.buffer, search->sums.buffer, search->total};
    const gelArgument numbers[] = {GEL_ARGUMENT(turnCount), GEL_ARGUMENT(search->roomPerTurn)};
    gelStatus status =
        gelLaunchSearch(search, context, gel_kernelCountHits, buffers, 4, numbers, 2, turnCount);
    if (status != gel_success)
        return status;
    cl_int error = gelSetBuffers(program->kernels[gel_kernelSumCounts].kernel, sums, 2, 0);
    if (error == CL_SUCCESS)
        error = gelSetBuffers(program->kernels[gel_kernelStartHits].kernel, sums, 3, 0);
    if (error != CL_SUCCESS)
        return failArguments(error);
    status = gelLaunchContact(opencl, program, gel_kernelSumCounts, launchName, numbers, 1, 2, blockCount,
                              context->launches);
    if (status == gel_success)
        status = gelLaunchContact(opencl, program, gel_kernelStartHits, launchName, numbers, 1, 3, blockCount,
                                  context->launches);
    if (status != gel_success)
        return status;
    error = gelReadBuffer(opencl, search->total, sizeof search->hitCount, &search->hitCount);
    if (error != CL_SUCCESS)
        return gelFailCl("reading the number of contacts", error);
    return search->hitCount >= 0 && search->hitCount < INT_MAX / 2
               ? gel_success
               : gelFail(gel_unsupported, "the bodies touch in more than 2^30 places");
}

// Buffers grow before anything is filled in, so no hit is left out.
static gelStatus reserveHits(gelDeviceSearch* search, const gelSearchContext* context)
{
    int count = search->hitCount;
    if (count > search->hitCapacity) {
        int capacity = count + count / 2 + 64;
        SearchHit* hits = gelResize(search->hits, (size_t)capacity, sizeof *hits);
        if (hits == NULL)
            return gelFailMemory((size_t)capacity, sizeof *hits);
        search->hits = hits;
        search->hitCapacity = capacity;
    }
    return gelReserveBuffer(context->opencl, (size_t)count * sizeof *search->hits, context->bytes,
                            &search->hitsThere);
}

static gelStatus fillHits(gelDeviceSearch* search, const gelSearchContext* context)
{
    int turnCount = search->turnsCount * cluster_size;
    const gelArgument numbers[] = {GEL_ARGUMENT(turnCount), GEL_ARGUMENT(search->roomPerTurn),
                                   GEL_ARGUMENT(search->hitCount)};
    gelStatus status = reserveHits(search, context);
    if (status != gel_success)
        return status;
    cl_mem buffers[] = {search->pairsThere.buffer, search->turnsThere.buffer, search->found.buffer,
                        search->counts.buffer, search->hitsThere.buffer};
    status = gelLaunchSearch(search, context, gel_kernelFillHits, buffers, 5, numbers, 3, turnCount);
    if (status == gel_success && search->tables.slack > 0.0f)
        status = gelLaunchHitCheck(search, context);
    if (status != gel_success)
        return status;
    cl_int error = gelReadBuffer(context->opencl, search->hitsThere.buffer,
                                 (size_t)search->hitCount * sizeof *search->hits, search->hits);
    return error == CL_SUCCESS ? gel_success : gelFailCl("reading the contacts", error);
}

// Where the surfaces are, for the way out of tets and the volume of bodies that meet themselves.
static gelStatus readSurfaces(gelDeviceSearch* search, const gelSearchContext* context)
{
    size_t size = (size_t)search->tables.counts[surface_points] * sizeof *search->x;
    bool needed = false;
    if (search->tables.slack > 0.0f)
        return gel_success;
    for (int i = 0; i < search->hitCount && !needed; i++)
        needed = gelNeedsPlaces(search->pairs.pairs, &search->hits[i]);
    if (!needed)
        return gel_success;
    cl_int error = gelReadBuffer(context->opencl, search->surfaces[placeBuffer], size, search->x);
    if (error == CL_SUCCESS)
        error = gelReadBuffer(context->opencl, search->surfaces[normalBuffer], size, search->normals);
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
    if (status == gel_success)
        status = countHits(search, context);
    if (status != gel_success || search->hitCount == 0)
        return status;
    status = gelLaunchSearch(search, context, gel_kernelFindNormals, NULL, 0, NULL, 0,
                             search->tables.counts[surface_points]);
    if (status == gel_success)
        status = fillHits(search, context);
    return status == gel_success ? readSurfaces(search, context) : status;
}

// Searches with the slack of the tables; the points have been placed.
static gelStatus search(gelDeviceSearch* itself, const gelSearchContext* context)
{
    const SearchGround* ground = itself->ground.isThere ? &itself->ground.plane : NULL;
    itself->hitCount = itself->pairs.count = 0;
    gelStatus status = boxBodies(itself, context);
    if (status == gel_success)
        status = gelFindPairs(&itself->tables, itself->boxes, ground, &itself->pairs);
    if (status == gel_success && itself->pairs.count > 0)
        status = comparePairs(itself, context);
    return status;
}

// The list of an earlier frame if it still serves, or a new one.
static gelStatus findHits(gelDeviceSearch* itself, const gelSearchContext* context)
{
    bool serves = false;
    gelStatus status = gelCheckKeptHits(itself, context, &serves);
    if (status != gel_success || serves)
        return status;
    itself->tables.slack = gelChooseSlack(itself);
    status = search(itself, context);
    if (status == gel_success && itself->tables.slack > 0.0f)
        status = gelKeepHits(itself, context);
    if (status != gel_success || itself->kept.isKept || itself->tables.slack == 0.0f)
        return status;
    itself->tables.slack = 0.0f;
    return search(itself, context);
}

gelStatus gelSearchHits(gelDeviceSearch* search, const gelSearchContext* context,
                        const gelStepParameters* parameters, int substepCount, gelSurfaceIssues* findings)
{
    StepParameters step = gelRoundStep(parameters);
    gelStatus status = gel_success;
    search->ground = (gelGroundTerms){
        .plane = {{step.ground_x, step.ground_y, step.ground_z}, step.ground_offset},
        .friction = step.friction,
        .isThere = step.has_ground > 0.0f,
    };
    if (gelMayPair(&search->tables, search->ground.isThere)) {
        status = placePoints(search, context, &step, substepCount);
        if (status == gel_success)
            status = findHits(search, context);
    } else {
        gelDropKeptHits(&search->kept);
        search->hitCount = search->pairs.count = 0;
    }
    *findings = (gelSurfaceIssues){.pairs = search->pairs.pairs,
                                   .pairCount = search->pairs.count,
                                   .hits = search->hits,
                                   .hitCount = search->hitCount,
                                   .isKept = search->kept.isKept,
                                   .groundFriction = step.friction,
                                   .x = (const float(*)[3])search->x,
                                   .normals = (const float(*)[3])search->normals};
    return status;
}

cl_mem gelSearchNormals(const gelDeviceSearch* search)
{
    return search->surfaces[normalBuffer];
}

cl_mem gelSearchPlaces(const gelDeviceSearch* search)
{
    return search->surfaces[placeBuffer];
}

cl_mem gelSearchNear(const gelDeviceSearch* search)
{
    return search->kept.near.buffer;
}
