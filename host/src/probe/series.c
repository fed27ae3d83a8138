#include "probe/series.h"

#include <math.h>

// Where a probe crosses a level.
typedef struct Crossing {
    double time;
    int frame; // the last one before it
    bool isUpward;
} Crossing;

static double valueAt(const gelSeries* series, int frame)
{
    return series->values[(size_t)frame * (size_t)series->stride];
}

double gelTimeSlack(double time, double timeStep)
{
    return fmin(1e-6 * fabs(time) + 1e-6 * timeStep, 0.1 * timeStep);
}

static double slackAt(const gelSeries* series, double time)
{
    return series->count > 1 ? gelTimeSlack(time, series->times[1] - series->times[0]) : 0.0;
}

bool gelSeriesReaches(const gelSeries* series, double time)
{
    return series->count > 0 && time <= series->times[series->count - 1] + slackAt(series, time);
}

// The first frame that is not before a time; `count` if there is none.
static int firstFrom(const gelSeries* series, double time)
{
    int low = 0, high = series->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        bool isBefore = series->times[middle] < time - slackAt(series, time);
        low = isBefore ? middle + 1 : low;
        high = isBefore ? high : middle;
    }
    return low;
}

static double interpolate(const gelSeries* series, double time)
{
    int after = firstFrom(series, time);
    if (after == 0 || after == series->count || series->times[after] <= time + slackAt(series, time))
        return valueAt(series, after < series->count ? after : series->count - 1);
    double share = (time - series->times[after - 1]) / (series->times[after] - series->times[after - 1]);
    return valueAt(series, after - 1) * (1.0 - share) + valueAt(series, after) * share;
}

// The next crossing after frame `frame`, up to frame `last`.
static bool findCrossing(const gelSeries* series, double level, int frame, int last, Crossing* crossing)
{
    for (; frame < last; frame++) {
        double before = valueAt(series, frame) - level, after = valueAt(series, frame + 1) - level;
        if ((before < 0.0) == (after < 0.0))
            continue;
        double share = before / (before - after);
        *crossing = (Crossing){.time = series->times[frame] +
                                       share * (series->times[frame + 1] - series->times[frame]),
                               .frame = frame,
                               .isUpward = before < 0.0};
        return true;
    }
    return false;
}

// From the first upward crossing to the last, and the same downwards: a level that is not in the middle shifts both.
static gelStatus takePeriod(const gelSeries* series, double level, int first, int last, double* value)
{
    double begin[2] = {0.0, 0.0}, end[2] = {0.0, 0.0}, time = 0.0;
    int count[2] = {0, 0}, periods = 0;
    Crossing crossing;
    for (int frame = first; findCrossing(series, level, frame, last, &crossing); frame = crossing.frame + 1) {
        int way = crossing.isUpward;
        begin[way] = count[way] == 0 ? crossing.time : begin[way];
        end[way] = crossing.time;
        count[way]++;
    }
    for (int way = 0; way < 2; way++) {
        periods += count[way] > 1 ? count[way] - 1 : 0;
        time += count[way] > 1 ? end[way] - begin[way] : 0.0;
    }
    if (periods == 0)
        return gelFail(gel_invalidArgument, "it crosses %g only %d time%s; a period needs 3", level,
                       count[0] + count[1], count[0] + count[1] == 1 ? "" : "s");
    *value = time / periods;
    return gel_success;
}

// The extreme of a swing between two crossings, by the parabola through its outermost frame and the two beside it.
static double extremeOf(const gelSeries* series, double level, int first, int last)
{
    int outermost = first;
    for (int i = first; i <= last; i++)
        outermost =
            fabs(valueAt(series, i) - level) > fabs(valueAt(series, outermost) - level) ? i : outermost;
    double before = valueAt(series, outermost - 1), at = valueAt(series, outermost),
           after = valueAt(series, outermost + 1);
    double bend = before - 2.0 * at + after, slope = 0.5 * (after - before);
    return bend != 0.0 ? at - 0.5 * slope * slope / bend : at;
}

