// glTF 2.0 in one binary file (.glb): the shape at frame 0, and a morph target for each later frame that holds how far each
// vertex and its normal are from there. Weights are those of the frame alone at its time, and in between linear.
//
// The JSON at the beginning names all that comes behind it, so room is left for it and it is written last. Behind it:
// triangles, UVs, shape and targets (positions, then normals, of each), times, weights.
#include "bake_internal.h"
#include "result_text.h"

#include <math.h>
#include <string.h>

enum { jsonStart = 20, jsonRoom = 4096, jsonRoomPerFrame = 512, chunkHeader = 8 };
enum { manyFrames = 200, manyMebibytes = 256 };

typedef struct Box {
    float lower[3], upper[3];
} Box;

typedef struct Glb {
    int64_t jsonSize, uvOffset, shapeOffset, timeOffset; // the latter from the beginning of the binary part
    bool hasUvs;
    float *positions, *normals; // [vertexCount][3], of frame 0
    float* values;              // [vertexCount][3]: what is written next
    float* pointNormals;        // [points of a body][3]
    Box* boxes;                 // [frameCount]
} Glb;

static void release(gelBake* bake)
{
    Glb* own = bake->own;
    if (own == NULL)
        return;
    gelFree(own->positions);
    gelFree(own->normals);
    gelFree(own->values);
    gelFree(own->pointNormals);
    gelFree(own->boxes);
    gelFree(own);
}

// All offsets; the size of the file with `frames` frames.
static int64_t layOut(const gelBake* bake, Glb* own, int frames)
{
    int64_t vertices = bake->vertexCount;
    own->uvOffset = 12 * gelCountBakeTriangles(bake);
    own->shapeOffset = own->uvOffset + (own->hasUvs ? 8 * vertices : 0);
    own->timeOffset = own->shapeOffset + 24 * vertices * frames;
    int64_t animation = frames > 1 ? 4 * (int64_t)frames + 4 * (int64_t)frames * (frames - 1) : 0;
    return jsonStart + own->jsonSize + chunkHeader + own->timeOffset + animation;
}

static gelStatus checkSize(const gelBake* bake, int64_t size)
{
    double mebibytes = (double)size / (1 << 20);
    if (size > INT32_MAX)
        return gelFail(gel_invalidArgument,
                       "%s: %d frames of %d vertices would be %.0f MiB, and a .glb holds 2048: write fewer "
                       "frames, or a cache (.pc2 or .mdd)",
                       bake->path, bake->frameCount, bake->vertexCount, mebibytes);
    if (bake->frameCount > manyFrames || mebibytes > manyMebibytes)
        gelLog(
            gel_logWarning,
            "%s: %d frames of %d vertices will be %.0f MiB, which a viewer of glTF loads as a whole, with a "
            "morph target for each; .pc2 and .mdd are read frame by frame",
            bake->path, bake->frameCount, bake->vertexCount, mebibytes);
    return gel_success;
}

static bool makeRoom(const gelBake* bake, Glb* own)
{
    size_t vertices = (size_t)bake->vertexCount, points = 0, size = 3 * sizeof(float);
    for (int i = 0; i < bake->bodyCount; i++) {
        const gelBakeBody* body = &bake->bodies[i];
        points = (size_t)body->pointCount > points ? (size_t)body->pointCount : points;
        own->hasUvs = own->hasUvs || body->uvs != NULL;
    }
    own->positions = gelAllocate(vertices, size);
    own->normals = gelAllocate(vertices, size);
    own->values = gelAllocate(vertices, size);
    own->pointNormals = gelAllocate(points, size);
    own->boxes = gelAllocate((size_t)bake->frameCount, sizeof *own->boxes);
    own->jsonSize = jsonRoom + (int64_t)jsonRoomPerFrame * bake->frameCount;
    return own->positions != NULL && own->normals != NULL && own->values != NULL &&
           own->pointNormals != NULL && own->boxes != NULL;
}

