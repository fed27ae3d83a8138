#include "opencl/runtime/device.h"
#include "backend/backend.h"
#include "base/core.h"
#include "opencl/runtime/native.h"
#include "opencl/runtime/error.h"

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A driver may be there and offer nothing: PoCL does so where it has no folder to write to.
static gelStatus failWithoutDevice(const char* prefix)
{
    cl_uint platformCount = 0;
    bool isFound = gelFindOpencl();
    const char* others =
        gelNativeDevice() != NULL ? "the \"native\" or \"reference\" back end" : "the \"reference\" back end";
    if (!GEL_HAS_OPENCL)
        return gelFail(gel_noDevice, "%s%s: choose %s", prefix, gelNoOpenclText(), others);
    if (!isFound)
        return gelFail(
            gel_noDevice,
            "%sno OpenCL library found (%s); install one and a driver (packages ocl-icd-libopencl1 and, "
            "for any CPU, pocl-opencl-icd), or choose %s",
            prefix, gelNoOpenclText(), others);
    gelCl.clGetPlatformIDs(0, NULL, &platformCount);
    const char* advice =
        platformCount > 0
            ? ", though a driver is installed; PoCL offers none if it can write neither to the folder "
              "POCL_CACHE_DIR nor to HOME: set one of them"
            : "; install a driver (PoCL runs on any CPU: package pocl-opencl-icd)";
    return gelFail(gel_noDevice, "%sno OpenCL device found%s, or choose %s", prefix, advice, others);
}

static void readText(cl_device_id device, cl_device_info what, char text[128])
{
    if (gelCl.clGetDeviceInfo(device, what, 128, text, NULL) != CL_SUCCESS) {
        size_t size = 0; // may be longer than the buffer: read it all, keep the start
        char* whole = gelCl.clGetDeviceInfo(device, what, 0, NULL, &size) == CL_SUCCESS
                          ? gelAllocate(size + 1, 1)
                          : NULL;
        text[0] = '\0';
        if (whole != NULL && gelCl.clGetDeviceInfo(device, what, size, whole, NULL) == CL_SUCCESS)
            snprintf(text, 128, "%.127s", whole);
        gelFree(whole);
    }
    text[127] = '\0';
}

static uint64_t readNumber(cl_device_id device, cl_device_info what, size_t size)
{
    cl_ulong wide = 0;
    cl_uint narrow = 0;
    size_t machine = 0;
    void* target = size == sizeof narrow                   ? (void*)&narrow
                   : what == CL_DEVICE_MAX_WORK_GROUP_SIZE ? (void*)&machine
                                                           : (void*)&wide;
    if (gelCl.clGetDeviceInfo(device, what, size, target, NULL) != CL_SUCCESS)
        return 0;
    return target == (void*)&narrow ? narrow : target == (void*)&machine ? (uint64_t)machine : wide;
}

static void describe(cl_platform_id platform, cl_device_id device, int index, gelDeviceInfo* info)
{
    cl_device_type type = 0;
    *info = (gelDeviceInfo){.index = index};
    if (index == gel_nativeDevice)
        snprintf(info->backend, sizeof info->backend, "native");
    else
        snprintf(info->backend, sizeof info->backend, "opencl:%d", index);
    gelCl.clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    info->kind = (type & CL_DEVICE_TYPE_CPU) != 0   ? gel_deviceCpu
                 : (type & CL_DEVICE_TYPE_GPU) != 0 ? gel_deviceGpu
                                                    : gel_deviceOther;
    readText(device, CL_DEVICE_NAME, info->name);
    readText(device, CL_DEVICE_VENDOR, info->vendor);
    readText(device, CL_DRIVER_VERSION, info->driver);
    readText(device, CL_DEVICE_VERSION, info->version);
    gelCl.clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof info->platform - 1, info->platform, NULL);
    info->preference = info->kind == gel_deviceGpu     ? 0
                       : info->kind == gel_deviceOther ? 1
                       : index == gel_nativeDevice     ? 2
                                                       : 3;
    info->computeUnits = (int)readNumber(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(cl_uint));
    info->maxWorkGroupSize = (int)readNumber(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(size_t));
    info->globalMemory = readNumber(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(cl_ulong));
    info->largestBuffer = readNumber(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(cl_ulong));
    info->localMemory = readNumber(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof(cl_ulong));
    // Most CPU drivers do not vectorise across work-items by themselves: explicit vectors do. Those that do, as
    // llvmpipe, call their vectors one float wide; with more lanes they are twenty times as slow.
    cl_uint width = (cl_uint)readNumber(device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, sizeof(cl_uint));
    info->lanes = info->kind != gel_deviceCpu || width <= 1 ? 1 : width >= 16 ? 16 : 8;
}

// Drivers set themselves up when they are first asked for devices, and some crash where several threads do that at
// once.
static pthread_mutex_t enumeration = PTHREAD_MUTEX_INITIALIZER;

enum { noPlatform = -1001 }; // CL_PLATFORM_NOT_FOUND_KHR

// Calls `visit` for each device until it returns true. Skips a platform that fails, as others may work, and returns its
// error. That there is none is no error.
typedef bool Visitor(void* context, cl_platform_id platform, cl_device_id device, int index);

