// What a device is best at, measured on it once and kept in a file: how many lanes, which work-groups, and what a
// constraint and a launch cost. The planner chooses by these numbers where they are there, and by rules where they are
// not. They never change the bits of a simulation, only its speed.
//
// The file is tuning-KEY.json in the folder GEL_CACHE_DIR; without that variable in XDG_CACHE_HOME/gel, else
// ~/.cache/gel (Windows: LOCALAPPDATA/gel). Its key holds all that the numbers depend on: device, driver, versions, units,
// kernels, the driver's settings in the environment. A file that is damaged, or of something else, counts as none and is
// written anew. GEL_TUNING=off in the environment has the files neither read nor written, whatever a program asks for.
#pragma once

#include "gel/base.h"

typedef enum gelTuningUse {
    gel_tuningCached,   // what was measured before, if anything; default
    gel_tuningOff,      // rules alone
    gel_tuningMeasured, // measures where nothing is kept yet, if the result can be kept
    gel_tuningAnew,     // measures in any case
    gel_tuningUseCount
} gelTuningUse;

// "cached", "off", "measured", "anew". Never NULL.
GEL_API const char* gelTuningUseText(gelTuningUse use);

// A strategy on a device.
typedef struct gelStrategyTuning {
    int workGroupSize; // work-items
    int sideBySide;    // body: work-groups, ensemble: work-items that run at the same time; grid: 1
    float
        cost; // ns a constraint: grid: of a large body; body: of a body alone; ensemble: of a work-item, all its
              // lanes together
    float usualCost; // the same with the work-group size that the rules choose
} gelStrategyTuning;

typedef struct gelLaneTuning {
    int lanes; // 1, 8 or 16
    gelStrategyTuning grid, body, ensemble;
    float launchCost; // ns a launch of the grid
} gelLaneTuning;

enum { GEL_MAXIMUM_TUNED_LANES = 3 };

typedef struct gelDeviceTuning {
    int lanes;                                   // the best; 0: nothing is known
    gelLaneTuning rows[GEL_MAXIMUM_TUNED_LANES]; // of the numbers of lanes that come into question
    int rowCount;
    float milliseconds; // that measuring took, with building the kernels
    char date[24];      // when, UTC: "2026-11-21 09:30"
    char file[1024];    // where it is kept; empty where it is not
    char note[256];     // why nothing is known, or why it is not kept; empty otherwise
} gelDeviceTuning;

// The tuning of an OpenCL device, read or measured as `use` says. Nothing known is gel_success with lanes 0 and a note: it is
// no error to be without. Errors: gel_noDevice; gel_invalidArgument (no such use); gel_deviceError, gel_outOfMemory while
// measuring. Cost: of reading, below a millisecond; of measuring, below a second on a processor, and some seconds once where
// the driver has never built the kernels.
GEL_API gelStatus gelTuneDevice(int index, gelTuningUse use, gelDeviceTuning* tuning);
