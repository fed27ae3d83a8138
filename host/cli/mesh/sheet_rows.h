// How stiff the triangles of sheets make them, as rows and JSON.
#pragma once

#include "app/output.h"

#include "gel/gel.h"

// Returns the stiffness of a surface as cloth; zeros if it cannot be cloth.
gelSheetStiffness gelStiffnessAsCloth(gelOutput* output, const gelSurfaceMesh* surface);

// Print two rows, and add an object; nothing for zeros.
void gelPrintSheetStiffness(const gelOutput* output, const char* title, const gelSheetStiffness* stiffness);
void gelAddSheetStiffness(cJSON* object, const char* name, const gelSheetStiffness* stiffness);

// Print and add those of the first sheets of a scene, each shape once.
void gelPrintSheetsOfScene(const gelOutput* output, const gelScene* scene, const gelWorld* world);
void gelAddSheetsOfScene(cJSON* object, const gelScene* scene, const gelWorld* world);
