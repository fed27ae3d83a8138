#include "app/setup.h"
#include "files/system.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

const char* gelLaneChoice(int index)
{
    static const char* const names[] = {"auto", "1", "8", "16", NULL};
    return names[index];
}

const char* gelOrderChoice(int index)
{
    return index == 0                               ? "scene"
           : index <= (int)gel_constraintOrderCount ? gelConstraintOrderText((gelConstraintOrder)(index - 1))
                                                    : NULL;
}

const char* gelIntegratorChoice(int index)
{
    return index == 0                          ? "scene"
           : index <= (int)gel_integratorCount ? gelIntegratorText((gelIntegrator)(index - 1))
                                               : NULL;
}

const char* gelSolverChoice(int index)
{
    return index == 0                      ? "scene"
           : index <= (int)gel_worldSolver ? gelSolverText((gelSolver)(index - 1))
                                           : NULL;
}

const char* gelStrategyChoice(int index)
{
    return index < (int)gel_strategyCount ? gelStrategyText((gelStrategy)index) : NULL;
}

const char* gelTuningChoice(int index)
{
    return index == 0                         ? "auto"
           : index <= (int)gel_tuningUseCount ? gelTuningUseText((gelTuningUse)(index - 1))
                                              : NULL;
}

// Measuring takes a few seconds, once per device: worth it for ten seconds of work or more.
static gelTuningUse tuningFor(const gelScene* scene, const gelSetup* setup, int substeps)
{
    const double tetsASecond = 2e8;
    if (setup->tuning > 0)
        return (gelTuningUse)(setup->tuning - 1);
    double work = (double)gelScene_GetTetCount(scene) * substeps * setup->expectedFrames;
    return work > 10.0 * tetsASecond ? gel_tuningMeasured : gel_tuningCached;
}

const char* gelCommandBufferChoice(int index)
{
    return index < (int)gel_commandBufferUseCount ? gelCommandBufferUseText((gelCommandBufferUse)index)
                                                  : NULL;
}

static volatile sig_atomic_t interruptSignal;

gelStatus gelMakeWorldDef(const gelScene* scene, const char* backend, const gelSetup* setup, gelWorldDef* def)
{
    static const int laneCounts[] = {0, 1, 8, 16};
    *def = gelScene_GetWorldDef(scene);
    if (setup->order > 0)
        def->order = (gelConstraintOrder)(setup->order - 1);
    if (setup->integrator > 0)
        def->integrator = (gelIntegrator)(setup->integrator - 1);
    if (setup->solver > 0)
        def->solver = (gelSolver)(setup->solver - 1);
    def->lanes = laneCounts[setup->lanes];
    def->strategy = (gelStrategy)setup->strategy;
    def->commandBuffer = (gelCommandBufferUse)setup->commandBuffer;
    if (setup->tileSize > 0)
        def->tileSize = setup->tileSize;
    def->workGroupSize = setup->workGroupSize;
    def->allowInexact = setup->allowInexact;
    def->contextProperties = setup->contextProperties;
    def->rankCount = setup->rankCount > 0 ? setup->rankCount : def->rankCount;
    def->transport = setup->transport;
    if (setup->substeps > 0)
        def->substepCount = setup->substeps;
    def->tuning = tuningFor(scene, setup, def->substepCount);
    return gelParseBackend(backend, def);
}

int gelOpenWorld(gelOutput* output, const gelScene* scene, const char* backend, const gelSetup* setup,
                 gelWorldDef* def, gelWorld** world)
{
    *world = NULL;
    gelStatus status = gelMakeWorldDef(scene, backend, setup, def);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityArguments);
    return gelOpenWorldOf(output, scene, def, world);
}

