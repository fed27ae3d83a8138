#define _XOPEN_SOURCE 700 // fileno, fstat
#if GEL_HAS_ASSIMP
#include "surface/io/assimp_files.h"

#include "base/core.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static FILE* fileOf(struct aiFile* file)
{
    return (FILE*)(void*)file->UserData;
}

static size_t readPart(struct aiFile* file, char* bytes, size_t size, size_t count)
{
    return fread(bytes, size, count, fileOf(file));
}

// Nothing is ever exported.
static size_t writeNothing(struct aiFile* file, const char* bytes, size_t size, size_t count)
{
    (void)file, (void)bytes, (void)size, (void)count;
    return 0;
}

static void flushNothing(struct aiFile* file)
{
    (void)file;
}

static size_t tellPosition(struct aiFile* file)
{
    long position = ftell(fileOf(file));
    return position > 0 ? (size_t)position : 0;
}

static size_t tellSize(struct aiFile* file)
{
    struct stat found;
    return fstat(fileno(fileOf(file)), &found) == 0 ? (size_t)found.st_size : 0;
}

static enum aiReturn seek(struct aiFile* file, size_t offset, enum aiOrigin origin)
{
    int whence = origin == aiOrigin_SET ? SEEK_SET : origin == aiOrigin_CUR ? SEEK_CUR : SEEK_END;
    return offset <= LONG_MAX && fseek(fileOf(file), (long)offset, whence) == 0 ? aiReturn_SUCCESS
                                                                                : aiReturn_FAILURE;
}

static struct aiFile* openFile(struct aiFileIO* io, const char* path, const char* mode)
{
    gelImportFiles* files = (gelImportFiles*)(void*)io->UserData;
    const char* reason = gelReasonAgainst(&files->references, path);
    if (reason != NULL && files->reason == NULL) {
        snprintf(files->refused, sizeof files->refused, "%s", path);
        files->reason = reason;
    }
    FILE* opened = reason == NULL && mode[0] == 'r' ? fopen(path, "rb") : NULL;
    struct aiFile* file = opened != NULL ? gelAllocate(1, sizeof *file) : NULL;
    if (file == NULL && opened != NULL)
        fclose(opened);
    if (file != NULL)
        *file = (struct aiFile){.ReadProc = readPart,
                                .WriteProc = writeNothing,
                                .TellProc = tellPosition,
                                .FileSizeProc = tellSize,
                                .SeekProc = seek,
                                .FlushProc = flushNothing,
                                .UserData = (char*)(void*)opened};
    return file;
}

static void closeFile(struct aiFileIO* io, struct aiFile* file)
{
    (void)io;
    fclose(fileOf(file));
    gelFree(file);
}

void gelBeginImportFiles(const char* path, gelImportFiles* files)
{
    *files = (gelImportFiles){.io = {.OpenProc = openFile, .CloseProc = closeFile}};
    files->io.UserData = (char*)files;
    gelBeginReferences(path, &files->references);
}

#else
typedef int gelNothingToImport; // a translation unit must not be empty
#endif
