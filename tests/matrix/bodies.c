// One row per kind of body: cubes of 1 m with vertices on halves, a square of 1 m, a line of 1 m.
#include "matrix/matrix.h"

#include "support/files.h"
#include "support/fixtures.h"

#define CLOTH_MATERIAL "\"material\":{\"thickness\":0.01,\"youngModulus\":1e6"

const BodyKind bodyKinds[row_count] = {
    {"tets", "tets", "\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[2,2,2]}", 6.0, 1.0},
    {"filled", "filled surface", "\"mesh\":\"cube.obj\",\"meshing\":{\"tets\":50}", 6.0, 1.0},
    {"closed", "closed cloth", "\"mesh\":\"cube.obj\",\"as\":\"cloth\"," CLOTH_MATERIAL "}", 6.0, 1.0},
    {"balloon", "cloth with gas",
     "\"mesh\":\"cube.obj\",\"as\":\"cloth\"," CLOTH_MATERIAL ",\"filling\":\"gas\",\"pressure\":500}", 6.0,
     1.0},
    {"open", "open cloth",
     "\"shape\":{\"type\":\"cloth\",\"sizeX\":1,\"sizeZ\":1,\"cellsX\":4,\"cellsZ\":4}," CLOTH_MATERIAL "}",
     1.0, 0.0},
    {"rope", "rope",
     "\"shape\":{\"type\":\"rope\",\"length\":1,\"segments\":8},\"material\":{\"thickness\":0.05,"
     "\"youngModulus\":1e6}",
     0.0, 0.0},
    {"cage", "cage", "\"mesh\":\"cube.obj\",\"meshing\":{\"cage\":[2,2,2]}", 6.0, 1.0},
    {"obstacle", "obstacle", "\"mesh\":\"cube.obj\"", 6.0, 1.0},
};

void setMaterialOf(BodyRow row, gelMaterial* material)
{
    *material = gelDefaultMaterial();
    if (row == row_closed || row == row_balloon || row == row_open || row == row_rope) {
        material->thickness = row == row_rope ? 0.05f : 0.01f;
        material->youngModulus = 1e6f;
    }
    if (row == row_balloon) {
        material->filling = gel_filledWithGas;
        material->pressure = 500.0f;
    }
}

// A cube with two by two squares on each side: 26 vertices on halves, 48 triangles.
enum { cubeCorners = 6 * 9, cubeTriangles = 48 };

static void fillCube(float positions[cubeCorners][3], int triangles[cubeTriangles][3])
{
    for (int side = 0; side < 6; side++) {
        int axis = side / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        float outer = side % 2 == 0 ? -0.5f : 0.5f;
        for (int i = 0; i < 9; i++) {
            float* x = positions[9 * side + i];
            x[axis] = outer;
            x[u] = 0.5f * (float)(i % 3) - 0.5f;
            x[v] = 0.5f * (float)(i / 3) - 0.5f;
        }
        for (int i = 0; i < 8; i++) {
            int a = 9 * side + i / 2 % 2 + 3 * (i / 4), *t = triangles[8 * side + i];
            int b = i % 2 == 0 ? a + 1 : a + 4, c = i % 2 == 0 ? a + 4 : a + 3;
            t[0] = a;
            t[1] = side % 2 == 0 ? c : b;
            t[2] = side % 2 == 0 ? b : c;
        }
    }
}

static void makeCube(gelSurfaceMesh* cube)
{
    float positions[cubeCorners][3];
    int triangles[cubeTriangles][3];
    gelSurfaceMesh sewn;
    fillCube(positions, triangles);
    REQUIRE(gelCreateSurfaceMesh(positions[0], cubeCorners, triangles[0], cubeTriangles, &sewn, NULL));
    REQUIRE(gelCreateSurfaceMesh(sewn.positions, sewn.vertexCount, sewn.triangles, sewn.triangleCount, cube,
                                 NULL));
    gelDestroySurfaceMesh(&sewn);
}

void writeBodyFiles(const char* folder)
{
    char path[1024], text[8192];
    gelSurfaceMesh cube;
    size_t length = 0;
    makeCube(&cube);
    for (int i = 0; i < cube.vertexCount; i++) {
        const float* x = &cube.positions[3 * i];
        length += (size_t)snprintf(text + length, sizeof text - length, "v %g %g %g\n", (double)x[0],
                                   (double)x[1], (double)x[2]);
    }
    for (int i = 0; i < cube.triangleCount; i++) {
        const int* t = &cube.triangles[3 * i];
        length += (size_t)snprintf(text + length, sizeof text - length, "f %d %d %d\n", t[0] + 1, t[1] + 1,
                                   t[2] + 1);
    }
    snprintf(path, sizeof path, "%s/cube.obj", folder);
    writeText(path, text);
    gelDestroySurfaceMesh(&cube);
}

