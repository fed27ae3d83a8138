// What the colours of a mode mean, by its name in the library.
const legendRows = {
  strain: { label: 'strain', from: '0 %', to: '30 %', gradient: 0 },
  volume: { label: 'volume error', from: '−10 %', to: '10 %', gradient: 1 },
  speed: { label: 'speed', from: '0', to: '4 m/s', gradient: 0 },
};
// As gelGradients in host/viewer/draw/display_mode.c, linear.
const legendGradients = [
  [
    [0.03, 0.01, 0.10], [0.10, 0.01, 0.26], [0.25, 0.01, 0.34], [0.46, 0.03, 0.30], [0.70, 0.07, 0.19], [0.90, 0.17, 0.08],
    [0.98, 0.36, 0.02], [0.98, 0.64, 0.08], [0.97, 0.95, 0.45],
  ],
  [
    [0.02, 0.06, 0.35], [0.04, 0.16, 0.62], [0.13, 0.38, 0.82], [0.42, 0.66, 0.90], [0.86, 0.87, 0.88], [0.93, 0.60, 0.40],
    [0.88, 0.30, 0.13], [0.66, 0.07, 0.05], [0.36, 0.01, 0.04],
  ],
];

export function showLegend(box, mode) {
  const row = legendRows[mode];
  box.hidden = !row;
  if (!row) return;
  const stops = legendGradients[row.gradient].map(stop => `color(srgb-linear ${stop.join(' ')})`);
  const [from, to] = box.querySelectorAll('span');
  from.textContent = row.from;
  to.textContent = row.to;
  box.querySelector('i').style.background = `linear-gradient(to right, ${stops.join(', ')})`;
  box.setAttribute('aria-label', `${row.label} from ${row.from} to ${row.to}`);
}
