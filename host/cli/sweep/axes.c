#include "sweep/axes.h"
#include "app/memory.h"
#include "common/number.h"
#include "sweep/csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { mostRows = 10000000, digits = 6 };

static int failMemory(gelOutput* output)
{
    return gelReportStatus(output, gel_outOfMemory, gel_activityInput);
}

// Settings have six digits, since functions of the C library may differ in the last one between machines.
static const char* numberText(double value, char text[gel_axisTextSize])
{
    return gelFormatNumber(value, digits, text);
}

// Returns the equals sign after a path, whose keys in brackets may contain one; NULL without.
static char* findEquals(char* text)
{
    for (char* c = text; *c != '\0'; c++) {
        if (strncmp(c, "[\"", 2) == 0) {
            char* end = strstr(c, "\"]");
            c = end != NULL ? end + 1 : c;
        } else if (*c == '=')
            return c;
    }
    return NULL;
}

static int addValue(gelOutput* output, gelSweepAxis* axis, const char* text)
{
    char** grown = gelGrow(axis->values, (size_t)axis->count + 1, sizeof *grown);
    if (grown == NULL)
        return failMemory(output);
    axis->values = grown;
    grown[axis->count] = gelCopyOf(text);
    return grown[axis->count++] != NULL ? gel_exitDone : failMemory(output);
}

// Returns the comma that ends a value, or the end of the text: commas in brackets, braces and quotes do not.
static char* endOfValue(char* text)
{
    int depth = 0;
    bool isQuoted = false;
    for (; *text != '\0' && (*text != ',' || depth > 0 || isQuoted); text++) {
        if (isQuoted && *text == '\\' && text[1] != '\0')
            text++;
        else if (*text == '"')
            isQuoted = !isQuoted;
        else if (!isQuoted)
            depth += (*text == '[' || *text == '{') - (*text == ']' || *text == '}');
    }
    return text;
}

static int readList(gelOutput* output, char* text, gelSweepAxis* axis)
{
    int code = gel_exitDone;
    for (bool isLast = false; !isLast && code == gel_exitDone;) {
        char* end = endOfValue(text);
        isLast = *end == '\0';
        *end = '\0';
        code = text[0] != '\0'
                   ? addValue(output, axis, text)
                   : gelReportError(output, gel_exitUsage,
                                    "--over %s: expected values between commas, found none", axis->path);
        text = end + 1;
    }
    return code;
}

// The ways to give numbers: "log:1e4:1e6:20".
static const struct Spread {
    const char *name, *form;
    int count; // of numbers
    gelAxisKind kind;
    bool isLog;
} spreads[] = {
    {"linear", "linear:FROM:TO:COUNT", 3, gel_axisOfValues, false},
    {"log", "log:FROM:TO:COUNT", 3, gel_axisOfValues, true},
    {"uniform", "uniform:FROM:TO", 2, gel_axisOfUniform, false},
    {"logUniform", "logUniform:FROM:TO", 2, gel_axisOfLogUniform, true},
    {"whole", "whole:FROM:TO", 2, gel_axisOfWhole, false},
};
enum { spreadCount = sizeof spreads / sizeof spreads[0] };

static const struct Spread* findSpread(const char* text)
{
    for (int i = 0; i < spreadCount; i++) {
        size_t length = strlen(spreads[i].name);
        if (strncmp(text, spreads[i].name, length) == 0 && text[length] == ':')
            return &spreads[i];
    }
    return NULL;
}

// Returns how many numbers follow each other between colons; -1: something else.
static int readNumbers(const char* text, double numbers[3])
{
    for (int count = 0; count < 3;) {
        char* end;
        numbers[count++] = strtod(text, &end);
        if (end == text || !isfinite(numbers[count - 1]) || (*end != ':' && *end != '\0'))
            return -1;
        if (*end == '\0')
            return count;
        text = end + 1;
    }
    return -1;
}

