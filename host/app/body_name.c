#include "app/body_name.h"

#include <stdio.h>

const char* gelNameOfBody(const gelScene* scene, const gelWorld* world, int index,
                          char text[gel_bodyNameSize])
{
    const char* name = gelScene_GetBodyName(scene, world, gelWorld_GetBody(world, index));
    if (name[0] != '\0')
        snprintf(text, gel_bodyNameSize, "%s", name);
    else
        snprintf(text, gel_bodyNameSize, "body %d", index + 1);
    return text;
}
