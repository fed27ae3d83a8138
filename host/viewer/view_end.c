// The report of `gel view` at its end.
#include "view.h"

#include "app/divergence_guard.h"
#include "history.h"
#include "app/scene_size.h"

// Null between whole frames; numbers from 0, as everywhere in JSON.
static void addStage(cJSON* object, const gelSession* session)
{
    if (!session->byStages) {
        cJSON_AddNullToObject(object, "stage");
        return;
    }
    cJSON* stage = cJSON_AddObjectToObject(object, "stage");
    cJSON_AddStringToObject(stage, "name", gelStageText(session->stage.stage, session->stage.kind));
    cJSON_AddNumberToObject(stage, "substep", session->stage.substep);
    if (session->stage.phaseCount > 1)
        cJSON_AddNumberToObject(stage, "phase", session->stage.phase);
    cJSON_AddNumberToObject(stage, "colour", session->stage.colour);
    cJSON_AddBoolToObject(stage, "last_of_frame", session->stage.lastOfStep);
}

// Adds the difference of the two worlds, as in the output of gel compare; null without a second
// world.
static void addDifference(cJSON* object, const gelView* view)
{
    gelDifference difference;
    if (view->session.beside == NULL ||
        gelMeasureDifference(view->session.world, view->session.beside, &difference) != gel_success) {
        cJSON_AddNullToObject(object, "difference");
        return;
    }
    cJSON* item = cJSON_AddObjectToObject(object, "difference");
    cJSON_AddStringToObject(item, "against", gelWorld_GetBackendText(view->session.beside));
    cJSON_AddNumberToObject(item, "max_difference_m", difference.largest);
    cJSON_AddNumberToObject(item, "rms_difference_m", difference.rootMeanSquare);
    cJSON_AddBoolToObject(item, "equal", difference.equal);
}

// Adds the range of frames that one can go back to; null without a window.
static void addHistory(cJSON* object, const gelSession* session)
{
    const gelTimeline* timeline = &session->timeline;
    if (timeline->limit == 0) {
        cJSON_AddNullToObject(object, "history");
        return;
    }
    cJSON* item = cJSON_AddObjectToObject(object, "history");
    cJSON_AddNumberToObject(item, "first_frame", (double)gelSession_GetFirstFrame(session));
    cJSON_AddNumberToObject(item, "last_frame", (double)timeline->last);
    cJSON_AddNumberToObject(item, "keyframes", timeline->count);
    cJSON_AddNumberToObject(item, "bytes", (double)timeline->size);
    cJSON_AddNumberToObject(item, "most_bytes", (double)timeline->maxSize);
    cJSON_AddNumberToObject(item, "limit_bytes", (double)timeline->limit);
}

static cJSON* jsonOf(const gelView* view, uint64_t hash)
{
    char text[32];
    cJSON* object = cJSON_CreateObject();
    const gelCamera* camera = &view->camera;
    gelCounters counters;
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    cJSON_AddStringToObject(object, "scene", gelScene_GetName(view->session.scene));
    cJSON_AddStringToObject(object, "backend", gelWorld_GetBackendText(view->session.world));
    cJSON_AddNumberToObject(object, "frames", (double)view->session.frame);
    cJSON_AddNumberToObject(object, "time_s", gelSession_GetTime(&view->session));
    if (gelWorld_GetCounters(view->session.world, &counters) == gel_success)
        gelAddBodyCounts(object, &counters);
    cJSON_AddNumberToObject(object, "pictures", (double)view->pictureCount);
    cJSON_AddStringToObject(object, "hash", text);
    cJSON_AddBoolToObject(object, "paused", view->session.paused);
    cJSON_AddStringToObject(object, "mode", gelDisplayModeNames[view->look.mode]);
    cJSON_AddBoolToObject(object, "wireframe", view->look.wireframe);
    cJSON_AddBoolToObject(object, "contacts", view->look.contacts);
    cJSON_AddBoolToObject(object, "skins", !view->look.withoutSkins);
    cJSON_AddNumberToObject(object, "real_time_ratio", view->realTimeRatio);
    addStage(object, &view->session);
    cJSON* seen = cJSON_AddObjectToObject(object, "camera");
    double target[] = {(double)camera->target.x, (double)camera->target.y, (double)camera->target.z};
    cJSON_AddItemToObject(seen, "target", cJSON_CreateDoubleArray(target, 3));
    cJSON_AddNumberToObject(seen, "distance", (double)camera->distance);
    cJSON_AddNumberToObject(seen, "azimuth", (double)camera->azimuth);
    cJSON_AddNumberToObject(seen, "elevation", (double)camera->elevation);
    cJSON_AddStringToObject(object, "beside", gelTwoWorldsNames[gelView_TwoWorlds(view)]);
    addDifference(object, view);
    cJSON_AddBoolToObject(object, "start_page", view->startPage);
    cJSON_AddItemToObject(object, "lesson",
                          view->lessonStage != NULL ? cJSON_CreateString(view->lessonStage)
                                                    : cJSON_CreateNull());
    addHistory(object, &view->session);
    gelAddQuarantined(object, view->session.world);
    cJSON_AddStringToObject(object, "message", view->message);
    cJSON_AddStringToObject(object, "opengl", view->openglText);
    cJSON_AddNumberToObject(object, "opengl_errors", gelOpenglErrorCount());
    cJSON_AddStringToObject(object, "share", gelPositionSource_Mode(&view->source));
    return object;
}

int gelView_ReportEnd(gelView* view)
{
    gelOutput* output = view->output;
    uint64_t hash = gelWorld_Hash(view->session.world);
    if (hash == 0)
        return gelReportStatus(output, gel_deviceError, gel_activitySimulation);
    if (output->json)
        return gelPrintJson(output, jsonOf(view, hash), gel_exitDone);
    gelPrintRow(output, "scene", "%s, %s shown", gelScene_GetName(view->session.scene),
                GEL_COUNT(view->session.frame, "frame", "frames"));
    gelPrintRow(output, "back end", "%s", gelWorld_GetBackendText(view->session.world));
    gelPrintRow(output, "opengl", "%s", view->openglText);
    gelPrintRow(output, "positions", "by %s", gelPositionSource_Mode(&view->source));
    gelPrintRow(output, "hash", "%016llx", (unsigned long long)hash);
    if (view->settings->shot != NULL)
        gelPrintRow(output, "written", "%s", view->settings->shot);
    if (view->settings->film != NULL)
        gelPrintRow(output, "written", "%s", view->settings->film);
    if (view->settings->record != NULL)
        gelPrintRow(output, "recorded", "%s%s", view->session.frame > 0 ? view->settings->record : "nothing",
                    view->session.frame > 0 ? "; gel run repeats it" : ", as no frame was stepped");
    return gel_exitDone;
}
