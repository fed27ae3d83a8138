#include "draw/display_mode.h"

#include <stddef.h>

// A factor of a material, from a hundredth to a hundred times, and grey where it is 1.
#define FACTOR(title, text)                                                                                  \
    {                                                                                                        \
        .label = (title), .unit = "×", .lowest = -2.0f, .highest = 2.0f, .logarithmic = true, .gradient = 1, \
        .help = (text)                                                                                       \
    }

const gelDisplayModeInfo gelDisplayModes[gel_displayModeCount] = {
    [gel_displayShaded] = {.label = "shaded", .help = "jelly, rendered realistically"},
    [gel_displayTets] = {.label = "tets", .help = "the tetrahedra, shrunk"},
    [gel_displayTetColours] = {.label = "colours of the tets",
                               .help = "tets of one colour share no vertex and are solved in parallel"},
    [gel_displayEdgeColours] = {.label = "colours of the edges",
                                .help = "edges of one colour share no vertex and are solved in parallel"},
    [gel_displayStrain] = {.label = "strain",
                           .unit = "%",
                           .highest = 0.3f,
                           .shown = 100.0f,
                           .help = "root mean square of the relative change in length of a tet's edges"},
    [gel_displayVolume] = {.label = "volume error",
                           .unit = "%",
                           .lowest = -0.1f,
                           .highest = 0.1f,
                           .shown = 100.0f,
                           .gradient = 1,
                           .help = "volume of a tet over its rest volume, less 1"},
    [gel_displaySpeed] =
        {.label = "speed", .unit = "m/s", .highest = 4.0f, .shown = 1.0f, .help = "of the vertices"},
    [gel_displayDifference] =
        {.label = "difference",
         .unit = "m",
         .lowest = -9.0f,
         .highest = -3.0f,
         .logarithmic = true,
         .help = "distance from a second world stepped in parallel: single against double precision, or a "
                 "device against the reference"},
    [gel_displayDensity] = FACTOR("density factor", "times the material's density"),
    [gel_displayStiffness] = FACTOR("stiffness factor", "times the material's Young's modulus"),
    [gel_displayBending] = FACTOR("bending factor", "times the material's bending stiffness"),
    [gel_displayDamping] = FACTOR("damping factor", "times the material's damping"),
    [gel_displayFriction] = FACTOR("friction factor", "times the material's friction"),
    [gel_displayTearing] = FACTOR("tearing factor", "times the strain at which the material tears"),
    [gel_displayGoals] = {.label = "goal weight",
                          .unit = "",
                          .highest = 1.0f,
                          .shown = 1.0f,
                          .help = "0 is free, 1 follows its goal exactly; 0 without goals"},
    [gel_displayPins] = {.label = "pins",
                         .unit = "",
                         .highest = 1.0f,
                         .ends = {"free", "pinned"},
                         .help = "vertices that are pinned"},
};

const char* const gelDisplayModeNames[] = {"shaded",  "tets",    "tet-colours", "edge-colours", "strain",
                                           "volume",  "speed",   "difference",  "density",      "stiffness",
                                           "bending", "damping", "friction",    "tearing",      "goals",
                                           "pins",    NULL};

const float gelGradients[2][gelGradientStops][3] = {
    {{0.03f, 0.01f, 0.10f},
     {0.10f, 0.01f, 0.26f},
     {0.25f, 0.01f, 0.34f},
     {0.46f, 0.03f, 0.30f},
     {0.70f, 0.07f, 0.19f},
     {0.90f, 0.17f, 0.08f},
     {0.98f, 0.36f, 0.02f},
     {0.98f, 0.64f, 0.08f},
     {0.97f, 0.95f, 0.45f}},
    {{0.02f, 0.06f, 0.35f},
     {0.04f, 0.16f, 0.62f},
     {0.13f, 0.38f, 0.82f},
     {0.42f, 0.66f, 0.90f},
     {0.86f, 0.87f, 0.88f},
     {0.93f, 0.60f, 0.40f},
     {0.88f, 0.30f, 0.13f},
     {0.66f, 0.07f, 0.05f},
     {0.36f, 0.01f, 0.04f}},
};
