#include "bake/bake.h"
#include "common/path.h"
#include "files/temporary_file.h"
#include "gel/body.h"
#include "gel/tearing.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

enum { bakeCookie = 0x47454c4b };

gelBakeDef gelDefaultBakeDef(void)
{
    return (gelBakeDef){.timeStep = 1.0f / 60.0f, .frameCount = 1, .every = 1, .cookie = bakeCookie};
}

int gelGetBakeFrame(const gelBake* bake, int sample)
{
    return bake->first + sample * bake->every;
}

double gelGetBakeTime(const gelBake* bake, int sample)
{
    return gelGetBakeFrame(bake, sample) * (double)bake->timeStep;
}

gelStatus gelWriteBakePositions(gelBake* bake, gelResultFile* file)
{
    return gelWriteWords(file, bake->positions, 3 * (size_t)bake->vertexCount, gel_littleEndian);
}

static gelStatus addBody(gelBake* bake, gelBodyId id)
{
    gelBakeLayout layout = bake->format->layout;
    bool takesSkin = bake->mesh == gel_bakeSkin && layout != gel_layoutTets;
    gelBakeBody* body = &bake->bodies[bake->bodyCount++];
    body->id = id;
    body->kind = gelBody_GetKind(bake->world, id);
    body->mesh = gelBody_GetMesh(bake->world, id);
    body->skin = takesSkin ? gelBody_GetSkin(bake->world, id) : NULL;
    body->surface = gelBody_GetSurface(bake->world, id);
    body->lines = gelBody_GetLines(bake->world, id);
    body->firstVertex = bake->vertexCount;
    gelStatus status = gelLayOutBody(layout, body);
    if (status == gel_success && body->vertexCount > INT32_MAX / 12 - bake->vertexCount)
        status = gelFail(gel_unsupported, "%s: expected at most %d vertices in all bodies together",
                         bake->path, INT32_MAX / 12);
    if (status == gel_success)
        bake->vertexCount += body->vertexCount;
    return status;
}

static gelStatus collectBodies(gelBake* bake)
{
    bool all = bake->onlyBody.index1 == 0;
    int count = all ? gelWorld_GetBodyCount(bake->world) : gelBody_IsValid(bake->world, bake->onlyBody);
    gelBodyId* ids = gelAllocate((size_t)count, sizeof *ids);
    bake->bodies = gelAllocate((size_t)count, sizeof *bake->bodies);
    gelStatus status =
        ids != NULL && bake->bodies != NULL ? gel_success : gelFailMemory((size_t)count, sizeof *ids);
    if (status == gel_success && all)
        gelWorld_GetBodies(bake->world, ids, count);
    else if (status == gel_success && count > 0)
        ids[0] = bake->onlyBody;
    for (int i = 0; status == gel_success && i < count; i++)
        status = addBody(bake, ids[i]);
    gelFree(ids);
    return status;
}

// Checks that what was examined when the file was opened is unchanged.
static gelStatus checkBody(const gelBake* bake, int index)
{
    const gelBakeBody* body = &bake->bodies[index];
    if (body->skin == NULL || (gelBody_GetSkin(bake->world, body->id) == body->skin &&
                               body->skin->surface.vertexCount == body->pointCount))
        return gel_success;
    return gelFail(gel_invalidArgument, "%s: the skin of body %d changed after the file was opened",
                   bake->path, index);
}

static gelStatus readBody(gelBake* bake, const gelBakeBody* body)
{
    gelStatus status =
        gelBody_ReadPositions(bake->world, body->id, bake->tetVertices, body->mesh->vertexCount);
    if (status != gel_success)
        return status;
    if (body->skin != NULL)
        gelEvaluateEmbedding(&body->skin->embedding, body->mesh, bake->tetVertices, bake->skinPoints);
    const float* points = body->skin != NULL ? bake->skinPoints : bake->tetVertices;
    float* positions = bake->positions + 3 * (size_t)body->firstVertex;
    for (int i = 0; i < body->vertexCount; i++)
        memcpy(positions + 3 * (size_t)i, points + 3 * (size_t)body->points[i], 3 * sizeof *points);
    return gel_success;
}

// Makes room for the positions of a frame.
static gelStatus makeRoom(gelBake* bake)
{
    size_t tetVertices = 0, skinPoints = 0;
    for (int i = 0; i < bake->bodyCount; i++) {
        const gelBakeBody* body = &bake->bodies[i];
        size_t vertices = (size_t)body->mesh->vertexCount, points = (size_t)body->pointCount;
        tetVertices = vertices > tetVertices ? vertices : tetVertices;
        skinPoints = body->skin != NULL && points > skinPoints ? points : skinPoints;
    }
    bake->positions = gelAllocate((size_t)bake->vertexCount, 3 * sizeof(float));
    bake->tetVertices = gelAllocate(tetVertices, 3 * sizeof(float));
    bake->skinPoints = gelAllocate(skinPoints, 3 * sizeof(float));
    bool ok = bake->positions != NULL && bake->tetVertices != NULL && bake->skinPoints != NULL;
    return ok ? gel_success : gelFailMemory((size_t)bake->vertexCount, 3 * sizeof(float));
}

