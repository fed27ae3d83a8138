// Where results go, traces too: through links, with the permissions of former files, and onto nothing of the user's.
#define _XOPEN_SOURCE 700 // symlink, lstat
#define TEST_SUBJECT "cli_output"
#include "support/command.h"

#include <stdlib.h>

enum { withoutViewer = 7, maxWords = 16 };

static char folder[1024];

static const char* in(const char* name)
{
    static char paths[16][1400];
    static int next;
    char* path = paths[next++ % 16];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void shell(const char* format, const char* a, const char* b)
{
    char command[4096];
    snprintf(command, sizeof command, format, a, b);
    CHECK(system(command) == 0, "%s failed", command);
}

static void empty(void)
{
    snprintf(folder, sizeof folder, "%s", scratchPath("folder"));
    shell("rm -rf '%s' && mkdir -p '%s/there'", folder, folder);
}

static bool isLink(const char* path)
{
    struct stat found;
    return lstat(path, &found) == 0 && S_ISLNK(found.st_mode);
}

static int permissionsOf(const char* path)
{
    struct stat found;
    return stat(path, &found) == 0 ? (int)(found.st_mode & 0777) : -1;
}

static void linkTo(const char* target, const char* link)
{
    remove(link);
    CHECK(symlink(target, link) == 0, "no link %s", link);
}

static bool holds(const char* path, const char* text)
{
    char found[64];
    readText(path, found, sizeof found);
    return strcmp(found, text) == 0;
}

// The name of the result ends the words; `linked` is one of the files that come to be.
typedef struct Kind {
    const char *words[maxWords], *name, *linked;
    bool varies; // it holds times
} Kind;

#define TWO_FRAMES GEL_ASSETS "/scenes/single_tet.json", "--backend", "reference", "--frames", "2", "--quiet"
#define SMALL "--width", "64", "--height", "64"

static const Kind kinds[] = {
    {{"run", TWO_FRAMES, "--out"}, "a.pc2", "a.pc2", false},
    {{"run", TWO_FRAMES, "--out"}, "a.pc2", "a_rest.obj", false},
    {{"run", TWO_FRAMES, "--out"}, "a.mdd", "a.mdd", false},
    {{"run", TWO_FRAMES, "--out"}, "a.glb", "a.glb", false},
    {{"run", TWO_FRAMES, "--out"}, "a.pvd", "a.pvd", false},
    {{"run", TWO_FRAMES, "--out"}, "a.vtu", "a_0001.vtu", false},
    {{"run", TWO_FRAMES, "--out"}, "a.obj", "a_0001.obj", false},
    {{"run", TWO_FRAMES, "--out"}, "a.ply", "a_0001.ply", false},
    {{"run", TWO_FRAMES, "--states", "1", "--out"}, "a.pc2", "a_0001.state", false},
    {{"run", TWO_FRAMES, "--checkpoint", "1", "--out"}, "a.ply", "a_0001.ply", false},
    {{"run", TWO_FRAMES, "--contacts"}, "a.csv", "a.csv", false},
    {{"run", TWO_FRAMES, "--contacts"}, "a.pvd", "a_0001.vtu", false},
    {{"run", TWO_FRAMES, "--trace"}, "a.json", "a.json", true},
    {{"compare", TWO_FRAMES, "--csv"}, "a.csv", "a.csv", false},
    {{"mesh", GEL_ASSETS "/meshes/pendulum.node"}, "a.msh", "a.msh", false},
    {{"mesh", GEL_ASSETS "/meshes/pendulum.node"}, "a.node", "a.ele", false},
};

static const Kind drawnKinds[] = {
    {{"run", TWO_FRAMES, SMALL, "--out"}, "a.png", "a.png", false},
    {{"view", TWO_FRAMES, SMALL, "--headless", "--shot"}, "a.png", "a.png", false},
    {{"view", TWO_FRAMES, SMALL, "--headless", "--record"}, "a.json", "a.json", false},
    {{"view", TWO_FRAMES, SMALL, "--headless", "--record"}, "a.json", "a.json.states", false},
    {{"report", TWO_FRAMES, SMALL, "--out"}, "a.html", "a.html", false},
    {{"run", TWO_FRAMES, SMALL, "--out"}, "a.gif", "a.gif", false},
    {{"run", TWO_FRAMES, SMALL, "--out"}, "a.mp4", "a.mp4", false},
};

static void runKind(const Kind* kind)
{
    const char* words[maxWords + 3] = {"gel"};
    int count = 1;
    for (int i = 0; kind->words[i] != NULL; i++) // "--b" is the back end of gel compare
        words[count++] = strcmp(kind->words[0], "compare") == 0 && strcmp(kind->words[i], "--backend") == 0
                             ? "--b"
                             : kind->words[i];
    words[count] = in(kind->name);
    runCommand(words);
}

// At first the target is not there. False if it cannot be tried.
static bool tryKind(const Kind* kind, bool mayLack)
{
    char relative[300], target[1400], link[1400];
    empty();
    snprintf(link, sizeof link, "%s", in(kind->linked));
    snprintf(relative, sizeof relative, "there/%s", kind->linked);
    snprintf(target, sizeof target, "%s", in(relative));
    linkTo(relative, link);
    runKind(kind);
    if (mayLack && (result.code == withoutViewer || strstr(result.error, "install the package") != NULL)) {
        SKIP_PART(result.error);
        return false;
    }
    CHECK(result.code == 0, "%s, %s: %d: %s", kind->words[0], kind->linked, result.code, result.error);
    CHECK(isLink(link) && fileExists(target), "%s, %s: the link that led nowhere was replaced",
          kind->words[0], kind->linked);
    shell("mv '%s' '%s'", target, in("expected"));
    shell("head -c 20 '%s' > '%s'", in("expected"), target);
    chmod(target, 0640);
    runKind(kind);
    CHECK(result.code == 0, "%s, %s: %d: %s", kind->words[0], kind->linked, result.code, result.error);
    CHECK(isLink(link), "%s, %s: the link was replaced", kind->words[0], kind->linked);
    CHECK(permissionsOf(target) == 0640, "%s, %s: permissions 640 became %o", kind->words[0], kind->linked,
          (unsigned)permissionsOf(target));
    if (!kind->varies)
        shell("cmp '%s' '%s'", in("expected"), target);
    CHECK(!partExists(in("")) && !partExists(in("there/")), "%s, %s: parts are left", kind->words[0],
          kind->linked);
    return true;
}

static void what_a_link_leads_to_is_replaced_and_the_link_stays(void)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        tryKind(&kinds[i], false);
}

