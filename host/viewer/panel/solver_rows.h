// The panel's rows on how the scene is solved, and its buttons that do something to the bodies.
#pragma once

#include "panel/panel.h"

#ifdef __cplusplus
extern "C" {
#endif

void gelDrawActions(gelPanelState* state);
void gelDrawSolverRows(gelPanelState* state);

#ifdef __cplusplus
}

#endif
