// Ranks: each constraint is solved by one of them, and each position that it needs has come to it in time.
#include "plan/kinds.h"
#include "plan/phases.h"
#include "plan/ranks.h"
#include "gel/gel.h"
#include "support/fixtures.h"
#include "world/world.h"

static const int rankCounts[] = {1, 2, 3, 4, 7, 64};
enum { countCount = sizeof rankCounts / sizeof rankCounts[0] };

// Two lattices of many tiles in several phases, of which one is pinned, and a cloth.
static gelWorld* makeWorld(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelSurfaceMesh sheet;
    gelBodyId id;
    gelWorld* world;
    def.tileSize = 64;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){2.0f, 1.0f, 1.0f}, 12, 6, 6, &mesh));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    body.position.x = 3.0f;
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    REQUIRE(gelBody_PinBelow(world, id, -0.4f, NULL));
    gelDestroyTetMesh(&mesh);
    REQUIRE(gelCreateSheetSurface(1.0f, 1.0f, 20, 20, &sheet));
    body.position.x = 6.0f;
    REQUIRE(gelCreateSheet(world, &body, &sheet, &id));
    gelDestroySurfaceMesh(&sheet);
    REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    return world;
}

// Follows the newest position of each vertex through a substep. Returns how often one is not where it is read, sent from, or
// at the end kept.
static int countMissing(const gelRanks* ranks)
{
    int missing = 0, m = 0;
    int* holders = malloc((size_t)ranks->vertexCount * sizeof *holders);
    memcpy(holders, ranks->homes, (size_t)ranks->vertexCount * sizeof *holders);
    for (int phase = 0; phase <= ranks->phaseCount; phase++) {
        for (; m < ranks->messageCount && ranks->messages[m].exchange == phase; m++)
            for (int i = 0; i < ranks->messages[m].count; i++) {
                int* holder = &holders[ranks->moved[ranks->messages[m].first + i]];
                missing += *holder != ranks->messages[m].from;
                *holder = ranks->messages[m].to;
            }
        for (int t = phase < ranks->phaseCount ? ranks->phaseStarts[phase] : ranks->tileCount;
             t < ranks->tileCount && ranks->tiles[t].phase == phase; t++) {
            int count;
            const int* vertices = gelRankTileVertices(&ranks->tiles[t], &count);
            for (int i = 0; i < count; i++)
                missing += holders[ranks->tiles[t].body->firstVertex + vertices[i]] != ranks->tiles[t].rank;
        }
    }
    for (int v = 0; v < ranks->vertexCount; v++)
        missing += holders[v] != ranks->homes[v];
    missing += m != ranks->messageCount;
    free(holders);
    return missing;
}

static void every_position_that_a_rank_reads_is_its_own_or_has_been_sent_to_it(void)
{
    gelWorld* world = makeWorld();
    for (int i = 0; i < countCount; i++) {
        gelRanks ranks;
        REQUIRE(gelShareOut(gelWorldSweptPlan(world), rankCounts[i], &ranks));
        CHECK(ranks.phaseCount > 1 && ranks.tileCount > 20, "%d tiles in %d phases", ranks.tileCount,
              ranks.phaseCount);
        int missing = countMissing(&ranks);
        CHECK(missing == 0, "%d ranks: %d positions are not where they are read", rankCounts[i], missing);
        CHECK((ranks.messageCount > 0) == (rankCounts[i] > 1), "%d ranks send %d messages", rankCounts[i],
              ranks.messageCount);
        gelClearRanks(&ranks);
    }
    gelDestroyWorld(world);
}

// Counts how often each constraint of a body is solved. Returns the constraints with a vertex outside their tile.
static int solveTiles(const gelRanks* ranks, const gelBody* body, int* solved[constraint_kinds])
{
    int outside = 0;
    int* tileOf = calloc((size_t)body->shape->mesh.vertexCount, sizeof *tileOf);
    for (int t = 0; t < ranks->tileCount; t++) {
        const gelRankTile* tile = &ranks->tiles[t];
        int count;
        const int* vertices = gelRankTileVertices(tile, &count);
        if (tile->body != body)
            continue;
        for (int i = 0; i < count; i++)
            tileOf[vertices[i]] = t + 1;
        gelPhase phase = gelGetPhase(body, tile->phase);
        for (int kind = 0; kind < constraint_kinds; kind++) {
            gelTileColours colours = gelGetTileColours(body, &phase, tile->tile, kind);
            for (int colour = 0; colour < colours.end - colours.first; colour++) {
                gelSlice slice = gelGetColour(&colours, colour);
                for (int i = 0; i < slice.count; i++) {
                    const int arity = gelKinds[kind].arity,
                              *ends = colours.set->vertices + slice.items[i] * arity;
                    for (int k = 0; k < arity; k++)
                        outside += tileOf[ends[k]] != t + 1;
                    solved[kind][slice.items[i]]++;
                }
            }
        }
    }
    free(tileOf);
    return outside;
}

