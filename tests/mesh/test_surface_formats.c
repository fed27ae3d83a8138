// Each format of surface files keeps positions, parts, names, order, normals and UVs, as far as it
// has them.
#define _XOPEN_SOURCE 700 // symlink, mkfifo
#include "mesh/surface_fixtures.h"
#include "support/folder.h"
#include "surface/io/readers.h"

#include <unistd.h>

#define NEED_ASSIMP()                                                                                        \
    do {                                                                                                     \
        if (!GEL_HAS_ASSIMP)                                                                                 \
            SKIP("built without assimp (libassimp-dev)");                                                    \
    } while (0)

static void a_wedge_is_the_same_in_every_format(void)
{
    writeText(GEL_SCRATCH "/wedge.off", WEDGE_OFF);
    checkWedge(GEL_SCRATCH "/wedge.off", 0, "");
    NEED_ASSIMP();
    static Bytes stl, ply, glb, mf;
    writeText(GEL_SCRATCH "/wedge.ply", WEDGE_PLY);
    checkWedge(GEL_SCRATCH "/wedge.ply", 0, "");
    putBigPly(&ply);
    writeBytes(GEL_SCRATCH "/wedge_big.ply", &ply);
    checkWedge(GEL_SCRATCH "/wedge_big.ply", 0, "");
    writeText(GEL_SCRATCH "/wedge.stl", WEDGE_STL);
    checkWedge(GEL_SCRATCH "/wedge.stl", 0, "wedge");
    putStl(&stl);
    writeBytes(GEL_SCRATCH "/wedge_binary.stl", &stl);
    checkWedge(GEL_SCRATCH "/wedge_binary.stl", 0, "");
    writeText(GEL_SCRATCH "/wedge.fbx", WEDGE_FBX);
    checkWedge(GEL_SCRATCH "/wedge.fbx", 5, "wedge");
    writeText(GEL_SCRATCH "/wedge.dae", WEDGE_DAE);
    checkWedge(GEL_SCRATCH "/wedge.dae", 5, "wedge");
    put3mf(&mf);
    writeBytes(GEL_SCRATCH "/wedge.3mf", &mf);
    checkWedge(GEL_SCRATCH "/wedge.3mf", 5, "Object_1");
    putGlb(&glb, "0", "{\"name\":\"wedge\",\"mesh\":0,\"translation\":[5,0,0]}");
    writeBytes(GEL_SCRATCH "/wedge.GLB", &glb);
    checkWedge(GEL_SCRATCH "/wedge.GLB", 5, "wedge");
}

// Old Macs wrote such files. Comments ended with the file, and an .obj was its first vertex.
static void lines_may_end_with_carriage_returns_alone(void)
{
    char off[] = "# a wedge\n" WEDGE_OFF;
    char obj[] = "# four\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    gelSurfaceMesh surface;
    for (char* at = off; *at != '\0'; at++)
        *at = *at == '\n' ? '\r' : *at;
    for (char* at = obj; *at != '\0'; at++)
        *at = *at == '\n' ? '\r' : *at;
    writeText(GEL_SCRATCH "/wedge_cr.off", off);
    checkWedge(GEL_SCRATCH "/wedge_cr.off", 0, "");
    writeText(GEL_SCRATCH "/wedge_cr.obj", obj);
    CHECK_INT(gelLoadSurfaceMesh(GEL_SCRATCH "/wedge_cr.obj", &surface, NULL), gel_success);
    CHECK_INT(surface.vertexCount, 4);
    CHECK_INT(surface.triangleCount, 4);
    gelDestroySurfaceMesh(&surface);
}

