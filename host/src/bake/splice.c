#define _POSIX_C_SOURCE 200809L // access
// Cuts vertex caches and joins the pieces: heads are written anew, positions are copied as they are.
#include "common/path.h"
#include "base/frame_time.h"
#include "bake/bake.h"
#include "files/generated_file.h"
#include "files/temporary_file.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

enum { mddCounts = 8, pc2Head = 32 }; // bytes

// A cache that is read. Both formats begin at a time and go on in even steps: a .pc2 counts in frames, a .mdd in seconds.
typedef struct Cache {
    gelResultFile file; // opened for reading
    bool isMdd;
    int pointCount, frameCount;
    double start, step; // step 0: a .mdd of one frame, which does not say
    double frameTime;   // of a .pc2 with a shape of Gel next to it, which says it, s; 0: unknown
    int64_t headSize;   // bytes
} Cache;

// The frames that a piece gives to the result.
typedef struct Span {
    int count;
    double start; // of the first of them, by the clock of its file
} Span;

static bool isMdd(const char* path)
{
    return gelEndsWith(path, ".mdd");
}

static bool isPc2(const char* path)
{
    return gelEndsWith(path, ".pc2");
}

// STEM_rest.obj of a path that ends in .pc2 or .mdd; NULL without memory.
static char* nameRest(const char* path)
{
    size_t capacity = strlen(path) + gel_restShapeRoom;
    char* name = gelAllocate(capacity, 1);
    if (name != NULL)
        gelNameRestShape(path, name, capacity);
    return name;
}

static gelStatus readPc2Head(Cache* cache)
{
    int32_t name[3], counts[2] = {0, 0}, frameCount = 0;
    float firstAndRate[2] = {0.0f, 0.0f};
    gelStatus status = gelReadWords(&cache->file, name, 3, gel_littleEndian);
    if (status == gel_success)
        status = gelReadWords(&cache->file, counts, 2, gel_littleEndian);
    if (status == gel_success)
        status = gelReadWords(&cache->file, firstAndRate, 2, gel_littleEndian);
    if (status == gel_success)
        status = gelReadWords(&cache->file, &frameCount, 1, gel_littleEndian);
    if (status != gel_success || memcmp(name, "POINTCACHE2\0", 12) != 0 || counts[0] != 1 ||
        !(firstAndRate[1] > 0.0f))
        return gelFail(gel_formatError,
                       "%s: expected a point cache of version 1, which begins with POINTCACHE2 and a head",
                       cache->file.path);
    cache->pointCount = counts[1];
    cache->frameCount = frameCount;
    cache->start = (double)firstAndRate[0];
    cache->step = (double)firstAndRate[1];
    cache->headSize = pc2Head;
    char* rest = nameRest(cache->file.path);
    cache->frameTime = rest != NULL ? gelReadFrameTime(rest) : 0.0;
    gelFree(rest);
    return gel_success;
}

static gelStatus readTime(Cache* cache, double* time)
{
    float read = 0.0f;
    gelStatus status = gelReadWords(&cache->file, &read, 1, gel_bigEndian);
    *time = (double)read;
    return status;
}

// How far times of single precision, and steps between them, are off at most by rounding. The larger end counts at both.
static double boundRounding(double first, double last)
{
    return 2.4e-7 * (fabs(first) + fabs(last));
}

// The times must be even, to the rounding of single precision, as only then pieces can follow on each other.
static gelStatus readTimes(Cache* cache)
{
    double time = 0.0, end = 0.0;
    gelStatus status = readTime(cache, &cache->start);
    for (int i = 1; i < cache->frameCount && status == gel_success; i++)
        status = readTime(cache, &end);
    cache->step = cache->frameCount > 1 ? (end - cache->start) / (cache->frameCount - 1) : 0.0;
    if (status == gel_success)
        status = gelSeekResultFile(&cache->file, mddCounts);
    for (int i = 0; i < cache->frameCount && status == gel_success; i++) {
        double expected = cache->start + i * cache->step;
        status = readTime(cache, &time);
        if (status == gel_success && i > 0 &&
            !(cache->step > 0.0 &&
              fabs(time - expected) <= 1e-3 * cache->step + 4.0 * boundRounding(cache->start, end)))
            return gelFail(
                gel_formatError,
                "%s: frame %d: expected frames in even steps of time, of %g s, and this one at %g s, "
                "found it at %g s",
                cache->file.path, i, cache->step, expected, time);
    }
    return status;
}