static void the_tiles_solve_each_constraint_once_and_from_their_own_vertices(void)
{
    gelWorld* world = makeWorld();
    gelRanks ranks;
    REQUIRE(gelShareOut(gelWorldSweptPlan(world), 3, &ranks));
    for (int b = 0; b < world->bodyCount; b++) {
        int* solved[constraint_kinds];
        int wrong = 0, all = 0;
        for (int kind = 0; kind < constraint_kinds; kind++)
            solved[kind] = calloc((size_t)gelBodyConstraints(world->bodies[b], kind)->count + 1, sizeof(int));
        CHECK_INT(solveTiles(&ranks, world->bodies[b], solved), 0);
        for (int kind = 0; kind < constraint_kinds; kind++) {
            int count = gelBodyConstraints(world->bodies[b], kind)->count;
            for (int i = 0; i < count; i++)
                wrong += solved[kind][i] != 1;
            all += count;
            free(solved[kind]);
        }
        CHECK(wrong == 0, "body %d: %d of %d constraints are not solved once", b, wrong, all);
    }
    gelClearRanks(&ranks);
    gelDestroyWorld(world);
}

static void a_position_that_is_not_sent_is_found(void)
{
    gelWorld* world = makeWorld();
    gelRanks ranks;
    REQUIRE(gelShareOut(gelWorldSweptPlan(world), 4, &ranks));
    gelRankMessage* last = &ranks.messages[ranks.messageCount / 2];
    last->count--;
    CHECK(countMissing(&ranks) > 0, "a message of %d positions instead of %d is taken as whole", last->count,
          last->count + 1);
    last->count++;
    last->to = (last->to + 1) % 4;
    CHECK(countMissing(&ranks) > 0, "a message to rank %d is taken as right", last->to);
    gelClearRanks(&ranks);
    REQUIRE(gelShareOut(gelWorldSweptPlan(world), 4, &ranks));
    gelRankTile* tile = &ranks.tiles[ranks.phaseStarts[1]];
    tile->rank = (tile->rank + 1) % 4;
    CHECK(countMissing(&ranks) > 0, "a tile on rank %d is taken as right", tile->rank);
    gelClearRanks(&ranks);
    gelDestroyWorld(world);
}

static void every_constraint_is_solved_by_one_rank_whatever_their_number(void)
{
    gelWorld* world = makeWorld();
    gelCounters counters;
    int64_t all = 0, bytes = 0;
    REQUIRE(gelWorld_GetCounters(world, &counters));
    for (int kind = 0; kind < gel_constraintKindCount; kind++)
        all += counters.constraintCounts[kind];
    for (int i = 0; i < countCount; i++) {
        gelRankShare share;
        REQUIRE(gelWorld_GetRankShare(world, rankCounts[i], &share));
        CHECK(share.constraints == all, "%d ranks solve %lld constraints of %lld", rankCounts[i],
              (long long)share.constraints, (long long)all);
        CHECK(share.busiestConstraints * rankCounts[i] >= all, "%d ranks: the busiest has %lld of %lld",
              rankCounts[i], (long long)share.busiestConstraints, (long long)all);
        CHECK(share.bytes >= bytes, "%d ranks send %lld bytes, fewer %lld", rankCounts[i],
              (long long)share.bytes, (long long)bytes);
        bytes = share.bytes;
        if (rankCounts[i] <= 4)
            CHECK(share.busiestConstraints * rankCounts[i] <= 2 * all,
                  "%d ranks: the busiest has %lld of %lld", rankCounts[i],
                  (long long)share.busiestConstraints, (long long)all);
    }
    gelDestroyWorld(world);
}

