// The names that the formulas of a scene may use.
#pragma once

#include "scene/contents/data.h"

typedef struct gelSceneNames {
    const gelScene* scene;
    const gelWorldDef* def; // the settings of the world
    const double* numbers;  // the values of the scene's first numbers
    int numberCount;
    const double* time; // s; NULL: there is no name "time"
} gelSceneNames;

// Finds the value of a name, as a gelFormulaNames: time, the scene's numbers, timeStep, settings
// of the world (substeps, gravity.y, ground.friction) and, by their path in the file, all other
// numbers (bodies[0].material.density, bodies[0].shape.size[0]), also those of a material's name,
// and defaults.
bool gelFindSceneName(const void* names, const char* name, size_t length, double* value);
