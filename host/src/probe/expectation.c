#include "probe/expectation.h"
#include "base/text_reader.h"
#include "common/nearest.h"
#include "probe/probe.h"
#include "scene/contents/quantity.h"
#include "probe/series.h"
#include "scene/contents/tables.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { maxExpectations = 1000, maxFrames = 1000000 };

typedef struct ExpectationDraft {
    const char *probe, *reason;
    int take;
    const cJSON* parts[gel_expectationPartCount];
    const cJSON* tolerance;
} ExpectationDraft;

// The last two are the names that scenes of 0.1.0 have for minimum and maximum.
static const char* const takeTexts[gel_statisticCount + 3] = {
    "value", "mean", "minimum", "maximum", "change", "period", "decay", "least", "most", NULL};
static const char* const partTexts[gel_expectationPartCount] = {"at", "from", "to", "level", "value"};

enum { expectationTake };
#define PART(name, part) GEL_FIELD(name, Item, ExpectationDraft, parts[part], .required = false)
static const gelJsonField expectationFields[] = {
    [expectationTake] = GEL_FIELD("take", Choice, ExpectationDraft, take, .choices = takeTexts),
    GEL_FIELD("probe", Text, ExpectationDraft, probe, .required = true, GEL_RANGE(1, 100)),
    PART("at", gel_expectedAt),
    PART("from", gel_expectedFrom),
    PART("to", gel_expectedTo),
    PART("level", gel_expectedLevel),
    GEL_FIELD("value", Item, ExpectationDraft, parts[gel_expectedValue], .required = true),
    GEL_FIELD("tolerance", Item, ExpectationDraft, tolerance, .required = true),
    GEL_FIELD("reason", Text, ExpectationDraft, reason, .required = true, GEL_RANGE(1, 500)),
};
const gelJsonTable gelExpectationTable = GEL_TABLE("expectation", expectationFields);

const char* gelStatisticText(gelStatistic take)
{
    return (unsigned)take < (unsigned)gel_statisticCount ? takeTexts[take] : "unknown take";
}

const char* gelUnitOfStatistic(const gelScene* scene, int probe, gelStatistic take)
{
    return take == gel_statisticPeriod  ? "s"
           : take == gel_statisticDecay ? "1/s"
                                        : gelProbeMeasures[scene->probes[probe].measure].unit;
}

// A number in the unit of the value; the same in text, with its unit; or a percentage.
static gelStatus readTolerance(const gelJsonNode* node, const char* unit, gelSceneExpectation* expectation)
{
    const cJSON* item = node->item;
    char expected[120];
    if (unit[0] != '\0')
        snprintf(expected, sizeof expected, "a tolerance >= 0 in %% or %s, such as \"1%%\" or \"0.01 %s\"",
                 unit, unit);
    else
        snprintf(expected, sizeof expected, "a tolerance >= 0 such as \"1%%\" or 0.01");
    expectation->tolerance = cJSON_IsNumber(item) ? item->valuedouble : -1.0;
    if (cJSON_IsString(item)) {
        const char* text = item->valuestring;
        gelWord number = {text, strspn(text, "0123456789.eE+-")};
        double value = 0.0;
        const char* rest = text + number.length + strspn(text + number.length, " ");
        bool isRead = gelParseReal(number, &value);
        expectation->isRelative = strcmp(rest, "%") == 0;
        if (isRead && (expectation->isRelative || strcmp(rest, unit) == 0))
            expectation->tolerance = expectation->isRelative ? value / 100.0 : value;
    }
    bool isFine = expectation->tolerance >= 0.0 && isfinite(expectation->tolerance);
    return isFine ? gel_success : gelFailJson(node, expected);
}

static gelStatus findProbe(const gelJsonNode* node, const gelScene* scene, const char* name, int* probe)
{
    for (*probe = 0; *probe < scene->probeCount; ++*probe)
        if (strcmp(scene->probes[*probe].name, name) == 0)
            return gel_success;
    const char** names = gelAllocate((size_t)scene->probeCount + 1, sizeof *names);
    if (names == NULL)
        return gelFailMemory((size_t)scene->probeCount + 1, sizeof *names);
    for (int i = 0; i < scene->probeCount; i++)
        names[i] = scene->probes[i].name;
    const char* nearest = gelNearestText(name, names);
    gelStatus status =
        nearest != NULL
            ? gelFailJsonText(node, "probe: there is no \"%.60s\"; did you mean \"%.60s\"?", name, nearest)
            : gelFailJsonText(node, "probe: there is no \"%.60s\" in $.probes", name);
    gelFree(names);
    return status;
}

