// Worlds are independent of each other from the first call on: several threads make and step theirs at once, as the first
// thing that a process does. In processes of their own, as drivers set themselves up only once in each.
#define _POSIX_C_SOURCE 200809L
#include "stacks/fault_layer.h"
#include "support/fixtures.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { threadCount = 8, processCount = 4, frames = 3 };

typedef struct Task {
    gelWorldDef def;
    pthread_barrier_t* start;
    gelStatus status;
    uint64_t hash;
    char text[256];
} Task;

static gelStatus stepBox(Task* task)
{
    gelWorld* world;
    gelTetMesh mesh;
    gelBodyId id;
    gelBodyDef body = gelDefaultBodyDef();
    gelStatus status = gelCreateWorld(&task->def, &world);
    if (status != gel_success)
        return status;
    status = gelCreateBoxMesh((gelVec3){1, 1, 1}, 2, 2, 2, &mesh);
    if (status == gel_success)
        status = gelCreateBody(world, &body, &mesh, &id);
    for (int i = 0; i < frames && status == gel_success; i++)
        status = gelWorld_Step(world, 1.0f / 60.0f);
    task->hash = gelWorld_Hash(world);
    gelDestroyTetMesh(&mesh);
    gelDestroyWorld(world);
    return status;
}

static void* work(void* argument)
{
    Task* task = argument;
    pthread_barrier_wait(task->start);
    task->status = stepBox(task);
    snprintf(task->text, sizeof task->text, "%s", task->status == gel_success ? "" : gelLastError());
    return NULL;
}

// How often two threads listed the devices at once; each takes a while for it, with the layer.
static int countOverlaps(void)
{
    void* library = dlopen(GEL_LAYER, RTLD_NOW | RTLD_NOLOAD);
    void* address = library != NULL ? dlsym(library, GEL_FAULT_COUNT_OVERLAPS) : NULL;
    gelCountOverlapsFunction* function;
    memcpy(&function, &address, sizeof address);
    return address != NULL ? function() : 0;
}

// In a new process: 0, or 1 if a thread failed or found other bits.
static int stepInThreads(gelBackendKind backend, uint64_t expected)
{
    pthread_barrier_t start;
    pthread_t threads[threadCount];
    static Task tasks[threadCount];
    int failed = 0;
    setenv("OPENCL_LAYERS", GEL_LAYER, 1);
    setenv("GEL_FAULT_CALL", "clGetDeviceIDs", 1);
    setenv("GEL_FAULT_DELAY", "5", 1);
    pthread_barrier_init(&start, NULL, threadCount);
    for (int i = 0; i < threadCount; i++) {
        tasks[i] = (Task){.def = gelDefaultWorldDef(), .start = &start};
        tasks[i].def.backend = backend;
        if (pthread_create(&threads[i], NULL, work, &tasks[i]) != 0)
            return 1;
    }
    for (int i = 0; i < threadCount; i++) {
        pthread_join(threads[i], NULL);
        bool ok = tasks[i].status == gel_success && tasks[i].hash == expected;
        failed = failed || !ok;
        if (!ok)
            printf("  thread %d: %016llx, not %016llx; %s\n", i, (unsigned long long)tasks[i].hash,
                   (unsigned long long)expected, tasks[i].text);
    }
    pthread_barrier_destroy(&start);
    int overlaps = countOverlaps();
    if (overlaps > 0)
        printf("  %d times, devices were listed by two threads at once\n", overlaps);
    failed = failed || overlaps > 0;
    fflush(stdout);
    return failed;
}

static int inProcess(gelBackendKind backend, uint64_t expected)
{
    int result = -1;
    pid_t child = fork();
    if (child == 0)
        _exit(stepInThreads(backend, expected));
    return child > 0 && waitpid(child, &result, 0) == child && WIFEXITED(result) ? WEXITSTATUS(result) : -1;
}

// Whether the machine has a device of OpenCL. A child process finds out, so that this one never asks a
// driver.
static bool hasDevice(void)
{
    int result = 0;
    pid_t child = fork();
    if (child == 0) {
        _exit(hasOpenclDevice() ? 0 : 1);
    }
    return child > 0 && waitpid(child, &result, 0) == child && WIFEXITED(result) && WEXITSTATUS(result) == 0;
}

static void the_first_worlds_of_a_process_may_be_made_in_several_threads(void)
{
    Task task = {.def = gelDefaultWorldDef()};
    task.def.backend = gel_referenceFloat;
    REQUIRE(stepBox(&task));
    CHECK_INT(inProcess(gel_referenceFloat, task.hash), 0);
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    for (int i = 0; i < processCount; i++)
        CHECK_INT(inProcess(gel_opencl, task.hash), 0);
}

TESTS(TEST(the_first_worlds_of_a_process_may_be_made_in_several_threads))
