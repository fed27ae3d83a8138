// Surfaces filled with tets, as gel mesh does it.
#pragma once

#include "options.h"

#include "gel/mesher.h"

typedef struct gelFillSettings {
    int tets;          // 0: not given
    float size, sheet; // metres; 0: not given
    bool hollow, conform;
} gelFillSettings;

// Rows of an option table for the member `fill` of the settings type S.
#define GEL_FILL_OPTIONS(S, fill)                                                                            \
    {.name = "tets",                                                                                         \
     .kind = gel_optionWhole,                                                                                \
     .offset = offsetof(S, fill.tets),                                                                       \
     .placeholder = "N",                                                                                     \
     .lowest = 50,                                                                                           \
     .highest = 10000000,                                                                                    \
     .help = "tets to fill a surface with, met within 5%; without it 20,000"},                               \
        {.name = "size",                                                                                     \
         .kind = gel_optionNumber,                                                                           \
         .offset = offsetof(S, fill.size),                                                                   \
         .placeholder = "METRES",                                                                            \
         .highest = 10000,                                                                                   \
         .help = "edge of the cells, 12 tets each, in place of --tets"},                                     \
        {.name = "sheet",                                                                                    \
         .kind = gel_optionNumber,                                                                           \
         .offset = offsetof(S, fill.sheet),                                                                  \
         .placeholder = "METRES",                                                                            \
         .highest = 10000,                                                                                   \
         .help = "how thick a surface without an inside is; without it a tenth of a cell"},                  \
        {.name = "hollow",                                                                                   \
         .kind = gel_optionFlag,                                                                             \
         .offset = offsetof(S, fill.hollow),                                                                 \
         .help = "keep cavities empty"},                                                                     \
    {                                                                                                        \
        .name = "conform", .kind = gel_optionFlag, .offset = offsetof(S, fill.conform),                      \
        .help = "pull the outside of the tets to the surface"                                                \
    }

// What came of it.
typedef struct gelFilling {
    gelSurfaceRepair repair;
    int triangles;
    gelMesherReport report;
    double readTime, fillTime; // seconds
} gelFilling;

bool gelFillSettings_AreGiven(const gelFillSettings* settings);

// Reads and fills, with progress; reports what is wrong and returns the exit code, then *mesh is empty.
int gelFillSurface(gelOutput* output, const char* path, const gelFillSettings* settings, bool quiet,
                   gelTetMesh* mesh, gelFilling* filling);

void gelAddFilling(cJSON* object, const gelFilling* filling);
void gelPrintFilling(const gelOutput* output, const gelFilling* filling);
