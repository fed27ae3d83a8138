// The font rasteriser of Dear ImGui, as Debian builds it, is in libstb, which aborts where it gets no memory, or leaves
// a character out. These definitions take its place.
#include "needed_memory.h"

#include <stdlib.h>

#define STBTT_malloc(size, unused) ((void)(unused), gelNeedMemory(size))
#define STBTT_free(block, unused) ((void)(unused), free(block))
#define STB_RECT_PACK_IMPLEMENTATION
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb/stb_rect_pack.h>
#include <stb/stb_truetype.h>
