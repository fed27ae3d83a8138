// Contexts, which may share buffers with OpenGL.
#pragma once

#include "gel/base.h"

#include <CL/cl.h>

// Whether the device is the one that draws in the OpenGL context of the properties and can use its buffers;
// explains in `why` (nullable) if not.
bool gelDrawsOpengl(cl_device_id device, const intptr_t* properties, char why[256]);

// Creates a context of the device, sharing OpenGL's buffers if possible; `whyNotShared` explains if not.
gelStatus gelCreateContext(cl_device_id device, const intptr_t* properties, cl_context* context,
                           bool* sharesOpengl, char whyNotShared[256]);
