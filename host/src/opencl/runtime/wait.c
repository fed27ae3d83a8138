#include "opencl/runtime/wait.h"
#include "base/core.h"
#include "common/condition.h"
#include "opencl/runtime/error.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { maxMarks = 64, launchesPerMark = 16, smallSize = 4096 };
static const double longLaunch = 250.0, longestSlice = 100.0, lastCallback = 1000.0; // ms
// How long a wait polls before it sleeps, ms. A device that is no processor leaves that core free, and its driver may call
// back milliseconds late (NVIDIA 580).
static const double pollsProcessor = 0.02, pollsOthers = 16.0;

typedef struct gelWatch gelWatch;

// One per queue. It is used by the thread of its world; `lock` guards what callbacks use.
struct gelWatch {
    double limit, polling; // ms
    int sharers;
    cl_device_id device;
    char name[200];
    pthread_cond_t wakes;
    bool isAwake;
    int callbacks; // that the driver has still to make
    cl_event marks[maxMarks];
    int markCount, launchesToMark;
    int launches; // since the queue was last found empty
    int cuts;
    cl_event awaited; // in vain; NULL: the device is well
    gelWatch* next;   // of those that hang
    union {           // of the host's memory: what a device that hangs may still use
        char bytes[smallSize];
        double aligned;
    } small;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gelWatch* hanging; // they stay until the process ends

static cl_int fail(const gelWatch* watch)
{
    char text[500];
    snprintf(
        text, sizeof text,
        "%s has made no progress for %.4g s: it hangs, or one of its launches needs longer than the time "
        "limit; use another back end, or raise the limit (deviceTimeLimit of the world, or "
        "GEL_DEVICE_TIME_LIMIT, seconds; 0: none)",
        watch->name, watch->limit * 1e-3);
    gelRecordNoAnswer(text);
    return gel_clNoAnswer;
}

static cl_int readStatus(cl_event event, cl_int* status)
{
    return gelCl.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof *status, status, NULL);
}

static bool isUnderWay(cl_event event)
{
    cl_int status = CL_COMPLETE;
    return readStatus(event, &status) == CL_SUCCESS && status > CL_COMPLETE;
}

bool gelDeviceHangs(cl_device_id device)
{
    bool found = false;
    pthread_mutex_lock(&lock);
    for (const gelWatch* watch = hanging; watch != NULL && !found; watch = watch->next)
        found = watch->device == device && isUnderWay(watch->awaited);
    pthread_mutex_unlock(&lock);
    return found;
}

// The simulator oclgrind runs commands only while somebody waits for it.
static bool runsByItself(const gelOpencl* opencl)
{
    return strstr(opencl->info.platform, "Oclgrind") == NULL;
}

gelStatus gelOpenWatch(gelOpencl* opencl, double limit)
{
    if (!(limit > 0.0) || !runsByItself(opencl))
        return gel_success;
    gelWatch* watch = gelAllocate(1, sizeof *watch);
    if (watch == NULL)
        return gelFailMemory(1, sizeof *watch);
    watch->limit = limit * 1e3;
    watch->polling = opencl->info.kind == gel_deviceCpu ? pollsProcessor : pollsOthers;
    watch->sharers = 1;
    watch->device = opencl->device;
    snprintf(watch->name, sizeof watch->name, "%s (%s)", opencl->info.backend, opencl->info.name);
    gelCreateCondition(&watch->wakes);
    opencl->watch = watch;
    return gel_success;
}

void gelShareWatch(gelOpencl* opencl)
{
    if (opencl->watch != NULL)
        opencl->watch->sharers++;
}

// Forgets the marks that are complete, which are the first. Returns how many.
static int dropMarks(gelWatch* watch)
{
    int done = 0;
    while (done < watch->markCount && !isUnderWay(watch->marks[done]))
        gelCl.clReleaseEvent(watch->marks[done++]);
    watch->markCount -= done;
    memmove(watch->marks, watch->marks + done, (size_t)watch->markCount * sizeof watch->marks[0]);
    return done;
}

// Waits for a callback, at most so many ms. `lock` is held.
static void sleepUntilCalled(gelWatch* watch, double milliseconds)
{
    double end = gelMilliseconds() + milliseconds, left = milliseconds;
    for (; !watch->isAwake && left > 0.0; left = end - gelMilliseconds())
        gelWaitForCondition(&watch->wakes, &lock, left);
    watch->isAwake = false;
}

