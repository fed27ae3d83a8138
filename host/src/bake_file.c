#include "bake_internal.h"
#include "part_file.h"

#include <errno.h>
#include <string.h>

static gelStatus failFile(const gelBakeFile* file, const char* what)
{
    return gelFail(gel_fileError, "%s: %s: %s", file->path, what, strerror(errno));
}

static void releaseFile(gelBakeFile* file)
{
    gelFree(file->path);
    gelFree(file->partPath);
    *file = (gelBakeFile){NULL, NULL, NULL};
}

gelStatus gelOpenBakeFile(gelBakeFile* file, const char* path)
{
    size_t length = strlen(path), partCapacity = length + gel_partNameRoom;
    *file = (gelBakeFile){NULL, gelAllocate(length + 1, 1), gelAllocate(partCapacity, 1)};
    if (file->path == NULL || file->partPath == NULL) {
        releaseFile(file);
        return gelFailMemory(partCapacity, 1);
    }
    memcpy(file->path, path, length + 1);
    file->file = gelOpenPartFile(path, file->partPath, partCapacity);
    if (file->file != NULL)
        return gel_success;
    gelStatus status = failFile(file, "cannot be created");
    releaseFile(file); // what has that name is not ours to remove
    return status;
}

gelStatus gelWriteBakeFile(gelBakeFile* file, const void* bytes, size_t size)
{
    if (size == 0 || fwrite(bytes, 1, size, file->file) == size)
        return gel_success;
    return failFile(file, "cannot be written");
}

gelStatus gelFlushBakeFile(gelBakeFile* file)
{
    if (file->file == NULL)
        return gel_success;
    // What did not fit on the disk may show only here.
    int failed = fclose(file->file);
    file->file = NULL;
    return failed == 0 ? gel_success : failFile(file, "cannot be written");
}

gelStatus gelCheckBakeFile(const gelBakeFile* file)
{
    if (file->path == NULL || !gelIsFolder(file->path))
        return gel_success;
    errno = EISDIR;
    return failFile(file, "cannot be given its name");
}

gelStatus gelPublishBakeFile(gelBakeFile* file)
{
    if (file->path == NULL)
        return gel_success;
    if (rename(file->partPath, file->path) != 0)
        return failFile(file, "cannot be given its name");
    releaseFile(file);
    return gel_success;
}

void gelAbandonBakeFile(gelBakeFile* file)
{
    if (file->file != NULL)
        fclose(file->file);
    if (file->partPath != NULL)
        remove(file->partPath);
    releaseFile(file);
}
