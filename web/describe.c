// Describes a scene as JSON for the page: names, settings, its lesson, probes and verdicts.
#include "gel_web.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static char* kept; // the text that was returned last

static const char* keep(cJSON* json)
{
    free(kept);
    kept = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return kept;
}

// JSON has no NAN.
static cJSON* numberOrNull(double value)
{
    return isfinite(value) ? cJSON_CreateNumber(value) : cJSON_CreateNull();
}

static void addNumber(cJSON* to, const char* name, double value)
{
    cJSON_AddItemToObject(to, name, numberOrNull(value));
}

static void addTexts(cJSON* to, const char* name, const char* const* texts, int count)
{
    cJSON* list = cJSON_AddArrayToObject(to, name);
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(texts[i]));
}

static void addLesson(cJSON* to)
{
    gelLesson lesson;
    if (!gelScene_GetLesson(gelWeb.scene, &lesson))
        return;
    cJSON* item = cJSON_AddObjectToObject(to, "lesson");
    cJSON_AddNumberToObject(item, "order", lesson.order);
    cJSON_AddStringToObject(item, "title", lesson.title);
    cJSON_AddStringToObject(item, "question", lesson.question);
    cJSON_AddStringToObject(item, "answer", lesson.answer);
    cJSON_AddStringToObject(item, "source", lesson.source);
    addTexts(item, "steps", lesson.steps, lesson.stepCount);
    addTexts(item, "choices", lesson.choices, lesson.choiceCount);
    cJSON_AddNumberToObject(item, "rightChoice", lesson.rightChoice);
    cJSON_AddNumberToObject(item, "expectation", lesson.expectation);
    cJSON_AddStringToObject(item, "unit", lesson.unit);
    cJSON_AddNumberToObject(item, "unitScale", lesson.unitScale);
    addTexts(item, "setups", lesson.setups, lesson.setups[0][0] != '\0' ? 2 : 0);
}

static void addProbes(cJSON* to)
{
    cJSON* list = cJSON_AddArrayToObject(to, "probes");
    for (int i = 0; i < gelScene_GetProbeCount(gelWeb.scene); i++) {
        gelProbeInfo probe = gelScene_GetProbe(gelWeb.scene, i);
        cJSON* item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "name", probe.name);
        cJSON_AddStringToObject(item, "measure", probe.measure);
        cJSON_AddStringToObject(item, "unit", probe.unit);
        cJSON_AddItemToArray(list, item);
    }
}

static void addBodies(cJSON* to)
{
    cJSON* list = cJSON_AddArrayToObject(to, "bodies");
    for (int i = 0; i < gelWorld_GetBodyCount(gelWeb.world); i++) {
        gelBodyId id = gelWorld_GetBody(gelWeb.world, i);
        cJSON* item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "name", gelScene_GetBodyName(gelWeb.scene, gelWeb.world, id));
        cJSON_AddBoolToObject(item, "isObstacle", gelBody_GetKind(gelWeb.world, id) == gel_obstacleBody);
        cJSON_AddItemToArray(list, item);
    }
    cJSON_AddNumberToObject(to, "vertexCount", gelWeb.counters.vertexCount);
}

// The scene, and its bodies as they are now: some may come and go.
GEL_WEB(web_describe) const char* web_describe(void)
{
    cJSON* json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "name", gelScene_GetName(gelWeb.scene));
    cJSON_AddStringToObject(json, "version", gelVersionText());
    cJSON_AddStringToObject(json, "backend", gelWorld_GetBackendText(gelWeb.world));
    addNumber(json, "timeStep", (double)gelScene_GetTimeStep(gelWeb.scene));
    addNumber(json, "tetCount", (double)gelScene_GetTetCount(gelWeb.scene));
    cJSON_AddBoolToObject(json, "hasContact", gelWorld_HasContact(gelWeb.world));
    cJSON_AddNumberToObject(json, "expectedFrames", gelScene_GetExpectedFrames(gelWeb.scene));
    addNumber(json, "recordedFrames", (double)gelScene_GetRecordedFrames(gelWeb.scene));
    addLesson(json);
    addProbes(json);
    addBodies(json);
    return keep(json);
}

// Devices, such as native, refuse the order of the mesh: constraints that share vertices cannot be solved in parallel.
static bool isOffered(const gelSetting* setting, int choice)
{
    return strcmp(setting->name, "order") != 0 || choice != gel_meshOrder;
}

// The choices with their numbers; null for those that a page does not offer.
static void addChoices(cJSON* to, const gelSetting* setting)
{
    cJSON* list = cJSON_AddArrayToObject(to, "choices");
    for (int i = 0; setting->choices != NULL && setting->choices[i] != NULL; i++)
        cJSON_AddItemToArray(list, isOffered(setting, i) ? cJSON_CreateString(setting->choices[i])
                                                         : cJSON_CreateNull());
}

