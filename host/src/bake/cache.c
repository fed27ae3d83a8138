// Vertex caches: the positions of all points, frame by frame. They hold no faces, so the shape at frame 0 is
// written beside them.
#include "bake/bake.h"

#include <string.h>

static gelStatus writeRestShape(gelBake* bake)
{
    gelStatus status = gelOpenNextBakeFile(bake);
    gelResultFile* rest = &bake->files[1];
    if (status == gel_success)
        status = gelBakeObj.writeFrame(bake, rest);
    return status == gel_success ? gelFlushResultFile(rest) : status;
}

// PointCache2: 12 bytes of name, version, points, first frame, frames per sample, samples; then all points of
// each sample. A rate of 10 is a sample every ten frames (J. Burnett's PointCache2_README), for however long a
// frame is: FILE_rest.obj says that.
enum { sampleCountOffset = 28 };

gelStatus gelWritePc2Head(gelResultFile* file, int frameCount, int pointCount, float first, float rate)
{
    const int32_t counts[2] = {1, pointCount};
    const float firstAndRate[2] = {first, rate};
    gelStatus status = gelWriteResultFile(file, "POINTCACHE2\0", 12);
    if (status == gel_success)
        status = gelWriteWords(file, counts, 2, gel_littleEndian);
    if (status == gel_success)
        status = gelWriteWords(file, firstAndRate, 2, gel_littleEndian);
    return status == gel_success ? gelWriteWords(file, &frameCount, 1, gel_littleEndian) : status;
}

static gelStatus beginPc2(gelBake* bake, gelResultFile* file)
{
    gelStatus status =
        gelWritePc2Head(file, bake->frameCount, bake->vertexCount, (float)bake->first, (float)bake->every);
    return status == gel_success ? writeRestShape(bake) : status;
}

// The number of samples was a promise; a bake that ended early corrects it.
static gelStatus finishPc2(gelBake* bake, gelResultFile* file)
{
    if (bake->frame == bake->frameCount)
        return gel_success;
    gelStatus status = gelSeekResultFile(file, sampleCountOffset);
    return status == gel_success ? gelWriteWords(file, &bake->frame, 1, gel_littleEndian) : status;
}

// MDD, big endian: frames, points, the time of each frame in seconds, then all points of each frame.
static int64_t mddHeaderSize(int frameCount)
{
    return 8 + 4 * (int64_t)frameCount;
}

gelStatus gelWriteMddCounts(gelResultFile* file, int frameCount, int pointCount)
{
    const int32_t counts[2] = {frameCount, pointCount};
    return gelWriteWords(file, counts, 2, gel_bigEndian);
}

static gelStatus writeMddHeader(const gelBake* bake, gelResultFile* file, int frameCount)
{
    gelStatus status = gelWriteMddCounts(file, frameCount, bake->vertexCount);
    for (int i = 0; i < frameCount && status == gel_success; i++) {
        float time = (float)gelGetBakeTime(bake, i);
        status = gelWriteWords(file, &time, 1, gel_bigEndian);
    }
    return status;
}

static gelStatus beginMdd(gelBake* bake, gelResultFile* file)
{
    gelStatus status = writeMddHeader(bake, file, bake->frameCount);
    return status == gel_success ? writeRestShape(bake) : status;
}

static gelStatus writeMddFrame(gelBake* bake, gelResultFile* file)
{
    return gelWriteWords(file, bake->positions, 3 * (size_t)bake->vertexCount, gel_bigEndian);
}

// A bake that ended early has fewer times than space was reserved for, so its frames start earlier: they are
// copied to another file, which replaces the first.
static gelStatus finishMdd(gelBake* bake, gelResultFile* file)
{
    if (bake->frame == bake->frameCount)
        return gel_success;
    gelResultFile shorter;
    gelStatus status = gelFlushResultFile(file);
    if (status == gel_success)
        status = gelOpenResultFile(&shorter, file->path);
    if (status != gel_success)
        return status;
    status = writeMddHeader(bake, &shorter, bake->frame);
    if (status == gel_success)
        status = gelAppendResultFile(&shorter, file, mddHeaderSize(bake->frameCount));
    gelResultFile* useless = status == gel_success ? file : &shorter;
    gelAbandonResultFile(useless);
    if (status == gel_success)
        *file = shorter;
    return status;
}

const gelBakeFormat gelBakePc2 = {.ending = ".pc2",
                                  .begin = beginPc2,
                                  .writeFrame = gelWriteBakePositions,
                                  .finish = finishPc2,
                                  .rest = "_rest.obj"};
const gelBakeFormat gelBakeMdd = {.ending = ".mdd",
                                  .begin = beginMdd,
                                  .writeFrame = writeMddFrame,
                                  .finish = finishMdd,
                                  .rest = "_rest.obj"};
