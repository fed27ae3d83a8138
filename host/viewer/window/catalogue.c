#define _XOPEN_SOURCE 700 // realpath
#include "window/catalogue.h"

#include "files/temporary_file.h"
#include "app/scene_name.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

enum { maxBytes = 1 << 20 }; // of a scene that is read for its name

// Reads the name and the description, not the whole scene: its meshes may be large.
static cJSON* readJson(const char* path)
{
    FILE* file = gelIsRegular(path) ? fopen(path, "rb") : NULL;
    char* bytes = file != NULL ? malloc(maxBytes) : NULL;
    size_t size = bytes != NULL ? fread(bytes, 1, maxBytes, file) : 0;
    cJSON* json = size > 0 ? cJSON_ParseWithLength(bytes, size) : NULL;
    free(bytes);
    if (file != NULL)
        fclose(file);
    return json;
}

static void copyText(const cJSON* json, const char* key, const char* otherwise, char* text, size_t size)
{
    const cJSON* item = cJSON_GetObjectItemCaseSensitive(json, key);
    snprintf(text, size, "%s", cJSON_IsString(item) ? item->valuestring : otherwise);
}

static void addScene(gelCatalogue* catalogue, const char* file)
{
    char name[600];
    gelStartEntry* entry = &catalogue->scenes[catalogue->sceneCount];
    snprintf(name, sizeof name, "scenes/%.500s", file);
    gelAssetPath(name, entry->path);
    cJSON* json = readJson(entry->path);
    if (json == NULL)
        return;
    copyText(json, "name", file, entry->title, sizeof entry->title);
    copyText(json, "description", "", entry->text, sizeof entry->text);
    cJSON_Delete(json);
    catalogue->sceneCount++;
}

static bool readScenes(gelCatalogue* catalogue)
{
    char** names = NULL;
    int count = 0;
    bool ok = gelListScenes(GEL_ASSET("scenes"), &names, &count);
    catalogue->scenes = calloc((size_t)count + 1, sizeof *catalogue->scenes);
    ok = ok && catalogue->scenes != NULL;
    for (int i = 0; i < count && ok; i++)
        addScene(catalogue, names[i]);
    gelClearTexts(names, count);
    return ok;
}

static bool readLessons(gelOutput* output, gelCatalogue* catalogue)
{
    gelLessonList list;
    bool held = output->holdsErrors;
    output->holdsErrors = true; // a lesson that cannot be read does not keep the window from opening
    gelListLessons(output, &list);
    output->holdsErrors = held;
    catalogue->lessons = calloc((size_t)list.count + 1, sizeof *catalogue->lessons);
    bool ok = catalogue->lessons != NULL;
    for (int i = 0; i < list.count && ok; i++) {
        gelStartEntry* entry = &catalogue->lessons[catalogue->lessonCount++];
        snprintf(entry->title, sizeof entry->title, "%s", list.entries[i].title);
        snprintf(entry->text, sizeof entry->text, "%s", list.entries[i].question);
        gelLessonPath(list.entries[i].name, entry->path);
    }
    gelFreeLessons(&list);
    return ok;
}

int gelReadCatalogue(gelOutput* output, gelCatalogue* catalogue)
{
    *catalogue = (gelCatalogue){0};
    bool ok = readScenes(catalogue);
    ok = readLessons(output, catalogue) && ok;
    return ok ? gel_exitDone : gelReportError(output, gel_exitInternal, "out of memory for the start page");
}

void gelClearCatalogue(gelCatalogue* catalogue)
{
    free(catalogue->scenes);
    free(catalogue->lessons);
    *catalogue = (gelCatalogue){0};
}

int gelCatalogue_FindLesson(const gelCatalogue* catalogue, const char* path)
{
    char* wanted = realpath(path, NULL);
    int found = -1;
    for (int i = 0; i < catalogue->lessonCount && wanted != NULL && found < 0; i++) {
        char* lesson = realpath(catalogue->lessons[i].path, NULL);
        found = lesson != NULL && strcmp(lesson, wanted) == 0 ? i : -1;
        free(lesson);
    }
    free(wanted);
    return found;
}
