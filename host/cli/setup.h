// From a scene and options to a world: what the commands share that step one.
#pragma once

#include "options.h"

#include "gel/gel.h"

// Options about how a world is stepped; a member of a command's settings.
typedef struct gelSetup {
    int substeps;      // 0: the scene's
    int order;         // index of gelOrderChoice
    int lanes;         // index of gelLaneChoice
    int strategy;      // index of gelStrategyChoice: a gelStrategy
    int commandBuffer; // index of gelCommandBufferChoice: a gelCommandBufferUse
    int patchSize;     // 0: the library's own
    int workGroupSize; // 0: the library decides
    bool allowInexact;
    int tuning;                        // index of gelTuningChoice
    int expectedFrames;                // that are likely to be stepped: whether measuring pays; no option
    const intptr_t* contextProperties; // as in gelWorldDef; set by the viewer, no option
} gelSetup;

const char* gelLaneChoice(int index);
const char* gelOrderChoice(int index);
const char* gelStrategyChoice(int index);
const char* gelTuningChoice(int index);
const char* gelCommandBufferChoice(int index);

// Rows of an option table for the member `setup` of the settings type S.
#define GEL_SETUP_OPTIONS(S)                                                                                 \
    {.name = "substeps",                                                                                     \
     .kind = gel_optionWhole,                                                                                \
     .offset = offsetof(S, setup.substeps),                                                                  \
     .placeholder = "N",                                                                                     \
     .lowest = 1,                                                                                            \
     .highest = 1000,                                                                                        \
     .help = "substeps per frame, 1 to 1000; default: the scene's"},                                         \
        {.name = "order",                                                                                    \
         .kind = gel_optionChoice,                                                                           \
         .offset = offsetof(S, setup.order),                                                                 \
         .placeholder = "ORDER",                                                                             \
         .initial = "scene",                                                                                 \
         .choice = gelOrderChoice,                                                                           \
         .help = "order of the constraints: colour; mesh, as in the file (reference back ends only); or "    \
                 "scene, what the scene says"},                                                              \
        {.name = "lanes",                                                                                    \
         .kind = gel_optionChoice,                                                                           \
         .offset = offsetof(S, setup.lanes),                                                                 \
         .placeholder = "N",                                                                                 \
         .initial = "auto",                                                                                  \
         .choice = gelLaneChoice,                                                                            \
         .help = "constraints per work-item on an OpenCL device: 1, 8, 16 or auto"},                         \
        {.name = "strategy",                                                                                 \
         .kind = gel_optionChoice,                                                                           \
         .offset = offsetof(S, setup.strategy),                                                              \
         .placeholder = "NAME",                                                                              \
         .initial = "auto",                                                                                  \
         .choice = gelStrategyChoice,                                                                        \
         .help =                                                                                             \
             "how an OpenCL device steps bodies: grid, a launch for each colour; body, a launch for all "    \
             "bodies; ensemble, a launch for all bodies, side by side; or auto; patch, a launch for "        \
             "each substep, which every back end can do and which has bits of its own"},                     \
        {.name = "command-buffer",                                                                           \
         .kind = gel_optionChoice,                                                                           \
         .offset = offsetof(S, setup.commandBuffer),                                                         \
         .placeholder = "USE",                                                                               \
         .initial = "auto",                                                                                  \
         .choice = gelCommandBufferChoice,                                                                   \
         .help = "give an OpenCL device the grid's launches of a frame as one command buffer where it has "  \
                 "them (cl_khr_command_buffer): on, off, or auto, which does not on a processor"},           \
        {.name = "patch-size",                                                                               \
         .kind = gel_optionWhole,                                                                            \
         .offset = offsetof(S, setup.patchSize),                                                             \
         .placeholder = "N",                                                                                 \
         .lowest = 16,                                                                                       \
         .highest = 16384,                                                                                   \
         .help = "tets in a patch at most, for the strategy patch; changes its bits; default: 4096"},        \
        {.name = "work-group",                                                                               \
         .kind = gel_optionWhole,                                                                            \
         .offset = offsetof(S, setup.workGroupSize),                                                         \
         .placeholder = "N",                                                                                 \
         .lowest = 1,                                                                                        \
         .highest = 65536,                                                                                   \
         .help = "work-items per work-group on an OpenCL device; default: chosen for the device"},           \
        {.name = "tuning",                                                                                   \
         .kind = gel_optionChoice,                                                                           \
         .offset = offsetof(S, setup.tuning),                                                                \
         .placeholder = "USE",                                                                               \
         .initial = "auto",                                                                                  \
         .choice = gelTuningChoice,                                                                          \
         .help = "what was measured on an OpenCL device, for lanes, work-groups and strategies: cached, "    \
                 "what is known; off, rules alone; measured, now unless it is known; anew; or auto, "        \
                 "measured for long work and otherwise cached. The bits stay the same"},                     \
    {                                                                                                        \
        .name = "allow-inexact", .kind = gel_optionFlag, .offset = offsetof(S, setup.allowInexact),          \
        .help = "use a device that does not give the reference's bits"                                       \
    }

// What a scene and options make of the default. Errors as of gelParseBackend.
gelStatus gelMakeWorldDef(const gelScene* scene, const char* backend, const gelSetup* setup,
                          gelWorldDef* def);

// Creates the world of a scene on a back end named as in gelParseBackend. Reports and returns the exit code; on
// failure *world is NULL.
int gelOpenWorld(gelOutput* output, const gelScene* scene, const char* backend, const gelSetup* setup,
                 gelWorldDef* def, gelWorld** world);

// "490 launches", "1 command buffer of 490 launches, 5 launches".
enum { gel_launchTextSize = 128 };
const char* gelLaunchText(gelProfile profile, char text[gel_launchTextSize]);

// The frames that were asked for; where that is 0 the length of a recording, and `usual` for another scene.
int gelFramesToStep(const gelScene* scene, int asked, int usual);

// The first vertex whose position is infinite or not a number.
typedef struct gelBadVertex {
    bool found;
    int body; // 0-based slot
    int vertex;
} gelBadVertex;

// Reads all positions, and so waits until the device is done.
gelStatus gelFindBadVertex(gelWorld* world, gelBadVertex* bad);

// From now on Ctrl-C and a termination signal ask for an end after the frame under way; a second one ends at once.
void gelCatchInterrupt(void);
// The exit code of an interrupted command, 0 while there was no interrupt.
int gelInterruptCode(void);
