// Pointers to the memory of a device, in code that is also plain C.
#ifndef GEL_MEMORY_H
#define GEL_MEMORY_H

#ifdef GEL_DIALECT_OPENCL
#define MEMORY __global
#else
#define MEMORY
#include <stdbool.h>
#include <stddef.h>
#endif

#endif
