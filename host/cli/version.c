#include "app/options.h"

#include "gel/gel.h"

typedef struct Settings {
    bool json;
} Settings;

static const gelOption options[] = {
    GEL_JSON_OPTION(Settings),
};

#if defined(__clang__)
static const char compiler[] = __VERSION__; // already begins with the compiler's name
#elif defined(__GNUC__)
static const char compiler[] = "GCC " __VERSION__;
#else
static const char compiler[] = "unknown";
#endif

static int printVersion(gelOutput* output, const char* argument, const void* settings)
{
    (void)argument;
    (void)settings;
    if (!output->json) {
        printf("gel %s\n", gelVersionText());
        return gel_exitDone;
    }
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "version", gelVersionText());
    cJSON_AddStringToObject(object, "compiler", compiler);
    cJSON_AddStringToObject(object, "build_type", GEL_BUILD_TYPE);
    cJSON_AddStringToObject(object, "opencl_headers", GEL_OPENCL_HEADERS);
    return gelPrintJson(output, object, gel_exitDone);
}

const gelCommand gelVersionCommand = {
    .name = "version",
    .purpose = "Prints the version.",
    .example = "gel version --json",
    .notes = "With --json, also the compiler, the build type and the version of the OpenCL headers.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(Settings),
    .execute = printVersion,
};