static gelStatus writeTriangles(const gelBake* bake, gelResultFile* file)
{
    gelStatus status = gel_success;
    for (int i = 0; i < bake->bodyCount; i++) {
        const gelBakeBody* body = &bake->bodies[i];
        for (int k = 0; k < 3 * body->triangleCount && status == gel_success; k++) {
            int vertex = body->triangles[k] + body->firstVertex;
            status = gelWriteWords(file, &vertex, 1, gel_littleEndian);
        }
    }
    return status;
}

// glTF's V points downwards.
static gelStatus writeUvs(const gelBake* bake, gelResultFile* file)
{
    gelStatus status = gel_success;
    for (int i = 0; i < bake->bodyCount; i++) {
        const gelBakeBody* body = &bake->bodies[i];
        for (size_t v = 0; v < (size_t)body->vertexCount && status == gel_success; v++) {
            float uv[2] = {0.0f, 0.0f};
            if (body->uvs != NULL) {
                uv[0] = body->uvs[2 * v];
                uv[1] = 1.0f - body->uvs[2 * v + 1];
            }
            status = gelWriteWords(file, uv, 2, gel_littleEndian);
        }
    }
    return status;
}

static gelStatus begin(gelBake* bake, gelResultFile* file)
{
    Glb* own = bake->own = gelAllocate(1, sizeof *own);
    if (own == NULL || !makeRoom(bake, own))
        return gelFailMemory((size_t)bake->vertexCount, 3 * sizeof(float));
    gelStatus status = checkSize(bake, layOut(bake, own, bake->frameCount));
    if (status == gel_success && bake->vertexCount == 0)
        status = gelFail(gel_invalidArgument, "%s: there is no body, and a .glb cannot be empty", bake->path);
    gelResultText room = {.file = file, .status = status};
    for (int64_t i = 0; i < jsonStart + own->jsonSize + chunkHeader; i++)
        gelPutText(&room, " "); // which JSON may end in
    status = gelFlushText(&room);
    if (status == gel_success)
        status = writeTriangles(bake, file);
    return status == gel_success && own->hasUvs ? writeUvs(bake, file) : status;
}

// Of the points of a body: the sum of the normals of their triangles, each as long as its triangle is large.
static void sumNormals(const gelBakeBody* body, const float* positions, float* normals)
{
    memset(normals, 0, (size_t)body->pointCount * 3 * sizeof *normals);
    for (int t = 0; t < body->triangleCount; t++) {
        const int* triangle = body->triangles + 3 * (size_t)t;
        const float *a = positions + 3 * (size_t)triangle[0], *b = positions + 3 * (size_t)triangle[1],
                    *c = positions + 3 * (size_t)triangle[2];
        float u[3], v[3];
        for (int k = 0; k < 3; k++) {
            u[k] = b[k] - a[k];
            v[k] = c[k] - a[k];
        }
        const float n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
        for (int k = 0; k < 9; k++)
            normals[3 * (size_t)body->points[triangle[k / 3]] + (size_t)(k % 3)] += n[k % 3];
    }
}

