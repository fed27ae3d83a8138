// The schema that editors and readers rely on matches the loader: the same keys, the same ranges, and
// whatever the schema forbids is refused.
#define _POSIX_C_SOURCE 200809L
#include "scene/json.h"
#include "scene/contents/tables.h"
#include "support/files.h"
#include "support/png.h"
#include "support/point_cache_files.h"

#include <sys/stat.h>
#include <sys/wait.h>

#define FOLDER GEL_SCRATCH "/schema"
#define BOX "\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]}"

#define CLOTH "\"mesh\":\"../meshes/bear_skin.obj\",\"as\":\"cloth\""
#define TAIL ",\"groups\":{\"tail\":{\"below\":0}}"
#define OBSTACLES "{\"bodies\":[{" BOX "}],\"obstacles\":"
#define OBSTACLE "\"obstacles\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1]}}]"
#define PROBE "\"probes\":[{\"name\":\"tip\",\"measure\":\"position.y\",\"body\":0}]"
#define EXPECTED                                                                                             \
    PROBE                                                                                                    \
    ",\"expectations\":[{\"probe\":\"tip\",\"at\":0,\"value\":0,\"tolerance\":1,\"reason\":\"it stands\"}]"
#define LESSON                                                                                               \
    "\"lesson\":{\"order\":1,\"title\":\"A\",\"question\":\"B?\",\"steps\":[\"C\"],\"answer\":\"D\","
#define INPUT "{\"bodies\":[{" BOX "}],\"input\":"

// Where a scene holds an object of a definition.
typedef struct Place {
    const char* definition;
    const char* before;
    const char* after;
} Place;

static const Place places[] = {
    {"scene", "", ""},
    {"ground", "{\"ground\":", ",\"bodies\":[{" BOX "}]}"},
    {"material", "{\"bodies\":[{" BOX ",\"material\":", "}]}"},
    {"body", "{\"bodies\":[", "]}"},
    {"box", "{\"bodies\":[{\"shape\":", "}]}"},
    {"sphere", "{\"bodies\":[{\"shape\":", "}]}"},
    {"torus", "{\"bodies\":[{\"shape\":", "}]}"},
    {"cloth", "{\"bodies\":[{\"shape\":", "}]}"},
    {"rope", "{\"bodies\":[{\"shape\":", "}]}"},
    {"balloon", "{\"bodies\":[{\"shape\":", "}]}"},
    {"rotation", "{\"bodies\":[{" BOX ",\"rotation\":", "}]}"},
    {"repeat", "{\"bodies\":[{" BOX ",\"repeat\":", "}]}"},
    {"pin", "{\"bodies\":[{" BOX TAIL ",\"pins\":[", "]}]}"},
    {"pinBox", "{\"bodies\":[{" BOX ",\"pins\":[{\"box\":", "}]}]}"},
    {"values", "{\"bodies\":[{" CLOTH ",\"values\":", "}]}"},
    {"value", "{\"bodies\":[{" CLOTH ",\"values\":{\"stiffness\":", "}}]}"},
    {"goals", "{\"bodies\":[{" BOX ",\"goals\":", "}]}"},
    {"goal", "{\"bodies\":[{" CLOTH ",\"goals\":{\"sets\":[", "]}}]}"},
    {"rest", "{\"bodies\":[{" CLOTH ",\"rest\":", "}]}"},
    {"meshing", "{\"bodies\":[{\"mesh\":\"../meshes/bear_skin.obj\",\"meshing\":", "}]}"},
    {"squash", "{\"bodies\":[{" BOX ",\"squash\":", "}]}"},
    {"obstacle", OBSTACLES "[", "]}"},
    {"attachment", "{\"bodies\":[{" BOX "}]," OBSTACLE ",\"attachments\":[", "]}"},
    {"anchor",
     "{\"bodies\":[{" BOX "},{" BOX "}]," OBSTACLE
     ",\"attachments\":[{\"b\":{\"body\":1,\"vertex\":0},\"a\":",
     "}]}"},
    {"obstacleKey", OBSTACLES "[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1]},\"keys\":[", "]}]}"},
    {"obstacleBox", OBSTACLES "[{\"shape\":", "}]}"},
    {"obstacleSphere", OBSTACLES "[{\"shape\":", "}]}"},
    {"obstacleRound", OBSTACLES "[{\"shape\":", "}]}"},
    {"obstacleSheet", OBSTACLES "[{\"shape\":", "}]}"},
    {"obstacleHull", OBSTACLES "[{\"shape\":", "}]}"},
    {"obstacleHeightfield", OBSTACLES "[{\"shape\":", "}]}"},
    {"obstacleDistanceField", OBSTACLES "[{\"shape\":", "}]}"},
    {"obstacleCache", OBSTACLES "[{\"mesh\":\"../meshes/bear_skin.obj\",\"cache\":", "}]}"},
    {"field", "{\"bodies\":[{" BOX "}],\"fields\":[", "]}"},
    {"fieldKey", "{\"bodies\":[{" BOX "}],\"fields\":[{\"keys\":[", "]}]}"},
    {"probe", "{\"bodies\":[{" BOX TAIL "}]," OBSTACLE ",\"probes\":[", "]}"},
    {"expectation", "{\"bodies\":[{" BOX "}]," PROBE ",\"expectations\":[", "]}"},
    {"lesson", "{\"bodies\":[{" BOX "}]," EXPECTED ",\"lesson\":", "}"},
    {"prediction", "{\"bodies\":[{" BOX "}]," EXPECTED "," LESSON "\"prediction\":", "}}"},
    {"recording", "", ""},
    {"event", INPUT "[", "]}"},
    {"grab", INPUT "[{\"frame\":0,\"grab\":", "}]}"},
    {"pull", INPUT "[{\"frame\":0,\"pull\":", "}]}"},
    {"drop", INPUT "[{\"frame\":0,\"drop\":", "}]}"},
    {"remove", INPUT "[{\"frame\":0,\"remove\":", "}]}"},
    {"set", INPUT "[{\"frame\":0,\"set\":", "}]}"},
    {"alter", INPUT "[{\"frame\":0,\"alter\":", "}]}"},
    {"flatten", INPUT "[{\"frame\":0,\"flatten\":", "}]}"},
    {"scramble", INPUT "[{\"frame\":0,\"scramble\":", "}]}"},
    {"wall", INPUT "[{\"frame\":0,\"wall\":", "}]}"},
    {"detach", INPUT "[{\"frame\":0,\"detach\":", "}]}"},
    {"paint", INPUT "[{\"frame\":0,\"paint\":", "}]}"},
    {"adjust", INPUT "[{\"frame\":0,\"adjust\":", "}]}"},
    {"hold", INPUT "[{\"frame\":0,\"hold\":", "}]}"},
    {"replace", INPUT "[{\"frame\":0,\"replace\":", "}]}"},
    {"move", INPUT "[{\"frame\":0,\"move\":", "}]}"},
};

