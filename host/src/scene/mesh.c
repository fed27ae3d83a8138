#include "scene/mesh.h"
#include "common/usual_size.h"
#include "mesh/mesh.h"
#include "scene/contents/files.h"
#include "scene/mesh_list.h"
#include "scene/meshing.h"
#include "scene/sheet.h"
#include "scene/contents/tables.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef enum ShapeKind {
    shapeBox,
    shapeBeam,
    shapeSphere,
    shapeTorus,
    shapeCloth,
    shapeRope,
    shapeBalloon
} ShapeKind;

typedef struct Shape {
    int type;
    gelVec3 size;
    int cells[3];
    float radius, ringRadius, tubeRadius, sizeX, sizeZ, length;
    int cellsX, cellsZ, segments, subdivisions;
} Shape;

static const char* const allTypes[] = {"box", "beam", "sphere", "torus", "cloth", "rope", "balloon", NULL};
static const char* const boxTypes[] = {"box", "beam", NULL};
static const char* const sphereTypes[] = {"sphere", NULL};
static const char* const torusTypes[] = {"torus", NULL};
static const char* const clothTypes[] = {"cloth", NULL};
static const char* const ropeTypes[] = {"rope", NULL};
static const char* const balloonTypes[] = {"balloon", NULL};

// The type chooses the table, so here it only has to be a known key; readShape sets it again. A length below
// a micrometre or above ten kilometres is a typing error.
#define TYPE(list) GEL_FIELD("type", Choice, Shape, type, .required = true, .choices = (list))
#define LENGTH(member) GEL_FIELD(#member, Number, Shape, member, .required = true, GEL_RANGE(1e-6, 1e4))
#define CELLS(min, max) GEL_FIELD("cells", Integer, Shape, cells, .required = true, GEL_RANGE(min, max))

static const gelJsonField boxFields[] = {
    TYPE(boxTypes),
    GEL_FIELD("size", Vector, Shape, size, .required = true, GEL_RANGE(1e-6, 1e4)),
    GEL_FIELD("cells", Counts, Shape, cells, .required = true, GEL_RANGE(1, 1000)),
};
static const gelJsonField sphereFields[] = {TYPE(sphereTypes), LENGTH(radius), CELLS(2, 200)};
static const gelJsonField torusFields[] = {TYPE(torusTypes), LENGTH(ringRadius), LENGTH(tubeRadius),
                                           CELLS(2, 100)};
#define CLOTH_CELLS(member) GEL_FIELD(#member, Integer, Shape, member, .required = true, GEL_RANGE(1, 1000))
static const gelJsonField clothFields[] = {TYPE(clothTypes), LENGTH(sizeX), LENGTH(sizeZ),
                                           CLOTH_CELLS(cellsX), CLOTH_CELLS(cellsZ)};
static const gelJsonField ropeFields[] = {
    TYPE(ropeTypes),
    LENGTH(length),
    GEL_FIELD("segments", Integer, Shape, segments, .required = true, GEL_RANGE(1, 100000)),
};
static const gelJsonField balloonFields[] = {
    TYPE(balloonTypes),
    LENGTH(radius),
    GEL_FIELD("subdivisions", Integer, Shape, subdivisions, .required = true, GEL_RANGE(0, 7)),
};

const gelJsonTable gelBoxTable = GEL_TABLE("box", boxFields);
const gelJsonTable gelSphereTable = GEL_TABLE("sphere", sphereFields);
const gelJsonTable gelTorusTable = GEL_TABLE("torus", torusFields);
const gelJsonTable gelClothTable = GEL_TABLE("cloth", clothFields);
const gelJsonTable gelRopeTable = GEL_TABLE("rope", ropeFields);
const gelJsonTable gelBalloonTable = GEL_TABLE("balloon", balloonFields);

static gelStatus refuseToRefine(const gelJsonNode* node, const char* reason)
{
    gelFailJsonText(node, "%s", reason);
    return gel_unsupported;
}

// Multiplies the cells along one direction by `factor`. `max` is the shape's limit.
static gelStatus refineCells(const gelJsonNode* node, double factor, int min, double max, int* cells)
{
    double wanted = factor * *cells;
    if (!(wanted >= min && wanted <= max && floor(wanted) == wanted))
        return refuseToRefine(node, "its cells are then not a whole number, or too few");
    *cells = (int)wanted;
    return gel_success;
}

