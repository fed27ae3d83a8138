#define _POSIX_C_SOURCE 200809L // opendir, strdup
#include "window/lists.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool add(char*** list, int* count, const char* text)
{
    char** grown = realloc(*list, ((size_t)*count + 1) * sizeof *grown);
    if (grown == NULL)
        return false;
    *list = grown;
    grown[*count] = strdup(text);
    if (grown[*count] == NULL)
        return false;
    (*count)++;
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
        const char* dot = strrchr(entry->d_name, '.');
        if (dot != NULL && dot != entry->d_name && strcmp(dot, ".json") == 0)
            ok = add(names, count, entry->d_name);
    }
    if (directory != NULL)
        closedir(directory);
    if (*count > 0)
        qsort(*names, (size_t)*count, sizeof **names, byText);
    return ok;
}

static bool listScenes(const gelSession* session, gelWindowLists* lists)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", session->scenePath);
    char* slash = strrchr(folder, '/');
    if (slash != NULL)
        slash[1] = '\0';
    bool ok = gelListScenes(slash != NULL ? folder : ".", &lists->names, &lists->sceneCount);
    for (int i = 0; i < lists->sceneCount && ok; i++) {
        char path[8192];
        snprintf(path, sizeof path, "%s%s", slash != NULL ? folder : "", lists->names[i]);
        ok = add(&lists->paths, &lists->pathCount, path);
    }
    return ok;
}

bool gelListForWindow(const gelSession* session, gelWindowLists* lists)
{
    gelDeviceInfo infos[16];
    int deviceCount = 0;
    *lists = (gelWindowLists){0};
    bool ok = add(&lists->backends, &lists->backendCount, session->backend);
    if (gelGetDevices(infos, 16, &deviceCount) != gel_success)
        deviceCount = 0;
    for (int i = -2; i < deviceCount && i < 16 && ok; i++) {
        char text[32];
        if (i < 0)
            snprintf(text, sizeof text, "%s", i == -2 ? "reference" : "double");
        else
            snprintf(text, sizeof text, "opencl:%d", i);
        if (strcmp(text, session->backend) != 0)
            ok = add(&lists->backends, &lists->backendCount, text);
    }
    ok = ok && listScenes(session, lists);
    if (!ok)
        gelClearLists(lists);
    return ok;
}

void gelClearLists(gelWindowLists* lists)
{
    gelClearTexts(lists->names, lists->sceneCount);
    gelClearTexts(lists->paths, lists->pathCount);
    gelClearTexts(lists->backends, lists->backendCount);
    *lists = (gelWindowLists){0};
}
