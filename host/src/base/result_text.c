#include "base/result_text.h"

#include <stdarg.h>
#include <string.h>

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
    size_t start = out->length;
    gelPutText(out, "%.9g", value);
    if (start > out->length)
        start = 0; // the buffer was flushed
    size_t end = start;
    bool separator = false;
    for (size_t i = start; i < out->length; i++) {
        char c = out->text[i];
        bool known = strchr("+-0123456789abcdefghijklmnopqrstuvwxyz", c) != NULL;
        if (known || !separator)
            out->text[end++] = known ? c : '.';
        separator = !known;
    }
    out->length = end;
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
