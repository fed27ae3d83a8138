#include "run/together.h"
#include "app/memory.h"
#include "run/probe_rows.h"

#include "gel/snapshot.h"

#include <stdlib.h>
#include <string.h>

int gelRunTogether(gelOutput* output, gelRunSettings* own, gelLauncher* launcher)
{
    int code = gelJoinOthers(output, launcher);
    if (code != gel_exitDone || !launcher->isThere)
        return code;
    own->setup.transport = &launcher->transport;
    if (gelFollowsOthers(own)) {
        own->out = own->trace = own->contacts = own->csv = NULL;
        own->states = 0;
        own->quiet = true;
    }
    return code;
}

bool gelFollowsOthers(const gelRunSettings* settings)
{
    return settings->setup.transport != NULL && settings->setup.transport->rank > 0;
}

static gelStatus exchange(const gelTransport* transport, const gelParcel* sent, int sentCount,
                          const gelParcel* received, int receivedCount)
{
    gelStatus status = transport->begin(transport->context, sent, sentCount, received, receivedCount);
    return status == gel_success ? transport->end(transport->context) : status;
}

// Sends the first rank's bytes to all. Rank r has them from r without its lowest bit, and passes them on to r + 1, r + 2,
// r + 4 and so on, below that bit.
static gelStatus spread(const gelTransport* transport, void* bytes, size_t size)
{
    const int own = transport->rank, count = transport->rankCount, lowest = own > 0 ? own & -own : count;
    gelParcel sent[8 * sizeof(int)], received = {own - lowest, bytes, size};
    int sentCount = 0;
    for (int step = 1; step < lowest && own + step < count; step *= 2)
        sent[sentCount++] = (gelParcel){own + step, bytes, size};
    gelStatus status = own > 0 ? exchange(transport, NULL, 0, &received, 1) : gel_success;
    return status == gel_success ? exchange(transport, sent, sentCount, NULL, 0) : status;
}

unsigned gelAgreeTogether(void* context, unsigned choices)
{
    const gelTransport* transport = ((const gelRun*)context)->settings->setup.transport;
    if (spread(transport, &choices, sizeof choices) != gel_success)
        transport->fail(transport->context);
    return choices;
}

// From where all go on, and the sizes of what follows.
typedef struct Start {
    int64_t next, rowCount, rowSize, stateSize;
} Start;

gelStatus gelGoOnTogether(const gelTransport* transport, gelPlay* play)
{
    const bool isFirst = transport->rank == 0;
    void* state = NULL;
    size_t stateSize = 0;
    gelStatus status =
        isFirst ? gelWriteSnapshotToMemory(play->world, play->player, &state, &stateSize) : gel_success;
    const gelProbes* probes = play->probes.probes;
    Start start = {play->next, probes != NULL ? gelProbes_GetFrameCount(probes) : 0,
                   (int64_t)gelSizeOfProbeRows(play), (int64_t)stateSize};
    if (status == gel_success)
        status = spread(transport, &start, sizeof start);
    if (status != gel_success) {
        gelFree(state);
        return status;
    }
    char* bytes = gelNew((size_t)(start.rowSize + start.stateSize) + 1, 1);
    if (bytes != NULL && isFirst) {
        gelCopyProbeRows(play, bytes);
        memcpy(bytes + start.rowSize, state, stateSize);
    }
    gelFree(state);
    status =
        bytes != NULL ? spread(transport, bytes, (size_t)(start.rowSize + start.stateSize)) : gel_outOfMemory;
    if (status == gel_success && !isFirst)
        status = gelPutProbeRows(play, bytes, (int)start.rowCount);
    if (status == gel_success && !isFirst)
        status = gelReadSnapshotFromMemory(bytes + start.rowSize, (size_t)start.stateSize, play->world,
                                           play->player);
    play->next = (int)start.next;
    free(bytes);
    return status;
}
