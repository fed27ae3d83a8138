// The programs that bakes are meant for read them as intended.
#define _XOPEN_SOURCE 700 // dirent, WIFEXITED
#include "bake/bake_fixtures.h"

#include <sys/wait.h>

#define FOLDER GEL_SCRATCH "/bake_programs"
#define SKIN_FILE FOLDER "/skin.obj"
#define BEAR_SKIN GEL_ASSETS "/meshes/bear_skin.obj"

// The exit code, -1 after a crash; prints the output if the code is unexpected.
static int runProgram(const char* command, int expected)
{
    char line[4096], text[4096] = "";
    snprintf(line, sizeof line, "%s > " FOLDER "/said 2>&1", command);
    int status = system(line);
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    FILE* said = fopen(FOLDER "/said", "r");
    if (said != NULL) {
        text[fread(text, 1, sizeof text - 1, said)] = '\0';
        fclose(said);
    }
    CHECK(code == expected || code == 77 || code == 127, "exit code %d, not %d: %s\n%s", code, expected,
          command, text);
    for (const char* read = strstr(text, "READ "); read != NULL; read = strstr(read + 1, "READ "))
        printf("  %.*s\n", (int)strcspn(read, "\n"), read);
    return code;
}

static void append(FILE* file, const void* values, size_t count)
{
    CHECK(file != NULL && fwrite(values, 4, count, file) == count, "no truth could be written");
}

static void appendTets(FILE* file, gelWorld* world, const gelBodyId ids[2])
{
    float positions[2][3 * boxVertices], velocities[2][3 * boxVertices];
    float strains[2][boxTets], errors[2][boxTets], fractions[2][boxTets];
    int tets[2][4 * boxTets], bodies[2][boxTets], parts[2][boxTets];
    for (int b = 0; b < 2; b++) {
        const gelTetMesh* mesh = gelBody_GetMesh(world, ids[b]);
        CHECK_INT(gelBody_ReadPositions(world, ids[b], positions[b], boxVertices), gel_success);
        CHECK_INT(gelBody_ReadVelocities(world, ids[b], velocities[b], boxVertices), gel_success);
        CHECK_INT(gelBody_ReadStrains(world, ids[b], strains[b], errors[b], boxTets), gel_success);
        for (int t = 0; t < boxTets; t++) {
            for (int k = 0; k < 4; k++)
                tets[b][4 * t + k] = mesh->tets[4 * t + k] + boxVertices * b;
            fractions[b][t] = mesh->fillFractions != NULL ? mesh->fillFractions[t] : 1.0f;
            parts[b][t] = mesh->parts != NULL ? mesh->parts[t] : 0;
            bodies[b][t] = b;
        }
    }
    append(file, positions, 6 * boxVertices);
    append(file, velocities, 6 * boxVertices);
    append(file, tets, 8 * boxTets);
    append(file, strains, 2 * boxTets);
    append(file, errors, 2 * boxTets);
    append(file, fractions, 2 * boxTets);
    append(file, bodies, 2 * boxTets);
    append(file, parts, 2 * boxTets);
}

static void vtk_and_meshio_read_the_bits_of_every_frame(void)
{
    gelBodyId ids[2];
    gelBake* bake;
    emptyFolder(FOLDER);
    gelWorld* world = createBakeWorld(SKIN_FILE, ids);
    gelBakeDef def = gelDefaultBakeDef();
    def.path = FOLDER "/out.pvd";
    def.frameCount = bakeFrames;
    def.timeStep = TIME_STEP;
    FILE* truth = fopen(FOLDER "/truth", "wb");
    CHECK_INT(gelOpenBake(world, &def, &bake), gel_success);
    for (int frame = 0; frame < bakeFrames; frame++) {
        if (frame > 0)
            CHECK_INT(gelWorld_Step(world, TIME_STEP), gel_success);
        CHECK_INT(gelBake_WriteFrame(bake), gel_success);
        appendTets(truth, world, ids);
    }
    CHECK_INT(gelCloseBake(bake), gel_success);
    gelDestroyWorld(world);
    CHECK(truth != NULL && fclose(truth) == 0, "no truth could be written");
    char command[2048];
    snprintf(command, sizeof command,
             "/usr/bin/python3 \"" GEL_READ_BACK "/vtk_files.py\" " FOLDER "/out.pvd " FOLDER
             "/truth %d %d %d %g",
             2 * boxVertices, 2 * boxTets, bakeFrames, (double)TIME_STEP);
    int code = runProgram(command, 0);
    if (code == 77 || code == 127)
        SKIP("Python's packages vtk and meshio are not installed (python3-vtk9, python3-meshio)");
}

