// Readers take time linear in the file: processor time of a file and of one four times as large, least of several. What is
// quadratic would take sixteen times as long.
#include "support/fixtures.h"
#include "support/folder.h"

#include <stdio.h>
#include <sys/resource.h>

#define FOLDER GEL_SCRATCH "/reading_time"

enum { minTries = 3, maxTries = 15, maxRatio = 10, cells = 48, tetCells = 16 };

// A sheet of side x side squares, as two triangles each; it is bent, so that no coordinate is common.
static float heightAt(int x, int z)
{
    return 0.3f * sinf(0.37f * (float)x) * cosf(0.21f * (float)z);
}

static void writeVertices(FILE* file, int side, const char* format)
{
    for (int z = 0; z <= side; z++)
        for (int x = 0; x <= side; x++)
            fprintf(file, format, (double)x, (double)heightAt(x, z), (double)z);
}

static void cornersOf(int triangle, int side, int corners[3])
{
    int square = triangle / 2, first = square / side * (side + 1) + square % side;
    corners[0] = triangle % 2 == 0 ? first : first + 1;
    corners[1] = first + side + 1;
    corners[2] = triangle % 2 == 0 ? first + 1 : first + side + 2;
}

static void writeTriangles(FILE* file, int side, const char* format, int offset)
{
    for (int t = 0; t < 2 * side * side; t++) {
        int corners[3];
        cornersOf(t, side, corners);
        fprintf(file, format, corners[0] + offset, corners[1] + offset, corners[2] + offset);
    }
}

static FILE* openFile(const char* path)
{
    FILE* file = fopen(path, "wb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    return file;
}

static void writeObj(const char* path, int side)
{
    FILE* file = openFile(path);
    writeVertices(file, side, "v %.9g %.9g %.9g\n");
    writeTriangles(file, side, "f %d %d %d\n", 1);
    fclose(file);
}

// A part for each sixteen triangles.
static void writeObjOfParts(const char* path, int side)
{
    FILE* file = openFile(path);
    writeVertices(file, side, "v %.9g %.9g %.9g\n");
    for (int t = 0; t < 2 * side * side; t++) {
        int corners[3];
        cornersOf(t, side, corners);
        if (t % 16 == 0)
            fprintf(file, "o part_%d\n", t / 16);
        fprintf(file, "f %d %d %d\n", corners[0] + 1, corners[1] + 1, corners[2] + 1);
    }
    fclose(file);
}

static void writeLines(const char* path, int side)
{
    FILE* file = openFile(path);
    writeVertices(file, side, "v %.9g %.9g %.9g\n");
    for (int i = 1; i < (side + 1) * (side + 1); i++)
        fprintf(file, "l %d %d\n", i, i + 1);
    fclose(file);
}

static void writeOff(const char* path, int side)
{
    FILE* file = openFile(path);
    fprintf(file, "OFF\n%d %d 0\n", (side + 1) * (side + 1), 2 * side * side);
    writeVertices(file, side, "%.9g %.9g %.9g\n");
    writeTriangles(file, side, "3 %d %d %d\n", 0);
    fclose(file);
}

static void writePly(const char* path, int side)
{
    FILE* file = openFile(path);
    fprintf(file,
            "ply\nformat ascii 1.0\nelement vertex %d\nproperty float x\nproperty float y\nproperty float z\n"
            "property float softness\nelement face %d\nproperty list uchar int vertex_indices\nend_header\n",
            (side + 1) * (side + 1), 2 * side * side);
    writeVertices(file, side, "%.9g %.9g %.9g 0.5\n");
    writeTriangles(file, side, "3 %d %d %d\n", 0);
    fclose(file);
}

static void writeStl(const char* path, int side)
{
    FILE* file = openFile(path);
    fprintf(file, "solid a\n");
    for (int t = 0; t < 2 * side * side; t++) {
        int corners[3];
        cornersOf(t, side, corners);
        fprintf(file, "facet normal 0 1 0\nouter loop\n");
        for (int i = 0; i < 3; i++) {
            int x = corners[i] % (side + 1), z = corners[i] / (side + 1);
            fprintf(file, "vertex %d %.9g %d\n", x, (double)heightAt(x, z), z);
        }
        fprintf(file, "endloop\nendfacet\n");
    }
    fprintf(file, "endsolid a\n");
    fclose(file);
}

static void writeGlb(const char* path, int side)
{
    gelWorld* world;
    gelBake* bake;
    gelSurfaceMesh surface;
    gelBodyId id;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelBakeDef bakeDef = gelDefaultBakeDef();
    def.backend = gel_referenceFloat;
    bakeDef.path = path;
    bakeDef.frameCount = 1;
    REQUIRE(gelCreateSheetSurface(1.0f, 1.0f, side, side, &surface));
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateSheet(world, &body, &surface, &id));
    REQUIRE(gelOpenBake(world, &bakeDef, &bake));
    REQUIRE(gelBake_WriteFrame(bake));
    REQUIRE(gelCloseBake(bake));
    gelDestroyWorld(world);
    gelDestroySurfaceMesh(&surface);
}

