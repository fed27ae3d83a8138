// gel view: options, the picture without a window, and what is told at the end.
#include "view.h"

#include "film.h"
#include "offscreen.h"
#include "panel.h"
#include "progress.h"

#include <math.h>
#include <string.h>

static const char* displayModeName(int index)
{
    return gelDisplayModeNames[index];
}

#define S gelViewSettings
static const gelOption options[] = {
    {.name = "backend",
     .kind = gel_optionText,
     .offset = offsetof(S, backend),
     .placeholder = "TEXT",
     .initial = "opencl",
     .help = "reference, double, opencl (the best device), opencl:INDEX or opencl:PART-OF-A-NAME"},
    {.name = "mode",
     .kind = gel_optionChoice,
     .offset = offsetof(S, mode),
     .placeholder = "MODE",
     .initial = "shaded",
     .choice = displayModeName,
     .help =
         "what is shown: shaded; tets, shrunk apart; tet-colours or edge-colours, what is solved at once; "
         "strain, volume (error) or speed"},
    {.name = "share",
     .kind = gel_optionChoice,
     .offset = offsetof(S, share),
     .placeholder = "WAY",
     .initial = "auto",
     .choice = gelShareWayName,
     .help =
         "how positions get to OpenGL: gl, OpenCL writes its buffers (cl_khr_gl_sharing); host-pointer, a "
         "processor writes buffers that are mapped; copy; or auto, the first of these that works"},
    {.name = "wireframe",
     .kind = gel_optionFlag,
     .offset = offsetof(S, wireframe),
     .help = "draw the triangles' edges"},
    {.name = "paused", .kind = gel_optionFlag, .offset = offsetof(S, paused), .help = "start paused"},
    {.name = "no-panel",
     .kind = gel_optionFlag,
     .offset = offsetof(S, hidePanel),
     .help = "start without the panel"},
    {.name = "frames",
     .kind = gel_optionWhole,
     .offset = offsetof(S, frames),
     .placeholder = "N",
     .lowest = 0,
     .highest = 1000000,
     .initial = "0",
     .help =
         "end after N frames; 0 goes on until the window is closed, and without a window draws the start"},
    {.name = "width",
     .kind = gel_optionWhole,
     .offset = offsetof(S, width),
     .placeholder = "N",
     .initial = "1280",
     .lowest = 1,
     .highest = 8192,
     .help = "pixels"},
    {.name = "height",
     .kind = gel_optionWhole,
     .offset = offsetof(S, height),
     .placeholder = "N",
     .initial = "720",
     .lowest = 1,
     .highest = 8192,
     .help = "pixels"},
    {.name = "headless",
     .kind = gel_optionFlag,
     .offset = offsetof(S, headless),
     .help = "draw without window or display"},
    {.name = "shot",
     .kind = gel_optionText,
     .offset = offsetof(S, shot),
     .placeholder = "FILE",
     .help = "write the last picture as a PNG file"},
    {.name = "film",
     .kind = gel_optionText,
     .offset = offsetof(S, film),
     .placeholder = "FILE",
     .help = "with --headless: write all pictures as a film (.mp4, .mkv, .gif, ...), encoded by the program "
             "ffmpeg"},
    GEL_SETUP_OPTIONS(S),
    GEL_QUIET_OPTION(S),
    GEL_JSON_OPTION(S),
};
#undef S

int gelView_OpenPicture(gelView* view)
{
    snprintf(view->openglText, sizeof view->openglText, "%s, %s", (const char*)glGetString(GL_VERSION),
             (const char*)glGetString(GL_RENDERER));
    bool mayShare = view->settings->share == gel_shareAuto || view->settings->share == gel_shareGl;
    if (mayShare && gelReadContextProperties(view->contextProperties))
        view->session.setup.contextProperties = view->contextProperties;
    int code = gelSession_OpenWorld(&view->session);
    if (code == gel_exitDone)
        code = gelCreateRenderer(view->output, &view->renderer);
    if (code == gel_exitDone)
        code = gelView_TakeWorld(view, true);
    gelShareWay wanted = (gelShareWay)view->settings->share;
    if (code != gel_exitDone || wanted == gel_shareAuto || wanted == view->source.way)
        return code;
    bool tooOld = wanted == gel_shareHostPointer && glBufferStorage == NULL;
    return gelReportError(view->output, tooOld ? gel_exitDisplay : gel_exitDevice, "--share %s: %s",
                          gelShareWayName((int)wanted), view->source.whyNot);
}

void gelView_ClosePicture(gelView* view)
{
    if (view->session.world != NULL) {
        view->hash = gelWorld_Hash(view->session.world);
        snprintf(view->backendText, sizeof view->backendText, "%s",
                 gelWorld_GetBackendText(view->session.world));
        snprintf(view->shareText, sizeof view->shareText, "%s", gelPositionSource_Mode(&view->source));
    }
    gelDestroyModel(&view->model);
    gelClosePositionSource(&view->source);
    gelDestroyRenderer(view->renderer);
    gelClearPicture(&view->picture);
    gelSession_CloseWorld(&view->session);
    view->renderer = NULL;
}

