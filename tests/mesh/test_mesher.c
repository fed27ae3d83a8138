// Surfaces become tets, whatever is wrong with them.
#include "mesh/meshed.h"

static Meshed meshOf(const gelSurfaceMesh* surface, int tetCount)
{
    gelMesherDef def = gelDefaultMesherDef();
    def.tetCount = tetCount;
    return meshWith(surface, &def);
}

// The promises of every mesh that the mesher makes.
static void checkSound(const char* name, const gelSurfaceMesh* surface, const Meshed* meshed)
{
    const gelTetMesh* mesh = &meshed->mesh;
    double smallest = HUGE_VAL, lowest = HUGE_VAL, furthest = 0, minFill = 1;
    for (int t = 0; t < mesh->tetCount; t++) {
        smallest = fmin(smallest, volumeOf(mesh, t));
        minFill = fmin(minFill, (double)mesh->fillFractions[t]);
    }
    CHECK(smallest > 0, "%s: the smallest tet has %g m^3", name, smallest);
    CHECK(minFill >= 1e-3, "%s: the lightest tet is filled to %g", name, minFill);
    CHECK_INT(meshed->embedding.pointCount, surface->vertexCount);
    float* points = calloc((size_t)surface->vertexCount, 3 * sizeof *points);
    gelEvaluateEmbedding(&meshed->embedding, mesh, mesh->positions, points);
    for (int v = 0; v < surface->vertexCount; v++)
        for (int i = 0; i < 4; i++)
            lowest = fmin(lowest, (double)meshed->embedding.weights[4 * v + i]);
    double largest = 0;
    for (int i = 0; i < 3 * surface->vertexCount; i++) {
        furthest = fmax(furthest, fabs((double)points[i] - (double)surface->positions[i]));
        largest = fmax(largest, fabs((double)surface->positions[i]));
    }
    CHECK(lowest >= 0, "%s: a vertex of the surface has a weight of %g", name, lowest);
    CHECK(furthest <= 1e-6 * largest, "%s: a vertex of the surface is off by %g m", name, furthest);
    free(points);
}

static void a_ball_keeps_its_volume_and_gets_the_tets_asked_for(void)
{
    gelSurfaceMesh ball = makeBall(0.5);
    for (int count = 500; count <= 50000; count *= 10) {
        Meshed meshed = meshOf(&ball, count);
        checkSound("ball", &ball, &meshed);
        CHECK(meshed.report.closed, "a ball without holes is not said to be closed");
        CHECK_CLOSE(meshed.mesh.tetCount, count, 0.05 * count, "within 5% of what was asked for");
        CHECK_CLOSE(filledVolume(&meshed.mesh), meshed.report.surfaceVolume,
                    1e-5 * meshed.report.surfaceVolume, "exact but for rounding to single precision");
        CHECK_CLOSE(meshed.report.surfaceVolume, 4.0 / 3 * 3.14159265 * 0.125, 0.02,
                    "a ball of flat triangles");
        gelMeshReport report;
        CHECK_INT(gelReportTetMesh(&meshed.mesh, &report), gel_success);
        CHECK_CLOSE(report.smallestDihedral, 60, 0.01, "the lattice's tets");
        CHECK_CLOSE(report.largestDihedral, 90, 0.01, "the lattice's tets");
        CHECK_INT(report.componentCount, 1);
        destroyMeshed(&meshed);
    }
    gelDestroySurfaceMesh(&ball);
}

static void flip(float corners[3][3])
{
    float kept[3];
    memcpy(kept, corners[1], sizeof kept);
    memcpy(corners[1], corners[2], sizeof kept);
    memcpy(corners[2], kept, sizeof kept);
}

