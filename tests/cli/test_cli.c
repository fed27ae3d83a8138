// The command's interface: help, options, errors, exit codes, JSON.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli"
#include "support/command.h"
#include "support/folder.h"

static const char* const commandNames[] = {"run",  "compare", "error",   "splice",
                                           "mesh", "check",   "devices", "version"};
enum { commandCount = sizeof commandNames / sizeof commandNames[0] };

static void checkWidth(const char* what)
{
    const char* line = result.out;
    while (*line != '\0') {
        int length = (int)strcspn(line, "\n");
        const char* path = strstr(line, GEL_SCRATCH); // as long as the folder's name, and not to be broken
        CHECK(length <= 80 || (path != NULL && path < line + length), "%s: %d columns: %.*s", what, length,
              length, line);
        line += length + (line[length] == '\n');
    }
}

static void the_help_of_every_command_starts_with_an_example_and_fits_80_columns(void)
{
    for (int i = 0; i < commandCount; i++) {
        char example[64];
        snprintf(example, sizeof example, "Example\n  gel %s", commandNames[i]);
        RUN_FOR(0, commandNames[i], "--help");
        CHECK(strncmp(result.out, example, strlen(example)) == 0, "%s starts with %.40s", commandNames[i],
              result.out);
        CHECK_TEXT(result.out, "--json");
        checkWidth(commandNames[i]);
        char* first = strdup(result.out);
        RUN_FOR(0, "help", commandNames[i]);
        CHECK(strcmp(first, result.out) == 0, "gel help %s says something else", commandNames[i]);
        free(first);
    }
}

static void the_help_states_defaults(void)
{
    RUN_FOR(0, "run", "--help");
    joinLines(result.out);
    CHECK_TEXT(result.out, "default: 300");
    CHECK_TEXT(result.out, "--backend (default: auto)");
    CHECK_TEXT(result.out, "N + 1 samples");
    RUN_FOR(0, "help", "devices");
    joinLines(result.out);
    CHECK_TEXT(result.out, "default: the scene's");
}

static int countLines(const char* text)
{
    int count = 0;
    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

// Two screens of 50 lines each.
static void the_longest_helps_fit_two_screens(void)
{
    static const char* const longest[] = {"bench", "run", "view", "compare", "devices", "error"};
    for (size_t i = 0; i < sizeof longest / sizeof *longest; i++) {
        RUN_FOR(0, "help", longest[i]);
        checkWidth(longest[i]);
        CHECK(countLines(result.out) <= 100, "gel help %s has %d lines, expected at most 100", longest[i],
              countLines(result.out));
    }
}

static void the_options_of_a_device_are_described_once_in_the_help_of_devices(void)
{
    static const char* const stepping[] = {"run", "compare", "lesson", "report", "bench", "view"};
    static const char* const names[] = {"substeps", "order",          "integrator", "lanes",
                                        "strategy", "command-buffer", "tile-size",  "work-group",
                                        "tuning",   "allow-inexact"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char row[40], mention[40];
        snprintf(row, sizeof row, "\n  --%s ", names[i]);
        snprintf(mention, sizeof mention, "--%s", names[i]);
        RUN_FOR(0, "help", "devices");
        CHECK(strstr(result.out, row) != NULL, "gel help devices does not describe --%s", names[i]);
        for (size_t c = 0; c < sizeof stepping / sizeof *stepping; c++) {
            RUN_FOR(0, "help", stepping[c]);
            CHECK(strstr(result.out, row) == NULL, "gel help %s describes --%s again", stepping[c], names[i]);
            CHECK(strstr(result.out, mention) != NULL, "gel help %s does not name --%s", stepping[c],
                  names[i]);
            CHECK_TEXT(result.out, "See gel help devices for ");
        }
    }
}

static void help_of_help_shows_the_commands(void)
{
    static const char* const words[] = {"--help", "-h", "help"};
    RUN_FOR(0, "--help");
    char* overview = strdup(result.out);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        RUN_FOR(0, "help", words[i]);
        CHECK(strcmp(overview, result.out) == 0, "gel help %s says something else than gel --help", words[i]);
    }
    free(overview);
}

