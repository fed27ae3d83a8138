// glTF 2.0 in one binary file (.glb): the shape at frame 0, and a morph target per later frame with the
// displacement of each vertex and normal. At a frame's time only its own weight is 1; in between, weights are
// linear. Each part is a primitive with its own vertices and a material of its name, so importers keep both
// and it can be coloured.
//
// The JSON at the start describes everything after it, so space is reserved and it is written last. After it:
// triangles, UVs, colours, pictures, shape and targets (positions, normals, then motions, of each), times, weights,
// motions once more, body by body, as samplers want them.
#include "bake/glb_appearance.h"
#include "bake/glb_motion.h"

#include <math.h>
#include <string.h>

enum { jsonStart = 20, jsonRoom = 2048, jsonRoomPerSection = 1024, jsonRoomPerFrame = 512, chunkHeader = 8 };
enum { manyFrames = 200, manyMebibytes = 256 };

typedef struct Box {
    float lower[3], upper[3];
} Box;

// A primitive: a part, or several consecutive bodies with the same part or none.
typedef struct Section {
    int material; // -1: none
    int firstVertex, vertexCount;
    int64_t firstTriangle, triangleCount;
} Section;

typedef struct Glb {
    Section* sections;
    int sectionCount;
    gelGlbAppearances looks;
    gelGlbMotions motions;
    int64_t jsonSize, uvOffset, colourOffset, imageOffset, shapeOffset,
        timeOffset; // offsets: of the binary chunk
    bool hasUvs, hasColours;
    float *positions, *normals; // [vertexCount][3], of frame 0
    float* values;              // [vertexCount][3]: the next values to write
    float* groupNormals;        // [groups of a body][3]
    Box* boxes;                 // [frameCount][sectionCount]
} Glb;

static void release(gelBake* bake)
{
    Glb* own = bake->own;
    if (own == NULL)
        return;
    gelReleaseGlbAppearances(&own->looks);
    gelReleaseGlbMotions(&own->motions);
    gelFree(own->sections);
    gelFree(own->positions);
    gelFree(own->normals);
    gelFree(own->values);
    gelFree(own->groupNormals);
    gelFree(own->boxes);
    gelFree(own);
}

static int64_t frameBytes(const gelBake* bake, const Glb* own)
{
    return 24 * (int64_t)bake->vertexCount + gelMeasureGlbMotionRecord(&own->motions);
}

// Computes all offsets; returns the size of a file with `frames` frames.
static int64_t layOut(const gelBake* bake, Glb* own, int frames)
{
    int64_t vertices = bake->vertexCount, motions = gelMeasureGlbMotionRecord(&own->motions);
    own->uvOffset = 12 * gelCountBakeTriangles(bake);
    own->colourOffset = own->uvOffset + (own->hasUvs ? 8 * vertices : 0);
    own->imageOffset = own->colourOffset + (own->hasColours ? 12 * vertices : 0);
    own->shapeOffset = own->imageOffset + own->looks.imageBytes;
    own->timeOffset = own->shapeOffset + frameBytes(bake, own) * frames;
    int64_t animation = frames > 1 ? 4 * (int64_t)frames * frames + motions * frames : 0;
    return jsonStart + own->jsonSize + chunkHeader + own->timeOffset + animation;
}

static gelStatus checkSize(const gelBake* bake, int64_t size)
{
    double mebibytes = (double)size / (1 << 20);
    if (size > INT32_MAX)
        return gelFail(
            gel_invalidArgument,
            "%s: %d frames of %d vertices would need %.0f MiB, but a .glb holds at most 2048: write fewer "
            "frames, or use a cache (.pc2 or .mdd)",
            bake->path, bake->frameCount, bake->vertexCount, mebibytes);
    if (bake->frameCount > manyFrames || mebibytes > manyMebibytes)
        gelLog(gel_logWarning,
               "%s: %d frames of %d vertices will need %.0f MiB, which a glTF viewer loads all at once, with "
               "a morph target per frame; .pc2 and .mdd are read frame by frame",
               bake->path, bake->frameCount, bake->vertexCount, mebibytes);
    return gel_success;
}

