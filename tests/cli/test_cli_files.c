// The command loses none of the user's files.
#define _XOPEN_SOURCE 700 // symlink
#define _DEFAULT_SOURCE
#define TEST_SUBJECT "cli_files"
#include "support/command.h"
#include "support/png.h"

#include <stdlib.h>

#define OWN GEL_SCRATCH "/cli_files-own"
enum { withoutViewer = 7 };

static void checkProtected(const char* path)
{
    char text[64];
    CHECK_TEXT(result.error, "write-protected");
    readText(path, text, sizeof text);
    CHECK(strcmp(text, "kept") == 0, "it holds \"%s\"", text);
    remove(path);
}

static void a_write_protected_file_is_not_replaced(void)
{
    const char* path = scratchPath("protected.pc2");
    remove(path);
    writeText(path, "kept");
    chmod(path, 0444);
    RUN_FOR(4, "run", GEL_ASSETS "/scenes/single_tet.json", "--backend", "reference", "--frames", "1",
            "--out", path);
    checkProtected(path);
}

// A file that comes with a result is not replaced, either.
static void protected_states_of_a_recording_are_not_replaced(void)
{
    writeText(OWN "_g.json.states", "kept");
    chmod(OWN "_g.json.states", 0444);
    RUN("view", "single_tet", "--backend", "reference", "--headless", "--frames", "2", "--record",
        OWN "_g.json");
    if (result.code == withoutViewer)
        SKIP(result.error);
    CHECK_INT(result.code, 4);
    checkProtected(OWN "_g.json.states");
    CHECK(!fileExists(OWN "_g.json"), "there is a recording");
}

static void copyFile(const char* from, const char* to)
{
    char command[2200];
    snprintf(command, sizeof command, "cp --remove-destination '%s' '%s'", from, to);
    CHECK(system(command) == 0, "%s failed", command);
}

static void checkSameFile(const char* a, const char* b)
{
    char command[2200];
    snprintf(command, sizeof command, "cmp '%s' '%s'", a, b);
    CHECK(system(command) == 0, "%s was changed", b);
}

static void what_a_scene_was_read_from_is_not_overwritten(void)
{
    static const char* const writes[][3] = {
        {"run", "--out", OWN ".pc2"},  {"run", "--csv", OWN "_rest.obj"},  {"run", "--trace", OWN ".json"},
        {"run", "--csv", OWN "_link"}, {"run", "--contacts", OWN ".json"}, {"compare", "--csv", OWN ".json"}};
    copyFile(GEL_ASSETS "/meshes/bear_skin.obj", OWN "_rest.obj");
    writeText(OWN ".json",
              "{\"bodies\": [{\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1], \"cells\": [2, 2, 2]}, "
              "\"skin\": \"cli_files-own_rest.obj\", \"clampSkin\": true}]}");
    writeText(OWN "_recording.json", "{\"scene\": \"cli_files-own.json\", \"frames\": 2, \"input\": []}");
    copyFile(OWN ".json", OWN "_kept.json");
    remove(OWN "_link");
    CHECK(symlink(OWN "_rest.obj", OWN "_link") == 0, "no link %s", OWN "_link");
    for (int i = 0; i < 6; i++) {
        RUN_FOR(4, writes[i][0], OWN "_recording.json", "--frames", "2", writes[i][1], writes[i][2]);
        CHECK_TEXT(result.error, "would be overwritten");
        checkSameFile(OWN "_kept.json", OWN ".json");
        checkSameFile(GEL_ASSETS "/meshes/bear_skin.obj", OWN "_rest.obj");
    }
}

// A tetrahedron whose corners and triangles are in another file.
static void writeGltf(const char* path, const char* buffer)
{
    static const float corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    FILE* file = fopen(buffer, "wb");
    CHECK(file != NULL && fwrite(corners, sizeof corners, 1, file) == 1 &&
              fwrite(triangles, sizeof triangles, 1, file) == 1,
          "no %s", buffer);
    if (file != NULL)
        fclose(file);
    writeText(
        path,
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],"
        "\"buffers\":[{\"uri\":\"cli_files-own buffer.bin\",\"byteLength\":96}],\"bufferViews\":["
        "{\"buffer\":0,\"byteLength\":48},{\"buffer\":0,\"byteOffset\":48,\"byteLength\":48}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\","
        "\"min\":[0,0,0],\"max\":[1,1,1]},"
        "{\"bufferView\":1,\"componentType\":5125,\"count\":12,\"type\":\"SCALAR\"}]}");
}

