// The lines of Wavefront OBJ files: v and l.
#include "base/text_reader.h"
#include "gel/surface.h"

#include <limits.h>
#include <string.h>

typedef struct LineFile {
    gelTextReader text;
    float* positions; // [vertexCount][3]
    int* lines;       // [lineCount][2]
    int vertexCount, lineCount, vertexCapacity, lineCapacity;
} LineFile;

static gelStatus readVertex(LineFile* file)
{
    gelStatus status = gelReserve(&file->positions, &file->vertexCapacity, file->vertexCount + 1,
                                  3 * sizeof *file->positions);
    for (int k = 0; k < 3 && status == gel_success; k++)
        status = gelReadCoordinate(&file->text, 4, file->positions + 3 * (size_t)file->vertexCount + k);
    file->vertexCount += status == gel_success;
    return status;
}

// A number from 1, or from -1 for the last vertex so far, perhaps with that of a texture vertex behind a slash.
static gelStatus readCorner(const LineFile* file, gelWord word, int* vertex)
{
    int64_t number;
    const char* slash = memchr(word.text, '/', word.length);
    gelWord first = {word.text, slash != NULL ? (size_t)(slash - word.text) : word.length};
    if (!gelParseInteger(first, &number) || number == 0)
        return gelFailExpected(&file->text, word, "the number of a vertex");
    number = number < 0 ? file->vertexCount + number : number - 1;
    if (number < 0 || number >= INT_MAX)
        return gelFailExpected(&file->text, word, "the number of a vertex");
    *vertex = (int)number;
    return gel_success;
}

static gelStatus readLine(LineFile* file)
{
    gelStatus status = gel_success;
    int last = -1;
    for (gelWord word; status == gel_success && (word = gelNextWord(&file->text)).length > 0;) {
        int vertex = -1;
        status = readCorner(file, word, &vertex);
        if (status == gel_success && last >= 0)
            status =
                gelReserve(&file->lines, &file->lineCapacity, file->lineCount + 1, 2 * sizeof *file->lines);
        if (status == gel_success && last >= 0) {
            file->lines[2 * (size_t)file->lineCount] = last;
            file->lines[2 * (size_t)file->lineCount++ + 1] = vertex;
        }
        last = vertex;
    }
    return status;
}

static gelStatus readLines(LineFile* file)
{
    gelStatus status = gel_success;
    file->text.comment = '#';
    file->text.byLine = true;
    while (status == gel_success && gelNextLine(&file->text)) {
        gelWord word = gelNextWord(&file->text);
        if (gelWordIs(word, "v"))
            status = readVertex(file);
        else if (gelWordIs(word, "l"))
            status = readLine(file);
        gelRestOfLine(&file->text);
    }
    return status;
}

gelStatus gelLoadLineMesh(const char* path, gelLineMesh* mesh)
{
    LineFile file = {.vertexCount = 0};
    const char* dot = strrchr(path, '.');
    *mesh = (gelLineMesh){0};
    if (dot == NULL || (strcmp(dot, ".obj") != 0 && strcmp(dot, ".OBJ") != 0))
        return gelFail(gel_unsupported, "%s: lines are read from .obj files, where they are the elements l",
                       path);
    gelStatus status = gelOpenText(path, &file.text);
    if (status != gel_success)
        return status;
    status = readLines(&file);
    gelCloseText(&file.text);
    if (status == gel_success)
        status = gelCreateLineMesh(file.positions, file.vertexCount, file.lines, file.lineCount, mesh);
    if (status == gel_invalidArgument)
        status = gelFail(gel_formatError, "%s: %s", path, gelLastError());
    gelFree(file.positions);
    gelFree(file.lines);
    return status;
}