static gelStatus addSection(Glb* own, const gelBakePart* part)
{
    const Section* last = own->sectionCount > 0 ? &own->sections[own->sectionCount - 1] : NULL;
    Section* section = &own->sections[own->sectionCount++];
    if (last != NULL) {
        section->firstVertex = last->firstVertex + last->vertexCount;
        section->firstTriangle = last->firstTriangle + last->triangleCount;
    }
    section->vertexCount = part->vertexCount;
    section->triangleCount = part->triangleCount;
    return gelAddGlbMaterial(&own->looks, part, &section->material);
}

static bool isSamePart(const gelBakePart* a, const gelBakePart* b)
{
    return strcmp(a->name, b->name) == 0 && a->material == b->material &&
           (a->material < 0 || a->look == b->look);
}

static gelStatus makeSections(const gelBake* bake, Glb* own)
{
    size_t count = 0;
    for (int i = 0; i < bake->bodyCount; i++)
        count += (size_t)bake->bodies[i].partCount;
    own->sections = gelAllocate(count, sizeof *own->sections);
    if (own->sections == NULL)
        return gelFailMemory(count, sizeof *own->sections);
    gelStatus status = gel_success;
    for (int i = 0; i < bake->bodyCount; i++) {
        const gelBakeBody *body = &bake->bodies[i], *before = i > 0 ? body - 1 : NULL;
        if (before != NULL && before->partCount == 1 && body->partCount == 1 &&
            isSamePart(before->parts, body->parts)) {
            own->sections[own->sectionCount - 1].vertexCount += body->vertexCount;
            own->sections[own->sectionCount - 1].triangleCount += body->triangleCount;
            continue;
        }
        for (int k = 0; k < body->partCount && status == gel_success; k++)
            status = addSection(own, &body->parts[k]);
    }
    return status;
}

static bool makeRoom(const gelBake* bake, Glb* own)
{
    size_t vertices = (size_t)bake->vertexCount, groups = 0, size = 3 * sizeof(float);
    for (int i = 0; i < bake->bodyCount; i++) {
        const gelBakeBody* body = &bake->bodies[i];
        groups = (size_t)body->groupCount > groups ? (size_t)body->groupCount : groups;
        own->hasUvs = own->hasUvs || body->uvs != NULL;
        own->hasColours = own->hasColours || body->colours != NULL;
    }
    own->positions = gelAllocate(vertices, size);
    own->normals = gelAllocate(vertices, size);
    own->values = gelAllocate(vertices, size);
    own->groupNormals = gelAllocate(groups, size);
    own->boxes = gelAllocate((size_t)bake->frameCount, (size_t)own->sectionCount * sizeof *own->boxes);
    own->jsonSize = jsonRoom + gelMeasureGlbAppearances(&own->looks) +
                    gelMeasureGlbMotionJson(&own->motions) +
                    own->sectionCount * (jsonRoomPerSection + (int64_t)jsonRoomPerFrame * bake->frameCount);
    own->jsonSize += -own->jsonSize & 3; // the binary chunk is word-aligned
    return own->positions != NULL && own->normals != NULL && own->values != NULL &&
           own->groupNormals != NULL && own->boxes != NULL;
}