// A ball and a box that overlap, shuffled, with some triangles flipped.
static uint64_t hashOfDisorder(bool shuffled, int flippedOf4, bool open, int threads)
{
    soup.count = 0;
    addSphere(&soup, (float[3]){0, 0, 0}, 0.5, 16);
    addBox(&soup, (float[3]){0.2f, 0.1f, 0.1f}, (float[3]){1.1f, 0.4f, 0.3f});
    if (open)
        soup.count -= 2; // the last side of the box
    if (shuffled)
        shuffle(&soup, 7);
    unsigned seed = 3;
    for (int i = 0; i < soup.count; i++)
        if ((int)(nextRandom(&seed) % 4) < flippedOf4)
            flip(soup.corners[i]);
    gelSurfaceMesh surface = surfaceOf(&soup);
    gelMesherDef def = gelDefaultMesherDef();
    def.tetCount = 4000;
    def.threads = threads;
    Meshed meshed = meshWith(&surface, &def);
    const uint64_t hash = hashMesh(&meshed.mesh);
    checkSound("disorder", &surface, &meshed);
    destroyMeshed(&meshed);
    gelDestroySurfaceMesh(&surface);
    return hash;
}

static void the_order_and_the_sides_of_triangles_do_not_change_a_bit(void)
{
    for (int open = 0; open < 2; open++) {
        const uint64_t clean = hashOfDisorder(false, 0, open, 2);
        CHECK_HEX(hashOfDisorder(true, 0, open, 2), clean);
        CHECK_HEX(hashOfDisorder(false, 2, open, 2), clean);
        CHECK_HEX(hashOfDisorder(false, 4, open, 2), clean);
        CHECK_HEX(hashOfDisorder(true, 1, open, 2), clean);
    }
}

static void the_number_of_threads_does_not_change_a_bit(void)
{
    for (int open = 0; open < 2; open++) {
        const uint64_t one = hashOfDisorder(false, 0, open, 1);
        for (int threads = 2; threads <= 5; threads += 3)
            CHECK_HEX(hashOfDisorder(false, 0, open, threads), one);
    }
}

// The number of mesh vertices that belong both to tets embedding surface vertices below a plane (its normal
// and offset) and to tets embedding some above it; surface vertices that are not above `height` do not count.
static int countShared(const gelSurfaceMesh* surface, const Meshed* meshed, const float plane[4],
                       float height)
{
    unsigned char* sides = calloc((size_t)meshed->mesh.vertexCount, 1);
    int shared = 0;
    for (int v = 0; v < surface->vertexCount; v++) {
        const float* at = surface->positions + 3 * v;
        const bool above = plane[0] * at[0] + plane[1] * at[1] + plane[2] * at[2] > plane[3];
        for (int i = 0; i < 4 && at[1] > height; i++)
            sides[meshed->mesh.tets[4 * meshed->embedding.tets[v] + i]] |= above ? 2 : 1;
    }
    for (int v = 0; v < meshed->mesh.vertexCount; v++)
        shared += sides[v] == 3;
    free(sides);
    return shared;
}

// Two plates of 0.02 m, tilted, so that they lie across the lattice.
static void checkPlates(float gap, float slope)
{
    soup.count = 0;
    addBox(&soup, (float[3]){0, 0, 0}, (float[3]){1, 0.02f, 1});
    addBox(&soup, (float[3]){0, 0.02f + gap, 0}, (float[3]){1, 0.04f + gap, 1});
    for (int i = 0; i < 3 * soup.count; i++) {
        float* at = soup.corners[i / 3][i % 3];
        at[1] += slope * at[0] + 0.5f * slope * at[2];
    }
    gelSurfaceMesh surface = surfaceOf(&soup);
    gelMesherDef def = gelDefaultMesherDef();
    def.cellSize = 0.1f;
    Meshed meshed = meshWith(&surface, &def);
    gelMeshReport report;
    checkSound("plates", &surface, &meshed);
    CHECK_INT(gelReportTetMesh(&meshed.mesh, &report), gel_success);
    CHECK(report.componentCount == 2, "%d components with %g m between, slope %g", report.componentCount,
          (double)gap, (double)slope);
    CHECK_INT(countShared(&surface, &meshed, (float[4]){-slope, 1, -0.5f * slope, 0.02f + 0.5f * gap}, -9),
              0);
    CHECK(meshed.report.splitTets > 100, "%d tets were split", meshed.report.splitTets);
    CHECK_CLOSE(
        filledVolume(&meshed.mesh), 0.04, 1e-4,
        "where two plates are in a tet, small tets of which no corner is clear of them are estimated");
    destroyMeshed(&meshed);
    gelDestroySurfaceMesh(&surface);
}

