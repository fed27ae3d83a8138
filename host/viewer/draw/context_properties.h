// What OpenCL wants to know of the current OpenGL context, to use its buffers.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { gelContextPropertyCount = 5 };

// Fills in the properties for gelWorldDef; false where the context is of a kind that OpenCL has no name for.
bool gelReadContextProperties(intptr_t properties[gelContextPropertyCount]);
