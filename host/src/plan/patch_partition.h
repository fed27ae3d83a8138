// Patches of a mesh: sets of neighbouring tets, small enough for a work-group.
#pragma once

#include "gel/mesh.h"

// Gives each tet the number of its patch. Boxes of tets are halved across their longest side until they hold at most
// `patchSize` tets and as many vertices. Depends on the mesh and the size alone. On success *patchOf [tetCount] is to be
// released with gelFree.
//
// Why not METIS: the partition decides the order of the constraints, hence the bits. They would be those of one version
// of one library; these are the same everywhere.
gelStatus gelPartitionTets(const gelTetMesh* mesh, int patchSize, int** patchOf, int* patchCount);
