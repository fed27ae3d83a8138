#define _POSIX_C_SOURCE 200809L // isatty
#include "app/prediction.h"
#include "app/options.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

typedef struct Settings {
    const char *predict, *backend;
    bool answer, quiet, json;
    gelSetup setup;
} Settings;

static const gelOption options[] = {
    {.name = "predict",
     .kind = gel_optionText,
     .offset = offsetof(Settings, predict),
     .placeholder = "VALUE",
     .help = "give your prediction: a number, or the letter of a choice; without it you are asked, on a "
             "terminal"},
    GEL_FLAG_OPTION(Settings, answer, "do not ask for a prediction"),
    GEL_BACKEND_OPTION(Settings, "reference"),
    GEL_SETUP_OPTIONS(Settings),
    GEL_QUIET_OPTION(Settings),
    GEL_JSON_OPTION(Settings),
};

typedef struct Telling {
    gelOutput* output;
    const Settings* settings;
    const char* path;
    gelLesson lesson;
    gelPrediction prediction;
    gelPlay play;
} Telling;

static void printText(const gelOutput* output, gelInk ink, const char* text, int column)
{
    printf("%*s%s", column, "", gelInkText(output, ink));
    gelPrintWrapped(text, column);
    printf("%s", gelInkText(output, gel_inkPlain));
}

static void printQuestion(const gelOutput* output, const gelLesson* lesson)
{
    printText(output, gel_inkBold, lesson->title, 0);
    putchar('\n');
    printText(output, gel_inkPlain, lesson->question, 2);
    for (int i = 0; i < lesson->choiceCount; i++) {
        printf("    %c) ", 'a' + i);
        gelPrintWrapped(lesson->choices[i], 7);
    }
    putchar('\n');
}

static void printCommands(const Telling* telling)
{
    const gelOutput* output = telling->output;
    const gelLesson* lesson = &telling->lesson;
    for (int i = 0; i < lesson->stepCount; i++) {
        printf("  %d. ", i + 1);
        gelPrintWrapped(lesson->steps[i], 5);
    }
    putchar('\n');
    gelPrintRow(output, "window", "gel view %s", GEL_QUOTED(telling->path));
    if (lesson->setups[0][0] != '\0')
        gelPrintRow(output, "beside", "gel compare %s --a %s --b %s", GEL_QUOTED(telling->path),
                    lesson->setups[0], lesson->setups[1]);
    if (lesson->source[0] != '\0')
        gelPrintRow(output, "source", "%s", lesson->source);
}

static void printAnswer(const Telling* telling)
{
    const gelOutput* output = telling->output;
    char text[gel_predictionTextSize];
    gelPrintRow(output, "stepped", "%s of %s on %s", GEL_COUNT(telling->play.frames, "frame", "frames"),
                GEL_COUNT(telling->play.def.substepCount, "substep", "substeps"),
                gelWorld_GetBackendText(telling->play.world));
    gelPrintVerdicts(output, &telling->play.probes);
    putchar('\n');
    if (telling->prediction.isGiven) {
        gelPrintRow(output, "your prediction", "%s",
                    gelPredictionText(&telling->lesson, &telling->prediction, 'a',
                                      gelMeasuredOf(&telling->lesson, &telling->play.probes), text));
        putchar('\n');
    } else if (telling->lesson.choiceCount > 0) {
        gelPrintRow(output, "right", "%c) %s", 'a' + telling->lesson.rightChoice,
                    telling->lesson.choices[telling->lesson.rightChoice]);
        putchar('\n');
    }
    printText(output, gel_inkPlain, telling->lesson.answer, 2);
    putchar('\n');
    printCommands(telling);
}

static void addLetter(cJSON* object, const char* key, int choice)
{
    cJSON_AddStringToObject(object, key, (char[2]){(char)('a' + choice)});
}