static void pictures_and_films_replace_what_a_link_leads_to(void)
{
    for (size_t i = 0; i < sizeof drawnKinds / sizeof drawnKinds[0]; i++)
        if (!tryKind(&drawnKinds[i], true))
            break;
}

static void a_splice_follows_links(void)
{
    empty();
    RUN_FOR(0, "run", TWO_FRAMES, "--out", in("a.pc2"));
    linkTo("there/b.pc2", in("b.pc2"));
    linkTo("there/shape.obj", in("b_rest.obj"));
    RUN_FOR(0, "splice", in("a.pc2"), "--out", in("b.pc2"));
    shell("cmp '%s' '%s'", in("a.pc2"), in("there/b.pc2"));
    shell("cmp '%s' '%s'", in("a_rest.obj"), in("there/shape.obj"));
    CHECK(isLink(in("b.pc2")) && isLink(in("b_rest.obj")), "a link was replaced%s", "");
    linkTo("a.pc2", in("c.pc2"));
    RUN_FOR(4, "splice", in("a.pc2"), "--out", in("c.pc2"));
    CHECK_TEXT(result.error, "would be overwritten");
}

static void links_that_lead_nowhere_are_refused_with_the_reason(void)
{
    empty();
    linkTo("b.pc2", in("a.pc2"));
    linkTo("a.pc2", in("b.pc2"));
    linkTo("m.msh", in("m.msh"));
    linkTo("absent/a.pc2", in("c.pc2"));
    RUN_FOR(4, "run", TWO_FRAMES, "--out", in("a.pc2"));
    CHECK_TEXT(result.error, "Too many levels of symbolic links");
    RUN_FOR(4, "mesh", GEL_ASSETS "/meshes/pendulum.node", in("m.msh"));
    CHECK_TEXT(result.error, "Too many levels of symbolic links");
    RUN_FOR(4, "run", TWO_FRAMES, "--out", in("c.pc2"));
    CHECK_TEXT(result.error, "there is no folder");
    CHECK(isLink(in("a.pc2")) && isLink(in("c.pc2")), "a link was replaced%s", "");
}

