// Contact has the reference's bits on every device, whatever the strategy, the lanes and the work-groups; and
// the reference finds what a comparison of all elements with all others finds.
//
// GEL_TEST_FRAMES shortens the runs for slow drivers.
#define CL_TARGET_OPENCL_VERSION 120
#define GEL_DIALECT_FLOAT
#include "mesh/surface_shapes.h"
#include "support/fixtures.h"

#include "opencl/backend_internal.h"
#include "opencl/runtime/functions.h"
#include "reference/search.h"
#include "search_passes.h"
#include "world/world.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

enum { bodyCount = 8, wholeRun = 120 };
static const float frame = 1.0f / 60.0f;

typedef struct Meshes {
    gelTetMesh box, beam, ball;
    gelSurfaceMesh skin; // of the box
} Meshes;

static Meshes makeMeshes(void)
{
    Meshes meshes;
    Soup soup = {0};
    addBox(&soup, (float[]){-0.09f, -0.08f, -0.07f}, (float[]){0.09f, 0.08f, 0.09f});
    meshes.skin = surfaceOf(&soup);
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 2, 2, 2, &meshes.box));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.1f, 0.15f}, 5, 1, 2, &meshes.beam));
    REQUIRE(gelCreateSphereMesh(0.12f, 4, &meshes.ball));
    return meshes;
}

static void destroyMeshes(Meshes* meshes)
{
    gelDestroyTetMesh(&meshes->box);
    gelDestroyTetMesh(&meshes->beam);
    gelDestroyTetMesh(&meshes->ball);
    gelDestroySurfaceMesh(&meshes->skin);
}

// Bodies of three meshes, two sizes and materials, dropped onto the ground and each other; the last begins deep
// in the one below it, another a little. Two wear skins; a corner of one is pinned, and one is pulled.
static gelWorld* makeHeap(const gelWorldDef* base, const Meshes* meshes)
{
    const gelTetMesh* const kinds[] = {&meshes->box, &meshes->beam, &meshes->ball};
    gelWorldDef def = *base;
    gelWorld* world;
    gelBodyId ids[bodyCount];
    def.contact = true;
    def.substepCount = 6;
    def.ground.enabled = true;
    REQUIRE(gelCreateWorld(&def, &world));
    for (int i = 0; i < bodyCount; i++) {
        gelBodyDef body = gelDefaultBodyDef();
        float k = (float)i;
        body.scale = i % 4 == 3 ? 1.25f : 1.0f;
        body.material.density = i % 2 == 0 ? 1000.0f : 400.0f;
        body.position = (gelVec3){0.03f * (float)(i % 3), 0.16f + 0.2f * k, 0.02f * (float)(i % 2)};
        body.rotation = (gelQuat){0.1f * k, 0.2f, -0.05f * k, 1.0f};
        body.position.y -= i == 7 ? 0.12f : i == 5 ? 0.08f : 0.0f;
        body.velocity = (gelVec3){0.0f, -0.5f * k, 0.0f};
        REQUIRE(gelCreateBody(world, &body, kinds[i % 3], &ids[i]));
    }
    REQUIRE(gelBody_SetSkin(world, ids[0], &meshes->skin, NULL));
    REQUIRE(gelBody_SetSkin(world, ids[6], &meshes->skin, NULL));
    REQUIRE(gelBody_SetPinned(world, ids[3], (int[]){0, 1}, 2, true));
    gelGoal goal = {ids[4], 2, {0.4f, 0.3f, 0.1f}, 500.0f};
    REQUIRE(gelWorld_SetGoals(world, &goal, 1));
    return world;
}

static uint64_t run(gelWorld* world, int frames)
{
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(world, frame));
    return gelWorld_Hash(world);
}

static uint64_t runHeap(const gelWorldDef* def, const Meshes* meshes, int frames)
{
    gelWorld* world = makeHeap(def, meshes);
    uint64_t hash = run(world, frames);
    gelDestroyWorld(world);
    return hash;
}

static gelWorldDef referenceDef(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    return def;
}

