// A mesh that is saved and loaded again is the same, bit for bit, in every format, for Gel and for other
// programs.
#define _POSIX_C_SOURCE 200809L // mkdir
#include "gel/mesh.h"
#include "support/files.h"
#include "support/system.h"

#include <errno.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Kind {
    const char* name;
    const char* ending;
    gelSaveOptions options;
    bool losesFill;
    bool meshioFails; // version 5.0.0 takes integers only as attributes of TetGen's tets
} Kind;

static const Kind kinds[] = {
    {"gmsh41", ".msh", {gel_meshByName, false}, false, false},
    {"gmsh41_binary", ".msh", {gel_meshByName, true}, false, false},
    {"gmsh22", ".msh", {gel_meshGmsh22, false}, false, false},
    {"gmsh22_binary", ".msh", {gel_meshGmsh22, true}, false, false},
    {"vtu", ".vtu", {gel_meshByName, false}, false, false},
    {"vtk", ".vtk", {gel_meshByName, false}, false, false},
    {"vtk_binary", ".vtk", {gel_meshVtk, true}, false, false},
    {"medit", ".mesh", {gel_meshMedit, false}, true, false},
    {"tetgen_node", ".node", {gel_meshByName, false}, false, true},
    {"tetgen_ele", ".ele", {gel_meshTetGen, false}, false, true},
};
enum { kindCount = sizeof kinds / sizeof kinds[0] };

static const char* pathOf(const char* name, const char* ending)
{
    static char paths[16][1024];
    static int turn;
    turn = (turn + 1) % 16;
    snprintf(paths[turn], sizeof paths[turn], GEL_SCRATCH "/save_%s%s", name, ending);
    return paths[turn];
}

static uint32_t randomState;

static float nextRandom(void)
{
    randomState = randomState * 1664525u + 1013904223u;
    return (float)(randomState >> 8) / 16777216.0f;
}

// A ball of numbers that text does not preserve by chance: all mantissa bits, large and small, a negative
// zero.
static gelTetMesh makeBall(bool fill, bool parts)
{
    gelTetMesh ball, mesh;
    randomState = 7;
    CHECK(gelCreateSphereMesh(0.37f, 6, &ball) == gel_success, "%s", gelLastError());
    float* fills = malloc((size_t)ball.tetCount * sizeof *fills);
    int* numbers = malloc((size_t)ball.tetCount * sizeof *numbers);
    for (int i = 0; i < 3 * ball.vertexCount; i++)
        ball.positions[i] += ball.positions[i] != 0.0f ? 0.001f * nextRandom()
                             : i % 2 == 0              ? -0.0f
                                                       : 1.2345678e-38f;
    for (int t = 0; t < ball.tetCount; t++) {
        fills[t] = t % 5 == 0 ? 1.0f : 0.02f + 0.9f * nextRandom();
        numbers[t] = t % 7 == 0 ? 2147483646 : t / 40 - 1;
    }
    gelTetAttributes attributes = {.fillFractions = fill ? fills : NULL, .parts = parts ? numbers : NULL};
    gelMeshRepair repair;
    gelStatus status = gelCreateTetMesh(ball.positions, ball.vertexCount, ball.tets, ball.tetCount,
                                        &attributes, &mesh, &repair);
    CHECK(status == gel_success, "%s", gelLastError());
    CHECK_INT(repair.turnedTets + repair.zeroVolumeTets + repair.unusedVertices, 0);
    free(fills);
    free(numbers);
    gelDestroyTetMesh(&ball);
    return mesh;
}

static bool isEqual(const void* a, const void* b, size_t size)
{
    return a == NULL || b == NULL ? a == b : memcmp(a, b, size) == 0;
}

static void checkSame(const Kind* kind, const gelTetMesh* mesh, const gelTetMesh* found)
{
    size_t vertexCount = (size_t)mesh->vertexCount, tetCount = (size_t)mesh->tetCount;
    bool counts = found->vertexCount == mesh->vertexCount && found->tetCount == mesh->tetCount;
    CHECK(counts, "%s: %d vertices and %d tets became %d and %d", kind->name, mesh->vertexCount,
          mesh->tetCount, found->vertexCount, found->tetCount);
    if (!counts)
        return;
    for (size_t i = 0; i < 3 * vertexCount; i++)
        if (memcmp(&mesh->positions[i], &found->positions[i], sizeof(float)) != 0) {
            CHECK(false, "%s: coordinate %zu was %.9g, became %.9g", kind->name, i,
                  (double)mesh->positions[i], (double)found->positions[i]);
            break;
        }
    CHECK(isEqual(mesh->tets, found->tets, tetCount * 4 * sizeof(int)), "%s: other tets", kind->name);
    const float* fills = kind->losesFill ? NULL : mesh->fillFractions;
    CHECK(isEqual(fills, found->fillFractions, tetCount * sizeof(float)), "%s: other fill fractions",
          kind->name);
    CHECK(isEqual(mesh->parts, found->parts, tetCount * sizeof(int)), "%s: other parts", kind->name);
}

