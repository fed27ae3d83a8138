// Replaces bullet.cpp if Bullet is missing.
#include "bench/bullet.h"

#include <stddef.h>

bool gelHasBullet(int* version)
{
    *version = 0;
    return false;
}

gelBullet* gelOpenBullet(const float* positions, int vertexCount, const int* edges, int edgeCount,
                         int iterations)
{
    (void)positions, (void)vertexCount, (void)edges, (void)edgeCount, (void)iterations;
    return NULL;
}

void gelCloseBullet(gelBullet* bullet)
{
    (void)bullet;
}

double gelBullet_Step(gelBullet* bullet, double timeStep)
{
    (void)bullet, (void)timeStep;
    return 0.0;
}

double gelBullet_Stretch(const gelBullet* bullet)
{
    (void)bullet;
    return 1.0;
}
