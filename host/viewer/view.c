// gel view: options, pictures without a window, and the summary at the end.
#include "view.h"
#include "app/results.h"

#include "files/generated_file.h"
#include "headless.h"
#include "app/asset.h"
#include "app/overwrite.h"
#include "app/progress.h"

#include <string.h>

enum { statesSize = 4200 };

static const char* twoWorldsName(int index)
{
    return gelTwoWorldsNames[index];
}

static const char* displayModeName(int index)
{
    return gelDisplayModeNames[index];
}

#define S gelViewSettings
static const gelOption options[] = {
    GEL_BACKEND_OPTION(S, GEL_DEFAULT_BACKEND),
    {.name = "mode",
     .kind = gel_optionChoice,
     .offset = offsetof(S, mode),
     .placeholder = "MODE",
     .initial = "shaded",
     .choice = displayModeName,
     .help =
         "display mode: shaded; tets, shrunk; tet-colours or edge-colours, the parallel batches; strain, "
         "volume (error) or speed; difference, from the world chosen by --against; or a quantity that "
         "varies over a body: density, stiffness, bending, damping, friction, tearing, goals (weights) or "
         "pins"},
    {.name = "against",
     .kind = gel_optionText,
     .offset = offsetof(S, against),
     .placeholder = "SETUP",
     .help =
         "step a second world in parallel, with a setup as for gel compare: reference, double, or settings "
         "as in order=jacobi,substeps=80; the difference is also reported at the end"},
    {.name = "beside",
     .kind = gel_optionChoice,
     .offset = offsetof(S, two),
     .placeholder = "HOW",
     .initial = "split",
     .choice = twoWorldsName,
     .help = "show the second world of --against: split, each in its half of the picture; overlay, in violet "
             "over the first; or hidden"},
    {.name = "share",
     .kind = gel_optionChoice,
     .offset = offsetof(S, share),
     .placeholder = "WAY",
     .initial = "auto",
     .choice = gelShareWayName,
     .help = "choose how positions reach OpenGL: gl, OpenCL writes its buffers (cl_khr_gl_sharing); "
             "host-pointer, a processor writes mapped buffers; copy; or auto, the first of these that works"},
    GEL_FLAG_OPTION(S, wireframe, "draw the edges of triangles"),
    GEL_FLAG_OPTION(S, contacts, "draw the force of each contact as an arrow; waits for every frame"),
    {.name = "no-skin",
     .kind = gel_optionFlag,
     .offset = offsetof(S, withoutSkins),
     .help = "in shaded mode, show the surface of the tets instead of skins"},
    {.name = "no-plots",
     .kind = gel_optionFlag,
     .offset = offsetof(S, withoutPlots),
     .help = "start without the plots of the scene's probes"},
    GEL_FLAG_OPTION(S, paused, "start paused"),
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
     .help = "end after N frames; 0 runs until the window is closed, or without a window draws the start"},
    {.name = "stages",
     .kind = gel_optionWhole,
     .offset = offsetof(S, stages),
     .placeholder = "N",
     .lowest = 0,
     .highest = 1000000,
     .initial = "0",
     .help = "with --headless: after the frames, run N stages of the next one, usually one colour of a "
             "substep each, and highlight what the last one solved"},
    GEL_PICTURE_SIZE_OPTIONS(S, 1, "1280", "720"),
    {.name = "scale",
     .kind = gel_optionNumber,
     .offset = offsetof(S, scale),
     .placeholder = "X",
     .lowest = 0,
     .highest = 4,
     .help = "size of texts: 2 draws them twice as large; default: the display's setting, or 1 without a "
             "display"},
    {.name = "history",
     .kind = gel_optionWhole,
     .offset = offsetof(S, history),
     .placeholder = "MIB",
     .lowest = 0,
     .highest = 1048576,
     .initial = "256",
     .help = "memory for going back in time in the window; 0 keeps a single state, to recover from failures"},
    GEL_FLAG_OPTION(S, headless, "draw without a window or display"),
    GEL_FILE_OPTION(S, shot, "write the last picture as a .png file; --headless without --frames: the start"),
    GEL_FILE_OPTION(
        S, film,
        "with --headless: write all pictures as a film (.mp4, .mkv, .webm, .mov or .gif), encoded by "
        "ffmpeg"),
    GEL_FILE_OPTION(S, record, "record all input as a .json file, which gel run repeats with the same bits"),
    GEL_SETUP_OPTIONS(S),
    GEL_QUIET_OPTION(S),
    GEL_JSON_OPTION(S),
};
#undef S

// To the frame, or by stages, of which the session must have done so many in its frame.
static int stepTo(gelSession* session, int64_t frame, int stages)
{
    int code = gel_exitDone;
    if (stages == 0 && session->frame < frame)
        return gelSession_Step(session);
    if (session->frame == frame)
        return code;
    for (int i = gelSession_IsUnderWay(session) ? stages - 1 : 0; i < stages && code == gel_exitDone; i++)
        code = gelSession_StepStage(session);
    return code;
}

