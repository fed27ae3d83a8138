// A run that is interrupted or killed at any moment goes on with --resume, and ends with the bytes of an unbroken one.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_resume"
#include "gel/bake.h"
#include "gel/snapshot.h"
#include "support/command.h"
#include "support/eventful_scene.h"

#include <stdlib.h>

enum { maxWords = 40 };

static char folder[1024], scene[1100];
static unsigned randomState = 20261122;

static int randomBelow(int end)
{
    randomState = randomState * 1664525u + 1013904223u;
    return (int)(randomState >> 16) % end;
}

static const char* inFolder(const char* side, const char* name)
{
    static char paths[8][1200];
    static int next;
    char* path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s/%s", folder, side, name);
    return path;
}

static void shell(const char* format, const char* a, const char* b)
{
    char command[4096];
    snprintf(command, sizeof command, format, a, b);
    CHECK(system(command) == 0, "%s failed", command);
}

static void begin(const char* text)
{
    snprintf(folder, sizeof folder, "%s", scratchPath("folder"));
    snprintf(scene, sizeof scene, "%s/scene.json", folder);
    shell("rm -rf '%s' && mkdir -p '%s'/whole", folder, folder);
    shell("mkdir -p '%s'/broken%s", folder, "");
    writeText(scene, text);
}

// The outputs of a run: up to two options with the names of their files, and further options.
typedef struct Outputs {
    const char* options[2][2]; // "--out", "a.pc2"
    const char* more[5];
} Outputs;

static pid_t startRun(const Outputs* outputs, const char* side, const char* frames, const char* const* extra)
{
    const char* words[maxWords] = {"gel",      "run",  scene,     "--backend",  "reference",
                                   "--frames", frames, "--quiet", "--substeps", "6"};
    int count = 10;
    for (int i = 0; i < 2 && outputs->options[i][0] != NULL; i++) {
        words[count++] = outputs->options[i][0];
        words[count++] = inFolder(side, outputs->options[i][1]);
    }
    for (int i = 0; i < 5 && outputs->more[i] != NULL; i++)
        words[count++] = outputs->more[i];
    while (extra != NULL && *extra != NULL)
        words[count++] = *extra++;
    return startCommand(words, scratchPath("out"), scratchPath("error"));
}

static void checkSame(const char* what)
{
    char command[2400];
    snprintf(command, sizeof command, "diff -r '%s/whole' '%s/broken'", folder, folder);
    CHECK(system(command) == 0, "%s: other bytes, or other files", what);
}

static bool isResumable(const Outputs* outputs)
{
    char path[1300];
    snprintf(path, sizeof path, "%s.gel-state", inFolder("broken", outputs->options[0][1]));
    return fileExists(path);
}

static const char *const everySecond[] = {"--checkpoint", "2", NULL}, *const resumed[] = {"--checkpoint", "2",
                                                                                          "--resume", NULL};

static void waitForCheckpoint(const Outputs* outputs, pid_t child)
{
    while (!isResumable(outputs) && !hasEnded(child))
        sleepMilliseconds(1);
}

// The frame of the checkpoint; -1: there is none.
static int keptFrame(const Outputs* outputs)
{
    char path[1300];
    void* notes;
    size_t size;
    snprintf(path, sizeof path, "%s.gel-state", inFolder("broken", outputs->options[0][1]));
    if (gelReadSnapshot(path, NULL, NULL, &notes, &size) != gel_success)
        return -1;
    cJSON* object = cJSON_Parse(notes);
    int frame = (int)numberAt(object, "frame");
    cJSON_Delete(object);
    gelFree(notes);
    return frame;
}

static void waitForFrame(const Outputs* outputs, pid_t child, int frame)
{
    while (keptFrame(outputs) < frame && !hasEnded(child))
        sleepMilliseconds(1);
}

