// gel run: what it prints, writes and leaves behind.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_run"
#include "support/command.h"
#include "support/patched_kernels.h"

static char beam[1024];

static const char* scene(void)
{
    snprintf(beam, sizeof beam, "%s", beamScene());
    return beam;
}

static int litteredFiles(const char* part)
{
    char command[2048];
    snprintf(command, sizeof command, "ls " GEL_SCRATCH " | grep -c -- 'cli_run-%s'", part);
    FILE* pipe = popen(command, "r");
    int count = -1;
    if (pipe == NULL || fscanf(pipe, "%d", &count) != 1)
        count = -1;
    if (pipe != NULL)
        pclose(pipe);
    return count;
}

static void a_run_says_what_it_did(void)
{
    RUN_FOR(0, "run", scene(), "--frames", "5", "--backend", "reference", "--json");
    cJSON* object = parseOutput();
    CHECK_TEXT(textAt(object, "scene"), "Beams");
    CHECK_INT(numberAt(object, "bodies"), 2);
    CHECK_INT(numberAt(object, "vertices"), 24 + 36);
    CHECK_INT(numberAt(object, "tets"), 25 + 50);
    CHECK_INT(numberAt(object, "frames"), 5);
    CHECK_INT(numberAt(object, "substeps"), 4);
    CHECK(numberAt(object, "seconds") > 0.0, "no time went by");
    CHECK_CLOSE(numberAt(object, "real_time_ratio") * 60.0, numberAt(object, "frames_per_second"),
                1e-5 * numberAt(object, "frames_per_second"), "1/60 s in single precision");
    CHECK(numberAt(object, "launches_per_frame") >= 4 * 5, "%g launches",
          numberAt(object, "launches_per_frame"));
    CHECK_INT(strspn(textAt(object, "hash"), "0123456789abcdef"), 16);
    const cJSON* kept = cJSON_GetObjectItem(object, "kept_states");
    CHECK(numberAt(kept, "count") >= 1, "%g states were kept", numberAt(kept, "count"));
    CHECK(numberAt(kept, "seconds") > 0.0 && numberAt(kept, "seconds") < numberAt(object, "seconds"),
          "keeping states took %g of %g s", numberAt(kept, "seconds"), numberAt(object, "seconds"));
    CHECK(numberAt(kept, "bytes") > 24.0 * (24 + 36), "a state has %g bytes", numberAt(kept, "bytes"));
    CHECK_TEXT(textAt(object, "backend"), "reference");
    char hash[32];
    snprintf(hash, sizeof hash, "%s", textAt(object, "hash"));
    cJSON_Delete(object);
    RUN_FOR(0, "run", scene(), "--frames=5", "--backend=reference");
    CHECK_TEXT(result.out, hash);
    CHECK_TEXT(result.out, "x real time");
    CHECK_TEXT(result.out, " % of it to save states\n");
    CHECK_INT(result.error[0], 0);
}

static void a_strategy_can_be_asked_for_and_explained(void)
{
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    char hash[32] = "";
    static const char* const strategies[] = {"auto", "perColour", "body", "ensemble"};
    for (int s = 0; s < 4; s++) {
        RUN_FOR(0, "run", scene(), "--frames", "5", "--strategy", strategies[s], "--explain",
                "--allow-inexact", "--json");
        cJSON* object = parseOutput();
        if (s == 0)
            snprintf(hash, sizeof hash, "%s", textAt(object, "hash"));
        CHECK_TEXT(textAt(object, "strategy"), s > 0 ? strategies[s] : " bod"); // beams fit everywhere
        CHECK_TEXT(textAt(object, "strategy"), s > 0 ? ", requested" : " tets");
        CHECK_TEXT(textAt(object, "hash"), hash);
        cJSON_Delete(object);
    }
    RUN_FOR(0, "run", scene(), "--frames", "1", "--strategy", "perColour", "--explain", "--allow-inexact");
    CHECK_TEXT(result.out, "strategy        perColour: ");
    RUN_FOR(0, "run", scene(), "--frames", "1", "--backend", "reference", "--explain");
    CHECK_TEXT(result.out, "plain loops");
    RUN("run", scene(), "--strategy", "fast");
    CHECK_INT(result.code, 2);
    CHECK_TEXT(result.error, "ensemble");
}

