#include "surface/io/references.h"
#include "files/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char* gelReasonAgainst(const gelReferences* references, const char* path)
{
    struct stat found;
    if (stat(path, &found) != 0 || S_ISDIR(found.st_mode))
        return NULL;
    if (!S_ISREG(found.st_mode))
        return "a device or pipe";
    if (strcmp(path, references->path) == 0 || references->folder[0] == '\0')
        return NULL;
    char* resolved = gelRealPath(path);
    bool isBelow = resolved != NULL && strncmp(resolved, references->folder, strlen(references->folder)) == 0;
    free(resolved);
    return isBelow ? NULL : "not below the folder of the mesh (GEL_MESH_REFERENCES=anywhere allows it)";
}

// With a slash at its end. What cannot be resolved holds no file.
static void findFolder(const char* path, char folder[gel_pathSize])
{
    const char* slash = gelLastSlash(path);
    if (slash == NULL)
        snprintf(folder, gel_pathSize, ".");
    else
        snprintf(folder, gel_pathSize, "%.*s", (int)(slash - path) + 1, path);
    char* resolved = gelRealPath(folder);
    const char* found = resolved != NULL ? resolved : "/dev/null";
    snprintf(folder, gel_pathSize, "%s%s", found, strcmp(found, "/") == 0 ? "" : "/");
    free(resolved);
}

void gelBeginReferences(const char* path, gelReferences* references)
{
    const char* allowed = getenv("GEL_MESH_REFERENCES");
    *references = (gelReferences){.path = path};
    if (allowed == NULL || strcmp(allowed, "anywhere") != 0)
        findFolder(path, references->folder);
}

// Takes what follows percent signs for characters, and a backslash for a slash, as programs for Windows write.
static void decode(char* name)
{
    char* to = name;
    for (const char* from = name; *from != '\0'; from++) {
        unsigned code = 0;
        bool isCode = from[0] == '%' && strspn(from + 1, "0123456789abcdefABCDEF") >= 2 &&
                      sscanf(from + 1, "%2x", &code) == 1 && code > 0;
        *to++ = isCode ? (char)code : *from == '\\' ? '/' : *from;
        from += isCode ? 2 : 0;
    }
    *to = '\0';
}

bool gelFindReference(const gelReferences* references, const char* name, char place[gel_pathSize])
{
    const char* slash = name[0] == '/' ? NULL : gelLastSlash(references->path);
    size_t folder = slash != NULL ? (size_t)(slash - references->path) + 1 : 0;
    if (folder + strlen(name) >= gel_pathSize)
        return false;
    memcpy(place, references->path, folder);
    memcpy(place + folder, name, strlen(name) + 1);
    struct stat found;
    if (stat(place, &found) != 0)
        decode(place + folder);
    return true;
}

bool gelReferenceExists(const gelReferences* references, const char* name)
{
    char place[gel_pathSize];
    struct stat found;
    return gelFindReference(references, name, place) && stat(place, &found) == 0;
}