// Which parts a take needs.
static gelStatus checkParts(const gelJsonNode* node, const ExpectationDraft* draft, bool hasTake)
{
    bool isAt = draft->parts[gel_expectedAt] != NULL, hasLevel = draft->parts[gel_expectedLevel] != NULL;
    bool isSpan = draft->parts[gel_expectedFrom] != NULL || draft->parts[gel_expectedTo] != NULL;
    if (isAt == isSpan)
        return gelFailJsonText(node, "expected either \"at\", or \"to\" and \"take\", found %s",
                               isAt ? "both" : "neither");
    if (isSpan && draft->parts[gel_expectedTo] == NULL)
        return gelFailJsonText(node, "\"to\" is missing");
    if (isSpan && (!hasTake || draft->take == gel_statisticValue))
        return gelFailJsonText(
            node, "take: expected one of mean, minimum, maximum, change, period, decay with \"to\"");
    if (isAt && draft->take != gel_statisticValue)
        return gelFailJsonText(node, "take: expected \"to\" with %s, found \"at\"", takeTexts[draft->take]);
    if (hasLevel && draft->take != gel_statisticPeriod && draft->take != gel_statisticDecay)
        return gelFailJsonText(node, "level: expected one only with period and decay");
    return gel_success;
}

static gelStatus readExpectation(const gelJsonNode* node, const gelScene* scene,
                                 gelSceneExpectation* expectation)
{
    ExpectationDraft draft = {0};
    uint32_t present = 0;
    gelStatus status = gelReadJsonObject(node, &gelExpectationTable, &draft, &present);
    if (draft.take >= gel_statisticCount)
        draft.take = draft.take == gel_statisticCount ? gel_statisticMinimum : gel_statisticMaximum;
    if (status == gel_success)
        status = findProbe(node, scene, draft.probe, &expectation->probe);
    if (status == gel_success)
        status = checkParts(node, &draft, (present & GEL_BIT(expectationTake)) != 0);
    if (status != gel_success)
        return status;
    expectation->take = (gelStatistic)draft.take;
    gelJsonNode tolerance = gelJsonChild(node, draft.tolerance, -1);
    status = readTolerance(&tolerance, gelUnitOfStatistic(scene, expectation->probe, expectation->take),
                           expectation);
    for (int i = 0; i < gel_expectationPartCount && status == gel_success; i++) {
        gelJsonNode part = gelJsonChild(node, draft.parts[i], -1);
        if (draft.parts[i] != NULL)
            status = gelReadQuantity(&part, &expectation->parts[i]);
    }
    return status == gel_success ? gelCopyText(draft.reason, &expectation->reason) : status;
}

static gelStatus checkExpected(const gelScene* scene, int index, const gelExpected* expected)
{
    const gelSceneExpectation* expectation = &scene->expectations[index];
    bool isAt = expectation->parts[gel_expectedAt].isGiven;
    double from = isAt ? 0.0 : expected->parts[gel_expectedFrom];
    double to = expected->parts[isAt ? gel_expectedAt : gel_expectedTo];
    double latest = maxFrames * (double)scene->timeStep;
    const char* key = isAt ? "at" : "to";
    if (!(to >= 0.0 && to <= latest))
        return gelFail(gel_formatError, "%s: $.expectations[%d].%s: expected a time from 0 to %g s, found %g",
                       scene->file, index, key, latest, to);
    if (!isAt && !(from >= 0.0 && from < to))
        return gelFail(gel_formatError,
                       "%s: $.expectations[%d].from: expected a time from 0 to %g s, found %g", scene->file,
                       index, to, from);
    if (expectation->isRelative && expected->parts[gel_expectedValue] == 0.0)
        return gelFail(gel_formatError,
                       "%s: $.expectations[%d].tolerance: expected a number, as there is no percentage of 0",
                       scene->file, index);
    return gel_success;
}

