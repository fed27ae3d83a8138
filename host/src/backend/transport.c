#define _POSIX_C_SOURCE 200809L // pthread
#include "backend/transport.h"
#include "base/core.h"

#include <pthread.h>
#include <string.h>

const char* const gelOtherFailedText = "another rank has failed";

typedef struct Endpoint {
    gelThreadTransport* threads;
    int rank;
} Endpoint;

// A parcel lies open in the box of its sender and receiver, who takes its bytes.
typedef struct Box {
    const gelParcel* parcel; // NULL: none, or taken
} Box;

struct gelThreadTransport {
    pthread_mutex_t mutex; // guards what follows
    pthread_cond_t changed;
    bool hasFailed;
    int rankCount;
    Box* boxes; // [rankCount][rankCount]: sender, receiver
    Endpoint* endpoints;
};

static Box* boxOf(const gelThreadTransport* threads, int from, int to)
{
    return &threads->boxes[from * threads->rankCount + to];
}

// Waits until a parcel is there, or has been taken. Called and left with the mutex.
static void await(gelThreadTransport* threads, const Box* box, bool isThere)
{
    while ((box->parcel != NULL) != isThere && !threads->hasFailed)
        pthread_cond_wait(&threads->changed, &threads->mutex);
}

static void putAll(Endpoint* own, const gelParcel* sent, int count)
{
    gelThreadTransport* threads = own->threads;
    for (int i = 0; i < count; i++)
        boxOf(threads, own->rank, sent[i].rank)->parcel = &sent[i];
    pthread_cond_broadcast(&threads->changed);
}

static gelStatus take(Endpoint* own, const gelParcel* parcel)
{
    gelThreadTransport* threads = own->threads;
    Box* box = boxOf(threads, parcel->rank, own->rank);
    await(threads, box, true);
    if (threads->hasFailed)
        return gel_success;
    if (box->parcel->size != parcel->size) {
        threads->hasFailed = true;
        return gelFail(gel_deviceError, "rank %d sent %zu bytes, where rank %d expected %zu", parcel->rank,
                       box->parcel->size, own->rank, parcel->size);
    }
    const void* bytes = box->parcel->bytes; // stay until the box is empty
    pthread_mutex_unlock(&threads->mutex);
    memcpy(parcel->bytes, bytes, parcel->size);
    pthread_mutex_lock(&threads->mutex);
    box->parcel = NULL;
    pthread_cond_broadcast(&threads->changed);
    return gel_success;
}

static gelStatus exchange(void* context, const gelParcel* sent, int sentCount, const gelParcel* received,
                          int receivedCount)
{
    Endpoint* own = context;
    gelThreadTransport* threads = own->threads;
    gelStatus status = gel_success;
    pthread_mutex_lock(&threads->mutex);
    putAll(own, sent, sentCount);
    for (int i = 0; i < receivedCount && !threads->hasFailed; i++)
        status = take(own, &received[i]);
    for (int i = 0; i < sentCount; i++)
        await(threads, boxOf(threads, own->rank, sent[i].rank), false);
    bool isWoken = threads->hasFailed;
    pthread_cond_broadcast(&threads->changed);
    pthread_mutex_unlock(&threads->mutex);
    return status == gel_success && isWoken ? gelFail(gel_deviceError, "%s", gelOtherFailedText) : status;
}

static void failAll(void* context)
{
    gelThreadTransport* threads = ((Endpoint*)context)->threads;
    pthread_mutex_lock(&threads->mutex);
    threads->hasFailed = true;
    pthread_cond_broadcast(&threads->changed);
    pthread_mutex_unlock(&threads->mutex);
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
    threads->boxes = gelAllocate(count * count, sizeof *threads->boxes);
    threads->endpoints = gelAllocate(count, sizeof *threads->endpoints);
    if (threads->boxes == NULL || threads->endpoints == NULL) {
        gelCloseThreadTransport(threads);
        *result = NULL;
        return gelFailMemory(count * count, sizeof *threads->boxes);
    }
    for (int rank = 0; rank < rankCount; rank++)
        threads->endpoints[rank] = (Endpoint){threads, rank};
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
                          .exchange = exchange,
                          .fail = failAll};
}

void gelResetThreadTransport(gelThreadTransport* threads)
{
    threads->hasFailed = false;
    for (int i = 0; i < threads->rankCount * threads->rankCount; i++)
        threads->boxes[i].parcel = NULL;
}
