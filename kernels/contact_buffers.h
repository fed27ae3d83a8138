// The buffers of contact: a row each, as buffers.h explains. Plain C and OpenCL C.
//
// Numbers of items:
//
//     contact     in the list of the frame (host/src/contact/list.c)
//     slot        of a list: patches have whole chunks of contact_chunk slots. candidate_slots lists
//                 contacts, awake_slots lists slots of candidate_slots, active_slots slots of awake_slots
//     point       a contact has four; a vertex, or somewhere in a tet (skins)
//     vertex      of the world, if a contact may move it
#ifndef GEL_CONTACT_BUFFERS_H
#define GEL_CONTACT_BUFFERS_H

#include "buffers.h"

// The host writes the tables of its `list` (gelContactList) in each frame, and allocates the lists and
// the work arrays; the state and the search have the rest.
// clang-format off
#define CONTACT_TABLE_BUFFERS(ROW)                                                                    \
    ROW(contacts,           const Contact,       list->contactCount, list->contacts)                  \
    ROW(points,             const ContactPoint,  list->pointCount, list->points)                      \
    ROW(vertices,           const ContactVertex, list->vertexCount, list->vertices)                   \
    ROW(corners,            const ContactCorner, list->cornerCount, list->corners)                    \
    ROW(patches,            const ContactPatch,  list->patches.count, list->patches.patches)          \
    /* of each slot: its contact, or -1 behind the last of a patch */                                 \
    ROW(slot_contacts,      const int,           list->patches.slotCount, list->patches.order)        \
    ROW(separations,        const ContactSeparation, list->separationCount, list->separations)         \
    /* of their vertices, in the state */                                                             \
    ROW(separated_places,   const int,           list->separatedCount, list->separatedPlaces)         \
    ROW(partners,           const ContactPartner, list->partnerCount, list->partners)                   \
    /* of each slot of the two-level solver, and the end: where its contacts with obstacles start */   \
    ROW(touch_starts,       const int,           list->touchStartCount, list->touchStarts)             \
    ROW(touch_contacts,     const int,           list->touchContactCount, list->touchContacts)

#define CONTACT_LIST_BUFFERS(ROW)                                                                     \
    /* candidates: the contacts that may touch in this frame, and their points (list_item) */         \
    ROW(candidate_slots,    int,                 list_rows * list->patches.slotCount, NULL)           \
    ROW(candidate_slot_of,  int,                 list->contactCount, NULL) /* of each contact */      \
    /* of each chunk: its slots of candidate_slots in ascending order of contacts, then -1 */         \
    ROW(ascending_slots,    int,                 list->patches.slotCount, NULL)                       \
    /* of each candidate, as in Contact */                                                            \
    ROW(kinds,              scalar,              list->patches.slotCount, NULL)                       \
    ROW(inner_sides,        scalar,              list->patches.slotCount, NULL)                       \
    ROW(thicknesses,        scalar,              list->patches.slotCount, NULL)                       \
    ROW(reaches,            scalar,              list->patches.slotCount, NULL)                       \
    ROW(awake_gaps,         scalar,              list->patches.slotCount, NULL)                       \
    ROW(impact_speeds,      scalar,              list->patches.slotCount, NULL)                       \
    ROW(frictions,          scalar,              list->patches.slotCount, NULL)                       \
    /* of each candidate: 1, or 0: it cannot become active in this substep */                         \
    ROW(is_awake,           scalar,              list->patches.slotCount, NULL)                       \
    /* awake: the candidates that may touch in this substep, and their points */                      \
    ROW(awake_slots,        int,                 list_rows * list->patches.slotCount, NULL)           \
    ROW(awake_slot_of,      int,                 list->contactCount, NULL) /* or -1 */                \
    /* active: those that push in this iteration; only contact_in_order.h lists them all */           \
    ROW(active_slots,       int,                 list->patches.slotCount, NULL)

#define CONTACT_WORK_BUFFERS(ROW)                                                                     \
    /* of each point */                                                                               \
    ROW(point_states,       ContactPointState,   list->pointCount, NULL)                              \
    ROW(squared_speeds,     scalar,              list->pointCount, NULL)                              \
    ROW(point_splits,       scalar,              list->pointCount, NULL) /* of its vertices */        \
    /* of each candidate */                                                                           \
    ROW(candidate_planes,   ContactPlaneState,   list->patches.slotCount, NULL)                       \
    /* of each awake contact */                                                                       \
    ROW(planes,             ContactPlaneState,   list->patches.slotCount, NULL) /* copies */          \
    ROW(offsets,            ContactRecord,       list->patches.slotCount, NULL) /* w: the gap */      \
    ROW(gaps,               scalar,              list->patches.slotCount, NULL) /* active: < 0 */     \
    ROW(corrections,        ContactCorrection,   list->patches.slotCount, NULL) /* if active */       \
    /* of each contact */                                                                             \
    ROW(pushes,             ContactPush,         list->contactCount, NULL)                            \
    /* of each run of vertices, from its first corner on: corners in awake contacts, */               \
    ROW(awake_corners,      AwakeCorner,         list->cornerCount, NULL)                             \
    ROW(active_corners,     int,                 list->cornerCount, NULL) /* active ones of them, */  \
    ROW(awake_counts,       int,                 list->vertexCount, NULL) /* and how many, by the */  \
    ROW(active_counts,      int,                 list->vertexCount, NULL) /* run's first vertex */    \
    /* of each vertex */                                                                              \
    ROW(inverse_masses,     scalar,              list->vertexCount, NULL) /* w_v */                   \
    ROW(splits,             scalar,              list->vertexCount, NULL) /* w_v S_v */               \
    /* for contact_in_order.h: the vertices of active contacts, and what moves each vertex */         \
    ROW(touched,            int,                 list->vertexCount + list->patches.count, NULL)       \
    ROW(vertex_corrections, ContactCorrection,   list->vertexCount, NULL)                             \
    /* partial sums of each body that is separated: its momentum; w: its mass */                      \
    ROW(separation_sums,    ContactRecord,       separation_lanes * list->separationCount, NULL)      \
    /* of each slot of the two-level solver: the contact whose plane it has, or -1 */                 \
    ROW(chosen_contacts,    int,                 list->touchStartCount, NULL)

#define CONTACT_STATE_BUFFERS(ROW)                                                                    \
    ROW(position,           ContactRecord,       0, NULL)                                             \
    ROW(velocity,           ContactRecord,       0, NULL)                                             \
    ROW(surface_normals,    const float,         0, NULL) /* [points of surfaces][3] */               \
    ROW(near_candidates,    const int,           0, NULL) /* by Contact.candidate: may it touch? */

#define CONTACT_BUFFERS(ROW)                                                                          \
    CONTACT_TABLE_BUFFERS(ROW)                                                                        \
    CONTACT_LIST_BUFFERS(ROW)                                                                         \
    CONTACT_WORK_BUFFERS(ROW)                                                                         \
    CONTACT_STATE_BUFFERS(ROW)
// clang-format on
#define CONTACT_BUFFER_NUMBER(member, type, count, content) contact_buffer_##member,

enum { CONTACT_BUFFERS(CONTACT_BUFFER_NUMBER) contact_buffer_count };

#endif
