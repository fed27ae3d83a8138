// A probe over time as inline SVG: values, closed form, and what is expected.
#pragma once

#include "app/probe_table.h"

// Colours come from the page's style: classes value, closed, grid, met, missed, open. Attributes stand in
// where a program that shows the page knows no styles in SVG.
void gelWriteCurve(FILE* file, const gelProbeTable* table, int probe);
