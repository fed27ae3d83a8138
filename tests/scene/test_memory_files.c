// Every allocation fails once while scenes, meshes and results are read, made and written: nothing crashes, leaks or
// stays behind on the disk, the error says that memory ran out, and the next attempt has the same result.
//
// Tries some allocations of each work. GEL_TEST_FAULTS=all tries every single one, for some minutes.
#include "support/fixtures.h"

#include "base/core.h"
#include "support/failing_memory.h"
#include "support/folder.h"
#include "support/full_scene.h"

#define FOLDER GEL_SCRATCH "/memory_files"
static const char scenePath[] = FOLDER "/scene.json", statePath[] = FOLDER "/at.gel-state",
                  plainPath[] = FOLDER "/plain.json";

// What a work has made, to compare: 0 if it has failed.
static uint64_t made;
static const char* workPath;
static int fileCount; // in the folder, with its results
static gelTetMesh ball;
static gelWorld* stillWorld;

static gelStatus loadScene(void)
{
    gelScene* scene;
    gelStatus status = gelLoadScene(workPath, &scene);
    CHECK((scene != NULL) == (status == gel_success), "status %d", (int)status);
    made = status == gel_success ? (uint64_t)gelScene_GetTetCount(scene) : 0;
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
        status = gelReadState(statePath, session.world, session.player, NULL, NULL);
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
        {.kind = gel_eventWall, .from = {0, -1, 0}, .to = {1, -1, 0}, .across = {0, 0, 1}, .thickness = 0.1f},
        {.kind = gel_eventMove, .body = 1, .position = {0, -2, 0}},
    };
    gelStatus status = gel_success;
    for (size_t i = 0; i < sizeof events / sizeof events[0] && status == gel_success; i++)
        status = gelPlayer_Apply(session->player, &events[i]);
    return status;
}

// What a recording lacks would be played back otherwise.
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
        status = gelPlayer_WriteRecording(session.player, plainPath, gelWorld_Hash(session.world), workPath);
    if (status == gel_success) {
        readText(workPath, text, sizeof text);
        made = gelHashBytes(made, text, strlen(text));
    }
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

static gelStatus loadTets(void)
{
    gelTetMesh mesh;
    gelStatus status = gelLoadTetMesh(workPath, &mesh, NULL);
    made = (uint64_t)mesh.tetCount;
    gelDestroyTetMesh(&mesh);
    return status;
}

static gelStatus saveTets(void)
{
    return gelSaveTetMesh(&ball, workPath, NULL);
}

static gelStatus saveBinary(void)
{
    return gelSaveTetMesh(&ball, workPath, &(gelSaveOptions){.binary = true});
}

static gelStatus loadSurface(void)
{
    gelSurfaceMesh surface;
    gelSurfaceReport report;
    gelCornerGroups groups = {0};
    gelStatus status = gelLoadSurfaceMesh(workPath, &surface, NULL);
    if (status == gel_success)
        status = gelReportSurface(&surface, &report);
    if (status == gel_success)
        status = gelGroupCorners(&surface, &groups);
    made = (uint64_t)surface.triangleCount;
    gelDestroyCornerGroups(&groups);
    gelDestroySurfaceMesh(&surface);
    return status;
}

static gelStatus fillSurface(const gelMesherDef* def)
{
    gelSurfaceMesh surface = {0};
    gelTetMesh mesh = {0};
    gelEmbedding embedding = {0};
    gelMeshReport report;
    gelStatus status = gelCreateSphereSurface(0.3f, 1, &surface);
    if (status == gel_success)
        status = gelCreateMeshFromSurface(&surface, def, &mesh, &embedding, NULL);
    if (status == gel_success)
        status = gelReportTetMesh(&mesh, &report);
    made = (uint64_t)mesh.tetCount;
    gelDestroyEmbedding(&embedding);
    gelDestroyTetMesh(&mesh);
    gelDestroySurfaceMesh(&surface);
    return status;
}

static gelStatus fill(void)
{
    gelMesherDef def = gelDefaultMesherDef();
    def.tetCount = 100;
    def.threads = 1;
    return fillSurface(&def);
}

static gelStatus conform(void)
{
    gelMesherDef def = gelDefaultMesherDef();
    def.tetCount = 200;
    def.conform = true;
    return fillSurface(&def);
}

static gelStatus cage(void)
{
    gelMesherDef def = gelDefaultMesherDef();
    def.cage[0] = def.cage[1] = def.cage[2] = 2;
    return fillSurface(&def);
}

static gelStatus loadLines(void)
{
    gelLineMesh lines;
    gelStatus status = gelLoadLineMesh(FOLDER "/lines.obj", &lines);
    made = (uint64_t)lines.lineCount;
    gelDestroyLineMesh(&lines);
    return status;
}

