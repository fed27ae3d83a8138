// Patches of a mesh: sets of neighbouring tets, small enough for a work-group.
#pragma once

#include "gel/mesh.h"

// Assigns a patch to each tet. Boxes of tets are halved across their longest side until they hold at most
// `patchSize` tets and as many vertices. Depends only on the mesh and the size. On success release *patchOf
// [tetCount] with gelFree.
//
// Why not METIS: the partition decides the order of constraints, hence the bits. They would be those of one
// version of one library; these are the same everywhere.
gelStatus gelPartitionTets(const gelTetMesh* mesh, int patchSize, int** patchOf, int* patchCount);