static void the_device_gives_the_hash_of_the_reference(void)
{
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    char hash[32];
    RUN_FOR(0, "run", scene(), "--frames", "20", "--backend", "reference", "--json");
    cJSON* object = parseOutput();
    snprintf(hash, sizeof hash, "%s", textAt(object, "hash"));
    cJSON_Delete(object);
    RUN_FOR(0, "run", scene(), "--frames", "20", "--json");
    CHECK_TEXT(result.out, hash);
    RUN_FOR(0, "run", scene(), "--frames", "20", "--lanes", "1", "--work-group", "1", "--json");
    CHECK_TEXT(result.out, hash);
    RUN_FOR(0, "run", scene(), "--frames", "20", "--substeps", "5", "--json");
    CHECK(strstr(result.out, hash) == NULL, "five substeps give the hash of four");
}

static void the_order_of_the_mesh_gives_other_bits_and_needs_a_reference(void)
{
    char hash[32];
    RUN_FOR(0, "run", scene(), "--frames", "20", "--backend", "reference", "--json");
    cJSON* object = parseOutput();
    snprintf(hash, sizeof hash, "%s", textAt(object, "hash"));
    cJSON_Delete(object);
    RUN_FOR(0, "run", scene(), "--frames", "20", "--backend", "reference", "--order", "mesh", "--json");
    CHECK(strstr(result.out, hash) == NULL, "both orders give %s", hash);
    object = parseOutput();
    snprintf(hash, sizeof hash, "%s", textAt(object, "hash"));
    cJSON_Delete(object);
    RUN_FOR(0, "run", scene(), "--frames", "20", "--order", "mesh", "--json");
    CHECK(strstr(result.out, hash) != NULL, "auto does not give the reference's %s", hash);
    RUN("run", scene(), "--backend", "opencl", "--order", "mesh");
    CHECK(result.code != 0, "OpenCL walked the order of the mesh");
}

static void n_frames_are_written_as_n_plus_one_samples(void)
{
    unsigned char header[32] = {0};
    char path[1024], rest[1024];
    snprintf(path, sizeof path, "%s", scratchPath("cache.pc2"));
    snprintf(rest, sizeof rest, "%s", scratchPath("cache_rest.obj"));
    remove(path);
    remove(rest);
    RUN_FOR(0, "run", scene(), "--frames", "3", "--backend", "reference", "--out", path);
    joinLines(result.out);
    CHECK_TEXT(result.out, "cache.pc2 and");
    CHECK_TEXT(result.out, "cache_rest.obj (4 frames");
    CHECK(fileExists(rest), "no rest shape");
    FILE* file = fopen(path, "rb");
    CHECK(file != NULL && fread(header, 1, 32, file) == 32, "no cache");
    if (file != NULL)
        fclose(file);
    CHECK(memcmp(header, "POINTCACHE2", 12) == 0, "another format");
    CHECK_INT(header[16], 60);
    CHECK_INT(header[28], 4);
}

static void every_file_that_is_listed_is_there(void)
{
    char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath("sequence.ply"));
    RUN_FOR(0, "run", scene(), "--frames", "3", "--backend", "reference", "--out", path, "--json");
    cJSON* object = parseOutput();
    cJSON* files = cJSON_GetObjectItem(object, "files");
    cJSON* name;
    CHECK_INT(cJSON_GetArraySize(files), 4);
    cJSON_ArrayForEach(name, files)
    {
        CHECK(fileExists(cJSON_GetStringValue(name)), "%s is not there", cJSON_GetStringValue(name));
        remove(cJSON_GetStringValue(name));
    }
    cJSON_Delete(object);
    CHECK_INT(litteredFiles("sequence"), 0);
}

