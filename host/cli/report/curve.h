// A probe over time as inline SVG: values, closed form, and what is expected.
#pragma once

#include "probes.h"

// Colours come from the page's style: classes value, closed, grid, met, missed, open.
void gelWriteCurve(FILE* file, const gelProbeTable* table, int probe);