static void gel_alone_shows_commands_and_exit_codes(void)
{
    runCommand((const char* const[]){"gel", NULL});
    CHECK_INT(result.code, 0);
    CHECK(strncmp(result.out, "Example\n", 8) == 0, "starts with %.40s", result.out);
    checkWidth("gel");
    for (int i = 0; i < commandCount; i++)
        CHECK_TEXT(result.out, commandNames[i]);
    static const char* const codes[] = {"  0  ", "  1  ", "  2  ", "  3  ",
                                        "  4  ", "  5  ", "  6  ", "130  "};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        CHECK_TEXT(result.out, codes[i]);
    char* first = strdup(result.out);
    RUN_FOR(0, "--help");
    CHECK(strcmp(first, result.out) == 0, "gel --help says something else");
    free(first);
}

static void a_slip_in_a_command_gets_the_nearest_one(void)
{
    RUN_FOR(2, "comprae");
    CHECK_TEXT(result.error, "did you mean \"compare\"?");
    RUN_FOR(2, "dev");
    CHECK_TEXT(result.error, "\"devices\"");
    RUN_FOR(2, "help", "rnu");
    CHECK_TEXT(result.error, "\"run\"");
    RUN_FOR(2, "frobnicate");
    CHECK(strstr(result.error, "did you mean") == NULL, "a guess out of nowhere: %s", result.error);
    CHECK_INT(result.out[0], 0);
}

static void an_error_is_one_line(void)
{
    RUN_FOR(2, "run", "x.json", "--frame", "3");
    CHECK_TEXT(result.error, "did you mean --frames?");
    CHECK_INT(strcspn(result.error, "\n") + 1, strlen(result.error));
}

static void a_slip_in_an_option_gets_the_nearest_one(void)
{
    RUN_FOR(2, "compare", "x.json", "--tolerence=3");
    CHECK_TEXT(result.error, "--tolerance");
    RUN_FOR(2, "check", "-json", "x.mesh");
    CHECK_TEXT(result.error, "--json");
    RUN_FOR(2, "run", "x.json", "--output", "x.pc2");
    CHECK_TEXT(result.error, "gel run has no option --output; did you mean --out?");
    RUN_FOR(2, "run", "x.json", "--steps=4");
    CHECK_TEXT(result.error, "gel run has no option --steps; did you mean --frames?");
    RUN_FOR(2, "run", "x.json", "--device", "opencl");
    CHECK_TEXT(result.error, "gel run has no option --device; did you mean --backend?");
    RUN_FOR(2, "run", "x.json", "--order", "mash", "--quiet");
    CHECK_TEXT(
        result.error,
        "expected scene, colour, mesh, jacobi, jacobi-averaged or jacobi-relaxed, found \"mash\"; did you mean mesh?");
}

static void numbers_are_checked(void)
{
    static const char* const bad[] = {"",   "x",  "1.5", "3 ", "0x10",    "1e3",
                                      " 5", "+5", "-1",  "0",  "1000001", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        RUN_FOR(2, "run", "x.json", "--frames", bad[i]);
        CHECK_TEXT(result.error, "--frames: expected a whole number from 1 to 1,000,000, found \"");
        CHECK_TEXT(result.error, bad[i]);
    }
    RUN_FOR(2, "run", "x.json", "--substeps=1001");
    CHECK_TEXT(result.error, "from 1 to 1,000, found \"1001\"");
    RUN_FOR(2, "run", "x.json", "--lanes=4");
    CHECK_TEXT(result.error, "expected auto, 1, 8 or 16");
}

static void values_are_missed_and_refused(void)
{
    RUN_FOR(2, "run", "x.json", "--out");
    CHECK_TEXT(result.error, "--out needs a value");
    RUN_FOR(2, "run", "x.json", "--out", "--quiet");
    CHECK_TEXT(result.error, "--out needs a value, found the option --quiet");
    RUN_FOR(2, "run", "x.json", "--quiet=yes");
    CHECK_TEXT(result.error, "--quiet takes no value, found \"yes\"");
    RUN_FOR(2, "run", "x.json", "--out=");
    CHECK_TEXT(result.error, "--out");
}

static void arguments_are_counted(void)
{
    RUN_FOR(2, "run");
    CHECK_TEXT(result.error, "gel run needs a SCENE, as in gel run scene.json");
    RUN_FOR(2, "check", "a.mesh", "b.mesh");
    CHECK_TEXT(result.error, "takes one MESH, found \"a.mesh\" and \"b.mesh\"");
    RUN_FOR(2, "devices", "all");
    CHECK_TEXT(result.error, "takes no argument");
}