static int pointsOf(const char* path)
{
    unsigned char header[32] = {0};
    FILE* file = fopen(path, "rb");
    CHECK(file != NULL && fread(header, 1, 32, file) == 32, "no cache");
    if (file != NULL)
        fclose(file);
    return header[16] | header[17] << 8 | header[18] << 16;
}

static void a_skin_or_the_tets_or_one_body_are_written(void)
{
    const char* bear = GEL_ASSETS "/scenes/bear_skin.json";
    const char* path = scratchPath("chosen.pc2");
    RUN_FOR(0, "run", bear, "--frames", "1", "--backend", "reference", "--out", path);
    CHECK_INT(pointsOf(path), 7080);
    RUN_FOR(0, "run", bear, "--frames", "1", "--backend", "reference", "--out", path, "--mesh", "tets");
    int tetVertices = pointsOf(path);
    CHECK(tetVertices > 100 && tetVertices < 1000, "%d vertices", tetVertices);
    RUN_FOR(0, "run", scene(), "--frames", "1", "--backend", "reference", "--out", path, "--body", "2");
    CHECK_INT(pointsOf(path), 36);
    RUN_FOR(2, "run", scene(), "--backend", "reference", "--out", path, "--body", "3");
    CHECK_TEXT(result.error, "--body 3: the scene has 2 bodies");
    RUN_FOR(2, "run", scene(), "--out", path, "--mesh", "cloth");
    CHECK_TEXT(result.error, "skin or tets");
}

// A .pc2 has 32 bytes before its samples.
static void frames_can_be_chosen(void)
{
    enum { max = 1 << 16 };
    static unsigned char all[max], some[max];
    const char* const names[] = {"all.pc2", "some.pc2"};
    size_t sizes[2];
    RUN_FOR(0, "run", scene(), "--frames", "10", "--backend", "reference", "--out", scratchPath(names[0]));
    RUN_FOR(0, "run", scene(), "--frames", "10", "--backend", "reference", "--first", "4", "--every", "3",
            "--out", scratchPath(names[1]));
    CHECK_TEXT(result.out, "3 frames)");
    for (int i = 0; i < 2; i++) {
        FILE* file = fopen(scratchPath(names[i]), "rb");
        sizes[i] = file != NULL ? fread(i == 0 ? all : some, 1, max, file) : 0;
        if (file != NULL)
            fclose(file);
    }
    size_t sample = (sizes[0] - 32) / 11;
    CHECK_INT((int)sizes[1], (int)(32 + 3 * sample));
    for (size_t i = 0; i < 3; i++)
        CHECK(memcmp(some + 32 + i * sample, all + 32 + (4 + 3 * i) * sample, sample) == 0,
              "sample %d is not frame %d", (int)i, (int)(4 + 3 * i));
    RUN_FOR(2, "run", scene(), "--frames", "10", "--first", "11", "--out", scratchPath(names[1]));
    CHECK_TEXT(result.error, "--first 11: only 10 frames are stepped");
}

static void each_format_is_listed_when_it_is_there(void)
{
    static const char* const endings[] = {"mdd", "glb", "pvd", "vtu"};
    static const int counts[] = {2, 1, 4, 4};
    for (int i = 0; i < 4; i++) {
        char name[32];
        snprintf(name, sizeof name, "listed.%s", endings[i]);
        RUN_FOR(0, "run", scene(), "--frames", "2", "--backend", "reference", "--out", scratchPath(name),
                "--json");
        cJSON* object = parseOutput();
        cJSON* files = cJSON_GetObjectItem(object, "files");
        cJSON* file;
        CHECK_INT(cJSON_GetArraySize(files), counts[i]);
        cJSON_ArrayForEach(file, files)
        {
            CHECK(fileExists(cJSON_GetStringValue(file)), "%s is not there", cJSON_GetStringValue(file));
            remove(cJSON_GetStringValue(file));
        }
        cJSON_Delete(object);
        CHECK_INT(litteredFiles("listed"), 0);
    }
    RUN_FOR(2, "run", scene(), "--frames", "30000", "--backend", "reference", "--out",
            scratchPath("listed.glb"));
    CHECK_TEXT(result.error, "a .glb holds at most 2048");
    CHECK_INT(litteredFiles("listed"), 0);
}

