#define _POSIX_C_SOURCE 200809L
#include "common/process.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

static bool spawn(const char* const* arguments, int output, pid_t* child)
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error == 0) {
        error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        if (error == 0)
            error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
        if (error == 0)
            error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        if (error == 0)
            error = posix_spawn(child, arguments[0], &actions, NULL, (char* const*)arguments, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    errno = error;
    return error == 0;
}

// One at a time: a child of another thread must not hold this pipe open.
static bool start(const char* const* arguments, int* output, pid_t* child)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    int ends[2];
    pthread_mutex_lock(&mutex);
    bool isStarted = pipe(ends) == 0;
    if (isStarted) {
        isStarted = fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0 &&
                    spawn(arguments, ends[1], child);
        int error = errno;
        close(ends[1]);
        if (!isStarted)
            close(ends[0]);
        errno = error;
    }
    pthread_mutex_unlock(&mutex);
    *output = ends[0];
    return isStarted;
}

// Reads up to the end. NULL: out of memory, or an error.
static char* readAll(int file)
{
    size_t size = 0, capacity = 1 << 14;
    char* text = malloc(capacity);
    while (text != NULL) {
        ssize_t count = read(file, text + size, capacity - size - 1);
        if (count < 0 && errno == EINTR)
            continue;
        if (count == 0) {
            text[size] = '\0';
            return text;
        }
        size += count > 0 ? (size_t)count : 0;
        char* grown = count < 0 ? NULL : size + 1 < capacity ? text : realloc(text, capacity *= 2);
        if (grown == NULL)
            free(text);
        text = grown;
    }
    return NULL;
}

void gelSetVariable(const char* name, const char* value)
{
    setenv(name, value, 0);
}

bool gelRunProcess(const char* const* arguments, char** output, int* exitCode)
{
    int pipeEnd, status = 0;
    pid_t child;
    *output = NULL;
    if (!start(arguments, &pipeEnd, &child))
        return false;
    *output = readAll(pipeEnd);
    int error = errno;
    close(pipeEnd);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    *exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    errno = error;
    return *output != NULL;
}
