// gel bench: figures that agree with each other, and pictures that programs can read.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_bench"
#include "cli/bench_figures.h"
#include "gel/constraints.h"

static char bar[1024];

// Comes to rest soon; its name needs escaping in XML.
static const char* barOf(const char* solver)
{
    char text[512];
    snprintf(text, sizeof text,
             "{\"name\": \"Bar <&> \xc3\xa4\", \"bodies\": [{\"solver\": \"%s\","
             " \"shape\": {\"type\": \"beam\", \"size\": [0.4, 0.2, 0.2], \"cells\": [2, 1, 1]},"
             " \"material\": {\"youngModulus\": 2e5, \"poissonRatio\": 0.4, \"damping\": 30},"
             " \"pins\": [{\"box\": {\"lower\": [-0.21, -1, -1], \"upper\": [-0.19, 1, 1]}}]}]}",
             solver);
    snprintf(bar, sizeof bar, "%s", scratchPath("bar.json"));
    writeText(bar, text);
    return bar;
}

static const char* hangingBar(void)
{
    return barOf("xpbd");
}

static void the_figures_of_a_contender_agree_with_each_other(void)
{
    RUN_FOR(0, "bench", scene(), "--repeats", "3", "--frames", "2", "--json");
    cJSON* object = parseOutput();
    const cJSON* found = item(object, "scenes", 0);
    CHECK_INT(lengthOf(object, "scenes"), 1);
    CHECK_TEXT(textAt(found, "name"), "Beams");
    CHECK_INT(numberAt(found, "tets"), 25 + 50);
    CHECK_INT(numberAt(found, "substeps"), 4);
    CHECK_TEXT(textAt(item(found, "contenders", 0), "key"), textAt(object, "yardstick"));
    double work = (numberAt(found, "edges") + numberAt(found, "tets")) * numberAt(found, "substeps");
    double yardstick = numberAt(item(found, "contenders", 0), "min_ns_per_constraint");
    CHECK(lengthOf(found, "contenders") >= 2, "%d contenders", lengthOf(found, "contenders"));
    for (int i = 0; i < lengthOf(found, "contenders"); i++) {
        const cJSON* row = item(found, "contenders", i);
        double min = numberAt(row, "min_ns_per_constraint");
        CHECK(min > 0.0, "%s took no time", textAt(row, "key"));
        CHECK(numberAt(row, "median_ns_per_constraint") >= min, "the median is less than the least");
        checkClosely(numberAt(row, "ratio"), yardstick / min, "ratio");
        checkClosely(numberAt(row, "constraints_per_second"), 1e9 / min, "constraints per second");
        checkClosely(numberAt(row, "frames_per_second"), 1e9 / (min * work), "frames per second");
        checkClosely(numberAt(row, "moved_bytes_per_second"),
                     numberAt(found, "moved_bytes_per_frame") * numberAt(row, "frames_per_second"), "bytes");
        checkClosely(numberAt(row, "moved_of_copied"),
                     numberAt(row, "moved_bytes_per_second") / numberAt(row, "copied_bytes_per_second"),
                     "part");
        CHECK(numberAt(row, "launches_per_frame") > 0, "no launch");
        CHECK(cJSON_GetObjectItemCaseSensitive(row, "equal_bits") == NULL || numberAt(row, "equal_bits") == 1,
              "%s gives other bits", textAt(row, "key"));
    }
    cJSON_Delete(object);
}

