// The table of a sweep: a .csv with a line per row, written whole and at once, so that a kill leaves only whole rows.
#pragma once

#include "sweep/axes.h"

typedef struct gelSweepTable {
    gelOutput* output;
    const gelAxes* axes;
    const char* path;
    char mark[17];  // names the sweep: rows of others are refused
    char** columns; // row, sweep, the settings, the probes, and those of gelSweepEnd
    int columnCount;
    char*** rows;        // [axes->rowCount]: cells, NULL if there are none yet
    int kept, conflicts; // rows that were there; those that were there twice with other hashes
    FILE* file;
    bool isOrdered; // as the file is
    int last;       // row of the file
} gelSweepTable;

// The columns at the end, counted from the first of them.
typedef enum gelSweepEnd {
    gel_sweepSoftness,
    gel_sweepHash,
    gel_sweepExit,
    gel_sweepBackend,
    gel_sweepSeconds,
    gel_sweepError,
    gel_sweepEndCount
} gelSweepEnd;

// The columns at the start; from gel_sweepSettings on those of the settings.
enum { gel_sweepRow, gel_sweepMark, gel_sweepSettings };

// Adds a column; first all of the settings and probes, then gelAddSweepEnd. False if out of memory.
bool gelAddSweepColumn(gelSweepTable* table, const char* name);
bool gelAddSweepEnd(gelSweepTable* table);
int gelSweepColumn(const gelSweepTable* table, gelSweepEnd end);

// Reads the rows of a file, which may be missing. Reports errors and returns the exit code.
int gelReadSweepRows(gelSweepTable* table, const char* path);
// Reads the rows of the table's own file, and opens it to go on. Reports errors and returns the exit code.
int gelOpenSweepTable(gelSweepTable* table);
// Adds a row, from 0, and forces it onto the disk. Takes over the cells. Reports errors and returns the exit code.
int gelAddSweepRow(gelSweepTable* table, int row, char** cells);
// Closes the file, and writes it again in the order of its rows if it has another. Returns the first failure.
int gelCloseSweepTable(gelSweepTable* table, int code);
void gelClearSweepTable(gelSweepTable* table);

// Cells of a row, all NULL, to be released by gelFreeSweepCells. NULL: out of memory.
char** gelNewSweepCells(const gelSweepTable* table);
void gelFreeSweepCells(const gelSweepTable* table, char** cells);