static void outputs_that_cannot_be_written_end_with_4_and_other_endings_with_2(void)
{
    RUN_FOR(4, "run", scene(), "--backend", "reference", "--out", GEL_SCRATCH "/no folder/x.pc2");
    CHECK_TEXT(result.error, "there is no folder");
    RUN_FOR(4, "run", scene(), "--backend", "reference", "--out", GEL_SCRATCH);
    CHECK_TEXT(result.error, "it is a folder");
    RUN_FOR(4, "run", scene(), "--backend", "reference", "--out", "/dev/null");
    CHECK_TEXT(result.error, "device");
    RUN_FOR(2, "run", scene(), "--backend", "reference", "--out", scratchPath("odd.xyz"));
    CHECK_TEXT(result.error, ".pc2, .mdd, .glb, .pvd, .vtu, .obj or .ply");
    RUN_FOR(2, "run", scene(), "--backend", "reference", "--out", scene(), "--json");
    cJSON* object = parseOutput();
    CHECK_INT(numberAt(object, "error/code"), 2);
    cJSON_Delete(object);
    CHECK_INT(litteredFiles("odd"), 0);
}

static void progress_is_plain_lines_without_a_terminal(void)
{
    result.error[0] = '\0';
    for (double seconds = 1.5; result.error[0] == '\0' && seconds < 100.0;
         seconds *= 2.0) // short work stays silent
        RUN_FOR(0, "run", largeScene(), "--frames", framesFor(seconds), "--backend", "reference");
    int lines = 0;
    for (const char* c = result.error; *c != '\0'; c++)
        lines += *c == '\n';
    CHECK(lines <= 10, "%d lines", lines);
    CHECK_TEXT(result.error, " frames/s, ");
    CHECK(strchr(result.error, '\r') == NULL && strchr(result.error, '\033') == NULL, "%s", result.error);
    CHECK(strchr(result.out, '\033') == NULL, "colour in a file");
    RUN_FOR(0, "run", largeScene(), "--frames", framesFor(0.2), "--backend", "reference", "--quiet");
    CHECK_INT(result.error[0], 0);
    RUN_FOR(0, "run", largeScene(), "--frames", framesFor(0.2), "--backend", "reference", "--json");
    CHECK_INT(result.error[0], 0);
    cJSON_Delete(parseOutput());
}

static void a_terminal_gets_a_bar_that_fits_and_colour(void)
{
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    RUN_ON_TERMINAL(50, 0, "run", largeScene(), "--frames", framesFor(0.7), "--backend", "reference");
    CHECK_INT(result.code, 0);
    CHECK_TEXT(result.out, "frame ");
    CHECK_TEXT(result.out, "\033[2m");
    int widest = 0, width = 0;
    for (const char* c = result.out; strncmp(c, "\033[2mscene", 9) != 0 && *c != '\0' && *c != '\n'; c++) {
        width = *c == '\r' ? 0 : width + 1;
        widest = width > widest ? width : widest;
    }
    CHECK(widest > 20 && widest < 50, "a bar of %d columns on 50", widest);
}

static void no_color_and_dumb_terminals_get_no_escape_codes(void)
{
    setenv("TERM", "xterm", 1);
    setenv("NO_COLOR", "1", 1);
    RUN_ON_TERMINAL(80, 0, "run", largeScene(), "--frames", framesFor(0.3), "--backend", "reference");
    CHECK(strchr(result.out, '\033') == NULL, "an escape code with NO_COLOR");
    unsetenv("NO_COLOR");
    setenv("TERM", "dumb", 1);
    RUN_ON_TERMINAL(80, 0, "run", largeScene(), "--frames", framesFor(0.3), "--backend", "reference");
    CHECK(strchr(result.out, '\033') == NULL, "an escape code on a dumb terminal");
    CHECK(strchr(result.out, '#') == NULL, "a bar on a dumb terminal");
    setenv("TERM", "xterm", 1);
    RUN_ON_TERMINAL(80, 0, "run", largeScene(), "--frames", framesFor(0.3), "--backend", "reference",
                    "--json", "--quiet");
    CHECK(strchr(result.out, '\033') == NULL, "an escape code in JSON");
    cJSON_Delete(parseOutput());
}

