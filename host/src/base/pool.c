#define _POSIX_C_SOURCE 200809L // pthread, sched_yield
#include "base/pool.h"
#include "base/core.h"
#include "files/system.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { maxThreads = gel_maxThreads, partsOfShare = 16 /* no part is smaller */, turnsPerYield = 512 };
// All times are in ms. Shorter launches are not divided.
static const double worthDividing = 0.008, staysAwake = 0.1;
static const double assumedItemTime = 5e-4; // of a kernel's first launch
static const double memory = 0.9;           // what the launch before weighs in a mean
static const double maxCredit = 5.0, lossFactor = 20.0, heldUp = 4.0;

// Each thread begins with its own share of a launch, and then helps others. Where launches have the same items, it finds
// in its cache what it has written.
typedef struct Share {
    _Alignas(64) atomic_size_t next;
    size_t end, minPart; // items
} Share;

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
    Share shares[maxThreads + 1]; // shares[threadCount] is the caller's
    gelPoolFunction* function;
    void* context;
    double credit; // time that dividing has gained; below 0 launches stay whole
} pool = {.users = PTHREAD_MUTEX_INITIALIZER,
          .launch = PTHREAD_MUTEX_INITIALIZER,
          .sleep = PTHREAD_MUTEX_INITIALIZER,
          .wakes = PTHREAD_COND_INITIALIZER};

// The two threads may share a processor, so now and then this one yields.
void gelRest(unsigned turn)
{
    if (turn % turnsPerYield == 0)
        sched_yield();
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

// Takes half of what is left of a share, or at least minPart. Returns the end, which is `first` if nothing is left.
static size_t takePart(Share* share, size_t* first)
{
    size_t end;
    *first = atomic_load(&share->next);
    do {
        size_t left = share->end - *first, part = (left + 1) / 2;
        if (left == 0)
            return *first;
        part = part > share->minPart ? part : share->minPart;
        end = *first + (part < left ? part : left);
    } while (!atomic_compare_exchange_weak(&share->next, first, end));
    return end;
}

// Takes parts of a thread's share, and then of those of others. Returns how many items it has done.
static size_t takeParts(int thread)
{
    size_t done = 0, first, end;
    for (int i = 0; i <= pool.threadCount; i++) {
        Share* share = &pool.shares[(thread + i) % (pool.threadCount + 1)];
        while ((end = takePart(share, &first)) > first) {
            pool.function(pool.context, first, end);
            done += end - first;
        }
    }
    return done;
}

static bool isWork(void)
{
    return atomic_load(&pool.isOpen);
}

static void help(int thread)
{
    atomic_fetch_add(&pool.inside, 1);
    for (unsigned turn = 0; isWork(); gelRest(++turn)) // at last other threads end their parts
        if (turn == 0)
            takeParts(thread);
    atomic_fetch_sub(&pool.inside, 1);
}

// Waits for a launch. Returns whether there is one.
static bool waitAwake(void)
{
    double end = 0.0;
    for (unsigned turn = 1; !isWork(); turn++) {
        gelRest(turn);
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

static void* work(void* thread)
{
    for (;;) {
        if (!waitAwake() && !waitAsleep())
            return NULL;
        help((int)(intptr_t)thread);
    }
}

int gelThreadCount(int requested)
{
    int count = requested > 0 ? requested : gelCountProcessors();
    return count < 1 ? 1 : count > gel_maxThreads ? gel_maxThreads : count;
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
    pool.credit = maxCredit;
    pool.threadCount = 0;
    while (pool.threadCount < wanted && pthread_create(&pool.threads[pool.threadCount], NULL, work,
                                                       (void*)(intptr_t)pool.threadCount) == 0)
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
    for (unsigned turn = 1; atomic_load(&pool.inside) > 0; turn++)
        gelRest(turn);
}

static void shareOut(size_t count)
{
    size_t shares = (size_t)pool.threadCount + 1, first = 0;
    for (size_t i = 0; i < shares; i++) {
        Share* share = &pool.shares[i];
        share->end = first + (count - first) / (shares - i);
        share->minPart = (share->end - first) / partsOfShare + 1;
        atomic_store(&share->next, first);
        first = share->end;
    }
}

static double findMean(const gelItemCost* cost)
{
    return cost->items > 0.0f ? (double)(cost->time / cost->items) : assumedItemTime;
}

// A thread that is held up makes the mean too large for some 60 launches. Dividing short ones costs little beside that.
static void noteCost(gelItemCost* cost, double time, size_t items)
{
    cost->time = (float)(memory * (double)cost->time + time);
    cost->items = (float)(memory * (double)cost->items + (double)items);
}

// Returns what dividing has gained: what others have done, less the time for waking them and waiting for them. Items count
// with their cost in this launch, but not far above the mean: this thread may have been held up. The pool's `launch` is held.
static double divide(size_t count, gelItemCost* cost, gelPoolFunction* function, void* context)
{
    double begin = gelMilliseconds(), mean = findMean(cost);
    shareOut(count);
    pool.function = function;
    pool.context = context;
    atomic_store(&pool.isOpen, true);
    wakeSleepers();
    double start = gelMilliseconds();
    size_t done = takeParts(pool.threadCount);
    double end = gelMilliseconds(), time = end - start;
    atomic_store(&pool.isOpen, false);
    waitForOthers();
    noteCost(cost, time, done);
    double itemTime = done > 0 ? fmin(time / (double)done, heldUp * mean) : mean;
    return itemTime * (double)(count - done) - (start - begin) - (gelMilliseconds() - end);
}

// Returns the time.
static double runWhole(size_t count, gelItemCost* cost, gelPoolFunction* function, void* context)
{
    double start = gelMilliseconds();
    function(context, 0, count);
    double time = gelMilliseconds() - start;
    noteCost(cost, time, count);
    return time;
}

// Where other programs use the processors, too, a divided launch may have to wait for a thread that does not run. Once
// this has cost more than dividing has gained, launches stay whole for lossFactor times the difference: so it costs at most
// a small part of their time.
void gelRunInPool(size_t count, gelItemCost* cost, gelPoolFunction* function, void* context)
{
    if (count < 2 || findMean(cost) * (double)count < worthDividing || pool.threadCount == 0 ||
        pthread_mutex_trylock(&pool.launch) != 0) {
        runWhole(count, cost, function, context);
        return;
    }
    double gain = pool.credit >= 0.0 ? divide(count, cost, function, context)
                                     : runWhole(count, cost, function, context) / lossFactor;
    pool.credit = fmax(-maxCredit, fmin(maxCredit, pool.credit + gain));
    pthread_mutex_unlock(&pool.launch);
}

bool gelHoldPool(void)
{
    return pthread_mutex_trylock(&pool.launch) == 0;
}

void gelLeavePool(void)
{
    pthread_mutex_unlock(&pool.launch);
}
