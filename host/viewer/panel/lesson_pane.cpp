#include "panel/lesson_pane.h"

#include "panel/text.h"

#include <cmath>

static const ImVec4 dim = {0.63f, 0.66f, 0.72f, 1.0f}, blue = {0.55f, 0.76f, 1.0f, 1.0f},
                    green = {0.47f, 0.86f, 0.51f, 1.0f}, red = {1.0f, 0.47f, 0.42f, 1.0f};
static const float margin = 12.0f, wide = gel_lessonPaneWidth - margin;

static void wrapped(const char* text)
{
    ImGui::TextWrapped("%s", gelText_Pretty(text).c_str());
}

static void colouredText(const ImVec4& colour, const char* text)
{
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    wrapped(text);
    ImGui::PopStyleColor();
}

static void section(const char* name)
{
    ImGui::Dummy({0.0f, 3.0f});
    ImGui::TextColored(dim, "%s", name);
}

// A line that is chosen by a click, and may need several lines itself.
static void drawChoice(gelLessonPane* pane, int index)
{
    const gelLesson* lesson = &pane->lesson;
    const std::string text = gelText_Pretty(lesson->choices[index]);
    const float indent = 26.0f, room = ImGui::GetContentRegionAvail().x - indent;
    const ImVec2 at = ImGui::GetCursorScreenPos(),
                 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, room);
    ImGui::PushID(index);
    if (ImGui::Selectable("##choice", pane->choice == index, 0, {0.0f, size.y + 4.0f}))
        pane->choice = index;
    ImGui::PopID();
    const char digit[] = {static_cast<char>('1' + index), '\0'};
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddText({at.x + 6.0f, at.y + 2.0f}, ImGui::ColorConvertFloat4ToU32(blue), digit);
    list->AddText(ImGui::GetFont(), ImGui::GetFontSize(), {at.x + indent, at.y + 2.0f},
                  ImGui::GetColorU32(ImGuiCol_Text), text.c_str(), nullptr, room);
}

static void drawNumber(gelLessonPane* pane)
{
    ImGui::SetNextItemWidth(140.0f);
    if (pane->startTyping)
        ImGui::SetKeyboardFocusHere();
    pane->startTyping = false;
    pane->goOn |=
        ImGui::InputText("##number", pane->typed, sizeof pane->typed, ImGuiInputTextFlags_EnterReturnsTrue);
    pane->isTyping = ImGui::IsItemActive();
    if (pane->stopTyping)
        ImGui::SetWindowFocus(nullptr);
    pane->stopTyping = false;
    ImGui::SameLine();
    ImGui::TextUnformatted(pane->lesson.unit);
    if (pane->problem[0] != '\0')
        colouredText(red, pane->problem);
}

static void drawAsking(gelLessonPane* pane)
{
    section(pane->lesson.choiceCount > 0 ? "YOUR PREDICTION (1, 2, ... or click)"
                                         : "YOUR PREDICTION (Enter to type)");
    for (int i = 0; i < pane->lesson.choiceCount; i++)
        drawChoice(pane, i);
    if (pane->lesson.choiceCount == 0)
        drawNumber(pane);
    ImGui::Dummy({0.0f, 2.0f});
    pane->goOn |= ImGui::Button("Predict and run (Enter)");
    ImGui::SameLine();
    pane->skip |= ImGui::Button("Run without");
}

static void drawRunning(gelLessonPane* pane)
{
    if (pane->end <= 0.0)
        return;
    ImGui::Dummy({0.0f, 2.0f});
    const float share = static_cast<float>(std::fmin(pane->time / pane->end, 1.0));
    char text[80];
    std::snprintf(text, sizeof text, "measured at %.3g s: now %.2f s", pane->end, pane->time);
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, ImVec4(0.26f, 0.52f, 0.9f, 1.0f));
    ImGui::ProgressBar(share, {-1.0f, 0.0f}, text);
    ImGui::PopStyleColor();
}

static void drawAnswer(const gelLessonPane* pane)
{
    section("ANSWER");
    for (int i = 0; i < pane->verdictCount; i++)
        colouredText(!pane->verdicts[i].isReached ? dim
                     : pane->verdicts[i].isMet    ? green
                                                  : red,
                     pane->verdicts[i].text);
    wrapped(pane->lesson.answer);
    if (pane->lesson.source[0] != '\0')
        colouredText(dim, pane->lesson.source);
}

static void drawSteps(const gelLesson* lesson)
{
    if (lesson->stepCount > 0)
        section("TRY");
    for (int i = 0; i < lesson->stepCount; i++) {
        ImGui::TextColored(blue, "%d", i + 1);
        ImGui::SameLine(26.0f);
        wrapped(lesson->steps[i]);
    }
}

static void drawButtons(gelLessonPane* pane)
{
    ImGui::Dummy({0.0f, 3.0f});
    ImGui::Separator();
    if (pane->stage == gel_lessonRuns) {
        pane->goOn |= ImGui::Button("Answer (Enter)");
        ImGui::SameLine();
    } else if (pane->stage == gel_lessonAnswers && pane->index + 1 < pane->count) {
        pane->next |= ImGui::Button("Next lesson (N)");
        ImGui::SameLine();
    }
    if (pane->stage != gel_lessonAsks) {
        pane->again |= ImGui::Button("Again");
        ImGui::SameLine();
    }
    pane->showList |= ImGui::Button("Lessons (L)");
    ImGui::SameLine();
    pane->togglePanel |= ImGui::Button(pane->panelIsShown ? "Hide panel" : "Panel (Tab)");
}

void gelDrawLessonPane(gelLessonPane* pane, int top, int bottom, int width)
{
    pane->width = 0;
    pane->isTyping = false;
    if (!pane->isShown)
        return;
    const float upper = static_cast<float>(top) + margin,
                tallest = static_cast<float>(bottom - top) - 2.0f * margin;
    ImGui::SetNextWindowPos({static_cast<float>(width) - wide - margin, upper});
    ImGui::SetNextWindowSizeConstraints({wide, 0.0f}, {wide, std::fmax(tallest, 60.0f)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(14.0f, 12.0f));
    ImGui::Begin("lesson", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    if (pane->index >= 0)
        ImGui::TextColored(dim, "LESSON %d OF %d", pane->index + 1, pane->count);
    ImGui::PushFont(gelText_Heading());
    wrapped(pane->lesson.title);
    ImGui::PopFont();
    wrapped(pane->lesson.question);
    if (pane->stage == gel_lessonAsks)
        drawAsking(pane);
    else if (pane->predicted[0] != '\0') {
        section("YOUR PREDICTION");
        colouredText(blue, pane->predicted);
    }
    if (pane->stage == gel_lessonRuns)
        drawRunning(pane);
    if (pane->stage == gel_lessonAnswers)
        drawAnswer(pane);
    if (pane->stage != gel_lessonAsks)
        drawSteps(&pane->lesson);
    drawButtons(pane);
    ImGui::End();
    ImGui::PopStyleVar();
    pane->width = gel_lessonPaneWidth;
}
