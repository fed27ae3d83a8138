#include "contacts_vtk.h"
#include "overwrite.h"

#include <stddef.h>
#include <string.h>

static const char extension[] = ".pvd";

bool gelIsContactIndex(const char* path)
{
    size_t length = strlen(path), ending = sizeof extension - 1;
    return length > ending && strcmp(path + length - ending, extension) == 0;
}

void gelBeginContactIndex(gelTextFile* index)
{
    fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n",
          index->file);
}

void gelEndContactIndex(gelTextFile* index)
{
    fputs("</Collection>\n</VTKFile>\n", index->file);
}

typedef struct Frame {
    FILE* file;
    const gelWorld* world;
    const gelContact* contacts;
    int count;
} Frame;

static void beginArray(const Frame* frame, const char* type, const char* name, int components)
{
    fprintf(frame->file, "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"ascii\">\n",
            type, name, components);
}

static void endArray(const Frame* frame)
{
    fputs("</DataArray>\n", frame->file);
}

// Of a member of each contact.
static void putVectors(const Frame* frame, const char* name, size_t offset)
{
    beginArray(frame, "Float32", name, 3);
    for (int i = 0; i < frame->count; i++) {
        gelVec3 v;
        memcpy(&v, (const char*)&frame->contacts[i] + offset, sizeof v);
        fprintf(frame->file, "%.9g %.9g %.9g\n", (double)v.x, (double)v.y, (double)v.z);
    }
    endArray(frame);
}

// Numbers as in the table: bodies from 1, the ground 0.
static int numberOf(const Frame* frame, gelBodyId id)
{
    return id.index1 == 0 ? 0 : gelBody_GetIndex(frame->world, id) + 1;
}

static void putValues(const Frame* frame)
{
    const gelContact* contacts = frame->contacts;
    fputs("<PointData>\n", frame->file);
    putVectors(frame, "normal", offsetof(gelContact, normal));
    putVectors(frame, "impulse", offsetof(gelContact, impulse));
    putVectors(frame, "force", offsetof(gelContact, force));
    beginArray(frame, "Int32", "first", 1);
    for (int i = 0; i < frame->count; i++)
        fprintf(frame->file, "%d\n", numberOf(frame, contacts[i].first));
    endArray(frame);
    beginArray(frame, "Int32", "second", 1);
    for (int i = 0; i < frame->count; i++)
        fprintf(frame->file, "%d\n", numberOf(frame, contacts[i].second));
    endArray(frame);
    beginArray(frame, "Int32", "kind", 1);
    for (int i = 0; i < frame->count; i++)
        fprintf(frame->file, "%d\n", (int)contacts[i].kind);
    endArray(frame);
    fputs("</PointData>\n", frame->file);
}

// One cell per point: ParaView draws cells.
static void putCells(const Frame* frame)
{
    enum { vertexCell = 1 }; // VTK_VERTEX
    fputs("<Cells>\n", frame->file);
    beginArray(frame, "Int32", "connectivity", 1);
    for (int i = 0; i < frame->count; i++)
        fprintf(frame->file, "%d\n", i);
    endArray(frame);
    beginArray(frame, "Int32", "offsets", 1);
    for (int i = 0; i < frame->count; i++)
        fprintf(frame->file, "%d\n", i + 1);
    endArray(frame);
    beginArray(frame, "UInt8", "types", 1);
    for (int i = 0; i < frame->count; i++)
        fprintf(frame->file, "%d\n", vertexCell);
    endArray(frame);
    fputs("</Cells>\n", frame->file);
}

static void writeGrid(const Frame* frame)
{
    fprintf(
        frame->file,
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"0.1\">\n<UnstructuredGrid>\n"
        "<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\">\n<Points>\n",
        frame->count, frame->count);
    putVectors(frame, "place", offsetof(gelContact, place));
    fputs("</Points>\n", frame->file);
    putCells(frame);
    putValues(frame);
    fputs("</Piece>\n</UnstructuredGrid>\n</VTKFile>\n", frame->file);
}

// Files of frames lie beside the index, which names them without their folder.
static void listFrame(FILE* index, const char* path, double time)
{
    const char* slash = strrchr(path, '/');
    fprintf(index, "<DataSet timestep=\"%.9g\" group=\"\" part=\"0\" file=\"", time);
    for (const char* c = slash != NULL ? slash + 1 : path; *c != '\0'; c++)
        if (strchr("&<>\"", *c) != NULL)
            fprintf(index, "&#%d;", *c);
        else
            fputc(*c, index);
    fputs("\"/>\n", index);
}

int gelAddContactFrame(gelOutput* output, gelTextFile* index, const gelScene* scene, const gelWorld* world,
                       const gelContact* contacts, int count, int frame, double time)
{
    char path[sizeof index->part];
    int stem = (int)(strlen(index->path) - (sizeof extension - 1));
    snprintf(path, sizeof path, "%.*s_%04d.vtu", stem, index->path, frame);
    gelTextFile file;
    int code = gelCheckOverwrite(output, "contacts", path, scene);
    if (code == gel_exitDone)
        code = gelOpenTextFile(output, "contacts", path, &file);
    if (code != gel_exitDone)
        return code;
    writeGrid(&(Frame){file.file, world, contacts, count});
    listFrame(index->file, path, time);
    return gelCloseTextFile(output, "contacts", &file, code);
}
