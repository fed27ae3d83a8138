#define _POSIX_C_SOURCE 200809L // clock_gettime
#include "common/clock.h"

#include <time.h>

double gelMilliseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

bool gelWithinBudget(double doneAt, double took)
{
    const double minInterval = 1000.0, maxShare = 0.005;
    double passed = gelMilliseconds() - doneAt;
    return passed >= minInterval && took <= maxShare * passed;
}
