// A baked .glb, taken apart: every corner of every triangle is where the world has it, with its normal and
// UV, in its part.
#define _XOPEN_SOURCE 700 // dirent
#define FOLDER GEL_SCRATCH "/bake_glb"
#define SKIN_FILE FOLDER "/skin.obj"

#include "bake/baked_glb.h"
#include "mesh/appearance_fixtures.h"
#include "support/fixtures.h"

// The expected corners of all triangles at a frame.
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

// The largest deviation from the expected corners of a part, at a frame.
static double checkPart(const Glb* glb, int part, const int* indices, const gelSurfaceMesh* surface,
                        const BakedFrame* baked, int frame)
{
    const cJSON* primitive = cJSON_GetArrayItem(primitivesOf(glb), part);
    const cJSON* shape = cJSON_GetObjectItem(primitive, "attributes");
    const cJSON* target = cJSON_GetArrayItem(cJSON_GetObjectItem(primitive, "targets"), frame - 1);
    const char* const names[3] = {"POSITION", "NORMAL", "TEXCOORD_0"};
    double worst = 0;
    for (int i = 0, at = 0; i < 3 * partsTriangles; i++) {
        if (surface->parts[i / 3] != part)
            continue;
        PartCorner corner = expectPartCorner(surface, baked->skin[1], i);
        const float* const expected[3] = {corner.position, corner.normal, corner.uv};
        for (int a = 0; a < 3; a++)
            for (int k = 0, width = a == 2 ? 2 : 3; k < width; k++) {
                int count, place = 4 * (width * indices[at] + k);
                float value =
                    floatAt(accessorOf(glb, numberOf(shape, names[a]), 4 * width, &count) + place, false);
                if (a < 2 && frame > 0)
                    value += floatAt(accessorOf(glb, numberOf(target, names[a]), 12, &count) + place, false);
                float wanted = a == 2 && k == 1 ? 1 - expected[a][k] : expected[a][k];
                worst = fmax(worst, fabs((double)value - (double)wanted));
            }
        at++;
    }
    return worst;
}

static void the_parts_of_a_skin_are_primitives_that_keep_edges_and_seams(void)
{
    static const char* const names[2] = {"can", "l\"\xc3\xa4\xc3\xa4"};
    static const int vertices[2] = {canVertices, lidVertices}, triangles[2] = {10, 2};
    BakedFrame frames[bakeFrames];
    gelBodyId ids[2];
    emptyFolder(FOLDER);
    gelWorld* world = createBakeWorld(SKIN_FILE, ids);
    const gelSkin* skin = wearParts(world, ids[1], FOLDER "/parts.obj");
    gelBakeDef def = defOf(FOLDER "/out.glb");
    def.body = ids[1];
    bakeWorld(world, ids, &def, 1, bakeFrames, frames);
    Glb glb = readGlb("out.glb");
    const cJSON* materials = cJSON_GetObjectItem(glb.json, "materials");
    CHECK_INT(cJSON_GetArraySize(primitivesOf(&glb)), 2);
    CHECK_INT(cJSON_GetArraySize(materials), 2);
    for (int part = 0; part < 2; part++) {
        const cJSON* primitive = cJSON_GetArrayItem(primitivesOf(&glb), part);
        const cJSON* material = cJSON_GetArrayItem(materials, numberOf(primitive, "material"));
        int count, indices[3 * partsTriangles] = {0};
        CHECK_TEXT(cJSON_GetStringValue(cJSON_GetObjectItem(material, "name")), names[part]);
        accessorOf(&glb, numberOf(cJSON_GetObjectItem(primitive, "attributes"), "POSITION"), 12, &count);
        CHECK_INT(count, vertices[part]);
        const unsigned char* data = accessorOf(&glb, numberOf(primitive, "indices"), 4, &count);
        CHECK_INT(count, 3 * triangles[part]);
        for (int i = 0; i < count && i < 3 * partsTriangles; i++)
            CHECK((indices[i] = intAt(data + 4 * i)) < vertices[part], "vertex %d", indices[i]);
        for (int f = 0; f < bakeFrames; f++)
            CHECK_CLOSE(checkPart(&glb, part, indices, &skin->surface, &frames[f], f), 0, 1e-6,
                        "normals in single precision");
    }
    checkGlbAnimation(&glb);
    cJSON_Delete(glb.json);
    free(glb.bytes.data);
    gelDestroyWorld(world);
}

