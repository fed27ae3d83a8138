#define _POSIX_C_SOURCE 200809L // opendir, strdup, access
#include "app/scene_name.h"
#include "common/path.h"
#include "common/nearest.h"
#include "app/exit_code.h"
#include "app/memory.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char* const folders[] = {"lessons", "scenes"};
enum { folderCount = sizeof folders / sizeof folders[0] };

bool gelAddText(char*** list, int* count, const char* text)
{
    char** grown = gelGrow(*list, (size_t)*count + 2, sizeof *grown);
    if (grown == NULL)
        return false;
    *list = grown;
    grown[*count] = gelCopyOf(text);
    if (grown[*count] == NULL)
        return false;
    grown[++*count] = NULL;
    return true;
}

void gelClearTexts(char** list, int count)
{
    for (int i = 0; i < count; i++)
        free(list[i]);
    free(list);
}

static int byText(const void* a, const void* b)
{
    return strcmp(*(char* const*)a, *(char* const*)b);
}

bool gelListScenes(const char* folder, char*** names, int* count)
{
    DIR* directory = opendir(folder);
    bool ok = true;
    const struct dirent* entry;
    while (ok && directory != NULL && (entry = readdir(directory)) != NULL) {
        if (gelEndsWith(entry->d_name, ".json") && gelEndingOf(entry->d_name) > 0)
            ok = gelAddText(names, count, entry->d_name);
    }
    if (directory != NULL)
        closedir(directory);
    if (*count > 0)
        qsort(*names, (size_t)*count, sizeof **names, byText);
    return ok;
}

static int reportUnknown(gelOutput* output, const char* word)
{
    char** names = NULL;
    int count = 0;
    for (int i = 0; i < folderCount; i++)
        gelListScenes(GEL_ASSET(folders[i]), &names, &count);
    for (int i = 0; i < count; i++)
        *strrchr(names[i], '.') = '\0';
    const char* nearest = count > 0 ? gelNearestText(word, (const char* const*)names) : NULL;
    char advice[200] = "; gel lessons lists the lessons";
    if (nearest != NULL)
        snprintf(advice, sizeof advice, "; did you mean \"%.100s\"?", nearest);
    gelClearTexts(names, count);
    return gelReportError(output, gel_exitInput, "there is no file, lesson or scene \"%.60s\"%s", word,
                          advice);
}

int gelResolveScene(gelOutput* output, const char* argument, char path[gel_assetPathSize],
                    const char** resolved)
{
    char file[128];
    *resolved = argument;
    if (argument[0] == '\0' || strpbrk(argument, "/.") != NULL || access(argument, F_OK) == 0)
        return gel_exitDone;
    for (int i = 0; i < folderCount; i++) {
        int length = snprintf(file, sizeof file, "%s/%s.json", folders[i], argument);
        if (length < (int)sizeof file && access(gelAssetPath(file, path), F_OK) == 0) {
            *resolved = path;
            return gel_exitDone;
        }
    }
    return reportUnknown(output, argument);
}
