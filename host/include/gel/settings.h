// The settings as tables: name, unit, range, default and help text of every value. The library's
// checks and defaults, scene files, their schema, recordings and the viewer's panel all follow from
// these rows (host/src/settings/rows.c).
//
//     int count;
//     const gelSetting* settings = gelGetSettings(gel_materialSettings, &count);
//     for (int i = 0; i < count; i++)
//         printf("%s: %s\n", settings[i].name, settings[i].help);
#pragma once

#include "gel/base.h"

// The groups of settings. Each group describes the members of one struct.
typedef enum gelSettingGroup {
    gel_worldSettings,    // gelWorldDef: in scene files, and may change between two steps
    gel_programSettings,  // gelWorldDef: chosen by the program; only goalDamping may change
    gel_materialSettings, // gelMaterial
    gel_bodySettings,     // gelBodyDef, without its material, rotation and filter
    gel_obstacleSettings, // gelObstacleDef, without its rotation and filter
    gel_fieldSettings,    // gelField, without its keys
    gel_settingGroupCount
} gelSettingGroup;

// The type of a setting in C.
typedef enum gelSettingType {
    gel_settingNumber, // float
    gel_settingWhole,  // int
    gel_settingSwitch, // bool
    gel_settingVector, // gelVec3
    gel_settingChoice, // an enum
} gelSettingType;

// The values that are allowed.
typedef struct gelRange {
    double min, max;
    bool aboveMin, belowMax; // the bound itself is excluded
} gelRange;

// A row: everything about one setting.
typedef struct gelSetting {
    const char* name;  // name of the member: "ground.friction"
    const char* key;   // key in scene files, inside the object named before the dot; NULL: none
    const char* label; // name in a panel: "friction"
    const char* unit;  // "m/s^2"; "" if it has none
    const char* help;  // one or two sentences, ended by a full stop
    gelSettingType valueType;
    size_t offset;              // offset of the member in the struct of its group, bytes
    gelRange range;             // range of a number, or of each component; switch: 0 to 1
    const char* const* choices; // names of the values 0, 1, 2...; ends with NULL; for choices only
    double usual[3];            // default; vectors use three numbers, other types one
    double slider[2];           // range of a slider; both 0: not for panels. For vectors, of Y
    bool logarithmic;           // scale of the slider
    // Condition: the setting applies only if the int or enum at conditionOffset has conditionValue.
    // Otherwise it is neither checked nor recorded.
    bool isConditional;
    size_t conditionOffset;
    int conditionValue;
} gelSetting;

// Returns the rows of a group, valid for the whole program.
GEL_API const gelSetting* gelGetSettings(gelSettingGroup group, int* count);
// Returns the setting with a name or key; NULL if there is none.
GEL_API const gelSetting* gelFindSetting(gelSettingGroup group, const char* name);

// Reads a setting from `values`, the struct of its group. Vectors fill all three numbers, other
// types the first. A switch is 0 or 1.
GEL_API void gelReadSetting(const gelSetting* setting, const void* values, double numbers[3]);
// Writes a setting to `values`, the struct of its group. Vectors use all three numbers, other types
// the first. Whole numbers are clamped to the range of an int; NAN becomes a number outside of
// every range.
GEL_API void gelWriteSetting(const gelSetting* setting, void* values, const double numbers[3]);
// Returns whether a setting applies, given the other values: Young's modulus does not apply to a
// material of compliances.
GEL_API bool gelSettingCounts(const gelSetting* setting, const void* values);

// Checks that all settings of a group are in their ranges.
// Errors:
// - gel_invalidArgument: a value is out of range; the message has its name, the range and the
//   value: "ground.friction: expected a number from 0 to 100, found -1"
GEL_API gelStatus gelCheckSettings(gelSettingGroup group, const void* values);
// Returns whether all settings of a group have equal bits in two structs.
GEL_API bool gelSettingsAreEqual(gelSettingGroup group, const void* a, const void* b);
// Copies all settings of a group from one struct to another. Other members stay.
GEL_API void gelCopySettings(gelSettingGroup group, const void* from, void* to);

// Writes help, unit and default, as for a tooltip: "Mass per volume; water has 1000. Unit: kg/m^3.
// Default: 1000." Truncated to `capacity` bytes.
GEL_API void gelDescribeSetting(const gelSetting* setting, char* text, size_t capacity);
