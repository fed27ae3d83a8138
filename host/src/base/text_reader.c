#define _POSIX_C_SOURCE 200809L // stat
#include "base/text_reader.h"

#include <assert.h>
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static gelStatus askAboutFile(const char* path, struct stat* information)
{
    if (stat(path, information) != 0)
        return gelFail(gel_fileError, "%s: cannot be opened: %s", path, strerror(errno));
    if (S_ISDIR(information->st_mode))
        return gelFail(gel_fileError, "%s: expected a file, found a folder", path);
    if (!S_ISREG(information->st_mode))
        return gelFail(gel_fileError, "%s: expected a file, found a device or pipe", path);
    return gel_success;
}

gelStatus gelCheckRegularFile(const char* path)
{
    struct stat information;
    return askAboutFile(path, &information);
}

gelStatus gelCheckFile(const char* path, size_t* size)
{
    struct stat information;
    gelStatus status = askAboutFile(path, &information);
    if (status != gel_success)
        return status;
    if (information.st_size == 0)
        return gelFail(gel_formatError, "%s: expected content, found an empty file", path);
    if (information.st_size >= INT_MAX)
        return gelFail(gel_unsupported, "%s: expected less than 2 GiB, found %lld bytes", path,
                       (long long)information.st_size);
    *size = (size_t)information.st_size;
    return gel_success;
}

// Makes line feeds of the carriage returns that alone end the lines of a text, as on old Macs.
static void unifyLineEnds(char* bytes, size_t size)
{
    if (memchr(bytes, '\n', size) != NULL || memchr(bytes, '\0', size) != NULL)
        return; // other line ends, or no text
    for (char* at = bytes; (at = memchr(at, '\r', size - (size_t)(at - bytes))) != NULL;)
        *at = '\n';
}

gelStatus gelOpenText(const char* path, gelTextReader* reader)
{
    *reader = (gelTextReader){.path = path, .line = 1};
    size_t size = 0;
    gelStatus status = gelCheckFile(path, &size);
    if (status != gel_success)
        return status;
    FILE* file = fopen(path, "rb");
    if (file == NULL)
        return gelFail(gel_fileError, "%s: cannot be opened: %s", path, strerror(errno));
    char* bytes = gelResize(NULL, size + 1, 1);
    size_t done = bytes != NULL ? fread(bytes, 1, size, file) : 0;
    fclose(file);
    if (bytes == NULL)
        return gelFailMemory(size + 1, 1);
    if (done != size) {
        gelFree(bytes);
        return gelFail(gel_fileError, "%s: read only %zu of %zu bytes", path, done, size);
    }
    bytes[size] = '\0';
    unifyLineEnds(bytes, size);
    reader->bytes = bytes;
    reader->size = size;
    if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) // the byte order mark that some editors write
        reader->position = 3;
    return gel_success;
}

void gelCloseText(gelTextReader* reader)
{
    gelFree(reader->bytes);
    *reader = (gelTextReader){0};
}

gelStatus gelFailHere(const gelTextReader* reader, gelStatus status, const char* format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (reader->binary)
        return gelFail(status, "%s: byte %zu: %s", reader->path, reader->position, text);
    return gelFail(status, "%s:%d: %s", reader->path, reader->line, text);
}

gelStatus gelFailExpected(const gelTextReader* reader, gelWord found, const char* expected)
{
    if (found.length == 0)
        return gelFailHere(reader, gel_formatError, "expected %s, found the end of the %s", expected,
                           reader->byLine && reader->position < reader->size ? "line" : "file");
    char shown[44]; // a word may be long, or not text at all
    size_t length = found.length < 40 ? found.length : 40;
    for (size_t i = 0; i < length; i++)
        shown[i] = found.text[i] >= ' ' && found.text[i] <= '~' ? found.text[i] : '?';
    strcpy(shown + length, found.length > 40 ? "..." : "");
    gelTextReader there = *reader;
    there.position = (size_t)(found.text - reader->bytes);
    return gelFailHere(&there, gel_formatError, "expected %s, found '%s'", expected, shown);
}

