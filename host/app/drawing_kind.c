#include "app/drawing.h"
#include "common/path.h"

#include <string.h>

gelDrawingKind gelDrawingKindOf(const char* path)
{
    static const char* const films[] = {".mp4", ".mkv", ".webm", ".mov", ".gif"};
    for (size_t i = 0; i < sizeof films / sizeof films[0]; i++)
        if (gelEndsWith(path, films[i]))
            return gel_drawsFilm;
    return gelEndsWith(path, ".png") ? gel_drawsPicture : gel_drawsNothing;
}
