#include "panel/marks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <imgui.h>

static const ImU32 boxColour = IM_COL32(18, 20, 26, 205), dimColour = IM_COL32(170, 176, 190, 255);

int gelMarks_DrawArrow(const gelSeenArrow* arrow, int left, int bottom)
{
    const float radius = 34.0f, textWide = ImGui::CalcTextSize(arrow->text).x;
    const float wide = std::max(2.0f * radius, textWide) + 24.0f, tall = gelArrowHeight;
    const float x = static_cast<float>(left), y = static_cast<float>(bottom) - tall;
    const ImVec2 middle(x + 0.5f * wide, y + radius + 10.0f);
    const ImU32 colour = arrow->isBright ? IM_COL32(255, 196, 64, 255) : IM_COL32_WHITE;
    ImDrawList* list = ImGui::GetForegroundDrawList();
    list->AddRectFilled(ImVec2(x, y), ImVec2(x + wide, y + tall), boxColour, 6.0f);
    list->AddCircle(middle, radius, IM_COL32(90, 96, 110, 255), 0, 1.5f);
    const float length = std::hypot(arrow->right, arrow->up), reach = radius - 3.0f;
    const ImVec2 tip(middle.x + reach * arrow->right, middle.y - reach * arrow->up);
    if (length > 0.15f) { // otherwise it points at the eye or away: a dot or a ring
        const ImVec2 along(arrow->right / length, -arrow->up / length);
        const ImVec2 base(tip.x - 10.0f * along.x, tip.y - 10.0f * along.y);
        list->AddLine(middle, base, colour, 3.0f);
        list->AddTriangleFilled(tip, ImVec2(base.x - 6.0f * along.y, base.y + 6.0f * along.x),
                                ImVec2(base.x + 6.0f * along.y, base.y - 6.0f * along.x), colour);
    } else if (arrow->near > 0.0f)
        list->AddCircleFilled(middle, 6.0f, colour);
    else
        list->AddCircle(middle, 6.0f, colour, 0, 3.0f);
    list->AddText(ImVec2(x + 0.5f * (wide - textWide), y + tall - 20.0f),
                  arrow->isBright ? colour : dimColour, arrow->text);
    return left + static_cast<int>(wide) + 8;
}

int gelMarks_DrawFilm(const char* name, long long pictures, int left, int bottom)
{
    char text[400];
    std::snprintf(text, sizeof text, "%s: %lld picture%s", name, pictures, pictures == 1 ? "" : "s");
    const float wide = ImGui::CalcTextSize(text).x + 44.0f;
    const float x = static_cast<float>(left), y = static_cast<float>(bottom) - 26.0f;
    ImDrawList* list = ImGui::GetForegroundDrawList();
    list->AddRectFilled(ImVec2(x, y), ImVec2(x + wide, y + 26.0f), boxColour, 6.0f);
    list->AddCircleFilled(ImVec2(x + 16.0f, y + 13.0f), 6.0f, IM_COL32(235, 60, 50, 255));
    list->AddText(ImVec2(x + 30.0f, y + 6.0f), IM_COL32_WHITE, text);
    return bottom - 34;
}

void gelMarks_DrawLine(float fromX, float fromY, float toX, float toY)
{
    ImDrawList* list = ImGui::GetForegroundDrawList();
    list->AddLine(ImVec2(fromX, fromY), ImVec2(toX, toY), IM_COL32(20, 22, 28, 200), 7.0f);
    list->AddLine(ImVec2(fromX, fromY), ImVec2(toX, toY), IM_COL32(255, 196, 64, 255), 4.0f);
}

void gelMarks_DrawCircle(float x, float y, float radius, bool isBright)
{
    ImDrawList* list = ImGui::GetForegroundDrawList();
    const float shown = std::max(radius, 2.0f);
    list->AddCircle(ImVec2(x, y), shown, IM_COL32(20, 22, 28, isBright ? 200 : 90), 0, 3.5f);
    list->AddCircle(ImVec2(x, y), shown, IM_COL32(255, 196, 64, isBright ? 255 : 110), 0, 2.0f);
}
