// A probe of a world, and what a frame reads for it. For probes.c.
#pragma once

#include "probe/expectation.h"
#include "probe/probe.h"
#include "world/forces.h"
#include "gel/contacts.h"
#include "gel/measures.h"

// A probe of a world.
typedef struct gelProbe {
    const gelSceneProbe* source;
    const gelProbeMeasure* measure; // NULL: it is not read
    gelBodyId body;                 // null: all
    int* vertices;                  // of its set
    int vertexCount;
    double* weights; // of the vertices, with the sum 1
    double start[3]; // their mean at the start, m
    double place[3]; // and in the last frame
    bool isPlaced;
} gelProbe;

struct gelProbes {
    const gelScene* scene;
    gelProbe* probes;
    int probeCount;
    gelWorldDef def; // of the world at the start
    double* numbers; // of the scene, in it
    gelExpected* expected;
    double* times;
    double* values; // [frameCount][probeCount]
    int frameCount, timeCapacity, valueCapacity;
    // Room for what a frame reads.
    float* strains;
    gelVertexForces* forces;
    gelContact* contacts;
    int strainCapacity, forceCapacity, contactCapacity;
};

// The readings that the probes of a frame share.
typedef struct gelProbeFrame {
    gelProbes* probes;
    gelWorld* world;
    gelMeasures measures;
    gelBodyId measured; // whose measures they are
    bool hasMeasures, hasForces, hasContacts;
    int contactCount;
} gelProbeFrame;

// Stores the mean of a position or velocity of its vertices.
void gelFindProbeMean(const gelWorld* world, const gelBody* body, const gelProbe* probe, bool ofVelocity,
                      double mean[3]);
// Reads the value of a probe, NAN if it has none, and its place.
gelStatus gelReadProbe(gelProbeFrame* frame, gelProbe* probe, double* value);
