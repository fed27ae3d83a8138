#define GEL_DIALECT_FLOAT
#include "reference/search.h"
#include "search_passes.h"

struct gelReferenceSearch {
    gelSurfaceTables tables;
    SurfaceSet set; // its arrays belong to the search, but for those of `tables`
    gelPairs pairs;
    SearchHit* hits;
    int hitCount, hitCapacity;
    gelContactList list;
};

_Static_assert(sizeof(Bounds) == sizeof(gelSweptBox), "a box of a body is not what the sweep takes");

static gelStatus allocate(gelReferenceSearch* search)
{
    SurfaceSet* set = &search->set;
    const gelSurfaceTables* tables = &search->tables;
    size_t points = (size_t)tables->counts[surface_points];
    set->x = gelAllocate(points, sizeof *set->x);
    set->way = gelAllocate(points, sizeof *set->way);
    set->swept = gelAllocate(points, sizeof *set->swept);
    set->normal = gelAllocate(points, sizeof *set->normal);
    set->body_boxes = gelAllocate(2 * (size_t)tables->bodyCount, sizeof *set->body_boxes);
    set->way_clusters = gelAllocate((size_t)tables->rowCounts[surface_points], sizeof(BoundsRow));
    bool ok = set->way_clusters != NULL && set->x != NULL && set->way != NULL && set->swept != NULL &&
              set->normal != NULL && set->body_boxes != NULL;
    for (int sort = 0; sort < surface_sorts; sort++) {
        set->boxes[sort] = gelAllocate((size_t)tables->clusterCounts[sort], sizeof(BoundsRow));
        set->clusters[sort] = gelAllocate((size_t)tables->rowCounts[sort], sizeof(BoundsRow));
        ok = ok && set->boxes[sort] != NULL && set->clusters[sort] != NULL;
    }
    set->tet_clusters = gelAllocate((size_t)tables->tetRowCount, sizeof(BoundsRow));
    ok = ok && set->tet_clusters != NULL;
    set->body_ways = ok ? set->body_boxes + tables->bodyCount : NULL;
    set->tets = tables->tets;
    set->tet_starts = tables->tetStarts;
    set->tet_places = tables->tetPlaces;
    set->bodies = tables->bodies;
    set->points = tables->points;
    set->triangles = tables->triangles;
    set->edges = tables->edges;
    set->triangle_starts = tables->triangleStarts;
    set->point_triangles = tables->pointTriangles;
    return ok ? gel_success : gelFailMemory(points, 256);
}

gelStatus gelCreateReferenceSearch(const gelPlan* plan, gelReferenceSearch** result)
{
    gelReferenceSearch* search = gelAllocate(1, sizeof *search);
    *result = NULL;
    if (search == NULL)
        return gelFailMemory(1, sizeof *search);
    gelStatus status = gelCreateSurfaceTables(plan, &search->tables);
    if (status == gel_success)
        status = allocate(search);
    if (status == gel_success)
        status = gelCreateContactList(&search->tables, plan->vertexCount, &search->list);
    if (status != gel_success)
        gelDestroyReferenceSearch(search);
    else
        *result = search;
    return status;
}

void gelDestroyReferenceSearch(gelReferenceSearch* search)
{
    if (search == NULL)
        return;
    gelFree(search->set.x);
    gelFree(search->set.way);
    gelFree(search->set.swept);
    gelFree(search->set.normal);
    for (int sort = 0; sort < surface_sorts; sort++) {
        gelFree(search->set.boxes[sort]);
        gelFree(search->set.clusters[sort]);
    }
    gelFree(search->set.tet_clusters);
    gelFree(search->set.way_clusters);
    gelFree(search->set.body_boxes);
    gelFree(search->hits);
    gelClearPairs(&search->pairs);
    gelClearContactList(&search->list);
    gelClearSurfaceTables(&search->tables);
    gelFree(search);
}

static void placeSurfaces(gelReferenceSearch* search, const gelSearchState* state)
{
    const SurfaceSet* set = &search->set;
    const gelSurfaceTables* tables = &search->tables;
    if (state->ground != NULL)
        search->set.ground = *state->ground;
    search->set.position = (const SearchRecord*)state->positions;
    search->set.velocity = (const SearchRecord*)state->velocities;
    vec3 gravity = {state->gravity[0], state->gravity[1], state->gravity[2]};
    search->tables.frameTime = state->frameTime;
    search->tables.fall = gelFallInFrame(state->gravity, state->frameTime);
    for (int i = 0; i < tables->counts[surface_points]; i++)
        place_point(set, i, gravity, state->frameTime);
    for (int i = 0; i < tables->counts[surface_points]; i++)
        find_normal(set, i);
    for (int body = 0; body < tables->bodyCount; body++) {
        for (int i = 0; i < count_clusters(tables->bodies[body].tet_count); i++)
            box_tets(set, body, i);
        for (int sort = 0; sort < surface_sorts; sort++)
            for (int i = 0; i < count_clusters(tables->bodies[body].count[sort]); i++)
                box_cluster(set, body, sort, i);
        box_body(set, body);
    }
}

// Those of a cluster of the first body, as far as there is room behind the others.
static FoundHits findHits(const gelReferenceSearch* search, int pair, int kind, int cluster)
{
    SearchHit* end = search->hits != NULL ? search->hits + search->hitCount : NULL;
    FoundHits found = {end, search->hitCapacity - search->hitCount, 0};
    find_hits(&search->set, search->pairs.pairs, pair, kind, cluster, &found);
    return found;
}

static gelStatus comparePair(gelReferenceSearch* search, int pair)
{
    for (int kind = 0; kind < search_kinds; kind++)
        for (int i = 0; i < count_first_clusters(search->set.bodies, search->pairs.pairs[pair], kind); i++) {
            FoundHits found = findHits(search, pair, kind, i);
            gelStatus status = gelReserve(&search->hits, &search->hitCapacity, search->hitCount + found.count,
                                          sizeof *search->hits);
            if (status != gel_success)
                return status;
            if (found.count > found.room)
                found = findHits(search, pair, kind, i);
            search->hitCount += found.count;
        }
    return gel_success;
}

gelStatus gelSearchContacts(gelReferenceSearch* search, const gelSearchState* state)
{
    placeSurfaces(search, state);
    search->pairs.bounces = state->bounces;
    gelStatus status = gelFindPairs(&search->tables, (const gelSweptBox*)search->set.body_boxes,
                                    state->ground, &search->pairs);
    search->hitCount = 0;
    for (int pair = 0; pair < search->pairs.count && status == gel_success; pair++)
        status = comparePair(search, pair);
    if (status != gel_success)
        return status;
    gelSurfaceIssues findings = {.pairs = search->pairs.pairs,
                                 .pairCount = search->pairs.count,
                                 .hits = search->hits,
                                 .hitCount = search->hitCount,
                                 .x = (const float(*)[3])search->set.x,
                                 .normals = (const float(*)[3])search->set.normal,
                                 .masses = state->masses,
                                 .groundFriction = state->groundFriction};
    return gelFillContactList(&search->tables, &findings, &search->list);
}

const gelContactList* gelGetContacts(const gelReferenceSearch* search)
{
    return &search->list;
}

const gelSurfaceTables* gelGetTables(const gelReferenceSearch* search)
{
    return &search->tables;
}

const SearchHit* gelGetHits(const gelReferenceSearch* search, int* count)
{
    *count = search->hitCount;
    return search->hits;
}

const float* gelGetSurfaceNormals(const gelReferenceSearch* search)
{
    return &search->set.normal[0].x;
}
