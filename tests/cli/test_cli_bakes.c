// Bakes that are cut, joined, continued, done again in their middle, and laid over each other.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_bakes"
#include "support/command.h"
#include "support/point_cache_files.h"

#include <math.h>
#include <stdlib.h>

#define FOLDER GEL_SCRATCH "/cli_bakes/"
#define SCENE FOLDER "scene.json"
#define CRATE "\"shape\":{\"type\":\"box\",\"size\":[0.4,0.4,0.4],\"cells\":[2,2,2]}"
#define REFERENCE "--backend", "reference", "--quiet"

// Something of all that a state holds: contact, sleep, goals and an obstacle that move, input before and after the cuts.
#define SCENE_TEXT(substeps, modulus)                                                                        \
    "{\"sleep\":true,\"ground\":{},\"substeps\":" substeps ",\"bodies\":[{" CRATE ",\"position\":[0,0.3,0]," \
    "\"material\":{\"youngModulus\":" modulus "}},"                                                          \
    "{\"shape\":{\"type\":\"sphere\",\"radius\":0.2,\"cells\":3},\"position\":[0.05,0.8,0]},"                \
    "{\"shape\":{\"type\":\"cloth\",\"sizeX\":0.5,\"sizeZ\":0.5,\"cellsX\":4,\"cellsZ\":4},"                 \
    "\"position\":[1,0.5,0],\"goals\":{\"weight\":0.6,\"keys\":[{\"time\":0,\"position\":[1,0.5,0]},"        \
    "{\"time\":0.3,\"position\":[1,0.8,0.2]}]}}],"                                                           \
    "\"obstacles\":[{\"shape\":{\"type\":\"box\",\"size\":[0.2,0.3,1]},\"keys\":[{\"time\":0,\"position\":"  \
    "[-0.6,0.15,0]},{\"time\":0.4,\"position\":[-0.2,0.15,0]}]}],\"input\":["                                \
    "{\"frame\":4,\"grab\":{\"origin\":[0.05,0.8,5],\"direction\":[0,0,-1],\"stiffness\":300}},"             \
    "{\"frame\":8,\"set\":{\"gravity\":[0.5,-9,0]}},{\"frame\":9,\"alter\":{\"body\":0,\"material\":"        \
    "{\"youngModulus\":54321}}},{\"frame\":14,\"release\":true}]}"

static const char* const caches[2] = {"pc2", "mdd"};

static void shell(const char* format, const char* a, const char* b)
{
    char command[2400];
    snprintf(command, sizeof command, format, a, b);
    CHECK(system(command) == 0, "%s failed", command);
}

static void begin(const char* text)
{
    shell("rm -rf '%s' && mkdir '%s'", FOLDER, FOLDER);
    writeText(SCENE, text);
}

// FOLDER STEM.ENDING MORE
static const char* named(const char* stem, const char* ending, const char* more)
{
    static char names[8][1200];
    static int next;
    char* name = names[next++ % 8];
    snprintf(name, sizeof names[0], FOLDER "%s.%s%s", stem, ending, more);
    return name;
}

static void checkSame(const char* a, const char* b)
{
    char command[2600];
    snprintf(command, sizeof command, "cmp '%s' '%s'", a, b);
    CHECK(system(command) == 0, "%s and %s differ", a, b);
}

static void what_is_cut_and_joined_has_the_bytes_of_the_whole(void)
{
    begin(SCENE_TEXT("4", "1e5"));
    for (int i = 0; i < 2; i++) {
        const char* as = caches[i];
        RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "30", "--out", named("whole", as, ""));
        RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "20", "--first", "10", "--out",
                named("part", as, ""));
        RUN_FOR(0, "splice", named("whole", as, ":-9"), "--out", named("a", as, ""));
        RUN_FOR(0, "splice", named("whole", as, ":10-20"), "--out", named("b", as, ""));
        RUN_FOR(0, "splice", named("whole", as, ":21-29"), "--out", named("c", as, ""));
        RUN_FOR(0, "splice", named("whole", as, ":30"), "--out", named("d", as, ""));
        checkSame(named("b", as, ""), named("part", as, "")); // as if it had been written so
        RUN_FOR(0, "splice", named("a", as, ""), named("b", as, ""), named("c", as, ""), named("d", as, ""),
                "--out", named("joined", as, ""));
        CHECK_TEXT(result.out, "31 frames of 4 pieces");
        checkSame(named("joined", as, ""), named("whole", as, ""));
        checkSame(FOLDER "joined_rest.obj", FOLDER "whole_rest.obj");
    }
}