// A body of parts, one without a name, one of parts, and two with one part of one name.
static void bodies_in_a_row_that_have_one_part_are_one_primitive(void)
{
    static const int materials[6] = {0, 1, -1, 0, 1, 2};
    gelBodyId ids[2], more[3];
    gelTetMesh mesh;
    gelSurfaceMesh named;
    gelBake* bake;
    emptyFolder(FOLDER);
    gelWorld* world = createBakeWorld(SKIN_FILE, ids);
    CHECK_INT(gelCreateBoxMesh((gelVec3){1, 1, 1}, 2, 2, 2, &mesh), gel_success);
    FILE* file = fopen(FOLDER "/named.obj", "w");
    CHECK(file != NULL && fputs("o one\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", file) >= 0 &&
              fclose(file) == 0,
          "cannot write");
    CHECK_INT(gelLoadSurfaceMesh(FOLDER "/named.obj", &named, NULL), gel_success);
    gelBodyDef bodyDef = gelDefaultBodyDef();
    for (int i = 0; i < 3; i++) {
        CHECK_INT(gelCreateBody(world, &bodyDef, &mesh, &more[i]), gel_success);
        if (i > 0)
            CHECK_INT(gelBody_SetSkin(world, more[i], &named, NULL), gel_success);
    }
    wearParts(world, ids[0], FOLDER "/parts.obj");
    wearParts(world, more[0], FOLDER "/parts.obj");
    gelBakeDef def = defOf(FOLDER "/out.glb");
    CHECK_INT(gelOpenBake(world, &def, &bake), gel_success);
    CHECK_INT(gelBake_WriteFrame(bake), gel_success);
    CHECK_INT(gelBody_SetSkin(world, more[0], NULL, NULL), gel_success); // the names are no longer needed
    CHECK_INT(gelCloseBake(bake), gel_success);
    Glb glb = readGlb("out.glb");
    CHECK_INT(cJSON_GetArraySize(primitivesOf(&glb)), 6);
    CHECK_INT(cJSON_GetArraySize(cJSON_GetObjectItem(glb.json, "materials")), 3);
    for (int i = 0; i < 6; i++) {
        const cJSON* primitive = cJSON_GetArrayItem(primitivesOf(&glb), i);
        CHECK_INT(cJSON_GetObjectItem(primitive, "material") != NULL ? numberOf(primitive, "material") : -1,
                  materials[i]);
    }
    int count;
    accessorOf(&glb, numberOf(cJSON_GetArrayItem(primitivesOf(&glb), 5), "indices"), 4, &count);
    CHECK_INT(count, 6);
    cJSON_Delete(glb.json);
    free(glb.bytes.data);
    gelDestroySurfaceMesh(&named);
    gelDestroyTetMesh(&mesh);
    gelDestroyWorld(world);
}

static void wear(gelWorld* world, gelBodyId id, const char* path)
{
    gelSurfaceMesh surface;
    CHECK(gelLoadSurfaceMesh(path, &surface, NULL) == gel_success, "%s", gelLastError());
    CHECK_INT(gelBody_SetSkin(world, id, &surface, NULL), gel_success);
    gelDestroySurfaceMesh(&surface);
}

static double factorOf(const cJSON* material, int channel)
{
    const cJSON* shaded = cJSON_GetObjectItem(material, "pbrMetallicRoughness");
    const cJSON* factor = cJSON_GetObjectItem(shaded, "baseColorFactor");
    return cJSON_GetNumberValue(cJSON_GetArrayItem(factor, channel));
}

// Checks that the glTF reader finds the picture, the materials and the colours again.
static void checkReadBack(void)
{
    gelSurfaceMesh surface;
    if (!GEL_HAS_ASSIMP)
        return;
    CHECK(gelLoadSurfaceMesh(FOLDER "/out.glb", &surface, NULL) == gel_success, "%s", gelLastError());
    const gelSurfaceAppearance* look = surface.look;
    CHECK(look != NULL && look->imageCount == 1 && look->images[0].size == sizeof smallPng &&
              memcmp(look->images[0].bytes, smallPng, sizeof smallPng) == 0,
          "the picture is not read back");
    int textured = 0;
    for (int t = 0; look != NULL && t < surface.triangleCount; t++)
        textured += look->materials[t] >= 0 && look->list[look->materials[t]].image == 0;
    CHECK_INT(textured, 4);
    CHECK(look != NULL && look->cornerColours != NULL, "no colours of vertices are read back");
    gelDestroySurfaceMesh(&surface);
}

