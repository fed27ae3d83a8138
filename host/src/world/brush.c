// A round brush that changes values of vertices, by where they are in the body's rest shape.
#include "gel/values.h"
#include "world/world.h"

#include <math.h>

static gelStatus checkBrush(const gelBrush* brush)
{
    const float* x = &brush->position.x;
    for (int k = 0; k < 3; k++)
        if (!(fabsf(x[k]) <= 1e6f))
            return gelFail(gel_invalidArgument, "brush: expected a position within 1e6 m, found {%g, %g, %g}",
                           (double)brush->position.x, (double)brush->position.y, (double)brush->position.z);
    if (!(brush->radius >= 1e-6f && brush->radius <= 1e6f))
        return gelFail(gel_invalidArgument, "brush: expected a radius from 1e-6 to 1e6 m, found %g",
                       (double)brush->radius);
    if (!(brush->strength >= 0.0f && brush->strength <= 1.0f))
        return gelFail(gel_invalidArgument, "brush: expected a strength from 0 to 1, found %g",
                       (double)brush->strength);
    if (!(brush->value >= 0.0f && brush->value <= 1e6f))
        return gelFail(gel_invalidArgument, "brush: expected a value from 0 to 1e6, found %g",
                       (double)brush->value);
    return gel_success;
}

// 1 in its middle, with zero slope there and at its edge: (1 - d^2 / r^2)^2.
static double shareAt(const double place[3], const double middle[3], double radius)
{
    double square = 0.0;
    for (int k = 0; k < 3; k++)
        square += (place[k] - middle[k]) * (place[k] - middle[k]);
    double rest = 1.0 - square / (radius * radius);
    return rest > 0.0 ? rest * rest : 0.0;
}

// Twice the x of the plane of symmetry: the middle of the rest shape's bounding box.
static double mirrorSum(const gelTetMesh* mesh, double scale)
{
    double lower = INFINITY, upper = -INFINITY;
    for (size_t i = 0; i < (size_t)mesh->vertexCount; i++) {
        lower = fmin(lower, scale * (double)mesh->positions[3 * i]);
        upper = fmax(upper, scale * (double)mesh->positions[3 * i]);
    }
    return lower + upper;
}

// How far each vertex goes, 0 to 1.
static void findShares(const gelBody* body, const gelBrush* brush, double* shares)
{
    const gelTetMesh* mesh = &body->shape->mesh;
    const double radius = (double)brush->radius;
    double middle[3] = {(double)brush->position.x, (double)brush->position.y, (double)brush->position.z};
    double mirrored[3] = {mirrorSum(mesh, body->scale) - middle[0], middle[1], middle[2]};
    for (size_t i = 0; i < (size_t)mesh->vertexCount; i++) {
        double place[3];
        for (size_t k = 0; k < 3; k++)
            place[k] = body->scale * (double)mesh->positions[3 * i + k];
        double share = shareAt(place, middle, radius);
        if (brush->mirror)
            share = fmax(share, shareAt(place, mirrored, radius));
        shares[i] = (double)brush->strength * share;
    }
}

static void addNeighbours(const int* element, int corners, const float* values, double* sums, int* counts)
{
    for (int i = 0; i < corners; i++)
        for (int k = 0; k < corners; k++)
            if (k != i) {
                sums[element[i]] += (double)values[element[k]];
                counts[element[i]]++;
            }
}

// The mean of the other corners of the tets, triangles and lines at each vertex; its own value where there are none.
static gelStatus findMeans(const gelShape* shape, const float* values, double* means)
{
    size_t count = (size_t)shape->mesh.vertexCount;
    int* counts = gelAllocate(count, sizeof *counts);
    if (counts == NULL)
        return gelFailMemory(count, sizeof *counts);
    for (size_t i = 0; i < count; i++)
        means[i] = 0.0;
    for (int t = 0; t < shape->mesh.tetCount; t++)
        addNeighbours(shape->mesh.tets + 4 * (size_t)t, 4, values, means, counts);
    for (int t = 0; shape->surface != NULL && t < shape->surface->triangleCount; t++)
        addNeighbours(shape->surface->triangles + 3 * (size_t)t, 3, values, means, counts);
    for (int i = 0; shape->lines != NULL && i < shape->lines->lineCount; i++)
        addNeighbours(shape->lines->lines + 2 * (size_t)i, 2, values, means, counts);
    for (size_t i = 0; i < count; i++)
        means[i] = counts[i] > 0 ? means[i] / counts[i] : (double)values[i];
    gelFree(counts);
    return gel_success;
}

gelStatus gelBody_BrushValues(const gelWorld* world, gelBodyId id, const gelBrush* brush, float* values,
                              int vertexCount)
{
    const gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    if (gelIsObstacle(body))
        return gelRefuseObstacle(body, "it has no material");
    const size_t count = (size_t)body->shape->mesh.vertexCount;
    if (vertexCount != (int)count)
        return gelFail(gel_invalidArgument, "brush: expected values of %d vertices, found %d", (int)count,
                       vertexCount);
    gelStatus status = checkBrush(brush);
    if (status != gel_success)
        return status;
    double *shares = gelAllocate(count, 2 * sizeof *shares), *means = shares + count;
    if (shares == NULL)
        return gelFailMemory(count, 2 * sizeof *shares);
    findShares(body, brush, shares);
    if (brush->soften)
        status = findMeans(body->shape, values, means);
    for (size_t i = 0; i < count && status == gel_success; i++) {
        double goal = brush->soften ? means[i] : (double)brush->value;
        if (shares[i] > 0.0) // never beyond what it lies between
            values[i] = (float)((1.0 - shares[i]) * (double)values[i] + shares[i] * goal);
    }
    gelFree(shares);
    return status;
}
