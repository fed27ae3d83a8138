// Tiles: small sets of vertices whose constraints are solved without looking beyond them.
//
// A phase cuts vertices into tiles; the constraints whose vertices all lie in one tile are solved in it.
// Tiles of a phase share no vertex, so all of them may be solved at the same time, in any order, and still
// give the bits of a sequential loop. Constraints that span tiles wait for the next phase, which cuts
// elsewhere.
#pragma once

#include "base/core.h"

// Constraints of one kind.
typedef struct gelTileInput {
    const int* vertices; // [count][arity]
    int arity, count;
    int* tileOf; // [count]: on return the tile of each; those with a tile already (0 or more) are left alone
} gelTileInput;

typedef struct gelTiling {
    int phaseCount, tileCount;
    int* phaseStarts;  // [phaseCount + 1]: the first tile of each phase
    int* vertexStarts; // [tileCount + 1] into `vertices`
    int* vertices;     // of each tile
} gelTiling;

// Cuts tiles of at most `tileSize` vertices until every constraint has one, in at most 16 phases: a mesh
// whose neighbours lie far apart in space ends with a larger tile. The first phase takes all vertices if
// `isWhole`; every other phase takes those that still have constraints. Tiles are numbered from `firstTile`
// in tileOf, and from 0 in *tiling. Depends on nothing but positions, size and inputs. On failure *tiling is
// empty.
gelStatus gelCutTiles(const float* positions, int vertexCount, int tileSize, bool isWhole, int firstTile,
                      const gelTileInput* inputs, int inputCount, gelTiling* tiling);
void gelClearTiling(gelTiling* tiling);

// Gives their tile to constraints without one whose vertices all lie in one tile.
gelStatus gelFindTiles(const gelTiling* tiling, int vertexCount, const gelTileInput* input);