void gelCloseWatch(gelOpencl* opencl)
{
    gelWatch* watch = opencl->watch;
    opencl->watch = NULL;
    if (watch == NULL || --watch->sharers > 0 || watch->awaited != NULL)
        return;
    for (int i = 0; i < watch->markCount; i++)
        gelCl.clReleaseEvent(watch->marks[i]);
    double end = gelMilliseconds() + lastCallback;
    pthread_mutex_lock(&lock);
    while (watch->callbacks > 0 && gelMilliseconds() < end) // as a rule they have been made long since
        sleepUntilCalled(watch, 10.0);
    bool isFree = watch->callbacks == 0; // or the driver still refers to it
    pthread_mutex_unlock(&lock);
    if (!isFree)
        return;
    pthread_cond_destroy(&watch->wakes);
    gelFree(watch);
}

static void CL_CALLBACK wake(cl_event event, cl_int status, void* data)
{
    gelWatch* watch = data;
    (void)event;
    (void)status;
    pthread_mutex_lock(&lock);
    watch->callbacks--;
    watch->isAwake = true;
    pthread_cond_signal(&watch->wakes);
    pthread_mutex_unlock(&lock);
}

static cl_int askToWake(gelWatch* watch, cl_event event)
{
    pthread_mutex_lock(&lock);
    watch->callbacks++;
    pthread_mutex_unlock(&lock);
    cl_int error = GEL_CL(clSetEventCallback, event, CL_COMPLETE, wake, watch);
    if (error == CL_SUCCESS)
        return error;
    pthread_mutex_lock(&lock);
    watch->callbacks--;
    pthread_mutex_unlock(&lock);
    return error;
}

static cl_int giveUp(gelWatch* watch, cl_event event)
{
    watch->awaited = event;
    pthread_mutex_lock(&lock);
    watch->next = hanging;
    hanging = watch;
    pthread_mutex_unlock(&lock);
    return fail(watch);
}

// Reads the status again and again, until the command has ended or the time is over.
static cl_int pollEvent(cl_event event, double milliseconds, cl_int* status)
{
    double end = gelMilliseconds() + milliseconds;
    cl_int error;
    do
        error = gelRecordCall("clGetEventInfo", readStatus(event, status));
    while (error == CL_SUCCESS && *status > CL_COMPLETE && gelMilliseconds() < end);
    return error;
}

// Waits for an event of a queue that was flushed. The callback only wakes this thread up, the status decides; slices of
// waiting bound what a process counts that was stopped meanwhile, and what a driver costs whose callback is late or lost.
// Where it is given up, with gel_clNoAnswer, the watch keeps the event; otherwise the caller releases it.
static cl_int await(gelWatch* watch, cl_event event)
{
    cl_int status = CL_COMPLETE;
    double start = gelMilliseconds();
    cl_int error = pollEvent(event, watch->polling, &status);
    if (error == CL_SUCCESS && status > CL_COMPLETE)
        error = askToWake(watch, event);
    double idle = 0.0, slice = 1.0, last = gelMilliseconds();
    while (error == CL_SUCCESS && status > CL_COMPLETE) {
        pthread_mutex_lock(&lock);
        sleepUntilCalled(watch, slice);
        pthread_mutex_unlock(&lock);
        error = gelRecordCall("clGetEventInfo", readStatus(event, &status));
        double now = gelMilliseconds(), passed = now - last;
        idle = dropMarks(watch) > 0 ? 0.0 : idle + (passed < 2.0 * slice ? passed : 2.0 * slice);
        last = now;
        slice =
            fmin(fmax((now - start) / 16.0, 1.0), longestSlice); // at most 1 ms, or 1/16 of the wait, is lost
        if (error == CL_SUCCESS && status > CL_COMPLETE && idle >= watch->limit)
            return giveUp(watch, event);
    }
    return error == CL_SUCCESS && status < CL_COMPLETE ? gelRecordCall("a command that was queued", status)
                                                       : error;
}

// Sends what is queued to the device and waits for the event that came last, which is released; notes whether the
// launches before it have taken long: as many as there were, they have taken no less than the waiting.
static cl_int awaitLast(const gelOpencl* opencl, cl_event event)
{
    gelWatch* watch = opencl->watch;
    double start = gelMilliseconds();
    cl_int flushed = GEL_CL(clFlush, opencl->queue);
    cl_int error = flushed == CL_SUCCESS ? await(watch, event) : flushed;
    if (error != gel_clNoAnswer)
        gelCl.clReleaseEvent(event);
    if (error != CL_SUCCESS)
        return error;
    watch->cuts += watch->launches > 0 && gelMilliseconds() - start > longLaunch * watch->launches;
    watch->launches = 0;
    return error;
}

