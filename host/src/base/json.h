// A strict reader for JSON documents: tables define which keys an object may hold and what type and range
// their values have; anything else is rejected with its path in the document.
#pragma once

#include "base/core.h"
#include "gel/mesh.h"

#include <cjson/cJSON.h>

// A value and its place in the document; nodes live on the stack of the functions that walk it.
typedef struct gelJsonNode {
    const char* file;
    const cJSON* item;
    const struct gelJsonNode* parent;
    int index; // position in an array, -1 in an object
} gelJsonNode;

typedef enum gelJsonKind {
    gel_jsonNumber,  // float
    gel_jsonInteger, // int
    gel_jsonVector,  // gelVec3
    gel_jsonCounts,  // int[3]
    gel_jsonChoice,  // int: index in `choices`
    gel_jsonText,    // const char*, valid as long as the document; the range is its length in bytes
    gel_jsonItem,    // const cJSON*: of any type, for the caller to read
} gelJsonKind;

typedef struct gelJsonField {
    const char* name;
    gelJsonKind kind;
    size_t offset; // of the value within the target
    double lower, upper;
    bool lowerOpen, upperOpen; // the bound itself is not allowed
    bool required;
    const char* const* choices; // NULL at the end
} gelJsonField;

typedef struct gelJsonTable {
    const char* name; // of the definition in the schema
    const gelJsonField* fields;
    int fieldCount; // at most 32
} gelJsonTable;

// One line of a table: key, kind, target and member, then designated initialisers for the other members.
#define GEL_FIELD(key, fieldKind, target, member, ...)                                                       \
    {                                                                                                        \
        .name = (key), .kind = gel_json##fieldKind, .offset = offsetof(target, member), __VA_ARGS__          \
    }
#define GEL_RANGE(least, most) .lower = (least), .upper = (most)
#define GEL_TABLE(title, list)                                                                               \
    {                                                                                                        \
        (title), (list), (int)(sizeof(list) / sizeof(list)[0])                                               \
    }

// Reads and parses a file. On success *document is to be released with cJSON_Delete.
// Errors: gel_fileError, gel_formatError with line and column, gel_outOfMemory.
gelStatus gelReadJsonFile(const char* path, cJSON** document);

gelJsonNode gelJsonChild(const gelJsonNode* parent, const cJSON* item, int index);

// gel_formatError "FILE: $.PATH: expected EXPECTED, found (what is there)".
gelStatus gelFailJson(const gelJsonNode* node, const char* expected);
// gel_formatError "FILE: $.PATH: MESSAGE".
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
gelStatus
gelFailJsonText(const gelJsonNode* node, const char* format, ...);
// Prefixes the last error with "FILE: $.PATH: " and returns its status.
gelStatus gelFailJsonCause(const gelJsonNode* node, gelStatus status);

// Reads an object into *target. Bit i of *present (nullable) is set if field i was present. Targets of absent
// keys keep their values.
gelStatus gelReadJsonObject(const gelJsonNode* node, const gelJsonTable* table, void* target,
                            uint32_t* present);
// Reads an array of exactly `count` elements (numbers or integers) into float or int values.
gelStatus gelReadJsonArray(const gelJsonNode* node, const gelJsonField* element, int count, void* values);
