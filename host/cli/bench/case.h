// The scenes measured, and the contenders that step them.
#pragma once

#include "bench/bench.h"
#include "app/progress.h"

// One way of stepping a scene. The first of the table is the yardstick.
typedef struct gelContender {
    const char* key;
    const char* text;
    gelStrategy strategy;     // on a device
    bool onDevice;            // of --backend; otherwise a plain loop on one thread
    gelConstraintOrder order; // others than that of colours give other bits
} gelContender;

enum { gel_contenderCount = 8, gel_yardstick = 0, gel_perColour = 2, gel_asChosen = 6 }; // rows of case.c
extern const gelContender gelContenders[gel_contenderCount];

// Creates the world of a scene for a contender, and returns the definition used in `def`. On failure *world
// is NULL and `reason` explains it in one line, also if the strategy does not fit the bodies
// (gel_unsupported).
enum { gel_reasonSize = 400 };
gelStatus gelOpenContender(const gelBenchSettings* settings, const gelScene* scene,
                           const gelContender* contender, gelWorldDef* def, gelWorld** world,
                           char reason[gel_reasonSize]);

// A contender's results.
typedef struct gelBenchRow {
    const gelContender* contender;
    gelWorld* world;             // NULL if skipped or finished
    char reason[gel_reasonSize]; // why it was skipped; otherwise empty
    char backend[256];
    double* samples;    // ms a frame
    gelFigure frame;    // ms
    gelProfile profile; // of a frame after the first
    double copySpeed;   // bytes per second
    uint64_t deviceBytes, hash;
} gelBenchRow;

// The results of another program that solves a different problem: Bullet's soft body, with one link per edge.
typedef struct gelBenchBeside {
    struct gelBullet* bullet; // NULL if skipped or finished
    int links;
    double* samples; // ms a frame
    gelFigure frame; // ms
    double stretch;  // of the links at the end
} gelBenchBeside;

enum { gel_withContact, gel_withoutContact, gel_contactWorldCount };
enum { gel_searchPart, gel_solvePart, gel_contactPartCount };

// The cost of contact for a contender, which steps the same bodies with and without contact.
typedef struct gelBenchContactRow {
    const gelContender* contender;
    char reason[gel_reasonSize]; // why it was skipped; otherwise empty
    char backend[256];
    gelWorld* worlds[gel_contactWorldCount]; // NULL when finished
    double* samples[gel_contactWorldCount];  // ms a frame
    gelFigure frames[gel_contactWorldCount]; // ms
    double* parts[gel_contactPartCount];     // ms a frame
    gelFigure search, solve;
    double launches; // per substep, with contact
    uint64_t bytes[gel_contactWorldCount], hash;
} gelBenchContactRow;

enum { gel_contactRowCount = 2 };
typedef struct gelBenchContact {
    bool isMeasured;
    bool sleep;   // the bodies are measured asleep
    int settling; // frames before those measured, at most; besides --warm-up
    int contacts; // that push, after the last frame
    gelBenchContactRow rows[gel_contactRowCount];
} gelBenchContact;

// A scene and all its contenders; or, if contact.isMeasured, what contact costs it.
typedef struct gelBenchCase {
    const char* key; // "A", or the path of a given scene
    const char* path;
    bool inSeries; // measured only for the curve of cost against size
    char name[128];
    const gelTexts* set; // values of --set
    double timeStep;     // s
    int substeps;
    bool ground;
    gelCounters counters; // of the yardstick
    gelBenchRow rows[gel_contenderCount];
    gelBenchBeside beside;
    gelBenchContact contact;
} gelBenchCase;

typedef struct gelBenchCases {
    gelBenchCase* cases;
    int count,
        plainCount; // plainCount: of the first, which do not measure contact; after gelFindContactCases
} gelBenchCases;

// Lists the given scenes; without any, the built-in ones: the small ones, or all. `series`: also those of the
// curve; `contact`: also those that measure contact. Reports errors and returns the exit code.
int gelListBenchCases(gelOutput* output, const gelBenchSettings* settings, bool series, bool contact,
                      gelBenchCases* list);
void gelFreeBenchCases(gelBenchCases* list);

// Opens the worlds of all contenders. Those that cannot step the scene are skipped with a reason; failure of
// the yardstick is reported as an error. Call gelCloseBenchCase afterwards in any case.
int gelOpenBenchCase(gelOutput* output, const gelBenchSettings* settings, gelBenchCase* bench);
void gelCloseBenchCase(gelBenchCase* bench); // keeps the figures

// Steps and waits. Reports and returns the exit code; `milliseconds` is nullable.
int gelStepAndWait(gelOutput* output, const gelBenchCase* bench, gelWorld* world, int frames,
                   double* milliseconds);

// Advances the progress bar by one. Reports an interrupt and returns the exit code.
int gelAdvanceBench(gelOutput* output, gelProgress* progress, int* done);

// Ends a command whose work ended with `code`: if that is gel_exitDone, prints the results as JSON or as
// text. Returns the exit code.
typedef cJSON* gelBenchToJson(const void* bench);
typedef void gelPrintBench(const void* bench);
int gelReportBench(gelOutput* output, int code, gelBenchToJson* toJson, gelPrintBench* print,
                   const void* bench);

double gelBenchConstraints(const gelBenchCase* bench);            // in a substep
double gelBenchNanoseconds(const gelBenchCase* bench, double ms); // per constraint, given the time per frame
double gelBenchNanosecondsOf(const gelBenchCase* bench, double count, double ms); // of so many in a substep
double gelBenchBytesMoved(const gelBenchCase* bench);                             // per frame, see case.c
double gelBenchBytesHeld(const gelBenchCase* bench);

cJSON* gelBenchCaseToJson(const gelBenchCase* bench);
void gelPrintBenchHeading(const gelOutput* output, const gelBenchCase* bench);
void gelPrintLeftOutRow(const gelOutput* output, const gelContender* contender, const char* reason);
// Prints rows for skipped contenders.
void gelPrintLeftOut(const gelOutput* output, const gelBenchCase* bench);

// Marks the scenes given as files that have contact, and moves the cases that measure contact to
// the end. --plot must not overwrite a file that a scene is read from. Reports errors
// and returns the exit code.
int gelFindContactCases(gelOutput* output, const gelBenchSettings* settings, gelBenchCases* list);

// contact.c: a scene with contact. Ends with gelCloseBenchCase.
int gelMeasureContact(gelOutput* output, const gelBenchSettings* settings, gelProgress* progress, int* done,
                      gelBenchCase* bench);
cJSON* gelBenchContactToJson(const gelBenchContact* contact);
void gelPrintContactTitles(const gelOutput* output);
void gelPrintContactCase(const gelOutput* output, const gelBenchCase* bench);