static void bullets_soft_body_is_measured_beside_a_link_an_edge(void)
{
    RUN_FOR(0, "bench", scene(), "--repeats", "3", "--frames", "20", "--json");
    cJSON* object = parseOutput();
    const cJSON* found = item(object, "scenes", 0);
    CHECK_INT(lengthOf(found, "beside"), GEL_HAS_BULLET);
    if (GEL_HAS_BULLET) {
        const cJSON* row = item(found, "beside", 0);
        double links = numberAt(row, "links"), min = numberAt(row, "min_ns_per_link"),
               stretch = numberAt(row, "stretch");
        CHECK_TEXT(textAt(row, "key"), "bullet");
        CHECK_INT(links, numberAt(found, "edges"));
        CHECK_INT(numberAt(row, "iterations"), numberAt(found, "substeps"));
        CHECK(min > 0.1 && min <= numberAt(row, "median_ns_per_link"), "%g ns a link", min);
        checkClosely(numberAt(row, "min_ms") * 1e6, min * links * numberAt(row, "iterations"), "least");
        checkClosely(numberAt(row, "ratio"),
                     numberAt(item(found, "contenders", 0), "min_ns_per_constraint") / min, "ratio");
        CHECK(stretch != 1.0 && fabs(stretch - 1.0) < 0.2, "links are %g times as long", stretch);
    }
    cJSON_Delete(object);
    RUN_FOR(0, "bench", scene(), "--repeats", "1", "--frames", "1", "--quiet");
    CHECK((strstr(result.out, "Bullet, links only") != NULL) == GEL_HAS_BULLET, "printed:\n%s", result.out);
}

// 80 per edge, 152 per tet, 144 per vertex and 80 more with a ground, in each of 4 substeps.
// Figures of other settings must not be taken for those of the scene.
static void set_values_are_kept_beside_the_figures(void)
{
    static const char* const options[] = {"--quiet", "--stages"};
    for (int i = 0; i < 2; i++) {
        RUN_FOR(0, "bench", scene(), options[i], "--frames", "1", "--set", "substeps=2", "--json");
        cJSON* object = parseOutput();
        const cJSON* found = item(object, "scenes", 0);
        CHECK_INT(lengthOf(found, "set"), 1);
        CHECK_TEXT(cJSON_GetStringValue(item(found, "set", 0)), "substeps=2");
        CHECK_INT(numberAt(found, "substeps"), 2);
        cJSON_Delete(object);
    }
}

static void bytes_moved_are_counted_as_the_help_says(void)
{
    RUN_FOR(0, "bench", scene(), "--repeats", "1", "--frames", "1", "--json");
    cJSON* object = parseOutput();
    const cJSON* found = item(object, "scenes", 0);
    CHECK_INT(numberAt(found, "moved_bytes_per_frame"),
              4 * (80 * numberAt(found, "edges") + 152 * numberAt(found, "tets") +
                   224 * numberAt(found, "vertices")));
    cJSON_Delete(object);
    RUN_FOR(0, "bench", "--help");
    joinLines(result.out);
    CHECK_TEXT(
        result.out,
        "80 per edge, 152 per tet or bend, 124 per bend of a rope, and 144 per vertex, 224 with a ground");
}

// A hundred ropes of 101 vertices, 100 springs and 99 bends.
static void scenes_without_tets_are_measured(void)
{
    RUN_FOR(0, "bench", "ropes", "--repeats", "1", "--frames", "1", "--json");
    cJSON* object = parseOutput();
    const cJSON* found = item(object, "scenes", 0);
    CHECK_INT(numberAt(found, "tets"), 0);
    CHECK_INT(numberAt(found, "moved_bytes_per_frame"), 10 * (80 * 10000 + 124 * 9900 + 224 * 10100));
    cJSON_Delete(object);
}

static void scenes_are_measured_in_the_order_given_and_letters_name_built_in_ones(void)
{
    RUN_FOR(0, "bench", "--repeats", "1", "A", "--frames", "1", scene(), "--json");
    cJSON* object = parseOutput();
    CHECK_INT(lengthOf(object, "scenes"), 2);
    CHECK_TEXT(textAt(item(object, "scenes", 0), "key"), "A");
    CHECK_INT(numberAt(item(object, "scenes", 0), "tets"), 1359);
    CHECK_TEXT(textAt(item(object, "scenes", 1), "path"), scene());
    cJSON_Delete(object);
}

