// Finds the word that was probably meant.
#pragma once

// Returns the word of a NULL-terminated list that `text` is a common synonym of, or else the closest in spelling,
// ignoring case; NULL if none is close.
const char* gelNearestText(const char* text, const char* const* list);
