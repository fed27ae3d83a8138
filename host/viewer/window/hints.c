#include "window/hints.h"

#include "common/clock.h"
#include "panel/overlay.h"

#include <string.h>

static const struct {
    int key;
    const char* text;
} hints[] = {
    {GLFW_KEY_SPACE, "Space pauses"},
    {GLFW_KEY_M, "M colours by strain, speed, ..."},
    {GLFW_KEY_R, "R starts again"},
    {GLFW_KEY_B, "B drops another body"},
    {GLFW_KEY_COMMA, "comma runs one launch"},
    {GLFW_KEY_BACKSPACE, "Backspace shows all scenes"},
};
enum { hintCount = sizeof hints / sizeof hints[0] };

static const double shownFor = 60.0; // s

void gelWindow_RecordUse(gelWindow* window, int key)
{
    for (int i = 0; i < hintCount; i++)
        if (hints[i].key == key)
            window->keysUsed |= 1u << i;
    if (key == GLFW_KEY_H || key == GLFW_KEY_F1)
        window->keysUsed = ~0u; // all keys were listed
}

void gelWindow_DrawHint(gelWindow* window, int right)
{
    const char* next = NULL;
    char text[200];
    double age = gelMilliseconds() * 1e-3 - window->openedAt;
    for (int i = hintCount - 1; i >= 0; i--)
        if ((window->keysUsed >> i & 1u) == 0)
            next = hints[i].text;
    if (age > shownFor || next == NULL || window->view->message[0] != '\0' ||
        gelView_TwoWorlds(window->view) != gel_twoHidden) // names take the room
        return;
    snprintf(text, sizeof text,
             "drag: turn  ·  right drag: move  ·  wheel: zoom  ·  Shift + drag: grab  ·  %s  ·  H: help",
             next);
    gelOverlay_DrawHint(text, (float)(shownFor - age), window->panel.right, right);
}
