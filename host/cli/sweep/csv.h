// Tables of text, read from .csv files.
#pragma once

#include "app/output.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct gelCsvRow {
    char** cells;
    int count;
} gelCsvRow;

typedef struct gelCsv {
    char* text; // of all cells
    char** cells;
    gelCsvRow* rows;
    int rowCount;
    int64_t wholeSize; // bytes of the file up to the end of its last whole line
} gelCsv;

// Reads a file. If it `mayBeCut`, a last line without a line feed is left out: the program that wrote it was killed. Reports
// errors prefixed with `option` and returns the exit code; gelClearCsv in any case.
int gelReadCsv(gelOutput* output, const char* option, const char* path, bool mayBeCut, gelCsv* csv);
void gelClearCsv(gelCsv* csv);
