#include "base/result_file.h"
#include "base/text_reader.h"
#include "files/temporary_file.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

static gelStatus failFile(const gelResultFile* file, const char* what)
{
    return gelFail(gel_fileError, "%s: %s: %s", file->path, what, strerror(errno));
}

static void releaseFile(gelResultFile* file)
{
    gelFree(file->path);
    gelFree(file->partPath);
    *file = (gelResultFile){0};
}

static gelStatus nameFile(gelResultFile* file, const char* path)
{
    char target[gel_pathSize];
    size_t length = strlen(path), longest = length;
    if (gelFollowLinks(path, target, sizeof target) && strlen(target) > length)
        longest = strlen(target);
    size_t capacity = longest + gel_temporaryNameRoom;
    *file = (gelResultFile){NULL, gelAllocate(length + 1, 1), gelAllocate(capacity, 1), capacity};
    if (file->path == NULL || file->partPath == NULL) {
        releaseFile(file);
        return gelFailMemory(capacity, 1);
    }
    memcpy(file->path, path, length + 1);
    return gel_success;
}

gelStatus gelOpenResultFile(gelResultFile* file, const char* path)
{
    gelStatus status = nameFile(file, path);
    if (status != gel_success)
        return status;
    file->file = gelOpenTemporaryFile(path, file->partPath, file->partCapacity);
    if (file->file != NULL)
        return gel_success;
    status = failFile(file, "cannot be created");
    releaseFile(file); // the file of that name is not ours to delete
    return status;
}

gelStatus gelOpenToRead(gelResultFile* file, const char* path)
{
    gelStatus status = gelCheckRegularFile(path);
    *file = (gelResultFile){0};
    if (status == gel_success)
        status = nameFile(file, path);
    if (status != gel_success)
        return status;
    memcpy(file->partPath, path, strlen(path) + 1);
    file->file = fopen(path, "rb");
    if (file->file != NULL)
        return gel_success;
    status = failFile(file, "cannot be read");
    releaseFile(file);
    return status;
}

gelStatus gelReopenResultFile(gelResultFile* file, const char* path, const char* ending)
{
    gelStatus status = nameFile(file, path);
    if (status != gel_success)
        return status;
    file->file = gelReopenTemporary(path, ending, file->partPath, file->partCapacity);
    if (file->file != NULL)
        return gel_success;
    status = gelFail(gel_fileError, "%s: the unfinished file of %s cannot be opened: %s", file->partPath,
                     path, strerror(errno));
    releaseFile(file);
    return status;
}

gelStatus gelKeepResultFile(gelResultFile* file, const char* ending)
{
    if (gelKeepTemporary(file->file, file->path, ending, file->partPath, file->partCapacity))
        return gel_success;
    return failFile(file, "cannot be kept");
}

gelStatus gelPrintResultFile(gelResultFile* file, int64_t* size)
{
    long position = ftell(file->file);
    *size = position;
    return position >= 0 ? gel_success : failFile(file, "cannot be kept");
}

gelStatus gelCutResultFile(gelResultFile* file, int64_t size)
{
    if (gelCutFile(file->file, size))
        return gel_success;
    return gelFail(gel_fileError, "%s: cannot be truncated to its %lld valid bytes: %s", file->partPath,
                   (long long)size, errno == EINVAL ? "it is shorter" : strerror(errno));
}

void gelLeaveResultFile(gelResultFile* file)
{
    if (file->file != NULL)
        fclose(file->file);
    releaseFile(file);
}

gelStatus gelWriteResultFile(gelResultFile* file, const void* bytes, size_t size)
{
    if (size == 0 || fwrite(bytes, 1, size, file->file) == size)
        return gel_success;
    return failFile(file, "cannot be written");
}

gelStatus gelSeekResultFile(gelResultFile* file, int64_t position)
{
    if (position <= LONG_MAX && fseek(file->file, (long)position, SEEK_SET) == 0)
        return gel_success;
    return failFile(file, "cannot be written");
}

gelStatus gelWriteWords(gelResultFile* file, const void* words, size_t count, gelByteOrder order)
{
    enum { blockSize = 1024 };
    unsigned char bytes[4 * blockSize];
    gelStatus status = gel_success;
    for (size_t first = 0; first < count && status == gel_success; first += blockSize) {
        size_t length = count - first < blockSize ? count - first : blockSize;
        for (size_t i = 0; i < length; i++) {
            uint32_t word;
            memcpy(&word, (const char*)words + 4 * (first + i), sizeof word);
            for (size_t k = 0; k < 4; k++)
                bytes[4 * i + k] = (unsigned char)(word >> (8 * (order == gel_bigEndian ? 3 - k : k)) & 0xff);
        }
        status = gelWriteResultFile(file, bytes, 4 * length);
    }
    return status;
}

gelStatus gelReadWords(gelResultFile* file, void* words, size_t count, gelByteOrder order)
{
    for (size_t i = 0; i < count; i++) {
        unsigned char bytes[4];
        if (fread(bytes, 1, sizeof bytes, file->file) != sizeof bytes)
            return gelFail(gel_fileError, "%s: cannot be reread: %s", file->partPath,
                           feof(file->file) ? "it is shorter than it was" : strerror(errno));
        uint32_t word = 0;
        for (size_t k = 0; k < 4; k++)
            word |= (uint32_t)bytes[k] << (8 * (order == gel_bigEndian ? 3 - k : k));
        memcpy((char*)words + 4 * i, &word, sizeof word);
    }
    return gel_success;
}

gelStatus gelAppendResultFile(gelResultFile* file, const gelResultFile* from, int64_t position)
{
    char block[1 << 14];
    FILE* source = fopen(from->partPath, "rb");
    if (source == NULL || position > LONG_MAX || fseek(source, (long)position, SEEK_SET) != 0) {
        gelStatus status = failFile(from, "cannot be reread");
        if (source != NULL)
            fclose(source);
        return status;
    }
    gelStatus status = gel_success;
    size_t size;
    while (status == gel_success && (size = fread(block, 1, sizeof block, source)) > 0)
        status = gelWriteResultFile(file, block, size);
    if (status == gel_success && ferror(source))
        status = failFile(from, "cannot be reread");
    fclose(source);
    return status;
}

gelStatus gelFlushResultFile(gelResultFile* file)
{
    if (file->file == NULL)
        return gel_success;
    // A full disk may not show until here.
    int failed = fclose(file->file);
    file->file = NULL;
    return failed == 0 ? gel_success : failFile(file, "cannot be written");
}

gelStatus gelCheckResultFile(const gelResultFile* file)
{
    if (file->path == NULL || !gelIsFolder(file->path))
        return gel_success;
    errno = EISDIR;
    return failFile(file, "cannot be given its name");
}

gelStatus gelPublishResultFile(gelResultFile* file)
{
    if (file->path == NULL)
        return gel_success;
    if (!gelPublishTemporary(file->partPath, file->path))
        return failFile(file, "cannot be given its name");
    releaseFile(file);
    return gel_success;
}

void gelAbandonResultFile(gelResultFile* file)
{
    if (file->file != NULL)
        fclose(file->file);
    if (file->partPath != NULL)
        remove(file->partPath);
    releaseFile(file);
}
