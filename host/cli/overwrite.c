#define _POSIX_C_SOURCE 200809L // stat
#include "overwrite.h"

#include <sys/stat.h>

int gelCheckOverwrite(gelOutput* output, const char* option, const char* path, const gelScene* scene)
{
    struct stat written, read;
    if (stat(path, &written) != 0)
        return gel_exitDone;
    const char* name;
    for (int i = 0; (name = gelScene_GetFileName(scene, i)) != NULL; i++)
        if (stat(name, &read) == 0 && read.st_dev == written.st_dev && read.st_ino == written.st_ino)
            return gelReportError(output, gel_exitOutput,
                                  "--%s: %s would be overwritten, from which the scene was read; "
                                  "name another file",
                                  option, name);
    return gel_exitDone;
}