static void links_lead_over_links_and_folders_and_to_other_file_systems(void)
{
    struct stat here, other;
    empty();
    shell("mkdir '%s'%s", in("deep"), "");
    linkTo("deep", in("folder"));
    linkTo("../there/a.pc2", in("deep/a.pc2"));
    linkTo("folder/a.pc2", in("a.pc2"));
    RUN_FOR(0, "run", TWO_FRAMES, "--out", in("a.pc2"));
    CHECK(isLink(in("deep/a.pc2")) && isLink(in("a.pc2")) && fileExists(in("there/a.pc2")),
          "not where the links lead%s", "");
    RUN_FOR(2, "run", TWO_FRAMES, "--out", in("a.pc2"), "--csv", in("there/a.pc2"));
    CHECK_TEXT(result.error, "would both write");
    if (stat("/dev/shm", &other) != 0 || stat(folder, &here) != 0 || here.st_dev == other.st_dev ||
        access("/dev/shm", W_OK) != 0) {
        SKIP_PART("/dev/shm is no other file system");
        return;
    }
    char far[64];
    snprintf(far, sizeof far, "/dev/shm/gel-test-%ld.pc2", (long)getpid());
    linkTo(far, in("far.pc2"));
    for (int i = 0; i < 2; i++) // with parts that are kept on the way
        RUN_FOR(0, "run", TWO_FRAMES, "--out", in("far.pc2"), "--checkpoint", i == 0 ? "1" : "2");
    shell("cmp '%s' '%s'", in("there/a.pc2"), far);
    CHECK(isLink(in("far.pc2")), "the link was replaced%s", "");
    remove(far);
}

// After its first checkpoint.
static void interrupt(const char* out)
{
    char state[1500];
    const char* const words[] = {"gel",       "run",          GEL_ASSETS "/scenes/single_tet.json",
                                 "--backend", "reference",    "--frames",
                                 "20000",     "--quiet",      "--out",
                                 out,         "--checkpoint", "50",
                                 NULL};
    snprintf(state, sizeof state, "%s.gel-state", out);
    pid_t child = startCommand(words, scratchPath("out"), scratchPath("error"));
    while (!fileExists(state) && !hasEnded(child))
        sleepMilliseconds(1);
    sleepMilliseconds(100);
    kill(child, SIGINT);
    waitForCommand(child);
    CHECK(result.code == 130, "exit code %d: %s", result.code, result.error);
}

static void a_run_through_a_link_is_resumed(void)
{
    empty();
    linkTo("there/a.pc2", in("a.pc2"));
    linkTo("there/state", in("a.pc2.gel-state"));
    interrupt(in("a.pc2"));
    RUN_FOR(0, "run", GEL_ASSETS "/scenes/single_tet.json", "--backend", "reference", "--frames", "20000",
            "--quiet", "--out", in("a.pc2"), "--resume");
    CHECK(isLink(in("a.pc2")) && isLink(in("a.pc2.gel-state")), "a link was replaced%s", "");
    CHECK(!fileExists(in("there/state")), "the checkpoint is left%s", "");
    shell("cp '%s' '%s'", in("there/a.pc2"), in("resumed.pc2"));
    RUN_FOR(0, "run", GEL_ASSETS "/scenes/single_tet.json", "--backend", "reference", "--frames", "20000",
            "--quiet", "--out", in("a.pc2"));
    shell("cmp '%s' '%s'", in("there/a.pc2"), in("resumed.pc2"));
    shell("test \"$(ls -A '%s/there')\" = a.pc2%s", folder, "");
}

static void a_former_file_keeps_its_permissions_and_a_new_one_has_the_usual(void)
{
    static const int permissions[] = {0600, 0640, 0666, 0755};
    empty();
    mode_t mask = umask(022);
    RUN_FOR(0, "run", TWO_FRAMES, "--out", in("a.pc2"));
    CHECK_INT(permissionsOf(in("a.pc2")), 0644);
    umask(077);
    for (int i = 0; i < 4; i++) {
        chmod(in("a.pc2"), (mode_t)permissions[i]);
        RUN_FOR(0, "run", TWO_FRAMES, "--out", in("a.pc2"));
        CHECK_INT(permissionsOf(in("a.pc2")), permissions[i]);
    }
    RUN_FOR(0, "run", TWO_FRAMES, "--out", in("b.pc2"));
    CHECK_INT(permissionsOf(in("b.pc2")), 0600);
    umask(mask);
}

// Where root runs the test.
static void a_former_file_keeps_its_group(void)
{
    struct stat found = {0};
    empty();
    RUN_FOR(0, "run", TWO_FRAMES, "--out", in("a.pc2"));
    if (chown(in("a.pc2"), (uid_t)-1, getegid() + 1) != 0) {
        SKIP_PART("only root may give files to any group");
        return;
    }
    chmod(in("a.pc2"), 0640);
    RUN_FOR(0, "run", TWO_FRAMES, "--out", in("a.pc2"));
    stat(in("a.pc2"), &found);
    CHECK_INT((int)found.st_gid, (int)getegid() + 1);
    CHECK_INT((int)(found.st_mode & 07777), 0640);
}

