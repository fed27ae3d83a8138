// What the kernels of contact take first.
#ifndef GEL_CONTACT_ARGUMENTS_H
#define GEL_CONTACT_ARGUMENTS_H

#include "contact_passes.h"

#define CONTACTS                                                                                             \
    __global const int *near, __global const float *normals, __global ContactRecord *position,               \
        __global ContactRecord *velocity, __global const Contact *contacts,                                  \
        __global const ContactPoint *points, __global const ContactVertex *vertices,                         \
        __global const ContactCorner *corners, __global const ContactPatch *patches,                         \
        __global const int *order, __global ContactSpot *spots, __global float *speeds,                      \
        __global ContactPush *pushes, __global int *near_slots, __global int *slots, __global int *listed,   \
        __global float *thicknesses, __global float *reaches, __global float *kinds,                         \
        __global float *strucks, __global ContactWork *work, __global float *wakes, __global int *sorted,    \
        __global int *awake, __global ContactRecord *offsets, __global float *gaps,                          \
        __global ContactMove *moves, __global AwakeCorner *awake_corners, __global int *active_corners,      \
        __global int *awake_counts, __global int *active_counts, __global float *inverse_masses,             \
        __global float *splits, __global float *shares, __global int *active, __global int *touched,         \
        __global ContactMove *sums, const ContactCounts counts

#define CONTACT_SET(set)                                                                                     \
    ContactSet set = {near,          normals,        position, velocity,      contacts,       points,        \
                      vertices,      corners,        patches,  order,         spots,          speeds,        \
                      pushes,        near_slots,     slots,    listed,        thicknesses,    reaches,       \
                      kinds,         strucks,        work,     wakes,         sorted,         awake,         \
                      offsets,       gaps,           moves,    awake_corners, active_corners, awake_counts,  \
                      active_counts, inverse_masses, splits,   shares,        active,         touched,       \
                      sums,          counts}

#endif
