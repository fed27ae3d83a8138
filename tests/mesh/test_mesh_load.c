// Every format and variant gives the same mesh.
#define _POSIX_C_SOURCE 200809L // setenv, seteuid
#include "gel/mesh.h"
#include "mesh/mesh_fixtures.h"
#include "support/system.h"
#include "base/text_reader.h"

static void checkCube(const Variant* variant, const char* path)
{
    gelTetMesh mesh;
    gelMeshRepair repair;
    gelStatus status = gelLoadTetMesh(path, &mesh, &repair);
    CHECK(status == gel_success, "%s: %s", variant->name, gelLastError());
    if (status != gel_success)
        return;
    bool counts = mesh.vertexCount == 8 && mesh.tetCount == 5;
    CHECK(counts, "%s: %d vertices, %d tets", variant->name, mesh.vertexCount, mesh.tetCount);
    for (int i = 0; counts && i < 24; i++)
        CHECK(mesh.positions[i] == (float)(i / 3 >> i % 3 & 1), "%s: coordinate %d is %g", variant->name, i,
              (double)mesh.positions[i]);
    CHECK(!counts || memcmp(mesh.tets, cubeTets, sizeof cubeTets) == 0, "%s: other tets", variant->name);
    CHECK(repair.otherCells == variant->otherCells, "%s: %d other cells", variant->name, repair.otherCells);
    CHECK(repair.unusedVertices == variant->secondOrder, "%s: %d unused", variant->name,
          repair.unusedVertices);
    CHECK_INT(repair.turnedTets + repair.zeroVolumeTets + repair.duplicateTets, 0);
    gelDestroyTetMesh(&mesh);
}

static void every_format_and_variant_gives_the_same_cube(void)
{
    for (int i = 0; i < variantCount; i++) {
        Buffer buffer = {.size = 0};
        variants[i].write(&buffer, &variants[i]);
        writeCompanion(&variants[i], "cube");
        const char* path = scratchPath("cube", variants[i].ending);
        writeFile(path, buffer.bytes, buffer.size);
        checkCube(&variants[i], path);
    }
}

static void either_file_of_a_tetgen_pair_finds_the_other_in_its_letter_case(void)
{
    static const char* const endings[2][2] = {{".node", ".ele"}, {".NODE", ".ELE"}};
    for (int i = 0; i < 2; i++) {
        Buffer node = {.size = 0}, ele = {.size = 0};
        writeNode(&node, &variants[tetGen0]);
        writeEle(&ele, &variants[tetGen0]);
        writeFile(scratchPath("pair.v1", endings[i][0]), node.bytes, node.size);
        writeFile(scratchPath("pair.v1", endings[i][1]), ele.bytes, ele.size);
        checkCube(&variants[tetGen0], scratchPath("pair.v1", endings[i][0]));
        checkCube(&variants[tetGen0], scratchPath("pair.v1", endings[i][1]));
    }
}

static void what_a_file_holds_counts_for_more_than_its_ending(void)
{
    static const char* const endings[] = {".mesh", ".msh", ".vtk", ".txt", ""};
    static const int held[] = {gmsh41Binary, gmsh22Text, medit, vtk20Binary, vtk51Text};
    for (size_t i = 0; i < sizeof held / sizeof held[0]; i++)
        for (size_t j = 0; j < sizeof endings / sizeof endings[0]; j++) {
            const Variant* variant = &variants[held[i]];
            Buffer buffer = {.size = 0};
            variant->write(&buffer, variant);
            const char* path = scratchPath("named_otherwise", endings[j]);
            writeFile(path, buffer.bytes, buffer.size);
            checkCube(variant, path);
        }
}

static void an_inverted_tet_of_a_file_is_turned_and_its_source_known(void)
{
    static const char text[] = "MeshVersionFormatted 1 Dimension 3 Vertices 5\n"
                               "9 9 9 0  0 0 0 0  1 0 0 0  0 1 0 0  0 0 1 0\n"
                               "Tetrahedra 2\n2 3 5 4 0\n4 3 2 5 0\n";
    const char* path = scratchPath("inverted", ".mesh");
    writeFile(path, text, strlen(text));
    gelTetMesh mesh;
    gelMeshRepair repair;
    CHECK(gelLoadTetMesh(path, &mesh, &repair) == gel_success, "%s", gelLastError());
    CHECK_INT(repair.turnedTets, 1);
    CHECK_INT(repair.duplicateTets, 1);
    CHECK_INT(repair.unusedVertices, 1);
    CHECK_INT(mesh.vertexCount, 4);
    CHECK_INT(mesh.sourceVertices[0], 1);
    gelDestroyTetMesh(&mesh);
}

