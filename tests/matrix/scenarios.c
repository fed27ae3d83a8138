// Bodies in a scene: several of them, long at rest, links that break, keys that turn.
#include "matrix/families.h"

#include "support/files.h"
#include "support/fixtures.h"
#include "support/folder.h"

#define FOLDER GEL_SCRATCH "/matrix_scenarios"

// Springs at two vertices, of which one bears less than the force, the other more.
void breakForce(Cell* cell)
{
    gelBodyId other;
    Motion first, second;
    gelAttachmentId ids[2];
    if (!openPair(cell, &other))
        return;
    readMotion(cell, cell->id, &first);
    readMotion(cell, other, &second);
    for (int i = 0; i < 2; i++) {
        gelAttachmentDef def = gelDefaultAttachmentDef();
        int vertex = i == 0 ? 0 : first.count - 1;
        double way[3];
        for (int k = 0; k < 3; k++)
            way[k] = second.position[vertex][k] - first.position[vertex][k];
        def.a = (gelBodyPoint){cell->id, 1, {vertex}, {1.0f}};
        def.b = (gelBodyPoint){other, 1, {vertex}, {1.0f}};
        def.compliance = 0.01f;
        def.breakForce = (float)((i == 0 ? 0.9 : 1.1) * lengthOf(way) / 0.01);
        if (!accepts(cell, gelCreateAttachment(cell->world, &def, &ids[i])))
            return;
    }
    stepCellBy(cell, briefStep);
    stepCellBy(cell, briefStep);
    expect(cell, "the weaker holds", gelAttachment_IsValid(cell->world, ids[0]), 0.0, 0.0, "it bears less");
    expect(cell, "the stronger holds", gelAttachment_IsValid(cell->world, ids[1]), 1.0, 0.0, "it bears more");
}

// A body moves as it does alone, bit by bit, when others that it does not touch are made before and after it.
void severalBodies(Cell* cell)
{
    Motion alone, among;
    double farthest = 0.0;
    gelBodyId unused;
    gelVec3 position = cell->body.position;
    cell->def.gravity.y = -9.81f;
    cell->def.contact = true;
    for (int i = 0; i < 2; i++) {
        if (i == 0 ? !openCell(cell) : !addBody(cell, &unused))
            return;
        if (i == 1) {
            cell->body.position = position;
            if (!addBody(cell, &cell->id))
                return;
            cell->body.position.x += snap(cell, 6.2);
            if (!addBody(cell, &unused))
                return;
        }
        if (isSoft(cell)) {
            stretch(cell, cell->id, 1.1, 0.1);
            throwBody(cell, cell->id, (gelVec3){1.0f, 0.5f, 0.25f}, (gelVec3){0.5f, 1.0f, -0.5f});
        }
        stepCell(cell, 20);
        readMotion(cell, cell->id, i == 0 ? &alone : &among);
        if (i == 0)
            REQUIRE(gelWorld_DestroyBodies(cell->world));
        cell->body.position.x -= snap(cell, 6.2);
    }
    for (int i = 0; i < alone.count; i++)
        for (int k = 0; k < 3; k++)
            farthest = fmax(farthest, fabs(alone.position[i][k] - among.position[i][k]));
    expect(cell, "the distance from where it is alone", farthest, 0.0, 0.0, "exact");
    if (isSoft(cell))
        expect(cell, "it falls", fabs(alone.centre[1] - (double)position.y) > 0.2, 1.0, 0.0, "for 20 frames");
}

