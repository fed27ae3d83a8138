// Steps the rows of a sweep, several at a time: each thread waits for a process.
#include "sweep/sweep.h"
#include "app/memory.h"
#include "app/progress.h"
#include "common/clock.h"
#include "common/condition.h"
#include "common/process.h"
#include "files/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct Work {
    gelSweep* sweep;
    pthread_mutex_t mutex;  // of what follows
    pthread_cond_t changed; // a row is done, or a thread has ended
    int next, running;      // row; threads
    int code;
} Work;

bool gelSweep_Has(const gelSweep* sweep, int row)
{
    // Dealt one place further in each round: else each part of a grid would get one value of its last option.
    return (row + row / sweep->partCount) % sweep->partCount == sweep->part - 1;
}

// The next row that is in the part and not in the table; -1: there is none, or the work is to end.
static int takeRow(Work* work)
{
    const gelSweep* sweep = work->sweep;
    if (work->code != gel_exitDone || gelInterruptCode() != 0)
        return -1;
    while (work->next < sweep->axes.rowCount &&
           (!gelSweep_Has(sweep, work->next) || sweep->table.rows[work->next] != NULL))
        work->next++;
    return work->next < sweep->axes.rowCount ? work->next++ : -1;
}

// Ctrl-C ends the processes, too: their rows are left for the next command.
static bool isInterrupted(int code)
{
    return gelInterruptCode() != 0 || code == 128 + 1 || code == 128 + 2 || code == 128 + 15;
}

static void putRow(Work* work, int row, char** cells, int code, int error)
{
    gelSweep* sweep = work->sweep;
    if (cells == NULL) {
        if (work->code == gel_exitDone && gelInterruptCode() == 0)
            work->code = gelReportError(sweep->output, gel_exitInternal, "row %d could not be started: %s",
                                        row + 1, strerror(error));
    } else if (isInterrupted(code)) {
        gelFreeSweepCells(&sweep->table, cells);
        if (work->code == gel_exitDone)
            work->code = code > 128 ? code : gelInterruptCode();
    } else {
        int written = gelAddSweepRow(&sweep->table, row, cells);
        work->code = work->code == gel_exitDone ? written : work->code;
        sweep->done++;
    }
}

static void* runRows(void* context)
{
    Work* work = context;
    pthread_mutex_lock(&work->mutex);
    for (int row; (row = takeRow(work)) >= 0;) {
        int code = gel_exitDone;
        pthread_mutex_unlock(&work->mutex);
        char** cells = gelRunSweepRow(work->sweep, row, &code, NULL);
        int error = errno;
        pthread_mutex_lock(&work->mutex);
        putRow(work, row, cells, code, error);
        pthread_cond_signal(&work->changed);
    }
    work->running--;
    pthread_cond_signal(&work->changed);
    pthread_mutex_unlock(&work->mutex);
    return NULL;
}

static int countMissing(const gelSweep* sweep)
{
    int count = 0;
    for (int i = 0; i < sweep->axes.rowCount; i++)
        count += gelSweep_Has(sweep, i) && sweep->table.rows[i] == NULL;
    return count;
}

// Waits for the threads, and shows how far they are.
static void watch(Work* work, gelProgress* progress)
{
    pthread_mutex_lock(&work->mutex);
    while (work->running > 0) {
        gelWaitForCondition(&work->changed, &work->mutex, 200.0);
        if (gelProgress_IsDue(progress))
            gelProgress_Draw(progress, progress->first + work->sweep->done);
    }
    pthread_mutex_unlock(&work->mutex);
}

// Processes at the same time share the processors, as the back end native has it.
static void shareProcessors(int jobs)
{
    char text[16];
    int threads = gelCountProcessors() / (jobs > 0 ? jobs : 1);
    snprintf(text, sizeof text, "%d", threads < 1 ? 1 : threads > 64 ? 64 : threads);
    gelSetVariable("GEL_NATIVE_THREADS", text);
}

int gelRunSweepRows(gelSweep* sweep)
{
    int jobs = sweep->settings->jobs, missing = countMissing(sweep), started = 0;
    gelProgress progress;
    Work work = {.sweep = sweep, .mutex = PTHREAD_MUTEX_INITIALIZER};
    jobs = jobs < missing ? jobs : missing;
    pthread_t* threads = gelNew((size_t)jobs + 1, sizeof *threads);
    if (threads == NULL)
        return gelReportStatus(sweep->output, gel_outOfMemory, gel_activitySimulation);
    shareProcessors(jobs);
    gelCreateCondition(&work.changed);
    gelCatchInterrupt();
    double start = gelMilliseconds();
    int there = 0;
    for (int i = 0; i < sweep->axes.rowCount; i++)
        there += gelSweep_Has(sweep, i);
    gelStartProgress(&progress, sweep->output, sweep->settings->quiet, "row", there);
    progress.first = there - missing;
    work.running = jobs;
    while (started < jobs && pthread_create(&threads[started], NULL, runRows, &work) == 0)
        started++;
    pthread_mutex_lock(&work.mutex);
    work.running -= jobs - started;
    if (started == 0 && jobs > 0)
        work.code = gelReportStatus(sweep->output, gel_outOfMemory, gel_activitySimulation);
    pthread_mutex_unlock(&work.mutex);
    watch(&work, &progress);
    gelEndProgress(&progress);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_cond_destroy(&work.changed);
    free(threads);
    sweep->seconds = (gelMilliseconds() - start) * 1e-3;
    if (work.code > 128)
        return gelReportError(sweep->output, work.code,
                              "interrupted with %s of %s; the same command goes on with the others",
                              GEL_GROUPED(there - missing + sweep->done), GEL_COUNT(there, "row", "rows"));
    return work.code;
}
