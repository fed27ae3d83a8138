// The buffers of the motion of bodies: a row each, as buffers.h explains. Plain C and OpenCL C.
#ifndef GEL_MOTION_TABLES_H
#define GEL_MOTION_TABLES_H

#include "buffers.h"

enum { motion_chunk = 64 }; // vertices of a body that one work-item goes through

typedef struct MotionChunk {
    int first_vertex, vertex_count;
} MotionChunk;

// clang-format off
#define MOTION_CHUNK_BUFFERS(ROW)                                                    \
    ROW(chunks,   const MotionChunk,  motion->chunkCount, chunks)                    \
    ROW(motions,  BodyMotion,         motion->chunkCount, NULL) /* of each chunk */
#define MOTION_BUFFERS(ROW)                                                          \
    MOTION_CHUNK_BUFFERS(ROW)                                                        \
    ROW(position, const SearchRecord, 0, NULL)                                       \
    ROW(velocity, const SearchRecord, 0, NULL)
// clang-format on
#define MOTION_BUFFER_NUMBER(member, type, count, content) motion_buffer_##member,

enum { MOTION_BUFFERS(MOTION_BUFFER_NUMBER) motion_buffer_count };

#endif
