#include "bake_internal.h"

#include <stdarg.h>
#include <string.h>

// Text goes through a buffer, and a decimal comma that the program's locale may ask for is made a point.
typedef struct TextOut {
    gelBakeFile* file;
    gelStatus status;
    size_t length;
    char text[1 << 14];
} TextOut;

static void flushText(TextOut* out)
{
    if (out->status == gel_success)
        out->status = gelWriteBakeFile(out->file, out->text, out->length);
    out->length = 0;
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
putText(TextOut* out, const char* format, ...)
{
    enum { longestLine = 256 };
    if (out->length + longestLine > sizeof out->text)
        flushText(out);
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(out->text + out->length, longestLine, format, arguments);
    va_end(arguments);
    if (length > 0)
        out->length += length < longestLine ? (size_t)length : longestLine - 1;
}

// Nine digits give every float back.
static void putFloat(TextOut* out, float value)
{
    size_t start = out->length;
    putText(out, " %.9g", (double)value);
    if (start > out->length)
        start = 0; // the buffer was flushed
    size_t end = start;
    bool separator = false;
    for (size_t i = start; i < out->length; i++) {
        char c = out->text[i];
        bool known = strchr(" +-0123456789abcdefghijklmnopqrstuvwxyz", c) != NULL;
        if (known || !separator)
            out->text[end++] = known ? c : '.';
        separator = !known;
    }
    out->length = end;
}

static void putObjHeader(TextOut* out, const gelBake* bake)
{
    putText(out, "# Gel %s, frame %d of %.9g s\n", gelVersionText(), bake->frame, (double)bake->timeStep);
    putText(out, "# %d bodies, %d vertices; every inner vertex has a wire (l), so that importers keep it\n",
            bake->bodyCount, bake->vertexCount);
    putText(out, "o gel\n");
}

// One object, since a vertex cache belongs to one; bodies are groups of it.
static gelStatus writeObj(gelBake* bake, gelBakeFile* file)
{
    TextOut out = {.file = file};
    putObjHeader(&out, bake);
    for (int i = 0; i < bake->vertexCount; i++) {
        const float* p = bake->positions + 3 * (size_t)i;
        putText(&out, "v");
        for (int k = 0; k < 3; k++)
            putFloat(&out, p[k]);
        putText(&out, "\n");
    }
    for (int i = 0; i < bake->bodyCount; i++) {
        const gelBakeBody* body = &bake->bodies[i];
        int first = body->firstVertex + 1;
        putText(&out, "g body_%d\n", i);
        for (int t = 0; t < body->triangleCount; t++) {
            const int* triangle = body->triangles + 3 * (size_t)t;
            putText(&out, "f %d %d %d\n", triangle[0] + first, triangle[1] + first, triangle[2] + first);
        }
        for (int w = 0; w < body->wireCount; w++)
            putText(&out, "l %d %d\n", body->wires[2 * w] + first, body->wires[2 * w + 1] + first);
    }
    flushText(&out);
    return out.status;
}

static gelStatus writePlyFaces(const gelBake* bake, gelBakeFile* file)
{
    for (int i = 0; i < bake->bodyCount; i++) {
        const gelBakeBody* body = &bake->bodies[i];
        for (int t = 0; t < body->triangleCount; t++) {
            unsigned char face[13] = {3};
            unsigned char* out = face + 1;
            for (int k = 0; k < 3; k++)
                out = gelPutInt(out, body->triangles[3 * (size_t)t + (size_t)k] + body->firstVertex);
            gelStatus status = gelWriteBakeFile(file, face, sizeof face);
            if (status != gel_success)
                return status;
        }
    }
    return gel_success;
}

static gelStatus writePly(gelBake* bake, gelBakeFile* file)
{
    int64_t faceCount = 0;
    for (int i = 0; i < bake->bodyCount; i++)
        faceCount += bake->bodies[i].triangleCount;
    TextOut out = {.file = file};
    putText(&out, "ply\nformat binary_little_endian 1.0\ncomment Gel %s, frame %d\n", gelVersionText(),
            bake->frame);
    putText(&out, "element vertex %d\nproperty float x\nproperty float y\nproperty float z\n",
            bake->vertexCount);
    putText(&out, "element face %lld\nproperty list uchar int vertex_indices\nend_header\n",
            (long long)faceCount);
    flushText(&out);
    gelStatus status = out.status;
    if (status == gel_success)
        status = gelWriteBakePositions(bake, file);
    return status == gel_success ? writePlyFaces(bake, file) : status;
}

const gelBakeFormat gelBakeObj = {".obj", NULL, writeObj, NULL, true, NULL};
const gelBakeFormat gelBakePly = {".ply", NULL, writePly, NULL, true, NULL};