static void writeField(const char* path, int side)
{
    FILE* file = openFile(path);
    fprintf(file, "%d %d 4\n0 0 0\n0.1\n", side, side);
    for (int i = 0; i < 4 * side * side; i++)
        fprintf(file, "%.9g\n", i / side % side - 0.5 * side - (double)heightAt(i % side, 0));
    fclose(file);
}

static void writeTets(const char* path, int side)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 1}, side, side, tetCells, &mesh));
    REQUIRE(gelSaveTetMesh(&mesh, path, NULL));
    gelDestroyTetMesh(&mesh);
}

static void writeBinaryTets(const char* path, int side)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 1}, side, side, tetCells, &mesh));
    REQUIRE(gelSaveTetMesh(&mesh, path, &(gelSaveOptions){.binary = true}));
    gelDestroyTetMesh(&mesh);
}

#define CUBE "\"shape\": {\"type\": \"box\", \"size\": [0.1, 0.1, 0.1], \"cells\": [1, 1, 1]}"

static void writeGroups(const char* path, int side)
{
    FILE* file = openFile(path);
    fprintf(file, "{\"bodies\": [{" CUBE ", \"groups\": {");
    for (int i = 0; i < side * side; i++)
        fprintf(file, "%s\"group_%d\": {\"below\": 0.05}", i > 0 ? ",\n" : "", i);
    fprintf(file, "}}]}\n");
    fclose(file);
}

static void writeBodies(const char* path, int side)
{
    FILE* file = openFile(path);
    fprintf(file, "{\"bodies\": [");
    for (int i = 0; i < side * side; i++)
        fprintf(file,
                "%s{" CUBE ", \"position\": [%d, 1, %d], \"groups\": {\"low\": {\"below\": 0.05}},"
                " \"pins\": [{\"group\": \"low\"}],"
                " \"values\": {\"stiffness\": {\"group\": \"low\", \"value\": 2}}}",
                i > 0 ? ",\n" : "", i % side, i / side);
    fprintf(file, "]}\n");
    fclose(file);
}

static void writeRecording(const char* path, int side)
{
    FILE* file = openFile(path);
    fprintf(file, "{\"scene\": \"" GEL_ASSETS "/scenes/single_tet.json\", \"frames\": %d, \"input\": [",
            side * side);
    for (int i = 0; i < side * side; i++)
        fprintf(file, "%s{\"frame\": %d, \"hash\": \"0123456789abcdef\"}", i > 0 ? ",\n" : "", i + 1);
    fprintf(file, "]}\n");
    fclose(file);
}

static gelStatus readScene(const char* path)
{
    gelScene* scene = NULL;
    gelStatus status = gelLoadScene(path, &scene);
    gelDestroyScene(scene);
    return status;
}

static gelStatus readSurface(const char* path)
{
    gelSurfaceMesh surface;
    gelStatus status = gelLoadSurfaceMesh(path, &surface, NULL);
    gelDestroySurfaceMesh(&surface);
    return status;
}

