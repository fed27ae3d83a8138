#include "altered.h"

#include "replay/snapshot_file.h"

#include <string.h>

enum { maxChanges = 12, maxInserted = 64 };

Block readBlock(const char* path)
{
    FILE* file = fopen(path, "rb");
    EXPECT(file != NULL && fseek(file, 0, SEEK_END) == 0);
    Block block = {.size = (size_t)ftell(file)};
    block.bytes = malloc(block.size + 1);
    rewind(file);
    EXPECT(block.bytes != NULL && fread(block.bytes, 1, block.size, file) == block.size);
    fclose(file);
    return block;
}

static void replace(Block* block, size_t at, const void* by, size_t size)
{
    if (size <= block->size - at)
        memcpy(block->bytes + at, by, size);
}

static void cut(Block* block, size_t at, size_t size)
{
    size_t left = block->size - at;
    size = size < left ? size : left;
    memmove(block->bytes + at, block->bytes + at + size, left - size);
    block->size -= size;
}

// Twice the bytes that are there.
static void repeat(Block* block, size_t at, size_t size)
{
    size = size < block->size - at ? size : block->size - at;
    memmove(block->bytes + at + size, block->bytes + at, block->size - at);
    block->size += size;
}

static void change(Bytes* bytes, Block* block)
{
    int kind = takeByte(bytes), whole;
    size_t at = (size_t)takeByte(bytes);
    at = (at + 256 * (size_t)takeByte(bytes)) % (block->size + 1);
    float number;
    double precise;
    switch (kind % 8) {
        case 0:
            replace(block, at, &(uint8_t){(uint8_t)takeByte(bytes)}, 1);
            break;
        case 1:
            whole = takeWhole(bytes);
            replace(block, at, &whole, sizeof whole);
            break;
        case 2:
            number = takeAnyNumber(bytes);
            replace(block, at, &number, sizeof number);
            break;
        case 3:
            precise = (double)takeAnyNumber(bytes);
            replace(block, at, &precise, sizeof precise);
            break;
        case 4:
            replace(block, at, &(int64_t){takeWhole(bytes) * (kind < 128 ? 1 : (int64_t)1 << 32)},
                    sizeof(int64_t));
            break;
        case 5:
            cut(block, at, (size_t)takeByte(bytes) + 1);
            break;
        case 6:
            repeat(block, at, (size_t)takeByte(bytes) % maxInserted + 1);
            break;
        default:
            cut(block, at, block->size);
    }
}

Block alter(Bytes* bytes, const Block* original)
{
    Block block = {.bytes = malloc(original->size + (size_t)maxChanges * maxInserted + 1),
                   .size = original->size};
    EXPECT(block.bytes != NULL);
    memcpy(block.bytes, original->bytes, original->size);
    for (int i = 0; i < maxChanges && bytes->next < bytes->end; i++)
        change(bytes, &block);
    return block;
}

void sealSnapshots(Block* file)
{
    size_t at = 56; // the head
    gelSnapshotEntry entry;
    while (file->size >= at && file->size - at >= sizeof entry) {
        uint8_t *place = file->bytes + at, *bytes = place + sizeof entry;
        size_t left = file->size - at - sizeof entry;
        memcpy(&entry, place, sizeof entry);
        bool isWhole = entry.noteSize <= left && entry.size <= left - entry.noteSize;
        size_t size = isWhole ? (size_t)(entry.noteSize + entry.size) : 0;
        entry.bytesHash = gelHashBytes(GEL_HASH_START, bytes, size);
        entry.check = gelHashBytes(GEL_HASH_START, &entry, offsetof(gelSnapshotEntry, check));
        memcpy(place, &entry, sizeof entry);
        if (!isWhole)
            return;
        at += sizeof entry + size;
    }
}