// Two blocks on each other on the ground.
static const char* stackedBlocks(void)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath("stacked.json"));
    writeText(path, "{\"name\": \"Stack\", \"contact\": true, \"substeps\": 5, \"ground\": {}, \"bodies\": ["
                    "{\"shape\": {\"type\": \"box\", \"size\": [0.2, 0.2, 0.2], \"cells\": [2, 2, 2]},"
                    " \"material\": {\"damping\": 20}, \"position\": [0, 0.1, 0],"
                    " \"repeat\": {\"count\": [1, 2, 1], \"spacing\": [0, 0.201, 0]}}]}");
    return path;
}

static void the_cost_of_contact_is_measured_against_the_same_bodies_without(void)
{
    const char* path = stackedBlocks();
    RUN_FOR(0, "bench", path, scene(), "--warm-up", "20", "--repeats", "3", "--frames", "2", "--json");
    cJSON* object = parseOutput();
    CHECK_TEXT(textAt(item(object, "scenes", 0), "path"), scene()); // those without contact come first
    const cJSON* found = item(object, "scenes", 1);
    const cJSON* contact = cJSON_GetObjectItemCaseSensitive(found, "contact");
    CHECK_TEXT(textAt(found, "name"), "Stack");
    CHECK_INT(lengthOf(found, "contenders"), 0);
    CHECK_INT(lengthOf(contact, "contenders"), hasDevice() ? 2 : 1);
    double contacts = numberAt(contact, "contacts");
    CHECK(contacts > 0, "nothing touches");
    for (int i = 0; i < lengthOf(contact, "contenders"); i++) {
        const cJSON* row = item(contact, "contenders", i);
        double with = numberAt(row, "with/min_ms"), without = numberAt(row, "without/min_ms");
        CHECK(with > 0.0 && with <= numberAt(row, "with/median_ms"), "%g ms with contact", with);
        CHECK(without > 0.0 && without <= numberAt(row, "without/median_ms"), "%g ms without", without);
        CHECK(numberAt(row, "search_ms") > 0.0 && numberAt(row, "solve_ms") > 0.0,
              "%g ms of search, %g of solving", numberAt(row, "search_ms"), numberAt(row, "solve_ms"));
        checkClosely(numberAt(row, "contacts_per_ms"), with > without ? contacts / (with - without) : 0.0,
                     "rate");
        CHECK(numberAt(row, "launches_per_substep") >= 1.0, "no launches");
        CHECK(i == 0 || numberAt(row, "bytes_per_contact") > 0.0, "contacts take no memory");
        CHECK(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, "equal_bits")), "bits differ");
    }
    cJSON_Delete(object);
    RUN_FOR(0, "bench", path, "--repeats", "1", "--frames", "1", "--quiet");
    CHECK_TEXT(result.out, "with contact, ms");
    CHECK_TEXT(result.out, "launches per substep");
}

static void letters_name_scenes_of_contact_too(void)
{
    RUN_FOR(0, "bench", "--model", "nvidia-h100", "G", "H", "I", "--json");
    cJSON* object = parseOutput();
    CHECK_INT(lengthOf(object, "scenes"), 3);
    for (int i = 0; i < 3; i++)
        CHECK_INT(numberAt(item(object, "scenes", i), "tets"), 100 * 1359);
    cJSON_Delete(object);
    RUN_FOR(2, "bench", "G", "--plot", scratchPath("cost.svg"));
    CHECK_TEXT(result.error, "--plot");
}

