// Any bytes as a surface or lines that Gel reads itself: they are refused with a message, or become triangles of three
// different vertices, or lines of two.
#include "bytes.h"
#include "input_file.h"
#include "surface/io/readers.h"
#include "surface_file.h"

#include "gel/surface.h"

static void readLines(const char* path)
{
    gelLineMesh lines;
    if (gelLoadLineMesh(path, &lines) != gel_success) {
        EXPECT(gelLastError()[0] != '\0');
        return;
    }
    EXPECT(lines.lineCount > 0);
    for (int i = 0; i < 2 * lines.lineCount; i++)
        EXPECT(lines.lines[i] >= 0 && lines.lines[i] < lines.vertexCount);
    for (int i = 0; i < lines.originalCount; i++)
        EXPECT(lines.originals[i] >= -1 && lines.originals[i] < lines.vertexCount);
    for (int i = 0; i < 3 * lines.vertexCount; i++)
        EXPECT(isfinite(lines.positions[i]));
    gelDestroyLineMesh(&lines);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// The first byte chooses the format. What assimp is given as a .ply is looked through first.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static const char* const endings[] = {"obj", "off", "ply"};
    if (size == 0)
        return -1;
    int format = data[0] % 3;
    const char* path = gelWriteInput(endings[format], data + 1, size - 1);
    if (format == 2) {
        EXPECT(gelCheckPly(path) == gel_success || gelLastError()[0] != '\0');
        return 0;
    }
    readSurfaceFile(path);
    if (format == 0)
        readLines(path);
    return 0;
}