static void two_dashes_end_the_options(void)
{
    RUN_FOR(3, "check", "--", "--json");
    CHECK_TEXT(result.error, "--json");
    CHECK_INT(result.out[0], 0);
}

static void errors_are_objects_with_json(void)
{
    RUN_FOR(2, "run", "--json");
    cJSON* object = parseOutput();
    CHECK_INT(numberAt(object, "error/code"), 2);
    CHECK_TEXT(textAt(cJSON_GetObjectItem(object, "error"), "kind"), "usage");
    CHECK_INT(result.error[0], 0);
    cJSON_Delete(object);
    RUN_FOR(3, "run", "--json", "there-is-no-such-scene.json");
    object = parseOutput();
    CHECK_INT(numberAt(object, "error/code"), 3);
    CHECK_TEXT(textAt(cJSON_GetObjectItem(object, "error"), "message"), "there-is-no-such-scene.json");
    cJSON_Delete(object);
    RUN_FOR(2, "nonsense", "--json");
    cJSON_Delete(parseOutput());
}

static void bad_input_ends_with_3_and_says_where(void)
{
    const char* path = scratchPath("broken.json");
    writeText(path, "{\"bodies\": [\n  {\"mesh\" \"x\"}]}");
    RUN_FOR(3, "run", path);
    CHECK_TEXT(result.error, "broken.json:2:");
    RUN_FOR(3, "compare", path);
    path = scratchPath("broken.mesh");
    writeText(path, "MeshVersionFormatted 1\nDimension 3\nVertices\n2\n0 0 0 0\n");
    RUN_FOR(3, "check", path);
    CHECK_TEXT(result.error, "broken.mesh:");
    RUN_FOR(3, "check", GEL_SCRATCH);
    RUN_FOR(3, "run", GEL_SCRATCH);
}

static void a_name_that_is_no_device_ends_with_2_or_5(void)
{
    RUN_FOR(2, "run", beamScene(), "--backend", "cuda");
    CHECK_TEXT(result.error, "\"cuda\"");
    RUN_FOR(5, "run", beamScene(), "--backend", "opencl:no such device");
    RUN_FOR(5, "compare", beamScene(), "--b", "opencl:4711");
}

// A folder without driver files leaves the OpenCL loader without platforms.
static void without_a_device_the_reference_remains(void)
{
    const char* vendors = getenv("OCL_ICD_VENDORS");
    char* before = strdup(vendors != NULL ? vendors : "");
    emptyFolder(scratchPath("no_drivers"));
    setenv("OCL_ICD_VENDORS", scratchPath("no_drivers"), 1);
    RUN_FOR(0, "devices");
    char* list = strdup(result.out);
    RUN("run", beamScene(), "--frames", "1", "--backend", "opencl");
    int code = result.code;
    RUN_FOR(0, "run", beamScene(), "--frames", "1", "--backend", "reference");
    unsetenv("OCL_ICD_VENDORS");
    if (before[0] != '\0')
        setenv("OCL_ICD_VENDORS", before, 1);
    free(before);
    if (strstr(list, "opencl:0") != NULL) {
        free(list);
        SKIP("this OpenCL loader does not heed OCL_ICD_VENDORS");
    }
    CHECK_TEXT(list, "mesa-opencl-icd");
    CHECK_TEXT(list, "reference");
    CHECK_INT(code, 5);
    free(list);
}

// Natively where clang was there, otherwise in plain C, with the reason.
static void without_an_opencl_library_this_processor_steps(void)
{
    setenv("GEL_OPENCL_LIBRARY", "none", 1);
    RUN_FOR(0, "devices");
    CHECK_TEXT(result.out, "reference");
    bool hasNative = strstr(result.out, "native") != NULL;
    RUN_FOR(0, "run", beamScene(), "--frames", "1");
    CHECK_TEXT(result.out, hasNative ? "native this processor" : "reference (float)");
    RUN_FOR(0, "run", beamScene(), "--frames", "1", "--work-group", "16");
    CHECK_TEXT(result.out, "reference (float)");
    CHECK_TEXT(result.error,
               hasNative ? "\"native\" was left out because of the work-group size" : "plain C");
    setenv("GEL_NATIVE_PROCESSOR", "none", 1);
    RUN_FOR(0, "run", beamScene(), "--frames", "1");
    CHECK_TEXT(result.out, "reference (float)");
    CHECK_TEXT(result.error, "no OpenCL library found (GEL_OPENCL_LIBRARY is \"none\")");
    RUN_FOR(5, "run", beamScene(), "--frames", "1", "--backend", "opencl");
    CHECK_TEXT(result.error, "no OpenCL library found (GEL_OPENCL_LIBRARY is \"none\")");
    setenv("GEL_OPENCL_LIBRARY", "libm.so.6", 1);
    RUN_FOR(5, "run", beamScene(), "--frames", "1", "--backend", "opencl");
    CHECK_TEXT(result.error, "libm.so.6 lacks clGetPlatformIDs");
    unsetenv("GEL_NATIVE_PROCESSOR");
    unsetenv("GEL_OPENCL_LIBRARY");
}