static void without_a_device_the_plain_loops_are_measured_and_the_reason_is_told(void)
{
    const char* vendors = getenv("OCL_ICD_VENDORS");
    char* before = vendors != NULL ? strdup(vendors) : NULL;
    setenv("OCL_ICD_VENDORS", "/nowhere", 1);
    RUN_FOR(0, "bench", scene(), "--backend", "opencl", "--repeats", "1", "--frames", "1");
    CHECK_TEXT(result.out, "plain C, colour order");
    joinLines(result.out);
    CHECK_TEXT(result.out, "perColour left out: no OpenCL device found");
    RUN_FOR(0, "bench", scene(), "--backend", "opencl", "--repeats", "1", "--frames", "1", "--json");
    cJSON* object = parseOutput();
    const cJSON* found = item(object, "scenes", 0);
    CHECK_INT(lengthOf(found, "contenders"), 2);
    CHECK_TEXT(textAt(item(found, "left_out", 0), "reason"), "no OpenCL device");
    cJSON_Delete(object);
    RUN_FOR(0, "bench", "--error", barOf("twoLevel"), "--backend", "opencl");
    CHECK_TEXT(result.error, "frames are timed in plain C: no OpenCL device found");
    CHECK_TEXT(result.out, "reference (float)");
    checkColumns("error");
    unsetenv("OCL_ICD_VENDORS");
    if (before != NULL)
        setenv("OCL_ICD_VENDORS", before, 1);
    free(before);
}

static void tables_fit_80_columns(void)
{
    RUN_FOR(0, "bench", "A", "--repeats", "1", "--frames", "1", "--quiet");
    CHECK_INT(result.error[0], 0);
    checkColumns("bench");
    RUN_FOR(0, "bench", "--stages", "A", "--frames", "1");
    checkColumns("stages");
    RUN_FOR(0, "bench", stackedBlocks(), "--repeats", "1", "--frames", "1", "--quiet");
    checkColumns("contact");
}

// Counts elements of a name; checks that tags are balanced and text is escaped.
static int countElements(const char* text, const char* name)
{
    char open[16][32];
    int depth = 0, count = 0;
    for (const char* tag = strchr(text, '<'); tag != NULL; tag = strchr(tag + 1, '<')) {
        const char* end = strchr(tag, '>');
        const char* nested = strchr(tag + 1, '<');
        CHECK(end != NULL && (nested == NULL || end < nested), "a < within a tag: %.60s", tag);
        int length = (int)strcspn(tag + 1, " />");
        if (end == NULL || tag[1] == '?')
            continue;
        if (tag[1] == '/') {
            depth--;
            bool pairs = depth >= 0 && strncmp(open[depth], tag + 2, strcspn(tag + 2, ">")) == 0;
            CHECK(pairs, "%.20s ends what was not begun", tag);
            if (!pairs)
                return -1;
            continue;
        }
        count += (int)strlen(name) == length && strncmp(tag + 1, name, (size_t)length) == 0;
        if (end[-1] != '/' && depth < 15)
            snprintf(open[depth++], sizeof open[0], "%.*s", length, tag + 1);
    }
    CHECK_INT(depth, 0);
    for (const char* mark = strchr(text, '&'); mark != NULL; mark = strchr(mark + 1, '&'))
        CHECK(strncmp(mark, "&lt;", 4) == 0 || strncmp(mark, "&gt;", 4) == 0 ||
                  strncmp(mark, "&amp;", 5) == 0,
              "a bare &: %.20s", mark);
    return count;
}

static void the_picture_is_well_formed_and_has_a_dot_for_each_figure(void)
{
    static char text[1 << 18];
    char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath("cost.svg"));
    remove(path);
    RUN_FOR(0, "bench", scene(), hangingBar(), "--repeats", "1", "--frames", "1", "--plot", path, "--json");
    cJSON* object = parseOutput();
    int figures =
        lengthOf(item(object, "scenes", 0), "contenders") + lengthOf(item(object, "scenes", 1), "contenders");
    CHECK_TEXT(textAt(object, "plot"), path);
    cJSON_Delete(object);
    readText(path, text, sizeof text);
    CHECK_INT(countElements(text, "svg"), 1);
    CHECK_INT(countElements(text, "circle"), 2 * figures); // cost against size, bytes against size
    CHECK_TEXT(text, "Bar &lt;&amp;&gt; \xc3\xa4");
    CHECK(strstr(text, "nan") == NULL && strstr(text, "inf") == NULL, "a place is not a number");
    CHECK(!partExists(scratchPath("cost.svg")), "a part is left");
}

