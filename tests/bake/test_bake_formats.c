// Each format of a bake, read by its layout: the world's bits are where they belong, those of a skin in its
// file's order.
#define _XOPEN_SOURCE 700 // dirent
#define FOLDER GEL_SCRATCH "/bake_formats"
#define SKIN_FILE FOLDER "/skin.obj"

#include "bake/bake_bytes.h"
#include "gel/tearing.h"

enum { bakedVertices = boxVertices + skinVertices };

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
    CHECK_TEXT(gelLastError(), "one.pc2: the body to write does not exist");
    gelDestroyWorld(world);
}

// Every vertex is in its place, and in a face or a wire, so that importers keep it.
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

// The start of a .vtu array, after its size.
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

// Under the names of what they are factors of; what does not vary is left out.
static void a_vtu_holds_the_factors_of_its_vertices(void)
{
    gelBodyId ids[2];
    BakedFrame frames[bakeFrames];
    float values[boxVertices], *array = NULL;
    int count;
    emptyFolder(FOLDER);
    gelWorld* world = createBakeWorld(SKIN_FILE, ids);
    gelBakeDef def = defOf(FOLDER "/values.vtu");
    for (int i = 0; i < boxVertices; i++)
        values[i] = 0.1f * (float)(i + 1);
    CHECK_INT(gelBody_SetVertexValues(world, ids[1], gel_stiffnessFactor, values, boxVertices), gel_success);
    bakeWorld(world, ids, &def, 1, 9, frames);
    gelDestroyWorld(world);
    CHECK_INT(gelLoadVertexArray(FOLDER "/values_0002.vtu", "stiffness_factor", &array, &count), gel_success);
    CHECK_INT(count, 2 * boxVertices);
    for (int i = 0; i < count && count == 2 * boxVertices; i++)
        CHECK_CLOSE((double)array[i], i < boxVertices ? 1.0 : (double)values[i - boxVertices], 0.0,
                    "its bits");
    gelFree(array);
    CHECK_INT(gelLoadVertexArray(FOLDER "/values_0002.vtu", "density_factor", &array, &count),
              gel_formatError);
    CHECK_TEXT(gelLastError(),
               "it has: velocity, stiffness_factor, strain, volume_error, body, fill_fraction, part");
}

// A run may be resumed at any frame, so what a file has must not depend on where the bake began.
static void a_body_painted_during_a_bake_has_its_factors_from_then_on(void)
{
    gelBodyId ids[2];
    gelBake* bake;
    float values[boxVertices], *array = NULL;
    int count;
    emptyFolder(FOLDER);
    gelWorld* world = createBakeWorld(SKIN_FILE, ids);
    gelBakeDef def = defOf(FOLDER "/late.vtu");
    def.frameCount = 3;
    for (int i = 0; i < boxVertices; i++)
        values[i] = 0.1f * (float)(i + 1);
    CHECK_INT(gelOpenBake(world, &def, &bake), gel_success);
    CHECK_INT(gelBake_WriteFrame(bake), gel_success);
    CHECK_INT(gelBody_SetVertexValues(world, ids[1], gel_stiffnessFactor, values, boxVertices), gel_success);
    CHECK_INT(gelBake_WriteFrame(bake), gel_success);
    CHECK_INT(gelBody_SetVertexValues(world, ids[1], gel_stiffnessFactor, NULL, boxVertices), gel_success);
    CHECK_INT(gelBake_WriteFrame(bake), gel_success);
    CHECK_INT(gelCloseBake(bake), gel_success);
    gelDestroyWorld(world);
    for (int frame = 0; frame < 3; frame++) {
        const char* files[] = {FOLDER "/late_0000.vtu", FOLDER "/late_0001.vtu", FOLDER "/late_0002.vtu"};
        gelStatus status = gelLoadVertexArray(files[frame], "stiffness_factor", &array, &count);
        CHECK_INT(status, frame == 1 ? gel_success : gel_formatError);
        if (status == gel_success)
            gelFree(array);
    }
}

