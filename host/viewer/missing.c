// Stands in for the viewer if it was not built: reports that, and what to do.
#include "app/bench_settings.h"
#include "app/setup.h"

typedef struct Settings {
    bool json;
} Settings;

static const gelOption options[] = {GEL_JSON_OPTION(Settings)};

static int reportMissing(gelOutput* output)
{
    if (GEL_MISSING_PACKAGES[0] == '\0')
        return gelReportError(output, gel_exitDisplay,
                              "this gel was built without the viewer; build it with -DGEL_BUILD_VIEWER=ON");
    return gelReportError(output, gel_exitDisplay,
                          "this gel was built without the viewer; to add it, apt-get install %s, and rebuild",
                          GEL_MISSING_PACKAGES);
}

static int viewScene(gelOutput* output, const char* argument, const void* settings)
{
    (void)argument;
    (void)settings;
    return reportMissing(output);
}

int gelBenchViewer(gelOutput* output, const char* scenePath, const gelBenchSettings* settings)
{
    (void)scenePath;
    (void)settings;
    return reportMissing(output);
}

int gelOpenDrawing(gelOutput* output, const gelDrawingDef* def, gelDrawing** drawing)
{
    (void)def;
    *drawing = NULL;
    return reportMissing(output);
}

int gelDrawing_AddFrame(gelDrawing* drawing)
{
    (void)drawing;
    return gel_exitDisplay;
}

int gelDrawing_Save(gelDrawing* drawing, const char* path)
{
    (void)drawing;
    (void)path;
    return gel_exitDisplay;
}

int gelCloseDrawing(gelDrawing* drawing, int code)
{
    (void)drawing;
    return code;
}

const gelCommand gelViewCommand = {
    .name = "view",
    .argument = "[SCENE]",
    .takesScene = true,
    .purpose = "Shows a scene in a window. This gel was built without it.",
    .example = "gel view scene.json",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(Settings),
    .execute = viewScene,
};
