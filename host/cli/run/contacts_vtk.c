#define _POSIX_C_SOURCE 200809L // strdup
#include "run/contacts_vtk.h"
#include "files/system.h"
#include "common/number.h"
#include "common/path.h"
#include "files/temporary_file.h"
#include "app/memory.h"
#include "app/overwrite.h"
#include "app/scene_name.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char extension[] = ".pvd";

bool gelIsContactIndex(const char* path)
{
    return gelEndsWith(path, extension) && gelEndingOf(path) > 0;
}

void gelBeginContactIndex(gelTextFile* index)
{
    fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n",
          index->file);
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

// Writes an array of a vector member of each contact.
static void putVectors(const Frame* frame, const char* name, size_t offset)
{
    beginArray(frame, "Float32", name, 3);
    for (int i = 0; i < frame->count; i++) {
        gelVec3 v;
        memcpy(&v, (const char*)&frame->contacts[i] + offset, sizeof v);
        for (int k = 0; k < 3; k++) {
            gelWriteNumber(frame->file, (double)(k == 0 ? v.x : k == 1 ? v.y : v.z), 9);
            fputc(k < 2 ? ' ' : '\n', frame->file);
        }
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
    const char* slash = gelLastSlash(path);
    fputs("<DataSet timestep=\"", index);
    gelWriteNumber(index, time, 9);
    fputs("\" group=\"\" part=\"0\" file=\"", index);
    for (const char* c = slash != NULL ? slash + 1 : path; *c != '\0'; c++)
        if (strchr("&<>\"", *c) != NULL)
            fprintf(index, "&#%d;", *c);
        else
            fputc(*c, index);
    fputs("\"/>\n", index);
}

void gelNameContactFrame(const char* indexPath, int frame, char* path, size_t capacity)
{
    int stem = (int)(strlen(indexPath) - (sizeof extension - 1));
    snprintf(path, capacity, "%.*s_%04d.vtu", stem, indexPath, frame);
}

bool gelKeepContactFrames(gelContactFrames* frames, const char* ending)
{
    char part[4400];
    bool ok = true;
    for (; frames->keptCount < frames->partCount && ok; frames->keptCount += ok) {
        char** own = &frames->parts[frames->keptCount];
        snprintf(part, sizeof part, "%s", *own);
        ok = gelKeepTemporary(NULL, frames->paths[frames->keptCount], ending, part, sizeof part);
        char* name = ok ? gelCopyOf(part) : NULL;
        ok = name != NULL;
        if (ok) {
            free(*own);
            *own = name;
        }
    }
    return ok;
}

bool gelGoOnContactFrames(const gelTextFile* index, gelContactFrames* frames, const char* ending,
                          int frameCount)
{
    char path[4300], part[4400];
    bool ok = true;
    for (int frame = 1; frame <= frameCount && ok; frame++) {
        gelNameContactFrame(index->path, frame, path, sizeof path);
        ok = gelNameKeptTemporary(path, ending, part, sizeof part) &&
             gelAddText(&frames->parts, &frames->partCount, part) &&
             gelAddText(&frames->paths, &frames->pathCount, path);
    }
    frames->keptCount = frames->partCount;
    return ok;
}

int gelAddContactFrame(gelOutput* output, gelTextFile* index, gelContactFrames* frames, const gelScene* scene,
                       const gelWorld* world, const gelContact* contacts, int count, int frame, double time)
{
    char path[sizeof index->part];
    gelNameContactFrame(index->path, frame, path, sizeof path);
    gelTextFile file;
    int code = gelCheckOverwrite(output, "contacts", path, scene);
    if (code == gel_exitDone)
        code = gelOpenTextPart(output, "contacts", path, &file);
    if (code != gel_exitDone)
        return code;
    writeGrid(&(Frame){file.file, world, contacts, count});
    listFrame(index->file, path, time);
    bool isListed = gelAddText(&frames->parts, &frames->partCount, file.part) &&
                    gelAddText(&frames->paths, &frames->pathCount, path);
    if (!isListed)
        return gelCloseTextFile(output, "contacts", &file,
                                gelReportStatus(output, gel_outOfMemory, gel_activityOutput));
    return gelCloseTextPart(output, "contacts", &file);
}

int gelEndContactIndex(gelOutput* output, gelTextFile* index, gelContactFrames* frames, int code)
{
    bool isComplete = index->file != NULL && code == gel_exitDone;
    if (isComplete) { // known to be whole before any frame replaces a former one
        fputs("</Collection>\n</VTKFile>\n", index->file);
        code = gelCloseTextPart(output, "contacts", index);
    }
    for (int i = 0; i < frames->partCount; i++) {
        if (code == gel_exitDone && i < frames->pathCount &&
            !gelPublishTemporary(frames->parts[i], frames->paths[i]))
            code = gelReportError(output, gel_exitOutput, "--contacts %s: cannot be written: %s",
                                  frames->paths[i], strerror(errno));
        if (code != gel_exitDone && !index->isLeft)
            remove(frames->parts[i]);
    }
    gelClearTexts(frames->parts, frames->partCount);
    gelClearTexts(frames->paths, frames->pathCount);
    *frames = (gelContactFrames){0};
    return isComplete ? gelNameTextFile(output, "contacts", index, code) : code;
}
