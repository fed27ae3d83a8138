#include "contact_arrows.h"

#include <math.h>
#include <stdlib.h>

static gelStatus readContacts(gelContactArrows* arrows, gelWorld* world)
{
    gelStatus status = gelWorld_GetContacts(world, arrows->contacts, arrows->capacity, &arrows->count);
    if (status != gel_success || arrows->count <= arrows->capacity)
        return status;
    int capacity = 2 * arrows->count;
    free(arrows->contacts);
    free(arrows->arrows);
    arrows->contacts = malloc((size_t)capacity * sizeof *arrows->contacts);
    arrows->arrows = malloc((size_t)capacity * sizeof *arrows->arrows);
    arrows->capacity = arrows->contacts != NULL && arrows->arrows != NULL ? capacity : 0;
    if (arrows->capacity > 0)
        return gelWorld_GetContacts(world, arrows->contacts, arrows->capacity, &arrows->count);
    arrows->count = 0;
    return gel_outOfMemory;
}

static float lengthOf(gelVec3 v)
{
    return sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
}

// The least of 1, 2 and 5 times a power of ten that is not below.
static float roundUp(float value)
{
    static const float steps[] = {1.0f, 2.0f, 5.0f, 10.0f};
    float power = value > 0.0f ? powf(10.0f, floorf(log10f(value))) : 1.0f;
    int i = 0;
    while (i < 3 && steps[i] * power < value)
        i++;
    return steps[i] * power;
}

static void upload(gelContactArrows* arrows)
{
    size_t bytes = (size_t)arrows->count * sizeof *arrows->arrows;
    if (bytes > arrows->bytes) {
        gelDestroyBufferTexture(&arrows->data);
        arrows->data = gelCreateBufferTexture(GL_RGBA32F, 2 * bytes, NULL);
        arrows->bytes = 2 * bytes;
    }
    glBindBuffer(GL_TEXTURE_BUFFER, arrows->data.buffer);
    glBufferSubData(GL_TEXTURE_BUFFER, 0, (GLsizeiptr)bytes, arrows->arrows);
}

gelStatus gelContactArrows_Update(gelContactArrows* arrows, gelWorld* world, float length)
{
    float largest = 0.0f;
    gelStatus status = readContacts(arrows, world);
    if (status != gel_success || arrows->count == 0)
        return status;
    for (int i = 0; i < arrows->count; i++)
        largest = fmaxf(largest, lengthOf(arrows->contacts[i].force));
    arrows->newtons = roundUp(largest);
    for (int i = 0; i < arrows->count; i++) {
        gelVec3 tail = arrows->contacts[i].place, force = arrows->contacts[i].force;
        float scale = length / arrows->newtons, *to = arrows->arrows[i][0];
        to[0] = tail.x;
        to[1] = tail.y;
        to[2] = tail.z;
        to[4] = scale * force.x;
        to[5] = scale * force.y;
        to[6] = scale * force.z;
        to[3] = to[7] = 0.0f;
    }
    upload(arrows);
    return gel_success;
}

void gelCloseContactArrows(gelContactArrows* arrows)
{
    gelDestroyBufferTexture(&arrows->data);
    free(arrows->contacts);
    free(arrows->arrows);
    *arrows = (gelContactArrows){0};
}
