// The declarations that the parts of the soak share. soak.c describes it.
#pragma once

#include "gel/gel.h"
#include "support/harness.h"

enum { outOfResources = -5, maxTries = 6 };

// An episode of the soak.
typedef struct Episode {
    uint64_t random;
    int number, frames;
    gelScene* scene;
    gelWorldDef def; // of both worlds, but for the back end
    const char* name;
    bool isRandom;  // the scene: input and steps that are refused are no fault, if both sides do so
    bool hasOthers; // bodies that came or went: others have the numbers that the scene's input names
    bool isGuarded; // what is not finite is taken out
} Episode;

typedef struct Side {
    gelWorld* world;
    gelPlayer* player;
    bool isClone; // its player knows nothing of bodies that came and went before, which a file needs
} Side;

// The kinds of disturbance, which are counted.
enum {
    faulted,
    lost,
    hung,
    starved,
    unwritten,
    moves,
    travelled,
    cloned,
    filed,
    applied,
    refused,
    removed,
    tooSmall,
    kindsOfDeed
};

// report.c
extern bool tellsAll; // each deed
void note(int frame, int deed, const char* what, int detail);
// The episode cannot go on. Whoever reads this can repeat it.
void failAt(const Episode* episode, int frame, const char* what);
void noteScene(const Episode* episode, const char* refusal); // NULL: it was taken
void noteFrame(void);
bool scenesAreTaken(void); // but for a small share of them
long countDeeds(int deed);
void reportAll(void);

// scenes.c, random_scene.c
void setFolder(uint64_t seed);
const char* folderOf(void);
gelStatus openScene(Episode* episode);
void chooseSettings(Episode* episode);
void writeRandomScene(Episode* episode, const char* path);

// sides.c
gelWorldDef defOf(Episode* episode, bool onDevice);
gelStatus makeSide(const Episode* episode, const gelWorldDef* def, Side* side);
void clearSide(Side* side);
gelStatus stepSide(const Side* side);
bool isOnDevice(const Side* side);
// Returns the hash of the soft bodies alone: obstacles may have moved already when a step fails.
uint64_t hashSoft(const Side* side);

// events.c
void applyToBoth(Episode* episode, Side sides[2], int frame);

// deeds.c
void disturb(Episode* episode, Side* side, int frame);

// layer.c
bool openLayer(void);
int countLayerObjects(void);
void armLayer(const char* call, int at, int stays);

// faults.c: each ends with the step taken
void stepWithFault(Episode* episode, const Side* side, int frame);
void hangInStep(Episode* episode, const Side* side, int frame);

// files.c
void writeInVain(Episode* episode, Side* side, int frame);

// memory.c
typedef gelStatus Call(void* context);
// An allocation of the call may fail: then the world is as before, and the same call succeeds, or is refused as `expected`
// says.
void callWithoutMemory(Episode* episode, const Side* side, int frame, const char* what, gelStatus expected,
                       Call* call, void* context);
void watchMemory(void);
int countBlocks(void);
double residentMemory(void);
void sampleMemory(void); // after each episode
bool memoryIsFlat(void);
// Records the memory and objects that a hanging device keeps until the process ends.
void keepWhatHangs(int blocks, int objects, double memory);
int countKeptBlocks(void);
int countKeptObjects(void);

// steps.c
int stepOften(long count);
