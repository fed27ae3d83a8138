#include "app/asset.h"
#include "files/system.h"
#include "files/temporary_file.h"

#include <stdio.h>
#include <stdlib.h>

// The installed folder relative to the program, so that both may be moved together; false if the system does
// not reveal the program's path.
static bool findBesideProgram(char* folder, size_t size)
{
    char program[4096];
    if (!gelFindProgram(program, sizeof program))
        return false;
    const char* slash = gelLastSlash(program);
    int length = slash != NULL ? (int)(slash - program) : 0;
    snprintf(folder, size, "%.*s/%s", length, program, GEL_ASSETS_FROM_PROGRAM);
    char* plain = gelRealPath(folder); // without "..", for display
    if (plain != NULL)
        snprintf(folder, size, "%s", plain);
    free(plain);
    return gelIsFolder(folder);
}

const char* gelAssetPath(const char* name, char path[gel_assetPathSize])
{
    char beside[4200];
    const char* given = getenv("GEL_ASSET_DIR");
    const char* folder = given != NULL && given[0] != '\0'          ? given
                         : findBesideProgram(beside, sizeof beside) ? beside
                         : gelIsFolder(GEL_SOURCE_ASSETS)           ? GEL_SOURCE_ASSETS
                                                                    : GEL_INSTALLED_ASSETS;
    snprintf(path, gel_assetPathSize, "%s/%s", folder, name);
    return path;
}
