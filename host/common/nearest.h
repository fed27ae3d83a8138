// Finds the word that was probably meant.
#pragma once

// The word of a NULL-terminated list closest to `text`, ignoring case; NULL if none is close.
const char* gelNearestText(const char* text, const char* const* list);
