#define _DEFAULT_SOURCE
#include "surface/io/look_pipe.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { longestName = 4096 };

// After each come a name and, of an image, its bytes.
typedef struct Head {
    int materialCount, imageCount;
    bool isThere, hasColours;
} Head;

typedef struct Item {
    size_t nameLength, size;
    float colour[3];
    int image;
} Item;

bool gelTransfer(int pipe, void* bytes, size_t size, bool writes)
{
    for (size_t done = 0; done < size;) {
        size_t part = size - done < (1u << 20) ? size - done : 1u << 20;
        ssize_t moved =
            writes ? write(pipe, (char*)bytes + done, part) : read(pipe, (char*)bytes + done, part);
        if (moved > 0)
            done += (size_t)moved;
        else if (moved == 0 || errno != EINTR)
            return false;
    }
    return true;
}

static bool transferArrays(int pipe, const gelSurfaceAppearance* look, int triangleCount, bool writes)
{
    size_t count = (size_t)triangleCount;
    return gelTransfer(pipe, look->materials, count * sizeof *look->materials, writes) &&
           (look->cornerColours == NULL ||
            gelTransfer(pipe, look->cornerColours, count * 9 * sizeof *look->cornerColours, writes));
}

static size_t nameLength(const char* name)
{
    size_t length = strlen(name);
    return length < longestName ? length : longestName;
}

bool gelSendAppearance(int pipe, const gelSurfaceAppearance* look, int triangleCount)
{
    static const gelSurfaceAppearance none;
    const gelSurfaceAppearance* sent = look != NULL ? look : &none;
    Head head = {sent->materialCount, sent->imageCount, look != NULL, sent->cornerColours != NULL};
    bool ok = gelTransfer(pipe, &head, sizeof head, true);
    for (int i = 0; i < sent->materialCount && ok; i++) {
        const gelSurfaceMaterial* material = &sent->list[i];
        Item item = {.nameLength = nameLength(material->name), .image = material->image};
        memcpy(item.colour, material->colour, sizeof item.colour);
        ok = gelTransfer(pipe, &item, sizeof item, true) &&
             gelTransfer(pipe, material->name, item.nameLength, true);
    }
    for (int i = 0; i < sent->imageCount && ok; i++) {
        const gelSurfaceImage* image = &sent->images[i];
        Item item = {.nameLength = nameLength(image->name), .size = image->size};
        ok = gelTransfer(pipe, &item, sizeof item, true) &&
             gelTransfer(pipe, image->name, item.nameLength, true) &&
             gelTransfer(pipe, image->bytes, image->size, true);
    }
    return ok && (look == NULL || transferArrays(pipe, look, triangleCount, true));
}

// An item's head and name.
static bool receiveItem(int pipe, Item* item, char name[longestName + 1])
{
    bool ok = gelTransfer(pipe, item, sizeof *item, false) && item->nameLength <= longestName &&
              item->size <= gel_largestImage && gelTransfer(pipe, name, item->nameLength, false);
    name[ok ? item->nameLength : 0] = '\0';
    return ok;
}

static gelStatus receiveMaterial(int pipe, int imageCount, gelSurfaceAppearance* look, bool* complete)
{
    Item item;
    char name[longestName + 1];
    *complete = receiveItem(pipe, &item, name) && item.image >= -1 && item.image < imageCount;
    int index = *complete ? gelAddMaterial(look, name, strlen(name)) : 0;
    if (index < 0)
        return gelFailMemory(1, sizeof *look->list);
    for (int k = 0; k < 3 && *complete; k++)
        look->list[index].colour[k] = gelClampColour((double)item.colour[k]);
    if (*complete)
        look->list[index].image = item.image;
    return gel_success;
}

static gelStatus receiveImage(int pipe, gelSurfaceAppearance* look, bool* complete)
{
    Item item;
    char name[longestName + 1];
    *complete = receiveItem(pipe, &item, name);
    int index = *complete ? gelAddImage(look, name, strlen(name)) : 0;
    if (index < 0)
        return gelFailMemory(1, sizeof *look->images);
    if (!*complete || item.size == 0)
        return gel_success;
    gelSurfaceImage* image = &look->images[index];
    image->bytes = gelAllocate(item.size, 1);
    if (image->bytes == NULL)
        return gelFailMemory(item.size, 1);
    image->size = item.size;
    *complete = gelTransfer(pipe, image->bytes, item.size, false);
    return gel_success;
}

static gelStatus receiveArrays(int pipe, int triangleCount, bool hasColours, gelSurfaceAppearance* look,
                               bool* complete)
{
    size_t count = (size_t)triangleCount;
    look->materials = gelAllocate(count, sizeof *look->materials);
    look->cornerColours = hasColours ? gelAllocate(count, 9 * sizeof *look->cornerColours) : NULL;
    if (look->materials == NULL || (hasColours && look->cornerColours == NULL))
        return gelFailMemory(count, 10 * sizeof(float));
    *complete = transferArrays(pipe, look, triangleCount, false);
    for (size_t t = 0; t < count && *complete; t++)
        *complete = look->materials[t] >= -1 && look->materials[t] < look->materialCount;
    return gel_success;
}

gelStatus gelReceiveAppearance(int pipe, int triangleCount, gelSurfaceAppearance** look, bool* complete)
{
    Head head;
    *complete = gelTransfer(pipe, &head, sizeof head, false) && head.materialCount >= 0 &&
                head.materialCount <= gel_maxMaterials && head.imageCount >= 0 &&
                head.imageCount <= gel_maxMaterials;
    if (!*complete || !head.isThere)
        return gel_success;
    gelSurfaceAppearance* made = *look = gelAllocate(1, sizeof *made);
    if (made == NULL)
        return gelFailMemory(1, sizeof *made);
    gelStatus status = gel_success;
    for (int i = 0; i < head.materialCount && *complete && status == gel_success; i++)
        status = receiveMaterial(pipe, head.imageCount, made, complete);
    for (int i = 0; i < head.imageCount && *complete && status == gel_success; i++)
        status = receiveImage(pipe, made, complete);
    return *complete && status == gel_success
               ? receiveArrays(pipe, triangleCount, head.hasColours, made, complete)
               : status;
}
