// A random scene, as text: what a scene may hold, over ranges that it may have, most of it likely to be taken.
#include "soak/draft.h"

static void putGround(Draft* draft)
{
    Episode* e = draft->episode;
    if (oneIn(e, 5)) {
        put(draft, ",\"ground\":false");
        return;
    }
    put(draft, ",\"ground\":{\"friction\":%.9g", (double)between(e, 0, 1.5f));
    putNumber(draft, "restitution", oneIn(e, 2) ? 0.0f : between(e, 0, 1));
    if (oneIn(e, 4)) {
        putVector(draft, "normal", (gelVec3){between(e, -0.3f, 0.3f), 1, between(e, -0.3f, 0.3f)});
        putNumber(draft, "offset", between(e, -0.3f, 0.3f));
    } else {
        putNumber(draft, "height", between(e, -0.3f, 0.3f));
    }
    put(draft, "}");
}

static void putSettings(Draft* draft)
{
    static const char* const integrators[] = {"explicitEuler", "symplecticEuler", "heun", "rungeKutta4"};
    static const char* const orders[] = {"jacobi", "jacobi-averaged", "jacobi-relaxed"};
    Episode* e = draft->episode;
    put(draft, "{\"name\":\"random\",\"substeps\":%d", 1 + choose(e, 6));
    if (draft->isXpbd) {
        putTruth(draft, "sleep", oneIn(e, 2));
        if (oneIn(e, 4))
            putText(draft, "order", orders[choose(e, 3)]);
    } else {
        putText(draft, "integrator", integrators[choose(e, 4)]);
        if (oneIn(e, 4))
            putNumber(draft, "integratorError", magnitude(e, 1e-5f, 0.01f));
    }
    putTruth(draft, "contact", !oneIn(e, 4));
    if (oneIn(e, 3))
        putVector(draft, "gravity", vectorWithin(draft, 15));
    if (oneIn(e, 4))
        putNumber(draft, "dragCoefficient", magnitude(e, 0.01f, 10));
    if (oneIn(e, 4))
        putNumber(draft, "springDamping", magnitude(e, 1e-4f, 0.1f));
    putGround(draft);
}

static void putFieldNumbers(Draft* draft)
{
    Episode* e = draft->episode;
    putVector(draft, "position", place(e));
    putVector(draft, "direction", vectorWithin(draft, 1));
    putVector(draft, "velocity", vectorWithin(draft, 8));
    putNumber(draft, "strength", between(e, 0, oneIn(e, 2) ? 2 : 20));
    if (oneIn(e, 2))
        put(draft, ",\"falloff\":%d", choose(e, 4));
    if (oneIn(e, 2))
        putNumber(draft, "outerRadius", between(e, 0, 2));
    putNumber(draft, "size", magnitude(e, 0.05f, 2));
    put(draft, ",\"seed\":%d", choose(e, 1000));
    putNumber(draft, "linearDrag", oneIn(e, 2) ? 0.0f : magnitude(e, 0.01f, 10));
    putNumber(draft, "quadraticDrag", oneIn(e, 2) ? 0.0f : magnitude(e, 0.01f, 10));
    if (oneIn(e, 3)) {
        putNumber(draft, "gust", between(e, 0, 1));
        putNumber(draft, "gustRate", magnitude(e, 0.1f, 20));
    }
    putNumber(draft, "liftCoefficient", between(e, 0, 1));
}

static void putFields(Draft* draft)
{
    static const char* const types[] = {"uniform",    "point", "line", "vortex",
                                        "turbulence", "drag",  "wind", "liquid"};
    static const char* const bounds[] = {"none", "ball", "box"};
    Episode* e = draft->episode;
    put(draft, ",\"fields\":[");
    for (int i = 0; i < draft->fields; i++) {
        put(draft, "%s{\"name\":\"field %d\"", i > 0 ? "," : "", i);
        putText(draft, "type", types[choose(e, 8)]);
        putFieldNumbers(draft);
        if (oneIn(e, 3)) {
            putText(draft, "bound", bounds[choose(e, 3)]);
            putVector(draft, "boundCentre", place(e));
            putNumber(draft, "boundRadius", between(e, 0.2f, 1.5f));
        }
        if (oneIn(e, 3))
            put(draft, ",\"keys\":[{\"time\":0,\"share\":%.9g},{\"time\":%.9g,\"share\":%.9g}]",
                (double)between(e, 0, 2), (double)between(e, 0.1f, 0.5f), (double)between(e, 0, 2));
        put(draft, "}");
    }
    put(draft, "]");
}

