// A text file that gets its name only when it is complete.
#pragma once

#include "app/output.h"

#include <stdint.h>

typedef struct gelTextFile {
    FILE* file;
    const char* path;
    char part[4200]; // its temporary name
    bool isLeft;     // if the work fails it stays, for another process to go on with
} gelTextFile;

// Reports errors prefixed with `option` and returns the exit code.
int gelOpenTextFile(gelOutput* output, const char* option, const char* path, gelTextFile* text);
// Opens one of many files: unlike gelOpenTextFile, does not look for parts that killed commands
// have left.
int gelOpenTextPart(gelOutput* output, const char* option, const char* path, gelTextFile* text);
// Keeps the file if `code`, the outcome of the work, is gel_exitDone. Returns the first failure. A file that
// is not open (all zero) is allowed.
int gelCloseTextFile(gelOutput* output, const char* option, gelTextFile* text, int code);

// Closes it under its temporary name, to be renamed once other files are complete. Reports errors and returns the exit code;
// on failure it is removed, unless it is left.
int gelCloseTextPart(gelOutput* output, const char* option, gelTextFile* text);

// Gives a closed part its name if `code`, the outcome of all work, is gel_exitDone, and else
// removes it, unless it is left. Reports errors and returns the exit code.
int gelNameTextFile(gelOutput* output, const char* option, const gelTextFile* text, int code);

// A cell of a table: in quotes, which are doubled inside, where it needs them.
void gelWriteCsvText(FILE* file, const char* text);

// Makes sure that another process can go on: forces what is written onto the disk, under the name PATH ENDING. `size`: bytes so
// far. False with errno on failure.
bool gelKeepTextFile(gelTextFile* text, const char* ending, int64_t* size);
// In place of a file that has just been opened goes on with one that was kept. Reports errors and returns the exit code.
int gelGoOnTextFile(gelOutput* output, const char* option, gelTextFile* text, const char* ending,
                    int64_t size);
