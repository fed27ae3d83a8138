// How bodies are shown. One table names the modes for the command line, the panel and the legend.
#pragma once

#include <stdbool.h>

typedef enum gelDisplayMode { // the same numbers as in shaders/frame.glsl
    gel_displayShaded,
    gel_displayTets,
    gel_displayTetColours,
    gel_displayEdgeColours,
    gel_displayStrain,
    gel_displayVolume,
    gel_displaySpeed,
    gel_displayDifference,
    gel_displayDensity, // and as gelVertexValue goes on, to gel_displayGoals
    gel_displayStiffness,
    gel_displayBending,
    gel_displayDamping,
    gel_displayFriction,
    gel_displayTearing,
    gel_displayGoals,
    gel_displayPins,
    gel_displayModeCount
} gelDisplayMode;

typedef struct gelDisplayModeInfo {
    const char* label;
    const char* unit;      // of the legend's numbers; NULL for modes without a legend
    float lowest, highest; // of the gradient
    float shown;           // factor from a value to the unit
    bool logarithmic;      // lowest and highest are powers of ten
    const char* ends[2];   // what its ends are called, in place of numbers; NULL: they are numbers
    int gradient;          // 0: from dark to bright; 1: diverging
    const char* help;
} gelDisplayModeInfo;

extern const gelDisplayModeInfo gelDisplayModes[gel_displayModeCount];
extern const char* const gelDisplayModeNames[]; // "shaded", ...; NULL-terminated

enum { gelGradientStops = 9 };
extern const float gelGradients[2][gelGradientStops][3]; // linear colours, evenly spaced