static void a_part_that_begins_at_a_state_has_the_bytes_of_the_unbroken_run_in_every_format(void)
{
    static const char* const formats[] = {"pc2", "mdd", "glb", "pvd", "obj", "ply"};
    begin(SCENE_TEXT("4", "1e5"));
    RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "20", "--states", "7", "--out", FOLDER "whole.pc2");
    CHECK(fileExists(FOLDER "whole_0014.state") && fileExists(FOLDER "whole_0020.state"), "no states");
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        shell("mkdir -p '%s' '%s'", FOLDER "unbroken", FOLDER "part");
        RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "18", "--first", "8", "--every", "2", "--out",
                named("unbroken/x", formats[i], ""));
        RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "18", "--first", "8", "--every", "2", "--begin",
                FOLDER "whole_0007.state", "--out", named("part/x", formats[i], ""));
        CHECK_TEXT(result.out, "at frame 7 of 18\n");
    }
    shell("diff -r '%s' '%s'", FOLDER "unbroken", FOLDER "part");
}

static void a_bake_is_continued_and_its_middle_done_again_to_the_same_bytes(void)
{
    begin(SCENE_TEXT("4", "1e5"));
    for (int i = 0; i < 2; i++) {
        const char* as = caches[i];
        RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "30", "--out", named("whole", as, ""));
        RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "20", "--states", "10", "--out", named("a", as, ""));
        RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "30", "--begin", FOLDER "a_0020.state", "--out",
                named("more", as, ""));
        RUN_FOR(0, "splice", named("a", as, ""), named("more", as, ""), "--out", named("b", as, ""));
        checkSame(named("b", as, ""), named("whole", as, ""));
        RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "15", "--begin", FOLDER "a_0010.state", "--out",
                named("middle", as, ""));
        RUN_FOR(0, "splice", named("b", as, ":-10"), named("middle", as, ""), named("b", as, ":16-"), "--out",
                named("c", as, ""));
        checkSame(named("c", as, ""), named("whole", as, ""));
    }
}

// Input has set gravity and the first material by frame 10: these stay, unless the scene says something new of them.
static void a_middle_done_again_takes_the_settings_that_have_changed_and_no_others(void)
{
    begin(SCENE_TEXT("4", "1e5"));
    RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "20", "--states", "10", "--out", FOLDER "a.pc2");
    RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "20", "--begin", FOLDER "a_0010.state", "--substeps", "7",
            "--out", FOLDER "b.pc2");
    CHECK_TEXT(result.out, "at frame 10 of 20, with other substeps\n");
    CHECK(system("cmp -s " FOLDER "b.pc2 " FOLDER "a.pc2") != 0, "more substeps give the same bytes");
    writeText(SCENE, SCENE_TEXT("7", "1e5"));
    RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "20", "--begin", FOLDER "a_0010.state", "--out",
            FOLDER "c.pc2");
    checkSame(FOLDER "b.pc2", FOLDER "c.pc2");
    writeText(SCENE, SCENE_TEXT("4", "54321"));
    RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "20", "--begin", FOLDER "a_0010.state", "--out",
            FOLDER "d.pc2");
    CHECK_TEXT(result.out, ", with other 1.material.youngModulus\n");
    RUN_FOR(0, "splice", FOLDER "a.pc2:-10", FOLDER "d.pc2", "--out", FOLDER "e.pc2");
    checkSame(FOLDER "e.pc2", FOLDER "a.pc2"); // as input had set it to that
    writeText(SCENE, SCENE_TEXT("4", "2e5"));
    RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "20", "--begin", FOLDER "a_0010.state", "--out",
            FOLDER "f.pc2");
    CHECK(system("cmp -s " FOLDER "f.pc2 " FOLDER "d.pc2") != 0, "another modulus gives the same bytes");
}

// The positions of a .pc2 of one body.
static float* readPoints(const char* path, int* count)
{
    FILE* file = fopen(path, "rb");
    int head[8] = {0};
    CHECK(file != NULL && fread(head, 4, 8, file) == 8, "no cache %s", path);
    *count = 3 * head[4] * head[7];
    float* points = calloc((size_t)*count + 1, sizeof *points);
    CHECK(file != NULL && fread(points, 4, (size_t)*count, file) == (size_t)*count, "%s is short", path);
    if (file != NULL)
        fclose(file);
    return points;
}

