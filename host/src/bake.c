#include "bake_internal.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

unsigned char* gelPutInt(unsigned char* out, int32_t value)
{
    uint32_t bits = (uint32_t)value;
    for (int i = 0; i < 4; i++)
        out[i] = (unsigned char)(bits >> (8 * i) & 0xff);
    return out + 4;
}

unsigned char* gelPutFloat(unsigned char* out, float value)
{
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return gelPutInt(out, bits);
}

gelStatus gelWriteBakePositions(gelBake* bake, gelResultFile* file)
{
    unsigned char* out = bake->buffer;
    size_t count = 3 * (size_t)bake->vertexCount;
    for (size_t i = 0; i < count; i++)
        out = gelPutFloat(out, bake->positions[i]);
    return gelWriteResultFile(file, bake->buffer, 4 * count);
}

// An importer that reads a mesh from its faces drops vertices that no face uses, and with them the order that a vertex
// cache relies on. So every inner vertex gets a wire to a neighbour.
static gelStatus findWires(gelBakeBody* body)
{
    const gelTetMesh* mesh = body->mesh;
    int* neighbours =
        gelAllocate((size_t)mesh->vertexCount, sizeof *neighbours); // 1-based; -1 on the surface
    if (neighbours == NULL)
        return gelFailMemory((size_t)mesh->vertexCount, sizeof *neighbours);
    for (int i = 0; i < 3 * body->triangleCount; i++)
        neighbours[body->triangles[i]] = -1;
    for (int i = 0; i < 4 * mesh->tetCount; i++) {
        int* neighbour = &neighbours[mesh->tets[i]];
        if (*neighbour == 0) {
            *neighbour = mesh->tets[i % 4 == 0 ? i + 1 : i - 1] + 1;
            body->wireCount++;
        }
    }
    body->wires = gelAllocate((size_t)body->wireCount, 2 * sizeof *body->wires);
    int* wire = body->wires;
    for (int i = 0; wire != NULL && i < mesh->vertexCount; i++) {
        if (neighbours[i] > 0) {
            *wire++ = i;
            *wire++ = neighbours[i] - 1;
        }
    }
    gelFree(neighbours);
    return body->wires != NULL ? gel_success
                               : gelFailMemory((size_t)body->wireCount, 2 * sizeof *body->wires);
}

static gelStatus collectBodies(gelBake* bake)
{
    int count = gelWorld_GetBodyCount(bake->world);
    gelBodyId* ids = gelAllocate((size_t)count, sizeof *ids);
    bake->bodies = gelAllocate((size_t)count, sizeof *bake->bodies);
    gelStatus status =
        ids != NULL && bake->bodies != NULL ? gel_success : gelFailMemory((size_t)count, sizeof *ids);
    int64_t vertexCount = 0;
    if (status == gel_success)
        gelWorld_GetBodies(bake->world, ids, count);
    for (int i = 0; status == gel_success && i < count; i++) {
        gelBakeBody* body = &bake->bodies[bake->bodyCount++];
        body->id = ids[i];
        body->mesh = gelBody_GetMesh(bake->world, ids[i]);
        body->firstVertex = (int)vertexCount;
        vertexCount += body->mesh->vertexCount;
        if (vertexCount > INT32_MAX / 12)
            status = gelFail(gel_unsupported, "%s: expected at most %d vertices in all bodies together",
                             bake->path, INT32_MAX / 12);
        if (status == gel_success)
            status = gelExtractSurface(body->mesh, &body->triangles, &body->triangleCount);
        if (status == gel_success)
            status = findWires(body);
    }
    bake->vertexCount = (int)vertexCount;
    gelFree(ids);
    return status;
}

static gelStatus readFrame(gelBake* bake)
{
    if (gelWorld_GetBodyCount(bake->world) != bake->bodyCount)
        return gelFail(gel_invalidArgument, "%s: the world's bodies have changed since the file was opened",
                       bake->path);
    for (int i = 0; i < bake->bodyCount; i++) {
        const gelBakeBody* body = &bake->bodies[i];
        if (!gelBody_IsValid(bake->world, body->id))
            return gelFail(gel_invalidArgument, "%s: body %d is gone since the file was opened", bake->path,
                           i);
        gelStatus status = gelBody_ReadPositions(
            bake->world, body->id, bake->positions + 3 * (size_t)body->firstVertex, body->mesh->vertexCount);
        if (status != gel_success)
            return status;
    }
    return gel_success;
}

static const gelBakeFormat* findFormat(const char* path)
{
    static const gelBakeFormat* const formats[] = {&gelBakePc2, &gelBakeObj, &gelBakePly};
    const char* dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof formats / sizeof formats[0]; i++) {
        const char* ending = formats[i]->ending;
        size_t length = strlen(ending);
        size_t same = 0;
        while (same < length && (dot[same] == ending[same] || (dot[same] | 0x20) == ending[same]))
            same++;
        if (same == length && dot[length] == '\0')
            return formats[i];
    }
    return NULL;
}

bool gelGetBakeFileName(const char* path, int frameCount, int index, char* name, size_t capacity)
{
    const gelBakeFormat* format = findFormat(path);
    int fileCount = format == NULL ? 0 : format->sequence ? frameCount : format->companion != NULL ? 2 : 1;
    if (index < 0 || index >= fileCount)
        return false;
    const char* ending = strrchr(path, '.');
    int stem = (int)(ending - path);
    if (format->sequence)
        snprintf(name, capacity, "%.*s_%04d%s", stem, path, index, ending);
    else
        snprintf(name, capacity, "%.*s%s", stem, path, index == 0 ? ending : format->companion);
    return true;
}

