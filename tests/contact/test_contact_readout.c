// Contacts can be read: forces that carry weights, impulses that change momenta, equal bits,
// events.
#include "support/fixtures.h"
#include "support/limited_memory.h"

#include <limits.h>

static const float frame = 1.0f / 60.0f;

enum { roomForContacts = 4096 };
static gelContact contacts[roomForContacts];

static gelWorldDef referenceDef(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    return def;
}

static gelWorld* newWorld(const gelWorldDef* base, float gravity)
{
    gelWorldDef def = *base;
    gelWorld* world;
    def.contact = true;
    def.substepCount = 20;
    def.gravity = (gelVec3){0.0f, gravity, 0.0f};
    REQUIRE(gelCreateWorld(&def, &world));
    return world;
}

// Adds a block of rubber, 1 MPa and 1000 kg/m^3.
static gelBodyId addBlock(gelWorld* world, gelVec3 size, gelVec3 position, gelVec3 velocity)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    REQUIRE(gelCreateBoxMesh(size, 3, 3, 3, &mesh));
    def.material.youngModulus = 1e6f;
    def.position = position;
    def.velocity = velocity;
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

static const gelVec3 cube = {0.2f, 0.2f, 0.2f}; // 8 kg

static gelBodyId addFloor(gelWorld* world)
{
    gelObstacleDef def = gelDefaultObstacleDef();
    gelSurfaceMesh surface;
    gelBodyId id;
    REQUIRE(gelCreateBoxSurface((gelVec3){2.0f, 0.5f, 2.0f}, &surface));
    def.position = (gelVec3){0.0f, -0.25f, 0.0f};
    REQUIRE(gelCreateObstacle(world, &def, &surface, &id));
    gelDestroySurfaceMesh(&surface);
    return id;
}

static void step(gelWorld* world, int frames)
{
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(world, frame));
}

static int readContacts(gelWorld* world)
{
    int count;
    REQUIRE(gelWorld_GetContacts(world, contacts, roomForContacts, &count));
    CHECK(count <= roomForContacts, "%d contacts are more than the test has room for", count);
    return count < roomForContacts ? count : roomForContacts;
}

static bool isSame(gelBodyId a, gelBodyId b)
{
    return a.index1 == b.index1 && a.generation == b.generation;
}

// Two blocks on each other on a floor; adds up half a second, as they still tremble.
static void forces_carry_the_weight_of_what_rests(void)
{
    gelWorldDef def = referenceDef();
    gelWorld* world = newWorld(&def, -9.81f);
    gelBodyId floor = addFloor(world);
    gelBodyId lower = addBlock(world, cube, (gelVec3){0.0f, 0.105f, 0.0f}, (gelVec3){0});
    gelBodyId upper = addBlock(world, cube, (gelVec3){0.01f, 0.31f, 0.0f}, (gelVec3){0});
    step(world, 150);
    const gelBodyId ids[3] = {floor, lower, upper};
    const double weight = 8.0 * 9.81, expected[3] = {-2.0 * weight, weight, weight};
    double sums[3] = {0.0}, sideways = 0.0;
    for (int i = 0; i < 30; i++) {
        step(world, 1);
        for (int b = 0; b < 3; b++) {
            gelVec3 force;
            REQUIRE(gelBody_GetContactForce(world, ids[b], &force));
            sums[b] += (double)force.y / 30.0;
            sideways += (double)force.x / 90.0;
        }
    }
    for (int b = 0; b < 3; b++)
        CHECK_CLOSE(sums[b], expected[b], 0.01 * weight, "what rests is carried");
    CHECK_CLOSE(sideways, 0.0, 0.01 * weight, "nothing pushes sideways");
    gelDestroyWorld(world);
}

static double momentumAlongX(gelWorld* world, gelBodyId id)
{
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    double sum = 0.0, mass = 1000.0 / 24.0;
    float* v = malloc((size_t)mesh->vertexCount * 12);
    REQUIRE(gelBody_ReadVelocities(world, id, v, mesh->vertexCount));
    for (int t = 0; t < mesh->tetCount; t++) {
        double e[3][3];
        const int* tet = mesh->tets + 4 * t;
        for (int i = 0; i < 9; i++)
            e[i / 3][i % 3] = (double)mesh->positions[3 * tet[i / 3 + 1] + i % 3] -
                              (double)mesh->positions[3 * tet[0] + i % 3];
        double determinant = e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) -
                             e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
                             e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
        for (int k = 0; k < 4; k++)
            sum += mass * determinant * (double)v[3 * tet[k]];
    }
    free(v);
    return sum;
}

