// Writes pictures as PNG files, with stb_image_write and zlib.
#pragma once

#include "app/exit_code.h"

#include <stdio.h>

// `pixels` are [height][width][3], the top row first. gel_exitDone, gel_exitInternal (memory ran out) or
// gel_exitOutput, with errno; some write errors show only when the file is closed.
gelExitCode gelWritePng(FILE* file, int width, int height, const unsigned char* pixels);
