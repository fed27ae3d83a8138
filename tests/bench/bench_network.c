// Measures what ranks gain on a network that is not here. Each rank is a thread with a clock of its own, which counts
// the processor time of the thread and what its messages would take; a rank that waits sets its clock to when they
// arrive. So few cores and other programs do no harm. What goes to all ranks between two steps is free, as in the table
// of `gel run --explain --ranks`.
// usage: bench_network SCENE RANKS EXCHANGE_US MESSAGE_US BYTES_PER_US [blocking]       blocking: nothing overlaps
#define _POSIX_C_SOURCE 200809L // clock_gettime
#include "backend/transport.h"
#include "support/played.h"

#include <math.h>
#include <pthread.h>
#include <time.h>

enum { mostRanks = 64, steps = 20, substeps = 40 };

static struct {
    double exchange, message, rate;           // us, us, bytes per us
    double arrivals[mostRanks][mostRanks][2]; // by sender and receiver, of the last two messages
} network;

typedef struct Process {
    gelTransport right, used;
    gelScene* scene;
    Played played;
    double clock, before; // us; of the thread when it last worked
    double begun, waited; // the clock at the start of the last exchange, and what that has cost since
    int sentCounts[mostRanks], receivedCounts[mostRanks], receivedCount;
    const gelParcel* received;
    double times[steps];
} Process;

static double readClock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

static void countWork(Process* process)
{
    process->clock += readClock() - process->before;
}

static gelStatus begin(void* context, const gelParcel* sent, int sentCount, const gelParcel* received,
                       int receivedCount)
{
    Process* process = context;
    const int own = process->used.rank;
    double bytes = 0.0;
    countWork(process);
    process->begun = process->clock;
    for (int i = 0; i < sentCount; i++) {
        const int to = sent[i].rank;
        bytes += (double)sent[i].size;
        process->clock += network.message;
        network.arrivals[own][to][process->sentCounts[to]++ % 2] =
            process->clock + network.exchange + bytes / network.rate;
    }
    process->received = received;
    process->receivedCount = receivedCount;
    gelStatus status = process->right.begin(process->right.context, sent, sentCount, received, receivedCount);
    process->before = readClock();
    return status;
}

static gelStatus end(void* context)
{
    Process* process = context;
    countWork(process);
    gelStatus status = process->right.end(process->right.context);
    for (int i = 0; i < process->receivedCount; i++) {
        const int from = process->received[i].rank;
        double arrival = network.arrivals[from][process->used.rank][process->receivedCounts[from]++ % 2];
        process->clock = arrival > process->clock ? arrival : process->clock;
    }
    process->waited = process->clock - process->begun;
    process->before = readClock();
    return status;
}

static gelStatus beginAndEnd(void* context, const gelParcel* sent, int sentCount, const gelParcel* received,
                             int receivedCount)
{
    gelStatus status = begin(context, sent, sentCount, received, receivedCount);
    return status == gel_success ? end(context) : status;
}

static gelStatus endNothing(void* context)
{
    (void)context;
    return gel_success;
}

static void fail(void* context)
{
    Process* process = context;
    process->right.fail(process->right.context);
}

static void* run(void* context)
{
    Process* process = context;
    advance(&process->played, 1);
    process->clock = 0.0;
    for (int i = 0; i < steps; i++) {
        double start = process->clock;
        process->before = readClock();
        advance(&process->played, 1);
        countWork(process);
        process->clock -= process->waited; // for the last exchange, which goes to all
        process->times[i] = process->clock - start;
    }
    return NULL;
}

// Returns the time of a step on so many ranks, us: the least of all steps, as other programs share the caches.
// `blocks`: they wait for their messages at once.
static double timeOn(const char* path, int ranks, bool blocks)
{
    static Process processes[mostRanks];
    double least = HUGE_VAL;
    gelThreadTransport* transport;
    pthread_t threads[mostRanks];
    REQUIRE(gelOpenThreadTransport(ranks, &transport));
    for (int i = 0; i < ranks; i++) {
        Process* process = &processes[i];
        *process = (Process){.right = gelTransportOf(transport, i)};
        process->used = (gelTransport){.rank = i,
                                       .rankCount = ranks,
                                       .context = process,
                                       .begin = blocks ? beginAndEnd : begin,
                                       .end = blocks ? endNothing : end,
                                       .fail = fail};
        REQUIRE(gelLoadScene(path, &process->scene));
        gelWorldDef def = gelScene_GetWorldDef(process->scene);
        def.backend = gel_native;
        def.strategy = gel_strategyTiles;
        def.substepCount = substeps;
        def.transport = ranks > 1 ? &process->used : NULL;
        process->played = playDef(process->scene, &def);
    }
    for (int i = 0; i < ranks; i++)
        if (pthread_create(&threads[i], NULL, run, &processes[i]) != 0) {
            fprintf(stderr, "bench_network: thread %d of %d cannot be started: use fewer ranks\n", i + 1,
                    ranks);
            exit(1); // the threads that run would wait for it
        }
    for (int i = 0; i < ranks; i++) {
        pthread_join(threads[i], NULL);
        stop(&processes[i].played);
    }
    gelCloseThreadTransport(transport);
    for (int step = 0; step < steps; step++) {
        double longest = 0.0;
        for (int i = 0; i < ranks; i++)
            longest = fmax(longest, processes[i].times[step]);
        least = fmin(least, longest);
    }
    return least;
}

int main(int count, char** arguments)
{
    if (count < 6 || atoi(arguments[2]) < 2 || atoi(arguments[2]) > mostRanks) {
        fprintf(stderr, "usage: bench_network SCENE RANKS EXCHANGE_US MESSAGE_US BYTES_PER_US [blocking]\n");
        return 2;
    }
    const int ranks = atoi(arguments[2]);
    network.exchange = atof(arguments[3]);
    network.message = atof(arguments[4]);
    network.rate = atof(arguments[5]);
    setenv("GEL_NATIVE_THREADS", "1", 1);
    double one = timeOn(arguments[1], 1, false), many = timeOn(arguments[1], ranks, count > 6);
    printf("%d ranks: %.0f us a substep, one: %.0f us; efficiency %.0f %%\n", ranks, many / substeps,
           one / substeps, 100.0 * one / many / ranks);
    return 0;
}
