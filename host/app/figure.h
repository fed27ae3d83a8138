// Figures of samples: their statistics, their texts, and the memory in use.
#pragma once

#include <cjson/cJSON.h>
#include <stdint.h>

// The minimum is what the machine can do, the median what it usually does.
typedef struct gelFigure {
    double min, median;
} gelFigure;

gelFigure gelFigureOf(double* samples, int count); // sorts the samples; all zero if there are none
// Three digits, or an integer if it is longer: "0.0123", "12.3", "1,234".
enum { gel_numberSize = 32 };
const char* gelThreeDigits(double number, char text[gel_numberSize]);
#define GEL_THREE_DIGITS(number) gelThreeDigits((number), (char[gel_numberSize]){0})

cJSON* gelFigureToJson(gelFigure figure, const char* key, const char* text);

// The memory in use by the process. A small leak hides in pages that were freed before: `allocated` reveals
// it.
typedef struct gelMemoryUse {
    int64_t resident;  // bytes in memory; -1 if unknown
    int64_t allocated; // bytes allocated by malloc; -1 if unknown
} gelMemoryUse;
gelMemoryUse gelMeasureMemory(void);
