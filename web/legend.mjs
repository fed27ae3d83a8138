// Shows what the colours mean: `legend` is as the module's web_legend has it; null: they mean no number.
export function showLegend(box, legend) {
  box.hidden = !legend;
  if (!legend) return;
  const stops = legend.colours.map(colour => `color(srgb-linear ${colour.join(' ')})`);
  const texts = legend.ends.map(end => `${end} ${legend.unit}`.replace('-', '−'));
  box.querySelectorAll('span').forEach((span, i) => { span.textContent = texts[i]; });
  box.querySelector('i').style.background = `linear-gradient(to right, ${stops.join(', ')})`;
  box.setAttribute('aria-label', `${legend.label} from ${texts.join(' to ')}`);
}
