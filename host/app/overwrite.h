// Results never replace what they were made from.
#pragma once

#include "app/output.h"

#include "gel/scene.h"

// Reports an error and returns its exit code if `path` is one of the files that the scene was read from, also by another
// name or a link: those that it names, what a mesh refers to, and the states beside a recording. `option` as of
// gelCheckOutputPath. Call it for each file that is written from a scene.
int gelCheckOverwrite(gelOutput* output, const char* option, const char* path, const gelScene* scene);
// The same for one file that is read; NULL: none.
int gelCheckOverwriteInput(gelOutput* output, const char* option, const char* path, const char* input);
// The same if a name that Gel makes up (own_file.h) is that of a file which does not begin as what it would hold.
int gelCheckOwnFile(gelOutput* output, const char* option, const char* path, const char* start);
// The same of the shape beside a vertex cache; of other results nothing.
int gelCheckRestFile(gelOutput* output, const char* option, const char* out);
