// Gradient noise: smooth, of mean 0, between about -1 and 1, with features of the size of a cell; 0 at the corners of
// its cells.
//
// Perlin: Improving Noise, 2002: each corner of a cell has a direction, one of the twelve to the edges of a cube; the
// distances along these are mixed with the weights 6 t^5 - 15 t^4 + 10 t^3. Here a hash of the corner's whole
// coordinates chooses the direction, in place of a table: the finaliser of MurmurHash3 (Appleby, 2011), once per
// coordinate. Whole numbers and + - * give the same bits everywhere.
#ifndef GEL_PHYSICS_NOISE_H
#define GEL_PHYSICS_NOISE_H

#include "physics/vector.h"

// One lane: what it chooses by is whole numbers.
#if defined(GEL_DIALECT_OPENCL)
#define real_floor(a) floor(a)
#elif defined(GEL_DIALECT_FLOAT)
#define real_floor(a) floorf(a)
#else
#define real_floor(a) floor(a)
#endif

// After so many cells the noise repeats itself, in every direction.
#define noise_period 1024
#define noise_length 1024.0f

static inline unsigned noise_scatter(unsigned bits)
{
    bits ^= bits >> 16;
    bits *= 0x85ebca6bu;
    bits ^= bits >> 13;
    bits *= 0xc2b2ae35u;
    return bits ^ (bits >> 16);
}

// The distance along the direction that the hash of a corner chooses.
static inline real noise_corner(unsigned hash, vec3 from)
{
    unsigned plane = ((hash & 0xffffu) * 3u) >> 16; // xy, yz or zx
    real a = plane == 0u ? from.x : plane == 1u ? from.y : from.z;
    real b = plane == 0u ? from.y : plane == 1u ? from.z : from.x;
    a = (hash & 0x10000u) != 0u ? -a : a;
    b = (hash & 0x20000u) != 0u ? -b : b;
    return a + b;
}

// Hashes a corner's coordinate with the hash of the coordinates before it.
static inline unsigned noise_hash(unsigned before, int coordinate)
{
    return noise_scatter(before + (unsigned)(coordinate & (noise_period - 1)));
}

static inline real noise_weight(real t)
{
    return ((t * t) * t) * (t * (t * 6.0f - 15.0f) + 10.0f);
}

static inline real noise_mix(real a, real b, real share)
{
    return a + share * (b - a);
}

// Into the first period; what is not a number, or too large to have a place in it, to 0.
static inline real noise_wrap(real a)
{
    real turned = a - noise_length * real_floor(a / noise_length);
    return turned >= 0.0f && turned <= noise_length ? turned : (real)0.0f;
}

// Along an edge of the cell in z; the hash is of x and y.
static inline real noise_edge(unsigned hash, int z, vec3 from, vec3 weight)
{
    vec3 to = {from.x, from.y, from.z - 1.0f};
    real a = noise_corner(noise_hash(hash, z), from), b = noise_corner(noise_hash(hash, z + 1), to);
    return noise_mix(a, b, weight.z);
}

// In a face of the cell; the hash is of x.
static inline real noise_face(unsigned hash, int y, int z, vec3 from, vec3 weight)
{
    vec3 to = {from.x, from.y - 1.0f, from.z};
    return noise_mix(noise_edge(noise_hash(hash, y), z, from, weight),
                     noise_edge(noise_hash(hash, y + 1), z, to, weight), weight.y);
}

// At a place in cells.
static inline real gradient_noise(vec3 place, int seed)
{
    vec3 p = {noise_wrap(place.x), noise_wrap(place.y), noise_wrap(place.z)};
    int x = (int)p.x, y = (int)p.y, z = (int)p.z;
    vec3 from = {p.x - (real)x, p.y - (real)y, p.z - (real)z}, to = {from.x - 1.0f, from.y, from.z};
    vec3 weight = {noise_weight(from.x), noise_weight(from.y), noise_weight(from.z)};
    unsigned hash = noise_scatter((unsigned)seed);
    return noise_mix(noise_face(noise_hash(hash, x), y, z, from, weight),
                     noise_face(noise_hash(hash, x + 1), y, z, to, weight), weight.x);
}

// Three noises, apart by fractions of a cell, or all would be 0 at the same corners.
static inline vec3 vector_noise(vec3 place, int seed)
{
    vec3 second = {place.x + 0.375f, place.y + 0.6875f, place.z + 0.375f};
    vec3 third = {place.x + 0.6875f, place.y + 0.375f, place.z + 0.6875f};
    vec3 noise = {gradient_noise(place, seed), gradient_noise(second, seed + 1),
                  gradient_noise(third, seed + 2)};
    return noise;
}

#endif
