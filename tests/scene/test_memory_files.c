// Scenes, states, recordings and results run out of memory.
#define TEST_SUBJECT "memory_files"
#include "support/memory_works.h"

static const char scenePath[] = FOLDER "/scene.json", statePath[] = FOLDER "/at.gel-state",
                  plainPath[] = FOLDER "/plain.json";

static gelWorld* stillWorld;

static gelStatus loadScene(void)
{
    gelScene* scene;
    static const char* const change = "substeps=3";
    gelStatus status = gelLoadSceneChanged(workPath, 1.0, &change, 1, &scene);
    CHECK((scene != NULL) == (status == gel_success), "status %d", (int)status);
    made = status == gel_success ? (uint64_t)gelScene_GetTetCount(scene) : 0;
    gelDestroyScene(scene);
    return status;
}

static gelStatus parseScene(void)
{
    gelScene* scene;
    gelStatus status = gelParseScene(
        "{\"bodies\":[{\"shape\":{\"type\":\"sphere\",\"radius\":0.2,\"cells\":3}}]}", FOLDER, &scene);
    gelDestroyScene(scene);
    return status;
}

static gelStatus loadRefined(void)
{
    gelScene* scene;
    gelStatus status = gelLoadSceneRefined(plainPath, 2.0, &scene);
    CHECK((scene != NULL) == (status == gel_success), "status %d", (int)status);
    made = status == gel_success ? (uint64_t)gelScene_GetTetCount(scene) : 0;
    gelDestroyScene(scene);
    return status;
}

typedef struct Session {
    gelScene* scene;
    gelWorld* world;
    gelPlayer* player;
    gelProbes* probes;
} Session;

static gelStatus openSession(Session* session, const char* path)
{
    *session = (Session){0};
    gelStatus status = gelLoadScene(path, &session->scene);
    if (status == gel_success) {
        gelWorldDef def = gelScene_GetWorldDef(session->scene);
        def.backend = gel_referenceFloat;
        status = gelCreateWorld(&def, &session->world);
    }
    if (status == gel_success)
        status = gelScene_CreateBodies(session->scene, session->world);
    if (status == gel_success)
        status = gelCreateProbes(session->scene, session->world, &session->probes);
    return status == gel_success ? gelCreatePlayer(session->scene, session->world, &session->player) : status;
}

static void closeSession(Session* session)
{
    gelDestroyProbes(session->probes);
    gelDestroyPlayer(session->player);
    gelDestroyWorld(session->world);
    gelDestroyScene(session->scene);
}

static gelStatus playOn(Session* session, int frames)
{
    gelStatus status = gel_success;
    for (int i = 0; i < frames && status == gel_success; i++) {
        status = gelPlayer_BeginFrame(session->player);
        if (status == gel_success)
            status = gelWorld_Step(session->world, 0.02f);
        if (status == gel_success)
            status = gelProbes_AddFrame(session->probes, session->world, 0.02 * i);
    }
    made = status == gel_success ? gelWorld_Hash(session->world) : 0;
    return status;
}

static gelStatus playScene(void)
{
    Session session;
    gelStatus status = openSession(&session, workPath);
    if (status == gel_success)
        status = playOn(&session, 4);
    closeSession(&session);
    return status;
}

static gelStatus readState(void)
{
    Session session;
    gelStatus status = openSession(&session, scenePath);
    if (status == gel_success)
        status = gelReadSnapshot(statePath, session.world, session.player, NULL, NULL);
    if (status == gel_success)
        status = playOn(&session, 2);
    closeSession(&session);
    return status;
}

// Events of every kind that the scene allows.
static gelStatus applyEvents(Session* session)
{
    gelEvent events[] = {
        {.kind = gel_eventGrab, .origin = {0, 0, 5}, .direction = {0, 0, -1}, .stiffness = 300},
        {.kind = gel_eventPull, .origin = {0, 0.1f, 5}, .direction = {0, 0, -1}},
        {.kind = gel_eventRelease},
        {.kind = gel_eventGrab, .vertex1 = 2, .origin = {0, 0, 5}, .direction = {0, 0, -1}, .stiffness = 9},
        {.kind = gel_eventDrop, .position = {0, 1, 0}},
        {.kind = gel_eventRemove, .body = 1},
        {.kind = gel_eventSettings, .settings = gelWorld_GetDef(session->world)},
        {.kind = gel_eventMaterial, .material = gelDefaultMaterial()},
        {.kind = gel_eventFlatten, .height = 0.1f},
        {.kind = gel_eventScramble, .seed = 4},
        {.kind = gel_eventWall,
         .wallStart = {0, -1, 0},
         .wallEnd = {1, -1, 0},
         .across = {0, 0, 1},
         .thickness = 0.1f},
        {.kind = gel_eventMove, .body = 1, .position = {0, -2, 0}},
    };
    gelStatus status = gel_success;
    for (size_t i = 0; i < sizeof events / sizeof events[0] && status == gel_success; i++)
        status = gelPlayer_Apply(session->player, &events[i]);
    return status;
}

