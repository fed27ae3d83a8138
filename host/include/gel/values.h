// Vertex values: factors of a body's material, and weights of its goals, per vertex. They
// correspond to Blender's vertex groups (docs/values.md).
//
//     float* softness;
//     int count;
//     if (gelLoadVertexArray("fish.ply", "softness", &softness, &count) == gel_success)
//         gelBody_SetVertexValues(world, fish, gel_stiffnessFactor, softness, count);
#pragma once

#include "gel/id.h"
#include "gel/mesh.h"
#include "gel/surface.h"

// The value that varies. A constraint uses the mean of the factors of its vertices, in their order.
// Rigid constraints (compliance 0, a stretch limit) stay rigid.
typedef enum gelVertexValue {
    gel_densityFactor, // density, 1e-6 to 1e6
    // Young's modulus of edges, tets, and springs of sheets and ropes, 0 to 1e6; 0: no force.
    // Compliances are divided by it.
    gel_stiffnessFactor,
    // Bending stiffness, 0 to 1e6. With gel_bendingOfPlate the stiffness factor applies, too.
    gel_bendingFactor,
    gel_dampingFactor, // damping, 0 to 1e6
    // Friction, 0 to 1e6. A contact uses the mean over the corners of each of its two elements.
    gel_frictionFactor,
    gel_tearingFactor, // tearStrain and tearForce, 0 to 1e6; 0: any tension tears
    // Goal weights w (gel/goals.h), 0 to 1, for a body that has goals. They are no factors.
    gel_goalWeight,
} gelVertexValue;
// The numbers of factors, and of all vertex values.
enum { gel_vertexFactorCount = 6, gel_vertexValueCount = 7 };

// Returns "density", "stiffness", "bending", "damping", "friction", "tearing" or "goals"; "" for
// any other number.
GEL_API const char* gelVertexValueText(gelVertexValue kind);

// Gives the vertices of a soft body factors or weights [vertexCount], in mesh order, from the next
// step on. The values are copied. NULL removes them: all factors are 1, all weights 0. A change of
// material keeps them; gelBody_GetDef does not return them. Goals keep their positions, spring and
// damping. On failure the values are unchanged.
// Errors:
// - gel_invalidHandle
// - gel_invalidArgument: a value or a mass is out of range or NaN (the message names the vertex),
//   another vertex count, an obstacle, or weights without goals
// - gel_outOfMemory
// Cost: that of gelBody_SetMaterial, or of gelBody_SetGoals for weights. Steps cost the same with
// factors, but bodies share constraint arrays only if their factors are equal.
GEL_API gelStatus gelBody_SetVertexValues(gelWorld* world, gelBodyId id, gelVertexValue kind,
                                          const float* values, int vertexCount);
// Copies the values per vertex. Factors are 1 if none were given; weights are those of
// gelBody_ReadGoals.
// Errors: gel_invalidHandle, gel_invalidArgument (`vertexCapacity` too small, an obstacle, or
// weights without goals).
GEL_API gelStatus gelBody_GetVertexValues(const gelWorld* world, gelBodyId id, gelVertexValue kind,
                                          float* values, int vertexCapacity);

// A round brush on a body's rest shape. It moves the values within its radius some of the way to a
// target.
typedef struct gelBrush {
    gelVec3 position; // centre in the frame of the body's mesh, at the body's scale, m
    // Radius, 1e-6 to 1e6 m. At distance d a value goes strength (1 - d^2 / radius^2)^2 of the way.
    float radius;
    float strength; // 0 to 1
    float value;    // target, 0 to 1e6
    bool soften;    // target is the mean of the neighbours in tets, triangles and lines
    // Whether it also acts at the mirror image of its centre across x, about the middle of the rest
    // shape's box.
    bool mirror;
} gelBrush;

// Changes values [vertexCount] as one dab of a brush on that body does. The body keeps its values:
// pass the changed ones to gelBody_SetVertexValues. The result is equal on every machine.
// Errors: gel_invalidHandle, gel_invalidArgument (another vertex count, a number out of range, or
// an obstacle), gel_outOfMemory.
// Cost: about 10 ns per vertex, and per tet if it softens.
GEL_API gelStatus gelBody_BrushValues(const gelWorld* world, gelBodyId id, const gelBrush* brush,
                                      float* values, int vertexCount);

// Reads a named array of a mesh file, one value per vertex of the file. Release it with gelFree.
// gelTetMesh's sourceVertices or gelSurfaceMesh's originals assign the values to vertices.
// - .ply: a property of the vertices. Byte colours red, green, blue and alpha are scaled to 0 to 1.
// - .vtu: an array of one component at points or at cells. A vertex takes the mean of its cells, 0
//   without one.
// - .obj: an object or group: 1 at the vertices of its faces and lines, 0 at others.
//
// Errors:
// - gel_fileError: the file cannot be read
// - gel_formatError: no such array (the message lists the arrays), a value that is not finite, or a
//   damaged file
// - gel_unsupported: another format, or an array of several components
// - gel_outOfMemory
GEL_API gelStatus gelLoadVertexArray(const char* path, const char* name, float** values, int* count);

// Transfers values [surface->vertexCount] from a surface to the vertices of a mesh in the same
// frame, such as one filled from it. Each vertex takes the value at the nearest point of the
// surface, interpolated from three corners. `carried` has room for [mesh->vertexCount].
// Errors: gel_outOfMemory.
// Cost: some microseconds per vertex.
GEL_API gelStatus gelCarryVertexValues(const gelSurfaceMesh* surface, const float* values,
                                       const gelTetMesh* mesh, float* carried);
