// The shapes of a scene's obstacles: generated, or made from points, a mesh, a picture or distances.
#include "scene/contents/files.h"
#include "scene/mesh.h"
#include "scene/obstacle.h"
#include "scene/contents/tables.h"

#include <string.h>

typedef enum ShapeKind {
    shapeBox,
    shapeSphere,
    shapeCylinder,
    shapeCapsule,
    shapeSheet,
    shapeHull,
    shapeHeightfield,
    shapeDistanceField
} ShapeKind;

typedef struct ShapeDraft {
    int type;
    gelVec3 size;
    float radius, length, sizeX, sizeZ, lowest, highest;
    int segments, subdivisions;
    const cJSON *points, *mesh, *picture, *file;
} ShapeDraft;

static const char* const allTypes[] = {"box",  "sphere",      "cylinder",      "capsule", "sheet",
                                       "hull", "heightfield", "distanceField", NULL};
static const char* const boxTypes[] = {"box", NULL};
static const char* const sphereTypes[] = {"sphere", NULL};
static const char* const roundTypes[] = {"cylinder", "capsule", NULL};
static const char* const sheetTypes[] = {"sheet", NULL};
static const char* const hullTypes[] = {"hull", NULL};
static const char* const heightfieldTypes[] = {"heightfield", NULL};
static const char* const distanceFieldTypes[] = {"distanceField", NULL};

// The type chooses the table; readShape sets it again.
#define TYPE(list) GEL_FIELD("type", Choice, ShapeDraft, type, .required = true, .choices = (list))
#define LENGTH(member) GEL_FIELD(#member, Number, ShapeDraft, member, .required = true, GEL_RANGE(1e-6, 1e4))
#define HEIGHT(member) GEL_FIELD(#member, Number, ShapeDraft, member, GEL_RANGE(-1e4, 1e4))

static const gelJsonField boxFields[] = {
    TYPE(boxTypes),
    GEL_FIELD("size", Vector, ShapeDraft, size, .required = true, GEL_RANGE(1e-6, 1e4)),
};
static const gelJsonField sphereFields[] = {
    TYPE(sphereTypes),
    LENGTH(radius),
    GEL_FIELD("subdivisions", Integer, ShapeDraft, subdivisions, GEL_RANGE(0, 7)),
};
static const gelJsonField roundFields[] = {
    TYPE(roundTypes),
    LENGTH(radius),
    LENGTH(length),
    GEL_FIELD("segments", Integer, ShapeDraft, segments, GEL_RANGE(4, 1024)),
};
static const gelJsonField sheetFields[] = {TYPE(sheetTypes), LENGTH(sizeX), LENGTH(sizeZ)};
static const gelJsonField hullFields[] = {
    TYPE(hullTypes),
    GEL_FIELD("points", Item, ShapeDraft, points, .required = false),
    GEL_FIELD("mesh", Item, ShapeDraft, mesh, .required = false),
};
static const gelJsonField heightfieldFields[] = {
    TYPE(heightfieldTypes), GEL_FIELD("picture", Item, ShapeDraft, picture, .required = true),
    LENGTH(sizeX),          LENGTH(sizeZ),
    HEIGHT(lowest),         HEIGHT(highest),
};

static const gelJsonField distanceFieldFields[] = {
    TYPE(distanceFieldTypes),
    GEL_FIELD("file", Item, ShapeDraft, file, .required = true),
};

const gelJsonTable gelObstacleBoxTable = GEL_TABLE("obstacleBox", boxFields);
const gelJsonTable gelObstacleSphereTable = GEL_TABLE("obstacleSphere", sphereFields);
const gelJsonTable gelObstacleRoundTable = GEL_TABLE("obstacleRound", roundFields);
const gelJsonTable gelObstacleSheetTable = GEL_TABLE("obstacleSheet", sheetFields);
const gelJsonTable gelObstacleHullTable = GEL_TABLE("obstacleHull", hullFields);
const gelJsonTable gelObstacleHeightfieldTable = GEL_TABLE("obstacleHeightfield", heightfieldFields);
const gelJsonTable gelObstacleDistanceFieldTable = GEL_TABLE("obstacleDistanceField", distanceFieldFields);

static gelStatus readShape(const gelJsonNode* node, ShapeDraft* shape)
{
    static const gelJsonTable* const tables[] = {
        [shapeBox] = &gelObstacleBoxTable,
        [shapeSphere] = &gelObstacleSphereTable,
        [shapeCylinder] = &gelObstacleRoundTable,
        [shapeCapsule] = &gelObstacleRoundTable,
        [shapeSheet] = &gelObstacleSheetTable,
        [shapeHull] = &gelObstacleHullTable,
        [shapeHeightfield] = &gelObstacleHeightfieldTable,
        [shapeDistanceField] = &gelObstacleDistanceFieldTable,
    };
    int kind;
    gelStatus status = gelReadJsonTyped(
        node, allTypes, "one of box, sphere, cylinder, capsule, sheet, hull, heightfield, distanceField",
        tables, shape, &kind);
    shape->type = kind;
    return status;
}

