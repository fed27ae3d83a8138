#include "base/parallel.h"
#include "base/pool.h"

#include <stdatomic.h>

typedef struct Loop {
    int count, blockSize;
    gelRangeFunction* function;
    void* context;
    atomic_int nextBlock;
} Loop;

static void work(Loop* loop, int worker)
{
    const int blocks = loop->count / loop->blockSize + (loop->count % loop->blockSize != 0);
    for (;;) {
        const int block = atomic_fetch_add(&loop->nextBlock, 1);
        if (block >= blocks)
            return;
        const int first = block * loop->blockSize;
        const int end = loop->count - first < loop->blockSize ? loop->count : first + loop->blockSize;
        loop->function(loop->context, first, end, worker);
    }
}

// The first worker of a thread leaves the next ones nothing to do.
static void runWorkers(void* loop, size_t first, size_t end)
{
    for (size_t worker = first; worker < end; worker++)
        work(loop, (int)worker);
}

void gelParallelFor(int count, int blockSize, int threads, gelRangeFunction* function, void* context)
{
    Loop loop = {.count = count, .blockSize = blockSize, .function = function, .context = context};
    const int useful = count / blockSize;
    threads = threads < useful ? threads : useful;
    if (threads < 2) {
        work(&loop, 0);
        return;
    }
    gelOpenPool();
    gelRunInPool((size_t)threads, &(gelItemCost){.time = 1.0f, .items = 1.0f}, runWorkers, &loop);
    gelClosePool();
}
