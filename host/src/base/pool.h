// The threads that run launches of the native device, and loops of the host (base/parallel.h). They wait, first awake
// and then asleep, from one launch to the next.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { gel_maxThreads = 64 };

// The number of threads to use: `requested`, or one per processor if that is 0; at most gel_maxThreads.
int gelThreadCount(int requested);

// The threads beside the caller's: one fewer than there are processors, or than GEL_NATIVE_THREADS. Each call to gelOpenPool
// is ended by gelClosePool; the last one ends the threads. Threads may call them.
void gelOpenPool(void);
void gelClosePool(void);
int gelCountPoolThreads(void); // with the caller's

// Processes items first to end - 1.
typedef void gelPoolFunction(void* context, size_t first, size_t end);

// The cost of the items of a kernel in its launches, which may differ: the last ones count most. {0}: unknown.
typedef struct gelItemCost {
    float time /* ms */, items;
} gelItemCost;

// Calls `function` for parts of `count` items until all are done, on this thread and on those of the pool, where that is
// worth waking them. `cost` is updated. If another thread is using the pool, this one does all the work.
void gelRunInPool(size_t count, gelItemCost* cost, gelPoolFunction* function, void* context);

// Waits a moment for another thread, the `turn`th time.
void gelRest(unsigned turn);

// Keeps the pool from all, so that threads which share out work themselves do all of theirs. Returns whether it was free; if
// so, the same thread leaves it.
bool gelHoldPool(void);
void gelLeavePool(void);
