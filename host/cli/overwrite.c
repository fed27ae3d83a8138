#define _POSIX_C_SOURCE 200809L // stat
#include "overwrite.h"

#include <sys/stat.h>

bool gelIsSameFile(const char* a, const char* b)
{
    struct stat foundA, foundB;
    return stat(a, &foundA) == 0 && stat(b, &foundB) == 0 && foundA.st_dev == foundB.st_dev &&
           foundA.st_ino == foundB.st_ino;
}

int gelCheckOverwrite(gelOutput* output, const char* option, const char* path, const gelScene* scene)
{
    const char* name;
    for (int i = 0; (name = gelScene_GetFileName(scene, i)) != NULL; i++)
        if (gelIsSameFile(name, path))
            return gelReportError(output, gel_exitOutput,
                                  "--%s: %s would be overwritten, from which the scene was read; "
                                  "name another file",
                                  option, name);
    return gel_exitDone;
}