static void devices_say_whether_they_are_exact_and_what_for(void)
{
    RUN_FOR(0, "devices", "--json");
    cJSON* object = parseOutput();
    cJSON* device;
    int defaults = 0, exact = 0;
    cJSON_ArrayForEach(device, cJSON_GetObjectItem(object, "devices"))
    {
        bool isExact = numberAt(device, "exact") > 0.0;
        exact += isExact;
        defaults += strcmp(textAt(device, "use"), "default") == 0;
        CHECK(isExact == (textAt(device, "reason")[0] == '\0'), "%s: a reason exactly where it is not exact",
              textAt(device, "name"));
    }
    CHECK_INT(defaults, exact > 0);
    CHECK_INT(cJSON_GetArraySize(cJSON_GetObjectItem(object, "references")), 2);
    cJSON_Delete(object);
}

// Killed as soon as the folder exists, long before anything is measured.
static void tuning_that_is_cut_off_leaves_nothing_behind(void)
{
    char folder[1024], command[1100];
    const char* const arguments[] = {"gel", "devices", "--tune", NULL};
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    snprintf(folder, sizeof folder, "%s", scratchPath("cut_off"));
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0, "%s cannot be removed", folder);
    setenv("GEL_CACHE_DIR", folder, 1);
    setenv("GEL_TUNING", "on", 1);
    pid_t child = startCommand(arguments, scratchPath("out"), scratchPath("error"));
    for (int i = 0; i < 30000 && !fileExists(folder); i++)
        sleepMilliseconds(1);
    sleepMilliseconds(30);
    kill(child, SIGKILL);
    waitForCommand(child);
    unsetenv("GEL_CACHE_DIR");
    setenv("GEL_TUNING", "off", 1); // as all these tests run
    snprintf(command, sizeof command, "test -z \"$(find '%s' -name '*.part')\"", folder);
    CHECK(fileExists(folder), "%s was never made", folder);
    CHECK(system(command) == 0, "a file is left in %s", folder);
}

static void a_dash_in_front_of_a_file_is_explained(void)
{
    RUN_FOR(2, "run", "x.json", "-o", "x.pc2");
    CHECK_TEXT(result.error, "has no option -o;");
    RUN_FOR(2, "check", "-x.mesh");
    CHECK_TEXT(result.error, "has no option -x.mesh");
}

static void names_do_not_command_the_terminal(void)
{
    RUN_FOR(3, "check", "a\033]0;b\a\302\233c.mesh");
    CHECK_TEXT(result.error, "a?]0;b???c.mesh");
    RUN_FOR(3, "check", "a\344\303\244\342\202.mesh");
    CHECK_TEXT(result.error, "a?\303\244??.mesh");
    const char* path = scratchPath("control.json");
    writeText(path, "{\"name\": \"a\\u001b[2Jb\", \"bodies\": ["
                    "{\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1], \"cells\": [1, 1, 1]}}]}");
    RUN_FOR(0, "run", path, "--frames", "1", "--backend", "reference");
    CHECK(strchr(result.out, '\033') == NULL, "an escape sequence: %s", result.out);
    CHECK_TEXT(result.out, "a?[2Jb");
}

static void json_is_utf8_whatever_a_file_is_called(void)
{
    RUN_FOR(3, "check", "--json", "a\344\303\244\355\240\200\360\237\220\273\300\200.mesh");
    cJSON* object = parseOutput();
    const cJSON* error = cJSON_GetObjectItem(object, "error");
    CHECK_TEXT(textAt(error, "message"), "a?\303\244???\360\237\220\273??.mesh: ");
    cJSON_Delete(object);
}

