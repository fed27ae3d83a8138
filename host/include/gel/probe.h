// Probes and expectations: numbers of a scene that are read frame by frame, and the values that
// they should have.
//
//     gelProbes* probes;
//     gelScene_CreateBodies(scene, world);
//     gelCreateProbes(scene, world, &probes);
//     for (int frame = 0; frame <= count; frame++) { // frame 0: the state at the start
//         if (frame > 0)
//             gelWorld_Step(world, timeStep);
//         gelProbes_AddFrame(probes, world, frame * timeStep);
//     }
//     for (int i = 0; i < gelScene_GetExpectationCount(scene); i++)
//         gelProbes_Judge(probes, i, &verdict);
#pragma once

#include "gel/scene.h"

// The values of a scene's probes in one world, over all frames that were added.
typedef struct gelProbes gelProbes;

// A probe of a scene.
typedef struct gelProbeInfo {
    const char* name;    // unique within the scene
    const char* measure; // measured quantity: "displacement.y"
    const char* unit;    // "m", "kg m/s"; "" if dimensionless
} gelProbeInfo;

// Returns the number of the scene's probes.
GEL_API int gelScene_GetProbeCount(const gelScene* scene);
// Returns a probe by index from 0. Its texts live as long as the scene.
GEL_API gelProbeInfo gelScene_GetProbe(const gelScene* scene, int index);

// A statistic of the values in a span of time.
typedef enum gelStatistic {
    gel_statisticValue, // value at one time; interpolated between two frames
    gel_statisticMean,  // mean of the frames in the span, unweighted
    gel_statisticMinimum,
    gel_statisticMaximum,
    gel_statisticChange, // value at the end minus value at the beginning
    gel_statisticPeriod, // s: mean time between crossings of a level in one direction
    gel_statisticDecay,  // 1/s: rate at which swings about the level shrink, exp(-rate t)
    gel_statisticCount
} gelStatistic;
// Returns "value", "mean", "minimum", "maximum", "change", "period" or "decay". Never NULL.
GEL_API const char* gelStatisticText(gelStatistic take);

// A span of time, s. gel_statisticValue only uses `end`.
typedef struct gelSpan {
    double start, end;
    bool hasLevel; // false: the level is the mean of the span
    double level;  // level for period and decay, in the probe's unit
} gelSpan;

// Creates all probes of a scene. Call it directly after gelScene_CreateBodies: bodies are found by
// their order, and displacements are relative to this state. Settings in formulas have the world's
// current values. On failure *probes is NULL, and the message has the JSON path. The scene must
// outlive the probes.
// Errors:
// - gel_formatError: a set without vertices, a formula, or a body that the world lacks
// - gel_unsupported: a force that the world's order or integrator does not provide
// - gel_outOfMemory
GEL_API gelStatus gelCreateProbes(const gelScene* scene, gelWorld* world, gelProbes** probes);
// Creates the probes of a scene, but reads only one of them. The others are NAN in all frames, cost
// nothing, and need not be readable in this world. On failure *probes is NULL.
// Errors: gel_invalidArgument (no such probe), and the errors of gelCreateProbes.
GEL_API gelStatus gelCreateProbe(const gelScene* scene, gelWorld* world, int probe, gelProbes** probes);
// Creates the probes of a scene, but leaves out those that this world cannot read. They are NAN in
// all frames. *leftOut is the first of them, and gelLastError has the reason; -1: none is left out.
// On failure *probes is NULL.
// Errors: the errors of gelCreateProbes, except for probes that are left out.
GEL_API gelStatus gelCreateReadableProbes(const gelScene* scene, gelWorld* world, int* leftOut,
                                          gelProbes** probes);
// Releases probes. NULL is allowed.
GEL_API void gelDestroyProbes(gelProbes* probes);

// Reads all probes from the world, or from a clone of it, at `time` (s), which must be later than
// the frame before. Probes of destroyed bodies are NAN. Waits for the device.
// Errors: gel_deviceError, gel_outOfMemory.
// Cost: linear in the probed bodies; for energies, volumes and strains in their tets and
// constraints. Forces of pins, goals and ground cost a substep of all bodies on the host.
GEL_API gelStatus gelProbes_AddFrame(gelProbes* probes, gelWorld* world, double time);
// Adds a frame that another process has read: `values` of all probes of the scene, as from
// gelProbes_GetValue.
// Errors: gel_outOfMemory.
GEL_API gelStatus gelProbes_PutFrame(gelProbes* probes, double time, const double* values);
// Removes all frames.
GEL_API void gelProbes_Clear(gelProbes* probes);
// Removes all frames after the first `frameCount`.
GEL_API void gelProbes_Keep(gelProbes* probes, int frameCount);
// Returns the number of frames.
GEL_API int gelProbes_GetFrameCount(const gelProbes* probes);
// Returns the time of a frame, s.
GEL_API double gelProbes_GetTime(const gelProbes* probes, int frame);
// Returns the value of a probe in a frame, in the probe's unit; NAN if it could not be read.
GEL_API double gelProbes_GetValue(const gelProbes* probes, int probe, int frame);
// Returns the mean position of a probe's vertices in the last frame, m. False for probes of whole
// bodies and of destroyed bodies.
GEL_API bool gelProbes_GetPlace(const gelProbes* probes, int probe, gelVec3* place);
// Evaluates the scene's formula for a probe, its `curve`, at a time; NAN if the result is not a
// number. False without a formula.
GEL_API bool gelProbes_GetCurve(const gelProbes* probes, int probe, double time, double* value);

// Computes a statistic of a probe over a span. On failure *value is NAN.
// Errors:
// - gel_invalidArgument: no such probe, a span beyond the frames, too few crossings, or a NAN among
//   the values; the message has the reason
GEL_API gelStatus gelProbes_Statistic(const gelProbes* probes, int probe, gelStatistic take,
                                      const gelSpan* span, double* value);

// An expected statistic of a probe.
typedef struct gelExpectation {
    int probe;
    gelStatistic take;
    const char* unit;   // unit of value and tolerance
    const char* reason; // reason for the expected value
} gelExpectation;

// Returns the number of the scene's expectations.
GEL_API int gelScene_GetExpectationCount(const gelScene* scene);
// Returns an expectation by index from 0. Its texts live as long as the scene.
GEL_API gelExpectation gelScene_GetExpectation(const gelScene* scene, int index);
// Returns the number of frames after which all expectations can be judged; 0 without any.
GEL_API int gelScene_GetExpectedFrames(const gelScene* scene);

// A comparison of a measured statistic with its expectation.
typedef struct gelVerdict {
    gelSpan span;
    double expected, tolerance; // in the expectation's unit
    bool isRelative;            // the tolerance was given in percent
    double measured, error;     // error is measured - expected
    bool isReached;             // false: the frames end before the span, nothing is measured
    bool isMet;                 // |error| <= tolerance
    bool isLeftOut;             // the probe is left out: neither met nor missed
    char problem[200];          // reason why nothing could be measured; otherwise ""
} gelVerdict;

// Compares the measured statistic of an expectation with its expected value.
// Errors: gel_invalidArgument (no such expectation).
GEL_API gelStatus gelProbes_Judge(const gelProbes* probes, int expectation, gelVerdict* verdict);
