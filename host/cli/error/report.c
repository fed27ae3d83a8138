#include "error/report.h"

#include <math.h>
#include <string.h>

enum { cellSize = 64 };

// "-1.23 %" of the scale; "-" if it is no number.
static const char* shareText(double value, double scale, const char* before, char text[cellSize])
{
    double share = 100.0 * value / scale;
    if (isnan(share))
        snprintf(text, cellSize, "-");
    else if (share == 0.0)
        snprintf(text, cellSize, "0 %%");
    else
        snprintf(text, cellSize, before[0] != '\0' ? "%s%.3g %%" : "%s%+.3g %%", before,
                 before[0] != '\0' ? fabs(share) : share);
    return text;
}

static const char* valueText(double value, const char* unit, char text[cellSize])
{
    snprintf(text, cellSize, "%.5g%s%s", value, unit[0] != '\0' ? " " : "", unit);
    return text;
}

static void printRowOfSplit(const gelOutput* output, const gelErrorRow* row, double scale)
{
    char texts[2][cellSize], power[16] = "";
    bool isLeftOut = row->reason[0] != '\0';
    if (!isnan(row->power))
        snprintf(power, sizeof power, "%.2f", row->power);
    const char* before = row->isBound ? "> " : row->isEitherWay ? "+-" : "";
    printf("  %s%-11s%-22s%11s %13s %6s  %s%s\n", isLeftOut ? gelInkText(output, gel_inkDim) : "",
           row->source, row->varied, isLeftOut ? "-" : shareText(row->change, scale, "", texts[0]),
           isLeftOut ? "-" : shareText(row->error, scale, before, texts[1]), power, row->how,
           gelInkText(output, gel_inkPlain));
    if (!isLeftOut)
        return;
    printf("             %s", gelInkText(output, gel_inkDim));
    gelPrintWrapped(row->reason, 13);
    printf("%s", gelInkText(output, gel_inkPlain));
}

static void printSplit(const gelOutput* output, const gelErrorReport* report)
{
    const gelSplit* split = report->split;
    char text[cellSize];
    printf("\n  %s%-11s%-22s%11s %13s %6s  %s%s\n", gelInkText(output, gel_inkDim), "source", "varied",
           "change", "error, about", "order", "how", gelInkText(output, gel_inkPlain));
    for (int i = 0; i < gel_errorRowCount; i++)
        printRowOfSplit(output, &split->rows[i], split->scale);
    printf("  %-33s%11s %13s         known ones\n", "together", "",
           shareText(split->sum, split->scale, "", text));
}

static void printHead(const gelOutput* output, const gelErrorReport* report)
{
    const gelQuestion* question = report->question;
    const gelSplit* split = report->split;
    char own[cellSize], left[cellSize], expected[cellSize], taken[gel_questionTextSize];
    double step = (double)gelScene_GetTimeStep(report->scene);
    gelPrintRow(output, "scene", "%s: %s", gelScene_GetName(report->scene),
                GEL_COUNT(gelScene_GetTetCount(report->scene), "tet", "tets"));
    gelPrintSet(output, report->scene);
    gelPrintRow(output, "settings", "%s in a frame of %s ms, order %s",
                GEL_COUNT(report->own->substeps, "substep", "substeps"), GEL_THREE_DIGITS(1000.0 * step),
                gelConstraintOrderText(report->own->order));
    gelPrintRow(output, "probe", "%s, %s, %s", question->info.name, question->info.measure,
                gelQuestionText(question, taken));
    gelPrintRow(output, "found", "%s; less its errors %s%s%s", valueText(split->own, question->unit, own),
                valueText(split->own - split->sum, question->unit, left),
                question->hasExpectation ? "; expected " : "",
                question->hasExpectation ? valueText(question->expected, question->unit, expected) : "");
    if (split->scale != split->exact)
        gelPrintRow(output, "shares", "of %s, the most of any frame",
                    valueText(split->scale, question->unit, own));
}

static void printSolver(const gelOutput* output, const gelSolverRow* row)
{
    char text[cellSize];
    if (row->reason[0] != '\0') {
        printf("  %s%-22s", gelInkText(output, gel_inkDim), row->text);
        gelPrintWrapped(row->reason, 24);
        printf("%s", gelInkText(output, gel_inkPlain));
        return;
    }
    printf("  %-22s%9s %9s", row->text, row->isReached ? GEL_GROUPED(row->substeps) : "never",
           shareText(row->error, 1.0, "", text));
    for (int i = 0; i < gel_placeCount && row->isReached; i++) {
        if (row->isTimed[i])
            printf("%9s ms", GEL_THREE_DIGITS(row->frames[i].median));
        else
            printf("%12s", "-");
    }
    if (row->isReached)
        putchar('\n');
    else
        printf("   with %s, the best\n", GEL_GROUPED(row->substeps));
}

