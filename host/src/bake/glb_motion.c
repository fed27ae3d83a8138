// All bodies share one mesh in world coordinates, which is small and drawn at once for any number of bodies. The motions
// are therefore nodes of their own: what is parented to one is carried along by its body.
#include "bake/glb_motion.h"
#include "gel/body.h"
#include "gel/measures.h"

#include <string.h>

enum { motionValues = 7, translationValues = 3, jsonRoomPerBody = 1024 };

void gelReleaseGlbMotions(gelGlbMotions* motions)
{
    gelFree(motions->bodies);
    gelFree(motions->numbers);
    gelFree(motions->values);
    *motions = (gelGlbMotions){0};
}

static int numberOf(const gelBodyId* ids, int count, gelBodyId id)
{
    int index = 0;
    while (index < count && memcmp(&ids[index], &id, sizeof id) != 0)
        index++;
    return index + 1;
}

gelStatus gelPrepareGlbMotions(const gelBake* bake, gelGlbMotions* motions)
{
    int all = gelWorld_GetBodyCount(bake->world);
    size_t bodies = (size_t)bake->bodyCount, record = bodies * motionValues * sizeof(float);
    gelBodyId* ids = gelAllocate((size_t)all, sizeof *ids);
    motions->bodies = gelAllocate(bodies, sizeof *motions->bodies);
    motions->numbers = gelAllocate(bodies, sizeof *motions->numbers);
    motions->values = gelAllocate((size_t)bake->frameCount, record);
    if (ids == NULL || motions->bodies == NULL || motions->numbers == NULL || motions->values == NULL) {
        gelFree(ids);
        return gelFailMemory((size_t)bake->frameCount, record);
    }
    gelWorld_GetBodies(bake->world, ids, all);
    int from = 0; // both are in the world's order
    for (int i = 0; i < bake->bodyCount; i++) {
        from += numberOf(ids + from, all - from, bake->bodies[i].id);
        if (bake->bodies[i].vertexCount == 0)
            continue;
        motions->bodies[motions->count] = i;
        motions->numbers[motions->count++] = from;
    }
    gelFree(ids);
    return gel_success;
}

static float* valuesOf(const gelGlbMotions* motions, int frame, int index)
{
    return motions->values + motionValues * ((size_t)motions->count * (size_t)frame + (size_t)index);
}

int64_t gelMeasureGlbMotionRecord(const gelGlbMotions* motions)
{
    return (int64_t)sizeof(float) * motionValues * motions->count;
}

// Negates a quaternion if that brings it nearer to the one of the frame before. Both stand for the
// same rotation, but viewers interpolate between frames.
static void keepSign(const float* before, float* rotation)
{
    float dot = 0.0f;
    for (int k = 0; k < 4; k++)
        dot += before[k] * rotation[k];
    for (int k = 0; k < 4 && dot < 0.0f; k++)
        rotation[k] = -rotation[k];
}

gelStatus gelWriteGlbMotionRecord(const gelBake* bake, gelGlbMotions* motions, gelResultFile* file)
{
    for (int i = 0; i < motions->count; i++) {
        gelVec3 t;
        gelQuat q;
        float* values = valuesOf(motions, bake->frame, i);
        gelStatus status = gelBody_GetTransform(bake->world, bake->bodies[motions->bodies[i]].id, &t, &q);
        if (status != gel_success)
            return status;
        memcpy(values, (const float[motionValues]){t.x, t.y, t.z, q.x, q.y, q.z, q.w},
               motionValues * sizeof *values);
        if (bake->frame > 0)
            keepSign(valuesOf(motions, bake->frame - 1, i) + translationValues, values + translationValues);
    }
    return gelWriteWords(file, valuesOf(motions, bake->frame, 0),
                         (size_t)motionValues * (size_t)motions->count, gel_littleEndian);
}

gelStatus gelReadGlbMotionRecord(const gelBake* bake, gelGlbMotions* motions, gelResultFile* file)
{
    return gelReadWords(file, valuesOf(motions, bake->frame, 0),
                        (size_t)motionValues * (size_t)motions->count, gel_littleEndian);
}

gelStatus gelWriteGlbMotions(const gelBake* bake, const gelGlbMotions* motions, gelResultFile* file)
{
    gelStatus status = gel_success;
    for (int i = 0; i < motions->count; i++) {
        for (int frame = 0; frame < bake->frame && status == gel_success; frame++)
            status = gelWriteWords(file, valuesOf(motions, frame, i), translationValues, gel_littleEndian);
        for (int frame = 0; frame < bake->frame && status == gel_success; frame++)
            status = gelWriteWords(file, valuesOf(motions, frame, i) + translationValues,
                                   motionValues - translationValues, gel_littleEndian);
    }
    return status;
}

int64_t gelMeasureGlbMotionJson(const gelGlbMotions* motions)
{
    return (int64_t)jsonRoomPerBody * motions->count;
}

void gelPutGlbMotionNodes(gelResultText* out, const gelGlbMotions* motions)
{
    for (int i = 0; i < motions->count; i++) {
        const float* values = valuesOf(motions, 0, i);
        gelPutText(out, ",\n{\"name\":\"body %d motion\"", motions->numbers[i]);
        gelPutNumbers(out, "translation", values, translationValues);
        gelPutNumbers(out, "rotation", values + translationValues, motionValues - translationValues);
        gelPutText(out, "}");
    }
}

static void putAccessor(gelResultText* out, int view, int64_t offset, int frames, const char* type)
{
    gelPutText(
        out, ",\n{\"bufferView\":%d,\"byteOffset\":%lld,\"componentType\":5126,\"count\":%d,\"type\":\"%s\"}",
        view, (long long)offset, frames, type);
}

void gelPutGlbMotionAccessors(gelResultText* out, const gelBake* bake, const gelGlbMotions* motions, int view,
                              int64_t offset)
{
    const int64_t word = (int64_t)sizeof(float) * bake->frame;
    for (int i = 0; i < motions->count; i++, offset += word * motionValues) {
        putAccessor(out, view, offset, bake->frame, "VEC3");
        putAccessor(out, view, offset + word * translationValues, bake->frame, "VEC4");
    }
}

void gelPutGlbMotionSamplers(gelResultText* out, const gelGlbMotions* motions, int times, int firstAccessor)
{
    for (int i = 0; i < 2 * motions->count; i++)
        gelPutText(out, ",\n{\"input\":%d,\"output\":%d,\"interpolation\":\"LINEAR\"}", times,
                   firstAccessor + i);
}

void gelPutGlbMotionChannels(gelResultText* out, const gelGlbMotions* motions, int firstSampler)
{
    for (int i = 0; i < 2 * motions->count; i++)
        gelPutText(out, ",\n{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}", firstSampler + i,
                   1 + i / 2, i % 2 == 0 ? "translation" : "rotation");
}
