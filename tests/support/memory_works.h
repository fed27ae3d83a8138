// Works with files and meshes, of which an allocation fails: nothing crashes, leaks or stays behind on the disk, the error
// says that memory ran out, and the next attempt has the same result.
//
// Tries some allocations of each work. GEL_TEST_FAULTS=all tries every single one, for some minutes.
#pragma once
#define _XOPEN_SOURCE 700
#include "support/fixtures.h"

#include "base/core.h"
#include "support/failing_memory.h"
#include "support/folder.h"
#include "support/full_scene.h"

// The folder of one test, since several run at a time.
#define FOLDER GEL_SCRATCH "/" TEST_SUBJECT

// The hash of what a work has made; 0 if it has failed.
static uint64_t made;
static const char* workPath;
static int fileCount; // in the folder, with its results

// With the file that it reads or writes, or its name.
typedef struct Work {
    const char* path;
    gelStatus (*run)(void);
} Work;

// Whether it failed. `at` 0: nothing fails.
static inline bool runOnce(const Work* work, int at)
{
    int living = livingBlocks;
    workPath = work->path;
    made = 0;
    gelFail(gel_success, "%s", "");
    armMemory(at);
    gelStatus status = work->run();
    failsAt = 0;
    const char* name = strrchr(work->path, '/') != NULL ? strrchr(work->path, '/') + 1 : work->path;
    CHECK(status == gel_success ||
              (at > 0 && status == gel_outOfMemory && strstr(gelLastError(), "memory") != NULL),
          "%s, allocation %d: status %d, %s", name, at, (int)status, gelLastError());
    CHECK(livingBlocks == living, "%s, allocation %d: %d blocks leaked", name, at, livingBlocks - living);
    CHECK(at == 0 || countFiles(FOLDER) == fileCount, "%s, allocation %d: %d files, %d before", name, at,
          countFiles(FOLDER), fileCount);
    return status != gel_success;
}

static inline void disturb(const Work* work)
{
    int tried = 0, failed = 0;
    runOnce(work, 0);
    int calls = askedFor;
    fileCount = countFiles(FOLDER);
    uint64_t expected = made;
    for (int at = 1; at <= calls; at = nextToFail(at, calls, triesAll() ? calls : 8)) {
        bool fails = runOnce(work, at);
        failed += fails;
        tried++;
        CHECK(fails || made == expected, "%s, allocation %d: %016llx, undisturbed %016llx", work->path, at,
              (unsigned long long)made, (unsigned long long)expected);
    }
    runOnce(work, 0);
    CHECK_HEX(made, expected);
    printf("  %-20s %6d allocations, %6d failed, %6d told\n",
           strrchr(work->path, '/') != NULL ? strrchr(work->path, '/') + 1 : work->path, calls, tried,
           failed);
}

static inline void disturbEach(const Work* works, int count)
{
    for (int i = 0; i < count; i++)
        disturb(&works[i]);
}
