#include "panel/panel.h"

#include "needed_memory.h"
#include "panel/field_rows.h"
#include "panel/paint_rows.h"
#include "panel/ui_probe.h"
#include "panel/solver_rows.h"
#include "panel/text.h"

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <imgui.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

static GLFWwindow* shownWindow; // NULL: pictures without one
static float wantedScale;       // pixels per point; 0: as the display

float gelPanel_Scale(void)
{
    float across = 1.0f, along = 1.0f;
    if (shownWindow != nullptr)
        glfwGetWindowContentScale(shownWindow, &across, &along);
    if (wantedScale > 0.0f)
        across = wantedScale;
    return across > 0.0f ? std::clamp(across, 0.5f, 4.0f) : 1.0f; // a window that was just lost has none
}

// The pointer comes in the window's own unit, which is a pixel or, on some systems, a point.
static float pointsPerUnit(void)
{
    int units = 0, unitsTall = 0, pixels = 0, pixelsTall = 0;
    glfwGetWindowSize(shownWindow, &units, &unitsTall);
    glfwGetFramebufferSize(shownWindow, &pixels, &pixelsTall);
    return units > 0 ? static_cast<float>(pixels) / (static_cast<float>(units) * gelPanel_Scale()) : 1.0f;
}

#if IMGUI_VERSION_NUM >= 18700 // takes the pointer from events, not from the window
static GLFWcursorposfun otherPointer;

static void onPointer(GLFWwindow* window, double x, double y)
{
    const double points = static_cast<double>(pointsPerUnit());
    ImGui_ImplGlfw_CursorPosCallback(window, x * points, y * points);
    if (otherPointer != nullptr)
        otherPointer(window, x, y);
}

static bool openInput(GLFWwindow* window)
{
    otherPointer = glfwSetCursorPosCallback(window, nullptr);
    const bool ok = ImGui_ImplGlfw_InitForOpenGL(window, true);
    glfwSetCursorPosCallback(window, onPointer);
    return ok;
}

static void beginInput(void)
{
    ImGui_ImplGlfw_NewFrame();
}
#else
static bool openInput(GLFWwindow* window)
{
    return ImGui_ImplGlfw_InitForOpenGL(window, true);
}

static void beginInput(void)
{
    ImVec2* place = &ImGui::GetIO().MousePos;
    ImGui_ImplGlfw_NewFrame();
    if (place->x > -FLT_MAX)
        *place = ImVec2(place->x * pointsPerUnit(), place->y * pointsPerUnit());
}
#endif

static void* allocate(size_t size, void* unused)
{
    (void)unused;
    return gelNeedMemory(size);
}

static void release(void* block, void* unused)
{
    (void)unused;
    std::free(block);
}

bool gelOpenPanel(GLFWwindow* window, float scale)
{
    IMGUI_CHECKVERSION();
    ImGui::SetAllocatorFunctions(allocate, release);
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr; // do not write a settings file
    ImGui::StyleColorsDark();
    ImGui::GetStyle().WindowRounding = 6.0f;
    ImGui::GetStyle().FrameRounding = 3.0f;
    ImGui::GetStyle().Colors[ImGuiCol_WindowBg] = ImVec4(0.07f, 0.08f, 0.10f, 0.86f);
    shownWindow = window;
    wantedScale = scale;
    if (window != nullptr && !openInput(window))
        return false;
    return ImGui_ImplOpenGL3_Init("#version 330 core");
}

