// The tables of bodies that the two-level solver steps, shared by host and device: two_level_passes.h. Plain C and
// OpenCL C.
//
// The vertices of these bodies have an order of their own, of slots: aggregate by aggregate. Each aggregate is padded to
// whole groups; a padding slot is of the vertex after the last of the world, which has inverse mass 0.
#ifndef GEL_TWO_LEVEL_TABLES_H
#define GEL_TWO_LEVEL_TABLES_H

#include "balance_tables.h"
#include "buffers.h"
#include "constraints.h"

// The kinds of rows: those of constraints, and attachments and contacts between bodies that are solved together. A device's
// program has the latter when it needs them.
#ifdef GEL_WITHOUT_attachment
#define LEVEL_LIST(ROW) CONSTRAINT_LIST(ROW)
#else
#define LEVEL_LIST(ROW)                                                                                      \
    CONSTRAINT_LIST(ROW) ROW(attachment, 8, 10) ROW(contact, contact_corners, contact_values)
#endif
// The values of a contact: 1 if it is of edges; m; Coulomb's coefficient; 1 or -1; 1 if a
// point is on the rim of its triangle (plan/contact_rows.h).
enum {
    contact_of_edges,
    contact_thickness,
    contact_friction,
    contact_side,
    contact_on_rim,
    contact_values,
    contact_corners = 4
};
enum {
    constraint_attachment = constraint_kinds,
    constraint_contact,
    level_kinds,
    rows_of_attachment = 1,
    rows_of_contact = 1,
    level_vertices = 8
};

// How far beyond the rim of its triangle a point of a contact may be, in weights: flat faces go on there.
#define contact_beyond 0.25f

enum {
    level_columns = 16, // slots of a group; sums over a piece are those of this many interleaved columns
    piece_slots = 128,
    basis_size = 4, // of an aggregate: 1 and the three coordinates
    aggregate_unknowns = 12,
    gradient_products = aggregate_unknowns * aggregate_unknowns,
    row_products = gradient_products + basis_size * basis_size, // and those of weights
    strain_size = 6,                                       // of a symmetric matrix: xx, yy, zz, xy, xz, yz
    strain_products = strain_size * (strain_size + 1) / 2, // and those of weights: strain_size
    chunk_terms = 16,                                      // whose products are added up in one go
    product_columns = 8, // in this many sums: of constraints 0 and 8, 1 and 9, and so on of each term
    // balance_sums; then sums of m times the load's move, of m h v, and of h v of pins; then of bodies that may stand how
    // many vertices touch planes, and how many arrived fast or still move; then those of add_held_moments
    touching_sum = 29,
    fast_sum,
    held_sum,
    level_sums = held_sum + held_sums,
    tet_chunk = 64, // tets that are tested together
    energy_columns = 64,
    energy_numbers = energy_columns + 2, // the energy before, 1 once a motion is taken, and the columns
    no_cycle = 1 << 30,                  // in which no body takes part
    guarded_alone = -3,                  // guarded bodies take part
    guard_tries = 4,                     // of a motion, its half, its quarter, its eighth
    attempt_none = -1,                   // x
    attempt_inertial = -2                // x + h v
};

#define bdf2_inertia 2.25f // physics/two_level.h
#define bdf2_slope 1.5f

// How a body stands on planes: two_level_planes.h.
enum {
    stands_not,
    stands_on_stage, // which alone pushes it
    stands_on_rows
};
#define standing_of(touches, isUnsettled)                                                                    \
    (!(touches) ? stands_not : (isUnsettled) ? stands_on_stage : stands_on_rows)

// How a vertex has arrived that touches a plane, in `history`. 0: it does not touch. From arrival_fast this rises, to
// arrival_slow within blow_time.
#define arrival_moving (-1.0f) // along the normal, and does not touch; of bodies without rows
#define arrival_fast 1.0f
#define arrival_slow 2.0f
#define arrival_held 3.0f // its body has rows
#define is_touching(arrival) ((arrival) > 0.0f)
#define is_unsettled(arrival) (((arrival) < arrival_slow) & ((arrival) != 0.0f))
#define blow_time 0.1f   // s
#define slow_speed 0.01f // m/s: at least, where there is no weight
#define blow_speed 0.5f  // m/s: a blow on a body that has rows

