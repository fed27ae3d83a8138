// Values that vary over a body: factors of what its material says, and weights of its goals, one for each vertex.
// Blender's vertex groups: docs/values.md.
//
//     float* softness;
//     int count;
//     if (gelLoadVertexArray("fish.ply", "softness", &softness, &count) == gel_success)
//         gelBody_SetVertexValues(world, fish, gel_stiffnessFactor, softness, count);
#pragma once

#include "gel/id.h"
#include "gel/mesh.h"
#include "gel/surface.h"

// What varies. Of factors a constraint takes the mean of its vertices, in their order; one that is rigid (compliance 0, a
// stretch limit) stays so.
typedef enum gelVertexValue {
    gel_densityFactor, // density, 1e-6 to 1e6
    // Young's modulus, 0 to 1e6: of edges, tets, springs of sheets and ropes; where a material is given by compliances,
    // those are divided by it. 0: they have no force.
    gel_stiffnessFactor,
    gel_bendingFactor, // bending stiffness, 0 to 1e6; that of gel_bendingOfPlate has both this and the above
    gel_dampingFactor, // damping, 0 to 1e6
    gel_frictionFactor, // friction, 0 to 1e6; a contact takes the mean of the corners of each of its two elements
    gel_tearingFactor, // tearStrain and tearForce, 0 to 1e6: with 0 what is pulled tears
    gel_goalWeight,    // no factor: the weights w of goals (gel/goals.h), 0 to 1, of a body that has goals
} gelVertexValue;
enum { gel_vertexFactorCount = 6, gel_vertexValueCount = 7 };

// "density", "stiffness", "bending", "damping", "friction", "tearing", "goals"; "" for any other number.
GEL_API const char* gelVertexValueText(gelVertexValue kind);

// Gives the vertices of a soft body factors or weights [vertexCount], in the mesh's order, which are copied, from the next
// step on; NULL takes them away: all factors are 1, all weights 0. A change of material keeps them; gelBody_GetDef has
// none. Goals stay where they are, with their spring and damping. On failure they are unchanged. Errors:
// gel_invalidHandle, gel_invalidArgument (the message names the vertex; out of range or not a number; another number of
// vertices; an obstacle; a mass out of range; weights without goals), gel_outOfMemory. Cost: as of gelBody_SetMaterial, or
// gelBody_SetGoals; steps cost the same with factors, but bodies share constraint arrays only where they have the same.
GEL_API gelStatus gelBody_SetVertexValues(gelWorld* world, gelBodyId id, gelVertexValue kind,
                                          const float* values, int vertexCount);
// Writes them: factors 1 where none were given, weights as gelBody_ReadGoals. Errors: gel_invalidHandle,
// gel_invalidArgument (too little room; an obstacle; weights without goals).
GEL_API gelStatus gelBody_GetVertexValues(const gelWorld* world, gelBodyId id, gelVertexValue kind,
                                          float* values, int vertexCapacity);

// A round brush on a body's rest shape: what lies within its radius goes some of the way to a value.
typedef struct gelBrush {
    gelVec3 position; // of its middle: in the frame of the body's mesh, at the body's scale, m
    float radius;   // 1e-6 to 1e6 m; a vertex at a distance d goes strength (1 - d^2 / radius^2)^2 of the way
    float strength; // 0 to 1
    float value;    // where it goes, 0 to 1e6
    bool soften; // where it goes is not `value` but the mean of its neighbours in tets, triangles and lines
    bool mirror; // also at the mirror image of its middle across x, about the middle of the rest shape's box
} gelBrush;

// Changes values [vertexCount] as one dab of a brush on that body does. The body keeps its own: give it the changed ones
// with gelBody_SetVertexValues. The same on every machine. Errors: gel_invalidHandle, gel_invalidArgument (another number
// of vertices; a number out of range; an obstacle), gel_outOfMemory. Cost: some 10 ns per vertex, and per tet if it
// softens.
GEL_API gelStatus gelBody_BrushValues(const gelWorld* world, gelBodyId id, const gelBrush* brush,
                                      float* values, int vertexCount);

// Reads an array of a mesh file by its name, one value for each vertex of the file; release it with gelFree. With that of
// gelTetMesh's sourceVertices, or gelSurfaceMesh's originals, values find their vertices.
//   .ply: a property of the vertices; the colours red, green, blue and alpha, if they are bytes, as 0 to 1.
//   .vtu: an array of one component, at points; or at cells, of which a vertex takes the mean, 0 without one.
//   .obj: an object or group: 1 at the vertices of its faces and lines, 0 at others.
// Errors: gel_fileError, gel_formatError (no such array: the message names those there are; a value that is not finite;
// a damaged file), gel_unsupported (another format; an array of several components), gel_outOfMemory.
GEL_API gelStatus gelLoadVertexArray(const char* path, const char* name, float** values, int* count);

// Carries values [surface->vertexCount] over to the vertices of a mesh that the surface was filled with, or any other in
// its frame: each takes that of the surface's nearest point, from the three corners there. carried has room for
// [mesh->vertexCount]. Errors: gel_outOfMemory. Cost: some microseconds per vertex.
GEL_API gelStatus gelCarryVertexValues(const gelSurfaceMesh* surface, const float* values,
                                       const gelTetMesh* mesh, float* carried);