static void an_interrupt_leaves_nothing_half(void)
{
    const char* path = scratchPath("broken_off.pc2");
    const char* const arguments[] = {"gel",       "run",       largeScene(), "--frames", "9999",
                                     "--backend", "reference", "--out",      path,       "--no-checkpoint",
                                     NULL};
    pid_t child = startCommand(arguments, scratchPath("out"), scratchPath("error"));
    for (int i = 0; i < 600 && litteredFiles("broken_off") == 0; i++)
        sleepMilliseconds(100); // until it has begun
    sleepMilliseconds(600);
    kill(child, SIGINT);
    waitForCommand(child);
    CHECK_INT(result.code, 130);
    CHECK_TEXT(result.error, "interrupted after frame ");
    CHECK_INT(litteredFiles("broken_off"), 0);
}

static void ctrl_c_on_a_terminal_ends_with_130(void)
{
    setenv("TERM", "xterm", 1);
    RUN_ON_TERMINAL(80, 600, "run", largeScene(), "--frames", "9999", "--backend", "reference");
    CHECK_INT(result.code, 130);
    CHECK_TEXT(result.out, "interrupted after frame ");
}

// With infinite gravity in a kernel the self-test fails, so this also tests how an inexact device is
// reported.
static void bodies_that_are_not_finite_are_told(void)
{
    char path[1024];
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    snprintf(path, sizeof path, "%s", scratchPath("infinite.pc2"));
    remove(path);
    patchKernels("physics/integrate.h", "step->h * step->gravity_y", "(step->h * 3e38f) * 3e38f");
    RUN("run", scene(), "--backend", "opencl:0", "--frames", "30");
    int strict = result.code;
    RUN("run", scene(), "--backend", "opencl:0", "--frames", "30", "--allow-inexact", "--out", path);
    unsetenv("GEL_KERNEL_DIR");
    CHECK_INT(strict, 5);
    CHECK_INT(result.code, 10);
    CHECK_TEXT(result.error, "is not exact");
    CHECK_TEXT(result.error, "diverged at frame 1: vertex 0 of body 1");
    CHECK(fileExists(path), "%s was not written", path);
}

static void a_body_whose_positions_are_not_finite_is_numbered_among_those_that_are_there(void)
{
    char path[1024];
    if (!hasDevice())
        SKIP("no OpenCL device here");
    snprintf(path, sizeof path, "%s", scratchPath("one_removed.json"));
    writeText(path,
              "{\"bodies\": [{\"shape\": {\"type\": \"beam\", \"size\": [1, 1, 1], \"cells\": [1, 1, 1]}, "
              "\"repeat\": {\"count\": [2, 1, 1], \"spacing\": [3, 1, 1]}}], "
              "\"input\": [{\"frame\": 0, \"remove\": {\"body\": 0}}]}");
    patchKernels("physics/integrate.h", "step->h * step->gravity_y", "(step->h * 3e38f) * 3e38f");
    RUN("run", path, "--backend", "opencl:0", "--frames", "3", "--allow-inexact");
    unsetenv("GEL_KERNEL_DIR");
    CHECK_INT(result.code, 10);
    CHECK_TEXT(result.error,
               "vertex 0 of body 1 is NaN or infinite, first in the stage integrate of substep 1 of 10;");
}