// The mesh and the skin that a surface becomes.
static gelStatus addSurface(gelScene* scene, const char* path, const gelJsonNode* node,
                            const gelJsonNode* meshing, int* mesh, int* skin)
{
    gelMesherDef def = gelDefaultMesherDef();
    gelStatus status = meshing->item != NULL ? gelReadMeshing(meshing, &def) : gel_success;
    if (status != gel_success)
        return status;
    gelRefineMeshing(scene, &def);
    for (int k = 0; k < 3 && def.cage[k] > 0 && scene->cellFactor != 1.0 && status == gel_success; k++)
        status = refineCells(meshing, scene->cellFactor, 1, 100.0, &def.cage[k]);
    if (status != gel_success)
        return status;
    size_t size = strlen(path) + 256;
    char* key = gelAllocate(size, 1);
    if (key == NULL)
        return gelFailMemory(size, 1);
    snprintf(key, size, "%s %d %a %a %d %d %d %d %d", path, def.tetCount, (double)def.cellSize,
             (double)def.sheetThickness, def.hollow, def.conform, def.cage[0], def.cage[1], def.cage[2]);
    *mesh = gelFindSceneMesh(scene, key);
    *skin = gelFindSceneSkin(scene, key);
    if (*mesh < 0 && (status = gelFillSceneSurface(scene, path, &def, key, mesh, skin)) != gel_success)
        gelFailJsonCause(node, status);
    gelFree(key);
    return status;
}

static gelStatus addTets(gelScene* scene, const char* path, const gelJsonNode* node, int* mesh)
{
    *mesh = gelFindSceneMesh(scene, path);
    if (*mesh >= 0)
        return gel_success;
    gelTetMesh loaded;
    gelStatus status = gelLoadTetMesh(path, &loaded, NULL);
    return status == gel_success ? gelAddSceneMesh(scene, path, &loaded, mesh)
                                 : gelFailJsonCause(node, status);
}

gelStatus gelAddSceneFile(gelScene* scene, const gelJsonNode* node, const gelJsonNode* meshing, int* mesh,
                          int* skin)
{
    char* path;
    gelStatus status = gelReadScenePath(scene, node, "the path of a mesh file", &path);
    if (status != gel_success)
        return status;
    if (gelIsSurfacePath(path))
        status = addSurface(scene, path, node, meshing, mesh, skin);
    else if (scene->cellFactor != 1.0)
        status = refuseToRefine(node, "the tets are those of a file");
    else if (meshing->item == NULL)
        status = addTets(scene, path, node, mesh);
    else
        status = gelFailJsonText(meshing,
                                 "only surfaces are filled with tets, and the extension of \"%.200s\" "
                                 "says that it holds tets already",
                                 node->item->valuestring);
    if (status == gel_success)
        gelRecordMeshFile(scene, *mesh, path, gelIsSurfacePath(path) ? 1 + *skin : 0);
    else
        gelFree(path);
    return status;
}

static gelStatus clampSkin(const gelTetMesh* mesh, gelSceneSkin* skin)
{
    const gelSurfaceMesh* surface = &skin->surface;
    gelStatus status = gelCreateEmbedding(mesh, surface->positions, surface->vertexCount, &skin->embedding);
    if (status == gel_success)
        gelClampEmbedding(mesh, &skin->embedding);
    else
        gelDestroySurfaceMesh(&skin->surface);
    return status;
}

static gelStatus addSkin(gelScene* scene, const char* path, const gelJsonNode* node, int clampedTo, int* skin)
{
    size_t size = strlen(path) + 32;
    char* key = gelAllocate(size, 1);
    if (key == NULL)
        return gelFailMemory(size, 1);
    int length = snprintf(key, size, "%s", path);
    if (clampedTo >= 0)
        snprintf(key + length, size - (size_t)length, " clamped to %d", clampedTo);
    *skin = gelFindSceneSkin(scene, key);
    gelStatus status = gel_success;
    if (*skin < 0) {
        gelSceneSkin added = {0};
        status = gelLoadSurfaceMesh(path, &added.surface, NULL);
        if (status == gel_success && clampedTo >= 0)
            status = clampSkin(&scene->meshes[clampedTo].mesh, &added);
        status = status == gel_success ? gelAddSceneSurface(scene, key, &added, skin)
                                       : gelFailJsonCause(node, status);
    }
    gelFree(key);
    return status;
}

