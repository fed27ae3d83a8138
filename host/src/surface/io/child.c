// Runs assimp in a separate process: a damaged file may make it crash, hang or exhaust memory, and the
// calling program must survive that.
#define _DEFAULT_SOURCE // fork, setrlimit, pipe
#include "surface/io/look_pipe.h"
#include "surface/io/readers.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// The head of the answer; then come the arrays, then the names, each with its terminating zero, then the look.
typedef struct Answer {
    gelStatus status;
    int vertexCount, triangleCount, partCount;
    bool hasNormals, hasUvs;
    gelSurfaceExtras extras;
    size_t nameBytes;
    char message[1024];
} Answer;

// In the order of the pipe. The parent has allocated what the head announced.
static bool transferArrays(int pipe, const gelSurfaceMesh* raw, int vertexCount, int triangleCount,
                           bool writes)
{
    size_t vertices = (size_t)vertexCount, triangles = (size_t)triangleCount;
    return gelTransfer(pipe, raw->positions, vertices * 3 * sizeof(float), writes) &&
           gelTransfer(pipe, raw->triangles, triangles * 3 * sizeof(int), writes) &&
           gelTransfer(pipe, raw->parts, triangles * sizeof(int), writes) &&
           (raw->cornerNormals == NULL ||
            gelTransfer(pipe, raw->cornerNormals, triangles * 9 * sizeof(float), writes)) &&
           (raw->cornerUvs == NULL ||
            gelTransfer(pipe, raw->cornerUvs, triangles * 6 * sizeof(float), writes));
}

// A file of n bytes deserves only so much memory and time.
static void limitChild(size_t fileSize)
{
    struct rlimit limit = {0, 0};
    setrlimit(RLIMIT_CORE, &limit);
    limit.rlim_cur = 3 + fileSize / 1000000; // ten times what is needed
    limit.rlim_max = limit.rlim_cur + 1;
    setrlimit(RLIMIT_CPU, &limit);
    alarm(60 + 10 * (unsigned)limit.rlim_cur); // it may also wait, for a slow disk
    unsigned long long pages = 0;
    FILE* sizes = fopen("/proc/self/statm", "r");
    if (sizes != NULL && fscanf(sizes, "%llu", &pages) == 1) {
        limit.rlim_cur = limit.rlim_max =
            pages * (unsigned long long)sysconf(_SC_PAGESIZE) + ((rlim_t)1 << 30) + 200 * (rlim_t)fileSize;
        setrlimit(RLIMIT_AS, &limit);
    }
    if (sizes != NULL)
        fclose(sizes);
    // assimp's last words help nobody, and would flush what the program has not printed yet.
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere < 0 || dup2(nowhere, STDERR_FILENO) < 0 || dup2(nowhere, STDOUT_FILENO) < 0)
        _exit(1);
}

static void runChild(int pipe, const char* path, size_t fileSize)
{
    static const int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGXCPU, SIGPIPE, SIGALRM};
    gelSurfaceMesh raw = {0};
    Answer answer = {0};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        signal(signals[i], SIG_DFL); // the program's handlers must not run here
    gelSetAllocator(NULL, NULL);     // the program's allocator may be locked by another thread
    limitChild(fileSize);
    answer.status = gelImportSurface(path, &raw, &answer.extras);
    answer.vertexCount = raw.vertexCount;
    answer.triangleCount = raw.triangleCount;
    answer.partCount = raw.partCount;
    answer.hasNormals = raw.cornerNormals != NULL;
    answer.hasUvs = raw.cornerUvs != NULL;
    for (int i = 0; i < raw.partCount; i++)
        answer.nameBytes += strlen(raw.partNames[i]) + 1;
    if (answer.status != gel_success)
        snprintf(answer.message, sizeof answer.message, "%s", gelLastError());
    bool sent = gelTransfer(pipe, &answer, sizeof answer, true);
    if (answer.status == gel_success)
        sent = sent && transferArrays(pipe, &raw, raw.vertexCount, raw.triangleCount, true);
    for (int i = 0; i < raw.partCount && sent && answer.status == gel_success; i++)
        sent = gelTransfer(pipe, raw.partNames[i], strlen(raw.partNames[i]) + 1, true);
    if (sent && answer.status == gel_success)
        gelSendAppearance(pipe, raw.look, raw.triangleCount);
    _exit(0);
}

// assimp may have overwritten anything before it answered.
static bool isSane(Answer* answer)
{
    const int max = INT_MAX / 9;
    answer->message[sizeof answer->message - 1] = '\0';
    return answer->status >= gel_success && answer->status < gel_statusCount && answer->vertexCount >= 0 &&
           answer->vertexCount <= max && answer->triangleCount >= 0 && answer->triangleCount <= max &&
           answer->partCount >= 0 && answer->nameBytes <= SIZE_MAX / 2;
}

