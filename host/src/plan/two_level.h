// The bodies that the two-level solver steps, as tables: kernels/two_level_tables.h.
#pragma once

#include "plan/attachments.h"
#include "plan/contact_rows.h"
#include "plan/plan.h"
#include "plan/plasticity.h"
#include "two_level_tables.h"

typedef struct gelTwoLevelList {
    int systemCount; // of a body, or some that attachments join
    int guardCount;  // bodies
    int aggregateCount, pieceCount, slotCount, blockCount, chunkCount, termCount;
    int endCount, valueCount, cornerCount;
    int derivativeCount, residualCount, matrixCount;
    int tetCount;     // with padding
    int guardedCount; // bodies that are guarded
    int cycles;       // the most of a body
    LevelSystem* systems;
    gelBody** owners; // [guardCount]: of the plan
    Aggregate* aggregates;
    LevelPiece* pieces;
    LevelGuard* guards;
    int* tets;           // [tetCount / tet_chunk][4][tet_chunk]: vertices of the world
    float* leastVolumes; // [tetCount]
    LevelGroup* groups;
    LevelBlock* blocks;
    LevelChunk* chunks;
    LevelTerm* terms;
    int* vertices;   // [slotCount]: of the world; padding has the one after the last
    bool* pinned;    // [vertices of the world]: what the list was made for; NULL if no body has the solver
    int* slots;      // [vertexCount of the world]: of bodies whose turn is the solver's; -1 of others
    gelRowList rows; // of gelJoints
    int* contacts;   // [kinds[constraint_contact].count]: among the world's gelContactRows; -1: padding
    double* touches; // [as many][4]: what the back end begins with: {push, C}
    LevelKind kinds[level_kinds];
    int* ends;
    float* values;
    int *corners, *residualsOf;
    // Places in `values` of edges that flow or tear, and of tets that tear.
    gelPlasticSlot *edgeSlots, *tetSlots;
    int edgeSlotCount, tetSlotCount;
} gelTwoLevelList;

// Lists those of the plan's bodies that have the solver. `vertices`: of the world; their pins count. Sets isHeld of the
// contacts. On failure *list is empty.
gelStatus gelListTwoLevel(const gelPlan* plan, const gelAttachments* attachments, gelContactRows* contacts,
                          const gelVertexState* vertices, gelTwoLevelList* list);
void gelClearTwoLevelList(gelTwoLevelList* list);

// Whether any body has BDF2.
bool gelHasHistories(const gelTwoLevelList* list);
// Returns the history of a slot's vertex; NULL if it has none.
double* gelHistoryOfSlot(const gelTwoLevelList* list, int slot);
// Returns how a system stands on the ground, from its histories.
int gelFindStanding(const gelTwoLevelList* list, int system);
