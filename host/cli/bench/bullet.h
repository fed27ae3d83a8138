// Bullet's soft body as a yardstick from another program: the same mesh with one link per edge.
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gelBullet gelBullet;

// Whether the program was built with Bullet, and its version (324 is 3.24).
bool gelHasBullet(int* version);

// `positions` [vertexCount][3], `edges` [edgeCount][2]. All vertices have the same mass except the first,
// which is fixed: in free fall there would be nothing to solve. A step does `iterations` over all links. NULL
// without Bullet, or if out of memory.
gelBullet* gelOpenBullet(const float* positions, int vertexCount, const int* edges, int edgeCount,
                         int iterations);
void gelCloseBullet(gelBullet* bullet); // NULL is allowed

// One frame of `timeStep` s on the calling thread, without collisions. Returns the milliseconds spent on
// links; the rest is Bullet sorting vertices for collisions, for which Gel has no counterpart.
double gelBullet_Step(gelBullet* bullet, double timeStep);

// The length of the links relative to the start, to verify that they are solved.
double gelBullet_Stretch(const gelBullet* bullet);

#ifdef __cplusplus
}
#endif
