#include "plan/joints.h"
#include "contact_tables.h"
#include "plan/aggregates.h"

#include <math.h>
#include <string.h>

// A rigid attachment is so many times as stiff as the material at its vertices. A greater number would hardly give way
// less, and single precision must solve for it.
static const double stiffnessOverMaterial = 30.0;

void gelClearJoints(gelJoints* joints)
{
    for (int k = 0; k < gel_attachedVertices; k++)
        gelFree(joints->vertices[k]);
    for (int k = 0; k < gel_jointValues; k++)
        gelFree(joints->values[k]);
    for (int k = 0; k < contact_corners; k++)
        gelFree(joints->contactVertices[k]);
    for (int k = 0; k < contact_values; k++)
        gelFree(joints->contactValues[k]);
    gelFree(joints->contacts);
    gelFree(joints->systems);
    gelFree(joints->aggregates);
    gelFree(joints->sequence);
    gelClearRowList(&joints->rows);
    *joints = (gelJoints){0};
}

static gelStatus reserve(int attachmentCount, int bodyCount, gelJoints* joints)
{
    const size_t count = (size_t)attachmentCount;
    joints->systems = gelAllocate((size_t)bodyCount, sizeof *joints->systems);
    joints->aggregates = gelAllocate((size_t)bodyCount, sizeof *joints->aggregates);
    joints->sequence = gelAllocate((size_t)bodyCount, sizeof *joints->sequence);
    joints->rows.numbers = gelAllocate(count, sizeof *joints->rows.numbers);
    joints->rows.compliances = gelAllocate(count, sizeof *joints->rows.compliances);
    bool ok = joints->systems != NULL && joints->aggregates != NULL && joints->sequence != NULL &&
              joints->rows.numbers != NULL && joints->rows.compliances != NULL;
    for (int k = 0; k < gel_attachedVertices; k++) {
        joints->vertices[k] = gelAllocate(count, sizeof *joints->vertices[k]);
        ok = ok && joints->vertices[k] != NULL;
    }
    for (int k = 0; k < gel_jointValues; k++) {
        joints->values[k] = gelAllocate(count, sizeof *joints->values[k]);
        ok = ok && joints->values[k] != NULL;
    }
    return ok ? gel_success : gelFailMemory(count, 2 * gel_attachedVertices * sizeof(float));
}

static gelStatus reserveContacts(int contactCount, gelJoints* joints)
{
    const size_t count = (size_t)contactCount;
    joints->contacts = gelAllocate(count, sizeof *joints->contacts);
    bool ok = joints->contacts != NULL;
    for (int k = 0; k < contact_corners; k++) {
        joints->contactVertices[k] = gelAllocate(count, sizeof *joints->contactVertices[k]);
        ok = ok && joints->contactVertices[k] != NULL;
    }
    for (int k = 0; k < contact_values; k++) {
        joints->contactValues[k] = gelAllocate(count, sizeof *joints->contactValues[k]);
        ok = ok && joints->contactValues[k] != NULL;
    }
    return ok ? gel_success : gelFailMemory(count, 2 * contact_corners * sizeof(float));
}

// Returns the first body of a body's system, and halves the way to it.
static int firstOfSystem(int* systems, int body)
{
    for (; systems[body] != body; body = systems[body])
        systems[body] = systems[systems[body]];
    return body;
}

// Makes one system of those of two bodies. Returns whether it is one. `sizes`: aggregates, or bodies, of each system, at its
// first body.
static bool join(gelBody* const* bodies, int a, int b, int* systems, int* sizes)
{
    const int ofA = firstOfSystem(systems, a), ofB = firstOfSystem(systems, b);
    const int kept = ofA < ofB ? ofA : ofB, other = ofA < ofB ? ofB : ofA;
    // A system has one time scheme.
    if (gelTurnOf(bodies[a]) != level_whole || gelTurnOf(bodies[b]) != level_whole ||
        (bodies[a]->history != NULL) != (bodies[b]->history != NULL))
        return false;
    if (kept == other)
        return true;
    if (sizes[kept] + sizes[other] > gelMaximumAggregates)
        return false;
    sizes[kept] += sizes[other];
    systems[other] = kept;
    return true;
}