gelStatus gelAddSceneSkin(gelScene* scene, const gelJsonNode* node, int clampedTo, int* skin)
{
    char* path;
    gelStatus status = gelReadScenePath(scene, node, "the path of a surface file", &path);
    if (status == gel_success)
        status = addSkin(scene, path, node, clampedTo, skin);
    gelFree(path);
    return status;
}

static gelStatus readShape(const gelJsonNode* node, Shape* shape)
{
    static const gelJsonTable* const tables[] = {&gelBoxTable,    &gelBoxTable,   &gelSphereTable,
                                                 &gelTorusTable,  &gelClothTable, &gelRopeTable,
                                                 &gelBalloonTable};
    int kind;
    gelStatus status = gelReadJsonTyped(
        node, allTypes, "one of box, beam, sphere, torus, cloth, rope, balloon", tables, shape, &kind);
    shape->type = kind;
    return status;
}

static gelStatus makeShape(const Shape* shape, gelTetMesh* mesh)
{
    const int* cells = shape->cells;
    switch ((ShapeKind)shape->type) {
        case shapeSphere:
            return gelCreateSphereMesh(shape->radius, cells[0], mesh);
        case shapeTorus:
            return gelCreateTorusMesh(shape->ringRadius, shape->tubeRadius, cells[0], mesh);
        default:
            return gelCreateBoxMesh(shape->size, cells[0], cells[1], cells[2], mesh);
    }
}

// A typing error in the cells must not exhaust memory; five tets per cell.
static gelStatus checkCells(const gelJsonNode* node, const Shape* shape)
{
    enum { maxCells = 20000000 };
    const int* cells = shape->cells;
    double ring = shape->type == shapeTorus ? (double)shape->ringRadius / (double)shape->tubeRadius : 0;
    if (shape->type >= shapeCloth)
        return gel_success;
    double count = shape->type <= shapeBeam     ? (double)cells[0] * cells[1] * cells[2]
                   : shape->type == shapeSphere ? (double)cells[0] * cells[0] * cells[0]
                                                : (ring + 1) * (ring + 1) * cells[0] * cells[0] * cells[0];
    if (count > maxCells)
        return gelFailJsonText(node, "expected at most %d lattice cells, found %.3g", maxCells, count);
    return gel_success;
}

static gelStatus refineShape(const gelJsonNode* node, double factor, Shape* shape)
{
    if (shape->type == shapeBalloon)
        return refuseToRefine(node, "the triangles of a balloon are cut by halves alone");
    if (shape->type == shapeRope)
        return refineCells(node, factor, 1, 100000.0, &shape->segments);
    if (shape->type == shapeCloth) {
        gelStatus status = refineCells(node, factor, 1, 1000.0, &shape->cellsX);
        return status == gel_success ? refineCells(node, factor, 1, 1000.0, &shape->cellsZ) : status;
    }
    int min = shape->type <= shapeBeam ? 1 : 2;
    for (int k = 0; k < 3; k++) {
        bool counts = k == 0 || shape->type <= shapeBeam;
        gelStatus status = counts ? refineCells(node, factor, min, 1e6, &shape->cells[k]) : gel_success;
        if (status != gel_success)
            return status;
        shape->cells[k] = counts ? shape->cells[k] : 0;
    }
    return gel_success;
}

static gelStatus addCloth(gelScene* scene, const gelJsonNode* node, const Shape* shape, const char* key,
                          int* mesh)
{
    gelSurfaceMesh surface;
    gelStatus status =
        shape->type == shapeBalloon
            ? gelCreateSphereSurface(shape->radius, shape->subdivisions, &surface)
            : gelCreateSheetSurface(shape->sizeX, shape->sizeZ, shape->cellsX, shape->cellsZ, &surface);
    if (status == gel_success)
        status = gelAddSceneSheet(scene, key, &surface, mesh);
    return status == gel_success ? status : gelFailJsonCause(node, status);
}

static gelStatus addRope(gelScene* scene, const gelJsonNode* node, const Shape* shape, const char* key,
                         int* mesh)
{
    gelLineMesh lines;
    gelStatus status = gelCreateStraightLine(shape->length, shape->segments, &lines);
    if (status == gel_success)
        status = gelAddSceneRope(scene, key, &lines, mesh);
    return status == gel_success ? status : gelFailJsonCause(node, status);
}

