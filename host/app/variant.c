#include "app/variant.h"
#include "common/nearest.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { maxNames = gel_variantMaxValues }; // of parts, each of which sets one at most

#define ROW(member, type_, most_)                                                                            \
    {                                                                                                        \
        .name = #member, .unit = "", .valueType = (type_), .offset = offsetof(gelWorldDef, member),          \
        .range.max = (most_)                                                                                 \
    }

// Members of a gelWorldDef that are no settings of the library's tables.
static const gelSetting ownRows[] = {
    ROW(lanes, gel_settingWhole, 16),
    ROW(workGroupSize, gel_settingWhole, 65536),
    ROW(allowInexact, gel_settingSwitch, 1),
    {.name = NULL},
};

// They say how a device works, and leave what it computes as it is.
static const char* const deviceNames[] = {"lanes",  "workGroupSize", "allowInexact",    "strategy",
                                          "tuning", "commandBuffer", "deviceTimeLimit", NULL};

static bool isOfDevice(const gelSetting* setting)
{
    for (int i = 0; deviceNames[i] != NULL; i++)
        if (strcmp(setting->name, deviceNames[i]) == 0)
            return true;
    return false;
}

// Keys of the ground say little alone.
const char* gelNameSetting(const gelSetting* setting)
{
    return setting->key != NULL && strchr(setting->name, '.') == NULL ? setting->key : setting->name;
}

// Returns the name of a material's setting. Those that the ground has, too, get a prefix.
static const char* nameOfMaterials(const gelSetting* setting)
{
    return strcmp(setting->key, "friction") == 0      ? "material.friction"
           : strcmp(setting->key, "restitution") == 0 ? "material.restitution"
                                                      : setting->key;
}

// Returns a row of the material settings that scenes have; NULL past the last.
static const gelSetting* materialRow(int index)
{
    int count;
    const gelSetting* rows = gelGetSettings(gel_materialSettings, &count);
    for (int i = 0; i < count; i++)
        if (rows[i].key != NULL && index-- == 0)
            return &rows[i];
    return NULL;
}

const char* gelVariantChoice(int index)
{
    static const char* const places[] = {"backend", "device", "precision"};
    enum { placeCount = sizeof places / sizeof places[0] };
    int worldCount, programCount, ownCount = (int)(sizeof ownRows / sizeof ownRows[0]) - 1;
    const gelSetting* world = gelGetSettings(gel_worldSettings, &worldCount);
    const gelSetting* program = gelGetSettings(gel_programSettings, &programCount);
    if (index < placeCount)
        return places[index];
    if ((index -= placeCount) < worldCount)
        return gelNameSetting(&world[index]);
    if ((index -= worldCount) < programCount)
        return gelNameSetting(&program[index]);
    if ((index -= programCount) < ownCount)
        return ownRows[index].name;
    const gelSetting* row = materialRow(index - ownCount);
    return row != NULL ? nameOfMaterials(row) : NULL;
}

static const gelSetting* findMaterialRow(const char* name)
{
    const gelSetting* row = gelFindSetting(gel_materialSettings, name);
    return row != NULL && row->key != NULL ? row : NULL;
}

static const gelSetting* findRow(const char* name)
{
    const gelSetting* row = gelFindSetting(gel_worldSettings, name);
    if (row == NULL)
        row = gelFindSetting(gel_programSettings, name);
    for (int i = 0; row == NULL && ownRows[i].name != NULL; i++)
        if (strcmp(ownRows[i].name, name) == 0)
            row = &ownRows[i];
    return row;
}

static int reportUnknown(gelOutput* output, const char* option, const char* name)
{
    const char* names[maxNames];
    char list[1400] = "";
    int count = 0;
    for (; count < maxNames - 1 && gelVariantChoice(count) != NULL; count++) {
        size_t length = strlen(list);
        names[count] = gelVariantChoice(count);
        snprintf(list + length, sizeof list - length, "%s%s", count > 0 ? ", " : "", names[count]);
    }
    names[count] = NULL;
    const char* nearest = gelNearestText(name, names);
    if (nearest != NULL)
        return gelReportError(output, gel_exitUsage, "--%s: no setting is called \"%s\"; did you mean %s?",
                              option, name, nearest);
    return gelReportError(output, gel_exitUsage,
                          "--%s: no setting is called \"%s\"; expected a back end and settings, as in "
                          "opencl:0,lanes=1,substeps=40, of %s",
                          option, name, list);
}

