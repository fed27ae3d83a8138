#include "base/json.h"
#include "base/text_reader.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { largestFile = 16 << 20 }; // a parsed document takes some thirty times the size of its text

static gelStatus readText(const char* path, char** text, size_t* size)
{
    gelStatus status = gelCheckFile(path, size);
    FILE* file = status == gel_success ? fopen(path, "rb") : NULL;
    if (status != gel_success)
        return status;
    if (file == NULL)
        return gelFail(gel_fileError, "%s: cannot be opened: %s", path, strerror(errno));
    size_t capacity = 0;
    size_t read = 0;
    for (*text = NULL, *size = 0; status == gel_success; *size += read) {
        if (*size + 1 >= capacity) {
            capacity = capacity == 0 ? 1 << 14 : capacity * 2;
            char* larger = gelResize(*text, capacity, 1);
            if (larger == NULL) {
                status = gelFailMemory(capacity, 1);
                break;
            }
            *text = larger;
        }
        read = fread(*text + *size, 1, capacity - *size - 1, file);
        if (read == 0)
            break;
        if (*size + read > largestFile)
            status =
                gelFail(gel_formatError, "%s: expected at most %d MiB of JSON; keep meshes in separate files",
                        path, largestFile >> 20);
    }
    if (status == gel_success && ferror(file))
        status = gelFail(gel_fileError, "%s: cannot be read: %s", path, strerror(errno));
    fclose(file);
    if (status == gel_success)
        (*text)[*size] = '\0';
    return status;
}

// Returns the last byte before `place` that is no blank, `text` if there is none.
static const char* lastBefore(const char* text, const char* place)
{
    while (place > text && strchr(" \t\r\n", *--place) != NULL)
        ;
    return place;
}

// cJSON is one byte too far where it expects a key: that byte follows a brace, or a comma between members.
static const char* startOfFault(const char* text, const char* place)
{
    const char* wrong = place - 1;
    if (place - text < 2 || strchr(" \t\r\n\"[0123456789", *wrong) != NULL)
        return place;
    char before = *lastBefore(text, wrong);
    return before == ',' || (before == '{' && *wrong != '}') ? wrong : place;
}

// The usual mistakes of those who write JSON by hand, "" for others.
static const char* adviceOn(const char* text, const char* place)
{
    char before = *lastBefore(text, place);
    bool isStart = strchr("{[,:", before) != NULL; // of a key or a value
    if (*place == '#' || (*place == '/' && (place[1] == '/' || place[1] == '*')))
        return "; JSON has no comments";
    if (before == ',' && (*place == '}' || *place == ']'))
        return "; remove the comma before it";
    if (isStart && (isalpha((unsigned char)*place) || strchr("_'", *place) != NULL))
        return "; names and texts need double quotes";
    if (isStart && (*place == '.' || *place == '+'))
        return "; numbers begin with a digit or a minus sign";
    return !isStart && strchr("\"{[", *place) != NULL ? "; a comma or a colon may be missing before it" : "";
}

static gelStatus failSyntax(const char* path, const char* text, const char* place, const char* end)
{
    place = startOfFault(text, place);
    int line = 1;
    const char* lineStart = text;
    for (const char* c = text; c < place; c++) {
        if (*c == '\n') {
            line++;
            lineStart = c + 1;
        }
    }
    char found[24];
    int length = 0;
    for (const char* c = place; c < end && length < (int)sizeof found - 1 && (unsigned char)*c >= ' '; c++)
        found[length++] = *c;
    found[length] = '\0';
    int column = (int)(place - lineStart) + 1;
    if (place >= end)
        return gelFail(gel_formatError, "%s:%d:%d: unexpected end of the JSON text", path, line, column);
    if (length == 0)
        return gelFail(gel_formatError, "%s:%d:%d: not valid JSON: found byte 0x%02x", path, line, column,
                       (unsigned)(unsigned char)*place);
    return gelFail(gel_formatError, "%s:%d:%d: not valid JSON from here on: '%s'%s", path, line, column,
                   found, adviceOn(text, place));
}

// cJSON treats control bytes as blanks, and a zero byte would hide what follows it.
static const char* findControl(const char* text, const char* end)
{
    for (; text < end; text++) {
        if ((unsigned char)*text < ' ' && *text != '\t' && *text != '\n' && *text != '\r')
            return text;
    }
    return NULL;
}

