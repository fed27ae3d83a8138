// A text file that gets its name only when it is complete.
#pragma once

#include "output.h"

typedef struct gelTextFile {
    FILE* file;
    const char* path;
    char part[4200]; // its temporary name
} gelTextFile;

// Reports errors prefixed with `option` and returns the exit code.
int gelOpenTextFile(gelOutput* output, const char* option, const char* path, gelTextFile* text);
// Keeps the file if `code`, the outcome of the work, is gel_exitDone. Returns the first failure. A file that
// is not open (all zero) is allowed.
int gelCloseTextFile(gelOutput* output, const char* option, gelTextFile* text, int code);

// A cell of a table: in quotes, which are doubled inside, where it needs them.
void gelWriteCsvText(FILE* file, const char* text);
