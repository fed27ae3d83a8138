#include "sweep/table.h"
#include "app/memory.h"
#include "app/text_file.h"
#include "files/system.h"
#include "files/temporary_file.h"
#include "sweep/csv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failMemory(const gelSweepTable* table)
{
    return gelReportStatus(table->output, gel_outOfMemory, gel_activityOutput);
}

static int failWrite(const gelSweepTable* table)
{
    return gelReportError(table->output, gel_exitOutput, "--csv %s: cannot be written: %s", table->path,
                          errno != 0 ? strerror(errno) : "write error");
}

bool gelAddSweepColumn(gelSweepTable* table, const char* name)
{
    char** grown = gelGrow(table->columns, (size_t)table->columnCount + 1, sizeof *grown);
    if (grown == NULL)
        return false;
    table->columns = grown;
    grown[table->columnCount] = gelCopyOf(name);
    return grown[table->columnCount++] != NULL;
}

bool gelAddSweepEnd(gelSweepTable* table)
{
    static const char* const names[gel_sweepEndCount] = {"softness", "hash",    "exit",
                                                         "backend",  "seconds", "error"};
    bool ok = true;
    for (int i = 0; i < gel_sweepEndCount; i++)
        ok = ok && gelAddSweepColumn(table, names[i]);
    table->rows = gelNew((size_t)table->axes->rowCount, sizeof *table->rows);
    return ok && table->rows != NULL;
}

int gelSweepColumn(const gelSweepTable* table, gelSweepEnd end)
{
    return table->columnCount - gel_sweepEndCount + (int)end;
}

char** gelNewSweepCells(const gelSweepTable* table)
{
    return gelNew((size_t)table->columnCount, sizeof(char*));
}

void gelFreeSweepCells(const gelSweepTable* table, char** cells)
{
    for (int i = 0; cells != NULL && i < table->columnCount; i++)
        free(cells[i]);
    free(cells);
}

static void writeLine(FILE* file, char* const* cells, int count)
{
    for (int i = 0; i < count; i++) {
        if (i > 0)
            fputc(',', file);
        gelWriteCsvText(file, cells[i] != NULL ? cells[i] : "");
    }
    fputc('\n', file);
}

static bool isHeading(const gelSweepTable* table, const gelCsvRow* row)
{
    bool isSame = row->count == table->columnCount;
    for (int i = 0; isSame && i < row->count; i++)
        isSame = strcmp(row->cells[i], table->columns[i]) == 0;
    return isSame;
}

// Returns the number of a row that belongs to this sweep, from 0; -1: none, and *column is where it differs.
static int numberOf(const gelSweepTable* table, const gelCsvRow* row, int* column)
{
    char text[gel_axisTextSize], *end;
    *column = gel_sweepRow;
    long number = row->count == table->columnCount ? strtol(row->cells[gel_sweepRow], &end, 10) : 0;
    if (number < 1 || number > table->axes->rowCount || *end != '\0')
        return -1;
    *column = gel_sweepMark;
    if (strcmp(row->cells[gel_sweepMark], table->mark) != 0)
        return -1;
    for (int i = 0; i < table->axes->count; i++) {
        *column = gel_sweepSettings + i;
        if (strcmp(row->cells[*column], gelAxisValue(table->axes, i, (int)number - 1, text)) != 0)
            return -1;
    }
    return (int)number - 1;
}

static int failRow(const gelSweepTable* table, const char* path, const gelCsvRow* row, int line, int column)
{
    static const char way[] = "choose another --csv, or remove that file";
    if (row->count != table->columnCount)
        return gelReportError(table->output, gel_exitInput, "--csv %s:%d: expected %d values, found %d; %s",
                              path, line, table->columnCount, row->count, way);
    return gelReportError(
        table->output, gel_exitInput, "--csv %s:%d: the row is of another sweep%s: %s is \"%s\"; %s", path,
        line, column == gel_sweepMark ? ", or of a scene, set values, frames or a Gel that have changed" : "",
        table->columns[column], row->cells[column], way);
}

// Keeps a row that is new. One that is there twice must have the same hash: the bits are the same everywhere.
static int keepRow(gelSweepTable* table, const char* path, int number, const gelCsvRow* row)
{
    int hash = gelSweepColumn(table, gel_sweepHash), backend = gelSweepColumn(table, gel_sweepBackend);
    char** old = table->rows[number];
    if (old != NULL && strcmp(old[hash], row->cells[hash]) != 0) {
        table->conflicts++;
        gelPrintWarning(table->output, "%s: row %d has the hash %s of %s, and there is %s of %s", path,
                        number + 1, row->cells[hash], row->cells[backend], old[hash], old[backend]);
    }
    if (old != NULL)
        return gel_exitDone;
    char** cells = gelNewSweepCells(table);
    bool ok = cells != NULL;
    for (int i = 0; ok && i < row->count; i++)
        ok = (cells[i] = gelCopyOf(row->cells[i])) != NULL;
    if (!ok) {
        gelFreeSweepCells(table, cells);
        return failMemory(table);
    }
    table->rows[number] = cells;
    table->kept++;
    return gel_exitDone;
}

