// Contacts for ParaView and VTK: an index (.pvd) and, for each frame, a .vtu of points with arrays.
#pragma once

#include "text_file.h"

#include "gel/gel.h"

// Whether the path names an index: it ends in .pvd.
bool gelIsContactIndex(const char* path);

// Begin and end of the index, which is open.
void gelBeginContactIndex(gelTextFile* index);
void gelEndContactIndex(gelTextFile* index);

// Writes the file of a frame beside the index, NAME_0001.vtu, and adds it to the index. Reports errors and returns
// the exit code. Cost: two lines of text per contact.
int gelAddContactFrame(gelOutput* output, gelTextFile* index, const gelScene* scene, const gelWorld* world,
                       const gelContact* contacts, int count, int frame, double time);
