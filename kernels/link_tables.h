// The buffers of goals of bodies, tethers and attachments: a row each, as buffers.h explains. The host writes
// those of each list when it changes; the state has the others. Vertices are offsets of records: lanes.h.
// Plain C and OpenCL C.
#ifndef GEL_LINK_TABLES_H
#define GEL_LINK_TABLES_H

#include "buffers.h"

// clang-format off
#define LINK_STATE_BUFFERS(ROW)                                                                             \
    ROW(position,     Point,       0, NULL)                                                                 \
    ROW(velocity,     Point,       0, NULL)

#define GOAL_LIST_BUFFERS(ROW)                                                                              \
    ROW(vertices,     const int,   goals->count, vertices)                                                  \
    ROW(from,         const Point, goals->count, goals->from) /* {goal, stiffness}: physics/link.h */       \
    ROW(to,           const Point, goals->count, goals->to) /* {goal, damping} */                           \
    ROW(slots,        const int,   goals->count, goals->slots) /* of the two-level solver; -1: none */
#define GOAL_BUFFERS(ROW)                                                                                   \
    LINK_STATE_BUFFERS(ROW)                                                                                 \
    GOAL_LIST_BUFFERS(ROW)

#define TETHER_LIST_BUFFERS(ROW)                                                                            \
    ROW(vertices,     const int,   tethers->count, vertices) /* each has one tether */                      \
    ROW(pins,         const int,   tethers->count, pins) /* vertices that nothing moves */                  \
    ROW(lengths,      const float, tethers->count, tethers->lengths) /* greatest distance to the pin, m */
#define TETHER_BUFFERS(ROW)                                                                                 \
    LINK_STATE_BUFFERS(ROW)                                                                                 \
    TETHER_LIST_BUFFERS(ROW)

// In place of a slot of the two-level solver, of a vertex: it moves the vertex after the solve, or the attachment is a row of
// the system, which needs no pull.
enum { slot_none = -1, slot_of_row = -2 };

// Attachments of a colour share no vertex, and follow one another.
#define ATTACHMENT_LIST_BUFFERS(ROW)                                                                        \
    /* [attached_vertices][attachments]; a coefficient of 0 has no vertex of its own */                     \
    ROW(vertices,     const int,   gel_attachedVertices * attachments->count, vertices)                     \
    ROW(coefficients, const float, gel_attachedVertices * attachments->count, attachments->coefficients)    \
    /* {compliance, length, the square of the force that breaks it} */                                      \
    ROW(terms,        const float, 3 * attachments->count, attachments->terms)                              \
    ROW(curve,        const int,   attachments->count, attachments->curve) /* one of `curves`; -1: none */  \
    /* [attached_vertices][attachments]: slots of the two-level solver, if it solves it, or as above */     \
    ROW(slots,        const int,   gel_attachedVertices * attachments->count, attachments->slots)           \
    /* [][curve_points] of {stretch, force, slope, 0} */                                                    \
    ROW(curves,       const Point, gel_forcePoints * attachments->curveCount, attachments->curves)          \
    /* {what holds the points together, times h^2; limit_force} */                                       \
    ROW(multipliers,  Point,       attachments->count, NULL)
#define ATTACHMENT_BUFFERS(ROW)                                                                             \
    LINK_STATE_BUFFERS(ROW)                                                                                 \
    ATTACHMENT_LIST_BUFFERS(ROW)
// clang-format on
#define GOAL_BUFFER_NUMBER(member, type, count, content) goal_buffer_##member,
#define TETHER_BUFFER_NUMBER(member, type, count, content) tether_buffer_##member,
#define ATTACHMENT_BUFFER_NUMBER(member, type, count, content) attachment_buffer_##member,

enum { GOAL_BUFFERS(GOAL_BUFFER_NUMBER) goal_buffer_count };
enum { TETHER_BUFFERS(TETHER_BUFFER_NUMBER) tether_buffer_count };
enum { ATTACHMENT_BUFFERS(ATTACHMENT_BUFFER_NUMBER) attachment_buffer_count };

#endif