// The bear's file, read independently: vertices and corners of triangles.
typedef struct Model {
    float* vertices;
    int* corners;
    int vertexCount, cornerCount;
    gelEmbedding embedding;
} Model;

static Model readModel(const gelTetMesh* mesh)
{
    enum { room = 50000 };
    Model model = {malloc(3 * room * sizeof(float)), malloc(room * sizeof(int)), 0, 0, {0}};
    char line[256];
    FILE* file = fopen(BEAR_SKIN, "r");
    CHECK(file != NULL, "there is no " BEAR_SKIN);
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        float* p = model.vertices + 3 * model.vertexCount;
        int* v = model.corners + model.cornerCount;
        if (sscanf(line, "v %f %f %f", &p[0], &p[1], &p[2]) == 3)
            model.vertexCount++;
        else if (sscanf(line, "f %d%*[^ ] %d%*[^ ] %d", &v[0], &v[1], &v[2]) == 3 ||
                 sscanf(line, "f %d %d %d", &v[0], &v[1], &v[2]) == 3)
            model.cornerCount += 3;
        if (model.vertexCount >= room || model.cornerCount + 3 >= room)
            break;
    }
    if (file != NULL)
        fclose(file);
    CHECK(model.vertexCount > 5000 && model.cornerCount > 30000, "%d vertices, %d corners", model.vertexCount,
          model.cornerCount);
    CHECK_INT(gelCreateEmbedding(mesh, model.vertices, model.vertexCount, &model.embedding), gel_success);
    return model;
}

static void appendModel(const Model* model, gelWorld* world, gelBodyId id, FILE* points, FILE* corners)
{
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    float* tetVertices = malloc((size_t)mesh->vertexCount * 3 * sizeof *tetVertices);
    float* places = malloc((size_t)model->vertexCount * 3 * sizeof *places);
    CHECK_INT(gelBody_ReadPositions(world, id, tetVertices, mesh->vertexCount), gel_success);
    gelEvaluateEmbedding(&model->embedding, mesh, tetVertices, places);
    append(points, places, 3 * (size_t)model->vertexCount);
    for (int i = 0; i < model->cornerCount; i++)
        append(corners, places + 3 * (model->corners[i] - 1), 3);
    free(tetVertices);
    free(places);
}

static void openBearBakes(gelWorld* world, gelBake* bakes[3])
{
    static const char* const paths[3] = {FOLDER "/bear.pc2", FOLDER "/bear.mdd", FOLDER "/bear.glb"};
    for (int i = 0; i < 3; i++) {
        gelBakeDef def = gelDefaultBakeDef();
        def.path = paths[i];
        def.frameCount = bakeFrames;
        CHECK_INT(gelOpenBake(world, &def, &bakes[i]), gel_success);
    }
}

