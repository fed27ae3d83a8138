#include "panel/probe_plots.h"

#include "panel/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <imgui.h>
#include <map>
#include <sstream>
#include <string>
#include <vector>

static const ImU32 boxColour = IM_COL32(18, 20, 26, 215), dimText = IM_COL32(170, 176, 190, 255),
                   valueColour = IM_COL32(120, 190, 255, 255), curveColour = IM_COL32(255, 190, 90, 255),
                   metColour = IM_COL32(120, 220, 130, 255), missedColour = IM_COL32(255, 110, 100, 255),
                   otherColour = IM_COL32(214, 130, 255, 255);
static const float gap = 8.0f, margin = 24.0f, lineTall = 17.0f, axisTall = 13.0f, minWide = 170.0f,
                   maxWide = 330.0f, // points
    axisText = 0.75f;                // of the usual size
// Less of an axis than this share of the values would show how they are rounded.
static const double minShare = 1e-5;

static bool isOfValues(gelStatistic take)
{
    return take == gel_statisticValue || take == gel_statisticMean || take == gel_statisticMinimum ||
           take == gel_statisticMaximum;
}

enum class Line { value, other, curve };

// One probe: what is drawn of it, and its scales.
struct Plot {
    const gelScene* scene;
    const gelProbes *probes, *others; // of the first world; of that beside, nullable
    int probe;
    std::vector<int> expectations;
    double end = 0.0, lowest = INFINITY, highest = -INFINITY; // s, and in the probe's unit
    float left = 0.0f, top = 0.0f, wide = 330.0f, tall = 64.0f;
    float axisWide = 0.0f; // left of the curves
    std::string title, lowestText, highestText;
    std::vector<std::string> words; // of each expectation

    float heightOf(const std::string& text) const
    {
        return std::max(ImGui::CalcTextSize(text.c_str()).y, ImGui::GetFontSize()) + 2.0f;
    }

    // In lines: broken at blanks alone, as a number has a point.
    std::string broken(const std::string& text) const
    {
        std::string lines, line;
        std::istringstream stream(text);
        for (std::string word; stream >> word;) {
            const std::string longer = line.empty() ? word : line + ' ' + word;
            if (line.empty() || ImGui::CalcTextSize(longer.c_str()).x <= wide) {
                line = longer;
                continue;
            }
            lines += line + '\n';
            line = word;
        }
        return lines + line;
    }

    float titleTall() const
    {
        return heightOf(title);
    }

    float height() const
    {
        float sum = tall + axisTall + titleTall() + 4.0f;
        for (const std::string& text : words)
            sum += heightOf(text);
        return sum;
    }

    double magnitude() const
    {
        return std::max(std::fabs(lowest), std::fabs(highest));
    }

    void include(double value)
    {
        if (std::isfinite(value)) {
            lowest = std::min(lowest, value);
            highest = std::max(highest, value);
        }
    }

    // A point every other pixel, whatever the number of frames.
    int samples() const
    {
        return static_cast<int>(wide) / 2;
    }

    double timeOf(int sample) const
    {
        return end * sample / (samples() - 1);
    }

    // The frame at a time; -1 where there is none.
    static int frameOf(const gelProbes* of, double time)
    {
        int last = gelProbes_GetFrameCount(of) - 1;
        if (last < 0)
            return -1;
        double first = gelProbes_GetTime(of, 0); // the world beside may have begun later
        double step = last > 0 ? (gelProbes_GetTime(of, last) - first) / last : 0.0;
        int frame = step > 0.0 ? static_cast<int>(std::lround((time - first) / step)) : 0;
        return frame <= last ? frame : -1;
    }

    double sample(int index, Line line) const
    {
        double value = NAN;
        const gelProbes* of = line == Line::other ? others : probes;
        if (line == Line::curve)
            gelProbes_GetCurve(probes, probe, timeOf(index), &value);
        else if (of != nullptr && frameOf(of, timeOf(index)) >= 0)
            value = gelProbes_GetValue(of, probe, frameOf(of, timeOf(index)));
        return value;
    }

