#define WIN32_LEAN_AND_MEAN
#include "common/process.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

// Appends an argument as programs of Windows take their command line apart: in quotes, with backslashes before a quote doubled.
static char* appendQuoted(char* at, const char* argument)
{
    *at++ = '"';
    for (const char* c = argument;; c++) {
        size_t slashes = strspn(c, "\\");
        c += slashes;
        bool isEnd = *c == '\0';
        for (size_t i = 0; i < (isEnd || *c == '"' ? 2 * slashes : slashes); i++)
            *at++ = '\\';
        if (isEnd)
            break;
        if (*c == '"')
            *at++ = '\\';
        *at++ = *c;
    }
    *at++ = '"';
    return at;
}

static char* commandLineOf(const char* const* arguments)
{
    size_t size = 1;
    for (int i = 0; arguments[i] != NULL; i++)
        size += 2 * strlen(arguments[i]) + 3;
    char *line = malloc(size), *at = line;
    for (int i = 0; line != NULL && arguments[i] != NULL; i++) {
        at = appendQuoted(at, arguments[i]);
        *at++ = ' ';
    }
    if (line != NULL)
        *at = '\0';
    return line;
}

static HANDLE openNothing(DWORD access)
{
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    return CreateFileA("NUL", access, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, NULL);
}

// One at a time: a child of another thread must not hold this pipe open.
static bool start(char* line, HANDLE* output, HANDLE* child)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    PROCESS_INFORMATION process;
    HANDLE written;
    pthread_mutex_lock(&mutex);
    bool isStarted = CreatePipe(output, &written, &inherited, 0);
    if (isStarted) {
        SetHandleInformation(*output, HANDLE_FLAG_INHERIT, 0);
        STARTUPINFOA info = {.cb = sizeof info,
                             .dwFlags = STARTF_USESTDHANDLES,
                             .hStdInput = openNothing(GENERIC_READ),
                             .hStdOutput = written,
                             .hStdError = openNothing(GENERIC_WRITE)};
        isStarted = CreateProcessA(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &info, &process);
        CloseHandle(info.hStdInput);
        CloseHandle(info.hStdError);
        CloseHandle(written);
        if (!isStarted)
            CloseHandle(*output);
    }
    pthread_mutex_unlock(&mutex);
    if (!isStarted)
        return false;
    CloseHandle(process.hThread);
    *child = process.hProcess;
    return true;
}

// Reads up to the end. NULL: out of memory.
static char* readAll(HANDLE file)
{
    size_t size = 0, capacity = 1 << 14;
    char* text = malloc(capacity);
    while (text != NULL) {
        DWORD count = 0;
        if (!ReadFile(file, text + size, (DWORD)(capacity - size - 1), &count, NULL) || count == 0) {
            text[size] = '\0';
            return text;
        }
        size += count;
        char* grown = size + 1 < capacity ? text : realloc(text, capacity *= 2);
        if (grown == NULL)
            free(text);
        text = grown;
    }
    return NULL;
}

void gelSetVariable(const char* name, const char* value)
{
    if (getenv(name) == NULL)
        _putenv_s(name, value);
}

bool gelRunProcess(const char* const* arguments, char** output, int* exitCode)
{
    HANDLE pipeEnd, child;
    DWORD code = 0;
    char* line = commandLineOf(arguments);
    *output = NULL;
    bool isStarted = line != NULL && start(line, &pipeEnd, &child);
    free(line);
    errno = isStarted ? 0 : line == NULL ? ENOMEM : ENOENT;
    if (!isStarted)
        return false;
    *output = readAll(pipeEnd);
    CloseHandle(pipeEnd);
    WaitForSingleObject(child, INFINITE);
    GetExitCodeProcess(child, &code);
    CloseHandle(child);
    *exitCode = (int)code;
    errno = *output != NULL ? 0 : ENOMEM;
    return *output != NULL;
}
