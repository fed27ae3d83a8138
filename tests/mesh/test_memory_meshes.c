// Meshes and surfaces that are made, read and saved run out of memory.
#define TEST_SUBJECT "memory_meshes"
#include "support/memory_works.h"

static gelTetMesh ball;

static uint64_t hashMesh(const float* positions, int vertexCount, const int* elements, int indexCount)
{
    uint64_t hash = gelHashFloats(1, positions, 3 * (size_t)vertexCount);
    return indexCount > 0 ? gelHashBytes(hash, elements, (size_t)indexCount * sizeof *elements) : hash;
}

static gelStatus finishTets(gelStatus status, gelTetMesh* mesh)
{
    made = hashMesh(mesh->positions, mesh->vertexCount, mesh->tets, 4 * mesh->tetCount);
    gelDestroyTetMesh(mesh);
    return status;
}

static gelStatus loadTets(void)
{
    gelTetMesh mesh;
    gelStatus status = gelLoadTetMesh(workPath, &mesh, NULL);
    return finishTets(status, &mesh);
}

static gelStatus finishFile(gelStatus status)
{
    static char text[1 << 20];
    readText(workPath, text, sizeof text);
    made = gelHashBytes(1, text, sizeof text);
    return status;
}

static gelStatus saveTets(void)
{
    return finishFile(gelSaveTetMesh(&ball, workPath, NULL));
}

static gelStatus saveBinary(void)
{
    return finishFile(gelSaveTetMesh(&ball, workPath, &(gelSaveOptions){.binary = true}));
}

static gelStatus makeBall(void)
{
    gelTetMesh mesh;
    return finishTets(gelCreateSphereMesh(0.3f, 3, &mesh), &mesh);
}

static gelStatus loadSurface(void)
{
    gelSurfaceMesh surface;
    gelSurfaceReport report;
    gelCornerGroups groups = {0};
    gelStatus status = gelLoadSurfaceMesh(workPath, &surface, NULL);
    if (status == gel_success)
        status = gelReportSurface(&surface, &report);
    if (status == gel_success)
        status = gelGroupCorners(&surface, &groups);
    made = hashMesh(surface.positions, surface.vertexCount, surface.triangles, 3 * surface.triangleCount);
    gelDestroyCornerGroups(&groups);
    gelDestroySurfaceMesh(&surface);
    return status;
}

static gelStatus fillSurface(const gelMesherDef* def)
{
    gelSurfaceMesh surface = {0};
    gelTetMesh mesh = {0};
    gelEmbedding embedding = {0};
    gelMeshReport report;
    gelStatus status = gelCreateSphereSurface(0.3f, 1, &surface);
    if (status == gel_success)
        status = gelCreateMeshFromSurface(&surface, def, &mesh, &embedding, NULL);
    if (status == gel_success)
        status = gelReportTetMesh(&mesh, &report);
    gelDestroyEmbedding(&embedding);
    gelDestroySurfaceMesh(&surface);
    return finishTets(status, &mesh);
}

static gelStatus fill(void)
{
    gelMesherDef def = gelDefaultMesherDef();
    def.tetCount = 100;
    def.threads = 1;
    return fillSurface(&def);
}

static gelStatus conform(void)
{
    gelMesherDef def = gelDefaultMesherDef();
    def.tetCount = 200;
    def.conform = true;
    return fillSurface(&def);
}

static gelStatus cage(void)
{
    gelMesherDef def = gelDefaultMesherDef();
    def.cage[0] = def.cage[1] = def.cage[2] = 2;
    return fillSurface(&def);
}

static gelStatus loadLines(void)
{
    gelLineMesh lines;
    gelStatus status = gelLoadLineMesh(FOLDER "/lines.obj", &lines);
    made = hashMesh(lines.positions, lines.vertexCount, lines.lines, 2 * lines.lineCount);
    gelDestroyLineMesh(&lines);
    return status;
}

static gelStatus loadArray(void)
{
    float* values = NULL;
    int count = 0;
    gelStatus status = gelLoadVertexArray(FOLDER "/array.ply", "softness", &values, &count);
    made = gelHashFloats(1, values, (size_t)count);
    if (status == gel_success)
        gelFree(values);
    return status;
}