static void a_recording_is_repeated_and_held_against_its_hash(void)
{
    static const char text[] =
        "{\"scene\":\"" GEL_ASSETS "/scenes/bear_drop.json\",\"frames\":12,\"hash\":\"%s\",\"input\":["
        "{\"frame\":2,\"grab\":{\"origin\":[0,0.6,5],\"direction\":[0,0,-1],\"stiffness\":300}},"
        "{\"frame\":3,\"pull\":{\"origin\":[0.3,1,5],\"direction\":[0,0,-1]}}]}";
    char path[1024], recording[1024], hash[17] = "0123456789abcdef";
    snprintf(path, sizeof path, "%s", scratchPath("touched.json"));
    snprintf(recording, sizeof recording, text, hash);
    writeText(path, recording);
    RUN_FOR(1, "run", path, "--backend", "reference");
    CHECK_TEXT(result.out, "12 frames");
    CHECK_TEXT(result.out, "0123456789abcdef: the state differs from the recorded one");
    const char* found = strstr(result.out, "hash");
    CHECK(found != NULL, "no hash: %s", result.out);
    if (found == NULL)
        return;
    memcpy(hash, found + 4 + strspn(found + 4, " "), 16);
    snprintf(recording, sizeof recording, text, hash);
    writeText(path, recording);
    RUN_FOR(0, "run", path, "--backend", "reference");
    CHECK_TEXT(result.out, "as recorded");
    RUN_FOR(0, "run", path, "--backend", "reference", "--frames", "11");
    CHECK(strstr(result.out, "recorded") == NULL, "another frame is held against the recorded hash");
    RUN_FOR(0, "compare", path, "--b", "reference");
    CHECK_TEXT(result.out, "equal: 12 frames");
}

// A box on an obstacle.
static const char touching[] =
    "{\"contact\":true,\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[0.2,0.2,0.2],"
    "\"cells\":[1,1,1]},\"position\":[0,0.102,0]}],\"obstacles\":[{\"name\":\"a, \\\"b\\\"\","
    "\"shape\":{\"type\":\"box\",\"size\":[1,0.2,1]},\"position\":[0,-0.1,0]}]}";

static void contacts_are_a_row_each_with_bodies_by_number_and_name(void)
{
    char path[1024], table[1024], line[1024], other[1024];
    snprintf(path, sizeof path, "%s", scratchPath("touching.json"));
    snprintf(table, sizeof table, "%s", scratchPath("touching.csv"));
    writeText(path, touching);
    RUN_FOR(0, "run", path, "--frames", "9", "--backend", "reference", "--contacts", table, "--json");
    cJSON* object = parseOutput();
    FILE* file = fopen(table, "r");
    int rows = -1, frames = 0, frame = 0, last = 0;
    CHECK(file != NULL, "no table");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (rows++ < 0) {
            CHECK_TEXT(line, "frame,time_s,first,first_name,");
            continue;
        }
        CHECK(sscanf(line, "%d,%*f,%1023s", &frame, other) == 2 && frame >= last, "%s", line);
        CHECK_TEXT(line, ",1,,2,\"a, \"\"b\"\"\",");
        CHECK(strstr(line, ",point-triangle,") != NULL || strstr(line, ",edge-edge,") != NULL, "%s", line);
        frames += frame > last;
        last = frame;
    }
    if (file != NULL)
        fclose(file);
    CHECK(frames >= 8 && last == 9, "contacts in %d frames, up to frame %d", frames, last);
    CHECK_INT(numberAt(object, "contact_rows"), rows);
    CHECK_TEXT(textAt(object, "contacts"), table);
    cJSON_Delete(object);
    CHECK_INT(litteredFiles("touching"), 2);
    RUN_FOR(0, "run", scene(), "--frames", "1", "--backend", "reference", "--contacts", table);
    CHECK_TEXT(result.error, "\"contact\" is false");
    CHECK_TEXT(result.out, "(0 rows)");
    RUN_FOR(4, "run", scene(), "--backend", "reference", "--contacts", GEL_SCRATCH);
    CHECK_TEXT(result.error, "--contacts");
}

static int countIn(const char* text, const char* part)
{
    int count = 0;
    for (const char* at = strstr(text, part); at != NULL; at = strstr(at + 1, part))
        count++;
    return count;
}

