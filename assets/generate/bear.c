// Writes the gummy bear as a tet mesh or as a surface: 1 m tall, standing on y = 0, looking along +z.
//
//     generate_bear OUT_PREFIX CELLSIZE      writes OUT_PREFIX.node and OUT_PREFIX.ele
//     generate_bear OUT.obj CELLSIZE         writes the surface of that tet mesh
//
// The bear is an implicit surface: balls, ellipsoids and capsules that melt into each other.
#include "gel/gel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Vector {
    double x, y, z;
} Vector;

static Vector minus(Vector a, Vector b)
{
    return (Vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double dot(Vector a, Vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// Close to the true distance near the surface, where it matters.
static double ellipsoid(Vector point, Vector centre, Vector radii)
{
    const Vector d = minus(point, centre);
    const Vector once = {d.x / radii.x, d.y / radii.y, d.z / radii.z};
    const Vector twice = {once.x / radii.x, once.y / radii.y, once.z / radii.z};
    const double slope = sqrt(dot(twice, twice)), length = sqrt(dot(once, once));
    return slope > 0 ? length * (length - 1) / slope : -radii.x;
}

// A capsule from a to b whose radius grows or shrinks along the way.
static double limb(Vector point, Vector a, Vector b, double radiusA, double radiusB)
{
    const Vector along = minus(b, a), from = minus(point, a);
    const double t = fmin(fmax(dot(from, along) / dot(along, along), 0), 1);
    const Vector off = {from.x - t * along.x, from.y - t * along.y, from.z - t * along.z};
    return sqrt(dot(off, off)) - (radiusA + t * (radiusB - radiusA));
}

// The smaller of two distances, with a fillet of about `width` where they meet.
static double melt(double a, double b, double width)
{
    const double overlap = fmax(width - fabs(a - b), 0) / width;
    return fmin(a, b) - 0.25 * width * overlap * overlap;
}

// Cuts away what lies above 0 of `face`, with a rounded edge.
static double cut(double body, double face, double width)
{
    return -melt(-body, -face, width);
}

static double head(Vector p)
{
    double d = ellipsoid(p, (Vector){0, 0.71, 0.02}, (Vector){0.225, 0.195, 0.195});
    const double cheek = ellipsoid(p, (Vector){0.085, 0.655, 0.10}, (Vector){0.125, 0.105, 0.115});
    const double muzzle = ellipsoid(p, (Vector){0, 0.668, 0.20}, (Vector){0.108, 0.08, 0.095});
    const double nose = ellipsoid(p, (Vector){0, 0.712, 0.27}, (Vector){0.058, 0.043, 0.042});
    const double eye = ellipsoid(p, (Vector){0.09, 0.78, 0.165}, (Vector){0.046, 0.052, 0.048});
    const double ear = ellipsoid(p, (Vector){0.172, 0.889, 0.0}, (Vector){0.108, 0.111, 0.09});
    const double hollow = ellipsoid(p, (Vector){0.18, 0.897, 0.105}, (Vector){0.062, 0.064, 0.04});
    d = melt(d, cheek, 0.06);
    d = melt(d, muzzle, 0.04);
    d = melt(d, nose, 0.02);
    d = melt(d, eye, 0.015);
    return cut(melt(d, ear, 0.035), -hollow, 0.025);
}

static double bear(void* context, double x, double y, double z)
{
    (void)context;
    const Vector p = {fabs(x), y, z}; // left and right are symmetric
    double d = ellipsoid(p, (Vector){0, 0.33, 0.0}, (Vector){0.25, 0.29, 0.21});
    const double belly = ellipsoid(p, (Vector){0, 0.29, 0.09}, (Vector){0.18, 0.19, 0.16});
    const double arm = limb(p, (Vector){0.215, 0.455, 0.05}, (Vector){0.145, 0.40, 0.235}, 0.085, 0.076);
    const double leg = limb(p, (Vector){0.16, 0.09, 0.04}, (Vector){0.19, 0.085, 0.25}, 0.14, 0.115);
    const double paw = ellipsoid(p, (Vector){0.195, 0.12, 0.29}, (Vector){0.11, 0.12, 0.085});
    d = melt(d, belly, 0.06);
    d = melt(d, head(p), 0.05);
    d = melt(d, arm, 0.03);
    d = melt(d, melt(leg, paw, 0.03), 0.03);
    d = cut(d, -0.17 - p.z, 0.06); // the flat back of the sweet
    return cut(d, -p.y, 0.03);     // and a flat seat
}

static int writeNodes(const gelTetMesh* mesh, const char* path)
{
    FILE* file = fopen(path, "w");
    if (file == NULL)
        return 1;
    int failed = fprintf(file, "%d 3 0 0\n", mesh->vertexCount) < 0;
    for (int i = 0; i < mesh->vertexCount && !failed; i++) {
        const float* p = mesh->positions + 3 * (size_t)i;
        failed = fprintf(file, "%d %.9g %.9g %.9g\n", i, (double)p[0], (double)p[1], (double)p[2]) < 0;
    }
    return (fclose(file) != 0) | failed;
}

static int writeTets(const gelTetMesh* mesh, const char* path)
{
    FILE* file = fopen(path, "w");
    if (file == NULL)
        return 1;
    int failed = fprintf(file, "%d 4 0\n", mesh->tetCount) < 0;
    for (int i = 0; i < mesh->tetCount && !failed; i++) {
        const int* t = mesh->tets + 4 * (size_t)i;
        failed = fprintf(file, "%d %d %d %d %d\n", i, t[0], t[1], t[2], t[3]) < 0;
    }
    return (fclose(file) != 0) | failed;
}

// Only the vertices of the surface, in mesh order; a tenth of a millimetre is precise enough.
static int writeSurface(const gelTetMesh* mesh, const char* path)
{
    int *triangles, triangleCount, count = 0;
    if (gelExtractSurface(mesh, &triangles, &triangleCount) != gel_success)
        return 1;
    int* numbers = calloc((size_t)mesh->vertexCount, sizeof *numbers);
    FILE* file = fopen(path, "w");
    int failed = numbers == NULL || file == NULL;
    for (int i = 0; i < 3 * triangleCount && !failed; i++)
        numbers[triangles[i]] = -1;
    for (int i = 0; i < mesh->vertexCount && !failed; i++) {
        const float* p = mesh->positions + 3 * (size_t)i;
        if (numbers[i] == 0)
            continue;
        numbers[i] = ++count;
        failed = fprintf(file, "v %.4f %.4f %.4f\n", (double)p[0], (double)p[1], (double)p[2]) < 0;
    }
    for (int i = 0; i < 3 * triangleCount && !failed; i += 3)
        failed = fprintf(file, "f %d %d %d\n", numbers[triangles[i]], numbers[triangles[i + 1]],
                         numbers[triangles[i + 2]]) < 0;
    if (file != NULL)
        failed |= fclose(file) != 0;
    free(numbers);
    gelFree(triangles);
    return failed;
}

static int writeMesh(const gelTetMesh* mesh, const char* prefix)
{
    char path[2][4096];
    for (int i = 0; i < 2; i++) {
        const int length = snprintf(path[i], sizeof path[i], "%s.%s", prefix, i == 0 ? "node" : "ele");
        if (length < 0 || (size_t)length >= sizeof path[i])
            return 1;
    }
    return writeNodes(mesh, path[0]) || writeTets(mesh, path[1]);
}

int main(int argumentCount, char** arguments)
{
    if (argumentCount != 3) {
        fprintf(stderr, "usage: generate_bear OUT_PREFIX|OUT.obj CELLSIZE\n");
        return 2;
    }
    gelTetMesh mesh;
    const gelVec3 lower = {-0.5f, -0.1f, -0.4f}, upper = {0.5f, 1.1f, 0.6f};
    const float cellSize = strtof(arguments[2], NULL);
    if (gelCreateImplicitMesh(bear, NULL, lower, upper, cellSize, &mesh) != gel_success) {
        fprintf(stderr, "generate_bear: %s\n", gelLastError());
        return 1;
    }
    const char* ending = strrchr(arguments[1], '.');
    const int isSurface = ending != NULL && strcmp(ending, ".obj") == 0;
    const int failed = isSurface ? writeSurface(&mesh, arguments[1]) : writeMesh(&mesh, arguments[1]);
    if (failed)
        fprintf(stderr, "generate_bear: %s%s cannot be written\n", arguments[1],
                isSurface ? "" : ".node or .ele");
    gelDestroyTetMesh(&mesh);
    return failed;
}