static void off_is_free_in_white_space_and_may_have_colours(void)
{
    static const char* const files[] = {
        "OFF 4 4 0\n0 0 0 1 0 0\n0 2 0 0 0 3\n3 0 2 1 3 0 1 3 3 0 3 2\n3 1 2 3\n",
        "OFF\n4 4 0\n0 0 0\n1 0 0\n0 2 0\n0 0 3\n3\n0 2\n1\n3 0\n1 3\n3 0 3\n2\n3\n1\n2\n3",
        "OFF\n4\n4\n0\n0 0\n0\n1\n0 0\n0 2 0\n0 0 3\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n",
        "OFF\n4 4 0\n0 0 0\n1 0 0\n0 2 0\n0 0 3\n3 0 2 1 1\n3 0 1 3 255 0 0 # red\n3 0 3 2\n3 1 2\n3 0 0 1\n",
        ("COFF\n4 4 0\n0 0 0 9 9 9 9\n1 0 0 9 9 9 9\n0 2 0 9 9 9 9\n0 0 3 9 9 9 9\n3 0 2 1\n3 0 1 3\n3 0 3 2\n"
         "3 1 2 3\n")};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        printf("  file %zu\n", i);
        writeText(GEL_SCRATCH "/free.off", files[i]);
        checkWedge(GEL_SCRATCH "/free.off", 0, "");
    }
}

static void normals_and_texture_coordinates_of_off_are_kept(void)
{
    gelSurfaceMesh surface;
    writeText(GEL_SCRATCH "/shown.off",
              "STNOFF\n3 1 0\n0 0 0 0 0 1 0.25 0.5\n1 0 0 0 0 1 1 0\n0 1 0 0 0 1 0 1\n"
              "3 0 1 2\n");
    if (!loadSurface(GEL_SCRATCH "/shown.off", &surface, NULL))
        return;
    CHECK(surface.cornerNormals != NULL && surface.cornerNormals[2] == 1.0f, "no normal of 0, 0, 1");
    CHECK(surface.cornerUvs != NULL && surface.cornerUvs[0] == 0.25f && surface.cornerUvs[1] == 0.5f,
          "no texture coordinates 0.25, 0.5");
    gelDestroySurfaceMesh(&surface);
}

static void ply_and_off_keep_the_order_of_their_vertices(void)
{
    NEED_ASSIMP();
    static const char* const paths[2] = {GEL_SCRATCH "/order.ply", GEL_SCRATCH "/order.off"};
    static const int expected[6] = {-1, 0, 1, 2, 3, 0};
    writeText(
        paths[0],
        "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 2\nproperty list uchar int vertex_indices\nelement edge 1\nproperty int vertex1\n"
        "property int vertex2\nend_header\n9 9 9\n0 0 0\n0 1 0\n1 0 0\n1 1 0\n0 0 0\n3 3 1 2\n4 5 3 4 2\n0 1\n");
    writeText(paths[1], "OFF 6 2 0\n9 9 9\n0 0 0\n0 1 0\n1 0 0\n1 1 0\n0 0 0\n3 3 1 2\n4 5 3 4 2\n");
    for (int i = 0; i < 2; i++) {
        gelSurfaceMesh surface;
        gelSurfaceRepair repair;
        if (!loadSurface(paths[i], &surface, &repair))
            continue;
        CHECK_INT(surface.originalCount, 6);
        for (int v = 0; v < 6 && surface.originalCount == 6; v++)
            CHECK(surface.originals[v] == expected[v], "%s: vertex %d became %d", paths[i], v,
                  surface.originals[v]);
        CHECK_INT(surface.triangleCount, 3);
        CHECK_INT(repair.weldedVertices, 1);
        CHECK_INT(repair.unusedVertices, 1);
        gelDestroySurfaceMesh(&surface);
    }
}

