#include "compare/compare.h"
#include "common/number.h"
#include "app/figure.h"
#include "app/memory.h"
#include "app/text_file.h"

#include <stdlib.h>
#include <string.h>

enum { tableRows = 12 };

double gelRelativeDifference(const gelDifference* difference)
{
    return difference->bodySize > 0.0 ? difference->largest / difference->bodySize : 0.0;
}

bool gelComparison_ExpectsEqual(const gelComparison* comparison)
{
    return comparison->samePrecision && comparison->sameSettings;
}

bool gelComparison_IsMet(const gelComparison* comparison)
{
    if (comparison->equal)
        return true;
    return comparison->tolerance >= 0.0 ? comparison->within : !gelComparison_ExpectsEqual(comparison);
}

static bool bothAreDouble(const gelComparison* comparison)
{
    return comparison->defs[0].backend == gel_referenceDouble &&
           comparison->defs[1].backend == gel_referenceDouble;
}

// The bits of a value, in the precision compared.
static const char* bitsText(const gelComparison* comparison, double value, char text[24])
{
    if (bothAreDouble(comparison)) {
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        snprintf(text, 24, "0x%016llx", (unsigned long long)bits);
    } else {
        float single = (float)value;
        uint32_t bits;
        memcpy(&bits, &single, sizeof bits);
        snprintf(text, 24, "0x%08lx", (unsigned long)bits);
    }
    return text;
}

static const char* constraintKind(const gelDivergence* divergence)
{
    return divergence->kind == gel_distanceConstraint ? "edge"
           : divergence->kind == gel_volumeConstraint ? "tet"
                                                      : gelConstraintKindText(divergence->kind);
}

static void printDivergence(const gelOutput* output, const gelComparison* comparison)
{
    const gelDivergence* divergence = &comparison->divergence;
    const char* quantity = divergence->velocity ? "velocity" : "position";
    char bits[24];
    gelPrintRow(output, "frame", "%s", GEL_GROUPED(comparison->divergedFrame));
    gelPrintRow(output, "substep", "%d", divergence->substep);
    gelPrintRow(output, "stage", "%s", gelStageText(divergence->stage, divergence->kind));
    if (divergence->phase >= 0 && divergence->phaseCount > 1)
        gelPrintRow(output, "phase", "%d", divergence->phase);
    if (divergence->colour >= 0)
        gelPrintRow(output, "colour", "%d", divergence->colour);
    if (divergence->constraint >= 0)
        gelPrintRow(output, "constraint", "%s %s", constraintKind(divergence),
                    GEL_GROUPED(divergence->constraint));
    gelPrintRow(output, "body", "%s", GEL_GROUPED(comparison->divergedBody));
    gelPrintRow(output, "vertex", "%s", GEL_GROUPED(divergence->vertex));
    gelPrintRow(output, "component", "%c of the %s", "xyz"[divergence->component], quantity);
    gelPrintRow(output, "value of a", "%-16.9g %s", divergence->a, bitsText(comparison, divergence->a, bits));
    gelPrintRow(output, "value of b", "%-16.9g %s", divergence->b, bitsText(comparison, divergence->b, bits));
    gelPrintRow(output, "apart", "%s",
                GEL_COUNT(divergence->ulps, "unit in the last place", "units in the last place"));
}

static void printTable(const gelOutput* output, const gelComparison* comparison)
{
    int rows = comparison->frames < tableRows ? comparison->frames : tableRows;
    printf("\n%s%9s %14s %14s %19s %7s%s\n", gelInkText(output, gel_inkBold), "frame", "largest (m)",
           "rms (m)", "largest / body size", "bits", gelInkText(output, gel_inkPlain));
    for (int row = 1; row <= rows; row++) {
        int frame = (int)((int64_t)comparison->frames * row / rows); // the last row is the last frame
        const gelDifference* difference = &comparison->differences[frame - 1];
        printf("%9s %14.3e %14.3e %19.3e %7s\n", GEL_GROUPED(comparison->start + frame), difference->largest,
               difference->rootMeanSquare, gelRelativeDifference(difference),
               difference->equal ? "equal" : "differ");
    }
}

static const char* verdictOf(const gelComparison* comparison)
{
    if (comparison->equal)
        return "equal";
    if (comparison->tolerance >= 0.0)
        return comparison->within ? "within" : "not within";
    return gelComparison_ExpectsEqual(comparison) ? "not equal" : "apart";
}

// How a side steps: the order of its constraints, or an integrator, which has none.
static void describeMethod(const gelComparison* comparison, int side, char text[80])
{
    const gelWorldDef* def = &comparison->defs[side];
    if (def->integrator == gel_xpbd)
        snprintf(text, 80, "order: %s", gelConstraintOrderText(def->order));
    else
        snprintf(text, 80, "integrator: %s", gelIntegratorText(def->integrator));
}

static const char* orderOf(const gelComparison* comparison, int side)
{
    return gelConstraintOrderText(comparison->defs[side].order);
}