int gelView_TakeWorld(gelView* view, bool withCamera)
{
    gelDestroyModel(&view->model);
    gelClosePositionSource(&view->source);
    int code = gelCreateModel(view->output, view->session.world, &view->model);
    if (code == gel_exitDone)
        code = gelOpenPositionSource(view->output, view->session.world, (gelShareWay)view->settings->share,
                                     &view->source);
    if (code != gel_exitDone)
        return code;
    view->look.ground = view->session.def.ground;
    if (!withCamera)
        return gel_exitDone;
    gelVec3 lower = view->source.lower, upper = view->source.upper; // with room for where bodies will go
    float size = view->model.bodySize;
    if (view->session.def.ground.enabled)
        upper.y = fmaxf(upper.y, lower.y + 2.0f * size);
    else
        lower.y -= size;
    if (view->session.def.ground.enabled && lower.y > 0.0f && lower.y < 5.0f * size)
        lower.y = view->session.def.ground.offset;
    view->camera = gelFrameCamera(lower, upper, (float)view->settings->width / (float)view->settings->height);
    return gel_exitDone;
}

int gelView_Draw(gelView* view, int width, int height)
{
    bool speeds = view->look.mode == gel_displaySpeed;
    gelStatus status = gelPositionSource_Update(&view->source, speeds);
    if (status != gel_success)
        return gelReportStatus(view->output, status, gel_activitySimulation);
    view->look.ground = view->session.def.ground;
    view->pictureCount++;
    return gelRenderer_Draw(view->renderer, view->output, &view->model, &view->source, &view->camera,
                            &view->look, width, height);
}

int gelView_WriteShot(gelView* view, int width, int height)
{
    if (!gelReadPicture(gelRenderer_Picture(view->renderer), width, height, &view->picture))
        return gelReportError(view->output, gel_exitInternal, "memory ran out for a picture of %d x %d",
                              width, height);
    return gelWritePng(view->output, view->settings->shot, &view->picture);
}

// One picture with its legend, and into the film.
static int drawFrame(gelView* view, gelFilm* film)
{
    int width = view->settings->width, height = view->settings->height;
    int code = gelView_Draw(view, width, height);
    if (code != gel_exitDone)
        return code;
    gelPanel_Begin(width, height);
    gelPanel_DrawLegend((int)view->look.mode, width);
    gelPanel_End();
    if (film == NULL)
        return gel_exitDone;
    if (!gelReadPicture(gelRenderer_Picture(view->renderer), width, height, &view->picture))
        return gelReportError(view->output, gel_exitInternal, "memory ran out for a picture of %d x %d",
                              width, height);
    return gelFilm_Add(film, &view->picture) ? gel_exitDone : gel_exitOutput;
}

static int drawFrames(gelView* view, gelFilm* film, gelProgress* progress)
{
    int frames = view->settings->frames;
    int code = film != NULL || frames == 0 ? drawFrame(view, film) : gel_exitDone;
    for (int frame = 1; frame <= frames && code == gel_exitDone; frame++) {
        code = gelSession_Step(&view->session);
        if (code == gel_exitDone && (film != NULL || frame == frames))
            code = drawFrame(view, film);
        if (gelProgress_IsDue(progress))
            gelProgress_Draw(progress, frame);
        if (gelInterruptCode() != 0 && code == gel_exitDone)
            return gelReportError(view->output, gelInterruptCode(),
                                  "interrupted after frame %s of %s; nothing was written", GEL_GROUPED(frame),
                                  GEL_GROUPED(frames));
    }
    return code;
}

static int makePictures(gelView* view)
{
    const gelViewSettings* settings = view->settings;
    gelFilm* film = NULL;
    gelProgress progress;
    int code = gelView_OpenPicture(view);
    if (code == gel_exitDone && settings->film != NULL)
        code = gelOpenFilm(view->output, settings->film, settings->width, settings->height,
                           1.0 / view->session.timeStep, &film);
    if (code == gel_exitDone && !gelOpenPanel(NULL))
        code = gelReportError(view->output, gel_exitDisplay, "the panel cannot be drawn with %s",
                              view->openglText);
    if (code == gel_exitDone) {
        gelCatchInterrupt();
        gelStartProgress(&progress, view->output, settings->quiet, "frame", settings->frames);
        code = drawFrames(view, film, &progress);
        gelEndProgress(&progress);
        if (code == gel_exitDone && settings->shot != NULL)
            code = gelView_WriteShot(view, settings->width, settings->height);
        gelClosePanel();
    }
    bool ffmpegFailed = code == gel_exitOutput; // which closing tells about
    int filmCode = gelCloseFilm(film, view->output, code == gel_exitDone || ffmpegFailed);
    gelView_ClosePicture(view);
    return code == gel_exitDone ? filmCode : code;
}

