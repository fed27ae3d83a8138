#include "app/drawing.h"

#include <string.h>
#include <strings.h>

gelDrawingKind gelDrawingKindOf(const char* path)
{
    static const char* const films[] = {".mp4", ".mkv", ".webm", ".mov", ".gif"};
    const char* dot = strrchr(path, '.');
    if (dot == NULL)
        return gel_drawsNothing;
    for (size_t i = 0; i < sizeof films / sizeof films[0]; i++)
        if (strcasecmp(dot, films[i]) == 0)
            return gel_drawsFilm;
    return strcasecmp(dot, ".png") == 0 ? gel_drawsPicture : gel_drawsNothing;
}