// All zero if there is no memory for it.
static gelFigure costOf(const gelComparison* comparison, int side)
{
    double* samples = gelNew((size_t)comparison->frames, sizeof *samples);
    if (samples == NULL)
        return (gelFigure){0};
    for (int i = 0; i < comparison->frames; i++)
        samples[i] = comparison->differences[i].stepMilliseconds[side];
    gelFigure figure = gelFigureOf(samples, comparison->frames);
    free(samples);
    return figure;
}

static void printSide(const gelOutput* output, const gelComparison* comparison, int side)
{
    const gelWorldDef* def = &comparison->defs[side];
    const char* name = side == 0 ? "a" : "b";
    char method[80];
    if (comparison->sides[side].valueCount == 0)
        gelPrintRow(output, name, "%s", gelWorld_GetBackendText(comparison->worlds[side]));
    else
        gelPrintRow(output, name, "%s; as asked: %s", gelWorld_GetBackendText(comparison->worlds[side]),
                    comparison->sides[side].text);
    describeMethod(comparison, side, method);
    if (!comparison->sameSettings)
        gelPrintRow(output, "", "%s, %s", GEL_COUNT(def->substepCount, "substep", "substeps"), method);
    gelFigure cost = costOf(comparison, side);
    gelPrintRow(output, "", "%s ms a frame at least, %s in the median", GEL_THREE_DIGITS(cost.min),
                GEL_THREE_DIGITS(cost.median));
}

static void printWorst(const gelOutput* output, const gelComparison* comparison)
{
    const gelDifference* worst = &comparison->differences[comparison->worstFrame - 1];
    gelPrintRow(output, "most apart", "%.3e m, %.3g%% of the largest body's size, in frame %s",
                worst->largest, 100.0 * gelRelativeDifference(worst),
                GEL_GROUPED(comparison->start + comparison->worstFrame));
    if (comparison->tolerance >= 0.0)
        gelPrintRow(output, "tolerance", "%g%s", comparison->tolerance * (comparison->relative ? 100.0 : 1.0),
                    comparison->relative ? "% of the largest body's size" : " m");
}

static void printVerdict(const gelOutput* output, const gelComparison* comparison)
{
    bool judged = comparison->tolerance >= 0.0 || gelComparison_ExpectsEqual(comparison);
    gelInk ink = !gelComparison_IsMet(comparison) ? gel_inkBad
                 : judged || comparison->equal    ? gel_inkGood
                                                  : gel_inkBold;
    printf("%s%s:%s ", gelInkText(output, ink), verdictOf(comparison), gelInkText(output, gel_inkPlain));
    printf("%s, %s, ", GEL_COUNT(comparison->frames, "frame", "frames"),
           GEL_COUNT(comparison->counters.vertexCount, "vertex", "vertices"));
    if (comparison->equal)
        printf("hash %016llx\n", (unsigned long long)comparison->hashes[0]);
    else if (gelComparison_ExpectsEqual(comparison))
        printf("%s and %s part in frame %s\n", comparison->sides[0].text, comparison->sides[1].text,
               GEL_GROUPED(comparison->divergedFrame));
    else
        printf("%s\n", !comparison->sameSettings ? "different settings" : "single and double precision");
}

void gelPrintComparison(const gelOutput* output, const gelComparison* comparison)
{
    printVerdict(output, comparison);
    gelPrintSet(output, comparison->scene);
    printSide(output, comparison, 0);
    printSide(output, comparison, 1);
    if (comparison->defs[0].order != gel_colourOrder && comparison->sameSettings)
        gelPrintRow(output, "order", "%s",
                    comparison->defs[0].order == gel_meshOrder ? "of the mesh" : orderOf(comparison, 0));
    if (comparison->diverged)
        printDivergence(output, comparison);
    if (!comparison->equal) {
        printWorst(output, comparison);
        printTable(output, comparison);
    }
    if (comparison->csv != NULL)
        gelPrintRow(output, "written", "%s", comparison->csv);
}

static void addHash(cJSON* object, uint64_t hash)
{
    char text[24];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    cJSON_AddStringToObject(object, "hash", text);
}

static void addSide(cJSON* object, const char* name, const gelComparison* comparison, int side)
{
    cJSON* item = cJSON_AddObjectToObject(object, name);
    cJSON_AddStringToObject(item, "option", comparison->sides[side].text);
    cJSON_AddStringToObject(item, "backend", gelWorld_GetBackendText(comparison->worlds[side]));
    addHash(item, comparison->hashes[side]);
    cJSON_AddNumberToObject(item, "substeps", comparison->defs[side].substepCount);
    cJSON_AddStringToObject(item, "integrator", gelIntegratorText(comparison->defs[side].integrator));
    cJSON_AddStringToObject(item, "order", orderOf(comparison, side));
    gelFigure cost = costOf(comparison, side);
    cJSON_AddNumberToObject(item, "min_ms", cost.min);
    cJSON_AddNumberToObject(item, "median_ms", cost.median);
}