gelStatus gelAddSceneShape(gelScene* scene, const gelJsonNode* node, int* mesh)
{
    Shape shape = {0};
    gelStatus status = readShape(node, &shape);
    if (status == gel_success && scene->cellFactor != 1.0)
        status = refineShape(node, scene->cellFactor, &shape);
    if (status == gel_success)
        status = checkCells(node, &shape);
    if (status != gel_success)
        return status;
    char key[384];
    snprintf(key, sizeof key, "%s %a %a %a %d %d %d %a %a %a %a %a %d %d %a %d %d", allTypes[shape.type],
             (double)shape.size.x, (double)shape.size.y, (double)shape.size.z, shape.cells[0], shape.cells[1],
             shape.cells[2], (double)shape.radius, (double)shape.ringRadius, (double)shape.tubeRadius,
             (double)shape.sizeX, (double)shape.sizeZ, shape.cellsX, shape.cellsZ, (double)shape.length,
             shape.segments, shape.subdivisions);
    *mesh = gelFindSceneMesh(scene, key);
    if (*mesh >= 0)
        return gel_success;
    gelTetMesh made;
    if (shape.type == shapeCloth || shape.type == shapeBalloon)
        return addCloth(scene, node, &shape, key, mesh);
    if (shape.type == shapeRope)
        return addRope(scene, node, &shape, key, mesh);
    status = makeShape(&shape, &made);
    return status == gel_success ? gelAddSceneMesh(scene, key, &made, mesh) : gelFailJsonCause(node, status);
}

gelStatus gelReadSceneRows(const gelJsonNode* node, const gelJsonField* element, int width, void** values,
                           int* count)
{
    *values = NULL;
    if (!cJSON_IsArray(node->item) || node->item->child == NULL)
        return gelFailJson(node,
                           width == 3 ? "an array of vertices [x, y, z]" : "an array of tets [a, b, c, d]");
    *count = cJSON_GetArraySize(node->item);
    size_t rowSize = (size_t)width * (element->kind == gel_jsonInteger ? sizeof(int) : sizeof(float));
    *values = gelAllocate((size_t)*count, rowSize);
    if (*values == NULL)
        return gelFailMemory((size_t)*count, rowSize);
    int i = 0;
    for (const cJSON* item = node->item->child; item != NULL; item = item->next, i++) {
        gelJsonNode row = gelJsonChild(node, item, i);
        gelStatus status = gelReadJsonArray(&row, element, width, (char*)*values + (size_t)i * rowSize);
        if (status != gel_success)
            return status;
    }
    return gel_success;
}

gelStatus gelAddSceneArrays(gelScene* scene, const gelJsonNode* vertices, const gelJsonNode* tets, int* mesh)
{
    gelJsonField coordinate = {.kind = gel_jsonNumber, GEL_RANGE(-1e5, 1e5)};
    gelJsonField corner = {.kind = gel_jsonInteger};
    void* positions = NULL;
    void* corners = NULL;
    int vertexCount = 0;
    int tetCount = 0;
    gelTetMesh made;
    if (scene->cellFactor != 1.0)
        return refuseToRefine(tets, "the tets are listed");
    gelStatus status = gelReadSceneRows(vertices, &coordinate, 3, &positions, &vertexCount);
    if (status == gel_success) {
        corner.range.max = vertexCount - 1;
        status = gelReadSceneRows(tets, &corner, 4, &corners, &tetCount);
    }
    if (status == gel_success) {
        status = gelCreateTetMesh(positions, vertexCount, corners, tetCount, NULL, &made, NULL);
        status = status == gel_success ? gelAddSceneMesh(scene, NULL, &made, mesh)
                                       : gelFailJsonCause(tets, status);
    }
    gelFree(positions);
    gelFree(corners);
    return status;
}

void gelHintAtUnit(const char* file, float scale, const float* positions, int count)
{
    double size = (double)gelLongestSide(positions, count);
    if (file == NULL || scale != 1.0f)
        return;
    if (size > GEL_USUAL_MAXIMUM)
        gelLog(
            gel_logWarning,
            "%s: %.3g m long, expected 1 mm to 20 m: if it is in millimetres, \"scale\": 0.001 makes it %.3g m",
            file, size, 1e-3 * size);
    else if (size < GEL_USUAL_MINIMUM)
        gelLog(gel_logWarning, "%s: %.3g m long, expected 1 mm to 20 m: \"scale\" converts from another unit",
               file, size);
}