static void releaseLayout(gelBake* bake)
{
    if (bake->format->release != NULL)
        bake->format->release(bake);
    for (int i = 0; i < bake->bodyCount; i++)
        gelReleaseBakeBody(&bake->bodies[i]);
    gelFree(bake->bodies);
    gelFree(bake->positions);
    gelFree(bake->tetVertices);
    gelFree(bake->skinPoints);
    bake->own = NULL;
    bake->bodies = NULL;
    bake->positions = bake->tetVertices = bake->skinPoints = NULL;
    bake->bodyCount = bake->vertexCount = 0;
}

// The next file of a sequence has the bodies that are there now.
static gelStatus layOutAgain(gelBake* bake)
{
    releaseLayout(bake);
    gelStatus status = collectBodies(bake);
    if (status == gel_success)
        status = makeRoom(bake);
    return status == gel_success && bake->format->begin != NULL ? bake->format->begin(bake, bake->files)
                                                                : status;
}

static bool isSequence(const gelBake* bake)
{
    return bake->format->frames != NULL;
}

// Whether bodies have come or gone since they were laid out.
static bool haveBodiesChanged(const gelBake* bake)
{
    bool all = bake->onlyBody.index1 == 0,
         changed = all && gelWorld_GetBodyCount(bake->world) != bake->bodyCount;
    for (int i = 0; i < bake->bodyCount && !changed; i++) {
        gelBodyId id = bake->bodies[i].id, now = all ? gelWorld_GetBody(bake->world, i) : id;
        changed =
            !gelBody_IsValid(bake->world, id) || now.index1 != id.index1 || now.generation != id.generation;
    }
    return changed;
}

static gelStatus readFrame(gelBake* bake)
{
    gelStatus status = gel_success;
    if (haveBodiesChanged(bake))
        status = isSequence(bake)
                     ? layOutAgain(bake)
                     : gelFail(gel_invalidArgument,
                               "%s: a body has come or gone after the file was opened, and a %s has the same "
                               "bodies in all frames",
                               bake->path, bake->format->ending);
    for (int i = 0; i < bake->bodyCount && status == gel_success; i++) {
        status = checkBody(bake, i);
        if (status == gel_success)
            status = readBody(bake, &bake->bodies[i]);
    }
    return status;
}

static const gelBakeFormat* findFormat(const char* path)
{
    static const gelBakeFormat* const formats[] = {&gelBakePc2, &gelBakeMdd, &gelBakeGlb, &gelBakePvd,
                                                   &gelBakeVtu, &gelBakeObj, &gelBakePly};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (gelEndsWith(path, formats[i]->ending))
            return formats[i];
    return NULL;
}

static int countFiles(const gelBakeFormat* format, int frameCount)
{
    if (format->frames != NULL)
        return frameCount + format->hasIndex;
    return format->rest != NULL ? 2 : 1;
}

bool gelIsBakeSequence(const char* path)
{
    const gelBakeFormat* format = findFormat(path);
    return format != NULL && format->frames != NULL;
}

bool gelGetBakeFileName(const gelBakeDef* def, int index, char* name, size_t capacity)
{
    const char* path = def->path;
    const gelBakeFormat* format = findFormat(path);
    if (format == NULL || index < 0 || index >= countFiles(format, def->frameCount))
        return false;
    const char* ending = path + gelEndingOf(path);
    int stem = (int)(ending - path), sample = index - format->hasIndex;
    if (format->frames != NULL && sample >= 0)
        snprintf(name, capacity, "%.*s_%04d%s", stem, path, def->first + sample * def->every,
                 format->frames[0] != '\0' ? format->frames : ending);
    else if (format->hasIndex)
        snprintf(name, capacity, "%.*s%s", stem, path, gelEndsWith(path, ".pvd") ? ending : ".pvd");
    else
        snprintf(name, capacity, "%.*s%s", stem, path, index == 0 ? ending : format->rest);
    return true;
}

gelStatus gelOpenNextBakeFile(gelBake* bake)
{
    size_t capacity = strlen(bake->path) + gel_bakeNameRoom;
    char* name = gelAllocate(capacity, 1);
    if (name == NULL)
        return gelFailMemory(capacity, 1);
    const gelBakeDef def = {
        .path = bake->path, .frameCount = bake->frameCount, .first = bake->first, .every = bake->every};
    gelGetBakeFileName(&def, bake->fileCount, name, capacity);
    gelResultFile* file = &bake->files[bake->fileCount++];
    gelStatus status = bake->keptEnding != NULL ? gelReopenResultFile(file, name, bake->keptEnding)
                                                : gelOpenResultFile(file, name);
    gelFree(name);
    return status;
}

