// Materials, textures and vertex colours of surface files: what is kept, and what is left out with a warning.
#include "mesh/appearance_fixtures.h"
#include "mesh/surface_fixtures.h"
#include "support/folder.h"
#include "gel/gel.h"
#include "surface/appearance.h"

#define FOLDER GEL_SCRATCH "/look"

static int warningCount;
static char lastWarning[1024];
static void keepWarning(void* context, gelLogLevel level, const char* text)
{
    (void)context;
    warningCount += level == gel_logWarning;
    if (level == gel_logWarning)
        snprintf(lastWarning, sizeof lastWarning, "%s", text);
}

static gelSurfaceMesh loadWith(const char* path, int warnings)
{
    gelSurfaceMesh surface = {0};
    warningCount = 0;
    lastWarning[0] = '\0';
    gelSetLogFunction(keepWarning, NULL);
    loadSurface(path, &surface, NULL);
    gelSetLogFunction(NULL, NULL);
    CHECK(warningCount == warnings, "%d warnings instead of %d, the last: %s", warningCount, warnings,
          lastWarning);
    return surface;
}

static void checkColour(const float* found, double red, double green, double blue)
{
    const double expected[3] = {red, green, blue};
    for (int k = 0; k < 3; k++)
        CHECK_CLOSE((double)found[k], expected[k], 1e-3, "the curve of a screen, in three digits");
}

static const gelSurfaceMaterial* materialOf(const gelSurfaceMesh* surface, int triangle)
{
    const gelSurfaceAppearance* look = surface->look;
    return look != NULL && look->materials[triangle] >= 0 ? &look->list[look->materials[triangle]] : NULL;
}

static void an_obj_file_has_the_materials_of_its_mtl_file(void)
{
    emptyFolder(FOLDER);
    writeCube(FOLDER, cubeMtl);
    gelSurfaceMesh surface = loadWith(FOLDER "/cube.obj", 0);
    for (int t = 0; t < surface.triangleCount; t++) {
        const gelSurfaceMaterial* material = materialOf(&surface, t);
        bool painted = t / 2 == 2 || t / 2 == 3;
        CHECK(material != NULL, "triangle %d has no material", t);
        if (material == NULL)
            continue;
        CHECK_TEXT(material->name, painted ? "paint" : "plain");
        CHECK_INT(material->image, painted ? 0 : -1);
        checkColour(material->colour, 1, painted ? 1 : 0.214, painted ? 1 : 0); // 0.5 on a screen is 0.214
    }
    const gelSurfaceAppearance* look = surface.look;
    CHECK(look != NULL && look->imageCount == 1 && look->images[0].size == sizeof smallPng &&
              memcmp(look->images[0].bytes, smallPng, sizeof smallPng) == 0,
          "the picture is not kept as it is");
    gelDestroySurfaceMesh(&surface);
}

// A fault of a texture or a .mtl file never fails the surface.
static void what_is_missing_or_damaged_is_one_warning_and_the_colour_remains(void)
{
    static const struct {
        const char *mtl, *warning;
        bool painted; // there are materials
    } cases[] = {
        {"newmtl paint\nmap_Kd none.png\nnewmtl plain\n",
         "the texture none.png is ignored: it cannot be read: ", true},
        {"newmtl paint\nmap_Kd ../outside.png\nnewmtl plain\n", "it is not below the folder of the mesh",
         true},
        {"newmtl paint\nmap_Kd cube.mtl\nnewmtl plain\n", "it is neither a PNG nor a JPEG picture", true},
        {"newmtl paint\nmap_Kd short.png\nnewmtl plain\n", "it is cut short or damaged", true},
        {"newmtl paint\nmap_Kd wide.png\nnewmtl plain\n", "of more than 8192 pixels", true},
        {"newmtl paint\nnewmtl plain\nKd red\n", "cube.mtl:3: expected three numbers from 0 to 1 after Kd",
         true},
        {"newmtl paint\n", "cube.obj:15: no .mtl file defines the material plain", true},
        {"", "cube.mtl: expected content, found an empty file", false},
    };
    unsigned char wide[sizeof smallPng];
    memcpy(wide, smallPng, sizeof wide);
    wide[18] = 0x40;
    emptyFolder(FOLDER);
    writeData(GEL_SCRATCH "/outside.png", smallPng, sizeof smallPng);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        writeCube(FOLDER, cases[i].mtl);
        writeData(FOLDER "/short.png", smallPng, sizeof smallPng - 13);
        writeData(FOLDER "/wide.png", wide, sizeof wide);
        gelSurfaceMesh surface = loadWith(FOLDER "/cube.obj", 1);
        CHECK_TEXT(lastWarning, cases[i].warning);
        CHECK((surface.look != NULL) == cases[i].painted, "case %zu", i);
        const gelSurfaceMaterial* material = materialOf(&surface, 4);
        CHECK((material != NULL) == cases[i].painted, "case %zu: no material", i);
        CHECK_INT(material != NULL ? material->image : -1, -1);
        gelDestroySurfaceMesh(&surface);
    }
}