gelStatus gelLoadSceneObstacleMesh(const gelJsonNode* node, gelScene* scene, gelSceneObstacle* obstacle)
{
    gelStatus status = gelReadScenePath(scene, node, "the path of a surface file", &obstacle->file);
    if (status == gel_success &&
        (status = gelLoadSurfaceMesh(obstacle->file, &obstacle->surface, NULL)) != gel_success)
        gelFailJsonCause(node, status);
    return status;
}

// Creates the convex hull of points from a file. Bad points are an error of the file, not of the
// program.
static gelStatus makeHullAt(const gelJsonNode* node, const float* points, int count, gelSurfaceMesh* surface)
{
    gelStatus status = gelCreateHullSurface(points, count, surface);
    if (status == gel_success)
        return status;
    gelFailJsonCause(node, status);
    return status == gel_invalidArgument ? gel_formatError : status;
}

static gelStatus makeHullOfMesh(const gelJsonNode* node, gelScene* scene, gelSceneObstacle* obstacle)
{
    gelStatus status = gelLoadSceneObstacleMesh(node, scene, obstacle);
    if (status != gel_success)
        return status;
    gelSurfaceMesh mesh = obstacle->surface;
    obstacle->surface = (gelSurfaceMesh){0};
    status = makeHullAt(node, mesh.positions, mesh.vertexCount, &obstacle->surface);
    gelDestroySurfaceMesh(&mesh);
    return status;
}

static gelStatus makeHullOfPoints(const gelJsonNode* node, gelSurfaceMesh* surface)
{
    gelJsonField coordinate = {.kind = gel_jsonNumber, GEL_RANGE(-1e5, 1e5)};
    void* points;
    int count;
    gelStatus status = gelReadSceneRows(node, &coordinate, 3, &points, &count);
    if (status == gel_success)
        status = makeHullAt(node, points, count, surface);
    gelFree(points);
    return status;
}

static gelStatus makeHull(const gelJsonNode* node, const ShapeDraft* shape, gelScene* scene,
                          gelSceneObstacle* obstacle)
{
    gelJsonNode points = gelJsonChild(node, shape->points, -1), mesh = gelJsonChild(node, shape->mesh, -1);
    if ((shape->points != NULL) == (shape->mesh != NULL))
        return gelFailJsonText(node, "expected exactly one of points and mesh");
    return shape->points != NULL ? makeHullOfPoints(&points, &obstacle->surface)
                                 : makeHullOfMesh(&mesh, scene, obstacle);
}

static gelStatus makeHeightfield(const gelJsonNode* node, const ShapeDraft* shape, gelScene* scene,
                                 gelSurfaceMesh* surface)
{
    gelJsonNode picture = gelJsonChild(node, shape->picture, -1);
    char* path;
    gelStatus status = gelReadScenePath(scene, &picture, "the path of a grey .png picture", &path);
    if (status == gel_success) {
        status = gelLoadHeightfieldSurface(path, shape->sizeX, shape->sizeZ, shape->lowest, shape->highest,
                                           surface);
        if (status != gel_success)
            gelFailJsonCause(&picture, status);
    }
    gelFree(path);
    return status;
}

static gelStatus makeDistanceField(const gelJsonNode* node, const ShapeDraft* shape, gelScene* scene,
                                   gelSceneObstacle* obstacle)
{
    gelJsonNode file = gelJsonChild(node, shape->file, -1);
    gelStatus status = gelReadScenePath(scene, &file, "the path of a distance field, .sdf", &obstacle->file);
    if (status == gel_success &&
        (status = gelLoadDistanceFieldSurface(obstacle->file, &obstacle->surface)) != gel_success)
        gelFailJsonCause(&file, status);
    return status;
}

gelStatus gelMakeSceneObstacleShape(const gelJsonNode* node, gelScene* scene, gelSceneObstacle* obstacle)
{
    gelSurfaceMesh* surface = &obstacle->surface;
    ShapeDraft shape = {.segments = 32, .subdivisions = 3, .highest = 1.0f};
    gelStatus status = readShape(node, &shape);
    if (status != gel_success)
        return status;
    switch ((ShapeKind)shape.type) {
        case shapeBox:
            status = gelCreateBoxSurface(shape.size, surface);
            break;
        case shapeSphere:
            status = gelCreateSphereSurface(shape.radius, shape.subdivisions, surface);
            break;
        case shapeCylinder:
            status = gelCreateCylinderSurface(shape.radius, shape.length, shape.segments, surface);
            break;
        case shapeCapsule:
            status = gelCreateCapsuleSurface(shape.radius, shape.length, shape.segments, surface);
            break;
        case shapeSheet:
            status = gelCreateSheetSurface(shape.sizeX, shape.sizeZ, 1, 1, surface);
            break;
        case shapeHull:
            return makeHull(node, &shape, scene, obstacle);
        case shapeHeightfield:
            return makeHeightfield(node, &shape, scene, surface);
        case shapeDistanceField:
            return makeDistanceField(node, &shape, scene, obstacle);
    }
    return status == gel_success ? status : gelFailJsonCause(node, status);
}
