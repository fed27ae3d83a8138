#include "app/probe_table.h"
#include "common/number.h"

#include <math.h>
#include <string.h>

void gelNameProbeColumn(const gelProbeInfo* info, const char* ending, char text[gel_probeHeadingSize])
{
    size_t length = (size_t)snprintf(text, gel_probeHeadingSize - 40, "%s%s%s", info->name, ending,
                                     info->unit[0] != '\0' ? "_" : "");
    for (const char* c = info->unit; *c != '\0'; c++) {
        if (*c != ' ')
            text[length++] = *c;
    }
    text[length] = '\0';
}

static void writeHeading(FILE* file, const gelProbeInfo* info, const char* ending)
{
    char text[gel_probeHeadingSize];
    gelNameProbeColumn(info, ending, text);
    fputc(',', file);
    gelWriteCsvText(file, text);
}

// Probes that the settings forbid are left out, each with a warning; what is wrong in the scene stays an error.
static gelStatus createProbes(gelOutput* output, const gelScene* scene, gelWorld* world, gelProbes** probes)
{
    gelStatus status = gelCreateProbes(scene, world, probes);
    if (status != gel_unsupported)
        return status;
    for (int i = 0; i < gelScene_GetProbeCount(scene); i++) {
        gelProbes* alone;
        status = gelCreateProbe(scene, world, i, &alone);
        gelDestroyProbes(alone);
        if (status == gel_unsupported)
            gelPrintWarning(output, "%s; it is ignored", gelLastError());
        else if (status != gel_success)
            return status;
    }
    return gelCreateReadableProbes(scene, world, &(int){0}, probes);
}

int gelOpenProbeTable(gelOutput* output, const char* path, bool drawn, const gelScene* scene, gelWorld* world,
                      gelProbeTable* table)
{
    *table = (gelProbeTable){.scene = scene};
    int count = gelScene_GetProbeCount(scene);
    if (path == NULL && gelScene_GetExpectationCount(scene) == 0 && !(drawn && count > 0))
        return gel_exitDone;
    if (path != NULL && count == 0)
        return gelReportError(output, gel_exitUsage, "--csv %s: the scene names no \"probes\" to write",
                              path);
    gelStatus status = createProbes(output, scene, world, &table->probes);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityInput);
    int code = path != NULL ? gelOpenTextFile(output, "csv", path, &table->file) : gel_exitDone;
    if (path == NULL || code != gel_exitDone)
        return code;
    double unused;
    fputs("time_s", table->file.file);
    for (int i = 0; i < count; i++) {
        gelProbeInfo info = gelScene_GetProbe(scene, i);
        writeHeading(table->file.file, &info, "");
        if (gelProbes_GetCurve(table->probes, i, 0.0, &unused))
            writeHeading(table->file.file, &info, "_curve");
    }
    fputc('\n', table->file.file);
    return gel_exitDone;
}

static void writeCell(FILE* file, double value)
{
    fputc(',', file);
    if (!isnan(value))
        gelWriteNumber(file, value, 9);
}

gelStatus gelProbeTable_AddFrame(gelProbeTable* table, gelWorld* world, double time)
{
    FILE* file = table->file.file;
    gelStatus status = table->probes != NULL ? gelProbes_AddFrame(table->probes, world, time) : gel_success;
    if (status != gel_success || file == NULL)
        return status;
    int frame = gelProbes_GetFrameCount(table->probes) - 1;
    gelWriteNumber(file, time, 7); // a time step is a float: more digits are those of its rounding
    for (int i = 0; i < gelScene_GetProbeCount(table->scene); i++) {
        double curve;
        writeCell(file, gelProbes_GetValue(table->probes, i, frame));
        if (gelProbes_GetCurve(table->probes, i, time, &curve))
            writeCell(file, curve);
    }
    fputc('\n', file);
    return gel_success;
}

int gelCloseProbeTable(gelOutput* output, gelProbeTable* table, int code)
{
    return gelCloseTextFile(output, "csv", &table->file, code);
}

void gelReleaseProbeTable(gelProbeTable* table)
{
    gelDestroyProbes(table->probes);
    table->probes = NULL;
}

static int countOf(const gelProbeTable* table)
{
    return table->probes != NULL ? gelScene_GetExpectationCount(table->scene) : 0;
}

gelOutcome gelOutcomeOf(const gelVerdict* verdict)
{
    bool isMissed = verdict->isReached && !verdict->isMet && !verdict->isLeftOut;
    return verdict->isMet ? gel_outcomeMet : isMissed ? gel_outcomeMissed : gel_outcomeOpen;
}

int gelCountMissed(const gelProbeTable* table)
{
    int missed = 0;
    for (int i = 0; i < countOf(table); i++) {
        gelVerdict verdict;
        gelProbes_Judge(table->probes, i, &verdict);
        missed += gelOutcomeOf(&verdict) == gel_outcomeMissed;
    }
    return missed;
}

// "tip at 2 s", "tip, period from 0 to 3 s".
static void describe(const gelProbeTable* table, const gelExpectation* expectation, const gelSpan* span,
                     char text[gel_cellSize])
{
    const char* name = gelScene_GetProbe(table->scene, expectation->probe).name;
    if (expectation->take == gel_statisticValue)
        snprintf(text, gel_cellSize, "%s at %.4g s", name, span->end);
    else
        snprintf(text, gel_cellSize, "%s, %s from %.4g to %.4g s", name, gelStatisticText(expectation->take),
                 span->start, span->end);
}