static bool readNumber(const char* text, double* number)
{
    char* end;
    *number = strtod(text, &end);
    return end != text && *end == '\0' && fabs(*number) <= (double)FLT_MAX;
}

// The place of a word among others, -1 if it is none of them.
static int placeOf(const char* word, const char* const* words)
{
    for (int i = 0; words[i] != NULL; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    return -1;
}

// `items` are what follows the name: three of them for a vector.
static bool readValue(const gelSetting* setting, char* const* items, double numbers[3])
{
    static const char* const switches[] = {"off", "on", "false", "true", "0", "1", NULL};
    bool ok = true;
    switch (setting->valueType) {
        case gel_settingSwitch:
        case gel_settingChoice: {
            int place =
                placeOf(items[0], setting->valueType == gel_settingSwitch ? switches : setting->choices);
            numbers[0] = setting->valueType == gel_settingSwitch ? place % 2 : place;
            return place >= 0;
        }
        case gel_settingWhole:
            if (strcmp(items[0], "auto") == 0 && isOfDevice(setting)) {
                numbers[0] = 0.0;
                return true;
            }
            return readNumber(items[0], &numbers[0]) && floor(numbers[0]) == numbers[0] &&
                   fabs(numbers[0]) < 1e9;
        case gel_settingNumber:
            return readNumber(items[0], &numbers[0]);
        case gel_settingVector:
            for (int k = 0; k < 3; k++)
                ok = ok && items[k] != NULL && readNumber(items[k], &numbers[k]);
            return ok;
    }
    return false;
}

static const char* expectationOf(const gelSetting* setting, char* text, size_t size)
{
    static const char* const kinds[] = {[gel_settingNumber] = "a number",
                                        [gel_settingWhole] = "a whole number",
                                        [gel_settingSwitch] = "on or off",
                                        [gel_settingVector] = "three numbers, as in 0,-9.81,0",
                                        [gel_settingChoice] = "one of"};
    snprintf(text, size, "%s", kinds[setting->valueType]);
    for (int i = 0; setting->choices != NULL && setting->choices[i] != NULL; i++) {
        size_t length = strlen(text);
        snprintf(text + length, size - length, "%s %s", i > 0 ? "," : "", setting->choices[i]);
    }
    return text;
}

// Moduli and compliances exclude each other: what is set counts.
static void writeMaterial(const gelVariantValue* value, gelMaterial* material)
{
    const gelSetting* setting = value->setting;
    if (setting->isConditional)
        memcpy((char*)material + setting->conditionOffset, &setting->conditionValue,
               sizeof setting->conditionValue);
    gelWriteSetting(setting, material, value->numbers);
}

// The range, as the library states it.
static int checkRange(gelOutput* output, const char* option, const gelVariantValue* value)
{
    const gelSetting* setting = value->setting;
    gelWorldDef def = gelDefaultWorldDef();
    if (placeOf(setting->name, (const char* const[]){"lanes", "workGroupSize", NULL}) >= 0 &&
        !(value->numbers[0] >= setting->range.min && value->numbers[0] <= setting->range.max))
        return gelReportError(output, gel_exitUsage,
                              "--%s: %s: expected a whole number from 0 to %g, found %g", option,
                              setting->name, setting->range.max, value->numbers[0]);
    gelStatus status = gel_success;
    if (value->isOfMaterial) {
        gelMaterial material = gelDefaultMaterial();
        writeMaterial(value, &material);
        status = gelCheckSettings(gel_materialSettings, &material);
    } else {
        gelWriteSetting(setting, &def, value->numbers);
        status = gelCheckSettings(gel_worldSettings, &def);
        if (status == gel_success)
            status = gelCheckSettings(gel_programSettings, &def);
    }
    return status == gel_success
               ? gel_exitDone
               : gelReportError(output, gel_exitUsage, "--%s: %s", option, gelReasonOf(status));
}

static bool isOfSameBody(const gelVariantValue* a, const gelVariantValue* b)
{
    return a->isOfMaterial == b->isOfMaterial && strcmp(a->body, b->body) == 0;
}

static int addValue(gelOutput* output, const char* option, gelVariantValue value, char* const* items,
                    gelVariant* side)
{
    char expected[256];
    const gelSetting* setting = value.setting;
    for (int i = 0; i < side->valueCount; i++) {
        const gelVariantValue* other = &side->values[i];
        if (!isOfSameBody(other, &value))
            continue;
        if (other->setting == setting)
            return gelReportError(output, gel_exitUsage, "--%s: %s is set twice", option,
                                  gelNameSetting(setting));
        if (value.isOfMaterial && setting->isConditional && other->setting->isConditional &&
            setting->conditionOffset == other->setting->conditionOffset &&
            setting->conditionValue != other->setting->conditionValue)
            return gelReportError(output, gel_exitUsage,
                                  "--%s: %s and %s exclude each other: a material has %s", option,
                                  gelNameSetting(other->setting), gelNameSetting(setting),
                                  setting->conditionOffset == offsetof(gelMaterial, stiffness)
                                      ? "moduli or compliances"
                                      : "a filling of gas or of liquid");
    }
    if (!readValue(setting, items, value.numbers))
        return gelReportError(output, gel_exitUsage, "--%s: %s: expected %s, found \"%s\"", option,
                              gelNameSetting(setting), expectationOf(setting, expected, sizeof expected),
                              items[0]);
    side->values[side->valueCount++] = value;
    return checkRange(output, option, &value);
}

static int setPrecision(gelOutput* output, const char* option, const char* text, gelVariant* side)
{
    side->precision = placeOf(text, (const char* const[]){"single", "double", NULL}) + 1;
    return side->precision > 0
               ? gel_exitDone
               : gelReportError(output, gel_exitUsage,
                                "--%s: precision: expected one of single, double, found \"%s\"", option,
                                text);
}

// Finds the setting, and the body if there is one, that a name stands for: "substeps",
// "youngModulus", "material.friction", "bear.material.friction".
static int findValue(gelOutput* output, const char* option, const char* name, gelVariantValue* value)
{
    static const char mark[] = "material.";
    const char* found = strstr(name, mark);
    *value = (gelVariantValue){0};
    if (found == name || (found != NULL && found[-1] == '.')) {
        int length = found == name ? 0 : (int)(found - name) - 1;
        snprintf(value->body, sizeof value->body, "%.*s", length, name);
        value->setting = findMaterialRow(found + sizeof mark - 1);
        value->isOfMaterial = true;
        return value->setting != NULL ? gel_exitDone : reportUnknown(output, option, found + sizeof mark - 1);
    }
    value->setting = findRow(name);
    const gelSetting* ofMaterial = findMaterialRow(name);
    if (value->setting != NULL && ofMaterial != NULL)
        return gelReportError(output, gel_exitUsage,
                              "--%s: %s is a setting of the ground and of materials: expected ground.%s or "
                              "material.%s",
                              option, name, name, name);
    value->isOfMaterial = ofMaterial != NULL;
    value->setting = ofMaterial != NULL ? ofMaterial : value->setting;
    return value->setting != NULL ? gel_exitDone : reportUnknown(output, option, name);
}

// Adds one of the items "NAME=VALUE", and returns by *used how many of them it took.
static int addItem(gelOutput* output, const char* option, char* const* items, int* used, gelVariant* side)
{
    char* equals = strchr(items[0], '=');
    *used = 1;
    if (equals == NULL)
        return gelReportError(
            output, gel_exitUsage,
            "--%s: expected NAME=VALUE, as in substeps=40, found \"%s\"; a back end comes first", option,
            items[0]);
    *equals = '\0';
    char* values[4] = {equals + 1};
    gelVariantValue value;
    if (strcmp(items[0], "backend") == 0 || strcmp(items[0], "device") == 0) {
        snprintf(side->backend, sizeof side->backend, "%s%s", items[0][0] == 'd' ? "opencl:" : "", values[0]);
        return gel_exitDone;
    }
    if (strcmp(items[0], "precision") == 0)
        return setPrecision(output, option, values[0], side);
    int code = findValue(output, option, items[0], &value);
    if (code != gel_exitDone)
        return code;
    for (; value.setting->valueType == gel_settingVector && *used < 3 && items[*used] != NULL; ++*used)
        values[*used] = items[*used];
    return addValue(output, option, value, values, side);
}

// Precision is a matter of the back end.
static int applyPrecision(gelOutput* output, const char* option, gelVariant* side)
{
    static const char* const texts[] = {"", "single", "double"};
    bool isReference = strcmp(side->backend, "reference") == 0,
         isDouble = strcmp(side->backend, "double") == 0;
    bool wantsDouble = side->precision == 2;
    if (side->precision == 0 || isDouble == wantsDouble)
        return gel_exitDone;
    if (!isReference)
        return gelReportError(
            output, gel_exitUsage,
            "--%s: precision: the back end %s has %s precision, found \"%s\"; the reference has both", option,
            side->backend, wantsDouble ? "single" : "double", texts[side->precision]);
    snprintf(side->backend, sizeof side->backend, "double");
    return gel_exitDone;
}

static int checkPlace(gelOutput* output, const char* option, const gelVariant* side)
{
    bool hasDevice = strcmp(side->backend, "reference") != 0 && strcmp(side->backend, "double") != 0;
    for (int i = 0; i < side->valueCount && !hasDevice; i++)
        if (!side->values[i].isOfMaterial && isOfDevice(side->values[i].setting))
            return gelReportError(output, gel_exitUsage,
                                  "--%s: %s applies to devices only, and the back end is %s: begin "
                                  "with opencl or native, as in opencl,%s=...",
                                  option, gelNameSetting(side->values[i].setting), side->backend,
                                  gelNameSetting(side->values[i].setting));
    return gel_exitDone;
}

int gelParseVariant(gelOutput* output, const char* option, const char* text, gelVariant* side)
{
    char copy[gel_sideTextSize];
    char* items[maxNames + 1] = {copy};
    int count = 1, code = gel_exitDone, used;
    *side = (gelVariant){.text = text, .backend = "reference"};
    if (strlen(text) >= sizeof copy)
        return gelReportError(output, gel_exitUsage, "--%s: expected at most %d characters, found %zu",
                              option, gel_sideTextSize - 1, strlen(text));
    memcpy(copy, text, strlen(text) + 1);
    for (char* comma = strchr(copy, ','); comma != NULL; comma = strchr(comma + 1, ',')) {
        *comma = '\0';
        if (count == maxNames)
            return gelReportError(output, gel_exitUsage, "--%s: more than %d parts", option, maxNames);
        items[count++] = comma + 1;
    }
    int first = strchr(items[0], '=') == NULL ? 1 : 0;
    if (first == 1)
        snprintf(side->backend, sizeof side->backend, "%s", items[0]);
    for (int i = first; i < count && code == gel_exitDone; i += used)
        code = addItem(output, option, items + i, &used, side);
    if (code == gel_exitDone)
        code = applyPrecision(output, option, side);
    return code == gel_exitDone ? checkPlace(output, option, side) : code;
}

void gelSide_Apply(const gelVariant* side, gelWorldDef* def)
{
    for (int i = 0; i < side->valueCount; i++)
        if (!side->values[i].isOfMaterial)
            gelWriteSetting(side->values[i].setting, def, side->values[i].numbers);
}

static bool isAbout(const gelVariantValue* value, const gelScene* scene, const gelWorld* world,
                    gelBodyId body)
{
    if (!value->isOfMaterial)
        return false;
    bool isNumber = value->id.index1 != 0; // of a slot that may be used again
    bool isIt = value->id.index1 == body.index1 && value->id.generation == body.generation;
    return value->body[0] == '\0' ||
           (isNumber ? isIt : strcmp(gelScene_GetBodyName(scene, world, body), value->body) == 0);
}

static gelStatus setMaterials(const gelVariant* side, const gelScene* scene, gelWorld* world)
{
    gelStatus status = gel_success;
    for (int b = 0; b < gelWorld_GetBodyCount(world) && status == gel_success; b++) {
        gelBodyId body = gelWorld_GetBody(world, b);
        gelMaterial now, held;
        if (gelBody_IsObstacle(world, body) || gelBody_GetMaterial(world, body, &now) != gel_success)
            continue;
        held = now;
        for (int i = 0; i < side->valueCount; i++)
            if (isAbout(&side->values[i], scene, world, body))
                writeMaterial(&side->values[i], &held);
        if (!gelSettingsAreEqual(gel_materialSettings, &now, &held))
            status = gelBody_SetMaterial(world, body, &held);
    }
    return status;
}

// A name stands for all copies of a body, a number, from 1, for one.
static bool findBody(const gelScene* scene, const gelWorld* world, gelVariantValue* value)
{
    char* end;
    int count = gelWorld_GetBodyCount(world);
    for (int b = 0; b < count; b++)
        if (strcmp(gelScene_GetBodyName(scene, world, gelWorld_GetBody(world, b)), value->body) == 0)
            return true;
    long number = strtol(value->body, &end, 10);
    bool isNumber = end != value->body && *end == '\0' && number >= 1 && number <= count;
    if (isNumber)
        value->id = gelWorld_GetBody(world, (int)number - 1);
    return isNumber && !gelBody_IsObstacle(world, value->id);
}

static int countSoftBodies(const gelWorld* world)
{
    int count = 0;
    for (int b = 0; b < gelWorld_GetBodyCount(world); b++)
        count += !gelBody_IsObstacle(world, gelWorld_GetBody(world, b));
    return count;
}

int gelSide_ApplyMaterials(gelOutput* output, const char* option, gelVariant* side, const gelScene* scene,
                           gelWorld* world)
{
    bool any = false;
    for (int i = 0; i < side->valueCount; i++) {
        gelVariantValue* value = &side->values[i];
        any = any || value->isOfMaterial;
        if (value->body[0] != '\0' && !findBody(scene, world, value))
            return gelReportError(
                output, gel_exitUsage,
                "--%s: %s.material: expected a body's name, or its number from 1 to %s, found \"%s\"", option,
                value->body, GEL_GROUPED(countSoftBodies(world)), value->body);
    }
    gelStatus status = any ? setMaterials(side, scene, world) : gel_success;
    return status == gel_success
               ? gel_exitDone
               : gelReportError(output, gel_exitUsage, "--%s: %s", option, gelReasonOf(status));
}

gelStatus gelSide_Hold(const gelVariant* side, const gelScene* scene, gelWorld* world)
{
    gelWorldDef now = gelWorld_GetDef(world), held = now;
    bool anyMaterial = false;
    for (int i = 0; i < side->valueCount; i++)
        anyMaterial = anyMaterial || side->values[i].isOfMaterial;
    gelSide_Apply(side, &held);
    gelStatus status = gelSettingsAreEqual(gel_worldSettings, &now, &held)
                           ? gel_success
                           : gelWorld_SetSettings(world, &held);
    return status == gel_success && anyMaterial ? setMaterials(side, scene, world) : status;
}

static void describe(const gelSetting* setting, const void* values, char* text, size_t size)
{
    double n[3] = {0.0, 0.0, 0.0};
    gelReadSetting(setting, values, n);
    if (setting->valueType == gel_settingChoice)
        snprintf(text, size, "%s", setting->choices[(int)n[0]]);
    else if (setting->valueType == gel_settingSwitch)
        snprintf(text, size, "%s", n[0] != 0.0 ? "on" : "off");
    else if (setting->valueType == gel_settingVector)
        snprintf(text, size, "%.4g,%.4g,%.4g", n[0], n[1], n[2]);
    else
        snprintf(text, size, "%.4g", n[0]);
}

void gelSide_DescribeOther(const gelVariant* side, const gelWorldDef* def, const gelMaterial* material,
                           char* text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < side->valueCount; i++) {
        char shown[96];
        const gelVariantValue* value = &side->values[i];
        size_t length = strlen(text);
        describe(value->setting, value->isOfMaterial ? (const void*)material : (const void*)def, shown,
                 sizeof shown);
        snprintf(text + length, size - length, "%s%s=%s", length > 0 ? ", " : "",
                 value->isOfMaterial ? nameOfMaterials(value->setting) : gelNameSetting(value->setting),
                 shown);
    }
}

static bool haveSameMaterials(const gelWorld* a, const gelWorld* b)
{
    for (int i = 0; i < gelWorld_GetBodyCount(a); i++) {
        gelMaterial first, second;
        if (gelBody_GetMaterial(a, gelWorld_GetBody(a, i), &first) == gel_success &&
            gelBody_GetMaterial(b, gelWorld_GetBody(b, i), &second) == gel_success &&
            !gelSettingsAreEqual(gel_materialSettings, &first, &second))
            return false;
    }
    return true;
}

bool gelComputeTheSame(const gelWorldDef* a, const gelWorldDef* b, const gelWorld* worldA,
                       const gelWorld* worldB)
{
    gelWorldDef other = *b;
    for (int i = 0; deviceNames[i] != NULL; i++) {
        double numbers[3];
        gelReadSetting(findRow(deviceNames[i]), a, numbers);
        gelWriteSetting(findRow(deviceNames[i]), &other, numbers);
    }
    return gelSettingsAreEqual(gel_worldSettings, a, &other) &&
           gelSettingsAreEqual(gel_programSettings, a, &other) && haveSameMaterials(worldA, worldB);
}