// Numbered section by section.
static gelStatus writeTriangles(const gelBake* bake, const Glb* own, gelResultFile* file)
{
    gelStatus status = gel_success;
    const Section* section = own->sections;
    int64_t corner = 0; // over all triangles
    for (int i = 0; i < bake->bodyCount; i++) {
        const gelBakeBody* body = &bake->bodies[i];
        for (int k = 0; k < 3 * body->triangleCount && status == gel_success; k++, corner++) {
            section += corner == 3 * (section->firstTriangle + section->triangleCount);
            int vertex = body->triangles[k] + body->firstVertex - section->firstVertex;
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

// White where a body has none, as colours multiply.
static gelStatus writeColours(const gelBake* bake, gelResultFile* file)
{
    static const float white[3] = {1.0f, 1.0f, 1.0f};
    gelStatus status = gel_success;
    for (int i = 0; i < bake->bodyCount; i++) {
        const gelBakeBody* body = &bake->bodies[i];
        for (size_t v = 0; v < (size_t)body->vertexCount && status == gel_success; v++)
            status = gelWriteWords(file, body->colours != NULL ? body->colours + 3 * v : white, 3,
                                   gel_littleEndian);
    }
    return status;
}

static gelStatus begin(gelBake* bake, gelResultFile* file)
{
    Glb* own = bake->own = gelAllocate(1, sizeof *own);
    if (own == NULL)
        return gelFailMemory(1, sizeof *own);
    if (bake->vertexCount == 0)
        return gelFail(gel_invalidArgument,
                       "%s: the world has no bodies with triangles (a .glb has no ropes), and a .glb "
                       "cannot be empty",
                       bake->path);
    gelStatus status = makeSections(bake, own);
    if (status == gel_success)
        status = gelPrepareGlbMotions(bake, &own->motions);
    if (status == gel_success && !makeRoom(bake, own))
        status = gelFailMemory((size_t)bake->vertexCount, 3 * sizeof(float));
    if (status == gel_success)
        status = checkSize(bake, layOut(bake, own, bake->frameCount));
    gelResultText room = {.file = file, .status = status};
    for (int64_t i = 0; i < jsonStart + own->jsonSize + chunkHeader; i++)
        gelPutText(&room, " "); // JSON may end in blanks
    status = gelFlushText(&room);
    if (status == gel_success)
        status = writeTriangles(bake, own, file);
    if (status == gel_success && own->hasUvs)
        status = writeUvs(bake, file);
    if (status == gel_success && own->hasColours)
        status = writeColours(bake, file);
    return status == gel_success ? gelWriteGlbImages(&own->looks, file) : status;
}

// The normals of a body's groups: the area-weighted sum over their triangles.
static void sumNormals(const gelBakeBody* body, const float* positions, float* normals)
{
    memset(normals, 0, (size_t)body->groupCount * 3 * sizeof *normals);
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
            normals[3 * (size_t)body->groups[triangle[k / 3]] + (size_t)(k % 3)] += n[k % 3];
    }
}

// Puts the normals of all vertices into `values`.
static void computeNormals(const gelBake* bake, Glb* own)
{
    for (int i = 0; i < bake->bodyCount; i++) {
        const gelBakeBody* body = &bake->bodies[i];
        sumNormals(body, bake->positions + 3 * (size_t)body->firstVertex, own->groupNormals);
        for (int v = 0; v < body->vertexCount; v++) {
            const float* sum = own->groupNormals + 3 * (size_t)body->groups[v];
            float* normal = own->values + 3 * ((size_t)body->firstVertex + (size_t)v);
            float length = sqrtf(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
            for (int k = 0; k < 3; k++)
                normal[k] = length > 0.0f ? sum[k] / length : k == 1;
        }
    }
}

// `values` at frame 0 are the base that later frames are relative to.
static gelStatus writeDifferences(gelBake* bake, gelResultFile* file, float* first)
{
    const Glb* own = bake->own;
    size_t count = 3 * (size_t)bake->vertexCount;
    if (bake->frame == 0)
        memcpy(first, own->values, count * sizeof *first);
    for (size_t i = 0; i < count && bake->frame > 0; i++)
        own->values[i] -= first[i];
    return gelWriteWords(file, own->values, count, gel_littleEndian);
}

// The bounding boxes of `values`, section by section.
static gelStatus measureBoxes(const gelBake* bake, const Glb* own)
{
    Box* box = own->boxes + (size_t)own->sectionCount * (size_t)bake->frame;
    for (int s = 0; s < own->sectionCount; s++, box++) {
        size_t start = 3 * (size_t)own->sections[s].firstVertex;
        const float* values = own->values + start;
        for (size_t i = 0; i < 3 * (size_t)own->sections[s].vertexCount; i++) {
            if (!isfinite(values[i]))
                return gelFail(gel_invalidArgument, "%s: the position of vertex %zu is not finite",
                               bake->path, (start + i) / 3);
            box->lower[i % 3] = i < 3 || values[i] < box->lower[i % 3] ? values[i] : box->lower[i % 3];
            box->upper[i % 3] = i < 3 || values[i] > box->upper[i % 3] ? values[i] : box->upper[i % 3];
        }
    }
    return gel_success;
}

static gelStatus writeFrame(gelBake* bake, gelResultFile* file)
{
    Glb* own = bake->own;
    memcpy(own->values, bake->positions, 3 * sizeof(float) * (size_t)bake->vertexCount);
    gelStatus status = writeDifferences(bake, file, own->positions);
    if (status == gel_success)
        status = measureBoxes(bake, own);
    if (status != gel_success)
        return status;
    computeNormals(bake, own);
    status = writeDifferences(bake, file, own->normals);
    return status == gel_success ? gelWriteGlbMotionRecord(bake, &own->motions, file) : status;
}

// The boxes and motions of all frames, and what the first one is.
static gelStatus relearn(gelBake* bake, gelResultFile* file)
{
    Glb* own = bake->own;
    const int frames = bake->frame;
    const int64_t start = jsonStart + own->jsonSize + chunkHeader + own->shapeOffset;
    const size_t count = 3 * (size_t)bake->vertexCount;
    gelStatus status = gel_success;
    for (bake->frame = 0; bake->frame < frames && status == gel_success; bake->frame++) {
        const int64_t first = start + frameBytes(bake, own) * bake->frame;
        status = gelSeekResultFile(file, first);
        if (status == gel_success)
            status = gelReadWords(file, own->values, count, gel_littleEndian);
        if (status == gel_success)
            status = measureBoxes(bake, own);
        if (bake->frame == 0 && status == gel_success) {
            memcpy(own->positions, own->values, count * sizeof *own->values);
            status = gelReadWords(file, own->normals, count, gel_littleEndian);
        }
        if (status == gel_success)
            status = gelSeekResultFile(file, first + 24 * (int64_t)bake->vertexCount);
        if (status == gel_success)
            status = gelReadGlbMotionRecord(bake, &own->motions, file);
    }
    bake->frame = frames;
    return status;
}

static gelStatus writeAnimation(const gelBake* bake, gelResultFile* file)
{
    gelStatus status = gel_success;
    for (int frame = 0; frame < bake->frame && status == gel_success; frame++) {
        float time = (float)gelGetBakeTime(bake, frame);
        status = gelWriteWords(file, &time, 1, gel_littleEndian);
    }
    for (int frame = 0; frame < bake->frame; frame++)
        for (int target = 1; target < bake->frame && status == gel_success; target++)
            status = gelWriteWords(file, &(const float){target == frame}, 1, gel_littleEndian);
    return status == gel_success ? gelWriteGlbMotions(bake, &((const Glb*)bake->own)->motions, file) : status;
}

// Views: of triangles, the shape and, if there are, the animation, UVs, colours, images.
enum { triangleView, shapeView, animationView };

static int uvView(int frames)
{
    return animationView + (frames > 1);
}

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
    gelPutText(out,
               "{\"bufferView\":%d,\"byteOffset\":%lld,\"componentType\":%d,\"count\":%lld,\"type\":\"%s\"",
               view, (long long)offset, view == triangleView ? 5125 : 5126, (long long)count, type);
}

// Accessors: for each section, 0 triangles, 1 + 2 f positions and 2 + 2 f normals of frame f, then UVs and
// colours; after all sections, times, weights, and the motions.
static int countAccessors(const Glb* own, int frames)
{
    return 1 + 2 * frames + own->hasUvs + own->hasColours;
}

static void putSectionAccessors(gelResultText* out, const gelBake* bake, const Glb* own, int index)
{
    const Section* section = &own->sections[index];
    int64_t all = bake->vertexCount, first = section->firstVertex, count = section->vertexCount;
    int64_t stride = frameBytes(bake, own);
    putAccessor(out, triangleView, 12 * section->firstTriangle, 3 * section->triangleCount, "SCALAR");
    gelPutText(out, "}");
    for (int64_t frame = 0; frame < bake->frame; frame++) {
        const Box* box = &own->boxes[frame * own->sectionCount + index];
        gelPutText(out, ",\n");
        putAccessor(out, shapeView, stride * frame + 12 * first, count, "VEC3");
        gelPutNumbers(out, "min", box->lower, 3);
        gelPutNumbers(out, "max", box->upper, 3);
        gelPutText(out, "},\n");
        putAccessor(out, shapeView, stride * frame + 12 * (all + first), count, "VEC3");
        gelPutText(out, "}");
    }
    if (own->hasUvs) {
        gelPutText(out, ",\n");
        putAccessor(out, uvView(bake->frame), 8 * first, count, "VEC2");
        gelPutText(out, "}");
    }
    if (own->hasColours) {
        gelPutText(out, ",\n");
        putAccessor(out, uvView(bake->frame) + own->hasUvs, 12 * first, count, "VEC3");
        gelPutText(out, "}");
    }
}

static void putAccessors(gelResultText* out, const gelBake* bake, const Glb* own)
{
    int64_t frames = bake->frame;
    gelPutText(out, "\"accessors\":[\n");
    for (int i = 0; i < own->sectionCount; i++) {
        gelPutText(out, i > 0 ? ",\n" : "");
        putSectionAccessors(out, bake, own, i);
    }
    if (frames > 1) {
        const float start = (float)gelGetBakeTime(bake, 0),
                    end = (float)gelGetBakeTime(bake, bake->frame - 1);
        gelPutText(out, ",\n");
        putAccessor(out, animationView, 0, frames, "SCALAR");
        gelPutNumbers(out, "min", &start, 1);
        gelPutNumbers(out, "max", &end, 1);
        gelPutText(out, "},\n");
        putAccessor(out, animationView, 4 * frames, frames * (frames - 1), "SCALAR");
        gelPutText(out, "}");
        gelPutGlbMotionAccessors(out, bake, &own->motions, animationView, 4 * frames * frames);
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
        putView(out, own->uvOffset, own->colourOffset, 8, vertexData);
    }
    if (own->hasColours) {
        gelPutText(out, ",\n");
        putView(out, own->colourOffset, own->imageOffset, 12, vertexData);
    }
    gelPutGlbImageViews(out, &own->looks, own->imageOffset);
    gelPutText(out, "],\n");
}

static void putPrimitive(gelResultText* out, const gelBake* bake, const Glb* own, int index)
{
    const Section* section = &own->sections[index];
    int frames = bake->frame, first = index * countAccessors(own, frames);
    gelPutText(out, "%s{\"indices\":%d,\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d", index > 0 ? ",\n" : "",
               first, first + 1, first + 2);
    if (own->hasUvs)
        gelPutText(out, ",\"TEXCOORD_0\":%d", first + 1 + 2 * frames);
    if (own->hasColours)
        gelPutText(out, ",\"COLOR_0\":%d", first + 1 + 2 * frames + own->hasUvs);
    gelPutText(out, "}");
    if (section->material >= 0)
        gelPutText(out, ",\"material\":%d", section->material);
    for (int frame = 1; frame < frames; frame++)
        gelPutText(out, "%s\n{\"POSITION\":%d,\"NORMAL\":%d}", frame == 1 ? ",\"targets\":[" : ",",
                   first + 1 + 2 * frame, first + 2 + 2 * frame);
    gelPutText(out, frames > 1 ? "]}" : "}");
}

static void putMesh(gelResultText* out, const gelBake* bake, const Glb* own)
{
    gelPutText(out, "\"meshes\":[{\"name\":\"gel\",\"primitives\":[");
    for (int i = 0; i < own->sectionCount; i++)
        putPrimitive(out, bake, own, i);
    gelPutText(out, "]}]");
}

static void putAnimation(gelResultText* out, const gelBake* bake, const Glb* own)
{
    const int times = own->sectionCount * countAccessors(own, bake->frame);
    if (bake->frame < 2)
        return;
    gelPutText(out,
               ",\n\"animations\":[{\"samplers\":[{\"input\":%d,\"output\":%d,\"interpolation\":\"LINEAR\"}",
               times, times + 1);
    gelPutGlbMotionSamplers(out, &own->motions, times, times + 2);
    gelPutText(out, "],\n\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"weights\"}}");
    gelPutGlbMotionChannels(out, &own->motions, 1);
    gelPutText(out, "]}]");
}

static gelStatus writeJson(const gelBake* bake, gelResultFile* file, const Glb* own, int64_t binarySize)
{
    gelResultText out = {.file = file};
    gelPutText(&out, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Gel %s\"},\n", gelVersionText());
    gelPutText(&out, "\"scene\":0,\"scenes\":[{\"nodes\":[0");
    for (int i = 1; i <= own->motions.count; i++)
        gelPutText(&out, ",%d", i);
    gelPutText(&out, "]}],\n\"nodes\":[{\"name\":\"gel\",\"mesh\":0}");
    gelPutGlbMotionNodes(&out, &own->motions);
    gelPutText(&out, "],\n");
    putViews(&out, bake, own, binarySize);
    putAccessors(&out, bake, own);
    putMesh(&out, bake, own);
    putAnimation(&out, bake, own);
    gelPutGlbMaterials(&out, &own->looks, uvView(bake->frame) + own->hasUvs + own->hasColours);
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
                                  .relearn = relearn,
                                  .release = release};
