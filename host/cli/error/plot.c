// The picture of gel error --plot: bars of the split, then each solver's error against its substeps and its time.
#include "app/chart_file.h"
#include "error/report.h"

#include <math.h>

enum { left = 90, right = 930 };

typedef double Value(const gelSolverTrial* trial);

static double substepsOf(const gelSolverTrial* trial)
{
    return trial->substeps;
}

static double timeOf(const gelSolverTrial* trial)
{
    return trial->milliseconds;
}

// In percent. What is smaller has no place on a logarithmic axis.
static double percentOf(double share)
{
    return fmax(100.0 * fabs(share), 1e-6);
}

static gelAxis emptyAxis(double from, double to)
{
    return (gelAxis){.low = HUGE_VAL, .high = 0.0, .from = from, .to = to, .logarithmic = true};
}

static void widen(gelAxis* axis, double value)
{
    axis->low = fmin(axis->low, value);
    axis->high = fmax(axis->high, value);
}

static void drawSplit(gelCanvas* canvas, const gelSplit* split, double top, double bottom)
{
    static const char* const names[gel_errorRowCount] = {"order",     "",         "rounding",
                                                         "time step", "substeps", "mesh"};
    gelAxis height = emptyAxis(bottom, top), across = {0, 1, left, right, false};
    double place = (right - left) / (double)(gel_errorRowCount - 1), x = left + 0.5 * place;
    char text[64];
    widen(&height, 1.0);
    widen(&height, 0.01);
    for (int i = 0; i < gel_errorRowCount; i++)
        if (isfinite(split->rows[i].error) && split->rows[i].error != 0.0)
            widen(&height, percentOf(split->rows[i].error / split->scale));
    height.low *= 0.5;
    gelAxis_Round(&height);
    gelCanvas_Text(canvas, left - 60, top - 32, 15, gel_anchorStart, "Where the error comes from");
    gelCanvas_VerticalAxis(canvas, &height, &across, "% of the number");
    for (int i = 0; i < gel_errorRowCount; i++) {
        const gelErrorRow* row = &split->rows[i];
        double share = row->error / split->scale;
        if (names[i][0] == '\0')
            continue;
        gelCanvas_Text(canvas, x, bottom + 18, 12, gel_anchorMiddle, names[i]);
        snprintf(text, sizeof text, isnan(share) ? "not varied" : "%s%.3g %%",
                 row->isBound       ? "> "
                 : row->isEitherWay ? "+-"
                 : share > 0.0      ? "+"
                 : share < 0.0      ? "-"
                                    : "",
                 100.0 * fabs(share));
        double y = share != 0.0 && isfinite(share) ? gelAxis_Place(&height, percentOf(share)) : bottom;
        gelCanvas_Rectangle(canvas, x - 40, y, 80, bottom - y, gelPlotColours[2]);
        gelCanvas_Text(canvas, x, y - 4, 12, gel_anchorMiddle, text);
        x += place;
    }
    gelCanvas_Line(canvas, left, bottom, right, bottom, "#222222", 1, false);
}

static void drawCurves(gelCanvas* canvas, const gelSolvers* solvers, Value* value, const gelAxis* across,
                       const gelAxis* height)
{
    for (int k = 0; k < gel_triedSolverCount; k++) {
        const gelSolverRow* row = &solvers->rows[k];
        double lastX = 0.0, lastY = 0.0;
        for (int i = 0; i < row->trialCount; i++) {
            double x = gelAxis_Place(across, value(&row->trials[i]));
            double y = gelAxis_Place(height, percentOf(row->trials[i].error));
            if (i > 0)
                gelCanvas_Line(canvas, lastX, lastY, x, y, row->colour, 2, false);
            gelCanvas_Dot(canvas, x, y, 4, row->colour, false);
            lastX = x;
            lastY = y;
        }
    }
}

static void drawErrors(gelCanvas* canvas, const gelSolvers* solvers, Value* value, const char* heading,
                       const char* title, double top, double bottom)
{
    gelAxis height = emptyAxis(bottom, top), across = emptyAxis(left, right);
    widen(&height, percentOf(solvers->tolerance));
    for (int k = 0; k < gel_triedSolverCount; k++)
        for (int i = 0; i < solvers->rows[k].trialCount; i++) {
            widen(&across, fmax(value(&solvers->rows[k].trials[i]), 1e-6));
            widen(&height, percentOf(solvers->rows[k].trials[i].error));
        }
    gelCanvas_Text(canvas, left - 60, top - 32, 15, gel_anchorStart, heading);
    if (across.high <= 0.0)
        return; // nothing was tried
    gelAxis_Round(&height);
    gelAxis_Round(&across);
    gelCanvas_VerticalAxis(canvas, &height, &across, "error, %");
    gelCanvas_HorizontalAxis(canvas, &across, &height, title);
    double y = gelAxis_Place(&height, percentOf(solvers->tolerance));
    gelCanvas_Line(canvas, left, y, right, y, "#222222", 1.5, true);
    drawCurves(canvas, solvers, value, &across, &height);
}

void gelPlotErrorReport(gelCanvas* canvas, const gelErrorReport* report)
{
    char text[400], taken[gel_questionTextSize];
    gelCanvas_Begin(canvas, gel_plotWidth, gel_plotHeight);
    snprintf(text, sizeof text, "%s: %s", gelScene_GetName(report->scene), report->question->info.name);
    gelCanvas_Text(canvas, left - 60, 34, 20, gel_anchorStart, text);
    snprintf(text, sizeof text, "%s, %s, with %s", report->question->info.measure,
             gelQuestionText(report->question, taken),
             GEL_COUNT(report->own->substeps, "substep", "substeps"));
    gelCanvas_Text(canvas, left - 60, 54, 12, gel_anchorStart, text);
    drawSplit(canvas, report->split, 140, 380);
    if (report->solvers != NULL) {
        for (int k = 0; k < gel_triedSolverCount; k++) {
            const gelSolverRow* row = &report->solvers->rows[k];
            double x = left + 176.0 * (k % 5), y = 422.0 + 18.0 * (k / 5);
            gelCanvas_Rectangle(canvas, x - 60, y - 10, 12, 12, row->colour);
            gelCanvas_Text(canvas, x - 42, y, 12, gel_anchorStart, row->text);
        }
        drawErrors(canvas, report->solvers, substepsOf, "Error against substeps (dashed: --tolerance)",
                   "substeps per frame", 500, 760);
        drawErrors(canvas, report->solvers, timeOf, "Error against time", "ms a frame", 860, 1120);
    }
    gelCanvas_End(canvas);
}