static void plates_nearer_than_a_cell_share_no_vertex(void)
{
    for (int hundredths = 0; hundredths <= 40; hundredths += 8)
        for (int thousandths = 30; thousandths <= 60; thousandths += 10)
            checkPlates(0.001f * (float)thousandths, 0.01f * (float)hundredths);
}

static void two_fingers_of_a_hand_do_not_stick(void)
{
    soup.count = 0;
    addBox(&soup, (float[3]){0, 0, 0}, (float[3]){0.5f, 0.3f, 0.2f});
    addBox(&soup, (float[3]){0.02f, 0.1f, 0.01f}, (float[3]){0.23f, 1, 0.19f});
    addBox(&soup, (float[3]){0.27f, 0.1f, 0.01f}, (float[3]){0.48f, 1, 0.19f});
    gelSurfaceMesh surface = surfaceOf(&soup);
    gelMesherDef def = gelDefaultMesherDef();
    def.cellSize = 0.12f;
    Meshed meshed = meshWith(&surface, &def);
    gelMeshReport report;
    checkSound("fingers", &surface, &meshed);
    CHECK_INT(gelReportTetMesh(&meshed.mesh, &report), gel_success);
    CHECK_INT(report.componentCount, 1);
    CHECK_INT(countShared(&surface, &meshed, (float[4]){1, 0, 0, 0.25f}, 0.5f), 0);
    CHECK_CLOSE(filledVolume(&meshed.mesh), 0.5 * 0.3 * 0.2 + 2 * 0.21 * 0.7 * 0.18, 0.001,
                "what overlaps counts once");
    destroyMeshed(&meshed);
    gelDestroySurfaceMesh(&surface);
}

static void a_cavity_is_filled_or_kept(void)
{
    soup.count = 0;
    addSphere(&soup, (float[3]){0, 0, 0}, 0.5, 16);
    const int outer = soup.count;
    addSphere(&soup, (float[3]){0, 0, 0}, 0.35, 16);
    for (int i = outer; i < soup.count; i++)
        flip(soup.corners[i]);
    for (int inverted = 0; inverted < 2; inverted++) {
        gelSurfaceMesh surface = surfaceOf(&soup);
        gelMesherDef def = gelDefaultMesherDef();
        def.tetCount = 5000;
        Meshed filled = meshWith(&surface, &def);
        def.hollow = true;
        Meshed hollow = meshWith(&surface, &def);
        checkSound("filled", &surface, &filled);
        checkSound("hollow", &surface, &hollow);
        const double whole = filledVolume(&filled.mesh), cavity = 0.343 * whole;
        CHECK_CLOSE(whole, 4.0 / 3 * 3.14159265 * 0.125, 0.02, "a ball of flat triangles");
        CHECK_CLOSE(filledVolume(&hollow.mesh), whole - cavity, 1e-5, "similar balls, 0.7^3 = 0.343");
        CHECK_CLOSE(hollow.report.surfaceVolume, whole - cavity, 1e-5, "similar balls");
        destroyMeshed(&filled);
        destroyMeshed(&hollow);
        gelDestroySurfaceMesh(&surface);
        for (int i = 0; i < soup.count; i++)
            flip(soup.corners[i]);
    }
}

static void a_part_within_another_is_solid_whichever_side_it_faces(void)
{
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        const float z = mirrored ? -0.3f : 0.3f;
        const float corners[4][3] = {{-0.3f, 0, 0}, {-0.2f, 0.3f, 0}, {-0.1f, 0, z}, {0.3f, -0.2f, 0}};
        soup.count = 0;
        addBox(&soup, (float[3]){-0.5f, -0.5f, -0.5f}, (float[3]){0.5f, 0.5f, 0.5f});
        for (int i = 0; i < 4; i++)
            addTriangle(&soup, corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4]);
        gelSurfaceMesh surface = surfaceOf(&soup);
        Meshed meshed = meshOf(&surface, 5000);
        checkSound("tet in box", &surface, &meshed);
        CHECK_CLOSE(filledVolume(&meshed.mesh), 1, 1e-5, "the box alone");
        destroyMeshed(&meshed);
        gelDestroySurfaceMesh(&surface);
    }
}

