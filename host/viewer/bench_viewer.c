// gel bench --viewer: each frame is drawn twice, once timed stage by stage, once as a whole.
#include "app/bench_settings.h"
#include "app/figure.h"

#include "common/clock.h"
#include "headless.h"
#include "app/progress.h"
#include "app/scene_size.h"

#include <stdlib.h>

static const char* const stageKeys[] = {
#define GEL_PICTURE_STAGE_KEY(stage, key, text) key,
    GEL_PICTURE_STAGE_LIST(GEL_PICTURE_STAGE_KEY)
#undef GEL_PICTURE_STAGE_KEY
};
static const char* const stageTexts[] = {
#define GEL_PICTURE_STAGE_TEXT(stage, key, text) text,
    GEL_PICTURE_STAGE_LIST(GEL_PICTURE_STAGE_TEXT)
#undef GEL_PICTURE_STAGE_TEXT
};
enum { rowSum = gel_pictureStageCount, rowWhole, rowCount };

typedef struct Bench {
    const gelBenchSettings* settings;
    gelView* view;
    gelHeadless headless;
    gelPictureClock clock;
    double* samples; // ms [rowCount][frames]
    gelFigure figures[rowCount];
    gelMemoryUse half, end; // after half and after all of the frames
} Bench;

static int drawOnce(Bench* bench, gelPictureClock* clock)
{
    gelPictureSize size = bench->settings->size;
    gelView_SetClock(bench->view, clock);
    gelPictureClock_Start(clock);
    int code = gelHeadless_Draw(&bench->headless);
    if (code == gel_exitDone)
        code = gelView_ReadPicture(bench->view, size.width, size.height);
    gelPictureClock_Mark(clock, gel_pictureReadBack);
    gelPictureClock_Finish(clock);
    return code;
}

// Waits for the simulation first, so that only drawing is measured.
static int measureFrame(Bench* bench, int sample)
{
    gelBadVertex bad;
    int frames = bench->settings->frames;
    int code = gelSession_Step(&bench->view->session);
    if (code != gel_exitDone)
        return code;
    gelStatus status = gelWorld_FindBadVertex(bench->view->session.world, &bad);
    if (status != gel_success)
        return gelReportStatus(bench->view->output, status, gel_activitySimulation);
    code = drawOnce(bench, &bench->clock);
    double start = gelMilliseconds();
    if (code == gel_exitDone)
        code = drawOnce(bench, NULL);
    double whole = gelMilliseconds() - start, sum = 0.0;
    for (int stage = 0; stage < gel_pictureStageCount && sample >= 0; stage++) {
        bench->samples[stage * frames + sample] = bench->clock.milliseconds[stage];
        sum += bench->clock.milliseconds[stage];
    }
    if (sample >= 0) {
        bench->samples[rowSum * frames + sample] = sum;
        bench->samples[rowWhole * frames + sample] = whole;
    }
    return code;
}

static int measure(Bench* bench, gelCounters* counters)
{
    const gelBenchSettings* settings = bench->settings;
    gelProgress progress;
    gelStatus status = gelWorld_GetCounters(bench->view->session.world, counters);
    int code = status == gel_success ? gel_exitDone
                                     : gelReportStatus(bench->view->output, status, gel_activitySimulation);
    int total = settings->warmUp + settings->frames;
    gelCatchInterrupt();
    gelStartProgress(&progress, bench->view->output, settings->quiet, "frame", total);
    for (int i = 0; i < total && code == gel_exitDone; i++) {
        code = measureFrame(bench, i - settings->warmUp);
        if (i == settings->warmUp + settings->frames / 2)
            bench->half = gelMeasureMemory();
        if (gelProgress_IsDue(&progress))
            gelProgress_Draw(&progress, i + 1);
        if (code == gel_exitDone && gelInterruptCode() != 0)
            code = gelReportError(bench->view->output, gelInterruptCode(), "interrupted");
    }
    gelEndProgress(&progress);
    bench->end = gelMeasureMemory();
    for (int row = 0; row < rowCount; row++)
        bench->figures[row] = gelFigureOf(&bench->samples[row * settings->frames], settings->frames);
    return code;
}

static const char* clockText(const Bench* bench)
{
    return bench->clock.queries ? "OpenGL time stamps" : "the host's, after glFinish at each stage";
}

static cJSON* memoryToJson(gelMemoryUse memory)
{
    cJSON* object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "resident_bytes", (double)memory.resident);
    cJSON_AddNumberToObject(object, "allocated_bytes", (double)memory.allocated);
    return object;
}