static bool parse(const char* text, double* value)
{
    return gelParseReal((gelWord){text, strlen(text)}, value);
}

static void numbers_are_read_as_the_nearest_double(void)
{
    static const char* const texts[] = {"0",
                                        "-0",
                                        "1",
                                        "+1.5",
                                        "-.5",
                                        "5.",
                                        "1e3",
                                        "1E-3",
                                        "123456789012345678",
                                        "3.0901699437494717e-01",
                                        "0.1",
                                        "2.2250738585072011e-308",
                                        "4.9e-324",
                                        "1.7976931348623157e308",
                                        "1e-400",
                                        "9007199254740993",
                                        "1e22",
                                        "1e23",
                                        "0.000000000000000000000000000000123456789012345678901234567890",
                                        "100000000000000000000000000000000000000000",
                                        "8.5e-22",
                                        "0e999999999999"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        double found = 7, expected = strtod(texts[i], NULL);
        CHECK(parse(texts[i], &found), "%s was refused", texts[i]);
        CHECK(memcmp(&found, &expected, sizeof found) == 0, "%s became %.17g", texts[i], found);
    }
    double fortran = 0;
    CHECK(parse("1.25D-2", &fortran) && fortran == 0.0125, "found %g", fortran);
}

static void what_is_no_finite_decimal_number_is_refused(void)
{
    static const char* const texts[] = {"",      "-",   "+",     ".",     "e5",  "1e",
                                        "1e+",   "nan", "NaN",   "inf",   "1,5", "0x10",
                                        "1.2.3", "--1", "1e5e5", "1e400", "1f",  "Infinity"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        double value = 0;
        CHECK(!parse(texts[i], &value), "'%s' became %g", texts[i], value);
    }
}

static void a_locale_with_a_decimal_comma_changes_nothing(void)
{
    NEED_DECIMAL_COMMA();
    double value = 0;
    bool read = parse("3.0901699437494717e-01", &value);
    setlocale(LC_NUMERIC, "C");
    CHECK(read && value == 3.0901699437494717e-01, "found %.17g", value);
}

static const char* dataPath(const char* name)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s/%s", getenv("GEL_DATA"), name);
    return path;
}

static void files_of_other_programs_load_with_their_counts(void)
{
    if (getenv("GEL_DATA") == NULL)
        SKIP_EVEN_IN_CI("GEL_DATA does not name the folder of public meshes");
    static const struct {
        const char* name;
        int vertices, tets;
    } files[] = {
        {"formats/s.node", 205, 679},
        {"formats/s.ele", 205, 679},
        {"formats/s.mesh", 205, 679},
        {"formats/s.vtk", 205, 679},
        {"formats/s41.msh", 205, 679},
        {"formats/s_ascii.vtu", 205, 679},
        {"formats/s_bin.vtk", 205, 679},
        {"formats/s_msh1_bin.msh", 205, 679}, // 2.2 in truth: Gmsh has no binary version 1
        {"formats/s_msh22.msh", 205, 679},
        {"formats/s_msh22_bin.msh", 205, 679},
        {"formats/s_msh40.msh", 205, 679},
        {"formats/s_msh41.msh", 205, 679},
        {"formats/s_msh41_bin.msh", 205, 679},
        {"formats/s_raw.vtu", 205, 679},
        {"formats/s_v42.vtk", 205, 679},
        {"formats/s_v51.vtk", 205, 679},
#if GEL_HAS_ZLIB
        {"formats/s_zlib.vtu", 205, 679},
#endif
        {"formats/cube_22_ascii_vol_gmshApp.msh", 14, 24},
        {"formats/cube_22_binary_vol_gmshApp.msh", 14, 24},
        {"formats/cube_41_ascii_vol_gmshApp.msh", 14, 24},
        {"formats/cube_41_binary_vol_gmshApp.msh", 14, 24},
        {"formats/shark_22_ascii_fTetWild.msh", 425, 1070},
        {"formats/shark_22_binary_fTetWild.msh", 429, 1073},
        {"tets/pbd_armadillo_4k.node", 1180, 3717},
        {"tets/tmp10_bunny.node", 333, 1351},
        {"tets/tmp12_dragon.ele", 1234, 3840},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        gelTetMesh mesh;
        gelMeshRepair repair;
        gelStatus status = gelLoadTetMesh(dataPath(files[i].name), &mesh, &repair);
        CHECK(status == gel_success, "%s", gelLastError());
        CHECK(mesh.vertexCount == files[i].vertices && mesh.tetCount == files[i].tets,
              "%s: %d vertices, %d tets", files[i].name, mesh.vertexCount, mesh.tetCount);
        CHECK_INT(repair.turnedTets + repair.zeroVolumeTets + repair.duplicateTets + repair.unusedVertices,
                  0);
        gelDestroyTetMesh(&mesh);
    }
}

