// An error of the device names the call of OpenCL that failed and its code, whichever function it was.
// stacks/fault_layer.c makes the calls fail.
#define _POSIX_C_SOURCE 200809L
#include "support/drawn_twice.h"
#include "support/fault_layer_loaded.h"
#include "support/fixtures.h"

enum { outOfResources = -5 };

static gelDeviceInfo device; // the first one

static gelStatus openBoxes(gelWorld** world)
{
    gelTetMesh mesh;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelBodyId id;
    def.device = 0;
    def.lanes = device.lanes; // or what fails is tried with scalars
    def.contact = true;
    def.substepCount = 2;
    def.ground.enabled = true;
    gelStatus status = gelCreateWorld(&def, world);
    if (status != gel_success)
        return status;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.4f, 0.4f, 0.4f}, 3, 3, 3, &mesh));
    for (int i = 0; i < 2; i++) {
        body.position = (gelVec3){0.0f, 0.199f + 0.401f * (float)i, 0.0f};
        REQUIRE(gelCreateBody(*world, &body, &mesh, &id));
    }
    gelDestroyTetMesh(&mesh);
    return gel_success;
}

static gelStatus measure(gelWorld* world)
{
    double speed;
    int count;
    gelLaunchTime* times = NULL;
    gelStatus status = gelWorld_SetTiming(world, true);
    for (int i = 0; i < 3 && status == gel_success; i++) // enough launches that one is marked
        status = gelWorld_Step(world, 1.0f / 60.0f);
    if (status == gel_success)
        status = gelWorld_TakeLaunchTimes(world, &times, &count);
    gelFree(times);
    return status == gel_success ? gelWorld_MeasureCopy(world, 4096, &speed) : status;
}

// All that calls OpenCL, up to the first error, whose text is kept.
static gelStatus useAll(char text[4096])
{
    gelWorld* world = NULL;
    gelStatus status = openBoxes(&world);
    if (status == gel_success)
        status = gelWorld_Step(world, 1.0f / 60.0f);
    if (status == gel_success)
        status = gelWorld_Finish(world);
    if (status == gel_success)
        status = drawTwice(world);
    if (status == gel_success)
        status = measure(world);
    snprintf(text, 4096, "%s", status == gel_success ? "" : gelLastError());
    gelDestroyWorld(world);
    return status;
}

static bool isOneOf(const char* name, const char* const* list)
{
    while (*list != NULL && strcmp(*list, name) != 0)
        list++;
    return *list != NULL;
}

// Done without, in another way, or left unknown; an event that is not retained is a mark of progress less.
static const char* const withoutError[] = {"clGetPlatformInfo", "clGetKernelWorkGroupInfo", "clGetDeviceInfo",
                                           "clRetainEvent", NULL};
// By other tests: of command buffers (faults), buffers of OpenGL (view_share), and kernels that do not build.
static const char* const notCalled[] = {"clCloneKernel",
                                        "clGetExtensionFunctionAddressForPlatform",
                                        "clCreateCommandBufferKHR",
                                        "clCommandNDRangeKernelKHR",
                                        "clFinalizeCommandBufferKHR",
                                        "clEnqueueCommandBufferKHR",
                                        "clGetGLContextInfoKHR",
                                        "clCreateFromGLBuffer",
                                        "clEnqueueAcquireGLObjects",
                                        "clEnqueueReleaseGLObjects",
                                        "clGetProgramBuildInfo",
                                        "clRetainMemObject",
                                        "clRetainKernel",
                                        NULL};

// Calls of a function, until one's failure is an error, which depends on what it is for.
static void fail(const char* name, int callCount)
{
    enum { max = 3 };
    char expected[200], text[4096];
    gelStatus status = gel_success;
    snprintf(expected, sizeof expected, "%s returned CL_OUT_OF_RESOURCES (-5)", name);
    for (int i = 0; i < max && i < callCount && status == gel_success; i++) {
        int at = callCount <= max ? i + 1 : 1 + i * (callCount - 1) / (max - 1);
        arm(name, at, outOfResources, 0);
        status = useAll(text);
        disarm();
        CHECK(status == gel_success || strstr(text, expected) != NULL,
              "call %d of %d: expected \"%s\" in: %s", at, callCount, expected, text);
    }
    CHECK((status == gel_success) == isOneOf(name, withoutError), "%s: %s is the status where it fails", name,
          gelStatusText(status));
}

static void each_error_names_the_call_that_failed(void)
{
    enum { max = 64 };
    int count = 0, callCounts[max];
    char text[4096];
    if (!loadLayer(&device))
        SKIP("no OpenCL device, or a loader without layers");
    const char* const* names = listCalls();
    disarm();
    CHECK(useAll(text) == gel_success, "the undisturbed run failed: %s", text);
    for (; count < max && names[count] != NULL; count++)
        callCounts[count] = countCalls(names[count]);
    CHECK(names[count] == NULL, "the layer has more than %d functions", max);
    for (int i = 0; i < count; i++) {
        CHECK((callCounts[i] == 0) == isOneOf(names[i], notCalled), "%s was called %d times", names[i],
              callCounts[i]);
        if (callCounts[i] > 0)
            fail(names[i], callCounts[i]);
    }
    CHECK_INT(countObjects(), 0);
}

static void a_call_that_failed_is_not_a_machine_without_devices(void)
{
    static const char* const listing[] = {"clGetPlatformIDs", "clGetDeviceIDs"};
    static const int none[] = {-1001, -1}; // no platform, CL_DEVICE_NOT_FOUND
    char expected[200];
    gelWorldDef def = gelDefaultWorldDef();
    if (!loadLayer(&device))
        SKIP("no OpenCL device, or a loader without layers");
    for (int i = 0; i < 2; i++) {
        int count = -1;
        snprintf(expected, sizeof expected,
                 "listing the devices failed: %s returned CL_OUT_OF_RESOURCES (-5)", listing[i]);
        arm(listing[i], 1, outOfResources, 1);
        CHECK_STATUS(gelGetDevices(NULL, 0, &count), gel_deviceError);
        CHECK_TEXT(gelLastError(), expected);
        arm(listing[i], 1, outOfResources, 1);
        CHECK_STATUS(gelParseBackend("opencl:0", &def), gel_deviceError);
        CHECK_TEXT(gelLastError(), expected);
        arm(listing[i], 1, none[i], 1);
        CHECK_STATUS(gelGetDevices(NULL, 0, &count), gel_success);
        CHECK_INT(count, 0);
        arm(listing[i], 1, none[i], 1);
        CHECK_STATUS(gelParseBackend("opencl:0", &def), gel_noDevice);
        disarm();
    }
}

TESTS(TEST(each_error_names_the_call_that_failed), TEST(a_call_that_failed_is_not_a_machine_without_devices))
