// A film, encoded by the program ffmpeg under a temporary name, see part_file.h. It gets its own name when
// ffmpeg has written it without an error and can read it; otherwise a former file of that name stays.
#pragma once

#include "draw/picture.h"

typedef struct gelFilm gelFilm;

// The extension must be that of a film, see gelDrawingKindOf; .mp4, .mkv and .mov are H.264. Reports errors
// and returns the exit code, also if ffmpeg is missing.
int gelOpenFilm(gelOutput* output, const char* path, int width, int height, double framesPerSecond,
                gelFilm** film);
// False if ffmpeg accepts no more; closing the film reports why.
bool gelFilm_Add(gelFilm* film, const gelPicture* picture);

// `keep` false discards the film. NULL is allowed.
int gelCloseFilm(gelFilm* film, gelOutput* output, bool keep);