// It holds all places, and so do its parts.
static void a_checkpoint_is_as_secret_as_its_result(void)
{
    static const char* const names[][2] = {{"a.pc2", "a.pc2"}, {"a.obj", "a_0000.obj"}};
    for (int i = 0; i < 2; i++) {
        empty();
        writeText(in(names[i][1]), "former");
        chmod(in(names[i][1]), 0600);
        interrupt(in(names[i][0]));
        shell("test -n \"$(find '%s' -name '%s*.gel-state')\"", folder, names[i][0]);
        shell("test -n \"$(find '%s' -name '%s*.kept')\"", folder, names[i][1]);
        shell("test -z \"$(find '%s' \\( -name '*.gel-state' -o -name '%s*.kept' \\) -perm /077)\"", folder,
              names[i][1]);
    }
}

static void a_state_is_as_secret_as_its_result(void)
{
    static const char* const names[][3] = {{"a.pc2", "a.pc2", "a_0002.state"},
                                           {"a.obj", "a_0000.obj", "a_0002.state"}};
    for (int i = 0; i < 2; i++) {
        empty();
        writeText(in(names[i][1]), "former");
        chmod(in(names[i][1]), 0600);
        RUN_FOR(0, "run", TWO_FRAMES, "--out", in(names[i][0]), "--states", "1");
        CHECK_INT(permissionsOf(in(names[i][1])), 0600);
        CHECK_INT(permissionsOf(in(names[i][2])), 0600);
    }
}

// Names that Gel makes up.
static void what_only_has_the_name_of_a_file_of_gel_stays(void)
{
    empty();
    writeText(in("a.pc2.gel-state"), "the user's");
    writeText(in("b_0002.state"), "the user's");
    writeText(in("c.json.states"), "the user's");
    RUN_FOR(4, "run", TWO_FRAMES, "--out", in("a.pc2"), "--checkpoint", "1");
    CHECK_TEXT(result.error, "a.pc2.gel-state is not known to be a checkpoint");
    CHECK_TEXT(result.error, "--no-checkpoint");
    RUN_FOR(4, "run", TWO_FRAMES, "--out", in("a.pc2"));
    CHECK(!fileExists(in("a.pc2")), "there is a result%s", "");
    RUN_FOR(0, "run", TWO_FRAMES, "--out", in("a.pc2"), "--no-checkpoint");
    RUN_FOR(4, "run", TWO_FRAMES, "--out", in("b.pc2"), "--states", "1");
    CHECK_TEXT(result.error, "b_0002.state would be overwritten, and is not known to be of Gel");
    writeText(in("e_rest.obj"), "# Blender v4.0");
    RUN_FOR(4, "run", TWO_FRAMES, "--out", in("e.mdd"));
    CHECK_TEXT(result.error, "e_rest.obj would be overwritten, and is not known to be of Gel");
    RUN_FOR(4, "splice", in("a.pc2"), "--out", in("e.pc2"));
    CHECK(holds(in("e_rest.obj"), "# Blender v4.0"), "the shape is gone%s", "");
    RUN("view", TWO_FRAMES, "--headless", "--record", in("c.json"));
    if (result.code != withoutViewer) {
        CHECK_INT(result.code, 4);
        CHECK_TEXT(result.error, "c.json.states would be overwritten, and is not known to be of Gel");
        writeText(in("d.json.part.states"), "the user's");
        RUN_FOR(0, "view", TWO_FRAMES, "--headless", "--record", in("d.json"));
        CHECK(holds(in("d.json.part.states"), "the user's"), "the states are gone%s", "");
    }
    CHECK(holds(in("a.pc2.gel-state"), "the user's") && holds(in("b_0002.state"), "the user's") &&
              holds(in("c.json.states"), "the user's"),
          "the user's file is gone%s", "");
}

// A state is not a checkpoint, and neither is that of another result, which somebody has copied.
static void a_checkpoint_of_another_run_stays(void)
{
    empty();
    RUN_FOR(0, "run", TWO_FRAMES, "--out", in("a.pc2"), "--states", "2");
    shell("cp '%s' '%s'", in("a_0002.state"), in("b.pc2.gel-state"));
    RUN_FOR(4, "run", TWO_FRAMES, "--out", in("b.pc2"));
    CHECK_TEXT(result.error, "b.pc2.gel-state is not known to be a checkpoint");
    shell("cmp '%s' '%s'", in("a_0002.state"), in("b.pc2.gel-state"));
}

