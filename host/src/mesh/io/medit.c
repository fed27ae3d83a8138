// MEDIT's ASCII .mesh: keywords, each followed by a count and that many records.
#include "mesh/io/loaders.h"

#include <limits.h>
#include <string.h>

typedef struct Section {
    const char* keyword;
    int columns; // integers in a record, the reference included
    bool cells;
} Section;

static const Section otherSections[] = {
    {"Edges", 3, true},          {"Triangles", 4, true},
    {"Quadrilaterals", 5, true}, {"Hexahedra", 9, true},
    {"Hexaedra", 9, true},       {"Prisms", 7, true},
    {"Pyramids", 6, true},       {"EdgesP2", 4, true},
    {"TrianglesP2", 7, true},    {"Corners", 1, false},
    {"Ridges", 1, false},        {"RequiredVertices", 1, false},
    {"RequiredEdges", 1, false}, {"RequiredTriangles", 1, false},
};

static const Section* findSection(gelWord word)
{
    for (size_t i = 0; i < sizeof otherSections / sizeof otherSections[0]; i++)
        if (gelWordIsAnyCase(word, otherSections[i].keyword))
            return &otherSections[i];
    return NULL;
}

static gelStatus readVertices(gelTextReader* reader, gelMeshDraft* draft)
{
    if (draft->positions != NULL)
        return gelFailHere(reader, gel_formatError, "duplicate Vertices");
    int count = 0;
    gelStatus status = gelReadCount(reader, "a number of vertices", sizeof "0 0 0 0" - 1, &count);
    if (status == gel_success)
        status = gelDraft_SetVertexCount(draft, count);
    int64_t reference = 0;
    for (int i = 0; i < count && status == gel_success; i++) {
        for (int axis = 0; axis < 3 && status == gel_success; axis++)
            status = gelReadCoordinate(reader, 0, &draft->positions[3 * i + axis]);
        if (status == gel_success)
            status = gelReadInteger(reader, "a vertex's reference", INT_MIN, INT_MAX, &reference);
    }
    return status;
}

static gelStatus readTets(gelTextReader* reader, gelMeshDraft* draft, int points)
{
    if (draft->positions == NULL)
        return gelFailHere(reader, gel_formatError,
                           "expected Vertices before Tetrahedra, found Tetrahedra first");
    int count = 0;
    gelStatus status = gelReadCount(reader, "a number of tets", 2 * (size_t)points + 1, &count);
    for (int i = 0; i < count && status == gel_success; i++) {
        int tet[10] = {0};
        int64_t value = 0;
        for (int corner = 0; corner < points && status == gel_success; corner++) {
            status = gelReadInteger(reader, "a vertex", 1, draft->vertexCount, &value);
            tet[corner] = (int)value - 1;
        }
        if (status == gel_success)
            status = gelReadInteger(reader, "a tet's reference", INT_MIN, INT_MAX, &value);
        if (status == gel_success)
            status = gelDraft_AddTet(draft, tet); // the first four of ten points are the corners
        if (status == gel_success)
            draft->parts[draft->tetCount - 1] = (int)value;
    }
    return status;
}

static gelStatus skipSection(gelTextReader* reader, const Section* section, gelMeshDraft* draft)
{
    int count = 0;
    gelStatus status = gelReadCount(reader, "a number of records", 2 * (size_t)section->columns, &count);
    int64_t value = 0;
    for (int64_t i = 0; i < (int64_t)count * section->columns && status == gel_success; i++)
        status = gelReadInteger(reader, section->keyword, INT_MIN, INT_MAX, &value);
    if (section->cells)
        draft->otherCells += count;
    return status;
}

// A keyword that is not in the table: skips its numbers up to the next word.
static gelStatus skipNumbers(gelTextReader* reader, gelWord keyword)
{
    if (!((keyword.text[0] >= 'A' && keyword.text[0] <= 'Z') ||
          (keyword.text[0] >= 'a' && keyword.text[0] <= 'z')))
        return gelFailExpected(reader, keyword, "a keyword such as Vertices or Tetrahedra");
    double ignored = 0;
    for (gelWord word = gelPeekWord(reader); gelParseReal(word, &ignored); word = gelPeekWord(reader))
        gelNextWord(reader);
    return gel_success;
}

static gelStatus readSection(gelTextReader* reader, gelWord keyword, gelMeshDraft* draft)
{
    if (gelWordIsAnyCase(keyword, "Vertices"))
        return readVertices(reader, draft);
    if (gelWordIsAnyCase(keyword, "Tetrahedra"))
        return readTets(reader, draft, 4);
    if (gelWordIsAnyCase(keyword, "TetrahedraP2"))
        return readTets(reader, draft, 10);
    const Section* section = findSection(keyword);
    return section != NULL ? skipSection(reader, section, draft) : skipNumbers(reader, keyword);
}

gelStatus gelReadMedit(gelTextReader* reader, gelMeshDraft* draft)
{
    reader->comment = '#';
    int64_t value = 0;
    gelStatus status = gelReadWord(reader, "MeshVersionFormatted");
    if (status == gel_success)
        status = gelReadInteger(reader, "a version", 0, 4, &value);
    if (status == gel_success)
        status = gelReadWord(reader, "Dimension");
    if (status == gel_success)
        status = gelReadInteger(reader, "the dimension", 3, 3, &value);
    while (status == gel_success) {
        gelWord keyword = gelNextWord(reader);
        if (keyword.length == 0 || gelWordIsAnyCase(keyword, "End"))
            break;
        status = readSection(reader, keyword, draft);
    }
    if (status == gel_success && draft->positions == NULL)
        status = gelFailHere(reader, gel_formatError, "expected Vertices, found the end of the file");
    gelDraft_DropCommonPart(draft);
    return status;
}
