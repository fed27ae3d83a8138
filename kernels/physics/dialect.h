// The physics headers are written once, in the subset of C that is also OpenCL C, over the types below. The includer
// says which of four dialects it wants; each constraint of a colour is computed by the same operations in the same order in
// all of them, so that the results are equal bit for bit.
//
//   GEL_DIALECT_FLOAT                        C11, real = float       the reference
//   GEL_DIALECT_DOUBLE                       C11, real = double      the reference in double precision
//   GEL_DIALECT_OPENCL, GEL_LANES 1          OpenCL C, real = float  GPUs: one work-item, one constraint
//   GEL_DIALECT_OPENCL, GEL_LANES 8 or 16    OpenCL C, real = float8 or float16, one constraint per lane: CPU devices
//
// `real` holds a quantity of one constraint (or of one constraint per lane); `scalar` one that is the same for all of them.
// Branch-free code with relational operators and ?: works by component on OpenCL's vectors, so scalar code is vector code.
// Only + - * / and real_sqrt: they are correctly rounded everywhere. OpenCL's dot, length and cross are not.
#ifndef GEL_PHYSICS_DIALECT_H
#define GEL_PHYSICS_DIALECT_H

#if defined(GEL_DIALECT_FLOAT) + defined(GEL_DIALECT_DOUBLE) + defined(GEL_DIALECT_OPENCL) != 1
#error "define exactly one of GEL_DIALECT_FLOAT, GEL_DIALECT_DOUBLE, GEL_DIALECT_OPENCL before including the physics"
#endif

#if defined(GEL_DIALECT_OPENCL)
#ifndef __OPENCL_C_VERSION__
#error "GEL_DIALECT_OPENCL is for OpenCL C"
#endif
// No a*b+c in one rounding: C's back ends are compiled with -ffp-contract=off, and compiler options do not reach here.
#pragma OPENCL FP_CONTRACT OFF
typedef float scalar;
#if GEL_LANES == 1
typedef float real;
#elif GEL_LANES == 8
typedef float8 real;
#elif GEL_LANES == 16
typedef float16 real;
#else
#error "GEL_LANES must be 1, 8 or 16"
#endif
#define real_sqrt(a) sqrt(a)

#else // C11
#ifdef __OPENCL_C_VERSION__
#error "this dialect is for C"
#endif
#if defined(__FAST_MATH__)
#error "-ffast-math computes other bits: build without it"
#endif
#include <float.h>
#include <math.h>
_Static_assert(FLT_EVAL_METHOD == 0, "single precision must be computed in single precision (no x87)");
#if defined(GEL_DIALECT_FLOAT)
typedef float scalar;
typedef float real;
#define real_sqrt(a) sqrtf(a)
#else
typedef double scalar;
typedef double real;
#define real_sqrt(a) sqrt(a)
#endif
#endif

#endif
