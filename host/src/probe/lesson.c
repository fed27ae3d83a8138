#include "probe/lesson.h"
#include "scene/contents/tables.h"

#include <stdio.h>
#include <string.h>

typedef struct LessonDraft {
    int order;
    const char *title, *question, *answer, *source;
    const cJSON *prediction, *steps, *compare;
} LessonDraft;

typedef struct PredictionDraft {
    const cJSON* choices;
    int right;
    const char* unit;
    int expectation;
} PredictionDraft;

static const gelJsonField lessonFields[] = {
    GEL_FIELD("order", Integer, LessonDraft, order, .required = true, GEL_RANGE(1, 999)),
    GEL_FIELD("title", Text, LessonDraft, title, .required = true, GEL_RANGE(1, gel_lessonTitleMax)),
    GEL_FIELD("question", Text, LessonDraft, question, .required = true, GEL_RANGE(1, gel_lessonQuestionMax)),
    GEL_FIELD("prediction", Item, LessonDraft, prediction, .required = true),
    GEL_FIELD("steps", Item, LessonDraft, steps, .required = true),
    GEL_FIELD("answer", Text, LessonDraft, answer, .required = true, GEL_RANGE(1, gel_lessonAnswerMax)),
    GEL_FIELD("source", Text, LessonDraft, source, GEL_RANGE(1, gel_lessonSourceMax)),
    GEL_FIELD("compare", Item, LessonDraft, compare, .required = false),
};
const gelJsonTable gelLessonTable = GEL_TABLE("lesson", lessonFields);

enum { predictionChoices, predictionRight, predictionUnit, predictionExpectation };
static const gelJsonField predictionFields[] = {
    [predictionChoices] = GEL_FIELD("choices", Item, PredictionDraft, choices, .required = false),
    [predictionRight] =
        GEL_FIELD("right", Integer, PredictionDraft, right, GEL_RANGE(0, gel_lessonMaxChoices - 1)),
    [predictionUnit] = GEL_FIELD("unit", Text, PredictionDraft, unit, GEL_RANGE(1, 20)),
    [predictionExpectation] =
        GEL_FIELD("expectation", Integer, PredictionDraft, expectation, GEL_RANGE(0, 999)),
};
const gelJsonTable gelPredictionTable = GEL_TABLE("prediction", predictionFields);

// Units that people think in, of those that probes measure in.
static const struct {
    const char *name, *of;
    double scale;
} units[] = {{"mm", "m", 1e3}, {"cm", "m", 1e2}, {"ms", "s", 1e3}, {"%", "", 1e2}};

// How many `unit` one of `measured` is; 0 if they are not of one kind.
static double findScale(const char* unit, const char* measured)
{
    if (strcmp(unit, measured) == 0)
        return 1.0;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(unit, units[i].name) == 0 && strcmp(measured, units[i].of) == 0)
            return units[i].scale;
    return 0.0;
}

