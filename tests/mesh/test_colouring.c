// Colouring: no two constraints of a colour share a vertex, none is left out, and colours are balanced.
#include "support/fixtures.h"

#include "mesh/colouring.h"
#include "plan/kinds.h"

static const gelMaterial everyKind = {.bendingStiffness = 1.0f, .model = gel_neoHookean};

static void checkTile(const gelShape* shape, int kind, int tile)
{
    const gelConstraintSet* set = &shape->constraints[kind];
    int arity = gelKinds[kind].arity, vertexCount = shape->mesh.vertexCount;
    const int* starts = set->colourStarts + set->tileStarts[tile];
    int colourCount = set->tileStarts[tile + 1] - set->tileStarts[tile],
        count = starts[colourCount] - starts[0];
    int* seen = calloc((size_t)vertexCount, sizeof *seen);
    int* valence = calloc((size_t)vertexCount, sizeof *valence);
    int clashes = 0, largest = 0, smallest = count, maxAtVertex = 0;
    for (int colour = 0; colour < colourCount; colour++) {
        int size = starts[colour + 1] - starts[colour];
        largest = size > largest ? size : largest;
        smallest = size < smallest ? size : smallest;
        for (int i = starts[colour]; i < starts[colour + 1]; i++)
            for (int k = 0; k < arity; k++) {
                int vertex = set->vertices[set->order[i] * arity + k];
                clashes += seen[vertex] == colour + 1;
                seen[vertex] = colour + 1;
                valence[vertex]++;
            }
    }
    for (int v = 0; v < vertexCount; v++)
        maxAtVertex = valence[v] > maxAtVertex ? valence[v] : maxAtVertex;
    CHECK_INT(clashes, 0);
    // Edges and tets are visited along neighbours; folds of a surface come in the order of its edges, which
    // is less kind.
    int maxColours = kind == constraint_bending ? maxAtVertex * 3 / 2 : maxAtVertex * 5 / 4;
    CHECK(colourCount <= maxColours, "%d colours, but at most %d constraints at a vertex", colourCount,
          maxAtVertex);
    CHECK(largest <= 1 + count / colourCount * 5 / 4, "colours of %d to %d constraints", smallest, largest);
    free(seen);
    free(valence);
}

// The tiles of the first phase; later ones are small and ragged.
static void checkKind(const gelShape* shape, int kind)
{
    const gelConstraintSet* set = &shape->constraints[kind];
    CHECK(set->count > 0, "no constraints of the kind %s", gelKinds[kind].name);
    CHECK_INT(set->colourStarts[set->tileStarts[shape->tiles.tileCount + set->ownTiles.tileCount]],
              set->count);
    for (int tile = 0; tile < shape->tiles.phaseStarts[1]; tile++)
        checkTile(shape, kind, tile);
}

static void colours_of_a_lattice_are_valid_few_and_balanced(void)
{
    gelTetMesh mesh;
    gelShape* shape;
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 4}, 8, 8, 32, &mesh));
    REQUIRE(gelCreateShape(&mesh, 2048, &shape));
    REQUIRE(gelFindConstraints(shape, &everyKind));
    for (int kind = 0; kind < constraint_kinds; kind++)
        if (shape->constraints[kind].count > 0) // of tets
            checkKind(shape, kind);
    gelReleaseShape(shape);
    gelDestroyTetMesh(&mesh);
}

static void colours_of_a_ball_are_valid_few_and_balanced(void)
{
    gelTetMesh mesh;
    gelShape* shape;
    REQUIRE(gelCreateSphereMesh(1.0f, 12, &mesh));
    REQUIRE(gelCreateShape(&mesh, 2048, &shape));
    REQUIRE(gelFindConstraints(shape, &everyKind));
    for (int kind = 0; kind < constraint_kinds; kind++)
        if (shape->constraints[kind].count > 0) // of tets
            checkKind(shape, kind);
    gelReleaseShape(shape);
    gelDestroyTetMesh(&mesh);
}

// A fan of edges around one vertex needs one colour per edge: more than fit one word of the bit sets.
static void a_vertex_with_hundreds_of_constraints_gets_as_many_colours(void)
{
    enum { edgeCount = 300 };
    int edges[edgeCount * 2], *colours, colourCount, missing = edgeCount;
    bool used[edgeCount] = {false};
    for (int i = 0; i < edgeCount; i++) {
        edges[2 * i] = 0;
        edges[2 * i + 1] = i + 1;
    }
    REQUIRE(gelColourConstraints(edges, 2, edgeCount, edgeCount + 1, NULL, &colours, &colourCount));
    CHECK_INT(colourCount, edgeCount);
    for (int i = 0; i < edgeCount; i++)
        if (!used[colours[i]]) {
            used[colours[i]] = true;
            missing--;
        }
    CHECK_INT(missing, 0);
    gelFree(colours);
}

static void a_vertex_with_more_constraints_than_anyone_waits_for_is_refused_by_number(void)
{
    enum { edgeCount = 5000 };
    int *edges = malloc(2 * edgeCount * sizeof *edges), *colours, colourCount;
    for (int i = 0; i < edgeCount; i++) {
        edges[2 * i] = 0;
        edges[2 * i + 1] = i + 1;
    }
    CHECK_STATUS(gelColourConstraints(edges, 2, edgeCount, edgeCount + 1, NULL, &colours, &colourCount),
                 gel_unsupported);
    CHECK_TEXT(gelLastError(), "vertex 0");
    free(edges);
}

static void a_mesh_without_constraints_needs_no_colours(void)
{
    int *colours, colourCount;
    REQUIRE(gelColourConstraints(NULL, 2, 0, 0, NULL, &colours, &colourCount));
    CHECK_INT(colourCount, 0);
    gelFree(colours);
}

TESTS(TEST(colours_of_a_lattice_are_valid_few_and_balanced),
      TEST(colours_of_a_ball_are_valid_few_and_balanced),
      TEST(a_vertex_with_hundreds_of_constraints_gets_as_many_colours),
      TEST(a_vertex_with_more_constraints_than_anyone_waits_for_is_refused_by_number),
      TEST(a_mesh_without_constraints_needs_no_colours))
