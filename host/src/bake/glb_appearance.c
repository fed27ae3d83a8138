#include "bake/glb_appearance.h"

#include <string.h>

enum { jsonRoomPerMaterial = 512 };

// The number of bytes of the next UTF-8 character; 0 if it is invalid.
static size_t measureCharacter(const char* text)
{
    const unsigned char* c = (const unsigned char*)text;
    size_t length = c[0] < 0x80 ? 1 : c[0] >= 0xc2 && c[0] < 0xe0 ? 2 : (c[0] & 0xf0) == 0xe0 ? 3 : 0;
    if (c[0] >= 0xf0 && c[0] < 0xf5)
        length = 4;
    for (size_t i = 1; i < length; i++)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
    bool beyond = (c[0] == 0xed && c[1] >= 0xa0) || (c[0] == 0xf4 && c[1] >= 0x90);
    return overlong || beyond ? 0 : length;
}

// The text escaped for JSON; release it with gelFree. Bytes that are not UTF-8 are taken as Latin-1.
static char* quote(const char* text)
{
    char* quoted = gelAllocate(6 * strlen(text) + 1, 1);
    char* to = quoted;
    while (quoted != NULL && *text != '\0') {
        size_t length = measureCharacter(text);
        bool plain = length > 0 && (unsigned char)*text >= 0x20 && *text != '"' && *text != '\\';
        if (plain)
            memcpy(to, text, length);
        else
            snprintf(to, 7, "\\u00%02x", (unsigned char)*text);
        to += plain ? length : 6;
        text += length > 0 ? length : 1;
    }
    return quoted;
}

// Surfaces that were loaded twice have the same picture twice.
static gelStatus addImage(gelGlbAppearances* looks, const gelSurfaceImage* image, int* index)
{
    for (*index = 0; *index < looks->imageCount; ++*index) {
        const gelGlbImage* other = &looks->images[*index];
        if (other->bytes == image->bytes ||
            (other->size == image->size && memcmp(other->bytes, image->bytes, image->size) == 0))
            return gel_success;
    }
    gelStatus status =
        gelReserve(&looks->images, &looks->imageCapacity, looks->imageCount + 1, sizeof *looks->images);
    if (status != gel_success)
        return status;
    looks->images[looks->imageCount++] = (gelGlbImage){.bytes = image->bytes,
                                                       .size = image->size,
                                                       .offset = looks->imageBytes,
                                                       .isPng = image->bytes[0] == 0x89};
    looks->imageBytes += (int64_t)((image->size + 3) & ~(size_t)3);
    return gel_success;
}

static bool isSame(const gelGlbMaterial* a, const gelGlbMaterial* b)
{
    return strcmp(a->name, b->name) == 0 && a->hasColour == b->hasColour && a->image == b->image &&
           memcmp(a->colour, b->colour, sizeof a->colour) == 0;
}

// Takes the name.
static gelStatus addMaterial(gelGlbAppearances* looks, const gelGlbMaterial* material, int* index)
{
    for (*index = 0; *index < looks->materialCount; ++*index)
        if (isSame(&looks->materials[*index], material)) {
            gelFree(material->name);
            return gel_success;
        }
    gelStatus status = gelReserve(&looks->materials, &looks->materialCapacity, looks->materialCount + 1,
                                  sizeof *looks->materials);
    if (status == gel_success)
        looks->materials[looks->materialCount++] = *material;
    else
        gelFree(material->name);
    return status;
}

gelStatus gelAddGlbMaterial(gelGlbAppearances* looks, const gelBakePart* part, int* material)
{
    const gelSurfaceMaterial* from = part->material >= 0 ? &part->look->list[part->material] : NULL;
    const char* name = from != NULL && from->name[0] != '\0' ? from->name : part->name;
    gelGlbMaterial made = {.hasColour = from != NULL, .image = -1};
    *material = -1;
    if (from == NULL && name[0] == '\0')
        return gel_success;
    if (from != NULL)
        memcpy(made.colour, from->colour, sizeof made.colour);
    gelStatus status = gel_success;
    if (from != NULL && from->image >= 0)
        status = addImage(looks, &part->look->images[from->image], &made.image);
    if (status != gel_success)
        return status;
    made.name = quote(name);
    return made.name != NULL ? addMaterial(looks, &made, material) : gelFailMemory(strlen(name), 6);
}