static void putObstacleShape(Draft* draft)
{
    Episode* e = draft->episode;
    double size = (double)between(e, 0.1f, 0.5f), other = (double)between(e, 0.1f, 1);
    switch (choose(e, 7)) {
        case 0:
            put(draft, ",\"shape\":{\"type\":\"sphere\",\"radius\":%.9g,\"subdivisions\":%d}", size / 2.0,
                choose(e, 3));
            break;
        case 1:
            put(draft, ",\"shape\":{\"type\":\"cylinder\",\"radius\":%.9g,\"length\":%.9g}", size / 2.0,
                other);
            break;
        case 2:
            put(draft, ",\"shape\":{\"type\":\"capsule\",\"radius\":%.9g,\"length\":%.9g,\"segments\":%d}",
                size / 2.0, other, 4 + choose(e, 12));
            break;
        case 3:
            put(draft, ",\"shape\":{\"type\":\"sheet\",\"sizeX\":%.9g,\"sizeZ\":%.9g}", 2.0 * size,
                2.0 * other);
            break;
        case 4:
            put(draft,
                ",\"shape\":{\"type\":\"hull\",\"points\":[[0,0,0],[%.9g,0,0],[0,0,%.9g],[0.1,%.9g,"
                "0.1],[%.9g,%.9g,%.9g]]}",
                size, other, size, other, size, other);
            break;
        case 5:
            put(draft, ",\"mesh\":\"%s/meshes/bowl.obj\"", GEL_ASSETS);
            break;
        default:
            put(draft, ",\"shape\":{\"type\":\"box\",\"size\":[%.9g,%.9g,%.9g]}", other, size, 2.0 * size);
    }
}

static void putObstacles(Draft* draft)
{
    Episode* e = draft->episode;
    put(draft, ",\"obstacles\":[");
    for (int i = 0; i < draft->obstacles; i++) {
        put(draft, "%s{\"name\":\"obstacle %d\"", i > 0 ? "," : "", i);
        putObstacleShape(draft);
        putVector(draft, "position", place(e));
        if (oneIn(e, 2))
            putRotation(draft);
        putNumber(draft, "scale", between(e, 0.5f, 1.5f));
        putNumber(draft, "friction", between(e, 0, 1.5f));
        putNumber(draft, "restitution", oneIn(e, 2) ? 0.0f : between(e, 0, 1));
        if (oneIn(e, 3))
            putVector(draft, "surfaceVelocity", vectorWithin(draft, 2));
        if (oneIn(e, 3))
            putKeys(draft);
        if (oneIn(e, 4))
            put(draft, ",\"category\":\"category %d\"", choose(e, 3));
        put(draft, "}");
    }
    put(draft, "]");
}

// `body` -1: of an obstacle.
static void putAnchor(Draft* draft, const char* name, int body)
{
    Episode* e = draft->episode;
    gelVec3 point = place(e);
    if (body < 0) {
        put(draft, "\"%s\":{\"obstacle\":%d", name, choose(e, draft->obstacles));
    } else {
        put(draft, "\"%s\":{\"body\":%d", name, body);
        if (oneIn(e, 2)) {
            put(draft, ",\"vertex\":%d}", choose(e, 3));
            return;
        }
    }
    putVector(draft, "point", point);
    put(draft, "}");
}

static void putAttachments(Draft* draft)
{
    Episode* e = draft->episode;
    put(draft, ",\"attachments\":[");
    for (int i = 0; i < draft->attachments; i++) {
        int a = choose(e, draft->bodies), b = (a + 1) % draft->bodies;
        put(draft, "%s{", i > 0 ? "," : "");
        putAnchor(draft, "a", a);
        put(draft, ",");
        putAnchor(draft, "b", draft->obstacles > 0 && (a == b || oneIn(e, 2)) ? -1 : b);
        if (oneIn(e, 2))
            putNumber(draft, "stiffness", magnitude(e, 1, 1e5f));
        else if (oneIn(e, 3))
            put(draft, ",\"curve\":[[-1,0],[0,0],[0.2,%.9g],[0.4,400]]", (double)between(e, 1, 300));
        if (oneIn(e, 2))
            putNumber(draft, "length", between(e, 0, 1));
        if (oneIn(e, 3))
            putNumber(draft, "breakForce", magnitude(e, 0.1f, 1e3f));
        if (oneIn(e, 3))
            putNumber(draft, "until", between(e, 0, 0.5f));
        put(draft, "}");
    }
    put(draft, "]");
}

