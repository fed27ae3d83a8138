// Operations on the tables of settings: defaults, checks, comparison, texts.
#include "base/core.h"
#include "settings/range.h"
#include "settings/settings.h"

#include <limits.h>
#include <string.h>

// The prefix of names in errors.
static const char* const prefixes[gel_settingGroupCount] = {[gel_materialSettings] = "material."};

const gelSetting* gelGetSettings(gelSettingGroup group, int* count)
{
    const gelSetting* rows = gelSettingRows[group];
    *count = 0;
    while (rows[*count].name != NULL)
        ++*count;
    return rows;
}

const gelSetting* gelFindSetting(gelSettingGroup group, const char* name)
{
    for (const gelSetting* row = gelSettingRows[group]; row->name != NULL; row++)
        if (strcmp(row->name, name) == 0 || (row->key != NULL && strcmp(row->key, name) == 0))
            return row;
    return NULL;
}

static size_t sizeOf(const gelSetting* setting)
{
    static const size_t sizes[] = {[gel_settingNumber] = sizeof(float),
                                   [gel_settingWhole] = sizeof(int),
                                   [gel_settingSwitch] = sizeof(bool),
                                   [gel_settingVector] = sizeof(gelVec3),
                                   [gel_settingChoice] = sizeof(int)};
    return sizes[setting->valueType];
}

static int dimensionOf(const gelSetting* setting)
{
    return setting->valueType == gel_settingVector ? 3 : 1;
}

void gelReadSetting(const gelSetting* setting, const void* values, double numbers[3])
{
    const char* place = (const char*)values + setting->offset;
    float floats[3];
    int whole;
    bool on;
    switch (setting->valueType) {
        case gel_settingNumber:
        case gel_settingVector:
            memcpy(floats, place, sizeOf(setting));
            for (int k = 0; k < dimensionOf(setting); k++)
                numbers[k] = (double)floats[k];
            return;
        case gel_settingWhole:
        case gel_settingChoice:
            memcpy(&whole, place, sizeof whole);
            numbers[0] = whole;
            return;
        case gel_settingSwitch:
            memcpy(&on, place, sizeof on);
            numbers[0] = on ? 1.0 : 0.0;
            return;
    }
}

// The nearest; what is no number becomes the lowest, which no range holds.
static int wholeOf(double number)
{
    if (number >= (double)INT_MAX)
        return INT_MAX;
    return number > (double)INT_MIN ? (int)number : INT_MIN;
}

void gelWriteSetting(const gelSetting* setting, void* values, const double numbers[3])
{
    char* place = (char*)values + setting->offset;
    float floats[3];
    int whole;
    bool on;
    switch (setting->valueType) {
        case gel_settingNumber:
        case gel_settingVector:
            for (int k = 0; k < dimensionOf(setting); k++)
                floats[k] = (float)numbers[k];
            memcpy(place, floats, sizeOf(setting));
            return;
        case gel_settingWhole:
        case gel_settingChoice:
            whole = wholeOf(numbers[0]);
            memcpy(place, &whole, sizeof whole);
            return;
        case gel_settingSwitch:
            on = numbers[0] != 0.0;
            memcpy(place, &on, sizeof on);
            return;
    }
}

bool gelSettingCounts(const gelSetting* setting, const void* values)
{
    int value;
    memcpy(&value, (const char*)values + setting->conditionOffset, sizeof value);
    return !setting->isConditional || value == setting->conditionValue;
}

static bool holds(const gelSetting* setting, const double numbers[3])
{
    bool ok = true;
    int choiceCount = 0;
    while (setting->choices != NULL && setting->choices[choiceCount] != NULL)
        choiceCount++;
    if (setting->valueType == gel_settingChoice)
        return numbers[0] >= 0.0 && numbers[0] < choiceCount;
    for (int k = 0; k < dimensionOf(setting); k++)
        ok = ok && (setting->valueType == gel_settingWhole ? gelRangeHolds(&setting->range, numbers[k])
                                                           : gelRangeHoldsFloat(&setting->range, numbers[k]));
    return ok;
}