// The marker is for drivers whose clFinish, called after clFlush, finds nothing new in the queue and returns at once:
// rusticl of Mesa 22.3, early versions of clvk.
cl_int gelFinishQueue(const gelOpencl* opencl)
{
    cl_event event = NULL;
    bool isWatched = opencl->watch != NULL;
    if (isWatched && opencl->watch->awaited != NULL)
        return fail(opencl->watch);
    cl_int error = GEL_CL(clEnqueueMarkerWithWaitList, opencl->queue, 0, NULL, isWatched ? &event : NULL);
    if (error == CL_SUCCESS && isWatched)
        error = awaitLast(opencl, event);
    if (error == gel_clNoAnswer)
        return error;
    // In any case, and again if it fails: transfers may still read memory that the caller frees or refills next.
    cl_int finished = gelCl.clFinish(opencl->queue);
    if (finished != CL_SUCCESS)
        gelCl.clFinish(opencl->queue);
    return error == CL_SUCCESS ? gelRecordCall("clFinish", finished) : error;
}

cl_int gelFinishAfter(const gelOpencl* opencl, cl_int error)
{
    const char* call = gelRecordedCall();
    cl_int finished = gelFinishQueue(opencl);
    return error != CL_SUCCESS ? gelRecordCall(call, error) : finished;
}

// By way of memory that stays.
static cl_int copySmall(const gelOpencl* opencl, cl_mem buffer, size_t size, const void* from, void* to)
{
    gelWatch* watch = opencl->watch;
    cl_command_queue queue = opencl->queue;
    cl_event event = NULL;
    if (watch->awaited != NULL)
        return fail(watch);
    if (from != NULL)
        memcpy(watch->small.bytes, from, size);
    cl_int error = from != NULL ? GEL_CL(clEnqueueWriteBuffer, queue, buffer, CL_FALSE, 0, size,
                                         watch->small.bytes, 0, NULL, &event)
                                : GEL_CL(clEnqueueReadBuffer, queue, buffer, CL_FALSE, 0, size,
                                         watch->small.bytes, 0, NULL, &event);
    if (error != CL_SUCCESS)
        return error;
    error = awaitLast(opencl, event);
    if (error != CL_SUCCESS && error != gel_clNoAnswer)
        gelCl.clFinish(queue); // the next copy uses the same memory
    if (error == CL_SUCCESS && to != NULL)
        memcpy(to, watch->small.bytes, size);
    return error;
}

cl_int gelReadBuffer(const gelOpencl* opencl, cl_mem buffer, size_t size, void* to)
{
    if (opencl->watch != NULL && size <= smallSize)
        return copySmall(opencl, buffer, size, NULL, to);
    cl_int error = opencl->watch != NULL ? gelFinishQueue(opencl) : CL_SUCCESS;
    return error == CL_SUCCESS
               ? GEL_CL(clEnqueueReadBuffer, opencl->queue, buffer, CL_TRUE, 0, size, to, 0, NULL, NULL)
               : error;
}

cl_int gelWriteBuffer(const gelOpencl* opencl, cl_mem buffer, size_t size, const void* from)
{
    if (opencl->watch != NULL && size <= smallSize)
        return copySmall(opencl, buffer, size, from, NULL);
    cl_int error = opencl->watch != NULL ? gelFinishQueue(opencl) : CL_SUCCESS;
    return error == CL_SUCCESS
               ? GEL_CL(clEnqueueWriteBuffer, opencl->queue, buffer, CL_TRUE, 0, size, from, 0, NULL, NULL)
               : error;
}

// Every few launches, so that it costs nothing; where there is no room for another mark, the host is far ahead, and
// waits for half of them.
cl_int gelCheckLaunch(const gelOpencl* opencl, bool* isMarked)
{
    gelWatch* watch = opencl->watch;
    cl_int error = CL_SUCCESS;
    *isMarked = false;
    if (watch == NULL)
        return CL_SUCCESS;
    if (watch->awaited != NULL)
        return fail(watch);
    watch->launches++;
    if (--watch->launchesToMark > 0)
        return CL_SUCCESS;
    if (watch->markCount == maxMarks && dropMarks(watch) == 0) {
        cl_event middle = watch->marks[maxMarks / 2];
        error = GEL_CL(clRetainEvent, middle); // while it is awaited, marks that are complete are dropped
        if (error != CL_SUCCESS)
            return error;
        error = GEL_CL(clFlush, opencl->queue);
        if (error == CL_SUCCESS)
            error = await(watch, middle);
        if (error != gel_clNoAnswer)
            gelCl.clReleaseEvent(middle);
        dropMarks(watch);
    }
    *isMarked = error == CL_SUCCESS && watch->markCount < maxMarks;
    watch->launchesToMark = launchesPerMark;
    return error;
}

void gelKeepMark(const gelOpencl* opencl, cl_event event, bool retains)
{
    gelWatch* watch = opencl->watch;
    if (retains && gelCl.clRetainEvent(event) != CL_SUCCESS)
        return; // a mark less
    watch->marks[watch->markCount++] = event;
}

int gelCountCuts(const gelOpencl* opencl)
{
    return opencl->watch != NULL ? opencl->watch->cuts : 0;
}
