// Creates a world from a scene and options: shared by the commands that step one.
#pragma once

#include "app/options.h"

#include "gel/gel.h"

// Options for stepping a world; a member of a command's settings.
typedef struct gelSetup {
    gelTexts set;      // values of the scene, "PATH=VALUE"
    int substeps;      // 0: the scene's
    int order;         // index of gelOrderChoice: 0 the scene's, or 1 + a gelConstraintOrder
    int integrator;    // index of gelIntegratorChoice: 0 the scene's, or 1 + a gelIntegrator
    int solver;        // index of gelSolverChoice: 0 the scene's, or 1 + a gelSolver
    int lanes;         // index of gelLaneChoice
    int strategy;      // index of gelStrategyChoice: a gelStrategy
    int commandBuffer; // index of gelCommandBufferChoice: a gelCommandBufferUse
    int tileSize;      // 0: the library's default
    int workGroupSize; // 0: the library decides
    bool allowInexact;
    int tuning;         // index of gelTuningChoice
    int expectedFrames; // likely number of frames, which decides whether measuring pays; not an option
    const intptr_t* contextProperties; // as in gelWorldDef; set by the viewer, not an option
    int rankCount;                     // as in gelWorldDef; 0: 1
    const gelTransport* transport;     // as in gelWorldDef; not an option
} gelSetup;

#ifdef __cplusplus
extern "C" {
#endif
const char* gelLaneChoice(int index);
const char* gelOrderChoice(int index);
const char* gelIntegratorChoice(int index);
const char* gelSolverChoice(int index);
const char* gelStrategyChoice(int index);
#ifdef __cplusplus
}
#endif
const char* gelTuningChoice(int index);
const char* gelCommandBufferChoice(int index);

#define GEL_DEFAULT_BACKEND "auto"

// The row of an option table for the member `backend` of the settings type S.
#define GEL_BACKEND_OPTION(S, usual)                                                                              \
    {                                                                                                             \
        .name = "backend", .kind = gel_optionText, .offset = offsetof(S, backend), .placeholder = "TEXT",         \
        .ofDevice = true, .initial = (usual),                                                                     \
        .help =                                                                                                   \
            "auto (the best: a GPU or accelerator, else native, else OpenCL on a processor), reference, double, " \
            "native (this processor, kernels are built in), opencl (its best device), opencl:INDEX or "           \
            "opencl:PART-OF-A-NAME; gel devices lists them"                                                       \
    }

// The row of a command that measures a device.
#define GEL_MEASURED_BACKEND_OPTION(S, more)                                                                 \
    {                                                                                                        \
        .name = "backend", .kind = gel_optionText, .offset = offsetof(S, backend), .placeholder = "TEXT",    \
        .initial = GEL_DEFAULT_BACKEND,                                                                      \
        .help = "device that is measured: auto (the best one), native, opencl, opencl:INDEX or "             \
                "opencl:PART-OF-A-NAME" more                                                                 \
    }

#define GEL_SUBSTEPS_OPTION(S, member, isOfDevice)                                                           \
    {                                                                                                        \
        .name = "substeps", .kind = gel_optionWhole, .ofDevice = (isOfDevice),                               \
        .offset = offsetof(S, member), .placeholder = "N", .lowest = 1, .highest = 1000,                     \
        .help = "substeps per frame, 1 to 1000; default: the scene's"                                        \
    }

