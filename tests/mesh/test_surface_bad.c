// Files that are not surfaces, or damaged: an error that gives the file and the reason, and no harm.
#include "mesh/surface_fixtures.h"

static void checkRefused(const char* path, gelStatus expected, const char* part)
{
    gelSurfaceMesh surface;
    gelSurfaceRepair repair = {.weldedVertices = 7};
    gelStatus status = gelLoadSurfaceMesh(path, &surface, &repair);
    CHECK(status == expected, "%s gives %d, not %d: %s", path, (int)status, (int)expected, gelLastError());
    CHECK_TEXT(gelLastError(), part);
    CHECK_TEXT(gelLastError(), path);
    CHECK(surface.positions == NULL && surface.partNames == NULL && repair.weldedVertices == 0,
          "something is left");
    if (status == gel_success)
        gelDestroySurfaceMesh(&surface);
}

typedef struct BadFile {
    const char *name, *content; // NULL: no such file
    gelStatus status;
    const char* part; // of the message
} BadFile;

static void checkFiles(const BadFile* files, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char path[1024];
        snprintf(path, sizeof path, GEL_SCRATCH "/bad_%s", files[i].name);
        remove(path);
        if (files[i].content != NULL)
            writeText(path, files[i].content);
        checkRefused(path, files[i].status, files[i].part);
    }
}
#define CHECK_FILES(files) checkFiles(files, sizeof files / sizeof files[0])

static void an_obj_file_is_refused_with_its_line(void)
{
    static const BadFile files[] = {
        {"none.obj", NULL, gel_fileError, "cannot be opened"},
        {"empty.obj", "", gel_formatError, "empty"},
        {"lines.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nl 1 2 3\np 1\n", gel_formatError,
         "none (3 vertices, 1 lines, 1 points)"},
        {"no_faces.obj", "# nothing\n", gel_formatError, "none (0 vertices"},
        {"nan.obj", "v 0 0 0\nv 1 nan 0\n", gel_formatError,
         ".obj:2: expected a coordinate within 1e15, found 'nan'"},
        {"infinite.obj", "v 0 0 0\nv 1 1e39 0\n", gel_formatError, "found '1e39'"},
        {"short.obj", "v 0 0\nv 1 0 0\n", gel_formatError,
         ".obj:1: expected a coordinate within 1e15, found the end"},
        {"far.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 2147483648\n", gel_formatError,
         ".obj:5: a face refers to vertex 2147483648; the file has 3"},
        {"huge.obj", "v 0 0 0\nf 1 1 99999999999999999999999\n", gel_formatError, "the file has 1"},
        {"back.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -1 -2 -4\n", gel_formatError, "refers to vertex -4"},
        {"zero.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 0\n", gel_formatError, "expected a corner such as"},
        {"word.obj", "v 0 0 0\nf 1 x 1\n", gel_formatError, "found 'x'"},
        {"uv.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1 2/1 3/1\n", gel_formatError,
         "texture vertex 1; the file has 0"},
        {"normal.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 1 0 0\nf 1//1 2//2 3//1\n", gel_formatError,
         "normal 2; the file has 1"},
        {"flat.obj", "v 0 0 0\nv 0 0 0\nv 0 1 0\nf 1 2 3\n", gel_formatError,
         "three different corners (of 1)"}};
    CHECK_FILES(files);
}

static void a_face_of_too_many_corners_is_refused(void)
{
    size_t size = 100000;
    char* text = calloc(size, 1);
    strcpy(text, "v 0 0 0\nf");
    for (size_t i = strlen(text); i + 3 < size; i += 2)
        memcpy(text + i, " 1", 2);
    writeText(GEL_SCRATCH "/bad_corners.obj", text);
    checkRefused(GEL_SCRATCH "/bad_corners.obj", gel_unsupported, "at most 8192 corners");
    free(text);
}

static void normals_and_uvs_that_are_no_numbers_are_counted(void)
{
    gelSurfaceMesh surface;
    gelSurfaceRepair repair;
    writeText(GEL_SCRATCH "/bad_normals.obj",
              "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn nan 0 1\nvn 0 0 1\nvt 0 inf\nvt 1 1\n"
              "f 1/2/1 2/1/2 3/2/2\n");
    if (!loadSurface(GEL_SCRATCH "/bad_normals.obj", &surface, &repair))
        return;
    CHECK_INT(repair.invalidCorners, 2);
    CHECK(surface.cornerNormals[2] == 0 && surface.cornerNormals[5] == 1, "normals of %g, %g",
          (double)surface.cornerNormals[2], (double)surface.cornerNormals[5]);
    gelDestroySurfaceMesh(&surface);
}

