#include "bake/torn.h"
#include "base/frame_time.h"
#include "files/generated_file.h"

static void putObjHeader(gelResultText* out, const gelBake* bake, bool isSequence)
{
    gelPutFrameTime(out, GEL_OBJ_START, isSequence ? gelGetBakeFrame(bake, bake->frame) : 0, bake->timeStep,
                    "");
    gelPutText(
        out,
        "# %d bodies, %d vertices; every vertex without a face has a wire (l), so that importers keep it\n",
        bake->bodyCount, bake->vertexCount);
    gelPutText(out, "o gel\n");
}

static void putObjFaces(gelResultText* out, const gelBake* bake, const gelFacesLeft* left)
{
    for (int i = 0; i < bake->bodyCount; i++) {
        int first = bake->bodies[i].firstVertex + 1;
        gelPutText(out, "g body_%d\n", i);
        for (int t = 0; t < left[i].triangleCount; t++) {
            const int* triangle = left[i].triangles + 3 * (size_t)t;
            gelPutText(out, "f %d %d %d\n", triangle[0] + first, triangle[1] + first, triangle[2] + first);
        }
        for (int w = 0; w < left[i].wireCount; w++)
            gelPutText(out, "l %d %d\n", left[i].wires[2 * w] + first, left[i].wires[2 * w + 1] + first);
    }
}

// One object, since a vertex cache belongs to one; bodies are its groups. Beside a cache it is whole.
static gelStatus writeObj(gelBake* bake, gelResultFile* file)
{
    gelResultText out = {.file = file};
    gelFacesLeft* left;
    bool isSequence = bake->format == &gelBakeObj;
    gelStatus status = gelFindFacesLeft(bake, !isSequence, &left);
    if (status == gel_success) {
        putObjHeader(&out, bake, isSequence);
        for (int i = 0; i < bake->vertexCount; i++) {
            const float* p = bake->positions + 3 * (size_t)i;
            gelPutText(&out, "v");
            for (int k = 0; k < 3; k++) {
                gelPutText(&out, " ");
                gelPutNumber(&out, (double)p[k]);
            }
            gelPutText(&out, "\n");
        }
        putObjFaces(&out, bake, left);
        status = gelFlushText(&out);
    }
    gelClearFacesLeft(bake, left);
    return status;
}

static gelStatus writePlyFaces(const gelBake* bake, const gelFacesLeft* left, gelResultFile* file)
{
    gelStatus status = gel_success;
    for (int i = 0; i < bake->bodyCount; i++) {
        for (int t = 0; t < left[i].triangleCount && status == gel_success; t++) {
            int corners[3];
            for (int k = 0; k < 3; k++)
                corners[k] = left[i].triangles[3 * (size_t)t + (size_t)k] + bake->bodies[i].firstVertex;
            status = gelWriteResultFile(file, &(const unsigned char){3}, 1);
            if (status == gel_success)
                status = gelWriteWords(file, corners, 3, gel_littleEndian);
        }
    }
    return status;
}

static gelStatus putPly(gelBake* bake, const gelFacesLeft* left, gelResultFile* file)
{
    gelResultText out = {.file = file};
    int64_t faceCount = 0;
    for (int i = 0; i < bake->bodyCount; i++)
        faceCount += left[i].triangleCount;
    gelPutText(&out, "ply\nformat binary_little_endian 1.0\n");
    gelPutFrameTime(&out, "comment Gel ", gelGetBakeFrame(bake, bake->frame), bake->timeStep, "");
    gelPutText(&out, "element vertex %d\nproperty float x\nproperty float y\nproperty float z\n",
               bake->vertexCount);
    gelPutText(&out, "element face %lld\nproperty list uchar int vertex_indices\nend_header\n",
               (long long)faceCount);
    gelStatus status = gelFlushText(&out);
    if (status == gel_success)
        status = gelWriteBakePositions(bake, file);
    return status == gel_success ? writePlyFaces(bake, left, file) : status;
}

static gelStatus writePly(gelBake* bake, gelResultFile* file)
{
    gelFacesLeft* left;
    gelStatus status = gelFindFacesLeft(bake, false, &left);
    if (status == gel_success)
        status = putPly(bake, left, file);
    gelClearFacesLeft(bake, left);
    return status;
}

const gelBakeFormat gelBakeObj = {.ending = ".obj", .writeFrame = writeObj, .frames = ""};
const gelBakeFormat gelBakePly = {.ending = ".ply", .writeFrame = writePly, .frames = ""};
