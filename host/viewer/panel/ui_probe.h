// Where in the window the buttons and rows are, by name, for tests that click them: GEL_WINDOW_PLACES names a file
// that holds, while the window runs, a line for each: the name, and x and y of its middle in pixels, between tabs. The
// first line is "pictures" and how many were drawn, by which a test sees that the window has come to what it was told.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// Records the place of the item drawn last. Costs nothing without GEL_WINDOW_PLACES.
void gelRecordUiPlace(const char* name);
// At the end of a picture: writes the file.
void gelWriteUiProbe(void);

#ifdef __cplusplus
}
#endif
