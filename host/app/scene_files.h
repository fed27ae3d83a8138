// The files that a scene needs to be opened elsewhere: those that it names, and materials and textures of its meshes.
#pragma once

#include "gel/scene.h"

#include <stdbool.h>

typedef struct gelSceneFile {
    char* path;   // which opens it here
    char* name;   // whole, without "." and "..", links as they are: a scene elsewhere finds it by this name
    bool isFixed; // it is named by its whole path, so that it cannot be in another folder
} gelSceneFile;

typedef struct gelSceneFiles {
    gelSceneFile* files; // the first is the scene; each name once, or twice if one is fixed
    int count;
} gelSceneFiles;

// Adds the files of a scene that are there. False if out of memory.
bool gelAddSceneFiles(const gelScene* scene, gelSceneFiles* files);
void gelClearSceneFiles(gelSceneFiles* files);

// Returns the length of the folder that all files below are in, with its slash; files that are fixed do not count.
size_t gelSceneFolder(const gelSceneFiles* files);