static void a_baked_motion_leads_the_next_run_exactly_and_the_same_each_time(void)
{
    begin(SCENE_TEXT("4", "1e5"));
    for (int i = 0; i < 2; i++) {
        char text[1000];
        RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "20", "--body", "1", "--mesh", "tets", "--out",
                named("layer", caches[i], ""));
        snprintf(text, sizeof text,
                 "{\"bodies\":[{" CRATE ",\"goals\":{\"weight\":1,\"cache\":{\"file\":\"layer.%s\"}}},{" CRATE
                 ",\"position\":[0.1,0.8,0]}]}",
                 caches[i]);
        writeText(FOLDER "next.json", text);
        for (int repeat = 0; repeat < 2; repeat++)
            RUN_FOR(0, "run", FOLDER "next.json", REFERENCE, "--frames", "20", "--states", "9", "--out",
                    repeat == 0 ? FOLDER "first.pc2" : FOLDER "again.pc2");
        checkSame(FOLDER "first.pc2", FOLDER "again.pc2");
        RUN_FOR(0, "run", FOLDER "next.json", REFERENCE, "--frames", "20", "--begin",
                FOLDER "first_0009.state", "--out", FOLDER "rest.pc2");
        RUN_FOR(0, "splice", FOLDER "first.pc2:-9", FOLDER "rest.pc2", "--out", FOLDER "joined.pc2");
        checkSame(FOLDER "joined.pc2", FOLDER "first.pc2");
    }
    int expectedCount, count;
    double largest = 0.0, fallen;
    RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "20", "--first", "1", "--body", "1", "--mesh", "tets",
            "--out", FOLDER "layer1.pc2");
    RUN_FOR(0, "run", FOLDER "next.json", REFERENCE, "--frames", "20", "--first", "1", "--body", "1", "--out",
            FOLDER "led.pc2");
    float *expected = readPoints(FOLDER "layer1.pc2", &expectedCount),
          *found = readPoints(FOLDER "led.pc2", &count);
    CHECK_INT(count, expectedCount);
    for (int i = 0; i < count && count == expectedCount; i++)
        largest = fmax(largest, fabs((double)found[i] - (double)expected[i]));
    CHECK_CLOSE(largest, 0.0, 1e-6, "it follows to the rounding of places below 2 m");
    fallen = (double)expected[1] - (double)expected[count - 2];
    CHECK(fabs(fallen) > 0.05, "the layer has moved by %g m only", fallen);
    free(expected);
    free(found);
}

// The file has two quads that are sewn together at an edge, a loose vertex and a loose edge.
static void a_baked_motion_of_a_cloth_of_a_file_leads_the_same_cloth(void)
{
    static const char* const outs[] = {"layer.pc2", "layer.mdd", "layer.obj"};
    static const char* const ins[] = {"layer.pc2", "layer.mdd", "layer_*.obj"};
    int expectedCount, count;
    begin("{\"ground\":{},\"bodies\":[{\"mesh\":\"seam.obj\",\"as\":\"cloth\",\"position\":[0,1,0],"
          "\"pins\":[{\"vertices\":[0]}]}]}");
    writeText(FOLDER "seam.obj", "v -1 0 0\nv 0 0 0\nv 0 0 1\nv -1 0 1\nv 5 5 5\nv 0 0 0\nv 1 0 0\nv 1 0 1\n"
                                 "v 0 0 1\nv 7 7 7\nf 1 4 3 2\nf 6 9 8 7\nl 9 10\n");
    for (size_t i = 0; i < sizeof outs / sizeof outs[0]; i++) {
        char text[1000], out[1200];
        snprintf(out, sizeof out, FOLDER "%s", outs[i]);
        snprintf(text, sizeof text,
                 "{\"bodies\":[{\"mesh\":\"seam.obj\",\"as\":\"cloth\",\"goals\":{\"weight\":1,"
                 "\"cache\":{\"file\":\"%s\"}}}]}",
                 ins[i]);
        writeText(FOLDER "next.json", text);
        RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "20", "--out", out);
        RUN_FOR(0, "run", FOLDER "next.json", REFERENCE, "--frames", "20", "--out", FOLDER "led.pc2");
        float *expected = readPoints(FOLDER "layer.pc2", &expectedCount),
              *found = readPoints(FOLDER "led.pc2", &count);
        double largest = 0.0;
        CHECK_INT(expectedCount, 3 * 10 * 21);
        CHECK_INT(count, expectedCount);
        for (int k = 0; k < count && count == expectedCount; k++)
            largest = fmax(largest, fabs((double)found[k] - (double)expected[k]));
        CHECK_CLOSE(largest, 0.0, 1e-6, "rounding between two frames");
        free(expected);
        free(found);
    }
}

