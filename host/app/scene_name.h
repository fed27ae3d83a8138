// Scenes and lessons by name: "bear_pile" for assets/scenes/bear_pile.json.
#pragma once

#include "app/asset.h"
#include "app/output.h"

#include <stdbool.h>

// A list of `count` texts, followed by NULL once there is one. False if out of memory.
bool gelAddText(char*** list, int* count, const char* text);
void gelClearTexts(char** list, int count);
// Adds the names of the .json files of a folder, and sorts the list; adds none if the folder cannot be read.
bool gelListScenes(const char* folder, char*** names, int* count);

// Finds the file that a command's SCENE names. If there is no file of that name, a word without "/"
// or "." names a lesson or scene that comes with the program. Sets *resolved to `argument` or
// `path`. Reports errors and returns the exit code.
int gelResolveScene(gelOutput* output, const char* argument, char path[gel_assetPathSize],
                    const char** resolved);