typedef struct Bars {
    gelWorld* world;
    gelBodyId ids[2];
} Bars;

// Two bars that meet head on at 2 m/s.
static Bars makeBars(const gelWorldDef* def)
{
    Bars bars = {.world = newWorld(def, 0.0f)};
    const gelVec3 size = {0.4f, 0.1f, 0.1f};
    bars.ids[0] = addBlock(bars.world, size, (gelVec3){-0.22f, 0.0f, 0.0f}, (gelVec3){1.0f, 0.0f, 0.0f});
    bars.ids[1] = addBlock(bars.world, size, (gelVec3){0.22f, 0.01f, 0.02f}, (gelVec3){-1.0f, 0.0f, 0.0f});
    return bars;
}

static void impulses_are_what_changes_the_momentum(void)
{
    gelWorldDef def = referenceDef();
    Bars bars = makeBars(&def);
    double before = momentumAlongX(bars.world, bars.ids[0]), sum = 0.0, normals = 0.0, forces = 0.0;
    int seen = 0;
    for (int i = 0; i < 40; i++) {
        step(bars.world, 1);
        int count = readContacts(bars.world);
        gelVec3 force;
        REQUIRE(gelBody_GetContactForce(bars.world, bars.ids[0], &force));
        forces += (double)force.x * (double)frame;
        for (int k = 0; k < count; k++) {
            const gelContact* contact = &contacts[k];
            double sign = isSame(contact->first, bars.ids[0]) ? 1.0 : -1.0;
            gelVec3 n = contact->normal;
            sum += sign * (double)contact->impulse.x;
            normals += sign * (double)contact->normalImpulse * (double)n.x;
            CHECK(contact->normalImpulse >= 0.0f && sign * (double)n.x < 0.0, "a contact pulls: %g, %g",
                  (double)contact->normalImpulse, (double)n.x);
            CHECK_CLOSE((double)(n.x * n.x + n.y * n.y + n.z * n.z), 1.0, 1e-5, "a unit vector");
            CHECK_CLOSE((double)contact->place.x, 0.0, 0.05, "they meet in the middle");
            CHECK_CLOSE((double)(contact->force.x * frame), (double)contact->impulse.x, 1e-5, "rounding");
        }
        seen += count;
    }
    double change = momentumAlongX(bars.world, bars.ids[0]) - before;
    CHECK(seen > 0 && change < -0.5 * before, "%d contacts, %g of %g kg m/s", seen, change, before);
    CHECK_CLOSE(sum, change, 0.01 * fabs(change), "impulses are changes of momentum");
    CHECK_CLOSE(forces, change, 0.01 * fabs(change), "forces are impulses over the time");
    CHECK_CLOSE(normals, change, 0.05 * fabs(change), "head on, there is little friction");
    gelDestroyWorld(bars.world);
}

// A slab with a skin on the ground, a block turned onto an edge of it, another a little inside that one, and a
// box that turns over it: contacts of all kinds.
static gelWorld* makeHeap(const gelWorldDef* base)
{
    gelWorldDef def = *base;
    gelBodyDef turned = gelDefaultBodyDef();
    gelSurfaceMesh skin;
    gelTetMesh mesh;
    gelBodyId id;
    const gelVec3 slab = {0.6f, 0.1f, 0.6f};
    def.ground.enabled = true;
    gelWorld* world = newWorld(&def, -9.81f);
    REQUIRE(gelCreateBoxSurface(slab, &skin));
    REQUIRE(gelBody_SetSkin(world, addBlock(world, slab, (gelVec3){0.0f, 0.06f, 0.0f}, (gelVec3){0}), &skin,
                            NULL));
    gelDestroySurfaceMesh(&skin);
    REQUIRE(gelCreateBoxMesh(cube, 4, 4, 4, &mesh));
    for (int i = 0; i < 2; i++) {
        turned.position = (gelVec3){0.25f + 0.02f * (float)i, 0.25f + 0.19f * (float)i, 0.2f};
        turned.rotation = (gelQuat){0.3f, 0.2f, 0.4f, 1.0f};
        REQUIRE(gelCreateBody(world, &turned, &mesh, &id));
    }
    gelDestroyTetMesh(&mesh);
    return world;
}

