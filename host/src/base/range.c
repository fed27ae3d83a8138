#include "base/range.h"

#include "base/core.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool gelRangeHolds(const gelRange* range, double value)
{
    return (range->aboveLeast ? value > range->least : value >= range->least) &&
           (range->belowMost ? value < range->most : value <= range->most);
}

bool gelRangeHoldsFloat(const gelRange* range, double value)
{
    gelRange single = *range;
    single.least = (double)(float)range->least;
    single.most = (double)(float)range->most;
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
    bool closed = !range->aboveLeast && !range->belowMost;
    gelAppend(text, capacity, closed ? " from " : range->aboveLeast ? " > " : " >= ");
    gelAppendNumber(text, capacity, range->least);
    gelAppend(text, capacity, closed ? " to " : range->belowMost ? " and < " : " and <= ");
    gelAppendNumber(text, capacity, range->most);
    if (unit != NULL && unit[0] != '\0')
        gelAppend(text, capacity, " (%s)", unit);
}
