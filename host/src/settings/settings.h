// The tables behind gel/settings.h, for scene files, and the names of enumerated settings.
#pragma once

#include "gel/body.h"
#include "gel/field.h"
#include "gel/obstacle.h"
#include "gel/settings.h"
#include "gel/world.h"

// Marks definitions that were initialised with the defaults.
enum { gel_worldCookie = 0x47454c57, gel_bodyCookie = 0x47454c42, gel_obstacleCookie = 0x47454c4f };

// Each ends with a row whose name is NULL.
extern const gelSetting gelWorldRows[], gelMaterialRows[], gelBodyRows[], gelObstacleRows[], gelFieldRows[];
extern const gelSetting* const gelSettingRows[gel_settingGroupCount]; // of each group

extern const char *const gelOrderTexts[], *const gelIntegratorTexts[],
                                              *const gelSolverTexts[]; // NULL at the end

extern const char* const gelFieldKindTexts[];

// Checks gel_worldSettings, including what their table cannot express: the ground's normal must not be zero.
gelStatus gelCheckWorldSettings(const gelWorldDef* def);
// Checks gel_materialSettings, including what their table cannot express: settings that do not go
// together, such as the neo-Hookean model with compliances.
gelStatus gelCheckMaterial(const gelMaterial* material);
// Checks gel_fieldSettings, including what their table cannot express: the direction must have a
// length, media must not be negative, and the times of keys must ascend.
gelStatus gelCheckField(const gelField* field);
