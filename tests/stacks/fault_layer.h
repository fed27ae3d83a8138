// The functions by which a test controls fault_layer.c. It finds them with dlsym in the library
// that OPENCL_LAYERS names.
#pragma once

// The n-th call from now on (1-based; 0: none) of a function, by its name, or of any ("any") returns `code` instead of
// being made. With `stays` 1 so do all later calls of any function but those that release: the device is lost; with
// faultStaysUntilListed those before platforms are listed anew. With faultHangs the n-th call and all others are made,
// but nothing seems ever to be done, until the next fault is set, and who waits all the same aborts the program. With
// faultIsSlow none fails, but the n-th call, or each one if n is 0, takes `code` ms longer.
enum { faultStaysUntilListed = 2, faultHangs = 3, faultIsSlow = 4 };
typedef void gelArmFaultFunction(const char* name, int at, int code, int stays);

// Calls of a function ("any": of all that may fail) since the last fault was set.
typedef int gelCountCallsFunction(const char* name);

// Objects of OpenCL that were made and not released.
typedef int gelCountObjectsFunction(void);

// How often devices were listed while another thread did so, too.
typedef int gelCountOverlapsFunction(void);

// The names of the functions that may fail, and NULL.
typedef const char* const* gelListCallsFunction(void);

#define GEL_FAULT_ARM "gelArmFault"
#define GEL_FAULT_COUNT_CALLS "gelCountCalls"
#define GEL_FAULT_COUNT_OBJECTS "gelCountObjects"
#define GEL_FAULT_COUNT_OVERLAPS "gelCountOverlaps"
#define GEL_FAULT_LIST_CALLS "gelListCalls"
