// Numbers of a scene that may be formulas.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/names.h"

// A number or a formula. On failure, too, gelClearQuantity is due.
gelStatus gelReadQuantity(const gelJsonNode* node, gelQuantity* quantity);
void gelClearQuantity(gelQuantity* quantity);
// 0 if it was not given. Prefixes errors with the file and `path`.
gelStatus gelEvaluateQuantity(const gelQuantity* quantity, const gelSceneNames* names, const char* path,
                              double* value);

// Reads the scene's numbers, and checks that they have values.
gelStatus gelReadNumbers(const gelJsonNode* node, gelScene* scene);
void gelClearNumbers(gelScene* scene);
// Their values in a world with these settings; `numbers` has room for them. Errors: gel_formatError.
gelStatus gelEvaluateNumbers(const gelScene* scene, const gelWorldDef* def, double* numbers);
