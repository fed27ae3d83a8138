#include "plan/aggregates.h"

#include <stdlib.h>

enum { usualAggregates = 8, verticesOfAggregate = 12 };

typedef struct Place {
    float along; // the side that is halved
    int vertex;
} Place;

typedef struct Cut {
    const float* positions;
    int* vertices;
    Place* places;
    int* aggregates;
    int next;
} Cut;

int gelCountAggregates(const gelBody* body)
{
    int count = body->aggregates > 0 ? body->aggregates : usualAggregates,
        most = body->shape->mesh.vertexCount / verticesOfAggregate;
    most = most > 0 ? most : 1;
    return count < most ? count : most;
}

gelVertexBox gelBoxOfVertices(const float* positions, const int* vertices, int count)
{
    gelVertexBox box = {{0}, {0}};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            float at = positions[3 * (size_t)vertices[i] + (size_t)k];
            box.low[k] = i == 0 || at < box.low[k] ? at : box.low[k];
            box.high[k] = i == 0 || at > box.high[k] ? at : box.high[k];
        }
    return box;
}

// Nearly equal sides are one length, so that a rounded cube is cut as an exact one.
static int findLongestSide(const gelVertexBox* box)
{
    const float clearly = 1.001f;
    int longest = 0;
    for (int k = 1; k < 3; k++)
        if (box->high[k] - box->low[k] > clearly * (box->high[longest] - box->low[longest]))
            longest = k;
    return longest;
}

static int comparePlaces(const void* p, const void* q)
{
    const Place *a = p, *b = q;
    if (a->along != b->along)
        return a->along < b->along ? -1 : 1;
    return a->vertex < b->vertex ? -1 : 1;
}

static void halve(Cut* cut, int first, int end, int count)
{
    int* vertices = cut->vertices + first;
    if (count == 1) {
        for (int i = 0; i < end - first; i++)
            cut->aggregates[vertices[i]] = cut->next;
        cut->next++;
        return;
    }
    gelVertexBox box = gelBoxOfVertices(cut->positions, vertices, end - first);
    int side = findLongestSide(&box), before = count / 2;
    for (int i = 0; i < end - first; i++)
        cut->places[i] = (Place){cut->positions[3 * (size_t)vertices[i] + (size_t)side], vertices[i]};
    qsort(cut->places, (size_t)(end - first), sizeof *cut->places, comparePlaces);
    for (int i = 0; i < end - first; i++)
        vertices[i] = cut->places[i].vertex;
    int middle = first + (int)((int64_t)(end - first) * before / count);
    halve(cut, first, middle, before);
    halve(cut, middle, end, count - before);
}

gelStatus gelCutAggregates(const gelBody* body, int count, int* aggregates)
{
    int vertexCount = body->shape->mesh.vertexCount;
    Cut cut = {.positions = body->shape->mesh.positions,
               .vertices = gelAllocate((size_t)vertexCount, sizeof(int)),
               .places = gelAllocate((size_t)vertexCount, sizeof(Place)),
               .aggregates = aggregates};
    bool ok = cut.vertices != NULL && cut.places != NULL;
    for (int i = 0; i < vertexCount && ok; i++)
        cut.vertices[i] = i;
    if (ok)
        halve(&cut, 0, vertexCount, count);
    gelFree(cut.vertices);
    gelFree(cut.places);
    return ok ? gel_success : gelFailMemory((size_t)vertexCount, sizeof(Place) + sizeof(int));
}
