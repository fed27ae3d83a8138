#include "probe/probe.h"
#include "scene/contents/quantity.h"
#include "scene/contents/tables.h"
#include "scene/contents/vertex_set.h"
#include "scene/contents/body_ref.h"

#include <stdio.h>
#include <string.h>

enum { maxProbes = 1000 };

typedef struct ProbeDraft {
    const char* name;
    int measure;
    const cJSON *body, *obstacle, *curve;
    gelVertexSetDraft set;
} ProbeDraft;

// One row per measure: its name, its kind and component, what it is of, its unit.
#define VECTOR(ROW, name, kind, of, unit)                                                                    \
    ROW(name ".x", kind, 0, of, unit)                                                                        \
    ROW(name ".y", kind, 1, of, unit)                                                                        \
    ROW(name ".z", kind, 2, of, unit)                                                                        \
    ROW(name ".length", kind, gel_componentLength, of, unit)
#define MEASURES(ROW)                                                                                        \
    VECTOR(ROW, "position", gel_measurePosition, gel_ofVertices, "m")                                        \
    VECTOR(ROW, "displacement", gel_measureDisplacement, gel_ofVertices, "m")                                \
    VECTOR(ROW, "velocity", gel_measureVelocity, gel_ofVertices, "m/s")                                      \
    ROW("strain", gel_measureStrain, 0, gel_ofTets, "")                                                      \
    ROW("strain.largest", gel_measureStrain, 1, gel_ofTets, "")                                              \
    VECTOR(ROW, "pinForce", gel_measurePinForce, gel_ofPins, "N")                                            \
    VECTOR(ROW, "goalForce", gel_measureGoalForce, gel_ofAny, "N")                                           \
    VECTOR(ROW, "groundForce", gel_measureGroundForce, gel_ofAny, "N")                                       \
    VECTOR(ROW, "contactForce", gel_measureContactForce, gel_ofTouched, "N")                                 \
    ROW("volume", gel_measureVolume, 0, gel_ofAny, "m^3")                                                    \
    ROW("volume.relative", gel_measureVolume, 1, gel_ofAny, "")                                              \
    ROW("pressure", gel_measurePressure, 0, gel_ofAny, "Pa")                                                 \
    ROW("energy.kinetic", gel_measureKineticEnergy, 0, gel_ofAny, "J")                                       \
    ROW("energy.gravity", gel_measureGravityEnergy, 0, gel_ofAny, "J")                                       \
    ROW("energy.elastic", gel_measureElasticEnergy, 0, gel_ofAny, "J")                                       \
    ROW("energy.total", gel_measureTotalEnergy, 0, gel_ofAny, "J")                                           \
    VECTOR(ROW, "momentum", gel_measureMomentum, gel_ofAny, "kg m/s")                                        \
    VECTOR(ROW, "angularMomentum", gel_measureAngularMomentum, gel_ofAny, "kg m^2/s")

#define MEASURE(name, kind, component, of, unit) {kind, component, of, unit},
const gelProbeMeasure gelProbeMeasures[] = {MEASURES(MEASURE)};
#define TEXT(name, kind, component, of, unit) name,
const char* const gelProbeMeasureTexts[] = {MEASURES(TEXT) NULL};

static const gelJsonField probeFields[] = {
    GEL_FIELD("name", Text, ProbeDraft, name, .required = true, GEL_RANGE(1, 100)),
    GEL_FIELD("measure", Choice, ProbeDraft, measure, .required = true, .choices = gelProbeMeasureTexts),
    GEL_FIELD("body", Item, ProbeDraft, body, .required = false),
    GEL_FIELD("obstacle", Item, ProbeDraft, obstacle, .required = false),
    GEL_FIELD("curve", Item, ProbeDraft, curve, .required = false),
    GEL_FIELD("point", Vector, ProbeDraft, set.point, GEL_RANGE(-1e5, 1e5)),
    GEL_FIELD("vertices", Item, ProbeDraft, set.vertices, .required = false),
    GEL_FIELD("box", Item, ProbeDraft, set.box, .required = false),
    GEL_FIELD("below", Number, ProbeDraft, set.below, GEL_RANGE(-1e5, 1e5)),
    GEL_FIELD("group", Item, ProbeDraft, set.group, .required = false),
};
const gelJsonTable gelProbeTable = GEL_TABLE("probe", probeFields);

// Whether a measure allows what was given for it.
static gelStatus checkUse(const gelJsonNode* node, const ProbeDraft* draft, const gelVertexSet* set)
{
    gelMeasureOf of = gelProbeMeasures[draft->measure].of;
    const char* measure = gelProbeMeasureTexts[draft->measure];
    bool takesObstacle = of == gel_ofVertices || of == gel_ofTouched;
    if (draft->body != NULL && draft->obstacle != NULL)
        return gelFailJsonText(node, "expected one of body and obstacle, found both");
    if (draft->obstacle != NULL && !takesObstacle)
        return gelFailJsonText(node, "obstacle: an obstacle has no %s", measure);
    if (draft->body == NULL && draft->obstacle == NULL && of != gel_ofAny)
        return gelFailJsonText(node, "%s needs \"body\"%s", measure, takesObstacle ? " or \"obstacle\"" : "");
    if (set->kind != gel_setOfAll && (of == gel_ofTouched || of == gel_ofAny))
        return gelFailJsonText(
            node, "%s is measured for whole bodies: expected none of point, vertices, box, below, group",
            measure);
    return gel_success;
}

