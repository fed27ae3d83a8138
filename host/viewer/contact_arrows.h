// The forces of a world's contacts as arrows: from where a contact is, along its force on the first body.
#pragma once

#include "draw/opengl.h"

#include "gel/gel.h"

typedef struct gelContactArrows {
    gelBufferTexture data; // [count][2][4] floats, as shaders/arrows.vert reads them
    int count;             // of arrows, which is that of contacts
    float newtons;         // what an arrow as long as asked for stands for: 1, 2 or 5 times a power of ten
    gelContact* contacts;
    float (*arrows)[2][4];
    int capacity;
    size_t bytes; // of `data`
} gelContactArrows;

// Reads the contacts of the last step, which waits for it. An arrow of `newtons` is `length` long, m; none is
// longer.
gelStatus gelContactArrows_Update(gelContactArrows* arrows, gelWorld* world, float length);
void gelCloseContactArrows(gelContactArrows* arrows);
