// The basis of every other header: export macro, status codes, messages, hooks, small value types.
//
// Units are SI throughout (metre, kilogram, second, pascal). Y is up and coordinates are
// right-handed.
//
// A null pointer in place of a world, a mesh or a result asserts. Every other failure is reported
// as a gelStatus: an uninitialised definition, a file, a device, memory, or a number that a user
// typed.
//
//     if (gelLoadTetMesh("bear.msh", &mesh, NULL) != gel_success)
//         puts(gelLastError());
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

// A vector or a point.
typedef struct gelVec3 {
    float x, y, z;
} gelVec3;

// A rotation as a unit quaternion; {0, 0, 0, 1} is the identity.
typedef struct gelQuat {
    float x, y, z, w;
} gelQuat;

// The table of status codes: name and meaning of each.
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

// The outcome of a call.
typedef enum gelStatus {
#define GEL_STATUS_CODE(code, meaning) code,
    GEL_STATUS_LIST(GEL_STATUS_CODE)
#undef GEL_STATUS_CODE
        gel_statusCount
} gelStatus;

// Returns the general meaning of a status, for example "memory ran out". Never NULL.
GEL_API const char* gelStatusText(gelStatus status);

// Returns the details of the last failure on this thread: what was found, what was expected, where,
// and what to do. Valid until the next failure on this thread. Empty before the first failure.
// Never NULL.
GEL_API const char* gelLastError(void);

// Returns the version of the linked library, "major.minor.patch".
GEL_API const char* gelVersionText(void);

// The severity of a log message.
typedef enum gelLogLevel { gel_logInfo, gel_logWarning, gel_logError } gelLogLevel;

// Receives a message that does not belong to a failed call, such as a warning about a device. Gel
// calls it on the thread that caused the message.
typedef void gelLogFunction(void* context, gelLogLevel level, const char* text);
// Sets the function that receives log messages. NULL (default) drops them.
GEL_API void gelSetLogFunction(gelLogFunction* function, void* context);

// Allocates or resizes a block, like realloc; a NULL block allocates. May be called from several
// threads at once.
typedef void* gelResizeFunction(void* block, size_t size);
// Releases a block, like free. May be called from several threads at once.
typedef void gelFreeFunction(void* block);
// Replaces realloc and free for all allocations of the library, including memory that it returns
// (meshes). Call it before anything else. NULL, NULL restores the functions of the C library. Other
// libraries keep their own: cJSON (while reading a scene), zlib (while reading a compressed mesh)
// and the OpenCL driver.
GEL_API void gelSetAllocator(gelResizeFunction* resize, gelFreeFunction* release);

// Releases an array returned by the library. NULL is allowed.
GEL_API void gelFree(void* block);