static void appendExpectation(char* text, size_t capacity, const gelSetting* setting)
{
    static const char* const kinds[] = {[gel_settingNumber] = "a number",
                                        [gel_settingWhole] = "a whole number",
                                        [gel_settingSwitch] = "true or false",
                                        [gel_settingVector] = "three numbers",
                                        [gel_settingChoice] = "one of "};
    gelAppend(text, capacity, "%s", kinds[setting->valueType]);
    for (int i = 0; setting->choices != NULL && setting->choices[i] != NULL; i++)
        gelAppend(text, capacity, "%s%s", i > 0 ? ", " : "", setting->choices[i]);
    if (setting->valueType != gel_settingSwitch && setting->valueType != gel_settingChoice)
        gelAppendRange(text, capacity, &setting->range, setting->unit);
}

static gelStatus check(gelSettingGroup group, const gelSetting* setting, const void* values)
{
    double n[3];
    gelReadSetting(setting, values, n);
    if (holds(setting, n))
        return gel_success;
    char expectation[200] = "", found[80] = "";
    appendExpectation(expectation, sizeof expectation, setting);
    if (setting->valueType == gel_settingVector)
        gelAppend(found, sizeof found, "{%g, %g, %g}", n[0], n[1], n[2]);
    else
        gelAppend(found, sizeof found, "%g", n[0]);
    return gelFail(gel_invalidArgument, "%s%s: expected %s, found %s",
                   prefixes[group] != NULL ? prefixes[group] : "", setting->name, expectation, found);
}

gelStatus gelCheckSettings(gelSettingGroup group, const void* values)
{
    gelStatus status = gel_success;
    for (const gelSetting* row = gelSettingRows[group]; status == gel_success && row->name != NULL; row++)
        if (gelSettingCounts(row, values))
            status = check(group, row, values);
    return status;
}

gelStatus gelCheckWorldSettings(const gelWorldDef* def)
{
    gelStatus status = gelCheckSettings(gel_worldSettings, def);
    gelVec3 n = def->ground.normal;
    if (status == gel_success && !(gelVec3Length(n) > 1e-12))
        return gelFail(gel_invalidArgument, "ground.normal: expected a direction, found {%g, %g, %g}",
                       (double)n.x, (double)n.y, (double)n.z);
    return status;
}

bool gelMaterial_Tears(const gelMaterial* material)
{
    return material->tearStrain > 0.0f || material->tearForce > 0.0f;
}

// Checks a material that tears. Springs alone must hold the body together, or it could not come
// apart; with tearForce, they must not be rigid, since the force of a rigid spring is not known.
static gelStatus checkTearing(const gelMaterial* material)
{
    const char* found = material->model != gel_edgesAndVolumes ? "the model neoHookean, which has no springs"
                        : material->springs != gel_pushAndPull
                            ? "springs pullOnly: set springs to pushAndPull"
                        : material->bending != gel_bendingAsGiven ? "bending plate: set it to given"
                        : material->bendingStiffness > 0.0f       ? "a bendingStiffness above 0: set it to 0"
                        : material->stretchLimit > 0.0f           ? "a stretchLimit above 0: set it to 0"
                        : material->tethers != gel_noTethers      ? "tethers: set them to none"
                                                                  : NULL;
    bool isRigid = material->stiffness == gel_compliances && !(material->edgeCompliance > 0.0f);
    if (material->tearForce > 0.0f && isRigid)
        return gelFail(
            gel_invalidArgument,
            "material.tearForce: expected 0, or springs that are not rigid, found %g and an edgeCompliance "
            "of 0",
            (double)material->tearForce);
    bool isStrain = material->tearStrain > 0.0f;
    return found == NULL
               ? gel_success
               : gelFail(gel_invalidArgument,
                         "material.%s: expected 0, or a body held together by springs alone, found %g and %s",
                         isStrain ? "tearStrain" : "tearForce",
                         (double)(isStrain ? material->tearStrain : material->tearForce), found);
}

