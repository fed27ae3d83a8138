// Runs the command `gel` as a user would and keeps its output. For the tests of the command only.
#pragma once

#include "support/files.h"

#include <cjson/cJSON.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct Result {
    int code; // of the exit; -1 after a crash
    char out[1 << 18], error[1 << 16];
} Result;
static Result result; // of the last command

// Standard output and error of the next commands go here instead of to a file of the test; NULL: as usual.
static const char* outputFile;

static inline const char* scratchPath(const char* name)
{
    static char paths[16][1024];
    static int next;
    char* path = paths[next++ % 16];
    snprintf(path, sizeof paths[0], GEL_SCRATCH "/%s-%s", TEST_SUBJECT, name);
    return path;
}

// Undoes line wrapping.
static inline void joinLines(char* text)
{
    char* end = text;
    for (const char* c = text; *c != '\0'; c++) {
        char next = *c == '\n' ? ' ' : *c;
        if (next != ' ' || end == text || end[-1] != ' ')
            *end++ = next;
    }
    *end = '\0';
}

static inline pid_t startCommand(const char* const* arguments, const char* out, const char* error)
{
    fflush(stdout);
    pid_t child = fork();
    if (child != 0)
        return child;
    int outFile = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    int errorFile = open(error, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    dup2(outFile, STDOUT_FILENO);
    dup2(errorFile, STDERR_FILENO);
    execv(GEL_COMMAND, (char* const*)arguments);
    _exit(127);
}

static inline void waitForCommand(pid_t child)
{
    int status = 0;
    waitpid(child, &status, 0);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    readText(outputFile != NULL ? "/dev/null" : scratchPath("out"), result.out, sizeof result.out);
    readText(scratchPath("error"), result.error, sizeof result.error);
}

static inline bool hasEnded(pid_t child)
{
    siginfo_t ended = {0};
    waitid(P_PID, (id_t)child, &ended, WEXITED | WNOHANG | WNOWAIT);
    return ended.si_pid == child;
}

static inline void runCommand(const char* const* arguments)
{
    waitForCommand(
        startCommand(arguments, outputFile != NULL ? outputFile : scratchPath("out"), scratchPath("error")));
}

#define RUN(...) runCommand((const char* const[]){"gel", __VA_ARGS__, NULL})

// Runs and expects the exit code; otherwise prints the output.
#define RUN_FOR(expected, ...)                                                                               \
    do {                                                                                                     \
        RUN(__VA_ARGS__);                                                                                    \
        CHECK(result.code == (expected), "exit code %d, not %d: %s%s", result.code, (expected), result.out,  \
              result.error);                                                                                 \
    } while (0)

static inline void sleepMilliseconds(long milliseconds)
{
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000}, NULL);
}

// Runs on a separate terminal, `columns` wide; all output is in result.out. `signalAfter` milliseconds after the first output
// (0: never), presses Ctrl-C.
static inline void runOnTerminal(int columns, int signalAfter, const char* const* arguments)
{
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    grantpt(terminal);
    unlockpt(terminal);
    struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = 40};
    int side = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    ioctl(side, TIOCSWINSZ, &size);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        setsid();
        ioctl(side, TIOCSCTTY, 0);
        dup2(side, STDIN_FILENO);
        dup2(side, STDOUT_FILENO);
        dup2(side, STDERR_FILENO);
        execv(GEL_COMMAND, (char* const*)arguments);
        _exit(127);
    }
    close(side);
    size_t length = 0;
    ssize_t got = 0;
    while (length < sizeof result.out - 1 &&
           (got = read(terminal, result.out + length, sizeof result.out - 1 - length)) > 0) {
        if (signalAfter > 0 && length == 0) {
            sleepMilliseconds(signalAfter);
            CHECK(write(terminal, "\003", 1) == 1, "Ctrl-C could not be typed");
        }
        length += (size_t)got;
    }
    result.out[length] = '\0';
    result.error[0] = '\0';
    close(terminal);
    int status = 0;
    waitpid(child, &status, 0);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#define RUN_ON_TERMINAL(columns, signalAfter, ...)                                                           \
    runOnTerminal(columns, signalAfter, (const char* const[]){"gel", __VA_ARGS__, NULL})

// The object on standard output; if that is not exactly one object, an empty one and a failed check.
static inline cJSON* parseOutput(void)
{
    const char* end = NULL;
    cJSON* object = cJSON_ParseWithOpts(result.out, &end, true);
    CHECK(cJSON_IsObject(object), "not one JSON object: %.300s", result.out);
    return object != NULL ? object : cJSON_CreateObject();
}

// The number at a path of keys such as "divergence/frame"; -999 if there is none.
static inline double numberAt(const cJSON* object, const char* path)
{
    char key[64];
    for (; object != NULL && *path != '\0'; path += *path == '/') {
        size_t length = strcspn(path, "/");
        snprintf(key, sizeof key, "%.*s", (int)length, path);
        object = cJSON_GetObjectItemCaseSensitive(object, key);
        path += length;
    }
    if (cJSON_IsBool(object))
        return cJSON_IsTrue(object);
    return cJSON_IsNumber(object) ? object->valuedouble : -999.0;
}

static inline const char* textAt(const cJSON* object, const char* key)
{
    const char* text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return text != NULL ? text : "";
}

static inline bool hasDevice(void)
{
    RUN("devices", "--json");
    cJSON* object = parseOutput();
    int count = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(object, "devices"));
    cJSON_Delete(object);
    return count > 0;
}

// A beam that hangs by one end and one that falls onto the ground: every stage has work.
static inline const char* beamScene(void)
{
    const char* path = scratchPath("beam.json");
    writeText(path, "{\"name\": \"Beams\", \"contact\": false, \"substeps\": 4, \"ground\": {}, \"bodies\": ["
                    "{\"shape\": {\"type\": \"beam\", \"size\": [1, 0.2, 0.2], \"cells\": [5, 1, 1]},"
                    " \"position\": [0, 0.11, 0], \"velocity\": [0, -1, 0]},"
                    "{\"shape\": {\"type\": \"beam\", \"size\": [1, 0.2, 0.2], \"cells\": [5, 2, 1]},"
                    " \"position\": [0, 2, 0]}]}");
    return path;
}

// Enough work to watch: milliseconds per frame.
static inline const char* largeScene(void)
{
    const char* path = scratchPath("large.json");
    writeText(path,
              "{\"substeps\": 20, \"ground\": {}, \"bodies\": ["
              "{\"shape\": {\"type\": \"beam\", \"size\": [2, 0.4, 0.4], \"cells\": [20, 4, 4]},"
              " \"position\": [0, 1.5, 0], \"repeat\": {\"count\": [2, 2, 1], \"spacing\": [3, 3, 3]}}]}");
    return path;
}

// The number of frames of the large scene that take about that long here, however slow the build.
static inline const char* framesFor(double seconds)
{
    static char text[16];
    static double rate;
    if (rate == 0.0) {
        RUN_FOR(0, "run", largeScene(), "--frames", "2", "--backend", "reference", "--json");
        cJSON* object = parseOutput();
        rate = numberAt(object, "frames_per_second");
        cJSON_Delete(object);
    }
    snprintf(text, sizeof text, "%d", (int)(rate * seconds) + 2);
    return text;
}
