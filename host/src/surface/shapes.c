// Simple surfaces: boxes, balls, solids of revolution, sheets.
#include "base/angle.h"
#include "base/tuple_set.h"
#include "surface/surface.h"

static gelStatus checkLength(const char* what, float length)
{
    if (length > 0.0f && length <= 1e6f)
        return gel_success;
    return gelFail(gel_invalidArgument, "%s: expected more than 0, up to 1e6 m, found %g", what,
                   (double)length);
}

static gelStatus checkCount(const char* what, int count, int min, int max)
{
    if (count >= min && count <= max)
        return gel_success;
    return gelFail(gel_invalidArgument, "%s: expected %d to %d, found %d", what, min, max, count);
}

gelStatus gelCreateBoxSurface(gelVec3 size, gelSurfaceMesh* surface)
{
    // Vertex i is at the upper end of X, Y and Z where its bits 0, 1 and 2 are set.
    static const int triangles[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                         {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    const float sizes[3] = {size.x, size.y, size.z};
    float positions[8][3];
    *surface = (gelSurfaceMesh){0};
    for (int k = 0; k < 3; k++) {
        gelStatus status = checkLength("size of the box", sizes[k]);
        if (status != gel_success)
            return status;
        for (int i = 0; i < 8; i++)
            positions[i][k] = (i >> k & 1) != 0 ? 0.5f * sizes[k] : -0.5f * sizes[k];
    }
    return gelCreateSurfaceMesh(positions[0], 8, triangles[0], 12, surface, NULL);
}

// Onto the sphere, halfway between two points of it.
static void halve(const float* a, const float* b, double radius, float* middle)
{
    double sum[3], square = 0.0;
    for (int k = 0; k < 3; k++) {
        sum[k] = (double)a[k] + (double)b[k];
        square += sum[k] * sum[k];
    }
    for (int k = 0; k < 3; k++)
        middle[k] = (float)(sum[k] * (radius / sqrt(square)));
}

// Cuts each of `count` triangles into four. Both arrays are large enough for the result.
static gelStatus subdivide(float (*positions)[3], int* vertexCount, int (*triangles)[3], int count,
                           double radius)
{
    gelTupleSet edges;
    gelStatus status = gelCreateTupleSet(&edges, 2, 3 * count / 2);
    int first = *vertexCount;
    for (int t = 0; t < count && status == gel_success; t++) {
        int corners[3], middles[3];
        for (int k = 0; k < 3 && status == gel_success; k++) {
            int a = corners[k] = triangles[t][k], b = triangles[t][(k + 1) % 3];
            bool added = false;
            status = gelTupleSet_Insert(&edges, (int[]){a < b ? a : b, a < b ? b : a}, &middles[k], &added);
            middles[k] += first;
            if (added)
                halve(positions[a], positions[b], radius, positions[middles[k]]);
        }
        for (int k = 0; k < 3 && status == gel_success; k++) {
            triangles[count + 3 * t + k][0] = corners[k];
            triangles[count + 3 * t + k][1] = middles[k];
            triangles[count + 3 * t + k][2] = middles[(k + 2) % 3];
            triangles[t][k] = middles[k];
        }
    }
    *vertexCount += edges.count;
    gelDestroyTupleSet(&edges);
    return status;
}

gelStatus gelCreateSphereSurface(float radius, int subdivisions, gelSurfaceMesh* surface)
{
    // A regular icosahedron: corners {0, +-1, +-g} and the same turned round, g the golden ratio.
    static const int faces[20][3] = {{0, 2, 4},  {0, 5, 2},  {0, 4, 8},  {0, 10, 5}, {0, 8, 10},
                                     {1, 6, 3},  {1, 3, 7},  {1, 8, 6},  {1, 7, 10}, {1, 10, 8},
                                     {2, 9, 4},  {2, 5, 11}, {2, 11, 9}, {3, 6, 9},  {3, 11, 7},
                                     {3, 9, 11}, {4, 6, 8},  {4, 9, 6},  {5, 10, 7}, {5, 7, 11}};
    *surface = (gelSurfaceMesh){0};
    gelStatus status = checkLength("radius of the sphere", radius);
    if (status == gel_success)
        status = checkCount("subdivisions of the sphere", subdivisions, 0, 7);
    if (status != gel_success)
        return status;
    int count = 20 << 2 * subdivisions, vertexCount = 12;
    float(*positions)[3] = gelAllocate((size_t)count / 2 + 2, sizeof *positions);
    int(*triangles)[3] = gelAllocate((size_t)count, sizeof *triangles);
    if (positions == NULL || triangles == NULL)
        status = gelFailMemory((size_t)count, sizeof *triangles);
    const double g = 1.6180339887498949, scale = (double)radius / sqrt(1.0 + g * g);
    for (int i = 0; i < 12 && status == gel_success; i++) {
        int axis = i / 4;
        positions[i][axis] = 0.0f;
        positions[i][(axis + 1) % 3] = (float)((i & 2) != 0 ? -scale : scale);
        positions[i][(axis + 2) % 3] = (float)((i & 1) != 0 ? -g * scale : g * scale);
    }
    for (int t = 0; t < 20 && status == gel_success; t++)
        for (int k = 0; k < 3; k++)
            triangles[t][k] = faces[t][k];
    for (int i = 0, known = 20; i < subdivisions && status == gel_success; i++, known *= 4)
        status = subdivide(positions, &vertexCount, triangles, known, (double)radius);
    if (status == gel_success)
        status = gelCreateSurfaceMesh(positions[0], vertexCount, triangles[0], count, surface, NULL);
    gelFree(positions);
    gelFree(triangles);
    return status;
}

// Turns a profile {radius, height}, from a lower end on the axis to an upper one, round Y.
static gelStatus revolve(const double (*profile)[2], int ringCount, int segments, gelSurfaceMesh* surface)
{
    size_t count = (size_t)ringCount * (size_t)segments;
    float(*positions)[3] = gelAllocate(count, sizeof *positions);
    int(*triangles)[3] = gelAllocate(2 * count, sizeof *triangles), kept = 0;
    gelStatus status = positions != NULL && triangles != NULL ? gel_success : gelFailMemory(count, 36);
    for (int ring = 0; ring < ringCount && status == gel_success; ring++)
        for (int i = 0; i < segments; i++) {
            double sine, cosine;
            gelSineAndCosine(360.0 * i / segments, &sine, &cosine);
            float* at = positions[ring * segments + i];
            at[0] = (float)(profile[ring][0] * cosine);
            at[1] = (float)profile[ring][1];
            at[2] = (float)(profile[ring][0] * sine);
        }
    // Corners that coincide on the axis leave triangles that are dropped.
    for (int ring = 0; ring + 1 < ringCount && status == gel_success; ring++)
        for (int i = 0; i < segments; i++) {
            int a = ring * segments + i, b = ring * segments + (i + 1) % segments;
            int quad[2][3] = {{a, a + segments, b}, {b, a + segments, b + segments}};
            for (int t = 0; t < 2; t++, kept++)
                for (int k = 0; k < 3; k++)
                    triangles[kept][k] = quad[t][k];
        }
    if (status == gel_success)
        status = gelCreateSurfaceMesh(positions[0], (int)count, triangles[0], kept, surface, NULL);
    gelFree(positions);
    gelFree(triangles);
    return status;
}

static gelStatus checkRound(const char* radiusText, float radius, const char* lengthText, float length,
                            int segments)
{
    gelStatus status = checkLength(radiusText, radius);
    if (status == gel_success)
        status = checkLength(lengthText, length);
    return status == gel_success ? checkCount("segments", segments, 4, 1024) : status;
}

gelStatus gelCreateCylinderSurface(float radius, float length, int segments, gelSurfaceMesh* surface)
{
    double r = (double)radius, h = 0.5 * (double)length;
    const double profile[4][2] = {{0.0, -h}, {r, -h}, {r, h}, {0.0, h}};
    *surface = (gelSurfaceMesh){0};
    gelStatus status =
        checkRound("radius of the cylinder", radius, "length of the cylinder", length, segments);
    return status == gel_success ? revolve(profile, 4, segments, surface) : status;
}

gelStatus gelCreateCapsuleSurface(float radius, float length, int segments, gelSurfaceMesh* surface)
{
    double profile[2 * (1024 / 4 + 1)][2], r = (double)radius, h = 0.5 * (double)length;
    *surface = (gelSurfaceMesh){0};
    gelStatus status = checkRound("radius of the capsule", radius, "length of the capsule", length, segments);
    if (status != gel_success)
        return status;
    int quarter = segments / 4;
    for (int i = 0; i <= quarter; i++) {
        double sine, cosine;
        gelSineAndCosine(90.0 * i / quarter, &sine, &cosine);
        int other = 2 * quarter + 1 - i;
        profile[i][0] = profile[other][0] = i == 0 ? 0.0 : r * sine;
        profile[i][1] = -(h + r * cosine);
        profile[other][1] = h + r * cosine;
    }
    return revolve((const double(*)[2])profile, 2 * quarter + 2, segments, surface);
}

gelStatus gelCreateHeightfieldSurface(float sizeX, float sizeZ, const float* heights, int countX, int countZ,
                                      gelSurfaceMesh* surface)
{
    *surface = (gelSurfaceMesh){0};
    gelStatus status = checkLength("size along X", sizeX);
    if (status == gel_success)
        status = checkLength("size along Z", sizeZ);
    if (status == gel_success)
        status = checkCount("points along X", countX, 2, 1001);
    if (status == gel_success)
        status = checkCount("points along Z", countZ, 2, 1001);
    if (status != gel_success)
        return status;
    int count = countX * countZ, kept = 0;
    float(*positions)[3] = gelAllocate((size_t)count, sizeof *positions);
    int(*triangles)[3] = gelAllocate(2 * (size_t)count, sizeof *triangles);
    if (positions == NULL || triangles == NULL)
        status = gelFailMemory((size_t)count, 36);
    for (int i = 0; i < count && status == gel_success; i++) {
        int x = i % countX, z = i / countX;
        float height = heights != NULL ? heights[i] : 0.0f;
        if (!(fabsf(height) <= 1e6f))
            status = gelFail(gel_invalidArgument, "height %d: expected -1e6 to 1e6 m, found %g", i,
                             (double)height);
        positions[i][0] = (float)((double)sizeX * ((double)x / (countX - 1) - 0.5));
        positions[i][1] = height;
        positions[i][2] = (float)((double)sizeZ * ((double)z / (countZ - 1) - 0.5));
        if (x + 1 == countX || z + 1 == countZ)
            continue;
        int quad[2][3] = {{i, i + countX, i + 1}, {i + 1, i + countX, i + countX + 1}};
        for (int t = 0; t < 2; t++, kept++)
            for (int k = 0; k < 3; k++)
                triangles[kept][k] = quad[t][k];
    }
    if (status == gel_success)
        status = gelCreateSurfaceMesh(positions[0], count, triangles[0], kept, surface, NULL);
    gelFree(positions);
    gelFree(triangles);
    return status;
}

gelStatus gelCreateSheetSurface(float sizeX, float sizeZ, int cellsX, int cellsZ, gelSurfaceMesh* surface)
{
    *surface = (gelSurfaceMesh){0};
    gelStatus status = checkCount("cells along X", cellsX, 1, 1000);
    if (status == gel_success)
        status = checkCount("cells along Z", cellsZ, 1, 1000);
    return status == gel_success
               ? gelCreateHeightfieldSurface(sizeX, sizeZ, NULL, cellsX + 1, cellsZ + 1, surface)
               : status;
}
