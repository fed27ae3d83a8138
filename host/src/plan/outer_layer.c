#include "plan/outer_layer.h"
#include "base/vector3.h"
#include "plan/outer.h"

#include <math.h>

// Leaves the triangles out that are open: a liquid presses on both sides of them.
static gelStatus findClosedTriangles(const gelShape* shape, int** triangles, int* count)
{
    gelOuterPieces pieces;
    int kept = 0;
    *count = 0;
    if (shape->kind != gel_sheetBody)
        return gelFindOuterTriangles(shape, triangles, count);
    gelStatus status = gelFindOuterPieces(shape->mesh.positions, shape->mesh.vertexCount,
                                          shape->surface->triangles, shape->surface->triangleCount, &pieces);
    for (int t = 0; status == gel_success && t < pieces.triangleCount; t++)
        if (pieces.isClosed[t])
            memcpy(pieces.triangles[kept++], pieces.triangles[t], sizeof *pieces.triangles);
    if (status == gel_success) {
        *triangles = (int*)pieces.triangles;
        *count = kept;
        pieces.triangles = NULL;
    }
    gelClearOuterPieces(&pieces);
    return status;
}

static double areaOf(const float* positions, const int* triangle)
{
    double sides[2][3], normal[3];
    for (int k = 0; k < 3; k++) {
        double corner = (double)positions[3 * triangle[0] + k];
        sides[0][k] = (double)positions[3 * triangle[1] + k] - corner;
        sides[1][k] = (double)positions[3 * triangle[2] + k] - corner;
    }
    gelCross3(sides[0], sides[1], normal);
    return 0.5 * sqrt(gelDot3(normal, normal));
}

// The vertices of the outside have half of the cells beneath it; those of a body without others have all of it.
static gelStatus measure(const gelBody* body, const int* triangles, int count, gelOuterLayer* layer)
{
    int vertexCount = body->shape->mesh.vertexCount;
    bool* isOuter = gelAllocate((size_t)vertexCount, sizeof *isOuter);
    double outer = 0.0, whole = 0.0;
    if (isOuter == NULL)
        return gelFailMemory((size_t)vertexCount, sizeof *isOuter);
    for (int i = 0; i < 3 * count; i++)
        isOuter[triangles[i]] = true;
    for (int t = 0; t < count; t++)
        layer->area += areaOf(body->shape->mesh.positions, triangles + 3 * (size_t)t);
    for (int i = 0; i < vertexCount; i++) {
        double mass = 1.0 / gelFreeInverseMass(body, i);
        outer += isOuter[i] ? mass : 0.0;
        whole += mass;
    }
    layer->area *= body->scale * body->scale;
    layer->mass = fmin(2.0 * outer, whole);
    gelFree(isOuter);
    return gel_success;
}

gelStatus gelFindOuterLayer(const gelBody* body, gelOuterLayer* layer)
{
    int *triangles = NULL, count = 0;
    gelStatus status = gel_success;
    *layer = (gelOuterLayer){0};
    if (body->shape->kind == gel_solidBody || body->shape->kind == gel_sheetBody)
        status = findClosedTriangles(body->shape, &triangles, &count);
    if (status == gel_success && count > 0)
        status = measure(body, triangles, count, layer);
    gelFree(triangles);
    return status;
}
