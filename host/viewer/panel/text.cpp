#include "panel/text.h"

#include "app/font.h"

#include <algorithm>
#include <backends/imgui_impl_opengl3.h>
#include <cmath>

static const float bodySize = 15.0f, headingSize = 24.0f; // points, of a line
static float currentScale;

// Latin, Greek, Cyrillic, punctuation, raised and lowered digits, arrows, mathematics, and signs for buttons.
static const ImWchar ranges[] = {0x0020, 0x017f, 0x0370, 0x03ff, 0x0400, 0x045f, 0x2010,
                                 0x2044, 0x2070, 0x209c, 0x2190, 0x2199, 0x2200, 0x22ff,
                                 0x23cf, 0x23fa, 0x25a0, 0x25ff, 0x2713, 0x2717, 0};

static void addFont(float points)
{
    const gelEmbeddedFile* file = &gelEmbeddedFonts.files[0];
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.OversampleH = config.OversampleV = 1; // glyphs lie on whole pixels
    config.PixelSnapH = true;
    ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<char*>(file->text), static_cast<int>(file->size),
                                               std::round(points * currentScale), &config, ranges);
}

void gelText_SetScale(float wanted)
{
    wanted = std::clamp(wanted, 0.5f, 4.0f);
    if (wanted == currentScale && !ImGui::GetIO().Fonts->Fonts.empty())
        return;
    ImGuiIO& io = ImGui::GetIO();
    currentScale = wanted;
    ImGui_ImplOpenGL3_DestroyDeviceObjects(); // the next picture creates them with the new glyphs
    io.Fonts->Clear();
    io.Fonts->Flags |= ImFontAtlasFlags_NoBakedLines; // or snap would take lines for glyphs
    addFont(bodySize);
    addFont(headingSize);
    io.FontGlobalScale = 1.0f / currentScale;
}

float gelText_Scale(void)
{
    return currentScale;
}

ImFont* gelText_Heading(void)
{
    return ImGui::GetIO().Fonts->Fonts[1];
}

std::string gelText_Pretty(const char* text)
{
    static const char* const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string pretty;
    for (; *text != '\0'; text++) {
        const bool isPower = text[0] == '^' && text[1] >= '0' && text[1] <= '9';
        if (isPower)
            pretty += raised[*++text - '0'];
        else
            pretty += *text;
    }
    return pretty;
}

static bool isSame(const ImVec2& a, const ImVec2& b)
{
    return a.x == b.x && a.y == b.y;
}

// The distance to the next whole pixel. The bias lets all glyphs of a line that starts at half a pixel go the same way.
static float toPixel(float points)
{
    return std::floor(points * currentScale + 0.51f) / currentScale - points;
}

void gelText_Snap(ImDrawData* data)
{
    const ImVec2 white = ImGui::GetIO().Fonts->TexUvWhitePixel; // of all that is no glyph
    for (int i = 0; i < data->CmdListsCount; i++) {
        ImVector<ImDrawVert>& vertices = data->CmdLists[i]->VtxBuffer;
        for (int v = 0; v + 3 < vertices.Size; v++) {
            ImDrawVert* corner = &vertices[v];
            if (isSame(corner->uv, white) || isSame(corner[2].uv, white) ||
                corner[0].pos.y != corner[1].pos.y)
                continue;
            const ImVec2 move = {toPixel(corner->pos.x), toPixel(corner->pos.y)};
            for (int k = 0; k < 4; k++) {
                corner[k].pos.x += move.x;
                corner[k].pos.y += move.y;
            }
            v += 3;
        }
    }
}

void gelRowTip(const char* text)
{
    if (!ImGui::IsItemHovered())
        return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 30.0f);
    ImGui::TextUnformatted(gelText_Pretty(text).c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}
