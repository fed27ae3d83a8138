#define _POSIX_C_SOURCE 200809L // opendir
#include "lesson/list.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char* gelLessonPath(const char* name, char path[gel_assetPathSize])
{
    size_t length = strlen(name);
    bool isPath = strchr(name, '/') != NULL || (length > 5 && strcmp(name + length - 5, ".json") == 0);
    char file[gel_lessonNameSize + 20];
    if (isPath) {
        snprintf(path, gel_assetPathSize, "%s", name);
        return path;
    }
    snprintf(file, sizeof file, "lessons/%.*s.json", gel_lessonNameSize - 1, name);
    return gelAssetPath(file, path);
}

static int compareEntries(const void* left, const void* right)
{
    const gelLessonEntry *a = left, *b = right;
    return a->order != b->order ? a->order - b->order : strcmp(a->name, b->name);
}

// A scene without a lesson adds nothing.
static int addScene(gelOutput* output, const char* file, gelLessonList* list)
{
    size_t stem = strlen(file) - strlen(".json");
    char name[gel_lessonNameSize], path[gel_assetPathSize];
    gelScene* scene;
    gelLesson lesson;
    if (stem >= sizeof name || list->count == gel_mostLessons)
        return gel_exitDone;
    snprintf(name, sizeof name, "%.*s", (int)stem, file);
    gelStatus status = gelLoadScene(gelLessonPath(name, path), &scene);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityInput);
    if (gelScene_GetLesson(scene, &lesson)) {
        gelLessonEntry* entry = &list->entries[list->count++];
        entry->order = lesson.order;
        snprintf(entry->name, sizeof entry->name, "%s", name);
        snprintf(entry->title, sizeof entry->title, "%s", lesson.title);
        snprintf(entry->question, sizeof entry->question, "%s", lesson.question);
    }
    gelDestroyScene(scene);
    return gel_exitDone;
}

int gelListLessons(gelOutput* output, gelLessonList* list)
{
    const char* path = GEL_ASSET("lessons");
    *list = (gelLessonList){.entries = calloc(gel_mostLessons, sizeof *list->entries)};
    if (list->entries == NULL)
        return gelReportStatus(output, gel_outOfMemory, gel_activityInput);
    DIR* folder = opendir(path);
    if (folder == NULL)
        return gelReportError(output, gel_exitInput,
                              "%s: cannot be read: %s; GEL_ASSET_DIR names the folder that holds lessons",
                              path, strerror(errno));
    int code = gel_exitDone;
    for (struct dirent* file = readdir(folder); file != NULL && code == gel_exitDone;
         file = readdir(folder)) {
        const char* dot = strrchr(file->d_name, '.');
        if (dot != NULL && dot != file->d_name && strcmp(dot, ".json") == 0)
            code = addScene(output, file->d_name, list);
    }
    closedir(folder);
    qsort(list->entries, (size_t)list->count, sizeof *list->entries, compareEntries);
    return code;
}

void gelFreeLessons(gelLessonList* list)
{
    free(list->entries);
    *list = (gelLessonList){0};
}