static void check(const gelWorldDef* def, const Meshes* meshes, const char* name, uint64_t reference)
{
    uint64_t found = runHeap(def, meshes, framesToRun(wholeRun));
    CHECK(found == reference,
          "%s, %d lanes, strategy %s, work-groups of %d: %016" PRIx64 ", the reference's %016" PRIx64, name,
          def->lanes, gelStrategyText(def->strategy), def->workGroupSize, found, reference);
}

static void every_device_and_strategy_gives_the_bits_of_the_reference(void)
{
    Backends backends = listBackends();
    Meshes meshes = makeMeshes();
    gelWorldDef def = referenceDef();
    def.tileSize = 16;
    uint64_t tiled = runHeap(&def, &meshes, framesToRun(wholeRun));
    for (int b = 1; b < backends.count; b++)
        for (gelStrategy strategy = gel_strategyPerColour; strategy < gel_strategyCount; strategy++) {
            def = backends.defs[b];
            def.tileSize = 16;
            def.strategy = strategy;
            check(&def, &meshes, backends.names[b], tiled);
        }
    destroyMeshes(&meshes);
}

static void lanes_and_work_group_sizes_change_no_bit(void)
{
    static const int lanes[] = {1, 8, 16}, sizes[] = {1, 3, 0}; // 0: the device's own
    Backends backends = listBackends();
    Meshes meshes = makeMeshes();
    gelWorldDef def = referenceDef();
    uint64_t reference = runHeap(&def, &meshes, framesToRun(wholeRun));
    for (int b = 1; b < backends.count; b++)
        for (int i = 0; i < 3; i++) {
            def = backends.defs[b];
            if (!setLanes(&def, lanes[i]))
                continue;
            setWorkGroupSize(&def, sizes[i]);
            check(&def, &meshes, backends.names[b], reference);
        }
    destroyMeshes(&meshes);
}

static const gelContacts* contactsOf(const gelWorld* world)
{
    return &((const gelOpenclBackend*)world->backend)->contacts;
}

// In one work-group, in a launch per pass, stage by stage, and recorded where the driver can. The second run has room
// for few candidates of each turn of the search, so that most turns are taken again.
static void however_contacts_are_solved_the_bits_are_the_same(void)
{
    enum { runs = 4 };
    Backends backends = listBackends();
    Meshes meshes = makeMeshes();
    for (int b = 1; b < backends.count; b++) {
        gelWorld* worlds[runs];
        int maxContacts = 0, separations = 0;
        for (int i = 0; i < runs; i++) {
            gelWorldDef def = backends.defs[b];
            def.strategy = i == 3 ? gel_strategyPerColour : gel_strategyAuto;
            def.commandBuffer = i == 3 ? gel_commandBufferOn : gel_commandBufferAuto;
            worlds[i] = makeHeap(&def, &meshes);
            run(worlds[i], 1); // from here on there is a program
        }
        for (int i = 1; i < framesToRun(wholeRun); i++) {
            gelStageInfo info = {0};
            ((gelOpenclBackend*)worlds[0]->backend)->contacts.maxTogether = INT_MAX;
            ((gelOpenclBackend*)worlds[1]->backend)->contacts.maxTogether = 0;
            ((gelOpenclBackend*)worlds[1]->backend)->contacts.search.maxPerTurn = 2;
            run(worlds[0], 1);
            run(worlds[1], 1);
            while (!info.lastOfStep)
                REQUIRE(gelWorld_StepStage(worlds[2], frame, &info));
            run(worlds[3], 1);
            int count = contactsOf(worlds[0])->list.contactCount;
            maxContacts = count > maxContacts ? count : maxContacts;
            separations += contactsOf(worlds[0])->list.separationCount;
        }
        CHECK(maxContacts > 100, "%s: only %d contacts", backends.names[b], maxContacts);
        CHECK(separations > 0, "%s: no bodies were led apart", backends.names[b]);
        for (int i = 1; i < runs; i++)
            CHECK(gelWorld_Hash(worlds[i]) == gelWorld_Hash(worlds[0]), "%s: run %d has other bits",
                  backends.names[b], i);
        for (int i = 0; i < runs; i++)
            gelDestroyWorld(worlds[i]);
    }
    destroyMeshes(&meshes);
}