// "0.0163 m".
static void numberText(double value, const char* unit, char text[gel_cellSize])
{
    snprintf(text, gel_cellSize, "%.5g%s%s", value, unit[0] != '\0' ? " " : "", unit);
}

// An error or a tolerance: in percent of `whole` where that is how it was given.
static void errorText(double value, const gelVerdict* verdict, double whole, const char* unit,
                      char text[gel_cellSize])
{
    if (!verdict->isRelative)
        snprintf(text, gel_cellSize, "%.3g%s%s", value, unit[0] != '\0' ? " " : "", unit);
    else
        snprintf(text, gel_cellSize, "%.3g %%", 100.0 * value / whole);
}

const char* gelOutcomeText(gelOutcome outcome)
{
    return outcome == gel_outcomeMet ? "met" : outcome == gel_outcomeMissed ? "missed" : "open";
}

gelVerdictText gelDescribeVerdict(const gelProbeTable* table, int index)
{
    gelExpectation expectation = gelScene_GetExpectation(table->scene, index);
    gelVerdict verdict;
    gelVerdictText text = {.measured = "-", .error = "-", .note = expectation.reason};
    gelProbes_Judge(table->probes, index, &verdict);
    describe(table, &expectation, &verdict.span, text.what);
    numberText(verdict.expected, expectation.unit, text.expected);
    errorText(verdict.tolerance, &verdict, fabs(verdict.expected), expectation.unit, text.allowed);
    if (verdict.problem[0] == '\0') {
        numberText(verdict.measured, expectation.unit, text.measured);
        errorText(verdict.error, &verdict, verdict.expected, expectation.unit, text.error);
    } else {
        snprintf(text.problem, sizeof text.problem, "%s", verdict.problem);
    }
    text.outcome = gelOutcomeOf(&verdict);
    return text;
}

static void printVerdict(const gelOutput* output, const gelProbeTable* table, int index)
{
    gelVerdictText text = gelDescribeVerdict(table, index);
    static const gelInk inks[] = {
        [gel_outcomeMet] = gel_inkGood, [gel_outcomeMissed] = gel_inkBad, [gel_outcomeOpen] = gel_inkWarning};
    printf("  %-22s%s%12s %12s %11s %9s  %s%s%s\n", text.what,
           strlen(text.what) > 22 ? "\n                        " : "", text.expected, text.measured,
           text.error, text.allowed, gelInkText(output, inks[text.outcome]), gelOutcomeText(text.outcome),
           gelInkText(output, gel_inkPlain));
    printf("      %s", gelInkText(output, gel_inkDim));
    gelPrintWrapped(text.problem[0] == '\0' ? text.note : text.problem, 6);
    printf("%s", gelInkText(output, gel_inkPlain));
}

void gelPrintVerdicts(const gelOutput* output, const gelProbeTable* table)
{
    int count = countOf(table);
    if (count == 0)
        return;
    printf("\n  %s%-22s%12s %12s %11s %9s%s\n", gelInkText(output, gel_inkDim), "expectation", "expected",
           "measured", "error", "allowed", gelInkText(output, gel_inkPlain));
    for (int i = 0; i < count; i++)
        printVerdict(output, table, i);
}

// Null where it could not be measured.
static void addNumber(cJSON* object, const char* key, double value)
{
    if (isnan(value))
        cJSON_AddNullToObject(object, key);
    else
        cJSON_AddNumberToObject(object, key, value);
}

void gelAddVerdicts(cJSON* object, const gelProbeTable* table)
{
    cJSON* rows = countOf(table) > 0 ? cJSON_AddArrayToObject(object, "expectations") : NULL;
    for (int i = 0; i < countOf(table); i++) {
        gelExpectation expectation = gelScene_GetExpectation(table->scene, i);
        gelVerdict verdict;
        gelProbes_Judge(table->probes, i, &verdict);
        cJSON* row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "probe", gelScene_GetProbe(table->scene, expectation.probe).name);
        cJSON_AddStringToObject(row, "take", gelStatisticText(expectation.take));
        if (expectation.take == gel_statisticValue) {
            cJSON_AddNumberToObject(row, "at_s", verdict.span.end);
        } else {
            cJSON_AddNumberToObject(row, "from_s", verdict.span.start);
            cJSON_AddNumberToObject(row, "to_s", verdict.span.end);
        }
        cJSON_AddStringToObject(row, "unit", expectation.unit);
        cJSON_AddNumberToObject(row, "expected", verdict.expected);
        addNumber(row, "measured", verdict.measured);
        addNumber(row, "error", verdict.error);
        cJSON_AddNumberToObject(row, "tolerance", verdict.tolerance);
        cJSON_AddBoolToObject(row, "reached", verdict.isReached);
        cJSON_AddBoolToObject(row, "met", verdict.isMet);
        cJSON_AddStringToObject(row, "reason", expectation.reason);
        if (verdict.problem[0] != '\0')
            cJSON_AddStringToObject(row, "problem", verdict.problem);
        cJSON_AddItemToArray(rows, row);
    }
}
