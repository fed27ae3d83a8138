// Contacts for ParaView and VTK: an index (.pvd) and, for each frame, a .vtu of points with arrays.
#pragma once

#include "app/text_file.h"

#include "gel/gel.h"

// Whether the path names an index: it ends in .pvd.
bool gelIsContactIndex(const char* path);

// The files of frames: under temporary names until the index is complete.
typedef struct gelContactFrames {
    char **paths, **parts;
    int pathCount, partCount, keptCount;
} gelContactFrames;

// The beginning of the index, which is open.
void gelBeginContactIndex(gelTextFile* index);

// Writes the file of a frame beside the index, NAME_0001.vtu, and adds it to the index. Reports errors and returns
// the exit code. Cost: two lines of text per contact.
int gelAddContactFrame(gelOutput* output, gelTextFile* index, gelContactFrames* frames, const gelScene* scene,
                       const gelWorld* world, const gelContact* contacts, int count, int frame, double time);

// Ends the index, which may not be open, and gives the files of frames their names if `code`, the outcome of the work, is
// gel_exitDone; otherwise removes them. Returns the first failure.
int gelEndContactIndex(gelOutput* output, gelTextFile* index, gelContactFrames* frames, int code);

// Keeps the files of frames like gelKeepTextFile.
bool gelKeepContactFrames(gelContactFrames* frames, const char* ending);
// Lists the kept files of frames 1 to `frameCount`, to go on after them. False on failure.
bool gelGoOnContactFrames(const gelTextFile* index, gelContactFrames* frames, const char* ending,
                          int frameCount);
// The name of a frame's file.
void gelNameContactFrame(const char* indexPath, int frame, char* path, size_t capacity);
