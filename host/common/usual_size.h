// The sizes that bodies and obstacles usually have: files with others may not be in metres.
#pragma once

#define GEL_USUAL_MINIMUM 1e-3 // m
#define GEL_USUAL_MAXIMUM 20.0 // m
