#include "panel/figures.h"

#include "common/clock.h"

#include <math.h>
#include <stdio.h>

const char* const gelPlotGroups[gel_plotGroupCount] = {"time", "energy", "error"};

const gelPlotInfo gelPlots[gel_plotCount] = {
    [gel_plotPicture] = {gel_plotTimes, "picture", "%.1f ms", "from one picture to the next"},
    [gel_plotSimulation] = {gel_plotTimes, "simulation", "%.1f ms",
                            "part of it: time that the host spends on steps"},
    [gel_plotPositions] =
        {gel_plotTimes, "positions", "%.2f ms",
         "part of it: waiting for positions and passing them to OpenGL; every eighth picture"},
    [gel_plotDrawing] = {gel_plotTimes, "drawing", "%.2f ms",
                         "part of it: corners, shadow maps, bodies and ground; every eighth picture"},
    [gel_plotPanel] = {gel_plotTimes, "panel", "%.2f ms", "part of it: this panel; every eighth picture"},
    [gel_plotKinetic] = {gel_plotEnergies, "kinetic", "%.3g J", "sum of m v^2 / 2"},
    [gel_plotGravity] = {gel_plotEnergies, "gravity", "%.3g J", "sum of m g height; 0 at the origin"},
    [gel_plotElastic] = {gel_plotEnergies, "elastic", "%.3g J",
                         "sum of C^2 / (2 alpha) over the constraints; rigid ones store none"},
    [gel_plotTotal] = {gel_plotEnergies, "total", "%.4g J",
                       "sum of the three: friction, damping and the integrator lower it, pulling raises it"},
    [gel_plotVolume] = {gel_plotErrors, "volume", "%.3f %%",
                        "relative change of the volume of all bodies from rest"},
    [gel_plotEdges] = {gel_plotErrors, "edges", "%.3f %%",
                       "residual: root mean square of the edges' relative change in length"},
    [gel_plotTets] = {gel_plotErrors, "tets", "%.3f %%",
                      "residual: root mean square of the tets' relative change in volume"},
};

void gelFigures_Note(gelFigures* figures, gelPlot plot, double value)
{
    gelHistory* history = &figures->plots[plot];
    history->values[history->first] = isfinite(value) ? (float)value : 0.0f;
    history->first = (history->first + 1) % gelHistorySize;
    history->count += history->count < gelHistorySize;
}

static void listOut(const gelWorld* world, char* out, size_t size)
{
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; i < gelWorld_GetBodyCount(world) && length + 16 < size; i++)
        if (gelBody_IsQuarantined(world, gelWorld_GetBody(world, i)))
            length += (size_t)snprintf(out + length, size - length, "%s%d", length > 0 ? ", " : "", i + 1);
    if (length + 16 >= size)
        snprintf(out + length, size - length, "...");
}

gelStatus gelFigures_Measure(gelFigures* figures, gelWorld* world, gelWorld* beside, double now)
{
    gelMeasures measures;
    if (now < figures->nextTime)
        return gel_success;
    double start = gelMilliseconds();
    gelStatus status = gelWorld_Measure(world, &measures);
    if (status == gel_success)
        status = gelWorld_GetCounters(world, &figures->counters);
    if (status == gel_success && beside != NULL)
        status = gelMeasureDifference(world, beside, &figures->difference);
    if (status != gel_success)
        return status;
    figures->hash = gelWorld_Hash(world);
    listOut(world, figures->out, sizeof figures->out);
    gelFigures_Note(figures, gel_plotKinetic, measures.kineticEnergy);
    gelFigures_Note(figures, gel_plotGravity, measures.gravityEnergy);
    gelFigures_Note(figures, gel_plotElastic, measures.elasticEnergy);
    gelFigures_Note(figures, gel_plotTotal,
                    measures.kineticEnergy + measures.gravityEnergy + measures.elasticEnergy);
    gelFigures_Note(figures, gel_plotVolume, 100.0 * (measures.volume / measures.restVolume - 1.0));
    gelFigures_Note(figures, gel_plotEdges, 100.0 * measures.residuals[gel_distanceConstraint]);
    gelFigures_Note(figures, gel_plotTets, 100.0 * measures.residuals[gel_volumeConstraint]);
    figures->nextTime = now + fmax(0.15, 20.0 * 1e-3 * (gelMilliseconds() - start));
    return gel_success;
}
