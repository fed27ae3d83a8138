#include "panel/overlay.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <imgui.h>
#include <string>

static const ImU32 secondColour = IM_COL32(214, 130, 255, 255); // as in shaders/surface.frag
static const ImU32 boxColour = IM_COL32(18, 20, 26, 225), dimText = IM_COL32(170, 176, 190, 255);

// Returns what the constraints of one colour do together, by kind, and what their elements are
// called.
static const char* noteOf(gelConstraintKind kind)
{
    switch (kind) {
        case gel_distanceConstraint:
            return "edges of one colour in parallel, towards their rest length";
        case gel_volumeConstraint:
            return "tets of one colour in parallel, towards their rest volume";
        case gel_bendingConstraint:
            return "folds of one colour in parallel, towards their rest angle";
        case gel_neoHookeanConstraint:
            return "neo-Hookean tets of one colour in parallel, towards their rest shape and volume";
        case gel_rodConstraint:
            return "bends of one colour in parallel, towards their rest angle";
        case gel_tensionConstraint:
            return "edges of one colour in parallel, back to their maximum length";
        case gel_isometricConstraint:
            return "folds of one colour in parallel, towards their rest angle by their weights";
        default:
            return gelStageNote(gel_stageConstraints);
    }
}

static const char* nameOf(gelConstraintKind kind)
{
    switch (kind) {
        case gel_distanceConstraint:
            return "edges";
        case gel_volumeConstraint:
            return "tets";
        case gel_neoHookeanConstraint:
            return "neo-Hookean";
        default:
            return gelConstraintKindText(kind);
    }
}

static const char* const jacobiNote =
    "all at once: each computes corrections of its vertices, which do not move yet";
static const char* const forceNote = "all at once: the forces of each on its vertices";
static const char* const evaluationNote =
    "all vertices at once: to the next evaluation of the method, or to the end of its step";
// The hue that the shaders give to a colour of constraints.
static ImU32 hueOf(int colour, bool bright)
{
    float hue = std::fmod(static_cast<float>(colour) * 0.61803399f + 0.02f, 1.0f);
    return ImColor::HSV(hue, bright ? 0.85f : 0.6f, bright ? 1.0f : 0.42f);
}

// The launches of a substep, in order: a group is one stage or, of the constraints, a kind in a phase.
struct Strip {
    ImDrawList* list;
    float x, y, cell, tall, gap;

    // Colours are counted from `first`, as in the picture, so that the hues are the same.
    void group(const char* name, gelStage stage, int kind, int phase, int first, int count,
               const gelShownStage* shown)
    {
        bool colours = stage == gel_stageConstraints;
        bool now = stage == shown->stage.stage && kind == static_cast<int>(shown->stage.kind) &&
                   phase == shown->stage.phase;
        float left = x;
        for (int i = 0; i < count; i++, x += cell) {
            bool lit = now && first + i == shown->stage.colour;
            float grow = lit ? 4.0f : 0.0f;
            ImU32 fill = colours ? hueOf(first + i, lit)
                         : lit   ? IM_COL32(255, 255, 255, 255)
                                 : IM_COL32(100, 106, 120, 255);
            list->AddRectFilled(ImVec2(x, y - grow),
                                ImVec2(x + std::fmax(cell - 1.0f, 1.0f), y + tall + grow), fill);
            if (lit)
                list->AddRect(ImVec2(x - 1.0f, y - grow), ImVec2(x + std::fmax(cell, 3.0f), y + tall + grow),
                              IM_COL32_WHITE, 0.0f, 0, 1.5f);
        }
        if (ImGui::CalcTextSize(name).x <= x - left) // a single cell is labelled above
            list->AddText(ImVec2(left, y + tall + 5.0f), now ? IM_COL32_WHITE : dimText, name);
        x += gap;
    }

    // Colours of attachments are one cell, too.
    void single(gelStage stage, const gelShownStage* shown)
    {
        gelShownStage now = *shown;
        now.stage.colour = 0;
        group(gelStageText(stage, gel_distanceConstraint), stage, 0, 0, 0, 1, &now);
    }
};

// A stage that is one cell: all but those of the constraints. With an integrator the last of these is gel_stageIntegrate.
static bool isSingle(const gelShownStage* shown, gelStage stage)
{
    bool ofConstraints = stage == gel_stageConstraints || stage == gel_stageGather;
    return !ofConstraints && (shown->takesPart[stage] || shown->stage.stage == stage) &&
           !(shown->integrates && stage == gel_stageIntegrate);
}

static int countSingles(const gelShownStage* shown)
{
    int count = shown->integrates ? 1 : 0;
    for (int stage = 0; stage < gel_stageCount; stage++)
        count += isSingle(shown, static_cast<gelStage>(stage));
    return count;
}

