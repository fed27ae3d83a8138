// The basis of every other header: export macro, status codes, messages, hooks, small value types.
//
// Units are SI throughout (metre, kilogram, second, pascal), Y is up, coordinates are right-handed. A null
// pointer where a world, a mesh or room for a result is due asserts; whatever else can be wrong (a definition
// that was never initialised, a file, a device, memory, a number that a user typed) is a gelStatus.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GEL_VERSION_MAJOR 0
#define GEL_VERSION_MINOR 3
#define GEL_VERSION_PATCH 0
#define GEL_VERSION_TEXT_OF(major, minor, patch) #major "." #minor "." #patch
#define GEL_VERSION_EXPAND(major, minor, patch) GEL_VERSION_TEXT_OF(major, minor, patch)
#define GEL_VERSION_TEXT                                                                                     \
    GEL_VERSION_EXPAND(GEL_VERSION_MAJOR, GEL_VERSION_MINOR, GEL_VERSION_PATCH) // "0.3.0"

#if defined(GEL_SHARED) && defined(_WIN32)
#if defined(GEL_BUILDING)
#define GEL_EXPORT __declspec(dllexport)
#else
#define GEL_EXPORT __declspec(dllimport)
#endif
#elif defined(GEL_SHARED) && defined(GEL_BUILDING)
#define GEL_EXPORT __attribute__((visibility("default")))
#else
#define GEL_EXPORT
#endif

#ifdef __cplusplus
#define GEL_API extern "C" GEL_EXPORT
#else
#define GEL_API GEL_EXPORT
#endif

// A vector or a point, in the unit of its use.
typedef struct gelVec3 {
    float x, y, z;
} gelVec3;

// A rotation as a unit quaternion; {0, 0, 0, 1} is the identity.
typedef struct gelQuat {
    float x, y, z, w;
} gelQuat;

// One table defines the code, its name and its meaning.
#define GEL_STATUS_LIST(X)                                                                                   \
    X(gel_success, "success")                                                                                \
    X(gel_invalidArgument, "an argument is out of its range, infinite or not a number")                      \
    X(gel_invalidHandle, "the handle does not name a living object")                                         \
    X(gel_outOfMemory, "memory ran out")                                                                     \
    X(gel_fileError, "a file cannot be opened, read or written")                                             \
    X(gel_formatError, "the content of a file is not what its format asks for")                              \
    X(gel_unsupported, "the request is understood but not supported")                                        \
    X(gel_noDevice, "there is no such OpenCL device")                                                        \
    X(gel_deviceError, "an OpenCL call failed")                                                              \
    X(gel_inexactDevice, "the device does not compute the reference's bits")                                 \
    X(gel_stepTooSmall, "an integrator would need a smaller step than it takes to hold its error limit")

// The result of a call that can fail: a code of GEL_STATUS_LIST.
typedef enum gelStatus {
#define GEL_STATUS_CODE(code, meaning) code,
    GEL_STATUS_LIST(GEL_STATUS_CODE)
#undef GEL_STATUS_CODE
        gel_statusCount
} gelStatus;

// The general meaning of a status, for example "out of memory". Never NULL.
GEL_API const char* gelStatusText(gelStatus status);

// The details of the last failure on this thread: what was found, what was expected, where, and what to do.
// Valid until the next failure on the same thread. Empty before the first one. Never NULL.
GEL_API const char* gelLastError(void);

// The version of the linked library, "major.minor.patch".
GEL_API const char* gelVersionText(void);

// How serious a message is.
typedef enum gelLogLevel { gel_logInfo, gel_logWarning, gel_logError } gelLogLevel;

// Receives messages that do not belong to a failed call, such as a warning about a device. Called on the
// thread that caused the message. NULL (the default) drops them.
typedef void gelLogFunction(void* context, gelLogLevel level, const char* text);
GEL_API void gelSetLogFunction(gelLogFunction* function, void* context);

// Replaces realloc/free for all allocations of the library, including memory that it returns (meshes). cJSON
// (while reading a scene), zlib (while reading a compressed mesh) and the OpenCL driver use their own.
// `resize(NULL, size)` allocates. Both may be called from several threads at once. Call before anything else;
// NULL, NULL restores the C library's.
typedef void* gelResizeFunction(void* block, size_t size);
typedef void gelFreeFunction(void* block);
GEL_API void gelSetAllocator(gelResizeFunction* resize, gelFreeFunction* release);

// Releases an array returned by the library. NULL is allowed.
GEL_API void gelFree(void* block);
