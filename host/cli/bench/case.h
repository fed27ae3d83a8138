// The scenes that are measured and who steps them.
#pragma once

#include "bench/bench.h"
#include "progress.h"

// One way of stepping a scene. The first of the table is the yardstick.
typedef struct gelContender {
    const char* key;
    const char* text;
    gelStrategy strategy; // on a device
    bool onDevice;        // of --backend; otherwise a plain loop on one thread
    bool meshOrder;       // walks the constraints as they come in the mesh
    bool ownBits;         // since it has an order of its own
} gelContender;

enum { gel_contenderCount = 7, gel_yardstick = 0 };
extern const gelContender gelContenders[gel_contenderCount];

// The world of a scene as the contender steps it, with `def` as it was made from. On failure *world is NULL and `reason`
// says in a line why: also where the strategy does not fit the bodies (gel_unsupported).
enum { gel_reasonSize = 400 };
gelStatus gelOpenContender(const gelBenchSettings* settings, const gelScene* scene,
                           const gelContender* contender, gelWorldDef* def, gelWorld** world,
                           char reason[gel_reasonSize]);

// What a contender did.
typedef struct gelBenchRow {
    const gelContender* contender;
    gelWorld* world;             // NULL where it is left out, or done
    char reason[gel_reasonSize]; // why it is left out; empty otherwise
    char backend[256];
    double* samples;    // ms a frame
    gelFigure frame;    // ms
    gelProfile profile; // of a frame after the first
    double copySpeed;   // bytes per second
    uint64_t deviceBytes, hash;
} gelBenchRow;

// Another program's, which solves something else: Bullet's soft body, with a link an edge.
typedef struct gelBenchBeside {
    struct gelBullet* bullet; // NULL where it is left out, or done
    int links;
    double* samples; // ms a frame
    gelFigure frame; // ms
    double stretch;  // of the links at the end
} gelBenchBeside;

// A scene and all who step it.
typedef struct gelBenchCase {
    const char* key; // "A"; the path of a scene that was given
    const char* path;
    bool inSeries; // measured for the curve of cost against size alone
    char name[128];
    double timeStep; // s
    int substeps;
    bool ground;
    gelCounters counters; // of the yardstick
    gelBenchRow rows[gel_contenderCount];
    gelBenchBeside beside;
} gelBenchCase;

typedef struct gelBenchCases {
    gelBenchCase* cases;
    int count;
} gelBenchCases;

// The scenes that were given; without any, those that are built in: all that are small, or all. `series`: those of the
// curve too. Reports and returns the exit code.
int gelListBenchCases(gelOutput* output, const gelBenchSettings* settings, bool series, gelBenchCases* list);
void gelFreeBenchCases(gelBenchCases* list);

// Opens the worlds of all contenders. Those that cannot step the scene here are left out with a reason; without the
// yardstick there is nothing to compare with, which is reported. Afterwards, whatever came out, gelCloseBenchCase.
int gelOpenBenchCase(gelOutput* output, const gelBenchSettings* settings, gelBenchCase* bench);
void gelCloseBenchCase(gelBenchCase* bench); // figures stay

// Steps and waits. Reports and returns the exit code; `milliseconds` is nullable.
int gelStepAndWait(gelOutput* output, const gelBenchCase* bench, gelBenchRow* row, int frames,
                   double* milliseconds);

// One more is done: moves the bar. Reports an interrupt and returns the exit code.
int gelAdvanceBench(gelOutput* output, gelProgress* progress, int* done);

// The end of a command whose work ended with `code`: where that is gel_exitDone tells what came out, as JSON or as text.
// Returns the exit code.
typedef cJSON* gelBenchToJson(const void* bench);
typedef void gelPrintBench(const void* bench);
int gelTellBench(gelOutput* output, int code, gelBenchToJson* toJson, gelPrintBench* print,
                 const void* bench);

double gelBenchConstraints(const gelBenchCase* bench);            // in a substep
double gelBenchNanoseconds(const gelBenchCase* bench, double ms); // a constraint, of that time a frame
double gelBenchBytesMoved(const gelBenchCase* bench);             // in a frame, see bench_case.c
double gelBenchBytesHeld(const gelBenchCase* bench);

cJSON* gelBenchCaseToJson(const gelBenchCase* bench);
void gelPrintBenchHeading(const gelOutput* output, const gelBenchCase* bench);
// Rows for those left out, once for each reason.
void gelPrintLeftOut(const gelOutput* output, const gelBenchCase* bench);