static bool isBlank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skipRestOfLine(gelTextReader* reader)
{
    while (reader->position < reader->size && reader->bytes[reader->position] != '\n')
        reader->position++;
}

// Stops at a word, at the end, or (by line) at the end of the line.
static void skipBlanks(gelTextReader* reader)
{
    while (reader->position < reader->size) {
        char c = reader->bytes[reader->position];
        if (reader->comment != '\0' && c == reader->comment)
            skipRestOfLine(reader);
        else if (!isBlank(c) || (c == '\n' && reader->byLine))
            return;
        else {
            reader->line += c == '\n';
            reader->position++;
        }
    }
}

gelWord gelNextWord(gelTextReader* reader)
{
    skipBlanks(reader);
    gelWord word = {.text = reader->bytes + reader->position};
    size_t start = reader->position;
    while (reader->position < reader->size) {
        char c = reader->bytes[reader->position];
        if (isBlank(c) || (reader->comment != '\0' && c == reader->comment))
            break;
        reader->position++;
    }
    word.length = reader->position - start;
    return word;
}

gelWord gelPeekWord(const gelTextReader* reader)
{
    gelTextReader copy = *reader;
    return gelNextWord(&copy);
}

bool gelNextLine(gelTextReader* reader)
{
    bool byLine = reader->byLine;
    reader->byLine = false;
    skipBlanks(reader);
    reader->byLine = byLine;
    return reader->position < reader->size;
}

gelWord gelRestOfLine(gelTextReader* reader)
{
    gelWord word = {.text = reader->bytes + reader->position};
    size_t start = reader->position;
    skipRestOfLine(reader);
    word.length = reader->position - start;
    if (word.length > 0 && word.text[word.length - 1] == '\r')
        word.length--;
    if (reader->position < reader->size) {
        reader->position++;
        reader->line++;
    }
    return word;
}

gelStatus gelEndLine(gelTextReader* reader)
{
    const char* next = reader->bytes + reader->position; // ends with a zero
    size_t length = 0;
    while (next[length] == ' ' || next[length] == '\t' || next[length] == '\r')
        length++;
    if (next[length] != '\n')
        return gelFailExpected(reader, gelPeekWord(reader), "the end of the line");
    reader->position += length + 1;
    reader->line++;
    return gel_success;
}

bool gelSkipPast(gelTextReader* reader, const char* text)
{
    size_t length = strlen(text);
    for (; reader->position + length <= reader->size; reader->position++) {
        if (memcmp(reader->bytes + reader->position, text, length) == 0) {
            reader->position += length;
            return true;
        }
        reader->line += reader->bytes[reader->position] == '\n';
    }
    reader->position = reader->size;
    return false;
}

bool gelWordIs(gelWord word, const char* text)
{
    return word.length == strlen(text) && memcmp(word.text, text, word.length) == 0;
}

