#include "report/curve.h"
#include "app/canvas.h"

#include <math.h>

enum {
    wide = 640,
    tall = 220,
    leftEdge = 78,
    rightEdge = 628,
    topEdge = 12,
    bottomEdge = 188,
    maxPoints = 500
};

typedef struct Plot {
    FILE* file;
    const gelProbeTable* table;
    int probe, frames;
    gelAxis time, value;
} Plot;

static bool isOfValues(gelStatistic take)
{
    return take == gel_statisticValue || take == gel_statisticMean || take == gel_statisticMinimum ||
           take == gel_statisticMaximum;
}

// At most so many points, the first and the last among them.
static int pointCount(const Plot* plot)
{
    return plot->frames < maxPoints ? plot->frames : maxPoints;
}

static int frameOf(const Plot* plot, int point)
{
    int points = pointCount(plot);
    return points > 1 ? (int)((double)point * (plot->frames - 1) / (points - 1) + 0.5) : 0;
}

// NAN where there is none.
static double valueAt(const Plot* plot, int point, bool closed)
{
    const gelProbes* probes = plot->table->probes;
    int frame = frameOf(plot, point);
    double value = (double)NAN;
    if (!closed)
        return gelProbes_GetValue(probes, plot->probe, frame);
    return gelProbes_GetCurve(probes, plot->probe, gelProbes_GetTime(probes, frame), &value) ? value
                                                                                             : (double)NAN;
}

static void include(gelAxis* axis, double value)
{
    if (isfinite(value)) {
        axis->low = fmin(axis->low, value);
        axis->high = fmax(axis->high, value);
    }
}

// Judges an expectation of the plot's probe. False if it belongs to another probe or has no place
// in the plot.
static bool findExpected(const Plot* plot, int index, gelVerdict* verdict)
{
    gelExpectation expectation = gelScene_GetExpectation(plot->table->scene, index);
    return expectation.probe == plot->probe && isOfValues(expectation.take) &&
           gelProbes_Judge(plot->table->probes, index, verdict) == gel_success;
}

static void findScales(Plot* plot)
{
    const gelProbes* probes = plot->table->probes;
    gelVerdict verdict;
    plot->time = (gelAxis){.low = gelProbes_GetTime(probes, 0),
                           .high = fmax(gelProbes_GetTime(probes, plot->frames - 1), 1e-9),
                           .from = leftEdge,
                           .to = rightEdge};
    plot->value = (gelAxis){.low = HUGE_VAL, .high = -HUGE_VAL, .from = bottomEdge, .to = topEdge};
    for (int i = 0; i < pointCount(plot); i++) {
        include(&plot->value, valueAt(plot, i, false));
        include(&plot->value, valueAt(plot, i, true));
    }
    for (int i = 0; i < gelScene_GetExpectationCount(plot->table->scene); i++)
        if (findExpected(plot, i, &verdict))
            include(&plot->value, verdict.expected);
    if (!(plot->value.low <= plot->value.high))
        plot->value.low = plot->value.high = 0.0;
    double size = fmax(fabs(plot->value.low), fabs(plot->value.high));
    double room = fmax(0.06 * (plot->value.high - plot->value.low), size > 0.0 ? 1e-5 * size : 1.0);
    plot->value.low -= room;
    plot->value.high += room;
}

// Returns the smallest of 1, 2 and 5 times a power of ten that makes at most `max` steps.
static double stepOf(const gelAxis* axis, int max)
{
    static const double parts[] = {1.0, 2.0, 5.0, 10.0};
    double min = (axis->high - axis->low) / max, decade = pow(10.0, floor(log10(min)));
    int i = 0;
    while (i < 3 && decade * parts[i] < min)
        i++;
    return decade * parts[i];
}

static void writeText(const Plot* plot, double x, double y, const char* anchor, double value, double step)
{
    char text[40];
    snprintf(text, sizeof text, "%.6g", fabs(value) < 1e-9 * step ? 0.0 : value);
    fprintf(plot->file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, text);
}

