// Tiles: every constraint is solved once, in a tile that holds its vertices; tiles of a phase share none, are
// no larger than asked for, and few.
#define _GNU_SOURCE // RTLD_NEXT
#include "support/fixtures.h"

#include "base/pool.h"
#include "plan/kinds.h"
#include "plan/shape.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>

enum { maxPhases = 16 }; // as in tiling.c
static const int tileSizes[] = {16, 64, 300, 2048};
enum { sizeCount = sizeof tileSizes / sizeof tileSizes[0], meshCount = 4 };

static const gelMaterial everyKind = {.bendingStiffness = 1.0f, .model = gel_neoHookean};

// The library's threads; those that may not start leave their work to the caller.
static bool threadsMayStart = true;
static int startedThreads;

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument)
{
    __typeof__(pthread_create)* next;
    void* address = dlsym(RTLD_NEXT, "pthread_create");
    memcpy(&next, &address, sizeof next);
    if (!threadsMayStart)
        return EAGAIN;
    startedThreads++;
    return next(thread, attributes, run, argument);
}

// Vertex numbers that say nothing about where a vertex is: multiplied by a prime, as in test_locality.c.
static void scatterVertices(gelTetMesh* mesh)
{
    int count = mesh->vertexCount;
    float* positions = calloc((size_t)count, 3 * sizeof *positions);
    int* tets = calloc((size_t)mesh->tetCount, 4 * sizeof *tets);
    gelTetMesh scattered;
    for (int v = 0; v < count; v++)
        memcpy(positions + 3 * ((int64_t)v * 7919 % count), mesh->positions + 3 * v, 3 * sizeof *positions);
    for (int i = 0; i < 4 * mesh->tetCount; i++)
        tets[i] = (int)((int64_t)mesh->tets[i] * 7919 % count);
    REQUIRE(gelCreateTetMesh(positions, count, tets, mesh->tetCount, NULL, &scattered, NULL));
    gelDestroyTetMesh(mesh);
    *mesh = scattered;
    free(positions);
    free(tets);
}

static const char* const meshNames[meshCount] = {"lattice", "ball", "scattered box", "bear"};

static gelTetMesh makeMesh(int which)
{
    gelTetMesh mesh;
    if (which == 0)
        REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 4}, 8, 8, 32, &mesh));
    else if (which == 1)
        REQUIRE(gelCreateSphereMesh(1.0f, 10, &mesh));
    else if (which == 2) {
        REQUIRE(gelCreateBoxMesh((gelVec3){1, 2, 1}, 12, 24, 12, &mesh));
        scatterVertices(&mesh);
    } else
        REQUIRE(gelLoadTetMesh(GEL_ASSETS "/meshes/bear.node", &mesh, NULL));
    return mesh;
}

static gelShape* makeShape(const gelTetMesh* mesh, int tileSize, bool bends)
{
    gelShape* shape;
    REQUIRE(gelCreateShape(mesh, tileSize, &shape));
    if (bends)
        REQUIRE(gelFindConstraints(shape, &everyKind));
    return shape;
}

// Runs a check on all meshes, cut to all sizes, with every kind of constraint.
static void checkAll(void (*check)(const gelShape* shape, const char* name))
{
    for (int m = 0; m < meshCount; m++) {
        gelTetMesh mesh = makeMesh(m);
        for (int s = 0; s < sizeCount; s++) {
            char name[80];
            gelShape* shape = makeShape(&mesh, tileSizes[s], true);
            snprintf(name, sizeof name, "%s of %d vertices, tiles of %d", meshNames[m], mesh.vertexCount,
                     tileSizes[s]);
            check(shape, name);
            gelReleaseShape(shape);
        }
        gelDestroyTetMesh(&mesh);
    }
}

// Marks the vertices of a tile with its number + 1; a set's own tiles are numbered after those of the shape.
static int markTile(const gelShape* shape, const gelConstraintSet* set, int tile, int* marks)
{
    bool own = tile >= shape->tiles.tileCount;
    const gelTiling* tiling = own ? &set->ownTiles : &shape->tiles;
    int local = own ? tile - shape->tiles.tileCount : tile;
    for (int i = tiling->vertexStarts[local]; i < tiling->vertexStarts[local + 1]; i++)
        marks[tiling->vertices[i]] = tile + 1;
    return tiling->vertexStarts[local + 1] - tiling->vertexStarts[local];
}

