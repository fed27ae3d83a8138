// The program of contact that takes one lane: the search of a frame, rest and restitution.
#define GEL_DIALECT_OPENCL

#include "search.cl"

#include "restitution.cl"
#include "candidate_cache.cl"
#include "rest.cl"
