// A house of stiff cards. Thin plates are the hardest bodies for contact of the two-level solver: docs/solvers.md, limits.
#include "backend/backend.h"
#include "support/motion.h"

#include "gel/scene.h"
#include "gel/solver.h"

enum { cardCount = 7, cycles = 8, substeps = 80, frames = 120 };

static gelWorld* makeHouse(gelBodyId* cards)
{
    gelScene* scene;
    gelWorld* world;
    REQUIRE(gelLoadScene(GEL_ASSETS "/scenes/card_house.json", &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = gel_native;
    def.substepCount = substeps;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    gelDestroyScene(scene);
    for (int i = 0; i < cardCount; i++) {
        cards[i] = gelWorld_GetBody(world, i);
        REQUIRE(gelBody_SetSolver(world, cards[i], gel_twoLevelSolver, cycles, 0));
    }
    return world;
}

static void a_house_of_cards_stands_as_stiff_as_its_material(void)
{
    gelBodyId cards[cardCount];
    if (gelFindNative() != gel_success)
        SKIP("no native back end");
    gelWorld* world = makeHouse(cards);
    double before[cardCount], fastest = 0.0;
    for (int i = 0; i < cardCount; i++)
        before[i] = measure(world, &cards[i], 1).centre[1];
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    for (int i = 0; i < cardCount; i++) {
        const Motion card = measure(world, &cards[i], 1);
        for (int k = 0; k < 3; k++)
            fastest = fmax(fastest, fabs(card.momentum[k]) / card.mass);
        printf("  card %d: %.4f m high, %.4f m at first\n", i, card.centre[1], before[i]);
        CHECK_CLOSE(card.centre[1], before[i], 0.006, "the gaps and overlaps that they are put down with");
    }
    printf("  the centre of the fastest card has %.4f m/s\n", fastest);
    CHECK(fastest < 0.1, "a card moves with %g m/s, as when it falls", fastest);
    gelDestroyWorld(world);
}

TESTS(TEST(a_house_of_cards_stands_as_stiff_as_its_material))
