#include "scene/contents/files.h"
#include "files/system.h"
#include "common/path.h"
#include "base/text_reader.h"
#include "gel/input.h"

#include <stdio.h>
#include <string.h>

// With an ending: the file that belongs to it, see gelFindSibling.
static gelStatus add(gelScene* scene, const char* path, const char* ending)
{
    size_t count = (size_t)scene->fileCount, size = strlen(path) + sizeof ".node";
    char** files = gelResize(scene->files, count + 1, sizeof *files);
    if (files == NULL)
        return gelFailMemory(count + 1, sizeof *files);
    scene->files = files;
    char* name = gelAllocate(size, 1);
    if (name == NULL)
        return gelFailMemory(size, 1);
    if (ending != NULL)
        gelFindSibling(path, ending, name, size);
    else
        strcpy(name, path);
    files[scene->fileCount++] = name;
    return gel_success;
}

gelStatus gelRecordSceneFile(gelScene* scene, const char* path)
{
    gelStatus status = add(scene, path, NULL);
    if (status == gel_success && gelEndsWith(path, ".node"))
        status = add(scene, path, ".ele");
    else if (status == gel_success && gelEndsWith(path, ".ele"))
        status = add(scene, path, ".node");
    return status;
}

static bool isAbsolute(const char* path)
{
    return path[0] == '/' || path[0] == '\\' || (path[0] != '\0' && path[1] == ':');
}

char* gelJoinScenePath(const char* sceneFile, const char* name)
{
    size_t folder = 0; // length, with the slash at its end
    for (size_t i = 0; !isAbsolute(name) && sceneFile[i] != '\0'; i++) {
        if (sceneFile[i] == '/' || sceneFile[i] == '\\')
            folder = i + 1;
    }
    size_t size = folder + strlen(name) + 1;
    char* path = gelAllocate(size, 1);
    if (path == NULL)
        gelFailMemory(size, 1);
    else
        snprintf(path, size, "%.*s%s", (int)folder, sceneFile, name);
    return path;
}

gelStatus gelFindScenePath(const gelScene* scene, const gelJsonNode* node, const char* expected, char** path)
{
    *path = NULL;
    if (!gelIsName(node->item))
        return gelFailJson(node, expected);
    *path = gelJoinScenePath(scene->file, node->item->valuestring);
    return *path != NULL ? gel_success : gel_outOfMemory;
}

gelStatus gelReadScenePath(gelScene* scene, const gelJsonNode* node, const char* expected, char** path)
{
    gelStatus status = gelFindScenePath(scene, node, expected, path);
    if (status == gel_success)
        status = gelRecordSceneFile(scene, *path);
    if (status != gel_success) {
        gelFree(*path);
        *path = NULL;
    }
    return status;
}

void gelForgetSceneFiles(gelScene* scene)
{
    for (int i = 0; i < scene->fileCount; i++)
        gelFree(scene->files[i]);
    gelFree(scene->files);
    for (int i = 0; i < scene->recordedWith.fileCount; i++)
        gelFree(scene->recordedWith.files[i].name);
    gelFree(scene->recordedWith.files);
}

const char* gelScene_GetFileName(const gelScene* scene, int index)
{
    return index >= 0 && index < scene->fileCount ? scene->files[index] : NULL;
}

static const char* baseOf(const char* path)
{
    const char* slash = gelLastSlash(path);
    return slash != NULL ? slash + 1 : path;
}

gelStatus gelHashSceneFile(const gelScene* scene, int index, uint64_t* hash)
{
    gelTextReader reader;
    const char* name = gelScene_GetFileName(scene, index);
    gelStatus status = name != NULL ? gelOpenText(name, &reader) : gel_fileError;
    *hash = 0;
    if (status == gel_outOfMemory)
        return status;
    if (status == gel_success) {
        *hash = gelHashBytes(GEL_HASH_START, reader.bytes, reader.size);
        gelCloseText(&reader);
    }
    return gel_success;
}

uint64_t gelScene_HashFile(const gelScene* scene, int index)
{
    uint64_t hash;
    gelHashSceneFile(scene, index, &hash);
    return hash;
}

typedef void Tell(void* context, const char* line);

// Whether one of the name was or is among the files, and whether one of them has that hash.
typedef struct Match {
    bool isNamed, isEqual;
} Match;

static void tellFile(const char* name, Match match, bool isNow, Tell* tell, void* context)
{
    char line[500];
    if (match.isEqual || (match.isNamed && isNow)) // the other direction tells of it
        return;
    snprintf(line, sizeof line,
             match.isNamed ? "%.300s has changed since the recording: its hash differs"
             : isNow       ? "%.300s is read now, but was not read for the recording"
                           : "%.300s was read for the recording, but is not read now",
             name);
    tell(context, line);
}

// The first file is the recording.
static void tellFiles(const gelScene* scene, const uint64_t* hashes, Tell* tell, void* context)
{
    const gelRecordedWith* with = &scene->recordedWith;
    for (int i = 0; i < with->fileCount; i++) {
        Match match = {false, false};
        for (int k = 1; k < scene->fileCount; k++)
            if (strcmp(baseOf(scene->files[k]), with->files[i].name) == 0)
                match = (Match){true, match.isEqual || hashes[k] == with->files[i].hash};
        tellFile(with->files[i].name, match, false, tell, context);
    }
    for (int k = 1; k < scene->fileCount; k++) {
        Match match = {false, false};
        for (int i = 0; i < with->fileCount; i++)
            match.isNamed |= strcmp(baseOf(scene->files[k]), with->files[i].name) == 0;
        tellFile(baseOf(scene->files[k]), match, true, tell, context);
    }
}

gelStatus gelScene_LogRecordedChanges(const gelScene* scene, Tell* tell, void* context)
{
    const gelRecordedWith* with = &scene->recordedWith;
    char line[160];
    for (int i = 0; i < gel_fingerprintPartCount && with->isKnown; i++)
        if (gelFingerprintDiffers(&with->origin, i, line, sizeof line))
            tell(context, line);
    if (with->fileCount == 0)
        return gel_success;
    uint64_t* hashes = gelAllocate((size_t)scene->fileCount, sizeof *hashes);
    if (hashes == NULL)
        return gelFailMemory((size_t)scene->fileCount, sizeof *hashes);
    gelStatus status = gel_success;
    for (int k = 1; k < scene->fileCount && status == gel_success; k++)
        status = gelHashSceneFile(scene, k, &hashes[k]);
    if (status == gel_success)
        tellFiles(scene, hashes, tell, context);
    gelFree(hashes);
    return status;
}