static void clones_and_reloaded_kernels_continue_in_mid_contact(void)
{
    Backends backends = listBackends();
    Meshes meshes = makeMeshes();
    gelWorldDef def = referenceDef();
    uint64_t reference = runHeap(&def, &meshes, 60);
    for (int b = 1; b < backends.count; b++) {
        gelWorld *world = makeHeap(&backends.defs[b], &meshes), *here, *there;
        bool exact = false;
        run(world, 40);
        REQUIRE(gelCloneWorld(world, &backends.defs[b], &here));
        REQUIRE(gelCloneWorld(world, &def, &there));
        for (int i = 0; i < 3; i++)
            REQUIRE(gelWorld_StepStage(world, frame, NULL));
        if (backends.defs[b].backend == gel_opencl) {       // others have no kernels to reload
            REQUIRE(gelWorld_ReloadKernels(world, &exact)); // a step has begun
            CHECK(exact, "%s: reloaded kernels are not exact", backends.names[b]);
        }
        CHECK_HEX(run(world, 20), reference);
        CHECK_HEX(run(here, 20), reference);
        CHECK_HEX(run(there, 20), reference);
        gelDestroyWorld(world);
        gelDestroyWorld(here);
        gelDestroyWorld(there);
    }
    destroyMeshes(&meshes);
}

static void launches_of_contact_are_counted_and_logged(void)
{
    Backends backends = listBackends();
    Meshes meshes = makeMeshes();
    for (int b = 1; b < backends.count; b++) {
        gelWorld* world = makeHeap(&backends.defs[b], &meshes);
        gelLaunchTime* times;
        int count, searches = 0, contacts = 0;
        run(world, 40);
        REQUIRE(gelWorld_SetTiming(world, true));
        run(world, 1);
        REQUIRE(gelWorld_TakeLaunchTimes(world, &times, &count));
        CHECK_INT(count, gelWorld_GetProfile(world).launchesPerStep);
        for (int i = 0; i < count; i++) {
            searches += strcmp(times[i].name, "search") == 0;
            contacts += strcmp(times[i].name, "contact") == 0;
        }
        CHECK_INT(searches, 14); // four of them list the clusters that are near the other body
        CHECK_INT(contacts, 2 + gelWorld_GetDef(world).substepCount);
        gelFree(times);
        gelDestroyWorld(world);
    }
    destroyMeshes(&meshes);
}

// --- The search against a comparison of all with all

typedef struct Oracle {
    gelSurfaceTables tables;
    SurfaceSet set;
    SearchRecord *positions, *velocities;
    CandidatePair* candidates;
    int count;
} Oracle;

static Oracle makeOracle(const gelWorld* world)
{
    Oracle oracle = {.count = 0};
    REQUIRE(gelCreateSurfaceTables(&world->plan, &oracle.tables));
    oracle.tables.fall = gelFallInFrame((float[]){0.0f, -9.81f, 0.0f}, frame);
    const gelSurfaceTables* tables = &oracle.tables;
    size_t points = (size_t)tables->counts[surface_points], vertices = (size_t)world->vertexCount;
    oracle.positions = malloc(vertices * sizeof *oracle.positions);
    oracle.velocities = malloc(vertices * sizeof *oracle.velocities);
    for (int i = 0; i < world->vertexCount; i++) {
        const double *x = world->vertices[i].position, *v = world->vertices[i].velocity;
        oracle.positions[i] = (SearchRecord){(float)x[0], (float)x[1], (float)x[2], 0.0f};
        oracle.velocities[i] = (SearchRecord){(float)v[0], (float)v[1], (float)v[2], 0.0f};
    }
    SurfaceSet* set = &oracle.set;
    *set = (SurfaceSet){.position = oracle.positions,
                        .velocity = oracle.velocities,
                        .bodies = tables->bodies,
                        .points = tables->points,
                        .triangles = tables->triangles,
                        .edges = tables->edges,
                        .triangle_starts = tables->triangleStarts,
                        .point_triangles = tables->pointTriangles,
                        .tets = tables->tets,
                        .tet_starts = tables->tetStarts,
                        .tet_places = tables->tetPlaces};
    set->x = malloc(points * sizeof *set->x);
    set->displacement = malloc(points * sizeof *set->displacement);
    set->swept = malloc(points * sizeof *set->swept);
    set->tet_clusters = malloc((size_t)tables->tetRowCount * sizeof(BoundsRow));
    for (int i = 0; i < tables->counts[surface_points]; i++)
        place_point(set, i, (vec3){0.0f, -9.81f, 0.0f}, frame);
    for (int b = 0; b < tables->bodyCount; b++)
        for (int i = 0; i < count_clusters(tables->bodies[b].tet_count); i++)
            box_tets(set, b, i);
    return oracle;
}