// Each node is an instance; the second mirrors, the third is its child.
static void nodes_place_their_parts_and_turn_normals_with_them(void)
{
    NEED_ASSIMP();
    char json[4096];
    static Bytes data;
    gelSurfaceMesh surface;
    gelSurfaceRepair repair;
    gltfJson(json, sizeof json, "0,1",
             "{\"mesh\":0},{\"name\":\"mirrored\",\"mesh\":0,\"scale\":[-2,1,1],\"children\":[2]},"
             "{\"name\":\"child\",\"mesh\":0,\"translation\":[10,0,0]}",
             ",\"uri\":\"nodes.bin\"");
    writeText(GEL_SCRATCH "/nodes.gltf", json);
    putGltfData(&data);
    writeBytes(GEL_SCRATCH "/nodes.bin", &data);
    if (!loadSurface(GEL_SCRATCH "/nodes.gltf", &surface, &repair))
        return;
    CHECK_INT(surface.partCount, 3);
    CHECK(strcmp(surface.partNames[0], "wedge mesh") == 0, "it is called %s", surface.partNames[0]);
    CHECK(strcmp(surface.partNames[1], "mirrored") == 0, "it is called %s", surface.partNames[1]);
    CHECK(strcmp(surface.partNames[2], "child") == 0, "it is called %s", surface.partNames[2]);
    CHECK_INT(surface.originalCount, 12);
    CHECK_CLOSE(enclosedBy(&surface), 1 + 2 + 2, 1e-6, "none is inside out");
    CHECK_INT(repair.turnedTriangles, 0);
    for (int i = 0; i < 12; i++) {
        static const float factors[3] = {1, -2, -2}, offsets[3] = {0, 0, -20};
        const float* p = wedgePositions[i % 4];
        int vertex = vertexAt(&surface, factors[i / 4] * p[0] + offsets[i / 4], p[1], p[2]);
        CHECK(vertex >= 0 && surface.originals[i] == vertex, "original %d is %d, not %d", i,
              surface.originals[i], vertex);
    }
    for (int t = 0; t < surface.triangleCount; t++) {
        CHECK_INT(surface.parts[t], t / 4);
        for (int i = 0; i < 3; i++) {
            const float* normal = &surface.cornerNormals[9 * t + 3 * i];
            const float* uv = &surface.cornerUvs[6 * t + 2 * i];
            const float* p = &surface.positions[3 * surface.triangles[3 * t + i]];
            CHECK(normal[0] == (t < 4 ? -1.0f : 1.0f) && normal[1] == 0 && normal[2] == 0,
                  "triangle %d: a normal of %g, %g, %g", t, (double)normal[0], (double)normal[1],
                  (double)normal[2]);
            CHECK_CLOSE((double)uv[1], 1 - (double)p[1] / 8, 1e-7, "V of glTF points down");
        }
    }
    gelDestroySurfaceMesh(&surface);
}

// A file that another one refers to is read only from the folder of that one, and only if it cannot
// block.
static void references_lead_to_files_below_the_folder(void)
{
    NEED_ASSIMP();
    static const char* const refused[][2] = {{",\"uri\":\"/etc/passwd\"", "could not open"},
                                             {",\"uri\":\"../outside.bin\"", "not below the folder"},
                                             {",\"uri\":\"link.bin\"", "not below the folder"},
                                             {",\"uri\":\"pipe.bin\"", "a device or pipe"}};
    const char* mesh = GEL_SCRATCH "/references/mesh.gltf";
    static Bytes data;
    char json[4096];
    gelSurfaceMesh surface;
    emptyFolder(GEL_SCRATCH "/references");
    putGltfData(&data);
    writeBytes(GEL_SCRATCH "/outside.bin", &data);
    CHECK(symlink("../outside.bin", GEL_SCRATCH "/references/link.bin") == 0, "no link");
    CHECK(mkfifo(GEL_SCRATCH "/references/pipe.bin", 0600) == 0, "no pipe");
    for (int i = 0; i < 4; i++) {
        gltfJson(json, sizeof json, "0", "{\"mesh\":0}", refused[i][0]);
        writeText(mesh, json);
        alarm(20);
        CHECK_INT(gelLoadSurfaceMesh(mesh, &surface, NULL), gel_formatError);
        alarm(0);
        CHECK_TEXT(gelLastError(), refused[i][1]);
        gelDestroySurfaceMesh(&surface);
    }
    setenv("GEL_MESH_REFERENCES", "anywhere", 1);
    gltfJson(json, sizeof json, "0", "{\"mesh\":0}", refused[1][0]);
    writeText(mesh, json);
    if (loadSurface(mesh, &surface, NULL))
        gelDestroySurfaceMesh(&surface);
    unsetenv("GEL_MESH_REFERENCES");
}

