// Random numbers of an episode: all that is done in it follows from its seed.
#pragma once

#include "soak/soak.h"

// splitmix64
static inline uint64_t nextRandom(Episode* episode)
{
    uint64_t z = episode->random += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline int choose(Episode* episode, int count)
{
    return (int)(nextRandom(episode) % (uint64_t)count);
}

// One in so many.
static inline bool oneIn(Episode* episode, int count)
{
    return choose(episode, count) == 0;
}

static inline float between(Episode* episode, float lower, float upper)
{
    return lower + (upper - lower) * (float)(nextRandom(episode) >> 40) / 16777216.0f;
}

// Each power of ten as often as the next.
static inline float magnitude(Episode* episode, float lower, float upper)
{
    return lower * powf(upper / lower, between(episode, 0, 1));
}

static inline gelVec3 place(Episode* episode)
{
    return (gelVec3){between(episode, -1, 1), between(episode, 0.1f, 1.5f), between(episode, -1, 1)};
}