// Nothing moves in it, and bodies of that definition tear.
static gelWorld* createStillWorld(gelBodyDef* body)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* world = NULL;
    def.backend = gel_referenceFloat;
    def.contact = false;
    def.substepCount = 1;
    def.gravity = (gelVec3){0, 0, 0};
    body->material.youngModulus = 10.0f;
    body->material.tearStrain = 0.3f;
    CHECK_INT(gelCreateWorld(&def, &world), gel_success);
    return world;
}

// Parts of each body have been pulled away from the rest by half a metre, and what is between has torn.
static gelWorld* tearBodies(gelBodyId ids[4])
{
    gelBodyDef body = gelDefaultBodyDef();
    gelWorld* world = createStillWorld(&body);
    gelTetMesh mesh;
    gelSurfaceMesh cloth, skin;
    gelLineMesh line;
    CHECK_INT(gelCreateBoxMesh((gelVec3){1.2f, 0.4f, 0.4f}, 6, 2, 2, &mesh), gel_success);
    CHECK_INT(gelCreateSheetSurface(1.2f, 0.6f, 6, 3, &cloth), gel_success);
    CHECK_INT(gelCreateStraightLine(1.2f, 6, &line), gel_success);
    CHECK_INT(gelCreateBody(world, &body, &mesh, &ids[0]), gel_success);
    CHECK_INT(gelCreateSheet(world, &body, &cloth, &ids[1]), gel_success);
    CHECK_INT(gelCreateRope(world, &body, &line, &ids[2]), gel_success);
    CHECK_INT(gelCreateBody(world, &body, &mesh, &ids[3]), gel_success);
    int *triangles, count;
    CHECK_INT(gelExtractSurface(&mesh, &triangles, &count), gel_success);
    CHECK_INT(gelCreateSurfaceMesh(mesh.positions, mesh.vertexCount, triangles, count, &skin, NULL),
              gel_success);
    CHECK_INT(gelBody_SetSkin(world, ids[3], &skin, NULL), gel_success);
    for (int b = 0; b < 4; b++) {
        static float xyz[3 * 128];
        int vertices = gelBody_GetMesh(world, ids[b])->vertexCount;
        CHECK_INT(gelBody_ReadPositions(world, ids[b], xyz, 128), gel_success);
        for (int v = 0; v < vertices; v++)
            xyz[3 * v] += xyz[3 * v] > 0.1f ? 0.5f : 0.0f;
        CHECK_INT(gelBody_WritePositions(world, ids[b], xyz, vertices), gel_success);
    }
    gelFree(triangles);
    gelDestroyTetMesh(&mesh);
    gelDestroySurfaceMesh(&cloth);
    gelDestroySurfaceMesh(&skin);
    gelDestroyLineMesh(&line);
    return world;
}

// Counts the sides that belong to only one of the tets that have not torn.
static int countOuterSides(gelWorld* world, gelBodyId id)
{
    static const int sides[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    int torn[512], tornCount, outer = 0;
    bool gone[512] = {false};
    CHECK_INT(gelBody_GetTornTets(world, id, torn, 512, &tornCount), gel_success);
    CHECK(tornCount > 0 && tornCount < mesh->tetCount, "%d of %d tets", tornCount, mesh->tetCount);
    for (int i = 0; i < tornCount; i++)
        gone[torn[i]] = true;
    for (int i = 0; i < 4 * mesh->tetCount; i++) {
        bool shared = gone[i / 4];
        for (int t = 0; t < mesh->tetCount && !shared; t++) {
            int same = 0;
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 4; l++)
                    same += mesh->tets[i / 4 * 4 + sides[i % 4][k]] == mesh->tets[4 * t + l];
            shared = t != i / 4 && !gone[t] && same == 3;
        }
        outer += !shared;
    }
    return outer;
}

// Triangles or lines of which no edge has torn.
static int countWhole(gelWorld* world, gelBodyId id, const int* cells, int cellCount, int corners)
{
    int torn[2 * 256], tornCount, whole = 0;
    CHECK_INT(gelBody_GetTornSprings(world, id, torn, 256, &tornCount), gel_success);
    for (int c = 0; c < cellCount; c++) {
        bool isTorn = false;
        for (int i = 0; i < 2 * tornCount; i += 2)
            for (int k = 0; k < corners; k++) {
                int a = cells[corners * c + k], b = cells[corners * c + (k + 1) % corners];
                isTorn = isTorn || (a == torn[i] && b == torn[i + 1]) || (b == torn[i] && a == torn[i + 1]);
            }
        whole += !isTorn;
    }
    CHECK(whole > 0 && whole < cellCount, "%d of %d are whole", whole, cellCount);
    return whole;
}

