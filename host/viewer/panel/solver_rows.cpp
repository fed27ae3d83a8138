#include "panel/text.h"
#include "panel/solver_rows.h"

#include "panel/ui_probe.h"

#include <cmath>
#include <cstdio>
#include <imgui.h>
#include <string>

static void action(const char* label, const char* place, const char* help, bool* wanted)
{
    if (ImGui::Button(label, ImVec2(66, 0)))
        *wanted = true;
    gelRecordUiPlace(place);
    gelRowTip(help);
}

void gelDrawActions(gelPanelState* state)
{
    gelSolverState* solver = &state->solver;
    action("Squash", "Squash", "press the body chosen below, or all, flat; pinned vertices stay",
           &solver->squash);
    ImGui::SameLine();
    action("Scramble", "Scramble", "move the vertices of the body chosen below, or of all, to random places",
           &solver->scramble);
    ImGui::SameLine();
    action("Picture", "Picture", "write a picture without this panel; F12", &state->picture);
    ImGui::SameLine();
    action(state->filming ? "End film" : "Film", "Film",
           "film each frame that is played, until this is pressed again; Shift+F12", &state->film);
}

// A list of names that end with NULL; returns the one chosen, or -1.
static int choose(const char* label, const char* help, const char* (*nameOf)(int index), int now)
{
    int chosen = -1;
    if (ImGui::BeginCombo(label, nameOf(now))) {
        for (int i = 0; nameOf(i) != nullptr; i++) {
            if (ImGui::Selectable(nameOf(i), i == now))
                chosen = i;
            gelRecordUiPlace((std::string(label) + ": " + nameOf(i)).c_str());
        }
        ImGui::EndCombo();
    } else {
        gelRecordUiPlace(label);
        gelRowTip(help);
    }
    return chosen == now ? -1 : chosen;
}

static const char* orderName(int index)
{
    return index < static_cast<int>(gel_constraintOrderCount)
               ? gelConstraintOrderText(static_cast<gelConstraintOrder>(index))
               : nullptr;
}

static const char* solverName(int index)
{
    return index < static_cast<int>(gel_worldSolver) ? gelSolverText(static_cast<gelSolver>(index)) : nullptr;
}

static const char* integratorName(int index)
{
    return index < static_cast<int>(gel_integratorCount)
               ? gelIntegratorText(static_cast<gelIntegrator>(index))
               : nullptr;
}

// Applied when it is released: the history begins anew.
static void drawTimeStep(gelPanelState* state)
{
    gelSolverState* solver = &state->solver;
    char format[48];
    if (!solver->timeStepIsHeld)
        solver->timeStep = static_cast<float>(state->timeStep);
    std::snprintf(format, sizeof format, "%%.4g s, 1/%.4g", 1.0 / static_cast<double>(solver->timeStep));
    ImGui::SliderFloat("time step", &solver->timeStep, 1e-4f, 0.1f, format, ImGuiSliderFlags_Logarithmic);
    gelRecordUiPlace("time step");
    gelRowTip("Simulated time per frame, divided among the substeps. Changing it clears the history. Unit: "
              "s.");
    solver->timeStepIsHeld = ImGui::IsItemActive();
    solver->timeStep = std::fmin(std::fmax(solver->timeStep, 1e-6f), 1.0f);
    solver->timeStepChanged = ImGui::IsItemDeactivatedAfterEdit();
}

static void drawSoftness(gelPanelState* state)
{
    const gelSolverState* solver = &state->solver;
    char text[64];
    if (!solver->softnessIsKnown) {
        ImGui::TextDisabled("softness: no estimate");
        gelRowTip("the softness of bodies is estimated only for xpbd, and not for Jacobi orders");
        return;
    }
    ImGui::Text("%.3g x softer than its material", solver->softness.ratio);
    gelRowTip("an estimate for the body chosen below, or the softest of all: each substep solves every "
              "constraint only once, so stiff bodies and fine meshes need many");
    const int enough = solver->softness.substepCount;
    if (enough < 1)
        ImGui::TextWrapped("even %d substeps are too few; a coarser mesh is stiffer",
                           (int)GEL_MAXIMUM_SUBSTEPS);
    if (enough < 1 || enough <= state->def.substepCount)
        return;
    std::snprintf(text, sizeof text, "take %d substeps", enough);
    if (ImGui::Button(text)) {
        state->def.substepCount = enough;
        state->defChanged = true;
    }
    gelRecordUiPlace("take substeps");
    gelRowTip("with this many substeps the body is at most 10 % softer than its material");
}

void gelDrawSolverRows(gelPanelState* state)
{
    static const int laneCounts[] = {0, 1, 8, 16};
    gelSolverState* solver = &state->solver;
    gelWorldDef* def = &state->def;
    solver->isOpen = ImGui::CollapsingHeader("solver");
    gelRecordUiPlace("solver");
    if (!solver->isOpen)
        return;
    drawTimeStep(state);
    int order =
        choose("order", "order of the constraints; it changes the bits; mesh: reference back ends only",
               orderName, static_cast<int>(def->order));
    if (order >= 0)
        def->order = static_cast<gelConstraintOrder>(order);
    int integrator = choose("integrator",
                            "method of time integration; all but xpbd treat bodies as masses and springs, "
                            "and diverge if steps are too long",
                            integratorName, static_cast<int>(def->integrator));
    if (integrator >= 0)
        def->integrator = static_cast<gelIntegrator>(integrator);
    int of = choose("body solver",
                    "how constraints are solved: twoLevel, so that stiff bodies sag as their material says; "
                    "auto: where the substeps are too few for xpbd",
                    solverName, static_cast<int>(def->solver));
    if (of >= 0)
        def->solver = static_cast<gelSolver>(of);
    int lanes = 0;
    while (lanes < 3 && laneCounts[lanes] != def->lanes)
        lanes++;
    ImGui::BeginDisabled(state->device.index < 0);
    int strategy = choose("strategy", "how an OpenCL device steps bodies; the bits stay the same",
                          gelStrategyChoice, static_cast<int>(def->strategy));
    if (strategy >= 0)
        def->strategy = static_cast<gelStrategy>(strategy);
    int lane = choose("lanes", "constraints per work-item of an OpenCL device; the bits stay the same",
                      gelLaneChoice, lanes);
    if (lane >= 0)
        def->lanes = laneCounts[lane];
    ImGui::EndDisabled();
    solver->rebuild = order >= 0 || integrator >= 0 || of >= 0 || strategy >= 0 || lane >= 0;
    drawSoftness(state);
}
