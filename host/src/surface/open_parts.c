#include "surface/open_parts.h"

#include "base/triangle.h"
#include "base/tuple_set.h"
#include "mesh/mesh.h"
#include "surface/contact_surface.h"

bool gelTriangleHasArea(const float* positions, const int triangle[3])
{
    double sides[3][3], area[3], longest = 0.0;
    for (int k = 0; k < 3; k++) {
        double length = gelMeasureEdge(positions, triangle[k], triangle[(k + 1) % 3], sides[k]);
        longest = length > longest ? length : longest;
    }
    gelCross3(sides[0], sides[1], area);
    return gelDot3(area, area) > 1e-20 * (longest * longest) * (longest * longest); // as gel/doctor.h
}

// How often the edges are run along from their smaller vertex, less the other way.
static gelStatus sumEdges(const int* triangles, int triangleCount, gelTupleSet* edges, int** sums)
{
    gelStatus status = gelCreateTupleSet(edges, 2, triangleCount + triangleCount / 2);
    if (status != gel_success)
        return status;
    *sums = gelAllocate(3 * (size_t)triangleCount, sizeof **sums);
    if (*sums == NULL)
        status = gelFailMemory(3 * (size_t)triangleCount, sizeof **sums);
    for (int i = 0; i < 3 * triangleCount && status == gel_success; i++) {
        int a = triangles[i], b = triangles[i % 3 == 2 ? i - 2 : i + 1], index = 0;
        bool added;
        status = gelTupleSet_Insert(edges, (int[]){a < b ? a : b, a < b ? b : a}, &index, &added);
        if (status == gel_success)
            (*sums)[index] += a < b ? 1 : -1;
    }
    return status;
}

gelStatus gelFindOpenVertices(int vertexCount, const int* triangles, int triangleCount, bool** isOpen)
{
    gelTupleSet edges = {0};
    int *sums = NULL, *parents = gelAllocate((size_t)vertexCount, sizeof *parents);
    *isOpen = gelAllocate((size_t)vertexCount, sizeof **isOpen);
    gelStatus status = parents != NULL && *isOpen != NULL ? sumEdges(triangles, triangleCount, &edges, &sums)
                                                          : gelFailMemory((size_t)vertexCount, 5);
    for (int v = 0; v < vertexCount && status == gel_success; v++)
        parents[v] = v;
    for (int e = 0; e < edges.count && status == gel_success; e++)
        parents[gelFindRoot(parents, edges.tuples[2 * e])] = gelFindRoot(parents, edges.tuples[2 * e + 1]);
    for (int e = 0; e < edges.count && status == gel_success; e++)
        if (sums[e] != 0)
            (*isOpen)[gelFindRoot(parents, edges.tuples[2 * e])] = true;
    for (int v = 0; v < vertexCount && status == gel_success; v++)
        (*isOpen)[v] = (*isOpen)[gelFindRoot(parents, v)];
    gelDestroyTupleSet(&edges);
    gelFree(sums);
    gelFree(parents);
    if (status != gel_success) {
        gelFree(*isOpen);
        *isOpen = NULL;
    }
    return status;
}

gelStatus gelCountOpenEdges(const int* triangles, int triangleCount, int* open, int* turned)
{
    gelTupleSet edges = {0};
    int* sums = NULL;
    gelStatus status = sumEdges(triangles, triangleCount, &edges, &sums);
    *open = *turned = 0;
    for (int e = 0; e < edges.count && status == gel_success; e++) {
        *open += sums[e] % 2 != 0;
        *turned += sums[e] % 2 == 0 && sums[e] != 0;
    }
    gelDestroyTupleSet(&edges);
    gelFree(sums);
    return status;
}
