// The tuning of a device, measured once and saved in a file: the best number of lanes and
// work-group sizes, and the cost of a constraint and of a launch. The planner uses these numbers if
// available, otherwise rules. Tuning never changes the bits of a simulation, only its speed.
//
//     gelDeviceTuning tuning;
//     if (gelTuneDevice(0, gel_tuningMeasured, &tuning) == gel_success)
//         printf("%d lanes %s\n", tuning.lanes, tuning.note);
//
// The file is tuning-KEY.json in the folder GEL_CACHE_DIR. Without that variable the folder is
// XDG_CACHE_HOME/gel, else ~/.cache/gel (Windows: LOCALAPPDATA/gel). Its key covers everything that
// the numbers depend on: device, driver, versions, units, kernels, and the driver's settings in the
// environment. A damaged or unsuitable file is ignored and replaced. With GEL_TUNING=off in the
// environment, files are neither read nor written, whatever a program requests.
#pragma once

#include "gel/base.h"

// How the tuning of a device is used.
typedef enum gelTuningUse {
    gel_tuningCached,   // saved measurements, if any; default
    gel_tuningOff,      // rules alone
    gel_tuningMeasured, // measures if nothing is saved yet and the result can be saved
    gel_tuningAnew,     // always measures
    gel_tuningUseCount
} gelTuningUse;

// Returns "cached", "off", "measured" or "anew". Never NULL.
GEL_API const char* gelTuningUseText(gelTuningUse use);

// The tuning of a strategy on a device.
typedef struct gelStrategyTuning {
    int workGroupSize; // work-items
    // Parallel units: work-groups (body), work-items (ensemble), or 1 (perColour).
    int sideBySide;
    // Cost of a constraint, ns: of a large body (perColour), of a single body (body), or of a
    // work-item with all its lanes (ensemble).
    float cost;
    float usualCost; // cost with the work-group size chosen by rules, ns
} gelStrategyTuning;

// The tuning for one number of lanes.
typedef struct gelLaneTuning {
    int lanes; // 1, 8 or 16
    gelStrategyTuning perColour, body, ensemble;
    float launchCost; // ns per launch of gel_strategyPerColour
} gelLaneTuning;

// Size of gelDeviceTuning.rows.
enum { GEL_MAXIMUM_TUNED_LANES = 3 };

// The tuning of a device.
typedef struct gelDeviceTuning {
    int lanes;                                   // best number of lanes; 0: nothing is known
    gelLaneTuning rows[GEL_MAXIMUM_TUNED_LANES]; // one per candidate number of lanes
    int rowCount;
    float milliseconds; // duration of the measurement, including building the kernels
    char date[24];      // date in UTC: "2026-11-21 09:30"
    char file[1024];    // path of the saved file; empty if not saved
    char note[256];     // reason why nothing is known or saved; otherwise empty
} gelDeviceTuning;

// Reads or measures the tuning of an OpenCL device, according to `use`. If nothing is known, the
// call succeeds with lanes 0 and a note.
// Errors:
// - gel_noDevice: there is no such device
// - gel_invalidArgument: there is no such use, or GEL_TUNING_SPREAD is below 1 or no number
// - gel_deviceError, gel_outOfMemory: measuring failed
// Cost: less than a millisecond for reading. Measuring takes less than a second on a CPU, plus a
// few seconds when the driver builds the kernels for the first time.
GEL_API gelStatus gelTuneDevice(int index, gelTuningUse use, gelDeviceTuning* tuning);
