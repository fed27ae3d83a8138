// A copy of kernels/ with one edit: wrong kernels stand for wrong devices. Needs _XOPEN_SOURCE 700 before the first header.
#pragma once

#include "support/files.h"

// Replaces the first `from` in a file by `to`; fails if the file does not hold it.
static inline void replaceInFile(const char* path, const char* from, const char* to)
{
    static char text[1 << 17];
    readText(path, text, sizeof text);
    char* place = strstr(text, from);
    CHECK(place != NULL, "%s does not hold \"%s\"", path, from);
    if (place == NULL)
        return;
    FILE* file = fopen(path, "wb");
    bool written =
        file != NULL && fprintf(file, "%.*s%s%s", (int)(place - text), text, to, place + strlen(from)) >= 0;
    if (file != NULL)
        written = fclose(file) == 0 && written;
    CHECK(written, "%s cannot be written", path);
}

// Lets the library, and the commands that the test starts, read a copy of kernels/ in which the first `from` of a file is
// `to`, until unsetenv("GEL_KERNEL_DIR"). With NULL as the file nothing is edited.
static inline void patchKernels(const char* name, const char* from, const char* to)
{
    static const char folder[] = GEL_SCRATCH "/" TEST_SUBJECT "-kernels";
    char command[4096], path[2048];
    snprintf(command, sizeof command, "rm -rf '%s' && cp -r '%s' '%s' && chmod -R u+w '%s'", folder,
             GEL_KERNELS, folder, folder);
    CHECK(system(command) == 0, "%s cannot be copied to %s", GEL_KERNELS, folder);
    snprintf(path, sizeof path, "%s/%s", folder, name != NULL ? name : "");
    if (name != NULL)
        replaceInFile(path, from, to);
    setenv("GEL_KERNEL_DIR", folder, 1);
}