static void a_saved_mesh_loads_as_the_same_bits_in_every_format(void)
{
    for (int i = 0; i < 4 * kindCount; i++) {
        const Kind* kind = &kinds[i / 4];
        gelTetMesh mesh = makeBall(i % 2 == 1, i / 2 % 2 == 1), found;
        const char* path = pathOf(kind->name, kind->ending);
        CHECK(gelSaveTetMesh(&mesh, path, &kind->options) == gel_success, "%s: %s", kind->name,
              gelLastError());
        gelMeshRepair repair;
        gelStatus status = gelLoadTetMesh(path, &found, &repair);
        CHECK(status == gel_success, "%s: %s", kind->name, gelLastError());
        if (status == gel_success)
            checkSame(kind, &mesh, &found);
        CHECK_INT(repair.turnedTets + repair.otherCells + repair.unusedVertices, 0);
        gelDestroyTetMesh(&found);
        gelDestroyTetMesh(&mesh);
    }
}

static void a_program_with_a_decimal_comma_writes_points(void)
{
    NEED_DECIMAL_COMMA();
    gelTetMesh mesh = makeBall(true, true), found;
    for (int i = 0; i < kindCount; i++) {
        const char* path = pathOf("comma", kinds[i].ending);
        CHECK(gelSaveTetMesh(&mesh, path, &kinds[i].options) == gel_success, "%s", gelLastError());
        CHECK(gelLoadTetMesh(path, &found, NULL) == gel_success, "%s", gelLastError());
        checkSame(&kinds[i], &mesh, &found);
        gelDestroyTetMesh(&found);
    }
    setlocale(LC_NUMERIC, "C");
    gelDestroyTetMesh(&mesh);
}

static void tetgen_writes_both_files_of_a_pair_in_one_letter_case(void)
{
    gelTetMesh mesh = makeBall(false, false);
    remove(pathOf("pair", ".NODE"));
    remove(pathOf("pair", ".ELE"));
    CHECK(gelSaveTetMesh(&mesh, pathOf("pair", ".ELE"), NULL) == gel_success, "%s", gelLastError());
    CHECK(access(pathOf("pair", ".NODE"), F_OK) == 0, "no .NODE beside the .ELE");
    gelDestroyTetMesh(&mesh);
}

static void checkRefusal(const char* path, gelSaveOptions options, gelStatus expected, const char* message)
{
    gelTetMesh mesh = makeBall(true, false);
    gelStatus status = gelSaveTetMesh(&mesh, path, &options);
    CHECK(status == expected, "%s: status %d, not %d", path, (int)status, (int)expected);
    CHECK_TEXT(gelLastError(), message);
    CHECK_TEXT(gelLastError(), path);
    CHECK(!partExists(path), "a part of %s is left", path);
    gelDestroyTetMesh(&mesh);
}

static void what_cannot_be_written_is_refused_and_leaves_nothing(void)
{
    gelSaveOptions usual = {0}, binary = {.binary = true}, medit = {.format = gel_meshMedit};
    checkRefusal(
        pathOf("a", ".stl"), usual, gel_unsupported,
        "expected a name that ends in .msh (Gmsh), .vtu, .vtk (VTK), .mesh (MEDIT), .node or .ele (TetGen), "
        "found '.stl'");
    checkRefusal("mesh", usual, gel_unsupported, "found ''");
    checkRefusal(pathOf("a", ".mesh"), binary, gel_unsupported, ".mesh files are always text");
    checkRefusal(pathOf("a", ".msh"), medit, gel_unsupported,
                 "the requested format does not match the extension '.msh'");
    checkRefusal(GEL_SCRATCH "/no_folder/a.msh", usual, gel_fileError, "cannot be created: No such file");
    mkdir(pathOf("folder", ".vtk"), 0777);
    checkRefusal(pathOf("folder", ".vtk"), usual, gel_fileError, "Is a directory");
}