static void addSetting(cJSON* list, const gelSetting* setting, const char* group, const gelWorldDef* def)
{
    static const char* const types[] = {
        [gel_settingNumber] = "number", [gel_settingWhole] = "whole",   [gel_settingSwitch] = "switch",
        [gel_settingVector] = "vector", [gel_settingChoice] = "choice",
    };
    double numbers[3];
    cJSON* item = cJSON_CreateObject();
    gelReadSetting(setting, def, numbers);
    cJSON_AddStringToObject(item, "name", setting->name);
    cJSON_AddStringToObject(item, "key", setting->key != NULL ? setting->key : setting->name);
    cJSON_AddStringToObject(item, "group", group);
    cJSON_AddStringToObject(item, "label", setting->label != NULL ? setting->label : setting->name);
    cJSON_AddStringToObject(item, "unit", setting->unit);
    cJSON_AddStringToObject(item, "help", setting->help);
    cJSON_AddStringToObject(item, "type", types[setting->valueType]);
    cJSON_AddItemToObject(item, "value",
                          cJSON_CreateDoubleArray(numbers, setting->valueType == gel_settingVector ? 3 : 1));
    cJSON_AddItemToObject(item, "slider", cJSON_CreateDoubleArray(setting->slider, 2));
    cJSON_AddBoolToObject(item, "logarithmic", setting->logarithmic);
    addChoices(item, setting);
    cJSON_AddItemToArray(list, item);
}

static void addSettings(cJSON* list, gelSettingGroup group, const char* name)
{
    int count;
    const gelSetting* settings = gelGetSettings(group, &count);
    gelWorldDef def = gelWeb.world != NULL ? gelWorld_GetDef(gelWeb.world) : gelDefaultWorldDef();
    for (int i = 0; i < count; i++)
        addSetting(list, &settings[i], name, &def);
}

// The settings with their values, or defaults before a scene is open: those of the "world" may change between two
// steps, those of the "program" as a scene is opened.
GEL_WEB(web_settings) const char* web_settings(void)
{
    cJSON* list = cJSON_CreateArray();
    addSettings(list, gel_worldSettings, "world");
    addSettings(list, gel_programSettings, "program");
    return keep(list);
}

// Compares the expectations of the scene with the frames so far.
GEL_WEB(web_judge) const char* web_judge(void)
{
    cJSON* list = cJSON_CreateArray();
    for (int i = 0; i < gelScene_GetExpectationCount(gelWeb.scene) && gelWeb.probes != NULL; i++) {
        gelExpectation expectation = gelScene_GetExpectation(gelWeb.scene, i);
        gelVerdict verdict;
        if (gelProbes_Judge(gelWeb.probes, i, &verdict) != gel_success)
            continue;
        cJSON* item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "probe", gelScene_GetProbe(gelWeb.scene, expectation.probe).name);
        cJSON_AddStringToObject(item, "statistic", gelStatisticText(expectation.take));
        cJSON_AddStringToObject(item, "unit", expectation.unit);
        cJSON_AddStringToObject(item, "reason", expectation.reason);
        addNumber(item, "expected", verdict.expected);
        addNumber(item, "tolerance", verdict.tolerance);
        cJSON_AddBoolToObject(item, "isRelative", verdict.isRelative);
        addNumber(item, "measured", verdict.isReached ? verdict.measured : NAN);
        cJSON_AddBoolToObject(item, "isReached", verdict.isReached);
        cJSON_AddBoolToObject(item, "isMet", verdict.isMet);
        cJSON_AddStringToObject(item, "problem", verdict.problem);
        cJSON_AddItemToArray(list, item);
    }
    return keep(list);
}

// The values of a probe, frame by frame, and of the scene's formula for it, if it has one; null for no number.
GEL_WEB(web_curve) const char* web_curve(int probe)
{
    cJSON* json = cJSON_CreateObject();
    cJSON* times = cJSON_AddArrayToObject(json, "times");
    cJSON* values = cJSON_AddArrayToObject(json, "values");
    cJSON* formula = cJSON_AddArrayToObject(json, "formula");
    for (int i = 0; gelWeb.probes != NULL && i < gelProbes_GetFrameCount(gelWeb.probes); i++) {
        double time = gelProbes_GetTime(gelWeb.probes, i), expected;
        double value = gelProbes_GetValue(gelWeb.probes, probe, i);
        cJSON_AddItemToArray(times, cJSON_CreateNumber(time));
        cJSON_AddItemToArray(values, numberOrNull(value));
        if (gelProbes_GetCurve(gelWeb.probes, probe, time, &expected))
            cJSON_AddItemToArray(formula, numberOrNull(expected));
    }
    return keep(json);
}