// A scene of a heightfield, a mesh with materials and a texture, and one with a buffer; and a recording of it.
static void writeRichScene(void)
{
    writePng(OWN "_hills.png", 2, 2, 8, 1, (uint16_t[]){0, 1, 2, 255});
    writeText(OWN " texture.png", "a texture");
    writeText(OWN ".mtl", "newmtl a\nmap_Kd -clamp on cli_files-own texture.png\n");
    writeText(OWN "_skin.obj", "mtllib cli_files-own.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl a\n"
                               "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    writeGltf(OWN ".gltf", OWN " buffer.bin");
    writeText(
        OWN "_rich.json",
        "{\"bodies\": [{\"name\": \"box\", \"shape\": {\"type\": \"box\", \"size\": [1, 1, 1], "
        "\"cells\": [1, 1, 1]}, \"skin\": \"cli_files-own_skin.obj\", \"clampSkin\": true}], "
        "\"obstacles\": [{\"shape\": {\"type\": \"heightfield\", \"picture\": \"cli_files-own_hills.png\", "
        "\"sizeX\": 3, \"sizeZ\": 3}}], "
        "\"probes\": [{\"name\": \"y\", \"body\": 0, \"measure\": \"position.y\"}]}");
    writeText(OWN "_replay.json", "{\"scene\": \"cli_files-own_rich.json\", \"frames\": 2, \"input\": []}");
    writeText(OWN "_replay.json.states", "states");
}

static void files_that_a_scene_names_are_not_overwritten(void)
{
    static const char* const writes[][5] = {
        {"report", OWN "_rich.json", "--out", OWN "_rich.json"},
        {"report", OWN "_rich.json", "--out", OWN "_skin.obj"},
        {"error", OWN "_rich.json", "--plot", OWN "_hills.png"},
        {"bench", OWN "_rich.json", "--plot", OWN "_hills.png"},
        {"run", OWN "_rich.json", "--csv", OWN ".mtl"},
        {"compare", OWN "_rich.json", "--csv", OWN " texture.png"},
        {"run", OWN ".gltf", "--trace", OWN " buffer.bin"},
        {"run", OWN "_replay.json", "--csv", OWN "_replay.json.states"},
        {"run", OWN "_rich.json", "--trace", OWN "_0001.state", "--begin"},
    };
    writeRichScene();
    remove(OWN "_rest.obj"); // a mesh of the test before
    RUN_FOR(0, "run", OWN "_rich.json", "--backend", "reference", "--frames", "1", "--out", OWN ".pc2",
            "--states", "1");
    for (size_t i = 0; i < sizeof writes / sizeof writes[0]; i++) {
        const char *path = writes[i][3], *begin = writes[i][4];
        copyFile(path, OWN "_before");
        RUN_FOR(4, writes[i][0], writes[i][1], writes[i][2], path, begin, begin != NULL ? path : NULL);
        CHECK_TEXT(result.error, "would be overwritten");
        checkSameFile(OWN "_before", path);
    }
}

// Also with what comes with a result, and by other names of its folder.
static void two_results_do_not_share_a_file(void)
{
    static const char* const pairs[][4] = {
        {"--contacts", OWN "_both", "--csv", OWN "_both"},
        {"--out", OWN "_both.pc2", "--csv", OWN "_both_rest.obj"},
        {"--out", OWN "_both.vtu", "--contacts", OWN "_both.pvd"},
        {"--out", OWN "_both.glb", "--trace", GEL_SCRATCH "/./cli_files-own_both.glb"},
        {"--csv", OWN "_both.csv", "--contacts", OWN "_both.csv.gel-state"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        RUN_FOR(2, "run", "single_tet", "--frames", "2", pairs[i][0], pairs[i][1], pairs[i][2], pairs[i][3]);
        CHECK_TEXT(result.error, " would both write ");
    }
    RUN_FOR(2, "run", "single_tet", "--frames", "2", "--states", "1", "--out", OWN "_both.pc2", "--csv",
            OWN "_both_0002.state");
    CHECK_TEXT(result.error, "--csv and --states would both write ");
    RUN("view", "single_tet", "--headless", "--frames", "2", "--record", OWN "_both.png", "--shot",
        OWN "_both.png");
    CHECK(result.code == 2 || result.code == withoutViewer, "exit code %d: %s", result.code, result.error);
    if (result.code == 2)
        CHECK_TEXT(result.error, "--record and --shot would both write ");
    CHECK(system("ls '" OWN "_both'* 2>/dev/null") != 0, "something was written");
    RUN_FOR(0, "run", OWN "_rich.json", "--backend", "reference", "--frames", "2", "--states", "1",
            "--contacts", OWN "_c.pvd", "--csv", OWN "_c.csv", "--out", OWN "_d.vtu");
}

static void a_mesh_is_not_written_over_itself(void)
{
    copyFile(GEL_ASSETS "/meshes/pendulum.node", OWN "_mesh.node");
    copyFile(GEL_ASSETS "/meshes/pendulum.ele", OWN "_mesh.ele");
    RUN_FOR(4, "mesh", OWN "_mesh.node", OWN "_mesh.node");
    RUN_FOR(4, "mesh", OWN "_mesh.node", OWN "_mesh.ele");
    CHECK_TEXT(result.error, "would be overwritten");
    checkSameFile(GEL_ASSETS "/meshes/pendulum.node", OWN "_mesh.node");
    checkSameFile(GEL_ASSETS "/meshes/pendulum.ele", OWN "_mesh.ele");
    RUN_FOR(0, "mesh", OWN "_mesh.node", OWN "_other.node");
}

// A command that waits for ever is killed after 20 seconds.
static void runAtMost20Seconds(const char* const* words)
{
    pid_t child = startCommand(words, scratchPath("out"), scratchPath("error"));
    for (int k = 0; k < 2000 && !hasEnded(child); k++)
        sleepMilliseconds(10);
    kill(child, SIGKILL);
    waitForCommand(child);
}

static void checkNotWaiting(const char* const* words, int code, const char* message)
{
    runAtMost20Seconds(words);
    CHECK(result.code == code, "%s %s: exit code %d, not %d: %s", words[1], words[2], result.code, code,
          result.error);
    CHECK_TEXT(result.error, message);
}

static void makePipe(const char* path)
{
    remove(path);
    CHECK(mkfifo(path, 0600) == 0, "no pipe %s", path);
}

static bool isPipe(const char* path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISFIFO(found.st_mode);
}

static void pipes_are_refused_and_not_waited_for(void)
{
    static const char found[] = "expected a file, found a device or pipe";
    makePipe(OWN "_pipe.json");
    makePipe(OWN "_pipe.pc2");
    writeText(OWN "_pipe_recording.json",
              "{\"scene\": \"cli_files-own_pipe.json\", \"frames\": 2, \"input\": []}");
    checkNotWaiting((const char* const[]){"gel", "run", OWN "_pipe.json", NULL}, 3, found);
    checkNotWaiting((const char* const[]){"gel", "run", OWN "_pipe_recording.json", NULL}, 3, found);
    checkNotWaiting((const char* const[]){"gel", "splice", OWN "_pipe.pc2", "--out", OWN "_o.pc2", NULL}, 3,
                    found);
    remove(OWN "_s_rest.obj");
    RUN_FOR(0, "run", "single_tet", "--backend", "reference", "--frames", "2", "--out", OWN "_s.pc2");
    makePipe(OWN "_s_rest.obj");
    checkNotWaiting((const char* const[]){"gel", "splice", OWN "_s.pc2", "--out", OWN "_o.pc2", NULL}, 3,
                    found);
    CHECK(!fileExists(OWN "_o.pc2"), "there is a result");
}

static void pipes_beside_results_and_in_caches_are_not_waited_for(void)
{
#define RUN_TO_K "gel", "run", "single_tet", "--backend", "reference", "--frames", "2", "--out", OWN "_k.pc2"
    makePipe(OWN "_k.pc2.gel-state");
    checkNotWaiting((const char* const[]){RUN_TO_K, NULL}, 4, "is not known to be a checkpoint");
    checkNotWaiting((const char* const[]){RUN_TO_K, "--resume", NULL}, 3, "found a device or pipe");
    CHECK(isPipe(OWN "_k.pc2.gel-state"), "the pipe is gone");
    mkdir(OWN "_cache", 0700);
    makePipe(OWN "_cache/drivers.txt");
    char before[1024];
    bool hasBefore = getenv("OCL_ICD_VENDORS") != NULL;
    snprintf(before, sizeof before, "%s", hasBefore ? getenv("OCL_ICD_VENDORS") : "");
    unsetenv("OCL_ICD_VENDORS");
    setenv("GEL_CACHE_DIR", OWN "_cache", 1);
    checkNotWaiting((const char* const[]){RUN_TO_K, "--no-checkpoint", NULL}, 0, "");
    unsetenv("GEL_CACHE_DIR");
    if (hasBefore)
        setenv("OCL_ICD_VENDORS", before, 1);
    remove(OWN "_k.pc2.gel-state");
}

// Where caches would be kept.
static void a_home_that_is_absent_or_cannot_be_written_changes_nothing(void)
{
    static const char* const homes[] = {NULL, "/proc", "/dev/null", ""};
    char kept[1024], hash[64];
    RUN_FOR(0, "run", "single_tet", "--frames", "2");
    snprintf(hash, sizeof hash, "%s", strstr(result.out, "hash"));
    snprintf(kept, sizeof kept, "%s", getenv("HOME") != NULL ? getenv("HOME") : "");
    unsetenv("GEL_CACHE_DIR");
    unsetenv("XDG_CACHE_HOME");
    for (int i = 0; i < 4; i++) {
        if (homes[i] == NULL)
            unsetenv("HOME");
        else
            setenv("HOME", homes[i], 1);
        RUN_FOR(0, "run", "single_tet", "--frames", "2");
        CHECK_TEXT(result.out, hash);
        CHECK(result.error[0] == '\0', "HOME=%s: %s", homes[i] != NULL ? homes[i] : "none", result.error);
    }
    setenv("HOME", kept, 1);
}

// Every reader and writer, with an extension that no program would choose.
static void extensions_count_in_any_case(void)
{
    static const char* const results[][2] = {
        {OWN "_c.Pc2", OWN "_c.Pc2"},      {OWN "_c.mDD", OWN "_c.mDD"},
        {OWN "_c.Obj", OWN "_c_0001.Obj"}, {OWN "_c.pLy", OWN "_c_0001.pLy"},
        {OWN "_c.Vtu", OWN "_c_0001.vtu"}, {OWN "_c.PvD", OWN "_c.PvD"},
        {OWN "_c.Glb", OWN "_c.Glb"}};
    static const char* const meshes[] = {OWN "_m.Msh", OWN "_m.Vtk", OWN "_m.vTU", OWN "_m.Mesh",
                                         OWN "_m.Node"};
    const char* scene = OWN "_c.Json";
    char goal[300];
    copyFile(GEL_ASSETS "/scenes/single_tet.json", scene);
    for (int i = 0; i < 7; i++) {
        remove(results[i][1]);
        RUN_FOR(0, "run", scene, "--backend", "reference", "--frames", "2", "--out", results[i][0]);
        CHECK(fileExists(results[i][1]), "there is no %s", results[i][1]);
    }
    RUN_FOR(0, "run", scene, "--backend", "reference", "--frames", "1", "--contacts", OWN "_d.Pvd");
    CHECK(fileExists(OWN "_d_0001.vtu"), "contacts were written as a table");
    RUN_FOR(0, "check", scene);
    for (int i = 0; i < 2; i++) {
        RUN_FOR(0, "splice", results[i][0], results[i][0], "--out", i == 0 ? OWN "_e.PC2" : OWN "_e.Mdd");
        snprintf(
            goal, sizeof goal,
            "{\"bodies\": [{\"vertices\": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], \"tets\": "
            "[[0, 1, 2, 3]], \"goals\": {\"weight\": 1, \"cache\": {\"file\": \"cli_files-own_c.%s\"}}}]}",
            i == 0 ? "Pc2" : "mDD");
        writeText(OWN "_goal.json", goal);
        RUN_FOR(0, "run", OWN "_goal.json", "--backend", "reference", "--frames", "1");
    }
    for (int i = 0; i < 5; i++) {
        RUN_FOR(0, "mesh", GEL_ASSETS "/meshes/bear_small.node", meshes[i]);
        RUN_FOR(0, "check", meshes[i]);
    }
    CHECK(fileExists(OWN "_m.Ele"), "the tets of a .Node are elsewhere");
    RUN_FOR(4, "mesh", OWN "_m.Ele", OWN "_m.Node");
    CHECK_TEXT(result.error, "would be overwritten");
    CHECK(rename(OWN "_m.Ele", OWN "_m.ELE") == 0, "it keeps its name");
    RUN_FOR(0, "check", OWN "_m.Node");
}

TESTS(TEST(a_write_protected_file_is_not_replaced), TEST(protected_states_of_a_recording_are_not_replaced),
      TEST(what_a_scene_was_read_from_is_not_overwritten), TEST(files_that_a_scene_names_are_not_overwritten),
      TEST(extensions_count_in_any_case), TEST(two_results_do_not_share_a_file),
      TEST(a_mesh_is_not_written_over_itself), TEST(pipes_are_refused_and_not_waited_for),
      TEST(pipes_beside_results_and_in_caches_are_not_waited_for),
      TEST(a_home_that_is_absent_or_cannot_be_written_changes_nothing))
