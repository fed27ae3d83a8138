#include "bench/plot.h"
#include "app/canvas.h"

#include <math.h>
#include <string.h>

enum { left = 70, right = 930 };

static bool isThere(const gelBenchRow* row)
{
    return row->reason[0] == '\0';
}

static double nanosecondsOf(const gelBenchCase* scene, const gelBenchRow* row)
{
    return gelBenchNanoseconds(scene, row->frame.min);
}

static double gigabytesOf(const gelBenchCase* scene, const gelBenchRow* row)
{
    return gelBenchBytesMoved(scene) / (row->frame.min * 1e-3) * 1e-9;
}

static double copiedGigabytesOf(const gelBenchCase* scene, const gelBenchRow* row)
{
    (void)scene;
    return row->copySpeed * 1e-9;
}

typedef double Value(const gelBenchCase* scene, const gelBenchRow* row);

static double tetsOf(const gelBenchCase* scene)
{
    return scene->counters.tetCount;
}

// Extends the axis to the values of all rows.
static void fit(gelAxis* axis, const gelBenchCases* list, Value* value)
{
    for (int i = 0; i < list->count; i++)
        for (int k = 0; k < gel_contenderCount; k++) {
            if (!isThere(&list->cases[i].rows[k]))
                continue;
            double found = value(&list->cases[i], &list->cases[i].rows[k]);
            axis->low = fmin(axis->low, found);
            axis->high = fmax(axis->high, found);
        }
}

static gelAxis emptyAxis(double from, double to)
{
    return (gelAxis){.low = HUGE_VAL, .high = 0.0, .from = from, .to = to, .logarithmic = true};
}

static const char* deviceText(const gelBenchCases* list)
{
    const char* text = "";
    for (int i = 0; i < list->count; i++)
        for (int k = 0; k < gel_contenderCount; k++)
            if (list->cases[i].rows[k].contender->onDevice && isThere(&list->cases[i].rows[k]))
                text = list->cases[i].rows[k].backend;
    return text;
}

static void drawLegend(gelCanvas* canvas, const gelBenchCases* list, double y)
{
    double x = left - 40;
    for (int k = 0; k < gel_contenderCount; k++) {
        bool any = false;
        for (int i = 0; i < list->count; i++)
            any = any || isThere(&list->cases[i].rows[k]);
        double length = 40.0 + 7.2 * (double)strlen(gelContenders[k].text);
        if (!any)
            continue;
        if (x + length > right) {
            x = left - 40;
            y += 20.0;
        }
        gelCanvas_Rectangle(canvas, x, y - 10, 12, 12, gelPlotColours[k]);
        gelCanvas_Text(canvas, x + 18, y, 12, gel_anchorStart, gelContenders[k].text);
        x += length;
    }
}

static void drawBar(gelCanvas* canvas, const gelBenchCase* scene, int contender, const gelAxis* cost,
                    double x, double barWidth)
{
    char text[32];
    const gelBenchRow* row = &scene->rows[contender];
    double top = gelAxis_Place(cost, nanosecondsOf(scene, row));
    gelCanvas_Rectangle(canvas, x, top, barWidth - 2, cost->from - top, gelPlotColours[contender]);
    snprintf(text, sizeof text, "%.3g", nanosecondsOf(scene, row));
    if (barWidth > 18)
        gelCanvas_Text(canvas, x + 0.5 * barWidth - 1, top - 4, barWidth > 30 ? 11 : 9, gel_anchorMiddle,
                       text);
}

static void drawBars(gelCanvas* canvas, const gelBenchCases* list, double top, double bottom)
{
    gelAxis cost = emptyAxis(bottom, top), across = {0, 1, left, right, false};
    int groups = 0;
    fit(&cost, list, nanosecondsOf);
    cost.low *= 0.5;
    gelAxis_Round(&cost);
    gelCanvas_Text(canvas, left - 40, top - 32, 15, gel_anchorStart, "Cost by scene");
    gelCanvas_VerticalAxis(canvas, &cost, &across, "ns per constraint, minimum of all repeats");
    for (int i = 0; i < list->count; i++)
        groups += !list->cases[i].inSeries;
    double group = (right - left) / (double)(groups > 0 ? groups : 1), x = left;
    for (int i = 0; i < list->count; i++) {
        const gelBenchCase* scene = &list->cases[i];
        double barWidth = fmin(group * 0.86 / gel_contenderCount, 60.0);
        if (scene->inSeries)
            continue;
        for (int k = 0; k < gel_contenderCount; k++)
            if (isThere(&scene->rows[k]))
                drawBar(canvas, scene, k, &cost,
                        x + 0.5 * (group - barWidth * gel_contenderCount) + k * barWidth, barWidth);
        char text[160];
        int length = snprintf(text, sizeof text, "%.*s", (int)(group / 7.0), scene->name);
        while (length > 0 && ((unsigned char)scene->name[length] & 0xc0) == 0x80) // do not split a character
            text[--length] = '\0';
        gelCanvas_Text(canvas, x + 0.5 * group, bottom + 18, 12, gel_anchorMiddle, text);
        snprintf(text, sizeof text, "%s", GEL_COUNT(scene->counters.tetCount, "tet", "tets"));
        gelCanvas_Text(canvas, x + 0.5 * group, bottom + 34, 11, gel_anchorMiddle, text);
        x += group;
    }
    gelCanvas_Line(canvas, left, bottom, right, bottom, "#222222", 1, false);
}

