// A strict reader for JSON objects: tables define which keys an object may hold and what type and range
// their values have; anything else is rejected with its path in the document.
#pragma once

#include "base/json.h"

#include "gel/settings.h"

typedef enum gelJsonKind {
    gel_jsonNumber,  // float
    gel_jsonInteger, // int
    gel_jsonVector,  // gelVec3
    gel_jsonCounts,  // int[3]
    gel_jsonSwitch,  // bool
    gel_jsonChoice,  // int: index in `choices`
    gel_jsonText,    // const char*, valid as long as the document; the range is its length in bytes
    gel_jsonItem,    // const cJSON*: of any type, for the caller to read
} gelJsonKind;

typedef struct gelJsonField {
    const char* name;
    gelJsonKind kind;
    size_t offset; // of the value within the target
    gelRange range;
    const char* unit; // NULL: none
    bool required;
    const char* const* choices; // NULL at the end
} gelJsonField;

typedef struct gelJsonTable {
    const char* name; // of the definition in the schema
    const gelJsonField* fields;
    int fieldCount; // at most 32, settings included
    // Rows of settings, up to one without a name; those of gelIsJsonSetting are optional fields, too. The
    // struct of their group is at this offset in the target.
    const gelSetting* settings;
    const char* prefix;
    size_t settingsOffset;
    const char *removedKey, *insteadOfIt; // of an earlier version, and what to do; or NULL
} gelJsonTable;

// Whether a setting has a key, and a name that begins with the prefix and has no further dot.
bool gelIsJsonSetting(const gelSetting* setting, const char* prefix);
// Fields and settings of a table, in this order; false past the last one.
bool gelJsonFieldAt(const gelJsonTable* table, int index, gelJsonField* field);

// One line of a table: key, kind, target and member, then designated initialisers for the other members.
#define GEL_FIELD(key, fieldKind, target, member, ...)                                                       \
    {                                                                                                        \
        .name = (key), .kind = gel_json##fieldKind, .offset = offsetof(target, member), __VA_ARGS__          \
    }
#define GEL_RANGE(low, high) .range.min = (low), .range.max = (high)
#define GEL_RANGE_ABOVE(low, high) GEL_RANGE(low, high), .range.aboveMin = true
#define GEL_TABLE_FIELDS(title, list)                                                                        \
    .name = (title), .fields = (list), .fieldCount = (int)(sizeof(list) / sizeof(list)[0])
#define GEL_TABLE(title, list)                                                                               \
    {                                                                                                        \
        GEL_TABLE_FIELDS(title, list)                                                                        \
    }

// Reads an object into *target. Bit i of *present (nullable) is set if field i was present. Targets of absent
// keys keep their values.
gelStatus gelReadJsonObject(const gelJsonNode* node, const gelJsonTable* table, void* target,
                            uint32_t* present);
// Reads an object whose member "type" is one of `types`, NULL at the end, with the table of that type; its
// number is stored in *kind. `expected` lists the types for a message.
gelStatus gelReadJsonTyped(const gelJsonNode* node, const char* const* types, const char* expected,
                           const gelJsonTable* const* tables, void* draft, int* kind);
// Reads an array of exactly `count` elements (numbers or integers) into float or int values.
gelStatus gelReadJsonArray(const gelJsonNode* node, const gelJsonField* element, int count, void* values);