// Ten seconds on smooth ground, where nothing would stop it.
void restOnGround(Cell* cell)
{
    Motion before, after;
    double moved[3], none[3] = {0};
    cell->def.gravity.y = -9.81f;
    cell->def.contact = true;
    cell->def.ground.enabled = true;
    cell->def.ground.friction = 0.0f;
    cell->def.substepCount = 4;
    cell->body.rotation =
        (gelQuat){0.0f, cell->isSnapped ? 0.0f : 0.3f, 0.0f, cell->isSnapped ? 1.0f : 0.953939201f};
    cell->body.material.friction = 0.0f;
    cell->body.material.damping = isSoft(cell) ? 1.0f : 0.0f;
    if (!openCell(cell))
        return;
    cell->def.ground.offset = isSoft(cell) ? (float)lowestPoint(cell) : 0.0f;
    REQUIRE(gelWorld_SetGround(cell->world, cell->def.ground));
    readMotion(cell, cell->id, &before);
    stepCell(cell, 600);
    readMotion(cell, cell->id, &after);
    for (int k = 0; k < 3; k++)
        moved[k] = after.centre[k] - before.centre[k];
    moved[1] = 0.0; // it may sag
    expect3(cell, "the drift", moved, none, 1e-5, "m in 10 s: nothing pushes sideways");
    expect3(cell, "the angular momentum", after.spin, none, 1e-5 * after.mass, "nothing turns it");
}

// Goals, or an obstacle, with keys of a turn and a quarter in a second: it turns at constant speed.
void turns(Cell* cell)
{
    static const char* const keys =
        "\"keys\":[{\"time\":0,\"position\":[0,2,0]},{\"time\":1,\"position\":[0,2,0],\"turns\":1,"
        "\"rotation\":{\"axis\":[0,1,0],\"degrees\":90}}]";
    char text[1024];
    gelScene* scene;
    gelPlayer* player;
    Motion start, now;
    double farthest = 0.0, way = 0.0;
    emptyFolder(FOLDER);
    writeBodyFiles(FOLDER);
    if (isSoft(cell))
        snprintf(text, sizeof text,
                 "{\"gravity\":[0,0,0],\"bodies\":[{%s,\"position\":[0,2,0],\"goals\":{\"weight\":1,%s}}]}",
                 bodyKinds[cell->row].json, keys);
    else
        snprintf(text, sizeof text, "{\"bodies\":[{%s,\"position\":[9,9,9]}],\"obstacles\":[{%s,%s}]}",
                 bodyKinds[row_tets].json, bodyKinds[cell->row].json, keys);
    writeText(FOLDER "/scene.json", text);
    if (!accepts(cell, gelLoadScene(FOLDER "/scene.json", &scene)))
        return;
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = cell->def.backend;
    def.device = cell->def.device;
    REQUIRE(gelCreateWorld(&def, &cell->world));
    accepts(cell, gelScene_CreateBodies(scene, cell->world));
    REQUIRE(gelCreatePlayer(scene, cell->world, &player));
    cell->id = gelWorld_GetBody(cell->world, isSoft(cell) ? 0 : 1);
    readMotion(cell, cell->id, &start);
    for (int frame = 1; frame <= 60 && (frame < 2 || !cell->isBitsOnly); frame++) {
        double angle = 2.5 * 3.14159265358979 * frame / 60.0, c = cos(angle), s = sin(angle);
        accepts(cell, gelPlayer_BeginFrame(player));
        REQUIRE(gelWorld_Step(cell->world, gelScene_GetTimeStep(scene)));
        readMotion(cell, cell->id, &now);
        for (int i = 0; i < start.count; i++) {
            const double *x = start.position[i], *y = now.position[i],
                         turned[3] = {c * x[0] + s * x[2], x[1], c * x[2] - s * x[0]};
            for (int k = 0; k < 3; k++) {
                farthest = fmax(farthest, fabs(y[k] - turned[k]));
                way = fmax(way, fabs(y[k] - x[k]));
            }
        }
    }
    expect(cell, "the distance from a turn at constant speed", farthest, 0.0, 2e-6,
           "single precision of keys");
    expect(cell, "it turns", way > 0.5, 1.0, 0.0, "by a turn and a quarter");
    gelDestroyPlayer(player);
    gelDestroyScene(scene);
}