gelStatus gelOpenNextBakeFile(gelBake* bake)
{
    size_t capacity = strlen(bake->path) + gel_bakeNameRoom;
    char* name = gelAllocate(capacity, 1);
    if (name == NULL)
        return gelFailMemory(capacity, 1);
    gelGetBakeFileName(bake->path, bake->frameCount, bake->fileCount, name, capacity);
    gelStatus status = gelOpenResultFile(&bake->files[bake->fileCount++], name);
    gelFree(name);
    return status;
}

// The first file is opened at once, so that a folder that cannot be written shows before the simulation runs.
static gelStatus beginBake(gelBake* bake)
{
    gelStatus status = collectBodies(bake);
    if (status != gel_success)
        return status;
    size_t files = bake->format->sequence ? (size_t)bake->frameCount : 2;
    bake->files = gelAllocate(files, sizeof *bake->files);
    bake->positions = gelAllocate((size_t)bake->vertexCount, 3 * sizeof *bake->positions);
    bake->buffer = gelAllocate((size_t)bake->vertexCount, 12);
    if (bake->files == NULL || bake->positions == NULL || bake->buffer == NULL)
        return gelFailMemory((size_t)bake->vertexCount + files, sizeof *bake->files);
    status = readFrame(bake);
    if (status == gel_success)
        status = gelOpenNextBakeFile(bake);
    if (status == gel_success && bake->format->begin != NULL)
        status = bake->format->begin(bake, bake->files);
    return status;
}

gelStatus gelOpenBake(const char* path, gelWorld* world, float timeStep, int frameCount, gelBake** bake)
{
    assert(path != NULL && world != NULL && bake != NULL);
    *bake = NULL;
    const gelBakeFormat* format = findFormat(path);
    if (format == NULL)
        return gelFail(gel_unsupported, "%s: expected a name that ends in .pc2, .obj or .ply", path);
    if (frameCount < 1 || !(timeStep > 0))
        return gelFail(gel_invalidArgument,
                       "%s: expected at least 1 frame and a time step > 0, found %d and %g", path, frameCount,
                       (double)timeStep);
    gelBake* made = gelAllocate(1, sizeof *made);
    size_t size = strlen(path) + 1;
    char* copy = gelAllocate(size, 1);
    if (made == NULL || copy == NULL) {
        gelFree(made);
        gelFree(copy);
        return gelFailMemory(1, sizeof *made);
    }
    made->path = memcpy(copy, path, size);
    made->format = format;
    made->world = world;
    made->timeStep = timeStep;
    made->frameCount = frameCount;
    gelStatus status = beginBake(made);
    if (status != gel_success) {
        gelAbandonBake(made);
        return status;
    }
    *bake = made;
    return gel_success;
}

static gelStatus writeFrame(gelBake* bake)
{
    bool sequence = bake->format->sequence;
    gelStatus status = readFrame(bake);
    if (status == gel_success && sequence && bake->frame > 0)
        status = gelOpenNextBakeFile(bake);
    gelResultFile* file = sequence ? &bake->files[bake->frame] : bake->files;
    if (status == gel_success)
        status = bake->format->writeFrame(bake, file);
    if (status == gel_success && sequence)
        status = gelFlushResultFile(file);
    return status;
}

gelStatus gelBake_WriteFrame(gelBake* bake)
{
    assert(bake != NULL);
    if (bake->failed)
        return gelFail(gel_fileError, "%s: an earlier frame could not be written", bake->path);
    if (bake->frame == bake->frameCount)
        return gelFail(gel_invalidArgument, "%s: all %d frames that were promised have been written",
                       bake->path, bake->frameCount);
    gelStatus status = writeFrame(bake);
    bake->failed = status != gel_success;
    bake->frame += status == gel_success;
    return status;
}

gelStatus gelCloseBake(gelBake* bake)
{
    assert(bake != NULL);
    gelStatus status = gel_success;
    if (bake->failed)
        status = gelFail(gel_fileError, "%s: not completed, a frame could not be written", bake->path);
    else if (bake->frame == 0)
        status = gelFail(gel_invalidArgument, "%s: not completed, no frame was written", bake->path);
    else if (bake->format->finish != NULL)
        status = bake->format->finish(bake, bake->files);
    for (int i = 0; status == gel_success && i < bake->fileCount; i++)
        status = gelFlushResultFile(&bake->files[i]);
    // All files are complete before the first is given its name.
    for (int i = 0; status == gel_success && i < bake->fileCount; i++)
        status = gelCheckResultFile(&bake->files[i]);
    // The file that was asked for comes last: whoever sees it finds its companion beside it.
    for (int i = bake->fileCount - 1; status == gel_success && i >= 0; i--)
        status = gelPublishResultFile(&bake->files[i]);
    gelAbandonBake(bake);
    return status;
}

void gelAbandonBake(gelBake* bake)
{
    if (bake == NULL)
        return;
    for (int i = 0; i < bake->fileCount; i++)
        gelAbandonResultFile(&bake->files[i]);
    for (int i = 0; i < bake->bodyCount; i++) {
        gelFree(bake->bodies[i].triangles);
        gelFree(bake->bodies[i].wires);
    }
    gelFree(bake->bodies);
    gelFree(bake->files);
    gelFree(bake->positions);
    gelFree(bake->buffer);
    gelFree(bake->path);
    gelFree(bake);
}