    void findScales(double time)
    {
        end = std::max(time, 1e-3);
        for (int i = 0; i < samples(); i++) {
            include(sample(i, Line::value));
            include(sample(i, Line::other));
            include(sample(i, Line::curve));
        }
        for (int index : expectations) {
            gelVerdict verdict;
            gelProbes_Judge(probes, index, &verdict);
            if (isOfValues(gelScene_GetExpectation(scene, index).take))
                include(verdict.expected);
        }
        if (!(lowest <= highest))
            lowest = highest = 0.0;
    }

    // `usual` is the magnitude of probes in this unit.
    void widenScale(double usual)
    {
        double room = std::max(0.08 * (highest - lowest), minShare * usual) + 1e-30;
        lowest -= room;
        highest += room;
    }

    // With the digits that tell the ends of the axis apart.
    std::string axisValue(double value) const
    {
        char text[40];
        const double range = highest - lowest;
        const int decimals = static_cast<int>(std::clamp(2.0 - std::ceil(std::log10(range)), 0.0, 9.0));
        const double shown = std::fabs(value) < 1e-3 * range ? 0.0 : value;
        const bool isPlain = range > 1e-6 && magnitude() < 1e6;
        std::snprintf(text, sizeof text, isPlain ? "%.*f" : "%.*g", isPlain ? decimals : 2, shown);
        return text;
    }

    void writeTexts()
    {
        gelProbeInfo info = gelScene_GetProbe(scene, probe);
        double value = gelProbes_GetValue(probes, probe, gelProbes_GetFrameCount(probes) - 1);
        char text[240];
        std::snprintf(text, sizeof text, std::isfinite(value) ? "%.60s, %s: %.4g %s" : "%.60s, %s: unknown",
                      info.name, info.measure, value, info.unit);
        title = broken(gelText_Pretty(text));
        words.clear();
        for (int index : expectations)
            words.push_back(broken(wordsOf(index)));
        lowestText = axisValue(lowest);
        highestText = axisValue(highest);
        axisWide = axisText * std::max(ImGui::CalcTextSize(lowestText.c_str()).x,
                                       ImGui::CalcTextSize(highestText.c_str()).x) +
                   5.0f;
    }

    ImVec2 at(double time, double value) const
    {
        double share = std::clamp((value - lowest) / (highest - lowest), 0.0, 1.0);
        return {left + axisWide + (wide - axisWide) * static_cast<float>(std::min(time / end, 1.0)),
                top + titleTall() + tall * static_cast<float>(1.0 - share)};
    }

    void drawLine(ImDrawList* list, Line line, ImU32 colour) const
    {
        for (int i = 1; i < samples(); i++) {
            double before = sample(i - 1, line), after = sample(i, line);
            if (std::isfinite(before) && std::isfinite(after))
                list->AddLine(at(timeOf(i - 1), before), at(timeOf(i), after), colour,
                              line == Line::curve ? 1.0f : 1.6f);
        }
    }

    static ImU32 colourOf(const gelVerdict& verdict)
    {
        return verdict.isMet ? metColour : verdict.isReached && !verdict.isLeftOut ? missedColour : dimText;
    }

    // The value with its tolerance, where and while it is expected; below the plot in words.
    void drawExpectation(ImDrawList* list, int index) const
    {
        gelExpectation expectation = gelScene_GetExpectation(scene, index);
        gelVerdict verdict;
        gelProbes_Judge(probes, index, &verdict);
        const ImU32 colour = colourOf(verdict);
        if (isOfValues(expectation.take)) {
            double from = expectation.take == gel_statisticValue ? verdict.span.end : verdict.span.start;
            ImVec2 upper = at(from, verdict.expected + verdict.tolerance),
                   lower = at(verdict.span.end, verdict.expected - verdict.tolerance);
            list->AddRectFilled({upper.x - 1.0f, upper.y}, {lower.x + 1.0f, lower.y},
                                (colour & 0x00ffffffu) | 0x60000000u);
            list->AddLine({upper.x - 4.0f, at(from, verdict.expected).y},
                          {lower.x + 4.0f, at(from, verdict.expected).y}, colour, 1.5f);
        }
    }

