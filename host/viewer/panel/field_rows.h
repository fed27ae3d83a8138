// The panel's rows on the fields of a scene: wind, turbulence, liquids.
#pragma once

#include "panel/panel.h"

void gelDrawFieldRows(gelPanelState* state);