static gelStatus readMddHead(Cache* cache)
{
    int32_t counts[2];
    gelStatus status = gelReadWords(&cache->file, counts, 2, gel_bigEndian);
    if (status != gel_success || counts[0] < 1)
        return gelFail(gel_formatError, "%s: expected a .mdd with a frame or more", cache->file.path);
    cache->frameCount = counts[0];
    cache->pointCount = counts[1];
    cache->headSize = mddCounts + 4 * (int64_t)counts[0];
    return readTimes(cache);
}

static gelStatus checkSize(Cache* cache)
{
    double expected = (double)cache->headSize + 12.0 * cache->pointCount * (double)cache->frameCount;
    long size = fseek(cache->file.file, 0, SEEK_END) == 0 ? ftell(cache->file.file) : -1;
    if (cache->pointCount >= 1 && cache->frameCount >= 1 && (double)size == expected)
        return gel_success;
    return gelFail(gel_formatError,
                   "%s: expected %.0f bytes for %d points in %d frames, found %ld: the file is truncated, "
                   "or has other content",
                   cache->file.path, expected, cache->pointCount, cache->frameCount, size);
}

static gelStatus openCache(const char* path, Cache* cache)
{
    *cache = (Cache){.isMdd = isMdd(path)};
    if (!cache->isMdd && !isPc2(path))
        return gelFail(gel_unsupported, "%s: expected a vertex cache, .pc2 or .mdd", path);
    gelStatus status = gelOpenToRead(&cache->file, path);
    if (status == gel_success)
        status = cache->isMdd ? readMddHead(cache) : readPc2Head(cache);
    if (status == gel_success && !(isfinite(cache->start) && isfinite(cache->step)))
        status = gelFail(gel_formatError, "%s: expected finite times, found a start at %g and steps of %g",
                         path, cache->start, cache->step);
    if (status == gel_success)
        status = checkSize(cache);
    if (status != gel_success)
        gelLeaveResultFile(&cache->file);
    return status;
}

// How pieces fit: as the first says, whose head the result has.
static gelStatus checkFit(const Cache* first, const Cache* next)
{
    if (next->pointCount != first->pointCount)
        return gelFail(gel_invalidArgument, "%s: expected %d vertices, as in %s, found %d", next->file.path,
                       first->pointCount, first->file.path, next->pointCount);
    // In a .mdd that does not begin at 0 the step is a difference of rounded times.
    double rounding = 1e-5 * first->step + boundRounding(first->start, next->start);
    if (next->step > 0.0 && first->step > 0.0 && fabs(next->step - first->step) > rounding)
        return gelFail(gel_invalidArgument, "%s: expected frames every %.9g %s, as in %s, found every %.9g",
                       next->file.path, first->step, first->isMdd ? "s" : "frames", first->file.path,
                       next->step);
    if (next->frameTime > 0.0 && first->frameTime > 0.0 &&
        fabs(next->frameTime - first->frameTime) > 1e-5 * first->frameTime)
        return gelFail(gel_invalidArgument,
                       "%s: expected frames of %.9g s, as the _rest.obj of %s states, found %.9g s",
                       next->file.path, first->frameTime, first->file.path, next->frameTime);
    if (!first->isMdd && (next->frameTime == 0.0) != (first->frameTime == 0.0))
        gelLog(gel_logWarning,
               "%s: joined to %s, as if its frames were as long: only one of them has a _rest.obj of Gel, "
               "which states that",
               next->file.path, first->file.path);
    return gel_success;
}

static gelStatus checkFrames(const gelBakePiece* piece, const Cache* cache)
{
    int last = piece->last < 0 ? cache->frameCount - 1 : piece->last;
    if (piece->first >= 0 && piece->first <= last && last < cache->frameCount)
        return gel_success;
    return gelFail(gel_invalidArgument,
                   "%s: expected frames from 0 to %d, the first before the last, found %d to %d", piece->path,
                   cache->frameCount - 1, piece->first, last);
}

static int countFrames(const gelBakePiece* piece, const Cache* cache)
{
    return (piece->last < 0 ? cache->frameCount - 1 : piece->last) - piece->first + 1;
}