static int runHeadless(gelView* view)
{
    gelOffscreen offscreen;
    int code = gelOpenOffscreen(view->output, &offscreen);
    if (code != gel_exitDone)
        return code;
    view->look.shadowTaps = 48;
    code = makePictures(view);
    gelCloseOffscreen(&offscreen);
    return code;
}

static cJSON* jsonOf(const gelView* view)
{
    char text[32];
    cJSON* object = cJSON_CreateObject();
    const gelCamera* camera = &view->camera;
    snprintf(text, sizeof text, "%016llx", (unsigned long long)view->hash);
    cJSON_AddStringToObject(object, "scene", gelScene_GetName(view->session.scene));
    cJSON_AddStringToObject(object, "backend", view->backendText);
    cJSON_AddNumberToObject(object, "frames", (double)view->session.frame);
    cJSON_AddNumberToObject(object, "pictures", (double)view->pictureCount);
    cJSON_AddStringToObject(object, "hash", text);
    cJSON_AddBoolToObject(object, "paused", view->session.paused);
    cJSON_AddStringToObject(object, "mode", gelDisplayModeNames[view->look.mode]);
    cJSON_AddBoolToObject(object, "wireframe", view->look.wireframe);
    cJSON_AddNumberToObject(object, "real_time_ratio", view->realTimeRatio);
    cJSON* seen = cJSON_AddObjectToObject(object, "camera");
    double target[] = {(double)camera->target.x, (double)camera->target.y, (double)camera->target.z};
    cJSON_AddItemToObject(seen, "target", cJSON_CreateDoubleArray(target, 3));
    cJSON_AddNumberToObject(seen, "distance", (double)camera->distance);
    cJSON_AddNumberToObject(seen, "azimuth", (double)camera->azimuth);
    cJSON_AddNumberToObject(seen, "elevation", (double)camera->elevation);
    cJSON_AddStringToObject(object, "opengl", view->openglText);
    cJSON_AddNumberToObject(object, "opengl_errors", gelOpenglErrorCount());
    cJSON_AddStringToObject(object, "share", view->shareText);
    return object;
}

static int tellEnd(gelView* view)
{
    gelOutput* output = view->output;
    if (view->hash == 0)
        return gelReportStatus(output, gel_deviceError, gel_activitySimulation);
    if (output->json)
        return gelPrintJson(output, jsonOf(view), gel_exitDone);
    gelPrintRow(output, "scene", "%s, %s shown", gelScene_GetName(view->session.scene),
                GEL_COUNT(view->session.frame, "frame", "frames"));
    gelPrintRow(output, "back end", "%s", view->backendText);
    gelPrintRow(output, "opengl", "%s", view->openglText);
    gelPrintRow(output, "positions", "by %s", view->shareText);
    gelPrintRow(output, "hash", "%016llx", (unsigned long long)view->hash);
    if (view->settings->shot != NULL)
        gelPrintRow(output, "written", "%s", view->settings->shot);
    if (view->settings->film != NULL)
        gelPrintRow(output, "written", "%s", view->settings->film);
    return gel_exitDone;
}

static int checkSettings(gelOutput* output, const gelViewSettings* settings)
{
    if (settings->film != NULL && !settings->headless)
        return gelReportError(output, gel_exitUsage, "--film is for --headless: a window is not filmed");
    int code = settings->shot != NULL ? gelCheckOutputPath(output, "shot", settings->shot) : gel_exitDone;
    if (code == gel_exitDone && settings->film != NULL)
        code = gelCheckOutputPath(output, "film", settings->film);
    return code;
}

static int viewScene(gelOutput* output, const char* argument, const void* given)
{
    const gelViewSettings* settings = given;
    gelView view = {.output = output,
                    .settings = settings,
                    .look = {.mode = (gelDisplayMode)settings->mode, .wireframe = settings->wireframe}};
    int code = checkSettings(output, settings);
    if (code == gel_exitDone)
        code = gelOpenSession(output, argument, settings->backend, &settings->setup, &view.session);
    if (code != gel_exitDone)
        return code;
    view.session.paused = settings->paused;
    code = settings->headless ? runHeadless(&view) : gelRunWindow(&view);
    if (code == gel_exitDone)
        code = tellEnd(&view);
    gelCloseSession(&view.session);
    return code;
}

const gelCommand gelViewCommand = {
    .name = "view",
    .argument = "SCENE",
    .purpose = "Shows a scene in a window, or draws it into pictures and films without one.",
    .example = "gel view scene.json",
    .notes = "Keys: Space pause, O or . one frame, R reset, F show all, W wireframe, M next mode, Tab panel, "
             "H help, Esc "
             "quit. Left-drag turns, right-drag moves, the wheel zooms.\n"
             "Without a display: gel view scene.json --headless --frames 300 --film jelly.mp4\n"
             "GEL_SHADER_DIR names a folder to read the shaders from; GEL_OPENGL_DEBUG=1 reports what OpenGL "
             "complains about.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(gelViewSettings),
    .execute = viewScene,
};
