// What the files of the mesher share. The steps, in order:
//   mesher_surface.c  the surface in an order of its own, its triangles turned to one side
//   mesher_lattice.c  the lattice, its tets and the 64 small ones in each
//   mesher_touch.c    which tets a triangle touches
//   mesher_raster.c   the tets that each triangle touches
//   mesher_cover.c    which lattice tets the surface touches, which it encloses
//   mesher_pieces.c   the touched tets, each divided into 64: what in them hangs together
//   mesher_volume.c   how much of a tet is inside
//   mesher_assemble.c the mesh, where the surface's vertices hang in it
//   mesher_conform.c  its boundary pulled to the surface, if asked
//   mesher_refill.c   what it holds then
//   mesher.c          the size of the cells, all steps in order
#pragma once

#include "base/core.h"
#include "gel/mesher.h"
#include "surface/tree.h"

// A copy of the surface that depends neither on the order of triangles nor on the side they face: vertices sorted by place,
// triangles by vertices, no triangle twice, neighbours facing the same side, every part of the surface outwards.
typedef struct gelMesherSurface {
    int vertexCount, triangleCount;
    double* positions; // [vertexCount][3]
    int* triangles;    // [triangleCount][3]
    int* sources;      // [vertexCount]: the vertex of the surface it came from
    bool* sheets; // [triangleCount]: belongs to a part with an edge that has no, or more than one, other side
    int partCount;
    int* parts;  // [triangleCount], of the source; the lowest where a triangle was there twice
    bool closed; // no sheets, and all neighbours agree: every winding number is a whole one
    bool
        tangled; // not closed, and its triangles so large and many that a winding number is a sum over hundreds of them, and
    // tells nothing: only what cannot be reached is inside
    double area, volume, lower[3], upper[3];
    gelSurfaceTree tree; // for winding numbers
} gelMesherSurface;

// With keepSides parts face where most of their area did, else outwards.
gelStatus gelMakeMesherSurface(const gelSurfaceMesh* source, bool keepSides, gelMesherSurface* surface);
void gelClearMesherSurface(gelMesherSurface* surface);

enum {
    gel_typeCount = 12,      // tets of a cell, which differ by axis and place around it
    gel_fineSide = 4,        // small tets along an edge of a large one
    gel_fineTetCount = 64,   //
    gel_fineFaceCount = 160, // each once
    gel_fineVertexCount = 35,
    gel_sideFaceCount = 16, // small faces on a large one
    gel_sideVertexCount = 15,
    gel_cellUnits =
        8 // lattice units along a cell's edge, so that corners of small tets have whole coordinates
};

// What is the same in every cell. A tet is known by its cell and its type; its corners are the cell's centre, the centre of the
// next cell along the axis, and two corners of the square between.
typedef struct gelMesherNeighbour {
    int cell[3]; // relative
    int type, side;
    int corners[4];                    // the neighbour's corner at each of this tet's; -1: not shared
    int faces[gel_sideFaceCount];      // its small face at each of this tet's on the shared side
    int vertices[gel_sideVertexCount]; // likewise its vertices
} gelMesherNeighbour;

typedef struct gelMesherTables {
    int corners[gel_typeCount][4][3];                      // lattice units from the cell's centre
    gelMesherNeighbour neighbours[gel_typeCount][4];       // across the side opposite to each corner
    int cornerKinds[gel_typeCount][4];                     // index into gelMesherProbe.corners
    int cornerVertices[4];                                 // the small vertices at the tet's own corners
    int fineVertices[gel_fineVertexCount][4];              // weights of the tet's corners, in quarters
    int fineTets[gel_fineTetCount][4];                     // positive, vertices
    int fineFaces[gel_fineFaceCount][3];                   // vertices, ascending
    int fineFaceTets[gel_fineFaceCount][2];                // -1: none within the same tet
    int fineTetFaces[gel_fineTetCount][4];                 //
    int sideFaces[4][gel_sideFaceCount];                   // on the side opposite to each corner
    int sideVertices[4][gel_sideVertexCount];              //
    int finePlaces[gel_typeCount][gel_fineVertexCount][3]; // lattice units from the cell's centre
    double frames[gel_typeCount][3]
                 [3]; // times a place seen from the cell's centre: the weights of corners 1 to 3
    double fineFrames[gel_fineTetCount][3]
                     [3]; // times weights of corners 1 to 3, less those of the small tet's corner 0:
                          // the weights of the small tet's corners 1 to 3
} gelMesherTables;

