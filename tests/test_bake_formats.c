// Each format of a bake, read by its layout: the world's bits are where they belong, those of a skin in its file's order.
#define _XOPEN_SOURCE 700 // dirent
#include "bake_fixtures.h"

#include <cjson/cJSON.h>

#define FOLDER GEL_SCRATCH "/bake_formats"
#define SKIN_FILE FOLDER "/skin.obj"

enum { bakedVertices = boxVertices + skinVertices };

typedef struct Bytes {
    unsigned char* data; // with a zero behind it
    size_t size;
} Bytes;

static Bytes readBytes(const char* name)
{
    char path[1024];
    snprintf(path, sizeof path, FOLDER "/%s", name);
    Bytes bytes = {calloc(1, 1 << 20), 0};
    FILE* file = fopen(path, "rb");
    CHECK(file != NULL, "there is no %s", path);
    if (file != NULL) {
        bytes.size = fread(bytes.data, 1, (1 << 20) - 1, file);
        fclose(file);
    }
    return bytes;
}

static uint32_t wordAt(const unsigned char* at, bool bigEndian)
{
    uint32_t word = 0;
    for (int i = 0; i < 4; i++)
        word |= (uint32_t)at[bigEndian ? 3 - i : i] << (8 * i);
    return word;
}

static int intAt(const unsigned char* at)
{
    return (int)wordAt(at, false);
}

