#include "common/number.h"

#include <stdbool.h>
#include <string.h>

const char* gelFormatNumber(double value, int digits, char text[gel_decimalSize])
{
    int length = snprintf(text, gel_decimalSize, "%.*g", digits, value), end = 0;
    bool isSeparator = false;
    for (int i = 0; i < length; i++) {
        bool isKnown = strchr("+-0123456789abcdefghijklmnopqrstuvwxyz", text[i]) != NULL;
        if (isKnown || !isSeparator)
            text[end++] = isKnown ? text[i] : '.';
        isSeparator = !isKnown;
    }
    text[end] = '\0';
    return text;
}

void gelWriteNumber(FILE* file, double value, int digits)
{
    char text[gel_decimalSize];
    fputs(gelFormatNumber(value, digits, text), file);
}
