#define _POSIX_C_SOURCE 200809L // pthread_condattr_setclock
#define _DARWIN_C_SOURCE        // pthread_cond_timedwait_relative_np
#include "common/condition.h"

#include <time.h>

#if defined(__APPLE__) || defined(_WIN32) // their conditions know the clock of the day alone
void gelCreateCondition(pthread_cond_t* condition)
{
    pthread_cond_init(condition, NULL);
}

void gelWaitForCondition(pthread_cond_t* condition, pthread_mutex_t* mutex, double milliseconds)
{
    long long nanoseconds = milliseconds > 0.0 ? (long long)(milliseconds * 1e6) : 0;
    struct timespec time = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
    pthread_cond_timedwait_relative_np(condition, mutex, &time);
}
#else
void gelCreateCondition(pthread_cond_t* condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

void gelWaitForCondition(pthread_cond_t* condition, pthread_mutex_t* mutex, double milliseconds)
{
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    long long nanoseconds = end.tv_nsec + (milliseconds > 0.0 ? (long long)(milliseconds * 1e6) : 0);
    end.tv_sec += (time_t)(nanoseconds / 1000000000);
    end.tv_nsec = (long)(nanoseconds % 1000000000);
    pthread_cond_timedwait(condition, mutex, &end);
}
#endif
