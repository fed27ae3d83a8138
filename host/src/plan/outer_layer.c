#include "plan/outer_layer.h"
#include "base/vector3.h"
#include "plan/outer.h"

#include <math.h>

// Places a corner of a triangle at rest. Its vertices count by the largest weight that they have in any corner.
static void placeCorner(const gelTetMesh* mesh, const gelOuterSkin* skin, int corner, double place[3],
                        double* weights)
{
    const gelContactPoint vertex = {.vertices = {corner}, .weights = {1.0f}};
    const gelContactPoint* point = skin != NULL ? &skin->points[corner] : &vertex;
    place[0] = place[1] = place[2] = 0.0;
    for (int i = 0; i < 4; i++) {
        int v = point->vertices[i];
        double weight = (double)point->weights[i];
        weights[v] = fmin(1.0, fmax(weights[v], fabs(weight)));
        for (int k = 0; k < 3; k++)
            place[k] += weight * (double)mesh->positions[3 * v + k];
    }
}

static double addTriangle(const gelTetMesh* mesh, const gelOuterSkin* skin, const int* triangle,
                          double* weights)
{
    double places[3][3], sides[2][3], normal[3];
    for (int k = 0; k < 3; k++)
        placeCorner(mesh, skin, triangle[k], places[k], weights);
    for (int k = 0; k < 3; k++) {
        sides[0][k] = places[1][k] - places[0][k];
        sides[1][k] = places[2][k] - places[0][k];
    }
    gelCross3(sides[0], sides[1], normal);
    return 0.5 * sqrt(gelDot3(normal, normal));
}

// The vertices of the outside have half of the cells beneath it; those of a body without others have all of it. Open
// triangles are left out: a liquid presses on both sides of them.
static double measure(const gelBody* body, const gelOuterSkin* skin, const gelOutside* outside,
                      double* weights)
{
    const int(*triangles)[3] = (const int(*)[3])(skin != NULL ? skin->triangles : outside->triangles);
    const float* displacements = skin != NULL ? skin->displacements : outside->displacements;
    int count = skin != NULL ? skin->triangleCount : outside->count;
    double area = 0.0, outer = 0.0, whole = 0.0;
    for (int t = 0; t < count; t++)
        if (displacements[t] > 0.0f)
            area += (double)displacements[t] * addTriangle(&body->shape->mesh, skin, triangles[t], weights);
    for (int i = 0; i < body->shape->mesh.vertexCount; i++) {
        double mass = 1.0 / gelFreeInverseMass(body, i);
        outer += weights[i] * mass;
        whole += mass;
    }
    return outer > 0.0 ? area * body->scale * body->scale / fmin(2.0 * outer, whole) : 0.0;
}

gelStatus gelFindLightness(const gelBody* body, const gelOuterSkin* skin, double* lightness)
{
    size_t count = (size_t)body->shape->mesh.vertexCount;
    gelOutside outside = {0};
    double* weights = gelAllocate(count, sizeof *weights);
    gelStatus status = weights != NULL ? gel_success : gelFailMemory(count, sizeof *weights);
    *lightness = 0.0;
    if (status == gel_success && skin == NULL)
        status = gelFindOutside(body->shape, &outside);
    if (status == gel_success)
        *lightness = measure(body, skin, &outside, weights);
    gelClearOutside(&outside);
    gelFree(weights);
    return status;
}