static void impulses_have_equal_bits_on_every_back_end(void)
{
    Backends backends = listBackends();
    enum { frameCount = 12 };
    static gelContact expected[frameCount][roomForContacts];
    static int expectedCounts[frameCount];
    int seen[gel_contactKindCount] = {0};
    for (int b = 0; b < backends.count; b++) {
        gelWorld* world = makeHeap(&backends.defs[b]);
        for (int f = 0; f < frameCount; f++) {
            step(world, 1);
            int count = readContacts(world);
            for (int i = 0; i < count && b == 0; i++)
                seen[contacts[i].kind]++;
            if (b == 0) {
                expectedCounts[f] = count;
                memcpy(expected[f], contacts, sizeof contacts);
            }
            CHECK(count == expectedCounts[f] &&
                      memcmp(contacts, expected[f], (size_t)count * sizeof *contacts) == 0,
                  "%s, frame %d: %d contacts differ from the reference's %d", backends.names[b], f, count,
                  expectedCounts[f]);
        }
        gelDestroyWorld(world);
    }
    for (int kind = 0; kind < gel_contactKindCount; kind++)
        CHECK(seen[kind] > 0, "none of the contacts is %s", gelContactKindText((gelContactKind)kind));
}

static void a_body_with_a_skin_presses_on_the_ground(void)
{
    gelWorldDef def = referenceDef();
    gelSurfaceMesh skin;
    gelVec3 ground, none;
    def.ground.enabled = true;
    gelWorld* world = newWorld(&def, -9.81f);
    gelBodyId dressed = addBlock(world, cube, (gelVec3){0.0f, 0.101f, 0.0f}, (gelVec3){0});
    gelBodyId bare = addBlock(world, cube, (gelVec3){1.0f, 0.101f, 0.0f}, (gelVec3){0});
    REQUIRE(gelCreateBoxSurface(cube, &skin));
    REQUIRE(gelBody_SetSkin(world, dressed, &skin, NULL));
    step(world, 150);
    double sum = 0.0;
    for (int i = 0; i < 30; i++) {
        step(world, 1);
        REQUIRE(gelWorld_GetGroundContactForce(world, &ground));
        REQUIRE(gelBody_GetContactForce(world, bare, &none));
        sum += (double)ground.y / 30.0;
        CHECK(none.y == 0.0f, "a body without a skin has contacts with the ground: %g N", (double)none.y);
    }
    CHECK_CLOSE(sum, -8.0 * 9.81, 0.08 * 9.81, "its weight, downwards");
    int count = readContacts(world);
    CHECK(count > 0, "nothing touches");
    for (int i = 0; i < count; i++)
        CHECK(contacts[i].kind == gel_contactGround && isSame(contacts[i].second, (gelBodyId){0}) &&
                  contacts[i].secondElement == -1 && contacts[i].normal.y == 1.0f,
              "kind %s", gelContactKindText(contacts[i].kind));
    gelDestroySurfaceMesh(&skin);
    gelDestroyWorld(world);
}

static void a_bounce_begins_once_and_ends_once(void)
{
    gelWorldDef def = referenceDef();
    Bars bars = makeBars(&def);
    int began = 0, ended = 0, touching = 0;
    gelWorld_SetContactEvents(bars.world, true);
    for (int i = 0; i < 60; i++) {
        gelContactEvent events[4];
        step(bars.world, 1);
        int count = gelWorld_GetContactEvents(bars.world, events, 4), touches = readContacts(bars.world) > 0;
        CHECK_INT(count, touches != touching);
        for (int k = 0; k < count && k < 4; k++) {
            CHECK(isSame(events[k].first, bars.ids[0]) && isSame(events[k].second, bars.ids[1]),
                  "bodies %d and %d", events[k].first.index1, events[k].second.index1);
            CHECK((events[k].normalImpulse > 0.0f) == events[k].began, "%g N s",
                  (double)events[k].normalImpulse);
            began += events[k].began;
            ended += !events[k].began;
        }
        touching = touches;
    }
    CHECK_INT(began, 1);
    CHECK_INT(ended, 1);
    gelDestroyWorld(bars.world);
}