int64_t gelMeasureGlbAppearances(const gelGlbAppearances* looks)
{
    int64_t size = (int64_t)(looks->materialCount + looks->imageCount) * jsonRoomPerMaterial;
    for (int i = 0; i < looks->materialCount; i++)
        size += (int64_t)strlen(looks->materials[i].name);
    return size;
}

gelStatus gelWriteGlbImages(gelGlbAppearances* looks, gelResultFile* file)
{
    static const unsigned char zeros[4];
    gelStatus status = gel_success;
    for (int i = 0; i < looks->imageCount && status == gel_success; i++) {
        gelGlbImage* image = &looks->images[i];
        status = gelWriteResultFile(file, image->bytes, image->size);
        if (status == gel_success)
            status = gelWriteResultFile(file, zeros, -image->size & 3);
        image->bytes = NULL; // the surface may go
    }
    return status;
}

void gelPutGlbImageViews(gelResultText* out, const gelGlbAppearances* looks, int64_t start)
{
    for (int i = 0; i < looks->imageCount; i++)
        gelPutText(out, ",\n{\"buffer\":0,\"byteOffset\":%lld,\"byteLength\":%zu}",
                   (long long)(start + looks->images[i].offset), looks->images[i].size);
}

static void putMaterial(gelResultText* out, const gelGlbMaterial* material)
{
    if (material->name[0] != '\0')
        gelPutText(out, "\"name\":\"");
    for (const char* c = material->name; *c != '\0'; c++)
        gelPutText(out, "%c", *c);
    gelPutText(out, "%s\"pbrMetallicRoughness\":{\"metallicFactor\":0",
               material->name[0] != '\0' ? "\"," : "");
    if (material->hasColour) {
        gelPutText(out, ",\"baseColorFactor\":[");
        for (int k = 0; k < 3; k++) {
            gelPutNumber(out, (double)material->colour[k]);
            gelPutText(out, ",");
        }
        gelPutText(out, "1]");
    }
    if (material->image >= 0)
        gelPutText(out, ",\"baseColorTexture\":{\"index\":%d}", material->image);
    gelPutText(out, "}");
}

// Not metallic: glTF's default material is.
void gelPutGlbMaterials(gelResultText* out, const gelGlbAppearances* looks, int firstView)
{
    for (int i = 0; i < looks->materialCount; i++) {
        gelPutText(out, "%s\n{", i == 0 ? ",\n\"materials\":[" : ",");
        putMaterial(out, &looks->materials[i]);
        gelPutText(out, i + 1 == looks->materialCount ? "}]" : "}");
    }
    for (int i = 0; i < looks->imageCount; i++)
        gelPutText(out, "%s\n{\"bufferView\":%d,\"mimeType\":\"image/%s\"}%s",
                   i == 0 ? ",\n\"images\":[" : ",", firstView + i, looks->images[i].isPng ? "png" : "jpeg",
                   i + 1 == looks->imageCount ? "]" : "");
    for (int i = 0; i < looks->imageCount; i++)
        gelPutText(out, "%s{\"source\":%d}%s", i == 0 ? ",\n\"textures\":[" : ",", i,
                   i + 1 == looks->imageCount ? "]" : "");
}

void gelReleaseGlbAppearances(gelGlbAppearances* looks)
{
    for (int i = 0; i < looks->materialCount; i++)
        gelFree(looks->materials[i].name);
    gelFree(looks->materials);
    gelFree(looks->images);
    *looks = (gelGlbAppearances){0};
}
