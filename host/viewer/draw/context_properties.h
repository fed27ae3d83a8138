// The properties of the current OpenGL context that OpenCL needs in order to use its buffers.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { gelContextPropertyCount = 5 };

// Fills in the properties for gelWorldDef; false if OpenCL cannot share with this kind of context.
bool gelReadContextProperties(intptr_t properties[gelContextPropertyCount]);