static void checkConstraints(const gelShape* shape, int kind, const char* name)
{
    const gelConstraintSet* set = &shape->constraints[kind];
    int arity = gelKinds[kind].arity, tileCount = shape->tiles.tileCount + set->ownTiles.tileCount;
    int* marks = calloc((size_t)shape->mesh.vertexCount, sizeof *marks);
    int* times = calloc((size_t)set->count, sizeof *times);
    int outside = 0, notOnce = 0;
    for (int tile = 0; tile < tileCount; tile++) {
        markTile(shape, set, tile, marks);
        int first = set->colourStarts[set->tileStarts[tile]],
            end = set->colourStarts[set->tileStarts[tile + 1]];
        for (int i = first; i < end; i++) {
            times[set->order[i]]++;
            for (int k = 0; k < arity; k++)
                outside += marks[set->vertices[set->order[i] * arity + k]] != tile + 1;
        }
    }
    for (int i = 0; i < set->count; i++)
        notOnce += times[i] != 1;
    CHECK(outside == 0, "%s, %s: %d vertices are not in the tile", name, gelKinds[kind].name, outside);
    CHECK(notOnce == 0, "%s, %s: %d of %d are not solved once", name, gelKinds[kind].name, notOnce,
          set->count);
    free(marks);
    free(times);
}

static void checkAllConstraints(const gelShape* shape, const char* name)
{
    for (int kind = 0; kind < constraint_kinds; kind++)
        if (shape->constraints[kind].count > 0) // of tets
            checkConstraints(shape, kind, name);
}

static void every_constraint_has_one_tile_which_holds_its_vertices(void)
{
    checkAll(checkAllConstraints);
}

// Every phase leaves less to do, but not always little: the last one is a tile of whatever is left.
static bool isRest(const gelTiling* tiling, int phase)
{
    return phase + 1 == maxPhases && tiling->phaseStarts[phase + 1] == tiling->phaseStarts[phase] + 1;
}

static void checkTiles(const gelTiling* tiling, const gelShape* shape, const char* name)
{
    int* lastPhase = calloc((size_t)shape->mesh.vertexCount, sizeof *lastPhase);
    int shared = 0, largest = 0, empty = 0;
    for (int phase = 0; phase < tiling->phaseCount; phase++)
        for (int tile = tiling->phaseStarts[phase]; tile < tiling->phaseStarts[phase + 1]; tile++) {
            int first = tiling->vertexStarts[tile], end = tiling->vertexStarts[tile + 1];
            largest = end - first > largest && !isRest(tiling, phase) ? end - first : largest;
            empty += end == first;
            for (int i = first; i < end; i++) {
                shared += lastPhase[tiling->vertices[i]] == phase + 1;
                lastPhase[tiling->vertices[i]] = phase + 1;
            }
        }
    CHECK(shared == 0, "%s: %d vertices are in two tiles of a phase", name, shared);
    CHECK(largest <= shape->tileSize, "%s: a tile has %d", name, largest);
    CHECK(empty == 0, "%s: %d of %d tiles are empty", name, empty, tiling->tileCount);
    free(lastPhase);
}

static void checkTilesOfAll(const gelShape* shape, const char* name)
{
    checkTiles(&shape->tiles, shape, name);
    for (int kind = 0; kind < constraint_kinds; kind++)
        if (shape->constraints[kind].count > 0)
            checkTiles(&shape->constraints[kind].ownTiles, shape, name);
}

static void tiles_of_a_phase_share_no_vertex_and_none_is_larger_than_asked_for(void)
{
    checkAll(checkTilesOfAll);
}

