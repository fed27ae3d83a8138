// Cages: a lattice over the box of a surface, which it carries; the other way to make tets for one.
#pragma once

#include "gel/skin.h"
#include "mesher/surface.h"

// `surface` is the source, normalised. `embedding` may be NULL. On failure *mesh is empty.
gelStatus gelMakeCage(const gelSurfaceMesh* source, const gelMesherSurface* surface, const int cells[3],
                      gelTetMesh* mesh, gelEmbedding* embedding);