// Rows that times a place, seen from corner 0 of a tet, give the weights of its corners 1 to 3.
void gelMakeFrame(double corners[4][3], double rows[3][3]);

void gelMakeMesherTables(gelMesherTables* tables);

typedef struct gelMesherLattice {
    int cells[3];
    double unit, origin[3]; // metres: a place is origin + unit * lattice coordinates
} gelMesherLattice;

static inline int gelCellIndex(const gelMesherLattice* lattice, const int cell[3])
{
    return (cell[2] * lattice->cells[1] + cell[1]) * lattice->cells[0] + cell[0];
}

// A number that tells tets apart: cell index * gel_typeCount + type.
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

// A triangle seen along 28 directions: its own normal, those of all faces of lattice tets (large and small alike), and those
// that stand on one of its sides and one of their edges. It misses a tet or a face of the lattice exactly if they are apart in
// one of them (separating axes). A hair is added, so that a touch is never missed.
enum { gel_directionCount = 28 };
typedef struct gelMesherShadow {
    double directions[gel_directionCount][3], lower[gel_directionCount], upper[gel_directionCount];
} gelMesherShadow;

void gelCastShadow(double corners[3][3], gelMesherShadow* shadow); // lattice units

// A shadow together with how far the corners of lattice tets are from their cell's centre, along each direction.
enum { gel_cornerKindCount = 12 };
typedef struct gelMesherProbe {
    gelMesherShadow shadow;
    double corners[gel_directionCount][gel_cornerKindCount];
} gelMesherProbe;

void gelMakeMesherProbe(double corners[3][3], gelMesherProbe* probe);

// Which of the tets in `wanted`, a bit for each of the 2 * gel_typeCount that share space with the cell whose centre is at
// `centre`, the triangle touches: its own, then those of the cells before it.
uint32_t gelProbeCell(const gelMesherTables* tables, const gelMesherProbe* probe, const double centre[3],
                      uint32_t wanted);

// Which of the small tets and faces of a tet, whose cell's centre is at `place`, the triangle touches: a bit each. Adds to what
// is set; returns the bits of the small tets that this triangle touches.
typedef struct gelFineTouch {
    uint64_t tets, faces[3];
} gelFineTouch;
uint64_t gelTouchFine(const gelMesherTables* tables, const gelMesherShadow* shadow, int type,
                      const double place[3], gelFineTouch* touch);

// Sets of tets: a bit for each tet of a cell, and how many there are in earlier cells, which numbers the members.
typedef struct gelTetSet {
    uint16_t* bits; // [cell count]
    int* before;    // [cell count]
    int count;
    int* tets; // [count], ascending
} gelTetSet;

static inline void gelTetSet_Add(gelTetSet* set, int tet)
{
    set->bits[tet / gel_typeCount] |= (uint16_t)(1u << tet % gel_typeCount);
}

static inline bool gelTetSet_Has(const gelTetSet* set, int tet)
{
    return (set->bits[tet / gel_typeCount] >> tet % gel_typeCount & 1) != 0;
}

static inline int gelTetSet_Find(const gelTetSet* set, int tet) // -1: is not a member
{
    unsigned earlier = set->bits[tet / gel_typeCount] & ((1u << tet % gel_typeCount) - 1u);
    int index = set->before[tet / gel_typeCount];
    for (; earlier != 0; earlier &= earlier - 1)
        index++;
    return gelTetSet_Has(set, tet) ? index : -1;
}

// Which tets of a lattice the surface needs.
typedef struct gelMesherCover {
    const gelMesherSurface* surface;
    const gelMesherTables* tables;
    bool hollow;
    int threads;
    gelMesherLattice lattice;
    double* points;     // [vertexCount][3]: the surface's vertices in lattice units
    gelTetSet touched;  // by the surface
    gelTetSet enclosed; // not touched, and not reached from outside through tets that are not touched
    gelTetSet inner;    // not touched, inside
    int* firstTouching; // [touched.count + 1]: where the triangles of each start in; NULL if only counted
    int* touching;      // ascending for each tet
    int labelCount;     //
    int* labels;        // [enclosed.count]: those that hang together have one number
    int* labelWindings; // [labelCount]: how often the surface goes round them, rounded
} gelMesherCover;

// Cells of `cellSize` metres, the surface's middle at `shift` of a cell from a corner of the lattice. With `counting` only the
// sets are found, not which triangles touch the tets.
// Errors: gel_invalidArgument (too many cells), gel_outOfMemory.
gelStatus gelMakeMesherCover(const gelMesherSurface* surface, const gelMesherTables* tables, double cellSize,
                             const double shift[3], bool hollow, bool counting, int threads,
                             gelMesherCover* cover);
