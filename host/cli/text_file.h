// A text file that gets its name only when all of it is there.
#pragma once

#include "output.h"

typedef struct gelTextFile {
    FILE* file;
    const char* path;
    char part[4200]; // what it is called until then
} gelTextFile;

// Report with `option` in front and return the exit code.
int gelOpenTextFile(gelOutput* output, const char* option, const char* path, gelTextFile* text);
// Keeps the file where `code`, how the work ended, is gel_exitDone. Returns the first failure. One that is not open, all
// zero, is allowed.
int gelCloseTextFile(gelOutput* output, const char* option, gelTextFile* text, int code);