// Body 0 wears two materials and a picture, body 1 colours of vertices.
static void a_glb_carries_base_colours_pictures_and_colours_of_vertices(void)
{
    gelBodyId ids[2];
    emptyFolder(FOLDER);
    gelWorld* world = createBakeWorld(SKIN_FILE, ids);
    writeCube(FOLDER, cubeMtl);
    writeText(FOLDER "/colours.off",
              "COFF\n4 4 0\n0 0 0 255 0 0 255\n.3 0 0 255 0 0 255\n0 .3 0 255 0 0 255\n"
              "0 0 .3 255 0 0 255\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n");
    wear(world, ids[0], FOLDER "/cube.obj");
    wear(world, ids[1], FOLDER "/colours.off");
    gelBakeDef def = defOf(FOLDER "/out.glb");
    gelBake* bake;
    CHECK_INT(gelOpenBake(world, &def, &bake), gel_success);
    CHECK_INT(gelBake_WriteFrame(bake), gel_success);
    CHECK_INT(gelBody_SetSkin(world, ids[0], NULL, NULL), gel_success); // the picture is no longer needed
    CHECK_INT(gelCloseBake(bake), gel_success);
    Glb glb = readGlb("out.glb");
    const cJSON *materials = cJSON_GetObjectItem(glb.json, "materials"),
                *images = cJSON_GetObjectItem(glb.json, "images");
    CHECK_INT(cJSON_GetArraySize(primitivesOf(&glb)), 3);
    CHECK_INT(cJSON_GetArraySize(materials), 2);
    CHECK_INT(cJSON_GetArraySize(images), 1);
    for (int i = 0; i < 3; i++) {
        const cJSON* primitive = cJSON_GetArrayItem(primitivesOf(&glb), i);
        const cJSON* material = cJSON_GetArrayItem(materials, numberOf(primitive, "material"));
        bool painted = strcmp(cJSON_GetStringValue(cJSON_GetObjectItem(material, "name")), "paint") == 0;
        int count;
        const unsigned char* colour =
            accessorOf(&glb, numberOf(cJSON_GetObjectItem(primitive, "attributes"), "COLOR_0"), 12, &count);
        CHECK_INT(count, i == 2 ? 12 : painted ? 8 : 16);
        CHECK_CLOSE((double)floatAt(colour + 4, false), i == 2 ? 0 : 1, 0, "white, or red");
        if (i == 2) {
            CHECK(cJSON_GetObjectItem(primitive, "material") == NULL,
                  "vertices with colours have a material");
            continue;
        }
        CHECK_CLOSE(factorOf(material, 1), painted ? 1 : 0.214, 1e-3, "0.5 on a screen");
        CHECK((cJSON_GetObjectItem(cJSON_GetObjectItem(material, "pbrMetallicRoughness"),
                                   "baseColorTexture") != NULL) == painted,
              "primitive %d", i);
    }
    const cJSON* view = cJSON_GetArrayItem(cJSON_GetObjectItem(glb.json, "bufferViews"),
                                           numberOf(cJSON_GetArrayItem(images, 0), "bufferView"));
    CHECK_INT(numberOf(view, "byteLength"), sizeof smallPng);
    CHECK(memcmp(glb.binary + numberOf(view, "byteOffset"), smallPng, sizeof smallPng) == 0,
          "another picture");
    CHECK_INT(numberOf(view, "byteOffset") % 4, 0);
    checkReadBack();
    cJSON_Delete(glb.json);
    free(glb.bytes.data);
    gelDestroyWorld(world);
}

static int warningCount;
static void countWarnings(void* context, gelLogLevel level, const char* text)
{
    (void)context;
    warningCount += level == gel_logWarning && strstr(text, "a glTF viewer loads all at once") != NULL;
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
    CHECK_TEXT(gelLastError(), "but a .glb holds at most 2048: write fewer frames, or use a cache");
    CHECK_INT(countFiles(FOLDER), 1);
    gelDestroyWorld(world);
}

enum { turns = 12, motionValues = 7 };

// v + 2 w (u x v) + 2 u x (u x v), of the quaternion {u, w}
static void turnBy(const double q[4], const double v[3], double turned[3])
{
    double a[3], b[3];
    for (int k = 0; k < 3; k++)
        a[k] = q[(k + 1) % 3] * v[(k + 2) % 3] - q[(k + 2) % 3] * v[(k + 1) % 3];
    for (int k = 0; k < 3; k++)
        b[k] = q[(k + 1) % 3] * a[(k + 2) % 3] - q[(k + 2) % 3] * a[(k + 1) % 3];
    for (int k = 0; k < 3; k++)
        turned[k] = v[k] + 2 * q[3] * a[k] + 2 * b[k];
}

