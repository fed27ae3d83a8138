#define GEL_DIALECT_FLOAT
#include "reference/search.h"
#include "contact/touches.h"

#include "contact/faces.h"
#include "search_passes.h"

struct gelReferenceSearch {
    gelSurfaceTables tables;
    SurfaceSet set; // its arrays belong to the search, but for those of `tables`
    gelPairs pairs;
    CandidatePair* candidates;
    int candidateCount, candidateCapacity;
    gelContactList list;
};

_Static_assert(sizeof(Bounds) == sizeof(gelSweptBox), "a box of a body is not what the sweep takes");

static gelStatus allocate(gelReferenceSearch* search)
{
    SurfaceSet* set = &search->set;
    const gelSurfaceTables* tables = &search->tables;
    bool ok = true;
#define TAKE(member, type, count, content) set->member = content;
#define ALLOCATE(member, type, count, content)                                                               \
    set->member = gelAllocate((size_t)(count), sizeof(type));                                                \
    ok = ok && set->member != NULL;
    SURFACE_TABLE_BUFFERS(TAKE)
    SURFACE_WORK_BUFFERS(ALLOCATE)
#undef TAKE
#undef ALLOCATE
    set->counts = gelCountSurfaces(tables);
    return ok ? gel_success : gelFailMemory((size_t)tables->counts[surface_points], 256);
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
        status = gelCreateContactList(&search->tables, plan->vertexCount, 1, &search->list);
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
#define FREE(member, type, count, content) gelFree(search->set.member);
    SURFACE_WORK_BUFFERS(FREE)
#undef FREE
    gelFree(search->candidates);
    gelClearPairs(&search->pairs);
    gelClearContactList(&search->list);
    gelClearSurfaceTables(&search->tables);
    gelFree(search);
}

static void placeSurfaces(gelReferenceSearch* search, const gelSearchState* state)
{
    const SurfaceSet* set = &search->set;
    const gelSurfaceTables* tables = &search->tables;
    search->set.ground = state->ground.plane;
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

// Finds the candidates of a cluster of the first body. Those for which there is room are added to
// the list.
static CandidateList findCandidates(const gelReferenceSearch* search, int pair, int kind, int cluster)
{
    CandidatePair* end = search->candidates != NULL ? search->candidates + search->candidateCount : NULL;
    CandidateList found = {end, search->candidateCapacity - search->candidateCount, 0};
    find_candidates(&search->set, search->pairs.pairs, pair, kind, cluster, &found);
    return found;
}

static gelStatus comparePair(gelReferenceSearch* search, int pair)
{
    int live = 0;
    for (int kind = 0; kind < search_kinds; kind++)
        for (int i = 0; i < count_first_clusters(search->set.bodies, search->pairs.pairs[pair], kind); i++) {
            if (lane_of(i) == 0)
                live = find_live_clusters(&search->set, search->pairs.pairs, pair, kind, i);
            if ((live >> lane_of(i) & 1) == 0)
                continue;
            CandidateList found = findCandidates(search, pair, kind, i);
            gelStatus status = gelReserve(&search->candidates, &search->candidateCapacity,
                                          search->candidateCount + found.count, sizeof *search->candidates);
            if (status != gel_success)
                return status;
            if (found.count > found.room)
                found = findCandidates(search, pair, kind, i);
            search->candidateCount += found.count;
        }
    return gel_success;
}

gelStatus gelSearchContacts(gelReferenceSearch* search, const gelSearchState* state)
{
    placeSurfaces(search, state);
    search->pairs.restitution = state->restitution;
    gelStatus status = gelFindPairs(&search->tables, (const gelSweptBox*)search->set.body_boxes,
                                    state->ground.isThere ? &state->ground.plane : NULL, &search->pairs);
    search->candidateCount = 0;
    for (int pair = 0; pair < search->pairs.count && status == gel_success; pair++)
        status = comparePair(search, pair);
    if (status != gel_success)
        return status;
    gelSurfaceIssues findings = {.pairs = search->pairs.pairs,
                                 .pairCount = search->pairs.count,
                                 .candidates = search->candidates,
                                 .candidateCount = search->candidateCount,
                                 .x = (const float(*)[3])search->set.x,
                                 .normals = (const float(*)[3])search->set.normal,
                                 .masses = state->masses,
                                 .groundFriction = state->ground.friction};
    gelFindFaces(&search->tables);
    status = gelFillContactList(&search->tables, &findings, &search->list);
    return status == gel_success && state->slots != NULL
               ? gelListTouches(&search->tables, state->slots, state->slotCount, &search->list)
               : status;
}

const gelContactList* gelGetContacts(const gelReferenceSearch* search)
{
    return &search->list;
}

const gelSurfaceTables* gelGetTables(const gelReferenceSearch* search)
{
    return &search->tables;
}

const CandidatePair* gelGetCandidates(const gelReferenceSearch* search, int* count)
{
    *count = search->candidateCount;
    return search->candidates;
}

const float* gelGetSurfaceNormals(const gelReferenceSearch* search)
{
    return &search->set.normal[0].x;
}