static char lowerLetter(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool gelWordIsAnyCase(gelWord word, const char* text)
{
    if (word.length != strlen(text))
        return false;
    for (size_t i = 0; i < word.length; i++)
        if (lowerLetter(word.text[i]) != lowerLetter(text[i]))
            return false;
    return true;
}

gelStatus gelReadWord(gelTextReader* reader, const char* expected)
{
    gelWord word = gelNextWord(reader);
    return gelWordIs(word, expected) ? gel_success : gelFailExpected(reader, word, expected);
}

static bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool gelParseInteger(gelWord word, int64_t* value)
{
    size_t i = word.length > 0 && (word.text[0] == '-' || word.text[0] == '+');
    if (i == word.length)
        return false;
    int64_t magnitude = 0;
    for (; i < word.length; i++) {
        if (!isDigit(word.text[i]))
            return false;
        magnitude = magnitude > (INT64_MAX - 9) / 10 ? INT64_MAX : magnitude * 10 + (word.text[i] - '0');
    }
    *value = word.text[0] == '-' ? -magnitude : magnitude;
    return true;
}

static const char* rangeText(char* text, size_t size, const char* what, int64_t lowest, int64_t highest)
{
    if (lowest == INT_MIN || highest > INT_MAX) // any number is allowed
        snprintf(text, size, "%s, an integer", what);
    else
        snprintf(text, size, "%s from %lld to %lld", what, (long long)lowest, (long long)highest);
    return text;
}

gelStatus gelReadInteger(gelTextReader* reader, const char* what, int64_t lowest, int64_t highest,
                         int64_t* value)
{
    char expected[160];
    int64_t found = 0;
    gelWord word = gelNextWord(reader);
    if (gelParseInteger(word, &found) && found >= lowest && found <= highest) {
        *value = found;
        return gel_success;
    }
    return gelFailExpected(reader, word, rangeText(expected, sizeof expected, what, lowest, highest));
}

typedef struct Decimal {
    bool negative;
    char digits[800]; // more than correct rounding of a double ever needs
    int digitCount;
    int exponent; // value = digits * 10^exponent
} Decimal;

static void addDigit(Decimal* decimal, char digit, bool afterPoint)
{
    if (decimal->digitCount == 0 && digit == '0') {
        decimal->exponent -= afterPoint; // a leading zero only shifts the point
    } else if (decimal->digitCount < (int)sizeof decimal->digits) {
        decimal->digits[decimal->digitCount++] = digit;
        decimal->exponent -= afterPoint;
    } else {
        decimal->exponent += !afterPoint;
    }
}

static bool parseExponent(gelWord word, Decimal* decimal)
{
    int64_t exponent = 0;
    if (!gelParseInteger(word, &exponent))
        return false;
    // Beyond the digits of any file the exact value no longer matters.
    const int64_t limit = 1000000000;
    exponent = exponent < -limit ? -limit : exponent > limit ? limit : exponent;
    exponent += decimal->exponent;
    decimal->exponent = (int)(exponent < -limit ? -limit : exponent > limit ? limit : exponent);
    return true;
}

static bool parseDecimal(gelWord word, Decimal* decimal)
{
    decimal->digitCount = 0;
    decimal->exponent = 0;
    size_t i = word.length > 0 && (word.text[0] == '-' || word.text[0] == '+');
    decimal->negative = i > 0 && word.text[0] == '-';
    bool afterPoint = false, anyDigit = false;
    for (; i < word.length; i++) {
        char c = word.text[i];
        if (isDigit(c)) {
            addDigit(decimal, c, afterPoint);
            anyDigit = true;
        } else if (c == '.' && !afterPoint) {
            afterPoint = true;
        } else if (anyDigit && (c == 'e' || c == 'E' || c == 'd' || c == 'D')) { // d: Fortran
            return parseExponent((gelWord){word.text + i + 1, word.length - i - 1}, decimal);
        } else {
            return false;
        }
    }
    return anyDigit;
}

bool gelParseReal(gelWord word, double* value)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    Decimal decimal;
    if (!parseDecimal(word, &decimal))
        return false;
    double magnitude = 0;
    if (decimal.digitCount <= 15 && decimal.exponent >= -22 && decimal.exponent <= 22) {
        // Both are exact in a double, so one operation rounds once.
        for (int i = 0; i < decimal.digitCount; i++)
            magnitude = magnitude * 10 + (decimal.digits[i] - '0');
        magnitude = decimal.exponent < 0 ? magnitude / powers[-decimal.exponent]
                                         : magnitude * powers[decimal.exponent];
    } else if (decimal.digitCount > 0) {
        // Digits and an exponent have no decimal point, so strtod cannot see the locale.
        char text[sizeof decimal.digits + 16];
        snprintf(text, sizeof text, "%.*se%d", decimal.digitCount, decimal.digits, decimal.exponent);
        magnitude = strtod(text, NULL);
    }
    *value = decimal.negative ? -magnitude : magnitude;
    return isfinite(magnitude) != 0;
}

gelStatus gelReadReal(gelTextReader* reader, const char* what, double* value)
{
    gelWord word = gelNextWord(reader);
    return gelParseReal(word, value) ? gel_success : gelFailExpected(reader, word, what);
}

