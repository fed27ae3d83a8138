#include "app/lesson_list.h"
#include "files/temporary_file.h"
#include "app/memory.h"
#include "app/scene_name.h"

#include <stdlib.h>
#include <string.h>

const char* gelLessonPath(const char* name, char path[gel_assetPathSize])
{
    char file[gel_lessonNameSize + 20];
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
    if (stem >= sizeof name || list->count == gel_maxLessons)
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
    *list = (gelLessonList){.entries = gelNew(gel_maxLessons, sizeof *list->entries)};
    if (list->entries == NULL)
        return gelReportStatus(output, gel_outOfMemory, gel_activityInput);
    char** files = NULL;
    int count = 0, code = gel_exitDone;
    if (!gelIsFolder(path))
        return gelReportError(
            output, gel_exitInput,
            "%s: there is no such folder; GEL_ASSET_DIR names the folder that holds lessons", path);
    if (!gelListScenes(path, &files, &count))
        code = gelReportStatus(output, gel_outOfMemory, gel_activityInput);
    for (int i = 0; i < count && code == gel_exitDone; i++)
        code = addScene(output, files[i], list);
    gelClearTexts(files, count);
    qsort(list->entries, (size_t)list->count, sizeof *list->entries, compareEntries);
    return code;
}

void gelFreeLessons(gelLessonList* list)
{
    free(list->entries);
    *list = (gelLessonList){0};
}