// The head of the result, and how many frames it promises.
static gelStatus survey(const gelBakePiece* pieces, int count, Span* spans, Cache* head)
{
    int64_t frameCount = 0;
    gelStatus status = gel_success;
    for (int i = 0; i < count && status == gel_success; i++) {
        Cache cache;
        status = openCache(pieces[i].path, &cache);
        if (status != gel_success)
            return status;
        status = checkFrames(&pieces[i], &cache);
        if (i == 0)
            *head = cache;
        else if (status == gel_success && cache.isMdd != head->isMdd)
            status = gelFail(gel_invalidArgument, "%s: expected a file of one kind with %s", pieces[i].path,
                             pieces[0].path);
        head->file.path = (char*)(uintptr_t)pieces[0].path; // for messages
        if (status == gel_success)
            status = checkFit(head, &cache);
        if (head->step == 0.0)
            head->step = cache.step;
        spans[i] = (Span){countFrames(&pieces[i], &cache), cache.start + pieces[i].first * cache.step};
        frameCount += spans[i].count;
        gelLeaveResultFile(&cache.file);
    }
    if (status == gel_success && frameCount > INT_MAX)
        return gelFail(gel_invalidArgument, "%s: expected at most %d frames", pieces[0].path, INT_MAX);
    head->frameCount = (int)frameCount;
    if (status == gel_success && frameCount > 1 && head->step == 0.0)
        return gelFail(
            gel_invalidArgument,
            "%s: it has one frame, as have the others: expected a piece with two frames, which give the "
            "time between frames",
            pieces[0].path);
    return status;
}

static double findTime(const Span* spans, const Cache* head, int frame)
{
    return spans[0].start + frame * head->step;
}

// A result must be readable again, so single precision must hold its times and tell them apart.
static gelStatus checkTimes(const Span* spans, const Cache* head)
{
    double first = spans[0].start, last = findTime(spans, head, head->frameCount - 1);
    bool isApart = !head->isMdd || head->frameCount == 1 || last - first > 3.0 * boundRounding(first, last);
    if (isApart && isfinite((float)first) && isfinite((float)last))
        return gel_success;
    return gelFail(gel_invalidArgument,
                   "%s: expected distinct times in single precision, found %d frames every %g from %g on",
                   head->file.path, head->frameCount, head->step, first);
}

static void warnOfGap(const gelBakePiece* pieces, const Span* spans, int index, int frame, const Cache* head)
{
    double expected = findTime(spans, head, frame), found = spans[index].start;
    if (fabs(found - expected) <= 1e-2 * head->step + 1e-6 * fabs(expected))
        return;
    const char *unit = head->isMdd ? " s" : "", *frameText = head->isMdd ? "" : "frame ";
    gelLog(gel_logWarning, "%s: begins at %s%g%s, and is joined to %s at %s%g%s, without a gap or an overlap",
           pieces[index].path, frameText, found, unit, pieces[index - 1].path, frameText, expected, unit);
}

// Writes the times of the piece's frames in a .mdd: its own where they are those of the result but for rounding, so
// that the pieces of a bake give its bytes. *isRead becomes false if the piece is at fault, and not the result.
static gelStatus writeTimes(const gelBakePiece* piece, const Span* spans, int frame, const Cache* head,
                            gelResultFile* out, bool* isRead)
{
    Cache cache;
    double time, rounding = boundRounding(spans[0].start, findTime(spans, head, head->frameCount - 1));
    gelStatus status = openCache(piece->path, &cache);
    *isRead = status == gel_success;
    if (!*isRead)
        return status;
    int count = countFrames(piece, &cache);
    status = gelSeekResultFile(&cache.file, mddCounts + 4 * (int64_t)piece->first);
    for (int k = 0; k < count && status == gel_success; k++) {
        double expected = findTime(spans, head, frame + k);
        status = readTime(&cache, &time);
        *isRead = status == gel_success;
        if (*isRead && fabs(time - expected) > rounding)
            time = expected;
        if (*isRead)
            status = gelWriteWords(out, &(const float){(float)time}, 1, gel_bigEndian);
    }
    gelLeaveResultFile(&cache.file);
    return status;
}

// Warns of pieces that do not follow on each other; writes the times of a .mdd. *isRead as of writeTimes.
static gelStatus joinTimes(const gelBakePiece* pieces, const Span* spans, int count, const Cache* head,
                           gelResultFile* out, bool* isRead)
{
    gelStatus status = gel_success;
    for (int i = 0, frame = 0; i < count && status == gel_success; frame += spans[i++].count) {
        warnOfGap(pieces, spans, i, frame, head);
        if (head->isMdd)
            status = writeTimes(&pieces[i], spans, frame, head, out, isRead);
    }
    return status;
}

