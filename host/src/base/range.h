// Ranges of numbers: whether they hold a number, and how they are put into words.
#pragma once

#include "gel/settings.h"

// False for what is no number. What becomes a float is compared in single precision, so that bounds are what the
// simulation sees.
bool gelRangeHolds(const gelRange* range, double value);
bool gelRangeHoldsFloat(const gelRange* range, double value);

// A number as a person writes it, "-9.81" or "1e9", which is JSON, too; added to a text.
void gelAppendNumber(char* text, size_t capacity, double value);
// " from 0 to 100", " > 0 and <= 1e6 (kg/m^3)"; added to a text. No unit: NULL or "".
void gelAppendRange(char* text, size_t capacity, const gelRange* range, const char* unit);