// Returns the cube root. That of libm has other bits on other systems, and these would reach the state.
static double cubeRoot(double number)
{
    double root = 1.0;
    while (root * root * root < number)
        root *= 2.0;
    while (root * root * root > number)
        root *= 0.5;
    for (int i = 0; i < 8; i++) // Newton's method, from a half to the whole
        root = (2.0 * root + number / (root * root)) / 3.0;
    return root;
}

// Returns roughly how stiff the material at a vertex of the world is, N/m.
static double stiffnessAt(const gelBody* body, int vertex, double inverseMass)
{
    const gelMaterial* material = &body->material;
    const int own = vertex - body->firstVertex;
    // Where the material is softer than elsewhere, what is attached to it may be stiffer.
    const double factor = fmax(gelMeanFactor(body, gel_stiffnessFactor, &own, 1), 1.0);
    if (material->stiffness == gel_compliances)
        return material->edgeCompliance > 0.0f ? factor / (double)material->edgeCompliance : INFINITY;
    return factor * (double)material->youngModulus *
           cubeRoot(1.0 / (inverseMass * (double)material->density));
}

static float complianceOf(const gelAttachmentDef* def, const gelBond* bond, const gelBody* a,
                          const gelBody* b, const gelVertexState* vertices)
{
    double least = 0.0;
    for (int k = 0; k < bond->count; k++) {
        const int vertex = bond->vertices[k];
        const double inverseMass = vertices[vertex].inverseMass;
        const gelBody* body = k < def->a.vertexCount ? a : b;
        if (inverseMass > 0.0)
            least += 0.5 * fabs((double)bond->coefficients[k]) /
                     (stiffnessOverMaterial * stiffnessAt(body, vertex, inverseMass));
    }
    return (float)fmax((double)def->compliance, least);
}

bool gelMayBeRow(const gelAttachmentDef* def, const gelBody* a, const gelBody* b)
{
    return gelIsTwoLevel(a) && gelIsTwoLevel(b) && !a->isQuarantined && !b->isQuarantined &&
           def->curvePointCount == 0 && isinf(def->breakForce);
}

static void addJoint(const gelAttachment* attachment, const gelBodyIndices* table,
                     const gelVertexState* vertices, int* aggregates, gelJoints* joints)
{
    const gelAttachmentDef* def = &attachment->def;
    gelBody* const* bodies = table->bodies;
    const int a = gelFindIndex(table, def->a.body), b = gelFindIndex(table, def->b.body);
    if (a < 0 || b < 0 || !gelMayBeRow(def, bodies[a], bodies[b]))
        return;
    const int row = joints->rows.count++;
    joints->rows.numbers[row] = attachment->id.number;
    joints->rows.compliances[row] = -1.0f;
    if (!join(bodies, a, b, joints->systems, aggregates))
        return;
    const gelBond bond = gelMakeBond(def, bodies[a], bodies[b]);
    for (int k = 0; k < gel_attachedVertices; k++) {
        joints->vertices[k][joints->count] = bond.vertices[k];
        joints->values[k][joints->count] = bond.coefficients[k];
    }
    joints->rows.compliances[row] = complianceOf(def, &bond, bodies[a], bodies[b], vertices);
    joints->values[gel_attachedVertices][joints->count] = joints->rows.compliances[row];
    joints->values[gel_attachedVertices + 1][joints->count++] = def->length;
}

static void addContact(gelContactRows* rows, int number, const gelBodyIndices* table, int* sizes,
                       gelJoints* joints)
{
    gelContactRow* row = &rows->all[number];
    const int a = gelFindIndex(table, row->bodies[0]), b = gelFindIndex(table, row->bodies[1]);
    row->isHeld = a >= 0 && b >= 0 && join(table->bodies, a, b, joints->systems, sizes);
    if (!row->isHeld)
        return;
    const int count = joints->contactCount++;
    for (int k = 0; k < contact_corners; k++)
        joints->contactVertices[k][count] =
            table->bodies[gelSideOfContactVertex(row, k) == 0 ? a : b]->firstVertex + row->vertices[k];
    const float values[contact_values] = {[contact_of_edges] = row->feature == gel_edgeFeature ? 1.0f : 0.0f,
                                          [contact_thickness] = row->thickness,
                                          [contact_friction] = row->friction,
                                          [contact_side] = row->side,
                                          [contact_on_rim] = row->feature == gel_rimFeature ? 1.0f : 0.0f};
    for (int k = 0; k < contact_values; k++)
        joints->contactValues[k][count] = values[k];
    joints->contacts[count] = number;
}