static gelStatus makeTets(void)
{
    static const float positions[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const int tet[4] = {0, 1, 2, 3};
    gelTetMesh mesh = {0};
    int *triangles = NULL, count = 0;
    gelStatus status = gelCreateTetMesh(positions, 4, tet, 1, NULL, &mesh, NULL);
    if (status == gel_success)
        status = gelExtractSurface(&mesh, &triangles, &count);
    made = (uint64_t)count;
    if (status == gel_success)
        gelFree(triangles);
    gelDestroyTetMesh(&mesh);
    return status;
}

static gelStatus makeTorus(void)
{
    gelTetMesh mesh;
    gelStatus status = gelCreateTorusMesh(0.5f, 0.2f, 8, &mesh);
    return finishTets(status, &mesh);
}

static double distanceToBall(void* context, double x, double y, double z)
{
    return x * x + y * y + z * z - *(double*)context;
}

static gelStatus makeImplicit(void)
{
    gelTetMesh mesh;
    double square = 0.25;
    gelStatus status = gelCreateImplicitMesh(distanceToBall, &square, (gelVec3){-1, -1, -1},
                                             (gelVec3){1, 1, 1}, 0.25f, &mesh);
    return finishTets(status, &mesh);
}

static gelStatus finishSurface(gelStatus status, gelSurfaceMesh* surface)
{
    made = hashMesh(surface->positions, surface->vertexCount, surface->triangles, 3 * surface->triangleCount);
    gelDestroySurfaceMesh(surface);
    return status;
}

static gelStatus makeSurface(void)
{
    static const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const int triangle[3] = {0, 1, 2};
    gelSurfaceMesh surface;
    gelStatus status = gelCreateSurfaceMesh(positions, 3, triangle, 1, &surface, NULL);
    return finishSurface(status, &surface);
}

static gelStatus makeCylinder(void)
{
    gelSurfaceMesh surface;
    return finishSurface(gelCreateCylinderSurface(0.2f, 0.5f, 8, &surface), &surface);
}

static gelStatus makeCapsule(void)
{
    gelSurfaceMesh surface;
    return finishSurface(gelCreateCapsuleSurface(0.2f, 0.5f, 8, &surface), &surface);
}

static gelStatus makeHeightfield(void)
{
    static const float heights[6] = {0, 0.1f, 0, 0.2f, 0, 0.1f};
    gelSurfaceMesh surface;
    return finishSurface(gelCreateHeightfieldSurface(1, 1, heights, 3, 2, &surface), &surface);
}

static gelStatus makeDistanceField(void)
{
    static const float distances[12] = {1, 1, 1, 1, -1, -1, -1, -1, 1, 1, 1, 1};
    gelSurfaceMesh surface;
    return finishSurface(
        gelCreateDistanceFieldSurface(distances, (int[3]){2, 2, 3}, (gelVec3){0, 0, 0}, 0.1f, &surface),
        &surface);
}

static gelStatus makeHull(void)
{
    static const float points[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.1f, 0.1f, 0.1f};
    gelSurfaceMesh surface;
    return finishSurface(gelCreateHullSurface(points, 5, &surface), &surface);
}

static gelStatus loadDistanceField(void)
{
    gelSurfaceMesh surface;
    return finishSurface(gelLoadDistanceFieldSurface(workPath, &surface), &surface);
}

#if GEL_HAS_STB
static gelStatus loadHeightfield(void)
{
    gelSurfaceMesh surface;
    return finishSurface(gelLoadHeightfieldSurface(workPath, 1, 1, 0, 1, &surface), &surface);
}
#endif

static gelStatus makeLines(void)
{
    static const float positions[9] = {0, 0, 0, 1, 0, 0, 2, 0, 0};
    static const int rows[4] = {0, 1, 1, 2};
    gelLineMesh lines;
    gelStatus status = gelCreateLineMesh(positions, 3, rows, 2, &lines);
    made = hashMesh(lines.positions, lines.vertexCount, lines.lines, 2 * lines.lineCount);
    gelDestroyLineMesh(&lines);
    return status;
}

static gelStatus carryValues(void)
{
    gelSurfaceMesh surface;
    gelStatus status = gelCreateSphereSurface(0.3f, 1, &surface);
    float* values = calloc((size_t)surface.vertexCount + 1, sizeof *values);
    float* carried = calloc((size_t)ball.vertexCount, sizeof *carried);
    for (int i = 0; i < surface.vertexCount; i++)
        values[i] = (float)i;
    if (status == gel_success)
        status = gelCarryVertexValues(&surface, values, &ball, carried);
    made = gelHashFloats(1, carried, (size_t)ball.vertexCount);
    free(values);
    free(carried);
    gelDestroySurfaceMesh(&surface);
    return status;
}

static gelStatus checkPath(void)
{
    return gelCheckSavePath(FOLDER "/out.msh", NULL);
}

static const Work works[] = {
    {FOLDER "/out.node", saveTets},
    {FOLDER "/out.node", loadTets},
    {FOLDER "/out.msh", saveTets},
    {FOLDER "/out.msh", loadTets},
    {FOLDER "/out_binary.msh", saveBinary},
    {FOLDER "/out_binary.msh", loadTets},
    {FOLDER "/out.mesh", saveTets},
    {FOLDER "/out.mesh", loadTets},
    {FOLDER "/out.vtk", saveTets},
    {FOLDER "/out.vtk", loadTets},
    {FOLDER "/out_binary.vtk", saveBinary},
    {FOLDER "/out_binary.vtk", loadTets},
    {FOLDER "/out.vtu", saveTets},
    {FOLDER "/out.vtu", loadTets},
    {FOLDER "/full.obj", loadSurface},
    {FOLDER "/bad.off", loadSurface},
#if GEL_HAS_ASSIMP
    {FOLDER "/array.ply", loadSurface},
    {FOLDER "/part.stl", loadSurface},
#endif
    {FOLDER "/lines.obj", loadLines},
    {FOLDER "/array.ply", loadArray},
    {FOLDER "/full.sdf", loadDistanceField},
#if GEL_HAS_STB
    {FOLDER "/full.png", loadHeightfield},
#endif
    {"tets", fill},
    {"conforming tets", conform},
    {"cage", cage},
    {"a tet", makeTets},
    {"ball", makeBall},
    {"torus", makeTorus},
    {"implicit", makeImplicit},
    {"triangle", makeSurface},
    {"cylinder", makeCylinder},
    {"capsule", makeCapsule},
    {"heightfield", makeHeightfield},
    {"distance field", makeDistanceField},
    {"hull", makeHull},
    {"lines", makeLines},
    {"carried values", carryValues},
    {"a path", checkPath},
};

static void writeInputs(void)
{
    emptyFolder(FOLDER);
    writeFullScene(FOLDER, FOLDER "/scene.json");
    writeText(FOLDER "/lines.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nl 1 2 3\n");
    writeText(FOLDER "/bad.off",
              "OFF\n5 3 0\n0 0 0\n1 0 0\n0 1 0\n0 1 0\n5 5 5\n3 0 1 2\n3 0 1 3\n3 1 1 2\n");
    writeText(FOLDER "/array.ply",
              "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
              "property float z\nproperty float softness\nelement face 1\nproperty list uchar "
              "int vertex_indices\nend_header\n0 0 0 1\n1 0 0 0.5\n0 1 0 0.2\n3 0 1 2\n");
    writeText(FOLDER "/part.stl",
              "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
              "endloop\nendfacet\nendsolid a\n");
    REQUIRE(gelCreateSphereMesh(0.3f, 4, &ball));
}

static void what_runs_out_of_memory_says_so_and_leaves_nothing(void)
{
    useFailingMemory(true);
    livingBlocks = 0;
    writeInputs();
    disturbEach(works, sizeof works / sizeof works[0]);
    gelDestroyTetMesh(&ball);
    CHECK_INT(livingBlocks, 0);
    useFailingMemory(false);
}

TESTS(TEST(what_runs_out_of_memory_says_so_and_leaves_nothing))