static void a_frame_of_a_bake_is_the_rest_shape_of_the_next_run(void)
{
    int expectedCount, count;
    double largest = 0.0, min = 1e9, max = -1e9;
    begin("{\"ground\":{},\"bodies\":[{" CRATE
          ",\"position\":[0,0.3,0],\"material\":{\"youngModulus\":2e4}}]}");
    RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "20", "--first", "20", "--out", FOLDER "shape.pvd");
    RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "20", "--first", "20", "--out", FOLDER "shape.pc2");
    writeText(FOLDER "next.json", "{\"gravity\":[0,0,0],\"bodies\":[{\"mesh\":\"shape_0020.vtu\"}]}");
    RUN_FOR(0, "run", FOLDER "next.json", REFERENCE, "--frames", "20", "--first", "20", "--out",
            FOLDER "next.pc2");
    float *shape = readPoints(FOLDER "shape.pc2", &expectedCount),
          *found = readPoints(FOLDER "next.pc2", &count);
    CHECK_INT(count, expectedCount);
    for (int i = 0; i < count && count == expectedCount; i++) {
        largest = fmax(largest, fabs((double)found[i] - (double)shape[i]));
        min = i % 3 == 1 ? fmin(min, (double)shape[i]) : min;
        max = i % 3 == 1 ? fmax(max, (double)shape[i]) : max;
    }
    CHECK(fabs(max - min - 0.4) > 0.005, "the crate is %g m high, which is hardly squashed", max - min);
    CHECK_CLOSE(largest, 0.0, 1e-6, "nothing draws it back to the crate that it was");
    free(shape);
    free(found);
}

// A crate that falls is the rest shape of the next: it is squashed and springs back where nothing touches it.
static void a_baked_motion_is_the_moving_rest_shape_of_the_next_run(void)
{
    int count;
    double min = 1e9, max = -1e9;
    begin("{\"ground\":{},\"bodies\":[{" CRATE
          ",\"position\":[0,0.3,0],\"material\":{\"youngModulus\":2e4}}]}");
    RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "30", "--out", FOLDER "layer.pc2");
    writeText(FOLDER "next.json",
              "{\"gravity\":[0,0,0],\"bodies\":[{" CRATE ",\"rest\":{\"cache\":{\"file\":\"layer.pc2\"}}}]}");
    RUN_FOR(0, "run", FOLDER "next.json", REFERENCE, "--frames", "30", "--states", "13", "--out",
            FOLDER "whole.pc2");
    RUN_FOR(0, "run", FOLDER "next.json", REFERENCE, "--frames", "30", "--begin", FOLDER "whole_0013.state",
            "--out", FOLDER "part.pc2");
    RUN_FOR(0, "splice", FOLDER "whole.pc2:-13", FOLDER "part.pc2", "--out", FOLDER "joined.pc2");
    checkSame(FOLDER "joined.pc2", FOLDER "whole.pc2");
    float* found = readPoints(FOLDER "whole.pc2", &count);
    for (int f = 0; f < 31; f++) {
        double height = (double)found[count / 31 * f + count / 31 - 2] - (double)found[count / 31 * f + 1];
        min = fmin(min, height);
        max = fmax(max, height);
    }
    CHECK(max - min > 0.01, "it is %g to %g m high", min, max);
    free(found);
}

// A box of 1 m/s: frames 6, 9, 12 and 15 of 1/50 s are from 0.12 m on, where its layer begins.
#define FLIES_FROM(x, time)                                                                                  \
    "{\"timeStep\":" time ",\"gravity\":[0,0,0],\"bodies\":[{" CRATE ",\"position\":[" x ",0,0],"            \
    "\"velocity\":[1,0,0]}]}"
#define FLIES(time) FLIES_FROM("0", time)

