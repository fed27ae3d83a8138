// Expectations of a scene.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/names.h"

// Checks every formula. The probes have been read.
gelStatus gelReadExpectations(const gelJsonNode* node, gelScene* scene);
void gelClearExpectations(gelScene* scene);

// The values of an expectation in a world with these settings. Parts that it lacks are 0.
typedef struct gelExpected {
    double parts[gel_expectationPartCount];
    double tolerance; // in the unit of the value
} gelExpected;

// Fills in `expected`, which has room for all. Errors: gel_formatError, with the JSON path.
gelStatus gelEvaluateExpectations(const gelSceneNames* names, gelExpected* expected);

// "N", "m^3/s"... of what is taken of a probe.
const char* gelUnitOfStatistic(const gelScene* scene, int probe, gelStatistic take);
