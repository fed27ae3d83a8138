// Bodies that start inside closed obstacles of any form are pushed out, and those that lie in
// hollows are left alone.
#include "contact/obstacle_fixtures.h"

#include "surface/contact_surface.h"
#include "surface/cover.h"

static const double pi = 3.14159265358979;

// Turns a closed profile of {radius, height}, anticlockwise with the radius to the right, round Y.
static void revolve(const double (*profile)[2], int count, int segments, gelSurfaceMesh* surface)
{
    float(*x)[3] = malloc((size_t)(count * segments) * sizeof *x);
    int(*triangles)[3] = malloc((size_t)(2 * count * segments) * sizeof *triangles), kept = 0;
    for (int i = 0; i < count * segments; i++) {
        double angle = 2.0 * pi * (i % segments) / segments;
        x[i][0] = (float)(profile[i / segments][0] * cos(angle));
        x[i][1] = (float)profile[i / segments][1];
        x[i][2] = (float)(profile[i / segments][0] * sin(angle));
        int a = i, b = i / segments * segments + (i + 1) % segments;
        int c = (a + segments) % (count * segments), d = (b + segments) % (count * segments);
        memcpy(triangles[kept++], (int[]){a, c, b}, sizeof *triangles);
        memcpy(triangles[kept++], (int[]){b, c, d}, sizeof *triangles);
    }
    REQUIRE(gelCreateSurfaceMesh(x[0], count * segments, triangles[0], kept, surface, NULL));
    free(x);
    free(triangles);
}

static void makeTorus(int sides, gelSurfaceMesh* surface)
{
    double profile[48][2];
    for (int i = 0; i < sides; i++) {
        profile[i][0] = 0.6 + 0.3 * cos(2.0 * pi * i / sides);
        profile[i][1] = 0.3 * sin(2.0 * pi * i / sides);
    }
    revolve((const double(*)[2])profile, sides, 2 * sides, surface);
}

// Open above, 0.3 m thick at the bottom and the wall.
static void makeCup(gelSurfaceMesh* surface)
{
    static const double profile[10][2] = {{0, 0},     {0.35, 0},   {0.7, 0},   {0.7, 0.5}, {0.7, 1},
                                          {0.4, 1.0}, {0.4, 0.65}, {0.4, 0.3}, {0.2, 0.3}, {0, 0.3}};
    revolve(profile, 10, 32, surface);
}

// The second surface is moved, and turned inside out if it is a cavity.
static void join(const gelSurfaceMesh* a, const gelSurfaceMesh* b, float away, bool isCavity,
                 gelSurfaceMesh* surface)
{
    int vertexCount = a->vertexCount + b->vertexCount, count = a->triangleCount + b->triangleCount;
    float* x = malloc((size_t)vertexCount * 12);
    int* triangles = malloc((size_t)count * 12);
    memcpy(x, a->positions, (size_t)a->vertexCount * 12);
    memcpy(triangles, a->triangles, (size_t)a->triangleCount * 12);
    for (int i = 0; i < 3 * b->vertexCount; i++)
        x[3 * a->vertexCount + i] = b->positions[i] + (i % 3 == 0 ? away : 0.0f);
    for (int i = 0; i < 3 * b->triangleCount; i++) {
        int from = isCavity ? i / 3 * 3 + 2 - i % 3 : i;
        triangles[3 * a->triangleCount + i] = b->triangles[from] + a->vertexCount;
    }
    REQUIRE(gelCreateSurfaceMesh(x, vertexCount, triangles, count, surface, NULL));
    free(x);
    free(triangles);
}

enum { torus, cup, shell, boxes, fineTorus, shapeCount };

static void makeShape(int shape, gelSurfaceMesh* surface)
{
    gelSurfaceMesh a, b;
    if (shape == torus || shape == fineTorus) {
        makeTorus(shape == torus ? 16 : 48, surface);
        return;
    }
    if (shape == cup) {
        makeCup(surface);
        return;
    }
    if (shape == shell) {
        REQUIRE(gelCreateSphereSurface(0.8f, 3, &a));
        REQUIRE(gelCreateSphereSurface(0.4f, 2, &b));
    } else {
        REQUIRE(gelCreateBoxSurface((gelVec3){0.8f, 0.5f, 0.6f}, &a));
        REQUIRE(gelCreateBoxSurface((gelVec3){0.5f, 0.9f, 0.5f}, &b));
    }
    join(&a, &b, shape == boxes ? 0.5f : 0.0f, shape == shell, surface);
    gelDestroySurfaceMesh(&a);
    gelDestroySurfaceMesh(&b);
}

