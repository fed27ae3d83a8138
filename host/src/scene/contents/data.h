// The contents of a scene file; shared by the reader and the creation of bodies.
#pragma once

#include "gel/attachment.h"
#include "gel/body.h"
#include "gel/goals.h"
#include "gel/field.h"
#include "gel/input.h"
#include "gel/lesson.h"
#include "gel/mesher.h"
#include "gel/obstacle.h"
#include "gel/probe.h"
#include "gel/skin.h"
#include "gel/values.h"
#include "settings/json_table.h"
#include "scene/contents/fingerprint.h"
#include "scene/contents/point_cache.h"

typedef enum gelVertexSetKind {
    gel_setOfAll,
    gel_setOfVertices,
    gel_setInBox,
    gel_setBelow,
    gel_setNearest // to a point: one vertex
} gelVertexSetKind;

// Vertices of a body, as pins and probes name them: by number, or by where they are at the start.
typedef struct gelVertexSet {
    gelVertexSetKind kind;
    int* vertices;  // of the mesh
    float* weights; // [vertexCount] that they were named with: their sum is 1 per point; NULL: 1 each
    int vertexCount;
    bool isOfFile; // the mesh's file has them, whatever mesh is made of it
    gelVec3 lower, upper, point;
    float height;
} gelVertexSet;

typedef enum gelSquash { gel_noSquash, gel_squashToOrigin, gel_squashToHeight } gelSquash;

enum { gel_sceneNameSize = 104 };

// A turn about a unit axis in the world; zeros: none.
typedef struct gelSceneTurn {
    double axis[3], degrees;
} gelSceneTurn;

// Where an obstacle or goal is at a time.
typedef struct gelSceneKey {
    double time; // s
    gelVec3 position;
    gelQuat rotation;
    gelSceneTurn typed; // its rotation, if it was given as an axis and degrees
    gelSceneTurn turn;  // from the key before to this one
} gelSceneKey;

typedef struct gelSceneMotion {
    gelSceneKey start; // where it is at 0 s
    gelSceneKey* keys; // in ascending order of time, from 0
    int keyCount;      // 0: it stays as a whole
    bool loop;         // begins again after the last key
    // How it changes its form, in its own frame; empty if it does not.
    gelPointCache cache;
    double cacheStart; // s: added to the times of the cache
    bool cacheLoop;    // begins again with the last frame
} gelSceneMotion;

// Vertices with a value.
typedef struct gelSceneValue {
    gelVertexSet set;
    float value;
    float* array; // [vertexCount of the mesh], in place of the value; or NULL
} gelSceneValue;

typedef struct gelSceneGoals {
    gelGoalSet set;       // `weight` is that of vertices in none of the sets below
    gelSceneValue* goals; // weights
    int goalCount;
    gelSceneMotion motion;
} gelSceneGoals;

typedef struct gelSceneBody {
    gelBodyDef def;
    gelSceneTurn typed;           // its rotation, if it was given as an axis and degrees
    const cJSON* item;            // in the scene's document
    char name[gel_sceneNameSize]; // "": none
    int mesh;                     // index in the scene's meshes
    int skin;                     // index in the scene's skins, -1 for none
    int count[3];
    gelVec3 spacing;
    gelVertexSet* pins;
    int pinCount;
    gelSceneGoals* goals; // NULL: none
    gelSceneMotion* rest; // how its rest shape changes; NULL: it does not
    gelSceneValue* values[gel_vertexFactorCount];
    int valueCounts[gel_vertexFactorCount];
    float fieldWeights[1 + GEL_MAXIMUM_FIELDS]; // of gravity, then of each field of the scene
    gelSquash squash;
    float squashHeight;
} gelSceneBody;

// Bodies with the same file or shape share a mesh.
typedef struct gelSceneMesh {
    char* key;  // path or parameters; NULL for an inline mesh
    char* file; // that it, or the surface it fills, was read from; NULL: none
    int skin1;  // 1 + the number of that surface; 0: none
    gelTetMesh mesh;
    gelSurfaceMesh surface; // of a sheet, whose mesh has its vertices and no tets; otherwise empty
    gelLineMesh lines;      // the same of a rope
} gelSceneMesh;

