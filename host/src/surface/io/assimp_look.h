// The looks of a scene that assimp has read.
#pragma once

#include "surface/appearance.h"

#include <assimp/scene.h>

// glTF gives linear colours; other formats those of a screen.
bool gelIsGltf(const char* path);

// Makes room for the triangles and lists the scene's materials in its order. Errors: gel_outOfMemory.
gelStatus gelBeginImportedAppearance(const struct aiScene* scene, bool isScreen, size_t triangleCount,
                                     gelSurfaceAppearance** look);

// -1 where it says nothing: no texture, and white, which is what files without a colour give.
int gelMaterialOf(const gelSurfaceAppearance* look, const struct aiMesh* mesh);
void gelFillCornerColour(gelSurfaceAppearance* look, const struct aiMesh* mesh, unsigned vertex,
                         bool isScreen, size_t corner);
// Drops a look that no triangle uses.
void gelEndImportedAppearance(int triangleCount, gelSurfaceAppearance** look);
