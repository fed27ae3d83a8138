#include "bake_internal.h"

#include <errno.h>
#include <string.h>

// PointCache2: 12 bytes of name, version, points, first frame, frames per sample, samples; then all points of each
// sample. The rest shape goes beside it, since the cache holds no faces.

enum { sampleCountOffset = 28, headerSize = 32 };

static gelStatus begin(gelBake* bake, gelResultFile* file)
{
    unsigned char header[headerSize];
    memcpy(header, "POINTCACHE2\0", 12);
    unsigned char* out = gelPutInt(header + 12, 1);
    out = gelPutInt(out, bake->vertexCount);
    out = gelPutFloat(out, 0.0f);
    out = gelPutFloat(out, 1.0f);
    gelPutInt(out, bake->frameCount);
    gelStatus status = gelWriteResultFile(file, header, sizeof header);
    gelResultFile* rest = &bake->files[1];
    if (status == gel_success)
        status = gelOpenNextBakeFile(bake);
    if (status == gel_success)
        status = gelBakeObj.writeFrame(bake, rest);
    if (status == gel_success)
        status = gelFlushResultFile(rest);
    return status;
}

// The number of samples was a promise; a bake that ended early says what is there.
static gelStatus finish(gelBake* bake, gelResultFile* file)
{
    if (bake->frame == bake->frameCount)
        return gel_success;
    unsigned char count[4];
    gelPutInt(count, bake->frame);
    if (fseek(file->file, sampleCountOffset, SEEK_SET) != 0)
        return gelFail(gel_fileError, "%s: cannot be written: %s", file->path, strerror(errno));
    return gelWriteResultFile(file, count, sizeof count);
}

const gelBakeFormat gelBakePc2 = {".pc2", begin, gelWriteBakePositions, finish, false, ".obj"};
