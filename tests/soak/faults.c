// Steps in which something fails: a call of OpenCL, the device for good, or memory; and a device that hangs.
#define _XOPEN_SOURCE 700
#include "soak/random.h"
#include "stacks/fault_layer.h"

static gelSnapshot* saveState(const Episode* episode, const Side* side, int frame)
{
    gelSnapshot* state;
    if (gelTakeSnapshot(side->world, NULL, &state) != gel_success)
        failAt(episode, frame, "the state is not saved");
    return state;
}

// Recovers from a failed step as a program does. If the device is lost, reopens the world from the
// state before the step. If the step was taken and only the wait for it failed, waits again.
static gelStatus tryAgain(const Side* side, bool isLost, const gelSnapshot* state, bool* stepped)
{
    gelStatus status = gel_success;
    if (isLost) {
        *stepped = false;
        status = gelWorld_Reopen(side->world, gel_opencl, 0, state);
    }
    if (status == gel_success && !*stepped) {
        status = gelWorld_Step(side->world, 1.0f / 60.0f);
        *stepped = status == gel_success;
    }
    return status == gel_success ? gelWorld_Finish(side->world) : status;
}

// A call fails somewhere in the step, once or for good.
static void loseCall(Episode* episode, const Side* side, int frame)
{
    gelSnapshot* state = saveState(episode, side, frame);
    bool isLost = oneIn(episode, 4), onDevice = isOnDevice(side), stepped = false;
    armLayer("any", 1 + choose(episode, 150), isLost ? faultStaysUntilListed : 0);
    gelStatus status = tryAgain(side, false, state, &stepped);
    if (status != gel_success)
        note(frame, isLost ? lost : faulted, "status", (int)status);
    for (int i = 0; i < maxTries && status != gel_success; i++)
        status = tryAgain(side, isLost, state, &stepped);
    armLayer("any", 0, 0);
    if (status != gel_success || (onDevice && !isOnDevice(side)))
        failAt(episode, frame, "the step fails again and again");
    gelDestroySnapshot(state);
}

static gelStatus step(void* context)
{
    const Side* side = context;
    return gelWorld_Step(side->world, 1.0f / 60.0f);
}

void stepWithFault(Episode* episode, const Side* side, int frame)
{
    Side same = *side;
    if (!oneIn(episode, 3)) {
        loseCall(episode, side, frame);
        return;
    }
    callWithoutMemory(episode, side, frame, "step", gel_success, step, &same);
    if (gelWorld_Finish(side->world) != gel_success)
        failAt(episode, frame, "a step does not end");
}

// A step on the device, of which the n-th launch is never done (0: none), back to the state on the reference, and the
// step there.
static gelStatus stepTwice(const Episode* episode, const Side* side, const gelSnapshot* state, int frame,
                           int hangsAt)
{
    if (gelWorld_Reopen(side->world, gel_opencl, 0, state) != gel_success)
        failAt(episode, frame, "the world does not move to the device");
    armLayer("clEnqueueNDRangeKernel", hangsAt, faultHangs);
    gelStatus status = stepSide(side);
    if (status != gel_success && gelWorld_Reopen(side->world, gel_opencl, 0, state) != gel_deviceError)
        failAt(episode, frame, "a device that hangs is opened");
    if (gelWorld_Reopen(side->world, gel_referenceFloat, 0, state) != gel_success)
        failAt(episode, frame, "the world does not leave the device");
    if (stepSide(side) != gel_success)
        failAt(episode, frame, "the step fails after one on a device");
    return status;
}

// The device hangs, the world goes on from the state before on the reference, and the device comes back. What hung stays
// until the process ends: that is what there is more of than after a step that did not hang.
void hangInStep(Episode* episode, const Side* side, int frame)
{
    gelSnapshot* state = saveState(episode, side, frame);
    if (stepTwice(episode, side, state, frame, 0) != gel_success)
        failAt(episode, frame, "the step fails");
    int blocks = countBlocks(), objects = countLayerObjects();
    double memory = residentMemory();
    setenv("GEL_DEVICE_TIME_LIMIT", "1", 1);
    gelStatus status = stepTwice(episode, side, state, frame, 1 + choose(episode, 40));
    unsetenv("GEL_DEVICE_TIME_LIMIT");
    armLayer("any", 0, 0);
    if (status == gel_success) {
        gelDestroySnapshot(state);
        return;
    }
    note(frame, hung, "status", (int)status);
    keepWhatHangs(countBlocks() - blocks, countLayerObjects() - objects, residentMemory() - memory);
    gelDestroySnapshot(state);
}
