// Any bytes as a surface to fill with tets: it is refused with a message, or becomes a mesh that keeps the
// mesher's promises, the same to the byte however its triangles are ordered and oriented.
#include "gel/surface_check.h"
#include "gel/mesher.h"
#include "mesh/mesh.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Stops with the source line of the promise that was broken.
#define EXPECT(condition) ((condition) ? (void)0 : abort())

// The head; then vertices of three bytes, then triangles of three.
typedef struct Head {
    uint8_t flags, resolution, scale, place, fineness, seed, vertexCount;
} Head;

enum {
    flagHollow = 1,
    flagThreads = 2,
    flagCellSize = 4,
    flagThickness = 8,
    flagParts = 16,
    flagConform = 32,
    maxTriangles = 64,
    maxVertices = 3 * maxTriangles,
    side = 16 // steps of the grid along an axis: few, so that much is at one place, on one line, in one plane
};

typedef struct Shape {
    float positions[maxVertices][3];
    int triangles[maxTriangles][3], parts[maxTriangles];
    int vertexCount, triangleCount;
} Shape;

typedef struct Result {
    gelStatus status;
    gelTetMesh mesh;
    gelEmbedding embedding;
    gelMesherReport report;
} Result;

static double stepOf(const Head* head)
{
    static const double steps[] = {1, 0.01, 1e3, 1e6, 1e-4, 1e-7, 1e13, 1e-20, 1e-39, 1e-44};
    return steps[head->scale % (sizeof steps / sizeof steps[0])];
}

// The low half of a byte is a grid step, the high half a small offset.
static void readVertices(const Head* head, const uint8_t* bytes, Shape* shape)
{
    static const double places[] = {0, -7.5, 1e2, 1e4, 1e6, 1e8};
    static const double finenesses[] = {0, 1.0 / 16, 1e-3, 1e-5, 1e-7};
    const double step = stepOf(head), place = places[head->place % (sizeof places / sizeof places[0])];
    const double fine = finenesses[head->fineness % (sizeof finenesses / sizeof finenesses[0])];
    for (int v = 0; v < shape->vertexCount; v++)
        for (int axis = 0; axis < 3; axis++, bytes++)
            shape->positions[v][axis] = (float)(step * (place + *bytes % side + fine * (*bytes / side)));
}

static void readTriangles(const uint8_t* bytes, Shape* shape)
{
    for (int t = 0; t < shape->triangleCount; t++)
        for (int i = 0; i < 3; i++, bytes++)
            shape->triangles[t][i] = *bytes % shape->vertexCount;
}

static gelMesherDef readDef(const Head* head)
{
    gelMesherDef def = gelDefaultMesherDef();
    def.tetCount = 50 + head->resolution;
    def.hollow = (head->flags & flagHollow) != 0;
    def.conform = (head->flags & flagConform) != 0;
    def.threads = (head->flags & flagThreads) != 0 ? 2 : 1;
    if ((head->flags & flagCellSize) != 0)
        def.cellSize = (float)(stepOf(head) * side / (1 + head->resolution % 8));
    if ((head->flags & flagThickness) != 0)
        def.sheetThickness = (float)(stepOf(head) * head->resolution / 16);
    return def;
}