static void contacts_for_paraview_are_points_listed_by_time(void)
{
    static char text[1 << 17];
    char path[1024], index[1024], frame[1024];
    snprintf(path, sizeof path, "%s", scratchPath("seen_touching.json"));
    snprintf(index, sizeof index, "%s", scratchPath("seen_touching.pvd"));
    writeText(path, touching);
    RUN_FOR(0, "run", path, "--frames", "4", "--backend", "reference", "--contacts", index, "--json");
    cJSON* object = parseOutput();
    int rows = (int)numberAt(object, "contact_rows"), points = 0;
    cJSON_Delete(object);
    readText(index, text, sizeof text);
    CHECK_INT(countIn(text, "<DataSet "), 4);
    CHECK_TEXT(text, "timestep=\"0.01666666");
    CHECK_TEXT(text, "seen_touching_0001.vtu\"/>");
    for (int i = 1; i <= 4; i++) {
        snprintf(frame, sizeof frame, "%.*s_%04d.vtu", (int)strlen(index) - 4, index, i);
        int found = 0;
        readText(frame, text, sizeof text);
        const char* piece = strstr(text, "NumberOfPoints=");
        CHECK(piece != NULL && sscanf(piece, "NumberOfPoints=\"%d\"", &found) == 1, "%s", text);
        CHECK_INT(countIn(text, "Name=\"force\""), 1);
        points += found;
    }
    CHECK(rows > 0 && points == rows, "%d contacts, %d points", rows, points);
}

static void recorded_input_that_cannot_be_done_is_the_files_fault(void)
{
    char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath("no_body.json"));
    writeText(path, "{\"scene\":\"" GEL_ASSETS "/scenes/bear_drop.json\",\"frames\":3,"
                    "\"input\":[{\"frame\":1,\"remove\":{\"body\":7}}]}");
    RUN_FOR(3, "run", path, "--backend", "reference");
    CHECK_TEXT(result.error, "$.input[0] (frame 1): there is no body 7");
}

static void what_is_recorded_after_the_last_frame_is_done_at_the_end(void)
{
    char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath("emptied.json"));
    writeText(path,
              "{\"scene\":\"" GEL_ASSETS
              "/scenes/bear_drop.json\",\"frames\":2,\"hash\":\"cbf29ce484222325\","
              "\"input\":[{\"frame\":2,\"remove\":{\"body\":0}}]}"); // the hash of a world without bodies
    RUN_FOR(0, "run", path, "--backend", "reference");
    CHECK_TEXT(result.out, "cbf29ce484222325, as recorded");
    RUN_FOR(0, "compare", path, "--b", "reference");
    CHECK_TEXT(result.out, "cbf29ce484222325");
}

// A box that falls: what it expects at half a second is right, or not.
static const char* fallScene(const char* value)
{
    static char path[1024];
    char text[2000];
    snprintf(path, sizeof path, "%s", scratchPath("fall.json"));
    snprintf(text, sizeof text,
             "{\"bodies\": [{\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1], \"cells\": [1, 1, 1]}}],"
             "\"numbers\": {\"t\": 0.5},"
             "\"probes\": [{\"name\": \"fall\", \"measure\": \"displacement.y\", \"body\": 0},"
             "{\"name\": \"a \\\"P\\\"\", \"measure\": \"momentum.y\", \"curve\": \"9 * time\"},"
             "{\"name\": \"V\", \"measure\": \"volume.relative\"}],"
             "\"expectations\": [{\"probe\": \"fall\", \"at\": \"t\", \"value\": \"%s\","
             "\"tolerance\": \"1 %%\", \"reason\": \"free fall\"}]}",
             value);
    writeText(path, text);
    return path;
}