// Kills it at several moments after its first checkpoint, each time going on; returns how often it went on.
static int killAndResume(const Outputs* outputs, int times)
{
    int resumes = 0;
    bool goesOn = false;
    for (int i = 0; i < times; i++) {
        pid_t child = startRun(outputs, "broken", "40", goesOn ? resumed : everySecond);
        waitForCheckpoint(outputs, child);
        sleepMilliseconds(randomBelow(60));
        kill(child, SIGKILL);
        waitForCommand(child);
        resumes += goesOn && result.code == -1;
        goesOn = isResumable(outputs);
        if (result.code != -1) // it was done
            break;
    }
    waitForCommand(startRun(outputs, "broken", "40", goesOn ? resumed : everySecond));
    if (result.code == 3 && strstr(result.error, "before its first frame") != NULL)
        waitForCommand(startRun(outputs, "broken", "40", everySecond));
    return resumes + goesOn;
}

static void what_is_killed_goes_on_to_the_same_bytes_in_every_format(void)
{
    static const Outputs cases[] = {
        {{{"--out", "a.pc2"}, {"--csv", "a.csv"}}, {NULL}},
        {{{"--out", "a.mdd"}}, {NULL}},
        {{{"--out", "a.glb"}}, {NULL}},
        {{{"--out", "a.glb"}}, {"--first", "5", "--every", "3"}},
        {{{"--out", "a.pvd"}}, {NULL}},
        {{{"--out", "a.vtu"}}, {NULL}},
        {{{"--out", "a.obj"}}, {"--first", "5", "--body", "2"}},
        {{{"--out", "a.ply"}, {"--contacts", "c.pvd"}}, {NULL}},
        {{{"--csv", "a.csv"}, {"--contacts", "c.csv"}}, {NULL}},
    };
    int resumes = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char whole[sizeof result.out];
        bool isCache = cases[i].options[0][0][2] == 'o' && !gelIsBakeSequence(cases[i].options[0][1]);
        begin(isCache ? steadyScene : eventfulScene); // a cache is of the same bodies
        waitForCommand(startRun(&cases[i], "whole", "40", NULL));
        CHECK_INT(result.code, 0);
        const char* told = strstr(result.out, "  hash");
        snprintf(whole, sizeof whole, "%.25s", told != NULL ? told : "?");
        const char* judged = strstr(result.out, "  expectation");
        snprintf(whole + strlen(whole), sizeof whole - strlen(whole), "%s", judged != NULL ? judged : "?");
        resumes += killAndResume(&cases[i], 3);
        CHECK(result.code == 0, "%s: %d: %s", cases[i].options[0][1], result.code, result.error);
        char hash[26];
        snprintf(hash, sizeof hash, "%.25s", whole);
        CHECK_TEXT(result.out, hash);
        CHECK_TEXT(result.out, whole + strlen(hash)); // what was measured over all frames
        checkSame(cases[i].options[0][1]);
    }
    CHECK(resumes >= 5, "only %d runs were resumed", resumes);
}

// The second body blows up in frame 28, and the others in frame 298: before the second interrupt, and after the last.
static void a_run_that_took_bodies_out_goes_on_without_them(void)
{
#define BOX_OF(x, modulus)                                                                                         \
    "{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]},\"pins\":[{\"below\":0.1}],\"position\":[" x \
    ",0,0],\"material\":{\"youngModulus\":" modulus "}}"
    static const Outputs outputs = {{{"--out", "a.pc2"}, {"--contacts", "c.csv"}}, {NULL}};
    static const int ends[] = {4, 80, 160};
    int named = 0;
    begin("{\"integrator\":\"explicitEuler\",\"bodies\":[" BOX_OF("0", "100") "," BOX_OF(
        "3", "1e6") "," BOX_OF("6", "100") "]}");
    waitForCommand(startRun(&outputs, "whole", "400", NULL));
    CHECK_INT(result.code, 10);
    CHECK_TEXT(result.error, "of body 2 is NaN or infinite, first in the stage ");
    for (int i = 0; i < 3; i++) {
        pid_t child = startRun(&outputs, "broken", "400", i == 0 ? everySecond : resumed);
        waitForFrame(&outputs, child, ends[i]);
        kill(child, SIGINT);
        waitForCommand(child);
        CHECK_INT(result.code, 130);
        named += strstr(result.error, "of body 2 is NaN or infinite") != NULL;
        CHECK(i == 0 || named == 1, "until frame %d body 2 was named %d times, last: %s", ends[i], named,
              result.error);
    }
    waitForCommand(startRun(&outputs, "broken", "400",
                            (const char* const[]){"--checkpoint", "2", "--resume", "--json", NULL}));
    CHECK(result.code == 10, "%d: %s", result.code, result.error);
    CHECK_TEXT(result.out, "\"quarantined\":\t[1, 2, 3]");
    checkSame("without bodies");
}