static void bodies_of_one_tile_send_nothing(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    gelWorld* world;
    gelRankShare share;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 2, 2, 2, &mesh));
    for (int i = 0; i < 8; i++) {
        body.position.x = 2.0f * (float)i;
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    }
    REQUIRE(gelWorld_GetRankShare(world, 4, &share));
    CHECK(share.messages == 0 && share.exchanges == 0, "%lld messages", (long long)share.messages);
    CHECK(share.idleRanks == 0 && 4 * share.busiestConstraints == share.constraints,
          "of %lld constraints the busiest of 4 ranks has %lld", (long long)share.constraints,
          (long long)share.busiestConstraints);
    REQUIRE(gelWorld_GetRankShare(world, 10, &share));
    CHECK_INT(share.idleRanks, 2);
    gelDestroyTetMesh(&mesh);
    gelDestroyWorld(world);
}

// Lattices of several tiles on a square of 8 times 8, made in an order that jumps about.
static gelWorld* makeField(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    gelWorld* world;
    def.tileSize = 64;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 5, 5, 5, &mesh));
    for (int i = 0; i < 64; i++) {
        int place = 37 * i % 64;
        body.position = (gelVec3){2.0f * (float)(place % 8), 0.0f, 2.0f * (float)(place / 8)};
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    }
    gelDestroyTetMesh(&mesh);
    REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    return world;
}

static void small_bodies_are_shared_out_as_a_whole_to_ranks_that_each_have_a_region(void)
{
    gelWorld* world = makeField();
    gelRanks ranks;
    gelRankShare share;
    int quarters[4] = {-1, -1, -1, -1}, outside = 0;
    REQUIRE(gelShareOut(gelWorldSweptPlan(world), 4, &ranks));
    CHECK(ranks.phaseCount > 1 && ranks.tileCount > 128, "%d tiles in %d phases", ranks.tileCount,
          ranks.phaseCount);
    for (int b = 0; b < 64; b++) {
        const gelVec3 position = world->bodies[b]->position;
        int quarter = (position.x > 7.0f) + 2 * (position.z > 7.0f), rank = ranks.bodyRanks[b];
        quarters[quarter] = quarters[quarter] < 0 ? rank : quarters[quarter];
        outside += quarters[quarter] != rank;
    }
    CHECK(outside == 0, "%d of 64 bodies are not with those around them", outside);
    CHECK(ranks.messageCount == 0, "%d messages", ranks.messageCount);
    CHECK_INT(countMissing(&ranks), 0);
    gelClearRanks(&ranks);
    REQUIRE(gelWorld_GetRankShare(world, 4, &share));
    CHECK(share.bodies == 64 && share.wholeBodies == 64, "%d of %d bodies are whole", share.wholeBodies,
          share.bodies);
    CHECK(4 * share.busiestConstraints == share.constraints, "of %lld constraints the busiest rank has %lld",
          (long long)share.constraints, (long long)share.busiestConstraints);
    REQUIRE(gelWorld_GetRankShare(world, 128, &share));
    CHECK(share.wholeBodies == 0 && share.messages > 0 && share.idleRanks == 0,
          "128 ranks: %d bodies are whole, %lld messages, %d idle ranks", share.wholeBodies,
          (long long)share.messages, share.idleRanks);
    gelDestroyWorld(world);
}

static void what_ranks_cannot_share_out_is_refused(void)
{
    gelRankShare share;
    gelWorld* world = makeWorld();
    CHECK_STATUS(gelWorld_GetRankShare(world, 0, &share), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "expected 1 to 65536 ranks, found 0");
    CHECK_STATUS(gelWorld_GetRankShare(world, GEL_MAXIMUM_RANKS + 1, &share), gel_invalidArgument);
    gelDestroyWorld(world);
    gelWorldDef def = gelDefaultWorldDef();
    def.order = gel_jacobiOrder;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    CHECK_STATUS(gelWorld_GetRankShare(world, 2, &share), gel_unsupported);
    CHECK_TEXT(gelLastError(), "which the order jacobi does not have: use colour");
    gelDestroyWorld(world);
}

TESTS(TEST(every_position_that_a_rank_reads_is_its_own_or_has_been_sent_to_it),
      TEST(the_tiles_solve_each_constraint_once_and_from_their_own_vertices),
      TEST(a_position_that_is_not_sent_is_found),
      TEST(every_constraint_is_solved_by_one_rank_whatever_their_number),
      TEST(bodies_of_one_tile_send_nothing),
      TEST(small_bodies_are_shared_out_as_a_whole_to_ranks_that_each_have_a_region),
      TEST(what_ranks_cannot_share_out_is_refused))
