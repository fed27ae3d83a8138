// Arrays of mesh files, by their names, and how they are carried over to tets.
#include "common/path.h"
#include "gel/values.h"
#include "mesh/io/loaders.h"
#include "surface/io/readers.h"
#include "surface/tree.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static gelStatus readVtuArray(gelTextReader* reader, gelVertexArray* array)
{
    gelMeshDraft draft = {.array = array};
    gelStatus status = gelReadVtu(reader, &draft);
    gelDestroyDraft(&draft);
    return status;
}

static const struct {
    const char *ending, *what;
    gelStatus (*read)(gelTextReader* reader, gelVertexArray* array);
} formats[] = {
    {".obj", "object or group", gelReadObjGroup},
    {".ply", "property of vertices", gelReadPlyArray},
    {".vtu", "array", readVtuArray},
};

static gelStatus checkFinite(const char* path, const gelVertexArray* array)
{
    for (int i = 0; i < array->count; i++)
        if (!isfinite(array->values[i]))
            return gelFail(gel_formatError, "%s: \"%.60s\": expected numbers, found %g at vertex %d", path,
                           array->wanted, (double)array->values[i], i);
    return gel_success;
}

gelStatus gelLoadVertexArray(const char* path, const char* name, float** values, int* count)
{
    assert(path != NULL && name != NULL && values != NULL && count != NULL);
    gelVertexArray array = {.wanted = name};
    gelTextReader reader;
    size_t format = 0, formatCount = sizeof formats / sizeof formats[0];
    *values = NULL;
    *count = 0;
    while (format < formatCount && !gelEndsWith(path, formats[format].ending))
        format++;
    if (format == formatCount)
        return gelFail(gel_unsupported,
                       "%s: expected a file with arrays (.obj, .ply or .vtu), found the extension '%s'", path,
                       path + gelEndingOf(path));
    gelStatus status = gelOpenText(path, &reader);
    if (status != gel_success)
        return status;
    status = formats[format].read(&reader, &array);
    gelCloseText(&reader);
    if (status == gel_success)
        status = gelCheckArrayFound(&array, path, formats[format].what);
    if (status == gel_success)
        status = checkFinite(path, &array);
    if (status != gel_success) {
        gelFree(array.values);
        return status;
    }
    *values = array.values;
    *count = array.count;
    return gel_success;
}

static void subtract(const double a[3], const double b[3], double difference[3])
{
    for (int k = 0; k < 3; k++)
        difference[k] = a[k] - b[k];
}

static double dot(const double a[3], const double b[3])
{
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

// The value at a point of a triangle, by areas; at one without area that of its first corner.
static double valueAt(const gelSurfaceMesh* surface, const float* values, const gelSurfacePlace* place)
{
    const int* corners = surface->triangles + 3 * (size_t)place->triangle;
    double x[3][3], ab[3], ac[3], ap[3];
    for (int i = 0; i < 9; i++)
        x[i / 3][i % 3] = (double)surface->positions[3 * (size_t)corners[i / 3] + (size_t)(i % 3)];
    subtract(x[1], x[0], ab);
    subtract(x[2], x[0], ac);
    subtract(place->point, x[0], ap);
    double bb = dot(ab, ab), bc = dot(ab, ac), cc = dot(ac, ac), pb = dot(ap, ab), pc = dot(ap, ac);
    double area = bb * cc - bc * bc, b = 0.0, c = 0.0;
    if (area > 0.0) {
        b = fmin(fmax((cc * pb - bc * pc) / area, 0.0), 1.0);
        c = fmin(fmax((bb * pc - bc * pb) / area, 0.0), 1.0 - b);
    }
    const double v[3] = {(double)values[corners[0]], (double)values[corners[1]], (double)values[corners[2]]};
    return v[0] + (b * (v[1] - v[0]) + c * (v[2] - v[0]));
}

gelStatus gelCarryVertexValues(const gelSurfaceMesh* surface, const float* values, const gelTetMesh* mesh,
                               float* carried)
{
    gelSurfaceTree tree;
    gelStatus status = gelCreateSurfaceTree(surface, &tree);
    if (status != gel_success)
        return status;
    for (int i = 0; i < mesh->vertexCount; i++) {
        const float* x = mesh->positions + 3 * (size_t)i;
        const double point[3] = {(double)x[0], (double)x[1], (double)x[2]};
        gelSurfacePlace place = gelSurfaceTree_Nearest(&tree, point);
        carried[i] = (float)valueAt(surface, values, &place);
    }
    gelDestroySurfaceTree(&tree);
    return gel_success;
}
