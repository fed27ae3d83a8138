// A film, encoded by the program ffmpeg.
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