static void addDivergence(cJSON* object, const gelComparison* comparison)
{
    const gelDivergence* divergence = &comparison->divergence;
    char bits[24];
    if (!comparison->diverged) {
        cJSON_AddNullToObject(object, "divergence");
        return;
    }
    cJSON* item = cJSON_AddObjectToObject(object, "divergence");
    cJSON_AddNumberToObject(item, "frame", comparison->divergedFrame);
    cJSON_AddNumberToObject(item, "substep", divergence->substep);
    cJSON_AddStringToObject(item, "stage", gelStageText(divergence->stage, divergence->kind));
    if (divergence->phaseCount > 1)
        cJSON_AddNumberToObject(item, "phase", divergence->phase);
    cJSON_AddNumberToObject(item, "colour", divergence->colour);
    cJSON_AddNumberToObject(item, "constraint", divergence->constraint);
    cJSON_AddNumberToObject(item, "body", comparison->divergedBody);
    cJSON_AddNumberToObject(item, "vertex", divergence->vertex);
    cJSON_AddStringToObject(item, "component", (const char*[]){"x", "y", "z"}[divergence->component]);
    cJSON_AddStringToObject(item, "quantity", divergence->velocity ? "velocity" : "position");
    cJSON_AddNumberToObject(item, "a", divergence->a);
    cJSON_AddNumberToObject(item, "b", divergence->b);
    cJSON_AddStringToObject(item, "a_bits", bitsText(comparison, divergence->a, bits));
    cJSON_AddStringToObject(item, "b_bits", bitsText(comparison, divergence->b, bits));
    cJSON_AddNumberToObject(item, "ulps", (double)divergence->ulps);
}

static void addTolerance(cJSON* object, const gelComparison* comparison)
{
    const gelDifference* worst = &comparison->differences[comparison->worstFrame - 1];
    cJSON_AddStringToObject(object, "verdict", verdictOf(comparison));
    cJSON_AddNumberToObject(object, "worst_frame", comparison->start + comparison->worstFrame);
    cJSON_AddNumberToObject(object, "worst_m", worst->largest);
    cJSON_AddNumberToObject(object, "worst_relative", gelRelativeDifference(worst));
    if (comparison->tolerance >= 0.0) {
        cJSON_AddNumberToObject(object, comparison->relative ? "tolerance_relative" : "tolerance_m",
                                comparison->tolerance);
        cJSON_AddBoolToObject(object, "within", comparison->within);
    }
}

cJSON* gelComparison_ToJson(const gelComparison* comparison)
{
    cJSON* object = cJSON_CreateObject();
    gelAddSet(object, comparison->scene);
    cJSON_AddBoolToObject(object, "equal", comparison->equal);
    cJSON_AddBoolToObject(object, "equal_expected", gelComparison_ExpectsEqual(comparison));
    addTolerance(object, comparison);
    if (comparison->start > 0)
        cJSON_AddNumberToObject(object, "from_frame", comparison->start);
    cJSON_AddNumberToObject(object, "frames", comparison->frames);
    cJSON_AddNumberToObject(object, "substeps", comparison->defs[0].substepCount);
    cJSON_AddStringToObject(object, "order", gelConstraintOrderText(comparison->defs[0].order));
    cJSON_AddNumberToObject(object, "vertices", comparison->counters.vertexCount);
    cJSON_AddNumberToObject(object, "tets", comparison->counters.tetCount);
    addSide(object, "a", comparison, 0);
    addSide(object, "b", comparison, 1);
    addDivergence(object, comparison);
    cJSON* rows = cJSON_AddArrayToObject(object, "differences");
    for (int i = 0; i < comparison->frames; i++) {
        const gelDifference* difference = &comparison->differences[i];
        cJSON* row = cJSON_CreateObject();
        cJSON_AddNumberToObject(row, "frame", comparison->start + i + 1);
        cJSON_AddNumberToObject(row, "max_difference_m", difference->largest);
        cJSON_AddNumberToObject(row, "rms_difference_m", difference->rootMeanSquare);
        cJSON_AddNumberToObject(row, "relative", gelRelativeDifference(difference));
        cJSON_AddBoolToObject(row, "equal", difference->equal);
        cJSON_AddItemToArray(rows, row);
    }
    return object;
}

static void writeRows(FILE* file, const gelComparison* comparison)
{
    fputs("frame,max_difference_m,rms_difference_m,relative,equal\n", file);
    for (int i = 0; i < comparison->frames; i++) {
        const gelDifference* difference = &comparison->differences[i];
        const double numbers[] = {difference->largest, difference->rootMeanSquare,
                                  gelRelativeDifference(difference)};
        fprintf(file, "%d", comparison->start + i + 1);
        for (int k = 0; k < 3; k++) {
            fputc(',', file);
            gelWriteNumber(file, numbers[k], 9);
        }
        fprintf(file, ",%d\n", difference->equal);
    }
}

int gelComparison_WriteCsv(gelOutput* output, const gelComparison* comparison)
{
    gelTextFile table;
    int code = gelOpenTextFile(output, "csv", comparison->csv, &table);
    if (code != gel_exitDone)
        return code;
    writeRows(table.file, comparison);
    return gelCloseTextFile(output, "csv", &table, code);
}
