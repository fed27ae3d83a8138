// The sets of instructions of the processor that runs the program.
#pragma once

#include <stdbool.h>

// Returns whether the processor has a set of instructions, and the system keeps its registers: "sse2", "avx2", "avx512"
// (F, DQ, BW and VL), "neon" or "simd128". Not left to __builtin_cpu_supports, for which not every compiler's library fills the
// table.
bool gelHasInstructions(const char* name);
