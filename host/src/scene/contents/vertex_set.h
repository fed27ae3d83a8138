// Vertices of a body, as pins and probes name them.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// The keys that name vertices; a member of the drafts of pins and probes. Of them at most one may be given.
typedef struct gelVertexSetDraft {
    const cJSON *vertices, *box, *group;
    float below;
    gelVec3 point;
} gelVertexSetDraft;

// Reads a set from an object that was read into the draft; all vertices if it has none of the
// keys. `body` is NULL for an obstacle, whose vertices have no numbers; its mesh is there already.
// On failure, too, gelClearVertexSet is due.
gelStatus gelReadVertexSet(const gelJsonNode* node, const gelVertexSetDraft* draft, const gelScene* scene,
                           const gelSceneBody* body, gelVertexSet* set);
void gelClearVertexSet(gelVertexSet* set);
// Checks the body's "groups", named elsewhere or not.
gelStatus gelCheckSceneGroups(const gelJsonNode* node, const gelScene* scene, const gelSceneBody* body);

// The numbers of the vertices that are in it, by their positions [count][3]; `members` has room for all, and
// for those that were listed, maybe twice. Returns how many there are.
int gelListVertexSet(const gelVertexSet* set, const double* positions, int count, int* members);