static void clearOracle(Oracle* oracle)
{
    free(oracle->set.x);
    free(oracle->set.displacement);
    free(oracle->set.swept);
    free(oracle->set.tet_clusters);
    free(oracle->positions);
    free(oracle->velocities);
    free(oracle->candidates);
    gelClearSurfaceTables(&oracle->tables);
}

static Bounds boxElement(const SurfaceSet* set, int sort, int i)
{
    Bounds box = bounds_empty();
    for (int k = 0; k < 3 - (sort == surface_edges) - 2 * (sort == surface_points); k++)
        include_point(set, &box,
                      sort == surface_points      ? i
                      : sort == surface_triangles ? set->triangles[i].points[k]
                                                  : set->edges[i].points[k]);
    return box;
}

// The two sorts of elements that a kind of comparison has; tets are another sort.
enum { tets = surface_sorts };
static const int sortsOf[search_kinds][2] = {[search_points_triangles] = {surface_points, surface_triangles},
                                             [search_triangles_points] = {surface_triangles, surface_points},
                                             [search_edges] = {surface_edges, surface_edges},
                                             [search_points_tets] = {surface_points, tets},
                                             [search_tets_points] = {tets, surface_points}};

static int firstOf(const SurfaceBody* body, int sort)
{
    return sort == tets ? body->first_tet : body->first[sort];
}

static int countOf(const SurfaceBody* body, int sort)
{
    return sort == tets ? body->tet_count : body->count[sort];
}

// Whether two elements of a pair are a candidate, from the definition of the list. `cluster` is the second's.
static bool isCandidate(const Oracle* oracle, const CandidatePair* candidate, const SearchReach* reach,
                        Bounds cluster)
{
    const SurfaceSet* set = &oracle->set;
    if (candidate->kind == search_points_tets || candidate->kind == search_tets_points)
        return is_in_tet(set, candidate->first, candidate->second) &&
               is_in_box(set->x[candidate->first], cluster, 0.0f);
    bool edges = candidate->kind == search_edges;
    return boxes_meet(boxElement(set, edges ? surface_edges : surface_points, candidate->first),
                      boxElement(set, edges ? surface_edges : surface_triangles, candidate->second),
                      box_distance(reach)) &&
           are_near(set, edges, candidate->first, candidate->second, reach) &&
           (!edges || is_sharp(set, candidate->first) || is_sharp(set, candidate->second));
}

