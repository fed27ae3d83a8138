#include "panel/text.h"
#include "panel/paint_rows.h"

#include "panel/ui_probe.h"
#include "panel/solver_rows.h"

#include <cmath>
#include <imgui.h>
#include <string>

static void chooseValue(gelPanelState* state)
{
    if (ImGui::BeginCombo("painted", gelDisplayModes[state->mode].label)) {
        for (int i = gel_displayDensity; i <= gel_displayGoals; i++) {
            if (ImGui::Selectable(gelDisplayModes[i].label, i == state->mode))
                state->mode = i;
            gelRecordUiPlace((std::string("painted: ") + gelDisplayModeNames[i]).c_str());
        }
        ImGui::EndCombo();
    } else {
        gelRecordUiPlace("painted");
        gelRowTip("quantity to paint (also the display mode)");
    }
}

static void slider(const char* label, float* value, float min, float max, const char* format,
                   const char* help, ImGuiSliderFlags scale = ImGuiSliderFlags_Logarithmic)
{
    ImGui::SliderFloat(label, value, min, max, format, scale | ImGuiSliderFlags_AlwaysClamp);
    gelRecordUiPlace(label);
    gelRowTip(help);
}

static void button(const char* label, const char* help, bool* wanted)
{
    *wanted = *wanted || ImGui::Button(label);
    gelRecordUiPlace(label);
    gelRowTip(help);
}

void gelDrawPaintRows(gelPanelState* state)
{
    gelPaintState* paint = &state->paint;
    bool on = paint->on;
    paint->toggle = ImGui::Checkbox("paint", &on);
    gelRecordUiPlace("paint");
    gelRowTip("paint a quantity that varies over a body: left-drag paints, with Ctrl erases, with Shift "
              "softens; E");
    if (!paint->on)
        return;
    chooseValue(state);
    if (state->mode == gel_displayGoals)
        slider("brush value", &paint->weight, 0.0f, 1.0f, "%.3g",
               "goal weight that the brush applies: 0 is free, 1 follows its goal exactly", 0);
    else
        slider("brush value", &paint->value, 0.0f, 1e3f, "%.4g times",
               "factor of the material's value that the brush applies");
    slider("brush radius", &paint->radius, 1e-2f * paint->bodySize, 10.0f * paint->bodySize, "%.4g m",
           "radius of the brush in the body's rest shape; [ and ]. Unit: m.");
    slider("brush strength", &paint->strength, 0.01f, 1.0f, "%.2g",
           "fraction of the change that is applied at the brush's centre; 1 is all of it");
    ImGui::Checkbox("mirror across x", &paint->mirror);
    gelRecordUiPlace("mirror across x");
    gelRowTip("paint the mirror image as well, about the middle of the body's rest shape");
    button("Fill", "apply the brush's value to the whole body chosen below \"material\", or to all bodies",
           &paint->fill);
    ImGui::SameLine();
    button("Save values", "save them as files next to the scene, for use in the scene", &paint->save);
}
