// Source text for compilers that open no files, such as kernels and shaders: embedded in the program or read
// from a folder, with its #include lines resolved.
#pragma once

#include "common/embedded_file.h"

#include <stdbool.h>

// Where the files of a kind are, and what the compiler wants of the text.
typedef struct gelSourceFiles {
    const gelEmbeddedFiles* embedded;
    const char* kind;     // for messages: "kernels", "shaders"
    const char* variable; // of the environment: a folder to read from instead, which may hold more files
    const char* heading;  // before all else, such as "#version 330 core\n"; NULL: nothing
    bool numbered;        // #line 12 3, a place in gelSource.names, as in GLSL; else #line 12 "name"
    void* (*resize)(void* block, size_t size); // realloc and free, or the like
    void (*release)(void* block);
} gelSourceFiles;

enum { gel_sourceNameSize = 128, gel_deepestInclude = 32 };

typedef struct gelSource {
    char* text;                        // ends with a zero
    char (*names)[gel_sourceNameSize]; // of the files it was put together from
    int nameCount;
} gelSource;

typedef enum gelSourceResult { gel_sourceRead, gel_sourceWrong, gel_sourceNoMemory } gelSourceResult;

// The file `name` with everything it includes in place, and #line marks for the compiler's messages. As in C:
// a file is included wherever a line `#include "name"` asks for it, and its own guards do the rest.
// Conditions are left to the compiler, so a file may not include itself, not even inside an #if. Names are
// relative to the folder of the kind. On failure *source is empty and `problem` says why: a file is missing
// or cannot be read, includes itself, or is nested more than gel_deepestInclude deep.
gelSourceResult gelReadSource(const gelSourceFiles* files, const char* name, gelSource* source, char* problem,
                              size_t problemSize);
void gelReleaseSource(const gelSourceFiles* files, gelSource* source);
