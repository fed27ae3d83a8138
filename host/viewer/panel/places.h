// Where in the window the buttons and rows are, by name, for tests that click them: GEL_WINDOW_PLACES names a file
// that holds, while the window runs, a line for each: the name, and x and y of its middle in pixels, between tabs.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// Of the item drawn last. Costs nothing if nobody asks.
void gelNotePlace(const char* name);
// At the end of a picture: writes the file if it has changed.
void gelTellPlaces(void);

#ifdef __cplusplus
}
#endif
