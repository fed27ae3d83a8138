// A transport (gel/ranks.h) over MPI, whose default is that an error ends all processes with a message.
#include "mpi/module.h"

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { largestPiece = 1 << 30 }; // bytes: MPI counts in ints

static MPI_Request* requests;
static int requestCount, requestCapacity;

static MPI_Request* nextRequest(void)
{
    if (requestCount == requestCapacity) {
        requestCapacity = 2 * requestCapacity + 16;
        requests = realloc(requests, (size_t)requestCapacity * sizeof *requests);
        if (requests == NULL) {
            fprintf(stderr, "gel: out of memory for %d messages\n", requestCapacity);
            MPI_Abort(MPI_COMM_WORLD, 6);
        }
    }
    return &requests[requestCount++];
}

// Messages between two ranks arrive in the order in which they are sent, so all have the same tag.
static void begin(const gelParcel* parcel, bool isSent)
{
    char* bytes = parcel->bytes;
    for (size_t done = 0; done < parcel->size;) {
        size_t left = parcel->size - done;
        int piece = left < largestPiece ? (int)left : largestPiece;
        if (isSent)
            MPI_Isend(bytes + done, piece, MPI_BYTE, parcel->rank, 0, MPI_COMM_WORLD, nextRequest());
        else
            MPI_Irecv(bytes + done, piece, MPI_BYTE, parcel->rank, 0, MPI_COMM_WORLD, nextRequest());
        done += (size_t)piece;
    }
}

static gelStatus beginExchange(void* context, const gelParcel* sent, int sentCount, const gelParcel* received,
                               int receivedCount)
{
    (void)context;
    requestCount = 0;
    for (int i = 0; i < receivedCount; i++)
        begin(&received[i], false);
    for (int i = 0; i < sentCount; i++)
        begin(&sent[i], true);
    return gel_success;
}

static gelStatus endExchange(void* context)
{
    (void)context;
    MPI_Waitall(requestCount, requests, MPI_STATUSES_IGNORE);
    return gel_success;
}

static void abortAll(int code)
{
    MPI_Abort(MPI_COMM_WORLD, code);
}

static void fail(void* context)
{
    (void)context;
    abortAll(6);
}

static void closeAll(void)
{
    MPI_Finalize();
    free(requests);
}

__attribute__((visibility("default"))) size_t gelMpiSize(void)
{
    return sizeof(gelMpiModule);
}

__attribute__((visibility("default"))) void gelOpenMpi(gelMpiModule* module)
{
    int provided, rank, count;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    *module = (gelMpiModule){.transport = {.rank = rank,
                                           .rankCount = count,
                                           .begin = beginExchange,
                                           .end = endExchange,
                                           .fail = fail},
                             .close = closeAll,
                             .abort = abortAll};
}