// Each bisection may move its cut by a twentieth to cross fewer constraints, but leaves no side more than its
// tiles hold: the scattered box in tiles of 300 would end with one tile too many.
static void checkFirstPhase(const gelShape* shape, const char* name)
{
    int count = shape->mesh.vertexCount, tileCount = shape->tiles.phaseStarts[1], wrong = 0;
    int fewest = (count + shape->tileSize - 1) / shape->tileSize, min = count, max = 0;
    int* times = calloc((size_t)count, sizeof *times);
    CHECK_INT(shape->tiles.vertexStarts[tileCount], count);
    for (int tile = 0; tile < tileCount; tile++) {
        int first = shape->tiles.vertexStarts[tile], end = shape->tiles.vertexStarts[tile + 1];
        min = end - first < min ? end - first : min;
        max = end - first > max ? end - first : max;
        for (int i = first; i < end; i++)
            times[shape->tiles.vertices[i]]++;
    }
    for (int v = 0; v < count; v++)
        wrong += times[v] != 1;
    CHECK(wrong == 0, "%s: %d vertices are not in one tile", name, wrong);
    CHECK(tileCount == fewest, "%s: %d tiles, %d would do", name, tileCount, fewest);
    CHECK(3 * min >= 2 * max, "%s: tiles of %d to %d", name, min, max);
    free(times);
}

static void the_first_phase_holds_every_vertex_once_in_the_fewest_tiles_all_about_as_full(void)
{
    checkAll(checkFirstPhase);
}

static void a_mesh_that_fits_is_one_tile(void)
{
    gelTetMesh mesh = makeMesh(1);
    for (int more = 0; more < 3; more++) {
        gelShape* shape = makeShape(&mesh, mesh.vertexCount + more * 1000, true);
        CHECK_INT(shape->tiles.phaseCount, 1);
        CHECK_INT(shape->tiles.tileCount, 1);
        CHECK_INT(shape->tiles.vertexStarts[1], mesh.vertexCount);
        CHECK_INT(shape->constraints[constraint_bending].ownTiles.tileCount, 0);
        gelReleaseShape(shape);
    }
    gelShape* shape = makeShape(&mesh, mesh.vertexCount - 1, false);
    CHECK_INT(shape->tiles.phaseStarts[1], 2);
    gelReleaseShape(shape);
    gelDestroyTetMesh(&mesh);
}

// Each phase is a launch. Found: 2 for the lattice and the fine bear, 3 for 33^3 vertices; bending adds one.
static void the_usual_tiles_need_few_phases(void)
{
    gelTetMesh meshes[3] = {makeMesh(0)};
    REQUIRE(gelLoadTetMesh(GEL_ASSETS "/meshes/bear_fine.node", &meshes[1], NULL));
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 1}, 32, 32, 32, &meshes[2]));
    for (int m = 0; m < 3; m++) {
        gelShape* shape = makeShape(&meshes[m], gelDefaultWorldDef().tileSize, true);
        int phases = shape->tiles.phaseCount, max = m < 2 ? 2 : 3;
        int own = shape->constraints[constraint_bending].ownTiles.phaseCount;
        CHECK(phases > 1 && phases <= max, "%d vertices: %d phases, not 2 to %d", meshes[m].vertexCount,
              phases, max);
        CHECK(own <= 1, "%d vertices: %d phases of bending alone", meshes[m].vertexCount, own);
        gelReleaseShape(shape);
        gelDestroyTetMesh(&meshes[m]);
    }
}

// Small tiles have more constraints across their bounds. Found: 16, 8, 4 and 2 phases at most.
static void checkPhaseCount(const gelShape* shape, const char* name)
{
    static const int bounds[sizeCount] = {maxPhases, 8, 4, 2};
    for (int s = 0; s < sizeCount; s++)
        if (shape->tileSize == tileSizes[s])
            CHECK(shape->tiles.phaseCount <= bounds[s], "%s: %d phases, more than %d", name,
                  shape->tiles.phaseCount, bounds[s]);
}

static void small_tiles_need_more_phases(void)
{
    checkAll(checkPhaseCount);
}

