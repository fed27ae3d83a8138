// Ranges of numbers: tests and texts.
#pragma once

#include "gel/settings.h"

// False for NaN. Values that become floats are compared in single precision, which is what the simulation
// uses.
bool gelRangeHolds(const gelRange* range, double value);
bool gelRangeHoldsFloat(const gelRange* range, double value);

// Appends a number as a person writes it, "-9.81" or "1e9", which is also valid JSON.
void gelAppendNumber(char* text, size_t capacity, double value);
// Appends " from 0 to 100", " > 0 and <= 1e6 (kg/m^3)". No unit: NULL or "".
void gelAppendRange(char* text, size_t capacity, const gelRange* range, const char* unit);
