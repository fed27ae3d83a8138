#include "panel/text.h"
#include "panel/field_rows.h"

#include "panel/ui_probe.h"
#include "panel/solver_rows.h"

#include <cmath>
#include <cstdio>
#include <imgui.h>

// Draws a field's strength: a factor for media, which press or drag, and an acceleration for
// others.
static void drawStrength(gelFieldState* fields, int index)
{
    gelField* field = &fields->list[index];
    const bool isFactor = field->kind >= gel_fieldDrag;
    const float max = isFactor ? 4.0f : 20.0f, min = isFactor ? 0.0f : -max;
    char label[40];
    std::snprintf(label, sizeof label, "field %d: %s", index, gelFieldKindText(field->kind));
    if (ImGui::SliderFloat(label, &field->strength, min, max, isFactor ? "%.3g times" : "%.3g m/s²"))
        fields->changed = index;
    field->strength = std::fmin(std::fmax(field->strength, isFactor ? 0.0f : -1e6f), 1e6f);
    gelRecordUiPlace(label);
    gelRowTip("strength of the field, multiplied by its keys and gusts; Ctrl-click to type a value");
}

void gelDrawFieldRows(gelPanelState* state)
{
    if (state->fields.count < 1)
        return;
    const bool isOpen = ImGui::CollapsingHeader("fields");
    gelRecordUiPlace("fields");
    for (int i = 0; i < state->fields.count && isOpen; i++)
        drawStrength(&state->fields, i);
}
