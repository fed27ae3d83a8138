// Parallel loops whose results do not depend on the number of threads.
#pragma once

// Processes items first to end - 1. `worker` is the number of the thread, from 0.
typedef void gelRangeFunction(void* context, int first, int end, int worker);

// Calls `function` for blocks of `blockSize` items (the last may be smaller) until all `count` are done, on
// up to `threads` threads of the pool, including the caller's. The division into blocks does not depend on the
// number of threads, but the assignment of blocks to threads is arbitrary, so the result for a block must
// depend only on its items. If a thread is missing, the others do its work. Who calls this often keeps the
// pool open meanwhile (base/pool.h).
void gelParallelFor(int count, int blockSize, int threads, gelRangeFunction* function, void* context);
