#include "draw/picture.h"
#include "files/temporary_file.h"
#include "app/png.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

int gelSavePicture(gelOutput* output, const char* path, const gelPicture* picture)
{
    char part[4096 + gel_temporaryNameRoom];
    gelRemoveDeadTemporaries(path);
    FILE* file = gelOpenTemporaryFile(path, part, sizeof part);
    if (file == NULL)
        return gelReportError(output, gel_exitOutput, "%s: cannot be written: %s", path, strerror(errno));
    errno = 0;
    gelExitCode code = gelWritePng(file, picture->width, picture->height, picture->pixels);
    bool ok = fclose(file) == 0 && code == gel_exitDone && gelPublishTemporary(part, path);
    if (ok)
        return gel_exitDone;
    int problem = errno;
    remove(part);
    if (code == gel_exitInternal)
        return gelReportError(output, (int)code, "%s: out of memory while writing a picture of %d x %d", path,
                              picture->width, picture->height);
    return gelReportError(output, gel_exitOutput, "%s: cannot be written: %s", path,
                          problem != 0 ? strerror(problem) : "write error");
}