// Rows of an option table for the member `setup` of the settings type S.
#define GEL_SETUP_OPTIONS(S)                                                                                 \
    GEL_SET_OPTION(S, setup.set), GEL_SUBSTEPS_OPTION(S, setup.substeps, true),                              \
        {.name = "order",                                                                                    \
         .kind = gel_optionChoice,                                                                           \
         .ofDevice = true,                                                                                   \
         .offset = offsetof(S, setup.order),                                                                 \
         .placeholder = "ORDER",                                                                             \
         .initial = "scene",                                                                                 \
         .choice = gelOrderChoice,                                                                           \
         .help = "order of the constraints: colour; mesh, as in the file (reference back ends only); "       \
                 "jacobi, all of a kind at once; jacobi-averaged and jacobi-relaxed, the same with the "     \
                 "corrections of a vertex averaged or taken a fifth, which converge to the wrong "           \
                 "material; or scene, as the scene says"},                                                   \
        {.name = "integrator",                                                                               \
         .kind = gel_optionChoice,                                                                           \
         .ofDevice = true,                                                                                   \
         .offset = offsetof(S, setup.integrator),                                                            \
         .placeholder = "NAME",                                                                              \
         .initial = "scene",                                                                                 \
         .choice = gelIntegratorChoice,                                                                      \
         .help = "method of time integration: xpbd; explicitEuler, symplecticEuler, heun or rungeKutta4, "   \
                 "which integrate the forces of springs; or scene, as the scene says"},                      \
        {.name = "solver",                                                                                   \
         .kind = gel_optionChoice,                                                                           \
         .ofDevice = true,                                                                                   \
         .offset = offsetof(S, setup.solver),                                                                \
         .placeholder = "NAME",                                                                              \
         .initial = "scene",                                                                                 \
         .choice = gelSolverChoice,                                                                          \
         .help = "solver of bodies that name none: xpbd; twoLevel, with which stiff bodies sag as their "    \
                 "material says; auto, twoLevel for bodies too stiff for the substeps; or scene"},           \
        {.name = "lanes",                                                                                    \
         .kind = gel_optionChoice,                                                                           \
         .ofDevice = true,                                                                                   \
         .offset = offsetof(S, setup.lanes),                                                                 \
         .placeholder = "N",                                                                                 \
         .initial = "auto",                                                                                  \
         .choice = gelLaneChoice,                                                                            \
         .help = "constraints per work-item on an OpenCL device: 1, 8, 16 or auto"},                         \
        {.name = "strategy",                                                                                 \
         .kind = gel_optionChoice,                                                                           \
         .ofDevice = true,                                                                                   \
         .offset = offsetof(S, setup.strategy),                                                              \
         .placeholder = "NAME",                                                                              \
         .initial = "auto",                                                                                  \
         .choice = gelStrategyChoice,                                                                        \
         .help = "how an OpenCL device steps bodies: perColour, one launch per colour; body, one launch, a " \
                 "work-group per body; ensemble, one launch, a lane per body; tiles, a launch per phase, a " \
                 "work-group per tile; or auto"},                                                            \
        {.name = "command-buffer",                                                                           \
         .kind = gel_optionChoice,                                                                           \
         .ofDevice = true,                                                                                   \
         .offset = offsetof(S, setup.commandBuffer),                                                         \
         .placeholder = "USE",                                                                               \
         .initial = "auto",                                                                                  \
         .choice = gelCommandBufferChoice,                                                                   \
         .help =                                                                                             \
             "submit the launches of perColour in a frame to an OpenCL device as one command buffer, if it " \
             "supports them (cl_khr_command_buffer): on, off, or auto, which is off on a processor"},        \
        {.name = "tile-size",                                                                                \
         .kind = gel_optionWhole,                                                                            \
         .ofDevice = true,                                                                                   \
         .offset = offsetof(S, setup.tileSize),                                                              \
         .placeholder = "N",                                                                                 \
         .lowest = 16,                                                                                       \
         .highest = 65536,                                                                                   \
         .help = "most vertices of a tile, into which larger bodies are cut; changes the bits; "             \
                 "default: 2048"},                                                                           \
        {.name = "work-group",                                                                               \
         .kind = gel_optionWhole,                                                                            \
         .ofDevice = true,                                                                                   \
         .offset = offsetof(S, setup.workGroupSize),                                                         \
         .placeholder = "N",                                                                                 \
         .lowest = 1,                                                                                        \
         .highest = 65536,                                                                                   \
         .help = "work-items per work-group on an OpenCL device; default: chosen for the device"},           \
        {.name = "tuning",                                                                                   \
         .kind = gel_optionChoice,                                                                           \
         .ofDevice = true,                                                                                   \
         .offset = offsetof(S, setup.tuning),                                                                \
         .placeholder = "USE",                                                                               \
         .initial = "auto",                                                                                  \
         .choice = gelTuningChoice,                                                                          \
         .help = "how to use measurements of an OpenCL device, for lanes, work-groups and strategies: "      \
                 "cached, if saved; off, rules only; measured, now unless saved; anew, measure again; or "   \
                 "auto, measured for long work and otherwise cached. The bits stay the same"},               \
    {                                                                                                        \
        .name = "allow-inexact", .kind = gel_optionFlag, .ofDevice = true,                                   \
        .offset = offsetof(S, setup.allowInexact),                                                           \
        .help = "use a device that does not compute the reference's bits"                                    \
    }

// Loads a scene with changes. Reports errors and returns the exit code; on failure *scene is NULL.
int gelOpenScene(gelOutput* output, const char* path, double factor, const gelTexts* set, gelScene** scene);
// Does so too; messages name the option in options[i], if it is not NULL, as the one of change i, instead of --set.
int gelOpenSceneVaried(gelOutput* output, const char* path, double factor, const gelTexts* set,
                       const char* const* options, gelScene** scene);

// The changes of a scene, as an array "set" and as rows; nothing if there are none.
void gelAddSet(cJSON* object, const gelScene* scene);
void gelPrintSet(const gelOutput* output, const gelScene* scene);

// Applies a scene and options to the default definition. Errors as of gelParseBackend.
gelStatus gelMakeWorldDef(const gelScene* scene, const char* backend, const gelSetup* setup,
                          gelWorldDef* def);

// Creates the world of a scene on a back end named as in gelParseBackend. Reports and returns the exit code;
// on failure *world is NULL.
int gelOpenWorld(gelOutput* output, const gelScene* scene, const char* backend, const gelSetup* setup,
                 gelWorldDef* def, gelWorld** world);
// Creates the world of a scene from a finished definition. Reports and returns the exit code.
int gelOpenWorldOf(gelOutput* output, const gelScene* scene, const gelWorldDef* def, gelWorld** world);

// "490 launches", "1 command buffer of 490 launches, 5 launches".
enum { gel_launchTextSize = 128 };
const char* gelLaunchText(gelProfile profile, char text[gel_launchTextSize]);

// The requested number of frames; if 0, the length of a recording, or `usual` for other scenes.
int gelFramesToStep(const gelScene* scene, int asked, int usual);

// From now on Ctrl-C and termination signals request an end after the current frame; a second one ends at
// once.
void gelCatchInterrupt(void);
// The exit code of an interrupted command, 0 while there was no interrupt.
int gelInterruptCode(void);
