// Surfaces of distance fields, by marching tetrahedra: each cell of the grid is cut into six tets, alike in all
// cells, and each tet that the surface passes through gives one triangle or two.
#include "base/tuple_set.h"
#include "surface/surface.h"

#include <string.h>

// The distance from a point of the grid, in edges of a cell, within which the places where the
// surface crosses edges become one vertex in their middle. Otherwise there would be triangles as
// thin as hairs.
static const double snapped = 0.2;

enum { maxPoints = 1 << 24 };

typedef struct Field {
    const float* distances;
    int counts[3];   // with a layer around the grid, which is outside: so the surface is closed
    double lower[3]; // of that layer, m
    double spacing;
    gelTupleSet vertices; // the two points of the grid between which each is; the same twice: near that
    double (*sums)[4];    // of the places that make up a vertex, and their number
    int (*triangles)[3];
    int sumCapacity, triangleCount, triangleCapacity;
} Field;

static double valueAt(const Field* field, const int cell[3])
{
    size_t index = 0;
    for (int k = 2; k >= 0; k--) {
        if (cell[k] < 1 || cell[k] > field->counts[k] - 2)
            return INFINITY;
        index = index * (size_t)(field->counts[k] - 2) + (size_t)(cell[k] - 1);
    }
    return (double)field->distances[index];
}

static int numberOf(const Field* field, const int cell[3])
{
    return cell[0] + field->counts[0] * (cell[1] + field->counts[1] * cell[2]);
}

typedef struct Corner {
    int cell[3];
    double value;
} Corner;

// The vertex between a point inside and one outside.
static gelStatus addVertex(Field* field, const Corner* inside, const Corner* outside, int* vertex)
{
    int a = numberOf(field, inside->cell), b = numberOf(field, outside->cell);
    double share = isinf(outside->value) ? 0.0 : inside->value / (inside->value - outside->value);
    bool added;
    b = share < snapped ? a : b;
    a = share > 1.0 - snapped ? b : a;
    gelStatus status =
        gelTupleSet_Insert(&field->vertices, (int[]){a < b ? a : b, a < b ? b : a}, vertex, &added);
    if (status == gel_success)
        status = gelReserve(&field->sums, &field->sumCapacity, *vertex + 1, sizeof *field->sums);
    if (status != gel_success)
        return status;
    double* sum = field->sums[*vertex];
    if (added)
        memset(sum, 0, sizeof *field->sums);
    for (int k = 0; k < 3; k++)
        sum[k] += field->lower[k] +
                  field->spacing * (inside->cell[k] + share * (outside->cell[k] - inside->cell[k]));
    sum[3] += 1.0;
    return gel_success;
}

// Between corners of a tet, as pairs of one inside and one outside.
static gelStatus addTriangle(Field* field, const Corner corners[4], const int pairs[3][2])
{
    int triangle[3];
    gelStatus status = gel_success;
    for (int k = 0; k < 3 && status == gel_success; k++)
        status = addVertex(field, &corners[pairs[k][0]], &corners[pairs[k][1]], &triangle[k]);
    if (status != gel_success || triangle[0] == triangle[1] || triangle[1] == triangle[2] ||
        triangle[2] == triangle[0])
        return status;
    status =
        gelReserve(&field->triangles, &field->triangleCapacity, field->triangleCount + 1, sizeof triangle);
    if (status == gel_success)
        memcpy(field->triangles[field->triangleCount++], triangle, sizeof triangle);
    return status;
}

static void exchange(Corner* a, Corner* b)
{
    Corner other = *a;
    *a = *b;
    *b = other;
}

// A tet of positive volume.
static gelStatus cutTet(Field* field, Corner corners[4])
{
    static const int one[3][2] = {{0, 1}, {0, 2}, {0, 3}}, three[3][2] = {{0, 3}, {1, 3}, {2, 3}};
    static const int two[2][3][2] = {{{0, 2}, {0, 3}, {1, 3}}, {{0, 2}, {1, 3}, {1, 2}}};
    int count = 0;
    bool turned = false;
    for (int i = 0; i < 4; i++) { // what is inside comes first
        if (corners[i].value >= 0.0)
            continue;
        if (i != count)
            exchange(&corners[i], &corners[count]);
        turned = turned != (i != count);
        count++;
    }
    if (count == 0 || count == 4)
        return gel_success;
    if (turned && count == 3)
        exchange(&corners[0], &corners[1]);
    else if (turned)
        exchange(&corners[2], &corners[3]);
    if (count != 2)
        return addTriangle(field, corners, count == 1 ? one : three);
    gelStatus status = addTriangle(field, corners, two[0]);
    return status == gel_success ? addTriangle(field, corners, two[1]) : status;
}