// Waits until a run has written more KiB than these.
static void waitForPart(pid_t child, int size)
{
    char command[1400];
    snprintf(command, sizeof command,
             "test -n \"$(find '%s/broken' -name '*part*' -size +%dk -print -quit)\"", folder, size);
    while (system(command) != 0 && !hasEnded(child))
        sleepMilliseconds(1);
}

// Interrupts a run as soon as it has written some frames.
static void interruptOnTheWay(pid_t child)
{
    waitForPart(child, 16);
    kill(child, SIGINT);
}

static void a_run_that_is_interrupted_says_how_to_go_on(void)
{
    static const Outputs outputs = {{{"--out", "a.pc2"}}, {NULL}};
    begin(steadyScene);
    waitForCommand(startRun(&outputs, "whole", "3000", NULL));
    pid_t child = startRun(&outputs, "broken", "3000", NULL);
    interruptOnTheWay(child);
    waitForCommand(child);
    CHECK_INT(result.code, 130);
    CHECK_TEXT(result.error, "the same command with --resume goes on from there");
    waitForCommand(startRun(&outputs, "broken", "3000", (const char* const[]){"--resume", "--json", NULL}));
    CHECK_INT(result.code, 0);
    cJSON* object = parseOutput();
    CHECK(numberAt(object, "resumed_after_frame") >= 0.0, "%s", result.out);
    cJSON_Delete(object);
    checkSame("interrupted");
    child = startRun(&outputs, "broken", "3000", (const char* const[]){"--no-checkpoint", NULL});
    interruptOnTheWay(child);
    waitForCommand(child);
    CHECK_TEXT(result.error, "nothing was written");
    checkSame("interrupted without a checkpoint");
}

// Then no frame is left to step.
static void a_run_that_is_interrupted_in_its_last_frame_has_a_whole_report(void)
{
    static const Outputs outputs = {{{"--out", "a.pc2"}}, {"--substeps", "300"}};
    static const char* const goesOn[] = {"--resume", "--json", NULL};
    bool isLast = false;
    begin("{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[16,16,16]}}]}");
    for (int i = 0; i < 20 && !isLast; i++) {
        pid_t child = startRun(&outputs, "broken", "1", NULL);
        waitForPart(child, 0);
        sleepMilliseconds(20 * i);
        kill(child, SIGINT);
        waitForCommand(child);
        isLast = strstr(result.error, "interrupted after frame 1 of 1") != NULL;
    }
    CHECK(isLast, "%s", result.error);
    waitForCommand(startRun(&outputs, "broken", "1", goesOn));
    CHECK(result.code == 0, "%d: %s", result.code, result.error);
    cJSON* object = parseOutput();
    CHECK_INT((int)numberAt(object, "resumed_after_frame"), 1);
    CHECK(numberAt(object, "softness/ratio") >= 1.0, "%s", result.out);
    cJSON_Delete(object);
}

// Ends a run after some frames, with a checkpoint.
static void breakOff(const Outputs* outputs, const char* frames)
{
    pid_t child = startRun(outputs, "broken", frames, everySecond);
    waitForCheckpoint(outputs, child);
    sleepMilliseconds(
        100); // so that there are some frames more; 700 take seconds, with a checkpoint at every other
    kill(child, SIGINT);
    waitForCommand(child);
    CHECK_INT(result.code, 130);
}