// Of all vertices, into `values`.
static void computeNormals(const gelBake* bake, Glb* own)
{
    for (int i = 0; i < bake->bodyCount; i++) {
        const gelBakeBody* body = &bake->bodies[i];
        sumNormals(body, bake->positions + 3 * (size_t)body->firstVertex, own->pointNormals);
        for (int v = 0; v < body->vertexCount; v++) {
            const float* sum = own->pointNormals + 3 * (size_t)body->points[v];
            float* normal = own->values + 3 * ((size_t)body->firstVertex + (size_t)v);
            float length = sqrtf(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
            for (int k = 0; k < 3; k++)
                normal[k] = length > 0.0f ? sum[k] / length : k == 1;
        }
    }
}

// `values` at frame 0 become what later ones are told from.
static gelStatus writeDifferences(gelBake* bake, gelResultFile* file, float* first, Box* box)
{
    const Glb* own = bake->own;
    size_t count = 3 * (size_t)bake->vertexCount;
    if (bake->frame == 0)
        memcpy(first, own->values, count * sizeof *first);
    for (size_t i = 0; i < count && bake->frame > 0; i++)
        own->values[i] -= first[i];
    for (size_t i = 0; i < count && box != NULL; i++) {
        float value = own->values[i];
        if (!isfinite(value))
            return gelFail(gel_invalidArgument, "%s: vertex %zu is not at a finite place", bake->path, i / 3);
        box->lower[i % 3] = i < 3 || value < box->lower[i % 3] ? value : box->lower[i % 3];
        box->upper[i % 3] = i < 3 || value > box->upper[i % 3] ? value : box->upper[i % 3];
    }
    return gelWriteWords(file, own->values, count, gel_littleEndian);
}

static gelStatus writeFrame(gelBake* bake, gelResultFile* file)
{
    Glb* own = bake->own;
    memcpy(own->values, bake->positions, 3 * sizeof(float) * (size_t)bake->vertexCount);
    gelStatus status = writeDifferences(bake, file, own->positions, &own->boxes[bake->frame]);
    if (status != gel_success)
        return status;
    computeNormals(bake, own);
    return writeDifferences(bake, file, own->normals, NULL);
}

static gelStatus writeAnimation(const gelBake* bake, gelResultFile* file)
{
    gelStatus status = gel_success;
    for (int frame = 0; frame < bake->frame && status == gel_success; frame++) {
        float time = (float)(frame * (double)bake->timeStep);
        status = gelWriteWords(file, &time, 1, gel_littleEndian);
    }
    for (int frame = 0; frame < bake->frame; frame++)
        for (int target = 1; target < bake->frame && status == gel_success; target++)
            status = gelWriteWords(file, &(const float){target == frame}, 1, gel_littleEndian);
    return status;
}

enum {
    triangleView,
    shapeView,
    animationView
}; // the latter where there are several frames; then that of UVs

static void putView(gelResultText* out, int64_t offset, int64_t end, int stride, int target)
{
    gelPutText(out, "{\"buffer\":0,\"byteOffset\":%lld,\"byteLength\":%lld", (long long)offset,
               (long long)(end - offset));
    if (stride > 0)
        gelPutText(out, ",\"byteStride\":%d", stride);
    if (target > 0)
        gelPutText(out, ",\"target\":%d", target);
    gelPutText(out, "}");
}

static void putAccessor(gelResultText* out, int view, int64_t offset, int64_t count, const char* type)
{
    gelPutText(
        out, ",\n{\"bufferView\":%d,\"byteOffset\":%lld,\"componentType\":%d,\"count\":%lld,\"type\":\"%s\"",
        view, (long long)offset, view == triangleView ? 5125 : 5126, (long long)count, type);
}

static void putBounds(gelResultText* out, const char* name, const float* values, int count)
{
    gelPutText(out, ",\"%s\":[", name);
    for (int k = 0; k < count; k++) {
        gelPutText(out, k > 0 ? "," : "");
        gelPutNumber(out, values[k]);
    }
    gelPutText(out, "]");
}

// Accessors: 0 triangles, 1 + 2 f positions and 2 + 2 f normals of frame f, then times, weights and UVs.
static void putAccessors(gelResultText* out, const gelBake* bake, const Glb* own)
{
    int64_t vertices = bake->vertexCount, frames = bake->frame;
    gelPutText(out,
               "\"accessors\":[{\"bufferView\":0,\"componentType\":5125,\"count\":%lld,\"type\":\"SCALAR\"}",
               (long long)(3 * gelCountBakeTriangles(bake)));
    for (int64_t frame = 0; frame < frames; frame++) {
        putAccessor(out, shapeView, 24 * vertices * frame, vertices, "VEC3");
        putBounds(out, "min", own->boxes[frame].lower, 3);
        putBounds(out, "max", own->boxes[frame].upper, 3);
        gelPutText(out, "}");
        putAccessor(out, shapeView, 24 * vertices * frame + 12 * vertices, vertices, "VEC3");
        gelPutText(out, "}");
    }
    if (frames > 1) {
        const float end = (float)((double)(frames - 1) * (double)bake->timeStep);
        putAccessor(out, animationView, 0, frames, "SCALAR");
        putBounds(out, "min", &(const float){0.0f}, 1);
        putBounds(out, "max", &end, 1);
        gelPutText(out, "}");
        putAccessor(out, animationView, 4 * frames, frames * (frames - 1), "SCALAR");
        gelPutText(out, "}");
    }
    if (own->hasUvs) {
        putAccessor(out, frames > 1 ? animationView + 1 : animationView, 0, vertices, "VEC2");
        gelPutText(out, "}");
    }
    gelPutText(out, "],\n");
}

static void putViews(gelResultText* out, const gelBake* bake, const Glb* own, int64_t binarySize)
{
    enum { vertexData = 34962, indexData = 34963 };
    gelPutText(out, "\"buffers\":[{\"byteLength\":%lld}],\n\"bufferViews\":[", (long long)binarySize);
    putView(out, 0, own->uvOffset, 0, indexData);
    gelPutText(out, ",\n");
    putView(out, own->shapeOffset, own->timeOffset, 12, vertexData);
    if (bake->frame > 1) {
        gelPutText(out, ",\n");
        putView(out, own->timeOffset, binarySize, 0, 0);
    }
    if (own->hasUvs) {
        gelPutText(out, ",\n");
        putView(out, own->uvOffset, own->shapeOffset, 8, vertexData);
    }
    gelPutText(out, "],\n");
}

static void putMesh(gelResultText* out, const gelBake* bake, const Glb* own)
{
    int frames = bake->frame, times = 2 * frames + 1, uvs = frames > 1 ? times + 2 : times;
    gelPutText(out, "\"meshes\":[{\"name\":\"gel\",\"primitives\":[{\"indices\":0,\"attributes\":{"
                    "\"POSITION\":1,\"NORMAL\":2");
    if (own->hasUvs)
        gelPutText(out, ",\"TEXCOORD_0\":%d", uvs);
    gelPutText(out, "}");
    for (int frame = 1; frame < frames; frame++)
        gelPutText(out, "%s\n{\"POSITION\":%d,\"NORMAL\":%d}", frame == 1 ? ",\"targets\":[" : ",",
                   1 + 2 * frame, 2 + 2 * frame);
    gelPutText(out, "%s}]}]", frames > 1 ? "]" : "");
    if (frames > 1)
        gelPutText(
            out,
            ",\n\"animations\":[{\"samplers\":[{\"input\":%d,\"output\":%d,\"interpolation\":\"LINEAR\"}],"
            "\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"weights\"}}]}]",
            times, times + 1);
}

static gelStatus writeJson(const gelBake* bake, gelResultFile* file, const Glb* own, int64_t binarySize)
{
    gelResultText out = {.file = file};
    gelPutText(&out, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Gel %s\"},\n", gelVersionText());
    gelPutText(&out, "\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"gel\",\"mesh\":0}],\n");
    putViews(&out, bake, own, binarySize);
    putAccessors(&out, bake, own);
    putMesh(&out, bake, own);
    gelPutText(&out, "}");
    return gelFlushText(&out);
}

static gelStatus finish(gelBake* bake, gelResultFile* file)
{
    Glb* own = bake->own;
    gelStatus status = bake->frame > 1 ? writeAnimation(bake, file) : gel_success;
    int64_t size = layOut(bake, own, bake->frame);
    int64_t binaryStart = jsonStart + own->jsonSize + chunkHeader;
    const uint32_t head[5] = {0x46546c67, 2, (uint32_t)size, (uint32_t)own->jsonSize,
                              0x4e4f534a};                                       // "glTF", "JSON"
    const uint32_t binaryHead[2] = {(uint32_t)(size - binaryStart), 0x004e4942}; // "BIN"
    if (status == gel_success)
        status = gelSeekResultFile(file, 0);
    if (status == gel_success)
        status = gelWriteWords(file, head, 5, gel_littleEndian);
    if (status == gel_success)
        status = writeJson(bake, file, own, size - binaryStart);
    if (status == gel_success)
        status = gelSeekResultFile(file, binaryStart - chunkHeader);
    return status == gel_success ? gelWriteWords(file, binaryHead, 2, gel_littleEndian) : status;
}

const gelBakeFormat gelBakeGlb = {.ending = ".glb",
                                  .layout = gel_layoutDrawn,
                                  .begin = begin,
                                  .writeFrame = writeFrame,
                                  .finish = finish,
                                  .release = release};