// Which has tets alone, by elastic moduli.
static gelStatus checkNeoHookean(const gelMaterial* material)
{
    if (material->stiffness != gel_elasticModuli)
        return gelFail(
            gel_invalidArgument,
            "material.model: neoHookean needs youngModulus and poissonRatio, found compliances: set "
            "material.stiffness to elastic moduli");
    if (material->creep > 0.0f)
        return gelFail(
            gel_invalidArgument,
            "material.creep: expected 0 with the model neoHookean, found %g: only the model edges supports "
            "creep",
            (double)material->creep);
    if (material->stretchLimit > 0.0f)
        return gelFail(gel_invalidArgument,
                       "material.stretchLimit: expected 0 with the model neoHookean, found %g: only the "
                       "model edges supports a limit",
                       (double)material->stretchLimit);
    if (material->springs != gel_pushAndPull)
        return gelFail(gel_invalidArgument,
                       "material.springs: expected pushAndPull with the model neoHookean, found pullOnly: "
                       "only the model edges has springs");
    return gel_success;
}

gelStatus gelCheckMaterial(const gelMaterial* material)
{
    gelStatus status = gelCheckSettings(gel_materialSettings, material);
    if (status == gel_success && material->model != gel_edgesAndVolumes)
        status = checkNeoHookean(material);
    if (status == gel_success && material->filling == gel_filledWithGas &&
        !(material->pressure >= -material->ambientPressure))
        return gelFail(
            gel_invalidArgument,
            "material.pressure: expected at least -ambientPressure, which is a vacuum, found %g Pa "
            "over %g Pa",
            (double)material->pressure, (double)material->ambientPressure);
    if (status == gel_success && material->creep > 0.0f && material->springs != gel_pushAndPull)
        return gelFail(
            gel_invalidArgument,
            "material.creep: expected 0 with springs pullOnly, found %g: slack edges have no strain; set "
            "springs to pushAndPull",
            (double)material->creep);
    return status == gel_success && gelMaterial_Tears(material) ? checkTearing(material) : status;
}

bool gelSettingsAreEqual(gelSettingGroup group, const void* a, const void* b)
{
    bool equal = true;
    for (const gelSetting* row = gelSettingRows[group]; row->name != NULL; row++)
        equal = equal && memcmp((const char*)a + row->offset, (const char*)b + row->offset, sizeOf(row)) == 0;
    return equal;
}

void gelCopySettings(gelSettingGroup group, const void* from, void* to)
{
    for (const gelSetting* row = gelSettingRows[group]; row->name != NULL; row++)
        memmove((char*)to + row->offset, (const char*)from + row->offset, sizeOf(row));
}

static void appendDefault(char* text, size_t capacity, const gelSetting* setting)
{
    const double* n = setting->usual;
    if (setting->valueType == gel_settingChoice || setting->valueType == gel_settingSwitch) {
        const char* word = n[0] != 0.0 ? "true" : "false";
        gelAppend(text, capacity, "%s", setting->choices != NULL ? setting->choices[(int)n[0]] : word);
        return;
    }
    bool vector = setting->valueType == gel_settingVector;
    for (int k = 0; k < dimensionOf(setting); k++) {
        gelAppend(text, capacity, k > 0 ? ", " : vector ? "[" : "");
        gelAppendNumber(text, capacity, n[k]);
    }
    gelAppend(text, capacity, vector ? "]" : "");
}

void gelDescribeSetting(const gelSetting* setting, char* text, size_t capacity)
{
    text[0] = '\0';
    gelAppend(text, capacity, "%s ", setting->help);
    if (setting->unit[0] != '\0')
        gelAppend(text, capacity, "Unit: %s. ", setting->unit);
    gelAppend(text, capacity, "Default: ");
    appendDefault(text, capacity, setting);
    gelAppend(text, capacity, ".");
}
