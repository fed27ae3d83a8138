// The curves of a scene's probes, with its formulas, as figures.
import { drawPlot } from './plot.mjs';

// `otherCurve(probe)` returns the curve of a second world, if there is one. Null: the worker did not answer.
export async function probeFigures(player, end, otherCurve = () => null) {
  const { probes } = player.scene, figures = [];
  for (let i = 0; i < probes.length; i++) {
    const curve = await player.ask('curve', { probe: i }), other = await otherCurve(i);
    if (!curve) return null;
    const { times, values, formula } = curve, curves = [{ times, values, kind: '' }];
    if (formula?.length === times.length) curves.unshift({ times, values: formula, kind: 'formula' });
    if (other) curves.push({ times: other.times, values: other.values, kind: 'other' });
    figures.push(drawPlot(probes[i].name, probes[i].unit, curves, end));
  }
  return figures;
}
