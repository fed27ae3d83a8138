// Writes scenes as a page for browsers: one file with everything in it, or a site, a folder of files.
#pragma once

#include "app/output.h"
#include "app/scene_files.h"

typedef struct gelPage {
    gelOutput* output;
    const char* folder;        // of a site; NULL: one file
    gelSceneFiles* sceneFiles; // of each scene
    int sceneCount;
    cJSON* index; // what the page reads: where the module is, and these two
    cJSON* scenes;
    cJSON* stored; // where each file is, by name: "#file0123...", an element of the page, or an address
} gelPage;

// Opens and closes an empty page. Adds a scene, with the hashes of its frames (an object, which the page takes).
void gelOpenPage(gelOutput* output, gelPage* page);
int gelAddPageScene(gelPage* page, const gelScene* scene, cJSON* hashes);
void gelClosePage(gelPage* page);

// Writes the page to a file; or a site to a folder, which is made. Report errors and return the exit code.
int gelWritePage(gelPage* page, const char* path);
int gelWriteSite(gelPage* page, const char* folder);

// Reports a folder that has something else than a site in it.
int gelCheckSite(gelOutput* output, const char* folder);
// Removes the files that an earlier site has left in the folder.
void gelRemoveOldFiles(const gelPage* page);