// The next larger scene with one body: points are joined by size, in whatever order the scenes are listed.
static const gelBenchCase* nextLarger(const gelBenchCases* list, const gelBenchCase* than)
{
    const gelBenchCase* next = NULL;
    for (int i = 0; i < list->count; i++) {
        const gelBenchCase* scene = &list->cases[i];
        bool larger = than == NULL || scene->counters.tetCount > than->counters.tetCount;
        if (scene->counters.bodyCount == 1 && larger &&
            (next == NULL || scene->counters.tetCount < next->counters.tetCount))
            next = scene;
    }
    return next;
}

static void drawCurve(gelCanvas* canvas, const gelBenchCases* list, int contender, Value* value,
                      const gelAxis* size, const gelAxis* height, bool dashed)
{
    const gelBenchCase* before = NULL;
    for (const gelBenchCase* scene = nextLarger(list, NULL); scene != NULL; scene = nextLarger(list, scene)) {
        const gelBenchRow* row = &scene->rows[contender];
        if (!isThere(row))
            continue;
        double x = gelAxis_Place(size, tetsOf(scene)), y = gelAxis_Place(height, value(scene, row));
        if (before != NULL)
            gelCanvas_Line(canvas, gelAxis_Place(size, tetsOf(before)),
                           gelAxis_Place(height, value(before, &before->rows[contender])), x, y,
                           gelPlotColours[contender], dashed ? 1.5 : 2, dashed);
        before = scene;
    }
}

static void drawDots(gelCanvas* canvas, const gelBenchCases* list, int contender, Value* value,
                     const gelAxis* size, const gelAxis* height)
{
    for (int i = 0; i < list->count; i++) {
        const gelBenchCase* scene = &list->cases[i];
        const gelBenchRow* row = &scene->rows[contender];
        if (isThere(row))
            gelCanvas_Dot(canvas, gelAxis_Place(size, tetsOf(scene)),
                          gelAxis_Place(height, value(scene, row)), 4, gelPlotColours[contender],
                          scene->counters.bodyCount > 1);
    }
}

static gelAxis sizeAxis(const gelBenchCases* list)
{
    gelAxis size = emptyAxis(left, right);
    for (int i = 0; i < list->count; i++) {
        size.low = fmin(size.low, tetsOf(&list->cases[i]));
        size.high = fmax(size.high, tetsOf(&list->cases[i]));
    }
    size.low *= 0.9;
    size.high *= 1.1;
    gelAxis_Round(&size);
    return size;
}

static void drawAgainstSize(gelCanvas* canvas, const gelBenchCases* list, double top, double bottom)
{
    gelAxis cost = emptyAxis(bottom, top), size = sizeAxis(list);
    fit(&cost, list, nanosecondsOf);
    gelAxis_Round(&cost);
    gelCanvas_Text(canvas, left - 40, top - 32, 15, gel_anchorStart,
                   "Cost against size (hollow: many bodies)");
    gelCanvas_VerticalAxis(canvas, &cost, &size, "ns per constraint");
    gelCanvas_HorizontalAxis(canvas, &size, &cost, "tets");
    for (int k = 0; k < gel_contenderCount; k++) {
        drawCurve(canvas, list, k, nanosecondsOf, &size, &cost, false);
        drawDots(canvas, list, k, nanosecondsOf, &size, &cost);
    }
}

// One copy for the host and one for the device: from the first row of each.
static void drawCopies(gelCanvas* canvas, const gelBenchCases* list, const gelAxis* size, const gelAxis* rate)
{
    bool drawn[2] = {false, false};
    for (int k = 0; k < gel_contenderCount; k++) {
        bool onDevice = gelContenders[k].onDevice, any = false;
        for (int i = 0; i < list->count; i++)
            any = any || isThere(&list->cases[i].rows[k]);
        if (any && !drawn[onDevice])
            drawCurve(canvas, list, k, copiedGigabytesOf, size, rate, true);
        drawn[onDevice] = drawn[onDevice] || any;
    }
}

static void drawRoofline(gelCanvas* canvas, const gelBenchCases* list, double top, double bottom)
{
    gelAxis rate = emptyAxis(bottom, top), size = sizeAxis(list);
    fit(&rate, list, gigabytesOf);
    fit(&rate, list, copiedGigabytesOf);
    gelAxis_Round(&rate);
    gelCanvas_Text(
        canvas, left - 40, top - 32, 15, gel_anchorStart,
        "Bytes moved if nothing is kept between constraints (dashed: a copy of as many, on one thread and "
        "on the device)");
    gelCanvas_VerticalAxis(canvas, &rate, &size, "GB/s");
    gelCanvas_HorizontalAxis(canvas, &size, &rate, "tets");
    drawCopies(canvas, list, &size, &rate);
    for (int k = 0; k < gel_contenderCount; k++) {
        drawCurve(canvas, list, k, gigabytesOf, &size, &rate, false);
        drawDots(canvas, list, k, gigabytesOf, &size, &rate);
    }
}

void gelPlotBench(gelCanvas* canvas, const gelBenchCases* list)
{
    gelCanvas_Begin(canvas, gel_plotWidth, gel_plotHeight);
    gelCanvas_Text(canvas, left - 40, 34, 20, gel_anchorStart, "Cost of a constraint");
    gelCanvas_Text(canvas, left - 40, 54, 12, gel_anchorStart, deviceText(list));
    drawLegend(canvas, list, 80);
    drawBars(canvas, list, 160, 400);
    drawAgainstSize(canvas, list, 520, 760);
    drawRoofline(canvas, list, 880, 1120);
    gelCanvas_End(canvas);
}
