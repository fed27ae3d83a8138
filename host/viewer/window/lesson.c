#include "window/lesson.h"

#include "app/prediction.h"
#include "window/open.h"

#include <math.h>
#include <string.h>

// "1.643 s"; the space and the unit are left out where there is none.
static void writeValue(double value, const char* unit, char text[60])
{
    snprintf(text, 60, "%.4g%s%.40s", value, unit[0] != '\0' ? " " : "", unit);
}

static void describe(const gelScene* scene, int index, const gelVerdict* verdict, gelLessonVerdict* line)
{
    gelExpectation expectation = gelScene_GetExpectation(scene, index);
    const char* name = gelScene_GetProbe(scene, expectation.probe).name;
    const char* take = expectation.take == gel_statisticValue ? "" : gelStatisticText(expectation.take);
    const char* space = take[0] != '\0' ? " " : "";
    char expected[60], measured[60];
    writeValue(verdict->expected, expectation.unit, expected);
    writeValue(verdict->measured, expectation.unit, measured);
    line->isReached = verdict->isReached && verdict->problem[0] == '\0';
    line->isMet = verdict->isMet;
    if (!verdict->isReached)
        snprintf(line->text, sizeof line->text, "%.40s:%s%s expected %s, measured at %.3g s", name, space,
                 take, expected, verdict->span.end);
    else if (verdict->problem[0] != '\0')
        snprintf(line->text, sizeof line->text, "%.40s: %.180s", name, verdict->problem);
    else
        snprintf(line->text, sizeof line->text, "%.40s:%s%s expected %s, measured %s", name, space, take,
                 expected, measured);
}

// Whether all is measured.
static bool fillVerdicts(gelWindow* window)
{
    const gelSession* session = &window->view->session;
    gelLessonPane* pane = &window->lesson;
    int count = session->probes != NULL ? gelScene_GetExpectationCount(session->scene) : 0;
    bool all = count > 0;
    pane->verdictCount = 0;
    pane->end = 0.0;
    for (int i = 0; i < count; i++) {
        gelVerdict verdict;
        if (gelProbes_Judge(session->probes, i, &verdict) != gel_success)
            continue;
        all = all && verdict.isReached;
        pane->end = fmax(pane->end, verdict.span.end);
        if (pane->verdictCount < gel_lessonMaxVerdicts)
            describe(session->scene, i, &verdict, &pane->verdicts[pane->verdictCount++]);
    }
    return all;
}

static void fillPrediction(gelWindow* window)
{
    gelLessonPane* pane = &window->lesson;
    const gelLesson* lesson = &pane->lesson;
    gelProbeTable table = {.scene = window->view->session.scene, .probes = window->view->session.probes};
    bool answers = pane->stage == gel_lessonAnswers;
    pane->predicted[0] = '\0';
    if (!window->prediction.isGiven)
        return;
    if (answers)
        gelPredictionText(lesson, &window->prediction, '1', gelMeasuredOf(lesson, &table), pane->predicted);
    else if (lesson->choiceCount > 0)
        snprintf(pane->predicted, sizeof pane->predicted, "%s", lesson->choices[window->prediction.choice]);
    else
        snprintf(pane->predicted, sizeof pane->predicted, "%.5g %s", window->prediction.value, lesson->unit);
}

void gelWindow_FillLesson(gelWindow* window)
{
    gelLessonPane* pane = &window->lesson;
    if (!pane->isShown)
        return;
    bool all = fillVerdicts(window);
    pane->time = gelSession_GetTime(&window->view->session);
    pane->panelIsShown = window->panel.visible;
    if (all && pane->stage == gel_lessonRuns) {
        pane->stage = gel_lessonAnswers;
        window->view->session.paused = window->panel.paused = true;
    }
    fillPrediction(window);
    window->view->lessonStage = pane->stage == gel_lessonAsks   ? "asks"
                                : pane->stage == gel_lessonRuns ? "runs"
                                                                : "answers";
}

static void run(gelWindow* window)
{
    window->lesson.stage = gel_lessonRuns;
    window->view->session.paused = false;
}

// Without a choice or a number there is nothing to go on with: point at where it is expected.
static void predict(gelWindow* window)
{
    gelLessonPane* pane = &window->lesson;
    char choice[2] = {(char)('1' + pane->choice), '\0'};
    const char* text = pane->lesson.choiceCount == 0 ? pane->typed : pane->choice >= 0 ? choice : "";
    int code = gelReadPrediction(window->view->output, &pane->lesson, text, &window->prediction);
    pane->problem[0] = '\0';
    if (code != gel_exitDone)
        snprintf(pane->problem, sizeof pane->problem, "%.290s", window->view->output->lastError);
    if (window->prediction.isGiven)
        run(window);
    else
        pane->startTyping = true;
}

void gelWindow_GoOn(gelWindow* window)
{
    gelLessonPane* pane = &window->lesson;
    if (!pane->isShown)
        return;
    if (pane->stage == gel_lessonAsks)
        predict(window);
    else if (pane->stage == gel_lessonRuns)
        pane->stage = gel_lessonAnswers;
    else
        gelWindow_NextLesson(window);
}

void gelWindow_NextLesson(gelWindow* window)
{
    const gelCatalogue* catalogue = &window->catalogue;
    int next = gelCatalogue_FindLesson(catalogue, window->view->session.scenePath) + 1;
    if (next < catalogue->lessonCount)
        gelWindow_OpenScene(window, catalogue->lessons[next].path);
    else
        gelWindow_OpenStart(window, true);
}

static void startAgain(gelWindow* window)
{
    window->panel.reset = true;
    window->lesson.stage = gel_lessonAsks;
    window->prediction = (gelPrediction){0};
    window->view->session.paused = true;
}

void gelWindow_ObeyLesson(gelWindow* window)
{
    gelLessonPane* pane = &window->lesson;
    bool next = pane->next, showList = pane->showList;
    if (pane->togglePanel)
        window->panel.visible = !window->panel.visible;
    if (pane->skip)
        run(window);
    else if (pane->goOn)
        gelWindow_GoOn(window);
    else if (pane->again)
        startAgain(window);
    pane->goOn = pane->skip = pane->next = pane->showList = pane->again = pane->togglePanel = false;
    if (next)
        gelWindow_NextLesson(window);
    else if (showList)
        gelWindow_OpenStart(window, true);
}

bool gelWindow_LessonKey(gelWindow* window, int key)
{
    gelLessonPane* pane = &window->lesson;
    int choice = key - GLFW_KEY_1;
    if (!pane->isShown || pane->stage != gel_lessonAsks || choice < 0 || choice >= pane->lesson.choiceCount)
        return false;
    pane->choice = choice;
    return true;
}
