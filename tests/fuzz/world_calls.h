// The calls of the public headers that a fuzzer makes, each with what its bytes say.
#pragma once

#include "bytes.h"

#include "gel/gel.h"

typedef struct Side {
    gelWorld* world;
    gelSnapshot* state; // nullable
    bool isUnderWay;    // a step may be
} Side;

// A call that may change the world. One that fails must not have.
typedef struct WorldCall {
    const char* name;
    gelStatus (*run)(Bytes* bytes, Side* side);
} WorldCall;
extern const WorldCall worldCalls[];
extern const int worldCallCount;

// Settings of a group, some of them replaced.
void changeSettings(Bytes* bytes, gelSettingGroup group, void* values);
// Whether one that counts is clearly out of its range, by another comparison than the library's.
bool areBadSettings(gelSettingGroup group, const void* values);

// A definition that makes a step of the reference short.
gelWorldDef takeWorldDef(Bytes* bytes);
// One that exists, or one that does not.
gelBodyId takeBody(Bytes* bytes, const Side* side);

// Makes bodies: worldCalls has these, too.
gelStatus createBody(Bytes* bytes, Side* side);
gelStatus createSheet(Bytes* bytes, Side* side);
gelStatus createRope(Bytes* bytes, Side* side);
gelStatus createObstacle(Bytes* bytes, Side* side);

// Asks for something that changes nothing.
void lookAtWorld(Bytes* bytes, gelWorld* world, gelBodyId body);
