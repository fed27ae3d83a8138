// One side of a comparison, as it is typed: a back end, settings, or both: "opencl:0,lanes=1,substeps=40".
#pragma once

#include "app/output.h"

#include "gel/gel.h"

enum { gel_variantMaxValues = 64, gel_sideTextSize = 512, gel_sideNameSize = 104 };

typedef struct gelVariantValue {
    const gelSetting* setting; // of a gelWorldDef, or of a gelMaterial
    bool isOfMaterial;
    char body[gel_sideNameSize]; // whose material: its name or number; "": that of all bodies
    gelBodyId id;                // of a body that is named by number, once the world is there
    double numbers[3];
} gelVariantValue;

typedef struct gelVariant {
    const char* text;               // as typed
    char backend[gel_sideTextSize]; // as in gelParseBackend; "reference" where none was named
    int precision;                  // 0: that of the back end, 1: single, 2: double
    gelVariantValue values[gel_variantMaxValues];
    int valueCount;
} gelVariant;

// The names of all settings, for a list; NULL after the last.
const char* gelVariantChoice(int index);

// `option` names the option in errors. Reports and returns the exit code.
int gelParseVariant(gelOutput* output, const char* option, const char* text, gelVariant* side);

// Writes the settings, not the back end and not the materials, into a definition.
void gelSide_Apply(const gelVariant* side, gelWorldDef* def);

// Sets the materials of a scene's bodies, directly after they were created. Reports bodies that are not there and materials
// that cannot be, and returns the exit code.
int gelSide_ApplyMaterials(gelOutput* output, const char* option, gelVariant* side, const gelScene* scene,
                           gelWorld* world);

// The name of a setting as in a scene; of the ground "ground.friction" and so on.
const char* gelNameSetting(const gelSetting* setting);

// Sets again what the recorded input of a scene has set otherwise since the last frame, also for bodies it has added.
gelStatus gelSide_Hold(const gelVariant* side, const gelScene* scene, gelWorld* world);

// Writes how another world, with this definition and this material, has the settings of the side: "order=colour, substeps=20".
void gelSide_DescribeOther(const gelVariant* side, const gelWorldDef* def, const gelMaterial* material,
                           char* text, size_t size);

// Whether these worlds compute the same, but for their precision: back end, lanes, strategy and the like of their
// definitions may differ.
bool gelComputeTheSame(const gelWorldDef* a, const gelWorldDef* b, const gelWorld* worldA,
                       const gelWorld* worldB);