static void a_ball_with_a_hole_is_full(void)
{
    soup.count = 0;
    addSphere(&soup, (float[3]){0, 0, 0}, 0.5, 24);
    for (int i = soup.count - 1; i >= 0; i--)
        if (soup.corners[i][0][2] > 0.42f) // a cap a third as wide as the ball
            memcpy(soup.corners[i], soup.corners[--soup.count], sizeof soup.corners[i]);
    gelSurfaceMesh surface = surfaceOf(&soup);
    Meshed meshed = meshOf(&surface, 5000);
    checkSound("bowl", &surface, &meshed);
    CHECK(!meshed.report.closed, "a ball with a hole is said to be closed");
    CHECK_CLOSE(filledVolume(&meshed.mesh), 0.5 * 1.02, 0.025,
                "the ball less the cap, 0.51 m^3, estimated at points");
    destroyMeshed(&meshed);
    gelDestroySurfaceMesh(&surface);
}

static void a_sheet_is_as_thick_as_asked(void)
{
    soup.count = 0;
    addQuad(&soup, (float[3]){0, 0, 0}, (float[3]){1, 0.1f, 0}, (float[3]){1, 0.3f, 1},
            (float[3]){0, 0.2f, 1});
    gelSurfaceMesh surface = surfaceOf(&soup);
    gelMesherDef def = gelDefaultMesherDef();
    def.cellSize = 0.1f;
    def.sheetThickness = 0.01f;
    Meshed meshed = meshWith(&surface, &def);
    checkSound("sheet", &surface, &meshed);
    CHECK_CLOSE(filledVolume(&meshed.mesh), 0.01 * meshed.report.surfaceArea, 0.02 * 0.01,
                "area times thickness");
    CHECK_INT(meshed.report.innerTets, 0);
    destroyMeshed(&meshed);
    gelDestroySurfaceMesh(&surface);
}

static void boxes_of_any_size_get_the_tets_asked_for(void)
{
    for (int shape = 0; shape < 4; shape++)
        for (int count = 2000; count <= 20000; count *= 10) {
            const float sizes[4][3] = {{1, 1, 1}, {1, 1, 0.1f}, {3, 0.3f, 0.3f}, {0.001f, 0.002f, 0.003f}};
            soup.count = 0;
            addBox(&soup, (float[3]){0, 0, 0}, sizes[shape]);
            gelSurfaceMesh surface = surfaceOf(&soup);
            Meshed meshed = meshOf(&surface, count);
            checkSound("box", &surface, &meshed);
            CHECK_CLOSE(meshed.mesh.tetCount, count, 0.05 * count, "within 5% of what was asked for");
            destroyMeshed(&meshed);
            gelDestroySurfaceMesh(&surface);
        }
}

static void a_cell_size_that_divides_a_box_makes_no_extra_layer(void)
{
    soup.count = 0;
    addBox(&soup, (float[3]){-0.5f, -0.5f, -0.5f}, (float[3]){0.5f, 0.5f, 0.5f});
    gelSurfaceMesh surface = surfaceOf(&soup);
    gelMesherDef def = gelDefaultMesherDef();
    def.cellSize = 0.1f;
    Meshed meshed = meshWith(&surface, &def);
    gelMeshReport report;
    checkSound("box", &surface, &meshed);
    CHECK_INT(gelReportTetMesh(&meshed.mesh, &report), gel_success);
    CHECK(report.upper.x < 0.56f && report.lower.y > -0.56f, "the mesh reaches to %g and %g",
          (double)report.upper.x, (double)report.lower.y);
    destroyMeshed(&meshed);
    gelDestroySurfaceMesh(&surface);
}

