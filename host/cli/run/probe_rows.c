#include "run/probe_rows.h"
#include "app/memory.h"

#include <stdlib.h>
#include <string.h>

static size_t countColumns(const gelPlay* play)
{
    return 1 + (size_t)gelScene_GetProbeCount(play->scene);
}

size_t gelSizeOfProbeRows(const gelPlay* play)
{
    const gelProbes* probes = play->probes.probes;
    return probes != NULL ? (size_t)gelProbes_GetFrameCount(probes) * countColumns(play) * sizeof(double) : 0;
}

void gelCopyProbeRows(const gelPlay* play, void* bytes)
{
    const gelProbes* probes = play->probes.probes;
    const int probeCount = gelScene_GetProbeCount(play->scene),
              frameCount = probes != NULL ? gelProbes_GetFrameCount(probes) : 0;
    char* next = bytes;
    for (int frame = 0; frame < frameCount; frame++)
        for (int i = -1; i < probeCount; i++, next += sizeof(double)) {
            double value = i < 0 ? gelProbes_GetTime(probes, frame) : gelProbes_GetValue(probes, i, frame);
            memcpy(next, &value, sizeof value);
        }
}

gelStatus gelPutProbeRows(gelPlay* play, const void* bytes, int frameCount)
{
    const size_t size = countColumns(play) * sizeof(double);
    if (play->probes.probes == NULL)
        return gel_success;
    double* row = gelNew(size, 1);
    gelStatus status = row != NULL ? gel_success : gel_outOfMemory;
    for (int frame = 0; frame < frameCount && status == gel_success; frame++) {
        memcpy(row, (const char*)bytes + (size_t)frame * size, size);
        status = gelProbes_PutFrame(play->probes.probes, row[0], row + 1);
    }
    free(row);
    return status;
}