static void the_picture_may_be_in_pixels(void)
{
    static char text[1 << 20];
    char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath("cost.png"));
    remove(path);
    RUN_FOR(GEL_HAS_RASTER ? 0 : 2, "bench", scene(), hangingBar(), "--repeats", "1", "--frames", "1",
            "--plot", path);
    CHECK_INT(fileExists(path), GEL_HAS_RASTER);
    if (!GEL_HAS_RASTER) {
        CHECK_TEXT(result.error, "built without");
        return;
    }
    static const unsigned char start[] = {
        0x89, 'P', 'N', 'G', '\r', '\n',      0x1a,       '\n', 0, 0,         0,          13, 'I',
        'H',  'D', 'R', 0,   0,    1920 >> 8, 1920 & 255, 0,    0, 2360 >> 8, 2360 & 255, 8,  2};
    FILE* file = fopen(path, "rb");
    size_t size = file != NULL ? fread(text, 1, sizeof text, file) : 0;
    if (file != NULL)
        fclose(file);
    CHECK(size > 50000 && memcmp(text, start, sizeof start) == 0,
          "%zu bytes that are no picture of 1920 x 2360", size);
    CHECK(!partExists(scratchPath("cost.png")), "a part is left");
}

static const cJSON* lastTrial(const cJSON* object, int solver)
{
    const cJSON* found = item(object, "solvers", solver);
    return item(found, "trials", lengthOf(found, "trials") - 1);
}

// Whether a solver may have stopped before its errors were small, as a frame took longer than the last one of the first
// solver: other programs can make it so.
static bool isTooSlow(const cJSON* object, int solver)
{
    return numberAt(lastTrial(object, solver), "frame_ms") > numberAt(lastTrial(object, 0), "frame_ms");
}

// The sag is that of the formula for a slender beam and of its mesh; the two-level solver has it with one substep, and XPBD
// comes nearer with each trial.
static void errors_fall_until_they_are_met_and_the_two_level_solver_has_the_sag_at_once(void)
{
    RUN_FOR(0, "bench", "--error", hangingBar(), "--set", "name=bar", "--json");
    cJSON* object = parseOutput();
    CHECK_TEXT(cJSON_GetStringValue(item(object, "set", 0)), "name=bar");
    const cJSON *xpbd = item(object, "solvers", 0), *bdf2 = item(object, "solvers", 2);
    int count = lengthOf(xpbd, "trials");
    CHECK(numberAt(object, "sag_m") > 1e-3, "the bar does not sag");
    CHECK(numberAt(object, "period_s") > 0.05, "it swings in %g s", numberAt(object, "period_s"));
    CHECK_INT(lengthOf(object, "solvers"), 4);
    CHECK(strstr(textAt(object, "backend"), "auto") == NULL, "timed: %s", textAt(object, "backend"));
    double before = HUGE_VAL, last = HUGE_VAL;
    for (int i = 0; i < count; i++) {
        const cJSON* trial = item(xpbd, "trials", i);
        if (cJSON_GetObjectItem(trial, "sag") == NULL)
            continue; // it does not come to rest
        last = fabs(numberAt(trial, "sag"));
        CHECK(last < before, "%g substeps err by %g, fewer by %g", numberAt(trial, "substeps"), last, before);
        before = last;
    }
    CHECK(last <= 0.01, "it ends with an error of %g", last);
    double first = fabs(numberAt(item(bdf2, "trials", 0), "sag"));
    CHECK(first <= 1e-3, "one substep of the two-level solver errs by %g", first);
    for (int k = 0; k < lengthOf(object, "solvers"); k++)
        for (int i = 0; i < 4; i++) { // two of the sag, and two of the period
            const cJSON* solver = item(object, "solvers", k);
            CHECK(numberAt(item(solver, "reached", i), "frame_ms") > 0.0 || (i > 1 && isTooSlow(object, k)),
                  "%s: figure %d is missing", textAt(solver, "text"), i);
        }
    cJSON_Delete(object);
    RUN_FOR(3, "bench", "--error", scene());
    CHECK_TEXT(result.error, "expected a first body that hangs from pins");
}