static bool isInTet(const float* positions, const int* tet, const double point[3])
{
    for (int k = 0; k < 4; k++) {
        double x[4][3], sides[3][3];
        for (int i = 0; i < 12; i++)
            x[i / 3][i % 3] =
                i / 3 == k ? point[i % 3] : (double)positions[3 * (size_t)tet[i / 3] + (size_t)(i % 3)];
        for (int i = 0; i < 3; i++)
            gelSubtract3(x[i + 1], x[0], sides[i]);
        if (gelTripleProduct(sides[0], sides[1], sides[2]) < 0.0)
            return false;
    }
    return true;
}

static void tets_cover_the_inside_of_any_closed_surface(void)
{
    for (int shape = 0; shape < shapeCount; shape++) {
        gelSurfaceMesh surface;
        gelSurfaceTree tree;
        int *tets, *levels, tetCount, insideCount = 0, missed = 0, beside = 0;
        unsigned seed = 3;
        makeShape(shape, &surface);
        REQUIRE(gelCreateSurfaceTree(&surface, &tree));
        REQUIRE(gelCoverInside(surface.positions, surface.vertexCount, surface.triangles,
                               surface.triangleCount, &tets, &levels, &tetCount));
        for (int i = 0; i < 5000; i++) {
            double point[3];
            for (int k = 0; k < 3; k++) {
                seed = seed * 1664525u + 1013904223u;
                point[k] = (double)(seed >> 8) / 16777216.0 * 2.2 - 1.1;
            }
            bool inside = gelSurfaceTree_Winding(&tree, point) >= 0.5, covered = false;
            for (int t = 0; t < tetCount && !covered; t++)
                covered = isInTet(surface.positions, tets + 4 * t, point);
            insideCount += inside;
            missed += inside && !covered;
            beside += covered && !inside;
        }
        CHECK(insideCount > 200 && missed == 0, "shape %d: %d of %d points inside are in no tet", shape,
              missed, insideCount);
        CHECK(tetCount <= 2 * surface.triangleCount, "shape %d: %d tets for %d triangles", shape, tetCount,
              surface.triangleCount);
        CHECK(beside <= 2 * insideCount, "shape %d: tets hold %d points outside, and %d inside", shape,
              beside, insideCount);
        free(tets);
        free(levels);
        gelDestroySurfaceTree(&tree);
        gelDestroySurfaceMesh(&surface);
    }
}

// How many vertices of a body are inside an obstacle that stands where its surface is.
static int countInside(gelWorld* world, gelBodyId body, const gelSurfaceTree* tree, gelVec3 away)
{
    int count = gelBody_GetMesh(world, body)->vertexCount, inside = 0;
    float(*x)[3] = malloc((size_t)count * sizeof *x);
    REQUIRE(gelBody_ReadPositions(world, body, x[0], count));
    for (int i = 0; i < count; i++) {
        double point[3] = {(double)x[i][0] - (double)away.x, (double)x[i][1] - (double)away.y,
                           (double)x[i][2] - (double)away.z};
        inside += gelSurfaceTree_Winding(tree, point) >= 0.5;
    }
    free(x);
    return inside;
}

static void what_starts_inside_a_closed_obstacle_is_led_out(void)
{
    // Where the block starts: in the tube, the wall, the shell, and one of two boxes that overlap.
    static const gelVec3 starts[fineTorus] = {
        {0.62f, 0.03f, 0.0f}, {0.52f, 0.5f, 0.04f}, {0.0f, 0.6f, 0.05f}, {0.55f, 0.1f, 0.02f}};
    for (int shape = 0; shape < fineTorus; shape++) {
        gelWorld* world = newReference();
        REQUIRE(gelWorld_SetGravity(world, (gelVec3){0}));
        gelSurfaceMesh surface;
        gelSurfaceTree tree;
        const gelVec3 away = {3.0f, 1.0f, -2.0f};
        makeShape(shape, &surface);
        REQUIRE(gelCreateSurfaceTree(&surface, &tree));
        addObstacle(world, &surface, away);
        gelVec3 start = {starts[shape].x + away.x, starts[shape].y + away.y, starts[shape].z + away.z};
        gelBodyId block = addBlock(world, 3, start);
        CHECK(countInside(world, block, &tree, away) > 40, "shape %d: it starts outside", shape);
        double fastest = 0.0;
        for (int i = 0; i < 120; i++) {
            step(world, 1);
            fastest = fmax(fastest, look(world, block).fastest);
        }
        int left = countInside(world, block, &tree, away);
        State end = look(world, block);
        CHECK(left == 0, "shape %d: %d vertices are inside still, the middle at {%g, %g, %g}", shape, left,
              end.mean[0] - (double)away.x, end.mean[1] - (double)away.y, end.mean[2] - (double)away.z);
        CHECK(fastest < 4.0, "shape %d: a vertex got %g m/s", shape, fastest);
        gelDestroySurfaceTree(&tree);
        gelDestroyWorld(world);
    }
}