// After `begin`: the files of the frames that are there, and what is known of them.
static gelStatus goOn(gelBake* bake, const gelBakeKept* kept)
{
    bool isIndex = isSequence(bake) && bake->format->hasIndex;
    int fileCount = isSequence(bake) ? kept->frameCount + isIndex : bake->fileCount;
    gelStatus status = gel_success;
    bake->frame = kept->frameCount;
    if (!isSequence(bake) || isIndex || kept->frameCount == 0) {
        if (bake->format->relearn != NULL)
            status = bake->format->relearn(bake, bake->files);
        if (status == gel_success)
            status = gelCutResultFile(bake->files, kept->size);
    } else {
        status = gelFlushResultFile(bake->files);
    }
    while (status == gel_success && bake->fileCount < fileCount) {
        status = gelOpenNextBakeFile(bake);
        if (status == gel_success)
            status = gelFlushResultFile(&bake->files[bake->fileCount - 1]);
    }
    bake->keptEnding = NULL;
    bake->keptCount = bake->fileCount;
    return status;
}

// Opens the first file at once, so that an unwritable folder is noticed before the simulation runs.
static gelStatus beginBake(gelBake* bake, const gelBakeKept* kept)
{
    gelStatus status = bake->onlyBody.index1 == 0 || gelBody_IsValid(bake->world, bake->onlyBody)
                           ? collectBodies(bake)
                           : gelFail(gel_invalidHandle, "%s: the body to write does not exist", bake->path);
    if (status == gel_success)
        status = makeRoom(bake);
    if (status == gel_success)
        status = readFrame(bake);
    size_t files = (size_t)countFiles(bake->format, bake->frameCount);
    if (status == gel_success && (bake->files = gelAllocate(files, sizeof *bake->files)) == NULL)
        status = gelFailMemory(files, sizeof *bake->files);
    if (status == gel_success)
        status = gelOpenNextBakeFile(bake);
    if (status == gel_success && bake->format->begin != NULL)
        status = bake->format->begin(bake, bake->files);
    return status == gel_success && bake->keptEnding != NULL ? goOn(bake, kept) : status;
}

static gelStatus checkDef(const gelBakeDef* def)
{
    if (def == NULL || def->cookie != bakeCookie || def->path == NULL)
        return gelFail(gel_invalidArgument,
                       "bake definition: expected one initialised with gelDefaultBakeDef(), with a path");
    if (findFormat(def->path) == NULL)
        return gelFail(gel_unsupported,
                       "%s: expected a name ending in .pc2, .mdd, .glb, .pvd, .vtu, .obj or .ply", def->path);
    if (def->frameCount < 1 || !(def->timeStep > 0))
        return gelFail(gel_invalidArgument,
                       "%s: expected at least 1 frame and a time step > 0, found %d and %g", def->path,
                       def->frameCount, (double)def->timeStep);
    if (def->first < 0 || def->every < 1 ||
        def->first + (int64_t)def->every * (def->frameCount - 1) > INT32_MAX)
        return gelFail(gel_invalidArgument,
                       "%s: expected frames from 0 to %d, found every %d of them from %d on", def->path,
                       INT32_MAX, def->every, def->first);
    if (def->keptEnding != NULL && (def->kept.frameCount < 0 || def->kept.frameCount > def->frameCount))
        return gelFail(gel_invalidArgument, "%s: expected 0 to %d frames that are kept, found %d", def->path,
                       def->frameCount, def->kept.frameCount);
    return gel_success;
}

gelStatus gelOpenBake(gelWorld* world, const gelBakeDef* def, gelBake** bake)
{
    assert(world != NULL && bake != NULL);
    *bake = NULL;
    gelStatus status = checkDef(def);
    if (status != gel_success)
        return status;
    gelBake* made = gelAllocate(1, sizeof *made);
    size_t size = strlen(def->path) + 1;
    char* copy = gelAllocate(size, 1);
    if (made == NULL || copy == NULL) {
        gelFree(made);
        gelFree(copy);
        return gelFailMemory(1, sizeof *made);
    }
    made->path = memcpy(copy, def->path, size);
    made->format = findFormat(def->path);
    made->world = world;
    made->mesh = def->mesh;
    made->onlyBody = def->body;
    made->timeStep = def->timeStep;
    made->first = def->first;
    made->every = def->every;
    made->frameCount = def->frameCount;
    made->keptEnding = def->keptEnding;
    gelRemoveDeadTemporaries(made->path);
    status = beginBake(made, &def->kept);
    if (status != gel_success) {
        if (def->keptEnding != NULL)
            gelLeaveBake(made); // another attempt may succeed
        else
            gelAbandonBake(made);
        return status;
    }
    *bake = made;
    return gel_success;
}

