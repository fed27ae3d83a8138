// Bodies whose momenta are kept over their constraints, shared by host and device. Plain C and OpenCL C.
#ifndef GEL_BALANCE_TABLES_H
#define GEL_BALANCE_TABLES_H

#include "buffers.h"

enum {
    balance_block = 1024, // vertices whose terms are added up in one go: by columns
    balance_columns = 16,
    // Sums of m, m r, m d, m r x d, m r r^T, and of pins: their number and r. r is relative to the first vertex.
    balance_sums = 20,
    held_sums = 21,          // add_held_moments
    balance_sum_stride = 32, // work-items of a body, for its sums: a power of two
    balance_numbers = 9      // of a motion: theta, centre, shift
};

// Vertices of a body that follow one another where the device stores them.
typedef struct BalanceBlock {
    int first, end;
    int body; // among those that are balanced
} BalanceBlock;

typedef struct BalanceBody {
    int first_block, end_block;
    float lead; // s: moments are about the places so long before the predicted ones: physics/balance.h
} BalanceBody;

// The buffers of the stage: buffers.h.
// clang-format off
#define BALANCE_LIST_BUFFERS(ROW)                                                                       \
    ROW(blocks,  const BalanceBlock, list->blockCount, list->blocks)                                    \
    ROW(bodies,  const BalanceBody,  list->bodyCount, list->bodies)                                     \
    ROW(columns, scalar, list->blockCount * balance_sums * balance_columns, NULL) /* of each block */   \
    ROW(totals,  scalar, list->bodyCount * balance_sums, NULL)                                          \
    ROW(motions, scalar, list->bodyCount * balance_numbers, NULL)
// clang-format on
#define BALANCE_BUFFER_NUMBER(member, type, count, content) balance_buffer_##member,

enum { BALANCE_LIST_BUFFERS(BALANCE_BUFFER_NUMBER) balance_buffer_count };

#endif
