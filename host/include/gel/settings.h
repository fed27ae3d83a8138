// What can be set, as tables: name, unit, range, default and help of each value. The library's checks and
// defaults, scene files, their schema, recordings and the viewer's panel all follow from the same rows
// (host/src/settings/rows.c).
//
//     int count;
//     const gelSetting* settings = gelGetSettings(gel_materialSettings, &count);
//     for (int i = 0; i < count; i++)
//         printf("%s: %s\n", settings[i].name, settings[i].help);
#pragma once

#include "gel/base.h"

// The struct that a setting belongs to.
typedef enum gelSettingGroup {
    gel_worldSettings, // of a gelWorldDef: what a scene file holds, and what may change between two steps
    // of a gelWorldDef: what the program chooses; all but goalDamping stay as they are at creation
    gel_programSettings,
    gel_materialSettings, // of a gelMaterial
    gel_bodySettings,     // of a gelBodyDef; its material, rotation and filter are not among them
    gel_obstacleSettings, // of a gelObstacleDef; its rotation and its filter are not among them
    gel_fieldSettings,    // of a gelField; its keys are not among them
    gel_settingGroupCount
} gelSettingGroup;

// The type of a setting's member.
typedef enum gelSettingType {
    gel_settingNumber, // float
    gel_settingWhole,  // int
    gel_settingSwitch, // bool
    gel_settingVector, // gelVec3
    gel_settingChoice, // an enum
} gelSettingType;

// The range of a number.
typedef struct gelRange {
    double min, max;
    bool aboveMin, belowMax; // the bound itself is excluded
} gelRange;

// One value that can be set.
typedef struct gelSetting {
    const char* name; // of the member: "ground.friction"
    const char*
        key; // in scene files, in the object that the part before the dot names; NULL: it is not there
    const char* label; // for a panel: "friction"
    const char* unit;  // "m/s^2"; "" where there is none
    const char* help;  // one or two sentences, ended by a full stop
    gelSettingType type;
    size_t offset;              // of the member in the struct of its group, bytes
    gelRange range;             // of a number; of each component of a vector; 0 to 1 of a switch
    const char* const* choices; // of a choice: what the values 0, 1, 2... are called; NULL at the end
    double usual[3];            // the default; one number but for vectors
    double slider[2];           // what a slider spans; both 0: it is not for panels. A vector's is for Y
    bool logarithmic;           // the slider
    // Applies only if the int or enum at this offset has this value; otherwise it is neither checked nor
    // recorded.
    bool isConditional;
    size_t conditionOffset;
    int conditionValue;
} gelSetting;

// The rows of a group. They live as long as the program.
GEL_API const gelSetting* gelGetSettings(gelSettingGroup group, int* count);
// By name or by key; NULL if there is none.
GEL_API const gelSetting* gelFindSetting(gelSettingGroup group, const char* name);

// `values` is the struct of the group. Vectors use all three numbers, other types the first; a switch is 0
// or 1. Whole numbers are cut to what an int holds; NAN becomes one that is out of every range.
GEL_API void gelReadSetting(const gelSetting* setting, const void* values, double numbers[3]);
GEL_API void gelWriteSetting(const gelSetting* setting, void* values, const double numbers[3]);
// Whether it applies, given the others: Young's modulus does not in a material of compliances.
GEL_API bool gelSettingCounts(const gelSetting* setting, const void* values);

// gel_invalidArgument if one is out of its range, with its name, what was expected and what was found:
// "ground.friction: expected a number from 0 to 100, found -1".
GEL_API gelStatus gelCheckSettings(gelSettingGroup group, const void* values);
// Whether all have the same bits.
GEL_API bool gelSettingsAreEqual(gelSettingGroup group, const void* a, const void* b);
// Copies the values of the settings; other members of *to stay.
GEL_API void gelCopySettings(gelSettingGroup group, const void* from, void* to);

// Help, unit and default, as for a tooltip: "Mass per volume; water has 1000. Unit: kg/m^3. Default: 1000."
// Truncated to `capacity` bytes.
GEL_API void gelDescribeSetting(const gelSetting* setting, char* text, size_t capacity);