static void what_lies_in_a_cup_stays_at_rest(void)
{
    gelWorld* world = newReference();
    gelSurfaceMesh surface;
    makeCup(&surface);
    addObstacle(world, &surface, (gelVec3){0});
    gelBodyId block = addBlock(world, 3, (gelVec3){0.1f, 0.5f, 0.05f});
    step(world, 120);
    State state = look(world, block);
    CHECK_CLOSE(state.lowest[1], 0.3, 0.01, "it stands on the bottom");
    CHECK_CLOSE(state.mean[1], 0.4, 0.01, "upright");
    CHECK_CLOSE(state.mean[0], 0.1, 0.01, "where it fell");
    CHECK_CLOSE(state.fastest, 0.0, 0.02, "at rest");
    gelDestroyWorld(world);
}

// The obstacle is turned, scaled and bent.
static void a_bent_obstacle_leads_out_what_starts_inside(void)
{
    gelWorld* world = newReference();
    REQUIRE(gelWorld_SetGravity(world, (gelVec3){0}));
    gelSurfaceMesh surface, bent;
    gelSurfaceTree tree;
    makeTorus(16, &surface);
    gelBodyId obstacle = addObstacle(world, &surface, (gelVec3){0});
    const gelSurfaceMesh* own = gelObstacle_GetSurface(world, obstacle);
    float* x = malloc((size_t)own->vertexCount * 12);
    for (int v = 0; v < own->vertexCount; v++) {
        const float* from = own->positions + 3 * v;
        x[3 * v] = 1.2f * from[1] + 0.3f * from[0] * from[0];
        x[3 * v + 1] = -1.2f * from[0];
        x[3 * v + 2] = 1.2f * from[2];
    }
    REQUIRE(gelCreateSurfaceMesh(x, own->vertexCount, own->triangles, own->triangleCount, &bent, NULL));
    REQUIRE(gelCreateSurfaceTree(&bent, &tree));
    REQUIRE(gelObstacle_TeleportVertices(world, obstacle, x, own->vertexCount));
    gelBodyId block = addBlock(world, 3, (gelVec3){0.02f, 0.01f, 0.73f});
    CHECK(countInside(world, block, &tree, (gelVec3){0}) > 40, "it starts outside");
    step(world, 120);
    CHECK_INT(countInside(world, block, &tree, (gelVec3){0}), 0);
    free(x);
    gelDestroySurfaceTree(&tree);
    gelDestroySurfaceMesh(&bent);
    gelDestroyWorld(world);
}

// A soft cube of 1 m; nothing moves its lowest vertices.
static void addPinnedBlock(gelWorld* world)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 4, 4, 4, &mesh));
    def.material.youngModulus = 1e6f;
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    for (int i = 0; i < mesh.vertexCount; i++)
        if (mesh.positions[3 * i + 1] < -0.4f)
            REQUIRE(gelBody_SetPinned(world, id, &i, 1, true));
    gelDestroyTetMesh(&mesh);
}

// A body that is led out does not fall meanwhile, however deep it starts.
static void what_starts_inside_comes_to_lie_on_top_under_gravity(void)
{
    static const float depths[] = {0.1f, 0.25f};
    static const char* const below[] = {"a slab", "a sphere", "a soft body with pins"};
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < 2; i++) {
            gelWorld* world = newReference();
            gelSurfaceMesh surface;
            if (kind == 0)
                addBox(world, (gelVec3){4.0f, 1.0f, 4.0f}, (gelVec3){0});
            if (kind == 1) {
                REQUIRE(gelCreateSphereSurface(0.5f, 3, &surface));
                addObstacle(world, &surface, (gelVec3){0});
            }
            if (kind == 2)
                addPinnedBlock(world);
            gelBodyId block = addBlock(world, 2, (gelVec3){0.0f, 0.6f - depths[i], 0.0f});
            step(world, 60);
            double height = look(world, block).mean[1];
            CHECK(height > (kind == 2 ? 0.54 : 0.58) && height < 0.62,
                  "%.2f m deep in %s: it ends at %g m, expected 0.6 m", (double)depths[i], below[kind],
                  height);
            gelDestroyWorld(world);
        }
}

