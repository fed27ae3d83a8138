// The order in which the constraints of a mesh are solved: phase by phase, in a phase kind by kind, of a kind
// colour by colour. Tiles of a phase share no vertex, and the colours of a tile are its own.
#pragma once

#include "plan/body.h"

// Cuts the mesh into tiles for the kinds that have been found, and gives each vertex its place.
gelStatus gelTileShape(gelShape* shape, int* tileOf[constraint_kinds]);

// Finds the tiles of a kind that was found after the tiles were cut: those that it does not fit are in
// set->ownTiles. On success release *tileOf with gelFree.
gelStatus gelTileLateKind(const gelShape* shape, int kind, gelConstraintSet* set, int** tileOf);

// Colours each tile and sorts the constraints: fills tileStarts, colourStarts and order. tileOf[i] is the
// tile of constraint i.
gelStatus gelOrderConstraints(const gelShape* shape, int kind, const int* tileOf, gelConstraintSet* set);
