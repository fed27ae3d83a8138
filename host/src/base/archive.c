#include "base/archive.h"

#include <limits.h>
#include <string.h>

void gelFailArchive(gelArchive* archive, gelStatus status)
{
    if (archive->status == gel_success)
        archive->status = status;
}

static bool grow(gelArchive* archive, size_t size)
{
    if (size <= archive->capacity - archive->size)
        return true;
    size_t capacity = 2 * archive->capacity + size + 256;
    unsigned char* bytes = gelResize(archive->bytes, capacity, 1);
    if (bytes == NULL) {
        gelFailArchive(archive, gelFailMemory(capacity, 1));
        return false;
    }
    archive->bytes = bytes;
    archive->capacity = capacity;
    return true;
}

static void failEnd(gelArchive* archive)
{
    if (archive->status == gel_success)
        gelFailArchive(archive,
                       gelFail(gel_formatError, "byte %zu: expected more, found the end", archive->position));
}

void gelArchiveBytes(gelArchive* archive, void* data, size_t size)
{
    if (size == 0)
        return;
    if (archive->isReading) {
        if (size > archive->size - archive->position)
            failEnd(archive);
        if (archive->status != gel_success) {
            memset(data, 0, size);
            return;
        }
        memcpy(data, archive->bytes + archive->position, size);
        archive->position += size;
    } else if (archive->status == gel_success && grow(archive, size)) {
        memcpy(archive->bytes + archive->size, data, size);
        archive->size += size;
    }
}

void gelArchiveSwitch(gelArchive* archive, bool* value)
{
    unsigned char byte = !archive->isReading && *value;
    GEL_ARCHIVE(archive, byte);
    *value = byte != 0;
}

void gelArchiveCount(gelArchive* archive, int* count, int max, size_t size)
{
    int32_t number = archive->isReading ? 0 : *count;
    GEL_ARCHIVE(archive, number);
    *count = number;
    if (!archive->isReading || archive->status != gel_success)
        return;
    if (number < 0 || number > max || (size_t)number > (archive->size - archive->position) / size) {
        gelFailArchive(archive, gelFail(gel_formatError, "byte %zu: expected a count from 0 to %d, found %d",
                                        archive->position - sizeof number, max, (int)number));
        *count = 0;
    }
}

void gelArchiveArray(gelArchive* archive, void* array, int* count, int max, size_t size)
{
    void* block;
    memcpy(&block, array, sizeof block);
    gelArchiveCount(archive, count, max, size);
    if (archive->isReading && archive->status == gel_success) {
        void* room = gelResize(block, (size_t)*count > 0 ? (size_t)*count : 1, size);
        if (room == NULL) {
            gelFailArchive(archive, gelFailMemory((size_t)*count, size));
            *count = 0;
            return;
        }
        block = room;
        memcpy(array, &block, sizeof block);
    }
    gelArchiveBytes(archive, block, (size_t)*count * size);
}

void gelArchiveFloats(gelArchive* archive, float** values, size_t count)
{
    bool isThere = *values != NULL;
    gelArchiveSwitch(archive, &isThere);
    if (archive->isReading && !isThere) {
        gelFree(*values);
        *values = NULL;
    }
    if (isThere && *values == NULL)
        *values = gelAllocate(count, sizeof **values);
    if (isThere && *values == NULL)
        gelFailArchive(archive, gelFailMemory(count, sizeof **values));
    if (*values != NULL)
        gelArchiveBytes(archive, *values, count * sizeof **values);
}
