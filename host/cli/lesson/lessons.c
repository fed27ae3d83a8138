#include "app/lesson_list.h"
#include "app/options.h"

#include <string.h>

typedef struct Settings {
    bool json;
} Settings;

static const gelOption options[] = {
    GEL_JSON_OPTION(Settings),
};

static cJSON* jsonOf(const gelLessonList* list)
{
    char path[gel_assetPathSize];
    cJSON* object = cJSON_CreateObject();
    cJSON* rows = cJSON_AddArrayToObject(object, "lessons");
    for (int i = 0; i < list->count; i++) {
        const gelLessonEntry* entry = &list->entries[i];
        cJSON* row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "name", entry->name);
        cJSON_AddStringToObject(row, "title", entry->title);
        cJSON_AddStringToObject(row, "question", entry->question);
        cJSON_AddStringToObject(row, "scene", gelLessonPath(entry->name, path));
        cJSON_AddItemToArray(rows, row);
    }
    return object;
}

// Prints as much of a question as fits into a line, cut between words.
static void printCut(const char* text, int width)
{
    int length = (int)strlen(text);
    if (length > width) {
        for (length = width - 3; length > 0 && text[length] != ' ';)
            length--;
        while (length > 0 && strchr(" .,:;", text[length - 1]) != NULL)
            length--;
    }
    printf("%.*s%s\n", length, text, text[length] != '\0' ? "..." : "");
}

static void printList(const gelOutput* output, const gelLessonList* list)
{
    const int indent = 4, page = 80;
    int column = 0;
    for (int i = 0; i < list->count; i++) {
        int length = (int)strlen(list->entries[i].name);
        column = length > column ? length : column;
    }
    for (int i = 0; i < list->count; i++) {
        const gelLessonEntry* entry = &list->entries[i];
        printf("%s%-*s%s  %s\n", gelInkText(output, gel_inkBold), column, entry->name,
               gelInkText(output, gel_inkPlain), entry->title);
        printf("%*s%s", indent, "", gelInkText(output, gel_inkDim));
        printCut(entry->question, page - indent);
        printf("%s", gelInkText(output, gel_inkPlain));
    }
}

static int listLessons(gelOutput* output, const char* argument, const void* settings)
{
    (void)argument;
    (void)settings;
    gelLessonList list;
    int code = gelListLessons(output, &list);
    if (code == gel_exitDone && output->json)
        code = gelPrintJson(output, jsonOf(&list), code);
    else if (code == gel_exitDone)
        printList(output, &list);
    gelFreeLessons(&list);
    return code;
}

const gelCommand gelLessonsCommand = {
    .name = "lessons",
    .purpose = "Lists the lessons, each a scene with a question and an answer.",
    .example = "gel lessons",
    .notes = "gel lesson NAME runs one of them. They are scenes in the folder lessons of Gel's assets.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(Settings),
    .execute = listLessons,
};
