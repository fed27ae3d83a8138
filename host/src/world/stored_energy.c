#include "world/stored_energy.h"
#include "plan/pressure.h"
#include "plan/tearing.h"

#include <math.h>

double gelForceOfCurve(const gelAttachmentDef* def, double stretch)
{
    int i = 1;
    while (i < def->curvePointCount - 1 && stretch > (double)def->curve[i].stretch)
        i++;
    const gelForcePoint *a = &def->curve[i - 1], *b = &def->curve[i];
    double slope = ((double)b->force - (double)a->force) / ((double)b->stretch - (double)a->stretch);
    return (double)a->force + slope * (stretch - (double)a->stretch);
}

// The area under the curve from stretch 0: between its points the trapezoids are exact.
static double areaUnderCurve(const gelAttachmentDef* def, double stretch)
{
    const double low = fmin(stretch, 0.0), high = fmax(stretch, 0.0);
    double from = low, area = 0.0;
    for (int i = 0; i <= def->curvePointCount; i++) {
        double to = i < def->curvePointCount ? fmin((double)def->curve[i].stretch, high) : high;
        if (to <= from)
            continue;
        area += 0.5 * (to - from) * (gelForceOfCurve(def, from) + gelForceOfCurve(def, to));
        from = to;
    }
    return stretch < 0.0 ? -area : area;
}

static void addEnd(const gelWorld* world, const gelBodyPoint* end, double sign, double apart[3])
{
    const gelBody* body = gelFindBody(world, end->body);
    for (int i = 0; i < end->vertexCount; i++)
        for (int k = 0; k < 3; k++)
            apart[k] += sign * (double)end->weights[i] *
                        world->vertices[body->firstVertex + end->vertices[i]].position[k];
}

double gelAttachmentEnergy(const gelWorld* world, const gelAttachmentDef* def)
{
    double apart[3] = {0.0, 0.0, 0.0};
    addEnd(world, &def->a, 1.0, apart);
    addEnd(world, &def->b, -1.0, apart);
    double distance = sqrt((apart[0] * apart[0] + apart[1] * apart[1]) + apart[2] * apart[2]);
    double stretch = distance - (double)def->length, compliance = (double)def->compliance;
    if (def->curvePointCount > 0)
        return areaUnderCurve(def, stretch);
    return compliance > 0.0 ? stretch * stretch / (2.0 * compliance) : 0.0;
}

// A gas that keeps its temperature has worked by the integral of its gauge pressure (p0 + a) V0 / V - a.
gelStatus gelFindFillingEnergy(const gelWorld* world, const gelBody* body, double* energy)
{
    const gelMaterial* material = &body->material;
    double volume, rest = gelIsFilled(body) ? gelInsideVolume(body) : 0.0;
    *energy = 0.0;
    if (!gelIsFilled(body) || gelHasTorn(body))
        return gel_success;
    gelStatus status = gelMeasureInsideNow(body, world->vertices, &volume);
    if (status != gel_success)
        return status;
    double outside = (double)material->ambientPressure, compliance = (double)material->fillingCompliance;
    if (material->filling == gel_filledWithGas && volume > 0.0)
        *energy =
            outside * (volume - rest) - ((double)material->pressure + outside) * rest * log(volume / rest);
    double missing = (double)material->fillingVolume * rest - volume;
    if (material->filling == gel_filledWithLiquid && compliance > 0.0)
        *energy = missing * missing / (2.0 * compliance);
    return gel_success;
}
