// Result files hold the world's bits, and exist only when they are complete.
#define _XOPEN_SOURCE 700 // setrlimit, dirent
#include "gel/gel.h"
#include "support/folder.h"
#include "support/system.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#define FOLDER GEL_SCRATCH "/bake"
#define FRAMES 3

// Two boxes of 27 vertices each, one of them inside, 48 triangles on the surface.
enum { boxVertices = 27, boxTriangles = 48, vertexCount = 2 * boxVertices };
#define TIME_STEP 0.02f

typedef struct Frame {
    float positions[vertexCount][3];
} Frame;

static gelWorld* createWorld(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = NULL;
    CHECK_INT(gelCreateWorld(&def, &world), gel_success);
    gelTetMesh mesh;
    CHECK_INT(gelCreateBoxMesh((gelVec3){1, 1, 1}, 2, 2, 2, &mesh), gel_success);
    CHECK_INT(mesh.vertexCount, boxVertices);
    for (int i = 0; i < 2; i++) {
        gelBodyDef bodyDef = gelDefaultBodyDef();
        bodyDef.position = (gelVec3){1.0f / 3.0f + 2.0f * (float)i, 0.1f, 0};
        bodyDef.rotation = (gelQuat){0.3f, 0.1f, 0.2f, 1};
        gelBodyId id;
        CHECK_INT(gelCreateBody(world, &bodyDef, &mesh, &id), gel_success);
    }
    gelDestroyTetMesh(&mesh);
    return world;
}

static void readFrame(gelWorld* world, Frame* frame)
{
    gelBodyId ids[2];
    gelWorld_GetBodies(world, ids, 2);
    for (int i = 0; i < 2; i++)
        CHECK_INT(gelBody_ReadPositions(world, ids[i], frame->positions[i * boxVertices], boxVertices),
                  gel_success);
}

static gelStatus openBake(const char* path, gelWorld* world, float timeStep, int frameCount, gelBake** bake)
{
    gelBakeDef def = gelDefaultBakeDef();
    def.path = path;
    def.timeStep = timeStep;
    def.frameCount = frameCount;
    return gelOpenBake(world, &def, bake);
}

// Writes the rest state and two steps, and keeps what it wrote.
static gelStatus bakeFrames(const char* path, int promised, Frame frames[FRAMES])
{
    gelWorld* world = createWorld();
    gelBake* bake = NULL;
    gelStatus status = openBake(path, world, TIME_STEP, promised, &bake);
    CHECK((bake != NULL) == (status == gel_success), "status %d", (int)status);
    for (int i = 0; status == gel_success && i < FRAMES; i++) {
        if (i > 0)
            CHECK_INT(gelWorld_Step(world, TIME_STEP), gel_success);
        readFrame(world, &frames[i]);
        status = gelBake_WriteFrame(bake);
    }
    if (bake != NULL) {
        gelStatus closed = gelCloseBake(bake);
        status = status != gel_success ? status : closed;
    }
    gelDestroyWorld(world);
    return status;
}

// The whole file, zero-terminated; release it with free.
static unsigned char* readFile(const char* path, size_t* size)
{
    unsigned char* bytes = calloc(1, 1 << 20);
    FILE* file = fopen(path, "rb");
    CHECK(file != NULL, "cannot open %s", path);
    *size = file != NULL ? fread(bytes, 1, (1 << 20) - 1, file) : 0;
    if (file != NULL)
        fclose(file);
    return bytes;
}

static bool exists(const char* path)
{
    return access(path, F_OK) == 0;
}

