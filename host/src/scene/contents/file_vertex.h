// Vertices by their numbers in the file of a mesh, or in the arrays or the shape that it was made from.
#pragma once

#include "scene/contents/data.h"

// The vertices of a file as those of its mesh; or, if it is filled, of the surface.
typedef struct gelFileVertices {
    const int* numbers; // [count]; -1: it belongs to nothing
    int count;
    int* made;                     // the numbers, if they had to be made; released by gelCloseFileVertices
    const gelEmbedding* embedding; // of the surface in the tets that fill it; NULL: not filled
    const gelTetMesh* mesh;
    const char* element; // what vertices have to belong to: "a tet"
} gelFileVertices;

gelStatus gelOpenFileVertices(const gelScene* scene, int mesh, gelFileVertices* vertices);
void gelCloseFileVertices(gelFileVertices* vertices);
// Finds the vertices of the mesh that carry a vertex of the file, 0 <= number < count, and their
// weights. Returns how many there are: 1 of tets, sheets and ropes, 1 to 4 of a filled surface, 0 if
// it belongs to nothing.
int gelFindCarriers(const gelFileVertices* vertices, int number, int carriers[4], float weights[4]);