// Writes a recording, and hashes its text: a part that it lacks would change what is played back.
static gelStatus writeRecording(void)
{
    static char text[1 << 14];
    Session session;
    gelStatus status = openSession(&session, plainPath);
    if (status == gel_success)
        status = applyEvents(&session);
    if (status == gel_success)
        status = playOn(&session, 2);
    if (status == gel_success)
        status = gelPlayer_Apply(session.player, &(gelEvent){.kind = gel_eventDrop, .position = {1, 1, 0}});
    if (status == gel_success)
        status = gelPlayer_WriteRecording(session.player, plainPath, gelWorld_Hash(session.world), workPath);
    if (status == gel_success) {
        readText(workPath, text, sizeof text);
        made = gelHashBytes(made, text, strlen(text));
    }
    closeSession(&session);
    return status;
}

static void countLine(void* context, const char* line)
{
    *(int*)context += (int)strlen(line);
}

// With what was recorded after its last frame.
static gelStatus endRecording(void)
{
    Session session;
    int length = 0;
    gelStatus status = openSession(&session, workPath);
    if (status == gel_success)
        status = playOn(&session, 2);
    if (status == gel_success)
        status = gelPlayer_EndRecording(session.player);
    if (status == gel_success)
        status = gelScene_LogRecordedChanges(session.scene, countLine, &length);
    made = status == gel_success ? gelWorld_Hash(session.world) + (uint64_t)length : 0;
    closeSession(&session);
    return status;
}

// A session with two keyframes.
static void writeKeyframes(void)
{
    Session session;
    REQUIRE(openSession(&session, plainPath));
    REQUIRE(gelPlayer_OpenJournal(session.player, plainPath, FOLDER "/keyed.json"));
    for (int i = 0; i < 121; i++) {
        REQUIRE(gelPlayer_BeginFrame(session.player));
        REQUIRE(gelWorld_Step(session.world, gelScene_GetTimeStep(session.scene)));
        REQUIRE(gelPlayer_WriteJournal(session.player));
    }
    gelPlayer_CloseJournal(session.player, true);
    closeSession(&session);
}

static gelStatus readKeyframe(void)
{
    Session session;
    int64_t keyframe = 0;
    uint64_t hash = 0;
    gelStatus status = openSession(&session, workPath);
    if (status == gel_success)
        status = gelReadKeyframe(session.scene, 121, session.world, session.player, &keyframe);
    if (status == gel_success)
        gelScene_ReadFrameHashes(session.scene, 120, 120, &hash);
    made = status == gel_success ? gelWorld_Hash(session.world) + (uint64_t)keyframe : 0;
    CHECK(status != gel_success || keyframe == 120, "the keyframe of frame %d", (int)keyframe);
    closeSession(&session);
    return status;
}

static gelStatus keepJournal(void)
{
    static char text[1 << 14];
    Session session;
    gelStatus status = openSession(&session, plainPath);
    if (status == gel_success)
        status = gelPlayer_OpenJournal(session.player, plainPath, workPath);
    if (status == gel_success)
        status = applyEvents(&session);
    if (status == gel_success)
        status = gelPlayer_WriteJournal(session.player);
    if (status == gel_success) {
        readText(gelPlayer_GetJournal(session.player), text, sizeof text);
        made = gelHashBytes(1, text, strlen(text));
    }
    if (session.player != NULL)
        gelPlayer_CloseJournal(session.player, false);
    closeSession(&session);
    return status;
}

static gelStatus bake(void)
{
    gelBake* results;
    gelBakeDef def = gelDefaultBakeDef();
    def.path = workPath;
    def.frameCount = 2;
    gelStatus status = gelOpenBake(stillWorld, &def, &results);
    CHECK((results != NULL) == (status == gel_success), "status %d", (int)status);
    for (int i = 0; i < 2 && status == gel_success; i++)
        status = gelBake_WriteFrame(results);
    if (status == gel_success)
        return gelCloseBake(results);
    gelAbandonBake(results);
    return status;
}