static void refuses(const Outputs* outputs, const char* frames, int code, const char* message)
{
    waitForCommand(startRun(outputs, "broken", frames, resumed));
    CHECK_INT(result.code, code);
    CHECK_TEXT(result.error, message);
}

static void what_cannot_go_on_says_why_and_stays(void)
{
    static const Outputs outputs = {{{"--out", "a.obj"}}, {NULL}};
    static const Outputs others = {{{"--out", "a.obj"}}, {"--every", "2"}};
    begin(steadyScene);
    refuses(&outputs, "700", 3, "a.obj.gel-state: the run has ended");
    breakOff(&outputs, "700");
    refuses(&outputs, "701", 3, "of another run: --frames was 700, and is 701 now");
    refuses(&others, "700", 3, "--every was 1, and is 2 now");
    shell("sed 's/54321/54322/' '%s' > '%s.new'", scene, scene);
    shell("cp '%s' '%s.old'", scene, scene);
    shell("cp '%s.new' '%s'", scene, scene);
    refuses(&outputs, "700", 3, "file 1 of the scene was \"scene.json, hash ");
    shell("cp '%s.old' '%s'", scene, scene);
    shell("cd '%s/broken' && mkdir aside && mv a_0001.obj.gel-*.kept aside%s", folder, "");
    refuses(&outputs, "700", 4, "a_0001.obj cannot be opened");
    shell("cd '%s/broken' && mv aside/* . && rmdir aside%s", folder, "");
    shell("cp '%s' '%s'", inFolder("broken", "a.obj.gel-state"), inFolder("whole", "state"));
    shell("head -c 5000 '%s' > '%s'", inFolder("whole", "state"), inFolder("broken", "a.obj.gel-state"));
    refuses(&outputs, "700", 3, "cut or damaged");
    shell("mv '%s' '%s'", inFolder("whole", "state"), inFolder("broken", "a.obj.gel-state"));
    waitForCommand(startRun(&outputs, "broken", "700", resumed));
    CHECK_INT(result.code, 0);
    waitForCommand(startRun(&outputs, "whole", "700", NULL));
    checkSame("after all these refusals");
}

static void a_run_that_was_killed_as_it_named_its_results_goes_on(void)
{
    static const Outputs cases[] = {{{{"--out", "a.pc2"}}, {NULL}},
                                    {{{"--out", "a_.obj"}}, {NULL}},
                                    {{{"--out", "a.pvd"}}, {NULL}},
                                    {{{"--out", "a.pc2"}}, {NULL}},
                                    {{{"--out", "a.mdd"}, {"--csv", "a.csv"}}, {NULL}}};
    static const char* const first[] = {"a.pc2", "a__0001.obj", "a_0001.vtu", "a_rest.obj", "a.csv"};
    for (int i = 0; i < 5; i++) {
        begin(steadyScene);
        waitForCommand(startRun(&cases[i], "whole", "700", NULL));
        breakOff(&cases[i], "700");
        shell("cd '%s/broken' && for f in $(ls | grep '^%s.gel-.*kept$'); do mv $f ${f%%%%.gel-*}; done",
              folder, first[i]);
        waitForCommand(startRun(&cases[i], "broken", "700", resumed));
        CHECK(result.code == 0, "%s: %d: %s", first[i], result.code, result.error);
        checkSame(first[i]);
    }
}

static void what_was_kept_for_a_checkpoint_that_was_not_written_is_cleared_away(void)
{
    static const Outputs outputs = {{{"--out", "a.ply"}, {"--contacts", "c.pvd"}}, {NULL}};
    begin(steadyScene);
    waitForCommand(startRun(&outputs, "whole", "300", NULL));
    breakOff(&outputs, "300");
    shell(
        "cd '%s/broken' && e=$(ls | sed -n 's/^a_0001.ply//p') && test -n \"$e\" && cp a_0001.ply$e a_0299.ply$e && "
        "cp c_0001.vtu$e c_0300.vtu$e%s",
        folder, "");
    waitForCommand(
        startRun(&outputs, "broken", "300", (const char* const[]){"--resume", "--checkpoint", "1000", NULL}));
    CHECK(result.code == 0, "%d: %s", result.code, result.error);
    checkSame("with what was kept");
}

