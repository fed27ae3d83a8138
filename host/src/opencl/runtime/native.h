// The native device: the processor itself as one more device of the table gelCl. Programs are the kernels that were
// compiled with the library, a buffer is memory, and a launch has ended when its call returns.
#pragma once

#include "opencl/runtime/functions.h"

#include <stdbool.h>

// Puts the native device's functions in front of those in gelCl, to which calls for other devices go on.
void gelAddNativeFunctions(void);

// Returns the device; NULL where the library was built without it, or this processor can run none of its kernels.
cl_device_id gelNativeDevice(void);

// Returns why there is none, for messages.
const char* gelNoNativeText(void);

// Writes the device's name, with the instructions that a program of it uses.
void gelNameNative(cl_program program, char name[128]);

// Returns the program of a root file; NULL if there is none for this number of lanes. `needsAllKinds`: of constraint,
// rather than gelUsualKinds alone, for which there is a faster one.
cl_program gelNativeProgramOf(const char* root, int lanes, bool needsAllKinds);
