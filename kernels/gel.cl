// The whole device program, as built for a device. GEL_LANES comes from the build options.
#define GEL_DIALECT_OPENCL

#include "copy.cl"
#include "per_colour.cl"
#include "jacobi.cl"
#include "integrators.cl"
#include "body.cl"
#include "ensemble.cl"
#include "tiles.cl"
#include "share.cl"
#include "self_test.cl"