static gelStatus evaluateParts(const gelScene* scene, int index, const gelSceneNames* names,
                               gelExpected* expected)
{
    const gelSceneExpectation* expectation = &scene->expectations[index];
    gelStatus status = gel_success;
    for (int i = 0; i < gel_expectationPartCount && status == gel_success; i++) {
        char path[64];
        snprintf(path, sizeof path, "expectations[%d].%s", index, partTexts[i]);
        status = gelEvaluateQuantity(&expectation->parts[i], names, path, &expected->parts[i]);
    }
    double share = expectation->isRelative ? fabs(expected->parts[gel_expectedValue]) : 1.0;
    expected->tolerance = expectation->tolerance * share;
    return status == gel_success ? checkExpected(scene, index, expected) : status;
}

gelStatus gelEvaluateExpectations(const gelSceneNames* names, gelExpected* expected)
{
    gelStatus status = gel_success;
    for (int i = 0; i < names->scene->expectationCount && status == gel_success; i++)
        status = evaluateParts(names->scene, i, names, &expected[i]);
    return status;
}

// Whether every formula has a value, and the last frame that one needs.
static gelStatus checkExpectations(gelScene* scene)
{
    double step = (double)scene->timeStep;
    gelExpected* expected = gelAllocate((size_t)scene->expectationCount, sizeof *expected);
    double* numbers = gelAllocate((size_t)scene->numberCount, sizeof *numbers);
    gelSceneNames names = {
        .scene = scene, .def = &scene->worldDef, .numbers = numbers, .numberCount = scene->numberCount};
    gelStatus status = expected != NULL && numbers != NULL
                           ? gelEvaluateNumbers(scene, &scene->worldDef, numbers)
                           : gelFailMemory((size_t)scene->expectationCount, sizeof *expected);
    if (status == gel_success)
        status = gelEvaluateExpectations(&names, expected);
    for (int i = 0; i < scene->expectationCount && status == gel_success; i++) {
        double last = fmax(expected[i].parts[gel_expectedAt], expected[i].parts[gel_expectedTo]);
        int frame = (int)ceil((last - gelTimeSlack(last, step)) / step);
        scene->expectedFrames = frame > scene->expectedFrames ? frame : scene->expectedFrames;
    }
    gelFree(expected);
    gelFree(numbers);
    return status;
}

gelStatus gelReadExpectations(const gelJsonNode* node, gelScene* scene)
{
    if (node->item == NULL)
        return gel_success;
    int count = cJSON_GetArraySize(node->item);
    if (!cJSON_IsArray(node->item) || count > maxExpectations)
        return gelFailJson(node, "an array of at most 1000 expectations");
    scene->expectations = gelAllocate((size_t)count, sizeof *scene->expectations);
    if (scene->expectations == NULL)
        return gelFailMemory((size_t)count, sizeof *scene->expectations);
    int i = 0;
    for (const cJSON* item = node->item->child; item != NULL; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        gelStatus status = readExpectation(&child, scene, &scene->expectations[scene->expectationCount++]);
        if (status != gel_success)
            return status;
    }
    return checkExpectations(scene);
}

void gelClearExpectations(gelScene* scene)
{
    for (int i = 0; i < scene->expectationCount; i++) {
        for (int j = 0; j < gel_expectationPartCount; j++)
            gelClearQuantity(&scene->expectations[i].parts[j]);
        gelFree(scene->expectations[i].reason);
    }
    gelFree(scene->expectations);
}

int gelScene_GetExpectationCount(const gelScene* scene)
{
    return scene->expectationCount;
}

gelExpectation gelScene_GetExpectation(const gelScene* scene, int index)
{
    if (index < 0 || index >= scene->expectationCount)
        return (gelExpectation){.probe = -1, .unit = "", .reason = ""};
    const gelSceneExpectation* expectation = &scene->expectations[index];
    return (gelExpectation){.probe = expectation->probe,
                            .take = expectation->take,
                            .unit = gelUnitOfStatistic(scene, expectation->probe, expectation->take),
                            .reason = expectation->reason};
}

int gelScene_GetExpectedFrames(const gelScene* scene)
{
    return scene->expectedFrames;
}
