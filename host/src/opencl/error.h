// Converts OpenCL's error codes.
#pragma once

#include "gel/base.h"

#include <CL/cl.h>

// "CL_OUT_OF_RESOURCES" and the like. Never NULL.
const char* gelClErrorText(cl_int error);

// gelFail with the action and the error's name; gel_outOfMemory or gel_deviceError.
gelStatus gelFailCl(const char* doing, cl_int error);
