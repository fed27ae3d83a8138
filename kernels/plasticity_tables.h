// The buffers of plasticity and tearing, shared by host and device: buffers.h. Plain C and OpenCL C.
#ifndef GEL_PLASTICITY_TABLES_H
#define GEL_PLASTICITY_TABLES_H

#include "buffers.h"

enum { plastic_terms = 5 }; // numbers of an edge: physics/plasticity.h

// clang-format off
// Edges that yield.
#define YIELD_EDGE_BUFFERS(ROW)                                                                         \
    ROW(vertices, const int,    2 * edgeCount, offsets) /* two of each edge: lanes.h */                 \
    ROW(terms,    const float,  plastic_terms * edgeCount, terms)                                       \
    ROW(lengths,  float,        edgeCount, NULL) /* at rest, m; negative if torn */
#define YIELD_BUFFERS(ROW)                                                                              \
    ROW(position, const float4, 0, NULL)                                                                \
    YIELD_EDGE_BUFFERS(ROW)
// Tets of those edges, which tear.
#define TEARING_TET_BUFFERS(ROW)                                                                        \
    ROW(volumes,  float,        tets->count, NULL) /* at rest, m^3; negative if torn */                 \
    ROW(made,     const float,  tets->count, tets->volumes) /* volumes before anything tore */          \
    ROW(edges,    const int,    6 * tets->count, tets->edges) /* six of each tet */                     \
    ROW(starts,   const int,    edgeCount + 1, tets->edgeStarts) /* of each edge, into tets */          \
    ROW(tets,     const int,    6 * tets->count, tets->edgeTets) /* those of each edge */
#define TEARING_BUFFERS(ROW)                                                                            \
    ROW(lengths,  float,        0, NULL) /* those of the edges */                                       \
    TEARING_TET_BUFFERS(ROW)
// Rest values of edges or tets, which the slots of constraints get.
#define SPREAD_BUFFERS(ROW)                                                                             \
    ROW(values,   const float,  0, NULL)                                                                \
    ROW(slots,    const int2,   0, NULL) /* {slot, edge}, or of tets */                                 \
    ROW(numbers,  float,        0, NULL) /* of the constraints: tables.h */
// clang-format on
#define YIELD_BUFFER_NUMBER(member, type, count, content) yield_buffer_##member,
#define TEARING_BUFFER_NUMBER(member, type, count, content) tearing_buffer_##member,
#define SPREAD_BUFFER_NUMBER(member, type, count, content) spread_buffer_##member,

enum { YIELD_BUFFERS(YIELD_BUFFER_NUMBER) yield_buffer_count };
enum { TEARING_BUFFERS(TEARING_BUFFER_NUMBER) tearing_buffer_count };
enum { SPREAD_BUFFERS(SPREAD_BUFFER_NUMBER) spread_buffer_count };

#endif