// To the frame, or by one stage towards it. A device that is lost on the way loses neither: the session goes on from whole
// frames. `isSeen`: the frame must be finite.
static int goTo(gelHeadless* headless, int64_t frame, bool isStage, bool isSeen, bool isDrawn)
{
    gelView* view = headless->view;
    gelSession* session = &view->session;
    headless->stages = !isStage ? 0 : gelSession_IsUnderWay(session) ? headless->stages + 1 : 1;
    for (;;) {
        int code = stepTo(session, frame, headless->stages);
        if (code == gel_exitDone && isSeen)
            code = gelHeadless_CheckDivergence(headless);
        if (code == gel_exitDone && isDrawn)
            code = gelHeadless_Draw(headless);
        if (code != gel_exitDevice)
            return code;
        code = gelView_Recover(view);
        if (code != gel_exitDone)
            return code;
    }
}

static int drawFrames(gelHeadless* headless, gelProgress* progress)
{
    gelView* view = headless->view;
    bool film = headless->film != NULL;
    int frames = view->settings->frames, last = frames + view->settings->stages;
    int code = film || last == 0 ? goTo(headless, 0, false, false, true) : gel_exitDone;
    for (int frame = 1; frame <= last && code == gel_exitDone; frame++) {
        bool isDue = gelProgress_IsDue(progress);
        code = goTo(headless, view->session.frame + 1, frame > frames,
                    isDue || film || frame == frames || frame == last, film || frame == last);
        if (code == gel_exitDone && view->session.notice[0] != '\0' && view->session.beside != NULL) {
            gelPrintWarning(view->output, "%s", view->session.notice);
            view->session.notice[0] = '\0';
        }
        if (code == gel_exitDone && view->session.notice[0] != '\0')
            code = gelReportError(view->output, gel_exitDevice, "%s", view->session.notice);
        if (isDue)
            gelProgress_Draw(progress, frame);
        if (gelInterruptCode() != 0 && code == gel_exitDone)
            return gelReportError(view->output, gelInterruptCode(),
                                  "interrupted after frame %s of %s; nothing was written", GEL_GROUPED(frame),
                                  GEL_GROUPED(last));
    }
    return code;
}

static int runHeadless(gelView* view)
{
    gelHeadless headless;
    gelProgress progress;
    int code = gelOpenHeadless(view, &headless);
    if (code != gel_exitDone)
        return code;
    gelCatchInterrupt();
    gelStartProgress(&progress, view->output, view->settings->quiet,
                     headless.film != NULL ? "picture" : "frame",
                     view->settings->frames + view->settings->stages);
    view->output->holdsErrors = true; // of a device that is lost, until no other can go on
    code = drawFrames(&headless, &progress);
    gelEndProgress(&progress);
    gelReleaseErrors(view->output, code);
    return gelCloseHeadless(&headless, code);
}

static int finish(gelView* view)
{
    const char* path = view->settings->record;
    int code = path != NULL ? gelSession_Complete(&view->session) : gel_exitDone;
    if (code == gel_exitDone && path != NULL && view->session.frame > 0)
        code = gelSession_WriteRecording(&view->session);
    return code == gel_exitDone ? gelView_ReportEnd(view) : code;
}

// With the states beside it.
static int checkRecording(gelOutput* output, const char* path)
{
    char states[statesSize];
    int code = gelCheckOutputPath(output, "record", path);
    if (code != gel_exitDone || !gelNameKeyframes(path, states, sizeof states))
        return code;
    code = gelCheckOutputPath(output, "record", states);
    return code == gel_exitDone ? gelCheckOwnFile(output, "record", states, GEL_SNAPSHOTS_START) : code;
}

static int checkSettings(gelOutput* output, const gelViewSettings* settings)
{
    if (settings->stages > 0 && !settings->headless)
        return gelReportError(output, gel_exitUsage,
                              "--stages needs --headless: in a window, the comma key runs a stage");
    if (settings->film != NULL && !settings->headless)
        return gelReportError(output, gel_exitUsage, "--film needs --headless: in a window, Shift+F12 films");
    int code =
        settings->shot != NULL ? gelCheckOutputEnding(output, "shot", settings->shot, ".png") : gel_exitDone;
    if (code == gel_exitDone && settings->shot != NULL)
        code = gelCheckOutputPath(output, "shot", settings->shot);
    if (settings->film != NULL && gelDrawingKindOf(settings->film) != gel_drawsFilm)
        return gelReportError(
            output, gel_exitUsage,
            "--film: expected a name ending in .mp4, .mkv, .webm, .mov or .gif, found \"%s\"",
            settings->film);
    if (code == gel_exitDone && settings->film != NULL)
        code = gelCheckOutputPath(output, "film", settings->film);
    if (code == gel_exitDone && settings->against != NULL)
        code = gelParseVariant(output, "against", settings->against, &(gelVariant){0});
    if (code == gel_exitDone && settings->record != NULL)
        code = checkRecording(output, settings->record);
    if (code == gel_exitDone && settings->record != NULL &&
        strcmp(gelOrderChoice(settings->setup.order), "scene") != 0)
        return gelReportError(output, gel_exitUsage,
                              "--record: recordings use the scene's order; omit --order");
    if (code == gel_exitDone && settings->record != NULL && settings->setup.solver > 0)
        return gelReportError(output, gel_exitUsage,
                              "--record: recordings use the scene's solver; omit --solver");
    if (code == gel_exitDone && settings->record != NULL && settings->setup.tileSize > 0)
        return gelReportError(output, gel_exitUsage,
                              "--record: recordings use the default tile size; omit --tile-size");
    return code;
}