// The slope of the logarithm of the swings' heights over time, by least squares. Heights are from one extreme to the
// next, which no error of the level changes.
static gelStatus takeDecay(const gelSeries* series, double level, int first, int last, double* value)
{
    Crossing previous, crossing;
    double sums[5] = {0}; // count, t, log, t^2, t log
    double extreme = 0.0;
    int swings = 0;
    bool found = findCrossing(series, level, first, last, &previous);
    while (found && findCrossing(series, level, previous.frame + 1, last, &crossing)) {
        double next = extremeOf(series, level, previous.frame + 1, crossing.frame),
               height = fabs(next - extreme);
        if (swings++ > 0 && height > 0.0) {
            double time = previous.time - series->times[first], logarithm = log(height);
            double terms[5] = {1.0, time, logarithm, time * time, time * logarithm};
            for (int i = 0; i < 5; i++)
                sums[i] += terms[i];
        }
        extreme = next;
        previous = crossing;
    }
    double divisor = sums[0] * sums[3] - sums[1] * sums[1];
    if (!(sums[0] >= 2.0) || !(divisor > 0.0))
        return gelFail(gel_invalidArgument, "it swings about %g only %d time%s; a decay needs 3", level,
                       swings, swings == 1 ? "" : "s");
    *value = -(sums[0] * sums[4] - sums[1] * sums[2]) / divisor;
    return gel_success;
}

// The sum, minimum and maximum of a span of frames; a value that is not a number makes the sum so.
typedef struct Summary {
    double sum, min, max;
} Summary;

static Summary summarise(const gelSeries* series, int first, int last)
{
    Summary summary = {0.0, INFINITY, -INFINITY};
    for (int i = first; i <= last; i++) {
        double value = valueAt(series, i);
        summary.sum += value;
        summary.min = fmin(summary.min, value);
        summary.max = fmax(summary.max, value);
    }
    return summary;
}

static gelStatus takeOfSpan(const gelSeries* series, gelStatistic take, const gelSpan* span, double* value)
{
    int first = firstFrom(series, span->start), end = firstFrom(series, span->end);
    int last =
        end < series->count && series->times[end] <= span->end + slackAt(series, span->end) ? end : end - 1;
    if (first > last)
        return gelFail(gel_invalidArgument, "there is no frame from %g to %g s", span->start, span->end);
    Summary summary = summarise(series, first, last);
    if (isnan(summary.sum))
        return gelFail(gel_invalidArgument, "its value is NaN at times: its body was removed or taken out");
    double mean = summary.sum / (last - first + 1), level = span->hasLevel ? span->level : mean;
    switch (take) {
        case gel_statisticMean:
            *value = mean;
            return gel_success;
        case gel_statisticMinimum:
            *value = summary.min;
            return gel_success;
        case gel_statisticMaximum:
            *value = summary.max;
            return gel_success;
        case gel_statisticChange:
            *value = interpolate(series, span->end) - interpolate(series, span->start);
            return gel_success;
        case gel_statisticPeriod:
            return takePeriod(series, level, first, last, value);
        case gel_statisticDecay:
            return takeDecay(series, level, first, last, value);
        default:
            return gelFail(gel_invalidArgument, "expected a statistic, found %d", (int)take);
    }
}

gelStatus gelStatisticOfSeries(const gelSeries* series, gelStatistic take, const gelSpan* span, double* value)
{
    *value = NAN;
    if (!gelSeriesReaches(series, span->end))
        return gelFail(gel_invalidArgument, "the frames end at %g s, before %g s",
                       series->count > 0 ? series->times[series->count - 1] : 0.0, span->end);
    if (take != gel_statisticValue)
        return takeOfSpan(series, take, span, value);
    *value = interpolate(series, span->end);
    return isnan(*value) ? gelFail(gel_invalidArgument,
                                   "its value is NaN at %g s: its body was removed or taken out", span->end)
                         : gel_success;
}
