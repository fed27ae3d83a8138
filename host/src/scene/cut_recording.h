// Recordings whose writing was cut off.
#pragma once

#include "settings/json_table.h"

// To be called when a file is no JSON: reads a recording that ends in the middle, or holds the rest of what stood there
// before, up to its last frame of which nothing is missing, with a warning. `document` is NULL with gel_success if the
// file is no such recording; the caller's error then stays gelLastError. Errors: gel_formatError (cut before its first
// frame was complete), gel_outOfMemory. It takes as long as reading the file twice.
gelStatus gelReadCutRecording(const char* path, cJSON** document);
