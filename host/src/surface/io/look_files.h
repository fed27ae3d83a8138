// The files that a surface's file refers to for its looks. What is missing or wrong in them is logged as a warning,
// and left out.
#pragma once

#include "base/text_reader.h"
#include "surface/io/references.h"
#include "surface/appearance.h"

// Adds the materials of an .mtl file of that name; images are not yet read. Errors: gel_outOfMemory.
gelStatus gelReadMaterials(const gelReferences* references, const char* name, gelSurfaceAppearance* look);

// Reads images that have no bytes yet, checks all, and takes from materials those that are missing or damaged.
// Errors: gel_outOfMemory.
gelStatus gelReadImages(const char* path, gelSurfaceAppearance* look);

// Adds an image unless there is one of that name; -1 if out of memory.
int gelFindImage(gelSurfaceAppearance* look, const char* name, size_t length);

// The rest of the line without blanks around it, not consumed.
gelWord gelPeekFileName(const gelTextReader* text);
