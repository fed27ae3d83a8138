// Condition variables with a time limit that the clock of the day does not move.
#pragma once

#include <pthread.h>

void gelCreateCondition(pthread_cond_t* condition);

// Waits for a signal, at most so many ms; may return earlier without one. The mutex is held.
void gelWaitForCondition(pthread_cond_t* condition, pthread_mutex_t* mutex, double milliseconds);