static void the_speed_of_a_run_leaves_out_the_preparation_of_a_device(void)
{
    RUN_FOR(0, "run", beamScene(), "--frames", "5", "--backend", "reference", "--json");
    cJSON* object = parseOutput();
    CHECK_INT(numberAt(object, "timed_frames"), 5);
    CHECK_INT(numberAt(object, "preparation_seconds"), 0);
    cJSON_Delete(object);
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    RUN_FOR(0, "run", beamScene(), "--frames", "5", "--backend", "opencl", "--allow-inexact", "--json");
    object = parseOutput();
    double rate = numberAt(object, "frames_per_second"), expected = 4 / numberAt(object, "seconds");
    CHECK_INT(numberAt(object, "timed_frames"), 4);
    CHECK(numberAt(object, "preparation_seconds") > 0.0, "preparation took no time");
    CHECK_CLOSE(rate, expected, 1e-9 * expected, "frames per second");
    cJSON_Delete(object);
    RUN_FOR(0, "run", beamScene(), "--frames", "1", "--backend", "opencl", "--allow-inexact", "--json");
    object = parseOutput();
    CHECK_INT(numberAt(object, "timed_frames"), 1);
    cJSON_Delete(object);
    RUN_FOR(0, "run", beamScene(), "--frames", "5", "--backend", "opencl", "--allow-inexact");
    CHECK_TEXT(result.out, "prepared        in ");
    CHECK_TEXT(result.out, "5 frames of 4 substeps, the last 4 in ");
}

static void checkTrace(const char* backend)
{
    static char text[1 << 20];
    char path[1024], beam[1024], hash[32], traced[32];
    snprintf(beam, sizeof beam, "%s", beamScene());
    snprintf(path, sizeof path, "%s", scratchPath("trace.json"));
    RUN_FOR(0, "run", beam, "--frames", "3", "--backend", backend, "--json");
    cJSON* object = parseOutput();
    int launches = 3 * (int)numberAt(object, "launches_per_frame");
    snprintf(hash, sizeof hash, "%s", textAt(object, "hash"));
    cJSON_Delete(object);
    RUN_FOR(0, "run", beam, "--frames", "3", "--backend", backend, "--trace", path, "--json");
    object = parseOutput();
    snprintf(traced, sizeof traced, "%s", textAt(object, "hash"));
    cJSON_Delete(object);
    CHECK(strcmp(hash, traced) == 0, "%s: traced, the hash is %s, not %s", backend, traced, hash);
    readText(path, text, sizeof text);
    object = cJSON_Parse(text);
    const cJSON* event;
    int device = 0, steps = 0;
    double last = 0.0;
    cJSON_ArrayForEach(event, cJSON_GetObjectItemCaseSensitive(object, "traceEvents"))
    {
        if (strcmp(textAt(event, "ph"), "X") != 0)
            continue;
        CHECK(numberAt(event, "ts") >= 0.0 && numberAt(event, "dur") >= 0.0, "%s at %g us for %g us",
              textAt(event, "name"), numberAt(event, "ts"), numberAt(event, "dur"));
        steps += strcmp(textAt(event, "name"), "step") == 0;
        device += numberAt(event, "tid") == 2;
        if (numberAt(event, "tid") != 2)
            continue;
        CHECK(numberAt(event, "ts") >= last - 1.0, "a launch before the one before");
        last = numberAt(event, "ts");
    }
    cJSON_Delete(object);
    CHECK_INT(device, launches);
    CHECK_INT(steps, 3);
}

static void a_trace_has_every_launch_and_leaves_the_bits_alone(void)
{
    checkTrace("reference");
    if (hasDevice())
        checkTrace("opencl");
}

TESTS(TEST(a_trace_has_every_launch_and_leaves_the_bits_alone),
      TEST(the_speed_of_a_run_leaves_out_the_preparation_of_a_device),
      TEST(what_a_link_leads_to_is_replaced_and_the_link_stays),
      TEST(pictures_and_films_replace_what_a_link_leads_to), TEST(a_splice_follows_links),
      TEST(links_that_lead_nowhere_are_refused_with_the_reason),
      TEST(links_lead_over_links_and_folders_and_to_other_file_systems),
      TEST(a_run_through_a_link_is_resumed),
      TEST(a_former_file_keeps_its_permissions_and_a_new_one_has_the_usual),
      TEST(a_former_file_keeps_its_group), TEST(a_checkpoint_is_as_secret_as_its_result),
      TEST(a_state_is_as_secret_as_its_result), TEST(what_only_has_the_name_of_a_file_of_gel_stays),
      TEST(a_checkpoint_of_another_run_stays))