// Some containers never collect the processes that launchers leave to their first one.
static void a_run_whose_exit_code_nobody_has_asked_for_goes_on(void)
{
    static const Outputs outputs = {{{"--out", "a.pc2"}}, {NULL}};
    siginfo_t ended;
    begin(steadyScene);
    pid_t child = startRun(&outputs, "broken", "700", everySecond);
    waitForCheckpoint(&outputs, child);
    sleepMilliseconds(100);
    kill(child, SIGINT);
    waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT);
    pid_t next = startRun(&outputs, "broken", "700", resumed);
    waitForCommand(next);
    CHECK(result.code == 0, "%d: %s", result.code, result.error);
    waitForCommand(child);
}

static void a_former_result_is_not_taken_for_one_of_the_run(void)
{
    static const Outputs outputs = {{{"--out", "a.pc2"}}, {NULL}};
    begin(steadyScene);
    waitForCommand(startRun(&outputs, "broken", "3", NULL));
    shell("touch -d '1 hour ago' '%s/broken/'*%s", folder, "");
    shell("cp '%s/broken/'* '%s/whole'", folder, folder);
    breakOff(&outputs, "700");
    shell("rm '%s/broken/'*.kept%s", folder, "");
    refuses(&outputs, "700", 4, "a.pc2 cannot be opened");
    shell("rm '%s/broken/a.pc2.gel-state'%s", folder, "");
    checkSame("what was there before");
}

static void starting_afresh_clears_what_was_kept(void)
{
    static const Outputs outputs = {{{"--out", "a.pvd"}, {"--contacts", "c.pvd"}}, {NULL}};
    begin(steadyScene);
    breakOff(&outputs, "700");
    waitForCommand(startRun(&outputs, "broken", "3", NULL));
    CHECK_INT(result.code, 0);
    waitForCommand(startRun(&outputs, "whole", "3", NULL));
    checkSame("started afresh");
    RUN_FOR(2, "run", scene, "--backend", "reference", "--resume");
    CHECK_TEXT(result.error, "--resume: it needs --out, --csv or --contacts");
    RUN_FOR(2, "run", scene, "--backend", "reference", "--resume", "--out", "a.mp4");
    CHECK_TEXT(result.error, "films and pictures cannot be resumed");
}

// It does not say what was kept.
static void starting_afresh_removes_a_damaged_checkpoint(void)
{
    static const Outputs outputs = {{{"--out", "a.pc2"}}, {NULL}};
    char path[1200];
    begin(steadyScene);
    breakOff(&outputs, "700");
    snprintf(path, sizeof path, "%s/broken/a.pc2.gel-state", folder);
    shell("printf xy | dd of='%s' bs=1 seek=300 conv=notrunc %s", path, "2>/dev/null");
    waitForCommand(startRun(&outputs, "broken", "3", NULL));
    CHECK_INT(result.code, 0);
    CHECK_TEXT(result.error, "a.pc2.gel-state is damaged");
    CHECK_TEXT(result.error, "remove the files that end in .kept");
    CHECK(!fileExists(path), "%s is still there", path);
    waitForCommand(startRun(&outputs, "broken", "3", NULL));
    CHECK(result.code == 0 && strstr(result.error, "gel-state") == NULL, "%d: %s", result.code, result.error);
    writeText(path, "gel state\n\x1a"); // as former versions wrote them
    waitForCommand(startRun(&outputs, "broken", "3", NULL));
    CHECK_INT(result.code, 0);
    CHECK_TEXT(result.error, "or of another version, and is removed");
    CHECK(!fileExists(path), "%s is still there", path);
}

static void expectDone(const Outputs* outputs, const char* side, const char* const* extra)
{
    waitForCommand(startRun(outputs, side, "300", extra));
    CHECK(result.code == 0, "%s: %d: %s", side, result.code, result.error);
}

