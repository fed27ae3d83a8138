#include "app/options.h"
#include "app/overwrite.h"
#include "report/page.h"
#include "app/text_file.h"

#include <string.h>

typedef struct Settings {
    const char *out, *backend;
    int frames;
    gelPictureSize size;
    gelSetup setup;
    bool quiet, json;
} Settings;

static const gelOption options[] = {
    GEL_FILE_OPTION(Settings, out, "write the page to this file, .html; required"),
    GEL_COUNT_OPTION(Settings, frames,
                     "number of frames to step; default: 300, or the length of a recording or of the scene's "
                     "expectations"),
    GEL_PICTURE_SIZE_OPTIONS(Settings, 16, "640", "400"),
    GEL_BACKEND_OPTION(Settings, "reference"),
    GEL_SETUP_OPTIONS(Settings),
    GEL_QUIET_OPTION(Settings),
    GEL_JSON_OPTION(Settings),
};

typedef struct Reporting {
    gelOutput* output;
    const Settings* settings;
    const char* scenePath;
    gelPlay play;
    gelPictures pictures;
    gelTextFile file;
} Reporting;

static int seeFrame(void* context, int frame)
{
    Reporting* reporting = context;
    return gelPictures_AddFrame(&reporting->pictures, frame);
}

static int finish(Reporting* reporting)
{
    gelOutput* output = reporting->output;
    const gelPictures* pictures = &reporting->pictures;
    int code = gelPlayCode(&reporting->play);
    if (output->json) {
        cJSON* object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "file", reporting->settings->out);
        gelAddSet(object, reporting->play.scene);
        cJSON_AddNumberToObject(object, "frames", reporting->play.frames);
        cJSON_AddNumberToObject(object, "pictures", pictures->count);
        if (pictures->note[0] != '\0')
            cJSON_AddStringToObject(object, "without_pictures", pictures->note);
        gelAddVerdicts(object, &reporting->play.probes);
        return gelPrintJson(output, object, code);
    }
    if (pictures->note[0] != '\0')
        gelPrintWarning(output, "the page has no pictures: %s", pictures->note);
    gelPrintRow(output, "written", "%s (%s, %s)", reporting->settings->out,
                GEL_COUNT(pictures->count, "picture", "pictures"),
                GEL_COUNT(gelScene_GetProbeCount(reporting->play.scene), "curve", "curves"));
    gelPrintVerdicts(output, &reporting->play.probes);
    return code;
}

static int makeReport(Reporting* reporting)
{
    const Settings* settings = reporting->settings;
    char given[10000], command[17000];
    int code = gelOpenTextFile(reporting->output, "out", settings->out, &reporting->file);
    if (code == gel_exitDone)
        code = gelLoadPlay(reporting->output, reporting->scenePath, &settings->setup.set, settings->frames,
                           settings->quiet, &reporting->play);
    if (code == gel_exitDone)
        code = gelCheckOverwrite(reporting->output, "out", settings->out, reporting->play.scene);
    if (code == gel_exitDone)
        code = gelCheckOutputEnding(reporting->output, "out", settings->out, ".html");
    if (code == gel_exitDone)
        code = gelOpenPlay(&reporting->play, settings->backend, &settings->setup, NULL, true);
    if (code == gel_exitDone)
        code = gelOpenPictures(&reporting->play, settings->out, settings->size, &reporting->pictures);
    gelPlayUse use = {.writesFiles = true, .seen = seeFrame, .context = reporting};
    if (code == gel_exitDone)
        code = gelPlayFrames(&reporting->play, &use);
    if (code != gel_exitDone)
        return code;
    gelDescribeOptions(reporting->output, &gelReportCommand, settings, given, sizeof given);
    snprintf(command, sizeof command, "gel report %s%s", GEL_QUOTED(reporting->scenePath), given);
    gelReport report = {&reporting->play, &reporting->pictures, reporting->scenePath, command};
    gelWriteReport(reporting->file.file, &report);
    return gel_exitDone;
}

static int reportScene(gelOutput* output, const char* argument, const void* settings)
{
    Reporting reporting = {.output = output, .settings = settings, .scenePath = argument};
    if (reporting.settings->out == NULL)
        return gelReportError(output, gel_exitUsage, "gel report needs --out FILE.html");
    int code = makeReport(&reporting);
    code = gelCloseTextFile(output, "out", &reporting.file, code);
    if (code == gel_exitDone)
        code = finish(&reporting);
    gelClosePictures(&reporting.pictures);
    gelClosePlay(&reporting.play);
    return code;
}

const gelCommand gelReportCommand = {
    .name = "report",
    .argument = "SCENE",
    .takesScene = true,
    .purpose = "Steps a scene and writes a page about it: pictures, curves, numbers, settings.",
    .example = "gel report scene.json --out scene.html",
    .notes =
        "The page is one file that includes its pictures, for a browser or a printer. It shows the scene "
        "at the start, half-way and at the end (if Gel is built with the window), its probes with their "
        "closed forms, expected and measured values, its bodies and settings, the device, the hash, and "
        "its lesson, if it has one. The same command writes the same bytes again.\nExit code 9 means that "
        "an expectation was missed; the page is written nevertheless.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(Settings),
    .execute = reportScene,
};
