// Distance fields in .sdf files, as Bridson's SDFGen writes them: three counts, the lower corner, the spacing, and
// the distances, along X first, all in text.
#include "base/text_reader.h"
#include "surface/surface.h"

static gelStatus readHead(gelTextReader* file, int counts[3], float lower[3], float* spacing)
{
    gelStatus status = gel_success;
    int64_t count = 0;
    double value = 0.0;
    for (int k = 0; k < 3 && status == gel_success; k++) {
        status = gelReadInteger(file, "a number of points along an axis", 2, 100000, &count);
        counts[k] = (int)count;
    }
    for (int k = 0; k < 3 && status == gel_success; k++)
        status = gelReadCoordinate(file, 4, &lower[k]);
    if (status == gel_success)
        status = gelReadReal(file, "the spacing", &value);
    *spacing = (float)value;
    return status;
}

static gelStatus readField(gelTextReader* file, gelSurfaceMesh* surface)
{
    int counts[3];
    float lower[3], spacing;
    gelStatus status = readHead(file, counts, lower, &spacing);
    int64_t count = status == gel_success ? (int64_t)counts[0] * counts[1] * counts[2] : 0;
    if (status == gel_success)
        status = gelCheckCount(file, "a number of distances", count, 2);
    if (status != gel_success)
        return status;
    float* distances = gelAllocate((size_t)count, sizeof *distances);
    if (distances == NULL)
        return gelFailMemory((size_t)count, sizeof *distances);
    for (int64_t i = 0; i < count && status == gel_success; i++)
        status = gelReadCoordinate(file, 4, &distances[i]);
    if (status == gel_success && gelPeekWord(file).length > 0)
        status = gelFailExpected(file, gelNextWord(file), "only as many distances as its counts announce");
    if (status == gel_success)
        status = gelCreateDistanceFieldSurface(distances, counts, (gelVec3){lower[0], lower[1], lower[2]},
                                               spacing, surface);
    if (status == gel_invalidArgument)
        status = gelFail(gel_formatError, "%s: %s", file->path, gelLastError());
    gelFree(distances);
    return status;
}

gelStatus gelLoadDistanceFieldSurface(const char* path, gelSurfaceMesh* surface)
{
    gelTextReader file;
    *surface = (gelSurfaceMesh){0};
    gelStatus status = gelOpenText(path, &file);
    if (status != gel_success)
        return status;
    status = readField(&file, surface);
    gelCloseText(&file);
    return status;
}
