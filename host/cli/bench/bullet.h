// Bullet's soft body as a yardstick of another program: the same mesh with a link an edge.
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gelBullet gelBullet;

// Whether the program was built with Bullet, and with which version (324 is 3.24).
bool gelHasBullet(int* version);

// `positions` [vertexCount][3], `edges` [edgeCount][2]. All vertices weigh the same but the first, which is held: what falls
// freely has nothing to solve. A step does `iterations` over all links. NULL without Bullet, or without memory.
gelBullet* gelOpenBullet(const float* positions, int vertexCount, const int* edges, int edgeCount,
                         int iterations);
void gelCloseBullet(gelBullet* bullet); // NULL is allowed

// One frame of `timeStep` s on the calling thread, without collisions. Returns the milliseconds for its links; the rest is
// left out, as Bullet then sorts vertices for collisions, which Gel has no counterpart of.
double gelBullet_Step(gelBullet* bullet, double timeStep);

// The length of the links over that at the start, to see that they are solved.
double gelBullet_Stretch(const gelBullet* bullet);

#ifdef __cplusplus
}
#endif
