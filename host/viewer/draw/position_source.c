#include "draw/position_source.h"

#include "gel/constraints.h"

#include <stdlib.h>

const char* gelShareWayName(int way)
{
    static const char* const names[gel_shareWayCount + 1] = {"auto", "gl", "host-pointer", "copy", NULL};
    return names[way];
}

static void closeSlot(gelShareSlot* slot)
{
    gelDestroySharedVertices(slot->shared); // before the memory it writes is unmapped
    if (slot->drawn != NULL)
        glDeleteSync(slot->drawn);
    gelDestroyBufferTexture(&slot->positions);
    gelDestroyBufferTexture(&slot->speeds);
    *slot = (gelShareSlot){0};
}

static void closeSlots(gelPositionSource* source)
{
    for (int i = 0; i < source->slotCount; i++)
        closeSlot(&source->slots[i]);
    free(source->memory);
    source->memory = NULL;
    source->slotCount = source->slot = 0;
}

void gelClosePositionSource(gelPositionSource* source)
{
    closeSlots(source);
    *source = (gelPositionSource){0};
}

static void explain(gelPositionSource* source, const char* why)
{
    if (source->whyNot[0] == '\0') // keep the first reason: it is about the requested way
        snprintf(source->whyNot, sizeof source->whyNot, "%s", why);
}

// A buffer that the processor may write while OpenGL uses it; NULL if that is not possible.
static float* createMapped(GLenum format, size_t size, gelBufferTexture* made)
{
    const GLbitfield flags = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    glGenBuffers(1, &made->buffer);
    glBindBuffer(GL_TEXTURE_BUFFER, made->buffer);
    glBufferStorage(GL_TEXTURE_BUFFER, (GLsizeiptr)size, NULL, flags);
    glGenTextures(1, &made->texture);
    glBindTexture(GL_TEXTURE_BUFFER, made->texture);
    glTexBuffer(GL_TEXTURE_BUFFER, format, made->buffer);
    return glMapBufferRange(GL_TEXTURE_BUFFER, 0, (GLsizeiptr)size, flags);
}

static gelStatus openSlot(gelPositionSource* source, gelWorld* world, gelShareSlot* slot)
{
    size_t capacity = (size_t)GEL_SHARED_CAPACITY(source->vertexCount > 0 ? source->vertexCount : 1);
    gelSharedVerticesDef def = {.capacity = (int)capacity};
    if (source->way == gel_shareHostPointer) {
        def.inPlace = true;
        def.positions = createMapped(GL_RGBA32F, 16 * capacity, &slot->positions);
        def.speeds = createMapped(GL_R32F, 4 * capacity, &slot->speeds);
        if (def.positions == NULL || def.speeds == NULL) {
            explain(source, "OpenGL cannot map its buffers into memory");
            return gel_unsupported;
        }
    } else {
        slot->positions = gelCreateBufferTexture(GL_RGBA32F, 16 * capacity, NULL);
        slot->speeds = gelCreateBufferTexture(GL_R32F, 4 * capacity, NULL);
    }
    if (source->way == gel_shareGl) {
        glFinish(); // only then do the buffers exist for other contexts
        def.positionBuffer = slot->positions.buffer;
        def.speedBuffer = slot->speeds.buffer;
    }
    if (source->way == gel_shareCopy) {
        source->memory = aligned_alloc(64, (20 * capacity + 63) / 64 * 64);
        if (source->memory == NULL)
            return gel_outOfMemory;
        def.positions = source->memory;
        def.speeds = source->memory + 4 * capacity;
    }
    return gelCreateSharedVertices(world, &def, &slot->shared);
}

