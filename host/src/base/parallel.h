// Parallel loops whose results do not depend on the number of threads.
#pragma once

// Processes items first to end - 1. `worker` is the number of the thread, from 0.
typedef void gelRangeFunction(void* context, int first, int end, int worker);

enum { gel_maxThreads = 64 };

// The number of threads to use: `requested`, or one per processor if that is 0; at most gel_maxThreads.
int gelThreadCount(int requested);

// Calls `function` for blocks of `blockSize` items (the last may be smaller) until all `count` are done, on
// up to `threads` threads including the caller's. The division into blocks does not depend on the number of
// threads, but the assignment of blocks to threads is arbitrary, so the result for a block must depend only
// on its items. If a thread cannot be started, the others do its work.
void gelParallelFor(int count, int blockSize, int threads, gelRangeFunction* function, void* context);
