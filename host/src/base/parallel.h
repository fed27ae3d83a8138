// Loops over threads whose results do not depend on how many there are.
#pragma once

// Does the work of items first to end - 1 (not included). `worker` is the number of the thread, from 0.
typedef void gelRangeFunction(void* context, int first, int end, int worker);

// The number of threads to use: `requested`, or one for each processor where that is 0; at most 64.
int gelThreadCount(int requested);

// Calls `function` for blocks of `blockSize` items (the last one may be smaller) until all `count` are done, on up to
// `threads` threads, the caller's among them. The blocks are the same whatever the number of threads; which thread takes
// which block is not, so what a block computes must depend on its items alone. Where a thread cannot be started the others
// do its work.
void gelParallelFor(int count, int blockSize, int threads, gelRangeFunction* function, void* context);
