// The fields of the objects in a scene file.
#pragma once

#include "base/json.h"

// All tables of the reader: they are external, and gelSceneTables is there, only for the test that holds them against
// the schema. Bit i of what an object holds is field i of its table.
extern const gelJsonTable gelMaterialTable, gelBodyTable, gelRotationTable, gelRepeatTable, gelPinTable,
    gelPinBoxTable, gelSquashTable, gelMeshingTable, gelBoxTable, gelSphereTable, gelTorusTable,
    gelRecordingTable, gelEventTable, gelGrabTable, gelPullTable, gelDropTable, gelRemoveTable, gelSetTable,
    gelAlterTable;
#define GEL_BIT(field) (UINT32_C(1) << (field))
