// The files that one command writes, all of them: none is lost under another, or takes the place of what is read.
#pragma once

#include "app/output.h"

#include "gel/scene.h"

typedef struct gelResult {
    const char* option;
    char *path, *place; // place: with its folder's real path
} gelResult;

typedef struct gelResults {
    gelResult* rows;
    int count, capacity;
} gelResults;

// With those that come with it, each by its name. Without memory it is left out, which is noted (memory.h).
void gelAddResult(gelResults* results, const char* option, const char* path);
// Reports an error and returns its exit code if two options write one file, or one writes over what the scene was read
// from or `input`, NULL: none. Releases the list.
int gelCheckResults(gelOutput* output, gelResults* results, const gelScene* scene, const char* input);
