#define _POSIX_C_SOURCE 200809L // stat
#include "overwrite.h"

#include <sys/stat.h>

static bool is(const char* path, const struct stat* file)
{
    struct stat found;
    return stat(path, &found) == 0 && found.st_dev == file->st_dev && found.st_ino == file->st_ino;
}

bool gelIsSameFile(const char* a, const char* b)
{
    struct stat file;
    return stat(b, &file) == 0 && is(a, &file);
}

int gelCheckOverwrite(gelOutput* output, const char* option, const char* path, const gelScene* scene)
{
    const char* name;
    struct stat file;
    if (stat(path, &file) != 0) // it does not exist, or cannot be written
        return gel_exitDone;
    for (int i = 0; (name = gelScene_GetFileName(scene, i)) != NULL; i++)
        if (is(name, &file))
            return gelReportError(output, gel_exitOutput,
                                  "--%s: %s would be overwritten, from which the scene was read; "
                                  "name another file",
                                  option, name);
    return gel_exitDone;
}