static void printSolvers(const gelOutput* output, const gelSolvers* solvers)
{
    printf("\n  Milliseconds per frame for an error of %.3g %% of the converged number\n",
           100.0 * solvers->tolerance);
    printf("  %s%-22s%9s %9s", gelInkText(output, gel_inkDim), "solver", "substeps", "error");
    for (int i = 0; i < gel_placeCount; i++)
        printf("%12s", gelPlaceTexts[i]);
    printf("%s\n", gelInkText(output, gel_inkPlain));
    for (int i = 0; i < gel_triedSolverCount; i++)
        printSolver(output, &solvers->rows[i]);
    if (!solvers->hasDevice) {
        printf("  no device: ");
        gelPrintWrapped(solvers->reason, 13);
    }
}

void gelPrintErrorReport(const gelOutput* output, const gelErrorReport* report)
{
    printHead(output, report);
    printSplit(output, report);
    if (report->solvers != NULL)
        printSolvers(output, report->solvers);
}

static void addNumber(cJSON* object, const char* key, double value)
{
    if (isfinite(value))
        cJSON_AddNumberToObject(object, key, value);
    else
        cJSON_AddNullToObject(object, key);
}

static cJSON* rowToJson(const gelErrorRow* row, double scale)
{
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "key", row->key);
    cJSON_AddStringToObject(object, "varied", row->varied);
    if (row->reason[0] != '\0') {
        cJSON_AddStringToObject(object, "reason", row->reason);
        return object;
    }
    addNumber(object, "change", row->change);
    addNumber(object, "error", row->error);
    addNumber(object, "error_share", row->error / scale);
    addNumber(object, "order", row->power);
    cJSON_AddStringToObject(object, "how", row->how);
    cJSON_AddBoolToObject(object, "is_bound", row->isBound);
    return object;
}

static cJSON* solverToJson(const gelSolverRow* row)
{
    static const char* const keys[gel_placeCount] = {"c", "perColour", "auto"};
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "key", row->key);
    cJSON_AddStringToObject(object, "text", row->text);
    if (row->reason[0] != '\0') {
        cJSON_AddStringToObject(object, "reason", row->reason);
        return object;
    }
    addNumber(object, "converged", row->limit);
    cJSON_AddBoolToObject(object, "reached", row->isReached);
    cJSON_AddNumberToObject(object, "substeps", row->substeps);
    addNumber(object, "error_share", row->error);
    cJSON* places = cJSON_AddArrayToObject(object, "frames");
    for (int i = 0; i < gel_placeCount; i++)
        if (row->isTimed[i])
            cJSON_AddItemToArray(places, gelFigureToJson(row->frames[i], keys[i], gelPlaceTexts[i]));
    cJSON* trials = cJSON_AddArrayToObject(object, "trials");
    for (int i = 0; i < row->trialCount; i++) {
        cJSON* trial = cJSON_CreateObject();
        cJSON_AddNumberToObject(trial, "substeps", row->trials[i].substeps);
        addNumber(trial, "error_share", row->trials[i].error);
        addNumber(trial, "median_ms", row->trials[i].milliseconds);
        cJSON_AddItemToArray(trials, trial);
    }
    return object;
}

cJSON* gelErrorReport_ToJson(const gelErrorReport* report)
{
    const gelQuestion* question = report->question;
    const gelSplit* split = report->split;
    char text[gel_questionTextSize];
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "scene", gelScene_GetName(report->scene));
    gelAddSet(object, report->scene);
    cJSON_AddNumberToObject(object, "substeps", report->own->substeps);
    cJSON_AddStringToObject(object, "constraint_order", gelConstraintOrderText(report->own->order));
    cJSON_AddStringToObject(object, "probe", question->info.name);
    cJSON_AddStringToObject(object, "taken", gelQuestionText(question, text));
    cJSON_AddStringToObject(object, "unit", question->unit);
    addNumber(object, "found", split->own);
    addNumber(object, "in_double", split->exact);
    addNumber(object, "error", split->sum);
    addNumber(object, "scale", split->scale);
    if (question->hasExpectation)
        addNumber(object, "expected", question->expected);
    cJSON* rows = cJSON_AddArrayToObject(object, "sources");
    for (int i = 0; i < gel_errorRowCount; i++)
        cJSON_AddItemToArray(rows, rowToJson(&split->rows[i], split->scale));
    if (report->solvers == NULL)
        return object;
    cJSON_AddNumberToObject(object, "tolerance", report->solvers->tolerance);
    cJSON* solvers = cJSON_AddArrayToObject(object, "solvers");
    for (int i = 0; i < gel_triedSolverCount; i++)
        cJSON_AddItemToArray(solvers, solverToJson(&report->solvers->rows[i]));
    return object;
}
