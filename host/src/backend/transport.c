#define _POSIX_C_SOURCE 200809L // pthread
#include "backend/transport.h"
#include "base/core.h"
#include "base/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

const char* const gelOtherFailedText = "another rank has failed";

enum { maxAwakeTurns = 8192 }; // about 0.2 ms

typedef struct Endpoint {
    gelThreadTransport* threads;
    int rank;
    const gelParcel *sent, *received; // of the exchange under way
    int sentCount, receivedCount;
} Endpoint;

// A parcel lies open in the box of its sender and receiver, who takes its bytes.
typedef struct Box {
    _Atomic(const gelParcel*) parcel; // NULL: none, or taken
} Box;

struct gelThreadTransport {
    pthread_mutex_t mutex; // held by those that change boxes or fail
    pthread_cond_t changed;
    atomic_bool hasFailed;
    int rankCount;
    unsigned awakeTurns; // for which a rank waits awake
    Box* boxes;          // [rankCount][rankCount]: sender, receiver
    Endpoint* endpoints;
};

static Box* boxOf(const gelThreadTransport* threads, int from, int to)
{
    return &threads->boxes[from * threads->rankCount + to];
}

// Waits until a parcel is there, or has been taken: awake at first, as ranks have almost equal work.
static void await(gelThreadTransport* threads, const Box* box, bool isThere)
{
    for (unsigned turn = 1; turn <= threads->awakeTurns; turn++) {
        if ((atomic_load(&box->parcel) != NULL) == isThere || threads->hasFailed)
            return;
        gelRest(turn);
    }
    pthread_mutex_lock(&threads->mutex);
    while ((atomic_load(&box->parcel) != NULL) != isThere && !threads->hasFailed)
        pthread_cond_wait(&threads->changed, &threads->mutex);
    pthread_mutex_unlock(&threads->mutex);
}

static void putAll(Endpoint* own, const gelParcel* sent, int count)
{
    gelThreadTransport* threads = own->threads;
    pthread_mutex_lock(&threads->mutex);
    for (int i = 0; i < count; i++)
        atomic_store(&boxOf(threads, own->rank, sent[i].rank)->parcel, &sent[i]);
    pthread_cond_broadcast(&threads->changed);
    pthread_mutex_unlock(&threads->mutex);
}

static void failAll(void* context)
{
    gelThreadTransport* threads = ((Endpoint*)context)->threads;
    pthread_mutex_lock(&threads->mutex);
    threads->hasFailed = true;
    pthread_cond_broadcast(&threads->changed);
    pthread_mutex_unlock(&threads->mutex);
}

static gelStatus take(Endpoint* own, const gelParcel* parcel)
{
    gelThreadTransport* threads = own->threads;
    Box* box = boxOf(threads, parcel->rank, own->rank);
    await(threads, box, true);
    const gelParcel* sent = atomic_load(&box->parcel); // stays until the box is empty
    if (sent == NULL)                                  // another rank has failed
        return gel_success;
    if (sent->size != parcel->size) {
        failAll(own);
        return gelFail(gel_deviceError, "rank %d sent %zu bytes, where rank %d expected %zu", parcel->rank,
                       sent->size, own->rank, parcel->size);
    }
    memcpy(parcel->bytes, sent->bytes, parcel->size);
    pthread_mutex_lock(&threads->mutex);
    atomic_store(&box->parcel, NULL);
    pthread_cond_broadcast(&threads->changed);
    pthread_mutex_unlock(&threads->mutex);
    return gel_success;
}

static gelStatus begin(void* context, const gelParcel* sent, int sentCount, const gelParcel* received,
                       int receivedCount)
{
    Endpoint* own = context;
    own->sent = sent;
    own->sentCount = sentCount;
    own->received = received;
    own->receivedCount = receivedCount;
    putAll(own, sent, sentCount);
    return gel_success;
}

static gelStatus end(void* context)
{
    Endpoint* own = context;
    gelThreadTransport* threads = own->threads;
    gelStatus status = gel_success;
    for (int i = 0; i < own->receivedCount && !threads->hasFailed; i++)
        status = take(own, &own->received[i]);
    for (int i = 0; i < own->sentCount; i++)
        await(threads, boxOf(threads, own->rank, own->sent[i].rank), false);
    return status == gel_success && threads->hasFailed ? gelFail(gel_deviceError, "%s", gelOtherFailedText)
                                                       : status;
}

gelStatus gelOpenThreadTransport(int rankCount, gelThreadTransport** result)
{
    size_t count = (size_t)rankCount;
    gelThreadTransport* threads = *result = gelAllocate(1, sizeof *threads);
    if (threads == NULL)
        return gelFailMemory(1, sizeof *threads);
    pthread_mutex_init(&threads->mutex, NULL);
    pthread_cond_init(&threads->changed, NULL);
    threads->rankCount = rankCount;
    threads->awakeTurns = rankCount <= gelThreadCount(0) ? maxAwakeTurns : 0;
    threads->boxes = gelAllocate(count * count, sizeof *threads->boxes);
    threads->endpoints = gelAllocate(count, sizeof *threads->endpoints);
    if (threads->boxes == NULL || threads->endpoints == NULL) {
        gelCloseThreadTransport(threads);
        *result = NULL;
        return gelFailMemory(count * count, sizeof *threads->boxes);
    }
    for (int rank = 0; rank < rankCount; rank++)
        threads->endpoints[rank] = (Endpoint){.threads = threads, .rank = rank};
    return gel_success;
}

void gelCloseThreadTransport(gelThreadTransport* threads)
{
    if (threads == NULL)
        return;
    pthread_cond_destroy(&threads->changed);
    pthread_mutex_destroy(&threads->mutex);
    gelFree(threads->boxes);
    gelFree(threads->endpoints);
    gelFree(threads);
}

gelTransport gelTransportOf(gelThreadTransport* threads, int rank)
{
    return (gelTransport){.rank = rank,
                          .rankCount = threads->rankCount,
                          .context = &threads->endpoints[rank],
                          .begin = begin,
                          .end = end,
                          .fail = failAll};
}

void gelResetThreadTransport(gelThreadTransport* threads)
{
    threads->hasFailed = false;
    for (int i = 0; i < threads->rankCount * threads->rankCount; i++)
        atomic_store(&threads->boxes[i].parcel, NULL);
}
