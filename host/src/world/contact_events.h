// The contacts of the last completed step, and the pairs that began or stopped touching in it.
#pragma once

#include "contact/readout.h"
#include "gel/contacts.h"

// Two bodies that touched in a step, or a body and the ground; as in gelContactEvent.
typedef struct gelTouch {
    gelBodyId bodies[2];
    double sum; // of normal parts, kg m
    int run;    // of the contacts that it sums
} gelTouch;

typedef struct gelTouchList {
    gelTouch* touches; // in order of the bodies, each pair once
    int count, capacity;
} gelTouchList;

typedef struct gelReadout {
    bool isUnread; // the back end has them, and `pushed` not yet
    gelPushedList pushed;
    bool isPlaced; // `contacts` are those of `pushed`
    gelContact* contacts;
    int contactCapacity;

    bool wantsEvents;
    gelTouchList now, before;
    gelContactEvent* events;
    int eventCount, eventCapacity;
    gelContactFunction* function;
    void* functionData;
    bool isReporting; // the function is running
} gelReadout;

void gelClearReadout(gelReadout* readout);

// Whether events are found at the end of each step.
bool gelFindsEvents(const gelReadout* readout);
// Forgets the events of earlier steps if none are found any more.
void gelStopEvents(gelReadout* readout);
// Whether bodies that touched still do, though nothing says so: they sleep.
typedef bool gelTouchLasts(const void* context, const gelTouch* touch);
// Compares what pushed in the step, which has been read, with the step before. `inverseH`: 1 / s. On failure there are
// no events, and the next step is compared with that same step before.
gelStatus gelFindEvents(gelReadout* readout, double inverseH, gelTouchLasts* lasts, const void* context);