static void drawConstraints(const gelShownStage* shown, Strip* strip)
{
    int firsts[gel_constraintKindCount] = {};
    for (int phase = 0; phase < shown->phaseCount; phase++) {
        strip->x += phase > 0 ? 2.0f * strip->gap : 0.0f;
        for (int kind = 0; kind < gel_constraintKindCount; kind++) {
            int count = shown->phases[phase].counts[kind];
            strip->group(nameOf(static_cast<gelConstraintKind>(kind)), gel_stageConstraints, kind, phase,
                         firsts[kind], count, shown);
            firsts[kind] += count;
            if (shown->gathers)
                strip->group("gather", gel_stageGather, kind, phase, 0, count, shown);
        }
    }
    if (shown->integrates)
        strip->single(gel_stageIntegrate, shown);
}

static void drawStrip(const gelShownStage* shown, ImDrawList* list, float x, float y, float wide)
{
    int singles = countSingles(shown), cells = singles,
        groups = singles + (shown->gathers ? 2 : 1) * shown->phaseCount * gel_constraintKindCount;
    for (int phase = 0; phase < shown->phaseCount; phase++)
        for (int kind = 0; kind < gel_constraintKindCount; kind++)
            cells += (shown->gathers ? 2 : 1) * shown->phases[phase].counts[kind];
    // Between phases the gap is three times as wide. Many phases may not take the space of the cells.
    float gaps = static_cast<float>(groups + 2 * (shown->phaseCount - 1)),
          gap = std::fmin(4.0f, 0.4f * wide / gaps);
    Strip strip = {list, x, y, (wide - gap * gaps) / static_cast<float>(cells), 12.0f, gap};
    for (int i = 0; i < gel_stageCount; i++) {
        const gelStage stage = static_cast<gelStage>(i);
        if (stage == gel_stageConstraints)
            drawConstraints(shown, &strip);
        else if (isSingle(shown, stage))
            strip.single(stage, shown);
    }
}

// ", colour 4 of 19", counted in its phase, which is named only if there are others.
static std::string placeOf(const gelShownStage* shown)
{
    const gelStageInfo* stage = &shown->stage;
    if (shown->integrates && stage->evaluation > 0)
        return ", evaluation " + std::to_string(stage->evaluation + 1);
    if (stage->stage != gel_stageConstraints || stage->phase >= shown->phaseCount)
        return "";
    std::string text;
    int colour = stage->colour;
    for (int phase = 0; phase < stage->phase; phase++)
        colour -= shown->phases[phase].counts[stage->kind];
    if (shown->phaseCount > 1)
        text = ", phase " + std::to_string(stage->phase + 1) + " of " + std::to_string(shown->phaseCount);
    return text + ", colour " + std::to_string(colour + 1) + " of " +
           std::to_string(shown->phases[stage->phase].counts[stage->kind]);
}

void gelOverlay_DrawStage(const gelShownStage* shown, int left, int width, int height)
{
    const gelStageInfo* stage = &shown->stage;
    bool isConstraint = stage->stage == gel_stageConstraints;
    bool isEvaluation = shown->integrates && stage->stage == gel_stageIntegrate;
    const char* note = isEvaluation        ? evaluationNote
                       : !isConstraint     ? gelStageNote(stage->stage)
                       : shown->integrates ? forceNote
                       : shown->gathers    ? jacobiNote
                                           : noteOf(stage->kind);
    char text[160];
    std::snprintf(text, sizeof text, "frame %lld, substep %d of %d: %s%s",
                  static_cast<long long>(shown->frame), stage->substep + 1, shown->substepCount,
                  gelStageText(stage->stage, stage->kind), placeOf(shown).c_str());
    const float room = static_cast<float>(width - left), wide = std::min(680.0f, room - 40.0f), tall = 98.0f;
    const float x = static_cast<float>(left) + (room - wide) * 0.5f,
                y = static_cast<float>(height) - tall - 14.0f;
    ImDrawList* list = ImGui::GetForegroundDrawList();
    list->AddRectFilled(ImVec2(x - 12.0f, y), ImVec2(x + wide + 12.0f, y + tall), boxColour, 6.0f);
    list->AddText(ImVec2(x, y + 8.0f), IM_COL32_WHITE, text);
    list->AddText(ImVec2(x, y + 25.0f), dimText, note);
    drawStrip(shown, list, x, y + 54.0f, wide);
}

// Two lines at the right edge.
static void drawLines(const char* first, const char* second, float y, int width)
{
    float wide = std::max(ImGui::CalcTextSize(first).x, ImGui::CalcTextSize(second).x);
    wide = std::max(wide, std::min(320.0f, static_cast<float>(width) - 40.0f));
    const float x = static_cast<float>(width) - wide - 30.0f;
    ImDrawList* list = ImGui::GetForegroundDrawList();
    list->AddRectFilled(ImVec2(x - 16.0f, y), ImVec2(x + wide + 16.0f, y + 46.0f), boxColour, 6.0f);
    list->AddText(ImVec2(x, y + 7.0f), dimText, first);
    list->AddText(ImVec2(x, y + 24.0f), IM_COL32_WHITE, second);
}