// The second file of a pair cannot get its name: neither file changes.
static void a_pair_is_written_whole_or_not_at_all(void)
{
    const char* node = pathOf("half", ".node");
    writeText(node, "old");
    mkdir(pathOf("half", ".ele"), 0777);
    gelTetMesh mesh = makeBall(false, false);
    CHECK(gelSaveTetMesh(&mesh, node, NULL) == gel_fileError, "saved over a folder");
    CHECK_TEXT(gelLastError(), "half.ele: cannot be created: Is a directory");
    CHECK(!partExists(node), "a part is left");
    gelDestroyTetMesh(&mesh);
    char text[8];
    readText(node, text, sizeof text);
    CHECK(strcmp(text, "old") == 0, "the .node holds '%s'", text);
}

static char warning[1024];

static void keepWarning(void* context, gelLogLevel level, const char* text)
{
    (void)context;
    if (level == gel_logWarning)
        snprintf(warning, sizeof warning, "%s", text);
}

static void medit_says_that_it_loses_fill_fractions(void)
{
    gelSetLogFunction(keepWarning, NULL);
    for (int i = 0; i < 4; i++) {
        warning[0] = '\0';
        gelTetMesh mesh = makeBall(i % 2 == 1, true);
        CHECK(gelSaveTetMesh(&mesh, pathOf("warn", i < 2 ? ".mesh" : ".vtu"), NULL) == gel_success, "%s",
              gelLastError());
        if (i == 1)
            CHECK_TEXT(warning, "warn.mesh: fill fractions are lost, as MEDIT cannot store them");
        else
            CHECK(warning[0] == '\0', "case %d: %s", i, warning);
        gelDestroyTetMesh(&mesh);
    }
    gelSetLogFunction(NULL, NULL);
}

