#include "scene/contents/point_cache.h"
#include "common/path.h"

#include "base/text_reader.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static const char pc2Name[12] = "POINTCACHE2";

// The file must hold exactly what its head promises; `headSize` is without the times of a .mdd.
static gelStatus allocate(const gelTextReader* file, int64_t headSize, int timeSize, int64_t pointCount,
                          int64_t frameCount, gelPointCache* cache)
{
    double expected = (double)headSize + (double)frameCount * (timeSize + 12.0 * (double)pointCount);
    if ((double)file->size != expected)
        return gelFail(
            gel_formatError,
            "%s: expected %.0f bytes for %lld points in %lld frames, found %zu: the file is truncated, or "
            "has other content",
            file->path, expected, (long long)pointCount, (long long)frameCount, file->size);
    size_t count = (size_t)pointCount * (size_t)frameCount;
    cache->pointCount = (int)pointCount;
    cache->frameCount = (int)frameCount;
    cache->times = gelAllocate((size_t)frameCount, sizeof *cache->times);
    cache->positions = gelAllocate(count, 3 * sizeof *cache->positions);
    return cache->times != NULL && cache->positions != NULL
               ? gel_success
               : gelFailMemory(count, 3 * sizeof *cache->positions);
}

static gelStatus readCount(gelTextReader* file, const char* what, int64_t* count)
{
    return gelReadIntegerValue(file, what, 4, 1, INT_MAX, count);
}

// PointCache2: 12 bytes of name, version, points, first frame, frames per sample, samples; see bake/cache.c.
static gelStatus readPc2Head(gelTextReader* file, gelPointCache* cache)
{
    int64_t version, pointCount = 0, frameCount = 0;
    double first = 0.0, step = 0.0;
    if (file->size < sizeof pc2Name || memcmp(file->bytes, pc2Name, sizeof pc2Name) != 0)
        return gelFail(gel_formatError, "%s: expected a point cache, which begins with POINTCACHE2",
                       file->path);
    file->position = sizeof pc2Name;
    gelStatus status = gelReadIntegerValue(file, "the version", 4, 1, 1, &version);
    if (status == gel_success)
        status = readCount(file, "a number of points", &pointCount);
    if (status == gel_success)
        status = gelReadRealValue(file, "the first frame", 4, &first);
    if (status == gel_success)
        status = gelReadRealValue(file, "the frames per sample", 4, &step);
    if (status == gel_success)
        status = readCount(file, "a number of samples", &frameCount);
    if (status == gel_success && !(step >= 1e-6 && step <= 1e6 && fabs(first) <= 1e9))
        return gelFail(gel_formatError,
                       "%s: expected the first frame within 1e9 and 1e-6 to 1e6 frames per sample, found %g "
                       "and %g",
                       file->path, first, step);
    if (status == gel_success)
        status = allocate(file, (int64_t)file->position, 0, pointCount, frameCount, cache);
    for (int i = 0; i < cache->frameCount && status == gel_success; i++)
        cache->times[i] = first + i * step;
    return status;
}

// MDD, big endian: frames, points, the time of each frame in seconds.
static gelStatus readMddHead(gelTextReader* file, gelPointCache* cache)
{
    int64_t pointCount = 0, frameCount = 0;
    file->bigEndian = true;
    gelStatus status = readCount(file, "a number of frames", &frameCount);
    if (status == gel_success)
        status = readCount(file, "a number of points", &pointCount);
    if (status == gel_success)
        status = allocate(file, (int64_t)file->position, 4, pointCount, frameCount, cache);
    for (int i = 0; i < cache->frameCount && status == gel_success; i++) {
        status = gelReadRealValue(file, "a time", 4, &cache->times[i]);
        if (status == gel_success && i > 0 && !(cache->times[i] > cache->times[i - 1]))
            status = gelFail(gel_formatError, "%s: frame %d: expected a time after %g s, found %g s",
                             file->path, i, cache->times[i - 1], cache->times[i]);
    }
    return status;
}

bool gelIsTimedCache(const char* path)
{
    return gelEndsWith(path, ".mdd");
}

gelStatus gelLoadPointCache(const char* path, gelPointCache* cache)
{
    gelTextReader file;
    bool isPc2 = gelEndsWith(path, ".pc2");
    *cache = (gelPointCache){0};
    if (!isPc2 && !gelEndsWith(path, ".mdd"))
        return gelFail(gel_unsupported,
                       "%s: expected a point cache, .pc2 or .mdd, or meshes such as pose_*.obj", path);
    gelStatus status = gelOpenText(path, &file);
    if (status != gel_success)
        return status;
    file.binary = true;
    status = isPc2 ? readPc2Head(&file, cache) : readMddHead(&file, cache);
    size_t count = 3 * (size_t)cache->pointCount * (size_t)cache->frameCount;
    for (size_t i = 0; i < count && status == gel_success; i++)
        status = gelReadCoordinate(&file, 4, &cache->positions[i]);
    gelCloseText(&file);
    if (status != gel_success)
        gelDestroyPointCache(cache);
    return status;
}

void gelDestroyPointCache(gelPointCache* cache)
{
    gelFree(cache->times);
    gelFree(cache->positions);
    *cache = (gelPointCache){0};
}

void gelSamplePointCache(const gelPointCache* cache, double time, bool loop, float* positions)
{
    const double* times = cache->times;
    int last = cache->frameCount - 1, next = 0;
    size_t count = 3 * (size_t)cache->pointCount;
    if (loop && last > 0 && time > times[0])
        time = times[0] + fmod(time - times[0], times[last] - times[0]);
    while (next < last && times[next] < time)
        next++;
    const float* after = cache->positions + (size_t)next * count;
    bool between = next > 0 && time < times[next];
    if (!between) {
        memcpy(positions, after, count * sizeof *positions);
        return;
    }
    const float* before = after - count;
    double share = (time - times[next - 1]) / (times[next] - times[next - 1]);
    for (size_t i = 0; i < count; i++)
        positions[i] = (float)((double)before[i] + share * ((double)after[i] - (double)before[i]));
}