static gelStatus readTets(const char* path)
{
    gelTetMesh mesh;
    gelStatus status = gelLoadTetMesh(path, &mesh, NULL);
    gelDestroyTetMesh(&mesh);
    return status;
}

static gelStatus readLines(const char* path)
{
    gelLineMesh lines;
    gelStatus status = gelLoadLineMesh(path, &lines);
    gelDestroyLineMesh(&lines);
    return status;
}

static gelStatus readArray(const char* path)
{
    float* values = NULL;
    int count;
    gelStatus status = gelLoadVertexArray(path, "softness", &values, &count);
    gelFree(values);
    return status;
}

static gelStatus readField(const char* path)
{
    gelSurfaceMesh surface;
    gelStatus status = gelLoadDistanceFieldSurface(path, &surface);
    gelDestroySurfaceMesh(&surface);
    return status;
}

typedef struct Reader {
    const char* file;
    void (*write)(const char* path, int side);
    gelStatus (*read)(const char* path);
    int side; // of the smaller one
} Reader;

static const Reader readers[] = {
    {"a.obj", writeObj, readSurface, 2 * cells},
    {"parts.obj", writeObjOfParts, readSurface, 2 * cells},
    {"lines.obj", writeLines, readLines, 2 * cells},
    {"a.off", writeOff, readSurface, 2 * cells},
    {"array.ply", writePly, readArray, 2 * cells},
    {"a.sdf", writeField, readField, cells},
#if GEL_HAS_ASSIMP
    {"a.ply", writePly, readSurface, cells},
    {"a.stl", writeStl, readSurface, cells},
    {"a.glb", writeGlb, readSurface, cells},
#endif
    {"a.node", writeTets, readTets, tetCells},
    {"a.msh", writeTets, readTets, tetCells},
    {"binary.msh", writeBinaryTets, readTets, tetCells},
    {"a.mesh", writeTets, readTets, tetCells},
    {"a.vtk", writeTets, readTets, tetCells},
    {"binary.vtk", writeBinaryTets, readTets, tetCells},
    {"a.vtu", writeTets, readTets, tetCells},
    {"groups.json", writeGroups, readScene, 2 * cells},
    {"bodies.json", writeBodies, readScene, cells},
    {"record.json", writeRecording, readScene, 2 * cells},
};

// Returns the processor time of this process and of those that it has run, s.
static double processorTime(void)
{
    double seconds = 0.0;
    for (int i = 0; i < 2; i++) {
        struct rusage usage;
        getrusage(i == 0 ? RUSAGE_SELF : RUSAGE_CHILDREN, &usage);
        seconds += (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                   1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    }
    return seconds;
}

static double timeToRead(const Reader* reader, const char* path)
{
    double start = processorTime();
    gelStatus status = reader->read(path);
    CHECK(status == gel_success, "%s: %s", reader->file, gelLastError());
    return processorTime() - start;
}

// Other programs on the machine disturb some of the tries, but not all: the fastest ones are
// compared.
static void compareTimes(const Reader* reader)
{
    char small[1200], large[1200];
    double once = INFINITY, four = INFINITY;
    snprintf(small, sizeof small, "%s/small_%s", FOLDER, reader->file);
    snprintf(large, sizeof large, "%s/large_%s", FOLDER, reader->file);
    reader->write(small, reader->side);
    reader->write(large, 2 * reader->side);
    for (int i = 0; i < maxTries && (i < minTries || four > maxRatio * once); i++) {
        once = fmin(once, timeToRead(reader, small));
        four = fmin(four, timeToRead(reader, large));
    }
    printf("  %-11s %6.2f ms, %6.2f ms\n", reader->file, 1e3 * once, 1e3 * four);
    CHECK(four <= maxRatio * once, "%s: %g ms, and four times as large %g ms", reader->file, 1e3 * once,
          1e3 * four);
}

static void four_times_the_file_takes_less_than_ten_times_as_long(void)
{
    emptyFolder(FOLDER);
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++)
        compareTimes(&readers[i]);
}

TESTS(TEST(four_times_the_file_takes_less_than_ten_times_as_long))