static void an_obj_file_keeps_order_parts_normals_and_uvs(void)
{
    static const int originals[6] = {0, 1, -1, 2, 0, 3};
    gelSurfaceMesh surface;
    gelSurfaceRepair repair;
    writeText(
        GEL_SCRATCH "/order.obj",
        "mtllib none.mtl\r\no first  part \r\nv 0 0 0 0.5 0.5 0.5\r\nv 1 0 0\r\nv 7 7 7\r\nv 0 2 0\r\n"
        "vt 0.25 0.5\r\nvt 0.75\r\nvn 0 0 -3\r\nusemtl red\r\ng ignored\r\ns 1\r\n"
        "f 4/1/1 2/2/1 \\\r\n 1//1 # a comment\r\nl 1 2\r\np 1\r\no second\r\nv 0 0 0\r\nv 0.1 0.2 3\r\n"
        "f -2 2 -1\r\nf 5 6 4\r\no first  part\r\nf 2 4 6\r\nf 1 5 2\r\n");
    if (!loadSurface(GEL_SCRATCH "/order.obj", &surface, &repair))
        return;
    CHECK_INT(surface.vertexCount, 4);
    CHECK_INT(surface.originalCount, 6);
    for (int v = 0; v < 6 && surface.originalCount == 6; v++)
        CHECK(surface.originals[v] == originals[v], "vertex %d became %d", v, surface.originals[v]);
    CHECK_INT(vertexAt(&surface, 0.1f, 0.2f, 3), 3);
    CHECK_INT(surface.triangleCount, 4);
    CHECK_INT(surface.partCount, 2);
    CHECK(strcmp(surface.partNames[0], "first  part") == 0, "it is called '%s'", surface.partNames[0]);
    CHECK(strcmp(surface.partNames[1], "second") == 0, "it is called '%s'", surface.partNames[1]);
    for (int t = 0; t < 4; t++)
        CHECK_INT(surface.parts[t], t == 1 || t == 2);
    CHECK_INT(surface.triangles[0], 2);
    CHECK_INT(surface.triangles[1], 1);
    CHECK(surface.cornerNormals[2] == -1 && surface.cornerNormals[11] == 0, "normals of %g and %g",
          (double)surface.cornerNormals[2], (double)surface.cornerNormals[11]);
    CHECK(surface.cornerUvs[1] == 0.5f && surface.cornerUvs[2] == 0.75f && surface.cornerUvs[4] == 0,
          "UVs of %g, %g, %g", (double)surface.cornerUvs[1], (double)surface.cornerUvs[2],
          (double)surface.cornerUvs[4]);
    CHECK_INT(repair.otherElements, 2);
    CHECK_INT(repair.degenerateTriangles, 1);
    CHECK_INT(repair.weldedVertices, 1);
    CHECK_INT(repair.unusedVertices, 1);
    CHECK_INT(repair.turnedTriangles, 0);
    gelDestroySurfaceMesh(&surface);
}

static void groups_are_parts_where_there_are_no_objects(void)
{
    gelSurfaceMesh surface;
    writeText(GEL_SCRATCH "/groups.obj",
              "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\ng empty\ng left arm\nf 1 3 2\nv 8 8 8\n");
    if (!loadSurface(GEL_SCRATCH "/groups.obj", &surface, NULL))
        return;
    CHECK_INT(surface.vertexCount, 3);
    CHECK_INT(surface.originalCount, 4);
    CHECK_INT(surface.partCount, 2);
    CHECK(surface.partNames[0][0] == '\0', "it is called '%s'", surface.partNames[0]);
    CHECK(strcmp(surface.partNames[1], "left arm") == 0, "it is called '%s'", surface.partNames[1]);
    CHECK(surface.cornerNormals == NULL && surface.cornerUvs == NULL, "there are normals");
    gelDestroySurfaceMesh(&surface);
}

