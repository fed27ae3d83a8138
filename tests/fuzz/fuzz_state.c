// A whole state file with changes, most of them with the checksum that belongs to them: it is refused with a
// message, and world and player are as they were, now and in the frames to come; or it is read, with settings in
// their ranges, and frames can follow.
#include "altered.h"
#include "input_file.h"
#include "small_stage.h"

enum { framesPlayed = 8 };
static const char notes[] = "notes";
static gelScene* scene;

static Block originalOf(StageKind kind, int frames)
{
    Stage stage = openStage(scene, kind);
    const char* path = gelWriteInput("gel-state", (const uint8_t*)"", 0);
    EXPECT(advanceStage(&stage, frames) == gel_success);
    EXPECT(gelWriteSnapshot(path, stage.world, stage.player, notes, sizeof notes) == gel_success);
    closeStage(&stage);
    return readBlock(path);
}

static void readNotes(const char* path)
{
    void* found = NULL;
    size_t size;
    if (gelReadSnapshot(path, NULL, NULL, &found, &size) != gel_success)
        EXPECT(gelLastError()[0] != '\0' && found == NULL);
    gelFree(found);
}

static void readWorld(const char* path, StageKind kind)
{
    void* found = NULL;
    size_t size;
    Stage stage = openStage(scene, kind);
    Likeness before = likenessOf(&stage);
    if (gelReadSnapshot(path, stage.world, stage.player, &found, &size) == gel_success) {
        expectUsable(&stage);
    } else {
        EXPECT(gelLastError()[0] != '\0' && found == NULL);
        EXPECT(isLike(&stage, before));
        expectUndisturbed(kind, &stage);
    }
    gelFree(found);
    closeStage(&stage);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// The first byte chooses the world, how far it is, and whether the checksum is right.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static Block originals[2][stageKindCount];
    Bytes bytes = {data, data + size, false};
    int choice = takeByte(&bytes);
    StageKind kind = (StageKind)(choice % stageKindCount);
    bool isLate = choice / 4 % 2 == 1, isSealed = choice / 16 % 8 > 0;
    if (scene == NULL)
        scene = loadSmallScene(true);
    Block* original = &originals[isLate][kind];
    if (original->bytes == NULL)
        *original = originalOf(kind, isLate ? framesPlayed : 1);
    Block altered = alter(&bytes, original);
    if (isSealed)
        sealSnapshots(&altered);
    const char* path = gelWriteInput("gel-state", altered.bytes, altered.size);
    free(altered.bytes);
    if (choice / 8 % 2 == 1)
        readNotes(path);
    readWorld(path, kind);
    return 0;
}