static void putRay(Draft* draft, const char* name)
{
    gelVec3 origin = place(draft->episode);
    put(draft, "\"%s\":{\"origin\":[%.9g,%.9g,3],\"direction\":[%.9g,%.9g,-1]", name, (double)origin.x / 2.0,
        (double)origin.y, (double)between(draft->episode, -0.1f, 0.1f), 0.0);
}

static void putFieldEvent(Draft* draft)
{
    Episode* e = draft->episode;
    int field = choose(e, draft->fields);
    if (oneIn(e, 2)) {
        put(draft, "\"replace\":{\"field\":%d,\"with\":{\"type\":\"point\"", field);
        putVector(draft, "position", place(e));
        put(draft, "}");
        return;
    }
    put(draft, "\"adjust\":{\"field\":%d", field);
    putNumber(draft, "strength", between(e, 0, 5));
}

static void putEvent(Draft* draft)
{
    Episode* e = draft->episode;
    int body = choose(e, draft->created);
    switch (choose(e, 10)) {
        case 0:
            putRay(draft, "grab");
            putNumber(draft, "stiffness", magnitude(e, 100, 5000));
            break;
        case 1:
            putRay(draft, "pull");
            break;
        case 2:
            put(draft, "\"drop\":{\"body\":%d", choose(e, draft->bodies));
            putVector(draft, "position", place(e));
            break;
        case 3:
            put(draft, "\"set\":{\"substeps\":%d", 1 + choose(e, 6));
            putVector(draft, "gravity", vectorWithin(draft, 12));
            break;
        case 4:
            put(draft, "\"alter\":{\"body\":%d", body);
            putAnyMaterial(draft);
            break;
        case 5:
            put(draft, "\"flatten\":{\"body\":%d", body);
            putNumber(draft, "height", between(e, 0, 1));
            break;
        case 6:
            put(draft, "\"scramble\":{\"body\":%d,\"seed\":%d", body, choose(e, 1000));
            break;
        case 7: {
            static const char* const factors[] = {"density", "stiffness", "bending",
                                                  "damping", "friction",  "tearing"};
            put(draft, "\"paint\":{\"body\":%d", body);
            putText(draft, "factor", factors[choose(e, 6)]);
            putVector(draft, "position", vectorWithin(draft, 0.3f));
            putNumber(draft, "radius", between(e, 0.05f, 0.5f));
            putNumber(draft, "strength", between(e, 0, 1));
            putNumber(draft, "value", between(e, 0.1f, 3));
            break;
        }
        case 8:
            put(draft, "\"wall\":{\"thickness\":%.9g", (double)between(e, 0.02f, 0.2f));
            putVector(draft, "from", place(e));
            putVector(draft, "to", place(e));
            putVector(draft, "across", vectorWithin(draft, 1));
            break;
        default:
            if (draft->fields == 0) {
                put(draft, "\"release\":true}");
                return;
            }
            putFieldEvent(draft);
    }
    put(draft, "}}");
}

static void putInput(Draft* draft)
{
    Episode* e = draft->episode;
    int count = oneIn(e, 2) ? 0 : 1 + choose(e, 8), frame = 0;
    put(draft, ",\"input\":[");
    for (int i = 0; i < count; i++) {
        frame += choose(e, 8);
        put(draft, "%s{\"frame\":%d,", i > 0 ? "," : "", frame);
        putEvent(draft);
    }
    put(draft, "]");
}

void writeRandomScene(Episode* episode, const char* path)
{
    Draft draft = {.episode = episode,
                   .file = fopen(path, "w"),
                   .isXpbd = !oneIn(episode, 4),
                   .bodies = 1 + choose(episode, maxBodies),
                   .obstacles = choose(episode, 4),
                   .fields = oneIn(episode, 2) ? 0 : 1 + choose(episode, 3),
                   .attachments = oneIn(episode, 2) ? 0 : 1 + choose(episode, 4)};
    if (draft.bodies == 1 && draft.obstacles == 0)
        draft.attachments = 0; // nothing to attach it to
    if (draft.file == NULL)
        failAt(episode, 0, "the scene is not written");
    putSettings(&draft);
    putFields(&draft);
    putBodies(&draft);
    putObstacles(&draft);
    putAttachments(&draft);
    putInput(&draft);
    put(&draft, "}\n");
    fclose(draft.file);
}
