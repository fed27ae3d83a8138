// The outer layer of a body: what a liquid around it pushes first.
#pragma once

#include "plan/body.h"

typedef struct gelOuterLayer {
    double area; // of the closed outside, m^2; 0 of open cloth and ropes
    double mass; // of a layer of cells beneath it, with nothing pinned, kg
} gelOuterLayer;

gelStatus gelFindOuterLayer(const gelBody* body, gelOuterLayer* layer);