// Bakes the bear in its skin, and writes its true positions as "bear" and "corners".
static void bakeBear(void)
{
    gelScene* scene;
    gelWorld* world;
    gelBodyId id;
    gelBake* bakes[3];
    CHECK_INT(gelLoadScene(GEL_ASSETS "/scenes/bear_skin.json", &scene), gel_success);
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = gel_referenceFloat;
    CHECK_INT(gelCreateWorld(&def, &world), gel_success);
    CHECK_INT(gelScene_CreateBodies(scene, world), gel_success);
    gelWorld_GetBodies(world, &id, 1);
    Model model = readModel(gelBody_GetMesh(world, id));
    FILE *points = fopen(FOLDER "/bear", "wb"), *corners = fopen(FOLDER "/corners", "wb");
    openBearBakes(world, bakes);
    for (int frame = 0; frame < bakeFrames; frame++) {
        for (int step = 0; frame > 0 && step < 12; step++) // it falls, lands and is squashed
            CHECK_INT(gelWorld_Step(world, 1.0f / 60.0f), gel_success);
        for (int i = 0; i < 3; i++)
            CHECK_INT(gelBake_WriteFrame(bakes[i]), gel_success);
        appendModel(&model, world, id, points, corners);
    }
    for (int i = 0; i < 3; i++)
        CHECK_INT(gelCloseBake(bakes[i]), gel_success);
    CHECK(fclose(points) == 0 && fclose(corners) == 0, "no truth could be written");
    gelDestroyEmbedding(&model.embedding);
    free(model.vertices);
    free(model.corners);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

// Two bodies; the skin file of one has everything that may bring vertices out of order: "pair".
static void bakePair(void)
{
    gelBodyId ids[2];
    BakedFrame frames[bakeFrames];
    gelWorld* world = createBakeWorld(SKIN_FILE, ids);
    gelBakeDef defs[2] = {gelDefaultBakeDef(), gelDefaultBakeDef()};
    defs[0].path = FOLDER "/pair.pc2";
    defs[1].path = FOLDER "/pair2.mdd";
    bakeWorld(world, ids, defs, 2, bakeFrames, frames);
    gelDestroyWorld(world);
    FILE* truth = fopen(FOLDER "/pair", "wb");
    append(truth, frames, sizeof frames / 4);
    CHECK(truth != NULL && fclose(truth) == 0, "no truth could be written");
}

// A skin of two parts with hard edges and a UV seam, at frame 0: "parts".
static void bakeParts(void)
{
    gelBodyId ids[2];
    BakedFrame frames[bakeFrames];
    gelWorld* world = createBakeWorld(SKIN_FILE, ids);
    const gelSkin* skin = wearParts(world, ids[1], FOLDER "/parts.obj");
    gelBakeDef def = gelDefaultBakeDef();
    def.path = FOLDER "/parts.glb";
    def.body = ids[1];
    bakeWorld(world, ids, &def, 1, bakeFrames, frames);
    FILE* truth = fopen(FOLDER "/parts", "wb");
    for (int part = 0; part < 2; part++)
        for (int i = 0; i < 3 * partsTriangles; i++) {
            PartCorner corner = expectPartCorner(&skin->surface, frames[0].skin[1], i);
            float material = (float)part;
            if (skin->surface.parts[i / 3] != part)
                continue;
            append(truth, &corner, sizeof corner / 4);
            append(truth, &material, 1);
        }
    CHECK(truth != NULL && fclose(truth) == 0, "no truth could be written");
    gelDestroyWorld(world);
}

static bool hasBlender(void)
{
    return system("blender --version > /dev/null 2>&1") == 0;
}

static void blender_shows_every_vertex_of_every_frame_where_it_is(void)
{
    if (!hasBlender())
        SKIP_EVEN_IN_CI("Blender is not installed, a package of 630 MB");
    char command[2048];
    emptyFolder(FOLDER);
    if (system("cp " BEAR_SKIN " " FOLDER "/bear.obj") != 0)
        CHECK(false, "no copy of " BEAR_SKIN);
    bakeBear();
    bakePair();
    bakeParts();
    snprintf(
        command, sizeof command,
        "blender -b --factory-startup --python \"" GEL_READ_BACK "/blender.py\" -- " FOLDER
        " cache:bear.obj:bear.pc2:bear:%d cache:bear.obj:bear.mdd:bear:%d cache:bear_rest.obj:bear.pc2:bear:%d"
        " cache:pair_rest.obj:pair.pc2:pair:%d cache:pair2_rest.obj:pair2.mdd:pair:%d glb:bear.glb:corners:%d:%.9g parts:parts.glb:parts",
        bakeFrames, bakeFrames, bakeFrames, bakeFrames, bakeFrames, bakeFrames, 1.0 / 60.0);
    runProgram(command, 0);
}

static void runBlenderGoals(const char* step)
{
    char command[2048];
    snprintf(command, sizeof command,
             "blender -b --factory-startup --python \"" GEL_READ_BACK "/blender_goals.py\" -- %s " FOLDER,
             step);
    runProgram(command, 0);
}

// Steps a body all of whose vertices follow a cache, as sheets of 24 frames a second.
static void bakeFollower(const char* body, const char* const paths[2])
{
    enum { frames = 24 };
    gelScene* scene;
    gelWorld* world;
    gelBake* bakes[2];
    FILE* file = fopen(FOLDER "/scene.json", "w");
    CHECK(
        file != NULL &&
            fprintf(file,
                    "{\"timeStep\": 0.0416666667, \"contact\": false, \"bodies\": [{\"as\": \"cloth\", %s}]}",
                    body) > 0 &&
            fclose(file) == 0,
        "no scene could be written");
    CHECK(gelLoadScene(FOLDER "/scene.json", &scene) == gel_success, "%s", gelLastError());
    gelWorldDef def = gelScene_GetWorldDef(scene);
    gelPlayer* player;
    def.backend = gel_referenceFloat;
    CHECK_INT(gelCreateWorld(&def, &world), gel_success);
    CHECK_INT(gelScene_CreateBodies(scene, world), gel_success);
    CHECK_INT(gelCreatePlayer(scene, world, &player), gel_success);
    for (int i = 0; i < 2; i++) {
        gelBakeDef bake = gelDefaultBakeDef();
        bake.path = paths[i];
        bake.frameCount = frames;
        bake.timeStep = gelScene_GetTimeStep(scene);
        CHECK_INT(gelOpenBake(world, &bake, &bakes[i]), gel_success);
    }
    for (int frame = 0; frame < frames; frame++) {
        if (frame > 0) {
            CHECK_INT(gelPlayer_BeginFrame(player), gel_success);
            CHECK_INT(gelWorld_Step(world, gelScene_GetTimeStep(scene)), gel_success);
        }
        for (int i = 0; i < 2; i++)
            CHECK_INT(gelBake_WriteFrame(bakes[i]), gel_success);
    }
    for (int i = 0; i < 2; i++)
        CHECK_INT(gelCloseBake(bakes[i]), gel_success);
    gelDestroyPlayer(player);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

// The curtain comes with Y up, from a .pc2 whose first frame is 1 and from .obj files that are numbered alike, the jelly with
// Blender's axes, from a .mdd.
static void what_blender_animates_is_followed_and_read_back_there_within_a_micrometre(void)
{
    if (!hasBlender())
        SKIP_EVEN_IN_CI("Blender is not installed, a package of 630 MB");
    emptyFolder(FOLDER);
    runBlenderGoals("make");
    bakeFollower("\"mesh\": \"curtain.obj\", \"goals\": {\"weight\": 1, \"cache\": "
                 "{\"file\": \"curtain.pc2\", \"start\": -0.0416666667}}",
                 (const char* const[2]){FOLDER "/curtain_out.pc2", FOLDER "/curtain_out.mdd"});
    bakeFollower("\"mesh\": \"curtain.obj\", \"goals\": {\"weight\": 1, \"cache\": "
                 "{\"file\": \"wave*.obj\", \"start\": -0.0416666667}}",
                 (const char* const[2]){FOLDER "/wave_out.pc2", FOLDER "/wave_out.mdd"});
    bakeFollower("\"mesh\": \"jelly.obj\", \"rotation\": {\"axis\": [1, 0, 0], \"degrees\": -90}, "
                 "\"goals\": {\"weight\": 1, \"cache\": {\"file\": \"jelly.mdd\"}}",
                 (const char* const[2]){FOLDER "/jelly_out.pc2", FOLDER "/jelly_out.mdd"});
    runBlenderGoals("read");
}

TESTS(TEST(vtk_and_meshio_read_the_bits_of_every_frame),
      TEST(blender_shows_every_vertex_of_every_frame_where_it_is),
      TEST(what_blender_animates_is_followed_and_read_back_there_within_a_micrometre))