// Places the body as its mesh, turned by 40 degrees a frame about an oblique axis, and moved.
static void placeTurned(gelWorld* world, gelBodyId id, int frame)
{
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    double half = 0.5 * 40.0 * acos(-1.0) / 180.0 * frame, s = sin(half), along = 0.1 * frame;
    double q[4] = {s * 2 / 3, s / 3, -s * 2 / 3, cos(half)};
    float points[boxVertices][3];
    for (int v = 0; v < boxVertices; v++) {
        double p[3], turned[3];
        for (int k = 0; k < 3; k++)
            p[k] = (double)mesh->positions[3 * v + k];
        turnBy(q, p, turned);
        for (int k = 0; k < 3; k++)
            points[v][k] = (float)(turned[k] + along * (k == 0 ? 1 : -0.5));
    }
    CHECK_INT(gelBody_WritePositions(world, id, points[0], boxVertices), gel_success);
}

// The translations and rotations of a node at each frame, by its channels.
static void readMotion(const Glb* glb, int node, float values[turns][motionValues])
{
    const cJSON* animation = cJSON_GetArrayItem(cJSON_GetObjectItem(glb->json, "animations"), 0);
    const cJSON* channel;
    int found = 0;
    cJSON_ArrayForEach(channel, cJSON_GetObjectItem(animation, "channels"))
    {
        const cJSON* target = cJSON_GetObjectItem(channel, "target");
        const char* path = cJSON_GetStringValue(cJSON_GetObjectItem(target, "path"));
        if (numberOf(target, "node") != node || path == NULL)
            continue;
        int width = strcmp(path, "rotation") == 0 ? 4 : 3, count;
        const cJSON* sampler =
            cJSON_GetArrayItem(cJSON_GetObjectItem(animation, "samplers"), numberOf(channel, "sampler"));
        const unsigned char* data = accessorOf(glb, numberOf(sampler, "output"), 4 * width, &count);
        CHECK_INT(count, turns);
        CHECK_INT(numberOf(sampler, "input"),
                  numberOf(cJSON_GetArrayItem(cJSON_GetObjectItem(animation, "samplers"), 0), "input"));
        for (int i = 0; i < turns * width && count == turns; i++)
            values[i / width][(width == 4 ? 3 : 0) + i % width] = floatAt(data + 4 * i, false);
        found++;
    }
    CHECK_INT(found, 2);
}

// How far the motion leaves the mesh's points from those of the file, over all corners of the box.
static double missBy(const Glb* glb, const gelTetMesh* mesh, const int* corners, int frame,
                     const float motion[motionValues])
{
    int count;
    double worst = 0, q[4];
    const cJSON* shape = cJSON_GetObjectItem(primitiveOf(glb), "attributes");
    const cJSON* target = cJSON_GetArrayItem(cJSON_GetObjectItem(primitiveOf(glb), "targets"), frame - 1);
    const unsigned char* indices = accessorOf(glb, numberOf(primitiveOf(glb), "indices"), 4, &count);
    const unsigned char* base = accessorOf(glb, numberOf(shape, "POSITION"), 12, &count);
    for (int k = 0; k < 4; k++)
        q[k] = (double)motion[3 + k];
    for (int i = 0; i < 3 * boxTriangles; i++) {
        double p[3], turned[3];
        for (int k = 0; k < 3; k++)
            p[k] = (double)mesh->positions[3 * corners[i] + k];
        turnBy(q, p, turned);
        for (int k = 0; k < 3; k++) {
            int at = 12 * intAt(indices + 4 * i) + 4 * k;
            double place = (double)floatAt(base + at, false);
            if (frame > 0)
                place +=
                    (double)floatAt(accessorOf(glb, numberOf(target, "POSITION"), 12, &count) + at, false);
            worst = fmax(worst, fabs(turned[k] + (double)motion[k] - place));
        }
    }
    return worst;
}