static void a_damaged_mtl_file_never_stops_a_surface(void)
{
    char text[sizeof cubeMtl];
    emptyFolder(FOLDER);
    gelSetLogFunction(keepWarning, NULL);
    for (size_t at = 0; at < 4 * (sizeof cubeMtl - 1); at++) {
        static const char edits[4] = {'\0', '\n', '-', '\xff'};
        gelSurfaceMesh surface;
        memcpy(text, cubeMtl, sizeof text);
        text[at / 4] = edits[at % 4];
        writeCube(FOLDER, text);
        CHECK(gelLoadSurfaceMesh(FOLDER "/cube.obj", &surface, NULL) == gel_success, "edit %zu: %s", at,
              gelLastError());
        CHECK_INT(surface.triangleCount, 12);
        gelDestroySurfaceMesh(&surface);
    }
    gelSetLogFunction(NULL, NULL);
}

static void pictures_are_whole_or_refused(void)
{
    CHECK(gelCheckImage(smallPng, sizeof smallPng) == NULL, "%s", gelCheckImage(smallPng, sizeof smallPng));
    CHECK(gelCheckImage(smallJpeg, sizeof smallJpeg) == NULL, "%s",
          gelCheckImage(smallJpeg, sizeof smallJpeg));
    for (size_t size = 0; size < sizeof smallPng - 4; size++)
        CHECK(gelCheckImage(smallPng, size) != NULL, "a PNG of %zu bytes passes", size);
    for (size_t size = 0; size < sizeof smallJpeg; size++)
        CHECK(gelCheckImage(smallJpeg, size) != NULL, "a JPEG of %zu bytes passes", size);
    for (size_t at = 0; at < 2 * sizeof smallPng; at++) {
        unsigned char bytes[sizeof smallPng];
        memcpy(bytes, smallPng, sizeof bytes);
        bytes[at / 2] = at % 2 ? 0xff : 0;
        gelCheckImage(bytes, sizeof bytes); // and ends
        memcpy(bytes, smallJpeg, sizeof smallJpeg);
        bytes[at / 2 % sizeof smallJpeg] = at % 2 ? 0xff : 0;
        gelCheckImage(bytes, sizeof smallJpeg);
    }
}

// Returns the colour of a triangle's corner at a vertex.
static const float* colourAt(const gelSurfaceMesh* surface, int vertex)
{
    int corner = 0;
    while (corner < 3 * surface->triangleCount - 1 && surface->triangles[corner] != vertex)
        corner++;
    return &surface->look->cornerColours[3 * corner];
}

static void checkVertexColours(const char* path)
{
    gelSurfaceMesh surface = loadWith(path, 0);
    CHECK(surface.look != NULL && surface.look->cornerColours != NULL, "%s: no colours", path);
    if (surface.look != NULL && surface.look->cornerColours != NULL) {
        checkColour(colourAt(&surface, 0), 1, 0, 0);
        checkColour(colourAt(&surface, 1), 0, 0.216, 0); // 128 of 255
        checkColour(colourAt(&surface, 3), 1, 1, 1);
        CHECK_INT(surface.look->materials[0], -1);
    }
    gelDestroySurfaceMesh(&surface);
}

static void vertices_keep_their_colours(void)
{
    writeText(GEL_SCRATCH "/colours.off",
              "COFF\n4 4 0\n0 0 0 255 0 0 255\n1 0 0 0 128 0 255\n0 2 0 0 0 0 255\n"
              "0 0 3 255 255 255 255\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n");
    checkVertexColours(GEL_SCRATCH "/colours.off");
    writeText(GEL_SCRATCH "/fractions.off", "COFF\n4 4 0\n0 0 0 1 0 0 1\n1 0 0 0 0.502 0 1\n0 2 0 0 0 0 1\n"
                                            "0 0 3 1 1 1 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n");
    checkVertexColours(GEL_SCRATCH "/fractions.off");
    if (!GEL_HAS_ASSIMP)
        SKIP("built without assimp (libassimp-dev)");
    writeText(
        GEL_SCRATCH "/colours.ply",
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
        "property uchar red\nproperty uchar green\nproperty uchar blue\nelement face 4\n"
        "property list uchar uint vertex_indices\nend_header\n0 0 0 255 0 0\n1 0 0 0 128 0\n0 2 0 0 0 0\n"
        "0 0 3 255 255 255\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n");
    checkVertexColours(GEL_SCRATCH "/colours.ply");
}

