#include "scene/contents/rotation.h"
#include "base/angle.h"
#include "scene/contents/tables.h"

#include <math.h>
#include <stddef.h>

typedef struct RotationDraft {
    gelVec3 axis;
    float degrees;
} RotationDraft;

static const gelJsonField rotationFields[] = {
    GEL_FIELD("axis", Vector, RotationDraft, axis, .required = true, GEL_RANGE(-1e5, 1e5)),
    GEL_FIELD("degrees", Number, RotationDraft, degrees, .required = true, GEL_RANGE(-36000, 36000)),
};
const gelJsonTable gelRotationTable = GEL_TABLE("rotation", rotationFields);

gelStatus gelReadRotation(const gelJsonNode* node, gelQuat* rotation, gelSceneTurn* typed)
{
    double q[4] = {0, 0, 0, 1};
    gelSceneTurn given = {{0}, 0};
    if (cJSON_IsArray(node->item)) {
        const gelJsonField component = {.kind = gel_jsonNumber, GEL_RANGE(-1, 1)};
        float values[4] = {0};
        gelStatus status = gelReadJsonArray(node, &component, 4, values);
        if (status != gel_success)
            return status;
        for (int i = 0; i < 4; i++)
            q[i] = values[i];
    } else if (cJSON_IsObject(node->item)) {
        RotationDraft draft = {{0, 0, 0}, 0};
        gelStatus status = gelReadJsonObject(node, &gelRotationTable, &draft, NULL);
        if (status != gel_success)
            return status;
        double axis[3] = {draft.axis.x, draft.axis.y, draft.axis.z};
        double length = sqrt((axis[0] * axis[0] + axis[1] * axis[1]) + axis[2] * axis[2]);
        if (!(length > 1e-9))
            return gelFailJsonText(node, "expected an axis with a length, found [0, 0, 0]");
        double sine = 0;
        gelSineAndCosine((double)draft.degrees * 0.5, &sine, &q[3]);
        for (int i = 0; i < 3; i++)
            q[i] = (given.axis[i] = axis[i] / length) * sine;
        given.degrees = (double)draft.degrees;
    } else
        return gelFailJson(node, "{\"axis\": [x, y, z], \"degrees\": d} or a quaternion [x, y, z, w]");
    double length = sqrt(((q[0] * q[0] + q[1] * q[1]) + q[2] * q[2]) + q[3] * q[3]);
    if (!(length > 1e-6))
        return gelFailJsonText(node, "expected a quaternion with a length, found [0, 0, 0, 0]");
    if (typed != NULL)
        *typed = given;
    *rotation = (gelQuat){(float)(q[0] / length), (float)(q[1] / length), (float)(q[2] / length),
                          (float)(q[3] / length)};
    return gel_success;
}
