// Probes and expectations of a scene: numbers that are read off frame by frame, and what they should be.
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

// The values of a scene's probes in one world, of all frames that were added.
typedef struct gelProbes gelProbes;

// A probe of a scene.
typedef struct gelProbeInfo {
    const char* name;    // of the scene; no two are equal
    const char* measure; // "displacement.y"
    const char* unit;    // "m", "kg m/s"; "" where there is none
} gelProbeInfo;

// Returns the number of the scene's probes.
GEL_API int gelScene_GetProbeCount(const gelScene* scene);
// Returns probe `index`, 0-based. The texts live as long as the scene.
GEL_API gelProbeInfo gelScene_GetProbe(const gelScene* scene, int index);

// What is taken of the values in a span of time.
typedef enum gelStatistic {
    gel_statisticValue, // at one time; between two frames, in proportion
    gel_statisticMean,  // of the frames in the span, each counted alike
    gel_statisticMinimum,
    gel_statisticMaximum,
    gel_statisticChange, // from its beginning to its end
    gel_statisticPeriod, // s: the mean time between crossings of a level in one direction
    gel_statisticDecay,  // 1/s: the rate at which the swings about it shrink, as exp(-rate t)
    gel_statisticCount
} gelStatistic;
// "value", "mean", "least", "most", "change", "period", "decay". Never NULL.
GEL_API const char* gelStatisticText(gelStatistic take);

// A span of time, s. gel_statisticValue only uses `to`.
typedef struct gelSpan {
    double from, to;
    bool hasLevel; // false: the mean of the span
    double level;  // of period and decay, in the probe's unit
} gelSpan;

// Directly after gelScene_CreateBodies: bodies are found by their order, and displacements count from here. What
// formulas say of settings is what the world has now. Errors: gel_formatError (a set without vertices; a formula;
// a body that the world lacks), gel_unsupported (a force that the world's order or integrator does not know), with the
// JSON path. On failure *probes is NULL. The scene must outlive them.
GEL_API gelStatus gelCreateProbes(const gelScene* scene, gelWorld* world, gelProbes** probes);
// The same, but reads one probe alone: the others are NAN in all frames, cost nothing, and may be such as the world cannot
// read. Errors also: gel_invalidArgument (no such probe).
GEL_API gelStatus gelCreateProbe(const gelScene* scene, gelWorld* world, int probe, gelProbes** probes);
// The same, but leaves out probes that the world cannot read: they are NAN in all frames. *leftOut is the first of them,
// and gelLastError says why; -1: none.
GEL_API gelStatus gelCreateReadableProbes(const gelScene* scene, gelWorld* world, int* leftOut,
                                          gelProbes** probes);
GEL_API void gelDestroyProbes(gelProbes* probes); // NULL is allowed

// Reads all probes off the world, which may be a clone of that of the start, at `time` (s), later than that of the
// frame before. Those of bodies that are no more are NAN. Waits for the device. Cost: linear in the bodies that are
// probed, their tets and constraints for energies, volumes and strains; forces of pins, goals and ground cost a substep
// of all bodies on the host.
GEL_API gelStatus gelProbes_AddFrame(gelProbes* probes, gelWorld* world, double time);
// Adds a frame that another process has read: `values` of all probes of the scene, as gelProbes_GetValue gave them. Errors: gel_outOfMemory.
GEL_API gelStatus gelProbes_PutFrame(gelProbes* probes, double time, const double* values);
GEL_API void gelProbes_Clear(gelProbes* probes); // forgets all frames
// Forgets all but the first `frameCount`; fewer stay as they are.
GEL_API void gelProbes_Keep(gelProbes* probes, int frameCount);
GEL_API int gelProbes_GetFrameCount(const gelProbes* probes);
GEL_API double gelProbes_GetTime(const gelProbes* probes, int frame); // s
GEL_API double gelProbes_GetValue(const gelProbes* probes, int probe, int frame);
// The mean place of a probe's vertices in the last frame, m. False if it has none: it is of a whole body, or of one that is
// gone.
GEL_API bool gelProbes_GetPlace(const gelProbes* probes, int probe, gelVec3* place);
// What the scene's formula for the probe, its `curve`, says at a time; NAN where that is no number. False without one.
GEL_API bool gelProbes_GetCurve(const gelProbes* probes, int probe, double time, double* value);

// Errors: gel_invalidArgument (no such probe; frames that do not reach; too few crossings, or a NAN among them): the
// message says which. *value is NAN then.
GEL_API gelStatus gelProbes_Statistic(const gelProbes* probes, int probe, gelStatistic take,
                                      const gelSpan* span, double* value);

// What a scene expects of a probe.
typedef struct gelExpectation {
    int probe;
    gelStatistic take;
    const char* unit;   // of value and tolerance
    const char* reason; // why it should be so
} gelExpectation;

// Returns the number of the scene's expectations.
GEL_API int gelScene_GetExpectationCount(const gelScene* scene);
// Returns expectation `index`, 0-based. The texts live as long as the scene.
GEL_API gelExpectation gelScene_GetExpectation(const gelScene* scene, int index);
// The number of frames after which all expectations can be judged; 0 without any.
GEL_API int gelScene_GetExpectedFrames(const gelScene* scene);

// An expectation compared with what was measured.
typedef struct gelVerdict {
    gelSpan span;
    double expected, tolerance; // in its unit
    bool isRelative;            // the tolerance was given in percent
    double measured, error;     // error: measured - expected
    bool isReached;             // false: the frames end before, and nothing is measured
    bool isMet;                 // |error| <= tolerance
    bool isLeftOut;             // nothing is measured, as its probe is left out: neither met nor missed
    char problem[200];          // why nothing could be measured; "" if it could
} gelVerdict;

// Errors: gel_invalidArgument (no such expectation).
GEL_API gelStatus gelProbes_Judge(const gelProbes* probes, int expectation, gelVerdict* verdict);