static void events_are_sorted_and_end_with_a_destroyed_body(void)
{
    gelWorldDef def = referenceDef();
    gelWorld* world = newWorld(&def, -9.81f);
    gelBodyId blocks[3];
    gelContactEvent events[8];
    for (int i = 0; i < 3; i++)
        blocks[i] = addBlock(world, cube, (gelVec3){0.5f - 0.5f * (float)i, 0.103f, 0.0f}, (gelVec3){0});
    gelBodyId floor = addFloor(world);
    step(world, 60);
    CHECK_INT(gelWorld_GetContactEvents(world, events, 8), 0);
    gelWorld_SetContactEvents(world, true);
    step(world, 1);
    CHECK_INT(gelWorld_GetContactEvents(world, events, 8), 3);
    for (int i = 0; i < 3; i++)
        CHECK(events[i].began && isSame(events[i].first, blocks[i]) && isSame(events[i].second, floor),
              "event %d: %d and %d", i, events[i].first.index1, events[i].second.index1);
    int count = readContacts(world), after;
    REQUIRE(gelDestroyBody(world, blocks[1]));
    REQUIRE(gelWorld_GetContacts(world, NULL, 0, &after));
    CHECK_INT(after, count);
    step(world, 1);
    CHECK_INT(gelWorld_GetContactEvents(world, events, 8), 1);
    CHECK(!events[0].began && isSame(events[0].first, blocks[1]), "body %d", events[0].first.index1);
    gelWorldDef still = gelWorld_GetDef(world);
    still.contact = false;
    REQUIRE(gelWorld_SetSettings(world, &still));
    step(world, 1);
    CHECK_INT(gelWorld_GetContactEvents(world, events, 1), 2);
    CHECK_INT(readContacts(world), 0);
    gelWorld_SetContactEvents(world, false);
    CHECK_INT(gelWorld_GetContactEvents(world, events, 8), 0);
    gelDestroyWorld(world);
}

// Steps with ever more memory until that is enough; returns how many events the failures had.
static int stepWithShortages(gelWorld* world, int* failures)
{
    int events = 0;
    gelStatus status = gel_outOfMemory;
    for (int allowed = 0; status != gel_success; allowed++) {
        granted = allowed;
        status = gelWorld_Step(world, frame);
        granted = INT_MAX;
        REQUIRE(status == gel_outOfMemory ? gel_success : status);
        *failures += status != gel_success;
        events += status != gel_success ? gelWorld_GetContactEvents(world, NULL, 0) : 0;
    }
    return events;
}

static void a_shortage_of_memory_delays_events_but_makes_none_up(void)
{
    gelWorldDef def = referenceDef();
    granted = INT_MAX;
    gelSetAllocator(limitedResize, limitedFree);
    gelWorld* world = newWorld(&def, -9.81f);
    gelContactEvent events[8];
    int failures[3] = {0};
    addFloor(world);
    gelBodyId blocks[2] = {addBlock(world, cube, (gelVec3){0.5f, 0.103f, 0.0f}, (gelVec3){0}),
                           addBlock(world, cube, (gelVec3){-0.5f, 0.103f, 0.0f}, (gelVec3){0})};
    step(world, 60);
    gelWorld_SetContactEvents(world, true);
    CHECK_INT(stepWithShortages(world, &failures[0]), 0);
    CHECK_INT(gelWorld_GetContactEvents(world, events, 8), 2);
    CHECK(events[0].began && events[1].began, "%d and %d", events[0].began, events[1].began);
    CHECK_INT(stepWithShortages(world, &failures[1]), 0); // they stay as they are
    CHECK_INT(gelWorld_GetContactEvents(world, events, 8), 0);
    REQUIRE(gelDestroyBody(world, blocks[0]));
    CHECK_INT(stepWithShortages(world, &failures[2]), 0);
    CHECK_INT(gelWorld_GetContactEvents(world, events, 8), 1);
    CHECK(!events[0].began && isSame(events[0].second, blocks[0]), "body %d", events[0].second.index1);
    for (int i = 0; i < 3; i++)
        CHECK(failures[i] > 0, "turn %d: nothing ran out of memory", i);
    gelDestroyWorld(world);
    gelSetAllocator(NULL, NULL);
}

typedef struct Calls {
    int count, contacts, began, ended;
    gelStatus stepped;
    gelBodyId destroys, destroyed;
} Calls;

static void noteCall(gelWorld* world, const gelContactReport* report, void* userData)
{
    Calls* calls = userData;
    calls->count++;
    calls->contacts += report->contactCount;
    for (int i = 0; i < report->eventCount; i++) {
        calls->began += report->events[i].began;
        calls->ended += !report->events[i].began;
    }
    calls->stepped = gelWorld_Step(world, frame);
    if (calls->destroys.index1 != 0)
        REQUIRE(gelDestroyBody(world, calls->destroys));
    calls->destroyed = calls->destroys;
    calls->destroys = (gelBodyId){0};
}

