// The fields of the objects in a scene file.
#pragma once

#include "settings/json_table.h"

// All tables of the reader: they are external, and gelSceneTables exists, only for the test that compares
// them with the schema. Bit i of the present fields is field i of the table.
extern const gelJsonTable gelGroundTable, gelMaterialTable, gelBodyTable, gelRotationTable, gelRepeatTable,
    gelPinTable, gelPinBoxTable, gelValuesTable, gelValueTable, gelSquashTable, gelMeshingTable, gelBoxTable,
    gelSphereTable, gelTorusTable, gelClothTable, gelRopeTable, gelBalloonTable, gelRecordingTable,
    gelEventTable, gelGrabTable, gelPullTable, gelDropTable, gelRemoveTable, gelSetTable, gelAlterTable,
    gelFlattenTable, gelScrambleTable, gelWallTable, gelMoveTable, gelDetachTable, gelPaintTable,
    gelAdjustTable, gelHoldTable, gelReplaceTable, gelObstacleTable, gelObstacleKeyTable, gelObstacleBoxTable,
    gelObstacleSphereTable, gelObstacleRoundTable, gelObstacleSheetTable, gelObstacleHullTable,
    gelObstacleHeightfieldTable, gelObstacleCacheTable, gelObstacleDistanceFieldTable, gelGoalsTable,
    gelGoalTable, gelRestTable, gelAttachmentTable, gelAnchorTable, gelSceneFieldTable, gelSceneFieldKeyTable,
    gelProbeTable, gelExpectationTable, gelLessonTable, gelPredictionTable;
#define GEL_BIT(field) (UINT32_C(1) << (field))
