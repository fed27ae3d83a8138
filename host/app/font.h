// The font of the window and of the pictures of gel bench, DejaVu Sans: the one file in the table.
#pragma once

#include "files/embedded_file.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const gelEmbeddedFiles gelEmbeddedFonts;

#ifdef __cplusplus
}
#endif
