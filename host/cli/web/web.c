// gel web: scenes as a page that steps them in a browser.
#include "app/options.h"
#include "app/overwrite.h"
#include "app/play.h"
#include "app/scene_name.h"
#include "files/system.h"
#include "web/packed.h"
#include "web/page.h"

#include <inttypes.h>
#include <string.h>

typedef struct Settings {
    gelArguments scenes;
    gelTexts set;
    const char* out;
    int frames;
    bool all, quiet, json;
} Settings;

static const gelOption options[] = {
    GEL_FILE_OPTION(Settings, out, "write the page to this file, .html; with --all, a site to this folder"),
    GEL_FLAG_OPTION(Settings, all, "make a site of all scenes and lessons that come with the program"),
    GEL_COUNT_OPTION(Settings, frames,
                     "step each scene this many frames and note the hash of every 60th, which the page "
                     "compares with its own"),
    GEL_SET_OPTION(Settings, set),
    GEL_QUIET_OPTION(Settings),
    GEL_JSON_OPTION(Settings),
};

enum { frameInterval = 60 };

typedef struct Comparison {
    gelPlay play;
    cJSON* hashes;
} Comparison;

static int seeFrame(void* context, int frame)
{
    Comparison* comparison = context;
    char name[16], hash[20];
    if (frame == 0 || (frame % frameInterval != 0 && frame != comparison->play.frames))
        return gel_exitDone;
    snprintf(name, sizeof name, "%d", frame);
    snprintf(hash, sizeof hash, "%016" PRIx64, gelWorld_Hash(comparison->play.world));
    cJSON_AddStringToObject(comparison->hashes, name, hash);
    return gel_exitDone;
}

static int addScene(gelPage* page, const Settings* settings, const char* path)
{
    Comparison comparison = {.hashes = cJSON_CreateObject()};
    const gelSetup setup = {0};
    const gelPlayUse use = {.writesFiles = true, .seen = seeFrame, .context = &comparison};
    bool steps = settings->frames > 0;
    int code =
        gelLoadPlay(page->output, path, &settings->set, settings->frames, settings->quiet, &comparison.play);
    if (code == gel_exitDone && !settings->all)
        code = gelCheckOverwrite(page->output, "out", settings->out, comparison.play.scene);
    if (code == gel_exitDone && steps)
        code = gelOpenPlay(&comparison.play, GEL_DEFAULT_BACKEND, &setup, NULL, false);
    if (code == gel_exitDone && steps)
        code = gelPlayFrames(&comparison.play, &use);
    if (code == gel_exitDone) {
        code = gelAddPageScene(page, comparison.play.scene, comparison.hashes);
        comparison.hashes = NULL;
    }
    cJSON_Delete(comparison.hashes);
    gelClosePlay(&comparison.play);
    return code;
}

// Puts "./" before the name of a scene. So files that it names relative to its folder begin with "./" in the list of
// files, and files that it names by their whole paths do not. A page keeps the latter under their whole paths.
static void markFolder(const char* path, char marked[gel_assetPathSize + 2])
{
    const char* slash = gelLastSlash(path);
    int length = slash != NULL ? (int)(slash - path) + 1 : 0;
    snprintf(marked, gel_assetPathSize + 2, "%.*s./%s", length, path, path + length);
}

static int addNamed(gelPage* page, const Settings* settings)
{
    int code = gel_exitDone;
    for (int i = 0; i < settings->scenes.count && code == gel_exitDone; i++) {
        char path[gel_assetPathSize], marked[gel_assetPathSize + 2];
        const char* resolved;
        code = gelResolveScene(page->output, settings->scenes.texts[i], path, &resolved);
        if (code == gel_exitDone) {
            markFolder(resolved, marked);
            code = addScene(page, settings, marked);
        }
    }
    return code;
}

static int addFolder(gelPage* page, const Settings* settings, const char* folder)
{
    char **names = NULL, path[gel_assetPathSize], name[300];
    int count = 0, code = gel_exitDone;
    if (!gelListScenes(gelAssetPath(folder, path), &names, &count))
        code = gelReportStatus(page->output, gel_outOfMemory, gel_activityInput);
    for (int i = 0; i < count && code == gel_exitDone; i++) {
        snprintf(name, sizeof name, "%s/%s", folder, names[i]);
        code = addScene(page, settings, gelAssetPath(name, path));
    }
    gelClearTexts(names, count);
    return code;
}

static int check(gelOutput* output, const Settings* settings)
{
    if (gelFindWebPart("gel.wasm.lzma").bytes == NULL)
        return gelReportError(output, gel_exitDevice, "this gel has no page to make: it was built without %s",
                              GEL_WEB_MISSING);
    if (settings->out == NULL)
        return gelReportError(output, gel_exitUsage,
                              "gel web needs --out FILE.html, the name of the page, or with --all a folder");
    if (settings->all != (settings->scenes.count == 0))
        return gelReportError(output, gel_exitUsage,
                              settings->all ? "gel web --all makes a site of all scenes: name none"
                                            : "gel web needs a scene, or --all");
    if (settings->all)
        return gelCheckSite(output, settings->out);
    int code = gelCheckOutputPath(output, "out", settings->out);
    return code == gel_exitDone ? gelCheckOutputEnding(output, "out", settings->out, ".html") : code;
}

static int print(const gelPage* page, const Settings* settings)
{
    int scenes = cJSON_GetArraySize(page->scenes);
    if (!page->output->json) {
        gelPrintRow(page->output, "written", "%s (%s, %s)", settings->out,
                    GEL_COUNT(scenes, "scene", "scenes"),
                    GEL_COUNT(cJSON_GetArraySize(page->stored), "file", "files"));
        return gel_exitDone;
    }
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "out", settings->out);
    cJSON_AddItemToObject(object, "scenes", cJSON_Duplicate(page->scenes, true));
    return gelPrintJson(page->output, object, gel_exitDone);
}

static int makePage(gelOutput* output, const char* argument, const void* settings)
{
    const Settings* wanted = settings;
    gelPage page;
    (void)argument;
    int code = check(output, wanted);
    if (code != gel_exitDone)
        return code;
    gelOpenPage(output, &page);
    if (wanted->all) {
        code = addFolder(&page, wanted, "lessons");
        if (code == gel_exitDone)
            code = addFolder(&page, wanted, "scenes");
    } else
        code = addNamed(&page, wanted);
    if (code == gel_exitDone)
        code = wanted->all ? gelWriteSite(&page, wanted->out) : gelWritePage(&page, wanted->out);
    if (code == gel_exitDone)
        code = print(&page, wanted);
    gelClosePage(&page);
    return code;
}

const gelCommand gelWebCommand = {
    .name = "web",
    .argument = "[SCENE...]",
    .purpose = "Makes a page that steps scenes in a browser, with the same bits.",
    .example = "gel web bear_drop --out bear.html --frames 120",
    .notes =
        "The page is one file: a double click opens it, without a server or the network. It has the "
        "scenes, their meshes and pictures, and Gel itself, compiled for browsers.\n--all makes a folder "
        "for any web server, which opens by a double click, too.",
    .options = options,
    .optionCount = sizeof options / sizeof options[0],
    .settingsSize = sizeof(Settings),
    .argumentsOffset = offsetof(Settings, scenes),
    .execute = makePage,
};
