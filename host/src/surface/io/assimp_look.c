#if GEL_HAS_ASSIMP
#include "surface/io/assimp_look.h"

#include "common/path.h"
#include "surface/io/look_files.h"

#include <assimp/material.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool gelIsGltf(const char* path)
{
    return gelEndsWith(path, ".gltf") || gelEndsWith(path, ".glb");
}

static float colourOf(double value, bool isScreen)
{
    return isScreen ? gelLinearColour(value) : gelClampColour(value);
}

// The number of the texture in the scene's file, or -1: "*3", or the name that the file gives it.
static int findEmbedded(const struct aiScene* scene, const char* name)
{
    if (name[0] == '*')
        return atoi(name + 1) < (int)scene->mNumTextures ? atoi(name + 1) : -1;
    for (unsigned i = 0; i < scene->mNumTextures; i++)
        if (scene->mTextures[i]->mFilename.length > 0 &&
            strcmp(scene->mTextures[i]->mFilename.data, name) == 0)
            return (int)i;
    return -1;
}

// An image that has no bytes and a name that begins with an asterisk was in the file and cannot be used.
static gelStatus addTexture(const struct aiScene* scene, const char* name, gelSurfaceAppearance* look,
                            int* image)
{
    char embeddedName[16];
    int embedded = findEmbedded(scene, name);
    if (embedded >= 0)
        snprintf(embeddedName, sizeof embeddedName, "*%d", embedded);
    const char* shown = embedded >= 0 ? embeddedName : name;
    int known = look->imageCount, index = gelFindImage(look, shown, strlen(shown));
    if (index < 0)
        return gelFailMemory(1, sizeof *look->images);
    *image = index;
    const struct aiTexture* texture = embedded >= 0 ? scene->mTextures[embedded] : NULL;
    if (index < known || texture == NULL || texture->mHeight != 0 || texture->pcData == NULL ||
        texture->mWidth == 0 || texture->mWidth > gel_largestImage)
        return gel_success;
    gelSurfaceImage* added = &look->images[index];
    added->bytes = gelAllocate(texture->mWidth, 1);
    if (added->bytes == NULL)
        return gelFailMemory(texture->mWidth, 1);
    memcpy(added->bytes, texture->pcData, texture->mWidth);
    added->size = texture->mWidth;
    return gel_success;
}

static bool isText(const struct aiString* text)
{
    return text->length > 0 && text->length < sizeof text->data;
}

static gelStatus addMaterial(const struct aiScene* scene, const struct aiMaterial* from, bool isScreen,
                             gelSurfaceAppearance* look)
{
    struct aiString name = {0}, texture = {0};
    struct aiColor4D colour;
    bool isNamed = aiGetMaterialString(from, AI_MATKEY_NAME, &name) == aiReturn_SUCCESS && isText(&name);
    bool isMadeUp = isNamed && strcmp(name.data, AI_DEFAULT_MATERIAL_NAME) == 0;
    int index = gelAddMaterial(look, name.data, isNamed ? name.length : 0);
    if (index < 0)
        return gelFailMemory(1, sizeof *look->list);
    if (isMadeUp)
        return gel_success;
    gelSurfaceMaterial* material = &look->list[index];
    if (aiGetMaterialColor(from, AI_MATKEY_BASE_COLOR, &colour) == aiReturn_SUCCESS ||
        aiGetMaterialColor(from, AI_MATKEY_COLOR_DIFFUSE, &colour) == aiReturn_SUCCESS) {
        material->colour[0] = colourOf((double)colour.r, isScreen);
        material->colour[1] = colourOf((double)colour.g, isScreen);
        material->colour[2] = colourOf((double)colour.b, isScreen);
    }
    static const enum aiTextureType kinds[2] = {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE};
    for (int i = 0; i < 2; i++)
        if (aiGetMaterialTexture(from, kinds[i], 0, &texture, NULL, NULL, NULL, NULL, NULL, NULL) ==
                aiReturn_SUCCESS &&
            isText(&texture))
            return addTexture(scene, texture.data, look, &material->image);
    return gel_success;
}

gelStatus gelBeginImportedAppearance(const struct aiScene* scene, bool isScreen, size_t triangleCount,
                                     gelSurfaceAppearance** look)
{
    bool hasColours = false;
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
        hasColours = hasColours || scene->mMeshes[i]->mColors[0] != NULL;
    gelSurfaceAppearance* made = *look = gelAllocate(1, sizeof *made);
    if (made == NULL)
        return gelFailMemory(1, sizeof *made);
    made->materials = gelAllocate(triangleCount, sizeof *made->materials);
    made->cornerColours = hasColours ? gelAllocate(triangleCount, 9 * sizeof *made->cornerColours) : NULL;
    if (made->materials == NULL || (hasColours && made->cornerColours == NULL))
        return gelFailMemory(triangleCount, 10 * sizeof(float));
    gelStatus status = gel_success;
    for (unsigned i = 0; i < scene->mNumMaterials && i < gel_maxMaterials && status == gel_success; i++)
        if (scene->mMaterials != NULL && scene->mMaterials[i] != NULL)
            status = addMaterial(scene, scene->mMaterials[i], isScreen, made);
        else if (gelAddMaterial(made, "", 0) < 0)
            status = gelFailMemory(1, sizeof *made->list);
    return status;
}

int gelMaterialOf(const gelSurfaceAppearance* look, const struct aiMesh* mesh)
{
    if (mesh->mMaterialIndex >= (unsigned)look->materialCount)
        return -1;
    const gelSurfaceMaterial* material = &look->list[mesh->mMaterialIndex];
    bool isPlain = material->image < 0 && material->colour[0] >= 1.0f && material->colour[1] >= 1.0f &&
                   material->colour[2] >= 1.0f;
    return isPlain ? -1 : (int)mesh->mMaterialIndex;
}

void gelFillCornerColour(gelSurfaceAppearance* look, const struct aiMesh* mesh, unsigned vertex,
                         bool isScreen, size_t corner)
{
    const struct aiColor4D* found = mesh->mColors[0] != NULL ? &mesh->mColors[0][vertex] : NULL;
    const double values[3] = {found != NULL ? (double)found->r : 1.0, found != NULL ? (double)found->g : 1.0,
                              found != NULL ? (double)found->b : 1.0};
    for (size_t k = 0; k < 3 && look->cornerColours != NULL; k++)
        look->cornerColours[3 * corner + k] = colourOf(values[k], isScreen);
}

void gelEndImportedAppearance(int triangleCount, gelSurfaceAppearance** look)
{
    bool isUsed = *look != NULL && (*look)->cornerColours != NULL;
    for (int t = 0; t < triangleCount && !isUsed && *look != NULL; t++)
        isUsed = (*look)->materials[t] >= 0;
    if (isUsed)
        return;
    gelDestroyAppearance(*look);
    *look = NULL;
}

#else
typedef int gelNoAppearanceToImport; // a translation unit must not be empty
#endif
