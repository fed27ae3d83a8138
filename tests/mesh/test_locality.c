// Memory order on devices: each vertex has a unique place, and neighbours are close, whatever order a mesher
// gave them.
#include "support/fixtures.h"

#include "plan/shape.h"

// A step coprime to the number of vertices scatters them over the whole mesh.
static int scatter(int vertex, int count)
{
    return (int)((int64_t)vertex * 7919 % count);
}

static void makeScatteredBox(int cells, gelTetMesh* mesh)
{
    gelTetMesh box;
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 2, 1}, cells, 2 * cells, cells, &box));
    int count = box.vertexCount;
    float* positions = calloc((size_t)count, 3 * sizeof *positions);
    for (int v = 0; v < count; v++)
        for (int k = 0; k < 3; k++)
            positions[3 * scatter(v, count) + k] = box.positions[3 * v + k];
    for (int i = 0; i < 4 * box.tetCount; i++)
        box.tets[i] = scatter(box.tets[i], count);
    REQUIRE(gelCreateTetMesh(positions, count, box.tets, box.tetCount, NULL, mesh, NULL));
    gelDestroyTetMesh(&box);
    free(positions);
}

static double meanDistance(const gelConstraintSet* edges, const int* places)
{
    double sum = 0.0;
    for (int e = 0; e < edges->count; e++) {
        int a = edges->vertices[2 * e], b = edges->vertices[2 * e + 1];
        sum += abs(places != NULL ? places[a] - places[b] : a - b);
    }
    return sum / edges->count;
}

static void every_vertex_has_a_place_of_its_own_and_neighbours_are_near(void)
{
    gelTetMesh mesh;
    gelShape* shape;
    makeScatteredBox(12, &mesh);
    REQUIRE(gelCreateShape(&mesh, 2048, &shape));
    int count = mesh.vertexCount, wrong = 0;
    int* taken = calloc((size_t)count, sizeof *taken);
    for (int v = 0; v < count; v++) {
        bool inside = shape->places[v] >= 0 && shape->places[v] < count;
        wrong += !inside || taken[shape->places[v]]++ > 0;
    }
    CHECK_INT(wrong, 0);
    double given = meanDistance(&shape->constraints[constraint_distance], NULL),
           placed = meanDistance(&shape->constraints[constraint_distance], shape->places);
    CHECK(placed < given / 5.0, "neighbours are %.0f places apart, as given %.0f", placed, given);
    free(taken);
    gelReleaseShape(shape);
    gelDestroyTetMesh(&mesh);
}

static void constraints_of_a_colour_go_through_memory_from_one_end_to_the_other(void)
{
    gelTetMesh mesh;
    gelShape* shape;
    makeScatteredBox(6, &mesh);
    REQUIRE(gelCreateShape(&mesh, 2048, &shape));
    const gelConstraintSet* tets = &shape->constraints[constraint_volume];
    int backwards = 0;
    CHECK_INT(shape->tiles.tileCount, 1);
    for (int colour = 0; colour < tets->tileStarts[1]; colour++)
        for (int i = tets->colourStarts[colour], last = -1; i < tets->colourStarts[colour + 1]; i++) {
            int first = mesh.vertexCount;
            for (int k = 0; k < 4; k++) {
                int place = shape->places[tets->vertices[4 * tets->order[i] + k]];
                first = place < first ? place : first;
            }
            backwards += first < last;
            last = first;
        }
    CHECK_INT(backwards, 0);
    gelReleaseShape(shape);
    gelDestroyTetMesh(&mesh);
}

static void meshes_of_any_size_and_place_have_places(void)
{
    static const float scales[] = {1e-12f, 1.0f, 1e12f};
    for (int i = 0; i < 3; i++) {
        float s = scales[i];
        float positions[5][3] = {{0, 0, 0}, {s, 0, 0}, {0, s, 0}, {0, 0, s}, {s, s, s}};
        const int tets[2][4] = {{0, 1, 2, 3}, {1, 2, 3, 4}};
        gelTetMesh mesh;
        gelShape* shape;
        REQUIRE(gelCreateTetMesh(positions[0], 5, tets[0], 2, NULL, &mesh, NULL));
        REQUIRE(gelCreateShape(&mesh, 2048, &shape));
        int sum = 0;
        for (int v = 0; v < 5; v++)
            sum |= 1 << shape->places[v];
        CHECK_INT(sum, 31);
        gelReleaseShape(shape);
        gelDestroyTetMesh(&mesh);
    }
}

TESTS(TEST(constraints_of_a_colour_go_through_memory_from_one_end_to_the_other),
      TEST(every_vertex_has_a_place_of_its_own_and_neighbours_are_near),
      TEST(meshes_of_any_size_and_place_have_places))
