// The kernels that the library has as functions of the processor: compiled when Gel is built, cmake/native.cmake.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Runs work-items first to end - 1 of `all`, each a work-group of its own. arguments[i] points to argument i.
typedef void gelNativeFunction(void* const* arguments, size_t first, size_t end, size_t all);

typedef struct gelNativeKernel {
    const char* name;
    const char* kinds; // of each argument: 'b' a buffer, 'v' a value
    gelNativeFunction* run;
} gelNativeKernel;

extern const char gelNativeMark;

// The kernels of a file, for a kind of processor and a number of lanes: a program of the native device.
typedef struct gelNativeProgram {
    const char* mark;      // &gelNativeMark, as of all its objects
    const char* processor; // a feature of the processor, as compilers name it: "avx2"
    int lanes;
    const char* root;
    bool hasAllKinds; // of constraint, and the Jacobi orders and integrators; else gelUsualKinds
    const gelNativeKernel* kernels; // ended by a name of NULL
} gelNativeProgram;

// The order is that of preference. Ended by a root of NULL: nothing else where the library has no native back end.
extern const gelNativeProgram gelNativePrograms[];