// *isRead becomes false if the piece is at fault, and not the result.
static gelStatus copyFrames(const gelBakePiece* piece, gelResultFile* out, bool* isRead)
{
    Cache cache;
    char block[1 << 14];
    gelStatus status = openCache(piece->path, &cache);
    *isRead = status == gel_success;
    if (!*isRead)
        return status;
    int64_t size = 12 * (int64_t)cache.pointCount, left = size * countFrames(piece, &cache);
    status = gelSeekResultFile(&cache.file, cache.headSize + size * piece->first);
    while (left > 0 && status == gel_success) {
        size_t wanted = left < (int64_t)sizeof block ? (size_t)left : sizeof block;
        *isRead = fread(block, 1, wanted, cache.file.file) == wanted;
        if (!*isRead)
            status = gelFail(gel_fileError, "%s: cannot be read: %s", piece->path, strerror(errno));
        else
            status = gelWriteResultFile(out, block, wanted);
        left -= (int64_t)wanted;
    }
    gelLeaveResultFile(&cache.file);
    return status;
}

// The shape beside the first piece, if it is there, becomes that of the result. *isRead as of copyFrames.
static gelStatus copyRest(const char* from, const char* to, bool* isRead)
{
    char *source = nameRest(from), *target = nameRest(to);
    gelResultFile in = {0}, out = {0};
    gelStatus status = source != NULL && target != NULL ? gel_success : gelFailMemory(1, gel_bakeNameRoom);
    bool isThere = status == gel_success && (access(source, F_OK) == 0 || errno != ENOENT);
    if (isThere) {
        status = gelOpenToRead(&in, source);
        *isRead = status == gel_success;
        if (status == gel_success)
            status = gelOpenResultFile(&out, target);
        if (status == gel_success)
            status = gelAppendResultFile(&out, &in, 0);
        if (status == gel_success)
            status = gelFlushResultFile(&out);
        if (status == gel_success)
            status = gelPublishResultFile(&out);
        gelLeaveResultFile(&in);
        gelAbandonResultFile(&out);
    }
    if (status == gel_success && !isThere && access(target, F_OK) == 0)
        gelLog(gel_logWarning, "%s: left unchanged, as there is no %s: it may belong to another mesh", target,
               source);
    gelFree(source);
    gelFree(target);
    return status;
}

static gelStatus writeResult(const gelBakePiece* pieces, const Span* spans, int count, const Cache* head,
                             const char* path, bool* isRead)
{
    gelResultFile out = {0};
    gelRemoveDeadTemporaries(path);
    gelStatus status = gelOpenResultFile(&out, path);
    if (status == gel_success)
        status = head->isMdd ? gelWriteMddCounts(&out, head->frameCount, head->pointCount)
                             : gelWritePc2Head(&out, head->frameCount, head->pointCount,
                                               (float)spans[0].start, (float)head->step);
    if (status == gel_success)
        status = joinTimes(pieces, spans, count, head, &out, isRead);
    for (int i = 0; i < count && status == gel_success; i++)
        status = copyFrames(&pieces[i], &out, isRead);
    if (status == gel_success)
        status = gelFlushResultFile(&out);
    if (status == gel_success)
        status = copyRest(pieces[0].path, path, isRead);
    if (status == gel_success)
        status = gelPublishResultFile(&out);
    gelAbandonResultFile(&out);
    return status;
}

gelStatus gelSpliceBakes(const gelBakePiece* pieces, int count, const char* path, int* frameCount)
{
    assert(pieces != NULL && count >= 1 && path != NULL);
    Cache head = {0};
    bool isRead = true;
    Span* spans = gelAllocate((size_t)count, sizeof *spans);
    gelStatus status =
        spans != NULL ? survey(pieces, count, spans, &head) : gelFailMemory((size_t)count, sizeof *spans);
    if (frameCount != NULL)
        *frameCount = 0;
    if (status == gel_success)
        status = checkTimes(spans, &head);
    if (status == gel_success && !(head.isMdd ? isMdd(path) : isPc2(path)))
        status = gelFail(gel_unsupported, "%s: expected a name ending in %s, as %s does", path,
                         head.isMdd ? ".mdd" : ".pc2", pieces[0].path);
    if (status == gel_success) {
        status = writeResult(pieces, spans, count, &head, path, &isRead);
        if (isRead && frameCount != NULL)
            *frameCount = head.frameCount;
    }
    gelFree(spans);
    return status;
}
