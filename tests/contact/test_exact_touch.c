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

// A cube of 1 m that slides at 3 m/s from a gap of 0. The obstacle has its outline, or is longer; `beside`
// moves the cube. Impulses are of two steps: later the front passes the rim. In so short a time the obstacle
// bears 0.35 of the weight, the lowest layer and what elasticity has passed on: the rest still falls.
static void slideOnBox(float length, float beside)
{
    const double weight = 9.81 * 1000.0, time = 2.0 * (double)frame;
    gelWorld* world = newReference();
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    gelMeasures before, after;
    addBox(world, (gelVec3){length, 1.0f, length}, (gelVec3){0.0f, -0.5f, 0.0f});
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 2, 2, 2, &mesh));
    def.position = (gelVec3){beside, 0.5f, 0.0f};
    def.velocity.x = 3.0f;
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    REQUIRE(gelWorld_Measure(world, &before));
    step(world, 2);
    REQUIRE(gelWorld_Measure(world, &after));
    double normal = after.momentum[1] - before.momentum[1] + weight * time;
    double taken = before.momentum[0] - after.momentum[0];
    CHECK(fabs(normal - 0.35 * weight * time) < 0.01 * weight * time,
          "%g m long, %g m beside: the obstacle gives %g N s, expected %g N s", (double)length,
          (double)beside, normal, 0.35 * weight * time);
    CHECK(fabs(taken - 0.5 * normal) < 0.05 * normal,
          "%g m long, %g m beside: friction takes %g N s, expected %g N s, half of %g", (double)length,
          (double)beside, taken, 0.5 * normal, normal);
    CHECK(fabs(after.momentum[2]) < 0.05 * normal, "%g m long, %g m beside: %g N s sideways, expected 0",
          (double)length, (double)beside, after.momentum[2]);
    gelDestroyWorld(world);
}

// A tenth is allowed: corners that coincide push between their two normals. Points on the surface that
// left an obstacle by its side took five times as much, and where the pair counted as deep, friction took
// nothing.
static void a_cube_on_a_touching_obstacle_loses_only_friction(void)
{
    static const float lengths[] = {1.0f, 1.2f, 2.0f}, beside[] = {0.0f, 0.001f, 0.1f};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            slideOnBox(lengths[i], beside[k]);
}

// An obstacle of two boxes that overlap in a strip of 3.2 cm. A block begins 2 cm deep: its middle vertices are
// nearer to the ends of the boxes, which are inside each other, than to the top. Leaving there took it 1.2 cm
// sideways.
static void a_block_over_overlapping_parts_leaves_by_their_top(void)
{
    static const float moved[2][3] = {{-0.484f, -0.25f, 0.0f}, {0.484f, -0.25f, 0.0f}};
    gelSurfaceMesh parts[2], surface;
    float positions[2 * 24];
    int triangles[2 * 36];
    for (int i = 0; i < 2; i++) {
        REQUIRE(gelCreateBoxSurface((gelVec3){1.0f, 0.5f, 1.0f}, &parts[i]));
        for (int k = 0; k < 24; k++)
            positions[24 * i + k] = parts[i].positions[k] + moved[i][k % 3];
        for (int k = 0; k < 36; k++)
            triangles[36 * i + k] = parts[i].triangles[k] + 8 * i;
        gelDestroySurfaceMesh(&parts[i]);
    }
    gelWorld* world = newReference();
    REQUIRE(gelCreateSurfaceMesh(positions, 16, triangles, 24, &surface, NULL));
    addObstacle(world, &surface, (gelVec3){0});
    gelBodyId id = addBlock(world, 2, (gelVec3){0.003f, 0.08f, 0.0f});
    step(world, 60);
    State state = look(world, id);
    CHECK(state.lowest[1] > -0.001 && state.lowest[1] < 0.005, "its lowest vertex is at %g m, expected 0 m",
          state.lowest[1]);
    CHECK(fabs(state.mean[0] - 0.003) < 0.001, "it is pushed %g m sideways, expected 0 m",
          state.mean[0] - 0.003);
    gelDestroyWorld(world);
}

TESTS(TEST(what_begins_exactly_on_a_surface_lies_on_it),
      TEST(a_cube_on_a_touching_obstacle_loses_only_friction),
      TEST(a_block_over_overlapping_parts_leaves_by_their_top),
      TEST(a_rope_that_begins_exactly_across_another_hangs_on_it), TEST(every_device_chooses_the_same_side))
