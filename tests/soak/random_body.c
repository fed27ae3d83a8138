// Random bodies of a scene, and what they are made of.
#include "soak/draft.h"

typedef enum Kind { tets, cloth, closedCloth, rope } Kind;

static void putStiffness(Draft* draft, bool isTets, bool mayBeRigid, bool* isNeoHookean)
{
    Episode* e = draft->episode;
    *isNeoHookean = isTets && oneIn(e, 3);
    if (*isNeoHookean)
        putText(draft, "model", "neoHookean");
    if (*isNeoHookean || !oneIn(e, 3)) {
        putNumber(draft, "youngModulus", magnitude(e, 1e3f, 1e8f));
        if (oneIn(e, 2))
            putNumber(draft, "poissonRatio", between(e, 0, 0.49f));
        return;
    }
    putNumber(draft, "edgeCompliance", mayBeRigid && oneIn(e, 3) ? 0.0f : magnitude(e, 1e-8f, 1e-2f));
    putNumber(draft, "volumeCompliance", mayBeRigid && oneIn(e, 3) ? 0.0f : magnitude(e, 1e-14f, 1e-4f));
}

// Adds tearing to a body that has edges, and nothing that would hold torn parts together.
static void putTearing(Draft* draft)
{
    Episode* e = draft->episode;
    if (oneIn(e, 3))
        putNumber(draft, "tearForce", magnitude(e, 0.1f, 1e3f));
    else
        putNumber(draft, "tearStrain", magnitude(e, 0.003f, 1));
}

static void putPlasticity(Draft* draft)
{
    Episode* e = draft->episode;
    putNumber(draft, "creep", magnitude(e, 0.1f, 1e3f));
    putNumber(draft, "yield", oneIn(e, 3) ? 0.0f : magnitude(e, 1e-3f, 0.5f));
    if (oneIn(e, 3))
        putNumber(draft, "plasticLimit", magnitude(e, 0.01f, 5));
}

static void putFilling(Draft* draft)
{
    Episode* e = draft->episode;
    bool isGas = oneIn(e, 2);
    putText(draft, "filling", isGas ? "gas" : "liquid");
    if (oneIn(e, 2))
        putNumber(draft, "pressure", between(e, -1e3f, 1e4f));
    if (isGas && oneIn(e, 3))
        putNumber(draft, "ambientPressure", magnitude(e, 1, 1e5f));
    if (oneIn(e, 3))
        putNumber(draft, "fillingVolume", between(e, 0.3f, 3));
    if (!isGas && oneIn(e, 3))
        putNumber(draft, "fillingCompliance", magnitude(e, 1e-12f, 1e-6f));
}

// XPBD's alone. What is slack does not flow.
static void putThinness(Draft* draft, bool flows)
{
    Episode* e = draft->episode;
    if (oneIn(e, 2))
        putNumber(draft, "bendingStiffness", magnitude(e, 1e-6f, 1));
    else if (oneIn(e, 3))
        putText(draft, "bending", "plate");
    if (oneIn(e, 2))
        putText(draft, "bendingModel", "isometric");
    if (!flows && oneIn(e, 3))
        putText(draft, "springs", "pullOnly");
    if (oneIn(e, 3))
        putNumber(draft, "stretchLimit", magnitude(e, 1e-3f, 1));
    if (oneIn(e, 3))
        putText(draft, "tethers", "nearestPin");
}

static void putSurface(Draft* draft)
{
    Episode* e = draft->episode;
    if (oneIn(e, 2))
        putNumber(draft, "damping", oneIn(e, 2) ? magnitude(e, 0.01f, 100) : 0.0f);
    if (oneIn(e, 2))
        putNumber(draft, "friction", between(e, 0, 2));
    if (oneIn(e, 2))
        putNumber(draft, "restitution", between(e, 0, 1));
}

static void putMaterialOf(Draft* draft, Kind kind)
{
    Episode* e = draft->episode;
    bool isNeoHookean, isTorn = oneIn(e, 5), flows = oneIn(e, 5);
    putStiffness(draft, kind == tets, draft->isXpbd && !isTorn, &isNeoHookean);
    putSurface(draft);
    if (kind != tets && oneIn(e, 2))
        putNumber(draft, "thickness", magnitude(e, 1e-4f, 0.05f));
    if (isTorn && !isNeoHookean)
        putTearing(draft);
    else if (kind != tets && draft->isXpbd)
        putThinness(draft, flows);
    if (flows && !isNeoHookean)
        putPlasticity(draft);
    if ((kind == closedCloth || kind == tets) && oneIn(e, kind == tets ? 6 : 2))
        putFilling(draft);
}

