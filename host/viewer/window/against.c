#include "window/against.h"

#include <string.h>

static const char* const usual[] = {"nothing", "reference", "double"};
enum { usualCount = sizeof usual / sizeof usual[0] };

void gelWindow_FillAgainst(gelWindow* window)
{
    gelPanelState* panel = &window->panel;
    const gelView* view = window->view;
    const char* now = view->session.against;
    panel->against = now[0] == '\0' ? 0 : usualCount;
    for (int i = 0; i < usualCount; i++) {
        window->againsts[i] = usual[i];
        if (strcmp(usual[i], now) == 0)
            panel->against = i;
    }
    if (panel->against == usualCount)
        memcpy(window->typedAgainst, now, sizeof window->typedAgainst);
    window->againsts[usualCount] = window->typedAgainst[0] != '\0' ? window->typedAgainst : NULL;
    panel->againsts = window->againsts;
    window->shownAgainst = panel->against;
    panel->twoNames = gelTwoWorldsNames;
    panel->two = (int)view->two;
}

void gelWindow_ObeyAgainst(gelWindow* window)
{
    const gelPanelState* panel = &window->panel;
    gelView* view = window->view;
    view->two = (gelTwoWorlds)panel->two;
    if (panel->against != window->shownAgainst)
        gelWindow_RecordFailure(
            window, gelSession_SetAgainst(&view->session,
                                          panel->against > 0 ? panel->againsts[panel->against] : NULL));
}

void gelWindow_NextTwoWorlds(gelWindow* window)
{
    gelView* view = window->view;
    view->two = (gelTwoWorlds)((view->two + 1) % gel_twoCount);
}

gelPointer gelWindow_InHalf(const gelWindow* window, gelPointer pointer, int half)
{
    const gelView* view = window->view;
    int wide = gelView_HalfWidth(view, pointer.width);
    if (gelView_TwoWorlds(view) != gel_twoSplit)
        return pointer;
    half = half >= 0 ? half : pointer.x >= gelView_HalfBegins(view, 1, pointer.width);
    pointer.half = half;
    pointer.x -= gelView_HalfBegins(view, half, pointer.width);
    pointer.width = wide;
    return pointer;
}
