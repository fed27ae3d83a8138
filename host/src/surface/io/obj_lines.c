// Line meshes from Wavefront OBJ files, for ropes.
#include "common/path.h"
#include "surface/io/readers.h"

#include <math.h>
#include <stdlib.h>

// A vertex as one of those that are sorted along X.
typedef struct Place {
    float x;
    int vertex;
} Place;

static int compareAlongX(const void* left, const void* right)
{
    const Place *a = left, *b = right;
    return a->x < b->x ? -1 : a->x > b->x ? 1 : a->vertex - b->vertex;
}

static double distanceBetween(const float* a, const float* b)
{
    double x = (double)a[0] - (double)b[0], y = (double)a[1] - (double)b[1], z = (double)a[2] - (double)b[2];
    return sqrt(x * x + y * y + z * z);
}

static double lengthOf(const gelLineMesh* mesh, int line)
{
    const int* ends = mesh->lines + 2 * (size_t)line;
    return distanceBetween(mesh->positions + 3 * (size_t)ends[0], mesh->positions + 3 * (size_t)ends[1]);
}

// Whether a vertex other than `end` and `next` lies within `reach` of `end`.
static bool hasNear(const gelLineMesh* mesh, const Place* places, int end, int next, double reach)
{
    const float* x = mesh->positions + 3 * (size_t)end;
    int low = 0, high = mesh->vertexCount;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if ((double)places[middle].x < (double)x[0] - reach)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < mesh->vertexCount && (double)places[low].x <= (double)x[0] + reach; low++) {
        int vertex = places[low].vertex;
        if (vertex != end && vertex != next &&
            distanceBetween(mesh->positions + 3 * (size_t)vertex, x) <= reach)
            return true;
    }
    return false;
}

// An end that nearly touches another vertex is probably meant to. Line ends that coincide were joined.
static gelStatus warnOfNearEnds(const char* path, const gelLineMesh* mesh)
{
    const double nearly = 0.02; // of the line's length
    int nearCount = 0, count = mesh->vertexCount;
    Place* places = gelAllocate((size_t)count, sizeof *places);
    int* degrees = gelAllocate((size_t)count, sizeof *degrees);
    bool ok = places != NULL && degrees != NULL;
    for (int v = 0; v < count && ok; v++)
        places[v] = (Place){mesh->positions[3 * (size_t)v], v};
    if (ok)
        qsort(places, (size_t)count, sizeof *places, compareAlongX);
    for (int i = 0; i < 2 * mesh->lineCount && ok; i++)
        degrees[mesh->lines[i]]++;
    for (int i = 0; i < 2 * mesh->lineCount && ok; i++) {
        int end = mesh->lines[i], next = mesh->lines[i ^ 1];
        nearCount += degrees[end] == 1 && hasNear(mesh, places, end, next, nearly * lengthOf(mesh, i / 2));
    }
    if (nearCount > 0)
        gelLog(
            gel_logWarning,
            "%s: %d %s close to another vertex, but not in its place, and %s not joined to it; expected equal "
            "coordinates where lines meet",
            path, nearCount, nearCount == 1 ? "end of a line is" : "ends of lines are",
            nearCount == 1 ? "is" : "are");
    gelFree(places);
    gelFree(degrees);
    return ok ? gel_success : gelFailMemory((size_t)count, sizeof *places);
}

gelStatus gelLoadLineMesh(const char* path, gelLineMesh* mesh)
{
    gelTextReader text;
    gelSurfaceMesh raw = {0};
    gelObjLines lines = {0};
    *mesh = (gelLineMesh){0};
    if (!gelEndsWith(path, ".obj"))
        return gelFail(gel_unsupported, "%s: lines are read from .obj files, where they are the elements l",
                       path);
    gelStatus status = gelOpenText(path, &text);
    if (status != gel_success)
        return status;
    status = gelReadObjLines(&text, &raw, &lines);
    gelCloseText(&text);
    if (status == gel_success)
        status = gelCreateLineMesh(raw.positions, raw.vertexCount, lines.ends, lines.count, mesh);
    if (status == gel_invalidArgument)
        status = gelFail(gel_formatError, "%s: %s", path, gelLastError());
    if (status == gel_success)
        status = warnOfNearEnds(path, mesh);
    if (status != gel_success)
        gelDestroyLineMesh(mesh);
    gelDestroySurfaceMesh(&raw);
    gelFree(lines.ends);
    return status;
}