static void a_bake_is_played_at_its_own_time_in_every_format(void)
{
    static const char* const outs[] = {"x.pc2", "x.mdd", "x.obj", "x.ply", "x.vtu"};
    static const char* const ins[] = {"x.pc2", "x.mdd", "x_*.obj", "x_*.ply", "x_*.vtu"};
    for (size_t i = 0; i < sizeof outs / sizeof outs[0]; i++) {
        char text[1000], out[1200];
        begin(FLIES_FROM("-0.12", "0.02")); // so that the first frame written is where next.json begins
        snprintf(out, sizeof out, FOLDER "%s", outs[i]);
        RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "15", "--first", "6", "--every", "3", "--out", out);
        snprintf(
            text, sizeof text,
            "{\"timeStep\":0.05,\"gravity\":[0,0,0],\"bodies\":[{" CRATE
            ",\"goals\":{\"weight\":1,\"cache\":{\"file\":\"%s\"}}}],"
            "\"probes\":[{\"name\":\"x\",\"body\":0,\"measure\":\"displacement.x\"}],\"expectations\":["
            "{\"probe\":\"x\",\"at\":0.15,\"value\":0.03,\"tolerance\":\"0.01 %%\",\"reason\":\"1 m/s\"},"
            "{\"probe\":\"x\",\"at\":0.25,\"value\":0.13,\"tolerance\":\"0.01 %%\",\"reason\":\"1 m/s\"}]}",
            ins[i]);
        writeText(FOLDER "next.json", text);
        RUN_FOR(0, "run", FOLDER "next.json", REFERENCE);
        CHECK(strstr(result.error, "warning") == NULL, "%s: %s", ins[i], result.error);
    }
}

static float floatAt(const char* path, long offset, bool bigEndian)
{
    unsigned char bytes[4] = {0};
    float value;
    FILE* file = fopen(path, "rb");
    CHECK(file != NULL && fseek(file, offset, SEEK_SET) == 0 && fread(bytes, 1, 4, file) == 4, "%s", path);
    if (file != NULL)
        fclose(file);
    uint32_t bits = 0;
    for (int i = 0; i < 4; i++)
        bits |= (uint32_t)bytes[bigEndian ? 3 - i : i] << (8 * i);
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void every_format_states_the_frames_and_times_of_the_run(void)
{
    static const char* const formats[] = {"pc2", "mdd", "glb", "pvd", "obj", "ply"};
    begin(FLIES("0.02"));
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "15", "--first", "6", "--every", "3", "--out",
                named("x", formats[i], ""));
    CHECK_CLOSE((double)floatAt(FOLDER "x.pc2", 20, false), 6.0, 0.0, "the first frame");
    CHECK_CLOSE((double)floatAt(FOLDER "x.pc2", 24, false), 3.0, 0.0, "frames per sample");
    for (int i = 0; i < 4; i++)
        CHECK_CLOSE((double)floatAt(FOLDER "x.mdd", 8 + 4 * i, true), 0.12 + 0.06 * i, 1e-7, "s");
    shell("grep -aq '\"min\":\\[0.12' '%s' && grep -aq '\"max\":\\[0.3' '%s'", FOLDER "x.glb",
          FOLDER "x.glb");
    shell(
        "grep -q 'timestep=\"0.119999.*file=\"x_0006.vtu' '%s' && grep -q 'timestep=\"0.299999.*x_0015.vtu' '%s'",
        FOLDER "x.pvd", FOLDER "x.pvd");
    shell("grep -aq 'TimeValue.*>0.2399' '%s' && grep -q ', frame 12 of 0.0199999996 s' '%s'",
          FOLDER "x_0012.vtu", FOLDER "x_0012.obj");
    shell("grep -aq ', frame 15 of 0.0199999996 s' '%s' && grep -q ', frame 0 of 0.0199999996 s' '%s'",
          FOLDER "x_0015.ply", FOLDER "x_rest.obj");
}

