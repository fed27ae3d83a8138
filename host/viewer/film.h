// A film, encoded by the program ffmpeg.
#pragma once

#include "draw/picture.h"

typedef struct gelFilm gelFilm;

// The ending is one of a film, see gelDrawingKindOf; .mp4, .mkv and .mov are H.264. Reports and returns the exit code, also where there is no ffmpeg.
int gelOpenFilm(gelOutput* output, const char* path, int width, int height, double framesPerSecond,
                gelFilm** film);
// False where ffmpeg takes no more; closing the film tells why.
bool gelFilm_Add(gelFilm* film, const gelPicture* picture);

// `keep` false throws the film away. NULL is allowed.
int gelCloseFilm(gelFilm* film, gelOutput* output, bool keep);
