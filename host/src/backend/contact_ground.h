// The ground as contacts see it, for both back ends.
#pragma once

#include "backend/backend.h"

typedef struct gelContactGround {
    SearchGround plane;
    float friction;
    bool isThere;
} gelContactGround;

// In single precision, whatever the precision of the back end.
static inline gelContactGround gelFindContactGround(const gelStepParameters* parameters)
{
    return (gelContactGround){
        .plane = {{(float)parameters->ground_x, (float)parameters->ground_y, (float)parameters->ground_z},
                  (float)parameters->ground_offset},
        .friction = (float)parameters->friction,
        .isThere = parameters->has_ground > 0.0,
    };
}
