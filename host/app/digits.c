// Numbers as people read them.
#include "app/output.h"

const char* gelGroupDigits(int64_t number, char text[gel_groupedSize])
{
    char digits[gel_groupedSize];
    int count = snprintf(digits, sizeof digits, "%lld", (long long)number);
    int written = 0;
    for (int i = 0; i < count; i++) {
        int left = count - i;
        if (i > 0 && digits[i - 1] != '-' && left % 3 == 0)
            text[written++] = ',';
        text[written++] = digits[i];
    }
    text[written] = '\0';
    return text;
}

const char* gelCountText(int64_t number, const char* one, const char* many, char text[gel_countSize])
{
    snprintf(text, gel_countSize, "%s %s", GEL_GROUPED(number), number == 1 ? one : many);
    return text;
}