static gelStatus writeFrame(gelBake* bake)
{
    int index = isSequence(bake) ? bake->frame + bake->format->hasIndex : 0;
    gelStatus status = readFrame(bake);
    if (status == gel_success && index == bake->fileCount)
        status = gelOpenNextBakeFile(bake);
    gelResultFile* file = &bake->files[index];
    if (status == gel_success)
        status = bake->format->writeFrame(bake, file);
    if (status == gel_success && isSequence(bake))
        status = gelFlushResultFile(file);
    return status;
}

// A file that has the same triangles in all frames has those that have torn, too.
static gelStatus warnOfTorn(const gelBake* bake)
{
    gelStatus status = gel_success;
    int tornCount = 0;
    for (int i = 0; i < bake->bodyCount && status == gel_success; i++) {
        int count = 0;
        status = gelBody_GetTornSprings(bake->world, bake->bodies[i].id, NULL, 0, &count);
        tornCount += count > 0;
    }
    if (tornCount > 0)
        gelLog(gel_logWarning,
               "%s: a %s has the same triangles in all frames, so that the torn ones, of %d of %d bodies, "
               "remain, stretched across the gaps; .obj and .ply omit them, and .pvd marks them",
               bake->path, bake->format->ending, tornCount, bake->bodyCount);
    return status;
}

gelStatus gelBake_WriteFrame(gelBake* bake)
{
    assert(bake != NULL);
    if (bake->failed)
        return gelFail(gel_fileError, "%s: an earlier frame could not be written", bake->path);
    if (bake->frame == bake->frameCount)
        return gelFail(gel_invalidArgument, "%s: all %d promised frames have been written", bake->path,
                       bake->frameCount);
    gelStatus status = writeFrame(bake);
    if (status == gel_success && !isSequence(bake) && bake->frame == bake->frameCount - 1)
        status = warnOfTorn(bake);
    bake->failed = status != gel_success;
    bake->frame += status == gel_success;
    return status;
}

gelStatus gelBake_Keep(gelBake* bake, const char* ending, gelBakeKept* kept)
{
    assert(bake != NULL && ending != NULL && kept != NULL);
    *kept = (gelBakeKept){.frameCount = bake->frame};
    gelStatus status = bake->failed
                           ? gelFail(gel_fileError, "%s: an earlier frame could not be written", bake->path)
                           : gel_success;
    if (status == gel_success && bake->files[0].file != NULL)
        status = gelPrintResultFile(bake->files, &kept->size);
    for (int i = 0; i < bake->fileCount && status == gel_success; i++)
        if (i == 0 || i >= bake->keptCount) // the first may have grown
            status = gelKeepResultFile(&bake->files[i], ending);
    if (status != gel_success)
        return status;
    bake->keptCount = kept->fileCount = bake->fileCount;
    gelSyncFolderOf(bake->path);
    return gel_success;
}

gelStatus gelCloseBake(gelBake* bake)
{
    assert(bake != NULL);
    gelStatus status = gel_success;
    if (bake->failed)
        status = gelFail(gel_fileError, "%s: incomplete, as a frame could not be written", bake->path);
    else if (bake->frame == 0)
        status = gelFail(gel_invalidArgument, "%s: incomplete, as no frame was written", bake->path);
    else if (bake->format->finish != NULL)
        status = bake->format->finish(bake, bake->files);
    for (int i = 0; status == gel_success && i < bake->fileCount; i++)
        status = gelFlushResultFile(&bake->files[i]);
    // All files are complete before the first is renamed.
    for (int i = 0; status == gel_success && i < bake->fileCount; i++)
        status = gelCheckResultFile(&bake->files[i]);
    // The requested file comes last: once it is visible, its companion is there.
    for (int i = bake->fileCount - 1; status == gel_success && i >= 0; i--)
        status = gelPublishResultFile(&bake->files[i]);
    if (status != gel_success && bake->keptCount > 0)
        gelLeaveBake(bake);
    else
        gelAbandonBake(bake);
    return status;
}

static void releaseBake(gelBake* bake)
{
    releaseLayout(bake);
    gelFree(bake->files);
    gelFree(bake->path);
    gelFree(bake);
}

void gelAbandonBake(gelBake* bake)
{
    if (bake == NULL)
        return;
    for (int i = 0; i < bake->fileCount; i++)
        gelAbandonResultFile(&bake->files[i]);
    releaseBake(bake);
}

void gelLeaveBake(gelBake* bake)
{
    if (bake == NULL)
        return;
    for (int i = 0; i < bake->fileCount; i++)
        gelLeaveResultFile(&bake->files[i]);
    releaseBake(bake);
}
