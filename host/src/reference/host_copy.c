#include "reference/host_copy.h"
#include "base/core.h"

#include <math.h>
#include <string.h>

gelStatus gelMeasureHostCopy(size_t bytes, double* bytesPerSecond)
{
    char* from = gelAllocate(2, bytes);
    double best = HUGE_VAL, end = gelMilliseconds() + 50.0;
    if (from == NULL)
        return gelFailMemory(2, bytes);
    for (int i = 0; i < 4 || gelMilliseconds() < end; i++) {
        double start = gelMilliseconds();
        from[i % 64] = (char)i; // or the compiler could drop the copy
        memcpy(from + bytes, from, bytes);
        double milliseconds = gelMilliseconds() - start;
        best = i > 0 && milliseconds < best ? milliseconds : best; // the first one touches the memory
    }
    gelFree(from);
    *bytesPerSecond = 2.0 * (double)bytes / (best * 1e-3);
    return gel_success;
}
