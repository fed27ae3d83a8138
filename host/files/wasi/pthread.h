// Threads for a system that has none. None can be started, which callers expect: they do all the work themselves. Nobody
// else runs, so every lock is free, and a condition has come true before it is waited for; with a time limit, that is over.
#pragma once

#include <errno.h>
#include <time.h>

typedef struct pthread_mutex_t {
    char unused;
} pthread_mutex_t;
typedef struct pthread_cond_t {
    char unused;
} pthread_cond_t;
typedef struct pthread_condattr_t {
    char unused;
} pthread_condattr_t;
typedef int pthread_t;
typedef int pthread_once_t;
#define PTHREAD_MUTEX_INITIALIZER                                                                            \
    {                                                                                                        \
        0                                                                                                    \
    }
#define PTHREAD_COND_INITIALIZER                                                                             \
    {                                                                                                        \
        0                                                                                                    \
    }
#define PTHREAD_ONCE_INIT 0

// A function that uses none of its parameters and returns `value`.
#define GEL_ALONE(name, value, ...)                                                                          \
    static inline int name(__VA_ARGS__)                                                                      \
    {                                                                                                        \
        return value;                                                                                        \
    }
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-parameter"
GEL_ALONE(pthread_mutex_init, 0, pthread_mutex_t* mutex, const void* attributes)
GEL_ALONE(pthread_mutex_destroy, 0, pthread_mutex_t* mutex)
GEL_ALONE(pthread_mutex_lock, 0, pthread_mutex_t* mutex)
GEL_ALONE(pthread_mutex_trylock, 0, pthread_mutex_t* mutex)
GEL_ALONE(pthread_mutex_unlock, 0, pthread_mutex_t* mutex)
GEL_ALONE(pthread_cond_init, 0, pthread_cond_t* condition, const pthread_condattr_t* attributes)
GEL_ALONE(pthread_cond_destroy, 0, pthread_cond_t* condition)
GEL_ALONE(pthread_cond_wait, 0, pthread_cond_t* condition, pthread_mutex_t* mutex)
GEL_ALONE(pthread_cond_timedwait, ETIMEDOUT, pthread_cond_t* condition, pthread_mutex_t* mutex,
          const struct timespec* end)
GEL_ALONE(pthread_cond_signal, 0, pthread_cond_t* condition)
GEL_ALONE(pthread_cond_broadcast, 0, pthread_cond_t* condition)
GEL_ALONE(pthread_condattr_init, 0, pthread_condattr_t* attributes)
GEL_ALONE(pthread_condattr_destroy, 0, pthread_condattr_t* attributes)
GEL_ALONE(pthread_condattr_setclock, 0, pthread_condattr_t* attributes, clockid_t clock)
GEL_ALONE(pthread_create, EAGAIN, pthread_t* thread, const void* attributes, void* (*run)(void*),
          void* argument)
GEL_ALONE(pthread_join, ESRCH, pthread_t thread, void** result)
#pragma clang diagnostic pop

static inline int pthread_once(pthread_once_t* once, void (*run)(void))
{
    if (*once == PTHREAD_ONCE_INIT) {
        *once = 1;
        run();
    }
    return 0;
}