static cJSON* jsonOf(const Bench* bench, const gelCounters* counters)
{
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "scene", gelScene_GetName(bench->view->session.scene));
    cJSON_AddNumberToObject(object, "tets", counters->tetCount);
    cJSON_AddNumberToObject(object, "width", bench->settings->size.width);
    cJSON_AddNumberToObject(object, "height", bench->settings->size.height);
    cJSON_AddNumberToObject(object, "frames", bench->settings->frames);
    cJSON_AddStringToObject(object, "opengl", bench->view->openglText);
    cJSON_AddStringToObject(object, "share", gelPositionSource_Mode(&bench->view->source));
    cJSON_AddStringToObject(object, "clock", clockText(bench));
    cJSON_AddItemToObject(object, "memory_at_half", memoryToJson(bench->half));
    cJSON_AddItemToObject(object, "memory", memoryToJson(bench->end));
    cJSON* stages = cJSON_AddArrayToObject(object, "stages");
    for (int i = 0; i < gel_pictureStageCount; i++)
        cJSON_AddItemToArray(stages, gelFigureToJson(bench->figures[i], stageKeys[i], stageTexts[i]));
    cJSON_AddItemToObject(object, "sum", gelFigureToJson(bench->figures[rowSum], "sum", "all stages"));
    cJSON_AddItemToObject(object, "picture",
                          gelFigureToJson(bench->figures[rowWhole], "picture", "a picture, not interrupted"));
    return object;
}

static void printFigure(const char* text, gelFigure figure, double all)
{
    printf("  %-30s%9.2f ms%9.2f ms%7.0f %%\n", text, figure.min, figure.median,
           all > 0.0 ? 100.0 * figure.median / all : 0.0);
}

static void printTable(const Bench* bench, const gelCounters* counters)
{
    const gelOutput* output = bench->view->output;
    double all = bench->figures[rowSum].median;
    char bodies[gel_bodiesTextSize];
    gelPrintRow(output, "scene", "%s: %s, %s", gelScene_GetName(bench->view->session.scene),
                gelBodiesText(counters, bodies), GEL_COUNT(counters->tetCount, "tet", "tets"));
    gelPrintRow(output, "pictures", "%s of %d x %d", GEL_GROUPED(bench->settings->frames),
                bench->settings->size.width, bench->settings->size.height);
    gelPrintRow(output, "opengl", "%s", bench->view->openglText);
    gelPrintRow(output, "clock", "%s", clockText(bench));
    if (bench->end.resident >= 0)
        gelPrintRow(output, "memory", "%.0f MiB; %+.0f KiB in use in the second half",
                    (double)bench->end.resident / 1048576.0,
                    (double)(bench->end.allocated - bench->half.allocated) / 1024.0);
    printf("\n  %s%-30s%12s%12s%9s%s\n", gelInkText(output, gel_inkBold), "stage", "minimum", "median",
           "share", gelInkText(output, gel_inkPlain));
    for (int i = 0; i < gel_pictureStageCount; i++)
        printFigure(stageTexts[i], bench->figures[i], all);
    printFigure("all stages", bench->figures[rowSum], all);
    printf("  %-30s%9.2f ms%9.2f ms\n", "a picture, undivided", bench->figures[rowWhole].min,
           bench->figures[rowWhole].median);
}

static int benchView(gelView* view, const gelBenchSettings* settings)
{
    gelCounters counters;
    Bench bench = {.settings = settings, .view = view};
    bench.samples = calloc((size_t)rowCount * (size_t)settings->frames, sizeof *bench.samples);
    if (bench.samples == NULL)
        return gelReportError(view->output, gel_exitInternal, "out of memory for the figures");
    for (int i = 0; i < rowCount * settings->frames; i++)
        bench.samples[i] = -1.0; // touched now, so that memory does not grow while measuring
    int code = gelOpenHeadless(view, &bench.headless);
    if (code == gel_exitDone) {
        gelOpenPictureClock(&bench.clock);
        code = measure(&bench, &counters);
        gelView_SetClock(view, NULL);
        gelClosePictureClock(&bench.clock);
        if (code == gel_exitDone && view->output->json)
            code = gelPrintJson(view->output, jsonOf(&bench, &counters), code);
        else if (code == gel_exitDone)
            printTable(&bench, &counters);
        code = gelCloseHeadless(&bench.headless, code);
    }
    free(bench.samples);
    return code;
}

int gelBenchViewer(gelOutput* output, const char* scenePath, const gelBenchSettings* settings)
{
    gelViewSettings shown = {.headless = true, .size = settings->size};
    gelView view = {.output = output, .settings = &shown};
    int code = gelOpenSession(output, scenePath, settings->backend, &settings->setup, &view.session);
    if (code != gel_exitDone)
        return code;
    code = benchView(&view, settings);
    gelCloseSession(&view.session);
    return code;
}
