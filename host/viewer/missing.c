// `gel view` of a command that was built without the viewer: says so, and what to do.
#include "setup.h"

typedef struct Settings {
    bool json;
} Settings;

static const gelOption options[] = {GEL_JSON_OPTION(Settings)};

static int viewScene(gelOutput* output, const char* argument, const void* settings)
{
    (void)argument;
    (void)settings;
    if (GEL_MISSING_PACKAGES[0] == '\0')
        return gelReportError(output, gel_exitDisplay,
                              "this gel was built without the viewer; build it with -DGEL_BUILD_VIEWER=ON");
    return gelReportError(
        output, gel_exitDisplay,
        "this gel was built without the viewer; to have it, apt-get install %s, and build again",
        GEL_MISSING_PACKAGES);
}

const gelCommand gelViewCommand = {
    .name = "view",
    .argument = "SCENE",
    .purpose = "Shows a scene in a window. This gel was built without it.",
    .example = "gel view scene.json",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(Settings),
    .execute = viewScene,
};
