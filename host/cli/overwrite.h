// Results never replace what they were made from.
#pragma once

#include "output.h"

#include "gel/scene.h"

// True of two names of one file, also by a link.
bool gelIsSameFile(const char* a, const char* b);

// Reports an error and returns its exit code if `path` is one of the files that the scene was read from, also by another
// name or a link. `option` as of gelCheckOutputPath.
int gelCheckOverwrite(gelOutput* output, const char* option, const char* path, const gelScene* scene);
