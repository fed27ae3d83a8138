#include "panel/start_page.h"

#include "panel/text.h"

#include <algorithm>
#include <cstdint>

static const ImU32 titleColour = IM_COL32(240, 242, 248, 255), dimText = IM_COL32(160, 168, 184, 255),
                   accent = IM_COL32(86, 156, 255, 255), card = IM_COL32(34, 38, 48, 255),
                   selectedCard = IM_COL32(44, 60, 92, 255);
static const float margin = 28.0f, gap = 14.0f, padding = 6.0f, pictureWide = 80.0f, pictureTall = 45.0f,
                   leastText = 110.0f; // points

static int rowsOf(const gelStartPage* page, int column)
{
    return column == gel_startLessons ? page->lessonCount : (page->sceneCount + 1 - column) / 2;
}

const gelStartEntry* gelStartPage_Entry(const gelStartPage* page, int column, int row)
{
    if (column < 0 || column >= gel_startColumns || row < 0 || row >= rowsOf(page, column))
        return nullptr;
    return column == gel_startLessons ? &page->lessons[row] : &page->scenes[2 * row + column];
}

void gelStartPage_Move(gelStartPage* page, int columns, int rows)
{
    const int column = std::clamp(page->column + columns, 0, gel_startColumns - 1);
    if (rowsOf(page, column) > 0)
        page->column = column;
    page->row = std::clamp(page->row + rows, 0, std::max(rowsOf(page, page->column) - 1, 0));
    page->moved = true;
}

// Returns as much of a text as fits, cut between words.
static std::string cut(const char* text, float wide)
{
    std::string shown = text;
    while (!shown.empty() && ImGui::CalcTextSize((shown + (shown == text ? "" : "…")).c_str()).x > wide) {
        const size_t space = shown.find_last_of(' ');
        shown.resize(space == std::string::npos ? 0 : space);
    }
    if (shown == text)
        return shown;
    shown.resize(shown.find_last_not_of(" .,:;") + 1);
    return shown + "…";
}

// Draws the picture of a card that has room for it; returns the width that it takes.
static float drawPicture(const gelStartEntry* entry, ImVec2 at, ImVec2 size)
{
    if (entry->thumbnail == 0 || size.x < pictureWide + leastText)
        return 0.0f;
    const float left = at.x + 4.0f, top = at.y + 0.5f * (size.y - pictureTall);
    const auto texture = reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(entry->thumbnail));
    ImGui::GetWindowDrawList()->AddImageRounded(texture, {left, top}, {left + pictureWide, top + pictureTall},
                                                {0.0f, 0.0f}, {1.0f, 1.0f}, IM_COL32_WHITE, 4.0f);
    return pictureWide + 4.0f;
}

// True once it is clicked.
static bool drawCard(gelStartPage* page, int column, int row, float wide)
{
    const gelStartEntry* entry = gelStartPage_Entry(page, column, row);
    const float line = ImGui::GetTextLineHeight();
    ImGui::PushID(column * 10000 + row);
    const ImVec2 at = ImGui::GetCursorScreenPos(),
                 size = {wide, std::max(2.0f * line + 2.0f * padding, pictureTall + 4.0f)};
    const bool clicked = ImGui::InvisibleButton("card", size);
    if (ImGui::IsItemHovered() &&
        (ImGui::GetIO().MouseDelta.x != 0.0f || ImGui::GetIO().MouseDelta.y != 0.0f)) {
        page->column = column;
        page->row = row;
    }
    const bool selected = page->column == column && page->row == row;
    if (selected && page->moved)
        ImGui::SetScrollHereY();
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, {at.x + size.x, at.y + size.y}, selected ? selectedCard : card, 5.0f);
    if (selected)
        list->AddRectFilled(at, {at.x + 3.0f, at.y + size.y}, accent, 2.0f);
    const float picture = drawPicture(entry, at, size);
    const float left = at.x + picture + padding + 4.0f, room = wide - picture - 2.0f * padding - 4.0f,
                top = at.y + 0.5f * size.y - line;
    list->AddText({left, top}, titleColour, cut(entry->title, room).c_str());
    list->AddText({left, top + line}, dimText, cut(entry->text, room).c_str());
    ImGui::PopID();
    return clicked;
}

static void drawColumns(gelStartPage* page, const char* title, int first, int count, float wide, float tall)
{
    const float each = (wide - gap * static_cast<float>(count)) / static_cast<float>(count);
    int rows = 0;
    for (int column = first; column < first + count; column++)
        rows = std::max(rows, rowsOf(page, column));
    ImGui::BeginGroup();
    ImGui::TextColored(ImVec4(0.63f, 0.66f, 0.72f, 1.0f), "%s", title);
    ImGui::BeginChild(title, ImVec2(wide, tall - ImGui::GetTextLineHeightWithSpacing()));
    for (int row = 0; row < rows; row++)
        for (int column = first; column < first + count; column++) {
            if (gelStartPage_Entry(page, column, row) == nullptr)
                continue;
            if (column > first)
                ImGui::SameLine(static_cast<float>(column - first) * (each + gap));
            if (drawCard(page, column, row, each))
                page->wanted = gelStartPage_Entry(page, column, row);
        }
    ImGui::EndChild();
    ImGui::EndGroup();
}

static void drawHeading(bool canClose)
{
    ImGui::PushFont(gelText_Heading());
    ImGui::TextUnformatted("Gel");
    ImGui::PopFont();
    ImGui::SameLine(0.0f, 16.0f);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 8.0f);
    ImGui::TextColored(
        ImVec4(0.63f, 0.66f, 0.72f, 1.0f),
        "Soft bodies with the same bits on every device. Choose a scene or a lesson, or drop a mesh or a "
        "scene onto the window.");
    const char* keys = canClose ? "↑ ↓ ← →  choose      Enter  open      Esc  back"
                                : "↑ ↓ ← →  choose      Enter  open      Esc  quit";
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::GetWindowDrawList()->AddText(
        {size.x - margin - ImGui::CalcTextSize(keys).x, size.y - margin + 2.0f - ImGui::GetTextLineHeight()},
        dimText, keys);
}

void gelDrawStartPage(gelStartPage* page, bool canClose)
{
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float wide = size.x - 2.0f * margin, foot = 3.0f * ImGui::GetTextLineHeight();
    ImGui::SetNextWindowPos({0.0f, 0.0f});
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4(0.07f, 0.08f, 0.10f, 1.0f));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarSize, 8.0f);
    ImGui::PushStyleColor(ImGuiCol_ScrollbarBg, ImVec4(0.0f, 0.0f, 0.0f, 0.0f));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(margin, 20.0f));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap, 5.0f));
    ImGui::Begin("start", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    drawHeading(canClose);
    ImGui::Dummy({0.0f, 4.0f});
    const float tall = size.y - ImGui::GetCursorPosY() - foot - 30.0f, part = (wide - gap) / gel_startColumns;
    drawColumns(page, "SCENES", 0, 2, 2.0f * part, tall);
    ImGui::SameLine();
    drawColumns(page, "LESSONS", gel_startLessons, 1, part, tall);
    const gelStartEntry* entry = gelStartPage_Entry(page, page->column, page->row);
    if (entry != nullptr) {
        ImGui::PushTextWrapPos(size.x - margin - 400.0f);
        ImGui::TextUnformatted(entry->text);
        ImGui::PopTextWrapPos();
    }
    ImGui::End();
    ImGui::PopStyleVar(5);
    ImGui::PopStyleColor(2);
    page->moved = false;
}