// Bakes two frames: the first bake is kept after one, and another bake continues it.
static gelStatus goOnWithBake(void)
{
    enum { frames = 2, nameSize = 1024 };
    gelBake* results;
    gelBakeDef def = gelDefaultBakeDef();
    char name[nameSize], kept[nameSize + 8];
    def.path = workPath;
    def.frameCount = frames;
    gelStatus status = gelOpenBake(stillWorld, &def, &results);
    if (status == gel_success)
        status = gelBake_WriteFrame(results);
    if (status == gel_success)
        status = gelBake_Keep(results, ".kept", &def.kept);
    if (status == gel_success) {
        gelLeaveBake(results);
        def.keptEnding = ".kept";
        status = gelOpenBake(stillWorld, &def, &results);
    }
    if (status == gel_success)
        status = gelBake_WriteFrame(results);
    if (status == gel_success)
        status = gelCloseBake(results);
    else
        gelAbandonBake(results);
    for (int i = 0; gelGetBakeFileName(&def, i, name, sizeof name); i++) {
        snprintf(kept, sizeof kept, "%s.kept", name);
        remove(kept);
    }
    return status;
}

static gelStatus splice(void)
{
    const gelBakePiece pieces[2] = {{FOLDER "/baked.pc2", 0, 1}, {FOLDER "/baked.pc2", 1, -1}};
    int count = 0;
    gelStatus status = gelSpliceBakes(pieces, 2, workPath, &count);
    made = (uint64_t)count;
    return status;
}

// In a world of its own: the full scene has what no integrator takes.
static gelStatus integrate(void)
{
    gelWorld* world;
    gelTetMesh mesh = {0};
    gelBodyId id;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    def.backend = gel_referenceFloat;
    def.integrator = gel_rungeKutta4;
    def.integratorError = 1e-4f;
    gelStatus status = gelCreateWorld(&def, &world);
    if (status == gel_success)
        status = gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 1, 1, 1, &mesh);
    if (status == gel_success)
        status = gelCreateBody(world, &body, &mesh, &id);
    if (status == gel_success)
        status = gelWorld_Step(world, 1.0f / 60.0f);
    made = status == gel_success ? gelWorld_Hash(world) : 0;
    gelDestroyTetMesh(&mesh);
    gelDestroyWorld(world);
    return status;
}

static const Work works[] = {
    {FOLDER "/scene.json", loadScene},
    {FOLDER "/scene.json", playScene},
    {FOLDER "/record.json", writeRecording},
    {FOLDER "/record.json", playScene},
    {FOLDER "/record.json", endRecording},
    {FOLDER "/kept.json", keepJournal},
    {FOLDER "/keyed.json.part", readKeyframe},
    {FOLDER "/full.obj", loadScene},
    {FOLDER "/at.gel-state", readState},
    {FOLDER "/plain.json", loadRefined},
    {"a text", parseScene},
    {"integrator", integrate},
    {FOLDER "/baked.pc2", bake},
    {FOLDER "/baked.mdd", bake},
    {FOLDER "/baked.glb", bake},
    {FOLDER "/baked.pvd", bake},
    {FOLDER "/baked.obj", bake},
    {FOLDER "/baked.ply", bake},
    {FOLDER "/kept.pc2", goOnWithBake},
    {FOLDER "/kept.glb", goOnWithBake},
    {FOLDER "/kept.pvd", goOnWithBake},
    {FOLDER "/spliced.pc2", splice},
};

static void writeInputs(void)
{
    Session session;
    emptyFolder(FOLDER);
    writeFullScene(FOLDER, scenePath);
    writeText(plainPath, "{\"bodies\":[{\"shape\":{\"type\":\"sphere\",\"radius\":0.2,\"cells\":3}}]}");
    REQUIRE(openSession(&session, scenePath));
    REQUIRE(playOn(&session, 3));
    REQUIRE(gelWriteSnapshot(statePath, session.world, session.player, NULL, 0));
    closeSession(&session);
    REQUIRE(openSession(&session, scenePath));
    gelWorldDef def = gelWorld_GetDef(session.world);
    REQUIRE(gelCloneWorld(session.world, &def, &stillWorld));
    closeSession(&session);
    writeKeyframes();
}

static void what_runs_out_of_memory_says_so_and_leaves_nothing(void)
{
    useFailingMemory(true);
    livingBlocks = 0;
    writeInputs();
    disturbEach(works, sizeof works / sizeof works[0]);
    gelDestroyWorld(stillWorld);
    CHECK_INT(livingBlocks, 0);
    useFailingMemory(false);
}

TESTS(TEST(what_runs_out_of_memory_says_so_and_leaves_nothing))
