// JSON documents: their values and places, and errors that name the path in the document. settings/json_table.h
// reads objects.
#pragma once

#include "base/core.h"

#include <cjson/cJSON.h>

// A value and its place in the document; nodes live on the stack of the functions that walk it.
typedef struct gelJsonNode {
    const char* file;
    const cJSON* item;
    const struct gelJsonNode* parent;
    int index; // position in an array, -1 in an object
} gelJsonNode;

// Whether a value is a text that is not empty.
static inline bool gelIsName(const cJSON* item)
{
    return cJSON_IsString(item) && item->valuestring[0] != '\0';
}

// Whether it was memory that cJSON lacked for a text of that size: it does not say so itself.
bool gelJsonMemoryRanOut(size_t textSize);
// Reads and parses a file. On success *document is to be released with cJSON_Delete.
// Errors: gel_fileError, gel_formatError with line and column, gel_outOfMemory.
gelStatus gelReadJsonFile(const char* path, cJSON** document);
// Parses a text that ends with a 0 after `size` bytes; `path` names it in messages. Errors: gel_formatError, gel_outOfMemory.
gelStatus gelParseJson(const char* path, const char* text, size_t size, cJSON** document);

// Whether an object has a key.
bool gelJsonHas(const gelJsonNode* node, const char* key);
// Appends a step of a path as messages have it: ".key", "[\"a key\"]", or "[3]" for an index that is not negative.
void gelAppendJsonStep(char* text, size_t capacity, const char* key, int index);
gelJsonNode gelJsonChild(const gelJsonNode* parent, const cJSON* item, int index);

// gel_formatError "FILE: $.PATH: expected EXPECTED, found (what is there)".
gelStatus gelFailJson(const gelJsonNode* node, const char* expected);
// gel_formatError "FILE: $.PATH: MESSAGE".
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
gelStatus
gelFailJsonText(const gelJsonNode* node, const char* format, ...);
// Logs the warning "FILE: $.PATH: MESSAGE".
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void gelWarnJson(const gelJsonNode* node, const char* format, ...);
// Prefixes the last error with "FILE: $.PATH: " and returns its status.
gelStatus gelFailJsonCause(const gelJsonNode* node, gelStatus status);
