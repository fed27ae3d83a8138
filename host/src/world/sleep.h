// Which bodies sleep. Asleep they have infinite mass on the back end, and velocity 0, so no step changes a bit of
// them; whole steps leave them out where they can.
#pragma once

#include "world/world.h"

// Something that decides how a body moves has changed, or for all bodies: they wake when the next step begins.
void gelWakeBody(gelBody* body);
void gelWorldWakeAll(gelWorld* world);
// Wakes the soft bodies of an attachment. An obstacle would wake all.
void gelWakeAttached(gelWorld* world, const gelAttachmentDef* def);

// Whether a step would change nothing, as all soft bodies sleep, and nothing wakes one.
bool gelWorldIsStill(const gelWorld* world);

// Wakes the bodies that are to wake, between two steps.
gelStatus gelWorldWakeBodies(gelWorld* world);
// Lets bodies fall asleep, and wakes those near moving ones, at the start of a step, when the back
// end is up to date.
gelStatus gelWorldPutBodiesToSleep(gelWorld* world, float timeStep);

// Puts a body to sleep alone, whatever happens: it meets nothing. Call it between two steps, with
// the state on the host.
void gelWorldLayToSleepForGood(gelWorld* world, gelBody* body);

void gelClearSleepState(gelSleepState* rest);

// The sleep state of a body between two steps, saved so that the next step can be repeated.
typedef struct gelSavedSleep {
    int island;
    bool isWoken, isQuarantined;
    float sleepTimer;
} gelSavedSleep;

void gelWorldSaveSleep(const gelWorld* world, gelSavedSleep* saved); // [bodyCount]
void gelWorldRestoreSleep(gelWorld* world, const gelSavedSleep* saved);
