// What a scene file is turned into; shared by the reader and the creation of bodies.
#pragma once

#include "gel/body.h"
#include "gel/input.h"
#include "gel/mesher.h"
#include "gel/skin.h"
#include "base/json.h"

typedef enum gelPinKind { gel_pinVertices, gel_pinBox, gel_pinBelow } gelPinKind;

typedef struct gelScenePin {
    gelPinKind kind;
    int* vertices; // of the mesh
    int vertexCount;
    gelVec3 lower, upper;
    float height;
} gelScenePin;

typedef enum gelSquash { gel_noSquash, gel_squashToOrigin, gel_squashToHeight } gelSquash;

typedef struct gelSceneBody {
    gelBodyDef def;
    int mesh; // index in the scene's meshes
    int skin; // index in the scene's skins, -1 for none
    int count[3];
    gelVec3 spacing;
    gelScenePin* pins;
    int pinCount;
    gelSquash squash;
    float squashHeight;
} gelSceneBody;

// Bodies that name the same file or the same shape share a mesh.
typedef struct gelSceneMesh {
    char* key; // path or parameters; NULL for a mesh written into the scene
    gelTetMesh mesh;
} gelSceneMesh;

// Bodies that name the same file share a surface.
typedef struct gelSceneSkin {
    char* key; // path, and how its tets were made or which it is clamped to
    gelSurfaceMesh surface;
    gelEmbedding embedding; // in the mesh that was made for it or that it is clamped to; else empty
} gelSceneSkin;

struct gelScene {
    char* file; // as it was given
    char name[104];
    float timeStep;
    gelWorldDef worldDef;
    gelSceneMesh* meshes;
    int meshCount;
    gelSceneSkin* skins;
    int skinCount;
    gelSceneBody* bodies;
    int bodyCount;
    gelEvent* events; // by frame
    int eventCount;
    char* eventFile;        // the one they were read from
    int64_t recordedFrames; // 0 for a scene that is no recording
    uint64_t recordedHash;
};

// Fills an empty scene from a JSON file; what was filled before a failure is left for gelDestroyScene.
gelStatus gelReadScene(const char* path, gelScene* scene);
// The same from any file that may stand where a scene is asked for.
gelStatus gelReadAnyScene(const char* path, gelScene* scene);
// A recording: another scene, and what was done to it.
gelStatus gelReadRecording(const gelJsonNode* root, gelScene* scene);
gelStatus gelReadEvents(const gelJsonNode* node, gelScene* scene);
gelStatus gelReadGround(const gelJsonNode* node, gelWorldDef* def);

// A path as it stands in a scene file, relative to that; to be released with gelFree. NULL where memory ran out.
char* gelJoinScenePath(const char* sceneFile, const char* name);

// One copy of a body of the scene, the middle of the bottom of its box at `position`; without its pins.
gelStatus gelDropSceneBody(const gelScene* scene, int index, gelVec3 position, gelWorld* world,
                           gelBodyId* id);

// The meshes and skins of a scene. Each gives the index of a mesh that is there already, or makes it. `meshes` and
// `skins` have room. A file with a surface is filled with tets as `meshing` (item NULL: no such key) says, and becomes the
// skin, too; *skin stays as it is for a file with tets. A skin is clamped to mesh `clampedTo`, -1: to none.
gelStatus gelAddSceneFile(gelScene* scene, const gelJsonNode* node, const gelJsonNode* meshing, int* mesh,
                          int* skin);
gelStatus gelAddSceneShape(gelScene* scene, const gelJsonNode* node, int* mesh);
gelStatus gelAddSceneArrays(gelScene* scene, const gelJsonNode* vertices, const gelJsonNode* tets, int* mesh);
gelStatus gelAddSceneSkin(gelScene* scene, const gelJsonNode* node, int clampedTo, int* skin);

// Fills a surface with tets: a mesh and a skin more. `key` is copied.
gelStatus gelFillSceneSurface(gelScene* scene, const char* path, const gelMesherDef* def, const char* key,
                              int* mesh, int* skin);
gelStatus gelReadMeshing(const gelJsonNode* node, gelMesherDef* def);

// Take over what is added, also where they fail. `key` is copied; NULL is shared with nobody.
gelStatus gelAddSceneMesh(gelScene* scene, const char* key, gelTetMesh* mesh, int* index);
gelStatus gelAddSceneSurface(gelScene* scene, const char* key, gelSceneSkin* skin, int* index);

// What the reader knows while it goes through a document.
typedef struct gelSceneReader {
    gelScene* scene;
    const char** materialNames; // NULL at the end
    gelMaterial* materials;
} gelSceneReader;

gelStatus gelReadMaterial(const gelJsonNode* node, gelMaterial* material);
gelStatus gelReadSceneBody(const gelJsonNode* node, const gelSceneReader* reader, gelSceneBody* body);

// All tables of the reader: they are external, and gelSceneTables is there, only for the test that holds them against
// the schema. Bit i of what an object holds is field i of its table.
const gelJsonTable* const* gelSceneTables(int* count);
extern const gelJsonTable gelMaterialTable, gelBodyTable, gelRotationTable, gelRepeatTable, gelPinTable,
    gelPinBoxTable, gelSquashTable, gelMeshingTable, gelBoxTable, gelSphereTable, gelTorusTable,
    gelRecordingTable, gelEventTable, gelGrabTable, gelPullTable, gelDropTable, gelRemoveTable, gelSetTable,
    gelAlterTable;
#define GEL_BIT(field) (UINT32_C(1) << (field))
