// The folder of a site: what else is in it, and what an earlier site has left.
#define _POSIX_C_SOURCE 200809L // opendir
#include "web/page.h"
#include "files/system.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

static bool isEmpty(const char* folder)
{
    DIR* directory = opendir(folder);
    const struct dirent* entry = NULL;
    while (directory != NULL && (entry = readdir(directory)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            break;
    if (directory != NULL)
        closedir(directory);
    return entry == NULL;
}

static bool isSite(const char* folder)
{
    static const char mark[] = "id=\"gel-index\"";
    char path[4200];
    size_t size, length = sizeof mark - 1;
    snprintf(path, sizeof path, "%s/index.html", folder);
    char* bytes = gelMapFile(path, &size);
    bool found = false;
    for (size_t i = 0; bytes != NULL && i + length <= size && !found; i++)
        found = memcmp(bytes + i, mark, length) == 0;
    if (bytes != NULL)
        gelUnmapFile(bytes, size);
    return found;
}

int gelCheckSite(gelOutput* output, const char* folder)
{
    if (isEmpty(folder) || isSite(folder))
        return gel_exitDone;
    return gelReportError(output, gel_exitOutput,
                          "--out: %s has files that are not of a site of gel; name another folder", folder);
}

// Whether a site stores something under that name: 16 digits and ".js".
static bool isOurs(const char* name)
{
    return strspn(name, "0123456789abcdef") == 16 && strcmp(name + 16, ".js") == 0;
}

static bool isUsed(const gelPage* page, const char* name)
{
    char place[64];
    const cJSON* file = cJSON_GetObjectItem(page->index, "wasm");
    snprintf(place, sizeof place, "files/%.40s", name);
    if (strcmp(file->valuestring, place) == 0)
        return true;
    cJSON_ArrayForEach(file, page->stored)
    {
        if (strcmp(file->valuestring, place) == 0)
            return true;
    }
    return false;
}

void gelRemoveOldFiles(const gelPage* page)
{
    char path[4200];
    snprintf(path, sizeof path, "%s/files", page->folder);
    DIR* directory = opendir(path);
    const struct dirent* entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        if (!isOurs(entry->d_name) || isUsed(page, entry->d_name))
            continue;
        snprintf(path, sizeof path, "%s/files/%.40s", page->folder, entry->d_name);
        remove(path);
    }
    if (directory != NULL)
        closedir(directory);
}