static float getFloat(const unsigned char* bytes)
{
    uint32_t bits =
        (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static int getInt(const unsigned char* bytes)
{
    return (int)((uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                 (uint32_t)bytes[3] << 24);
}

static void checkPositions(const unsigned char* bytes, const Frame* frame)
{
    int wrong = 0;
    for (int i = 0; i < vertexCount * 3; i++)
        wrong += getFloat(bytes + 4 * i) != frame->positions[i / 3][i % 3];
    CHECK_INT(wrong, 0);
}

static void checkPc2(const char* path, const Frame* frames, int count)
{
    size_t size;
    unsigned char* bytes = readFile(path, &size);
    CHECK_INT(size, 32 + 12 * vertexCount * count);
    CHECK_INT(memcmp(bytes, "POINTCACHE2\0", 12), 0);
    CHECK_INT(getInt(bytes + 12), 1);
    CHECK_INT(getInt(bytes + 16), vertexCount);
    CHECK(getFloat(bytes + 20) == 0 && getFloat(bytes + 24) == 1, "start and sample rate");
    CHECK_INT(getInt(bytes + 28), count);
    for (int i = 0; i < count; i++)
        checkPositions(bytes + 32 + 12 * vertexCount * i, &frames[i]);
    free(bytes);
}

// Reads an .obj back: positions to the bit, every vertex in a face or a wire, faces turned outwards (Euler's
// formula and a positive volume for each box).
static void checkObj(const char* path, const Frame* frame)
{
    size_t size;
    unsigned char* bytes = readFile(path, &size);
    int vertices = 0, faces = 0, wires = 0, objects = 0, groups = 0, wrong = 0;
    bool used[vertexCount + 1] = {false};
    double volume = 0;
    for (char* line = strtok((char*)bytes, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        float p[3];
        int a, b, c;
        if (sscanf(line, "v %f %f %f", &p[0], &p[1], &p[2]) == 3) {
            wrong += vertices >= vertexCount || memcmp(p, frame->positions[vertices], sizeof p) != 0;
            vertices++;
        } else if (sscanf(line, "f %d %d %d", &a, &b, &c) == 3 && a > 0 && b > 0 && c > 0 &&
                   a <= vertexCount && b <= vertexCount && c <= vertexCount) {
            faces++;
            used[a] = used[b] = used[c] = true;
            const float *u = frame->positions[a - 1], *v = frame->positions[b - 1],
                        *w = frame->positions[c - 1];
            volume += (u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
                       u[2] * (v[0] * w[1] - v[1] * w[0])) /
                      6.0;
        } else if (sscanf(line, "l %d %d", &a, &b) == 2 && a > 0 && a <= vertexCount && a != b) {
            wires++;
            wrong += used[a];
            used[a] = true;
        } else if (line[0] == 'g')
            groups++;
        else if (line[0] == 'o')
            objects++;
        else
            CHECK(line[0] == '#', "a line that is not expected: %s", line);
    }
    for (int i = 1; i <= vertexCount; i++)
        wrong += !used[i];
    CHECK_INT(wrong, 0);
    CHECK_INT(vertices, vertexCount);
    CHECK_INT(faces, 2 * boxTriangles);
    CHECK_INT(wires, 2);
    CHECK_INT(objects, 1);
    CHECK_INT(groups, 2);
    CHECK_CLOSE(volume, 2, 0.02, "boxes of 1 m^3 that have fallen freely for two steps");
    free(bytes);
}

static void checkPly(const char* path, const Frame* frame)
{
    size_t size;
    unsigned char* bytes = readFile(path, &size);
    char* end = strstr((char*)bytes, "end_header\n");
    CHECK(end != NULL, "no header");
    if (end == NULL) {
        free(bytes);
        return;
    }
    CHECK_TEXT((char*)bytes, "ply\nformat binary_little_endian 1.0\n");
    CHECK_TEXT((char*)bytes, "element vertex 54\nproperty float x\nproperty float y\nproperty float z\n");
    CHECK_TEXT((char*)bytes, "element face 96\nproperty list uchar int vertex_indices\n");
    unsigned char* body = (unsigned char*)end + strlen("end_header\n");
    CHECK_INT(size - (size_t)(body - bytes), 12 * vertexCount + 13 * 2 * boxTriangles);
    checkPositions(body, frame);
    for (int i = 0; i < 2 * boxTriangles; i++) {
        unsigned char* face = body + 12 * vertexCount + 13 * i;
        CHECK_INT(face[0], 3);
        for (int k = 0; k < 3; k++) {
            int vertex = getInt(face + 1 + 4 * k);
            CHECK(vertex / boxVertices == i / boxTriangles && vertex >= 0, "face %d names vertex %d", i,
                  vertex);
        }
    }
    free(bytes);
}

static void a_vertex_cache_holds_every_frame_to_the_bit(void)
{
    emptyFolder(FOLDER);
    Frame frames[FRAMES];
    CHECK_INT(bakeFrames(FOLDER "/out.pc2", FRAMES, frames), gel_success);
    CHECK(memcmp(&frames[0], &frames[2], sizeof frames[0]) != 0, "nothing moved");
    checkPc2(FOLDER "/out.pc2", frames, FRAMES);
    checkObj(FOLDER "/out_rest.obj", &frames[0]);
    CHECK_INT(countFiles(FOLDER), 2);
}

static void a_cache_that_ends_early_says_how_many_frames_it_has(void)
{
    emptyFolder(FOLDER);
    Frame frames[FRAMES];
    CHECK_INT(bakeFrames(FOLDER "/out.PC2", 100, frames), gel_success);
    checkPc2(FOLDER "/out.PC2", frames, FRAMES);
}

static void a_sequence_of_obj_files_is_read_back_to_the_bit(void)
{
    emptyFolder(FOLDER);
    Frame frames[FRAMES];
    CHECK_INT(bakeFrames(FOLDER "/a.b.obj", FRAMES, frames), gel_success);
    checkObj(FOLDER "/a.b_0000.obj", &frames[0]);
    checkObj(FOLDER "/a.b_0002.obj", &frames[2]);
    CHECK_INT(countFiles(FOLDER), FRAMES);
}

static void a_sequence_of_ply_files_is_read_back_to_the_bit(void)
{
    emptyFolder(FOLDER);
    Frame frames[FRAMES];
    CHECK_INT(bakeFrames(FOLDER "/out.ply", FRAMES, frames), gel_success);
    checkPly(FOLDER "/out_0001.ply", &frames[1]);
    checkPly(FOLDER "/out_0002.ply", &frames[2]);
    CHECK_INT(countFiles(FOLDER), FRAMES);
}

static void text_files_have_points_under_a_locale_with_commas(void)
{
    NEED_DECIMAL_COMMA();
    emptyFolder(FOLDER);
    Frame frames[FRAMES];
    CHECK_INT(bakeFrames(FOLDER "/out.obj", FRAMES, frames), gel_success);
    setlocale(LC_NUMERIC, "C");
    checkObj(FOLDER "/out_0001.obj", &frames[1]);
}

static void bad_requests_are_refused_at_opening(void)
{
    emptyFolder(FOLDER);
    gelWorld* world = createWorld();
    gelBake* bake;
    CHECK_INT(openBake(FOLDER "/out.stl", world, TIME_STEP, 1, &bake), gel_unsupported);
    CHECK_TEXT(gelLastError(),
               "bake/out.stl: expected a name ending in .pc2, .mdd, .glb, .pvd, .vtu, .obj or .ply");
    CHECK_INT(openBake(FOLDER "/out", world, TIME_STEP, 1, &bake), gel_unsupported);
    CHECK_INT(openBake(FOLDER "/out.pc2", world, TIME_STEP, 0, &bake), gel_invalidArgument);
    CHECK_INT(openBake(FOLDER "/out.pc2", world, NAN, 1, &bake), gel_invalidArgument);
    const char* const missing[] = {FOLDER "/nowhere/out.pc2", FOLDER "/nowhere/out.obj",
                                   FOLDER "/nowhere/out.ply"};
    for (int i = 0; i < 3; i++) {
        CHECK_INT(openBake(missing[i], world, TIME_STEP, 1, &bake), gel_fileError);
        CHECK_TEXT(gelLastError(), "cannot be created: No such file or directory");
        CHECK_TEXT(gelLastError(), FOLDER "/nowhere/out");
        CHECK(bake == NULL, "there is a bake");
    }
    CHECK_INT(countFiles(FOLDER), 0);
    gelDestroyWorld(world);
}

static void more_frames_than_promised_are_refused(void)
{
    emptyFolder(FOLDER);
    Frame frames[FRAMES];
    CHECK_INT(bakeFrames(FOLDER "/out.pc2", 2, frames), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "all 2 promised frames have been written");
    checkPc2(FOLDER "/out.pc2", frames, 2);
}

static void a_bake_that_is_given_up_leaves_nothing(void)
{
    static const char* const paths[] = {FOLDER "/out.pc2", FOLDER "/out.mdd", FOLDER "/out.glb",
                                        FOLDER "/out.pvd", FOLDER "/out.obj", FOLDER "/out.ply"};
    for (int i = 0; i < 6; i++) {
        emptyFolder(FOLDER);
        gelWorld* world = createWorld();
        gelBake* bake;
        CHECK_INT(openBake(paths[i], world, TIME_STEP, FRAMES, &bake), gel_success);
        CHECK_INT(gelBake_WriteFrame(bake), gel_success);
        CHECK(countFiles(FOLDER) > 0 && !exists(paths[i]), "files have their names too early");
        gelAbandonBake(bake);
        CHECK_INT(countFiles(FOLDER), 0);
        CHECK_INT(openBake(paths[i], world, TIME_STEP, FRAMES, &bake), gel_success);
        CHECK_INT(gelCloseBake(bake), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), "no frame was written");
        CHECK_INT(countFiles(FOLDER), 0);
        gelDestroyWorld(world);
    }
}

static void writeFormer(const char* path)
{
    FILE* former = fopen(path, "wb");
    CHECK(former != NULL && fputs("former", former) >= 0 && fclose(former) == 0, "cannot write");
}

static void checkFormer(const char* path)
{
    size_t size;
    unsigned char* bytes = readFile(path, &size);
    CHECK(strcmp((char*)bytes, "former") == 0, "the former %s is gone", path);
    free(bytes);
}

// The disk fills up in the middle, at every size: `first` and `last` are the files that had those names.
static void fillDisk(const char* path, const char* first, const char* last)
{
    struct rlimit former, tight;
    CHECK_INT(getrlimit(RLIMIT_FSIZE, &former), 0);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    int failed = 0;
    for (rlim_t size = 0; size < 2000; size += 100) {
        emptyFolder(FOLDER);
        writeFormer(first);
        writeFormer(last);
        tight = former;
        tight.rlim_cur = size;
        CHECK_INT(setrlimit(RLIMIT_FSIZE, &tight), 0);
        Frame frames[FRAMES];
        gelStatus status = bakeFrames(path, FRAMES, frames);
        setrlimit(RLIMIT_FSIZE, &former);
        CHECK(status == gel_fileError, "status %d at %lu bytes", (int)status, (unsigned long)size);
        CHECK_INT(countFiles(FOLDER), 2);
        checkFormer(first);
        checkFormer(last);
        failed++;
    }
    signal(SIGXFSZ, handler);
    CHECK_INT(failed, 20);
}

static void a_disk_that_fills_up_anywhere_leaves_the_former_result(void)
{
    fillDisk(FOLDER "/out.pc2", FOLDER "/out.pc2", FOLDER "/out_rest.obj");
    fillDisk(FOLDER "/out.mdd", FOLDER "/out.mdd", FOLDER "/out_rest.obj");
    fillDisk(FOLDER "/out.glb", FOLDER "/out.glb", FOLDER "/out.pc2");
    fillDisk(FOLDER "/out.pvd", FOLDER "/out.pvd", FOLDER "/out_0002.vtu");
    fillDisk(FOLDER "/out.obj", FOLDER "/out_0000.obj", FOLDER "/out_0001.obj");
    fillDisk(FOLDER "/out.ply", FOLDER "/out_0000.ply", FOLDER "/out_0002.ply");
}

// A folder has the name of one of the files; those of the other names stay unchanged.
static void bakeOntoFolder(const char* path, const char* folder, const char* other, const char* message)
{
    emptyFolder(FOLDER);
    writeFormer(other);
    mkdir(folder, 0777);
    Frame frames[FRAMES];
    CHECK_INT(bakeFrames(path, FRAMES, frames), gel_fileError);
    CHECK_TEXT(gelLastError(), message);
    CHECK_INT(countFiles(FOLDER), 2);
    checkFormer(other);
}

static void a_name_that_a_folder_has_is_an_error(void)
{
    bakeOntoFolder(FOLDER "/out.pc2", FOLDER "/out.pc2", FOLDER "/out_rest.obj",
                   "out.pc2: cannot be created: Is a directory");
    bakeOntoFolder(FOLDER "/out.pc2", FOLDER "/out_rest.obj", FOLDER "/out.pc2",
                   "out_rest.obj: cannot be created: Is a directory");
    gelWorld* world = createWorld();
    gelBake* bake;
    CHECK_INT(openBake(FOLDER "/out.pc2", world, TIME_STEP, FRAMES, &bake), gel_fileError);
    gelDestroyWorld(world);
    bakeOntoFolder(FOLDER "/out.ply", FOLDER "/out_0000.ply", FOLDER "/out_0001.ply",
                   "out_0000.ply: cannot be created: Is a directory");
    bakeOntoFolder(FOLDER "/out.ply", FOLDER "/out_0002.ply", FOLDER "/out_0001.ply",
                   "a frame could not be written");
}

// None of the files is replaced if one of them cannot be.
static void a_folder_that_takes_a_name_in_the_meantime_is_an_error(void)
{
    static const char* const paths[] = {FOLDER "/out.pc2", FOLDER "/out.ply"};
    static const char* const folders[][2] = {{FOLDER "/out.pc2", FOLDER "/out_rest.obj"},
                                             {FOLDER "/out_0000.ply", FOLDER "/out_0001.ply"}};
    for (int i = 0; i < 4; i++) {
        const char *folder = folders[i / 2][i % 2], *other = folders[i / 2][1 - i % 2];
        emptyFolder(FOLDER);
        writeFormer(other);
        gelWorld* world = createWorld();
        gelBake* bake;
        CHECK_INT(openBake(paths[i / 2], world, TIME_STEP, FRAMES, &bake), gel_success);
        for (int frame = 0; frame < 2; frame++)
            CHECK_INT(gelBake_WriteFrame(bake), gel_success);
        mkdir(folder, 0777);
        CHECK_INT(gelCloseBake(bake), gel_fileError);
        CHECK_TEXT(gelLastError(), folder);
        CHECK_TEXT(gelLastError(), "cannot be given its name: Is a directory");
        CHECK_INT(countFiles(FOLDER), 2);
        checkFormer(other);
        gelDestroyWorld(world);
    }
}

static void two_bakes_to_one_name_do_not_meet(void)
{
    emptyFolder(FOLDER);
    gelWorld* world = createWorld();
    Frame first, second;
    gelBake *a, *b;
    readFrame(world, &first);
    CHECK_INT(openBake(FOLDER "/out.pc2", world, TIME_STEP, 1, &a), gel_success);
    CHECK_INT(openBake(FOLDER "/out.pc2", world, TIME_STEP, 1, &b), gel_success);
    CHECK_INT(gelBake_WriteFrame(a), gel_success);
    CHECK_INT(gelWorld_Step(world, TIME_STEP), gel_success);
    readFrame(world, &second);
    CHECK_INT(gelBake_WriteFrame(b), gel_success);
    CHECK_INT(gelCloseBake(a), gel_success);
    checkPc2(FOLDER "/out.pc2", &first, 1);
    CHECK_INT(gelCloseBake(b), gel_success);
    checkPc2(FOLDER "/out.pc2", &second, 1);
    CHECK_INT(countFiles(FOLDER), 2);
    gelDestroyWorld(world);
}

// NULL: there is no such file.
static void checkName(const gelBakeDef* def, int index, const char* expected)
{
    char name[64] = "none";
    bool isThere = gelGetBakeFileName(def, index, name, sizeof name);
    CHECK(isThere == (expected != NULL), "%s, file %d: %s", def->path, index, name);
    CHECK(expected == NULL || strcmp(name, expected) == 0, "%s, not %s", name, expected);
}

static void the_names_of_the_files_are_told(void)
{
    gelBakeDef def = gelDefaultBakeDef();
    def.frameCount = 9;
    def.path = "a.b/out.PC2";
    checkName(&def, 0, "a.b/out.PC2");
    checkName(&def, 1, "a.b/out_rest.obj");
    checkName(&def, 2, NULL);
    def.path = "out.vtu";
    checkName(&def, 0, "out.pvd");
    checkName(&def, 9, "out_0008.vtu");
    checkName(&def, 10, NULL);
    def.first = 60;
    def.every = 5;
    checkName(&def, 1, "out_0060.vtu");
    checkName(&def, 9, "out_0100.vtu");
    def = (gelBakeDef){.path = "out.glb", .frameCount = 9, .every = 1};
    checkName(&def, 1, NULL);
    def = (gelBakeDef){.path = "out.ply", .frameCount = 12346, .every = 1};
    checkName(&def, 12345, "out_12345.ply");
    checkName(&def, 12346, NULL);
    checkName(&(const gelBakeDef){.path = "out.stl", .frameCount = 1}, 0, NULL);
}

static void a_folder_that_cannot_be_written_is_an_error(void)
{
    emptyFolder(FOLDER);
    chmod(FOLDER, 0555);
    giveUpRoot();
    Frame frames[FRAMES];
    CHECK_INT(bakeFrames(FOLDER "/out.pc2", FRAMES, frames), gel_fileError);
    CHECK_TEXT(gelLastError(), "cannot be created: Permission denied");
    takeRootBack();
    chmod(FOLDER, 0777);
}

static void bodies_that_come_or_go_end_a_cache_with_an_error(void)
{
    emptyFolder(FOLDER);
    gelWorld* world = createWorld();
    gelBake* bake;
    gelBodyId ids[2];
    gelWorld_GetBodies(world, ids, 2);
    CHECK_INT(openBake(FOLDER "/out.pc2", world, TIME_STEP, FRAMES, &bake), gel_success);
    CHECK_INT(gelBake_WriteFrame(bake), gel_success);
    CHECK_INT(gelDestroyBody(world, ids[0]), gel_success);
    CHECK_INT(gelBake_WriteFrame(bake), gel_invalidArgument);
    CHECK_INT(gelBake_WriteFrame(bake), gel_fileError);
    CHECK_INT(gelCloseBake(bake), gel_fileError);
    CHECK_TEXT(gelLastError(), "out.pc2: incomplete");
    CHECK_INT(countFiles(FOLDER), 0);
    gelDestroyWorld(world);
}

// Counts the vertices of a file of a sequence, by the text before their number or that begins each.
static int countVertices(const char* path, const char* text)
{
    char command[600], line[32] = "";
    snprintf(command, sizeof command, "grep -ao '%s[0-9]*' '%s' | head -1 | grep -o '[0-9]*$'", text, path);
    FILE* pipe = popen(command, "r");
    bool isRead = pipe != NULL && fgets(line, sizeof line, pipe) != NULL && pclose(pipe) == 0;
    return isRead ? atoi(line) : -1;
}

// Two bodies, then one, then the same number but another body, then none.
static void a_sequence_has_the_bodies_that_are_there_in_each_frame(void)
{
    static const struct {
        const char *out, *frames, *text;
    } formats[] = {{FOLDER "/out.obj", FOLDER "/out_%04d.obj", "bodies, "},
                   {FOLDER "/out.ply", FOLDER "/out_%04d.ply", "element vertex "},
                   {FOLDER "/out.pvd", FOLDER "/out_%04d.vtu", "NumberOfPoints=\""}};
    static const int all[4] = {2 * boxVertices, boxVertices, 8, 0},
                     second[4] = {boxVertices, boxVertices, 0, 0};
    for (int i = 0; i < 6; i++) {
        emptyFolder(FOLDER);
        gelWorld* world = createWorld();
        gelBodyId ids[3];
        gelWorld_GetBodies(world, ids, 2);
        gelBakeDef def = gelDefaultBakeDef();
        def.path = formats[i % 3].out;
        def.frameCount = 4;
        def.body = i < 3 ? def.body : ids[1];
        gelBodyDef bodyDef = gelDefaultBodyDef();
        gelBake* bake;
        gelTetMesh mesh;
        CHECK_INT(gelCreateBoxMesh((gelVec3){1, 1, 1}, 1, 1, 1, &mesh), gel_success);
        CHECK_INT(gelOpenBake(world, &def, &bake), gel_success);
        for (int frame = 0; frame < 4; frame++) {
            if (frame > 0)
                CHECK_INT(gelDestroyBody(world, ids[frame - 1]), gel_success);
            if (frame == 2)
                CHECK_INT(gelCreateBody(world, &bodyDef, &mesh, &ids[2]), gel_success);
            CHECK_INT(gelBake_WriteFrame(bake), gel_success);
        }
        CHECK_INT(gelCloseBake(bake), gel_success);
        for (int frame = 0; frame < 4; frame++) {
            char name[300];
            snprintf(name, sizeof name, formats[i % 3].frames, frame);
            CHECK_INT(countVertices(name, formats[i % 3].text), i < 3 ? all[frame] : second[frame]);
        }
        gelDestroyTetMesh(&mesh);
        gelDestroyWorld(world);
    }
}

static int allocationsLeft;
static void* resizeUntilItFails(void* block, size_t size)
{
    return allocationsLeft-- > 0 ? realloc(block, size) : NULL;
}

static void running_out_of_memory_anywhere_is_a_status(void)
{
    static const char* const paths[] = {FOLDER "/out.pc2", FOLDER "/out.mdd", FOLDER "/out.glb",
                                        FOLDER "/out.vtu", FOLDER "/out.obj"};
    gelWorld* world = createWorld();
    for (int i = 0; i < 5; i++) {
        emptyFolder(FOLDER);
        gelStatus status = gel_outOfMemory;
        int attempt = 0;
        for (; status != gel_success && attempt < 1000; attempt++) {
            gelBake* bake;
            gelSetAllocator(resizeUntilItFails, free);
            allocationsLeft = attempt;
            status = openBake(paths[i], world, TIME_STEP, 2, &bake);
            for (int k = 0; status == gel_success && k < 2; k++)
                status = gelBake_WriteFrame(bake);
            gelSetAllocator(NULL, NULL);
            CHECK(status == gel_success || status == gel_outOfMemory, "status %d: %s", (int)status,
                  gelLastError());
            gelAbandonBake(bake);
            CHECK_INT(countFiles(FOLDER), 0);
        }
        CHECK(attempt > 10, "only %d allocations", attempt);
    }
    gelDestroyWorld(world);
}

TESTS(TEST(a_vertex_cache_holds_every_frame_to_the_bit),
      TEST(a_cache_that_ends_early_says_how_many_frames_it_has),
      TEST(a_sequence_of_obj_files_is_read_back_to_the_bit),
      TEST(a_sequence_of_ply_files_is_read_back_to_the_bit),
      TEST(text_files_have_points_under_a_locale_with_commas), TEST(bad_requests_are_refused_at_opening),
      TEST(more_frames_than_promised_are_refused), TEST(a_bake_that_is_given_up_leaves_nothing),
      TEST(a_disk_that_fills_up_anywhere_leaves_the_former_result),
      TEST(a_name_that_a_folder_has_is_an_error),
      TEST(a_folder_that_takes_a_name_in_the_meantime_is_an_error), TEST(two_bakes_to_one_name_do_not_meet),
      TEST(the_names_of_the_files_are_told), TEST(a_folder_that_cannot_be_written_is_an_error),
      TEST(bodies_that_come_or_go_end_a_cache_with_an_error),
      TEST(a_sequence_has_the_bodies_that_are_there_in_each_frame),
      TEST(running_out_of_memory_anywhere_is_a_status))