// Warns of a measure that is always 0. `body` is NULL for all.
static void warnOfIdle(const gelJsonNode* node, const gelScene* scene, const gelSceneBody* body,
                       gelMeasureKind kind)
{
    bool isFilled = body != NULL && body->def.material.filling != gel_notFilled;
    for (int i = 0; i < scene->bodyCount && body == NULL; i++)
        isFilled = isFilled || scene->bodies[i].def.material.filling != gel_notFilled;
    if (kind == gel_measurePressure && !isFilled)
        gelWarnJson(node, "the pressure is always 0: expected a body with a \"filling\"");
    if (kind == gel_measureGroundForce && !scene->worldDef.ground.enabled)
        gelWarnJson(node, "the force of the ground is always 0: expected a scene with a \"ground\"");
}

static gelStatus readProbe(const gelJsonNode* node, const gelScene* scene, gelSceneProbe* probe)
{
    ProbeDraft draft = {0};
    gelStatus status = gelReadJsonObject(node, &gelProbeTable, &draft, NULL);
    if (status != gel_success)
        return status;
    gelJsonNode body = gelJsonChild(node, draft.body, -1), obstacle = gelJsonChild(node, draft.obstacle, -1);
    int index = 0;
    const gelSceneBody* owner = NULL;
    snprintf(probe->name, sizeof probe->name, "%s", draft.name);
    probe->measure = draft.measure;
    probe->body = probe->obstacle = -1;
    for (const gelSceneProbe* other = scene->probes; other < probe; other++)
        if (strcmp(other->name, probe->name) == 0)
            return gelFailJsonText(node, "name: there is another probe \"%.60s\"", draft.name);
    if (draft.body != NULL)
        status = gelResolveBodyRef(&body, scene, false, &probe->body, &index);
    if (status == gel_success && draft.body != NULL)
        owner = &scene->bodies[index];
    if (status == gel_success && draft.obstacle != NULL)
        status = gelResolveBodyRef(&obstacle, scene, true, &probe->obstacle, &index);
    if (status == gel_success)
        status = gelReadVertexSet(node, &draft.set, scene, owner, &probe->set);
    gelJsonNode curve = gelJsonChild(node, draft.curve, -1);
    if (status == gel_success && draft.curve != NULL)
        status = gelReadQuantity(&curve, &probe->curve);
    if (status == gel_success)
        status = checkUse(node, &draft, &probe->set);
    if (status == gel_success)
        warnOfIdle(node, scene, owner, gelProbeMeasures[draft.measure].kind);
    return status;
}

gelStatus gelEvaluateCurve(const gelSceneNames* names, int probe, double time, double* value)
{
    gelSceneNames timed = *names;
    char path[40];
    timed.time = &time;
    snprintf(path, sizeof path, "probes[%d].curve", probe);
    return gelEvaluateQuantity(&names->scene->probes[probe].curve, &timed, path, value);
}

// Whether curves have values after a frame.
static gelStatus checkCurves(const gelScene* scene)
{
    double* numbers = gelAllocate((size_t)scene->numberCount, sizeof *numbers);
    if (numbers == NULL)
        return gelFailMemory((size_t)scene->numberCount, sizeof *numbers);
    gelSceneNames names = {
        .scene = scene, .def = &scene->worldDef, .numbers = numbers, .numberCount = scene->numberCount};
    gelStatus status = gelEvaluateNumbers(scene, &scene->worldDef, numbers);
    double unused;
    for (int i = 0; i < scene->probeCount && status == gel_success; i++)
        status = gelEvaluateCurve(&names, i, (double)scene->timeStep, &unused);
    gelFree(numbers);
    return status;
}

gelStatus gelReadProbes(const gelJsonNode* node, gelScene* scene)
{
    if (node->item == NULL)
        return gel_success;
    int count = cJSON_GetArraySize(node->item);
    if (!cJSON_IsArray(node->item) || count > maxProbes)
        return gelFailJson(node, "an array of at most 1000 probes");
    scene->probes = gelAllocate((size_t)count, sizeof *scene->probes);
    if (scene->probes == NULL)
        return gelFailMemory((size_t)count, sizeof *scene->probes);
    int i = 0;
    for (const cJSON* item = node->item->child; item != NULL; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        gelStatus status = readProbe(&child, scene, &scene->probes[scene->probeCount++]);
        if (status != gel_success)
            return status;
    }
    return checkCurves(scene);
}

void gelClearProbes(gelScene* scene)
{
    for (int i = 0; i < scene->probeCount; i++) {
        gelClearVertexSet(&scene->probes[i].set);
        gelClearQuantity(&scene->probes[i].curve);
    }
    gelFree(scene->probes);
}

int gelScene_GetProbeCount(const gelScene* scene)
{
    return scene->probeCount;
}

gelProbeInfo gelScene_GetProbe(const gelScene* scene, int index)
{
    if (index < 0 || index >= scene->probeCount)
        return (gelProbeInfo){"", "", ""};
    const gelSceneProbe* probe = &scene->probes[index];
    return (gelProbeInfo){probe->name, gelProbeMeasureTexts[probe->measure],
                          gelProbeMeasures[probe->measure].unit};
}

bool gelIsFromMultipliers(const gelProbeMeasure* measure)
{
    return measure->kind == gel_measurePinForce || measure->kind == gel_measureGoalForce ||
           measure->kind == gel_measureGroundForce;
}
