#include "panel/legend.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <imgui.h>

static const ImU32 boxColour = IM_COL32(18, 20, 26, 215), dimText = IM_COL32(170, 176, 190, 255);
static const float margin = 14.0f, padding = 12.0f;

static ImU32 shownColour(const float* linear)
{
    float shown[3];
    for (int i = 0; i < 3; i++)
        shown[i] =
            linear[i] <= 0.0031308f ? 12.92f * linear[i] : 1.055f * std::pow(linear[i], 1.0f / 2.4f) - 0.055f;
    return ImGui::ColorConvertFloat4ToU32(ImVec4(shown[0], shown[1], shown[2], 1.0f));
}

// Returns the colour of a parallel batch, as constraintColour in shaders/frame.glsl does.
static ImU32 batchColour(int batch)
{
    const float hue = std::fmod(static_cast<float>(batch) * 0.61803399f + 0.02f, 1.0f);
    const float thirds[3] = {0.0f, 2.0f / 3.0f, 1.0f / 3.0f};
    float linear[3];
    for (int i = 0; i < 3; i++) {
        float part = std::clamp(std::fabs(std::fmod(hue + thirds[i], 1.0f) * 6.0f - 3.0f) - 1.0f, 0.0f, 1.0f);
        linear[i] = (0.15f * 0.06f + 0.85f * part) * (batch % 2 == 0 ? 0.9f : 0.55f);
    }
    return shownColour(linear);
}

// The frame of a legend, its lower left corner at a place, with a title; returns where the content starts.
static ImVec2 drawFrame(ImDrawList* list, ImVec2 corner, float wide, float tall, const char* title)
{
    const float line = ImGui::GetTextLineHeight();
    wide = std::max(wide, ImGui::CalcTextSize(title).x);
    const ImVec2 upper = {corner.x, corner.y - tall - line - 2.5f * padding};
    list->AddRectFilled(upper, {corner.x + wide + 2.0f * padding, corner.y}, boxColour, 6.0f);
    list->AddText({upper.x + padding, upper.y + padding}, IM_COL32_WHITE, title);
    return {upper.x + padding, upper.y + line + 1.5f * padding};
}

static void textOfMark(const gelDisplayModeInfo* info, int mark, int marks, char* text, size_t size)
{
    const float share = static_cast<float>(mark) / static_cast<float>(marks);
    const double value = static_cast<double>(info->lowest + (info->highest - info->lowest) * share);
    const bool isLast = mark == 0 || mark == marks; // what is beyond has the same colour
    const char* beyond = !isLast ? "" : mark == marks ? "≥ " : info->lowest < 0.0f ? "≤ " : "";
    if (info->ends[0] != nullptr) {
        std::snprintf(text, size, "%s", info->ends[mark == marks]);
    } else if (info->logarithmic && std::strcmp(info->unit, "m") == 0) {
        static const char* const lengths[] = {"1 nm", "10 nm", "100 nm", "1 µm", "10 µm", "100 µm", "1 mm"};
        const int power = static_cast<int>(std::lround(value)) + 9;
        std::snprintf(text, size, "%s", lengths[std::clamp(power, 0, 6)]);
    } else if (info->logarithmic) {
        std::snprintf(text, size, "%s%.3g %s", beyond, std::pow(10.0, value), info->unit);
    } else {
        const bool isWhole = info->unit[0] == '\0'; // a share: nothing is beyond
        std::snprintf(text, size, "%s%.3g %s", isWhole ? "" : beyond,
                      value * static_cast<double>(info->shown), info->unit);
    }
}

static void drawBar(ImDrawList* list, const gelDisplayModeInfo* info, ImVec2 corner, float tallest)
{
    const float wide = 16.0f, tall = std::clamp(tallest, 60.0f, 170.0f), line = ImGui::GetTextLineHeight();
    const ImVec2 at = drawFrame(list, corner, wide + 76.0f, tall + line, info->label);
    const float top = at.y + 0.5f * line;
    const int parts = gelGradientStops - 1;
    for (int i = 0; i < parts; i++) {
        ImU32 lower = shownColour(gelGradients[info->gradient][i]),
              upper = shownColour(gelGradients[info->gradient][i + 1]);
        float a = top + tall * (1.0f - static_cast<float>(i) / parts),
              b = top + tall * (1.0f - static_cast<float>(i + 1) / parts);
        list->AddRectFilledMultiColor({at.x, b}, {at.x + wide, a}, upper, upper, lower, lower);
    }
    const int marks = info->logarithmic          ? static_cast<int>(info->highest - info->lowest)
                      : info->ends[0] != nullptr ? 1
                                                 : 4;
    const int every = tall / static_cast<float>(marks) < line ? 2 : 1;
    for (int i = 0; i <= marks; i++) {
        const float y = std::round(top + tall * (1.0f - static_cast<float>(i) / static_cast<float>(marks)));
        list->AddLine({at.x + wide, y}, {at.x + wide + 4.0f, y}, dimText);
        char text[40];
        textOfMark(info, i, marks, text, sizeof text);
        if (i % every == 0)
            list->AddText({at.x + wide + 9.0f, y - 0.5f * line}, IM_COL32_WHITE, text);
    }
}

// Swatches in rows, in the order of solving.
static void drawBatches(ImDrawList* list, const gelDisplayModeInfo* info, int count, ImVec2 corner)
{
    const float cell = 14.0f, line = ImGui::GetTextLineHeight();
    const int perRow = 16, rows = (count + perRow - 1) / perRow;
    char title[120], note[] = "one after the other, each in parallel";
    std::snprintf(title, sizeof title, "%s: %d", info->label, count);
    const float tall = cell * static_cast<float>(rows) + 6.0f + line;
    const ImVec2 at = drawFrame(list, corner, ImGui::CalcTextSize(note).x, tall, title);
    for (int i = 0; i < count; i++) {
        const ImVec2 a = {at.x + cell * static_cast<float>(i % perRow),
                          at.y + cell * static_cast<float>(i / perRow)};
        list->AddRectFilled(a, {a.x + cell - 2.0f, a.y + cell - 2.0f}, batchColour(i), 2.0f);
    }
    list->AddText({at.x, at.y + tall - line}, dimText, note);
}

void gelDrawLegend(int mode, int batchCount, int left, int bottom)
{
    const gelDisplayModeInfo* info = &gelDisplayModes[mode];
    const bool batches = mode == gel_displayTetColours || mode == gel_displayEdgeColours;
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    const ImVec2 corner = {static_cast<float>(left) + margin, static_cast<float>(bottom)};
    if (info->unit != nullptr)
        drawBar(list, info, corner, 0.45f * (static_cast<float>(bottom) + margin));
    else if (batches && batchCount > 0)
        drawBatches(list, info, std::min(batchCount, 128), corner);
}