// The wedge with a material, whose picture follows the positions in the file.
static void writeGltf(const char* path, const char* material)
{
    static Bytes data;
    char json[4096], plain[4096];
    data.size = 0;
    putGltfData(&data);
    put(&data, smallPng, sizeof smallPng);
    writeBytes(FOLDER "/data.bin", &data);
    gltfJson(plain, sizeof plain, "0", "{\"mesh\":0}", ",\"uri\":\"data.bin\"");
    char* indices = strstr(plain, "\"indices\":3") + strlen("\"indices\":3");
    char* length = strstr(plain, "\"buffers\":[{\"byteLength\":176");
    snprintf(
        json, sizeof json,
        "%.*s,\"material\":0%.*s,\"materials\":[%s],\"textures\":[{\"source\":0}],\"images\":[{\"mimeType\":"
        "\"image/png\",\"bufferView\":4}],\"buffers\":[{\"byteLength\":%zu%s",
        (int)(indices - plain), plain, (int)(length - 1 - indices), indices, material, data.size,
        length + strlen("\"buffers\":[{\"byteLength\":176"));
    char* views = strstr(json, "\"byteOffset\":128,\"byteLength\":48}");
    char rest[2048];
    views += strlen("\"byteOffset\":128,\"byteLength\":48}");
    snprintf(rest, sizeof rest, "%s", views);
    snprintf(views, sizeof json - (size_t)(views - json),
             ",{\"buffer\":0,\"byteOffset\":176,\"byteLength\":%zu}%s", sizeof smallPng, rest);
    writeText(path, json);
}

static void a_gltf_file_keeps_base_colours_and_pictures_within(void)
{
    if (!GEL_HAS_ASSIMP)
        SKIP("built without assimp (libassimp-dev)");
    emptyFolder(FOLDER);
    writeGltf(FOLDER "/paint.gltf",
              "{\"name\":\"paint\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,0.5,0.25,1],"
              "\"baseColorTexture\":{\"index\":0}}}");
    gelSurfaceMesh surface = loadWith(FOLDER "/paint.gltf", 0);
    const gelSurfaceMaterial* material = materialOf(&surface, 0);
    CHECK(material != NULL && material->image >= 0, "no material with a picture");
    if (material != NULL && material->image >= 0) {
        const gelSurfaceImage* image = &surface.look->images[material->image];
        CHECK_TEXT(material->name, "paint");
        checkColour(material->colour, 1, 0.5, 0.25); // linear in glTF
        CHECK(image->size == sizeof smallPng && memcmp(image->bytes, smallPng, image->size) == 0,
              "another picture, of %zu bytes", image->size);
    }
    gelDestroySurfaceMesh(&surface);
    writeGltf(FOLDER "/plain.gltf", "{\"name\":\"white\",\"pbrMetallicRoughness\":{\"metallicFactor\":0}}");
    surface = loadWith(FOLDER "/plain.gltf", 0);
    CHECK(surface.look == NULL, "a material that says nothing is a look");
    gelDestroySurfaceMesh(&surface);
}

static void bodies_share_a_skin_only_if_it_looks_the_same(void)
{
    gelTetMesh mesh;
    gelBodyId ids[3];
    gelWorld* world = NULL;
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    emptyFolder(FOLDER);
    CHECK_INT(gelCreateWorld(&def, &world), gel_success);
    CHECK_INT(gelCreateBoxMesh((gelVec3){1, 1, 1}, 1, 1, 1, &mesh), gel_success);
    for (int i = 0; i < 3; i++) {
        gelBodyDef bodyDef = gelDefaultBodyDef();
        writeCube(FOLDER, i < 2 ? cubeMtl : "newmtl paint\nnewmtl plain\nKd 0 0 1\n");
        gelSurfaceMesh surface = loadWith(FOLDER "/cube.obj", 0);
        CHECK_INT(gelCreateBody(world, &bodyDef, &mesh, &ids[i]), gel_success);
        CHECK_INT(gelBody_SetSkin(world, ids[i], &surface, NULL), gel_success);
        gelDestroySurfaceMesh(&surface);
    }
    const gelSkin *first = gelBody_GetSkin(world, ids[0]), *third = gelBody_GetSkin(world, ids[2]);
    CHECK(gelBody_GetSkin(world, ids[1]) == first, "equal skins are not shared");
    CHECK(third != first && third->surface.look->imageCount == 0, "another look was taken for the same");
    CHECK(first->surface.look->imageCount == 1 && first->surface.look->images[0].size == sizeof smallPng,
          "the skin has no picture");
    gelDestroyTetMesh(&mesh);
    gelDestroyWorld(world);
}

TESTS(TEST(an_obj_file_has_the_materials_of_its_mtl_file),
      TEST(what_is_missing_or_damaged_is_one_warning_and_the_colour_remains),
      TEST(a_damaged_mtl_file_never_stops_a_surface), TEST(pictures_are_whole_or_refused),
      TEST(vertices_keep_their_colours), TEST(a_gltf_file_keeps_base_colours_and_pictures_within),
      TEST(bodies_share_a_skin_only_if_it_looks_the_same))