static gelBodyId addFlyingBlock(gelWorld* world, float x, float density, float speed)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 2, 2, 2, &mesh));
    def.material.youngModulus = 1e6f;
    def.material.density = density;
    def.position = (gelVec3){x, 0.2f * x, 0.1f * x};
    def.velocity.x = speed;
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

// Two blocks, one of twice the mass, that fly at each other from inside each other. They are pushed out at 1 m/s, and what
// that squeezes in them adds to their speed.
static void leading_apart_keeps_momentum_and_parts_no_faster_than_it_may(void)
{
    gelWorld* world = newReference();
    REQUIRE(gelWorld_SetGravity(world, (gelVec3){0}));
    gelBodyId blocks[2];
    blocks[0] = addFlyingBlock(world, 0.0f, 1000.0f, 2.0f);
    blocks[1] = addFlyingBlock(world, 0.11f, 2000.0f, 0.0f);
    step(world, 30);
    State first = look(world, blocks[0]), second = look(world, blocks[1]);
    CHECK_CLOSE(first.velocity[0] + 2.0 * second.velocity[0], 2.0, 0.02,
                "the momentum, over the first's mass");
    CHECK(second.velocity[0] - first.velocity[0] > -0.01, "they still approach at %g m/s",
          first.velocity[0] - second.velocity[0]);
    CHECK(second.velocity[0] - first.velocity[0] < 1.1, "they shoot apart at %g m/s",
          second.velocity[0] - first.velocity[0]);
    CHECK(second.mean[0] - first.mean[0] > 0.19, "they still overlap: %g m apart",
          second.mean[0] - first.mean[0]);
    gelDestroyWorld(world);
}

// Blocks of one orientation, so that their sides are in the same planes.
static void blocks_with_aligned_sides_part(void)
{
    static const float apart[] = {0.02f, 0.05f, 0.1f, 0.15f};
    for (int i = 0; i < 4; i++) {
        gelWorld* world = newReference();
        REQUIRE(gelWorld_SetGravity(world, (gelVec3){0}));
        gelBodyId first = addBlock(world, 2, (gelVec3){0});
        gelBodyId second = addBlock(world, 2, (gelVec3){apart[i], 0.0f, 0.0f});
        step(world, 40);
        double distance = look(world, second).mean[0] - look(world, first).mean[0];
        CHECK(distance > 0.19, "begun %g m apart: still %g m, expected 0.2 m", (double)apart[i], distance);
        gelDestroyWorld(world);
    }
}

static void every_device_leads_out_alike(void)
{
    Backends backends = listBackends();
    uint64_t reference = 0;
    for (int b = 0; b < backends.count; b++) {
        gelWorld* world = newWorld(&backends.defs[b], 10);
        gelSurfaceMesh surface;
        makeTorus(48, &surface);
        addObstacle(world, &surface, (gelVec3){0});
        addBlock(world, 3, (gelVec3){0.62f, 0.03f, 0.0f});
        addBlock(world, 3, (gelVec3){-0.1f, 0.1f, 0.5f});
        addBlock(world, 2, (gelVec3){-0.02f, 0.15f, 0.51f});
        step(world, 20);
        reference = b == 0 ? gelWorld_Hash(world) : reference;
        CHECK(gelWorld_Hash(world) == reference, "%s: another hash", backends.names[b]);
        gelDestroyWorld(world);
    }
}

TESTS(TEST(tets_cover_the_inside_of_any_closed_surface),
      TEST(what_starts_inside_a_closed_obstacle_is_led_out), TEST(what_lies_in_a_cup_stays_at_rest),
      TEST(what_starts_inside_comes_to_lie_on_top_under_gravity), TEST(blocks_with_aligned_sides_part),
      TEST(leading_apart_keeps_momentum_and_parts_no_faster_than_it_may),
      TEST(a_bent_obstacle_leads_out_what_starts_inside), TEST(every_device_leads_out_alike))