static const cJSON* get(const cJSON* object, const char* key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

// The examples name meshes, a skin, a cache, values and a picture; a tet, a triangle, its motion and four pixels are
// written under those names.
static cJSON* openSchema(void)
{
    mkdir(FOLDER, 0777);
    mkdir(FOLDER "/scenes", 0777);
    mkdir(FOLDER "/meshes", 0777);
    static const char* const names[] = {"bear", "bear_coarse"};
    for (int i = 0; i < 2; i++) {
        char path[1024];
        snprintf(path, sizeof path, FOLDER "/meshes/%s.node", names[i]);
        writeText(path, "4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n");
        snprintf(path, sizeof path, FOLDER "/meshes/%s.ele", names[i]);
        writeText(path, "1 4 0\n0 0 1 2 3\n");
    }
    writeText(FOLDER "/meshes/bear_skin.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\ng tail\nf 1 2 3\n");
    writeText(FOLDER "/meshes/bear.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n");
    writeText(FOLDER "/meshes/drop.sdf", "2 2 2\n0 0 0\n0.1\n-1 1 1 1 1 1 1 1\n");
    writeText(FOLDER "/scenes/tail.stiffness.values", "[1, 0.5, 2]");
    writeText(FOLDER "/scenes/tail.goals.values", "[1, 0.5, 0]");
    writePc2(FOLDER "/meshes/bear_skin.pc2", 3, 2, 0.0f, 1.0f, (float[18]){3, 0, 0, 4});
    writePc2(FOLDER "/meshes/bear.pc2", 8, 1, 0.0f, 1.0f, (float[24]){0}); // of the box
    writePng(FOLDER "/meshes/hills.png", 2, 2, 8, 1, (uint16_t[]){0, 1, 2, 255});
    cJSON* schema = NULL;
    CHECK_INT(gelReadJsonFile(GEL_ASSETS "/scene.schema.json", &schema), gel_success);
    CHECK(schema != NULL, "%s", gelLastError());
    return schema;
}

static gelStatus load(const char* definition, const cJSON* value)
{
    const Place* place = NULL;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (strcmp(places[i].definition, definition) == 0)
            place = &places[i];
    }
    CHECK(place != NULL, "no place is known for %s", definition);
    if (place == NULL)
        return gel_success;
    char* text = cJSON_PrintUnformatted(value);
    FILE* file = fopen(FOLDER "/scenes/scene.json", "wb");
    CHECK(file != NULL, "cannot write");
    if (file != NULL) {
        fprintf(file, "%s%s%s", place->before, text, place->after);
        fclose(file);
    }
    free(text);
    gelScene* scene;
    gelStatus status = gelLoadScene(FOLDER "/scenes/scene.json", &scene);
    gelDestroyScene(scene);
    return status;
}