static bool areEqual(const int* a, const int* b, int count)
{
    return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

static bool areEqualNumbers(const double* a, const double* b, int count)
{
    return a == NULL || b == NULL ? a == b : memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

static bool areEqualTilings(const gelTiling* a, const gelTiling* b)
{
    return a->phaseCount == b->phaseCount && a->tileCount == b->tileCount &&
           (a->tileCount == 0 || (areEqual(a->phaseStarts, b->phaseStarts, a->phaseCount + 1) &&
                                  areEqual(a->vertexStarts, b->vertexStarts, a->tileCount + 1) &&
                                  areEqual(a->vertices, b->vertices, a->vertexStarts[a->tileCount])));
}

static bool areEqualSets(const gelShape* a, const gelShape* b, int kind)
{
    const gelConstraintSet *p = &a->constraints[kind], *q = &b->constraints[kind];
    int tileCount = a->tiles.tileCount + p->ownTiles.tileCount;
    if (!p->isFound || !q->isFound)
        return p->isFound == q->isFound;
    return areEqualTilings(&p->ownTiles, &q->ownTiles) && p->count == q->count &&
           areEqual(p->tileStarts, q->tileStarts, tileCount + 1) &&
           areEqual(p->colourStarts, q->colourStarts, p->tileStarts[tileCount] + 1) &&
           areEqual(p->order, q->order, p->count) &&
           areEqual(p->vertices, q->vertices, p->count * gelKinds[kind].arity) &&
           areEqualNumbers(p->rests, q->rests, p->count) && areEqualNumbers(p->factors, q->factors, p->count);
}

// Whether any tile of the shape holds the constraint.
static bool* findHeld(const gelShape* shape, int kind)
{
    const gelConstraintSet* set = &shape->constraints[kind];
    int arity = gelKinds[kind].arity;
    int* marks = calloc((size_t)shape->mesh.vertexCount, sizeof *marks);
    bool* isHeld = calloc((size_t)set->count, sizeof *isHeld);
    for (int phase = 0; phase < shape->tiles.phaseCount; phase++) {
        memset(marks, 0, (size_t)shape->mesh.vertexCount * sizeof *marks);
        for (int tile = shape->tiles.phaseStarts[phase]; tile < shape->tiles.phaseStarts[phase + 1]; tile++)
            markTile(shape, set, tile, marks);
        for (int i = 0; i < set->count; i++) {
            const int* vertices = set->vertices + i * arity;
            bool same = marks[vertices[0]] > 0;
            for (int k = 1; k < arity; k++)
                same = same && marks[vertices[k]] == marks[vertices[0]];
            isHeld[i] = isHeld[i] || same;
        }
    }
    free(marks);
    return isHeld;
}

// A material may ask for bending when others have long been stepped.
static void a_kind_that_is_found_later_changes_no_order_and_cuts_tiles_only_for_what_does_not_fit(void)
{
    for (int m = 0; m < meshCount; m++) {
        gelTetMesh mesh = makeMesh(m);
        gelShape *before = makeShape(&mesh, 64, false), *after = makeShape(&mesh, 64, true);
        CHECK(areEqualTilings(&before->tiles, &after->tiles), "%s: the tiles differ", meshNames[m]);
        CHECK(areEqual(before->places, after->places, mesh.vertexCount), "%s: the places", meshNames[m]);
        CHECK(areEqualSets(before, after, constraint_distance), "%s: the edges", meshNames[m]);
        CHECK(areEqualSets(before, after, constraint_volume), "%s: the tets", meshNames[m]);
        const gelConstraintSet* folds = &after->constraints[constraint_bending];
        bool* isHeld = findHeld(after, constraint_bending);
        int firstOwn = folds->colourStarts[folds->tileStarts[after->tiles.tileCount]], wrong = 0;
        for (int i = 0; i < folds->count; i++)
            wrong += isHeld[folds->order[i]] != (i < firstOwn);
        CHECK(wrong == 0, "%s: %d folds are in the wrong tiles", meshNames[m], wrong);
        CHECK(firstOwn > 0 && firstOwn < folds->count, "%s: %d of %d folds fit", meshNames[m], firstOwn,
              folds->count);
        free(isHeld);
        gelReleaseShape(before);
        gelReleaseShape(after);
        gelDestroyTetMesh(&mesh);
    }
}

// No cut in space parts tets between vertices anywhere: the last phase has to take all that are left.
static void a_mesh_whose_neighbours_are_anywhere_ends_with_one_larger_tile(void)
{
    enum { vertexCount = 600, tetCount = 1500 };
    static float positions[3 * vertexCount];
    static int tets[4 * tetCount];
    uint32_t random = 12345;
    gelTetMesh mesh;
    for (int i = 0; i < 3 * vertexCount; i++) {
        random = random * 1664525u + 1013904223u;
        positions[i] = (float)(random >> 8) / 16777216.0f;
    }
    for (int i = 0; i < 4 * tetCount; i++) {
        random = random * 1664525u + 1013904223u;
        tets[i] = (int)((random >> 8) % (uint32_t)(vertexCount / 4)) * 4 + i % 4; // four different ones
    }
    REQUIRE(gelCreateTetMesh(positions, vertexCount, tets, tetCount, NULL, &mesh, NULL));
    gelShape* shape = makeShape(&mesh, 16, true);
    const gelTiling* tiling = &shape->tiles;
    CHECK_INT(tiling->phaseCount, maxPhases);
    int rest = tiling->vertexStarts[tiling->tileCount] - tiling->vertexStarts[tiling->tileCount - 1];
    CHECK(rest > 16, "the last tile has %d vertices", rest);
    checkAllConstraints(shape, "far apart");
    checkTilesOfAll(shape, "far apart");
    gelReleaseShape(shape);
    gelDestroyTetMesh(&mesh);
}

// Tets between the quarters of a long line: cuts cross most of them.
static void every_phase_of_a_mesh_that_cuts_hardly_part_has_a_tile(void)
{
    enum { quarter = 100 };
    static float positions[4 * quarter][3];
    static int tets[quarter][4];
    gelTetMesh mesh;
    for (int i = 0; i < 4 * quarter; i++) {
        positions[i][0] = (float)i;
        positions[i][1] = (float)((i / quarter == 1) - (i / quarter == 3));
        positions[i][2] = (float)(i / quarter == 2);
        tets[i % quarter][i / quarter] = i;
    }
    REQUIRE(gelCreateTetMesh(positions[0], 4 * quarter, tets[0], quarter, NULL, &mesh, NULL));
    gelShape* shape = makeShape(&mesh, 16, true);
    const gelTiling* tiling = &shape->tiles;
    for (int phase = 0; phase < tiling->phaseCount; phase++)
        CHECK(tiling->phaseStarts[phase + 1] > tiling->phaseStarts[phase], "phase %d has no tile", phase);
    checkAllConstraints(shape, "crossed");
    gelReleaseShape(shape);
    gelDestroyTetMesh(&mesh);
}

// Devices read a tile of the first phase from end to end, and others in the order of memory.
static void checkPlaces(const gelShape* shape, const char* name)
{
    int apart = 0, backwards = 0;
    for (int tile = 0; tile < shape->tiles.tileCount; tile++)
        for (int i = shape->tiles.vertexStarts[tile]; i < shape->tiles.vertexStarts[tile + 1]; i++) {
            int place = shape->places[shape->tiles.vertices[i]];
            apart += tile < shape->tiles.phaseStarts[1] && place != i;
            backwards +=
                i > shape->tiles.vertexStarts[tile] && place <= shape->places[shape->tiles.vertices[i - 1]];
        }
    CHECK(apart == 0, "%s: %d vertices are not at their tile's place", name, apart);
    CHECK(backwards == 0, "%s: %d steps backwards", name, backwards);
}

static void places_are_numbered_tile_by_tile(void)
{
    checkAll(checkPlaces);
}

static void the_order_is_the_same_again_and_with_any_number_of_threads(void)
{
    for (int m = 0; m < meshCount; m++) {
        gelTetMesh mesh = makeMesh(m);
        gelShape* shapes[3];
        startedThreads = 0;
        for (int i = 0; i < 3; i++) {
            threadsMayStart = i < 2;
            shapes[i] = makeShape(&mesh, 64, true);
        }
        threadsMayStart = true;
        CHECK((startedThreads > 0) == (gelThreadCount(0) > 1), "%d threads for %d processors", startedThreads,
              gelThreadCount(0));
        for (int i = 1; i < 3; i++) {
            const char* how = i == 1 ? "again" : "on one thread";
            CHECK(areEqualTilings(&shapes[0]->tiles, &shapes[i]->tiles), "%s, %s", meshNames[m], how);
            CHECK(areEqual(shapes[0]->places, shapes[i]->places, mesh.vertexCount), "%s, %s", meshNames[m],
                  how);
            for (int kind = 0; kind < constraint_kinds; kind++)
                CHECK(areEqualSets(shapes[0], shapes[i], kind), "%s, %s: %s", meshNames[m], how,
                      gelKinds[kind].name);
        }
        for (int i = 0; i < 3; i++)
            gelReleaseShape(shapes[i]);
        gelDestroyTetMesh(&mesh);
    }
}

static void constraints_that_an_int_cannot_count_are_refused_before_memory_is_asked_for(void)
{
    const gelTileInput inputs[] = {{.arity = 2, .count = INT_MAX}, {.arity = 4, .count = 1}};
    gelTiling tiling;
    CHECK_INT(gelCutTiles(NULL, 1 << 30, 2048, true, 0, inputs, 2, &tiling), gel_unsupported);
    CHECK(strstr(gelLastError(), "2147483648 constraints") != NULL, "%s", gelLastError());
    CHECK(tiling.vertices == NULL && tiling.tileCount == 0, "%d tiles", tiling.tileCount);
}

static int callsUntilFailure, failures;

// Fails some times in a row: for more than one tile.
static void* resizeWithAGap(void* block, size_t size)
{
    int call = callsUntilFailure--;
    if (call > 0 || call <= -8)
        return realloc(block, size);
    failures++;
    return NULL;
}

// A tile that failed is tried again, for the message: memory that is back must not leave others empty.
static void memory_that_runs_out_for_a_while_leaves_no_shape_or_a_whole_one(void)
{
    gelTetMesh mesh;
    int refusals = 0, calls = 0;
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 1}, 4, 4, 4, &mesh));
    gelShape* expected = makeShape(&mesh, 16, true);
    threadsMayStart = false;
    for (failures = 1; failures > 0; calls++) {
        gelShape* shape;
        failures = 0;
        callsUntilFailure = calls;
        gelSetAllocator(resizeWithAGap, free);
        gelStatus status = gelCreateShape(&mesh, 16, &shape);
        if (status == gel_success)
            status = gelFindConstraints(shape, &everyKind);
        gelSetAllocator(NULL, NULL);
        refusals += status != gel_success;
        CHECK(status == gel_success || status == gel_outOfMemory, "call %d: %s", calls,
              gelStatusText(status));
        for (int kind = 0; kind < constraint_kinds && status == gel_success; kind++)
            CHECK(areEqualSets(expected, shape, kind), "call %d: other constraints of %s", calls,
                  gelKinds[kind].name);
        gelReleaseShape(shape);
    }
    threadsMayStart = true;
    CHECK(calls > 100 && refusals > 20, "%d calls, %d refusals", calls, refusals);
    gelReleaseShape(expected);
    gelDestroyTetMesh(&mesh);
}

TESTS(TEST(every_constraint_has_one_tile_which_holds_its_vertices),
      TEST(tiles_of_a_phase_share_no_vertex_and_none_is_larger_than_asked_for),
      TEST(the_first_phase_holds_every_vertex_once_in_the_fewest_tiles_all_about_as_full),
      TEST(a_mesh_that_fits_is_one_tile), TEST(the_usual_tiles_need_few_phases),
      TEST(small_tiles_need_more_phases),
      TEST(a_kind_that_is_found_later_changes_no_order_and_cuts_tiles_only_for_what_does_not_fit),
      TEST(a_mesh_whose_neighbours_are_anywhere_ends_with_one_larger_tile),
      TEST(every_phase_of_a_mesh_that_cuts_hardly_part_has_a_tile), TEST(places_are_numbered_tile_by_tile),
      TEST(the_order_is_the_same_again_and_with_any_number_of_threads),
      TEST(constraints_that_an_int_cannot_count_are_refused_before_memory_is_asked_for),
      TEST(memory_that_runs_out_for_a_while_leaves_no_shape_or_a_whole_one))
