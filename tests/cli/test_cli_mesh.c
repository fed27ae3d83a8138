// gel mesh: conversions as a user sees them.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_mesh"
#include "support/command.h"

static const char bear[] = GEL_ASSETS "/meshes/bear.ele";

// Two tets, the first inverted; one of zero volume; an unused vertex.
static const char* brokenMesh(void)
{
    const char* path = scratchPath("broken.mesh");
    writeText(
        path,
        "MeshVersionFormatted 1\nDimension 3\nVertices\n6\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n1 1 1 0\n"
        "9 9 9 0\nTetrahedra\n3\n1 3 2 4 2\n2 3 4 5 5\n1 1 2 3 0\nEnd\n");
    return path;
}

static const char* boxSurface(void)
{
    const char* path = scratchPath("box.obj");
    writeText(path, "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nf 4 3 2 1\n"
                    "f 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    return path;
}

static void a_mesh_goes_through_every_format_and_comes_back_to_the_byte(void)
{
    static const char* const endings[] = {".msh", ".vtu", ".vtk", ".mesh", ".node"};
    static char first[1 << 18], last[1 << 18];
    const char* in = bear;
    for (int i = 0; i < 5; i++) {
        char name[32];
        snprintf(name, sizeof name, "chain%s", endings[i]);
        const char* out = scratchPath(name);
        RUN_FOR(0, "mesh", in, out);
        CHECK_TEXT(result.out, "written: ");
        in = out;
    }
    readText(GEL_ASSETS "/meshes/bear.ele", first, sizeof first);
    readText(scratchPath("chain.ele"), last, sizeof last);
    CHECK(strcmp(first, last) == 0, "another .ele");
    RUN_FOR(0, "mesh", bear, scratchPath("direct.node"));
    readText(scratchPath("direct.node"), first, sizeof first);
    readText(scratchPath("chain.node"), last, sizeof last);
    CHECK(strcmp(first, last) == 0 && strlen(first) > 1000, "another .node");
}

static void the_format_of_msh_is_chosen(void)
{
    char start[32];
    RUN_FOR(0, "mesh", bear, scratchPath("a.msh"));
    readText(scratchPath("a.msh"), start, sizeof start);
    CHECK_TEXT(start, "$MeshFormat\n4.1 0 8");
    RUN_FOR(0, "mesh", "--gmsh", "2.2", "--binary", bear, scratchPath("a.msh"));
    readText(scratchPath("a.msh"), start, sizeof start);
    CHECK_TEXT(start, "$MeshFormat\n2.2 1 8");
}

static void repairs_and_quality_are_told(void)
{
    RUN_FOR(0, "mesh", brokenMesh(), scratchPath("mended.vtu"));
    joinLines(result.out);
    CHECK_TEXT(result.out, "1 tet reversed");
    CHECK_TEXT(result.out, "1 tet dropped: zero volume");
    CHECK_TEXT(result.out, "1 vertex dropped");
    CHECK_TEXT(result.out, "1, of 2 parts");
    CHECK_TEXT(result.out, "quality 3r/R");
    CHECK_TEXT(result.out, "70 - 80");
    CHECK_TEXT(result.out, "0.9 - 1.0");
    CHECK_TEXT(result.out, " s to read, ");
    RUN_FOR(0, "check", "--json", scratchPath("mended.vtu"));
    cJSON* object = parseOutput();
    CHECK_INT(numberAt(object, "repairs/turned_tets"), 0);
    CHECK_INT(numberAt(object, "tets"), 2);
    CHECK_INT(numberAt(object, "parts"), 2);
    cJSON_Delete(object);
}

static void with_json_it_is_one_object(void)
{
    RUN_FOR(0, "mesh", "--json", brokenMesh(), scratchPath("json.msh"));
    cJSON* object = parseOutput();
    CHECK_TEXT(textAt(object, "out"), "json.msh");
    CHECK_TEXT(textAt(object, "in"), "broken.mesh");
    CHECK_INT(numberAt(object, "tets"), 2);
    CHECK_INT(numberAt(object, "repairs/turned_tets"), 1);
    CHECK(numberAt(object, "write_seconds") >= 0, "no time");
    CHECK(numberAt(object, "mean_quality") > 0.5, "quality %g", numberAt(object, "mean_quality"));
    const cJSON* counts = cJSON_GetObjectItem(object, "dihedral_counts");
    int sum = 0;
    for (int i = 0; i < cJSON_GetArraySize(counts); i++)
        sum += cJSON_GetArrayItem(counts, i)->valueint;
    CHECK_INT(cJSON_GetArraySize(counts), 18);
    CHECK_INT(sum, 12);
    CHECK_INT(cJSON_GetArraySize(cJSON_GetObjectItem(object, "quality_counts")), 10);
    cJSON_Delete(object);
}

static void the_report_fits_80_columns(void)
{
    const char* commands[2] = {"mesh", "check"};
    for (int i = 0; i < 2; i++) {
        RUN_ON_TERMINAL(80, 0, commands[i], bear, i == 0 ? scratchPath("w.vtk") : "--");
        CHECK_INT(result.code, 0);
        int columns = 0;
        bool hasPath = false; // as long as the folder's name, and not to be broken
        for (const char* c = result.out; *c != '\0'; c++) {
            if (*c == '\033')
                c += strcspn(c, "m");
            else if (*c != '\n')
                columns += *c != '\r';
            hasPath = hasPath || *c == '/';
            if (*c != '\n')
                continue;
            CHECK(columns <= 80 || hasPath, "gel %s: %d columns", commands[i], columns);
            hasPath = false;
            columns = 0;
        }
        CHECK_TEXT(result.out, "####");
    }
}

static void slips_are_refused_before_anything_is_read(void)
{
    RUN_FOR(2, "mesh");
    CHECK_TEXT(result.error, "gel mesh needs IN OUT");
    RUN_FOR(2, "mesh", "missing.msh");
    CHECK_TEXT(result.error, "takes an IN and an OUT, found 1 name");
    RUN_FOR(2, "mesh", "a", "b", "c");
    CHECK_TEXT(result.error, "found 3 names");
    RUN_FOR(2, "mesh", "missing.msh", "out.stl");
    CHECK_TEXT(result.error,
               "expected a name that ends in .msh (Gmsh), .vtu, .vtk (VTK), .mesh (MEDIT), .node or .ele");
    RUN_FOR(2, "mesh", "--gmsh", "2.2", "missing.msh", "out.vtu");
    RUN_FOR(2, "mesh", "--binary", "missing.msh", "out.mesh");
    RUN_FOR(2, "mesh", "missing.msh", "");
    RUN_FOR(4, "mesh", "missing.msh", GEL_SCRATCH "/no_folder/out.vtu");
    CHECK_TEXT(result.error, "there is no folder");
    RUN_FOR(3, "mesh", "missing.msh", scratchPath("never.vtu"));
    CHECK(!fileExists(scratchPath("never.vtu")), "a file was written");
}

static void medit_warns_of_what_it_loses(void)
{
    const char* path = scratchPath("fill.vtk");
    writeText(path,
              "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n0 0 0 1 0 0\n"
              "0 1 0 0 0 1\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\nCELL_DATA 1\nFIELD f 1\n"
              "fill_fraction 1 1 float\n0.5\n");
    RUN_FOR(0, "mesh", path, scratchPath("fill.mesh"));
    CHECK_TEXT(result.error, "fill fractions are lost, as MEDIT cannot store them");
    CHECK_TEXT(result.out, "1 tet partly filled");
}

// Interrupted as soon as the temporary file exists: nothing but a complete OUT remains.
static void an_interrupt_leaves_no_half_file(void)
{
    char out[1024];
    snprintf(out, sizeof out, "%s", scratchPath("interrupted.msh"));
    remove(out);
    const char* const arguments[] = {"gel", "mesh", boxSurface(), out, "--tets", "300000", "--quiet", NULL};
    pid_t child = startCommand(arguments, scratchPath("out"), scratchPath("error"));
    for (int i = 0; i < 20000 && !partExists(out) && !fileExists(out); i++)
        sleepMilliseconds(1);
    bool writing = partExists(out);
    kill(child, SIGINT);
    waitForCommand(child);
    if (!writing)
        SKIP_EVEN_IN_CI("the file was complete before it was seen");
    CHECK_INT(result.code, 130);
    CHECK_TEXT(result.error, "was completed first");
    CHECK(!partExists(out), "a part of %s was left behind", out);
    RUN_FOR(0, "check", out);
}

static void a_surface_is_filled_and_the_figures_are_told(void)
{
    const char* out = scratchPath("filled.vtu");
    RUN_FOR(0, "mesh", "--json", "--tets", "3000", boxSurface(), out);
    cJSON* told = cJSON_Parse(result.out);
    const cJSON* surface = cJSON_GetObjectItem(told, "surface");
    double tets = cJSON_GetNumberValue(cJSON_GetObjectItem(told, "tets"));
    CHECK(fabs(tets - 3000.0) <= 150.0, "%g tets", tets);
    CHECK(cJSON_IsTrue(cJSON_GetObjectItem(surface, "closed")), "the box is not closed");
    CHECK_CLOSE(cJSON_GetNumberValue(cJSON_GetObjectItem(told, "filled_volume_m3")), 1.0, 0.02,
                "promised are 2%");
    cJSON_Delete(told);
    RUN_FOR(0, "check", "--json", out);
    CHECK_TEXT(result.out, "filled_volume_m3");
    RUN_ON_TERMINAL(80, 0, "mesh", "--conform", "--size", "0.25", boxSurface(), out);
    joinLines(result.out);
    CHECK_TEXT(result.out, "12 triangles, closed");
    CHECK_TEXT(result.out, "0.25");
}

static void options_of_filling_are_held_to_surfaces_and_ranges(void)
{
    RUN_FOR(2, "mesh", "--tets", "3000", "--size", "0.1", boxSurface(), scratchPath("never.vtu"));
    CHECK_TEXT(result.error, "expected either --tets or --size, found both");
    RUN_FOR(2, "mesh", "--tets", "49", boxSurface(), scratchPath("never.vtu"));
    CHECK_TEXT(result.error, "from 50 to 10,000,000");
    RUN_FOR(2, "mesh", "--size", "nan", boxSurface(), scratchPath("never.vtu"));
    CHECK_TEXT(result.error, "expected a number above 0");
    RUN_FOR(2, "mesh", "--hollow", bear, scratchPath("never.vtu"));
    CHECK_TEXT(result.error, "holds tets already");
    CHECK(!fileExists(scratchPath("never.vtu")), "a file was written");
}

TESTS(TEST(a_mesh_goes_through_every_format_and_comes_back_to_the_byte), TEST(the_format_of_msh_is_chosen),
      TEST(repairs_and_quality_are_told), TEST(with_json_it_is_one_object), TEST(the_report_fits_80_columns),
      TEST(slips_are_refused_before_anything_is_read), TEST(medit_warns_of_what_it_loses),
      TEST(an_interrupt_leaves_no_half_file), TEST(a_surface_is_filled_and_the_figures_are_told),
      TEST(options_of_filling_are_held_to_surfaces_and_ranges))
