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