// The wedge inside out, with normals of either side, and UVs that distinguish corners.
static void turning_a_surface_turns_what_belongs_to_its_corners(void)
{
    for (int inwards = 0; inwards < 2; inwards++) {
        gelSurfaceMesh surface;
        gelSurfaceRepair repair;
        char text[512];
        snprintf(text, sizeof text,
                 "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nvt 0.1 0\nvt 0.2 0\nvt 0.3 0\nvt 0.4 0\nvn 0 0 %d\n"
                 "f 1/1/1 2/2/1 3/3/1\nf 1/1 4/4 2/2\nf 1/1 3/3 4/4\nf 2/2 4/4 3/3\n",
                 inwards ? 1 : -1);
        writeText(GEL_SCRATCH "/turned.obj", text);
        if (!loadSurface(GEL_SCRATCH "/turned.obj", &surface, &repair))
            return;
        CHECK_INT(repair.turnedTriangles, 4);
        CHECK_CLOSE(enclosedBy(&surface), 1, 1e-6, "turned outwards");
        for (int i = 0; i < 12; i++)
            CHECK_CLOSE((double)surface.cornerUvs[2 * i], 0.1 * (surface.triangles[i] + 1), 1e-7, "decimals");
        for (int i = 0; i < 3; i++)
            CHECK_CLOSE((double)surface.cornerNormals[3 * i + 2], -1, 0, "either way it points outwards");
        gelDestroySurfaceMesh(&surface);
    }
}

// A comb with nine teeth, so that most of its corners are reflex. Given in each direction and from each
// corner.
static void a_polygon_with_bays_is_cut_into_triangles_that_cover_it(void)
{
    enum { teeth = 9, corners = 2 * teeth + 3 };
    for (int start = 0; start < 2 * corners; start++) {
        char text[4096] = "";
        int back = start >= corners;
        for (int i = 0; i < corners; i++) {
            bool tooth = i >= 2;
            double x = i == 0 ? 0 : i == 1 ? teeth : teeth - 0.5 * (i - 2), y = tooth ? (i % 2 ? 1 : 5) : 0;
            snprintf(text + strlen(text), sizeof text - strlen(text), "v %g %g %g\n", x, y, 2 * y);
        }
        strcat(text, "v 3 0 -9\nf"); // an apex below makes it a body
        for (int i = 0; i < corners; i++) {
            int at = (start + i) % corners + 1;
            snprintf(text + strlen(text), sizeof text - strlen(text), " %d", back ? corners + 1 - at : at);
        }
        for (int i = 0; i < corners; i++) {
            int a = i + 1, b = (i + 1) % corners + 1;
            snprintf(text + strlen(text), sizeof text - strlen(text), "\nf %d %d %d", back ? a : b,
                     back ? b : a, corners + 1);
        }
        writeText(GEL_SCRATCH "/comb.obj", text);
        gelSurfaceMesh surface;
        if (!loadSurface(GEL_SCRATCH "/comb.obj", &surface, NULL))
            return;
        CHECK_INT(surface.triangleCount, corners - 2 + corners);
        double area = 0;
        int turned = 0;
        for (int t = 0; t < corners - 2; t++) {
            const float* p[3];
            for (int i = 0; i < 3; i++)
                p[i] = &surface.positions[3 * surface.triangles[3 * t + i]];
            double twice = (double)((p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) -
                                    (p[2][0] - p[0][0]) * (p[1][1] - p[0][1]));
            area += twice / 2;
            turned += twice < 0;
        }
        CHECK(turned == 0 || turned == corners - 2, "%d of %d triangles face the other way", turned,
              corners - 2);
        CHECK_CLOSE(fabs(area), teeth * 1 + teeth * 4 * 0.5, 1e-5, "a bar of 1 and teeth of 4, rounding");
        gelDestroySurfaceMesh(&surface);
    }
}

