// Known-answer questions that a device has to answer with the reference's bits before it is trusted.
#pragma once

#include "backend/backend.h"
#include "gel/device.h"

// Tests the device of a back end of gelCreateGridBackend; sets tested, exact, reason, testMilliseconds. Its
// plan and state are lost. A command buffer that records wrongly is refused, see gelRefuseCommandBuffer.
gelStatus gelSelfTest(gelBackend* gridBackend, gelDeviceInfo* info);
