#include "plan/phases.h"
#include "plan/kinds.h"

static gelPhase makePhase(const gelTiling* tiling, int number, int tilesBefore, int onlyKind)
{
    const int* starts = tiling->phaseStarts + number;
    return (gelPhase){tiling, starts[0], starts[1] - starts[0], tilesBefore + starts[0], onlyKind};
}

int gelCountPhases(const gelBody* body)
{
    int count = body->shape->tiles.phaseCount;
    for (int kind = 0; kind < constraint_kinds; kind++)
        count += gelBodyConstraints(body, kind)->ownTiles.phaseCount;
    return count;
}

gelPhase gelGetPhase(const gelBody* body, int index)
{
    const gelTiling* tiles = &body->shape->tiles;
    if (index < tiles->phaseCount)
        return makePhase(tiles, index, 0, -1);
    index -= tiles->phaseCount;
    int kind = 0;
    while (index >= gelBodyConstraints(body, kind)->ownTiles.phaseCount)
        index -= gelBodyConstraints(body, kind++)->ownTiles.phaseCount;
    return makePhase(&gelBodyConstraints(body, kind)->ownTiles, index, tiles->tileCount, kind);
}

gelTileColours gelGetTileColours(const gelBody* body, const gelPhase* phase, int tile, int kind)
{
    const gelConstraintSet* set = gelBodyConstraints(body, kind);
    if (set->tileStarts == NULL || (phase->onlyKind >= 0 && phase->onlyKind != kind))
        return (gelTileColours){set, 0, 0}; // none
    const int* starts = set->tileStarts + phase->firstInSets + tile;
    return (gelTileColours){set, starts[0], starts[1]};
}

gelSlice gelGetColour(const gelTileColours* colours, int colour)
{
    if (colour >= colours->end - colours->first)
        return (gelSlice){NULL, 0};
    const int* starts = colours->set->colourStarts + colours->first + colour;
    return (gelSlice){colours->set->order + starts[0], starts[1] - starts[0]};
}

int64_t gelCountTileConstraints(const gelBody* body, const gelPhase* phase, int tile, int kind)
{
    gelTileColours colours = gelGetTileColours(body, phase, tile, kind);
    const int* starts = colours.set->colourStarts;
    return starts != NULL ? starts[colours.end] - starts[colours.first] : 0;
}

int gelCountPhaseColours(const gelBody* body, const gelPhase* phase, int kind)
{
    int max = 0;
    for (int tile = 0; tile < phase->tileCount; tile++) {
        gelTileColours colours = gelGetTileColours(body, phase, tile, kind);
        max = colours.end - colours.first > max ? colours.end - colours.first : max;
    }
    return max;
}

int gelCountBodyColours(const gelBody* body)
{
    int count = 0;
    for (int i = 0; i < gelCountPhases(body); i++) {
        gelPhase phase = gelGetPhase(body, i);
        for (int kind = 0; kind < constraint_kinds; kind++)
            count += gelCountPhaseColours(body, &phase, kind);
    }
    return count;
}