static bool arePartsSane(const gelSurfaceMesh* raw)
{
    for (int t = 0; t < raw->triangleCount; t++)
        if (raw->parts[t] < 0 || raw->parts[t] >= raw->partCount)
            return false;
    return true;
}

static gelStatus allocateRaw(const Answer* answer, gelSurfaceMesh* raw)
{
    size_t triangleCount = (size_t)answer->triangleCount;
    raw->positions = gelAllocate((size_t)answer->vertexCount, 3 * sizeof(float));
    raw->triangles = gelAllocate(triangleCount, 3 * sizeof(int));
    raw->parts = gelAllocate(triangleCount, sizeof(int));
    bool complete = raw->positions != NULL && raw->triangles != NULL && raw->parts != NULL;
    if (answer->hasNormals)
        complete = (raw->cornerNormals = gelAllocate(triangleCount, 9 * sizeof(float))) != NULL && complete;
    if (answer->hasUvs)
        complete = (raw->cornerUvs = gelAllocate(triangleCount, 6 * sizeof(float))) != NULL && complete;
    return complete ? gel_success : gelFailMemory(triangleCount, 9 * sizeof(float));
}

// *complete is set to false if the pipe ended early.
static gelStatus receiveNames(int pipe, const Answer* answer, gelSurfaceMesh* raw, bool* complete)
{
    char* names = gelAllocate(answer->nameBytes + 1, 1);
    if (names == NULL)
        return gelFailMemory(answer->nameBytes + 1, 1);
    *complete = gelTransfer(pipe, names, answer->nameBytes, false);
    gelStatus status = gel_success;
    const char *name = names, *end = names + answer->nameBytes;
    for (; *complete && name < end && status == gel_success; name += strlen(name) + 1)
        if (gelAddSurfacePart(raw, name, strlen(name)) < 0)
            status = gelFailMemory(1, sizeof(char*));
    gelFree(names);
    return status;
}

static gelStatus receive(int pipe, gelSurfaceMesh* raw, gelSurfaceExtras* extras, bool* complete)
{
    Answer answer;
    *complete = gelTransfer(pipe, &answer, sizeof answer, false) && isSane(&answer);
    if (!*complete)
        return gel_success;
    if (answer.status != gel_success)
        return gelFail(answer.status, "%s", answer.message);
    *extras = answer.extras;
    gelStatus status = allocateRaw(&answer, raw);
    if (status != gel_success)
        return status;
    *complete = transferArrays(pipe, raw, answer.vertexCount, answer.triangleCount, false);
    if (!*complete)
        return gel_success;
    raw->vertexCount = answer.vertexCount;
    raw->triangleCount = answer.triangleCount;
    status = receiveNames(pipe, &answer, raw, complete);
    *complete = *complete && arePartsSane(raw);
    return status == gel_success && *complete
               ? gelReceiveAppearance(pipe, raw->triangleCount, &raw->look, complete)
               : status;
}

static gelStatus failChild(const char* path, bool known, int state)
{
    bool isLate = known && WIFSIGNALED(state) && (WTERMSIG(state) == SIGXCPU || WTERMSIG(state) == SIGALRM);
    if (isLate)
        return gelFail(gel_formatError, "%s: assimp needs too long to read it, so the file must be damaged",
                       path);
    if (known && WIFSIGNALED(state))
        return gelFail(gel_formatError, "%s: assimp crashed on it (signal %d), so the file must be damaged",
                       path, WTERMSIG(state));
    return gelFail(gel_formatError, "%s: assimp crashed on it, so the file must be damaged", path);
}

gelStatus gelReadSurfaceAssimp(const char* path, size_t fileSize, gelSurfaceMesh* raw,
                               gelSurfaceExtras* extras)
{
    int ends[2], state = 0;
    if (pipe(ends) != 0)
        return gelFail(gel_fileError, "%s: cannot create a pipe to read it: %s", path, strerror(errno));
    for (int i = 0; i < 2; i++) // a program started meanwhile would inherit the pipe
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        runChild(ends[1], path, fileSize);
    }
    int reason = errno;
    close(ends[1]);
    bool complete = false;
    gelStatus status = child > 0 ? receive(ends[0], raw, extras, &complete)
                                 : gelFail(gel_outOfMemory, "%s: cannot start a process to read it: %s", path,
                                           strerror(reason));
    close(ends[0]);
    pid_t ended = -1;
    while (child > 0 && (ended = waitpid(child, &state, 0)) < 0 && errno == EINTR)
        ;
    return status == gel_success && !complete ? failChild(path, ended == child, state) : status;
}
