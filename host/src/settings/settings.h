// The tables behind gel/settings.h, for scene files, and what enums of settings are called.
#pragma once

#include "gel/body.h"
#include "gel/settings.h"
#include "gel/world.h"

// By which a definition shows that it began as the default one.
enum { gel_worldCookie = 0x47454c57, gel_bodyCookie = 0x47454c42 };

// Each ends with a row whose name is NULL.
extern const gelSetting gelWorldRows[], gelMaterialRows[], gelBodyRows[];
extern const gelSetting* const gelSettingRows[gel_settingGroupCount]; // of each group

extern const char* const gelOrderTexts[]; // NULL at the end

// gel_worldSettings, with what their table cannot say: the normal of the ground has a length.
gelStatus gelCheckWorldSettings(const gelWorldDef* def);
