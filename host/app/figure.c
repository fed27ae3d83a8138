#include "app/figure.h"
#include "app/output.h"
#include "files/system.h"

#include <stdlib.h>
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 33)
#include <malloc.h>
#define GEL_HAS_MALLINFO
#endif
#endif

static int byValue(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

gelFigure gelFigureOf(double* samples, int count)
{
    if (count < 1)
        return (gelFigure){0};
    qsort(samples, (size_t)count, sizeof *samples, byValue);
    return (gelFigure){samples[0], 0.5 * (samples[(count - 1) / 2] + samples[count / 2])};
}

const char* gelThreeDigits(double number, char text[gel_numberSize])
{
    if (number < 999.5 && number > -999.5)
        snprintf(text, gel_numberSize, "%.3g", number);
    else
        snprintf(text, gel_numberSize, "%s", GEL_GROUPED((int64_t)number));
    return text;
}

cJSON* gelFigureToJson(gelFigure figure, const char* key, const char* text)
{
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "key", key);
    cJSON_AddStringToObject(object, "text", text);
    cJSON_AddNumberToObject(object, "min_ms", figure.min);
    cJSON_AddNumberToObject(object, "median_ms", figure.median);
    return object;
}

static int64_t allocatedBytes(void)
{
#ifdef GEL_HAS_MALLINFO
    struct mallinfo2 info = mallinfo2();
    return (int64_t)info.uordblks + (int64_t)info.hblkhd;
#else
    return -1;
#endif
}

gelMemoryUse gelMeasureMemory(void)
{
    return (gelMemoryUse){.resident = gelResidentBytes(), .allocated = allocatedBytes()};
}