static void putTets(Draft* draft)
{
    Episode* e = draft->episode;
    int max = oneIn(e, 8) ? 8 : 4;
    switch (choose(e, 5)) {
        case 0:
        case 1:
            put(draft, ",\"shape\":{\"type\":\"%s\",\"size\":[%.9g,%.9g,%.9g],\"cells\":[%d,%d,%d]}",
                oneIn(e, 2) ? "box" : "beam", (double)between(e, 0.1f, 0.6f), (double)between(e, 0.1f, 0.6f),
                (double)between(e, 0.1f, 0.6f), 1 + choose(e, max), 1 + choose(e, max), 1 + choose(e, max));
            break;
        case 2:
            put(draft, ",\"shape\":{\"type\":\"sphere\",\"radius\":%.9g,\"cells\":%d}",
                (double)between(e, 0.1f, 0.3f), 2 + choose(e, 3));
            break;
        case 3:
            put(draft, ",\"shape\":{\"type\":\"torus\",\"ringRadius\":%.9g,\"tubeRadius\":%.9g,\"cells\":%d}",
                (double)between(e, 0.2f, 0.3f), (double)between(e, 0.05f, 0.15f), 2 + choose(e, 2));
            break;
        default: {
            static const char* const meshes[] = {"bear_small.node", "bear_coarse.node", "pendulum.node"};
            put(draft, ",\"mesh\":\"%s/meshes/%s\"", GEL_ASSETS, meshes[choose(e, 3)]);
            putNumber(draft, "scale", between(e, 0.2f, 0.6f));
        }
    }
}

static Kind putShape(Draft* draft)
{
    Episode* e = draft->episode;
    switch (choose(e, 10)) {
        case 0:
        case 1:
            put(draft,
                ",\"shape\":{\"type\":\"cloth\",\"sizeX\":%.9g,\"sizeZ\":%.9g,\"cellsX\":%d,\"cellsZ\":%d}",
                (double)between(e, 0.2f, 1), (double)between(e, 0.2f, 1), 1 + choose(e, 12),
                1 + choose(e, 12));
            return cloth;
        case 2:
            put(draft, ",\"shape\":{\"type\":\"rope\",\"length\":%.9g,\"segments\":%d}",
                (double)between(e, 0.2f, 1.5f), 2 + choose(e, 30));
            return rope;
        case 3:
            put(draft, ",\"shape\":{\"type\":\"balloon\",\"radius\":%.9g,\"subdivisions\":%d}",
                (double)between(e, 0.1f, 0.3f), choose(e, 4));
            return closedCloth;
        case 4:
            if (oneIn(e, 2)) {
                put(draft, ",\"mesh\":\"%s/meshes/rope_bridge.obj\",\"as\":\"rope\",\"scale\":0.3",
                    GEL_ASSETS);
                return rope;
            }
            put(draft, ",\"mesh\":\"%s/meshes/bowl.obj\"", GEL_ASSETS);
            putNumber(draft, "scale", between(e, 0.2f, 0.5f));
            if (oneIn(e, 3)) {
                putText(draft, "as", "cloth");
                return cloth;
            }
            if (oneIn(e, 2))
                put(draft, ",\"meshing\":{\"cage\":[%d,%d,%d]}", 1 + choose(e, 3), 1 + choose(e, 3),
                    1 + choose(e, 3));
            else
                put(draft, ",\"meshing\":{\"tets\":%d}", 50 + choose(e, 500));
            return tets;
        default:
            putTets(draft);
            return tets;
    }
}

static void putVertices(Draft* draft)
{
    Episode* e = draft->episode;
    switch (choose(e, 4)) {
        case 0:
            put(draft, "\"vertices\":[0,1]");
            break;
        case 1:
            put(draft, "\"below\":%.9g", (double)between(e, 0, 1));
            break;
        case 2:
            put(draft, "\"group\":\"part\"");
            break;
        default:
            putBox(draft, "box");
    }
}

