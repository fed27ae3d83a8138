#include "error/experiment.h"
#include "common/clock.h"
#include "common/nearest.h"
#include "app/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { maxProbes = 256, usualFrames = 120 };

static void noteProblem(gelAnswer* answer, const char* text)
{
    answer->value = NAN;
    snprintf(answer->problem, sizeof answer->problem, "%s", text);
    for (char* c = answer->problem; *c != '\0'; c++)
        *c = *c == '\n' ? ' ' : *c;
}

static gelStatus makeNeoHookean(gelWorld* world)
{
    gelStatus status = gel_success;
    for (int i = 0; i < gelWorld_GetBodyCount(world) && status == gel_success; i++) {
        gelBodyId id = gelWorld_GetBody(world, i);
        gelMaterial material;
        if (gelBody_IsObstacle(world, id))
            continue;
        status = gelBody_GetMaterial(world, id, &material);
        material.model = gel_neoHookean;
        if (status == gel_success)
            status = gelBody_SetMaterial(world, id, &material);
    }
    return status;
}

static bool anyOf(const bool* flags, int count)
{
    for (int i = 0; i < count; i++)
        if (flags[i])
            return true;
    return false;
}

static gelStatus countHeldBodies(const gelWorld* world, int* held)
{
    gelStatus status = gel_success;
    for (int i = 0; i < gelWorld_GetBodyCount(world) && status == gel_success; i++) {
        gelBodyId id = gelWorld_GetBody(world, i);
        int count = gelBody_IsObstacle(world, id) ? 0 : gelBody_GetMesh(world, id)->vertexCount;
        bool* pinned = gelNew((size_t)count + 1, sizeof *pinned);
        if (pinned == NULL)
            return gel_outOfMemory;
        status = count > 0 ? gelBody_GetPinned(world, id, pinned, count) : gel_success;
        *held += anyOf(pinned, count);
        free(pinned);
    }
    return status;
}

static gelStatus openWorld(const gelTrial* trial, gelWorld** world)
{
    gelWorldDef def;
    gelSetup setup = {.substeps = trial->substeps};
    *world = NULL;
    gelStatus status = gelMakeWorldDef(trial->scene, trial->backend, &setup, &def);
    def.order = trial->order;
    def.integrator = trial->integrator;
    def.solver = trial->solver;
    def.timeScheme = trial->timeScheme;
    def.strategy = trial->strategy;
    if (status == gel_success)
        status = gelCreateWorld(&def, world);
    if (status == gel_success)
        status = gelScene_CreateBodies(trial->scene, *world);
    if (status == gel_success && trial->neoHookean)
        status = makeNeoHookean(*world);
    return status;
}

// Recorded input may set the substeps, too.
static gelStatus beginFrame(const gelTrial* trial, gelPlayer* player, gelWorld* world)
{
    gelStatus status = gelPlayer_BeginFrame(player);
    if (status == gel_success && gelWorld_GetDef(world).substepCount != trial->substeps)
        status = gelWorld_SetSubstepCount(world, trial->substeps);
    return status;
}

// Reading probes is not timed.
static gelStatus stepFrame(const gelTrial* trial, gelWorld* world, gelProbes* probes, gelPlayer* player,
                           int frame, double* milliseconds)
{
    double step = (double)gelScene_GetTimeStep(trial->scene), part = step / trial->parts;
    gelStatus status = beginFrame(trial, player, world);
    *milliseconds = 0.0;
    for (int i = 1; i <= trial->parts && status == gel_success; i++) {
        double start = gelMilliseconds();
        status = gelWorld_Step(world, (float)part);
        if (status == gel_success)
            status = gelWorld_Finish(world);
        *milliseconds += gelMilliseconds() - start;
        if (status == gel_success)
            status = gelProbes_AddFrame(probes, world, (frame - 1) * step + i * part);
    }
    return status;
}

static int stepAll(gelExperiment* experiment, const gelTrial* trial, gelWorld* world, gelProbes* probes,
                   gelPlayer* player, double* samples, gelStatus* status)
{
    int frames = experiment->question.frames;
    if (experiment->done + frames > experiment->progress.total)
        experiment->progress.total = experiment->done + frames;
    *status = gelProbes_AddFrame(probes, world, 0.0);
    for (int frame = 1; frame <= frames && *status == gel_success; frame++) {
        *status = stepFrame(trial, world, probes, player, frame, &samples[frame - 1]);
        experiment->done++;
        if (gelProgress_IsDue(&experiment->progress))
            gelProgress_Draw(&experiment->progress, experiment->done);
        if (gelInterruptCode() != 0)
            return gelReportError(experiment->output, gelInterruptCode(), "interrupted; nothing was written");
    }
    return gel_exitDone;
}

static void readAnswer(const gelQuestion* question, const gelProbes* probes, gelAnswer* answer)
{
    for (int i = 0; i < gelProbes_GetFrameCount(probes); i++)
        answer->largest = fmax(answer->largest, fabs(gelProbes_GetValue(probes, question->probe, i)));
    if (gelProbes_Statistic(probes, question->probe, question->take, &question->span, &answer->value) !=
        gel_success)
        noteProblem(answer, gelLastError());
    else if (!isfinite(answer->value))
        noteProblem(answer, "its value is NaN or infinite: positions are not finite");
}

