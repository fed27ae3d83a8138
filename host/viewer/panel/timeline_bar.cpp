#include "panel/timeline_bar.h"

#include "panel/ui_probe.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <imgui.h>

static const ImU32 trackColour = IM_COL32(60, 64, 76, 255), playedColour = IM_COL32(74, 126, 196, 255),
                   keyColour = IM_COL32(170, 176, 190, 110);

static void button(const char* label, const char* help, gelMove move, gelTimelineBar* bar)
{
    if (ImGui::SmallButton(label))
        bar->move = move;
    gelRecordUiPlace(label);
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip("%s", help);
    ImGui::SameLine();
}

static long long number(int64_t frame)
{
    return static_cast<long long>(frame);
}

// Describes the state of the time line in a line of text.
static void describe(const gelTimelineBar* bar, char* text, size_t size)
{
    const gelTimeline* timeline = bar->timeline;
    const double mebibytes = 1.0 / 1048576.0;
    if (bar->wanted != bar->frame)
        std::snprintf(text, size, "going to frame %lld", number(bar->wanted));
    else if (bar->frame < timeline->last)
        std::snprintf(text, size, "Space continues and discards the later frames");
    else if (timeline->limit == 0)
        std::snprintf(text, size, "cannot go back: --history is 0");
    else if (timeline->count == 0 && bar->frame > 0)
        std::snprintf(text, size, "cannot go back yet");
    else
        std::snprintf(text, size, "back to frame %lld, %.0f of %.0f MiB", number(bar->first),
                      std::ceil(static_cast<double>(timeline->size) * mebibytes),
                      static_cast<double>(timeline->limit) * mebibytes);
}

static void drawTrack(const gelTimelineBar* bar, ImVec2 corner, float wide, float tall)
{
    const gelTimeline* timeline = bar->timeline;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const double span = static_cast<double>(std::max<int64_t>(timeline->last - bar->first, 1));
    auto placeOf = [&](int64_t frame) {
        return corner.x + wide * static_cast<float>(static_cast<double>(frame - bar->first) / span);
    };
    const float knob = placeOf(bar->wanted), top = corner.y + 4.0f, bottom = corner.y + tall - 4.0f;
    list->AddRectFilled(ImVec2(corner.x, top), ImVec2(corner.x + wide, bottom), trackColour, 3.0f);
    list->AddRectFilled(ImVec2(corner.x, top), ImVec2(placeOf(bar->frame), bottom), playedColour, 3.0f);
    float last = -1.0f;
    for (int i = 0; i < timeline->count; i++) { // no more of them than can be told apart
        float x = placeOf(timeline->keys[i].frame);
        if (x < last + 3.0f)
            continue;
        list->AddLine(ImVec2(x, bottom - 3.0f), ImVec2(x, bottom), keyColour);
        last = x;
    }
    list->AddRectFilled(ImVec2(knob - 3.0f, corner.y), ImVec2(knob + 3.0f, corner.y + tall), IM_COL32_WHITE,
                        2.0f);
}

static void drag(gelTimelineBar* bar, ImVec2 corner, float wide)
{
    const gelTimeline* timeline = bar->timeline;
    if (!ImGui::IsItemActive() || timeline->last <= bar->first)
        return;
    double share = static_cast<double>((ImGui::GetIO().MousePos.x - corner.x) / wide);
    share = std::min(std::max(share, 0.0), 1.0);
    int64_t frame = bar->first + std::llround(share * static_cast<double>(timeline->last - bar->first));
    bar->chosen = frame != bar->wanted ? frame : -1;
}

static void drawLine(gelTimelineBar* bar, float wide)
{
    char hint[160];
    const int64_t last = std::max(bar->timeline->last, bar->frame);
    button("|<", "go to the first frame that is kept; Home", gel_moveToFirst, bar);
    button("<", "go one frame back; Left. A second: Page Up", gel_moveBack, bar);
    button(">", "go one frame forward; Right. A second: Page Down", gel_moveForth, bar);
    button(">|", "go to the last frame; End", gel_moveToLast, bar);
    ImGui::Text("frame %lld of %lld, %.2f of %.2f s", number(bar->frame), number(last), bar->time,
                bar->time + static_cast<double>(last - bar->frame) * bar->timeStep);
    describe(bar, hint, sizeof hint);
    const float left = ImGui::GetItemRectMax().x + 16.0f, end = ImGui::GetWindowPos().x + wide - 12.0f;
    if (left + ImGui::CalcTextSize(hint).x > end && bar->frame < last)
        std::snprintf(hint, sizeof hint, "Space discards the later frames");
    const float size = ImGui::CalcTextSize(hint).x;
    if (left + size <= end) {
        ImGui::SameLine();
        ImGui::SetCursorScreenPos(ImVec2(end - size, ImGui::GetCursorScreenPos().y));
        ImGui::TextDisabled("%s", hint);
    }
}

void gelTimelineBar_Draw(gelTimelineBar* bar, int left, int width, int height)
{
    const float margin = 12.0f, wide = static_cast<float>(width - left) - 2.0f * margin;
    const float tall = static_cast<float>(gelTimelineHeight) - margin;
    if (wide < 120.0f || height < 2 * gelTimelineHeight)
        return;
    ImGui::SetNextWindowPos(
        ImVec2(static_cast<float>(left) + margin, static_cast<float>(height) - margin - tall));
    ImGui::SetNextWindowSize(ImVec2(wide, tall));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(10.0f, 6.0f));
    if (ImGui::Begin("time line", nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav)) {
        drawLine(bar, wide);
        const ImVec2 corner(ImGui::GetWindowPos().x + 10.0f, ImGui::GetWindowPos().y + tall - 24.0f);
        const ImVec2 size(wide - 20.0f, 18.0f);
        ImGui::SetCursorScreenPos(corner);
        ImGui::InvisibleButton("track", size);
        gelRecordUiPlace("time line");
        drag(bar, corner, size.x);
        drawTrack(bar, corner, size.x, size.y);
    }
    ImGui::End();
    ImGui::PopStyleVar();
}