static double getNumber(const cJSON* object, const char* key, double absent)
{
    const cJSON* item = get(object, key);
    return item != NULL ? item->valuedouble : absent;
}

static void checkRange(const gelJsonField* field, const cJSON* rules, const char* name)
{
    const gelRange* range = &field->range;
    const char* lower = range->aboveMin ? "exclusiveMinimum" : "minimum";
    const char* upper = range->belowMax ? "exclusiveMaximum" : "maximum";
    CHECK(getNumber(rules, lower, NAN) == range->min, "%s.%s: %s is not %g", name, field->name, lower,
          range->min);
    CHECK(getNumber(rules, upper, NAN) == range->max, "%s.%s: %s is not %g", name, field->name, upper,
          range->max);
}

static void checkField(const gelJsonField* field, const cJSON* rules, const char* name)
{
    const char* type = cJSON_GetStringValue(get(rules, "type"));
    const cJSON* items = get(rules, "items");
    const char* itemType = cJSON_GetStringValue(get(items, "type"));
    const cJSON* choice = get(rules, "enum");
    const char* expected = field->kind == gel_jsonNumber    ? "number"
                           : field->kind == gel_jsonInteger ? "integer"
                           : field->kind <= gel_jsonCounts  ? "array"
                           : field->kind == gel_jsonSwitch  ? "boolean"
                           : field->kind <= gel_jsonText    ? "string"
                                                            : NULL;
    CHECK(expected == NULL || (type != NULL && strcmp(type, expected) == 0), "%s.%s: type is not %s", name,
          field->name, expected);
    switch (field->kind) {
        case gel_jsonNumber:
        case gel_jsonInteger:
            checkRange(field, rules, name);
            break;
        case gel_jsonVector:
        case gel_jsonCounts:
            CHECK_TEXT(itemType != NULL ? itemType : "",
                       field->kind == gel_jsonVector ? "number" : "integer");
            CHECK_INT(getNumber(rules, "minItems", 0), 3);
            CHECK_INT(getNumber(rules, "maxItems", 0), 3);
            checkRange(field, items, name);
            break;
        case gel_jsonText:
            CHECK_INT(getNumber(rules, "minLength", 0), field->range.min);
            CHECK_INT(getNumber(rules, "maxLength", 0), field->range.max);
            break;
        case gel_jsonChoice:
            for (int i = 0; field->choices[i] != NULL || i < cJSON_GetArraySize(choice); i++) {
                const char* word = cJSON_GetStringValue(cJSON_GetArrayItem(choice, i));
                CHECK(word != NULL && field->choices[i] != NULL && strcmp(word, field->choices[i]) == 0,
                      "%s.%s: choice %d differs", name, field->name, i);
            }
            break;
        default:
            break;
    }
}

static bool isRequired(const cJSON* definition, const char* key)
{
    const cJSON* item;
    cJSON_ArrayForEach(item, get(definition, "required"))
    {
        if (strcmp(item->valuestring, key) == 0)
            return true;
    }
    return false;
}

static void the_schema_has_the_loaders_keys_types_and_ranges(void)
{
    cJSON* schema = openSchema();
    int count = 0;
    const gelJsonTable* const* tables = gelSceneTables(&count);
    CHECK_INT(cJSON_GetArraySize(get(schema, "$defs")), count);
    for (int i = 0; i < count; i++) {
        const gelJsonTable* table = tables[i];
        const cJSON* definition = get(get(schema, "$defs"), table->name);
        const cJSON* properties = get(definition, "properties");
        CHECK(properties != NULL, "the schema does not define %s", table->name);
        CHECK(cJSON_IsFalse(get(definition, "additionalProperties")), "%s is open", table->name);
        gelJsonField field;
        int fieldCount = 0;
        while (gelJsonFieldAt(table, fieldCount, &field)) {
            const cJSON* rules = get(properties, field.name);
            CHECK(rules != NULL, "the schema does not know %s.%s", table->name, field.name);
            CHECK(get(rules, "description") != NULL, "%s.%s is not described", table->name, field.name);
            CHECK(isRequired(definition, field.name) == field.required, "%s.%s: required differs",
                  table->name, field.name);
            checkField(&field, rules, table->name);
            fieldCount++;
        }
        CHECK_INT(cJSON_GetArraySize(properties), fieldCount);
    }
    cJSON_Delete(schema);
}