static bool isSpreadFit(const struct Spread* spread, const double n[3])
{
    if (spread->count == 3 && !(n[2] == floor(n[2]) && n[2] >= 2.0 && n[2] <= 1e6))
        return false;
    if (spread->kind == gel_axisOfWhole &&
        !(n[0] == floor(n[0]) && n[1] == floor(n[1]) && fabs(n[0]) < 1e9 && fabs(n[1]) < 1e9))
        return false;
    return n[0] < n[1] && (!spread->isLog || n[0] > 0.0);
}

static int readSpread(gelOutput* output, const struct Spread* spread, const char* text, gelSweepAxis* axis)
{
    double n[3] = {0.0, 0.0, 0.0};
    char number[gel_axisTextSize];
    int code = gel_exitDone;
    if (readNumbers(text + strlen(spread->name) + 1, n) != spread->count || !isSpreadFit(spread, n))
        return gelReportError(output, gel_exitUsage,
                              "--over %s: expected %s with FROM below TO%s, found \"%s\"", axis->path,
                              spread->form, spread->isLog ? ", both above 0" : "", text);
    axis->kind = spread->kind;
    axis->low = n[0];
    axis->high = n[1];
    for (int i = 0, last = (int)n[2] - 1; i <= last && spread->count == 3 && code == gel_exitDone; i++) {
        double value =
            spread->isLog ? n[0] * pow(n[1] / n[0], (double)i / last) : n[0] + (n[1] - n[0]) * i / last;
        code = addValue(output, axis, numberText(i == last ? n[1] : value, number));
    }
    return code;
}

// Takes over the path. A setting is varied by one axis.
static int addAxis(gelOutput* output, const char* path, gelAxes* axes, gelSweepAxis** axis)
{
    for (int i = 0; i < axes->count; i++)
        if (strcmp(axes->axes[i].path, path) == 0)
            return gelReportError(output, gel_exitUsage, "--over %s: the setting is varied twice", path);
    gelSweepAxis* grown = gelGrow(axes->axes, (size_t)axes->count + 1, sizeof *grown);
    if (grown == NULL)
        return failMemory(output);
    axes->axes = grown;
    *axis = &grown[axes->count];
    **axis = (gelSweepAxis){.path = gelCopyOf(path)};
    axes->count += (*axis)->path != NULL;
    return (*axis)->path != NULL ? gel_exitDone : failMemory(output);
}

static int readOver(gelOutput* output, const char* given, gelAxes* axes)
{
    gelSweepAxis* axis;
    char *text = gelCopyOf(given), *equals = text != NULL ? findEquals(text) : NULL;
    if (text == NULL)
        return failMemory(output);
    int code =
        equals != NULL && equals > text
            ? gel_exitDone
            : gelReportError(output, gel_exitUsage,
                             "--over: expected PATH=VALUES, as in substeps=10,20,40, found \"%s\"", given);
    if (code == gel_exitDone) {
        *equals = '\0';
        code = addAxis(output, text, axes, &axis);
    }
    if (code == gel_exitDone) {
        const struct Spread* spread = findSpread(equals + 1);
        code = spread != NULL ? readSpread(output, spread, equals + 1, axis)
                              : readList(output, equals + 1, axis);
    }
    free(text);
    return code;
}

static int readFile(gelOutput* output, const char* path, gelAxes* axes)
{
    gelCsv csv;
    int code = gelReadCsv(output, "rows", path, false, &csv);
    if (code == gel_exitDone && csv.rowCount < 2)
        code = gelReportError(
            output, gel_exitInput,
            "--rows %s: expected a line of paths, as substeps, and a line of values per row, found %s", path,
            GEL_COUNT(csv.rowCount, "line", "lines"));
    for (int i = 1; i < csv.rowCount && code == gel_exitDone; i++)
        if (csv.rows[i].count != csv.rows[0].count)
            code = gelReportError(output, gel_exitInput, "--rows %s:%d: expected %s, found %d", path, i + 1,
                                  GEL_COUNT(csv.rows[0].count, "value", "values"), csv.rows[i].count);
    for (int k = 0; code == gel_exitDone && k < csv.rows[0].count; k++) {
        gelSweepAxis* axis;
        code = addAxis(output, csv.rows[0].cells[k], axes, &axis);
        if (code == gel_exitDone)
            axis->kind = gel_axisOfFile;
        for (int i = 1; i < csv.rowCount && code == gel_exitDone; i++)
            code = addValue(output, axis, csv.rows[i].cells[k]);
    }
    axes->fileRows = csv.rowCount - 1;
    gelClearCsv(&csv);
    return code;
}