    std::string wordsOf(int index) const
    {
        gelExpectation expectation = gelScene_GetExpectation(scene, index);
        gelVerdict verdict;
        gelProbes_Judge(probes, index, &verdict);
        bool isMeasured = verdict.problem[0] == '\0';
        char text[200];
        std::snprintf(text, sizeof text, "%s: %.4g%s%s",
                      expectation.take == gel_statisticValue ? "expected"
                                                             : gelStatisticText(expectation.take),
                      verdict.expected, expectation.unit[0] != '\0' ? " " : "", expectation.unit);
        std::string said = text;
        std::snprintf(text, sizeof text, isMeasured ? ", found %.4g" : " at %.3g s",
                      isMeasured ? verdict.measured : verdict.span.end);
        said += text;
        if (isMeasured && verdict.expected != 0.0) {
            std::snprintf(text, sizeof text, ", %+.2g\u00a0%%", 100.0 * verdict.error / verdict.expected);
            said += text;
        }
        return gelText_Pretty(said.c_str());
    }

    void drawAxes(ImDrawList* list) const
    {
        const float size = axisText * ImGui::GetFontSize(), bottom = top + titleTall() + tall;
        const ImU32 line = IM_COL32(90, 96, 110, 255);
        char last[32];
        std::snprintf(last, sizeof last, "%.3g s", end);
        ImFont* font = ImGui::GetFont();
        list->AddText(font, size, {left, bottom - tall - 2.0f}, dimText, highestText.c_str());
        list->AddText(font, size, {left, bottom - size + 1.0f}, dimText, lowestText.c_str());
        list->AddText(font, size, {left + axisWide, bottom + 1.0f}, dimText, "0");
        list->AddText(font, size, {left + wide - axisText * ImGui::CalcTextSize(last).x, bottom + 1.0f},
                      dimText, last);
        list->AddLine({left + axisWide, bottom - tall}, {left + axisWide, bottom}, line);
        list->AddLine({left + axisWide, bottom}, {left + wide, bottom}, line);
    }

    void draw(ImDrawList* list) const
    {
        char text[40];
        list->AddRectFilled({left - 10.0f, top - 4.0f}, {left + wide + 10.0f, top + height()}, boxColour,
                            6.0f);
        list->AddText({left, top}, IM_COL32_WHITE, title.c_str());
        int last = others != nullptr ? gelProbes_GetFrameCount(others) - 1 : -1;
        double other = last >= 0 ? gelProbes_GetValue(others, probe, last) : NAN;
        if (std::isfinite(other)) {
            std::snprintf(text, sizeof text, "%.4g", other);
            list->AddText({left + wide - ImGui::CalcTextSize(text).x, top}, otherColour, text);
        }
        drawAxes(list);
        if (lowest < 0.0 && highest > 0.0)
            list->AddLine(at(0.0, 0.0), at(end, 0.0), IM_COL32(90, 96, 110, 255));
        drawLine(list, Line::curve, curveColour);
        drawLine(list, Line::other, otherColour);
        drawLine(list, Line::value, valueColour);
        float y = top + titleTall() + tall + axisTall + 2.0f;
        for (std::size_t i = 0; i < expectations.size(); i++) {
            gelVerdict verdict;
            gelProbes_Judge(probes, expectations[i], &verdict);
            drawExpectation(list, expectations[i]);
            list->AddText({left, y}, colourOf(verdict), words[i].c_str());
            y += heightOf(words[i]);
        }
    }
};

static std::vector<Plot> listPlots(const gelScene* scene, const gelProbes* probes, const gelProbes* others)
{
    std::vector<Plot> plots;
    for (int withExpectations = 1; withExpectations >= 0; withExpectations--)
        for (int p = 0; p < gelScene_GetProbeCount(scene); p++) {
            Plot plot = {};
            plot.scene = scene;
            plot.probes = probes;
            plot.others = others;
            plot.probe = p;
            for (int i = 0; i < gelScene_GetExpectationCount(scene); i++)
                if (gelScene_GetExpectation(scene, i).probe == p)
                    plot.expectations.push_back(i);
            if (plot.expectations.empty() == (withExpectations == 0))
                plots.push_back(plot);
        }
    return plots;
}