// The test `settings` tries those of its tables.
static bool isSetting(const char* definition, const char* key)
{
    int count = 0;
    const gelJsonTable* const* tables = gelSceneTables(&count);
    for (int i = 0; i < count; i++) {
        gelJsonField field;
        for (int j = tables[i]->fieldCount; gelJsonFieldAt(tables[i], j, &field); j++)
            if (strcmp(tables[i]->name, definition) == 0 && strcmp(field.name, key) == 0)
                return true;
    }
    return false;
}

static void every_property_is_shown_in_an_example_that_loads(void)
{
    cJSON* schema = openSchema();
    const cJSON *definition, *example, *property;
    cJSON_ArrayForEach(definition, get(schema, "$defs"))
    {
        cJSON_ArrayForEach(example, get(definition, "examples"))
        {
            gelStatus status = load(definition->string, example);
            bool skinned = get(example, "skin") != NULL;
            bool pictured = get(example, "picture") != NULL;
            bool lacks = (skinned && !GEL_HAS_ASSIMP) || (pictured && !GEL_HAS_STB);
            CHECK(status == (lacks ? gel_unsupported : gel_success), "example of %s: %s", definition->string,
                  gelLastError());
        }
        cJSON_ArrayForEach(property, get(definition, "properties"))
        {
            bool shown = isSetting(definition->string, property->string);
            cJSON_ArrayForEach(example, get(definition, "examples")) shown |=
                get(example, property->string) != NULL;
            CHECK(shown, "%s.%s is shown in no example", definition->string, property->string);
        }
    }
    cJSON_Delete(schema);
}

// An example of a definition with one property made wrong.
typedef struct Mutation {
    const char* definition;
    const cJSON* example;
    const char* key;
    int count;
} Mutation;

// Takes ownership of `wrong`.
static void checkRefused(Mutation* mutation, cJSON* wrong, const char* rule)
{
    cJSON* document = cJSON_Duplicate(mutation->example, 1);
    cJSON_ReplaceItemInObjectCaseSensitive(document, mutation->key, wrong);
    gelStatus status = load(mutation->definition, document);
    CHECK(status == gel_formatError, "%s.%s: %s is not held: %s", mutation->definition, mutation->key, rule,
          status == gel_success ? "accepted" : gelLastError());
    CHECK_TEXT(gelLastError(), mutation->key);
    mutation->count++;
    cJSON_Delete(document);
}

// One wrong value per rule of a scalar, or of the elements of an array.
static void breakScalarRules(Mutation* mutation, const cJSON* rules, const cJSON* array)
{
    static const char* const names[] = {
        "type", "minimum",   "maximum",   "exclusiveMinimum", "exclusiveMaximum",
        "enum", "minLength", "maxLength", "integer"};
    const char* type = cJSON_GetStringValue(get(rules, "type"));
    char tooLong[4096];
    memset(tooLong, 'x', sizeof tooLong);
    tooLong[sizeof tooLong - 1] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const cJSON* rule = get(rules, names[i]);
        double bound = rule != NULL ? rule->valuedouble : 0;
        double beyond = fabs(bound) * 0.1 + 1;
        bool whole = i == 8 && type != NULL && strcmp(type, "integer") == 0;
        if (rule == NULL && !whole)
            continue;
        cJSON* wrong =
            i == 0   ? strcmp(type, "string") == 0 ? cJSON_CreateNumber(12.5) : cJSON_CreateString("12.5")
              : i == 1 ? cJSON_CreateNumber(bound - beyond)
            : i == 2 ? cJSON_CreateNumber(bound + beyond)
            : i <= 4 ? cJSON_CreateNumber(bound)
            : i == 5 ? cJSON_CreateString("nonsense")
            : i == 6 ? cJSON_CreateString("")
            : i == 7 ? cJSON_CreateString(tooLong)
                     : cJSON_CreateNumber(2.5);
        if (array != NULL) {
            cJSON* copy = cJSON_Duplicate(array, 1);
            cJSON_ReplaceItemInArray(copy, cJSON_GetArraySize(copy) - 1, wrong);
            wrong = copy;
        }
        checkRefused(mutation, wrong, names[i]);
    }
}

