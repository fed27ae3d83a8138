#include "panel/probe_plots.h"

#include "panel/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <imgui.h>
#include <string>
#include <vector>

static const ImU32 boxColour = IM_COL32(18, 20, 26, 215), dimText = IM_COL32(170, 176, 190, 255),
                   valueColour = IM_COL32(120, 190, 255, 255), curveColour = IM_COL32(255, 190, 90, 255),
                   metColour = IM_COL32(120, 220, 130, 255), missedColour = IM_COL32(255, 110, 100, 255),
                   otherColour = IM_COL32(214, 130, 255, 255);
static const float plotWide = 330.0f, plotTall = 64.0f, lineTall = 17.0f, gap = 8.0f;

static bool isOfValues(gelTake take)
{
    return take == gel_takeValue || take == gel_takeMean || take == gel_takeLeast || take == gel_takeMost;
}

enum class Line { value, other, curve };

// One probe: what is drawn of it, and its scales.
struct Plot {
    const gelScene* scene;
    const gelProbes *probes, *others; // of the first world; of that beside, nullable
    int probe;
    std::vector<int> expectations;
    double end = 0.0, lowest = INFINITY, highest = -INFINITY; // s, and in the probe's unit
    float left = 0.0f, top = 0.0f;

    float height() const
    {
        return plotTall + lineTall * static_cast<float>(1 + expectations.size()) + 6.0f;
    }

    void include(double value)
    {
        if (std::isfinite(value)) {
            lowest = std::min(lowest, value);
            highest = std::max(highest, value);
        }
    }

    // A point every other pixel, whatever the number of frames.
    static int samples()
    {
        return static_cast<int>(plotWide) / 2;
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
        double room =
            std::max(0.08 * (highest - lowest), 1e-6 * std::max(std::fabs(lowest), std::fabs(highest)));
        lowest -= room + 1e-30;
        highest += room + 1e-30;
    }

    ImVec2 at(double time, double value) const
    {
        double share = std::clamp((value - lowest) / (highest - lowest), 0.0, 1.0);
        return {left + plotWide * static_cast<float>(std::min(time / end, 1.0)),
                top + lineTall + plotTall * static_cast<float>(1.0 - share)};
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

    // The value with its tolerance, where and while it is expected; below the plot in words.
    void drawExpectation(ImDrawList* list, int index, float y) const
    {
        gelExpectation expectation = gelScene_GetExpectation(scene, index);
        gelVerdict verdict;
        gelProbes_Judge(probes, index, &verdict);
        const ImU32 colour = verdict.isMet ? metColour : verdict.isReached ? missedColour : dimText;
        if (isOfValues(expectation.take)) {
            double from = expectation.take == gel_takeValue ? verdict.span.to : verdict.span.from;
            ImVec2 upper = at(from, verdict.expected + verdict.tolerance),
                   lower = at(verdict.span.to, verdict.expected - verdict.tolerance);
            list->AddRectFilled({upper.x - 1.0f, upper.y}, {lower.x + 1.0f, lower.y},
                                (colour & 0x00ffffffu) | 0x60000000u);
            list->AddLine({upper.x - 4.0f, at(from, verdict.expected).y},
                          {lower.x + 4.0f, at(from, verdict.expected).y}, colour, 1.5f);
        }
        bool isMeasured = verdict.problem[0] == '\0';
        char text[200];
        std::snprintf(text, sizeof text, "%s: %.4g %s",
                      expectation.take == gel_takeValue ? "expected" : gelTakeText(expectation.take),
                      verdict.expected, expectation.unit);
        std::string words = text;
        std::snprintf(text, sizeof text, isMeasured ? ", found %.4g" : " at %.3g s",
                      isMeasured ? verdict.measured : verdict.span.to);
        words += text;
        if (isMeasured && verdict.expected != 0.0) {
            std::snprintf(text, sizeof text, ", %+.2g %%", 100.0 * verdict.error / verdict.expected);
            words += text;
        }
        list->AddText({left, y}, colour, gelText_Pretty(words.c_str()).c_str());
    }

    void draw(ImDrawList* list) const
    {
        gelProbeInfo info = gelScene_GetProbe(scene, probe);
        int last = gelProbes_GetFrameCount(probes) - 1;
        char text[240];
        list->AddRectFilled({left - 10.0f, top - 4.0f}, {left + plotWide + 10.0f, top + height()}, boxColour,
                            6.0f);
        std::snprintf(text, sizeof text, "%.60s, %s: %.4g %s", info.name, info.measure,
                      gelProbes_GetValue(probes, probe, last), info.unit);
        const std::string words = gelText_Pretty(text);
        list->AddText({left, top}, IM_COL32_WHITE, words.c_str());
        if (others != nullptr && gelProbes_GetFrameCount(others) > 0) {
            std::snprintf(text, sizeof text, "%.4g",
                          gelProbes_GetValue(others, probe, gelProbes_GetFrameCount(others) - 1));
            list->AddText({left + plotWide - ImGui::CalcTextSize(text).x, top}, otherColour, text);
        }
        if (lowest < 0.0 && highest > 0.0)
            list->AddLine(at(0.0, 0.0), at(end, 0.0), IM_COL32(90, 96, 110, 255));
        drawLine(list, Line::curve, curveColour);
        drawLine(list, Line::other, otherColour);
        drawLine(list, Line::value, valueColour);
        float y = top + lineTall + plotTall + 3.0f;
        for (int index : expectations) {
            drawExpectation(list, index, y);
            y += lineTall;
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

void gelDrawProbePlots(const gelScene* scene, const gelProbes* probes, const gelProbes* others, int top,
                       int bottom, int width)
{
    int last = gelProbes_GetFrameCount(probes) - 1;
    double time = last > 0 ? gelProbes_GetTime(probes, last) : 0.0;
    for (int i = 0; i < gelScene_GetExpectationCount(scene); i++) {
        gelVerdict verdict;
        gelProbes_Judge(probes, i, &verdict);
        time = std::max(time, verdict.span.to); // so that what is expected is in the picture from the start
    }
    float y = static_cast<float>(bottom);
    for (Plot& plot : listPlots(scene, probes, others)) {
        y -= plot.height() + gap;
        if (y < static_cast<float>(top))
            break;
        plot.left = static_cast<float>(width) - plotWide - 24.0f;
        plot.top = y;
        plot.findScales(time);
        plot.draw(ImGui::GetForegroundDrawList());
    }
}

void gelDrawProbePlace(const char* name, float x, float y)
{
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    list->AddCircle(ImVec2(x, y), 6.0f, IM_COL32(20, 22, 28, 220), 0, 4.0f);
    list->AddCircle(ImVec2(x, y), 6.0f, valueColour, 0, 2.0f);
    list->AddText(ImVec2(x + 10.0f, y - 7.0f), IM_COL32(20, 22, 28, 255), name);
    list->AddText(ImVec2(x + 9.0f, y - 8.0f), IM_COL32_WHITE, name);
}