static gelStatus loadArray(void)
{
    float* values = NULL;
    int count = 0;
    gelStatus status = gelLoadVertexArray(FOLDER "/array.ply", "softness", &values, &count);
    made = (uint64_t)count;
    if (status == gel_success)
        gelFree(values);
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

typedef struct Work {
    const char* path;
    gelStatus (*run)(void);
} Work;

static const Work works[] = {
    {FOLDER "/scene.json", loadScene},
    {FOLDER "/scene.json", playScene},
    {FOLDER "/record.json", writeRecording},
    {FOLDER "/record.json", playScene},
    {FOLDER "/kept.json", keepJournal},
    {FOLDER "/full.obj", loadScene},
    {FOLDER "/at.gel-state", readState},
    {FOLDER "/plain.json", loadRefined},
    {FOLDER "/out.node", saveTets},
    {FOLDER "/out.node", loadTets},
    {FOLDER "/out.msh", saveTets},
    {FOLDER "/out.msh", loadTets},
    {FOLDER "/out_binary.msh", saveBinary},
    {FOLDER "/out_binary.msh", loadTets},
    {FOLDER "/out.mesh", saveTets},
    {FOLDER "/out.mesh", loadTets},
    {FOLDER "/out.vtk", saveTets},
    {FOLDER "/out.vtk", loadTets},
    {FOLDER "/out_binary.vtk", saveBinary},
    {FOLDER "/out_binary.vtk", loadTets},
    {FOLDER "/out.vtu", saveTets},
    {FOLDER "/out.vtu", loadTets},
    {FOLDER "/full.obj", loadSurface},
    {FOLDER "/bad.off", loadSurface},
#if GEL_HAS_ASSIMP
    {FOLDER "/array.ply", loadSurface},
    {FOLDER "/part.stl", loadSurface},
#endif
    {FOLDER "/lines.obj", loadLines},
    {FOLDER "/array.ply", loadArray},
    {"tets", fill},
    {"conforming tets", conform},
    {"cage", cage},
    {"integrator", integrate},
    {FOLDER "/baked.pc2", bake},
    {FOLDER "/baked.mdd", bake},
    {FOLDER "/baked.glb", bake},
    {FOLDER "/baked.pvd", bake},
    {FOLDER "/baked.obj", bake},
    {FOLDER "/baked.ply", bake},
};

// Whether it failed. `at` 0: nothing fails.
static bool runOnce(const Work* work, int at)
{
    int living = livingBlocks;
    workPath = work->path;
    made = 0;
    gelFail(gel_success, "%s", "");
    armMemory(at);
    gelStatus status = work->run();
    failsAt = 0;
    const char* name = strrchr(work->path, '/') != NULL ? strrchr(work->path, '/') + 1 : work->path;
    CHECK(status == gel_success ||
              (at > 0 && status == gel_outOfMemory && strstr(gelLastError(), "memory") != NULL),
          "%s, allocation %d: status %d, %s", name, at, (int)status, gelLastError());
    CHECK(livingBlocks == living, "%s, allocation %d: %d blocks leaked", name, at, livingBlocks - living);
    CHECK(at == 0 || countFiles(FOLDER) == fileCount, "%s, allocation %d: %d files, %d before", name, at,
          countFiles(FOLDER), fileCount);
    return status != gel_success;
}

static void disturb(const Work* work)
{
    int tried = 0, failed = 0;
    runOnce(work, 0);
    int calls = askedFor;
    fileCount = countFiles(FOLDER);
    uint64_t expected = made;
    for (int at = 1; at <= calls; at = nextToFail(at, calls, triesAll() ? calls : 8)) {
        bool fails = runOnce(work, at);
        failed += fails;
        tried++;
        CHECK(fails || made == expected, "%s, allocation %d: %016llx, undisturbed %016llx", work->path, at,
              (unsigned long long)made, (unsigned long long)expected);
    }
    runOnce(work, 0);
    CHECK_HEX(made, expected);
    printf("  %-20s %6d allocations, %6d failed, %6d told\n",
           strrchr(work->path, '/') != NULL ? strrchr(work->path, '/') + 1 : work->path, calls, tried,
           failed);
}

static void writeInputs(void)
{
    Session session;
    emptyFolder(FOLDER);
    writeFullScene(FOLDER, scenePath);
    writeText(plainPath, "{\"bodies\":[{\"shape\":{\"type\":\"sphere\",\"radius\":0.2,\"cells\":3}}]}");
    writeText(FOLDER "/lines.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nl 1 2 3\n");
    writeText(FOLDER "/bad.off",
              "OFF\n5 3 0\n0 0 0\n1 0 0\n0 1 0\n0 1 0\n5 5 5\n3 0 1 2\n3 0 1 3\n3 1 1 2\n");
    writeText(FOLDER "/array.ply",
              "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
              "property float z\nproperty float softness\nelement face 1\nproperty list uchar "
              "int vertex_indices\nend_header\n0 0 0 1\n1 0 0 0.5\n0 1 0 0.2\n3 0 1 2\n");
    writeText(FOLDER "/part.stl",
              "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
              "endloop\nendfacet\nendsolid a\n");
    REQUIRE(gelCreateSphereMesh(0.3f, 4, &ball));
    REQUIRE(openSession(&session, scenePath));
    REQUIRE(playOn(&session, 3));
    REQUIRE(gelWriteState(statePath, session.world, session.player, NULL, 0));
    closeSession(&session);
    REQUIRE(openSession(&session, scenePath));
    gelWorldDef def = gelWorld_GetDef(session.world);
    REQUIRE(gelCloneWorld(session.world, &def, &stillWorld));
    closeSession(&session);
}

static void what_runs_out_of_memory_says_so_and_leaves_nothing(void)
{
    useFailingMemory(true);
    livingBlocks = 0;
    writeInputs();
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++)
        disturb(&works[i]);
    gelDestroyTetMesh(&ball);
    gelDestroyWorld(stillWorld);
    CHECK_INT(livingBlocks, 0);
    useFailingMemory(false);
}

TESTS(TEST(what_runs_out_of_memory_says_so_and_leaves_nothing))