static int checkResults(gelOutput* output, const gelViewSettings* settings, const gelScene* scene)
{
    char states[statesSize];
    gelResults results = {0};
    if (settings->shot != NULL)
        gelAddResult(&results, "shot", settings->shot);
    if (settings->film != NULL)
        gelAddResult(&results, "film", settings->film);
    if (settings->record != NULL) {
        gelAddResult(&results, "record", settings->record);
        if (gelNameKeyframes(settings->record, states, sizeof states))
            gelAddResult(&results, "record", states);
    }
    return gelCheckResults(output, &results, scene, NULL);
}

// The start page needs a window, and somebody to choose from it.
static int checkStart(gelOutput* output, const gelViewSettings* settings)
{
    const char* option = settings->headless         ? "headless"
                         : settings->record != NULL ? "record"
                         : settings->shot != NULL   ? "shot"
                         : settings->frames > 0     ? "frames"
                                                    : NULL;
    return option == NULL
               ? gel_exitDone
               : gelReportError(output, gel_exitUsage,
                                "--%s needs a SCENE: gel view scene.json --%s ...; gel view alone opens a "
                                "window with scenes to choose from",
                                option, option);
}

static int viewScene(gelOutput* output, const char* argument, const void* given)
{
    const gelViewSettings* settings = given;
    char start[gel_assetPathSize];
    gelView view = {.output = output,
                    .settings = settings,
                    .finish = finish,
                    .startPage = argument == NULL,
                    .two = (gelTwoWorlds)settings->two,
                    .look = {.mode = (gelDisplayMode)settings->mode,
                             .wireframe = settings->wireframe,
                             .contacts = settings->contacts,
                             .withoutSkins = settings->withoutSkins,
                             .withoutProbes = settings->withoutPlots}};
    int code = checkSettings(output, settings);
    if (code == gel_exitDone && argument == NULL) {
        code = checkStart(output, settings);
        argument = gelAssetPath("scenes/bear_drop.json", start); // behind the start page
    }
    if (code == gel_exitDone)
        code = gelOpenSession(output, argument, settings->backend, &settings->setup, &view.session);
    if (code != gel_exitDone)
        return code;
    view.session.paused = settings->paused;
    view.session.recording = settings->record;
    code = checkResults(output, settings, view.session.scene);
    if (code == gel_exitDone && settings->record != NULL)
        code = gelSession_CheckRecording(&view.session, settings->record);
    if (code == gel_exitDone)
        code = settings->headless ? runHeadless(&view) : gelRunWindow(&view);
    gelCloseSession(&view.session);
    return code;
}

const gelCommand gelViewCommand = {
    .name = "view",
    .argument = "[SCENE]",
    .takesScene = true,
    .purpose = "Shows a scene in a window, or renders pictures and films without one.",
    .example = "gel view scene.json",
    .notes =
        "Without a SCENE it opens a page with scenes and lessons to choose from. A mesh or a scene that is dropped onto "
        "the window opens in it.\n"
        "Keys: Space pauses, O or . runs one frame, the comma one stage, S stage by stage, R resets, F "
        "shows everything; Left, Right, Page Up, Page Down, Home and End go back and forth in time, T shows the time "
        "line; F12 writes a picture, Shift+F12 begins and ends a film; W wireframe, A second world, C contacts, M next mode, V skin or tets, K reloads kernels and shaders; Tab "
        "panel, H help, Esc quits. Shift+left-drag grabs, Ctrl+drag tilts gravity "
        "(left) or the ground (right), G+left-drag draws a wall or moves it, G+right-click removes it, E begins and ends painting what varies over a body (left-drag paints, with Ctrl erases, with Shift softens, M chooses what is painted, the brackets size the brush, and the panel has its strength, its value, its mirror image and a button that saves), B drops a body at the pointer, X removes the "
        "one under it, D continues on the next device. Left-drag turns, right-drag moves, the wheel "
        "zooms. Backspace shows the start page, L the lessons, N the next one.\n"
        "Without a display: gel view scene.json --headless --frames 300 --film jelly.mp4\n"
        "GEL_KERNEL_DIR and GEL_SHADER_DIR name folders to read kernels and shaders from, at the start "
        "and on K; GEL_OPENGL_DEBUG=1 prints OpenGL's debug messages.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(gelViewSettings),
    .execute = viewScene,
};
