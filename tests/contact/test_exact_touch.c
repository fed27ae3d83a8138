// Bodies that begin exactly on a surface with two sides, at a gap of 0, lie on it: no side is nearer.
#include "contact/obstacle_fixtures.h"

enum { open_obstacle, pinned_cloth, pinned_rope, lower_count };
static const char* const lowerNames[] = {"an open obstacle", "pinned cloth", "a pinned rope"};

enum { block, cloth, rope, upper_count };
static const char* const upperNames[] = {"a block", "cloth", "a rope"};

static gelBodyId addCloth(gelWorld* world, float size, int cells, gelVec3 position)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelSurfaceMesh surface;
    gelBodyId id;
    def.position = position;
    REQUIRE(gelCreateSheetSurface(size, size, cells, cells, &surface));
    REQUIRE(gelCreateSheet(world, &def, &surface, &id));
    gelDestroySurfaceMesh(&surface);
    return id;
}

static gelBodyId addRope(gelWorld* world, float length, int segments, gelQuat rotation, gelVec3 position)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelLineMesh lines;
    gelBodyId id;
    def.position = position;
    def.rotation = rotation;
    def.material.thickness = 0.02f;
    REQUIRE(gelCreateStraightLine(length, segments, &lines));
    REQUIRE(gelCreateRope(world, &def, &lines, &id));
    gelDestroyLineMesh(&lines);
    return id;
}

static void pinAll(gelWorld* world, gelBodyId id, int count)
{
    for (int i = 0; i < count; i++)
        REQUIRE(gelBody_SetPinned(world, id, &i, 1, true));
}

static void addLower(gelWorld* world, int lower)
{
    const gelQuat quarter = {0.0f, 0.70710678f, 0.0f, 0.70710678f};
    gelSurfaceMesh surface;
    if (lower == open_obstacle) {
        REQUIRE(gelCreateSheetSurface(4.0f, 4.0f, 8, 8, &surface));
        addObstacle(world, &surface, (gelVec3){0});
    }
    if (lower == pinned_cloth)
        pinAll(world, addCloth(world, 1.0f, 8, (gelVec3){0}), 81);
    if (lower == pinned_rope)
        pinAll(world, addRope(world, 1.0f, 10, quarter, (gelVec3){0}), 11);
}

// `beside` moves it along the surface: its vertices are on vertices of that, on edges, or in triangles.
static gelBodyId addUpper(gelWorld* world, int upper, float beside)
{
    if (upper == block)
        return addBlock(world, 2, (gelVec3){beside, 0.1f, beside});
    return upper == cloth ? addCloth(world, 0.4f, 4, (gelVec3){beside, 0.0f, beside})
                          : addRope(world, 0.4f, 8, unturned, (gelVec3){beside, 0.0f, beside});
}

static void what_begins_exactly_on_a_surface_lies_on_it(void)
{
    static const float beside[] = {0.0f, 0.05f, 0.013f};
    for (int lower = open_obstacle; lower <= pinned_cloth; lower++)
        for (int upper = block; upper < upper_count; upper++)
            for (int i = 0; i < 3; i++) {
                gelWorld* world = newReference();
                addLower(world, lower);
                gelBodyId id = addUpper(world, upper, beside[i]);
                step(world, 30);
                State state = look(world, id);
                double height = state.mean[1] - (upper == block ? 0.1 : 0.0);
                CHECK(height > -0.005 && height < 0.015,
                      "%s on %s, %g m beside: it ends at %g m, expected 0 m", upperNames[upper],
                      lowerNames[lower], (double)beside[i], height);
                CHECK(fabs(state.mean[0] - (double)beside[i]) < 0.002, "%s on %s: it slides %g m",
                      upperNames[upper], lowerNames[lower], state.mean[0] - (double)beside[i]);
                gelDestroyWorld(world);
            }
}

// At first two vertices coincide, then two lines.
static void a_rope_that_begins_exactly_across_another_hangs_on_it(void)
{
    static const float beside[] = {0.0f, 0.013f};
    for (int i = 0; i < 2; i++) {
        gelWorld* world = newReference();
        addLower(world, pinned_rope);
        gelBodyId id = addUpper(world, rope, beside[i]);
        step(world, 60);
        double highest = look(world, id).highest[1];
        CHECK(highest > -0.01 && highest < 0.05, "%g m beside: its middle is at %g m, expected 0 m",
              (double)beside[i], highest);
        gelDestroyWorld(world);
    }
}

static void every_device_chooses_the_same_side(void)
{
    Backends backends = listBackends();
    for (int lower = 0; lower < lower_count; lower++) {
        uint64_t reference = 0;
        for (int b = 0; b < backends.count; b++) {
            gelWorld* world = newWorld(&backends.defs[b], 10);
            addLower(world, lower);
            for (int upper = block; upper < upper_count; upper++)
                addUpper(world, upper, 0.013f * (float)upper);
            step(world, 5);
            reference = b == 0 ? gelWorld_Hash(world) : reference;
            CHECK(gelWorld_Hash(world) == reference, "%s: another hash on %s", backends.names[b],
                  lowerNames[lower]);
            gelDestroyWorld(world);
        }
    }
}

TESTS(TEST(what_begins_exactly_on_a_surface_lies_on_it),
      TEST(a_rope_that_begins_exactly_across_another_hangs_on_it), TEST(every_device_chooses_the_same_side))