static const float firstLine = 12.0f;

void gelOverlay_DrawDifference(const gelDifference* difference, const char* against, int width)
{
    char lines[2][200];
    std::snprintf(lines[0], sizeof lines[0], "from %s", against);
    if (difference->equal)
        std::snprintf(lines[1], sizeof lines[1], "all bits are equal");
    else
        std::snprintf(lines[1], sizeof lines[1], "largest %.3g m, root mean square %.3g m",
                      difference->largest, difference->rootMeanSquare);
    drawLines(lines[0], lines[1], firstLine, width);
}

void gelOverlay_DrawSetup(const char* setup, double milliseconds, bool isSecond, int left, int line,
                          int width)
{
    char time[48];
    std::snprintf(time, sizeof time, "%.2f ms a frame", milliseconds);
    const float room = std::max(static_cast<float>(width) - 44.0f, 40.0f);
    std::string text = std::string(setup) + ": " + time;
    if (ImGui::CalcTextSize(text.c_str()).x > room)
        text = std::string(setup) + "\n" + time;
    const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, room);
    const float x = static_cast<float>(left) + 12.0f, y = 12.0f + 30.0f * static_cast<float>(line);
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    list->AddRectFilled({x, y}, {x + size.x + 20.0f, y + size.y + 10.0f}, boxColour, 6.0f);
    list->AddText(nullptr, 0.0f, {x + 10.0f, y + 5.0f}, isSecond ? secondColour : IM_COL32_WHITE,
                  text.c_str(), nullptr, room);
}

void gelOverlay_DrawContacts(int count, float newtons, float length, bool isBelow, int width)
{
    char lines[2][200];
    const float y = isBelow ? firstLine + 52.0f : firstLine;
    std::snprintf(lines[0], sizeof lines[0], "%d contact%s in the last frame", count, count == 1 ? "" : "s");
    if (count > 0)
        std::snprintf(lines[1], sizeof lines[1], "an arrow of %.2g m is %.3g N", static_cast<double>(length),
                      static_cast<double>(newtons));
    else
        std::snprintf(lines[1], sizeof lines[1], "nothing touches");
    drawLines(lines[0], lines[1], y, width);
}

void gelOverlay_DrawHint(const char* text, float seconds, int left, int right)
{
    const ImVec2 size = ImGui::CalcTextSize(text);
    const float room = static_cast<float>(right - left), alpha = std::clamp(seconds, 0.0f, 1.0f);
    if (size.x + 48.0f > room)
        return;
    const float x = static_cast<float>(left) + 0.5f * (room - size.x);
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    list->AddRectFilled({x - 14.0f, 12.0f}, {x + size.x + 14.0f, 24.0f + size.y},
                        ImGui::ColorConvertFloat4ToU32({0.07f, 0.08f, 0.1f, 0.75f * alpha}), 6.0f);
    list->AddText({x, 18.0f}, ImGui::ColorConvertFloat4ToU32({0.88f, 0.9f, 0.95f, alpha}), text);
}

// Makes errors stand out from the rest of a driver's messages.
static void drawMessage(const char* text)
{
    while (*text != '\0') {
        const char* end = text;
        while (*end != '\0' && *end != '\n')
            end++;
        std::string line(text, end);
        bool wrong = line.find("error") != std::string::npos;
        ImGui::PushStyleColor(ImGuiCol_Text,
                              wrong ? ImVec4(1.0f, 0.6f, 0.5f, 1.0f) : ImVec4(0.82f, 0.84f, 0.9f, 1.0f));
        ImGui::TextWrapped("%s", line.c_str());
        ImGui::PopStyleColor();
        text = *end == '\n' ? end + 1 : end;
    }
}

bool gelOverlay_DrawMessage(const char* text, bool bad, int left, int top, int width, int height)
{
    bool open = true;
    const float w = static_cast<float>(width - left), h = static_cast<float>(height);
    ImGui::SetNextWindowPos(ImVec2(static_cast<float>(left) + w * 0.5f, static_cast<float>(top)),
                            ImGuiCond_Always, ImVec2(0.5f, 0.0f));
    ImGui::SetNextWindowSizeConstraints(ImVec2(std::min(560.0f, w - 24.0f), 0.0f),
                                        ImVec2(w - 24.0f, h * 0.6f));
    ImGui::PushStyleColor(ImGuiCol_TitleBgActive,
                          bad ? ImVec4(0.55f, 0.12f, 0.1f, 1.0f) : ImVec4(0.1f, 0.35f, 0.18f, 1.0f));
    ImGui::PushStyleColor(ImGuiCol_TitleBg,
                          bad ? ImVec4(0.55f, 0.12f, 0.1f, 1.0f) : ImVec4(0.1f, 0.35f, 0.18f, 1.0f));
    ImGui::Begin(bad ? "Attention###message" : "Done###message", &open,
                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoMove);
    drawMessage(text);
    ImGui::End();
    ImGui::PopStyleColor(2);
    return open;
}