// Two clusters, of the first and the second body of a pair. Of a point and a tet the point comes first.
static void compareClusters(Oracle* oracle, const CandidatePair* like, const int first[2], const int end[2],
                            const SearchReach* reach)
{
    bool swapped = like->kind == search_triangles_points, tetsFirst = like->kind == search_tets_points;
    int outer = tetsFirst ? 1 : 0, inner = 1 - outer;
    Bounds cluster = bounds_empty();
    if (like->kind == search_points_tets || tetsFirst) {
        int tet = first[tetsFirst ? 0 : 1], body = 0;
        while (tet >= oracle->tables.bodies[body].first_tet + oracle->tables.bodies[body].tet_count)
            body++;
        const SurfaceBody* owner = &oracle->tables.bodies[body];
        read_box(oracle->set.tet_clusters + owner->first_tet_row, (tet - owner->first_tet) / cluster_size,
                 &cluster);
    }
    for (int i = first[outer]; i < end[outer]; i++)
        for (int k = first[inner]; k < end[inner]; k++) {
            CandidatePair candidate = {like->pair, like->kind, swapped ? k : i, swapped ? i : k};
            if (!isCandidate(oracle, &candidate, reach, cluster))
                continue;
            oracle->candidates =
                realloc(oracle->candidates, (size_t)(oracle->count + 1) * sizeof *oracle->candidates);
            oracle->candidates[oracle->count++] = candidate;
        }
}

static int min(int a, int b)
{
    return a < b ? a : b;
}

// How far others may drive two bodies at each other.
static float struckOf(const Oracle* oracle, int a, int b)
{
    gelSweptBox boxes[2 * bodyCount];
    gelPairs pairs = {0};
    float impact_margin = 0.0f;
    for (int i = 0; i < 2 * bodyCount; i++) {
        const SurfaceBody* body = &oracle->tables.bodies[i % bodyCount];
        Bounds all = bounds_empty();
        for (int k = body->first[surface_points];
             k < firstOf(body, surface_points) + countOf(body, surface_points); k++) {
            bounds_include(&all, i < bodyCount ? oracle->set.x[k] : oracle->set.displacement[k]);
            if (i < bodyCount)
                bounds_include(&all, vec3_add(oracle->set.x[k], oracle->set.displacement[k]));
        }
        memcpy(&boxes[i], &all, sizeof all);
    }
    REQUIRE(gelFindPairs(&oracle->tables, boxes, NULL, &pairs));
    for (int i = 0; i < pairs.count; i++)
        if (pairs.pairs[i].bodies[0] == a && pairs.pairs[i].bodies[1] == b)
            impact_margin = pairs.pairs[i].impact_margin;
    gelClearPairs(&pairs);
    return impact_margin;
}

static void compareBodies(Oracle* oracle, int a, int b, int kind)
{
    const SurfaceBody *p = &oracle->tables.bodies[a], *q = &oracle->tables.bodies[b];
    int s = sortsOf[kind][0], t = sortsOf[kind][1];
    SearchReach reach;
    find_reach(&oracle->set, &(SearchPair){{a, b}, struckOf(oracle, a, b)}, &reach);
    CandidatePair like = {a * bodyCount + b, kind, 0, 0};
    int ends[2] = {firstOf(p, s) + countOf(p, s), firstOf(q, t) + countOf(q, t)};
    for (int own = firstOf(p, s); own < ends[0]; own += cluster_size)
        for (int other = firstOf(q, t); other < ends[1]; other += cluster_size)
            compareClusters(oracle, &like, (int[]){own, other},
                            (int[]){min(own + cluster_size, ends[0]), min(other + cluster_size, ends[1])},
                            &reach);
}