// They are printed on terminals and wrapped in panels.
static gelStatus checkText(const gelJsonNode* node)
{
    for (const char* c = node->item->valuestring; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            return gelFailJsonText(node, "expected text without line breaks and control characters");
    return gel_success;
}

static gelStatus checkTexts(const gelJsonNode* node)
{
    gelStatus status = gel_success;
    for (const cJSON* item = node->item->child; item != NULL && status == gel_success; item = item->next) {
        gelJsonNode child = gelJsonChild(node, item, -1);
        status = cJSON_IsString(item) ? checkText(&child) : gel_success;
    }
    return status;
}

// Reads an array of `min` to `max` texts; *count is their number.
static gelStatus readTexts(const gelJsonNode* node, int min, int max, size_t longest, const char** texts,
                           int* count)
{
    char expected[100];
    snprintf(expected, sizeof expected, "an array of %d to %d texts", min, max);
    *count = cJSON_GetArraySize(node->item);
    if (!cJSON_IsArray(node->item) || *count < min || *count > max)
        return gelFailJson(node, expected);
    int i = 0;
    for (const cJSON* item = node->item->child; item != NULL; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        if (!cJSON_IsString(item))
            return gelFailJson(&child, "a string");
        size_t length = strlen(item->valuestring);
        if (length < 1 || length > longest)
            return gelFailJsonText(&child, "expected a string of 1 to %zu bytes, found %zu", longest, length);
        if (checkText(&child) != gel_success)
            return gel_formatError;
        texts[i] = item->valuestring;
    }
    return gel_success;
}

static gelStatus readUnit(const gelJsonNode* node, const gelScene* scene, const PredictionDraft* draft,
                          gelLesson* lesson)
{
    if (draft->expectation >= scene->expectationCount)
        return gelFailJsonText(node, "expectation: expected the number of one of %d, from 0, found %d",
                               scene->expectationCount, draft->expectation);
    lesson->expectation = draft->expectation;
    lesson->unit = draft->unit;
    lesson->measuredUnit = gelScene_GetExpectation(scene, draft->expectation).unit;
    lesson->unitScale = findScale(lesson->unit, lesson->measuredUnit);
    if (lesson->unitScale > 0.0)
        return gel_success;
    return gelFailJsonText(
        node, "unit: the expectation is in \"%s\", not in \"%.20s\"; mm, cm, ms and %% are known, too",
        lesson->measuredUnit, draft->unit);
}

// Either some texts, or a number that is measured.
static gelStatus readPrediction(const gelJsonNode* node, const gelScene* scene, gelLesson* lesson)
{
    PredictionDraft draft = {0};
    uint32_t present = 0;
    gelStatus status = gelReadJsonObject(node, &gelPredictionTable, &draft, &present);
    if (status != gel_success)
        return status;
    bool hasChoices = draft.choices != NULL, hasRight = (present & GEL_BIT(predictionRight)) != 0;
    bool hasExpectation = (present & GEL_BIT(predictionExpectation)) != 0;
    if (hasChoices == (draft.unit != NULL))
        return gelFailJsonText(node, "expected either \"choices\" or \"unit\", found %s",
                               hasChoices ? "both" : "neither");
    if (hasChoices != hasRight || (hasChoices && hasExpectation))
        return gelFailJsonText(node, "expected \"choices\" with \"right\", or \"unit\" with \"expectation\"");
    if (!hasChoices)
        return readUnit(node, scene, &draft, lesson);
    gelJsonNode choices = gelJsonChild(node, draft.choices, -1);
    status = readTexts(&choices, 2, gel_lessonMaxChoices, gel_lessonChoiceMax, lesson->choices,
                       &lesson->choiceCount);
    lesson->rightChoice = draft.right;
    if (status == gel_success && draft.right >= lesson->choiceCount)
        return gelFailJsonText(node, "right: expected the number of a choice from 0 to %d, found %d",
                               lesson->choiceCount - 1, draft.right);
    return status;
}

static gelLesson emptyLesson(void)
{
    return (gelLesson){.title = "",
                       .question = "",
                       .answer = "",
                       .source = "",
                       .expectation = -1,
                       .unit = "",
                       .measuredUnit = "",
                       .unitScale = 1.0,
                       .setups = {"", ""}};
}

gelStatus gelReadLesson(const gelJsonNode* node, gelScene* scene)
{
    if (node->item == NULL)
        return gel_success;
    LessonDraft draft = {.source = ""};
    gelStatus status = gelReadJsonObject(node, &gelLessonTable, &draft, NULL);
    if (status == gel_success)
        status = checkTexts(node);
    if (status != gel_success)
        return status;
    gelLesson* lesson = &scene->lesson;
    *lesson = emptyLesson();
    lesson->order = draft.order;
    lesson->title = draft.title;
    lesson->question = draft.question;
    lesson->answer = draft.answer;
    lesson->source = draft.source;
    gelJsonNode prediction = gelJsonChild(node, draft.prediction, -1);
    gelJsonNode steps = gelJsonChild(node, draft.steps, -1);
    gelJsonNode compare = gelJsonChild(node, draft.compare, -1);
    int setups;
    status = readPrediction(&prediction, scene, lesson);
    if (status == gel_success)
        status =
            readTexts(&steps, 1, gel_lessonMaxSteps, gel_lessonStepMax, lesson->steps, &lesson->stepCount);
    if (status == gel_success && draft.compare != NULL)
        status = readTexts(&compare, 2, 2, 200, lesson->setups, &setups);
    return status;
}

bool gelScene_GetLesson(const gelScene* scene, gelLesson* lesson)
{
    bool has = scene->lesson.title != NULL;
    *lesson = has ? scene->lesson : emptyLesson();
    return has;
}

const char* gelLesson_GetUnit(const gelLesson* lesson, int index)
{
    if (lesson->expectation < 0)
        return NULL;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(units[i].of, lesson->measuredUnit) == 0 && index-- == 0)
            return units[i].name;
    return index == 0 && lesson->measuredUnit[0] != '\0' ? lesson->measuredUnit : NULL;
}

bool gelLesson_Convert(const gelLesson* lesson, const char* unit, double* value)
{
    double scale = lesson->expectation < 0 ? 0.0 : findScale(unit, lesson->measuredUnit);
    if (scale > 0.0)
        *value *= lesson->unitScale / scale;
    return scale > 0.0;
}