void gelClosePanel(void)
{
    if (ImGui::GetCurrentContext() == nullptr)
        return;
    ImGui_ImplOpenGL3_Shutdown();
    if (shownWindow != nullptr)
        ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

void gelPanel_Begin(int* width, int* height)
{
    ImGuiIO* io = &ImGui::GetIO();
    std::set_new_handler(
        gelEndWithoutMemory); // until the end of the panel: readers of files catch what is thrown
    gelText_SetScale(gelPanel_Scale());
    const float scale = gelText_Scale(), points = static_cast<float>(*width) / scale;
    ImGui_ImplOpenGL3_NewFrame();
    if (shownWindow != nullptr)
        beginInput();
    io->DisplaySize = ImVec2(points, static_cast<float>(*height) / scale);
    io->DisplayFramebufferScale = ImVec2(scale, scale);
    *width = static_cast<int>(points);
    *height = static_cast<int>(io->DisplaySize.y);
    ImGui::NewFrame();
}

void gelPanel_End(void)
{
    gelWriteUiProbe();
    ImGui::Render();
    gelText_Snap(ImGui::GetDrawData());
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    std::set_new_handler(nullptr);
}

bool gelPanel_WantsPointer(void)
{
    return ImGui::GetIO().WantCaptureMouse;
}

bool gelPanel_WantsKeys(void)
{
    return ImGui::GetIO().WantTextInput;
}

static void drawRun(gelPanelState* state)
{
    if (ImGui::Button(state->paused ? "Run" : "Pause", ImVec2(66, 0)))
        state->paused = !state->paused;
    gelRowTip("Space");
    ImGui::SameLine();
    if (ImGui::Button("Frame", ImVec2(66, 0)))
        state->step = true;
    gelRowTip("step one frame; O or .");
    ImGui::SameLine();
    if (ImGui::Button("Reset", ImVec2(66, 0)))
        state->reset = true;
    gelRowTip("go back to the start of the scene; R");
    ImGui::SameLine();
    if (ImGui::Button("Stage", ImVec2(66, 0)))
        state->stepStage = true;
    gelRecordUiPlace("Stage");
    gelRowTip("run one launch: one colour of a substep; the comma key");
    if (ImGui::BeginCombo("speed", gelSpeeds[state->speed].label)) {
        for (int i = 0; i < gel_speedCount; i++)
            if (ImGui::Selectable(gelSpeeds[i].label, i == state->speed))
                state->speed = i;
        ImGui::EndCombo();
    }
    gelRowTip("run in real time, slower, or stage by stage; S");
    ImGui::Text("frame %lld, %.2f s", static_cast<long long>(state->frame), state->time);
    double wanted = gelSpeeds[state->speed].ratio;
    if (!state->paused && state->realTimeRatio < 0.95 * wanted) {
        ImGui::SameLine();
        ImGui::TextColored(ImVec4(1.0f, 0.7f, 0.3f, 1.0f), "%.2f x real time", state->realTimeRatio);
        gelRowTip("speed relative to real time: this machine is too slow for the chosen speed");
    }
}

static void drawScene(gelPanelState* state)
{
    if (ImGui::BeginCombo("scene", state->sceneName)) {
        for (int i = 0; i < state->sceneCount; i++) {
            if (ImGui::Selectable(state->scenes[i], i == state->scene))
                state->wantedScene = i;
            gelRecordUiPlace(state->scenes[i]);
        }
        ImGui::EndCombo();
    } else
        gelRecordUiPlace("scene");
    if (ImGui::BeginCombo("back end", state->backends[state->backend])) {
        for (int i = 0; i < state->backendCount; i++)
            if (ImGui::Selectable(state->backends[i], i == state->backend))
                state->wantedBackend = i;
        ImGui::EndCombo();
    }
    gelRowTip("choose the back end; the state is kept");
    ImGui::PushStyleColor(ImGuiCol_Text, state->inexact ? ImVec4(1.0f, 0.5f, 0.4f, 1.0f)
                                                        : ImGui::GetStyleColorVec4(ImGuiCol_Text));
    ImGui::TextWrapped("%s", state->backendText);
    ImGui::PopStyleColor();
    if (state->inexact)
        gelRowTip((std::string("not the reference's bits: ") + state->device.reason).c_str());
    if (ImGui::Button("Reload kernels and shaders"))
        state->reload = true;
    gelRowTip("reload them from the folders GEL_KERNEL_DIR and GEL_SHADER_DIR; K");
    ImGui::SameLine();
    state->startPage |= ImGui::Button("Start page");
    gelRowTip("show all scenes and lessons; Backspace");
}

// Typed values may exceed the slider, but not the range.
static float held(const gelRange& range, float value)
{
    const float min = static_cast<float>(range.min), max = static_cast<float>(range.max);
    if (range.aboveMin && value <= min)
        return std::nextafter(min, max);
    if (range.belowMax && value >= max)
        return std::nextafter(max, min);
    return std::fmin(std::fmax(value, min), max);
}

// A slider, a check box or a list for a setting of *values, by its row; for a vector, for its Y. Returns whether it
// changed.
static bool drawSetting(const gelSetting* setting, void* values)
{
    void* place = static_cast<char*>(values) + setting->offset;
    const float low = static_cast<float>(setting->slider[0]), high = static_cast<float>(setting->slider[1]);
    char format[64];
    bool changed = false;
    // A logarithmic slider starts at 0, then at 10^-digits, by ImGui's rule: here four decades below its end.
    int digits =
        setting->logarithmic && low == 0.0f ? 4 - static_cast<int>(std::lround(std::log10(high))) : 4;
    std::snprintf(format, sizeof format, "%%.%dg %s", digits, gelText_Pretty(setting->unit).c_str());
    if (setting->valueType == gel_settingChoice) {
        int count = 0;
        while (setting->choices[count] != nullptr)
            count++;
        changed = ImGui::Combo(setting->label, static_cast<int*>(place), setting->choices, count);
    } else if (setting->valueType == gel_settingSwitch)
        changed = ImGui::Checkbox(setting->label, static_cast<bool*>(place));
    else if (setting->valueType == gel_settingWhole) {
        int* value = static_cast<int*>(place);
        changed = ImGui::SliderInt(setting->label, value, static_cast<int>(low), static_cast<int>(high), "%d",
                                   setting->logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
        *value = static_cast<int>(held(setting->range, static_cast<float>(*value)));
    } else {
        float* value = setting->valueType == gel_settingVector ? &static_cast<gelVec3*>(place)->y
                                                               : static_cast<float*>(place);
        changed = ImGui::SliderFloat(setting->label, value, low, high, format,
                                     setting->logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
        *value = held(setting->range, *value);
    }
    return changed;
}

static void tipOf(const gelSetting* setting)
{
    char help[600];
    gelDescribeSetting(setting, help, sizeof help);
    gelRowTip(help);
}

static bool isShown(const gelSetting* setting, const void* values)
{
    return setting->slider[0] < setting->slider[1] && gelSettingCounts(setting, values);
}

static void drawParameters(gelPanelState* state)
{
    gelWorldDef* def = &state->def;
    int count;
    const gelSetting* settings = gelGetSettings(gel_worldSettings, &count);
    for (int i = 0; i < count; i++) {
        bool ofGround =
            std::strncmp(settings[i].name, "ground.", 7) == 0 && settings[i].valueType != gel_settingSwitch;
        if (!isShown(&settings[i], def) || (ofGround && !def->ground.enabled))
            continue;
        state->defChanged |= drawSetting(&settings[i], def);
        gelRecordUiPlace(settings[i].label);
        tipOf(&settings[i]);
    }
}

static void chooseBody(gelPanelState* state)
{
    char text[32];
    std::snprintf(text, sizeof text, state->materialBody < 0 ? "all" : "%d", state->materialBody);
    if (ImGui::BeginCombo("body", text)) {
        for (int i = -1; i < state->bodyCount; i++) {
            std::snprintf(text, sizeof text, i < 0 ? "all" : "%d", i);
            if (ImGui::Selectable(text, i == state->materialBody))
                state->materialBody = i;
        }
        ImGui::EndCombo();
    }
    gelRowTip("number of the body whose material is shown and edited, from 0; with all, the first is shown");
}

static void drawMaterial(gelPanelState* state)
{
    gelMaterial* material = &state->material;
    state->materialIsHeld = false;
    if (state->bodyCount < 1)
        return;
    bool isOpen = ImGui::CollapsingHeader("material");
    gelRecordUiPlace("material");
    if (!isOpen)
        return;
    chooseBody(state);
    int count;
    const gelSetting* settings = gelGetSettings(gel_materialSettings, &count);
    for (int i = 0; i < count; i++) {
        if (!isShown(&settings[i], material))
            continue;
        bool changed = drawSetting(&settings[i], material);
        gelRecordUiPlace((std::string("material: ") + settings[i].label).c_str());
        // Applied when the slider is released: each change rebuilds the constraints.
        state->materialIsHeld |= ImGui::IsItemActive();
        state->materialChanged |=
            settings[i].valueType == gel_settingChoice ? changed : ImGui::IsItemDeactivatedAfterEdit();
        tipOf(&settings[i]);
    }
}

static void drawModes(gelPanelState* state)
{
    if (ImGui::BeginCombo("show", gelDisplayModes[state->mode].label)) {
        for (int i = 0; i < gel_displayModeCount; i++) {
            if (ImGui::Selectable(gelDisplayModes[i].label, i == state->mode))
                state->mode = i;
            gelRowTip(gelDisplayModes[i].help);
        }
        ImGui::EndCombo();
    }
    gelRowTip("display mode; M");
    ImGui::Checkbox("wireframe", &state->wireframe);
    gelRowTip("W");
    ImGui::SameLine();
    if (state->def.contact) {
        ImGui::Checkbox("contacts", &state->contacts);
        gelRowTip("show the force of each contact as an arrow; C");
        ImGui::SameLine();
    }
    if (state->skinned) {
        bool skins = !state->withoutSkins;
        ImGui::Checkbox("skin", &skins);
        state->withoutSkins = !skins;
        gelRowTip("in shaded mode, show the skin instead of the tets' surface; V");
        ImGui::SameLine();
    }
    if (ImGui::Button("Show all"))
        state->showAll = true;
    gelRowTip("F");
}

static void drawDifference(gelPanelState* state)
{
    if (ImGui::BeginCombo("against", state->againsts[state->against])) {
        for (int i = 0; state->againsts[i] != nullptr; i++) {
            if (ImGui::Selectable(state->againsts[i], i == state->against))
                state->against = i;
            gelRecordUiPlace((std::string("against: ") + state->againsts[i]).c_str());
        }
        ImGui::EndCombo();
    } else
        gelRecordUiPlace("against");
    gelRowTip("step a second world in parallel, from the same state and with the same input");
    if (state->besideText == nullptr)
        return;
    if (ImGui::BeginCombo("beside", state->twoNames[state->two])) {
        for (int i = 0; state->twoNames[i] != nullptr; i++) {
            if (ImGui::Selectable(state->twoNames[i], i == state->two))
                state->two = i;
            gelRecordUiPlace((std::string("beside: ") + state->twoNames[i]).c_str());
        }
        ImGui::EndCombo();
    } else
        gelRecordUiPlace("beside");
    gelRowTip("show the second world in a half of the picture, over the first, or not at all; A");
    const gelDifference* difference = &state->figures.difference;
    if (difference->equal)
        ImGui::TextWrapped("all bits equal to %s", state->besideText);
    else
        ImGui::TextWrapped("up to %.3g m from %s", difference->largest, state->besideText);
    gelRowTip("the largest distance between corresponding vertices");
}

static void plot(const gelPlotInfo* info, const gelHistory* history)
{
    char text[64];
    // The zero of an energy is arbitrary: only its changes matter.
    bool fromZero = info->group != gel_plotEnergies;
    float lowest = fromZero ? 0.0f : history->values[0], highest = fromZero ? 1e-6f : history->values[0];
    for (int i = 0; i < history->count; i++) {
        lowest = std::fmin(lowest, history->values[i]);
        highest = std::fmax(highest, history->values[i]);
    }
    float last = history->values[(history->first + gelHistorySize - 1) % gelHistorySize];
    std::snprintf(text, sizeof text, info->format, static_cast<double>(last));
    bool full = history->count == gelHistorySize;
    ImGui::PlotLines(info->label, history->values, history->count, full ? history->first : 0, text, lowest,
                     highest + 0.1f * (highest - lowest), ImVec2(0, 26));
    gelRowTip(info->help);
}

static void drawPlots(const gelFigures* figures)
{
    for (int group = 0; group < gel_plotGroupCount; group++) {
        if (!ImGui::CollapsingHeader(gelPlotGroups[group], group == 0 ? ImGuiTreeNodeFlags_DefaultOpen : 0))
            continue;
        for (int i = 0; i < gel_plotCount; i++)
            if (gelPlots[i].group == group)
                plot(&gelPlots[i], &figures->plots[i]);
    }
}

static void drawFigures(gelPanelState* state)
{
    const gelCounters* c = &state->figures.counters;
    drawPlots(&state->figures);
    ImGui::Text("bodies %d, vertices %d, tets %d", c->bodyCount - c->obstacleCount, c->vertexCount,
                c->tetCount);
    gelRowTip("soft bodies; vertices and tets of all bodies, obstacles included");
    if (state->figures.out[0] != '\0') {
        ImGui::Text("taken out: body %s", state->figures.out);
        gelRowTip(
            "these bodies diverged: they are neither stepped nor rendered, and nothing collides with them; "
            "go back in time or to the start, and use more substeps or a softer material");
    }
    ImGui::Text("%s %s", state->launches, state->underWay ? "launches of this frame so far" : "per frame");
    gelRowTip("kernels launched per frame: one per colour and substep; launches of a command buffer are "
              "submitted together");
    ImGui::Text("hash %016llx", static_cast<unsigned long long>(state->figures.hash));
    gelRowTip("hash of all positions and velocities: the same on every exact device");
    ImGui::Text("%.0f pictures/s, positions by %s", state->picturesPerSecond, state->shareMode);
    gelRowTip(
        "gl: OpenCL writes OpenGL's buffers; host-pointer: a processor writes mapped buffers; copy: copied");
    ImGui::TextWrapped("OpenGL %s", state->openglText);
}

// Lines of a key, a tab and its effect; returns the rest of the text.
static const char* drawKeys(const char* text, int lines)
{
    ImGui::BeginGroup();
    for (const char* end; lines > 0 && (end = std::strchr(text, '\n')) != nullptr; text = end + 1, lines--) {
        const char* tab = std::strchr(text, '\t');
        ImGui::TextUnformatted(text, tab);
        ImGui::SameLine(110.0f);
        ImGui::TextUnformatted(tab + 1, end);
    }
    ImGui::EndGroup();
    return text;
}

static void drawHelp(const gelPanelState* state)
{
    const std::string keys =
        std::string(state->keysText) +
        "Shift + drag\tgrab, pull, throw\nCtrl + drag\ttilt gravity; right: the ground;\n\tdouble click: "
        "reset\nG + drag\tdraw a wall, move it; right: "
        "remove\nleft-drag\tturn\nright-drag\tmove\nwheel\tzoom\n";
    const int lines = static_cast<int>(std::count(keys.begin(), keys.end(), '\n'));
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x * 0.5f, size.y * 0.5f), 0, ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowBgAlpha(0.96f);
    ImGui::Begin("Keys (H or F1)", nullptr, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse);
    const char* rest = drawKeys(keys.c_str(), (lines + 1) / 2);
    ImGui::SameLine(0.0f, 30.0f);
    drawKeys(rest, lines);
    ImGui::End();
}

void gelPanel_DrawControls(gelPanelState* state)
{
    const float wide = 330.0f; // pixels: four buttons and the scroll bar
    const float min = 360.0f;  // for the stage's strip
    state->right = 0;
    if (state->help)
        drawHelp(state);
    if (!state->visible)
        return;
    ImGui::SetNextWindowPos(ImVec2(12, 12), ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSizeConstraints(
        ImVec2(wide, 0), ImVec2(wide, std::fmax(100.0f, ImGui::GetIO().DisplaySize.y - 24.0f)));
    if (ImGui::Begin("Gel", nullptr, ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize)) {
        ImGui::PushItemWidth(200);
        drawRun(state);
        gelDrawActions(state);
        ImGui::Separator();
        drawScene(state);
        ImGui::Separator();
        drawParameters(state);
        gelDrawSolverRows(state);
        gelDrawFieldRows(state);
        drawMaterial(state);
        ImGui::Separator();
        drawModes(state);
        gelDrawPaintRows(state);
        drawDifference(state);
        ImGui::Separator();
        drawFigures(state);
        ImGui::PopItemWidth();
    }
    float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth();
    if (ImGui::GetIO().DisplaySize.x - right >= min)
        state->right = static_cast<int>(right);
    ImGui::End();
}

void gelPanel_DrawHand(float x, float y)
{
    ImDrawList* list = ImGui::GetForegroundDrawList();
    list->AddCircle(ImVec2(x, y), 9.0f, IM_COL32(20, 22, 28, 200), 0, 4.0f);
    list->AddCircle(ImVec2(x, y), 9.0f, IM_COL32_WHITE, 0, 2.0f);
}