gelStatus gelCheckCount(const gelTextReader* reader, const char* what, int64_t count, size_t bytesEach)
{
    size_t left = reader->size - reader->position + 1; // the last value needs no following blank
    if (count >= 0 && count <= INT_MAX && (uint64_t)count <= left / bytesEach)
        return gel_success;
    return gelFailHere(reader, gel_formatError, "expected %s that the %zu bytes left can hold, found %lld",
                       what, left - 1, (long long)count);
}

gelStatus gelReadCount(gelTextReader* reader, const char* what, size_t bytesEach, int* count)
{
    int64_t value = 0;
    gelStatus status = gelReadInteger(reader, what, 0, INT_MAX, &value);
    if (status == gel_success)
        status = gelCheckCount(reader, what, value, bytesEach);
    *count = status == gel_success ? (int)value : 0;
    return status;
}

// The next bytes as one number, most significant first if the file is big endian.
static gelStatus readBits(gelTextReader* reader, const char* what, int bytes, uint64_t* bits)
{
    if (reader->size - reader->position < (size_t)bytes)
        return gelFailExpected(reader, (gelWord){0}, what);
    *bits = 0;
    for (int i = 0; i < bytes; i++) {
        int place = reader->bigEndian ? bytes - 1 - i : i;
        *bits |= (uint64_t)(unsigned char)reader->bytes[reader->position + (size_t)i] << 8 * place;
    }
    return gel_success;
}

gelStatus gelReadIntegerValue(gelTextReader* reader, const char* what, int bytes, int64_t lowest,
                              int64_t highest, int64_t* value)
{
    if (!reader->binary)
        return gelReadInteger(reader, what, lowest, highest, value);
    uint64_t bits = 0;
    gelStatus status = readBits(reader, what, bytes, &bits);
    if (status != gel_success)
        return status;
    uint64_t sign = (uint64_t)1 << (8 * bytes - 1);
    int64_t found = (bits & sign) != 0 ? -(int64_t)((sign - 1) - (bits & (sign - 1))) - 1 : (int64_t)bits;
    char expected[160];
    if (found < lowest || found > highest)
        return gelFailHere(reader, gel_formatError, "expected %s, found %lld",
                           rangeText(expected, sizeof expected, what, lowest, highest), (long long)found);
    *value = found;
    reader->position += (size_t)bytes;
    return gel_success;
}

static double realOfBits(uint64_t bits, int bytes)
{
    if (bytes == 8) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return (double)value;
}

// A real that is finite and within the limit.
static gelStatus readRealWithin(gelTextReader* reader, const char* what, int bytes, double limit,
                                double* value)
{
    if (!reader->binary) {
        gelWord word = gelNextWord(reader);
        if (!gelParseReal(word, value) || fabs(*value) > limit)
            return gelFailExpected(reader, word, what);
        return gel_success;
    }
    uint64_t bits = 0;
    gelStatus status = readBits(reader, what, bytes, &bits);
    if (status != gel_success)
        return status;
    *value = realOfBits(bits, bytes);
    if (!(fabs(*value) <= limit))
        return gelFailHere(reader, gel_formatError, "expected %s, found %g", what, *value);
    reader->position += (size_t)bytes;
    return gel_success;
}

gelStatus gelReadRealValue(gelTextReader* reader, const char* what, int bytes, double* value)
{
    return readRealWithin(reader, what, bytes, DBL_MAX, value);
}

gelStatus gelReadCoordinate(gelTextReader* reader, int bytes, float* value)
{
    double real = 0;
    gelStatus status = readRealWithin(reader, "a coordinate within 1e15", bytes, 1e15, &real);
    *value = (float)real;
    return status;
}

gelStatus gelSkipValues(gelTextReader* reader, const char* what, int64_t count, int bytes)
{
    assert(count >= 0);
    if (reader->binary) {
        if ((uint64_t)count > (reader->size - reader->position) / (size_t)bytes)
            return gelFailExpected(reader, (gelWord){0}, what);
        reader->position += (size_t)count * (size_t)bytes;
        return gel_success;
    }
    double value = 0;
    gelStatus status = gel_success;
    for (int64_t i = 0; i < count && status == gel_success; i++)
        status = gelReadReal(reader, what, &value);
    return status;
}
