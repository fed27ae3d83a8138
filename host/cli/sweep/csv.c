#include "sweep/csv.h"
#include "app/memory.h"
#include "app/read_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// Takes a cell, whose quotes are removed in place, and what follows it. Returns whether it ends its line.
static bool takeCell(char** at, char** cell)
{
    char *from = *at, *to = *at;
    bool isQuoted = *from == '"';
    *cell = to;
    for (from += isQuoted; *from != '\0' && (isQuoted || strchr(",\n", *from) == NULL); from++) {
        if (isQuoted && *from == '"' && from[1] != '"') {
            isQuoted = false;
            continue;
        }
        from += isQuoted && *from == '"';
        *to++ = *from;
    }
    bool isLast = *from != ',';
    *at = from + (*from != '\0');
    if (isLast && to > *cell && to[-1] == '\r')
        to--;
    *to = '\0';
    return isLast;
}

// Counts the commas and lines, which bounds the number of cells.
static size_t countCells(const char* text, size_t* lines)
{
    size_t cells = 1;
    *lines = 1;
    for (const char* c = text; *c != '\0'; c++) {
        *lines += *c == '\n';
        cells += *c == '\n' || *c == ',';
    }
    return cells;
}

static int failMemory(gelOutput* output)
{
    return gelReportStatus(output, gel_outOfMemory, gel_activityInput);
}

int gelReadCsv(gelOutput* output, const char* option, const char* path, bool mayBeCut, gelCsv* csv)
{
    size_t size, lines;
    *csv = (gelCsv){.text = gelReadFile(path, &size)};
    if (csv->text == NULL)
        return errno == ENOMEM ? failMemory(output)
                               : gelReportError(output, gel_exitInput, "--%s %s: cannot be read: %s", option,
                                                path, strerror(errno));
    if (strlen(csv->text) != size)
        return gelReportError(output, gel_exitInput, "--%s %s: expected a table of text, found a zero byte",
                              option, path);
    while (mayBeCut && size > 0 && csv->text[size - 1] != '\n')
        size--;
    csv->text[size] = '\0';
    csv->wholeSize = (int64_t)size;
    csv->cells = gelNew(countCells(csv->text, &lines), sizeof *csv->cells);
    csv->rows = gelNew(lines, sizeof *csv->rows);
    if (csv->cells == NULL || csv->rows == NULL)
        return failMemory(output);
    char **cell = csv->cells, *at = csv->text;
    while (*at != '\0') {
        gelCsvRow* row = &csv->rows[csv->rowCount++];
        bool isLast = false;
        for (row->cells = cell; !isLast; row->count++)
            isLast = takeCell(&at, cell++);
    }
    return gel_exitDone;
}

void gelClearCsv(gelCsv* csv)
{
    free(csv->text);
    free(csv->cells);
    free(csv->rows);
    *csv = (gelCsv){0};
}