static void files_of_other_programs_are_refused_by_name(void)
{
    if (getenv("GEL_DATA") == NULL)
        SKIP_EVEN_IN_CI("GEL_DATA does not name the folder of public meshes");
    static const struct {
        const char* name;
        gelStatus status;
        const char* message;
    } files[] = {
        {"formats/s_bin.meshb", gel_unsupported, ".meshb"},
        {"formats/s_msh1.msh", gel_unsupported, "format 1 is"},
        {"formats/cube_22_ascii_surf_gmshApp.msh", gel_formatError,
         "expected tets, found none (14 vertices, 24"},
        {"formats/cube_22_binary_surf_gmshApp.msh", gel_formatError, "gel mesh fills a surface"},
        {"formats/cube_41_ascii_surf_gmshApp.msh", gel_formatError, "expected tets, found none"},
        {"formats/cube_41_binary_surf_gmshApp.msh", gel_formatError, "expected tets, found none"},
        {"malformed/malformed_cube_22_ascii_missing_element.msh", gel_formatError, ".msh:46: "},
        {"malformed/malformed_cube_22_ascii_missing_node.msh", gel_formatError, ".msh:19: "},
        {"malformed/malformed_cube_22_ascii_missing_num_elements.msh", gel_formatError, ".msh:22: "},
        {"malformed/malformed_cube_22_ascii_missing_num_nodes.msh", gel_formatError, ".msh:5: "},
        {"malformed/malformed_cube_41_ascii_mismatch_between_max_nodes_and_nodes_in_block.msh",
         gel_formatError, "expected node tags from 1 to 100, found 1 to 14"},
        {"malformed/malformed_cube_41_ascii_missing_element.msh", gel_formatError, ".msh:66: "},
        {"malformed/malformed_cube_41_ascii_missing_element_header.msh", gel_formatError, ".msh:41: "},
        {"malformed/malformed_cube_41_ascii_missing_node.msh", gel_formatError, ".msh:38: "},
        {"malformed/malformed_cube_41_ascii_missing_node_header.msh", gel_formatError, ".msh:13: "},
        {"malformed/malformed_cube_41_ascii_missing_node_index.msh", gel_formatError, ".msh:24: "},
        {"surfaces/torus.obj", gel_unsupported, "this is a surface; fill it with tets first, with gel mesh"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        gelTetMesh mesh;
        gelStatus status = gelLoadTetMesh(dataPath(files[i].name), &mesh, NULL);
        CHECK(status == files[i].status, "%s: status %d", files[i].name, (int)status);
        CHECK_TEXT(gelLastError(), files[i].message);
        CHECK_TEXT(gelLastError(), files[i].name);
        gelDestroyTetMesh(&mesh);
    }
}

static void the_bunny_of_the_demo_has_its_published_measures(void)
{
    if (getenv("GEL_DATA") == NULL)
        SKIP_EVEN_IN_CI("GEL_DATA does not name the folder of public meshes");
    gelTetMesh mesh;
    gelMeshReport report;
    CHECK(gelLoadTetMesh(dataPath("tets/tmp10_bunny.node"), &mesh, NULL) == gel_success, "%s",
          gelLastError());
    CHECK(gelReportTetMesh(&mesh, &report) == gel_success, "%s", gelLastError());
    CHECK_INT(report.vertexCount, 333);
    CHECK_INT(report.tetCount, 1351);
    CHECK_INT(report.edgeCount, 1907);
    CHECK_INT(report.surfaceTriangleCount, 456);
    CHECK_INT(report.componentCount, 1);
    CHECK_CLOSE(report.volume, 0.158635, 5e-7, "published with six digits");
    CHECK(report.edgeColourCount >= 22 && report.tetColourCount >= 38, "%d and %d colours, below the valence",
          report.edgeColourCount, report.tetColourCount);
    gelDestroyTetMesh(&mesh);
}

TESTS(TEST(every_format_and_variant_gives_the_same_cube),
      TEST(either_file_of_a_tetgen_pair_finds_the_other_in_its_letter_case),
      TEST(what_a_file_holds_counts_for_more_than_its_ending),
      TEST(an_inverted_tet_of_a_file_is_turned_and_its_source_known),
      TEST(numbers_are_read_as_the_nearest_double), TEST(what_is_no_finite_decimal_number_is_refused),
      TEST(a_locale_with_a_decimal_comma_changes_nothing),
      TEST(files_of_other_programs_load_with_their_counts), TEST(files_of_other_programs_are_refused_by_name),
      TEST(the_bunny_of_the_demo_has_its_published_measures))