static float floatAt(const unsigned char* at, bool bigEndian)
{
    uint32_t bits = wordAt(at, bigEndian);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// How many of `count` floats have other bits.
static int countOthers(const unsigned char* at, bool bigEndian, const float* expected, size_t count)
{
    int wrong = 0;
    for (size_t i = 0; i < count; i++) {
        float found = floatAt(at + 4 * i, bigEndian);
        wrong += memcmp(&found, &expected[i], sizeof found) != 0;
    }
    return wrong;
}

static gelBakeDef defOf(const char* path)
{
    gelBakeDef def = gelDefaultBakeDef();
    def.path = path;
    return def;
}

static void bakeTo(const char* name, int promised, BakedFrame* frames)
{
    gelBodyId ids[2];
    char path[1024];
    emptyFolder(FOLDER);
    snprintf(path, sizeof path, FOLDER "/%s", name);
    gelWorld* world = createBakeWorld(SKIN_FILE, ids);
    gelBakeDef def = defOf(path);
    bakeWorld(world, ids, &def, 1, promised, frames);
    gelDestroyWorld(world);
}

static void a_pc2_holds_skins_in_the_order_of_their_file(void)
{
    BakedFrame frames[bakeFrames];
    bakeTo("out.pc2", bakeFrames, frames);
    Bytes bytes = readBytes("out.pc2");
    CHECK_INT(bytes.size, 32 + sizeof frames);
    CHECK_INT(intAt(bytes.data + 16), bakedVertices);
    CHECK_INT(countOthers(bytes.data + 32, false, (const float*)frames, sizeof frames / 4), 0);
    free(bytes.data);
}

static void checkMdd(const char* name, const BakedFrame* frames)
{
    Bytes bytes = readBytes(name);
    size_t header = 8 + 4 * bakeFrames, size = bakeFrames * sizeof *frames;
    CHECK_INT(bytes.size, header + size);
    CHECK_INT(wordAt(bytes.data, true), bakeFrames);
    CHECK_INT(wordAt(bytes.data + 4, true), bakedVertices);
    for (int i = 0; i < bakeFrames; i++)
        CHECK_CLOSE((double)floatAt(bytes.data + 8 + 4 * i, true), 0.02 * i, 1e-8, "single precision");
    CHECK_INT(countOthers(bytes.data + header, true, (const float*)frames, size / 4), 0);
    free(bytes.data);
}

static void an_mdd_holds_the_same_the_other_way_round_with_times(void)
{
    BakedFrame frames[bakeFrames];
    bakeTo("out.mdd", bakeFrames, frames);
    checkMdd("out.mdd", frames);
    CHECK_INT(countFiles(FOLDER), 3);
}

static void an_mdd_that_ends_early_has_no_gap(void)
{
    BakedFrame frames[bakeFrames];
    bakeTo("out.mdd", 1000, frames);
    checkMdd("out.mdd", frames);
    CHECK_INT(countFiles(FOLDER), 3);
}

static void one_body_or_the_tets_may_be_asked_for(void)
{
    BakedFrame frames[bakeFrames];
    gelBodyId ids[2];
    emptyFolder(FOLDER);
    gelWorld* world = createBakeWorld(SKIN_FILE, ids);
    gelBakeDef defs[2] = {defOf(FOLDER "/one.pc2"), defOf(FOLDER "/tets.pc2")};
    defs[0].body = defs[1].body = ids[1];
    defs[1].mesh = gel_bakeTets;
    bakeWorld(world, ids, defs, 2, bakeFrames, frames);
    Bytes one = readBytes("one.pc2"), tets = readBytes("tets.pc2");
    CHECK_INT(one.size, 32 + bakeFrames * sizeof frames[0].skin);
    CHECK_INT(tets.size, 32 + bakeFrames * sizeof frames[0].box);
    for (int f = 0; f < bakeFrames; f++)
        CHECK_INT(countOthers(one.data + 32 + (size_t)f * sizeof frames[f].skin, false, frames[f].skin[0],
                              3 * skinVertices),
                  0);
    float last[3 * boxVertices];
    CHECK_INT(gelBody_ReadPositions(world, ids[1], last, boxVertices), gel_success);
    CHECK_INT(countOthers(tets.data + tets.size - sizeof last, false, last, 3 * boxVertices), 0);
    free(one.data);
    free(tets.data);
    defs[0].body = (gelBodyId){7, 7};
    gelBake* bake;
    CHECK_INT(gelOpenBake(world, &defs[0], &bake), gel_invalidHandle);
    CHECK_TEXT(gelLastError(), "one.pc2: the body to be written does not exist");
    gelDestroyWorld(world);
}

// Each vertex in its place, and in a face or a wire: then importers keep it.
static void the_shape_beside_a_cache_names_every_vertex(void)
{
    BakedFrame frames[bakeFrames];
    bakeTo("out.mdd", bakeFrames, frames);
    Bytes bytes = readBytes("out_rest.obj");
    int vertices = 0, faces = 0, wrong = 0;
    bool used[bakedVertices + 1] = {false};
    for (char* line = strtok((char*)bytes.data, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        float p[3];
        int v[3] = {0};
        if (sscanf(line, "v %f %f %f", &p[0], &p[1], &p[2]) == 3 && vertices < bakedVertices)
            wrong += memcmp(p, (const float*)&frames[0] + 3 * (size_t)vertices++, sizeof p) != 0;
        faces += sscanf(line, "f %d %d %d", &v[0], &v[1], &v[2]) == 3;
        wrong += sscanf(line, "l %d %d", &v[0], &v[1]) == 2 && (v[0] == v[1] || used[v[0]] || !used[v[1]]);
        for (int k = 0; k < 3; k++)
            if (v[k] > 0 && v[k] <= bakedVertices)
                used[v[k]] = true;
    }
    for (int i = 1; i <= bakedVertices; i++)
        wrong += !used[i];
    CHECK_INT(wrong, 0);
    CHECK_INT(vertices, bakedVertices);
    CHECK_INT(faces, boxTriangles + skinTriangles);
    free(bytes.data);
}

// A .glb taken apart.
typedef struct Glb {
    Bytes bytes;
    cJSON* json;
    const unsigned char* binary;
    int binarySize;
} Glb;

static Glb readGlb(const char* name)
{
    Glb glb = {.bytes = readBytes(name)};
    const unsigned char* data = glb.bytes.data;
    CHECK_INT(wordAt(data, false), 0x46546c67);
    CHECK_INT(intAt(data + 4), 2);
    CHECK_INT(intAt(data + 8), glb.bytes.size);
    int jsonSize = intAt(data + 12);
    CHECK_INT(wordAt(data + 16, false), 0x4e4f534a);
    CHECK(jsonSize % 4 == 0 && jsonSize > 0 && (size_t)jsonSize + 28 < glb.bytes.size, "%d bytes of JSON",
          jsonSize);
    glb.json = cJSON_ParseWithLength((const char*)data + 20, (size_t)jsonSize);
    CHECK(glb.json != NULL, "not JSON: %.60s", (const char*)data + 20);
    glb.binarySize = intAt(data + 20 + jsonSize);
    CHECK_INT(wordAt(data + 24 + jsonSize, false), 0x004e4942);
    CHECK_INT(28 + jsonSize + glb.binarySize, glb.bytes.size);
    glb.binary = data + 28 + jsonSize;
    CHECK_INT(cJSON_GetNumberValue(cJSON_GetObjectItem(
                  cJSON_GetArrayItem(cJSON_GetObjectItem(glb.json, "buffers"), 0), "byteLength")),
              glb.binarySize);
    return glb;
}

static int numberOf(const cJSON* object, const char* key)
{
    const cJSON* item = cJSON_GetObjectItem(object, key);
    return item != NULL ? item->valueint : 0;
}

// The data of an accessor, which lies within its view, and how much there is of it.
static const unsigned char* accessorOf(const Glb* glb, int index, int elementSize, int* count)
{
    cJSON* accessor = cJSON_GetArrayItem(cJSON_GetObjectItem(glb->json, "accessors"), index);
    cJSON* view =
        cJSON_GetArrayItem(cJSON_GetObjectItem(glb->json, "bufferViews"), numberOf(accessor, "bufferView"));
    CHECK(accessor != NULL && view != NULL, "no accessor %d", index);
    *count = numberOf(accessor, "count");
    int first = numberOf(accessor, "byteOffset"), end = first + *count * elementSize;
    int start = numberOf(view, "byteOffset"), size = numberOf(view, "byteLength");
    CHECK(end <= size && start + size <= glb->binarySize, "accessor %d ends at %d of %d", index, end, size);
    return glb->binary + start + first;
}

static cJSON* primitiveOf(const Glb* glb)
{
    cJSON* mesh = cJSON_GetArrayItem(cJSON_GetObjectItem(glb->json, "meshes"), 0);
    return cJSON_GetArrayItem(cJSON_GetObjectItem(mesh, "primitives"), 0);
}

// The corners of all triangles at a frame, as Gel says where they are.
static void expectCorners(const gelSkin* skin, const int* boxCorners, const BakedFrame* frame,
                          float (*corners)[3])
{
    for (int i = 0; i < 3 * boxTriangles; i++)
        memcpy(corners[i], frame->box[boxCorners[i]], sizeof corners[i]);
    for (int i = 0; i < 3 * skinTriangles; i++) {
        int original = 1; // the first of the file that became the corner's vertex
        while (skin->surface.originals[original] != skin->surface.triangles[i])
            original++;
        memcpy(corners[3 * boxTriangles + i], frame->skin[original], sizeof corners[0]);
    }
}

static void checkGlbFrame(const Glb* glb, int frame, const int* indices, const gelSkin* skin,
                          const int* boxCorners, const BakedFrame* baked)
{
    enum { corners = 3 * (boxTriangles + skinTriangles) };
    float expected[corners][3];
    int count;
    const cJSON* primitive = primitiveOf(glb);
    const cJSON* shape = cJSON_GetObjectItem(primitive, "attributes");
    const cJSON* target =
        frame > 0 ? cJSON_GetArrayItem(cJSON_GetObjectItem(primitive, "targets"), frame - 1) : shape;
    const unsigned char* base = accessorOf(glb, numberOf(shape, "POSITION"), 12, &count);
    const unsigned char* change = accessorOf(glb, numberOf(target, "POSITION"), 12, &count);
    const unsigned char* normal = accessorOf(glb, numberOf(shape, "NORMAL"), 12, &count);
    const unsigned char* turn = accessorOf(glb, numberOf(target, "NORMAL"), 12, &count);
    expectCorners(skin, boxCorners, baked, expected);
    double worst = 0, shortest = 1, longest = 1;
    for (int i = 0; i < corners; i++) {
        double squares = 0;
        for (int k = 0; k < 3; k++) {
            int at = 12 * indices[i] + 4 * k;
            float place = floatAt(base + at, false), n = floatAt(normal + at, false);
            place += frame > 0 ? floatAt(change + at, false) : 0.0f;
            n += frame > 0 ? floatAt(turn + at, false) : 0.0f;
            worst = fmax(worst, fabs((double)place - (double)expected[i][k]));
            squares += (double)n * (double)n;
        }
        shortest = fmin(shortest, sqrt(squares));
        longest = fmax(longest, sqrt(squares));
    }
    CHECK_CLOSE(worst, 0.0, frame == 0 ? 0.0 : 2.4e-7,
                "a difference and a sum of coordinates below 2 m, rounded");
    CHECK_CLOSE(shortest, 1.0, 1e-6, "single precision");
    CHECK_CLOSE(longest, 1.0, 1e-6, "single precision");
}

static void checkGlbUvs(const Glb* glb, const int* indices, const gelSkin* skin)
{
    int count, wrong = 0;
    const unsigned char* uvs = accessorOf(
        glb, numberOf(cJSON_GetObjectItem(primitiveOf(glb), "attributes"), "TEXCOORD_0"), 8, &count);
    for (int i = 0; i < 3 * skinTriangles; i++) {
        const unsigned char* at = uvs + 8 * indices[3 * boxTriangles + i];
        const float* expected = skin->surface.cornerUvs + 2 * i;
        wrong += floatAt(at, false) != expected[0] || floatAt(at + 4, false) != 1.0f - expected[1];
    }
    CHECK_INT(wrong, 0);
}

// At the time of each frame the weight of its target is 1, all others are 0.
static void checkGlbAnimation(const Glb* glb)
{
    int count;
    cJSON* animation = cJSON_GetArrayItem(cJSON_GetObjectItem(glb->json, "animations"), 0);
    cJSON* sampler = cJSON_GetArrayItem(cJSON_GetObjectItem(animation, "samplers"), 0);
    const unsigned char* times = accessorOf(glb, numberOf(sampler, "input"), 4, &count);
    CHECK_INT(count, bakeFrames);
    for (int i = 0; i < bakeFrames; i++)
        CHECK_CLOSE((double)floatAt(times + 4 * i, false), 0.02 * i, 1e-8, "single precision");
    const unsigned char* weights = accessorOf(glb, numberOf(sampler, "output"), 4, &count);
    CHECK_INT(count, bakeFrames * (bakeFrames - 1));
    int wrong = 0;
    for (int i = 0; i < count; i++)
        wrong += floatAt(weights + 4 * i, false) !=
                 (i / (bakeFrames - 1) == i % (bakeFrames - 1) + 1 ? 1.0f : 0.0f);
    CHECK_INT(wrong, 0);
}

static void bakeGlb(int promised)
{
    enum { corners = 3 * (boxTriangles + skinTriangles) };
    BakedFrame frames[bakeFrames];
    gelBodyId ids[2];
    int *boxCorners, boxCount, count, indices[corners] = {0};
    emptyFolder(FOLDER);
    gelWorld* world = createBakeWorld(SKIN_FILE, ids);
    gelBakeDef def = defOf(FOLDER "/out.glb");
    bakeWorld(world, ids, &def, 1, promised, frames);
    CHECK_INT(gelExtractSurface(gelBody_GetMesh(world, ids[0]), &boxCorners, &boxCount), gel_success);
    const gelSkin* skin = gelBody_GetSkin(world, ids[1]);
    Glb glb = readGlb("out.glb");
    const unsigned char* triangles = accessorOf(&glb, numberOf(primitiveOf(&glb), "indices"), 4, &count);
    CHECK_INT(count, corners);
    for (int i = 0; i < corners && i < count; i++)
        indices[i] = intAt(triangles + 4 * i);
    CHECK_INT(cJSON_GetArraySize(cJSON_GetObjectItem(primitiveOf(&glb), "targets")), bakeFrames - 1);
    for (int f = 0; f < bakeFrames; f++)
        checkGlbFrame(&glb, f, indices, skin, boxCorners, &frames[f]);
    checkGlbUvs(&glb, indices, skin);
    checkGlbAnimation(&glb);
    cJSON_Delete(glb.json);
    free(glb.bytes.data);
    gelFree(boxCorners);
    gelDestroyWorld(world);
}

static void a_glb_holds_every_frame_with_normals_and_uvs(void)
{
    bakeGlb(bakeFrames);
    bakeGlb(150); // and ends early
}

static int warningCount;
static void countWarnings(void* context, gelLogLevel level, const char* text)
{
    (void)context;
    warningCount += level == gel_logWarning && strstr(text, "a viewer of glTF loads as a whole") != NULL;
}

static void a_glb_that_is_long_is_warned_of_and_one_too_long_refused(void)
{
    gelBodyId ids[2];
    gelBake* bake;
    emptyFolder(FOLDER);
    gelWorld* world = createBakeWorld(SKIN_FILE, ids);
    gelBakeDef def = defOf(FOLDER "/out.glb");
    gelSetLogFunction(countWarnings, NULL);
    for (int frames = 200; frames <= 201; frames++) {
        def.frameCount = frames;
        CHECK_INT(gelOpenBake(world, &def, &bake), gel_success);
        CHECK_INT(warningCount, frames - 200);
        gelAbandonBake(bake);
    }
    def.frameCount = 30000; // weights alone: 3.6 GB
    CHECK_INT(gelOpenBake(world, &def, &bake), gel_invalidArgument);
    gelSetLogFunction(NULL, NULL);
    CHECK_TEXT(gelLastError(), "out.glb: 30000 frames of");
    CHECK_TEXT(gelLastError(), "and a .glb holds 2048: write fewer frames, or a cache");
    CHECK_INT(countFiles(FOLDER), 1);
    gelDestroyWorld(world);
}

// Where an array of a .vtu begins, behind its size.
static const unsigned char* arrayOf(const Bytes* vtu, const char* type, const char* name, size_t size)
{
    char wanted[128];
    snprintf(wanted, sizeof wanted, "<DataArray type=\"%s\" Name=\"%s\"", type, name);
    const char* header = strstr((const char*)vtu->data, wanted);
    const char* offset = header != NULL ? strstr(header, "offset=\"") : NULL;
    const char* start = strstr((const char*)vtu->data, "<AppendedData encoding=\"raw\">\n_");
    CHECK(offset != NULL && start != NULL, "no %s", wanted);
    const unsigned char* array =
        (const unsigned char*)start + 31 + (offset != NULL ? strtol(offset + 8, NULL, 10) : 0);
    CHECK(array + 8 + size <= vtu->data + vtu->size, "%s ends behind the file", name);
    CHECK_INT(intAt(array), size);
    CHECK_INT(intAt(array + 4), 0);
    return array + 8;
}

static void checkVtu(const char* name, gelWorld* world, const gelBodyId ids[2])
{
    Bytes vtu = readBytes(name);
    enum { vertices = 2 * boxVertices, tets = 2 * boxTets };
    float positions[3 * vertices], velocities[3 * vertices], strains[tets], errors[tets];
    for (int b = 0; b < 2; b++) {
        CHECK_INT(gelBody_ReadPositions(world, ids[b], positions + 3 * boxVertices * b, boxVertices),
                  gel_success);
        CHECK_INT(gelBody_ReadVelocities(world, ids[b], velocities + 3 * boxVertices * b, boxVertices),
                  gel_success);
        CHECK_INT(gelBody_ReadStrains(world, ids[b], strains + boxTets * b, errors + boxTets * b, boxTets),
                  gel_success);
    }
    CHECK_TEXT((char*)vtu.data, "NumberOfPoints=\"54\" NumberOfCells=\"80\"");
    CHECK_INT(
        countOthers(arrayOf(&vtu, "Float32", "Points", sizeof positions), false, positions, 3 * vertices), 0);
    CHECK_INT(
        countOthers(arrayOf(&vtu, "Float32", "velocity", sizeof velocities), false, velocities, 3 * vertices),
        0);
    CHECK_INT(countOthers(arrayOf(&vtu, "Float32", "strain", sizeof strains), false, strains, tets), 0);
    CHECK_INT(countOthers(arrayOf(&vtu, "Float32", "volume_error", sizeof errors), false, errors, tets), 0);
    const unsigned char* corners = arrayOf(&vtu, "Int32", "connectivity", 16 * tets);
    const unsigned char* ends = arrayOf(&vtu, "Int32", "offsets", 4 * tets);
    const unsigned char* types = arrayOf(&vtu, "UInt8", "types", tets);
    const unsigned char* bodies = arrayOf(&vtu, "Int32", "body", 4 * tets);
    const unsigned char* parts = arrayOf(&vtu, "Int32", "part", 4 * tets);
    const unsigned char* fills = arrayOf(&vtu, "Float32", "fill_fraction", 4 * tets);
    int wrong = 0;
    for (int t = 0; t < tets; t++) {
        const gelTetMesh* mesh = gelBody_GetMesh(world, ids[t / boxTets]);
        int own = t % boxTets, body = t / boxTets;
        for (int k = 0; k < 4; k++)
            wrong += intAt(corners + 16 * t + 4 * k) != mesh->tets[4 * own + k] + boxVertices * body;
        wrong += intAt(ends + 4 * t) != 4 * (t + 1) || types[t] != 10 || intAt(bodies + 4 * t) != body;
        wrong += intAt(parts + 4 * t) != (body == 1 ? own % 3 : 0);
        wrong += floatAt(fills + 4 * t, false) != (body == 1 ? 1.0f / (float)(own + 1) : 1.0f);
    }
    CHECK_INT(wrong, 0);
    free(vtu.data);
}

static void a_pvd_lists_the_tets_of_every_frame_with_its_time(void)
{
    gelBodyId ids[2];
    BakedFrame frames[bakeFrames];
    emptyFolder(FOLDER);
    gelWorld* world = createBakeWorld(SKIN_FILE, ids);
    gelBakeDef def = defOf(FOLDER "/R&D.vtu");
    bakeWorld(world, ids, &def, 1, 9, frames);
    checkVtu("R&D_0003.vtu", world, ids);
    gelDestroyWorld(world);
    Bytes pvd = readBytes("R&D.pvd");
    CHECK_TEXT((char*)pvd.data, "<VTKFile type=\"Collection\" version=\"0.1\">");
    const char* line = (char*)pvd.data;
    for (int i = 0; i < bakeFrames; i++) {
        char file[64];
        line = strstr(line, "<DataSet timestep=\"");
        CHECK(line != NULL, "no frame %d", i);
        if (line == NULL)
            break;
        line += strlen("<DataSet timestep=\"");
        CHECK_CLOSE(strtod(line, NULL), 0.02 * i, 1e-8, "single precision");
        snprintf(file, sizeof file, "part=\"0\" file=\"R&#38;D_%04d.vtu\"/>\n", i);
        CHECK(strstr(line, file) != NULL, "no %s", file);
    }
    CHECK(line == NULL || strstr(line, "<DataSet") == NULL, "a frame too many");
    CHECK_INT(countFiles(FOLDER), 1 + 1 + bakeFrames);
    free(pvd.data);
}

static void a_skin_that_changes_meanwhile_is_an_error(void)
{
    gelBodyId ids[2];
    gelBake* bake;
    emptyFolder(FOLDER);
    gelWorld* world = createBakeWorld(SKIN_FILE, ids);
    gelBakeDef def = defOf(FOLDER "/out.pc2");
    def.frameCount = 3;
    CHECK_INT(gelOpenBake(world, &def, &bake), gel_success);
    CHECK_INT(gelBake_WriteFrame(bake), gel_success);
    CHECK_INT(gelBody_SetSkin(world, ids[1], NULL, NULL), gel_success);
    CHECK_INT(gelBake_WriteFrame(bake), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "out.pc2: body 1 has another skin since the file was opened");
    CHECK_INT(gelCloseBake(bake), gel_fileError);
    CHECK_INT(countFiles(FOLDER), 1);
    def.cookie = 0;
    CHECK_INT(gelOpenBake(world, &def, &bake), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "gelDefaultBakeDef");
    gelDestroyWorld(world);
}

TESTS(TEST(a_pc2_holds_skins_in_the_order_of_their_file),
      TEST(an_mdd_holds_the_same_the_other_way_round_with_times), TEST(an_mdd_that_ends_early_has_no_gap),
      TEST(one_body_or_the_tets_may_be_asked_for), TEST(the_shape_beside_a_cache_names_every_vertex),
      TEST(a_glb_holds_every_frame_with_normals_and_uvs),
      TEST(a_glb_that_is_long_is_warned_of_and_one_too_long_refused),
      TEST(a_pvd_lists_the_tets_of_every_frame_with_its_time),
      TEST(a_skin_that_changes_meanwhile_is_an_error))
