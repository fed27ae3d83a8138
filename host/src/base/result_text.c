#include "base/result_text.h"
#include "common/number.h"

#include <stdarg.h>

gelStatus gelFlushText(gelResultText* out)
{
    if (out->status == gel_success)
        out->status = gelWriteResultFile(out->file, out->text, out->length);
    out->length = 0;
    return out->status;
}

void gelPutText(gelResultText* out, const char* format, ...)
{
    enum { longestPiece = 256 };
    if (out->length + longestPiece > sizeof out->text)
        gelFlushText(out);
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(out->text + out->length, longestPiece, format, arguments);
    va_end(arguments);
    if (length > 0)
        out->length += length < longestPiece ? (size_t)length : longestPiece - 1;
}

void gelPutNumber(gelResultText* out, double value)
{
    char text[gel_decimalSize];
    gelPutText(out, "%s", gelFormatNumber(value, 9, text));
}

void gelPutNumbers(gelResultText* out, const char* name, const float* values, int count)
{
    gelPutText(out, ",\"%s\":[", name);
    for (int k = 0; k < count; k++) {
        gelPutText(out, k > 0 ? "," : "");
        gelPutNumber(out, (double)values[k]);
    }
    gelPutText(out, "]");
}