static void expectations_are_printed_and_decide_the_exit_code(void)
{
    RUN_FOR(0, "run", fallScene("gravity.y * t * (t + timeStep / substeps) / 2"), "--backend", "reference");
    CHECK_TEXT(result.out, "30 frames");
    CHECK_TEXT(result.out, "fall at 0.5 s");
    CHECK_TEXT(result.out, "free fall");
    CHECK_TEXT(result.out, "met");
    RUN_FOR(0, "run", fallScene("gravity.y * t^2 / 2"), "--backend", "reference", "--frames", "10");
    CHECK_TEXT(result.out, "the frames end at 0.166667 s, before 0.5 s");
    RUN_FOR(9, "run", fallScene("gravity.y * t^2"), "--backend", "reference");
    CHECK_TEXT(result.out, "missed");
    RUN_FOR(9, "run", fallScene("gravity.y * t^2"), "--backend", "reference", "--json");
    cJSON* object = parseOutput();
    const cJSON* row = cJSON_GetArrayItem(cJSON_GetObjectItem(object, "expectations"), 0);
    CHECK_TEXT(textAt(row, "probe"), "fall");
    CHECK_TEXT(textAt(row, "unit"), "m");
    CHECK_CLOSE(numberAt(row, "expected"), -9.81 * 0.25, 1e-6, "gravity in single precision");
    CHECK_CLOSE(numberAt(row, "measured"), -9.81 * 0.125, 0.01, "the first order of the step");
    CHECK_CLOSE(numberAt(row, "error"), numberAt(row, "measured") - numberAt(row, "expected"), 1e-9,
                "their difference");
    CHECK_INT(numberAt(row, "met"), 0);
    CHECK_INT(numberAt(row, "reached"), 1);
    cJSON_Delete(object);
    RUN_FOR(3, "run", fallScene("gravity * t"), "--backend", "reference");
    CHECK_TEXT(result.error, "$.expectations[0].value: expected a known name, found \"gravity\"");
}

static void probes_are_written_as_a_table_with_units(void)
{
    static char text[1 << 16];
    char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath("probes.csv"));
    RUN_FOR(0, "run", fallScene("gravity.y * t^2 / 2"), "--backend", "reference", "--csv", path, "--frames",
            "30");
    CHECK_TEXT(result.out, "(31 rows)");
    readText(path, text, sizeof text);
    CHECK_TEXT(text,
               "time_s,fall_m,\"a \"\"P\"\"_kgm/s\",\"a \"\"P\"\"_curve_kgm/s\",V\n0,0,0,0,1\n0.016666");
    int rows = 0;
    for (const char* c = text; *c != '\0'; c++)
        rows += *c == '\n';
    CHECK_INT(rows, 32);
    RUN_FOR(2, "run", scene(), "--frames", "1", "--csv", path);
    CHECK_TEXT(result.error, "the scene names no \"probes\" to write");
}

TESTS(TEST(a_run_says_what_it_did), TEST(a_strategy_can_be_asked_for_and_explained),
      TEST(the_device_gives_the_hash_of_the_reference),
      TEST(the_order_of_the_mesh_gives_other_bits_and_needs_a_reference),
      TEST(n_frames_are_written_as_n_plus_one_samples), TEST(every_file_that_is_listed_is_there),
      TEST(a_skin_or_the_tets_or_one_body_are_written), TEST(frames_can_be_chosen),
      TEST(each_format_is_listed_when_it_is_there),
      TEST(outputs_that_cannot_be_written_end_with_4_and_other_endings_with_2),
      TEST(progress_is_plain_lines_without_a_terminal), TEST(a_terminal_gets_a_bar_that_fits_and_colour),
      TEST(no_color_and_dumb_terminals_get_no_escape_codes), TEST(an_interrupt_leaves_nothing_half),
      TEST(ctrl_c_on_a_terminal_ends_with_130), TEST(bodies_that_are_not_finite_are_told),
      TEST(a_body_whose_positions_are_not_finite_is_numbered_among_those_that_are_there),
      TEST(contacts_are_a_row_each_with_bodies_by_number_and_name),
      TEST(contacts_for_paraview_are_points_listed_by_time),
      TEST(recorded_input_that_cannot_be_done_is_the_files_fault),
      TEST(a_recording_is_repeated_and_held_against_its_hash),
      TEST(what_is_recorded_after_the_last_frame_is_done_at_the_end),
      TEST(expectations_are_printed_and_decide_the_exit_code), TEST(probes_are_written_as_a_table_with_units))