static void what_is_no_surface_is_refused_by_its_name(void)
{
    static const BadFile files[] = {{"a.usd", "x", gel_unsupported, "USD is not supported"},
                                    {"a.USDZ", "x", gel_unsupported, "USD is not supported"},
                                    {"a.vtk", "x", gel_unsupported, "VTK"},
                                    {"a.step", "x", gel_unsupported, "CAD"},
                                    {"a.abc", "x", gel_unsupported, "Alembic"},
                                    {"a.msh", "x", gel_unsupported, "tets"},
                                    {"a.json", "x", gel_unsupported, "gel run"},
                                    {"a.xyz", "x", gel_unsupported, "point cloud"}};
    static const BadFile unknown[] = {{"a.qqq", "x", gel_unsupported, "(.obj, .ply, .stl, .off, .gltf"},
                                      {"a", "x", gel_unsupported, "found the extension ''"}};
    static const BadFile lacking[] = {{"lacking.stl", WEDGE_STL, gel_unsupported, "libassimp-dev"}};
    CHECK_FILES(files);
    if (GEL_HAS_ASSIMP)
        CHECK_FILES(unknown);
    else
        CHECK_FILES(lacking);
}

#define PLY_HEAD                                                                                             \
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
#define PLY_TAIL "property list uchar int vertex_indices\nend_header\n"

static void damaged_off_files_are_refused(void)
{
    static const BadFile files[] = {
        {"cut.off", "OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", gel_formatError,
         ".off:7: expected a count of corners from 0 to 8192, found the end of the file"},
        {"word.off", "OFX\n", gel_formatError, "expected OFF"},
        {"binary.off", "OFF BINARY\n", gel_unsupported, "binary OFF"},
        {"four.off", "4OFF\n1 0 0\n0 0 0 1\n", gel_unsupported, "three coordinates, found 4OFF"},
        {"index.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 9\n", gel_formatError,
         ".off:6: expected a vertex from 0 to 2, found \'9\'"},
        {"nan.off", "OFF\n3 1 0\n0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n", gel_formatError, ".off:4: "},
        {"many.off", "OFF\n2000000000 1 0\n0 0 0\n", gel_formatError, ".off:2: "},
        {"edges.off", "OFF\n2 2 0\n0 0 0\n1 0 0\n2 0 1\n1 0\n", gel_formatError, "1 lines, 1 points"}};
    CHECK_FILES(files);
}

static void damaged_files_of_other_formats_are_refused(void)
{
    static const BadFile files[] = {
        {"empty.stl", "", gel_formatError, "empty"},
        {"nonsense.glb", "glTFnonsense", gel_formatError, "assimp"},
        {"nonsense.fbx", "nonsense", gel_formatError, "assimp"},
        {"nonsense.3mf", "PK\3\4nonsense", gel_formatError, "assimp"},
        {"cut.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0", gel_formatError,
         "assimp"},
        {"word.ply", "plx\n", gel_formatError, ".ply:1: expected ply, found 'plx'"},
        {"cut.ply", PLY_HEAD "element face 1\n" PLY_TAIL "0 0 0\n1 0 0\n", gel_formatError,
         "expected 4 lines of elements, as the header announces, found 2"},
        {"face.ply", PLY_HEAD "element face 1\n" PLY_TAIL "0 0 0\n1 0 0\n0 1 0\n3 0 1\n", gel_formatError,
         ".ply:13: expected a value, found the end of the line"},
        {"vertex.ply", PLY_HEAD "element face 1\n" PLY_TAIL "0 0 0\n1 0\n0 1 0\n3 0 1 2\n", gel_formatError,
         ".ply:11: expected a value, found the end of the line"},
        {"header.ply", PLY_HEAD, gel_formatError, "end_header"},
        {"count.ply",
         "ply\nformat binary_little_endian 1.0\nelement vertex 2000000000\nproperty double x\n"
         "end_header\n0123456789",
         gel_formatError, "at least 16000000000 bytes"},
        {"many.ply", "ply\nformat ascii 1.0\nelement vertex 99999999999\n", gel_formatError,
         "found '99999999999'"},
        {"index.ply", PLY_HEAD "element face 1\n" PLY_TAIL "0 0 0\n1 0 0\n0 1 0\n4 0 1 2 7\n",
         gel_formatError, "face 0: expected vertices from 0 to 2, found 7"},
        {"nan.ply", PLY_HEAD "element face 1\n" PLY_TAIL "0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n", gel_formatError,
         "vertex 1: expected coordinates"},
        {"points.ply", PLY_HEAD "end_header\n0 0 0\n1 0 0\n0 1 0\n", gel_formatError, ""},
    };
    if (!GEL_HAS_ASSIMP)
        SKIP("built without assimp (libassimp-dev)");
    CHECK_FILES(files);
}

