// The lattice, its tets, and the 64 small tets in each.
#pragma once

#include "base/core.h"

enum {
    gel_typeCount = 12,      // tets per cell, distinguished by axis and position around it
    gel_fineSide = 4,        // small tets along an edge of a large one
    gel_fineTetCount = 64,   //
    gel_fineFaceCount = 160, // each counted once
    gel_fineVertexCount = 35,
    gel_sideFaceCount = 16, // small faces on a large one
    gel_sideVertexCount = 15,
    gel_cellUnits = 8 // lattice units per cell edge: corners of small tets get integer coordinates
};

// Tables that hold for every cell. A tet is identified by its cell and its type; its corners are the cell's
// centre, the centre of the next cell along the axis, and two corners of the square between them.
typedef struct gelMesherNeighbour {
    int cell[3]; // relative
    int type, side;
    int corners[4];                    // the neighbour's corner that matches each of this tet's; -1: none
    int faces[gel_sideFaceCount];      // its small face that matches each of this tet's on the shared side
    int vertices[gel_sideVertexCount]; // likewise its vertices
} gelMesherNeighbour;

typedef struct gelMesherTables {
    int corners[gel_typeCount][4][3];                      // lattice units from the cell's centre
    gelMesherNeighbour neighbours[gel_typeCount][4];       // across the side opposite to each corner
    int cornerKinds[gel_typeCount][4];                     // index into gelMesherProbe.corners
    int cornerVertices[4];                                 // the small vertices at the tet's corners
    int fineVertices[gel_fineVertexCount][4];              // weights of the tet's corners, in quarters
    int fineTets[gel_fineTetCount][4];                     // vertices; positive orientation
    int fineFaces[gel_fineFaceCount][3];                   // vertices, ascending
    int fineFaceTets[gel_fineFaceCount][2];                // -1: none within the same tet
    int fineTetFaces[gel_fineTetCount][4];                 //
    int sideFaces[4][gel_sideFaceCount];                   // on the side opposite to each corner
    int sideVertices[4][gel_sideVertexCount];              //
    int finePlaces[gel_typeCount][gel_fineVertexCount][3]; // lattice units from the cell's centre
    // Times a position relative to the cell's centre: the weights of corners 1 to 3.
    double frames[gel_typeCount][3][3];
    // Times the weights of corners 1 to 3, less those of the small tet's corner 0: the weights of its corners
    // 1 to 3.
    double fineFrames[gel_fineTetCount][3][3];
} gelMesherTables;

// Computes rows that, multiplied by a position relative to corner 0 of a tet, give the weights of corners 1
// to 3.
void gelMakeFrame(double corners[4][3], double rows[3][3]);

void gelMakeMesherTables(gelMesherTables* tables);

typedef struct gelMesherLattice {
    int cells[3];
    double unit, origin[3]; // metres: position = origin + unit * lattice coordinates
} gelMesherLattice;

static inline int gelCellIndex(const gelMesherLattice* lattice, const int cell[3])
{
    return (cell[2] * lattice->cells[1] + cell[1]) * lattice->cells[0] + cell[0];
}

// A tet's unique number: cell index * gel_typeCount + type.
static inline void gelFindCell(const gelMesherLattice* lattice, int tet, int cell[3])
{
    const int index = tet / gel_typeCount;
    cell[0] = index % lattice->cells[0];
    cell[1] = index / lattice->cells[0] % lattice->cells[1];
    cell[2] = index / lattice->cells[0] / lattice->cells[1];
}

static inline int gelNeighbourTet(const gelMesherLattice* lattice, const gelMesherTables* tables, int tet,
                                  int side)
{
    const gelMesherNeighbour* to = &tables->neighbours[tet % gel_typeCount][side];
    const int step = (to->cell[2] * lattice->cells[1] + to->cell[1]) * lattice->cells[0] + to->cell[0];
    return (tet / gel_typeCount + step) * gel_typeCount + to->type;
}