// Body 1 turns as a whole, body 2 falls and bends. Local points of the first are those of its mesh.
static void a_node_moves_along_with_each_body(void)
{
    gelBodyId ids[2];
    gelVec3 t[turns];
    gelQuat q[turns];
    float motion[turns][motionValues] = {{0}}, *rotation;
    int *corners, count;
    gelBake* bake;
    emptyFolder(FOLDER);
    gelWorld* world = createBakeWorld(SKIN_FILE, ids);
    gelBakeDef def = defOf(FOLDER "/out.glb");
    def.frameCount = 20; // and ends early
    REQUIRE(gelOpenBake(world, &def, &bake));
    for (int frame = 0; frame < turns; frame++) {
        REQUIRE(gelWorld_Step(world, TIME_STEP));
        placeTurned(world, ids[0], frame);
        REQUIRE(gelBake_WriteFrame(bake));
        REQUIRE(gelBody_GetTransform(world, ids[1], &t[frame], &q[frame]));
    }
    REQUIRE(gelCloseBake(bake));
    Glb glb = readGlb("out.glb");
    const cJSON* nodes = cJSON_GetObjectItem(glb.json, "nodes");
    CHECK_INT(cJSON_GetArraySize(nodes), 3);
    CHECK_TEXT(cJSON_GetStringValue(cJSON_GetObjectItem(cJSON_GetArrayItem(nodes, 1), "name")),
               "body 1 motion");
    CHECK_INT(gelExtractSurface(gelBody_GetMesh(world, ids[0]), &corners, &count), gel_success);
    readMotion(&glb, 1, motion);
    for (int f = 0; f < turns; f++) {
        double dot = 0;
        for (int k = 3; k < motionValues; k++)
            dot += (double)motion[f][k] * (double)motion[f > 0 ? f - 1 : 0][k];
        CHECK_CLOSE(dot, f > 0 ? cos(acos(-1.0) / 9) : 1, 1e-6, "half of 40 degrees, with the same sign");
        CHECK_CLOSE(missBy(&glb, gelBody_GetMesh(world, ids[0]), corners, f, motion[f]), 0, 1e-6,
                    "single precision");
    }
    readMotion(&glb, 2, motion);
    for (int f = 0; f < turns; f++) {
        rotation = motion[f] + 3;
        double cosine = fabs((double)(rotation[0] * q[f].x + rotation[1] * q[f].y + rotation[2] * q[f].z +
                                      rotation[3] * q[f].w));
        CHECK(motion[f][0] == t[f].x && motion[f][1] == t[f].y && motion[f][2] == t[f].z, "frame %d", f);
        CHECK_CLOSE(cosine, 1, 1e-6, "gelBody_GetTransform");
    }
    cJSON_Delete(glb.json);
    free(glb.bytes.data);
    gelFree(corners);
    gelDestroyWorld(world);
}

static void the_motion_has_the_number_of_its_body_and_none_needs_frames(void)
{
    gelBodyId ids[2];
    gelBake* bake;
    emptyFolder(FOLDER);
    gelWorld* world = createBakeWorld(SKIN_FILE, ids);
    gelBakeDef def = defOf(FOLDER "/out.glb");
    def.body = ids[1];
    REQUIRE(gelOpenBake(world, &def, &bake));
    REQUIRE(gelBake_WriteFrame(bake));
    REQUIRE(gelCloseBake(bake));
    Glb glb = readGlb("out.glb");
    const cJSON* nodes = cJSON_GetObjectItem(glb.json, "nodes");
    const cJSON* place = cJSON_GetObjectItem(cJSON_GetArrayItem(nodes, 1), "translation");
    CHECK_INT(cJSON_GetArraySize(nodes), 2);
    CHECK_TEXT(cJSON_GetStringValue(cJSON_GetObjectItem(cJSON_GetArrayItem(nodes, 1), "name")),
               "body 2 motion");
    CHECK_CLOSE(cJSON_GetNumberValue(cJSON_GetArrayItem(place, 0)), 1.0 / 3.0 + 1.3, 1e-6,
                "where its definition puts it");
    CHECK(cJSON_GetObjectItem(glb.json, "animations") == NULL, "a single frame is animated");
    cJSON_Delete(glb.json);
    free(glb.bytes.data);
    gelDestroyWorld(world);
}

TESTS(TEST(a_glb_holds_every_frame_with_normals_and_uvs),
      TEST(the_parts_of_a_skin_are_primitives_that_keep_edges_and_seams),
      TEST(bodies_in_a_row_that_have_one_part_are_one_primitive),
      TEST(a_glb_carries_base_colours_pictures_and_colours_of_vertices),
      TEST(a_node_moves_along_with_each_body),
      TEST(the_motion_has_the_number_of_its_body_and_none_needs_frames),
      TEST(a_glb_that_is_long_is_warned_of_and_one_too_long_refused))