// The turns of a body: LevelGuard.
enum {
    level_whole,   // the solver
    level_guarded, // the solver, as long as the energy does not grow
    level_swept    // XPBD
};

// A body, or some that attachments join: they are one system.
typedef struct LevelSystem {
    int first_aggregate, aggregate_count;
    int first_number, stride; // of its matrix: [12 aggregates][stride]
    int cycles;
    int is_whole;       // 0: it is in pieces or tears, and has no rigid motion of its own
    float inertia;      // 1, or bdf2_inertia; inertia_of_body returns what counts
    float mass;         // kg, of all bodies
    float contact_mass; // kg, K h^2 of each contact between its bodies; 0: there are none
} LevelSystem;

typedef struct Aggregate {
    int first_slot, slot_count; // without padding
    int end_slot;               // with padding
    int first_piece, end_piece;
    int anchor;         // the slot that coordinates are relative to
    int body;           // that it is solved with
    int guard;          // of the body that it is a part of
    float inverse_size; // 1/m
} Aggregate;

// Up to piece_slots slots of an aggregate, over which sums are taken.
typedef struct LevelPiece {
    int aggregate;
    int first_slot, slot_count, end_slot; // as those of the aggregate
} LevelPiece;

// How a body with wrong tets is stepped: two_level_guard.h. Each has its own. Its constraints of a kind are `first` to `end`.
typedef struct LevelGuard {
    int turn;
    int first_slot, end_slot;
    int first_chunk, end_chunk; // of its tets; none: it is never ruined
    int first[constraint_kinds], end[constraint_kinds];
} LevelGuard;

// The constraints of a kind. Their corners are numbered [row][vertex][slot_count].
typedef struct LevelKind {
    float arity;
    int count;        // with padding of each body to whole groups
    int first_slot;   // in `ends`: [arity][count], offsets of slots; padding has the one after the last
    int first_number; // in `values`: [values + 1][count], the last is resists_across of row.h
    int first_derivative, first_residual;
    int has_weights; // whether a of row.h is not 0; else derivatives keep s in its place
} LevelKind;

// 16 slots, and the corners that each adds up: `rows` of them per kind, from `first` on in `corners` and `residuals_of`. Short
// columns end in the offset of a record of zeros.
typedef struct LevelGroup {
    int aggregate;
    int first[level_kinds], rows[level_kinds];
} LevelGroup;

// The product of two aggregates' bases; column <= row.
typedef struct LevelBlock {
    int body, row, column;                  // aggregates, counted in the body
    int first_chunk, end_inside, end_chunk; // chunks that are inside come first
} LevelBlock;

// Terms of a block, for which their products are added up by columns.
typedef struct LevelChunk {
    int row, column; // aggregates
    int first_term, end_term;
    int is_inside; // whether all vertices of its constraints are in the aggregate, and free
} LevelChunk;

// 16 constraints of a kind, of which some have vertices in both aggregates of a block; or the masses of 16 slots.
typedef struct LevelTerm {
    int kind;     // level_kinds: masses
    int first;    // constraint or slot
    int is_first; // of all terms of these constraints: its chunk stores their rows
} LevelTerm;

// The buffers of the stage: buffers.h.
// clang-format off
#define TWO_LEVEL_LIST_BUFFERS(ROW)                                                                                  \
    ROW(systems,     const LevelSystem, list->systemCount, list->systems)                                             \
    ROW(aggregates,  const Aggregate,  list->aggregateCount, list->aggregates)                                       \
    ROW(pieces,      const LevelPiece, list->pieceCount, list->pieces)                                               \
    ROW(groups,      const LevelGroup, list->slotCount / level_columns, list->groups)                                \
    ROW(guards,      const LevelGuard, list->guardCount, list->guards)                                               \
    ROW(tets,        const int,        max_vertices * list->tetCount, tets) /* [chunk][4][tet_chunk], as vertices */ \
    ROW(least_volumes, const float,    list->tetCount, list->leastVolumes) /* six times the volume, m^3 */           \
    ROW(kinds,       const LevelKind,  level_kinds, list->kinds)                                                     \
    ROW(blocks,      const LevelBlock, list->blockCount, list->blocks)                                               \
    ROW(chunks,      const LevelChunk, list->chunkCount, list->chunks)                                               \
    ROW(terms,       const LevelTerm,  list->termCount, list->terms)                                                 \
    ROW(vertices,    const int,        list->slotCount, vertices) /* offsets in the world's state */                 \
    ROW(ends,        const int,        list->endCount, list->ends)                                                   \
    ROW(values,      const float,      list->valueCount, list->values)                                               \
    ROW(corners,     const int,        list->cornerCount, list->corners) /* offsets of derivatives */                \
    ROW(residuals_of, const int,       list->cornerCount, list->residualsOf) /* offsets of residuals */
