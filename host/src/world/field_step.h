// The fields of a world, as a step sees them.
#pragma once

#include "backend/backend.h"
#include "gel/field.h"

typedef struct gelWorldFields {
    gelField list[GEL_MAXIMUM_FIELDS];
    int count;
    double time;          // that they go by, s
    FieldRecord* records; // room for those of a step
    float* weights;
    FieldBody* states;
    int recordCapacity, weightCapacity, stateCapacity;
} gelWorldFields;

// The density of a wind or a liquid, kg/m^3: its own, or that of air or water.
float gelDensityOfField(const gelField* field);
// Whether any changes by itself, so that what rests may not go on to.
bool gelFieldsVary(const gelWorldFields* fields);
bool gelFieldsPush(const gelWorldFields* fields); // outer triangles
// Whether there are any, or a body whose weight of gravity is not 1: their stage does both.
bool gelFieldsTakePart(const gelWorldFields* fields, gelBody* const* bodies, int bodyCount);
// Gives bodies with skins the surfaces on which fields act. Marks the plan where they change.
gelStatus gelAttachOuterSkins(struct gelWorld* world);
// Gives a back end with the world's plan the fields of the step that begins; nothing, if they take no part.
gelStatus gelPushFields(struct gelWorld* world, float timeStep, gelBackend* backend);
