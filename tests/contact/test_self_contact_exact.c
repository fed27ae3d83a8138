// Self-contact has the reference's bits on every device, and the reference finds what a comparison of all
// elements with all others finds.
#define GEL_DIALECT_FLOAT
#include "contact/folding.h"

#include "base/core.h"
#include "search_passes.h"

// A bar and a hairpin that touch themselves and each other; the hairpin wears a skin, by which it touches.
static gelWorld* makePair(const gelWorldDef* base)
{
    gelWorldDef def = *base;
    def.contact = true;
    gelWorld* world = newWorld(&def);
    gelSurfaceMesh skin;
    int* triangles;
    int triangleCount;
    addBar(world, true);
    gelBodyId id = addHairpin(world, true);
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    REQUIRE(gelExtractSurface(mesh, &triangles, &triangleCount));
    float* x = malloc((size_t)mesh->vertexCount * 12);
    for (int i = 0; i < 3 * mesh->vertexCount; i++)
        x[i] = mesh->positions[i] * 0.98f + (i % 3 == 0 ? 0.002f : 0.0f);
    REQUIRE(gelCreateSurfaceMesh(x, mesh->vertexCount, triangles, triangleCount, &skin, NULL));
    REQUIRE(gelBody_SetSkin(world, id, &skin, NULL));
    gelDestroySurfaceMesh(&skin);
    gelFree(triangles);
    free(x);
    return world;
}

static uint64_t runPair(const gelWorldDef* def)
{
    gelWorld* world = makePair(def);
    step(world, 60);
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return hash;
}

static void every_device_and_strategy_gives_the_bits_of_the_reference(void)
{
    static const int lanes[] = {1, 8, 16};
    Backends backends = listBackends();
    gelWorldDef def = referenceDef();
    uint64_t reference = runPair(&def), found;
    for (int b = 1; b < backends.count; b++) {
        for (int i = 0; i < 3; i++) {
            def = backends.defs[b];
            if (!setLanes(&def, lanes[i]))
                continue;
            found = runPair(&def);
            CHECK(found == reference, "%s, %d lanes: %016" PRIx64 ", the reference's %016" PRIx64,
                  backends.names[b], lanes[i], found, reference);
        }
        def = backends.defs[b];
        def.strategy = gel_strategyPerColour;
        found = runPair(&def);
        CHECK(found == reference, "%s, grid: %016" PRIx64 ", the reference's %016" PRIx64, backends.names[b],
              found, reference);
    }
}

// From the definition of the list: no point in common, near now, and farther apart at rest than is searched.
static bool isFold(const SurfaceSet* set, int kind, const int elements[2], const SearchReach* reach)
{
    vec3 now[4], rest[4];
    int points[4];
    bool edges = kind == search_edges;
    for (int k = 0; k < 4; k++) {
        points[k] = edges   ? set->edges[elements[k / 2]].points[k % 2]
                    : k < 1 ? elements[0]
                            : set->triangles[elements[1]].points[k - 1];
        const float* at = set->points[points[k]].rest;
        now[k] = set->x[points[k]];
        rest[k] = (vec3){at[0], at[1], at[2]};
        for (int i = 0; i < k; i++)
            if (points[i] == points[k])
                return false;
    }
    if (edges && ((!is_sharp(set, elements[0]) && !is_sharp(set, elements[1])) || elements[0] > elements[1]))
        return false;
    float near = (reach->still + 0.2f * reach->margin) + reach->thickness; // nothing moves
    return element_distance(edges, now) <= near &&
           element_distance(edges, rest) >= reach->thickness + reach->margin;
}

// How many candidates comparing all elements of a body with all has; checks that they are those that the search has,
// in its order: cluster by cluster.
static int compareAll(const SurfaceSet* set, const SurfaceBody* body, int kind,
                      const CandidatePair* candidates, int candidateCount)
{
    const int sorts[2] = {kind == search_edges ? surface_edges : surface_points,
                          kind == search_edges ? surface_edges : surface_triangles};
    SearchReach reach;
    find_reach(set, &(SearchPair){{(int)(body - set->bodies), (int)(body - set->bodies)}, 0.0f}, &reach);
    int found = 0, ends[2] = {body->count[sorts[0]], body->count[sorts[1]]};
    for (int own = 0; own < ends[0]; own += cluster_size)
        for (int other = 0; other < ends[1]; other += cluster_size)
            for (int i = own; i < own + cluster_size && i < ends[0]; i++)
                for (int k = other; k < other + cluster_size && k < ends[1]; k++) {
                    int elements[2] = {body->first[sorts[0]] + i, body->first[sorts[1]] + k};
                    if (!isFold(set, kind, elements, &reach))
                        continue;
                    const CandidatePair* candidate = &candidates[found < candidateCount ? found : 0];
                    CHECK(found++ < candidateCount && candidate->kind == kind &&
                              candidate->first == elements[0] && candidate->second == elements[1],
                          "candidate %d is %d: %d with %d, not %d: %d with %d", found - 1, candidate->kind,
                          candidate->first, candidate->second, kind, elements[0], elements[1]);
                }
    return found;
}

static void the_search_finds_what_comparing_all_with_all_finds(void)
{
    gelWorldDef def = referenceDef();
    gelWorld* world = newWorld(&def);
    addBar(world, true);
    for (int round = 0, total = 0; round < 4; round++) {
        gelSurfaceTables tables;
        step(world, round == 0 ? 32 : 4);
        Still still = searchStill(world);
        REQUIRE(gelCreateSurfaceTables(&world->plan, &tables));
        SurfaceSet set = {.position = (const SearchRecord*)still.positions,
                          .velocity = (const SearchRecord*)still.velocities,
                          .bodies = tables.bodies,
                          .points = tables.points,
                          .triangles = tables.triangles,
                          .edges = tables.edges};
        set.x = malloc((size_t)tables.counts[surface_points] * sizeof *set.x);
        set.displacement = malloc((size_t)tables.counts[surface_points] * sizeof *set.displacement);
        set.swept = malloc((size_t)tables.counts[surface_points] * sizeof *set.swept);
        for (int i = 0; i < tables.counts[surface_points]; i++)
            place_point(&set, i, (vec3){0.0f, 0.0f, 0.0f}, frame);
        int count, found = 0;
        const CandidatePair* candidates = gelGetCandidates(still.search, &count);
        found += compareAll(&set, tables.bodies, search_points_triangles, candidates, count);
        found += compareAll(&set, tables.bodies, search_edges, candidates + found, count - found);
        CHECK_INT(count, found);
        total += found;
        CHECK(round < 3 || total > 100, "only %d candidates in four rounds", total);
        free(set.x);
        free(set.displacement);
        free(set.swept);
        clearStill(&still);
        gelClearSurfaceTables(&tables);
    }
    gelDestroyWorld(world);
}

static void clones_continue_in_mid_fold(void)
{
    gelWorldDef def = referenceDef();
    gelWorld *world = makePair(&def), *clone;
    step(world, 35);
    REQUIRE(gelCloneWorld(world, &def, &clone));
    step(world, 15);
    step(clone, 15);
    CHECK_HEX(gelWorld_Hash(clone), gelWorld_Hash(world));
    gelDestroyWorld(world);
    gelDestroyWorld(clone);
}

TESTS(TEST(every_device_and_strategy_gives_the_bits_of_the_reference),
      TEST(the_search_finds_what_comparing_all_with_all_finds), TEST(clones_continue_in_mid_fold))