// A folder was copied with an unfinished run in it.
static void what_is_done_with_a_copy_of_a_run_leaves_the_run_alone(void)
{
    static const Outputs outputs = {{{"--out", "a.pc2"}, {"--contacts", "c.pvd"}}, {NULL}};
    static const char* const goesOn[] = {"--checkpoint", "1000", "--resume", NULL};
    char whole[sizeof folder], before[sizeof folder];
    begin(steadyScene);
    snprintf(whole, sizeof whole, "%s", folder);
    CHECK(getcwd(before, sizeof before) != NULL && chdir(folder) == 0, "no folder %s", folder);
    for (int i = 0; i < 3; i++) { // by full and by relative names
        snprintf(folder, sizeof folder, "%s", i == 0 ? whole : ".");
        shell("rm -rf '%s/broken'/* '%s/whole'", folder, folder);
        breakOff(&outputs, "300");
        shell("cp -r '%s/broken' '%s/whole'", folder, folder);
        if (i == 2) { // goes on with the one that has ended meanwhile
            expectDone(&outputs, "broken", goesOn);
            expectDone(&outputs, "whole", goesOn);
        } else {
            expectDone(&outputs, "whole", NULL);
            expectDone(&outputs, "broken", goesOn);
        }
        checkSame(i == 2 ? "a copy that goes on" : "a copy that begins afresh");
    }
    CHECK(chdir(before) == 0, "no folder %s", before);
}

// The motion of one run is the goal of the next.
static void a_baked_layer_replays_and_is_resumed_to_the_same_hash(void)
{
    static const char first[] =
        "{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[0.4,0.2,0.2],\"cells\":[4,2,2]},"
        "\"position\":[0,0.4,0]}],\"ground\":{}}";
    static const char second[] =
        "{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[0.4,0.2,0.2],\"cells\":[4,2,2]},"
        "\"position\":[0,0.4,0],\"goals\":{\"weight\":0.8,\"sets\":[{\"weight\":1,\"below\":0.41}],"
        "\"cache\":{\"file\":\"whole/layer.pc2\"}}}],\"gravity\":[0,0,-5]}";
    static const Outputs layer = {{{"--out", "layer.pc2"}}, {"--mesh", "tets"}},
                         outputs = {{{"--out", "a.mdd"}}, {NULL}};
    char hashes[2][26];
    begin(first);
    waitForCommand(startRun(&layer, "whole", "40", NULL));
    CHECK_INT(result.code, 0);
    shell("cp '%s/whole/'* '%s/broken'", folder, folder);
    writeText(scene, second);
    waitForCommand(startRun(&outputs, "whole", "40", NULL));
    CHECK(result.code == 0, "%s", result.error);
    for (int i = 0; i < 2; i++) {
        const char* hash = strstr(result.out, "  hash");
        snprintf(hashes[i], sizeof hashes[i], "%.25s", hash != NULL ? hash : "?");
        if (i == 0)
            killAndResume(&outputs, 2);
    }
    CHECK(strcmp(hashes[0], hashes[1]) == 0, "%s, and resumed %s", hashes[0], hashes[1]);
    checkSame("the second layer");
}

TESTS(TEST(what_is_killed_goes_on_to_the_same_bytes_in_every_format),
      TEST(a_run_that_took_bodies_out_goes_on_without_them),
      TEST(a_run_that_is_interrupted_says_how_to_go_on),
      TEST(a_run_that_is_interrupted_in_its_last_frame_has_a_whole_report),
      TEST(what_cannot_go_on_says_why_and_stays), TEST(a_run_that_was_killed_as_it_named_its_results_goes_on),
      TEST(what_was_kept_for_a_checkpoint_that_was_not_written_is_cleared_away),
      TEST(a_run_whose_exit_code_nobody_has_asked_for_goes_on),
      TEST(a_former_result_is_not_taken_for_one_of_the_run), TEST(starting_afresh_clears_what_was_kept),
      TEST(starting_afresh_removes_a_damaged_checkpoint),
      TEST(what_is_done_with_a_copy_of_a_run_leaves_the_run_alone),
      TEST(a_baked_layer_replays_and_is_resumed_to_the_same_hash))
