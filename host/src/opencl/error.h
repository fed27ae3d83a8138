// Converts OpenCL's error codes.
#pragma once

#include "gel/base.h"

#include <CL/cl.h>

// "CL_OUT_OF_RESOURCES" and the like. Never NULL.
const char* gelClErrorText(cl_int error);

// gel_deviceError, with the action, the call that failed and the error's name.
gelStatus gelFailCl(const char* doing, const char* call, cl_int error);