// Bodies with the same file share a surface.
typedef struct gelSceneSkin {
    char* key; // path, and how its tets were made or which mesh it is clamped to
    gelSurfaceMesh surface;
    gelEmbedding embedding; // in the mesh made for it or that it is clamped to; otherwise empty
} gelSceneSkin;

typedef struct gelSceneObstacle {
    gelObstacleDef def;
    char name[gel_sceneNameSize]; // "": none
    gelSurfaceMesh surface;
    char* file; // from which the surface comes; NULL: none
    gelSceneMotion motion;
    int* cachePoints; // [surface.vertexCount]: the point of the cache that each vertex follows; or NULL
} gelSceneObstacle;

// A point of a body or obstacle: a vertex, or what is nearest to a place at the start.
typedef struct gelSceneAnchor {
    int body;     // in order of creation; -1: none
    int obstacle; // in the scene's list; -1: none
    gelVec3 point;
    gelBodyPoint vertex; // the vertex, or what carries it; no vertices: `point` counts
    bool isOfFile;       // the vertex is that of a file, whatever mesh is made of it
} gelSceneAnchor;

typedef struct gelSceneAttachment {
    gelSceneAnchor a, b;
    gelAttachmentDef def; // without anchors
    double until;         // s; infinite: for ever
} gelSceneAttachment;

// A number, or a formula for one.
typedef struct gelQuantity {
    char* formula; // NULL: none
    double number;
    bool isGiven;
} gelQuantity;

typedef struct gelSceneProbe {
    char name[gel_sceneNameSize];
    int measure;  // row of gelProbeMeasures
    int body;     // in order of creation; -1: none
    int obstacle; // in the scene's list; -1: none
    gelVertexSet set;
    gelQuantity curve; // what it should be at each time
} gelSceneProbe;

typedef struct gelSceneNumber {
    char name[gel_sceneNameSize];
    gelQuantity value; // of numbers before it
} gelSceneNumber;

typedef enum gelExpectationPart {
    gel_expectedAt,
    gel_expectedFrom,
    gel_expectedTo,
    gel_expectedLevel,
    gel_expectedValue,
    gel_expectationPartCount
} gelExpectationPart;

typedef struct gelSceneExpectation {
    int probe;
    gelStatistic take;
    gelQuantity parts[gel_expectationPartCount];
    double tolerance;
    bool isRelative; // the tolerance, to the value
    char* reason;
} gelSceneExpectation;

typedef struct gelRecordedFile {
    uint64_t hash;
    char* name; // without its folder
} gelRecordedFile;

enum { gel_recordingFormat = 1 }; // grows when older versions cannot read it any more

// The version of Gel and the files that a recording was made with.
typedef struct gelRecordedWith {
    bool isKnown; // recordings of former versions do not say
    gelFingerprint origin;
    gelRecordedFile* files;
    int fileCount;
} gelRecordedWith;

struct gelScene {
    char* file;   // as it was given
    char** files; // all that were read
    int fileCount;
    char** changes; // "PATH=VALUE", in the order in which they are applied
    int changeCount;
    char name[gel_sceneNameSize];
    float timeStep;
    double cellFactor; // cells along each direction, over those that the file asks for
    gelWorldDef worldDef;
    gelSceneMesh* meshes;
    int meshCount;
    gelSceneSkin* skins;
    int skinCount;
    gelSceneBody* bodies;
    int bodyCount;
    gelSceneObstacle* obstacles;
    int obstacleCount;
    gelSceneAttachment* attachments;
    int attachmentCount;
    gelField* fields;
    char (*fieldNames)[gel_sceneNameSize]; // [fieldCount]; "": none
    int fieldCount;
    gelSceneNumber* numbers;
    int numberCount;
    gelSceneProbe* probes;
    int probeCount;
    gelSceneExpectation* expectations;
    int expectationCount;
    int expectedFrames;
    gelLesson lesson; // without a title: there is none
    cJSON* document; // for formulas that name parts of it, and for the lesson's texts; NULL if there are none
    gelEvent* events; // by frame
    int eventCount;
    char* eventFile;        // the file they were read from
    int64_t recordedFrames; // 0 if the scene is not a recording
    uint64_t recordedHash;
    gelRecordedWith recordedWith;
};