// With one substep and with two a slender beam has the right sag, and is too heavy to swing in the time of two periods.
static void the_period_is_looked_for_although_the_sag_has_settled(void)
{
    const char* path = scratchPath("slender.json");
    writeText(path, "{\"bodies\": [{\"material\": {\"youngModulus\": 1e9, \"poissonRatio\": 0.4},"
                    " \"shape\": {\"type\": \"beam\", \"size\": [1.2, 0.1, 0.1], \"cells\": [24, 1, 1]},"
                    " \"pins\": [{\"box\": {\"lower\": [-0.61, -1, -1], \"upper\": [-0.59, 1, 1]}}]}]}");
    RUN_FOR(0, "bench", "--error", path, "--json");
    cJSON* object = parseOutput();
    int left = 0;
    for (int i = 1; i < lengthOf(object, "solvers"); i++) {
        const cJSON* last = lastTrial(object, i);
        left += !isTooSlow(object, i);
        CHECK(isTooSlow(object, i) || cJSON_GetObjectItem(last, "period") != NULL,
              "%s ends with %g substeps, without a period", textAt(item(object, "solvers", i), "text"),
              numberAt(last, "substeps"));
    }
    CHECK(left > 0, "all solvers are slower than XPBD: %s", result.out);
    cJSON_Delete(object);
}

// It hangs down, as deep as it should, and trembles with the two-level solver whatever its substeps. XPBD needs 100 of them.
static void a_solver_whose_beam_never_rests_is_ended_and_named(void)
{
    const char* path = scratchPath("hanging.json");
    int named = 0;
    writeText(path, "{\"gravity\": [0, -245.25, 0], \"bodies\": [{\"material\": {\"youngModulus\": 7.5e5,"
                    " \"poissonRatio\": 0.3}, \"shape\": {\"type\": \"beam\", \"size\": [0.2, 0.2, 2],"
                    " \"cells\": [2, 2, 10]}, \"pins\": [{\"box\": {\"lower\": [-1, -1, -1.01],"
                    " \"upper\": [1, 1, -0.99]}}]}]}");
    RUN_FOR(0, "bench", "--error", path, "--json");
    cJSON* object = parseOutput();
    for (int i = 0; i < lengthOf(object, "solvers"); i++) {
        const cJSON* solver = item(object, "solvers", i);
        const bool isRestless = cJSON_IsTrue(cJSON_GetObjectItem(solver, "restless"));
        const int count = lengthOf(solver, "trials");
        printf("  %s: %d trials%s\n", textAt(solver, "text"), count, isRestless ? ", never at rest" : "");
        CHECK(!isRestless || (i > 0 && count == 3), "%s: %d trials", textAt(solver, "text"), count);
        named += isRestless;
    }
    CHECK(named > 0, "each solver is at rest, or too dear");
    cJSON_Delete(object);
    RUN_FOR(0, "bench", "--error", path);
    CHECK_TEXT(result.out, "-  not at rest after 20 periods, or no full swing in two");
    CHECK_TEXT(result.out, ": as deep as expected, but never at rest in two trials");
    checkColumns("a beam that never rests");
}

static void the_stages_have_the_launches_of_a_frame(void)
{
    RUN_FOR(0, "bench", "--stages", scene(), "--frames", "3", "--json");
    cJSON* object = parseOutput();
    const cJSON* rows = cJSON_GetObjectItemCaseSensitive(item(object, "scenes", 0), "contenders");
    const cJSON *row, *stage;
    cJSON_ArrayForEach(row, rows)
    {
        const char* key = textAt(row, "key");
        if (strcmp(key, "perColour") != 0 && strcmp(key, "c_colour") != 0)
            continue;
        double launches = 0.0, min = 0.0;
        cJSON_ArrayForEach(stage, cJSON_GetObjectItemCaseSensitive(row, "stages"))
        {
            launches += numberAt(stage, "launches_per_frame");
            min += numberAt(stage, "min_ms");
        }
        CHECK_TEXT(textAt(item(row, "stages", 0), "key"), "integrate");
        CHECK_INT(lengthOf(row, "stages"), 5);
        CHECK(min <= numberAt(row, "frame/median_ms"), "%s: stages take %g ms, the frame %g", key, min,
              numberAt(row, "frame/median_ms"));
        static double ofReference;
        ofReference = strcmp(key, "c_colour") == 0 ? launches : ofReference;
        CHECK_INT(launches, ofReference);
        CHECK_INT(launches, 4 * (launches / 4)); // 4 substeps
    }
    cJSON_Delete(object);
}

