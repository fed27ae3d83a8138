#include "window/solver.h"
#include "softness_causes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { maxEstimates = gel_maxSoftnessBodies };

// Estimates the softness of the body whose material is shown, or of the softest of all.
static bool estimateSoftness(const gelWindow* window, gelSoftness* softness)
{
    const gelSession* session = &window->view->session;
    int chosen = window->panel.materialBody, count = gelWorld_GetBodyCount(session->world);
    int first = chosen < 0 ? 0 : chosen, end = chosen < 0 ? count : chosen + 1;
    bool known = false;
    for (int i = first; i < end && i < first + maxEstimates; i++) {
        gelSoftness found;
        gelBodyId body = gelWorld_GetBody(session->world, i);
        if (gelBody_IsObstacle(session->world, body) ||
            gelBody_EstimateSoftness(session->world, body, (float)session->timeStep, &found) != gel_success)
            continue;
        if (!known || found.ratio > softness->ratio)
            *softness = found;
        known = true;
    }
    return known;
}

// An estimate may take longer than a picture: there is one when nothing has changed any more.
void gelWindow_FillSolver(gelWindow* window)
{
    gelSolverState* solver = &window->panel.solver;
    if (!window->panel.visible || !solver->isOpen) {
        solver->picturesToEstimate = 0;
        return;
    }
    if (solver->picturesToEstimate-- > 0)
        return;
    solver->picturesToEstimate = 7;
    uint64_t causes = gelHashSoftnessCauses(&window->view->session, window->panel.materialBody),
             before = solver->softnessCauses;
    solver->softnessCauses = causes;
    if (causes != before || causes == solver->estimatedCauses)
        return;
    solver->estimatedCauses = causes;
    solver->softnessIsKnown = estimateSoftness(window, &solver->softness);
}

// Recordings are played in the scene's order, with its time step.
static bool isFree(gelWindow* window, bool changesBits)
{
    gelView* view = window->view;
    if (!changesBits || view->settings->record == NULL)
        return true;
    gelWindow_RecordFailure(
        window, gelReportError(
                    view->output, gel_exitUsage,
                    "%s is being recorded: recordings use the order, integrator, solver and time step of the "
                    "scene; change them in the scene, or open it without --record",
                    gelScene_GetName(view->session.scene)));
    return false;
}

static void rebuild(gelWindow* window)
{
    gelView* view = window->view;
    const gelWorldDef *wanted = &window->panel.def, now = gelSession_Settings(&view->session);
    if (!isFree(window, wanted->order != now.order || wanted->integrator != now.integrator ||
                            wanted->solver != now.solver))
        return;
    int code = gelSession_Rebuild(&view->session, wanted);
    gelWindow_RecordFailure(window, code);
    if (code == gel_exitDone)
        gelWindow_Note(window, gelView_AdoptWorld(view, false));
}

static void setTimeStep(gelWindow* window)
{
    if (isFree(window, true))
        gelWindow_RecordFailure(
            window, gelSession_SetTimeStep(&window->view->session, window->panel.solver.timeStep));
}

// Onto the height of its lowest vertex.
static int squash(gelSession* session, int index)
{
    gelBodyId body = gelWorld_GetBody(session->world, index);
    int count = gelBody_GetMesh(session->world, body)->vertexCount;
    float* places = malloc(3 * (size_t)count * sizeof *places);
    gelStatus status =
        places != NULL ? gelBody_ReadPositions(session->world, body, places, count) : gel_outOfMemory;
    gelEvent event = {.kind = gel_eventFlatten, .body = index, .height = INFINITY};
    for (int i = 0; i < count && status == gel_success; i++)
        event.height = fminf(event.height, places[3 * i + 1]);
    free(places);
    return status == gel_success ? gelSession_Do(session, &event)
                                 : gelReportStatus(session->output, status, gel_activitySimulation);
}

static void changeBodies(gelWindow* window)
{
    gelSession* session = &window->view->session;
    int chosen = window->panel.materialBody, count = gelWorld_GetBodyCount(session->world);
    for (int i = chosen < 0 ? 0 : chosen; i < (chosen < 0 ? count : chosen + 1); i++) {
        if (gelBody_IsObstacle(session->world, gelWorld_GetBody(session->world, i)))
            continue;
        if (window->panel.solver.squash)
            gelWindow_RecordFailure(window, squash(session, i));
        else
            gelWindow_RecordFailure(window,
                                    gelSession_Do(session, &(gelEvent){.kind = gel_eventScramble,
                                                                       .body = i,
                                                                       .seed = window->scrambleCount++}));
    }
}

void gelWindow_ObeySolver(gelWindow* window)
{
    gelSolverState* solver = &window->panel.solver;
    if (solver->rebuild)
        rebuild(window);
    if (solver->timeStepChanged)
        setTimeStep(window);
    if (solver->squash || solver->scramble)
        changeBodies(window);
    solver->rebuild = solver->timeStepChanged = solver->squash = solver->scramble = false;
}
