// The whole states of a recording with changes, most of them with the checksums that belong to them: what is asked
// of them is refused with a message, and world and player are as they were, now and in the frames to come; or it is
// that of the recording.
#include "altered.h"
#include "input_file.h"
#include "replay/snapshot_file.h"
#include "small_stage.h"

#include <string.h>

enum { recordedFrames = 8 };

typedef struct Recording {
    gelScene* scene;
    Block states;
    uint64_t hash; // of its last frame
} Recording;

static void applyInput(Stage* stage, const gelScene* played)
{
    int count;
    const gelEvent* events = gelScene_GetEvents(played, &count);
    for (int i = 0; i < count; i++)
        if (events[i].frame == gelPlayer_GetFrame(stage->player))
            EXPECT(gelPlayer_Apply(stage->player, &events[i]) == gel_success);
}

// Each frame has its hash, the fourth and the last a state, too.
static void addFrame(gelSnapshotFile* file, Stage* stage)
{
    int64_t frame = gelPlayer_GetFrame(stage->player);
    gelAddSnapshot(file, &(gelSnapshotContent){.frame = frame,
                                               .hash = gelWorld_Hash(stage->world),
                                               .world = frame % 4 == 0 ? stage->world : NULL,
                                               .player = stage->player});
}

static Recording makeRecording(void)
{
    Recording recording;
    gelSnapshotFile file;
    gelScene *still = loadSmallScene(false), *played = loadSmallScene(true);
    Stage stage = openStage(still, stagePlayed);
    char path[4096], states[sizeof path];
    snprintf(path, sizeof path, "%s", gelWriteInput("recording.json", (const uint8_t*)"", 0));
    snprintf(states, sizeof states, "%s", gelWriteInput("recording.json.states", (const uint8_t*)"", 0));
    gelOpenSnapshots(&file, path);
    for (int i = 0; i < recordedFrames; i++) {
        applyInput(&stage, played);
        EXPECT(advanceStage(&stage, 1) == gel_success);
        addFrame(&file, &stage);
    }
    gelCloseSnapshots(&file, true);
    recording.states = readBlock(states);
    recording.hash = gelWorld_Hash(stage.world);
    EXPECT(gelPlayer_WriteRecording(stage.player, gelScene_GetFileName(still, 0), recording.hash, path) ==
           gel_success);
    closeStage(&stage);
    gelDestroyScene(still);
    gelDestroyScene(played);
    EXPECT(gelLoadScene(path, &recording.scene) == gel_success);
    return recording;
}

static void look(const Recording* recording, Bytes* bytes)
{
    int64_t found;
    uint64_t hashes[recordedFrames + 1];
    int first = takeByte(bytes) % (recordedFrames + 1);
    if (gelReadKeyframe(recording->scene, takeWhole(bytes), NULL, NULL, &found) != gel_success)
        EXPECT(gelLastError()[0] != '\0' && found == -1);
    bool isKnown = gelScene_ReadFrameHashes(recording->scene, first, recordedFrames, hashes);
    EXPECT(hashes[recordedFrames - first] == (isKnown ? recording->hash : 0));
}

static void readKeyframe(const Recording* recording, int64_t frame)
{
    Stage stage = openStage(recording->scene, stagePlayed);
    Likeness before = likenessOf(&stage);
    int64_t found;
    if (gelReadKeyframe(recording->scene, frame, stage.world, stage.player, &found) == gel_success &&
        found > 0) {
        EXPECT(found <= frame && gelPlayer_GetFrame(stage.player) == found);
        EXPECT(found != recordedFrames || gelWorld_Hash(stage.world) == recording->hash);
        expectUsable(&stage);
    } else {
        EXPECT(found == -1);
        EXPECT(isLike(&stage, before));
        expectUndisturbed(stagePlayed, &stage);
    }
    closeStage(&stage);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// The first byte says whether checksums are right and which frame is read.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static Recording recording;
    Bytes bytes = {data, data + size, false};
    if (recording.scene == NULL)
        recording = makeRecording();
    int choice = takeByte(&bytes);
    Bytes looks = bytes;
    Block altered = alter(&bytes, &recording.states);
    if (choice % 8 > 0)
        sealSnapshots(&altered);
    gelWriteInput("recording.json.states", altered.bytes, altered.size);
    free(altered.bytes);
    look(&recording, &looks);
    readKeyframe(&recording, choice / 8 % 4 == 3   ? takeWhole(&looks)
                             : choice / 8 % 2 == 0 ? recordedFrames
                                                   : 4);
    return 0;
}
