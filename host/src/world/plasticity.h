// Rest lengths that flow, between the bodies and the back end.
#pragma once

#include "backend/backend.h"

// Room for those of the plan's plastic edges.
typedef struct gelRestLengths {
    float* lengths;
    int capacity;
} gelRestLengths;

// Reserves room for the rest lengths of a new plan.
gelStatus gelReserveRestLengths(gelRestLengths* room, const gelPlan* plan);
// Copy the rest lengths, together with the state, from the bodies to the back end and back, as
// they are or as they were kept.
gelStatus gelPushRestLengths(gelRestLengths* room, const gelPlan* plan, gelBackend* backend);
gelStatus gelPullRestLengths(gelRestLengths* room, const gelPlan* plan, gelBackend* backend, bool kept);
// Brings the plan's lists up to date, after gelWorldPull: back ends have their own.
void gelListPlanRestLengths(gelRestLengths* room, gelPlan* plan);
// Adds the rest lengths of bodies that have flowed.
uint64_t gelHashRestLengths(uint64_t hash, const gelBody* body);
// Whether a plan for one body serves the other, with rest lengths that are then pushed.
bool gelPlansRestLengthsAlike(const gelBody* a, const gelBody* b);
