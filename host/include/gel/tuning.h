// The tuning of a device, measured once and saved in a file: the best number of lanes and work-group sizes,
// and the cost of a constraint and of a launch. The planner uses these numbers if available, otherwise rules.
// They never change the bits of a simulation, only its speed.
//
// The file is tuning-KEY.json in the folder GEL_CACHE_DIR; without that variable in XDG_CACHE_HOME/gel, else
// ~/.cache/gel (Windows: LOCALAPPDATA/gel). Its key covers everything that the numbers depend on: device,
// driver, versions, units, kernels, the driver's settings in the environment. A damaged file, or one for
// something else, is ignored and replaced. With GEL_TUNING=off in the environment the files are neither read
// nor written, whatever a program requests.
#pragma once

#include "gel/base.h"

// How measurements of a device are used.
typedef enum gelTuningUse {
    gel_tuningCached,   // saved measurements, if any; default
    gel_tuningOff,      // rules alone
    gel_tuningMeasured, // measures if nothing is saved yet and the result can be saved
    gel_tuningAnew,     // always measures
    gel_tuningUseCount
} gelTuningUse;

// "cached", "off", "measured", "anew". Never NULL.
GEL_API const char* gelTuningUseText(gelTuningUse use);

// A strategy on a device.
typedef struct gelStrategyTuning {
    int workGroupSize; // work-items
    int sideBySide;    // body: work-groups, ensemble: work-items that run at the same time; grid: 1
    // ns per constraint: grid: of a large body; body: of a body alone; ensemble: of a work-item, all its
    // lanes together.
    float cost;
    float usualCost; // the same with the work-group size chosen by the rules
} gelStrategyTuning;

// What was measured with one number of lanes.
typedef struct gelLaneTuning {
    int lanes; // 1, 8 or 16
    gelStrategyTuning perColour, body, ensemble;
    float launchCost; // ns per launch of the grid
} gelLaneTuning;

// Size of gelDeviceTuning.rows.
enum { GEL_MAXIMUM_TUNED_LANES = 3 };

// What was measured on a device.
typedef struct gelDeviceTuning {
    int lanes;                                   // the best; 0: nothing is known
    gelLaneTuning rows[GEL_MAXIMUM_TUNED_LANES]; // of the candidate numbers of lanes
    int rowCount;
    float milliseconds; // time of measuring, including building the kernels
    char date[24];      // when, UTC: "2026-11-21 09:30"
    char file[1024];    // where it is saved; empty if it is not
    char note[256];     // why nothing is known, or why it is not saved; otherwise empty
} gelDeviceTuning;

// The tuning of an OpenCL device, read or measured according to `use`. If nothing is known, gel_success with
// lanes 0 and a note: that is not an error. Errors: gel_noDevice; gel_invalidArgument (no such use);
// gel_deviceError, gel_outOfMemory while measuring. Cost: reading takes less than a millisecond; measuring
// less than a second on a processor, plus a few seconds the first time the driver builds the kernels.
GEL_API gelStatus gelTuneDevice(int index, gelTuningUse use, gelDeviceTuning* tuning);
