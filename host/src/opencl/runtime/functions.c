#include "opencl/runtime/functions.h"
#include "files/system.h"
#include "opencl/runtime/native.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

gelClFunctions gelCl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool found;
static char why[400] = "this Gel is built without OpenCL (GEL_USE_OPENCL is OFF)";

#if GEL_HAS_OPENCL
static bool findFunctions(void* library, const char* libraryName)
{
#define FIND(name)                                                                                           \
    if (!gelFindFunction(library, #name, &gelCl.name)) {                                                     \
        snprintf(why, sizeof why, "%s lacks %s, of OpenCL 1.2", libraryName, #name);                         \
        return false;                                                                                        \
    }
    GEL_CL_FUNCTIONS(FIND)
#undef FIND
    gelFindFunction(library, "clCloneKernel", &gelCl.clCloneKernel);
    return true;
}

static bool findInLibrary(const char* name)
{
    void* library = gelOpenLibrary(name); // never closed: drivers run threads of their own
    if (library != NULL)
        return findFunctions(library, name);
    snprintf(why, sizeof why, "%s", gelLibraryError());
    return false;
}

// Tries the libraries that systems have. The first reason is kept: the other names are of fewer systems.
static bool findInSystem(void)
{
    static const char* const names[] = {
#ifdef __APPLE__
        "/System/Library/Frameworks/OpenCL.framework/OpenCL", "libOpenCL.dylib"
#elif defined(_WIN32)
        "OpenCL.dll"
#else
        "libOpenCL.so.1", "libOpenCL.so"
#endif
    };
    char first[sizeof why] = "";
    bool isFound = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !isFound; i++) {
        isFound = findInLibrary(names[i]);
        if (i == 0)
            memcpy(first, why, sizeof why);
    }
    memcpy(why, first, sizeof why);
    return isFound;
}

static void findOpencl(void)
{
    const char* named = getenv("GEL_OPENCL_LIBRARY");
    void *program = gelOpenLibrary(NULL), *function;
    if (named != NULL && strcmp(named, "none") == 0)
        snprintf(why, sizeof why, "GEL_OPENCL_LIBRARY is \"none\"");
    else if (named != NULL && *named != '\0')
        found = findInLibrary(named);
    else if (program != NULL && gelFindFunction(program, "clGetPlatformIDs", &function))
        found = findFunctions(program, "the program");
    else
        found = findInSystem();
}
#else
static void findOpencl(void)
{
}
#endif

static void findFunctionsOfDevices(void)
{
    findOpencl();
    gelAddNativeFunctions();
}

bool gelFindOpencl(void)
{
    pthread_once(&once, findFunctionsOfDevices);
    return found;
}

const char* gelNoOpenclText(void)
{
    return why;
}
