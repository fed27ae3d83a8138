// Results, states and recordings: what is read back is what was there, and what goes on has the same bits.
#define _XOPEN_SOURCE 700
#include "matrix/families.h"

#include "support/files.h"
#include "support/fixtures.h"
#include "support/folder.h"

#define FOLDER GEL_SCRATCH "/matrix-files"
enum { frameCount = 3, maximumBytes = 1 << 20 };

// A file as bytes; 0 if there is none.
static char bytes[maximumBytes];

static size_t load(const char* path)
{
    FILE* file = fopen(path, "rb");
    size_t size = file != NULL ? fread(bytes, 1, maximumBytes - 1, file) : 0;
    if (file != NULL)
        fclose(file);
    bytes[size] = '\0';
    return size;
}

static uint32_t wordAt(size_t place, bool isBigEndian)
{
    const unsigned char* b = (const unsigned char*)bytes + place;
    return isBigEndian ? (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3]
                       : (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

static float numberAt(size_t place, bool isBigEndian)
{
    uint32_t word = wordAt(place, isBigEndian);
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

// Reads the points of the last frame; returns their number.
typedef int ReadPoints(float (*points)[3]);

static int readCache(size_t size, size_t header, int count, bool isBigEndian, float (*points)[3])
{
    if (count > cell_maximumVertices || size != header + (size_t)(12 * count * frameCount))
        return -1;
    for (int i = 0; i < 3 * count; i++)
        points[i / 3][i % 3] = numberAt(header + 4 * (size_t)(3 * count * (frameCount - 1) + i), isBigEndian);
    return count;
}

static int readPc2(float (*points)[3])
{
    size_t size = load(FOLDER "/out.pc2");
    return readCache(size, 32, size > 32 ? (int)wordAt(16, false) : -1, false, points);
}

static int readMdd(float (*points)[3])
{
    size_t size = load(FOLDER "/out.mdd");
    return readCache(size, 8 + 4 * frameCount, size > 8 ? (int)wordAt(4, true) : -1, true, points);
}

static int readObj(float (*points)[3])
{
    int count = 0;
    load(FOLDER "/out_0002.obj");
    for (const char* line = bytes; line != NULL && count < cell_maximumVertices; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (sscanf(line, "v %f %f %f", &points[count][0], &points[count][1], &points[count][2]) == 3)
            count++;
    }
    return count;
}

static int readPly(float (*points)[3])
{
    int count = -1, numbers = 0;
    size_t size = load(FOLDER "/out_0002.ply");
    const char *end = strstr(bytes, "end_header\n"), *vertices = strstr(bytes, "element vertex ");
    if (size == 0 || end == NULL || vertices == NULL || sscanf(vertices, "element vertex %d", &count) != 1)
        return -1;
    for (const char* line = vertices; (line = strstr(line, "property float")) != NULL && line < end; line++)
        numbers++;
    for (int i = 0; i < 3 * count && count <= cell_maximumVertices; i++)
        points[i / 3][i % 3] =
            numberAt((size_t)(end - bytes) + 11 + 4 * (size_t)(i / 3 * numbers + i % 3), false);
    return count;
}

static void bakeFrames(Cell* cell, const char* path, int count)
{
    gelBakeDef def = gelDefaultBakeDef();
    gelBake* bake;
    def.path = path;
    def.frameCount = count;
    if (!accepts(cell, gelOpenBake(cell->world, &def, &bake)))
        return;
    for (int frame = 0; frame < count; frame++) {
        if (frame > 0)
            stepCell(cell, 1);
        accepts(cell, gelBake_WriteFrame(bake));
    }
    accepts(cell, gelCloseBake(bake));
}

// Under gravity and turning.
static bool openTurning(Cell* cell)
{
    emptyFolder(FOLDER);
    cell->def.gravity.y = -9.81f;
    if (!openCell(cell))
        return false;
    if (isSoft(cell))
        throwBody(cell, cell->id, (gelVec3){1.0f, 0.0f, 0.0f}, (gelVec3){0.0f, 1.0f, 2.0f});
    return true;
}

static void expectPoints(Cell* cell, ReadPoints* readPoints)
{
    float seen[cell_maximumVertices][3], found[cell_maximumVertices][3];
    double farthest = 0.0;
    int count = visiblePoints(cell, seen), read = readPoints(found);
    expect(cell, "points in the file", read, count, 0.0, "exact");
    for (int i = 0; i < 3 * count && read == count; i++)
        farthest = fmax(farthest, fabs((double)seen[i / 3][i % 3] - (double)found[i / 3][i % 3]));
    expect(cell, "the distance of points", farthest, 0.0, 0.0, "exact");
}

static void bakeAndRead(Cell* cell, const char* path, ReadPoints* readPoints)
{
    if (!openTurning(cell))
        return;
    bakeFrames(cell, path, frameCount);
    expectPoints(cell, readPoints);
}

void bakePc2(Cell* cell)
{
    bakeAndRead(cell, FOLDER "/out.pc2", readPc2);
}
void bakeMdd(Cell* cell)
{
    bakeAndRead(cell, FOLDER "/out.mdd", readMdd);
}
void bakeObj(Cell* cell)
{
    bakeAndRead(cell, FOLDER "/out.obj", readObj);
}
void bakePly(Cell* cell)
{
    bakeAndRead(cell, FOLDER "/out.ply", readPly);
}

void bakeGlb(Cell* cell)
{
    if (!openTurning(cell))
        return;
    bakeFrames(cell, FOLDER "/out.glb", frameCount);
    if (cell->isRefused)
        return;
    size_t size = load(FOLDER "/out.glb");
    expect(cell, "its first word is glTF", strncmp(bytes, "glTF", 4) == 0, 1.0, 0.0, "exact");
    expect(cell, "its length", size > 12 ? (double)wordAt(8, false) : 0.0, (double)size, 0.0, "exact");
}

// A .vtu holds vertices and tets, never a skin.
void bakeVtu(Cell* cell)
{
    gelTetMesh mesh;
    float x[3 * cell_maximumVertices];
    if (!openTurning(cell))
        return;
    bakeFrames(cell, FOLDER "/out.vtu", frameCount);
    if (cell->isRefused || !isSolid(cell) ||
        !accepts(cell, gelLoadTetMesh(FOLDER "/out_0002.vtu", &mesh, NULL))) {
        int count = 0;
        load(FOLDER "/out_0002.vtu");
        const char* found = strstr(bytes, "NumberOfPoints=\"");
        if (found != NULL)
            sscanf(found, "NumberOfPoints=\"%d", &count);
        expect(cell, "points in the file", count, gelBody_GetMesh(cell->world, cell->id)->vertexCount, 0.0,
               "exact");
        return;
    }
    REQUIRE(gelBody_ReadPositions(cell->world, cell->id, x, cell_maximumVertices));
    expect(cell, "vertices in the file", mesh.vertexCount,
           gelBody_GetMesh(cell->world, cell->id)->vertexCount, 0.0, "exact");
    expect(cell, "equal positions", memcmp(x, mesh.positions, 12 * (size_t)mesh.vertexCount) == 0, 1.0, 0.0,
           "exact");
    gelDestroyTetMesh(&mesh);
}

// Three frames at once, and the same in two pieces, have the same bytes.
void splice(Cell* cell)
{
    static char whole[maximumBytes];
    int count = 0;
    if (!openTurning(cell))
        return;
    bakeFrames(cell, FOLDER "/whole.pc2", frameCount);
    size_t size = load(FOLDER "/whole.pc2");
    memcpy(whole, bytes, size);
    const gelBakePiece pieces[2] = {{FOLDER "/whole.pc2", 0, 1}, {FOLDER "/whole.pc2", 2, -1}};
    accepts(cell, gelSpliceBakes(pieces, 2, FOLDER "/out.pc2", &count));
    expect(cell, "frames", count, frameCount, 0.0, "exact");
    expect(cell, "equal bytes", load(FOLDER "/out.pc2") == size && memcmp(bytes, whole, size) == 0, 1.0, 0.0,
           "exact");
    expectPoints(cell, readPc2);
}

static void expectHash(Cell* cell, gelWorld* other, uint64_t expected)
{
    expect(cell, "an equal hash", gelWorld_Hash(other) == expected, 1.0, 0.0, "exact");
}

// A state file goes on in another world.
void stateFile(Cell* cell)
{
    Cell other = *cell;
    if (!openTurning(cell))
        return;
    stepCell(cell, 4);
    if (!accepts(cell, gelWriteSnapshot(FOLDER "/a.state", cell->world, NULL, NULL, 0)))
        return;
    stepCell(cell, 4);
    other.def.gravity.y = -9.81f;
    if (!openCell(&other) ||
        !accepts(cell, gelReadSnapshot(FOLDER "/a.state", other.world, NULL, NULL, NULL)))
        return;
    stepCell(&other, 4);
    expectHash(cell, other.world, gelWorld_Hash(cell->world));
    gelDestroyWorld(other.world);
}

// A snapshot in memory, and a clone, go on alike.
void snapshot(Cell* cell)
{
    gelSnapshot* kept;
    gelWorld* clone;
    if (!openTurning(cell))
        return;
    stepCell(cell, 4);
    if (!accepts(cell, gelTakeSnapshot(cell->world, NULL, &kept)) ||
        !accepts(cell, gelCloneWorld(cell->world, &cell->def, &clone)))
        return;
    stepCell(cell, 4);
    uint64_t expected = gelWorld_Hash(cell->world);
    for (int i = 0; i < 4; i++)
        REQUIRE(gelWorld_Step(clone, 1.0f / 60.0f));
    expectHash(cell, clone, expected);
    accepts(cell, gelRestoreSnapshot(cell->world, NULL, kept));
    stepCell(cell, 4);
    expectHash(cell, cell->world, expected);
    gelDestroySnapshot(kept);
    gelDestroyWorld(clone);
}

// Runs a scene, or a recording of it, with the input of a user at frame 2.
static uint64_t play(Cell* cell, const char* path, const gelEvent* event, const char* recording)
{
    gelScene* scene;
    gelPlayer* player;
    gelWorld* world;
    if (!accepts(cell, gelLoadScene(path, &scene)))
        return 0;
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = cell->def.backend;
    def.device = cell->def.device;
    REQUIRE(gelCreateWorld(&def, &world));
    accepts(cell, gelScene_CreateBodies(scene, world));
    REQUIRE(gelCreatePlayer(scene, world, &player));
    for (int frame = 0; frame < 20; frame++) {
        if (frame == 2 && event != NULL)
            accepts(cell, gelPlayer_Apply(player, event));
        accepts(cell, gelPlayer_BeginFrame(player));
        REQUIRE(gelWorld_Step(world, gelScene_GetTimeStep(scene)));
    }
    uint64_t hash = gelWorld_Hash(world);
    if (recording != NULL)
        accepts(cell, gelPlayer_WriteRecording(player, path, hash, recording));
    gelDestroyPlayer(player);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
    return hash;
}

static void writeScene(const Cell* cell, const char* path)
{
    char text[1024];
    emptyFolder(FOLDER);
    writeBodyFiles(FOLDER);
    snprintf(text, sizeof text, "{\"bodies\":[{%s,\"position\":[0,2,0]}],\"obstacles\":[{%s}]}",
             bodyKinds[isSoft(cell) ? cell->row : row_tets].json, bodyKinds[row_obstacle].json);
    writeText(path, text);
}

// A grab of vertex 1, or for an obstacle a move.
void record(Cell* cell)
{
    gelEvent event = {.kind = gel_eventGrab, .vertex1 = 1, .stiffness = 300.0f};
    event.origin = (gelVec3){0.3f, 2.4f, 5.0f};
    event.direction = (gelVec3){0.1f, 0.0f, -1.0f};
    if (!isSoft(cell)) { // which the tets fall onto
        event = (gelEvent){.kind = gel_eventMove, .body = 1};
        event.position = snap3(cell, 0.2, 0.6, 0.1);
    }
    writeScene(cell, FOLDER "/scene.json");
    uint64_t still = play(cell, FOLDER "/scene.json", NULL, NULL);
    uint64_t hash = play(cell, FOLDER "/scene.json", &event, FOLDER "/recording.json");
    uint64_t replayed = play(cell, FOLDER "/recording.json", NULL, NULL);
    cell->hash = hash;
    expect(cell, "the input has an effect", still != hash, 1.0, 0.0, "exact");
    expect(cell, "the replay has the same hash", replayed == hash && hash != 0, 1.0, 0.0, "exact");
}
