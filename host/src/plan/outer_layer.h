// The outer layer of a body: what a liquid around it pushes first.
#pragma once

#include "plan/body.h"

// Finds the area on which a liquid presses over the mass of a layer of cells beneath it, with nothing pinned, m^2/kg; 0 of
// open cloth and ropes. `skin`: of the body, as fields see it; NULL: none.
gelStatus gelFindLightness(const gelBody* body, const gelOuterSkin* skin, double* lightness);