// Says that a solver which is not the scene's has no effect: where all soft bodies of the scene name theirs.
static void warnOfIdleSolver(gelOutput* output, const gelScene* scene, const gelWorldDef* def,
                             const gelWorld* world)
{
    bool takesPart = def->solver == gelScene_GetWorldDef(scene).solver, hasSoft = false;
    for (int i = 0; i < gelWorld_GetBodyCount(world) && !takesPart; i++) {
        gelBodyDef body;
        bool isSoft = !gelBody_IsObstacle(world, gelWorld_GetBody(world, i));
        hasSoft = hasSoft || isSoft;
        takesPart = isSoft && gelBody_GetDef(world, gelWorld_GetBody(world, i), &body) == gel_success &&
                    body.solver == def->solver;
    }
    if (hasSoft && !takesPart)
        gelPrintWarning(output, "solver: %s has no effect: each body of the scene names its own solver",
                        gelSolverText(def->solver));
}

int gelOpenWorldOf(gelOutput* output, const gelScene* scene, const gelWorldDef* def, gelWorld** world)
{
    *world = NULL;
    gelStatus status = gelCreateWorld(def, world);
    if (status != gel_success) // a file error would be about a kernel in GEL_KERNEL_DIR
        return gelReportStatus(output, status,
                               status == gel_fileError ? gel_activityInput : gel_activityArguments);
    status = gelScene_CreateBodies(scene, *world);
    if (status == gel_success) {
        warnOfIdleSolver(output, scene, def, *world);
        return gel_exitDone;
    }
    int code = gelReportStatus(output, status, gel_activityInput);
    gelDestroyWorld(*world);
    *world = NULL;
    return code;
}

const char* gelLaunchText(gelProfile profile, char text[gel_launchTextSize])
{
    int alone = profile.launchesPerStep - profile.recordedLaunches, length = 0;
    if (profile.recordedLaunches > 0)
        length = snprintf(text, gel_launchTextSize, "1 command buffer of %s%s",
                          GEL_COUNT(profile.recordedLaunches, "launch", "launches"), alone > 0 ? ", " : "");
    if (profile.recordedLaunches == 0 || alone > 0)
        snprintf(text + length, gel_launchTextSize - (size_t)length, "%s",
                 GEL_COUNT(alone, "launch", "launches"));
    return text;
}

// An error that begins with a change is one of its option.
int gelOpenSceneVaried(gelOutput* output, const char* path, double factor, const gelTexts* set,
                       const char* const* options, gelScene** scene)
{
    gelStatus status = gelLoadSceneChanged(path, factor, set->texts, set->count, scene);
    const char* error = gelLastError();
    for (int i = 0; i < set->count && status == gel_formatError; i++) {
        size_t length = strlen(set->texts[i]);
        if (strncmp(error, set->texts[i], length) == 0 && error[length] == ':')
            return gelReportError(output, gel_exitUsage, "%s %s",
                                  options != NULL && options[i] != NULL ? options[i] : "--set", error);
    }
    return status == gel_success ? gel_exitDone : gelReportStatus(output, status, gel_activityInput);
}

int gelOpenScene(gelOutput* output, const char* path, double factor, const gelTexts* set, gelScene** scene)
{
    return gelOpenSceneVaried(output, path, factor, set, NULL, scene);
}

void gelAddSet(cJSON* object, const gelScene* scene)
{
    const char* change;
    cJSON* texts = gelScene_GetChange(scene, 0) != NULL ? cJSON_AddArrayToObject(object, "set") : NULL;
    for (int i = 0; (change = gelScene_GetChange(scene, i)) != NULL; i++)
        cJSON_AddItemToArray(texts, cJSON_CreateString(change));
}

void gelPrintSet(const gelOutput* output, const gelScene* scene)
{
    const char* change;
    for (int i = 0; (change = gelScene_GetChange(scene, i)) != NULL; i++)
        gelPrintRow(output, i == 0 ? "set" : "", "%s", change);
}

int gelFramesToStep(const gelScene* scene, int asked, int usual)
{
    int64_t recorded = gelScene_GetRecordedFrames(scene);
    return asked > 0 ? asked : recorded > 0 ? (int)recorded : usual;
}

static void noteInterrupt(int signal)
{
    interruptSignal = signal;
}

void gelCatchInterrupt(void)
{
    gelCatchEnd(noteInterrupt);
}

int gelInterruptCode(void)
{
    return interruptSignal != 0 ? 128 + (int)interruptSignal : 0;
}
