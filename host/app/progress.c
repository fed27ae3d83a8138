#define _POSIX_C_SOURCE 200809L // isatty
#include "app/progress.h"
#include "common/clock.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int gelLineWidth(void)
{
    return gelTerminalWidth(STDERR_FILENO) - 3;
}

gelProgressKind gelChooseProgress(const gelOutput* output, bool quiet)
{
    bool terminal = isatty(STDERR_FILENO) != 0;
    const char* kind = getenv("TERM");
    if (quiet || (output->json && !terminal))
        return gel_progressSilent;
    return terminal && kind != NULL && strcmp(kind, "dumb") != 0 ? gel_progressBar : gel_progressLines;
}

void gelStartProgress(gelProgress* progress, gelOutput* output, bool quiet, const char* unit, int total)
{
    double now = gelMilliseconds() * 1e-3;
    *progress = (gelProgress){.output = output,
                              .unit = unit,
                              .total = total,
                              .kind = gelChooseProgress(output, quiet),
                              .start = now,
                              .lastLook = now,
                              .lastLine = now};
}

void gelSkipProgress(gelProgress* progress, int done)
{
    progress->first = done;
    progress->start = gelMilliseconds() * 1e-3;
}

bool gelProgress_IsDue(gelProgress* progress)
{
    double now = gelMilliseconds() * 1e-3;
    if (now - progress->lastLook < 0.1)
        return false;
    progress->lastLook = now;
    return true;
}

static void formatTime(double seconds, char text[16])
{
    int whole = seconds < 359999.0 ? (int)(seconds + 0.5) : 359999;
    if (whole >= 3600)
        snprintf(text, 16, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
    else
        snprintf(text, 16, "%d:%02d", whole / 60, whole % 60);
}

static void drawBar(gelProgress* progress, int done, const char* rate, const char* left)
{
    char numbers[160], bar[72], text[256];
    snprintf(numbers, sizeof numbers, " %3d %%  %s %s of %s  %s  %s left",
             (int)(100.0 * done / progress->total), progress->unit, GEL_GROUPED(done),
             GEL_GROUPED(progress->total), rate, left);
    int width = gelLineWidth();
    int room = width - (int)strlen(numbers) - 2;
    int cells = room < 60 ? room : 60;
    if (cells < 8) {
        gelDrawLine(progress->output, width, numbers + 1);
    } else {
        int full = (int)((double)cells * done / progress->total);
        memset(bar, '.', (size_t)cells);
        memset(bar, '#', (size_t)full);
        snprintf(text, sizeof text, "[%.*s]%s", cells, bar, numbers);
        gelDrawLine(progress->output, width, text);
    }
}

// One line per tenth, but at most one per second: short work stays silent.
static void printLine(gelProgress* progress, int done, const char* rate, const char* left)
{
    double now = gelMilliseconds() * 1e-3;
    int tenths = (int)(10.0 * done / progress->total);
    if (tenths <= progress->tenths || tenths >= 10 || now - progress->lastLine < 1.0)
        return;
    progress->tenths = tenths;
    progress->lastLine = now;
    fprintf(stderr, "%s %s of %s, %s, %s left\n", progress->unit, GEL_GROUPED(done),
            GEL_GROUPED(progress->total), rate, left);
}

void gelProgress_Draw(gelProgress* progress, int done)
{
    char left[16], rateText[32];
    double elapsed = gelMilliseconds() * 1e-3 - progress->start;
    if (progress->kind == gel_progressSilent || done <= progress->first)
        return;
    double rate = elapsed > 0.0 ? (done - progress->first) / elapsed : 0.0;
    snprintf(rateText, sizeof rateText, rate < 1000.0 ? "%.3g %s%s/s" : "%.0f %s%s/s", rate, progress->unit,
             strcmp(progress->unit, "%") == 0 ? "" : "s");
    formatTime(rate > 0.0 ? (progress->total - done) / rate : 0.0, left);
    if (progress->kind == gel_progressBar)
        drawBar(progress, done, rateText, left);
    else
        printLine(progress, done, rateText, left);
}

void gelEndProgress(gelProgress* progress)
{
    gelCloseLine(progress->output);
}