static cl_int visitAll(Visitor* visit, void* context)
{
    cl_platform_id platforms[32];
    cl_device_id devices[64];
    cl_uint platformCount = 0, deviceCount = 0;
    int index = 0;
    if (!gelFindOpencl())
        return CL_SUCCESS;
    cl_int error = gelCl.clGetPlatformIDs(32, platforms, &platformCount);
    if (error != CL_SUCCESS)
        return error == noPlatform ? CL_SUCCESS : gelRecordCall("clGetPlatformIDs", error);
    for (cl_uint p = 0; p < platformCount && p < 32; p++) {
        cl_int failed = gelCl.clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 64, devices, &deviceCount);
        if (failed != CL_SUCCESS && failed != CL_DEVICE_NOT_FOUND)
            error = gelRecordCall("clGetDeviceIDs", failed);
        if (failed != CL_SUCCESS)
            continue;
        for (cl_uint d = 0; d < deviceCount && d < 64; d++)
            if (visit(context, platforms[p], devices[d], index++))
                return CL_SUCCESS;
    }
    return error;
}

static cl_int visitDevices(Visitor* visit, void* context)
{
    pthread_mutex_lock(&enumeration);
    cl_int error = visitAll(visit, context);
    pthread_mutex_unlock(&enumeration);
    return error;
}

typedef struct Listing {
    gelDeviceInfo* infos;
    int capacity, count;
} Listing;

static bool list(void* context, cl_platform_id platform, cl_device_id device, int index)
{
    Listing* listing = context;
    if (listing->count < listing->capacity)
        describe(platform, device, index, &listing->infos[listing->count]);
    listing->count++;
    return false;
}

static gelStatus listOpencl(gelDeviceInfo* infos, int capacity, int* count)
{
    Listing listing = {infos, capacity, 0};
    cl_int error = visitDevices(list, &listing);
    *count = listing.count;
    return error == CL_SUCCESS || listing.count > 0 ? gel_success : gelFailCl("listing the devices", error);
}

static void describeNative(gelDeviceInfo* info)
{
    cl_platform_id platform = NULL;
    gelCl.clGetDeviceInfo(gelNativeDevice(), CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    describe(platform, gelNativeDevice(), gel_nativeDevice, info);
}

gelStatus gelGetDevices(gelDeviceInfo* infos, int capacity, int* count)
{
    gelStatus status = listOpencl(infos, capacity, count);
    if (gelNativeDevice() != NULL && (*count)++ < capacity)
        describeNative(&infos[*count - 1]);
    return status;
}

typedef struct Search {
    int index;
    cl_device_id device;
    gelDeviceInfo* info;
    int seen;
} Search;

static bool find(void* context, cl_platform_id platform, cl_device_id device, int index)
{
    Search* search = context;
    search->seen++;
    if (index != search->index)
        return false;
    search->device = device;
    describe(platform, device, index, search->info);
    return true;
}

static gelStatus findNative(cl_device_id* device, gelDeviceInfo* info)
{
    *device = gelNativeDevice();
    if (*device == NULL)
        return gelFail(gel_noDevice, "there is no native back end: %s, or choose %s\"reference\"",
                       gelNoNativeText(), GEL_HAS_OPENCL ? "\"opencl\" or " : "");
    gelFindOpencl(); // sets the functions up, also where there is none
    describeNative(info);
    return gel_success;
}

gelStatus gelFindNative(void)
{
    cl_device_id device;
    gelDeviceInfo info;
    return findNative(&device, &info);
}

gelStatus gelFindDevice(int index, cl_device_id* device, gelDeviceInfo* info)
{
    if (index == gel_nativeDevice)
        return findNative(device, info);
    Search search = {index, NULL, info, 0};
    cl_int error = visitDevices(find, &search);
    *device = search.device;
    if (search.device != NULL)
        return gel_success;
    if (error != CL_SUCCESS)
        return gelFailCl("listing the devices", error);
    if (search.seen == 0)
        return failWithoutDevice("");
    return gelFail(gel_noDevice, "opencl:%d: no such device, the last is opencl:%d; `gel devices` lists them",
                   index, search.seen - 1);
}

// Matches a whole word of the list: some names are prefixes of others.
bool gelHasExtension(cl_device_id device, const char* name)
{
    size_t size = 0, length = strlen(name);
    bool found = false;
    char* list = gelCl.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, NULL, &size) == CL_SUCCESS
                     ? gelAllocate(size + 1, 1)
                     : NULL;
    if (list != NULL && gelCl.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, list, NULL) == CL_SUCCESS)
        for (const char* at = list; !found && (at = strstr(at, name)) != NULL; at += length)
            found = (at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0');
    gelFree(list);
    return found;
}

static bool containsIgnoringCase(const char* text, const char* part)
{
    size_t length = strlen(part);
    for (; *text != '\0'; text++) {
        size_t i = 0;
        while (i < length && text[i] != '\0' &&
               tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            i++;
        if (i == length)
            return true;
    }
    return false;
}

gelStatus gelParseDevice(const char* text, int* device)
{
    gelDeviceInfo infos[64];
    char* end;
    int count;
    gelStatus status = listOpencl(infos, 64, &count);
    if (text[0] == '\0' || isspace((unsigned char)text[0]))
        return gelFail(gel_invalidArgument,
                       "\"opencl:%s\" names no device: expected opencl:INDEX or opencl:NAME", text);
    if (status != gel_success)
        return status;
    if (count == 0) {
        char prefix[128];
        snprintf(prefix, sizeof prefix, "opencl:%.100s: ", text);
        return failWithoutDevice(prefix);
    }
    long index = strtol(text, &end, 10);
    if (*end != '\0' || end == text) {
        for (index = 0; index < count && index < 64; index++)
            if (containsIgnoringCase(infos[index].name, text) ||
                containsIgnoringCase(infos[index].platform, text))
                break;
    }
    if (index < 0 || index >= count) {
        char names[1024] = "";
        for (int i = 0; i < count && i < 64; i++)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%d (%.60s)", i > 0 ? ", " : "",
                     i, infos[i].name);
        return gelFail(gel_noDevice, "opencl:%s: no such device; there are: %s", text, names);
    }
    *device = (int)index;
    return gel_success;
}