static void caches_of_other_clocks_are_not_joined_or_played_without_a_word(void)
{
    static const float xyz[8 * 3 * 3] = {0};
    begin(FLIES("0.02"));
    RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "6", "--out", FOLDER "a.pc2");
    RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "6", "--every", "2", "--out", FOLDER "b.pc2");
    writeText(SCENE, FLIES("0.01"));
    RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "6", "--out", FOLDER "c.pc2");
    RUN_FOR(3, "splice", FOLDER "a.pc2", FOLDER "b.pc2", "--out", FOLDER "out.pc2");
    CHECK_TEXT(result.error, "b.pc2: expected frames every 1 frames");
    RUN_FOR(3, "splice", FOLDER "a.pc2", FOLDER "c.pc2", "--out", FOLDER "out.pc2");
    CHECK_TEXT(result.error, "c.pc2: expected frames of 0.0199999996 s");
    RUN_FOR(0, "splice", FOLDER "a.pc2:2-4", FOLDER "a.pc2:6", "--out", FOLDER "out.pc2");
    CHECK_TEXT(result.error, "a.pc2: begins at frame 6, and is joined to");
    CHECK_CLOSE((double)floatAt(FOLDER "out.pc2", 20, false), 2.0, 0.0, "where it was cut");
    writeText(FOLDER "next.json", "{\"timeStep\":0.05,\"bodies\":[{" CRATE ",\"goals\":{\"cache\":{\"file\":"
                                  "\"a.pc2\",\"framesPerSecond\":25}}}]}");
    RUN_FOR(0, "run", FOLDER "next.json", REFERENCE, "--frames", "1");
    CHECK_TEXT(result.error,
               "baked at 50 frames per second: with framesPerSecond 25 it plays 0.5 times as fast");
    remove(FOLDER "a_rest.obj");
    RUN_FOR(0, "run", FOLDER "next.json", REFERENCE, "--frames", "1");
    CHECK(strstr(result.error, "warning") == NULL, "%s", result.error);
    writeText(FOLDER "next.json",
              "{\"timeStep\":0.05,\"bodies\":[{" CRATE ",\"goals\":{\"cache\":{\"file\":\"a.pc2\"}}}]}");
    RUN_FOR(0, "run", FOLDER "next.json", REFERENCE, "--frames", "1");
    CHECK_TEXT(result.error, "a.pc2: does not say how long its frames are: taken as 0.0500000007 s");
    float late[8]; // single precision rounds these times by 0.01 of a step
    for (int i = 0; i < 8; i++)
        late[i] = (float)(3600.0 + i / 60.0);
    writeMdd(FOLDER "late.mdd", 3, 8, late, xyz);
    RUN_FOR(0, "splice", FOLDER "late.mdd:0-3", FOLDER "late.mdd:4-7", "--out", FOLDER "whole.mdd");
    checkSame(FOLDER "whole.mdd", FOLDER "late.mdd");
    // The cut keeps the even clock of the whole, from which these times are off by less than a thousandth of a step.
    writeMdd(FOLDER "rough.mdd", 3, 4, (const float[4]){0.0f, 1.0009f, 1.9991f, 3.0f}, xyz);
    RUN_FOR(0, "splice", FOLDER "rough.mdd:1-3", "--out", FOLDER "cut.mdd");
    RUN_FOR(0, "splice", FOLDER "cut.mdd", "--out", FOLDER "again.mdd");
    checkSame(FOLDER "again.mdd", FOLDER "cut.mdd");
}

// Input takes frame n + 1 to what it does after n frames.
#define COMES_AND_GOES                                                                                       \
    "{\"bodies\":[{" CRATE "},{" CRATE ",\"position\":[1,0,0]}],\"input\":["                                 \
    "{\"frame\":3,\"drop\":{\"body\":0,\"position\":[2,0,0]}},{\"frame\":5,\"remove\":{\"body\":0}},"        \
    "{\"frame\":7,\"wall\":{\"from\":[-1,-9,0],\"to\":[1,-9,0],\"across\":[0,0,2],\"thickness\":0.05}},"     \
    "{\"frame\":8,\"remove\":{\"body\":1}}]}"