// Adds the contacts, and cuts the bodies of large systems into fewer aggregates. `sizes`: room.
static void addContacts(gelContactRows* rows, const gelBodyIndices* table, int bodyCount, int* sizes,
                        gelJoints* joints)
{
    memset(sizes, 0, (size_t)bodyCount * sizeof *sizes);
    for (int b = 0; b < bodyCount; b++)
        sizes[firstOfSystem(joints->systems, b)]++;
    for (int i = 0; i < rows->count; i++)
        addContact(rows, i, table, sizes, joints);
    int* totals = joints->sequence; // free until the systems are listed
    memset(totals, 0, (size_t)bodyCount * sizeof *totals);
    for (int b = 0; b < bodyCount; b++)
        totals[firstOfSystem(joints->systems, b)] += gelCountAggregates(table->bodies[b]);
    for (int b = 0; b < bodyCount; b++) {
        const int system = firstOfSystem(joints->systems, b), most = gelMaximumAggregates / sizes[system];
        joints->aggregates[b] = gelCountAggregates(table->bodies[b]);
        if (totals[system] > gelMaximumAggregates && joints->aggregates[b] > most)
            joints->aggregates[b] = most;
    }
    memset(totals, 0, (size_t)bodyCount * sizeof *totals);
}

// Lists the bodies by system, then by number: a counting sort.
static gelStatus listSystems(int bodyCount, gelJoints* joints)
{
    int* next = gelAllocate((size_t)bodyCount + 1, sizeof *next);
    if (next == NULL)
        return gelFailMemory((size_t)bodyCount, sizeof *next);
    for (int b = 0; b < bodyCount; b++)
        next[joints->systems[b] + 1]++;
    for (int b = 0; b < bodyCount; b++)
        next[b + 1] += next[b];
    for (int b = 0; b < bodyCount; b++)
        joints->sequence[next[joints->systems[b]]++] = b;
    gelFree(next);
    return gel_success;
}

gelStatus gelFindJoints(const gelAttachments* attachments, gelContactRows* contacts, gelBody* const* bodies,
                        int bodyCount, const gelVertexState* vertices, gelJoints* joints)
{
    *joints = (gelJoints){0};
    gelBodyIndices table;
    gelStatus status = gelIndexBodies(bodies, bodyCount, &table);
    int* aggregates = gelAllocate((size_t)bodyCount, sizeof *aggregates);
    if (status == gel_success && aggregates == NULL)
        status = gelFailMemory((size_t)bodyCount, sizeof *aggregates);
    if (status == gel_success)
        status = reserve(attachments->count, bodyCount, joints);
    if (status == gel_success)
        status = reserveContacts(contacts->count, joints);
    for (int b = 0; b < bodyCount && status == gel_success; b++) {
        joints->systems[b] = b;
        aggregates[b] = gelCountAggregates(bodies[b]);
    }
    for (int i = 0; i < attachments->count && status == gel_success; i++)
        addJoint(&attachments->all[i], &table, vertices, aggregates, joints);
    if (status == gel_success)
        addContacts(contacts, &table, bodyCount, aggregates, joints);
    // The first body of a system comes before its others.
    for (int b = 0; b < bodyCount && status == gel_success; b++)
        joints->systems[b] = joints->systems[joints->systems[b]];
    gelClearBodyIndices(&table);
    gelFree(aggregates);
    if (status == gel_success)
        status = listSystems(bodyCount, joints);
    if (status != gel_success)
        gelClearJoints(joints);
    return status;
}
