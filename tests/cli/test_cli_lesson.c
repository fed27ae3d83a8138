// gel lessons, gel lesson and gel report: what they print and write.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_lesson"
#include "support/command.h"

#define LAW                                                                                                              \
    "{\"name\":\"A <b> & \\\"c\\\"\",\"substeps\":4,\"bodies\":[{\"name\":\"<i>tet</i>\",\"vertices\":[[0,0,0],[1,0,0]," \
    "[0,1,0],[0,0,1]],\"tets\":[[0,1,2,3]]}],\"probes\":[{\"name\":\"fall\",\"body\":0,\"measure\":\"displacement.y\","  \
    "\"curve\":\"gravity.y * time^2 / 2\"}],\"expectations\":[{\"probe\":\"fall\",\"at\":0.1,"                           \
    "\"value\":\"gravity.y * 0.005\",\"tolerance\":\"10 %\",\"reason\":\"g t^2 / 2 < 1\"}]"

static const char* lawScene(void)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath("law.json"));
    writeText(path, LAW "}");
    return path;
}

static void the_lessons_are_listed_in_80_columns(void)
{
    RUN_FOR(0, "lessons");
    CHECK_TEXT(result.out, "free_fall");
    CHECK_TEXT(result.out, "Substeps are stiffness");
    for (char* line = strtok(result.out, "\n"); line != NULL; line = strtok(NULL, "\n"))
        CHECK(strlen(line) <= 82, "%zu bytes: %s", strlen(line), line); // two more for letters beyond ASCII
    RUN_FOR(0, "lessons", "--json");
    cJSON* object = parseOutput();
    const cJSON* list = cJSON_GetObjectItemCaseSensitive(object, "lessons");
    CHECK(cJSON_GetArraySize(list) >= 17, "%d lessons", cJSON_GetArraySize(list));
    CHECK_TEXT(textAt(cJSON_GetArrayItem(list, 0), "name"), "free_fall");
    cJSON_Delete(object);
}

static void a_lesson_without_a_name_lists_them(void)
{
    RUN_FOR(2, "lesson");
    CHECK_TEXT(result.out, "free_fall");
    CHECK_TEXT(result.error, "gel lesson needs a NAME, as in gel lesson free_fall");
    RUN_FOR(2, "lesson", "--json");
    cJSON* object = parseOutput(); // the error alone
    CHECK_INT(numberAt(object, "error/code"), 2);
    cJSON_Delete(object);
}

static void a_lesson_asks_steps_and_answers(void)
{
    RUN_FOR(0, "lesson", "free_fall", "--predict", "4.8 m");
    joinLines(result.out);
    CHECK_TEXT(result.out, "How far does the body fall in the program?");
    CHECK_TEXT(result.out, "measured is 4.9132 m: your number is 2.3 % too small");
    CHECK_TEXT(result.out, "4.913 m: 8 mm too far.");
    CHECK_TEXT(result.out, "/lessons/free_fall.json --a substeps=1 --b substeps=60");
    RUN_FOR(0, "lesson", "free_fall", "--predict", "480 cm");
    CHECK_TEXT(result.out, "measured is 4.9132 m: your number is 2.3 % too small");
    RUN_FOR(0, "lesson", "free_fall", "--predict", "4.913");
    CHECK_TEXT(result.out, "measured is 4.9132 m: right to 0.1 %");
    RUN_FOR(0, "lesson", "goal", "--predict", "0.00981 m");
    CHECK_TEXT(result.out, "9.81 mm; measured is");
    RUN_FOR(0, "lesson", "spring", "--predict", "c");
    CHECK_TEXT(result.out, "c) The swings shrink; with more substeps they shrink less: right");
    RUN_FOR(0, "lesson", "spring", "--predict", "1");
    CHECK_TEXT(result.out, "no, it is c)");
    RUN_FOR(0, "lesson", "spring", "--answer");
    CHECK_TEXT(result.out, "right           c) The swings shrink");
    RUN_FOR(0, "lesson", "goal", "--answer", "--json");
    cJSON* object = parseOutput();
    CHECK_TEXT(textAt(object, "unit"), "mm");
    CHECK_CLOSE(numberAt(object, "measured"), 9.81, 0.1, "g / k");
    cJSON_Delete(object);
    RUN_FOR(0, "lesson", "spring", "--predict", "a", "--json");
    object = parseOutput();
    CHECK_TEXT(textAt(object, "prediction"), "a");
    CHECK_TEXT(textAt(object, "right"), "c");
    cJSON_Delete(object);
    RUN_FOR(0, "lesson", "free_fall", "--predict", "-4.9", "--json");
    object = parseOutput();
    CHECK_CLOSE(numberAt(object, "prediction"), 4.9, 1e-9, "signs do not matter");
    cJSON_Delete(object);
    RUN_FOR(9, "lesson", "cantilever", "--answer", "--substeps", "5");
    for (char* line = strtok(result.out, "\n"); line != NULL; line = strtok(NULL, "\n"))
        CHECK(strstr(line, "missed") == NULL || strlen(line) <= 80, "%zu bytes: %s", strlen(line), line);
}