static void the_search_finds_what_comparing_all_with_all_finds(void)
{
    Meshes meshes = makeMeshes();
    gelWorldDef def = referenceDef();
    gelWorld* world = makeHeap(&def, &meshes);
    double masses[bodyCount];
    int total = 0, inside = 0;
    for (int i = 0; i < bodyCount; i++)
        masses[i] = 1.0;
    for (int round = 0; round < 6; round++) {
        gelReferenceSearch* search;
        int count;
        run(world, round == 0 ? 1 : 8);
        Oracle oracle = makeOracle(world);
        for (int a = 0; a < bodyCount; a++)
            for (int b = a + 1; b < bodyCount; b++)
                for (int kind = 0; kind < search_ground; kind++)
                    compareBodies(&oracle, a, b, kind);
        gelSearchState state = {.positions = (const float(*)[4])oracle.positions,
                                .velocities = (const float(*)[4])oracle.velocities,
                                .masses = masses,
                                .gravity = {0.0f, -9.81f, 0.0f},
                                .frameTime = frame};
        REQUIRE(gelCreateReferenceSearch(&world->plan, &search));
        REQUIRE(gelSearchContacts(search, &state));
        const CandidatePair* candidates = gelGetCandidates(search, &count);
        CHECK_INT(count, oracle.count);
        for (int i = 0; i < oracle.count && i < count; i++) {
            const CandidatePair* expected = &oracle.candidates[i];
            CHECK(candidates[i].kind == expected->kind && candidates[i].first == expected->first &&
                      candidates[i].second == expected->second,
                  "candidate %d is %d: %d with %d, not %d: %d with %d", i, candidates[i].kind,
                  candidates[i].first, candidates[i].second, expected->kind, expected->first,
                  expected->second);
            inside += expected->kind == search_points_tets || expected->kind == search_tets_points;
        }
        total += oracle.count;
        gelDestroyReferenceSearch(search);
        clearOracle(&oracle);
    }
    CHECK(total > 400 && inside > 10, "only %d candidates, %d of them inside, in six frames", total, inside);
    gelDestroyWorld(world);
    destroyMeshes(&meshes);
}

// Three blocks with more candidates than an int holds. Of their sum 2^29 is left in 32 bits: too little room would be
// made for the candidates.
static void more_hits_than_an_int_holds_do_not_become_few(void)
{
    enum { turnCount = 2 * turn_block + 1, many = 3 << 29 };
    Backends backends = listBackends();
    Meshes meshes = makeMeshes();
    for (int b = 1; b < backends.count; b++) {
        gelWorld* world = makeHeap(&backends.defs[b], &meshes);
        run(world, 1); // from here on there is a program
        const gelOpencl* opencl = &((const gelOpenclBackend*)world->backend)->opencl;
        const gelContactProgram* program = &contactsOf(world)->program;
        const int turns = turnCount;
        const gelArgument number = GEL_ARGUMENT(turns);
        int counts[turnCount] = {many, [turn_block] = many, [2 * turn_block] = many}, total = 0, launches = 0;
        uint64_t bytes = 0;
        cl_mem buffers[candidate_buffer_count];
        for (int i = 0; i < candidate_buffer_count; i++)
            REQUIRE(gelCreateBuffer(opencl, sizeof counts, NULL, &bytes, &buffers[i]));
        gelCl.clEnqueueWriteBuffer(opencl->queue, buffers[candidate_buffer_candidate_counts], CL_TRUE, 0,
                                   sizeof counts, counts, 0, NULL, NULL);
        gelSetBuffers(program->kernels[gel_kernelSumCounts].kernel, buffers, candidate_buffer_count, 0);
        gelSetBuffers(program->kernels[gel_kernelStartCandidates].kernel, buffers, candidate_buffer_count, 0);
        REQUIRE(gelLaunchContact(opencl, program, gel_kernelSumCounts, "test", &number, 1,
                                 candidate_buffer_count, 3, &launches));
        REQUIRE(gelLaunchContact(opencl, program, gel_kernelStartCandidates, "test", &number, 1,
                                 candidate_buffer_count, 3, &launches));
        gelCl.clEnqueueReadBuffer(opencl->queue, buffers[candidate_buffer_total], CL_TRUE, 0, sizeof total,
                                  &total, 0, NULL, NULL);
        CHECK(total == INT_MAX, "%s: %d candidates are left", backends.names[b], total);
        for (int i = 0; i < candidate_buffer_count; i++)
            gelReleaseBuffer(&buffers[i]);
        gelDestroyWorld(world);
    }
    destroyMeshes(&meshes);
}

TESTS(TEST(every_device_and_strategy_gives_the_bits_of_the_reference),
      TEST(lanes_and_work_group_sizes_change_no_bit), TEST(however_contacts_are_solved_the_bits_are_the_same),
      TEST(clones_and_reloaded_kernels_continue_in_mid_contact),
      TEST(launches_of_contact_are_counted_and_logged), TEST(more_hits_than_an_int_holds_do_not_become_few),
      TEST(the_search_finds_what_comparing_all_with_all_finds))