const char* gelAxisOption(const gelSweepAxis* axis)
{
    return axis->kind == gel_axisOfFile ? "--rows" : "--over";
}

static bool isDrawn(const gelSweepAxis* axis)
{
    return axis->kind >= gel_axisOfUniform;
}

// Counts the rows, and checks that numbers are drawn if, and only if, that many are asked for.
static int countRows(gelOutput* output, int samples, gelAxes* axes)
{
    double count = axes->fileRows > 0 ? axes->fileRows : 1.0;
    bool draws = false;
    for (int i = 0; i < axes->count; i++) {
        draws |= isDrawn(&axes->axes[i]);
        count *= axes->axes[i].kind == gel_axisOfValues ? axes->axes[i].count : 1;
    }
    if (axes->count == 0)
        return gelReportError(
            output, gel_exitUsage,
            "gel sweep needs something that varies, as in --over substeps=10,20,40, or --rows FILE");
    if (draws != (samples > 0))
        return gelReportError(
            output, gel_exitUsage,
            draws ? "uniform, logUniform and whole draw numbers: add --samples N, how many"
                  : "--samples: nothing is drawn; expected uniform, logUniform or whole in --over");
    axes->samples = samples;
    count *= draws ? samples : 1;
    if (count > mostRows)
        return gelReportError(output, gel_exitUsage, "expected at most %s rows, found %.0f",
                              GEL_GROUPED(mostRows), count);
    axes->rowCount = (int)count;
    return gel_exitDone;
}

int gelReadAxes(gelOutput* output, const gelTexts* over, const char* file, int samples, int seed,
                gelAxes* axes)
{
    *axes = (gelAxes){.seed = (uint64_t)seed};
    int code = file != NULL ? readFile(output, file, axes) : gel_exitDone;
    for (int i = 0; i < over->count && code == gel_exitDone; i++)
        code = readOver(output, over->texts[i], axes);
    return code == gel_exitDone ? countRows(output, samples, axes) : code;
}

void gelClearAxes(gelAxes* axes)
{
    for (int i = 0; i < axes->count; i++) {
        for (int k = 0; k < axes->axes[i].count; k++)
            free(axes->axes[i].values[k]);
        free(axes->axes[i].values);
        free(axes->axes[i].path);
    }
    free(axes->axes);
    *axes = (gelAxes){0};
}

// The finaliser of SplitMix64 (Steele, Lea and Flood 2014).
static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// Draws a number from 0 to below 1.
static double draw(const gelAxes* axes, const char* path, int sample)
{
    uint64_t state = mix(axes->seed);
    for (const char* c = path; *c != '\0'; c++)
        state = mix(state ^ (unsigned char)*c);
    return (double)(mix(state ^ (uint64_t)sample) >> 11) * 0x1p-53;
}

const char* gelAxisValue(const gelAxes* axes, int axis, int row, char text[gel_axisTextSize])
{
    const gelSweepAxis* own = &axes->axes[axis];
    int place = 0; // along the axis
    for (int i = axes->count - 1; i >= 0; i--)
        if (axes->axes[i].kind == gel_axisOfValues) {
            place = i == axis ? row % axes->axes[i].count : place;
            row /= axes->axes[i].count;
        }
    if (own->kind == gel_axisOfValues)
        return own->values[place];
    int samples = axes->samples > 0 ? axes->samples : 1;
    if (own->kind == gel_axisOfFile)
        return own->values[row / samples];
    double share = draw(axes, own->path, row % samples);
    if (own->kind == gel_axisOfWhole)
        snprintf(text, gel_axisTextSize, "%.0f", own->low + floor(share * (own->high - own->low + 1.0)));
    else
        numberText(own->kind == gel_axisOfUniform ? own->low + share * (own->high - own->low)
                                                  : own->low * pow(own->high / own->low, share),
                   text);
    return text;
}