static gelStatus createSkinned(gelWorld* world, BodyRow row, const gelBodyDef* def, gelBodyId* id)
{
    gelSurfaceMesh cube;
    gelTetMesh mesh;
    gelEmbedding embedding;
    gelMesherDef mesher = gelDefaultMesherDef();
    makeCube(&cube);
    mesher.tetCount = 50;
    mesher.threads = 1;
    for (int i = 0; i < 3 && row == row_cage; i++)
        mesher.cage[i] = 2;
    REQUIRE(gelCreateMeshFromSurface(&cube, &mesher, &mesh, &embedding, NULL));
    gelStatus status = gelCreateBody(world, def, &mesh, id);
    if (status == gel_success)
        status = gelBody_SetSkin(world, *id, &cube, &embedding);
    gelDestroyEmbedding(&embedding);
    gelDestroyTetMesh(&mesh);
    gelDestroySurfaceMesh(&cube);
    return status;
}

// An obstacle has no material: a body's differing from the default is set, to see it refused.
static gelStatus createObstacle(gelWorld* world, const gelBodyDef* def, gelBodyId* id)
{
    gelSurfaceMesh cube;
    gelObstacleDef obstacle = gelDefaultObstacleDef();
    gelMaterial usual = gelDefaultMaterial();
    makeCube(&cube);
    obstacle.position = def->position;
    obstacle.rotation = def->rotation;
    obstacle.friction = usual.friction = def->material.friction;
    obstacle.restitution = usual.restitution = def->material.restitution;
    gelStatus status = gelCreateObstacle(world, &obstacle, &cube, id);
    gelDestroySurfaceMesh(&cube);
    if (status == gel_success && memcmp(&usual, &def->material, sizeof usual) != 0)
        status = gelBody_SetMaterial(world, *id, &def->material);
    if (status == gel_success && def->selfContact)
        status = gelBody_SetSelfContact(world, *id, true);
    if (status == gel_success && def->unbreakable)
        status = gelBody_SetUnbreakable(world, *id, true);
    return status;
}

gelStatus createBody(gelWorld* world, BodyRow row, const gelBodyDef* def, gelBodyId* id)
{
    gelStatus status;
    if (row == row_tets) {
        gelTetMesh mesh;
        REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 2, 2, 2, &mesh));
        status = gelCreateBody(world, def, &mesh, id);
        gelDestroyTetMesh(&mesh);
    } else if (row == row_rope) {
        gelLineMesh line;
        REQUIRE(gelCreateStraightLine(1.0f, 8, &line));
        status = gelCreateRope(world, def, &line, id);
        gelDestroyLineMesh(&line);
    } else if (row == row_filled || row == row_cage) {
        status = createSkinned(world, row, def, id);
    } else if (row == row_obstacle) {
        status = createObstacle(world, def, id);
    } else {
        gelSurfaceMesh surface;
        if (row == row_open)
            REQUIRE(gelCreateSheetSurface(1.0f, 1.0f, 4, 4, &surface));
        else
            makeCube(&surface);
        status = gelCreateSheet(world, def, &surface, id);
        gelDestroySurfaceMesh(&surface);
    }
    return status;
}

static void rotate(gelQuat q, const float v[3], double turned[3])
{
    double a[3] = {(double)q.x, (double)q.y, (double)q.z}, w = (double)q.w, t[3];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        t[i] = 2.0 * (a[j] * (double)v[k] - a[k] * (double)v[j]);
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        turned[i] = (double)v[i] + w * t[i] + a[j] * t[k] - a[k] * t[j];
    }
}

int visibleTriangles(const Cell* cell, double (*triangles)[3][3])
{
    gelSurfaceMesh surface;
    if (cell->row == row_rope)
        return 0;
    if (cell->row == row_open)
        REQUIRE(gelCreateSheetSurface(1.0f, 1.0f, 4, 4, &surface));
    else // the box of tets, too, has its corners, although other diagonals
        makeCube(&surface);
    int count = surface.triangleCount;
    for (int i = 0; i < 3 * count; i++) {
        double* x = triangles[i / 3][i % 3];
        rotate(cell->body.rotation, &surface.positions[3 * surface.triangles[i]], x);
        x[0] += (double)cell->body.position.x;
        x[1] += (double)cell->body.position.y;
        x[2] += (double)cell->body.position.z;
    }
    gelDestroySurfaceMesh(&surface);
    return count;
}
