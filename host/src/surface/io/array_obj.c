// The objects and groups of a Wavefront OBJ file as arrays: 1 at the vertices of their faces and lines.
#include "surface/io/look_files.h"
#include "surface/io/readers.h"

#include <string.h>

typedef struct GroupFile {
    gelTextReader* text;
    gelVertexArray* array;
    int vertexCount; // so far
    bool inObject, inGroup;
} GroupFile;

static int countVertices(const gelTextReader* reader)
{
    gelTextReader text = *reader;
    int count = 0;
    while (gelNextLine(&text)) {
        count += gelWordIs(gelNextWord(&text), "v");
        gelRestOfLine(&text);
    }
    return count;
}

// The name is the rest of the line, with blanks in it; a line of `g` may also name several groups.
static bool readName(const GroupFile* file, bool isGroup)
{
    gelWord name = gelPeekFileName(file->text);
    bool isWanted = name.length > 0 && gelRecordArray(file->array, name), isList = false;
    for (gelWord word; isGroup && !isWanted && !isList && (word = gelNextWord(file->text)).length > 0;)
        isList = gelWordIs(word, file->array->wanted);
    file->array->isFound = file->array->isFound || isList;
    return isWanted || isList;
}

// Damage is the mesh's reader's to tell of.
static void markCorners(const GroupFile* file)
{
    for (gelWord word; (word = gelNextWord(file->text)).length > 0;) {
        const char* slash = memchr(word.text, '/', word.length);
        gelWord first = {word.text, slash != NULL ? (size_t)(slash - word.text) : word.length};
        int64_t number = 0;
        if (!gelParseInteger(first, &number))
            continue;
        number = number < 0 ? file->vertexCount + number : number - 1;
        if (number >= 0 && number < file->array->count)
            file->array->values[number] = 1.0f;
    }
}

static void readLine(GroupFile* file)
{
    gelWord word = gelNextWord(file->text);
    bool isFace = gelWordIs(word, "f") || gelWordIs(word, "fo") || gelWordIs(word, "l");
    if (gelWordIs(word, "v"))
        file->vertexCount++;
    else if (gelWordIs(word, "g"))
        file->inGroup = readName(file, true);
    else if (gelWordIs(word, "o")) {
        file->inObject = readName(file, false);
        file->inGroup = false;
    } else if (isFace && (file->inObject || file->inGroup))
        markCorners(file);
    gelRestOfLine(file->text);
}

gelStatus gelReadObjGroup(gelTextReader* reader, gelVertexArray* array)
{
    GroupFile file = {.text = reader, .array = array};
    reader->comment = '#';
    reader->byLine = true;
    gelJoinObjLines(reader);
    gelStatus status = gelReserveArray(array, countVertices(reader));
    while (status == gel_success && gelNextLine(reader))
        readLine(&file);
    return status;
}
