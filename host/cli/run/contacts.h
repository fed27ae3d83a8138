// Contacts, written frame by frame: a table (CSV) with a row per contact, or files for ParaView if
// the name ends in .pvd.
#pragma once

#include "run/contacts_vtk.h"

#include "gel/gel.h"

typedef struct gelContactTable {
    gelTextFile file;
    const gelScene* scene; // names the bodies
    gelContact* contacts;
    int capacity;
    int64_t rowCount;
    bool isIndex; // of files for ParaView
    gelContactFrames frames;
} gelContactTable;

// Warns if the world has no contact now. Reports errors and returns the exit code.
int gelOpenContactTable(gelOutput* output, const char* path, const gelScene* scene, const gelWorld* world,
                        gelContactTable* table);
// Adds the contacts of the last step; waits for the device. Reports errors and returns the exit code.
int gelContactTable_AddFrame(gelOutput* output, gelContactTable* table, gelWorld* world, int frame,
                             double time);
// Ends the table or the index, and closes its file like gelCloseTextFile.
int gelCloseContactTable(gelOutput* output, gelContactTable* table, int code);
