// Known-answer tests that a device must pass with the reference's bits before it is trusted.
#pragma once

#include "backend/backend.h"
#include "gel/device.h"
#include "opencl/runtime/command_buffer.h"
#include "opencl/stage/balance.h"
#include "opencl/stage/contacts.h"
#include "opencl/stage/fields.h"
#include "opencl/stage/links.h"
#include "opencl/stage/plasticity.h"
#include "opencl/stage/pressures.h"
#include "opencl/stage/two_level.h"

// The back end under test, and its parts that only tests may see.
typedef struct gelTestSubject {
    gelBackend* backend;
    gelOpencl* opencl;
    gelCommandBuffer* commandBuffer;
    gelContacts* contacts;
    gelPlan** plan; // set to NULL when the plan of a test ends
} gelTestSubject;

// Tests the device of a back end of gelOpenOpenclBackend; sets tested, exact, reason, testMilliseconds. Its
// plan and state are lost. A command buffer that records wrongly is refused, see gelRefuseCommandBuffer.
gelStatus gelSelfTest(const gelTestSubject* subject, gelDeviceInfo* info);

// Tests the kernels of contact of such a back end, which must have been opened, with two boxes that meet. Its plan
// and state are lost. Stores what differs in `reason`, or leaves that empty.
gelStatus gelSelfTestContacts(const gelTestSubject* subject, char reason[256]);

// Tests how obstacles offer planes to bodies of the two-level solver, and record what rows push with. The kernels of both,
// and of contact, must have been opened. Its plan and state are lost.
gelStatus gelSelfTestPlanes(const gelTestSubject* subject, char reason[256]);

// Each of these builds the kernels of a stage unless they are there, and tests them. Stores the
// difference in `reason`, or leaves that empty.
//
// Fields: on a box that all kinds of fields push at. The stage's plan is lost.
gelStatus gelSelfTestFields(gelDeviceFields* fields, const gelOpencl* opencl, char reason[256]);
// Pressures: on a box of gas and one of liquid. The stage's plan is lost.
gelStatus gelSelfTestPressures(gelDevicePressures* pressures, const gelOpencl* opencl, char reason[256]);
// Balance: on two sheared boxes, one of them with a pin. The stage's list is lost.
gelStatus gelSelfTestBalance(gelDeviceBalance* balance, const gelOpencl* opencl, char reason[256]);
// The two-level solver: on bodies of these kinds of constraint. The stage's list is lost.
gelStatus gelSelfTestTwoLevel(gelDeviceTwoLevel* level, const gelOpencl* opencl, unsigned kinds,
                              char reason[256]);
// Goals, tethers and attachments: on vertices of no body.
gelStatus gelSelfTestLinks(gelDeviceLinks* links, const gelOpencl* opencl, char reason[256]);
// Plasticity: on edges and tets of no body, some of them torn.
gelStatus gelSelfTestPlasticity(gelDevicePlasticity* plasticity, const gelOpencl* opencl, char reason[256]);

// Shared by the scenes of these tests.
extern const gelStepParameters gelSelfTestStep;
// Creates a reference with a plan and a state. On failure there is none.
gelStatus gelStartReference(gelPlan* plan, const gelVertexState* start, gelBackend** reference);
// Creates the records of a device's state, whose places are there, and writes them; `staging` as in gelWriteDeviceState.
gelStatus gelStartDeviceState(const gelOpencl* opencl, const gelPlan* plan, const gelVertexState* start,
                              cl_float4* staging, gelDeviceState* state);
// Stores the first vertex that differs in `reason`, unless there is one already.
void gelJudgeStates(const gelVertexState* expected, const gelVertexState* found, int count, const char* scene,
                    const char* how, char reason[256]);