static void tets_belong_to_the_part_of_the_surface_in_them(void)
{
    soup.count = 0;
    addBox(&soup, (float[3]){0, 0, 0}, (float[3]){1, 0.5f, 1});
    addBox(&soup, (float[3]){0, 0.52f, 0}, (float[3]){1, 1, 1});
    gelSurfaceMesh surface = surfaceOf(&soup);
    const int partCount = surface.partCount;
    surface.partCount = 2;
    for (int t = 0; t < surface.triangleCount; t++)
        surface.parts[t] = surface.positions[3 * surface.triangles[3 * t] + 1] > 0.51f;
    gelMesherDef def = gelDefaultMesherDef();
    def.cellSize = 0.06f;
    Meshed meshed = meshWith(&surface, &def);
    checkSound("two parts", &surface, &meshed);
    CHECK(meshed.mesh.parts != NULL, "the mesh has no parts");
    int wrong = 0, both[2] = {0};
    for (int t = 0; t < meshed.mesh.tetCount && meshed.mesh.parts != NULL; t++) {
        double height = 0;
        for (int i = 0; i < 4; i++)
            height += 0.25 * (double)meshed.mesh.positions[3 * meshed.mesh.tets[4 * t + i] + 1];
        both[meshed.mesh.parts[t] & 1]++;
        wrong += fabs(height - 0.51) > 0.06 && meshed.mesh.parts[t] != (height > 0.51); // surely in one box
    }
    CHECK_INT(wrong, 0);
    for (int v = 0; v < surface.vertexCount && meshed.mesh.parts != NULL; v++)
        wrong += meshed.mesh.parts[meshed.embedding.tets[v]] != (surface.positions[3 * v + 1] > 0.51f);
    CHECK_INT(wrong, 0);
    CHECK(both[0] > 2000 && both[1] > 2000, "%d and %d tets in the parts", both[0], both[1]);
    destroyMeshed(&meshed);
    surface.partCount = partCount;
    gelDestroySurfaceMesh(&surface);
}

// Triangles with corners anywhere in a cube: each tet is touched by hundreds. The cost per triangle must not
// grow with that, or this would exceed the test's time limit.
static void triangles_across_the_whole_box_do_not_hang(void)
{
    unsigned seed = 5;
    for (int count = 200; count <= 20000; count *= 10) {
        soup.count = 0;
        for (int i = 0; i < count; i++) {
            float corners[3][3];
            for (int j = 0; j < 9; j++)
                corners[j / 3][j % 3] = (float)nextRandom(&seed) / 16777216.0f;
            addTriangle(&soup, corners[0], corners[1], corners[2]);
        }
        gelSurfaceMesh surface = surfaceOf(&soup);
        Meshed meshed = meshOf(&surface, 20000);
        checkSound("soup", &surface, &meshed);
        CHECK(!meshed.report.closed, "a soup is said to be closed");
        CHECK_CLOSE(meshed.mesh.tetCount, 20000, 0.1 * 20000, "roughly what was asked for");
        destroyMeshed(&meshed);
        gelDestroySurfaceMesh(&surface);
    }
}

static void progressed(void* context, float done)
{
    float* last = context;
    CHECK(done >= *last && done <= 1, "progress went from %g to %g", (double)*last, (double)done);
    *last = done;
}

static void progress_rises_to_one(void)
{
    gelSurfaceMesh ball = makeBall(1);
    gelMesherDef def = gelDefaultMesherDef();
    float done = 0;
    def.tetCount = 1000;
    def.progress = progressed;
    def.progressContext = &done;
    Meshed meshed = meshWith(&ball, &def);
    CHECK_CLOSE((double)done, 1, 0, "all is done");
    destroyMeshed(&meshed);
    gelDestroySurfaceMesh(&ball);
}