static cJSON* jsonOf(const Telling* telling)
{
    const gelLesson* lesson = &telling->lesson;
    const gelPrediction* prediction = &telling->prediction;
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "title", lesson->title);
    cJSON_AddStringToObject(object, "scene", telling->path);
    gelAddSet(object, telling->play.scene);
    cJSON_AddStringToObject(object, "question", lesson->question);
    if (lesson->choiceCount > 0) {
        cJSON_AddItemToObject(object, "choices",
                              cJSON_CreateStringArray(lesson->choices, lesson->choiceCount));
        addLetter(object, "right", lesson->rightChoice);
    }
    if (prediction->isGiven && lesson->choiceCount > 0)
        addLetter(object, "prediction", prediction->choice);
    else if (prediction->isGiven)
        cJSON_AddNumberToObject(object, "prediction", fabs(prediction->value));
    if (lesson->expectation >= 0) {
        cJSON_AddStringToObject(object, "unit", lesson->unit);
        cJSON_AddNumberToObject(object, "measured", gelMeasuredOf(lesson, &telling->play.probes));
    }
    cJSON_AddItemToObject(object, "steps", cJSON_CreateStringArray(lesson->steps, lesson->stepCount));
    cJSON_AddStringToObject(object, "answer", lesson->answer);
    cJSON_AddStringToObject(object, "source", lesson->source);
    if (lesson->setups[0][0] != '\0')
        cJSON_AddItemToObject(object, "compare", cJSON_CreateStringArray(lesson->setups, 2));
    gelAddVerdicts(object, &telling->play.probes);
    return object;
}

static int readOption(Telling* telling)
{
    const char* given = telling->settings->predict;
    int code = given == NULL
                   ? gel_exitDone
                   : gelReadPrediction(telling->output, &telling->lesson, given, &telling->prediction);
    if (code == gel_exitDone && given != NULL && !telling->prediction.isGiven)
        code = gelReportError(telling->output, gel_exitUsage,
                              "--predict: expected a prediction, found none; omit it to be asked, or add "
                              "--answer to see the answer");
    return code;
}

// The question comes before the work, so that one may think while it is done.
static void ask(Telling* telling)
{
    const Settings* settings = telling->settings;
    if (telling->output->json)
        return;
    printQuestion(telling->output, &telling->lesson);
    if (!settings->answer && settings->predict == NULL && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        gelAskPrediction(telling->output, &telling->lesson, &telling->prediction);
    fflush(stdout);
}

static int playLesson(Telling* telling)
{
    gelPlay* play = &telling->play;
    const Settings* settings = telling->settings;
    int code = gelLoadPlay(telling->output, telling->path, &settings->setup.set, 0, settings->quiet, play);
    if (code != gel_exitDone)
        return code;
    if (!gelScene_GetLesson(play->scene, &telling->lesson))
        return gelReportError(telling->output, gel_exitInput, "%s: the scene has no \"lesson\"",
                              telling->path);
    code = readOption(telling);
    if (code == gel_exitDone)
        code = gelOpenPlay(play, settings->backend, &settings->setup, NULL, true);
    if (code != gel_exitDone)
        return code;
    ask(telling);
    code = gelPlayFrames(play, &(gelPlayUse){.seen = NULL});
    if (code != gel_exitDone)
        return code;
    code = gelPlayCode(play);
    if (telling->output->json)
        return gelPrintJson(telling->output, jsonOf(telling), code);
    printAnswer(telling);
    return code;
}

static int tellLesson(gelOutput* output, const char* argument, const void* settings)
{
    Telling telling = {.output = output, .settings = settings, .path = argument};
    if (telling.settings->answer && telling.settings->predict != NULL)
        return gelReportError(
            output, gel_exitUsage,
            "--predict and --answer exclude each other: with --predict, the answer is shown, too");
    int code = playLesson(&telling);
    gelClosePlay(&telling.play);
    return code;
}

const gelCommand gelLessonCommand = {
    .name = "lesson",
    .argument = "NAME",
    .choices = &gelLessonsCommand,
    .takesScene = true,
    .purpose = "Asks a question, records your prediction, runs the scene and shows the answer.",
    .example = "gel lesson free_fall",
    .notes =
        "NAME is a lesson that gel lessons lists, or a scene with a \"lesson\". The scene is stepped until "
        "its last expectation; exit code 9 means that one was missed, as after --substeps 1. Only the size "
        "of a number is compared, not its sign.\ngel view shows the same lesson in the window, next to the "
        "picture; gel report writes it as a page.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(Settings),
    .execute = tellLesson,
};
