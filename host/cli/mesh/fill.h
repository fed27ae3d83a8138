// Fills surfaces with tets, for gel mesh.
#pragma once

#include "app/options.h"

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
     .help = "number of tets to fill a surface with, reached within 5%; default: 20,000"},                   \
        {.name = "size",                                                                                     \
         .kind = gel_optionNumber,                                                                           \
         .offset = offsetof(S, fill.size),                                                                   \
         .placeholder = "METRES",                                                                            \
         .highest = 10000,                                                                                   \
         .help = "edge length of the cells, of 12 tets each, instead of --tets"},                            \
        {.name = "sheet",                                                                                    \
         .kind = gel_optionNumber,                                                                           \
         .offset = offsetof(S, fill.sheet),                                                                  \
         .placeholder = "METRES",                                                                            \
         .highest = 10000,                                                                                   \
         .help = "thickness of a surface that encloses no volume; default: a tenth of a cell"},              \
        {.name = "hollow",                                                                                   \
         .kind = gel_optionFlag,                                                                             \
         .offset = offsetof(S, fill.hollow),                                                                 \
         .help = "keep cavities empty"},                                                                     \
    {                                                                                                        \
        .name = "conform", .kind = gel_optionFlag, .offset = offsetof(S, fill.conform),                      \
        .help = "pull the boundary of the tets to the surface"                                               \
    }

// The result of filling.
typedef struct gelFilling {
    gelSurfaceRepair repair;
    int triangles;
    gelMesherReport report;
    double readTime, fillTime; // seconds
} gelFilling;

bool gelFillSettings_AreGiven(const gelFillSettings* settings);

// Reads and fills, showing progress; reports errors and returns the exit code. On failure *mesh is empty.
int gelFillSurface(gelOutput* output, const char* path, const gelFillSettings* settings, bool quiet,
                   gelTetMesh* mesh, gelFilling* filling);

void gelAddFilling(cJSON* object, const gelFilling* filling);
void gelPrintFilling(const gelOutput* output, const gelFilling* filling);
