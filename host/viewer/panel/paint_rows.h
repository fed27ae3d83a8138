// The panel's rows on painting what varies over a body.
#pragma once

#include "panel/panel.h"

#ifdef __cplusplus
extern "C" {
#endif

void gelDrawPaintRows(gelPanelState* state);

#ifdef __cplusplus
}
#endif