static int readRows(gelSweepTable* table, const char* path, gelCsv* csv)
{
    int code = gelReadCsv(table->output, "csv", path, true, csv), column;
    table->last = -1;
    if (code == gel_exitDone && csv->rowCount > 0 && !isHeading(table, &csv->rows[0]))
        return gelReportError(
            table->output, gel_exitInput,
            "--csv %s: there is another table: its first line is not that of this sweep, which begins "
            "with row,sweep,%s; choose another --csv, or remove that file",
            path, table->columns[gel_sweepSettings]);
    for (int i = 1; i < csv->rowCount && code == gel_exitDone; i++) {
        if (isHeading(table, &csv->rows[i])) // parts, one behind the other
            continue;
        int number = numberOf(table, &csv->rows[i], &column);
        code = number >= 0 ? keepRow(table, path, number, &csv->rows[i])
                           : failRow(table, path, &csv->rows[i], i + 1, column);
        table->isOrdered &= number > table->last;
        table->last = number;
    }
    return code;
}

int gelReadSweepRows(gelSweepTable* table, const char* path)
{
    gelCsv csv;
    if (access(path, F_OK) != 0)
        return gel_exitDone;
    int code = readRows(table, path, &csv);
    table->isOrdered = false; // it is not the own one
    gelClearCsv(&csv);
    return code;
}

// Opens the file before it is read: two sweeps on one table would each lose the other's rows.
static int openAlone(gelSweepTable* table)
{
    int code = gelCheckOutputPath(table->output, "csv", table->path);
    if (code != gel_exitDone)
        return code;
    errno = 0;
    table->file = fopen(table->path, "ab");
    if (table->file == NULL)
        return failWrite(table);
    if (gelLockFile(table->file, table->path))
        return gel_exitDone;
    if (errno != EAGAIN)
        return failWrite(table);
    return gelReportError(table->output, gel_exitOutput,
                          "--csv %s: another gel sweep writes this table; wait for it, or choose another "
                          "--csv, as --part does",
                          table->path);
}

int gelOpenSweepTable(gelSweepTable* table)
{
    gelCsv csv = {0};
    int before = table->kept, code = openAlone(table);
    table->isOrdered = true;
    table->last = -1;
    if (code == gel_exitDone)
        code = readRows(table, table->path, &csv);
    table->isOrdered &= before == 0; // else some came from elsewhere
    bool isBegun = csv.rowCount > 0;
    int64_t size = csv.wholeSize;
    gelClearCsv(&csv);
    if (code != gel_exitDone)
        return code;
    errno = 0;
    bool ok = gelCutFile(table->file, isBegun ? size : 0);
    if (ok && !isBegun)
        writeLine(table->file, table->columns, table->columnCount);
    return ok && gelSyncFile(table->file) ? gel_exitDone : failWrite(table);
}

int gelAddSweepRow(gelSweepTable* table, int row, char** cells)
{
    table->isOrdered &= row > table->last;
    table->last = row;
    table->rows[row] = cells;
    errno = 0;
    writeLine(table->file, cells, table->columnCount);
    return ferror(table->file) == 0 && gelSyncFile(table->file) ? gel_exitDone : failWrite(table);
}

static int writeInOrder(const gelSweepTable* table)
{
    gelTextFile text;
    int code = gelOpenTextFile(table->output, "csv", table->path, &text);
    if (code != gel_exitDone)
        return code;
    writeLine(text.file, table->columns, table->columnCount);
    for (int i = 0; i < table->axes->rowCount; i++)
        if (table->rows[i] != NULL)
            writeLine(text.file, table->rows[i], table->columnCount);
    return gelCloseTextFile(table->output, "csv", &text,
                            gelSyncFile(text.file) ? gel_exitDone : failWrite(table));
}

// The lock lasts until the new file has the name, if that can be.
int gelCloseSweepTable(gelSweepTable* table, int code)
{
    if (table->file == NULL)
        return code;
    bool isFirst = !gelReplacesOpenFiles(), isReplaced = code == gel_exitDone && !table->isOrdered;
    if (isReplaced && !isFirst)
        code = writeInOrder(table);
    errno = 0;
    bool isClosed = fclose(table->file) == 0;
    table->file = NULL;
    if (code == gel_exitDone && !isClosed)
        return failWrite(table);
    return isReplaced && isFirst ? writeInOrder(table) : code;
}

void gelClearSweepTable(gelSweepTable* table)
{
    for (int i = 0; table->rows != NULL && i < table->axes->rowCount; i++)
        gelFreeSweepCells(table, table->rows[i]);
    free(table->rows);
    for (int i = 0; i < table->columnCount; i++)
        free(table->columns[i]);
    free(table->columns);
    *table = (gelSweepTable){0};
}
