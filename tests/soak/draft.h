// A random scene while it is written.
#pragma once

#include "soak/random.h"

#include <stdarg.h>

enum { maxBodies = 6, maxCopies = 4 };

typedef struct Draft {
    FILE* file;
    Episode* episode;
    bool isXpbd;
    int bodies, created, obstacles, fields, attachments; // `created`: with the copies of a body
} Draft;

static inline void put(Draft* draft, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(draft->file, format, arguments);
    va_end(arguments);
}

// Adds a number as a further member of the object.
static inline void putNumber(Draft* draft, const char* name, float value)
{
    put(draft, ",\"%s\":%.9g", name, (double)value);
}

static inline void putVector(Draft* draft, const char* name, gelVec3 v)
{
    put(draft, ",\"%s\":[%.9g,%.9g,%.9g]", name, (double)v.x, (double)v.y, (double)v.z);
}

static inline void putText(Draft* draft, const char* name, const char* value)
{
    put(draft, ",\"%s\":\"%s\"", name, value);
}

static inline void putTruth(Draft* draft, const char* name, bool value)
{
    put(draft, ",\"%s\":%s", name, value ? "true" : "false");
}

static inline gelVec3 vectorWithin(Draft* draft, float size)
{
    Episode* e = draft->episode;
    float x = between(e, -size, size), y = between(e, -size, size);
    return (gelVec3){x, y, between(e, -size, size)};
}

static inline void putRotation(Draft* draft)
{
    gelVec3 axis = vectorWithin(draft, 1);
    put(draft, ",\"rotation\":{\"axis\":[%.9g,%.9g,%.9g],\"degrees\":%d}", (double)axis.x, (double)axis.y,
        (double)axis.z, choose(draft->episode, 360));
}

static inline void putBox(Draft* draft, const char* name)
{
    Episode* e = draft->episode;
    gelVec3 centre = place(e);
    float size = between(e, 0.2f, 1);
    put(draft, "\"%s\":{\"lower\":[%.9g,%.9g,%.9g],\"upper\":[%.9g,%.9g,%.9g]}", name,
        (double)(centre.x - size), (double)(centre.y - size), (double)(centre.z - size),
        (double)(centre.x + size), (double)(centre.y + size), (double)(centre.z + size));
}

// {"time", "position", "rotation"} in the order of time.
static inline void putKeys(Draft* draft)
{
    Episode* e = draft->episode;
    int count = 1 + choose(e, 4);
    put(draft, ",\"keys\":[");
    for (int i = 0; i < count; i++) {
        put(draft, "%s{\"time\":%.9g", i > 0 ? "," : "", (double)((float)i * between(e, 0.12f, 0.16f)));
        putVector(draft, "position", place(e));
        if (oneIn(e, 3))
            putRotation(draft);
        put(draft, "}");
    }
    put(draft, "]");
    putTruth(draft, "loop", oneIn(e, 2));
}

// random_body.c
void putBodies(Draft* draft);
void putAnyMaterial(Draft* draft);