static void bodies_that_come_or_go_are_in_sequences_and_refused_for_caches_at_once(void)
{
    static const char* const refused[] = {"pc2", "mdd", "glb"};
    static const int vertices[] = {54, 54, 54, 54, 81, 81, 54, 54, 62, 35, 35};
    begin(COMES_AND_GOES);
    for (int i = 0; i < 3; i++) {
        RUN_FOR(2, "run", SCENE, REFERENCE, "--frames", "10", "--out", named("x", refused[i], ""));
        CHECK_TEXT(result.error, "input drops a copy of body 1 at 0.05 s (frame 3), and a .");
        CHECK_TEXT(result.error, "--body N, or .obj, .ply or .pvd");
        RUN_FOR(2, "run", SCENE, REFERENCE, "--frames", "10", "--body", "1", "--out",
                named("x", refused[i], ""));
        CHECK_TEXT(result.error, "input removes body 1 at 0.0833333 s (frame 5)");
        RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "10", "--body", "2", "--out",
                named("x", refused[i], ""));
        RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "3", "--out", named("y", refused[i], ""));
        RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "4", "--first", "1", "--every", "2", "--out",
                named("y", refused[i], ""));
        RUN_FOR(2, "run", SCENE, REFERENCE, "--frames", "5", "--first", "4", "--out",
                named("y", refused[i], ""));
        CHECK_TEXT(result.error, "has the bodies of frame 0 in all frames, also with --first: write");
    }
    RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "10", "--states", "6", "--out", FOLDER "x.obj");
    for (int frame = 0; frame <= 10; frame++) {
        char command[1400];
        snprintf(command, sizeof command, "test $(grep -c '^v ' '%sx_%04d.obj') = %d", FOLDER, frame,
                 vertices[frame]);
        CHECK(system(command) == 0, "frame %d: expected %d vertices", frame, vertices[frame]);
    }
    shell("cp '%s' '%s'", FOLDER "x_0010.obj", FOLDER "whole.obj");
    RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "10", "--begin", FOLDER "x_0006.state", "--out",
            FOLDER "x.obj");
    checkSame(FOLDER "x_0010.obj", FOLDER "whole.obj");
}

static void checkRefused(int code, const char* message, const char* const* arguments)
{
    runCommand(arguments);
    CHECK(result.code == code, "exit code %d, not %d: %s", result.code, code, result.error);
    CHECK_TEXT(result.error, message);
}
#define REFUSED(code, message, ...)                                                                          \
    checkRefused(code, message, (const char* const[]){"gel", __VA_ARGS__, NULL})
#define SPLICE(code, message, ...) REFUSED(code, message, "splice", __VA_ARGS__, "--out", FOLDER "out.pc2")

static void bad_pieces_are_named(void)
{
    static const float xyz[3 * 3 * 3] = {0};
    begin("{}");
    writePc2(FOLDER "a.pc2", 3, 3, 0.0f, 1.0f, xyz);
    writePc2(FOLDER "half.pc2", 3, 3, 0.0f, 0.5f, xyz);
    writePc2(FOLDER "two.pc2", 2, 3, 0.0f, 1.0f, xyz);
    writeMdd(FOLDER "a.mdd", 3, 3, (const float[3]){0.0f, 0.1f, 0.2f}, xyz);
    writeMdd(FOLDER "slow.mdd", 3, 3, (const float[3]){0.0f, 0.2f, 0.4f}, xyz);
    writeMdd(FOLDER "uneven.mdd", 3, 3, (const float[3]){0.0f, 0.1f, 0.3f}, xyz);
    writeMdd(FOLDER "one.mdd", 3, 1, (const float[1]){0.0f}, xyz);
    writeMdd(FOLDER "never.mdd", 3, 1, (const float[1]){NAN}, xyz);
    writePc2(FOLDER "never.pc2", 3, 3, INFINITY, 1.0f, xyz);
    writeMdd(FOLDER "far.mdd", 3, 1, (const float[1]){-1e38f}, xyz);
    shell("head -c 100 '%s' > '%s'", FOLDER "a.pc2", FOLDER "short.pc2");
    SPLICE(3, "a.pc2: expected frames from 0 to 2, the first before the last, found 1 to 3",
           FOLDER "a.pc2:1-3");
    SPLICE(3, "found 2 to 1", FOLDER "a.pc2:2-1");
    SPLICE(2, "a.pc2:1-b: expected frames behind the colon", FOLDER "a.pc2:1-b");
    SPLICE(3, "half.pc2: expected frames every 1 frames, as in " FOLDER "a.pc2, found every 0.5",
           FOLDER "a.pc2", FOLDER "half.pc2");
    SPLICE(3, "two.pc2: expected 3 vertices, as in " FOLDER "a.pc2, found 2", FOLDER "a.pc2",
           FOLDER "two.pc2");
    SPLICE(3, "short.pc2: expected 140 bytes for 3 points in 3 frames, found 100", FOLDER "short.pc2");
    SPLICE(3, "a.mdd: expected a file of one kind", FOLDER "a.pc2", FOLDER "a.mdd");
    SPLICE(3, "a.glb: expected a vertex cache, .pc2 or .mdd", FOLDER "a.glb");
    SPLICE(3, "none.pc2: cannot be opened", FOLDER "none.pc2");
    SPLICE(3, "out.pc2: expected a name ending in .mdd", FOLDER "a.mdd");
    SPLICE(3, "slow.mdd: expected frames every 0.100000001 s", FOLDER "a.mdd", FOLDER "slow.mdd");
    SPLICE(3, "uneven.mdd: frame 1: expected frames in even steps", FOLDER "uneven.mdd");
    SPLICE(3, "never.pc2: expected finite times, found a start at inf", FOLDER "never.pc2", FOLDER "a.pc2");
    REFUSED(3, "far.mdd: expected distinct times in single precision, found 4 frames every 0.1", "splice",
            FOLDER "far.mdd", FOLDER "a.mdd", "--out", FOLDER "out.mdd");
    REFUSED(3, "never.mdd: expected finite times", "splice", FOLDER "never.mdd", "--out", FOLDER "out.mdd");
    SPLICE(3, "expected a piece with two frames", FOLDER "one.mdd", FOLDER "one.mdd");
    REFUSED(4, "a.pc2 would be overwritten, which is read", "splice", FOLDER "a.pc2", "--out",
            FOLDER "a.pc2");
    REFUSED(2, "gel splice needs --out FILE", "splice", FOLDER "a.pc2");
    CHECK(!fileExists(FOLDER "out.pc2") && !partExists(FOLDER "out.pc2"), "something was left");
}

