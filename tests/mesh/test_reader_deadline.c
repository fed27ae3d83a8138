// A reader of surface files that does not come back is given up: one that waits and one that computes. What reads here takes
// the place of assimp's function. That it has a deadline it sees in its process, where it brings the deadline forward.
#define _DEFAULT_SOURCE // setitimer
#include "gel/surface.h"
#include "support/files.h"
#include "support/fixtures.h"

#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { maxSeconds = 200, maxProcessorSeconds = 10 }; // for a file of some bytes

static bool computes;

static bool hasDeadline(void)
{
    struct rlimit limit;
    unsigned left = alarm(0);
    if (!computes)
        return left > 0 && left <= maxSeconds;
    return getrlimit(RLIMIT_CPU, &limit) == 0 && limit.rlim_cur <= maxProcessorSeconds &&
           limit.rlim_max <= maxProcessorSeconds;
}

static void bringForward(void)
{
    struct rlimit limit;
    if (computes) {
        getrlimit(RLIMIT_CPU, &limit);
        limit.rlim_cur = 1;
        setrlimit(RLIMIT_CPU, &limit);
    } else {
        setitimer(ITIMER_REAL, &(struct itimerval){.it_value = {.tv_usec = 100000}}, NULL);
    }
}

const void* aiImportFileExWithProperties(const char* path, unsigned flags, void* files,
                                         const void* properties);
const void* aiImportFileExWithProperties(const char* path, unsigned flags, void* files,
                                         const void* properties)
{
    (void)path;
    (void)flags;
    (void)files;
    (void)properties;
    if (hasDeadline()) {
        bringForward();
        time_t end = time(NULL) + 60; // so that a test that fails ends
        while (time(NULL) < end)
            if (!computes)
                pause();
    }
    return NULL;
}

static void readWith(bool byComputing)
{
    const char* path = GEL_SCRATCH "/reader_deadline.stl";
    gelSurfaceMesh surface;
    computes = byComputing;
    writeText(path, "solid a\nendsolid a\n");
    CHECK_STATUS(gelLoadSurfaceMesh(path, &surface, NULL), gel_formatError);
    CHECK_TEXT(gelLastError(),
               "reader_deadline.stl: assimp needs too long to read it, so the file must be damaged");
}

static void a_reader_that_waits_is_given_up(void)
{
    if (!GEL_HAS_ASSIMP)
        SKIP("built without assimp (libassimp-dev)");
    readWith(false);
}

static void a_reader_that_computes_is_given_up(void)
{
    if (!GEL_HAS_ASSIMP)
        SKIP("built without assimp (libassimp-dev)");
    readWith(true);
}

TESTS(TEST(a_reader_that_waits_is_given_up), TEST(a_reader_that_computes_is_given_up))
