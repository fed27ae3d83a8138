// Waits for a device.
#pragma once

#include <CL/cl.h>

// Waits until all that was queued is done. The marker is for drivers whose clFinish, called after clFlush, finds
// nothing new in the queue and returns at once: rusticl of Mesa 22.3, early versions of clvk.
static inline cl_int gelFinishQueue(cl_command_queue queue)
{
    cl_int error = clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL);
    cl_int finished = clFinish(queue); // in any case: transfers may still read the host's memory
    if (finished != CL_SUCCESS)
        clFinish(queue); // which is freed next, or filled anew
    return error == CL_SUCCESS ? finished : error;
}