static float curveHeight(float pictureHeight)
{
    return std::clamp(0.115f * pictureHeight, 32.0f, 64.0f);
}

float gelPlotRowHeight(float pictureHeight)
{
    return curveHeight(pictureHeight) + axisTall + 2.0f * (lineTall + 2.0f) + 4.0f +
           gap; // title and one expectation
}

static float columnPlotWidth(float pictureWidth)
{
    return std::clamp(0.32f * pictureWidth, minWide, maxWide);
}

float gelPlotColumnWidth(float pictureWidth)
{
    const float column = columnPlotWidth(pictureWidth) + margin + 2.0f * gap;
    return column <= 0.5f * pictureWidth ? column : 0.0f;
}

static void sizePlots(std::vector<Plot>& plots, const gelPlotRoom& room, double time)
{
    const ImVec2 whole = ImGui::GetIO().DisplaySize;
    const float across = static_cast<float>(room.right - room.left) - gap;
    float wide = columnPlotWidth(whole.x);
    if (room.isRow) {
        const auto fitting = static_cast<std::size_t>(std::max(across / (minWide + margin), 1.0f));
        plots.resize(std::min(plots.size(), fitting));
        wide = std::clamp(across / static_cast<float>(std::max<std::size_t>(plots.size(), 1)) - margin,
                          minWide, maxWide);
    }
    std::map<std::string, double> usual; // magnitudes by unit
    for (Plot& plot : plots) {
        plot.wide = wide;
        plot.tall = curveHeight(whole.y);
        plot.findScales(time);
        double& largest = usual[gelScene_GetProbe(plot.scene, plot.probe).unit];
        largest = std::max(largest, plot.magnitude());
    }
    for (Plot& plot : plots) {
        plot.widenScale(usual[gelScene_GetProbe(plot.scene, plot.probe).unit]);
        plot.writeTexts();
    }
}

void gelDrawProbePlots(const gelScene* scene, const gelProbes* probes, const gelProbes* others,
                       const gelPlotRoom* room)
{
    int last = gelProbes_GetFrameCount(probes) - 1;
    double time = last > 0 ? gelProbes_GetTime(probes, last) : 0.0;
    for (int i = 0; i < gelScene_GetExpectationCount(scene); i++) {
        gelVerdict verdict;
        gelProbes_Judge(probes, i, &verdict);
        time = std::max(time, verdict.span.end); // so that what is expected is in the picture from the start
    }
    std::vector<Plot> plots = listPlots(scene, probes, others);
    sizePlots(plots, *room, time);
    float x = static_cast<float>(room->left), y = static_cast<float>(room->bottom);
    for (Plot& plot : plots) {
        const float tall = plot.height() + gap;
        if (y - tall < static_cast<float>(room->top) + gap)
            break;
        plot.left = room->isRow ? x + 0.75f * margin : static_cast<float>(room->right) - plot.wide - margin;
        plot.top = y - tall;
        plot.draw(ImGui::GetForegroundDrawList());
        if (room->isRow)
            x += plot.wide + margin;
        else
            y -= tall;
    }
}

void gelDrawProbePlace(const char* name, float x, float y, int lines)
{
    const float nameTop = y - 7.0f + lineTall * static_cast<float>(lines);
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    list->AddCircle(ImVec2(x, y), 6.0f, IM_COL32(20, 22, 28, 220), 0, 4.0f);
    list->AddCircle(ImVec2(x, y), 6.0f, valueColour, 0, 2.0f);
    list->AddText(ImVec2(x + 10.0f, nameTop), IM_COL32(20, 22, 28, 255), name);
    list->AddText(ImVec2(x + 9.0f, nameTop - 1.0f), IM_COL32_WHITE, name);
}
