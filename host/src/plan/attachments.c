#include "plan/attachments.h"

#include <math.h>
#include <string.h>

gelStatus gelCheckForceCurve(const gelAttachmentDef* def)
{
    const int count = def->curvePointCount;
    if (count != 0 && (count < 2 || count > GEL_MAXIMUM_FORCE_POINTS))
        return gelFail(gel_invalidArgument, "expected 2 to %d points, found %d", GEL_MAXIMUM_FORCE_POINTS,
                       count);
    if (count > 0 && def->compliance != 0.0f)
        return gelFail(gel_invalidArgument,
                       "expected a curve or a stiffness, found both: the curve gives the forces");
    for (int i = 0; i < count; i++) {
        const double stretch = (double)def->curve[i].stretch, force = (double)def->curve[i].force;
        if (!(fabs(stretch) <= 1e6) || !(fabs(force) <= 1e9))
            return gelFail(gel_invalidArgument,
                           "point %d: expected -1e6 to 1e6 m and -1e9 to 1e9 N, found %g m and %g N", i,
                           stretch, force);
        if (i == 0)
            continue;
        const double shorter = (double)def->curve[i - 1].stretch, weaker = (double)def->curve[i - 1].force;
        if (stretch < shorter + 1e-6 || force < weaker)
            return gelFail(
                gel_invalidArgument,
                "point %d: expected a stretch at least 1e-6 m above that before, and a force no less, found "
                "%g m and %g N after %g m and %g N",
                i, stretch, force, shorter, weaker);
    }
    return gel_success;
}

