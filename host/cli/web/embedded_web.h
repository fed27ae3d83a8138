// The files of a page, embedded in the command: those of the folder web, and gel.wasm.lzma where it could be built.
#pragma once

#include "files/embedded_file.h"

extern const gelEmbeddedFiles gelEmbeddedWeb;
