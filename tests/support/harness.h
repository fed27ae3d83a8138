// A test is a function that reads like a promise; a test file is a table of them, run by one main.
//
//     static void a_dropped_vertex_follows_the_parabola(void) { CHECK_CLOSE(y, expected, 1e-5, "rounding of 60 steps"); }
//     TESTS(TEST(a_dropped_vertex_follows_the_parabola))
//
// A failed check prints both values and the test continues; main returns 1 if any failed, 77 (ctest: skipped)
// if all were skipped. `./test_x PART` runs the tests with PART in their name. GEL_TOLERANCE=0 prints the
// true residuals. With GEL_CI set, a skipped test fails.
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Test {
    const char* name;
    void (*run)(void);
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

static inline int runTests(const Test* tests, int count, const char* part)
{
    int failed = 0, run = 0, skipped = 0;
    for (int i = 0; i < count; i++) {
        if (part != NULL && strstr(tests[i].name, part) == NULL)
            continue;
        int before = failureCount;
        testSkipped = false;
        run++;
        tests[i].run();
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
#function, function                                                                                  \
    }
#define TESTS(...)                                                                                           \
    int main(int argumentCount, char** arguments)                                                            \
    {                                                                                                        \
        static const Test tests[] = {__VA_ARGS__};                                                           \
        setvbuf(stdout, NULL, _IOLBF, 0);                                                                    \
        return runTests(tests, (int)(sizeof tests / sizeof tests[0]),                                        \
                        argumentCount > 1 ? arguments[1] : NULL);                                            \
    }
