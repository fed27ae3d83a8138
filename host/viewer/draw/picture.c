#include "draw/picture.h"
#include "common/part_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

bool gelReadPicture(GLuint framebuffer, int width, int height, gelPicture* picture)
{
    size_t row = 3 * (size_t)width;
    if (picture->pixels == NULL || picture->width != width || picture->height != height) {
        unsigned char* pixels = realloc(picture->pixels, row * ((size_t)height + 1)); // one row for flipping
        if (pixels == NULL)
            return false;
        *picture = (gelPicture){.width = width, .height = height, .pixels = pixels};
    }
    unsigned char* spare = picture->pixels + row * (size_t)height;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, picture->pixels);
    for (int y = 0; y < height / 2; y++) {
        unsigned char *a = picture->pixels + row * (size_t)y,
                      *b = picture->pixels + row * (size_t)(height - 1 - y);
        memcpy(spare, a, row);
        memcpy(a, b, row);
        memcpy(b, spare, row);
    }
    return true;
}

void gelClearPicture(gelPicture* picture)
{
    free(picture->pixels);
    *picture = (gelPicture){0};
}

typedef struct Sink {
    FILE* file;
    bool ok;
} Sink;

static void writeBytes(void* context, void* data, int size)
{
    Sink* sink = context;
    sink->ok = sink->ok && fwrite(data, 1, (size_t)size, sink->file) == (size_t)size;
}

int gelWritePng(gelOutput* output, const char* path, const gelPicture* picture)
{
    char part[4096 + gel_partNameRoom];
    gelRemoveDeadParts(path);
    Sink sink = {.file = gelOpenPartFile(path, part, sizeof part), .ok = true};
    if (sink.file == NULL)
        return gelReportError(output, gel_exitOutput, "%s: cannot be written: %s", path, strerror(errno));
    errno = 0;
    bool ok = stbi_write_png_to_func(writeBytes, &sink, picture->width, picture->height, 3, picture->pixels,
                                     3 * picture->width) != 0;
    ok = fclose(sink.file) == 0 && ok && sink.ok && gelPublishPart(part, path);
    if (ok)
        return gel_exitDone;
    int problem = errno;
    remove(part);
    return gelReportError(output, gel_exitOutput, "%s: cannot be written: %s", path,
                          problem != 0 ? strerror(problem) : "write error");
}