#define TWO_LEVEL_ROOM_BUFFERS(ROW)                                                                                  \
    ROW(places,      LevelRecord,      list->slotCount + 1, NULL) /* {y, inverse mass}; the last for padding */      \
    ROW(kept,        LevelRecord,      list->slotCount + 1, NULL) /* {v before the loads, damping}; the last for padding */ \
    ROW(pulls,       LevelRecord,      list->slotCount, NULL) /* {p, K} of springs to places: physics/link.h */      \
    ROW(offers,      LevelRecord,      2 * list->slotCount, NULL) /* alike, of obstacles: contact_touches.h */      \
    ROW(planes,      LevelRecord,      2 * list->slotCount, NULL) /* [2][slots]: a TouchPlane */                     \
    ROW(holds,       LevelRecord,      list->slotCount, NULL) /* a PlaneHold */                                      \
    /* [3][slots]: {acceleration, unused}, the last first; a PlaneTouch */                                           \
    ROW(history,     LevelRecord,      3 * list->slotCount, NULL)                                                    \
    ROW(touches,     LevelRecord,      list->kinds[constraint_contact].count, NULL) /* {push, C}: two_level_contact.h */ \
    ROW(derivatives, LevelRecord,      list->derivativeCount, NULL) /* {g, a, or s}; the first are zeros */          \
    ROW(residuals,   LevelRecord,      list->residualCount, NULL) /* {V, s}; the first are zeros */                  \
    ROW(products,    LevelRecord,      list->derivativeCount, NULL) /* {of a row and z, unused}, alike */            \
    ROW(forces,      LevelRecord,      list->slotCount, NULL) /* {r, unused} */                                      \
    ROW(inverses,    LevelRecord,      2 * list->slotCount, NULL) /* [2][slots]: a BlockFactor */       \
    ROW(coordinates, LevelRecord,      list->slotCount, NULL) /* {u, 1 if it is free} */                             \
    ROW(moves,       LevelRecord,      list->slotCount, NULL) /* {h^2 a, unused} */                                  \
    ROW(steps,       LevelRecord,      list->slotCount + 1, NULL) /* {z, unused}, before it {moved of row.h}; guarded {p, work}; the last for padding */ \
    ROW(sums,        scalar,           row_products * product_columns * list->chunkCount, NULL)                         \
    ROW(columns,     scalar,           level_sums * level_columns * list->pieceCount, NULL)                          \
    ROW(matrix,      scalar,           list->matrixCount, NULL)                                                      \
    ROW(unknowns,    scalar,           aggregate_unknowns * list->aggregateCount, NULL)                              \
    ROW(totals,      scalar,           level_sums * list->systemCount, NULL)                                           \
    ROW(rigid,       scalar,           balance_numbers * list->systemCount, NULL)                                      \
    ROW(standing,    int,              2 * list->systemCount, NULL) /* stands_not and so on: next_standing */          \
    ROW(ruins,       scalar,           list->tetCount / tet_chunk * level_columns, NULL) /* numbers of wrong tets */ \
    ROW(energies,    scalar,           energy_numbers * list->guardCount, NULL)
#define TWO_LEVEL_BUFFERS(ROW) TWO_LEVEL_LIST_BUFFERS(ROW) TWO_LEVEL_ROOM_BUFFERS(ROW)
// clang-format on
#define TWO_LEVEL_BUFFER_NUMBER(member, type, count, content) two_level_buffer_##member,

enum { TWO_LEVEL_BUFFERS(TWO_LEVEL_BUFFER_NUMBER) two_level_buffer_count };

#endif