static void a_file_of_another_program_gets_the_formats_to_export(void)
{
    static const char* const endings[] = {".blend", ".abc", ".usd", ".max", ""};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char path[256];
        snprintf(path, sizeof path, GEL_SCRATCH "/cli-foreign%s", endings[i]);
        writeText(path, "not of Gel");
        RUN_FOR(3, "run", path);
        CHECK_TEXT(
            result.error,
            "expected a surface (.obj, .ply, .stl, .off, .gltf, .glb, .fbx, .dae or .3mf) or a tet mesh");
        CHECK_TEXT(result.error, "export it as .obj, .ply, .stl or .glb");
    }
}

static void check_names_what_is_no_mesh(void)
{
    const char* path = scratchPath("surface.obj");
    writeText(path, "v 0 0 0\n");
    RUN_FOR(3, "check", path);
    CHECK_TEXT(result.error, "found none");
    path = scratchPath("scene.json");
    writeText(path, "{}");
    RUN_FOR(3, "check", path);
    CHECK_TEXT(result.error, "\"bodies\" is missing");
}

// A pyramid of four triangles; without one of them; and stretched to a line.
static void check_tells_surfaces_that_are_fit_from_those_to_repair_and_the_unfit(void)
{
    static const char* const corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
    const char* path = scratchPath("pyramid.obj");
    char text[256];
    snprintf(text, sizeof text, "%sf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n", corners);
    writeText(path, text);
    RUN_FOR(0, "check", path);
    CHECK_TEXT(result.out, "fit to fill");
    snprintf(text, sizeof text, "%sf 1 3 2\nf 1 2 4\nf 2 3 4\n", corners);
    writeText(path, text);
    RUN_FOR(8, "check", path);
    CHECK_TEXT(result.out, "3 open edges, in 1 chain");
    CHECK_TEXT(result.out, "Non Manifold");
    checkWidth("check");
    RUN_FOR(8, "check", "--json", path);
    CHECK_TEXT(result.out, "\"open_edges\":");
    writeText(path, "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
    RUN_FOR(3, "check", path);
    CHECK_TEXT(result.out, "not fit");
    CHECK_TEXT(result.out, "every triangle lies on a line");
    path = scratchPath("line.obj");
    writeText(path, "v 0 0 0\nv 1 0 0\nv 1 2 0\nl 1 2 3\n");
    RUN_FOR(0, "check", path);
    CHECK_TEXT(result.out, "fit for a rope");
    CHECK_TEXT(result.out, "3 m");
    CHECK_TEXT(result.out, "\"as\": \"rope\"");
    RUN_FOR(0, "check", "--json", path);
    CHECK_TEXT(result.out, "\"rope\"");
    path = scratchPath("square.obj");
    writeText(path, "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 1 3 2\nf 1 4 3\n");
    RUN_FOR(8, "check", path);
    CHECK_TEXT(result.out, "as cloth        stretches 0.996 to 1 times as stiffly as its material");
    path = scratchPath("cloth.json");
    writeText(path, "{\"bodies\":[{\"name\":\"flag\",\"shape\":{\"type\":\"cloth\",\"sizeX\":1,\"sizeZ\":1,"
                    "\"cellsX\":10,\"cellsZ\":40}}]}");
    RUN_FOR(0, "check", path);
    CHECK_TEXT(result.out, "flag            stretches 0.273 to 1.23 times as stiffly as its material");
    RUN_FOR(0, "check", "--json", path);
    CHECK_TEXT(result.out, "\"stiffest\"");
    path = scratchPath("points.obj");
    writeText(path, "v 0 0 0\nv 1 0 0\n");
    RUN_FOR(3, "check", path);
    CHECK_TEXT(result.error, "expected triangles or polygons, found none");
}

// One flat tet a kilometre across; then one larger than a body may be.
static void check_doubts_flat_and_large_meshes_and_refuses_those_run_refuses(void)
{
    const char* path = scratchPath("flat.mesh");
    writeText(path, "MeshVersionFormatted 1\nDimension 3\nVertices\n4\n0 0 0 0\n1000 0 0 0\n0 1000 0 0\n"
                    "300 300 10 0\nTetrahedra\n1\n1 2 3 4 0\nEnd\n");
    RUN_FOR(0, "check", path);
    CHECK_TEXT(result.out, "below 5 slows convergence");
    CHECK_TEXT(result.out, "the box is 1000 m: millimetres?");
    path = scratchPath("far.mesh");
    writeText(path, "MeshVersionFormatted 1\nDimension 3\nVertices\n4\n0 0 0 0\n1e10 0 0 0\n0 1e10 0 0\n"
                    "0 0 1e10 0\nTetrahedra\n1\n1 2 3 4 0\nEnd\n");
    RUN_FOR(3, "check", path);
    CHECK_TEXT(result.error, "within 1e9 m");
}

static void the_version_is_told(void)
{
    RUN_FOR(0, "version");
    CHECK_TEXT(result.out, "gel 0.");
    RUN_FOR(0, "version", "--json");
    cJSON* object = parseOutput();
    CHECK(textAt(object, "compiler")[0] != '\0', "no compiler");
    CHECK(textAt(object, "opencl_headers")[0] != '\0', "no OpenCL headers");
    CHECK(cJSON_HasObjectItem(object, "build_type"), "no build type");
    CHECK(textAt(object, "version")[0] >= '0', "no version");
    cJSON_Delete(object);
}

static void a_full_disk_behind_standard_output_is_noticed(void)
{
    if (!fileExists("/dev/full"))
        SKIP("no /dev/full here");
    outputFile = "/dev/full";
    RUN("version");
    outputFile = NULL;
    CHECK_INT(result.code, 4);
    CHECK_TEXT(result.error, "standard output cannot be written");
}

// Two tets, the first inverted; one of zero volume; an unused vertex.
static void check_counts_what_is_there_and_what_was_mended(void)
{
    const char* path = scratchPath("two.mesh");
    writeText(
        path,
        "MeshVersionFormatted 1\nDimension 3\nVertices\n6\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n1 1 1 0\n"
        "9 9 9 0\nTetrahedra\n3\n1 3 2 4 0\n2 3 4 5 0\n1 1 2 3 0\nEnd\n");
    RUN_FOR(0, "check", "--json", path);
    cJSON* object = parseOutput();
    CHECK_INT(numberAt(object, "vertices"), 5);
    CHECK_INT(numberAt(object, "tets"), 2);
    CHECK_INT(numberAt(object, "edges"), 9);
    CHECK_INT(numberAt(object, "surface_triangles"), 6);
    CHECK_INT(numberAt(object, "components"), 1);
    CHECK_CLOSE(numberAt(object, "volume_m3"), 0.5, 1e-6, "1/6 + 1/3 in single precision");
    CHECK_INT(numberAt(object, "repairs/turned_tets"), 1);
    CHECK_INT(numberAt(object, "repairs/zero_volume_tets"), 1);
    CHECK_INT(numberAt(object, "repairs/unused_vertices"), 1);
    cJSON_Delete(object);
    RUN_FOR(0, "check", path);
    CHECK_TEXT(result.out, "fit to simulate");
    CHECK_TEXT(result.out, "reversed");
    checkWidth("gel check");
}

TESTS(TEST(the_help_of_every_command_starts_with_an_example_and_fits_80_columns),
      TEST(the_help_states_defaults), TEST(the_longest_helps_fit_two_screens),
      TEST(the_options_of_a_device_are_described_once_in_the_help_of_devices),
      TEST(help_of_help_shows_the_commands), TEST(gel_alone_shows_commands_and_exit_codes),
      TEST(a_slip_in_a_command_gets_the_nearest_one), TEST(an_error_is_one_line),
      TEST(a_slip_in_an_option_gets_the_nearest_one), TEST(numbers_are_checked),
      TEST(values_are_missed_and_refused), TEST(arguments_are_counted), TEST(two_dashes_end_the_options),
      TEST(errors_are_objects_with_json), TEST(bad_input_ends_with_3_and_says_where),
      TEST(a_name_that_is_no_device_ends_with_2_or_5), TEST(without_a_device_the_reference_remains),
      TEST(without_an_opencl_library_this_processor_steps),
      TEST(devices_say_whether_they_are_exact_and_what_for),
      TEST(tuning_that_is_cut_off_leaves_nothing_behind), TEST(a_dash_in_front_of_a_file_is_explained),
      TEST(names_do_not_command_the_terminal), TEST(json_is_utf8_whatever_a_file_is_called),
      TEST(a_file_of_another_program_gets_the_formats_to_export), TEST(check_names_what_is_no_mesh),
      TEST(check_tells_surfaces_that_are_fit_from_those_to_repair_and_the_unfit),
      TEST(check_doubts_flat_and_large_meshes_and_refuses_those_run_refuses), TEST(the_version_is_told),
      TEST(a_full_disk_behind_standard_output_is_noticed),
      TEST(check_counts_what_is_there_and_what_was_mended))
