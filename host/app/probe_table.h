// The probes of a scene as a table, and whether its expectations are met.
#pragma once

#include "app/text_file.h"

#include "gel/gel.h"

typedef struct gelProbeTable {
    gelTextFile file; // not open without --csv
    const gelScene* scene;
    gelProbes* probes; // NULL: nobody asks
} gelProbeTable;

// With `path` (nullable), where they are `drawn`, or for a scene with expectations, reads probes from now on. Directly after
// the bodies were created. Reports errors and returns the exit code.
int gelOpenProbeTable(gelOutput* output, const char* path, bool drawn, const gelScene* scene, gelWorld* world,
                      gelProbeTable* table);
// Writes the heading of a probe's column: "speed_m/s", the unit without blanks; with an ending "speed_curve_m/s".
enum { gel_probeHeadingSize = 160 };
void gelNameProbeColumn(const gelProbeInfo* info, const char* ending, char text[gel_probeHeadingSize]);
// Adds the state of the world at `time`, s; waits for the device.
gelStatus gelProbeTable_AddFrame(gelProbeTable* table, gelWorld* world, double time);
// Closes the table's file like gelCloseTextFile; the probes stay.
int gelCloseProbeTable(gelOutput* output, gelProbeTable* table, int code);
void gelReleaseProbeTable(gelProbeTable* table);

typedef enum gelOutcome { gel_outcomeMet, gel_outcomeMissed, gel_outcomeOpen } gelOutcome;
gelOutcome gelOutcomeOf(const gelVerdict* verdict);
const char* gelOutcomeText(gelOutcome outcome);

// An expectation in words.
enum { gel_cellSize = 200 };
typedef struct gelVerdictText {
    char what[gel_cellSize], expected[gel_cellSize], measured[gel_cellSize], error[gel_cellSize],
        allowed[gel_cellSize];
    char problem[gel_cellSize]; // why nothing could be measured; "" if it could
    const char* note;           // the reason it gives
    gelOutcome outcome;
} gelVerdictText;
gelVerdictText gelDescribeVerdict(const gelProbeTable* table, int index);

// How many expectations were reached and missed.
int gelCountMissed(const gelProbeTable* table);
// Prints the expectations as a table; nothing if there are none.
void gelPrintVerdicts(const gelOutput* output, const gelProbeTable* table);
// An array, "expectations".
void gelAddVerdicts(cJSON* object, const gelProbeTable* table);
