// A test is a function that reads like a promise; a test file is a table of them, run by one main.
//
//     static void a_dropped_vertex_follows_the_parabola(void) { CHECK_CLOSE(y, expected, 1e-5, "rounding of 60 steps"); }
//     TESTS(TEST(a_dropped_vertex_follows_the_parabola))
//
// A failed check prints both values and the test continues; main returns 1 if any failed, 77 (ctest: skipped)
// if all were skipped. `./test_x PART...` runs the tests with one of the PARTs in their names, `./test_x -PART...` those
// with none of them. GEL_TOLERANCE=0 prints the true residuals. With GEL_CI set, a skipped test fails.
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gelWorldDef;

// A test has `run`, or `runOn` and who calls that with each back end: TEST_ON_EACH_BACKEND of fixtures.h.
typedef struct Test {
    const char* name;
    void (*run)(void);
    void (*runOn)(struct gelWorldDef backend);
    void (*onEachBackend)(void (*runOn)(struct gelWorldDef backend));
} Test;

static int failureCount;
static bool testSkipped;

#define CHECK(condition, ...)                                                                                \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            failureCount++;                                                                                  \
            printf("%s:%d: expected %s: ", __FILE__, __LINE__, #condition);                                  \
            printf(__VA_ARGS__);                                                                             \
            printf("\n");                                                                                    \
        }                                                                                                    \
    } while (0)

#define CHECK_INT(found, expected)                                                                           \
    do {                                                                                                     \
        long long checkFound = (long long)(found), checkExpected = (long long)(expected);                    \
        CHECK(checkFound == checkExpected, "%s is %lld, not %lld", #found, checkFound, checkExpected);       \
    } while (0)

#define CHECK_HEX(found, expected)                                                                           \
    do {                                                                                                     \
        unsigned long long checkFound = (found), checkExpected = (expected);                                 \
        CHECK(checkFound == checkExpected, "%s is %016llx, not %016llx", #found, checkFound, checkExpected); \
    } while (0)

// |found - expected| <= tolerance; `reason` justifies the tolerance.
#define CHECK_CLOSE(found, expected, tolerance, reason)                                                      \
    checkClose(__FILE__, __LINE__, #found, (found), (expected), (tolerance), (reason))

#define CHECK_TEXT(text, part)                                                                               \
    do {                                                                                                     \
        const char* checkText = (text);                                                                      \
        CHECK(strstr(checkText, (part)) != NULL, "\"%s\" does not hold \"%s\"", checkText, (part));          \
    } while (0)

// Reports that part of the test cannot run here, and continues. A failure in CI, where everything is
// installed.
#define SKIP_PART(...)                                                                                       \
    do {                                                                                                     \
        const char* checkCi = getenv("GEL_CI");                                                              \
        printf("  skipped: ");                                                                               \
        printf(__VA_ARGS__);                                                                                 \
        printf("\n");                                                                                        \
        CHECK(checkCi == NULL || checkCi[0] == '\0', "GEL_CI is set: install what is missing");              \
    } while (0)

// Leaves the test if this machine lacks what it needs.
#define SKIP(...)                                                                                            \
    do {                                                                                                     \
        testSkipped = true;                                                                                  \
        SKIP_PART(__VA_ARGS__);                                                                              \
        return;                                                                                              \
    } while (0)

// For what CI lacks as well.
#define SKIP_EVEN_IN_CI(...)                                                                                 \
    do {                                                                                                     \
        testSkipped = true;                                                                                  \
        printf("  skipped, in CI too: ");                                                                    \
        printf(__VA_ARGS__);                                                                                 \
        printf("\n");                                                                                        \
        return;                                                                                              \
    } while (0)

static inline void checkClose(const char* file, int line, const char* what, double found, double expected,
                              double tolerance, const char* reason)
{
    const char* scale = getenv("GEL_TOLERANCE");
    double allowed = scale != NULL ? tolerance * atof(scale) : tolerance;
    double residual = fabs(found - expected);
    if (residual <= allowed)
        return;
    printf("%s:%d: %s is %.9g, expected %.9g: off by %.3g, allowed %.3g (%s)\n", file, line, what, found,
           expected, residual, allowed, reason);
    failureCount++;
}

// Whether the name contains one of the parts, or all are -PART, and none of those.
static inline bool isRequested(const char* name, char** parts, int partCount)
{
    bool found = false, hasParts = false;
    for (int i = 0; i < partCount; i++) {
        if (parts[i][0] == '-' && strstr(name, parts[i] + 1) != NULL)
            return false;
        hasParts = hasParts || parts[i][0] != '-';
        found = found || strstr(name, parts[i]) != NULL;
    }
    return found || !hasParts;
}

// A part that no name contains is a failure: it was a test once.
static inline int countUnknownParts(const Test* tests, int count, char** parts, int partCount)
{
    int unknown = 0;
    for (int p = 0; p < partCount; p++) {
        const char* part = parts[p] + (parts[p][0] == '-');
        bool found = false;
        for (int i = 0; i < count; i++)
            found = found || strstr(tests[i].name, part) != NULL;
        if (!found)
            printf("FAILED no test has \"%s\" in its name\n", part);
        unknown += !found;
    }
    return unknown;
}

static inline int runTests(const Test* tests, int count, char** parts, int partCount)
{
    int failed = countUnknownParts(tests, count, parts, partCount), run = 0, skipped = 0;
    for (int i = 0; i < count; i++) {
        if (!isRequested(tests[i].name, parts, partCount))
            continue;
        int before = failureCount;
        testSkipped = false;
        run++;
        if (tests[i].run != NULL)
            tests[i].run();
        else
            tests[i].onEachBackend(tests[i].runOn);
        bool ok = failureCount == before;
        skipped += testSkipped;
        failed += !ok;
        printf("%s %s\n", !ok ? "FAILED" : testSkipped ? "skip  " : "ok    ", tests[i].name);
        fflush(stdout);
    }
    printf("%d tests, %d failed, %d skipped\n", run, failed, skipped);
    return failed > 0 ? 1 : run > 0 && skipped == run ? 77 : 0;
}

#define TEST(function)                                                                                       \
    {                                                                                                        \
        .name = #function, .run = function                                                                   \
    }
#define TESTS(...)                                                                                           \
    int main(int argumentCount, char** arguments)                                                            \
    {                                                                                                        \
        static const Test tests[] = {__VA_ARGS__};                                                           \
        setvbuf(stdout, NULL, _IOLBF, 0);                                                                    \
        return runTests(tests, (int)(sizeof tests / sizeof tests[0]), arguments + 1,                         \
                        argumentCount > 1 ? argumentCount - 1 : 0);                                          \
    }
