#include "base/parallel.h"
#include "files/system.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct Loop {
    int count, blockSize;
    gelRangeFunction* function;
    void* context;
    atomic_int nextBlock, nextWorker;
} Loop;

int gelThreadCount(int requested)
{
    int count = requested > 0 ? requested : gelCountProcessors();
    return count < 1 ? 1 : count > gel_maxThreads ? gel_maxThreads : count;
}

static void* work(void* argument)
{
    Loop* loop = argument;
    const int worker = atomic_fetch_add(&loop->nextWorker, 1);
    const int blocks = loop->count / loop->blockSize + (loop->count % loop->blockSize != 0);
    for (;;) {
        const int block = atomic_fetch_add(&loop->nextBlock, 1);
        if (block >= blocks)
            return NULL;
        const int first = block * loop->blockSize;
        const int end = loop->count - first < loop->blockSize ? loop->count : first + loop->blockSize;
        loop->function(loop->context, first, end, worker);
    }
}

void gelParallelFor(int count, int blockSize, int threads, gelRangeFunction* function, void* context)
{
    Loop loop = {.count = count, .blockSize = blockSize, .function = function, .context = context};
    pthread_t started[gel_maxThreads];
    int startedCount = 0;
    const int useful = count / blockSize;
    threads = threads < useful ? threads : useful;
    while (startedCount < threads - 1 && pthread_create(&started[startedCount], NULL, work, &loop) == 0)
        startedCount++;
    work(&loop);
    for (int i = 0; i < startedCount; i++)
        pthread_join(started[i], NULL);
}
