// Which word of a list was probably meant.
#pragma once

// The word of a NULL-ended list that is nearest to `text`, whatever the case of the letters; NULL where none
// is near.
const char* gelNearestText(const char* text, const char* const* list);