static void the_callback_comes_once_per_step_that_has_contacts(void)
{
    gelWorldDef def = referenceDef();
    Bars bars = makeBars(&def);
    Calls calls = {0};
    int steps = 0, touching = 0;
    gelWorld_SetContactCallback(bars.world, noteCall, &calls);
    for (int i = 0; i < 60; i++) {
        int before = calls.count;
        step(bars.world, 1);
        int now = readContacts(bars.world) > 0;
        CHECK_INT(calls.count - before, now || touching);
        steps += now;
        touching = now;
    }
    CHECK_INT(calls.count, steps + 1);
    CHECK_INT(calls.began, 1);
    CHECK_INT(calls.ended, 1);
    CHECK(calls.contacts >= steps, "%d contacts in %d steps", calls.contacts, steps);
    CHECK_STATUS(calls.stepped, gel_invalidArgument);
    gelWorld_SetContactCallback(bars.world, NULL, NULL);
    gelDestroyWorld(bars.world);
}

static void the_callback_may_destroy_what_it_is_called_for(void)
{
    gelWorldDef def = referenceDef();
    Bars bars = makeBars(&def);
    Calls calls = {.destroys = bars.ids[1]};
    gelWorld_SetContactCallback(bars.world, noteCall, &calls);
    for (int i = 0; i < 10 && calls.count == 0; i++)
        step(bars.world, 1);
    CHECK(calls.count == 1 && isSame(calls.destroyed, bars.ids[1]), "%d calls", calls.count);
    CHECK(!gelBody_IsValid(bars.world, bars.ids[1]), "it still exists");
    CHECK(readContacts(bars.world) > 0, "the step's contacts are gone");
    step(bars.world, 1);
    CHECK_INT(calls.count, 2);
    CHECK_INT(calls.ended, 1);
    CHECK_INT(readContacts(bars.world), 0);
    step(bars.world, 1);
    CHECK_INT(calls.count, 2);
    gelDestroyWorld(bars.world);
}

static void clones_and_steps_under_way_have_no_contacts(void)
{
    gelWorldDef def = referenceDef();
    Bars bars = makeBars(&def);
    gelWorld* clone;
    gelStageInfo done = {0};
    step(bars.world, 2);
    int count = readContacts(bars.world);
    CHECK(count > 0, "they do not touch yet");
    REQUIRE(gelCloneWorld(bars.world, &def, &clone));
    CHECK_INT(readContacts(clone), 0);
    CHECK_INT(readContacts(bars.world), count);
    REQUIRE(gelWorld_StepStage(clone, frame, &done));
    CHECK_INT(readContacts(clone), 0);
    while (!done.lastOfStep)
        REQUIRE(gelWorld_StepStage(clone, frame, &done));
    static gelContact expected[roomForContacts];
    step(bars.world, 1);
    int expectedCount = readContacts(bars.world);
    memcpy(expected, contacts, sizeof expected);
    CHECK_INT(readContacts(clone), expectedCount);
    CHECK(memcmp(contacts, expected, (size_t)expectedCount * sizeof *contacts) == 0,
          "a step in stages has other contacts");
    gelDestroyWorld(clone);
    gelDestroyWorld(bars.world);
}

static void a_short_array_still_gets_the_number_of_contacts(void)
{
    gelWorldDef def = referenceDef();
    Bars bars = makeBars(&def);
    gelContact few[2] = {0};
    gelVec3 force = {1.0f, 1.0f, 1.0f};
    int count = -1;
    REQUIRE(gelWorld_GetContacts(bars.world, NULL, 0, &count));
    CHECK_INT(count, 0);
    step(bars.world, 2);
    int all = readContacts(bars.world);
    CHECK(all > 1, "%d contacts", all);
    REQUIRE(gelWorld_GetContacts(bars.world, NULL, 0, &count));
    CHECK_INT(count, all);
    REQUIRE(gelWorld_GetContacts(bars.world, few, 1, &count));
    CHECK_INT(count, all);
    CHECK(memcmp(few, contacts, sizeof *few) == 0 && few[1].first.index1 == 0, "another number was stored");
    CHECK_STATUS(gelBody_GetContactForce(bars.world, (gelBodyId){9, 0}, &force), gel_invalidHandle);
    CHECK(force.x == 0.0f, "%g N on no body", (double)force.x);
    CHECK_STATUS(gelBody_GetContactForce(bars.world, (gelBodyId){0}, &force), gel_invalidHandle);
    gelDestroyWorld(bars.world);
}