static void states_that_do_not_fit_are_named(void)
{
    begin(SCENE_TEXT("4", "1e5"));
    RUN_FOR(0, "run", SCENE, REFERENCE, "--frames", "10", "--states", "5", "--out", FOLDER "a.pc2");
#define BEGIN(code, message, state, ...)                                                                     \
    REFUSED(code, message, "run", SCENE, REFERENCE, "--begin", state, "--out", FOLDER "b.pc2", __VA_ARGS__)
    BEGIN(2, "frame 10: the run ends at or before that frame", FOLDER "a_0010.state", "--frames", "10");
    BEGIN(2, "frame 5: --first is earlier", FOLDER "a_0005.state", "--first", "3");
    BEGIN(2, "--from is another start", FOLDER "a_0005.state", "--from", "3");
    BEGIN(2, "a run with --begin cannot be resumed", FOLDER "a_0005.state", "--resume");
    BEGIN(3, "expected snapshots of Gel, found another kind of file", FOLDER "a.pc2", "--quiet");
    BEGIN(3, "with the order number 0, and this one has 2", FOLDER "a_0005.state", "--order", "jacobi");
    REFUSED(2, "--states: expected --out", "run", SCENE, "--states", "5");
    writeText(SCENE, "{\"timeStep\":0.02,\"bodies\":[{" CRATE "}]}");
    BEGIN(3, "its frames took 0.0166666675 s, and those of the scene take 0.0199999996 s",
          FOLDER "a_0005.state", "--quiet");
    writeText(SCENE, "{\"bodies\":[{" CRATE "}]}");
    BEGIN(3, "a_0005.state: ", FOLDER "a_0005.state", "--quiet");
    CHECK(!fileExists(FOLDER "b.pc2"), "something was written");
}

TESTS(TEST(what_is_cut_and_joined_has_the_bytes_of_the_whole),
      TEST(a_part_that_begins_at_a_state_has_the_bytes_of_the_unbroken_run_in_every_format),
      TEST(a_bake_is_continued_and_its_middle_done_again_to_the_same_bytes),
      TEST(a_middle_done_again_takes_the_settings_that_have_changed_and_no_others),
      TEST(a_baked_motion_leads_the_next_run_exactly_and_the_same_each_time),
      TEST(a_baked_motion_of_a_cloth_of_a_file_leads_the_same_cloth),
      TEST(a_frame_of_a_bake_is_the_rest_shape_of_the_next_run),
      TEST(a_baked_motion_is_the_moving_rest_shape_of_the_next_run),
      TEST(a_bake_is_played_at_its_own_time_in_every_format),
      TEST(every_format_states_the_frames_and_times_of_the_run),
      TEST(caches_of_other_clocks_are_not_joined_or_played_without_a_word),
      TEST(bodies_that_come_or_go_are_in_sequences_and_refused_for_caches_at_once),
      TEST(bad_pieces_are_named), TEST(states_that_do_not_fit_are_named))