static void fill_fractions_and_parts_out_of_range_are_refused(void)
{
    static const struct {
        const char* values;
        const char* message;
    } files[] = {
        {"fill_fraction 1 1 float\n0\n", "tet 0: expected a fill fraction above 0, at most 4, found 0"},
        {"fill_fraction 1 1 double\n4.5\n", "expected a fill fraction above 0, at most 4, found 4.5"},
        {"fill_fraction 1 1 float\nhalf\n", ":15: expected a cell's value, found 'half'"},
        {"part 1 1 float\n0.5\n", "expected an integer as the part of tet 0, found 0.5"},
        {"part 1 1 double\n3e9\n", "expected an integer as the part of tet 0, found 3e+09"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char text[512];
        snprintf(
            text, sizeof text,
            "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n0 0 0 1 0 0\n"
            "0 1 0 0 0 1\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\nCELL_DATA 1\nFIELD f 1\n%s",
            files[i].values);
        const char* path = pathOf("range", ".vtk");
        writeText(path, text);
        gelTetMesh mesh;
        CHECK(gelLoadTetMesh(path, &mesh, NULL) == gel_formatError, "loaded with %s", files[i].values);
        CHECK_TEXT(gelLastError(), files[i].message);
        gelDestroyTetMesh(&mesh);
    }
}

static void values_of_others_are_passed_over(void)
{
    const char* path = pathOf("others", ".vtk");
    writeText(path,
              "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n0 0 0 1 0 0\n"
              "0 1 0 0 0 1\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\nPOINT_DATA 4\nSCALARS heat float 1\n"
              "LOOKUP_TABLE default\n1 2 3 4\nVECTORS part float\n1 2 3 4 5 6 7 8 9 10 11 12\nCELL_DATA 1\n"
              "SCALARS fill_fraction double\nLOOKUP_TABLE default\n0.25\nVECTORS v float\n1 2 3\n"
              "SCALARS part int 1\nLOOKUP_TABLE default\n9\nLOOKUP_TABLE colours 1\n1 0 0 1\n");
    gelTetMesh mesh;
    CHECK(gelLoadTetMesh(path, &mesh, NULL) == gel_success, "%s", gelLastError());
    CHECK(mesh.fillFractions != NULL && mesh.fillFractions[0] == 0.25f, "no fill fraction");
    CHECK(mesh.parts != NULL && mesh.parts[0] == 9, "no part");
    gelDestroyTetMesh(&mesh);
}

// A number shared by all tets is not a part; otherwise TetGen's region numbers and MEDIT's references are
// parts.
static void marks_of_groups_are_parts_where_they_differ(void)
{
    for (int i = 0; i < 4; i++) {
        bool differ = i % 2 == 1, isMedit = i / 2 == 1;
        const char* path = pathOf("marks", isMedit ? ".mesh" : ".ele");
        char text[512];
        writeText(pathOf("marks", ".node"), "5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 0 0 -1\n");
        snprintf(text, sizeof text,
                 isMedit
                     ? "MeshVersionFormatted 1\nDimension 3\nVertices 5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
                       "0 0 -1 0\nTetrahedra 2\n1 2 3 4 4\n1 3 2 5 %d\nEnd\n"
                     : "2 4 1\n1 1 2 3 4 4\n2 1 3 2 5 %d\n",
                 differ ? 6 : 4);
        writeText(path, text);
        gelTetMesh mesh;
        CHECK(gelLoadTetMesh(path, &mesh, NULL) == gel_success, "%s", gelLastError());
        CHECK((mesh.parts != NULL) == differ, "%s: parts %s", path, mesh.parts != NULL ? "found" : "missing");
        CHECK(mesh.parts == NULL || (mesh.parts[0] == 4 && mesh.parts[1] == 6), "%s: other parts", path);
        gelDestroyTetMesh(&mesh);
    }
}

static void writeRaw(const char* path, const void* values, size_t size)
{
    FILE* file = fopen(path, "wb");
    CHECK(file != NULL && (values == NULL || fwrite(values, 1, size, file) == size), "%s", path);
    if (file != NULL)
        fclose(file);
}

// Saves a mesh and, beside it, its raw arrays. Adds both names to the command.
static void addFiles(const Kind* kind, const char* program, bool values, char* command, size_t room)
{
    char stem[256];
    gelTetMesh mesh = makeBall(values, values);
    size_t tetCount = (size_t)mesh.tetCount;
    snprintf(stem, sizeof stem, "%s_%s_%d", program, kind->name, values);
    const char* path = pathOf(stem, kind->ending);
    CHECK(gelSaveTetMesh(&mesh, path, &kind->options) == gel_success, "%s", gelLastError());
    writeRaw(pathOf(stem, ".positions"), mesh.positions, (size_t)mesh.vertexCount * 3 * sizeof(float));
    writeRaw(pathOf(stem, ".tets"), mesh.tets, tetCount * 4 * sizeof(int));
    writeRaw(pathOf(stem, ".fill"), kind->losesFill ? NULL : mesh.fillFractions, tetCount * sizeof(float));
    writeRaw(pathOf(stem, ".parts"), mesh.parts, tetCount * sizeof(int));
    size_t length = strlen(command);
    snprintf(command + length, room - length, " \"%s\" \"%s\"", path, pathOf(stem, ""));
    gelDestroyTetMesh(&mesh);
}

// Has another program compare the files of all formats that it knows with the arrays. False if it is missing.
static bool checkWith(const char* program, bool isVtk)
{
    static char command[1 << 15];
    snprintf(command, sizeof command, "/usr/bin/python3 \"" GEL_ASSETS "/../tests/mesh/read_mesh.py\" %s",
             program);
    for (int i = 0; i < 2 * kindCount; i++) {
        const Kind* kind = &kinds[i / 2];
        bool values = i % 2 == 1, isVtkKind = strncmp(kind->ending, ".vt", 3) == 0;
        if (isVtk ? isVtkKind : !(values && kind->meshioFails))
            addFiles(kind, program, values, command, sizeof command);
    }
    fflush(stdout);
    int code = system(command);
    if (WIFEXITED(code) && (WEXITSTATUS(code) == 77 || WEXITSTATUS(code) == 127))
        return false;
    CHECK(code == 0, "%s reads other meshes: see above", program);
    return true;
}

static void meshio_reads_the_same_mesh(void)
{
    if (!checkWith("meshio", false))
        SKIP("Python's package meshio is not installed (python3-meshio)");
}

static void vtk_reads_the_same_mesh(void)
{
    if (!checkWith("vtk", true))
        SKIP("Python's package vtk is not installed (python3-vtk9)");
}

TESTS(TEST(a_saved_mesh_loads_as_the_same_bits_in_every_format),
      TEST(a_program_with_a_decimal_comma_writes_points),
      TEST(tetgen_writes_both_files_of_a_pair_in_one_letter_case),
      TEST(what_cannot_be_written_is_refused_and_leaves_nothing), TEST(a_pair_is_written_whole_or_not_at_all),
      TEST(medit_says_that_it_loses_fill_fractions), TEST(fill_fractions_and_parts_out_of_range_are_refused),
      TEST(values_of_others_are_passed_over), TEST(marks_of_groups_are_parts_where_they_differ),
      TEST(meshio_reads_the_same_mesh), TEST(vtk_reads_the_same_mesh))