static void what_is_no_lesson_and_no_prediction_is_refused(void)
{
    RUN_FOR(3, "lesson", "fre_fall");
    CHECK_TEXT(result.error, "there is no file, lesson or scene \"fre_fall\"; did you mean \"free_fall\"?");
    RUN_FOR(3, "lesson", "qqqqqqqq");
    CHECK_TEXT(result.error, "\"qqqqqqqq\"; gel lessons lists the lessons");
    RUN_FOR(2, "lesson", "free_fall", "--predict", "far");
    CHECK_TEXT(result.error, "expected a number such as 1.5 m, found \"far\"");
    RUN_FOR(2, "lesson", "free_fall", "--predict", "4900 ms");
    CHECK_TEXT(result.error, "expected a number in m, with no unit or one of mm, cm, m; found \"4900 ms\"");
    CHECK(result.out[0] == '\0', "the question was asked: %.40s", result.out);
    RUN_FOR(2, "lesson", "free_fall", "--predict", "4,9");
    CHECK_TEXT(result.error, "expected a number with a decimal point, found \"4,9\"");
    RUN_FOR(2, "lesson", "spring", "--predict", "e");
    CHECK_TEXT(result.error, "expected a letter from a to d, found \"e\"");
    RUN_FOR(2, "lesson", "free_fall", "--predict", " ");
    CHECK_TEXT(result.error, "--predict: expected a prediction");
    RUN_FOR(2, "lesson", "free_fall", "--predict", "4.9", "--answer");
    CHECK_TEXT(result.error, "--predict and --answer exclude each other");
    RUN_FOR(3, "lesson", lawScene());
    CHECK_TEXT(result.error, "the scene has no \"lesson\"");
}

static void scenes_and_lessons_are_known_by_name(void)
{
    RUN_FOR(0, "run", "single_tet", "--frames", "2", "--backend", "reference", "--quiet");
    CHECK_TEXT(result.out, "Single tet");
    RUN_FOR(0, "run", "free_fall", "--frames", "2", "--backend", "reference", "--quiet");
    RUN_FOR(0, "compare", "single_tet", "--frames", "2", "--a", "reference", "--b", "reference", "--quiet");
    RUN_FOR(0, "check", "single_tet");
    RUN_FOR(3, "run", "single_te", "--quiet");
    CHECK_TEXT(result.error, "did you mean \"single_tet\"?");
}

static void a_report_is_one_page_with_all_in_it(void)
{
    static char page[1 << 21], again[1 << 21];
    char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath("report.html"));
    RUN_FOR(0, "report", lawScene(), "--out", path, "--width", "64", "--height", "40", "--quiet");
    readText(path, page, sizeof page);
    CHECK(strncmp(page, "<!DOCTYPE html>", 15) == 0, "it begins with %.20s", page);
    CHECK_TEXT(page, "<title>A &lt;b&gt; &amp; &quot;c&quot;</title>");
    CHECK_TEXT(page, "1 &lt;i&gt;tet&lt;/i&gt;");
    CHECK_TEXT(page, "g t^2 / 2 &lt; 1");
    CHECK_TEXT(page, "<path class=\"closed\"");
    CHECK_TEXT(page, "hash of the last frame");
    CHECK_TEXT(page, "gel report ");
    CHECK_TEXT(page, "</html>\n");
    CHECK(strstr(page, "<b>") == NULL && strstr(page, "<i>") == NULL, "names of the scene are not escaped");
    CHECK(strstr(page, "nan") == NULL && strstr(page, "inf\"") == NULL, "a number is none");
    CHECK((strstr(page, "data:image/png;base64,iVBOR") != NULL) != (strstr(page, "There are none: ") != NULL),
          "neither pictures nor a reason");
    RUN_FOR(0, "report", lawScene(), "--out", path, "--width", "64", "--height", "40", "--quiet");
    readText(path, again, sizeof again);
    CHECK(strcmp(page, again) == 0, "the same work gives another page");
    CHECK(!partExists(scratchPath("report.html")), "a picture was left behind");
}

static void a_lesson_is_part_of_its_report(void)
{
    static char page[1 << 22];
    char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath("lesson.html"));
    RUN_FOR(9, "report", "stopping", "--out", path, "--substeps", "1", "--json");
    cJSON* object = parseOutput();
    CHECK_INT(numberAt(object, "frames"), 90);
    cJSON_Delete(object);
    readText(path, page, sizeof page);
    CHECK_TEXT(page, "<h1>Stopping distance</h1>");
    CHECK_TEXT(page, "How far does it slide until it stops?");
    CHECK_TEXT(page, "lesson.html --substeps 1</pre>");
    CHECK_TEXT(page, "<td class=\"missed\">missed</td>");
}

static void a_report_that_cannot_be_written_leaves_nothing(void)
{
    RUN_FOR(2, "report", lawScene());
    CHECK_TEXT(result.error, "needs --out FILE.html");
    RUN_FOR(2, "report", lawScene(), "--out", scratchPath("page.pdf"));
    CHECK_TEXT(result.error, "--out: expected a name ending in .html, found \"");
    CHECK(!fileExists(scratchPath("page.pdf")), "a page under another name");
    RUN_FOR(4, "report", lawScene(), "--out", GEL_SCRATCH "/no/such/folder.html");
    remove(scratchPath("none.html"));
    RUN_FOR(3, "report", GEL_SCRATCH "/none.json", "--out", scratchPath("none.html"));
    CHECK(!fileExists(scratchPath("none.html")), "a page of nothing");
    CHECK(!partExists(scratchPath("none.html")), "a part of it is left");
}

TESTS(TEST(the_lessons_are_listed_in_80_columns), TEST(a_lesson_without_a_name_lists_them),
      TEST(a_lesson_asks_steps_and_answers), TEST(what_is_no_lesson_and_no_prediction_is_refused),
      TEST(scenes_and_lessons_are_known_by_name), TEST(a_report_is_one_page_with_all_in_it),
      TEST(a_lesson_is_part_of_its_report), TEST(a_report_that_cannot_be_written_leaves_nothing))
