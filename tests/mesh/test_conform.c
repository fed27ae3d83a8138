// The boundary of a mesh can be pulled to the surface.
#include "mesh/meshed.h"

#include "surface/tree.h"

// The mean distance of the mesh's boundary from the surface, by area, in cells.
static double distanceOfBoundary(const gelSurfaceMesh* surface, const Meshed* meshed)
{
    int *triangles = NULL, count = 0;
    double sum = 0, total = 0;
    gelSurfaceTree tree;
    CHECK_INT(gelCreateSurfaceTree(surface, &tree), gel_success);
    CHECK_INT(gelExtractSurface(&meshed->mesh, &triangles, &count), gel_success);
    for (int i = 0; i < count; i++) {
        double corners[3][3], sides[2][3], normal[3], distance = 0;
        for (int j = 0; j < 9; j++)
            corners[j / 3][j % 3] = (double)meshed->mesh.positions[3 * triangles[3 * i + j / 3] + j % 3];
        for (int j = 0; j < 3; j++)
            distance += gelSurfaceTree_Nearest(&tree, corners[j]).distance / 3;
        gelSubtract3(corners[1], corners[0], sides[0]);
        gelSubtract3(corners[2], corners[0], sides[1]);
        gelCross3(sides[0], sides[1], normal);
        sum += sqrt(gelDot3(normal, normal)) * distance;
        total += sqrt(gelDot3(normal, normal));
    }
    gelFree(triangles);
    gelDestroySurfaceTree(&tree);
    return sum / total / (double)meshed->report.cellSize;
}

// Shapes and fill of any surface; distance and volume of closed ones, as the mesh without conform has them.
static void checkConform(const char* name, const gelSurfaceMesh* surface, int tetCount)
{
    gelMesherDef def = gelDefaultMesherDef();
    def.tetCount = tetCount;
    Meshed plain = meshWith(surface, &def);
    def.conform = true;
    Meshed conform = meshWith(surface, &def);
    gelMeshReport report;
    double smallest = HUGE_VAL;
    CHECK_INT(gelReportTetMesh(&conform.mesh, &report), gel_success);
    for (int t = 0; t < conform.mesh.tetCount; t++)
        smallest = fmin(smallest, volumeOf(&conform.mesh, t));
    CHECK(smallest > 0, "%s: the smallest tet has %g m^3", name, smallest);
    CHECK(report.smallestDihedral > 10 && report.largestDihedral < 165, "%s: dihedral angles of %g to %g",
          name, report.smallestDihedral, report.largestDihedral);
    CHECK_INT(conform.embedding.pointCount, surface->vertexCount);
    const double before = distanceOfBoundary(surface, &plain), after = distanceOfBoundary(surface, &conform);
    const double ratio = filledVolume(&conform.mesh) / filledVolume(&plain.mesh);
    if (conform.report.closed) {
        CHECK(before >= 5 * after, "%s: the boundary is %g of a cell away, %g without", name, after, before);
        CHECK(fabs(ratio - 1) <= 0.02, "%s: %g times the volume", name, ratio);
    }
    def.threads = 1;
    Meshed again = meshWith(surface, &def);
    CHECK_HEX(hashMesh(&again.mesh), hashMesh(&conform.mesh));
    destroyMeshed(&plain);
    destroyMeshed(&conform);
    destroyMeshed(&again);
}

static void the_boundary_can_be_pulled_to_the_surface(void)
{
    gelSurfaceMesh ball = makeBall(0.5);
    checkConform("ball", &ball, 20000);
    gelDestroySurfaceMesh(&ball);
    soup.count = 0;
    addBox(&soup, (float[3]){0, 0, 0}, (float[3]){1, 0.7f, 0.5f});
    gelSurfaceMesh box = surfaceOf(&soup);
    checkConform("box", &box, 20000);
    gelDestroySurfaceMesh(&box);
}

// However few tets there are, and sharp as the edges may be. The count was off by half.
static void coarse_meshes_have_the_volume_of_the_surface_and_as_many_tets_as_asked(void)
{
    static const int counts[] = {50, 100, 200, 300, 500, 1000};
    for (int shape = 0; shape < 3; shape++)
        for (int i = 0; i < 6; i++) {
            gelMesherDef def = gelDefaultMesherDef();
            def.tetCount = counts[i];
            def.conform = true;
            soup.count = 0;
            if (shape == 0)
                addBox(&soup, (float[3]){-0.1f, -0.1f, -0.1f}, (float[3]){0.1f, 0.1f, 0.1f});
            else if (shape == 1)
                addBox(&soup, (float[3]){0, 0, 0}, (float[3]){1, 0.7f, 0.05f});
            gelSurfaceMesh surface = shape < 2 ? surfaceOf(&soup) : makeBall(0.5);
            Meshed meshed = meshWith(&surface, &def);
            const double volume = meshed.report.surfaceVolume, filled = meshed.report.filledVolume;
            const int found = meshed.mesh.tetCount;
            printf("  shape %d: %d tets of %d, %.4g of %.4g m^3\n", shape, found, counts[i], filled, volume);
            CHECK(fabs(filled / volume - 1) <= 0.02, "shape %d, %d tets: %g m^3 of %g m^3", shape, counts[i],
                  filled, volume);
            CHECK(abs(found - counts[i]) <= 0.2 * counts[i], "shape %d: %d tets of %d", shape, found,
                  counts[i]);
            destroyMeshed(&meshed);
            gelDestroySurfaceMesh(&surface);
        }
}

static void conform_does_not_depend_on_the_order_of_triangles(void)
{
    uint64_t hashes[2];
    for (int shuffled = 0; shuffled < 2; shuffled++) {
        gelSurfaceMesh ball = makeBall(0.5);
        if (shuffled) {
            gelDestroySurfaceMesh(&ball);
            shuffle(&soup, 7);
            ball = surfaceOf(&soup);
        }
        gelMesherDef def = gelDefaultMesherDef();
        def.tetCount = 3000;
        def.conform = true;
        Meshed meshed = meshWith(&ball, &def);
        hashes[shuffled] = hashMesh(&meshed.mesh);
        destroyMeshed(&meshed);
        gelDestroySurfaceMesh(&ball);
    }
    CHECK_HEX(hashes[1], hashes[0]);
}

static void checkFile(const char* folder, const char* name)
{
    char path[1024];
    gelSurfaceMesh surface;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (gelLoadSurfaceMesh(path, &surface, NULL) != gel_success)
        return; // rocket.obj, which has no triangles
    checkConform(name, &surface, 6000);
    gelDestroySurfaceMesh(&surface);
}

static void every_public_surface_can_be_conformed_to(void)
{
    checkAllFiles(checkFile);
}

TESTS(TEST(the_boundary_can_be_pulled_to_the_surface),
      TEST(coarse_meshes_have_the_volume_of_the_surface_and_as_many_tets_as_asked),
      TEST(conform_does_not_depend_on_the_order_of_triangles), TEST(every_public_surface_can_be_conformed_to))
