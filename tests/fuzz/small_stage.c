#include "small_stage.h"
#include "input_file.h"

#include <string.h>

#define BODIES                                                                                                  \
    "{\"contact\":true,\"sleep\":true,\"substeps\":2,\"ground\":{\"restitution\":0.3},"                         \
    "\"fields\":[{\"type\":\"wind\",\"velocity\":[3,0,1],\"gust\":0.5,\"keys\":[{\"time\":0,\"share\":0},"      \
    "{\"time\":0.5,\"share\":2}]}],\"bodies\":["                                                                \
    "{\"shape\":{\"type\":\"box\",\"size\":[0.4,0.4,0.4],\"cells\":[1,1,1]},\"position\":[0,0.05,0],"           \
    "\"material\":{\"restitution\":0.4,\"creep\":5,\"yield\":0.01,\"filling\":\"gas\",\"pressure\":500}},"      \
    "{\"vertices\":[[0,0,0],[0.3,0,0],[0,0.3,0],[0,0,0.3]],\"tets\":[[0,1,2,3]],\"position\":[0.05,0.5,0],"     \
    "\"goals\":{\"weight\":0.6,\"damping\":2,\"keys\":[{\"time\":0,\"position\":[0.05,0.5,0]},"                 \
    "{\"time\":0.6,\"position\":[0,0.8,0.2]}]}},"                                                               \
    "{\"shape\":{\"type\":\"cloth\",\"sizeX\":0.5,\"sizeZ\":0.5,\"cellsX\":1,\"cellsZ\":1},"                    \
    "\"position\":[0.6,0.5,0.8],\"material\":{\"tearStrain\":0.01},\"pins\":[{\"vertices\":[0]}]},"             \
    "{\"shape\":{\"type\":\"rope\",\"length\":0.5,\"segments\":2},\"position\":[0.5,0.9,0]}],"                  \
    "\"obstacles\":[{\"shape\":{\"type\":\"box\",\"size\":[0.2,0.3,0.5]},\"keys\":[{\"time\":0,\"position\":"   \
    "[-0.4,0.15,0]},{\"time\":0.4,\"position\":[0,0.15,0]}]}],"                                                 \
    "\"attachments\":[{\"a\":{\"body\":3,\"vertex\":0},\"b\":{\"body\":1,\"vertex\":0},\"length\":1,"           \
    "\"curve\":[[-1,0],[0,0],[0.2,150]],\"until\":0.3},{\"a\":{\"body\":0,\"vertex\":1},\"b\":{\"obstacle\":0," \
    "\"point\":[-0.4,0.3,0]},\"length\":0.3,\"breakForce\":30}]"

static const char still[] = BODIES "}";
static const char played[] = BODIES
    ",\"input\":["
    "{\"frame\":1,\"grab\":{\"origin\":[0.1,0.6,5],\"direction\":[0,0,-1],\"stiffness\":300}},"
    "{\"frame\":2,\"drop\":{\"body\":1,\"position\":[0,0.7,0.1]}},{\"frame\":2,\"remove\":{\"body\":3}},"
    "{\"frame\":3,\"wall\":{\"from\":[0.5,0.2,-0.5],\"to\":[0.5,0.2,0.5],\"across\":[0,0.4,0],\"thickness\":0.05}},"
    "{\"frame\":6,\"pull\":{\"origin\":[0.2,0.9,5],\"direction\":[0,0,-1]}}]}";

enum { framesToFollow = 2 };

gelScene* loadSmallScene(bool hasInput)
{
    const char* text = hasInput ? played : still;
    gelScene* scene;
    EXPECT(gelLoadScene(
               gelWriteInput(hasInput ? "played.json" : "still.json", (const uint8_t*)text, strlen(text)),
               &scene) == gel_success);
    return scene;
}

// Adds what a scene cannot state without further files.
static void furnish(gelWorld* world)
{
    static const float rest[] = {0, 0, 0, 0.4f, 0, 0, 0, 0.3f, 0, 0, 0, 0.3f}, values[] = {1, 0.5f, 0.25f, 1};
    gelBodyId body = gelWorld_GetBody(world, 1);
    EXPECT(gelBody_SetRestPositions(world, body, rest, 4) == gel_success);
    EXPECT(gelBody_SetVertexValues(world, body, gel_stiffnessFactor, values, 4) == gel_success);
    EXPECT(gelWorld_IgnorePair(world, body, gelWorld_GetBody(world, 2), true) == gel_success);
    gelGoal hand = {.body = body, .vertex = 1, .position = {0, 1, 0}, .stiffness = 100};
    EXPECT(gelWorld_SetGoals(world, &hand, 1) == gel_success);
}

Stage openStage(const gelScene* scene, StageKind kind)
{
    Stage stage = {.scene = scene};
    gelWorldDef def = gelScene_GetWorldDef(stage.scene);
    def.backend = kind == stageDouble ? gel_referenceDouble : gel_referenceFloat;
    EXPECT(gelCreateWorld(&def, &stage.world) == gel_success);
    EXPECT(gelScene_CreateBodies(stage.scene, stage.world) == gel_success);
    if (kind == stagePlayed)
        EXPECT(gelCreatePlayer(stage.scene, stage.world, &stage.player) == gel_success);
    else
        furnish(stage.world);
    return stage;
}

void closeStage(Stage* stage)
{
    gelDestroyPlayer(stage->player);
    gelDestroyWorld(stage->world);
    *stage = (Stage){0};
}

gelStatus advanceStage(Stage* stage, int frames)
{
    gelStatus status = gel_success;
    for (int i = 0; i < frames && status == gel_success; i++) {
        if (stage->player != NULL)
            status = gelPlayer_BeginFrame(stage->player);
        if (status == gel_success)
            status = gelWorld_Step(stage->world, 1.0f / 60.0f);
    }
    EXPECT(status == gel_success || gelLastError()[0] != '\0');
    return status;
}

Likeness likenessOf(const Stage* stage)
{
    return (Likeness){.hash = gelWorld_Hash(stage->world),
                      .bodyCount = gelWorld_GetBodyCount(stage->world),
                      .frame = stage->player != NULL ? gelPlayer_GetFrame(stage->player) : 0};
}

bool isLike(const Stage* stage, Likeness before)
{
    Likeness now = likenessOf(stage);
    return now.hash == before.hash && now.bodyCount == before.bodyCount && now.frame == before.frame;
}

void expectUsable(Stage* stage)
{
    gelWorldDef def = gelWorld_GetDef(stage->world);
    EXPECT(gelCheckSettings(gel_worldSettings, &def) == gel_success);
    for (int i = 0; i < gelWorld_GetBodyCount(stage->world); i++) {
        gelBodyId body = gelWorld_GetBody(stage->world, i);
        gelMaterial material;
        if (!gelBody_IsObstacle(stage->world, body) &&
            gelBody_GetMaterial(stage->world, body, &material) == gel_success)
            EXPECT(gelCheckSettings(gel_materialSettings, &material) == gel_success);
    }
    EXPECT(advanceStage(stage, framesToFollow) == gel_success);
}

void expectUndisturbed(StageKind kind, Stage* stage)
{
    static uint64_t hashes[stageKindCount];
    if (hashes[kind] == 0) {
        Stage other = openStage(stage->scene, kind);
        EXPECT(advanceStage(&other, framesToFollow) == gel_success);
        hashes[kind] = gelWorld_Hash(other.world);
        closeStage(&other);
    }
    EXPECT(advanceStage(stage, framesToFollow) == gel_success);
    EXPECT(gelWorld_Hash(stage->world) == hashes[kind]);
}
