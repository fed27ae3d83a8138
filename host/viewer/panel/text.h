// The font of all that Dear ImGui draws, sharp at the display's scale. Everything is laid out in points: a point is a
// pixel at scale 1, two pixels at scale 2.
#pragma once

#include <imgui.h>
#include <string>

// Pixels per point; from 0.5 to 4. Rasterises the font anew if it changes. Between pictures.
void gelText_SetScale(float scale);
float gelText_Scale(void);

// The font of titles; that of other texts is the default.
ImFont* gelText_Heading(void);

// With raised digits: "m/s^2" as "m/s²".
std::string gelText_Pretty(const char* text);

// Moves glyphs onto whole pixels, as they were rasterised, in what is about to be drawn.
void gelText_Snap(ImDrawData* data);

// Where the last item has a tooltip.
void gelRowTip(const char* text);