static void writeAxes(const Plot* plot)
{
    double step = stepOf(&plot->value, 5);
    for (double v = ceil(plot->value.low / step) * step; v <= plot->value.high; v += step) {
        double y = gelAxis_Place(&plot->value, v);
        fprintf(plot->file, "<path class=\"grid\" stroke=\"#ccc\" d=\"M%d %.1fH%d\"/>\n", leftEdge, y,
                rightEdge);
        writeText(plot, leftEdge - 6, y + 4.0, "end", v, step);
    }
    step = stepOf(&plot->time, 8);
    for (double t = ceil(plot->time.low / step) * step; t <= plot->time.high * (1.0 + 1e-9); t += step) {
        double x = gelAxis_Place(&plot->time, t);
        fprintf(plot->file, "<path class=\"grid\" stroke=\"#ccc\" d=\"M%.1f %dV%d\"/>\n", x, topEdge,
                bottomEdge);
        writeText(plot, x, bottomEdge + 16, "middle", t, step);
    }
    fprintf(plot->file, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">time, s</text>\n", rightEdge, tall - 2);
}

// A band as wide as the tolerance, where and while it is expected.
static void writeExpected(const Plot* plot, int index, const gelVerdict* verdict)
{
    bool isAt = gelScene_GetExpectation(plot->table->scene, index).take == gel_statisticValue;
    double from =
        gelAxis_Place(&plot->time, isAt ? verdict->span.end : verdict->span.start) - (isAt ? 4.0 : 0.0);
    double to = gelAxis_Place(&plot->time, verdict->span.end) + (isAt ? 4.0 : 0.0);
    double upper =
        gelAxis_Place(&plot->value, fmin(verdict->expected + verdict->tolerance, plot->value.high));
    double lower = gelAxis_Place(&plot->value, fmax(verdict->expected - verdict->tolerance, plot->value.low));
    const char* class = gelOutcomeText(gelOutcomeOf(verdict));
    from = fmax(from, leftEdge);
    to = fmin(to, rightEdge + 4.0);
    if (!(to > from))
        return;
    fprintf(plot->file,
            "<rect class=\"%s\" fill=\"#9c9\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
            class, from, upper, to - from, fmax(lower - upper, 2.0));
}

static void writeLine(const Plot* plot, bool closed)
{
    bool isOpen = false, any = false;
    for (int i = 0; i < pointCount(plot); i++) {
        double value = valueAt(plot, i, closed);
        if (!isfinite(value)) {
            isOpen = false;
            continue;
        }
        if (!any)
            fprintf(plot->file, "<path class=\"%s\" fill=\"none\" stroke=\"%s\" d=\"",
                    closed ? "closed" : "value", closed ? "#d55e00" : "#0072b2");
        any = true;
        fprintf(plot->file, "%s%.1f %.1f", isOpen ? "L" : "M",
                gelAxis_Place(&plot->time, gelProbes_GetTime(plot->table->probes, frameOf(plot, i))),
                gelAxis_Place(&plot->value, value));
        isOpen = true;
    }
    if (any)
        fputs("\"/>\n", plot->file);
}

void gelWriteCurve(FILE* file, const gelProbeTable* table, int probe)
{
    gelVerdict verdict;
    Plot plot = {
        .file = file, .table = table, .probe = probe, .frames = gelProbes_GetFrameCount(table->probes)};
    if (plot.frames == 0)
        return;
    findScales(&plot);
    fprintf(file, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", wide, tall);
    gelWriteEscaped(file, gelScene_GetProbe(table->scene, probe).name);
    fputs(" over time\">\n", file);
    writeAxes(&plot);
    for (int i = 0; i < gelScene_GetExpectationCount(table->scene); i++)
        if (findExpected(&plot, i, &verdict))
            writeExpected(&plot, i, &verdict);
    writeLine(&plot, true);
    writeLine(&plot, false);
    fputs("</svg>\n", file);
}
