// Writes scenes as a page for browsers: one file with everything in it, or a site, a folder of files.
#pragma once

#include "app/output.h"
#include "app/scene_files.h"

typedef struct gelPage {
    gelOutput* output;
    bool isSite;
    gelSceneFiles files; // of all scenes
    cJSON* scenes;
    cJSON* stored; // where each file is, by name: "#file0", an element of the page, or an address
} gelPage;

// Opens and closes an empty page. Adds a scene, with the hashes of its frames (an object, which the page takes).
void gelOpenPage(gelOutput* output, gelPage* page);
int gelAddPageScene(gelPage* page, const gelScene* scene, cJSON* hashes);
void gelClosePage(gelPage* page);

// Writes the page to a file; or a site to a folder, which is made. Report errors and return the exit code.
int gelWritePage(gelPage* page, const char* path);
int gelWriteSite(gelPage* page, const char* folder);