// Around the origin with random radii: bays of all shapes, on a tilted plane.
static void any_star_is_cut_into_triangles_that_face_its_way(void)
{
    enum { corners = 40 };
    static float positions[corners][3];
    int vertices[corners], next[corners], triangles[corners - 2][3];
    uint32_t state = 1;
    for (int turn = 0; turn < 200; turn++) {
        double whole = 0, area = 0, min = INFINITY;
        for (int i = 0; i < corners; i++) {
            state = state * 1664525u + 1013904223u;
            double radius = 0.1 + (double)(state >> 8) / (1 << 24), angle = 2 * acos(-1.0) * i / corners;
            positions[i][0] = (float)(radius * cos(angle));
            positions[i][1] = (float)(radius * sin(angle));
            positions[i][2] = positions[i][0] + 2 * positions[i][1];
            vertices[i] = i;
        }
        for (int i = 0; i < corners; i++) {
            const float *p = positions[i], *q = positions[(i + 1) % corners];
            whole += (double)(p[0] * q[1] - q[0] * p[1]) / 2;
        }
        gelCutPolygon(positions[0], vertices, corners, next, triangles[0]);
        for (int t = 0; t < corners - 2; t++) {
            const float *p = positions[triangles[t][0]], *q = positions[triangles[t][1]],
                        *r = positions[triangles[t][2]];
            double part = (double)((q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1])) / 2;
            area += part;
            min = fmin(min, part);
        }
        CHECK_CLOSE(area, whole, 1e-5, "rounding");
        CHECK(min > -1e-7, "turn %d: a triangle faces the other way, its area is %g", turn, min);
    }
}

// Facet normals only repeat the triangles' orientation; used at corners they would make a ball faceted.
static void the_normals_of_stl_facets_are_not_those_of_corners(void)
{
    NEED_ASSIMP();
    gelSurfaceMesh surface;
    gelSurfaceRepair repair;
    writeText(GEL_SCRATCH "/normals.stl", WEDGE_STL);
    if (!loadSurface(GEL_SCRATCH "/normals.stl", &surface, &repair))
        return;
    CHECK_INT(repair.weldedVertices, 8);
    CHECK(surface.cornerNormals == NULL && surface.cornerUvs == NULL, "there are normals or UVs");
    gelDestroySurfaceMesh(&surface);
}

// Counted by another reader: faces of three corners without those with coincident corners, and vertices by
// position.
static void the_models_of_the_test_data_are_read_whole(void)
{
    static const struct {
        const char* file;
        int vertices, triangles, originals, parts;
    } models[] = {{"Cray_left.obj", 292, 576, 292, 1},
                  {"Havocglass8_left.obj", 84, 164, 84, 1},
                  {"blub_open.obj", 5857, 11648, 5857, 1},
                  {"bumpyDice.obj", 8, 12, 8, 1},
                  {"bunny_10k.obj", 5002, 10000, 5002, 1},
                  {"busted.stl", 1941, 3878, 11634, 1},
                  {"chair_model.obj", 3158, 12756, 3186, 4},
                  {"edge4tri.off", 6, 4, 6, 1},
                  {"fixed_top.ply", 2374, 4772, 2374, 1},
                  {"fuze.obj", 502, 1000, 502, 1},
                  {"hour_glass.off", 259, 512, 259, 1},
                  {"hull_mask.obj", 3996, 7980, 3996, 1},
                  {"multibody.stl", 20, 32, 96, 2},
                  {"openscad_nonmanifold.obj", 657, 1442, 717, 1},
                  {"quadknot.obj", 1440, 2880, 1440, 1},
                  {"rabbit.obj", 644, 1252, 644, 9},
                  {"self_intersectA.obj", 8582, 17160, 8582, 1},
                  {"soup.stl", 300, 100, 300, 1},
                  {"thingi_37322.stl", 18, 32, 96, 1},
                  {"torus.obj", 400, 800, 400, 1}};
    const char* folder = getenv("GEL_DATA");
    NEED_ASSIMP();
    if (folder == NULL)
        SKIP_EVEN_IN_CI("GEL_DATA does not name the folder of public meshes");
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        char path[1024];
        gelSurfaceMesh surface;
        snprintf(path, sizeof path, "%s/surfaces/%s", folder, models[i].file);
        if (!loadSurface(path, &surface, NULL))
            continue;
        CHECK(surface.vertexCount == models[i].vertices && surface.triangleCount == models[i].triangles &&
                  surface.originalCount == models[i].originals && surface.partCount == models[i].parts,
              "%s: %d vertices, %d triangles, %d originals, %d parts", models[i].file, surface.vertexCount,
              surface.triangleCount, surface.originalCount, surface.partCount);
        gelDestroySurfaceMesh(&surface);
    }
}

