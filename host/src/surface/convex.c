#include "surface/convex.h"

#include "base/triangle.h"
#include "mesh/mesh.h"
#include "surface/open_parts.h"

#include <math.h>
#include <string.h>

// Of the farthest vertex' distance: nearer to a triangle's plane, vertex 0 lies in it.
static const double touching = 1e-5;

// 1 if vertex 0 is on the inner side of a triangle, 0 if in its plane, -1 if on the outer side.
static int sideOf(const float* positions, const int triangle[3], double size)
{
    double corners[3][3], sides[2][3], area[3];
    for (int k = 0; k < 3; k++)
        gelMeasureEdge(positions, 0, triangle[k], corners[k]);
    gelSubtract3(corners[1], corners[0], sides[0]);
    gelSubtract3(corners[2], corners[0], sides[1]);
    gelCross3(sides[0], sides[1], area);
    double height = gelDot3(area, corners[0]), least = touching * size * sqrt(gelDot3(area, area));
    return height > least ? 1 : height < -least ? -1 : 0;
}

static bool isClosed(const bool* isOpen, int vertexCount)
{
    for (int v = 0; v < vertexCount; v++)
        if (isOpen[v])
            return false;
    return true;
}

gelStatus gelFillConvex(const float* positions, int vertexCount, const int* triangles, int triangleCount,
                        int** tets, int* tetCount)
{
    bool* isOpen;
    double size = 0.0, edge[3];
    *tetCount = 0;
    *tets = gelAllocate((size_t)triangleCount, 4 * sizeof **tets);
    if (*tets == NULL)
        return gelFailMemory((size_t)triangleCount, 4 * sizeof **tets);
    gelStatus status = gelFindOpenVertices(vertexCount, triangles, triangleCount, &isOpen);
    if (status != gel_success) {
        gelFree(*tets);
        *tets = NULL;
        return status;
    }
    for (int v = 1; v < vertexCount; v++)
        size = fmax(size, gelMeasureEdge(positions, 0, v, edge));
    bool fits = isClosed(isOpen, vertexCount);
    for (int t = 0; t < triangleCount && fits; t++) {
        const int* triangle = triangles + 3 * (size_t)t;
        int side = sideOf(positions, triangle, size);
        if (side > 0)
            memcpy(*tets + 4 * (size_t)(*tetCount)++ + 1, triangle, 3 * sizeof *triangle); // and vertex 0
        fits = side >= 0;
    }
    *tetCount = fits ? *tetCount : 0;
    gelFree(isOpen);
    return gel_success;
}