static void breakArrayRules(Mutation* mutation, const cJSON* rules, const cJSON* value)
{
    const cJSON* min = get(rules, "minItems");
    const cJSON* max = get(rules, "maxItems");
    if (min != NULL) {
        cJSON* copy = cJSON_Duplicate(value, 1);
        while (cJSON_GetArraySize(copy) >= min->valueint)
            cJSON_DeleteItemFromArray(copy, 0);
        checkRefused(mutation, copy, "minItems");
    }
    if (max != NULL) {
        cJSON* copy = cJSON_Duplicate(value, 1);
        for (int i = cJSON_GetArraySize(copy); i <= max->valueint; i++)
            cJSON_AddItemToArray(copy, cJSON_Duplicate(value->child, 1));
        checkRefused(mutation, copy, "maxItems");
    }
    const char* itemType = cJSON_GetStringValue(get(get(rules, "items"), "type"));
    if (itemType != NULL && strcmp(itemType, "array") != 0)
        breakScalarRules(mutation, get(rules, "items"), value);
    checkRefused(mutation, cJSON_CreateNumber(12.5), "type");
}

static void breakProperty(Mutation* mutation, const cJSON* rules)
{
    const cJSON* value = get(mutation->example, mutation->key);
    const char* type = cJSON_GetStringValue(get(rules, "type"));
    if (type != NULL && strcmp(type, "array") == 0)
        breakArrayRules(mutation, rules, value);
    else if (type != NULL && strcmp(type, "object") != 0)
        breakScalarRules(mutation, rules, NULL);
    else {
        // Objects, numbers or formulas, and choices that include them: none accepts half a number or null.
        bool isQuantity = cJSON_IsArray(get(rules, "type"));
        checkRefused(mutation, isQuantity ? cJSON_CreateTrue() : cJSON_CreateNumber(12.5), "type");
        checkRefused(mutation, cJSON_CreateNull(), "type");
    }
}

static void what_the_schema_forbids_is_refused(void)
{
    cJSON* schema = openSchema();
    int count = 0;
    const cJSON *definition, *example, *property, *key;
    cJSON_ArrayForEach(definition, get(schema, "$defs"))
    {
        cJSON_ArrayForEach(example, get(definition, "examples"))
        {
            cJSON_ArrayForEach(property, get(definition, "properties"))
            {
                Mutation mutation = {definition->string, example, property->string, 0};
                if (get(example, property->string) != NULL)
                    breakProperty(&mutation, property);
                count += mutation.count;
            }
            cJSON_ArrayForEach(key, get(definition, "required"))
            {
                cJSON* document = cJSON_Duplicate(example, 1);
                cJSON_DeleteItemFromObjectCaseSensitive(document, key->valuestring);
                CHECK_INT(load(definition->string, document), gel_formatError);
                CHECK_TEXT(gelLastError(), "is missing");
                cJSON_Delete(document);
            }
            cJSON* document = cJSON_Duplicate(example, 1);
            cJSON_AddNumberToObject(document, "zzzzzzzz", 1);
            CHECK_INT(load(definition->string, document), gel_formatError);
            CHECK_TEXT(gelLastError(), "unknown key");
            cJSON_Delete(document);
        }
    }
    CHECK(count > 100, "only %d rules were broken", count);
    cJSON_Delete(schema);
}

static void the_scenes_and_examples_are_valid_by_the_schema(void)
{
    int code = system("/usr/bin/python3 \"" GEL_ASSETS "/../tests/scene/validate_scenes.py\" \"" GEL_ASSETS
                      "/scene.schema.json\" "
                      "\"" GEL_ASSETS "/scenes/\"*.json \"" GEL_ASSETS "/bench/\"*.json \"" GEL_ASSETS
                      "/lessons/\"*.json");
    if (WIFEXITED(code) && (WEXITSTATUS(code) == 77 || WEXITSTATUS(code) == 127))
        SKIP("Python's package jsonschema is not installed (python3-jsonschema)");
    CHECK_INT(code, 0);
}

TESTS(TEST(the_schema_has_the_loaders_keys_types_and_ranges),
      TEST(every_property_is_shown_in_an_example_that_loads), TEST(what_the_schema_forbids_is_refused),
      TEST(the_scenes_and_examples_are_valid_by_the_schema))