// cJSON does not say whether a failure is due to the text or to memory. If a block as large as the largest
// possible document of that text cannot be allocated, it was memory; else a second attempt tells.
bool gelJsonMemoryRanOut(size_t textSize)
{
    enum { maxBytesPerByte = 64 }; // "0," is an item of 64 bytes, and its block's head
    void* probe = cJSON_malloc((textSize + 1) * maxBytesPerByte);
    cJSON_free(probe);
    return probe == NULL;
}

gelStatus gelParseJson(const char* path, const char* text, size_t size, cJSON** document)
{
    const char* end = text + size;
    const char* start = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text;
    const char* place = findControl(start, end);
    bool plain = place == NULL, lacksMemory = false;
    *document = NULL;
    for (int attempt = 0; attempt < 2 && *document == NULL && plain && !lacksMemory; attempt++) {
        *document = cJSON_ParseWithLengthOpts(start, (size_t)(end - start) + 1, &place, 1);
        lacksMemory = *document == NULL && gelJsonMemoryRanOut(size);
    }
    if (lacksMemory)
        return gelFail(gel_outOfMemory, "%s: out of memory while parsing %zu bytes of JSON", path, size);
    return *document != NULL ? gel_success : failSyntax(path, start, place, end);
}

gelStatus gelReadJsonFile(const char* path, cJSON** document)
{
    *document = NULL;
    char* text = NULL;
    size_t size = 0;
    gelStatus status = readText(path, &text, &size);
    if (status == gel_success)
        status = gelParseJson(path, text, size, document);
    gelFree(text);
    return status;
}

bool gelJsonHas(const gelJsonNode* node, const char* key)
{
    return cJSON_GetObjectItemCaseSensitive(node->item, key) != NULL;
}

gelJsonNode gelJsonChild(const gelJsonNode* parent, const cJSON* item, int index)
{
    return (gelJsonNode){parent->file, item, parent, index};
}

static bool isPlainKey(const char* key)
{
    return *key != '\0' &&
           strspn(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(key);
}

void gelAppendJsonStep(char* text, size_t capacity, const char* key, int index)
{
    if (index >= 0)
        gelAppend(text, capacity, "[%d]", index);
    else if (isPlainKey(key))
        gelAppend(text, capacity, ".%.80s", key);
    else
        gelAppend(text, capacity, "[\"%.80s\"]", key);
}

static void appendPath(char* text, size_t capacity, const gelJsonNode* node)
{
    if (node->parent == NULL) {
        gelAppend(text, capacity, "$");
        return;
    }
    appendPath(text, capacity, node->parent);
    gelAppendJsonStep(text, capacity, node->item->string, node->index);
}

// "$.PATH: MESSAGE".
typedef struct Message {
    char text[2600];
} Message;

static Message messageOf(const gelJsonNode* node, const char* format, va_list arguments)
{
    Message message = {""};
    char path[512] = "", text[2048];
    appendPath(path, sizeof path, node);
    vsnprintf(text, sizeof text, format, arguments);
    snprintf(message.text, sizeof message.text, "%s: %s", path, text);
    return message;
}

gelStatus gelFailJsonText(const gelJsonNode* node, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    Message message = messageOf(node, format, arguments);
    va_end(arguments);
    return gelFail(gel_formatError, "%s: %s", node->file, message.text);
}

void gelWarnJson(const gelJsonNode* node, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    Message message = messageOf(node, format, arguments);
    va_end(arguments);
    gelLog(gel_logWarning, "%s: %s", node->file, message.text);
}

gelStatus gelFailJsonCause(const gelJsonNode* node, gelStatus status)
{
    gelFailJsonText(node, "%s", gelLastError());
    return status;
}

gelStatus gelFailJson(const gelJsonNode* node, const char* expected)
{
    const cJSON* item = node->item;
    if (cJSON_IsNumber(item))
        return gelFailJsonText(node, "expected %s, found %.9g", expected, item->valuedouble);
    if (cJSON_IsString(item))
        return gelFailJsonText(node, "expected %s, found \"%.60s\"", expected, item->valuestring);
    if (cJSON_IsArray(item))
        return gelFailJsonText(node, "expected %s, found an array of %d", expected, cJSON_GetArraySize(item));
    const char* found = cJSON_IsObject(item)  ? "an object"
                        : cJSON_IsTrue(item)  ? "true"
                        : cJSON_IsFalse(item) ? "false"
                                              : "null";
    return gelFailJsonText(node, "expected %s, found %s", expected, found);
}
