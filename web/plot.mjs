// Curves of a probe as SVG: what is measured, the scene's formula for it, and a second world.
const plotSize = { width: 320, height: 120, left: 46, bottom: 18, top: 8, right: 6 };

function svgElement(name, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

export function shortNumber(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-3 || size >= 1e5) ? value.toExponential(2) : String(Number(value.toPrecision(4)));
}

// A path through the points that there are; a gap where a value is missing.
function pathOf(times, values, place) {
  const stride = Math.max(1, Math.floor(times.length / 600));
  let text = '', isOpen = false;
  for (let i = 0; i < values.length; i += stride) {
    const isThere = values[i] !== null && Number.isFinite(values[i]);
    if (isThere) text += `${isOpen ? 'L' : 'M'}${place(times[i], values[i])}`;
    isOpen = isThere;
  }
  return text;
}

// `curves`: [{times, values, kind: '' | 'formula' | 'other'}]; `end` is the last time of the axis, s.
export function drawPlot(label, unit, curves, end) {
  const { width, height, left, bottom, top, right } = plotSize;
  const all = curves.flatMap(curve => [...curve.values]).filter(value => value !== null && Number.isFinite(value));
  const lower = all.reduce((a, b) => Math.min(a, b), Infinity);
  const upper = all.reduce((a, b) => Math.max(a, b), -Infinity);
  const span = upper - lower || Math.abs(upper) || 1;
  const last = Math.max(end, ...curves.map(curve => curve.times.at(-1) ?? 0), 1e-9);
  const placeAcross = time => left + (time / last) * (width - left - right);
  const placeDown = value => height - bottom - ((value - lower) / span) * (height - bottom - top);
  const place = (time, value) => `${placeAcross(time).toFixed(1)} ${placeDown(value).toFixed(1)}`;
  const figure = document.createElement('figure'), caption = document.createElement('figcaption');
  caption.textContent = unit ? `${label}, ${unit}` : label;
  const spoken = all.length
    ? `${label}: from ${shortNumber(lower)} to ${shortNumber(upper)} ${unit}` : `${label}: nothing yet`;
  const svg = svgElement('svg',
    { viewBox: `0 0 ${width} ${height}`, class: 'plot', role: 'img', 'aria-label': spoken });
  svg.append(svgElement('path', { class: 'axis', d: `M${left} ${top}V${height - bottom}H${width - right}` }));
  for (const { times, values, kind } of curves)
    svg.append(svgElement('path', { class: kind, d: pathOf(times, values, place) }));
  if (all.length) {
    svg.append(svgElement('text', { x: left - 4, y: top + 8, 'text-anchor': 'end' }, shortNumber(upper)));
    svg.append(svgElement('text', { x: left - 4, y: height - bottom, 'text-anchor': 'end' }, shortNumber(lower)));
  }
  svg.append(svgElement('text', { x: width - right, y: height - 4, 'text-anchor': 'end' }, `${shortNumber(last)} s`));
  figure.append(caption, svg);
  return figure;
}
