// Results never replace what they were made from.
#pragma once

#include "app/output.h"

#include "gel/scene.h"

// Reports an error and returns its exit code if `path` is one of the files that the scene was read from, also by another
// name or a link: those that it names, what a mesh refers to, and the states beside a recording. `option` as of
// gelCheckOutputPath. Call it for each file that is written from a scene.
int gelCheckOverwrite(gelOutput* output, const char* option, const char* path, const gelScene* scene);
// Reports an error if `path` is the file `input`, which is read. NULL: none is.
int gelCheckOverwriteInput(gelOutput* output, const char* option, const char* path, const char* input);
// Reports an error if `path`, a name that Gel makes up (files/generated_file.h), is that of a file
// which does not begin with `start`, as Gel's own do.
int gelCheckOwnFile(gelOutput* output, const char* option, const char* path, const char* start);
// Reports an error if the shape file next to the vertex cache `out` would replace a file that is
// not Gel's. Other results have no such file.
int gelCheckRestFile(gelOutput* output, const char* option, const char* out);