// Two frames in each format: as they are, and a step later.
static void bakeTorn(gelWorld* world)
{
    static const char* const names[] = {"torn.vtu", "torn.obj", "torn.ply", "torn.pc2"};
    gelBake* bakes[4];
    for (int frame = 0; frame < 2; frame++) {
        for (int i = 0; i < 4; i++) {
            char path[1024];
            snprintf(path, sizeof path, FOLDER "/%s", names[i]);
            gelBakeDef def = defOf(path);
            def.frameCount = 2;
            if (frame == 0)
                CHECK_INT(gelOpenBake(world, &def, &bakes[i]), gel_success);
            CHECK_INT(gelBake_WriteFrame(bakes[i]), gel_success);
        }
        if (frame == 0)
            CHECK_INT(gelWorld_Step(world, 1e-3f), gel_success);
    }
    for (int i = 0; i < 4; i++)
        CHECK_INT(gelCloseBake(bakes[i]), gel_success);
}

// The lines of a .obj that begin so, of each group; those before the first group count for it.
static void countLines(const char* name, char letter, int counts[4])
{
    int group = -1;
    Bytes obj = readBytes(name);
    memset(counts, 0, 4 * sizeof *counts);
    for (char* line = strtok((char*)obj.data, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        group += line[0] == 'g';
        counts[group >= 0 ? group : 0] += line[0] == letter;
    }
    free(obj.data);
}

static void what_has_torn_is_left_out_of_an_obj_and_a_ply(void)
{
    gelBodyId ids[4];
    int faces[4], lines[4], vertices[4], before[4], rest[4];
    emptyFolder(FOLDER);
    gelWorld* world = tearBodies(ids);
    bakeTorn(world);
    const gelSurfaceMesh* cloth = gelBody_GetSurface(world, ids[1]);
    const gelLineMesh* rope = gelBody_GetLines(world, ids[2]);
    const int outer = countOuterSides(world, ids[0]),
              whole = countWhole(world, ids[1], cloth->triangles, cloth->triangleCount, 3),
              left = countWhole(world, ids[2], rope->lines, rope->lineCount, 2);
    countLines("torn_0000.obj", 'f', before);
    countLines("torn_0001.obj", 'f', faces);
    countLines("torn_0001.obj", 'l', lines);
    countLines("torn_0001.obj", 'v', vertices);
    countLines("torn_rest.obj", 'f', rest);
    CHECK_INT(vertices[0], 2 * 63 + 28 + 7);
    CHECK_INT(faces[0], outer);
    CHECK_INT(faces[1], whole);
    CHECK_INT(lines[2], left);
    CHECK(faces[3] > 0 && faces[3] < before[3], "%d of %d triangles of the skin", faces[3], before[3]);
    for (int b = 0; b < 4; b++)
        CHECK_INT(rest[b], before[b]); // the caches have these triangles in all frames
    CHECK_INT(before[0] + before[1] + before[3], 2 * 112 + cloth->triangleCount);
    char expected[64];
    Bytes ply = readBytes("torn_0001.ply");
    snprintf(expected, sizeof expected, "element face %d\n", outer + whole + faces[3]);
    CHECK_TEXT((char*)ply.data, expected);
    free(ply.data);
    gelDestroyWorld(world);
}

static void what_has_torn_is_marked_in_a_vtu(void)
{
    gelBodyId ids[4];
    int tets[512], counts[2], torn = 0;
    emptyFolder(FOLDER);
    gelWorld* world = tearBodies(ids);
    bakeTorn(world);
    const gelSurfaceMesh* cloth = gelBody_GetSurface(world, ids[1]);
    const gelLineMesh* rope = gelBody_GetLines(world, ids[2]);
    const int whole = countWhole(world, ids[1], cloth->triangles, cloth->triangleCount, 3),
              left = countWhole(world, ids[2], rope->lines, rope->lineCount, 2),
              tetCount = gelBody_GetMesh(world, ids[0])->tetCount,
              cells = 2 * tetCount + cloth->triangleCount + rope->lineCount;
    for (int i = 0; i < 2; i++)
        CHECK_INT(gelBody_GetTornTets(world, ids[3 * i], tets, 512, &counts[i]), gel_success);
    Bytes vtu = readBytes("torn_0001.vtu"), before = readBytes("torn_0000.vtu");
    const unsigned char *marks = arrayOf(&vtu, "Int32", "torn", 4 * (size_t)cells),
                        *none = arrayOf(&before, "Int32", "torn", 4 * (size_t)cells);
    for (int c = 0; c < cells; c++) {
        torn += intAt(marks + 4 * c);
        CHECK_INT(intAt(none + 4 * c), 0);
    }
    CHECK_INT(torn, counts[0] + counts[1] + cloth->triangleCount - whole + rope->lineCount - left);
    for (int i = 0; i < counts[1]; i++) // `tets` are those of the last body
        CHECK_INT(intAt(marks + 4 * (tetCount + tets[i])), 1);
    free(vtu.data);
    free(before.data);
    gelDestroyWorld(world);
}

enum { fileVertices = 11 };

// Creates a sheet, a rope and a solid from files with 11 vertices each, of which some are dropped.
// Vertices 0, 5 and 10 belong to nothing. Vertices 6 and 9 of the sheet lie where 2 and 3 do. The
// rope and the solid also drop vertices without a line or tet.
static gelWorld* createWithDropped(gelBodyId ids[3])
{
    static const float flat[fileVertices][3] = {{9, 9, 9}, {0, 0, 0}, {1, 0, 0}, {1, 0, 1},
                                                {0, 0, 1}, {8, 8, 8}, {1, 0, 0}, {2, 0, 0},
                                                {2, 0, 1}, {1, 0, 1}, {7, 7, 7}},
                       deep[fileVertices][3] = {{9, 9, 9}, {0, 0, 0}, {8, 8, 8}, {1, 0, 1},
                                                {0, 0, 1}, {8, 8, 8}, {8, 8, 8}, {0, 1, 0},
                                                {1, 1, 1}, {1, 0, 1}, {7, 7, 7}};
    static const int triangles[4][3] = {{1, 4, 3}, {1, 3, 2}, {6, 9, 8}, {6, 8, 7}},
                     lines[2][2] = {{1, 3}, {3, 8}}, tets[2][4] = {{1, 3, 4, 7}, {3, 4, 7, 8}};
    gelBodyDef body = gelDefaultBodyDef();
    gelWorld* world = createStillWorld(&body);
    gelTetMesh mesh;
    gelSurfaceMesh cloth;
    gelLineMesh line;
    CHECK_INT(gelCreateSurfaceMesh(flat[0], fileVertices, triangles[0], 4, &cloth, NULL), gel_success);
    CHECK_INT(gelCreateLineMesh(flat[0], fileVertices, lines[0], 2, &line), gel_success);
    CHECK_INT(gelCreateTetMesh(deep[0], fileVertices, tets[0], 2, NULL, &mesh, NULL), gel_success);
    CHECK_INT(gelCreateSheet(world, &body, &cloth, &ids[0]), gel_success);
    CHECK_INT(gelCreateRope(world, &body, &line, &ids[1]), gel_success);
    CHECK_INT(gelCreateBody(world, &body, &mesh, &ids[2]), gel_success);
    gelDestroyTetMesh(&mesh);
    gelDestroySurfaceMesh(&cloth);
    gelDestroyLineMesh(&line);
    return world;
}

// The faces and lines of an .obj, all in one line.
static void takeFaces(const char* name, char* faces)
{
    Bytes obj = readBytes(name);
    faces[0] = '\0';
    for (char* line = strtok((char*)obj.data, "\n"); line != NULL; line = strtok(NULL, "\n"))
        if (line[0] == 'f' || line[0] == 'l')
            strcat(strcat(faces, line), " ");
    free(obj.data);
}

// One vertex of each body is pulled away, so that what holds it tears.
static void vertices_that_were_dropped_or_sewn_are_written_in_their_places(void)
{
    // Which vertex of the body each of the file follows.
    static const int followed[3][fileVertices] = {{0, 0, 1, 2, 3, 3, 1, 4, 5, 2, 2},
                                                  {0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2},
                                                  {0, 0, 0, 1, 2, 2, 2, 3, 4, 4, 4}};
    gelBodyId ids[3];
    gelBake* bakes[2];
    float xyz[3 * 6], all[2][3][fileVertices][3];
    char faces[1000];
    emptyFolder(FOLDER);
    gelWorld* world = createWithDropped(ids);
    for (int i = 0; i < 2; i++) {
        gelBakeDef def = defOf(i == 0 ? FOLDER "/file.obj" : FOLDER "/file.pc2");
        def.frameCount = 2;
        CHECK_INT(gelOpenBake(world, &def, &bakes[i]), gel_success);
    }
    for (int frame = 0; frame < 2; frame++) {
        for (int b = 0; b < 3; b++) {
            CHECK_INT(gelBody_ReadPositions(world, ids[b], xyz, 6), gel_success);
            for (int i = 0; i < fileVertices; i++)
                memcpy(all[frame][b][i], xyz + 3 * followed[b][i], sizeof all[frame][b][i]);
        }
        for (int i = 0; i < 2; i++)
            CHECK_INT(gelBake_WriteFrame(bakes[i]), gel_success);
        for (int b = 0; b < 3 && frame == 0; b++) {
            int count = gelBody_GetMesh(world, ids[b])->vertexCount;
            CHECK_INT(gelBody_ReadPositions(world, ids[b], xyz, 6), gel_success);
            xyz[3 * count - (b == 0 ? 6 : 3)] += b == 2 ? 2.0f : 0.5f;
            CHECK_INT(gelBody_WritePositions(world, ids[b], xyz, count), gel_success);
        }
        CHECK_INT(gelWorld_Step(world, TIME_STEP), gel_success);
    }
    for (int i = 0; i < 2; i++)
        CHECK_INT(gelCloseBake(bakes[i]), gel_success);
    Bytes cache = readBytes("file.pc2");
    CHECK_INT(cache.size, 32 + sizeof all);
    CHECK_INT(countOthers(cache.data + 32, false, all[0][0][0], sizeof all / 4), 0);
    free(cache.data);
    takeFaces("file_0000.obj", faces);
    CHECK_TEXT(faces, "f 2 5 4 f 2 4 3 f 3 4 9 f 3 9 8 l 1 2 l 6 5 l 7 3 l 10 4 l 11 4 "
                      "l 13 15 l 15 20 l 12 13 l 14 13 l 16 15 l 17 15 l 18 15 l 19 15 l 21 20 l 22 20 "
                      "f 24 30 26 f 24 26 27 f 24 27 30 f 26 31 27 f 27 31 30 f 26 30 31 "
                      "l 23 24 l 25 24 l 28 27 l 29 27 l 32 31 l 33 31 ");
    takeFaces("file_0001.obj", faces);
    CHECK_TEXT(faces, "f 2 5 4 f 2 4 3 f 3 4 9 l 1 2 l 6 5 l 7 3 l 8 9 l 10 4 l 11 4 "
                      "l 13 15 l 12 13 l 14 13 l 16 15 l 17 15 l 18 15 l 19 15 l 21 20 l 22 20 "
                      "f 24 30 26 f 24 26 27 f 26 30 27 f 24 27 30 "
                      "l 23 24 l 25 24 l 28 27 l 29 27 l 31 30 l 32 31 l 33 31 ");
    gelDestroyWorld(world);
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
    CHECK_TEXT(gelLastError(), "out.pc2: the skin of body 1 changed after the file was opened");
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
      TEST(a_pvd_lists_the_tets_of_every_frame_with_its_time), TEST(a_vtu_holds_the_factors_of_its_vertices),
      TEST(a_body_painted_during_a_bake_has_its_factors_from_then_on),
      TEST(what_has_torn_is_left_out_of_an_obj_and_a_ply), TEST(what_has_torn_is_marked_in_a_vtu),
      TEST(vertices_that_were_dropped_or_sewn_are_written_in_their_places),
      TEST(a_skin_that_changes_meanwhile_is_an_error))