static unsigned nextRandom(unsigned* state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void makeOrder(int* order, int count, unsigned* state)
{
    for (int i = 0; i < count; i++) {
        const int j = (int)(nextRandom(state) % (unsigned)(i + 1));
        order[i] = order[j];
        order[j] = i;
    }
}

// Copies a surface in another order, with half of the triangles flipped, or none. newNumbers has
// the new numbers of its vertices.
static void shuffle(const gelSurfaceMesh* from, bool turns, unsigned seed, Shape* to, int* newNumbers)
{
    int places[maxTriangles];
    makeOrder(places, from->triangleCount, &seed);
    makeOrder(newNumbers, from->vertexCount, &seed);
    for (int v = 0; v < from->vertexCount; v++)
        memcpy(to->positions[newNumbers[v]], from->positions + 3 * v, sizeof to->positions[0]);
    for (int t = 0; t < from->triangleCount; t++) {
        const unsigned first = nextRandom(&seed) % 3, step = turns ? 1 + nextRandom(&seed) % 2 : 1;
        for (unsigned i = 0; i < 3; i++)
            to->triangles[places[t]][i] = newNumbers[from->triangles[3 * (size_t)t + (first + i * step) % 3]];
        to->parts[places[t]] = from->parts[t];
    }
}

static Result meshOf(const gelSurfaceMesh* surface, const gelMesherDef* def)
{
    Result result = {0};
    result.status = gelCreateMeshFromSurface(surface, def, &result.mesh, &result.embedding, &result.report);
    if (result.status != gel_success)
        EXPECT(gelLastError()[0] != '\0' && result.mesh.tetCount == 0 && result.mesh.positions == NULL &&
               result.embedding.tets == NULL);
    return result;
}

static void destroyResult(Result* result)
{
    gelDestroyTetMesh(&result->mesh);
    gelDestroyEmbedding(&result->embedding);
}

static void checkTets(const gelTetMesh* mesh, int partCount)
{
    EXPECT(mesh->tetCount > 0 && mesh->fillFractions != NULL);
    for (size_t t = 0; t < (size_t)mesh->tetCount; t++) {
        EXPECT(gelTetDeterminant(mesh->positions, mesh->tets + 4 * t) > 0.0);
        EXPECT(mesh->fillFractions[t] > 0.0f && mesh->fillFractions[t] <= 4.0f);
        EXPECT(mesh->parts == NULL || (mesh->parts[t] >= 0 && mesh->parts[t] < partCount));
    }
}

// Each vertex of the surface stays where it was, up to the rounding of the mesh's coordinates; weights beyond
// 1, found only in conforming meshes, amplify that.
static void checkEmbedding(const gelSurfaceMesh* surface, const Result* result, bool conform)
{
    double tolerance = conform ? 1e-4 : 1e-6;
    static float points[maxVertices][3];
    const gelEmbedding* embedding = &result->embedding;
    double largest = 0.0;
    EXPECT(embedding->pointCount == surface->vertexCount);
    for (int v = 0; v < surface->vertexCount; v++)
        EXPECT(embedding->tets[v] >= 0 && embedding->tets[v] < result->mesh.tetCount);
    for (int i = 0; i < 4 * surface->vertexCount; i++)
        EXPECT(conform ? isfinite(embedding->weights[i]) : embedding->weights[i] >= -1e-5f);
    for (int i = 0; i < 3 * result->mesh.vertexCount; i++)
        largest = fmax(largest, fabs((double)result->mesh.positions[i]));
    gelEvaluateEmbedding(embedding, &result->mesh, result->mesh.positions, points[0]);
    for (int i = 0; i < 3 * surface->vertexCount; i++)
        EXPECT(fabs((double)points[i / 3][i % 3] - (double)surface->positions[i]) <=
               tolerance * largest + (double)FLT_MIN);
}

static bool haveSameBytes(const void* a, const void* b, int count, size_t size)
{
    return a == NULL || b == NULL ? a == b : memcmp(a, b, (size_t)count * size) == 0;
}

static void checkSame(const Result* a, const Result* b, int pointCount, const int* newNumbers)
{
    EXPECT(a->status == b->status);
    EXPECT(a->mesh.vertexCount == b->mesh.vertexCount && a->mesh.tetCount == b->mesh.tetCount);
    EXPECT(haveSameBytes(a->mesh.positions, b->mesh.positions, a->mesh.vertexCount, 3 * sizeof(float)));
    EXPECT(haveSameBytes(a->mesh.tets, b->mesh.tets, a->mesh.tetCount, 4 * sizeof(int)));
    EXPECT(haveSameBytes(a->mesh.fillFractions, b->mesh.fillFractions, a->mesh.tetCount, sizeof(float)));
    EXPECT(haveSameBytes(a->mesh.parts, b->mesh.parts, a->mesh.tetCount, sizeof(int)));
    for (int v = 0; v < pointCount && a->status == gel_success; v++) {
        const int w = newNumbers[v];
        EXPECT(a->embedding.tets[v] == b->embedding.tets[w]);
        EXPECT(haveSameBytes(a->embedding.weights + 4 * v, b->embedding.weights + 4 * w, 4, sizeof(float)));
    }
}

static void checkReport(const gelSurfaceMesh* surface)
{
    gelSurfaceReport report;
    EXPECT(gelReportSurface(surface, &report) == gel_success);
    EXPECT(report.vertexCount == surface->vertexCount && report.triangleCount == surface->triangleCount);
    EXPECT(report.partCount >= 1 && report.closed == (report.counts[gel_findingOpenEdges] == 0));
    for (int i = 0; i < gel_surfaceIssueCount; i++)
        EXPECT(report.counts[i] >= 0);
}

static void checkMesher(gelSurfaceMesh* surface, const Head* head, int partCount)
{
    static Shape other;
    static int newNumbers[maxVertices];
    gelMesherDef def = readDef(head);
    shuffle(surface, !def.hollow, head->seed, &other,
            newNumbers); // a cavity is identified by its orientation
    gelSurfaceMesh shuffled = *surface;
    shuffled.positions = other.positions[0];
    shuffled.triangles = other.triangles[0];
    shuffled.parts = other.parts;
    Result first = meshOf(surface, &def);
    if (first.status == gel_success) {
        checkTets(&first.mesh, partCount);
        checkEmbedding(surface, &first, def.conform);
    }
    def.threads = 3 - def.threads;
    Result second = meshOf(&shuffled, &def);
    checkSame(&first, &second, surface->vertexCount, newNumbers);
    destroyResult(&first);
    destroyResult(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static Shape shape;
    Head head;
    if (size < sizeof head + 12)
        return -1;
    memcpy(&head, data, sizeof head);
    data += sizeof head;
    size -= sizeof head;
    shape.vertexCount = 3 + head.vertexCount % 126;
    const size_t left = size / 3;
    if (left < (size_t)shape.vertexCount + 1)
        return -1;
    shape.triangleCount =
        left - (size_t)shape.vertexCount < maxTriangles ? (int)left - shape.vertexCount : maxTriangles;
    readVertices(&head, data, &shape);
    readTriangles(data + 3 * shape.vertexCount, &shape);
    gelSurfaceMesh surface;
    if (gelCreateSurfaceMesh(shape.positions[0], shape.vertexCount, shape.triangles[0], shape.triangleCount,
                             &surface, NULL) != gel_success) {
        EXPECT(gelLastError()[0] != '\0');
        return 0;
    }
    checkReport(&surface);
    const int partCount = (head.flags & flagParts) != 0 ? 3 : 1;
    for (int t = 0; t < surface.triangleCount; t++)
        surface.parts[t] = partCount > 1 ? surface.triangles[3 * t] % partCount : 0;
    const int ownCount = surface.partCount;
    surface.partCount = partCount;
    checkMesher(&surface, &head, partCount);
    surface.partCount = ownCount;
    gelDestroySurfaceMesh(&surface);
    return 0;
}