int gelRunExperiment(gelExperiment* experiment, const gelTrial* trial, gelAnswer* answer)
{
    gelWorld* world;
    gelProbes* probes = NULL;
    gelPlayer* player = NULL;
    int frames = experiment->question.frames, code = gel_exitDone;
    double* samples = gelNew((size_t)frames, sizeof *samples);
    *answer = (gelAnswer){.value = NAN};
    if (samples == NULL)
        return gelReportStatus(experiment->output, gel_outOfMemory, gel_activitySimulation);
    gelStatus status = openWorld(trial, &world);
    if (status == gel_success)
        status = countHeldBodies(world, &answer->heldBodies);
    if (status == gel_success)
        status = gelCreateProbe(trial->scene, world, experiment->question.probe, &probes);
    if (status == gel_success)
        status = gelCreatePlayer(trial->scene, world, &player);
    if (status == gel_success)
        code = stepAll(experiment, trial, world, probes, player, samples, &status);
    if (status == gel_success && code == gel_exitDone) {
        readAnswer(&experiment->question, probes, answer);
        answer->frame = gelFigureOf(samples, frames);
    } else if (status == gel_outOfMemory)
        code = gelReportStatus(experiment->output, status, gel_activitySimulation);
    else if (code == gel_exitDone)
        noteProblem(answer, gelLastError());
    gelDestroyPlayer(player);
    gelDestroyProbes(probes);
    gelDestroyWorld(world);
    free(samples);
    return code;
}

static int findProbe(gelOutput* output, const gelScene* scene, const char* name, int* probe)
{
    const char* names[maxProbes + 1];
    int count = gelScene_GetProbeCount(scene), listed = count < maxProbes ? count : maxProbes;
    for (*probe = 0; *probe < count; ++*probe)
        if (strcmp(gelScene_GetProbe(scene, *probe).name, name) == 0)
            return gel_exitDone;
    for (int i = 0; i < listed; i++)
        names[i] = gelScene_GetProbe(scene, i).name;
    names[listed] = NULL;
    const char* nearest = gelNearestText(name, names);
    return gelReportError(output, gel_exitUsage, "--probe: the scene has no probe \"%s\"%s%s%s", name,
                          nearest != NULL ? "; did you mean \"" : "", nearest != NULL ? nearest : "",
                          nearest != NULL ? "\"?" : "");
}

// The first expectation, of the probe if one is asked for; -1: none.
static int findExpectation(const gelScene* scene, int probe)
{
    for (int i = 0; i < gelScene_GetExpectationCount(scene); i++)
        if (probe < 0 || gelScene_GetExpectation(scene, i).probe == probe)
            return i;
    return -1;
}

// Its span is a formula of the settings: it is that of the scene's own, for all trials.
static gelStatus readExpectation(const gelTrial* trial, int index, gelQuestion* question)
{
    gelWorld* world;
    gelProbes* probes = NULL;
    gelVerdict verdict;
    gelExpectation expectation = gelScene_GetExpectation(trial->scene, index);
    gelStatus status = openWorld(trial, &world);
    if (status == gel_success)
        status = gelCreateProbe(trial->scene, world, expectation.probe, &probes);
    if (status == gel_success)
        status = gelProbes_Judge(probes, index, &verdict);
    gelDestroyProbes(probes);
    gelDestroyWorld(world);
    if (status != gel_success)
        return status;
    question->probe = expectation.probe;
    question->unit = expectation.unit;
    question->take = expectation.take;
    question->span = verdict.span;
    question->hasExpectation = true;
    question->expected = verdict.expected;
    return gel_success;
}

int gelFindQuestion(gelExperiment* experiment, const gelErrorSettings* settings, const gelTrial* trial)
{
    gelQuestion* question = &experiment->question;
    double step = (double)gelScene_GetTimeStep(trial->scene);
    int probe = -1, code = gel_exitDone;
    *question = (gelQuestion){.take = gel_statisticValue};
    if (gelScene_GetProbeCount(trial->scene) == 0)
        return gelReportError(
            experiment->output, gel_exitInput,
            "the scene has no \"probes\": expected the quantity to measure, as in \"probes\": [{\"name\": "
            "\"tip\", \"body\": 0, \"measure\": \"displacement.y\"}]");
    if (settings->probe != NULL)
        code = findProbe(experiment->output, trial->scene, settings->probe, &probe);
    if (code != gel_exitDone)
        return code;
    int expectation = settings->frames == 0 ? findExpectation(trial->scene, probe) : -1;
    gelStatus status = gel_success;
    if (expectation >= 0)
        status = readExpectation(trial, expectation, question);
    else {
        question->probe = probe < 0 ? 0 : probe;
        question->unit = gelScene_GetProbe(trial->scene, question->probe).unit;
        question->span.end = gelFramesToStep(trial->scene, settings->frames, usualFrames) * step;
    }
    if (status != gel_success)
        return gelReportStatus(experiment->output, status, gel_activityInput);
    question->info = gelScene_GetProbe(trial->scene, question->probe);
    question->frames = (int)ceil(question->span.end / step - 1e-6);
    question->frames = question->frames > 0 ? question->frames : 1;
    return gel_exitDone;
}

const char* gelQuestionText(const gelQuestion* question, char text[gel_questionTextSize])
{
    if (question->take == gel_statisticValue)
        snprintf(text, gel_questionTextSize, "value at %.4g s", question->span.end);
    else
        snprintf(text, gel_questionTextSize, "%s from %.4g to %.4g s", gelStatisticText(question->take),
                 question->span.start, question->span.end);
    return text;
}
