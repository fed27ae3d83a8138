// Any bytes as one or two vertex caches to be cut and joined: they are refused with a message and no result, or
// become a cache of as many frames, which can be cut again.
#include "bytes.h"
#include "input_file.h"

#include "gel/bake.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Head {
    uint8_t flags;
    int8_t first[2], last[2];
    uint8_t sizes[2]; // of the first file, bytes, the low half first; the rest is the second
} Head;

enum { flagMdd = 1, flagOther = 2, flagOtherResult = 4, flagRest = 8, flagTwo = 16, pathSize = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void writePath(char* path, const char* ending, const uint8_t* data, size_t size)
{
    snprintf(path, pathSize, "%s", gelWriteInput(ending, data, size));
}

static void checkResult(const char* path, int frameCount, bool isMdd)
{
    struct stat found;
    char again[pathSize];
    int more;
    writePath(again, isMdd ? "again.mdd" : "again.pc2", (const uint8_t*)"", 0);
    EXPECT(frameCount > 0 && stat(path, &found) == 0);
    EXPECT((found.st_size - (isMdd ? 8 + 4 * (int64_t)frameCount : 32)) % (12 * (int64_t)frameCount) == 0);
    EXPECT(gelSpliceBakes(&(gelBakePiece){path, 0, -1}, 1, again, &more) == gel_success);
    EXPECT(more == frameCount);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Head head;
    char paths[2][pathSize], rest[pathSize], result[pathSize];
    if (size < sizeof head)
        return -1;
    memcpy(&head, data, sizeof head);
    data += sizeof head;
    size -= sizeof head;
    size_t half = head.sizes[0] + 256 * (size_t)head.sizes[1];
    half = half < size ? half : size;
    bool isMdd = (head.flags & flagMdd) != 0, isOther = (head.flags & flagOther) != 0;
    writePath(paths[0], isMdd ? "first.mdd" : "first.pc2", data, half);
    writePath(paths[1], isMdd != isOther ? "second.mdd" : "second.pc2", data + half, size - half);
    writePath(rest, "first_rest.obj", data, half % 100);
    if ((head.flags & flagRest) == 0)
        remove(rest);
    writePath(result, isMdd != ((head.flags & flagOtherResult) != 0) ? "result.mdd" : "result.pc2",
              (const uint8_t*)"", 0);
    remove(result);
    gelBakePiece pieces[2];
    for (int i = 0; i < 2; i++)
        pieces[i] = (gelBakePiece){paths[i], head.first[i], head.last[i]};
    int frameCount;
    gelStatus status = gelSpliceBakes(pieces, (head.flags & flagTwo) != 0 ? 2 : 1, result, &frameCount);
    if (status == gel_success)
        checkResult(result, frameCount, isMdd);
    else
        EXPECT(gelLastError()[0] != '\0' && access(result, F_OK) != 0);
    return 0;
}