static void what_cannot_be_meshed_is_refused_with_a_reason(void)
{
    gelSurfaceMesh ball = makeBall(1);
    gelTetMesh mesh;
    for (int i = 0; i < 6; i++) {
        static const char* const parts[6] = {"gelDefaultMesherDef", "tetCount", "cellSize",
                                             "sheetThickness",      "threads",  "too small"};
        gelMesherDef def = gelDefaultMesherDef();
        *(i == 0 ? &def.cookie : i == 1 ? &def.tetCount : i == 4 ? &def.threads : &(int){0}) = -1;
        *(i == 2   ? &def.cellSize
          : i == 3 ? &def.sheetThickness
          : i == 5 ? &def.cellSize
                   : &(float){0}) = i == 5 ? 1e-4f : -1;
        CHECK_INT(gelCreateMeshFromSurface(&ball, &def, &mesh, NULL, NULL), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), parts[i]);
        CHECK_INT(mesh.tetCount, 0);
    }
    gelDestroySurfaceMesh(&ball);
}

// Parts of these overlap or are nested: what they enclose counts once in the mesh, twice in the surface's
// volume.
static bool overlaps(const char* name)
{
    static const char* const names[] = {"Cray_left.obj", "rabbit.obj", "self_intersectA.obj"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void what_is_too_small_or_too_far_is_refused_as_by_the_doctor(void)
{
    const float scales[] = {1e-8f, 3e9f};
    for (int i = 0; i < 2; i++) {
        soup.count = 0;
        addBox(&soup, (float[3]){0, 0, 0}, (float[3]){scales[i], scales[i], scales[i]});
        gelSurfaceMesh surface = surfaceOf(&soup);
        gelMesherDef def = gelDefaultMesherDef();
        gelTetMesh mesh;
        gelSurfaceReport doctor;
        CHECK_INT(gelCreateMeshFromSurface(&surface, &def, &mesh, NULL, NULL), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), "scale it");
        CHECK_INT(gelReportSurface(&surface, &doctor), gel_success);
        CHECK_INT(doctor.verdict, gel_surfaceUnfit);
        gelDestroySurfaceMesh(&surface);
    }
}

static void checkFile(const char* folder, const char* name)
{
    char path[1024];
    gelSurfaceMesh surface;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (gelLoadSurfaceMesh(path, &surface, NULL) != gel_success) {
        CHECK(strcmp(name, "rocket.obj") == 0, "%s", gelLastError());
        return;
    }
    for (int count = 2000; count <= 20000; count *= 10) {
        Meshed meshed = meshOf(&surface, count);
        checkSound(name, &surface, &meshed);
        CHECK(abs(meshed.mesh.tetCount - count) <= count / 20, "%s: %d tets in place of %d", name,
              meshed.mesh.tetCount, count);
        const double ratio = filledVolume(&meshed.mesh) / meshed.report.surfaceVolume;
        if (meshed.report.closed && !overlaps(name))
            CHECK(fabs(ratio - 1) <= 0.02, "%s, %d tets: %g times the volume", name, count, ratio);
        destroyMeshed(&meshed);
    }
    gelDestroySurfaceMesh(&surface);
}

static void every_public_surface_becomes_a_sound_mesh(void)
{
    checkAllFiles(checkFile);
}

TESTS(TEST(a_ball_keeps_its_volume_and_gets_the_tets_asked_for),
      TEST(the_order_and_the_sides_of_triangles_do_not_change_a_bit),
      TEST(the_number_of_threads_does_not_change_a_bit), TEST(plates_nearer_than_a_cell_share_no_vertex),
      TEST(two_fingers_of_a_hand_do_not_stick), TEST(a_cavity_is_filled_or_kept),
      TEST(a_part_within_another_is_solid_whichever_side_it_faces), TEST(a_ball_with_a_hole_is_full),
      TEST(a_sheet_is_as_thick_as_asked), TEST(boxes_of_any_size_get_the_tets_asked_for),
      TEST(a_cell_size_that_divides_a_box_makes_no_extra_layer),
      TEST(tets_belong_to_the_part_of_the_surface_in_them), TEST(triangles_across_the_whole_box_do_not_hang),
      TEST(progress_rises_to_one), TEST(what_cannot_be_meshed_is_refused_with_a_reason),
      TEST(every_public_surface_becomes_a_sound_mesh),
      TEST(what_is_too_small_or_too_far_is_refused_as_by_the_doctor))