static void putValues(Draft* draft)
{
    static const char* const names[] = {"density", "stiffness", "bending", "damping", "friction", "tearing"};
    Episode* e = draft->episode;
    put(draft, ",\"values\":{");
    for (int i = 0, written = 0; i < 6; i++) {
        if (!oneIn(e, 3))
            continue;
        put(draft, "%s\"%s\":[{\"value\":%.9g},{\"value\":%.9g,", written++ > 0 ? "," : "", names[i],
            (double)magnitude(e, 0.1f, 10), i > 0 && oneIn(e, 5) ? 0.0 : (double)magnitude(e, 0.1f, 10));
        putVertices(draft);
        put(draft, "}]");
    }
    put(draft, "}");
}

static void putGoals(Draft* draft)
{
    Episode* e = draft->episode;
    put(draft, ",\"goals\":{\"weight\":%.9g", oneIn(e, 3) ? (double)choose(e, 2) : (double)between(e, 0, 1));
    if (oneIn(e, 2)) {
        put(draft, ",\"sets\":[{\"weight\":%.9g,", oneIn(e, 2) ? 1.0 : (double)between(e, 0, 1));
        putVertices(draft);
        put(draft, "}]");
    }
    if (oneIn(e, 2))
        putNumber(draft, "spring", magnitude(e, 1, 1e4f));
    if (oneIn(e, 2))
        putNumber(draft, "damping", magnitude(e, 0.1f, 100));
    if (oneIn(e, 2))
        putKeys(draft);
    put(draft, "}");
}

static void putPlacement(Draft* draft, int index)
{
    Episode* e = draft->episode;
    putVector(draft, "position", place(e));
    if (oneIn(e, 2))
        putRotation(draft);
    if (oneIn(e, 3))
        putVector(draft, "velocity", vectorWithin(draft, oneIn(e, 3) ? 20 : 3));
    put(draft, ",\"category\":\"category %d\"", index % 3);
    if (oneIn(e, 8))
        put(draft, ",\"ignores\":[\"category 0\"]");
    if (oneIn(e, 4))
        putTruth(draft, "selfContact", true);
}

static void putBindings(Draft* draft)
{
    Episode* e = draft->episode;
    gelVec3 centre = place(e);
    put(draft,
        ",\"groups\":{\"part\":{\"box\":{\"lower\":[-1,%.9g,-1],\"upper\":[%.9g,2,1]}},\"ends\":{"
        "\"vertices\":[0,1]}}",
        (double)between(e, 0, 1), (double)centre.x);
    if (oneIn(e, 3))
        putValues(draft);
    if (oneIn(e, 3)) {
        put(draft, ",\"pins\":[{");
        putVertices(draft);
        put(draft, "}]");
    }
    if (oneIn(e, 4))
        putGoals(draft);
    if (draft->fields > 0 && oneIn(e, 3))
        put(draft, ",\"weights\":{\"gravity\":%.9g,\"field %d\":%.9g}", (double)between(e, -0.5f, 1.5f),
            choose(e, draft->fields), (double)between(e, 0, 2));
}

static void putBody(Draft* draft, int index)
{
    Episode* e = draft->episode;
    put(draft, "%s{\"name\":\"body %d\"", index > 0 ? "," : "", index);
    Kind kind = putShape(draft);
    put(draft, ",\"material\":{\"density\":%.9g", (double)magnitude(e, 1, 1e4f));
    putMaterialOf(draft, kind);
    put(draft, "}");
    putPlacement(draft, index);
    putBindings(draft);
    if (kind == tets && oneIn(e, 6))
        putTruth(draft, "unbreakable", true);
    if (oneIn(e, 10))
        put(draft, ",\"squash\":{\"height\":%.9g}", (double)between(e, 0, 0.5f));
    int copies = 1;
    if (oneIn(e, 6)) {
        copies = 2 + choose(e, maxCopies - 1);
        put(draft, ",\"repeat\":{\"count\":[%d,1,1]", copies);
        putVector(draft, "spacing", vectorWithin(draft, 0.6f));
        put(draft, "}");
    }
    draft->created += copies;
    put(draft, "}");
}

void putBodies(Draft* draft)
{
    put(draft, ",\"bodies\":[");
    for (int i = 0; i < draft->bodies; i++)
        putBody(draft, i);
    put(draft, "]");
}

// For an event that changes one: what holds for bodies of all kinds.
void putAnyMaterial(Draft* draft)
{
    Episode* e = draft->episode;
    put(draft, ",\"material\":{\"youngModulus\":%.9g", (double)magnitude(e, 1e4f, 1e7f));
    putSurface(draft);
    if (oneIn(e, 3))
        putPlasticity(draft);
    if (oneIn(e, 4))
        putTearing(draft);
    put(draft, "}");
}
