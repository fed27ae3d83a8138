// Converts OpenCL's error codes.
#pragma once

#include "gel/base.h"

#include "opencl/runtime/functions.h"

// "CL_OUT_OF_RESOURCES" and the like. Never NULL.
const char* gelClErrorText(cl_int error);

// Makes a call that returns an error, and notes its name if it fails, per thread: gelFailCl reports the last one. Calls
// that return an object are noted with gelRecordCall. Both return the error.
#define GEL_CL(call, ...) gelRecordCall(#call, gelCl.call(__VA_ARGS__))
cl_int gelRecordCall(const char* call, cl_int error);
const char* gelRecordedCall(void);

// gel_deviceError, with the action, the call that failed and the error's name.
gelStatus gelFailCl(const char* doing, cl_int error);

// The error of waiting and launching once the device has done nothing for longer than the limit: it
// hangs, and is not used any more.
enum { gel_clNoAnswer = -20001 };
// Returns which device this thread has waited for in vain, how long, and what to do, for messages.
const char* gelNoAnswerText(void);
void gelRecordNoAnswer(const char* text);