int gelIndexOfAttachment(const gelAttachments* attachments, gelAttachmentId id)
{
    int low = 0, high = attachments->count;
    while (low < high) { // numbers ascend
        int middle = (low + high) / 2;
        if (attachments->all[middle].id.number < id.number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < attachments->count && attachments->all[low].id.number == id.number ? low : -1;
}

void gelRemoveAttachment(gelAttachments* attachments, int index)
{
    memmove(attachments->all + index, attachments->all + index + 1,
            (size_t)(attachments->count - index - 1) * sizeof *attachments->all);
    attachments->count--;
}

bool gelRemoveAttachmentsOf(gelAttachments* attachments, gelBodyId body)
{
    int kept = 0, before = attachments->count;
    for (int i = 0; i < before; i++) {
        const gelAttachmentDef* def = &attachments->all[i].def;
        if (def->a.body.index1 != body.index1 && def->b.body.index1 != body.index1)
            attachments->all[kept++] = attachments->all[i];
    }
    attachments->count = kept;
    return kept < before;
}

gelStatus gelCopyAttachments(const gelAttachments* from, gelAttachments* to)
{
    gelStatus status = gelReserve(&to->all, &to->capacity, from->count, sizeof *to->all);
    if (status != gel_success)
        return status;
    if (from->count > 0)
        memcpy(to->all, from->all, (size_t)from->count * sizeof *to->all);
    to->count = from->count;
    to->lastNumber = from->lastNumber > to->lastNumber ? from->lastNumber : to->lastNumber;
    return gel_success;
}

int gelIndexOfBody(gelBody* const* bodies, int bodyCount, gelBodyId id)
{
    for (int b = 0; b < bodyCount; b++)
        if (bodies[b]->id.index1 == id.index1)
            return b;
    return -1;
}

gelStatus gelIndexBodies(gelBody* const* bodies, int bodyCount, gelBodyIndices* table)
{
    *table = (gelBodyIndices){.bodies = bodies};
    for (int b = 0; b < bodyCount; b++)
        table->size = (int)bodies[b]->id.index1 < table->size ? table->size : (int)bodies[b]->id.index1 + 1;
    table->indices = gelAllocate((size_t)table->size, sizeof *table->indices);
    if (table->indices == NULL)
        return gelFailMemory((size_t)table->size, sizeof *table->indices);
    for (int i = 0; i < table->size; i++)
        table->indices[i] = -1;
    for (int b = 0; b < bodyCount; b++)
        table->indices[bodies[b]->id.index1] = b;
    return gel_success;
}

int gelFindIndex(const gelBodyIndices* table, gelBodyId id)
{
    return (int)id.index1 < table->size ? table->indices[id.index1] : -1;
}

void gelClearBodyIndices(gelBodyIndices* table)
{
    gelFree(table->indices);
    *table = (gelBodyIndices){0};
}

void gelClearRowList(gelRowList* rows)
{
    gelFree(rows->numbers);
    gelFree(rows->compliances);
    *rows = (gelRowList){0};
}

void gelClearAttachmentList(gelAttachmentList* list)
{
    gelFree(list->colours);
    gelFree(list->numbers);
    gelFree(list->vertices);
    gelFree(list->coefficients);
    gelFree(list->terms);
    gelFree(list->curve);
    gelFree(list->slots);
    gelFree(list->curves);
    *list = (gelAttachmentList){0};
}

static void addAnchor(gelBond* bond, const gelBodyPoint* anchor, float sign, const gelBody* body)
{
    for (int i = 0; i < anchor->vertexCount; i++) {
        bond->vertices[bond->count] = body->firstVertex + anchor->vertices[i];
        bond->isMoved[bond->count] = !gelIsObstacle(body) && !body->isQuarantined;
        bond->coefficients[bond->count++] = sign * anchor->weights[i];
    }
}

gelBond gelMakeBond(const gelAttachmentDef* def, const gelBody* a, const gelBody* b)
{
    gelBond bond = {.colour = -1, .rowCompliance = -1.0f};
    addAnchor(&bond, &def->a, 1.0f, a);
    addAnchor(&bond, &def->b, -1.0f, b);
    for (int i = bond.count; i < gel_attachedVertices; i++)
        bond.vertices[i] = bond.vertices[0];
    return bond;
}

// `lastColour1` of each vertex: 1 + the last colour that has it.
static bool fitsColour(const gelBond* bond, int colour, const int* lastColour1)
{
    bool fits = bond->colour < 0;
    for (int i = 0; i < bond->count && fits; i++)
        fits = !bond->isMoved[i] || lastColour1[bond->vertices[i]] != 1 + colour;
    return fits;
}

// Colour by colour, each takes what it can; attachments that share a vertex keep their order.
static int colourBonds(gelBond* bonds, int count, int* lastColour1)
{
    int colour = 0;
    for (int left = count; left > 0; colour++)
        for (int i = 0; i < count; i++) {
            bool fits = fitsColour(&bonds[i], colour, lastColour1);
            bool waits = bonds[i].colour < 0;
            for (int k = 0; k < bonds[i].count && waits; k++) // others must not overtake it
                lastColour1[bonds[i].vertices[k]] = bonds[i].isMoved[k] ? 1 + colour : 0;
            bonds[i].colour = fits ? colour : bonds[i].colour;
            left -= fits;
        }
    return colour;
}

static gelStatus allocate(int count, int colourCount, int curveCount, gelAttachmentList* list)
{
    size_t size = (size_t)count;
    list->curveCount = curveCount > 0 ? curveCount : 1;
    list->curve = gelAllocate(size, sizeof *list->curve);
    list->slots = gelAllocate(gel_attachedVertices * size, sizeof *list->slots);
    list->curves = gelAllocate((size_t)list->curveCount, sizeof *list->curves);
    list->colours = gelAllocate((size_t)colourCount, sizeof *list->colours);
    list->numbers = gelAllocate(size, sizeof *list->numbers);
    list->vertices = gelAllocate(gel_attachedVertices * size, sizeof *list->vertices);
    list->coefficients = gelAllocate(gel_attachedVertices * size, sizeof *list->coefficients);
    list->terms = gelAllocate(size, sizeof *list->terms);
    if (list->colours == NULL || list->numbers == NULL || list->vertices == NULL ||
        list->coefficients == NULL || list->terms == NULL || list->curve == NULL || list->curves == NULL ||
        list->slots == NULL) {
        gelClearAttachmentList(list);
        return gelFailMemory(gel_attachedVertices * size, sizeof *list->vertices);
    }
    list->count = count;
    list->colourCount = colourCount;
    return gel_success;
}

// Beyond its ends a curve goes on as beside them.
static void fillCurve(const gelAttachmentDef* def, float curve[gel_forcePoints][4])
{
    const int last = def->curvePointCount - 1;
    for (int i = 0; i < gel_forcePoints; i++) {
        const gelForcePoint* from = &def->curve[i < last ? i : last - 1];
        const gelForcePoint* at = &def->curve[i < last ? i : last];
        curve[i][0] = at->stretch;
        curve[i][1] = at->force;
        curve[i][2] = (float)(((double)from[1].force - (double)from[0].force) /
                              ((double)from[1].stretch - (double)from[0].stretch));
        curve[i][3] = 0.0f;
    }
}

static int countCurves(const gelAttachments* attachments)
{
    int count = 0;
    for (int i = 0; i < attachments->count; i++)
        count += attachments->all[i].def.curvePointCount > 0;
    return count;
}

// Whether the two-level solver has it in its system: without length, from its body to what does not move. Not if it may
// break: the force of a rigid one is not known well enough there.
static bool isAnchored(const gelAttachmentDef* def, const gelBond* bond, const int* slots)
{
    bool moved[2] = {false, false}, isAnchored = slots != NULL && def->length == 0.0f &&
                                                 def->curvePointCount == 0 && isinf(def->breakForce);
    for (int k = 0; k < bond->count; k++) {
        moved[k < def->a.vertexCount ? 0 : 1] |= bond->isMoved[k];
        isAnchored = isAnchored && (!bond->isMoved[k] || slots[bond->vertices[k]] >= 0);
    }
    return isAnchored && !(moved[0] && moved[1]);
}

static void fillList(const gelAttachments* attachments, const gelBond* bonds, const int* slots,
                     gelAttachmentList* list)
{
    int slot = 0, curves = 0;
    for (int colour = 0; colour < list->colourCount; colour++) {
        list->colours[colour].first = slot;
        for (int i = 0; i < list->count; i++) {
            if (bonds[i].colour != colour)
                continue;
            bool anchored = isAnchored(&attachments->all[i].def, &bonds[i], slots),
                 isRow = bonds[i].rowCompliance >= 0.0f;
            for (int k = 0; k < gel_attachedVertices; k++) {
                const bool isPulled = anchored && k < bonds[i].count && bonds[i].isMoved[k];
                const int pulled = isPulled ? slots[bonds[i].vertices[k]] : slot_none;
                list->vertices[k * list->count + slot] = bonds[i].vertices[k];
                list->coefficients[k * list->count + slot] = bonds[i].coefficients[k];
                list->slots[k * list->count + slot] = isRow ? slot_of_row : pulled;
                list->slotCount += list->slots[k * list->count + slot] >= 0;
            }
            list->terms[slot][0] = isRow ? bonds[i].rowCompliance : attachments->all[i].def.compliance;
            list->terms[slot][1] = attachments->all[i].def.length;
            list->terms[slot][2] = gelBreakSquare(&attachments->all[i].def);
            bool hasCurve = attachments->all[i].def.curvePointCount > 0;
            list->curve[slot] = hasCurve ? curves++ : -1;
            if (hasCurve)
                fillCurve(&attachments->all[i].def, list->curves[list->curve[slot]]);
            list->numbers[slot++] = i;
        }
        list->colours[colour].count = slot - list->colours[colour].first;
    }
}

float gelBreakSquare(const gelAttachmentDef* def)
{
    return (float)((double)def->breakForce * (double)def->breakForce);
}

// Since the rows were listed, attachments may have come and gone.
static void markRows(const gelAttachments* attachments, const gelRowList* rows, gelBond* bonds)
{
    for (int i = 0, row = 0; i < attachments->count; i++) {
        const uint32_t number = attachments->all[i].id.number;
        while (row < rows->count && rows->numbers[row] < number)
            row++;
        if (row < rows->count && rows->numbers[row] == number)
            bonds[i].rowCompliance = rows->compliances[row];
    }
}

gelStatus gelListAttachments(const gelAttachments* attachments, gelBody* const* bodies, int bodyCount,
                             int vertexCount, const int* slots, const gelRowList* rows,
                             gelAttachmentList* list)
{
    int count = attachments->count;
    *list = (gelAttachmentList){0};
    if (count == 0)
        return gel_success;
    gelBodyIndices table;
    gelStatus status = gelIndexBodies(bodies, bodyCount, &table);
    gelBond* bonds = gelAllocate((size_t)count, sizeof *bonds);
    int* lastColour1 = gelAllocate((size_t)vertexCount, sizeof *lastColour1);
    if (status == gel_success && (bonds == NULL || lastColour1 == NULL))
        status = gelFailMemory((size_t)count, sizeof *bonds);
    for (int i = 0; i < count && status == gel_success; i++) {
        const gelAttachmentDef* def = &attachments->all[i].def;
        bonds[i] = gelMakeBond(def, bodies[gelFindIndex(&table, def->a.body)],
                               bodies[gelFindIndex(&table, def->b.body)]);
    }
    if (status == gel_success)
        markRows(attachments, rows, bonds);
    if (status == gel_success)
        status = allocate(count, colourBonds(bonds, count, lastColour1), countCurves(attachments), list);
    if (status == gel_success)
        fillList(attachments, bonds, slots, list);
    gelClearBodyIndices(&table);
    gelFree(bonds);
    gelFree(lastColour1);
    return status;
}
