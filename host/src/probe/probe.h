// Probes of a scene.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/names.h"

typedef enum gelMeasureKind {
    gel_measurePosition,
    gel_measureDisplacement,
    gel_measureVelocity,
    gel_measureStrain, // component 0: the root mean square, 1: the largest
    gel_measurePinForce,
    gel_measureGoalForce,
    gel_measureGroundForce,
    gel_measureContactForce,
    gel_measurePressure, // Pa, of what fills bodies
    gel_measureVolume,   // component 0: m^3, 1: of that at rest
    gel_measureKineticEnergy,
    gel_measureGravityEnergy,
    gel_measureElasticEnergy,
    gel_measureTotalEnergy,
    gel_measureMomentum,
    gel_measureAngularMomentum,
} gelMeasureKind;

enum { gel_componentLength = 3 }; // after x, y, z

// The kind of object that a measure describes.
typedef enum gelMeasureOf {
    gel_ofVertices, // of a body or an obstacle
    gel_ofTets,     // of a body, or those at some of its vertices
    gel_ofPins,     // of a body
    gel_ofTouched,  // a body or an obstacle
    gel_ofAny,      // a body, or all
} gelMeasureOf;

// A row per measure.
typedef struct gelProbeMeasure {
    gelMeasureKind kind;
    int component;
    gelMeasureOf of;
    const char* unit;
} gelProbeMeasure;

// Whether a measure needs the forces on vertices of gelWorldFindForces.
bool gelIsFromMultipliers(const gelProbeMeasure* measure);

extern const gelProbeMeasure gelProbeMeasures[];
extern const char* const gelProbeMeasureTexts[]; // of each row; NULL at the end

// Reads the probes of a scene whose numbers have been read.
gelStatus gelReadProbes(const gelJsonNode* node, gelScene* scene);
void gelClearProbes(gelScene* scene);

// Computes the value of a probe's curve at a time; `names` are those of the world, without time.
// Errors: gel_formatError.
gelStatus gelEvaluateCurve(const gelSceneNames* names, int probe, double time, double* value);
