// Checks of fields that a table cannot express.
#include "base/core.h"
#include "settings/settings.h"

static bool isMedium(const gelField* field)
{
    return field->kind >= gel_fieldDrag;
}

static gelStatus checkKeys(const gelField* field)
{
    if (field->keyCount < 0 || field->keyCount > GEL_MAXIMUM_FIELD_KEYS)
        return gelFail(gel_invalidArgument, "keyCount: expected 0 to %d, found %d", GEL_MAXIMUM_FIELD_KEYS,
                       field->keyCount);
    for (int i = 0; i < field->keyCount; i++) {
        const gelFieldKey* key = &field->keys[i];
        double min = isMedium(field) ? 0.0 : -1e6;
        if (!(key->time >= 0.0f && key->time <= 1e5f))
            return gelFail(gel_invalidArgument, "keys[%d].time: expected 0 to 1e5 s, found %g", i,
                           (double)key->time);
        if (!((double)key->share >= min && key->share <= 1e6f))
            return gelFail(gel_invalidArgument, "keys[%d].share: expected %g to 1e6, found %g", i, min,
                           (double)key->share);
        if (i > 0 && !(key->time > key[-1].time))
            return gelFail(gel_invalidArgument,
                           "keys[%d].time: expected more than that of the key before, %g s, found %g s", i,
                           (double)key[-1].time, (double)key->time);
    }
    return gel_success;
}

gelStatus gelCheckField(const gelField* field)
{
    gelVec3 d = field->direction;
    gelStatus status = gelCheckSettings(gel_fieldSettings, field);
    if (status != gel_success)
        return status;
    if (!(gelVec3Length(d) > 1e-12))
        return gelFail(gel_invalidArgument, "direction: expected one with a length, found {%g, %g, %g}",
                       (double)d.x, (double)d.y, (double)d.z);
    if (isMedium(field) && field->strength < 0.0f)
        return gelFail(gel_invalidArgument, "strength: expected 0 to 1e6 of %s, found %g",
                       gelFieldKindText(field->kind), (double)field->strength);
    return checkKeys(field);
}