// The orders that the two-level solver does not have are left out, with the reason; its stage is measured kernel by kernel.
static void stiff_bodies_are_measured_in_the_orders_that_their_solver_has(void)
{
    const char* path = scratchPath("stiff.json");
    writeText(path, "{\"bodies\": [{\"solver\": \"twoLevel\", \"shape\": {\"type\": \"beam\","
                    " \"size\": [0.4, 0.2, 0.2], \"cells\": [2, 1, 1]}}]}");
    RUN_FOR(0, "bench", "--stages", path, "--frames", "1", "--json");
    cJSON* object = parseOutput();
    const cJSON *found = item(object, "scenes", 0), *row, *stage;
    bool hasRows = false;
    CHECK_TEXT(textAt(item(found, "left_out", 0), "key"), "c_mesh");
    CHECK_TEXT(textAt(item(found, "left_out", 0), "reason"), "an order other than colour");
    CHECK_TEXT(textAt(item(found, "contenders", 0), "key"), "c_colour");
    cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(found, "contenders"))
        cJSON_ArrayForEach(stage, cJSON_GetObjectItemCaseSensitive(row, "stages")) hasRows |=
        strcmp(textAt(stage, "key"), "level rows") == 0;
    CHECK(hasRows || lengthOf(found, "contenders") == 1, "the kernels of the stage are not measured");
    cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(found, "left_out"))
        CHECK(strstr(textAt(row, "reason"), "launches of perColour") == NULL, "a whole plan is a reason: %s",
              textAt(row, "reason"));
    cJSON_Delete(object);
    RUN_FOR(0, "bench", "--stages", path, "--frames", "1");
    checkColumns("what is left out");
}

// After the table's title: its number, ns of plain C and of the grid, and the ratio.
static void checkKindInText(const char* name, int expected)
{
    char line[64], plain[81] = "", *end = plain;
    double figures[3] = {0.0};
    snprintf(line, sizeof line, "\n    %s ", name);
    const char *all = strstr(result.out, "ns per constraint"), *row = all != NULL ? strstr(all, line) : NULL;
    for (const char* c = row != NULL ? row + 1 : ""; *c != '\0' && *c != '\n' && end < plain + 80; c++)
        *end = *c, end += *c != ','; // which separates thousands
    int count = sscanf(plain, "%*s %*s %lf %lf %lfx", &figures[0], &figures[1], &figures[2]);
    CHECK(count == expected, "%s: %d figures of %d in:\n%s", name, count, expected, result.out);
    for (int i = 0; i < count; i++)
        CHECK(figures[i] > 0.0, "%s: %g", name, figures[i]);
}

