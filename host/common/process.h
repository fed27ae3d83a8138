// Other programs: process_posix.c and process_windows.c.
#pragma once

#include <stdbool.h>

// Runs a program with arguments, the first of which is its path and the last NULL, and waits for its end. Any thread may. Stores
// all of its standard output, to be released with free, and its exit code, 128 + N for signal N; what it says on standard error
// is lost. False with errno if it could not be run.
bool gelRunProcess(const char* const* arguments, char** output, int* exitCode);

// Sets an environment variable of this program and of those that it runs, unless it has one of that name. Before there are threads.
void gelSetVariable(const char* name, const char* value);
