#include "app/preparation.h"
#include "common/clock.h"
#include "common/condition.h"
#include "app/progress.h"

#include <string.h>
#include <unistd.h>

static double secondsOf(const gelPreparation* preparation)
{
    return preparation->seconds + (gelMilliseconds() - preparation->start) * 1e-3;
}

static void report(gelPreparation* preparation)
{
    const double patience = preparation->isTerminal ? 1.0 : 2.0; // s
    char text[200];
    double seconds = secondsOf(preparation);
    if (seconds < patience || (preparation->isReported && !preparation->isTerminal))
        return;
    preparation->isReported = true;
    if (preparation->isTerminal) {
        snprintf(text, sizeof text, "preparing %.27s (kernels are built once) %.0f s", preparation->device,
                 seconds);
        gelDrawLine(preparation->output, gelLineWidth(), text);
    } else {
        fprintf(stderr, "preparing %s (kernels are built once) ...\n", preparation->device);
    }
}

static void* watch(void* argument)
{
    const double interval = 200.0; // ms
    gelPreparation* preparation = argument;
    pthread_mutex_lock(&preparation->mutex);
    while (!preparation->isOver) {
        gelWaitForCondition(&preparation->ended, &preparation->mutex, interval);
        if (!preparation->isOver)
            report(preparation);
    }
    pthread_mutex_unlock(&preparation->mutex);
    return NULL;
}

// Stores the name of the device that is prepared. Returns whether kernels are built for it.
static bool nameDevice(const gelWorldDef* def, char name[128])
{
    gelDeviceInfo info;
    bool isBuiltFor = gelFindFirstDevice(def, &info) && info.index != gel_nativeDevice;
    if (isBuiltFor)
        snprintf(name, 128, "%s", info.name);
    return isBuiltFor;
}

void gelPreparation_Begin(gelPreparation* preparation, const gelWorldDef* def)
{
    gelProgressKind kind = gelChooseProgress(preparation->output, preparation->quiet);
    if (!gelIsDevice(def->backend) || def->backend == gel_native)
        return;
    preparation->start = gelMilliseconds();
    preparation->isTerminal = kind == gel_progressBar;
    preparation->isOver = preparation->isWatched = false;
    if (kind == gel_progressSilent)
        return;
    if (preparation->device[0] == '\0' && !nameDevice(def, preparation->device))
        return;
    pthread_mutex_init(&preparation->mutex, NULL);
    gelCreateCondition(&preparation->ended);
    preparation->isWatched = pthread_create(&preparation->thread, NULL, watch, preparation) == 0;
}

static void endWatch(gelPreparation* preparation)
{
    pthread_mutex_lock(&preparation->mutex);
    preparation->isOver = true;
    pthread_cond_signal(&preparation->ended);
    pthread_mutex_unlock(&preparation->mutex);
    pthread_join(preparation->thread, NULL);
    pthread_cond_destroy(&preparation->ended);
    pthread_mutex_destroy(&preparation->mutex);
    gelCloseLine(preparation->output);
}

void gelPreparation_End(gelPreparation* preparation)
{
    if (preparation->start == 0.0)
        return;
    if (preparation->isWatched)
        endWatch(preparation);
    preparation->seconds = secondsOf(preparation);
    preparation->start = 0.0;
    preparation->isWatched = false;
}
