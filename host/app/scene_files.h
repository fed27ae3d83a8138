// The files that a scene needs to be opened elsewhere: those that it names, and materials and textures of its meshes.
#pragma once

#include "gel/scene.h"

#include <stdbool.h>

typedef struct gelSceneFiles {
    char** paths; // whole, each once
    int count;
} gelSceneFiles;

// Adds the files of a scene that are there. False if out of memory.
bool gelAddSceneFiles(const gelScene* scene, gelSceneFiles* files);
void gelClearSceneFiles(gelSceneFiles* files);