// Opens one way and tests it.
static gelStatus openWay(gelPositionSource* source, gelWorld* world, gelShareWay way)
{
    bool canMap = glBufferStorage != NULL && glMapBufferRange != NULL;
    source->way = way;
    if (way == gel_shareHostPointer && !canMap) {
        explain(source,
                "persistently mapped buffers need OpenGL 4.4 or GL_ARB_buffer_storage, which is missing");
        return gel_unsupported;
    }
    gelStatus status = gel_success;
    int count = way == gel_shareHostPointer ? gelShareSlotCount : 1;
    for (int i = 0; i < count && status == gel_success; i++) {
        source->slotCount = i + 1;
        status = openSlot(source, world, &source->slots[i]);
    }
    if (status == gel_success)
        status = gelPositionSource_Update(source, true);
    if (status != gel_success)
        explain(source, gelReasonOf(status));
    return status;
}

int gelOpenPositionSource(gelOutput* output, gelWorld* world, gelShareWay way, gelPositionSource* source)
{
    gelCounters counters;
    gelStatus status = gelWorld_GetCounters(world, &counters);
    *source = (gelPositionSource){.vertexCount = counters.vertexCount};
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activitySimulation);
    status = gel_unsupported;
    for (gelShareWay next = way == gel_shareAuto ? gel_shareGl : way; next < gel_shareWayCount; next++) {
        status = openWay(source, world, next);
        if (status == gel_success)
            return gel_exitDone;
        closeSlots(source);
    }
    return gelReportStatus(output, status, gel_activitySimulation);
}

// Waits until OpenGL has read the slot.
static void waitUntilDrawn(gelShareSlot* slot)
{
    const GLuint64 second = 1000000000;
    if (slot->drawn == NULL)
        return;
    while (glClientWaitSync(slot->drawn, GL_SYNC_FLUSH_COMMANDS_BIT, second) == GL_TIMEOUT_EXPIRED)
        continue;
    glDeleteSync(slot->drawn);
    slot->drawn = NULL;
}

static void send(GLuint buffer, size_t size, const float* values)
{
    glBindBuffer(GL_TEXTURE_BUFFER, buffer);
    glBufferSubData(GL_TEXTURE_BUFFER, 0, (GLsizeiptr)size, values);
}

gelStatus gelPositionSource_Update(gelPositionSource* source, bool withSpeeds)
{
    if (source->way == gel_shareHostPointer) {
        source->slots[source->slot].drawn = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
        source->slot = (source->slot + 1) % source->slotCount;
        waitUntilDrawn(&source->slots[source->slot]);
    }
    if (source->way == gel_shareGl)
        glFinish(); // required by OpenCL everywhere; a fence is not enough
    const gelShareSlot* slot = &source->slots[source->slot];
    size_t count = (size_t)source->vertexCount, capacity = (size_t)GEL_SHARED_CAPACITY(source->vertexCount);
    gelBounds bounds;
    gelStatus status = gelSharedVertices_Update(slot->shared, withSpeeds, &bounds);
    if (status != gel_success)
        return status;
    if (source->way == gel_shareCopy && count > 0) {
        send(slot->positions.buffer, 16 * count, source->memory);
        if (withSpeeds)
            send(slot->speeds.buffer, 4 * count, source->memory + 4 * capacity);
    }
    source->positions = slot->positions;
    source->speeds = slot->speeds;
    bool any = bounds.lower.x <= bounds.upper.x;
    source->lower = any ? bounds.lower : (gelVec3){-0.5f, 0.0f, -0.5f};
    source->upper = any ? bounds.upper : (gelVec3){0.5f, 1.0f, 0.5f};
    return gel_success;
}

float (*gelPositionSource_Read(const gelPositionSource* source))[4]
{
    size_t size = 16 * (size_t)source->vertexCount;
    float(*places)[4] = malloc(size > 0 ? size : 1);
    if (places == NULL)
        return NULL;
    glBindBuffer(GL_TEXTURE_BUFFER, source->positions.buffer);
    glGetBufferSubData(GL_TEXTURE_BUFFER, 0, (GLsizeiptr)size, places);
    return places;
}

const char* gelPositionSource_Mode(const gelPositionSource* source)
{
    return gelShareWayName((int)source->way);
}