void gelClearMesherCover(gelMesherCover* cover);

// Fills cover->touched and, unless only counting, which triangles touch each tet of it.
gelStatus gelRasterise(gelMesherCover* cover, bool counting);

// Numbers a set's members, once its bits are set.
gelStatus gelTetSet_Number(gelTetSet* set, const gelMesherLattice* lattice);

// The corners of a triangle of the surface, in lattice units.
void gelTriangleCorners(const gelMesherCover* cover, int triangle, double corners[3][3]);

// How often the surface goes round a place, in lattice units; 0 for tangled ones.
double gelMesherWinding(const gelMesherCover* cover, const double place[3]);

// Triangles that touch a tet; only those count that touch one of the wanted small tets.
typedef struct gelTouchList {
    int count;
    const int* triangles;
    const uint64_t* masks; // the small tets that each touches
    uint64_t wanted;
} gelTouchList;

// The share of a tet, a large or a small one, that lies inside a closed surface, by the divergence theorem: exact but for
// rounding. Where parts of the surface overlap it counts twice. `winding` is the winding number at corner `known`, of which the
// surface must keep clear. The triangles are those that touch the tet, and may be more.
double gelShareInside(const gelMesherCover* cover, double corners[4][3], const gelTouchList* touches,
                      int known, int winding);

// The area of the sheets among the triangles within a tet, square lattice units.
double gelSheetArea(const gelMesherCover* cover, double corners[4][3], const gelTouchList* touches);

// A touched tet and what hangs together in it. Two small tets next to each other do if the surface crosses the face between
// them or that face is inside.
typedef struct gelMesherTet {
    gelFineTouch touch;
    uint64_t kept;   // small tets that are touched or inside
    uint64_t clear;  // small vertices on a face that the surface does not cross
    uint64_t inside; // small vertices that are inside
    int firstRegion; // number of its first region among those of all tets
    signed char
        regions[gel_fineVertexCount]; // parts into which the surface divides the tet, of small vertices
    signed char windings[gel_fineVertexCount];
    signed char pieces[gel_fineTetCount]; // of kept small tets; -1
    signed char pieceCount;
    int firstPiece; // number of its first piece among those of all tets
} gelMesherTet;

typedef struct gelMesherPieces {
    const gelMesherCover* cover;
    gelMesherTet* tets; // [touched.count]
    uint64_t*
        touchMasks; // for each of cover->touching: the small tets that the triangle touches, all where it was not asked
    int pieceCount; // of all of them
    double* fills;  // [pieceCount], share of the tet that is inside
    double* areas;  // [pieceCount], of the sheets within, square lattice units
    int* parts;     // [pieceCount]: the part of the surface that there is most of in it
} gelMesherPieces;

// Whether two small tets at a face of which both are kept are one piece.
bool gelHoldsTogether(const gelMesherTables* tables, const gelMesherTet* tet, int face);

// The triangles that touch small tets of a touched tet.
gelTouchList gelTouchesOf(const gelMesherPieces* pieces, int t, uint64_t wanted);

gelStatus gelMakeMesherPieces(const gelMesherCover* cover, gelMesherPieces* pieces);
void gelClearMesherPieces(gelMesherPieces* pieces);

// A mesh in the making. Every piece of a tet is a copy of it; some become one again.
typedef struct gelMesherAssembly {
    const gelMesherPieces* pieces;
    int copyCount;
    int* copyTets;      // [copyCount]: lattice tet of each; in order of the lattice, then of pieces
    int* touchedCopies; // [touched.count]: the copy of the first piece
    int* innerCopies;   // [inner.count]
    int* parents;       // [copyCount * 4]: union-find over the copies' corners
    int* numbers;       // [copyCount]: index in the mesh
    double* fills;      // [copyCount]
    int* copyParts;     // [copyCount]
    float* positions;
    int vertexCount;
    int* tets;
    float* fillFractions;
    int* parts; // of tets
    int tetCount;
    gelEmbedding* embedding; // nullable
} gelMesherAssembly;

// Drops tets that only graze the surface, pulls the boundary to it, and finds fill fractions and embedding anew.
gelStatus gelConformMesh(gelMesherAssembly* assembly);

// Makes the mesh, and the embedding of the surface's vertices in it unless that is NULL. `thickness` of sheets in metres.
gelStatus gelAssembleMesh(const gelMesherPieces* pieces, double thickness, bool conform, gelTetMesh* mesh,
                          gelEmbedding* embedding, gelMesherReport* report);