static void a_world_without_contact_has_no_contacts(void)
{
    gelWorldDef def = referenceDef();
    gelWorld* world;
    gelVec3 force;
    REQUIRE(gelCreateWorld(&def, &world));
    gelBodyId id = addBlock(world, cube, (gelVec3){0}, (gelVec3){0});
    gelWorld_SetContactEvents(world, true);
    step(world, 2);
    CHECK_INT(readContacts(world), 0);
    REQUIRE(gelBody_GetContactForce(world, id, &force));
    CHECK(force.y == 0.0f, "%g N", (double)force.y);
    REQUIRE(gelWorld_GetGroundContactForce(world, &force));
    CHECK_INT(gelWorld_GetContactEvents(world, NULL, 0), 0);
    gelDestroyWorld(world);
}

static void the_plan_says_what_contact_does_to_it(gelWorldDef backend)
{
    char expected[64];
    gelWorld* world = newWorld(&backend, -9.81f);
    addFloor(world);
    addBlock(world, cube, (gelVec3){0.0f, 0.101f, 0.0f}, (gelVec3){0.0f, -1.0f, 0.0f});
    CHECK_TEXT(gelWorld_ExplainPlan(world), "contact: a search per step");
    CHECK(strstr(gelWorld_ExplainPlan(world), "in the last step") == NULL, "there was none");
    for (int i = 0; i < 30 && readContacts(world) == 0; i++)
        step(world, 1);
    snprintf(expected, sizeof expected, "in the last step %d contacts and", readContacts(world));
    CHECK(readContacts(world) > 0, "nothing touches");
    CHECK_TEXT(gelWorld_ExplainPlan(world), expected);
    gelDestroyWorld(world);
}

static void kinds_of_contact_have_names(void)
{
    CHECK_TEXT(gelContactKindText(gel_contactEdges), "edge-edge");
    CHECK_TEXT(gelContactKindText((gelContactKind)99), "unknown");
}

static void a_point_above_the_edge_of_two_triangles_has_a_contact_with_each_and_they_share_its_force(void)
{
    gelWorldDef def = referenceDef();
    gelWorld* world = newWorld(&def, -9.81f);
    int pairs = 0;
    double sum = 0.0;
    addFloor(world); // whose diagonal is below some of the block's vertices
    addBlock(world, cube, (gelVec3){0.0f, 0.105f, 0.0f}, (gelVec3){0});
    step(world, 150);
    for (int i = 0; i < 30; i++) {
        step(world, 1);
        int count = readContacts(world);
        for (int a = 0; a < count; a++) {
            sum += (double)contacts[a].force.y / 30.0;
            for (int b = a + 1; b < count; b++) {
                bool isTwin = contacts[a].kind == gel_contactPointTriangle &&
                              contacts[b].kind == gel_contactPointTriangle &&
                              contacts[a].firstElement == contacts[b].firstElement;
                pairs += isTwin;
                CHECK(!isTwin || contacts[a].secondElement != contacts[b].secondElement,
                      "point %d touches triangle %d twice", contacts[a].firstElement,
                      contacts[a].secondElement);
            }
        }
    }
    CHECK(pairs > 0, "no point touched two triangles");
    CHECK_CLOSE(sum, 8.0 * 9.81, 0.03 * 8.0 * 9.81, "all contacts together carry the weight once");
    gelDestroyWorld(world);
}

TESTS(TEST(a_point_above_the_edge_of_two_triangles_has_a_contact_with_each_and_they_share_its_force),
      TEST(forces_carry_the_weight_of_what_rests), TEST(impulses_are_what_changes_the_momentum),
      TEST(impulses_have_equal_bits_on_every_back_end), TEST(a_body_with_a_skin_presses_on_the_ground),
      TEST(a_bounce_begins_once_and_ends_once), TEST(events_are_sorted_and_end_with_a_destroyed_body),
      TEST(a_shortage_of_memory_delays_events_but_makes_none_up),
      TEST(the_callback_comes_once_per_step_that_has_contacts),
      TEST(the_callback_may_destroy_what_it_is_called_for), TEST(clones_and_steps_under_way_have_no_contacts),
      TEST(a_short_array_still_gets_the_number_of_contacts), TEST(a_world_without_contact_has_no_contacts),
      TEST_ON_EACH_BACKEND(the_plan_says_what_contact_does_to_it), TEST(kinds_of_contact_have_names))
