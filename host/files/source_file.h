// Source text for compilers that open no files, kernels and shaders: embedded in the program or read from a
// folder, with its #include lines resolved.
#pragma once

#include "files/embedded_file.h"

#include <stdbool.h>

// Where the files of a kind are, and what the compiler expects of the text.
typedef struct gelSourceFiles {
    const gelEmbeddedFiles* embedded;
    const char* kind;     // for messages: "kernels", "shaders"
    const char* variable; // environment variable: a folder to read from instead, which may hold more files
    const char* heading;  // the first text, such as "#version 330 core\n"; NULL: nothing
    // #line 12 3 with the index into gelSource.names, as in GLSL; otherwise #line 12 "name".
    bool numbered;
    void* (*resize)(void* block, size_t size); // realloc and free, or equivalents
    void (*release)(void* block);
} gelSourceFiles;

enum { gel_sourceNameSize = 128, gel_deepestInclude = 32 };

typedef struct gelSource {
    char* text;                        // zero-terminated
    char (*names)[gel_sourceNameSize]; // of the files included
    int nameCount;
} gelSource;

typedef enum gelSourceResult { gel_sourceRead, gel_sourceWrong, gel_sourceNoMemory } gelSourceResult;

// Reads the file `name` with all its includes in place, and #line marks for the compiler's messages. As in C,
// a file is included wherever a line `#include "name"` asks for it, and relies on its own guards. Since
// conditions are left to the compiler, a file must not include itself even under one. Names are relative to
// the folder of the kind. On failure *source is empty and `problem` says why: a file is missing, cannot be
// read, includes itself, or is nested more than gel_deepestInclude files deep.
gelSourceResult gelReadSource(const gelSourceFiles* files, const char* name, gelSource* source, char* problem,
                              size_t problemSize);
void gelReleaseSource(const gelSourceFiles* files, gelSource* source);
