// The numbers of a step as kernels take them.
#pragma once

#define GEL_DIALECT_FLOAT
#include "backend/round_step.h"
