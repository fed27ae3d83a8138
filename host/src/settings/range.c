#include "settings/range.h"

#include "base/core.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool gelRangeHolds(const gelRange* range, double value)
{
    return (range->aboveMin ? value > range->min : value >= range->min) &&
           (range->belowMax ? value < range->max : value <= range->max);
}

bool gelRangeHoldsFloat(const gelRange* range, double value)
{
    gelRange single = *range;
    single.min = (double)(float)range->min;
    single.max = (double)(float)range->max;
    return fabs(value) <= (double)FLT_MAX && gelRangeHolds(&single, (double)(float)value);
}

void gelAppendNumber(char* text, size_t capacity, double value)
{
    char number[32];
    snprintf(number, sizeof number, "%.0e", value);
    if (fabs(value) < 1e5 || strtod(number, NULL) != value)
        snprintf(number, sizeof number, "%.9g", value);
    char* exponent = strchr(number, 'e');
    if (exponent == NULL) {
        gelAppend(text, capacity, "%s", number);
        return;
    }
    int power = atoi(exponent + 1); // without its plus sign and zeros
    *exponent = '\0';
    gelAppend(text, capacity, "%se%d", number, power);
}

void gelAppendRange(char* text, size_t capacity, const gelRange* range, const char* unit)
{
    bool closed = !range->aboveMin && !range->belowMax;
    gelAppend(text, capacity, closed ? " from " : range->aboveMin ? " > " : " >= ");
    gelAppendNumber(text, capacity, range->min);
    gelAppend(text, capacity, closed ? " to " : range->belowMax ? " and < " : " and <= ");
    gelAppendNumber(text, capacity, range->max);
    if (unit != NULL && unit[0] != '\0')
        gelAppend(text, capacity, " (%s)", unit);
}
