// Filters, self-contact, and pairs of bodies that ignore each other. Both bodies of such a pair list the other,
// so the shorter list answers: a table may ignore a thousand things.
#include "gel/body.h"
#include "world/filter.h"

gelStatus gelBody_GetFilter(const gelWorld* world, gelBodyId id, gelFilter* filter)
{
    const gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    *filter = body->filter;
    return gel_success;
}

gelStatus gelBody_SetFilter(gelWorld* world, gelBodyId id, gelFilter filter)
{
    gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    body->filter = filter;
    body->contactRevision++;
    return gel_success;
}

bool gelBody_HasSelfContact(const gelWorld* world, gelBodyId id)
{
    const gelBody* body = gelFindBody(world, id);
    return body != NULL && body->selfContact;
}

gelStatus gelBody_SetSelfContact(gelWorld* world, gelBodyId id, bool selfContact)
{
    gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    if (gelIsObstacle(body))
        return gelRefuseObstacle(body, "only soft bodies collide with themselves");
    body->selfContact = selfContact;
    body->contactRevision++;
    return gel_success;
}

static void forget(gelBody* body, gelBodyId id)
{
    int kept = 0;
    for (int i = 0; i < body->ignoredCount; i++)
        if (body->ignored[i].index1 != id.index1)
            body->ignored[kept++] = body->ignored[i];
    body->ignoredCount = kept;
}

gelStatus gelWorld_IgnorePair(gelWorld* world, gelBodyId a, gelBodyId b, bool ignore)
{
    gelBody *first = gelFindBody(world, a), *second = gelFindBody(world, b);
    if (first == NULL || second == NULL)
        return gel_invalidHandle;
    if (first == second)
        return gelFail(gel_invalidArgument,
                       "expected two different bodies, found {%d, %u} twice: selfContact enables or "
                       "disables contact of a body with itself",
                       (int)a.index1, (unsigned)a.generation);
    gelBody* const both[] = {first, second};
    for (int i = 0; i < 2 && ignore; i++) {
        gelStatus status = gelReserve(&both[i]->ignored, &both[i]->ignoredCapacity, both[i]->ignoredCount + 1,
                                      sizeof *both[i]->ignored);
        if (status != gel_success)
            return status;
    }
    for (int i = 0; i < 2; i++) {
        both[i]->contactRevision++;
        forget(both[i], both[1 - i]->id);
        if (ignore)
            both[i]->ignored[both[i]->ignoredCount++] = both[1 - i]->id;
    }
    return gel_success;
}

bool gelWorld_IsPairIgnored(const gelWorld* world, gelBodyId a, gelBodyId b)
{
    const gelBody *first = gelFindBody(world, a), *second = gelFindBody(world, b);
    return first != NULL && second != NULL && gelIgnoreEachOther(first, second);
}

void gelDropIgnoredPairs(gelWorld* world, gelBody* body)
{
    for (int i = 0; i < body->ignoredCount; i++)
        forget(world->slots[body->ignored[i].index1 - 1].body, body->id);
    body->ignoredCount = 0;
}