static void the_stages_tell_what_a_constraint_of_each_kind_takes(void)
{
    int contenders = hasDevice() ? 2 : 1;
    RUN_FOR(0, "bench", "--stages", "kinds", "--frames", "1", "--json");
    cJSON* object = parseOutput();
    for (int kind = 0; kind < gel_constraintKindCount; kind++) {
        const cJSON* row = item(item(object, "scenes", 0), "kinds", kind);
        CHECK_TEXT(textAt(row, "key"), gelConstraintKindText((gelConstraintKind)kind));
        CHECK(numberAt(row, "constraints") > 0.0 && lengthOf(row, "contenders") == contenders, "missing");
        double plain = numberAt(item(row, "contenders", 0), "min_ns_per_constraint");
        for (int i = 0; i < contenders; i++) {
            double min = numberAt(item(row, "contenders", i), "min_ns_per_constraint");
            CHECK(min > 0.0, "%s takes no time", textAt(row, "key"));
            checkClosely(numberAt(item(row, "contenders", i), "ratio"), plain / min, "ratio");
        }
    }
    cJSON_Delete(object);
    RUN_FOR(0, "bench", "--stages", "kinds", "--frames", "1");
    for (int kind = 0; kind < gel_constraintKindCount; kind++)
        checkKindInText(gelConstraintKindText((gelConstraintKind)kind), contenders == 2 ? 3 : 1);
    checkColumns("kinds");
}

static void what_cannot_be_measured_is_refused(void)
{
    RUN_FOR(2, "bench", "--error", "--stages");
    CHECK_TEXT(result.error, "one at a time");
    RUN_FOR(2, "bench", "--plot", scratchPath("cost.gif"));
    CHECK_TEXT(result.error, "an .svg or .png");
    RUN_FOR(2, "bench", "--stages", "--plot", scratchPath("cost.svg"));
    CHECK_TEXT(result.error, "--plot");
    RUN_FOR(2, "bench", "--backend", "double");
    CHECK_TEXT(result.error, "plain loops");
    RUN_FOR(2, "bench", "--order", "mesh");
    CHECK_TEXT(result.error, "--order");
    RUN_FOR(2, "bench", "--strategy", "body");
    CHECK_TEXT(result.error, "--strategy");
    static const char* const idle[][2] = {{"--substeps", "5"},
                                          {"--frames", "3"},
                                          {"--repeats", "2"},
                                          {"--warm-up", "0"},
                                          {"--integrator", "heun"}};
    for (int i = 0; i < 5; i++) {
        RUN_FOR(2, "bench", "--error", idle[i][0], idle[i][1]);
        CHECK_TEXT(result.error, idle[i][0]);
    }
    RUN_FOR(2, "bench", "--error", "A", "B");
    CHECK_TEXT(result.error, "one scene");
    RUN_FOR(3, "bench", "Z", "--json");
    cJSON* object = parseOutput();
    CHECK_INT(numberAt(object, "error/code"), 3);
    cJSON_Delete(object);
    RUN_FOR(4, "bench", "A", "--plot", GEL_SCRATCH "/no folder/cost.svg");
    RUN_FOR(4, "run", scene(), "--backend", "reference", "--trace", GEL_SCRATCH);
    CHECK_TEXT(result.error, "--trace");
}

TESTS(TEST(the_figures_of_a_contender_agree_with_each_other),
      TEST(bullets_soft_body_is_measured_beside_a_link_an_edge), TEST(set_values_are_kept_beside_the_figures),
      TEST(bytes_moved_are_counted_as_the_help_says), TEST(scenes_without_tets_are_measured),
      TEST(scenes_are_measured_in_the_order_given_and_letters_name_built_in_ones),
      TEST(the_cost_of_contact_is_measured_against_the_same_bodies_without),
      TEST(letters_name_scenes_of_contact_too),
      TEST(without_a_device_the_plain_loops_are_measured_and_the_reason_is_told), TEST(tables_fit_80_columns),
      TEST(the_picture_is_well_formed_and_has_a_dot_for_each_figure), TEST(the_picture_may_be_in_pixels),
      TEST(errors_fall_until_they_are_met_and_the_two_level_solver_has_the_sag_at_once),
      TEST(the_period_is_looked_for_although_the_sag_has_settled),
      TEST(a_solver_whose_beam_never_rests_is_ended_and_named), TEST(the_stages_have_the_launches_of_a_frame),
      TEST(stiff_bodies_are_measured_in_the_orders_that_their_solver_has),
      TEST(the_stages_tell_what_a_constraint_of_each_kind_takes), TEST(what_cannot_be_measured_is_refused))
