#define _POSIX_C_SOURCE 200809L // pthread, sched_yield
#include "opencl/runtime/native_pool.h"
#include "base/core.h"
#include "base/parallel.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { maxThreads = 64, partsPerThread = 4, turnsPerYield = 4096 };
// All times are in ms. Shorter launches are not divided; for longer ones threads that sleep are woken up.
static const double worthDividing = 0.008, worthWaking = 0.03, staysAwake = 0.1;
static const double assumedItemTime = 5e-4; // of a kernel's first launch
static const double lossFactor = 20.0, longestPause = 100.0;

// A launch is open while parts of it may be taken. A thread that has entered reads it only if it is open; the caller
// closes it, and waits until all have left, before the next one begins.
static struct {
    pthread_mutex_t users;  // guards the number of users, and the start and the end of threads
    pthread_mutex_t launch; // held by the thread that launches
    pthread_mutex_t sleep;  // guards sleepers and isOver, with `wakes`
    pthread_cond_t wakes;
    int userCount, threadCount, sleepers;
    bool isOver;
    pthread_t threads[maxThreads];
    atomic_bool isOpen;
    atomic_int inside;
    atomic_size_t next; // item
    size_t count, part;
    gelPoolFunction* function;
    void* context;
    double wholeUntil; // launches are not divided until then
} pool = {.users = PTHREAD_MUTEX_INITIALIZER,
          .launch = PTHREAD_MUTEX_INITIALIZER,
          .sleep = PTHREAD_MUTEX_INITIALIZER,
          .wakes = PTHREAD_COND_INITIALIZER};

static void rest(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

// Takes parts until there are none. Returns how many items it has done.
static size_t takeParts(void)
{
    size_t done = 0, count = pool.count, part = pool.part;
    for (;;) {
        size_t first = atomic_fetch_add(&pool.next, part);
        if (first >= count)
            return done;
        size_t end = count - first < part ? count : first + part;
        pool.function(pool.context, first, end);
        done += end - first;
    }
}

static bool isWork(void)
{
    return atomic_load(&pool.isOpen);
}

static void help(void)
{
    atomic_fetch_add(&pool.inside, 1);
    for (bool hasTaken = false; isWork(); rest()) // at last other threads end their parts
        if (!hasTaken) {
            takeParts();
            hasTaken = true;
        }
    atomic_fetch_sub(&pool.inside, 1);
}

// Waits for a launch. Returns whether there is one.
static bool waitAwake(void)
{
    double end = 0.0;
    for (int turn = 1; !isWork(); turn++) {
        rest();
        if (turn % 64 != 0)
            continue;
        double now = gelMilliseconds();
        end = end == 0.0 ? now + staysAwake : end;
        if (now > end)
            return false;
    }
    return true;
}

// Returns whether the pool goes on.
static bool waitAsleep(void)
{
    pthread_mutex_lock(&pool.sleep);
    pool.sleepers++;
    while (!isWork() && !pool.isOver)
        pthread_cond_wait(&pool.wakes, &pool.sleep);
    pool.sleepers--;
    bool goesOn = !pool.isOver;
    pthread_mutex_unlock(&pool.sleep);
    return goesOn;
}

static void* work(void* unused)
{
    (void)unused;
    for (;;) {
        if (!waitAwake() && !waitAsleep())
            return NULL;
        help();
    }
}

static int wantedThreads(void)
{
    const char* text = getenv("GEL_NATIVE_THREADS");
    int requested = text != NULL ? atoi(text) : 0;
    return gelThreadCount(requested > 0 ? requested : 0) - 1;
}

static void startThreads(void)
{
    int wanted = wantedThreads();
    pool.isOver = false;
    pool.threadCount = 0;
    while (pool.threadCount < wanted &&
           pthread_create(&pool.threads[pool.threadCount], NULL, work, NULL) == 0)
        pool.threadCount++;
}

static void endThreads(void)
{
    pthread_mutex_lock(&pool.sleep);
    pool.isOver = true;
    pthread_cond_broadcast(&pool.wakes);
    pthread_mutex_unlock(&pool.sleep);
    for (int i = 0; i < pool.threadCount; i++)
        pthread_join(pool.threads[i], NULL);
}

void gelOpenPool(void)
{
    pthread_mutex_lock(&pool.users);
    if (pool.userCount++ == 0)
        startThreads();
    pthread_mutex_unlock(&pool.users);
}

void gelClosePool(void)
{
    pthread_mutex_lock(&pool.users);
    if (--pool.userCount == 0)
        endThreads();
    pthread_mutex_unlock(&pool.users);
}

int gelCountPoolThreads(void)
{
    return wantedThreads() + 1;
}

static void wakeSleepers(void)
{
    pthread_mutex_lock(&pool.sleep);
    if (pool.sleepers > 0)
        pthread_cond_broadcast(&pool.wakes);
    pthread_mutex_unlock(&pool.sleep);
}

static void waitForOthers(void)
{
    for (int turn = 1; atomic_load(&pool.inside) > 0; turn++)
        if (turn % turnsPerYield == 0)
            sched_yield();
        else
            rest();
}

// Returns how many items this thread has done, and stores when. The pool's `launch` is held.
static size_t divide(size_t count, double time, gelPoolFunction* function, void* context, double* end)
{
    size_t parts = (size_t)(pool.threadCount + 1) * partsPerThread;
    pool.count = count;
    pool.part = (count + parts - 1) / parts;
    pool.function = function;
    pool.context = context;
    atomic_store(&pool.next, 0);
    atomic_store(&pool.isOpen, true);
    if (time >= worthWaking)
        wakeSleepers();
    size_t done = takeParts();
    *end = gelMilliseconds();
    atomic_store(&pool.isOpen, false);
    waitForOthers();
    return done;
}

// Where other programs use the processors, too, a launch that was divided may have to wait for a thread that does not
// run. Then launches stay whole for some time, so that little is lost.
static void noteLoss(double time, double start, double now)
{
    double loss = now - start - time;
    if (loss > 0.0)
        pool.wholeUntil = now + fmin(lossFactor * loss, longestPause);
}

void gelRunInPool(size_t count, float* itemTime, gelPoolFunction* function, void* context)
{
    double start = gelMilliseconds(), end = start;
    double time = (*itemTime > 0.0f ? (double)*itemTime : assumedItemTime) * (double)count;
    size_t done = count;
    if (count > 1 && time >= worthDividing && pool.threadCount > 0 &&
        pthread_mutex_trylock(&pool.launch) == 0) {
        bool isDivided = start >= pool.wholeUntil;
        if (isDivided)
            done = divide(count, time, function, context, &end);
        else
            function(context, 0, count);
        double now = gelMilliseconds();
        if (!isDivided)
            end = now;
        else if (*itemTime > 0.0f)
            noteLoss(time, start, now);
        pthread_mutex_unlock(&pool.launch);
    } else {
        function(context, 0, count);
        end = gelMilliseconds();
    }
    if (done == 0)
        return;
    float measured = (float)((end - start) / (double)done);
    *itemTime = *itemTime > 0.0f ? 0.75f * *itemTime + 0.25f * measured : measured;
}