static gelStatus cutCell(Field* field, const int cell[3])
{
    // From corner 0 to corner 7 along the three axes in each order; odd orders have a negative volume.
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    Corner corners[8];
    int inside = 0;
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 3; k++)
            corners[i].cell[k] = cell[k] + (i >> k & 1);
        corners[i].value = valueAt(field, corners[i].cell);
        inside += corners[i].value < 0.0;
    }
    gelStatus status = gel_success;
    for (int t = 0; t < 6 && status == gel_success && inside > 0 && inside < 8; t++) {
        int first = 1 << orders[t][0], second = first | 1 << orders[t][1];
        Corner tet[4] = {corners[0], corners[first], corners[second], corners[7]};
        if (t >= 3)
            exchange(&tet[1], &tet[2]);
        status = cutTet(field, tet);
    }
    return status;
}

static gelStatus checkField(const float* distances, const int counts[3], gelVec3 lower, float spacing)
{
    double total = 1.0, corner[3] = {(double)lower.x, (double)lower.y, (double)lower.z};
    for (int k = 0; k < 3; k++) {
        total *= counts[k];
        if (counts[k] < 2 || total > maxPoints)
            return gelFail(
                gel_invalidArgument,
                "distance field: expected 2 points or more each way, and up to %d in all, found %d x %d "
                "x %d",
                maxPoints, counts[0], counts[1], counts[2]);
        if (!(fabs(corner[k]) <= 1e6))
            return gelFail(gel_invalidArgument,
                           "distance field: expected its lower corner within 1e6 m, found %g", corner[k]);
    }
    if (!(spacing >= 1e-6f && spacing <= 1e6f))
        return gelFail(gel_invalidArgument, "distance field: expected a spacing of 1e-6 to 1e6 m, found %g",
                       (double)spacing);
    for (size_t i = 0; i < (size_t)total; i++)
        if (!isfinite(distances[i]))
            return gelFail(gel_invalidArgument, "distance field: distance %zu: expected a number, found %g",
                           i, (double)distances[i]);
    return gel_success;
}

static gelStatus makeSurface(const Field* field, gelSurfaceMesh* surface)
{
    int count = field->vertices.count;
    if (field->triangleCount == 0)
        return gelFail(
            gel_invalidArgument,
            "distance field: expected distances below 0, which are inside, found none that enclose a "
            "volume");
    float(*positions)[3] = gelAllocate((size_t)count, sizeof *positions);
    if (positions == NULL)
        return gelFailMemory((size_t)count, sizeof *positions);
    for (int v = 0; v < count; v++)
        for (int k = 0; k < 3; k++)
            positions[v][k] = (float)(field->sums[v][k] / field->sums[v][3]);
    gelStatus status =
        gelCreateSurfaceMesh(positions[0], count, field->triangles[0], field->triangleCount, surface, NULL);
    gelFree(positions);
    return status;
}

gelStatus gelCreateDistanceFieldSurface(const float* distances, const int counts[3], gelVec3 lower,
                                        float spacing, gelSurfaceMesh* surface)
{
    *surface = (gelSurfaceMesh){0};
    gelStatus status = checkField(distances, counts, lower, spacing);
    if (status != gel_success)
        return status;
    double h = (double)spacing;
    Field field = {.distances = distances,
                   .counts = {counts[0] + 2, counts[1] + 2, counts[2] + 2},
                   .lower = {(double)lower.x - h, (double)lower.y - h, (double)lower.z - h},
                   .spacing = h};
    status = gelCreateTupleSet(&field.vertices, 2, 1024);
    for (int z = 0; z <= counts[2]; z++)
        for (int y = 0; y <= counts[1]; y++)
            for (int x = 0; x <= counts[0] && status == gel_success; x++)
                status = cutCell(&field, (int[]){x, y, z});
    if (status == gel_success)
        status = makeSurface(&field, surface);
    gelDestroyTupleSet(&field.vertices);
    gelFree(field.sums);
    gelFree(field.triangles);
    return status;
}