// In time proportional to the file: with a search through all names for each it would take minutes, and the alarm ends it.
static void many_parts_are_read_and_found_again(void)
{
    enum { partCount = 300000 };
    const char* path = GEL_SCRATCH "/parts.obj";
    FILE* file = fopen(path, "wb");
    CHECK(file != NULL, "%s cannot be written", path);
    if (file == NULL)
        return;
    fprintf(file, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n");
    for (int i = 0; i < partCount + 1000; i++)
        fprintf(file, "o part %d\nf %s\n", i % partCount, i < partCount ? "1 2 3" : "1 2 4");
    fclose(file);
    gelTextReader reader;
    gelSurfaceMesh raw = {0};
    gelSurfaceExtras extras = {0};
    alarm(60);
    CHECK_INT(gelOpenText(path, &reader), gel_success);
    CHECK_INT(gelReadSurfaceObj(&reader, &raw, &extras), gel_success);
    alarm(0);
    gelCloseText(&reader);
    CHECK_INT(raw.partCount, partCount);
    CHECK_INT(raw.triangleCount, partCount + 1000);
    for (int t = 0; t < raw.triangleCount; t += 333)
        CHECK_INT(raw.parts[t], t % partCount);
    gelDestroySurfaceMesh(&raw);
    remove(path);
}

static void a_byte_order_mark_or_a_comment_hides_no_vertex(void)
{
    gelSurfaceMesh surface;
    writeText(GEL_SCRATCH "/mark.obj",
              "\xef\xbb\xbfv 0 0 0\n# C:\\models\\\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\n"
              "f 1 4 3\nf 2 3 4\n");
    if (!loadSurface(GEL_SCRATCH "/mark.obj", &surface, NULL))
        return;
    CHECK_INT(surface.vertexCount, 4);
    CHECK_INT(surface.triangleCount, 4);
    gelDestroySurfaceMesh(&surface);
}

TESTS(TEST(a_wedge_is_the_same_in_every_format), TEST(lines_may_end_with_carriage_returns_alone),
      TEST(off_is_free_in_white_space_and_may_have_colours),
      TEST(normals_and_texture_coordinates_of_off_are_kept),
      TEST(ply_and_off_keep_the_order_of_their_vertices),
      TEST(nodes_place_their_parts_and_turn_normals_with_them),
      TEST(references_lead_to_files_below_the_folder), TEST(an_obj_file_keeps_order_parts_normals_and_uvs),
      TEST(many_parts_are_read_and_found_again), TEST(a_byte_order_mark_or_a_comment_hides_no_vertex),
      TEST(groups_are_parts_where_there_are_no_objects),
      TEST(turning_a_surface_turns_what_belongs_to_its_corners),
      TEST(a_polygon_with_bays_is_cut_into_triangles_that_cover_it),
      TEST(any_star_is_cut_into_triangles_that_face_its_way),
      TEST(the_normals_of_stl_facets_are_not_those_of_corners),
      TEST(the_models_of_the_test_data_are_read_whole))