static uint32_t randomState;
static uint32_t nextRandom(void)
{
    randomState = randomState * 1664525u + 1013904223u;
    return randomState >> 8;
}

// Truncated, with bytes changed, or both. Some stay readable: it is enough that reading ends and reports its
// result.
static void damage(const Bytes* whole, Bytes* bytes, int turn)
{
    *bytes = *whole;
    if (turn % 3 != 1)
        bytes->size = 1 + nextRandom() % whole->size;
    for (int i = 0; i < 4 && turn % 3 != 0; i++)
        bytes->data[nextRandom() % bytes->size] = (unsigned char)nextRandom();
}

static void checkDamaged(const char* ending, const Bytes* whole)
{
    char path[1024];
    int refused = 0;
    snprintf(path, sizeof path, GEL_SCRATCH "/damaged%s", ending);
    for (int turn = 0; turn < 20; turn++) {
        static Bytes bytes;
        gelSurfaceMesh surface;
        damage(whole, &bytes, turn);
        writeBytes(path, &bytes);
        gelStatus status = gelLoadSurfaceMesh(path, &surface, NULL);
        if (status == gel_success) {
            CHECK(surface.triangleCount > 0 && surface.triangleCount < 1000, "%s, turn %d: %d triangles",
                  path, turn, surface.triangleCount);
            gelDestroySurfaceMesh(&surface);
            continue;
        }
        refused++;
        CHECK_TEXT(gelLastError(), path);
    }
    CHECK(refused > 5, "%s: only %d were refused", ending, refused);
}

// Some of these crash assimp itself.
static void no_damage_to_a_file_harms_the_program(void)
{
    if (!GEL_HAS_ASSIMP)
        SKIP("built without assimp (libassimp-dev)");
    static const struct {
        const char *ending, *text;
    } texts[] = {{".obj", "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"},
                 {".ply", WEDGE_PLY},
                 {".off", WEDGE_OFF},
                 {".stl", WEDGE_STL},
                 {".fbx", WEDGE_FBX},
                 {".dae", WEDGE_DAE}};
    static Bytes whole;
    randomState = 1;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        whole.size = 0;
        putText(&whole, texts[i].text);
        checkDamaged(texts[i].ending, &whole);
    }
    whole.size = 0;
    put3mf(&whole);
    checkDamaged(".3mf", &whole);
    whole.size = 0;
    putGlb(&whole, "0", "{\"mesh\":0}");
    checkDamaged(".glb", &whole);
    whole.size = 0;
    putBigPly(&whole);
    checkDamaged("_binary.ply", &whole);
    whole.size = 0;
    putStl(&whole);
    checkDamaged("_binary.stl", &whole);
}

static void what_the_test_data_holds_beside_surfaces_is_refused(void)
{
    static const struct {
        const char *file, *part;
    } cases[] = {
        {"surfaces/rocket.obj", "616 lines"}, {"formats/s.vtk", "VTK"},
        {"formats/s_zlib.vtu", "VTK"},        {"formats/s.mesh", "tets"},
        {"formats/s_msh41_bin.msh", "tets"},  {"formats/s_bin.meshb", "found the extension '.meshb'"},
        {"formats/s.node", "tets"},           {"malformed/malformed_cube_22_ascii_missing_node.msh", "tets"}};
    const char* folder = getenv("GEL_DATA");
    if (!GEL_HAS_ASSIMP)
        SKIP("built without assimp (libassimp-dev)");
    if (folder == NULL)
        SKIP_EVEN_IN_CI("GEL_DATA does not name the folder of public meshes");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, cases[i].file);
        checkRefused(path, i == 0 ? gel_formatError : gel_unsupported, cases[i].part);
    }
}

TESTS(TEST(an_obj_file_is_refused_with_its_line), TEST(a_face_of_too_many_corners_is_refused),
      TEST(normals_and_uvs_that_are_no_numbers_are_counted), TEST(what_is_no_surface_is_refused_by_its_name),
      TEST(damaged_off_files_are_refused), TEST(damaged_files_of_other_formats_are_refused),
      TEST(no_damage_to_a_file_harms_the_program), TEST(what_the_test_data_holds_beside_surfaces_is_refused))
